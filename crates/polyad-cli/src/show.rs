//! `polyad show`: the values of a tensor, and what they are like.

use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;

use polyad::io::Entry;
use polyad::{DType, Kind, Layout, Tensor};
use serde::Serialize;
use serde_json::Value as Json;

use crate::cells::{Cells, Grid};
use crate::choice::{self, Choice};
use crate::failure::Failure;
use crate::heat::{self, Paint};
use crate::histogram::{Bins, Histogram};
use crate::stream::{self, Source};
use crate::summary::{Limit, Numbers, PERCENTILES, Summary};
use crate::text::{count, measure, percent, printable, size};
use crate::{Status, bars, input, output};

/// Show the values of a tensor, their statistics, a histogram and a heat map.
///
/// TENSOR is a name, with an index behind it as in NumPy: integers, start:stop:step, `...` and None. It may be left out, or be
/// an index alone, where the file has one tensor.
///
/// Values are printed as NumPy prints them: all up to 1000, else the ends of each axis. Everything else is about all
/// values of the part that was asked for; only NaN and infinities are left out of the sums. The standard deviation is that
/// of the values themselves (divided by their number); percentiles are those of a fine histogram. The heat map shows
/// the last two axes, averaged to the cells that fit the terminal, and averaged over all other axes.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file of any format (safetensors, GGUF, NPY, NPZ, TENS), any part or the index of a model, or - for standard input.
    file: PathBuf,
    /// Which tensor, and which part of it.
    #[arg(allow_hyphen_values = true)]
    tensor: Option<String>,
    /// Only the values; with --stats, --histogram and --heat the parts that are named.
    #[arg(long)]
    values: bool,
    /// The statistics.
    #[arg(long)]
    stats: bool,
    /// The histogram.
    #[arg(long)]
    histogram: bool,
    /// The heat map.
    #[arg(long)]
    heat: bool,
    #[command(flatten)]
    output: output::Options,
}

const EXAMPLES: &str = "Examples:
  polyad show array.npy
  polyad show model.safetensors embed.weight
  polyad show model.gguf 'embed.weight[:4, ::-1]' --values
  polyad show weights.npz 'embed.weight[..., -1]' --stats --histogram
  polyad show model.safetensors 'head.weight[0]' --json

Quote an index: the shell has a meaning of its own for brackets.";

/// Elements up to which the plots say no more than the values.
const FEW: usize = 16;
/// Elements up to which JSON has the values.
const LISTED: usize = 1000;
/// Elements that are printed at most: NumPy cuts long axes, but not many short ones.
const PRINTED: usize = 10_000;
/// Bins of a histogram in JSON at most.
const BINS: usize = 64;
/// Columns of a plot at most, however wide the terminal is.
const WIDEST: usize = 160;

/// A tensor and what was found out about it.
#[derive(Serialize)]
struct Report<'a> {
    path: &'a str,
    name: &'a str,
    dtype: &'a str,
    shape: &'a [usize],
    size_bytes: u64,
    /// The index as it was given.
    slice: Option<&'a str>,
    /// The shape of what it takes.
    slice_shape: &'a [usize],
    stats: Option<Numbers>,
    histogram: Option<Counts>,
    /// Nested lists of the values, where they are few: complex numbers are pairs, what is not finite is null.
    values: Option<Json>,
}

/// Values from `low` on in as many bins of one width as there are counts, up to `high`, and the values below and above.
#[derive(Serialize)]
struct Counts {
    low: f64,
    high: f64,
    counts: Vec<u64>,
    below: u64,
    above: u64,
}

/// Which parts of the result are asked for.
struct Parts {
    head: bool,
    values: bool,
    stats: bool,
    histogram: bool,
    heat: bool,
}

impl Parts {
    /// All of them where none is named; plots of a few values only where they are.
    fn of(args: &Args, size: usize) -> Parts {
        let all = !(args.values || args.stats || args.histogram || args.heat);
        let plots = all && size > FEW;
        Parts {
            head: all,
            values: all || args.values,
            stats: all || args.stats,
            histogram: plots || args.histogram,
            heat: plots || args.heat,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    let model = input::model(&args.file)?;
    let choice = choice::choose(&model, args.tensor.as_deref())?;
    let entry = choice.entry;
    let of_tensor = |e: polyad::Error| Failure::Failed(format!("tensor \"{}\": {e}", printable(&entry.name)));
    let slices = choice.slices.as_ref().map_or_else(Vec::new, |slices| slices.of_rank(entry.shape.len()));
    let part = Layout::contiguous(&entry.shape).and_then(|l| l.slice(&slices)).map_err(of_tensor)?;
    let parts = Parts::of(args, part.size());
    let Some(dtype) = entry.dtype.known() else { return undecodable(args, &choice, part.shape(), &parts) };
    let view = choice.archive.tensor(&entry.name).and_then(|t| t.slice(&slices)).map_err(of_tensor)?;
    if !view.buffer().is_read_only() {
        // The values are a copy: the pages that they were unpacked from need not stay.
        choice.archive.release_pages();
    }
    let paint = Paint::of_terminal(output::is_colored());
    let width = output::width().min(WIDEST);
    let grid = heat::grid(view.shape(), paint, width).filter(|_| parts.heat && !args.output.json);
    let needed = args.output.json || parts.stats || parts.histogram || grid.is_some();
    let found = if needed { Some(look(&view, grid).map_err(of_tensor)?) } else { None };
    let whole = matches!(dtype.kind(), Kind::Bool | Kind::Signed | Kind::Unsigned);
    let text = || {
        let mut blocks = Vec::new();
        if parts.head {
            blocks.push(head(&choice, part.shape()));
        }
        if parts.values {
            blocks.push(values(&view));
        }
        if let Some(found) = &found {
            let what = if dtype.kind() == Kind::Complex { "magnitudes" } else { "values" };
            if parts.stats {
                blocks.push(found.stats(dtype));
            }
            if parts.histogram {
                blocks.push(found.bars(whole, what, width));
            }
            if let Some((grid, cells)) = &found.heat {
                blocks.push(heat::draw(grid, &cells.means(grid), paint, what, view.shape(), width));
            }
        }
        blocks.join("\n")
    };
    let json = match args.output.json {
        true => Some(Report {
            stats: found.as_ref().map(|found| Numbers::of(&found.summary, &found.histogram, dtype)),
            histogram: found.as_ref().filter(|found| found.histogram.count() > 0).map(|found| found.counts(whole)),
            values: if view.size() <= LISTED { Some(nested(&view).map_err(of_tensor)?) } else { None },
            ..report(&choice, part.shape())
        }),
        false => None,
    };
    args.output.show(text, &json)?;
    Ok(Status::Done)
}

fn report<'a>(choice: &'a Choice<'_>, slice_shape: &'a [usize]) -> Report<'a> {
    let Entry { name, dtype, shape, size_bytes, .. } = choice.entry;
    Report {
        path: choice.archive.path(),
        name,
        dtype: dtype.name(),
        shape,
        size_bytes: *size_bytes,
        slice: choice.slices.as_ref().map(|slices| slices.text()),
        slice_shape,
        stats: None,
        histogram: None,
        values: None,
    }
}

/// What can be said of a type whose values cannot be read, and why that is all.
fn undecodable(args: &Args, choice: &Choice<'_>, shape: &[usize], parts: &Parts) -> Result<Status, Failure> {
    if parts.head || args.output.json {
        args.output.show(|| head(choice, shape), &report(choice, shape))?;
    }
    let (name, dtype) = (printable(&choice.entry.name), printable(choice.entry.dtype.name()));
    Err(Failure::Failed(format!("tensor \"{name}\": its values cannot be shown: there is no decoder for {dtype} yet")))
}

fn head(choice: &Choice<'_>, shape: &[usize]) -> String {
    let entry = choice.entry;
    let mut out = format!(
        "{}: {} {:?}, {}, {}\n",
        output::styled(&printable(&entry.name), output::HEADING),
        printable(entry.dtype.name()),
        entry.shape,
        count(entry.size(), "element"),
        size(entry.size_bytes),
    );
    if let Some(slices) = &choice.slices {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}: {shape:?}, {}", slices.text(), count(shape.iter().product(), "element"));
    }
    out
}

/// The values as NumPy prints them.
fn values(view: &Tensor) -> String {
    let shown = match view.size() {
        n if n <= LISTED => n,
        _ => view.shape().iter().fold(1, |all: usize, &n| all.saturating_mul(n.min(7))),
    };
    match shown > PRINTED {
        true => format!("{shown} values to print; take a part of them with an index\n"),
        false => format!("{view}\n"),
    }
}

/// What one pass over the values finds.
struct Found {
    summary: Summary,
    histogram: Histogram,
    heat: Option<(Grid, Cells)>,
}

/// Looks at all values, in chunks, on all cores.
fn look(view: &Tensor, grid: Option<Grid>) -> polyad::Result<Found> {
    let source = Source::of(view)?;
    let heat = grid.map(|grid| (grid, Cells::new(&grid)));
    let mut found = Found { summary: Summary::default(), histogram: Histogram::default(), heat };
    let work = |range: Range<usize>| {
        let mut cells = grid.as_ref().map(Cells::new);
        let (summary, histogram) = Summary::of(&source.part(&range)?, |values| {
            if let (Some(grid), Some(cells)) = (&grid, &mut cells) {
                cells.add(grid, range.start, values);
            }
        })?;
        Ok((summary, histogram, cells))
    };
    stream::in_order(source.size(), work, |range, (summary, histogram, cells)| {
        source.release_behind(range);
        found.summary.merge(&summary);
        found.histogram.merge(&histogram);
        if let (Some((_, all)), Some(cells)) = (&mut found.heat, &cells) {
            all.merge(cells);
        }
        Ok::<(), polyad::Error>(())
    })?;
    Ok(found)
}

impl Found {
    /// Counts, limits, moments and percentiles side by side.
    fn stats(&self, dtype: DType) -> String {
        let s = &self.summary;
        let some = |n: u64| match n {
            0 => "0".to_owned(),
            n => format!("{n} ({})", percent(n, s.count)),
        };
        let complex = dtype.kind() == Kind::Complex;
        let mut counts = vec![
            ("count", s.count.to_string()),
            ("NaN", some(s.nan)),
            ("infinite", some(s.infinite)),
            ("zeros", some(s.zeros)),
        ];
        if dtype.is_quantized() {
            counts.push(("bits per value", dtype.bits().to_string()));
        }
        let limit = |limit| match limit {
            Limit::Integer(x) => x.to_string(),
            Limit::Float(x) => exact(x, dtype),
        };
        let number = |x: Option<f64>| x.map_or_else(|| "-".to_owned(), measure);
        let (min, max) = s.limits().map_or_else(|| ("-".to_owned(), "-".to_owned()), |(a, b)| (limit(a), limit(b)));
        let mean = match s.mean() {
            Some((re, Some(im))) => {
                format!("{}{}{}j", measure(re), if im.is_sign_negative() { "" } else { "+" }, measure(im))
            }
            mean => number(mean.map(|(mean, _)| mean)),
        };
        let moments = vec![
            (if complex { "min abs" } else { "min" }, min),
            (if complex { "max abs" } else { "max" }, max),
            ("mean", mean),
            ("std", number(s.std())),
            ("rms", number(s.rms())),
        ];
        let percentiles = s.percentiles(&self.histogram).map_or_else(Vec::new, |values| {
            let cells = PERCENTILES.iter().zip(values);
            cells.map(|((name, _), x)| (*name, if dtype.is_float() { measure(x) } else { x.to_string() })).collect()
        });
        side_by_side(&[counts, moments, percentiles])
    }

    fn counts(&self, whole: bool) -> Counts {
        let Bins { low, high, counts, below, above } = bars::bins(&self.histogram, whole, BINS);
        Counts { low, high, counts, below, above }
    }

    fn bars(&self, whole: bool, what: &str, width: usize) -> String {
        let (count, min) = (self.histogram.count(), self.histogram.min());
        if count == 0 {
            return format!("histogram of {what}: there are no finite ones\n");
        }
        if min == self.histogram.max() {
            return format!("histogram of {what}: all are {min}\n");
        }
        let room = width.saturating_sub(count.to_string().len() + 2);
        bars::draw(&bars::bins(&self.histogram, whole, room), whole, what, width)
    }
}

/// A limit with all its digits, in the precision of its type.
fn exact(x: f64, dtype: DType) -> String {
    let dtype = match dtype {
        DType::Complex64 => DType::Float32,
        DType::Float16 => DType::Float16,
        dtype if dtype.compute() == DType::Float32 => DType::Float32,
        _ => DType::Float64,
    };
    Tensor::scalar(x, dtype).map_or_else(|_| measure(x), |x| x.to_string())
}

/// Columns of names and numbers: names to the left, numbers to the right.
fn side_by_side(columns: &[Vec<(&str, String)>]) -> String {
    let wide = |column: &[(&str, String)]| {
        let names = column.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let numbers = column.iter().map(|(_, number)| number.len()).max().unwrap_or(0);
        (names, numbers)
    };
    let lines = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for i in 0..lines {
        let mut line = String::new();
        for column in columns.iter().filter(|column| !column.is_empty()) {
            let (names, numbers) = wide(column);
            let (name, number) = column.get(i).map_or(("", ""), |(name, number)| (name, number));
            // Writing to a string cannot fail.
            let _ = write!(line, "{name:<names$}  {number:>numbers$}    ");
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// The values as nested lists. Errors: as `Tensor::to_vec`.
fn nested(view: &Tensor) -> polyad::Result<Json> {
    let values: Vec<Json> = match view.dtype().kind() {
        Kind::Bool => view.to_vec::<bool>()?.into_iter().map(Into::into).collect(),
        Kind::Signed => view.astype(DType::Int64)?.to_vec::<i64>()?.into_iter().map(Into::into).collect(),
        Kind::Unsigned => view.astype(DType::UInt64)?.to_vec::<u64>()?.into_iter().map(Into::into).collect(),
        Kind::Float if view.dtype() == DType::Float64 => view.to_f64_vec()?.into_iter().map(Into::into).collect(),
        Kind::Float => view.to_f64_vec()?.into_iter().map(single).collect(),
        Kind::Complex => {
            let part = |x: f64| if view.dtype() == DType::Complex64 { single(x) } else { x.into() };
            let bytes = view.astype(DType::Complex128)?.to_bytes()?;
            let floats: Vec<f64> = bytes.as_chunks().0.iter().map(|b| f64::from_le_bytes(*b)).collect();
            floats.as_chunks().0.iter().map(|&[re, im]| vec![part(re), part(im)].into()).collect()
        }
    };
    Ok(nest(view.shape(), &mut values.into_iter()))
}

/// A float32 with its own digits: 0.1, not the float64 that it is equal to.
fn single(x: f64) -> Json {
    (x as f32).to_string().parse::<f64>().ok().filter(|x| x.is_finite()).into()
}

fn nest(shape: &[usize], values: &mut impl Iterator<Item = Json>) -> Json {
    match shape {
        [] => values.next().into(),
        [n, inner @ ..] => (0..*n).map(|_| nest(inner, values)).collect(),
    }
}
