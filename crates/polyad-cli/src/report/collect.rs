//! What is measured while tensors pass, brought down to what a report shows as soon as a tensor is through.

use polyad::io::Entry;
use polyad::{DType, Result};

use super::layers::layer;
use super::{Action, BINS, Histograms, OUTSIDE, Spread, Tensor};
use crate::histogram::Histogram;
use crate::rules::Decision;
use crate::stats::{self, Stats};

/// What is measured of values on their way into another type.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    stats: Stats,
    before: Histogram,
    after: Histogram,
}

impl Measured {
    /// Measures a chunk. Errors: as `Tensor::astype`.
    pub(crate) fn of(given: &polyad::Tensor, stored: &polyad::Tensor) -> Result<Measured> {
        let given = given.astype(given.dtype().compute())?;
        let decoded = stored.astype(stored.dtype().compute())?;
        Ok(Measured {
            stats: Stats::of(&given, &decoded)?,
            before: Histogram::of(&given)?,
            after: Histogram::of(&decoded)?,
        })
    }

    fn merge(&mut self, more: &Measured) {
        self.stats.merge(&more.stats);
        self.before.merge(&more.before);
        self.after.merge(&more.after);
    }

    /// Both histograms in the bins of a report.
    fn histograms(&self) -> Option<Histograms> {
        let mut both = self.before.clone();
        both.merge(&self.after);
        // The range is that of what was given: a type that pulls everything to a few values must not narrow it.
        let (low, high) = self.before.window(OUTSIDE);
        let (low, high, n) = match low < 0.0 && high > 0.0 {
            true => both.centred(low, high, BINS),
            false => both.even(low, high, BINS),
        };
        let spread = |h: &Histogram| {
            let bins = h.bins(low, high, n);
            let (below, above) = (bins.below, bins.above);
            Spread { counts: bins.counts, below, above, min: h.min(), max: h.max() }
        };
        (both.count() > 0).then(|| Histograms { low, high, before: spread(&self.before), after: spread(&self.after) })
    }
}

/// Gathers what is measured of tensors that come one after the other.
#[derive(Default)]
pub(crate) struct Collector {
    /// The tensor that is passing, by its place in the file.
    current: Option<(usize, Box<Measured>)>,
    done: Vec<(usize, stats::Report, Option<Histograms>)>,
    pooled: Stats,
}

impl Collector {
    /// Takes in a chunk of the tensor at a place; places never go back.
    pub(crate) fn add(&mut self, at: usize, chunk: Box<Measured>) {
        match &mut self.current {
            Some((place, measured)) if *place == at => measured.merge(&chunk),
            _ => {
                self.close();
                self.current = Some((at, chunk));
            }
        }
    }

    fn close(&mut self) {
        if let Some((at, measured)) = self.current.take() {
            self.pooled.merge(&measured.stats);
            self.done.push((at, measured.stats.report(), measured.histograms()));
        }
    }

    /// The tensors of a file in its order, each with what became of it, and the error over all that were encoded.
    pub(crate) fn finish<'a>(
        mut self,
        tensors: impl Iterator<Item = (&'a Entry, Decision)>,
        asked: DType,
    ) -> (Vec<Tensor>, Option<stats::Report>) {
        self.close();
        let mut done = self.done.into_iter().peekable();
        let tensors: Vec<Tensor> = tensors
            .enumerate()
            .map(|(at, (entry, decision))| {
                let found = done.next_if(|(place, ..)| *place == at);
                // A tensor without elements has no chunk, and no error.
                let (error, histogram) =
                    found.map_or_else(|| (Stats::default().report(), None), |(_, error, histogram)| (error, histogram));
                tensor(entry, decision, asked, error, histogram)
            })
            .collect();
        let any = tensors.iter().any(|t| t.error.is_some());
        (tensors, any.then(|| self.pooled.report()))
    }
}

fn tensor(
    entry: &Entry,
    decision: Decision,
    asked: DType,
    error: stats::Report,
    histogram: Option<Histograms>,
) -> Tensor {
    let (layer, role) = layer(&entry.name);
    let (stored, action, reason) = match decision {
        Decision::Encode(dtype) => {
            (Some(dtype), Action::Encoded, (dtype != asked).then(|| "matched by --map".to_owned()))
        }
        Decision::Fallback(dtype) => {
            (Some(dtype), Action::Fallback, Some("its rows are no whole blocks of the type".to_owned()))
        }
        Decision::Keep(reason) => (None, Action::Kept, Some(reason.to_string())),
    };
    // The writer has found that the size can be counted.
    let size = |dtype: DType| dtype.storage_bytes(entry.size()).unwrap_or(usize::MAX) as u64;
    Tensor {
        name: entry.name.clone(),
        shape: entry.shape.to_vec(),
        dtype_before: entry.dtype.name().to_owned(),
        dtype_after: stored.map_or(entry.dtype.name(), |dtype| dtype.name()).to_owned(),
        before_bytes: entry.size_bytes,
        after_bytes: stored.map_or(entry.size_bytes, size),
        action,
        reason,
        layer,
        role,
        error: stored.map(|_| error),
        histogram: histogram.filter(|_| stored.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Reason;

    fn measured(values: &[f32]) -> Box<Measured> {
        let given = polyad::Tensor::from_slice(values, &[values.len()]).unwrap();
        Box::new(Measured::of(&given, &given.astype(DType::Q4_0).unwrap()).unwrap())
    }

    fn entry(name: &str, shape: &[usize]) -> Entry {
        Entry { name: name.into(), dtype: DType::Float32.into(), shape: shape.into(), offset: 0, size_bytes: 256 }
    }

    #[test]
    fn chunks_of_a_tensor_are_put_together() {
        let values: Vec<f32> = (0..64).map(|i| (i as f32 - 31.5) / 7.0).collect();
        let mut parts = Collector::default();
        parts.add(1, measured(&values[..32]));
        parts.add(1, measured(&values[32..]));
        let mut whole = Collector::default();
        whole.add(1, measured(&values));
        let entries = [entry("bias", &[64]), entry("a.3.w", &[2, 32]), entry("empty", &[0, 32])];
        let decisions =
            [Decision::Keep(Reason::Rank), Decision::Encode(DType::Q4_0), Decision::Fallback(DType::Float16)];
        let finish = |c: Collector| c.finish(entries.iter().zip(decisions), DType::Q4_0);
        let (tensors, pooled) = finish(parts);
        let (expected, _) = finish(whole);
        assert_eq!(tensors[1].histogram, expected[1].histogram);
        let h = tensors[1].histogram.as_ref().unwrap();
        assert_eq!(h.before.counts.iter().sum::<u64>() + h.before.below + h.before.above, 64);
        assert_eq!((h.before.min, h.before.max, tensors[1].layer), (-4.5, 4.5, Some(3)));
        assert_eq!(pooled.map(|p| p.max_abs), tensors[1].error.map(|e| e.max_abs));
        assert!(tensors[0].error.is_none() && tensors[0].action == Action::Kept);
        assert_eq!((tensors[2].error.map(|e| e.rmse), tensors[2].histogram.is_none()), (Some(0.0), true));
        assert_eq!((tensors[1].after_bytes, tensors[2].after_bytes), (36, 0));
    }
}
