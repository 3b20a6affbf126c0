//! Convolutions: windows of channels times weights, and what undoes them.

use polyad_core::{DType, Dims, Error, Kind, Result};
use smallvec::{SmallVec, smallvec};

use super::movement::narrow;
use crate::attr::{
    Attr, AttrKind, Attrs, Axes, DILATION, FILL, GROUPS, MODE, OUTPUT_PADDING, PADDING, Padding, Param, REVERSED,
    STRIDE,
};
use crate::facts::{Failure, TOO_LARGE};
use crate::op::{Args, BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::promote::promote_all;
use crate::windows::{WindowAxis, Windows, as_padding, each};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&CONV, &CONV_TRANSPOSE, &CONVOLVE, &CORRELATE];

pub(super) const P_STRIDE: Param = Param {
    name: "stride",
    kind: AttrKind::Ints,
    default: Some(|| Attr::Ints(smallvec![1])),
    doc: "How far apart windows start: one number, or one for each axis.",
};

pub(super) const P_DILATION: Param = Param {
    name: "dilation",
    kind: AttrKind::Ints,
    default: Some(|| Attr::Ints(smallvec![1])),
    doc: "How far apart the elements of a window lie: one number, or one for each axis.",
};

const P_PADDING: Param = Param {
    name: "padding",
    kind: AttrKind::Padding,
    default: Some(|| Attr::Padding(Padding::Valid)),
    doc: "How far windows reach past the ends: not at all (`valid`), so far that there are as many as elements divided by \
          the stride (`same`, an odd element behind), so far that every partial one is there (`full`), or numbers: one, one \
          for each axis, or two for each, before and after.",
};

const P_GROUPS: Param = Param {
    name: "groups",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(1)),
    doc: "Into how many parts the channels are cut, each with weights of its own.",
};

/// What windows refuse, in the words of every entry that has them.
pub(super) const WINDOWS: Failure = (
    "ShapeMismatch",
    "for operands of the wrong number of axes or channels, and for windows that are empty or longer than their axis with padding",
);
pub(super) const NUMBERS: Failure =
    ("BadArgument", "for strides, dilations, paddings and groups of the wrong count or size");

/// A convolution's extents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convolution {
    /// How many images.
    pub batch: usize,
    /// How many groups of channels.
    pub groups: usize,
    /// Channels of the image for one group.
    pub inputs: usize,
    /// Channels of the windows' sums for one group.
    pub outputs: usize,
    /// The axes behind: `input` of the image, `output` of the sums.
    pub axes: SmallVec<[WindowAxis; 3]>,
}

/// Refuses operands that are no image, weights and bias: their ranks.
fn ranks(op: Op, [x, weight, bias]: [&[usize]; 3], outputs: usize) -> Result<()> {
    if !(3..=5).contains(&x.len()) {
        let need = "3 to 5 axes: images, channels, and 1 to 3 that windows move along".into();
        return Err(Error::ShapeMismatch { op: op.name, got: x.into(), need });
    }
    if weight.len() != x.len() {
        let need = format!("weights of {} axes beside images of shape {x:?}", x.len());
        return Err(Error::ShapeMismatch { op: op.name, got: weight.into(), need });
    }
    if !bias.is_empty() && bias != [outputs] {
        let need = format!("a bias of shape [{outputs}], one number for each channel of the result, or without axes");
        return Err(Error::ShapeMismatch { op: op.name, got: bias.into(), need });
    }
    Ok(())
}

/// How many groups, which divide both numbers of channels.
fn group_count(op: Op, groups: i64, channels: [(&str, usize, &[usize]); 2]) -> Result<usize> {
    let wrong = |takes: String| Error::BadArgument { op: op.name, argument: "groups", got: groups.to_string(), takes };
    let count = usize::try_from(groups).ok().filter(|&g| g > 0);
    let count = count.ok_or_else(|| wrong("a number of groups, at least 1".into()))?;
    for (what, n, shape) in channels {
        if !n.is_multiple_of(count) {
            return Err(wrong(format!("a divisor of the {n} {what} channels of shape {shape:?}")));
        }
    }
    Ok(count)
}

/// The extents of a call of [`CONV`]. Errors: those of the entry.
pub fn convolution(op: Op, attrs: &[Attr], shapes: [&[usize]; 3]) -> Result<Convolution> {
    let [x, weight, _] = shapes;
    ranks(op, shapes, weight.first().copied().unwrap_or(0))?;
    let groups = group_count(op, op.attr(attrs, GROUPS), [("incoming", x[1], x), ("outgoing", weight[0], weight)])?;
    if weight[1] != x[1] / groups {
        let of = if groups == 1 { String::new() } else { format!(" in {groups} groups") };
        let need = format!("{} on axis 1, as images of shape {x:?} have {} channels{of}", x[1] / groups, x[1]);
        return Err(Error::ShapeMismatch { op: op.name, got: weight.into(), need });
    }
    let axes = Windows {
        op: op.name,
        shape: x,
        window: &weight[2..],
        stride: &op.attr(attrs, STRIDE),
        dilation: &op.attr(attrs, DILATION),
        padding: &op.attr(attrs, PADDING),
        reversed: op.attr(attrs, REVERSED),
        ceil: false,
    };
    Ok(Convolution { batch: x[0], groups, inputs: weight[1], outputs: weight[0] / groups, axes: axes.axes()? })
}

/// A number that a dtype holds.
fn fill_fits(call: &Call) -> Result<()> {
    let (op, fill) = (call.op, call.attr(FILL));
    let dtype = promote_all(op.name, call.x.iter().map(|t| t.dtype))?;
    let Some((least, most)) = dtype.int_range() else { return Ok(()) };
    if fill.fract() == 0.0 && fill >= least as f64 && fill <= most as f64 {
        return Ok(());
    }
    let takes = format!("a number that {dtype} holds, {least} to {most}");
    Err(Error::BadArgument { op: op.name, argument: "fill", got: format!("{fill:?}"), takes })
}

/// Sums over windows.
pub static CONV: OpDef = OpDef {
    name: "conv",
    aliases: &[],
    summary: "Weighted sums over every window of the last 1 to 3 axes, for each channel of `weight`, plus its `bias`.",
    source: "PyTorch, `torch.nn.functional.conv1d`, `conv2d` and `conv3d`; `same`, `full`, `fill` and `flip` Nx",
    example: "let x = tensor![[[1.0, 2.0, 3.0, 4.0, 5.0]]];
let weight = tensor![[[1.0, 0.0, -1.0]]];
assert_eq!(x.conv(&weight, &tensor![0.5])?, tensor![[[-1.5, -1.5, -1.5]]]);
let options = ConvOptions { padding: Padding::Same, stride: vec![2], ..Default::default() };
assert_eq!(x.conv_with(&weight, &tensor![0.0], options)?, tensor![[[-2.0, -2.0, 4.0]]]);",
    args: Args::Fixed(&["x", "weight", "bias"]),
    params: &[
        P_STRIDE,
        P_PADDING,
        P_DILATION,
        P_GROUPS,
        Param {
            name: "fill",
            kind: AttrKind::Float,
            default: Some(|| Attr::Float(0.0)),
            doc: "The number past the ends.",
        },
        Param {
            name: "flip",
            kind: AttrKind::Bool,
            default: Some(|| Attr::Bool(false)),
            doc: "Whether the weights are turned around first, as in a convolution of mathematics; under `same` the odd \
                  element beside an even window then stands in front.",
        },
    ],
    dtype: DTypeRule::Number,
    shape: ShapeRule::Custom(
        |call| {
            let c = convolution(call.op, call.attrs, [call.x[0].shape, call.x[1].shape, call.x[2].shape])?;
            fill_fits(call)?;
            Ok([c.batch, c.groups * c.outputs].into_iter().chain(c.axes.iter().map(|a| a.output)).collect())
        },
        "`[n, c, d..]` and weights `[o, c / groups, k..]` give `[n, o, windows..]`; `bias` is `[o]`, or one number",
    ),
    meaning: Meaning::Executor,
    cost: "copies; O(size of the result times that of a window)",
    errors: &[WINDOWS, NUMBERS, ("BadArgument", "for a `fill` that an integer dtype does not hold"), TOO_LARGE],
    grad: Grad::Rule(conv_grad),
    ..BASE
};

/// The axes behind images and channels, reversed.
fn turned(weight: &Expr) -> Expr {
    let axes: SmallVec<[i64; 4]> = (2..weight.shape().len() as i64).collect();
    Expr::apply(&ops::FLIP, &[weight], smallvec![Attr::Axes(Axes::List(axes))])
}

fn zeros(like: &Expr, shape: &[usize]) -> Expr {
    Expr::scalar(0.0, like.dtype()).broadcast_to(shape)
}

/// The attributes of [`CONV`] whose windows are explicit.
fn conv_attrs(stride: &[i64], padding: Padding, dilation: &[i64], groups: usize, fill: f64) -> Attrs {
    smallvec![
        Attr::Ints(stride.into()),
        Attr::Padding(padding),
        Attr::Ints(dilation.into()),
        Attr::Int(groups as i64),
        Attr::Float(fill),
        Attr::Bool(false),
    ]
}

fn conv(x: &Expr, weight: &Expr, attrs: Attrs) -> Expr {
    Expr::apply(&CONV, &[x, weight, &Expr::scalar(0.0, x.dtype())], attrs)
}

/// Strides and dilations of axes.
fn steps(axes: &[WindowAxis]) -> [SmallVec<[i64; 4]>; 2] {
    [axes.iter().map(|a| a.stride as i64).collect(), axes.iter().map(|a| a.dilation as i64).collect()]
}

/// The sum over everything but the channels.
fn bias_grad(grad: &Expr, bias: &Expr) -> Expr {
    let axes = (0..grad.shape().len() as i64).filter(|&axis| axis != 1 || bias.shape().is_empty());
    grad.sum(&Axes::List(axes.collect()), false)
}

fn conv_grad(b: &Backward) -> Vec<Option<Expr>> {
    let [x, weight, bias] = [&b.x[0], &b.x[1], &b.x[2]];
    let Ok(c) = convolution(b.op, b.attrs, [x.shape(), weight.shape(), bias.shape()]) else { return vec![None; 3] };
    let (g, flip) = (&b.grads[0], b.attr(REVERSED));
    if [x, weight, g].iter().any(|e| e.shape().contains(&0)) {
        return vec![Some(zeros(g, x.shape())), Some(zeros(g, weight.shape())), Some(bias_grad(g, bias))];
    }
    let straight = if flip { turned(weight) } else { weight.clone() };
    let to_weight = weight_grad(x, g, &c, b.attr(FILL));
    let to_weight = if flip { turned(&to_weight) } else { to_weight };
    let [stride, dilation] = steps(&c.axes);
    let rest = c.axes.iter().map(|a| (a.before + a.input + a.after - a.span()) % a.stride);
    let attrs = smallvec![
        Attr::Ints(stride),
        Attr::Padding(as_padding(&c.axes)),
        Attr::Ints(rest.map(|n| n as i64).collect()),
        Attr::Ints(dilation),
        Attr::Int(c.groups as i64),
    ];
    let to_x = Expr::apply(&CONV_TRANSPOSE, &[g, &straight, &g.with(0.0)], attrs);
    vec![Some(to_x), Some(to_weight), Some(bias_grad(g, bias))]
}

/// The gradient of weights: the image in windows as large as all sums, which are as far apart as the elements of a window;
/// images and channels change places, so that images add up.
fn weight_grad(x: &Expr, sums: &Expr, c: &Convolution, fill: f64) -> Expr {
    let behind = |shape: &[usize]| Dims::from_slice(&shape[2..]);
    let order = |n: usize, first: &[i64]| -> SmallVec<[i64; 4]> {
        first.iter().copied().chain(first.len() as i64..n as i64).collect()
    };
    let (places, n) = (behind(x.shape()), x.shape().len());
    let apart: Dims = [c.batch, c.groups, c.inputs].into_iter().chain(places.iter().copied()).collect();
    let joined: Dims = [c.inputs, c.groups * c.batch].into_iter().chain(places.iter().copied()).collect();
    let x = x.reshape(&apart).permute(&order(n + 1, &[2, 1, 0])).reshape(&joined);
    let sums = sums.permute(&order(n, &[1, 0]));
    let [stride, dilation] = steps(&c.axes);
    let attrs = conv_attrs(&dilation, as_padding(&c.axes), &stride, c.groups, fill);
    let all = conv(&x, &sums, attrs);
    // A stride that leaves elements over gives places past the window's end.
    let own = c.axes.iter().enumerate().fold(all, |all, (i, a)| narrow(&all, i + 2, 0, a.window));
    own.permute(&order(n, &[1, 0]))
}

/// The extents of a call of [`CONV_TRANSPOSE`]: those of the convolution that it undoes. Errors: those of the entry.
pub fn transposed(op: Op, attrs: &[Attr], shapes: [&[usize]; 3]) -> Result<Convolution> {
    let [x, weight, _] = shapes;
    let outgoing = weight.get(1).copied().unwrap_or(0);
    let groups = group_count(op, op.attr(attrs, GROUPS), [("incoming", x.get(1).copied().unwrap_or(0), x); 2])?;
    let all = outgoing.checked_mul(groups);
    let all = all.ok_or_else(|| Error::SizeOverflow { op: op.name, shape: weight.into(), dtype: None })?;
    ranks(op, shapes, all)?;
    if weight[0] != x[1] {
        let need = format!("{} on axis 0, as images of shape {x:?} have as many channels", x[1]);
        return Err(Error::ShapeMismatch { op: op.name, got: weight.into(), need });
    }
    let (window, count) = (&weight[2..], x.len() - 2);
    let stride = op.attr(attrs, STRIDE);
    let steps = each(op.name, "stride", &stride, count, 1)?;
    let spans = each(op.name, "dilation", &op.attr(attrs, DILATION), count, 1)?;
    let extra = each(op.name, "output_padding", &op.attr(attrs, OUTPUT_PADDING), count, 0)?;
    let padding = op.attr(attrs, PADDING);
    let mut image = Dims::from_slice(x);
    for i in 0..count {
        let overflow = || Error::SizeOverflow { op: op.name, shape: x.into(), dtype: None };
        if extra[i] >= steps[i] {
            let (got, takes) = (format!("{:?}", &extra[..]), format!("less than the stride, {:?}", &steps[..]));
            return Err(Error::BadArgument { op: op.name, argument: "output_padding", got, takes });
        }
        let span = window[i].saturating_sub(1).checked_mul(spans[i]).and_then(|n| n.checked_add(1));
        let span = span.ok_or_else(overflow)?;
        let extent = match &padding {
            Padding::Same => x[i + 2].checked_mul(steps[i]),
            _ => {
                let reach = x[i + 2].saturating_sub(1).checked_mul(steps[i]).and_then(|n| n.checked_add(span));
                reach.and_then(|n| n.checked_add(extra[i]))
            }
        };
        image[i + 2] = extent.ok_or_else(overflow)?;
    }
    // With those extents and no padding there are as many windows as `x` has places; padding cuts as much off.
    let bare = Windows {
        op: op.name,
        shape: &image,
        window,
        stride: &stride,
        dilation: &op.attr(attrs, DILATION),
        padding: if padding == Padding::Same { &Padding::Same } else { &Padding::Valid },
        reversed: false,
        ceil: false,
    };
    let mut axes = bare.axes()?;
    let cut = Windows { padding: &padding, ..bare };
    if padding != Padding::Same {
        for (axis, cut) in axes.iter_mut().zip(cut.axes()?) {
            (axis.before, axis.after) = (cut.before, cut.after);
            let rest = axis.input.checked_sub(cut.before).and_then(|n| n.checked_sub(cut.after)).filter(|&n| n > 0);
            axis.input = rest.unwrap_or(0);
        }
    }
    if x[2..].contains(&0) || axes.iter().any(|a| a.input == 0) {
        let need = format!("places that windows of {window:?} reach inside the padding, {padding}");
        return Err(Error::ShapeMismatch { op: op.name, got: x.into(), need });
    }
    debug_assert!(axes.iter().zip(&x[2..]).all(|(a, &n)| a.output == n));
    Ok(Convolution { batch: x[0], groups, inputs: outgoing, outputs: x[1] / groups, axes })
}

/// What undoes `conv`.
pub static CONV_TRANSPOSE: OpDef = OpDef {
    name: "conv_transpose",
    summary: "Each element times a window of weights, added up where the windows stand: the transpose of `conv`.",
    source: "PyTorch, `torch.nn.functional.conv_transpose1d`, `conv_transpose2d` and `conv_transpose3d`",
    example: "let (x, weight) = (tensor![[[1.0, 2.0]]], tensor![[[1.0, 10.0, 100.0]]]);
assert_eq!(x.conv_transpose(&weight, &tensor![0.0])?, tensor![[[1.0, 12.0, 120.0, 200.0]]]);
let options = ConvTransposeOptions { stride: vec![2], padding: 1.into(), ..Default::default() };
assert_eq!(x.conv_transpose_with(&weight, &tensor![0.0], options)?, tensor![[[10.0, 102.0, 20.0]]]);",
    args: Args::Fixed(&["x", "weight", "bias"]),
    params: &[
        P_STRIDE,
        Param {
            doc: "The padding of the convolution that is undone: what is cut off the ends of the result. `same` gives \
                  each axis times the stride.",
            ..P_PADDING
        },
        Param {
            name: "output_padding",
            kind: AttrKind::Ints,
            default: Some(|| Attr::Ints(smallvec![0])),
            doc: "How much longer the result is at its ends, less than the stride; without effect under `same`.",
        },
        P_DILATION,
        P_GROUPS,
    ],
    dtype: DTypeRule::Number,
    shape: ShapeRule::Custom(
        |call| {
            let c = transposed(call.op, call.attrs, [call.x[0].shape, call.x[1].shape, call.x[2].shape])?;
            Ok([c.batch, c.groups * c.inputs].into_iter().chain(c.axes.iter().map(|a| a.input)).collect())
        },
        "`[n, c, d..]` and weights `[c, o / groups, k..]` give `[n, o, extents..]`, each `(d - 1) * stride + dilation * \
         (k - 1) + 1 + output_padding` less the padding; `bias` is `[o]`, or one number",
    ),
    meaning: Meaning::Executor,
    cost: "copies; O(size of `x` times that of a window)",
    errors: &[WINDOWS, NUMBERS, TOO_LARGE],
    grad: Grad::Rule(conv_transpose_grad),
    ..BASE
};

fn conv_transpose_grad(b: &Backward) -> Vec<Option<Expr>> {
    let [x, weight, bias] = [&b.x[0], &b.x[1], &b.x[2]];
    let Ok(c) = transposed(b.op, b.attrs, [x.shape(), weight.shape(), bias.shape()]) else { return vec![None; 3] };
    let g = &b.grads[0];
    if [x, weight, g].iter().any(|e| e.shape().contains(&0)) {
        return vec![Some(zeros(g, x.shape())), Some(zeros(g, weight.shape())), Some(bias_grad(g, bias))];
    }
    let [stride, dilation] = steps(&c.axes);
    let to_x = conv(g, weight, conv_attrs(&stride, as_padding(&c.axes), &dilation, c.groups, 0.0));
    vec![Some(to_x), Some(weight_grad(g, x, &c, 0.0)), Some(bias_grad(g, bias))]
}

const fn p_mode(default: fn() -> Attr) -> Param {
    Param {
        name: "mode",
        kind: AttrKind::Word(&["full", "same", "valid"]),
        default: Some(default),
        doc: "Every place where the two overlap (`full`), as many as the longer has (`same`), or those where they overlap \
              wholly (`valid`).",
    }
}

/// What two vectors and a mode give.
fn vectors(call: &Call) -> Result<Dims> {
    for x in call.x {
        if x.shape.len() != 1 || x.shape[0] == 0 {
            let need = "one axis of at least one element".into();
            return Err(Error::ShapeMismatch { op: call.op.name, got: x.shape.into(), need });
        }
    }
    let (n, m) = (call.x[0].shape[0], call.x[1].shape[0]);
    let extent = match call.attr(MODE) {
        "full" => n.checked_add(m - 1),
        "same" => Some(n.max(m)),
        _ => Some(n.abs_diff(m) + 1),
    };
    let overflow = || Error::SizeOverflow { op: call.op.name, shape: call.x[0].shape.into(), dtype: None };
    Ok(smallvec![extent.ok_or_else(overflow)?])
}

/// The longer vector in windows of the shorter one, padded as the mode says: zeros before and after.
fn slide(long: &Expr, short: &Expr, flip: bool, mode: &str) -> Expr {
    let m = short.shape()[0] as i64;
    let padding = match mode {
        "full" => [m - 1; 2],
        // NumPy's odd element stands in front.
        "same" => [m / 2, (m - 1) / 2],
        _ => [0; 2],
    };
    // Truth values are counted, and are true where the count is not 0.
    let own = long.dtype();
    let counted = |x: &Expr| if own == DType::Bool { x.astype(DType::Int64) } else { x.clone() };
    let image = |x: &Expr| counted(x).reshape(&[1, 1, x.shape()[0]]);
    let short = image(short);
    let short = if flip { turned(&short) } else { short };
    let sums = conv(&image(long), &short, conv_attrs(&[1], padding.into(), &[1], 1, 0.0));
    sums.reshape(&[sums.shape().last().copied().unwrap_or(0)]).astype(own)
}

fn conjugate(x: &Expr) -> Expr {
    if x.dtype().kind() == Kind::Complex { x.unary(&ops::CONJ) } else { x.clone() }
}

/// The polynomial product.
pub static CONVOLVE: OpDef = OpDef {
    name: "convolve",
    summary: "Products of two vectors added up by the sum of their places, as polynomials are multiplied.",
    source: "NumPy, `convolve`",
    example: "let (a, b) = (tensor![1, 2, 3], tensor![0, 1, 10]);
assert_eq!(a.convolve(&b)?, tensor![0, 1, 12, 23, 30]);
assert_eq!(a.convolve_with(&b, ConvolveOptions { mode: \"same\" })?, tensor![1, 12, 23]);",
    args: Args::Fixed(&["x1", "x2"]),
    params: &[p_mode(|| Attr::Word("full"))],
    shape: ShapeRule::Custom(
        vectors,
        "`[n]` and `[m]` give `[n + m - 1]`, `[max(n, m)]` or `[max(n, m) - min(n, m) + 1]`",
    ),
    meaning: Meaning::Composed(|b: &Body| {
        let (a, v) = if b.x[0].shape() < b.x[1].shape() { (&b.x[1], &b.x[0]) } else { (&b.x[0], &b.x[1]) };
        slide(a, v, true, b.attr(MODE))
    }),
    cost: "copies; O(n * m)",
    errors: &[("ShapeMismatch", "for other than one axis, and for no elements"), TOO_LARGE],
    grad: Grad::FromMeaning,
    ..BASE
};

/// The sliding inner product.
pub static CORRELATE: OpDef = OpDef {
    name: "correlate",
    summary: "Inner products of `x1` with `x2` conjugated, at every place of `x2` along it.",
    source: "NumPy, `correlate`",
    example: "let (a, b) = (tensor![1, 2, 3], tensor![0, 1, 10]);
assert_eq!(a.correlate(&b)?, tensor![32]);
assert_eq!(a.correlate_with(&b, CorrelateOptions { mode: \"full\" })?, tensor![10, 21, 32, 3, 0]);",
    args: Args::Fixed(&["x1", "x2"]),
    params: &[p_mode(|| Attr::Word("valid"))],
    shape: ShapeRule::Custom(
        vectors,
        "`[n]` and `[m]` give `[n + m - 1]`, `[max(n, m)]` or `[max(n, m) - min(n, m) + 1]`",
    ),
    meaning: Meaning::Composed(|b: &Body| {
        let [a, v] = [&b.x[0], &conjugate(&b.x[1])];
        if a.shape() >= v.shape() {
            return slide(a, v, false, b.attr(MODE));
        }
        let back = slide(v, a, false, b.attr(MODE));
        Expr::apply(&ops::FLIP, &[&back], smallvec![Attr::Axes(Axes::All)])
    }),
    cost: "copies; O(n * m)",
    errors: &[("ShapeMismatch", "for other than one axis, and for no elements"), TOO_LARGE],
    grad: Grad::FromMeaning,
    ..BASE
};
