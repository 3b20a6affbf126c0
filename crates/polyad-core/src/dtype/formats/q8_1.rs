//! q8_1: 32 elements in 36 bytes, a float16 scale `d`, `d` times the sum of the codes as float16, 8-bit codes; `y = code * d`.
//!
//! It holds activations between two steps of a dot product, never weights: no file stores it.

use super::scaled::{self, argmax_abs, f16_at, f16_code, inverse, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q8_1`: ggml: 32 8-bit codes, a float16 scale and a sum; activations only.
pub(super) static SPEC: Spec = Spec {
    name: "q8_1",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 32,
    block_bytes: 36,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<32, 36>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for (y, &code) in y.iter_mut().zip(&b[4..]) {
                    *y = f32::from(code as i8) * d;
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode::<32, 36>(values, bytes, |x, b| {
                let top = argmax_abs(x);
                let d = x[top].abs() / 127.0;
                let id = inverse(d);
                put_f16(d, top, b)?;
                let mut sum = 0.0;
                for (code, x) in b[4..].iter_mut().zip(x) {
                    let rounded = (x * id).round() as i8;
                    sum += f32::from(rounded);
                    *code = rounded as u8;
                }
                // No element needs the sum, so one past float16 does not refuse the block; as in ggml it is infinite.
                b[2..4].copy_from_slice(&f16_code(sum * d).to_le_bytes());
                Ok(())
            })
        },
        encode_weighted: None,
    },
    // A sum past float16 is infinite, and no flaw.
    flaw: |bytes| flaw::scales::<36>(bytes, &[0]),
};
