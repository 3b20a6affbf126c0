//! Normalizations of neural networks.

use polyad_core::{Dims, Result};

use crate::attr::{AXIS, Attr, AttrKind, Axes, EPSILON, Param};
use crate::facts::{NO_AXIS, TWICE};
use crate::op::{Args, BASE, Call, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, Reduced, ShapeRule};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&SOFTMAX, &LOG_SOFTMAX, &LAYER_NORM];

const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Axes,
    default: Some(|| Attr::Axes(Axes::from(-1))),
    doc: "The axes along which values sum to 1 together: one, a list, or all.",
};

/// The shape of the operand, which has the axes.
fn along_axes(call: &Call) -> Result<Dims> {
    Reduced::new(call.op.name, call.x[0].shape, &call.attr(AXIS))?;
    Ok(Dims::from_slice(call.x[0].shape))
}

/// Normalized exponentials.
pub static SOFTMAX: OpDef = OpDef {
    name: "softmax",
    summary: "Exponentials divided by their sum over axes, shifted by the maximum so that none overflows.",
    source: "PyTorch, `torch.nn.functional.softmax`; over several axes Nx",
    example: "assert_eq!(tensor![[1000.0, 1000.0], [0.0, f64::NEG_INFINITY]].softmax(-1)?, \
              tensor![[0.5, 0.5], [1.0, 0.0]]);",
    params: &[P_AXIS],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(along_axes, "that of `x`"),
    meaning: Meaning::Composed(|b| {
        let axes = b.attr(AXIS);
        // Along an empty axis there is nothing to take the maximum of, and nothing to compute.
        if b.x[0].shape().contains(&0) {
            return b.x[0].clone();
        }
        let e = (&b.x[0] - &b.x[0].max(&axes, true)).exp();
        &e / &e.sum(&axes, true)
    }),
    errors: &[NO_AXIS, TWICE],
    grad: Grad::Rule(|b| {
        let inner = (&b.grads[0] * &b.y[0]).sum(&b.attr(AXIS), true);
        vec![Some(&b.y[0] * (&b.grads[0] - inner))]
    }),
    ..BASE
};

/// Logarithm of `softmax`.
pub static LOG_SOFTMAX: OpDef = OpDef {
    name: "log_softmax",
    summary: "The logarithm of `softmax`, exact where that is 0 in its dtype.",
    source: "PyTorch, `torch.nn.functional.log_softmax`",
    example: "assert_eq!(tensor![-1000.0, 1000.0].log_softmax(-1)?, tensor![-2000.0, 0.0]);",
    params: &[P_AXIS],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(along_axes, "that of `x`"),
    meaning: Meaning::Composed(|b| {
        let axes = b.attr(AXIS);
        if b.x[0].shape().contains(&0) {
            return b.x[0].clone();
        }
        let d = &b.x[0] - &b.x[0].max(&axes, true);
        let total = d.exp().sum(&axes, true).log();
        d - total
    }),
    errors: &[NO_AXIS, TWICE],
    grad: Grad::Rule(|b| {
        let total = b.grads[0].sum(&b.attr(AXIS), true);
        vec![Some(&b.grads[0] - b.y[0].exp() * total)]
    }),
    ..BASE
};

/// Normalization of the last axis.
pub static LAYER_NORM: OpDef = OpDef {
    name: "layer_norm",
    summary: "The last axis shifted and scaled to mean 0 and variance 1, then times `weight` plus `bias`.",
    source: "PyTorch, `torch.nn.functional.layer_norm` over the last axis",
    example: "let (x, ones, zeros) = (tensor![[3.0, 3.0]], tensor![1.0, 1.0], tensor![0.0, 0.0]);\n\
              assert_eq!(x.layer_norm(&ones, &zeros)?, tensor![[0.0, 0.0]]);",
    args: Args::Fixed(&["x", "weight", "bias"]),
    params: &[Param {
        name: "epsilon",
        kind: AttrKind::Float,
        default: Some(|| Attr::Float(1e-5)),
        doc: "Added to the variance.",
    }],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(
        |call| {
            let x = call.x[0].shape;
            let n = x.last().copied();
            for t in &call.x[1..] {
                if n.is_none() || t.shape != [n.unwrap_or(0)] {
                    let need = format!("the length of the last axis of {x:?}");
                    return Err(polyad_core::Error::ShapeMismatch { op: call.op.name, got: t.shape.into(), need });
                }
            }
            Ok(Dims::from_slice(x))
        },
        "that of `x`; `weight` and `bias` have the length of its last axis",
    ),
    meaning: Meaning::Composed(|b| {
        let last = Axes::from(-1);
        let d = &b.x[0] - &b.x[0].mean(&last, true);
        let var = (&d * &d).mean(&last, true);
        let unit: Expr = d / (var + b.attr(EPSILON)).sqrt();
        unit * &b.x[1] + &b.x[2]
    }),
    errors: &[("ShapeMismatch", "for a weight or bias of another length, and for a tensor without axes")],
    grad: Grad::FromMeaning,
    ..BASE
};
