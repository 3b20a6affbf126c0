//! A tensor's memory in a capsule, for another library to take.
#![allow(unsafe_code)]

use std::ptr;

use polyad::{Buffer, Tensor};
use pyo3::ffi;
use pyo3::prelude::*;

use super::abi::{Array, CPU, Device, Element, Managed};
use crate::errors::raise;

/// What stands behind an export until its consumer gives it back.
struct Export<M> {
    managed: Option<M>,
    shape: Vec<i64>,
    strides: Vec<i64>,
    tensor: Tensor,
    /// The buffer, where foreign code may write it.
    exported: Option<Buffer>,
}

impl<M> Drop for Export<M> {
    fn drop(&mut self) {
        if let Some(buffer) = &self.exported {
            // SAFETY: `capsule` exported it once, and the consumer has just given it back.
            unsafe { buffer.end_export() };
        }
    }
}

/// A capsule over the memory of a tensor, whose elements start on a byte. `flags` say that it is read-only where it is.
pub(super) fn capsule<'py, M: Managed>(
    py: Python<'py>,
    tensor: &Tensor,
    element: Element,
    flags: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let (buffer, layout, dtype) = (tensor.buffer(), tensor.layout(), tensor.dtype());
    let base = if buffer.is_read_only() {
        ptr::with_exposed_provenance_mut(buffer.address())
    } else {
        buffer.export_writable("__dlpack__").map_err(raise)?
    };
    // A view of nothing may have its place past the end.
    let offset = if tensor.size() == 0 { 0 } else { layout.offset() / dtype.block_len() * dtype.block_bytes() };
    let mut export = Box::new(Export {
        managed: None,
        shape: tensor.shape().iter().map(|&n| n as i64).collect(),
        strides: layout.strides().iter().map(|&n| n as i64).collect(),
        tensor: tensor.clone(),
        exported: (!buffer.is_read_only()).then(|| buffer.clone()),
    });
    let array = Array {
        data: base.wrapping_add(offset).cast(),
        device: Device { kind: CPU, id: 0 },
        ndim: export.tensor.ndim() as i32,
        element,
        shape: export.shape.as_mut_ptr(),
        strides: export.strides.as_mut_ptr(),
        byte_offset: 0,
    };
    let export = Box::into_raw(export);
    // SAFETY: `export` was just made, so the pointers are valid and nobody else has them. The box stays in its place
    // until `delete` frees it, which the capsule's destructor or its consumer calls once.
    unsafe {
        let managed = (*export).managed.insert(M::new(array, flags, export.cast(), delete::<M>));
        let capsule = ffi::PyCapsule_New(ptr::from_mut(managed).cast(), M::NAME.as_ptr(), Some(destroy::<M>));
        if capsule.is_null() {
            drop(Box::from_raw(export));
            return Err(PyErr::fetch(py));
        }
        Ok(Bound::from_owned_ptr(py, capsule))
    }
}

/// Frees an export; on any thread.
///
/// # Safety
/// `managed` was made by `capsule` and is deleted once.
unsafe extern "C" fn delete<M: Managed>(managed: *mut M) {
    // SAFETY: by the caller's promise the context is the box that `capsule` made.
    unsafe { drop(Box::from_raw((*managed).context().cast::<Export<M>>())) }
}

/// Frees an export that no consumer took.
///
/// # Safety
/// The interpreter calls it once, for a capsule that `capsule` made.
unsafe extern "C" fn destroy<M: Managed>(capsule: *mut ffi::PyObject) {
    // SAFETY: the capsule is alive. With its first name it still owns what it points to; a consumer renames it.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, M::NAME.as_ptr()) != 0 {
            delete(ffi::PyCapsule_GetPointer(capsule, M::NAME.as_ptr()).cast::<M>());
        }
    }
}
