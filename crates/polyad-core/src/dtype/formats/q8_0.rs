//! q8_0: 32 elements in 34 bytes, a float16 scale `d` and 32 signed codes; `y = code * d`.

use super::scaled::{self, argmax_abs, f16_at, inverse, put_f16};
use super::{Codec, DType, Kind, Spec, Storage, flaw};

/// `Q8_0`: ggml: 32 8-bit codes and a float16 scale.
pub(super) static SPEC: Spec = Spec {
    name: "q8_0",
    aliases: &[],
    kind: Kind::Float,
    storage: Storage::Scaled,
    block_len: 32,
    block_bytes: 34,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            scaled::decode::<32, 34>(bytes, values, |b, y| {
                let d = f16_at(b, 0);
                for (y, &code) in y.iter_mut().zip(&b[2..]) {
                    *y = f32::from(code as i8) * d;
                }
            });
        },
        encode: |values, bytes| {
            scaled::encode::<32, 34>(values, bytes, |x, b| {
                let top = argmax_abs(x);
                let d = x[top].abs() / 127.0;
                let id = inverse(d);
                put_f16(d, top, b)?;
                for (code, x) in b[2..].iter_mut().zip(x) {
                    *code = (x * id).round() as i8 as u8;
                }
                Ok(())
            })
        },
        encode_weighted: None,
    },
    flaw: |bytes| flaw::scales::<34>(bytes, &[0]),
};
