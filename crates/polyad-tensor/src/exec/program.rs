//! A register program over boxes: sources decode as they are loaded, steps are kernels, the result is encoded as it is
//! stored.

use polyad_core::{Buffer, DType, Error, Holds, MergedAxes, Reject, Result, View};
use polyad_kernels::select;
use polyad_kernels::transpose::{Area, transpose};
use smallvec::{SmallVec, smallvec};

use super::boxes::{self, Axis, Cut};
use super::load::{Scratch, load, store, width};
use super::meaning::Plain;
use super::threads;

/// What a step runs.
#[derive(Clone, Copy)]
pub(crate) enum Kernel {
    /// One operand.
    Unary(fn(&[u8], &mut [u8])),
    /// Two operands.
    Binary(fn(&[u8], &[u8], &mut [u8])),
    /// Condition and two operands.
    Select(select::Select),
    /// The scalar meaning of an entry, element by element.
    Plain(Plain),
}

/// One kernel on registers.
pub(crate) struct Step {
    pub(crate) kernel: Kernel,
    pub(crate) src: SmallVec<[u8; 3]>,
    pub(crate) dst: u8,
}

/// Rows of elements that lie side by side, the rows `step` apart.
#[derive(Clone, Copy)]
struct Rows {
    n: usize,
    len: usize,
    step: isize,
}

/// The shortest row for which a kernel is called on its own.
const ROW: usize = 32;

/// A source that is read where it lies: its rows are `step` elements apart.
#[derive(Clone, Copy)]
struct Direct<'b> {
    bytes: &'b [u8],
    at: isize,
    step: isize,
}

/// Sources, registers and steps. Registers are numbered; the first ones are the sources in their compute dtypes, the
/// last one is the result. Every register is written once.
pub(crate) struct Program<'a> {
    pub(crate) op: &'static str,
    pub(crate) sources: SmallVec<[&'a View; 3]>,
    pub(crate) registers: SmallVec<[DType; 6]>,
    pub(crate) steps: SmallVec<[Step; 4]>,
    /// Estimated nanoseconds an element, for the choice of threads.
    pub(crate) cost: f64,
    pub(crate) out: DType,
}

impl<'a> Program<'a> {
    /// No steps: values loaded, and stored in another dtype.
    pub(crate) fn load(op: &'static str, view: &'a View, out: DType) -> Program<'a> {
        Program {
            op,
            sources: smallvec![view],
            registers: smallvec![view.dtype().compute()],
            steps: smallvec![],
            cost: if out.is_quantized() { 2.0 } else { 0.5 },
            out,
        }
    }

    /// Runs into a destination that nobody else holds. Sources are broadcast to its shape.
    pub(crate) fn run_into(&self, destination: &mut View) -> Result<()> {
        let spread = self.spread(destination.shape())?;
        let buffers: SmallVec<[&Buffer; 4]> = self.sources.iter().map(|v| v.buffer()).collect();
        let mut holds = Holds::take(self.op, &buffers, None)?;
        let (sources, _) = holds.slices();
        let layout = destination.layout().clone();
        let bytes = destination.buffer_mut().unique().expect("a fresh result is not shared");
        self.run(&sources, &spread, bytes, &layout)
    }

    /// Runs into elements that others may see. Sources either are the destination's own elements in its own layout, or
    /// do not overlap it.
    pub(crate) fn run_in_place(&self, destination: &View) -> Result<()> {
        let spread = self.spread(destination.shape())?;
        let buffers: SmallVec<[&Buffer; 4]> = self.sources.iter().map(|v| v.buffer()).collect();
        let mut holds = Holds::take(self.op, &buffers, Some(destination.buffer()))?;
        let (sources, bytes) = holds.slices();
        self.run(&sources, &spread, bytes, destination.layout())
    }

    fn spread(&self, shape: &[usize]) -> Result<SmallVec<[polyad_core::Layout; 3]>> {
        self.sources.iter().map(|v| v.layout().broadcast_to(shape)).collect()
    }

    fn run(
        &self,
        sources: &[Option<&[u8]>],
        layouts: &[polyad_core::Layout],
        bytes: &mut [u8],
        destination: &polyad_core::Layout,
    ) -> Result<()> {
        if destination.size() == 0 {
            return Ok(());
        }
        let strides: SmallVec<[&[isize]; 4]> =
            std::iter::once(destination).chain(layouts).map(|l| l.strides()).collect();
        let mut axes = boxes::merge(destination.shape(), &strides);
        if axes.is_empty() {
            axes.push(Axis { n: 1, strides: smallvec![1; strides.len()] });
        }
        let origin: SmallVec<[isize; 4]> =
            std::iter::once(destination).chain(layouts).map(|l| l.offset() as isize).collect();
        let reject = |r: Reject| self.not_encodable(r, destination.shape());
        let parts = threads::parts(destination.size() as f64 * self.cost, axes[0].n);
        if parts <= 1
            || !destination.is_contiguous()
            || !self.out.is_plain() && !destination.offset().is_multiple_of(self.out.block_len())
        {
            return self.run_part(sources, bytes, &axes, &origin, 0).map_err(reject);
        }
        self.run_parts(sources, bytes, &axes, &origin, parts).map_err(reject)
    }

    /// The space cut along its first axis, a contiguous piece of the destination for each part.
    fn run_parts(
        &self,
        sources: &[Option<&[u8]>],
        bytes: &mut [u8],
        axes: &[Axis],
        origin: &[isize],
        parts: usize,
    ) -> Result<(), Reject> {
        let inner: usize = axes[1..].iter().map(|a| a.n).product();
        let (len, size) = (self.out.block_len(), self.out.block_bytes());
        // A part starts on a block border whatever the inner extents are.
        let rows = axes[0].n.div_ceil(parts).next_multiple_of(len);
        let first = origin[0] as usize / len * size;
        let total = (axes[0].n * inner).div_ceil(len) * size;
        let chunk = rows * inner / len * size;
        let pieces = bytes[first..first + total].chunks_mut(chunk).enumerate();
        threads::share(pieces, |(i, piece)| {
            let mut axes: SmallVec<[Axis; 4]> = axes.into();
            axes[0].n = rows.min(axes[0].n - i * rows);
            let mut origin: SmallVec<[isize; 4]> = origin.into();
            for (o, s) in origin.iter_mut().zip(&axes[0].strides) {
                *o += s * (i * rows) as isize;
            }
            // The piece starts at its own first byte.
            let whole = origin[0];
            origin[0] = 0;
            self.run_part(sources, piece, &axes, &origin, whole)
                .map_err(|r| Reject { index: r.index + i * rows * inner, ..r })
        })
    }

    /// Runs serially. `shift` is what was taken off the destination's element numbers, for sources that are the
    /// destination itself.
    fn run_part(
        &self,
        sources: &[Option<&[u8]>],
        bytes: &mut [u8],
        axes: &[Axis],
        origin: &[isize],
        shift: isize,
    ) -> Result<(), Reject> {
        let result = self.registers.len() - 1;
        let plain_result = self.out == self.registers[result];
        let all_direct = plain_result
            && axes.len() == 1
            && axes[0].strides[0] == 1
            && aligned(bytes, origin[0] as usize, width(self.registers[result]))
            && (0..self.sources.len())
                .all(|s| axes[0].strides[s + 1] == 1 && self.is_direct(s, sources, origin[s + 1]));
        let narrowest = self.sources.iter().map(|v| v.dtype().block_bytes()).min().unwrap_or(1);
        let line = self.out.is_plain().then(|| (64 / narrowest.max(1)).clamp(16, 64));
        let cut = Cut::new(axes, all_direct && self.steps.len() <= 1, line);
        let tile = cut.len();
        let mut registers: SmallVec<[Option<Scratch>; 6]> = smallvec![];
        for (r, &dtype) in self.registers.iter().enumerate() {
            // Registers that are read or written in place need no room.
            let skip = all_direct && (r < self.sources.len() || r == result);
            registers.push((!skip).then(|| Scratch::new(tile * width(dtype))));
        }
        let mut loaded: SmallVec<[SmallVec<[usize; 4]>; 3]> = smallvec![smallvec![]; self.sources.len()];
        // The runs of every operand, destination first, in boxes as large as the last one.
        let mut dims: SmallVec<[usize; 4]> = smallvec![];
        let mut runs: SmallVec<[MergedAxes; 4]> = smallvec![];
        boxes::visit(axes, &cut, origin, |b| {
            let n = b.len();
            if dims != b.dims {
                dims = b.dims.clone();
                runs = (0..=self.sources.len()).map(|operand| boxes::runs(axes, &cut, &dims, operand)).collect();
            }
            let w = width(self.registers[result]);
            let straight = plain_result && !self.steps.is_empty() && aligned(bytes, b.at[0] as usize, w);
            // Where the result goes straight to its place, and as how many rows: as one, where that is a plain run.
            let rows = match *runs[0] {
                [(m, 1)] if straight && m == n => Some(Rows { n: 1, len: n, step: 0 }),
                [(n, step), (len, 1)] if straight && self.steps.len() == 1 && len >= ROW => Some(Rows { n, len, step }),
                _ => None,
            };
            // Sources: read where they lie, if that is in such rows, else loaded.
            let mut direct: SmallVec<[Option<Direct>; 3]> = smallvec![None; self.sources.len()];
            for s in 0..self.sources.len() {
                let w = width(self.registers[s]);
                let step = match (&*runs[s + 1], rows) {
                    (&[(m, 1)], Some(rows)) if m == n => Some(rows.len as isize),
                    (&[(m, 1)], None) if m == n => Some(0),
                    (&[(m, step), (len, 1)], Some(rows)) if (m, len) == (rows.n, rows.len) => Some(step),
                    _ => None,
                };
                if let Some(step) = step
                    && let Some(src) = sources[s]
                    && self.is_direct(s, sources, b.at[s + 1])
                {
                    direct[s] = Some(Direct { bytes: src, at: b.at[s + 1], step });
                    continue;
                }
                let unmoving = still(axes, &cut, s + 1);
                if unmoving && loaded[s].as_slice() == b.dims.as_slice() {
                    continue;
                }
                loaded[s] = b.dims.clone();
                let register = registers[s].get_or_insert_with(|| Scratch::new(tile * w));
                let out = register.get(n * w);
                match sources[s] {
                    Some(src) => load_box(src, self.sources[s].dtype(), b.at[s + 1], &runs[s + 1], out),
                    None => load_box(bytes, self.sources[s].dtype(), b.at[s + 1] - shift, &runs[s + 1], out),
                }
            }
            for (i, step) in self.steps.iter().enumerate() {
                let dst = usize::from(step.dst);
                let mut own = registers[dst].take();
                let rows = rows.filter(|_| i + 1 == self.steps.len());
                let Rows { n: count, len, step: apart } = rows.unwrap_or(Rows { n: 1, len: n, step: 0 });
                let wide = width(self.registers[dst]);
                for row in 0..count {
                    let out = if rows.is_some() {
                        &mut bytes[(b.at[0] + row as isize * apart) as usize * wide..][..len * wide]
                    } else {
                        own.get_or_insert_with(|| Scratch::new(tile * wide)).get(n * wide)
                    };
                    let input = |r: u8| {
                        let r = usize::from(r);
                        let w = width(self.registers[r]);
                        match direct.get(r).copied().flatten() {
                            Some(d) => &d.bytes[(d.at + row as isize * d.step) as usize * w..][..len * w],
                            None => {
                                let values = registers[r].as_ref().expect("registers are written before they are read");
                                &values.peek(n * w)[row * len * w..][..len * w]
                            }
                        }
                    };
                    match (step.kernel, step.src.as_slice()) {
                        (Kernel::Unary(f), &[x]) => f(input(x), out),
                        (Kernel::Binary(f), &[a, b]) => f(input(a), input(b), out),
                        (Kernel::Select(f), &[c, a, b]) => f(input(c), input(a), input(b), out),
                        (Kernel::Plain(plain), src) => {
                            plain.run(&src.iter().map(|&r| input(r)).collect::<SmallVec<[&[u8]; 3]>>(), out);
                        }
                        _ => unreachable!("steps have as many sources as their kernels take"),
                    }
                }
                registers[dst] = own;
            }
            if rows.is_none() {
                let values = match direct.get(result).copied().flatten() {
                    Some(d) => &d.bytes[d.at as usize * w..][..n * w],
                    None => registers[result].as_ref().expect("the result was computed").peek(n * w),
                };
                store_box(values, self.registers[result], bytes, self.out, b.at[0], &runs[0])
                    .map_err(|r| Reject { index: r.index - origin[0] as usize, ..r })?;
            }
            Ok(())
        })
    }

    /// Whether a source can be read where it lies: plain values of its compute dtype, aligned.
    fn is_direct(&self, source: usize, sources: &[Option<&[u8]>], at: isize) -> bool {
        let dtype = self.sources[source].dtype();
        dtype == self.registers[source]
            && sources[source].is_some_and(|bytes| aligned(bytes, at as usize, width(dtype)))
    }

    fn not_encodable(&self, r: Reject, shape: &[usize]) -> Error {
        let columns = shape.last().copied().unwrap_or(1).max(1);
        let (row, column) = (r.index / columns, r.index % columns);
        Error::NotEncodable { op: self.op, dtype: self.out, value: r.value, row, column, why: r.why }
    }
}

/// Whether element `at` of some bytes is aligned for its type (complex numbers are aligned as their parts).
fn aligned(bytes: &[u8], at: usize, width: usize) -> bool {
    (bytes.as_ptr() as usize).wrapping_add(at * width).is_multiple_of(width.min(8))
}

/// Whether an operand shows the same elements in every box of one size.
fn still(axes: &[Axis], cut: &Cut, operand: usize) -> bool {
    axes.iter()
        .enumerate()
        .all(|(i, a)| a.strides[operand] == 0 || cut.spans.iter().any(|&(axis, n)| axis == i && n == a.n))
}

fn load_box(bytes: &[u8], dtype: DType, at: isize, runs: &[(usize, isize)], out: &mut [u8]) {
    let w = width(dtype.compute());
    match *runs {
        [(_, stride)] => load(bytes, dtype, at as usize, stride, out),
        [(rows, row_stride), (cols, col_stride)]
            if dtype == dtype.compute() && row_stride.unsigned_abs() == 1 && col_stride.unsigned_abs() > 1 =>
        {
            let (first, out_stride) = (at as usize, cols as isize);
            transpose(bytes, out, w, Area { first, row_stride, col_stride, rows, cols, out_first: 0, out_stride });
        }
        // The same row again and again: loaded once, then copied.
        [(_, 0), ref inner @ ..] => {
            let size = inner.iter().map(|(n, _)| n).product::<usize>() * w;
            let (first, rest) = out.split_at_mut(size);
            load_box(bytes, dtype, at, inner, first);
            rest.chunks_mut(size).for_each(|part| part.copy_from_slice(first));
        }
        [(_, stride), ref inner @ ..] => {
            let size = inner.iter().map(|(n, _)| n).product::<usize>() * w;
            for (i, part) in out.chunks_mut(size).enumerate() {
                load_box(bytes, dtype, at + i as isize * stride, inner, part);
            }
        }
        [] => unreachable!("a box has at least one run"),
    }
}

/// Stores a box; a value that the format cannot hold is told by its element number in the destination.
fn store_box(
    values: &[u8],
    from: DType,
    bytes: &mut [u8],
    dtype: DType,
    at: isize,
    runs: &[(usize, isize)],
) -> Result<(), Reject> {
    match *runs {
        [(_, stride)] => store(values, from, bytes, dtype, at as usize, stride)
            .map_err(|r| Reject { index: at as usize + r.index, ..r }),
        [(_, stride), ref inner @ ..] => {
            let n = inner.iter().map(|(n, _)| n).product::<usize>();
            for (i, part) in values.chunks(n * width(from)).enumerate() {
                store_box(part, from, bytes, dtype, at + i as isize * stride, inner)?;
            }
            Ok(())
        }
        [] => unreachable!("a box has at least one run"),
    }
}
