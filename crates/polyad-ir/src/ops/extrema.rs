//! The greater and the lesser of two.

use super::arithmetic::X1_X2;
use crate::op::{BASE, Binary, Check, Grad, Meaning, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&MAXIMUM, &MINIMUM, &FMAX, &FMIN];

/// The greater; +0 is greater than -0.
fn greater(a: f64, b: f64) -> f64 {
    if a == b {
        if a.is_sign_negative() { b } else { a }
    } else if b > a {
        b
    } else {
        a
    }
}

/// The lesser; -0 is less than +0.
fn lesser(a: f64, b: f64) -> f64 {
    if a == b {
        if a.is_sign_negative() { a } else { b }
    } else if b < a {
        b
    } else {
        a
    }
}

/// A NaN if there is one, else what a function finds.
fn or_nan(a: f64, b: f64, f: fn(f64, f64) -> f64) -> f64 {
    if a.is_nan() {
        a
    } else if b.is_nan() {
        b
    } else {
        f(a, b)
    }
}

/// The one that is no NaN, else what a function finds.
fn but_nan(a: f64, b: f64, f: fn(f64, f64) -> f64) -> f64 {
    if a.is_nan() {
        b
    } else if b.is_nan() {
        a
    } else {
        f(a, b)
    }
}

/// The greater of two integers, or truth values.
const GREATER_OF: Binary =
    Binary { signed: Some(i64::max), unsigned: Some(u64::max), bool: Some(|a, b| a | b), ..Binary::NONE };

/// The lesser of two integers, or truth values.
const LESSER_OF: Binary =
    Binary { signed: Some(i64::min), unsigned: Some(u64::min), bool: Some(|a, b| a & b), ..Binary::NONE };

/// The greater of two.
pub static MAXIMUM: OpDef = OpDef {
    name: "maximum",
    summary: "The greater of `x1` and `x2`; NaN if either is.",
    source: "Python array API 2025.12, `maximum`",
    example: "assert_eq!(tensor![1, 5].maximum(&tensor![3, 2])?, tensor![3, 5]);",
    args: X1_X2,
    dtype: DTypeRule::RealOrBool,
    meaning: Meaning::Binary(Binary { float: Some(|a, b| or_nan(a, b, greater)), ..GREATER_OF }),
    grad: Grad::Rule(|b| share(b, &ops::GREATER)),
    check: Check {
        points: &[
            (&[1.0, 2.0], 2.0),
            (&[1.0, f64::NAN], f64::NAN),
            (&[f64::NAN, 1.0], f64::NAN),
            (&[-0.0, 0.0], 0.0),
            (&[0.0, -0.0], 0.0),
            (&[-f64::INFINITY, f64::MIN], f64::MIN),
        ],
        ..BASE.check
    },
    ..BASE
};

/// The lesser of two.
pub static MINIMUM: OpDef = OpDef {
    name: "minimum",
    summary: "The lesser of `x1` and `x2`; NaN if either is.",
    source: "Python array API 2025.12, `minimum`",
    example: "assert_eq!(tensor![1, 5].minimum(&tensor![3, 2])?, tensor![1, 2]);",
    args: X1_X2,
    dtype: DTypeRule::RealOrBool,
    meaning: Meaning::Binary(Binary { float: Some(|a, b| or_nan(a, b, lesser)), ..LESSER_OF }),
    grad: Grad::Rule(|b| share(b, &ops::LESS)),
    check: Check {
        points: &[
            (&[1.0, 2.0], 1.0),
            (&[f64::NAN, 1.0], f64::NAN),
            (&[1.0, f64::NAN], f64::NAN),
            (&[0.0, -0.0], -0.0),
            (&[-0.0, 0.0], -0.0),
            (&[f64::INFINITY, f64::MAX], f64::MAX),
        ],
        ..BASE.check
    },
    ..BASE
};

/// The greater of two, a NaN skipped.
pub static FMAX: OpDef = OpDef {
    name: "fmax",
    summary: "The greater of `x1` and `x2`; where one is NaN the other.",
    source: "NumPy, `fmax`",
    example: "assert_eq!(tensor![1.0, f64::NAN].fmax(&tensor![3.0, 2.0])?, tensor![3.0, 2.0]);",
    args: X1_X2,
    dtype: DTypeRule::RealOrBool,
    meaning: Meaning::Binary(Binary { float: Some(|a, b| but_nan(a, b, greater)), ..GREATER_OF }),
    grad: Grad::Rule(|b| share(b, &ops::GREATER)),
    check: Check {
        points: &[
            (&[1.0, 2.0], 2.0),
            (&[1.0, f64::NAN], 1.0),
            (&[f64::NAN, 1.0], 1.0),
            (&[f64::NAN, f64::NAN], f64::NAN),
            (&[-0.0, 0.0], 0.0),
        ],
        ..BASE.check
    },
    ..BASE
};

/// The lesser of two, a NaN skipped.
pub static FMIN: OpDef = OpDef {
    name: "fmin",
    summary: "The lesser of `x1` and `x2`; where one is NaN the other.",
    source: "NumPy, `fmin`",
    example: "assert_eq!(tensor![1.0, f64::NAN].fmin(&tensor![3.0, 2.0])?, tensor![1.0, 2.0]);",
    args: X1_X2,
    dtype: DTypeRule::RealOrBool,
    meaning: Meaning::Binary(Binary { float: Some(|a, b| but_nan(a, b, lesser)), ..LESSER_OF }),
    grad: Grad::Rule(|b| share(b, &ops::LESS)),
    check: Check {
        points: &[
            (&[1.0, 2.0], 1.0),
            (&[f64::NAN, 1.0], 1.0),
            (&[1.0, f64::NAN], 1.0),
            (&[f64::NAN, f64::NAN], f64::NAN),
            (&[0.0, -0.0], -0.0),
        ],
        ..BASE.check
    },
    ..BASE
};

/// Equal operands share the gradient by halves, as PyTorch does; beside a NaN that is skipped it is the other's.
fn share(b: &Backward, wins: crate::Op) -> Vec<Option<Expr>> {
    let g = &b.grads[0];
    let (x, y) = (&b.x[0], &b.x[1]);
    let tie = x.binary(&ops::EQUAL, y);
    let skipped = |x: &Expr| x.binary(&ops::NOT_EQUAL, x);
    let part = |x: &Expr, y: &Expr| {
        let won = x.binary(wins, y).binary(&ops::LOGICAL_OR, &skipped(y));
        (g * 0.5).select(&tie, &g.select(&won, &(g * 0.0)))
    };
    vec![Some(part(x, y)), Some(part(y, x))]
}
