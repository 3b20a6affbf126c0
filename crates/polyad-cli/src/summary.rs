//! What the values of a tensor are like: how many of which kind, their limits, mean and spread.

use polyad::{DType, Kind, Result, Tensor};
use serde::Serialize;

use crate::histogram::Histogram;

/// Bins in which percentiles are looked for.
const FINE: usize = 4096;
/// So many of them at least have to lie between the outermost percentiles, or else a bin has too much of the values to tell
/// them apart.
const SHARP: usize = 32;
/// Lanes of a sum.
const LANES: usize = 8;
/// The shares of values below the percentiles that are told.
pub(crate) const PERCENTILES: [(&str, f64); 5] =
    [("1 %", 0.01), ("25 %", 0.25), ("median", 0.5), ("75 %", 0.75), ("99 %", 0.99)];

/// Counts, limits and moments of some values; of complex numbers the limits are those of the magnitude. Sums are merged in the
/// order of the values, so that no number of threads changes a digit.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Summary {
    pub(crate) count: u64,
    pub(crate) nan: u64,
    pub(crate) infinite: u64,
    pub(crate) zeros: u64,
    /// Of the finite values; `None` where there is none.
    limits: Option<(f64, f64)>,
    /// The same for integers, which float64 may be too narrow for.
    integers: Option<(i128, i128)>,
    real: Moments,
    /// Of complex numbers.
    imaginary: Option<Moments>,
}

/// A limit of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Limit {
    Integer(i128),
    Float(f64),
}

impl Summary {
    /// The summary of a chunk, and its histogram: of complex numbers, that of their magnitudes. `sink` gets the values, or
    /// the magnitudes, in row-major order. Errors: as `Tensor::astype`.
    pub(crate) fn of(chunk: &Tensor, sink: impl FnOnce(&[f64])) -> Result<(Summary, Histogram)> {
        if chunk.dtype().kind() == Kind::Complex {
            return complex(chunk, sink);
        }
        // Decoded once for all.
        let chunk = chunk.astype(chunk.dtype().compute())?;
        let values = chunk.to_f64_vec()?;
        let histogram = Histogram::of(&chunk)?;
        let mut summary = Summary::counted(&values, &histogram);
        summary.integers = integers(&chunk)?;
        summary.real = Moments::of(&values);
        sink(&values);
        Ok((summary, histogram))
    }

    /// Counts and limits of values, or of magnitudes, that a histogram was made of.
    fn counted(values: &[f64], histogram: &Histogram) -> Summary {
        Summary {
            count: values.len() as u64,
            nan: histogram.nan(),
            infinite: histogram.positive_infinite() + histogram.negative_infinite(),
            zeros: values.iter().filter(|x| **x == 0.0).count() as u64,
            limits: (histogram.count() > 0).then(|| (histogram.min(), histogram.max())),
            ..Summary::default()
        }
    }

    /// Adds the values that come next.
    pub(crate) fn merge(&mut self, next: &Summary) {
        self.count += next.count;
        self.nan += next.nan;
        self.infinite += next.infinite;
        self.zeros += next.zeros;
        self.limits = either(self.limits, next.limits, |a, b| (a.0.min(b.0), a.1.max(b.1)));
        self.integers = either(self.integers, next.integers, |a, b| (a.0.min(b.0), a.1.max(b.1)));
        self.real = self.real.then(next.real);
        self.imaginary = either(self.imaginary, next.imaginary, Moments::then);
    }

    /// The smallest and the largest finite value.
    pub(crate) fn limits(&self) -> Option<(Limit, Limit)> {
        match self.integers {
            Some((min, max)) => Some((Limit::Integer(min), Limit::Integer(max))),
            None => self.limits.map(|(min, max)| (Limit::Float(min), Limit::Float(max))),
        }
    }

    /// The mean of the finite values, with an imaginary part for complex numbers.
    pub(crate) fn mean(&self) -> Option<(f64, Option<f64>)> {
        (self.real.n > 0).then(|| (self.real.mean, self.imaginary.map(|m| m.mean)))
    }

    /// The standard deviation of the finite values, by their number.
    pub(crate) fn std(&self) -> Option<f64> {
        (self.real.n > 0).then(|| self.variance().sqrt())
    }

    /// The root mean square of the finite values.
    pub(crate) fn rms(&self) -> Option<f64> {
        let squared = |m: Moments| m.mean * m.mean;
        let mean = squared(self.real) + self.imaginary.map_or(0.0, squared);
        (self.real.n > 0).then(|| (self.variance() + mean).sqrt())
    }

    fn variance(&self) -> f64 {
        (self.real.squares + self.imaginary.map_or(0.0, |m| m.squares)) / self.real.n as f64
    }

    /// The percentiles of the finite values, each less than a bin of the histogram off; `None` where bins are so wide that they
    /// would say nothing, next to an outlier, and for complex numbers.
    pub(crate) fn percentiles(&self, histogram: &Histogram) -> Option<[f64; PERCENTILES.len()]> {
        let (min, max) = self.limits.filter(|_| self.imaginary.is_none())?;
        // The largest value has a bin of its own, not the end of another.
        let (low, high, n) = histogram.even(min, max.next_up(), FINE);
        let width = (high - low) / n as f64;
        let counts = histogram.bins(low, high, n).counts;
        let places = PERCENTILES.map(|(_, share)| {
            let wanted = ((histogram.count() as f64 * share).ceil() as u64).max(1);
            let mut seen = 0;
            let place = counts.iter().position(|count| {
                seen += count;
                seen >= wanted
            });
            place.unwrap_or(n - 1)
        });
        let whole = self.integers.is_some() && width <= 1.0;
        if min < max && !whole && places[PERCENTILES.len() - 1] - places[0] < SHARP {
            return None;
        }
        Some(places.map(|place| {
            let below = low + place as f64 * width;
            // The whole number in the bin, or its lower border, where zero and other round numbers lie.
            (if whole { below.ceil() } else { below }).clamp(min, max)
        }))
    }
}

fn either<T>(a: Option<T>, b: Option<T>, both: impl FnOnce(T, T) -> T) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(both(a, b)),
        (a, b) => a.or(b),
    }
}

/// The limits of integers, exact. Errors: as `Tensor::to_vec`.
fn integers(chunk: &Tensor) -> Result<Option<(i128, i128)>> {
    fn ends<T: Copy + Ord + Into<i128>>(values: &[T]) -> Option<(i128, i128)> {
        Some(((*values.iter().min()?).into(), (*values.iter().max()?).into()))
    }
    Ok(match chunk.dtype().kind() {
        Kind::Signed => ends(&chunk.astype(DType::Int64)?.to_vec::<i64>()?),
        Kind::Unsigned | Kind::Bool => ends(&chunk.astype(DType::UInt64)?.to_vec::<u64>()?),
        Kind::Float | Kind::Complex => None,
    })
}

fn complex(chunk: &Tensor, sink: impl FnOnce(&[f64])) -> Result<(Summary, Histogram)> {
    // Two floats an element, real and imaginary, as they lie in memory.
    let bytes = chunk.astype(DType::Complex128)?.to_bytes()?;
    let parts: Vec<f64> = bytes.as_chunks().0.iter().map(|b| f64::from_le_bytes(*b)).collect();
    let (mut real, mut imaginary, mut magnitudes) = (vec![], vec![], vec![]);
    for &[re, im] in parts.as_chunks().0 {
        if re.is_finite() && im.is_finite() {
            real.push(re);
            imaginary.push(im);
            // The magnitude of the largest numbers is past the range; that does not make them infinite.
            magnitudes.push(re.hypot(im).min(f64::MAX));
        } else {
            let nan = re.is_nan() || im.is_nan();
            magnitudes.push(if nan { f64::NAN } else { f64::INFINITY });
        }
    }
    let histogram = Histogram::of(&Tensor::from_slice(&magnitudes, &[magnitudes.len()])?)?;
    let mut summary = Summary::counted(&magnitudes, &histogram);
    summary.real = Moments::of(&real);
    summary.imaginary = Some(Moments::of(&imaginary));
    sink(&magnitudes);
    Ok((summary, histogram))
}

/// Number, mean and squared distances from it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Moments {
    n: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Of the finite values: the mean first, then the distances from it, so that nothing large cancels.
    fn of(values: &[f64]) -> Moments {
        let n = values.iter().filter(|x| x.is_finite()).count() as u64;
        if n == 0 {
            return Moments::default();
        }
        let count = n as f64;
        let rough = sum(values, |x| x) / count;
        // A sum past the range has to be made of smaller parts.
        let rough = if rough.is_finite() { rough } else { sum(values, |x| x / count) };
        // What rounding took from the sum shows in the distances.
        let taken = sum(values, |x| x - rough) / count;
        let mean = if taken.is_finite() { rough + taken } else { rough };
        Moments { n, mean, squares: sum(values, |x| (x - mean) * (x - mean)) }
    }

    /// Of both, by the update of Chan, Golub and LeVeque.
    fn then(self, next: Moments) -> Moments {
        if self.n == 0 || next.n == 0 {
            return if self.n == 0 { next } else { self };
        }
        let n = self.n + next.n;
        let (distance, share) = (next.mean - self.mean, next.n as f64 / n as f64);
        let between = distance * distance * share * self.n as f64;
        Moments { n, mean: self.mean + distance * share, squares: self.squares + next.squares + between }
    }
}

/// The sum over the finite values, in lanes, so that additions need not wait for each other.
fn sum(values: &[f64], of: impl Fn(f64) -> f64) -> f64 {
    let term = |x: f64| if x.is_finite() { of(x) } else { 0.0 };
    let (runs, rest) = values.as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for run in runs {
        for (lane, x) in lanes.iter_mut().zip(run) {
            *lane += term(*x);
        }
    }
    lanes.iter().sum::<f64>() + rest.iter().map(|x| term(*x)).sum::<f64>()
}

/// The numbers of a summary as JSON has them; `None` where there are no finite values, or the number is past float64.
#[derive(Serialize)]
pub(crate) struct Numbers {
    count: u64,
    nan: u64,
    infinite: u64,
    zeros: u64,
    min: serde_json::Value,
    max: serde_json::Value,
    /// Of complex numbers a pair.
    mean: serde_json::Value,
    std: Option<f64>,
    rms: Option<f64>,
    /// From the bins of a histogram; `None` where those are too wide.
    percentiles: Option<Percentiles>,
    bits_per_value: f64,
}

#[derive(Serialize)]
struct Percentiles {
    p1: f64,
    p25: f64,
    p50: f64,
    p75: f64,
    p99: f64,
}

impl Numbers {
    pub(crate) fn of(summary: &Summary, histogram: &Histogram, dtype: DType) -> Numbers {
        let limits = summary.limits();
        let json = |limit: Option<Limit>| match limit {
            Some(Limit::Integer(x)) => i64::try_from(x).map_or_else(|_| (x as u64).into(), Into::into),
            Some(Limit::Float(x)) => x.into(),
            None => serde_json::Value::Null,
        };
        Numbers {
            count: summary.count,
            nan: summary.nan,
            infinite: summary.infinite,
            zeros: summary.zeros,
            min: json(limits.map(|l| l.0)),
            max: json(limits.map(|l| l.1)),
            mean: match summary.mean() {
                Some((re, Some(im))) => vec![re, im].into(),
                Some((mean, None)) => mean.into(),
                None => serde_json::Value::Null,
            },
            std: summary.std(),
            rms: summary.rms(),
            percentiles: summary.percentiles(histogram).map(|[p1, p25, p50, p75, p99]| Percentiles {
                p1,
                p25,
                p50,
                p75,
                p99,
            }),
            bits_per_value: dtype.bits(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<T: polyad::Element>(values: &[T]) -> Summary {
        Summary::of(&Tensor::from_slice(values, &[values.len()]).unwrap(), |_| ()).unwrap().0
    }

    fn close(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() <= 1e-14 * b.abs())
    }

    #[test]
    fn numbers_follow_their_definitions() {
        let s = of(&[3.0f32, -1.0, 0.0, f32::NAN, f32::INFINITY, -0.0, 6.0]);
        assert_eq!((s.count, s.nan, s.infinite, s.zeros), (7, 1, 1, 2));
        assert_eq!(s.limits(), Some((Limit::Float(-1.0), Limit::Float(6.0))));
        assert_eq!(s.mean(), Some((1.6, None)));
        assert!(close(s.std(), 6.64f64.sqrt()) && close(s.rms(), 9.2f64.sqrt()), "{s:?}");
    }

    #[test]
    fn a_small_spread_on_a_large_mean_is_kept() {
        let values: Vec<f64> = (0..10_000).map(|i| 1e9 + f64::from(i % 2)).collect();
        let s = of(&values);
        assert_eq!((s.mean(), s.std()), (Some((1e9 + 0.5, None)), Some(0.5)));
        let mut merged = of(&values[..3000]);
        merged.merge(&of(&values[3000..]));
        assert_eq!((merged.mean(), merged.std()), (Some((1e9 + 0.5, None)), Some(0.5)));
        assert_eq!(of(&[f64::MAX, f64::MAX]).mean(), Some((f64::MAX, None)));
    }

    #[test]
    fn integers_have_exact_limits() {
        assert_eq!(
            of(&[i64::MAX - 1, i64::MIN]).limits(),
            Some((Limit::Integer(i64::MIN.into()), Limit::Integer((i64::MAX - 1).into())))
        );
        let mut s = of(&[u64::MAX]);
        s.merge(&of(&[7u64]));
        assert_eq!(s.limits(), Some((Limit::Integer(7), Limit::Integer(u64::MAX.into()))));
        assert_eq!(of(&[true, false]).limits(), Some((Limit::Integer(0), Limit::Integer(1))));
    }

    #[test]
    fn nothing_has_no_numbers() {
        for s in [of::<f32>(&[]), of(&[f32::NAN]), Summary::default()] {
            assert_eq!((s.limits(), s.mean(), s.std(), s.rms()), (None, None, None, None));
        }
        let mut s = of(&[f32::NAN]);
        s.merge(&of(&[2.0f32]));
        assert_eq!((s.nan, s.mean(), s.std()), (1, Some((2.0, None)), Some(0.0)));
    }

    #[test]
    fn percentiles_are_near_where_bins_are_fine() {
        let tensor = Tensor::arange(1001).unwrap();
        let (s, h) = Summary::of(&tensor, |_| ()).unwrap();
        assert_eq!(s.percentiles(&h), Some([10.0, 250.0, 500.0, 750.0, 990.0]));
        let values: Vec<f32> = (0..1001).map(|i| i as f32 / 1000.0).collect();
        let (s, h) = Summary::of(&Tensor::from_slice(&values, &[1001]).unwrap(), |_| ()).unwrap();
        let median = s.percentiles(&h).unwrap()[2];
        assert!((median - 0.5).abs() < 1e-3, "{median}");
        let (s, h) = Summary::of(&Tensor::from_slice(&[0.25f32; 9], &[9]).unwrap(), |_| ()).unwrap();
        assert_eq!(s.percentiles(&h), Some([0.25; 5]));
        let outlier = [[1e-3f32, 2e-3, 3e-3, 1e6].as_slice(), &[1e-3; 1 << 12]].concat();
        let (s, h) = Summary::of(&Tensor::from_slice(&outlier, &[outlier.len()]).unwrap(), |_| ()).unwrap();
        assert_eq!(s.percentiles(&h), None);
    }
}
