//! iq4_xs: 256 elements in 136 bytes, codes as in iq4_nl; every 32 elements have a 6-bit scale, which counts in units of the
//! float16 `d`; `y = d * (scale - 32) * value`.

use super::fit::nearest;
use super::iq4_nl::{VALUES, nearest_code, scale, weights};
use super::scaled::{self, argmax_abs, f16_at, inverse, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Iq4Xs`: ggml: 256 4-bit codes of uneven values, 6-bit scales in units of a float16.
pub(super) static SPEC: Spec = Spec {
    name: "iq4_xs",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 136,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 136>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                let high = u16::from_le_bytes([b[2], b[3]]);
                for (e, y) in y.iter_mut().enumerate() {
                    let g = e / 32;
                    let scale = b[4 + g / 2] >> (g % 2 * 4) & 15 | ((high >> (2 * g) & 3) as u8) << 4;
                    let code = b[8 + 16 * g + e % 16] >> (e / 16 % 2 * 4) & 15;
                    *y = d * (f32::from(scale) - 32.0) * VALUES[usize::from(code)];
                }
            });
        },
        encode: |values, bytes| scaled::encode::<256, 136>(values, bytes, |x, b| encode(x, None, b)),
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::scales::<136>(bytes, &[0]),
};

/// One block.
fn encode(x: &[f32; 256], importance: Option<&[f32; 256]>, b: &mut [u8; 136]) -> Result<(), (usize, &'static str)> {
    let weights = weights(x, importance);
    let mut scales = [0.0; 8];
    for (scale_of_group, (x, w)) in scales.iter_mut().zip(x.chunks(32).zip(weights.chunks(32))) {
        *scale_of_group = scale(x, w);
    }
    let d = -scales[argmax_abs(&scales)] / 32.0;
    put_f16(d, argmax_abs(x), b)?;
    b[2..].fill(0);
    let mut high = 0u16;
    for (g, x) in x.as_chunks::<32>().0.iter().enumerate() {
        let word = nearest(inverse(d) * scales[g]).clamp(-32, 31);
        let id = inverse(d * word as f32);
        for j in 0..16 {
            b[8 + 16 * g + j] = nearest_code(id * x[j]) | nearest_code(id * x[j + 16]) << 4;
        }
        let word = (word + 32) as u8;
        b[4 + g / 2] |= (word & 15) << (g % 2 * 4);
        high |= u16::from(word >> 4) << (2 * g);
    }
    b[2..4].copy_from_slice(&high.to_le_bytes());
    Ok(())
}
