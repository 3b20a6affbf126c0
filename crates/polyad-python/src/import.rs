//! Memory of other Python objects as tensors, without a copy where the elements can be used as they lie.
//!
//! The buffer that results holds the exporter's view until its last handle goes, on whatever thread.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};
use std::ptr;

use polyad::{BitOrder, Buffer, DType, Layout, Result, Tensor, View};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView};

use crate::dtypes;
use crate::errors::{raise, raise_data};

/// A view that an exporter has handed out, given back when it is dropped.
struct Exported(Box<ffi::Py_buffer>);

// SAFETY: the struct is plain data and pointers that stay valid until the release; it is read only through `&self`, and
// the release, on any thread, attaches to the interpreter first.
unsafe impl Send for Exported {}
// SAFETY: as above; nothing is changed through `&self`.
unsafe impl Sync for Exported {}

impl Drop for Exported {
    fn drop(&mut self) {
        // An interpreter that is shutting down has no use for the release any more.
        // SAFETY: the view was filled by `PyObject_GetBuffer` and is released once, here, attached.
        Python::try_attach(|_| unsafe { ffi::PyBuffer_Release(&mut *self.0) });
    }
}

impl Exported {
    fn get(obj: &Bound<'_, PyAny>) -> PyResult<Exported> {
        let mut view = Box::new(ffi::Py_buffer::new());
        // SAFETY: `obj` is alive, `view` is room for the struct, at an address that stays.
        let status = unsafe { ffi::PyObject_GetBuffer(obj.as_ptr(), &mut *view, ffi::PyBUF_FULL_RO) };
        if status < 0 { Err(PyErr::fetch(obj.py())) } else { Ok(Exported(view)) }
    }

    /// Extents or strides: `ndim` numbers behind a pointer, `None` where the exporter gives none.
    fn numbers(&self, at: *const isize) -> Option<&[isize]> {
        let ndim = usize::try_from(self.0.ndim).unwrap_or(0);
        // SAFETY: the protocol has `ndim` numbers there, valid until the release; the slice borrows `self`.
        (!at.is_null()).then(|| unsafe { std::slice::from_raw_parts(at, ndim) })
    }

    fn shape(&self) -> Vec<usize> {
        match self.numbers(self.0.shape) {
            Some(shape) => shape.iter().map(|&n| usize::try_from(n).unwrap_or(0)).collect(),
            None if self.0.ndim == 0 => vec![],
            None => vec![self.len() / self.width().max(1)],
        }
    }

    /// Bytes of all elements, packed.
    fn len(&self) -> usize {
        usize::try_from(self.0.len).unwrap_or(0)
    }

    /// Bytes of an element.
    fn width(&self) -> usize {
        usize::try_from(self.0.itemsize).unwrap_or(0)
    }

    fn format(&self) -> &[u8] {
        if self.0.format.is_null() {
            return b"B";
        }
        // SAFETY: the protocol has a C string there, valid until the release; the slice borrows `self`.
        unsafe { CStr::from_ptr(self.0.format) }.to_bytes()
    }

    /// The elements row-major, in bytes of their own.
    fn packed(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let mut bytes = vec![0u8; self.len()];
        // SAFETY: the view is filled, and there is room for `len` bytes.
        let status =
            unsafe { ffi::PyBuffer_ToContiguous(bytes.as_mut_ptr().cast(), &*self.0, self.0.len, b'C' as c_char) };
        if status < 0 { Err(PyErr::fetch(py)) } else { Ok(bytes) }
    }

    /// Offset and strides in elements, and the bytes in front of element 0; what stands in the way as an error.
    fn layout(&self, shape: &[usize], big_endian: bool) -> Result<(Vec<isize>, usize, usize), &'static str> {
        if big_endian {
            return Err("the elements are big-endian");
        }
        if !self.0.suboffsets.is_null() {
            return Err("the rows lie behind pointers");
        }
        let width = self.width() as isize;
        let bytes = self.numbers(self.0.strides).filter(|_| !shape.contains(&0));
        let Some(bytes) = bytes else {
            return Layout::contiguous(shape)
                .map(|l| (l.strides().to_vec(), 0, 0))
                .map_err(|_| "the shape is larger than the address space");
        };
        let (mut before, mut strides) = (0usize, vec![]);
        for (&n, &stride) in shape.iter().zip(bytes) {
            // The stride of an axis that is never walked may be anything.
            if n > 1 && stride % width != 0 {
                return Err("the strides are no multiples of the element");
            }
            strides.push(stride / width);
            if n > 1 && stride < 0 {
                before += (n - 1) * stride.unsigned_abs();
            }
        }
        Ok((strides, before, before / width as usize))
    }

    /// A buffer over the elements, from `before` bytes in front of the first one.
    fn into_buffer(self, before: usize, len: usize) -> Result<Buffer> {
        let read_only = self.0.readonly != 0;
        let first = self.0.buf.cast::<u8>();
        // A view of nothing may come with any pointer; one with elements has them from there on.
        let start = if len == 0 { ptr::null_mut() } else { first.wrapping_sub(before) };
        // SAFETY: by the protocol the elements that shape and strides lead to are valid memory until the release,
        // which the closure delays until the last handle goes. Who writes them meanwhile from Python races with
        // operations just as it would with NumPy's own; safe slices are ruled out below.
        let buffer = unsafe { Buffer::foreign(start, len, read_only, move || drop(self)) };
        if !read_only {
            // The exporter may write at any time: no guard may give Rust code a slice of it.
            buffer.export_writable("asarray")?;
        }
        Ok(buffer)
    }
}

/// Whether an object exports memory.
pub(crate) fn exports(obj: &Bound<'_, PyAny>) -> bool {
    // SAFETY: `obj` is alive and the thread is attached.
    unsafe { ffi::PyObject_CheckBuffer(obj.as_ptr()) != 0 }
}

/// Whether an object exports memory that is meant as numbers, and not as text or raw bytes.
pub(crate) fn is_array(obj: &Bound<'_, PyAny>) -> bool {
    let raw =
        obj.is_instance_of::<PyBytes>() || obj.is_instance_of::<PyByteArray>() || obj.is_instance_of::<PyMemoryView>();
    !raw && exports(obj)
}

/// The elements that an object exports: its own memory, or a copy where that is needed and may be.
pub(crate) fn tensor(obj: &Bound<'_, PyAny>, may_copy: bool) -> PyResult<Tensor> {
    let exported = match Exported::get(obj) {
        Ok(exported) => exported,
        Err(e) => return added(obj, may_copy)?.ok_or(e),
    };
    let width = exported.width();
    let Some((dtype, big_endian)) = dtypes::from_format(exported.format(), width) else {
        let format = String::from_utf8_lossy(exported.format());
        return Err(PyTypeError::new_err(format!(
            "asarray: elements of format \"{format}\" and {width} bytes are no dtype of this library. \
             Convert them first, for example with x.astype(\"float64\")."
        )));
    };
    let shape = exported.shape();
    let (strides, before, offset) = match exported.layout(&shape, big_endian) {
        Ok(layout) => layout,
        Err(why) if !may_copy => {
            return Err(PyValueError::new_err(format!("asarray: {why}, so copy=False cannot be kept.")));
        }
        Err(_) => {
            let mut bytes = exported.packed(obj.py())?;
            if big_endian {
                let parts = if dtype.kind() == polyad::Kind::Complex { width / 2 } else { width };
                bytes.chunks_exact_mut(parts).for_each(<[u8]>::reverse);
            }
            return Tensor::from_bytes(&bytes, dtype, &shape).map_err(raise);
        }
    };
    let imported = || -> Result<Tensor> {
        let layout = Layout::new(&shape, &strides, offset)?;
        let len = layout.span().map_or(0, |(_, end)| end.saturating_mul(width));
        let buffer = exported.into_buffer(before, len)?;
        Ok(Tensor::from_view(View::new(buffer, layout, dtype)?))
    };
    imported().map_err(raise)
}

/// The elements of a NumPy array of a dtype that NumPy lacks and others add to it, as ml_dtypes does: NumPy does not export
/// such arrays, but their bytes. `None` for other objects.
fn added(obj: &Bound<'_, PyAny>, may_copy: bool) -> PyResult<Option<Tensor>> {
    let stated = obj.getattr("dtype").and_then(|dtype| dtypes::parse(&dtype));
    let Some(dtype) = stated.ok().filter(|&dtype| dtypes::format(dtype).is_none()) else { return Ok(None) };
    if dtype.is_packed() {
        if !may_copy {
            let text = format!(
                "asarray: {dtype} takes whole bytes there and parts of them here, so copy=False cannot be kept."
            );
            return Err(PyValueError::new_err(text));
        }
        let whole = tensor(&obj.call_method1("astype", (dtype.compute().name(),))?, true)?;
        return whole.astype(dtype).map(Some).map_err(raise);
    }
    let bytes = tensor(&obj.call_method1("view", (format!("u{}", dtype.block_bytes()),))?, may_copy)?;
    let view = View::new(bytes.buffer().clone(), bytes.layout().clone(), dtype);
    view.map(|view| Some(Tensor::from_view(view))).map_err(raise)
}

/// Storage bytes as a tensor of any dtype: over the exporter's own memory, or a copy where values
/// have to be checked or bits turned around.
pub(crate) fn from_storage(obj: &Bound<'_, PyAny>, dtype: DType, shape: &[usize], order: BitOrder) -> PyResult<Tensor> {
    const OP: &str = "frombuffer";
    let exported = Exported::get(obj)?;
    let need = dtype.tensor_bytes(OP, shape).map_err(raise)?;
    let got = exported.len();
    if got != need {
        let shape = shape.into();
        return Err(raise(polyad::Error::ByteLength { op: OP, got, need, dtype, shape }));
    }
    let over = exported.numbers(exported.0.strides).is_none_or(|_| {
        // SAFETY: the view is filled.
        unsafe { ffi::PyBuffer_IsContiguous(&*exported.0, b'C' as c_char) != 0 }
    });
    if !over || order != BitOrder::Little || matches!(dtype, DType::Bool | DType::Ternary) {
        let bytes = exported.packed(obj.py())?;
        return Tensor::from_packed(&bytes, dtype, shape, order).map_err(raise_data);
    }
    let imported = || -> Result<Tensor> {
        let layout = Layout::contiguous(shape)?;
        Ok(Tensor::from_view(View::new(exported.into_buffer(0, need)?, layout, dtype)?))
    };
    imported().map_err(raise)
}
