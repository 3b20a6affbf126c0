//! Normalizations of neural networks.

use polyad_core::{Dims, Error, Result};

use crate::attr::{AXIS, Attr, AttrKind, Axes, EPSILON, GROUPS, Param};
use crate::facts::{NO_AXIS, TWICE};
use crate::op::{Args, BASE, Call, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, Reduced, ShapeRule};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&SOFTMAX, &LOG_SOFTMAX, &LAYER_NORM, &RMS_NORM, &GROUP_NORM, &BATCH_NORM];

const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Axes,
    default: Some(|| Attr::Axes(Axes::from(-1))),
    doc: "The axes along which values sum to 1 together: one, a list, or all.",
};

/// The shape of the operand, which has the axes.
fn along_axes(call: &Call) -> Result<Dims> {
    Reduced::new(call.op.name, call.x[0].shape, &call.attr(AXIS))?;
    Ok(Dims::from_slice(call.x[0].shape))
}

/// Normalized exponentials.
pub static SOFTMAX: OpDef = OpDef {
    name: "softmax",
    summary: "Exponentials divided by their sum over axes, shifted by the maximum so that none overflows.",
    source: "PyTorch, `torch.nn.functional.softmax`; over several axes Nx",
    example: "assert_eq!(tensor![[1000.0, 1000.0], [0.0, f64::NEG_INFINITY]].softmax(-1)?, \
              tensor![[0.5, 0.5], [1.0, 0.0]]);",
    params: &[P_AXIS],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(along_axes, "that of `x`"),
    meaning: Meaning::Composed(|b| {
        let axes = b.attr(AXIS);
        // Along an empty axis there is nothing to take the maximum of, and nothing to compute.
        if b.x[0].shape().contains(&0) {
            return b.x[0].clone();
        }
        let e = (&b.x[0] - &b.x[0].max(&axes, true)).exp();
        &e / &e.sum(&axes, true)
    }),
    errors: &[NO_AXIS, TWICE],
    grad: Grad::Rule(|b| {
        let inner = (&b.grads[0] * &b.y[0]).sum(&b.attr(AXIS), true);
        vec![Some(&b.y[0] * (&b.grads[0] - inner))]
    }),
    ..BASE
};

/// Logarithm of `softmax`.
pub static LOG_SOFTMAX: OpDef = OpDef {
    name: "log_softmax",
    summary: "The logarithm of `softmax`, exact where that is 0 in its dtype.",
    source: "PyTorch, `torch.nn.functional.log_softmax`",
    example: "assert_eq!(tensor![-1000.0, 1000.0].log_softmax(-1)?, tensor![-2000.0, 0.0]);",
    params: &[P_AXIS],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(along_axes, "that of `x`"),
    meaning: Meaning::Composed(|b| {
        let axes = b.attr(AXIS);
        if b.x[0].shape().contains(&0) {
            return b.x[0].clone();
        }
        let d = &b.x[0] - &b.x[0].max(&axes, true);
        let total = d.exp().sum(&axes, true).log();
        d - total
    }),
    errors: &[NO_AXIS, TWICE],
    grad: Grad::Rule(|b| {
        let total = b.grads[0].sum(&b.attr(AXIS), true);
        vec![Some(&b.grads[0] - b.y[0].exp() * total)]
    }),
    ..BASE
};

const P_EPSILON: Param = Param {
    name: "epsilon",
    kind: AttrKind::Float,
    default: Some(|| Attr::Float(1e-5)),
    doc: "Added to the variance.",
};

/// The shape of the first operand; each of the others has the length of one of its axes, or no axes.
fn scaled_along(call: &Call, axis: Option<usize>) -> Result<Dims> {
    let x = call.x[0].shape;
    let n = axis.and_then(|axis| x.get(axis)).copied();
    let Some(n) = n else {
        let need =
            if call.op == &LAYER_NORM || call.op == &RMS_NORM { "at least one axis" } else { "at least two axes" };
        return Err(Error::ShapeMismatch { op: call.op.name, got: x.into(), need: need.into() });
    };
    for t in &call.x[1..] {
        if !t.shape.is_empty() && t.shape != [n] {
            let need = format!("the length {n} of its axis of {x:?}, or no axes");
            return Err(Error::ShapeMismatch { op: call.op.name, got: t.shape.into(), need });
        }
    }
    Ok(Dims::from_slice(x))
}

const ALONG_LAST: ShapeRule = ShapeRule::Custom(
    |call| scaled_along(call, call.x[0].shape.len().checked_sub(1)),
    "that of `x`; the other operands have the length of its last axis, or no axes",
);
const ALONG_CHANNELS: ShapeRule = ShapeRule::Custom(
    |call| scaled_along(call, Some(1)),
    "that of `x`, `[batch, channels, ..]`; the other operands have one element for each channel, or no axes",
);
const LENGTHS: crate::facts::Failure =
    ("ShapeMismatch", "for operands of another length, and for an `x` of too few axes");

/// The mean of squares over axes, kept.
fn mean_square(x: &Expr, axes: &Axes) -> Expr {
    (x * x).mean(axes, true)
}

/// Shifted and scaled to mean 0 and variance 1 along the last axis.
fn standardized(x: &Expr, epsilon: f64) -> Expr {
    let last = Axes::from(-1);
    let d = x - &x.mean(&last, true);
    &d / (mean_square(&d, &last) + epsilon).sqrt()
}

/// Normalization of the last axis.
pub static LAYER_NORM: OpDef = OpDef {
    name: "layer_norm",
    summary: "The last axis shifted and scaled to mean 0 and variance 1, then times `weight` plus `bias`.",
    source: "PyTorch, `torch.nn.functional.layer_norm` over the last axis",
    example: "let (x, ones, zeros) = (tensor![[3.0, 3.0]], tensor![1.0, 1.0], tensor![0.0, 0.0]);\n\
              assert_eq!(x.layer_norm(&ones, &zeros)?, tensor![[0.0, 0.0]]);",
    args: Args::Fixed(&["x", "weight", "bias"]),
    params: &[P_EPSILON],
    dtype: DTypeRule::RealFloat,
    shape: ALONG_LAST,
    meaning: Meaning::Composed(|b| standardized(&b.x[0], b.attr(EPSILON)) * &b.x[1] + &b.x[2]),
    errors: &[LENGTHS],
    grad: Grad::FromMeaning,
    ..BASE
};

/// Scaling of the last axis.
pub static RMS_NORM: OpDef = OpDef {
    name: "rms_norm",
    summary: "The last axis scaled so that the mean of its squares is 1, then times `weight`.",
    source: "PyTorch, `torch.nn.functional.rms_norm` over the last axis; ggml, `ggml_rms_norm`",
    example: "let x = tensor![[3.0, -3.0]];
let y = x.rms_norm_with(&tensor![1.0, 2.0], RmsNormOptions { epsilon: 0.0 })?;
assert_eq!(y, tensor![[1.0, -2.0]]);",
    args: Args::Fixed(&["x", "weight"]),
    params: &[Param { doc: "Added to the mean of the squares.", default: Some(|| Attr::Float(1e-6)), ..P_EPSILON }],
    dtype: DTypeRule::RealFloat,
    shape: ALONG_LAST,
    meaning: Meaning::Composed(|b| {
        let x = &b.x[0];
        x / (mean_square(x, &Axes::from(-1)) + b.attr(EPSILON)).sqrt() * &b.x[1]
    }),
    errors: &[LENGTHS],
    grad: Grad::FromMeaning,
    ..BASE
};

/// One number for each channel, beside `[batch, channels, ..]`.
fn per_channel(number: &Expr, x: &Expr) -> Expr {
    if number.shape().is_empty() {
        return number.clone();
    }
    let mut shape = vec![1; x.shape().len() - 1];
    shape[0] = x.shape()[1];
    number.reshape(&shape)
}

/// Normalization of groups of channels.
pub static GROUP_NORM: OpDef = OpDef {
    name: "group_norm",
    summary: "Groups of channels shifted and scaled to mean 0 and variance 1, then times `weight` plus `bias`; as many groups \
              as channels are instance normalization.",
    source: "PyTorch, `torch.nn.functional.group_norm`",
    example: "let x = tensor![[[1.0], [3.0], [5.0], [5.0]]];
let (weight, bias) = (tensor![1.0, 1.0, 1.0, 1.0], tensor![0.0, 0.0, 7.0, 8.0]);
let y = x.group_norm_with(&weight, &bias, 2, GroupNormOptions { epsilon: 0.0 })?.narrow(1, 0, 2)?;
assert_eq!(y, tensor![[[-1.0], [1.0]]]);",
    args: Args::Fixed(&["x", "weight", "bias"]),
    params: &[
        Param { name: "groups", kind: AttrKind::Int, default: None, doc: "How many; they divide the channels evenly." },
        P_EPSILON,
    ],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(
        |call| {
            let shape = scaled_along(call, Some(1))?;
            let groups = call.attr(GROUPS);
            if groups < 1 || !(shape[1] as u64).is_multiple_of(groups as u64) {
                let takes = format!("a number that divides the {} channels of shape {:?}", shape[1], call.x[0].shape);
                return Err(Error::BadArgument {
                    op: call.op.name,
                    argument: "groups",
                    got: groups.to_string(),
                    takes,
                });
            }
            Ok(shape)
        },
        "that of `x`, `[batch, channels, ..]`; `weight` and `bias` have one element for each channel, or no axes",
    ),
    meaning: Meaning::Composed(|b| {
        let x = &b.x[0];
        let shape = x.shape();
        let groups = b.attr(GROUPS) as usize;
        let each: usize = shape[1] / groups * shape[2..].iter().product::<usize>();
        let grouped = x.reshape(&[shape[0], groups, each]);
        standardized(&grouped, b.attr(EPSILON)).reshape(shape) * per_channel(&b.x[1], x) + per_channel(&b.x[2], x)
    }),
    errors: &[LENGTHS, ("BadArgument", "for a number of groups that does not divide the channels")],
    grad: Grad::FromMeaning,
    ..BASE
};

/// Normalization of channels by given statistics.
pub static BATCH_NORM: OpDef = OpDef {
    name: "batch_norm",
    summary: "Channels shifted and scaled by the mean and variance given for each, then times `weight` plus `bias`.",
    source: "PyTorch, `torch.nn.functional.batch_norm` in evaluation; in training the batch's own mean and variance are given",
    example: "let x = tensor![[1.0, 10.0], [3.0, 30.0]];
let (mean, variance) = (x.mean(0)?, x.var(0)?);
assert_eq!(variance, tensor![1.0, 100.0]);
let (ones, zeros, options) = (tensor![1.0, 1.0], tensor![0.0, 0.0], BatchNormOptions { epsilon: 0.0 });
assert_eq!(x.batch_norm_with(&mean, &variance, &ones, &zeros, options)?, tensor![[-1.0, -1.0], [1.0, 1.0]]);",
    args: Args::Fixed(&["x", "mean", "variance", "weight", "bias"]),
    params: &[P_EPSILON],
    dtype: DTypeRule::RealFloat,
    shape: ALONG_CHANNELS,
    meaning: Meaning::Composed(|b| {
        let x = &b.x[0];
        let [mean, variance, weight, bias] = [1, 2, 3, 4].map(|i| per_channel(&b.x[i], x));
        (x - mean) / (variance + b.attr(EPSILON)).sqrt() * weight + bias
    }),
    errors: &[LENGTHS],
    grad: Grad::FromMeaning,
    check: crate::op::Check { range: (0.2, 4.0), ..BASE.check },
    ..BASE
};
