//! How far values are from a reference: sums in float64 over chunks, and what follows from them.

use polyad::{DType, Kind, Result, Tensor};
use serde::{Serialize, Serializer};

/// Lanes of a sum, so that additions need not wait for each other.
const LANES: usize = 8;
/// Runs of so many lanes are summed up for one measure after the other, while they are in the first-level cache.
const RUN: usize = 64;

/// The power of a difference and that of its reference: what quantizing is judged by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Noise {
    error: f64,
    reference: f64,
}

impl Noise {
    /// The noise in `other`, as a copy of the real numbers in `reference`. Errors: as `Tensor::astype`.
    pub(crate) fn of(reference: &Tensor, other: &Tensor) -> Result<Noise> {
        with_pairs(reference, other, |pairs| match pairs {
            Pairs::Float32(x, y) => noise(x, y, float32),
            Pairs::Float64(x, y) => noise(x, y, f64::from_le_bytes),
            integers => integers.stats().noise,
        })
    }

    /// Adds the noise of further values.
    pub(crate) fn merge(&mut self, more: &Noise) {
        self.error += more.error;
        self.reference += more.reference;
    }

    /// Whether all values were finite, as far as sums can tell: those of finite float64 may be past their range too.
    pub(crate) fn is_finite(&self) -> bool {
        (self.error + self.reference).is_finite()
    }

    /// The root of the mean squared difference, with the root of the mean square of the reference as unit.
    pub(crate) fn relative_rmse(&self) -> f64 {
        ratio(self.error, self.reference).sqrt()
    }

    /// Power of the reference to power of the difference, in decibel.
    pub(crate) fn snr_db(&self) -> f64 {
        if self.error == 0.0 { f64::INFINITY } else { 10.0 * (self.reference / self.error).log10() }
    }
}

/// Sums over pairs of values, the first of each pair the reference.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Stats {
    /// Pairs that are counted in the sums: all but those of two NaN or of the same infinity, which agree.
    size: usize,
    /// Pairs of which one is NaN or infinite and the other is something else.
    broken: usize,
    max_abs: f64,
    noise: Noise,
    other: f64,
    dot: f64,
}

impl Stats {
    /// The statistics of two tensors of one size, pair by pair in row-major order. Errors: as `Tensor::astype`.
    pub(crate) fn of(reference: &Tensor, other: &Tensor) -> Result<Stats> {
        with_pairs(reference, other, |pairs| pairs.stats())
    }

    /// Adds the statistics of further values.
    pub(crate) fn merge(&mut self, more: &Stats) {
        self.size += more.size;
        self.broken += more.broken;
        self.max_abs = self.max_abs.max(more.max_abs);
        self.noise.merge(&more.noise);
        self.other += more.other;
        self.dot += more.dot;
    }

    /// What follows from the sums.
    pub(crate) fn report(&self) -> Report {
        if self.broken > 0 {
            let inf = f64::INFINITY;
            return Report { max_abs: inf, rmse: inf, relative_rmse: inf, snr_db: -inf, cosine: f64::NAN };
        }
        let Noise { error, reference } = self.noise;
        let same = error == 0.0;
        Report {
            max_abs: self.max_abs,
            rmse: ratio(error, self.size as f64).sqrt(),
            relative_rmse: self.noise.relative_rmse(),
            snr_db: self.noise.snr_db(),
            cosine: if same { 1.0 } else { ratio(self.dot, reference.sqrt() * self.other.sqrt()) },
        }
    }

    fn one(a: f64, b: f64, difference: f64) -> Stats {
        Stats {
            size: 1,
            broken: 0,
            max_abs: difference.abs(),
            noise: Noise { error: difference * difference, reference: a * a },
            other: b * b,
            dot: a * b,
        }
    }
}

/// Nothing of nothing is nothing.
fn ratio(a: f64, b: f64) -> f64 {
    if a == 0.0 { 0.0 } else { a / b }
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

/// Values of two tensors in a dtype that holds both, as their bytes.
enum Pairs<'a> {
    Float32(&'a [[u8; 4]], &'a [[u8; 4]]),
    /// Complex numbers too, as pairs of floats: sums of squares are the same.
    Float64(&'a [[u8; 8]], &'a [[u8; 8]]),
    Int64(&'a [[u8; 8]], &'a [[u8; 8]]),
    UInt64(&'a [[u8; 8]], &'a [[u8; 8]]),
}

fn with_pairs<R>(a: &Tensor, b: &Tensor, f: impl FnOnce(Pairs<'_>) -> R) -> Result<R> {
    let dtype = common(a.dtype(), b.dtype());
    let (a, b) = (a.astype(dtype)?, b.astype(dtype)?);
    let (held_a, held_b) = (a.buffer().read()?, b.buffer().read()?);
    let (x, y) = (&held_a[a.view().byte_range()], &held_b[b.view().byte_range()]);
    let (wide_x, wide_y) = (x.as_chunks().0, y.as_chunks().0);
    Ok(f(match dtype {
        DType::Float32 => Pairs::Float32(x.as_chunks().0, y.as_chunks().0),
        DType::Int64 => Pairs::Int64(wide_x, wide_y),
        DType::UInt64 => Pairs::UInt64(wide_x, wide_y),
        _ => Pairs::Float64(wide_x, wide_y),
    }))
}

/// A dtype that holds the values of both as they are.
fn common(a: DType, b: DType) -> DType {
    let all = |test: fn(DType) -> bool| test(a) && test(b);
    if a.kind() == Kind::Complex || b.kind() == Kind::Complex {
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

impl Pairs<'_> {
    fn stats(&self) -> Stats {
        match self {
            Pairs::Float32(x, y) => floats(x, y, float32),
            Pairs::Float64(x, y) => floats(x, y, f64::from_le_bytes),
            Pairs::Int64(x, y) => integers(x, y, |b| i64::from_le_bytes(b).into()),
            Pairs::UInt64(x, y) => integers(x, y, |b| u64::from_le_bytes(b).into()),
        }
    }
}

fn float32(bytes: [u8; 4]) -> f64 {
    f32::from_le_bytes(bytes).into()
}

/// The sum of `f` over pairs, in lanes.
#[inline(always)]
fn sum<const W: usize>(
    x: &[[u8; W]],
    y: &[[u8; W]],
    read: impl Fn([u8; W]) -> f64,
    f: impl Fn(f64, f64) -> f64,
    add: impl Fn(f64, f64) -> f64,
) -> f64 {
    let (x_lanes, x_rest) = x.as_chunks::<LANES>();
    let (y_lanes, y_rest) = y.as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for (x, y) in x_lanes.iter().zip(y_lanes) {
        for i in 0..LANES {
            lanes[i] = add(lanes[i], f(read(x[i]), read(y[i])));
        }
    }
    let rest = x_rest.iter().zip(y_rest).map(|(x, y)| f(read(*x), read(*y)));
    lanes.into_iter().chain(rest).fold(0.0, add)
}

/// Unlike `f64::max`, one instruction; NaN is passed over alike.
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

fn noise<const W: usize>(x: &[[u8; W]], y: &[[u8; W]], read: impl Fn([u8; W]) -> f64 + Copy) -> Noise {
    let mut total = Noise::default();
    for (x, y) in x.chunks(RUN * LANES).zip(y.chunks(RUN * LANES)) {
        total.error += sum(x, y, read, |a, b| (a - b) * (a - b), |s, t| s + t);
        total.reference += sum(x, x, read, |a, _| a * a, |s, t| s + t);
    }
    total
}

fn floats<const W: usize>(x: &[[u8; W]], y: &[[u8; W]], read: impl Fn([u8; W]) -> f64 + Copy) -> Stats {
    let mut stats = Stats { size: x.len(), ..Stats::default() };
    for (x, y) in x.chunks(RUN * LANES).zip(y.chunks(RUN * LANES)) {
        stats.max_abs = stats.max_abs.max(sum(x, y, read, |a, b| (a - b).abs(), larger));
        stats.noise.merge(&noise(x, y, read));
        stats.other += sum(y, y, read, |b, _| b * b, |s, t| s + t);
        stats.dot += sum(x, y, read, |a, b| a * b, |s, t| s + t);
    }
    if stats.noise.is_finite() && stats.other.is_finite() {
        return stats;
    }
    // Rare: value by value.
    let mut stats = Stats::default();
    for (x, y) in x.iter().zip(y) {
        let (a, b) = (read(*x), read(*y));
        match (a.is_finite(), b.is_finite()) {
            (true, true) => stats.merge(&Stats::one(a, b, a - b)),
            _ if a == b || a.is_nan() && b.is_nan() => {}
            _ => stats.broken += 1,
        }
    }
    stats
}

/// Differences of integers are exact, also past the 53 bits of a float64.
fn integers(x: &[[u8; 8]], y: &[[u8; 8]], read: impl Fn([u8; 8]) -> i128) -> Stats {
    let mut stats = Stats::default();
    for (x, y) in x.iter().zip(y) {
        let (a, b) = (read(*x), read(*y));
        stats.merge(&Stats::one(a as f64, b as f64, (a - b) as f64));
    }
    stats
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
    }

    #[test]
    fn noise_is_that_of_the_statistics() {
        let a: Vec<f32> = (0..1001).map(|i| (i % 64) as f32).collect();
        let b: Vec<f32> = a.iter().map(|x| x + 0.5).collect();
        let tensor = |v: &[f32]| Tensor::from_slice(v, &[v.len()]).unwrap();
        let noise = Noise::of(&tensor(&a), &tensor(&b)).unwrap();
        assert_eq!(noise, of(&a, &b).noise);
        assert_eq!(noise.error, 1001.0 * 0.25);
        for bad in [f32::NAN, f32::INFINITY] {
            assert!(!Noise::of(&tensor(&[1.0, bad]), &tensor(&[1.0, bad])).unwrap().is_finite());
            assert!(!Noise::of(&tensor(&[1.0, 2.0]), &tensor(&[1.0, bad])).unwrap().is_finite());
        }
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
