//! `polyad convert`: from any format to any other.

use std::ops::Range;
use std::path::PathBuf;

use polyad::io::{Entry, Plan, Writer};
use polyad::{DType, Error, Kind};

use crate::failure::{self, Failure};
use crate::stats::Noise;
use crate::stream::{self, Reader, Trouble};
use crate::{Status, header};

/// Write the tensors of a file in another format.
///
/// Values pass bit for bit, also those of types that have no decoder, as long as the other format has a name for the
/// type. The format is told by the ending of OUT: .safetensors, .gguf, .npy, .npz, .tens. OUT appears when it is whole;
/// a file of that name is replaced.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file of any format.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write.
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Convert values to this type: every tensor of real floats for a float type, every tensor for another type.
    #[arg(long, value_name = "T")]
    dtype: Option<DType>,
}

const EXAMPLES: &str = "Examples:
  polyad convert model.safetensors model.gguf
  polyad convert model-q4_0.gguf model.safetensors --dtype f32
  polyad convert array.npy array.tens";

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    let format = failure::target(&args.input, &args.output)?;
    let archive = failure::open(&args.input)?;
    failure::warn_of_parts(&archive, &args.input);
    let casts: Vec<Option<DType>> = archive.entries().iter().map(|e| cast(e, args.dtype)).collect();
    let plan: Vec<Plan> = archive
        .entries()
        .iter()
        .zip(&casts)
        .map(|(e, cast)| Plan::new(&e.name, cast.map_or_else(|| e.dtype.clone(), Into::into), &e.shape))
        .collect();
    let metadata = header::metadata(&archive, format, args.dtype);
    let mut writer = Writer::create(&args.output, format, &metadata, &plan)?;
    let reader = Reader::new(&archive);
    for (entry, cast) in archive.entries().iter().zip(casts) {
        match cast {
            Some(dtype) => encode(&reader, entry, dtype, &mut writer)?,
            None => reader.pass(entry, &mut writer)?,
        }
    }
    writer.finish()?;
    Ok(Status::Done)
}

/// The type that a tensor is converted to; `None` where its bytes pass as they are.
fn cast(entry: &Entry, wanted: Option<DType>) -> Option<DType> {
    let wanted = wanted?;
    match entry.dtype.known() {
        Some(dtype) if dtype == wanted || wanted.kind() == Kind::Float && dtype.kind() != Kind::Float => None,
        _ => Some(wanted),
    }
}

fn encode(reader: &Reader<'_>, entry: &Entry, dtype: DType, writer: &mut Writer) -> Result<(), Failure> {
    let source = reader.open(entry)?;
    let work = |range: Range<usize>| {
        let chunk = source.part(&range).map_err(Trouble::Tensor)?;
        let stored = stream::cast(&chunk, dtype, range.start)?;
        // Block formats refuse by themselves; NaN and infinities of the file pass as they are.
        let float = dtype.kind() == Kind::Float && chunk.dtype().kind() == Kind::Float;
        if float && !dtype.is_quantized() && !Noise::of(&chunk, &stored).map_err(Trouble::Tensor)?.is_finite() {
            stream::refuse_overflow(&chunk, &stored, range.start)?;
        }
        Ok(stored)
    };
    let sink = |range: &Range<usize>, chunk| {
        source.release_behind(range);
        stream::write(&chunk, writer).map_err(Trouble::File)
    };
    // A chunk is whole blocks whatever the rows are, so rows are looked at here.
    let columns = entry.shape.last().copied().unwrap_or(1);
    let result = match dtype.is_quantized() && !columns.is_multiple_of(dtype.block_len()) {
        true => {
            let (op, shape) = ("convert", entry.shape[..].into());
            Err(Trouble::Tensor(Error::PartialBlock { op, dtype, shape }))
        }
        false => stream::in_order(source.size(), work, sink),
    };
    result.map_err(|trouble| trouble.into_failure(entry, dtype))
}
