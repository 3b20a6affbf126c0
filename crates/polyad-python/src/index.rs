//! Keys of `x[key]`: integers, slices, `None`, `...` and tuples of them.

use polyad::Slice;
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyEllipsis, PySlice, PyString, PyTuple};

/// What a key takes of each axis.
pub(crate) fn parts(key: &Bound<'_, PyAny>) -> PyResult<Vec<Slice>> {
    let keys: Vec<Bound<'_, PyAny>> = match key.cast::<PyTuple>() {
        Ok(tuple) => tuple.iter().collect(),
        Err(_) => vec![key.clone()],
    };
    let rest = keys.iter().filter(|k| k.is_instance_of::<PyEllipsis>()).count();
    if rest > 1 {
        return Err(PyIndexError::new_err("index: ... stands twice; it can stand for the other axes only once."));
    }
    keys.iter().map(part).collect()
}

fn part(key: &Bound<'_, PyAny>) -> PyResult<Slice> {
    if key.is_none() {
        return Ok(Slice::NewAxis);
    }
    if key.is_instance_of::<PyEllipsis>() {
        return Ok(Slice::Rest);
    }
    if let Ok(slice) = key.cast::<PySlice>() {
        let py = key.py();
        let bound = |name: &Bound<'_, PyString>| -> PyResult<Option<i64>> {
            let value = slice.getattr(name)?;
            if value.is_none() { Ok(None) } else { clipped(&value).map(Some) }
        };
        let (start, stop) = (bound(intern!(py, "start"))?, bound(intern!(py, "stop"))?);
        let step = bound(intern!(py, "step"))?.unwrap_or(1);
        return Ok(Slice::Range { start, stop, step });
    }
    let unknown = || {
        let name = key.get_type().name().map_or_else(|_| "this".to_string(), |n| n.to_string());
        PyIndexError::new_err(format!("index: {name} is no index. It takes integers, slices, ... and None."))
    };
    // A bool is an integer to Python and a mask to arrays.
    if key.is_instance_of::<PyBool>() {
        return Err(unknown());
    }
    match key.extract::<i64>() {
        Ok(at) => Ok(Slice::At(at)),
        Err(e) if e.is_instance_of::<PyOverflowError>(key.py()) => {
            Err(PyIndexError::new_err(format!("index: {} is outside any axis.", key.str()?)))
        }
        Err(_) => Err(unknown()),
    }
}

/// A bound of a slice: bounds clip, so one past 64 bits may as well be the largest.
fn clipped(value: &Bound<'_, PyAny>) -> PyResult<i64> {
    match value.extract::<i64>() {
        Err(e) if e.is_instance_of::<PyOverflowError>(value.py()) => {
            Ok(if value.gt(0)? { i64::MAX } else { i64::MIN + 1 })
        }
        result => result,
    }
}
