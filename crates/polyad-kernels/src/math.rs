//! The float32 functions of hot loops, branch-free and evaluated in float64 lanes.
//!
//! A float64 polynomial with a relative error near 1e-9 rounds to the right float32 but for about one case in
//! a hundred, where it is the neighbour: less than 0.51 ulp. There is no multiply-add inside, so every tier gives
//! the same bits. Coefficients are interpolations at Chebyshev nodes, computed with 40 digits; range reductions
//! are the textbook ones (n ln 2, 2^k m, n pi/2). The hot functions of
//! float64 itself are in `double`, the others go through `pxfm`.

use std::f64::consts::{FRAC_2_PI, LN_2, LOG2_E, LOG10_E};

mod activations;
pub(crate) mod double;

pub(crate) use activations::{gelu, gelu_tanh, hard_silu, mish, selu, sigmoid, silu, softplus, softsign, wide};

/// Adding this rounds to the nearest integer and leaves it in the low bits.
const SHIFTER: f64 = 6_755_399_441_055_744.0;

/// Even and odd powers apart: two chains of operations half as long, which run side by side.
#[inline(always)]
fn polynomial<const N: usize>(coefficients: [f64; N], x: f64) -> f64 {
    let square = x * x;
    let (mut even, mut odd) = (0.0, 0.0);
    for i in (0..N).rev() {
        let sum = if i % 2 == 0 { &mut even } else { &mut odd };
        *sum = *sum * square + coefficients[i];
    }
    even + odd * x
}

/// `low..=high`, NaN kept.
#[inline(always)]
fn clamp(x: f64, low: f64, high: f64) -> f64 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// `(e, s)` with `exp(x) = s + s * e` and `e` small, for `|x| < 700`.
#[inline(always)]
fn exp_parts(x: f64) -> (f64, f64) {
    // (exp(r) - 1) / r for |r| <= ln 2 / 2, relative error 2.9e-10.
    const P: [f64; 7] = [
        1.0,
        0.5000000050018797,
        0.16666666722219042,
        0.041666340142225575,
        0.008333297067428719,
        0.0013942159833661436,
        0.00019900441465296745,
    ];
    let shifted = x * LOG2_E + SHIFTER;
    let r = x - (shifted - SHIFTER) * LN_2;
    let scale = f64::from_bits((shifted.to_bits() << 52).wrapping_add(1023 << 52));
    (r * polynomial(P, r), scale)
}

#[inline(always)]
fn exp_wide(x: f64) -> f64 {
    let (e, scale) = exp_parts(x);
    scale + scale * e
}

#[inline(always)]
fn expm1_wide(x: f64) -> f64 {
    let (e, scale) = exp_parts(x);
    scale * e + (scale - 1.0)
}

#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    exp_wide(clamp(x.into(), -110.0, 90.0)) as f32
}

#[inline(always)]
pub(crate) fn expm1(x: f32) -> f32 {
    (expm1_wide(clamp(x.into(), -40.0, 90.0)) as f32).copysign(x)
}

/// log(u), where `near` is u - 1 to be used while u is near 1 (it may know more digits than u does).
#[inline(always)]
fn log_wide(u: f64, near: f64) -> f64 {
    // log((1 + z) / (1 - z)) / z in z^2, relative error 7.5e-10.
    const P: [f64; 4] = [1.9999999985170367, 0.66666824590917, 0.399738112680268, 0.2995238846477919];
    const SQRT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    const BIAS: u64 = 1024;
    // u = 2^k m with m from sqrt(1/2) to sqrt(2); k + BIAS lies in the upper bits.
    let biased = u.to_bits().wrapping_sub(SQRT_HALF).wrapping_add(BIAS << 52) >> 52;
    let m = f64::from_bits(u.to_bits().wrapping_sub(biased << 52).wrapping_add(BIAS << 52));
    let k = f64::from_bits(biased | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + BIAS as f64);
    let f = if k == 0.0 { near } else { m - 1.0 };
    let z = f / (2.0 + f);
    let number = z * polynomial(P, z * z) + k * LN_2;
    let number = if u < f64::INFINITY { number } else { u };
    let edge = if u == 0.0 { f64::NEG_INFINITY } else { f64::NAN };
    if u > 0.0 { number } else { edge }
}

#[inline(always)]
pub(crate) fn log(x: f32) -> f32 {
    let x = f64::from(x);
    log_wide(x, x - 1.0) as f32
}

#[inline(always)]
pub(crate) fn log1p(x: f32) -> f32 {
    let wide = f64::from(x);
    (log_wide(1.0 + wide, wide) as f32).copysign(x)
}

#[inline(always)]
pub(crate) fn tanh(x: f32) -> f32 {
    let e = expm1_wide(clamp(2.0 * f64::from(x.abs()), 0.0, 40.0));
    ((e / (e + 2.0)) as f32).copysign(x)
}

#[inline(always)]
pub(crate) fn exp2(x: f32) -> f32 {
    let x = clamp(x.into(), -160.0, 130.0);
    // The whole part is the exponent, exactly; ln 2 times the rest goes through exp, whose own scale is 1 there.
    let shifted = x + SHIFTER;
    let scale = f64::from_bits((shifted.to_bits() << 52).wrapping_add(1023 << 52));
    (scale * exp_wide((x - (shifted - SHIFTER)) * LN_2)) as f32
}

#[inline(always)]
pub(crate) fn log2(x: f32) -> f32 {
    let x = f64::from(x);
    (log_wide(x, x - 1.0) * LOG2_E) as f32
}

#[inline(always)]
pub(crate) fn log10(x: f32) -> f32 {
    let x = f64::from(x);
    (log_wide(x, x - 1.0) * LOG10_E) as f32
}

/// `(exp(|x|) - 1, exp(-|x|))`, where one of them is all that counts beyond 100.
#[inline(always)]
fn both_exponentials(x: f32) -> (f64, f64) {
    let grown = expm1_wide(clamp(f64::from(x).abs(), 0.0, 100.0));
    (grown, 1.0 / (grown + 1.0))
}

#[inline(always)]
pub(crate) fn sinh(x: f32) -> f32 {
    let (grown, back) = both_exponentials(x);
    // (e - 1 / e) / 2 with e = grown + 1: no difference of near numbers.
    ((0.5 * (grown + grown * back)) as f32).copysign(x)
}

#[inline(always)]
pub(crate) fn cosh(x: f32) -> f32 {
    let (grown, back) = both_exponentials(x);
    (0.5 * (grown + 1.0 + back)) as f32
}

#[inline(always)]
pub(crate) fn asinh(x: f32) -> f32 {
    let a = f64::from(x).abs();
    let square = a * a;
    // asinh(a) = log(1 + t).
    let t = a + square / (1.0 + (1.0 + square).sqrt());
    let t = if a < f64::INFINITY { t } else { a };
    (log_wide(1.0 + t, t) as f32).copysign(x)
}

#[inline(always)]
pub(crate) fn acosh(x: f32) -> f32 {
    let d = f64::from(x) - 1.0;
    let t = d + (d * (d + 2.0)).sqrt();
    // Far below the root cancels, and what is left looks like a number.
    (if d < 0.0 { f64::NAN } else { log_wide(1.0 + t, t) }) as f32
}

#[inline(always)]
pub(crate) fn atanh(x: f32) -> f32 {
    let a = f64::from(x).abs();
    let t = 2.0 * a / (1.0 - a);
    ((0.5 * log_wide(1.0 + t, t)) as f32).copysign(x)
}

#[inline(always)]
pub(crate) fn erf(x: f32) -> f32 {
    // erf(x) / x in x^2 / 8 - 1 for |x| <= 4, relative error 3.9e-10; erf(4) rounds to 1.
    const P: [f64; 19] = [
        0.35353099564340495,
        -0.17657623580039056,
        0.13167511777580795,
        -0.1077102928865076,
        0.09020894134343026,
        -0.07473048679557817,
        0.05988782957568627,
        -0.04574431268539967,
        0.033053291738967594,
        -0.022562558254619065,
        0.014381038603613836,
        -0.008384044356366693,
        0.0047749464891676035,
        -0.0029097128615879733,
        0.001410152598130207,
        -0.00032551968560941486,
        0.00017322967630806508,
        -0.00024642199980983505,
        9.403812402468554e-05,
    ];
    let x = clamp(x.into(), -4.0, 4.0);
    (x * polynomial(P, x * x * 0.125 - 1.0)) as f32
}

/// Magnitude up to which [`sin`], [`cos`] and [`tan`] hold; beyond, the reduction needs more of pi.
pub(crate) const TRIG_LIMIT: f32 = 1e6;

/// Sine and cosine of what is left of an angle by quarter turns, and the number of these in the low bits.
#[inline(always)]
fn quarter(x: f32) -> (f64, f64, u64) {
    // sin(r) / r and cos(r) in r^2 for |r| <= pi / 4, errors 5.0e-12 and 7.1e-11.
    const S: [f64; 5] =
        [0.9999999999954529, -0.16666666630170537, 0.00833332864500319, -0.00019839160831534804, 2.716964309110184e-06];
    const C: [f64; 5] =
        [0.9999999999500717, -0.49999999599265754, 0.04166661518398301, -0.0013886572586698461, 2.437564598713959e-05];
    // pi / 2 in 33 bits, so that n times it is exact, and the rest.
    const HIGH: f64 = 1.570_796_326_734_125_6;
    const LOW: f64 = 6.077_100_506_506_192e-11;
    let x = f64::from(x);
    let shifted = x * FRAC_2_PI + SHIFTER;
    let n = shifted - SHIFTER;
    let r = (x - n * HIGH) - n * LOW;
    (r * polynomial(S, r * r), polynomial(C, r * r), shifted.to_bits())
}

/// sin(x) for `turn` 0, cos(x) for 1.
#[inline(always)]
fn sine(x: f32, turn: u64) -> f32 {
    let (sin, cos, quadrant) = quarter(x);
    let quadrant = quadrant.wrapping_add(turn);
    let value = if quadrant & 1 == 0 { sin } else { cos };
    f64::from_bits(value.to_bits() ^ ((quadrant & 2) << 62)) as f32
}

/// Holds for finite `|x| <= TRIG_LIMIT`.
#[inline(always)]
pub(crate) fn sin(x: f32) -> f32 {
    sine(x, 0)
}

/// Holds for finite `|x| <= TRIG_LIMIT`.
#[inline(always)]
pub(crate) fn cos(x: f32) -> f32 {
    sine(x, 1)
}

/// Holds for finite `|x| <= TRIG_LIMIT`.
#[inline(always)]
pub(crate) fn tan(x: f32) -> f32 {
    let (sin, cos, quadrant) = quarter(x);
    (if quadrant & 1 == 0 { sin / cos } else { -cos / sin }) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distance in float32 steps; NaN only fits NaN, and zeros must agree in sign.
    fn ulps(a: f32, b: f32) -> u32 {
        let key = |v: f32| {
            let bits = v.to_bits() as i32;
            if bits < 0 { i64::from(i32::MIN) - i64::from(bits) - 1 } else { i64::from(bits) }
        };
        match (a.is_nan(), b.is_nan()) {
            (true, true) => 0,
            (false, false) => (key(a) - key(b)).unsigned_abs() as u32,
            _ => u32::MAX,
        }
    }

    /// Special values, then floats spread over all bit patterns, then over the range where things happen.
    fn samples() -> impl Iterator<Item = f32> {
        let special = [
            0.0,
            1.0,
            0.5,
            2.0,
            4.0,
            9.0,
            88.7228,
            88.72284,
            103.9,
            104.0,
            110.0,
            690.0,
            1e-45,
            1e-40,
            1.1754944e-38,
            1e-20,
            f32::MAX,
            f32::INFINITY,
            f32::NAN,
            std::f32::consts::FRAC_PI_2,
            std::f32::consts::PI,
            0.99999994,
            1.0000001,
            0.34657,
            0.70710677,
            1e6,
            999999.94,
            15.99,
            16.0,
            16.1,
            13.2,
            14.5,
            4.0000005,
            3.9999998,
        ];
        let spread = (0..=u32::MAX).step_by(4099).map(f32::from_bits);
        let near = (-600_000..=600_000).map(|i| i as f32 * (1.0 / 40_000.5));
        special.into_iter().flat_map(|v| [v, -v]).chain(spread).chain(near)
    }

    fn holds(name: &str, ours: impl Fn(f32) -> f32, right: impl Fn(f32) -> f32, limit: f32) {
        let mut inexact = 0u32;
        let mut count = 0u32;
        for x in samples().filter(|x| x.abs() <= limit || limit.is_nan()) {
            let (y, want) = (ours(x), right(x));
            let off = ulps(y, want);
            assert!(off <= 1, "{name}({x:e}) is {y:e}, not {want:e}: {off} ulp");
            inexact += off;
            count += 1;
        }
        assert!(count > 1_000_000 && inexact < count / 50, "{name}: {inexact} of {count} are the neighbour");
    }

    const ALL: f32 = f32::NAN;

    #[test]
    fn exponentials_are_within_an_ulp() {
        holds("exp", exp, pxfm::f_expf, ALL);
        holds("expm1", expm1, pxfm::f_expm1f, ALL);
        holds("tanh", tanh, pxfm::f_tanhf, ALL);
        holds("sigmoid", sigmoid, |x| wide::sigmoid(x.into()) as f32, ALL);
        holds("exp2", exp2, pxfm::f_exp2f, ALL);
        holds("sinh", sinh, pxfm::f_sinhf, ALL);
        holds("cosh", cosh, pxfm::f_coshf, ALL);
        holds("selu", selu, |x| wide::selu(x.into()) as f32, ALL);
    }

    #[test]
    fn logarithms_are_within_an_ulp() {
        holds("log", log, pxfm::f_logf, ALL);
        holds("log1p", log1p, pxfm::f_log1pf, ALL);
        holds("log2", log2, pxfm::f_log2f, ALL);
        holds("log10", log10, pxfm::f_log10f, ALL);
        holds("asinh", asinh, pxfm::f_asinhf, ALL);
        holds("acosh", acosh, pxfm::f_acoshf, ALL);
        holds("atanh", atanh, pxfm::f_atanhf, ALL);
        holds("softplus", softplus, |x| wide::softplus(x.into()) as f32, ALL);
    }

    #[test]
    fn sines_are_within_an_ulp_up_to_their_limit() {
        holds("sin", sin, pxfm::f_sinf, TRIG_LIMIT);
        holds("cos", cos, pxfm::f_cosf, TRIG_LIMIT);
        holds("tan", tan, pxfm::f_tanf, TRIG_LIMIT);
    }

    #[test]
    fn erf_and_the_activations_are_within_an_ulp() {
        holds("erf", erf, pxfm::f_erff, ALL);
        holds("gelu", gelu, |x| wide::gelu(x.into()) as f32, ALL);
        holds("gelu_tanh", gelu_tanh, |x| wide::gelu_tanh(x.into()) as f32, ALL);
        holds("silu", silu, |x| wide::silu(x.into()) as f32, ALL);
        holds("mish", mish, |x| wide::mish(x.into()) as f32, ALL);
        holds("softsign", softsign, |x| wide::softsign(x.into()) as f32, ALL);
    }
}
