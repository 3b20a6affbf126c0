//! Losses: how far predictions are from what they should be.

use polyad_core::{DType, Dims, Error, Result, broadcast_shapes, normalize_axis};
use smallvec::smallvec;

use crate::attr::{Attr, AttrKind, Axes, DELTA, EPSILON, IGNORE_INDEX, LABEL_SMOOTHING, ONE_AXIS, Param, REDUCTION};
use crate::facts::{APART, Failure, NO_AXIS};
use crate::op::{Args, BASE, Body, Call, Check, Grad, Meaning, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[
    &MSE_LOSS,
    &L1_LOSS,
    &HUBER_LOSS,
    &BINARY_CROSS_ENTROPY,
    &BINARY_CROSS_ENTROPY_WITH_LOGITS,
    &KL_DIV,
    &NLL_LOSS,
    &CROSS_ENTROPY,
    &COSINE_SIMILARITY,
];

const P_REDUCTION: Param = Param {
    name: "reduction",
    kind: AttrKind::Word(&["mean", "sum", "none"]),
    default: Some(|| Attr::Word("mean")),
    doc: "Whether the mean of the losses is given, their sum, or each.",
};

/// The losses as the parameter `reduction` wants them.
fn reduced(b: &Body, losses: Expr) -> Expr {
    match b.attr(REDUCTION) {
        "mean" => losses.mean(&Axes::All, false),
        "sum" => losses.sum(&Axes::All, false),
        _ => losses,
    }
}

/// The shape of losses that are there for each element.
fn each_shape(call: &Call) -> Result<Dims> {
    let shape = broadcast_shapes(call.op.name, &[call.x[0].shape, call.x[1].shape])?;
    Ok(if call.attr(REDUCTION) == "none" { shape } else { Dims::new() })
}

/// What losses of each element have in common.
const EACH: OpDef = OpDef {
    args: Args::Fixed(&["x", "target"]),
    params: &[P_REDUCTION],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(each_shape, "no axes; with `reduction` \"none\" `x` and `target` broadcast"),
    cost: "copies; O(size of operands)",
    errors: &[APART],
    grad: Grad::FromMeaning,
    ..BASE
};

/// The gradient of each loss, from that of the reduced ones.
fn each(b: &Backward) -> Expr {
    let shape = (&b.x[0] + &b.x[1]).shape().to_vec();
    let g = b.grads[0].broadcast_to(&shape);
    let mean = b.attr(REDUCTION) == "mean";
    if mean { g * (1.0 / shape.iter().product::<usize>() as f64) } else { g }
}

/// The logarithm kept above the worst one: PyTorch's -100.
fn clamped_log(x: &Expr) -> Expr {
    let log = x.log();
    log.binary(&ops::MAXIMUM, &log.with(-100.0))
}

/// Mean squared error.
pub static MSE_LOSS: OpDef = OpDef {
    name: "mse_loss",
    summary: "The mean of the squared differences.",
    source: "PyTorch, `torch.nn.functional.mse_loss`",
    example: "assert_eq!(tensor![1.0, 4.0].mse_loss(&tensor![1.0, 2.0])?.item::<f64>()?, 2.0);",
    meaning: Meaning::Composed(|b| {
        let d = &b.x[0] - &b.x[1];
        reduced(b, &d * &d)
    }),
    ..EACH
};

/// Mean absolute error.
pub static L1_LOSS: OpDef = OpDef {
    name: "l1_loss",
    summary: "The mean of the absolute differences.",
    source: "PyTorch, `torch.nn.functional.l1_loss`",
    example: "assert_eq!(tensor![1.0, 4.0].l1_loss(&tensor![1.0, 2.0])?.item::<f64>()?, 1.0);",
    meaning: Meaning::Composed(|b| reduced(b, Expr::apply(&ops::ABS, &[&(&b.x[0] - &b.x[1])], smallvec![]))),
    ..EACH
};

/// Squares that go over into straight lines.
pub static HUBER_LOSS: OpDef = OpDef {
    name: "huber_loss",
    summary: "The mean of half the squared differences, from `delta` on of `delta * (|difference| - delta / 2)`.",
    source: "PyTorch, `torch.nn.functional.huber_loss`; by `delta` it is `smooth_l1_loss`",
    example: "assert_eq!(tensor![0.5, 4.0].huber_loss(&tensor![0.0, 0.0])?.item::<f64>()?, (0.125 + 3.5) / 2.0);",
    params: &[
        P_REDUCTION,
        Param {
            name: "delta",
            kind: AttrKind::Float,
            default: Some(|| Attr::Float(1.0)),
            doc: "The difference from which the loss is a straight line.",
        },
    ],
    meaning: Meaning::Composed(|b| {
        let far = Expr::apply(&ops::ABS, &[&(&b.x[0] - &b.x[1])], smallvec![]);
        let delta = b.attr(DELTA);
        let near = far.binary(&ops::LESS, &far.with(delta));
        reduced(b, (&far * &far * 0.5).select(&near, &((&far - delta * 0.5) * delta)))
    }),
    ..EACH
};

/// Cross entropy of probabilities of two classes.
pub static BINARY_CROSS_ENTROPY: OpDef = OpDef {
    name: "binary_cross_entropy",
    summary: "The mean of `-target * log(x) - (1 - target) * log(1 - x)`, logarithms being kept above -100.",
    source: "PyTorch, `torch.nn.functional.binary_cross_entropy`",
    example: "assert_eq!(tensor![1.0, 0.0].binary_cross_entropy(&tensor![1.0, 1.0])?.item::<f64>()?, 50.0);",
    meaning: Meaning::Composed(|b| {
        let [x, target] = [&b.x[0], &b.x[1]];
        reduced(b, -(target * clamped_log(x) + (1.0 - target) * clamped_log(&(1.0 - x))))
    }),
    // PyTorch's slopes: steep, but finite at 0 and 1.
    grad: Grad::Rule(|b| {
        let (g, [x, target]) = (each(b), [&b.x[0], &b.x[1]]);
        let product = x * (1.0 - x);
        let below = product.binary(&ops::MAXIMUM, &product.with(1e-12));
        vec![Some(&g * (x - target) / below), Some(g * (clamped_log(&(1.0 - x)) - clamped_log(x)))]
    }),
    check: Check { range: (0.0, 1.0), ..BASE.check },
    ..EACH
};

/// Cross entropy of logits of two classes.
pub static BINARY_CROSS_ENTROPY_WITH_LOGITS: OpDef = OpDef {
    name: "binary_cross_entropy_with_logits",
    summary: "`binary_cross_entropy` of `sigmoid(x)`, exact where that is 0 or 1 in its dtype.",
    source: "PyTorch, `torch.nn.functional.binary_cross_entropy_with_logits`",
    example: "let loss = tensor![-1000.0].binary_cross_entropy_with_logits(&tensor![1.0])?;
assert_eq!(loss.item::<f64>()?, 1000.0);",
    meaning: Meaning::Composed(|b| {
        let [x, target] = [&b.x[0], &b.x[1]];
        reduced(b, Expr::apply(&ops::SOFTPLUS, &[x], smallvec![]) - x * target)
    }),
    ..EACH
};

/// Divergence of distributions.
pub static KL_DIV: OpDef = OpDef {
    name: "kl_div",
    summary: "The mean of `target * (log(target) - x)`, with `x` the logarithm of a probability; 0 where `target` is 0.",
    source: "PyTorch, `torch.nn.functional.kl_div`; `reduction=\"sum\"` divided by the batch is its \"batchmean\"",
    example: "assert_eq!(tensor![0.0, -1.0].kl_div(&tensor![1.0, 0.0])?.item::<f64>()?, 0.0);",
    meaning: Meaning::Composed(|b| {
        let [x, target] = [&b.x[0], &b.x[1]];
        let some = target.binary(&ops::GREATER, &target.with(0.0));
        // The logarithm of a number that is there, so that no slope is infinite times 0.
        let log = target.select(&some, &target.with(1.0)).log();
        reduced(b, (target * (log - x)).select(&some, &target.with(0.0)))
    }),
    check: Check { range: (0.2, 2.0), ..BASE.check },
    ..EACH
};

const P_CLASSES: Param = Param {
    name: "axis",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(-1)),
    doc: "The axis of the classes; negative counts from the end.",
};
const P_IGNORE: Param = Param {
    name: "ignore_index",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(-100)),
    doc: "The class that stands for no loss, and does not count in the mean.",
};
const P_SMOOTHING: Param = Param {
    name: "label_smoothing",
    kind: AttrKind::Float,
    default: Some(|| Attr::Float(0.0)),
    doc: "The share of the target, 0 to 1, that is spread evenly over all classes.",
};
const CLASSES: &[Failure] = &[
    NO_AXIS,
    ("DTypeMismatch", "for a target that is no integers"),
    ("ShapeMismatch", "for a target of another shape"),
    ("IndexOutOfRange", "for a class that is not there"),
];

/// The shape of losses by class: that of `x` without the axis, which the target has.
fn class_shape(call: &Call) -> Result<Dims> {
    let (x, target) = (call.x[0].shape, call.x[1]);
    if !target.dtype.is_integer() {
        return Err(Error::DTypeMismatch { op: call.op.name, got: target.dtype, need: DType::Int64 });
    }
    let axis = normalize_axis(call.op.name, call.attr(ONE_AXIS), x)?;
    let mut rest = Dims::from_slice(x);
    rest.remove(axis);
    if target.shape != &rest[..] {
        let need = format!("one class for each row of shape {x:?} along axis {axis}, shape {rest:?}");
        return Err(Error::ShapeMismatch { op: call.op.name, got: target.shape.into(), need });
    }
    if let Some(smoothing) = call.op.params.iter().position(|p| p.name == LABEL_SMOOTHING.name) {
        let Attr::Float(share) = call.attrs[smoothing] else { unreachable!("attributes were checked") };
        if !(0.0..=1.0).contains(&share) {
            let takes = "a share from 0 to 1".into();
            return Err(Error::BadArgument {
                op: call.op.name,
                argument: P_SMOOTHING.name,
                got: share.to_string(),
                takes,
            });
        }
    }
    Ok(if call.attr(REDUCTION) == "none" { rest } else { Dims::new() })
}

/// The losses `-x` at the classes of a target, and 0 where that is to be ignored.
fn of_classes(b: &Body, x: &Expr, smoothing: f64) -> Expr {
    let axis = normalize_axis(b.op.name, b.attr(ONE_AXIS), x.shape()).expect("inference has seen the axis");
    let target = b.x[1].astype(DType::Int64);
    let counts = target.binary(&ops::NOT_EQUAL, &Expr::scalar(b.attr(IGNORE_INDEX) as f64, DType::Int64));
    let there = target.select(&counts, &Expr::scalar(0.0, DType::Int64));
    let mut shape = x.shape().to_vec();
    shape[axis] = 1;
    let along = smallvec![Attr::Int(axis as i64)];
    // Where there are no classes to look up there is nothing to look up, or the lookup says which class is missing.
    let chosen = Expr::apply(&ops::TAKE_ALONG_AXIS, &[x, &there.reshape(&shape)], along).reshape(target.shape());
    let mut losses = -&chosen;
    if smoothing > 0.0 {
        losses = losses * (1.0 - smoothing) - x.mean(&Axes::from(axis as i64), false) * smoothing;
    }
    let losses = losses.select(&counts, &losses.with(0.0));
    match b.attr(REDUCTION) {
        "mean" => losses.sum(&Axes::All, false) / counts.astype(losses.dtype()).sum(&Axes::All, false),
        "sum" => losses.sum(&Axes::All, false),
        _ => losses,
    }
}

/// What losses of classes have in common.
const OF_CLASSES: OpDef = OpDef {
    args: Args::Fixed(&["x", "target"]),
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(
        class_shape,
        "no axes; with `reduction` \"none\" that of `target`, which is that of `x` without the axis",
    ),
    cost: "copies; O(size of `x`)",
    grad: Grad::FromMeaning,
    ..BASE
};

/// Losses of classes by the logarithms of their probabilities.
pub static NLL_LOSS: OpDef = OpDef {
    name: "nll_loss",
    summary: "The mean of `-x` at the class that `target` names, with `x` the logarithms of probabilities.",
    source: "PyTorch, `torch.nn.functional.nll_loss`, with the classes on any axis",
    example: "let x = tensor![[-0.5, -2.0], [-1.0, -0.25]];
assert_eq!(x.nll_loss(&tensor![0, 1], -1)?.item::<f64>()?, 0.375);
assert!(x.nll_loss(&tensor![0, 2], -1).is_err());",
    params: &[P_REDUCTION, P_CLASSES, P_IGNORE],
    meaning: Meaning::Composed(|b| of_classes(b, &b.x[0], 0.0)),
    errors: CLASSES,
    ..OF_CLASSES
};

/// Losses of classes by logits.
pub static CROSS_ENTROPY: OpDef = OpDef {
    name: "cross_entropy",
    summary: "`nll_loss` of `log_softmax(x)`.",
    source: "PyTorch, `torch.nn.functional.cross_entropy` of class indices, with the classes on any axis",
    example: "let x = tensor![[0.0, 0.0], [0.0, 1000.0]];
assert_eq!(x.cross_entropy(&tensor![0, 0], -1)?.item::<f64>()?, (2f64.ln() + 1000.0) / 2.0);",
    params: &[P_REDUCTION, P_CLASSES, P_IGNORE, P_SMOOTHING],
    meaning: Meaning::Composed(|b| {
        let axis = smallvec![Attr::Axes(Axes::from(b.attr(ONE_AXIS)))];
        of_classes(b, &Expr::apply(&ops::LOG_SOFTMAX, &[&b.x[0]], axis), b.attr(LABEL_SMOOTHING))
    }),
    errors: &[
        NO_AXIS,
        ("DTypeMismatch", "for a target that is no integers"),
        ("ShapeMismatch", "for a target of another shape"),
        ("IndexOutOfRange", "for a class that is not there"),
        ("BadArgument", "for a `label_smoothing` outside 0 to 1"),
    ],
    ..OF_CLASSES
};

/// The cosine of an angle.
pub static COSINE_SIMILARITY: OpDef = OpDef {
    name: "cosine_similarity",
    summary: "The inner product of vectors along an axis divided by their lengths; with a vector of length 0 it is 0.",
    source: "PyTorch, `torch.nn.functional.cosine_similarity`",
    example: "assert_eq!(tensor![[3.0, 0.0], [0.0, 0.0]].cosine_similarity(&tensor![3.0, 4.0], -1)?, tensor![0.6, 0.0]);",
    args: Args::Fixed(&["x1", "x2"]),
    params: &[
        Param { doc: "The axis of the vectors; negative counts from the end.", ..P_CLASSES },
        Param {
            name: "epsilon",
            kind: AttrKind::Float,
            default: Some(|| Attr::Float(1e-8)),
            doc: "The least length that a vector counts as.",
        },
    ],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(
        |call| {
            let mut shape = broadcast_shapes(call.op.name, &[call.x[0].shape, call.x[1].shape])?;
            let axis = normalize_axis(call.op.name, call.attr(ONE_AXIS), &shape)?;
            shape.remove(axis);
            Ok(shape)
        },
        "`x1` and `x2` broadcast, without the axis",
    ),
    meaning: Meaning::Composed(|b| {
        let product = &b.x[0] * &b.x[1];
        let axis =
            Axes::from(normalize_axis(b.op.name, b.attr(ONE_AXIS), product.shape()).map_or(0, |axis| axis as i64));
        let square = |x: &Expr| {
            let x = x.broadcast_to(product.shape());
            let sum = (&x * &x).sum(&axis, false);
            // The root of a number that is there, so that no slope is infinite.
            let least = b.attr(EPSILON);
            sum.binary(&ops::MAXIMUM, &sum.with(least * least)).sqrt()
        };
        product.sum(&axis, false) / (square(&b.x[0]) * square(&b.x[1]))
    }),
    cost: "copies; O(size of operands)",
    errors: &[NO_AXIS, APART],
    grad: Grad::FromMeaning,
    ..BASE
};
