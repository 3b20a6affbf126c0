//! iq2_xxs: 256 elements in 66 bytes; every 32 elements have four 8-bit indices into a codebook of 8 magnitudes, four 7-bit
//! sign indices and a 4-bit scale, which counts in units of the float16 `d`; `y = d * (scale + 1/2) / 4 * magnitude`.

use super::codebook::{self, entries, even_signs, put_signed};
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "iq2_xxs",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 66,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 66>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for (group, y) in b[2..].as_chunks::<8>().0.iter().zip(y.as_chunks_mut::<32>().0) {
                    let word = u32::from_le_bytes([group[4], group[5], group[6], group[7]]);
                    let scale = d * (0.5 + (word >> 28) as f32) * 0.25;
                    for (l, y) in y.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                        let magnitudes = &entries::<8>(codebook::IQ2XXS)[usize::from(group[l])];
                        put_signed(magnitudes, even_signs(word >> (7 * l)), scale, y);
                    }
                }
            });
        },
        encode: scaled::no_encoder,
        encode_weighted: None,
    },
    flaw: |bytes| flaw::scales::<66>(bytes, &[0]),
};
