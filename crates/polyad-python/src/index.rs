//! Keys of `x[key]`: integers, slices, `None`, `...`, arrays of indices, masks, and tuples of them.

use polyad::{DType, IndexPart, Slice, Tensor};
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyEllipsis, PyList, PySlice, PyString, PyTuple};

use crate::errors::raise_index;
use crate::tensor::PyTensor;
use crate::{gil, import, lists};

/// What a key takes.
pub(crate) enum Key {
    /// A view.
    Basic(Vec<Slice>),
    /// A copy.
    Indexed(Vec<IndexPart>),
}

impl Key {
    /// Errors: `IndexError` for what is no key.
    pub(crate) fn new(key: &Bound<'_, PyAny>) -> PyResult<Key> {
        let parts: Vec<IndexPart> = match key.cast::<PyTuple>() {
            Ok(tuple) => tuple.iter().map(|key| part(&key)).collect::<PyResult<_>>()?,
            Err(_) => vec![part(key)?],
        };
        if parts.iter().filter(|p| matches!(p, IndexPart::Part(Slice::Ellipsis))).count() > 1 {
            return Err(PyIndexError::new_err("index: ... stands twice; it can stand for the other axes only once."));
        }
        let basic = |part: &IndexPart| if let IndexPart::Part(slice) = part { Some(slice.clone()) } else { None };
        Ok(match parts.iter().map(basic).collect() {
            Some(slices) => Key::Basic(slices),
            None => Key::Indexed(parts),
        })
    }

    /// `x[key]`.
    pub(crate) fn get(&self, py: Python<'_>, x: &Tensor) -> PyResult<Tensor> {
        match self {
            Key::Basic(parts) => x.slice(parts).map_err(raise_index),
            Key::Indexed(parts) => gil::detached(py, x.size_bytes(), || x.index(parts)).map_err(raise_index),
        }
    }
}

/// A key that is a view. Errors: `IndexError` for any other.
pub(crate) fn slices(key: &Bound<'_, PyAny>) -> PyResult<Vec<Slice>> {
    match Key::new(key)? {
        Key::Basic(parts) => Ok(parts),
        Key::Indexed(_) => Err(PyIndexError::new_err("index: a ScaledTensor takes integers, slices, ... and None.")),
    }
}

fn part(key: &Bound<'_, PyAny>) -> PyResult<IndexPart> {
    if key.is_none() {
        return Ok(Slice::NewAxis.into());
    }
    if key.is_instance_of::<PyEllipsis>() {
        return Ok(Slice::Ellipsis.into());
    }
    if let Ok(slice) = key.cast::<PySlice>() {
        let py = key.py();
        let bound = |name: &Bound<'_, PyString>| -> PyResult<Option<i64>> {
            let value = slice.getattr(name)?;
            if value.is_none() { Ok(None) } else { clipped(&value).map(Some) }
        };
        let (start, stop) = (bound(intern!(py, "start"))?, bound(intern!(py, "stop"))?);
        let step = bound(intern!(py, "step"))?.unwrap_or(1);
        return Ok(Slice::Range { start, stop, step }.into());
    }
    // A bool is an integer to Python and a mask to arrays.
    if key.is_instance_of::<PyBool>() {
        return Ok(key.extract::<bool>()?.into());
    }
    if let Ok(tensor) = key.cast::<PyTensor>() {
        let tensor = &tensor.get().0;
        // One integer is an index like any other.
        if tensor.ndim() > 0 || !tensor.dtype().is_integer() {
            return Ok(tensor.into());
        }
    }
    match key.extract::<i64>() {
        Ok(at) => return Ok(Slice::At(at).into()),
        Err(e) if e.is_instance_of::<PyOverflowError>(key.py()) => {
            return Err(PyIndexError::new_err(format!("index: {} is outside any axis.", key.str()?)));
        }
        Err(_) => {}
    }
    if key.is_instance_of::<PyList>() {
        let list = lists::asarray(key, None, None)?;
        // A list without elements has no dtype of its own.
        let list = if list.size() == 0 { list.astype(DType::Int64).map_err(raise_index)? } else { list };
        return Ok(list.into());
    }
    if key.is_instance_of::<PyTuple>() || import::is_array(key) {
        return lists::asarray(key, None, None).map(IndexPart::from);
    }
    let name = key.get_type().name().map_or_else(|_| "this".to_string(), |n| n.to_string());
    Err(PyIndexError::new_err(format!(
        "index: {name} is no index. It takes integers, slices, ..., None, and lists or arrays of integers and of bools."
    )))
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
