//! float16 and bfloat16: by F16C where the tier has it, else by integer arithmetic.

use polyad_core::Reject;

use crate::tier::multiversion;
#[cfg(target_arch = "x86_64")]
use crate::tier::{Tier, tier};

/// Exact widening; a signalling NaN becomes quiet, as the processor's own conversion does.
#[inline(always)]
pub(crate) fn f16_to_f32(h: u16) -> f32 {
    let sign = u32::from(h & 0x8000) << 16;
    let magnitude = u32::from(h & 0x7fff);
    // Read as binary32, the shifted bits are the value times 2^-112, subnormals included.
    let finite = (f32::from_bits(magnitude << 13) * f32::from_bits(0x7780_0000)).to_bits();
    let quiet = if magnitude > 0x7c00 { 0x0040_0000 } else { 0 };
    let special = 0x7f80_0000 | (magnitude << 13) | quiet;
    f32::from_bits(sign | if magnitude >= 0x7c00 { special } else { finite })
}

/// Nearest, ties to even; overflow to infinity, any NaN to the quiet one of its sign.
#[inline(always)]
pub(crate) fn f32_to_f16(x: f32) -> u16 {
    let bits = x.to_bits();
    let sign = (bits >> 16) & 0x8000;
    let a = bits & 0x7fff_ffff;
    // Normal results: rebias the exponent and round the 13 bits that go; a carry is what rounding up means.
    let normal = (a.wrapping_sub(112 << 23).wrapping_add(0xfff + ((a >> 13) & 1)) >> 13).min(0x7c00);
    // Subnormal results: one unit of 0.5 is 2^-24, so the addition rounds to the right place.
    let subnormal = (f32::from_bits(a) + 0.5).to_bits().wrapping_sub(0x3f00_0000);
    let number = if a < 0x3880_0000 { subnormal } else { normal };
    (sign | if a > 0x7f80_0000 { 0x7e00 } else { number }) as u16
}

/// Nearest, ties to even; any NaN to the quiet one of its sign.
#[inline(always)]
fn f32_to_bf16(x: f32) -> u16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + ((bits >> 16) & 1)) >> 16;
    let nan = (bits >> 16) & 0x8000 | 0x7fc0;
    (if bits & 0x7fff_ffff > 0x7f80_0000 { nan } else { rounded }) as u16
}

multiversion! {
    fn decode_f16_plain(src: &[u8], dst: &mut [u8]) {
        for (y, h) in bytemuck::cast_slice_mut::<u8, f32>(dst).iter_mut().zip(src.as_chunks().0) {
            *y = f16_to_f32(u16::from_le_bytes(*h));
        }
    }
}

multiversion! {
    fn encode_f16_plain(src: &[u8], dst: &mut [u8]) {
        for (h, x) in dst.as_chunks_mut().0.iter_mut().zip(bytemuck::cast_slice::<u8, f32>(src)) {
            *h = f32_to_f16(*x).to_le_bytes();
        }
    }
}

multiversion! {
    pub(super) fn decode_bf16(src: &[u8], dst: &mut [u8]) {
        assert_eq!(src.len() * 2, dst.len());
        for (y, h) in bytemuck::cast_slice_mut::<u8, f32>(dst).iter_mut().zip(src.as_chunks().0) {
            *y = f32::from_bits(u32::from(u16::from_le_bytes(*h)) << 16);
        }
    }
}

multiversion! {
    fn encode_bf16_all(src: &[u8], dst: &mut [u8]) {
        for (h, x) in dst.as_chunks_mut().0.iter_mut().zip(bytemuck::cast_slice::<u8, f32>(src)) {
            *h = f32_to_bf16(*x).to_le_bytes();
        }
    }
}

pub(super) fn encode_bf16(src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
    assert_eq!(src.len(), dst.len() * 2);
    encode_bf16_all(src, dst);
    Ok(())
}

pub(super) fn decode_f16(src: &[u8], dst: &mut [u8]) {
    assert_eq!(src.len() * 2, dst.len());
    #[cfg(target_arch = "x86_64")]
    if tier() >= Tier::Avx2 {
        // SAFETY: the tier has F16C.
        return unsafe { f16c::decode(src, dst) };
    }
    decode_f16_plain(src, dst);
}

pub(super) fn encode_f16(src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
    assert_eq!(src.len(), dst.len() * 2);
    #[cfg(target_arch = "x86_64")]
    if tier() >= Tier::Avx2 {
        // SAFETY: the tier has AVX2 and F16C.
        unsafe { f16c::encode(src, dst) };
        return Ok(());
    }
    encode_f16_plain(src, dst);
    Ok(())
}

#[cfg(target_arch = "x86_64")]
mod f16c {
    use std::arch::x86_64::*;

    use super::{decode_f16_plain, encode_f16_plain};

    #[target_feature(enable = "avx2,f16c")]
    pub(super) fn decode(src: &[u8], dst: &mut [u8]) {
        let (halves, rest) = src.as_chunks::<16>();
        let (floats, rest_out) = dst.as_chunks_mut::<32>();
        for (h, y) in halves.iter().zip(floats) {
            // SAFETY: 16 bytes are read and 32 written, which is what the chunks hold; both unaligned.
            unsafe {
                let wide = _mm256_cvtph_ps(_mm_loadu_si128(h.as_ptr().cast()));
                _mm256_storeu_ps(y.as_mut_ptr().cast(), wide);
            }
        }
        decode_f16_plain(rest, rest_out);
    }

    #[target_feature(enable = "avx2,f16c")]
    pub(super) fn encode(src: &[u8], dst: &mut [u8]) {
        let (floats, rest) = src.as_chunks::<32>();
        let (halves, rest_out) = dst.as_chunks_mut::<16>();
        let sign = _mm256_set1_ps(-0.0);
        let quiet = _mm256_set1_ps(f32::from_bits(0x7fc0_0000));
        for (x, h) in floats.iter().zip(halves) {
            // SAFETY: 32 bytes are read and 16 written, which is what the chunks hold; both unaligned.
            unsafe {
                let v = _mm256_loadu_ps(x.as_ptr().cast());
                // The conversion keeps NaN payloads; ours has one NaN a sign.
                let nan = _mm256_or_ps(_mm256_and_ps(v, sign), quiet);
                let v = _mm256_blendv_ps(v, nan, _mm256_cmp_ps::<_CMP_UNORD_Q>(v, v));
                _mm_storeu_si128(h.as_mut_ptr().cast(), _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(v));
            }
        }
        encode_f16_plain(rest, rest_out);
    }
}
