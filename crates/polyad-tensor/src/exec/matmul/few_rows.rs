//! Products of few rows, which read weights as they lie and decode them panel by panel.

use std::sync::Arc;

use bytemuck::Pod;
use polyad_core::{DType, Result, View};
use polyad_kernels::{codec, matmul, qdot};

use super::super::load::Scratch;
use super::super::{blocks, cast, decoded_as, threads, with_bytes};
use super::{cost, flat_matrix, rounded};

/// Rows of weights that are decoded at a time.
const PANEL: usize = 64;

/// Nanoseconds to read a byte of weights.
const READ: f64 = 0.02;

/// A kernel: extents, then slice and stride of the rows, of the weights and of the result.
type Kernel<T> = fn([usize; 3], &[T], usize, &[T], usize, &mut [T], usize);

/// A float that has kernels for few rows.
pub(super) trait Rows: Pod + Send + Sync {
    /// Its dtype.
    const DTYPE: DType;
    /// For weights `[n, k]`.
    const NK: Kernel<Self>;
    /// For weights `[k, n]`.
    const KN: Kernel<Self>;
}

impl Rows for f32 {
    const DTYPE: DType = DType::Float32;
    const NK: Kernel<f32> = matmul::few_rows_f32;
    const KN: Kernel<f32> = matmul::few_rows_kn_f32;
}

impl Rows for f64 {
    const DTYPE: DType = DType::Float64;
    const NK: Kernel<f64> = matmul::few_rows_f64;
    const KN: Kernel<f64> = matmul::few_rows_kn_f64;
}

/// How the weights of a product with few rows lie.
enum Weights {
    /// As they are multiplied, `[n, k]` with k contiguous: stride from row to row.
    Rows(usize),
    /// As they are multiplied, `[k, n]` with n contiguous: stride from row to row.
    Columns(usize),
    /// Any other dtype that counts as float32, `[n, k]`, rows of whole blocks: bytes from row to row.
    Encoded(usize),
}

/// A product with few rows, with `fast` (of float32) in integers where there is such a kernel; the result is `[rows, n]`.
pub(super) fn few_rows<T: Rows>(
    op: &'static str,
    left: &View,
    right: &View,
    [m, n, k]: [usize; 3],
    fast: bool,
) -> Result<View> {
    // The weights as `[n, k]`.
    let w = flat_matrix(right)?;
    let w = w.with_layout(w.layout().swap_axes(0, 1)?)?;
    let (weights, w) = match lie(&w, n, k, T::DTYPE) {
        Some(weights) => (weights, w),
        None => (Weights::Rows(k), cast(op, &w, T::DTYPE)?),
    };
    let row = k / w.dtype().block_len() * w.dtype().block_bytes();
    let packed = matches!(weights, Weights::Encoded(step) if step == row);
    let integers = fast && packed && qdot::supports(w.dtype());
    let x = decoded_as(op, left, T::DTYPE)?;
    let x = if fast && !integers { rounded(op, &x, right.dtype())? } else { x };
    let mut out = View::alloc(op, &[m, n], T::DTYPE)?;
    let to = bytemuck::cast_slice_mut::<u8, T>(out.buffer_mut().unique().expect("a fresh result is not shared"));
    with_bytes(op, &[&x, &w], |bytes| {
        let x: &[T] = bytemuck::cast_slice(bytes[0]);
        let fast = match integers {
            true => Some((qdot::Activations::new(bytemuck::cast_slice(x), m, k, k), repacked(&w, bytes[1], n, k)?)),
            false => None,
        };
        let panel = |first: usize, cols: usize, to: &mut [T], stride: usize| match weights {
            Weights::Rows(step) => {
                let w: &[T] = bytemuck::cast_slice(bytes[1]);
                (T::NK)([m, cols, k], x, k, &w[first * step..], step, to, stride);
            }
            Weights::Columns(step) => {
                let w: &[T] = bytemuck::cast_slice(bytes[1]);
                (T::KN)([m, cols, k], x, k, &w[first..], step, to, stride);
            }
            Weights::Encoded(step) => {
                // Only float32 has weights in another dtype.
                let (x, to) = (bytemuck::cast_slice(x), bytemuck::cast_slice_mut::<T, f32>(to));
                if let Some((activations, weights)) = &fast {
                    let start = qdot::packed_bytes(w.dtype(), first, k).expect("its dtype is supported");
                    qdot::few_rows_repacked(w.dtype(), activations, &weights.bytes[start..], cols, to, stride);
                    return;
                }
                let mut scratch = Scratch::new(PANEL * k * 4);
                for at in (0..cols).step_by(PANEL) {
                    let rows = PANEL.min(cols - at);
                    let values = scratch.get(rows * k * 4);
                    for (i, one) in values.chunks_mut(k * 4).enumerate() {
                        codec::decode(w.dtype(), &bytes[1][(first + at + i) * step..][..row], one);
                    }
                    let values: &[f32] = bytemuck::cast_slice(values);
                    matmul::few_rows_f32([m, rows, k], x, k, values, k, &mut to[at..], stride);
                }
            }
        };
        let work = ((m * n * k) as f64 * cost(T::DTYPE)).max(READ * (n * row) as f64);
        let parts = threads::parts(work, n.div_ceil(PANEL));
        if parts <= 1 {
            panel(0, n, to, n);
            return Ok(());
        }
        // Rows of weights are read along their length: parts of them are long.
        let parts = if matches!(weights, Weights::Columns(_)) { parts.min(threads::threads()) } else { parts };
        // Each part of the columns has a place of its own; then rows are put together.
        let cols = n.div_ceil(parts).next_multiple_of(PANEL);
        let mut places = vec![T::zeroed(); m * n];
        let mut rest = places.as_mut_slice();
        let mut jobs = vec![];
        for first in (0..n).step_by(cols) {
            let (place, tail) = rest.split_at_mut(cols.min(n - first) * m);
            jobs.push((first, place));
            rest = tail;
        }
        threads::share(jobs.into_iter(), |(first, place)| {
            let cols = place.len() / m;
            panel(first, cols, place, cols);
            Ok::<(), polyad_core::Error>(())
        })?;
        for first in (0..n).step_by(cols) {
            let cols = cols.min(n - first);
            for i in 0..m {
                to[i * n + first..][..cols].copy_from_slice(&places[first * m + i * cols..][..cols]);
            }
        }
        Ok(())
    })?;
    Ok(out)
}

/// Weights interleaved for the machine, kept on their buffer until it is written.
struct Repacked {
    /// What was repacked: first byte, rows and columns.
    place: (usize, usize, usize),
    bytes: Vec<u8>,
}

/// The `[n, k]` weights of a view, given their bytes, interleaved; made once and kept.
fn repacked(w: &View, bytes: &[u8], n: usize, k: usize) -> Result<Arc<Repacked>> {
    let place = (w.byte_range().start, n, k);
    let make = || {
        let bytes = qdot::repack(w.dtype(), bytes, n, k).expect("its dtype is supported");
        Ok(Repacked { place, bytes })
    };
    w.buffer().derived(|kept: &Repacked| kept.place == place, make)
}

/// How `[n, k]` weights lie, if a kernel reads them so; strides that run backwards or inside blocks are copied first.
fn lie(w: &View, n: usize, k: usize, compute: DType) -> Option<Weights> {
    let &[row, column] = w.layout().strides() else { return None };
    let row = if n == 1 { k as isize } else { row };
    if w.dtype() == compute {
        if !(w.buffer().address() + w.byte_range().start).is_multiple_of(compute.block_bytes()) {
            return None;
        }
        return match (row, column) {
            (r, 1) if r >= k as isize => Some(Weights::Rows(r as usize)),
            (1, c) if c >= n as isize => Some(Weights::Columns(c as usize)),
            _ => None,
        };
    }
    if compute != DType::Float32 || w.dtype().compute() != compute || row < k as isize {
        return None;
    }
    // Blocks along k, each row from the start of a block.
    let layout = if w.dtype().is_plain() { (column == 1).then(|| w.layout().clone()) } else { blocks::block_layout(w) };
    let rows = layout?.strides()[0].max(1) as usize;
    let rows = if n == 1 { k.div_ceil(w.dtype().block_len()) } else { rows };
    Some(Weights::Encoded(rows * w.dtype().block_bytes()))
}
