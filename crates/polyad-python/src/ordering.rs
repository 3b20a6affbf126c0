//! Functions beside the rows of the table: sorting with indices, and differences with ends put on.

use polyad::{DiffOptions, SortOptions, Tensor};
use pyo3::prelude::*;

use crate::tensor::PyTensor;
use crate::{gil, lists, operand};

/// The elements in order along an axis, and the index of each before, as a tuple; the order is that of `sort`.
#[pyfunction]
#[pyo3(
    signature = (x, /, *, axis=-1, descending=false, stable=true),
    text_signature = "(x, /, *, axis=-1, descending=False, stable=True)"
)]
pub(crate) fn sort_with_indices(
    x: &Bound<'_, PyAny>,
    axis: i64,
    descending: bool,
    stable: bool,
) -> PyResult<(PyTensor, PyTensor)> {
    let t = lists::asarray(x, None, None)?;
    gil::run(x.py(), t.size_bytes(), || t.sort_with_indices(axis, SortOptions { descending, stable }))
        .map(|(values, indices)| (PyTensor(values), PyTensor(indices)))
}

/// The differences of neighbours along an axis, `n` times over; of bool whether they differ. `prepend` and `append` are
/// put before and after `x` first; a number stands for one element on each line.
#[pyfunction]
#[pyo3(
    signature = (x, /, *, axis=-1, n=1, prepend=None, append=None),
    text_signature = "(x, /, *, axis=-1, n=1, prepend=None, append=None)"
)]
pub(crate) fn diff(
    x: &Bound<'_, PyAny>,
    axis: i64,
    n: i64,
    prepend: Option<&Bound<'_, PyAny>>,
    append: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyTensor> {
    let t = lists::asarray(x, None, None)?;
    let end = |obj: &Bound<'_, PyAny>| -> PyResult<Tensor> {
        operand::other(t.dtype(), obj)?.map_or_else(|| lists::asarray(obj, None, None), Ok)
    };
    let (before, after) = (prepend.map(end).transpose()?, append.map(end).transpose()?);
    gil::run(x.py(), t.size_bytes(), || t.diff_with_ends(axis, DiffOptions { n }, before.as_ref(), after.as_ref()))
        .map(PyTensor)
}
