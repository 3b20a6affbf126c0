//! Sums, products, quotients, and what is made of one of them.

use crate::op::{Args, BASE, Binary, Check, ComplexGrad, Grad, Meaning, Op, OpDef, Unary};
use crate::{DTypeRule, Expr};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] =
    &[&ADD, &SUBTRACT, &MULTIPLY, &DIVIDE, &POSITIVE, &NEGATIVE, &SQUARE, &RECIPROCAL, &ONE_MINUS];

/// The operands of most entries of two.
pub(super) const X1_X2: Args = Args::Fixed(&["x1", "x2"]);

/// Complex product.
pub(super) fn complex_multiply(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// Complex quotient by Smith's scaling, which keeps the intermediate products in range; by 0 part by part.
pub(super) fn complex_divide([a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
    if c == 0.0 && d == 0.0 {
        [a / c.abs(), b / c.abs()]
    } else if c.abs() >= d.abs() {
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
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone()), Some(b.grads[0].clone())]),
    check: Check {
        points: &[
            (&[1.0, 2.0], 3.0),
            (&[-0.0, -0.0], -0.0),
            (&[-0.0, 0.0], 0.0),
            (&[f64::INFINITY, 1.0], f64::INFINITY),
            (&[f64::INFINITY, -f64::INFINITY], f64::NAN),
            (&[f64::MAX, f64::MAX], f64::INFINITY),
        ],
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
    example: "assert_eq!(tensor![[5], [7]].subtract(&tensor![1, 2])?, tensor![[4, 3], [6, 5]]);",
    args: X1_X2,
    dtype: DTypeRule::Number,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| a - b),
        signed: Some(i64::wrapping_sub),
        unsigned: Some(u64::wrapping_sub),
        complex: Some(|a, b| [a[0] - b[0], a[1] - b[1]]),
        ..Binary::NONE
    }),
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone()), Some(-&b.grads[0])]),
    check: Check {
        points: &[
            (&[1.0, 2.0], -1.0),
            (&[0.0, 0.0], 0.0),
            (&[-0.0, 0.0], -0.0),
            (&[f64::INFINITY, f64::INFINITY], f64::NAN),
        ],
        ..BASE.check
    },
    ..BASE
};

/// `x1 * x2`.
pub static MULTIPLY: OpDef = OpDef {
    name: "multiply",
    aliases: &["mul"],
    summary: "`x1 * x2`; integers wrap.",
    source: "Python array API 2025.12, `multiply`",
    example: "assert_eq!(tensor![1, 2, 3].multiply(2)?, tensor![2, 4, 6]);",
    args: X1_X2,
    dtype: DTypeRule::Number,
    meaning: Meaning::Binary(Binary {
        float: Some(|a, b| a * b),
        signed: Some(i64::wrapping_mul),
        unsigned: Some(u64::wrapping_mul),
        complex: Some(complex_multiply),
        ..Binary::NONE
    }),
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(|b| vec![Some(&b.grads[0] * &b.x[1]), Some(&b.grads[0] * &b.x[0])]),
    check: Check {
        points: &[
            (&[3.0, -2.0], -6.0),
            (&[-0.0, 3.0], -0.0),
            (&[0.0, f64::INFINITY], f64::NAN),
            (&[f64::MAX, -2.0], -f64::INFINITY),
        ],
        ..BASE.check
    },
    ..BASE
};

/// `x1 / x2`.
pub static DIVIDE: OpDef = OpDef {
    name: "divide",
    aliases: &["div"],
    summary: "`x1 / x2` with IEEE results; integers give float64.",
    source: "Python array API 2025.12, `divide`",
    example: "assert_eq!(tensor![1, -1, 3].divide(&tensor![4, 0, 2])?, tensor![0.25, -f64::INFINITY, 1.5]);",
    args: X1_X2,
    dtype: DTypeRule::Float,
    meaning: Meaning::Binary(Binary { float: Some(|a, b| a / b), complex: Some(complex_divide), ..Binary::NONE }),
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(quotient_grad),
    check: Check {
        points: &[
            (&[1.0, 4.0], 0.25),
            (&[1.0, 0.0], f64::INFINITY),
            (&[0.0, 0.0], f64::NAN),
            (&[1.0, -0.0], -f64::INFINITY),
            (&[-1.0, f64::INFINITY], -0.0),
        ],
        ..BASE.check
    },
    ..BASE
};

pub(super) fn quotient_grad(b: &crate::Backward) -> Vec<Option<Expr>> {
    let x1 = &b.grads[0] / &b.x[1];
    vec![Some(x1.clone()), Some(-(x1 * &b.y[0]))]
}

/// `+x`.
pub static POSITIVE: OpDef = OpDef {
    name: "positive",
    summary: "`x` as it is, in a new tensor.",
    source: "Python array API 2025.12, `positive`",
    example: "assert_eq!(tensor![-1, 2].positive()?, tensor![-1, 2]);",
    dtype: DTypeRule::Number,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| x),
        signed: Some(|x| x),
        unsigned: Some(|x| x),
        complex: Some(|x| x),
        ..Unary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone())]),
    check: Check { points: &[(&[-0.0], -0.0), (&[f64::NAN], f64::NAN)], ..BASE.check },
    ..BASE
};

/// `-x`.
pub static NEGATIVE: OpDef = OpDef {
    name: "negative",
    aliases: &["neg"],
    summary: "`-x`; integers wrap.",
    source: "Python array API 2025.12, `negative`",
    example: "assert_eq!(tensor![1, -2, i64::MIN].negative()?, tensor![-1, 2, i64::MIN]);",
    dtype: DTypeRule::Number,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| -x),
        signed: Some(i64::wrapping_neg),
        unsigned: Some(u64::wrapping_neg),
        complex: Some(|[re, im]| [-re, -im]),
        ..Unary::NONE
    }),
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(|b| vec![Some(-&b.grads[0])]),
    check: Check {
        points: &[(&[0.0], -0.0), (&[-0.0], 0.0), (&[2.0], -2.0), (&[f64::INFINITY], -f64::INFINITY)],
        ..BASE.check
    },
    ..BASE
};

/// `x * x`.
pub static SQUARE: OpDef = OpDef {
    name: "square",
    summary: "`x * x`; integers wrap.",
    source: "Python array API 2025.12, `square`",
    example: "assert_eq!(tensor![-3, 4].square()?, tensor![9, 16]);",
    dtype: DTypeRule::Number,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| x * x),
        signed: Some(|x| x.wrapping_mul(x)),
        unsigned: Some(|x| x.wrapping_mul(x)),
        complex: Some(|x| complex_multiply(x, x)),
        ..Unary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(&b.grads[0] * (&b.x[0] * 2.0))]),
    check: Check {
        points: &[(&[-3.0], 9.0), (&[-0.0], 0.0), (&[-f64::INFINITY], f64::INFINITY), (&[1e200], f64::INFINITY)],
        ..BASE.check
    },
    ..BASE
};

/// `1 / x`.
pub static RECIPROCAL: OpDef = OpDef {
    name: "reciprocal",
    aliases: &["recip"],
    summary: "`1 / x`; integers truncate, and 0 gives 0.",
    source: "Python array API 2025.12, `reciprocal`; for integers NumPy, for their 0 ours",
    example: "assert_eq!(tensor![4.0, -0.0].reciprocal()?, tensor![0.25, -f64::INFINITY]);\n\
              assert_eq!(tensor![-1, 0, 4].reciprocal()?, tensor![-1, 0, 0]);",
    dtype: DTypeRule::Number,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| 1.0 / x),
        signed: Some(|x| if x.unsigned_abs() == 1 { x } else { 0 }),
        unsigned: Some(|x| u64::from(x == 1)),
        complex: Some(|x| complex_divide([1.0, 0.0], x)),
        ..Unary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(-(&b.grads[0] * (&b.y[0] * &b.y[0])))]),
    check: Check {
        points: &[
            (&[4.0], 0.25),
            (&[0.0], f64::INFINITY),
            (&[-0.0], -f64::INFINITY),
            (&[-f64::INFINITY], -0.0),
            (&[f64::NAN], f64::NAN),
        ],
        ..BASE.check
    },
    ..BASE
};

/// `1 - x`.
pub static ONE_MINUS: OpDef = OpDef {
    name: "one_minus",
    summary: "`1 - x`, which turns weights of 0 and 1 over; integers wrap, bool is turned over.",
    source: "Nx, `logical_not`",
    example: "assert_eq!(tensor![0, 1, 5].one_minus()?, tensor![1, 0, -4]);",
    meaning: Meaning::Unary(Unary {
        float: Some(|x| 1.0 - x),
        signed: Some(|x| 1i64.wrapping_sub(x)),
        unsigned: Some(|x| 1u64.wrapping_sub(x)),
        bool: Some(|x| !x),
        complex: Some(|[re, im]| [1.0 - re, -im]),
        ..Unary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(-&b.grads[0])]),
    check: Check {
        points: &[(&[0.25], 0.75), (&[1.0], 0.0), (&[-0.0], 1.0), (&[f64::INFINITY], -f64::INFINITY)],
        ..BASE.check
    },
    ..BASE
};
