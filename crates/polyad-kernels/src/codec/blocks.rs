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
    let mut codes = [0; 32];
    for j in 0..16 {
        codes[j] = (packed[j] & 15) as i8 - centre;
        codes[j + 16] = (packed[j] >> 4) as i8 - centre;
    }
    codes
}

/// Nibbles with a fifth bit each, less `centre`.
#[inline(always)]
fn five_bits(packed: &[u8; 16], fifth: &[u8; 4], centre: i8) -> [i8; 32] {
    let mut codes = nibbles(packed, centre);
    for (eight, &bits) in codes.as_chunks_mut::<8>().0.iter_mut().zip(fifth) {
        for (i, code) in eight.iter_mut().enumerate() {
            *code += if bits & (1 << i) != 0 { 16 } else { 0 };
        }
    }
    codes
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
    Mxfp4[17] offset Some(12), |b| half_scale(b[0]), None::<usize>, |b| nibbles(part(b, 1), 0).map(twice_e2m1);
}

/// `2^(e - 128)`; the two lowest are subnormal.
#[inline(always)]
pub(super) fn half_scale(e: u8) -> f32 {
    let normal = u32::from(e.saturating_sub(1)) << 23;
    f32::from_bits(if e < 2 { 0x0020_0000 << e } else { normal })
}

/// Twice the value of a code: 0, 1, 2, 3, 4, 6, 8, 12 and their negatives, without a table.
#[inline(always)]
fn twice_e2m1(code: i8) -> i8 {
    let m = code & 7;
    let twice = m + (m - 4).max(0) + if m == 7 { 2 } else { 0 };
    if code > 7 { -twice } else { twice }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_e2m1_is_the_table() {
        let table = [0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12];
        for (code, value) in table.into_iter().enumerate() {
            assert_eq!(twice_e2m1(code as i8), value);
        }
    }

    #[test]
    fn half_scales_are_powers_of_two() {
        for e in 0..=u8::MAX {
            assert_eq!(f64::from(half_scale(e)), 2f64.powi(i32::from(e) - 128));
        }
    }
}
