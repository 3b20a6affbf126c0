//! Reductions. The order of additions follows from shape, axes and dtype alone: never from strides, threads or boxes.
//!
//! Axes are those of [`super::lines`]. Last axis reduced: the
//! reduced elements of each result, in logical order, in blocks of 4,096. Last axis kept: rows in order in blocks of
//! 128. Block results are joined pairwise in index order.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use polyad_core::{DType, Error, Holds, Kind, Reject, Result, View};
use polyad_ir::attr::{AXIS, CORRECTION};
use polyad_ir::{Attr, Fold, Op, Reduced, Type, ops};
use polyad_kernels::reduce::{self, BLOCK, ROWS, Spread};
use smallvec::SmallVec;

use super::lines::{Lines, Room, count};
use super::load::{Scratch, store, width};
use super::{fold_kernel, threads};

/// What one reduction works on.
struct Task<'a> {
    lines: Lines<'a>,
    fold: reduce::Fold,
    /// Squares about centers are folded instead of the elements: their loops, and a center for each result.
    about: Option<(Spread, &'a [u8])>,
    /// The accumulator after which nothing changes any more.
    last: Option<u8>,
}

/// Runs a fold over axes.
pub(crate) fn run(op: Op, fold: Fold, view: &View, attrs: &[Attr], ty: Type) -> Result<View> {
    let seen = match fold {
        Fold::Sum | Fold::Prod | Fold::NanSum => summed_as(view.dtype().compute(), ty.dtype.compute()),
        _ => view.dtype().compute(),
    };
    let mut sums = folded(op, fold, view, attrs, &ty, seen)?;
    if matches!(fold, Fold::Sum | Fold::NanSum) && folded_count(op, view, attrs)? == 0 {
        // The identity of the tree is -0.0, that of a sum for everybody else 0.
        sums.bytes().fill(0);
    }
    sums.store(op, &ty)
}

/// The dtype in which the elements of a sum are seen. The loops of the operand's own dtype do where their accumulator
/// takes what the result asks for; else the elements become the result's dtype first.
fn summed_as(from: DType, to: DType) -> DType {
    let whole = |d: DType| !matches!(d.kind(), Kind::Float | Kind::Complex);
    let wide = |d: DType| d.is_float() && matches!(d, DType::Float64 | DType::Complex128);
    // Integers wrap alike in any width; bool is no such sum.
    let integers = whole(from) && whole(to) && to != DType::Bool;
    if integers || from.kind() == to.kind() && wide(to) { from } else { to }
}

/// How many elements become one.
fn folded_count(op: Op, view: &View, attrs: &[Attr]) -> Result<usize> {
    Ok(Reduced::new(op.name, view.shape(), &op.attr(attrs, AXIS))?.count())
}

/// Accumulators of all results.
struct Sums(View);

impl Sums {
    fn bytes(&mut self) -> &mut [u8] {
        self.0.buffer_mut().unique().expect("accumulators are not shared")
    }

    /// Those of floats: one number each, or two for complex ones.
    fn numbers(&mut self) -> &mut [f64] {
        bytemuck::cast_slice_mut(self.bytes())
    }

    /// One rounding, from the accumulators to the result's dtype.
    fn store(mut self, op: Op, ty: &Type) -> Result<View> {
        let acc = self.0.dtype();
        if acc == ty.dtype {
            return Ok(self.0);
        }
        let mut out = View::alloc(op.name, &ty.shape, ty.dtype)?;
        let to = out.buffer_mut().unique().expect("a fresh result is not shared");
        store(self.bytes(), acc, to, ty.dtype, 0, 1).map_err(|r| not_encodable(op.name, ty, r))?;
        Ok(out)
    }
}

/// How elements are folded: the pieces of a task but for what it reads.
struct How<'a> {
    seen: DType,
    fold: reduce::Fold,
    about: Option<(Spread, &'a [u8])>,
    last: Option<u8>,
}

/// A fold of elements seen in a compute dtype.
fn folded(op: Op, fold: Fold, view: &View, attrs: &[Attr], ty: &Type, seen: DType) -> Result<Sums> {
    let kernel = reduce::fold(fold_kernel(fold), seen).expect("kernels fold every dtype that inference lets through");
    let last = match fold {
        Fold::All => Some(0),
        Fold::Any => Some(1),
        _ => None,
    };
    fill(op, view, attrs, ty, How { seen, fold: kernel, about: None, last })
}

fn fill(op: Op, view: &View, attrs: &[Attr], ty: &Type, how: How) -> Result<Sums> {
    let mut sums = Sums(View::alloc(op.name, &ty.shape, how.fold.acc)?);
    if sums.0.layout().size() > 0 {
        let mut holds = Holds::take(op.name, &[view.buffer()], None)?;
        let (sources, _) = holds.slices();
        let bytes = sources[0].expect("there is no destination");
        let lines = Lines::new(op.name, view, bytes, &op.attr(attrs, AXIS), how.seen)?;
        Task { lines, fold: how.fold, about: how.about, last: how.last }.run(sums.bytes());
    }
    Ok(sums)
}

/// Arithmetic mean: the sum in its accumulators, divided there.
pub(super) fn mean(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    means(op, views[0], attrs, &ty)?.store(op, &ty)
}

/// The dtype in which floats, and what becomes floats, are seen: sums of both are float64 or complex128.
fn seen_as_float(view: &View) -> DType {
    let own = view.dtype().compute();
    if own.is_float() { own } else { DType::Float64 }
}

fn means(op: Op, view: &View, attrs: &[Attr], ty: &Type) -> Result<Sums> {
    let mut sums = folded(op, Fold::Sum, view, attrs, ty, seen_as_float(view))?;
    let n = folded_count(op, view, attrs)? as f64;
    sums.numbers().iter_mut().for_each(|sum| *sum /= n);
    Ok(sums)
}

/// Variance, or its square root: squared distances from the means, in a second pass.
pub(super) fn variance(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let view = views[0];
    let mut centers = means(op, view, attrs, &ty)?;
    let seen = seen_as_float(view);
    let spread = reduce::spread(seen).expect("there are squares of every float");
    let fold = reduce::fold("sum", DType::Float64).expect("there is a sum of float64");
    let about = Some((spread, &*centers.bytes()));
    let mut sums = fill(op, view, attrs, &ty, How { seen, fold, about, last: None })?;
    let free = folded_count(op, view, attrs)? as f64 - op.attr(attrs, CORRECTION);
    let root = op == &ops::STD;
    sums.numbers().iter_mut().for_each(|sum| {
        let variance = if free > 0.0 { *sum / free } else { f64::NAN };
        *sum = if root { variance.sqrt() } else { variance };
    });
    sums.store(op, &ty)
}

fn not_encodable(op: &'static str, ty: &Type, r: Reject) -> Error {
    let columns = ty.shape.last().copied().unwrap_or(1).max(1);
    let (row, column) = (r.index / columns, r.index % columns);
    Error::NotEncodable { op, dtype: ty.dtype, value: r.value, row, column, why: r.why }
}

/// Room for one accumulator of any dtype, aligned.
type Accumulator = [u64; 2];

/// A binary counter of accumulators: level i holds the join of 2^i of them.
struct Counter<'a> {
    fold: &'a reduce::Fold,
    levels: SmallVec<[Option<Accumulator>; 8]>,
}

impl<'a> Counter<'a> {
    fn new(fold: &'a reduce::Fold) -> Counter<'a> {
        Counter { fold, levels: SmallVec::new() }
    }

    fn join(&self, other: Accumulator, mut into: Accumulator) -> Accumulator {
        let w = width(self.fold.acc);
        (self.fold.join)(&bytemuck::bytes_of(&other)[..w], &mut bytemuck::bytes_of_mut(&mut into)[..w]);
        into
    }

    fn push(&mut self, mut acc: Accumulator) {
        let mut level = 0;
        while let Some(earlier) = self.levels.get_mut(level).and_then(Option::take) {
            acc = self.join(acc, earlier);
            level += 1;
        }
        if level == self.levels.len() {
            self.levels.push(Some(acc));
        } else {
            self.levels[level] = Some(acc);
        }
    }

    /// What is left joins from the right, the smaller runs first.
    fn finish(self) -> Accumulator {
        let mut whole: Option<Accumulator> = None;
        for &earlier in self.levels.iter().flatten() {
            whole = Some(whole.map_or(earlier, |later| self.join(later, earlier)));
        }
        whole.expect("there is at least one block")
    }
}

impl Task<'_> {
    /// Every result, in row-major order.
    fn run(&self, sums: &mut [u8]) {
        self.lines.share(
            sums,
            width(self.fold.acc),
            |first, part, threaded| self.results(first, part, threaded),
            |outer, first, part| self.columns(outer, first, part),
        );
    }

    /// Results `first..` where the last axis is reduced.
    fn results(&self, first: usize, sums: &mut [u8], threaded: bool) {
        let w = width(self.fold.acc);
        let n = self.lines.count();
        let mut room = self.lines.room(BLOCK.min(n));
        for (i, sum) in sums.chunks_mut(w).enumerate() {
            let result = first + i;
            (self.fold.identity)(sum);
            if n <= BLOCK {
                self.block(result, 0, n, &mut room, sum);
                continue;
            }
            let blocks = n.div_ceil(BLOCK);
            let found = AtomicBool::new(false);
            if threaded {
                // Aligned runs of a power of two of blocks: each is a subtree of its own.
                let run = blocks.div_ceil(4 * threads::threads()).next_power_of_two();
                let mut partial = vec![Accumulator::default(); blocks.div_ceil(run)];
                let _ = threads::share(partial.iter_mut().enumerate(), |(j, acc)| {
                    let mut room = self.lines.room(BLOCK);
                    *acc = self.subtree(result, j * run..blocks.min((j + 1) * run), n, &mut room, &found);
                    Ok::<(), ()>(())
                });
                let mut counter = Counter::new(&self.fold);
                partial.into_iter().for_each(|acc| counter.push(acc));
                sum.copy_from_slice(&bytemuck::bytes_of(&counter.finish())[..w]);
            } else {
                sum.copy_from_slice(&bytemuck::bytes_of(&self.subtree(result, 0..blocks, n, &mut room, &found))[..w]);
            }
        }
    }

    /// The blocks of a range joined pairwise in index order; up to one that decides the result, here or in another range.
    fn subtree(
        &self,
        result: usize,
        blocks: Range<usize>,
        n: usize,
        room: &mut Room,
        found: &AtomicBool,
    ) -> Accumulator {
        let w = width(self.fold.acc);
        let mut counter = Counter::new(&self.fold);
        for k in blocks {
            let mut acc = Accumulator::default();
            let bytes = &mut bytemuck::bytes_of_mut(&mut acc)[..w];
            (self.fold.identity)(bytes);
            self.block(result, k * BLOCK, BLOCK.min(n - k * BLOCK), room, bytes);
            if self.last == Some(bytes[0]) {
                found.store(true, Ordering::Relaxed);
            }
            counter.push(acc);
            if found.load(Ordering::Relaxed) {
                break;
            }
        }
        counter.finish()
    }

    /// Folds reduced elements `start..start + n` of one result into `acc`.
    fn block(&self, result: usize, start: usize, n: usize, room: &mut Room, acc: &mut [u8]) {
        let values = self.lines.line(self.lines.base(result), start, n, room);
        match &self.about {
            None => (self.fold.block)(values, acc),
            Some((spread, centers)) => (spread.block)(values, part(centers, self.lines.seen, result, 1), acc),
        }
    }

    /// Folds a strip of columns, from column `first` on, of one outer index.
    fn columns(&self, outer: usize, first: usize, sums: &mut [u8]) {
        let w = width(self.fold.acc);
        let (n, rows) = (sums.len() / w, self.lines.count());
        let base = self.lines.base(outer);
        let blocks = rows.div_ceil(ROWS).max(1);
        let mut room = self.lines.room(n);
        let centers = self.about.as_ref().map(|(spread, centers)| {
            let at = outer * count(&self.lines.row) + first;
            (spread.row, part(centers, self.lines.seen, at, n))
        });
        let mut fold = |block: usize, part: &mut [u8]| {
            (self.fold.identity)(part);
            let (mut r, end) = (block * ROWS, rows.min((block + 1) * ROWS));
            while centers.is_none()
                && end - r >= 4
                && let Some(four) = self.lines.rows(base, r, first, n)
            {
                (self.fold.rows)(four, part);
                r += 4;
            }
            for r in r..end {
                let values = self.lines.row(base, r, first, n, &mut room);
                match centers {
                    None => (self.fold.row)(values, part),
                    Some((row, centers)) => row(values, centers, part),
                }
            }
        };
        if blocks == 1 {
            return fold(0, sums);
        }
        // A binary counter of block results: level i holds the sum of 2^i blocks.
        let mut levels: Vec<Option<Scratch>> = vec![];
        for block in 0..blocks {
            let mut acc = Scratch::new(n * w);
            fold(block, acc.get(n * w));
            let mut level = 0;
            while let Some(slot) = levels.get_mut(level).and_then(Option::take) {
                let mut joined = slot;
                (self.fold.join)(acc.peek(n * w), joined.get(n * w));
                acc = joined;
                level += 1;
            }
            if levels.len() <= level {
                levels.push(Some(acc));
            } else {
                levels[level] = Some(acc);
            }
        }
        // What is left joins from the right, the smaller runs first.
        let mut whole: Option<Scratch> = None;
        for mut left in levels.into_iter().flatten() {
            if let Some(right) = whole {
                (self.fold.join)(right.peek(n * w), left.get(n * w));
            }
            whole = Some(left);
        }
        sums.copy_from_slice(whole.expect("there is at least one block").peek(n * w));
    }
}

/// The centers of `n` results from `first` on; they are numbers of the kind of the elements.
fn part(centers: &[u8], seen: DType, first: usize, n: usize) -> &[u8] {
    let w = if seen.kind() == Kind::Complex { 16 } else { 8 };
    &centers[first * w..][..n * w]
}
