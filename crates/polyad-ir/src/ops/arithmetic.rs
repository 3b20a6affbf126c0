//! Arithmetic of one and two operands.

use crate::op::{Args, BASE, Binary, Check, Grad, Meaning, Op, OpDef, Unary};
use crate::{DTypeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[
    &ADD,
    &SUBTRACT,
    &MULTIPLY,
    &DIVIDE,
    &FLOOR_DIVIDE,
    &REMAINDER,
    &POWER,
    &MAXIMUM,
    &MINIMUM,
    &NEGATIVE,
    &ABS,
    &SQUARE,
    &RECIPROCAL,
    &SIGN,
];

const X1_X2: Args = Args::Fixed(&["x1", "x2"]);

/// Complex product.
fn complex_multiply(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// Complex quotient by Smith's scaling, which keeps the intermediate products in range.
fn complex_divide([a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
    if c.abs() >= d.abs() {
        let (r, den) = (d / c, c + d * (d / c));
        [(a + b * r) / den, (b - a * r) / den]
    } else {
        let (r, den) = (c / d, c * (c / d) + d);
        [(a * r + b) / den, (b * r - a) / den]
    }
}

/// `x1 + x2`.
pub static ADD: OpDef = OpDef {
    name: "add",
    summary: "`x1 + x2`; integers wrap.",
    source: "Python array API 2025.12, `add`",
    example: "assert_eq!(tensor![1, 2].add(&tensor![[10], [20]])?, tensor![[11, 12], [21, 22]]);",
    args: X1_X2,
    dtype: DTypeRule::Number,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| a + b),
        signed: Some(i64::wrapping_add),
        unsigned: Some(u64::wrapping_add),
        complex: Some(|a, b| [a[0] + b[0], a[1] + b[1]]),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone()), Some(b.grads[0].clone())]),
    check: Check {
        points: &[(&[1.0, 2.0], 3.0), (&[-0.0, -0.0], -0.0), (&[f64::INFINITY, 1.0], f64::INFINITY)],
        ..BASE.check
    },
    ..BASE
};

/// `x1 - x2`.
pub static SUBTRACT: OpDef = OpDef {
    name: "subtract",
    aliases: &["sub"],
    summary: "`x1 - x2`; integers wrap.",
    source: "Python array API 2025.12, `subtract`",
    args: X1_X2,
    dtype: DTypeRule::Number,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| a - b),
        signed: Some(i64::wrapping_sub),
        unsigned: Some(u64::wrapping_sub),
        complex: Some(|a, b| [a[0] - b[0], a[1] - b[1]]),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone()), Some(-&b.grads[0])]),
    check: Check { points: &[(&[1.0, 2.0], -1.0), (&[0.0, 0.0], 0.0)], ..BASE.check },
    ..BASE
};

/// `x1 * x2`.
pub static MULTIPLY: OpDef = OpDef {
    name: "multiply",
    aliases: &["mul"],
    summary: "`x1 * x2`; integers wrap.",
    source: "Python array API 2025.12, `multiply`",
    args: X1_X2,
    dtype: DTypeRule::Number,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| a * b),
        signed: Some(i64::wrapping_mul),
        unsigned: Some(u64::wrapping_mul),
        complex: Some(complex_multiply),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(&b.grads[0] * &b.x[1]), Some(&b.grads[0] * &b.x[0])]),
    check: Check { points: &[(&[3.0, -2.0], -6.0), (&[0.0, f64::INFINITY], f64::NAN)], ..BASE.check },
    ..BASE
};

/// `x1 / x2`.
pub static DIVIDE: OpDef = OpDef {
    name: "divide",
    aliases: &["div"],
    summary: "`x1 / x2` with IEEE results; integers give float64.",
    source: "Python array API 2025.12, `divide`",
    args: X1_X2,
    dtype: DTypeRule::Float,
    meaning: Meaning::Binary(Binary { float: Some(|a, b| a / b), complex: Some(complex_divide), ..Binary::NONE }),
    grad: Grad::Rule(|b| {
        let x1 = &b.grads[0] / &b.x[1];
        vec![Some(x1.clone()), Some(-(x1 * &b.y[0]))]
    }),
    check: Check {
        points: &[
            (&[1.0, 4.0], 0.25),
            (&[1.0, 0.0], f64::INFINITY),
            (&[0.0, 0.0], f64::NAN),
            (&[1.0, -0.0], -f64::INFINITY),
        ],
        ..BASE.check
    },
    ..BASE
};

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
            (&[1.0, 0.0], f64::INFINITY),
        ],
        ..BASE.check
    },
    ..BASE
};

/// The remainder of `floor_divide`.
pub static REMAINDER: OpDef = OpDef {
    name: "remainder",
    summary: "The remainder with the sign of `x2`; an integer by 0 gives 0.",
    source: "Python array API 2025.12, `remainder`; for integers by 0 ours",
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
    check: Check { points: &[(&[7.0, 3.0], 1.0), (&[-7.0, 3.0], 2.0), (&[7.0, -3.0], -2.0)], ..BASE.check },
    ..BASE
};

/// `x1 ** x2`.
pub static POWER: OpDef = OpDef {
    name: "power",
    aliases: &["pow"],
    summary: "`x1` to the power `x2`; a negative integer exponent gives 1/x1 truncated.",
    source: "Python array API 2025.12, `pow`; for negative integer exponents Nx",
    args: X1_X2,
    dtype: DTypeRule::Real,
    meaning: Meaning::Binary(Binary {
        float: Some(f64::powf),
        signed: Some(|a, b| match (a, b) {
            (_, 0..) => power_wrapping(a as u64, b as u64) as i64,
            (1, _) => 1,
            (-1, _) => {
                if b % 2 == 0 {
                    1
                } else {
                    -1
                }
            }
            _ => 0,
        }),
        unsigned: Some(power_wrapping),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| {
        let (x, y) = (&b.x[0], &b.x[1]);
        let base = &b.grads[0] * (y * x.power(&(y - 1.0)));
        let log = (x * 0.0).select(&x.binary(&ops::EQUAL, &(x * 0.0)), &x.log());
        vec![Some(base), Some(&b.grads[0] * (&b.y[0] * log))]
    }),
    check: Check {
        points: &[(&[2.0, 10.0], 1024.0), (&[0.0, 0.0], 1.0), (&[4.0, 0.5], 2.0)],
        range: (0.1, 4.0),
        ulp: 2,
    },
    ..BASE
};

/// Repeated squaring, modulo 2^64.
fn power_wrapping(mut base: u64, mut exponent: u64) -> u64 {
    let mut out = 1u64;
    while exponent != 0 {
        if exponent & 1 == 1 {
            out = out.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    out
}

/// The greater of two.
pub static MAXIMUM: OpDef = OpDef {
    name: "maximum",
    summary: "The greater of `x1` and `x2`; NaN if either is.",
    source: "Python array API 2025.12, `maximum`",
    args: X1_X2,
    dtype: DTypeRule::Real,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| {
            if a.is_nan() {
                a
            } else if b.is_nan() || b > a {
                b
            } else if a == b {
                pick_zero(a, b, false)
            } else {
                a
            }
        }),
        signed: Some(i64::max),
        unsigned: Some(u64::max),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| extremum_grad(b, &ops::GREATER)),
    check: Check { points: &[(&[1.0, 2.0], 2.0), (&[1.0, f64::NAN], f64::NAN), (&[-0.0, 0.0], 0.0)], ..BASE.check },
    ..BASE
};

/// The lesser of two.
pub static MINIMUM: OpDef = OpDef {
    name: "minimum",
    summary: "The lesser of `x1` and `x2`; NaN if either is.",
    source: "Python array API 2025.12, `minimum`",
    args: X1_X2,
    dtype: DTypeRule::Real,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| {
            if a.is_nan() {
                a
            } else if b.is_nan() || b < a {
                b
            } else if a == b {
                pick_zero(a, b, true)
            } else {
                a
            }
        }),
        signed: Some(i64::min),
        unsigned: Some(u64::min),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| extremum_grad(b, &ops::LESS)),
    check: Check { points: &[(&[1.0, 2.0], 1.0), (&[f64::NAN, 1.0], f64::NAN), (&[0.0, -0.0], -0.0)], ..BASE.check },
    ..BASE
};

/// Of two equal numbers the one with the sign asked for, so that +0 and -0 have an order.
fn pick_zero(a: f64, b: f64, negative: bool) -> f64 {
    if a.is_sign_negative() == negative { a } else { b }
}

/// Equal operands share the gradient by halves, as PyTorch does.
fn extremum_grad(b: &crate::Backward, wins: crate::Op) -> Vec<Option<crate::Expr>> {
    let g = &b.grads[0];
    let (x, y) = (&b.x[0], &b.x[1]);
    let tie = x.binary(&ops::EQUAL, y);
    let share = |won: crate::Expr| (g * 0.5).select(&tie, &g.select(&won, &(g * 0.0)));
    vec![Some(share(x.binary(wins, y))), Some(share(y.binary(wins, x)))]
}

/// `-x`.
pub static NEGATIVE: OpDef = OpDef {
    name: "negative",
    aliases: &["neg"],
    summary: "`-x`; integers wrap.",
    source: "Python array API 2025.12, `negative`",
    dtype: DTypeRule::Number,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| -x),
        signed: Some(i64::wrapping_neg),
        unsigned: Some(u64::wrapping_neg),
        complex: Some(|[re, im]| [-re, -im]),
        ..Unary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(-&b.grads[0])]),
    check: Check { points: &[(&[0.0], -0.0), (&[2.0], -2.0)], ..BASE.check },
    ..BASE
};

/// The magnitude.
pub static ABS: OpDef = OpDef {
    name: "abs",
    summary: "The magnitude; the least integer wraps to itself.",
    source: "Python array API 2025.12, `abs`",
    dtype: DTypeRule::Real,
    meaning: Meaning::Unary(Unary {
        float: Some(f64::abs),
        signed: Some(i64::wrapping_abs),
        unsigned: Some(|x| x),
        ..Unary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(&b.grads[0] * b.x[0].sign())]),
    check: Check { points: &[(&[-0.0], 0.0), (&[-2.5], 2.5)], ..BASE.check },
    ..BASE
};

/// `x * x`.
pub static SQUARE: OpDef = OpDef {
    name: "square",
    summary: "`x * x`; integers wrap.",
    source: "Python array API 2025.12, `square`",
    dtype: DTypeRule::Number,
    meaning: Meaning::Composed(|b| &b.x[0] * &b.x[0]),
    grad: Grad::FromMeaning,
    check: Check { points: &[(&[-3.0], 9.0)], ..BASE.check },
    ..BASE
};

/// `1 / x`.
pub static RECIPROCAL: OpDef = OpDef {
    name: "reciprocal",
    summary: "`1 / x`; integers give float64.",
    source: "Python array API 2025.12, `reciprocal`",
    dtype: DTypeRule::Float,
    meaning: Meaning::Composed(|b| 1.0 / &b.x[0]),
    grad: Grad::FromMeaning,
    check: Check { points: &[(&[4.0], 0.25), (&[0.0], f64::INFINITY)], ..BASE.check },
    ..BASE
};

/// The sign.
pub static SIGN: OpDef = OpDef {
    name: "sign",
    summary: "-1, 0 or 1; NaN stays NaN.",
    source: "Python array API 2025.12, `sign`",
    dtype: DTypeRule::Real,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| if x == 0.0 || x.is_nan() { x } else { x.signum() }),
        signed: Some(i64::signum),
        unsigned: Some(|x| x.min(1)),
        ..Unary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(&b.grads[0] * 0.0)]),
    check: Check { points: &[(&[-7.0], -1.0), (&[0.0], 0.0), (&[f64::NAN], f64::NAN)], ..BASE.check },
    ..BASE
};
