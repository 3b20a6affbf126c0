//! The methods that are named after operations.

use polyad_core::{Result, View};
use polyad_ir::{Attr, Op};

use crate::{Operand, Tensor, exec};

mod generated;

pub use generated::*;

/// Runs one operation of the table.
fn run(op: Op, views: &[&View], attrs: &[Attr]) -> Result<Tensor> {
    exec::run(op, views, attrs).map(Tensor::from_view)
}

/// Runs an operation of two operands without parameters, the second of which may be a number.
fn beside(op: Op, x: &Tensor, other: Operand) -> Result<Tensor> {
    other.with(op.name, x.dtype(), |other| run(op, &[x.view(), other.view()], &[]))
}

/// Runs such an operation in place.
fn update(op: Op, x: &Tensor, other: Operand) -> Result<()> {
    other.with(op.name, x.dtype(), |other| exec::update(op, x.view(), other.view()))
}
