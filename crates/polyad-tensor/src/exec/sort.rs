//! Sorting along an axis: the axis moved last, then row by row.

use polyad_core::{DType, Result, View, normalize_axis};
use polyad_ir::attr::{DESCENDING, ONE_AXIS};
use polyad_ir::{Attr, Op, Type};
use polyad_kernels::sort::{self, Room};

use super::{cast, copy, decoded_as, threads, with_bytes};

/// Estimated nanoseconds an element.
const COST: f64 = 10.0;

/// The values in order.
pub(super) fn sort(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let descending = op.attr(attrs, DESCENDING);
    let out = rows(op, views[0], attrs, compute, |x, room, out| sort::sort(compute, x, descending, room, out))?;
    if ty.dtype == compute { Ok(out) } else { cast(op.name, &out, ty.dtype) }
}

/// The places of the values in order.
pub(super) fn argsort(op: Op, views: &[&View], attrs: &[Attr], _: Type) -> Result<View> {
    let compute = views[0].dtype().compute();
    let descending = op.attr(attrs, DESCENDING);
    rows(op, views[0], attrs, DType::Int64, |x, room, out| {
        sort::argsort(compute, x, descending, room, bytemuck::cast_slice_mut(out));
    })
}

/// A function of each row along the axis, into rows of elements of `to`; row-major.
fn rows(
    op: Op,
    view: &View,
    attrs: &[Attr],
    to: DType,
    each: impl Fn(&[u8], &mut Room, &mut [u8]) + Sync,
) -> Result<View> {
    let axis = normalize_axis(op.name, op.attr(attrs, ONE_AXIS), view.shape())? as i64;
    let last = view.with_layout(view.layout().swap_axes(axis, -1)?)?;
    let compute = view.dtype().compute();
    let x = decoded_as(op.name, &last, compute)?;
    let mut out = View::alloc(op.name, x.shape(), to)?;
    let n = x.shape().last().copied().unwrap_or(1);
    if out.layout().size() > 0 {
        let (from_size, to_size) = (n * compute.block_bytes(), n * to.block_bytes());
        let bytes_out = out.buffer_mut().unique().expect("a fresh result is not shared");
        let lines = bytes_out.len() / to_size;
        with_bytes(op.name, &[&x], |bytes| {
            let parts = threads::parts((lines * n) as f64 * COST, lines);
            let chunk = lines.div_ceil(parts.max(1));
            let run = |(i, part): (usize, &mut [u8])| {
                let mut room = Room::default();
                let x = &bytes[0][i * chunk * from_size..];
                part.chunks_mut(to_size).zip(x.chunks(from_size)).for_each(|(out, x)| each(x, &mut room, out));
                Ok(())
            };
            let mut jobs = bytes_out.chunks_mut(chunk * to_size).enumerate();
            if parts > 1 { threads::share(jobs, run) } else { jobs.try_for_each(run) }
        })?;
    }
    let back = out.with_layout(out.layout().swap_axes(axis, -1)?)?;
    if back.layout().is_contiguous() { Ok(back) } else { copy(op.name, &back) }
}
