//! Element-wise functions of one operand.

use std::f64::consts::PI;

use bytemuck::Pod;
use polyad_core::DType;

use crate::loops::{loop1, map1};
use crate::math::{self, double};
use crate::tier::multiversion;

/// `out[i] = f(x[i])`; both slices aligned for the dtype, of equal element counts.
pub type Unary = fn(&[u8], &mut [u8]);

/// The loop of a one-operand op on a compute dtype; `None` where there is none.
///
/// The output has the dtype of the operand, but for `logical_not`, `isfinite`, `isinf`, `isnan` and `signbit`, whose
/// output is bool, and `abs`, `real` and `imag` of complex numbers, whose output is that of the parts. float32 functions are
/// within 1 ulp and equal on every tier; integers wrap. The complex transcendental functions have no loop here.
///
/// ```
/// use polyad_core::DType;
/// let sqrt = polyad_kernels::unary::unary("sqrt", DType::Float64).unwrap();
/// let mut y = [0.0f64; 2];
/// sqrt(bytemuck::cast_slice(&[0.0f64, 4.0]), bytemuck::cast_slice_mut(&mut y));
/// assert_eq!(y, [0.0, 2.0]);
/// ```
pub fn unary(name: &str, dtype: DType) -> Option<Unary> {
    match dtype {
        DType::Float32 => float32(name).or_else(|| common_f32(name)),
        DType::Float64 => float64(name).or_else(|| common_f64(name)),
        DType::Int8 => signed_i8(name).or_else(|| bits_u8(name)),
        DType::Int16 => signed_i16(name).or_else(|| bits_u16(name)),
        DType::Int32 => signed_i32(name).or_else(|| bits_u32(name)),
        DType::Int64 => signed_i64(name).or_else(|| bits_u64(name)),
        DType::UInt8 => unsigned_u8(name).or_else(|| bits_u8(name)),
        DType::UInt16 => unsigned_u16(name).or_else(|| bits_u16(name)),
        DType::UInt32 => unsigned_u32(name).or_else(|| bits_u32(name)),
        DType::UInt64 => unsigned_u64(name).or_else(|| bits_u64(name)),
        DType::Bool => boolean(name),
        DType::Complex64 => complex64(name),
        DType::Complex128 => complex128(name),
        _ => None,
    }
}

macro_rules! table {
    ($lookup:ident: $($how:ident $name:literal => $f:expr;)*) => {
        fn $lookup(name: &str) -> Option<Unary> {
            Some(match name {
                $($name => loop1!($how $f),)*
                _ => return None,
            })
        }
    };
}

macro_rules! common_floats {
    ($lookup:ident, $t:ty) => {
        table! { $lookup:
            tiers "negative" => |x: $t| -x;
            tiers "abs" => |x: $t| x.abs();
            tiers "sqrt" => |x: $t| x.sqrt();
            tiers "reciprocal" => |x: $t| 1.0 / x;
            tiers "square" => |x: $t| x * x;
            tiers "floor" => |x: $t| x.floor();
            tiers "ceil" => |x: $t| x.ceil();
            tiers "trunc" => |x: $t| x.trunc();
            tiers "round" => |x: $t| x.round_ties_even();
            tiers "round_half_away" => |x: $t| x.round();
            // Adding 0 makes -0 a +0, and leaves a NaN.
            tiers "sign" => |x: $t| if x > 0.0 { 1.0 } else if x < 0.0 { -1.0 } else { x + 0.0 };
            tiers "one_minus" => |x: $t| 1.0 - x;
            once "positive" => |x: $t| x;
            once "conj" => |x: $t| x;
            once "real" => |x: $t| x;
            tiers "isfinite" => |x: $t| u8::from(x.is_finite());
            tiers "isinf" => |x: $t| u8::from(x.is_infinite());
            tiers "isnan" => |x: $t| u8::from(x.is_nan());
            tiers "signbit" => |x: $t| u8::from(x.is_sign_negative());
            tiers "relu" => |x: $t| if x <= 0.0 { 0.0 } else { x };
            tiers "relu6" => |x: $t| if x <= 0.0 { 0.0 } else if x > 6.0 { 6.0 } else { x };
            tiers "hard_tanh" => |x: $t| if x < -1.0 { -1.0 } else if x > 1.0 { 1.0 } else { x };
            once "logical_not" => |x: $t| u8::from(x == 0.0);
        }
    };
}

common_floats!(common_f32, f32);
common_floats!(common_f64, f64);

fn float32(name: &str) -> Option<Unary> {
    match name {
        "sin" => Some(sin_f32),
        "cos" => Some(cos_f32),
        "tan" => Some(tan_f32),
        _ => smooth_f32(name),
    }
}

table! { smooth_f32:
    tiers "exp" => |x: f32| math::exp(x);
    tiers "expm1" => |x: f32| math::expm1(x);
    tiers "log" => |x: f32| math::log(x);
    tiers "log1p" => |x: f32| math::log1p(x);
    tiers "tanh" => |x: f32| math::tanh(x);
    tiers "erf" => |x: f32| math::erf(x);
    tiers "rsqrt" => |x: f32| (1.0 / f64::from(x).sqrt()) as f32;
    tiers "exp2" => |x: f32| math::exp2(x);
    tiers "log2" => |x: f32| math::log2(x);
    tiers "log10" => |x: f32| math::log10(x);
    tiers "sinh" => |x: f32| math::sinh(x);
    tiers "cosh" => |x: f32| math::cosh(x);
    tiers "asinh" => |x: f32| math::asinh(x);
    tiers "acosh" => |x: f32| math::acosh(x);
    tiers "atanh" => |x: f32| math::atanh(x);
    tiers "deg2rad" => |x: f32| (f64::from(x) * (PI / 180.0)) as f32;
    tiers "rad2deg" => |x: f32| (f64::from(x) * (180.0 / PI)) as f32;
    tiers "selu" => |x: f32| math::selu(x);
    tiers "softplus" => |x: f32| math::softplus(x);
    tiers "log_sigmoid" => |x: f32| -math::softplus(-x);
    tiers "mish" => |x: f32| math::mish(x);
    tiers "softsign" => |x: f32| math::softsign(x);
    tiers "hard_silu" => |x: f32| math::hard_silu(x);
    once "cbrt" => |x: f32| pxfm::f_cbrtf(x);
    once "asin" => |x: f32| pxfm::f_asinf(x);
    once "acos" => |x: f32| pxfm::f_acosf(x);
    once "atan" => |x: f32| pxfm::f_atanf(x);
    once "erfc" => |x: f32| pxfm::f_erfcf(x);
    tiers "sigmoid" => |x: f32| math::sigmoid(x);
    tiers "silu" => |x: f32| math::silu(x);
    tiers "gelu" => |x: f32| math::gelu(x);
    tiers "gelu_tanh" => |x: f32| math::gelu_tanh(x);
}

/// Runs a vectorised loop that holds up to a limit, then redoes the elements beyond it one by one.
#[inline(always)]
fn within_limit<T: Pod>(
    x: &[u8],
    out: &mut [u8],
    fast: impl Fn(T) -> T,
    inside: impl Fn(T) -> bool,
    exact: impl Fn(T) -> T,
) {
    map1(x, out, fast);
    let (x, out) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice_mut::<u8, T>(out));
    for (x, out) in x.chunks(64).zip(out.chunks_mut(64)) {
        if !x.iter().fold(true, |all, &x| all & inside(x)) {
            for (y, &x) in out.iter_mut().zip(x) {
                if !inside(x) {
                    *y = exact(x);
                }
            }
        }
    }
}

macro_rules! limited {
    ($($name:ident: $t:ty, $limit:expr, $fast:expr, $exact:expr;)*) => {$(
        multiversion! {
            fn $name(x: &[u8], out: &mut [u8]) {
                within_limit::<$t>(x, out, $fast, |x| x.abs() <= $limit, $exact);
            }
        }
    )*};
}

limited! {
    sin_f32: f32, math::TRIG_LIMIT, math::sin, pxfm::f_sinf;
    cos_f32: f32, math::TRIG_LIMIT, math::cos, pxfm::f_cosf;
    tan_f32: f32, math::TRIG_LIMIT, math::tan, pxfm::f_tanf;
    sin_f64: f64, double::TRIG_LIMIT, double::sin, pxfm::f_sin;
    cos_f64: f64, double::TRIG_LIMIT, double::cos, pxfm::f_cos;
}

multiversion! {
    fn tanh_f64(x: &[u8], out: &mut [u8]) {
        let (x, out) = (bytemuck::cast_slice::<u8, f64>(x), bytemuck::cast_slice_mut::<u8, f64>(out));
        assert_eq!(x.len(), out.len());
        // No closure: one as long as this would not be inlined into the copies, and so not see their tier.
        for (y, &x) in out.iter_mut().zip(x) {
            *y = double::tanh(x);
        }
    }
}

fn float64(name: &str) -> Option<Unary> {
    match name {
        "sin" => Some(sin_f64),
        "cos" => Some(cos_f64),
        "tanh" => Some(tanh_f64),
        _ => smooth_f64(name),
    }
}

table! { smooth_f64:
    tiers "rsqrt" => |x: f64| 1.0 / x.sqrt();
    tiers "deg2rad" => |x: f64| x * (PI / 180.0);
    tiers "rad2deg" => |x: f64| x * (180.0 / PI);
    tiers "softsign" => |x: f64| math::wide::softsign(x);
    tiers "hard_silu" => |x: f64| math::wide::hard_silu(x);
    once "cbrt" => |x: f64| pxfm::f_cbrt(x);
    once "exp2" => |x: f64| pxfm::f_exp2(x);
    once "log2" => |x: f64| pxfm::f_log2(x);
    once "log10" => |x: f64| pxfm::f_log10(x);
    once "tan" => |x: f64| pxfm::f_tan(x);
    once "asin" => |x: f64| pxfm::f_asin(x);
    once "acos" => |x: f64| pxfm::f_acos(x);
    once "atan" => |x: f64| pxfm::f_atan(x);
    once "sinh" => |x: f64| pxfm::f_sinh(x).copysign(x);
    once "cosh" => |x: f64| pxfm::f_cosh(x);
    once "asinh" => |x: f64| pxfm::f_asinh(x);
    once "acosh" => |x: f64| pxfm::f_acosh(x);
    once "atanh" => |x: f64| pxfm::f_atanh(x);
    once "erfc" => |x: f64| pxfm::f_erfc(x);
    once "selu" => |x: f64| math::wide::selu(x);
    once "softplus" => |x: f64| math::wide::softplus(x);
    once "log_sigmoid" => |x: f64| -math::wide::softplus(-x);
    once "mish" => |x: f64| math::wide::mish(x);
    tiers "exp" => double::exp;
    once "expm1" => |x: f64| pxfm::f_expm1(x);
    tiers "log" => double::log;
    once "log1p" => |x: f64| pxfm::f_log1p(x);
    once "erf" => |x: f64| pxfm::f_erf(x);
    once "sigmoid" => |x: f64| math::wide::sigmoid(x);
    once "silu" => |x: f64| math::wide::silu(x);
    once "gelu" => |x: f64| math::wide::gelu(x);
    once "gelu_tanh" => |x: f64| math::wide::gelu_tanh(x);
}

/// What needs only the bits, so that signed and unsigned share it.
macro_rules! integer_bits {
    ($lookup:ident, $t:ty) => {
        table! { $lookup:
            once "negative" => |x: $t| x.wrapping_neg();
            once "square" => |x: $t| x.wrapping_mul(x);
            once "bitwise_invert" => |x: $t| !x;
            once "logical_not" => |x: $t| u8::from(x == 0);
            once "floor" => |x: $t| x;
            once "ceil" => |x: $t| x;
            once "trunc" => |x: $t| x;
            once "round" => |x: $t| x;
            once "round_half_away" => |x: $t| x;
            once "one_minus" => |x: $t| (1 as $t).wrapping_sub(x);
            once "positive" => |x: $t| x;
            once "conj" => |x: $t| x;
            once "real" => |x: $t| x;
        }
    };
}

integer_bits!(bits_u8, u8);
integer_bits!(bits_u16, u16);
integer_bits!(bits_u32, u32);
integer_bits!(bits_u64, u64);

macro_rules! integers {
    ($signed:ident, $i:ty, $unsigned:ident, $u:ty) => {
        table! { $signed:
            once "abs" => |x: $i| x.wrapping_abs();
            once "sign" => |x: $i| x.signum();
            once "relu" => |x: $i| x.max(0);
            once "reciprocal" => |x: $i| if x.unsigned_abs() == 1 { x } else { 0 };
            once "signbit" => |x: $i| u8::from(x < 0);
        }
        table! { $unsigned:
            once "abs" => |x: $u| x;
            once "sign" => |x: $u| x.min(1);
            once "relu" => |x: $u| x;
            once "reciprocal" => |x: $u| <$u>::from(x == 1);
        }
    };
}

integers!(signed_i8, i8, unsigned_u8, u8);
integers!(signed_i16, i16, unsigned_u16, u16);
integers!(signed_i32, i32, unsigned_u32, u32);
integers!(signed_i64, i64, unsigned_u64, u64);

table! { boolean:
    once "logical_not" => |x: u8| x ^ 1;
    once "bitwise_invert" => |x: u8| x ^ 1;
    once "one_minus" => |x: u8| x ^ 1;
}

/// float32 parts go through float64, where a product is exact, so that only the result is rounded.
#[inline(always)]
fn widened(z: [f32; 2], f: impl Fn([f64; 2]) -> [f64; 2]) -> [f32; 2] {
    f(z.map(f64::from)).map(|v| v as f32)
}

#[inline(always)]
fn complex_square([re, im]: [f64; 2]) -> [f64; 2] {
    [re * re - im * im, re * im + im * re]
}

#[inline(always)]
fn complex_reciprocal(z: [f64; 2]) -> [f64; 2] {
    crate::binary::complex_divide([1.0, 0.0], z)
}

/// Squares of float32 neither overflow nor vanish in float64; an infinite part outweighs a NaN.
#[inline(always)]
fn abs_complex64(z: [f32; 2]) -> f32 {
    let [re, im] = z.map(f64::from);
    let size = (re * re + im * im).sqrt();
    if z[0].is_infinite() | z[1].is_infinite() { f32::INFINITY } else { size as f32 }
}

table! { complex64:
    once "negative" => |z: [f32; 2]| [-z[0], -z[1]];
    once "square" => |z: [f32; 2]| widened(z, complex_square);
    once "reciprocal" => |z: [f32; 2]| widened(z, complex_reciprocal);
    once "conj" => |z: [f32; 2]| [z[0], -z[1]];
    once "real" => |z: [f32; 2]| z[0];
    once "imag" => |z: [f32; 2]| z[1];
    tiers "abs" => |z: [f32; 2]| abs_complex64(z);
}

table! { complex128:
    once "negative" => |z: [f64; 2]| [-z[0], -z[1]];
    once "square" => |z: [f64; 2]| complex_square(z);
    once "reciprocal" => |z: [f64; 2]| complex_reciprocal(z);
    once "conj" => |z: [f64; 2]| [z[0], -z[1]];
    once "real" => |z: [f64; 2]| z[0];
    once "imag" => |z: [f64; 2]| z[1];
    once "abs" => |z: [f64; 2]| z[0].hypot(z[1]);
}

#[cfg(test)]
mod tests {
    use bytemuck::Pod;

    use super::*;
    use crate::tier::each_tier;

    fn run<T: Pod, R: Pod>(name: &str, dtype: DType, x: &[T]) -> Vec<R> {
        let mut out = vec![R::zeroed(); x.len()];
        unary(name, dtype).unwrap_or_else(|| panic!("no {name} on {dtype}"))(
            bytemuck::cast_slice(x),
            bytemuck::cast_slice_mut(&mut out),
        );
        out
    }

    /// A loop on slices of any length gives the bits of its body, on every tier.
    #[test]
    fn every_tier_gives_the_bits_of_the_plain_functions() {
        type Plain = fn(f32) -> f32;
        let plain: [(&str, Plain); 37] = [
            ("negative", |x| -x),
            ("abs", f32::abs),
            ("sqrt", f32::sqrt),
            ("reciprocal", |x| 1.0 / x),
            ("square", |x| x * x),
            ("floor", f32::floor),
            ("ceil", f32::ceil),
            ("trunc", f32::trunc),
            ("round", f32::round_ties_even),
            ("exp", math::exp),
            ("expm1", math::expm1),
            ("log", math::log),
            ("log1p", math::log1p),
            ("tanh", math::tanh),
            ("erf", math::erf),
            ("sigmoid", math::sigmoid),
            ("silu", math::silu),
            ("gelu", math::gelu),
            ("gelu_tanh", math::gelu_tanh),
            ("relu6", |x| if x <= 0.0 { 0.0 } else { x.clamp(0.0, 6.0) }),
            ("hard_tanh", |x| x.clamp(-1.0, 1.0)),
            ("exp2", math::exp2),
            ("log2", math::log2),
            ("log10", math::log10),
            ("sinh", math::sinh),
            ("cosh", math::cosh),
            ("asinh", math::asinh),
            ("acosh", math::acosh),
            ("atanh", math::atanh),
            ("selu", math::selu),
            ("softplus", math::softplus),
            ("mish", math::mish),
            ("softsign", math::softsign),
            ("hard_silu", math::hard_silu),
            ("sin", |x| if x.abs() <= math::TRIG_LIMIT { math::sin(x) } else { pxfm::f_sinf(x) }),
            ("tan", |x| if x.abs() <= math::TRIG_LIMIT { math::tan(x) } else { pxfm::f_tanf(x) }),
            ("cos", |x| if x.abs() <= math::TRIG_LIMIT { math::cos(x) } else { pxfm::f_cosf(x) }),
        ];
        let x: Vec<f32> = (0..=u32::MAX).step_by(99_991).map(f32::from_bits).collect();
        each_tier(|tier| {
            for (name, f) in plain {
                for x in [&x[..], &x[..0], &x[..1], &x[7..24]] {
                    let y: Vec<f32> = run(name, DType::Float32, x);
                    for (y, &x) in y.iter().zip(x) {
                        let want = f(x);
                        assert!(y.to_bits() == want.to_bits() || y.is_nan() && want.is_nan(), "{tier:?} {name}({x:e})");
                    }
                }
            }
        });
    }

    #[test]
    fn signs_and_zeros() {
        let x = [f32::NAN, -2.5, -0.0, 0.0, 7.0, f32::INFINITY, f32::NEG_INFINITY];
        let sign: Vec<f32> = run("sign", DType::Float32, &x);
        assert!(sign[0].is_nan());
        assert_eq!(sign[1..], [-1.0, 0.0, 0.0, 1.0, 1.0, -1.0]);
        assert!(sign[2].is_sign_positive());
        let relu: Vec<f32> = run("relu", DType::Float32, &x);
        assert!(relu[0].is_nan());
        assert_eq!(relu[1..], [0.0, 0.0, 0.0, 7.0, f32::INFINITY, 0.0]);
        let not: Vec<u8> = run("logical_not", DType::Float32, &x);
        assert_eq!(not, [0, 0, 1, 1, 0, 0, 0]);
        let round: Vec<f64> = run("round", DType::Float64, &[0.5, 1.5, 2.5, -0.5, -1.5]);
        assert_eq!(round, [0.0, 2.0, 2.0, -0.0, -2.0]);
        assert!(round[3].is_sign_negative());
    }

    #[test]
    fn integers_wrap() {
        assert_eq!(run::<i8, i8>("negative", DType::Int8, &[-128, 5]), [-128, -5]);
        assert_eq!(run::<i8, i8>("abs", DType::Int8, &[-128, -5]), [-128, 5]);
        assert_eq!(run::<u16, u16>("negative", DType::UInt16, &[1]), [65535]);
        assert_eq!(run::<i32, i32>("square", DType::Int32, &[65536, -3]), [0, 9]);
        assert_eq!(run::<i64, i64>("sign", DType::Int64, &[-9, 0, 9]), [-1, 0, 1]);
        assert_eq!(run::<u64, u64>("bitwise_invert", DType::UInt64, &[0]), [u64::MAX]);
        assert_eq!(run::<u8, u8>("bitwise_invert", DType::Bool, &[0, 1]), [1, 0]);
        assert_eq!(run::<i16, u8>("logical_not", DType::Int16, &[0, -1]), [1, 0]);
    }

    #[test]
    fn complex_numbers() {
        assert_eq!(run::<[f32; 2], [f32; 2]>("square", DType::Complex64, &[[1.0, 2.0]]), [[-3.0, 4.0]]);
        assert_eq!(run::<[f64; 2], [f64; 2]>("reciprocal", DType::Complex128, &[[0.0, 2.0]]), [[0.0, -0.5]]);
        let z = [[3.0, -4.0], [f32::NAN, f32::NEG_INFINITY], [3e38, 3e38], [1e-45, 0.0], [f32::NAN, 1.0]];
        let abs: Vec<f32> = run("abs", DType::Complex64, &z);
        assert_eq!(abs[..4], [5.0, f32::INFINITY, f32::INFINITY, 1e-45]);
        assert!(abs[4].is_nan());
        let far = 2f64.powi(1020);
        assert_eq!(run::<[f64; 2], f64>("abs", DType::Complex128, &[[3.0 * far, 4.0 * far]]), [5.0 * far]);
        assert_eq!(run::<[f64; 2], f64>("imag", DType::Complex128, &[[1.0, -2.0]]), [-2.0]);
    }
}
