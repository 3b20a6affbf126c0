//! iq3_xxs: 256 elements in 98 bytes; every 4 elements have an 8-bit index into a codebook of 4 magnitudes, every 8 a 7-bit
//! sign index, every 32 a 4-bit scale, which counts in units of the float16 `d`; `y = d * (scale + 1/2) / 2 * magnitude`.

use super::codebook::{self, entries, even_signs, put_signed};
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "iq3_xxs",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 98,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 98>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for (i, y) in y.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                    let word = &b[66 + i / 8 * 4..];
                    let word = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                    let scale = d * (0.5 + (word >> 28) as f32) * 0.5;
                    let signs = even_signs(word >> (i / 2 % 4 * 7)) >> (i % 2 * 4);
                    put_signed(&entries::<4>(codebook::IQ3XXS)[usize::from(b[2 + i])], signs, scale, y);
                }
            });
        },
        encode: scaled::no_encoder,
        encode_weighted: None,
    },
    flaw: |bytes| flaw::scales::<98>(bytes, &[0]),
};
