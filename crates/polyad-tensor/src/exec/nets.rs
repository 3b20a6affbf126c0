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
    let kernel = norm::softmax(compute).expect("inference gives real floats only");
    let out = rows(op, &[&x], compute, |n, bytes, out| kernel(n, bytes[0], out))?;
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
    let kernel = norm::layer_norm(compute).expect("inference gives real floats only");
    let out = rows(op, &[&x, &weight, &bias], compute, |n, bytes, out| {
        kernel(n, bytes[0], Some(bytes[1]), Some(bytes[2]), epsilon, out);
    })?;
    if ty.dtype == compute { Ok(out) } else { cast(op.name, &out, ty.dtype) }
}

/// A function of the rows of the first view, given their length and the bytes of all views, under one set of holds.
fn rows(op: Op, views: &[&View], compute: DType, f: impl Fn(usize, &[&[u8]], &mut [u8])) -> Result<View> {
    let mut out = View::alloc(op.name, views[0].shape(), compute)?;
    if out.layout().size() > 0 {
        let n = views[0].shape().last().copied().unwrap_or(1);
        let to = out.buffer_mut().unique().expect("a fresh result is not shared");
        with_bytes(op.name, views, |bytes| {
            f(n, bytes, to);
            Ok(())
        })?;
    }
    Ok(out)
}
