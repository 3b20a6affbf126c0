//! `polyad quantize`: a smaller file, and what it cost.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use polyad::io::{Entry, Format};
use polyad::{DType, Tensor};
use regex::Regex;

use crate::failure::Failure;
use crate::importance::{self, Importance};
use crate::progress::Progress;
use crate::report::{self, Collector, Document, Measured, Totals};
use crate::rules::{Decision, Mapping, Reason, Rules, float};
use crate::stats::Noise;
use crate::stream::{self, Readers, Trouble};
use crate::table::{Align, Table};
use crate::text::{count, decibel, measure, printable, size};
use crate::transfer::{self, Job};
use crate::{Status, header, input, output, target};

/// Store the weights of a model in fewer bits.
///
/// Every tensor of real floats with two or more axes is stored as T, embeddings included; all others are kept and
/// counted. Where the rows of a tensor are no whole blocks of T, the next larger type that fits is taken (float16)
/// and counted. NaN, infinities and values past the range of the type are errors that tell the place. What the
/// rounding cost is measured on the way. A model in several files is joined.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file of any format, a part of a split model or its index, or - for standard input.
    #[arg(value_name = "IN")]
    input: PathBuf,
    #[command(flatten)]
    target: target::Args,
    /// The type to store weights as: q8_0, q6_K, q4_K, q4_0, mxfp4, iq2_xs, f16, ... (`polyad info` lists all).
    #[arg(long = "type", value_name = "T", value_parser = float)]
    dtype: DType,
    /// Keep tensors whose name this pattern matches anywhere; wins over --map. May be given several times.
    #[arg(long, value_name = "REGEX")]
    keep: Vec<Regex>,
    /// Store tensors whose name matches as another type, those with one axis too; the first match counts.
    #[arg(long, value_name = "REGEX=T")]
    map: Vec<Mapping>,
    /// Let errors count by column as this file says: safetensors or GGUF, with a vector for a tensor's name, or llama.cpp's
    /// sums and counts (NAME.in_sum2, NAME.counts).
    #[arg(long, value_name = "FILE")]
    importance: Option<PathBuf>,
    /// Keep tensors with values that their type cannot hold, rather than fail. Costs a second pass.
    #[arg(long)]
    allow_nonfinite: bool,
    /// Write what the rounding cost, tensor by tensor and layer by layer, as a page (.html), Markdown (.md) or JSON (.json).
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    output: output::Options,
}

const EXAMPLES: &str = "Examples:
  polyad quantize model.safetensors model-q8_0.gguf --type q8_0
  polyad quantize model.safetensors small.gguf --type q4_0 --keep '^lm_head' --map 'embed=q8_0'
  polyad quantize model.safetensors model-q4_0.gguf --type q4_0 --report q4_0.html
  polyad quantize model.safetensors model-iq2_xs.gguf --type iq2_xs --importance imatrix.gguf
  polyad quantize model.safetensors half.safetensors --type bf16";

/// Why a value is refused for a type without blocks.
const NOT_FINITE: &str = "the value is not finite";

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    let start = Instant::now();
    let target = args.target.target(&args.input)?;
    let others = [&*args.input, target.path()];
    let report = args.report.as_ref().map(|path| report::Target::new(path, &others)).transpose()?;
    let model = input::model(&args.input)?;
    let imatrix = args.importance.as_deref().map(Importance::open).transpose()?;
    for read in std::iter::once(&model).chain(imatrix.as_ref().map(Importance::model)) {
        target.is_apart_from(read)?;
        report.as_ref().map_or(Ok(()), |report| report.is_apart_from(read))?;
    }
    let readers = Readers::new(&model);
    let rules = Rules::new(args.dtype, &args.keep, &args.map);
    let mut decisions: Vec<Decision> = readers.entries().map(|(_, entry)| rules.decide(entry)).collect();
    rules.unmatched().for_each(|message| output::warning(&message));
    let entries = readers.entries().map(|(_, entry)| entry);
    let importance = importance::of_all(imatrix.as_ref(), entries.zip(decisions.iter().copied()))?;
    let mut jobs: Vec<Job<'_>> = readers
        .entries()
        .zip(&decisions)
        .zip(importance)
        .map(|(((reader, entry), decision), importance)| Job { reader, entry, to: stored_as(*decision), importance })
        .collect();
    if args.allow_nonfinite {
        keep_what_cannot_be_stored(&mut jobs, &mut decisions, &args.output)?;
    }
    let metadata = header::metadata(&model, target.format, Some(args.dtype));
    let mut writer = target.create(&metadata, &transfer::plan(&jobs))?;
    let progress = Progress::new(&args.output, "quantizing", transfer::bytes(&jobs));
    let look = match (&report, args.output.json) {
        (None, false) if args.output.quiet => Look::Check,
        (None, false) => Look::Noise,
        _ => Look::All,
    };
    let mut costs = vec![Noise::default(); jobs.len()];
    let mut collector = Collector::default();
    let measure = |_: &Job<'_>, given: &Tensor, stored: &Tensor, start| look_at(given, stored, start, look);
    transfer::transfer(&jobs, &progress, measure, |at, found, bytes| {
        if let Some((cost, measured)) = found {
            costs[at].merge(&cost);
            measured.into_iter().for_each(|chunk| collector.add(at, chunk));
        }
        writer.write(bytes)
    })
    .map_err(|stop| transfer::failure(&jobs, stop))?;
    let after = writer.finish()?;
    drop(progress);
    let mut summary = Summary::default();
    for ((job, decision), cost) in jobs.iter().zip(&decisions).zip(&costs) {
        summary.add(job.entry, *decision, cost);
    }
    let whole = Whole { name: target.name(), before: model.file_bytes(), after, tensors: jobs.len(), start };
    let (tensors, pooled) = collector.finish(jobs.iter().map(|job| job.entry).zip(decisions), args.dtype);
    let document = Document {
        polyad_version: env!("CARGO_PKG_VERSION"),
        command: command(),
        input: file(model.path(), model.format(), whole.before),
        output: file(&whole.name, target.format, after),
        dtype: args.dtype.to_string(),
        keep: args.keep.iter().map(Regex::to_string).collect(),
        map: args.map.iter().map(Mapping::to_string).collect(),
        importance: args.importance.as_ref().map(|path| path.to_string_lossy().into_owned()),
        seconds: start.elapsed().as_secs_f64(),
        threads: polyad::exec::threads(),
        totals: Totals::of(&tensors),
        pooled,
        tensors,
    };
    if let Some(report) = &report {
        report.write(&document)?;
    }
    let text = || {
        let mut text = summary.text(args.dtype, &whole);
        if let Some(report) = &report {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "report: {}", printable(&report.path().display().to_string()));
        }
        text
    };
    target.show(&args.output, text, &document)?;
    Ok(Status::Done)
}

/// The words of the command line, as a reader would type them.
fn command() -> Vec<String> {
    let arguments = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    std::iter::once("polyad".to_owned()).chain(arguments).collect()
}

fn file(path: &str, format: Format, file_bytes: u64) -> report::File {
    report::File { path: path.to_owned(), format: format.name().to_owned(), file_bytes }
}

/// The type that a tensor is encoded in; `None` where it is kept.
fn stored_as(decision: Decision) -> Option<DType> {
    match decision {
        Decision::Encode(dtype) | Decision::Fallback(dtype) => Some(dtype),
        Decision::Keep(_) => None,
    }
}

/// How closely encoded values are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Whether their type can hold them.
    Check,
    /// How far they are from the given ones, too.
    Noise,
    /// All that a report tells.
    All,
}

/// How far stored values are from the given ones. Values that the type cannot hold are errors.
fn look_at(
    given: &Tensor,
    stored: &Tensor,
    start: usize,
    look: Look,
) -> Result<(Noise, Option<Box<Measured>>), Trouble> {
    // Types without blocks take any value in silence, so that what they made of it has to be looked at.
    let cost = match look == Look::Check && stored.dtype().is_quantized() {
        true => Noise::default(),
        false => Noise::of(given, stored).map_err(Trouble::Tensor)?,
    };
    if !cost.is_finite() {
        refuse_nonfinite(given, stored, start)?;
    }
    let all = (look == Look::All).then(|| Measured::of(given, stored)).transpose().map_err(Trouble::Tensor)?;
    Ok((cost, all.map(Box::new)))
}

/// Looks for the value that made the sums of a chunk infinite; sums of float64 can be so without one.
fn refuse_nonfinite(given: &Tensor, stored: &Tensor, start: usize) -> Result<(), Trouble> {
    let values = |t: &Tensor| t.to_f64_vec().map_err(Trouble::Tensor);
    for (i, (x, y)) in values(given)?.into_iter().zip(values(stored)?).enumerate() {
        let why = if x.is_finite() { stream::PAST_RANGE } else { NOT_FINITE };
        if !x.is_finite() || !y.is_finite() {
            return Err(Trouble::Value { at: start + i, value: x, why });
        }
    }
    Ok(())
}

/// Tries every tensor that is to be encoded; the header needs to know beforehand which of them pass as they are.
fn keep_what_cannot_be_stored(
    jobs: &mut [Job<'_>],
    decisions: &mut [Decision],
    options: &output::Options,
) -> Result<(), Failure> {
    let progress = Progress::new(options, "trying", transfer::bytes(jobs));
    for (job, decision) in jobs.iter_mut().zip(decisions) {
        if job.to.is_none() {
            progress.advance(job.entry.size_bytes);
            continue;
        }
        let look = |_: &Job<'_>, given: &Tensor, stored: &Tensor, start| look_at(given, stored, start, Look::Check);
        let one = std::slice::from_ref(&*job);
        let Err(stop) = transfer::transfer(one, &progress, look, |_, _, _| Ok(())) else { continue };
        let is_value = matches!(stop.1, Trouble::Value { .. });
        match transfer::failure(one, stop) {
            Failure::Failed(message) if is_value => progress.warn(&format!("{message}; the tensor is kept")),
            failure => return Err(failure),
        }
        *decision = Decision::Keep(Reason::Nonfinite);
        job.to = None;
    }
    Ok(())
}

/// What was done, by type and by reason.
#[derive(Default)]
struct Summary {
    encoded: HashMap<(bool, DType), Group>,
    kept: BTreeMap<Reason, Group>,
}

/// The files as wholes.
struct Whole {
    name: String,
    before: u64,
    after: u64,
    tensors: usize,
    start: Instant,
}

/// Tensors that went the same way.
#[derive(Default)]
struct Group {
    tensors: usize,
    bytes_before: u64,
    bytes_after: u64,
    cost: Noise,
}

impl Group {
    fn add(&mut self, before: u64, after: u64, cost: &Noise) {
        self.tensors += 1;
        self.bytes_before += before;
        self.bytes_after += after;
        self.cost.merge(cost);
    }
}

impl Summary {
    fn add(&mut self, entry: &Entry, decision: Decision, cost: &Noise) {
        let before = entry.size_bytes;
        // The writer has found that the size can be counted.
        let after = |dtype: DType| dtype.storage_bytes(entry.size()).unwrap_or(usize::MAX) as u64;
        match decision {
            Decision::Encode(dtype) => self.encoded.entry((false, dtype)).or_default().add(before, after(dtype), cost),
            Decision::Fallback(dtype) => self.encoded.entry((true, dtype)).or_default().add(before, after(dtype), cost),
            Decision::Keep(reason) => self.kept.entry(reason).or_default().add(before, before, cost),
        }
    }

    fn text(&self, asked: DType, whole: &Whole) -> String {
        let mut table = Table::new([
            ("stored as", Align::Left),
            ("tensors", Align::Right),
            ("before", Align::Right),
            ("after", Align::Right),
            ("relative RMSE", Align::Right),
            ("SNR dB", Align::Right),
            ("", Align::Left),
        ]);
        let mut push = |what: String, group: &Group, cost: Option<Noise>, note: String| {
            table.push([
                what,
                group.tensors.to_string(),
                size(group.bytes_before),
                size(group.bytes_after),
                cost.map(|c| measure(c.relative_rmse())).unwrap_or_default(),
                cost.map(|c| decibel(c.snr_db())).unwrap_or_default(),
                note,
            ]);
        };
        // The type asked for before what stands in for it; the wide ones first.
        let mut encoded: Vec<_> = self.encoded.iter().collect();
        encoded.sort_by(|((a, x), _), ((b, y), _)| {
            a.cmp(b).then(y.bits().total_cmp(&x.bits())).then(x.name().cmp(y.name()))
        });
        for ((fallback, dtype), group) in encoded {
            let note = if *fallback { format!("rows are no whole blocks of {}", asked) } else { String::new() };
            push(dtype.to_string(), group, Some(group.cost), note);
        }
        for (reason, group) in &self.kept {
            push("kept".into(), group, None, reason.to_string());
        }
        let Whole { name, before, after, tensors, start } = whole;
        let mut out = table.to_string();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "\n{}: {} -> {}, {:.2} times {}, {} in {:.2} s",
            printable(name),
            size(*before),
            size(*after),
            *before.max(after) as f64 / *before.min(after).max(&1) as f64,
            if after > before { "larger" } else { "smaller" },
            count(*tensors, "tensor"),
            start.elapsed().as_secs_f64(),
        );
        out
    }
}
