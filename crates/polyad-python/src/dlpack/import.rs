//! A capsule's memory as a tensor.
//!
//! A capsule that is refused stays as it is, so that its own destructor gives the memory back.
#![allow(unsafe_code)]

use std::ptr;

use polyad::{BitOrder, Buffer, DType, Layout, Tensor, View};
use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;

use super::abi::{self, Array, HOSTS, Legacy, Managed, PADDED, READ_ONLY, Versioned};
use crate::errors::raise;

/// Memory that its consumer owns, given back when it is dropped.
struct Owned<M: Managed>(*mut M);

// SAFETY: DLPack lets the deleter run on any thread; nothing else is done with the pointer.
unsafe impl<M: Managed> Send for Owned<M> {}
// SAFETY: as above; a shared reference gives no access.
unsafe impl<M: Managed> Sync for Owned<M> {}

impl<M: Managed> Drop for Owned<M> {
    fn drop(&mut self) {
        // An interpreter that is shutting down has no use for its memory any more. An exception may be on its way, which
        // a deleter that runs Python code would stumble over.
        // SAFETY: the struct is valid until its deleter runs, which happens once, here; there may be none. What is
        // fetched is put back, attached.
        Python::try_attach(|_| unsafe {
            let (mut class, mut value, mut trace) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
            ffi::PyErr_Fetch(&mut class, &mut value, &mut trace);
            if let Some(deleter) = (*self.0).deleter() {
                deleter(self.0);
            }
            ffi::PyErr_Restore(class, value, trace);
        });
    }
}

/// The struct behind a capsule, where it has the name for that.
fn held<M: Managed>(capsule: &Bound<'_, PyAny>) -> Option<*mut M> {
    // SAFETY: `capsule` is alive; the call takes any object.
    let is_one = unsafe { ffi::PyCapsule_IsValid(capsule.as_ptr(), M::NAME.as_ptr()) != 0 };
    // SAFETY: a valid capsule of that name has a pointer, which is not null.
    is_one.then(|| unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), M::NAME.as_ptr()) }.cast())
}

/// Whether an object is a capsule, of whatever name.
pub(super) fn is_capsule(obj: &Bound<'_, PyAny>) -> bool {
    // SAFETY: `obj` is alive.
    unsafe { ffi::PyCapsule_CheckExact(obj.as_ptr()) != 0 }
}

/// The elements behind a capsule: its memory, or a copy where that is needed and may be. Memory from before version 1 is
/// read-only, as it cannot say what it is.
pub(super) fn tensor(capsule: &Bound<'_, PyAny>, may_copy: bool) -> PyResult<Tensor> {
    if let Some(managed) = held::<Versioned>(capsule) {
        // SAFETY: a capsule of this name holds such a struct. Version and flags have their places in every version.
        let (version, flags) = unsafe { ((*managed).version, (*managed).flags) };
        if version.major != 1 {
            return Err(PyBufferError::new_err(format!(
                "from_dlpack: version {}.{} of DLPack is not known here; ask for max_version=(1, 1).",
                version.major, version.minor
            )));
        }
        return take(capsule, managed, flags, may_copy);
    }
    match held::<Legacy>(capsule) {
        Some(managed) => take(capsule, managed, READ_ONLY, may_copy),
        None => Err(PyTypeError::new_err(
            "from_dlpack: the capsule holds no DLPack tensor, or was taken before; ask for a new one.",
        )),
    }
}

fn take<M: Managed>(capsule: &Bound<'_, PyAny>, managed: *mut M, flags: u64, may_copy: bool) -> PyResult<Tensor> {
    // SAFETY: a capsule of the name of `M` holds a valid `M`.
    let array = unsafe { (*managed).array() };
    let found = Found::new(&array, flags)?;
    if found.spread.is_some() && !may_copy {
        return Err(PyBufferError::new_err(
            "from_dlpack: the elements take whole bytes there and parts of them here, so copy=False cannot be kept.",
        ));
    }
    let read_only = flags & READ_ONLY != 0;
    // SAFETY: the capsule is alive, and the name lives as long as the process.
    if unsafe { ffi::PyCapsule_SetName(capsule.as_ptr(), M::USED.as_ptr()) } != 0 {
        return Err(PyErr::fetch(capsule.py()));
    }
    let owned = Owned(managed);
    // SAFETY: by the protocol the elements that shape and strides lead to are valid memory until the deleter runs. Who
    // writes them meanwhile races with operations just as with the producer's own; safe slices are ruled out below.
    let buffer = unsafe { Buffer::foreign(found.start, found.len, read_only, move || drop(owned)) };
    if !read_only {
        buffer.export_writable("from_dlpack").map_err(raise)?;
    }
    let tensor = Tensor::from_view(View::new(buffer, found.layout, found.stored).map_err(raise)?);
    match found.spread {
        Some(dtype) => packed(&tensor, dtype),
        None => Ok(tensor),
    }
}

/// Elements that take a byte each, as elements of a packed dtype.
fn packed(bytes: &Tensor, dtype: DType) -> PyResult<Tensor> {
    let (each, bits) = (dtype.block_len(), dtype.bits() as u32);
    let codes = bytes.to_vec::<u8>().map_err(raise)?;
    let whole = |part: &[u8]| part.iter().rev().fold(0u8, |byte, code| byte << bits | code & ((1 << bits) - 1));
    let storage: Vec<u8> = codes.chunks(each).map(whole).collect();
    Tensor::from_packed(&storage, dtype, bytes.shape(), BitOrder::Little).map_err(raise)
}

/// Where elements lie, checked.
struct Found {
    stored: DType,
    /// The dtype, where elements that are packed here take a byte each.
    spread: Option<DType>,
    layout: Layout,
    start: *mut u8,
    len: usize,
}

impl Found {
    fn new(array: &Array, flags: u64) -> PyResult<Found> {
        let Array { device, element, ndim, .. } = *array;
        if !HOSTS.contains(&device.kind) {
            return Err(elsewhere(device.kind.into(), device.id.into()));
        }
        let padded = flags & PADDED != 0;
        // Floats of 6 bits take a byte each here, and may come in no other way.
        let named = abi::dtype(element).filter(|_| padded || element.bits != 6);
        let Some(dtype) = named else {
            return Err(PyTypeError::new_err(format!(
                "from_dlpack: elements of code {}, {} bits and {} lanes are no dtype of this library.",
                element.code, element.bits, element.lanes
            )));
        };
        let spread = (padded && dtype.is_packed()).then_some(dtype);
        let stored = if spread.is_some() { DType::UInt8 } else { dtype };
        let wrong = |what: &str| PyValueError::new_err(format!("from_dlpack: {what}."));
        let ndim = usize::try_from(ndim).map_err(|_| wrong("the number of axes is negative"))?;
        if ndim > polyad::MAX_NDIM {
            return Err(raise(polyad::Error::TooManyAxes { op: "from_dlpack", ndim }));
        }
        let extents = numbers(array.shape, ndim).ok_or_else(|| wrong("there is no shape"))?;
        let shape: Vec<usize> = extents
            .iter()
            .map(|&n| usize::try_from(n))
            .collect::<Result<_, _>>()
            .map_err(|_| wrong("an extent is negative or larger than the address space"))?;
        let (strides, before) = match numbers(array.strides, ndim) {
            Some(strides) if !shape.contains(&0) => walk(&shape, strides),
            _ => Layout::contiguous(&shape).ok().map(|l| (l.strides().to_vec(), 0)),
        }
        .ok_or_else(|| wrong("the strides lead past the address space"))?;
        let before_bytes =
            stored.storage_bytes(before).ok_or_else(|| wrong("the strides lead past the address space"))?;
        let offset = before_bytes / stored.block_bytes() * stored.block_len();
        let layout = Layout::new(&shape, &strides, offset).map_err(raise)?;
        let end = layout.span().map_or(0, |(_, end)| end);
        let len = stored.storage_bytes(end).ok_or_else(|| wrong("the elements lead past the address space"))?;
        if array.data.is_null() && len > 0 {
            return Err(wrong("there are elements, but no memory"));
        }
        let byte_offset =
            usize::try_from(array.byte_offset).map_err(|_| wrong("the offset is past the address space"))?;
        let first = array.data.cast::<u8>().wrapping_add(byte_offset);
        let start = if len == 0 { ptr::null_mut() } else { first.wrapping_sub(before_bytes) };
        Ok(Found { stored, spread, layout, start, len })
    }
}

/// The error for memory that the host cannot read.
pub(super) fn elsewhere(kind: i64, id: i64) -> PyErr {
    PyBufferError::new_err(format!(
        "from_dlpack: the memory is on device {id} of kind {kind}, and only that of the host can be shared. \
         Copy it to the host first."
    ))
}

/// Extents or strides; `None` where none are given.
fn numbers<'a>(at: *const i64, ndim: usize) -> Option<&'a [i64]> {
    if ndim == 0 {
        return Some(&[]);
    }
    // SAFETY: the protocol has `ndim` numbers there, valid until the deleter runs; callers are done before.
    (!at.is_null()).then(|| unsafe { std::slice::from_raw_parts(at, ndim) })
}

/// Strides, and how many elements lie in front of the first one. No extent is 0.
fn walk(shape: &[usize], strides: &[i64]) -> Option<(Vec<isize>, usize)> {
    let (mut before, mut out) = (0usize, vec![]);
    for (&n, &stride) in shape.iter().zip(strides) {
        // The stride of an axis that is never walked may be anything.
        let stride = if n > 1 { isize::try_from(stride).ok()? } else { 1 };
        if stride < 0 {
            before = before.checked_add((n - 1).checked_mul(stride.unsigned_abs())?)?;
        }
        out.push(stride);
    }
    Some((out, before))
}
