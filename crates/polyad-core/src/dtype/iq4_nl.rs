//! iq4_nl: 32 elements in 18 bytes, a float16 scale `d`, 4-bit codes into 16 unevenly spaced values; `y = d * value`.

use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "iq4_nl",
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
                    y[j] = d * VALUES[usize::from(b[2 + j] & 15)];
                    y[j + 16] = d * VALUES[usize::from(b[2 + j] >> 4)];
                }
            });
        },
        encode: scaled::no_encoder,
    },
    flaw: |bytes| flaw::scales::<18>(bytes, &[0]),
};

/// The values of the codes, dense near zero, where weights are.
pub(super) const VALUES: [f32; 16] =
    [-127.0, -104.0, -83.0, -65.0, -49.0, -35.0, -22.0, -10.0, 1.0, 13.0, 25.0, 38.0, 53.0, 69.0, 89.0, 113.0];
