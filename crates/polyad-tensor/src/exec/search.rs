//! Places in sorted rows, membership, and quantiles.

use polyad_core::{DType, Error, Result, View};
use polyad_ir::attr::{INVERT, SIDE};
use polyad_ir::ops::quantile_range;
use polyad_ir::{Attr, Op, Type, promote};
use polyad_kernels::keys::Keys;
use polyad_kernels::search::{self, Set};

use super::{compose, decoded_as, threads, with_bytes};

/// Estimated nanoseconds an element.
const COST: f64 = 20.0;

/// Both operands row-major in the compute dtype of their common one.
fn common(op: Op, views: &[&View]) -> Result<(DType, [View; 2])> {
    let compute = promote(op.name, views[0].dtype(), views[1].dtype())?.compute();
    Ok((compute, [decoded_as(op.name, views[0], compute)?, decoded_as(op.name, views[1], compute)?]))
}

/// Hands the elements of `x` and the places of their results out, in parts where that pays.
fn share(x: &[u8], size: usize, out: &mut [u8], to: usize, each: impl Fn(&[u8], &mut [u8]) + Sync) {
    let n = out.len() / to;
    let parts = threads::parts(n as f64 * COST, n);
    let chunk = n.div_ceil(parts).max(1);
    let jobs = x.chunks(chunk * size).zip(out.chunks_mut(chunk * to));
    if parts > 1 {
        let _ = threads::share(jobs, |(x, out)| {
            each(x, out);
            Ok::<(), ()>(())
        });
    } else {
        jobs.for_each(|(x, out)| each(x, out));
    }
}

/// Runs `searchsorted`.
pub(super) fn searchsorted(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (compute, [row, x]) = common(op, views)?;
    let right = op.attr(attrs, SIDE) == "right";
    let mut out = View::alloc(op.name, &ty.shape, DType::Int64)?;
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    let to = &mut to[..x.layout().size() * 8];
    with_bytes(op.name, &[&row, &x], |bytes| {
        let sorted = Keys::new(compute, bytes[0]);
        share(bytes[1], compute.block_bytes(), to, 8, |x, out| {
            search::search(&sorted, &Keys::new(compute, x), right, bytemuck::cast_slice_mut(out));
        });
        Ok(())
    })?;
    Ok(out)
}

/// Runs `isin`.
pub(super) fn isin(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (compute, [x, others]) = common(op, views)?;
    let invert = op.attr(attrs, INVERT);
    let mut out = View::alloc(op.name, &ty.shape, DType::Bool)?;
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    let to = &mut to[..x.layout().size()];
    with_bytes(op.name, &[&x, &others], |bytes| {
        let set = Set::new(compute, bytes[1]);
        share(bytes[0], compute.block_bytes(), to, 1, |x, out| set.has(x, invert, out));
        Ok(())
    })?;
    Ok(out)
}

/// Runs the quantiles: those asked for are checked, and stay in float64.
pub(super) fn quantile(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let q = decoded_as(op.name, views[1], DType::Float64)?;
    let all = quantile_range(op);
    with_bytes(op.name, &[&q], |bytes| {
        match bytemuck::cast_slice::<u8, f64>(bytes[0]).iter().find(|q| !(0.0..=all).contains(*q)) {
            None => Ok(()),
            Some(q) => {
                let takes = format!("numbers from 0 to {all}");
                Err(Error::BadArgument { op: op.name, argument: "q", got: q.to_string(), takes })
            }
        }
    })?;
    compose::as_given(op, &[views[0], &q], attrs, ty)
}
