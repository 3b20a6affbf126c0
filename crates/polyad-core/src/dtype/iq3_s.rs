//! iq3_s: 256 elements in 110 bytes; every 4 elements have a 9-bit index into a codebook of 4 magnitudes and 4 sign bits,
//! every 32 a 4-bit scale, which counts in units of the float16 `d`; `y = d * (2 * scale + 1) * magnitude`.

use super::codebook::{self, entries, put_signed};
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "iq3_s",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 110,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 110>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for (i, y) in y.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                    let index = usize::from(b[2 + i]) | usize::from(b[66 + i / 8] >> (i % 8) & 1) << 8;
                    let scale = d * f32::from(1 + 2 * (b[106 + i / 16] >> (i / 8 % 2 * 4) & 15));
                    put_signed(&entries::<4>(codebook::IQ3S)[index], b[74 + i / 2] >> (i % 2 * 4), scale, y);
                }
            });
        },
        encode: scaled::no_encoder,
        encode_weighted: None,
    },
    flaw: |bytes| flaw::scales::<110>(bytes, &[0]),
};
