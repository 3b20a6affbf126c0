//! Reductions and scans that pass NaN over.

use polyad_core::DType;

use super::ordering::PLACE;
use super::reductions::{P_AXIS, P_CORRECTION, P_DTYPE, P_KEEPDIMS, extremum, unreduced, widest};
use super::scans::SCAN;
use crate::attr::{AXIS, CORRECTION, KEEPDIMS};
use crate::op::{BASE, Body, Fold, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] =
    &[&NANSUM, &NANPROD, &NANMAX, &NANMIN, &NANMEAN, &NANVAR, &NANSTD, &NANARGMAX, &NANARGMIN, &NANCUMSUM, &NANCUMPROD];

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

/// The operand with `value` in place of NaN, given to another entry with the same parameters.
fn with_for_nan(b: &Body, op: Op, value: f64) -> Expr {
    let x = &b.x[0];
    Expr::apply(op, &[&x.select(&is_number(x), &x.with(value))], b.attrs.into())
}

/// Product of the numbers.
pub static NANPROD: OpDef = OpDef {
    name: "nanprod",
    summary: "The product over axes of what is not NaN; of nothing 1.",
    source: "NumPy, `numpy.nanprod`",
    example: "assert_eq!(tensor![[2.0, f64::NAN, 3.0], [f64::NAN, f64::NAN, f64::NAN]].nanprod(1)?, tensor![6.0, 1.0]);",
    params: &[P_AXIS, P_KEEPDIMS, P_DTYPE],
    dtype: DTypeRule::Sum,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Composed(|b| with_for_nan(b, &ops::PROD, 1.0)),
    grad: Grad::FromMeaning,
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
        let number = ones_of(&is_number(x)).sum(&axes, keepdims);
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

/// 1 for each number and 0 for NaN, in float64: what counts them, and is moved by nothing.
pub(super) fn ones_of(numbers: &Expr) -> Expr {
    let [zero, one] = [0.0, 1.0].map(|value| Expr::scalar(value, DType::Float64));
    one.select(numbers, &zero)
}

/// The variance of the numbers, in float64.
fn variance(b: &Body) -> Expr {
    let (axes, keepdims) = (b.attr(AXIS), b.attr(KEEPDIMS));
    let x = b.x[0].astype(DType::Float64);
    let (numbers, zero) = (is_number(&x), Expr::scalar(0.0, DType::Float64));
    let count = |keepdims| ones_of(&numbers).sum(&axes, keepdims);
    let mean = x.nansum(&axes, true) / count(true);
    let distance = (&x - mean).select(&numbers, &zero);
    let free = count(keepdims) - b.attr(CORRECTION);
    let none = Expr::scalar(f64::NAN, DType::Float64);
    (&distance * &distance).sum(&axes, keepdims) / free.select(&free.binary(&ops::GREATER, &zero), &none)
}

/// What spreads of the numbers have in common.
const SPREAD: OpDef = OpDef {
    params: &[P_AXIS, P_KEEPDIMS, P_CORRECTION],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Reduce,
    cost: "copies; O(size of `x`), twice",
    grad: Grad::FromMeaning,
    ..BASE
};

/// Variance of the numbers.
pub static NANVAR: OpDef = OpDef {
    name: "nanvar",
    summary: "The variance over axes of what is not NaN, in float64 and two passes; NaN where the count is not above the correction.",
    source: "NumPy, `numpy.nanvar`",
    example: "assert_eq!(tensor![1.0, f64::NAN, 3.0].nanvar(())?.item::<f64>()?, 1.0);",
    meaning: Meaning::Composed(variance),
    ..SPREAD
};

/// Standard deviation of the numbers.
pub static NANSTD: OpDef = OpDef {
    name: "nanstd",
    summary: "The standard deviation over axes of what is not NaN: the square root of `nanvar`.",
    source: "NumPy, `numpy.nanstd`",
    example: "assert_eq!(tensor![2.0, f64::NAN, 10.0].nanstd(())?.item::<f64>()?, 4.0);",
    // Of equal elements the slope is no number; it counts as 0, as that of `std` does.
    meaning: Meaning::Composed(|b| {
        let (variance, zero) = (variance(b), Expr::scalar(0.0, DType::Float64));
        let none = variance.binary(&ops::EQUAL, &zero);
        zero.select(&none, &variance.with(1.0).select(&none, &variance).sqrt())
    }),
    ..SPREAD
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

/// Running sum of the numbers.
pub static NANCUMSUM: OpDef = OpDef {
    name: "nancumsum",
    summary: "The running sum along an axis, NaN counting as 0.",
    source: "NumPy, `numpy.nancumsum`",
    example: "assert_eq!(tensor![1.0, f64::NAN, 2.0].nancumsum(0)?, tensor![1.0, 1.0, 3.0]);",
    meaning: Meaning::Composed(|b| with_for_nan(b, &ops::CUMULATIVE_SUM, 0.0)),
    grad: Grad::FromMeaning,
    ..SCAN
};

/// Running product of the numbers.
pub static NANCUMPROD: OpDef = OpDef {
    name: "nancumprod",
    summary: "The running product along an axis, NaN counting as 1.",
    source: "NumPy, `numpy.nancumprod`",
    example: "assert_eq!(tensor![2.0, f64::NAN, 3.0].nancumprod(0)?, tensor![2.0, 2.0, 6.0]);",
    meaning: Meaning::Composed(|b| with_for_nan(b, &ops::CUMULATIVE_PROD, 1.0)),
    grad: Grad::FromMeaning,
    ..SCAN
};
