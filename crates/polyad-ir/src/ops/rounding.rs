//! Rounding to integers, and to other dtypes.

use crate::attr::{AttrKind, Param};
use crate::op::{BASE, Check, Grad, Meaning, Op, OpDef, Unary};
use crate::{DTypeRule, Expr};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&FLOOR, &CEIL, &TRUNC, &ROUND, &ASTYPE];

macro_rules! rounding {
    ($(#[$doc:meta])* $id:ident $name:literal $summary:literal $f:expr, $points:expr) => {
        $(#[$doc])*
        pub static $id: OpDef = OpDef {
            name: $name,
            summary: $summary,
            source: concat!("Python array API 2025.12, `", $name, "`"),
            dtype: DTypeRule::Real,
            meaning: Meaning::Unary(Unary {
                float: Some($f),
                signed: Some(|x| x),
                unsigned: Some(|x| x),
                ..Unary::NONE
            }),
            grad: Grad::Rule(flat),
            check: Check { points: $points, range: (-1e3, 1e3), ulp: 0 },
            ..BASE
        };
    };
}

/// A step function: no slope.
fn flat(b: &crate::Backward) -> Vec<Option<Expr>> {
    vec![Some(&b.grads[0] * 0.0)]
}

rounding!(
    /// Toward minus infinity.
    FLOOR "floor" "The greatest integer not above `x`." f64::floor, &[(&[-1.5], -2.0), (&[-0.0], -0.0)]
);
rounding!(
    /// Toward infinity.
    CEIL "ceil" "The least integer not below `x`." f64::ceil, &[(&[-1.5], -1.0), (&[-0.5], -0.0)]
);
rounding!(
    /// Toward zero.
    TRUNC "trunc" "The integer nearest to `x` that is not larger in magnitude." f64::trunc, &[(&[-1.5], -1.0)]
);
rounding!(
    /// Half to even.
    ROUND "round" "The nearest integer, halves to the even one." f64::round_ties_even, &[(&[2.5], 2.0), (&[-0.5], -0.0)]
);

/// Another dtype.
pub static ASTYPE: OpDef = OpDef {
    name: "astype",
    summary: "The same values in another dtype, rounded once; float to integer truncates and saturates, NaN gives 0.",
    source: "Python array API 2025.12, `astype`; for out-of-range values ours",
    params: &[Param { name: "dtype", kind: AttrKind::DType, default: None, doc: "The dtype wanted." }],
    dtype: DTypeRule::Cast,
    meaning: Meaning::Cast,
    // Straight through: the walk casts back to the source's dtype.
    grad: Grad::Rule(|b| vec![Some(b.grads[0].clone())]),
    ..BASE
};
