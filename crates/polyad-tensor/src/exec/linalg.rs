//! Factorizations, matrix by matrix: operands in the compute dtype and row-major, leading axes broadcast.

use polyad_core::{DType, Dims, Error, Result, View, broadcast_shapes};
use polyad_ir::attr::{FULL_MATRICES, MODE, UNIT_DIAGONAL, UPPER};
use polyad_ir::{Attr, Op, Type};
use polyad_linalg::dense::{self, Fault};

use super::{decoded_as, in_dtype, threads, with_bytes};

/// Estimated nanoseconds of a matrix, beside those of its arithmetic.
const COST: f64 = 500.0;

/// The operands of a batch: each a row-major view, and how many of its last axes belong to one item.
struct Batch<'a> {
    op: &'static str,
    operands: Vec<(View, usize)>,
    /// The leading axes of the result.
    lead: Dims,
    /// Multiplications of one item, for the choice of threads.
    work: f64,
    /// What errors show.
    shape: &'a [usize],
}

/// The extents of the last two axes.
fn extents(view: &View) -> [usize; 2] {
    if let [.., m, n] = *view.shape() { [m, n] } else { unreachable!("inference lets no such shape through") }
}

/// The number of items of leading axes.
fn count(lead: &[usize]) -> usize {
    lead.iter().product()
}

impl<'a> Batch<'a> {
    /// Operands with the number of axes of one item, in one compute dtype.
    fn new(op: Op, views: &[(&'a View, usize)], compute: DType, work: f64) -> Result<Batch<'a>> {
        let op = op.name;
        let operands: Vec<(View, usize)> = views
            .iter()
            .map(|(view, axes)| decoded_as(op, view, compute).map(|view| (view, *axes)))
            .collect::<Result<_>>()?;
        let leads: Vec<&[usize]> = operands.iter().map(|(v, axes)| &v.shape()[..v.shape().len() - axes]).collect();
        let lead = broadcast_shapes(op, &leads)?;
        Ok(Batch { op, lead, work, shape: views[0].0.shape(), operands })
    }

    /// For each operand and item the place of the item's matrix among the operand's.
    fn places(&self) -> Vec<Option<Vec<usize>>> {
        let place = |(view, axes): &(View, usize)| {
            let own = &view.shape()[..view.shape().len() - axes];
            if own == &self.lead[..] {
                return None;
            }
            let skipped = self.lead.len() - own.len();
            let mut places = vec![0usize];
            let mut size = 1;
            // From the last axis on, so that the step of each axis is known.
            for (axis, &n) in self.lead.iter().enumerate().rev() {
                let extent = if axis < skipped { 1 } else { own[axis - skipped] };
                let step = if extent == 1 { 0 } else { size };
                size *= extent;
                places = (0..n).flat_map(|i| places.iter().map(move |p| p + i * step)).collect();
            }
            Some(places)
        };
        self.operands.iter().map(place).collect()
    }

    /// Runs `each` on the elements of every item, which writes the item's `size` elements of the result.
    fn run(
        &self,
        out: &mut View,
        size: usize,
        each: impl Fn(&[&[u8]], &mut [u8]) -> Result<(), Fault> + Sync,
    ) -> Result<()> {
        let items = count(&self.lead);
        let step = size * out.dtype().block_bytes();
        let bytes_out = out.buffer_mut().unique().expect("a fresh result is not shared");
        if items == 0 || step == 0 {
            // What has no elements may have no answer all the same, but nobody could read it.
            return Ok(());
        }
        let places = self.places();
        let views: Vec<&View> = self.operands.iter().map(|(view, _)| view).collect();
        let sizes: Vec<usize> = self
            .operands
            .iter()
            .map(|(v, axes)| v.shape()[v.shape().len() - axes..].iter().product::<usize>() * v.dtype().block_bytes())
            .collect();
        with_bytes(self.op, &views, |bytes| {
            let one = |(i, part): (usize, &mut [u8])| {
                let own: Vec<&[u8]> = (0..bytes.len())
                    .map(|k| {
                        let at = places[k].as_ref().map_or(i, |places| places[i]) * sizes[k];
                        &bytes[k][at..at + sizes[k]]
                    })
                    .collect();
                each(&own, part).map_err(|fault| self.error(fault, i))
            };
            let mut jobs = bytes_out.chunks_exact_mut(step).enumerate();
            let parts = threads::parts(items as f64 * (COST + self.work), items);
            if parts > 1 { threads::share(jobs, one) } else { jobs.try_for_each(one) }
        })
    }

    fn error(&self, fault: Fault, item: usize) -> Error {
        let mut rest = item;
        let mut index: Vec<usize> = self
            .lead
            .iter()
            .rev()
            .map(|&n| {
                let at = rest % n;
                rest /= n;
                at
            })
            .collect();
        index.reverse();
        let (op, shape) = (self.op.trim_end_matches("_packed"), self.shape.into());
        match fault {
            Fault::Singular => Error::Singular { op, shape, index },
            Fault::NotPositiveDefinite => Error::NotPositiveDefinite { op, shape, index },
            Fault::NoConvergence => Error::NoConvergence { op, shape, index },
        }
    }
}

/// A result in the compute dtype in that of the entry.
fn finish(op: Op, out: View, ty: &Type) -> Result<View> {
    in_dtype(op.name, out, ty.dtype)
}

/// Runs an entry on matrices alone, with `size` elements of the result an item.
fn alone(
    op: Op,
    view: &View,
    ty: Type,
    compute: DType,
    each: impl Fn(DType, &[u8], [usize; 2], &mut [u8]) -> Result<(), Fault> + Sync,
) -> Result<View> {
    let [m, n] = extents(view);
    let batch = Batch::new(op, &[(view, 2)], compute, (m * n * m.min(n)) as f64)?;
    let mut out = View::alloc(op.name, &ty.shape, ty.dtype.compute())?;
    let size = ty.shape[batch.lead.len()..].iter().product();
    batch.run(&mut out, size, |x, out| each(compute, x[0], [m, n], out))?;
    finish(op, out, &ty)
}

/// The dtype that a real result of a dtype is found in, beside an operand.
fn found_in(view: &View, result: DType) -> DType {
    match view.dtype().compute() {
        complex if complex.kind() == polyad_core::Kind::Complex => complex,
        _ => result.compute(),
    }
}

pub(super) fn inv(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    alone(op, views[0], ty, compute, |dtype, x, [n, _], out| dense::inv(dtype, x, n, out))
}

pub(super) fn det(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    alone(op, views[0], ty, compute, |dtype, x, [n, _], out| {
        dense::det(dtype, x, n, out);
        Ok(())
    })
}

pub(super) fn slogdet(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    alone(op, views[0], ty, compute, |dtype, x, [n, _], out| {
        dense::slogdet(dtype, x, n, out);
        Ok(())
    })
}

pub(super) fn adjugate(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    alone(op, views[0], ty, compute, |dtype, x, [n, _], out| dense::adjugate(dtype, x, n, out))
}

pub(super) fn expm(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    alone(op, views[0], ty, compute, |dtype, x, [n, _], out| {
        dense::expm(dtype, x, n, out);
        Ok(())
    })
}

pub(super) fn cholesky(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (upper, compute) = (op.attr(attrs, UPPER), ty.dtype.compute());
    alone(op, views[0], ty, compute, |dtype, x, [n, _], out| dense::cholesky(dtype, x, n, upper, out))
}

pub(super) fn eigh(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (upper, compute) = (op.attr(attrs, UPPER), ty.dtype.compute());
    alone(op, views[0], ty, compute, |dtype, x, [n, _], out| dense::eigh(dtype, x, n, upper, out))
}

pub(super) fn eigvalsh(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (upper, compute) = (op.attr(attrs, UPPER), found_in(views[0], ty.dtype));
    alone(op, views[0], ty, compute, |dtype, x, [n, _], out| dense::eigvalsh(dtype, x, n, upper, out))
}

pub(super) fn svd(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (full, compute) = (op.attr(attrs, FULL_MATRICES), ty.dtype.compute());
    alone(op, views[0], ty, compute, |dtype, x, extents, out| dense::svd(dtype, x, extents, full, out))
}

pub(super) fn svdvals(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let compute = found_in(views[0], ty.dtype);
    alone(op, views[0], ty, compute, dense::svdvals)
}

pub(super) fn qr(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (complete, compute) = (op.attr(attrs, MODE) == "complete", ty.dtype.compute());
    alone(op, views[0], ty, compute, |dtype, x, [m, n], out| {
        let (k, width) = (if complete { m } else { m.min(n) }, compute.block_bytes());
        let (q, rest) = out.split_at_mut(m * k * width);
        // Room for elements of any compute dtype, aligned to them.
        let mut room = vec![0u64; (k * n * width).div_ceil(8)];
        let r = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut room)[..k * n * width];
        dense::qr(dtype, x, [m, n], k, q, r);
        for (at, element) in rest.chunks_exact_mut(width).enumerate() {
            let from = (at % k * n + at / k) * width;
            element.copy_from_slice(&r[from..from + width]);
        }
        Ok(())
    })
}

/// What an eigenvalue of any square matrix is found from: a real matrix stays real.
fn general(view: &View, result: DType) -> DType {
    let complex = view.dtype().kind() == polyad_core::Kind::Complex;
    if complex { result.compute() } else { polyad_ir::part(result.compute()) }
}

pub(super) fn eig(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let compute = general(views[0], ty.dtype);
    alone(op, views[0], ty, compute, |dtype, x, [n, _], out| dense::eig(dtype, x, n, out))
}

pub(super) fn eigvals(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let compute = general(views[0], ty.dtype);
    alone(op, views[0], ty, compute, |dtype, x, [n, _], out| dense::eigvals(dtype, x, n, out))
}

pub(super) fn pinv(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let (compute, extents) = (ty.dtype.compute(), extents(views[0]));
    let [m, n] = extents;
    let batch = Batch::new(op, &[(views[0], 2), (views[1], 0)], compute, (m * n * m.min(n)) as f64)?;
    let mut out = View::alloc(op.name, &ty.shape, compute)?;
    batch.run(&mut out, m * n, |x, out| dense::pinv(compute, x[0], extents, x[1], out))?;
    finish(op, out, &ty)
}

/// How many axes of a right-hand side belong to one system, and how many columns it has.
fn columns(right: &View) -> (usize, usize) {
    if let [.., k] = *right.shape()
        && right.shape().len() > 1
    {
        (2, k)
    } else {
        (1, 1)
    }
}

pub(super) fn solve(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let (compute, [n, _]) = (ty.dtype.compute(), extents(views[0]));
    let (axes, k) = columns(views[1]);
    let batch = Batch::new(op, &[(views[0], 2), (views[1], axes)], compute, (n * n * (n + k)) as f64)?;
    let mut out = View::alloc(op.name, &ty.shape, compute)?;
    batch.run(&mut out, n * k, |x, out| dense::solve(compute, x[0], n, x[1], k, out))?;
    finish(op, out, &ty)
}

pub(super) fn solve_triangular(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let (compute, [n, _]) = (ty.dtype.compute(), extents(views[0]));
    let flags = [op.attr(attrs, UPPER), op.attr(attrs, UNIT_DIAGONAL)];
    let (axes, k) = columns(views[1]);
    let batch = Batch::new(op, &[(views[0], 2), (views[1], axes)], compute, (n * n * k) as f64)?;
    let mut out = View::alloc(op.name, &ty.shape, compute)?;
    batch.run(&mut out, n * k, |x, out| dense::solve_triangular(compute, (x[0], n), (x[1], k), flags, out))?;
    finish(op, out, &ty)
}

pub(super) fn solve_tridiagonal(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let n = views[1].shape().last().copied().unwrap_or(0);
    let (axes, k) = columns(views[3]);
    let operands = [(views[0], 1), (views[1], 1), (views[2], 1), (views[3], axes)];
    let batch = Batch::new(op, &operands, compute, (n * (k + 4)) as f64)?;
    let mut out = View::alloc(op.name, &ty.shape, compute)?;
    batch.run(&mut out, n * k, |x, out| dense::solve_tridiagonal(compute, [x[0], x[1], x[2]], n, (x[3], k), out))?;
    finish(op, out, &ty)
}

/// The factors of `a = p l u`: `l` and `u` in one tensor of the shape of `a`, and for each of their rows the row of `a`.
pub(crate) fn lu(view: &View) -> Result<(View, View)> {
    const OP: &str = "lu";
    let shape = view.shape();
    let [lead @ .., m, n] = shape else {
        let need = "at least two axes: those of a matrix".into();
        return Err(Error::ShapeMismatch { op: OP, got: shape.into(), need });
    };
    let dtype = if view.dtype().is_float() { view.dtype().compute() } else { DType::Float64 };
    let a = decoded_as(OP, view, dtype)?;
    let mut out = View::alloc(OP, shape, dtype)?;
    let order: Dims = lead.iter().copied().chain([*m]).collect();
    let mut rows = View::alloc(OP, &order, DType::Int64)?;
    let places: &mut [i64] =
        bytemuck::cast_slice_mut(rows.buffer_mut().unique().expect("a fresh result is not shared"));
    let bytes_out = out.buffer_mut().unique().expect("a fresh result is not shared");
    let step = m * n * dtype.block_bytes();
    with_bytes(OP, &[&a], |bytes| {
        for i in 0..count(lead) {
            let part = i * step..(i + 1) * step;
            let rows = &mut places[i * m..(i + 1) * m];
            dense::lu(dtype, &bytes[0][part.clone()], [*m, *n], &mut bytes_out[part], rows);
        }
        Ok(())
    })?;
    Ok((out, rows))
}
