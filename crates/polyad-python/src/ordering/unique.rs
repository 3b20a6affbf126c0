//! Distinct elements, and tensors as sets of them.

use polyad::{Tensor, UniqueOptions};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use super::{Any, tensor};
use crate::gil;
use crate::named::named;
use crate::tensor::PyTensor;

/// Adds the functions to the module.
pub(super) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(unique, module)?)?;
    module.add_function(wrap_pyfunction!(unique_all, module)?)?;
    module.add_function(wrap_pyfunction!(unique_counts, module)?)?;
    module.add_function(wrap_pyfunction!(unique_inverse, module)?)?;
    module.add_function(wrap_pyfunction!(unique_values, module)?)?;
    module.add_function(wrap_pyfunction!(union1d, module)?)?;
    module.add_function(wrap_pyfunction!(intersect1d, module)?)?;
    module.add_function(wrap_pyfunction!(setdiff1d, module)?)?;
    module.add_function(wrap_pyfunction!(setxor1d, module)?)
}

/// The distinct elements in order, or the distinct parts along an axis; with return_index where each comes first, with
/// return_inverse which of them each element is, with return_counts how often they come, as a tuple. NaN are one value unless
/// equal_nan=False.
///
/// Source: NumPy, `unique`; along an axis equal_nan is ours.
#[pyfunction]
#[pyo3(
    signature = (x, return_index=false, return_inverse=false, return_counts=false, axis=None, *, equal_nan=true),
    text_signature = "(x, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True)"
)]
fn unique<'py>(
    x: &Any<'py>,
    return_index: bool,
    return_inverse: bool,
    return_counts: bool,
    axis: Option<i64>,
    equal_nan: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, t) = (x.py(), tensor(x)?);
    let found = gil::run(py, t.size_bytes(), || t.unique_with(UniqueOptions { axis, equal_nan }))?;
    let more = [(return_index, found.indices), (return_inverse, found.inverse), (return_counts, found.counts)];
    let more: Vec<Tensor> = more.into_iter().filter_map(|(wanted, t)| wanted.then_some(t)).collect();
    if more.is_empty() {
        return Ok(Bound::new(py, PyTensor(found.values))?.into_any());
    }
    let all: Vec<PyTensor> = std::iter::once(found.values).chain(more).map(PyTensor).collect();
    Ok(PyTuple::new(py, all)?.into_any())
}

/// The distinct elements in order, where each comes first, which of them each element is, and how often they come, as a named
/// tuple (values, indices, inverse_indices, counts). Each NaN is a value of its own, last in order.
///
/// Source: Python array API 2025.12, `unique_all`.
#[pyfunction]
#[pyo3(signature = (x, /))]
fn unique_all<'py>(x: &Any<'py>) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let t = tensor(x)?;
    let u = gil::run(x.py(), t.size_bytes(), || t.unique_all())?;
    let fields = ["values", "indices", "inverse_indices", "counts"];
    named(x.py(), &CLASS, ["polyad", "UniqueAll"], &fields, vec![u.values, u.indices, u.inverse, u.counts])
}

/// The distinct elements in order, and how often they come, as a named tuple (values, counts). Each NaN is a value of its own.
///
/// Source: Python array API 2025.12, `unique_counts`.
#[pyfunction]
#[pyo3(signature = (x, /))]
fn unique_counts<'py>(x: &Any<'py>) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let t = tensor(x)?;
    let (values, counts) = gil::run(x.py(), t.size_bytes(), || t.unique_counts())?;
    named(x.py(), &CLASS, ["polyad", "UniqueCounts"], &["values", "counts"], vec![values, counts])
}

/// The distinct elements in order, and which of them each element is, as a named tuple (values, inverse_indices). Each NaN is a
/// value of its own.
///
/// Source: Python array API 2025.12, `unique_inverse`.
#[pyfunction]
#[pyo3(signature = (x, /))]
fn unique_inverse<'py>(x: &Any<'py>) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let t = tensor(x)?;
    let (values, inverse) = gil::run(x.py(), t.size_bytes(), || t.unique_inverse())?;
    named(x.py(), &CLASS, ["polyad", "UniqueInverse"], &["values", "inverse_indices"], vec![values, inverse])
}

/// The distinct elements in order. Each NaN is a value of its own.
///
/// Source: Python array API 2025.12, `unique_values`.
#[pyfunction]
#[pyo3(signature = (x, /))]
fn unique_values(x: &Any<'_>) -> PyResult<PyTensor> {
    let t = tensor(x)?;
    gil::run(x.py(), t.size_bytes(), || t.unique_values()).map(PyTensor)
}

fn of_two(x1: &Any<'_>, x2: &Any<'_>, join: fn(&Tensor, &Tensor) -> polyad::Result<Tensor>) -> PyResult<PyTensor> {
    let (a, b) = (tensor(x1)?, tensor(x2)?);
    gil::run(x1.py(), a.size_bytes().max(b.size_bytes()), || join(&a, &b)).map(PyTensor)
}

/// The distinct elements of both, in order; NaN count as one.
///
/// Source: NumPy, `union1d`.
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
fn union1d(x1: &Any<'_>, x2: &Any<'_>) -> PyResult<PyTensor> {
    of_two(x1, x2, Tensor::union1d)
}

/// The distinct elements that are in both, in order; NaN is in none.
///
/// Source: NumPy, `intersect1d`.
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
fn intersect1d(x1: &Any<'_>, x2: &Any<'_>) -> PyResult<PyTensor> {
    of_two(x1, x2, Tensor::intersect1d)
}

/// The distinct elements of the first that are not in the second, in order.
///
/// Source: NumPy, `setdiff1d`.
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
fn setdiff1d(x1: &Any<'_>, x2: &Any<'_>) -> PyResult<PyTensor> {
    of_two(x1, x2, Tensor::setdiff1d)
}

/// The distinct elements that are in one of both and not in the other, in order.
///
/// Source: NumPy, `setxor1d`.
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
fn setxor1d(x1: &Any<'_>, x2: &Any<'_>) -> PyResult<PyTensor> {
    of_two(x1, x2, Tensor::setxor1d)
}
