//! Rows by index, and joining.

use polyad_core::{DType, Error, Kind, Result, Slice, View, normalize_axis};
use polyad_ir::attr::ONE_AXIS;
use polyad_ir::{Attr, Op, Type, ops};

use super::{assign, cast, decoded_as, run, with_bytes};

/// The indices as int64, each checked against its axis before anything is written; negative ones counted from the end.
pub(super) fn indices(op: Op, view: &View, axis: usize, shape: &[usize]) -> Result<Vec<usize>> {
    let signed = view.dtype().kind() == Kind::Signed;
    let wide = decoded_as(op.name, view, if signed { DType::Int64 } else { DType::UInt64 })?;
    let n = shape[axis] as i64;
    with_bytes(op.name, &[&wide], |bytes| {
        bytes[0]
            .as_chunks::<8>()
            .0
            .iter()
            .map(|b| {
                // An unsigned index past the signed range is past every axis.
                let index =
                    if signed { i64::from_le_bytes(*b) } else { u64::from_le_bytes(*b).try_into().unwrap_or(i64::MAX) };
                let at = if index < 0 { index.saturating_add(n) } else { index };
                if (0..n).contains(&at) {
                    Ok(at as usize)
                } else {
                    Err(Error::IndexOutOfRange { op: op.name, index, axis, shape: shape.into() })
                }
            })
            .collect()
    })
}

/// The axis of a call.
fn axis_of(op: Op, view: &View, attrs: &[Attr]) -> Result<usize> {
    normalize_axis(op.name, op.attr(attrs, ONE_AXIS), view.shape())
}

/// One index of an axis.
fn row(view: &View, axis: usize, index: usize) -> Result<View> {
    let mut parts = vec![Slice::All; axis];
    parts.push(Slice::At(index as i64));
    view.with_layout(view.layout().slice(&parts)?)
}

/// Elements of one axis by index.
pub(super) fn take(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let x = views[0];
    let axis = axis_of(op, x, attrs)?;
    let list = indices(op, views[1], axis, x.shape())?;
    let out = View::alloc(op.name, &ty.shape, ty.dtype)?;
    // The axes of the indices as one, so that each index fills one place.
    let flat: Vec<usize> =
        x.shape()[..axis].iter().copied().chain([list.len()]).chain(x.shape()[axis + 1..].iter().copied()).collect();
    let places = out.with_layout(out.layout().reshape(&flat).expect("a fresh result is contiguous"))?;
    for (i, &at) in list.iter().enumerate() {
        assign(op.name, &row(&places, axis, i)?, &row(x, axis, at)?)?;
    }
    Ok(out)
}

/// A copy with updates added at indices of one axis.
pub(super) fn index_add(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (x, updates) = (views[0], views[2]);
    let axis = axis_of(op, x, attrs)?;
    let list = indices(op, views[1], axis, x.shape())?;
    let flat: Vec<usize> =
        x.shape()[..axis].iter().copied().chain([list.len()]).chain(x.shape()[axis + 1..].iter().copied()).collect();
    let updates = decoded_as(op.name, updates, ty.dtype)?;
    let updates = updates.with_layout(updates.layout().reshape(&flat).expect("decoded values are contiguous"))?;
    let out = cast(op.name, x, ty.dtype)?;
    for (i, &at) in list.iter().enumerate() {
        let place = row(&out, axis, at)?;
        let sum = run(&ops::ADD, &[&place, &row(&updates, axis, i)?], &[])?;
        assign(op.name, &place, &sum)?;
    }
    Ok(out)
}

/// Tensors joined along an axis.
pub(super) fn concat(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let axis = axis_of(op, views[0], attrs)?;
    let out = View::alloc(op.name, &ty.shape, ty.dtype)?;
    let mut start = 0;
    for view in views {
        let n = view.shape()[axis];
        let mut parts = vec![Slice::All; axis];
        parts.push(Slice::from(start as i64..(start + n) as i64));
        // The common dtype may be a float of integers past its digits: a cast, as promotion says.
        let part = if view.dtype() == ty.dtype { (*view).clone() } else { cast(op.name, view, ty.dtype)? };
        assign(op.name, &out.with_layout(out.layout().slice(&parts)?)?, &part)?;
        start += n;
    }
    Ok(out)
}
