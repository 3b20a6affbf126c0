//! Tensors on their way from one file to another: all cores read and encode while the file is written.

use std::ops::Range;

use polyad::io::{Entry, EntryType, Plan};
use polyad::{Buffer, DType, Error, Result, Slice, Tensor};

use crate::failure::Failure;
use crate::progress::Progress;
use crate::stream::{self, CHUNK, PIECE, Reader, Source, Trouble};

/// Mapped tensors that are on their way together, so that small ones keep all cores busy too.
const TOGETHER: usize = 64;

/// A tensor, and what becomes of it.
pub(crate) struct Job<'a> {
    pub(crate) reader: &'a Reader<'a>,
    pub(crate) entry: &'a Entry,
    /// The type that its values are stored as; `None` where its bytes pass as they are.
    pub(crate) to: Option<DType>,
    /// How much the errors of each column count: `[lists, columns]`, a list for each matrix or one for all.
    pub(crate) importance: Option<Tensor>,
}

impl Job<'_> {
    /// The type that it has in the file that is written.
    fn stored_as(&self) -> EntryType {
        self.to.map_or_else(|| self.entry.dtype.clone(), Into::into)
    }

    /// How many elements travel in one piece: whole rows of one matrix where importance is looked at.
    fn step(&self) -> usize {
        let Some(importance) = &self.importance else { return CHUNK };
        let columns = importance.shape()[1].max(1);
        let most = (CHUNK / columns).max(1);
        let rows = self.rows_of_a_list(importance).map_or(most, |rows| {
            // One row divides any number of them.
            (1..=most.min(rows)).rev().find(|&n| rows.is_multiple_of(n)).unwrap_or(1)
        });
        rows * columns
    }

    /// How many rows have the same list of importance; `None` where there is one for all.
    fn rows_of_a_list(&self, importance: &Tensor) -> Option<usize> {
        (importance.shape()[0] > 1).then(|| self.entry.shape[self.entry.shape.len() - 2].max(1))
    }

    /// Elements in the type of the job; `start` is the place of the first one.
    fn encode(&self, given: &Tensor, dtype: DType, start: usize) -> Result<Tensor, Trouble> {
        match &self.importance {
            Some(importance) if dtype.is_quantized() => {
                let list = self.rows_of_a_list(importance).map_or(0, |rows| start / importance.shape()[1] / rows);
                let list = importance.slice(&[Slice::At(list as i64)]).map_err(Trouble::Tensor)?;
                by_importance(given, dtype, start, &list)
            }
            _ => stream::cast(given, dtype, start),
        }
    }

    fn open(&self) -> Result<Opened> {
        // Opening tells why a type cannot be converted that has no decoder.
        let values = self.to.is_some() || self.entry.dtype.known().is_some();
        let source = if values { Some(self.reader.open(self.entry)?) } else { None };
        Ok(match source {
            Some(source) if self.to.is_some() || !source.is_run() => Opened::Values(source, self.step()),
            Some(source) => {
                let (buffer, bytes) = source.bytes();
                Opened::Bytes(buffer, bytes)
            }
            None => {
                let buffer = self.reader.raw(self.entry)?;
                let bytes = 0..buffer.size_bytes();
                Opened::Bytes(buffer, bytes)
            }
        })
    }
}

/// Whole rows in a block format, errors counting by column; `start` is the place of the first element.
fn by_importance(given: &Tensor, dtype: DType, start: usize, list: &Tensor) -> Result<Tensor, Trouble> {
    let columns = list.size();
    let rows = given.reshape(&[-1, columns as i64]).map_err(Trouble::Tensor)?;
    let stored = rows.quantize_by(dtype, list).map_err(|e| match e {
        Error::NotEncodable { row, column, value, why, .. } => {
            Trouble::Value { at: start + row * columns + column, value, why }
        }
        e => Trouble::Tensor(e),
    })?;
    stored.reshape(&[-1]).map_err(Trouble::Tensor)
}

/// What the header of the written file says about tensors.
pub(crate) fn plan(jobs: &[Job<'_>]) -> Vec<Plan> {
    jobs.iter().map(|job| Plan::new(&job.entry.name, job.stored_as(), &job.entry.shape)).collect()
}

/// Bytes of tensors as they are read.
pub(crate) fn bytes(jobs: &[Job<'_>]) -> u64 {
    jobs.iter().map(|job| job.entry.size_bytes).fold(0, u64::saturating_add)
}

/// A tensor that is being read.
enum Opened {
    /// Bytes that pass.
    Bytes(Buffer, Range<usize>),
    /// Values that are encoded, or put in order, so many at once.
    Values(Source, usize),
}

impl Opened {
    /// Whether it takes no memory of its own.
    fn is_mapped(&self) -> bool {
        match self {
            Opened::Bytes(buffer, _) => buffer.is_read_only(),
            Opened::Values(source, _) => source.is_mapped(),
        }
    }

    /// How many pieces it goes in.
    fn pieces(&self) -> usize {
        match self {
            Opened::Bytes(_, bytes) => bytes.len().div_ceil(PIECE),
            Opened::Values(source, step) => source.size().div_ceil(*step),
        }
    }

    /// Piece `i`: bytes of the buffer or elements of the tensor.
    fn piece(&self, i: usize) -> Range<usize> {
        match self {
            Opened::Bytes(_, bytes) => bytes.start + i * PIECE..bytes.end.min(bytes.start + (i + 1) * PIECE),
            Opened::Values(source, step) => i * step..source.size().min((i + 1) * step),
        }
    }
}

/// What stops a transfer, and the place of the tensor that it is about.
pub(crate) type Stop = (usize, Trouble);

/// What a worker made of a piece.
enum Made<M> {
    /// The pages of the bytes are in memory.
    Read,
    /// Elements as they are stored, and what `measure` found.
    Stored(Tensor, Option<M>),
}

/// Takes tensors through memory in pieces, in order. `sink` gets the place of the tensor in `jobs`, what `measure` found
/// about elements before and after they were encoded, and bytes to write.
///
/// `measure` is also told the place of the first element in its tensor. A tensor that has to be unpacked travels alone.
/// Errors: that of the first tensor that has one; [`failure`] has words for it.
pub(crate) fn transfer<M: Send>(
    jobs: &[Job<'_>],
    progress: &Progress,
    measure: impl Fn(&Job<'_>, &Tensor, &Tensor, usize) -> Result<M, Trouble> + Sync,
    mut sink: impl FnMut(usize, Option<M>, &[u8]) -> Result<()>,
) -> Result<(), Stop> {
    let mut first = 0;
    let mut group: Vec<Opened> = Vec::new();
    for (i, job) in jobs.iter().enumerate() {
        let opened = job.open().map_err(|e| (i, Trouble::Tensor(e)))?;
        let alone = !opened.is_mapped();
        if alone || group.len() == TOGETHER {
            together(jobs, first, &group, progress, &measure, &mut sink)?;
            (first, group) = (i, Vec::new());
        }
        group.push(opened);
        if alone {
            together(jobs, first, &group, progress, &measure, &mut sink)?;
            (first, group) = (i + 1, Vec::new());
        }
    }
    together(jobs, first, &group, progress, &measure, &mut sink)
}

/// The words for what stopped a transfer of these jobs.
pub(crate) fn failure(jobs: &[Job<'_>], (at, trouble): Stop) -> Failure {
    trouble.into_failure(jobs[at].entry, jobs[at].to)
}

/// The tensors of a group, which starts with job `first`.
fn together<M: Send>(
    jobs: &[Job<'_>],
    first: usize,
    group: &[Opened],
    progress: &Progress,
    measure: &(impl Fn(&Job<'_>, &Tensor, &Tensor, usize) -> Result<M, Trouble> + Sync),
    sink: &mut impl FnMut(usize, Option<M>, &[u8]) -> Result<()>,
) -> Result<(), Stop> {
    // Where the pieces of each tensor begin in the row of all pieces.
    let mut begins = Vec::with_capacity(group.len());
    let mut count = 0;
    for opened in group {
        begins.push(count);
        count += opened.pieces();
    }
    let find = |i: usize| {
        // Tensors without elements begin where the next one does.
        let at = begins.partition_point(|&begin| begin <= i) - 1;
        (at, group[at].piece(i - begins[at]))
    };
    let work = |i: usize| {
        let (at, piece) = find(i);
        let job = &jobs[first + at];
        made(job, &group[at], &piece, measure).map_err(|trouble| (first + at, trouble))
    };
    stream::ordered(count, work, |i, made| {
        let (at, piece) = find(i);
        let written = match (made, &group[at]) {
            (Made::Read, Opened::Bytes(buffer, _)) => {
                progress.advance(piece.len() as u64);
                let written = buffer.read().and_then(|held| sink(first + at, None, &held[piece.clone()]));
                stream::release(buffer, &piece);
                written
            }
            (Made::Stored(stored, found), Opened::Values(source, _)) => {
                progress.advance(source.bytes_of(&piece));
                source.release_behind(&piece);
                let held = stored.buffer().read();
                held.and_then(|held| sink(first + at, found, &held[stored.view().byte_range()]))
            }
            _ => unreachable!("bytes are read and values are stored"),
        };
        written.map_err(|e| (first + at, Trouble::File(e)))
    })
}

fn made<M>(
    job: &Job<'_>,
    opened: &Opened,
    piece: &Range<usize>,
    measure: impl Fn(&Job<'_>, &Tensor, &Tensor, usize) -> Result<M, Trouble>,
) -> Result<Made<M>, Trouble> {
    match opened {
        Opened::Bytes(buffer, _) => {
            if opened.is_mapped() {
                buffer.part(piece.start, piece.len()).map_err(Trouble::Tensor)?.read_ahead();
            }
            Ok(Made::Read)
        }
        Opened::Values(source, _) => {
            let given = source.part(piece).map_err(Trouble::Tensor)?;
            let Some(dtype) = job.to else { return Ok(Made::Stored(given, None)) };
            let stored = job.encode(&given, dtype, piece.start)?;
            let found = measure(job, &given, &stored, piece.start)?;
            Ok(Made::Stored(stored, Some(found)))
        }
    }
}
