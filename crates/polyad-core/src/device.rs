//! Where bytes live: the small trait that a device implements. Running an expression is not its business.

use crate::{Buffer, Result};

/// Memory of one device. Object-safe; a device that cannot do something answers with an error, never in silence.
pub trait Device: Send + Sync + std::fmt::Debug {
    /// A name for messages: "cpu".
    fn name(&self) -> &'static str;
    /// Bytes of no particular value.
    fn allocate(&self, bytes: usize) -> Result<Buffer>;
    /// Host bytes into a new buffer of the device.
    fn upload(&self, bytes: &[u8]) -> Result<Buffer>;
    /// A buffer of the device into host bytes.
    fn download(&self, buffer: &Buffer) -> Result<Vec<u8>>;
}

/// The host's own memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cpu;

impl Device for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn allocate(&self, bytes: usize) -> Result<Buffer> {
        Buffer::alloc(bytes)
    }

    fn upload(&self, bytes: &[u8]) -> Result<Buffer> {
        Buffer::from_slice(bytes)
    }

    fn download(&self, buffer: &Buffer) -> Result<Vec<u8>> {
        Ok(buffer.read()?.to_vec())
    }
}
