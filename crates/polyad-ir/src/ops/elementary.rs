//! Roots, exponentials, logarithms and the error function.

use std::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10};

use crate::op::{Args, BASE, Binary, Check, Grad, Meaning, Op, OpDef, Unary};
use crate::{Backward, DTypeRule, Expr, complex, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] =
    &[&SQRT, &RSQRT, &CBRT, &EXP, &EXP2, &EXPM1, &LOG, &LOG2, &LOG10, &LOG1P, &LOGADDEXP, &LOGADDEXP2, &ERF, &ERFC];

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// An entry of one operand: real floats, and complex ones where it has a complex meaning.
macro_rules! function {
    (
        $(#[$doc:meta])* $id:ident $name:literal $aliases:expr, $summary:literal $source:literal
        float $float:expr, $(complex $complex:expr,)? $(complex_grad $complex_grad:ident,)? grad $grad:expr,
        points $points:expr, range $range:expr, ulp $ulp:literal, example $example:literal
    ) => {
        $(#[$doc])*
        pub static $id: OpDef = OpDef {
            name: $name,
            aliases: $aliases,
            summary: $summary,
            source: $source,
            example: $example,
            dtype: function!(@dtype $($complex)?),
            meaning: Meaning::Unary(Unary { float: Some($float), $(complex: Some($complex),)? ..Unary::NONE }),
            grad: Grad::Rule($grad),
            complex_grad: function!(@grad $($complex_grad)?),
            check: Check { points: $points, range: $range, ulp: $ulp },
            ..BASE
        };
    };
    (@dtype) => { DTypeRule::RealFloat };
    (@dtype $complex:expr) => { DTypeRule::Float };
    (@grad) => { crate::ComplexGrad::None };
    (@grad $complex_grad:ident) => { crate::ComplexGrad::$complex_grad };
}
pub(super) use function;

function! {
    /// Square root.
    SQRT "sqrt" &[], "The square root, correctly rounded; NaN of negative real numbers." "Python array API 2025.12, `sqrt`"
    float f64::sqrt, complex complex::sqrt, complex_grad Analytic, grad |b| vec![Some(&b.grads[0] * 0.5 / &b.y[0])],
    points &[(&[4.0], 2.0), (&[0.0], 0.0), (&[-0.0], -0.0), (&[-1.0], NAN), (&[INF], INF), (&[NAN], NAN)],
    range (0.0, 1e6), ulp 0, example "assert_eq!(tensor![4.0, 2.25].sqrt()?, tensor![2.0, 1.5]);"
}
function! {
    /// Reciprocal square root.
    RSQRT "rsqrt" &[], "`1 / sqrt(x)`; infinite at 0, NaN of negative numbers." "PyTorch, `torch.rsqrt`"
    float |x| if x == 0.0 { INF.copysign(x) } else { pxfm::f_rsqrt(x) },
    grad |b| vec![Some(&b.grads[0] * -0.5 * &b.y[0] / &b.x[0])],
    points &[(&[4.0], 0.5), (&[0.0], INF), (&[-0.0], -INF), (&[-1.0], NAN), (&[INF], 0.0), (&[NAN], NAN)],
    range (0.0, 1e6), ulp 1, example "assert_eq!(tensor![4.0, 0.25].rsqrt()?, tensor![0.5, 2.0]);"
}
function! {
    /// Cube root.
    CBRT "cbrt" &[], "The cube root, which negative numbers have too." "NumPy, `numpy.cbrt`"
    float pxfm::f_cbrt, grad |b| vec![Some(&b.grads[0] / (&b.y[0] * &b.y[0] * 3.0))],
    points &[(&[27.0], 3.0), (&[-8.0], -2.0), (&[-0.0], -0.0), (&[-INF], -INF), (&[INF], INF), (&[NAN], NAN)],
    range (-1e6, 1e6), ulp 1, example "assert_eq!(tensor![27.0, -8.0].cbrt()?, tensor![3.0, -2.0]);"
}
function! {
    /// Exponential.
    EXP "exp" &[], "`e` to the power `x`." "Python array API 2025.12, `exp`"
    float pxfm::f_exp, complex complex::exp, complex_grad Analytic, grad |b| vec![Some(&b.grads[0] * &b.y[0])],
    points &[(&[0.0], 1.0), (&[-0.0], 1.0), (&[-INF], 0.0), (&[INF], INF), (&[710.0], INF), (&[-746.0], 0.0), (&[NAN], NAN)],
    range (-30.0, 30.0), ulp 1, example "assert_eq!(tensor![0.0, f64::NEG_INFINITY].exp()?, tensor![1.0, 0.0]);"
}
function! {
    /// Power of two.
    EXP2 "exp2" &[], "2 to the power `x`, exact for integers." "NumPy, `numpy.exp2`"
    float pxfm::f_exp2, grad |b| vec![Some(&b.grads[0] * &b.y[0] * LN_2)],
    points &[
        (&[0.0], 1.0), (&[10.0], 1024.0), (&[-3.0], 0.125), (&[-INF], 0.0), (&[INF], INF), (&[1024.0], INF),
        (&[-1076.0], 0.0), (&[NAN], NAN)
    ],
    range (-40.0, 40.0), ulp 1, example "assert_eq!(tensor![10.0, -1.0].exp2()?, tensor![1024.0, 0.5]);"
}
function! {
    /// `exp(x) - 1`.
    EXPM1 "expm1" &["exp_m1"], "`exp(x) - 1`, keeping full precision when `x` is near zero."
    "Python array API 2025.12, `expm1`"
    float pxfm::f_expm1, complex complex::expm1, grad |b| vec![Some(&b.grads[0] * (&b.y[0] + 1.0))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[-INF], -1.0), (&[INF], INF), (&[1e-300], 1e-300), (&[NAN], NAN)],
    range (-30.0, 30.0), ulp 1, example "assert_eq!(tensor![0.0, 1e-20].expm1()?, tensor![0.0, 1e-20]);"
}
function! {
    /// Natural logarithm.
    LOG "log" &["ln"], "The natural logarithm; NaN of negative real numbers." "Python array API 2025.12, `log`"
    float pxfm::f_log, complex complex::log, complex_grad Analytic, grad |b| vec![Some(&b.grads[0] / &b.x[0])],
    points &[(&[1.0], 0.0), (&[0.0], -INF), (&[-0.0], -INF), (&[-1.0], NAN), (&[INF], INF), (&[-INF], NAN), (&[NAN], NAN)],
    range (0.0, 1e6), ulp 1, example "assert_eq!(tensor![1.0, 0.0].log()?, tensor![0.0, f64::NEG_INFINITY]);"
}
function! {
    /// Base-2 logarithm.
    LOG2 "log2" &[], "The base-2 logarithm, exact for powers of two; NaN of negative real numbers."
    "Python array API 2025.12, `log2`"
    float pxfm::f_log2, complex complex::log2, grad |b| vec![Some(&b.grads[0] / (&b.x[0] * LN_2))],
    points &[(&[1.0], 0.0), (&[8.0], 3.0), (&[0.125], -3.0), (&[0.0], -INF), (&[-1.0], NAN), (&[INF], INF), (&[NAN], NAN)],
    range (0.0, 1e6), ulp 1, example "assert_eq!(tensor![8.0, 0.5].log2()?, tensor![3.0, -1.0]);"
}
function! {
    /// Base-10 logarithm.
    LOG10 "log10" &[], "The base-10 logarithm; NaN of negative real numbers." "Python array API 2025.12, `log10`"
    float pxfm::f_log10, complex complex::log10, grad |b| vec![Some(&b.grads[0] / (&b.x[0] * LN_10))],
    points &[(&[1.0], 0.0), (&[1000.0], 3.0), (&[0.0], -INF), (&[-1.0], NAN), (&[INF], INF), (&[NAN], NAN)],
    range (0.0, 1e6), ulp 1, example "assert_eq!(tensor![1000.0, 10.0].log10()?, tensor![3.0, 1.0]);"
}
function! {
    /// `log(1 + x)`.
    LOG1P "log1p" &["ln_1p"], "`log(1 + x)`, keeping full precision when `x` is near zero."
    "Python array API 2025.12, `log1p`"
    float pxfm::f_log1p, complex complex::log1p, grad |b| vec![Some(&b.grads[0] / (&b.x[0] + 1.0))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[-1.0], -INF), (&[-2.0], NAN), (&[INF], INF), (&[NAN], NAN)],
    range (-1.0, 1e6), ulp 1, example "assert_eq!(tensor![0.0, 1e-20].log1p()?, tensor![0.0, 1e-20]);"
}
function! {
    /// Error function.
    ERF "erf" &[], "The error function." "SciPy, `scipy.special.erf`"
    float pxfm::f_erf, grad |b| vec![Some(&b.grads[0] * bell(&b.x[0]))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], 1.0), (&[-INF], -1.0), (&[NAN], NAN)],
    range (-6.0, 6.0), ulp 1, example "assert_eq!(tensor![0.0, f64::INFINITY].erf()?, tensor![0.0, 1.0]);"
}
function! {
    /// Complementary error function.
    ERFC "erfc" &[], "`1 - erf(x)`, keeping full precision where `erf(x)` is near 1." "SciPy, `scipy.special.erfc`"
    float pxfm::f_erfc, grad |b| vec![Some(-(&b.grads[0] * bell(&b.x[0])))],
    points &[(&[0.0], 1.0), (&[-0.0], 1.0), (&[INF], 0.0), (&[-INF], 2.0), (&[NAN], NAN)],
    range (-6.0, 9.0), ulp 1, example "assert_eq!(tensor![0.0, f64::INFINITY].erfc()?, tensor![1.0, 0.0]);"
}

/// The slope of the error function.
fn bell(x: &Expr) -> Expr {
    (-(x * x)).exp() * FRAC_2_SQRT_PI
}

/// The greater operand and what the distance to the other adds to it. Equal infinities have no distance.
fn log_sum(a: f64, b: f64, rest: fn(f64) -> f64) -> f64 {
    let gap = if a == b { 0.0 } else { a - b };
    (if a > b { a } else { b }) + rest(-gap.abs())
}

/// Logarithm of a sum of exponentials.
pub static LOGADDEXP: OpDef = OpDef {
    name: "logaddexp",
    summary: "`log(exp(x1) + exp(x2))`, without overflow on the way.",
    source: "Python array API 2025.12, `logaddexp`",
    example: "assert_eq!(tensor![0.0, 1000.0].logaddexp(&tensor![f64::NEG_INFINITY])?, tensor![0.0, 1000.0]);",
    args: Args::Fixed(&["x1", "x2"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| log_sum(a, b, |gap| pxfm::f_log1p(pxfm::f_exp(gap)))),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| shares(b, 1.0)),
    check: Check {
        points: &[
            (&[0.0, 0.0], LN_2),
            (&[1000.0, 0.0], 1000.0),
            (&[-INF, -INF], -INF),
            (&[INF, INF], INF),
            (&[INF, -INF], INF),
            (&[-INF, 2.0], 2.0),
            (&[NAN, INF], NAN),
        ],
        ulp: 1,
        ..BASE.check
    },
    ..BASE
};

/// Logarithm of a sum of powers of two.
pub static LOGADDEXP2: OpDef = OpDef {
    name: "logaddexp2",
    summary: "`log2(2 ** x1 + 2 ** x2)`, without overflow on the way.",
    source: "NumPy, `numpy.logaddexp2`",
    example: "assert_eq!(tensor![3.0, 2000.0].logaddexp2(&tensor![3.0, 2000.0])?, tensor![4.0, 2001.0]);",
    args: Args::Fixed(&["x1", "x2"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| log_sum(a, b, |gap| pxfm::f_log2p1(pxfm::f_exp2(gap)))),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| shares(b, LN_2)),
    check: Check {
        points: &[
            (&[0.0, 0.0], 1.0),
            (&[2000.0, 0.0], 2000.0),
            (&[-INF, -INF], -INF),
            (&[INF, -INF], INF),
            (&[NAN, 1.0], NAN),
        ],
        ulp: 1,
        ..BASE.check
    },
    ..BASE
};

/// Each operand's share of the sum, by the distance to the other; half for equal ones, infinite ones too.
fn shares(b: &Backward, scale: f64) -> Vec<Option<Expr>> {
    let (x, y) = (&b.x[0], &b.x[1]);
    let gap = x - y;
    let gap = gap.with(0.0).select(&x.binary(&ops::EQUAL, y), &(gap * scale));
    vec![Some(&b.grads[0] * gap.sigmoid()), Some(&b.grads[0] * (-gap).sigmoid())]
}
