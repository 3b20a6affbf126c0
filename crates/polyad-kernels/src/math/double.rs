//! The float64 functions of hot loops, branch-free, within 1 ulp: the last steps carry the bits that rounding drops.
//!
//! As with float32 there is no multiply-add, so every tier gives the same bits. Coefficients are interpolations at
//! Chebyshev nodes, computed with 70 digits. What is not here goes through `pxfm`.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, LOG2_E};

use super::{SHIFTER, clamp, polynomial};

/// ln 2 in 33 bits, so that a whole number of 20 bits times it is exact, and the rest.
const LN_2_HIGH: f64 = 0.6931471803691238;
const LN_2_LOW: f64 = 1.9082149292705877e-10;

/// 2 to the power of a whole number that adding [`SHIFTER`] left in the low bits.
#[inline(always)]
fn power(shifted: f64) -> f64 {
    f64::from_bits((shifted.to_bits() << 52).wrapping_add(1023 << 52))
}

/// `(n, r, w)` with `exp(x) = 2^n (1 + r + w)`, `|r| <= ln 2 / 2` and `w` smaller than `r`.
#[inline(always)]
fn exp_parts(x: f64) -> (f64, f64, f64) {
    // (exp(r) - 1 - r) / r^2, error 1.7e-19 where it is multiplied by r^2.
    const P: [f64; 11] = [
        0.5,
        0.1666666666666667,
        0.04166666666666667,
        0.00833333333332614,
        0.0013888888888883752,
        0.00019841269874804214,
        2.4801587325536023e-05,
        2.7557255421023506e-06,
        2.7557273657975953e-07,
        2.5105208339987698e-08,
        2.0914680780540263e-09,
    ];
    let n = (x * LOG2_E + SHIFTER) - SHIFTER;
    let (high, low) = (x - n * LN_2_HIGH, n * LN_2_LOW);
    let r = high - low;
    let dropped = (high - r) - low;
    (n, r, dropped + r * r * polynomial(P, r))
}

#[inline(always)]
pub(crate) fn exp(x: f64) -> f64 {
    let (n, r, w) = exp_parts(clamp(x, -746.0, 710.0));
    // In two steps, of which the first is exact: the result may be subnormal, or need an exponent of 1024 on the way.
    let half = n * 0.5 + SHIFTER;
    let rest = n - (half - SHIFTER) + SHIFTER;
    (1.0 + (r + w)) * power(half) * power(rest)
}

#[inline(always)]
pub(crate) fn log(x: f64) -> f64 {
    // log((1 + s) / (1 - s)) = 2 s + s z P(z) with z = s^2, error 9.1e-18 where it is multiplied by z.
    const P: [f64; 7] = [
        0.666666666666667,
        0.3999999999989949,
        0.2857142862598255,
        0.22222211133642084,
        0.18182889209266595,
        0.1533171880828007,
        0.14616484198366603,
    ];
    const SQRT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    const BIAS: u64 = 1024;
    let small = x < f64::MIN_POSITIVE;
    let u = if small { x * (1u64 << 54) as f64 } else { x };
    // u = 2^k m with m from sqrt(1/2) to sqrt(2); k + BIAS lies in the upper bits.
    let biased = u.to_bits().wrapping_sub(SQRT_HALF).wrapping_add(BIAS << 52) >> 52;
    let m = f64::from_bits(u.to_bits().wrapping_sub(biased << 52).wrapping_add(BIAS << 52));
    let k = f64::from_bits(biased | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + BIAS as f64);
    let k = if small { k - 54.0 } else { k };
    let f = m - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let half_square = 0.5 * f * f;
    // log(1 + f) = f - half_square + s (half_square + z P(z)): only the first term can be large, and it is exact.
    let tail = s * (half_square + z * polynomial(P, z)) + k * LN_2_LOW;
    let number = k * LN_2_HIGH - ((half_square - tail) - f);
    let number = if x < f64::INFINITY { number } else { x };
    let edge = if x == 0.0 { f64::NEG_INFINITY } else { f64::NAN };
    if x > 0.0 { number } else { edge }
}

/// A sum, and what rounding took from it.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// The upper 26 bits of a number, and the rest.
#[inline(always)]
fn split(x: f64) -> (f64, f64) {
    let grown = x * 134_217_729.0;
    let high = grown - (grown - x);
    (high, x - high)
}

/// A product, and what rounding took from it.
#[inline(always)]
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((a1, a2), (b1, b2)) = (split(a), split(b));
    (product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2))
}

/// `e / (e + 2)` with `e = exp(2 |x|) - 1` in two parts, and so its quotient.
#[inline(always)]
pub(crate) fn tanh(x: f64) -> f64 {
    let size = x.abs();
    let (n, r, w) = exp_parts(2.0 * clamp(size, 0.0, 22.0));
    let scale = power(n + SHIFTER);
    let p = r + w;
    let (e, low) = two_sum(scale - 1.0, scale * p);
    let low = low + scale * (w - (p - r));
    let (divisor, rest) = two_sum(e, 2.0);
    let rest = rest + low;
    let quotient = e / divisor;
    let (back, dropped) = two_product(quotient, divisor);
    let missing = ((e - back) - dropped) + (low - quotient * rest);
    let y = quotient + missing / divisor;
    (if size < 1e-8 { size } else { y }).copysign(x)
}

/// Magnitude up to which [`sin`] and [`cos`] hold; beyond, the reduction needs more of pi.
pub(crate) const TRIG_LIMIT: f64 = 1e6;

/// (sin(r) - r) / r^3 in r^2 for |r| <= pi / 4, error 1.3e-17.
const S: [f64; 6] = [
    -0.16666666666666666,
    0.008333333333330948,
    -0.0001984126983675829,
    2.7557316102405114e-06,
    -2.5051131814298756e-08,
    1.5918127082718618e-10,
];
/// (cos(r) - 1 + r^2 / 2) / r^4 in r^2 for |r| <= pi / 4, error 4.9e-19.
const C: [f64; 6] = [
    0.041666666666666664,
    -0.0013888888888887398,
    2.480158729876551e-05,
    -2.755731727163763e-07,
    2.0876146249194634e-09,
    -1.1382631041621262e-11,
];

/// sin(x) for `turn` 0, cos(x) for 1.
#[inline(always)]
fn sine(x: f64, turn: u64) -> f64 {
    // pi / 2 in two parts of 33 bits, so that n times each is exact, and the rest.
    const HIGH: f64 = 1.5707963267341256;
    const MIDDLE: f64 = 6.077100506303966e-11;
    const LOW: f64 = 2.0222662487959506e-21;
    let shifted = x * FRAC_2_PI + SHIFTER;
    let n = shifted - SHIFTER;
    let (first, dropped) = two_sum(x - n * HIGH, -(n * MIDDLE));
    let (r, low) = two_sum(first, dropped - n * LOW);
    let z = r * r;
    let cube = z * r;
    let sin = r + (cube * polynomial(S, z) + (low - 0.5 * z * low));
    let half = 0.5 * z;
    let whole = 1.0 - half;
    let cos = whole + (((1.0 - whole) - half) + (z * z * polynomial(C, z) - r * low));
    let quadrant = shifted.to_bits().wrapping_add(turn);
    let value = if quadrant & 1 == 0 { sin } else { cos };
    f64::from_bits(value.to_bits() ^ ((quadrant & 2) << 62))
}

/// Holds for finite `|x| <= TRIG_LIMIT`.
#[inline(always)]
pub(crate) fn sin(x: f64) -> f64 {
    // Tiny angles are their own sine, down to the sign of zero.
    if x.abs() < 1e-8 { x } else { sine(x, 0) }
}

/// Holds for finite `|x| <= TRIG_LIMIT`.
#[inline(always)]
pub(crate) fn cos(x: f64) -> f64 {
    sine(x, 1)
}

/// Sine and cosine of a part of a whole turn in [0, 1], within 2 ulp: quarters come off exactly.
#[inline(always)]
pub(crate) fn turn(part: f64) -> (f64, f64) {
    let shifted = 4.0 * part + SHIFTER;
    let r = (4.0 * part - (shifted - SHIFTER)) * FRAC_PI_2;
    let z = r * r;
    let sin = r + z * r * polynomial(S, z);
    let half = 0.5 * z;
    let whole = 1.0 - half;
    let cos = whole + (((1.0 - whole) - half) + z * z * polynomial(C, z));
    let quadrant = shifted.to_bits();
    let odd = quadrant & 1 != 0;
    let (a, b) = if odd { (cos, sin) } else { (sin, cos) };
    let sign = |x: f64, quadrant: u64| f64::from_bits(x.to_bits() ^ ((quadrant & 2) << 62));
    (sign(a, quadrant), sign(b, quadrant.wrapping_add(1)))
}

/// `log(1 + x)`, within 2 ulp where `1 + x` is positive and finite: the logarithm of what `1 + x` rounds to, times how far that
/// is off.
#[inline(always)]
pub(crate) fn log1p(x: f64) -> f64 {
    let u = 1.0 + x;
    if u == 1.0 { x } else { log(u) * (x / (u - 1.0)) }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::LN_2;

    use super::*;

    /// Distance in float64 steps; NaN only fits NaN, and zeros must agree in sign.
    fn ulps(a: f64, b: f64) -> u64 {
        let key = |v: f64| {
            let bits = i128::from(v.to_bits() as i64);
            if bits < 0 { i128::from(i64::MIN) - bits - 1 } else { bits }
        };
        match (a.is_nan(), b.is_nan()) {
            (true, true) => 0,
            (false, false) => (key(a) - key(b)).unsigned_abs() as u64,
            _ => u64::MAX,
        }
    }

    /// Special values, floats spread over all bit patterns, and those where ranges are cut and results near an edge.
    fn samples() -> impl Iterator<Item = f64> {
        let special = [
            0.0,
            1.0,
            5e-324,
            f64::MIN_POSITIVE,
            1e-310,
            1e-8,
            0.99e-8,
            709.782712893384,
            709.782712893385,
            708.39,
            744.44,
            745.13,
            745.2,
            f64::MAX,
            f64::INFINITY,
            f64::NAN,
            1.0 - f64::EPSILON / 2.0,
            1.0 + f64::EPSILON,
            std::f64::consts::SQRT_2,
            std::f64::consts::FRAC_1_SQRT_2,
            19.06,
            22.0,
        ];
        let spread = (0..400_000u64).map(|i| f64::from_bits(i.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let near = (-400_000..=400_000).map(|i| f64::from(i) * (1.0 / 13_000.7));
        let edges = (-20_000..=20_000).flat_map(|i| {
            let (turn, two) = (f64::from(i) * 31.0 * FRAC_PI_2, (f64::from(i) + 0.5) * LN_2);
            [turn, turn.next_up(), turn * 0.5, two, two.next_down()]
        });
        special.into_iter().flat_map(|v| [v, -v]).chain(spread).chain(near).chain(edges)
    }

    fn holds(name: &str, ours: impl Fn(f64) -> f64, right: impl Fn(f64) -> f64, limit: f64) {
        let (mut inexact, mut count) = (0u64, 0u64);
        for x in samples().filter(|x| x.abs() <= limit || limit.is_nan()) {
            let (y, want) = (ours(x), right(x));
            let off = ulps(y, want);
            assert!(off <= 1, "{name}({x:e}) is {y:e}, not {want:e}: {off} ulp");
            inexact += off;
            count += 1;
        }
        assert!(count > 800_000 && inexact < count / 5, "{name}: {inexact} of {count} are the neighbour");
    }

    #[test]
    fn exponentials_and_logarithms_are_within_an_ulp() {
        holds("exp", exp, pxfm::f_exp, f64::NAN);
        holds("tanh", tanh, pxfm::f_tanh, f64::NAN);
        holds("log", log, pxfm::f_log, f64::NAN);
    }

    #[test]
    fn sines_are_within_an_ulp_up_to_their_limit() {
        holds("sin", sin, pxfm::f_sin, TRIG_LIMIT);
        holds("cos", cos, pxfm::f_cos, TRIG_LIMIT);
    }

    #[test]
    fn turns_and_logarithms_near_one_are_within_two_ulp() {
        for i in 0..=1_000_000u32 {
            let part = f64::from(i) / 1_000_000.0;
            let (sin, cos) = turn(part);
            let (s, c) = pxfm::f_sincospi(2.0 * part);
            assert!(ulps(sin + 0.0, s + 0.0) <= 2 && ulps(cos + 0.0, c + 0.0) <= 2, "{part}: {sin} {s} {cos} {c}");
            let x = part.mul_add(3.0, -0.999) * 2f64.powi(-(i as i32 % 60));
            assert!(ulps(log1p(x), pxfm::f_log1p(x)) <= 2, "{x}");
        }
    }
}
