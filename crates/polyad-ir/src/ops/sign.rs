//! Signs, magnitudes, and the neighbours of a number.

use super::arithmetic::X1_X2;
use crate::DTypeRule;
use crate::op::{BASE, Binary, Check, ComplexGrad, Grad, Meaning, Op, OpDef, Test, Unary};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&ABS, &SIGN, &SIGNBIT, &COPYSIGN, &NEXTAFTER];

/// The magnitude.
pub static ABS: OpDef = OpDef {
    name: "abs",
    aliases: &["absolute"],
    summary: "The magnitude, real also for complex numbers; the least integer wraps to itself.",
    source: "Python array API 2025.12, `abs`",
    example: "assert_eq!(tensor![-2.5, -0.0].abs()?, tensor![2.5, 0.0]);\n\
              use num_complex::Complex;\n\
              assert_eq!(tensor![Complex::new(3.0, -4.0)].abs()?, tensor![5.0]);",
    dtype: DTypeRule::Part,
    meaning: Meaning::Unary(Unary {
        float: Some(f64::abs),
        signed: Some(i64::wrapping_abs),
        unsigned: Some(|x| x),
        bool: Some(|x| x),
        part: Some(|[re, im]| re.hypot(im)),
        ..Unary::NONE
    }),
    complex_grad: ComplexGrad::Rule,
    grad: Grad::Rule(|b| vec![Some(&b.grads[0] * b.x[0].sign())]),
    check: Check {
        points: &[(&[-0.0], 0.0), (&[-2.5], 2.5), (&[-f64::INFINITY], f64::INFINITY), (&[f64::NAN], f64::NAN)],
        ..BASE.check
    },
    ..BASE
};

/// The sign.
pub static SIGN: OpDef = OpDef {
    name: "sign",
    summary: "The sign: -1, 0 or 1, for complex numbers `x / abs(x)`; NaN stays NaN.",
    source: "Python array API 2025.12, `sign`; for complex infinities NumPy",
    example: "assert_eq!(tensor![-7, 0, 3].sign()?, tensor![-1, 0, 1]);",
    dtype: DTypeRule::Number,
    meaning: Meaning::Unary(Unary {
        float: Some(|x| {
            if x == 0.0 {
                0.0
            } else if x.is_nan() {
                x
            } else {
                x.signum()
            }
        }),
        signed: Some(i64::signum),
        unsigned: Some(|x| x.min(1)),
        complex: Some(complex_sign),
        ..Unary::NONE
    }),
    grad: Grad::Rule(|b| vec![Some(&b.grads[0] * 0.0)]),
    check: Check {
        points: &[
            (&[-7.0], -1.0),
            (&[0.0], 0.0),
            (&[-0.0], 0.0),
            (&[5e-324], 1.0),
            (&[-f64::INFINITY], -1.0),
            (&[f64::NAN], f64::NAN),
        ],
        ..BASE.check
    },
    ..BASE
};

/// An infinite part beside a finite one is the direction; two of them have none.
fn complex_sign([re, im]: [f64; 2]) -> [f64; 2] {
    let size = re.hypot(im);
    match (re.is_infinite(), im.is_infinite()) {
        (true, true) => [f64::NAN, f64::NAN],
        (true, false) => [re.signum(), 0.0],
        (false, true) => [0.0, im.signum()],
        (false, false) if size.is_nan() => [f64::NAN, f64::NAN],
        (false, false) if size == 0.0 => [0.0, 0.0],
        // Half the parts, where the magnitude itself is past the range.
        (false, false) if size.is_infinite() => {
            let half = (re / 2.0).hypot(im / 2.0);
            [re / 2.0 / half, im / 2.0 / half]
        }
        (false, false) => [re / size, im / size],
    }
}

/// Whether the sign bit is set.
pub static SIGNBIT: OpDef = OpDef {
    name: "signbit",
    summary: "Whether `x` is negative, -0 and NaN by their sign bit.",
    source: "Python array API 2025.12, `signbit`",
    example: "assert_eq!(tensor![-1.0, -0.0, 0.0].signbit()?, tensor![true, true, false]);",
    dtype: DTypeRule::Ordered,
    meaning: Meaning::Test(Test {
        float: f64::is_sign_negative,
        signed: |x| x < 0,
        unsigned: |_| false,
        complex: None,
    }),
    check: Check { points: &[(&[-0.0], 1.0), (&[0.0], 0.0), (&[-f64::INFINITY], 1.0), (&[5.0], 0.0)], ..BASE.check },
    ..BASE
};

/// A magnitude with another sign.
pub static COPYSIGN: OpDef = OpDef {
    name: "copysign",
    summary: "The magnitude of `x1` with the sign of `x2`, of zeros and NaN too; integers give float64.",
    source: "Python array API 2025.12, `copysign`",
    example: "assert_eq!(tensor![1.0, -2.0].copysign(&tensor![-0.0, 3.0])?, tensor![-1.0, 2.0]);",
    args: X1_X2,
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Binary(Binary { float: Some(f64::copysign), ..Binary::NONE }),
    grad: Grad::Rule(|b| vec![Some(&b.grads[0] * (b.x[0].sign() * b.y[0].sign())), Some(&b.grads[0] * 0.0)]),
    check: Check {
        points: &[
            (&[1.0, -0.0], -1.0),
            (&[-0.0, 2.0], 0.0),
            (&[0.0, -f64::INFINITY], -0.0),
            (&[f64::INFINITY, -1.0], -f64::INFINITY),
            (&[f64::NAN, -1.0], f64::NAN),
        ],
        ..BASE.check
    },
    ..BASE
};

/// The next number of the dtype.
pub static NEXTAFTER: OpDef = OpDef {
    name: "nextafter",
    summary: "The number of the dtype next to `x1` in the direction of `x2`; integers give float64.",
    source: "Python array API 2025.12, `nextafter`",
    example: "let next = tensor![1.0].astype(DType::Float16)?.nextafter(&tensor![2.0].astype(DType::Float16)?)?;\n\
              assert_eq!(next, tensor![1.0009765625].astype(DType::Float16)?);",
    args: X1_X2,
    dtype: DTypeRule::RealFloat,
    // A neighbour is one of the dtype's own numbers, so no wider type can find it.
    meaning: Meaning::Executor,
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone()), Some(&b.grads[0] * 0.0)]),
    check: Check {
        points: &[
            (&[1.0, 2.0], 1.000_000_000_000_000_2),
            (&[0.0, -1.0], -5e-324),
            (&[-0.0, 0.0], 0.0),
            (&[5e-324, -1.0], 0.0),
            (&[-5e-324, 1.0], -0.0),
            (&[f64::MAX, f64::INFINITY], f64::INFINITY),
            (&[f64::INFINITY, 0.0], f64::MAX),
            (&[1.0, f64::NAN], f64::NAN),
        ],
        ..BASE.check
    },
    ..BASE
};
