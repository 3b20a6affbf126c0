//! float4_e2m1fn: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives, two a byte, low bits first. Saturates; NaN becomes 6 of
//! its sign. Source: OCP MX 1.0.

use super::minifloat::Minifloat;
use super::{Codec, DType, Kind, Spec, Storage, flaw};

const FORMAT: Minifloat = Minifloat::finite(2, 1);

/// `Float4E2M1FN`: OCP 4-bit float to 6, two a byte.
pub(super) static SPEC: Spec = Spec {
    name: "float4_e2m1fn",
    aliases: &["e2m1", "e2m1fn"],
    kind: Kind::Float,
    storage: Storage::Packed,
    block_len: 2,
    block_bytes: 1,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            for (two, &b) in values.as_chunks_mut().0.iter_mut().zip(bytes) {
                *two = [FORMAT.decode((b & 15).into()), FORMAT.decode((b >> 4).into())];
            }
        },
        encode: |values, bytes| {
            for ([low, high], b) in values.as_chunks().0.iter().zip(bytes) {
                *b = (FORMAT.encode(*low) | FORMAT.encode(*high) << 4) as u8;
            }
            Ok(())
        },
        encode_weighted: None,
    },
    flaw: flaw::none,
};
