//! Rust types that are dtypes.

use bytemuck::{CheckedBitPattern, NoUninit, Pod};
use half::{bf16, f16};
use num_complex::Complex;

use super::DType;

/// A Rust type whose values lie in memory as a dtype's elements do.
pub trait Element: Copy + PartialEq + NoUninit + CheckedBitPattern + Send + Sync + 'static {
    /// The dtype.
    const DTYPE: DType;
    /// The type with the same bytes in which every bit pattern is valid.
    type Raw: Pod + Send + Sync;
    /// The value of raw bytes.
    fn from_raw(raw: Self::Raw) -> Self;
    /// The raw bytes of the value.
    fn into_raw(self) -> Self::Raw;
}

macro_rules! elements {
    ($($t:ty: $variant:ident;)*) => {$(
        impl Element for $t {
            const DTYPE: DType = DType::$variant;
            type Raw = $t;

            fn from_raw(raw: $t) -> $t {
                raw
            }

            fn into_raw(self) -> $t {
                self
            }
        }
    )*};
}

elements! {
    f64: Float64;
    f32: Float32;
    f16: Float16;
    bf16: BFloat16;
    i8: Int8;
    i16: Int16;
    i32: Int32;
    i64: Int64;
    u8: UInt8;
    u16: UInt16;
    u32: UInt32;
    u64: UInt64;
    Complex<f16>: Complex32;
    Complex<bf16>: BComplex32;
    Complex<f32>: Complex64;
    Complex<f64>: Complex128;
}

impl Element for bool {
    const DTYPE: DType = DType::Bool;
    type Raw = u8;

    fn from_raw(raw: u8) -> bool {
        raw != 0
    }

    fn into_raw(self) -> u8 {
        u8::from(self)
    }
}
