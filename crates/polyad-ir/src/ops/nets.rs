//! Operations of neural networks.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use smallvec::SmallVec;

use crate::attr::{Attr, AttrKind, Axes, EPSILON, ONE_AXIS, Param};
use crate::op::{Args, BASE, Check, Grad, Meaning, Op, OpDef, Unary};
use crate::{DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&SIGMOID, &SILU, &RELU, &GELU, &SOFTMAX, &LAYER_NORM];

/// Logistic function.
pub static SIGMOID: OpDef = OpDef {
    name: "sigmoid",
    aliases: &["expit"],
    summary: "The logistic function, `1 / (1 + exp(-x))`.",
    source: "SciPy, `scipy.special.expit`",
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Unary(Unary { float: Some(|x| 1.0 / (1.0 + (-x).exp())), ..Unary::NONE }),
    grad: Grad::Rule(|b| vec![Some(&b.grads[0] * (&b.y[0] * (1.0 - &b.y[0])))]),
    check: Check {
        points: &[(&[0.0], 0.5), (&[f64::INFINITY], 1.0), (&[-f64::INFINITY], 0.0)],
        range: (-20.0, 20.0),
        ulp: 2,
    },
    ..BASE
};

/// `x * sigmoid(x)`.
pub static SILU: OpDef = OpDef {
    name: "silu",
    aliases: &["swish"],
    summary: "`x * sigmoid(x)`.",
    source: "PyTorch, `torch.nn.functional.silu`",
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Unary(Unary { float: Some(|x| x / (1.0 + (-x).exp())), ..Unary::NONE }),
    grad: Grad::Rule(|b| {
        let s = b.x[0].sigmoid();
        vec![Some(&b.grads[0] * (&s + &b.y[0] * (1.0 - &s)))]
    }),
    check: Check { points: &[(&[0.0], 0.0)], range: (-20.0, 20.0), ulp: 2 },
    ..BASE
};

/// `max(x, 0)`.
pub static RELU: OpDef = OpDef {
    name: "relu",
    summary: "`x` where it is positive, else 0; NaN stays NaN.",
    source: "PyTorch, `torch.nn.functional.relu`",
    dtype: DTypeRule::Real,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| if x > 0.0 || x.is_nan() { x } else { 0.0 }),
        signed: Some(|x| x.max(0)),
        unsigned: Some(|x| x),
        ..Unary::NONE
    }),
    grad: Grad::Rule(|b| {
        let zero = &b.grads[0] * 0.0;
        vec![Some(b.grads[0].select(&b.x[0].binary(&ops::GREATER, &(&b.x[0] * 0.0)), &zero))]
    }),
    check: Check { points: &[(&[-1.0], 0.0), (&[2.0], 2.0), (&[f64::NAN], f64::NAN)], ..BASE.check },
    ..BASE
};

/// Gaussian error linear unit.
pub static GELU: OpDef = OpDef {
    name: "gelu",
    summary: "`x` times the normal distribution function of `x`, by the error function.",
    source: "PyTorch, `torch.nn.functional.gelu` with approximate=\"none\"",
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Unary(Unary { float: Some(|x| 0.5 * x * pxfm::f_erfc(-x * FRAC_1_SQRT_2)), ..Unary::NONE }),
    grad: Grad::Rule(|b| {
        let x = &b.x[0];
        let density = (-(x * x) * 0.5).exp() * (1.0 / (2.0 * PI).sqrt());
        let distribution = ((x * FRAC_1_SQRT_2).erf() + 1.0) * 0.5;
        vec![Some(&b.grads[0] * (distribution + x * &density))]
    }),
    check: Check { points: &[(&[0.0], 0.0)], range: (-3.0, 6.0), ulp: 4 },
    ..BASE
};

const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(-1)),
    doc: "The axis along which values sum to 1.",
};

/// Normalized exponentials.
pub static SOFTMAX: OpDef = OpDef {
    name: "softmax",
    summary: "Exponentials divided by their sum along an axis, shifted by the maximum so that none overflows.",
    source: "PyTorch, `torch.nn.functional.softmax`",
    params: &[P_AXIS],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::AlongAxis,
    meaning: Meaning::Composed(|b| {
        let axis = Axes::from(b.attr(ONE_AXIS));
        // Along an empty axis there is nothing to take the maximum of, and nothing to compute.
        if b.x[0].shape().contains(&0) {
            return b.x[0].exp();
        }
        let e = (&b.x[0] - &b.x[0].max(&axis, true)).exp();
        &e / &e.sum(&axis, true)
    }),
    grad: Grad::Rule(|b| {
        let axis = Axes::from(b.attr(ONE_AXIS));
        let inner = (&b.grads[0] * &b.y[0]).sum(&axis, true);
        vec![Some(&b.y[0] * (&b.grads[0] - inner))]
    }),
    ..BASE
};

/// Normalization of the last axis.
pub static LAYER_NORM: OpDef = OpDef {
    name: "layer_norm",
    summary: "The last axis shifted and scaled to mean 0 and variance 1, then times `weight` plus `bias`.",
    source: "PyTorch, `torch.nn.functional.layer_norm` over the last axis",
    args: Args::Fixed(&["x", "weight", "bias"]),
    params: &[Param {
        name: "epsilon",
        kind: AttrKind::Float,
        default: Some(|| Attr::Float(1e-5)),
        doc: "Added to the variance.",
    }],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(|call| {
        let x = call.x[0].shape;
        let n = x.last().copied();
        for t in &call.x[1..] {
            if n.is_none() || t.shape != [n.unwrap_or(0)] {
                let need = format!("the length of the last axis of {x:?}");
                return Err(polyad_core::Error::ShapeMismatch { op: call.op.name, got: t.shape.into(), need });
            }
        }
        Ok(SmallVec::from_slice(x))
    }),
    meaning: Meaning::Composed(|b| {
        let last = Axes::from(-1);
        let d = &b.x[0] - &b.x[0].mean(&last, true);
        let var = (&d * &d).mean(&last, true);
        let unit: Expr = d / (var + b.attr(EPSILON)).sqrt();
        unit * &b.x[1] + &b.x[2]
    }),
    grad: Grad::FromMeaning,
    ..BASE
};
