//! The first of a row in order, and rows split at places of their order: no more is sorted than asked for.
//!
//! The order is that of `sort`: NaN after everything, equal elements as they come.

use polyad_core::{Dims, Error, Result, normalize_axis};

use super::ordering::back_to;
use crate::attr::{Attr, AttrKind, K, KTH, ONE_AXIS, Param};
use crate::facts::NO_AXIS;
use crate::op::{BASE, Call, Grad, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&ARGTOPK, &PARTITION, &ARGPARTITION];

const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(-1)),
    doc: "The axis to go along; negative counts from the end.",
};

fn topk_shape(call: &Call) -> Result<Dims> {
    let (op, shape) = (call.op.name, call.x[0].shape);
    let axis = normalize_axis(op, call.attr(ONE_AXIS), shape)?;
    let k = call.attr(K);
    match usize::try_from(k) {
        Ok(k) if k <= shape[axis] => {
            let mut out = Dims::from_slice(shape);
            out[axis] = k;
            Ok(out)
        }
        _ => {
            let takes = format!("0 to {}, as axis {axis} of shape {shape:?} has as many elements", shape[axis]);
            Err(Error::BadArgument { op, argument: "k", got: k.to_string(), takes })
        }
    }
}

/// The places of the greatest or least.
pub static ARGTOPK: OpDef = OpDef {
    name: "argtopk",
    summary: "The indices of the `k` greatest elements along an axis, NaN counting as the greatest, or of the least; of equal ones those that come first.",
    source: "PyTorch, the indices of `torch.topk`; of equal elements ours",
    example: "let x = tensor![3.0, 9.0, f64::NAN, 9.0, 1.0];
assert_eq!(x.argtopk(3, 0)?, tensor![2, 1, 3]);
let least = ArgtopkOptions { largest: false, ..Default::default() };
assert_eq!(x.argtopk_with(2, 0, least)?, tensor![4, 0]);",
    params: &[
        Param { name: "k", kind: AttrKind::Int, default: None, doc: "How many elements." },
        P_AXIS,
        Param {
            name: "largest",
            kind: AttrKind::Bool,
            default: Some(|| Attr::Bool(true)),
            doc: "Whether the greatest are taken, else the least, NaN after all others.",
        },
        Param {
            name: "sorted",
            kind: AttrKind::Bool,
            default: Some(|| Attr::Bool(true)),
            doc: "Whether they come in order, the greatest or the least first; else as they stand in `x`.",
        },
    ],
    dtype: DTypeRule::Index,
    shape: ShapeRule::Custom(topk_shape, "that of `x` with `k` along the axis"),
    cost: "copies; O(size of `x`, and `k` times its logarithm)",
    errors: &[NO_AXIS, ("BadArgument", "for a `k` below 0 or above the extent of the axis")],
    ..BASE
};

const P_KTH: Param = Param {
    name: "kth",
    kind: AttrKind::Ints,
    default: None,
    doc: "Places along the axis, in any order; negative counts from the end.",
};

/// The places of a partition, ascending and each once. Errors: [`Error::IndexOutOfRange`].
pub fn partition_places(op: Op, kth: &[i64], axis: usize, shape: &[usize]) -> Result<Vec<usize>> {
    let n = shape[axis] as i64;
    let place = |&index: &i64| {
        let at = if index < 0 { index.saturating_add(n) } else { index };
        let outside = || Error::IndexOutOfRange { op: op.name, index, axis, shape: shape.into() };
        if (0..n).contains(&at) { Ok(at as usize) } else { Err(outside()) }
    };
    let mut places = kth.iter().map(place).collect::<Result<Vec<_>>>()?;
    places.sort_unstable();
    places.dedup();
    Ok(places)
}

/// What both partitions have in common.
const SPLIT: OpDef = OpDef {
    params: &[P_KTH, P_AXIS],
    shape: ShapeRule::Custom(
        |call| {
            let shape = call.x[0].shape;
            let axis = normalize_axis(call.op.name, call.attr(ONE_AXIS), shape)?;
            partition_places(call.op, &call.attr(KTH), axis, shape)?;
            Ok(Dims::from_slice(shape))
        },
        "that of `x`",
    ),
    cost: "copies; O(size of `x` times the logarithm of the number of places)",
    errors: &[NO_AXIS, ("IndexOutOfRange", "for a place outside the axis")],
    ..BASE
};

/// Values split at places.
pub static PARTITION: OpDef = OpDef {
    name: "partition",
    summary: "The elements along an axis with those of the places `kth` where `sort` would put them, lesser ones before and greater ones behind; between places as they come.",
    source: "NumPy, `numpy.partition`; the order between places is ours",
    example: "let x = tensor![7, 2, 9, 1, 5];
assert_eq!(x.partition(&[2], 0)?, tensor![2, 1, 5, 7, 9]);
assert_eq!(x.partition(&[0, -1], 0)?, tensor![1, 7, 2, 5, 9]);",
    dtype: DTypeRule::FirstDecoded,
    grad: Grad::Rule(|b| {
        let attrs = [Attr::Ints(b.attr(KTH)), Attr::Int(b.attr(ONE_AXIS))].into_iter().collect();
        back_to(b, &Expr::apply(&ARGPARTITION, &[&b.x[0]], attrs), b.attr(ONE_AXIS))
    }),
    ..SPLIT
};

/// The places of values so split.
pub static ARGPARTITION: OpDef = OpDef {
    name: "argpartition",
    summary: "The indices that `partition` puts the elements along an axis in order by.",
    source: "NumPy, `numpy.argpartition`; the order between places is ours",
    example: "assert_eq!(tensor![7, 2, 9, 1, 5].argpartition(&[2], 0)?, tensor![1, 3, 4, 0, 2]);",
    dtype: DTypeRule::Index,
    ..SPLIT
};
