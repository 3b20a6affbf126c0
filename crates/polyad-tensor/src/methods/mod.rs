//! The methods that are named after operations.

use polyad_core::{Result, View};
use polyad_ir::{Attr, Op};

use crate::{Tensor, exec};

mod generated;

pub use generated::*;

/// Runs one operation of the table.
fn run(op: Op, views: &[&View], attrs: &[Attr]) -> Result<Tensor> {
    exec::run(op, views, attrs).map(Tensor::from_view)
}
