//! Functions that move elements and are no row of the op table as they stand: several results, or NumPy's own arguments.

use polyad::ir::{Attr, Axes, ops};
use polyad::{Sections, Tensor};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::raise;
use crate::tensor::PyTensor;
use crate::{gil, lists, table};

type Any<'py> = Bound<'py, PyAny>;

/// Adds the functions of this file to a module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(reshape, module)?)?;
    module.add_function(wrap_pyfunction!(repeat, module)?)?;
    module.add_function(wrap_pyfunction!(broadcast_arrays, module)?)?;
    module.add_function(wrap_pyfunction!(expand, module)?)?;
    module.add_function(wrap_pyfunction!(transpose, module)?)?;
    module.add_function(wrap_pyfunction!(ravel, module)?)?;
    module.add_function(wrap_pyfunction!(unflatten, module)?)?;
    module.add_function(wrap_pyfunction!(shrink, module)?)?;
    module.add_function(wrap_pyfunction!(unstack, module)?)?;
    module.add_function(wrap_pyfunction!(split, module)?)?;
    module.add_function(wrap_pyfunction!(array_split, module)?)?;
    module.add_function(wrap_pyfunction!(vstack, module)?)?;
    module.add_function(wrap_pyfunction!(hstack, module)?)?;
    module.add_function(wrap_pyfunction!(dstack, module)?)
}

fn tensor(x: &Any<'_>) -> PyResult<Tensor> {
    lists::asarray(x, None, None)
}

fn tensors(xs: &Any<'_>) -> PyResult<Vec<Tensor>> {
    xs.try_iter()?.map(|x| tensor(&x?)).collect()
}

fn all<'py>(py: Python<'py>, parts: polyad::Result<Vec<Tensor>>) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, parts.map_err(raise)?.into_iter().map(PyTensor))
}

/// One integer or several.
pub(crate) fn integers(value: &Any<'_>) -> PyResult<Vec<i64>> {
    value.extract::<i64>().map(|n| vec![n]).or_else(|_| value.extract())
}

/// None, or one integer.
fn axes(axis: Option<i64>) -> Axes {
    axis.map_or(Axes::All, Axes::from)
}

/// The same elements in another shape, row-major: a view where strides allow it, else a copy. One extent may be -1.
/// copy=True always copies; copy=False never does and raises ValueError where a copy is needed.
///
/// Source: Python array API 2025.12, `reshape`.
#[pyfunction]
#[pyo3(signature = (x, /, shape, *, copy=None))]
pub(crate) fn reshape(py: Python<'_>, x: &Any<'_>, shape: &Any<'_>, copy: Option<bool>) -> PyResult<PyTensor> {
    let (x, shape) = (tensor(x)?, integers(shape)?);
    gil::run(py, x.size_bytes(), || match copy {
        Some(false) => x.view_as(&shape),
        Some(true) => x.copy()?.reshape(&shape),
        None => x.reshape(&shape),
    })
    .map(PyTensor)
}

/// Each element repeated in place along an axis (None: of the flattened tensor), all as often or each as often as its count
/// says.
///
/// Source: Python array API 2025.12, `repeat`.
#[pyfunction]
#[pyo3(signature = (x, repeats, /, axis=None))]
pub(crate) fn repeat(py: Python<'_>, x: &Any<'_>, repeats: &Any<'_>, axis: Option<i64>) -> PyResult<PyTensor> {
    let (x, axis) = (tensor(x)?, axes(axis));
    if let Ok(count) = repeats.extract::<i64>() {
        return table::run(py, &ops::REPEAT, &[&x], &[Attr::Int(count), Attr::Axes(axis)]).map(PyTensor);
    }
    let counts = tensor(repeats)?;
    gil::run(py, x.size_bytes(), || x.repeat_each(&counts, axis)).map(PyTensor)
}

/// All tensors as views of their common shape.
///
/// Source: Python array API 2025.12, `broadcast_arrays`.
#[pyfunction]
#[pyo3(signature = (*xs))]
fn broadcast_arrays<'py>(py: Python<'py>, xs: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
    let xs = tensors(xs)?;
    all(py, Tensor::broadcast_arrays(&xs.iter().collect::<Vec<_>>()))
}

/// broadcast_to where -1 keeps the extent of that axis.
#[pyfunction]
#[pyo3(signature = (x, /, shape))]
fn expand(x: &Any<'_>, shape: &Any<'_>) -> PyResult<PyTensor> {
    tensor(x)?.expand(&integers(shape)?).map(PyTensor).map_err(raise)
}

/// The axes in another order, or reversed: a view.
///
/// Source: NumPy, `transpose`.
#[pyfunction]
#[pyo3(signature = (x, /, axes=None))]
pub(crate) fn transpose(x: &Any<'_>, axes: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let x = tensor(x)?;
    match axes {
        None => x.transpose(),
        Some(axes) => x.permute_dims(&integers(axes)?),
    }
    .map(PyTensor)
    .map_err(raise)
}

/// One axis with all elements, row-major and without gaps: a view where they are, else a copy.
///
/// Source: NumPy, `ravel`.
#[pyfunction]
#[pyo3(signature = (x, /))]
pub(crate) fn ravel(py: Python<'_>, x: &Any<'_>) -> PyResult<PyTensor> {
    let x = tensor(x)?;
    gil::run(py, x.size_bytes(), || x.ravel()).map(PyTensor)
}

/// One axis as several; one of the sizes may be -1.
///
/// Source: PyTorch, `torch.unflatten`.
#[pyfunction]
#[pyo3(signature = (x, /, axis, sizes))]
fn unflatten(py: Python<'_>, x: &Any<'_>, axis: i64, sizes: &Any<'_>) -> PyResult<PyTensor> {
    let (x, sizes) = (tensor(x)?, integers(sizes)?);
    gil::run(py, x.size_bytes(), || x.unflatten(axis, &sizes)).map(PyTensor)
}

/// The box from start to before stop on every axis, given as pairs: a view, and nothing clips.
#[pyfunction]
#[pyo3(signature = (x, /, ranges))]
fn shrink(x: &Any<'_>, ranges: Vec<(i64, i64)>) -> PyResult<PyTensor> {
    // A negative bound is past every axis, as it does not count from the end here.
    let bound = |n: i64| usize::try_from(n).unwrap_or(usize::MAX);
    let ranges: Vec<_> = ranges.into_iter().map(|(start, stop)| (bound(start), bound(stop))).collect();
    tensor(x)?.shrink(&ranges).map(PyTensor).map_err(raise)
}

/// The tensors along an axis, which goes away: views.
///
/// Source: Python array API 2025.12, `unstack`.
#[pyfunction]
#[pyo3(signature = (x, /, *, axis=0))]
fn unstack<'py>(py: Python<'py>, x: &Any<'py>, axis: i64) -> PyResult<Bound<'py, PyTuple>> {
    all(py, tensor(x)?.unstack(axis))
}

fn sections(value: &Any<'_>) -> PyResult<Sections> {
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("split: sections are an integer or indices, not text."));
    }
    Ok(match value.extract::<i64>() {
        Ok(count) => Sections::Count(count),
        Err(_) => Sections::Indices(value.extract()?),
    })
}

/// Parts of an axis of equal length, or before each of several indices: views.
///
/// Source: NumPy, `split`.
#[pyfunction]
#[pyo3(signature = (x, /, indices_or_sections, axis=0))]
fn split<'py>(
    py: Python<'py>,
    x: &Any<'py>,
    indices_or_sections: &Any<'py>,
    axis: i64,
) -> PyResult<Bound<'py, PyTuple>> {
    all(py, tensor(x)?.split(sections(indices_or_sections)?, axis))
}

/// As split, but a count need not divide the extent: the first parts are longer by one.
///
/// Source: NumPy, `array_split`.
#[pyfunction]
#[pyo3(signature = (x, /, indices_or_sections, axis=0))]
fn array_split<'py>(
    py: Python<'py>,
    x: &Any<'py>,
    indices_or_sections: &Any<'py>,
    axis: i64,
) -> PyResult<Bound<'py, PyTuple>> {
    all(py, tensor(x)?.array_split(sections(indices_or_sections)?, axis))
}

/// `join` of the first of several tensors with the others.
fn joined(
    py: Python<'_>,
    op: &'static str,
    xs: &Any<'_>,
    join: fn(&Tensor, &[&Tensor]) -> polyad::Result<Tensor>,
) -> PyResult<PyTensor> {
    let xs = tensors(xs)?;
    let Some((first, rest)) = xs.split_first() else {
        let none = polyad::Error::OperandCount { op, got: 0, need: "at least one" };
        return Err(raise(none));
    };
    let bytes = xs.iter().fold(0usize, |n, t| n.saturating_add(t.size_bytes()));
    gil::run(py, bytes, || join(first, &rest.iter().collect::<Vec<_>>())).map(PyTensor)
}

/// Tensors joined along the first axis; vectors are rows.
///
/// Source: NumPy, `vstack`.
#[pyfunction]
#[pyo3(signature = (xs, /))]
fn vstack(py: Python<'_>, xs: &Any<'_>) -> PyResult<PyTensor> {
    joined(py, "vstack", xs, Tensor::vstack)
}

/// Tensors joined along the second axis, vectors end to end.
///
/// Source: NumPy, `hstack`.
#[pyfunction]
#[pyo3(signature = (xs, /))]
fn hstack(py: Python<'_>, xs: &Any<'_>) -> PyResult<PyTensor> {
    joined(py, "hstack", xs, Tensor::hstack)
}

/// Tensors joined along the third axis, which vectors and matrices get.
///
/// Source: NumPy, `dstack`.
#[pyfunction]
#[pyo3(signature = (xs, /))]
fn dstack(py: Python<'_>, xs: &Any<'_>) -> PyResult<PyTensor> {
    joined(py, "dstack", xs, Tensor::dstack)
}
