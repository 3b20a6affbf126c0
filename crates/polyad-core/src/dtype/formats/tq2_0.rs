//! tq2_0: 256 elements in 66 bytes, -1, 0 or 1 times a float16 scale `d`, 2-bit codes; `y = (code - 1) * d`.

use super::kquant::{put_two_bits, two_bits};
use super::scaled::{self, argmax_abs, f16_at, inverse, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Tq2_0`: ggml: 256 2-bit codes of -1, 0 and 1 and a float16 scale.
pub(super) static SPEC: Spec = Spec {
    name: "tq2_0",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 66,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 66>(bytes, values, |b, y| {
                let d = f16_at(b, 64);
                for (e, y) in y.iter_mut().enumerate() {
                    *y = (f32::from(two_bits(b, e)) - 1.0) * d;
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode::<256, 66>(values, bytes, |x, b| {
                let top = argmax_abs(x);
                let d = x[top].abs();
                let id = inverse(d);
                put_f16(d, top, &mut b[64..])?;
                put_two_bits(x.iter().map(|x| ((x * id).round() + 1.0) as u8), &mut b[..64]);
                Ok(())
            })
        },
        encode_weighted: None,
    },
    flaw: |bytes| flaw::scales::<66>(bytes, &[64]),
};
