//! DLPack 1.x both ways: memory shared with PyTorch, JAX, NumPy and others, also of dtypes that NumPy lacks.

mod abi;
mod export;
mod import;

use polyad::{DType, Kind, Layout, Tensor, View};
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::tensor::PyTensor;
use crate::{device, gil};

type Any<'py> = Bound<'py, PyAny>;

/// The device of every tensor, as DLPack numbers it: kind and number.
pub(crate) const DEVICE: (i32, i32) = (abi::CPU, 0);

/// The elements of an object that has __dlpack__, or of its capsule, over its memory; read-only where that is, and where a
/// capsule from before version 1 cannot tell. copy=True always copies; copy=False never does and raises BufferError where
/// a copy is needed.
///
/// Source: Python array API 2025.12, `from_dlpack`.
#[pyfunction]
#[pyo3(signature = (x, /, *, device=None, copy=None))]
pub(crate) fn from_dlpack(x: &Any<'_>, device: Option<&Any<'_>>, copy: Option<bool>) -> PyResult<PyTensor> {
    device::check(device)?;
    let tensor = match x.cast::<PyTensor>() {
        Ok(own) => own.get().0.clone(),
        Err(_) if import::is_capsule(x) => import::tensor(x, copy != Some(false))?,
        Err(_) => import::tensor(&ask(x, copy)?, copy != Some(false))?,
    };
    if copy == Some(true) { gil::run(x.py(), tensor.size_bytes(), || tensor.copy()) } else { Ok(tensor) }.map(PyTensor)
}

/// The capsule of an object.
fn ask<'py>(x: &Any<'py>, copy: Option<bool>) -> PyResult<Any<'py>> {
    let py = x.py();
    let Some(export) = x.getattr_opt("__dlpack__")? else {
        let name = x.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "from_dlpack: {name} has no __dlpack__; asarray takes other things."
        )));
    };
    if let Some(place) = x.getattr_opt("__dlpack_device__")? {
        let (kind, id): (i64, i64) = place.call0()?.extract()?;
        if !abi::HOSTS.iter().any(|&host| i64::from(host) == kind) {
            return Err(import::elsewhere(kind, id));
        }
    }
    let keywords = PyDict::new(py);
    keywords.set_item("max_version", (abi::VERSION.major, abi::VERSION.minor))?;
    if copy == Some(false) {
        keywords.set_item("copy", false)?;
    }
    match export.call((), Some(&keywords)) {
        // Producers from before version 1 know none of these.
        Err(e) if e.is_instance_of::<PyTypeError>(py) => export.call0(),
        answer => answer,
    }
}

/// What a consumer asks of `__dlpack__`.
pub(crate) struct Request {
    /// Whether it knows version 1.
    versioned: bool,
    copy: Option<bool>,
}

impl Request {
    /// Errors: TypeError for a version that is no pair of integers, BufferError for another device.
    pub(crate) fn new(version: Option<&Any<'_>>, place: Option<&Any<'_>>, copy: Option<bool>) -> PyResult<Request> {
        let pair = |given: Option<&Any<'_>>, name: &str| -> PyResult<Option<(i64, i64)>> {
            let Some(value) = given.filter(|v| !v.is_none()) else { return Ok(None) };
            let wrong = |_| PyTypeError::new_err(format!("__dlpack__: {name} takes a tuple of two integers."));
            let tuple = value.cast::<PyTuple>().map_err(|e| wrong(e.into()))?;
            tuple.extract().map(Some).map_err(wrong)
        };
        if let Some(place) = pair(place, "dl_device")?
            && place != (i64::from(DEVICE.0), i64::from(DEVICE.1))
        {
            let text = format!("__dlpack__: the tensor is on device {DEVICE:?} and cannot be exported to {place:?}.");
            return Err(PyBufferError::new_err(text));
        }
        let versioned = pair(version, "max_version")?.is_some_and(|(major, _)| major >= 1);
        Ok(Request { versioned, copy })
    }
}

/// A capsule over the memory of a tensor, or over a copy where one is asked for or elements do not start on a byte.
pub(crate) fn export<'py>(py: Python<'py>, tensor: &Tensor, request: &Request) -> PyResult<Any<'py>> {
    let Request { versioned, copy } = *request;
    let dtype = tensor.dtype();
    let refuse = |text: String| Err(PyBufferError::new_err(format!("__dlpack__: {text}")));
    let Some(named) = abi::element(dtype) else {
        return refuse(format!("DLPack has no {dtype}. Take astype(\"{}\") for the values.", dtype.compute()));
    };
    let padded = named.bits < 8 && !dtype.is_packed();
    if padded && !versioned {
        return refuse(format!(
            "{dtype} takes a byte each, which only version 1 can say; ask with max_version=(1, 1)."
        ));
    }
    let ready = |t: &Tensor| match versioned || !dtype.is_packed() {
        true => t.offset().is_multiple_of(dtype.block_len()).then(|| t.clone()),
        false => whole_bytes(t),
    };
    let shared = if copy == Some(true) { None } else { ready(tensor) };
    let copied = shared.is_none();
    let exported = match shared {
        Some(tensor) => tensor,
        None if copy == Some(false) => {
            return refuse(format!("the elements of {dtype} do not start on bytes, so copy=False cannot be kept."));
        }
        None => {
            let own = gil::run(py, tensor.size_bytes(), || tensor.copy())?;
            match ready(&own) {
                Some(own) => own,
                None => {
                    let shape = tensor.shape();
                    return refuse(format!(
                        "rows of {dtype} are no whole bytes in shape {shape:?}; ask with max_version=(1, 1)."
                    ));
                }
            }
        }
    };
    // Elements that share memory cannot be written one by one.
    let read_only = exported.buffer().is_read_only() || exported.layout().overlaps_itself();
    if read_only && !versioned {
        return refuse(
            "read-only memory is known from version 1 on; ask with max_version=(1, 1), or copy=True.".into(),
        );
    }
    let flag = |set: bool, flag: u64| if set { flag } else { 0 };
    let flags = flag(read_only, abi::READ_ONLY) | flag(copied, abi::IS_COPIED) | flag(padded, abi::PADDED);
    let element = abi::element(exported.dtype()).unwrap_or(named);
    match versioned {
        true => export::capsule::<abi::Versioned>(py, &exported, element, flags),
        false => export::capsule::<abi::Legacy>(py, &exported, element, flags),
    }
}

/// Packed elements as the bytes that they lie in, the last axis in bytes; `None` where rows are no whole bytes.
fn whole_bytes(tensor: &Tensor) -> Option<Tensor> {
    let (layout, each) = (tensor.layout(), tensor.dtype().block_len());
    let (&last, lead) = tensor.shape().split_last()?;
    let (&step, steps) = layout.strides().split_last()?;
    let fits = |n: isize| n % each as isize == 0;
    let walks = lead.iter().zip(steps).all(|(&n, &stride)| n <= 1 || fits(stride));
    if !last.is_multiple_of(each) || last > 1 && step != 1 || !walks || !layout.offset().is_multiple_of(each) {
        return None;
    }
    let shape: Vec<usize> = lead.iter().copied().chain([last / each]).collect();
    let strides: Vec<isize> = steps.iter().map(|stride| stride / each as isize).chain([1]).collect();
    let bytes = Layout::new(&shape, &strides, layout.offset() / each).ok()?;
    let dtype = if tensor.dtype().kind() == Kind::Signed { DType::Int8 } else { DType::UInt8 };
    View::new(tensor.buffer().clone(), bytes, dtype).ok().map(Tensor::from_view)
}
