//! ggml's block formats without codebooks, computed in float32 in the order in which ggml computes them.
//!
//! `d` is the scale of a block, `m` its minimum, both float16 but where another width is said.

use polyad::DType;

use super::{Read, floats, u16_at, u32_at};
use crate::oracle::Value;

macro_rules! read {
    ($f:expr) => {
        |b, e| {
            let value: fn(&[u8], usize) -> f32 = $f;
            Value::F(value(b, e).into())
        }
    };
}
pub(super) use read;

pub(super) fn format(dtype: DType) -> Option<(usize, usize, Read)> {
    Some(match dtype {
        DType::Q4_0 => (32, 18, read!(|b, e| (nibble(&b[2..], e) - 8.0) * half(b, 0))),
        DType::Q4_1 => (32, 20, read!(|b, e| nibble(&b[4..], e) * half(b, 0) + half(b, 2))),
        DType::Q5_0 => (32, 22, read!(|b, e| (nibble(&b[6..], e) + fifth(b, 2, e) - 16.0) * half(b, 0))),
        DType::Q5_1 => (32, 24, read!(|b, e| (nibble(&b[8..], e) + fifth(b, 4, e)) * half(b, 0) + half(b, 2))),
        DType::Q8_0 => (32, 34, read!(|b, e| signed(b[2 + e]) * half(b, 0))),
        DType::Q8_1 => (32, 36, read!(|b, e| signed(b[4 + e]) * half(b, 0))),
        DType::Q1_0 => (128, 18, read!(|b, e| if b[2 + e / 8] >> (e % 8) & 1 == 1 { half(b, 0) } else { -half(b, 0) })),
        DType::Q2_0 => (64, 18, read!(|b, e| (f32::from(b[2 + e / 4] >> (2 * (e % 4)) & 3) - 1.0) * half(b, 0))),
        DType::Q2K => (256, 84, read!(q2_k)),
        DType::Q3K => (256, 110, read!(q3_k)),
        DType::Q4K => (256, 144, read!(|b, e| of_k(b, e, nibble_of_64(&b[16..], e)))),
        DType::Q5K => (256, 176, read!(q5_k)),
        DType::Q6K => (256, 210, read!(q6_k)),
        DType::Q8K => (256, 292, read!(|b, e| f32::from_bits(u32_at(b, 0)) * signed(b[4 + e]))),
        DType::Tq1_0 => (256, 54, read!(tq1_0)),
        DType::Tq2_0 => (256, 66, read!(|b, e| (two_bits(b, e) - 1.0) * half(b, 64))),
        DType::Mxfp4 => (32, 17, read!(|b, e| twice(nibble(&b[1..], e)) * power(b[0]))),
        DType::Nvfp4 => (64, 36, read!(nvfp4)),
        _ => return None,
    })
}

pub(super) fn half(b: &[u8], at: usize) -> f32 {
    floats::half(b, at) as f32
}

fn signed(byte: u8) -> f32 {
    f32::from(byte as i8)
}

/// The 4-bit code of element `e` of 32: the first half of them in the low bits of 16 bytes, the other in the high ones.
pub(super) fn nibble(b: &[u8], e: usize) -> f32 {
    f32::from(if e < 16 { b[e] & 15 } else { b[e - 16] >> 4 })
}

/// The fifth bit of element `e` of 32.
fn fifth(b: &[u8], at: usize, e: usize) -> f32 {
    if u32_at(b, at) >> e & 1 == 1 { 16.0 } else { 0.0 }
}

/// The 2-bit code of element `e`: 32 bytes hold 128 elements.
fn two_bits(b: &[u8], e: usize) -> f32 {
    let (part, j, l) = (e / 128, e % 128 / 32, e % 32);
    f32::from(b[32 * part + l] >> (2 * j) & 3)
}

/// The 4-bit code of element `e`: 32 bytes hold 64 elements.
fn nibble_of_64(b: &[u8], e: usize) -> f32 {
    let byte = b[e / 64 * 32 + e % 32];
    f32::from(if e % 64 < 32 { byte & 15 } else { byte >> 4 })
}

fn q2_k(b: &[u8], e: usize) -> f32 {
    let (d, m) = (half(b, 80), half(b, 82));
    let scales = b[e / 16];
    d * f32::from(scales & 15) * two_bits(&b[16..], e) - m * f32::from(scales >> 4)
}

fn q3_k(b: &[u8], e: usize) -> f32 {
    let high = b[e % 32] >> (e / 32) & 1;
    let code = two_bits(&b[32..], e) - if high == 1 { 0.0 } else { 4.0 };
    let (s, scales) = (e / 16, &b[96..108]);
    let low = if s < 8 { scales[s] & 15 } else { scales[s - 8] >> 4 };
    let scale = low | (scales[8 + s % 4] >> (2 * (s / 4)) & 3) << 4;
    half(b, 108) * (f32::from(scale) - 32.0) * code
}

/// The value of a code of q4_K or q5_K: every 32 elements have a scale and a minimum of 6 bits.
fn of_k(b: &[u8], e: usize, code: f32) -> f32 {
    let (s, words) = (e / 32, &b[4..16]);
    let (scale, minimum) = if s < 4 {
        (words[s] & 63, words[s + 4] & 63)
    } else {
        (words[s + 4] & 15 | words[s - 4] >> 6 << 4, words[s + 4] >> 4 | words[s] >> 6 << 4)
    };
    half(b, 0) * f32::from(scale) * code - half(b, 2) * f32::from(minimum)
}

fn q5_k(b: &[u8], e: usize) -> f32 {
    let fifth = b[16 + e % 32] >> (e / 32) & 1;
    of_k(b, e, nibble_of_64(&b[48..], e) + 16.0 * f32::from(fifth))
}

fn q6_k(b: &[u8], e: usize) -> f32 {
    let (part, k, l) = (e / 128, e % 128 / 32, e % 32);
    let byte = b[64 * part + 32 * (k % 2) + l];
    let low = if k < 2 { byte & 15 } else { byte >> 4 };
    let high = b[128 + 32 * part + l] >> (2 * k) & 3;
    half(b, 208) * signed(b[192 + e / 16]) * (f32::from(low | high << 4) - 32.0)
}

/// A byte is the fraction of 256 that its base-3 digits are of 3^5, rounded up: times 3, what comes over 256 is a digit.
fn tq1_0(b: &[u8], e: usize) -> f32 {
    let (at, digits_before) = match e {
        0..160 => (e % 32, e / 32),
        160..240 => (32 + (e - 160) % 16, (e - 160) / 16),
        _ => (48 + (e - 240) % 4, (e - 240) / 4),
    };
    let mut fraction = u16::from(b[at]);
    for _ in 0..digits_before {
        fraction = fraction * 3 % 256;
    }
    (f32::from(fraction * 3 / 256) - 1.0) * half(b, 52)
}

/// Twice the value of an e2m1 code; the one for -0 gives +0.
fn twice(code: f32) -> f32 {
    const VALUES: [i8; 16] = [0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12];
    f32::from(VALUES[code as usize])
}

/// Half of a scale that is a power of two.
fn power(byte: u8) -> f32 {
    2f64.powi(i32::from(byte) - 128) as f32
}

/// Every 16 elements have a scale, the magnitude of an e4m3fn; its NaN counts as 0, but where the highest bit is set.
fn nvfp4(b: &[u8], e: usize) -> f32 {
    let (s, j) = (e / 16, e % 16);
    let byte = b[4 + 8 * s + j % 8];
    let code = if j < 8 { byte & 15 } else { byte >> 4 };
    let (exponent, fraction) = (i32::from(b[s] >> 3 & 15), f32::from(b[s] & 7) / 8.0);
    let scale = match exponent {
        _ if b[s] == 0x7f => 0.0,
        0 => fraction * 2f32.powi(-6),
        _ => (1.0 + fraction) * 2f32.powi(exponent - 7),
    };
    twice(code.into()) * (scale / 2.0)
}

/// The word of 16 bits at a place, as an index.
pub(super) fn word(b: &[u8], at: usize) -> usize {
    u16_at(b, at).into()
}
