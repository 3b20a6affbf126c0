//! Padding whose values come from the tensor itself.

use polyad_core::{Dims, Error, Result};

use crate::attr::{AttrKind, MODE, Param, WIDTHS};
use crate::facts::TOO_LARGE;
use crate::op::{BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&PAD_EDGES];

/// A frame that continues the tensor.
pub static PAD_EDGES: OpDef = OpDef {
    name: "pad_edges",
    summary: "The tensor in a frame that continues it: by its edges, mirrored, or from the other side.",
    source: "NumPy, `pad` with mode=\"edge\", \"reflect\", \"symmetric\" and \"wrap\"",
    example: "
let x = tensor![1, 2, 3];
assert_eq!(x.pad_edges(&[2, 1], \"edge\")?, tensor![1, 1, 1, 2, 3, 3]);
assert_eq!(x.pad_edges(&[2, 1], \"reflect\")?, tensor![3, 2, 1, 2, 3, 2]);
assert_eq!(x.pad_edges(&[2, 1], \"symmetric\")?, tensor![2, 1, 1, 2, 3, 3]);
assert_eq!(x.pad_edges(&[2, 1], \"wrap\")?, tensor![2, 3, 1, 2, 3, 1]);",
    params: &[
        Param {
            name: "widths",
            kind: AttrKind::Ints,
            default: None,
            doc: "How many before and after, for each axis; more than an axis has go on by the same rule.",
        },
        Param {
            name: "mode",
            kind: AttrKind::Word(&["edge", "reflect", "symmetric", "wrap"]),
            default: None,
            doc: "The nearest element (`edge`), a mirror on it (`reflect`) or behind it (`symmetric`), or the other side \
                  (`wrap`).",
        },
    ],
    dtype: DTypeRule::Moved,
    shape: ShapeRule::Custom(
        |call| {
            let out = framed(call.op, &call.attr(WIDTHS), call.x[0].shape)?;
            match call.x[0].shape.iter().zip(&out).position(|(&n, &all)| n == 0 && all > 0) {
                Some(axis) => Err(empty(call, axis)),
                None => Ok(out),
            }
        },
        "each extent of `x` plus its two widths",
    ),
    meaning: Meaning::Composed(|b: &Body| {
        let (widths, mode) = (b.attr(WIDTHS), b.attr(MODE));
        let Ok(out) = framed(b.op, &widths, b.x[0].shape()) else { return b.x[0].clone() };
        if out.contains(&0) {
            return Expr::scalar(0.0, b.dtype()).broadcast_to(&out);
        }
        (0..out.len()).fold(b.x[0].clone(), |x, axis| {
            // Indices that find no memory are an error, which has no shape.
            let n = x.shape().get(axis).copied().unwrap_or(out[axis]);
            if n == out[axis] {
                return x;
            }
            let place = |i: usize| continued(i as i64 - widths[2 * axis], n as i64, mode);
            x.take(&Expr::integers(out[axis], place), axis)
        })
    }),
    cost: "copies; O(size of the result)",
    errors: &[
        ("BadArgument", "for other than two widths of at least 0 for each axis"),
        ("ShapeMismatch", "for an axis without elements that is to be continued"),
        TOO_LARGE,
    ],
    grad: Grad::FromMeaning,
    ..BASE
};

fn empty(call: &Call, axis: usize) -> Error {
    let need = format!("at least one element on axis {axis} to continue; pad gives a frame of one value");
    Error::ShapeMismatch { op: call.op.name, got: call.x[0].shape.into(), need }
}

/// A shape with its widths. Errors: [`Error::BadArgument`], [`Error::SizeOverflow`].
pub(super) fn framed(op: Op, widths: &[i64], shape: &[usize]) -> Result<Dims> {
    if widths.len() != 2 * shape.len() || widths.iter().any(|&w| w < 0) {
        let takes = format!("two counts of at least 0 for each axis of shape {shape:?}");
        return Err(Error::BadArgument { op: op.name, argument: "widths", got: format!("{widths:?}"), takes });
    }
    let around = |(&n, w): (&usize, &[i64])| {
        let all = n.checked_add(w[0] as usize)?.checked_add(w[1] as usize)?;
        isize::try_from(all).is_ok().then_some(all)
    };
    let out: Option<Dims> = shape.iter().zip(widths.chunks_exact(2)).map(around).collect();
    out.ok_or_else(|| Error::SizeOverflow { op: op.name, shape: shape.into(), dtype: None })
}

/// The element of an axis of `n` that stands at place `i`, which may be outside.
fn continued(i: i64, n: i64, mode: &str) -> i64 {
    match mode {
        "edge" => i.clamp(0, n - 1),
        "wrap" => i.rem_euclid(n),
        "symmetric" => {
            let period = 2 * i128::from(n);
            let at = i128::from(i).rem_euclid(period);
            at.min(period - 1 - at) as i64
        }
        _ if n == 1 => 0,
        _ => {
            let period = 2 * (i128::from(n) - 1);
            let at = i128::from(i).rem_euclid(period);
            at.min(period - at) as i64
        }
    }
}
