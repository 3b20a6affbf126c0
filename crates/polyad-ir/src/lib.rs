//! What an operation means: the op table, inference of dtypes and shapes, expressions and their gradients.
//!
//! The table ([`ops::ALL`]) is plain data, one [`OpDef`] an operation. From it come the Rust methods, the reference
//! pages, the gradient and the tests. Nothing here computes: an executor does, in another crate.

pub mod attr;
mod complex;
mod einsum;
mod expr;
pub mod facts;
mod grad;
mod infer;
mod op;
pub mod ops;
mod promote;
pub mod special;
mod windows;

pub use attr::{Attr, AttrKind, Attrs, Axes, Key, Padding, Param};
pub use expr::{Expr, Node, Source};
pub use grad::{Backward, passes_complex, vjp};
pub use infer::{DTypeRule, Reduced, ShapeRule, Ty, Type, infer};
pub use op::{
    Args, BASE, Binary, Body, Call, Check, Compare, ComplexGrad, Fold, Grad, Meaning, Op, OpDef, Test, Unary,
};
pub use promote::{can_cast, holds, part, promote, promote_all};
pub use windows::WindowAxis;
