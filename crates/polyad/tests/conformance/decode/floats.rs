//! Real and complex floats: the value of every code, and the nearest value of a number.

use std::collections::HashMap;
use std::sync::LazyLock;

use polyad::DType;

use super::{Read, u16_at, u32_at};
use crate::oracle::Value;

pub(super) fn format(dtype: DType) -> Option<(usize, usize, Read)> {
    Some(match dtype {
        DType::Float64 => (1, 8, |b, _| Value::F(double(b, 0))),
        DType::Float32 => (1, 4, |b, _| Value::F(single(b, 0))),
        DType::Float16 => (1, 2, |b, _| Value::F(half(b, 0))),
        DType::BFloat16 => (1, 2, |b, _| Value::F(brain(b, 0))),
        DType::Complex128 => (1, 16, |b, _| Value::C([double(b, 0), double(b, 8)])),
        DType::Complex64 => (1, 8, |b, _| Value::C([single(b, 0), single(b, 4)])),
        DType::Complex32 => (1, 4, |b, _| Value::C([half(b, 0), half(b, 2)])),
        DType::BComplex32 => (1, 4, |b, _| Value::C([brain(b, 0), brain(b, 2)])),
        DType::Float8E4M3FN => (1, 1, |b, _| code(DType::Float8E4M3FN, b[0])),
        DType::Float8E5M2 => (1, 1, |b, _| code(DType::Float8E5M2, b[0])),
        DType::Float8E4M3 => (1, 1, |b, _| code(DType::Float8E4M3, b[0])),
        DType::Float8E3M4 => (1, 1, |b, _| code(DType::Float8E3M4, b[0])),
        DType::Float8E4M3FNUZ => (1, 1, |b, _| code(DType::Float8E4M3FNUZ, b[0])),
        DType::Float8E5M2FNUZ => (1, 1, |b, _| code(DType::Float8E5M2FNUZ, b[0])),
        DType::Float8E4M3B11FNUZ => (1, 1, |b, _| code(DType::Float8E4M3B11FNUZ, b[0])),
        DType::Float8E8M0FNU => (1, 1, |b, _| Value::F(power(b[0]))),
        // Without a sign: the highest bit means nothing.
        DType::Float8UE4M3 => (1, 1, |b, _| code(DType::Float8E4M3FN, b[0] & 0x7f)),
        // The two high bits of the byte mean nothing.
        DType::Float6E2M3FN => (1, 1, |b, _| code(DType::Float6E2M3FN, b[0] & 0x3f)),
        DType::Float6E3M2FN => (1, 1, |b, _| code(DType::Float6E3M2FN, b[0] & 0x3f)),
        DType::Float4E2M1FN => (2, 1, |b, e| code(DType::Float4E2M1FN, b[0] >> (4 * e) & 15)),
        _ => return None,
    })
}

fn double(b: &[u8], at: usize) -> f64 {
    f64::from_bits(u64::from(u32_at(b, at)) | u64::from(u32_at(b, at + 4)) << 32)
}

fn single(b: &[u8], at: usize) -> f64 {
    f64::from(f32::from_bits(u32_at(b, at)))
}

/// The binary16 at a place.
pub(super) fn half(b: &[u8], at: usize) -> f64 {
    FLOAT16.value(u16_at(b, at).into())
}

/// The upper half of a binary32.
fn brain(b: &[u8], at: usize) -> f64 {
    f64::from(f32::from_bits(u32::from(u16_at(b, at)) << 16))
}

/// 2^-127 to 2^127; the last code is NaN.
fn power(code: u8) -> f64 {
    if code == 255 { f64::NAN } else { 2f64.powi(i32::from(code) - 127) }
}

fn code(dtype: DType, code: u8) -> Value {
    Value::F(narrow(dtype).value(code.into()))
}

/// What the codes at the upper end mean.
#[derive(Clone, Copy, PartialEq)]
enum Top {
    /// All ones in the exponent: infinity, and NaN above it.
    Infinity,
    /// All ones but the sign: NaN.
    Nan,
    /// Numbers like the others.
    Finite,
    /// Numbers like the others; what would be -0 is NaN.
    NoNegativeZero,
}

/// A sign bit, an exponent, a mantissa.
#[derive(Clone, Copy)]
struct Narrow {
    exponent: u32,
    mantissa: u32,
    bias: i32,
    top: Top,
}

const FLOAT16: Narrow = Narrow { exponent: 5, mantissa: 10, bias: 15, top: Top::Infinity };

fn narrow(dtype: DType) -> Narrow {
    let (exponent, mantissa, bias, top) = match dtype {
        DType::Float16 => return FLOAT16,
        DType::BFloat16 => (8, 7, 127, Top::Infinity),
        DType::Float8E5M2 => (5, 2, 15, Top::Infinity),
        DType::Float8E4M3 => (4, 3, 7, Top::Infinity),
        DType::Float8E3M4 => (3, 4, 3, Top::Infinity),
        DType::Float8E4M3FN => (4, 3, 7, Top::Nan),
        DType::Float8E4M3FNUZ => (4, 3, 8, Top::NoNegativeZero),
        DType::Float8E5M2FNUZ => (5, 2, 16, Top::NoNegativeZero),
        DType::Float8E4M3B11FNUZ => (4, 3, 11, Top::NoNegativeZero),
        DType::Float6E2M3FN => (2, 3, 1, Top::Finite),
        DType::Float6E3M2FN => (3, 2, 3, Top::Finite),
        DType::Float4E2M1FN => (2, 1, 1, Top::Finite),
        other => panic!("{other} is no narrow float"),
    };
    Narrow { exponent, mantissa, bias, top }
}

impl Narrow {
    /// The code of -0.
    fn sign(self) -> u32 {
        1 << (self.exponent + self.mantissa)
    }

    fn value(self, code: u32) -> f64 {
        let (negative, magnitude) = (code >= self.sign(), code % self.sign());
        let (exponent, fraction) = (magnitude >> self.mantissa, magnitude % (1 << self.mantissa));
        let ones = exponent == (1 << self.exponent) - 1;
        let fraction = f64::from(fraction) / f64::from(1 << self.mantissa);
        let value = match self.top {
            Top::Infinity if ones && fraction == 0.0 => f64::INFINITY,
            Top::Infinity if ones => f64::NAN,
            Top::Nan if magnitude == self.sign() - 1 => f64::NAN,
            // The only one there is, and it has no sign.
            Top::NoNegativeZero if code == self.sign() => return f64::NAN,
            _ if exponent == 0 => fraction * 2f64.powi(1 - self.bias),
            _ => (1.0 + fraction) * 2f64.powi(exponent as i32 - self.bias),
        };
        if negative { -value } else { value }
    }
}

/// The finite values that are not negative, in the order of their codes, which is their own.
static VALUES: LazyLock<HashMap<DType, Vec<f64>>> = LazyLock::new(|| {
    let all = [
        DType::Float16,
        DType::BFloat16,
        DType::Float8E5M2,
        DType::Float8E4M3,
        DType::Float8E3M4,
        DType::Float8E4M3FN,
        DType::Float8E4M3FNUZ,
        DType::Float8E5M2FNUZ,
        DType::Float8E4M3B11FNUZ,
        DType::Float6E2M3FN,
        DType::Float6E3M2FN,
        DType::Float4E2M1FN,
    ];
    let values = |dtype| {
        let format = narrow(dtype);
        (0..format.sign()).map(|code| format.value(code)).take_while(|x| x.is_finite()).collect()
    };
    all.into_iter().map(|dtype| (dtype, values(dtype))).collect()
});

/// The value that a real float dtype holds for a number: the nearest one, of two the one with the even code.
pub(crate) fn round(dtype: DType, x: f64) -> f64 {
    match dtype {
        DType::Float64 => x,
        DType::Float32 => f64::from(x as f32),
        DType::Float8E8M0FNU => nearest_power(x),
        DType::Float8UE4M3 if x.is_nan() => x,
        DType::Float8UE4M3 => round(DType::Float8E4M3FN, if x > 0.0 { x } else { 0.0 }),
        _ => nearest(&VALUES[&dtype], narrow(dtype).top, x),
    }
}

fn nearest(values: &[f64], top: Top, x: f64) -> f64 {
    let last = values.len() - 1;
    let beyond = match top {
        Top::Infinity => f64::INFINITY,
        Top::Nan | Top::Finite => values[last],
        Top::NoNegativeZero => f64::NAN,
    };
    if x.is_nan() {
        return match top {
            Top::Finite => values[last].copysign(x),
            Top::NoNegativeZero => f64::NAN,
            _ => x,
        };
    }
    let a = x.abs();
    let up = values.partition_point(|v| *v < a);
    // Past the largest the next step decides, as if there were another number there.
    let low = values[up.saturating_sub(1)];
    let high = values.get(up).copied().unwrap_or(2.0 * values[last] - values[last - 1]);
    let middle = low + (high - low) / 2.0;
    let takes_low = up > 0 && (a < middle || a == middle && up % 2 == 1);
    let magnitude = match takes_low {
        true => low,
        false if up > last => beyond,
        false => high,
    };
    // There is one zero where the code of the other is NaN, and one NaN.
    let unsigned = top == Top::NoNegativeZero && (magnitude == 0.0 || magnitude.is_nan());
    if unsigned { magnitude } else { magnitude.copysign(x) }
}

/// The nearer power of two, from the middle on the larger; of numbers below the normal ones of binary32 always that.
fn nearest_power(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 {
        return f64::NAN;
    }
    let low = (0..255).rev().map(power).find(|p| *p <= x).unwrap_or(power(0));
    let takes_low = if x < f64::from(f32::MIN_POSITIVE) { x <= low } else { x < 1.5 * low };
    match takes_low {
        true => low,
        false if low == power(254) => f64::NAN,
        false => 2.0 * low,
    }
}
