//! mxfp4 (ggml's block): 32 elements in 17 bytes, a power-of-two scale and 32 float4_e2m1fn codes, two a byte.
//!
//! The scale byte `e` means `2^(e - 128)`, half of the OCP scale, and the code table holds twice the element's value.

use super::scaled::{self, argmax_abs};
use super::{Codec, DType, Flaw, Kind, Spec, Storage, flaw};

/// Twice the value of each code.
pub(super) const TWICE: [f32; 16] =
    [0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 0.0, -1.0, -2.0, -3.0, -4.0, -6.0, -8.0, -12.0];

/// `Mxfp4`: ggml's block of 32 float4_e2m1fn codes and a power-of-two scale.
pub(super) static SPEC: Spec = Spec {
    name: "mxfp4",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 32,
    block_bytes: 17,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<32, 17>(bytes, values, |b, y| {
                let half = half_scale(b[0]);
                for j in 0..16 {
                    y[j] = TWICE[usize::from(b[1 + j] & 15)] * half;
                    y[j + 16] = TWICE[usize::from(b[1 + j] >> 4)] * half;
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode_wide::<32, 17>(values, bytes, |x, b| {
                b[0] = scale_byte(x[argmax_abs(x)].abs());
                let half = half_scale(b[0]);
                for j in 0..16 {
                    b[1 + j] = nearest(x[j], half) | nearest(x[j + 16], half) << 4;
                }
                Ok(())
            })
        },
        encode_weighted: None,
    },
    // All ones stand for NaN in E8M0. Decoded all the same they read as a scale like the others, as they do in ggml.
    flaw: |bytes| flaw::first(bytes, |b: &[u8; 17]| b[0] == 0xff).map(|i| (i, Flaw::NanScale)),
};

/// `2^(e - 128)`; the two lowest are subnormal.
fn half_scale(e: u8) -> f32 {
    match e {
        0 | 1 => f32::from_bits(0x0020_0000 << e),
        _ => f32::from_bits(u32::from(e - 1) << 23),
    }
}

/// `floor(log2(amax)) - 2` with the bias 127, at least 0.
fn scale_byte(amax: f32) -> u8 {
    ((amax.to_bits() >> 23) as u8).saturating_sub(2)
}

/// The first of the codes with the least distance to `x`.
pub(super) fn nearest(x: f32, half: f32) -> u8 {
    let distance = |twice: f32| (twice * half - x).abs();
    let mut best = 0;
    for (code, &twice) in TWICE.iter().enumerate() {
        if distance(twice) < distance(TWICE[best]) {
            best = code;
        }
    }
    best as u8
}
