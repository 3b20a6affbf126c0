//! Random bits as a function of a key and a counter: Philox 4x32-10. Any element can be made alone, in any order, on
//! any number of threads.
//!
//! Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.

use crate::math::double as math;
use crate::tier::multiversion;

const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
/// The golden ratio and the square root of 3, less 1.
const KEY_STEPS: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
/// Blocks made at once: what two vectors of AVX2 hold.
const LANES: usize = 8;

/// Where numbers come from: a key, and one of its streams, so that numbers of different use do not repeat one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The key.
    pub key: [u32; 2],
    /// The upper half of the counter; the number of the block is the lower one.
    pub stream: [u32; 2],
}

/// The bits of a word.
const WORD: u64 = u32::MAX as u64;

/// Ten rounds on `N` counters, word by word. Words stand in the lower halves of 64 bits, where vectors multiply them; what the
/// upper halves have in between is of no account.
#[inline(always)]
fn rounds<const N: usize>(mut counter: [[u64; N]; 4], mut key: [u32; 2]) -> [[u32; N]; 4] {
    for _ in 0..10 {
        let [a, b, c, d] = counter;
        for lane in 0..N {
            let x = u64::from(MULTIPLIERS[0]) * (a[lane] & WORD);
            let y = u64::from(MULTIPLIERS[1]) * (c[lane] & WORD);
            counter[0][lane] = y >> 32 ^ b[lane] ^ u64::from(key[0]);
            counter[1][lane] = y;
            counter[2][lane] = x >> 32 ^ d[lane] ^ u64::from(key[1]);
            counter[3][lane] = x;
        }
        key[0] = key[0].wrapping_add(KEY_STEPS[0]);
        key[1] = key[1].wrapping_add(KEY_STEPS[1]);
    }
    counter.map(|word| word.map(|word| word as u32))
}

/// The four words of a block.
///
/// ```
/// use polyad_kernels::philox::{Stream, block};
/// let zero = Stream { key: [0, 0], stream: [0, 0] };
/// assert_eq!(block(zero, 0), [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
/// ```
pub fn block(of: Stream, number: u64) -> [u32; 4] {
    let [c, d] = of.stream;
    rounds([[number], [number >> 32], [c.into()], [d.into()]], of.key).map(|[word]| word)
}

/// Blocks from `first` on.
#[inline(always)]
fn blocks<const N: usize>(of: Stream, first: u64) -> [[u32; N]; 4] {
    let [c, d] = of.stream;
    let number = |lane: usize| first.wrapping_add(lane as u64);
    let (low, high) = (std::array::from_fn(number), std::array::from_fn(|lane| number(lane) >> 32));
    rounds([low, high, [c.into(); N], [d.into(); N]], of.key)
}

/// Pieces of `out` that one batch of blocks fills, `per_block` elements each, and the numbers of their first blocks. An iterator,
/// since a closure would not become a part of each tier's copy.
#[inline(always)]
fn batches<T>(out: &mut [T], first: u64, per_block: usize) -> impl Iterator<Item = (u64, &mut [T])> {
    let numbers = (0u64..).map(move |i| (first / per_block as u64).wrapping_add(i.wrapping_mul(LANES as u64)));
    numbers.zip(out.chunks_mut(LANES * per_block))
}

/// The upper 53 bits of two words, as a multiple of 2^-53 below 1.
#[inline(always)]
pub(crate) fn unit(low: u32, high: u32) -> f64 {
    // Both terms and their sum are exact; words of 32 bits convert in vectors, those of 64 do not.
    (f64::from(high) * (1 << 21) as f64 + f64::from(low >> 11)) * (1.0 / (1u64 << 53) as f64)
}

multiversion! {
    /// Multiples of 2^-`digits` in [0, 1), at most 24 digits. Element `i` has word `i % 4` of block `i / 4`; `first` is
    /// the number of the first element, a multiple of 4.
    pub fn uniform_f32(of: Stream, first: u64, digits: u32, out: &mut [f32]) {
        assert!(first.is_multiple_of(4) && (1..=24).contains(&digits));
        let (shift, unit) = (32 - digits, 1.0 / (1u32 << digits) as f32);
        for (number, piece) in batches(out, first, 4) {
            let words = blocks::<LANES>(of, number);
            let mut values = [[0.0; 4]; LANES];
            for lane in 0..LANES {
                for word in 0..4 {
                    // Below 2^24, so that the signed conversion, which is an instruction of its own, is exact.
                    values[lane][word] = (words[word][lane] >> shift) as i32 as f32 * unit;
                }
            }
            piece.copy_from_slice(&values.as_flattened()[..piece.len()]);
        }
    }
}

multiversion! {
    /// Multiples of 2^-53 in [0, 1). Element `i` has half `i % 2` of block `i / 2`; `first` is even.
    pub fn uniform_f64(of: Stream, first: u64, out: &mut [f64]) {
        assert!(first.is_multiple_of(2));
        for (number, piece) in batches(out, first, 2) {
            let words = blocks::<LANES>(of, number);
            let mut values = [[0.0; 2]; LANES];
            for lane in 0..LANES {
                values[lane] = [unit(words[0][lane], words[1][lane]), unit(words[2][lane], words[3][lane])];
            }
            piece.copy_from_slice(&values.as_flattened()[..piece.len()]);
        }
    }
}

multiversion! {
    /// `low` and an integer in `0..span`, all equally likely, 0 standing for a span of 2^64; the sum wraps. The bits of an
    /// element lie as in [`uniform_f64`]. Where they would favour some integers, it takes bits of its own from `again`, so
    /// that no other element moves.
    pub fn integers(of: Stream, again: Stream, first: u64, low: u64, span: u64, out: &mut [u64]) {
        assert!(first.is_multiple_of(2));
        for (number, piece) in batches(out, first, 2) {
            let words = blocks::<LANES>(of, number);
            for (lane, pair) in piece.chunks_mut(2).enumerate() {
                for (half, x) in pair.iter_mut().enumerate() {
                    let bits = pair_of(words[2 * half][lane], words[2 * half + 1][lane]);
                    let element = number.wrapping_add(lane as u64).wrapping_mul(2).wrapping_add(half as u64);
                    *x = low.wrapping_add(below(bits, span).unwrap_or_else(|| retry(again, element, span)));
                }
            }
        }
    }
}

#[inline(always)]
pub(crate) fn pair_of(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// An integer in `0..span` of the bits that an element has for itself.
#[cold]
fn retry(again: Stream, element: u64, span: u64) -> u64 {
    let tries = (0..=u32::MAX).flat_map(|part| {
        let [a, b, c, d] = block(Stream { stream: [part, again.stream[1]], ..again }, element);
        [pair_of(a, b), pair_of(c, d)]
    });
    tries.filter_map(|bits| below(bits, span)).next().expect("each try succeeds at least every other time")
}

multiversion! {
    /// Standard normal numbers by the Box-Muller transform, finite, within 4 ulp of it: elements `2 i` and `2 i + 1` are made
    /// of block `i`; `first` is even. Radius and angle have 53 bits each, so that the tails reach to 8.5.
    pub fn normal(of: Stream, first: u64, out: &mut [f64]) {
        assert!(first.is_multiple_of(2));
        for (number, piece) in batches(out, first, 2) {
            let words = blocks::<LANES>(of, number);
            let mut values = [[0.0; 2]; LANES];
            let mut radius = [0.0; LANES];
            for lane in 0..LANES {
                // In (0, 1]: there is no logarithm of 0.
                radius[lane] = (-2.0 * math::log(1.0 - unit(words[0][lane], words[1][lane]))).sqrt();
            }
            for lane in 0..LANES {
                let (sine, cosine) = math::turn(unit(words[2][lane], words[3][lane]));
                values[lane] = [radius[lane] * cosine, radius[lane] * sine];
            }
            piece.copy_from_slice(&values.as_flattened()[..piece.len()]);
        }
    }
}

multiversion! {
    /// Exponential numbers of mean 1, from 0 to 36.8, within an ulp of the logarithm they are. The bits of an element lie as
    /// in [`uniform_f64`].
    pub fn exponential(of: Stream, first: u64, out: &mut [f64]) {
        assert!(first.is_multiple_of(2));
        for (number, piece) in batches(out, first, 2) {
            let words = blocks::<LANES>(of, number);
            let mut values = [[0.0; 2]; LANES];
            for lane in 0..LANES {
                for half in 0..2 {
                    let u = unit(words[2 * half][lane], words[2 * half + 1][lane]);
                    values[lane][half] = 0.0 - math::log(1.0 - u);
                }
            }
            piece.copy_from_slice(&values.as_flattened()[..piece.len()]);
        }
    }
}

/// An integer in `0..span`, all equally likely, of 64 random bits; `None` for the few bits that would favour some.
/// A span of 0 stands for 2^64.
///
/// Source: Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
#[inline(always)]
pub(crate) fn below(bits: u64, span: u64) -> Option<u64> {
    if span == 0 {
        return Some(bits);
    }
    let product = u128::from(bits) * u128::from(span);
    let low = product as u64;
    // The threshold is below the span, so that the division is seldom met.
    if low < span && low < span.wrapping_neg() % span { None } else { Some((product >> 64) as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    const KNOWN: Stream = Stream { key: [0xa409_3822, 0x299f_31d0], stream: [0x1319_8a2e, 0x0370_7344] };

    #[test]
    fn the_vectors_of_random123_come_out() {
        let ones = Stream { key: [u32::MAX; 2], stream: [u32::MAX; 2] };
        assert_eq!(block(ones, u64::MAX), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        let number = 0x85a3_08d3_243f_6a88;
        assert_eq!(block(KNOWN, number), [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]);
    }

    #[test]
    fn every_tier_and_every_piece_has_the_bits_of_the_blocks() {
        each_tier(|tier| {
            for first in [0u64, 4, 1 << 34, u64::MAX - 3] {
                for n in [0, 1, 3, 63, 64, 65, 200] {
                    let mut words = vec![0; n];
                    integers(KNOWN, KNOWN, first, 0, 0, &mut words);
                    let mut floats = vec![0f32; n];
                    uniform_f32(KNOWN, first, 24, &mut floats);
                    let mut doubles = vec![0f64; n];
                    uniform_f64(KNOWN, first, &mut doubles);
                    for i in 0..n {
                        let two = block(KNOWN, (first / 2).wrapping_add(i as u64 / 2));
                        let half = u64::from(two[i % 2 * 2]) | u64::from(two[i % 2 * 2 + 1]) << 32;
                        assert_eq!(words[i], half, "{tier:?} {first} {i}");
                        assert_eq!(doubles[i], (half >> 11) as f64 / (1u64 << 53) as f64, "{tier:?} {first} {i}");
                        let four = block(KNOWN, (first / 4).wrapping_add(i as u64 / 4));
                        assert_eq!(floats[i], (four[i % 4] >> 8) as f32 / (1u32 << 24) as f32, "{tier:?} {first} {i}");
                    }
                }
            }
        });
    }

    #[test]
    fn normal_numbers_are_those_of_box_and_muller() {
        each_tier(|tier| {
            let mut out = [0.0; 37];
            normal(KNOWN, 6, &mut out);
            for (i, x) in out.into_iter().enumerate() {
                let w = block(KNOWN, 3 + i as u64 / 2);
                let (u, v) = (1.0 - unit(w[0], w[1]), unit(w[2], w[3]));
                let angle = 2.0 * std::f64::consts::PI * v;
                let expected = (-2.0 * u.ln()).sqrt() * if i % 2 == 0 { angle.cos() } else { angle.sin() };
                assert!((x - expected).abs() < 1e-14, "{tier:?} {i}: {x} {expected}");
            }
        });
    }

    #[test]
    fn normal_numbers_are_within_four_ulp_and_the_same_on_every_tier() {
        let mut known: Option<Vec<f64>> = None;
        each_tier(|tier| {
            let mut out = vec![0.0; 200_000];
            normal(KNOWN, 0, &mut out);
            for (i, pair) in out.chunks(2).enumerate() {
                let w = block(KNOWN, i as u64);
                let radius = (-2.0 * pxfm::f_log(1.0 - unit(w[0], w[1]))).sqrt();
                let (sine, cosine) = pxfm::f_sincospi(2.0 * unit(w[2], w[3]));
                for (x, want) in pair.iter().zip([radius * cosine, radius * sine]) {
                    assert!((x - want).abs() <= 4.0 * f64::EPSILON * want.abs(), "{tier:?} {i}: {x:e} {want:e}");
                }
            }
            assert_eq!(*known.get_or_insert(out.clone()), out, "{tier:?}");
        });
    }

    #[test]
    fn exponential_numbers_are_logarithms_of_uniform_ones() {
        each_tier(|tier| {
            let (mut out, mut u) = ([0.0; 101], [0.0; 101]);
            exponential(KNOWN, 10, &mut out);
            uniform_f64(KNOWN, 10, &mut u);
            for (x, u) in out.into_iter().zip(u) {
                let want = -pxfm::f_log(1.0 - u);
                assert!((x - want).abs() <= f64::EPSILON * want, "{tier:?}: {x} {want}");
            }
        });
    }

    #[test]
    fn integers_below_a_span_have_as_many_bits_each() {
        // Of four neighbouring bits this span refuses the first; each third of it keeps as many of 1024 samples.
        let span = 3 << 62;
        let kept: Vec<u64> = (0..1024u64).filter_map(|i| below((i << 54) + i % 4, span)).collect();
        assert_eq!(kept.len(), 768);
        let mut counts = [0; 3];
        kept.iter().for_each(|x| counts[(x >> 62) as usize] += 1);
        assert_eq!(counts, [256; 3]);
        assert_eq!((below(u64::MAX, 0), below(u64::MAX, 1)), (Some(u64::MAX), Some(0)));
    }

    #[test]
    fn an_element_that_is_refused_takes_bits_of_its_own() {
        each_tier(|tier| {
            let (span, again) = (3 << 62, Stream { key: KNOWN.key, stream: [0, 9] });
            let mut out = vec![0; 4000];
            integers(KNOWN, again, 8, 5, span, &mut out);
            let mut refused = 0;
            for (i, x) in out.into_iter().enumerate() {
                let word = |w: [u32; 4], half: usize| pair_of(w[2 * half], w[2 * half + 1]);
                let own = below(word(block(KNOWN, 4 + i as u64 / 2), i % 2), span);
                refused += usize::from(own.is_none());
                let mut parts = (0..).flat_map(|part| {
                    let w = block(Stream { stream: [part, 9], ..again }, 8 + i as u64);
                    [word(w, 0), word(w, 1)]
                });
                let want = own.unwrap_or_else(|| parts.find_map(|bits| below(bits, span)).unwrap());
                assert_eq!(x, want.wrapping_add(5), "{tier:?} {i}");
            }
            assert!((800..1200).contains(&refused), "{refused}");
        });
    }
}
