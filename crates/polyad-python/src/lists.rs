//! Python's own values: nested lists and numbers into tensors, and back.

use polyad::ir::ops;
use polyad::{DType, Error, Kind, MAX_NDIM, Scalar, Tensor};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyComplex, PyList, PyRange, PyString, PyTuple};

use crate::errors::raise;
use crate::scaled::PyScaledTensor;
use crate::tensor::PyTensor;
use crate::{gil, import, operand, table};

/// Anything as a tensor: tensors, memory of other libraries, numbers and nested lists. `copy` as NumPy has it: always,
/// never, or (`None`) where needed.
pub(crate) fn asarray(obj: &Bound<'_, PyAny>, dtype: Option<DType>, copy: Option<bool>) -> PyResult<Tensor> {
    let py = obj.py();
    let may_copy = copy != Some(false);
    let cannot = |why: String| PyValueError::new_err(format!("asarray: {why}, so copy=False cannot be kept."));
    let shared = if let Ok(tensor) = obj.cast::<PyTensor>() {
        tensor.get().0.clone()
    } else if let Ok(scaled) = obj.cast::<PyScaledTensor>() {
        scaled.get().materialize(py)?.0
    } else if import::exports(obj) {
        import::tensor(obj, may_copy)?
    } else if let Some(array) = obj.getattr_opt(intern!(py, "__array__"))? {
        import::tensor(&array.call0()?, may_copy)?
    } else if may_copy {
        return nested(obj, dtype, 0);
    } else {
        return Err(cannot(format!("{} has no memory to share", obj.get_type().name()?)));
    };
    match dtype.filter(|&d| d != shared.dtype()) {
        Some(d) if !may_copy => Err(cannot(format!("{} becomes {d}", shared.dtype()))),
        Some(d) => gil::run(py, shared.size_bytes(), || shared.astype(d)),
        None if copy == Some(true) => gil::run(py, shared.size_bytes(), || shared.copy()),
        None => Ok(shared),
    }
}

/// Numbers of nested lists, in the order in which they are found.
struct Found {
    shape: Vec<usize>,
    /// Whether `shape` is complete: the first number, or empty list, was met.
    closed: bool,
    numbers: Vec<Scalar>,
    wide: DType,
}

/// Why nested lists are not read as numbers.
enum Stop {
    /// They hold arrays.
    Arrays,
    Error(PyErr),
}

impl From<PyErr> for Stop {
    fn from(e: PyErr) -> Stop {
        Stop::Error(e)
    }
}

/// The items of a list, a tuple or a range.
fn items<'py>(obj: &Bound<'py, PyAny>) -> Option<Vec<Bound<'py, PyAny>>> {
    if let Ok(list) = obj.cast::<PyList>() {
        return Some(list.iter().collect());
    }
    if let Ok(tuple) = obj.cast::<PyTuple>() {
        return Some(tuple.iter().collect());
    }
    obj.is_instance_of::<PyRange>().then(|| obj.try_iter().ok()?.collect::<PyResult<Vec<_>>>().ok()).flatten()
}

impl Found {
    fn ragged(&self, depth: usize) -> Stop {
        let shape = &self.shape[..depth.min(self.shape.len())];
        Stop::Error(PyValueError::new_err(format!(
            "asarray: the lists differ in length or depth below shape {shape:?}. Make the rows equally long."
        )))
    }

    fn walk(&mut self, obj: &Bound<'_, PyAny>, depth: usize) -> Result<(), Stop> {
        if let Some(value) = operand::number(obj, self.wide)? {
            self.closed = self.closed || depth == self.shape.len();
            if !self.closed || depth != self.shape.len() {
                return Err(self.ragged(depth));
            }
            self.numbers.push(value);
            return Ok(());
        }
        let Some(items) = items(obj) else {
            if obj.is_instance_of::<PyTensor>() || import::is_array(obj) {
                return Err(Stop::Arrays);
            }
            let name = obj.get_type().name()?;
            let hint = if obj.is_instance_of::<PyString>() { "text is no number" } else { "it is no number or array" };
            return Err(Stop::Error(PyTypeError::new_err(format!("asarray: {name} cannot be an element: {hint}."))));
        };
        if depth >= MAX_NDIM {
            return Err(Stop::Error(raise(Error::TooManyAxes { op: "asarray", ndim: depth + 1 })));
        }
        if !self.closed && depth == self.shape.len() {
            self.shape.push(items.len());
            self.closed = items.is_empty();
        } else if self.shape.get(depth) != Some(&items.len()) {
            return Err(self.ragged(depth));
        }
        items.iter().try_for_each(|item| self.walk(item, depth + 1))
    }
}

/// Nested lists, themselves `depth` lists deep.
fn nested(obj: &Bound<'_, PyAny>, dtype: Option<DType>, depth: usize) -> PyResult<Tensor> {
    let wide = dtype.unwrap_or(DType::Int64);
    let mut found = Found { shape: vec![], closed: false, numbers: vec![], wide };
    match found.walk(obj, 0) {
        Ok(()) => build(&found, dtype),
        Err(Stop::Error(e)) => Err(e),
        Err(Stop::Arrays) => stacked(obj, dtype, depth),
    }
}

/// A list of arrays: each with a new first axis, one behind the other.
fn stacked(obj: &Bound<'_, PyAny>, dtype: Option<DType>, depth: usize) -> PyResult<Tensor> {
    if depth >= MAX_NDIM {
        return Err(raise(Error::TooManyAxes { op: "asarray", ndim: depth + 1 }));
    }
    let row = |item: &Bound<'_, PyAny>| {
        let row = match items(item) {
            Some(_) => nested(item, dtype, depth + 1)?,
            None => asarray(item, dtype, None)?,
        };
        row.expand_dims(0).map_err(raise)
    };
    let rows: Vec<Tensor> = items(obj).unwrap_or_default().iter().map(row).collect::<PyResult<_>>()?;
    table::run(obj.py(), &ops::CONCAT, &rows.iter().collect::<Vec<_>>(), &ops::CONCAT.defaults())
}

/// The natural dtype of numbers, NumPy's: the largest kind among them, 64 bits.
fn build(found: &Found, dtype: Option<DType>) -> PyResult<Tensor> {
    let values = &found.numbers;
    let any = |test: fn(&Scalar) -> bool| values.iter().any(test);
    let make = |natural: DType, bytes: Vec<u8>| Tensor::from_bytes(&bytes, natural, &found.shape);
    let tensor = if any(|v| matches!(v, Scalar::Complex(_))) {
        make(DType::Complex128, values.iter().flat_map(|&v| parts(v)).flat_map(f64::to_le_bytes).collect())
    } else if values.is_empty() || any(|v| matches!(v, Scalar::Float(_))) {
        make(DType::Float64, values.iter().flat_map(|&v| parts(v)[0].to_le_bytes()).collect())
    } else if !any(|v| !matches!(v, Scalar::Bool(_))) {
        make(DType::Bool, values.iter().map(|&v| u8::from(v == Scalar::Bool(true))).collect())
    } else {
        // The smallest and largest integer have to fit, so that none wraps.
        let whole: Vec<i128> = values.iter().map(|&v| integer(v)).collect();
        let largest = whole.iter().copied().max().unwrap_or(0);
        let natural = if largest > i128::from(i64::MAX) { DType::UInt64 } else { DType::Int64 };
        let least = whole.iter().copied().min().unwrap_or(0);
        let target = dtype.filter(|d| d.is_integer()).unwrap_or(natural);
        for end in [least, largest] {
            let end = i64::try_from(end).map_or(Scalar::UInt(end as u64), Scalar::Int);
            Tensor::scalar(end, target).map_err(raise)?;
        }
        make(natural, whole.iter().flat_map(|&n| (n as u64).to_le_bytes()).collect())
    };
    let tensor = tensor.map_err(raise)?;
    match dtype {
        Some(dtype) => tensor.astype(dtype).map_err(raise),
        None => Ok(tensor),
    }
}

fn parts(value: Scalar) -> [f64; 2] {
    match value {
        Scalar::Bool(x) => [f64::from(u8::from(x)), 0.0],
        Scalar::Int(x) => [x as f64, 0.0],
        Scalar::UInt(x) => [x as f64, 0.0],
        Scalar::Float(x) => [x, 0.0],
        Scalar::Complex(z) => z,
    }
}

fn integer(value: Scalar) -> i128 {
    match value {
        Scalar::Bool(x) => i128::from(x),
        Scalar::Int(x) => i128::from(x),
        Scalar::UInt(x) => i128::from(x),
        Scalar::Float(_) | Scalar::Complex(_) => 0,
    }
}

/// The elements as numbers of Python, row-major.
fn numbers<'py>(py: Python<'py>, tensor: &Tensor) -> PyResult<Vec<Bound<'py, PyAny>>> {
    fn each<'py, T: IntoPyObject<'py>>(py: Python<'py>, values: Vec<T>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        values.into_iter().map(|v| v.into_bound_py_any(py)).collect()
    }
    let wide = |dtype| tensor.astype(dtype).map_err(raise);
    match tensor.dtype().kind() {
        Kind::Bool => each(py, tensor.to_vec::<bool>().map_err(raise)?),
        Kind::Signed => each(py, wide(DType::Int64)?.to_vec::<i64>().map_err(raise)?),
        Kind::Unsigned => each(py, wide(DType::UInt64)?.to_vec::<u64>().map_err(raise)?),
        Kind::Float => each(py, wide(DType::Float64)?.to_vec::<f64>().map_err(raise)?),
        Kind::Complex => {
            let bytes = wide(DType::Complex128)?.to_bytes().map_err(raise)?;
            let (halves, _) = bytes.as_chunks::<8>();
            let halves: Vec<f64> = halves.iter().map(|b| f64::from_le_bytes(*b)).collect();
            Ok(halves.chunks_exact(2).map(|z| PyComplex::from_doubles(py, z[0], z[1]).into_any()).collect())
        }
    }
}

/// Nested lists of the shape; a number for a 0-d tensor.
pub(crate) fn tolist<'py>(py: Python<'py>, tensor: &Tensor) -> PyResult<Bound<'py, PyAny>> {
    let mut level = numbers(py, tensor)?;
    for (axis, &n) in tensor.shape().iter().enumerate().rev() {
        // The lists of an axis: as many as the axes before it have places.
        let outer: usize = tensor.shape()[..axis].iter().product();
        let mut rest = level.into_iter();
        level = (0..outer)
            .map(|_| PyList::new(py, rest.by_ref().take(n).collect::<Vec<_>>()).map(Bound::into_any))
            .collect::<PyResult<_>>()?;
    }
    Ok(level.remove(0))
}

/// The only element.
pub(crate) fn item<'py>(py: Python<'py>, tensor: &Tensor) -> PyResult<Bound<'py, PyAny>> {
    if tensor.size() != 1 {
        let need = "exactly one element".into();
        return Err(raise(Error::ShapeMismatch { op: "item", got: tensor.shape().into(), need }));
    }
    Ok(numbers(py, tensor)?.remove(0))
}
