//! What stands beside a tensor in an operation: another tensor, memory of another library, or a number.

use polyad::ir::{Op, ops};
use polyad::{DType, Error, Kind, Scalar, Tensor, exec};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt, PyList, PyNotImplemented, PyTuple};

use crate::errors::raise;
use crate::scaled::PyScaledTensor;
use crate::tensor::PyTensor;
use crate::{import, lists, table};

/// A number of Python; `None` for anything else.
///
/// `wide` says what an integer past 64 bits may become: a float where floats are meant, else an error.
pub(crate) fn number(obj: &Bound<'_, PyAny>, wide: DType) -> PyResult<Option<Scalar>> {
    if obj.is_instance_of::<PyBool>() {
        return Ok(Some(Scalar::Bool(obj.extract()?)));
    }
    if obj.is_instance_of::<PyFloat>() {
        return Ok(Some(Scalar::Float(obj.extract()?)));
    }
    if obj.is_instance_of::<PyInt>() {
        return Ok(Some(if let Ok(n) = obj.extract::<i64>() {
            Scalar::Int(n)
        } else if let Ok(n) = obj.extract::<u64>() {
            Scalar::UInt(n)
        } else if wide.is_float() {
            Scalar::Float(obj.extract()?)
        } else {
            return Err(raise(Error::ValueOutOfRange { op: "asarray", value: obj.str()?.to_string(), dtype: wide }));
        }));
    }
    let Ok(z) = obj.cast::<PyComplex>() else { return Ok(None) };
    Ok(Some(Scalar::Complex([z.real(), z.imag()])))
}

/// The other operand beside a tensor; `None` for what is neither number nor array.
pub(crate) fn other(dtype: DType, obj: &Bound<'_, PyAny>) -> PyResult<Option<Tensor>> {
    if let Ok(tensor) = obj.cast::<PyTensor>() {
        return Ok(Some(tensor.get().0.clone()));
    }
    if let Ok(scaled) = obj.cast::<PyScaledTensor>() {
        return scaled.get().materialize(obj.py()).map(|x| Some(x.0));
    }
    if let Some(value) = number(obj, dtype)? {
        return value.beside(dtype).map(Some).map_err(raise);
    }
    if import::is_array(obj) { import::tensor(obj, true).map(Some) } else { Ok(None) }
}

/// What is written into elements of a dtype. Integers of nested lists are weak, as numbers are: they take the dtype if they
/// fit it, else OverflowError.
pub(crate) fn stored(obj: &Bound<'_, PyAny>, dtype: DType) -> PyResult<Tensor> {
    let source = lists::asarray(obj, None, None)?;
    let whole = |d: DType| matches!(d.kind(), Kind::Signed | Kind::Unsigned);
    let is_list = obj.is_instance_of::<PyList>() || obj.is_instance_of::<PyTuple>();
    if !is_list || !whole(source.dtype()) || !whole(dtype) {
        return Ok(source);
    }
    let narrow = source.astype(dtype).map_err(raise)?;
    let kept = narrow.astype(source.dtype()).and_then(|back| back.array_equal(&source)).map_err(raise)?;
    if !kept {
        return Err(raise(Error::ValueOutOfRange { op: "setitem", value: obj.str()?.to_string(), dtype }));
    }
    Ok(narrow)
}

/// `this op other`, or `other op this` where it is reflected; `NotImplemented` for what is no operand.
pub(crate) fn binary<'py>(
    this: &Tensor,
    obj: &Bound<'py, PyAny>,
    op: Op,
    reflected: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = obj.py();
    match other(this.dtype(), obj)? {
        Some(other) if reflected => respond(py, table::run(py, op, &[&other, this], &op.defaults())?),
        Some(other) => respond(py, table::run(py, op, &[this, &other], &op.defaults())?),
        None => Ok(PyNotImplemented::get(py).to_owned().into_any()),
    }
}

/// A comparison, in which an integer that the dtype cannot hold is still a number.
pub(crate) fn compare<'py>(this: &Tensor, obj: &Bound<'py, PyAny>, op: Op) -> PyResult<Bound<'py, PyAny>> {
    let dtype = this.dtype();
    let whole = matches!(dtype.kind(), Kind::Signed | Kind::Unsigned) && obj.is_instance_of::<PyInt>();
    if whole && !matches!(number(obj, dtype), Ok(Some(value)) if value.beside(dtype).is_ok()) {
        // It lies above all elements, or below them.
        let above = obj.gt(0)?;
        let truth = match op.name {
            "equal" => false,
            "not_equal" => true,
            "less" | "less_equal" => above,
            _ => !above,
        };
        return respond(obj.py(), Tensor::full(this.shape(), truth, DType::Bool).map_err(raise)?);
    }
    binary(this, obj, op, false)
}

/// Quotient and remainder, both rounded down.
pub(crate) fn divmod<'py>(this: &Tensor, obj: &Bound<'py, PyAny>, reflected: bool) -> PyResult<Bound<'py, PyAny>> {
    let quotient = binary(this, obj, &ops::FLOOR_DIVIDE, reflected)?;
    if quotient.is(PyNotImplemented::get(obj.py())) {
        return Ok(quotient);
    }
    let remainder = binary(this, obj, &ops::REMAINDER, reflected)?;
    Ok(PyTuple::new(obj.py(), [quotient, remainder])?.into_any())
}

/// `this op= other`.
pub(crate) fn update(this: &Tensor, obj: &Bound<'_, PyAny>, op: Op) -> PyResult<()> {
    let Some(other) = other(this.dtype(), obj)? else {
        let name = obj.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{}: {name} is neither tensor nor number.", op.name)));
    };
    if op == &ops::MATMUL {
        let product = table::run(obj.py(), op, &[this, &other], &op.defaults())?;
        return crate::gil::run(obj.py(), this.size_bytes(), || this.copy_from(&product));
    }
    crate::gil::run(obj.py(), this.size_bytes(), || exec::update(op, this.view(), other.view()))
}

fn respond(py: Python<'_>, tensor: Tensor) -> PyResult<Bound<'_, PyAny>> {
    Ok(Bound::new(py, PyTensor(tensor))?.into_any())
}
