//! Order along an axis: the axis moved last, then row by row.

use polyad_core::{DType, Result, View, normalize_axis};
use polyad_ir::attr::{DESCENDING, KTH, LARGEST, ONE_AXIS, SORTED};
use polyad_ir::{Attr, Op, Type, ops::partition_places};
use polyad_kernels::partition;
use polyad_kernels::sort::{self, Span};

use super::{copy, decoded_as, in_dtype, memory, memory_bytes, threads, with_bytes};

/// Estimated nanoseconds an element.
const COST: f64 = 10.0;
/// Of how many elements one is chosen, at least, where choosing is faster than sorting.
const CHOOSY: usize = 8;

/// The values in order.
pub(super) fn sort(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let descending = op.attr(attrs, DESCENDING);
    let out = rows(op, views[0], attrs, &ty, compute, sort::room, |x, room, out, threaded| {
        if !threaded {
            sort::sort(compute, x, descending, room, out);
            return Ok(());
        }
        by_spans(op, compute, x, descending, out, |span, room, out| {
            sort::sort_span(compute, x, descending, span, room, out);
        })?;
        sort::restore(compute, x, descending, out);
        Ok(())
    })?;
    in_dtype(op.name, out, ty.dtype)
}

/// The places of the values in order.
pub(super) fn argsort(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = views[0].dtype().compute();
    let descending = op.attr(attrs, DESCENDING);
    rows(op, views[0], attrs, &ty, DType::Int64, sort::room, |x, room, out, threaded| {
        if !threaded {
            sort::argsort(compute, x, descending, room, bytemuck::cast_slice_mut(out));
            return Ok(());
        }
        by_spans(op, compute, x, descending, out, |span, room, out| {
            sort::argsort_span(compute, x, descending, span, room, bytemuck::cast_slice_mut(out));
        })
    })
}

/// One long row on several threads: each has a range of its values, and makes a part of the result.
fn by_spans(
    op: Op,
    dtype: DType,
    x: &[u8],
    descending: bool,
    out: &mut [u8],
    each: impl Fn(Span, &mut [u64], &mut [u8]) + Sync,
) -> Result<()> {
    let spans = sort::spans(dtype, x, descending, threads::threads());
    let size = out.len() / spans.iter().map(|span| span.count).sum::<usize>().max(1);
    let mut rest = out;
    let mut jobs = vec![];
    for span in spans {
        let (part, after) = rest.split_at_mut(span.count * size);
        jobs.push((span, part));
        rest = after;
    }
    threads::share(jobs.into_iter(), |(span, part)| {
        each(span, words(&mut memory(op.name, 8 * sort::room(span.count))?), part);
        Ok(())
    })
}

fn words(memory: &mut View) -> &mut [u64] {
    bytemuck::cast_slice_mut(memory_bytes(memory))
}

/// The places of the greatest or least.
pub(super) fn argtopk(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = views[0].dtype().compute();
    let (largest, sorted) = (op.attr(attrs, LARGEST), op.attr(attrs, SORTED));
    let k = ty.shape[normalize_axis(op.name, op.attr(attrs, ONE_AXIS), &ty.shape)?];
    let all_sorted = |n: usize| sorted && k * CHOOSY > n;
    // For the places of all, and for their sort.
    let room = |n: usize| if all_sorted(n) { n + sort::room(n) } else { 0 };
    rows(op, views[0], attrs, &ty, DType::Int64, room, |x, memory_of_rows, out, threaded| {
        let out: &mut [i64] = bytemuck::cast_slice_mut(out);
        let n = x.len() / compute.block_bytes();
        if all_sorted(n) {
            let mut own = memory(op.name, if threaded { 8 * room(n) } else { 0 })?;
            let (all, room) = if threaded { words(&mut own) } else { memory_of_rows }.split_at_mut(n);
            let all = bytemuck::cast_slice_mut(all);
            sort::argsort(compute, x, largest, room, all);
            out.copy_from_slice(&all[..out.len()]);
        } else {
            partition::first(compute, x, largest, sorted, out);
        }
        Ok(())
    })
}

/// The values split at places.
pub(super) fn partition(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let places = places(op, attrs, &ty)?;
    let out = rows(
        op,
        views[0],
        attrs,
        &ty,
        compute,
        |_| 0,
        |x, _, out, _| {
            partition::partition(compute, x, &places, out);
            Ok(())
        },
    )?;
    in_dtype(op.name, out, ty.dtype)
}

/// The places of the values so split.
pub(super) fn argpartition(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = views[0].dtype().compute();
    let places = places(op, attrs, &ty)?;
    rows(
        op,
        views[0],
        attrs,
        &ty,
        DType::Int64,
        |_| 0,
        |x, _, out, _| {
            partition::argpartition(compute, x, &places, bytemuck::cast_slice_mut(out));
            Ok(())
        },
    )
}

fn places(op: Op, attrs: &[Attr], ty: &Type) -> Result<Vec<usize>> {
    let axis = normalize_axis(op.name, op.attr(attrs, ONE_AXIS), &ty.shape)?;
    partition_places(op, &op.attr(attrs, KTH), axis, &ty.shape)
}

/// A function of each row along the axis, into rows of elements of `to`, of the extent of the result; row-major. It is given
/// memory of `room(n)` words for rows of `n` elements, or told that threads are left for the parts of one row: then it finds
/// its own.
fn rows(
    op: Op,
    view: &View,
    attrs: &[Attr],
    ty: &Type,
    to: DType,
    room: impl Fn(usize) -> usize + Sync,
    each: impl Fn(&[u8], &mut [u64], &mut [u8], bool) -> Result<()> + Sync,
) -> Result<View> {
    let at = normalize_axis(op.name, op.attr(attrs, ONE_AXIS), view.shape())?;
    let axis = at as i64;
    let last = view.with_layout(view.layout().swap_axes(axis, -1)?)?;
    let compute = view.dtype().compute();
    let x = decoded_as(op.name, &last, compute)?;
    let (n, m) = (view.shape()[at], ty.shape[at]);
    let mut shape = x.shape().to_vec();
    if let Some(extent) = shape.last_mut() {
        *extent = m;
    }
    let mut out = View::alloc(op.name, &shape, to)?;
    if out.layout().size() > 0 {
        let (from_size, to_size) = (n * compute.block_bytes(), m * to.block_bytes());
        let bytes_out = out.buffer_mut().unique().expect("a fresh result is not shared");
        let lines = bytes_out.len() / to_size;
        with_bytes(op.name, &[&x], |bytes| {
            let work = (lines * n) as f64 * COST;
            let many = threads::parts(work, usize::MAX);
            let parts = many.min(lines);
            let threaded = parts <= 1 && many > 1;
            let chunk = lines.div_ceil(parts.max(1));
            let run = |(i, part): (usize, &mut [u8])| {
                let mut memory = memory(op.name, if threaded { 0 } else { 8 * room(n) })?;
                let room = words(&mut memory);
                let x = &bytes[0][i * chunk * from_size..];
                let mut pairs = part.chunks_mut(to_size).zip(x.chunks(from_size));
                pairs.try_for_each(|(out, x)| each(x, room, out, threaded))
            };
            let mut jobs = bytes_out.chunks_mut(chunk * to_size).enumerate();
            if parts > 1 { threads::share(jobs, run) } else { jobs.try_for_each(run) }
        })?;
    }
    let back = out.with_layout(out.layout().swap_axes(axis, -1)?)?;
    if back.layout().is_contiguous() { Ok(back) } else { copy(op.name, &back) }
}
