//! Comparisons, logic, and the choice between two operands.

use crate::DTypeRule;
use crate::op::{Args, BASE, Binary, Check, Compare, ComplexGrad, Grad, Meaning, Op, OpDef, Test, Unary};

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
    &ISFINITE,
    &ISINF,
    &ISNAN,
    &WHERE,
];

macro_rules! comparison {
    ($(#[$doc:meta])* $id:ident $name:literal $text:literal $op:tt $dtype:ident $complex:expr, $example:literal, $points:expr) => {
        $(#[$doc])*
        pub static $id: OpDef = OpDef {
            name: $name,
            summary: concat!("Whether `x1 ", $text, " x2`; a NaN compares as IEEE 754 says."),
            source: concat!("Python array API 2025.12, `", $name, "`"),
            example: $example,
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
    EQUAL "equal" "==" == Bool Some(|a, b| a == b),
    "assert_eq!(tensor![1, 2].equal(&tensor![1.0, 3.0])?, tensor![true, false]);",
    &[(&[0.0, -0.0], 1.0), (&[f64::NAN, f64::NAN], 0.0), (&[f64::INFINITY, f64::INFINITY], 1.0)]
);
comparison!(
    /// `x1 != x2`.
    NOT_EQUAL "not_equal" "!=" != Bool Some(|a, b| a != b),
    "assert_eq!(tensor![1.0, f64::NAN].not_equal(&tensor![1.0, f64::NAN])?, tensor![false, true]);",
    &[(&[1.0, 2.0], 1.0), (&[0.0, -0.0], 0.0), (&[f64::NAN, f64::NAN], 1.0)]
);
comparison!(
    /// `x1 < x2`.
    LESS "less" "<" < Ordered None,
    "assert_eq!(tensor![1, 2, 3].less(2)?, tensor![true, false, false]);",
    &[(&[1.0, 2.0], 1.0), (&[-0.0, 0.0], 0.0), (&[f64::NAN, 1.0], 0.0), (&[-f64::INFINITY, f64::MIN], 1.0)]
);
comparison!(
    /// `x1 <= x2`.
    LESS_EQUAL "less_equal" "<=" <= Ordered None,
    "assert_eq!(tensor![1, 2, 3].less_equal(2)?, tensor![true, true, false]);",
    &[(&[2.0, 2.0], 1.0), (&[0.0, -0.0], 1.0), (&[f64::NAN, f64::NAN], 0.0)]
);
comparison!(
    /// `x1 > x2`.
    GREATER "greater" ">" > Ordered None,
    "assert_eq!(tensor![1, 2, 3].greater(2)?, tensor![false, false, true]);",
    &[(&[3.0, 2.0], 1.0), (&[0.0, -0.0], 0.0), (&[f64::NAN, 1.0], 0.0), (&[f64::INFINITY, f64::MAX], 1.0)]
);
comparison!(
    /// `x1 >= x2`.
    GREATER_EQUAL "greater_equal" ">=" >= Ordered None,
    "assert_eq!(tensor![1, 2, 3].greater_equal(2)?, tensor![false, true, true]);",
    &[(&[2.0, 2.0], 1.0), (&[0.0, -0.0], 1.0), (&[f64::NAN, f64::NAN], 0.0)]
);

macro_rules! logical {
    ($(#[$doc:meta])* $id:ident $name:literal $summary:literal $example:literal $f:expr, $points:expr) => {
        $(#[$doc])*
        pub static $id: OpDef = OpDef {
            name: $name,
            summary: $summary,
            source: concat!("Python array API 2025.12, `", $name, "`"),
            example: $example,
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
    LOGICAL_AND "logical_and" "Whether `x1` and `x2` are both true; a number is true unless it is 0."
    "assert_eq!(tensor![0, 2, 2].logical_and(&tensor![0, 0, 1])?, tensor![false, false, true]);"
    |a, b| a & b,
    &[(&[1.0, 2.0], 1.0), (&[1.0, -0.0], 0.0), (&[f64::NAN, 1.0], 1.0)]
);
logical!(
    /// At least one.
    LOGICAL_OR "logical_or" "Whether `x1`, `x2` or both are true; a number is true unless it is 0."
    "assert_eq!(tensor![0, 2, 2].logical_or(&tensor![0, 0, 1])?, tensor![false, true, true]);"
    |a, b| a | b,
    &[(&[0.0, 2.0], 1.0), (&[0.0, 0.0], 0.0)]
);
logical!(
    /// Exactly one.
    LOGICAL_XOR "logical_xor" "Whether exactly one of `x1` and `x2` is true; a number is true unless it is 0."
    "assert_eq!(tensor![0, 2, 2].logical_xor(&tensor![0, 0, 1])?, tensor![false, true, false]);"
    |a, b| a ^ b,
    &[(&[1.0, 2.0], 0.0), (&[1.0, 0.0], 1.0)]
);

/// Not.
pub static LOGICAL_NOT: OpDef = OpDef {
    name: "logical_not",
    summary: "Whether `x` is false; a number is true unless it is 0.",
    source: "Python array API 2025.12, `logical_not`",
    example: "assert_eq!(tensor![0, 1, 5].logical_not()?, tensor![true, false, false]);",
    dtype: DTypeRule::Bool,
    meaning: Meaning::Unary(Unary { bool: Some(|x| !x), ..Unary::NONE }),
    check: Check { points: &[(&[0.0], 1.0), (&[f64::NAN], 0.0)], ..BASE.check },
    ..BASE
};

macro_rules! test {
    ($(#[$doc:meta])* $id:ident $name:literal $summary:literal $example:literal $whole:literal $float:expr, $complex:expr, $points:expr) => {
        $(#[$doc])*
        pub static $id: OpDef = OpDef {
            name: $name,
            summary: $summary,
            source: concat!("Python array API 2025.12, `", $name, "`"),
            example: $example,
            dtype: DTypeRule::Bool,
            meaning: Meaning::Test(Test {
                float: $float,
                signed: |_| $whole,
                unsigned: |_| $whole,
                complex: Some($complex),
            }),
            check: Check { points: $points, ..BASE.check },
            ..BASE
        };
    };
}

test!(
    /// Neither infinite nor NaN.
    ISFINITE "isfinite" "Whether `x` is neither infinite nor NaN, for a complex number in both parts."
    "assert_eq!(tensor![1.0, f64::INFINITY, f64::NAN].isfinite()?, tensor![true, false, false]);"
    true f64::is_finite, |[re, im]| re.is_finite() && im.is_finite(),
    &[(&[-0.0], 1.0), (&[f64::MAX], 1.0), (&[-f64::INFINITY], 0.0), (&[f64::NAN], 0.0)]
);
test!(
    /// Infinite.
    ISINF "isinf" "Whether `x` is infinite, for a complex number in either part."
    "assert_eq!(tensor![1.0, -f64::INFINITY, f64::NAN].isinf()?, tensor![false, true, false]);"
    false f64::is_infinite, |[re, im]| re.is_infinite() || im.is_infinite(),
    &[(&[f64::MAX], 0.0), (&[f64::INFINITY], 1.0), (&[-f64::INFINITY], 1.0), (&[f64::NAN], 0.0)]
);
test!(
    /// Not a number.
    ISNAN "isnan" "Whether `x` is NaN, for a complex number in either part."
    "assert_eq!(tensor![1.0, f64::INFINITY, f64::NAN].isnan()?, tensor![false, false, true]);"
    false f64::is_nan, |[re, im]| re.is_nan() || im.is_nan(),
    &[(&[0.0], 0.0), (&[f64::INFINITY], 0.0), (&[f64::NAN], 1.0), (&[-f64::NAN], 1.0)]
);

/// One of two by a condition.
pub static WHERE: OpDef = OpDef {
    name: "where",
    summary: "`x1` where the condition is true, else `x2`; a number is true unless it is 0.",
    source: "Python array API 2025.12, `where`; for conditions that are numbers NumPy",
    example: "assert_eq!(tensor![true, false].where_(&tensor![1, 2], &tensor![[10], [20]])?, tensor![[1, 10], [1, 20]]);",
    args: Args::Fixed(&["condition", "x1", "x2"]),
    dtype: DTypeRule::Select,
    meaning: Meaning::Select,
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(|b| {
        let zero = &b.grads[0] * 0.0;
        vec![None, Some(b.grads[0].select(&b.x[0], &zero)), Some(zero.select(&b.x[0], &b.grads[0]))]
    }),
    ..BASE
};
