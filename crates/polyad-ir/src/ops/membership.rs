//! Where elements belong in a sorted row, and whether they are among others.

use polyad_core::{Dims, Error, Result};

use crate::attr::{Attr, AttrKind, Param};
use crate::op::{Args, BASE, Call, Op, OpDef};
use crate::promote::promote;
use crate::{DTypeRule, ShapeRule};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&SEARCHSORTED, &ISIN];

fn places_shape(call: &Call) -> Result<Dims> {
    let (row, x) = (&call.x[0], &call.x[1]);
    promote(call.op.name, row.dtype, x.dtype)?;
    if row.shape.len() != 1 {
        let need = "one axis, the sorted row".into();
        return Err(Error::ShapeMismatch { op: call.op.name, got: row.shape.into(), need });
    }
    Ok(x.shape.into())
}

/// Places in a sorted row.
pub static SEARCHSORTED: OpDef = OpDef {
    name: "searchsorted",
    summary: "The index at which each element of `x2` would be put into the sorted row `x1` to keep it sorted; NaN belongs last.",
    source: "Python array API 2025.12, `searchsorted`; complex numbers are ordered as in NumPy",
    example: "let row = tensor![1.0, 2.0, 2.0, 4.0];
assert_eq!(row.searchsorted(&tensor![[2.0, 5.0], [0.0, f64::NAN]])?, tensor![[1, 4], [0, 4]]);
let right = SearchsortedOptions { side: \"right\" };
assert_eq!(row.searchsorted_with(&tensor![2.0], right)?, tensor![3]);",
    args: Args::Fixed(&["x1", "x2"]),
    params: &[Param {
        name: "side",
        kind: AttrKind::Word(&["left", "right"]),
        default: Some(|| Attr::Word("left")),
        doc: "Whether the place is before those equal to the element, or behind them.",
    }],
    dtype: DTypeRule::Index,
    shape: ShapeRule::Custom(places_shape, "that of `x2`"),
    cost: "copies; O(size of `x2` times the logarithm of that of `x1`)",
    errors: &[
        ("ShapeMismatch", "for an `x1` of other than one axis"),
        ("NoPromotion", "for uint64 beside a signed integer"),
    ],
    ..BASE
};

/// Membership.
pub static ISIN: OpDef = OpDef {
    name: "isin",
    summary: "Whether each element of `x1` equals some element of `x2`; NaN equals nothing, both zeros are one.",
    source: "Python array API 2025.12, `isin`",
    example: "assert_eq!(tensor![[1, 2], [3, 4]].isin(&tensor![2, 4, 9])?, tensor![[false, true], [false, true]]);",
    args: Args::Fixed(&["x1", "x2"]),
    params: &[Param {
        name: "invert",
        kind: AttrKind::Bool,
        default: Some(|| Attr::Bool(false)),
        doc: "Whether to ask if it is in none of them.",
    }],
    dtype: DTypeRule::Bool,
    shape: ShapeRule::First,
    cost: "copies; O(size of both times the logarithm of that of `x2`)",
    ..BASE
};
