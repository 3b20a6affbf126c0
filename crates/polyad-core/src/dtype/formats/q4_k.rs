//! q4_K: 256 elements in 144 bytes, 4-bit codes; every 32 elements have a 6-bit scale and a 6-bit minimum, which count in
//! units of the float16 `d` and `dmin`; `y = d * scale * code - dmin * minimum`.

use super::fit::Search;
use super::kquant::{Affine, nibble, put_nibbles, put_six_bits, root_mean_square_and_magnitude, six_bits};
use super::scaled::{self, f16_at};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q4K`: ggml: 256 4-bit codes, 6-bit scales and minima in units of two float16.
pub(super) static SPEC: Spec = Spec {
    name: "q4_K",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 144,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 144>(bytes, values, |b, y| {
                let (d, dmin) = (f16_at(b, 0), f16_at(b, 2));
                for (e, y) in y.iter_mut().enumerate() {
                    let (scale, minimum) = six_bits(&b[4..16], e / 32);
                    let code = nibble(&b[16..], e);
                    *y = d * f32::from(scale) * f32::from(code) - dmin * f32::from(minimum);
                }
            });
        },
        encode: |values, bytes| scaled::encode::<256, 144>(values, bytes, |x, b| encode(x, None, b)),
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::scales::<144>(bytes, &[0, 2]),
};

static AFFINE: Affine = Affine {
    group: 32,
    top: 63,
    search: Search { n: 15, first: -1.0, step: 0.1, trials: 21, cost: |off| off * off },
    weigh: root_mean_square_and_magnitude,
    spread: 2.0,
    place: 0,
};

/// One block.
fn encode(x: &[f32; 256], importance: Option<&[f32; 256]>, b: &mut [u8; 144]) -> Result<(), (usize, &'static str)> {
    let parts = AFFINE.encode(x, importance, b)?;
    put_six_bits(&parts.scales, &parts.minima, &mut b[4..16]);
    put_nibbles(&parts.codes, &mut b[16..]);
    Ok(())
}
