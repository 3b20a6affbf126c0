//! Parts of matrices above and below a diagonal.

use polyad_core::{Dims, Error, Result};

use crate::attr::{Attr, AttrKind, Key, Param};
use crate::op::{BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&TRIL, &TRIU];

const P_DIAGONAL: Param = Param {
    name: "k",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(0)),
    doc: "The diagonal: 0 is the main one, positive ones lie above it.",
};
const DIAGONAL: Key<i64> = Key { name: "k", get: |a| if let Attr::Int(x) = a { Some(*x) } else { None } };

/// The lower triangle.
pub static TRIL: OpDef = OpDef {
    name: "tril",
    summary: "The elements of each matrix on a diagonal and below it, zeros above.",
    source: "Python array API 2025.12, `tril`",
    example: "\
let x = tensor![[1, 2, 3], [4, 5, 6]];
assert_eq!(x.tril()?, tensor![[1, 0, 0], [4, 5, 0]]);
assert_eq!(x.tril_with(TrilOptions { k: -1 })?, tensor![[0, 0, 0], [4, 0, 0]]);",
    params: &[P_DIAGONAL],
    dtype: DTypeRule::FirstDecoded,
    shape: ShapeRule::Custom(matrices, "that of `x`, which has at least two axes"),
    meaning: Meaning::Composed(|b| kept(b, &ops::LESS_EQUAL)),
    cost: "copies; O(size of the result)",
    errors: &[("ShapeMismatch", "for fewer than two axes")],
    grad: Grad::FromMeaning,
    ..BASE
};

/// The upper triangle.
pub static TRIU: OpDef = OpDef {
    name: "triu",
    summary: "The elements of each matrix on a diagonal and above it, zeros below.",
    source: "Python array API 2025.12, `triu`",
    example: "\
let x = tensor![[1, 2, 3], [4, 5, 6]];
assert_eq!(x.triu()?, tensor![[1, 2, 3], [0, 5, 6]]);
assert_eq!(x.triu_with(TriuOptions { k: 1 })?, tensor![[0, 2, 3], [0, 0, 6]]);",
    params: &[P_DIAGONAL],
    dtype: DTypeRule::FirstDecoded,
    shape: ShapeRule::Custom(matrices, "that of `x`, which has at least two axes"),
    meaning: Meaning::Composed(|b| kept(b, &ops::GREATER_EQUAL)),
    cost: "copies; O(size of the result)",
    errors: &[("ShapeMismatch", "for fewer than two axes")],
    grad: Grad::FromMeaning,
    ..BASE
};

fn matrices(call: &Call) -> Result<Dims> {
    let shape = call.x[0].shape;
    if shape.len() < 2 {
        let need = "at least two axes: those of a matrix".into();
        return Err(Error::ShapeMismatch { op: call.op.name, got: shape.into(), need });
    }
    Ok(shape.into())
}

/// The operand where `column - row` compares with the diagonal as `order` says, else 0: also in the place of a NaN.
fn kept(b: &Body, order: Op) -> Expr {
    let x = &b.x[0];
    let [.., rows, columns] = *x.shape() else { return x.clone() };
    // Further off there is no element, and no sum overflows.
    let k = b.attr(DIAGONAL).clamp(-(rows as i64), columns as i64);
    let bound = Expr::range(rows).reshape(&[rows, 1]) + k as f64;
    x.select(&Expr::range(columns).binary(order, &bound), &Expr::scalar(0.0, x.dtype()))
}
