//! q6_K: 256 elements in 210 bytes, planes of 4 low and 2 high bits; every 16 elements have an 8-bit scale, which counts in
//! units of the float16 `d`; `y = d * scale * (code - 32)`.

use super::fit::{TINY, nearest, scale};
use super::kquant::{put_two_bits, recode, two_bits};
use super::scaled::{self, argmax_abs, f16_at, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q6K`: ggml: 256 6-bit codes, 8-bit scales in units of a float16.
pub(super) static SPEC: Spec = Spec {
    name: "q6_K",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 210,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 210>(bytes, values, |b, y| {
                let d = f16_at(b, 208);
                for (e, y) in y.iter_mut().enumerate() {
                    let code = low(&b[..128], e) | two_bits(&b[128..192], e) << 4;
                    *y = d * f32::from(b[192 + e / 16] as i8) * (f32::from(code) - 32.0);
                }
            });
        },
        encode: |values, bytes| scaled::encode::<256, 210>(values, bytes, |x, b| encode(x, None, b)),
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::scales::<210>(bytes, &[208]),
};

/// The four low bits of element `e`: in a run of 128, the first 64 elements have the low nibbles, the others the high ones.
fn low(nibbles: &[u8], e: usize) -> u8 {
    nibbles[e / 128 * 64 + e % 64] >> (e / 64 % 2 * 4) & 15
}

/// One block.
fn encode(x: &[f32; 256], importance: Option<&[f32; 256]>, b: &mut [u8; 210]) -> Result<(), (usize, &'static str)> {
    b.fill(0);
    let squares = x.map(|x| x * x);
    let weights = importance.unwrap_or(&squares);
    let (mut codes, mut scales) = ([0; 256], [0.0; 16]);
    for (g, (x, codes)) in x.as_chunks::<16>().0.iter().zip(codes.as_chunks_mut::<16>().0).enumerate() {
        scales[g] = scale(x, &weights[16 * g..], 32, codes);
    }
    let largest = scales[argmax_abs(&scales)];
    if largest.abs() < TINY {
        return Ok(());
    }
    let inverse = -128.0 / largest;
    put_f16(1.0 / inverse, argmax_abs(x), &mut b[208..])?;
    let words = scales.map(|scale| nearest(inverse * scale).clamp(-128, 127) as i8);
    recode(x, f16_at(b, 208), &words, 32, &mut codes);
    for (e, code) in codes.iter().enumerate() {
        b[e / 128 * 64 + e % 64] |= ((code + 32) as u8 & 15) << (e / 64 % 2 * 4);
    }
    put_two_bits(codes.iter().map(|code| (code + 32) as u8 >> 4), &mut b[128..192]);
    b[192..208].copy_from_slice(&words.map(|word| word as u8));
    Ok(())
}
