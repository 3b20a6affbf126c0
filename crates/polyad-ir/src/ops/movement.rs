//! Other layouts over the same elements.

use smallvec::{SmallVec, smallvec};

use crate::attr::{AXES, Attr, AttrKind, Key, ONE_AXIS, Param};
use crate::infer::{broadcast_to_shape, permute_shape, reshape_shape};
use crate::op::{BASE, Call, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule};
use polyad_core::{Dims, Error, Result, Slice, normalize_axis};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&RESHAPE, &PERMUTE_DIMS, &BROADCAST_TO, &NARROW];

/// Another shape.
pub static RESHAPE: OpDef = OpDef {
    name: "reshape",
    summary: "The same elements in another shape, row-major; a view where strides allow it, else a copy.",
    source: "Python array API 2025.12, `reshape`",
    params: &[Param { name: "shape", kind: AttrKind::Ints, default: None, doc: "The new extents; one may be -1." }],
    dtype: DTypeRule::First,
    shape: ShapeRule::Custom(reshape_shape),
    meaning: Meaning::Movement(|call, layout| Ok(layout.reshape(&reshape_shape(call)?))),
    grad: Grad::Rule(|b| vec![Some(b.grads[0].reshape(b.x[0].shape()))]),
    ..BASE
};

/// Another order of axes.
pub static PERMUTE_DIMS: OpDef = OpDef {
    name: "permute_dims",
    aliases: &["permute"],
    summary: "Axes in another order; always a view.",
    source: "Python array API 2025.12, `permute_dims`",
    params: &[Param { name: "axes", kind: AttrKind::Ints, default: None, doc: "Each axis once, in the new order." }],
    dtype: DTypeRule::First,
    shape: ShapeRule::Custom(permute_shape),
    meaning: Meaning::Movement(|call, layout| layout.permute(&call.attr(AXES)).map(Some)),
    grad: Grad::Rule(|b| {
        let axes = b.attr(AXES);
        let n = axes.len() as i64;
        let mut back: SmallVec<[i64; 4]> = smallvec![0; axes.len()];
        for (to, &from) in axes.iter().enumerate() {
            back[from.rem_euclid(n) as usize] = to as i64;
        }
        vec![Some(b.grads[0].permute(&back))]
    }),
    ..BASE
};

/// A larger shape by repetition.
pub static BROADCAST_TO: OpDef = OpDef {
    name: "broadcast_to",
    summary: "The same elements repeated to a larger shape; always a view, of stride 0.",
    source: "Python array API 2025.12, `broadcast_to`",
    params: &[Param { name: "shape", kind: AttrKind::Ints, default: None, doc: "The larger shape." }],
    dtype: DTypeRule::First,
    shape: ShapeRule::Custom(broadcast_to_shape),
    meaning: Meaning::Movement(|call, layout| layout.broadcast_to(&broadcast_to_shape(call)?).map(Some)),
    // The walk sums to the source's shape.
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone())]),
    ..BASE
};

const START: Key<i64> = Key { name: "start", get: |a| if let Attr::Int(x) = a { Some(*x) } else { None } };
const LENGTH: Key<i64> = Key { name: "length", get: |a| if let Attr::Int(x) = a { Some(*x) } else { None } };

/// Part of an axis.
pub static NARROW: OpDef = OpDef {
    name: "narrow",
    summary: "`length` elements of one axis from `start` on; always a view.",
    source: "PyTorch, `torch.narrow`",
    params: &[
        Param { name: "axis", kind: AttrKind::Int, default: None, doc: "The axis; negative counts from the end." },
        Param { name: "start", kind: AttrKind::Int, default: None, doc: "The first index." },
        Param { name: "length", kind: AttrKind::Int, default: None, doc: "How many." },
    ],
    dtype: DTypeRule::First,
    shape: ShapeRule::Custom(narrow_shape),
    meaning: Meaning::Movement(|call, layout| {
        let axis = normalize_axis(call.op.name, call.attr(ONE_AXIS), layout.shape())?;
        let (start, length) = (call.attr(START), call.attr(LENGTH));
        let mut parts = vec![Slice::All; axis];
        parts.push(Slice::from(start..start + length));
        layout.slice(&parts).map(Some)
    }),
    grad: Grad::Rule(|b| {
        let (axis, start) = (b.attr(ONE_AXIS), b.attr(START));
        let x = b.x[0].shape();
        let at = normalize_axis(b.op.name, axis, x).unwrap_or(0);
        let zeros = |n: usize| {
            let mut shape = x.to_vec();
            shape[at] = n;
            Expr::scalar(0.0, b.grads[0].dtype()).broadcast_to(&shape)
        };
        let (before, after) = (start as usize, x[at] - start as usize - b.grads[0].shape()[at]);
        let parts = [&zeros(before), &b.grads[0], &zeros(after)];
        vec![Some(Expr::apply(&super::CONCAT, &parts, smallvec![Attr::Int(axis)]))]
    }),
    ..BASE
};

fn narrow_shape(call: &Call) -> Result<Dims> {
    let shape = call.x[0].shape;
    let axis = normalize_axis(call.op.name, call.attr(ONE_AXIS), shape)?;
    let (start, length) = (call.attr(START), call.attr(LENGTH));
    let end = start.checked_add(length).filter(|&end| start >= 0 && length >= 0 && end as u64 <= shape[axis] as u64);
    if end.is_none() {
        let got = format!("{start} with length {length}");
        let takes = format!("a part of the {} elements of axis {axis} of shape {shape:?}", shape[axis]);
        return Err(Error::BadArgument { op: call.op.name, argument: "start", got, takes });
    }
    let mut out = Dims::from_slice(shape);
    out[axis] = length as usize;
    Ok(out)
}

/// Part of an axis, for rules.
pub(super) fn narrow(x: &Expr, axis: usize, start: usize, length: usize) -> Expr {
    let attrs = smallvec![Attr::Int(axis as i64), Attr::Int(start as i64), Attr::Int(length as i64)];
    Expr::apply(&NARROW, &[x], attrs)
}
