//! DLPack's structs as they lie in memory, and its codes for dtypes.
//!
//! Source: DLPack 1.1, `dlpack.h`.

use std::ffi::{CStr, c_void};

use polyad::DType;

/// The version that is spoken; the narrow floats came with 1.1.
pub(super) const VERSION: Version = Version { major: 1, minor: 1 };

/// Memory of the host.
pub(super) const CPU: i32 = 1;
/// Kinds of device whose memory the host can read: its own, and memory pinned for CUDA and ROCm.
pub(super) const HOSTS: [i32; 3] = [CPU, 3, 11];

/// Nobody may write the memory.
pub(super) const READ_ONLY: u64 = 1;
/// The memory was copied for this export.
pub(super) const IS_COPIED: u64 = 1 << 1;
/// Elements narrower than a byte take one each.
pub(super) const PADDED: u64 = 1 << 2;

/// `DLPackVersion`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Version {
    pub(super) major: u32,
    pub(super) minor: u32,
}

/// `DLDevice`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Device {
    pub(super) kind: i32,
    pub(super) id: i32,
}

/// `DLDataType`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Element {
    pub(super) code: u8,
    pub(super) bits: u8,
    pub(super) lanes: u16,
}

/// `DLTensor`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Array {
    pub(super) data: *mut c_void,
    pub(super) device: Device,
    pub(super) ndim: i32,
    pub(super) element: Element,
    pub(super) shape: *mut i64,
    pub(super) strides: *mut i64,
    pub(super) byte_offset: u64,
}

/// `DLManagedTensor`: the form from before version 1.
#[repr(C)]
pub(super) struct Legacy {
    array: Array,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Legacy)>,
}

/// `DLManagedTensorVersioned`.
#[repr(C)]
pub(super) struct Versioned {
    pub(super) version: Version,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Versioned)>,
    pub(super) flags: u64,
    array: Array,
}

/// What both forms have in common.
pub(super) trait Managed: Sized + 'static {
    /// The name of a capsule that holds one.
    const NAME: &'static CStr;
    /// Its name once a consumer took it.
    const USED: &'static CStr;

    fn new(array: Array, flags: u64, context: *mut c_void, deleter: unsafe extern "C" fn(*mut Self)) -> Self;
    fn array(&self) -> Array;
    fn context(&self) -> *mut c_void;
    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)>;
}

impl Managed for Legacy {
    const NAME: &'static CStr = c"dltensor";
    const USED: &'static CStr = c"used_dltensor";

    fn new(array: Array, _flags: u64, context: *mut c_void, deleter: unsafe extern "C" fn(*mut Self)) -> Self {
        Legacy { array, context, deleter: Some(deleter) }
    }

    fn array(&self) -> Array {
        self.array
    }

    fn context(&self) -> *mut c_void {
        self.context
    }

    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.deleter
    }
}

impl Managed for Versioned {
    const NAME: &'static CStr = c"dltensor_versioned";
    const USED: &'static CStr = c"used_dltensor_versioned";

    fn new(array: Array, flags: u64, context: *mut c_void, deleter: unsafe extern "C" fn(*mut Self)) -> Self {
        Versioned { version: VERSION, context, deleter: Some(deleter), flags, array }
    }

    fn array(&self) -> Array {
        self.array
    }

    fn context(&self) -> *mut c_void {
        self.context
    }

    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.deleter
    }
}

/// Codes and bits, and the dtypes that they stand for.
const CODES: &[(u8, u8, DType)] = &[
    (0, 2, DType::Int2),
    (0, 4, DType::Int4),
    (0, 8, DType::Int8),
    (0, 16, DType::Int16),
    (0, 32, DType::Int32),
    (0, 64, DType::Int64),
    (1, 1, DType::UInt1),
    (1, 2, DType::UInt2),
    (1, 4, DType::UInt4),
    (1, 8, DType::UInt8),
    (1, 16, DType::UInt16),
    (1, 32, DType::UInt32),
    (1, 64, DType::UInt64),
    (2, 16, DType::Float16),
    (2, 32, DType::Float32),
    (2, 64, DType::Float64),
    (4, 16, DType::BFloat16),
    (5, 32, DType::Complex32),
    (5, 64, DType::Complex64),
    (5, 128, DType::Complex128),
    (6, 8, DType::Bool),
    (7, 8, DType::Float8E3M4),
    (8, 8, DType::Float8E4M3),
    (9, 8, DType::Float8E4M3B11FNUZ),
    (10, 8, DType::Float8E4M3FN),
    (11, 8, DType::Float8E4M3FNUZ),
    (12, 8, DType::Float8E5M2),
    (13, 8, DType::Float8E5M2FNUZ),
    (14, 8, DType::Float8E8M0FNU),
    (15, 6, DType::Float6E2M3FN),
    (16, 6, DType::Float6E3M2FN),
    (17, 4, DType::Float4E2M1FN),
];

/// How DLPack names a dtype; `None` where it has no word for it.
pub(super) fn element(dtype: DType) -> Option<Element> {
    // Without a sign the same codes are the same numbers.
    let dtype = if dtype == DType::Float8UE4M3 { DType::Float8E4M3FN } else { dtype };
    let (code, bits, _) = CODES.iter().copied().find(|(.., d)| *d == dtype)?;
    Some(Element { code, bits, lanes: 1 })
}

/// The dtype of a name.
pub(super) fn dtype(element: Element) -> Option<DType> {
    let named = CODES.iter().find(|(code, bits, _)| (*code, *bits, 1) == (element.code, element.bits, element.lanes));
    named.map(|(.., dtype)| *dtype)
}
