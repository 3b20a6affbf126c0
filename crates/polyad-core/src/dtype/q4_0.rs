//! q4_0: 32 elements in 18 bytes, a float16 scale `d`, 4-bit codes, two a byte; `y = (code - 8) * d`.

use super::scaled::{self, argmax_abs, f16_at, inverse, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

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
                for j in 0..16 {
                    b[2 + j] = code(x[j]) | code(x[j + 16]) << 4;
                }
                Ok(())
            })
        },
    },
    flaw: |bytes| flaw::scales::<18>(bytes, &[0]),
};
