//! Other layouts over the same elements.

use polyad_core::{Dims, Error, Layout, Result, Slice, Strides, normalize_axis};
use smallvec::{SmallVec, smallvec};

use super::convolution::{P_DILATION, P_STRIDE};
use crate::attr::{
    AXES, AXIS, AXIS1, AXIS2, Attr, AttrKind, Axes, DESTINATION, DILATION, Key, ONE_AXIS, Param, SHAPE, SIZE, SOURCE,
    STRIDE, WINDOW_SHAPE,
};
use crate::facts::{Failure, NO_AXIS, TOO_LARGE, TWICE};
use crate::infer::Reduced;
use crate::op::{BASE, Call, ComplexGrad, Grad, Meaning, Op, OpDef};
use crate::windows::each;
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
    &FOLD,
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
    complex_grad: ComplexGrad::Analytic,
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
    complex_grad: ComplexGrad::Analytic,
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
    complex_grad: ComplexGrad::Analytic,
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
    complex_grad: ComplexGrad::Analytic,
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
    complex_grad: ComplexGrad::Analytic,
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
    aliases: &["unfold", "im2col"],
    summary: "Every window of a shape, each a stride further along its axes; always a view, whose windows share elements.",
    source: "NumPy, `lib.stride_tricks.sliding_window_view`; `stride` as in PyTorch, `Tensor.unfold`",
    example: "
assert_eq!(tensor![1, 2, 3, 4].sliding_window_view(&[2], ())?, tensor![[1, 2], [2, 3], [3, 4]]);
let options = SlidingWindowViewOptions { stride: vec![2], dilation: vec![3] };
assert_eq!(tensor![1, 2, 3, 4, 5, 6].sliding_window_view_with(&[2], (), options)?, tensor![[1, 4], [3, 6]]);",
    params: &[
        ints("window_shape", "The extents of a window, which become the last axes."),
        Param {
            name: "axis",
            kind: AttrKind::Axes,
            default: None,
            doc: "The axis of each extent; all of them if none is named.",
        },
        P_STRIDE,
        P_DILATION,
    ],
    shape: moves("that of `x`, the number of windows on each windowed axis, followed by `window_shape`"),
    meaning: Meaning::Movement(|call, layout| {
        let (mut shape, mut strides): (Dims, Strides) = (layout.shape().into(), layout.strides().into());
        let steps = [call.attr(STRIDE), call.attr(DILATION)];
        for w in windows(call.op, &call.attr(WINDOW_SHAPE), &call.attr(AXIS), steps, layout.shape())? {
            let n = shape[w.axis];
            if w.window == 0 || w.span().is_none_or(|span| span > n) {
                let got = w.window.to_string();
                let apart = if w.dilation == 1 { String::new() } else { format!(" with dilation {}", w.dilation) };
                let takes = format!(
                    "windows of 1 to {}{apart} on axis {} of shape {:?}",
                    n.div_ceil(w.dilation),
                    w.axis,
                    layout.shape()
                );
                return Err(Error::BadArgument { op: call.op.name, argument: "window_shape", got, takes });
            }
            shape[w.axis] = w.count(n);
            shape.push(w.window);
            let step = strides[w.axis];
            let times = |by: usize| step.checked_mul(by as isize);
            // A stride that leads to one window only is not gone along.
            strides[w.axis] = if shape[w.axis] == 1 { step } else { times(w.stride).unwrap_or(step) };
            strides.push(if w.window == 1 { step } else { times(w.dilation).unwrap_or(step) });
        }
        Layout::new(&shape, &strides, layout.offset()).map(Some)
    }),
    errors: &[
        NO_AXIS,
        (
            "BadArgument",
            "for a window that is empty or longer than its axis, for more or fewer of them than axes, and for a stride or \
             dilation below 1",
        ),
        MANY,
    ],
    grad: Grad::Rule(|b| {
        let steps = [b.attr(STRIDE), b.attr(DILATION)];
        let list = windows(b.op, &b.attr(WINDOW_SHAPE), &b.attr(AXIS), steps, b.x[0].shape()).unwrap_or_default();
        // The extents before each axis was cut into windows.
        let mut before = SmallVec::<[usize; 4]>::new();
        let mut shape = Dims::from_slice(b.x[0].shape());
        for w in &list {
            before.push(shape[w.axis]);
            shape[w.axis] = w.count(shape[w.axis]);
        }
        let steps = list.iter().zip(before).rev();
        vec![Some(steps.fold(b.grads[0].clone(), |g, (w, n)| {
            let attrs = smallvec![
                Attr::Ints(smallvec![n as i64]),
                Attr::Axes(Axes::from(w.axis as i64)),
                Attr::Ints(smallvec![w.stride as i64]),
                Attr::Ints(smallvec![w.dilation as i64]),
            ];
            Expr::apply(&FOLD, &[&g], attrs)
        }))]
    }),
    ..MOVEMENT
};

/// Windows along one axis.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    /// The axis.
    pub axis: usize,
    /// How many elements a window has.
    pub window: usize,
    /// From one window to the next.
    pub stride: usize,
    /// From one element of a window to the next.
    pub dilation: usize,
}

impl Along {
    /// From the first element of a window past its last, if that can be counted.
    fn span(&self) -> Option<usize> {
        self.window.checked_sub(1)?.checked_mul(self.dilation)?.checked_add(1)
    }

    /// How many windows there are of an extent that holds one.
    fn count(&self, n: usize) -> usize {
        (n - self.span().unwrap_or(n).min(n)) / self.stride + 1
    }
}

/// What windows go along each axis; an extent that is negative counts as 0, which no axis takes.
fn windows(
    op: Op,
    extents: &[i64],
    axes: &Axes,
    [stride, dilation]: [SmallVec<[i64; 4]>; 2],
    shape: &[usize],
) -> Result<SmallVec<[Along; 4]>> {
    let axes: SmallVec<[i64; 4]> = match axes {
        Axes::All => (0..shape.len() as i64).collect(),
        Axes::List(list) => list.clone(),
    };
    if axes.len() != extents.len() {
        let takes = format!("one extent for each of {} axes of shape {shape:?}", axes.len());
        return Err(Error::BadArgument { op: op.name, argument: "window_shape", got: format!("{extents:?}"), takes });
    }
    let stride = each(op.name, "stride", &stride, axes.len(), 1)?;
    let dilation = each(op.name, "dilation", &dilation, axes.len(), 1)?;
    let one = |i: usize| {
        let axis = normalize_axis(op.name, axes[i], shape)?;
        let window = usize::try_from(extents[i]).unwrap_or(0);
        Ok(Along { axis, window, stride: stride[i], dilation: dilation[i] })
    };
    (0..axes.len()).map(one).collect()
}

/// The transpose of views of windows.
pub static FOLD: OpDef = OpDef {
    name: "fold",
    aliases: &["col2im"],
    summary: "Windows put back where they were and added up where they overlap: the transpose of `sliding_window_view`.",
    source: "PyTorch, `torch.nn.functional.fold`, with a window's axes apart and last",
    example: "
let windows = tensor![[1, 2], [3, 4], [5, 6]];
assert_eq!(windows.fold(&[4], ())?, tensor![1, 5, 9, 6]);",
    params: &[
        ints("size", "The extents of the windowed axes in the result; the last axes, as many, are those of a window."),
        Param {
            name: "axis",
            kind: AttrKind::Axes,
            default: None,
            doc: "The axis of each extent; all but a window's if none is named.",
        },
        P_STRIDE,
        P_DILATION,
    ],
    dtype: DTypeRule::Number,
    shape: ShapeRule::Custom(
        |call| {
            let x = call.x[0].shape;
            let mut out = Dims::from_slice(&x[..x.len().saturating_sub(call.attr(SIZE).len())]);
            for (w, size) in folded(call.op, call.attrs, x)? {
                out[w.axis] = size;
            }
            Ok(out)
        },
        "that of `x` without its last axes, and with `size` on the windowed ones",
    ),
    cost: "copies; O(size of `x` and the result)",
    errors: &[
        NO_AXIS,
        TWICE,
        ("ShapeMismatch", "for another number of windows than fit `size`"),
        ("BadArgument", "for more or fewer extents than axes, and for a stride or dilation below 1"),
    ],
    grad: Grad::Rule(|b| {
        let x = b.x[0].shape();
        let lead = x.len() - b.attr(SIZE).len();
        let axes = match b.attr(AXIS) {
            Axes::All => (0..lead as i64).collect(),
            // Counted from the end of the windows, they would be others.
            Axes::List(list) => list.iter().map(|&axis| axis.rem_euclid(lead as i64)).collect(),
        };
        let attrs = smallvec![
            Attr::Ints(x[lead..].iter().map(|&n| n as i64).collect()),
            Attr::Axes(Axes::List(axes)),
            Attr::Ints(b.attr(STRIDE)),
            Attr::Ints(b.attr(DILATION)),
        ];
        vec![Some(Expr::apply(&SLIDING_WINDOW_VIEW, &[&b.grads[0]], attrs))]
    }),
    ..BASE
};

/// The windows of a call of [`FOLD`], and the extent that each axis has in the result. Errors: those of the entry.
pub fn folded(op: Op, attrs: &[Attr], x: &[usize]) -> Result<SmallVec<[(Along, usize); 4]>> {
    let size = op.attr(attrs, SIZE);
    let Some(lead) = x.len().checked_sub(size.len()) else {
        let need = format!("at least {} axes, the last of them those of a window", size.len());
        return Err(Error::ShapeMismatch { op: op.name, got: x.into(), need });
    };
    let axes = op.attr(attrs, AXIS);
    Reduced::new(op.name, &x[..lead], &axes)?;
    let window: SmallVec<[i64; 4]> = x[lead..].iter().map(|&n| n as i64).collect();
    let list = windows(op, &window, &axes, [op.attr(attrs, STRIDE), op.attr(attrs, DILATION)], &x[..lead])?;
    let fits = |(w, &size): (&Along, &i64)| {
        let n = usize::try_from(size).ok().filter(|&n| w.span().is_some_and(|span| span <= n));
        n.filter(|&n| w.count(n) == x[w.axis]).map(|n| (*w, n))
    };
    let out: Option<_> = list.iter().zip(&size).map(fits).collect();
    out.ok_or_else(|| {
        let need = format!("as many windows as fit {size:?}, with windows of {:?}", &x[lead..]);
        Error::ShapeMismatch { op: op.name, got: x.into(), need }
    })
}
