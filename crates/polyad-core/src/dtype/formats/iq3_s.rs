//! iq3_s: 256 elements in 110 bytes; every 4 elements have a 9-bit index into a codebook of 4 magnitudes and 4 sign bits,
//! every 32 a 4-bit scale, which counts in units of the float16 `d`; `y = d * (2 * scale + 1) * magnitude`.

use std::sync::LazyLock;

use super::codebook::{self, entries, put_signed};
use super::iquant::{Again, IQuant};
use super::lattice::Lattice;
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Iq3S`: ggml: 3.44 bits an element by a codebook of 512 entries.
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
        encode: |values, bytes| scaled::encode::<256, 110>(values, bytes, |x, b| encode(x, None, b)),
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::scales::<110>(bytes, &[0]),
};

static LATTICE: LazyLock<Lattice<4>> = LazyLock::new(|| Lattice::new(codebook::IQ3S, |magnitude| magnitude / 2, 8, 3));

static FORMAT: IQuant<4> = IQuant {
    lattice: &LATTICE,
    levels: 8,
    group: 32,
    even: false,
    spread: 2.0,
    floor: 0.0,
    tiny: 0.0,
    trials: 9,
    step: 0.2,
    by_fit: false,
    again: Again::All,
    factor: 1.033,
};

/// One block.
fn encode(x: &[f32; 256], importance: Option<&[f32; 256]>, b: &mut [u8; 110]) -> Result<(), (usize, &'static str)> {
    b.fill(0);
    let Some(parts) = FORMAT.encode(x, importance, b)? else { return Ok(()) };
    for (i, entry) in parts.entries.iter().enumerate() {
        b[2 + i] = *entry as u8;
        b[66 + i / 8] |= ((entry >> 8) as u8) << (i % 8);
    }
    b[74..106].copy_from_slice(&parts.signs);
    for (g, scale) in parts.scales[..8].iter().enumerate() {
        b[106 + g / 2] |= scale << (g % 2 * 4);
    }
    Ok(())
}
