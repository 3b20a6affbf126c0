//! Elements by NumPy's keys: integers, ranges, new axes, tensors of indices and masks, in one list.

mod key;
mod part;
mod read;
mod write;

pub use part::IndexPart;
