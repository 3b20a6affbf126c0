//! The space of an element-wise program: axes merged over all operands, cut into boxes that fit a cache.

use polyad_core::{MergedAxes, merge_axes};
use smallvec::{SmallVec, smallvec};

/// Elements a box.
pub(crate) const BOX: usize = 1024;
/// How far a box that is loaded transposed goes along the last axis, so that what lies along it is read in long runs. Along
/// the other it holds two cache lines of its source: lines of columns a power of two apart push each other out, so each is
/// used up at once.
const WIDE: usize = 512;
const LINES: usize = 2;

/// Strides of one axis: of the destination first, then of each source.
pub(crate) type AxisStrides = SmallVec<[isize; 4]>;

/// One axis that all operands walk together.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) n: usize,
    pub(crate) strides: AxisStrides,
}

/// Axes of extent 1 dropped, neighbours merged where every operand walks them as one.
pub(crate) fn merge(shape: &[usize], strides: &[&[isize]]) -> SmallVec<[Axis; 4]> {
    let mut out: SmallVec<[Axis; 4]> = smallvec![];
    for (i, &n) in shape.iter().enumerate().filter(|(_, n)| **n != 1) {
        let here: AxisStrides = strides.iter().map(|s| s[i]).collect();
        match out.last_mut() {
            Some(last)
                if last
                    .strides
                    .iter()
                    .zip(&here)
                    .all(|(outer, inner)| inner.checked_mul(n as isize) == Some(*outer)) =>
            {
                last.n *= n;
                last.strides = here;
            }
            _ => out.push(Axis { n, strides: here }),
        }
    }
    out
}

/// Which axes a box spans, outermost first, and how much of each.
#[derive(Debug)]
pub(crate) struct Cut {
    /// Axis number and length in a box; only the first may end in a shorter box (both, for transposed boxes).
    pub(crate) spans: SmallVec<[(usize, usize); 4]>,
}

impl Cut {
    /// Inner axes whole while their product is at most [`BOX`], the next one cut; or a piece of the last axis and
    /// of the one along which some operand is contiguous. `whole` says that a single run may be as long as it is; `line`
    /// is how many elements of such an operand a cache line holds, where boxes may cut the last axis anywhere (blocks of a
    /// destination may not be cut).
    pub(crate) fn new(axes: &[Axis], whole: bool, line: Option<usize>) -> Cut {
        if whole && axes.len() == 1 {
            return Cut { spans: smallvec![(0, axes[0].n)] };
        }
        if let Some((other, line)) = transposed(axes).zip(line) {
            let last = axes.len() - 1;
            return Cut { spans: smallvec![(other, axes[other].n.min(LINES * line)), (last, axes[last].n.min(WIDE))] };
        }
        let mut spans: SmallVec<[(usize, usize); 4]> = smallvec![];
        let mut room = BOX;
        for (i, axis) in axes.iter().enumerate().rev() {
            let take = axis.n.min(room);
            spans.insert(0, (i, take));
            room /= take;
            if take < axis.n || room <= 1 {
                break;
            }
        }
        Cut { spans }
    }

    /// The most elements of a box.
    pub(crate) fn len(&self) -> usize {
        self.spans.iter().map(|(_, n)| n).product()
    }
}

/// The axis along which a source is contiguous, where it is not along the last one.
fn transposed(axes: &[Axis]) -> Option<usize> {
    let last = axes.last()?;
    if axes.len() < 2 || last.n < 8 {
        return None;
    }
    let sources = 1..last.strides.len();
    let crosses = |s: usize| {
        let far = last.strides[s].unsigned_abs() > 1;
        far.then(|| axes[..axes.len() - 1].iter().position(|a| a.strides[s].unsigned_abs() == 1 && a.n >= 8)).flatten()
    };
    sources.into_iter().find_map(crosses)
}

/// One box: the element of each operand where it starts, and its length along each spanned axis.
pub(crate) struct Box {
    pub(crate) at: AxisStrides,
    pub(crate) dims: SmallVec<[usize; 4]>,
}

impl Box {
    /// Elements in it.
    pub(crate) fn len(&self) -> usize {
        self.dims.iter().product()
    }
}

/// Visits the boxes of a space in row-major order of their corners. `origin` has the first element of each operand.
pub(crate) fn visit<E>(
    axes: &[Axis],
    cut: &Cut,
    origin: &[isize],
    mut each: impl FnMut(&Box) -> Result<(), E>,
) -> Result<(), E> {
    // How far one step along each axis goes: a span where the box has one.
    let span = |axis: usize| cut.spans.iter().position(|(i, _)| *i == axis);
    let step: SmallVec<[usize; 4]> = (0..axes.len()).map(|i| span(i).map_or(1, |s| cut.spans[s].1)).collect();
    let mut index: SmallVec<[usize; 4]> = smallvec![0; axes.len()];
    let mut at: AxisStrides = origin.into();
    loop {
        let dims = cut.spans.iter().map(|&(i, n)| n.min(axes[i].n - index[i])).collect();
        each(&Box { at: at.clone(), dims })?;
        let mut axis = axes.len();
        loop {
            let Some(next) = axis.checked_sub(1) else { return Ok(()) };
            axis = next;
            let travel = |at: &mut AxisStrides, by: isize| {
                at.iter_mut().zip(&axes[axis].strides).for_each(|(a, s)| *a += s * by);
            };
            if index[axis] + step[axis] < axes[axis].n {
                index[axis] += step[axis];
                travel(&mut at, step[axis] as isize);
                break;
            }
            travel(&mut at, -(index[axis] as isize));
            index[axis] = 0;
        }
    }
}

/// The runs of one operand in a box, merged: length and stride of each loop, outermost first; at least one.
pub(crate) fn runs(axes: &[Axis], cut: &Cut, dims: &[usize], operand: usize) -> MergedAxes {
    let mut out = merge_axes(cut.spans.iter().zip(dims).map(|(&(axis, _), &n)| (n, axes[axis].strides[operand])));
    if out.is_empty() {
        out.push((1, 1));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(n: usize, strides: &[isize]) -> Axis {
        Axis { n, strides: strides.into() }
    }

    #[test]
    fn rows_of_three_are_taken_whole() {
        let axes = [axis(1_000_000, &[3, 3, 0]), axis(3, &[1, 1, 1])];
        let cut = Cut::new(&axes, true, Some(16));
        assert_eq!(cut.spans.as_slice(), &[(0, 341), (1, 3)]);
        assert_eq!(runs(&axes, &cut, &[341, 3], 1).as_slice(), &[(1023, 1)]);
        assert_eq!(runs(&axes, &cut, &[341, 3], 2).as_slice(), &[(341, 0), (3, 1)]);
    }

    #[test]
    fn transposed_operands_get_boxes_of_whole_cache_lines() {
        let axes = [axis(500, &[400, 1]), axis(400, &[1, 500])];
        assert_eq!(Cut::new(&axes, true, Some(16)).spans.as_slice(), &[(0, 32), (1, 400)]);
    }

    #[test]
    fn boxes_cover_every_element_once() {
        for shape in [&[5, 7][..], &[3000], &[3, 1, 700], &[130, 70], &[2, 3, 4, 5]] {
            let mut strides: Vec<isize> = vec![1; shape.len()];
            for i in (0..shape.len().saturating_sub(1)).rev() {
                strides[i] = strides[i + 1] * shape[i + 1] as isize;
            }
            let back: Vec<isize> = if shape == [130, 70] { vec![1, 130] } else { strides.clone() };
            let axes = merge(shape, &[&strides, &back]);
            let cut = Cut::new(&axes, false, Some(16));
            let mut seen = vec![0; shape.iter().product()];
            visit(&axes, &cut, &[0, 0], |b| {
                let mut index = vec![0usize; b.dims.len()];
                for _ in 0..b.len() {
                    let at: isize = b.at[0]
                        + index.iter().zip(&cut.spans).map(|(i, s)| *i as isize * axes[s.0].strides[0]).sum::<isize>();
                    seen[at as usize] += 1;
                    for d in (0..index.len()).rev() {
                        index[d] += 1;
                        if index[d] < b.dims[d] {
                            break;
                        }
                        index[d] = 0;
                    }
                }
                Ok::<(), ()>(())
            })
            .unwrap();
            assert!(seen.iter().all(|&n| n == 1), "{shape:?}");
        }
    }
}
