//! Encoders of the scaled formats from float32, byte for byte as ggml rounds.
//!
//! The order of the float32 operations is part of the format. What varies is only how the extremes
//! of a block are found: by lanes, with ties settled by a scan where the first of equals matters.

use polyad_core::{DType, Reject};

use super::blocks::half_scale;
use super::decode_k::half_ue4m3;
use super::half::f32_to_f16;
use super::plain_block;
use crate::tier::multiversion;

const LANES: usize = 8;

/// Folds the 32 elements of a block into lanes, then the lanes into one.
#[inline(always)]
fn fold<T: Copy>(x: &[T; 32], step: impl Fn(T, T) -> T) -> T {
    let mut lanes: [T; LANES] = std::array::from_fn(|i| x[i]);
    for eight in &x.as_chunks::<LANES>().0[1..] {
        for (lane, &v) in lanes.iter_mut().zip(eight) {
            *lane = step(*lane, v);
        }
    }
    for half in [4, 2, 1] {
        for i in 0..half {
            lanes[i] = step(lanes[i], lanes[i + half]);
        }
    }
    lanes[0]
}

/// The greatest magnitude; not finite if any element is not, since NaN sorts above infinity by its bits.
#[inline(always)]
pub(crate) fn max_abs(x: &[f32; 32]) -> f32 {
    let bits = fold(&x.map(|v| (v.to_bits() & 0x7fff_ffff) as i32), |a, b| if b > a { b } else { a });
    f32::from_bits(bits as u32)
}

/// Smallest and largest of finite numbers; a zero takes the sign of the first zero.
#[inline(always)]
fn min_max(x: &[f32; 32]) -> (f32, f32) {
    let lo = fold(x, |a, b| if b < a { b } else { a });
    let hi = fold(x, |a, b| if b > a { b } else { a });
    if lo == 0.0 {
        let first_zero = x.iter().copied().find(|&v| v == 0.0).unwrap_or(lo);
        return (first_zero, if hi == 0.0 { first_zero } else { hi });
    }
    (lo, hi)
}

/// The element of greatest magnitude with its sign, the first of equals.
#[inline(always)]
fn extreme(x: &[f32; 32], max_abs: f32) -> f32 {
    let (lo, hi) = (fold(x, |a, b| if b < a { b } else { a }), fold(x, |a, b| if b > a { b } else { a }));
    match (hi == max_abs, lo == -max_abs) {
        (true, false) => hi,
        (false, true) => lo,
        _ => x.iter().copied().find(|v| v.abs() == max_abs).unwrap_or(max_abs),
    }
}

/// The two bytes of a scale and its inverse (0 for 0), unless one of them overflows.
#[inline(always)]
pub(super) fn scale_and_inverse(d: f32) -> Option<([u8; 2], f32)> {
    let inverse = if d == 0.0 { 0.0 } else { 1.0 / d };
    let half = f32_to_f16(d);
    (half & 0x7c00 != 0x7c00 && inverse.is_finite()).then_some((half.to_le_bytes(), inverse))
}

/// Truncation of small finite numbers, of which the callers have made sure.
#[inline(always)]
fn truncate(x: f32) -> i32 {
    debug_assert!(x.abs() < 1e6);
    // SAFETY: every caller's argument is finite and below 2^31 in magnitude: an element times the
    // finite inverse of its block's scale stays near the format's largest code.
    unsafe { x.to_int_unchecked() }
}

/// Nearest integer, halves away from zero: adding the number before 0.5 never carries what is below a half.
#[inline(always)]
pub(crate) fn round_half_away(x: f32) -> i32 {
    truncate(x + 0.499_999_97_f32.copysign(x))
}

#[inline(always)]
fn pack_nibbles(codes: &[u8; 32], out: &mut [u8]) {
    for (j, byte) in out[..16].iter_mut().enumerate() {
        *byte = codes[j] & 15 | codes[j + 16] << 4;
    }
}

/// The fifth bits of 32 codes, element j in bit j.
#[inline(always)]
fn fifth_bits(codes: &[u8; 32]) -> [u8; 4] {
    let mut word = 0u32;
    for (j, &code) in codes.iter().enumerate() {
        word |= u32::from(code >> 4 & 1) << j;
    }
    word.to_le_bytes()
}

#[inline(always)]
fn block_q8_0(x: &[f32; 32], out: &mut [u8; 34]) -> Option<()> {
    let top = max_abs(x);
    let (scale, inverse) = scale_and_inverse(top / 127.0)?;
    out[..2].copy_from_slice(&scale);
    for (code, v) in out[2..].iter_mut().zip(x) {
        *code = round_half_away(v * inverse) as u8;
    }
    Some(())
}

/// q4_0 and q5_0: the codes of a symmetric format with `2 * CENTRE` of them.
#[inline(always)]
fn symmetric<const CENTRE: i32>(x: &[f32; 32]) -> Option<([u8; 2], [u8; 32])> {
    let top = max_abs(x);
    if !top.is_finite() {
        return None;
    }
    let (scale, inverse) = scale_and_inverse(extreme(x, top) / -(CENTRE as f32))?;
    let shift = CENTRE as f32 + 0.5;
    let codes = x.map(|v| truncate(v * inverse + shift).min(2 * CENTRE - 1) as u8);
    Some((scale, codes))
}

#[inline(always)]
fn block_q4_0(x: &[f32; 32], out: &mut [u8; 18]) -> Option<()> {
    let (scale, codes) = symmetric::<8>(x)?;
    out[..2].copy_from_slice(&scale);
    pack_nibbles(&codes, &mut out[2..]);
    Some(())
}

#[inline(always)]
fn block_q5_0(x: &[f32; 32], out: &mut [u8; 22]) -> Option<()> {
    let (scale, codes) = symmetric::<16>(x)?;
    out[..2].copy_from_slice(&scale);
    out[2..6].copy_from_slice(&fifth_bits(&codes));
    pack_nibbles(&codes, &mut out[6..]);
    Some(())
}

/// q4_1 and q5_1: scale and minimum, and codes from 0 to `TOP`.
#[inline(always)]
fn affine<const TOP: i32>(x: &[f32; 32]) -> Option<([u8; 4], [u8; 32])> {
    if !max_abs(x).is_finite() {
        return None;
    }
    let (lo, hi) = min_max(x);
    let (scale, inverse) = scale_and_inverse((hi - lo) / TOP as f32)?;
    let minimum = f32_to_f16(lo);
    if minimum & 0x7c00 == 0x7c00 {
        return None;
    }
    let codes = x.map(|v| truncate((v - lo) * inverse + 0.5).min(TOP) as u8);
    let [m0, m1] = minimum.to_le_bytes();
    Some(([scale[0], scale[1], m0, m1], codes))
}

#[inline(always)]
fn block_q4_1(x: &[f32; 32], out: &mut [u8; 20]) -> Option<()> {
    let (head, codes) = affine::<15>(x)?;
    out[..4].copy_from_slice(&head);
    pack_nibbles(&codes, &mut out[4..]);
    Some(())
}

#[inline(always)]
fn block_q5_1(x: &[f32; 32], out: &mut [u8; 24]) -> Option<()> {
    let (head, codes) = affine::<31>(x)?;
    out[..4].copy_from_slice(&head);
    out[4..8].copy_from_slice(&fifth_bits(&codes));
    pack_nibbles(&codes, &mut out[8..]);
    Some(())
}

/// The nearest float4_e2m1fn codes, where the largest element is near twelve halves at most.
#[inline(always)]
fn e2m1_codes<const N: usize>(x: &[f32; N], half: f32) -> [u8; N] {
    // The first code of least distance is the one below the midpoint; midpoints go down. Thresholds are exact, as a scale
    // has few bits.
    let middles = [0.5, 1.5, 2.5, 3.5, 5.0, 7.0, 10.0].map(|m| m * half);
    x.map(|v| {
        let magnitude = middles.iter().map(|&m| i32::from(v.abs() > m)).sum::<i32>();
        let sign = if v < 0.0 && magnitude > 0 { 8 } else { 0 };
        (magnitude | sign) as u8
    })
}

#[inline(always)]
fn block_mxfp4(x: &[f32; 32], out: &mut [u8; 17]) -> Option<()> {
    let top = max_abs(x);
    if !top.is_finite() {
        return None;
    }
    out[0] = ((top.to_bits() >> 23) as u8).saturating_sub(2);
    pack_nibbles(&e2m1_codes(x, half_scale(out[0])), &mut out[1..]);
    Some(())
}

/// The byte of a scale of nvfp4: half up by the bit after the mantissa; `None` from 256 on, where it saturates.
#[inline(always)]
fn ue4m3(scale: f32) -> Option<u8> {
    const LOWEST: f32 = 1.0 / 64.0;
    if scale < LOWEST {
        return Some((scale * 512.0 + 0.5).min(7.0) as u8);
    }
    let above = (scale.to_bits() >> 19).wrapping_sub(LOWEST.to_bits() >> 19);
    (scale < 256.0).then_some(((above + 16 + 1) >> 1).min(0x7e) as u8)
}

/// NaN and infinities have no scale below 256 either.
#[inline(always)]
fn block_nvfp4(x: &[f32; 64], out: &mut [u8; 36]) -> Option<()> {
    for (s, x) in x.as_chunks::<16>().0.iter().enumerate() {
        let top = x.iter().fold(0, |top, v| top.max((v.to_bits() & 0x7fff_ffff) as i32));
        let byte = ue4m3(f32::from_bits(top as u32) / 6.0)?;
        out[s] = byte;
        let half = half_ue4m3(byte);
        let codes = e2m1_codes(x, half);
        for (j, pair) in out[4 + 8 * s..][..8].iter_mut().enumerate() {
            // Without a scale all codes are as near, and the first is 0.
            *pair = if byte == 0 { 0 } else { codes[j] | codes[j + 8] << 4 };
        }
    }
    Some(())
}

#[inline(always)]
pub(super) fn encode<const LEN: usize, const BYTES: usize>(
    dtype: DType,
    src: &[u8],
    dst: &mut [u8],
    block: impl Fn(&[f32; LEN], &mut [u8; BYTES]) -> Option<()>,
) -> Result<(), Reject> {
    let (values, rest) = bytemuck::cast_slice::<u8, f32>(src).as_chunks::<LEN>();
    let (blocks, rest_out) = dst.as_chunks_mut::<BYTES>();
    assert!(rest.is_empty() && rest_out.is_empty() && blocks.len() == values.len());
    for (i, (x, out)) in values.iter().zip(blocks).enumerate() {
        if block(x, out).is_none() {
            plain_block(dtype, x, i * LEN, out)?;
        }
    }
    Ok(())
}

/// Encoders of whole rows, each a copy per tier of the loop over its blocks.
macro_rules! encoders {
    ($($name:ident: $dtype:ident, $block:ident;)*) => {$(
        multiversion! {
            pub(super) fn $name(src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
                encode(DType::$dtype, src, dst, #[inline(always)] |x, out| $block(x, out))
            }
        }
    )*};
}

pub(super) use encoders;

encoders! {
    q8_0: Q8_0, block_q8_0;
    q4_0: Q4_0, block_q4_0;
    q4_1: Q4_1, block_q4_1;
    q5_0: Q5_0, block_q5_0;
    q5_1: Q5_1, block_q5_1;
    mxfp4: Mxfp4, block_mxfp4;
    nvfp4: Nvfp4, block_nvfp4;
}
