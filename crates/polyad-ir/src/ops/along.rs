//! Elements along one axis by indices of their own: one index for each result, not for whole rows.

use polyad_core::{Dims, Error, Kind, Result, broadcast_shapes, normalize_axis};
use smallvec::smallvec;

use crate::attr::{Attr, AttrKind, ONE_AXIS, Param};
use crate::facts::{APART, NO_AXIS};
use crate::op::{Args, BASE, Call, Grad, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&TAKE_ALONG_AXIS, &ADD_ALONG_AXIS];

const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(-1)),
    doc: "The axis that the indices are of; negative counts from the end.",
};

/// Refuses indices that are no integers, and another rank than the tensor's; gives the axis.
fn indexed_axis(call: &Call) -> Result<usize> {
    let (x, indices) = (&call.x[0], &call.x[1]);
    let axis = normalize_axis(call.op.name, call.attr(ONE_AXIS), x.shape)?;
    if !matches!(indices.dtype.kind(), Kind::Signed | Kind::Unsigned) {
        let hint = "Indices are integers: convert with astype(\"int64\").";
        return Err(Error::DTypeUnsupported { op: call.op.name, dtype: indices.dtype, hint });
    }
    if indices.shape.len() != x.shape.len() {
        let need = format!("indices of rank {}, that of shape {:?}", x.shape.len(), x.shape);
        return Err(Error::ShapeMismatch { op: call.op.name, got: indices.shape.into(), need });
    }
    Ok(axis)
}

/// One element by each index.
pub static TAKE_ALONG_AXIS: OpDef = OpDef {
    name: "take_along_axis",
    summary: "Elements of an axis by one index for each result; the other axes broadcast, negative indices count from the end.",
    source: "Python array API 2025.12, `take_along_axis`",
    example: "let x = tensor![[10, 30, 20], [60, 40, 50]];
let places = x.argsort(1)?;
assert_eq!(x.take_along_axis(&places, 1)?, tensor![[10, 20, 30], [40, 50, 60]]);",
    args: Args::Fixed(&["x", "indices"]),
    params: &[P_AXIS],
    dtype: DTypeRule::FirstDecoded,
    shape: ShapeRule::Custom(
        |call| {
            let axis = indexed_axis(call)?;
            let mut x = Dims::from_slice(call.x[0].shape);
            x[axis] = call.x[1].shape[axis];
            broadcast_shapes(call.op.name, &[&x, call.x[1].shape])
                .map_err(|_| Error::broadcast(call.op.name, &[call.x[0].shape, call.x[1].shape]))
        },
        "`x` and `indices` broadcast, but along the axis, where it is that of `indices`",
    ),
    cost: "copies; O(size of the result)",
    errors: &[
        NO_AXIS,
        ("DTypeUnsupported", "for indices that are no integers"),
        ("ShapeMismatch", "for indices of another number of axes"),
        APART,
        ("IndexOutOfRange", "for an index outside the axis"),
    ],
    grad: Grad::Rule(|b| {
        let axis = b.attr(ONE_AXIS);
        let mut shape = b.grads[0].shape().to_vec();
        let at = normalize_axis(b.op.name, axis, &shape).unwrap_or(0);
        shape[at] = b.x[0].shape()[at];
        let zeros = Expr::scalar(0.0, b.grads[0].dtype()).broadcast_to(&shape);
        vec![Some(Expr::apply(&ADD_ALONG_AXIS, &[&zeros, &b.x[1], &b.grads[0]], smallvec![Attr::Int(axis)])), None]
    }),
    ..BASE
};

/// The transpose of `take_along_axis`.
pub static ADD_ALONG_AXIS: OpDef = OpDef {
    name: "add_along_axis",
    aliases: &["scatter_add"],
    summary: "`x` with each update, cast to its dtype, added at its index along an axis; an index may come more than once.",
    source: "PyTorch, `torch.scatter_add`; the transpose of `take_along_axis`",
    example: "let x = tensor![[1, 1, 1]];
assert_eq!(x.add_along_axis(&tensor![[2, 0, 2]], &tensor![[10, 20, 30]], 1)?, tensor![[21, 1, 41]]);",
    args: Args::Fixed(&["x", "indices", "updates"]),
    params: &[P_AXIS],
    dtype: DTypeRule::FirstDecoded,
    shape: ShapeRule::Custom(
        |call| {
            let axis = indexed_axis(call)?;
            let shape = call.x[0].shape;
            let places = broadcast_shapes(call.op.name, &[call.x[1].shape, call.x[2].shape])?;
            let fits = places.len() == shape.len() && (0..shape.len()).all(|i| i == axis || places[i] == shape[i]);
            if !fits {
                let need = format!("indices and updates of the extents of {shape:?} but along axis {axis}");
                return Err(Error::ShapeMismatch { op: call.op.name, got: places[..].into(), need });
            }
            Ok(Dims::from_slice(shape))
        },
        "that of `x`; `indices` and `updates` broadcast to its extents but along the axis",
    ),
    cost: "copies; O(size of `x` and `updates`)",
    errors: &[
        NO_AXIS,
        ("DTypeUnsupported", "for indices that are no integers, and for complex updates of real numbers"),
        ("ShapeMismatch", "for indices or updates of other extents"),
        APART,
        ("IndexOutOfRange", "for an index outside the axis"),
    ],
    grad: Grad::Rule(|b| {
        let axis = b.attr(ONE_AXIS);
        let attrs = smallvec![Attr::Int(axis)];
        vec![Some(b.grads[0].clone()), None, Some(Expr::apply(&TAKE_ALONG_AXIS, &[&b.grads[0], &b.x[1]], attrs))]
    }),
    ..BASE
};
