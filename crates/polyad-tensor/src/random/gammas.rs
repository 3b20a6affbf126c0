//! Gamma numbers and those that are made of them.

use polyad_core::{DType, Result};
use polyad_kernels::variates;

use super::Key;
use super::draw::{Kept, check_float, each, in_dtype};
use super::key::Draw;
use super::parameters::{Rule, place, values, wide};
use crate::{Operand, Tensor, exec};

/// Independent gamma numbers of shape `alpha` and of a scale; an `alpha` or a scale of 0 gives 0.
///
/// Both are numbers, or tensors that broadcast to the shape. Computed in float64, then rounded; a small `alpha` makes many
/// numbers that are too small for any float, and 0.
///
/// Errors: `DTypeUnsupported` for what is no real float with elements of their own and a 0; `BadArgument` for what is not
/// finite or negative; `Broadcast`, `SizeOverflow`, `TooManyAxes`, `OutOfMemory`.
///
/// Source: Marsaglia, Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000).
pub fn gamma<'a>(
    key: Key,
    shape: &[usize],
    alpha: impl Into<Operand<'a>>,
    scale: impl Into<Operand<'a>>,
    dtype: DType,
) -> Result<Tensor> {
    const OP: &str = "gamma";
    check_float(OP, dtype, shape, false)?;
    let alpha = values(OP, shape, alpha.into(), &Rule::spread("alpha"))?;
    let scale = values(OP, shape, scale.into(), &Rule::spread("scale"))?;
    let kept = Kept { op: OP, draw: Draw::Gamma, cost: 60.0 };
    each(kept, key, shape, [alpha, scale], dtype, |bits, [alpha, scale]| variates::gamma(bits, alpha) * scale)
}

/// Independent chi-square numbers of `df` degrees of freedom: twice the gamma numbers of shape `df / 2` and the same key.
///
/// Errors: as for [`gamma`].
pub fn chisquare<'a>(key: Key, shape: &[usize], df: impl Into<Operand<'a>>, dtype: DType) -> Result<Tensor> {
    const OP: &str = "chisquare";
    check_float(OP, dtype, shape, false)?;
    let df = values(OP, shape, df.into(), &Rule::spread("df"))?;
    let kept = Kept { op: OP, draw: Draw::Gamma, cost: 60.0 };
    each(kept, key, shape, [df], dtype, |bits, [df]| 2.0 * variates::gamma(bits, 0.5 * df))
}

/// Independent beta numbers of the shapes `a` and `b`, from 0 to 1; both ends may occur, as numbers near them round.
///
/// Both are numbers, or tensors that broadcast to the shape. Errors: as for [`gamma`], and `BadArgument` for a shape of 0.
pub fn beta<'a>(
    key: Key,
    shape: &[usize],
    a: impl Into<Operand<'a>>,
    b: impl Into<Operand<'a>>,
    dtype: DType,
) -> Result<Tensor> {
    const OP: &str = "beta";
    check_float(OP, dtype, shape, false)?;
    let a = values(OP, shape, a.into(), &Rule::positive("a"))?;
    let b = values(OP, shape, b.into(), &Rule::positive("b"))?;
    each(Kept { op: OP, draw: Draw::Beta, cost: 150.0 }, key, shape, [a, b], dtype, |bits, [a, b]| {
        variates::beta(bits, a, b)
    })
}

/// Independent numbers of Student's t distribution of `df` degrees of freedom, a number or a tensor that broadcasts to the
/// shape. With few degrees they are often too large for a narrow dtype, and infinite.
///
/// Errors: as for [`super::normal`], real dtypes only; `BadArgument` where `df` is not finite or not above 0.
pub fn student_t<'a>(key: Key, shape: &[usize], df: impl Into<Operand<'a>>, dtype: DType) -> Result<Tensor> {
    const OP: &str = "student_t";
    check_float(OP, dtype, shape, true)?;
    let df = values(OP, shape, df.into(), &Rule::positive("df"))?;
    each(Kept { op: OP, draw: Draw::StudentT, cost: 100.0 }, key, shape, [df], dtype, |bits, [df]| {
        variates::student_t(bits, df)
    })
}

/// Independent rows of shares that add up to 1, Dirichlet distributed: `alpha` has the shapes along its last axis; the result
/// has the axes of `shape` before those of `alpha`.
///
/// Errors: as for [`gamma`]; `BadArgument` where a shape is not above 0, or there are none.
pub fn dirichlet(key: Key, shape: &[usize], alpha: &Tensor, dtype: DType) -> Result<Tensor> {
    const OP: &str = "dirichlet";
    const RULE: Rule = Rule::positive("alpha");
    let shape = [shape, alpha.shape()].concat();
    check_float(OP, dtype, &shape, false)?;
    let shapes = wide(OP, "alpha", alpha)?;
    let count = alpha.shape().last().copied().unwrap_or(0);
    let refuse =
        |got| Err(polyad_core::Error::BadArgument { op: OP, argument: RULE.name, got, takes: RULE.takes.into() });
    if count == 0 {
        return refuse(format!("shape {:?}", alpha.shape()));
    }
    if let Some(at) = shapes.iter().position(|&x| !(RULE.fits)(x)) {
        return refuse(format!("{:?} at {:?}", shapes[at], place(alpha.shape(), at)));
    }
    let stream = key.stream(Draw::Dirichlet);
    let rows = shapes.len() / count;
    let view = exec::rows(OP, &shape, 60.0, |row, out: &mut [f64]| {
        let shapes = &shapes[row as usize % rows * count..][..count];
        variates::dirichlet(&mut variates::Own::new(stream, row), shapes, out);
    })?;
    in_dtype(OP, view, dtype)
}
