//! q2_0: 64 elements in 18 bytes, a float16 scale `d`, 2-bit codes, four a byte; `y = (code - 1) * d`.

use super::scaled::{self, argmax_abs, f16_at, inverse, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q2_0`: ggml: 64 2-bit codes and a float16 scale.
pub(super) static SPEC: Spec = Spec {
    name: "q2_0",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 64,
    block_bytes: 18,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<64, 18>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for (e, y) in y.iter_mut().enumerate() {
                    let code = b[2 + e / 4] >> (2 * (e % 4)) & 3;
                    *y = (f32::from(code) - 1.0) * d;
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode::<64, 18>(values, bytes, |x, b| {
                let top = argmax_abs(x);
                let d = x[top].abs();
                let id = inverse(d);
                put_f16(d, top, b)?;
                b[2..].fill(0);
                for (e, &x) in x.iter().enumerate() {
                    let code = ((x * id).round() + 1.0) as u8;
                    b[2 + e / 4] |= code.min(3) << (2 * (e % 4));
                }
                Ok(())
            })
        },
        encode_weighted: None,
    },
    flaw: |bytes| flaw::scales::<18>(bytes, &[0]),
};
