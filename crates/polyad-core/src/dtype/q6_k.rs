//! q6_K: 256 elements in 210 bytes, planes of 4 low and 2 high bits; every 16 elements have an 8-bit scale, which counts in
//! units of the float16 `d`; `y = d * scale * (code - 32)`.

use super::kquant::two_bits;
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "q6_K",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 210,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 210>(bytes, values, |b, y| {
                let d = f16_at(b, 208);
                for (e, y) in y.iter_mut().enumerate() {
                    let code = low(&b[..128], e) | two_bits(&b[128..192], e) << 4;
                    *y = d * f32::from(b[192 + e / 16] as i8) * (f32::from(code) - 32.0);
                }
            });
        },
        encode: scaled::no_encoder,
    },
    flaw: |bytes| flaw::scales::<210>(bytes, &[208]),
};

/// The four low bits of element `e`: in a run of 128, the first 64 elements have the low nibbles, the others the high ones.
fn low(nibbles: &[u8], e: usize) -> u8 {
    nibbles[e / 128 * 64 + e % 64] >> (e / 64 % 2 * 4) & 15
}
