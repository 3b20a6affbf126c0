//! Elements where a mask is true.

use polyad_core::{DType, Error, Holds, Result, View};
use polyad_kernels::mask;
use smallvec::{SmallVec, smallvec};

use super::places::Places;
use super::{beyond, cast, copy, decoded_as, index, is_spread, scatter, spread_to, threads, with_bytes};

/// Elements of a mask that one thread looks at.
const CHUNK: usize = 1 << 15;

/// The indices of the true elements of a bool view, a list for each axis. Errors: [`Error::ShapeMismatch`] for a view
/// without axes.
pub(crate) fn nonzero(op: &'static str, mask: &View) -> Result<Vec<View>> {
    let Some((&n, outer)) = mask.shape().split_last() else {
        let need = "at least one axis; see a 0-d tensor as one of shape [1]".into();
        return Err(Error::ShapeMismatch { op, got: mask.shape().into(), need });
    };
    let mask = decoded_as(op, mask, DType::Bool)?;
    with_bytes(op, &[&mask], |bytes| {
        let count = mask::count(bytes[0]);
        let mut out = (0..=outer.len()).map(|_| View::alloc(op, &[count], DType::Int64)).collect::<Result<Vec<_>>>()?;
        if count == 0 {
            return Ok(out);
        }
        let mut lists: Vec<&mut [i64]> = out
            .iter_mut()
            .map(|v| bytemuck::cast_slice_mut(v.buffer_mut().unique().expect("a fresh result is not shared")))
            .map(|list: &mut [i64]| &mut list[..count])
            .collect();
        let (last, others) = lists.split_last_mut().expect("there is one axis at least");
        let mut at: SmallVec<[usize; 4]> = smallvec![0; outer.len()];
        let mut k = 0;
        for row in bytes[0].chunks(n) {
            let here = if outer.is_empty() { count } else { mask::count(row) };
            if here > 0 {
                mask::positions(row, 0, &mut last[k..k + here]);
                others.iter_mut().zip(&at).for_each(|(list, &i)| list[k..k + here].fill(i as i64));
                k += here;
            }
            for (i, &n) in at.iter_mut().zip(outer).rev() {
                *i += 1;
                if *i < n {
                    break;
                }
                *i = 0;
            }
        }
        Ok(out)
    })
}

/// What a mask of some axes of a tensor takes: as places. The mask has the extents of those axes.
pub(crate) fn places(op: &'static str, of: &[usize], axes: &[usize], mask: &View) -> Result<Places> {
    let lists = nonzero(op, mask)?;
    Places::new(op, of, axes, &lists.iter().collect::<Vec<_>>())
}

/// How many elements lie before the masked axes and behind them, counted through.
fn sides(shape: &[usize], axis: usize, ndim: usize) -> (usize, usize) {
    (shape[..axis].iter().product(), shape[axis + ndim..].iter().product())
}

/// How many are true in each chunk of a mask.
fn counts(mask: &[u8]) -> Vec<usize> {
    mask.chunks(CHUNK).map(mask::count).collect()
}

/// The elements of `x` where a bool mask over the axes from `axis` on is true, as one axis in their place.
pub(crate) fn compress(op: &'static str, x: &View, axis: usize, mask: &View, dtype: DType) -> Result<View> {
    let ndim = mask.shape().len();
    if !x.dtype().is_plain() {
        let axes: Vec<usize> = (axis..axis + ndim).collect();
        return index::gather(op, x, axis, &places(op, x.shape(), &axes, mask)?, dtype);
    }
    let (front, inner) = sides(x.shape(), axis, ndim);
    let mask = decoded_as(op, mask, DType::Bool)?;
    let x = if x.layout().is_contiguous() { x.clone() } else { copy(op, x)? };
    let width = inner * x.dtype().block_bytes();
    let mut holds = Holds::take(op, &[mask.buffer(), x.buffer()], None)?;
    let (sources, _) = holds.slices();
    let mask = &sources[0].expect("there is no destination")[mask.byte_range()];
    let from = &sources[1].expect("there is no destination")[x.byte_range()];
    let counts = counts(mask);
    let count: usize = counts.iter().sum();
    let shape: Vec<usize> =
        x.shape()[..axis].iter().copied().chain([count]).chain(x.shape()[axis + ndim..].iter().copied()).collect();
    let mut out = View::alloc(op, &shape, x.dtype())?;
    if out.layout().size() == 0 {
        return Ok(out);
    }
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    for (to, from) in to.chunks_mut(count * width).zip(from.chunks(mask.len() * width)).take(front) {
        let tasks = tasks(mask, &counts, width, from, to);
        run(tasks, mask.len() * width.div_ceil(8), |(mask, from, to)| mask::compress(mask, from, width, to))?;
    }
    Ok(out)
}

/// The chunks of a mask with the parts of memory that belong to them: as long as the mask, and as its true elements.
fn tasks<'a>(
    mut mask: &'a [u8],
    counts: &[usize],
    width: usize,
    mut all: &'a [u8],
    mut chosen: &'a mut [u8],
) -> Vec<(&'a [u8], &'a [u8], &'a mut [u8])> {
    let mut out = Vec::with_capacity(counts.len());
    for &count in counts {
        let n = CHUNK.min(mask.len());
        let (m, a, c);
        (m, mask) = mask.split_at(n);
        (a, all) = all.split_at(n * width);
        (c, chosen) = chosen.split_at_mut(count * width);
        out.push((m, a, c));
    }
    out
}

/// Runs tasks on as many threads as their work is worth.
fn run<T: Send>(tasks: Vec<T>, nanoseconds: usize, each: impl Fn(T) + Sync) -> Result<()> {
    if threads::parts(nanoseconds as f64, tasks.len()) <= 1 {
        tasks.into_iter().for_each(each);
        return Ok(());
    }
    threads::share(tasks.into_iter(), |task| {
        each(task);
        Ok(())
    })
}

/// Writes `values`, broadcast, to the elements where a bool mask over the axes of `destination` from `axis` on is true.
/// Errors: as [`scatter::write`].
pub(crate) fn write(op: &'static str, destination: &View, axis: usize, mask: &View, values: &View) -> Result<()> {
    let (ndim, to) = (mask.shape().len(), destination.dtype());
    if !to.is_plain() || !destination.layout().is_contiguous() {
        let axes: Vec<usize> = (axis..axis + ndim).collect();
        let places = places(op, destination.shape(), &axes, mask)?;
        return scatter::write(op, destination, axis, places, values, None);
    }
    scatter::check(op, destination, values, None)?;
    let (front, inner) = sides(destination.shape(), axis, ndim);
    let mut mask = decoded_as(op, mask, DType::Bool)?;
    if mask.buffer().overlaps(destination.buffer()) {
        mask = copy(op, &mask)?;
    }
    let counts = with_bytes(op, &[&mask], |bytes| Ok(counts(bytes[0])))?;
    let count = counts.iter().sum();
    let behind = &destination.shape()[axis + ndim..];
    let shape: Vec<usize> =
        destination.shape()[..axis].iter().copied().chain([count]).chain(behind.iter().copied()).collect();
    let values = spread_to(op, &beyond(values, shape.len())?, &shape)?;
    if shape.contains(&0) {
        return Ok(());
    }
    // What is the same at every true element is written as one row.
    let fixed = |(&s, &n): (&isize, &usize)| s == 0 || n == 1;
    let same = values.layout().strides().iter().zip(&shape).take(axis + 1).all(fixed);
    let values = if same {
        let row = polyad_core::Layout::new(behind, &values.layout().strides()[axis + 1..], values.layout().offset())?;
        values.with_layout(row)?
    } else {
        values
    };
    let values = match values.dtype() == to {
        true if !values.buffer().overlaps(destination.buffer()) && !is_spread(&values) => decoded_as(op, &values, to)?,
        true => copy(op, &values)?,
        false => cast(op, &values, to)?,
    };
    let width = inner * to.block_bytes();
    let mut holds = Holds::take(op, &[mask.buffer(), values.buffer()], Some(destination.buffer()))?;
    let (sources, bytes) = holds.slices();
    let mask = &sources[0].expect("sources were taken apart")[mask.byte_range()];
    let values = &sources[1].expect("sources were taken apart")[values.byte_range()];
    let bytes = &mut bytes[destination.byte_range()];
    for (i, to) in bytes.chunks_mut(mask.len() * width).take(front).enumerate() {
        let work = mask.len() * width.div_ceil(8);
        if same {
            let tasks: Vec<_> = mask.chunks(CHUNK).zip(to.chunks_mut(CHUNK * width)).collect();
            run(tasks, work / 4, |(mask, to)| mask::fill(mask, values, to))?;
            continue;
        }
        let mut values = &values[i * count * width..][..count * width];
        let mut tasks = Vec::with_capacity(counts.len());
        for ((mask, to), &n) in mask.chunks(CHUNK).zip(to.chunks_mut(CHUNK * width)).zip(&counts) {
            let own;
            (own, values) = values.split_at(n * width);
            tasks.push((mask, own, to));
        }
        run(tasks, work, |(mask, values, to)| mask::expand(mask, values, width, to))?;
    }
    Ok(())
}
