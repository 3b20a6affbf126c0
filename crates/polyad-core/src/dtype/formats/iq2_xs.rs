//! iq2_xs: 256 elements in 74 bytes; every 8 elements have a 9-bit index into a codebook of 8 magnitudes and a 7-bit sign
//! index, every 16 a 4-bit scale, which counts in units of the float16 `d`; `y = d * (scale + 1/2) / 4 * magnitude`.

use std::sync::LazyLock;

use super::codebook::{self, entries, even_signs, put_signed};
use super::iquant::{Again, IQuant};
use super::lattice::Lattice;
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Iq2Xs`: ggml: 2.31 bits an element by a codebook of 512 entries.
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
        encode: scaled::needs_importance,
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::scales::<74>(bytes, &[0]),
};

static LATTICE: LazyLock<Lattice<8>> =
    LazyLock::new(|| Lattice::new(codebook::IQ2XS, |magnitude| magnitude / 20, 3, 2));

static FORMAT: IQuant<8> = IQuant {
    lattice: &LATTICE,
    levels: 3,
    group: 16,
    even: true,
    spread: 1.0,
    floor: 0.0,
    tiny: 1e-15,
    trials: 9,
    step: 0.1,
    by_fit: false,
    again: Again::Others,
    factor: 1.0,
};

/// One block.
fn encode(x: &[f32; 256], importance: Option<&[f32; 256]>, b: &mut [u8; 74]) -> Result<(), (usize, &'static str)> {
    b.fill(0);
    let Some(parts) = FORMAT.encode(x, importance, b)? else { return Ok(()) };
    for (i, (entry, signs)) in parts.entries.iter().zip(parts.signs).enumerate() {
        let word = entry | u16::from(signs & 127) << 9;
        b[2 + 2 * i..][..2].copy_from_slice(&word.to_le_bytes());
    }
    for (g, scale) in parts.scales.iter().enumerate() {
        b[66 + g / 2] |= scale << (g % 2 * 4);
    }
    Ok(())
}
