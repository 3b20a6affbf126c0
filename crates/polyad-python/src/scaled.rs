//! The class `polyad.ScaledTensor`: thin methods over the Rust one.

use std::sync::{Mutex, PoisonError};

use polyad::{ScaledFormat, ScaledTensor, Tensor};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::{raise, raise_index};
use crate::tensor::PyTensor;
use crate::{dtypes, gil, index, lists};

/// Numbers in blocks whose scales lie apart: the OCP MX formats and NVFP4.
///
/// Made by astype and asarray with the name of a format, or from_parts. A value is element x block scale x tensor scale.
/// Views share memory with their source.
#[pyclass(name = "ScaledTensor", module = "polyad", frozen, weakref)]
pub(crate) struct PyScaledTensor(Mutex<ScaledTensor>);

type Any<'py> = Bound<'py, PyAny>;

impl From<ScaledTensor> for PyScaledTensor {
    fn from(x: ScaledTensor) -> PyScaledTensor {
        PyScaledTensor(Mutex::new(x))
    }
}

impl PyScaledTensor {
    /// The tensor as it is now; its memory is shared.
    pub(crate) fn get(&self) -> ScaledTensor {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The name of a scaled format; `None` for anything else.
pub(crate) fn format(obj: &Any<'_>) -> Option<ScaledFormat> {
    ScaledFormat::from_name(obj.cast::<PyString>().ok()?.to_str().ok()?).ok()
}

/// A tensor in a scaled format.
pub(crate) fn quantize<'py>(py: Python<'py>, x: &Tensor, format: ScaledFormat) -> PyResult<Any<'py>> {
    let scaled = gil::run(py, x.size_bytes(), || ScaledTensor::quantize(x, format))?;
    PyScaledTensor::from(scaled).into_bound_py_any(py)
}

/// `asarray` where the source, or what is asked for, is scaled; `None` where neither is.
pub(crate) fn asarray<'py>(obj: &Any<'py>, dtype: Option<&Any<'py>>, copy: Option<bool>) -> PyResult<Option<Any<'py>>> {
    let py = obj.py();
    let dtype = dtype.filter(|d| !d.is_none());
    let wanted = dtype.and_then(format);
    let source = obj.cast::<PyScaledTensor>().ok().map(|x| x.get().get());
    if wanted.is_none() && source.is_none() {
        return Ok(None);
    }
    if let Some(x) = &source
        && (dtype.is_none() || wanted == Some(x.format()))
    {
        return match copy {
            Some(true) => gil::run(py, x.size_bytes(), || x.copy())
                .and_then(|x| PyScaledTensor::from(x).into_bound_py_any(py))
                .map(Some),
            _ => Ok(Some(obj.clone())),
        };
    }
    if copy == Some(false) {
        let text = "asarray: scaled formats are made and decoded by copying, so copy=False cannot be kept.";
        return Err(PyValueError::new_err(text));
    }
    match (source, wanted) {
        (Some(x), _) => dtype.map(|dtype| astype(py, &x, dtype)).transpose(),
        (None, Some(format)) => quantize(py, &lists::asarray(obj, None, None)?, format).map(Some),
        (None, None) => Ok(None),
    }
}

fn astype<'py>(py: Python<'py>, x: &ScaledTensor, dtype: &Any<'py>) -> PyResult<Any<'py>> {
    if let Some(format) = format(dtype) {
        let scaled = gil::run(py, x.size_bytes(), || x.transcode(format))?;
        return PyScaledTensor::from(scaled).into_bound_py_any(py);
    }
    let dtype = dtypes::parse(dtype)?;
    PyTensor(gil::run(py, x.size_bytes(), || x.materialize()?.astype(dtype))?).into_bound_py_any(py)
}

#[pymethods]
impl PyScaledTensor {
    /// The whole from its parts: elements and block scales in the dtypes of the format `dtype`, one scale a block.
    #[staticmethod]
    #[pyo3(signature = (dtype, elements, block_scales, tensor_scale=None))]
    fn from_parts(
        dtype: &str,
        elements: &Any<'_>,
        block_scales: &Any<'_>,
        tensor_scale: Option<f32>,
    ) -> PyResult<PyScaledTensor> {
        let format = ScaledFormat::from_name(dtype).map_err(raise)?;
        let [elements, block_scales] =
            [lists::asarray(elements, None, None)?, lists::asarray(block_scales, None, None)?];
        ScaledTensor::from_parts(format, elements, block_scales, tensor_scale).map(Self::from).map_err(raise)
    }

    /// The extents, outermost first.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.get().shape())
    }

    /// The name of the format: "mxfp8_e4m3", "nvfp4".
    #[getter]
    fn dtype(&self) -> &'static str {
        self.get().dtype()
    }

    /// How many axes.
    #[getter]
    fn ndim(&self) -> usize {
        self.get().ndim()
    }

    /// How many elements.
    #[getter]
    fn size(&self) -> usize {
        self.get().size()
    }

    /// Bytes of elements and scales when they lie row-major.
    #[getter]
    fn nbytes(&self) -> usize {
        self.get().size_bytes()
    }

    /// The elements without their scales: a tensor over the same memory.
    #[getter]
    fn elements(&self) -> PyTensor {
        PyTensor(self.get().elements().clone())
    }

    /// The scale of each block, row-major along the last axis: a tensor over the same memory.
    #[getter]
    fn block_scales(&self) -> PyTensor {
        PyTensor(self.get().block_scales().clone())
    }

    /// The scale of the tensor; None for formats without one.
    #[getter]
    fn tensor_scale(&self) -> Option<f32> {
        self.get().tensor_scale()
    }

    /// Elements a block.
    #[getter]
    fn block_size(&self) -> usize {
        self.get().block_size()
    }

    /// Elements that the memory has room for.
    #[getter]
    fn capacity(&self) -> usize {
        self.get().capacity()
    }

    /// resize(shape): another shape in the memory that there is, elements and scales together; returns self.
    ///
    /// Elements stay in row-major order, new ones are 0. Beyond the capacity: ValueError. Growing beside other tensors over
    /// the same memory: BufferError.
    #[pyo3(signature = (*shape))]
    fn resize<'py>(slf: &Bound<'py, Self>, shape: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, Self>> {
        let shape: Vec<usize> = match shape.len() {
            1 => shape.get_item(0)?.extract::<usize>().map(|n| vec![n]).or_else(|_| shape.get_item(0)?.extract())?,
            _ => shape.extract()?,
        };
        slf.get().0.lock().unwrap_or_else(PoisonError::into_inner).resize(&shape).map_err(raise)?;
        Ok(slf.clone())
    }

    /// The same elements and block scales under another scale of the tensor.
    fn with_tensor_scale(&self, scale: f32) -> PyResult<PyScaledTensor> {
        self.get().with_tensor_scale(scale).map(Self::from).map_err(raise)
    }

    /// The values in a dtype, by way of float32; or, for the name of a scaled format, in that.
    fn astype<'py>(&self, py: Python<'py>, dtype: &Any<'py>) -> PyResult<Any<'py>> {
        astype(py, &self.get(), dtype)
    }

    /// The values as float32.
    pub(crate) fn materialize(&self, py: Python<'_>) -> PyResult<PyTensor> {
        let x = self.get();
        gil::run(py, x.size_bytes(), || x.materialize()).map(PyTensor)
    }

    /// The values in another scaled format.
    fn transcode<'py>(&self, py: Python<'py>, dtype: &str) -> PyResult<PyScaledTensor> {
        let (x, format) = (self.get(), ScaledFormat::from_name(dtype).map_err(raise)?);
        gil::run(py, x.size_bytes(), || x.transcode(format)).map(Self::from)
    }

    /// The same scales and codes as blocks of ggml's dtype of that name, which has no scale of the tensor: take
    /// with_tensor_scale(1.0) first, and keep the scale beside the blocks.
    fn to_blocks(&self, py: Python<'_>) -> PyResult<PyTensor> {
        let x = self.get();
        gil::run(py, x.size_bytes(), || x.to_blocks()).map(PyTensor)
    }

    /// A row-major copy with memory of its own.
    fn copy(&self, py: Python<'_>) -> PyResult<PyScaledTensor> {
        let x = self.get();
        gil::run(py, x.size_bytes(), || x.copy()).map(Self::from)
    }

    /// permute_dims(axes): the axes in another order, the last one in its place; a view.
    fn permute_dims(&self, axes: Vec<i64>) -> PyResult<PyScaledTensor> {
        self.get().permute_dims(&axes).map(Self::from).map_err(raise)
    }

    fn __repr__(&self) -> String {
        let x = self.get();
        let shape: Vec<String> = x.shape().iter().map(usize::to_string).collect();
        let comma = if shape.len() == 1 { "," } else { "" };
        let scale = x.tensor_scale().map_or(String::new(), |t| format!(", tensor_scale={t:?}"));
        format!("ScaledTensor({x}, shape=({}{comma}), dtype={}{scale})", shape.join(", "), x.dtype())
    }

    fn __str__(&self) -> String {
        self.get().to_string()
    }

    fn __len__(&self) -> usize {
        self.get().shape()[0]
    }

    fn __getitem__(&self, key: &Any<'_>) -> PyResult<PyScaledTensor> {
        let x = self.get();
        x.slice(&index::slices(key)?).map(Self::from).map_err(raise_index)
    }

    /// For NumPy: the values as float32.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(&self, py: Python<'py>, dtype: Option<Any<'py>>, copy: Option<bool>) -> PyResult<Any<'py>> {
        if copy == Some(false) {
            let text = "array: a scaled tensor is decoded by copying, so copy=False cannot be kept.";
            return Err(PyValueError::new_err(text));
        }
        self.materialize(py)?.into_bound_py_any(py)?.call_method1("__array__", (dtype,))
    }
}
