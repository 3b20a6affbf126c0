//! Activations of neural networks. Gradients at kinks are PyTorch's, and finite where the branch not taken is not.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use super::bounds::between;
use super::elementary::function;
use crate::attr::{ALPHA, Attr, AttrKind, BETA, NEGATIVE_SLOPE, Param};
use crate::op::{BASE, Check, Grad, Meaning, Op, OpDef, Unary};
use crate::{DTypeRule, Expr, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[
    &RELU,
    &RELU6,
    &LEAKY_RELU,
    &ELU,
    &SELU,
    &GELU,
    &GELU_TANH,
    &SIGMOID,
    &HARD_SIGMOID,
    &LOG_SIGMOID,
    &SILU,
    &HARD_SILU,
    &MISH,
    &SOFTPLUS,
    &SOFTSIGN,
    &HARD_TANH,
];

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Where `exp(-x)` is nothing beside 1 in every dtype: functions are straight lines beyond, and slopes constant.
const FAR: f64 = 100.0;

/// Whether an expression is above a number.
fn above(x: &Expr, value: f64) -> Expr {
    x.binary(&ops::GREATER, &x.with(value))
}

/// The gradient where the condition holds, else 0.
fn only_where(g: &Expr, condition: &Expr) -> Expr {
    g.select(condition, &g.with(0.0))
}

/// The gradient strictly between two numbers, else 0.
fn inside(g: &Expr, x: &Expr, low: f64, high: f64) -> Expr {
    only_where(&only_where(g, &above(x, low)), &x.binary(&ops::LESS, &x.with(high)))
}

/// `x` kept between bounds; NaN stays NaN.
fn bounded(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

/// The logistic function by an exponential that does not overflow.
fn logistic(x: f64) -> f64 {
    let e = pxfm::f_exp(-x.abs());
    if x < 0.0 { e / (1.0 + e) } else { 1.0 / (1.0 + e) }
}

/// `log(1 + exp(x))`.
fn softplus(x: f64) -> f64 {
    let rest = pxfm::f_log1p(pxfm::f_exp(-x.abs()));
    if x > 0.0 { x + rest } else { rest }
}

/// `x` times a share of it that reaches 0 before `x` reaches minus infinity.
fn shared(x: f64, share: f64) -> f64 {
    x.max(-1e4) * share
}

/// `tanh(softplus(x))`, with `exp(x)` for the exponential of the logarithm.
fn mish_share(x: f64) -> f64 {
    let e = pxfm::f_exp(bounded(x, -INF, 40.0));
    let grown = e * (e + 2.0);
    if x.is_nan() { x } else { grown / (grown + 2.0) }
}

/// `max(x, 0)`.
pub static RELU: OpDef = OpDef {
    name: "relu",
    summary: "`x` where it is positive, else 0; NaN stays NaN.",
    source: "PyTorch, `torch.nn.functional.relu`",
    example: "assert_eq!(tensor![-1.0, 2.0].relu()?, tensor![0.0, 2.0]);",
    dtype: DTypeRule::Real,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| if x > 0.0 || x.is_nan() { x } else { 0.0 }),
        signed: Some(|x| x.max(0)),
        unsigned: Some(|x| x),
        ..Unary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(only_where(&b.grads[0], &above(&b.x[0], 0.0)))]),
    check: Check {
        points: &[(&[-1.0], 0.0), (&[2.0], 2.0), (&[-0.0], 0.0), (&[INF], INF), (&[-INF], 0.0), (&[NAN], NAN)],
        ..BASE.check
    },
    ..BASE
};
function! {
    /// `min(max(x, 0), 6)`.
    RELU6 "relu6" &[], "`x` kept between 0 and 6; NaN stays NaN." "PyTorch, `torch.nn.functional.relu6`"
    float |x| if x <= 0.0 { 0.0 } else { bounded(x, 0.0, 6.0) },
    grad |b| vec![Some(inside(&b.grads[0], &b.x[0], 0.0, 6.0))],
    points &[(&[-1.0], 0.0), (&[3.0], 3.0), (&[8.0], 6.0), (&[-0.0], 0.0), (&[INF], 6.0), (&[-INF], 0.0), (&[NAN], NAN)],
    range (-8.0, 8.0), ulp 0, example "assert_eq!(tensor![-1.0, 3.0, 8.0].relu6()?, tensor![0.0, 3.0, 6.0]);"
}

/// `x` above zero, a multiple of it below.
pub static LEAKY_RELU: OpDef = OpDef {
    name: "leaky_relu",
    summary: "`x` where it is positive, else `negative_slope * x`.",
    source: "PyTorch, `torch.nn.functional.leaky_relu`",
    example: "assert_eq!(tensor![-100.0, 2.0].leaky_relu()?, tensor![-1.0, 2.0]);",
    params: &[Param {
        name: "negative_slope",
        kind: AttrKind::Float,
        default: Some(|| Attr::Float(0.01)),
        doc: "The slope below 0.",
    }],
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Composed(|b| b.x[0].select(&above(&b.x[0], 0.0), &(&b.x[0] * b.attr(NEGATIVE_SLOPE)))),
    grad: Grad::Rule(|b| {
        let g = &b.grads[0];
        vec![Some(g.select(&above(&b.x[0], 0.0), &(g * b.attr(NEGATIVE_SLOPE))))]
    }),
    check: Check {
        points: &[(&[-2.0], -0.02), (&[2.0], 2.0), (&[-0.0], -0.0), (&[INF], INF), (&[-INF], -INF), (&[NAN], NAN)],
        ..BASE.check
    },
    ..BASE
};

const P_ELU_ALPHA: Param =
    Param { name: "alpha", kind: AttrKind::Float, default: Some(|| Attr::Float(1.0)), doc: "How far below 0 it goes." };

/// Exponential linear unit.
pub static ELU: OpDef = OpDef {
    name: "elu",
    summary: "`x` where it is positive, else `alpha * (exp(x) - 1)`.",
    source: "PyTorch, `torch.nn.functional.elu`",
    example: "assert_eq!(tensor![2.0, f64::NEG_INFINITY].elu()?, tensor![2.0, -1.0]);",
    params: &[P_ELU_ALPHA],
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Composed(|b| {
        let below = b.x[0].unary(&ops::EXPM1) * b.attr(ALPHA);
        b.x[0].select(&above(&b.x[0], 0.0), &below)
    }),
    grad: Grad::Rule(|b| vec![Some(elu_grad(&b.grads[0], &b.x[0], b.attr(ALPHA)))]),
    check: Check {
        points: &[(&[2.0], 2.0), (&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], INF), (&[-INF], -1.0), (&[NAN], NAN)],
        ..BASE.check
    },
    ..BASE
};

/// The exponential is taken of what is not positive only.
fn elu_grad(g: &Expr, x: &Expr, alpha: f64) -> Expr {
    let below = between(x, -INF, 0.0).exp() * alpha;
    g.select(&above(x, 0.0), &(g * below))
}

/// The constants that keep mean 0 and variance 1 through layers (Klambauer et al., 2017).
const SELU_ALPHA: f64 = 1.673_263_242_354_377_2;
const SELU_SCALE: f64 = 1.050_700_987_355_480_5;

function! {
    /// Scaled exponential linear unit.
    SELU "selu" &[], "1.0507 times `elu` with an alpha of 1.6733, constants of self-normalizing networks."
    "PyTorch, `torch.nn.functional.selu`"
    float |x| SELU_SCALE * if x > 0.0 { x } else { SELU_ALPHA * pxfm::f_expm1(x) },
    grad |b| vec![Some(elu_grad(&b.grads[0], &b.x[0], SELU_ALPHA) * SELU_SCALE)],
    points &[
        (&[1.0], SELU_SCALE), (&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], INF), (&[-INF], -SELU_SCALE * SELU_ALPHA), (&[NAN], NAN)
    ],
    range (-8.0, 8.0), ulp 2, example "assert_eq!(tensor![1.0, 0.0].selu()?, tensor![1.0507009873554805, 0.0]);"
}
function! {
    /// Gaussian error linear unit.
    GELU "gelu" &[], "`x` times the normal distribution function of `x`, by the error function."
    "PyTorch, `torch.nn.functional.gelu` with approximate=\"none\""
    float |x| 0.5 * shared(x, pxfm::f_erfc(-x * FRAC_1_SQRT_2)),
    grad |b| {
        let x = &between(&b.x[0], -FAR, FAR);
        let density = (-(x * x) * 0.5).exp() * (1.0 / (2.0 * PI).sqrt());
        let distribution = (x * -FRAC_1_SQRT_2).unary(&ops::ERFC) * 0.5;
        vec![Some(&b.grads[0] * (distribution + x * density))]
    },
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], INF), (&[-INF], -0.0), (&[-60.0], -0.0), (&[NAN], NAN)],
    range (-3.0, 6.0), ulp 4, example "assert_eq!(tensor![0.0, 100.0].gelu()?, tensor![0.0, 100.0]);"
}

/// Twice sqrt(2 / pi), since `(1 + tanh(u)) / 2` is `sigmoid(2 u)`.
const TWICE_SQRT_2_PI: f64 = 1.595_769_121_605_730_7;
const CUBIC: f64 = 0.044715;

function! {
    /// The tanh approximation of `gelu`.
    GELU_TANH "gelu_tanh" &["gelu_approx"], "`gelu` approximated by `0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))`."
    "PyTorch, `torch.nn.functional.gelu` with approximate=\"tanh\""
    float |x| shared(x, logistic(TWICE_SQRT_2_PI * (x + CUBIC * (x * x * x)))),
    grad |b| {
        let x = &between(&b.x[0], -FAR, FAR);
        let square = x * x;
        let share = (x * (&square * CUBIC + 1.0) * TWICE_SQRT_2_PI).sigmoid();
        let slope = &share * (1.0 - &share) * (&square * (3.0 * CUBIC) + 1.0) * TWICE_SQRT_2_PI;
        vec![Some(&b.grads[0] * (share + x * slope))]
    },
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], INF), (&[-INF], -0.0), (&[-60.0], -0.0), (&[NAN], NAN)],
    range (-3.0, 6.0), ulp 4, example "assert_eq!(tensor![0.0, 100.0].gelu_tanh()?, tensor![0.0, 100.0]);"
}
function! {
    /// Logistic function.
    SIGMOID "sigmoid" &["expit"], "The logistic function, `1 / (1 + exp(-x))`." "SciPy, `scipy.special.expit`"
    float logistic, grad |b| vec![Some(&b.grads[0] * (&b.y[0] * (1.0 - &b.y[0])))],
    points &[(&[0.0], 0.5), (&[INF], 1.0), (&[-INF], 0.0), (&[800.0], 1.0), (&[-800.0], 0.0), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 2, example "assert_eq!(tensor![0.0, 1000.0].sigmoid()?, tensor![0.5, 1.0]);"
}

/// A straight line for `sigmoid`.
pub static HARD_SIGMOID: OpDef = OpDef {
    name: "hard_sigmoid",
    summary: "`alpha * x + beta` kept between 0 and 1.",
    source: "ONNX, `HardSigmoid`, with the alpha of PyTorch",
    example: "assert_eq!(tensor![-3.0, 0.0, 3.0].hard_sigmoid()?, tensor![0.0, 0.5, 1.0]);",
    params: &[
        Param {
            name: "alpha",
            kind: AttrKind::Float,
            default: Some(|| Attr::Float(1.0 / 6.0)),
            doc: "The slope of the line.",
        },
        Param { name: "beta", kind: AttrKind::Float, default: Some(|| Attr::Float(0.5)), doc: "Its value at 0." },
    ],
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Composed(|b| between(&(&b.x[0] * b.attr(ALPHA) + b.attr(BETA)), 0.0, 1.0)),
    grad: Grad::Rule(|b| vec![Some(inside(&(&b.grads[0] * b.attr(ALPHA)), &b.y[0], 0.0, 1.0))]),
    check: Check {
        points: &[(&[-3.0], 0.0), (&[0.0], 0.5), (&[3.0], 1.0), (&[INF], 1.0), (&[-INF], 0.0), (&[NAN], NAN)],
        ..BASE.check
    },
    ..BASE
};
function! {
    /// Logarithm of the logistic function.
    LOG_SIGMOID "log_sigmoid" &["logsigmoid"], "`log(sigmoid(x))`, near `x` far below 0 and near 0 far above."
    "PyTorch, `torch.nn.functional.logsigmoid`"
    float |x| -softplus(-x), grad |b| vec![Some(&b.grads[0] * (-&b.x[0]).sigmoid())],
    points &[(&[0.0], -std::f64::consts::LN_2), (&[-1000.0], -1000.0), (&[INF], -0.0), (&[-INF], -INF), (&[NAN], NAN)],
    range (-30.0, 30.0), ulp 2, example "assert_eq!(tensor![-1000.0].log_sigmoid()?, tensor![-1000.0]);"
}
function! {
    /// `x * sigmoid(x)`.
    SILU "silu" &["swish"], "`x * sigmoid(x)`." "PyTorch, `torch.nn.functional.silu`"
    float |x| shared(x, logistic(x)),
    grad |b| {
        let s = b.x[0].sigmoid();
        vec![Some(&b.grads[0] * (&s + between(&b.y[0], -FAR, FAR) * (1.0 - &s)))]
    },
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], INF), (&[-INF], -0.0), (&[-1000.0], -0.0), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 2, example "assert_eq!(tensor![0.0, 100.0].silu()?, tensor![0.0, 100.0]);"
}
function! {
    /// `x * hard_sigmoid(x)`.
    HARD_SILU "hard_silu" &["hard_swish", "hardswish"], "`x` times `(x + 3) / 6` kept between 0 and 1."
    "PyTorch, `torch.nn.functional.hardswish`"
    float |x| shared(x, bounded(x + 3.0, 0.0, 6.0) / 6.0),
    grad |b| {
        let (g, x) = (&b.grads[0], &b.x[0]);
        let bend = g * (between(x, -3.0, 3.0) * (1.0 / 3.0) + 0.5);
        let kept = only_where(&bend, &x.binary(&ops::GREATER_EQUAL, &x.with(-3.0)));
        vec![Some(g.select(&above(x, 3.0), &kept))]
    },
    points &[(&[-3.0], -0.0), (&[0.0], 0.0), (&[3.0], 3.0), (&[INF], INF), (&[-INF], -0.0), (&[NAN], NAN)],
    range (-4.0, 4.0), ulp 2, example "assert_eq!(tensor![0.0, 3.0, 4.0].hard_silu()?, tensor![0.0, 3.0, 4.0]);"
}
function! {
    /// `x * tanh(softplus(x))`.
    MISH "mish" &[], "`x * tanh(softplus(x))`." "PyTorch, `torch.nn.functional.mish`"
    float |x| shared(x, mish_share(x)),
    grad |b| {
        // Far out the share is 0 or 1 and its slope 0.
        let x = &between(&b.x[0], -1e4, FAR);
        let share = x.unary(&SOFTPLUS).unary(&ops::TANH);
        let slope = x.unary(&SILU) * (1.0 - &share * &share);
        vec![Some(&b.grads[0] * (share + slope))]
    },
    points &[(&[0.0], 0.0), (&[-0.0], -0.0), (&[INF], INF), (&[-INF], -0.0), (&[1000.0], 1000.0), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 2, example "assert_eq!(tensor![0.0, 100.0].mish()?, tensor![0.0, 100.0]);"
}
function! {
    /// `log(1 + exp(x))`.
    SOFTPLUS "softplus" &[], "`log(1 + exp(x))` without overflow: near `x` far above 0."
    "PyTorch, `torch.nn.functional.softplus`"
    float softplus, grad |b| vec![Some(&b.grads[0] * b.x[0].sigmoid())],
    points &[(&[0.0], std::f64::consts::LN_2), (&[100.0], 100.0), (&[1000.0], 1000.0), (&[INF], INF), (&[-INF], 0.0), (&[NAN], NAN)],
    range (-30.0, 30.0), ulp 2, example "assert_eq!(tensor![100.0].softplus()?, tensor![100.0]);"
}
function! {
    /// `x / (1 + |x|)`.
    SOFTSIGN "softsign" &[], "`x / (1 + |x|)`, from -1 to 1." "PyTorch, `torch.nn.functional.softsign`"
    float |x| if x.is_infinite() { x.signum() } else { x / (1.0 + x.abs()) },
    grad |b| {
        let share = 1.0 / (b.x[0].unary(&ops::ABS) + 1.0);
        vec![Some(&b.grads[0] * (&share * &share))]
    },
    points &[(&[1.0], 0.5), (&[-3.0], -0.75), (&[-0.0], -0.0), (&[INF], 1.0), (&[-INF], -1.0), (&[NAN], NAN)],
    range (-20.0, 20.0), ulp 1, example "assert_eq!(tensor![1.0, -3.0].softsign()?, tensor![0.5, -0.75]);"
}
function! {
    /// `x` kept between -1 and 1.
    HARD_TANH "hard_tanh" &["hardtanh"], "`x` kept between -1 and 1; NaN stays NaN." "PyTorch, `torch.nn.functional.hardtanh`"
    float |x| bounded(x, -1.0, 1.0), grad |b| vec![Some(inside(&b.grads[0], &b.x[0], -1.0, 1.0))],
    points &[(&[-2.0], -1.0), (&[0.5], 0.5), (&[-0.0], -0.0), (&[INF], 1.0), (&[-INF], -1.0), (&[NAN], NAN)],
    range (-3.0, 3.0), ulp 0, example "assert_eq!(tensor![-2.0, 0.5].hard_tanh()?, tensor![-1.0, 0.5]);"
}
