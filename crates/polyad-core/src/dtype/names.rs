//! Names into dtypes: ours, the seeds' short ones where they mean one thing, and NumPy's type strings.

use std::str::FromStr;

use super::DType;
use crate::{Error, Result};

/// Names without a byte-order mark that count bytes in NumPy and bits elsewhere.
const AMBIGUOUS: &[(&str, &str)] = &[
    ("i1", "int8 (NumPy counts bytes) or a 1-bit integer"),
    ("i2", "int16 (NumPy counts bytes) or a 2-bit integer"),
    ("i4", "int32 (NumPy counts bytes) or a 4-bit integer"),
    ("u1", "uint8 (NumPy counts bytes) or a 1-bit integer"),
    ("u2", "uint16 (NumPy counts bytes) or a 2-bit integer"),
    ("u4", "uint32 (NumPy counts bytes) or a 4-bit integer"),
    ("float", "float64 (NumPy, Python) or float32 (C, PyTorch)"),
    ("f4", "float32 (NumPy counts bytes) or a 4-bit float"),
    ("f8", "float64 (NumPy counts bytes) or an 8-bit float"),
];

/// NumPy's type strings, behind the mark of byte order.
const NUMPY: &[(&str, DType)] = &[
    ("f8", DType::Float64),
    ("f4", DType::Float32),
    ("f2", DType::Float16),
    ("i1", DType::Int8),
    ("i2", DType::Int16),
    ("i4", DType::Int32),
    ("i8", DType::Int64),
    ("u1", DType::UInt8),
    ("u2", DType::UInt16),
    ("u4", DType::UInt32),
    ("u8", DType::UInt64),
    ("b1", DType::Bool),
    ("c8", DType::Complex64),
    ("c16", DType::Complex128),
];

impl DType {
    /// The dtype of a name: `float32`, `f32`, `q4_0`, `<f4`. Case does not matter in our own names.
    ///
    /// Errors: [`Error::UnknownDType`], which lists the known ones; [`Error::AmbiguousDType`] for bare `i1`, `u4`, ....
    ///
    /// ```
    /// use polyad_core::DType;
    /// assert_eq!(DType::from_name("bf16")?, DType::BFloat16);
    /// assert_eq!(DType::from_name("<i8")?, DType::Int64);
    /// assert_eq!(DType::from_name("i8")?, DType::Int8);
    /// assert!(DType::from_name("i4").is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn from_name(name: &str) -> Result<DType> {
        let unknown = || Error::UnknownDType { name: name.into() };
        if let Some(code) = name.strip_prefix(['<', '|', '=']) {
            return NUMPY.iter().find(|(c, _)| *c == code).map(|&(_, d)| d).ok_or_else(unknown);
        }
        if let Some(&(_, meanings)) = AMBIGUOUS.iter().find(|(n, _)| *n == name) {
            return Err(Error::AmbiguousDType { name: name.into(), meanings });
        }
        let matches = |s: &str| s.eq_ignore_ascii_case(name);
        DType::ALL
            .iter()
            .copied()
            .find(|d| matches(d.name()) || d.spec().aliases.iter().any(|a| matches(a)))
            .ok_or_else(unknown)
    }

    /// NumPy's type string in little-endian order, where NumPy has the dtype: `<f4`, `|b1`.
    pub fn numpy_typestr(self) -> Option<&'static str> {
        Some(match self {
            DType::Float64 => "<f8",
            DType::Float32 => "<f4",
            DType::Float16 => "<f2",
            DType::Int8 => "|i1",
            DType::Int16 => "<i2",
            DType::Int32 => "<i4",
            DType::Int64 => "<i8",
            DType::UInt8 => "|u1",
            DType::UInt16 => "<u2",
            DType::UInt32 => "<u4",
            DType::UInt64 => "<u8",
            DType::Bool => "|b1",
            DType::Complex64 => "<c8",
            DType::Complex128 => "<c16",
            _ => return None,
        })
    }
}

impl FromStr for DType {
    type Err = Error;

    fn from_str(name: &str) -> Result<DType> {
        DType::from_name(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_dtype() {
        for &d in DType::ALL {
            assert_eq!(DType::from_name(d.name()).unwrap(), d);
            if let Some(s) = d.numpy_typestr() {
                assert_eq!(DType::from_name(s).unwrap(), d);
            }
        }
    }

    #[test]
    fn names_and_aliases_are_distinct() {
        let mut seen = std::collections::HashSet::new();
        for &d in DType::ALL {
            assert!(seen.insert(d.name().to_ascii_lowercase()), "{d}");
            for a in d.spec().aliases {
                assert!(seen.insert(a.to_ascii_lowercase()), "{a}");
            }
        }
    }

    #[test]
    fn unknown_name_lists_the_known() {
        let text = DType::from_name("q9_9").unwrap_err().to_string();
        assert!(text.contains("q9_9") && text.contains("float32") && text.contains("mxfp4"), "{text}");
    }
}
