//! iq4_nl: 32 elements in 18 bytes, a float16 scale `d`, 4-bit codes into 16 unevenly spaced values; `y = d * value`.

use super::fit::{TINY, sum_squares, weigh};
use super::scaled::{self, argmax_abs, f16_at, inverse, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Iq4Nl`: ggml: 32 4-bit codes of uneven values and a float16 scale.
pub(super) static SPEC: Spec = Spec {
    name: "iq4_nl",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 32,
    block_bytes: 18,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<32, 18>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for j in 0..16 {
                    y[j] = d * VALUES[usize::from(b[2 + j] & 15)];
                    y[j + 16] = d * VALUES[usize::from(b[2 + j] >> 4)];
                }
            });
        },
        encode: |values, bytes| scaled::encode::<32, 18>(values, bytes, |x, b| encode(x, None, b)),
        encode_weighted: Some(|row, importance, bytes| {
            scaled::encode_weighted(row, importance, bytes, |x, w, _, b| encode(x, Some(w), b))
        }),
    },
    flaw: |bytes| flaw::scales::<18>(bytes, &[0]),
};

/// The values of the codes, dense near zero, where weights are.
pub(super) const VALUES: [f32; 16] =
    [-127.0, -104.0, -83.0, -65.0, -49.0, -35.0, -22.0, -10.0, 1.0, 13.0, 25.0, 38.0, 53.0, 69.0, 89.0, 113.0];

/// The code whose value is nearest, the higher of two as near.
pub(super) fn nearest_code(x: f32) -> u8 {
    VALUES.windows(2).filter(|pair| x + x >= pair[0] + pair[1]).count() as u8
}

/// The scale of 32 elements: of 16 that take the largest for a code near the lowest, the one that explains most.
pub(super) fn scale(x: &[f32], w: &[f32]) -> f32 {
    let top = x[argmax_abs(x)];
    if top.abs() < TINY {
        return 0.0;
    }
    let sums = |id: f32| {
        x.iter().zip(w).fold((0.0, 0.0), |(xq, qq), (x, w)| {
            let q = VALUES[usize::from(nearest_code(id * x))];
            (xq + w * q * x, qq + w * q * q)
        })
    };
    let (xq, qq) = sums(1.0 / (-top / VALUES[0]));
    let mut scale = if qq > 0.0 { xq / qq } else { 0.0 };
    let mut explained = scale * xq;
    for step in -7..=7 {
        let (xq, qq) = sums((step as f32 + VALUES[0]) / top);
        if qq > 0.0 && xq * xq > explained * qq {
            scale = xq / qq;
            explained = scale * xq;
        }
    }
    scale
}

/// What elements weigh: their squares, or importance with a spread of two mean squares of the block.
pub(super) fn weights<const N: usize>(x: &[f32; N], importance: Option<&[f32; N]>) -> [f32; N] {
    let mut w = x.map(|x| x * x);
    if let Some(importance) = importance {
        weigh(x, importance, sum_squares(x) * (2.0 / N as f32), &mut w);
    }
    w
}

/// One block.
fn encode(x: &[f32; 32], importance: Option<&[f32; 32]>, b: &mut [u8; 18]) -> Result<(), (usize, &'static str)> {
    let d = scale(x, &weights(x, importance));
    put_f16(d, argmax_abs(x), b)?;
    let id = inverse(d);
    for j in 0..16 {
        b[2 + j] = nearest_code(id * x[j]) | nearest_code(id * x[j + 16]) << 4;
    }
    Ok(())
}
