//! q8_K: 256 elements in 292 bytes, a float32 scale `d`, 8-bit codes and the sum of every 16 of them; `y = d * code`.
//!
//! It holds activations between two steps of a dot product, weights hardly ever.

use super::fit::nearest;
use super::scaled::{self, argmax_abs};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q8K`: ggml: 256 8-bit codes, a float32 scale and sums; activations.
pub(super) static SPEC: Spec = Spec {
    name: "q8_K",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 292,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 292>(bytes, values, |b, y| {
                let d = f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
                for (y, &code) in y.iter_mut().zip(&b[4..260]) {
                    *y = d * f32::from(code as i8);
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode_wide::<256, 292>(values, bytes, |x, b| {
                let at = argmax_abs(x);
                let top = x[at];
                b.fill(0);
                if top == 0.0 {
                    return Ok(());
                }
                // The largest gets -127 and not -128, so that negated codes fit.
                let id = -127.0 / top;
                let d = 1.0 / id;
                if !(127.0 * d).is_finite() {
                    return Err((at, "127 times the scale of its block does not fit float32"));
                }
                b[..4].copy_from_slice(&d.to_le_bytes());
                for (i, x) in x.iter().enumerate() {
                    b[4 + i] = nearest(id * x).min(127) as i8 as u8;
                }
                for s in 0..16 {
                    let sum: i16 = b[4 + 16 * s..][..16].iter().map(|&code| i16::from(code as i8)).sum();
                    b[260 + 2 * s..][..2].copy_from_slice(&sum.to_le_bytes());
                }
                Ok(())
            })
        },
        encode_weighted: None,
    },
    flaw: |bytes| flaw::first_scale(bytes, |b: &[u8; 292]| f32::from_le_bytes([b[0], b[1], b[2], b[3]])),
};
