//! q3_K: 256 elements in 110 bytes, a plane of third bits and one of 2-bit codes; every 16 elements have a 6-bit scale,
//! which counts in units of the float16 `d`; `y = d * (scale - 32) * (code - 4)`.

use super::kquant::two_bits;
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "q3_K",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 110,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 110>(bytes, values, |b, y| {
                let d = f16_at(b, 108);
                for (e, y) in y.iter_mut().enumerate() {
                    let code = two_bits(&b[32..96], e) | (b[e % 32] >> (e / 32) & 1) << 2;
                    *y = d * (f32::from(scale(&b[96..108], e / 16)) - 32.0) * (f32::from(code) - 4.0);
                }
            });
        },
        encode: scaled::no_encoder,
    },
    flaw: |bytes| flaw::scales::<110>(bytes, &[108]),
};

/// The 6-bit scale of the `s`-th 16 elements: four low bits in the first eight bytes, two high ones in the last four.
fn scale(words: &[u8], s: usize) -> u8 {
    words[s % 8] >> (s / 8 * 4) & 15 | (words[8 + s % 4] >> (s / 4 * 2) & 3) << 4
}
