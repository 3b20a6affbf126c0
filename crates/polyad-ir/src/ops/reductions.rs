//! Reductions over axes.

use polyad_core::DType;
use smallvec::{SmallVec, smallvec};

use crate::attr::{AXIS, Attr, AttrKind, Axes, CORRECTION, KEEPDIMS, Param};
use crate::infer::Reduced;
use crate::op::{BASE, ComplexGrad, Fold, Grad, Meaning, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] =
    &[&SUM, &PROD, &MAX, &MIN, &PTP, &MEAN, &VAR, &STD, &ALL_, &ANY, &COUNT_NONZERO, &LOGSUMEXP];

pub(super) const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Axes,
    default: None,
    doc: "The axes to reduce: all, one, or a list; an empty list reduces none.",
};
pub(super) const P_KEEPDIMS: Param = Param {
    name: "keepdims",
    kind: AttrKind::Bool,
    default: Some(|| Attr::Bool(false)),
    doc: "Whether reduced axes stay with extent 1.",
};
pub(super) const P_DTYPE: Param = Param {
    name: "dtype",
    kind: AttrKind::DType,
    default: Some(|| Attr::None),
    doc: "The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.",
};

/// What a reduction gave, with the axes that it removed put back with extent 1.
pub(super) fn unreduced(b: &Backward, reduced: &Expr) -> Expr {
    let shape = Reduced::new(b.op.name, b.x[0].shape(), &b.attr(AXIS)).map(|r| r.shape(true));
    // Axes were checked when the node was made.
    reduced.reshape(&shape.unwrap_or_default())
}

/// How many elements become one.
pub(super) fn count(op: Op, x: &Expr, axes: &Axes) -> f64 {
    Reduced::new(op.name, x.shape(), axes).map_or(0, |r| r.count()) as f64
}

/// The dtype in which sums are divided: the widest of the kind.
pub(super) fn widest(x: &Expr) -> DType {
    if x.dtype().kind() == polyad_core::Kind::Complex { DType::Complex128 } else { DType::Float64 }
}

/// Sum.
pub static SUM: OpDef = OpDef {
    name: "sum",
    summary: "The sum over axes; of nothing 0.",
    source: "Python array API 2025.12, `sum`",
    example: "let x = tensor![[1, 2], [3, 4]];
assert_eq!(x.sum(0)?, tensor![4, 6]);
assert_eq!(x.sum(())?.item::<i64>()?, 10);",
    params: &[P_AXIS, P_KEEPDIMS, P_DTYPE],
    dtype: DTypeRule::Sum,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Fold(Fold::Sum),
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(|b| vec![Some(unreduced(b, &b.grads[0]).broadcast_to(b.x[0].shape()))]),
    ..BASE
};

/// Product.
pub static PROD: OpDef = OpDef {
    name: "prod",
    summary: "The product over axes; of nothing 1.",
    source: "Python array API 2025.12, `prod`",
    example: "let x = tensor![[1, 2], [3, 4]];
assert_eq!(x.prod(1)?, tensor![2, 12]);",
    params: &[P_AXIS, P_KEEPDIMS, P_DTYPE],
    dtype: DTypeRule::Sum,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Fold(Fold::Prod),
    grad: Grad::Rule(product_grad),
    ..BASE
};

/// Each element's slope is the product of the others, by the products before and after it: right with zeros too.
fn product_grad(b: &Backward) -> Vec<Option<Expr>> {
    let x = &b.x[0];
    let Ok(reduced) = Reduced::new(b.op.name, x.shape(), &b.attr(AXIS)) else { return vec![None] };
    let n = x.shape().len();
    // Reduced axes last and as one.
    let (gone, kept): (Vec<usize>, Vec<usize>) = (0..n).partition(|&i| reduced.contains(i));
    let order: Vec<i64> = kept.iter().chain(&gone).map(|&i| i as i64).collect();
    let turned = x.permute(&order);
    let mut flat: Vec<usize> = kept.iter().map(|&i| x.shape()[i]).collect();
    flat.push(reduced.count());
    let line = turned.reshape(&flat).astype(b.grads[0].dtype());
    let others = |reverse| {
        let attrs =
            smallvec![Attr::Axes(Axes::from(-1)), Attr::DType(line.dtype()), Attr::Bool(true), Attr::Bool(reverse)];
        let all = Expr::apply(&ops::CUMULATIVE_PROD, &[&line], attrs);
        super::narrow(&all, flat.len() - 1, usize::from(reverse), reduced.count())
    };
    let slopes = (others(false) * others(true)).reshape(turned.shape());
    let mut back: SmallVec<[i64; 4]> = smallvec![0; n];
    for (to, &from) in order.iter().enumerate() {
        back[from as usize] = to as i64;
    }
    vec![Some(unreduced(b, &b.grads[0]) * slopes.permute(&back))]
}

/// Greatest element.
pub static MAX: OpDef = OpDef {
    name: "max",
    aliases: &["amax"],
    summary: "The greatest element over axes; NaN if there is one.",
    source: "Python array API 2025.12, `max`",
    example: "assert_eq!(tensor![[1.0, 5.0], [3.0, 2.0]].max(1)?, tensor![5.0, 3.0]);
assert!(tensor![1.0, f64::NAN].max(())?.item::<f64>()?.is_nan());",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::RealOrBool,
    shape: ShapeRule::ReduceSome,
    meaning: Meaning::Fold(Fold::Max),
    grad: Grad::Rule(extremum),
    ..BASE
};

/// Least element.
pub static MIN: OpDef = OpDef {
    name: "min",
    aliases: &["amin"],
    summary: "The least element over axes; NaN if there is one.",
    source: "Python array API 2025.12, `min`",
    example: "let x = tensor![[1, 5], [3, -4]];
assert_eq!(x.min(1)?, tensor![1, -4]);",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::RealOrBool,
    shape: ShapeRule::ReduceSome,
    meaning: Meaning::Fold(Fold::Min),
    grad: Grad::Rule(extremum),
    ..BASE
};

/// Elements that reach the extremum share its gradient evenly, as PyTorch's `amax` does.
pub(super) fn extremum(b: &Backward) -> Vec<Option<Expr>> {
    let hit = b.x[0].binary(&ops::EQUAL, &unreduced(b, &b.y[0]));
    let number = hit.astype(b.grads[0].dtype()).sum(&b.attr(AXIS), true);
    let share = unreduced(b, &b.grads[0]) / number;
    let zero = Expr::scalar(0.0, b.grads[0].dtype());
    vec![Some(share.select(&hit, &zero))]
}

/// Peak to peak.
pub static PTP: OpDef = OpDef {
    name: "ptp",
    summary: "The distance from the least to the greatest element over axes; integers wrap.",
    source: "NumPy, `numpy.ptp`",
    example: "assert_eq!(tensor![[1, 5], [3, -4]].ptp(1)?, tensor![4, 7]);",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::Real,
    shape: ShapeRule::ReduceSome,
    meaning: Meaning::Composed(|b| {
        let (axes, keepdims) = (b.attr(AXIS), b.attr(KEEPDIMS));
        b.x[0].max(&axes, keepdims) - b.x[0].min(&axes, keepdims)
    }),
    grad: Grad::FromMeaning,
    ..BASE
};

/// Arithmetic mean.
pub static MEAN: OpDef = OpDef {
    name: "mean",
    summary: "The arithmetic mean over axes, added up in float64; of nothing NaN.",
    source: "Python array API 2025.12, `mean`",
    example: "let x = tensor![[1.0, 2.0], [3.0, 5.0]];
assert_eq!(x.mean(1)?, tensor![1.5, 4.0]);
assert_eq!(tensor![1, 2].mean(())?.item::<f64>()?, 1.5);",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::Float,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Composed(|b| {
        let (x, axes) = (&b.x[0], b.attr(AXIS));
        x.astype(widest(x)).sum(&axes, b.attr(KEEPDIMS)) / count(b.op, x, &axes)
    }),
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::FromMeaning,
    ..BASE
};

pub(super) const P_CORRECTION: Param = Param {
    name: "correction",
    kind: AttrKind::Float,
    default: Some(|| Attr::Float(0.0)),
    doc: "What is subtracted from the count: 1 for a sample.",
};

/// Variance.
pub static VAR: OpDef = OpDef {
    name: "var",
    summary: "The variance over axes: mean squared distance from the mean, in float64 and two passes; NaN where the count is not above the correction.",
    source: "Python array API 2025.12, `var`; of complex numbers NumPy's",
    example: "let x = tensor![1.0, 2.0, 3.0, 4.0, 5.0];
assert_eq!(x.var(())?.item::<f64>()?, 2.0);
let sample = VarOptions { correction: 1.0, ..Default::default() };
assert_eq!(x.var_with((), sample)?.item::<f64>()?, 2.5);",
    params: &[P_AXIS, P_KEEPDIMS, P_CORRECTION],
    dtype: DTypeRule::Magnitude,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Executor,
    cost: "copies; O(size of `x`), twice",
    grad: Grad::Rule(|b| vec![Some(unreduced(b, &b.grads[0]) * deviation(b) * 2.0)]),
    ..BASE
};

/// Standard deviation.
pub static STD: OpDef = OpDef {
    name: "std",
    summary: "The standard deviation over axes: the square root of `var`.",
    source: "Python array API 2025.12, `std`; of complex numbers NumPy's",
    example: "let x = tensor![[1.0, 3.0], [2.0, 10.0]];
assert_eq!(x.std(1)?, tensor![1.0, 4.0]);",
    params: &[P_AXIS, P_KEEPDIMS, P_CORRECTION],
    dtype: DTypeRule::Magnitude,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Executor,
    cost: "copies; O(size of `x`), twice",
    // Of equal elements the slope is no number; it counts as 0, as in PyTorch.
    grad: Grad::Rule(|b| {
        let none = b.y[0].binary(&ops::EQUAL, &Expr::scalar(0.0, b.y[0].dtype()));
        let zero = Expr::scalar(0.0, b.grads[0].dtype());
        let g = zero.select(&none, &(&b.grads[0] / &b.y[0]));
        vec![Some(unreduced(b, &g) * deviation(b))]
    }),
    ..BASE
};

/// Distances from the mean, divided by what divides a variance.
fn deviation(b: &Backward) -> Expr {
    let axes = b.attr(AXIS);
    let free = count(b.op, &b.x[0], &axes) - b.attr(CORRECTION);
    (&b.x[0] - b.x[0].mean(&axes, true)) / if free > 0.0 { free } else { f64::NAN }
}

/// Whether all elements are true.
pub static ALL_: OpDef = OpDef {
    name: "all",
    summary: "Whether all elements over axes are true; a number is true unless it is 0; of nothing true.",
    source: "Python array API 2025.12, `all`",
    example: "assert_eq!(tensor![[1, 0], [2, 3]].all(1)?, tensor![false, true]);",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::Bool,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Fold(Fold::All),
    ..BASE
};

/// Whether any element is true.
pub static ANY: OpDef = OpDef {
    name: "any",
    summary: "Whether any element over axes is true; a number is true unless it is 0; of nothing false.",
    source: "Python array API 2025.12, `any`",
    example: "assert_eq!(tensor![[1, 0], [0, 0]].any(1)?, tensor![true, false]);",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::Bool,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Fold(Fold::Any),
    ..BASE
};

/// How many elements are not 0.
pub static COUNT_NONZERO: OpDef = OpDef {
    name: "count_nonzero",
    summary: "How many elements over axes are not 0; NaN counts.",
    source: "Python array API 2025.12, `count_nonzero`",
    example: "assert_eq!(tensor![[1.0, 0.0], [2.0, f64::NAN]].count_nonzero(1)?, tensor![1, 2]);",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::Index,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Fold(Fold::Count),
    ..BASE
};

/// Logarithm of a sum of exponentials.
pub static LOGSUMEXP: OpDef = OpDef {
    name: "logsumexp",
    summary: "`log(sum(exp(x)))` over axes, shifted by the maximum so that nothing overflows; of nothing -inf.",
    source: "SciPy, `scipy.special.logsumexp`",
    example: "let x = tensor![1000.0, f64::NEG_INFINITY];
assert_eq!(x.logsumexp(())?.item::<f64>()?, 1000.0);",
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Composed(|b| {
        let (x, axes, keepdims) = (&b.x[0], b.attr(AXIS), b.attr(KEEPDIMS));
        // The logarithm of a sum of nothing; a maximum there is not.
        if count(b.op, x, &axes) == 0.0 {
            return x.sum(&axes, keepdims).log();
        }
        let zero = Expr::scalar(0.0, x.dtype());
        let top = x.max(&axes, true);
        // An infinity minus itself would be NaN, and so is an infinity times 0.
        let top = top.select(&(&top * 0.0).binary(&ops::EQUAL, &zero), &zero);
        let sum = (x - &top).exp().sum(&axes, keepdims).log();
        let shape = sum.shape().to_vec();
        sum + top.reshape(&shape)
    }),
    // The softmax; where all is -inf nothing moves the result.
    grad: Grad::Rule(|b| {
        let low = Expr::scalar(f64::NEG_INFINITY, b.y[0].dtype());
        let zero = Expr::scalar(0.0, b.y[0].dtype());
        let y = zero.select(&b.y[0].binary(&ops::EQUAL, &low), &b.y[0]);
        vec![Some(unreduced(b, &b.grads[0]) * (&b.x[0] - unreduced(b, &y)).exp())]
    }),
    ..BASE
};
