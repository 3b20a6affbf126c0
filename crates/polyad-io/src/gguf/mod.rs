//! GGUF, versions 2 and 3, in either byte order: typed metadata, then tensors of every ggml type.
//!
//! Source: the GGUF format note of ggml and the reader of its library (0.21), which set the limits: names up to
//! 63 bytes, up to 4 axes, keys up to 65,535 bytes.

mod read;
mod values;
mod write;

pub(crate) use read::{alignment, parse};
pub(crate) use write::script;

pub(crate) const MAGIC: &[u8; 4] = b"GGUF";
const MAX_NAME: usize = polyad_core::GGML_MAX_NAME - 1;
const MAX_AXES: usize = polyad_core::GGML_MAX_DIMS;
const MAX_KEY: usize = 65_535;
pub(crate) const DEFAULT_ALIGNMENT: u32 = 32;
pub(crate) const ALIGNMENT_KEY: &str = "general.alignment";

/// Whether the file begins as a GGUF file does.
pub(crate) fn sniff(head: &[u8], _len: u64) -> bool {
    head.starts_with(MAGIC)
}

/// `at` rounded up to the alignment, which is a power of two.
pub(crate) fn align_up(at: u64, alignment: u32) -> Option<u64> {
    Some(at.checked_add(u64::from(alignment) - 1)? & !(u64::from(alignment) - 1))
}
