//! Tensors joined, repeated, rolled and padded: elements in new places, as copies.

use polyad_core::{Dims, Error, Result, normalize_axis};
use smallvec::{SmallVec, smallvec};

use super::movement::narrow;
use super::padding::framed;
use crate::attr::{AXIS, Attr, AttrKind, Axes, COUNT, ONE_AXIS, Param, REPS, SHIFT, WIDTHS};
use crate::facts::{NO_AXIS, TOO_LARGE};
use crate::op::{Args, BASE, Call, ComplexGrad, Grad, Op, OpDef};
use crate::promote::promote;
use crate::{DTypeRule, Expr, ShapeRule};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&CONCAT, &STACK, &TILE, &REPEAT, &ROLL, &PAD];

/// What entries of this file have in common: an executor, and elements that keep their dtype.
const COPY: OpDef = OpDef { dtype: DTypeRule::Moved, cost: "copies; O(size of the result)", ..BASE };

/// An axis, or none for the elements in row-major order. Errors: [`Error::BadArgument`] for several axes.
pub fn flat_or_axis(op: Op, axes: &Axes, shape: &[usize]) -> Result<Option<usize>> {
    match axes {
        Axes::All => Ok(None),
        Axes::List(list) => match list[..] {
            [axis] => normalize_axis(op.name, axis, shape).map(Some),
            _ => {
                let (got, takes) = (format!("{list:?}"), "one axis, or none for the flattened elements".into());
                Err(Error::BadArgument { op: op.name, argument: "axis", got, takes })
            }
        },
    }
}

fn product(op: Op, shape: &[usize]) -> Result<usize> {
    let size = shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d));
    size.ok_or_else(|| Error::SizeOverflow { op: op.name, shape: shape.into(), dtype: None })
}

/// Joining along an axis.
pub static CONCAT: OpDef = OpDef {
    name: "concat",
    aliases: &["concatenate"],
    summary: "Tensors joined along an axis, or flattened and then joined; dtypes promote.",
    source: "Python array API 2025.12, `concat`",
    example: "
let (x, y) = (tensor![[1, 2]], tensor![[3, 4]]);
assert_eq!(x.concat(&[&y], 0)?, tensor![[1, 2], [3, 4]]);
assert_eq!(x.concat(&[&y], ())?, tensor![1, 2, 3, 4]);",
    args: Args::Many("xs"),
    params: &[Param {
        name: "axis",
        kind: AttrKind::Axes,
        default: Some(|| Attr::Axes(0.into())),
        doc: "The axis, which all have; none flattens each tensor first.",
    }],
    shape: ShapeRule::Custom(
        concat_shape,
        "that of the tensors, whose extents add up along the axis and are equal else; without an axis the sum of their sizes",
    ),
    errors: &[
        NO_AXIS,
        ("BadArgument", "for several axes"),
        ("ShapeMismatch", "for extents that differ beside the axis"),
        TOO_LARGE,
    ],
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(|b| {
        let axis = flat_or_axis(b.op, &b.attr(AXIS), b.x[0].shape()).unwrap_or(None);
        let mut start = 0;
        let part = |x: &Expr| {
            let n = axis.map_or_else(|| x.shape().iter().product(), |axis| x.shape()[axis]);
            let grad = narrow(&b.grads[0], axis.unwrap_or(0), start, n);
            start += n;
            Some(grad.reshape(x.shape()))
        };
        b.x.iter().map(part).collect()
    }),
    ..COPY
};

fn concat_shape(call: &Call) -> Result<Dims> {
    let op = call.op.name;
    let first = call.x[0].shape;
    let overflow = |shape: &[usize]| Error::SizeOverflow { op, shape: shape.into(), dtype: None };
    let Some(axis) = flat_or_axis(call.op, &call.attr(AXIS), first)? else {
        let mut n = 0usize;
        for t in call.x {
            n = n.checked_add(product(call.op, t.shape)?).ok_or_else(|| overflow(t.shape))?;
        }
        return Ok(smallvec![n]);
    };
    let mut out = Dims::from_slice(first);
    for t in &call.x[1..] {
        let agrees = t.shape.len() == first.len()
            && t.shape.iter().zip(first).enumerate().all(|(i, (a, b))| i == axis || a == b);
        if !agrees {
            let need = format!("the extents of {first:?} but along axis {axis}");
            return Err(Error::ShapeMismatch { op, got: t.shape.into(), need });
        }
        out[axis] = out[axis].checked_add(t.shape[axis]).ok_or_else(|| overflow(t.shape))?;
    }
    Ok(out)
}

/// Joining along a new axis.
pub static STACK: OpDef = OpDef {
    name: "stack",
    summary: "Tensors of one shape joined along a new axis; dtypes promote.",
    source: "Python array API 2025.12, `stack`",
    example: "
let (x, y) = (tensor![1, 2], tensor![3, 4]);
assert_eq!(x.stack(&[&y], 0)?, tensor![[1, 2], [3, 4]]);
assert_eq!(x.stack(&[&y], -1)?, tensor![[1, 3], [2, 4]]);",
    args: Args::Many("xs"),
    params: &[Param {
        name: "axis",
        kind: AttrKind::Int,
        default: Some(|| Attr::Int(0)),
        doc: "The place of the new axis in the result; negative counts from its end.",
    }],
    shape: ShapeRule::Custom(
        |call| {
            let op = call.op.name;
            let first = call.x[0].shape;
            if let Some(t) = call.x.iter().find(|t| t.shape != first) {
                return Err(Error::ShapeMismatch {
                    op,
                    got: t.shape.into(),
                    need: format!("tensors of one shape, {first:?}"),
                });
            }
            let mut out = Dims::from_slice(first);
            out.insert(stack_axis(call.op, call.attr(ONE_AXIS), first)?, call.x.len());
            Ok(out)
        },
        "that of the tensors, with a new axis of their number",
    ),
    errors: &[("ShapeMismatch", "for tensors of different shapes"), ("BadArgument", "for a place outside the result")],
    grad: Grad::Rule(|b| {
        let axis = stack_axis(b.op, b.attr(ONE_AXIS), b.x[0].shape()).unwrap_or(0);
        let part = |(i, x): (usize, &Expr)| Some(narrow(&b.grads[0], axis, i, 1).reshape(x.shape()));
        b.x.iter().enumerate().map(part).collect()
    }),
    ..COPY
};

/// The place of the new axis of `stack`. Errors: [`Error::BadArgument`].
pub fn stack_axis(op: Op, axis: i64, shape: &[usize]) -> Result<usize> {
    let n = shape.len() as i64 + 1;
    let at = if axis < 0 { axis.saturating_add(n) } else { axis };
    if (0..n).contains(&at) {
        return Ok(at as usize);
    }
    let takes = format!("{} to {} for tensors of shape {shape:?}", -n, n - 1);
    Err(Error::BadArgument { op: op.name, argument: "axis", got: axis.to_string(), takes })
}

/// The whole repeated.
pub static TILE: OpDef = OpDef {
    name: "tile",
    summary: "The whole tensor repeated along each axis.",
    source: "Python array API 2025.12, `tile`",
    example: "
assert_eq!(tensor![[1, 2]].tile(&[2, 2])?, tensor![[1, 2, 1, 2], [1, 2, 1, 2]]);",
    params: &[Param {
        name: "reps",
        kind: AttrKind::Ints,
        default: None,
        doc: "How often along each axis; more of them than axes put new axes in front, fewer stand for the last axes.",
    }],
    shape: ShapeRule::Custom(
        |call| {
            let (reps, shape) = tiled(call.op, &call.attr(REPS), call.x[0].shape)?;
            let times = |(&n, &r): (&usize, &usize)| n.checked_mul(r);
            let out: Option<Dims> = shape.iter().zip(&reps).map(times).collect();
            out.ok_or_else(|| Error::SizeOverflow { op: call.op.name, shape: call.x[0].shape.into(), dtype: None })
        },
        "each extent times its repetitions",
    ),
    errors: &[("BadArgument", "for negative repetitions"), TOO_LARGE],
    grad: Grad::Rule(|b| {
        let Ok((reps, shape)) = tiled(b.op, &b.attr(REPS), b.x[0].shape()) else { return vec![None] };
        // Axis by axis, as a shape with two axes for each may have too many.
        let mut grad = b.grads[0].clone();
        for axis in (0..shape.len()).filter(|&axis| reps[axis] != 1) {
            let mut apart: Dims = grad.shape().into();
            apart[axis] = shape[axis];
            apart.insert(axis, reps[axis]);
            grad = grad.reshape(&apart).sum(&Axes::from(axis as i64), false);
        }
        vec![Some(grad.reshape(b.x[0].shape()))]
    }),
    ..COPY
};

/// Repetitions and extents of `tile`, as many of the one as of the other. Errors: [`Error::BadArgument`].
pub fn tiled(op: Op, reps: &[i64], shape: &[usize]) -> Result<(Dims, Dims)> {
    let counts: Option<Dims> = reps.iter().map(|&r| usize::try_from(r).ok()).collect();
    let counts = counts.ok_or_else(|| Error::BadArgument {
        op: op.name,
        argument: "reps",
        got: format!("{reps:?}"),
        takes: "repetitions of at least 0".into(),
    })?;
    let lead = |list: &[usize], n: usize| -> Dims {
        std::iter::repeat_n(1, n.saturating_sub(list.len())).chain(list.iter().copied()).collect()
    };
    let n = counts.len().max(shape.len());
    Ok((lead(&counts, n), lead(shape, n)))
}

/// Each element repeated.
pub static REPEAT: OpDef = OpDef {
    name: "repeat",
    summary: "Each element repeated in place along an axis, or of the flattened tensor.",
    source: "Python array API 2025.12, `repeat`",
    example: "
let x = tensor![[1, 2], [3, 4]];
assert_eq!(x.repeat(2, 1)?, tensor![[1, 1, 2, 2], [3, 3, 4, 4]]);
assert_eq!(x.repeat(2, ())?, tensor![1, 1, 2, 2, 3, 3, 4, 4]);",
    params: &[
        Param {
            name: "count",
            kind: AttrKind::Int,
            default: None,
            doc: "How often each element stands in the result.",
        },
        Param { name: "axis", kind: AttrKind::Axes, default: None, doc: "The axis; none flattens first." },
    ],
    shape: ShapeRule::Custom(
        |call| {
            let (count, shape) = (call.attr(COUNT), call.x[0].shape);
            let bad = || Error::BadArgument {
                op: call.op.name,
                argument: "count",
                got: count.to_string(),
                takes: "a number of repetitions, at least 0".into(),
            };
            let count = usize::try_from(count).map_err(|_| bad())?;
            let mut out: Dims = shape.into();
            let axis = flat_or_axis(call.op, &call.attr(AXIS), shape)?;
            let axis = match axis {
                Some(axis) => axis,
                None => {
                    out = smallvec![product(call.op, shape)?];
                    0
                }
            };
            let overflow = || Error::SizeOverflow { op: call.op.name, shape: shape.into(), dtype: None };
            out[axis] = out[axis].checked_mul(count).ok_or_else(overflow)?;
            Ok(out)
        },
        "that of `x` with the axis times `count`; without an axis its size times `count`",
    ),
    errors: &[NO_AXIS, ("BadArgument", "for several axes, and for a negative count"), TOO_LARGE],
    grad: Grad::Rule(|b| {
        let x = b.x[0].shape();
        let axis = flat_or_axis(b.op, &b.attr(AXIS), x).unwrap_or(None);
        let mut apart: Dims = if axis.is_some() { x.into() } else { smallvec![x.iter().product()] };
        let at = axis.unwrap_or(0) + 1;
        apart.insert(at, b.attr(COUNT) as usize);
        vec![Some(b.grads[0].reshape(&apart).sum(&Axes::from(at as i64), false).reshape(x))]
    }),
    ..COPY
};

/// Elements moved around the end.
pub static ROLL: OpDef = OpDef {
    name: "roll",
    summary: "Elements moved along axes; those that leave at the end come in at the start.",
    source: "Python array API 2025.12, `roll`",
    example: "
assert_eq!(tensor![1, 2, 3, 4, 5].roll(&[2], ())?, tensor![4, 5, 1, 2, 3]);
assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].roll(&[-1], 1)?, tensor![[2, 3, 1], [5, 6, 4]]);",
    params: &[
        Param { name: "shift", kind: AttrKind::Ints, default: None, doc: "How far, one for all axes or one for each." },
        Param { name: "axis", kind: AttrKind::Axes, default: None, doc: "The axes; none rolls the flattened tensor." },
    ],
    shape: ShapeRule::Custom(
        |call| {
            rolled(call.op, &call.attr(SHIFT), &call.attr(AXIS), call.x[0].shape)?;
            Ok(call.x[0].shape.into())
        },
        "that of `x`",
    ),
    errors: &[NO_AXIS, ("BadArgument", "for other than one shift or one for each axis"), TOO_LARGE],
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(|b| {
        let back: SmallVec<[i64; 4]> = b.attr(SHIFT).iter().map(|s| s.saturating_neg()).collect();
        vec![Some(Expr::apply(&ROLL, &[&b.grads[0]], smallvec![Attr::Ints(back), Attr::Axes(b.attr(AXIS))]))]
    }),
    ..COPY
};

/// How far each axis of `roll` moves, from 0 to its extent; for the flattened tensor one number.
///
/// Errors: [`Error::AxisOutOfRange`], [`Error::BadArgument`] for other than one shift, or one for each axis.
pub fn rolled(op: Op, shift: &[i64], axes: &Axes, shape: &[usize]) -> Result<Dims> {
    let forward = |n: usize, by: i64| if n == 0 { 0 } else { i128::from(by).rem_euclid(n as i128) as usize };
    let Axes::List(list) = axes else {
        let n = product(op, shape)?;
        return Ok(smallvec![shift.iter().fold(0, |at, &by| (at + forward(n, by)) % n.max(1))]);
    };
    if shift.len() != 1 && shift.len() != list.len() {
        let takes = format!("one shift, or one for each of the axes {list:?}");
        return Err(Error::BadArgument { op: op.name, argument: "shift", got: format!("{shift:?}"), takes });
    }
    let mut out: Dims = smallvec![0; shape.len()];
    for (&axis, &by) in list.iter().zip(shift.iter().cycle()) {
        let at = normalize_axis(op.name, axis, shape)?;
        out[at] = (out[at] + forward(shape[at], by)) % shape[at].max(1);
    }
    Ok(out)
}

/// A frame of one value.
pub static PAD: OpDef = OpDef {
    name: "pad",
    summary: "The tensor in a frame of one value.",
    source: "NumPy, `pad` with mode=\"constant\"",
    example: "
assert_eq!(tensor![[1, 2]].pad(&tensor![0], &[0, 1, 1, 0])?, tensor![[0, 1, 2], [0, 0, 0]]);",
    args: Args::Fixed(&["x", "value"]),
    params: &[Param {
        name: "widths",
        kind: AttrKind::Ints,
        default: None,
        doc: "How many before and after, for each axis; the dtype stays, so `value` must fit it.",
    }],
    shape: ShapeRule::Custom(pad_shape, "each extent of `x` plus its two widths"),
    errors: &[
        ("ShapeMismatch", "for more than one value"),
        ("DTypeMismatch", "for a value that the dtype of `x` does not hold"),
        ("NoPromotion", "for uint64 beside a signed integer"),
        ("BadArgument", "for other than two widths of at least 0 for each axis"),
        TOO_LARGE,
    ],
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(|b| {
        let widths = b.attr(WIDTHS);
        let inner = b.x[0].shape().iter().enumerate();
        let grad = inner.fold(b.grads[0].clone(), |g, (axis, &n)| narrow(&g, axis, widths[2 * axis] as usize, n));
        let frame = b.grads[0].sum(&Axes::All, false) - grad.sum(&Axes::All, false);
        vec![Some(grad), Some(frame)]
    }),
    ..COPY
};

fn pad_shape(call: &Call) -> Result<Dims> {
    let (op, widths) = (call.op.name, call.attr(WIDTHS));
    let (x, value) = (call.x[0], call.x[1]);
    if !value.shape.is_empty() && value.shape != [1] {
        return Err(Error::ShapeMismatch { op, got: value.shape.into(), need: "one value for the frame".into() });
    }
    let dtype = if x.dtype.is_quantized() { x.dtype.compute() } else { x.dtype };
    if value.dtype != x.dtype && promote(op, dtype, value.dtype)? != dtype {
        return Err(Error::DTypeMismatch { op, got: value.dtype, need: dtype });
    }
    framed(call.op, &widths, x.shape)
}
