//! `polyad show`: the values of a tensor, and what they are like.

use std::fmt::Write;
use std::path::PathBuf;

use polyad::io::Entry;
use polyad::{DType, Kind, Layout, Tensor};
use serde::Serialize;
use serde_json::Value as Json;

use crate::choice::{self, Choice};
use crate::failure::Failure;
use crate::findings::{self, Counts};
use crate::heat::{self, Paint};
use crate::summary::Numbers;
use crate::text::{count, printable, size};
use crate::{Status, input, output};

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
    let found = if needed { Some(findings::look(&view, grid, &args.output).map_err(of_tensor)?) } else { None };
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
        if parts.heat && grid.is_none() {
            blocks.push(format!("heat map: shape {:?} has no cells\n", view.shape()));
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
