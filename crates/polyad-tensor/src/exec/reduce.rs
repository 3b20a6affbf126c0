//! Reductions. The order of additions follows from shape, axes and dtype alone: never from strides, threads or boxes.
//!
//! Axes of extent 1 vanish and neighbours that are both reduced or both kept count as one. Last axis reduced: the
//! reduced elements of each result, in logical order, in blocks of 4,096. Last axis kept: rows in order in blocks of
//! 128. Block results are joined pairwise in index order.

use polyad_core::{DType, Error, Holds, MergedAxes, Reject, Result, View, merge_axes};
use polyad_ir::attr::AXIS;
use polyad_ir::{Attr, Fold, Op, Reduced, Type};
use polyad_kernels::reduce::{self, BLOCK, ROWS};
use smallvec::SmallVec;

use crate::Tensor;

use super::load::{Scratch, load, store, width};
use super::{decoded_as, fold_kernel, threads};

/// Columns that are folded at a time, so that the accumulators stay in cache.
const COLUMNS: usize = 1024;

/// What one reduction works on.
struct Task<'a> {
    bytes: &'a [u8],
    dtype: DType,
    fold: reduce::Fold,
    /// Reduced axes.
    reduced: MergedAxes,
    /// Kept axes, but those of the innermost run where the last axis is kept.
    outer: MergedAxes,
    /// The innermost run of kept axes; empty where the last axis is reduced.
    row: MergedAxes,
    offset: usize,
}

/// Runs a fold over axes.
pub(crate) fn run(op: Op, fold: Fold, view: &View, attrs: &[Attr], ty: Type) -> Result<View> {
    let mut out = View::alloc(op.name, &ty.shape, ty.dtype)?;
    if out.layout().size() == 0 {
        return Ok(out);
    }
    // Sums of integers and of `dtype=` are taken in the dtype of the result.
    let compute = ty.dtype.compute();
    let source = if view.dtype().compute() == compute { view.clone() } else { decoded_as(op.name, view, compute)? };
    let kernel =
        reduce::fold(fold_kernel(fold), compute).expect("kernels fold every dtype that inference lets through");
    let mask = Reduced::new(op.name, view.shape(), &op.attr(attrs, AXIS))?;
    let layout = source.layout();
    let (mut reduced, mut outer, mut row): (MergedAxes, MergedAxes, MergedAxes) = Default::default();
    let last_kept = (0..view.shape().len()).rev().find(|&i| view.shape()[i] != 1).is_some_and(|i| !mask.contains(i));
    let mut innermost = last_kept;
    for i in (0..view.shape().len()).rev().filter(|&i| view.shape()[i] != 1) {
        let axis = (view.shape()[i], layout.strides()[i]);
        if mask.contains(i) {
            innermost = false;
            reduced.insert(0, axis);
        } else if innermost {
            row.insert(0, axis);
        } else {
            outer.insert(0, axis);
        }
    }
    if mask.count() == 0 && fold == Fold::Sum {
        // The identity of the tree is -0.0, that of a sum for everybody else 0.
        return super::cast(op.name, Tensor::zeros(&ty.shape, compute)?.view(), ty.dtype);
    }
    let mut holds = Holds::take(op.name, &[source.buffer()], None)?;
    let (sources, _) = holds.slices();
    let bytes = sources[0].expect("there is no destination");
    let task = Task {
        bytes,
        dtype: source.dtype(),
        fold: kernel,
        reduced: merge_axes(reduced),
        outer: merge_axes(outer),
        row: merge_axes(row),
        offset: layout.offset(),
    };
    let acc = task.fold.acc;
    let mut sums = View::alloc(op.name, &[out.layout().size()], acc)?;
    let sums = sums.buffer_mut().unique().expect("a fresh result is not shared");
    task.run(sums);
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    // One rounding, from the accumulator to the result's dtype.
    store(sums, acc, to, ty.dtype, 0, 1).map_err(|r| not_encodable(op.name, &ty, r))?;
    Ok(out)
}

fn not_encodable(op: &'static str, ty: &Type, r: Reject) -> Error {
    let columns = ty.shape.last().copied().unwrap_or(1).max(1);
    let (row, column) = (r.index / columns, r.index % columns);
    Error::NotEncodable { op, dtype: ty.dtype, value: r.value, row, column, why: r.why }
}

fn count(axes: &[(usize, isize)]) -> usize {
    axes.iter().map(|(n, _)| n).product()
}

/// The element that a flat row-major index over some axes names, relative to their origin.
fn element(axes: &[(usize, isize)], mut flat: usize) -> isize {
    let mut at = 0;
    for &(n, stride) in axes.iter().rev() {
        at += (flat % n) as isize * stride;
        flat /= n;
    }
    at
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
    /// Compute dtype of the operand.
    fn compute(&self) -> DType {
        self.dtype.compute()
    }

    /// Every result, in row-major order.
    fn run(&self, sums: &mut [u8]) {
        let w = width(self.fold.acc);
        let row = count(&self.row);
        let work = (count(&self.reduced).max(1) * count(&self.outer) * row) as f64 * 0.4;
        if self.row.is_empty() {
            let parts = threads::parts(work, sums.len() / w);
            // One result, or few: its blocks are shared out instead, below.
            if parts > 1 && sums.len() / w >= parts {
                let chunk = (sums.len() / w).div_ceil(parts);
                let _ = threads::share(sums.chunks_mut(chunk * w).enumerate(), |(i, part)| {
                    self.results(i * chunk, part, false);
                    Ok::<(), ()>(())
                });
            } else {
                self.results(0, sums, parts > 1 || threads::parts(work, usize::MAX) > 1);
            }
            return;
        }
        // Strips of columns: as many accumulators as stay in cache, and enough strips for the threads.
        let strips = row.div_ceil(COLUMNS);
        let jobs = sums.chunks_mut(row * w).enumerate().flat_map(|(outer, part)| {
            part.chunks_mut(COLUMNS * w).enumerate().map(move |(strip, part)| (outer, strip, part))
        });
        let each = |(outer, strip, part): (usize, usize, &mut [u8])| {
            self.columns(self.offset as isize + element(&self.outer, outer), strip * COLUMNS, part);
            Ok::<(), ()>(())
        };
        if threads::parts(work, strips * count(&self.outer)) > 1 {
            let _ = threads::share(jobs, each);
        } else {
            let _ = { jobs }.try_for_each(each);
        }
    }

    /// Results `first..` where the last axis is reduced.
    fn results(&self, first: usize, sums: &mut [u8], threaded: bool) {
        let w = width(self.fold.acc);
        let n = count(&self.reduced);
        let mut scratch = Scratch::new(BLOCK.min(n) * width(self.compute()));
        for (i, sum) in sums.chunks_mut(w).enumerate() {
            let base = self.offset as isize + element(&self.outer, first + i);
            (self.fold.identity)(sum);
            if n <= BLOCK {
                self.block(base, 0, n, &mut scratch, sum);
                continue;
            }
            let blocks = n.div_ceil(BLOCK);
            if threaded {
                // Aligned runs of a power of two of blocks: each is a subtree of its own.
                let run = blocks.div_ceil(4 * threads::threads()).next_power_of_two();
                let mut partial = vec![Accumulator::default(); blocks.div_ceil(run)];
                let _ = threads::share(partial.iter_mut().enumerate(), |(j, acc)| {
                    let mut scratch = Scratch::new(BLOCK * width(self.compute()));
                    *acc = self.subtree(base, j * run..blocks.min((j + 1) * run), n, &mut scratch);
                    Ok::<(), ()>(())
                });
                let mut counter = Counter::new(&self.fold);
                partial.into_iter().for_each(|acc| counter.push(acc));
                sum.copy_from_slice(&bytemuck::bytes_of(&counter.finish())[..w]);
            } else {
                sum.copy_from_slice(&bytemuck::bytes_of(&self.subtree(base, 0..blocks, n, &mut scratch))[..w]);
            }
        }
    }

    /// The blocks of a range joined pairwise in index order.
    fn subtree(&self, base: isize, blocks: std::ops::Range<usize>, n: usize, scratch: &mut Scratch) -> Accumulator {
        let w = width(self.fold.acc);
        let mut counter = Counter::new(&self.fold);
        for k in blocks {
            let mut acc = Accumulator::default();
            self.nth_block(base, k, n, scratch, &mut bytemuck::bytes_of_mut(&mut acc)[..w]);
            counter.push(acc);
        }
        counter.finish()
    }

    fn nth_block(&self, base: isize, k: usize, n: usize, scratch: &mut Scratch, acc: &mut [u8]) {
        (self.fold.identity)(acc);
        self.block(base, k * BLOCK, BLOCK.min(n - k * BLOCK), scratch, acc);
    }

    /// Folds reduced elements `start..start + n` of one result into `acc`.
    fn block(&self, base: isize, start: usize, n: usize, scratch: &mut Scratch, acc: &mut [u8]) {
        let values = self.read(&self.reduced, base, start, n, scratch);
        (self.fold.block)(values, acc);
    }

    /// Folds a strip of columns, from column `first` on, of one outer index.
    fn columns(&self, base: isize, first: usize, sums: &mut [u8]) {
        let w = width(self.fold.acc);
        let (n, rows) = (sums.len() / w, count(&self.reduced));
        let blocks = rows.div_ceil(ROWS).max(1);
        let mut scratch = Scratch::new(n * width(self.compute()));
        // A binary counter of block results: level i holds the sum of 2^i blocks.
        let mut levels: Vec<Option<Scratch>> = vec![];
        for block in 0..blocks {
            let mut acc = Scratch::new(n * w);
            let part = acc.get(n * w);
            (self.fold.identity)(part);
            for r in block * ROWS..rows.min((block + 1) * ROWS) {
                let at = base + element(&self.reduced, r);
                let values = self.read(&self.row, at, first, n, &mut scratch);
                (self.fold.row)(values, part);
            }
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

    /// Elements `start..start + n` of some axes in row-major order, as compute values: in place where they lie so.
    fn read<'s>(
        &'s self,
        axes: &[(usize, isize)],
        base: isize,
        start: usize,
        n: usize,
        scratch: &'s mut Scratch,
    ) -> &'s [u8] {
        let w = width(self.compute());
        if n == 0 {
            return scratch.peek(0);
        }
        let (len, stride) = axes.last().copied().unwrap_or((1, 1));
        if self.dtype == self.compute() && axes.len() <= 1 && (stride == 1 || n <= 1) {
            let at = (base + start as isize * stride) as usize * w;
            let bytes = &self.bytes[at..at + n * w];
            if (bytes.as_ptr() as usize).is_multiple_of(w.min(8)) {
                return bytes;
            }
        }
        let mut done = 0;
        while done < n {
            let flat = start + done;
            let take = (len - flat % len).min(n - done);
            let at = (base + element(axes, flat)) as usize;
            load(self.bytes, self.dtype, at, stride, &mut scratch.get(n * w)[done * w..][..take * w]);
            done += take;
        }
        scratch.peek(n * w)
    }
}
