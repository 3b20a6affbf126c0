//! iq2_s: 256 elements in 82 bytes; every 8 elements have a 10-bit index into a codebook of 8 magnitudes and 8 sign bits,
//! every 16 a 4-bit scale, which counts in units of the float16 `d`; `y = d * (scale + 1/2) / 4 * magnitude`.

use std::sync::LazyLock;

use super::codebook::{self, entries, put_signed};
use super::iquant::{Again, IQuant};
use super::lattice::Lattice;
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Iq2S`: ggml: 2.56 bits an element by a codebook of 1024 entries.
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
        encode: |values, bytes| scaled::encode::<256, 82>(values, bytes, |x, b| encode(x, None, b)),
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::scales::<82>(bytes, &[0]),
};

static LATTICE: LazyLock<Lattice<8>> = LazyLock::new(|| Lattice::new(codebook::IQ2S, |magnitude| magnitude / 20, 3, 1));

static FORMAT: IQuant<8> = IQuant {
    lattice: &LATTICE,
    levels: 3,
    group: 16,
    even: false,
    spread: 2.0,
    floor: 0.25,
    tiny: 1e-8,
    trials: 9,
    step: 0.1,
    by_fit: false,
    again: Again::Others,
    factor: 0.9875,
};

/// One block.
fn encode(x: &[f32; 256], importance: Option<&[f32; 256]>, b: &mut [u8; 82]) -> Result<(), (usize, &'static str)> {
    b.fill(0);
    let Some(parts) = FORMAT.encode(x, importance, b)? else { return Ok(()) };
    for (i, (entry, signs)) in parts.entries.iter().zip(parts.signs).enumerate() {
        b[2 + i] = *entry as u8;
        b[34 + i] = signs;
        b[66 + i / 4] |= ((entry >> 8) as u8) << (i % 4 * 2);
    }
    for (g, scale) in parts.scales.iter().enumerate() {
        b[74 + g / 2] |= scale << (g % 2 * 4);
    }
    Ok(())
}
