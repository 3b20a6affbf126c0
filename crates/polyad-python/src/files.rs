//! Files: tensors by name, and metadata from Python's values.

use std::path::PathBuf;

use polyad::io::{self, Array, Format, Metadata, Strings, Value};
use polyad::{Error, Tensor};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::errors::raise;
use crate::lists;
use crate::tensor::PyTensor;

/// Every tensor of a file by its name, over the mapped file where possible.
pub(crate) fn load(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let tensors = py.detach(|| io::load(path)).map_err(raise)?;
    let out = PyDict::new(py);
    for (name, tensor) in tensors {
        out.set_item(name, PyTensor(tensor))?;
    }
    Ok(out)
}

/// Writes a file in the format of its ending.
pub(crate) fn save(path: PathBuf, tensors: &Bound<'_, PyAny>, metadata: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    let named: Vec<(String, Tensor)> = match tensors.cast::<PyDict>() {
        Ok(dict) => dict.iter().map(|(name, x)| Ok((key(&name)?, lists::asarray(&x, None, None)?))).collect(),
        Err(_) => lists::asarray(tensors, None, None).map(|x| {
            let name = if x.name().is_empty() { io::UNNAMED } else { x.name() };
            vec![(name.to_string(), x)]
        }),
    }?;
    let mut about = Metadata::new();
    for (name, value) in metadata.iter().flat_map(|m| m.iter()) {
        about.insert(key(&name)?, meta(&name, &value, 0)?);
    }
    let write = || {
        let format = Format::from_path(&path)?;
        if !about.is_empty() && !format.keeps_metadata() {
            let got = format!("{} keys", about.len());
            let takes = format!("None for {format}, which has no place for it");
            return Err(Error::BadArgument { op: "save", argument: "metadata", got, takes });
        }
        io::save_as(&path, format, &named, &about)
    };
    tensors.py().detach(write).map_err(raise)
}

fn key(name: &Bound<'_, PyAny>) -> PyResult<String> {
    let wrong = |_| {
        let class = name.get_type().name().map_or_else(|_| "this".to_string(), |n| n.to_string());
        PyTypeError::new_err(format!("save: names are text, not {class}."))
    };
    Ok(name.cast::<PyString>().map_err(wrong)?.to_cow()?.into_owned())
}

/// Lists of metadata inside each other: a list of numbers is one, GGUF files have a second at most.
const DEEPEST: usize = 2;

/// A value of the metadata. Numbers take the kinds that GGUF's own keys have: uint32 where it fits, else int64 or
/// uint64; float32.
fn meta(name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err(format!("save: lists of metadata {name} nest more than {DEEPEST} deep.")));
    }
    if value.is_instance_of::<PyBool>() {
        return Ok(Value::Bool(value.extract()?));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.to_cow()?.into_owned()));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(match (value.extract::<u32>(), value.extract::<i64>(), value.extract::<u64>()) {
            (Ok(n), ..) => Value::U32(n),
            (_, Ok(n), _) => Value::I64(n),
            (.., Ok(n)) => Value::U64(n),
            _ => return Err(PyOverflowError::new_err(format!("save: {value} of metadata {name} is past 64 bits."))),
        });
    }
    if value.is_instance_of::<PyFloat>() {
        let wide: f64 = value.extract()?;
        let narrow = wide as f32;
        // float32 where it is the same number, as files mostly have.
        let same = f64::from(narrow) == wide || wide.is_nan();
        return Ok(if same { Value::F32(narrow) } else { Value::F64(wide) });
    }
    let items: Vec<Bound<'_, PyAny>> = match (value.cast::<PyList>(), value.cast::<PyTuple>()) {
        (Ok(list), _) => list.iter().collect(),
        (_, Ok(tuple)) => tuple.iter().collect(),
        _ => {
            let class = value.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "save: metadata {name} is {class}; it takes text, bool, int, float, and lists of one of them."
            )));
        }
    };
    let items: Vec<Value> = items.iter().map(|v| meta(name, v, depth + 1)).collect::<PyResult<_>>()?;
    array(items).map(Value::Array).ok_or_else(|| {
        PyValueError::new_err(format!("save: the list of metadata {name} mixes kinds; one kind is needed."))
    })
}

/// Values of one kind as an array; integers of several widths take the widest.
fn array(items: Vec<Value>) -> Option<Array> {
    fn all<T>(items: Vec<Value>, take: impl Fn(Value) -> Option<T>) -> Option<Vec<T>> {
        items.into_iter().map(take).collect()
    }
    let signed = |v: Value| match v {
        Value::U32(n) => Some(i64::from(n)),
        Value::I64(n) => Some(n),
        _ => None,
    };
    match items.first() {
        None => Some(Array::String(Strings::default())),
        Some(Value::Bool(_)) => all(items, |v| if let Value::Bool(x) = v { Some(x) } else { None }).map(Array::Bool),
        Some(Value::F32(_)) => all(items, |v| if let Value::F32(x) = v { Some(x) } else { None }).map(Array::F32),
        Some(Value::Array(_)) => all(items, |v| if let Value::Array(x) = v { Some(x) } else { None }).map(Array::Array),
        Some(Value::String(_)) => {
            let texts = all(items, |v| if let Value::String(x) = v { Some(x) } else { None })?;
            Some(Array::String(texts.into_iter().collect()))
        }
        Some(_) if items.iter().all(|v| matches!(v, Value::U32(_))) => {
            all(items, |v| if let Value::U32(x) = v { Some(x) } else { None }).map(Array::U32)
        }
        Some(_) if items.iter().any(|v| matches!(v, Value::U64(_))) => all(items, |v| v.as_u64()).map(Array::U64),
        Some(_) => all(items, signed).map(Array::I64),
    }
}
