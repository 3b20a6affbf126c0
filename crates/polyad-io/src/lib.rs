//! Tensor files: safetensors, GGUF, NPY, NPZ and TENS, read by mapping them and written as streams.
//!
//! [`open`] tells a file by its content and gives an [`Archive`]: the list of its tensors ([`Entry`]), its
//! [`Metadata`], and the tensors, over the mapped file. [`validate`] finds everything that is wrong with a file, not the
//! first thing alone. [`Writer`] takes a [`Plan`] and then bytes; [`load`] and
//! [`save`] do a whole file at once.
//! Files are read as if an attacker had written them: every length is checked before anything is allocated, and
//! every broken rule is an error with a word for it, a place and what was seen.

mod archive;
mod fault;
mod finding;
mod format;
mod gguf;
mod identity;
mod json;
mod metadata;
mod npy;
mod npz;
mod read;
mod safetensors;
mod seen;
mod sixes;
mod split;
mod target;
mod tens;
mod tensor;
mod types;
mod validate;
mod write;

pub use archive::{Archive, Entry, UNNAMED, open, open_as};
pub use finding::{Finding, FindingKind, Findings, Severity};
pub use format::Format;
pub use identity::same_file;
pub use metadata::{Array, Metadata, Strings, Value};
pub use split::{Model, Split};
pub use target::{abandon_writes, write_whole};
pub use tensor::{load, read_from, save, save_as, write_to};
pub use types::{EntryType, tens_code, tens_dtype};
pub use validate::{Validation, validate, validate_file};
pub use write::{Plan, Writer};
