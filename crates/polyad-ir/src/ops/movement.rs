//! Other layouts over the same elements.

use polyad_core::{DType, Dims, Error, Layout, Result, Slice, Strides, View, normalize_axis};
use smallvec::{SmallVec, smallvec};

use crate::attr::{
    AXES, AXIS, AXIS1, AXIS2, Attr, AttrKind, Axes, DESTINATION, Key, ONE_AXIS, Param, SHAPE, SOURCE, WINDOW_SHAPE,
};
use crate::facts::{Failure, NO_AXIS, TOO_LARGE, TWICE};
use crate::infer::Reduced;
use crate::op::{BASE, Call, Grad, Meaning, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[
    &RESHAPE,
    &PERMUTE_DIMS,
    &MATRIX_TRANSPOSE,
    &SWAPAXES,
    &MOVEAXIS,
    &EXPAND_DIMS,
    &SQUEEZE,
    &FLIP,
    &BROADCAST_TO,
    &NARROW,
    &SLIDING_WINDOW_VIEW,
];

/// What entries of this file have in common: the dtype, and a shape that the meaning itself gives.
const MOVEMENT: OpDef = OpDef { dtype: DTypeRule::First, ..BASE };

/// A result of too many axes.
const MANY: Failure = ("TooManyAxes", "for a result of more than 64 axes");

/// The rule that asks the meaning, with its words.
const fn moves(words: &'static str) -> ShapeRule {
    ShapeRule::Custom(moved, words)
}

/// The shape that the meaning gives a contiguous operand.
fn moved(call: &Call) -> Result<Dims> {
    let Meaning::Movement(rule) = call.op.meaning else { unreachable!("the entries of this file move") };
    let layout = rule(call, &Layout::contiguous(call.x[0].shape)?)?;
    Ok(layout.expect("a contiguous layout takes any movement").shape().into())
}

/// The gradient in the shape of the operand: of entries that only name axes differently.
fn reshaped(b: &Backward) -> Vec<Option<Expr>> {
    vec![Some(b.grads[0].reshape(b.x[0].shape()))]
}

const fn ints(name: &'static str, doc: &'static str) -> Param {
    Param { name, kind: AttrKind::Ints, default: None, doc }
}

const fn int(name: &'static str, doc: &'static str) -> Param {
    Param { name, kind: AttrKind::Int, default: None, doc }
}

/// Another shape.
pub static RESHAPE: OpDef = OpDef {
    name: "reshape",
    summary: "The same elements in another shape, row-major; a view where strides allow it, else a copy.",
    source: "Python array API 2025.12, `reshape`",
    example: "
let x = tensor![[1, 2, 3], [4, 5, 6]];
assert_eq!(x.reshape(&[3, -1])?, tensor![[1, 2], [3, 4], [5, 6]]);",
    params: &[ints("shape", "The new extents; one may be -1.")],
    shape: moves("`shape`, with the extent that fits in place of a -1"),
    meaning: Meaning::Movement(|call, layout| Ok(layout.reshape(&layout.resolve_reshape(&call.attr(SHAPE))?))),
    cost: "a view where strides allow it, else copies, O(size of `x`)",
    errors: &[
        ("Reshape", "for another number of elements"),
        MANY,
        ("BlockWrite", "where a copy would take the blocks of a block format apart"),
    ],
    grad: Grad::Rule(reshaped),
    ..MOVEMENT
};

/// Another order of axes.
pub static PERMUTE_DIMS: OpDef = OpDef {
    name: "permute_dims",
    aliases: &["permute"],
    summary: "Axes in another order; always a view.",
    source: "Python array API 2025.12, `permute_dims`",
    example: "
let x = Tensor::arange(24)?.reshape(&[2, 3, 4])?.permute_dims(&[2, 0, 1])?;
assert_eq!((x.shape(), x.strides()), (&[4, 2, 3][..], &[1, 12, 4][..]));",
    params: &[ints("axes", "Each axis once, in the new order.")],
    shape: moves("that of `x` in the order of `axes`"),
    meaning: Meaning::Movement(|call, layout| layout.permute(&call.attr(AXES)).map(Some)),
    errors: &[("ShapeMismatch", "for more or fewer axes than `x` has"), NO_AXIS, TWICE],
    grad: Grad::Rule(|b| {
        let axes = b.attr(AXES);
        let n = axes.len() as i64;
        let mut back: SmallVec<[i64; 4]> = smallvec![0; axes.len()];
        for (to, &from) in axes.iter().enumerate() {
            back[from.rem_euclid(n) as usize] = to as i64;
        }
        vec![Some(b.grads[0].permute(&back))]
    }),
    ..MOVEMENT
};

/// The last two axes exchanged.
pub static MATRIX_TRANSPOSE: OpDef = OpDef {
    name: "matrix_transpose",
    aliases: &["permute_matrix"],
    summary: "The last two axes exchanged; always a view.",
    source: "Python array API 2025.12, `matrix_transpose`",
    example: "
assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].matrix_transpose()?, tensor![[1, 4], [2, 5], [3, 6]]);",
    shape: moves("`[.., m, n]` gives `[.., n, m]`"),
    meaning: Meaning::Movement(|call, layout| {
        if layout.ndim() < 2 {
            let need = "at least two axes to exchange".into();
            return Err(Error::ShapeMismatch { op: call.op.name, got: layout.shape().into(), need });
        }
        layout.swap_axes(-2, -1).map(Some)
    }),
    errors: &[("ShapeMismatch", "for fewer than two axes")],
    grad: Grad::Rule(|b| vec![Some(b.grads[0].mt())]),
    ..MOVEMENT
};

/// Two axes exchanged.
pub static SWAPAXES: OpDef = OpDef {
    name: "swapaxes",
    aliases: &["swap_axes"],
    summary: "Two axes exchanged; always a view.",
    source: "NumPy, `swapaxes`",
    example: "
let x = Tensor::zeros(&[2, 3, 4], DType::Float32)?;
assert_eq!(x.swapaxes(0, -1)?.shape(), [4, 3, 2]);",
    params: &[int("axis1", "One axis; negative counts from the end."), int("axis2", "The other.")],
    shape: moves("that of `x` with the two extents exchanged"),
    meaning: Meaning::Movement(|call, layout| {
        let at = |axis| normalize_axis(call.op.name, axis, layout.shape()).map(|at| at as i64);
        layout.swap_axes(at(call.attr(AXIS1))?, at(call.attr(AXIS2))?).map(Some)
    }),
    errors: &[NO_AXIS],
    grad: Grad::Rule(|b| {
        let attrs = smallvec![Attr::Int(b.attr(AXIS1)), Attr::Int(b.attr(AXIS2))];
        vec![Some(Expr::apply(&SWAPAXES, &[&b.grads[0]], attrs))]
    }),
    ..MOVEMENT
};

/// Axes moved to other places.
pub static MOVEAXIS: OpDef = OpDef {
    name: "moveaxis",
    summary: "Some axes moved to other places, the rest in their order; always a view.",
    source: "Python array API 2025.12, `moveaxis`",
    example: "
let x = Tensor::zeros(&[2, 3, 4], DType::Float32)?;
assert_eq!(x.moveaxis(&[0], &[-1])?.shape(), [3, 4, 2]);
assert_eq!(x.moveaxis(&[0, 1], &[1, 0])?.shape(), [3, 2, 4]);",
    params: &[ints("source", "The axes that move."), ints("destination", "Their places in the result.")],
    shape: moves("that of `x` with the extents in their new order"),
    meaning: Meaning::Movement(|call, layout| {
        layout.permute(&moved_order(call, layout.shape(), &call.attr(SOURCE), &call.attr(DESTINATION))?).map(Some)
    }),
    errors: &[("BadArgument", "for lists of different lengths"), NO_AXIS, TWICE],
    grad: Grad::Rule(|b| vec![Some(moveaxis(&b.grads[0], &b.attr(DESTINATION), &b.attr(SOURCE)))]),
    ..MOVEMENT
};

fn moved_order(call: &Call, shape: &[usize], source: &[i64], destination: &[i64]) -> Result<SmallVec<[i64; 4]>> {
    let op = call.op.name;
    if source.len() != destination.len() {
        let got = format!("{destination:?}");
        let takes = format!("as many axes as source, {source:?}");
        return Err(Error::BadArgument { op, argument: "destination", got, takes });
    }
    let (from, to) =
        (Reduced::new(op, shape, &Axes::from(source))?, Reduced::new(op, shape, &Axes::from(destination))?);
    let mut order: SmallVec<[i64; 4]> = smallvec![-1; shape.len()];
    for (&axis, &place) in source.iter().zip(destination) {
        order[normalize_axis(op, place, shape)?] = normalize_axis(op, axis, shape)? as i64;
    }
    let mut rest = (0..shape.len()).filter(|&axis| !from.contains(axis));
    for (place, axis) in order.iter_mut().enumerate().filter(|(place, _)| !to.contains(*place)) {
        *axis = rest.next().unwrap_or(place) as i64;
    }
    Ok(order)
}

/// Axes moved, for rules.
fn moveaxis(x: &Expr, source: &[i64], destination: &[i64]) -> Expr {
    Expr::apply(&MOVEAXIS, &[x], smallvec![Attr::Ints(source.into()), Attr::Ints(destination.into())])
}

/// New axes of extent 1.
pub static EXPAND_DIMS: OpDef = OpDef {
    name: "expand_dims",
    aliases: &["unsqueeze"],
    summary: "New axes of extent 1; always a view.",
    source: "Python array API 2025.12, `expand_dims`",
    example: "
let x = tensor![1, 2, 3];
assert_eq!(x.expand_dims(0)?.shape(), [1, 3]);
assert_eq!(x.expand_dims([0, 2])?.shape(), [1, 3, 1]);",
    params: &[Param {
        name: "axis",
        kind: AttrKind::Axes,
        default: Some(|| Attr::Axes(0.into())),
        doc: "Where the new axes stand in the result; negative counts from its end.",
    }],
    shape: moves("that of `x` with extents of 1 put in"),
    meaning: Meaning::Movement(|call, layout| expanded(call, layout).map(Some)),
    errors: &[("BadArgument", "for a place outside the result, or named twice"), MANY],
    grad: Grad::Rule(reshaped),
    ..MOVEMENT
};

fn expanded(call: &Call, layout: &Layout) -> Result<Layout> {
    let op = call.op.name;
    let Axes::List(axes) = call.attr(AXIS) else {
        let takes = "the places of the new axes".into();
        return Err(Error::BadArgument { op, argument: "axis", got: "all axes".into(), takes });
    };
    let n = (layout.ndim() + axes.len()) as i64;
    let mut places: SmallVec<[i64; 4]> = smallvec![];
    for &axis in &axes {
        let at = if axis < 0 { axis.saturating_add(n) } else { axis };
        if !(0..n).contains(&at) || places.contains(&at) {
            let twice = if places.contains(&at) { ", each once" } else { "" };
            let takes = format!("{} to {} for shape {:?}{twice}", -n, n - 1, layout.shape());
            return Err(Error::BadArgument { op, argument: "axis", got: axis.to_string(), takes });
        }
        places.push(at);
    }
    // In rising order each place is already that of the result.
    places.sort_unstable();
    places.iter().try_fold(layout.clone(), |l, &at| l.expand_dims(at))
}

/// Axes of extent 1 dropped.
pub static SQUEEZE: OpDef = OpDef {
    name: "squeeze",
    summary: "Axes of extent 1 dropped: those that are named, or all there are; always a view.",
    source: "Python array API 2025.12, `squeeze`",
    example: "
let x = Tensor::zeros(&[1, 3, 1, 4], DType::Float32)?;
assert_eq!(x.squeeze(0)?.shape(), [3, 1, 4]);
assert_eq!(x.squeeze(())?.shape(), [3, 4]);
assert!(x.squeeze(1).is_err());",
    params: &[Param {
        name: "axis",
        kind: AttrKind::Axes,
        default: None,
        doc: "The axes, each of extent 1; all of them if none is named.",
    }],
    shape: moves("that of `x` without the axes"),
    meaning: Meaning::Movement(|call, layout| {
        let axes = call.attr(AXIS);
        let dropped = Reduced::new(call.op.name, layout.shape(), &axes)?;
        let drops = |&axis: &usize| dropped.contains(axis) && (axes != Axes::All || layout.shape()[axis] == 1);
        // The last first, so that the numbers of the others stay.
        let last_first = (0..layout.ndim()).rev().filter(drops);
        last_first.into_iter().try_fold(layout.clone(), |l, axis| l.squeeze(axis as i64)).map(Some)
    }),
    errors: &[NO_AXIS, TWICE, ("ShapeMismatch", "for an axis of another extent than 1")],
    grad: Grad::Rule(reshaped),
    ..MOVEMENT
};

/// Axes reversed.
pub static FLIP: OpDef = OpDef {
    name: "flip",
    summary: "The elements in reverse order along axes; always a view.",
    source: "Python array API 2025.12, `flip`",
    example: "
let x = tensor![[1, 2], [3, 4]];
assert_eq!(x.flip(0)?, tensor![[3, 4], [1, 2]]);
assert_eq!(x.flip(())?, tensor![[4, 3], [2, 1]]);",
    params: &[Param {
        name: "axis",
        kind: AttrKind::Axes,
        default: None,
        doc: "The axes; all of them if none is named.",
    }],
    shape: moves("that of `x`"),
    meaning: Meaning::Movement(|call, layout| {
        let turned = Reduced::new(call.op.name, layout.shape(), &call.attr(AXIS))?;
        let axes = (0..layout.ndim()).filter(|&axis| turned.contains(axis));
        axes.into_iter().try_fold(layout.clone(), |l, axis| l.flip(axis as i64)).map(Some)
    }),
    errors: &[NO_AXIS, TWICE],
    grad: Grad::Rule(|b| vec![Some(Expr::apply(&FLIP, &[&b.grads[0]], b.attrs.into()))]),
    ..MOVEMENT
};

/// A larger shape by repetition.
pub static BROADCAST_TO: OpDef = OpDef {
    name: "broadcast_to",
    summary: "The same elements repeated to a larger shape; always a view, of stride 0.",
    source: "Python array API 2025.12, `broadcast_to`",
    example: "
let x = tensor![1, 2].broadcast_to(&[3, 2])?;
assert_eq!(x, tensor![[1, 2], [1, 2], [1, 2]]);
assert_eq!(x.strides(), [0, 1]);",
    params: &[ints("shape", "The larger shape.")],
    shape: moves("`shape`"),
    meaning: Meaning::Movement(|call, layout| {
        let to = call.attr(SHAPE);
        let extents: Option<Vec<usize>> = to.iter().map(|&n| usize::try_from(n).ok()).collect();
        let to = extents.ok_or_else(|| Error::BadArgument {
            op: call.op.name,
            argument: "shape",
            got: format!("{to:?}"),
            takes: "extents of at least 0".into(),
        })?;
        layout.broadcast_to(&to).map(Some)
    }),
    // The walk sums to the source's shape.
    errors: &[
        ("Broadcast", "for a shape that `x` does not broadcast to"),
        ("BadArgument", "for a negative extent"),
        MANY,
        TOO_LARGE,
    ],
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone())]),
    ..MOVEMENT
};

const START: Key<i64> = Key { name: "start", get: |a| if let Attr::Int(x) = a { Some(*x) } else { None } };
const LENGTH: Key<i64> = Key { name: "length", get: |a| if let Attr::Int(x) = a { Some(*x) } else { None } };

/// Part of an axis.
pub static NARROW: OpDef = OpDef {
    name: "narrow",
    summary: "`length` elements of one axis from `start` on; always a view.",
    source: "PyTorch, `torch.narrow`",
    example: "
assert_eq!(tensor![1, 2, 3, 4].narrow(0, 1, 2)?, tensor![2, 3]);",
    params: &[
        int("axis", "The axis; negative counts from the end."),
        int("start", "The first index."),
        int("length", "How many."),
    ],
    shape: moves("that of `x` with `length` on the axis"),
    meaning: Meaning::Movement(|call, layout| {
        let shape = layout.shape();
        let axis = normalize_axis(call.op.name, call.attr(ONE_AXIS), shape)?;
        let (start, length) = (call.attr(START), call.attr(LENGTH));
        let end =
            start.checked_add(length).filter(|&end| start >= 0 && length >= 0 && end as u64 <= shape[axis] as u64);
        let Some(end) = end else {
            let got = format!("{start} with length {length}");
            let takes = format!("a part of the {} elements of axis {axis} of shape {shape:?}", shape[axis]);
            return Err(Error::BadArgument { op: call.op.name, argument: "start", got, takes });
        };
        let mut parts = vec![Slice::All; axis];
        parts.push(Slice::from(start..end));
        layout.slice(&parts).map(Some)
    }),
    errors: &[NO_AXIS, ("BadArgument", "for a part that reaches outside the axis")],
    grad: Grad::Rule(|b| {
        let x = b.x[0].shape();
        let at = normalize_axis(b.op.name, b.attr(ONE_AXIS), x).unwrap_or(0);
        let (before, length) = (b.attr(START) as usize, b.grads[0].shape()[at]);
        let mut widths: SmallVec<[i64; 4]> = smallvec![0; 2 * x.len()];
        (widths[2 * at], widths[2 * at + 1]) = (before as i64, (x[at] - before - length) as i64);
        let zero = Expr::scalar(0.0, b.grads[0].dtype());
        vec![Some(Expr::apply(&super::PAD, &[&b.grads[0], &zero], smallvec![Attr::Ints(widths)]))]
    }),
    ..MOVEMENT
};

/// Part of an axis, for rules.
pub(super) fn narrow(x: &Expr, axis: usize, start: usize, length: usize) -> Expr {
    let attrs = smallvec![Attr::Int(axis as i64), Attr::Int(start as i64), Attr::Int(length as i64)];
    Expr::apply(&NARROW, &[x], attrs)
}

/// Every window of a shape.
pub static SLIDING_WINDOW_VIEW: OpDef = OpDef {
    name: "sliding_window_view",
    summary: "Every window of a shape, one further along each axis; always a view, whose windows share elements.",
    source: "NumPy, `lib.stride_tricks.sliding_window_view`",
    example: "
assert_eq!(tensor![1, 2, 3, 4].sliding_window_view(&[2], ())?, tensor![[1, 2], [2, 3], [3, 4]]);",
    params: &[
        ints("window_shape", "The extents of a window, which become the last axes."),
        Param {
            name: "axis",
            kind: AttrKind::Axes,
            default: None,
            doc: "The axis of each extent; all of them if none is named.",
        },
    ],
    shape: moves("that of `x`, each windowed axis shorter by its window less 1, followed by `window_shape`"),
    meaning: Meaning::Movement(|call, layout| {
        let (mut shape, mut strides): (Dims, Strides) = (layout.shape().into(), layout.strides().into());
        for (axis, window) in windows(call.op, &call.attr(WINDOW_SHAPE), &call.attr(AXIS), layout.shape())? {
            let n = shape[axis];
            if window == 0 || window > n {
                let got = window.to_string();
                let takes = format!("windows of 1 to {n} on axis {axis} of shape {:?}", layout.shape());
                return Err(Error::BadArgument { op: call.op.name, argument: "window_shape", got, takes });
            }
            shape[axis] = n - window + 1;
            shape.push(window);
            strides.push(strides[axis]);
        }
        Layout::new(&shape, &strides, layout.offset()).map(Some)
    }),
    errors: &[
        NO_AXIS,
        ("BadArgument", "for a window that is empty or longer than its axis, and for more or fewer of them than axes"),
        MANY,
    ],
    grad: Grad::Rule(|b| {
        let pairs = windows(b.op, &b.attr(WINDOW_SHAPE), &b.attr(AXIS), b.x[0].shape()).unwrap_or_default();
        let grad = pairs.iter().rev().fold(b.grads[0].clone(), |g, &(axis, window)| unwindow(&g, axis, window));
        vec![Some(grad)]
    }),
    ..MOVEMENT
};

/// Axis and extent of each window axis; an extent that is negative counts as 0, which no axis takes.
fn windows(op: Op, extents: &[i64], axes: &Axes, shape: &[usize]) -> Result<SmallVec<[(usize, usize); 4]>> {
    let axes: SmallVec<[i64; 4]> = match axes {
        Axes::All => (0..shape.len() as i64).collect(),
        Axes::List(list) => list.clone(),
    };
    if axes.len() != extents.len() {
        let takes = format!("one extent for each of {} axes of shape {shape:?}", axes.len());
        return Err(Error::BadArgument { op: op.name, argument: "window_shape", got: format!("{extents:?}"), takes });
    }
    let pair = |(&axis, &n): (&i64, &i64)| Ok((normalize_axis(op.name, axis, shape)?, usize::try_from(n).unwrap_or(0)));
    axes.iter().zip(extents).map(pair).collect()
}

/// The last axis, windows along `axis`, added back to the elements that they show.
fn unwindow(grad: &Expr, axis: usize, window: usize) -> Expr {
    let beside = moveaxis(grad, &[-1], &[axis as i64 + 1]);
    let count = grad.shape()[axis];
    let mut flat: Dims = beside.shape().into();
    flat.remove(axis + 1);
    flat[axis] = count * window;
    let places: Vec<u8> = (0..count * window).flat_map(|i| ((i / window + i % window) as i64).to_le_bytes()).collect();
    let places = View::from_bytes(&places, DType::Int64, &[count * window]).expect("eight bytes an index");
    let mut whole = flat.clone();
    whole[axis] = count + window - 1;
    let zeros = Expr::scalar(0.0, grad.dtype()).broadcast_to(&whole);
    let attrs = smallvec![Attr::Int(axis as i64)];
    Expr::apply(&super::INDEX_ADD, &[&zeros, &Expr::leaf(places), &beside.reshape(&flat)], attrs)
}
