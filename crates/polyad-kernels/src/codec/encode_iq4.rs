//! Encoders of the uneven 4-bit codes, iq4_nl and iq4_xs: scales searched for in lanes, 32 elements each.

use polyad_core::{DType, Reject};

use super::encode_k::{argmax_abs, encode, half, is_in_range};
use super::lanes::{Lanes, by_lanes, nearest};
use super::plain_block;
use super::search::{extreme, unless_tiny};

by_lanes!(V, pub(super) fn iq4_nl(src, dst) { encode_iq4_nl::<V>(src, dst) });
by_lanes!(V, pub(super) fn iq4_xs(src, dst) {
    encode(DType::Iq4Xs, src, dst, block_iq4_xs::<V>)
});

/// The values of the codes.
const VALUES: [f32; 16] =
    [-127.0, -104.0, -83.0, -65.0, -49.0, -35.0, -22.0, -10.0, 1.0, 13.0, 25.0, 38.0, 53.0, 69.0, 89.0, 113.0];

/// Twice the middle between a code's value and the next: from there on the next is taken.
const fn twice_middle(k: usize) -> f32 {
    VALUES[k] + VALUES[k + 1]
}

/// The code whose value is nearest, the higher of two as near.
#[inline(always)]
fn nearest_code(x: f32) -> u8 {
    let mut code = 0;
    for k in 0..15 {
        code += u8::from(x + x >= twice_middle(k));
    }
    code
}

/// The value that is nearest.
#[inline(always)]
fn nearest_value<V: Lanes>(x: V) -> V {
    let (twice, zero) = (x.add(x), V::splat(0.0));
    // Whole numbers, whose sums are exact in any order: two run side by side.
    let mut sums = [V::splat(VALUES[0]), zero];
    for k in 0..15 {
        let step = V::splat(VALUES[k + 1] - VALUES[k]);
        sums[k % 2] = sums[k % 2].add(V::pick(V::splat(twice_middle(k)).at_most(twice), step, zero));
    }
    sums[0].add(sums[1])
}

/// Sums of weighted element times value and of weighted value times value.
#[inline(always)]
fn sums<V: Lanes>(x: &[V; 32], inverse: V) -> (V, V) {
    let (mut xq, mut qq) = (V::splat(0.0), V::splat(0.0));
    for &x in x {
        let q = nearest_value(inverse.mul(x));
        let wq = x.mul(x).mul(q);
        xq = xq.add(wq.mul(x));
        qq = qq.add(wq.mul(q));
    }
    (xq, qq)
}

/// The scale of 32 elements: of 16 that take the largest for a code near the lowest, the one that explains most.
#[inline(always)]
fn scale<V: Lanes>(x: &[V; 32]) -> V {
    let (top, zero) = (extreme(x), V::splat(0.0));
    let one = V::splat(1.0);
    let (xq, qq) = sums(x, one.div(top.mul(V::splat(-1.0)).div(V::splat(VALUES[0]))));
    let mut scale = V::pick(zero.less(qq), xq.div(qq), zero);
    let mut explained = scale.mul(xq);
    for step in -7..=7 {
        let (xq, qq) = sums(x, V::splat(step as f32 + VALUES[0]).div(top));
        let better = V::both(zero.less(qq), explained.mul(qq).less(xq.mul(xq)));
        let fitted = xq.div(qq);
        scale = V::pick(better, fitted, scale);
        explained = V::pick(better, fitted.mul(xq), explained);
    }
    unless_tiny(top, scale)
}

/// Codes of 32 elements, the first half in the low nibbles.
#[inline(always)]
fn put_codes(x: &[f32; 32], d: f32, out: &mut [u8]) {
    let inverse = inverse(d);
    let mut codes = [0; 32];
    for (code, x) in codes.iter_mut().zip(x) {
        *code = nearest_code(inverse * x);
    }
    for (j, byte) in out[..16].iter_mut().enumerate() {
        *byte = codes[j] | codes[j + 16] << 4;
    }
}

/// `1 / d`, or 0 for a block of zeros.
#[inline(always)]
fn inverse(d: f32) -> f32 {
    if d == 0.0 { 0.0 } else { 1.0 / d }
}

/// Eight blocks at a time; the lanes of those that the last eight lack hold zeros.
#[inline(always)]
fn encode_iq4_nl<V: Lanes>(src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
    let (values, rest) = bytemuck::cast_slice::<u8, f32>(src).as_chunks::<32>();
    let (blocks, rest_out) = dst.as_chunks_mut::<18>();
    assert!(rest.is_empty() && rest_out.is_empty() && blocks.len() == values.len());
    for (i, (eight, blocks)) in values.chunks(8).zip(blocks.chunks_mut(8)).enumerate() {
        let mut x = [0.0; 256];
        x[..32 * eight.len()].copy_from_slice(eight.as_flattened());
        let scales = scale(&V::columns::<32>(&x, 32)).array();
        for (l, (x, out)) in eight.iter().zip(blocks).enumerate() {
            match half(scales[l]) {
                Some((code, _)) if is_in_range(x) => {
                    out[..2].copy_from_slice(&code);
                    put_codes(x, scales[l], &mut out[2..]);
                }
                _ => plain_block(DType::Iq4Nl, x, (8 * i + l) * 32, out)?,
            }
        }
    }
    Ok(())
}

#[inline(always)]
fn block_iq4_xs<V: Lanes>(x: &[f32; 256], out: &mut [u8; 136]) -> Option<()> {
    let scales = scale(&V::columns::<32>(x, 32)).array();
    let d = -scales[argmax_abs(&scales)] / 32.0;
    out.fill(0);
    out[..2].copy_from_slice(&half(d)?.0);
    let mut high = 0u16;
    for (g, x) in x.as_chunks::<32>().0.iter().enumerate() {
        let word = nearest(inverse(d) * scales[g]).clamp(-32, 31);
        put_codes(x, d * word as f32, &mut out[8 + 16 * g..]);
        let word = (word + 32) as u8;
        out[4 + g / 2] |= (word & 15) << (g % 2 * 4);
        high |= u16::from(word >> 4) << (2 * g);
    }
    out[2..4].copy_from_slice(&high.to_le_bytes());
    Some(())
}
