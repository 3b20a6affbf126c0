//! Functions whose shapes depend on values, and `one_hot`, whose dtype may be left out.

use polyad::ir::Axes;
use polyad::{DType, Tensor};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::tensor::PyTensor;
use crate::{dtypes, gil, lists};

type Any<'py> = Bound<'py, PyAny>;

/// The indices of the elements that are not zero, an array of int64 for each axis, as a key takes them.
///
/// Source: Python array API 2025.12, `nonzero`.
#[pyfunction]
#[pyo3(signature = (x, /))]
pub(crate) fn nonzero<'py>(x: &Any<'py>) -> PyResult<Bound<'py, PyTuple>> {
    let t = lists::asarray(x, None, None)?;
    let lists = gil::run(x.py(), t.size_bytes(), || t.nonzero())?;
    PyTuple::new(x.py(), lists.into_iter().map(PyTensor))
}

/// The indices of the elements that are not zero, a row of int64 for each.
///
/// Source: NumPy, `argwhere`.
#[pyfunction]
#[pyo3(signature = (x, /))]
pub(crate) fn argwhere(x: &Any<'_>) -> PyResult<PyTensor> {
    let t = lists::asarray(x, None, None)?;
    gil::run(x.py(), t.size_bytes(), || t.argwhere()).map(PyTensor)
}

/// The parts of an axis, or of the elements in row-major order, where a condition of one axis holds.
///
/// Source: NumPy, `compress`.
#[pyfunction]
#[pyo3(signature = (condition, x, /, axis=None))]
pub(crate) fn compress(condition: &Any<'_>, x: &Any<'_>, axis: Option<i64>) -> PyResult<PyTensor> {
    let (c, t) = (lists::asarray(condition, None, None)?, lists::asarray(x, None, None)?);
    let axis = axis.map_or(Axes::All, Axes::from);
    gil::run(x.py(), t.size_bytes(), || t.compress(&c, axis)).map(PyTensor)
}

/// The elements where a condition holds, both in row-major order.
///
/// Source: NumPy, `extract`.
#[pyfunction]
#[pyo3(signature = (condition, x, /))]
pub(crate) fn extract(condition: &Any<'_>, x: &Any<'_>) -> PyResult<PyTensor> {
    let (c, t) = (lists::asarray(condition, None, None)?, lists::asarray(x, None, None)?);
    gil::run(x.py(), t.size_bytes(), || t.extract(&c)).map(PyTensor)
}

/// A row for each index: zeros, and 1 at the index; negative ones count from the end, and those outside are an error.
/// Rows are float64 where no dtype is named.
///
/// Source: PyTorch, `torch.nn.functional.one_hot`.
#[pyfunction]
#[pyo3(signature = (indices, /, classes, *, dtype=None))]
pub(crate) fn one_hot(indices: &Any<'_>, classes: i64, dtype: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let t: Tensor = lists::asarray(indices, None, None)?;
    let dtype = dtypes::parse_optional(dtype)?.unwrap_or(DType::Float64);
    gil::run(indices.py(), t.size_bytes(), || t.one_hot(classes, dtype)).map(PyTensor)
}
