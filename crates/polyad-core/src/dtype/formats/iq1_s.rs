//! iq1_s: 256 elements in 50 bytes; every 8 elements have an 11-bit index into a codebook of 8 values -1, 0 or 1, every 32 a
//! 3-bit scale, which counts in units of the float16 `d`, and a shift; `y = d * (2 * scale + 1) * (value + shift)`.

use super::codebook::{self, entries, put_shifted};
use super::fit::{nearest, sum_squares, weigh};
use super::iq1::Group;
use super::scaled::{self, argmax_abs, f16_at, largest, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Iq1S`: ggml: 1.56 bits an element by a codebook of 2048 entries.
pub(super) static SPEC: Spec = Spec {
    name: "iq1_s",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 50,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 50>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for (i, y) in y.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                    let (g, l) = (i / 4, i % 4);
                    let word = u16::from_le_bytes([b[34 + 2 * g], b[35 + 2 * g]]);
                    let index = usize::from(b[2 + i]) | usize::from(word >> (3 * l) & 7) << 8;
                    let scale = d * f32::from(2 * (word >> 12 & 7) + 1);
                    put_shifted(&entries::<8>(codebook::IQ1S)[index], word >> 15 == 1, scale, y);
                }
            });
        },
        encode: scaled::needs_importance,
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, w, b))
        }),
    },
    flaw: |bytes| flaw::scales::<50>(bytes, &[0]),
};

/// One block.
fn encode(x: &[f32; 256], importance: &[f32; 256], b: &mut [u8; 50]) -> Result<(), (usize, &'static str)> {
    b.fill(0);
    let mut w = [0.0; 256];
    weigh(x, importance, 2.0 * sum_squares(x) / 256.0, &mut w);
    let groups: [Group<1>; 8] = std::array::from_fn(|g| Group::fit(&x[32 * g..][..32], &w[32 * g..][..32], 1e-12));
    let d = largest(groups.iter().map(|group| group.scale)) / 15.0;
    if d == 0.0 {
        return Ok(());
    }
    // Scales are rounded a bit low by the entries; the factor makes up for it.
    put_f16(d * 1.125, argmax_abs(x), b)?;
    for (g, group) in groups.iter().enumerate() {
        let scale = nearest(0.5 * (1.0 / d * group.scale - 1.0)).clamp(0, 7) as u16;
        let mut word = scale << 12 | u16::from(group.down[0]) << 15;
        for (l, &entry) in group.entries.iter().enumerate() {
            b[2 + 4 * g + l] = entry as u8;
            word |= (entry >> 8) << (3 * l);
        }
        b[34 + 2 * g..][..2].copy_from_slice(&word.to_le_bytes());
    }
    Ok(())
}
