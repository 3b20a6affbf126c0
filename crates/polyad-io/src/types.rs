//! Every element type that a file can name, once: what a block takes, and what each format calls it.
//!
//! Types without a decoder here have no [`DType`]; such tensors are listed with name, shape and size, passed
//! through as bytes, and refused by name when their values are asked for.

use std::fmt;
use std::sync::OnceLock;

use polyad_core::{DType, Error, MAX_NDIM, Result};

use crate::fault::{Fault, Parse, Word};
use crate::format::Format;

/// The type of an entry's elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EntryType {
    /// A dtype whose values can be read.
    Known(DType),
    /// A type that a format names and that has no decoder here: listed, copied as bytes, its values refused.
    Named {
        /// Its name: "float8_e4m3fn"; for NPY members the text of the header, "<U3".
        name: String,
        /// Why its values cannot be read.
        why: &'static str,
    },
}

impl EntryType {
    /// The type called `name`: a dtype, or a type of one of the formats that has no decoder here.
    ///
    /// ```
    /// use polyad_io::EntryType;
    /// assert_eq!(EntryType::from_name("float8_e5m2").unwrap().to_string(), "float8_e5m2");
    /// assert!(EntryType::from_name("q4_Z").is_none());
    /// ```
    pub fn from_name(name: &str) -> Option<EntryType> {
        types().iter().find(|row| row.name == name).map(Row::entry_type)
    }

    /// The dtype, where there is one.
    pub fn known(&self) -> Option<DType> {
        match self {
            EntryType::Known(dtype) => Some(*dtype),
            EntryType::Named { .. } => None,
        }
    }

    /// The name: "float32", "q4_K", "float8_e4m3fn".
    pub fn name(&self) -> &str {
        match self {
            EntryType::Known(dtype) => dtype.name(),
            EntryType::Named { name, .. } => name,
        }
    }

    pub(crate) fn row(&self) -> Option<&'static Row> {
        match self {
            EntryType::Known(dtype) => types().iter().find(|row| row.dtype == Some(*dtype)),
            EntryType::Named { name, .. } => types().iter().find(|row| row.dtype.is_none() && row.name == name),
        }
    }
}

/// The dtype behind a code of TENS files, 0 to 8. Errors: `BadArgument` for any other code.
///
/// ```
/// use polyad_core::DType;
/// assert_eq!(polyad_io::tens_dtype(8)?, DType::Ternary);
/// assert!(polyad_io::tens_dtype(9).is_err());
/// # Ok::<(), polyad_core::Error>(())
/// ```
pub fn tens_dtype(code: u64) -> Result<DType> {
    let row = types().iter().find(|row| row.tens.is_some_and(|c| u64::from(c) == code));
    row.and_then(|row| row.dtype).ok_or_else(|| Error::BadArgument {
        op: "tens_dtype",
        argument: "code",
        got: code.to_string(),
        takes: "0 (float64) to 8 (ternary)".into(),
    })
}

/// The code of a dtype in TENS files; `None` for a dtype that they do not have.
pub fn tens_code(dtype: DType) -> Option<u8> {
    types().iter().find(|row| row.dtype == Some(dtype)).and_then(|row| row.tens)
}

impl From<DType> for EntryType {
    fn from(dtype: DType) -> EntryType {
        EntryType::Known(dtype)
    }
}

impl fmt::Display for EntryType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is swapped to read big-endian data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Swap {
    /// Every so many bytes are one number.
    Words(usize),
    /// The 16-bit fields at these places of a block.
    Halves(&'static [usize]),
    /// No writer of such data is known, so there is no rule.
    NoRule,
}

/// A type: its block, and its name in each format.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) dtype: Option<DType>,
    /// Elements and bytes of a block.
    pub(crate) block: (u64, u64),
    pub(crate) swap: Swap,
    pub(crate) safetensors: Option<&'static str>,
    pub(crate) gguf: Option<u32>,
    pub(crate) npy: Option<&'static str>,
    pub(crate) tens: Option<u8>,
}

const NO_DECODER: &str = "there is no decoder for it yet";
const PARTNER: &str = "it holds activations between two steps of a dot product, never weights";

impl Row {
    pub(crate) fn entry_type(&self) -> EntryType {
        match self.dtype {
            Some(dtype) => EntryType::Known(dtype),
            None => EntryType::Named {
                name: self.name.to_owned(),
                why: if self.name == "q8_1" { PARTNER } else { NO_DECODER },
            },
        }
    }

    /// Whether `format` has a name for this type.
    pub(crate) fn fits(&self, format: Format) -> bool {
        match format {
            Format::Safetensors => self.safetensors.is_some(),
            Format::Gguf => self.gguf.is_some(),
            Format::Npy | Format::Npz => self.npy.is_some(),
            Format::Tens => self.tens.is_some(),
        }
    }

    /// Bytes that a scalar of this type has to be aligned to, so that it can be used where it lies.
    pub(crate) fn align(&self) -> u64 {
        match self.swap {
            Swap::Words(n) => n as u64,
            Swap::Halves(_) | Swap::NoRule => 1,
        }
    }

    const fn plain(name: &'static str, dtype: DType, bytes: u64) -> Row {
        Row {
            name,
            dtype: Some(dtype),
            block: (1, bytes),
            swap: Swap::Words(bytes as usize),
            safetensors: None,
            gguf: dtype.ggml_type(),
            npy: None,
            tens: None,
        }
    }

    const fn ggml(name: &'static str, dtype: DType, block: (u64, u64), swap: Swap) -> Row {
        Row { block, swap, ..Row::plain(name, dtype, 1) }
    }

    /// A type that one format packs more tightly than memory, or as tightly: its block there.
    const fn packed(name: &'static str, dtype: DType, safetensors: &'static str, block: (u64, u64)) -> Row {
        Row { block, ..Row::plain(name, dtype, 1) }.in_safetensors(safetensors)
    }

    /// Whether files have four codes in three bytes where memory has one a byte.
    pub(crate) fn is_six_bits(&self) -> bool {
        self.block == (4, 3)
    }

    const fn in_safetensors(self, name: &'static str) -> Row {
        Row { safetensors: Some(name), ..self }
    }

    const fn in_npy(self, descr: &'static str) -> Row {
        Row { npy: Some(descr), ..self }
    }

    const fn in_tens(self, code: u8) -> Row {
        Row { tens: Some(code), ..self }
    }
}

use DType as D;
use Swap::{Halves, NoRule};

/// Sources: the safetensors format (version 0.8), ggml's type table, NumPy's array protocol, TENS version 1.
static NAMED: &[Row] = &[
    Row::plain("float64", D::Float64, 8).in_safetensors("F64").in_npy("<f8").in_tens(0),
    Row::plain("float32", D::Float32, 4).in_safetensors("F32").in_npy("<f4").in_tens(1),
    Row::plain("float16", D::Float16, 2).in_safetensors("F16").in_npy("<f2").in_tens(2),
    Row::plain("bfloat16", D::BFloat16, 2).in_safetensors("BF16").in_tens(3),
    Row::plain("int8", D::Int8, 1).in_safetensors("I8").in_npy("|i1").in_tens(4),
    Row::plain("int16", D::Int16, 2).in_safetensors("I16").in_npy("<i2").in_tens(5),
    Row::plain("int32", D::Int32, 4).in_safetensors("I32").in_npy("<i4").in_tens(6),
    Row::plain("int64", D::Int64, 8).in_safetensors("I64").in_npy("<i8").in_tens(7),
    Row::plain("uint8", D::UInt8, 1).in_safetensors("U8").in_npy("|u1"),
    Row::plain("uint16", D::UInt16, 2).in_safetensors("U16").in_npy("<u2"),
    Row::plain("uint32", D::UInt32, 4).in_safetensors("U32").in_npy("<u4"),
    Row::plain("uint64", D::UInt64, 8).in_safetensors("U64").in_npy("<u8"),
    Row::plain("bool", D::Bool, 1).in_safetensors("BOOL").in_npy("|b1"),
    Row { swap: Swap::Words(4), ..Row::plain("complex64", D::Complex64, 8) }.in_safetensors("C64").in_npy("<c8"),
    Row { swap: Swap::Words(8), ..Row::plain("complex128", D::Complex128, 16) }.in_npy("<c16"),
    Row { block: (4, 1), ..Row::plain("ternary", D::Ternary, 1) }.in_tens(8),
    Row::ggml("q4_0", D::Q4_0, (32, 18), Halves(&[0])),
    Row::ggml("q4_1", D::Q4_1, (32, 20), Halves(&[0, 2])),
    Row::ggml("q5_0", D::Q5_0, (32, 22), Halves(&[0])),
    Row::ggml("q5_1", D::Q5_1, (32, 24), Halves(&[0, 2])),
    Row::ggml("q8_0", D::Q8_0, (32, 34), Halves(&[0])),
    Row { dtype: None, ..Row::ggml("q8_1", D::Q8_1, (32, 36), Halves(&[0, 2])) },
    Row::ggml("q2_K", D::Q2K, (256, 84), Halves(&[80, 82])),
    Row::ggml("q3_K", D::Q3K, (256, 110), Halves(&[108])),
    Row::ggml("q4_K", D::Q4K, (256, 144), Halves(&[0, 2])),
    Row::ggml("q5_K", D::Q5K, (256, 176), Halves(&[0, 2])),
    Row::ggml("q6_K", D::Q6K, (256, 210), Halves(&[208])),
    Row::ggml("q8_K", D::Q8K, (256, 292), NoRule),
    Row::ggml("iq2_xxs", D::Iq2Xxs, (256, 66), NoRule),
    Row::ggml("iq2_xs", D::Iq2Xs, (256, 74), NoRule),
    Row::ggml("iq3_xxs", D::Iq3Xxs, (256, 98), NoRule),
    Row::ggml("iq1_s", D::Iq1S, (256, 50), NoRule),
    Row::ggml("iq4_nl", D::Iq4Nl, (32, 18), Halves(&[0])),
    Row::ggml("iq3_s", D::Iq3S, (256, 110), NoRule),
    Row::ggml("iq2_s", D::Iq2S, (256, 82), NoRule),
    Row::ggml("iq4_xs", D::Iq4Xs, (256, 136), NoRule),
    Row::ggml("iq1_m", D::Iq1M, (256, 56), NoRule),
    Row::ggml("tq1_0", D::Tq1_0, (256, 54), Halves(&[52])),
    Row::ggml("tq2_0", D::Tq2_0, (256, 66), Halves(&[64])),
    Row::ggml("mxfp4", D::Mxfp4, (32, 17), Halves(&[])),
    Row::ggml("nvfp4", D::Nvfp4, (64, 36), Halves(&[])),
    Row::ggml("q1_0", D::Q1_0, (128, 18), Halves(&[0])),
    Row::ggml("q2_0", D::Q2_0, (64, 18), Halves(&[0])),
    Row::plain("float8_e4m3fn", D::Float8E4M3FN, 1).in_safetensors("F8_E4M3"),
    Row::plain("float8_e5m2", D::Float8E5M2, 1).in_safetensors("F8_E5M2"),
    Row::plain("float8_e4m3fnuz", D::Float8E4M3FNUZ, 1).in_safetensors("F8_E4M3FNUZ"),
    Row::plain("float8_e5m2fnuz", D::Float8E5M2FNUZ, 1).in_safetensors("F8_E5M2FNUZ"),
    Row::plain("float8_e8m0fnu", D::Float8E8M0FNU, 1).in_safetensors("F8_E8M0"),
    Row::packed("float6_e2m3fn", D::Float6E2M3FN, "F6_E2M3", (4, 3)),
    Row::packed("float6_e3m2fn", D::Float6E3M2FN, "F6_E3M2", (4, 3)),
    Row::packed("float4_e2m1fn", D::Float4E2M1FN, "F4", (2, 1)),
];

/// Every type: those that some format has a name for, and the other dtypes, which stay in memory.
pub(crate) fn types() -> &'static [Row] {
    static TYPES: OnceLock<Vec<Row>> = OnceLock::new();
    TYPES.get_or_init(|| {
        let others = DType::ALL.iter().filter(|dtype| NAMED.iter().all(|row| row.name != dtype.name()));
        let row = |&dtype: &DType| Row {
            block: (dtype.block_len() as u64, dtype.block_bytes() as u64),
            ..Row::plain(dtype.name(), dtype, 1)
        };
        NAMED.iter().cloned().chain(others.map(row)).collect()
    })
}

/// Bytes of a tensor in packed blocks. Extents of 0 do not excuse the others: their product has to fit too.
pub(crate) fn size_bytes(shape: &[u64], block: (u64, u64)) -> Parse<u64> {
    const MAX: u64 = i64::MAX as u64;
    if shape.len() > MAX_NDIM {
        return Err(Fault::new(Word::BadValue, format!("{} axes; a tensor has {MAX_NDIM} at most", shape.len())));
    }
    let past = |what| Fault::new(Word::Overflow, format!("shape {shape:?}: {what} past 63 bits"));
    let mut full = 1u64;
    for &extent in shape {
        full = full.checked_mul(extent.max(1)).filter(|&n| n <= MAX).ok_or_else(|| past("the element count is"))?;
    }
    let bytes = full.div_ceil(block.0).checked_mul(block.1).filter(|&n| n <= MAX);
    let bytes = bytes.ok_or_else(|| past("the byte count is"))?;
    Ok(if shape.contains(&0) { 0 } else { bytes })
}

/// The shape in the machine's own integers, which on small machines hold less than the file's.
pub(crate) fn to_usize(shape: &[u64]) -> Parse<Vec<usize>> {
    shape
        .iter()
        .map(|&n| {
            usize::try_from(n).map_err(|_| Fault::new(Word::Overflow, format!("extent {n} is past this machine")))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dtype_has_one_row_of_its_own_sizes() {
        for &dtype in DType::ALL.iter().filter(|&&d| d != DType::Q8_1) {
            let row = EntryType::Known(dtype).row().unwrap_or_else(|| panic!("no row for {dtype}"));
            assert_eq!(row.name, dtype.name());
            let block = if row.is_six_bits() { (1, 1) } else { row.block };
            assert_eq!(block, (dtype.block_len() as u64, dtype.block_bytes() as u64), "{dtype}");
            assert_eq!(EntryType::from_name(dtype.name()), Some(EntryType::Known(dtype)));
        }
    }

    #[test]
    fn q8_1_is_listed_and_refused() {
        assert!(matches!(EntryType::from_name("q8_1"), Some(EntryType::Named { why: PARTNER, .. })));
        assert!(EntryType::Known(DType::Q8_1).row().is_none());
    }

    #[test]
    fn names_and_numbers_are_unique() {
        for (i, a) in types().iter().enumerate() {
            for b in &types()[i + 1..] {
                assert_ne!(a.name, b.name);
                assert!(a.gguf.is_none() || a.gguf != b.gguf, "{}", a.name);
                assert!(a.safetensors.is_none() || a.safetensors != b.safetensors, "{}", a.name);
                assert!(a.npy.is_none() || a.npy != b.npy, "{}", a.name);
                assert!(a.tens.is_none() || a.tens != b.tens, "{}", a.name);
            }
        }
        assert_eq!(types().iter().filter(|row| row.gguf.is_some()).count(), 35);
    }

    #[test]
    fn sizes_are_checked_products() {
        assert_eq!(size_bytes(&[], (1, 4)).unwrap(), 4);
        assert_eq!(size_bytes(&[3, 5], (4, 1)).unwrap(), 4);
        assert_eq!(size_bytes(&[3, 0], (1, 8)).unwrap(), 0);
        assert_eq!(size_bytes(&[0, 1 << 40, 1 << 40], (1, 1)).unwrap_err().word, Word::Overflow);
        assert_eq!(size_bytes(&[1 << 61], (1, 8)).unwrap_err().word, Word::Overflow);
        assert_eq!(size_bytes(&[1; MAX_NDIM + 1], (1, 8)).unwrap_err().word, Word::BadValue);
    }
}
