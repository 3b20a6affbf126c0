//! What a user holds: the [`Tensor`], its methods, and the engine that runs operations on the CPU.
//!
//! Methods named after operations are generated from the table in `polyad-ir` (`methods/generated.rs`); each of
//! them goes through [`exec::run`].

mod assign;
mod create;
mod differences;
mod equality;
pub mod exec;
mod ggml;
mod host;
mod meta;
mod methods;
mod movement;
mod nested;
mod operand;
mod operators;
mod ordering;
mod packed;
mod print;
pub mod random;
mod scaled;
mod tensor;

pub use create::{Indexing, Scalar, Spacing};
pub use methods::*;
pub use movement::Sections;
pub use nested::{Literal, Nested, literal};
pub use operand::Operand;
pub use packed::BitOrder;
pub use polyad_kernels::scaled::ScaleRule;
pub use scaled::{ScaledFormat, ScaledTensor};
pub use tensor::Tensor;
