//! q2_K: 256 elements in 84 bytes, 2-bit codes; every 16 elements have a 4-bit scale and a 4-bit minimum, which count in
//! units of the float16 `d` and `dmin`; `y = d * scale * code - dmin * minimum`.

use super::fit::Search;
use super::kquant::{Affine, put_two_bits, two_bits};
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q2K`: ggml: 256 2-bit codes, 4-bit scales and minima in units of two float16.
pub(super) static SPEC: Spec = Spec {
    name: "q2_K",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 84,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 84>(bytes, values, |b, y| {
                let (d, dmin) = (f16_at(b, 80), f16_at(b, 82));
                for (e, y) in y.iter_mut().enumerate() {
                    let (scale, minimum) = (d * f32::from(b[e / 16] & 15), dmin * f32::from(b[e / 16] >> 4));
                    *y = scale * f32::from(two_bits(&b[16..80], e)) - minimum;
                }
            });
        },
        encode: |values, bytes| scaled::encode::<256, 84>(values, bytes, |x, b| encode(x, None, b)),
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::scales::<84>(bytes, &[80, 82]),
};

static AFFINE: Affine = Affine {
    group: 16,
    top: 15,
    search: Search { n: 3, first: -0.5, step: 0.1, trials: 16, cost: f32::abs },
    weigh: |x, w| w.iter_mut().zip(x).for_each(|(w, x)| *w = x.abs()),
    spread: 1.0,
    place: 80,
};

/// One block.
fn encode(x: &[f32; 256], importance: Option<&[f32; 256]>, b: &mut [u8; 84]) -> Result<(), (usize, &'static str)> {
    let parts = AFFINE.encode(x, importance, b)?;
    for (word, (scale, minimum)) in b.iter_mut().zip(parts.scales.iter().zip(parts.minima)) {
        *word = *scale as u8 | (minimum as u8) << 4;
    }
    put_two_bits(parts.codes.iter().map(|&code| code as u8), &mut b[16..80]);
    Ok(())
}
