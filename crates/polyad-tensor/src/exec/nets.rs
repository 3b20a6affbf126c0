//! Rows that are normalized: one kernel a row.

use polyad_core::{DType, Result, View, normalize_axis};
use polyad_ir::attr::{EPSILON, ONE_AXIS};
use polyad_ir::{Attr, Op, Type};
use polyad_kernels::norm;

use super::{cast, compose, decoded_as, with_bytes};

/// Softmax along an axis: the axis moved last, row by row.
pub(super) fn softmax(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let axis = normalize_axis(op.name, op.attr(attrs, ONE_AXIS), views[0].shape())? as i64;
    let last = views[0].with_layout(views[0].layout().swap_axes(axis, -1)?)?;
    let x = decoded_as(op.name, &last, compute)?;
    let out = rows(op, &[&x], compute, |x, _, out| match compute {
        DType::Float32 => norm::softmax_f32(bytemuck::cast_slice(x), bytemuck::cast_slice_mut(out)),
        _ => norm::softmax_f64(bytemuck::cast_slice(x), bytemuck::cast_slice_mut(out)),
    })?;
    let back = out.with_layout(out.layout().swap_axes(axis, -1)?)?;
    if back.layout().is_contiguous() && ty.dtype == compute { Ok(back) } else { cast(op.name, &back, ty.dtype) }
}

/// Layer norm of the last axis, row by row.
pub(super) fn layer_norm(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    if ty.shape.contains(&0) {
        return compose::run(op, views, attrs, ty);
    }
    let compute = ty.dtype.compute();
    let [x, weight, bias] = [0, 1, 2].map(|i| decoded_as(op.name, views[i], compute));
    let (x, weight, bias) = (x?, weight?, bias?);
    let epsilon = op.attr(attrs, EPSILON);
    let out = rows(op, &[&x, &weight, &bias], compute, |x, given, out| match compute {
        DType::Float32 => {
            let [w, b] = [given[0], given[1]].map(bytemuck::cast_slice);
            norm::layer_norm_f32(bytemuck::cast_slice(x), w, b, epsilon, bytemuck::cast_slice_mut(out));
        }
        _ => {
            let [w, b] = [given[0], given[1]].map(bytemuck::cast_slice);
            norm::layer_norm_f64(bytemuck::cast_slice(x), w, b, epsilon, bytemuck::cast_slice_mut(out));
        }
    })?;
    if ty.dtype == compute { Ok(out) } else { cast(op.name, &out, ty.dtype) }
}

/// A function of each row of the first view, and of the others whole; one set of holds for all.
fn rows(op: Op, views: &[&View], compute: DType, f: impl Fn(&[u8], &[&[u8]], &mut [u8])) -> Result<View> {
    let mut out = View::alloc(op.name, views[0].shape(), compute)?;
    if out.layout().size() > 0 {
        let size = views[0].shape().last().copied().unwrap_or(1) * compute.block_bytes();
        let to = out.buffer_mut().unique().expect("a fresh result is not shared");
        with_bytes(op.name, views, |bytes| {
            to.chunks_mut(size).zip(bytes[0].chunks(size)).for_each(|(out, x)| f(x, &bytes[1..], out));
            Ok(())
        })?;
    }
    Ok(out)
}
