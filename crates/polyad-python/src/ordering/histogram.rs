//! How many elements lie in each of several bins.

use polyad::{Bins, HistogramOptions, Tensor};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::{Any, tensor};
use crate::gil;
use crate::tensor::PyTensor;

/// Adds the functions to the module.
pub(super) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(histogram, module)?)?;
    module.add_function(wrap_pyfunction!(histogram_bin_edges, module)?)?;
    module.add_function(wrap_pyfunction!(bincount, module)?)
}

/// A number of bins, or edges.
enum Given {
    Count(usize),
    Edges(Tensor),
}

impl Given {
    fn new(op: &str, bins: &Any<'_>) -> PyResult<Given> {
        if bins.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(format!("{op}: bins are a number or edges, not a rule by name.")));
        }
        match bins.extract::<i64>() {
            // What is below 0 is no number of bins, as 0 is none.
            Ok(count) => Ok(Given::Count(usize::try_from(count).unwrap_or(0))),
            Err(_) => tensor(bins).map(Given::Edges),
        }
    }

    fn bins(&self) -> Bins<'_> {
        match self {
            Given::Count(count) => Bins::Count(*count),
            Given::Edges(edges) => Bins::Edges(edges),
        }
    }
}

/// How many elements lie in each bin, and the edges of the bins, as a tuple. `bins` is their number or their edges, `range` the
/// first and the last edge, `weights` how much each element counts; `density` makes the integral over all bins 1. The last bin has
/// both its edges.
///
/// Source: NumPy, `histogram`.
#[pyfunction]
#[pyo3(
    signature = (x, bins=None, range=None, density=false, weights=None),
    text_signature = "(x, bins=10, range=None, density=False, weights=None)"
)]
fn histogram(
    x: &Any<'_>,
    bins: Option<&Any<'_>>,
    range: Option<(f64, f64)>,
    density: Option<bool>,
    weights: Option<&Any<'_>>,
) -> PyResult<(PyTensor, PyTensor)> {
    let (t, given) = (tensor(x)?, bins.map_or(Ok(Given::Count(10)), |bins| Given::new("histogram", bins))?);
    let weights = weights.map(tensor).transpose()?;
    let options = HistogramOptions { range, weights: weights.as_ref(), density: density == Some(true) };
    gil::run(x.py(), t.size_bytes(), || t.histogram(given.bins(), options))
        .map(|(counts, edges)| (PyTensor(counts), PyTensor(edges)))
}

/// The edges of the bins of `histogram`.
///
/// Source: NumPy, `histogram_bin_edges`.
#[pyfunction]
#[pyo3(signature = (x, bins=None, range=None), text_signature = "(x, bins=10, range=None)")]
fn histogram_bin_edges(x: &Any<'_>, bins: Option<&Any<'_>>, range: Option<(f64, f64)>) -> PyResult<PyTensor> {
    let (t, given) = (tensor(x)?, bins.map_or(Ok(Given::Count(10)), |bins| Given::new("histogram_bin_edges", bins))?);
    gil::run(x.py(), t.size_bytes(), || t.histogram_bin_edges(given.bins(), range)).map(PyTensor)
}

/// How often each number from 0 on comes, or the sum of the weights of its elements; at least `minlength` results.
///
/// Source: NumPy, `bincount`.
#[pyfunction]
#[pyo3(signature = (x, /, weights=None, minlength=0))]
fn bincount(x: &Any<'_>, weights: Option<&Any<'_>>, minlength: usize) -> PyResult<PyTensor> {
    let (t, weights) = (tensor(x)?, weights.map(tensor).transpose()?);
    gil::run(x.py(), t.size_bytes(), || t.bincount(weights.as_ref(), minlength)).map(PyTensor)
}
