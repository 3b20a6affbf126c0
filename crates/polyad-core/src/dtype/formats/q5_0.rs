//! q5_0: 32 elements in 22 bytes, a float16 scale `d`, 32 fifth bits and 4-bit codes, two a byte; `y = (code - 16) * d`.

use super::fit;
use super::scaled::{self, argmax_abs, f16_at, inverse, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q5_0`: ggml: 32 5-bit codes and a float16 scale.
pub(super) static SPEC: Spec = Spec {
    name: "q5_0",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 32,
    block_bytes: 22,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<32, 22>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for j in 0..16 {
                    let low = b[6 + j] & 15 | fifth(b, j) << 4;
                    let high = b[6 + j] >> 4 | fifth(b, j + 16) << 4;
                    y[j] = (f32::from(low) - 16.0) * d;
                    y[j + 16] = (f32::from(high) - 16.0) * d;
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode::<32, 22>(values, bytes, |x, b| {
                let top = argmax_abs(x);
                let d = x[top] / -16.0;
                let id = inverse(d);
                put_f16(d, top, b)?;
                let code = |x: f32| ((x * id + 16.5) as u8).min(31);
                put_codes(|j| code(x[j]), b);
                Ok(())
            })
        },
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted::<32, 22>(row, importance, bytes, |x, importance, mean, b| {
                let (mut w, mut codes) = ([0.0; 32], [0; 32]);
                fit::weigh(x, importance, mean, &mut w);
                put_f16(fit::scale(x, &w, 16, &mut codes), argmax_abs(x), b)?;
                put_codes(|j| (codes[j] + 16) as u8, b);
                Ok(())
            })
        }),
    },
    flaw: |bytes| flaw::scales::<22>(bytes, &[0]),
};

/// The fifth bit of element `j`.
fn fifth(b: &[u8; 22], j: usize) -> u8 {
    b[2 + j / 8] >> (j % 8) & 1
}

/// Packs a code for each element.
fn put_codes(code: impl Fn(usize) -> u8, b: &mut [u8; 22]) {
    b[2..6].fill(0);
    for j in 0..16 {
        let (low, high) = (code(j), code(j + 16));
        b[6 + j] = low & 15 | (high & 15) << 4;
        b[2 + j / 8] |= (low >> 4) << (j % 8);
        b[4 + j / 8] |= (high >> 4) << (j % 8);
    }
}
