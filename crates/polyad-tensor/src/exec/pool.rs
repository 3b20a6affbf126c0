//! Pooling, one plane of the windowed axes after the other, and windows put back.

use polyad_core::{DType, Layout, Result, Slice, View};
use polyad_ir::attr::COUNT_INCLUDE_PAD;
use polyad_ir::{Attr, Op, Type, WindowAxis, ops};
use polyad_kernels::pool::{self, Line, Pool};

use super::load::Scratch;
use super::{cast, compose, decoded_as, threads, update, with_bytes};

/// Nanoseconds an element of a window.
const COST: f64 = 0.3;
/// Above that many elements a mean adds up in float64, by the engine of reductions.
const FEW: usize = 64;

fn line(a: &WindowAxis) -> Line {
    let &WindowAxis { input, window, output, stride, dilation, before, .. } = a;
    Line { input, window, output, stride, dilation, before }
}

/// Runs `each` on the planes of operand and result: the elements of the windowed axes, for each index of the others.
fn planes(op: Op, x: &View, out: &mut View, axes: &[WindowAxis], each: impl Fn(&[u8], &mut [u8]) + Sync) -> Result<()> {
    let size = |dtype: DType, extents: fn(&WindowAxis) -> usize| {
        axes.iter().map(extents).product::<usize>() * dtype.block_bytes()
    };
    let (from, to) = (size(x.dtype(), |a| a.input), size(out.dtype(), |a| a.output));
    let elements = axes.iter().map(|a| a.window).sum::<usize>();
    let work = out.layout().size() as f64 * elements as f64 * COST;
    let out = out.buffer_mut().unique().expect("a fresh result is not shared");
    if out.is_empty() {
        return Ok(());
    }
    with_bytes(op.name, &[x], |bytes| {
        let mut jobs = bytes[0].chunks(from).zip(out.chunks_mut(to));
        let each = |(x, out): (&[u8], &mut [u8])| {
            each(x, out);
            Ok(())
        };
        match threads::parts(work, jobs.len()) {
            1 => jobs.try_for_each(each),
            _ => threads::share(jobs, each),
        }
    })
}

/// One plane, axis by axis: the outermost first, as whole rows fold fastest.
fn fold(pool: Pool, axes: &[WindowAxis], width: usize, x: &[u8], out: &mut [u8]) {
    let mut rooms: [Scratch; 2] = [Scratch::new(0), Scratch::new(0)];
    for (i, axis) in axes.iter().enumerate() {
        let inner: usize = axes[i + 1..].iter().map(|a| a.input).product();
        let size = axes[..=i].iter().map(|a| a.output).product::<usize>() * inner * width;
        let last = i + 1 == axes.len();
        let [a, b] = &mut rooms;
        let (from, room) = if i % 2 == 0 { (a, b) } else { (b, a) };
        if !last && room.room() < size {
            *room = Scratch::new(size);
        }
        let before = axes[..i].iter().map(|a| a.output).product::<usize>() * axis.input * inner * width;
        let from = if i == 0 { x } else { from.peek(before) };
        pool(&line(axis), from, inner, if last { &mut *out } else { room.get(size) });
    }
    if axes.is_empty() {
        out.copy_from_slice(x);
    }
}

/// The greatest of each window.
pub(super) fn max(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let axes = ops::pooled(op, attrs, views[0].shape())?;
    let compute = ty.dtype.compute();
    let pool = pool::max(compute).expect("inference lets real numbers and bool through only");
    let x = decoded_as(op.name, views[0], compute)?;
    let mut out = View::alloc(op.name, &ty.shape, compute)?;
    planes(op, &x, &mut out, &axes, |x, out| fold(pool, &axes, compute.block_bytes(), x, out))?;
    if compute == ty.dtype { Ok(out) } else { cast(op.name, &out, ty.dtype) }
}

/// Where the greatest of each window is.
pub(super) fn argmax(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let axes = ops::pooled(op, attrs, views[0].shape())?;
    let compute = views[0].dtype().compute();
    let find = pool::argmax(compute).expect("inference lets real numbers and bool through only");
    let lines: Vec<Line> = axes.iter().map(line).collect();
    let x = decoded_as(op.name, views[0], compute)?;
    let mut out = View::alloc(op.name, &ty.shape, DType::Int64)?;
    planes(op, &x, &mut out, &axes, |x, out| find(&lines, x, bytemuck::cast_slice_mut(out)))?;
    Ok(out)
}

/// The mean of each window: small ones add up as they are read.
pub(super) fn mean(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let axes = ops::pooled(op, attrs, views[0].shape())?;
    let compute = ty.dtype.compute();
    let small = axes.iter().try_fold(1usize, |n, a| n.checked_mul(a.window)).is_some_and(|n| n <= FEW);
    let Some(pool) = pool::sum(compute).filter(|_| small) else { return compose::run(op, views, attrs, ty) };
    let x = decoded_as(op.name, views[0], compute)?;
    let mut out = View::alloc(op.name, &ty.shape, compute)?;
    let padding = op.attr(attrs, COUNT_INCLUDE_PAD);
    let mut counts = vec![1.0];
    for axis in &axes {
        let own = (0..axis.output).map(|p| ops::counted(axis, p, padding) as f64);
        let own: Vec<f64> = own.collect();
        counts = counts.iter().flat_map(|a| own.iter().map(move |b| a * b)).collect();
    }
    let narrow: Vec<f32> = counts.iter().map(|&n| n as f32).collect();
    planes(op, &x, &mut out, &axes, |x, out| {
        fold(pool, &axes, compute.block_bytes(), x, out);
        match compute {
            DType::Float32 => {
                let out = bytemuck::cast_slice_mut::<u8, f32>(out);
                out.iter_mut().zip(&narrow).for_each(|(sum, n)| *sum /= n);
            }
            _ => bytemuck::cast_slice_mut::<u8, f64>(out).iter_mut().zip(&counts).for_each(|(sum, n)| *sum /= n),
        }
    })?;
    if compute == ty.dtype { Ok(out) } else { cast(op.name, &out, ty.dtype) }
}

/// Windows put back and added up, one axis after the other from the last on.
pub(super) fn put_back(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let mut x = views[0].clone();
    if ty.shape.contains(&0) {
        return View::alloc(op.name, &ty.shape, ty.dtype);
    }
    for (along, size) in ops::folded(op, attrs, views[0].shape())?.into_iter().rev() {
        let mut shape = x.shape().to_vec();
        let window = shape.pop().expect("there is an axis of windows for each");
        shape[along.axis] = size;
        let mut out = View::alloc(op.name, &shape, compute)?;
        out.buffer_mut().unique().expect("a fresh result is not shared").fill(0);
        for k in 0..window {
            let mut from = vec![Slice::All; shape.len()];
            from.push(Slice::At(k as i64));
            let from = x.with_layout(x.layout().slice(&from)?)?;
            let to = out.with_layout(every(out.layout(), &along, k, from.shape()[along.axis])?)?;
            update(&ops::ADD, &to, &from)?;
        }
        x = out;
    }
    cast(op.name, &x, ty.dtype)
}

/// Element `k` of each of `count` windows along an axis.
fn every(layout: &Layout, along: &ops::Along, k: usize, count: usize) -> Result<Layout> {
    let first = (k * along.dilation) as i64;
    let stop = first + (count as i64 - 1) * along.stride as i64 + 1;
    let mut parts = vec![Slice::All; along.axis];
    parts.push(Slice::Range { start: Some(first), stop: Some(stop), step: along.stride as i64 });
    layout.slice(&parts)
}
