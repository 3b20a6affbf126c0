//! float64 and float32: themselves.

use super::{Codec, DType, Kind, Spec, Storage};

pub(super) static FLOAT64: Spec = Spec {
    name: "float64",
    aliases: &["f64", "double"],
    kind: Kind::Float,
    storage: Storage::Plain,
    block_len: 1,
    block_bytes: 8,
    compute: DType::Float64,
    codec: Codec::Float {
        decode: |bytes, values| {
            for (v, b) in values.iter_mut().zip(bytes.as_chunks().0) {
                *v = f64::from_le_bytes(*b);
            }
        },
        encode: |values, bytes| {
            for (v, b) in values.iter().zip(bytes.as_chunks_mut().0) {
                *b = v.to_le_bytes();
            }
            Ok(())
        },
    },
};

pub(super) static FLOAT32: Spec = Spec {
    name: "float32",
    aliases: &["f32"],
    kind: Kind::Float,
    storage: Storage::Plain,
    block_len: 1,
    block_bytes: 4,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            for (v, b) in values.iter_mut().zip(bytes.as_chunks().0) {
                *v = f32::from_le_bytes(*b).into();
            }
        },
        encode: |values, bytes| {
            for (v, b) in values.iter().zip(bytes.as_chunks_mut().0) {
                *b = (*v as f32).to_le_bytes();
            }
            Ok(())
        },
    },
};
