//! What one pass over the values of a tensor finds, and the words for it.

use std::fmt::Write;
use std::ops::Range;

use polyad::{DType, Kind, Tensor};
use serde::Serialize;

use crate::cells::{Cells, Grid};
use crate::histogram::{Bins, Histogram};
use crate::progress::Progress;
use crate::stream::{self, Source};
use crate::summary::{Limit, PERCENTILES, Summary};
use crate::text::{measure, percent};
use crate::{bars, output};

/// Bins of a histogram in JSON at most.
const BINS: usize = 64;

/// Values from `low` on in as many bins of one width as there are counts, up to `high`, and the values below and above.
#[derive(Serialize)]
pub(crate) struct Counts {
    low: f64,
    high: f64,
    counts: Vec<u64>,
    below: u64,
    above: u64,
}

/// What one pass over the values finds.
pub(crate) struct Findings {
    pub(crate) summary: Summary,
    pub(crate) histogram: Histogram,
    pub(crate) heat: Option<(Grid, Cells)>,
}

/// Looks at all values, in chunks, on all cores. Errors: as [`Summary::of`].
pub(crate) fn look(view: &Tensor, grid: Option<Grid>, options: &output::Options) -> polyad::Result<Findings> {
    let source = Source::of(view)?;
    let progress = Progress::new(options, "reading", source.bytes_of(&(0..source.size())));
    let heat = grid.map(|grid| (grid, Cells::new(&grid)));
    let mut found = Findings { summary: Summary::default(), histogram: Histogram::default(), heat };
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
        progress.advance(source.bytes_of(range));
        found.summary.merge(&summary);
        found.histogram.merge(&histogram);
        if let (Some((_, all)), Some(cells)) = (&mut found.heat, &cells) {
            all.merge(cells);
        }
        Ok::<(), polyad::Error>(())
    })?;
    Ok(found)
}

impl Findings {
    /// Counts, limits, moments and percentiles side by side.
    pub(crate) fn stats(&self, dtype: DType) -> String {
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

    /// The histogram as JSON has it.
    pub(crate) fn counts(&self, whole: bool) -> Counts {
        let Bins { low, high, counts, below, above } = bars::bins(&self.histogram, whole, BINS);
        Counts { low, high, counts, below, above }
    }

    /// The histogram in columns; `what` says what is counted.
    pub(crate) fn bars(&self, whole: bool, what: &str, width: usize) -> String {
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
