//! q2_K: 256 elements in 84 bytes, 2-bit codes; every 16 elements have a 4-bit scale and a 4-bit minimum, which count in
//! units of the float16 `d` and `dmin`; `y = d * scale * code - dmin * minimum`.

use super::kquant::two_bits;
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "q2_K",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 84,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 84>(bytes, values, |b, y| {
                let (d, dmin) = (f16_at(b, 80), f16_at(b, 82));
                for (e, y) in y.iter_mut().enumerate() {
                    let (scale, minimum) = (d * f32::from(b[e / 16] & 15), dmin * f32::from(b[e / 16] >> 4));
                    *y = scale * f32::from(two_bits(&b[16..80], e)) - minimum;
                }
            });
        },
        encode: scaled::no_encoder,
    },
    flaw: |bytes| flaw::scales::<84>(bytes, &[80, 82]),
};
