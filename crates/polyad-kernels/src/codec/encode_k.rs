//! Encoders of the formats whose blocks have scales of their own inside, byte for byte as the plain codecs.
//!
//! Scales are searched for in lanes, one group of elements each; what follows is done as the plain codecs do it.

use polyad_core::{BLOCK_LIMIT, DType, Reject};

use super::half::{f16_to_f32, f32_to_f16};
use super::lanes::{Lanes, by_lanes, nearest};
use super::plain_block;
use super::search::{Search, TINY, each, extreme, scale, scale_by_moves};

/// Encodes whole blocks; those that are out of the ordinary by the plain codec.
#[inline(always)]
pub(super) fn encode<const BYTES: usize>(
    dtype: DType,
    src: &[u8],
    dst: &mut [u8],
    block: impl Fn(&[f32; 256], &mut [u8; BYTES]) -> Option<()>,
) -> Result<(), Reject> {
    let (values, rest) = bytemuck::cast_slice::<u8, f32>(src).as_chunks::<256>();
    let (blocks, rest_out) = dst.as_chunks_mut::<BYTES>();
    assert!(rest.is_empty() && rest_out.is_empty() && blocks.len() == values.len());
    for (i, (x, out)) in values.iter().zip(blocks).enumerate() {
        if !is_in_range(x) || block(x, out).is_none() {
            plain_block(dtype, x, i * 256, out)?;
        }
    }
    Ok(())
}

/// Whether no number is NaN or past every scale, without a branch an element.
#[inline(always)]
pub(super) fn is_in_range(x: &[f32]) -> bool {
    x.iter().fold(true, |all, x| all & (x.abs() <= BLOCK_LIMIT))
}

macro_rules! encoders {
    ($($name:ident: $dtype:ident, $block:ident;)*) => {$(
        by_lanes!(V, pub(super) fn $name(src, dst) {
            encode(DType::$dtype, src, dst, #[inline(always)] |x, out| $block::<V>(x, out))
        });
    )*};
}

encoders! {
    q2_k: Q2K, block_q2_k;
    q3_k: Q3K, block_q3_k;
    q4_k: Q4K, block_q4_k;
    q5_k: Q5K, block_q5_k;
    q6_k: Q6K, block_q6_k;
}

/// A scale as float16 and what that is, unless it overflows.
#[inline(always)]
pub(super) fn half(scale: f32) -> Option<([u8; 2], f32)> {
    let code = f32_to_f16(scale);
    (code & 0x7c00 != 0x7c00).then(|| (code.to_le_bytes(), f16_to_f32(code)))
}

/// Index of the number of greatest magnitude, the first of equals.
#[inline(always)]
pub(super) fn argmax_abs(x: &[f32]) -> usize {
    (1..x.len()).fold(0, |at, i| if x[i].abs() > x[at].abs() { i } else { at })
}

/// A format with scales and minima, `GROUPS` of each.
#[derive(Clone, Copy)]
struct Affine<const SQUARES: bool> {
    /// The highest scale and minimum, in units of `d` and `dmin`.
    top: i32,
    search: Search<SQUARES>,
}

/// The numbers of a block with minima, to be packed: `d` and `dmin`, scales, minima and codes.
struct AffineParts<const GROUPS: usize> {
    units: [u8; 4],
    scales: [u8; GROUPS],
    minima: [u8; GROUPS],
    codes: [u8; 256],
}

impl<const SQUARES: bool> Affine<SQUARES> {
    #[inline(always)]
    fn encode<V: Lanes, const GROUPS: usize, const LEN: usize>(
        self,
        x: &[f32; 256],
        weigh: impl Fn(&[V; LEN]) -> [V; LEN],
    ) -> Option<AffineParts<GROUPS>> {
        let [mut scales, mut minima, mut inverses, mut lows] = [[0.0; GROUPS]; 4];
        for first in (0..GROUPS).step_by(8) {
            let columns = V::columns::<LEN>(&x[first * LEN..], LEN);
            let fit = self.search.run(&columns, &weigh(&columns));
            scales[first..][..8].copy_from_slice(&fit.scale.array());
            minima[first..][..8].copy_from_slice(&fit.minimum.array());
            inverses[first..][..8].copy_from_slice(&fit.inverse.array());
            lows[first..][..8].copy_from_slice(&fit.low.array());
        }
        let (scale_unit, scales) = self.words(&scales);
        let (minimum_unit, minima) = self.words(&minima);
        let (([d0, d1], d), ([m0, m1], dmin)) = (half(scale_unit)?, half(minimum_unit)?);
        let mut codes = [0; 256];
        for (g, (codes, x)) in codes.as_chunks_mut::<LEN>().0.iter_mut().zip(x.as_chunks::<LEN>().0).enumerate() {
            let (d, minimum) = (d * f32::from(scales[g]), dmin * f32::from(minima[g]));
            let n = self.search.n;
            if d == 0.0 {
                for (code, x) in codes.iter_mut().zip(x) {
                    *code = nearest(inverses[g] * (x - lows[g])).clamp(0, n) as u8;
                }
            } else {
                for (code, x) in codes.iter_mut().zip(x) {
                    *code = nearest((x + minimum) / d).clamp(0, n) as u8;
                }
            }
        }
        Some(AffineParts { units: [d0, d1, m0, m1], scales, minima, codes })
    }

    /// The unit of numbers of which the largest is `top` units, and the numbers in it.
    #[inline(always)]
    fn words<const GROUPS: usize>(self, values: &[f32; GROUPS]) -> (f32, [u8; GROUPS]) {
        let (largest, top) = (values.iter().fold(0.0, |top, &x| if x > top { x } else { top }), self.top as f32);
        let inverse = if largest > 0.0 { top / largest } else { 0.0 };
        (largest / top, values.map(|x| nearest(inverse * x).clamp(0, self.top) as u8))
    }
}

/// What elements of q4_K and q5_K weigh.
#[inline(always)]
fn root_mean_square_and_magnitude<V: Lanes>(x: &[V; 32]) -> [V; 32] {
    let squares = x.iter().fold(
        V::splat(0.0),
        #[inline(always)]
        |sum, x| sum.add(x.mul(*x)),
    );
    let root = squares.div(V::splat(32.0)).sqrt();
    x.map(
        #[inline(always)]
        |x| root.add(x.abs()),
    )
}

/// Eight 6-bit scales and minima in 12 bytes: those of the first four fill the low bits of a byte, the others are split.
#[inline(always)]
fn put_six_bits(scales: &[u8; 8], minima: &[u8; 8], words: &mut [u8]) {
    for s in 0..4 {
        words[s] = scales[s] | scales[s + 4] >> 4 << 6;
        words[s + 4] = minima[s] | minima[s + 4] >> 4 << 6;
        words[s + 8] = scales[s + 4] & 15 | minima[s + 4] << 4;
    }
}

/// The four low bits of codes: a run of 32 bytes holds 64 elements, the first 32 of them in the low nibbles.
#[inline(always)]
fn put_nibbles(codes: &[u8; 256], out: &mut [u8]) {
    for (codes, out) in codes.as_chunks::<64>().0.iter().zip(out.as_chunks_mut::<32>().0) {
        for (j, byte) in out.iter_mut().enumerate() {
            *byte = codes[j] & 15 | codes[j + 32] << 4;
        }
    }
}

/// The two low bits of codes: a run of 32 bytes holds 128 elements, 32 of them in each pair of bits.
#[inline(always)]
pub(super) fn put_two_bits(codes: &[u8; 256], out: &mut [u8]) {
    for (codes, out) in codes.as_chunks::<128>().0.iter().zip(out.as_chunks_mut::<32>().0) {
        for (j, byte) in out.iter_mut().enumerate() {
            let pair = |k: usize| (codes[32 * k + j] & 3) << (2 * k);
            *byte = pair(0) | pair(1) | pair(2) | pair(3);
        }
    }
}

/// One bit of every code: 32 bytes hold the bit of 32 elements each time.
#[inline(always)]
fn put_bits(codes: &[u8; 256], bit: usize, out: &mut [u8; 32]) {
    out.fill(0);
    for (g, codes) in codes.as_chunks::<32>().0.iter().enumerate() {
        for (byte, code) in out.iter_mut().zip(codes) {
            *byte |= (code >> bit & 1) << g;
        }
    }
}

#[inline(always)]
fn block_q4_k<V: Lanes>(x: &[f32; 256], out: &mut [u8; 144]) -> Option<()> {
    let affine = Affine::<true> { top: 63, search: Search { n: 15, first: -1.0, trials: 21 } };
    let parts = affine.encode::<V, 8, 32>(
        x,
        #[inline(always)]
        |x| root_mean_square_and_magnitude(x),
    )?;
    out[..4].copy_from_slice(&parts.units);
    put_six_bits(&parts.scales, &parts.minima, &mut out[4..16]);
    put_nibbles(&parts.codes, &mut out[16..]);
    Some(())
}

#[inline(always)]
fn block_q5_k<V: Lanes>(x: &[f32; 256], out: &mut [u8; 176]) -> Option<()> {
    let affine = Affine::<true> { top: 63, search: Search { n: 31, first: -0.5, trials: 16 } };
    let parts = affine.encode::<V, 8, 32>(
        x,
        #[inline(always)]
        |x| root_mean_square_and_magnitude(x),
    )?;
    out[..4].copy_from_slice(&parts.units);
    put_six_bits(&parts.scales, &parts.minima, &mut out[4..16]);
    put_bits(&parts.codes, 4, (&mut out[16..48]).try_into().expect("32 bytes"));
    put_nibbles(&parts.codes, &mut out[48..]);
    Some(())
}

#[inline(always)]
fn block_q2_k<V: Lanes>(x: &[f32; 256], out: &mut [u8; 84]) -> Option<()> {
    let affine = Affine::<false> { top: 15, search: Search { n: 3, first: -0.5, trials: 16 } };
    let parts = affine.encode::<V, 16, 16>(
        x,
        #[inline(always)]
        |x| {
            each(
                x,
                #[inline(always)]
                |x| x.abs(),
            )
        },
    )?;
    for (s, word) in out[..16].iter_mut().enumerate() {
        *word = parts.scales[s] | parts.minima[s] << 4;
    }
    put_two_bits(&parts.codes, &mut out[16..80]);
    out[80..].copy_from_slice(&parts.units);
    Some(())
}

/// The numbers of a block of scales alone, as they are found: a scale and the codes of every 16 elements.
struct Found {
    scales: [f32; 16],
    codes: [i8; 256],
}

/// Codes from `-n` to `n - 1`, and the same plus `n`, for scales as they are stored, in units of `d`; where a scale is 0, the
/// code found before stays.
#[inline(always)]
fn recode(x: &[f32; 256], d: f32, words: &[i8; 16], n: i32, found: impl Fn(usize, f32) -> i32) -> [u8; 256] {
    let mut codes = [0; 256];
    for (g, (codes, x)) in codes.as_chunks_mut::<16>().0.iter_mut().zip(x.as_chunks::<16>().0).enumerate() {
        let d = d * f32::from(words[g]);
        if d == 0.0 {
            for (i, (code, x)) in codes.iter_mut().zip(x).enumerate() {
                *code = (found(16 * g + i, *x) + n) as u8;
            }
        } else {
            for (code, x) in codes.iter_mut().zip(x) {
                *code = (nearest(x / d).clamp(-n, n - 1) + n) as u8;
            }
        }
    }
    codes
}

#[inline(always)]
fn block_q6_k<V: Lanes>(x: &[f32; 256], out: &mut [u8; 210]) -> Option<()> {
    let [mut scales, mut inverses, mut tops] = [[0.0; 16]; 3];
    for first in [0, 8] {
        let columns = V::columns::<16>(&x[16 * first..], 16);
        let weights = columns.map(
            #[inline(always)]
            |x| x.mul(x),
        );
        let (scale, inverse) = scale(&columns, &weights, 32);
        scales[first..][..8].copy_from_slice(&scale.array());
        inverses[first..][..8].copy_from_slice(&inverse.array());
        tops[first..][..8].copy_from_slice(&extreme(&columns).array());
    }
    let largest = scales[argmax_abs(&scales)];
    if largest.abs() < TINY {
        out.fill(0);
        return Some(());
    }
    let inverse = -128.0 / largest;
    let (unit, d) = half(1.0 / inverse)?;
    let words = scales.map(|scale| nearest(inverse * scale).clamp(-128, 127) as i8);
    let codes = recode(x, d, &words, 32, |e, x| match tops[e / 16].abs() < TINY {
        true => -32,
        false => nearest(inverses[e / 16] * x).clamp(-32, 31),
    });
    for run in 0..2 {
        let codes = &codes[128 * run..][..128];
        for (j, byte) in out[64 * run..][..64].iter_mut().enumerate() {
            *byte = codes[j] & 15 | codes[j + 64] << 4;
        }
    }
    put_two_bits(&codes.map(|code| code >> 4), &mut out[128..192]);
    out[192..208].copy_from_slice(&words.map(|word| word as u8));
    out[208..].copy_from_slice(&unit);
    Some(())
}

#[inline(always)]
fn block_q3_k<V: Lanes>(x: &[f32; 256], out: &mut [u8; 110]) -> Option<()> {
    let mut found = Found { scales: [0.0; 16], codes: [0; 256] };
    let columns = [V::columns::<16>(x, 16), V::columns::<16>(&x[128..], 16)];
    let weights = [0, 1].map(
        #[inline(always)]
        |r: usize| {
            each(
                &columns[r],
                #[inline(always)]
                |x| x.mul(x),
            )
        },
    );
    for (r, (scale, codes)) in scale_by_moves(&columns, &weights, 4).into_iter().enumerate() {
        found.scales[8 * r..][..8].copy_from_slice(&scale.array());
        for (i, codes) in codes.into_iter().enumerate() {
            for (l, code) in codes.array().into_iter().enumerate() {
                found.codes[16 * (8 * r + l) + i] = code as i8;
            }
        }
    }
    let largest = found.scales[argmax_abs(&found.scales)];
    let inverse = -32.0 / largest;
    let (unit, words) = match largest == 0.0 {
        true => (0.0, [-32; 16]),
        false => (1.0 / inverse, found.scales.map(|scale| nearest(inverse * scale).clamp(-32, 31) as i8)),
    };
    let (unit, d) = half(unit)?;
    let codes = recode(x, d, &words, 4, |e, _| found.codes[e].into());
    put_bits(&codes, 2, (&mut out[..32]).try_into().expect("32 bytes"));
    put_two_bits(&codes, &mut out[32..96]);
    let words = words.map(|word| (word + 32) as u8);
    for s in 0..8 {
        out[96 + s] = words[s] & 15 | words[s + 8] << 4;
    }
    for s in 0..4 {
        let pair = |k: usize| words[4 * k + s] >> 4 << (2 * k);
        out[104 + s] = pair(0) | pair(1) | pair(2) | pair(3);
    }
    out[108..].copy_from_slice(&unit);
    Some(())
}
