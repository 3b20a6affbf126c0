//! Elements along one axis by indices of their own. The axis is moved last, so that each line has its indices in a row.

use bytemuck::Pod;
use polyad_core::{DType, Result, View, broadcast_shapes, normalize_axis};
use polyad_ir::attr::ONE_AXIS;
use polyad_ir::{Attr, Op, Type};

use super::index::indices;
use super::load::width;
use super::{cast, copy, decoded_as, with_bytes};

/// A view broadcast to a shape, the axis moved last.
fn turned(view: &View, shape: &[usize], axis: i64) -> Result<View> {
    view.with_layout(view.layout().broadcast_to(shape)?.swap_axes(axis, -1)?)
}

/// Rows with their axis last as a tensor of the shape that was asked for.
fn finished(op: Op, out: &View, axis: i64, dtype: DType) -> Result<View> {
    let back = out.with_layout(out.layout().swap_axes(axis, -1)?)?;
    match back.dtype() == dtype {
        true if back.layout().is_contiguous() => Ok(back),
        true => copy(op.name, &back),
        false => cast(op.name, &back, dtype),
    }
}

/// The shape with another extent along the axis.
fn resized(shape: &[usize], axis: usize, n: usize) -> Vec<usize> {
    let mut shape = shape.to_vec();
    shape[axis] = n;
    shape
}

/// Runs `take_along_axis`.
pub(super) fn take(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let at = normalize_axis(op.name, op.attr(attrs, ONE_AXIS), &ty.shape)?;
    let (axis, n) = (at as i64, views[0].shape()[at]);
    let places = turned(views[1], &ty.shape, axis)?;
    let list = indices(op, &places, at, views[0].shape())?;
    let x = decoded_as(op.name, &turned(views[0], &resized(&ty.shape, at, n), axis)?, compute)?;
    let mut out = View::alloc(op.name, places.shape(), compute)?;
    let w = width(compute);
    let line = ty.shape[at];
    if !list.is_empty() {
        let to = out.buffer_mut().unique().expect("a fresh result is not shared");
        with_bytes(op.name, &[&x], |bytes| {
            for (row, (out, list)) in to.chunks_mut(line * w).zip(list.chunks(line)).enumerate() {
                let x = &bytes[0][row * n * w..][..n * w];
                for (out, &i) in out.chunks_exact_mut(w).zip(list) {
                    out.copy_from_slice(&x[i * w..][..w]);
                }
            }
            Ok(())
        })?;
    }
    finished(op, &out, axis, ty.dtype)
}

/// Runs `add_along_axis`: updates are added in the order of their indices.
pub(super) fn add(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let at = normalize_axis(op.name, op.attr(attrs, ONE_AXIS), &ty.shape)?;
    let (axis, n) = (at as i64, ty.shape[at]);
    let shape = broadcast_shapes(op.name, &[views[1].shape(), views[2].shape()])?;
    let line = shape[at];
    let places = turned(views[1], &shape, axis)?;
    let list = indices(op, &places, at, &ty.shape)?;
    let updates = decoded_as(op.name, &turned(views[2], &shape, axis)?, compute)?;
    let mut out = cast(op.name, &turned(views[0], &ty.shape, axis)?, compute)?;
    if !list.is_empty() {
        let to = out.buffer_mut().unique().expect("a fresh result is not shared");
        with_bytes(op.name, &[&updates], |bytes| {
            let lines = Lines { n, line, list: &list };
            match compute {
                DType::Float32 => lines.add::<f32>(bytes[0], to, |a, b| a + b),
                DType::Float64 => lines.add::<f64>(bytes[0], to, |a, b| a + b),
                DType::Int8 | DType::UInt8 => lines.add(bytes[0], to, u8::wrapping_add),
                DType::Int16 | DType::UInt16 => lines.add(bytes[0], to, u16::wrapping_add),
                DType::Int32 | DType::UInt32 => lines.add(bytes[0], to, u32::wrapping_add),
                DType::Int64 | DType::UInt64 => lines.add(bytes[0], to, u64::wrapping_add),
                DType::Bool => lines.add::<u8>(bytes[0], to, |a, b| a | b),
                DType::Complex64 => lines.add::<[f32; 2]>(bytes[0], to, |a, b| [a[0] + b[0], a[1] + b[1]]),
                DType::Complex128 => lines.add::<[f64; 2]>(bytes[0], to, |a, b| [a[0] + b[0], a[1] + b[1]]),
                other => unreachable!("{other} is no compute dtype"),
            }
            Ok(())
        })?;
    }
    finished(op, &out, axis, ty.dtype)
}

/// Lines of a result, and the places of the updates in each.
struct Lines<'a> {
    n: usize,
    line: usize,
    list: &'a [usize],
}

impl Lines<'_> {
    fn add<T: Pod>(&self, updates: &[u8], out: &mut [u8], add: impl Fn(T, T) -> T) {
        let (updates, out) = (bytemuck::cast_slice::<u8, T>(updates), bytemuck::cast_slice_mut::<u8, T>(out));
        let updates = updates.chunks(self.line).zip(self.list.chunks(self.line));
        for (out, (updates, list)) in out.chunks_mut(self.n).zip(updates) {
            for (&i, &update) in list.iter().zip(updates) {
                out[i] = add(out[i], update);
            }
        }
    }
}
