//! Rows by index.

use polyad_core::{DType, Error, Holds, Kind, Layout, Result, Slice, View, normalize_axis};
use polyad_ir::attr::ONE_AXIS;
use polyad_ir::{Attr, Op, Type, ops};

use super::{assign, cast, copy, decoded_as, run, runs, with_bytes};

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
    let mut out = View::alloc(op.name, &ty.shape, ty.dtype)?;
    if out.layout().size() == 0 {
        return Ok(out);
    }
    if x.dtype() == ty.dtype && x.dtype().is_plain() {
        let inner: usize = x.shape()[axis + 1..].iter().product();
        // A copy of rows that are no runs pays off where most of them are taken.
        let worth = list.len() >= x.shape()[axis] / 2;
        let whole = if !is_rows(x, axis, inner) && worth { copy(op.name, x)? } else { x.clone() };
        if is_rows(&whole, axis, inner) {
            take_rows(op, &whole, axis, inner, &list, &mut out)?;
            return Ok(out);
        }
    }
    // The axes of the indices as one, so that each index fills one place.
    let flat: Vec<usize> =
        x.shape()[..axis].iter().copied().chain([list.len()]).chain(x.shape()[axis + 1..].iter().copied()).collect();
    let places = out.with_layout(out.layout().reshape(&flat).expect("a fresh result is contiguous"))?;
    for (i, &at) in list.iter().enumerate() {
        assign(op.name, &row(&places, axis, i)?, &row(x, axis, at)?)?;
    }
    Ok(out)
}

/// Whether the elements behind each index of an axis are one run, and the runs follow forward.
fn is_rows(x: &View, axis: usize, inner: usize) -> bool {
    let run =
        x.layout().strides()[axis + 1..].iter().zip(&x.shape()[axis + 1..]).rev().try_fold(1, |step, (&s, &n)| {
            let follows = n == 1 || s == step as isize;
            follows.then_some(step * n)
        });
    run == Some(inner) && (x.layout().strides()[axis] >= 0 || x.shape()[axis] == 1)
}

/// Runs by index, one after the other, for each place of the axes in front.
fn take_rows(op: Op, x: &View, axis: usize, inner: usize, list: &[usize], out: &mut View) -> Result<()> {
    let width = x.dtype().block_bytes();
    let layout = x.layout();
    let front = Layout::new(&layout.shape()[..axis], &layout.strides()[..axis], layout.offset())?;
    let stride = if layout.shape()[axis] == 1 { 0 } else { layout.strides()[axis] as usize };
    let mut holds = Holds::take(op.name, &[x.buffer()], None)?;
    let (sources, _) = holds.slices();
    let from = sources[0].expect("there is no destination");
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    for (to, first) in to.chunks_mut(list.len() * inner * width).zip(front.elements()) {
        runs::rows(to, &from[first * width..], inner * width, stride * width, list);
    }
    Ok(())
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
