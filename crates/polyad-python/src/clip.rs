//! `clip`, whose bounds may be left out.

use polyad::ir::ops;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::tensor::PyTensor;
use crate::{lists, table};

type Any<'py> = Bound<'py, PyAny>;

/// `x` raised to `min`, then lowered to `max`; None holds nothing back. NaN stays NaN.
///
/// Bounds are numbers, which take the dtype of `x`, or arrays, which broadcast and promote with it.
///
/// Source: Python array API 2025.12, `clip`; where `min` is above `max` NumPy.
#[pyfunction]
#[pyo3(signature = (x, /, min=None, max=None))]
pub(crate) fn clip(x: &Any<'_>, min: Option<&Any<'_>>, max: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let run = |op, operands: &[&Any<'_>]| table::call(op, &PyTuple::new(x.py(), operands)?, None).map(PyTensor);
    match (min, max) {
        (Some(min), Some(max)) => run(&ops::CLIP, &[x, min, max]),
        (Some(min), None) => run(&ops::MAXIMUM, &[x, min]),
        (None, Some(max)) => run(&ops::MINIMUM, &[x, max]),
        (None, None) => lists::asarray(x, None, Some(true)).map(PyTensor),
    }
}
