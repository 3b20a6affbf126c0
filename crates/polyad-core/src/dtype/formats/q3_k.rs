//! q3_K: 256 elements in 110 bytes, a plane of third bits and one of 2-bit codes; every 16 elements have a 6-bit scale,
//! which counts in units of the float16 `d`; `y = d * (scale - 32) * (code - 4)`.

use super::fit::{nearest, scale, scale_by_moves, sum_squares, weigh};
use super::kquant::{put_two_bits, recode, two_bits};
use super::scaled::{self, argmax_abs, f16_at, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q3K`: ggml: 256 3-bit codes, 6-bit scales in units of a float16.
pub(super) static SPEC: Spec = Spec {
    name: "q3_K",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 110,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 110>(bytes, values, |b, y| {
                let d = f16_at(b, 108);
                for (e, y) in y.iter_mut().enumerate() {
                    let code = two_bits(&b[32..96], e) | (b[e % 32] >> (e / 32) & 1) << 2;
                    *y = d * (f32::from(word(&b[96..108], e / 16)) - 32.0) * (f32::from(code) - 4.0);
                }
            });
        },
        encode: |values, bytes| scaled::encode::<256, 110>(values, bytes, |x, b| encode(x, None, b)),
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::scales::<110>(bytes, &[108]),
};

/// The 6-bit scale of the `s`-th 16 elements: four low bits in the first eight bytes, two high ones in the last four.
fn word(words: &[u8], s: usize) -> u8 {
    words[s % 8] >> (s / 8 * 4) & 15 | (words[8 + s % 4] >> (s / 4 * 2) & 3) << 4
}

/// One block.
fn encode(x: &[f32; 256], importance: Option<&[f32; 256]>, b: &mut [u8; 110]) -> Result<(), (usize, &'static str)> {
    let (mut codes, mut scales, mut words) = ([0; 256], [0.0; 16], [0; 16]);
    let groups = x.as_chunks::<16>().0.iter().zip(codes.as_chunks_mut::<16>().0);
    let d = match importance {
        None => {
            for ((x, codes), scale) in groups.zip(&mut scales) {
                *scale = scale_by_moves(x, &x.map(|x| x * x), 4, codes);
            }
            let largest = scales[argmax_abs(&scales)];
            let inverse = -32.0 / largest;
            if largest == 0.0 {
                words.fill(-32);
                0.0
            } else {
                words = scales.map(|scale| nearest(inverse * scale).clamp(-32, 31) as i8);
                1.0 / inverse
            }
        }
        Some(importance) => {
            let spread = 2.0 * sum_squares(x) / 256.0;
            let mut weights = [0.0; 16];
            for (((x, codes), importance), (fitted, weight)) in
                groups.zip(importance.as_chunks::<16>().0).zip(scales.iter_mut().zip(&mut weights))
            {
                let mut w = [0.0; 16];
                weigh(x, importance, spread, &mut w);
                *weight = w.iter().fold(0.0, |sum, w| sum + w);
                *fitted = scale(x, &w, 4, codes);
            }
            scale(&scales, &weights, 32, &mut words)
        }
    };
    put_f16(d, argmax_abs(x), &mut b[108..])?;
    recode(x, f16_at(b, 108), &words, 4, &mut codes);
    b[..32].fill(0);
    b[96..108].fill(0);
    for (s, word) in words.iter().enumerate() {
        let word = (word + 32) as u8;
        b[96 + s % 8] |= (word & 15) << (s / 8 * 4);
        b[104 + s % 4] |= word >> 4 << (s / 4 * 2);
    }
    for (e, code) in codes.iter().enumerate() {
        b[e % 32] |= ((code + 4) as u8 >> 2) << (e / 32);
    }
    put_two_bits(codes.iter().map(|code| (code + 4) as u8), &mut b[32..96]);
    Ok(())
}
