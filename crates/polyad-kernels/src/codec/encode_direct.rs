//! Encoders of the formats whose scale follows from the largest magnitude or the mean, with no search: ternary blocks,
//! single signs, and the blocks of dot products. Byte for byte as the plain codecs.

use polyad_core::{DType, Reject};

use super::encode::{encode, encoders, round_half_away, scale_and_inverse};
use super::encode_k::put_two_bits;
use super::half::f32_to_f16;
use super::lanes::nearest;
use crate::tier::multiversion;

encoders! {
    q1_0: Q1_0, block_q1_0;
    q2_0: Q2_0, block_q2_0;
    q8_1: Q8_1, block_q8_1;
    q8_k: Q8K, block_q8_k;
    tq1_0: Tq1_0, block_tq1_0;
    tq2_0: Tq2_0, block_tq2_0;
}

/// The greatest magnitude; not finite if any element is not, since NaN sorts above infinity by its bits.
#[inline(always)]
fn max_abs<const N: usize>(x: &[f32; N]) -> f32 {
    f32::from_bits(x.iter().fold(0, |top, v| top.max(v.to_bits() & 0x7fff_ffff)))
}

/// The two bytes of a scale that is the largest magnitude, and for every element the code of -1, 0 or 1 times it: 0, 1 or 2.
#[inline(always)]
fn ternary<const N: usize>(x: &[f32; N]) -> Option<([u8; 2], [u8; N])> {
    let (scale, inverse) = scale_and_inverse(max_abs(x))?;
    let mut codes = [0; N];
    for (code, v) in codes.iter_mut().zip(x) {
        *code = (round_half_away(v * inverse) + 1) as u8;
    }
    Some((scale, codes))
}

#[inline(always)]
fn block_tq2_0(x: &[f32; 256], out: &mut [u8; 66]) -> Option<()> {
    let (scale, codes) = ternary(x)?;
    put_two_bits(&codes, &mut out[..64]);
    out[64..].copy_from_slice(&scale);
    Some(())
}

/// Digits of base 3, the highest first and `N` apart, as bytes: the fraction of 256 that they are of 243, rounded up.
#[inline(always)]
fn put_digits<const N: usize>(digits: &[u8], out: &mut [u8]) {
    let mut numbers = [0u16; N];
    for (place, digits) in [81, 27, 9, 3, 1].iter().zip(digits.as_chunks::<N>().0) {
        for (number, digit) in numbers.iter_mut().zip(digits) {
            *number += u16::from(*digit) * place;
        }
    }
    for (byte, number) in out[..N].iter_mut().zip(numbers) {
        *byte = (number * 256).div_ceil(243) as u8;
    }
}

#[inline(always)]
fn block_tq1_0(x: &[f32; 256], out: &mut [u8; 54]) -> Option<()> {
    let (scale, codes) = ternary(x)?;
    put_digits::<32>(&codes[..160], out);
    put_digits::<16>(&codes[160..240], &mut out[32..]);
    put_digits::<4>(&codes[240..], &mut out[48..]);
    out[52..].copy_from_slice(&scale);
    Some(())
}

#[inline(always)]
fn block_q2_0(x: &[f32; 64], out: &mut [u8; 18]) -> Option<()> {
    let (scale, codes) = ternary(x)?;
    out[..2].copy_from_slice(&scale);
    for (byte, codes) in out[2..].iter_mut().zip(codes.as_chunks::<4>().0) {
        *byte = codes[0] | codes[1] << 2 | codes[2] << 4 | codes[3] << 6;
    }
    Some(())
}

#[inline(always)]
fn block_q1_0(x: &[f32; 128], out: &mut [u8; 18]) -> Option<()> {
    // The order of additions is part of the format.
    let mean = x.iter().fold(0.0, |sum, v| sum + v.abs()) / 128.0;
    out[..2].copy_from_slice(&scale_and_inverse(mean)?.0);
    for (byte, eight) in out[2..].iter_mut().zip(x.as_chunks::<8>().0) {
        *byte = eight.iter().enumerate().fold(0, |byte, (i, v)| byte | u8::from(*v >= 0.0) << i);
    }
    Some(())
}

#[inline(always)]
fn block_q8_1(x: &[f32; 32], out: &mut [u8; 36]) -> Option<()> {
    let d = max_abs(x) / 127.0;
    let (scale, inverse) = scale_and_inverse(d)?;
    let mut sum = 0;
    for (code, v) in out[4..].iter_mut().zip(x) {
        let rounded = round_half_away(v * inverse);
        sum += rounded;
        *code = rounded as u8;
    }
    out[..2].copy_from_slice(&scale);
    // A sum past float16 is infinite and no reason to refuse.
    out[2..4].copy_from_slice(&f32_to_f16(sum as f32 * d).to_le_bytes());
    Some(())
}

#[inline(always)]
fn block_q8_k(x: &[f32; 256], out: &mut [u8; 292]) -> Option<()> {
    let top = max_abs(x);
    if top == 0.0 {
        out.fill(0);
        return Some(());
    }
    // The largest with its sign, the first of equals: it becomes -127.
    let (above, below) = x.iter().fold((false, false), |(a, b), v| (a | (*v == top), b | (*v == -top)));
    let extreme = match (above, below) {
        (true, false) => top,
        (false, true) => -top,
        _ => *x.iter().find(|v| v.abs() == top)?,
    };
    let inverse = -127.0 / extreme;
    let d = 1.0 / inverse;
    if !(inverse.is_finite() && (127.0 * d).is_finite()) {
        return None;
    }
    out[..4].copy_from_slice(&d.to_le_bytes());
    let mut codes = [0i8; 256];
    for (code, v) in codes.iter_mut().zip(x) {
        *code = nearest(inverse * v).min(127) as i8;
    }
    out[4..260].copy_from_slice(bytemuck::cast_slice(&codes));
    for (sum, codes) in out[260..].as_chunks_mut::<2>().0.iter_mut().zip(codes.as_chunks::<16>().0) {
        *sum = codes.iter().fold(0, |sum: i16, code| sum + i16::from(*code)).to_le_bytes();
    }
    Some(())
}
