//! tq1_0: 256 elements in 54 bytes, -1, 0 or 1 times a float16 scale `d`, five base-3 digits a byte.
//!
//! A byte is the fraction of 256 that its digits are of 243, rounded up, so that multiplying by 3 brings the next digit
//! to the top. The last four bytes hold four digits.

use super::scaled::{self, argmax_abs, f16_at, inverse, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Tq1_0`: ggml: 256 base-3 digits and a float16 scale.
pub(super) static SPEC: Spec = Spec {
    name: "tq1_0",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 256,
    block_bytes: 54,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<256, 54>(bytes, values, |b, y| {
                let d = f16_at(b, 52);
                for (e, y) in y.iter_mut().enumerate() {
                    let (at, n) = place(e);
                    let fraction = b[at].wrapping_mul(3u8.pow(n));
                    let digit = (u16::from(fraction) * 3) >> 8;
                    *y = (f32::from(digit) - 1.0) * d;
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode::<256, 54>(values, bytes, |x, b| {
                let top = argmax_abs(x);
                let d = x[top].abs();
                let id = inverse(d);
                put_f16(d, top, &mut b[52..])?;
                let mut numbers = [0u16; 52];
                for (e, x) in x.iter().enumerate() {
                    let (at, n) = place(e);
                    let digit = ((x * id).round() + 1.0) as u16;
                    numbers[at] += digit.min(2) * 3u16.pow(4 - n);
                }
                for (byte, number) in b.iter_mut().zip(numbers) {
                    *byte = (number * 256).div_ceil(243) as u8;
                }
                Ok(())
            })
        },
        encode_weighted: None,
    },
    flaw: |bytes| flaw::scales::<54>(bytes, &[52]),
};

/// The byte that holds element `e`, and which of its digits that is, the highest first.
fn place(e: usize) -> (usize, u32) {
    match e {
        0..160 => (e % 32, e as u32 / 32),
        160..240 => (32 + (e - 160) % 16, (e as u32 - 160) / 16),
        _ => (48 + (e - 240) % 4, (e as u32 - 240) / 4),
    }
}
