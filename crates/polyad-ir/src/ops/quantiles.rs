//! Quantiles over axes: what lies a part of the way through the elements in order.

use polyad_core::{DType, Dims, Error, Kind, Result};
use smallvec::{SmallVec, smallvec};

use super::narrow;
use super::reductions::{P_AXIS, P_KEEPDIMS};
use super::skipping::ones_of;
use crate::attr::{AXIS, Attr, AttrKind, KEEPDIMS, METHOD, Param};
use crate::facts::{NO_AXIS, TWICE};
use crate::infer::Reduced;
use crate::op::{Args, BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&QUANTILE, &PERCENTILE, &MEDIAN, &NANQUANTILE, &NANPERCENTILE, &NANMEDIAN];

const P_METHOD: Param = Param {
    name: "method",
    kind: AttrKind::Word(&[
        "linear",
        "lower",
        "higher",
        "midpoint",
        "nearest",
        "inverted_cdf",
        "averaged_inverted_cdf",
        "closest_observation",
        "interpolated_inverted_cdf",
        "hazen",
        "weibull",
        "median_unbiased",
        "normal_unbiased",
    ]),
    default: Some(|| Attr::Word("linear")),
    doc: "How a value between two elements is found, by the names of NumPy.",
};

fn quantile_shape(call: &Call) -> Result<Dims> {
    let q = &call.x[1];
    if q.dtype.kind() == Kind::Complex {
        let hint = "Quantiles are asked for by real numbers.";
        return Err(Error::DTypeUnsupported { op: call.op.name, dtype: q.dtype, hint });
    }
    let rest = Reduced::new(call.op.name, call.x[0].shape, &call.attr(AXIS))?.shape(call.attr(KEEPDIMS));
    Ok(q.shape.iter().copied().chain(rest).collect())
}

/// What quantiles have in common.
const BETWEEN: OpDef = OpDef {
    args: Args::Fixed(&["x", "q"]),
    params: &[P_AXIS, P_KEEPDIMS, P_METHOD],
    dtype: DTypeRule::FirstRealFloat,
    shape: ShapeRule::Custom(
        quantile_shape,
        "that of `q`, then that of `x` without the axes, which stay with extent 1 under `keepdims`",
    ),
    cost: "copies; O(size of `x` times the logarithm of what is reduced)",
    errors: &[NO_AXIS, TWICE, ("BadArgument", "for a `q` outside its range, NaN too")],
    grad: Grad::FromMeaning,
    ..BASE
};

/// Quantiles.
pub static QUANTILE: OpDef = OpDef {
    name: "quantile",
    summary: "The elements over axes that lie a part `q`, 0 to 1, of the way through them in order, or between two of them; NaN where there is one, and of nothing.",
    source: "NumPy, `numpy.quantile`; the dtype is that of `x` whatever `q`",
    example: "let x = tensor![[1.0, 4.0, 2.0], [8.0, 6.0, 7.0]];
assert_eq!(x.quantile(&tensor![0.0, 0.75], 1)?, tensor![[1.0, 6.0], [3.0, 7.5]]);
let lower = QuantileOptions { method: \"lower\", ..Default::default() };
assert_eq!(x.quantile_with(&tensor![0.75], 1, lower)?, tensor![[2.0, 7.0]]);",
    meaning: Meaning::Composed(|b| between(b, 1.0, false)),
    ..BETWEEN
};

/// Percentiles.
pub static PERCENTILE: OpDef = OpDef {
    name: "percentile",
    summary: "The elements over axes that lie `q` percent of the way through them in order, or between two of them; NaN where there is one, and of nothing.",
    source: "NumPy, `numpy.percentile`; the dtype is that of `x` whatever `q`",
    example: "assert_eq!(tensor![1.0, 5.0, 2.0].percentile(&tensor![50, 75], ())?, tensor![2.0, 3.5]);",
    meaning: Meaning::Composed(|b| between(b, 100.0, false)),
    ..BETWEEN
};

/// Quantiles of the numbers.
pub static NANQUANTILE: OpDef = OpDef {
    name: "nanquantile",
    summary: "As `quantile`, of what is not NaN; NaN where there is nothing.",
    source: "NumPy, `numpy.nanquantile`; the dtype is that of `x` whatever `q`",
    example: "let x = tensor![[1.0, f64::NAN, 2.0], [f64::NAN, 6.0, f64::NAN]];
assert_eq!(x.nanquantile(&tensor![0.5], 1)?, tensor![[1.5, 6.0]]);",
    meaning: Meaning::Composed(|b| between(b, 1.0, true)),
    ..BETWEEN
};

/// Percentiles of the numbers.
pub static NANPERCENTILE: OpDef = OpDef {
    name: "nanpercentile",
    summary: "As `percentile`, of what is not NaN; NaN where there is nothing.",
    source: "NumPy, `numpy.nanpercentile`; the dtype is that of `x` whatever `q`",
    example: "assert_eq!(tensor![f64::NAN, 5.0, 2.0].nanpercentile(&tensor![50], ())?, tensor![3.5]);",
    meaning: Meaning::Composed(|b| between(b, 100.0, true)),
    ..BETWEEN
};

/// The number that stands for all of a range of `q`.
pub fn quantile_range(op: Op) -> f64 {
    if [&PERCENTILE, &NANPERCENTILE].contains(&op) { 100.0 } else { 1.0 }
}

/// A tensor as lines of what is reduced, kept axes before them.
struct Lines {
    lines: Expr,
    kept: Vec<usize>,
    /// The shape of a result for each line.
    out: Dims,
}

impl Lines {
    fn new(b: &Body) -> Lines {
        let x = &b.x[0];
        let shape = x.shape();
        let Ok(reduced) = Reduced::new(b.op.name, shape, &b.attr(AXIS)) else {
            unreachable!("axes were checked when the node was made")
        };
        let (gone, kept): (Vec<usize>, Vec<usize>) = (0..shape.len()).partition(|&i| reduced.contains(i));
        let order: Vec<i64> = kept.iter().chain(&gone).map(|&i| i as i64).collect();
        let kept: Vec<usize> = kept.iter().map(|&i| shape[i]).collect();
        let flat: Vec<usize> = kept.iter().copied().chain([reduced.count()]).collect();
        Lines { lines: x.permute(&order).reshape(&flat), kept, out: reduced.shape(b.attr(KEEPDIMS)) }
    }

    fn axis(&self) -> usize {
        self.kept.len()
    }

    fn len(&self) -> usize {
        self.lines.shape()[self.axis()]
    }

    /// `[kept, m]` as `[q, kept]` with the axes of the result, where `q` has m elements.
    fn finished(&self, x: &Expr, q: &[usize]) -> Expr {
        let axes: SmallVec<[i64; 4]> = std::iter::once(self.axis() as i64).chain(0..self.axis() as i64).collect();
        let shape: Dims = q.iter().chain(&self.out).copied().collect();
        x.permute(&axes).reshape(&shape)
    }
}

fn number(value: f64) -> Expr {
    Expr::scalar(value, DType::Float64)
}

/// The place before the quantiles `q` of `n` elements in order, counted from 0, and how far on to the next one they lie. A
/// place may lie outside; R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", 1996.
fn places(method: &str, q: &Expr, n: &Expr) -> (Expr, Expr) {
    let floor = |x: &Expr| x.unary(&ops::FLOOR);
    let parted = |at: Expr| (floor(&at), &at - floor(&at));
    let is = |x: &Expr, value: f64| x.binary(&ops::EQUAL, &number(value));
    let spread = |alpha: f64, beta: f64| parted(q * n + (q * (1.0 - alpha - beta) + alpha) - 1.0);
    let whole = |at: Expr| (at, number(0.0));
    let steps = q * (n - 1.0);
    match method {
        "lower" => whole(floor(&steps)),
        "higher" => whole(steps.unary(&ops::CEIL)),
        "nearest" => whole(steps.unary(&ops::ROUND)),
        "midpoint" => {
            let (at, part) = parted(steps);
            (at, number(0.0).select(&is(&part, 0.0), &number(0.5)))
        }
        "inverted_cdf" => whole((q * n - 1.0).unary(&ops::CEIL)),
        "averaged_inverted_cdf" => {
            let (at, part) = parted(q * n - 1.0);
            (at, number(0.5).select(&is(&part, 0.0), &number(1.0)))
        }
        // Halfway the even one, counted from 1.
        "closest_observation" => {
            let (at, part) = parted(q * n - 1.5);
            let odd = is(&at.binary(&ops::REMAINDER, &number(2.0)), 1.0);
            let stays = is(&part, 0.0).binary(&ops::LOGICAL_AND, &odd);
            whole(at.select(&stays, &(&at + 1.0)))
        }
        "interpolated_inverted_cdf" => spread(0.0, 1.0),
        "hazen" => spread(0.5, 0.5),
        "weibull" => spread(0.0, 0.0),
        "median_unbiased" => spread(1.0 / 3.0, 1.0 / 3.0),
        "normal_unbiased" => spread(3.0 / 8.0, 3.0 / 8.0),
        _ => parted(steps),
    }
}

/// The quantiles of a call, in float64.
fn between(b: &Body, all: f64, skip: bool) -> Expr {
    quantiles(b, &(b.x[1].astype(DType::Float64) / all), b.attr(METHOD), skip)
}

fn quantiles(b: &Body, q: &Expr, method: &str, skip: bool) -> Expr {
    let lines = Lines::new(b);
    let shape: Dims = q.shape().iter().chain(&lines.out).copied().collect();
    if lines.len() == 0 {
        return number(f64::NAN).broadcast_to(&shape);
    }
    let axis = lines.axis();
    let sorted =
        Expr::apply(&ops::SORT, &[&lines.lines], smallvec![Attr::Int(-1), Attr::Bool(false), Attr::Bool(true)]);
    let last = narrow(&sorted, axis, lines.len() - 1, 1).astype(DType::Float64);
    let n = match skip {
        true => ones_of(&sorted.binary(&ops::EQUAL, &sorted)).sum(&crate::Axes::from(-1), true),
        false => number(lines.len() as f64).broadcast_to(&vec![1; axis + 1]),
    };
    let m = q.shape().iter().product();
    let (at, part) = places(method, &q.reshape(&[m]), &n);
    let top = (&n - 1.0).binary(&ops::MAXIMUM, &number(0.0));
    let element = |at: &Expr| {
        let at = at.binary(&ops::MAXIMUM, &number(0.0)).binary(&ops::MINIMUM, &top).astype(DType::Int64);
        Expr::apply(&ops::TAKE_ALONG_AXIS, &[&sorted, &at], smallvec![Attr::Int(-1)]).astype(DType::Float64)
    };
    let (low, high) = (element(&at), element(&(&at + 1.0)));
    let step = &high - &low;
    // From the nearer end; equal infinities have no distance, and no part of one is taken.
    let near = part.binary(&ops::LESS, &number(0.5));
    let value = (&low + &step * &part).select(&near, &(&high - &step * (1.0 - &part)));
    let stays = low.binary(&ops::EQUAL, &high).binary(&ops::LOGICAL_OR, &part.binary(&ops::EQUAL, &number(0.0)));
    let value = low.select(&stays, &value);
    let value = if skip { value } else { value.select(&last.binary(&ops::EQUAL, &last), &last) };
    lines.finished(&value, q.shape())
}

/// What medians have in common.
const MIDDLE: OpDef = OpDef {
    params: &[P_AXIS, P_KEEPDIMS],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Reduce,
    grad: Grad::FromMeaning,
    ..BASE
};

/// Median.
pub static MEDIAN: OpDef = OpDef {
    name: "median",
    summary: "The middle element over axes in order, or the mean of the two in the middle; NaN where there is one, and of nothing.",
    source: "NumPy, `numpy.median`",
    example: "let x = tensor![[1.0, 9.0, 2.0], [4.0, 6.0, 5.0]];
assert_eq!(x.median(1)?, tensor![2.0, 5.0]);
assert_eq!(x.median(())?.item::<f64>()?, 4.5);",
    meaning: Meaning::Composed(median),
    ..MIDDLE
};

fn median(b: &Body) -> Expr {
    let lines = Lines::new(b);
    let n = lines.len();
    if n == 0 {
        return number(f64::NAN).broadcast_to(&lines.out);
    }
    let (axis, places) = (lines.axis(), [(n - 1) / 2, n / 2]);
    let kth = places.iter().map(|&at| at as i64).collect();
    let parted = Expr::apply(&ops::PARTITION, &[&lines.lines], smallvec![Attr::Ints(kth), Attr::Int(-1)]);
    let [low, high] = places.map(|at| narrow(&parted, axis, at, 1).astype(DType::Float64));
    let middle = low.select(&low.binary(&ops::EQUAL, &high), &(&low * 0.5 + &high * 0.5));
    let top = lines.lines.max(&crate::Axes::from(-1), true).astype(DType::Float64);
    lines.finished(&middle.select(&top.binary(&ops::EQUAL, &top), &top), &[])
}

/// Median of the numbers.
pub static NANMEDIAN: OpDef = OpDef {
    name: "nanmedian",
    summary: "As `median`, of what is not NaN; NaN where there is nothing.",
    source: "NumPy, `numpy.nanmedian`",
    example: "assert_eq!(tensor![[1.0, f64::NAN, 2.0]].nanmedian(1)?, tensor![1.5]);",
    meaning: Meaning::Composed(|b| quantiles(b, &number(0.5), "linear", true)),
    ..MIDDLE
};
