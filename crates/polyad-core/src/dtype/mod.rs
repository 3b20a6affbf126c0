//! What a block of bytes means: elements a block, bytes a block, decode, encode.
//!
//! Every dtype is a block format and stands in a file of `formats/`; the list of them in `formats/mod.rs` is made from
//! those files by `cargo xtask gen`. The codecs are the plain scalar meaning, one element after the other: kernels are fast
//! copies held against them.

use std::fmt;

use crate::{Error, Result};

macro_rules! dtypes {
    ($($variant:ident: $spec:path, $doc:literal;)*) => {
        /// The number format of a tensor's elements.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum DType { $(#[doc = $doc] $variant,)* }

        impl DType {
            /// Every dtype, in the order of the list.
            pub const ALL: &'static [DType] = &[$(DType::$variant,)*];

            #[inline]
            pub(super) fn spec(self) -> &'static Spec {
                match self { $(DType::$variant => &$spec,)* }
            }
        }
    };
}

mod codebook;
mod element;
mod fit;
mod flaw;
mod formats;
mod iq1;
mod iquant;
mod kquant;
mod lattice;
mod limits;
mod minifloat;
mod names;
mod numbers;
mod scaled;

pub use element::Element;
use flaw::FindFlaw;
pub use flaw::Flaw;
pub use formats::DType;
pub(crate) use formats::ternary::first_invalid as first_invalid_ternary;
pub use limits::FloatInfo;
pub use scaled::BLOCK_LIMIT;

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
    #[inline]
    pub fn kind(self) -> Kind {
        self.spec().kind
    }

    /// Elements a block: 1 for plain numbers, 4 for ternary, 32 for q4_0.
    #[inline]
    pub fn block_len(self) -> usize {
        self.spec().block_len
    }

    /// Bytes a block.
    #[inline]
    pub fn block_bytes(self) -> usize {
        self.spec().block_bytes
    }

    /// Bits an element, scales included: 4.5 for q4_0.
    pub fn bits(self) -> f64 {
        (self.block_bytes() * 8) as f64 / self.block_len() as f64
    }

    /// Whether elements of a block share a scale, so that only whole blocks can be written.
    #[inline]
    pub fn is_quantized(self) -> bool {
        self.spec().storage == Storage::Scaled
    }

    /// Whether several elements share a byte while each stays addressable.
    #[inline]
    pub fn is_packed(self) -> bool {
        self.spec().storage == Storage::Packed
    }

    /// Whether every element is whole bytes of its own.
    #[inline]
    pub fn is_plain(self) -> bool {
        self.spec().storage == Storage::Plain
    }

    /// The dtype in which operations compute: itself, or float32 for narrower and quantized floats, int8 for ternary.
    #[inline]
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
    #[inline]
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
