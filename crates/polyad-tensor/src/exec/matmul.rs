//! Matrix products: few rows by our own kernels, which read weights as they lie and decode them panel by panel; all else
//! by packed GEMM over any strides.

use std::sync::Arc;

use polyad_core::{DType, Layout, Result, View};
use polyad_ir::attr::{DTYPE, PRECISION};
use polyad_ir::{Attr, Op, Type, ops};
use polyad_kernels::matmul::{self, FEW_ROWS};
use polyad_kernels::{codec, qdot};

use super::load::Scratch;
use super::{blocks, cast, compose, decoded_as, threads, with_bytes};

/// Rows of weights that are decoded at a time.
const PANEL: usize = 64;
/// Nanoseconds a multiplication and addition, roughly.
const COST: f64 = 0.025;
/// Nanoseconds to round a number to 8 bits and back, roughly.
const ROUND: f64 = 2.0;

/// `x1 @ x2`.
pub(super) fn run(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    // A vector is a matrix of one row (left) or of one column (right).
    let left = matrix(views[0], 0)?;
    let right = matrix(views[1], 1)?;
    let (m, k) = last_two(left.shape());
    let n = last_two(right.shape()).1;
    let compute = ty.dtype.compute();
    if ty.shape.contains(&0) || k == 0 {
        return cast(op.name, &zeros(&ty.shape)?, ty.dtype);
    }
    let rows = left.layout().size() / k;
    let batch_free = right.layout().size() == n * k;
    let fast = op.attr(attrs, PRECISION) == "fast" && compute == DType::Float32;
    // Integer dots pay at any number of rows, kernels that do not pack the weights only at few.
    let integers = fast && qdot::supports(right.dtype());
    let out = if compute == DType::Float32 && batch_free && (rows <= FEW_ROWS || integers) {
        few_rows(op.name, &left, &right, [rows, n, k], fast)?
    } else {
        let left = if fast { rounded(op.name, &left, right.dtype())? } else { left };
        general(op.name, &left, &right, [m, n, k], &ty, compute)?
    };
    let out = out.with_layout(Layout::contiguous(&ty.shape)?)?;
    if out.dtype() == ty.dtype { Ok(out) } else { cast(op.name, &out, ty.dtype) }
}

/// `x1.dot(x2)`: the matrix product itself where that is what it is, so that weights are read as they lie.
pub(super) fn dot(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let own = op.attr(attrs, DTYPE).is_none() && views.iter().all(|v| !v.shape().is_empty());
    if own { super::run(&ops::MATMUL, views, &ops::MATMUL.defaults()) } else { compose::run(op, views, attrs, ty) }
}

/// The operand with at least two axes.
fn matrix(view: &View, axis: i64) -> Result<View> {
    if view.shape().len() > 1 { Ok(view.clone()) } else { view.with_layout(view.layout().expand_dims(axis)?) }
}

fn last_two(shape: &[usize]) -> (usize, usize) {
    (shape[shape.len() - 2], shape[shape.len() - 1])
}

fn zeros(shape: &[usize]) -> Result<View> {
    let one = View::from_bytes(&[0], DType::Bool, &[])?;
    one.with_layout(one.layout().broadcast_to(shape)?)
}

/// The operand in a compute dtype with its own strides where it is that already and aligned, else a decoded copy.
fn ready(op: &'static str, view: &View, compute: DType) -> Result<View> {
    let aligned = view.buffer().address().is_multiple_of(compute.block_bytes().min(8));
    if view.dtype() == compute && aligned { Ok(view.clone()) } else { cast(op, view, compute) }
}

/// How the weights of a product with few rows lie.
enum Weights {
    /// float32, `[n, k]` with k contiguous: stride from row to row.
    Rows(usize),
    /// float32, `[k, n]` with n contiguous: stride from row to row.
    Columns(usize),
    /// Any other float dtype, `[n, k]`, rows of whole blocks: bytes from row to row.
    Encoded(usize),
}

/// The left operand of a fast product: beside quantized weights its rows are rounded to the partner of their dtype, and decoded
/// again. Rows stay as they are that are no whole blocks of it, or have a number that it cannot hold.
fn rounded(op: &'static str, left: &View, weights: DType) -> Result<View> {
    let k = last_two(left.shape()).1;
    let partner = weights.ggml_partner().filter(|p| p.is_quantized() && k.is_multiple_of(p.block_len()));
    let Some(partner) = partner else { return Ok(left.clone()) };
    let mut out = cast(op, left, DType::Float32)?;
    let row = 4 * k;
    let values = out.buffer_mut().unique().expect("a fresh result is not shared");
    let each = |x: &mut [u8]| {
        let mut codes = vec![0; k / partner.block_len() * partner.block_bytes()];
        if codec::encode(partner, x, &mut codes).is_ok() {
            codec::decode(partner, &codes, x);
        }
        Ok::<(), polyad_core::Error>(())
    };
    match threads::parts((values.len() / 4) as f64 * ROUND, values.len() / row) {
        1 => values.chunks_mut(row).try_for_each(each)?,
        _ => threads::share(values.chunks_mut(row), each)?,
    }
    Ok(out)
}

/// A float32 product with few rows, with `fast` in integers where there is such a kernel; the result is `[rows, n]`.
fn few_rows(op: &'static str, left: &View, right: &View, [m, n, k]: [usize; 3], fast: bool) -> Result<View> {
    // The weights as `[n, k]`.
    let axes = right.shape().len();
    let flat = |view: &View| -> Result<View> {
        let (shape, strides) = (view.layout().shape(), view.layout().strides());
        let layout = Layout::new(&shape[axes - 2..], &strides[axes - 2..], view.layout().offset())?;
        view.with_layout(layout)
    };
    let mut w = flat(right)?;
    w = w.with_layout(w.layout().swap_axes(0, 1)?)?;
    let (weights, w) = match lie(&w, n, k) {
        Some(weights) => (weights, w),
        None => (Weights::Rows(k), cast(op, &w, DType::Float32)?),
    };
    let row = k / w.dtype().block_len() * w.dtype().block_bytes();
    let packed = matches!(weights, Weights::Encoded(step) if step == row);
    let integers = fast && packed && qdot::supports(w.dtype());
    let x = decoded_as(op, left, DType::Float32)?;
    let x = if fast && !integers { rounded(op, &x, right.dtype())? } else { x };
    let mut out = View::alloc(op, &[m, n], DType::Float32)?;
    let to = bytemuck::cast_slice_mut::<u8, f32>(out.buffer_mut().unique().expect("a fresh result is not shared"));
    with_bytes(op, &[&x, &w], |bytes| {
        let x: &[f32] = bytemuck::cast_slice(bytes[0]);
        let fast = match integers {
            true => Some((qdot::Activations::new(x, m, k, k), repacked(&w, bytes[1], n, k)?)),
            false => None,
        };
        let panel = |first: usize, cols: usize, to: &mut [f32], stride: usize| match weights {
            Weights::Rows(step) => {
                let w: &[f32] = bytemuck::cast_slice(bytes[1]);
                matmul::few_rows_f32([m, cols, k], x, k, &w[first * step..], step, to, stride);
            }
            Weights::Columns(step) => {
                let w: &[f32] = bytemuck::cast_slice(bytes[1]);
                matmul::few_rows_kn_f32([m, cols, k], x, k, &w[first..], step, to, stride);
            }
            Weights::Encoded(step) => {
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
        let parts = threads::parts((m * n * k) as f64 * COST, n.div_ceil(PANEL));
        if parts <= 1 {
            panel(0, n, to, n);
            return Ok(());
        }
        // Each part of the columns has a place of its own; then rows are put together.
        let cols = n.div_ceil(parts).next_multiple_of(PANEL);
        let mut places = vec![0f32; m * n];
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
fn lie(w: &View, n: usize, k: usize) -> Option<Weights> {
    let &[row, column] = w.layout().strides() else { return None };
    let row = if n == 1 { k as isize } else { row };
    if w.dtype() == DType::Float32 {
        if !(w.buffer().address() + w.byte_range().start).is_multiple_of(4) {
            return None;
        }
        return match (row, column) {
            (r, 1) if r >= k as isize => Some(Weights::Rows(r as usize)),
            (1, c) if c >= n as isize => Some(Weights::Columns(c as usize)),
            _ => None,
        };
    }
    if w.dtype().compute() != DType::Float32 || row < k as isize {
        return None;
    }
    // Blocks along k, each row from the start of a block.
    let layout = if w.dtype().is_plain() { (column == 1).then(|| w.layout().clone()) } else { blocks::block_layout(w) };
    let rows = layout?.strides()[0].max(1) as usize;
    let rows = if n == 1 { k.div_ceil(w.dtype().block_len()) } else { rows };
    Some(Weights::Encoded(rows * w.dtype().block_bytes()))
}

/// A product over any strides and batches; integers are exact in 64 bits.
fn general(
    op: &'static str,
    left: &View,
    right: &View,
    [m, n, k]: [usize; 3],
    ty: &Type,
    compute: DType,
) -> Result<View> {
    let product = matmul::product(compute).expect("inference lets numbers through only");
    let (a, b) = (ready(op, left, compute)?, ready(op, right, compute)?);
    // Batch axes of the result, walked by both operands.
    let batch =
        polyad_core::broadcast_shapes(op, &[&a.shape()[..a.shape().len() - 2], &b.shape()[..b.shape().len() - 2]])?;
    let corners = |view: &View| -> Result<(Vec<usize>, matmul::Strided)> {
        let (shape, strides) = (view.layout().shape(), view.layout().strides());
        let at = shape.len() - 2;
        let lead = Layout::new(&shape[..at], &strides[..at], view.layout().offset());
        // Offsets of the batches; a stride may run backwards from there, inside the view's own range.
        let lead = lead?.broadcast_to(&batch)?;
        let strided = matmul::Strided { first: 0, row_stride: strides[at], col_stride: strides[at + 1] };
        Ok((lead.elements().collect(), strided))
    };
    let ((a_at, a_strided), (b_at, b_strided)) = (corners(&a)?, corners(&b)?);
    let out_shape: Vec<usize> = batch.iter().copied().chain([m, n]).collect();
    debug_assert_eq!(out_shape.iter().product::<usize>(), ty.shape.iter().product::<usize>());
    let mut out = View::alloc(op, &out_shape, product.out)?;
    let w = product.out.block_bytes();
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    let (a_base, b_base) = (first_element(&a), first_element(&b));
    with_bytes(op, &[&a, &b], |bytes| {
        let parts = threads::parts((a_at.len() * m * n * k) as f64 * COST, a_at.len() * m.div_ceil(FEW_ROWS));
        let rows = if parts <= 1 { m } else { m.div_ceil(parts.div_ceil(a_at.len())).max(FEW_ROWS.min(m)) };
        let jobs = to.chunks_mut(m * n * w).enumerate().flat_map(|(i, matrix)| {
            matrix.chunks_mut(rows * n * w).enumerate().map(move |(j, part)| (i, j * rows, part))
        });
        let each = |(i, row, part): (usize, usize, &mut [u8])| {
            let extents = matmul::Extents { m: part.len() / (n * w), n, k };
            let a_first = (a_at[i] as isize + row as isize * a_strided.row_stride) as usize - a_base;
            let a_part = matmul::Strided { first: a_first, ..a_strided };
            let b_part = matmul::Strided { first: b_at[i] - b_base, ..b_strided };
            (product.run)(extents, bytes[0], a_part, bytes[1], b_part, part, matmul::Strided::row_major(n));
            Ok::<(), polyad_core::Error>(())
        };
        if parts <= 1 { { jobs }.try_for_each(each) } else { threads::share(jobs, each) }
    })?;
    Ok(out)
}

/// The lowest element that a view touches, where [`with_bytes`] starts its slice.
fn first_element(view: &View) -> usize {
    view.layout().span().map_or(0, |(low, _)| low)
}
