//! Questions about dtypes and about the namespace itself, as the array API has them.

use std::f64::consts::{E, PI};

use polyad::ir::{can_cast as castable, promote_all};
use polyad::{DType, Error, Kind, MAX_NDIM, broadcast_shapes as common_shape};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyTuple};

use crate::dtype::{self, PyDType};
use crate::errors::raise;
use crate::tensor::PyTensor;
use crate::{creation, device, dtypes, gil, import, lists, operand, scaled};

type Any<'py> = Bound<'py, PyAny>;

/// The version of the array API that the namespace follows.
const VERSION: &str = "2025.12";

/// Adds the functions to a module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<FloatInfo>()?;
    module.add_class::<IntInfo>()?;
    module.add_class::<NamespaceInfo>()?;
    module.add("__array_api_version__", VERSION)?;
    for (name, value) in [("e", E), ("pi", PI), ("inf", f64::INFINITY), ("nan", f64::NAN)] {
        module.add(name, value)?;
    }
    module.add("newaxis", module.py().None())?;
    for function in [
        wrap_pyfunction!(__array_namespace_info__, module)?,
        wrap_pyfunction!(astype, module)?,
        wrap_pyfunction!(broadcast_shapes, module)?,
        wrap_pyfunction!(can_cast, module)?,
        wrap_pyfunction!(device::is_device_available, module)?,
        wrap_pyfunction!(isdtype, module)?,
        wrap_pyfunction!(result_type, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}

/// Limits of a float or complex dtype, or of that of an array: finfo(type).
#[pyclass(name = "finfo", module = "polyad", frozen, get_all)]
struct FloatInfo {
    /// Bits an element; of a complex dtype, of one part.
    bits: usize,
    /// The distance from 1 to the next larger number.
    eps: f64,
    /// The largest finite number.
    max: f64,
    /// The least finite number.
    min: f64,
    /// The smallest positive number that has all its digits.
    smallest_normal: f64,
    /// The real dtype that has these limits.
    dtype: Py<PyDType>,
}

/// Limits of an integer dtype, or of that of an array: iinfo(type).
#[pyclass(name = "iinfo", module = "polyad", frozen, get_all)]
struct IntInfo {
    /// Bits an element.
    bits: usize,
    /// The greatest integer.
    max: i128,
    /// The least integer.
    min: i128,
    /// The dtype.
    dtype: Py<PyDType>,
}

/// A dtype, or that of an array.
fn dtype_of(obj: &Any<'_>) -> PyResult<DType> {
    match obj.cast::<PyTensor>() {
        Ok(tensor) => Ok(tensor.get().0.dtype()),
        Err(_) if import::exports(obj) && !obj.hasattr("byteorder")? => Ok(lists::asarray(obj, None, None)?.dtype()),
        Err(_) => dtypes::parse(obj),
    }
}

#[pymethods]
impl FloatInfo {
    #[new]
    #[pyo3(signature = (r#type, /))]
    fn new(r#type: &Any<'_>) -> PyResult<FloatInfo> {
        let found = dtype_of(r#type)?;
        let Some(info) = found.float_info() else {
            let hint = "finfo is of real and complex floats; integers have iinfo.";
            return Err(raise(Error::DTypeUnsupported { op: "finfo", dtype: found, hint }));
        };
        let polyad::FloatInfo { bits, eps, max, min, smallest_normal, dtype } = info;
        let dtype = dtype::object(r#type.py(), dtype)?.clone().unbind();
        Ok(FloatInfo { bits, eps, max, min, smallest_normal, dtype })
    }
}

#[pymethods]
impl IntInfo {
    #[new]
    #[pyo3(signature = (r#type, /))]
    fn new(r#type: &Any<'_>) -> PyResult<IntInfo> {
        let found = dtype_of(r#type)?;
        let Some((min, max)) = found.int_range() else {
            let hint = "iinfo is of integers; floats have finfo.";
            return Err(raise(Error::DTypeUnsupported { op: "iinfo", dtype: found, hint }));
        };
        let dtype = dtype::object(r#type.py(), found)?.clone().unbind();
        Ok(IntInfo { bits: found.bits() as usize, max, min, dtype })
    }
}

/// Whether a dtype, or that of an array, becomes another one by promotion alone.
#[pyfunction]
#[pyo3(signature = (from_, to, /))]
fn can_cast(from_: &Any<'_>, to: &Any<'_>) -> PyResult<bool> {
    Ok(castable(dtype_of(from_)?, dtypes::parse(to)?))
}

/// Whether a dtype is another one, or of a kind: "bool", "signed integer", "unsigned integer", "integral", "real floating",
/// "complex floating", "numeric"; of a tuple of these, any.
#[pyfunction]
#[pyo3(signature = (dtype, kind))]
fn isdtype(dtype: &Any<'_>, kind: &Any<'_>) -> PyResult<bool> {
    let dtype = dtypes::parse(dtype)?;
    match kind.cast::<PyTuple>() {
        Ok(kinds) => {
            let mut any = false;
            for kind in kinds.iter() {
                any |= is_kind(dtype, &kind)?;
            }
            Ok(any)
        }
        Err(_) => is_kind(dtype, kind),
    }
}

fn is_kind(dtype: DType, kind: &Any<'_>) -> PyResult<bool> {
    if let Ok(word) = kind.extract::<std::borrow::Cow<'_, str>>()
        && let Some(kinds) = kinds(&word)
    {
        return Ok(kinds.contains(&dtype.kind()));
    }
    dtypes::parse(kind).map(|other| other == dtype)
}

/// The kinds of number behind a word of the array API.
fn kinds(word: &str) -> Option<&'static [Kind]> {
    Some(match word {
        "bool" => &[Kind::Bool],
        "signed integer" => &[Kind::Signed],
        "unsigned integer" => &[Kind::Unsigned],
        "integral" => &[Kind::Signed, Kind::Unsigned],
        "real floating" => &[Kind::Float],
        "complex floating" => &[Kind::Complex],
        "numeric" => &[Kind::Signed, Kind::Unsigned, Kind::Float, Kind::Complex],
        _ => return None,
    })
}

/// The dtype that arrays, dtypes and numbers have together. Numbers take the dtype of what they stand beside, unless it
/// lacks a part of theirs.
#[pyfunction]
#[pyo3(signature = (*arrays_and_dtypes))]
fn result_type<'py>(arrays_and_dtypes: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyDType>> {
    const OP: &str = "result_type";
    let (mut strong, mut numbers) = (vec![], vec![]);
    for obj in arrays_and_dtypes.iter() {
        match operand::number(&obj, DType::Float64)? {
            Some(number) => numbers.push(number),
            None => strong.push(dtype_of(&obj)?),
        }
    }
    if strong.is_empty() {
        strong.extend(numbers.iter().map(|&number| creation::natural(number)));
    }
    if strong.is_empty() {
        return Err(PyTypeError::new_err("result_type: nothing given; it takes at least one array, dtype or number."));
    }
    let common = promote_all(OP, strong).map_err(raise)?;
    let beside = numbers.iter().map(|number| number.dtype_beside(common));
    let all = promote_all(OP, beside.chain([common])).map_err(raise)?;
    dtype::object(arrays_and_dtypes.py(), all).cloned()
}

/// The shape that shapes have together by broadcasting.
#[pyfunction]
#[pyo3(signature = (*shapes))]
fn broadcast_shapes<'py>(shapes: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
    const OP: &str = "broadcast_shapes";
    let all: Vec<Vec<usize>> = shapes.iter().map(|shape| creation::shape(OP, &shape)).collect::<PyResult<_>>()?;
    let common = common_shape(OP, &all.iter().map(Vec::as_slice).collect::<Vec<_>>()).map_err(raise)?;
    PyTuple::new(shapes.py(), common)
}

/// The values in another dtype: a copy unless copy=False, which gives x itself where it has the dtype. The name of a scaled
/// format gives a ScaledTensor.
#[pyfunction]
#[pyo3(signature = (x, dtype, /, *, copy=true, device=None))]
fn astype<'py>(x: &Any<'py>, dtype: &Any<'py>, copy: bool, device: Option<&Any<'py>>) -> PyResult<Any<'py>> {
    let py = x.py();
    device::check(device)?;
    if scaled::format(dtype).is_some()
        && let Some(scaled) = scaled::asarray(x, Some(dtype), copy.then_some(true))?
    {
        return Ok(scaled);
    }
    let to = dtypes::parse(dtype)?;
    if let Ok(tensor) = x.cast::<PyTensor>()
        && !copy
        && tensor.get().0.dtype() == to
    {
        return Ok(x.clone());
    }
    let from = lists::asarray(x, None, None)?;
    let out = gil::run(py, from.size_bytes(), || if copy { from.cast(to) } else { from.astype(to) })?;
    Ok(Bound::new(py, PyTensor(out))?.into_any())
}

/// What the namespace can do: capabilities, devices, dtypes.
#[pyfunction]
fn __array_namespace_info__() -> NamespaceInfo {
    NamespaceInfo
}

/// Answers to questions about the namespace, as the array API asks them.
#[pyclass(module = "polyad", frozen)]
struct NamespaceInfo;

#[pymethods]
impl NamespaceInfo {
    /// What is supported of what a namespace may leave out.
    fn capabilities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let answer = PyDict::new(py);
        answer.set_item("boolean indexing", false)?;
        answer.set_item("data-dependent shapes", false)?;
        answer.set_item("max dimensions", MAX_NDIM)?;
        Ok(answer)
    }

    /// The device of new tensors.
    fn default_device(&self) -> &'static str {
        polyad::devices()[0].name()
    }

    /// The dtypes of new tensors where none is given.
    #[pyo3(signature = (*, device=None))]
    fn default_dtypes<'py>(&self, py: Python<'py>, device: Option<&Any<'py>>) -> PyResult<Bound<'py, PyDict>> {
        device::check(device)?;
        let answer = PyDict::new(py);
        for (kind, dtype) in [
            ("real floating", DType::Float64),
            ("complex floating", DType::Complex128),
            ("integral", DType::Int64),
            ("indexing", DType::Int64),
        ] {
            answer.set_item(kind, dtype::object(py, dtype)?)?;
        }
        Ok(answer)
    }

    /// Every device.
    fn devices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, polyad::devices().iter().map(|device| device.name()))
    }

    /// The dtypes of the array API by name, those of a kind where one is given.
    #[pyo3(signature = (*, device=None, kind=None))]
    fn dtypes<'py>(
        &self,
        py: Python<'py>,
        device: Option<&Any<'py>>,
        kind: Option<&Any<'py>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        device::check(device)?;
        let answer = PyDict::new(py);
        for &dtype in STANDARD {
            if kind.filter(|k| !k.is_none()).map_or(Ok(true), |kind| is_of(dtype, kind))? {
                answer.set_item(dtype.name(), dtype::object(py, dtype)?)?;
            }
        }
        Ok(answer)
    }
}

/// The dtypes that the array API names.
const STANDARD: &[DType] = &[
    DType::Bool,
    DType::Int8,
    DType::Int16,
    DType::Int32,
    DType::Int64,
    DType::UInt8,
    DType::UInt16,
    DType::UInt32,
    DType::UInt64,
    DType::Float32,
    DType::Float64,
    DType::Complex64,
    DType::Complex128,
];

/// Whether a dtype is of a kind, or of one of a tuple of kinds. ValueError for another word.
fn is_of(dtype: DType, kind: &Any<'_>) -> PyResult<bool> {
    let words: Vec<String> = match kind.cast::<PyTuple>() {
        Ok(words) => words.extract()?,
        Err(_) => vec![kind.extract()?],
    };
    let mut any = false;
    for word in words {
        let kinds = kinds(&word).ok_or_else(|| {
            PyValueError::new_err(format!(
                "dtypes: {word:?} is no kind; \"bool\", \"integral\" and \"numeric\" are some."
            ))
        })?;
        any |= kinds.contains(&dtype.kind());
    }
    Ok(any)
}

/// The namespace of a version of the array API. ValueError for one that it does not follow.
pub(crate) fn namespace<'py>(py: Python<'py>, version: Option<&str>) -> PyResult<Bound<'py, PyModule>> {
    match version {
        None | Some("2021.12" | "2022.12" | "2023.12" | "2024.12" | VERSION) => py.import("polyad"),
        Some(other) => Err(PyValueError::new_err(format!(
            "__array_namespace__: version {other} of the array API is not known here; {VERSION} and those before it are."
        ))),
    }
}
