//! q4_0: 32 elements in 18 bytes, a float16 scale `d`, 4-bit codes, two a byte; `y = (code - 8) * d`.

use super::fit;
use super::scaled::{self, argmax_abs, f16_at, inverse, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q4_0`: ggml: 32 4-bit codes and a float16 scale.
pub(super) static SPEC: Spec = Spec {
    name: "q4_0",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 32,
    block_bytes: 18,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<32, 18>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for j in 0..16 {
                    let (low, high) = (b[2 + j] & 15, b[2 + j] >> 4);
                    y[j] = (f32::from(low) - 8.0) * d;
                    y[j + 16] = (f32::from(high) - 8.0) * d;
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode::<32, 18>(values, bytes, |x, b| {
                let top = argmax_abs(x);
                let d = x[top] / -8.0;
                let id = inverse(d);
                put_f16(d, top, b)?;
                let code = |x: f32| ((x * id + 8.5) as u8).min(15);
                put_codes(|j| code(x[j]), b);
                Ok(())
            })
        },
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted::<32, 18>(row, importance, bytes, |x, importance, mean, b| {
                let (mut w, mut codes) = ([0.0; 32], [0; 32]);
                fit::weigh(x, importance, mean, &mut w);
                put_f16(fit::scale(x, &w, 8, &mut codes), argmax_abs(x), b)?;
                put_codes(|j| (codes[j] + 8) as u8, b);
                Ok(())
            })
        }),
    },
    flaw: |bytes| flaw::scales::<18>(bytes, &[0]),
};

/// Packs a code for each element.
fn put_codes(code: impl Fn(usize) -> u8, b: &mut [u8; 18]) {
    for j in 0..16 {
        b[2 + j] = code(j) | code(j + 16) << 4;
    }
}
