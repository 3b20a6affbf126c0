//! A number on its way into a tensor.

use polyad_core::{Codec, DType, Kind};

/// A number of any kind on its way into a tensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// A truth value.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer past the signed range, or any.
    UInt(u64),
    /// A real number.
    Float(f64),
    /// A complex number.
    Complex([f64; 2]),
}

macro_rules! scalars {
    ($($t:ty => $variant:ident as $wide:ty;)*) => {$(
        impl From<$t> for Scalar {
            fn from(x: $t) -> Scalar {
                Scalar::$variant(<$wide>::from(x))
            }
        }
    )*};
}

scalars! {
    bool => Bool as bool;
    i8 => Int as i64;
    i16 => Int as i64;
    i32 => Int as i64;
    i64 => Int as i64;
    u8 => UInt as u64;
    u16 => UInt as u64;
    u32 => UInt as u64;
    u64 => UInt as u64;
    half::bf16 => Float as f64;
    half::f16 => Float as f64;
    f32 => Float as f64;
    f64 => Float as f64;
}

impl<T: Into<f64>> From<num_complex::Complex<T>> for Scalar {
    fn from(z: num_complex::Complex<T>) -> Scalar {
        Scalar::Complex([z.re.into(), z.im.into()])
    }
}

impl Scalar {
    /// Its bytes in a dtype that can hold it, and how many: rounded once. `None` for block formats.
    pub(crate) fn encode(self, dtype: DType) -> Option<([u8; 16], usize)> {
        if dtype.is_quantized() {
            return None;
        }
        let mut bytes = [0; 16];
        let n = dtype.block_bytes();
        let (wide, float) = match self {
            Scalar::Bool(x) => (i128::from(x), f64::from(u8::from(x))),
            Scalar::Int(x) => (i128::from(x), x as f64),
            Scalar::UInt(x) => (i128::from(x), x as f64),
            Scalar::Float(x) | Scalar::Complex([x, _]) => (0, x),
        };
        let imaginary = if let Scalar::Complex([_, y]) = self { y } else { 0.0 };
        // The element is the first of as many as share its bytes.
        let (mut floats, mut signed, mut unsigned) = ([0.0; 8], [0; 8], [0; 8]);
        (floats[0], signed[0], unsigned[0]) = (float, wide as i64, wide as u64);
        let len = dtype.block_len();
        match dtype.codec() {
            // Past 2^53 float64 is a rounding of its own, which a narrower float must not see.
            Codec::Float { .. } if dtype.block_bytes() < 8 && wide.unsigned_abs() > 1 << 53 => {
                return None;
            }
            Codec::Complex { .. } if dtype != DType::Complex128 && wide.unsigned_abs() > 1 << 53 => return None,
            Codec::Float { encode, .. } => encode(&floats[..len], &mut bytes[..n]).ok()?,
            Codec::Signed { encode, .. } => encode(&signed[..len], &mut bytes[..n]),
            Codec::Unsigned { encode, .. } => encode(&unsigned[..len], &mut bytes[..n]),
            Codec::Complex { encode, .. } => encode(&[[float, imaginary]], &mut bytes[..n]),
        }
        Some((bytes, n))
    }

    /// Whether a dtype of that kind can hold it: no fraction, sign or imaginary part lost, no number out of range.
    pub(crate) fn fits(self, dtype: DType) -> bool {
        let integer = match self {
            // One bit that is a sign holds no 1.
            Scalar::Bool(_) if !dtype.is_integer() => return true,
            Scalar::Bool(x) => i128::from(x),
            Scalar::Int(x) => i128::from(x),
            Scalar::UInt(x) => i128::from(x),
            Scalar::Float(x) => return dtype.is_float() && reaches(dtype, x),
            Scalar::Complex(z) => return dtype.kind() == Kind::Complex && z.iter().all(|&x| reaches(dtype, x)),
        };
        match dtype.kind() {
            Kind::Bool => (0..=1).contains(&integer),
            Kind::Signed | Kind::Unsigned => dtype.int_range().is_some_and(|(min, max)| (min..=max).contains(&integer)),
            Kind::Float | Kind::Complex => reaches(dtype, integer as f64),
        }
    }
}

/// Whether a number lies in the range of a float dtype. NaN and the infinities do: what becomes of them is the format's.
fn reaches(dtype: DType, x: f64) -> bool {
    let signed = dtype.float_info().is_none_or(|info| info.min < 0.0);
    !x.is_finite() || x.abs() <= largest(dtype) && (signed || x >= 0.0)
}

/// The largest magnitude that does not round to infinity: half a step above the largest finite number.
pub(crate) fn largest(dtype: DType) -> f64 {
    match dtype {
        DType::Float16 | DType::Complex32 => 65519.999,
        DType::Float64 | DType::Complex128 => f64::MAX,
        // The block formats are encoded from float32; bfloat16 ends where its own step is wider.
        DType::BFloat16 | DType::BComplex32 => f64::from(f32::from_bits(0x7f7f_7fff)),
        DType::Float32 | DType::Complex64 => f64::from(f32::MAX),
        // What is beyond half a step more saturates or is lost, so the caller hears of it.
        _ => dtype.float_info().map_or(f64::from(f32::MAX), |info| info.max),
    }
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scalar::Bool(x) => write!(f, "{x}"),
            Scalar::Int(x) => write!(f, "{x}"),
            Scalar::UInt(x) => write!(f, "{x}"),
            Scalar::Float(x) => write!(f, "{x:?}"),
            Scalar::Complex([re, im]) => write!(f, "{re:?}{im:+?}j"),
        }
    }
}
