//! The class `polyad.Tensor`: thin methods over the Rust tensor.

use std::ffi::c_int;

use polyad::ir::ops;
use polyad::{Flags, Kind, Tensor};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyBytes, PyComplex, PyDict, PyFloat, PyInt, PyMemoryView, PyNotImplemented, PyTuple};

use crate::dtype::{self, PyDType};
use crate::errors::{raise, raise_index, raise_stored};
use crate::index::Key;
use crate::scaled::PyScaledTensor;
use crate::{device, dlpack, dtypes, export, gil, lists, movement, namespace, operand, scaled, table};

/// Elements of one number format in a strided layout over shared memory.
///
/// Made by asarray, frombuffer, load, and every operation. Views share memory with their source and, through the
/// buffer protocol, with NumPy.
#[pyclass(name = "Tensor", module = "polyad", frozen, weakref)]
pub(crate) struct PyTensor(pub(crate) Tensor);

type Any<'py> = Bound<'py, PyAny>;

impl PyTensor {
    /// A method that is a row of the op table, with the tensor as its first operand.
    fn call(
        slf: &Bound<'_, Self>,
        op: polyad::ir::Op,
        args: &Bound<'_, PyTuple>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyTensor> {
        let mut whole = vec![slf.clone().into_any()];
        whole.extend(args.iter());
        table::call(op, &PyTuple::new(slf.py(), whole)?, keywords).map(PyTensor)
    }

    /// The only element, for a conversion to a number of Python.
    fn only<'py>(&self, py: Python<'py>, to: &str) -> PyResult<Any<'py>> {
        if self.0.size() != 1 {
            let shape = self.0.shape();
            return Err(PyTypeError::new_err(format!(
                "{to}: a tensor of shape {shape:?} is no number; take one element of it first."
            )));
        }
        lists::item(py, &self.0)
    }

    fn alone(&self, py: Python<'_>, op: polyad::ir::Op) -> PyResult<PyTensor> {
        table::run(py, op, &[&self.0], &op.defaults()).map(PyTensor)
    }
}

#[pymethods]
impl PyTensor {
    /// The extents, outermost first.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.shape())
    }

    /// The number format, equal to its name: "float32", "q4_0".
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDType>> {
        dtype::object(py, self.0.dtype()).cloned()
    }

    /// The device that holds the elements: "cpu".
    #[getter]
    fn device(&self) -> &'static str {
        self.0.device().name()
    }

    /// The tensor on a device: itself where it is there. There are no streams to order it on.
    #[pyo3(signature = (device, /, *, stream=None))]
    fn to_device<'py>(
        slf: &Bound<'py, Self>,
        device: &Any<'py>,
        stream: Option<&Any<'py>>,
    ) -> PyResult<Bound<'py, Self>> {
        device::check(Some(device))?;
        match stream.filter(|s| !s.is_none()) {
            Some(_) => Err(PyValueError::new_err("to_device: the device \"cpu\" has no streams; leave stream out.")),
            None => Ok(slf.clone()),
        }
    }

    /// The namespace of the array API: this package.
    #[pyo3(signature = (*, api_version=None))]
    fn __array_namespace__<'py>(&self, py: Python<'py>, api_version: Option<&str>) -> PyResult<Bound<'py, PyModule>> {
        namespace::namespace(py, api_version)
    }

    /// How many axes.
    #[getter]
    fn ndim(&self) -> usize {
        self.0.ndim()
    }

    /// How many elements.
    #[getter]
    fn size(&self) -> usize {
        self.0.size()
    }

    /// Bytes from an element to its neighbour, for each axis. Elements that are no whole bytes have none: TypeError.
    #[getter]
    fn strides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let strides = self.0.byte_strides().ok_or_else(|| {
            let dtype = self.0.dtype();
            PyTypeError::new_err(format!(
                "strides: elements of {dtype} are no whole bytes, so there are no byte strides."
            ))
        })?;
        PyTuple::new(py, strides)
    }

    /// Bytes of the elements when they lie row-major.
    #[getter]
    fn nbytes(&self) -> usize {
        self.0.size_bytes()
    }

    /// Bytes of one element. Elements that are no whole bytes have none: TypeError.
    #[getter]
    fn itemsize(&self) -> PyResult<usize> {
        self.0.item_bytes().ok_or_else(|| {
            let dtype = self.0.dtype();
            PyTypeError::new_err(format!("itemsize: an element of {dtype} is no whole bytes; nbytes has them all."))
        })
    }

    /// Where the first element stands in the memory, in elements.
    #[getter]
    fn offset(&self) -> usize {
        self.0.offset()
    }

    /// The name that a file or with_name gave it; empty where there is none.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The same elements under a name, any text of any length. Views and results have none.
    fn with_name(&self, name: String) -> PyTensor {
        PyTensor(self.0.clone().with_name(name))
    }

    /// Its marks: "input", "output", "param", "loss".
    #[getter]
    fn flags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.flags().names().collect::<Vec<_>>())
    }

    /// The same elements with these marks beside those that it has. A param holds floats; a loss is one float32.
    #[pyo3(signature = (*flags))]
    fn with_flags(&self, flags: Vec<String>) -> PyResult<PyTensor> {
        let flags: Vec<Flags> = flags.iter().map(|name| name.parse()).collect::<Result<_, _>>().map_err(raise)?;
        let flags = flags.into_iter().fold(Flags::NONE, |all, flag| all | flag);
        self.0.clone().with_flags(flags).map(PyTensor).map_err(raise)
    }

    /// Whether elements come in blocks that share a scale.
    #[getter]
    fn is_quantized(&self) -> bool {
        self.0.dtype().is_quantized()
    }

    /// The extents as ggml has them: four, the innermost first.
    fn ggml_ne<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.ggml_ne().map_err(raise)?)
    }

    /// The byte strides as ggml has them: four, the innermost first, which is a block's.
    fn ggml_nb<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.ggml_nb().map_err(raise)?)
    }

    /// The name, if it is one that ggml can hold: 63 bytes at most, none of them 0.
    fn ggml_name(&self) -> PyResult<&str> {
        self.0.ggml_name().map_err(raise)
    }

    /// The matrix transposed: a view. For more axes there are mT and permute_dims.
    #[getter(T)]
    fn transposed(&self) -> PyResult<PyTensor> {
        match self.0.ndim() {
            0 | 1 => Ok(PyTensor(self.0.clone())),
            2 => self.0.mt().map(PyTensor).map_err(raise),
            n => Err(PyValueError::new_err(format!(
                "T: {n} axes have no one transposition; mT exchanges the last two, permute_dims takes any order."
            ))),
        }
    }

    /// The last two axes exchanged: a view.
    #[getter(mT)]
    fn matrix_transposed(&self) -> PyResult<PyTensor> {
        self.0.mt().map(PyTensor).map_err(raise)
    }

    /// The storage bytes of the elements in row-major order, little-endian; block formats as they are stored.
    /// bit_order="big" puts the first of packed elements into the high bits.
    #[pyo3(signature = (*, bit_order="little"))]
    fn tobytes<'py>(&self, py: Python<'py>, bit_order: &str) -> PyResult<Bound<'py, PyBytes>> {
        let order = bit_order.parse().map_err(raise)?;
        PyBytes::new_with(py, self.0.size_bytes(), |out| gil::run(py, out.len(), || self.0.copy_packed_to(out, order)))
    }

    /// The elements as nested lists; a number for a 0-d tensor.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        lists::tolist(py, &self.0)
    }

    /// The only element, as a number.
    fn item<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        lists::item(py, &self.0)
    }

    /// The values in another number format, block formats among them. Rounds once; the tensor itself where it has the
    /// dtype already. The name of a scaled format ("mxfp8_e4m3", "nvfp4") gives a ScaledTensor; ggml's block of that name
    /// is polyad.quantize's.
    fn astype<'py>(slf: &Bound<'py, Self>, dtype: &Any<'py>) -> PyResult<Any<'py>> {
        if let Some(format) = scaled::format(dtype) {
            return scaled::quantize(slf.py(), &slf.get().0, format);
        }
        let (dtype, this) = (dtypes::parse(dtype)?, &slf.get().0);
        if dtype == this.dtype() {
            return Ok(slf.clone().into_any());
        }
        PyTensor(gil::run(slf.py(), this.size_bytes(), || this.astype(dtype))?).into_bound_py_any(slf.py())
    }

    /// Blocks of ggml's mxfp4 or nvfp4 with scales and codes apart; nothing is rounded.
    fn to_scaled(&self, py: Python<'_>) -> PyResult<PyScaledTensor> {
        gil::run(py, self.0.size_bytes(), || self.0.to_scaled()).map(PyScaledTensor::from)
    }

    /// A row-major copy with memory of its own.
    fn copy(&self, py: Python<'_>) -> PyResult<PyTensor> {
        gil::run(py, self.0.size_bytes(), || self.0.copy()).map(PyTensor)
    }

    /// The real parts of complex numbers: a view with doubled strides, so writes change the complex tensor.
    fn real_view(&self) -> PyResult<PyTensor> {
        self.0.real_view().map(PyTensor).map_err(raise)
    }

    /// The imaginary parts of complex numbers: a view, as real_view.
    fn imag_view(&self) -> PyResult<PyTensor> {
        self.0.imag_view().map(PyTensor).map_err(raise)
    }

    /// Whether both are the same view: dtype, address of the first element, shape and strides.
    fn is_same_view(&self, other: &Bound<'_, PyTensor>) -> bool {
        self.0.is_same_view(&other.get().0)
    }

    /// sum(axis=None, *, keepdims=False, dtype=None): see polyad.sum.
    #[pyo3(signature = (*args, **keywords))]
    fn sum(
        slf: &Bound<'_, Self>,
        args: &Bound<'_, PyTuple>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyTensor> {
        Self::call(slf, &ops::SUM, args, keywords)
    }

    /// prod(axis=None, *, keepdims=False, dtype=None): see polyad.prod.
    #[pyo3(signature = (*args, **keywords))]
    fn prod(
        slf: &Bound<'_, Self>,
        args: &Bound<'_, PyTuple>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyTensor> {
        Self::call(slf, &ops::PROD, args, keywords)
    }

    /// mean(axis=None, *, keepdims=False): see polyad.mean.
    #[pyo3(signature = (*args, **keywords))]
    fn mean(
        slf: &Bound<'_, Self>,
        args: &Bound<'_, PyTuple>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyTensor> {
        Self::call(slf, &ops::MEAN, args, keywords)
    }

    /// max(axis=None, *, keepdims=False): see polyad.max.
    #[pyo3(signature = (*args, **keywords))]
    fn max(
        slf: &Bound<'_, Self>,
        args: &Bound<'_, PyTuple>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyTensor> {
        Self::call(slf, &ops::MAX, args, keywords)
    }

    /// min(axis=None, *, keepdims=False): see polyad.min.
    #[pyo3(signature = (*args, **keywords))]
    fn min(
        slf: &Bound<'_, Self>,
        args: &Bound<'_, PyTuple>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyTensor> {
        Self::call(slf, &ops::MIN, args, keywords)
    }

    /// var(axis=None, *, keepdims=False, correction=0.0): see polyad.var.
    #[pyo3(signature = (*args, **keywords))]
    fn var(
        slf: &Bound<'_, Self>,
        args: &Bound<'_, PyTuple>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyTensor> {
        Self::call(slf, &ops::VAR, args, keywords)
    }

    /// reshape(shape, copy=None): a view where strides allow, else a copy; one extent may be -1. See polyad.reshape.
    #[pyo3(signature = (*shape, copy=None))]
    fn reshape(slf: &Bound<'_, Self>, shape: &Bound<'_, PyTuple>, copy: Option<bool>) -> PyResult<PyTensor> {
        let shape = if shape.len() == 1 { shape.get_item(0)? } else { shape.clone().into_any() };
        movement::reshape(slf.py(), slf, &shape, copy)
    }

    /// The axes from start_axis to end_axis, both included, as one: a view where strides allow, else a copy.
    #[pyo3(signature = (start_axis=0, end_axis=-1))]
    fn flatten(&self, py: Python<'_>, start_axis: i64, end_axis: i64) -> PyResult<PyTensor> {
        gil::run(py, self.0.size_bytes(), || self.0.flatten(start_axis, end_axis)).map(PyTensor)
    }

    /// One axis with all elements, row-major: a view where they lie so, else a copy.
    fn ravel(slf: &Bound<'_, Self>) -> PyResult<PyTensor> {
        movement::ravel(slf.py(), slf)
    }

    /// squeeze(axis=None): axes of extent 1 dropped, a view.
    #[pyo3(signature = (axis=None))]
    fn squeeze(slf: &Bound<'_, Self>, axis: Option<&Any<'_>>) -> PyResult<PyTensor> {
        Self::call(slf, &ops::SQUEEZE, &PyTuple::new(slf.py(), axis)?, None)
    }

    /// swapaxes(axis1, axis2): two axes exchanged, a view.
    fn swapaxes(&self, axis1: i64, axis2: i64) -> PyResult<PyTensor> {
        self.0.swapaxes(axis1, axis2).map(PyTensor).map_err(raise)
    }

    /// transpose(*axes): the axes in another order, or reversed; a view.
    #[pyo3(signature = (*axes))]
    fn transpose(slf: &Bound<'_, Self>, axes: &Bound<'_, PyTuple>) -> PyResult<PyTensor> {
        let axes = if axes.len() == 1 { axes.get_item(0)? } else { axes.clone().into_any() };
        let none = axes.is_none() || axes.is_instance_of::<PyTuple>() && axes.len()? == 0;
        movement::transpose(slf, (!none).then_some(&axes))
    }

    /// repeat(repeats, axis=None): each element repeated in place. See polyad.repeat.
    #[pyo3(signature = (repeats, axis=None))]
    fn repeat(slf: &Bound<'_, Self>, repeats: &Any<'_>, axis: Option<i64>) -> PyResult<PyTensor> {
        movement::repeat(slf.py(), slf, repeats, axis)
    }

    /// The elements row-major and without gaps: the tensor itself where they are.
    fn contiguous(&self, py: Python<'_>) -> PyResult<PyTensor> {
        gil::run(py, self.0.size_bytes(), || self.0.contiguous()).map(PyTensor)
    }

    /// Whether the elements lie row-major without gaps; axes of extent 1 do not matter.
    fn is_contiguous(&self) -> bool {
        self.0.is_contiguous()
    }

    /// permute_dims(axes): the axes in another order, a view.
    fn permute_dims(slf: &Bound<'_, Self>, axes: &Any<'_>) -> PyResult<PyTensor> {
        Self::call(slf, &ops::PERMUTE_DIMS, &PyTuple::new(slf.py(), [axes])?, None)
    }

    fn __repr__(&self) -> String {
        let shape: Vec<String> = self.0.shape().iter().map(usize::to_string).collect();
        let comma = if shape.len() == 1 { "," } else { "" };
        format!("Tensor({}, shape=({}{comma}), dtype={})", self.0, shape.join(", "), self.0.dtype())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __len__(&self) -> PyResult<usize> {
        self.0.shape().first().copied().ok_or_else(|| PyTypeError::new_err("len: a 0-d tensor has no length."))
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Any<'py>> {
        let n = slf.get().0.shape().first().copied();
        let n = n.ok_or_else(|| PyTypeError::new_err("iter: a 0-d tensor has nothing to iterate over."))?;
        let (py, at) = (slf.py(), slf.getattr("__getitem__")?);
        let builtins = py.import("builtins")?;
        builtins.call_method1("map", (at, builtins.call_method1("range", (n,))?))
    }

    fn __getitem__(&self, key: &Any<'_>) -> PyResult<PyTensor> {
        Key::new(key)?.get(key.py(), &self.0).map(PyTensor)
    }

    fn __setitem__(&self, key: &Any<'_>, value: &Any<'_>) -> PyResult<()> {
        let (py, dtype) = (value.py(), self.0.dtype());
        match (Key::new(key)?, operand::number(value, dtype)?) {
            (Key::Basic(parts), Some(number)) => {
                let part = self.0.slice(&parts).map_err(raise_index)?;
                gil::run(py, part.size_bytes(), || part.fill(number).map(|_| ()))
            }
            (Key::Basic(parts), None) => {
                let part = self.0.slice(&parts).map_err(raise_index)?;
                let source = operand::stored(value, dtype)?;
                gil::run(py, part.size_bytes(), || part.copy_from(&source))
            }
            (Key::Indexed(parts), number) => {
                let plain = if dtype.is_quantized() { dtype.compute() } else { dtype };
                let source = match number {
                    Some(number) => Tensor::scalar(number, plain).map_err(raise)?,
                    None => operand::stored(value, dtype)?,
                };
                gil::detached(py, self.0.size_bytes(), || self.0.set_index(&parts, &source)).map_err(raise_stored)
            }
        }
    }

    /// Writes one number into every element; returns the tensor itself.
    fn fill<'py>(slf: &Bound<'py, Self>, value: &Any<'py>) -> PyResult<Bound<'py, Self>> {
        slf.get().__setitem__(&slf.py().Ellipsis().into_bound(slf.py()), value)?;
        Ok(slf.clone())
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        if self.0.size() != 1 {
            let shape = self.0.shape();
            return Err(PyValueError::new_err(format!(
                "bool: the truth of a tensor of shape {shape:?} is ambiguous; reduce it to one element first."
            )));
        }
        lists::item(py, &self.0)?.is_truthy()
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        py.get_type::<PyInt>().call1((self.only(py, "int")?,))
    }

    fn __float__<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        py.get_type::<PyFloat>().call1((self.only(py, "float")?,))
    }

    fn __complex__<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        py.get_type::<PyComplex>().call1((self.only(py, "complex")?,))
    }

    fn __index__<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        if self.0.ndim() != 0 || !matches!(self.0.dtype().kind(), Kind::Signed | Kind::Unsigned) {
            let (shape, dtype) = (self.0.shape(), self.0.dtype());
            return Err(PyTypeError::new_err(format!(
                "index: shape {shape:?} of {dtype} is no index; a 0-d tensor of integers is one."
            )));
        }
        lists::item(py, &self.0)
    }

    fn __add__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::ADD, false)
    }

    fn __radd__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::ADD, true)
    }

    fn __sub__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::SUBTRACT, false)
    }

    fn __rsub__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::SUBTRACT, true)
    }

    fn __mul__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::MULTIPLY, false)
    }

    fn __rmul__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::MULTIPLY, true)
    }

    fn __truediv__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::DIVIDE, false)
    }

    fn __rtruediv__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::DIVIDE, true)
    }

    fn __floordiv__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::FLOOR_DIVIDE, false)
    }

    fn __rfloordiv__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::FLOOR_DIVIDE, true)
    }

    fn __mod__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::REMAINDER, false)
    }

    fn __rmod__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::REMAINDER, true)
    }

    fn __pow__<'py>(&self, other: &Any<'py>, modulo: Option<&Any<'py>>) -> PyResult<Any<'py>> {
        if modulo.is_some() {
            return Ok(PyNotImplemented::get(other.py()).to_owned().into_any());
        }
        operand::binary(&self.0, other, &ops::POWER, false)
    }

    fn __rpow__<'py>(&self, other: &Any<'py>, modulo: Option<&Any<'py>>) -> PyResult<Any<'py>> {
        if modulo.is_some() {
            return Ok(PyNotImplemented::get(other.py()).to_owned().into_any());
        }
        operand::binary(&self.0, other, &ops::POWER, true)
    }

    fn __matmul__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::MATMUL, false)
    }

    fn __rmatmul__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::MATMUL, true)
    }

    fn __and__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::BITWISE_AND, false)
    }

    fn __rand__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::BITWISE_AND, true)
    }

    fn __or__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::BITWISE_OR, false)
    }

    fn __ror__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::BITWISE_OR, true)
    }

    fn __xor__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::BITWISE_XOR, false)
    }

    fn __rxor__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::BITWISE_XOR, true)
    }

    fn __lshift__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::BITWISE_LEFT_SHIFT, false)
    }

    fn __rlshift__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::BITWISE_LEFT_SHIFT, true)
    }

    fn __rshift__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::BITWISE_RIGHT_SHIFT, false)
    }

    fn __rrshift__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::binary(&self.0, other, &ops::BITWISE_RIGHT_SHIFT, true)
    }

    fn __divmod__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::divmod(&self.0, other, false)
    }

    fn __rdivmod__<'py>(&self, other: &Any<'py>) -> PyResult<Any<'py>> {
        operand::divmod(&self.0, other, true)
    }

    fn __iadd__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::ADD)
    }

    fn __isub__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::SUBTRACT)
    }

    fn __imul__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::MULTIPLY)
    }

    fn __itruediv__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::DIVIDE)
    }

    fn __ifloordiv__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::FLOOR_DIVIDE)
    }

    fn __imod__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::REMAINDER)
    }

    fn __imatmul__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::MATMUL)
    }

    fn __iand__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::BITWISE_AND)
    }

    fn __ior__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::BITWISE_OR)
    }

    fn __ixor__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::BITWISE_XOR)
    }

    fn __ilshift__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::BITWISE_LEFT_SHIFT)
    }

    fn __irshift__(&self, other: &Any<'_>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::BITWISE_RIGHT_SHIFT)
    }

    fn __ipow__(&self, other: &Any<'_>, _modulo: Option<&Any<'_>>) -> PyResult<()> {
        operand::update(&self.0, other, &ops::POWER)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<PyTensor> {
        self.alone(py, &ops::NEGATIVE)
    }

    fn __abs__(&self, py: Python<'_>) -> PyResult<PyTensor> {
        self.alone(py, &ops::ABS)
    }

    fn __pos__(&self, py: Python<'_>) -> PyResult<PyTensor> {
        self.alone(py, &ops::POSITIVE)
    }

    fn __invert__(&self, py: Python<'_>) -> PyResult<PyTensor> {
        self.alone(py, &ops::BITWISE_INVERT)
    }

    fn __richcmp__<'py>(&self, other: &Any<'py>, op: CompareOp) -> PyResult<Any<'py>> {
        let op = match op {
            CompareOp::Eq => &ops::EQUAL,
            CompareOp::Ne => &ops::NOT_EQUAL,
            CompareOp::Lt => &ops::LESS,
            CompareOp::Le => &ops::LESS_EQUAL,
            CompareOp::Gt => &ops::GREATER,
            CompareOp::Ge => &ops::GREATER_EQUAL,
        };
        operand::compare(&self.0, other, op)
    }

    /// Equality is element by element, so a tensor is no key of a dict.
    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    /// NumPy leaves operators between its arrays and tensors to this class.
    #[classattr]
    #[pyo3(name = "__array_ufunc__")]
    const ARRAY_UFUNC: Option<Py<PyAny>> = None;

    /// For NumPy, which asks here where the buffer protocol has no word for the dtype, and gets the reason.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(slf: &Bound<'py, Self>, dtype: Option<Any<'py>>, copy: Option<Any<'py>>) -> PyResult<Any<'py>> {
        let memory = PyMemoryView::from(slf.as_any())?;
        let keywords = PyDict::new(slf.py());
        keywords.set_item("dtype", dtype)?;
        keywords.set_item("copy", copy)?;
        slf.py().import("numpy")?.call_method("array", (memory,), Some(&keywords))
    }

    /// The kind and the number of the device, as DLPack counts them: (1, 0) is the host.
    fn __dlpack_device__(&self) -> (i32, i32) {
        dlpack::DEVICE
    }

    /// The memory as a DLPack capsule, of version 1 where max_version allows it. Read-only memory needs that, and so do
    /// elements narrower than a byte, which else travel as the bytes they lie in. The host has no streams, so any is well.
    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        stream: Option<&Any<'py>>,
        max_version: Option<&Any<'py>>,
        dl_device: Option<&Any<'py>>,
        copy: Option<bool>,
    ) -> PyResult<Any<'py>> {
        let _ = stream;
        dlpack::export(py, &self.0, &dlpack::Request::new(max_version, dl_device, copy)?)
    }

    // SAFETY: the interpreter calls with room for a view, and `slf` holds the tensor.
    #[allow(unsafe_code)]
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let tensor = slf.get().0.clone();
        // SAFETY: as above; the object holds a tensor over the same buffer as the clone.
        unsafe { export::fill(&tensor, slf.into_any(), view, flags) }
    }

    // SAFETY: the interpreter releases each view once.
    #[allow(unsafe_code)]
    unsafe fn __releasebuffer__(&self, view: *mut ffi::Py_buffer) {
        // SAFETY: as above; `__getbuffer__` filled it.
        unsafe { export::release(view) }
    }
}
