//! Floats of 8 bits and fewer, by integer arithmetic in lanes of float32. The plain meaning is that of
//! `polyad_core::DType::codec`; the tests compare every code, and every float32 whose lower half is zero.

use polyad_core::Reject;

use crate::tier::multiversion;
#[cfg(target_arch = "x86_64")]
use crate::tier::{Tier, tier};

/// What the codes at the upper end mean: those of `polyad_core`'s formats, as numbers for const generics.
mod special {
    /// Infinity and NaN; overflow gives infinity.
    pub(super) const IEEE: u8 = 0;
    /// The last code is NaN; overflow saturates.
    pub(super) const NAN_ONLY: u8 = 1;
    /// Finite numbers only; overflow and NaN saturate.
    pub(super) const FINITE: u8 = 2;
    /// The code of -0 is NaN, overflow gives NaN.
    pub(super) const FNUZ: u8 = 3;
}

/// The first code, without its sign, that is no finite number.
const fn end(exponent: u32, mantissa: u32, special: u8) -> u32 {
    match special {
        special::IEEE => ((1 << exponent) - 1) << mantissa,
        special::NAN_ONLY => (1 << (exponent + mantissa)) - 1,
        _ => 1 << (exponent + mantissa),
    }
}

/// The bits, as float32, of the magnitude that a code without sign stands for, read on past the last finite one.
const fn magnitude(code: u32, mantissa: u32, bias: u32) -> u32 {
    (code << (23 - mantissa)) + ((127 - bias) << 23)
}

/// Nearest code, ties to even.
#[inline(always)]
fn code<const E: u32, const M: u32, const BIAS: u32, const SPECIAL: u8>(x: f32) -> u8 {
    let end = const { end(E, M, SPECIAL) };
    // What overflow gives; NaN gets there too, and to the code of NaN by a step from it.
    let over = match SPECIAL {
        special::IEEE | special::FNUZ => end,
        _ => end - 1,
    };
    let from_over_to_nan = match SPECIAL {
        special::IEEE => 1 << (M - 1),
        special::NAN_ONLY => 1,
        _ => 0,
    };
    let bits = x.to_bits();
    let magnitude_bits = bits & 0x7fff_ffff;
    let a = magnitude_bits.min(magnitude(over, M, BIAS));
    // Added to a float whose unit is that of the code's binade, a value rounds to the right place; below the normal codes the
    // unit stays that of the lowest.
    let binade = (a & 0x7f80_0000).max((128 - BIAS) << 23);
    let magic = binade + ((23 - M) << 23);
    let units = (f32::from_bits(a) + f32::from_bits(magic)).to_bits().wrapping_sub(magic);
    let number = units + (binade >> (23 - M)) - ((128 - BIAS) << M);
    let number = number + if magnitude_bits > 0x7f80_0000 { from_over_to_nan } else { 0 };
    let sign = (bits >> 31) << (E + M);
    match SPECIAL {
        // There is no -0, and the only code with the sign alone is NaN.
        special::FNUZ => (number | if number == 0 || number == over { 0 } else { sign }) as u8,
        _ => (number | sign) as u8,
    }
}

/// The value of a code, exact.
#[inline(always)]
fn value<const E: u32, const M: u32, const BIAS: u32, const SPECIAL: u8>(code: u8) -> f32 {
    let end = const { end(E, M, SPECIAL) };
    let code = u32::from(code);
    let magnitude = code & ((1 << (E + M)) - 1);
    let sign = (code >> (E + M) & 1) << 31;
    // Subnormals as multiples of the smallest: read as those of binary32 they would be slow to multiply.
    let subnormal = (magnitude as i32 as f32 * f32::from_bits((127 + 1 - BIAS - M) << 23)).to_bits();
    let normal = self::magnitude(magnitude, M, BIAS);
    let finite = if magnitude < 1 << M { subnormal } else { normal };
    let special = match SPECIAL {
        special::IEEE => 0x7f80_0000 | if magnitude > end { 0x0040_0000 } else { 0 },
        _ => 0x7fc0_0000,
    };
    let is_nan = SPECIAL == special::FNUZ && magnitude == 0 && sign != 0;
    match is_nan {
        true => f32::NAN,
        false => f32::from_bits(sign | if magnitude >= end { special } else { finite }),
    }
}

multiversion! {
    fn decode_all[const E: u32, const M: u32, const BIAS: u32, const SPECIAL: u8][E, M, BIAS, SPECIAL](src: &[u8], dst: &mut [u8]) {
        for (y, b) in bytemuck::cast_slice_mut::<u8, f32>(dst).iter_mut().zip(src) {
            *y = value::<E, M, BIAS, SPECIAL>(*b);
        }
    }
}

multiversion! {
    fn encode_all[const E: u32, const M: u32, const BIAS: u32, const SPECIAL: u8][E, M, BIAS, SPECIAL](src: &[u8], dst: &mut [u8]) {
        for (b, x) in dst.iter_mut().zip(bytemuck::cast_slice::<u8, f32>(src)) {
            *b = code::<E, M, BIAS, SPECIAL>(*x);
        }
    }
}

/// A decoder and an encoder of one format.
macro_rules! format {
    ($decode:ident, $encode:ident: $e:literal, $m:literal, $bias:literal, $special:ident) => {
        pub(super) fn $decode(src: &[u8], dst: &mut [u8]) {
            assert_eq!(src.len() * 4, dst.len());
            decode_all::<$e, $m, $bias, { special::$special }>(src, dst);
        }

        pub(super) fn $encode(src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
            assert_eq!(src.len(), dst.len() * 4);
            encode_all::<$e, $m, $bias, { special::$special }>(src, dst);
            Ok(())
        }
    };
}

format!(decode_e4m3fn_plain, encode_e4m3fn: 4, 3, 7, NAN_ONLY);
format!(decode_e5m2, encode_e5m2: 5, 2, 15, IEEE);
format!(decode_e4m3, encode_e4m3: 4, 3, 7, IEEE);
format!(decode_e3m4, encode_e3m4: 3, 4, 3, IEEE);
format!(decode_e4m3fnuz, encode_e4m3fnuz: 4, 3, 8, FNUZ);
format!(decode_e5m2fnuz, encode_e5m2fnuz: 5, 2, 16, FNUZ);
format!(decode_e4m3b11fnuz, encode_e4m3b11fnuz: 4, 3, 11, FNUZ);
format!(decode_e2m3fn, encode_e2m3fn: 2, 3, 1, FINITE);
format!(decode_e3m2fn, encode_e3m2fn: 3, 2, 3, FINITE);

pub(super) fn decode_e4m3fn(src: &[u8], dst: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if tier() >= Tier::Avx2 {
        assert_eq!(src.len() * 4, dst.len());
        // SAFETY: the tier has AVX2 and F16C.
        return unsafe { f16c::decode_e4m3fn(src, dst) };
    }
    decode_e4m3fn_plain(src, dst);
}

#[cfg(target_arch = "x86_64")]
mod f16c {
    use std::arch::x86_64::*;

    use super::decode_e4m3fn_plain;

    /// Exponent and mantissa, put where float16 has them, are the value times 2^-8, subnormals included.
    #[target_feature(enable = "avx2,f16c")]
    pub(super) fn decode_e4m3fn(src: &[u8], dst: &mut [u8]) {
        let (codes, rest) = src.as_chunks::<16>();
        let (floats, rest_out) = dst.as_chunks_mut::<64>();
        let (places, magnitude) = (_mm256_set1_epi16(0xbf80_u16 as i16), _mm256_set1_epi16(0x3f80));
        let to_nan = _mm256_set1_epi16(0x3f80 ^ 0x7e00);
        let unit = _mm256_set1_ps(256.0);
        for (codes, y) in codes.iter().zip(floats) {
            // SAFETY: 16 bytes are read and 64 written, which is what the chunks hold; both unaligned.
            unsafe {
                let wide = _mm256_cvtepi8_epi16(_mm_loadu_si128(codes.as_ptr().cast()));
                let halves = _mm256_and_si256(_mm256_slli_epi16::<7>(wide), places);
                let is_nan = _mm256_cmpeq_epi16(_mm256_and_si256(halves, magnitude), magnitude);
                let halves = _mm256_xor_si256(halves, _mm256_and_si256(is_nan, to_nan));
                let low = _mm256_cvtph_ps(_mm256_castsi256_si128(halves));
                let high = _mm256_cvtph_ps(_mm256_extracti128_si256::<1>(halves));
                _mm256_storeu_ps(y.as_mut_ptr().cast(), _mm256_mul_ps(low, unit));
                _mm256_storeu_ps(y.as_mut_ptr().add(32).cast(), _mm256_mul_ps(high, unit));
            }
        }
        decode_e4m3fn_plain(rest, rest_out);
    }
}

/// The values of the two codes of every byte: looked up, they come at the speed of memory.
static E2M1FN: [[f32; 2]; 256] = {
    const VALUES: [f32; 8] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
    let mut pairs = [[0.0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        let [low, high] = [byte & 15, byte >> 4];
        pairs[byte] = [
            if low < 8 { VALUES[low] } else { -VALUES[low - 8] },
            if high < 8 { VALUES[high] } else { -VALUES[high - 8] },
        ];
        byte += 1;
    }
    pairs
};

pub(super) fn decode_e2m1fn(src: &[u8], dst: &mut [u8]) {
    let pairs = bytemuck::cast_slice_mut::<u8, f32>(dst).as_chunks_mut::<2>().0;
    assert_eq!(src.len(), pairs.len());
    for (pair, b) in pairs.iter_mut().zip(src) {
        *pair = E2M1FN[usize::from(*b)];
    }
}

pub(super) fn encode_e2m1fn(src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
    encode_e2m1fn_all(src, dst);
    Ok(())
}

multiversion! {
    fn encode_e2m1fn_all(src: &[u8], dst: &mut [u8]) {
        let pairs = bytemuck::cast_slice::<u8, f32>(src).as_chunks::<2>().0;
        assert_eq!(dst.len(), pairs.len());
        for (b, pair) in dst.iter_mut().zip(pairs) {
            let [low, high] = pair.map(code::<2, 1, 1, { special::FINITE }>);
            *b = low | high << 4;
        }
    }
}

multiversion! {
    pub(super) fn decode_e8m0fnu(src: &[u8], dst: &mut [u8]) {
        assert_eq!(src.len() * 4, dst.len());
        for (y, &b) in bytemuck::cast_slice_mut::<u8, f32>(dst).iter_mut().zip(src) {
            let power = u32::from(b) << 23;
            let bits = if b == 0 { 0x0040_0000 } else { power };
            *y = f32::from_bits(if b == 255 { 0x7fc0_0000 } else { bits });
        }
    }
}

pub(super) fn encode_e8m0fnu(src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
    encode_e8m0fnu_all(src, dst);
    Ok(())
}

multiversion! {
    fn encode_e8m0fnu_all(src: &[u8], dst: &mut [u8]) {
        assert_eq!(src.len(), dst.len() * 4);
        for (b, x) in dst.iter_mut().zip(bytemuck::cast_slice::<u8, f32>(src)) {
            let bits = x.to_bits();
            // The upper half of a binade carries into the exponent; below the normal numbers the reference rounds up.
            let power = (bits.wrapping_add(1 << 22) >> 23).min(255);
            let power = if bits < 0x0080_0000 { u32::from(bits > 0x0040_0000) } else { power };
            // Zero, and whatever has a sign, is no power of two.
            *b = if bits == 0 || bits > 0x7f80_0000 { 255 } else { power } as u8;
        }
    }
}

multiversion! {
    pub(super) fn decode_ue4m3(src: &[u8], dst: &mut [u8]) {
        assert_eq!(src.len() * 4, dst.len());
        for (y, b) in bytemuck::cast_slice_mut::<u8, f32>(dst).iter_mut().zip(src) {
            *y = value::<4, 3, 7, { special::NAN_ONLY }>(b & 0x7f);
        }
    }
}

pub(super) fn encode_ue4m3(src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
    encode_ue4m3_all(src, dst);
    Ok(())
}

multiversion! {
    fn encode_ue4m3_all(src: &[u8], dst: &mut [u8]) {
        assert_eq!(src.len(), dst.len() * 4);
        for (b, &x) in dst.iter_mut().zip(bytemuck::cast_slice::<u8, f32>(src)) {
            let code = code::<4, 3, 7, { special::NAN_ONLY }>(x) & 0x7f;
            *b = if x <= 0.0 { 0 } else { code };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{decode, encode, plain};
    use crate::tier::each_tier;
    use polyad_core::DType;

    fn formats() -> impl Iterator<Item = DType> {
        let narrow = |d: &DType| d.compute() == DType::Float32 && !d.is_quantized() && d.bits() <= 8.0;
        DType::ALL.iter().copied().filter(narrow)
    }

    #[test]
    fn every_code_has_its_plain_value() {
        assert!(formats().count() >= 12);
        each_tier(|tier| {
            for dtype in formats() {
                let codes: Vec<u8> = (0..=255).collect();
                let n = 256 * dtype.block_len();
                let (mut fast, mut slow) = (vec![0u32; n], vec![0u32; n]);
                decode(dtype, &codes, bytemuck::cast_slice_mut(&mut fast));
                plain::decode(dtype, &codes, bytemuck::cast_slice_mut(&mut slow));
                assert_eq!(fast, slow, "{dtype} {tier:?}");
            }
        });
    }

    /// All of sign and exponent with the upper bits of the mantissa, and neighbours of those: every tie is among them.
    #[test]
    fn every_short_float_has_its_plain_code() {
        let near = |h: u16| [-1i32, 0, 1].map(|d| (u32::from(h) << 16).wrapping_add_signed(d));
        let mut x: Vec<u32> = (0..=u16::MAX).flat_map(near).collect();
        x.truncate(x.len() / 8 * 8);
        each_tier(|tier| {
            for dtype in formats() {
                let n = dtype.storage_bytes(x.len()).unwrap();
                let (mut fast, mut slow) = (vec![0; n], vec![0; n]);
                encode(dtype, bytemuck::cast_slice(&x), &mut fast).unwrap();
                plain::encode(dtype, bytemuck::cast_slice(&x), &mut slow).unwrap();
                let differ = fast.iter().zip(&slow).position(|(a, b)| a != b);
                assert_eq!(differ, None, "{dtype} {tier:?}: {:#x}", x[differ.unwrap_or(0) * dtype.block_len()]);
            }
        });
    }
}
