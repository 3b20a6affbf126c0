//! Where the extreme of each line stands.

use polyad_core::{DType, Holds, Result, View};
use polyad_ir::attr::AXIS;
use polyad_ir::{Attr, Op, Type, ops};
use polyad_kernels::arg::{Arg, arg};
use polyad_kernels::reduce::BLOCK;

use super::lines::{Lines, Room};
use super::load::{Scratch, width};
use super::threads;

/// The best of some elements of a line, by its value, and its place in the line.
#[derive(Clone, Copy, Default)]
struct Best {
    value: [u64; 1],
    place: Option<i64>,
}

struct Search<'a> {
    lines: Lines<'a>,
    arg: Arg,
    /// Whether NaN is passed over: then a block may have no candidate, which only looking for its place tells.
    skips: bool,
}

/// Runs `argmax`, `argmin` and those that pass NaN over.
pub(super) fn run(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let view = views[0];
    let mut out = View::alloc(op.name, &ty.shape, DType::Int64)?;
    if out.layout().size() == 0 {
        return Ok(out);
    }
    let compute = view.dtype().compute();
    let arg = arg(op.name, compute).expect("kernels search every dtype that inference lets through");
    let skips = op == &ops::NANARGMAX || op == &ops::NANARGMIN;
    let places = bytemuck::cast_slice_mut(out.buffer_mut().unique().expect("a fresh result is not shared"));
    let mut holds = Holds::take(op.name, &[view.buffer()], None)?;
    let (sources, _) = holds.slices();
    let bytes = sources[0].expect("there is no destination");
    Search { lines: Lines::new(op.name, view, bytes, &op.attr(attrs, AXIS), compute)?, arg, skips }.run(places);
    Ok(out)
}

impl Search<'_> {
    fn run(&self, places: &mut [i64]) {
        self.lines.share(
            places,
            1,
            |first, part, threaded| self.results(first, part, threaded),
            |outer, first, part| self.columns(outer, first, part),
        );
    }

    /// Results `first..` where the last axis is searched.
    fn results(&self, first: usize, places: &mut [i64], threaded: bool) {
        let n = self.lines.count();
        let blocks = n.div_ceil(BLOCK);
        let mut room = self.lines.room(BLOCK.min(n));
        for (i, place) in places.iter_mut().enumerate() {
            let base = self.lines.base(first + i);
            let best = if threaded && blocks > 1 {
                let run = blocks.div_ceil(4 * threads::threads());
                let mut partial = vec![Best::default(); blocks.div_ceil(run)];
                let _ = threads::share(partial.iter_mut().enumerate(), |(j, best)| {
                    let mut room = self.lines.room(BLOCK);
                    *best = self.best_of(base, j * run..blocks.min((j + 1) * run), n, &mut room);
                    Ok::<(), ()>(())
                });
                partial.into_iter().fold(Best::default(), |best, next| self.better(best, next))
            } else {
                self.best_of(base, 0..blocks, n, &mut room)
            };
            *place = best.place.unwrap_or(-1);
        }
    }

    /// The earlier one, unless the later one is ahead of it.
    fn better(&self, earlier: Best, later: Best) -> Best {
        let w = width(self.lines.seen);
        let bytes = |best: &Best| bytemuck::bytes_of(&best.value)[..w].to_vec();
        match (earlier.place, later.place) {
            (None, _) => later,
            (_, None) => earlier,
            _ if (self.arg.ahead)(&bytes(&later), &bytes(&earlier)) => later,
            _ => earlier,
        }
    }

    fn best_of(&self, base: isize, blocks: std::ops::Range<usize>, n: usize, room: &mut Room) -> Best {
        let w = width(self.lines.seen);
        let mut best = Best::default();
        // The block of the best so far whose place is not looked for yet: another one may be ahead of it.
        let mut open = None;
        for k in blocks {
            let values = self.lines.line(base, k * BLOCK, BLOCK.min(n - k * BLOCK), room);
            let mut value = [0u64; 1];
            let extreme = &mut bytemuck::bytes_of_mut(&mut value)[..w];
            (self.arg.fold.identity)(extreme);
            (self.arg.fold.block)(values, extreme);
            let none = best.place.is_none() && open.is_none();
            if none || (self.arg.ahead)(extreme, &bytemuck::bytes_of(&best.value)[..w]) {
                if self.skips {
                    let place = (self.arg.position)(values, extreme).map(|at| (k * BLOCK + at) as i64);
                    best = Best { value, place };
                } else {
                    best.value = value;
                    open = Some(k);
                }
            }
        }
        if let Some(k) = open {
            let values = self.lines.line(base, k * BLOCK, BLOCK.min(n - k * BLOCK), room);
            let at = (self.arg.position)(values, &bytemuck::bytes_of(&best.value)[..w]);
            best.place = at.map(|at| (k * BLOCK + at) as i64);
        }
        best
    }

    /// A strip of columns, from column `first` on, of one outer index.
    fn columns(&self, outer: usize, first: usize, places: &mut [i64]) {
        let n = places.len();
        let base = self.lines.base(outer);
        let mut room = self.lines.room(n);
        let size = n * width(self.lines.seen);
        let mut best = Scratch::new(size);
        (self.arg.start)(self.lines.row(base, 0, first, n, &mut room), best.get(size), places);
        for r in 1..self.lines.count() {
            let values = self.lines.row(base, r, first, n, &mut room);
            (self.arg.row)(values, r as i64, best.get(size), places);
        }
    }
}
