//! Fourier, cosine and sine transforms: rows where the axis is the last, else strips of columns that are copied to rows and back.
//!
//! Each row is transformed by itself with one plan, so the result does not depend on strips, threads or layouts.

use polyad_core::{DType, Kind as DKind, Result, View};
use polyad_ir::attr::{KIND, NORM};
use polyad_ir::ops::{self, Line};
use polyad_ir::{Attr, Op, Type, part};
use polyad_linalg::fft::{Form, Kind, Plan, gather, scatter};

use super::load::width;
use super::scan::Around;
use super::{cast, copy, decoded_as, in_dtype, memory, memory_bytes, threads, with_bytes};

/// Bytes of a strip of columns, and of what becomes of it, that stay in cache together.
const ROOM: usize = 1 << 18;
/// Bytes of a cache line.
const LINE: usize = 64;

/// The most rows of blocks that go together.
const ROWS: usize = 1 << 14;
/// Lengths from which the memory of a plan is asked for first.
const LONG: usize = 1 << 20;

/// A transform of all rows along an axis.
struct Pass {
    op: &'static str,
    kind: Kind,
    /// The length.
    n: usize,
    factor: f64,
    /// The dtypes of what a row is of, before and after.
    dtypes: [DType; 2],
}

impl Pass {
    /// The transform of a contiguous view along an axis, in a new buffer. Elements may be pairs of what rows are of.
    fn run(&self, x: &View, axis: usize, dtype: DType) -> Result<View> {
        let mut shape = x.shape().to_vec();
        shape[axis] = self.extents()[1];
        let mut out = View::alloc(self.op, &shape, dtype)?;
        let around = Around::new(x.shape(), axis).of_parts(width(dtype) / width(self.dtypes[1]));
        if out.layout().size() > 0 {
            let size = out.layout().size() * width(dtype);
            let to = out.buffer_mut().unique().expect("a fresh result is not shared");
            with_bytes(self.op, &[x], |bytes| self.share(around, Some(bytes[0]), &mut to[..size]))?;
        }
        Ok(out)
    }

    /// The transform of a view that nobody else has along an axis whose extent stays, in place.
    fn run_in_place(&self, x: &mut View, axis: usize) -> Result<()> {
        let around = Around::new(x.shape(), axis);
        let size = x.layout().size() * width(self.dtypes[1]);
        let to = x.buffer_mut().unique().expect("a fresh result is not shared");
        if size == 0 { Ok(()) } else { self.share(around, None, &mut to[..size]) }
    }

    /// How many elements of a row are read at most, and how many come out.
    fn extents(&self) -> [usize; 2] {
        self.kind.extents(self.n)
    }

    /// Errors: `OutOfMemory` where there is no room for the plan.
    fn plan(&self) -> Result<Plan> {
        let part = part(self.dtypes[1]);
        if self.n >= LONG {
            // Plans are made by crates that cannot tell of this; some hold a longer transform.
            View::alloc(self.op, &[self.n, 8], part)?;
        }
        Ok(Plan::new(part, self.kind, self.n))
    }

    /// Shares out the rows; without a source they are those of the result.
    fn share(&self, around: Around, from: Option<&[u8]>, to: &mut [u8]) -> Result<()> {
        let (outer, inner, plan) = (around.outer, around.inner, &self.plan()?);
        let [made, w] = [self.extents()[1], width(self.dtypes[1])];
        let whole = made * inner * w;
        let work = self.n as f64 * ((self.n.max(2) as f64).log2() + 3.0) * 0.4;
        let parts = threads::parts(work * (outer * inner) as f64, outer * inner);
        if inner == 1 {
            let chunk = outer.div_ceil(parts);
            let mut jobs = to.chunks_mut(chunk * whole).enumerate();
            let each = |(i, rows): (usize, &mut [u8])| {
                self.rows(plan, around, from.map(|from| &from[i * chunk * around.n * width(self.dtypes[0])..]), rows)
            };
            return if parts > 1 { threads::share(jobs, each) } else { jobs.try_for_each(each) };
        }
        // Blocks are cut into ranges of columns only where they are fewer than the threads can share; else several go together.
        let wide = inner.div_ceil(parts.div_ceil(outer)).max((LINE / w).min(inner));
        let together = if wide < inner { 1 } else { outer.div_ceil(parts).min(ROWS / made).max(1) };
        let mut jobs = to.chunks_mut(together * whole).enumerate().flat_map(|(i, blocks)| {
            let mut ranges: Vec<Vec<&mut [u8]>> = vec![];
            ranges.resize_with(inner.div_ceil(wide), || Vec::with_capacity(together * made));
            for row in blocks.chunks_mut(inner * w) {
                row.chunks_mut(wide * w).zip(&mut ranges).for_each(|(part, to)| to.push(part));
            }
            ranges.into_iter().enumerate().map(move |(k, rows)| (i * together, k * wide, rows))
        });
        let each = |(i, first, mut rows): (usize, usize, Vec<&mut [u8]>)| {
            let from = from.map(|from| &from[i * around.n * inner * width(self.dtypes[0])..]);
            self.columns(plan, around, from, first, &mut rows)
        };
        if parts > 1 { threads::share(jobs, each) } else { jobs.try_for_each(each) }
    }

    /// Transforms rows that lie one after the other.
    fn rows(&self, plan: &Plan, around: Around, from: Option<&[u8]>, to: &mut [u8]) -> Result<()> {
        let [w, v] = self.dtypes.map(width);
        let [used, made] = self.extents();
        let [used, made] = [around.n.min(used) * w, made * v];
        let row = if from.is_some() { 0 } else { made.next_multiple_of(16) };
        let mut memory = memory(self.op, row + plan.room())?;
        let (row, room) = memory_bytes(&mut memory).split_at_mut(row);
        for (i, out) in to.chunks_exact_mut(made).enumerate() {
            let x = match from {
                Some(from) => &from[i * around.n * w..][..used],
                None => {
                    row[..made].copy_from_slice(out);
                    &row[..made]
                }
            };
            plan.run(x, self.factor, room, out);
        }
        Ok(())
    }

    /// Transforms columns of consecutive blocks, a strip at a time. `rows` are their parts of the result, `from` the source of the
    /// whole blocks; without one the source is what `rows` hold.
    fn columns(
        &self,
        plan: &Plan,
        around: Around,
        from: Option<&[u8]>,
        first: usize,
        all: &mut [&mut [u8]],
    ) -> Result<()> {
        let [w, v] = self.dtypes.map(width);
        let [most, extent] = self.extents();
        let used = around.n.min(most);
        let count = all[0].len() / v;
        // A cache line more than a row, so that columns do not push each other out where their length is a power of two.
        let [stride, place] = [used + LINE / w, extent + LINE / v];
        let each = stride * w + place * v;
        let wide = (ROOM / each).clamp(LINE / w.min(v), 32).min(count);
        let mut memory = memory(self.op, wide * each + plan.room() + 32)?;
        let (strip, rest) = memory_bytes(&mut memory).split_at_mut((wide * stride * w).next_multiple_of(16));
        let (made, room) = rest.split_at_mut((wide * place * v).next_multiple_of(16));
        for (i, rows) in all.chunks_mut(extent).enumerate() {
            let block = from.map(|from| &from[i * around.n * around.inner * w..]);
            for c in (0..count).step_by(wide) {
                let n = wide.min(count - c);
                match block {
                    Some(block) => {
                        let row = |r: usize| &block[(r * around.inner + first + c) * w..][..n * w];
                        gather(w, used, row, stride, strip);
                    }
                    None => gather(w, used, |r| &rows[r][c * w..][..n * w], stride, strip),
                }
                for (x, out) in strip.chunks(stride * w).zip(made.chunks_mut(place * v)).take(n) {
                    plan.run(&x[..used * w], self.factor, room, &mut out[..extent * v]);
                }
                scatter(v, rows, c, n, place, made);
            }
        }
        Ok(())
    }
}

/// Runs the entries of one axis.
pub(super) fn one(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let line = ops::line(op, attrs, views[0].shape())?;
    let pass = pass(op, line, op.attr(attrs, NORM), views[0].dtype(), ty.dtype);
    let x = decoded_as(op.name, views[0], pass.dtypes[0])?;
    in_dtype(op.name, pass.run(&x, line.axis, pass.dtypes[1])?, ty.dtype)
}

/// The pass of a line from one dtype to another.
fn pass(op: Op, line: Line, norm: &'static str, from: DType, to: DType) -> Pass {
    let inverse = line.op == &ops::IFFT || line.op == &ops::IRFFT;
    let kind = match line.op {
        op if op == &ops::RFFT => Kind::Half,
        op if op == &ops::IRFFT => Kind::FromHalf,
        _ if from.kind() != DKind::Complex => Kind::Whole { inverse },
        _ => Kind::Complex { inverse },
    };
    let [real, complex] = match part(to.compute()) {
        DType::Float32 => [DType::Float32, DType::Complex64],
        _ => [DType::Float64, DType::Complex128],
    };
    let dtypes = match kind {
        Kind::FromHalf => [complex, real],
        Kind::Complex { .. } => [complex, complex],
        _ => [real, complex],
    };
    let n = line.n as f64;
    let factor = match (norm, inverse) {
        ("ortho", _) => 1.0 / n.sqrt(),
        ("backward", true) | ("forward", false) => 1.0 / n,
        _ => 1.0,
    };
    Pass { op: op.name, kind, n: line.n, factor, dtypes }
}

/// Runs the entries of several axes: the first pass into a new buffer, then in place where the extent stays.
pub(super) fn several(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let norm = op.attr(attrs, NORM);
    let mut now: Option<View> = None;
    for line in ops::lines(op, attrs, views[0].shape())? {
        let pass = pass(op, line, norm, now.as_ref().map_or(views[0].dtype(), View::dtype), ty.dtype);
        now = Some(match now {
            None => pass.run(&decoded_as(op.name, views[0], pass.dtypes[0])?, line.axis, pass.dtypes[1])?,
            Some(mut x) if line.op != &ops::IRFFT && x.shape()[line.axis] == line.n => {
                pass.run_in_place(&mut x, line.axis)?;
                x
            }
            Some(x) => pass.run(&x, line.axis, pass.dtypes[1])?,
        });
    }
    match now {
        Some(out) => in_dtype(op.name, out, ty.dtype),
        None if views[0].dtype() == ty.dtype => copy(op.name, views[0]),
        None => cast(op.name, views[0], ty.dtype),
    }
}

/// Runs `dct` and `dst`.
pub(super) fn waves(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let line = ops::line(op, attrs, views[0].shape())?;
    let (kind, norm) = (op.attr(attrs, KIND), op.attr(attrs, NORM));
    let form = Form { number: kind as u8, orthogonal: norm == "ortho" };
    let length = ops::logical_length(op, kind, line.n);
    let factor = match norm {
        "ortho" => 1.0 / length.sqrt(),
        "forward" => 1.0 / length,
        _ => 1.0,
    };
    let kind = if op == &ops::DST { Kind::Sine(form) } else { Kind::Cosine(form) };
    // The parts of complex numbers are columns beside each other.
    let compute = ty.dtype.compute();
    let pass = Pass { op: op.name, kind, n: line.n, factor, dtypes: [part(compute); 2] };
    let x = decoded_as(op.name, views[0], compute)?;
    in_dtype(op.name, pass.run(&x, line.axis, compute)?, ty.dtype)
}
