//! Reductions over axes.

use crate::attr::{AXIS, Attr, AttrKind, Axes, CORRECTION, KEEPDIMS, Param};
use crate::infer::Reduced;
use crate::op::{BASE, Body, Fold, Grad, Meaning, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&SUM, &PROD, &MAX, &MIN, &MEAN, &VAR];

const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Axes,
    default: None,
    doc: "The axes to reduce: all, one, or a list; an empty list reduces none.",
};
const P_KEEPDIMS: Param = Param {
    name: "keepdims",
    kind: AttrKind::Bool,
    default: Some(|| Attr::Bool(false)),
    doc: "Whether reduced axes stay with extent 1.",
};
const P_DTYPE: Param = Param {
    name: "dtype",
    kind: AttrKind::DType,
    default: Some(|| Attr::None),
    doc: "The dtype to add up in and to return; by default integers take 64 bits and floats keep theirs.",
};

/// The axes that a reduction of `x` removes, put back with extent 1.
fn unreduced(b: &Backward, reduced: &Expr) -> Expr {
    let shape = Reduced::new(b.op.name, b.x[0].shape(), &b.attr(AXIS)).map(|r| r.shape(true));
    // Axes were checked when the node was made.
    reduced.reshape(&shape.unwrap_or_default())
}

/// How many elements become one.
fn count(op: crate::Op, x: &Expr, axes: &Axes) -> f64 {
    Reduced::new(op.name, x.shape(), axes).map_or(0, |r| r.count()) as f64
}

/// Sum.
pub static SUM: OpDef = OpDef {
    name: "sum",
    summary: "The sum over axes; of nothing 0.",
    source: "Python array API 2025.12, `sum`",
    params: &[P_AXIS, P_KEEPDIMS, P_DTYPE],
    dtype: DTypeRule::Sum,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Fold(Fold::Sum),
    grad: Grad::Rule(|b| vec![Some(unreduced(b, &b.grads[0]).broadcast_to(b.x[0].shape()))]),
    ..BASE
};

/// Product.
pub static PROD: OpDef = OpDef {
    name: "prod",
    summary: "The product over axes; of nothing 1.",
    source: "Python array API 2025.12, `prod`",
    params: &[P_AXIS, P_KEEPDIMS, P_DTYPE],
    dtype: DTypeRule::Sum,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Fold(Fold::Prod),
    // Right where no factor is 0; with zeros the quotient is NaN rather than a wrong number.
    grad: Grad::Rule(|b| vec![Some(unreduced(b, &(&b.grads[0] * &b.y[0])) / &b.x[0])]),
    ..BASE
};

/// Greatest element.
pub static MAX: OpDef = OpDef {
    name: "max",
    summary: "The greatest element over axes; NaN if there is one.",
    source: "Python array API 2025.12, `max`",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::Real,
    shape: ShapeRule::ReduceSome,
    meaning: Meaning::Fold(Fold::Max),
    grad: Grad::Rule(extremum),
    ..BASE
};

/// Least element.
pub static MIN: OpDef = OpDef {
    name: "min",
    summary: "The least element over axes; NaN if there is one.",
    source: "Python array API 2025.12, `min`",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::Real,
    shape: ShapeRule::ReduceSome,
    meaning: Meaning::Fold(Fold::Min),
    grad: Grad::Rule(extremum),
    ..BASE
};

/// Elements that reach the extremum share its gradient evenly, as PyTorch's `amax` does.
fn extremum(b: &Backward) -> Vec<Option<Expr>> {
    let hit = b.x[0].binary(&ops::EQUAL, &unreduced(b, &b.y[0])).astype(b.grads[0].dtype());
    let share = unreduced(b, &b.grads[0]) / hit.sum(&b.attr(AXIS), true);
    vec![Some(share * hit)]
}

/// Arithmetic mean.
pub static MEAN: OpDef = OpDef {
    name: "mean",
    summary: "The arithmetic mean over axes; of nothing NaN.",
    source: "Python array API 2025.12, `mean`",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::Float,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Composed(|b| {
        let axes = b.attr(AXIS);
        b.x[0].sum(&axes, b.attr(KEEPDIMS)) / count(b.op, &b.x[0], &axes)
    }),
    grad: Grad::FromMeaning,
    ..BASE
};

/// Variance.
pub static VAR: OpDef = OpDef {
    name: "var",
    summary: "The variance over axes: mean squared distance from the mean; NaN where the count is not above the correction.",
    source: "Python array API 2025.12, `var`",
    params: &[
        P_AXIS,
        P_KEEPDIMS,
        Param {
            name: "correction",
            kind: AttrKind::Float,
            default: Some(|| Attr::Float(0.0)),
            doc: "What is subtracted from the count: 1 for a sample.",
        },
    ],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Composed(variance),
    grad: Grad::FromMeaning,
    ..BASE
};

fn variance(b: &Body) -> Expr {
    let axes = b.attr(AXIS);
    let n = count(b.op, &b.x[0], &axes);
    let d = &b.x[0] - &(b.x[0].sum(&axes, true) / n);
    let free = n - b.attr(CORRECTION);
    (&d * &d).sum(&axes, b.attr(KEEPDIMS)) / if free > 0.0 { free } else { f64::NAN }
}
