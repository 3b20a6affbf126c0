//! Scans: along lines where the axis is innermost, else row by row with an accumulator a column.

use polyad_core::{Result, View, normalize_axis};
use polyad_ir::attr::{AXIS, INCLUDE_INITIAL, ONE_AXIS, REVERSE};
use polyad_ir::{Attr, Op, Type, ops::scan_axis};
use polyad_kernels::scan;

use super::load::{Scratch, width};
use super::{decoded_as, in_dtype, threads, with_bytes};

/// Columns that are worked on at a time, so that their accumulators stay in cache.
const COLUMNS: usize = 1024;

/// A row-major tensor around one axis: how many before it, along it, after it.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub(super) outer: usize,
    pub(super) n: usize,
    pub(super) inner: usize,
}

impl Around {
    pub(super) fn new(shape: &[usize], axis: usize) -> Around {
        let [outer, inner] = [&shape[..axis], &shape[axis + 1..]].map(|part| part.iter().product());
        Around { outer, n: shape[axis], inner }
    }

    /// The same, counted in so many parts of each element.
    pub(super) fn of_parts(self, parts: usize) -> Around {
        Around { inner: self.inner * parts, ..self }
    }

    /// Hands each outer part of the result, with its number, to `each`; several at once where it pays.
    fn share(self, out: &mut [u8], size: usize, each: impl Fn(usize, &mut [u8]) + Sync) {
        let work = (self.outer * self.n * self.inner) as f64 * 1.5;
        let parts = threads::parts(work, self.outer);
        if size == 0 {
            return;
        }
        let chunk = self.outer.div_ceil(parts.max(1)).max(1);
        let run = |(i, part): (usize, &mut [u8])| {
            part.chunks_mut(size).enumerate().for_each(|(j, part)| each(i * chunk + j, part));
            Ok::<(), ()>(())
        };
        let mut jobs = out.chunks_mut(chunk * size).enumerate();
        let _ = if parts > 1 { threads::share(jobs, run) } else { jobs.try_for_each(run) };
    }

    /// Strips of columns: first column and how many.
    fn strips(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.inner).step_by(COLUMNS).map(move |first| (first, COLUMNS.min(self.inner - first)))
    }

    /// The rows along the axis in the order of the scan.
    fn rows(self, reverse: bool) -> impl Iterator<Item = usize> {
        (0..self.n).map(move |i| if reverse { self.n - 1 - i } else { i })
    }
}

/// Runs the running folds.
pub(super) fn run(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let x = decoded_as(op.name, views[0], compute)?;
    let axis = scan_axis(op, &op.attr(attrs, AXIS), x.shape())?.unwrap_or(0);
    let shape = if x.shape().is_empty() { &[1][..] } else { x.shape() };
    let around = Around::new(shape, axis);
    let (more, reverse) = (usize::from(op.attr(attrs, INCLUDE_INITIAL)), op.attr(attrs, REVERSE));
    let kernel =
        scan::scan(op.name, compute).expect("there is a scan in every compute dtype that inference lets through");
    let (w, row) = (width(compute), around.inner * width(compute));
    let mut out = View::alloc(op.name, &ty.shape, compute)?;
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    let to = &mut to[..around.outer * (around.n + more) * row];
    with_bytes(op.name, &[&x], |bytes| {
        around.share(to, (around.n + more) * row, |outer, out| {
            let x = &bytes[0][outer * around.n * row..][..around.n * row];
            let at = if reverse { around.n * row } else { 0 };
            (kernel.initial)(&mut out[at..][..more * row]);
            let first = if reverse { 0 } else { more * row };
            let out = &mut out[first..][..around.n * row];
            if around.inner == 1 {
                return (kernel.line)(x, out, reverse);
            }
            for (column, n) in around.strips() {
                let mut accs = Scratch::new(n * width(kernel.acc));
                let mut step = kernel.start;
                for r in around.rows(reverse) {
                    let at = r * row + column * w;
                    step(&x[at..][..n * w], accs.get(n * width(kernel.acc)), &mut out[at..][..n * w]);
                    step = kernel.row;
                }
            }
        });
        Ok(())
    })?;
    in_dtype(op.name, out, ty.dtype)
}

/// Runs `linear_recurrence`.
pub(super) fn recurrence(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let compute = ty.dtype.compute();
    let spread = |view: &View| {
        let whole = view.with_layout(view.layout().broadcast_to(&ty.shape)?)?;
        decoded_as(op.name, &whole, compute)
    };
    let (a, b) = (spread(views[0])?, spread(views[1])?);
    let axis = normalize_axis(op.name, op.attr(attrs, ONE_AXIS), &ty.shape)?;
    let around = Around::new(&ty.shape, axis);
    let reverse = op.attr(attrs, REVERSE);
    let kernel = scan::recurrence(compute).expect("inference refuses bool");
    let (w, row) = (width(compute), around.inner * width(compute));
    let mut out = View::alloc(op.name, &ty.shape, compute)?;
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    let to = &mut to[..around.outer * around.n * row];
    with_bytes(op.name, &[&a, &b], |bytes| {
        around.share(to, around.n * row, |outer, out| {
            let [a, b] = [0, 1].map(|i| &bytes[i][outer * around.n * row..][..around.n * row]);
            if around.inner == 1 {
                return (kernel.line)(a, b, out, reverse);
            }
            for (column, n) in around.strips() {
                let size = n * width(kernel.acc);
                let mut accs = Scratch::new(size);
                for (i, r) in around.rows(reverse).enumerate() {
                    let at = r * row + column * w;
                    let (a, b, out) = (&a[at..][..n * w], &b[at..][..n * w], &mut out[at..][..n * w]);
                    if i == 0 {
                        (kernel.start)(b, accs.get(size), out);
                    } else {
                        (kernel.row)(a, b, accs.get(size), out);
                    }
                }
            }
        });
        Ok(())
    })?;
    in_dtype(op.name, out, ty.dtype)
}
