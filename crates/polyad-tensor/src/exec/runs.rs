//! Elements moved as bytes, in the longest runs that both sides have: what a copy is where no element changes.

use polyad_core::{Buffer, DType, Holds, Layout, Result, View};
use polyad_kernels::transpose::{Area, transpose};
use smallvec::{SmallVec, smallvec};

use super::blocks::block_layout;
use super::boxes::{self, Axis};
use super::threads;

/// A layout counted in units of whole bytes, and how many bytes a unit has: elements, or blocks where the view takes none
/// apart.
pub(super) fn units(view: &View) -> Option<(Layout, usize)> {
    let layout = if view.dtype().is_plain() { view.layout().clone() } else { block_layout(view)? };
    Some((layout, view.dtype().block_bytes()))
}

/// Copies `source` into elements that others may see, if both lie in runs and in different memory; `false` where they do
/// not. The dtypes and shapes are the same.
pub(super) fn write(op: &'static str, destination: &View, source: &View) -> Result<bool> {
    if source.buffer().overlaps(destination.buffer()) {
        return Ok(false);
    }
    let (Some((to, width)), Some((from, _))) = (units(destination), units(source)) else { return Ok(false) };
    let Some(plan) = Plan::new(&to, &from, !source.dtype().is_plain()) else { return Ok(false) };
    let mut holds = Holds::take(op, &[source.buffer()], Some(destination.buffer()))?;
    let (sources, bytes) = holds.slices();
    plan.run(bytes, sources[0].expect("the source is another buffer"), width);
    Ok(true)
}

/// Copies `source` to a place in a fresh result; `false` where they do not lie in runs. The dtypes and shapes are the same.
pub(super) fn put(op: &'static str, out: &mut View, place: &Layout, source: &View) -> Result<bool> {
    let Some((from, width)) = units(source) else { return Ok(false) };
    let Some((to, _)) = units(&out.with_layout(place.clone())?) else { return Ok(false) };
    let Some(plan) = Plan::new(&to, &from, !source.dtype().is_plain()) else { return Ok(false) };
    let mut holds = Holds::take(op, &[source.buffer()], None)?;
    let (sources, _) = holds.slices();
    let bytes = out.buffer_mut().unique().expect("a fresh result is not shared");
    plan.run(bytes, sources[0].expect("there is no destination"), width);
    Ok(true)
}

/// The loops of a copy: all axes but the last walk from run to run, or from matrix to matrix.
struct Plan {
    axes: SmallVec<[Axis; 4]>,
    /// Whether the last two axes are a matrix that is transposed.
    across: bool,
    origin: [usize; 2],
    empty: bool,
}

/// Nanoseconds an element of a transposed copy, roughly.
const ACROSS: f64 = 0.4;

impl Plan {
    /// `None` where elements are apart: the tile engine gathers those. Units of several elements, `wide`, are moved one by
    /// one.
    fn new(to: &Layout, from: &Layout, wide: bool) -> Option<Plan> {
        let mut axes = boxes::merge(to.shape(), &[to.strides(), from.strides()]);
        let empty = to.size() == 0;
        let runs = axes.last().map(|last| last.strides[0] == 1 && matches!(last.strides[1], 0 | 1));
        let across = runs == Some(false) && !wide && !empty && matrix_last(&mut axes);
        if runs.is_none() || runs == Some(false) && wide {
            axes.push(Axis { n: 1, strides: smallvec![1, 1] });
        }
        let origin = [to.offset(), from.offset()];
        (empty || wide || across || runs != Some(false)).then(|| Plan { axes, across, origin, empty })
    }

    fn run(&self, to: &mut [u8], from: &[u8], width: usize) {
        let (last, outer) = self.axes.split_last().expect("there is one axis at least");
        let n = last.n * width;
        if self.empty {
            return;
        }
        if self.across {
            return self.transpose(to, from, width);
        }
        if last.strides[1] == 0 {
            return match width {
                1 => self.spread::<1>(outer, last.n, to, from),
                2 => self.spread::<2>(outer, last.n, to, from),
                4 => self.spread::<4>(outer, last.n, to, from),
                8 => self.spread::<8>(outer, last.n, to, from),
                _ => each(outer, self.origin, &mut |[a, b]| {
                    let one = &from[b * width..][..width];
                    to[a * width..][..n].chunks_exact_mut(width).for_each(|x| x.copy_from_slice(one));
                }),
            };
        }
        // Short runs of a fixed length are moves of a register; a call for each would cost more than the bytes.
        match n {
            4 => self.moves::<4>(outer, width, to, from),
            8 => self.moves::<8>(outer, width, to, from),
            12 => self.moves::<12>(outer, width, to, from),
            16 => self.moves::<16>(outer, width, to, from),
            _ => each(outer, self.origin, &mut |[a, b]| {
                to[a * width..][..n].copy_from_slice(&from[b * width..][..n]);
            }),
        }
    }

    /// Matrix after matrix, a piece of the rows of the outermost axis for each thread where the pieces lie apart.
    fn transpose(&self, to: &mut [u8], from: &[u8], width: usize) {
        let outer = &self.axes[0];
        let size: usize = self.axes.iter().map(|a| a.n).product();
        let parts = threads::parts(size as f64 * ACROSS, outer.n);
        let apart = outer.strides[0] >= 1 && {
            // From the first element of an index of the outermost axis to its last.
            let inner = self.axes[1..].iter().map(|a| (a.n as isize - 1) * a.strides[0]);
            self.axes[1..].iter().all(|a| a.strides[0] >= 0) && inner.sum::<isize>() < outer.strides[0]
        };
        if parts <= 1 || !apart {
            return matrices(&self.axes, self.origin, width, to, from);
        }
        let rows = outer.n.div_ceil(parts);
        // Whole squares, where the pieces cut a matrix.
        let rows = if self.axes.len() == 2 { rows.next_multiple_of(64) } else { rows };
        let pieces = to[self.origin[0] * width..].chunks_mut(rows * outer.strides[0] as usize * width);
        let each = |(i, piece): (usize, &mut [u8])| {
            let mut axes = self.axes.clone();
            axes[0].n = rows.min(outer.n - i * rows);
            let first = self.origin[1].wrapping_add_signed((i * rows) as isize * outer.strides[1]);
            matrices(&axes, [0, first], width, piece, from);
            Ok::<(), std::convert::Infallible>(())
        };
        let Ok(()) = threads::share(pieces.take(outer.n.div_ceil(rows)).enumerate(), each);
    }

    fn moves<const N: usize>(&self, outer: &[Axis], width: usize, to: &mut [u8], from: &[u8]) {
        each(outer, self.origin, &mut |[a, b]| {
            let source: &[u8; N] = from[b * width..].first_chunk().expect("a view lies inside its buffer");
            *to[a * width..].first_chunk_mut().expect("a place lies inside its buffer") = *source;
        });
    }

    fn spread<const W: usize>(&self, outer: &[Axis], n: usize, to: &mut [u8], from: &[u8]) {
        let (to, from) = (to.as_chunks_mut::<W>().0, from.as_chunks::<W>().0);
        each(outer, self.origin, &mut |[a, b]| to[a..a + n].fill(from[b]));
    }
}

/// Puts the axis along which the source is contiguous before the last one, if there is one and both are long enough for
/// squares in registers.
fn matrix_last(axes: &mut SmallVec<[Axis; 4]>) -> bool {
    let Some((last, rest)) = axes.split_last() else { return false };
    let at = rest.iter().position(|a| a.strides[1] == 1 && a.n >= 8);
    let fits = last.n >= 8 && last.strides[0] == 1;
    let Some(at) = at.filter(|_| fits) else { return false };
    let rows = axes.remove(at);
    axes.insert(axes.len() - 1, rows);
    true
}

/// Transposes the matrix of the last two axes for each index of the others.
fn matrices(axes: &[Axis], origin: [usize; 2], width: usize, to: &mut [u8], from: &[u8]) {
    let [outer @ .., rows, cols] = axes else { unreachable!("a matrix has two axes") };
    each(outer, origin, &mut |[out_first, first]| {
        let (row_stride, col_stride, out_stride) = (rows.strides[1], cols.strides[1], rows.strides[0]);
        let area = Area { first, row_stride, col_stride, rows: rows.n, cols: cols.n, out_first, out_stride };
        transpose(from, to, width, area);
    });
}

/// Where each run starts, in units of destination and source.
fn each(axes: &[Axis], at: [usize; 2], run: &mut impl FnMut([usize; 2])) {
    let Some((axis, inner)) = axes.split_first() else { return run(at) };
    let mut at = at;
    for _ in 0..axis.n {
        if inner.is_empty() {
            run(at)
        } else {
            each(inner, at, run)
        }
        // One step past the last may leave the address space; nothing is read there.
        at = [at[0].wrapping_add_signed(axis.strides[0]), at[1].wrapping_add_signed(axis.strides[1])];
    }
}

/// The view as unsigned integers of its width, so that no bit changes on the way: a NaN of a narrow float would lose its
/// payload in float32. Itself where elements are no whole bytes.
pub(super) fn raw(view: &View) -> Result<View> {
    let dtype = match view.dtype().block_bytes() {
        _ if !view.dtype().is_plain() || view.dtype() == view.dtype().compute() => return Ok(view.clone()),
        1 => DType::UInt8,
        2 => DType::UInt16,
        4 => DType::UInt32,
        _ => return Ok(view.clone()),
    };
    View::new(view.buffer().clone(), view.layout().clone(), dtype)
}

/// The buffer of a fresh result that was filled as integers of its width.
pub(super) fn cooked(raw: View, dtype: DType) -> Result<View> {
    let buffer: Buffer = raw.buffer().clone();
    View::new(buffer, raw.layout().clone(), dtype)
}
