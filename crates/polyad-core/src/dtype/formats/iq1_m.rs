//! iq1_m: 256 elements in 56 bytes; every 8 elements have an 11-bit index into a codebook of 8 values -1, 0 or 1 and a shift,
//! every 16 a 3-bit scale, which counts in units of the float16 `d`; `y = d * (2 * scale + 1) * (value + shift)`.
//!
//! `d` has no place of its own: its bits are the four that the scales leave free in each of their four 16-bit words.

use super::codebook::{self, entries, put_shifted};
use super::fit::{nearest, sum_squares, weigh};
use super::iq1::Group;
use super::scaled::{self, argmax_abs, f16_at, largest, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Iq1M`: ggml: 1.75 bits an element by a codebook of 2048 entries.
pub(super) static SPEC: Spec = Spec {
    name: "iq1_m",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 56,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 56>(bytes, values, |b, y| {
                let d = f16_at(&scale_bits(b).to_le_bytes(), 0);
                for (i, y) in y.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                    let t = b[32 + i / 2] >> (i % 2 * 4);
                    let index = usize::from(b[i]) | usize::from(t & 7) << 8;
                    let scale = d * f32::from(2 * (word(b, i / 8) >> (i / 2 % 4 * 3) & 7) + 1);
                    put_shifted(&entries::<8>(codebook::IQ1S)[index], t & 8 != 0, scale, y);
                }
            });
        },
        encode: |values, bytes| scaled::encode::<256, 56>(values, bytes, |x, b| encode(x, None, b)),
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::first_scale(bytes, |b: &[u8; 56]| f16_at(&scale_bits(b).to_le_bytes(), 0)),
};

/// The `i`-th of four words of scales.
fn word(b: &[u8; 56], i: usize) -> u16 {
    u16::from_le_bytes([b[48 + 2 * i], b[49 + 2 * i]])
}

/// The bits of `d`: the four highest of each word.
fn scale_bits(b: &[u8; 56]) -> u16 {
    (0..4).rev().fold(0, |bits, i| bits << 4 | word(b, i) >> 12)
}

/// One block.
fn encode(x: &[f32; 256], importance: Option<&[f32; 256]>, b: &mut [u8; 56]) -> Result<(), (usize, &'static str)> {
    b.fill(0);
    let mut w = x.map(|x| x * x);
    if let Some(importance) = importance {
        weigh(x, importance, 2.0 * sum_squares(x) / 256.0, &mut w);
    }
    let groups: [Group<2>; 16] = std::array::from_fn(|g| Group::fit(&x[16 * g..][..16], &w[16 * g..][..16], 1e-7));
    let unit = largest(groups.iter().map(|group| group.scale)) / 15.0;
    if unit == 0.0 {
        return Ok(());
    }
    let mut words = [0u16; 4];
    let (mut xq, mut qq) = (0.0, 0.0);
    for (g, group) in groups.iter().enumerate() {
        let scale = nearest(0.5 * (1.0 / unit * group.scale - 1.0)).clamp(0, 7);
        words[g / 4] |= (scale as u16) << (g % 4 * 3);
        for l in 0..2 {
            b[2 * g + l] = group.entries[l] as u8;
            b[32 + g] |= ((group.entries[l] >> 8) as u8 | u8::from(group.down[l]) << 3) << (4 * l);
        }
        // All scales are known now, so that one for the whole block fits better than the largest by 15.
        let times = (2 * scale + 1) as f32;
        let (group_xq, group_qq) = group.sums(&x[16 * g..][..16], &w[16 * g..][..16]);
        xq += group_xq * times;
        qq += group_qq * times * times;
    }
    let d = if qq > 0.0 { xq / qq } else { unit };
    let mut bits = [0; 2];
    put_f16(d * 1.1125, argmax_abs(x), &mut bits)?;
    let bits = u16::from_le_bytes(bits);
    for (i, word) in words.iter().enumerate() {
        let word = word | (bits >> (4 * i) & 15) << 12;
        b[48 + 2 * i..][..2].copy_from_slice(&word.to_le_bytes());
    }
    Ok(())
}
