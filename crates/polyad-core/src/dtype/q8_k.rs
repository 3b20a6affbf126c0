//! q8_K: 256 elements in 292 bytes, a float32 scale `d`, 8-bit codes and the sum of every 16 of them; `y = d * code`.
//!
//! It holds activations between two steps of a dot product, weights hardly ever.

use super::scaled;
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "q8_K",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 292,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 292>(bytes, values, |b, y| {
                let d = f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
                for (y, &code) in y.iter_mut().zip(&b[4..260]) {
                    *y = d * f32::from(code as i8);
                }
            });
        },
        encode: scaled::no_encoder,
    },
    flaw: |bytes| flaw::first_scale(bytes, |b: &[u8; 292]| f32::from_le_bytes([b[0], b[1], b[2], b[3]])),
};
