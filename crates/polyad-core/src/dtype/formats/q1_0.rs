//! q1_0: 128 elements in 18 bytes, a float16 scale `d` and a sign bit an element, set for `d`, clear for `-d`.

use super::scaled::{self, argmax_abs, f16_at, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q1_0`: ggml: 128 sign bits and a float16 scale.
pub(super) static SPEC: Spec = Spec {
    name: "q1_0",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 128,
    block_bytes: 18,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<128, 18>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for (e, y) in y.iter_mut().enumerate() {
                    *y = if b[2 + e / 8] >> (e % 8) & 1 == 1 { d } else { -d };
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode::<128, 18>(values, bytes, |x, b| {
                let mean = x.iter().fold(0.0, |sum, x| sum + x.abs()) / 128.0;
                put_f16(mean, argmax_abs(x), b)?;
                b[2..].fill(0);
                for (e, &x) in x.iter().enumerate() {
                    b[2 + e / 8] |= u8::from(x >= 0.0) << (e % 8);
                }
                Ok(())
            })
        },
        encode_weighted: None,
    },
    flaw: |bytes| flaw::scales::<18>(bytes, &[0]),
};
