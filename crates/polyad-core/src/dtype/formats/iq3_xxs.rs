//! iq3_xxs: 256 elements in 98 bytes; every 4 elements have an 8-bit index into a codebook of 4 magnitudes, every 8 a 7-bit
//! sign index, every 32 a 4-bit scale, which counts in units of the float16 `d`; `y = d * (scale + 1/2) / 2 * magnitude`.

use std::sync::LazyLock;

use super::codebook::{self, entries, even_signs, put_signed};
use super::iquant::{Again, IQuant};
use super::lattice::Lattice;
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Iq3Xxs`: ggml: 3.06 bits an element by a codebook of 256 entries.
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
        encode: |values, bytes| scaled::encode::<256, 98>(values, bytes, |x, b| encode(x, None, b)),
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::scales::<98>(bytes, &[0]),
};

static LATTICE: LazyLock<Lattice<4>> =
    LazyLock::new(|| Lattice::new(codebook::IQ3XXS, |magnitude| (magnitude - 4) / 8, 8, 2));

static FORMAT: IQuant<4> = IQuant {
    lattice: &LATTICE,
    levels: 8,
    group: 32,
    even: true,
    spread: 2.0,
    floor: 0.0,
    tiny: 1e-8,
    trials: 15,
    step: 0.2,
    by_fit: false,
    again: Again::Others,
    factor: 1.0125,
};

/// One block.
fn encode(x: &[f32; 256], importance: Option<&[f32; 256]>, b: &mut [u8; 98]) -> Result<(), (usize, &'static str)> {
    b.fill(0);
    let Some(parts) = FORMAT.encode(x, importance, b)? else { return Ok(()) };
    for (i, entry) in parts.entries.iter().enumerate() {
        b[2 + i] = *entry as u8;
    }
    for (g, place) in b[66..].as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let signs = (0..4).fold(0, |word, l| word | u32::from(parts.signs[4 * g + l] & 127) << (7 * l));
        *place = (signs | u32::from(parts.scales[g]) << 28).to_le_bytes();
    }
    Ok(())
}
