//! Contractions, and the choice and joining of rows.

use polyad_core::normalize_axis;
use smallvec::smallvec;

use crate::attr::{Attr, AttrKind, ONE_AXIS, Param};
use crate::infer::{concat_shape, index_add_shape, take_shape};
use crate::op::{Args, BASE, Grad, Meaning, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&MATMUL, &TAKE, &INDEX_ADD, &CONCAT];

/// Matrix product.
pub static MATMUL: OpDef = OpDef {
    name: "matmul",
    summary: "The matrix product over the last axis of `x1` and the last but one of `x2`; leading axes broadcast.",
    source: "Python array API 2025.12, `matmul`; for quantized operands ours",
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
    args: Args::Fixed(&["x", "indices"]),
    params: &[P_AXIS],
    dtype: DTypeRule::FirstDecoded,
    shape: ShapeRule::Custom(take_shape),
    meaning: Meaning::Executor,
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
    args: Args::Fixed(&["x", "indices", "updates"]),
    params: &[P_AXIS],
    dtype: DTypeRule::FirstDecoded,
    shape: ShapeRule::Custom(index_add_shape),
    meaning: Meaning::Executor,
    grad: Grad::Rule(|b| {
        let attrs = smallvec![Attr::Int(b.attr(ONE_AXIS))];
        vec![Some(b.grads[0].clone()), None, Some(Expr::apply(&TAKE, &[&b.grads[0], &b.x[1]], attrs))]
    }),
    ..BASE
};

/// Joining along an axis.
pub static CONCAT: OpDef = OpDef {
    name: "concat",
    summary: "Tensors joined along an axis; dtypes promote.",
    source: "Python array API 2025.12, `concat`",
    args: Args::Many("xs"),
    params: &[P_AXIS],
    dtype: DTypeRule::Promote,
    shape: ShapeRule::Custom(concat_shape),
    meaning: Meaning::Executor,
    grad: Grad::Rule(concat_grad),
    ..BASE
};

fn concat_grad(b: &Backward) -> Vec<Option<Expr>> {
    let axis = normalize_axis(b.op.name, b.attr(ONE_AXIS), b.x[0].shape()).unwrap_or(0);
    let mut start = 0;
    let part = |x: &Expr| {
        let n = x.shape()[axis];
        let grad = super::narrow(&b.grads[0], axis, start, n);
        start += n;
        Some(grad)
    };
    b.x.iter().map(part).collect()
}
