//! iq2_s: 256 elements in 82 bytes; every 8 elements have a 10-bit index into a codebook of 8 magnitudes and 8 sign bits,
//! every 16 a 4-bit scale, which counts in units of the float16 `d`; `y = d * (scale + 1/2) / 4 * magnitude`.

use super::codebook::{self, entries, put_signed};
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "iq2_s",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 82,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 82>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for (i, y) in y.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                    let index = usize::from(b[2 + i]) | usize::from(b[66 + i / 4] >> (i % 4 * 2) & 3) << 8;
                    let scale = d * (0.5 + f32::from(b[74 + i / 4] >> (i / 2 % 2 * 4) & 15)) * 0.25;
                    put_signed(&entries::<8>(codebook::IQ2S)[index], b[34 + i], scale, y);
                }
            });
        },
        encode: scaled::no_encoder,
        encode_weighted: None,
    },
    flaw: |bytes| flaw::scales::<82>(bytes, &[0]),
};
