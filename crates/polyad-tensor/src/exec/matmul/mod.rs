//! Matrix products: few rows and small matrices by our own kernels, all else by packed GEMM over any strides.

mod few_rows;

use polyad_core::{DType, Kind, Layout, Result, View, broadcast_shapes};
use polyad_ir::attr::{DTYPE, PRECISION};
use polyad_ir::{Attr, Op, Type, ops};
use polyad_kernels::matmul::{self, FEW_ROWS, SMALL};
use polyad_kernels::{codec, qdot};

use super::{cast, compose, in_dtype, threads, with_bytes};
use few_rows::few_rows;

/// Nanoseconds a multiplication and addition, roughly: a vector holds the fewer numbers the wider they are, and of complex ones
/// there are four products each.
fn cost(compute: DType) -> f64 {
    let parts = if compute.kind() == Kind::Complex { 2.0 } else { 1.0 };
    0.025 * parts * (compute.block_bytes() as f64 / 4.0).max(1.0)
}

/// How much longer it takes in small matrices.
const SMALL_COST: f64 = 20.0;
/// Small matrices that one thread takes at a time.
const RUN: usize = 256;
/// Rows for which packing the right operand costs little beside the product.
const PACKED: usize = 256;
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
    let batch_free = right.layout().size() == n * k;
    // Without a batch on the right the axes of the left operand are rows of one matrix, where strides allow it.
    let rows = left.layout().size() / k;
    let flat = if batch_free && rows != m { left.layout().reshape(&[rows, k]) } else { None };
    let left = flat.map_or_else(|| Ok(left.clone()), |layout| left.with_layout(layout))?;
    let fast = op.attr(attrs, PRECISION) == "fast" && compute == DType::Float32;
    // Integer dots pay at any number of rows, kernels that do not pack the weights only at few.
    let integers = fast && qdot::supports(right.dtype());
    let few = match compute {
        DType::Float32 => Some(few_rows::<f32> as fn(_, &View, &View, _, _) -> _),
        DType::Float64 => Some(few_rows::<f64> as fn(_, &View, &View, _, _) -> _),
        _ => None,
    };
    let out = match few {
        Some(few) if batch_free && (rows <= FEW_ROWS || integers) => few(op.name, &left, &right, [rows, n, k], fast)?,
        // A vector on the right: one row, and the matrix is what is not packed.
        Some(few) if batch_free && n == 1 && !fast && left.shape().len() == 2 => {
            let turned = |view: &View| view.with_layout(view.layout().swap_axes(-2, -1)?);
            few(op.name, &turned(&flat_matrix(&right)?)?, &turned(&left)?, [1, rows, k], false)?
        }
        _ => {
            let left = if fast { rounded(op.name, &left, right.dtype())? } else { left };
            let m = last_two(left.shape()).0;
            general(op.name, &left, &right, [m, n, k], compute)?
        }
    };
    let out = out.with_layout(Layout::contiguous(&ty.shape)?)?;
    in_dtype(op.name, out, ty.dtype)
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

/// The matrix of an operand whose other axes have extent 1.
fn flat_matrix(view: &View) -> Result<View> {
    let (shape, strides, at) = (view.layout().shape(), view.layout().strides(), view.shape().len() - 2);
    view.with_layout(Layout::new(&shape[at..], &strides[at..], view.layout().offset())?)
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

/// A product over any strides and batches; integers are exact in 64 bits.
fn general(op: &'static str, left: &View, right: &View, extents: [usize; 3], compute: DType) -> Result<View> {
    let [m, n, k] = extents;
    let product = matmul::product(compute).expect("inference lets numbers through only");
    let (a, b) = (ready(op, left, compute)?, ready(op, right, compute)?);
    let (a_at, b_at) = (a.shape().len() - 2, b.shape().len() - 2);
    // Batch axes of the result, walked by both operands.
    let batch = broadcast_shapes(op, &[&a.shape()[..a_at], &b.shape()[..b_at]])?;
    let lead = |view: &View, at: usize| -> Result<Layout> {
        let (shape, strides) = (view.layout().shape(), view.layout().strides());
        Layout::new(&shape[..at], &strides[..at], view.layout().offset())?.broadcast_to(&batch)
    };
    let (a_lead, b_lead) = (lead(&a, a_at)?, lead(&b, b_at)?);
    let strided = |view: &View, at: usize, first: usize| {
        let strides = view.layout().strides();
        matmul::Strided { first: first - first_element(view), row_stride: strides[at], col_stride: strides[at + 1] }
    };
    let out_shape: Vec<usize> = batch.iter().copied().chain([m, n]).collect();
    let mut out = View::alloc(op, &out_shape, product.out)?;
    let matrix = m * n * product.out.block_bytes();
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    let work = to.len() as f64 / product.out.block_bytes() as f64 * k as f64 * cost(compute);
    let extents = matmul::Extents { m, n, k };
    if let Some(small) = product.small.filter(|_| m.max(n).max(k) <= SMALL) {
        // The last batch axis is walked by the kernel.
        let (outer, run) = match batch.split_last() {
            Some((&run, outer)) => (outer, run),
            None => (&batch[..], 1),
        };
        let starts = |lead: &Layout| -> Result<Vec<usize>> {
            let strides = &lead.strides()[..outer.len()];
            Ok(Layout::new(outer, strides, lead.offset())?.elements().collect())
        };
        let (a_firsts, b_firsts) = (starts(&a_lead)?, starts(&b_lead)?);
        let step = |lead: &Layout| if batch.is_empty() { 0 } else { lead.strides()[outer.len()] };
        let (a_step, b_step) = (step(&a_lead), step(&b_lead));
        return with_bytes(op, &[&a, &b], |bytes| {
            let parts = threads::parts(work * SMALL_COST, outer.iter().product::<usize>() * run.div_ceil(RUN));
            let count = run.div_ceil(parts.div_ceil(a_firsts.len())).max(RUN.min(run));
            let jobs = to.chunks_mut(run * matrix).enumerate().flat_map(|(i, matrices)| {
                matrices.chunks_mut(count * matrix).enumerate().map(move |(j, part)| (i, j * count, part))
            });
            let each = |(i, at, part): (usize, usize, &mut [u8])| {
                let first = |firsts: &[usize], step: isize| firsts[i].wrapping_add_signed(at as isize * step);
                let batch = matmul::Batch {
                    count: part.len() / matrix,
                    a: strided(&a, a_at, first(&a_firsts, a_step)),
                    a_step,
                    b: strided(&b, b_at, first(&b_firsts, b_step)),
                    b_step,
                };
                small(extents, &batch, bytes[0], bytes[1], part);
                Ok::<(), polyad_core::Error>(())
            };
            if parts <= 1 { { jobs }.try_for_each(each) } else { threads::share(jobs, each) }
        })
        .map(|()| out);
    }
    let run = if m <= FEW_ROWS { product.few_rows.unwrap_or(product.run) } else { product.run };
    let (a_firsts, b_firsts): (Vec<usize>, Vec<usize>) = (a_lead.elements().collect(), b_lead.elements().collect());
    with_bytes(op, &[&a, &b], |bytes| {
        let batches = a_firsts.len();
        let parts = threads::parts(work, batches * m.div_ceil(FEW_ROWS));
        let rows = if parts <= 1 { m } else { rows_of_a_part(m, n, parts.div_ceil(batches)) };
        // Matrices that nobody cuts go to a thread several at a time.
        let together = if rows < m { 1 } else { batches.div_ceil(parts.max(1)) };
        let row = matrix / m;
        let jobs = to.chunks_mut(together * matrix).enumerate().flat_map(|(i, all)| {
            // A rest of few rows goes with the rows before it.
            let (total, parts) = (all.len() / row, if rows < m { m / rows } else { 1 });
            let ends = (1..=parts).map(move |j| if j == parts { total } else { j * rows });
            let mut rest = all;
            ends.scan(0, move |start, end| {
                let (part, tail) = std::mem::take(&mut rest).split_at_mut((end - *start) * row);
                rest = tail;
                Some((i * together, std::mem::replace(start, end), part))
            })
        });
        let each = |(first, from, part): (usize, usize, &mut [u8])| {
            for (i, out) in (first..).zip(part.chunks_mut(matrix)) {
                let extents = matmul::Extents { m: out.len() / row, ..extents };
                let mut a_part = strided(&a, a_at, a_firsts[i]);
                a_part.first = a_part.first.wrapping_add_signed(from as isize * a_part.row_stride);
                let b_part = strided(&b, b_at, b_firsts[i]);
                run(extents, bytes[0], a_part, bytes[1], b_part, out, matmul::Strided::row_major(n));
            }
            Ok::<(), polyad_core::Error>(())
        };
        if parts <= 1 { { jobs }.try_for_each(each) } else { threads::share(jobs, each) }
    })?;
    Ok(out)
}

/// Into how many rows a matrix is cut for threads, of about so many parts. Each part packs the right operand anew, so there are
/// no more than a few. Packed GEMM adds up in another order for rows and columns of 64 and fewer, for one column by how many rows
/// there are, and for rows at the end of no whole vector: parts are cut so that the whole would have done the same.
fn rows_of_a_part(m: usize, n: usize, parts: usize) -> usize {
    let least = match n {
        0..=1 => return m,
        2..=64 => 72,
        _ => 16,
    };
    let wanted = m.div_ceil(parts.max(1)).max(PACKED.min(m.div_ceil(threads::threads())));
    wanted.next_multiple_of(8).max(least).min(m)
}

/// The lowest element that a view touches, where [`with_bytes`] starts its slice.
fn first_element(view: &View) -> usize {
    view.layout().span().map_or(0, |(low, _)| low)
}
