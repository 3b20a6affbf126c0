//! How the blocks of the scaled formats are laid out: scale, minimum and signed codes of one block.
//!
//! Shared by the decoders and by the integer products. A value is `code * scale + minimum`, the product
//! rounded before the sum.

use super::half::f16_to_f32;

/// One scaled format: blocks of 32 elements in `BYTES` bytes.
pub(crate) trait ScaledBlock<const BYTES: usize> {
    /// Whether blocks have a minimum; without one `minimum` is not asked.
    const HAS_MINIMUM: bool;
    /// The least code is `-OFFSET`, so that adding it gives codes from 0 to at most 31; `None` for 8-bit codes.
    const OFFSET: Option<i8>;
    /// The factor of the codes.
    fn scale(block: &[u8; BYTES]) -> f32;
    /// What is added to every element.
    fn minimum(_block: &[u8; BYTES]) -> f32 {
        0.0
    }
    /// The codes, centred: what the scale multiplies.
    fn codes(block: &[u8; BYTES]) -> [i8; 32];
}

#[inline(always)]
fn f16_at<const BYTES: usize>(block: &[u8; BYTES], at: usize) -> f32 {
    f16_to_f32(u16::from_le_bytes([block[at], block[at + 1]]))
}

/// Low nibbles first, then high ones, less `centre`.
#[inline(always)]
fn nibbles(packed: &[u8; 16], centre: i8) -> [i8; 32] {
    five_bits(packed, &[0; 4], centre)
}

/// Nibbles with a fifth bit each, less `centre`. By SSE2, which every x86-64 has: left to itself the compiler
/// takes the codes apart one by one, at a third of the speed.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn five_bits(packed: &[u8; 16], fifth: &[u8; 4], centre: i8) -> [i8; 32] {
    use std::arch::x86_64::*;
    // SAFETY: SSE2 is part of the target; 16 bytes are read from an array of 16.
    unsafe {
        let packed = _mm_loadu_si128(packed.as_ptr().cast());
        let (low, centre) = (_mm_set1_epi8(15), _mm_set1_epi8(centre));
        let place = _mm_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        // Bit i of each byte, spread over 8 bytes, picks byte i.
        let spread = |byte: u8| (u64::from(byte) * 0x0101_0101_0101_0101) as i64;
        let sixteen = |a: u8, b: u8| {
            let alone = _mm_and_si128(_mm_set_epi64x(spread(b), spread(a)), place);
            _mm_and_si128(_mm_cmpeq_epi8(alone, place), _mm_set1_epi8(16))
        };
        let first = _mm_or_si128(_mm_and_si128(packed, low), sixteen(fifth[0], fifth[1]));
        let second = _mm_or_si128(_mm_and_si128(_mm_srli_epi16::<4>(packed), low), sixteen(fifth[2], fifth[3]));
        bytemuck::cast([_mm_sub_epi8(first, centre), _mm_sub_epi8(second, centre)])
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn five_bits(packed: &[u8; 16], fifth: &[u8; 4], centre: i8) -> [i8; 32] {
    std::array::from_fn(|j| {
        let nibble = packed[j % 16] >> (4 * (j / 16)) & 15;
        (nibble | (fifth[j / 8] >> (j % 8) & 1) << 4) as i8 - centre
    })
}

#[inline(always)]
fn part<const BYTES: usize, const N: usize>(block: &[u8; BYTES], at: usize) -> &[u8; N] {
    block[at..].first_chunk().expect("the part lies in the block")
}

macro_rules! scaled_formats {
    ($($(#[$doc:meta])* $name:ident[$bytes:literal] offset $offset:expr, $scale:expr, $minimum:expr, $codes:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $name;
        impl ScaledBlock<$bytes> for $name {
            const HAS_MINIMUM: bool = $minimum.is_some();
            const OFFSET: Option<i8> = $offset;
            #[inline(always)]
            fn scale(block: &[u8; $bytes]) -> f32 {
                let scale: fn(&[u8; $bytes]) -> f32 = $scale;
                scale(block)
            }
            #[inline(always)]
            fn minimum(block: &[u8; $bytes]) -> f32 {
                let at: Option<usize> = $minimum;
                at.map_or(0.0, |at| f16_at(block, at))
            }
            #[inline(always)]
            fn codes(block: &[u8; $bytes]) -> [i8; 32] {
                let codes: fn(&[u8; $bytes]) -> [i8; 32] = $codes;
                codes(block)
            }
        }
    )*};
}

scaled_formats! {
    /// A float16 scale, 32 signed bytes.
    Q8_0[34] offset None, |b| f16_at(b, 0), None::<usize>, |b| part::<34, 32>(b, 2).map(|c| c as i8);
    /// A float16 scale, 32 nibbles around 8.
    Q4_0[18] offset Some(8), |b| f16_at(b, 0), None::<usize>, |b| nibbles(part(b, 2), 8);
    /// A float16 scale and minimum, 32 nibbles.
    Q4_1[20] offset Some(0), |b| f16_at(b, 0), Some(2), |b| nibbles(part(b, 4), 0);
    /// A float16 scale, 32 fifth bits, 32 nibbles, around 16.
    Q5_0[22] offset Some(16), |b| f16_at(b, 0), None::<usize>, |b| five_bits(part(b, 6), part(b, 2), 16);
    /// A float16 scale and minimum, 32 fifth bits, 32 nibbles.
    Q5_1[24] offset Some(0), |b| f16_at(b, 0), Some(2), |b| five_bits(part(b, 8), part(b, 4), 0);
    /// A power of two, 32 float4_e2m1fn codes; codes count in halves.
    Mxfp4[17] offset Some(12), |b| half_scale(b[0]), None::<usize>, |b| twice_e2m1(nibbles(part(b, 1), 0));
}

/// `2^(e - 128)`; the two lowest are subnormal.
#[inline(always)]
pub(super) fn half_scale(e: u8) -> f32 {
    let normal = u32::from(e.saturating_sub(1)) << 23;
    f32::from_bits(if e < 2 { 0x0020_0000 << e } else { normal })
}

/// Twice the values of codes: 0, 1, 2, 3, 4, 6, 8, 12 and their negatives, without a table: m, and what a slope of 2
/// from 4 on and the step to 12 add.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn twice_e2m1(codes: [i8; 32]) -> [i8; 32] {
    use std::arch::x86_64::*;
    let halves: [__m128i; 2] = bytemuck::cast(codes);
    // SAFETY: SSE2 is part of the target.
    bytemuck::cast(halves.map(|code| unsafe {
        let m = _mm_and_si128(code, _mm_set1_epi8(7));
        let slope = _mm_add_epi8(m, _mm_subs_epu8(m, _mm_set1_epi8(4)));
        let step = _mm_and_si128(_mm_cmpeq_epi8(m, _mm_set1_epi8(7)), _mm_set1_epi8(2));
        let negative = _mm_cmpgt_epi8(code, _mm_set1_epi8(7));
        _mm_sub_epi8(_mm_xor_si128(_mm_add_epi8(slope, step), negative), negative)
    }))
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn twice_e2m1(codes: [i8; 32]) -> [i8; 32] {
    codes.map(|code| {
        let m = code & 7;
        let twice = m + (m - 4).max(0) + if m == 7 { 2 } else { 0 };
        if code > 7 { -twice } else { twice }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_e2m1_is_the_table() {
        let table = [0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12];
        let codes = std::array::from_fn(|j| (j % 16) as i8);
        assert_eq!(twice_e2m1(codes), std::array::from_fn(|j| table[j % 16]));
    }

    #[test]
    fn half_scales_are_powers_of_two() {
        for e in 0..=u8::MAX {
            assert_eq!(f64::from(half_scale(e)), 2f64.powi(i32::from(e) - 128));
        }
    }
}
