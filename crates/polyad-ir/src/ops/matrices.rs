//! Chains and powers of matrices, and their diagonals.

use polyad_core::{Dims, Error, Layout, Result, Shape, normalize_axis};
use smallvec::{SmallVec, smallvec};

use super::contraction::P_PRODUCT_DTYPE;
use crate::attr::{AXIS1, AXIS2, Attr, AttrKind, Attrs, Axes, N, OFFSET, Param};
use crate::facts::{Failure, NO_AXIS};
use crate::infer::matmul_shape;
use crate::op::{Args, BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&MULTI_DOT, &MATRIX_POWER, &DIAGONAL, &TRACE];

/// A chain of matrices.
pub static MULTI_DOT: OpDef = OpDef {
    name: "multi_dot",
    summary: "The product of a chain of matrices, in the order that takes the fewest multiplications; the first may be a row, the last a column.",
    source: "NumPy, `numpy.linalg.multi_dot`",
    example: "let (x, y) = (tensor![[1, 2], [3, 4]], tensor![10, 1]);
assert_eq!(x.multi_dot(&[&x, &y])?, tensor![80, 172]);",
    args: Args::Many("arrays"),
    params: &[P_PRODUCT_DTYPE],
    dtype: DTypeRule::Product,
    shape: ShapeRule::Custom(
        |call| {
            let op = call.op.name;
            let last = call.x.len() - 1;
            for (i, t) in call.x.iter().enumerate() {
                let end = i == 0 || i == last;
                if t.shape.len() != 2 && !(end && t.shape.len() == 1) {
                    let or = if end { ", or a vector" } else { "" };
                    let need = format!("a matrix as operand {i} of {}{or}", last + 1);
                    return Err(Error::ShapeMismatch { op, got: t.shape.into(), need });
                }
            }
            let mut shape = Dims::from_slice(call.x[0].shape);
            for t in &call.x[1..] {
                shape = matmul_shape(op, &shape, t.shape)?;
            }
            Ok(shape)
        },
        "the rows of the first by the columns of the last, without the axis that a vector lacks",
    ),
    meaning: Meaning::Composed(chain),
    cost: "copies; one matrix product for each operand after the first",
    errors: &[(
        "ShapeMismatch",
        "where inner extents differ, and for other than matrices between the first and the last",
    )],
    grad: Grad::FromMeaning,
    ..BASE
};

fn chain(b: &Body) -> Expr {
    let n = b.x.len();
    if n == 1 {
        return b.x[0].clone();
    }
    let shape = |i: usize| b.x[i].shape();
    let matrix = |i: usize| match *shape(i) {
        [k] if i == 0 => b.x[i].reshape(&[1, k]),
        [k] => b.x[i].reshape(&[k, 1]),
        _ => b.x[i].clone(),
    };
    let matrices: Vec<Expr> = (0..n).map(matrix).collect();
    // Extents along the chain: matrix i is extents[i] x extents[i + 1].
    let extents: Vec<f64> =
        matrices.iter().map(|m| m.shape()[0] as f64).chain([matrices[n - 1].shape()[1] as f64]).collect();
    // The least cost of each run of matrices, and where it is split (Cormen et al., Introduction to Algorithms, 15.2).
    let mut cost = vec![vec![0.0f64; n]; n];
    let mut split = vec![vec![0; n]; n];
    for length in 2..=n {
        for i in 0..=n - length {
            let j = i + length - 1;
            let of = |k: usize| cost[i][k] + cost[k + 1][j] + extents[i] * extents[k + 1] * extents[j + 1];
            let best = (i..j).min_by(|&k, &l| of(k).total_cmp(&of(l))).expect("a run has a split");
            (cost[i][j], split[i][j]) = (of(best), best);
        }
    }
    let product = multiplied(&matrices, &split, 0, n - 1);
    let (rows, columns) = (product.shape()[0], product.shape()[1]);
    match (shape(0).len(), shape(n - 1).len()) {
        (1, 1) => product.reshape(&[]),
        (1, _) => product.reshape(&[columns]),
        (_, 1) => product.reshape(&[rows]),
        _ => product,
    }
}

fn multiplied(matrices: &[Expr], split: &[Vec<usize>], i: usize, j: usize) -> Expr {
    if i == j {
        return matrices[i].clone();
    }
    let k = split[i][j];
    multiplied(matrices, split, i, k).matmul(&multiplied(matrices, split, k + 1, j))
}

/// A matrix times itself.
pub static MATRIX_POWER: OpDef = OpDef {
    name: "matrix_power",
    summary: "Each square matrix multiplied with itself `n` times over, by squaring; of 0 the identity, of a negative power that of the inverse.",
    source: "Python array API 2025.12, `linalg.matrix_power`",
    example: "let x = tensor![[1, 1], [1, 0]];
assert_eq!(x.matrix_power(10)?, tensor![[89, 55], [55, 34]]);
assert_eq!(x.matrix_power(0)?, tensor![[1, 0], [0, 1]]);",
    params: &[Param { name: "n", kind: AttrKind::Int, default: None, doc: "The power; of integers 0 or more." }],
    dtype: DTypeRule::Number,
    shape: ShapeRule::Custom(
        |call| {
            let (op, shape, n) = (call.op.name, call.x[0].shape, call.attr(N));
            if !matches!(shape, [.., rows, columns] if rows == columns) {
                let need = "square matrices on the last two axes".into();
                return Err(Error::ShapeMismatch { op, got: shape.into(), need });
            }
            if n < 0 && !call.x[0].dtype.is_float() {
                let takes = "0 or more for integers, whose inverse is none; convert with astype(\"float64\")".into();
                return Err(Error::BadArgument { op, argument: "n", got: n.to_string(), takes });
            }
            Ok(Dims::from_slice(shape))
        },
        "that of `x`",
    ),
    meaning: Meaning::Composed(|b| {
        let x = &b.x[0];
        let side = x.shape()[x.shape().len() - 1];
        let base = if b.attr(N) < 0 { x.unary(&ops::INV) } else { x.clone() };
        let (mut n, mut square, mut out) = (b.attr(N).unsigned_abs(), base, None::<Expr>);
        while n > 0 {
            if n & 1 == 1 {
                out = Some(out.map_or(square.clone(), |out| out.matmul(&square)));
            }
            n >>= 1;
            if n > 0 {
                square = square.matmul(&square);
            }
        }
        out.unwrap_or_else(|| {
            let rows = Expr::range(side).reshape(&[side, 1]);
            Expr::range(side).binary(&ops::EQUAL, &rows).astype(x.dtype()).broadcast_to(x.shape())
        })
    }),
    cost: "copies; up to 2 log2(n) matrix products",
    errors: &[
        ("ShapeMismatch", "for matrices that are not square, and for fewer than two axes"),
        ("BadArgument", "for a negative power of integers"),
        ("Singular", "for a negative power of a matrix without an inverse"),
    ],
    grad: Grad::FromMeaning,
    ..BASE
};

const P_OFFSET: Param = Param {
    name: "offset",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(0)),
    doc: "The diagonal: 0 is the main one, positive ones lie above it.",
};
const P_AXIS1: Param = Param {
    name: "axis1",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(0)),
    doc: "The axis of the rows; negative counts from the end.",
};
const P_AXIS2: Param = Param {
    name: "axis2",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(1)),
    doc: "The axis of the columns; negative counts from the end.",
};

const SAME: Failure = ("RepeatedAxis", "for one axis named twice");

/// The elements on a diagonal.
pub static DIAGONAL: OpDef = OpDef {
    name: "diagonal",
    summary: "The elements of a diagonal of two axes, as the last axis; always a view.",
    source: "NumPy, `numpy.diagonal`",
    example: "let x = tensor![[1, 2, 3], [4, 5, 6]];
assert_eq!(x.diagonal()?, tensor![1, 5]);
assert_eq!(x.diagonal_with(DiagonalOptions { offset: 1, ..Default::default() })?, tensor![2, 6]);",
    params: &[P_OFFSET, P_AXIS1, P_AXIS2],
    dtype: DTypeRule::First,
    shape: ShapeRule::Custom(
        |call| Ok(diagonal(call, &Layout::contiguous(call.x[0].shape)?)?.shape().into()),
        "that of `x` without the two axes, then the length of the diagonal",
    ),
    meaning: Meaning::Movement(|call, layout| diagonal(call, layout).map(Some)),
    errors: &[NO_AXIS, SAME],
    grad: Grad::Rule(diagonal_grad),
    ..BASE
};

/// The two axes, and how far above the main diagonal: no further than where there is nothing.
fn place(op: &'static str, shape: &[usize], attrs: [i64; 3]) -> Result<(usize, usize, isize)> {
    let [offset, axis1, axis2] = attrs;
    let (i, j) = (normalize_axis(op, axis1, shape)?, normalize_axis(op, axis2, shape)?);
    if i == j {
        return Err(Error::RepeatedAxis { op, axis: axis2, shape: Shape::from(shape) });
    }
    let within = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    Ok((i, j, offset.clamp(-within(shape[i]), within(shape[j])) as isize))
}

/// How long the diagonal is.
fn length(rows: usize, columns: usize, offset: isize) -> usize {
    if offset >= 0 { rows.min(columns - offset as usize) } else { (rows - offset.unsigned_abs()).min(columns) }
}

fn diagonal(call: &Call, layout: &Layout) -> Result<Layout> {
    let attrs = [call.attr(OFFSET), call.attr(AXIS1), call.attr(AXIS2)];
    let (i, j, offset) = place(call.op.name, layout.shape(), attrs)?;
    let (shape, strides) = (layout.shape(), layout.strides());
    let n = length(shape[i], shape[j], offset);
    let kept = |at: &usize| *at != i && *at != j;
    let extents: Dims = (0..shape.len()).filter(kept).map(|at| shape[at]).chain([n]).collect();
    // An axis of one element may have any stride.
    let both = strides[i].wrapping_add(strides[j]);
    let steps: SmallVec<[isize; 8]> = (0..shape.len()).filter(kept).map(|at| strides[at]).chain([both]).collect();
    let away = if offset >= 0 { offset * strides[j] } else { -offset * strides[i] };
    let start = if extents.contains(&0) { layout.offset() } else { layout.offset().wrapping_add_signed(away) };
    Layout::new(&extents, &steps, start)
}

fn diagonal_grad(b: &Backward) -> Vec<Option<Expr>> {
    let (x, g) = (&b.x[0], &b.grads[0]);
    let attrs = [b.attr(OFFSET), b.attr(AXIS1), b.attr(AXIS2)];
    let Ok((i, j, offset)) = place(b.op.name, x.shape(), attrs) else { unreachable!("inference has read them") };
    let (rows, columns) = (x.shape()[i], x.shape()[j]);
    let lead = g.shape().len() - 1;
    // Element d of the diagonal lies in row d above the main one, else in column d.
    let side = if offset >= 0 { rows } else { columns };
    let mut widths: SmallVec<[i64; 4]> = smallvec![0; 2 * lead + 2];
    widths[2 * lead + 1] = (side - g.shape()[lead]) as i64;
    let padded = Expr::apply(&ops::PAD, &[g, &Expr::scalar(0.0, g.dtype())], smallvec![Attr::Ints(widths)]);
    let mut shape = Dims::from_slice(&g.shape()[..lead]);
    shape.extend(if offset >= 0 { [rows, 1] } else { [1, columns] });
    let bound = Expr::range(rows).reshape(&[rows, 1]) + offset as f64;
    let on = Expr::range(columns).binary(&ops::EQUAL, &bound);
    let spread = padded.reshape(&shape).select(&on, &Expr::scalar(0.0, g.dtype()));
    let mut before = 0..lead as i64;
    let back: Vec<i64> = (0..x.shape().len())
        .map(|at| match at {
            _ if at == i => lead as i64,
            _ if at == j => lead as i64 + 1,
            _ => before.next().expect("the other axes are as many"),
        })
        .collect();
    vec![Some(spread.permute(&back))]
}

/// The sum of a diagonal.
pub static TRACE: OpDef = OpDef {
    name: "trace",
    summary: "The sum of the elements on a diagonal of two axes.",
    source: "NumPy, `numpy.trace`; integers add up in 64 bits",
    example: "assert_eq!(tensor![[1, 2], [3, 4]].trace()?.item::<i64>()?, 5);",
    params: &[
        P_OFFSET,
        P_AXIS1,
        P_AXIS2,
        Param {
            name: "dtype",
            kind: AttrKind::DType,
            default: Some(|| Attr::None),
            doc: "The dtype to add up in and to return; by default that of a sum.",
        },
    ],
    dtype: DTypeRule::Sum,
    shape: ShapeRule::Custom(
        |call| {
            let (i, j, _) = place(call.op.name, call.x[0].shape, [0, call.attr(AXIS1), call.attr(AXIS2)])?;
            let kept = call.x[0].shape.iter().enumerate().filter(|(at, _)| *at != i && *at != j);
            Ok(kept.map(|(_, &n)| n).collect())
        },
        "that of `x` without the two axes",
    ),
    meaning: Meaning::Composed(|b| {
        let attrs: Attrs = smallvec![Attr::Int(b.attr(OFFSET)), Attr::Int(b.attr(AXIS1)), Attr::Int(b.attr(AXIS2))];
        Expr::apply(&DIAGONAL, &[&b.x[0]], attrs).sum(&Axes::from(-1), false)
    }),
    errors: &[NO_AXIS, SAME],
    grad: Grad::FromMeaning,
    ..BASE
};
