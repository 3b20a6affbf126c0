//! Trigonometric and hyperbolic functions, their inverses, and angles.

use std::f64::consts::{FRAC_PI_2, PI};

use super::elementary::function;
use crate::op::{Args, BASE, Binary, Check, Grad, Meaning, Op, OpDef, Unary};
use crate::{DTypeRule, Expr, complex, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[
    &SIN, &COS, &TAN, &ASIN, &ACOS, &ATAN, &ATAN2, &HYPOT, &SINH, &COSH, &TANH, &ASINH, &ACOSH, &ATANH, &SINC,
    &DEG2RAD, &RAD2DEG,
];

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

function! {
    /// Sine.
    SIN "sin" &[], "The sine of an angle in radians." "Python array API 2025.12, `sin`"
    float pxfm::f_sin, complex complex::sin, complex_grad Analytic, grad |b| vec![Some(&b.grads[0] * b.x[0].cos())],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], NAN), (&[-INF], NAN), (&[NAN], NAN), (&[1e22], -0.8522008497671888)],
    range (-100.0, 100.0), ulp 1, example "assert_eq!(tensor![0.0].sin()?, tensor![0.0]);"
}
function! {
    /// Cosine.
    COS "cos" &[], "The cosine of an angle in radians." "Python array API 2025.12, `cos`"
    float pxfm::f_cos, complex complex::cos, complex_grad Analytic, grad |b| vec![Some(-(&b.grads[0] * b.x[0].sin()))],
    points &[(&[0.0], 1.0), (&[-0.0], 1.0), (&[INF], NAN), (&[-INF], NAN), (&[NAN], NAN)],
    range (-100.0, 100.0), ulp 1, example "assert_eq!(tensor![0.0].cos()?, tensor![1.0]);"
}
function! {
    /// Tangent.
    TAN "tan" &[], "The tangent of an angle in radians." "Python array API 2025.12, `tan`"
    float pxfm::f_tan, complex complex::tan, grad |b| vec![Some(&b.grads[0] * (&b.y[0] * &b.y[0] + 1.0))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], NAN), (&[-INF], NAN), (&[NAN], NAN)],
    range (-1.5, 1.5), ulp 1, example "assert_eq!(tensor![0.0].tan()?, tensor![0.0]);"
}
function! {
    /// Inverse sine.
    ASIN "asin" &["arcsin"], "The inverse sine in radians, from -pi/2 to pi/2; NaN of real numbers beyond -1 and 1."
    "Python array API 2025.12, `asin`"
    float pxfm::f_asin, complex complex::asin, grad |b| vec![Some(&b.grads[0] / below_one(&b.x[0]).sqrt())],
    points &[
        (&[0.0], 0.0), (&[-0.0], -0.0), (&[1.0], FRAC_PI_2), (&[-1.0], -FRAC_PI_2), (&[1.5], NAN), (&[-INF], NAN), (&[NAN], NAN)
    ],
    range (-1.0, 1.0), ulp 1, example "assert_eq!(tensor![1.0].asin()?, tensor![std::f64::consts::FRAC_PI_2]);"
}
function! {
    /// Inverse cosine.
    ACOS "acos" &["arccos"], "The inverse cosine in radians, from 0 to pi; NaN of real numbers beyond -1 and 1."
    "Python array API 2025.12, `acos`"
    float pxfm::f_acos, complex complex::acos, grad |b| vec![Some(-(&b.grads[0] / below_one(&b.x[0]).sqrt()))],
    points &[(&[1.0], 0.0), (&[0.0], FRAC_PI_2), (&[-1.0], PI), (&[1.5], NAN), (&[-INF], NAN), (&[NAN], NAN)],
    range (-1.0, 1.0), ulp 1, example "assert_eq!(tensor![1.0, -1.0].acos()?, tensor![0.0, std::f64::consts::PI]);"
}
function! {
    /// Inverse tangent.
    ATAN "atan" &["arctan"], "The inverse tangent in radians, from -pi/2 to pi/2." "Python array API 2025.12, `atan`"
    float pxfm::f_atan, complex complex::atan, grad |b| vec![Some(&b.grads[0] / (&b.x[0] * &b.x[0] + 1.0))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], FRAC_PI_2), (&[-INF], -FRAC_PI_2), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 1, example "assert_eq!(tensor![f64::INFINITY].atan()?, tensor![std::f64::consts::FRAC_PI_2]);"
}
function! {
    /// Hyperbolic sine.
    SINH "sinh" &[], "The hyperbolic sine." "Python array API 2025.12, `sinh`"
    float |x| pxfm::f_sinh(x).copysign(x), complex complex::sinh, grad |b| vec![Some(&b.grads[0] * b.x[0].unary(&COSH))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], INF), (&[-INF], -INF), (&[1e-300], 1e-300), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 1, example "assert_eq!(tensor![0.0].sinh()?, tensor![0.0]);"
}
function! {
    /// Hyperbolic cosine.
    COSH "cosh" &[], "The hyperbolic cosine." "Python array API 2025.12, `cosh`"
    float pxfm::f_cosh, complex complex::cosh, grad |b| vec![Some(&b.grads[0] * b.x[0].unary(&SINH))],
    points &[(&[0.0], 1.0), (&[-0.0], 1.0), (&[INF], INF), (&[-INF], INF), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 1, example "assert_eq!(tensor![0.0].cosh()?, tensor![1.0]);"
}
function! {
    /// Hyperbolic tangent.
    TANH "tanh" &[], "The hyperbolic tangent." "Python array API 2025.12, `tanh`"
    float pxfm::f_tanh, complex complex::tanh, grad |b| vec![Some(&b.grads[0] * (1.0 - &b.y[0] * &b.y[0]))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], 1.0), (&[-INF], -1.0), (&[NAN], NAN)],
    range (-10.0, 10.0), ulp 1, example "assert_eq!(tensor![0.0, 1000.0].tanh()?, tensor![0.0, 1.0]);"
}
function! {
    /// Inverse hyperbolic sine.
    ASINH "asinh" &["arcsinh"], "The inverse hyperbolic sine." "Python array API 2025.12, `asinh`"
    float pxfm::f_asinh, complex complex::asinh,
    grad |b| vec![Some(&b.grads[0] / b.x[0].binary(&HYPOT, &b.x[0].with(1.0)))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], INF), (&[-INF], -INF), (&[1e-300], 1e-300), (&[NAN], NAN)],
    range (-1e6, 1e6), ulp 1, example "assert_eq!(tensor![0.0].asinh()?, tensor![0.0]);"
}
function! {
    /// Inverse hyperbolic cosine.
    ACOSH "acosh" &["arccosh"], "The inverse hyperbolic cosine; NaN of real numbers below 1."
    "Python array API 2025.12, `acosh`"
    float pxfm::f_acosh, complex complex::acosh,
    // One root after the other, so that the square of a huge number is not needed.
    grad |b| vec![Some(&b.grads[0] / (&b.x[0] - 1.0).sqrt() / (&b.x[0] + 1.0).sqrt())],
    points &[(&[1.0], 0.0), (&[0.5], NAN), (&[INF], INF), (&[-INF], NAN), (&[NAN], NAN)],
    range (1.0, 1e6), ulp 1, example "assert_eq!(tensor![1.0].acosh()?, tensor![0.0]);"
}
function! {
    /// Inverse hyperbolic tangent.
    ATANH "atanh" &["arctanh"], "The inverse hyperbolic tangent; NaN of real numbers beyond -1 and 1."
    "Python array API 2025.12, `atanh`"
    float pxfm::f_atanh, complex complex::atanh, grad |b| vec![Some(&b.grads[0] / below_one(&b.x[0]))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[1.0], INF), (&[-1.0], -INF), (&[1.5], NAN), (&[NAN], NAN)],
    range (-1.0, 1.0), ulp 1, example "assert_eq!(tensor![0.0, 1.0].atanh()?, tensor![0.0, f64::INFINITY]);"
}
function! {
    /// `sin(pi * x) / (pi * x)`.
    SINC "sinc" &[], "The normalized sinc, `sin(pi * x) / (pi * x)`; 1 at 0." "NumPy, `sinc`"
    float pxfm::f_sincpi, grad |b| vec![Some(&b.grads[0] * sinc_slope(&b.x[0], &b.y[0]))],
    points &[(&[0.0], 1.0), (&[-0.0], 1.0), (&[1.0], 0.0), (&[0.5], 2.0 / PI), (&[NAN], NAN)],
    range (-4.0, 4.0), ulp 1, example "assert_eq!(tensor![0.0, 1.0].sinc()?, tensor![1.0, 0.0]);"
}

/// `(cos(pi * x) - sinc(x)) / x`, by its first terms where the difference would cancel.
fn sinc_slope(x: &Expr, sinc: &Expr) -> Expr {
    let square = x * x;
    let near = square.binary(&ops::LESS, &(x * 0.0 + 1e-6));
    let away = (x * 0.0 + 1.0).select(&near, x);
    let slope = ((&away * PI).cos() - sinc) / &away;
    let first = x * (&square * (PI.powi(4) / 30.0) - PI * PI / 3.0);
    first.select(&near, &slope)
}

function! {
    /// Degrees to radians.
    DEG2RAD "deg2rad" &["radians"], "Degrees as radians: `x * pi / 180`." "NumPy, `numpy.deg2rad`"
    float |x| x * (PI / 180.0), grad |b| vec![Some(&b.grads[0] * (PI / 180.0))],
    points &[(&[180.0], PI), (&[-0.0], -0.0), (&[INF], INF), (&[NAN], NAN)],
    range (-360.0, 360.0), ulp 0, example "assert_eq!(tensor![180.0].deg2rad()?, tensor![std::f64::consts::PI]);"
}
function! {
    /// Radians to degrees.
    RAD2DEG "rad2deg" &["degrees"], "Radians as degrees: `x * 180 / pi`." "NumPy, `numpy.rad2deg`"
    float |x| x * (180.0 / PI), grad |b| vec![Some(&b.grads[0] * (180.0 / PI))],
    points &[(&[PI], 180.0), (&[-0.0], -0.0), (&[INF], INF), (&[NAN], NAN)],
    range (-10.0, 10.0), ulp 0, example "assert_eq!(tensor![std::f64::consts::PI].rad2deg()?, tensor![180.0]);"
}

/// `1 - x^2` by factors, which keep its digits near 1.
fn below_one(x: &Expr) -> Expr {
    (1.0 - x) * (x + 1.0)
}

/// Zero where the length is zero: the origin has no direction, and no slope.
fn over_length(x: &Expr, length: &Expr) -> Expr {
    let origin = length.binary(&ops::EQUAL, &length.with(0.0));
    x / length.with(1.0).select(&origin, length)
}

/// Angle of a point.
pub static ATAN2: OpDef = OpDef {
    name: "atan2",
    aliases: &["arctan2"],
    summary: "The angle of the point (`x2`, `x1`) in radians, from -pi to pi, by both signs.",
    source: "Python array API 2025.12, `atan2`",
    example: "assert_eq!(tensor![0.0, 1.0].atan2(&tensor![-1.0, 0.0])?, \
              tensor![std::f64::consts::PI, std::f64::consts::FRAC_PI_2]);",
    args: Args::Fixed(&["x1", "x2"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(complex::angle), ..Binary::NONE }),
    grad: Grad::Rule(|b| {
        let length = b.x[0].binary(&HYPOT, &b.x[1]);
        let slope = |x: &Expr| &b.grads[0] * over_length(&over_length(x, &length), &length);
        vec![Some(slope(&b.x[1])), Some(-slope(&b.x[0]))]
    }),
    check: Check {
        points: &[
            (&[0.0, 0.0], 0.0),
            (&[-0.0, 0.0], -0.0),
            (&[0.0, -0.0], PI),
            (&[-0.0, -1.0], -PI),
            (&[1.0, 0.0], FRAC_PI_2),
            (&[INF, INF], PI / 4.0),
            (&[-INF, -INF], -3.0 * (PI / 4.0)),
            (&[1.0, INF], 0.0),
            (&[-1.0, -INF], -PI),
            (&[-5e-324, 2.0], -0.0),
            (&[NAN, 1.0], NAN),
        ],
        ulp: 1,
        ..BASE.check
    },
    ..BASE
};

/// Length of a vector of two.
pub static HYPOT: OpDef = OpDef {
    name: "hypot",
    summary: "`sqrt(x1 ** 2 + x2 ** 2)` without overflow or underflow on the way; infinite if either is.",
    source: "Python array API 2025.12, `hypot`",
    example: "assert_eq!(tensor![3.0, 1e200].hypot(&tensor![4.0, 0.0])?, tensor![5.0, 1e200]);",
    args: Args::Fixed(&["x1", "x2"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(pxfm::f_hypot), ..Binary::NONE }),
    grad: Grad::Rule(|b| {
        let share = |x: &Expr| &b.grads[0] * over_length(x, &b.y[0]);
        vec![Some(share(&b.x[0])), Some(share(&b.x[1]))]
    }),
    check: Check {
        points: &[
            (&[3.0, 4.0], 5.0),
            (&[0.0, -0.0], 0.0),
            (&[3e-200, 4e-200], 5e-200),
            (&[INF, NAN], INF),
            (&[NAN, -INF], INF),
            (&[NAN, 1.0], NAN),
        ],
        ulp: 1,
        ..BASE.check
    },
    ..BASE
};
