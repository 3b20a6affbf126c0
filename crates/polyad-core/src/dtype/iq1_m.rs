//! iq1_m: 256 elements in 56 bytes; every 8 elements have an 11-bit index into a codebook of 8 values -1, 0 or 1 and a shift,
//! every 16 a 3-bit scale, which counts in units of the float16 `d`; `y = d * (2 * scale + 1) * (value + shift)`.
//!
//! `d` has no place of its own: its bits are the four that the scales leave free in each of their four 16-bit words.

use super::codebook::{self, entries, put_shifted};
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) static SPEC: Spec = Spec {
    name: "iq1_m",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 56,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 56>(bytes, values, |b, y| {
                let d = f16_at(&scale_bits(b).to_le_bytes(), 0);
                for (i, y) in y.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                    let t = b[32 + i / 2] >> (i % 2 * 4);
                    let index = usize::from(b[i]) | usize::from(t & 7) << 8;
                    let scale = d * f32::from(2 * (word(b, i / 8) >> (i / 2 % 4 * 3) & 7) + 1);
                    put_shifted(&entries::<8>(codebook::IQ1S)[index], t & 8 != 0, scale, y);
                }
            });
        },
        encode: scaled::no_encoder,
        encode_weighted: None,
    },
    flaw: |bytes| flaw::first_scale(bytes, |b: &[u8; 56]| f16_at(&scale_bits(b).to_le_bytes(), 0)),
};

/// The `i`-th of four words of scales.
fn word(b: &[u8; 56], i: usize) -> u16 {
    u16::from_le_bytes([b[48 + 2 * i], b[49 + 2 * i]])
}

/// The bits of `d`: the four highest of each word.
fn scale_bits(b: &[u8; 56]) -> u16 {
    (0..4).rev().fold(0, |bits, i| bits << 4 | word(b, i) >> 12)
}
