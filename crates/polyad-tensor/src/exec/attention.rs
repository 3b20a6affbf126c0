//! Attention, a block of the query's rows at a time: the scores of a block are the only ones there are.

use bytemuck::Pod;
use polyad_core::{DType, Layout, Result, View};
use polyad_ir::attr::{CAUSAL, SCALE};
use polyad_ir::{Attr, Op, Type, ops};
use polyad_kernels::{matmul, norm};

use super::load::Scratch;
use super::{decoded_as, in_dtype, threads, with_bytes};

/// Rows of the query that are worked on together.
const ROWS: usize = 64;
/// Nanoseconds a multiplication and addition, roughly.
const COST: f64 = 0.03;

/// A number that scores are made of.
trait Number: Pod + PartialEq + std::ops::DivAssign + Send + Sync {
    fn from(x: f64) -> Self;
    fn weights(scores: &mut [Self], scale: Self, added: Option<&[Self]>) -> Self;
}

macro_rules! number {
    ($t:ty, $weights:ident) => {
        impl Number for $t {
            fn from(x: f64) -> Self {
                x as $t
            }

            fn weights(scores: &mut [Self], scale: Self, added: Option<&[Self]>) -> Self {
                norm::$weights(scores, scale, added)
            }
        }
    };
}

number!(f32, weights_f32);
number!(f64, weights_f64);

/// `softmax(query @ key.mT * scale + mask) @ value`.
pub(super) fn run(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let out = match compute {
        DType::Float32 => blocks::<f32>(op, views, attrs, &ty.shape, compute)?,
        _ => blocks::<f64>(op, views, attrs, &ty.shape, compute)?,
    };
    in_dtype(op.name, out, ty.dtype)
}

/// What is added to the scores, for bool 0 or minus infinity, laid out over all heads and rows.
fn bias(op: Op, mask: &View, compute: DType, scores: &[usize]) -> Result<View> {
    let values = if mask.dtype() == DType::Bool {
        let number = |x: f64| super::compose::scalar(x, compute);
        super::run(&ops::WHERE, &[mask, &number(0.0)?, &number(f64::NEG_INFINITY)?], &[])?
    } else {
        decoded_as(op.name, mask, compute)?
    };
    values.with_layout(values.layout().broadcast_to(scores)?)
}

fn blocks<T: Number>(op: Op, views: &[&View], attrs: &[Attr], shape: &[usize], compute: DType) -> Result<View> {
    let [q, k, v] = [0, 1, 2].map(|i| decoded_as(op.name, views[i], compute));
    let (q, k, v) = (q?, k?, v?);
    let n = shape.len();
    let [length, e, d, seen] = [shape[n - 2], shape[n - 1], q.shape()[n - 1], k.shape()[n - 2]];
    let scores: Vec<usize> = shape[..n - 1].iter().copied().chain([seen]).collect();
    let mask = views.get(3).map(|mask| bias(op, mask, compute, &scores)).transpose()?;
    let causal = op.attr(attrs, CAUSAL);
    let scale = ops::attention_scale(op.attr(attrs, SCALE), d);
    let mut out = View::alloc(op.name, shape, compute)?;
    let to: &mut [T] = bytemuck::cast_slice_mut(out.buffer_mut().unique().expect("a fresh result is not shared"));
    if to.is_empty() {
        return Ok(out);
    }
    if seen == 0 {
        to.fill(T::from(0.0));
        return Ok(out);
    }
    let heads: usize = shape[..n - 2].iter().product();
    let shared = if n > 2 { shape[n - 3] / k.shape()[n - 3] } else { 1 };
    let product = matmul::product(compute).expect("floats have products");
    // Where the row of each head begins in the mask.
    let first_rows: Vec<usize> = match &mask {
        Some(mask) => {
            let layout = mask.layout();
            Layout::new(&shape[..n - 2], &layout.strides()[..n - 2], layout.offset())?.elements().collect()
        }
        None => vec![],
    };
    let lowest = mask.as_ref().and_then(|mask| mask.layout().span()).map_or(0, |(low, _)| low);
    let mut inputs = vec![&q, &k, &v];
    inputs.extend(&mask);
    with_bytes(op.name, &inputs, |bytes| {
        let block = |head: usize, row: usize, out: &mut [T]| {
            let rows = out.len() / e;
            // Later positions than the last row of the block sees need no scores.
            let seen = if causal { seen.min(row + rows) } else { seen };
            let mut scratch = Scratch::new(rows * seen * size_of::<T>());
            let plain = |first: usize, columns: usize| matmul::Strided { first, ..matmul::Strided::row_major(columns) };
            let kv = head / shared * k.shape()[n - 2];
            let key = matmul::Strided { first: kv * d, row_stride: 1, col_stride: d as isize };
            let place = scratch.get(rows * seen * size_of::<T>());
            if d == 0 {
                place.fill(0);
            } else {
                let extents = matmul::Extents { m: rows, n: seen, k: d };
                (product.run)(
                    extents,
                    bytes[0],
                    plain((head * length + row) * d, d),
                    bytes[1],
                    key,
                    place,
                    plain(0, seen),
                );
            }
            let scores: &mut [T] = bytemuck::cast_slice_mut(place);
            let mut totals = [T::from(0.0); ROWS];
            let mut line = Scratch::new(if mask.is_some() { seen * size_of::<T>() } else { 0 });
            for (i, scores) in scores.chunks_mut(seen).enumerate() {
                let (scores, later) = scores.split_at_mut(if causal { (row + i + 1).min(seen) } else { seen });
                later.fill(T::from(0.0));
                let added = mask.as_ref().map(|mask| {
                    let [.., down, right] = *mask.layout().strides() else { unreachable!("scores have two axes") };
                    let values: &[T] = bytemuck::cast_slice(bytes[3]);
                    let values = &values[first_rows[head] - lowest + (row + i) * down as usize..];
                    if right != 0 {
                        return &values[..scores.len()];
                    }
                    // One number for all scores of the row.
                    let line: &mut [T] = bytemuck::cast_slice_mut(line.get(size_of_val(scores)));
                    line.fill(values[0]);
                    line
                });
                totals[i] = T::weights(scores, T::from(scale), added);
            }
            let extents = matmul::Extents { m: rows, n: e, k: seen };
            let to = bytemuck::cast_slice_mut(out);
            (product.run)(extents, place, plain(0, seen), bytes[2], plain(kv * e, e), to, plain(0, e));
            for (out, &total) in out.chunks_mut(e).zip(&totals).filter(|(_, total)| **total != T::from(0.0)) {
                out.iter_mut().for_each(|x| *x /= total);
            }
            Ok::<(), polyad_core::Error>(())
        };
        let jobs = to
            .chunks_mut(length * e)
            .enumerate()
            .flat_map(|(head, rows)| rows.chunks_mut(ROWS * e).enumerate().map(move |(i, out)| (head, i * ROWS, out)));
        let work = (heads * length) as f64 * (seen * (d + e)) as f64 * COST;
        match threads::parts(work, heads * length.div_ceil(ROWS)) {
            1 => { jobs }.try_for_each(|(head, row, out)| block(head, row, out)),
            _ => threads::share(jobs, |(head, row, out)| block(head, row, out)),
        }
    })?;
    Ok(out)
}
