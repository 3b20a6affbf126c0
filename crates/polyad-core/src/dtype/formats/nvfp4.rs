//! nvfp4 (ggml's block): 64 elements in 36 bytes, float4_e2m1fn codes, two a byte; every 16 elements have an unsigned
//! float8_e4m3fn scale. The float32 scale of the whole tensor that files may carry beside it is not part of the block.

use super::mxfp4::{TWICE, nearest};
use super::scaled::{self, argmax_abs};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Nvfp4`: ggml's block of 64 float4_e2m1fn codes and four float8 scales.
pub(super) static SPEC: Spec = Spec {
    name: "nvfp4",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 64,
    block_bytes: 36,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<64, 36>(bytes, values, |b, y| {
                for (e, y) in y.iter_mut().enumerate() {
                    let (s, j) = (e / 16, e % 16);
                    let code = b[4 + 8 * s + j % 8] >> (j / 8 * 4) & 15;
                    *y = TWICE[usize::from(code)] * half_scale(b[s]);
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode_wide::<64, 36>(values, bytes, |x, b| {
                b.fill(0);
                for (s, x) in x.as_chunks::<16>().0.iter().enumerate() {
                    b[s] = scale_byte(x[argmax_abs(x)].abs() / 6.0);
                    let half = half_scale(b[s]);
                    // Far past the largest number all codes are equally far away in float32, and the first of them is 0.
                    let near = |x: f32| nearest(x.clamp(-FAR, FAR), half);
                    for j in 0..8 {
                        b[4 + 8 * s + j] = near(x[j]) | near(x[j + 8]) << 4;
                    }
                }
                Ok(())
            })
        },
        encode_weighted: None,
    },
    // Every byte is a scale to ggml.
    flaw: flaw::none,
};

/// Well past the largest number, 2688: what is larger becomes that.
const FAR: f32 = 16384.0;

/// Half of the scale, as the code table holds twice the value: 0x7f (NaN) gives 0. The highest bit means nothing
/// otherwise, as it does in ggml: 0xff gives 240.
fn half_scale(byte: u8) -> f32 {
    let (exponent, mantissa) = (byte >> 3 & 15, f32::from(byte & 7));
    match byte {
        0x7f => 0.0,
        _ if exponent == 0 => mantissa / 1024.0,
        _ => (8.0 + mantissa) / 2048.0 * f32::from(1u16 << exponent),
    }
}

/// The byte of a scale. Rounds as ggml does, which is not to nearest: half up by the next bit, and whatever has the exponent
/// of 256 or more becomes 448.
fn scale_byte(scale: f32) -> u8 {
    const LOWEST: f32 = 1.0 / 64.0;
    if scale < LOWEST {
        return (scale * 512.0 + 0.5).min(7.0) as u8;
    }
    if scale >= 256.0 {
        return 0x7e;
    }
    // Cut to four bits of mantissa; adding one and dropping the last rounds half up and carries into the exponent.
    let above = (scale.to_bits() >> 19) - (LOWEST.to_bits() >> 19);
    ((above + 16 + 1) >> 1).min(0x7e) as u8
}
