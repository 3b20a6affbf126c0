//! The parts of complex numbers.

use crate::DTypeRule;
use crate::op::{BASE, Check, Grad, Meaning, Op, OpDef, Unary};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&CONJ];

/// The conjugate.
pub static CONJ: OpDef = OpDef {
    name: "conj",
    aliases: &["conjugate"],
    summary: "The complex conjugate; a real number as it is.",
    source: "Python array API 2025.12, `conj`",
    example: "assert_eq!(tensor![1.5, -2.0].conj()?, tensor![1.5, -2.0]);",
    dtype: DTypeRule::Number,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| x),
        signed: Some(|x| x),
        unsigned: Some(|x| x),
        complex: Some(|[re, im]| [re, -im]),
        ..Unary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone())]),
    check: Check { points: &[(&[-0.0], -0.0), (&[f64::INFINITY], f64::INFINITY)], ..BASE.check },
    ..BASE
};
