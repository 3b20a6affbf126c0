//! Sorting, and where extremes stand.
//!
//! The order of floats has NaN after everything, all NaN equal, and both zeros equal. Descending is the same order from its
//! end, so NaN comes first there. Equal elements keep their order both ways.

use polyad_core::{Dims, Error, Result};
use smallvec::smallvec;

use super::reductions::P_KEEPDIMS;
use crate::attr::{AXIS, Attr, AttrKind, Axes, DESCENDING, KEEPDIMS, ONE_AXIS, Param};
use crate::facts::{EMPTY, NO_AXIS};
use crate::infer::Reduced;
use crate::op::{BASE, Call, Grad, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&ARGMAX, &ARGMIN, &SORT, &ARGSORT];

pub(super) const P_ONE: Param = Param {
    name: "axis",
    kind: AttrKind::Axes,
    default: None,
    doc: "The axis to search; all of them for the index in row-major order.",
};

/// The shape rule of searches: all axes or one are reduced, and not of nothing.
pub(super) fn places_shape(call: &Call) -> Result<Dims> {
    let (axes, shape) = (call.attr(AXIS), call.x[0].shape);
    if let Axes::List(list) = &axes
        && list.len() != 1
    {
        let takes = "one axis, or all of them".into();
        return Err(Error::BadArgument { op: call.op.name, argument: "axis", got: format!("{list:?}"), takes });
    }
    let reduced = Reduced::new(call.op.name, shape, &axes)?;
    let out = reduced.shape(call.attr(KEEPDIMS));
    if reduced.count() == 0 && !out.contains(&0) {
        let need = "at least one element to choose from".into();
        return Err(Error::ShapeMismatch { op: call.op.name, got: shape.into(), need });
    }
    Ok(out)
}

/// What searches for a place along an axis have in common.
pub(super) const PLACE: OpDef = OpDef {
    params: &[P_ONE, P_KEEPDIMS],
    dtype: DTypeRule::OrderedIndex,
    shape: ShapeRule::Custom(
        places_shape,
        "that of `x` without the axis, which stays with extent 1 under `keepdims`; of all axes none is left",
    ),
    errors: &[NO_AXIS, ("BadArgument", "for several axes"), EMPTY],
    ..BASE
};

/// Where the greatest element stands.
pub static ARGMAX: OpDef = OpDef {
    name: "argmax",
    summary: "The index of the greatest element, the first one on ties; NaN counts as the greatest.",
    source: "Python array API 2025.12, `argmax`",
    example: "let x = tensor![[1, 5, 3], [2, 4, 6]];
assert_eq!(x.argmax(1)?, tensor![1, 2]);
assert_eq!(x.argmax(())?.item::<i64>()?, 5);",
    ..PLACE
};

/// Where the least element stands.
pub static ARGMIN: OpDef = OpDef {
    name: "argmin",
    summary: "The index of the least element, the first one on ties; NaN counts as the least.",
    source: "Python array API 2025.12, `argmin`",
    example: "assert_eq!(tensor![[5, 2, 3], [1, 4, 0]].argmin(1)?, tensor![1, 2]);",
    ..PLACE
};

const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(-1)),
    doc: "The axis to sort along; negative counts from the end.",
};
const P_DESCENDING: Param = Param {
    name: "descending",
    kind: AttrKind::Bool,
    default: Some(|| Attr::Bool(false)),
    doc: "Whether the greatest comes first, NaN before it.",
};
const P_STABLE: Param = Param {
    name: "stable",
    kind: AttrKind::Bool,
    default: Some(|| Attr::Bool(true)),
    doc: "Whether equal elements keep their order; they do in any case.",
};

/// The gradient of results that are elements of given places along an axis.
pub(super) fn back_to(b: &Backward, places: &Expr, axis: i64) -> Vec<Option<Expr>> {
    let zeros = Expr::scalar(0.0, b.grads[0].dtype()).broadcast_to(b.x[0].shape());
    vec![Some(Expr::apply(&ops::ADD_ALONG_AXIS, &[&zeros, places, &b.grads[0]], smallvec![Attr::Int(axis)]))]
}

/// Sorted values.
pub static SORT: OpDef = OpDef {
    name: "sort",
    summary: "The elements in order along an axis, NaN last (first if descending); equal ones keep their order.",
    source: "Python array API 2025.12, `sort`; complex numbers are ordered as in NumPy",
    example: "let x = tensor![[3, 1, 2], [4, 6, 5]];
assert_eq!(x.sort(1)?, tensor![[1, 2, 3], [4, 5, 6]]);
let down = SortOptions { descending: true, ..Default::default() };
assert_eq!(x.sort_with(0, down)?, tensor![[4, 6, 5], [3, 1, 2]]);",
    params: &[P_AXIS, P_DESCENDING, P_STABLE],
    dtype: DTypeRule::FirstDecoded,
    shape: ShapeRule::AlongAxis,
    cost: "copies; O(size of `x` times the logarithm of the axis)",
    // Each gradient goes back to the place that its element came from.
    grad: Grad::Rule(|b| {
        let attrs = smallvec![Attr::Int(b.attr(ONE_AXIS)), Attr::Bool(b.attr(DESCENDING)), Attr::Bool(true)];
        back_to(b, &Expr::apply(&ARGSORT, &[&b.x[0]], attrs), b.attr(ONE_AXIS))
    }),
    ..BASE
};

/// The places of sorted values.
pub static ARGSORT: OpDef = OpDef {
    name: "argsort",
    summary: "The indices that sort along an axis, NaN last (first if descending); equal elements keep their order.",
    source: "Python array API 2025.12, `argsort`; complex numbers are ordered as in NumPy",
    example: "assert_eq!(tensor![3, 1, 4, 1, 5].argsort(0)?, tensor![1, 3, 0, 2, 4]);",
    params: &[P_AXIS, P_DESCENDING, P_STABLE],
    dtype: DTypeRule::Index,
    shape: ShapeRule::AlongAxis,
    cost: "copies; O(size of `x` times the logarithm of the axis)",
    ..BASE
};
