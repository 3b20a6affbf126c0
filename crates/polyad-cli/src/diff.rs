//! `polyad diff`: how far two files are from each other.

use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;

use polyad::io::{Entry, Model};
use serde::Serialize;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::stats::{Report, Stats};
use crate::stream::{self, Reader, Readers};
use crate::table::{Align, Table};
use crate::text::{count, decibel, measure, printable};
use crate::{Status, input, output};

/// Compare the tensors of two files, whatever their formats and types; the worst come first.
///
/// A is the reference. For each tensor: the largest absolute error, the root mean square error (RMSE), the RMSE relative
/// to the root mean square of A, the ratio of signal to noise in decibel, the cosine. Files are equal when every tensor
/// is in both, in the same shape, with a largest absolute error of at most X; types may differ.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The reference.
    a: PathBuf,
    /// The file to judge.
    b: PathBuf,
    /// The largest absolute error up to which tensors count as equal.
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = tolerance)]
    tol: f64,
    #[command(flatten)]
    output: output::Options,
}

const EXAMPLES: &str = "Examples:
  polyad diff model.safetensors model-q4_0.gguf
  polyad diff a.npz b.npz --tol 1e-6 && echo same

Exit codes: 0 equal within X, 1 differs or cannot be read, 2 wrong usage.";

fn tolerance(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|x: &f64| *x >= 0.0).ok_or_else(|| "it is a number, 0 or larger".to_owned())
}

#[derive(Serialize)]
struct Comparison<'a> {
    a: &'a str,
    b: &'a str,
    tol: f64,
    equal: bool,
    /// Over the tensors whose type differs.
    pooled: Option<Pooled>,
    /// The worst first.
    tensors: Vec<Pair<'a>>,
    only_in_a: Vec<&'a str>,
    only_in_b: Vec<&'a str>,
}

#[derive(Serialize)]
struct Pooled {
    tensors: usize,
    #[serde(flatten)]
    report: Report,
}

/// A tensor that is in both files.
#[derive(Serialize)]
struct Pair<'a> {
    name: &'a str,
    equal: bool,
    dtype_a: &'a str,
    dtype_b: &'a str,
    shape_a: &'a [usize],
    shape_b: &'a [usize],
    /// `None` where values cannot be set against each other.
    #[serde(flatten)]
    report: Option<Report>,
    #[serde(skip)]
    stats: Stats,
}

impl Pair<'_> {
    /// What pairs are sorted by, the largest first.
    fn badness(&self) -> (f64, f64) {
        // Sums past the range of float64 are the worst there is.
        let worst = |x: f64| if x.is_nan() { f64::INFINITY } else { x };
        self.report.map_or((f64::INFINITY, f64::INFINITY), |r| (worst(r.relative_rmse), worst(r.max_abs)))
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Status, Failure> {
    if input::is_standard(&args.a) && input::is_standard(&args.b) {
        return Err(Failure::Usage("standard input is one file, and cannot be compared with itself".into()));
    }
    let (a, b) = (input::model(&args.a)?, input::model(&args.b)?);
    let progress = Progress::new(&args.output, "comparing", tensor_bytes(&a));
    let comparison = compare(&a, &b, args.tol, &progress)?;
    drop(progress);
    args.output.show(|| text(&comparison), &comparison)?;
    Ok(if comparison.equal { Status::Done } else { Status::Differs })
}

fn tensor_bytes(model: &Model) -> u64 {
    model.entries().map(|(_, entry)| entry.size_bytes).fold(0, u64::saturating_add)
}

fn compare<'a>(a: &'a Model, b: &'a Model, tol: f64, progress: &Progress) -> Result<Comparison<'a>, Failure> {
    // Formats of one tensor have no name for it; one stands against the other then, whatever they are called.
    let alone = a.len() == 1 && b.len() == 1 && !(a.format().holds_many() && b.format().holds_many());
    let (left, right) = (Readers::new(a), Readers::new(b));
    let mut tensors = Vec::new();
    let mut only_in_a = Vec::new();
    for x in left.entries() {
        match if alone { right.entries().next() } else { right.get(&x.1.name) } {
            Some(y) => tensors.push(pair(x, y, tol, progress)?),
            None => only_in_a.push(x.1.name.as_str()),
        }
    }
    let only_in_b: Vec<&str> = match alone {
        true => Vec::new(),
        false => b.entries().map(|(_, y)| y.name.as_str()).filter(|name| a.get(name).is_none()).collect(),
    };
    tensors.sort_by(|x, y| {
        let (x, y) = (x.badness(), y.badness());
        y.0.total_cmp(&x.0).then(y.1.total_cmp(&x.1))
    });
    let equal = only_in_a.is_empty() && only_in_b.is_empty() && tensors.iter().all(|pair| pair.equal);
    let pooled = pooled(&tensors);
    Ok(Comparison { a: a.path(), b: b.path(), tol, equal, pooled, tensors, only_in_a, only_in_b })
}

fn pair<'a>(
    (a, x): (&Reader<'a>, &'a Entry),
    (b, y): (&Reader<'a>, &'a Entry),
    tol: f64,
    progress: &Progress,
) -> Result<Pair<'a>, Failure> {
    let mut pair = Pair {
        name: &x.name,
        equal: false,
        dtype_a: x.dtype.name(),
        dtype_b: y.dtype.name(),
        shape_a: &x.shape,
        shape_b: &y.shape,
        report: None,
        stats: Stats::default(),
    };
    if x.shape != y.shape {
        return Ok(pair);
    }
    if x.dtype.known().is_none() || y.dtype.known().is_none() {
        // Without a decoder the bytes are all there is.
        pair.equal = x.dtype == y.dtype && stream::is_same(&a.raw(x)?, &b.raw(y)?)?;
        pair.report = pair.equal.then(|| Stats::default().report());
        return Ok(pair);
    }
    let (left, right) = (a.open(x)?, b.open(y)?);
    let work = |range: Range<usize>| Stats::of(&left.part(&range)?, &right.part(&range)?);
    stream::in_order(left.size(), work, |range, stats| {
        progress.advance(left.bytes_of(range));
        left.release_behind(range);
        right.release_behind(range);
        pair.stats.merge(&stats);
        Ok(())
    })
    .map_err(|e: polyad::Error| Failure::Failed(format!("tensor \"{}\": {e}", printable(&x.name))))?;
    let report = pair.stats.report();
    pair.equal = report.max_abs <= tol;
    pair.report = Some(report);
    Ok(pair)
}

fn pooled(tensors: &[Pair<'_>]) -> Option<Pooled> {
    let mut total = Stats::default();
    let mut n = 0;
    for pair in tensors.iter().filter(|p| p.dtype_a != p.dtype_b && p.report.is_some()) {
        total.merge(&pair.stats);
        n += 1;
    }
    (n > 0).then(|| Pooled { tensors: n, report: total.report() })
}

fn text(c: &Comparison<'_>) -> String {
    let mut table = Table::new([
        ("tensor", Align::Left),
        ("type", Align::Left),
        ("shape", Align::Left),
        ("max abs", Align::Right),
        ("RMSE", Align::Right),
        ("relative RMSE", Align::Right),
        ("SNR dB", Align::Right),
        ("cosine", Align::Right),
    ]);
    let either = |a: String, b: String| if a == b { a } else { format!("{a} -> {b}") };
    let mut same = 0;
    for pair in &c.tensors {
        if pair.report.is_some_and(|r| r.max_abs == 0.0) {
            same += 1;
            continue;
        }
        let cells = pair.report.map_or_else(|| std::array::from_fn(|_| "-".to_owned()), cells);
        let [max_abs, rmse, relative, snr, cosine] = cells;
        let dtype = either(printable(pair.dtype_a), printable(pair.dtype_b));
        let shape = either(format!("{:?}", pair.shape_a), format!("{:?}", pair.shape_b));
        table.push([printable(pair.name), dtype, shape, max_abs, rmse, relative, snr, cosine]);
    }
    let mut out = if table.is_empty() { String::new() } else { format!("{table}\n") };
    // Writing to a string cannot fail.
    if let Some(pooled) = &c.pooled {
        let [max_abs, rmse, relative, snr, cosine] = cells(pooled.report);
        let _ = writeln!(
            out,
            "{} of another type, pooled: max abs {max_abs}, RMSE {rmse}, relative RMSE {relative}, SNR {snr} dB, cosine {cosine}",
            count(pooled.tensors, "tensor"),
        );
    }
    for (names, path) in [(&c.only_in_a, c.a), (&c.only_in_b, c.b)] {
        for name in names {
            let _ = writeln!(out, "{} is only in {}", printable(name), printable(path));
        }
    }
    if same > 0 {
        let _ = writeln!(out, "{} without any difference", count(same, "tensor"));
    }
    let verdict = match (c.equal, c.tol) {
        (true, 0.0) => "equal".to_owned(),
        (true, tol) => format!("equal within {tol}"),
        (false, 0.0) => "different".to_owned(),
        (false, tol) => format!("different by more than {tol}"),
    };
    let style = if c.equal { output::GOOD } else { output::BAD };
    let _ = writeln!(out, "{}", output::styled(&verdict, style));
    out
}

fn cells(r: Report) -> [String; 5] {
    let cosine = if r.cosine.is_finite() { format!("{:.6}", r.cosine) } else { measure(r.cosine) };
    [measure(r.max_abs), measure(r.rmse), measure(r.relative_rmse), decibel(r.snr_db), cosine]
}
