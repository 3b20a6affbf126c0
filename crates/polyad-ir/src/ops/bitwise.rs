//! Bits of integers and bool, and shifts.

use super::arithmetic::X1_X2;
use crate::DTypeRule;
use crate::op::{BASE, Binary, Check, Meaning, Op, OpDef, Unary};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[
    &BITWISE_AND,
    &BITWISE_OR,
    &BITWISE_XOR,
    &BITWISE_INVERT,
    &BITWISE_LEFT_SHIFT,
    &BITWISE_RIGHT_SHIFT,
    &RSHIFT_TRUNC,
];

macro_rules! bits {
    ($(#[$doc:meta])* $id:ident $name:literal $summary:literal $example:literal $op:tt, $points:expr) => {
        $(#[$doc])*
        pub static $id: OpDef = OpDef {
            name: $name,
            summary: $summary,
            source: concat!("Python array API 2025.12, `", $name, "`"),
            example: $example,
            args: X1_X2,
            dtype: DTypeRule::Bits,
            meaning: Meaning::Binary(Binary {
                signed: Some(|a, b| a $op b),
                unsigned: Some(|a, b| a $op b),
                bool: Some(|a, b| a $op b),
                ..Binary::NONE
            }),
            check: Check { points: $points, ..BASE.check },
            ..BASE
        };
    };
}

bits!(
    /// Bits set in both.
    BITWISE_AND "bitwise_and" "The bits that are set in both `x1` and `x2`."
    "assert_eq!(tensor![6, -1].bitwise_and(&tensor![3, 12])?, tensor![2, 12]);" &,
    &[(&[6.0, 3.0], 2.0), (&[-1.0, 12.0], 12.0), (&[0.0, -1.0], 0.0)]
);
bits!(
    /// Bits set in either.
    BITWISE_OR "bitwise_or" "The bits that are set in `x1`, `x2` or both."
    "assert_eq!(tensor![6, 0].bitwise_or(&tensor![3, 12])?, tensor![7, 12]);" |,
    &[(&[6.0, 3.0], 7.0), (&[-1.0, 12.0], -1.0), (&[0.0, 0.0], 0.0)]
);
bits!(
    /// Bits set in one.
    BITWISE_XOR "bitwise_xor" "The bits that are set in exactly one of `x1` and `x2`."
    "assert_eq!(tensor![6, -1].bitwise_xor(&tensor![3, 12])?, tensor![5, -13]);" ^,
    &[(&[6.0, 3.0], 5.0), (&[-1.0, 12.0], -13.0), (&[7.0, 7.0], 0.0)]
);

/// Every bit turned over.
pub static BITWISE_INVERT: OpDef = OpDef {
    name: "bitwise_invert",
    aliases: &["bitwise_not", "invert"],
    summary: "Every bit turned over: `-x - 1` for signed integers, logical not for bool.",
    source: "Python array API 2025.12, `bitwise_invert`",
    example: "assert_eq!(tensor![0, 5].bitwise_invert()?, tensor![-1, -6]);",
    dtype: DTypeRule::Bits,
    meaning: Meaning::Unary(Unary { signed: Some(|x| !x), unsigned: Some(|x| !x), bool: Some(|x| !x), ..Unary::NONE }),
    check: Check { points: &[(&[0.0], -1.0), (&[-1.0], 0.0), (&[5.0], -6.0)], ..BASE.check },
    ..BASE
};

/// `x1 << x2`.
pub static BITWISE_LEFT_SHIFT: OpDef = OpDef {
    name: "bitwise_left_shift",
    aliases: &["left_shift", "lshift"],
    summary: "`x1` times 2 to the power `x2`, integers wrap; a count that is negative or past the width shifts all bits out.",
    source: "Python array API 2025.12, `bitwise_left_shift`; for counts out of range NumPy",
    example: "assert_eq!(tensor![1, -3, 1].bitwise_left_shift(&tensor![4, 2, 64])?, tensor![16, -12, 0]);",
    args: X1_X2,
    dtype: DTypeRule::Integer,
    meaning: Meaning::Binary(Binary {
        signed: Some(|a, b| if (0..64).contains(&b) { a << b } else { 0 }),
        unsigned: Some(|a, b| if b < 64 { a << b } else { 0 }),
        ..Binary::NONE
    }),
    check: Check {
        points: &[(&[1.0, 4.0], 16.0), (&[-3.0, 2.0], -12.0), (&[5.0, 64.0], 0.0), (&[5.0, -1.0], 0.0)],
        ..BASE.check
    },
    ..BASE
};

/// `x1 >> x2`.
pub static BITWISE_RIGHT_SHIFT: OpDef = OpDef {
    name: "bitwise_right_shift",
    aliases: &["right_shift", "rshift"],
    summary: "`x1` divided by 2 to the power `x2` and rounded down, signs kept; a count that is negative or past the width shifts all bits out.",
    source: "Python array API 2025.12, `bitwise_right_shift`; for counts out of range NumPy",
    example: "assert_eq!(tensor![16, -9, -1].bitwise_right_shift(&tensor![4, 2, 64])?, tensor![1, -3, -1]);",
    args: X1_X2,
    dtype: DTypeRule::Integer,
    meaning: Meaning::Binary(Binary {
        signed: Some(|a, b| a >> if (0..64).contains(&b) { b } else { 63 }),
        unsigned: Some(|a, b| if b < 64 { a >> b } else { 0 }),
        ..Binary::NONE
    }),
    check: Check {
        points: &[(&[16.0, 4.0], 1.0), (&[-9.0, 2.0], -3.0), (&[-5.0, 64.0], -1.0), (&[5.0, -1.0], 0.0)],
        ..BASE.check
    },
    ..BASE
};

/// `x1 >> x2` rounded toward zero.
pub static RSHIFT_TRUNC: OpDef = OpDef {
    name: "rshift_trunc",
    summary: "`x1` divided by 2 to the power `x2` and rounded toward zero; a count that is negative or past the width shifts all bits out.",
    source: "Nx, `rshift`; for negative counts as `bitwise_right_shift`",
    example: "assert_eq!(tensor![9, -9, -1].rshift_trunc(&tensor![2, 2, 1])?, tensor![2, -2, 0]);",
    args: X1_X2,
    dtype: DTypeRule::Integer,
    meaning: Meaning::Binary(Binary {
        signed: Some(|a, b| {
            let size = if (0..64).contains(&b) { a.unsigned_abs() >> b } else { 0 };
            if a < 0 { (size as i64).wrapping_neg() } else { size as i64 }
        }),
        unsigned: Some(|a, b| if b < 64 { a >> b } else { 0 }),
        ..Binary::NONE
    }),
    check: Check {
        points: &[(&[-9.0, 2.0], -2.0), (&[9.0, 2.0], 2.0), (&[-1.0, 1.0], 0.0), (&[-5.0, 64.0], 0.0)],
        ..BASE.check
    },
    ..BASE
};
