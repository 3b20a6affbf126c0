//! q5_1: 32 elements in 24 bytes, float16 scale `d` and minimum `m`, 32 fifth bits and 4-bit codes, two a byte; `y = code * d + m`.

use super::fit::{self, Search};
use super::scaled::{self, argmax_abs, f16_at, inverse, min_max, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q5_1`: ggml: 32 5-bit codes, a float16 scale and a minimum.
pub(super) static SPEC: Spec = Spec {
    name: "q5_1",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 32,
    block_bytes: 24,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<32, 24>(bytes, values, |b, y| {
                let (d, m) = (f16_at(b, 0), f16_at(b, 2));
                for j in 0..16 {
                    let low = b[8 + j] & 15 | fifth(b, j) << 4;
                    let high = b[8 + j] >> 4 | fifth(b, j + 16) << 4;
                    y[j] = f32::from(low) * d + m;
                    y[j + 16] = f32::from(high) * d + m;
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode::<32, 24>(values, bytes, |x, b| {
                let (lo, hi) = min_max(x);
                let d = (hi - lo) / 31.0;
                let id = inverse(d);
                put_f16(d, argmax_abs(x), b)?;
                put_f16(lo, argmax_abs(x), &mut b[2..])?;
                let code = |x: f32| (((x - lo) * id + 0.5) as u8).min(31);
                put_codes(|j| code(x[j]), b);
                Ok(())
            })
        },
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted::<32, 24>(row, importance, bytes, |x, importance, mean, b| {
                let (mut w, mut codes) = ([0.0; 32], [0; 32]);
                fit::weigh(x, importance, mean, &mut w);
                let (d, minimum) = Search::weighted(31).scale_and_minimum(x, &w, &mut codes);
                put_f16(d, argmax_abs(x), b)?;
                put_f16(-minimum, argmax_abs(x), &mut b[2..])?;
                put_codes(|j| codes[j] as u8, b);
                Ok(())
            })
        }),
    },
    flaw: |bytes| flaw::scales::<24>(bytes, &[0, 2]),
};

/// The fifth bit of element `j`.
fn fifth(b: &[u8; 24], j: usize) -> u8 {
    b[4 + j / 8] >> (j % 8) & 1
}

/// Packs a code for each element.
fn put_codes(code: impl Fn(usize) -> u8, b: &mut [u8; 24]) {
    b[4..8].fill(0);
    for j in 0..16 {
        let (low, high) = (code(j), code(j + 16));
        b[8 + j] = low & 15 | (high & 15) << 4;
        b[4 + j / 8] |= (low >> 4) << (j % 8);
        b[6 + j / 8] |= (high >> 4) << (j % 8);
    }
}
