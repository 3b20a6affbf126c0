//! What a reduction reads: the elements of each result in logical order, whatever the strides.
//!
//! Axes of extent 1 vanish and neighbours that are both reduced or both kept count as one, so that the order is a
//! function of shape and axes alone.

use polyad_core::{DType, MergedAxes, Result, View, merge_axes};
use polyad_ir::Reduced;
use polyad_ir::attr::Axes;
use polyad_kernels::cast;
use polyad_kernels::unary::Unary;

use super::load::{Scratch, load, width};
use super::threads;

/// Columns that are worked on at a time, at most: their accumulators stay in cache, and memory is read in long runs.
const COLUMNS: usize = 4096;
/// Columns that are worth a thread of their own.
const LEAST: usize = 512;

/// The elements of a reduction.
pub(super) struct Lines<'a> {
    bytes: &'a [u8],
    dtype: DType,
    /// From the compute dtype of the operand to that of the loops, where they differ.
    cast: Option<Unary>,
    /// The dtype that the loops see.
    pub(super) seen: DType,
    /// Reduced axes.
    pub(super) reduced: MergedAxes,
    /// Kept axes, but those of the innermost run where the last axis is kept.
    pub(super) outer: MergedAxes,
    /// The innermost run of kept axes; empty where the last axis is reduced.
    pub(super) row: MergedAxes,
    offset: isize,
}

/// Room for the values of one worker.
pub(super) struct Room {
    loaded: Scratch,
    cast: Scratch,
}

impl<'a> Lines<'a> {
    /// The elements of a view whose bytes are held, seen in a compute dtype. Errors: those of the axes.
    pub(super) fn new(op: &'static str, view: &View, bytes: &'a [u8], axes: &Axes, seen: DType) -> Result<Lines<'a>> {
        let mask = Reduced::new(op, view.shape(), axes)?;
        let (mut reduced, mut outer, mut row): (MergedAxes, MergedAxes, MergedAxes) = Default::default();
        let shape = view.shape();
        let mut innermost = true;
        for i in (0..shape.len()).rev().filter(|&i| shape[i] != 1) {
            let axis = (shape[i], view.layout().strides()[i]);
            if mask.contains(i) {
                innermost = false;
                reduced.insert(0, axis);
            } else if innermost {
                row.insert(0, axis);
            } else {
                outer.insert(0, axis);
            }
        }
        let compute = view.dtype().compute();
        let convert = || cast::cast(compute, seen).expect("inference refuses casts without a meaning");
        Ok(Lines {
            bytes,
            dtype: view.dtype(),
            cast: (compute != seen).then(convert),
            seen,
            reduced: merge_axes(reduced),
            outer: merge_axes(outer),
            row: merge_axes(row),
            offset: view.layout().offset() as isize,
        })
    }

    /// How many elements become one.
    pub(super) fn count(&self) -> usize {
        count(&self.reduced)
    }

    /// Nanoseconds that reading all of `results` takes, roughly: by their bytes, and more where they are decoded or cast.
    fn cost(&self, results: usize) -> f64 {
        let plain = self.dtype == self.dtype.compute() && self.cast.is_none();
        let each = width(self.dtype.compute()) as f64 * 0.03 + if plain { 0.0 } else { 0.5 };
        (self.count().max(1) * results) as f64 * each
    }

    /// Has every result worked out, in row-major order, on threads where that pays off. A result takes `unit` items of `out`.
    ///
    /// Where the last axis is reduced, `results` is given the index of the first one of a piece, and whether threads are left
    /// for the blocks of one; else `columns` the index over the outer axes and the first column of a strip.
    pub(super) fn share<T: Send>(
        &self,
        out: &mut [T],
        unit: usize,
        results: impl Fn(usize, &mut [T], bool) + Sync,
        columns: impl Fn(usize, usize, &mut [T]) + Sync,
    ) {
        let made = out.len() / unit;
        let work = self.cost(made);
        if self.row.is_empty() {
            let parts = threads::parts(work, made);
            // One result, or few: its blocks are shared out instead.
            if parts <= 1 || made < parts {
                return results(0, out, threads::parts(work, usize::MAX) > 1);
            }
            let chunk = made.div_ceil(parts);
            let _ = threads::share(out.chunks_mut(chunk * unit).enumerate(), |(i, part)| {
                results(i * chunk, part, false);
                Ok::<(), ()>(())
            });
            return;
        }
        // Strips of columns: as many accumulators as stay in cache, and enough strips for the threads.
        let (row, wide) = (count(&self.row), self.strip(work));
        let jobs = out.chunks_mut(row * unit).enumerate().flat_map(|(outer, part)| {
            part.chunks_mut(wide * unit).enumerate().map(move |(strip, part)| (outer, strip, part))
        });
        let each = |(outer, strip, part): (usize, usize, &mut [T])| {
            columns(outer, strip * wide, part);
            Ok::<(), ()>(())
        };
        if threads::parts(work, row.div_ceil(wide) * count(&self.outer)) > 1 {
            let _ = threads::share(jobs, each);
        } else {
            let _ = { jobs }.try_for_each(each);
        }
    }

    /// How many columns of a row make a strip: for work of a length, such that strips are enough for the threads, and alike.
    fn strip(&self, work: f64) -> usize {
        let row = count(&self.row);
        let threads =
            if threads::parts(work, usize::MAX) > 1 { threads::threads().min(row.div_ceil(LEAST)) } else { 1 };
        let strips = row.div_ceil(COLUMNS).next_multiple_of(threads);
        row.div_ceil(strips).next_multiple_of(64).min(COLUMNS)
    }

    /// Where the elements of a result begin, or of a row of results: by its index over the outer axes.
    pub(super) fn base(&self, outer: usize) -> isize {
        self.offset + element(&self.outer, outer)
    }

    /// Room for up to `n` elements at once.
    pub(super) fn room(&self, n: usize) -> Room {
        let cast = if self.cast.is_some() { n * width(self.seen) } else { 0 };
        Room { loaded: Scratch::new(n * width(self.dtype.compute())), cast: Scratch::new(cast) }
    }

    /// Reduced elements `start..start + n` of the result that begins at `base`.
    pub(super) fn line<'s>(&'s self, base: isize, start: usize, n: usize, room: &'s mut Room) -> &'s [u8] {
        self.read(&self.reduced, base, start, n, room)
    }

    /// Elements `first..first + n` of row `r` of the results that begin at `base`.
    pub(super) fn row<'s>(&'s self, base: isize, r: usize, first: usize, n: usize, room: &'s mut Room) -> &'s [u8] {
        self.read(&self.row, base + element(&self.reduced, r), first, n, room)
    }

    /// [`Lines::row`] for four rows from `r` on, where the loops can read them in place.
    pub(super) fn rows(&self, base: isize, r: usize, first: usize, n: usize) -> Option<[&'a [u8]; 4]> {
        if self.cast.is_some() || n == 0 {
            return None;
        }
        let row = |i| self.direct(&self.row, base + element(&self.reduced, r + i), first, n);
        Some([row(0)?, row(1)?, row(2)?, row(3)?])
    }

    /// Elements `start..start + n` of some axes in row-major order: in place where they lie so.
    fn read<'s>(
        &'s self,
        axes: &[(usize, isize)],
        base: isize,
        start: usize,
        n: usize,
        room: &'s mut Room,
    ) -> &'s [u8] {
        let values = self.loaded(axes, base, start, n, &mut room.loaded);
        match self.cast {
            None => values,
            Some(cast) => {
                let size = n * width(self.seen);
                cast(values, room.cast.get(size));
                room.cast.peek(size)
            }
        }
    }

    /// Elements `start..start + n` of some axes, where they can be read in place.
    fn direct(&self, axes: &[(usize, isize)], base: isize, start: usize, n: usize) -> Option<&'a [u8]> {
        let (_, stride) = axes.last().copied().unwrap_or((1, 1));
        if self.dtype != self.dtype.compute() || axes.len() > 1 || stride != 1 && n > 1 {
            return None;
        }
        let w = width(self.dtype);
        let at = (base + start as isize * stride) as usize * w;
        let bytes = &self.bytes[at..at + n * w];
        (bytes.as_ptr() as usize).is_multiple_of(w.min(8)).then_some(bytes)
    }

    fn loaded<'s>(
        &'s self,
        axes: &[(usize, isize)],
        base: isize,
        start: usize,
        n: usize,
        scratch: &'s mut Scratch,
    ) -> &'s [u8] {
        let w = width(self.dtype.compute());
        if n == 0 {
            return scratch.peek(0);
        }
        if let Some(bytes) = self.direct(axes, base, start, n) {
            return bytes;
        }
        let (len, stride) = axes.last().copied().unwrap_or((1, 1));
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

/// How many elements some axes have.
pub(super) fn count(axes: &[(usize, isize)]) -> usize {
    axes.iter().map(|(n, _)| n).product()
}

/// The element that a flat row-major index over some axes names, relative to their origin.
fn element(axes: &[(usize, isize)], mut flat: usize) -> isize {
    if let [(_, stride)] = axes {
        return flat as isize * stride;
    }
    let mut at = 0;
    for &(n, stride) in axes.iter().rev() {
        at += (flat % n) as isize * stride;
        flat /= n;
    }
    at
}
