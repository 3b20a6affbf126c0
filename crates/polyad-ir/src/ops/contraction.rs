//! Contractions, and the choice of rows.

use polyad_core::{DType, Dims, Error, Result, broadcast_shapes, normalize_axis};
use smallvec::smallvec;

use crate::attr::{Attr, AttrKind, Axes, ONE_AXIS, Param};
use crate::facts::{APART, NO_AXIS};
use crate::infer::{index_add_shape, matmul_shape, take_shape};
use crate::op::{Args, BASE, Body, Call, ComplexGrad, Grad, Meaning, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&MATMUL, &DOT, &VECDOT, &TAKE, &INDEX_ADD];

/// Matrix product.
pub static MATMUL: OpDef = OpDef {
    name: "matmul",
    summary: "The matrix product over the last axis of `x1` and the last but one of `x2`; leading axes broadcast.",
    source: "Python array API 2025.12, `matmul`; for quantized operands ours",
    example: "let (x, y) = (tensor![[1, 2], [3, 4]], tensor![[1, 0], [0, -1]]);
assert_eq!(x.matmul(&y)?, tensor![[1, -2], [3, -4]]);
assert_eq!(x.matmul(&tensor![10, 1])?, tensor![12, 34]);",
    args: Args::Fixed(&["x1", "x2"]),
    params: &[Param {
        name: "precision",
        kind: AttrKind::Word(&["exact", "fast"]),
        default: Some(|| Attr::Word("exact")),
        doc: "`exact` multiplies by the decoded values; `fast` quantizes the left operand to 8 bits where the right one is quantized.",
    }],
    dtype: DTypeRule::Number,
    shape: ShapeRule::MatMul,
    meaning: Meaning::Executor,
    cost: "copies; O(m * k * n) for each matrix",
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(matmul_grad),
    ..BASE
};

fn matmul_grad(b: &Backward) -> Vec<Option<Expr>> {
    // A vector is a matrix of one row (left) or one column (right).
    let (x1, x2) = (&b.x[0], &b.x[1]);
    let row = |x: &Expr| x.reshape(&[1, x.shape()[0]]);
    let column = |x: &Expr| x.reshape(&[x.shape()[0], 1]);
    let (m1, m2) = (
        if x1.shape().len() == 1 { row(x1) } else { x1.clone() },
        if x2.shape().len() == 1 { column(x2) } else { x2.clone() },
    );
    let mut shape = b.grads[0].shape().to_vec();
    if x1.shape().len() == 1 {
        let at = shape.len() - usize::from(x2.shape().len() > 1);
        shape.insert(at, 1);
    }
    if x2.shape().len() == 1 {
        shape.push(1);
    }
    let g = b.grads[0].reshape(&shape);
    let (g1, g2) = (g.matmul(&m2.mt()), m1.mt().matmul(&g));
    // The walk sums broadcast batch axes away; the axes put in here go by reshape.
    let g1 = if x1.shape().len() == 1 { g1.sum_to(m1.shape()).reshape(x1.shape()) } else { g1 };
    let g2 = if x2.shape().len() == 1 { g2.sum_to(m2.shape()).reshape(x2.shape()) } else { g2 };
    vec![Some(g1), Some(g2)]
}

pub(super) const P_PRODUCT_DTYPE: Param = Param {
    name: "dtype",
    kind: AttrKind::DType,
    default: Some(|| Attr::None),
    doc: "The dtype to multiply and add up in and to return; by default the common one.",
};

/// Inner product, or matrix product.
pub static DOT: OpDef = OpDef {
    name: "dot",
    summary: "The products over the last axis of `x1` and the only or last but one of `x2`, added up; leading axes broadcast. A tensor without axes scales.",
    source: "NumPy, `numpy.dot`; above two axes `matmul`",
    example: "assert_eq!(tensor![1, 2].dot(&tensor![3, 4])?.item::<i64>()?, 11);
let x = tensor![[1, 2], [3, 4]];
assert_eq!(x.dot(&x)?, tensor![[7, 10], [15, 22]]);",
    args: Args::Fixed(&["x1", "x2"]),
    params: &[P_PRODUCT_DTYPE],
    dtype: DTypeRule::Product,
    shape: ShapeRule::Custom(
        |call| match [call.x[0].shape, call.x[1].shape] {
            [[], other] | [other, []] => Ok(Dims::from_slice(other)),
            [a, b] => matmul_shape(call.op.name, a, b),
        },
        "as `matmul`; beside a tensor without axes that of the other",
    ),
    meaning: Meaning::Composed(|b| {
        let [x1, x2] = [&b.x[0], &b.x[1]];
        if x1.shape().is_empty() || x2.shape().is_empty() { x1 * x2 } else { x1.matmul(x2) }
    }),
    cost: "copies; O(m * k * n) for each matrix",
    errors: &[("ShapeMismatch", "where the inner extents differ"), APART],
    grad: Grad::FromMeaning,
    ..BASE
};

/// Inner product of vectors along an axis.
pub static VECDOT: OpDef = OpDef {
    name: "vecdot",
    summary: "The inner products of vectors along an axis, `x1` conjugated; floats multiply and add up in float64, the other axes broadcast.",
    source: "Python array API 2025.12, `vecdot`",
    example: "let (a, b) = (tensor![[1, 2], [3, 4]], tensor![10, 1]);
assert_eq!(a.vecdot(&b, -1)?, tensor![12, 34]);",
    args: Args::Fixed(&["x1", "x2"]),
    params: &[
        Param {
            name: "axis",
            kind: AttrKind::Int,
            default: Some(|| Attr::Int(-1)),
            doc: "The axis of the vectors, which has one length in both; negative counts from the end.",
        },
        P_PRODUCT_DTYPE,
    ],
    dtype: DTypeRule::Product,
    shape: ShapeRule::Custom(vecdot_shape, "`x1` and `x2` broadcast, without the axis"),
    meaning: Meaning::Composed(vecdot),
    errors: &[
        NO_AXIS,
        ("ShapeMismatch", "where the axes differ in length"),
        ("BadArgument", "for an axis counted from the start where `x1` and `x2` differ in number of axes"),
        APART,
    ],
    grad: Grad::FromMeaning,
    ..BASE
};

fn vecdot_shape(call: &Call) -> Result<Dims> {
    let ([a, b], axis) = ([call.x[0].shape, call.x[1].shape], call.attr(ONE_AXIS));
    if axis >= 0 && a.len() != b.len() {
        let takes = format!("an axis counted from the end, as shapes {a:?} and {b:?} differ in rank");
        return Err(Error::BadArgument { op: call.op.name, argument: "axis", got: axis.to_string(), takes });
    }
    let (at, bt) = (normalize_axis(call.op.name, axis, a)?, normalize_axis(call.op.name, axis, b)?);
    if a[at] != b[bt] {
        let need = format!("{} on axis {axis}, as the other operand has shape {a:?}", a[at]);
        return Err(Error::ShapeMismatch { op: call.op.name, got: b.into(), need });
    }
    let mut out = broadcast_shapes(call.op.name, &[a, b])?;
    let axis = normalize_axis(call.op.name, axis, &out)?;
    out.remove(axis);
    Ok(out)
}

fn vecdot(b: &Body) -> Expr {
    let [x1, x2] = [&b.x[0], &b.x[1]];
    let wide = match b.dtype() {
        DType::Float32 => DType::Float64,
        DType::Complex64 => DType::Complex128,
        other => other,
    };
    let x1 = x1.astype(wide);
    let x1 = if wide == DType::Complex128 { Expr::apply(&ops::CONJ, &[&x1], smallvec![]) } else { x1 };
    (x1 * x2.astype(wide)).sum(&Axes::from(b.attr(ONE_AXIS)), false)
}

const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(0)),
    doc: "The axis; negative counts from the end.",
};

/// Rows by index.
pub static TAKE: OpDef = OpDef {
    name: "take",
    summary: "Elements of one axis by integer index, negative ones from the end; out of range is an error.",
    source: "Python array API 2025.12, `take`",
    example: "let x = tensor![[1, 2, 3], [4, 5, 6]];
assert_eq!(x.take(&tensor![-1, 0], 1)?, tensor![[3, 1], [6, 4]]);
assert!(x.take(&tensor![2], 0).is_err());",
    args: Args::Fixed(&["x", "indices"]),
    params: &[P_AXIS],
    dtype: DTypeRule::Moved,
    shape: ShapeRule::Custom(take_shape, "that of `x` with the axes of `indices` in place of the axis"),
    meaning: Meaning::Executor,
    cost: "copies; O(size of the result)",
    errors: &[
        NO_AXIS,
        ("DTypeMismatch", "for indices that are no integers"),
        ("IndexOutOfRange", "for an index outside the axis"),
    ],
    grad: Grad::Rule(|b| {
        let zeros = Expr::scalar(0.0, b.grads[0].dtype()).broadcast_to(b.x[0].shape());
        let attrs = smallvec![Attr::Int(b.attr(ONE_AXIS))];
        vec![Some(Expr::apply(&INDEX_ADD, &[&zeros, &b.x[1], &b.grads[0]], attrs)), None]
    }),
    ..BASE
};

/// The transpose of `take`.
pub static INDEX_ADD: OpDef = OpDef {
    name: "index_add",
    summary: "`x` with `updates` added at the indices of one axis; an index may come more than once.",
    source: "PyTorch, `torch.index_add`; the transpose of `take`",
    example: "let x = tensor![[1, 1], [1, 1]];
assert_eq!(x.index_add(&tensor![1, 1], &tensor![[1, 2], [3, 4]], 0)?, tensor![[1, 1], [5, 7]]);",
    args: Args::Fixed(&["x", "indices", "updates"]),
    params: &[P_AXIS],
    dtype: DTypeRule::FirstDecoded,
    shape: ShapeRule::Custom(index_add_shape, "that of `x`; `updates` have the shape that `take` gives"),
    meaning: Meaning::Executor,
    cost: "copies; O(size of `x` and `updates`)",
    errors: &[
        NO_AXIS,
        ("DTypeMismatch", "for indices that are no integers, and for updates that the dtype of `x` does not hold"),
        ("ShapeMismatch", "for updates of another shape"),
        ("DTypeUnsupported", "for bool"),
        ("NoPromotion", "for uint64 beside a signed integer"),
        ("IndexOutOfRange", "for an index outside the axis"),
    ],
    grad: Grad::Rule(|b| {
        let attrs = smallvec![Attr::Int(b.attr(ONE_AXIS))];
        vec![Some(b.grads[0].clone()), None, Some(Expr::apply(&TAKE, &[&b.grads[0], &b.x[1]], attrs))]
    }),
    ..BASE
};
