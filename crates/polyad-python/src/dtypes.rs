//! Dtypes as Python writes them: names, NumPy's objects, and the format strings of the buffer protocol.

use std::ffi::{CStr, c_long};

use polyad::{DType, Error};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::dtype::PyDType;
use crate::errors::raise;

/// The dtype of an object, of a name, of a NumPy dtype or scalar type, or of `bool`, `int`, `float`, `complex`.
pub(crate) fn parse(obj: &Bound<'_, PyAny>) -> PyResult<DType> {
    if let Ok(dtype) = obj.cast::<PyDType>() {
        return Ok(dtype.get().0);
    }
    if let Ok(name) = obj.cast::<PyString>() {
        return DType::from_name(&name.to_cow()?).map_err(raise);
    }
    let name = match obj.cast::<PyType>() {
        Ok(class) => class.name()?.to_string(),
        Err(_) => obj.str()?.to_string(),
    };
    match name.as_str() {
        "int" => Ok(DType::Int64),
        "float" => Ok(DType::Float64),
        "complex" => Ok(DType::Complex128),
        // `str(x)` of a stranger may be any text, and short ones would be taken for names.
        name => DType::ALL
            .iter()
            .copied()
            .find(|d| d.name() == name)
            .ok_or_else(|| raise(Error::UnknownDType { name: name.into() })),
    }
}

/// The dtype, where one is given.
pub(crate) fn parse_optional(obj: Option<&Bound<'_, PyAny>>) -> PyResult<Option<DType>> {
    obj.filter(|o| !o.is_none()).map(parse).transpose()
}

/// The format string under which the elements are exported, NumPy's letters; `None` where NumPy has no such dtype.
pub(crate) fn format(dtype: DType) -> Option<&'static CStr> {
    let long = size_of::<c_long>() == 8;
    Some(match dtype {
        DType::Bool => c"?",
        DType::Int8 => c"b",
        DType::Int16 => c"h",
        DType::Int32 => c"i",
        DType::Int64 => [c"q", c"l"][usize::from(long)],
        DType::UInt8 => c"B",
        DType::UInt16 => c"H",
        DType::UInt32 => c"I",
        DType::UInt64 => [c"Q", c"L"][usize::from(long)],
        DType::Float16 => c"e",
        DType::Float32 => c"f",
        DType::Float64 => c"d",
        DType::Complex64 => c"Zf",
        DType::Complex128 => c"Zd",
        _ => return None,
    })
}

/// The dtype of a format string whose items have `width` bytes, and whether they are big-endian.
pub(crate) fn from_format(format: &[u8], width: usize) -> Option<(DType, bool)> {
    let (big, code) = match format {
        [b'@' | b'=' | b'^', code @ ..] => (cfg!(target_endian = "big"), code),
        [b'<', code @ ..] => (false, code),
        [b'>' | b'!', code @ ..] => (true, code),
        code => (cfg!(target_endian = "big"), code),
    };
    // The width decides among letters: `l` has 4 or 8 bytes, by platform and byte-order mark.
    let dtype = match (code, width) {
        (b"?", 1) => DType::Bool,
        (b"b", 1) => DType::Int8,
        (b"B", 1) => DType::UInt8,
        (b"h", 2) => DType::Int16,
        (b"H", 2) => DType::UInt16,
        (b"i" | b"l", 4) => DType::Int32,
        (b"I" | b"L", 4) => DType::UInt32,
        (b"i" | b"l" | b"q" | b"n", 8) => DType::Int64,
        (b"I" | b"L" | b"Q" | b"N", 8) => DType::UInt64,
        (b"e", 2) => DType::Float16,
        (b"f", 4) => DType::Float32,
        (b"d" | b"g", 8) => DType::Float64,
        (b"Zf" | b"F", 8) => DType::Complex64,
        (b"Zd" | b"D" | b"Zg", 16) => DType::Complex128,
        _ => return None,
    };
    Some((dtype, big && width > 1))
}
