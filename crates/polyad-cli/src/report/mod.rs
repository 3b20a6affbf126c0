//! What quantizing did to a file, for people and programs: a web page, Markdown or JSON, all from one document.

mod collect;
mod html;
mod layers;
mod markdown;
mod scale;
mod svg;
mod target;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::stats;
use crate::text::measure;

pub(crate) use collect::{Collector, Measured};
pub(crate) use target::Target;

/// Bins of the histograms in a report, at most.
const BINS: usize = 64;
/// The share of values that may lie outside of the range that a histogram shows, so that a few outliers do not make one bin
/// of all the others.
const OUTSIDE: f64 = 0.001;

/// All that a report says. Its fields are the keys of the JSON; errors that are no finite number are `null` there.
#[derive(Debug, Serialize)]
pub(crate) struct Document {
    pub(crate) polyad_version: &'static str,
    /// The command line, word by word.
    pub(crate) command: Vec<String>,
    pub(crate) input: File,
    pub(crate) output: File,
    /// The type that was asked for.
    pub(crate) dtype: String,
    /// The patterns of `--keep`.
    pub(crate) keep: Vec<String>,
    /// The arguments of `--map`, as `REGEX=T`.
    pub(crate) map: Vec<String>,
    /// The file of `--importance`.
    pub(crate) importance: Option<String>,
    pub(crate) seconds: f64,
    pub(crate) threads: usize,
    pub(crate) totals: Totals,
    /// The error over all values that were encoded; `None` where none was.
    pub(crate) pooled: Option<stats::Report>,
    /// In the order of the file.
    pub(crate) tensors: Vec<Tensor>,
}

#[derive(Debug, Serialize)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) format: String,
    pub(crate) file_bytes: u64,
}

/// How many tensors went which way, and the bytes of their values.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(crate) struct Totals {
    pub(crate) tensors: usize,
    pub(crate) encoded: usize,
    pub(crate) fallback: usize,
    pub(crate) kept: usize,
    pub(crate) before_bytes: u64,
    pub(crate) after_bytes: u64,
}

impl Totals {
    /// The totals over tensors.
    pub(crate) fn of(tensors: &[Tensor]) -> Totals {
        let count = |action| tensors.iter().filter(|t| t.action == action).count();
        Totals {
            tensors: tensors.len(),
            encoded: count(Action::Encoded),
            fallback: count(Action::Fallback),
            kept: count(Action::Kept),
            before_bytes: tensors.iter().map(|t| t.before_bytes).fold(0, u64::saturating_add),
            after_bytes: tensors.iter().map(|t| t.after_bytes).fold(0, u64::saturating_add),
        }
    }
}

/// What became of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    /// It is of the type that was asked for.
    Encoded,
    /// It is of another type, as its rows fit no block of that one.
    Fallback,
    /// Its bytes passed as they were.
    Kept,
}

#[derive(Debug, Serialize)]
pub(crate) struct Tensor {
    pub(crate) name: String,
    pub(crate) shape: Vec<usize>,
    pub(crate) dtype_before: String,
    pub(crate) dtype_after: String,
    pub(crate) before_bytes: u64,
    pub(crate) after_bytes: u64,
    pub(crate) action: Action,
    /// Why it went that way; `None` where the type is the one that was asked for.
    pub(crate) reason: Option<String>,
    /// The first number in the name.
    pub(crate) layer: Option<u32>,
    /// The name with `*` for that number.
    pub(crate) role: String,
    /// `None` where it was kept.
    pub(crate) error: Option<stats::Report>,
    /// `None` where it was kept or has no elements.
    pub(crate) histogram: Option<Histograms>,
}

/// The values before and after in the same bins of equal width.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Histograms {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) before: Spread,
    pub(crate) after: Spread,
}

#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Spread {
    pub(crate) counts: Vec<u64>,
    /// Values below `low`.
    pub(crate) below: u64,
    /// Values of `high` and more.
    pub(crate) above: u64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

/// Tensors and bytes of one type.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Share {
    tensors: usize,
    elements: u64,
    bytes: u64,
}

impl Document {
    /// The tensors that have an error, the worst first.
    fn worst_first(&self) -> Vec<(&Tensor, stats::Report)> {
        let mut all: Vec<_> = self.tensors.iter().filter_map(|t| Some((t, t.error?))).collect();
        // Sums past the range of float64 are the worst there is.
        let worst = |x: f64| if x.is_nan() { f64::INFINITY } else { x };
        all.sort_by(|(_, a), (_, b)| {
            let measures = |r: &stats::Report| [worst(r.relative_rmse), worst(r.max_abs)];
            measures(b)
                .into_iter()
                .zip(measures(a))
                .fold(std::cmp::Ordering::Equal, |o, (y, x)| o.then(y.total_cmp(&x)))
        });
        all
    }

    /// What was kept, by reason.
    fn kept(&self) -> BTreeMap<&str, Vec<&Tensor>> {
        let mut groups: BTreeMap<&str, Vec<&Tensor>> = BTreeMap::new();
        for t in self.tensors.iter().filter(|t| t.action == Action::Kept) {
            groups.entry(t.reason.as_deref().unwrap_or("")).or_default().push(t);
        }
        groups
    }

    fn fallbacks(&self) -> Vec<&Tensor> {
        self.tensors.iter().filter(|t| t.action == Action::Fallback).collect()
    }

    /// The types before and after with what they hold, the one with most bytes after first.
    fn types(&self) -> Vec<(&str, Share, Share)> {
        let mut types: BTreeMap<&str, (Share, Share)> = BTreeMap::new();
        for t in &self.tensors {
            let elements = t.shape.iter().fold(1, |n: u64, &axis| n.saturating_mul(axis as u64));
            let add = |share: &mut Share, bytes: u64| {
                share.tensors += 1;
                share.elements = share.elements.saturating_add(elements);
                share.bytes = share.bytes.saturating_add(bytes);
            };
            add(&mut types.entry(&t.dtype_before).or_default().0, t.before_bytes);
            add(&mut types.entry(&t.dtype_after).or_default().1, t.after_bytes);
        }
        let mut types: Vec<_> = types.into_iter().map(|(name, (before, after))| (name, before, after)).collect();
        types.sort_by_key(|(_, before, after)| std::cmp::Reverse((after.bytes, before.bytes)));
        types
    }

    /// A cosine with as many digits as tell that of all values from 1.
    fn cosine(&self, x: f64) -> String {
        let all = self.pooled.map_or(f64::NAN, |p| (1.0 - p.cosine).abs());
        let digits = if all > 0.0 { (1.0 - all.log10().floor()).clamp(4.0, 9.0) as usize } else { 4 };
        if x.is_finite() { format!("{x:.digits$}") } else { measure(x) }
    }

    /// How many times the smaller file goes into the larger one, and the word for it.
    fn times(&self) -> (f64, &'static str) {
        let (before, after) = (self.input.file_bytes, self.output.file_bytes);
        let times = before.max(after) as f64 / before.min(after).max(1) as f64;
        (times, if after > before { "larger" } else { "smaller" })
    }
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', std::path::MAIN_SEPARATOR]).next().filter(|name| !name.is_empty()).unwrap_or(path)
}

#[cfg(test)]
mod sample;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines_have_the_digits_that_tell_them_from_1() {
        let mut document = sample::document(&[("w", 0.1)]);
        for (pooled, x, text) in [
            (0.9961, 0.98834, "0.9883"),
            (0.999_984_8, 0.999_971_2, "0.999971"),
            (0.999_999_98, 0.5, "0.500000000"),
            (1.0, 1.0, "1.0000"),
            (0.9961, f64::NAN, "nan"),
        ] {
            document.pooled.as_mut().unwrap().cosine = pooled;
            assert_eq!(document.cosine(x), text);
        }
    }

    #[test]
    fn the_worst_come_first_and_types_by_their_bytes() {
        let mut document = sample::document(&[("a", 0.1), ("b", f64::NAN), ("c", 0.3)]);
        document.tensors.push(sample::kept("d", "rank 0 or 1"));
        let names: Vec<&str> = document.worst_first().iter().map(|(t, _)| t.name.as_str()).collect();
        assert_eq!(names, ["b", "c", "a"]);
        let share = |tensors, bytes| Share { tensors, elements: tensors as u64 * 128, bytes };
        let expected = [("float32", share(4, 2048), share(1, 512)), ("q4_0", Share::default(), share(3, 216))];
        assert_eq!(document.types(), expected);
    }
}
