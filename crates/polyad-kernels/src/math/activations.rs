//! Activations in float32, by the float64 parts of exponentials and logarithms, and all in float64.

use std::f64::consts::FRAC_1_SQRT_2;

use super::{clamp, exp_wide, expm1_wide, log_wide, polynomial};

/// The constants of `selu`.
const SELU_ALPHA: f64 = 1.673_263_242_354_377_2;
const SELU_SCALE: f64 = 1.050_700_987_355_480_5;

/// `1 / (1 + exp(-x))`, exactly 0 far below.
#[inline(always)]
fn sigmoid_wide(x: f64) -> f64 {
    let s = 1.0 / (1.0 + exp_wide(-clamp(x, -690.0, 690.0)));
    if x < -690.0 { 0.0 } else { s }
}

/// `x`, but no minus infinity: its share of 0 is 0 and not NaN.
#[inline(always)]
fn above_abyss(x: f64) -> f64 {
    if x < -1e4 { -1e4 } else { x }
}

/// `log(1 + exp(-|x|))`.
#[inline(always)]
fn softplus_rest(x: f64) -> f64 {
    let e = exp_wide(-clamp(x.abs(), 0.0, 200.0));
    log_wide(1.0 + e, e)
}

#[inline(always)]
pub(crate) fn sigmoid(x: f32) -> f32 {
    sigmoid_wide(x.into()) as f32
}

/// `x * sigmoid(x)`.
#[inline(always)]
pub(crate) fn silu(x: f32) -> f32 {
    let x = f64::from(x);
    (above_abyss(x) * sigmoid_wide(x)) as f32
}

#[inline(always)]
pub(crate) fn softplus(x: f32) -> f32 {
    let x = f64::from(x);
    ((if x > 0.0 { x } else { 0.0 }) + softplus_rest(x)) as f32
}

/// `x * tanh(softplus(x))`.
#[inline(always)]
pub(crate) fn mish(x: f32) -> f32 {
    let x = f64::from(x);
    let e = exp_wide(clamp(x, -690.0, 40.0));
    let grown = e * (e + 2.0);
    (above_abyss(x) * (grown / (grown + 2.0))) as f32
}

#[inline(always)]
pub(crate) fn selu(x: f32) -> f32 {
    let x = f64::from(x);
    let below = SELU_ALPHA * expm1_wide(clamp(x, -40.0, 0.0));
    let y = SELU_SCALE * if x > 0.0 { x } else { below };
    (y as f32).copysign(x as f32)
}

#[inline(always)]
pub(crate) fn softsign(x: f32) -> f32 {
    let x = f64::from(x);
    let y = x / (1.0 + x.abs());
    (if x.abs() == f64::INFINITY { 1f64.copysign(x) } else { y }) as f32
}

/// `x` times `(x + 3) / 6` kept between 0 and 1.
#[inline(always)]
pub(crate) fn hard_silu(x: f32) -> f32 {
    wide::hard_silu(x.into()) as f32
}

/// `x * (1 + erf(x / sqrt(2))) / 2`, by the complement where that sum would cancel.
#[inline(always)]
pub(crate) fn gelu(x: f32) -> f32 {
    // exp(a^2) erfc(a) in (a - 4) / (a + 4) for 0 <= a <= 11, relative error 3.2e-10.
    const P: [f64; 12] = [
        0.1369994576329735,
        -0.2590680493409763,
        0.21871967950917529,
        -0.1642577847151273,
        0.10896313290744424,
        -0.06310834391640541,
        0.03129955797666464,
        -0.012839899803712126,
        0.0040591912498205394,
        -0.0008144342366069886,
        -2.805061426808442e-05,
        0.00010148083270909257,
    ];
    let x = f64::from(x);
    let a = clamp(x.abs() * FRAC_1_SQRT_2, 0.0, 11.0);
    let tail = 0.5 * exp_wide(-a * a) * polynomial(P, (a - 4.0) / (a + 4.0));
    let tail = if x.abs() > 16.0 { 0.0 } else { tail };
    (above_abyss(x) * if x < 0.0 { tail } else { 1.0 - tail }) as f32
}

/// `x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))) / 2`.
#[inline(always)]
pub(crate) fn gelu_tanh(x: f32) -> f32 {
    // 2 sqrt(2 / pi), since (1 + tanh(u)) / 2 is sigmoid(2 u).
    const TWICE_SQRT_2_PI: f64 = 1.595_769_121_605_730_7;
    let x = f64::from(x);
    (above_abyss(x) * sigmoid_wide(TWICE_SQRT_2_PI * (x + 0.044715 * (x * x * x)))) as f32
}

/// The float64 forms, and the float32 ones that are not hot.
pub(crate) mod wide {
    use std::f64::consts::FRAC_1_SQRT_2;

    use super::{SELU_ALPHA, SELU_SCALE, above_abyss, clamp};

    pub(crate) fn sigmoid(x: f64) -> f64 {
        let e = pxfm::f_exp(-x.abs());
        if x < 0.0 { e / (1.0 + e) } else { 1.0 / (1.0 + e) }
    }

    pub(crate) fn silu(x: f64) -> f64 {
        above_abyss(x) * sigmoid(x)
    }

    pub(crate) fn gelu(x: f64) -> f64 {
        0.5 * (above_abyss(x) * pxfm::f_erfc(-x * FRAC_1_SQRT_2))
    }

    pub(crate) fn gelu_tanh(x: f64) -> f64 {
        above_abyss(x) * sigmoid(1.595_769_121_605_730_7 * (x + 0.044715 * (x * x * x)))
    }

    pub(crate) fn selu(x: f64) -> f64 {
        SELU_SCALE * if x > 0.0 { x } else { SELU_ALPHA * pxfm::f_expm1(x) }
    }

    pub(crate) fn softplus(x: f64) -> f64 {
        let rest = pxfm::f_log1p(pxfm::f_exp(-x.abs()));
        if x > 0.0 { x + rest } else { rest }
    }

    /// `log(exp(a) + exp(b))`. The terms can cancel, so float32 has this form too.
    pub(crate) fn logaddexp(a: f64, b: f64) -> f64 {
        // Equal infinities have no distance.
        let gap = if a == b { 0.0 } else { a - b };
        (if a > b { a } else { b }) + pxfm::f_log1p(pxfm::f_exp(-gap.abs()))
    }

    /// `log2(2^a + 2^b)`.
    pub(crate) fn logaddexp2(a: f64, b: f64) -> f64 {
        let gap = if a == b { 0.0 } else { a - b };
        (if a > b { a } else { b }) + pxfm::f_log2p1(pxfm::f_exp2(-gap.abs()))
    }

    pub(crate) fn mish(x: f64) -> f64 {
        let e = pxfm::f_exp(if x > 40.0 { 40.0 } else { x });
        let grown = e * (e + 2.0);
        above_abyss(x) * (grown / (grown + 2.0))
    }

    #[inline(always)]
    pub(crate) fn softsign(x: f64) -> f64 {
        let y = x / (1.0 + x.abs());
        if x.abs() == f64::INFINITY { 1f64.copysign(x) } else { y }
    }

    #[inline(always)]
    pub(crate) fn hard_silu(x: f64) -> f64 {
        above_abyss(x) * (clamp(x + 3.0, 0.0, 6.0) / 6.0)
    }
}
