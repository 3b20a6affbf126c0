//! Systems of linear equations, inverses and determinants.

use polyad_core::{Dims, Error, Result, broadcast_shapes};
use smallvec::smallvec;

use super::factorizations::{MATRICES, narrow_last, square};
use crate::attr::{Attr, AttrKind, Axes, Param, UNIT_DIAGONAL, UPPER};
use crate::facts::{APART, Failure};
use crate::op::{Args, BASE, Call, Grad, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] =
    &[&SOLVE, &SOLVE_TRIANGULAR, &SOLVE_TRIDIAGONAL, &INV, &PINV, &DET, &SLOGDET_PACKED, &ADJUGATE, &EXPM];

const SINGULAR: Failure = ("Singular", "for a matrix without an inverse; names its place in the batch");
pub(super) const NO_END: Failure = ("NoConvergence", "where an iteration does not end");
pub(super) const NOT_SQUARE: Failure =
    ("ShapeMismatch", "for matrices that are not square, and for fewer than two axes");

/// What entries on square matrices have in common.
const SQUARE: OpDef = OpDef {
    dtype: DTypeRule::Float,
    shape: ShapeRule::Custom(|call| square(call).map(Dims::from_slice), "that of `x`, whose last two axes are equal"),
    cost: "copies; O(n ** 3) for each matrix",
    errors: &[NOT_SQUARE, SINGULAR],
    ..BASE
};

/// The solution of a system.
pub static SOLVE: OpDef = OpDef {
    name: "solve",
    summary: "The solution of `x1 @ x = x2`: `x2` is one vector if it has one axis, else matrices of columns; leading axes broadcast.",
    source: "Python array API 2025.12, `linalg.solve`",
    example: "let x = tensor![[2.0, 0.0], [0.0, 4.0]];
assert_eq!(x.solve(&tensor![2.0, 8.0])?, tensor![1.0, 2.0]);
assert_eq!(x.solve(&tensor![[2.0], [8.0]])?, tensor![[1.0], [2.0]]);",
    args: Args::Fixed(&["x1", "x2"]),
    shape: ShapeRule::Custom(system_shape, "`[.., n, n]` and `[.., n, k]` give `[.., n, k]`, `[n]` gives `[.., n]`"),
    errors: &[
        ("ShapeMismatch", "for matrices that are not square, and for right-hand sides of another length"),
        APART,
        SINGULAR,
    ],
    grad: Grad::Rule(|b| {
        let (g, x) = columns(b);
        let back = b.x[0].mt().binary(&SOLVE, &g);
        vec![Some(-back.matmul(&x.mt())), Some(as_given(b, back))]
    }),
    ..SQUARE
};

const P_UPPER: Param = Param {
    name: "upper",
    kind: AttrKind::Bool,
    default: Some(|| Attr::Bool(false)),
    doc: "Whether the triangle is the upper one; the other is not read.",
};

/// The solution of a triangular system.
pub static SOLVE_TRIANGULAR: OpDef = OpDef {
    name: "solve_triangular",
    summary: "As `solve`, for a matrix of which one triangle counts.",
    source: "SciPy, `linalg.solve_triangular`",
    example: "let x = tensor![[2.0, 9.0], [1.0, 4.0]];
assert_eq!(x.solve_triangular(&tensor![2.0, 9.0])?, tensor![1.0, 2.0]);",
    args: Args::Fixed(&["x1", "x2"]),
    params: &[
        P_UPPER,
        Param {
            name: "unit_diagonal",
            kind: AttrKind::Bool,
            default: Some(|| Attr::Bool(false)),
            doc: "Whether the diagonal counts as ones and is not read.",
        },
    ],
    cost: "copies; O(n ** 2) for each column",
    grad: Grad::Rule(|b| {
        let (g, x) = columns(b);
        let (upper, unit) = (b.attr(UPPER), b.attr(UNIT_DIAGONAL));
        let attrs = smallvec![Attr::Bool(!upper), Attr::Bool(unit)];
        let back = Expr::apply(&SOLVE_TRIANGULAR, &[&b.x[0].mt(), &g], attrs);
        let (part, k) = if upper { (&ops::TRIU, i64::from(unit)) } else { (&ops::TRIL, -i64::from(unit)) };
        let whole = -back.matmul(&x.mt());
        vec![Some(Expr::apply(part, &[&whole], smallvec![Attr::Int(k)])), Some(as_given(b, back))]
    }),
    ..SOLVE
};

/// The solution of a system with three diagonals.
pub static SOLVE_TRIDIAGONAL: OpDef = OpDef {
    name: "solve_tridiagonal",
    summary: "As `solve`, for matrices given by three diagonals of one length: below the main one (its first element is not read), the main one, and above it (its last is not read).",
    source: "SciPy, `linalg.solve_banded`; the diagonals lie as in cuSPARSE",
    example: "let (below, main, above) = (tensor![0.0, 1.0], tensor![2.0, 3.0], tensor![1.0, 0.0]);
assert_eq!(below.solve_tridiagonal(&main, &above, &tensor![3.0, 4.0])?, tensor![1.0, 1.0]);",
    args: Args::Fixed(&["lower", "main", "upper", "b"]),
    dtype: DTypeRule::Float,
    shape: ShapeRule::Custom(
        tridiagonal_shape,
        "`[.., n]` three times and `[.., n, k]` give `[.., n, k]`, `[n]` gives `[.., n]`",
    ),
    cost: "copies; O(n) for each column",
    errors: &[
        (
            "ShapeMismatch",
            "for diagonals without an axis or of other lengths, and for right-hand sides of another length",
        ),
        APART,
        SINGULAR,
    ],
    grad: Grad::Rule(tridiagonal_grad),
    ..BASE
};

/// The inverse.
pub static INV: OpDef = OpDef {
    name: "inv",
    summary: "The inverse of each matrix.",
    source: "Python array API 2025.12, `linalg.inv`",
    example: "let x = tensor![[2.0, 0.0], [0.0, 4.0]];
assert_eq!(x.inv()?, tensor![[0.5, 0.0], [0.0, 0.25]]);
assert!(tensor![[1.0, 2.0], [2.0, 4.0]].inv().is_err());",
    grad: Grad::Rule(|b| {
        let back = b.y[0].mt();
        vec![Some(-back.matmul(&b.grads[0]).matmul(&back))]
    }),
    ..SQUARE
};

/// The Moore-Penrose inverse.
pub static PINV: OpDef = OpDef {
    name: "pinv",
    summary: "The Moore-Penrose inverse of each matrix: singular values up to `rtol` times the greatest count as 0.",
    source: "Python array API 2025.12, `linalg.pinv`",
    example: "let x = tensor![[2.0, 0.0], [0.0, 0.0]];
assert_eq!(x.pinv(&tensor![1e-15].squeeze(())?)?, tensor![[0.5, 0.0], [0.0, 0.0]]);",
    args: Args::Fixed(&["x", "rtol"]),
    dtype: DTypeRule::Float,
    shape: ShapeRule::Custom(
        |call| {
            let (shape, rtol) = (super::factorizations::matrices(call)?, call.x[1].shape);
            let [lead @ .., m, n] = shape else { unreachable!("there are two axes") };
            let mut out = broadcast_shapes(call.op.name, &[lead, rtol])?;
            out.extend([*n, *m]);
            Ok(out)
        },
        "`[.., m, n]` gives `[.., n, m]`; `rtol` broadcasts with the leading axes",
    ),
    cost: "copies; O(m * n * min(m, n)) for each matrix",
    errors: &[MATRICES, APART, NO_END],
    // G. H. Golub and V. Pereyra, The differentiation of pseudo-inverses (1973), transposed; the rank stays.
    grad: Grad::Rule(|b| {
        let (a, p, g) = (&b.x[0], &b.y[0], &b.grads[0]);
        let (pt, gt) = (p.mt(), g.mt());
        let first = -pt.matmul(g).matmul(&pt);
        let over = p.matmul(&pt);
        let second = gt.matmul(&over);
        let second = &second - a.matmul(p).matmul(&second);
        let under = pt.matmul(p);
        let third = under.matmul(&gt);
        let third = &third - third.matmul(&p.matmul(a));
        vec![Some(first + second + third), None]
    }),
    ..BASE
};

/// The determinant.
pub static DET: OpDef = OpDef {
    name: "det",
    summary: "The determinant of each matrix; of one without elements 1.",
    source: "Python array API 2025.12, `linalg.det`",
    example: "assert_eq!(tensor![[1.0, 2.0], [3.0, 4.0]].det()?.item::<f64>()?, -2.0);",
    shape: ShapeRule::Custom(determined, "that of `x` without its last two axes, which are equal"),
    errors: &[NOT_SQUARE],
    grad: Grad::Rule(|b| {
        let slope = b.x[0].unary(&ADJUGATE).mt();
        vec![Some(slope * beside_matrices(&b.grads[0]))]
    }),
    ..SQUARE
};

/// Sign and logarithm of the determinant.
pub static SLOGDET_PACKED: OpDef = OpDef {
    name: "slogdet_packed",
    summary: "The sign of the determinant of each matrix and the logarithm of its magnitude, as the two elements of a last axis.",
    source: "Python array API 2025.12, `linalg.slogdet`, in one tensor",
    example: "assert_eq!(tensor![[1.0, 0.0], [0.0, -1.0]].slogdet_packed()?, tensor![-1.0, 0.0]);",
    shape: ShapeRule::Custom(
        |call| {
            let mut out = determined(call)?;
            out.push(2);
            Ok(out)
        },
        "that of `x` with one axis of 2 in place of its last two, which are equal",
    ),
    errors: &[NOT_SQUARE],
    grad: Grad::Rule(|b| {
        let log = narrow_last(&b.grads[0], 1, 1);
        let mut shape = b.x[0].shape().to_vec();
        let n = shape.len();
        shape[n - 2..].fill(1);
        vec![Some(b.x[0].unary(&INV).mt() * log.reshape(&shape))]
    }),
    ..SQUARE
};

/// What the determinant's gradient is made of.
pub static ADJUGATE: OpDef = OpDef {
    name: "adjugate",
    summary: "The transposed cofactors of each matrix: the determinant times the inverse, also where there is no inverse.",
    source: "the definition, by singular values",
    example: "let x = tensor![[3.0, 0.0], [0.0, 0.0]].adjugate()?;
let away = x.subtract(&tensor![[0.0, 0.0], [0.0, 3.0]])?.abs()?.max(())?;
assert!(away.item::<f64>()? < 1e-15);",
    errors: &[NOT_SQUARE, NO_END],
    grad: Grad::Rule(|b| {
        let det = beside_matrices(&b.x[0].unary(&DET));
        let inverse = b.x[0].unary(&INV).mt();
        // adj(a) = det(a) inv(a), by the product rule; where there is no inverse this is the error of `inv`.
        let through = (&b.grads[0] * inverse.mt()).sum(&Axes::from([-2, -1]), true);
        let back = inverse.matmul(&b.grads[0]).matmul(&inverse);
        vec![Some(det * (inverse * through - back))]
    }),
    ..SQUARE
};

/// The exponential of a matrix.
pub static EXPM: OpDef = OpDef {
    name: "expm",
    summary: "The exponential of each matrix: the sum of `x ** k / k!`, by a rational function of the scaled matrix and squaring.",
    source: "N. J. Higham, The scaling and squaring method for the matrix exponential revisited (2005)",
    example: "let x = tensor![[0.0, 1.0], [0.0, 0.0]].expm()?;
let away = x.subtract(&tensor![[1.0, 1.0], [0.0, 1.0]])?.abs()?.max(())?;
assert!(away.item::<f64>()? < 1e-15);",
    errors: &[NOT_SQUARE],
    grad: Grad::Rule(|b| {
        // The derivative in a direction stands beside the diagonal blocks of the exponential of a matrix of blocks.
        let (x, n) = (b.x[0].mt(), b.x[0].shape().len() as i64);
        let join =
            |a: &Expr, b: &Expr, axis: i64| Expr::apply(&ops::CONCAT, &[a, b], smallvec![Attr::Axes(axis.into())]);
        let upper = join(&x, &b.grads[0], n - 1);
        let lower = join(&(&x * 0.0), &x, n - 1);
        let whole = join(&upper, &lower, n - 2).unary(&EXPM);
        let size = x.shape().last().copied().unwrap_or(0);
        let right = narrow_last(&whole, size, size);
        vec![Some(ops::narrow(&right, n as usize - 2, 0, size))]
    }),
    ..SQUARE
};

/// One number for each matrix as something that multiplies matrices.
fn beside_matrices(numbers: &Expr) -> Expr {
    let shape: Vec<usize> = numbers.shape().iter().copied().chain([1, 1]).collect();
    numbers.reshape(&shape)
}

/// The gradient and the result as matrices of columns.
fn columns(b: &Backward) -> (Expr, Expr) {
    let right = b.x.len() - 1;
    let as_columns = |x: &Expr| {
        if b.x[right].shape().len() != 1 {
            return x.clone();
        }
        let shape: Vec<usize> = x.shape().iter().copied().chain([1]).collect();
        x.reshape(&shape)
    };
    (as_columns(&b.grads[0]), as_columns(&b.y[0]))
}

/// A gradient of the right-hand side in the way that it was given: one vector or matrices.
fn as_given(b: &Backward, columns: Expr) -> Expr {
    if b.x[b.x.len() - 1].shape().len() != 1 {
        return columns;
    }
    let shape = columns.shape();
    columns.reshape(&shape[..shape.len().saturating_sub(1)])
}

fn determined(call: &Call) -> Result<Dims> {
    let shape = square(call)?;
    Ok(Dims::from_slice(&shape[..shape.len() - 2]))
}

/// The shape of the solution of a system of `n` equations whose matrices have the leading axes `lead`.
fn solution(call: &Call, lead: &[usize], n: usize, right: &[usize]) -> Result<Dims> {
    let (rows, more, columns) = match right {
        [] => (None, &[][..], None),
        [rows] => (Some(*rows), &[][..], None),
        [more @ .., rows, columns] => (Some(*rows), more, Some(*columns)),
    };
    if rows != Some(n) {
        let axis = if right.len() == 1 { 0 } else { -2 };
        let need = format!("{n} elements on axis {axis} of the right-hand side, as there are {n} equations");
        return Err(Error::ShapeMismatch { op: call.op.name, got: right.into(), need });
    }
    let whole: Vec<&[usize]> = call.x.iter().map(|t| t.shape).collect();
    let mut out = broadcast_shapes(call.op.name, &[lead, more]).map_err(|_| Error::broadcast(call.op.name, &whole))?;
    out.push(n);
    out.extend(columns);
    Ok(out)
}

fn system_shape(call: &Call) -> Result<Dims> {
    let [lead @ .., n, _] = square(call)? else { unreachable!("there are two axes") };
    solution(call, lead, *n, call.x[1].shape)
}

fn tridiagonal_shape(call: &Call) -> Result<Dims> {
    let mut leads = vec![];
    let n = call.x[1].shape.last().copied();
    for diagonal in &call.x[..3] {
        let (Some((&length, lead)), Some(n)) = (diagonal.shape.split_last(), n) else {
            let need = "at least one axis: that of the diagonals".into();
            return Err(Error::ShapeMismatch { op: call.op.name, got: diagonal.shape.into(), need });
        };
        if length != n {
            let need = format!("diagonals of {n} elements, as the main one has shape {:?}", call.x[1].shape);
            return Err(Error::ShapeMismatch { op: call.op.name, got: diagonal.shape.into(), need });
        }
        leads.push(lead);
    }
    let lead = broadcast_shapes(call.op.name, &leads)?;
    solution(call, &lead, n.unwrap_or(0), call.x[3].shape)
}

fn tridiagonal_grad(b: &Backward) -> Vec<Option<Expr>> {
    let (g, x) = columns(b);
    let n = b.x[1].shape().last().copied().unwrap_or(0);
    let moved = |x: &Expr, by: i64, axis: i64| {
        Expr::apply(&ops::ROLL, &[x], smallvec![Attr::Ints(smallvec![by]), Attr::Axes(axis.into())])
    };
    // The transposed matrix has its diagonals exchanged, each one row further.
    let (lower, upper) = (moved(&b.x[2], 1, -1), moved(&b.x[0], -1, -1));
    let back = Expr::apply(&SOLVE_TRIDIAGONAL, &[&lower, &b.x[1], &upper, &g], smallvec![]);
    let product = |x: &Expr| -(&back * x).sum(&Axes::from(-1), false);
    // What comes around at the ends is no part of the matrix.
    let inside = |slope: Expr, end: usize| {
        let at = Expr::range(n);
        let end = Expr::scalar(end as f64, polyad_core::DType::Int64);
        let zero = Expr::scalar(0.0, slope.dtype());
        slope.select(&at.binary(&ops::NOT_EQUAL, &end), &zero)
    };
    let below = inside(product(&moved(&x, 1, -2)), 0);
    let above = inside(product(&moved(&x, -1, -2)), n.saturating_sub(1));
    vec![Some(below), Some(product(&x)), Some(above), Some(as_given(b, back))]
}
