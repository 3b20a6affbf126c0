//! Special functions: error functions and the normal distribution, gamma, beta, zeta and Bessel functions, entropies.
//!
//! What their summaries say of accuracy is the greatest distance seen from mpmath over the points of `golden/special`.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, PI};

use polyad_core::Error;

use super::elementary::function;
use crate::op::{Args, BASE, Binary, Check, Grad, Meaning, Op, OpDef, Unary};
use crate::{Backward, DTypeRule, Expr, special};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[
    &ERFINV,
    &ERFCINV,
    &ERFCX,
    &GAMMA,
    &LGAMMA,
    &DIGAMMA,
    &POLYGAMMA,
    &GAMMASGN,
    &RGAMMA,
    &GAMMAINC,
    &GAMMAINCC,
    &BETA,
    &BETALN,
    &BETAINC,
    &J0,
    &J1,
    &Y0,
    &Y1,
    &I0,
    &I1,
    &I0E,
    &I1E,
    &K0,
    &K0E,
    &K1,
    &K1E,
    &LOGIT,
    &XLOGY,
    &XLOG1PY,
    &ENTR,
    &REL_ENTR,
    &KL_DIVERGENCE,
    &ZETA,
    &NDTR,
    &NDTRI,
    &LOG_NDTR,
];

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// The derivative of `digamma` of this order.
fn of(order: f64, x: &Expr) -> Expr {
    x.with(order).binary(&POLYGAMMA, x)
}

/// `y / x`, and its limit 1/2 at 0, of functions of order 1.
fn over(b: &Backward) -> Expr {
    let zero = b.x[0].binary(&crate::ops::EQUAL, &b.x[0].with(0.0));
    b.x[0].with(0.5).select(&zero, &(&b.y[0] / &b.x[0]))
}

/// The density of the normal distribution.
fn density(x: &Expr) -> Expr {
    (x * x * -0.5).exp() * (0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2)
}

/// A parameter without a closed form of its slope: an error where somebody asks for it.
fn no_slope(b: &Backward, argument: &'static str) -> Option<Expr> {
    let takes = "no gradient, as its slope has no closed form; give it as a constant".into();
    Some(Expr::failed(Error::BadArgument { op: b.op.name, argument, got: "a gradient".into(), takes }))
}

/// Minus infinity at 0, NaN below.
fn second_kind(x: f64, f: fn(f64) -> f64) -> f64 {
    if x == 0.0 {
        -INF
    } else if x < 0.0 {
        NAN
    } else {
        f(x)
    }
}

/// Infinite at 0, NaN below.
fn modified_second_kind(x: f64, f: fn(f64) -> f64) -> f64 {
    if x == 0.0 {
        INF
    } else if x < 0.0 {
        NAN
    } else {
        f(x)
    }
}

function! {
    /// Inverse error function.
    ERFINV "erfinv" &[], "The inverse of `erf`; within 1 ulp."
    "SciPy, `scipy.special.erfinv`"
    float special::inverse_error, grad |b| vec![Some(&b.grads[0] * ((&b.y[0] * &b.y[0]).exp() * (1.0 / FRAC_2_SQRT_PI)))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[1.0], INF), (&[-1.0], -INF), (&[1.5], NAN), (&[NAN], NAN)],
    range (-1.0, 1.0), ulp 0, example "assert_eq!(tensor![0.0, 1.0].erfinv()?, tensor![0.0, f64::INFINITY]);"
}

function! {
    /// Inverse complementary error function.
    ERFCINV "erfcinv" &[], "The inverse of `erfc`; within 8 ulp."
    "SciPy, `scipy.special.erfcinv`"
    float special::inverse_complement, grad |b| vec![Some(&b.grads[0] * ((&b.y[0] * &b.y[0]).exp() * (-1.0 / FRAC_2_SQRT_PI)))],
    points &[(&[1.0], 0.0), (&[0.0], INF), (&[2.0], -INF), (&[-0.5], NAN), (&[NAN], NAN)],
    range (0.0, 2.0), ulp 0, example "assert_eq!(tensor![1.0, 0.0].erfcinv()?, tensor![0.0, f64::INFINITY]);"
}

function! {
    /// Scaled complementary error function.
    ERFCX "erfcx" &[], "`exp(x * x) * erfc(x)`, without underflow; within 1 ulp."
    "SciPy, `scipy.special.erfcx`"
    float pxfm::f_erfcx, grad |b| vec![Some(&b.grads[0] * (&b.x[0] * &b.y[0] * 2.0 - FRAC_2_SQRT_PI))],
    points &[(&[0.0], 1.0), (&[INF], 0.0), (&[-INF], INF), (&[NAN], NAN)],
    range (-2.0, 30.0), ulp 0, example "assert_eq!(tensor![0.0].erfcx()?, tensor![1.0]);"
}

function! {
    /// Gamma function.
    GAMMA "gamma" &["tgamma"], "The gamma function, infinite at 0, NaN at negative integers; within 1 ulp."
    "SciPy, `scipy.special.gamma`"
    float special::gamma, grad |b| vec![Some(&b.grads[0] * (&b.y[0] * b.x[0].unary(&DIGAMMA)))],
    points &[(&[5.0], 24.0), (&[0.5], 1.772_453_850_905_516), (&[0.0], INF), (&[-0.0], -INF), (&[-1.0], NAN), (&[INF], INF), (&[-INF], NAN), (&[171.7], INF), (&[NAN], NAN)],
    range (0.0, 20.0), ulp 0, example "assert_eq!(tensor![5.0, 1.0].gamma()?, tensor![24.0, 1.0]);"
}

function! {
    /// Logarithm of the gamma function.
    LGAMMA "lgamma" &["gammaln"], "The logarithm of the magnitude of the gamma function, infinite at 0 and negative integers; within 1 ulp."
    "SciPy, `scipy.special.gammaln`"
    float special::lgamma, grad |b| vec![Some(&b.grads[0] * (b.x[0].unary(&DIGAMMA)))],
    points &[(&[1.0], 0.0), (&[2.0], 0.0), (&[0.0], INF), (&[-3.0], INF), (&[INF], INF), (&[-INF], INF), (&[NAN], NAN)],
    range (0.0, 40.0), ulp 0, example "assert_eq!(tensor![1.0, 2.0].lgamma()?, tensor![0.0, 0.0]);"
}

function! {
    /// Slope of the logarithm of the gamma function.
    DIGAMMA "digamma" &["psi"], "The slope of the logarithm of the gamma function, infinite at 0, NaN at negative integers; within 1 ulp."
    "SciPy, `scipy.special.digamma`"
    float special::digamma, grad |b| vec![Some(&b.grads[0] * (of(1.0, &b.x[0])))],
    points &[(&[1.0], -0.577_215_664_901_532_9), (&[0.0], -INF), (&[-0.0], INF), (&[-2.0], NAN), (&[INF], INF), (&[NAN], NAN)],
    range (0.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].digamma()?, tensor![f64::NEG_INFINITY]);"
}

/// Derivatives of `digamma`.
pub static POLYGAMMA: OpDef = OpDef {
    name: "polygamma",
    aliases: &[],
    summary: "Derivative `n` of `digamma` at `x`, NaN unless `n` is an integer from 0 on, and for `x` below -1000; within 1 ulp.",
    source: "SciPy, `scipy.special.polygamma`",
    example: "assert_eq!(tensor![1.0].polygamma(&tensor![0.0])?, tensor![f64::INFINITY]);",
    args: Args::Fixed(&["n", "x"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(special::polygamma), ..Binary::NONE }),
    grad: Grad::Rule(|b| vec![no_slope(b, "n"), Some(&b.grads[0] * (&b.x[0] + 1.0).binary(&POLYGAMMA, &b.x[1]))]),
    check: Check {
        points: &[
            (&[0.0, 0.0], -INF),
            (&[1.0, 0.0], INF),
            (&[1.0, INF], 0.0),
            (&[-1.0, 1.0], NAN),
            (&[0.5, 1.0], NAN),
            (&[1.0, NAN], NAN),
        ],
        range: (0.0, 20.0),
        ulp: 0,
    },
    ..BASE
};

function! {
    /// Sign of the gamma function.
    GAMMASGN "gammasgn" &[], "The sign of the gamma function, NaN at negative integers."
    "SciPy, `scipy.special.gammasgn`"
    float special::gamma_sign, grad |b| vec![Some(&b.grads[0] * 0.0)],
    points &[(&[2.0], 1.0), (&[-0.5], -1.0), (&[-1.5], 1.0), (&[0.0], 1.0), (&[-0.0], -1.0), (&[-1.0], NAN), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 0, example "assert_eq!(tensor![2.0, -0.5].gammasgn()?, tensor![1.0, -1.0]);"
}

function! {
    /// Reciprocal of the gamma function.
    RGAMMA "rgamma" &[], "`1 / gamma(x)`, 0 at 0 and at negative integers; within 1 ulp."
    "SciPy, `scipy.special.rgamma`"
    float special::rgamma, grad |b| vec![Some(&b.grads[0] * (-(&b.y[0] * b.x[0].unary(&DIGAMMA))))],
    points &[(&[5.0], 1.0 / 24.0), (&[0.0], 0.0), (&[-3.0], 0.0), (&[INF], 0.0), (&[NAN], NAN)],
    range (0.0, 20.0), ulp 0, example "assert_eq!(tensor![1.0, -2.0].rgamma()?, tensor![1.0, 0.0]);"
}

/// Lower incomplete gamma function.
pub static GAMMAINC: OpDef = OpDef {
    name: "gammainc",
    aliases: &[],
    summary: "The lower incomplete gamma function, as a share of the gamma function; within 150 ulp.",
    source: "SciPy, `scipy.special.gammainc`",
    example: "assert_eq!(tensor![1.0].gammainc(&tensor![0.0])?, tensor![0.0]);",
    args: Args::Fixed(&["a", "x"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(special::gammainc), ..Binary::NONE }),
    grad: Grad::Rule(|b| {
        vec![
            no_slope(b, "a"),
            Some(&b.grads[0] * ((&b.x[0] - 1.0) * b.x[1].log() - &b.x[1] - b.x[0].unary(&LGAMMA)).exp()),
        ]
    }),
    check: Check {
        points: &[
            (&[1.0, 0.0], 0.0),
            (&[2.0, INF], 1.0),
            (&[0.0, 1.0], 1.0),
            (&[INF, 1.0], 0.0),
            (&[-1.0, 1.0], NAN),
            (&[1.0, -1.0], NAN),
            (&[1.0, NAN], NAN),
        ],
        range: (0.0, 20.0),
        ulp: 0,
    },
    ..BASE
};

/// Upper incomplete gamma function.
pub static GAMMAINCC: OpDef = OpDef {
    name: "gammaincc",
    aliases: &[],
    summary: "The upper incomplete gamma function, as a share of the gamma function; within 32 ulp.",
    source: "SciPy, `scipy.special.gammaincc`",
    example: "assert_eq!(tensor![1.0].gammaincc(&tensor![0.0])?, tensor![1.0]);",
    args: Args::Fixed(&["a", "x"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(special::gammaincc), ..Binary::NONE }),
    grad: Grad::Rule(|b| {
        vec![
            no_slope(b, "a"),
            Some(-(&b.grads[0] * ((&b.x[0] - 1.0) * b.x[1].log() - &b.x[1] - b.x[0].unary(&LGAMMA)).exp())),
        ]
    }),
    check: Check {
        points: &[
            (&[1.0, 0.0], 1.0),
            (&[2.0, INF], 0.0),
            (&[0.0, 1.0], 0.0),
            (&[INF, 1.0], 1.0),
            (&[-1.0, 1.0], NAN),
            (&[1.0, NAN], NAN),
        ],
        range: (0.0, 20.0),
        ulp: 0,
    },
    ..BASE
};

/// Beta function.
pub static BETA: OpDef = OpDef {
    name: "beta",
    aliases: &[],
    summary: "The beta function, `gamma(a) * gamma(b) / gamma(a + b)`; within 300 ulp.",
    source: "SciPy, `scipy.special.beta`",
    example: "assert_eq!(tensor![1.0].beta(&tensor![1.0])?, tensor![1.0]);",
    args: Args::Fixed(&["a", "b"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(special::beta), ..Binary::NONE }),
    grad: Grad::Rule(|b| {
        let (g, all) = (&b.grads[0] * &b.y[0], (&b.x[0] + &b.x[1]).unary(&DIGAMMA));
        b.x.iter().map(|x| Some(&g * (x.unary(&DIGAMMA) - &all))).collect()
    }),
    check: Check {
        points: &[(&[1.0, 1.0], 1.0), (&[2.0, 3.0], 1.0 / 12.0), (&[0.0, 1.0], INF), (&[1.0, NAN], NAN)],
        range: (0.0, 20.0),
        ulp: 0,
    },
    ..BASE
};

/// Logarithm of the beta function.
pub static BETALN: OpDef = OpDef {
    name: "betaln",
    aliases: &[],
    summary: "The logarithm of the magnitude of the beta function; within 500 ulp.",
    source: "SciPy, `scipy.special.betaln`",
    example: "assert_eq!(tensor![1.0].betaln(&tensor![1.0])?, tensor![0.0]);",
    args: Args::Fixed(&["a", "b"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(special::betaln), ..Binary::NONE }),
    grad: Grad::Rule(|b| {
        let (g, all) = (&b.grads[0], (&b.x[0] + &b.x[1]).unary(&DIGAMMA));
        b.x.iter().map(|x| Some(g * (x.unary(&DIGAMMA) - &all))).collect()
    }),
    check: Check { points: &[(&[1.0, 1.0], 0.0), (&[0.0, 1.0], INF), (&[1.0, NAN], NAN)], range: (0.0, 20.0), ulp: 0 },
    ..BASE
};

/// Incomplete beta function.
pub static BETAINC: OpDef = OpDef {
    name: "betainc",
    summary: "The incomplete beta function up to `x`, as a share of the beta function of `a` and `b`; within 64 ulp.",
    source: "SciPy, `scipy.special.betainc`",
    example: "let (b, x) = (tensor![2.0], tensor![0.0, 1.0]);\n\
              assert_eq!(tensor![3.0].betainc(&b, &x)?, tensor![0.0, 1.0]);",
    args: Args::Fixed(&["a", "b", "x"]),
    dtype: DTypeRule::RealFloat,
    cost: "copies; O(size)",
    grad: Grad::Rule(|b| {
        let [p, q, x] = [0, 1, 2].map(|i| &b.x[i]);
        let slope = (p - 1.0) * x.log() + (q - 1.0) * (1.0 - x).log() - p.binary(&BETALN, q);
        vec![no_slope(b, "a"), no_slope(b, "b"), Some(&b.grads[0] * slope.exp())]
    }),
    check: Check {
        points: &[
            (&[2.0, 3.0, 0.0], 0.0),
            (&[2.0, 3.0, 1.0], 1.0),
            (&[1.0, 1.0, 0.25], 0.25),
            (&[0.0, 1.0, 0.5], NAN),
            (&[1.0, 1.0, 1.5], NAN),
            (&[1.0, NAN, 0.5], NAN),
        ],
        range: (0.0, 1.0),
        ulp: 0,
    },
    ..BASE
};

function! {
    /// Bessel function of the first kind, order 0.
    J0 "j0" &[], "The Bessel function of the first kind, order 0; within 1 ulp."
    "SciPy, `scipy.special.j0`"
    float pxfm::f_j0, grad |b| vec![Some(&b.grads[0] * (-b.x[0].unary(&J1)))],
    points &[(&[0.0], 1.0), (&[INF], 0.0), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].j0()?, tensor![1.0]);"
}

function! {
    /// Bessel function of the first kind, order 1.
    J1 "j1" &[], "The Bessel function of the first kind, order 1; within 1 ulp."
    "SciPy, `scipy.special.j1`"
    float pxfm::f_j1, grad |b| vec![Some(&b.grads[0] * (b.x[0].unary(&J0) - over(b)))],
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], 0.0), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].j1()?, tensor![0.0]);"
}

function! {
    /// Bessel function of the second kind, order 0.
    Y0 "y0" &[], "The Bessel function of the second kind, order 0; within 1 ulp."
    "SciPy, `scipy.special.y0`"
    float |x| second_kind(x, pxfm::f_y0), grad |b| vec![Some(&b.grads[0] * (-b.x[0].unary(&Y1)))],
    points &[(&[0.0], -INF), (&[-1.0], NAN), (&[INF], 0.0), (&[NAN], NAN)],
    range (0.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].y0()?, tensor![f64::NEG_INFINITY]);"
}

function! {
    /// Bessel function of the second kind, order 1.
    Y1 "y1" &[], "The Bessel function of the second kind, order 1; within 1 ulp."
    "SciPy, `scipy.special.y1`"
    float |x| second_kind(x, pxfm::f_y1), grad |b| vec![Some(&b.grads[0] * (b.x[0].unary(&Y0) - &b.y[0] / &b.x[0]))],
    points &[(&[0.0], -INF), (&[-1.0], NAN), (&[INF], 0.0), (&[NAN], NAN)],
    range (0.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].y1()?, tensor![f64::NEG_INFINITY]);"
}

function! {
    /// Modified Bessel function of the first kind, order 0.
    I0 "i0" &[], "The modified Bessel function of the first kind, order 0; within 1 ulp."
    "SciPy, `scipy.special.i0`"
    float pxfm::f_i0, grad |b| vec![Some(&b.grads[0] * (b.x[0].unary(&I1)))],
    points &[(&[0.0], 1.0), (&[INF], INF), (&[-INF], INF), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].i0()?, tensor![1.0]);"
}

function! {
    /// Modified Bessel function of the first kind, order 1.
    I1 "i1" &[], "The modified Bessel function of the first kind, order 1; within 1 ulp."
    "SciPy, `scipy.special.i1`"
    float pxfm::f_i1, grad |b| vec![Some(&b.grads[0] * (b.x[0].unary(&I0) - over(b)))],
    points &[(&[0.0], 0.0), (&[INF], INF), (&[-INF], -INF), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].i1()?, tensor![0.0]);"
}

function! {
    /// Modified Bessel function of the first kind, order 0, times `exp(-abs(x))`.
    I0E "i0e" &[], "The modified Bessel function of the first kind, order 0, times `exp(-abs(x))`; within 1 ulp."
    "SciPy, `scipy.special.i0e`"
    float pxfm::f_i0e, grad |b| vec![Some(&b.grads[0] * (b.x[0].unary(&I1E) - b.x[0].sign() * &b.y[0]))],
    points &[(&[0.0], 1.0), (&[INF], 0.0), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].i0e()?, tensor![1.0]);"
}

function! {
    /// Modified Bessel function of the first kind, order 1, times `exp(-abs(x))`.
    I1E "i1e" &[], "The modified Bessel function of the first kind, order 1, times `exp(-abs(x))`; within 1 ulp."
    "SciPy, `scipy.special.i1e`"
    float pxfm::f_i1e, grad |b| vec![Some(&b.grads[0] * (b.x[0].unary(&I0E) - over(b) - b.x[0].sign() * &b.y[0]))],
    points &[(&[0.0], 0.0), (&[INF], 0.0), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].i1e()?, tensor![0.0]);"
}

function! {
    /// Modified Bessel function of the second kind, order 0.
    K0 "k0" &[], "The modified Bessel function of the second kind, order 0; within 1 ulp."
    "SciPy, `scipy.special.k0`"
    float |x| modified_second_kind(x, pxfm::f_k0), grad |b| vec![Some(&b.grads[0] * (-b.x[0].unary(&K1)))],
    points &[(&[0.0], INF), (&[-1.0], NAN), (&[INF], 0.0), (&[NAN], NAN)],
    range (0.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].k0()?, tensor![f64::INFINITY]);"
}

function! {
    /// Modified Bessel function of the second kind, order 0, times `exp(x)`.
    K0E "k0e" &[], "The modified Bessel function of the second kind, order 0, times `exp(x)`; within 1 ulp."
    "SciPy, `scipy.special.k0e`"
    float |x| modified_second_kind(x, pxfm::f_k0e), grad |b| vec![Some(&b.grads[0] * (&b.y[0] - b.x[0].unary(&K1E)))],
    points &[(&[0.0], INF), (&[-1.0], NAN), (&[INF], 0.0), (&[NAN], NAN)],
    range (0.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].k0e()?, tensor![f64::INFINITY]);"
}

function! {
    /// Modified Bessel function of the second kind, order 1.
    K1 "k1" &[], "The modified Bessel function of the second kind, order 1; within 1 ulp."
    "SciPy, `scipy.special.k1`"
    float |x| modified_second_kind(x, pxfm::f_k1), grad |b| vec![Some(&b.grads[0] * (-b.x[0].unary(&K0) - &b.y[0] / &b.x[0]))],
    points &[(&[0.0], INF), (&[-1.0], NAN), (&[INF], 0.0), (&[NAN], NAN)],
    range (0.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].k1()?, tensor![f64::INFINITY]);"
}

function! {
    /// Modified Bessel function of the second kind, order 1, times `exp(x)`.
    K1E "k1e" &[], "The modified Bessel function of the second kind, order 1, times `exp(x)`; within 1 ulp."
    "SciPy, `scipy.special.k1e`"
    float |x| modified_second_kind(x, pxfm::f_k1e), grad |b| vec![Some(&b.grads[0] * (&b.y[0] - b.x[0].unary(&K0E) - &b.y[0] / &b.x[0]))],
    points &[(&[0.0], INF), (&[-1.0], NAN), (&[INF], 0.0), (&[NAN], NAN)],
    range (0.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0].k1e()?, tensor![f64::INFINITY]);"
}

function! {
    /// Logarithm of the odds.
    LOGIT "logit" &[], "The logarithm of the odds, `log(x / (1 - x))`; within 1 ulp."
    "SciPy, `scipy.special.logit`"
    float special::logit, grad |b| vec![Some(&b.grads[0] / (&b.x[0] * (1.0 - &b.x[0])))],
    points &[(&[0.5], 0.0), (&[0.0], -INF), (&[1.0], INF), (&[1.5], NAN), (&[-0.5], NAN), (&[NAN], NAN)],
    range (0.0, 1.0), ulp 0, example "assert_eq!(tensor![0.5, 1.0].logit()?, tensor![0.0, f64::INFINITY]);"
}

/// Multiple of a logarithm.
pub static XLOGY: OpDef = OpDef {
    name: "xlogy",
    aliases: &[],
    summary: "`x * log(y)`, 0 where `x` is 0; within 1 ulp.",
    source: "SciPy, `scipy.special.xlogy`",
    example: "assert_eq!(tensor![0.0].xlogy(&tensor![0.0])?, tensor![0.0]);",
    args: Args::Fixed(&["x", "y"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(special::xlogy), ..Binary::NONE }),
    grad: Grad::Rule(|b| vec![Some(b.grads[0].binary(&XLOGY, &b.x[1])), Some(&b.grads[0] * &b.x[0] / &b.x[1])]),
    check: Check {
        points: &[(&[0.0, 0.0], 0.0), (&[1.0, 0.0], -INF), (&[2.0, 1.0], 0.0), (&[0.0, NAN], NAN)],
        range: (0.0, 20.0),
        ulp: 0,
    },
    ..BASE
};

/// Multiple of a logarithm of `1 + y`.
pub static XLOG1PY: OpDef = OpDef {
    name: "xlog1py",
    aliases: &[],
    summary: "`x * log(1 + y)`, 0 where `x` is 0; within 1 ulp.",
    source: "SciPy, `scipy.special.xlog1py`",
    example: "assert_eq!(tensor![0.0].xlog1py(&tensor![-1.0])?, tensor![0.0]);",
    args: Args::Fixed(&["x", "y"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(special::xlog1py), ..Binary::NONE }),
    grad: Grad::Rule(|b| {
        vec![Some(b.grads[0].binary(&XLOG1PY, &b.x[1])), Some(&b.grads[0] * &b.x[0] / (&b.x[1] + 1.0))]
    }),
    check: Check {
        points: &[(&[0.0, -1.0], 0.0), (&[1.0, -1.0], -INF), (&[0.0, NAN], NAN)],
        range: (-1.0, 20.0),
        ulp: 0,
    },
    ..BASE
};

function! {
    /// Entropy of a share.
    ENTR "entr" &[], "The entropy of one share, `-x * log(x)`; 0 at 0, minus infinity below; within 1 ulp."
    "SciPy, `scipy.special.entr`"
    float special::entr, grad |b| vec![Some(&b.grads[0] * (-(b.x[0].log() + 1.0)))],
    points &[(&[0.0], 0.0), (&[1.0], 0.0), (&[-1.0], -INF), (&[INF], -INF), (&[NAN], NAN)],
    range (0.0, 20.0), ulp 0, example "assert_eq!(tensor![0.0, 1.0].entr()?, tensor![0.0, 0.0]);"
}

/// Relative entropy of two shares.
pub static REL_ENTR: OpDef = OpDef {
    name: "rel_entr",
    aliases: &[],
    summary: "`x * log(x / y)`, 0 where `x` is 0, infinite where a share is negative; within 1 ulp.",
    source: "SciPy, `scipy.special.rel_entr`",
    example: "assert_eq!(tensor![0.0, 1.0].rel_entr(&tensor![1.0])?, tensor![0.0, 0.0]);",
    args: Args::Fixed(&["x", "y"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(special::rel_entr), ..Binary::NONE }),
    grad: Grad::Rule(|b| {
        vec![Some(&b.grads[0] * ((&b.x[0] / &b.x[1]).log() + 1.0)), Some(-(&b.grads[0] * &b.x[0] / &b.x[1]))]
    }),
    check: Check {
        points: &[(&[0.0, 1.0], 0.0), (&[1.0, 1.0], 0.0), (&[1.0, 0.0], INF), (&[-1.0, 1.0], INF), (&[NAN, 1.0], NAN)],
        range: (0.0, 20.0),
        ulp: 0,
    },
    ..BASE
};

/// Divergence of two shares.
pub static KL_DIVERGENCE: OpDef = OpDef {
    name: "kl_divergence",
    aliases: &[],
    summary: "`x * log(x / y) - x + y` of single shares, infinite where one is negative.",
    source: "SciPy, `scipy.special.kl_div`",
    example: "assert_eq!(tensor![0.0, 1.0].kl_divergence(&tensor![1.0])?, tensor![1.0, 0.0]);",
    args: Args::Fixed(&["x", "y"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(special::kl_divergence), ..Binary::NONE }),
    grad: Grad::Rule(|b| {
        vec![Some(&b.grads[0] * (&b.x[0] / &b.x[1]).log()), Some(&b.grads[0] * (1.0 - &b.x[0] / &b.x[1]))]
    }),
    check: Check {
        points: &[(&[0.0, 1.0], 1.0), (&[1.0, 1.0], 0.0), (&[1.0, 0.0], INF), (&[-1.0, 1.0], INF), (&[NAN, 1.0], NAN)],
        range: (0.0, 20.0),
        ulp: 0,
    },
    ..BASE
};

/// Zeta function.
pub static ZETA: OpDef = OpDef {
    name: "zeta",
    aliases: &[],
    summary: "The zeta function of Hurwitz, the sum of `(q + k) ** -s` over `k` from 0 on; with a `q` of 1 that of Riemann, below an `s` of 1 too; NaN for a `q` below -1000; within 16 ulp.",
    source: "SciPy, `scipy.special.zeta`",
    example: "assert_eq!(tensor![1.0].zeta(&tensor![1.0])?, tensor![f64::INFINITY]);",
    args: Args::Fixed(&["s", "q"]),
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(special::zeta), ..Binary::NONE }),
    grad: Grad::Rule(|b| {
        vec![no_slope(b, "s"), Some(-(&b.grads[0] * &b.x[0] * (&b.x[0] + 1.0).binary(&ZETA, &b.x[1])))]
    }),
    check: Check {
        points: &[
            (&[2.0, 1.0], PI * PI / 6.0),
            (&[1.0, 1.0], INF),
            (&[0.0, 1.0], -0.5),
            (&[-2.0, 1.0], 0.0),
            (&[2.0, 0.0], INF),
            (&[0.5, 2.0], NAN),
            (&[NAN, 1.0], NAN),
        ],
        range: (1.0, 20.0),
        ulp: 0,
    },
    ..BASE
};

function! {
    /// Distribution function of the normal distribution.
    NDTR "ndtr" &[], "The share of the normal distribution below `x`; within 1 ulp."
    "SciPy, `scipy.special.ndtr`"
    float special::ndtr, grad |b| vec![Some(&b.grads[0] * (density(&b.x[0])))],
    points &[(&[0.0], 0.5), (&[INF], 1.0), (&[-INF], 0.0), (&[NAN], NAN)],
    range (-8.0, 8.0), ulp 0, example "assert_eq!(tensor![0.0].ndtr()?, tensor![0.5]);"
}

function! {
    /// Quantile of the normal distribution.
    NDTRI "ndtri" &[], "The number below which a share `x` of the normal distribution lies; within 8 ulp."
    "SciPy, `scipy.special.ndtri`"
    float special::ndtri, grad |b| vec![Some(&b.grads[0] / density(&b.y[0]))],
    points &[(&[0.5], 0.0), (&[0.0], -INF), (&[1.0], INF), (&[-0.5], NAN), (&[NAN], NAN)],
    range (0.0, 1.0), ulp 0, example "assert_eq!(tensor![1.0].ndtri()?, tensor![f64::INFINITY]);"
}

function! {
    /// Logarithm of the distribution function of the normal distribution.
    LOG_NDTR "log_ndtr" &[], "The logarithm of `ndtr`, exact where that is 0; within 16 ulp."
    "SciPy, `scipy.special.log_ndtr`"
    float special::log_ndtr, grad |b| vec![Some(&b.grads[0] * ((&b.x[0] * &b.x[0] * -0.5 - &b.y[0]).exp() * (0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2)))],
    points &[(&[0.0], -std::f64::consts::LN_2), (&[INF], 0.0), (&[-INF], -INF), (&[NAN], NAN)],
    range (-30.0, 8.0), ulp 0, example "assert_eq!(tensor![f64::INFINITY].log_ndtr()?, tensor![0.0]);"
}
