//! q8_1: 32 elements in 36 bytes, a float16 scale `d`, `d` times the sum of the codes as float16, 8-bit codes; `y = code * d`.
//!
//! It holds activations between two steps of a dot product, never weights: no file stores it.

use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

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
        encode: scaled::no_encoder,
    },
    // A sum past float16 is infinite, and no flaw.
    flaw: |bytes| flaw::scales::<36>(bytes, &[0]),
};
