//! What a block of bytes means: elements a block, bytes a block, decode, encode.
//!
//! Every dtype is a block format and has one file here; the list below is the only list of them. The codecs
//! are the plain scalar meaning, one element after the other: kernels are fast copies held against them.

use std::fmt;

use crate::{Error, Result};

mod bfloat16;
mod bool;
mod codebook;
mod complex;
mod element;
mod fit;
mod flaw;
mod float;
mod float16;
mod float4;
mod float8;
mod integer;
mod iq1;
mod iq1_m;
mod iq1_s;
mod iq2_s;
mod iq2_xs;
mod iq2_xxs;
mod iq3_s;
mod iq3_xxs;
mod iq4_nl;
mod iq4_xs;
mod iquant;
mod kquant;
mod lattice;
mod limits;
mod minifloat;
mod mxfp4;
mod names;
mod numbers;
mod nvfp4;
mod packed_int;
mod q1_0;
mod q2_0;
mod q2_k;
mod q3_k;
mod q4_0;
mod q4_1;
mod q4_k;
mod q5_0;
mod q5_1;
mod q5_k;
mod q6_k;
mod q8_0;
mod q8_1;
mod q8_k;
mod scale;
mod scaled;
mod ternary;
mod tq1_0;
mod tq2_0;

pub use element::Element;
use flaw::FindFlaw;
pub use flaw::Flaw;
pub use limits::FloatInfo;
pub use scaled::BLOCK_LIMIT;
pub(crate) use ternary::first_invalid as first_invalid_ternary;

/// The kind of number a dtype holds, as the Python array API sorts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Truth values.
    Bool,
    /// Signed integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Real floats, quantized formats among them.
    Float,
    /// Complex floats.
    Complex,
}

/// A value that a block format cannot hold: its place in the input, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reject {
    /// Element index, from the start of the slice given to the encoder.
    pub index: usize,
    /// The value.
    pub value: f64,
    /// The reason, in words that continue "cannot become q4_0:".
    pub why: &'static str,
}

/// Encodes floats: rounds once, or names the first value that the format cannot hold.
type EncodeFloats = fn(&[f64], &mut [u8]) -> std::result::Result<(), Reject>;

/// Encodes one whole row of floats where their errors count by these weights, which are finite and at least 0.
type EncodeWeighted = fn(&[f64], &[f32], &mut [u8]) -> std::result::Result<(), Reject>;

/// Decode and encode of whole blocks in the widest type of the dtype's kind: the plain meaning.
///
/// For n blocks the byte side has `n * block_bytes` bytes and the value side `n * block_len` values.
pub enum Codec {
    /// Real floats.
    Float {
        /// Bytes to values, exact.
        decode: fn(&[u8], &mut [f64]),
        /// Values to bytes.
        encode: EncodeFloats,
        /// Values to bytes, the errors of some counting more: one row at a time, as formats look at its mean square.
        /// `None` where importance makes no difference.
        encode_weighted: Option<EncodeWeighted>,
    },
    /// Signed integers; encoding wraps (ternary: takes the sign).
    Signed {
        /// Bytes to values.
        decode: fn(&[u8], &mut [i64]),
        /// Values to bytes.
        encode: fn(&[i64], &mut [u8]),
    },
    /// Unsigned integers and bool (0 or 1); encoding wraps, bool takes the truth value.
    Unsigned {
        /// Bytes to values.
        decode: fn(&[u8], &mut [u64]),
        /// Values to bytes.
        encode: fn(&[u64], &mut [u8]),
    },
    /// Complex floats as (real, imaginary).
    Complex {
        /// Bytes to values.
        decode: fn(&[u8], &mut [[f64; 2]]),
        /// Values to bytes.
        encode: fn(&[[f64; 2]], &mut [u8]),
    },
}

/// How the elements of a dtype lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Storage {
    /// One element, whole bytes.
    Plain,
    /// Several elements a byte, each of them addressable, low bits first.
    Packed,
    /// Elements of a block share a scale: whole blocks are needed to write.
    Scaled,
}

/// One dtype, whole: what its file states.
struct Spec {
    name: &'static str,
    aliases: &'static [&'static str],
    kind: Kind,
    storage: Storage,
    block_len: usize,
    block_bytes: usize,
    compute: DType,
    codec: Codec,
    flaw: FindFlaw,
}

macro_rules! dtypes {
    ($($variant:ident: $spec:path, $doc:literal;)*) => {
        /// The number format of a tensor's elements.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum DType { $(#[doc = $doc] $variant,)* }

        impl DType {
            /// Every dtype, in the order of the list.
            pub const ALL: &'static [DType] = &[$(DType::$variant,)*];

            fn spec(self) -> &'static Spec {
                match self { $(DType::$variant => &$spec,)* }
            }
        }
    };
}

dtypes! {
    Float64: float::FLOAT64, "IEEE binary64.";
    Float32: float::FLOAT32, "IEEE binary32.";
    Float16: float16::SPEC, "IEEE binary16.";
    BFloat16: bfloat16::SPEC, "The upper half of binary32.";
    Float8E4M3FN: float8::E4M3FN, "OCP 8-bit float to 448: no infinity, saturates.";
    Float8E5M2: float8::E5M2, "OCP 8-bit float with infinity, to 57,344.";
    Float8E4M3: float8::E4M3, "8-bit float with infinity, to 240.";
    Float8E3M4: float8::E3M4, "8-bit float with infinity, to 15.5.";
    Float8E4M3FNUZ: float8::E4M3FNUZ, "8-bit float to 240: one NaN, no infinity, no -0.";
    Float8E5M2FNUZ: float8::E5M2FNUZ, "8-bit float to 57,344: one NaN, no infinity, no -0.";
    Float8E4M3B11FNUZ: float8::E4M3B11FNUZ, "8-bit float of bias 11, to 30: one NaN, no infinity, no -0.";
    Float8E8M0FNU: scale::E8M0FNU, "A power of two: the scale of an OCP MX block.";
    Float8UE4M3: scale::UE4M3, "The magnitude of float8_e4m3fn: the scale of an NVFP4 block.";
    Float6E2M3FN: float8::E2M3FN, "OCP 6-bit float to 7.5, one a byte.";
    Float6E3M2FN: float8::E3M2FN, "OCP 6-bit float to 28, one a byte.";
    Float4E2M1FN: float4::SPEC, "OCP 4-bit float to 6, two a byte.";
    Int8: integer::INT8, "8-bit two's complement.";
    Int16: integer::INT16, "16-bit two's complement.";
    Int32: integer::INT32, "32-bit two's complement.";
    Int64: integer::INT64, "64-bit two's complement.";
    UInt8: integer::UINT8, "8-bit unsigned.";
    UInt16: integer::UINT16, "16-bit unsigned.";
    UInt32: integer::UINT32, "32-bit unsigned.";
    UInt64: integer::UINT64, "64-bit unsigned.";
    Int4: packed_int::INT4, "4-bit two's complement, two a byte.";
    UInt4: packed_int::UINT4, "4-bit unsigned, two a byte.";
    Int2: packed_int::INT2, "2-bit two's complement, four a byte.";
    UInt2: packed_int::UINT2, "2-bit unsigned, four a byte.";
    UInt1: packed_int::UINT1, "One bit, eight a byte.";
    Bool: bool::SPEC, "One byte, 0 or 1.";
    Complex32: complex::COMPLEX32, "Two binary16: real, imaginary.";
    BComplex32: complex::BCOMPLEX32, "Two bfloat16: real, imaginary.";
    Complex64: complex::COMPLEX64, "Two binary32: real, imaginary.";
    Complex128: complex::COMPLEX128, "Two binary64: real, imaginary.";
    Ternary: ternary::SPEC, "-1, 0 or 1 in two bits.";
    Q8_0: q8_0::SPEC, "ggml: 32 8-bit codes and a float16 scale.";
    Q4_0: q4_0::SPEC, "ggml: 32 4-bit codes and a float16 scale.";
    Q4_1: q4_1::SPEC, "ggml: 32 4-bit codes, a float16 scale and a minimum.";
    Q5_0: q5_0::SPEC, "ggml: 32 5-bit codes and a float16 scale.";
    Q5_1: q5_1::SPEC, "ggml: 32 5-bit codes, a float16 scale and a minimum.";
    Mxfp4: mxfp4::SPEC, "ggml's block of 32 float4_e2m1fn codes and a power-of-two scale.";
    Nvfp4: nvfp4::SPEC, "ggml's block of 64 float4_e2m1fn codes and four float8 scales.";
    Q1_0: q1_0::SPEC, "ggml: 128 sign bits and a float16 scale.";
    Q2_0: q2_0::SPEC, "ggml: 64 2-bit codes and a float16 scale.";
    Q8_1: q8_1::SPEC, "ggml: 32 8-bit codes, a float16 scale and a sum; activations only.";
    Q2K: q2_k::SPEC, "ggml: 256 2-bit codes, 4-bit scales and minima in units of two float16.";
    Q3K: q3_k::SPEC, "ggml: 256 3-bit codes, 6-bit scales in units of a float16.";
    Q4K: q4_k::SPEC, "ggml: 256 4-bit codes, 6-bit scales and minima in units of two float16.";
    Q5K: q5_k::SPEC, "ggml: 256 5-bit codes, 6-bit scales and minima in units of two float16.";
    Q6K: q6_k::SPEC, "ggml: 256 6-bit codes, 8-bit scales in units of a float16.";
    Q8K: q8_k::SPEC, "ggml: 256 8-bit codes, a float32 scale and sums; activations.";
    Iq4Nl: iq4_nl::SPEC, "ggml: 32 4-bit codes of uneven values and a float16 scale.";
    Iq4Xs: iq4_xs::SPEC, "ggml: 256 4-bit codes of uneven values, 6-bit scales in units of a float16.";
    Iq3Xxs: iq3_xxs::SPEC, "ggml: 3.06 bits an element by a codebook of 256 entries.";
    Iq3S: iq3_s::SPEC, "ggml: 3.44 bits an element by a codebook of 512 entries.";
    Iq2Xxs: iq2_xxs::SPEC, "ggml: 2.06 bits an element by a codebook of 256 entries.";
    Iq2Xs: iq2_xs::SPEC, "ggml: 2.31 bits an element by a codebook of 512 entries.";
    Iq2S: iq2_s::SPEC, "ggml: 2.56 bits an element by a codebook of 1024 entries.";
    Iq1S: iq1_s::SPEC, "ggml: 1.56 bits an element by a codebook of 2048 entries.";
    Iq1M: iq1_m::SPEC, "ggml: 1.75 bits an element by a codebook of 2048 entries.";
    Tq1_0: tq1_0::SPEC, "ggml: 256 base-3 digits and a float16 scale.";
    Tq2_0: tq2_0::SPEC, "ggml: 256 2-bit codes of -1, 0 and 1 and a float16 scale.";
}

impl DType {
    /// The name that prints and that files and Python use: `float32`, `q4_0`.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Other names that [`DType::from_name`] knows: `f32`, `bf16`.
    pub fn aliases(self) -> &'static [&'static str] {
        self.spec().aliases
    }

    /// The kind of number.
    pub fn kind(self) -> Kind {
        self.spec().kind
    }

    /// Elements a block: 1 for plain numbers, 4 for ternary, 32 for q4_0.
    pub fn block_len(self) -> usize {
        self.spec().block_len
    }

    /// Bytes a block.
    pub fn block_bytes(self) -> usize {
        self.spec().block_bytes
    }

    /// Bits an element, scales included: 4.5 for q4_0.
    pub fn bits(self) -> f64 {
        (self.block_bytes() * 8) as f64 / self.block_len() as f64
    }

    /// Whether elements of a block share a scale, so that only whole blocks can be written.
    pub fn is_quantized(self) -> bool {
        self.spec().storage == Storage::Scaled
    }

    /// Whether several elements share a byte while each stays addressable.
    pub fn is_packed(self) -> bool {
        self.spec().storage == Storage::Packed
    }

    /// Whether every element is whole bytes of its own.
    pub fn is_plain(self) -> bool {
        self.spec().storage == Storage::Plain
    }

    /// The dtype in which operations compute: itself, or float32 for narrower and quantized floats, int8 for ternary.
    pub fn compute(self) -> DType {
        self.spec().compute
    }

    /// Whether the dtype holds real or complex floats.
    pub fn is_float(self) -> bool {
        matches!(self.kind(), Kind::Float | Kind::Complex)
    }

    /// Whether the dtype holds signed or unsigned integers.
    pub fn is_integer(self) -> bool {
        matches!(self.kind(), Kind::Signed | Kind::Unsigned)
    }

    /// Whether the dtype holds activations between two steps of a dot product, and weights never or hardly ever: q8_1, q8_K.
    pub fn is_partner(self) -> bool {
        matches!(self, DType::Q8_1 | DType::Q8K)
    }

    /// Whether values are encoded by importance only: without it, these formats do far too badly.
    pub fn needs_importance(self) -> bool {
        matches!(self, DType::Iq1S | DType::Iq2Xxs | DType::Iq2Xs)
    }

    /// The plain scalar decode and encode.
    pub fn codec(self) -> &'static Codec {
        &self.spec().codec
    }

    /// The first of these whole blocks that is flawed, and how: NaN or infinity where numbers are plain, or as a scale;
    /// bits that stand for no value.
    ///
    /// ```
    /// use polyad_core::{DType, Flaw};
    /// assert_eq!(DType::Float16.first_flaw(&[0, 0x3c, 0, 0x7c]), Some((1, Flaw::Infinite)));
    /// assert_eq!(DType::Bool.first_flaw(&[0, 1]), None);
    /// ```
    pub fn first_flaw(self, bytes: &[u8]) -> Option<(usize, Flaw)> {
        (self.spec().flaw)(bytes)
    }

    /// Bytes of `elements` consecutive elements, a started block counted whole; `None` past the address space.
    ///
    /// ```
    /// use polyad_core::DType;
    /// assert_eq!(DType::Q4_0.storage_bytes(64), Some(36));
    /// assert_eq!(DType::Ternary.storage_bytes(5), Some(2));
    /// ```
    pub fn storage_bytes(self, elements: usize) -> Option<usize> {
        elements.div_ceil(self.block_len()).checked_mul(self.block_bytes()).filter(|&n| n <= isize::MAX as usize)
    }

    /// Bytes of a contiguous tensor of that shape. Errors: [`Error::SizeOverflow`], and [`Error::PartialBlock`] where rows
    /// of a quantized dtype are no whole blocks.
    pub fn tensor_bytes(self, op: &'static str, shape: &[usize]) -> Result<usize> {
        let overflow = || Error::SizeOverflow { op, shape: shape.into(), dtype: Some(self) };
        let size = crate::layout::checked_size(shape).ok_or_else(overflow)?;
        if self.is_quantized() && !shape.last().copied().unwrap_or(1).is_multiple_of(self.block_len()) {
            return Err(Error::PartialBlock { op, dtype: self, shape: shape.into() });
        }
        self.storage_bytes(size).ok_or_else(overflow)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
