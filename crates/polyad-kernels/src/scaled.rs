//! Numbers in blocks with a scale each, scales and codes apart: the OCP MX formats and NVFP4.
//!
//! The order of operations in float32 is part of the formats: it decides the bytes. Codes go through the codecs of
//! their dtypes, some thousand at a time.

use polyad_core::DType;

use crate::codec;
use crate::tier::multiversion;

/// How the scale of an MX block follows from its largest magnitude.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScaleRule {
    /// The largest element gets the highest exponent of the format, and saturates where its mantissa is too large (OCP).
    #[default]
    Floor,
    /// The smallest power of two with which no element saturates.
    Ceil,
}

/// Elements in an MX block.
const MX: usize = 32;
/// Elements in an NVFP4 block.
const NVFP4: usize = 16;
/// Elements done at once; they fit the first cache.
const STEP: usize = 2048;
const INFINITY: u32 = 0x7f80_0000;

/// Scales (float8_e8m0fnu) and codes of float32 blocks of 32.
///
/// NaN in a block makes its scale 255 and its codes 0, an infinity its scale 254.
/// Source: OCP Microscaling Formats 1.0, section 6.3.
///
/// ```
/// use polyad_core::DType;
/// use polyad_kernels::scaled::{ScaleRule, quantize_mx};
/// let x = [12.0f32; 32];
/// let (mut scale, mut codes) = ([0; 1], [0; 16]);
/// quantize_mx(DType::Float4E2M1FN, ScaleRule::Floor, bytemuck::cast_slice(&x), &mut scale, &mut codes);
/// assert_eq!((scale, codes), ([128], [0x77; 16]));
/// ```
pub fn quantize_mx(element: DType, rule: ScaleRule, x: &[u8], scales: &mut [u8], codes: &mut [u8]) {
    let x: &[f32] = bytemuck::cast_slice(x);
    let largest = largest(element);
    assert_eq!(
        (x.len(), codes.len()),
        (scales.len() * MX, element.storage_bytes(x.len()).expect("codes are in memory"))
    );
    let (mut magnitudes, mut factors) = ([0; STEP / MX], [0.0; STEP / MX]);
    let steps = x.chunks(STEP).zip(scales.chunks_mut(STEP / MX)).zip(codes.chunks_mut(STEP / element.block_len()));
    for ((x, scales), codes) in steps {
        let n = scales.len();
        max_abs_of_blocks::<MX>(x, &mut magnitudes[..n]);
        for ((scale, factor), &m) in scales.iter_mut().zip(&mut factors).zip(&magnitudes) {
            *scale = mx_scale(m, largest, rule);
            *factor = match *scale {
                255 => f32::NAN,
                254 => f32::from_bits(1 << 22),
                scale => f32::from_bits((254 - u32::from(scale)) << 23),
            };
        }
        encode::<MX>(element, x, &factors[..n], largest, codes);
    }
}

/// Scales (float8_ue4m3) and codes (float4_e2m1fn) of float32 blocks of 16 under a scale of the whole tensor.
///
/// NaN in a block makes its scale 0x7f and its codes 0.
pub fn quantize_nvfp4(tensor_scale: f32, x: &[u8], scales: &mut [u8], codes: &mut [u8]) {
    let x: &[f32] = bytemuck::cast_slice(x);
    assert_eq!((x.len(), x.len()), (scales.len() * NVFP4, codes.len() * 2));
    let (mut magnitudes, mut values) = ([0; STEP / NVFP4], [0.0f32; STEP / NVFP4]);
    for ((x, scales), codes) in x.chunks(STEP).zip(scales.chunks_mut(STEP / NVFP4)).zip(codes.chunks_mut(STEP / 2)) {
        let values = &mut values[..scales.len()];
        max_abs_of_blocks::<NVFP4>(x, &mut magnitudes[..scales.len()]);
        for (target, &m) in values.iter_mut().zip(&magnitudes) {
            *target = f32::from_bits(m) / 6.0 / tensor_scale;
        }
        codec::encode(DType::Float8UE4M3, bytemuck::cast_slice(values), scales).expect("it holds any number");
        codec::decode(DType::Float8UE4M3, scales, bytemuck::cast_slice_mut(values));
        for value in values.iter_mut() {
            let scale = *value * tensor_scale;
            *value = match scale > 0.0 {
                true => 1.0 / scale,
                false if value.is_nan() => f32::NAN,
                false => 0.0,
            };
        }
        encode::<NVFP4>(DType::Float4E2M1FN, x, values, 6.0, codes);
    }
}

/// The largest magnitude among float32 numbers, NaN left out; 0 where there are none.
pub fn max_abs(x: &[u8]) -> f32 {
    f32::from_bits(max_abs_bits(bytemuck::cast_slice(x)))
}

/// Element times scale times the scale of the tensor, as float32: `scales` of a dtype for `block` elements each.
///
/// The product of the two scales is rounded, then that with the element. int8 elements count in 1/64.
pub fn dequantize(types: [DType; 2], block: usize, tensor_scale: f32, parts: [&[u8]; 2], out: &mut [u8]) {
    let ([element, scale], [codes, scales]) = (types, parts);
    assert!(STEP.is_multiple_of(block) && scale.block_bytes() == 1);
    assert_eq!((out.len(), out.len()), (scales.len() * block * 4, codes.len() * element.block_len() * 4));
    let unit = if element == DType::Int8 { 1.0 / 64.0 } else { 1.0 };
    let mut factors = [0.0f32; STEP / NVFP4];
    let steps = out.chunks_mut(STEP * 4).zip(scales.chunks(STEP / block)).zip(codes.chunks(STEP / element.block_len()));
    for ((out, scales), codes) in steps {
        let factors = &mut factors[..scales.len()];
        codec::decode(scale, scales, bytemuck::cast_slice_mut(factors));
        factors.iter_mut().for_each(|f| *f *= tensor_scale * unit);
        let out: &mut [f32] = bytemuck::cast_slice_mut(out);
        if element == DType::Int8 {
            widen(codes, out);
        } else {
            codec::decode(element, codes, bytemuck::cast_slice_mut(out));
        }
        multiply(factors, block, out);
    }
}

/// ggml's blocks of 4-bit codes: `group` scales, then for each the codes of its `block` elements, of which a byte holds one
/// from the first half in its low bits and its partner from the second half in the high ones.
pub fn join_blocks(group: usize, block: usize, codes: &[u8], scales: &[u8], out: &mut [u8]) {
    assert_eq!((codes.len(), out.len()), (scales.len() * block / 2, scales.len() * (block / 2 + 1)));
    let parts = scales.chunks_exact(group).zip(codes.chunks_exact(group * block / 2));
    for (out, (scales, codes)) in out.chunks_exact_mut(group * (block / 2 + 1)).zip(parts) {
        let (to_scales, to_codes) = out.split_at_mut(group);
        to_scales.copy_from_slice(scales);
        for (to, from) in to_codes.chunks_exact_mut(block / 2).zip(codes.chunks_exact(block / 2)) {
            let (low, high) = from.split_at(block / 4);
            for (i, pair) in to.chunks_exact_mut(2).enumerate() {
                pair[0] = low[i] & 15 | high[i] << 4;
                pair[1] = low[i] >> 4 | high[i] & 0xf0;
            }
        }
    }
}

/// The reverse of [`join_blocks`].
pub fn split_blocks(group: usize, block: usize, blocks: &[u8], codes: &mut [u8], scales: &mut [u8]) {
    assert_eq!((codes.len(), blocks.len()), (scales.len() * block / 2, scales.len() * (block / 2 + 1)));
    let parts = scales.chunks_exact_mut(group).zip(codes.chunks_exact_mut(group * block / 2));
    for (from, (scales, codes)) in blocks.chunks_exact(group * (block / 2 + 1)).zip(parts) {
        let (from_scales, from_codes) = from.split_at(group);
        scales.copy_from_slice(from_scales);
        for (from, to) in from_codes.chunks_exact(block / 2).zip(codes.chunks_exact_mut(block / 2)) {
            let (low, high) = to.split_at_mut(block / 4);
            for (i, pair) in from.chunks_exact(2).enumerate() {
                low[i] = pair[0] & 15 | pair[1] << 4;
                high[i] = pair[0] >> 4 | pair[1] & 0xf0;
            }
        }
    }
}

/// The largest finite element of an MX format.
fn largest(element: DType) -> f32 {
    match element {
        DType::Float8E4M3FN => 448.0,
        DType::Float8E5M2 => 57344.0,
        DType::Float6E2M3FN => 7.5,
        DType::Float6E3M2FN => 28.0,
        DType::Float4E2M1FN => 6.0,
        DType::Int8 => 127.0 / 64.0,
        _ => unreachable!("{element} is no element of an MX format"),
    }
}

/// The scale of a block whose largest magnitude has these bits.
fn mx_scale(magnitude: u32, largest: f32, rule: ScaleRule) -> u8 {
    if magnitude >= INFINITY {
        return if magnitude == INFINITY { 254 } else { 255 };
    }
    // In float64 there are no subnormal numbers among them.
    let parts = |x: f32| {
        let bits = f64::from(x).to_bits();
        ((bits >> 52) as i32, bits << 12)
    };
    let ((power, mantissa), (highest, limit)) = (parts(f32::from_bits(magnitude)), parts(largest));
    let up = rule == ScaleRule::Ceil && mantissa > limit;
    (power - highest + 127 + i32::from(up)).clamp(0, 254) as u8
}

multiversion! {
    fn max_abs_of_blocks[const N: usize][N](x: &[f32], out: &mut [u32]) {
        for (block, m) in x.as_chunks::<N>().0.iter().zip(out) {
            *m = block.iter().fold(0, |m, v| m.max(v.to_bits() & 0x7fff_ffff));
        }
    }
}

multiversion! {
    fn max_abs_bits(x: &[f32]) -> u32 {
        let magnitude = |v: &f32| {
            let m = v.to_bits() & 0x7fff_ffff;
            if m > INFINITY { 0 } else { m }
        };
        x.iter().map(magnitude).fold(0, u32::max)
    }
}

/// Codes of blocks of `N`, multiplied by their factors and cut at the largest element; 0 where the factor is NaN.
fn encode<const N: usize>(element: DType, x: &[f32], factors: &[f32], largest: f32, codes: &mut [u8]) {
    let mut scaled = [0.0; STEP];
    let scaled = &mut scaled[..x.len()];
    scale_blocks::<N>(x, factors, largest, scaled);
    if element == DType::Int8 {
        return round(scaled, codes);
    }
    codec::encode(element, bytemuck::cast_slice(scaled), codes).expect("it holds any number");
}

multiversion! {
    fn scale_blocks[const N: usize][N](x: &[f32], factors: &[f32], largest: f32, out: &mut [f32]) {
        for ((x, &factor), y) in x.as_chunks::<N>().0.iter().zip(factors).zip(out.as_chunks_mut::<N>().0) {
            if factor.is_nan() {
                y.fill(0.0);
                continue;
            }
            for (y, x) in y.iter_mut().zip(x) {
                *y = (x * factor).max(-largest).min(largest);
            }
        }
    }
}

multiversion! {
    fn round(x: &[f32], codes: &mut [u8]) {
        // Added to a number whose unit is 1, a small one is rounded to an integer, half to even.
        const UNIT: f32 = 12_582_912.0;
        for (code, x) in codes.iter_mut().zip(x) {
            *code = ((x * 64.0 + UNIT).to_bits() as i32).wrapping_sub(UNIT.to_bits() as i32) as u8;
        }
    }
}

multiversion! {
    fn widen(codes: &[u8], out: &mut [f32]) {
        for (y, &code) in out.iter_mut().zip(codes) {
            *y = f32::from(code as i8);
        }
    }
}

multiversion! {
    fn multiply(factors: &[f32], block: usize, out: &mut [f32]) {
        for (y, factor) in out.chunks_exact_mut(block).zip(factors) {
            y.iter_mut().for_each(|y| *y *= factor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    #[test]
    fn every_tier_gives_the_same_bytes() {
        let mut state = 7u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Any sign and mantissa, an exponent around that of 1.
            state & 0x807f_ffff | (112 + (state >> 9) % 31) << 23
        };
        let x: Vec<u32> = (0..3 * STEP + 5 * MX).map(|_| random()).collect();
        let x: &[u8] = bytemuck::cast_slice(&x);
        let n = x.len() / 4;
        let mut seen: Vec<Vec<u8>> = vec![];
        each_tier(|_| {
            let mut all = vec![];
            for element in
                [DType::Float8E4M3FN, DType::Float8E5M2, DType::Float6E2M3FN, DType::Float4E2M1FN, DType::Int8]
            {
                let (mut scales, mut codes) = (vec![0; n / MX], vec![0; element.storage_bytes(n).unwrap()]);
                quantize_mx(element, ScaleRule::Ceil, x, &mut scales, &mut codes);
                let mut out = vec![0u32; n];
                let types = [element, DType::Float8E8M0FNU];
                dequantize(types, MX, 1.0, [&codes, &scales], bytemuck::cast_slice_mut(&mut out));
                all.extend([scales, codes, bytemuck::cast_slice(&out).to_vec()].concat());
            }
            let (mut scales, mut codes) = (vec![0; n / NVFP4], vec![0; n / 2]);
            quantize_nvfp4(max_abs(x) / 2688.0, x, &mut scales, &mut codes);
            all.extend([scales, codes].concat());
            seen.push(all);
        });
        assert!(seen.iter().all(|all| *all == seen[0]));
    }

    #[test]
    fn split_is_the_reverse_of_join() {
        for (group, block) in [(1, 32), (4, 16)] {
            let codes: Vec<u8> = (0..3 * group * block / 2).map(|i| (i * 37) as u8).collect();
            let scales: Vec<u8> = (0..3 * group as u8).collect();
            let mut blocks = vec![0; codes.len() + scales.len()];
            join_blocks(group, block, &codes, &scales, &mut blocks);
            assert_ne!(&blocks[group..][..block / 2], &codes[..block / 2]);
            let (mut c, mut s) = (vec![0; codes.len()], vec![0; scales.len()]);
            split_blocks(group, block, &blocks, &mut c, &mut s);
            assert_eq!((c, s), (codes, scales));
        }
    }
}
