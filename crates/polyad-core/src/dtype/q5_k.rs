//! q5_K: 256 elements in 176 bytes, a plane of fifth bits and one of 4-bit codes; scales and minima as in q4_K;
//! `y = d * scale * code - dmin * minimum`.

use super::kquant::{nibble, six_bits};
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "q5_K",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 176,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 176>(bytes, values, |b, y| {
                let (d, dmin) = (f16_at(b, 0), f16_at(b, 2));
                for (e, y) in y.iter_mut().enumerate() {
                    let (scale, minimum) = six_bits(&b[4..16], e / 32);
                    let code = nibble(&b[48..], e) | (b[16 + e % 32] >> (e / 32) & 1) << 4;
                    *y = d * f32::from(scale) * f32::from(code) - dmin * f32::from(minimum);
                }
            });
        },
        encode: scaled::no_encoder,
    },
    flaw: |bytes| flaw::scales::<176>(bytes, &[0, 2]),
};
