//! Rounding to integers, and to other dtypes.

use crate::attr::{AttrKind, Param};
use crate::op::{BASE, Check, ComplexGrad, Grad, Meaning, Op, OpDef, Unary};
use crate::{DTypeRule, Expr};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&FLOOR, &CEIL, &TRUNC, &ROUND, &ROUND_HALF_AWAY, &ASTYPE];

macro_rules! rounding {
    ($(#[$doc:meta])* $id:ident $name:literal $summary:literal $example:literal $f:expr, $points:expr) => {
        $(#[$doc])*
        pub static $id: OpDef = OpDef {
            name: $name,
            summary: $summary,
            source: concat!("Python array API 2025.12, `", $name, "`"),
            example: $example,
            dtype: DTypeRule::RealOrBool,
            meaning: Meaning::Unary(Unary { float: Some($f), bool: Some(|x| x), ..WHOLE }),
            grad: Grad::Rule(flat),
            check: Check { points: $points, ..RANGE },
            ..BASE
        };
    };
}

/// Integers are whole already.
const WHOLE: Unary = Unary { signed: Some(|x| x), unsigned: Some(|x| x), ..Unary::NONE };

const RANGE: Check = Check { points: &[], range: (-1e3, 1e3), ulp: 0 };

/// A step function: no slope.
fn flat(b: &crate::Backward) -> Vec<Option<Expr>> {
    vec![Some(&b.grads[0] * 0.0)]
}

rounding!(
    /// Toward minus infinity.
    FLOOR "floor" "The greatest integer not above `x`."
    "assert_eq!(tensor![1.5, -1.5].floor()?, tensor![1.0, -2.0]);"
    f64::floor, &[(&[-1.5], -2.0), (&[-0.0], -0.0), (&[0.5], 0.0), (&[f64::INFINITY], f64::INFINITY), (&[f64::NAN], f64::NAN)]
);
rounding!(
    /// Toward infinity.
    CEIL "ceil" "The least integer not below `x`."
    "assert_eq!(tensor![1.5, -1.5].ceil()?, tensor![2.0, -1.0]);"
    f64::ceil, &[(&[-1.5], -1.0), (&[-0.5], -0.0), (&[-0.0], -0.0), (&[-f64::INFINITY], -f64::INFINITY)]
);
rounding!(
    /// Toward zero.
    TRUNC "trunc" "The integer nearest to `x` that is not larger in magnitude."
    "assert_eq!(tensor![1.5, -1.5].trunc()?, tensor![1.0, -1.0]);"
    f64::trunc, &[(&[-1.5], -1.0), (&[-0.5], -0.0), (&[1e300], 1e300), (&[f64::NAN], f64::NAN)]
);

/// Half to even.
pub static ROUND: OpDef = OpDef {
    name: "round",
    summary: "The nearest integer, halves to the even one; complex numbers part by part.",
    source: "Python array API 2025.12, `round`",
    example: "assert_eq!(tensor![0.5, 1.5, -2.5].round()?, tensor![0.0, 2.0, -2.0]);",
    dtype: DTypeRule::Number,
    meaning: Meaning::Unary(Unary {
        float: Some(f64::round_ties_even),
        complex: Some(|[re, im]| [re.round_ties_even(), im.round_ties_even()]),
        ..WHOLE
    }),
    grad: Grad::Rule(flat),
    check: Check {
        points: &[
            (&[2.5], 2.0),
            (&[-0.5], -0.0),
            (&[0.5], 0.0),
            (&[4_503_599_627_370_497.0], 4_503_599_627_370_497.0),
            (&[f64::INFINITY], f64::INFINITY),
            (&[f64::NAN], f64::NAN),
        ],
        ..RANGE
    },
    ..BASE
};

/// Half away from zero.
pub static ROUND_HALF_AWAY: OpDef = OpDef {
    name: "round_half_away",
    summary: "The nearest integer, halves away from zero.",
    source: "Nx, `round`",
    example: "assert_eq!(tensor![0.5, 1.5, -2.5].round_half_away()?, tensor![1.0, 2.0, -3.0]);",
    dtype: DTypeRule::Real,
    meaning: Meaning::Unary(Unary { float: Some(f64::round), ..WHOLE }),
    grad: Grad::Rule(flat),
    check: Check {
        points: &[
            (&[2.5], 3.0),
            (&[-2.5], -3.0),
            (&[0.499_999_999_999_999_94], 0.0),
            (&[-0.25], -0.0),
            (&[4_503_599_627_370_497.0], 4_503_599_627_370_497.0),
            (&[f64::NAN], f64::NAN),
        ],
        ..RANGE
    },
    ..BASE
};

/// Another dtype.
pub static ASTYPE: OpDef = OpDef {
    name: "astype",
    summary: "The same values in another dtype, rounded once; float to integer truncates and saturates, NaN gives 0.",
    source: "Python array API 2025.12, `astype`; for out-of-range values ours",
    example: "assert_eq!(tensor![1.5, -2.7, 300.0].astype(DType::Int8)?.astype(DType::Int64)?, tensor![1, -2, 127]);",
    params: &[Param { name: "dtype", kind: AttrKind::DType, default: None, doc: "The dtype wanted." }],
    dtype: DTypeRule::Cast,
    meaning: Meaning::Cast,
    cost: "the tensor itself where it has that dtype, else copies; O(size of `x`)",
    errors: &[
        ("PartialBlock", "for rows that are no whole blocks of a block format"),
        ("NotEncodable", "for NaN and infinity into a block format without them"),
    ],
    // Straight through: the walk casts back to the source's dtype.
    complex_grad: ComplexGrad::Analytic,
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone())]),
    ..BASE
};
