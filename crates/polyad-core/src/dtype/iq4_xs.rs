//! iq4_xs: 256 elements in 136 bytes, codes as in iq4_nl; every 32 elements have a 6-bit scale, which counts in units of the
//! float16 `d`; `y = d * (scale - 32) * value`.

use super::iq4_nl::VALUES;
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "iq4_xs",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 136,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 136>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                let high = u16::from_le_bytes([b[2], b[3]]);
                for (e, y) in y.iter_mut().enumerate() {
                    let g = e / 32;
                    let scale = b[4 + g / 2] >> (g % 2 * 4) & 15 | ((high >> (2 * g) & 3) as u8) << 4;
                    let code = b[8 + 16 * g + e % 16] >> (e / 16 % 2 * 4) & 15;
                    *y = d * (f32::from(scale) - 32.0) * VALUES[usize::from(code)];
                }
            });
        },
        encode: scaled::no_encoder,
    },
    flaw: |bytes| flaw::scales::<136>(bytes, &[0]),
};
