//! How far values are from a reference: sums in float64 over chunks, and what follows from them.

use polyad::{DType, Kind, Result, Tensor};
use serde::{Serialize, Serializer};

/// Lanes of the sums, so that additions need not wait for each other.
const LANES: usize = 4;

/// Sums over pairs of values, the first of each pair the reference.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Stats {
    /// Pairs that are counted in the sums.
    size: usize,
    /// Pairs of which one is NaN or infinite and the other is something else.
    broken: usize,
    /// Pairs of two NaN or of the same infinity: they agree, and no sum has room for them.
    left_out: usize,
    max_abs: f64,
    error: f64,
    reference: f64,
    other: f64,
    dot: f64,
}

impl Stats {
    /// The statistics of two tensors of one size, pair by pair in row-major order. Errors: as `Tensor::astype`.
    pub(crate) fn of(reference: &Tensor, other: &Tensor) -> Result<Stats> {
        let dtype = common(reference.dtype(), other.dtype());
        let (a, b) = (reference.astype(dtype)?, other.astype(dtype)?);
        let (held_a, held_b) = (a.buffer().read()?, b.buffer().read()?);
        let (x, y) = (&held_a[a.view().byte_range()], &held_b[b.view().byte_range()]);
        Ok(match dtype {
            DType::Float32 => floats(x, y, |b| f32::from_le_bytes(b).into()),
            DType::Int64 => integers(x, y, |b| i64::from_le_bytes(b).into()),
            DType::UInt64 => integers(x, y, |b| u64::from_le_bytes(b).into()),
            // Complex numbers are pairs of floats here: sums of squares are the same.
            _ => floats(x, y, f64::from_le_bytes),
        })
    }

    /// Adds the statistics of further values.
    pub(crate) fn merge(&mut self, more: &Stats) {
        self.size += more.size;
        self.broken += more.broken;
        self.left_out += more.left_out;
        self.max_abs = self.max_abs.max(more.max_abs);
        self.error += more.error;
        self.reference += more.reference;
        self.other += more.other;
        self.dot += more.dot;
    }

    /// Whether every pair is two finite numbers.
    pub(crate) fn is_finite(&self) -> bool {
        self.broken == 0 && self.left_out == 0 && (self.error + self.reference + self.other).is_finite()
    }

    /// What follows from the sums.
    pub(crate) fn report(&self) -> Report {
        if self.broken > 0 {
            let inf = f64::INFINITY;
            return Report { max_abs: inf, rmse: inf, relative_rmse: inf, snr_db: -inf, cosine: f64::NAN };
        }
        let ratio = |a: f64, b: f64| if a == 0.0 { 0.0 } else { a / b };
        let same = self.error == 0.0;
        Report {
            max_abs: self.max_abs,
            rmse: ratio(self.error, self.size as f64).sqrt(),
            relative_rmse: ratio(self.error, self.reference).sqrt(),
            snr_db: if same { f64::INFINITY } else { 10.0 * (self.reference / self.error).log10() },
            cosine: if same { 1.0 } else { ratio(self.dot, self.reference.sqrt() * self.other.sqrt()) },
        }
    }
}

/// Measures of error. Infinities and NaN are `null` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Report {
    /// The largest absolute difference.
    #[serde(serialize_with = "number")]
    pub(crate) max_abs: f64,
    /// The root of the mean squared difference.
    #[serde(serialize_with = "number")]
    pub(crate) rmse: f64,
    /// The same, with the root of the mean square of the reference as unit.
    #[serde(serialize_with = "number")]
    pub(crate) relative_rmse: f64,
    /// Power of the reference to power of the difference, in decibel.
    #[serde(serialize_with = "number")]
    pub(crate) snr_db: f64,
    /// Cosine of the angle between the two as vectors.
    #[serde(serialize_with = "number")]
    pub(crate) cosine: f64,
}

fn number<S: Serializer>(x: &f64, to: S) -> Result<S::Ok, S::Error> {
    if x.is_finite() { to.serialize_f64(*x) } else { to.serialize_none() }
}

/// A dtype that holds the values of both as they are.
fn common(a: DType, b: DType) -> DType {
    let all = |test: fn(DType) -> bool| test(a) && test(b);
    let any = |kind: Kind| a.kind() == kind || b.kind() == kind;
    if any(Kind::Complex) {
        DType::Complex128
    } else if all(|d| d.compute() == DType::Float32) {
        DType::Float32
    } else if all(|d| d.kind() == Kind::Signed) {
        DType::Int64
    } else if all(|d| matches!(d.kind(), Kind::Unsigned | Kind::Bool)) {
        DType::UInt64
    } else {
        DType::Float64
    }
}

fn floats<const W: usize>(x: &[u8], y: &[u8], read: impl Fn([u8; W]) -> f64) -> Stats {
    let stats = finite_floats(x, y, &read);
    if stats.is_finite() {
        return stats;
    }
    // Rare: value by value.
    let mut stats = Stats::default();
    for (x, y) in x.as_chunks().0.iter().zip(y.as_chunks().0) {
        let (a, b) = (read(*x), read(*y));
        match (a.is_finite(), b.is_finite()) {
            (true, true) => stats.merge(&one(a, b, a - b)),
            _ if a == b || a.is_nan() && b.is_nan() => stats.left_out += 1,
            _ => stats.broken += 1,
        }
    }
    stats
}

fn finite_floats<const W: usize>(x: &[u8], y: &[u8], read: impl Fn([u8; W]) -> f64) -> Stats {
    let (x, y) = (x.as_chunks::<W>().0, y.as_chunks::<W>().0);
    let (x_runs, x_rest) = x.as_chunks::<LANES>();
    let (y_runs, y_rest) = y.as_chunks::<LANES>();
    let [mut max_abs, mut error, mut reference, mut other, mut dot] = [[0.0; LANES]; 5];
    for (x, y) in x_runs.iter().zip(y_runs) {
        for i in 0..LANES {
            let (a, b) = (read(x[i]), read(y[i]));
            let d = a - b;
            max_abs[i] = if d.abs() > max_abs[i] { d.abs() } else { max_abs[i] };
            error[i] += d * d;
            reference[i] += a * a;
            other[i] += b * b;
            dot[i] += a * b;
        }
    }
    let mut total = Stats::default();
    for i in 0..LANES {
        total.merge(&Stats {
            size: x_runs.len(),
            max_abs: max_abs[i],
            error: error[i],
            reference: reference[i],
            other: other[i],
            dot: dot[i],
            ..Stats::default()
        });
    }
    for (x, y) in x_rest.iter().zip(y_rest) {
        let (a, b) = (read(*x), read(*y));
        total.merge(&one(a, b, a - b));
    }
    total
}

/// Differences of integers are exact, also past the 53 bits of a float64.
fn integers(x: &[u8], y: &[u8], read: impl Fn([u8; 8]) -> i128) -> Stats {
    let mut stats = Stats::default();
    for (x, y) in x.as_chunks().0.iter().zip(y.as_chunks().0) {
        let (a, b) = (read(*x), read(*y));
        stats.merge(&one(a as f64, b as f64, (a - b) as f64));
    }
    stats
}

fn one(a: f64, b: f64, difference: f64) -> Stats {
    Stats {
        size: 1,
        max_abs: difference.abs(),
        error: difference * difference,
        reference: a * a,
        other: b * b,
        dot: a * b,
        ..Stats::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<T: polyad::Element, U: polyad::Element>(a: &[T], b: &[U]) -> Stats {
        let tensor = |t: Result<Tensor>| t.unwrap();
        Stats::of(&tensor(Tensor::from_slice(a, &[a.len()])), &tensor(Tensor::from_slice(b, &[b.len()]))).unwrap()
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * b.abs()
    }

    #[test]
    fn measures_follow_their_definitions() {
        let (a, b) = ([3.0f32, 4.0, 0.0, 0.0, 0.0], [3.0f32, 4.0, 0.0, 0.0, 1.0]);
        let r = of(&a, &b).report();
        assert_eq!(r.max_abs, 1.0);
        assert!(close(r.rmse, 0.2f64.sqrt()) && close(r.relative_rmse, 0.2), "{r:?}");
        assert!(close(r.snr_db, 10.0 * 25f64.log10()) && close(r.cosine, 25.0 / (5.0 * 26f64.sqrt())), "{r:?}");
    }

    #[test]
    fn equal_values_have_no_error() {
        let r = of(&[1.0f64, -2.0, 0.0], &[1.0f32, -2.0, -0.0]).report();
        assert_eq!((r.max_abs, r.rmse, r.relative_rmse, r.snr_db, r.cosine), (0.0, 0.0, 0.0, f64::INFINITY, 1.0));
        assert!(of::<f32, f32>(&[], &[]).report().rmse == 0.0);
    }

    #[test]
    fn an_error_without_a_reference_is_infinite() {
        let r = of(&[0.0f32], &[1.0f32]).report();
        assert_eq!((r.max_abs, r.relative_rmse, r.snr_db), (1.0, f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn the_same_infinity_agrees_and_another_does_not() {
        let (nan, inf) = (f32::NAN, f32::INFINITY);
        let same = of(&[nan, inf, -inf, 2.0], &[nan, inf, -inf, 1.0]);
        assert_eq!((same.report().max_abs, same.report().rmse), (1.0, 1.0));
        for (a, b) in [(nan, 1.0), (1.0, nan), (inf, -inf), (inf, 1.0)] {
            let r = of(&[a, 1.0], &[b, 1.0]).report();
            assert_eq!((r.max_abs, r.snr_db), (f64::INFINITY, f64::NEG_INFINITY));
        }
        assert!(of(&[1.0f32], &[1.0f32]).is_finite());
        assert!(![(nan, 1.0), (nan, nan), (-inf, -inf)].iter().any(|&(a, b)| of(&[a, 2.0], &[b, 2.0]).is_finite()));
    }

    #[test]
    fn large_integers_differ_by_their_last_bit() {
        assert_eq!(of(&[i64::MAX], &[i64::MAX - 1]).report().max_abs, 1.0);
        assert_eq!(of(&[u64::MAX], &[u64::MAX - 1]).report().max_abs, 1.0);
        assert_eq!(of(&[true], &[3u8]).report().max_abs, 2.0);
        assert_eq!(of(&[i64::MIN], &[u64::MAX]).report().max_abs, 2f64.powi(63) + 2f64.powi(64));
    }

    #[test]
    fn merged_chunks_equal_the_whole() {
        let a: Vec<f32> = (0..1000).map(|i| (i % 64) as f32).collect();
        let b: Vec<f32> = a.iter().map(|x| x + 0.5).collect();
        let mut merged = of(&a[..300], &b[..300]);
        merged.merge(&of(&a[300..], &b[300..]));
        assert_eq!(merged, of(&a, &b));
    }
}
