//! Scans: each result from those before it along an axis, and differences of neighbours.

use polyad_core::{DType, Dims, Error, Result, normalize_axis};
use smallvec::smallvec;

use super::narrow;
use super::reductions::P_DTYPE;
use crate::attr::{AXIS, Attr, AttrKind, Attrs, Axes, INCLUDE_INITIAL, N, ONE_AXIS, Param, REVERSE};
use crate::facts::{APART, NO_AXIS, TOO_LARGE};
use crate::op::{Args, BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&CUMULATIVE_SUM, &CUMULATIVE_PROD, &LINEAR_RECURRENCE, &DIFF];

pub(super) const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Axes,
    default: None,
    doc: "The axis to go along; a tensor of one axis needs none.",
};
pub(super) const P_INITIAL: Param = Param {
    name: "include_initial",
    kind: AttrKind::Bool,
    default: Some(|| Attr::Bool(false)),
    doc: "Whether the result begins with the value of nothing, and is longer by it.",
};
pub(super) const P_REVERSE: Param = Param {
    name: "reverse",
    kind: AttrKind::Bool,
    default: Some(|| Attr::Bool(false)),
    doc: "Whether to go from the end of the axis to its start.",
};

/// The one axis of a scan; `None` for a tensor without axes, which counts as one element of one.
pub fn scan_axis(op: Op, axes: &Axes, shape: &[usize]) -> Result<Option<usize>> {
    match axes {
        Axes::All if shape.is_empty() => Ok(None),
        Axes::All if shape.len() == 1 => Ok(Some(0)),
        Axes::List(list) if list.len() == 1 => normalize_axis(op.name, list[0], shape).map(Some),
        _ => {
            let takes = format!("one axis, as shape {shape:?} has {}", shape.len());
            let got = match axes {
                Axes::All => "none".to_string(),
                Axes::List(list) => format!("{list:?}"),
            };
            Err(Error::BadArgument { op: op.name, argument: "axis", got, takes })
        }
    }
}

fn scan_shape(call: &Call) -> Result<Dims> {
    let shape = call.x[0].shape;
    let more = usize::from(call.attr(INCLUDE_INITIAL));
    let Some(axis) = scan_axis(call.op, &call.attr(AXIS), shape)? else { return Ok(smallvec![1 + more]) };
    let mut out = Dims::from_slice(shape);
    out[axis] = out[axis].checked_add(more).ok_or_else(|| Error::SizeOverflow {
        op: call.op.name,
        shape: shape.into(),
        dtype: None,
    })?;
    Ok(out)
}

/// A scan as its gradient sees it: operand and gradient with the axis, the initial value cut off.
pub(super) struct Scanned {
    pub(super) x: Expr,
    pub(super) grad: Expr,
    pub(super) axis: usize,
}

impl Scanned {
    pub(super) fn new(b: &Backward) -> Scanned {
        let x = &b.x[0];
        let axis = scan_axis(b.op, &b.attr(AXIS), x.shape()).ok().flatten().unwrap_or(0);
        let x = if x.shape().is_empty() { x.reshape(&[1]) } else { x.clone() };
        let n = x.shape()[axis];
        let grad = without_initial(b, &b.grads[0], axis, n);
        Scanned { x: x.astype(grad.dtype()), grad, axis }
    }

    /// The results, the initial value cut off.
    pub(super) fn results(&self, b: &Backward) -> Expr {
        without_initial(b, &b.y[0], self.axis, self.x.shape()[self.axis]).astype(self.grad.dtype())
    }
}

/// The part of a result of a scan that belongs to elements.
fn without_initial(b: &Backward, y: &Expr, axis: usize, n: usize) -> Expr {
    match b.attr(INCLUDE_INITIAL) {
        true => narrow(y, axis, usize::from(!b.attr(REVERSE)), n),
        false => y.clone(),
    }
}

fn scan_attrs(axis: usize, dtype: DType, initial: bool, reverse: bool) -> Attrs {
    smallvec![Attr::Axes(Axes::from(axis as i64)), Attr::DType(dtype), Attr::Bool(initial), Attr::Bool(reverse)]
}

/// What running sums and products have in common.
pub(super) const SCAN: OpDef = OpDef {
    params: &[P_AXIS, P_DTYPE, P_INITIAL, P_REVERSE],
    dtype: DTypeRule::Sum,
    shape: ShapeRule::Custom(
        scan_shape,
        "that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one element",
    ),
    meaning: Meaning::Executor,
    errors: &[NO_AXIS, ("BadArgument", "for other than one axis, and for none where `x` has several"), TOO_LARGE],
    ..BASE
};

/// Running sum.
pub static CUMULATIVE_SUM: OpDef = OpDef {
    name: "cumulative_sum",
    aliases: &["cumsum"],
    summary: "The running sum along an axis, added up in float64 where elements are floats; integers wrap.",
    source: "Python array API 2025.12, `cumulative_sum`; `reverse` as in JAX",
    example: "let x = tensor![[1, 2], [3, 4]];
assert_eq!(x.cumulative_sum(1)?, tensor![[1, 3], [3, 7]]);
let from_0 = CumulativeSumOptions { include_initial: true, ..Default::default() };
assert_eq!(tensor![5, 6].cumulative_sum_with((), from_0)?, tensor![0, 5, 11]);",
    // Each element is in all sums from its own on: the running sum from the other end.
    grad: Grad::Rule(|b| {
        let s = Scanned::new(b);
        let attrs = scan_attrs(s.axis, s.grad.dtype(), false, !b.attr(REVERSE));
        vec![Some(Expr::apply(&CUMULATIVE_SUM, &[&s.grad], attrs).reshape(b.x[0].shape()))]
    }),
    ..SCAN
};

/// Running product.
pub static CUMULATIVE_PROD: OpDef = OpDef {
    name: "cumulative_prod",
    aliases: &["cumprod"],
    summary: "The running product along an axis, multiplied in float64 where elements are floats; integers wrap.",
    source: "Python array API 2025.12, `cumulative_prod`; `reverse` as in JAX",
    example: "assert_eq!(tensor![2, 3, 4].cumulative_prod(0)?, tensor![2, 6, 24]);",
    grad: Grad::Rule(running_product_grad),
    ..SCAN
};

/// The slope of element k: the product before it, times `g[k] + x[k+1] * (g[k+1] + x[k+2] * ...)`, which is a linear
/// recurrence from the other end. No division, so zeros are right.
fn running_product_grad(b: &Backward) -> Vec<Option<Expr>> {
    let Scanned { x, grad, axis } = Scanned::new(b);
    let n = x.shape()[axis];
    if n == 0 {
        return vec![Some(b.x[0].clone())];
    }
    let reverse = b.attr(REVERSE);
    let before = Expr::apply(&CUMULATIVE_PROD, &[&x], scan_attrs(axis, x.dtype(), true, reverse));
    let before = narrow(&before, axis, usize::from(reverse), n);
    let after =
        Expr::apply(&LINEAR_RECURRENCE, &[&shifted(&x, axis, reverse), &grad], recurrence_attrs(axis, !reverse));
    vec![Some((before * after).reshape(b.x[0].shape()))]
}

fn recurrence_attrs(axis: usize, reverse: bool) -> Attrs {
    smallvec![Attr::Int(axis as i64), Attr::Bool(reverse)]
}

/// Element k + 1 in the place of k (k - 1 if `back`), 0 where there is none; of at least one element.
fn shifted(x: &Expr, axis: usize, back: bool) -> Expr {
    let n = x.shape()[axis];
    let rest = narrow(x, axis, usize::from(!back), n - 1);
    let mut shape = x.shape().to_vec();
    shape[axis] = 1;
    let zero = Expr::scalar(0.0, x.dtype()).broadcast_to(&shape);
    let parts = if back { [&zero, &rest] } else { [&rest, &zero] };
    Expr::apply(&ops::CONCAT, &parts, smallvec![Attr::Axes((axis as i64).into())])
}

/// Linear recurrence.
pub static LINEAR_RECURRENCE: OpDef = OpDef {
    name: "linear_recurrence",
    summary: "`h[k] = a[k] * h[k - 1] + b[k]` along an axis, with `h[0] = b[0]`; in float64 where elements are floats.",
    source: "G. E. Blelloch, \"Prefix sums and their applications\", 1990, first-order recurrences",
    example: "let (a, b) = (tensor![0.0, 0.5, 2.0], tensor![8.0, 1.0, 3.0]);
assert_eq!(a.linear_recurrence(&b, 0)?, tensor![8.0, 5.0, 13.0]);",
    args: Args::Fixed(&["a", "b"]),
    params: &[
        Param {
            name: "axis",
            kind: AttrKind::Int,
            default: Some(|| Attr::Int(-1)),
            doc: "The axis to go along; negative counts from the end.",
        },
        P_REVERSE,
    ],
    dtype: DTypeRule::Number,
    shape: ShapeRule::Custom(
        |call| {
            let (a, b) = (call.x[0].shape, call.x[1].shape);
            let out = polyad_core::broadcast_shapes(call.op.name, &[a, b])?;
            normalize_axis(call.op.name, call.attr(ONE_AXIS), &out)?;
            Ok(out)
        },
        "`a` and `b` broadcast",
    ),
    meaning: Meaning::Executor,
    errors: &[APART, NO_AXIS],
    // The recurrence from the other end, with the factors of the steps that follow.
    grad: Grad::Rule(|b| {
        let shape = b.y[0].shape();
        let axis = normalize_axis(b.op.name, b.attr(ONE_AXIS), shape).unwrap_or(0);
        if shape[axis] == 0 {
            return vec![Some(b.y[0].clone()), Some(b.y[0].clone())];
        }
        let reverse = b.attr(REVERSE);
        let a = shifted(&b.x[0].broadcast_to(shape), axis, reverse);
        let h = Expr::apply(&LINEAR_RECURRENCE, &[&a, &b.grads[0]], recurrence_attrs(axis, !reverse));
        vec![Some(&h * shifted(&b.y[0], axis, !reverse)), Some(h)]
    }),
    ..BASE
};

/// Differences of neighbours.
pub static DIFF: OpDef = OpDef {
    name: "diff",
    summary: "The differences of neighbours along an axis, `n` times over; of bool whether they differ.",
    source: "Python array API 2025.12, `diff`",
    example: "let x = tensor![1, 2, 4, 7];
assert_eq!(x.diff(0)?, tensor![1, 2, 3]);
assert_eq!(x.diff_with(0, DiffOptions { n: 2 })?, tensor![1, 1]);",
    params: &[
        Param {
            name: "axis",
            kind: AttrKind::Int,
            default: Some(|| Attr::Int(-1)),
            doc: "The axis to go along; negative counts from the end.",
        },
        Param {
            name: "n",
            kind: AttrKind::Int,
            default: Some(|| Attr::Int(1)),
            doc: "How often the difference is taken.",
        },
    ],
    dtype: DTypeRule::Promote,
    shape: ShapeRule::Custom(
        |call| {
            let shape = call.x[0].shape;
            let (axis, n) = (normalize_axis(call.op.name, call.attr(ONE_AXIS), shape)?, call.attr(N));
            let Ok(n) = usize::try_from(n) else {
                let takes = "a number of at least 0".into();
                return Err(Error::BadArgument { op: call.op.name, argument: "n", got: n.to_string(), takes });
            };
            let mut out = Dims::from_slice(shape);
            out[axis] = out[axis].saturating_sub(n);
            Ok(out)
        },
        "that of `x`, shorter by `n` along the axis, to 0 at least",
    ),
    meaning: Meaning::Composed(differences),
    cost: "copies; O(size of `x`), `n` times",
    errors: &[NO_AXIS, ("BadArgument", "for a negative `n`")],
    grad: Grad::FromMeaning,
    ..BASE
};

fn differences(b: &Body) -> Expr {
    let mut x = b.x[0].clone();
    let axis = normalize_axis(b.op.name, b.attr(ONE_AXIS), x.shape()).unwrap_or(0);
    for _ in 0..b.attr(N) {
        let n = x.shape()[axis];
        if n == 0 {
            break;
        }
        let (later, earlier) = (narrow(&x, axis, 1, n - 1), narrow(&x, axis, 0, n - 1));
        let op = if x.dtype() == DType::Bool { &ops::NOT_EQUAL } else { &ops::SUBTRACT };
        x = later.binary(op, &earlier);
    }
    x
}
