//! Functions of order beside the rows of the table: several results, shapes that depend on the elements, operands that may be
//! left out.

use polyad::{ArgtopkOptions, DiffOptions, SearchsortedOptions, SortOptions, Tensor};
use pyo3::prelude::*;

use crate::errors::raise;
use crate::tensor::PyTensor;
use crate::{gil, lists, operand};

mod histogram;
mod unique;

type Any<'py> = Bound<'py, PyAny>;

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sort_with_indices, module)?)?;
    module.add_function(wrap_pyfunction!(diff, module)?)?;
    module.add_function(wrap_pyfunction!(topk, module)?)?;
    module.add_function(wrap_pyfunction!(lexsort, module)?)?;
    module.add_function(wrap_pyfunction!(searchsorted, module)?)?;
    module.add_function(wrap_pyfunction!(digitize, module)?)?;
    unique::add(module)?;
    histogram::add(module)
}

fn tensor(x: &Any<'_>) -> PyResult<Tensor> {
    lists::asarray(x, None, None)
}

/// The elements in order along an axis, and the index of each before, as a tuple; the order is that of `sort`.
#[pyfunction]
#[pyo3(
    signature = (x, /, *, axis=-1, descending=false, stable=true),
    text_signature = "(x, /, *, axis=-1, descending=False, stable=True)"
)]
fn sort_with_indices(
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
fn diff(
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

/// The `k` greatest elements along an axis and their indices as a tuple, or the least; NaN counts as the greatest, and of equal
/// elements those that come first are taken. Without `sorted` they stay in the order of `x`.
///
/// Source: PyTorch, `torch.topk`.
#[pyfunction]
#[pyo3(
    signature = (x, k, /, axis=-1, *, largest=true, sorted=true),
    text_signature = "(x, k, /, axis=-1, *, largest=True, sorted=True)"
)]
fn topk(x: &Any<'_>, k: i64, axis: i64, largest: bool, sorted: bool) -> PyResult<(PyTensor, PyTensor)> {
    let t = tensor(x)?;
    gil::run(x.py(), t.size_bytes(), || t.topk(k, axis, ArgtopkOptions { largest, sorted }))
        .map(|(values, indices)| (PyTensor(values), PyTensor(indices)))
}

/// The indices that sort several keys of one shape along an axis: the last key counts first, an earlier one where those behind it
/// are equal.
///
/// Source: NumPy, `lexsort`.
#[pyfunction]
#[pyo3(signature = (keys, /, axis=-1), text_signature = "(keys, /, axis=-1)")]
fn lexsort(keys: &Any<'_>, axis: i64) -> PyResult<PyTensor> {
    let list = keys.try_iter()?.map(|key| tensor(&key?)).collect::<PyResult<Vec<_>>>()?;
    let bytes = list.iter().fold(0usize, |n, t| n.saturating_add(t.size_bytes()));
    gil::run(keys.py(), bytes, || Tensor::lexsort(&list.iter().collect::<Vec<_>>(), axis)).map(PyTensor)
}

/// The index at which each element of `x2` would be put into the sorted row `x1` to keep it sorted; NaN belongs last. `side` is
/// "left" or "right" of equal elements. `sorter` holds the indices that sort `x1`.
///
/// Source: Python array API 2025.12, `searchsorted`.
#[pyfunction]
#[pyo3(
    signature = (x1, x2, /, *, side="left", sorter=None),
    text_signature = "(x1, x2, /, *, side='left', sorter=None)"
)]
fn searchsorted(x1: &Any<'_>, x2: &Any<'_>, side: &str, sorter: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let row = tensor(x1)?;
    let x = operand::other(row.dtype(), x2)?.map_or_else(|| tensor(x2), Ok)?;
    let sorter = sorter.map(tensor).transpose()?;
    let Some(side) = ["left", "right"].into_iter().find(|word| *word == side) else {
        let (got, takes) = (format!("{side:?}"), "\"left\" or \"right\"".into());
        return Err(raise(polyad::Error::BadArgument { op: "searchsorted", argument: "side", got, takes }));
    };
    gil::run(x1.py(), row.size_bytes().max(x.size_bytes()), || {
        let sorted = sorter.map(|places| row.take(&places, 0)).transpose()?;
        sorted.as_ref().unwrap_or(&row).searchsorted_with(&x, SearchsortedOptions { side })
    })
    .map(PyTensor)
}

/// The index of the bin that each element lies in: i where bins[i - 1] <= x < bins[i], and under `right` where
/// bins[i - 1] < x <= bins[i]; bins may fall too. NaN counts as the greatest.
///
/// Source: NumPy, `digitize`.
#[pyfunction]
#[pyo3(signature = (x, bins, right=false), text_signature = "(x, bins, right=False)")]
fn digitize(x: &Any<'_>, bins: &Any<'_>, right: bool) -> PyResult<PyTensor> {
    let bins = tensor(bins)?;
    let t = operand::other(bins.dtype(), x)?.map_or_else(|| tensor(x), Ok)?;
    gil::run(x.py(), t.size_bytes(), || t.digitize(&bins, right)).map(PyTensor)
}
