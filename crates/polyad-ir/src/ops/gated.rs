//! Gated units: an axis cut in two halves, one of which opens the other.

use polyad_core::{Dims, Error, Result, normalize_axis};
use smallvec::smallvec;

use super::narrow;
use crate::attr::{Attr, AttrKind, ONE_AXIS, Param};
use crate::facts::NO_AXIS;
use crate::op::{BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&GLU, &REGLU, &SWIGLU, &GEGLU];

const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(-1)),
    doc: "The axis that is cut in two; negative counts from the end.",
};

/// The shape with half as many elements on the axis.
fn halved(call: &Call) -> Result<Dims> {
    let mut shape = Dims::from_slice(call.x[0].shape);
    let axis = normalize_axis(call.op.name, call.attr(ONE_AXIS), &shape)?;
    if !shape[axis].is_multiple_of(2) {
        let need = format!("an even number of elements on axis {axis}, of which one half opens the other");
        return Err(Error::ShapeMismatch { op: call.op.name, got: call.x[0].shape.into(), need });
    }
    shape[axis] /= 2;
    Ok(shape)
}

/// The first and the second half of the axis.
fn halves(b: &Body) -> [Expr; 2] {
    let x = &b.x[0];
    let axis = normalize_axis(b.op.name, b.attr(ONE_AXIS), x.shape()).expect("inference has seen the axis");
    let half = x.shape()[axis] / 2;
    [0, half].map(|start| narrow(x, axis, start, half))
}

/// What the gated units have in common.
const UNIT: OpDef = OpDef {
    params: &[P_AXIS],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(halved, "that of `x` with half as many elements on the axis"),
    errors: &[NO_AXIS, ("ShapeMismatch", "for an odd number of elements on the axis")],
    grad: Grad::FromMeaning,
    ..BASE
};

/// An entry of one operand without parameters.
fn apply(op: Op, x: &Expr) -> Expr {
    Expr::apply(op, &[x], smallvec![])
}

/// The first half times the logistic function of the second.
pub static GLU: OpDef = OpDef {
    name: "glu",
    summary: "The first half of an axis times `sigmoid` of the second.",
    source: "PyTorch, `torch.nn.functional.glu`",
    example: "assert_eq!(tensor![3.0, 5.0, 0.0, f64::INFINITY].glu(-1)?, tensor![1.5, 5.0]);",
    meaning: Meaning::Composed(|b| {
        let [x, gate] = halves(b);
        x * gate.sigmoid()
    }),
    ..UNIT
};

/// `relu` of the first half times the second.
pub static REGLU: OpDef = OpDef {
    name: "reglu",
    summary: "`relu` of the first half of an axis times the second.",
    source: "ggml, `ggml_reglu`",
    example: "assert_eq!(tensor![3.0, -5.0, 2.0, 7.0].reglu(-1)?, tensor![6.0, 0.0]);",
    meaning: Meaning::Composed(|b| {
        let [gate, x] = halves(b);
        apply(&ops::RELU, &gate) * x
    }),
    ..UNIT
};

/// `silu` of the first half times the second.
pub static SWIGLU: OpDef = OpDef {
    name: "swiglu",
    summary: "`silu` of the first half of an axis times the second.",
    source: "ggml, `ggml_swiglu`",
    example: "assert_eq!(tensor![0.0, 100.0, 5.0, 2.0].swiglu(-1)?, tensor![0.0, 200.0]);",
    meaning: Meaning::Composed(|b| {
        let [gate, x] = halves(b);
        apply(&ops::SILU, &gate) * x
    }),
    ..UNIT
};

/// `gelu` of the first half times the second.
pub static GEGLU: OpDef = OpDef {
    name: "geglu",
    summary: "`gelu` of the first half of an axis times the second.",
    source: "ggml, `ggml_geglu_erf`",
    example: "assert_eq!(tensor![0.0, 100.0, 5.0, 2.0].geglu(-1)?, tensor![0.0, 200.0]);",
    meaning: Meaning::Composed(|b| {
        let [gate, x] = halves(b);
        apply(&ops::GELU, &gate) * x
    }),
    ..UNIT
};
