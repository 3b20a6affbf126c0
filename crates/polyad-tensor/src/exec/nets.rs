//! Rows that are normalized: one kernel a row.

use polyad_core::{DType, Result, View};
use polyad_ir::attr::{AXIS, EPSILON};
use polyad_ir::{Attr, Op, Reduced, Type};
use polyad_kernels::norm;

use super::{cast, compose, decoded_as, in_dtype, with_bytes};

/// Softmax over axes: those moved last and made one, then row by row.
pub(super) fn softmax(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (compute, shape) = (ty.dtype.compute(), views[0].shape());
    let reduced = Reduced::new(op.name, shape, &op.attr(attrs, AXIS))?;
    let (mut order, last): (Vec<usize>, Vec<usize>) = (0..shape.len()).partition(|&axis| !reduced.contains(axis));
    order.extend(last);
    let last =
        views[0].with_layout(views[0].layout().permute(&order.iter().map(|&a| a as i64).collect::<Vec<_>>())?)?;
    let x = decoded_as(op.name, &last, compute)?;
    let out = rows(op, &[&x], reduced.count(), compute, |x, _, out| match compute {
        DType::Float32 => norm::softmax_f32(bytemuck::cast_slice(x), bytemuck::cast_slice_mut(out)),
        _ => norm::softmax_f64(bytemuck::cast_slice(x), bytemuck::cast_slice_mut(out)),
    })?;
    let mut back = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &axis)| back[axis] = at as i64);
    let back = out.with_layout(out.layout().permute(&back)?)?;
    if back.layout().is_contiguous() && ty.dtype == compute { Ok(back) } else { cast(op.name, &back, ty.dtype) }
}

/// Layer norm of the last axis, row by row.
pub(super) fn layer_norm(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    if ty.shape.contains(&0) {
        return compose::run(op, views, attrs, ty);
    }
    let compute = ty.dtype.compute();
    let n = ty.shape.last().copied().unwrap_or(1);
    // A weight or bias without axes stands for a row of it.
    let row = |i: usize| decoded_as(op.name, &views[i].with_layout(views[i].layout().broadcast_to(&[n])?)?, compute);
    let (x, weight, bias) = (decoded_as(op.name, views[0], compute)?, row(1)?, row(2)?);
    let epsilon = op.attr(attrs, EPSILON);
    let out = rows(op, &[&x, &weight, &bias], n, compute, |x, given, out| match compute {
        DType::Float32 => {
            let [w, b] = [given[0], given[1]].map(bytemuck::cast_slice);
            norm::layer_norm_f32(bytemuck::cast_slice(x), w, b, epsilon, bytemuck::cast_slice_mut(out));
        }
        _ => {
            let [w, b] = [given[0], given[1]].map(bytemuck::cast_slice);
            norm::layer_norm_f64(bytemuck::cast_slice(x), w, b, epsilon, bytemuck::cast_slice_mut(out));
        }
    })?;
    in_dtype(op.name, out, ty.dtype)
}

/// A function of each row of `n` elements of the first view, and of the others whole; one set of holds for all.
fn rows(op: Op, views: &[&View], n: usize, compute: DType, f: impl Fn(&[u8], &[&[u8]], &mut [u8])) -> Result<View> {
    let mut out = View::alloc(op.name, views[0].shape(), compute)?;
    if out.layout().size() > 0 {
        let size = n * compute.block_bytes();
        let to = out.buffer_mut().unique().expect("a fresh result is not shared");
        with_bytes(op.name, views, |bytes| {
            to.chunks_mut(size).zip(bytes[0].chunks(size)).for_each(|(out, x)| f(x, &bytes[1..], out));
            Ok(())
        })?;
    }
    Ok(out)
}
