//! Elements in new places: joined, repeated, rolled and padded. Runs of bytes move where there are any.

use polyad_core::{Layout, Result, Slice, View};
use polyad_ir::attr::{AXIS, COUNT, ONE_AXIS, REPS, SHIFT, WIDTHS};
use polyad_ir::{Attr, Axes, Op, Type, ops};
use smallvec::SmallVec;

use super::{assign, cast, copy, runs};

/// A result that is filled part by part.
struct Parts {
    op: Op,
    out: View,
}

impl Parts {
    fn new(op: Op, ty: &Type) -> Result<Parts> {
        Ok(Parts { op, out: View::alloc(op.name, &ty.shape, ty.dtype)? })
    }

    /// The layout of the whole result.
    fn layout(&self) -> &Layout {
        self.out.layout()
    }

    /// Fills a part with elements of its shape, which are cast where they have another dtype.
    fn put(&mut self, place: &Layout, source: &View) -> Result<()> {
        if source.dtype() != self.out.dtype() {
            // The common dtype may be a float of integers past its digits: a cast, as promotion says.
            let source = cast(self.op.name, source, self.out.dtype())?;
            return self.put(place, &source);
        }
        if runs::put(self.op.name, &mut self.out, place, source)? {
            return Ok(());
        }
        assign(self.op.name, &self.out.with_layout(place.clone())?, source)
    }
}

/// A row-major layout over some elements of a row-major one.
fn piece(shape: &[usize], offset: usize) -> Result<Layout> {
    let whole = Layout::contiguous(shape)?;
    Layout::new(shape, whole.strides(), offset)
}

/// A part of one axis.
fn span(layout: &Layout, axis: usize, start: usize, n: usize) -> Result<Layout> {
    let mut parts = vec![Slice::All; axis];
    parts.push(Slice::from(start as i64..(start + n) as i64));
    layout.slice(&parts)
}

/// Tensors joined along an axis, or flattened and joined.
pub(super) fn concat(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let axis = ops::flat_or_axis(op, &op.attr(attrs, AXIS), views[0].shape())?;
    let mut parts = Parts::new(op, &ty)?;
    let mut start = 0;
    for view in views {
        let n = axis.map_or_else(|| view.layout().size(), |axis| view.shape()[axis]);
        let place = match axis {
            Some(axis) => span(parts.layout(), axis, start, n)?,
            None => piece(view.shape(), start)?,
        };
        parts.put(&place, view)?;
        start += n;
    }
    Ok(parts.out)
}

/// Tensors joined along a new axis.
pub(super) fn stack(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let axis = ops::stack_axis(op, op.attr(attrs, ONE_AXIS), views[0].shape())?;
    let mut parts = Parts::new(op, &ty)?;
    for (i, view) in views.iter().enumerate() {
        let mut at = vec![Slice::All; axis];
        at.push(Slice::At(i as i64));
        let place = parts.layout().slice(&at)?;
        parts.put(&place, view)?;
    }
    Ok(parts.out)
}

/// The whole repeated: the result is seen with an axis of repetitions before each axis, along which the source stands.
pub(super) fn tile(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (reps, shape) = ops::tiled(op, &op.attr(attrs, REPS), views[0].shape())?;
    let mut parts = Parts::new(op, &ty)?;
    let lead = shape.len() - views[0].shape().len();
    let mut from = views[0].layout().clone();
    for _ in 0..lead {
        from = from.expand_dims(0)?;
    }
    let mut wide: SmallVec<[usize; 8]> = SmallVec::new();
    for (axis, (&r, &n)) in reps.iter().zip(&shape).enumerate().rev() {
        wide.insert(0, n);
        if r != 1 {
            from = from.expand_dims(axis as i64)?;
            wide.insert(0, r);
        }
    }
    let place = piece(&wide, 0)?;
    parts.put(&place, &views[0].with_layout(from.broadcast_to(&wide)?)?)?;
    Ok(parts.out)
}

/// Each element repeated: the result is seen with an axis of repetitions behind.
pub(super) fn repeat(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let view = views[0];
    let axis = ops::flat_or_axis(op, &op.attr(attrs, AXIS), view.shape())?;
    let behind = axis.map_or(view.shape().len(), |axis| axis + 1);
    let mut parts = Parts::new(op, &ty)?;
    let from = view.layout().expand_dims(behind as i64)?;
    let mut wide: SmallVec<[usize; 4]> = from.shape().into();
    wide[behind] = op.attr(attrs, COUNT) as usize;
    let place = piece(&wide, 0)?;
    parts.put(&place, &view.with_layout(from.broadcast_to(&wide)?)?)?;
    Ok(parts.out)
}

/// Elements moved around the end: along each axis that turns, two parts change places.
pub(super) fn roll(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let mut view = views[0].clone();
    let axes = op.attr(attrs, AXIS);
    let turns = ops::rolled(op, &op.attr(attrs, SHIFT), &axes, view.shape())?;
    let mut parts = Parts::new(op, &ty)?;
    let mut to = parts.layout().clone();
    if axes == Axes::All {
        let size = [view.layout().size()];
        let flat = match view.layout().reshape(&size) {
            Some(flat) => view.with_layout(flat)?,
            None => {
                let copied =
                    if view.dtype() == ty.dtype { copy(op.name, &view)? } else { cast(op.name, &view, ty.dtype)? };
                copied.with_layout(piece(&size, 0)?)?
            }
        };
        (view, to) = (flat, piece(&size, 0)?);
    }
    let mut moves = vec![(view.layout().clone(), to)];
    for (axis, &by) in turns.iter().enumerate().filter(|(_, by)| **by != 0) {
        let n = view.shape()[axis];
        let halves = |(from, to): &(Layout, Layout)| {
            let front = (span(from, axis, n - by, by)?, span(to, axis, 0, by)?);
            Ok([front, (span(from, axis, 0, n - by)?, span(to, axis, by, n - by)?)])
        };
        moves = moves.iter().map(halves).collect::<Result<Vec<_>>>()?.concat();
    }
    for (from, to) in moves {
        parts.put(&to, &view.with_layout(from)?)?;
    }
    Ok(parts.out)
}

/// A frame of one value: two strips along each axis, as wide as what is inside the axes before it.
pub(super) fn pad(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let widths = op.attr(attrs, WIDTHS);
    let value = cast(op.name, views[1], ty.dtype)?;
    let value = value.with_layout(piece(&[], 0)?)?;
    let mut parts = Parts::new(op, &ty)?;
    let mut inner = parts.layout().clone();
    for (axis, (w, &n)) in widths.chunks_exact(2).zip(views[0].shape()).enumerate() {
        let (before, after) = (w[0] as usize, w[1] as usize);
        for (start, width) in [(0, before), (before + n, after)] {
            let strip = span(&inner, axis, start, width)?;
            let frame = value.with_layout(value.layout().broadcast_to(strip.shape())?)?;
            parts.put(&strip, &frame)?;
        }
        inner = span(&inner, axis, before, n)?;
    }
    parts.put(&inner, views[0])?;
    Ok(parts.out)
}
