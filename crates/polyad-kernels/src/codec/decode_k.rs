//! Decoders into float32 of the formats whose blocks have scales of their own inside, and of the uneven 4-bit codes.
//!
//! The products are those of the plain codecs, in their order; a scale's part of them is taken out of the loop. Loops run
//! over the bytes of a plane, whose fields are elements far apart: so they vectorise.

use super::half::f16_to_f32;
use crate::tier::multiversion;

#[inline(always)]
fn f16_at<const BYTES: usize>(b: &[u8; BYTES], at: usize) -> f32 {
    f16_to_f32(u16::from_le_bytes([b[at], b[at + 1]]))
}

#[inline(always)]
fn part<const N: usize>(b: &[u8], at: usize) -> &[u8; N] {
    b[at..].first_chunk().expect("the part lies in the block")
}

/// Runs a block decoder over whole blocks.
#[inline(always)]
fn decode<const LEN: usize, const BYTES: usize>(
    src: &[u8],
    dst: &mut [u8],
    block: impl Fn(&[u8; BYTES], &mut [f32; LEN]),
) {
    let (blocks, rest) = src.as_chunks::<BYTES>();
    let (values, rest_out) = bytemuck::cast_slice_mut::<u8, f32>(dst).as_chunks_mut::<LEN>();
    assert!(rest.is_empty() && rest_out.is_empty() && blocks.len() == values.len());
    for (b, y) in blocks.iter().zip(values) {
        block(b, y);
    }
}

macro_rules! decoders {
    ($($name:ident: $len:literal, $bytes:literal, $block:ident;)*) => {$(
        multiversion! {
            pub(super) fn $name(src: &[u8], dst: &mut [u8]) {
                decode::<$len, $bytes>(src, dst, #[inline(always)] |b, y| $block(b, y));
            }
        }
    )*};
}

decoders! {
    q2_k: 256, 84, block_q2_k;
    q3_k: 256, 110, block_q3_k;
    q4_k: 256, 144, block_q4_k;
    q5_k: 256, 176, block_q5_k;
    q6_k: 256, 210, block_q6_k;
    iq4_nl: 32, 18, block_iq4_nl;
    iq4_xs: 256, 136, block_iq4_xs;
    nvfp4: 64, 36, block_nvfp4;
}

/// Eight 6-bit scales and eight 6-bit minima out of 12 bytes. The first four of each are the low bits of a byte; the others
/// have four bits in a byte of their own and two in the high bits left over.
#[inline(always)]
fn six_bits(words: &[u8; 12]) -> ([u8; 8], [u8; 8]) {
    let word = |at: usize| u32::from_le_bytes(*part(words, at));
    let (a, b, c) = (word(0), word(4), word(8));
    let scales = [a & 0x3f3f_3f3f, c & 0x0f0f_0f0f | a >> 2 & 0x3030_3030];
    let minima = [b & 0x3f3f_3f3f, c >> 4 & 0x0f0f_0f0f | b >> 2 & 0x3030_3030];
    (bytemuck::cast(scales.map(u32::to_le)), bytemuck::cast(minima.map(u32::to_le)))
}

#[inline(always)]
fn block_q4_k(b: &[u8; 144], y: &mut [f32; 256]) {
    let (d, dmin) = (f16_at(b, 0), f16_at(b, 2));
    let (scales, minima) = six_bits(part(b, 4));
    for (g, y) in y.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        let (scale, minimum) = (d * f32::from(scales[g]), dmin * f32::from(minima[g]));
        for (y, codes) in y.iter_mut().zip(part::<32>(b, 16 + g / 2 * 32)) {
            *y = scale * f32::from(codes >> (g % 2 * 4) & 15) - minimum;
        }
    }
}

#[inline(always)]
fn block_q5_k(b: &[u8; 176], y: &mut [f32; 256]) {
    let (d, dmin) = (f16_at(b, 0), f16_at(b, 2));
    let (scales, minima) = six_bits(part(b, 4));
    let fifth = part::<32>(b, 16);
    for (g, y) in y.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        let (scale, minimum) = (d * f32::from(scales[g]), dmin * f32::from(minima[g]));
        for ((y, codes), fifth) in y.iter_mut().zip(part::<32>(b, 48 + g / 2 * 32)).zip(fifth) {
            let code = codes >> (g % 2 * 4) & 15 | (fifth >> g & 1) << 4;
            *y = scale * f32::from(code) - minimum;
        }
    }
}

#[inline(always)]
fn block_q6_k(b: &[u8; 210], y: &mut [f32; 256]) {
    let mut codes = [0; 256];
    for (q, codes) in codes.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        // In a run of 128, the first 64 elements have the low nibbles, and every 32 a pair of high bits.
        let (run, quarter) = (q / 4, q % 4);
        let low = part::<32>(b, run * 64 + quarter % 2 * 32);
        let high = part::<32>(b, 128 + run * 32);
        for ((code, low), high) in codes.iter_mut().zip(low).zip(high) {
            *code = (low >> (quarter / 2 * 4) & 15 | (high >> (quarter * 2) & 3) << 4) as i8 - 32;
        }
    }
    let d = f16_at(b, 208);
    for (s, (y, codes)) in y.as_chunks_mut::<16>().0.iter_mut().zip(codes.as_chunks::<16>().0).enumerate() {
        let scale = d * f32::from(b[192 + s] as i8);
        for (y, code) in y.iter_mut().zip(codes) {
            *y = scale * f32::from(*code);
        }
    }
}

/// 2-bit codes: a run of 32 bytes holds 128 elements, 32 of them in each pair of bits.
#[inline(always)]
fn two_bits(planes: &[u8; 64]) -> [u8; 256] {
    let mut codes = [0; 256];
    for (q, codes) in codes.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        for (code, byte) in codes.iter_mut().zip(part::<32>(planes, q / 4 * 32)) {
            *code = byte >> (q % 4 * 2) & 3;
        }
    }
    codes
}

#[inline(always)]
fn block_q2_k(b: &[u8; 84], y: &mut [f32; 256]) {
    let (d, dmin) = (f16_at(b, 80), f16_at(b, 82));
    let codes = two_bits(part(b, 16));
    for (s, (y, codes)) in y.as_chunks_mut::<16>().0.iter_mut().zip(codes.as_chunks::<16>().0).enumerate() {
        let (scale, minimum) = (d * f32::from(b[s] & 15), dmin * f32::from(b[s] >> 4));
        for (y, code) in y.iter_mut().zip(codes) {
            *y = scale * f32::from(*code) - minimum;
        }
    }
}

#[inline(always)]
fn block_q3_k(b: &[u8; 110], y: &mut [f32; 256]) {
    let mut codes = two_bits(part(b, 32));
    for (g, codes) in codes.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        for (code, third) in codes.iter_mut().zip(part::<32>(b, 0)) {
            *code |= (third >> g & 1) << 2;
        }
    }
    let d = f16_at(b, 108);
    for (s, (y, codes)) in y.as_chunks_mut::<16>().0.iter_mut().zip(codes.as_chunks::<16>().0).enumerate() {
        // Four low bits in the first eight bytes, two high ones in the last four.
        let word = b[96 + s % 8] >> (s / 8 * 4) & 15 | (b[104 + s % 4] >> (s / 4 * 2) & 3) << 4;
        let scale = d * f32::from(word as i8 - 32);
        for (y, code) in y.iter_mut().zip(codes) {
            *y = scale * f32::from(*code as i8 - 4);
        }
    }
}

/// Steps between the values of the uneven codes, from -127 on.
const STEPS: [i8; 15] = [23, 21, 18, 16, 14, 13, 12, 11, 12, 12, 13, 15, 16, 20, 24];

/// The value of an uneven code: compares and sums of bytes are faster than a table, for which lanes have no load.
#[inline(always)]
fn uneven(code: u8) -> i8 {
    let mut value = -127;
    for (k, step) in STEPS.iter().enumerate() {
        value += if code > k as u8 { *step } else { 0 };
    }
    value
}

/// 16 low nibbles, then 16 high ones, as uneven codes times scale.
#[inline(always)]
fn put_uneven(codes: &[u8; 16], scale: f32, y: &mut [f32; 32]) {
    let mut values = [0; 32];
    for (value, byte) in values[..16].iter_mut().zip(codes) {
        *value = uneven(byte & 15);
    }
    for (value, byte) in values[16..].iter_mut().zip(codes) {
        *value = uneven(byte >> 4);
    }
    for (y, value) in y.iter_mut().zip(values) {
        *y = scale * f32::from(value);
    }
}

#[inline(always)]
fn block_iq4_nl(b: &[u8; 18], y: &mut [f32; 32]) {
    put_uneven(part(b, 2), f16_at(b, 0), y);
}

#[inline(always)]
fn block_iq4_xs(b: &[u8; 136], y: &mut [f32; 256]) {
    let (d, high) = (f16_at(b, 0), u16::from_le_bytes([b[2], b[3]]));
    for (g, y) in y.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        let word = b[4 + g / 2] >> (g % 2 * 4) & 15 | ((high >> (2 * g) & 3) as u8) << 4;
        put_uneven(part(b, 8 + 16 * g), d * f32::from(word as i8 - 32), y);
    }
}

/// Half of the scale, as codes count in halves. Half of a NaN reads as 0, and the highest bit means nothing otherwise.
#[inline(always)]
pub(super) fn half_ue4m3(byte: u8) -> f32 {
    // Read as binary32, the shifted bits are the value times 2^-120, subnormals included.
    let value = f32::from_bits(u32::from(byte & 0x7f) << 20) * f32::from_bits((127 + 119) << 23);
    if byte == 0x7f { 0.0 } else { value }
}

/// Twice the value of a float4_e2m1fn code.
#[inline(always)]
fn twice_e2m1(code: u8) -> i8 {
    let m = (code & 7) as i8;
    let twice = m + (m - 4).max(0) + if m == 7 { 2 } else { 0 };
    if code > 7 { -twice } else { twice }
}

#[inline(always)]
fn block_nvfp4(b: &[u8; 36], y: &mut [f32; 64]) {
    let codes = part::<32>(b, 4);
    let (mut low, mut high) = ([0; 32], [0; 32]);
    for (low, byte) in low.iter_mut().zip(codes) {
        *low = twice_e2m1(byte & 15);
    }
    for (high, byte) in high.iter_mut().zip(codes) {
        *high = twice_e2m1(byte >> 4);
    }
    for (s, y) in y.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let half = half_ue4m3(b[s]);
        for j in 0..8 {
            y[j] = f32::from(low[8 * s + j]) * half;
            y[8 + j] = f32::from(high[8 * s + j]) * half;
        }
    }
}
