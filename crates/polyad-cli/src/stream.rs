//! Tensors in chunks: read, worked on by all cores, and written in order, in memory that does not grow with them.
//!
//! A mapped file counts as memory while its pages are in use, so what was read is released behind the reader.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use polyad::io::{Archive, Entry, Model};
use polyad::{Buffer, DType, Error, Result, Slice, Tensor};

use crate::failure::Failure;
use crate::text::printable;

/// Elements of a chunk: a multiple of every block, so that chunks of a block format are whole blocks; short enough for the
/// second-level cache.
pub(crate) const CHUNK: usize = 1 << 16;
/// Bytes that are looked at or passed on at once where nobody looks at elements.
pub(crate) const PIECE: usize = 1 << 20;
/// More than the workers of any machine need to outrun its disk, and few enough for their chunks to stay below the
/// memory that we allow ourselves.
const MOST_WORKERS: usize = 16;
/// Chunks that a worker may be ahead of the writer.
const AHEAD: usize = 2;
/// Chunks whose pages are released together.
const BEHIND: usize = 8;
/// Chunks that make another worker worth its start.
const WORTH: usize = 3;
/// The system maps pages on both sides of the one that was asked for: how far at most.
const AROUND: usize = 1 << 16;

/// About how many bytes of a column-major tensor are copied before their pages are given back.
const COPIED: usize = 4 << 20;
/// Tensors after which the pages between tensors are released; cheap enough for files of many gigabytes.
const TENSORS: usize = 64;

/// An open file whose tensors are read one after the other.
pub(crate) struct Reader<'a> {
    archive: &'a Archive,
    opened: AtomicUsize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(archive: &'a Archive) -> Reader<'a> {
        Reader { archive, opened: AtomicUsize::new(0) }
    }

    /// Opens a tensor. No copy but for data that the file does not have as they are used (deflated, big-endian,
    /// column-major). Errors: as `Archive::tensor`.
    pub(crate) fn open(&self, entry: &Entry) -> Result<Source> {
        let tensor = self.archive.tensor(&entry.name)?;
        // What was unpacked into memory of its own is put in order chunk by chunk: a second copy would be one too many.
        if !tensor.is_contiguous() && !tensor.buffer().is_read_only() {
            self.release(tensor.buffer());
            return Ok(Source { run: tensor });
        }
        let run = row_major(tensor)?;
        let run = run.reshape(&[run.size() as i64])?;
        self.release(run.buffer());
        Ok(Source { run })
    }

    /// The bytes of a tensor, whatever its type. Errors: as `Archive::raw`.
    pub(crate) fn raw(&self, entry: &Entry) -> Result<Buffer> {
        let buffer = self.archive.raw(&entry.name)?;
        self.release(&buffer);
        Ok(buffer)
    }

    /// Releases the pages that nobody needs once `buffer` was opened: those that it is a copy of, and now and then those
    /// that were mapped beyond the ends of earlier tensors.
    fn release(&self, buffer: &Buffer) {
        let opened = self.opened.fetch_add(1, Ordering::Relaxed);
        if !buffer.is_read_only() || opened % TENSORS == TENSORS - 1 {
            self.archive.release_pages();
        }
    }
}

/// The files of a model, whose tensors are read one after the other.
pub(crate) struct Readers<'a>(Vec<Reader<'a>>);

impl<'a> Readers<'a> {
    pub(crate) fn new(model: &'a Model) -> Readers<'a> {
        Readers(model.parts().iter().map(Reader::new).collect())
    }

    /// All tensors, each with the file that it is in.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&Reader<'a>, &'a Entry)> {
        self.0.iter().flat_map(|reader| reader.archive.entries().iter().map(move |entry| (reader, entry)))
    }

    /// The tensor called `name`.
    pub(crate) fn get(&self, name: &str) -> Option<(&Reader<'a>, &'a Entry)> {
        self.0.iter().find_map(|reader| Some((reader, reader.archive.get(name)?)))
    }
}

/// The elements row-major: the tensor itself, or a copy. A column-major file is copied by parts of its last axis, which lie
/// one after the other in it, and the pages of each are given back before the next is read.
fn row_major(tensor: Tensor) -> Result<Tensor> {
    let Some(&columns) = tensor.shape().last().filter(|_| !tensor.is_contiguous()) else { return Ok(tensor) };
    let out = Tensor::zeros(tensor.shape(), tensor.dtype())?;
    let step = columns.div_ceil((tensor.size_bytes() / COPIED).max(1));
    for first in (0..columns).step_by(step) {
        let mut parts = vec![Slice::All; tensor.ndim() - 1];
        parts.push(Slice::from(first as i64..columns.min(first + step) as i64));
        let from = tensor.slice(&parts)?;
        out.slice(&parts)?.copy_from(&from)?;
        release(from.buffer(), &from.view().byte_range());
    }
    Ok(out)
}

/// A tensor of a file as one run of elements in row-major order.
pub(crate) struct Source {
    /// The run, or elements in another order with more than one axis.
    run: Tensor,
}

impl Source {
    /// The elements of a view of any layout. No copy. Errors: as `Tensor::reshape`.
    pub(crate) fn of(view: &Tensor) -> Result<Source> {
        let run = if view.is_contiguous() { view.reshape(&[view.size() as i64])? } else { view.clone() };
        Ok(Source { run })
    }

    /// How many elements.
    pub(crate) fn size(&self) -> usize {
        self.run.size()
    }

    /// Whether the elements lie in a row.
    pub(crate) fn is_run(&self) -> bool {
        self.run.ndim() == 1
    }

    /// Whether they lie in a mapped file, and take no memory of their own.
    pub(crate) fn is_mapped(&self) -> bool {
        self.run.buffer().is_read_only()
    }

    /// Where the bytes of a run lie.
    pub(crate) fn bytes(&self) -> (Buffer, Range<usize>) {
        (self.run.buffer().clone(), self.run.view().byte_range())
    }

    /// How many bytes some elements take.
    pub(crate) fn bytes_of(&self, range: &Range<usize>) -> u64 {
        // The whole tensor has a size, and this is a part of it.
        self.run.dtype().storage_bytes(range.len()).unwrap_or_default() as u64
    }

    /// Some elements: a view where they lie in a row, and then the range starts at the border of a block; else a copy, of
    /// quantized ones in the type that they are computed in.
    pub(crate) fn part(&self, range: &Range<usize>) -> Result<Tensor> {
        if self.is_run() {
            return self.run.slice(&[Slice::from(range.start as i64..range.end as i64)]);
        }
        gather(&self.run, range)
    }

    /// Lets the pages of elements leave memory that nobody needs any more, told in order: whenever a window of some chunks is
    /// behind, as it takes the system longer to ask than to do.
    pub(crate) fn release_behind(&self, range: &Range<usize>) {
        const WINDOW: usize = BEHIND * CHUNK;
        let first = range.start / WINDOW;
        let due = range.end / WINDOW > first || range.end == self.size();
        if due
            && self.is_run()
            && let Ok(part) = self.part(&(first * WINDOW..range.end))
        {
            release(part.buffer(), &part.view().byte_range());
        }
    }
}

/// A copy of some elements of a view, in row-major order.
fn gather(view: &Tensor, range: &Range<usize>) -> Result<Tensor> {
    // Elements of a block can be written together only.
    let dtype = if view.dtype().is_quantized() { view.dtype().compute() } else { view.dtype() };
    let out = Tensor::zeros(&[range.len()], dtype)?;
    let mut done = 0;
    boxes(view.shape(), range.clone(), &mut Vec::new(), &mut |parts| {
        let from = view.slice(parts)?;
        let to = out.slice(&[Slice::from(done as i64..(done + from.size()) as i64)])?;
        done += from.size();
        let shape: Vec<i64> = from.shape().iter().map(|&n| n as i64).collect();
        to.view_as(&shape)?.copy_from(&from)
    })?;
    Ok(out)
}

/// Calls `each` with the parts of a shape that make up a range of its elements in row-major order: at most two an axis.
fn boxes(
    shape: &[usize],
    range: Range<usize>,
    outer: &mut Vec<Slice>,
    each: &mut impl FnMut(&[Slice]) -> Result<()>,
) -> Result<()> {
    if range.is_empty() {
        return Ok(());
    }
    let Some((_, rest)) = shape.split_first() else { return each(outer) };
    let inner: usize = rest.iter().product();
    // Whole rows of this axis, and what is before and behind them.
    let (first, last) = (range.start.div_ceil(inner), range.end / inner);
    let mut inside = |part: Slice, rest: &[usize], range: Range<usize>| {
        outer.push(part);
        let result = boxes(rest, range, outer, each);
        outer.pop();
        result
    };
    let at = |row: usize| Slice::At(row as i64);
    if first > last {
        return inside(at(last), rest, range.start - last * inner..range.end - last * inner);
    }
    if range.start < first * inner {
        inside(at(first - 1), rest, range.start - (first - 1) * inner..inner)?;
    }
    if first < last {
        inside(Slice::from(first as i64..last as i64), &[], 0..1)?;
    }
    inside(at(last), rest, 0..range.end - last * inner)
}

/// What ends the way of a tensor from one file to another.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// A value that the type cannot hold: its place in row-major order.
    Value { at: usize, value: f64, why: &'static str },
    /// Anything else about the tensor.
    Tensor(Error),
    /// The file that is written.
    File(Error),
}

impl Trouble {
    /// The words for a tensor on its way to `dtype`.
    pub(crate) fn into_failure(self, entry: &Entry, dtype: Option<DType>) -> Failure {
        let name = printable(&entry.name);
        let dtype = dtype.map_or(entry.dtype.name(), |dtype| dtype.name());
        Failure::Failed(match self {
            Trouble::Value { at, value, why } => {
                format!("tensor \"{name}\": {value} at {:?} cannot become {dtype}: {why}", place(at, &entry.shape))
            }
            Trouble::Tensor(e) => format!("tensor \"{name}\": {e}"),
            Trouble::File(e) => e.to_string(),
        })
    }
}

/// The index along each axis of element `at` in row-major order.
pub(crate) fn place(mut at: usize, shape: &[usize]) -> Vec<usize> {
    let mut index: Vec<usize> = shape.iter().rev().map(|&n| (at % n, at /= n).0).collect();
    index.reverse();
    index
}

/// A chunk in another type; `start` is the place of its first element in the tensor.
pub(crate) fn cast(chunk: &Tensor, dtype: DType, start: usize) -> Result<Tensor, Trouble> {
    chunk.astype(dtype).map_err(|e| match e {
        // A chunk is one row.
        Error::NotEncodable { column, value, why, .. } => Trouble::Value { at: start + column, value, why },
        e => Trouble::Tensor(e),
    })
}

/// Why a value is refused that a narrower float would make infinite.
pub(crate) const PAST_RANGE: &str = "the value is past its range";

/// Looks for a finite value that its new type made infinite. `start` is the place of the first element in the tensor.
pub(crate) fn refuse_overflow(given: &Tensor, stored: &Tensor, start: usize) -> Result<(), Trouble> {
    let values = |t: &Tensor| t.to_f64_vec().map_err(Trouble::Tensor);
    for (i, (x, y)) in values(given)?.into_iter().zip(values(stored)?).enumerate() {
        if x.is_finite() && !y.is_finite() {
            return Err(Trouble::Value { at: start + i, value: x, why: PAST_RANGE });
        }
    }
    Ok(())
}

/// Lets the pages under bytes of a mapped file leave memory. Other memory is left alone.
pub(crate) fn release(buffer: &Buffer, bytes: &Range<usize>) {
    let (start, end) = (bytes.start.saturating_sub(AROUND), buffer.size_bytes().min(bytes.end + AROUND));
    if let Ok(part) = buffer.part(start, end - start) {
        part.release_pages();
    }
}

/// Runs `work` on chunk after chunk of `size` elements, on all cores, and hands the results to `sink` in order, each with
/// the elements it is about. Errors and threads: as [`ordered`].
pub(crate) fn in_order<R: Send, E: Send>(
    size: usize,
    work: impl Fn(Range<usize>) -> Result<R, E> + Sync,
    mut sink: impl FnMut(&Range<usize>, R) -> Result<(), E>,
) -> Result<(), E> {
    let range = |i: usize| i * CHUNK..size.min((i + 1) * CHUNK);
    ordered(size.div_ceil(CHUNK), |i| work(range(i)), |i, result| sink(&range(i), result))
}

/// Runs `work` on 0, 1, 2, ... up to `count`, on all cores, and hands the results to `sink` in order.
///
/// The error of the first one that has one ends the run. Results do not depend on the number of threads.
pub(crate) fn ordered<R: Send, E: Send>(
    count: usize,
    work: impl Fn(usize) -> Result<R, E> + Sync,
    mut sink: impl FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E> {
    let workers = polyad::exec::threads().min(MOST_WORKERS).min(count / WORTH);
    if workers <= 1 {
        return (0..count).try_for_each(|i| sink(i, work(i)?));
    }
    thread::scope(|scope| {
        // Worker w has the items w, w + workers, ..., and a queue of its own: the order needs no sorting, and
        // nobody runs far ahead. A worker ends when its queue is dropped.
        let queues: Vec<_> = (0..workers)
            .map(|first| {
                let (results, queue) = mpsc::sync_channel(AHEAD);
                let work = &work;
                scope.spawn(move || {
                    for i in (first..count).step_by(workers) {
                        let result = work(i);
                        let failed = result.is_err();
                        if results.send(result).is_err() || failed {
                            return;
                        }
                    }
                });
                queue
            })
            .collect();
        for i in 0..count {
            // A worker that ends without a result has panicked, and the scope passes that on.
            let Ok(result) = queues[i % workers].recv() else { break };
            sink(i, result?)?;
        }
        Ok(())
    })
}

/// Whether two tensors have the same bytes.
pub(crate) fn is_same(a: &Buffer, b: &Buffer) -> Result<bool> {
    let (x, y) = (a.read()?, b.read()?);
    Ok(x.len() == y.len()
        && pieces(0..x.len()).all(|piece| {
            let same = x[piece.clone()] == y[piece.clone()];
            release(a, &piece);
            release(b, &piece);
            same
        }))
}

fn pieces(bytes: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = bytes.end;
    bytes.step_by(PIECE).map(move |start| start..end.min(start + PIECE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_one_index_an_axis() {
        assert_eq!(place(0, &[]), [0; 0]);
        assert_eq!(place(23, &[2, 3, 4]), [1, 2, 3]);
        assert_eq!(place(17, &[2, 3, 4]), [1, 1, 1]);
    }

    #[test]
    fn a_chunk_is_whole_blocks_of_every_dtype() {
        for dtype in DType::ALL {
            assert!(CHUNK.is_multiple_of(dtype.block_len()), "{dtype}");
        }
    }

    #[test]
    fn parts_of_a_view_are_parts_of_its_copy() {
        let x = Tensor::arange(2 * 3 * 4 * 5).unwrap().reshape(&[2, 3, 4, 5]).unwrap();
        let back = Slice::Range { start: None, stop: None, step: -2 };
        let views = [
            x.swapaxes(0, 2).unwrap(),
            x.slice(&[Slice::All, back.clone(), Slice::NewAxis, Slice::All, back]).unwrap(),
            x.slice(&[Slice::All, Slice::At(1)]).unwrap(),
        ];
        for view in views {
            let source = Source::of(&view).unwrap();
            let whole = view.to_vec::<i64>().unwrap();
            for start in 0..whole.len() {
                for end in start..=whole.len() {
                    let part = source.part(&(start..end)).unwrap().to_vec::<i64>().unwrap();
                    assert_eq!(part, whole[start..end], "{:?} {start} {end}", view.shape());
                }
            }
        }
    }

    #[test]
    fn parts_of_packed_and_quantized_views_have_their_values() {
        let x = Tensor::arange(192).unwrap().astype(DType::Float32).unwrap().reshape(&[3, 64]).unwrap();
        for dtype in [DType::Q8_0, DType::Ternary] {
            let x = x.astype(dtype).unwrap();
            let view = x.slice(&[Slice::All, Slice::Range { start: None, stop: None, step: -3 }]).unwrap();
            let part = Source::of(&view).unwrap().part(&(5..50)).unwrap();
            assert_eq!(part.to_f64_vec().unwrap(), view.to_f64_vec().unwrap()[5..50], "{dtype}");
        }
    }

    #[test]
    fn results_come_in_order_and_cover_everything() {
        for size in [0, 1, CHUNK, CHUNK + 1, 37 * CHUNK - 5] {
            let mut next = 0;
            in_order(size, Ok::<_, ()>, |range, result| {
                assert_eq!((range.start, range), (next, &result));
                next = range.end;
                Ok(())
            })
            .unwrap();
            assert_eq!(next, size);
        }
    }

    #[test]
    fn the_first_error_wins() {
        let work = |range: Range<usize>| if range.start >= 9 * CHUNK { Err(range.start / CHUNK) } else { Ok(()) };
        assert_eq!(in_order(100 * CHUNK, work, |_, ()| Ok(())), Err(9));
        let mut left = 5;
        let sink = |_: &Range<usize>, _| {
            left -= 1;
            if left == 0 { Err(77) } else { Ok(()) }
        };
        assert_eq!(in_order(100 * CHUNK, Ok, sink), Err(77));
    }
}
