//! A tensor's memory for other Python objects: the exporting side of the buffer protocol.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::ptr;

use polyad::{Buffer, Tensor};
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::dtypes;
use crate::errors::raise;

/// Extents and byte strides of an exported view, which live until its release.
struct Extents {
    shape: Vec<isize>,
    strides: Vec<isize>,
    /// The buffer, where foreign code may write through the view.
    exported: Option<Buffer>,
}

/// Fills a view of the elements, as `flags` ask for.
///
/// Errors: `BufferError` for dtypes that NumPy lacks, for a request to write read-only memory, and for layouts that the
/// asker cannot walk.
///
/// # Safety
/// `view` is null or room for the struct, and `owner` is the object that holds `tensor`.
pub(crate) unsafe fn fill(
    tensor: &Tensor,
    owner: Bound<'_, PyAny>,
    view: *mut ffi::Py_buffer,
    flags: c_int,
) -> PyResult<()> {
    let refuse = |text: String| Err(PyBufferError::new_err(text));
    if view.is_null() {
        return refuse("buffer protocol: no view to fill".into());
    }
    // SAFETY: not null, so room for the struct by the caller's promise. A failed call leaves no owner in it.
    unsafe { (*view).obj = ptr::null_mut() };
    let dtype = tensor.dtype();
    let Some(format) = dtypes::format(dtype) else {
        return refuse(format!(
            "buffer protocol: NumPy has no {dtype}. Take astype(\"float32\") for the values, tobytes() for the bytes."
        ));
    };
    let (layout, buffer) = (tensor.layout(), tensor.buffer());
    let asked = |flag: c_int| flags & flag == flag;
    // Elements that share memory cannot be written one by one.
    let read_only = buffer.is_read_only() || layout.overlaps_itself();
    if asked(ffi::PyBUF_WRITABLE) && read_only {
        return refuse("buffer protocol: the memory is read-only; export a copy().".into());
    }
    let (c, f) = (layout.is_contiguous(), layout.is_fortran_contiguous());
    let walkable = match () {
        () if asked(ffi::PyBUF_C_CONTIGUOUS) => c,
        () if asked(ffi::PyBUF_F_CONTIGUOUS) => f,
        () if asked(ffi::PyBUF_ANY_CONTIGUOUS) => c || f,
        () => c || asked(ffi::PyBUF_STRIDES),
    };
    if !walkable {
        return refuse(
            "buffer protocol: contiguous memory is asked for and this view is none; export a copy().".into(),
        );
    }
    let base = if buffer.is_read_only() {
        ptr::with_exposed_provenance_mut(buffer.address())
    } else {
        buffer.export_writable("buffer protocol").map_err(raise)?
    };
    let width = dtype.block_bytes();
    // A view of nothing may have its place past the end.
    let offset = if tensor.size() == 0 { 0 } else { layout.offset() * width };
    let shape = tensor.shape().iter().map(|&n| n as isize).collect();
    let exported = (!buffer.is_read_only()).then(|| buffer.clone());
    let extents = Box::new(Extents { shape, strides: tensor.byte_strides().unwrap_or_default(), exported });
    // SAFETY: `view` is room for the struct. The elements lie in the buffer from `base + offset` on, by the checks of
    // `View`; the buffer lives as long as `owner`, of which the view gets a reference. `Extents` is on the heap and is
    // freed in `release` alone.
    unsafe {
        let extents = Box::into_raw(extents);
        (*view).buf = base.wrapping_add(offset).cast();
        (*view).len = tensor.size_bytes() as isize;
        (*view).itemsize = width as isize;
        (*view).readonly = c_int::from(read_only);
        (*view).format = if asked(ffi::PyBUF_FORMAT) { format.as_ptr().cast_mut() } else { ptr::null_mut() };
        let nd = asked(ffi::PyBUF_ND);
        (*view).ndim = if nd { tensor.ndim() as c_int } else { 1 };
        (*view).shape = if nd { (*extents).shape.as_mut_ptr() } else { ptr::null_mut() };
        let strided = asked(ffi::PyBUF_STRIDES);
        (*view).strides = if strided { (*extents).strides.as_mut_ptr() } else { ptr::null_mut() };
        (*view).suboffsets = ptr::null_mut();
        (*view).internal = extents.cast();
        (*view).obj = owner.into_ptr();
    }
    Ok(())
}

/// Frees what `fill` made.
///
/// # Safety
/// `view` was filled by `fill` and is released once.
pub(crate) unsafe fn release(view: *mut ffi::Py_buffer) {
    // SAFETY: by the caller's promise `internal` is the box that `fill` made, and nobody uses it any more.
    let extents = unsafe { Box::from_raw((*view).internal.cast::<Extents>()) };
    if let Some(buffer) = extents.exported {
        // SAFETY: `fill` exported it, and who asked for the view has just given it back.
        unsafe { buffer.end_export() };
    }
}
