//! Where bytes live: the small trait that a device implements. Running an expression is not its business.

use crate::{Buffer, Error, Result};

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

/// The devices of this build that work now.
static DEVICES: [&dyn Device; 1] = [&Cpu];

/// Every device that tensors can be made and computed on now, the default one first.
pub fn devices() -> &'static [&'static dyn Device] {
    &DEVICES
}

/// The device of a name; the same one each time. Errors: [`Error::BadArgument`] where it is not in this build or this
/// machine has none.
///
/// ```
/// assert_eq!(polyad_core::device("cpu")?.name(), "cpu");
/// assert!(polyad_core::device("metal").is_err());
/// # Ok::<(), polyad_core::Error>(())
/// ```
pub fn device(name: &str) -> Result<&'static dyn Device> {
    DEVICES.iter().copied().find(|device| device.name() == name).ok_or_else(|| Error::BadArgument {
        op: "device",
        argument: "device",
        got: format!("{name:?}"),
        takes: DEVICES.map(|device| format!("\"{}\"", device.name())).join(" or "),
    })
}

/// Whether tensors can be made and computed on a device now; false for every name that is not one.
pub fn is_device_available(name: &str) -> bool {
    device(name).is_ok()
}
