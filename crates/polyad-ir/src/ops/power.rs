//! Powers of real and complex numbers.

use super::arithmetic::{X1_X2, complex_divide, complex_multiply};
use crate::op::{BASE, Binary, Check, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, ops};

/// The entries of this file.
pub(super) static ENTRIES: &[Op] = &[&POWER];

/// `x1 ** x2`.
pub static POWER: OpDef = OpDef {
    name: "power",
    aliases: &["pow"],
    summary: "`x1` to the power `x2`; a negative integer exponent gives the exact result truncated, of 0 it gives 0.",
    source: "Python array API 2025.12, `pow`; for negative integer exponents Nx, for complex zeros NumPy",
    example: "assert_eq!(tensor![2, -3, 5].power(&tensor![10, 3, -1])?, tensor![1024, -27, 0]);\n\
              assert_eq!(tensor![4.0, 9.0].power(0.5)?, tensor![2.0, 3.0]);",
    args: X1_X2,
    dtype: DTypeRule::Number,
    meaning: Meaning::Binary(Binary {
        // A square is exact to the last place, which a general power promises to one.
        float: Some(|a, b| if b == 2.0 { a * a } else { a.powf(b) }),
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
        complex: Some(complex_power),
        ..Binary::NONE
    }),
    grad: Grad::Rule(|b| {
        let (x, y) = (&b.x[0], &b.x[1]);
        let zero = &b.grads[0] * 0.0;
        // To the power 0 everything is 1, also 0, where the rule would multiply 0 by infinity.
        let base = zero.select(&y.binary(&ops::EQUAL, &(y * 0.0)), &(&b.grads[0] * (y * x.power(&(y - 1.0)))));
        let log = (x * 0.0).select(&x.binary(&ops::EQUAL, &(x * 0.0)), &x.log());
        vec![Some(base), Some(&b.grads[0] * (&b.y[0] * log))]
    }),
    check: Check {
        points: &[
            (&[2.0, 10.0], 1024.0),
            (&[0.0, 0.0], 1.0),
            (&[4.0, 0.5], 2.0),
            (&[1.0, f64::NAN], 1.0),
            (&[f64::NAN, 0.0], 1.0),
            (&[-8.0, 0.5], f64::NAN),
            (&[-0.0, -3.0], -f64::INFINITY),
            (&[-0.0, 3.0], -0.0),
            (&[-1.0, f64::INFINITY], 1.0),
            (&[-f64::INFINITY, -3.0], -0.0),
        ],
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

/// By squaring for small whole exponents, which keeps whole numbers whole; else `exp(y * log(x))`.
fn complex_power(x: [f64; 2], y: [f64; 2]) -> [f64; 2] {
    if y == [0.0, 0.0] {
        return [1.0, 0.0];
    }
    if x == [0.0, 0.0] {
        return if y[0] > 0.0 { [0.0, 0.0] } else { [f64::NAN, f64::NAN] };
    }
    if y[1] == 0.0 && y[0].fract() == 0.0 && y[0].abs() < 100.0 {
        let (mut base, mut exponent, mut out) = (x, y[0].abs() as u32, None);
        while exponent != 0 {
            if exponent & 1 == 1 {
                out = Some(out.map_or(base, |out| complex_multiply(out, base)));
            }
            base = complex_multiply(base, base);
            exponent >>= 1;
        }
        let out = out.expect("the exponent is not 0");
        return if y[0] < 0.0 { complex_divide([1.0, 0.0], out) } else { out };
    }
    let log = [x[0].hypot(x[1]).ln(), x[1].atan2(x[0])];
    let [re, im] = complex_multiply(y, log);
    let size = re.exp();
    if im == 0.0 { [size, im] } else { [size * im.cos(), size * im.sin()] }
}
