//! iq2_xxs: 256 elements in 66 bytes; every 32 elements have four 8-bit indices into a codebook of 8 magnitudes, four 7-bit
//! sign indices and a 4-bit scale, which counts in units of the float16 `d`; `y = d * (scale + 1/2) / 4 * magnitude`.

use std::sync::LazyLock;

use super::codebook::{self, entries, even_signs, put_signed};
use super::iquant::{Again, IQuant};
use super::lattice::Lattice;
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Iq2Xxs`: ggml: 2.06 bits an element by a codebook of 256 entries.
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
        encode: scaled::needs_importance,
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::scales::<66>(bytes, &[0]),
};

static LATTICE: LazyLock<Lattice<8>> =
    LazyLock::new(|| Lattice::new(codebook::IQ2XXS, |magnitude| magnitude / 20, 3, 2));

static FORMAT: IQuant<8> = IQuant {
    lattice: &LATTICE,
    levels: 3,
    group: 32,
    even: true,
    spread: 1.0,
    floor: 0.0,
    tiny: 1e-15,
    trials: 6,
    step: 0.1,
    by_fit: true,
    again: Again::All,
    factor: 1.0,
};

/// One block.
fn encode(x: &[f32; 256], importance: Option<&[f32; 256]>, b: &mut [u8; 66]) -> Result<(), (usize, &'static str)> {
    b.fill(0);
    let Some(parts) = FORMAT.encode(x, importance, b)? else { return Ok(()) };
    for (g, group) in b[2..].as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let mut word = u32::from(parts.scales[g]) << 28;
        for (l, index) in group[..4].iter_mut().enumerate() {
            *index = parts.entries[4 * g + l] as u8;
            word |= u32::from(parts.signs[4 * g + l] & 127) << (7 * l);
        }
        group[4..].copy_from_slice(&word.to_le_bytes());
    }
    Ok(())
}
