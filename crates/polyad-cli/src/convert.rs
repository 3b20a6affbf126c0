//! `polyad convert`: from any format to any other.

use std::path::PathBuf;
use std::time::Instant;

use polyad::io::Entry;
use polyad::{DType, Error, Kind, Tensor};
use serde::Serialize;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::stats::Noise;
use crate::stream::{self, Readers, Trouble};
use crate::text::{count, printable, size};
use crate::transfer::{self, Job};
use crate::{Status, header, input, output, target};

/// Write the tensors of a file in another format.
///
/// Values pass bit for bit, also those of types that have no decoder, as long as the other format has a name for the
/// type; where it has none, that is an error, and --dtype names a type that it has. A model in several files
/// (model-00001-of-00003.gguf, model.safetensors.index.json) is joined.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file of any format, a part of a split model or its index, or - for standard input.
    #[arg(value_name = "IN")]
    input: PathBuf,
    #[command(flatten)]
    target: target::Args,
    /// Convert values to this type: every tensor of real floats for a float type, every tensor for another type.
    #[arg(long, value_name = "T")]
    dtype: Option<DType>,
    #[command(flatten)]
    output: output::Options,
}

const EXAMPLES: &str = "Examples:
  polyad convert model.safetensors model.gguf
  polyad convert model-q4_0.gguf model.safetensors --dtype f32
  polyad convert model-00001-of-00003.gguf whole.gguf
  polyad convert array.npy - --to safetensors | polyad ls -";

#[derive(Serialize)]
struct Summary<'a> {
    input: &'a str,
    input_format: &'a str,
    output: &'a str,
    output_format: &'a str,
    tensors: usize,
    /// How many of them got another type.
    converted: usize,
    input_bytes: u64,
    output_bytes: u64,
    seconds: f64,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    let start = Instant::now();
    let target = args.target.target(&args.input)?;
    let model = input::model(&args.input)?;
    target.is_apart_from(&model)?;
    let readers = Readers::new(&model);
    let jobs: Vec<Job<'_>> = readers
        .entries()
        .map(|(reader, entry)| Job { reader, entry, to: cast(entry, args.dtype), importance: None })
        .collect();
    jobs.iter().try_for_each(whole_rows)?;
    let metadata = header::metadata(&model, target.format, args.dtype);
    let mut writer = target.create(&metadata, &transfer::plan(&jobs))?;
    let progress = Progress::new(&args.output, "converting", transfer::bytes(&jobs));
    transfer::transfer(&jobs, &progress, refuse_overflow, |_, _, bytes| writer.write(bytes))
        .map_err(|stop| transfer::failure(&jobs, stop))?;
    let output_bytes = writer.finish()?;
    drop(progress);
    let summary = Summary {
        input: model.path(),
        input_format: model.format().name(),
        output: &target.name(),
        output_format: target.format.name(),
        tensors: jobs.len(),
        converted: jobs.iter().filter(|job| job.to.is_some()).count(),
        input_bytes: model.file_bytes(),
        output_bytes,
        seconds: start.elapsed().as_secs_f64(),
    };
    target.show(&args.output, || text(&summary), &summary)?;
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

/// A tensor travels in chunks that are whole blocks whatever its rows are, so rows are looked at before.
fn whole_rows(job: &Job<'_>) -> Result<(), Failure> {
    let columns = job.entry.shape.last().copied().unwrap_or(1);
    match job.to {
        Some(dtype) if dtype.is_quantized() && !columns.is_multiple_of(dtype.block_len()) => {
            let e = Error::PartialBlock { op: "convert", dtype, shape: job.entry.shape[..].into() };
            Err(Trouble::Tensor(e).into_failure(job.entry, job.to))
        }
        _ => Ok(()),
    }
}

/// Block formats refuse by themselves; NaN and infinities of the file pass as they are.
fn refuse_overflow(_: &Job<'_>, given: &Tensor, stored: &Tensor, start: usize) -> Result<(), Trouble> {
    let floats = stored.dtype().kind() == Kind::Float && given.dtype().kind() == Kind::Float;
    if floats && !stored.dtype().is_quantized() && !Noise::of(given, stored).map_err(Trouble::Tensor)?.is_finite() {
        stream::refuse_overflow(given, stored, start)?;
    }
    Ok(())
}

fn text(summary: &Summary<'_>) -> String {
    let Summary { output, output_format, tensors, converted, input_bytes, output_bytes, seconds, .. } = summary;
    let converted = if *converted > 0 { format!(", {converted} of them converted") } else { String::new() };
    format!(
        "{}: {output_format}, {}{converted}, {} -> {} in {seconds:.2} s\n",
        printable(output),
        count(*tensors, "tensor"),
        size(*input_bytes),
        size(*output_bytes),
    )
}
