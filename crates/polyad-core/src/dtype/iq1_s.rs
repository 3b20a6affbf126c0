//! iq1_s: 256 elements in 50 bytes; every 8 elements have an 11-bit index into a codebook of 8 values -1, 0 or 1, every 32 a
//! 3-bit scale, which counts in units of the float16 `d`, and a shift; `y = d * (2 * scale + 1) * (value + shift)`.

use super::codebook::{self, entries, put_shifted};
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "iq1_s",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 50,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 50>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for (i, y) in y.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                    let (g, l) = (i / 4, i % 4);
                    let word = u16::from_le_bytes([b[34 + 2 * g], b[35 + 2 * g]]);
                    let index = usize::from(b[2 + i]) | usize::from(word >> (3 * l) & 7) << 8;
                    let scale = d * f32::from(2 * (word >> 12 & 7) + 1);
                    put_shifted(&entries::<8>(codebook::IQ1S)[index], word >> 15 == 1, scale, y);
                }
            });
        },
        encode: scaled::no_encoder,
        encode_weighted: None,
    },
    flaw: |bytes| flaw::scales::<50>(bytes, &[0]),
};
