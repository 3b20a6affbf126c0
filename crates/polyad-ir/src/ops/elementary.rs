//! Elementary and special functions of one operand.

use crate::DTypeRule;
use crate::op::{BASE, Check, Grad, Meaning, Op, OpDef, Unary};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&SQRT, &EXP, &EXPM1, &LOG, &LOG1P, &SIN, &COS, &TANH, &ERF];

const INF: f64 = f64::INFINITY;

macro_rules! function {
    (
        $(#[$doc:meta])* $id:ident $name:literal $summary:literal $source:literal
        float $f:expr, grad $grad:expr, points $points:expr, range $range:expr, ulp $ulp:literal
    ) => {
        $(#[$doc])*
        pub static $id: OpDef = OpDef {
            name: $name,
            summary: $summary,
            source: $source,
            dtype: DTypeRule::RealFloat,
            meaning: Meaning::Unary(Unary { float: Some($f), ..Unary::NONE }),
            grad: Grad::Rule($grad),
            check: Check { points: $points, range: $range, ulp: $ulp },
            ..BASE
        };
    };
}

function! {
    /// Square root.
    SQRT "sqrt" "The square root, correctly rounded; NaN of negative numbers." "Python array API 2025.12, `sqrt`"
    float f64::sqrt, grad |b| vec![Some(&b.grads[0] * 0.5 / &b.y[0])],
    points &[(&[4.0], 2.0), (&[-0.0], -0.0), (&[-1.0], f64::NAN)], range (0.0, 1e6), ulp 0
}
function! {
    /// Exponential.
    EXP "exp" "`e` to the power `x`." "Python array API 2025.12, `exp`"
    float pxfm::f_exp, grad |b| vec![Some(&b.grads[0] * &b.y[0])],
    points &[(&[0.0], 1.0), (&[-INF], 0.0), (&[INF], INF)], range (-30.0, 30.0), ulp 1
}
function! {
    /// `exp(x) - 1`.
    EXPM1 "expm1" "`exp(x) - 1`, keeping full precision when `x` is near zero." "Python array API 2025.12, `expm1`"
    float pxfm::f_expm1, grad |b| vec![Some(&b.grads[0] * (&b.y[0] + 1.0))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[-INF], -1.0)], range (-30.0, 30.0), ulp 1
}
function! {
    /// Natural logarithm.
    LOG "log" "The natural logarithm; NaN of negative numbers." "Python array API 2025.12, `log`"
    float pxfm::f_log, grad |b| vec![Some(&b.grads[0] / &b.x[0])],
    points &[(&[1.0], 0.0), (&[0.0], -INF), (&[-1.0], f64::NAN)], range (0.0, 1e6), ulp 1
}
function! {
    /// `log(1 + x)`.
    LOG1P "log1p" "`log(1 + x)`, keeping full precision when `x` is near zero." "Python array API 2025.12, `log1p`"
    float pxfm::f_log1p, grad |b| vec![Some(&b.grads[0] / (&b.x[0] + 1.0))],
    points &[(&[0.0], 0.0), (&[-1.0], -INF)], range (-1.0, 1e6), ulp 1
}
function! {
    /// Sine.
    SIN "sin" "The sine of an angle in radians." "Python array API 2025.12, `sin`"
    float pxfm::f_sin, grad |b| vec![Some(&b.grads[0] * b.x[0].cos())],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], f64::NAN)], range (-100.0, 100.0), ulp 1
}
function! {
    /// Cosine.
    COS "cos" "The cosine of an angle in radians." "Python array API 2025.12, `cos`"
    float pxfm::f_cos, grad |b| vec![Some(-(&b.grads[0] * b.x[0].sin()))],
    points &[(&[0.0], 1.0), (&[INF], f64::NAN)], range (-100.0, 100.0), ulp 1
}
function! {
    /// Hyperbolic tangent.
    TANH "tanh" "The hyperbolic tangent." "Python array API 2025.12, `tanh`"
    float pxfm::f_tanh, grad |b| vec![Some(&b.grads[0] * (1.0 - &b.y[0] * &b.y[0]))],
    points &[(&[-0.0], -0.0), (&[INF], 1.0), (&[-INF], -1.0)], range (-10.0, 10.0), ulp 1
}
function! {
    /// Error function.
    ERF "erf" "The error function." "SciPy, `scipy.special.erf`"
    float pxfm::f_erf, grad |b| {
        let slope = (-(&b.x[0] * &b.x[0])).exp() * std::f64::consts::FRAC_2_SQRT_PI;
        vec![Some(&b.grads[0] * slope)]
    },
    points &[(&[0.0], 0.0), (&[INF], 1.0), (&[-INF], -1.0)], range (-6.0, 6.0), ulp 1
}
