//! The one error type: what failed, what was seen (whole shapes and dtypes), what to do next.
//!
//! Variants carry fields, so a caller can match on them; the text is made from the fields in one place.

use std::fmt;
use std::sync::Arc;

use crate::DType;

/// `Result` with the library's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A shape inside an error: prints as `[2, 3]`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shape(Box<[usize]>);

impl Shape {
    /// The extents, outermost first.
    pub fn as_slice(&self) -> &[usize] {
        &self.0
    }
}

impl From<&[usize]> for Shape {
    fn from(shape: &[usize]) -> Self {
        Shape(shape.into())
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter()).finish()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Who holds a buffer when an operation asks for it in vain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// A `read()` guard of the host is alive.
    Reading,
    /// A `write()` guard of the host is alive.
    Writing,
    /// A writable view was exported (to NumPy, say) and may write at any time.
    Exported,
    /// Another tensor, a view perhaps, has the same memory.
    Shared,
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Held::Reading => "a read() guard is alive",
            Held::Writing => "a write() guard is alive",
            Held::Exported => "a writable view of it was exported",
            Held::Shared => "another tensor or view has the same memory",
        })
    }
}

/// Everything that can go wrong through a caller, a file or the machine. `docs/errors.md` lists the variants.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// Shapes that cannot be broadcast together.
    Broadcast {
        /// The operation.
        op: &'static str,
        /// The operands' shapes, whole.
        shapes: Vec<Shape>,
    },
    /// A shape differs from the one that the operation needs.
    ShapeMismatch {
        /// The operation.
        op: &'static str,
        /// The shape seen.
        got: Shape,
        /// What is needed, in words that continue "needs".
        need: String,
    },
    /// An axis outside `-ndim..ndim`.
    AxisOutOfRange {
        /// The operation.
        op: &'static str,
        /// The axis asked for.
        axis: i64,
        /// The shape it was asked of.
        shape: Shape,
    },
    /// One axis named twice.
    RepeatedAxis {
        /// The operation.
        op: &'static str,
        /// The axis.
        axis: i64,
        /// The shape.
        shape: Shape,
    },
    /// An index outside its axis.
    IndexOutOfRange {
        /// The operation.
        op: &'static str,
        /// The index asked for.
        index: i64,
        /// The axis.
        axis: usize,
        /// The shape.
        shape: Shape,
    },
    /// A reshape to another number of elements.
    Reshape {
        /// The shape that is.
        from: Shape,
        /// The shape asked for (-1 is "infer").
        to: Vec<i64>,
    },
    /// The strict `view` form would have to copy.
    NotAView {
        /// The shape that is.
        from: Shape,
        /// Its strides in elements.
        strides: Vec<isize>,
        /// The shape asked for.
        to: Shape,
    },
    /// More than [`crate::MAX_NDIM`] axes.
    TooManyAxes {
        /// The operation.
        op: &'static str,
        /// How many were asked for.
        ndim: usize,
    },
    /// A product of extents, strides or bytes past the address space.
    SizeOverflow {
        /// The operation.
        op: &'static str,
        /// The extents.
        shape: Shape,
        /// The dtype, where bytes were counted.
        dtype: Option<DType>,
    },
    /// A layout that reaches outside its buffer.
    OutOfBounds {
        /// The shape.
        shape: Shape,
        /// The strides in elements.
        strides: Vec<isize>,
        /// The offset in elements.
        offset: usize,
        /// The dtype.
        dtype: DType,
        /// Size of the buffer in bytes.
        buffer_bytes: usize,
    },
    /// Bytes of another length than dtype and shape need.
    ByteLength {
        /// The operation.
        op: &'static str,
        /// Bytes given.
        got: usize,
        /// Bytes needed.
        need: usize,
        /// The dtype.
        dtype: DType,
        /// The shape.
        shape: Shape,
    },
    /// A dtype name that nobody knows.
    UnknownDType {
        /// The name.
        name: String,
    },
    /// A dtype name that means two things.
    AmbiguousDType {
        /// The name.
        name: String,
        /// The meanings.
        meanings: &'static str,
    },
    /// An operation that has no meaning for a dtype.
    DTypeUnsupported {
        /// The operation.
        op: &'static str,
        /// The dtype.
        dtype: DType,
        /// What to do instead.
        hint: &'static str,
    },
    /// Two dtypes without a common one.
    NoPromotion {
        /// The operation.
        op: &'static str,
        /// The dtypes.
        dtypes: [DType; 2],
    },
    /// A dtype that differs from the one needed.
    DTypeMismatch {
        /// The operation.
        op: &'static str,
        /// The dtype seen.
        got: DType,
        /// The dtype needed.
        need: DType,
    },
    /// A value that does not fit a dtype.
    ValueOutOfRange {
        /// The operation.
        op: &'static str,
        /// The value, printed.
        value: String,
        /// The dtype.
        dtype: DType,
    },
    /// A last axis that is no whole number of blocks.
    PartialBlock {
        /// The operation.
        op: &'static str,
        /// The dtype with blocks.
        dtype: DType,
        /// The shape.
        shape: Shape,
    },
    /// A last axis that is no whole number of blocks of a format with scales apart.
    PartialScaledBlock {
        /// The operation.
        op: &'static str,
        /// The name of the format.
        format: &'static str,
        /// Elements a block.
        block: usize,
        /// The shape.
        shape: Shape,
    },
    /// A part of a last axis that takes blocks with scales apart from them asunder.
    SplitBlock {
        /// The operation.
        op: &'static str,
        /// What was asked of the last axis, printed.
        got: String,
        /// The name of the format.
        format: &'static str,
        /// Elements a block.
        block: usize,
        /// The shape.
        shape: Shape,
    },
    /// A block format written through a view that does not cover whole blocks.
    BlockWrite {
        /// The operation.
        op: &'static str,
        /// The dtype.
        dtype: DType,
        /// The shape of the view.
        shape: Shape,
    },
    /// A NaN, an infinity or a scale past float16 on the way into a block format.
    NotEncodable {
        /// The operation.
        op: &'static str,
        /// The block format.
        dtype: DType,
        /// The value.
        value: f64,
        /// Row (all leading axes counted through) of the value.
        row: usize,
        /// Column of the value.
        column: usize,
        /// Why it cannot be stored.
        why: &'static str,
    },
    /// A write through a view in which elements share memory (stride 0, or strides that meet).
    SelfOverlap {
        /// The operation.
        op: &'static str,
        /// The shape.
        shape: Shape,
        /// The strides in elements.
        strides: Vec<isize>,
    },
    /// A write to read-only memory.
    ReadOnly {
        /// The operation.
        op: &'static str,
    },
    /// A host guard or an exported view stands in the way.
    InUse {
        /// The operation.
        op: &'static str,
        /// Who holds the buffer.
        held: Held,
    },
    /// The system has no memory of that size.
    OutOfMemory {
        /// Bytes asked for.
        bytes: usize,
    },
    /// An argument outside its rule.
    BadArgument {
        /// The operation.
        op: &'static str,
        /// The argument's name.
        argument: &'static str,
        /// What was given, printed.
        got: String,
        /// What it takes, in words that continue "takes".
        takes: String,
    },
    /// A matrix without an inverse.
    Singular {
        /// The operation.
        op: &'static str,
        /// The shape of all matrices.
        shape: Shape,
        /// Its place in the leading axes.
        index: Vec<usize>,
    },
    /// A matrix that is not positive definite.
    NotPositiveDefinite {
        /// The operation.
        op: &'static str,
        /// The shape of all matrices.
        shape: Shape,
        /// Its place in the leading axes.
        index: Vec<usize>,
    },
    /// A matrix on which an iteration did not end.
    NoConvergence {
        /// The operation.
        op: &'static str,
        /// The shape of all matrices.
        shape: Shape,
        /// Its place in the leading axes.
        index: Vec<usize>,
    },
    /// A number of operands that the operation does not have.
    OperandCount {
        /// The operation.
        op: &'static str,
        /// Operands given.
        got: usize,
        /// Operands needed.
        need: &'static str,
    },
    /// A file that breaks the rules of its format.
    Format(Box<FormatError>),
    /// The operating system refused.
    Io {
        /// What was being done: "open", "write".
        action: &'static str,
        /// The path.
        path: String,
        /// The system's error.
        source: Arc<std::io::Error>,
    },
}

/// A file that breaks the rules of its format: where, how, and under which word of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The file.
    pub path: String,
    /// The format it was read as: "gguf".
    pub format: &'static str,
    /// The word for the fault.
    pub kind: FormatErrorKind,
    /// Byte offset of the fault, where there is one.
    pub offset: Option<u64>,
    /// What was seen and what would be right.
    pub detail: String,
}

/// The words for faults of files, the same for all formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FormatErrorKind {
    /// The file ends before something it announces.
    Truncated,
    /// Not the signature of this format.
    BadMagic,
    /// A version that nobody knows here.
    UnsupportedVersion,
    /// The header is not the text it has to be.
    BadHeader,
    /// A count, extent, product, length or offset past 63 bits.
    Overflow,
    /// A key or name twice.
    Duplicate,
    /// An unknown, removed or refused dtype.
    BadType,
    /// Text that is not UTF-8.
    BadUtf8,
    /// An alignment that is none, or is not kept.
    BadAlignment,
    /// Data that overlap, leave a gap, or start outside.
    BadOffset,
    /// Nesting past the reader's limit.
    TooDeep,
    /// Bytes that belong to nothing, where the format forbids them.
    TrailingBytes,
    /// A checksum that differs.
    BadChecksum,
    /// Legal, but not read here.
    Unsupported,
    /// Anything else outside the rules.
    BadValue,
}

impl fmt::Display for FormatErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}", self.path, self.format, self.kind)?;
        if let Some(offset) = self.offset {
            write!(f, " at byte {offset}")?;
        }
        write!(f, ": {}", self.detail)
    }
}

impl Error {
    /// An I/O error with what was being done and the path.
    pub fn io(action: &'static str, path: impl fmt::Display, source: std::io::Error) -> Error {
        Error::Io { action, path: path.to_string(), source: Arc::new(source) }
    }

    /// Shapes that do not broadcast.
    pub fn broadcast(op: &'static str, shapes: &[&[usize]]) -> Error {
        Error::Broadcast { op, shapes: shapes.iter().map(|&s| s.into()).collect() }
    }
}

impl From<FormatError> for Error {
    fn from(e: FormatError) -> Error {
        Error::Format(Box::new(e))
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { source, .. } => Some(source.as_ref()),
            _ => None,
        }
    }
}

/// The first axis, counted from the end, on which shapes differ and none is 1.
fn broadcast_conflict(shapes: &[Shape]) -> Option<(usize, usize, usize)> {
    let ndim = shapes.iter().map(|s| s.0.len()).max()?;
    for back in 1..=ndim {
        let mut seen = 1;
        for shape in shapes {
            let Some(i) = shape.0.len().checked_sub(back) else { continue };
            let n = shape.0[i];
            if n != 1 && seen != 1 && n != seen {
                return Some((ndim - back, seen, n));
            }
            if n != 1 {
                seen = n;
            }
        }
    }
    None
}

/// One matrix of a batch in words.
struct Matrix<'a>(&'a [usize], &'a Shape);

impl fmt::Display for Matrix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Matrix(index, shape) = self;
        if index.is_empty() {
            write!(f, "the matrix of shape {shape}")
        } else {
            write!(f, "the matrix at {index:?} of shape {shape}")
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Broadcast { op, shapes } => {
                write!(f, "{op}: shapes ")?;
                for (i, s) in shapes.iter().enumerate() {
                    let glue = if i == 0 {
                        ""
                    } else if i + 1 == shapes.len() {
                        " and "
                    } else {
                        ", "
                    };
                    write!(f, "{glue}{s}")?;
                }
                write!(f, " do not broadcast")?;
                if let Some((axis, a, b)) = broadcast_conflict(shapes) {
                    write!(f, " (axis {axis}: {a} and {b})")?;
                }
                write!(f, ". Make the extents equal, or one of them 1.")
            }
            Error::ShapeMismatch { op, got, need } => write!(f, "{op}: shape {got} does not fit; {op} needs {need}."),
            Error::AxisOutOfRange { op, axis, shape } => {
                let n = shape.0.len();
                if n == 0 {
                    write!(f, "{op}: axis {axis} of a 0-d tensor, which has no axes.")
                } else {
                    write!(f, "{op}: axis {axis} is outside shape {shape}. It takes {} to {}.", -(n as i64), n - 1)
                }
            }
            Error::RepeatedAxis { op, axis, shape } => {
                write!(f, "{op}: axis {axis} of shape {shape} is named twice. Name each axis once.")
            }
            Error::IndexOutOfRange { op, index, axis, shape } => {
                let n = shape.0.get(*axis).copied().unwrap_or(0);
                write!(f, "{op}: {index} is outside axis {axis} of shape {shape}. ")?;
                if n == 0 { write!(f, "That axis is empty.") } else { write!(f, "That axis takes -{n} to {}.", n - 1) }
            }
            Error::Reshape { from, to } => {
                let n: usize = from.0.iter().product();
                write!(f, "reshape: {from} has {n} elements, which do not fill {to:?}. ")?;
                write!(f, "Extents must multiply to {n}; one may be -1.")
            }
            Error::NotAView { from, strides, to } => write!(
                f,
                "view: shape {from} with strides {strides:?} cannot be seen as {to} without a copy. Use reshape, which copies."
            ),
            Error::TooManyAxes { op, ndim } => {
                write!(f, "{op}: {ndim} axes; a tensor has at most {}.", crate::MAX_NDIM)
            }
            Error::SizeOverflow { op, shape, dtype } => {
                write!(f, "{op}: shape {shape}")?;
                if let Some(dtype) = dtype {
                    write!(f, " of {dtype}")?;
                }
                write!(f, " is larger than the address space.")
            }
            Error::OutOfBounds { shape, strides, offset, dtype, buffer_bytes } => write!(
                f,
                "view: shape {shape} of {dtype}, strides {strides:?}, offset {offset} reaches outside a buffer of {buffer_bytes} bytes."
            ),
            Error::ByteLength { op, got, need, dtype, shape } => {
                write!(f, "{op}: {got} bytes given; shape {shape} of {dtype} needs {need}.")
            }
            Error::UnknownDType { name } => {
                write!(f, "dtype: \"{name}\" is unknown. Known: ")?;
                for (i, d) in DType::ALL.iter().enumerate() {
                    write!(f, "{}{d}", if i == 0 { "" } else { ", " })?;
                }
                write!(f, ".")
            }
            Error::AmbiguousDType { name, meanings } => {
                write!(f, "dtype: \"{name}\" means two things: {meanings}. Write the one you mean.")
            }
            Error::DTypeUnsupported { op, dtype, hint } => write!(f, "{op}: not defined for {dtype}. {hint}"),
            Error::NoPromotion { op, dtypes: [a, b] } => {
                write!(f, "{op}: {a} and {b} have no common dtype. Convert one of them with astype.")
            }
            Error::DTypeMismatch { op, got, need } => {
                write!(f, "{op}: dtype {got} where {need} is needed. Convert it with astype(\"{need}\").")
            }
            Error::ValueOutOfRange { op, value, dtype } => {
                write!(f, "{op}: {value} does not fit {dtype}. Take a wider dtype, or clip first.")
            }
            Error::PartialBlock { op, dtype, shape } => write!(
                f,
                "{op}: rows of shape {shape} are no whole blocks of {dtype} ({} elements). Pad the last axis or choose a dtype with shorter blocks.",
                dtype.block_len()
            ),
            Error::PartialScaledBlock { op, format, block, shape } => write!(
                f,
                "{op}: rows of shape {shape} are no whole blocks of {format} ({block} elements). Pad the last axis or choose a format with shorter blocks."
            ),
            Error::SplitBlock { op, got, format, block, shape } => write!(
                f,
                "{op}: {got} on the last axis of shape {shape} splits blocks of {format}, which share a scale. Start and stop at multiples of {block} with step 1, or take materialize() first."
            ),
            Error::BlockWrite { op, dtype, shape } => write!(
                f,
                "{op}: a view of shape {shape} does not cover whole {dtype} blocks, which share a scale. Take a decoded copy: astype(\"float32\")."
            ),
            Error::NotEncodable { op, dtype, value, row, column, why } => {
                write!(f, "{op}: {value:?} at row {row}, column {column} cannot become {dtype}: {why}.")
            }
            Error::SelfOverlap { op, shape, strides } => write!(
                f,
                "{op}: elements of the destination, shape {shape} with strides {strides:?}, share memory. Write to a copy()."
            ),
            Error::ReadOnly { op } => {
                write!(f, "{op}: the memory is read-only (a mapped file or a read-only import). Write to a copy().")
            }
            Error::InUse { op, held } => {
                write!(f, "{op}: the buffer is in use: {held}. Drop it first, or work on a copy().")
            }
            Error::OutOfMemory { bytes } => write!(f, "allocate: the system has no {bytes} bytes."),
            Error::BadArgument { op, argument, got, takes } => {
                write!(f, "{op}: {argument} = {got}; it takes {takes}.")
            }
            Error::Singular { op, shape, index } => write!(
                f,
                "{op}: {} is singular. Take pinv, which has an answer for every matrix, or lstsq.",
                Matrix(index, shape)
            ),
            Error::NotPositiveDefinite { op, shape, index } => write!(
                f,
                "{op}: {} is not positive definite. Add a small multiple of the identity, or take eigh.",
                Matrix(index, shape)
            ),
            Error::NoConvergence { op, shape, index } => {
                write!(f, "{op}: the iteration on {} did not end. Scale its elements toward 1.", Matrix(index, shape))
            }
            Error::OperandCount { op, got, need } => write!(f, "{op}: {got} operands given; it takes {need}."),
            Error::Format(e) => write!(f, "{e}"),
            Error::Io { action, path, source } => write!(f, "{path}: cannot {action}: {source}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broadcast_error_names_the_axis() {
        let e = Error::broadcast("add", &[&[2, 3], &[4, 3]]);
        assert_eq!(
            e.to_string(),
            "add: shapes [2, 3] and [4, 3] do not broadcast (axis 0: 2 and 4). Make the extents equal, or one of them 1."
        );
    }

    #[test]
    fn errors_are_small_enough_to_return() {
        assert!(std::mem::size_of::<Error>() <= 128, "{}", std::mem::size_of::<Error>());
    }

    #[test]
    fn index_error_states_the_range() {
        let e = Error::IndexOutOfRange { op: "index", index: 9, axis: 1, shape: [4, 6][..].into() };
        assert_eq!(e.to_string(), "index: 9 is outside axis 1 of shape [4, 6]. That axis takes -6 to 5.");
    }
}
