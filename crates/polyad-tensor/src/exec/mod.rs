//! The engine: operations on views, run now, on the CPU.
//!
//! [`run`] takes an entry, borrowed views and attributes: it infers, allocates the result, takes holds and enters
//! the family's loops. Where `polyad-kernels` has no loop for an entry, the entry's own scalar meaning runs.

use polyad_core::{Buffer, DType, Error, Holds, Result, Slice, View};
use polyad_ir::{Attr, Fold, Meaning, Op, Ty, Type, holds, infer, ops};
use smallvec::SmallVec;

mod along;
mod arg;
mod attention;
mod blocks;
mod boxes;
mod compose;
mod conv;
mod convert;
mod elementwise;
mod fft;
mod generate;
pub(crate) mod index;
mod joining;
pub(crate) mod linalg;
mod lines;
mod load;
pub(crate) mod masks;
mod matmul;
mod meaning;
mod neighbours;
mod nets;
pub(crate) mod places;
mod pool;
mod program;
mod reduce;
mod runs;
pub(crate) mod scaled;
mod scan;
pub(crate) mod scatter;
mod search;
mod sort;
mod special;
mod threads;
pub(crate) mod weighted;

pub use compose::eval;
pub(crate) use generate::{generate, rows};
pub use threads::{set_threads, threads};

use program::Program;

/// The SIMD tier in use: `baseline`, `avx2` or `avx512`; the environment variable `POLYAD_TIER` lowers it.
pub fn tier() -> &'static str {
    polyad_kernels::tier::tier().name()
}

/// The SIMD tiers that this machine can run, the lowest first: the words that `POLYAD_TIER` takes here.
pub fn tiers() -> impl Iterator<Item = &'static str> {
    polyad_kernels::tier::available().map(polyad_kernels::tier::Tier::name)
}

/// The type of a view.
fn ty(view: &View) -> Ty<'_> {
    Ty { shape: view.shape(), dtype: view.dtype() }
}

/// Runs one operation and allocates its result. Errors: everything that inference or the loops find wrong with the call.
pub fn run(op: Op, views: &[&View], attrs: &[Attr]) -> Result<View> {
    // One and two operands without a list: this is on the path of every small operation.
    if let [a, b] = views
        && matches!(op.meaning, Meaning::Binary(_) | Meaning::Compare(_))
    {
        return elementwise::run(op, views, infer(op, &[ty(a), ty(b)], attrs)?);
    }
    let types: SmallVec<[Ty; 3]> = views.iter().map(|v| ty(v)).collect();
    let result = infer(op, &types, attrs)?;
    match &op.meaning {
        Meaning::Unary(_) | Meaning::Binary(_) | Meaning::Compare(_) | Meaning::Test(_) | Meaning::Select => {
            elementwise::run(op, views, result)
        }
        Meaning::Cast => cast(op.name, views[0], result.dtype),
        Meaning::Fold(fold) => reduce::run(op, *fold, views[0], attrs, result),
        Meaning::Movement(rule) => {
            let call = polyad_ir::Call { op, attrs, x: &types };
            match rule(&call, views[0].layout())? {
                Some(layout) => views[0].with_layout(layout),
                None => {
                    let copy = copy(op.name, views[0])?;
                    let layout = rule(&call, copy.layout())?.expect("a contiguous layout takes any movement");
                    copy.with_layout(layout)
                }
            }
        }
        Meaning::Composed(_) => match executor(op) {
            Some(executor) => executor(op, views, attrs, result),
            None => compose::run(op, views, attrs, result),
        },
        Meaning::Executor => {
            let executor = executor(op).expect("the table's test sees that every entry has an executor");
            executor(op, views, attrs, result)
        }
    }
}

/// Runs one operation of the table as the executor of one entry does.
type Executor = fn(Op, &[&View], &[Attr], Type) -> Result<View>;

/// The executor of a structured entry, or of a composed one that has loops of its own.
pub(crate) fn executor(op: Op) -> Option<Executor> {
    static TABLE: &[(Op, Executor)] = &[
        (&ops::MATMUL, matmul::run),
        (&ops::DOT, matmul::dot),
        (&ops::MEAN, reduce::mean),
        (&ops::VAR, reduce::variance),
        (&ops::STD, reduce::variance),
        (&ops::ARGMAX, arg::run),
        (&ops::ARGMIN, arg::run),
        (&ops::NANARGMAX, arg::run),
        (&ops::NANARGMIN, arg::run),
        (&ops::CUMULATIVE_SUM, scan::run),
        (&ops::CUMULATIVE_PROD, scan::run),
        (&ops::CUMULATIVE_MAX, scan::run),
        (&ops::CUMULATIVE_MIN, scan::run),
        (&ops::CUMULATIVE_LOGSUMEXP, scan::run),
        (&ops::LINEAR_RECURRENCE, scan::recurrence),
        (&ops::SORT, sort::sort),
        (&ops::ARGSORT, sort::argsort),
        (&ops::ARGTOPK, sort::argtopk),
        (&ops::PARTITION, sort::partition),
        (&ops::ARGPARTITION, sort::argpartition),
        (&ops::SEARCHSORTED, search::searchsorted),
        (&ops::ISIN, search::isin),
        (&ops::QUANTILE, search::quantile),
        (&ops::PERCENTILE, search::quantile),
        (&ops::NANQUANTILE, search::quantile),
        (&ops::NANPERCENTILE, search::quantile),
        (&ops::NANPROD, compose::as_given),
        (&ops::NANCUMSUM, compose::as_given),
        (&ops::NANCUMPROD, compose::as_given),
        (&ops::TAKE_ALONG_AXIS, along::take),
        (&ops::ADD_ALONG_AXIS, along::add),
        (&ops::NEXTAFTER, neighbours::nextafter),
        (&ops::TAKE, index::take),
        (&ops::INDEX_ADD, scatter::index_add),
        (&ops::GATHER, index::take),
        (&ops::SCATTER, scatter::scatter),
        (&ops::EMBEDDING, index::embedding),
        (&ops::CONCAT, joining::concat),
        (&ops::STACK, joining::stack),
        (&ops::TILE, joining::tile),
        (&ops::REPEAT, joining::repeat),
        (&ops::ROLL, joining::roll),
        (&ops::PAD, joining::pad),
        (&ops::FOLD, pool::put_back),
        (&ops::CONV, conv::conv),
        (&ops::CONV_TRANSPOSE, conv::transpose),
        (&ops::MAX_POOL, pool::max),
        (&ops::ARGMAX_POOL, pool::argmax),
        (&ops::AVG_POOL, pool::mean),
        (&ops::SOLVE, linalg::solve),
        (&ops::SOLVE_TRIANGULAR, linalg::solve_triangular),
        (&ops::SOLVE_TRIDIAGONAL, linalg::solve_tridiagonal),
        (&ops::INV, linalg::inv),
        (&ops::PINV, linalg::pinv),
        (&ops::DET, linalg::det),
        (&ops::SLOGDET_PACKED, linalg::slogdet),
        (&ops::ADJUGATE, linalg::adjugate),
        (&ops::EXPM, linalg::expm),
        (&ops::CHOLESKY, linalg::cholesky),
        (&ops::QR_PACKED, linalg::qr),
        (&ops::EIGH_PACKED, linalg::eigh),
        (&ops::EIGVALSH, linalg::eigvalsh),
        (&ops::SVD_PACKED, linalg::svd),
        (&ops::SVDVALS, linalg::svdvals),
        (&ops::EIG_PACKED, linalg::eig),
        (&ops::EIGVALS, linalg::eigvals),
        (&ops::FFT, fft::one),
        (&ops::IFFT, fft::one),
        (&ops::RFFT, fft::one),
        (&ops::IRFFT, fft::one),
        (&ops::IHFFT, compose::as_given),
        (&ops::FFTN, fft::several),
        (&ops::IFFTN, fft::several),
        (&ops::RFFTN, fft::several),
        (&ops::IRFFTN, fft::several),
        (&ops::FFTSHIFT, compose::as_given),
        (&ops::IFFTSHIFT, compose::as_given),
        (&ops::DCT, fft::waves),
        (&ops::DST, fft::waves),
        (&ops::CLIP, elementwise::clip),
        (&ops::BETAINC, special::betainc),
        (&ops::SOFTMAX, nets::softmax),
        (&ops::LAYER_NORM, nets::layer_norm),
        (&ops::SCALED_DOT_PRODUCT_ATTENTION, attention::run),
        (&ops::MASKED_ATTENTION, attention::run),
    ];
    TABLE.iter().find(|(entry, _)| *entry == op).map(|(_, f)| *f)
}

/// A row-major copy in the same dtype. Errors: [`Error::BlockWrite`] for a view of a block format that takes blocks apart.
pub fn copy(op: &'static str, view: &View) -> Result<View> {
    if view.dtype().is_quantized() {
        return blocks::copy(op, view);
    }
    let mut out = View::alloc(op, view.shape(), view.dtype())?;
    let place = out.layout().clone();
    if runs::put(op, &mut out, &place, view)? {
        return Ok(out);
    }
    let source = runs::raw(view)?;
    let mut bits = View::alloc(op, view.shape(), source.dtype())?;
    Program::load(op, &source, source.dtype()).run_into(&mut bits)?;
    runs::cooked(bits, view.dtype())
}

/// The values in another dtype, row-major, in a new buffer. Errors: [`Error::PartialBlock`], [`Error::NotEncodable`],
/// [`Error::DTypeUnsupported`] from complex to real.
pub fn cast(op: &'static str, view: &View, dtype: DType) -> Result<View> {
    if dtype == view.dtype() && dtype.is_quantized() {
        return blocks::copy(op, view);
    }
    infer(&ops::ASTYPE, &[ty(view)], &[Attr::DType(dtype)])?;
    if let Some(done) = convert::straight(op, view, dtype) {
        return done;
    }
    let mut out = View::alloc(op, view.shape(), dtype)?;
    Program::load(op, view, dtype).run_into(&mut out)?;
    Ok(out)
}

/// The values of a view in `dtype`, row-major: the view itself where it is that already.
pub(crate) fn decoded_as(op: &'static str, view: &View, dtype: DType) -> Result<View> {
    let aligned = (view.buffer().address() + view.byte_range().start).is_multiple_of(dtype.block_bytes().min(8));
    if view.dtype() == dtype && view.layout().is_contiguous() && aligned {
        Ok(view.clone())
    } else {
        cast(op, view, dtype)
    }
}

/// A result in another dtype, itself where it has that already.
pub(crate) fn in_dtype(op: &'static str, out: View, dtype: DType) -> Result<View> {
    if out.dtype() == dtype { Ok(out) } else { cast(op, &out, dtype) }
}

/// Memory of so many bytes at least, of no particular value, aligned to any element, from the pool.
fn memory(op: &'static str, bytes: usize) -> Result<View> {
    View::alloc(op, &[bytes.div_ceil(8)], DType::UInt64)
}

/// The bytes of such memory.
fn memory_bytes(memory: &mut View) -> &mut [u8] {
    memory.buffer_mut().unique().expect("fresh memory is not shared")
}

/// Runs `f` on the bytes of contiguous views under holds.
pub(crate) fn with_bytes<R>(op: &'static str, views: &[&View], f: impl FnOnce(&[&[u8]]) -> Result<R>) -> Result<R> {
    let buffers: SmallVec<[&Buffer; 4]> = views.iter().map(|v| v.buffer()).collect();
    let mut holds = Holds::take(op, &buffers, None)?;
    let (sources, _) = holds.slices();
    let bytes: SmallVec<[&[u8]; 4]> =
        sources.iter().zip(views).map(|(s, v)| &s.expect("there is no destination")[v.byte_range()]).collect();
    f(&bytes)
}

/// Writes the values of `source` into the elements of `destination`, as if the source were read first. Leading axes of
/// extent 1 that the destination lacks are dropped, as NumPy does.
///
/// Errors: [`Error::ShapeMismatch`], [`Error::DTypeMismatch`], [`Error::SelfOverlap`], [`Error::ReadOnly`],
/// [`Error::BlockWrite`], [`Error::NotEncodable`].
pub(crate) fn assign(op: &'static str, destination: &View, source: &View) -> Result<()> {
    if !holds(destination.dtype(), source.dtype()) {
        return Err(Error::DTypeMismatch { op, got: source.dtype(), need: destination.dtype() });
    }
    let source = &beyond(source, destination.shape().len())?;
    let spread = spread(op, source, destination)?;
    let same = source.dtype() == destination.dtype();
    if same && !destination.layout().overlaps_itself() {
        if is_itself(&spread, destination) && !destination.buffer().is_read_only() {
            return Ok(());
        }
        // Blocks that overlap are read first, as they are.
        let blocks = destination.dtype().is_quantized() && runs::units(&spread).is_some();
        let overlap = spread.buffer().overlaps(destination.buffer());
        let apart = if blocks && overlap { copy(op, &spread)? } else { spread };
        if runs::write(op, destination, &apart)? {
            return Ok(());
        }
        let (to, from) = (runs::raw(destination)?, runs::raw(source)?);
        return write_op(op, &to, &[&from], |views| Ok(Program::load(op, views[0], to.dtype())));
    }
    write_op(op, destination, &[source], |views| Ok(Program::load(op, views[0], destination.dtype())))
}

/// `destination = op(destination, source)` for an entry of two operands without parameters, in place, as if the source
/// were read first. The destination keeps its dtype.
///
/// Errors: [`Error::DTypeMismatch`] where the result has a dtype that the destination cannot hold,
/// [`Error::ShapeMismatch`], [`Error::SelfOverlap`], [`Error::ReadOnly`], [`Error::BlockWrite`], [`Error::NotEncodable`].
pub fn update(op: Op, destination: &View, source: &View) -> Result<()> {
    let types = [destination, source].map(ty);
    let ty = infer(op, &types, &[])?;
    let to = destination.dtype();
    if !holds(to, ty.dtype) {
        return Err(Error::DTypeMismatch { op: op.name, got: ty.dtype, need: to });
    }
    if !matches!(op.meaning, Meaning::Binary(_) | Meaning::Compare(_)) {
        // The destination never grows, though a write alone would drop leading axes.
        spread(op.name, source, destination)?;
        return assign(op.name, destination, &run(op, &[destination, source], &[])?);
    }
    write_op(op.name, destination, &[destination, source], |views| elementwise::program(op, views, ty.dtype, to))
}

fn write_op(
    op: &'static str,
    destination: &View,
    sources: &[&View],
    program: impl for<'b> FnOnce(&[&'b View]) -> Result<Program<'b>>,
) -> Result<()> {
    if destination.layout().overlaps_itself() {
        let (shape, strides) = (destination.shape().into(), destination.layout().strides().to_vec());
        return Err(Error::SelfOverlap { op, shape, strides });
    }
    if destination.dtype().is_quantized() && !destination.is_whole_blocks() {
        return Err(Error::BlockWrite { op, dtype: destination.dtype(), shape: destination.shape().into() });
    }
    let spread: Vec<View> = sources.iter().map(|v| beside(op, v, destination)).collect::<Result<_>>()?;
    let views: SmallVec<[&View; 3]> = spread.iter().collect();
    program(&views)?.run_in_place(destination)
}

/// A source of a write as the engine may read it: the destination's own elements, which are read box by box before they
/// are written, or memory that the destination's buffer does not share. Anything else is read first.
fn beside(op: &'static str, source: &View, destination: &View) -> Result<View> {
    let view = spread(op, source, destination)?;
    if is_itself(&view, destination) {
        return Ok(view);
    }
    // Whole blocks are written in runs, so their values must come in runs.
    let runs = !destination.dtype().is_quantized() || view.layout().is_contiguous();
    if runs && !view.buffer().overlaps(destination.buffer()) {
        return Ok(view);
    }
    if view.dtype().is_quantized() { cast(op, &view, DType::Float32) } else { copy(op, &view) }
}

/// A view without the leading axes of extent 1 that are more than `ndim`.
fn beyond(view: &View, ndim: usize) -> Result<View> {
    let surplus = view.shape().len().saturating_sub(ndim);
    let ones = view.shape().iter().take_while(|&&n| n == 1).count();
    let layout = view.layout().slice(&vec![Slice::At(0); surplus.min(ones)])?;
    view.with_layout(layout)
}

/// A source of a write in the shape of its destination.
fn spread(op: &'static str, source: &View, destination: &View) -> Result<View> {
    spread_to(op, source, destination.shape())
}

/// A source of a write in the shape of what is written.
fn spread_to(op: &'static str, source: &View, shape: &[usize]) -> Result<View> {
    let layout = source.layout().broadcast_to(shape).map_err(|_| Error::ShapeMismatch {
        op,
        got: source.shape().into(),
        need: format!("a shape that broadcasts to that of the destination, {shape:?}"),
    })?;
    source.with_layout(layout)
}

/// Whether a view that is not empty shows one element everywhere.
fn is_spread(view: &View) -> bool {
    view.layout().strides().iter().zip(view.shape()).all(|(&s, &n)| s == 0 || n == 1)
}

/// Whether both are the same elements in the same order.
fn is_itself(source: &View, destination: &View) -> bool {
    source.buffer().is_same(destination.buffer())
        && source.layout() == destination.layout()
        && source.dtype() == destination.dtype()
}

/// The name under which `polyad-kernels` has a fold.
pub(crate) fn fold_kernel(fold: Fold) -> &'static str {
    match fold {
        Fold::Sum => "sum",
        Fold::Prod => "prod",
        Fold::Max => "max",
        Fold::Min => "min",
        Fold::All => "all",
        Fold::Any => "any",
        Fold::Count => "count",
        Fold::NanSum => "nansum",
        Fold::NanMax => "nanmax",
        Fold::NanMin => "nanmin",
    }
}
