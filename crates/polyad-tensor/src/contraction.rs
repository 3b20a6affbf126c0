//! Sums of products of any number of tensors.

use polyad_core::{Result, View};
use polyad_ir::{Attr, ops};

use crate::{Tensor, exec};

/// The sum of products that an equation names, as [`Tensor::einsum`] of the first operand and the others.
///
/// ```
/// use polyad_tensor::{einsum, tensor};
/// let (a, b) = (tensor![[1, 2], [3, 4]], tensor![10, 1]);
/// assert_eq!(einsum("ij,j->i", &[&a, &b])?, tensor![12, 34]);
/// # Ok::<(), polyad_core::Error>(())
/// ```
///
/// Errors: those of [`Tensor::einsum`], and `OperandCount` where there is no operand.
pub fn einsum(equation: &str, operands: &[&Tensor]) -> Result<Tensor> {
    let views: Vec<&View> = operands.iter().map(|t| t.view()).collect();
    exec::run(&ops::EINSUM, &views, &[Attr::Text(equation.into()), Attr::None]).map(Tensor::from_view)
}
