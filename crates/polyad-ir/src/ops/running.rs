//! Running extremes, and the running logarithm of sums of exponentials.

use smallvec::smallvec;

use super::scans::{P_AXIS, P_INITIAL, P_REVERSE, SCAN, Scanned};
use crate::attr::{Attr, Attrs, Axes, REVERSE};
use crate::op::{Grad, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&CUMULATIVE_MAX, &CUMULATIVE_MIN, &CUMULATIVE_LOGSUMEXP];

fn attrs(axis: usize, reverse: bool) -> Attrs {
    smallvec![Attr::Axes(Axes::from(axis as i64)), Attr::Bool(false), Attr::Bool(reverse)]
}

/// What running extremes have in common.
const EXTREME: OpDef = OpDef {
    params: &[P_AXIS, P_INITIAL, P_REVERSE],
    dtype: DTypeRule::RealOrBool,
    grad: Grad::Rule(extreme_grad),
    ..SCAN
};

/// Greatest so far.
pub static CUMULATIVE_MAX: OpDef = OpDef {
    name: "cumulative_max",
    aliases: &["cummax"],
    summary: "The greatest element so far along an axis, NaN from the first one on; of nothing the least of the dtype.",
    source: "PyTorch, `torch.cummax`, without its indices; `include_initial` as `cumulative_sum` has it",
    example: "assert_eq!(tensor![1, 3, 2, 5, 4].cumulative_max(0)?, tensor![1, 3, 3, 5, 5]);
let back = CumulativeMaxOptions { reverse: true, ..Default::default() };
assert_eq!(tensor![1, 3, 2].cumulative_max_with(0, back)?, tensor![3, 3, 2]);",
    ..EXTREME
};

/// Least so far.
pub static CUMULATIVE_MIN: OpDef = OpDef {
    name: "cumulative_min",
    aliases: &["cummin"],
    summary: "The least element so far along an axis, NaN from the first one on; of nothing the greatest of the dtype.",
    source: "PyTorch, `torch.cummin`, without its indices; `include_initial` as `cumulative_sum` has it",
    example: "assert_eq!(tensor![4, 5, 2, 3].cumulative_min(0)?, tensor![4, 4, 2, 2]);",
    ..EXTREME
};

/// Each result is the element that last reached it: the gradient goes there, as PyTorch has it.
fn extreme_grad(b: &Backward) -> Vec<Option<Expr>> {
    let s = Scanned::new(b);
    let (n, reverse) = (s.x.shape()[s.axis], b.attr(REVERSE));
    let mut along = vec![1; s.x.shape().len()];
    along[s.axis] = n;
    let places = Expr::range(n).reshape(&along);
    let reached = s.x.binary(&ops::EQUAL, &s.results(b)).binary(&ops::LOGICAL_OR, &s.x.binary(&ops::NOT_EQUAL, &s.x));
    // The latest place so far, from whichever end the scan goes.
    let (op, before): (Op, _) = if reverse { (&CUMULATIVE_MIN, n.saturating_sub(1)) } else { (&CUMULATIVE_MAX, 0) };
    let latest = places.select(&reached, &Expr::scalar(before as f64, places.dtype()));
    let latest = Expr::apply(op, &[&latest], attrs(s.axis, reverse));
    let zeros = Expr::scalar(0.0, s.grad.dtype()).broadcast_to(s.x.shape());
    let grad = Expr::apply(&ops::ADD_ALONG_AXIS, &[&zeros, &latest, &s.grad], smallvec![Attr::Int(s.axis as i64)]);
    vec![Some(grad.reshape(b.x[0].shape()))]
}

/// Running logarithm of the sum of exponentials.
pub static CUMULATIVE_LOGSUMEXP: OpDef = OpDef {
    name: "cumulative_logsumexp",
    aliases: &["logcumsumexp"],
    summary: "`log(cumulative_sum(exp(x)))` along an axis, shifted by the maximum so far so that nothing overflows; of nothing -inf.",
    source: "PyTorch, `torch.logcumsumexp`",
    example: "let x = tensor![1000.0, f64::NEG_INFINITY, 1000.0];
assert_eq!(x.cumulative_logsumexp(0)?, tensor![1000.0, 1000.0, 1000.0 + 2.0f64.ln()]);",
    params: &[P_AXIS, P_INITIAL, P_REVERSE],
    dtype: DTypeRule::RealFloat,
    grad: Grad::Rule(logsumexp_grad),
    ..SCAN
};

/// `exp(x[k]) * sum(g[i] * exp(-y[i]))` over the results from k on, as a difference of two such sums with positive terms,
/// each by its logarithm. A result of -inf is moved by nothing.
fn logsumexp_grad(b: &Backward) -> Vec<Option<Expr>> {
    let s = Scanned::new(b);
    let (y, dtype) = (s.results(b), s.grad.dtype());
    let low = Expr::scalar(f64::NEG_INFINITY, dtype);
    let zero = Expr::scalar(0.0, dtype);
    let sum = |grad: Expr| {
        let counts = grad.binary(&ops::GREATER, &zero).binary(&ops::LOGICAL_AND, &y.binary(&ops::NOT_EQUAL, &low));
        let term = (grad.log() - &y).select(&counts, &low);
        (Expr::apply(&CUMULATIVE_LOGSUMEXP, &[&term], attrs(s.axis, !b.attr(REVERSE))) + &s.x).exp()
    };
    vec![Some((sum(s.grad.clone()) - sum(-&s.grad)).reshape(b.x[0].shape()))]
}
