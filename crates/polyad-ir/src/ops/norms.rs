//! Norms of vectors and matrices.

use polyad_core::{DType, Dims, Kind, Result};
use smallvec::smallvec;

use super::factorizations::{MATRICES, matrices};
use super::reductions::{P_AXIS, P_KEEPDIMS, unreduced};
use super::systems::NO_END;
use crate::attr::{AXIS, Attr, AttrKind, Axes, KEEPDIMS, ORD, ORD_WORD, Param};
use crate::facts::EMPTY;
use crate::op::{BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&VECTOR_NORM, &MATRIX_NORM];

/// The norm of vectors.
pub static VECTOR_NORM: OpDef = OpDef {
    name: "vector_norm",
    summary: "The norm of the elements over axes: the sum of `abs(x) ** ord`, to the power `1 / ord`.",
    source: "Python array API 2025.12, `linalg.vector_norm`",
    example: "let x = tensor![[3.0, 4.0], [0.0, -2.0]];
assert_eq!(x.vector_norm(1)?, tensor![5.0, 2.0]);
assert_eq!(x.vector_norm_with((), VectorNormOptions { ord: 1.0, ..Default::default() })?.item::<f64>()?, 9.0);",
    params: &[
        P_AXIS,
        P_KEEPDIMS,
        Param {
            name: "ord",
            kind: AttrKind::Float,
            default: Some(|| Attr::Float(2.0)),
            doc: "The order: infinity gives the greatest magnitude, minus infinity the least, 0 the number of elements that are not 0.",
        },
    ],
    dtype: DTypeRule::Magnitude,
    shape: ShapeRule::Reduce,
    meaning: Meaning::Composed(vector_norm),
    errors: &[EMPTY],
    grad: Grad::Rule(|b| vec![Some(vector_norm_grad(b))]),
    ..BASE
};

/// The norm of matrices.
pub static MATRIX_NORM: OpDef = OpDef {
    name: "matrix_norm",
    summary: "The norm of each matrix.",
    source: "Python array API 2025.12, `linalg.matrix_norm`",
    example: "let x = tensor![[3.0, 0.0], [0.0, -4.0]];
assert_eq!(x.matrix_norm()?.item::<f64>()?, 5.0);
assert_eq!(x.matrix_norm_with(MatrixNormOptions { ord: \"1\", ..Default::default() })?.item::<f64>()?, 4.0);",
    params: &[
        P_KEEPDIMS,
        Param {
            name: "ord",
            kind: AttrKind::Word(&["fro", "nuc", "1", "-1", "2", "-2", "inf", "-inf"]),
            default: Some(|| Attr::Word("fro")),
            doc: "`fro` is the norm of all elements, `nuc` the sum of the singular values, `2` and `-2` the greatest and the least of \
                  them; `1` and `-1` the greatest and the least sum of the magnitudes of a column, `inf` and `-inf` of a row.",
        },
    ],
    dtype: DTypeRule::Magnitude,
    shape: ShapeRule::Custom(
        matrix_norm_shape,
        "that of `x` without its last two axes, which stay with extent 1 under `keepdims`",
    ),
    meaning: Meaning::Composed(matrix_norm),
    cost: "copies; O(m * n), or O(m * n * min(m, n)) with singular values, for each matrix",
    errors: &[MATRICES, NO_END],
    grad: Grad::FromMeaning,
    ..BASE
};

/// Magnitudes in the dtype that squares and powers are added up in.
fn magnitudes(x: &Expr) -> Expr {
    let size = if x.dtype().kind() == Kind::Bool { x.clone() } else { x.unary(&ops::ABS) };
    // In float64 no square of a float32 overflows.
    size.astype(DType::Float64)
}

fn vector_norm(b: &Body) -> Expr {
    let (x, axes, keep, ord) = (&b.x[0], b.attr(AXIS), b.attr(KEEPDIMS), b.attr(ORD));
    let size = magnitudes(x);
    let norm = if ord == f64::INFINITY {
        size.max(&axes, keep)
    } else if ord == f64::NEG_INFINITY {
        size.min(&axes, keep)
    } else if ord == 0.0 {
        let zero = size.with(0.0);
        size.binary(&ops::NOT_EQUAL, &zero).astype(DType::Float64).sum(&axes, keep)
    } else if ord == 1.0 {
        size.sum(&axes, keep)
    } else if ord == 2.0 {
        (&size * &size).sum(&axes, keep).sqrt()
    } else {
        let sum = size.power(&size.with(ord)).sum(&axes, keep);
        sum.power(&sum.with(1.0 / ord))
    };
    let to = crate::part(x.dtype());
    norm.astype(if to.is_float() { to } else { DType::Float64 })
}

fn vector_norm_grad(b: &Backward) -> Expr {
    let (x, ord) = (&b.x[0], b.attr(ORD));
    let (norm, g) = (unreduced(b, &b.y[0]), unreduced(b, &b.grads[0]));
    let none = x.with(0.0);
    if ord == 0.0 {
        return &none * x;
    }
    let sign = x.sign();
    if ord == 1.0 {
        return sign * g;
    }
    let size = x.unary(&ops::ABS);
    if ord.is_infinite() {
        let there = size.binary(&ops::EQUAL, &norm).astype(x.dtype());
        let count = there.sum(&b.attr(AXIS), false);
        return sign * &there * g / unreduced(b, &count);
    }
    // At the origin every slope from -1 to 1 would do; 0 is the one that does no harm.
    let flat = norm.binary(&ops::EQUAL, &none);
    let safe = norm.with(1.0).select(&flat, &norm);
    let slope = if ord == 2.0 {
        x / &safe
    } else {
        let still = size.binary(&ops::EQUAL, &none);
        let size = size.with(1.0).select(&still, &size);
        sign * (size / safe).power(&x.with(ord - 1.0))
    };
    none.select(&flat, &(slope * g))
}

fn matrix_norm_shape(call: &Call) -> Result<Dims> {
    let [lead @ .., _, _] = matrices(call)? else { unreachable!("there are two axes") };
    let ones = if call.attr(KEEPDIMS) { &[1, 1][..] } else { &[] };
    Ok(lead.iter().chain(ones).copied().collect())
}

fn matrix_norm(b: &Body) -> Expr {
    let (x, keep, ord) = (&b.x[0], b.attr(KEEPDIMS), b.attr(ORD_WORD));
    let values = || x.unary(&ops::SVDVALS);
    let sums = |axis: i64| {
        let attrs = smallvec![Attr::Axes(axis.into()), Attr::Bool(false), Attr::Float(1.0)];
        Expr::apply(&VECTOR_NORM, &[x], attrs)
    };
    let last = Axes::from(-1);
    let norm = match ord {
        "nuc" => values().sum(&last, false),
        "2" => values().max(&last, false),
        "-2" => values().min(&last, false),
        "1" => sums(-2).max(&last, false),
        "-1" => sums(-2).min(&last, false),
        "inf" => sums(-1).max(&last, false),
        "-inf" => sums(-1).min(&last, false),
        _ => {
            let attrs = smallvec![Attr::Axes([-2, -1].into()), Attr::Bool(false), Attr::Float(2.0)];
            Expr::apply(&VECTOR_NORM, &[x], attrs)
        }
    };
    if !keep {
        return norm;
    }
    let shape: Vec<usize> = norm.shape().iter().copied().chain([1, 1]).collect();
    norm.reshape(&shape)
}
