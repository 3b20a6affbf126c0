//! GGUF, versions 2 and 3, in either byte order: typed metadata, then tensors of every ggml type.
//!
//! Source: the GGUF format note of ggml and the reader of its library (0.21), which set the limits: names up to
//! 63 bytes, up to 4 axes, keys up to 65,535 bytes.

mod read;
mod values;
mod write;

pub(crate) use read::parse;
pub(crate) use write::script;

use crate::metadata::Metadata;

pub(crate) const MAGIC: &[u8; 4] = b"GGUF";
const MAX_NAME: usize = 63;
const MAX_AXES: usize = 4;
const MAX_KEY: usize = 65_535;
const DEFAULT_ALIGNMENT: u32 = 32;
const ALIGNMENT_KEY: &str = "general.alignment";

/// Whether the file begins as a GGUF file does.
pub(crate) fn sniff(head: &[u8], _len: u64) -> bool {
    head.starts_with(MAGIC)
}

/// Which part of a model this file is, where the model was split into several files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Place of this file, from 0.
    pub index: u64,
    /// How many files.
    pub count: u64,
    /// How many tensors in all of them, if the file says so.
    pub tensors: Option<u64>,
}

impl Split {
    /// What the metadata say; `None` for a model in one file.
    ///
    /// ```
    /// use polyad_io::{Metadata, Split};
    /// let mut m = Metadata::new();
    /// assert_eq!(Split::of(&m), None);
    /// m.insert("split.no", 1u16);
    /// m.insert("split.count", 3u16);
    /// assert_eq!(Split::of(&m), Some(Split { index: 1, count: 3, tensors: None }));
    /// ```
    pub fn of(metadata: &Metadata) -> Option<Split> {
        let number = |key| metadata.get(key)?.as_u64();
        let count = number("split.count").filter(|&n| n > 1)?;
        Some(Split { index: number("split.no")?, count, tensors: number("split.tensors.count") })
    }
}

/// `at` rounded up to the alignment, which is a power of two.
fn align_up(at: u64, alignment: u32) -> Option<u64> {
    Some(at.checked_add(u64::from(alignment) - 1)? & !(u64::from(alignment) - 1))
}
