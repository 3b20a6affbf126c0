//! Reductions that pass NaN over.

use polyad_core::DType;

use super::ordering::PLACE;
use super::reductions::{P_AXIS, P_DTYPE, P_KEEPDIMS, extremum, unreduced, widest};
use crate::attr::{AXIS, KEEPDIMS};
use crate::op::{BASE, Fold, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&NANSUM, &NANMAX, &NANMIN, &NANMEAN, &NANARGMAX, &NANARGMIN];

/// Whether each element is a number.
fn is_number(x: &Expr) -> Expr {
    x.binary(&ops::EQUAL, x)
}

/// Sum of the numbers.
pub static NANSUM: OpDef = OpDef {
    name: "nansum",
    summary: "The sum over axes of what is not NaN; of nothing 0.",
    source: "NumPy, `numpy.nansum`",
    example: "assert_eq!(tensor![[1.0, f64::NAN], [f64::NAN, f64::NAN]].nansum(1)?, tensor![1.0, 0.0]);",
    params: &[P_AXIS, P_KEEPDIMS, P_DTYPE],
    dtype: DTypeRule::Sum,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Fold(Fold::NanSum),
    grad: Grad::Rule(|b| {
        let zero = Expr::scalar(0.0, b.grads[0].dtype());
        vec![Some(unreduced(b, &b.grads[0]).select(&is_number(&b.x[0]), &zero))]
    }),
    ..BASE
};

/// Greatest of the numbers.
pub static NANMAX: OpDef = OpDef {
    name: "nanmax",
    summary: "The greatest element over axes that is not NaN; NaN where there is none.",
    source: "NumPy, `numpy.nanmax`",
    example: "assert_eq!(tensor![[1.0, f64::NAN], [3.0, 2.0]].nanmax(1)?, tensor![1.0, 3.0]);",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::RealOrBool,
    shape: ShapeRule::ReduceSome,
    meaning: Meaning::Fold(Fold::NanMax),
    grad: Grad::Rule(extremum),
    ..BASE
};

/// Least of the numbers.
pub static NANMIN: OpDef = OpDef {
    name: "nanmin",
    summary: "The least element over axes that is not NaN; NaN where there is none.",
    source: "NumPy, `numpy.nanmin`",
    example: "assert_eq!(tensor![[1.0, f64::NAN], [3.0, 2.0]].nanmin(1)?, tensor![1.0, 2.0]);",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::RealOrBool,
    shape: ShapeRule::ReduceSome,
    meaning: Meaning::Fold(Fold::NanMin),
    grad: Grad::Rule(extremum),
    ..BASE
};

/// Mean of the numbers.
pub static NANMEAN: OpDef = OpDef {
    name: "nanmean",
    summary: "The arithmetic mean over axes of what is not NaN; NaN where there is nothing.",
    source: "NumPy, `numpy.nanmean`",
    example: "assert_eq!(tensor![[1.0, f64::NAN], [3.0, 2.0]].nanmean(1)?, tensor![1.0, 2.5]);",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::Float,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Composed(|b| {
        let (x, axes, keepdims) = (&b.x[0], b.attr(AXIS), b.attr(KEEPDIMS));
        let number = is_number(x).astype(DType::Float64).sum(&axes, keepdims);
        x.astype(widest(x)).nansum(&axes, keepdims) / number
    }),
    grad: Grad::Rule(|b| {
        let numbers = is_number(&b.x[0]);
        let count = numbers.astype(b.grads[0].dtype()).sum(&b.attr(AXIS), true);
        let zero = Expr::scalar(0.0, b.grads[0].dtype());
        vec![Some((unreduced(b, &b.grads[0]) / count).select(&numbers, &zero))]
    }),
    ..BASE
};

/// Where the greatest number stands.
pub static NANARGMAX: OpDef = OpDef {
    name: "nanargmax",
    summary: "The index of the greatest element that is not NaN, the first one on ties; -1 where there is none.",
    source: "NumPy, `numpy.nanargmax`; -1 in place of its error is ours",
    example: "let x = tensor![[f64::NAN, 2.0, 2.0], [f64::NAN, f64::NAN, f64::NAN]];
assert_eq!(x.nanargmax(1)?, tensor![1, -1]);",
    ..PLACE
};

/// Where the least number stands.
pub static NANARGMIN: OpDef = OpDef {
    name: "nanargmin",
    summary: "The index of the least element that is not NaN, the first one on ties; -1 where there is none.",
    source: "NumPy, `numpy.nanargmin`; -1 in place of its error is ours",
    example: "assert_eq!(tensor![[f64::NAN, 2.0, 1.0]].nanargmin(1)?, tensor![2]);",
    ..PLACE
};
