//! New tensors: one value everywhere (`value`), evenly spaced numbers (`range`), grids and unit matrices (`grid`),
//! frequencies of spectra (`frequency`).

mod frequency;
mod grid;
mod range;
mod scalar;
mod value;

pub use grid::Indexing;
pub use range::Spacing;
pub use scalar::Scalar;
pub(crate) use scalar::largest;
