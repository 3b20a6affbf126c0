//! Comparisons, logic, and the choice between two operands.

use crate::DTypeRule;
use crate::op::{Args, BASE, Binary, Check, Compare, Grad, Meaning, Op, OpDef, Unary};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[
    &EQUAL,
    &NOT_EQUAL,
    &LESS,
    &LESS_EQUAL,
    &GREATER,
    &GREATER_EQUAL,
    &LOGICAL_AND,
    &LOGICAL_OR,
    &LOGICAL_XOR,
    &LOGICAL_NOT,
    &WHERE,
];

macro_rules! comparison {
    ($(#[$doc:meta])* $id:ident $name:literal $text:literal $op:tt $dtype:ident $complex:expr, $points:expr) => {
        $(#[$doc])*
        pub static $id: OpDef = OpDef {
            name: $name,
            summary: concat!("Whether `x1 ", $text, " x2`; a NaN compares as IEEE 754 says."),
            source: concat!("Python array API 2025.12, `", $name, "`"),
            args: Args::Fixed(&["x1", "x2"]),
            dtype: DTypeRule::$dtype,
            meaning: Meaning::Compare(Compare {
                float: |a, b| a $op b,
                signed: |a, b| a $op b,
                unsigned: |a, b| a $op b,
                complex: $complex,
            }),
            check: Check { points: $points, ..BASE.check },
            ..BASE
        };
    };
}

comparison!(
    /// `x1 == x2`.
    EQUAL "equal" "==" == Bool Some(|a, b| a == b), &[(&[0.0, -0.0], 1.0), (&[f64::NAN, f64::NAN], 0.0)]
);
comparison!(
    /// `x1 != x2`.
    NOT_EQUAL "not_equal" "!=" != Bool Some(|a, b| a != b), &[(&[1.0, 2.0], 1.0), (&[f64::NAN, f64::NAN], 1.0)]
);
comparison!(
    /// `x1 < x2`.
    LESS "less" "<" < Ordered None, &[(&[1.0, 2.0], 1.0), (&[f64::NAN, 1.0], 0.0)]
);
comparison!(
    /// `x1 <= x2`.
    LESS_EQUAL "less_equal" "<=" <= Ordered None, &[(&[2.0, 2.0], 1.0), (&[f64::NAN, 1.0], 0.0)]
);
comparison!(
    /// `x1 > x2`.
    GREATER "greater" ">" > Ordered None, &[(&[3.0, 2.0], 1.0), (&[f64::NAN, 1.0], 0.0)]
);
comparison!(
    /// `x1 >= x2`.
    GREATER_EQUAL "greater_equal" ">=" >= Ordered None, &[(&[2.0, 2.0], 1.0), (&[f64::NAN, 1.0], 0.0)]
);

macro_rules! logical {
    ($(#[$doc:meta])* $id:ident $name:literal $summary:literal $f:expr, $points:expr) => {
        $(#[$doc])*
        pub static $id: OpDef = OpDef {
            name: $name,
            summary: $summary,
            source: concat!("Python array API 2025.12, `", $name, "`"),
            args: Args::Fixed(&["x1", "x2"]),
            dtype: DTypeRule::Bool,
            // Operands become bool by truth value before the meaning sees them.
            meaning: Meaning::Binary(Binary { bool: Some($f), ..Binary::NONE }),
            check: Check { points: $points, ..BASE.check },
            ..BASE
        };
    };
}

logical!(
    /// Both.
    LOGICAL_AND "logical_and" "Whether both are true; a number is true unless it is 0." |a, b| a & b,
    &[(&[1.0, 2.0], 1.0), (&[1.0, 0.0], 0.0)]
);
logical!(
    /// At least one.
    LOGICAL_OR "logical_or" "Whether at least one is true; a number is true unless it is 0." |a, b| a | b,
    &[(&[0.0, 2.0], 1.0), (&[0.0, 0.0], 0.0)]
);
logical!(
    /// Exactly one.
    LOGICAL_XOR "logical_xor" "Whether exactly one is true; a number is true unless it is 0." |a, b| a ^ b,
    &[(&[1.0, 2.0], 0.0), (&[1.0, 0.0], 1.0)]
);

/// Not.
pub static LOGICAL_NOT: OpDef = OpDef {
    name: "logical_not",
    summary: "Whether `x` is false; a number is true unless it is 0.",
    source: "Python array API 2025.12, `logical_not`",
    dtype: DTypeRule::Bool,
    meaning: Meaning::Unary(Unary { bool: Some(|x| !x), ..Unary::NONE }),
    check: Check { points: &[(&[0.0], 1.0), (&[f64::NAN], 0.0)], ..BASE.check },
    ..BASE
};

/// One of two by a condition.
pub static WHERE: OpDef = OpDef {
    name: "where",
    summary: "`x1` where the condition is true, else `x2`.",
    source: "Python array API 2025.12, `where`",
    args: Args::Fixed(&["condition", "x1", "x2"]),
    dtype: DTypeRule::Select,
    meaning: Meaning::Select,
    grad: Grad::Rule(|b| {
        let zero = &b.grads[0] * 0.0;
        vec![None, Some(b.grads[0].select(&b.x[0], &zero)), Some(zero.select(&b.x[0], &b.grads[0]))]
    }),
    ..BASE
};
