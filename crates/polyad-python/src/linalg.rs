//! `polyad.linalg`: the entries of the table about matrices, and what has several results or NumPy's own arguments.

use polyad::ir::{Attr, Op, ops};
use polyad::{DType, Error, Result, Tensor};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::errors::{self, raise};
use crate::named::named;
use crate::tensor::PyTensor;
use crate::{dtypes, gil, lists, submodule, table};

type Any<'py> = Bound<'py, PyAny>;

const ABOUT: &str = "\
Linear algebra: the extension of the Python array API 2025.12, and NumPy's rest.

Matrices are the last two axes; functions work on each matrix of a batch. float32, float64, complex64 and complex128 are
computed in their own precision, narrower floats in float32, integers as float64. A matrix without the result that is asked
for raises LinAlgError, a ValueError, which names its place in the batch.";

/// Entries whose results functions of this file take apart, or whose arguments they take in more ways.
const BY_HAND: &[Op] = &[
    &ops::EIG_PACKED,
    &ops::EIGH_PACKED,
    &ops::MATRIX_NORM,
    &ops::PINV,
    &ops::QR_PACKED,
    &ops::SLOGDET_PACKED,
    &ops::SVD_PACKED,
];

/// Functions of the main namespace that the extension has too.
const SHARED: &[&str] = &["cross", "matmul", "matrix_transpose", "multi_dot", "outer", "tensordot", "vecdot"];

/// Adds the module, which `import polyad.linalg` finds too; what the main namespace shares with it is there already.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let linalg = submodule(module, "linalg", ABOUT)?;
    for op in ops::ALL.iter().filter(|op| ops::is_linalg(op) && !BY_HAND.contains(op)) {
        linalg.add(op.name, table::function(py, op, "polyad.linalg")?)?;
    }
    for name in SHARED {
        if let Some(function) = module.getattr_opt(*name)? {
            linalg.add(*name, function)?;
        }
    }
    linalg.add("LinAlgError", py.get_type::<errors::LinAlgError>())?;
    let functions = [
        wrap_pyfunction!(cond, &linalg)?,
        wrap_pyfunction!(diagonal, &linalg)?,
        wrap_pyfunction!(eig, &linalg)?,
        wrap_pyfunction!(eigh, &linalg)?,
        wrap_pyfunction!(lstsq, &linalg)?,
        wrap_pyfunction!(lu, &linalg)?,
        wrap_pyfunction!(matrix_norm, &linalg)?,
        wrap_pyfunction!(matrix_power, &linalg)?,
        wrap_pyfunction!(matrix_rank, &linalg)?,
        wrap_pyfunction!(norm, &linalg)?,
        wrap_pyfunction!(pinv, &linalg)?,
        wrap_pyfunction!(qr, &linalg)?,
        wrap_pyfunction!(slogdet, &linalg)?,
        wrap_pyfunction!(svd, &linalg)?,
        wrap_pyfunction!(trace, &linalg)?,
    ];
    for function in functions {
        linalg.add_function(function)?;
    }
    Ok(())
}

fn tensor(x: &Any<'_>) -> PyResult<Tensor> {
    lists::asarray(x, None, None)
}

/// Runs what takes longer than its bytes tell.
fn run<T: Send>(py: Python<'_>, x: &Tensor, f: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    gil::run(py, x.size_bytes().saturating_mul(16), f)
}

/// Each matrix as Q @ R: Q with orthogonal columns, as many as the lesser extent, or with mode="complete" as many as rows.
///
/// Source: Python array API 2025.12, `linalg.qr`.
#[pyfunction]
#[pyo3(signature = (x, /, *, mode="reduced"))]
fn qr<'py>(x: &Any<'py>, mode: &str) -> PyResult<Any<'py>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let complete = match mode {
        "reduced" => false,
        "complete" => true,
        other => {
            let (got, takes) = (format!("\"{other}\""), "\"reduced\" or \"complete\"".into());
            return Err(raise(Error::BadArgument { op: "qr", argument: "mode", got, takes }));
        }
    };
    let t = tensor(x)?;
    let found = run(x.py(), &t, || t.qr(complete))?;
    named(x.py(), &CLASS, ["polyad.linalg", "QRResult"], &["Q", "R"], vec![found.q, found.r])
}

/// The eigenvalues of each symmetric or Hermitian matrix in rising order, and its eigenvectors as columns. Only the lower
/// triangle is read, with upper=True only the upper one.
///
/// Source: Python array API 2025.12, `linalg.eigh`.
#[pyfunction]
#[pyo3(signature = (x, /, *, upper=false), text_signature = "(x, /, *, upper=False)")]
fn eigh<'py>(x: &Any<'py>, upper: bool) -> PyResult<Any<'py>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let t = tensor(x)?;
    let found = run(x.py(), &t, || t.eigh(upper))?;
    let values = vec![found.eigenvalues, found.eigenvectors];
    named(x.py(), &CLASS, ["polyad.linalg", "EighResult"], &["eigenvalues", "eigenvectors"], values)
}

/// The eigenvalues of each square matrix, in no order, and its eigenvectors as columns of length 1: complex, always.
///
/// Source: Python array API 2025.12, `linalg.eig`.
#[pyfunction]
#[pyo3(signature = (x, /))]
fn eig<'py>(x: &Any<'py>) -> PyResult<Any<'py>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let t = tensor(x)?;
    let found = run(x.py(), &t, || t.eig())?;
    let values = vec![found.eigenvalues, found.eigenvectors];
    named(x.py(), &CLASS, ["polyad.linalg", "EigResult"], &["eigenvalues", "eigenvectors"], values)
}

/// Each matrix as U @ diag(S) @ Vh, singular values in falling order; U and Vh are square unless full_matrices=False.
///
/// Source: Python array API 2025.12, `linalg.svd`.
#[pyfunction]
#[pyo3(signature = (x, /, *, full_matrices=true), text_signature = "(x, /, *, full_matrices=True)")]
fn svd<'py>(x: &Any<'py>, full_matrices: bool) -> PyResult<Any<'py>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let t = tensor(x)?;
    let found = run(x.py(), &t, || t.svd(full_matrices))?;
    named(x.py(), &CLASS, ["polyad.linalg", "SVDResult"], &["U", "S", "Vh"], vec![found.u, found.s, found.vh])
}

/// The sign of the determinant of each matrix, and the logarithm of its magnitude.
///
/// Source: Python array API 2025.12, `linalg.slogdet`.
#[pyfunction]
#[pyo3(signature = (x, /))]
fn slogdet<'py>(x: &Any<'py>) -> PyResult<Any<'py>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let t = tensor(x)?;
    let found = run(x.py(), &t, || t.slogdet())?;
    named(x.py(), &CLASS, ["polyad.linalg", "SlogdetResult"], &["sign", "logabsdet"], vec![found.sign, found.logabsdet])
}

/// Each matrix as P @ L @ U: rows exchanged, a lower triangle with ones on its diagonal, an upper triangle.
///
/// Source: SciPy, `linalg.lu`.
#[pyfunction]
#[pyo3(signature = (x, /))]
fn lu<'py>(x: &Any<'py>) -> PyResult<Any<'py>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let t = tensor(x)?;
    let found = run(x.py(), &t, || t.lu())?;
    named(x.py(), &CLASS, ["polyad.linalg", "LUResult"], &["P", "L", "U"], vec![found.p, found.l, found.u])
}

/// The x for which the squares of a @ x - b add up to the least, and of those the shortest: x, the sums of the squared
/// residuals (none where the rank is not full or no equation is left over), the rank, the singular values. Those up to rcond
/// times the greatest count as 0.
///
/// Source: NumPy, `linalg.lstsq`.
#[pyfunction]
#[pyo3(signature = (a, b, rcond=None))]
fn lstsq<'py>(a: &Any<'py>, b: &Any<'py>, rcond: Option<f64>) -> PyResult<Any<'py>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let (left, right) = (tensor(a)?, tensor(b)?);
    let found = run(a.py(), &left, || left.lstsq(&right, rcond))?;
    let values = vec![found.x, found.residuals, found.rank, found.s];
    named(a.py(), &CLASS, ["polyad.linalg", "LstsqResult"], &["x", "residuals", "rank", "s"], values)
}

/// A tolerance as a tensor of real numbers.
fn tolerance(rtol: Option<&Any<'_>>) -> PyResult<Option<Tensor>> {
    rtol.map(tensor).transpose()
}

/// The matrix that one triangle stands for.
fn hermitian_part(x: &Tensor) -> Result<Tensor> {
    let below = x.tril_with(polyad::TrilOptions { k: -1 })?.matrix_transpose()?;
    let above = if x.dtype().kind() == polyad::Kind::Complex { below.conj()? } else { below };
    x.tril()?.add(&above)
}

/// The Moore-Penrose inverse of each matrix. Singular values up to rtol times the greatest count as 0; rtol may be a number or
/// one for each matrix, by default the greater extent times the distance from 1 to the next number. With hermitian=True only
/// the lower triangle is read.
///
/// Source: Python array API 2025.12, `linalg.pinv`; hermitian is NumPy's.
#[pyfunction]
#[pyo3(
    signature = (x, /, *, rtol=None, hermitian=false),
    text_signature = "(x, /, *, rtol=None, hermitian=False)"
)]
fn pinv(x: &Any<'_>, rtol: Option<&Any<'_>>, hermitian: bool) -> PyResult<PyTensor> {
    let (t, rtol) = (tensor(x)?, tolerance(rtol)?);
    run(x.py(), &t, || {
        let float = if t.dtype().is_float() { t.clone() } else { t.astype(DType::Float64)? };
        let t = if hermitian { hermitian_part(&float)? } else { float };
        let real = polyad::ir::part(t.dtype().compute());
        let rtol = match &rtol {
            Some(rtol) => rtol.astype(real)?,
            None => Tensor::full(&[], t.default_rtol(), real)?,
        };
        t.pinv(&rtol)
    })
    .map(PyTensor)
}

/// How many singular values of each matrix are greater than rtol times the greatest; rtol may be a number or one for each
/// matrix. With hermitian=True the magnitudes of the eigenvalues count.
///
/// Source: Python array API 2025.12, `linalg.matrix_rank`; hermitian is NumPy's.
#[pyfunction]
#[pyo3(
    signature = (x, /, *, rtol=None, hermitian=false),
    text_signature = "(x, /, *, rtol=None, hermitian=False)"
)]
fn matrix_rank(x: &Any<'_>, rtol: Option<&Any<'_>>, hermitian: bool) -> PyResult<PyTensor> {
    let (t, rtol) = (tensor(x)?, tolerance(rtol)?);
    run(x.py(), &t, || {
        if hermitian {
            t.eigvalsh()?.abs()?.rank_of_values(rtol.as_ref(), t.default_rtol())
        } else {
            t.matrix_rank(rtol.as_ref())
        }
    })
    .map(PyTensor)
}

/// Each square matrix multiplied with itself n times over; of 0 the identity, of a negative power that of the inverse.
///
/// Source: Python array API 2025.12, `linalg.matrix_power`.
#[pyfunction]
#[pyo3(signature = (x, n, /))]
fn matrix_power(x: &Any<'_>, n: i64) -> PyResult<PyTensor> {
    let t = tensor(x)?;
    // The inverse of integers is found among the floats.
    let float = n < 0 && !t.dtype().is_float();
    run(x.py(), &t, || if float { t.astype(DType::Float64)?.matrix_power(n) } else { t.matrix_power(n) }).map(PyTensor)
}

/// The elements on a diagonal of each matrix, as the last axis: a view.
///
/// Source: Python array API 2025.12, `linalg.diagonal`.
#[pyfunction]
#[pyo3(signature = (x, /, *, offset=0))]
fn diagonal(x: &Any<'_>, offset: i64) -> PyResult<PyTensor> {
    let t = tensor(x)?;
    let attrs = [Attr::Int(offset), Attr::Int(-2), Attr::Int(-1)];
    table::run(x.py(), &ops::DIAGONAL, &[&t], &attrs).map(PyTensor)
}

/// The sum of the elements on a diagonal of each matrix.
///
/// Source: Python array API 2025.12, `linalg.trace`.
#[pyfunction]
#[pyo3(signature = (x, /, *, offset=0, dtype=None))]
fn trace(x: &Any<'_>, offset: i64, dtype: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let t = tensor(x)?;
    let dtype = dtypes::parse_optional(dtype)?.map_or(Attr::None, Attr::DType);
    let attrs = [Attr::Int(offset), Attr::Int(-2), Attr::Int(-1), dtype];
    table::run(x.py(), &ops::TRACE, &[&t], &attrs).map(PyTensor)
}

/// The word for an order of a norm of matrices: a word, or a number.
fn order(op: &'static str, ord: &Any<'_>) -> PyResult<&'static str> {
    const WORDS: [&str; 8] = ["fro", "nuc", "1", "-1", "2", "-2", "inf", "-inf"];
    let bad = || {
        let takes = "\"fro\", \"nuc\", 1, -1, 2, -2, inf or -inf".into();
        raise(Error::BadArgument { op, argument: "ord", got: ord.to_string(), takes })
    };
    let text = match ord.cast::<PyString>() {
        Ok(word) => word.to_cow()?.into_owned(),
        Err(_) => format!("{}", ord.extract::<f64>().map_err(|_| bad())?),
    };
    WORDS.into_iter().find(|word| *word == text).ok_or_else(bad)
}

/// The norm of each matrix: "fro" of all elements, "nuc" the sum of the singular values, 2 and -2 the greatest and the least of
/// them, 1 and -1 the greatest and the least sum of a column, inf and -inf of a row.
///
/// Source: Python array API 2025.12, `linalg.matrix_norm`.
#[pyfunction]
#[pyo3(
    signature = (x, /, *, keepdims=false, ord=None),
    text_signature = "(x, /, *, keepdims=False, ord='fro')"
)]
fn matrix_norm(x: &Any<'_>, keepdims: bool, ord: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let (t, ord) = (tensor(x)?, ord.map_or(Ok("fro"), |ord| order("matrix_norm", ord))?);
    run(x.py(), &t, || t.matrix_norm_with(polyad::MatrixNormOptions { keepdims, ord })).map(PyTensor)
}

/// The norm of vectors (one axis) or matrices (two axes); without an axis that of the whole, flattened if no order is named.
///
/// Source: NumPy, `linalg.norm`.
#[pyfunction]
#[pyo3(
    signature = (x, ord=None, axis=None, keepdims=false),
    text_signature = "(x, ord=None, axis=None, keepdims=False)"
)]
fn norm(x: &Any<'_>, ord: Option<&Any<'_>>, axis: Option<&Any<'_>>, keepdims: bool) -> PyResult<PyTensor> {
    const OP: &str = "norm";
    let (py, t) = (x.py(), tensor(x)?);
    let axes = match axis {
        Some(axis) => Some(crate::movement::integers(axis)?),
        None if ord.is_none() => None,
        None => Some((0..t.ndim() as i64).collect()),
    };
    let vector = |axes: polyad::ir::Axes, ord: f64| {
        let attrs = [Attr::Axes(axes), Attr::Bool(keepdims), Attr::Float(ord)];
        table::run(py, &ops::VECTOR_NORM, &[&t], &attrs).map(PyTensor)
    };
    match axes.as_deref() {
        None => vector(polyad::ir::Axes::All, 2.0),
        Some(&[axis]) => {
            let number = |ord: &Any<'_>| {
                ord.extract().map_err(|_| PyTypeError::new_err(format!("{OP}: the order of vectors is a number.")))
            };
            vector(axis.into(), ord.map_or(Ok(2.0), number)?)
        }
        Some(&[rows, columns]) => {
            let ord = ord.map_or(Ok("fro"), |ord| order(OP, ord))?;
            run(py, &t, || {
                let at = |axis| polyad::normalize_axis(OP, axis, t.shape()).map(|at| at as i64);
                let (first, second) = (at(rows)?, at(columns)?);
                if first == second {
                    return Err(Error::RepeatedAxis { op: OP, axis: columns, shape: t.shape().into() });
                }
                let last = t.moveaxis(&[first, second], &[-2, -1])?;
                let norm = last.matrix_norm_with(polyad::MatrixNormOptions { keepdims: false, ord })?;
                if keepdims { norm.expand_dims([first.min(second), first.max(second)]) } else { Ok(norm) }
            })
            .map(PyTensor)
        }
        Some(several) => {
            let takes = format!("one axis or two, not {}; vector_norm takes any", several.len());
            Err(raise(Error::BadArgument { op: OP, argument: "axis", got: format!("{several:?}"), takes }))
        }
    }
}

/// The condition number of each matrix: its norm times that of the inverse, infinite where there is none.
///
/// Source: NumPy, `linalg.cond`.
#[pyfunction]
#[pyo3(signature = (x, p=None))]
fn cond(x: &Any<'_>, p: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let (t, ord) = (tensor(x)?, p.map_or(Ok("2"), |p| order("cond", p))?);
    run(x.py(), &t, || t.cond(ord)).map(PyTensor)
}
