//! Element-wise functions of two operands of one dtype.

use polyad_core::DType;

use crate::loops::loop2;
use crate::math::wide;

/// `out[i] = f(a[i], b[i])`; all slices aligned for the dtype, of equal element counts.
pub type Binary = fn(&[u8], &[u8], &mut [u8]);

/// The loop of a two-operand op on a compute dtype; `None` where there is none.
///
/// The output has the dtype of the operands, but for `logical_and`, `logical_or`, `logical_xor`, whose output is
/// bool. Integers wrap; their `floor_divide` and `remainder` round down, give 0 for a divisor of 0 and wrap
/// for MIN / -1; a negative exponent gives the truncated reciprocal. Shifts past the width, and by negative
/// counts, shift everything out. `maximum` and `minimum` give NaN if either operand is NaN, `fmax` and `fmin` the other one.
///
/// ```
/// use polyad_core::DType;
/// let add = polyad_kernels::binary::binary("add", DType::UInt8).unwrap();
/// let mut sum = [0u8; 2];
/// add(&[1, 255], &[2, 2], &mut sum);
/// assert_eq!(sum, [3, 1]);
/// ```
pub fn binary(name: &str, dtype: DType) -> Option<Binary> {
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
        fn $lookup(name: &str) -> Option<Binary> {
            Some(match name {
                $($name => loop2!($how $f),)*
                _ => return None,
            })
        }
    };
}

macro_rules! common_floats {
    ($lookup:ident, $t:ty, $max:ident, $min:ident) => {
        /// The greater; NaN if either is. Equal numbers share their bits, but for zeros, of which +0 is the greater.
        #[inline(always)]
        pub(crate) fn $max(a: $t, b: $t) -> $t {
            let equal = <$t>::from_bits(a.to_bits() & b.to_bits());
            if a == b {
                equal
            } else if a > b || a.is_nan() {
                a
            } else {
                b
            }
        }

        /// The lesser; NaN if either is.
        #[inline(always)]
        pub(crate) fn $min(a: $t, b: $t) -> $t {
            let equal = <$t>::from_bits(a.to_bits() | b.to_bits());
            if a == b {
                equal
            } else if a < b || a.is_nan() {
                a
            } else {
                b
            }
        }

        table! { $lookup:
            tiers "add" => |a: $t, b: $t| a + b;
            tiers "subtract" => |a: $t, b: $t| a - b;
            tiers "multiply" => |a: $t, b: $t| a * b;
            tiers "divide" => |a: $t, b: $t| a / b;
            tiers "maximum" => |a: $t, b: $t| $max(a, b);
            tiers "minimum" => |a: $t, b: $t| $min(a, b);
            tiers "fmax" => |a: $t, b: $t| if a.is_nan() { b } else if b.is_nan() { a } else { $max(a, b) };
            tiers "fmin" => |a: $t, b: $t| if a.is_nan() { b } else if b.is_nan() { a } else { $min(a, b) };
            tiers "copysign" => |a: $t, b: $t| a.copysign(b);
            tiers "div_trunc" => |a: $t, b: $t| a / b;
            once "fmod" => |a: $t, b: $t| a % b;
            once "logical_and" => |a: $t, b: $t| u8::from((a != 0.0) & (b != 0.0));
            once "logical_or" => |a: $t, b: $t| u8::from((a != 0.0) | (b != 0.0));
            once "logical_xor" => |a: $t, b: $t| u8::from((a != 0.0) ^ (b != 0.0));
        }
    };
}

common_floats!(common_f32, f32, max_f32, min_f32);
common_floats!(common_f64, f64, max_f64, min_f64);

table! { float32:
    once "floor_divide" => |a: f32, b: f32| floor_divide(a.into(), b.into()) as f32;
    once "remainder" => |a: f32, b: f32| remainder(a.into(), b.into()) as f32;
    once "power" => |a: f32, b: f32| power(a.into(), b.into()) as f32;
    once "atan2" => |a: f32, b: f32| pxfm::f_atan2f(a, b).copysign(a);
    tiers "hypot" => |a: f32, b: f32| hypot(a, b);
    once "logaddexp" => |a: f32, b: f32| wide::logaddexp(a.into(), b.into()) as f32;
    once "logaddexp2" => |a: f32, b: f32| wide::logaddexp2(a.into(), b.into()) as f32;
}

table! { float64:
    once "floor_divide" => |a: f64, b: f64| floor_divide(a, b);
    once "remainder" => |a: f64, b: f64| remainder(a, b);
    once "power" => |a: f64, b: f64| power(a, b);
    once "atan2" => |a: f64, b: f64| pxfm::f_atan2(a, b).copysign(a);
    once "hypot" => |a: f64, b: f64| pxfm::f_hypot(a, b);
    once "logaddexp" => |a: f64, b: f64| wide::logaddexp(a, b);
    once "logaddexp2" => |a: f64, b: f64| wide::logaddexp2(a, b);
}

/// Squares of float32 numbers neither overflow nor vanish in float64.
#[inline(always)]
fn hypot(a: f32, b: f32) -> f32 {
    let (x, y) = (f64::from(a), f64::from(b));
    let length = (x * x + y * y).sqrt() as f32;
    if a.abs() == f32::INFINITY || b.abs() == f32::INFINITY { f32::INFINITY } else { length }
}

/// A square is exact to the last place, which a general power promises to one.
fn power(a: f64, b: f64) -> f64 {
    if b == 2.0 { a * a } else { a.powf(b) }
}

/// The remainder that has the sign of the divisor, as in Python.
fn floor_divide(a: f64, b: f64) -> f64 {
    // The quotient may round up to an integer that the exact one does not reach: the remainder tells.
    if b == 0.0 || !a.is_finite() || !b.is_finite() {
        return (a / b).floor();
    }
    let r = a % b;
    let q = (a - r) / b - f64::from(u8::from(r != 0.0 && (r < 0.0) != (b < 0.0)));
    let whole = q.floor();
    let whole = if q - whole > 0.5 { whole + 1.0 } else { whole };
    if whole == 0.0 { 0f64.copysign(a / b) } else { whole }
}

fn remainder(a: f64, b: f64) -> f64 {
    let r = a % b;
    if r == 0.0 {
        r.copysign(b)
    } else if (r < 0.0) == (b < 0.0) {
        r
    } else {
        r + b
    }
}

/// What needs only the bits, so that signed and unsigned share it.
macro_rules! integer_bits {
    ($lookup:ident, $t:ty) => {
        table! { $lookup:
            once "add" => |a: $t, b: $t| a.wrapping_add(b);
            once "subtract" => |a: $t, b: $t| a.wrapping_sub(b);
            once "multiply" => |a: $t, b: $t| a.wrapping_mul(b);
            once "bitwise_and" => |a: $t, b: $t| a & b;
            once "bitwise_or" => |a: $t, b: $t| a | b;
            once "bitwise_xor" => |a: $t, b: $t| a ^ b;
            once "bitwise_left_shift" => |a: $t, b: $t| if b < <$t>::BITS as $t { a << b } else { 0 };
            once "logical_and" => |a: $t, b: $t| u8::from((a != 0) & (b != 0));
            once "logical_or" => |a: $t, b: $t| u8::from((a != 0) | (b != 0));
            once "logical_xor" => |a: $t, b: $t| u8::from((a != 0) ^ (b != 0));
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
            once "floor_divide" => |a: $i, b: $i| {
                if b == 0 { 0 } else {
                    let (q, r) = (a.wrapping_div(b), a.wrapping_rem(b));
                    if r != 0 && (r < 0) != (b < 0) { q - 1 } else { q }
                }
            };
            once "remainder" => |a: $i, b: $i| {
                if b == 0 { 0 } else {
                    let r = a.wrapping_rem(b);
                    if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
                }
            };
            once "maximum" => |a: $i, b: $i| a.max(b);
            once "minimum" => |a: $i, b: $i| a.min(b);
            once "power" => |a: $i, b: $i| match (a, b) {
                (1, _) => 1,
                (-1, _) => if b & 1 == 0 { 1 } else { -1 },
                (_, ..0) => 0,
                _ => wrapping_power(a as u64, b as u64) as $i,
            };
            once "bitwise_right_shift" => |a: $i, b: $i| a >> (b as $u).min(<$i>::BITS as $u - 1);
            once "rshift_trunc" => |a: $i, b: $i| {
                let size = if (b as $u) < <$u>::BITS as $u { a.unsigned_abs() >> b } else { 0 };
                if a < 0 { (size as $i).wrapping_neg() } else { size as $i }
            };
            once "div_trunc" => |a: $i, b: $i| if b == 0 { 0 } else { a.wrapping_div(b) };
            once "fmod" => |a: $i, b: $i| if b == 0 { 0 } else { a.wrapping_rem(b) };
            once "fmax" => |a: $i, b: $i| a.max(b);
            once "fmin" => |a: $i, b: $i| a.min(b);
        }
        table! { $unsigned:
            once "floor_divide" => |a: $u, b: $u| a.checked_div(b).unwrap_or(0);
            once "remainder" => |a: $u, b: $u| a.checked_rem(b).unwrap_or(0);
            once "maximum" => |a: $u, b: $u| a.max(b);
            once "minimum" => |a: $u, b: $u| a.min(b);
            once "power" => |a: $u, b: $u| wrapping_power(a as u64, b as u64) as $u;
            once "bitwise_right_shift" => |a: $u, b: $u| if b < <$u>::BITS as $u { a >> b } else { 0 };
            once "rshift_trunc" => |a: $u, b: $u| if b < <$u>::BITS as $u { a >> b } else { 0 };
            once "div_trunc" => |a: $u, b: $u| a.checked_div(b).unwrap_or(0);
            once "fmod" => |a: $u, b: $u| a.checked_rem(b).unwrap_or(0);
            once "fmax" => |a: $u, b: $u| a.max(b);
            once "fmin" => |a: $u, b: $u| a.min(b);
        }
    };
}

integers!(signed_i8, i8, unsigned_u8, u8);
integers!(signed_i16, i16, unsigned_u16, u16);
integers!(signed_i32, i32, unsigned_u32, u32);
integers!(signed_i64, i64, unsigned_u64, u64);

/// By squaring, modulo 2^64; its low bits are right for every narrower width, signed or not.
#[inline(always)]
fn wrapping_power(mut base: u64, mut exponent: u64) -> u64 {
    let mut product = 1u64;
    while exponent != 0 {
        if exponent & 1 == 1 {
            product = product.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    product
}

table! { boolean:
    once "maximum" => |a: u8, b: u8| a | b;
    once "minimum" => |a: u8, b: u8| a & b;
    once "bitwise_and" => |a: u8, b: u8| a & b;
    once "bitwise_or" => |a: u8, b: u8| a | b;
    once "bitwise_xor" => |a: u8, b: u8| a ^ b;
    once "logical_and" => |a: u8, b: u8| a & b;
    once "logical_or" => |a: u8, b: u8| a | b;
    once "logical_xor" => |a: u8, b: u8| a ^ b;
}

#[inline(always)]
pub(crate) fn complex_multiply(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// By the larger part of the divisor, so that no square overflows (R. L. Smith, 1962); by 0 part by part.
#[inline(always)]
pub(crate) fn complex_divide(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    if b == [0.0, 0.0] {
        [a[0] / b[0].abs(), a[1] / b[0].abs()]
    } else if b[0].abs() >= b[1].abs() {
        let ratio = b[1] / b[0];
        let scale = b[0] + b[1] * ratio;
        [(a[0] + a[1] * ratio) / scale, (a[1] - a[0] * ratio) / scale]
    } else {
        let ratio = b[0] / b[1];
        let scale = b[0] * ratio + b[1];
        [(a[0] * ratio + a[1]) / scale, (a[1] * ratio - a[0]) / scale]
    }
}

/// float32 parts go through float64, where a product is exact, so that only the result is rounded.
#[inline(always)]
fn widened(a: [f32; 2], b: [f32; 2], f: impl Fn([f64; 2], [f64; 2]) -> [f64; 2]) -> [f32; 2] {
    f(a.map(f64::from), b.map(f64::from)).map(|v| v as f32)
}

table! { complex64:
    tiers "add" => |a: [f32; 2], b: [f32; 2]| [a[0] + b[0], a[1] + b[1]];
    tiers "subtract" => |a: [f32; 2], b: [f32; 2]| [a[0] - b[0], a[1] - b[1]];
    tiers "multiply" => |a: [f32; 2], b: [f32; 2]| widened(a, b, complex_multiply);
    once "divide" => |a: [f32; 2], b: [f32; 2]| widened(a, b, complex_divide);
    once "div_trunc" => |a: [f32; 2], b: [f32; 2]| widened(a, b, complex_divide);
}

table! { complex128:
    tiers "add" => |a: [f64; 2], b: [f64; 2]| [a[0] + b[0], a[1] + b[1]];
    tiers "subtract" => |a: [f64; 2], b: [f64; 2]| [a[0] - b[0], a[1] - b[1]];
    tiers "multiply" => |a: [f64; 2], b: [f64; 2]| complex_multiply(a, b);
    once "divide" => |a: [f64; 2], b: [f64; 2]| complex_divide(a, b);
    once "div_trunc" => |a: [f64; 2], b: [f64; 2]| complex_divide(a, b);
}

#[cfg(test)]
mod tests {
    use bytemuck::Pod;

    use super::*;
    use crate::tier::each_tier;

    fn run<T: Pod, R: Pod>(name: &str, dtype: DType, a: &[T], b: &[T]) -> Vec<R> {
        let mut out = vec![R::zeroed(); a.len()];
        binary(name, dtype).unwrap_or_else(|| panic!("no {name} on {dtype}"))(
            bytemuck::cast_slice(a),
            bytemuck::cast_slice(b),
            bytemuck::cast_slice_mut(&mut out),
        );
        out
    }

    #[test]
    fn every_tier_gives_the_bits_of_the_plain_functions() {
        type Plain = fn(f64, f64) -> f64;
        let plain: [(&str, Plain); 6] = [
            ("add", |a, b| a + b),
            ("subtract", |a, b| a - b),
            ("multiply", |a, b| a * b),
            ("divide", |a, b| a / b),
            ("maximum", |a, b| if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }),
            ("minimum", |a, b| if a.is_nan() || b.is_nan() { f64::NAN } else { a.min(b) }),
        ];
        let values = [0.0, -0.0, 1.0, -2.5, 1e300, -1e-300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 3.25, 5e-324];
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for x in values {
            for y in values {
                a.push(x);
                b.push(y);
            }
        }
        each_tier(|tier| {
            for (name, f) in plain {
                let y: Vec<f64> = run(name, DType::Float64, &a, &b);
                let narrow = |v: &[f64]| v.iter().map(|&v| v as f32).collect::<Vec<f32>>();
                let y32: Vec<f32> = run(name, DType::Float32, &narrow(&a), &narrow(&b));
                for i in 0..a.len() {
                    let want = f(a[i], b[i]);
                    assert!(y[i] == want || y[i].is_nan() && want.is_nan(), "{tier:?} {name}({}, {})", a[i], b[i]);
                    // The float64 operation on float32 operands rounds to the float32 one.
                    let want = f((a[i] as f32).into(), (b[i] as f32).into()) as f32;
                    assert!(
                        y32[i] == want || y32[i].is_nan() && want.is_nan(),
                        "{tier:?} {name}32({}, {})",
                        a[i],
                        b[i]
                    );
                }
            }
        });
    }

    #[test]
    fn zeros_have_an_order() {
        let (a, b) = ([0.0f32, -0.0, -0.0, 2.0], [-0.0f32, 0.0, -0.0, 2.0]);
        each_tier(|_| {
            let signs = |name| run::<f32, f32>(name, DType::Float32, &a, &b).into_iter().map(|v| v.is_sign_negative());
            assert_eq!(signs("maximum").collect::<Vec<_>>(), [false, false, true, false]);
            assert_eq!(signs("minimum").collect::<Vec<_>>(), [true, true, true, false]);
        });
    }

    #[test]
    fn integer_division_rounds_down() {
        let (a, b) = ([7, -7, 7, -7, 5, -128, 0, -1], [2, 2, -2, -2, 0, -1, 3, 127]);
        assert_eq!(run::<i8, i8>("floor_divide", DType::Int8, &a, &b), [3, -4, -4, 3, 0, -128, 0, -1]);
        assert_eq!(run::<i8, i8>("remainder", DType::Int8, &a, &b), [1, 1, -1, -1, 0, 0, 0, 126]);
        assert_eq!(run::<u32, u32>("floor_divide", DType::UInt32, &[7, 7], &[2, 0]), [3, 0]);
        assert_eq!(run::<u32, u32>("remainder", DType::UInt32, &[7, 7], &[2, 0]), [1, 0]);
        assert_eq!(run::<i64, i64>("floor_divide", DType::Int64, &[i64::MIN], &[-1]), [i64::MIN]);
    }

    #[test]
    fn float_division_rounds_down() {
        let inf = f64::INFINITY;
        let (a, b) = ([7.5, -7.5, 7.5, -7.5, 1.0, -1.0, 0.0, 1.0], [2.0, 2.0, -2.0, -2.0, 0.0, inf, -3.0, 0.1]);
        let q: Vec<f64> = run("floor_divide", DType::Float64, &a, &b);
        // The number 0.1 is a little more than a tenth, so it goes into 1 nine times.
        assert_eq!(q, [3.0, -4.0, -4.0, 3.0, inf, 0.0, 0.0, 9.0]);
        assert!(q[6].is_sign_negative());
        let r: Vec<f64> = run("remainder", DType::Float64, &a, &b);
        assert!(r[4].is_nan());
        assert_eq!((&r[..4], r[5], r[6]), (&[1.5, 0.5, -0.5, -1.5][..], inf, 0.0));
        assert!(r[6].is_sign_negative() && r[7] > 0.09 && r[7] < 0.1);
        assert_eq!(run::<f32, f32>("floor_divide", DType::Float32, &[-7.5], &[2.0]), [-4.0]);
    }

    #[test]
    fn powers_of_integers() {
        let (a, b) = ([2, -3, 0, 5, 1, -1, -1, 2, 7, 0], [3, 3, 0, -1, -100, -100, -101, 100, 1, -1]);
        assert_eq!(run::<i8, i8>("power", DType::Int8, &a, &b), [8, -27, 1, 0, 1, 1, -1, 0, 7, 0]);
        assert_eq!(run::<u16, u16>("power", DType::UInt16, &[3, 2, 9], &[11, 16, 0]), [46075, 0, 1]);
        assert_eq!(run::<i64, i64>("power", DType::Int64, &[3], &[1_000_001]), [3i64.wrapping_pow(1_000_001)]);
        assert_eq!(run::<f32, f32>("power", DType::Float32, &[2.0], &[0.5]), [2f32.sqrt()]);
    }

    #[test]
    fn shifts_past_the_width_shift_everything_out() {
        let (a, b) = ([-5, -5, -5, 5], [1, 7, 100, -1]);
        assert_eq!(run::<i8, i8>("bitwise_right_shift", DType::Int8, &a, &b), [-3, -1, -1, 0]);
        assert_eq!(run::<i8, i8>("bitwise_left_shift", DType::Int8, &a, &b), [-10, -128, 0, 0]);
        assert_eq!(run::<u8, u8>("bitwise_right_shift", DType::UInt8, &[200, 200], &[1, 8]), [100, 0]);
    }

    #[test]
    fn logic_goes_by_truth_value() {
        let (a, b) = ([0i32, 0, 4, 4], [0i32, -2, 0, 1]);
        assert_eq!(run::<i32, u8>("logical_and", DType::Int32, &a, &b), [0, 0, 0, 1]);
        assert_eq!(run::<i32, u8>("logical_or", DType::Int32, &a, &b), [0, 1, 1, 1]);
        assert_eq!(run::<i32, u8>("logical_xor", DType::Int32, &a, &b), [0, 1, 1, 0]);
        assert_eq!(run::<f32, u8>("logical_and", DType::Float32, &[f32::NAN, -0.0], &[1.0, 1.0]), [1, 0]);
    }

    #[test]
    fn complex_arithmetic() {
        let (a, b) = ([[1.0, 2.0], [1e300, 1e300], [1.0, -1.0]], [[3.0, -1.0], [1e300, 1e300], [0.0, 2.0]]);
        each_tier(|_| {
            assert_eq!(run::<[f64; 2], [f64; 2]>("multiply", DType::Complex128, &a[..1], &b[..1]), [[5.0, 5.0]]);
            let q: Vec<[f64; 2]> = run("divide", DType::Complex128, &a, &b);
            assert!((q[0][0] - 0.1).abs() < 1e-15 && (q[0][1] - 0.7).abs() < 1e-15);
            assert_eq!(q[1..], [[1.0, 0.0], [-0.5, -0.5]]);
            assert_eq!(
                run::<[f32; 2], [f32; 2]>("multiply", DType::Complex64, &[[1.0, 2.0]], &[[3.0, -1.0]]),
                [[5.0, 5.0]]
            );
        });
    }
}
