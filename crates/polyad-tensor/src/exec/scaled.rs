//! Scaled formats into and out of float32, in runs of whole blocks on all threads.

use std::sync::atomic::{AtomicU32, Ordering};

use polyad_core::{DType, Dims, Error, Result, View};
use polyad_kernels::scaled::{self, ScaleRule};

use super::{decoded_as, threads, with_bytes};
use crate::ScaledFormat;

/// What an element costs, about.
const NS: f64 = 0.5;
/// Runs end on the borders of blocks, of bytes and of what kernels do at once.
const RUN: usize = 2048;

/// Elements of a run, of `n` in all.
fn run(n: usize) -> usize {
    n.div_ceil(threads::parts(n as f64 * NS, n.div_ceil(RUN).max(1))).next_multiple_of(RUN).max(RUN)
}

/// Hands out the runs: by many threads where there are many.
fn each<T: Send>(runs: impl Iterator<Item = T> + Send, n: usize, work: impl Fn(T) + Sync) {
    if n <= run(n) {
        return runs.for_each(work);
    }
    let done: Result<()> = threads::share(runs, |part| {
        work(part);
        Ok(())
    });
    done.expect("no part fails");
}

/// Elements, block scales and tensor scale of numbers whose last axis is whole blocks.
pub(crate) fn quantize(op: &'static str, x: &View, format: ScaledFormat, rule: ScaleRule) -> Result<(View, View, f32)> {
    let (element, block) = (format.element_dtype(), format.block_size());
    let x = decoded_as(op, x, DType::Float32)?;
    let mut elements = View::alloc(op, x.shape(), element)?;
    let mut shape = Dims::from_slice(x.shape());
    if let Some(n) = shape.last_mut() {
        *n /= block;
    }
    let mut scales = View::alloc(op, &shape, format.scale_dtype())?;
    let [to_elements, to_scales] =
        [&mut elements, &mut scales].map(|v| v.buffer_mut().unique().expect("a fresh result is not shared"));
    let tensor_scale = with_bytes(op, &[&x], |bytes| {
        let (x, n) = (bytes[0], x.layout().size());
        let run = run(n);
        let parts = x
            .chunks(run * size_of::<f32>())
            .zip(to_scales.chunks_mut(run / block))
            .zip(to_elements.chunks_mut(run / element.block_len()));
        if format != ScaledFormat::Nvfp4 {
            each(parts, n, |((x, scales), codes)| scaled::quantize_mx(element, rule, x, scales, codes));
            return Ok(1.0);
        }
        // Magnitudes are in the order of their bits.
        let largest = AtomicU32::new(0);
        each(x.chunks(run * size_of::<f32>()), n, |x| {
            largest.fetch_max(scaled::max_abs(x).to_bits(), Ordering::Relaxed);
        });
        let tensor_scale = nvfp4_scale(f32::from_bits(largest.into_inner()));
        each(parts, n, |((x, scales), codes)| scaled::quantize_nvfp4(tensor_scale, x, scales, codes));
        Ok(tensor_scale)
    })?;
    Ok((elements, scales, tensor_scale))
}

/// The scale with which the largest element gets the largest code under the largest block scale.
fn nvfp4_scale(largest: f32) -> f32 {
    let scale = largest / (6.0 * 448.0);
    // Zeros have no such scale, and nor have magnitudes that are nearly zero: those become 0.
    if scale > 0.0 { scale } else { 1.0 }
}

/// The values of elements and block scales, row-major.
pub(crate) fn materialize(
    op: &'static str,
    format: ScaledFormat,
    parts: [&View; 2],
    tensor_scale: f32,
) -> Result<View> {
    let whole = |view: &View| if view.is_whole_blocks() { Ok(view.clone()) } else { super::copy(op, view) };
    let (elements, scales) = (whole(parts[0])?, whole(parts[1])?);
    let (types, block) = ([format.element_dtype(), format.scale_dtype()], format.block_size());
    let mut out = View::alloc(op, elements.shape(), DType::Float32)?;
    let n = out.layout().size();
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    with_bytes(op, &[&elements, &scales], |bytes| {
        let run = run(n);
        let parts = to
            .chunks_mut(run * size_of::<f32>())
            .zip(bytes[0].chunks(run / types[0].block_len()))
            .zip(bytes[1].chunks(run / block));
        each(parts, n, |((out, codes), scales)| scaled::dequantize(types, block, tensor_scale, [codes, scales], out));
        Ok::<(), Error>(())
    })?;
    Ok(out)
}
