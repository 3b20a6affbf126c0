//! How values are spread: counts in bins of equal width, found in one pass whatever the range turns out to be.
//!
//! Bins are as wide as a power of two and have their borders at whole multiples of it. Two bins of one width are exactly one
//! of the next, so that histograms of different widths add up without a guess, and the sum over chunks is the histogram of
//! the whole, in whatever order they come.

use polyad::{DType, Result, Tensor};

/// Bins on each side of zero.
const HALF: i64 = 2048;
/// Its power of two.
const HALF_EXPONENT: i32 = 11;
/// The power of two below which there is no float64.
const LEAST: i32 = -1074;
/// Lanes of a minimum, so that comparisons need not wait for each other.
const LANES: usize = 8;
/// How much finer than the range that is looked at bins need to be, as a power of two.
const FINE: i32 = 30;

/// Counts of values in bins of equal width around zero; one pass, exact, the same whatever the order of merging.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Histogram {
    /// The width of a bin is two to this power: the smallest by which all values have one.
    exponent: i32,
    /// Bin `i` has the values from `i - HALF` to before `i + 1 - HALF` widths. Without values it has no bins.
    counts: Vec<u64>,
    min: f64,
    max: f64,
    nan: u64,
    positive_infinite: u64,
    negative_infinite: u64,
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram {
            exponent: LEAST,
            counts: Vec::new(),
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
            nan: 0,
            positive_infinite: 0,
            negative_infinite: 0,
        }
    }
}

/// A histogram for the eye: bins of equal width from `low` to `high`, and what lies outside.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bins {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) counts: Vec<u64>,
    pub(crate) below: u64,
    pub(crate) above: u64,
}

impl Histogram {
    /// The histogram of real numbers; 64-bit integers count as the float64 next to them. Errors: as `Tensor::astype`.
    pub(crate) fn of(t: &Tensor) -> Result<Histogram> {
        let wide = if t.dtype().compute() == DType::Float32 { DType::Float32 } else { DType::Float64 };
        let t = t.astype(wide)?.contiguous()?;
        let held = t.buffer().read()?;
        let bytes = &held[t.view().byte_range()];
        let mut histogram = Histogram::default();
        match wide {
            DType::Float32 => histogram.count_all(bytes.as_chunks().0, |b| f32::from_le_bytes(b).into()),
            _ => histogram.count_all(bytes.as_chunks().0, f64::from_le_bytes),
        }
        Ok(histogram)
    }

    /// Adds the values of another histogram.
    pub(crate) fn merge(&mut self, more: &Histogram) {
        self.min = self.min.min(more.min);
        self.max = self.max.max(more.max);
        self.nan += more.nan;
        self.positive_infinite += more.positive_infinite;
        self.negative_infinite += more.negative_infinite;
        if self.counts.is_empty() {
            self.exponent = more.exponent;
            self.counts.clone_from(&more.counts);
        } else if !more.counts.is_empty() {
            self.coarsen(more.exponent);
            let shift = self.exponent - more.exponent;
            for (i, n) in more.counts.iter().enumerate() {
                self.counts[coarser(i, shift)] += n;
            }
        }
    }

    /// Values that are finite.
    pub(crate) fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The smallest finite value; infinity where there is none.
    pub(crate) fn min(&self) -> f64 {
        self.min
    }

    /// The largest finite value; negative infinity where there is none.
    pub(crate) fn max(&self) -> f64 {
        self.max
    }

    /// Values that are no number.
    pub(crate) fn nan(&self) -> u64 {
        self.nan
    }

    /// Values that are positive infinity.
    pub(crate) fn positive_infinite(&self) -> u64 {
        self.positive_infinite
    }

    /// Values that are negative infinity.
    pub(crate) fn negative_infinite(&self) -> u64 {
        self.negative_infinite
    }

    /// The smallest range of bins that leaves out at most `share` of the finite values, at both ends together; from 0 to 0
    /// where there are none.
    pub(crate) fn window(&self, share: f64) -> (f64, f64) {
        let count = self.count();
        let needed = count - ((count as f64 * share) as u64).min(count);
        let mut best = (0, 0);
        let (mut start, mut inside) = (0, 0);
        for (end, n) in self.counts.iter().enumerate() {
            inside += n;
            while inside >= needed.max(1) && inside - self.counts[start] >= needed.max(1) {
                inside -= self.counts[start];
                start += 1;
            }
            if inside >= needed.max(1) && (best.1 == 0 || end + 1 - start < best.1 - best.0) {
                best = (start, end + 1);
            }
        }
        if best.1 == 0 {
            return (0.0, 0.0);
        }
        (self.border(best.0), self.border(best.1))
    }

    /// A range that has all of `low` to `high`, and in how many parts to draw it: as many as fit into `most`, each a whole
    /// number of bins, so that none gets more of them than its neighbours, and zero between two parts.
    pub(crate) fn even(&self, low: f64, high: f64, most: usize) -> (f64, f64, usize) {
        let (low, high) = if low <= high { (low, high) } else { (0.0, 0.0) };
        let most = most.max(2) as f64;
        let width = self.exponent.max(coarsest(low, high));
        let (to_place, to_value) = (Scale::new(-width), Scale::new(width));
        let (low, high) = (to_place.of(low.max(f64::MIN)), to_place.of(high.min(f64::MAX)));
        let mut width = ((high - low) / most).ceil().max(1.0);
        loop {
            let (first, end) = ((low / width).floor(), (high / width).ceil());
            if end - first <= most {
                let value = |place: f64| finite(to_value.of(place * width));
                return (value(first), value(end), (end - first).max(1.0) as usize);
            }
            width += 1.0;
        }
    }

    /// Counts in `n` bins from `low` to `high`. They are exact for a range and a number of [`Histogram::even`], of this
    /// histogram or one that it was merged into; elsewhere a value may count in the bin beside its own. The last one has
    /// `high` too where no value is larger.
    pub(crate) fn bins(&self, low: f64, high: f64, n: usize) -> Bins {
        let mut fitting = self.clone();
        fitting.coarsen(coarsest(low, high));
        let mut bins = Bins { low, high, counts: vec![0; n.max(1)], below: 0, above: 0 };
        let to_place = Scale::new(-fitting.exponent);
        let (first, end) = (to_place.of(low), to_place.of(high));
        for (i, &count) in fitting.counts.iter().enumerate() {
            let left = (i as i64 - HALF) as f64;
            if left + 1.0 <= first {
                bins.below += count;
            } else if left >= end && self.max > high {
                bins.above += count;
            } else {
                let part = ((left + 0.5).max(first).min(end) - first) / (end - first) * n as f64;
                bins.counts[(part as usize).min(n.max(1) - 1)] += count;
            }
        }
        bins
    }

    fn count_all<const W: usize>(&mut self, values: &[[u8; W]], read: impl Fn([u8; W]) -> f64 + Copy) {
        let (lanes, rest) = values.as_chunks::<LANES>();
        let (mut min, mut max) = ([f64::INFINITY; LANES], [f64::NEG_INFINITY; LANES]);
        // What is not finite must not become a limit.
        let lower = |least: f64, x: f64| if x < least && x > f64::NEG_INFINITY { x } else { least };
        let higher = |most: f64, x: f64| if x > most && x < f64::INFINITY { x } else { most };
        for run in lanes {
            for i in 0..LANES {
                let x = read(run[i]);
                min[i] = lower(min[i], x);
                max[i] = higher(max[i], x);
            }
        }
        let rest = rest.iter().map(|x| read(*x));
        self.min = rest.clone().fold(min.into_iter().fold(f64::INFINITY, f64::min), lower);
        self.max = rest.fold(max.into_iter().fold(f64::NEG_INFINITY, f64::max), higher);
        if self.min <= self.max {
            self.exponent = fitting(self.min, self.max);
            self.counts = vec![0; 2 * HALF as usize];
        }
        let scale = Scale::new(-self.exponent);
        for x in values {
            let x = read(*x);
            if x.is_finite() {
                self.counts[scale.bin(x)] += 1;
            } else if x.is_nan() {
                self.nan += 1;
            } else if x > 0.0 {
                self.positive_infinite += 1;
            } else {
                self.negative_infinite += 1;
            }
        }
    }

    /// Makes bins at least so wide.
    fn coarsen(&mut self, exponent: i32) {
        let shift = exponent - self.exponent;
        if shift <= 0 {
            return;
        }
        self.exponent = exponent;
        let fine = std::mem::take(&mut self.counts);
        self.counts = vec![0; fine.len()];
        for (i, n) in fine.into_iter().enumerate() {
            self.counts[coarser(i, shift)] += n;
        }
    }

    /// The value of a border.
    fn border(&self, bin: usize) -> f64 {
        finite(Scale::new(self.exponent).of((bin as i64 - HALF) as f64))
    }
}

/// The last border of all may be past the finite values.
fn finite(x: f64) -> f64 {
    x.clamp(f64::MIN, f64::MAX)
}

/// The width, as a power of two, that is fine enough for a range; the numbers of finer bins would be past those of a float.
fn coarsest(low: f64, high: f64) -> i32 {
    (exponent(low.abs().max(high.abs())) - FINE).max(LEAST)
}

/// Where a bin goes when widths double so many times: towards negative infinity, as counting does.
fn coarser(bin: usize, shift: i32) -> usize {
    (((bin as i64 - HALF) >> shift.min(i64::BITS as i32 - 1)) + HALF) as usize
}

/// The smallest exponent by which both values have a bin.
fn fitting(min: f64, max: f64) -> i32 {
    // The first bin begins at its lower border; the last one ends before its upper border.
    let above = if max > 0.0 { exponent(max) + 1 - HALF_EXPONENT } else { LEAST };
    let below = match min {
        min if min < 0.0 => exponent(min) + i32::from(!is_power(min)) - HALF_EXPONENT,
        _ => LEAST,
    };
    above.max(below).max(LEAST)
}

/// The power of two at or below a value's magnitude; the least there is for zero.
fn exponent(x: f64) -> i32 {
    let bits = x.abs().to_bits();
    match (bits >> 52) as i32 {
        0 => LEAST + 63 - bits.max(1).leading_zeros() as i32,
        biased => biased - 1023,
    }
}

/// Whether the magnitude of a value is a power of two.
fn is_power(x: f64) -> bool {
    let fraction = x.to_bits() & ((1 << 52) - 1);
    if exponent(x) < -1022 { fraction.is_power_of_two() } else { fraction == 0 }
}

/// A factor that is a power of two, in two parts, as it may be past the range of a float where the product is not.
#[derive(Clone, Copy)]
struct Scale(f64, f64);

impl Scale {
    fn new(exponent: i32) -> Scale {
        let power = |e: i32| f64::from_bits(((1023 + e) as u64) << 52);
        Scale(power(exponent / 2), power(exponent - exponent / 2))
    }

    #[inline(always)]
    fn of(self, x: f64) -> f64 {
        x * self.0 * self.1
    }

    /// The number of a value's bin.
    #[inline(always)]
    fn bin(self, x: f64) -> usize {
        let place = self.of(x);
        let whole = place as i64;
        // What is tiny and negative may have become zero on the way.
        let down = place < whole as f64 || (place == 0.0 && x < 0.0);
        (whole - i64::from(down) + HALF) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyad::Element;

    fn of<T: Element>(values: &[T]) -> Histogram {
        Histogram::of(&Tensor::from_slice(values, &[values.len()]).unwrap()).unwrap()
    }

    /// Numbers between -1 and 1, many of them near zero.
    fn numbers(n: usize, seed: u64) -> Vec<f64> {
        let mut state = seed | 1;
        let mut next = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        (0..n).map(|_| next() * next() * next()).collect()
    }

    #[test]
    fn counts_are_those_of_a_plain_count() {
        for seed in 0..20 {
            let scale = [1.0, 3.7e-5, 8.0, 1e300, 1e-310, 1e-322][seed % 6];
            let values: Vec<f64> = numbers(1 + 97 * seed, seed as u64).iter().map(|x| x * scale).collect();
            let h = of(&values);
            let (low, high) = h.window(0.0);
            let (low, high, n) = h.even(low, high, 64);
            let bins = h.bins(low, high, n);
            let border = |i: usize| low + (high - low) / n as f64 * i as f64;
            for (i, &count) in bins.counts.iter().enumerate() {
                let plain = values.iter().filter(|&&x| border(i) <= x && x < border(i + 1)).count();
                assert_eq!(count, plain as u64, "seed {seed}, bin {i} of {n} from {low} to {high}");
            }
            assert_eq!((bins.below, bins.above, h.count()), (0, 0, values.len() as u64));
            assert!(n <= 64, "{n}");
        }
    }

    #[test]
    fn chunks_merge_to_the_whole_in_any_order() {
        let mut values = numbers(4000, 7);
        values.iter_mut().enumerate().for_each(|(i, x)| *x *= 10f64.powi(i as i32 / 400 - 5));
        values[13] = f64::NAN;
        values[2222] = f64::NEG_INFINITY;
        values[5] = -4.0;
        let whole = of(&values);
        let chunks: Vec<Histogram> = values.chunks(300).map(of).collect();
        let merged = |order: &mut dyn Iterator<Item = &Histogram>| {
            let mut all = Histogram::default();
            order.for_each(|h| all.merge(h));
            all
        };
        assert_eq!(merged(&mut chunks.iter()), whole);
        assert_eq!(merged(&mut chunks.iter().rev()), whole);
        assert_eq!((whole.count(), whole.nan(), whole.negative_infinite(), whole.positive_infinite()), (3998, 1, 1, 0));
    }

    #[test]
    fn a_value_on_a_border_belongs_to_the_bin_above() {
        let h = of(&[-2.0f32, -1.0, -0.5, -0.0, 0.0, 0.5, 1.0, 1.5]);
        assert_eq!(h.exponent, -10);
        let bins = h.bins(-2.0, 2.0, 4);
        assert_eq!(bins.counts, [1, 2, 3, 2]);
        // The first bin begins at a power of two; the last one would end at it.
        assert_eq!((of(&[-2.0f64]).exponent, of(&[2.0f64]).exponent), (-10, -9));
        assert_eq!(of(&[-1e-30f32, 1.0]).bins(-1.0, 1.0, 2).counts, [1, 1]);
        assert_eq!(of(&[-f64::from_bits(1), f64::MAX]).bins(-1.0, 1.0, 2).counts, [1, 0]);
    }

    #[test]
    fn every_dtype_of_real_numbers_has_one() {
        assert_eq!(of(&[-3i8, 5, 5]).bins(-4.0, 8.0, 3).counts, [1, 0, 2]);
        assert_eq!(of(&[true, false, true]).bins(0.0, 2.0, 2).counts, [1, 2]);
        assert_eq!(of(&[u64::MAX, 0]).max(), 2f64.powi(64));
        let t = Tensor::from_slice(&[1.0f32; 64], &[2, 32]).unwrap();
        for dtype in [DType::Q8_0, DType::Mxfp4, DType::Float16] {
            assert_eq!(Histogram::of(&t.astype(dtype).unwrap()).unwrap().bins(0.0, 1.5, 2).counts, [0, 64], "{dtype}");
        }
    }

    #[test]
    fn the_ends_of_the_range_have_bins() {
        for (values, count) in [
            (vec![f64::MAX, f64::MIN], 2),
            (vec![f64::from_bits(1), -f64::from_bits(1), 0.0], 3),
            (vec![0.0, -0.0], 2),
            (vec![f64::MAX, f64::from_bits(1), -1.0], 3),
            (vec![f64::MIN_POSITIVE, -f64::MIN_POSITIVE / 2.0], 2),
        ] {
            let h = of(&values);
            let (low, high) = h.window(0.0);
            assert!(low.is_finite() && high.is_finite() && low <= h.min() && h.max() <= high, "{values:?}");
            let (low, high, n) = h.even(low, high, 64);
            let bins = h.bins(low, high, n);
            assert_eq!((bins.counts.iter().sum::<u64>(), bins.below, bins.above), (count, 0, 0), "{values:?}");
        }
    }

    #[test]
    fn nothing_has_no_range() {
        for h in [Histogram::default(), of::<f32>(&[]), of(&[f32::NAN, f32::INFINITY])] {
            assert_eq!((h.count(), h.window(0.001)), (0, (0.0, 0.0)));
            assert_eq!(h.even(0.0, 0.0, 8).2, 1);
            assert_eq!(h.even(h.min(), h.max(), 8), (0.0, 0.0, 1));
            assert_eq!(h.even(-1.0, 1.0, 4), (-1.0, 1.0, 4));
            assert_eq!(h.bins(-1.0, 1.0, 3).counts, [0; 3]);
        }
        let mut h = Histogram::default();
        h.merge(&of(&[2.0f32, f32::NAN]));
        assert_eq!((h.count(), h.nan(), h.min(), h.max()), (1, 1, 2.0, 2.0));
    }

    #[test]
    fn a_window_leaves_the_share_out_at_both_ends() {
        let values: Vec<f32> =
            (0..1000).map(|i| if i < 3 { [-900.0, 700.0, 1000.0][i] } else { i as f32 / 1e3 }).collect();
        let h = of(&values);
        let (low, high) = h.window(0.0);
        assert!(low <= -900.0 && high >= 1000.0 && high - low < 1910.0, "{low} {high}");
        assert_eq!(h.window(0.003), (0.0, 1.0));
        let bins = h.bins(0.0, 1.0, 1);
        assert_eq!((bins.below, bins.counts, bins.above), (1, vec![997], 2));
        assert_eq!(h.window(1.0).1 - h.window(1.0).0, 0.5);
    }

    #[test]
    fn parts_are_of_one_width_with_zero_between_two() {
        let h = of(&[-1.0f32, 1.5]);
        for most in [2, 3, 10, 64, 100, 5000] {
            let (low, high, n) = h.even(-1.0, 1.5, most);
            assert!(low <= -1.0 && high >= 1.5 && n <= most, "{most}: {low} {high} {n}");
            let zero = -low / ((high - low) / n as f64);
            assert!(zero.fract() == 0.0 && n * 2 >= most.min(2000), "{most}: {low} {high} {n}");
        }
    }

    #[test]
    fn bins_of_a_range_far_from_the_values_are_empty() {
        let h = of(&[1e-300f64, 2e-300]);
        let bins = h.bins(5.0, 6.0, 10);
        assert_eq!((bins.below, bins.above, bins.counts.iter().sum::<u64>()), (2, 0, 0));
        assert_eq!(h.bins(-6.0, -5.0, 10).above, 2);
        assert_eq!(h.bins(-1.0, 1.0, 2).counts, [0, 2]);
        // A range without a width has room for the values that are there.
        assert_eq!(of(&[3.0f32]).bins(3.0, 3.0, 4).counts, [1, 0, 0, 0]);
    }
}
