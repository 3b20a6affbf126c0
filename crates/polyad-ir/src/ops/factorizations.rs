//! Factorizations of matrices: triangles, orthogonal factors, eigenvalues and singular values.
//!
//! An entry has one result. Where a factorization has several, the entry gives them side by side in one tensor, which the
//! functions with the usual names take apart.

use polyad_core::{Dims, Error, Result};
use smallvec::smallvec;

use super::narrow;
use super::systems::{NO_END, NOT_SQUARE};
use crate::attr::{Attr, AttrKind, FULL_MATRICES, MODE, Param, UPPER};
use crate::facts::Failure;
use crate::op::{BASE, Call, Grad, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] =
    &[&CHOLESKY, &QR_PACKED, &EIGH_PACKED, &EIGVALSH, &SVD_PACKED, &SVDVALS, &EIG_PACKED, &EIGVALS];

/// Operands without two axes.
pub(super) const MATRICES: Failure = ("ShapeMismatch", "for fewer than two axes");

const P_UPPER: Param = Param {
    name: "upper",
    kind: AttrKind::Bool,
    default: Some(|| Attr::Bool(false)),
    doc: "Whether the upper triangle of `x` is read, not the lower one; the other is taken for its conjugate transpose.",
};

/// What entries on matrices that equal their conjugate transpose have in common.
const SYMMETRIC: OpDef = OpDef {
    params: &[P_UPPER],
    dtype: DTypeRule::Float,
    cost: "copies; O(n ** 3) for each matrix",
    errors: &[NOT_SQUARE, NO_END],
    ..BASE
};

/// The Cholesky factor.
pub static CHOLESKY: OpDef = OpDef {
    name: "cholesky",
    summary: "The triangle `l` with `x = l @ l^H` of each positive definite matrix, or with `upper` the one with `x = u^H @ u`.",
    source: "Python array API 2025.12, `linalg.cholesky`",
    example: "let x = tensor![[4.0, 2.0], [2.0, 5.0]];
assert_eq!(x.cholesky()?, tensor![[2.0, 0.0], [1.0, 2.0]]);
assert_eq!(x.cholesky_with(CholeskyOptions { upper: true })?, tensor![[2.0, 1.0], [0.0, 2.0]]);",
    shape: ShapeRule::Custom(|call| square(call).map(Dims::from_slice), "that of `x`, whose last two axes are equal"),
    errors: &[
        NOT_SQUARE,
        ("NotPositiveDefinite", "for a matrix that is not positive definite; names its place in the batch"),
    ],
    grad: Grad::Rule(|b| {
        let upper = b.attr(UPPER);
        let (l, g) = if upper { (b.y[0].mt(), b.grads[0].mt()) } else { (b.y[0].clone(), b.grads[0].clone()) };
        let inner = l.mt().matmul(&triangle(&g, false, 0));
        // The diagonal counts half.
        let half = (triangle(&inner, false, 0) + triangle(&inner, false, -1)) * 0.5;
        let left = |x: &Expr| {
            let attrs = smallvec![Attr::Bool(true), Attr::Bool(false)];
            Expr::apply(&ops::SOLVE_TRIANGULAR, &[&l.mt(), x], attrs)
        };
        vec![Some(read(&left(&left(&half).mt()), upper))]
    }),
    ..SYMMETRIC
};

/// Orthogonal columns times a triangle.
pub static QR_PACKED: OpDef = OpDef {
    name: "qr_packed",
    summary: "The factors of each matrix `x = q @ r`, `q` with orthogonal columns and `r` an upper triangle: the rows of `q`, then those of `r` transposed.",
    source: "Python array API 2025.12, `linalg.qr`, in one tensor",
    example: "assert_eq!(tensor![[2.0], [0.0]].qr_packed()?.shape(), [3, 1]);",
    params: &[Param {
        name: "mode",
        kind: AttrKind::Word(&["reduced", "complete"]),
        default: Some(|| Attr::Word("reduced")),
        doc: "`reduced` gives as many columns as the lesser extent, `complete` a square `q`.",
    }],
    dtype: DTypeRule::Float,
    shape: ShapeRule::Custom(
        |call| {
            let (m, n) = extents(matrices(call)?);
            let k = if call.attr(MODE) == "complete" { m } else { m.min(n) };
            packed(call, m + n, k)
        },
        "`[.., m, n]` gives `[.., m + n, k]`, where `k` is the lesser of `m` and `n`, or `m` if the mode is `complete`",
    ),
    cost: "copies; O(m * n * k) for each matrix",
    errors: &[MATRICES],
    grad: Grad::Rule(|b| vec![Some(qr_grad(b))]),
    ..BASE
};

fn qr_grad(b: &Backward) -> Expr {
    let (m, n) = extents(b.x[0].shape());
    let k = m.min(n);
    if b.attr(MODE) == "complete" && m > n {
        return Expr::failed(Error::BadArgument {
            op: "qr",
            argument: "mode",
            got: "complete for more rows than columns".into(),
            takes: "reduced where a gradient is wanted".into(),
        });
    }
    let parts = |x: &Expr| (rows(x, 0, m), rows(x, m, n).mt());
    let ((q, r), (gq, gr)) = (parts(&b.y[0]), parts(&b.grads[0]));
    let gr = triangle(&gr, true, 0);
    let (u, gu, gv) = (narrow_last(&r, 0, k), narrow_last(&gr, 0, k), narrow_last(&gr, k, n - k));
    // What lies right of the square part is q times its part of r.
    let gq = gq + narrow_last(&b.x[0], k, n - k).matmul(&gv.mt());
    let inner = u.matmul(&gu.mt()) - gq.mt().matmul(&q);
    let even = triangle(&inner, false, 0) + triangle(&inner, false, -1).mt();
    let whole = gq + q.matmul(&even);
    let attrs = smallvec![Attr::Bool(true), Attr::Bool(false)];
    let square = Expr::apply(&ops::SOLVE_TRIANGULAR, &[&u, &whole.mt()], attrs).mt();
    if n == k {
        return square;
    }
    let axis = Attr::Axes((b.x[0].shape().len() as i64 - 1).into());
    Expr::apply(&ops::CONCAT, &[&square, &q.matmul(&gv)], smallvec![axis])
}

/// Eigenvalues and eigenvectors of symmetric matrices.
pub static EIGH_PACKED: OpDef = OpDef {
    name: "eigh_packed",
    summary: "The eigenvectors of each symmetric or Hermitian matrix as columns, and its eigenvalues in rising order as one more column.",
    source: "Python array API 2025.12, `linalg.eigh`, in one tensor",
    example: "assert_eq!(tensor![[3.0]].eigh_packed()?.shape(), [1, 2]);",
    shape: ShapeRule::Custom(one_more_column, "`[.., n, n]` gives `[.., n, n + 1]`"),
    grad: Grad::Rule(|b| {
        let n = extents(b.x[0].shape()).1;
        let parts = |x: &Expr| (narrow_last(x, 0, n), narrow_last(x, n, 1));
        let ((v, w), (gv, gw)) = (parts(&b.y[0]), parts(&b.grads[0]));
        let inner = apart(&w) * v.mt().matmul(&gv) + diagonal(&gw);
        vec![Some(read(&v.matmul(&inner).matmul(&v.mt()), b.attr(UPPER)))]
    }),
    ..SYMMETRIC
};

/// Eigenvalues of symmetric matrices.
pub static EIGVALSH: OpDef = OpDef {
    name: "eigvalsh",
    summary: "The eigenvalues of each symmetric or Hermitian matrix in rising order.",
    source: "Python array API 2025.12, `linalg.eigvalsh`",
    example: "let x = tensor![[3.0, 0.0], [0.0, 1.0]];
assert_eq!(x.eigvalsh()?, tensor![1.0, 3.0]);",
    dtype: DTypeRule::Magnitude,
    shape: ShapeRule::Custom(
        |call| square(call).map(|shape| Dims::from_slice(&shape[..shape.len() - 1])),
        "`[.., n, n]` gives `[.., n]`",
    ),
    grad: Grad::Rule(|b| {
        let (n, upper) = (extents(b.x[0].shape()).1, b.attr(UPPER));
        let v = narrow_last(&Expr::apply(&EIGH_PACKED, &[&b.x[0]], smallvec![Attr::Bool(upper)]), 0, n);
        vec![Some(read(&(&v * as_row(&b.grads[0])).matmul(&v.mt()), upper))]
    }),
    ..SYMMETRIC
};

/// Singular values and vectors.
pub static SVD_PACKED: OpDef = OpDef {
    name: "svd_packed",
    summary: "The singular value decomposition of each matrix `x = u @ diag(s) @ vh`: the rows of `u`, then `s` in falling order as one row, then the rows of `vh` transposed; zeros past the shorter ones.",
    source: "Python array API 2025.12, `linalg.svd`, in one tensor",
    example: "assert_eq!(tensor![[2.0], [0.0]].svd_packed()?.shape(), [4, 2]);",
    params: &[Param {
        name: "full_matrices",
        kind: AttrKind::Bool,
        default: Some(|| Attr::Bool(true)),
        doc: "Whether `u` and `vh` are square; else they have as many vectors as there are singular values.",
    }],
    dtype: DTypeRule::Float,
    shape: ShapeRule::Custom(
        |call| {
            let (m, n) = extents(matrices(call)?);
            let width = if call.attr(FULL_MATRICES) { m.max(n) } else { m.min(n) };
            packed(call, m + 1 + n, width)
        },
        "`[.., m, n]` gives `[.., m + 1 + n, k]`, where `k` is the greater of `m` and `n`, or the lesser without `full_matrices`",
    ),
    cost: "copies; O(m * n * min(m, n)) for each matrix",
    errors: &[MATRICES, NO_END],
    grad: Grad::Rule(|b| vec![Some(svd_grad(b))]),
    ..BASE
};

fn svd_grad(b: &Backward) -> Expr {
    let (m, n) = extents(b.x[0].shape());
    let k = m.min(n);
    if b.attr(FULL_MATRICES) && m != n {
        return Expr::failed(Error::BadArgument {
            op: "svd",
            argument: "full_matrices",
            got: "true for a matrix that is not square".into(),
            takes: "false where a gradient is wanted".into(),
        });
    }
    let parts = |x: &Expr| (rows(x, 0, m), rows(x, m, 1), rows(x, m + 1, n));
    let ((u, s, v), (gu, gs, gv)) = (parts(&b.y[0]), parts(&b.grads[0]));
    let squares = apart(&(&s * &s).mt());
    let turned = |x: &Expr, g: &Expr| {
        let inner = x.mt().matmul(g);
        (&inner - inner.mt()) * &squares
    };
    let inner = turned(&u, &gu) * &s + s.mt() * turned(&v, &gv) + diagonal(&gs.mt());
    let mut whole = u.matmul(&inner).matmul(&v.mt());
    let outside = |x: &Expr, g: &Expr| {
        let g = g / &s;
        &g - x.matmul(&x.mt().matmul(&g))
    };
    if m > k {
        whole = whole + outside(&u, &gu).matmul(&v.mt());
    }
    if n > k {
        whole = whole + u.matmul(&outside(&v, &gv).mt());
    }
    whole
}

/// Singular values.
pub static SVDVALS: OpDef = OpDef {
    name: "svdvals",
    summary: "The singular values of each matrix in falling order.",
    source: "Python array API 2025.12, `linalg.svdvals`",
    example: "let x = tensor![[0.0, 1.0], [3.0, 0.0]];
assert_eq!(x.svdvals()?, tensor![3.0, 1.0]);",
    dtype: DTypeRule::Magnitude,
    shape: ShapeRule::Custom(
        |call| {
            let [lead @ .., m, n] = matrices(call)? else { unreachable!("there are two axes") };
            Ok(lead.iter().copied().chain([*m.min(n)]).collect())
        },
        "`[.., m, n]` gives `[.., k]`, where `k` is the lesser of `m` and `n`",
    ),
    cost: "copies; O(m * n * min(m, n)) for each matrix",
    errors: &[MATRICES, NO_END],
    grad: Grad::Rule(|b| {
        let (m, n) = extents(b.x[0].shape());
        let found = Expr::apply(&SVD_PACKED, &[&b.x[0]], smallvec![Attr::Bool(false)]);
        let (u, v) = (rows(&found, 0, m), rows(&found, m + 1, n));
        vec![Some((u * as_row(&b.grads[0])).matmul(&v.mt()))]
    }),
    ..BASE
};

/// Eigenvalues and eigenvectors of any square matrices.
pub static EIG_PACKED: OpDef = OpDef {
    name: "eig_packed",
    summary: "The eigenvectors of each square matrix as columns of length 1, and its eigenvalues as one more column, all complex.",
    source: "Python array API 2025.12, `linalg.eig`, in one tensor",
    example: "assert_eq!(tensor![[3.0]].eig_packed()?.dtype(), DType::Complex128);",
    dtype: DTypeRule::Complex,
    shape: ShapeRule::Custom(one_more_column, "`[.., n, n]` gives `[.., n, n + 1]`"),
    cost: "copies; O(n ** 3) for each matrix",
    errors: &[NOT_SQUARE, NO_END],
    ..BASE
};

/// Eigenvalues of any square matrices.
pub static EIGVALS: OpDef = OpDef {
    name: "eigvals",
    summary: "The eigenvalues of each square matrix, complex, in no order.",
    source: "Python array API 2025.12, `linalg.eigvals`",
    example: "let x = tensor![[0.0, -1.0], [1.0, 0.0]].eigvals()?;
assert_eq!(x.abs()?.round()?, tensor![1.0, 1.0]);",
    dtype: DTypeRule::Complex,
    shape: ShapeRule::Custom(
        |call| square(call).map(|shape| Dims::from_slice(&shape[..shape.len() - 1])),
        "`[.., n, n]` gives `[.., n]`",
    ),
    cost: "copies; O(n ** 3) for each matrix",
    errors: &[NOT_SQUARE, NO_END],
    ..BASE
};

/// The shape of the first operand, which has two axes at least.
pub(super) fn matrices<'a>(call: &Call<'a>) -> Result<&'a [usize]> {
    let shape = call.x[0].shape;
    if shape.len() < 2 {
        let need = "at least two axes: those of a matrix".into();
        return Err(Error::ShapeMismatch { op: call.op.name, got: shape.into(), need });
    }
    Ok(shape)
}

/// The shape of the first operand, whose last two axes are equal.
pub(super) fn square<'a>(call: &Call<'a>) -> Result<&'a [usize]> {
    let shape = matrices(call)?;
    if let [.., m, n] = shape
        && m != n
    {
        let need = "square matrices: the last two axes equal".into();
        return Err(Error::ShapeMismatch { op: call.op.name, got: shape.into(), need });
    }
    Ok(shape)
}

/// Rows and columns.
fn extents(shape: &[usize]) -> (usize, usize) {
    if let [.., m, n] = *shape { (m, n) } else { (0, 0) }
}

/// The leading axes with a matrix of other extents.
fn packed(call: &Call, rows: usize, columns: usize) -> Result<Dims> {
    let [lead @ .., _, _] = matrices(call)? else { unreachable!("there are two axes") };
    Ok(lead.iter().copied().chain([rows, columns]).collect())
}

fn one_more_column(call: &Call) -> Result<Dims> {
    let n = extents(square(call)?).0;
    packed(call, n, n + 1)
}

/// Some columns of matrices, or elements of vectors.
pub(super) fn narrow_last(x: &Expr, start: usize, length: usize) -> Expr {
    narrow(x, x.shape().len().saturating_sub(1), start, length)
}

/// Some rows of matrices.
fn rows(x: &Expr, start: usize, length: usize) -> Expr {
    narrow(x, x.shape().len().saturating_sub(2), start, length)
}

/// A triangle of matrices, from a diagonal on.
fn triangle(x: &Expr, upper: bool, k: i64) -> Expr {
    Expr::apply(if upper { &ops::TRIU } else { &ops::TRIL }, &[x], smallvec![Attr::Int(k)])
}

/// The gradient where one triangle of a symmetric matrix is read, from that of the whole matrix: an element off the
/// diagonal stands for two.
fn read(whole: &Expr, upper: bool) -> Expr {
    let even = (whole + whole.mt()) * 0.5;
    triangle(&even, upper, 0) + triangle(&even, upper, if upper { 1 } else { -1 })
}

/// A vector as a row.
fn as_row(x: &Expr) -> Expr {
    let shape = x.shape();
    let Some((&n, lead)) = shape.split_last() else { return x.clone() };
    x.reshape(&[lead, &[1, n]].concat())
}

/// A column as the diagonal of a matrix.
fn diagonal(column: &Expr) -> Expr {
    let n = extents(column.shape()).0;
    let at = Expr::range(n);
    let on = at.reshape(&[n, 1]).binary(&ops::EQUAL, &at);
    column.select(&on, &Expr::scalar(0.0, column.dtype()))
}

/// `1 / (x[j] - x[i])` for a column, 0 where both are equal: there no gradient is defined but in directions that do not
/// split them.
fn apart(column: &Expr) -> Expr {
    let gaps = column.mt() - column;
    let zero = Expr::scalar(0.0, gaps.dtype());
    let none = gaps.binary(&ops::EQUAL, &zero);
    let one = Expr::scalar(1.0, gaps.dtype());
    zero.select(&none, &(1.0 / one.select(&none, &gaps)))
}
