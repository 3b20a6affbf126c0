//! New tensors.

use polyad_core::{Codec, DType, Element, Error, Kind, Result, View};

use crate::{Tensor, exec};

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

    /// Whether a dtype of that kind can hold it: no fraction or imaginary part lost, no integer out of range.
    pub(crate) fn fits(self, dtype: DType) -> bool {
        let integer = match self {
            Scalar::Bool(_) => return true,
            Scalar::Int(x) => i128::from(x),
            Scalar::UInt(x) => i128::from(x),
            Scalar::Float(x) => return dtype.is_float() && (!x.is_finite() || x.abs() <= largest(dtype)),
            Scalar::Complex(z) => {
                return dtype.kind() == Kind::Complex && z.iter().all(|x| !x.is_finite() || x.abs() <= largest(dtype));
            }
        };
        let bits = 8 * dtype.block_bytes() as u32 / dtype.block_len() as u32;
        match dtype.kind() {
            Kind::Bool => (0..=1).contains(&integer),
            _ if dtype == DType::Ternary => (-1..=1).contains(&integer),
            Kind::Signed => (-(1i128 << (bits - 1))..1 << (bits - 1)).contains(&integer),
            Kind::Unsigned => (0..1i128 << bits).contains(&integer),
            Kind::Float | Kind::Complex => integer.unsigned_abs() as f64 <= largest(dtype),
        }
    }
}

/// The largest magnitude that does not round to infinity: half a step above the largest finite number.
fn largest(dtype: DType) -> f64 {
    match dtype {
        DType::Float16 | DType::Complex32 => 65519.999,
        DType::Float64 | DType::Complex128 => f64::MAX,
        // The block formats are encoded from float32; bfloat16 ends where its own step is wider.
        DType::BFloat16 | DType::BComplex32 => f64::from(f32::from_bits(0x7f7f_7fff)),
        _ if dtype.kind() == Kind::Float && !dtype.is_quantized() && dtype.bits() <= 8.0 => largest_code(dtype),
        _ => f64::from(f32::MAX),
    }
}

/// The largest finite number of a float of at most 8 bits: what is beyond half a step more saturates or is lost, so the
/// caller hears of it.
fn largest_code(dtype: DType) -> f64 {
    let Codec::Float { decode, .. } = dtype.codec() else { unreachable!("{dtype} is a float") };
    let mut values = [0.0; 2];
    let finite = (0..=255u8).map(|code| {
        decode(&[code], &mut values[..dtype.block_len()]);
        values[0]
    });
    finite.filter(|x| x.is_finite()).fold(0.0, f64::max)
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

impl Tensor {
    /// A copy of values in row-major order. Errors: `ByteLength`.
    pub fn from_slice<T: Element>(values: &[T], shape: &[usize]) -> Result<Tensor> {
        let raw: Vec<T::Raw> = values.iter().map(|&v| v.into_raw()).collect();
        Tensor::from_bytes(bytemuck::cast_slice(&raw), T::DTYPE, shape)
    }

    /// A copy of storage bytes, little-endian and row-major. Errors: `ByteLength`, `PartialBlock`, `ValueOutOfRange`.
    pub fn from_bytes(bytes: &[u8], dtype: DType, shape: &[usize]) -> Result<Tensor> {
        Ok(Tensor::from_view(View::from_bytes(bytes, dtype, shape)?))
    }

    /// A 0-d tensor. Errors: `ValueOutOfRange`.
    pub fn scalar(value: impl Into<Scalar>, dtype: DType) -> Result<Tensor> {
        Tensor::filled("scalar", &[], value.into(), dtype)
    }

    /// One value everywhere. Errors: `ValueOutOfRange` where the dtype cannot hold it, `SizeOverflow`, `PartialBlock`.
    pub fn full(shape: &[usize], value: impl Into<Scalar>, dtype: DType) -> Result<Tensor> {
        Tensor::filled("full", shape, value.into(), dtype)
    }

    /// [`Tensor::full`] for another caller.
    pub(crate) fn filled(op: &'static str, shape: &[usize], value: Scalar, dtype: DType) -> Result<Tensor> {
        if !value.fits(dtype) {
            return Err(Error::ValueOutOfRange { op, value: value.to_string(), dtype });
        }
        let one = match value.encode(dtype) {
            Some((bytes, n)) => View::from_bytes(&bytes[..n], dtype, &[])?,
            // A block format, or a large integer into a narrow float: by the widest dtype of its kind.
            None => match value {
                Scalar::UInt(x) => View::from_bytes(&x.to_le_bytes(), DType::UInt64, &[])?,
                Scalar::Int(x) => View::from_bytes(&x.to_le_bytes(), DType::Int64, &[])?,
                Scalar::Bool(x) => View::from_bytes(&[u8::from(x)], DType::Bool, &[])?,
                Scalar::Float(x) | Scalar::Complex([x, _]) => View::from_bytes(&x.to_le_bytes(), DType::Float64, &[])?,
            },
        };
        if shape.is_empty() && one.dtype() == dtype {
            return Ok(Tensor::from_view(one));
        }
        let spread = one.with_layout(one.layout().broadcast_to(shape)?)?;
        Ok(Tensor::from_view(exec::cast(op, &spread, dtype)?))
    }

    /// Zeros. Errors: `SizeOverflow`, `PartialBlock`, `OutOfMemory`.
    pub fn zeros(shape: &[usize], dtype: DType) -> Result<Tensor> {
        Tensor::full(shape, false, dtype)
    }

    /// Ones. Errors: as [`Tensor::zeros`].
    pub fn ones(shape: &[usize], dtype: DType) -> Result<Tensor> {
        Tensor::full(shape, true, dtype)
    }

    /// `0, 1, .. n - 1` as int64. Errors: `SizeOverflow`, `OutOfMemory`.
    pub fn arange(n: usize) -> Result<Tensor> {
        let mut out = View::alloc("arange", &[n], DType::Int64)?;
        let bytes = out.buffer_mut().unique().expect("a fresh result is not shared");
        bytes.as_chunks_mut().0.iter_mut().zip(0i64..).for_each(|(b, i)| *b = i.to_le_bytes());
        Ok(Tensor::from_view(out))
    }
}
