//! Division with a remainder: rounded down, and rounded toward zero.

use super::arithmetic::{X1_X2, complex_divide, quotient_grad};
use crate::attr::Attrs;
use crate::op::{BASE, Binary, Check, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&FLOOR_DIVIDE, &REMAINDER, &DIV_TRUNC, &FMOD];

/// The floor of the exact quotient: what rounding the quotient first would miss, the remainder tells.
fn floor_divide(a: f64, b: f64) -> f64 {
    if b == 0.0 || !a.is_finite() || !b.is_finite() {
        return (a / b).floor();
    }
    let r = a % b;
    let q = (a - r) / b - f64::from(u8::from(r != 0.0 && (r < 0.0) != (b < 0.0)));
    let whole = q.floor();
    let whole = if q - whole > 0.5 { whole + 1.0 } else { whole };
    if whole == 0.0 { 0f64.copysign(a / b) } else { whole }
}

/// `floor(x1 / x2)`.
pub static FLOOR_DIVIDE: OpDef = OpDef {
    name: "floor_divide",
    summary: "`x1 / x2` rounded toward minus infinity; an integer by 0 gives 0.",
    source: "Python array API 2025.12, `floor_divide`; for integers by 0 ours",
    example: "assert_eq!(tensor![7, -7, 7].floor_divide(&tensor![2, 2, 0])?, tensor![3, -4, 0]);",
    args: X1_X2,
    dtype: DTypeRule::Real,
    meaning: Meaning::Binary(Binary {
        float: Some(floor_divide),
        signed: Some(|a, b| {
            if b == 0 { 0 } else { a.wrapping_div(b) - i64::from(a.wrapping_rem(b) != 0 && (a < 0) != (b < 0)) }
        }),
        unsigned: Some(|a, b| a.checked_div(b).unwrap_or(0)),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(&b.grads[0] * 0.0), Some(&b.grads[0] * 0.0)]),
    check: Check {
        points: &[
            (&[7.0, 2.0], 3.0),
            (&[-7.0, 2.0], -4.0),
            (&[1.0, 0.1], 9.0),
            (&[-1.0, f64::INFINITY], -0.0),
            (&[1.0, f64::INFINITY], 0.0),
            (&[1.0, 0.0], f64::INFINITY),
            (&[0.0, 0.0], f64::NAN),
            (&[-0.0, 3.0], -0.0),
        ],
        ..BASE.check
    },
    ..BASE
};

/// The remainder of `floor_divide`.
pub static REMAINDER: OpDef = OpDef {
    name: "remainder",
    summary: "The remainder of `x1 / x2` with the sign of `x2`; an integer by 0 gives 0.",
    source: "Python array API 2025.12, `remainder`; for integers by 0 ours",
    example: "assert_eq!(tensor![7, -7, 7].remainder(&tensor![3, 3, -3])?, tensor![1, 2, -2]);",
    args: X1_X2,
    dtype: DTypeRule::Real,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| {
            let r = a % b;
            if r == 0.0 {
                r.abs().copysign(b)
            } else if (r < 0.0) != (b < 0.0) {
                r + b
            } else {
                r
            }
        }),
        signed: Some(|a, b| {
            if b == 0 {
                return 0;
            }
            let r = a.wrapping_rem(b);
            if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
        }),
        unsigned: Some(|a, b| a.checked_rem(b).unwrap_or(0)),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| {
        let floor = b.x[0].binary(&ops::FLOOR_DIVIDE, &b.x[1]);
        vec![Some(b.grads[0].clone()), Some(-(&b.grads[0] * floor))]
    }),
    check: Check {
        points: &[
            (&[7.0, 3.0], 1.0),
            (&[-7.0, 3.0], 2.0),
            (&[7.0, -3.0], -2.0),
            (&[-1.0, f64::INFINITY], f64::INFINITY),
            (&[-0.0, 1.0], 0.0),
            (&[1.0, 0.0], f64::NAN),
        ],
        ..BASE.check
    },
    ..BASE
};

/// `x1 / x2` in the common dtype.
pub static DIV_TRUNC: OpDef = OpDef {
    name: "div_trunc",
    summary: "`x1 / x2` in their dtype: integers truncate toward zero, by 0 they give 0; floats divide as IEEE 754 says.",
    source: "Nx, `div`",
    example: "assert_eq!(tensor![7, -7, 7].div_trunc(&tensor![2, 2, 0])?, tensor![3, -3, 0]);\n\
              assert_eq!(tensor![7.0].div_trunc(2)?, tensor![3.5]);",
    args: X1_X2,
    dtype: DTypeRule::Number,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| a / b),
        signed: Some(|a, b| if b == 0 { 0 } else { a.wrapping_div(b) }),
        unsigned: Some(|a, b| a.checked_div(b).unwrap_or(0)),
        complex: Some(complex_divide),
        ..Binary::NONE
    }),
    grad: Grad::Rule(quotient_grad),
    check: Check {
        points: &[(&[-7.0, 2.0], -3.5), (&[1.0, -0.0], -f64::INFINITY), (&[0.0, 0.0], f64::NAN)],
        ..BASE.check
    },
    ..BASE
};

/// The remainder of `div_trunc`.
pub static FMOD: OpDef = OpDef {
    name: "fmod",
    summary: "The remainder of `x1 / x2` with the sign of `x1`; an integer by 0 gives 0.",
    source: "NumPy, `fmod`; Nx, `mod_`; for integers by 0 Nx",
    example: "assert_eq!(tensor![7, -7, 7].fmod(&tensor![3, 3, -3])?, tensor![1, -1, 1]);",
    args: X1_X2,
    dtype: DTypeRule::Real,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| a % b),
        signed: Some(|a, b| if b == 0 { 0 } else { a.wrapping_rem(b) }),
        unsigned: Some(|a, b| a.checked_rem(b).unwrap_or(0)),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| {
        let whole = Expr::apply(&ops::TRUNC, &[&(&b.x[0] / &b.x[1])], Attrs::new());
        vec![Some(b.grads[0].clone()), Some(-(&b.grads[0] * whole))]
    }),
    check: Check {
        points: &[
            (&[-7.0, 3.0], -1.0),
            (&[7.0, -3.0], 1.0),
            (&[-6.0, 3.0], -0.0),
            (&[1.0, 0.0], f64::NAN),
            (&[-1.0, f64::INFINITY], -1.0),
            (&[f64::INFINITY, 1.0], f64::NAN),
        ],
        ..BASE.check
    },
    ..BASE
};
