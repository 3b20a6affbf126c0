//! Whether whole tensors are equal.

use pyo3::prelude::*;

use crate::{gil, lists};

/// Whether both have the same shape and equal elements, after promotion; a NaN equals nothing.
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
pub(crate) fn array_equal(x1: &Bound<'_, PyAny>, x2: &Bound<'_, PyAny>) -> PyResult<bool> {
    let (a, b) = (lists::asarray(x1, None, None)?, lists::asarray(x2, None, None)?);
    gil::run(x1.py(), a.size_bytes(), || a.array_equal(&b))
}

/// As array_equal, but shapes need only broadcast.
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
pub(crate) fn array_equiv(x1: &Bound<'_, PyAny>, x2: &Bound<'_, PyAny>) -> PyResult<bool> {
    let (a, b) = (lists::asarray(x1, None, None)?, lists::asarray(x2, None, None)?);
    gil::run(x1.py(), a.size_bytes().max(b.size_bytes()), || a.array_equiv(&b))
}
