//! `polyad quantize`: a smaller file, and what it cost.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

use polyad::DType;
use polyad::io::{Archive, Entry, Plan, Writer};
use regex::Regex;

use crate::failure::{self, Failure};
use crate::rules::{Decision, Mapping, Reason, Rules, float};
use crate::stats::Noise;
use crate::stream::{self, Reader, Trouble};
use crate::table::{Align, Table};
use crate::text::{count, decibel, measure, printable, size};
use crate::{Status, header, output};

/// Store the weights of a model in fewer bits.
///
/// Every tensor of real floats with two or more axes is stored as T, embeddings included; all others are kept and
/// counted. Where the rows of a tensor are no whole blocks of T, the next larger type that fits is taken (float16)
/// and counted. NaN, infinities and values past the range of the type are errors that tell the place. What the
/// rounding cost is measured on the way.
///
/// The format is told by the ending of OUT. OUT appears when it is whole; a file of that name is replaced.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file of any format.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write: .gguf for block formats, any that has a name for T.
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The type to store weights as: q8_0, q5_1, q4_0, mxfp4, f16, ...
    #[arg(long = "type", value_name = "T", value_parser = float)]
    dtype: DType,
    /// Keep tensors whose name this pattern matches anywhere; wins over --map. May be given several times.
    #[arg(long, value_name = "REGEX")]
    keep: Vec<Regex>,
    /// Store tensors whose name matches as another type, those with one axis too; the first match counts.
    #[arg(long, value_name = "REGEX=T")]
    map: Vec<Mapping>,
    /// Keep tensors with values that their type cannot hold, rather than fail. Costs a second pass.
    #[arg(long)]
    allow_nonfinite: bool,
    /// Say nothing but warnings and errors.
    #[arg(long)]
    quiet: bool,
}

const EXAMPLES: &str = "Examples:
  polyad quantize model.safetensors model-q8_0.gguf --type q8_0
  polyad quantize model.safetensors small.gguf --type q4_0 --keep '^lm_head' --map 'embed=q8_0'
  polyad quantize model.safetensors half.safetensors --type bf16";

/// Why a value is refused for a type without blocks.
const NOT_FINITE: &str = "the value is not finite";

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    let start = Instant::now();
    let format = failure::target(&args.input, &args.output)?;
    let archive = failure::open(&args.input)?;
    failure::warn_of_parts(&archive, &args.input);
    let reader = Reader::new(&archive);
    let rules = Rules::new(args.dtype, &args.keep, &args.map);
    let mut decisions: Vec<Decision> = archive.entries().iter().map(|e| rules.decide(e)).collect();
    rules.unmatched().for_each(|message| output::warning(&message));
    if args.allow_nonfinite {
        keep_what_cannot_be_stored(&reader, &mut decisions)?;
    }
    let plan: Vec<Plan> = archive
        .entries()
        .iter()
        .zip(&decisions)
        .map(|(e, d)| Plan::new(&e.name, stored_as(*d).map_or_else(|| e.dtype.clone(), Into::into), &e.shape))
        .collect();
    let metadata = header::metadata(&archive, format, Some(args.dtype));
    let mut writer = Writer::create(&args.output, format, &metadata, &plan)?;
    let mut summary = Summary::default();
    for (entry, decision) in archive.entries().iter().zip(&decisions) {
        let cost = match stored_as(*decision) {
            Some(dtype) => encode(&reader, entry, dtype, !args.quiet, |chunk| stream::write(chunk, &mut writer))
                .map_err(|trouble| trouble.into_failure(entry, dtype))?,
            None => {
                reader.pass(entry, &mut writer)?;
                Noise::default()
            }
        };
        summary.add(entry, *decision, &cost);
    }
    writer.finish()?;
    if !args.quiet {
        output::print(&summary.text(args, &archive, start)?)?;
    }
    Ok(Status::Done)
}

/// The type that a tensor is encoded in; `None` where it is kept.
fn stored_as(decision: Decision) -> Option<DType> {
    match decision {
        Decision::Encode(dtype) | Decision::Fallback(dtype) => Some(dtype),
        Decision::Keep(_) => None,
    }
}

/// Encodes a tensor and hands its chunks to `sink`; tells how far the stored values are from the given ones, where that
/// is to be `measured`.
fn encode(
    reader: &Reader<'_>,
    entry: &Entry,
    dtype: DType,
    measured: bool,
    mut sink: impl FnMut(&polyad::Tensor) -> polyad::Result<()>,
) -> Result<Noise, Trouble> {
    let source = reader.open(entry).map_err(Trouble::Tensor)?;
    let work = |range: Range<usize>| {
        let given = source.part(&range).map_err(Trouble::Tensor)?;
        let stored = stream::cast(&given, dtype, range.start)?;
        // Types without blocks take any value in silence, so that what they made of it has to be looked at.
        let cost = match measured || !dtype.is_quantized() {
            true => Noise::of(&given, &stored).map_err(Trouble::Tensor)?,
            false => Noise::default(),
        };
        if !cost.is_finite() {
            refuse_nonfinite(&given, &stored, range.start)?;
        }
        Ok((stored, cost))
    };
    let mut total = Noise::default();
    stream::in_order(source.size(), work, |range, (stored, cost)| {
        source.release_behind(range);
        total.merge(&cost);
        sink(&stored).map_err(Trouble::File)
    })?;
    Ok(total)
}

/// Looks for the value that made the sums of a chunk infinite; sums of float64 can be so without one.
fn refuse_nonfinite(given: &polyad::Tensor, stored: &polyad::Tensor, start: usize) -> Result<(), Trouble> {
    let values = |t: &polyad::Tensor| t.to_f64_vec().map_err(Trouble::Tensor);
    for (i, (x, y)) in values(given)?.into_iter().zip(values(stored)?).enumerate() {
        let why = if x.is_finite() { stream::PAST_RANGE } else { NOT_FINITE };
        if !x.is_finite() || !y.is_finite() {
            return Err(Trouble::Value { at: start + i, value: x, why });
        }
    }
    Ok(())
}

/// Tries every tensor that is to be encoded; the header needs to know beforehand which of them pass as they are.
fn keep_what_cannot_be_stored(reader: &Reader<'_>, decisions: &mut [Decision]) -> Result<(), Failure> {
    for (entry, decision) in reader.archive().entries().iter().zip(decisions) {
        let Some(dtype) = stored_as(*decision) else { continue };
        match encode(reader, entry, dtype, false, |_| Ok(())) {
            Ok(_) => {}
            Err(trouble @ Trouble::Value { .. }) => {
                if let Failure::Failed(message) = trouble.into_failure(entry, dtype) {
                    output::warning(&format!("{message}; the tensor is kept"));
                }
                *decision = Decision::Keep(Reason::Nonfinite);
            }
            Err(trouble) => return Err(trouble.into_failure(entry, dtype)),
        }
    }
    Ok(())
}

/// What was done, by type and by reason.
#[derive(Default)]
struct Summary {
    encoded: BTreeMap<(bool, DType), Group>,
    kept: BTreeMap<Reason, Group>,
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

    fn text(&self, args: &Args, archive: &Archive, start: Instant) -> Result<String, Failure> {
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
        for ((fallback, dtype), group) in &self.encoded {
            let note = if *fallback { format!("rows are no whole blocks of {}", args.dtype) } else { String::new() };
            push(dtype.to_string(), group, Some(group.cost), note);
        }
        for (reason, group) in &self.kept {
            push("kept".into(), group, None, reason.to_string());
        }
        let path = &args.output;
        let after = std::fs::metadata(path).map_err(|e| polyad::Error::io("open", path.display(), e))?.len();
        let before = archive.file_bytes();
        let mut out = table.to_string();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "\n{}: {} -> {}, {:.2} times {}, {} in {:.2} s",
            printable(&path.display().to_string()),
            size(before),
            size(after),
            before.max(after) as f64 / before.min(after).max(1) as f64,
            if after > before { "larger" } else { "smaller" },
            count(archive.len(), "tensor"),
            start.elapsed().as_secs_f64(),
        );
        Ok(out)
    }
}
