//! What a user holds: the [`Tensor`], its methods, and the engine that runs operations on the CPU.
//!
//! Methods named after operations are generated from the table in `polyad-ir` (`methods/generated.rs`); each of
//! them goes through [`exec::run`].

mod assign;
mod complex;
mod contraction;
mod convert;
mod create;
mod differences;
mod element;
mod equality;
pub mod exec;
mod ggml;
mod handle;
mod host;
mod indexing;
mod iterate;
mod linalg;
mod meta;
mod methods;
mod movement;
#[cfg(feature = "ndarray")]
mod ndarrays;
mod nested;
mod operand;
mod operators;
mod ordering;
mod packed;
mod print;
pub mod random;
mod scaled;
mod slicing;
mod space;
mod tensor;
mod typed;
mod values;
mod windows;

pub use complex::ComplexPlanar;
pub use contraction::einsum;
pub use create::{Indexing, Scalar, Spacing};
pub use indexing::IndexPart;
pub use iterate::{AxisIter, Elements};
pub use linalg::{Eigen, LeastSquares, Lu, Qr, Slogdet, Svd};
pub use methods::*;
pub use movement::Sections;
pub use nested::{Literal, Nested, literal};
pub use operand::Operand;
pub use ordering::{Bins, HistogramOptions, Unique, UniqueOptions};
pub use packed::BitOrder;
#[doc(hidden)]
pub use polyad_core::Slice;
pub use polyad_ir::Padding;
pub use polyad_kernels::scaled::ScaleRule;
pub use scaled::{ScaledFormat, ScaledTensor};
pub use slicing::{AxisPart, AxisRange, stepped};
pub use space::MemorySpace;
pub use tensor::Tensor;
pub use typed::{Reading, Typed, Writing};
