//! iq2_xs: 256 elements in 74 bytes; every 8 elements have a 9-bit index into a codebook of 8 magnitudes and a 7-bit sign
//! index, every 16 a 4-bit scale, which counts in units of the float16 `d`; `y = d * (scale + 1/2) / 4 * magnitude`.

use super::codebook::{self, entries, even_signs, put_signed};
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "iq2_xs",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 74,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 74>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for (i, y) in y.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                    let word = u16::from_le_bytes([b[2 + 2 * i], b[3 + 2 * i]]);
                    let scale = d * (0.5 + f32::from(b[66 + i / 4] >> (i / 2 % 2 * 4) & 15)) * 0.25;
                    let magnitudes = &entries::<8>(codebook::IQ2XS)[usize::from(word & 511)];
                    put_signed(magnitudes, even_signs(u32::from(word >> 9)), scale, y);
                }
            });
        },
        encode: scaled::no_encoder,
        encode_weighted: None,
    },
    flaw: |bytes| flaw::scales::<74>(bytes, &[0]),
};
