//! bool: one byte, 0 or 1. Bytes that come in by `from_bytes` or from a file are made so; who writes others through a
//! guard, or shares memory that holds others, gets them back from operations that move bytes.

use super::{Codec, DType, Flaw, Kind, Spec, Storage, flaw};

/// `Bool`: One byte, 0 or 1.
pub(super) static SPEC: Spec = Spec {
    name: "bool",
    aliases: &["bool_"],
    kind: Kind::Bool,
    storage: Storage::Plain,
    block_len: 1,
    block_bytes: 1,
    compute: DType::Bool,
    codec: Codec::Unsigned {
        decode: |bytes, values| {
            for (v, b) in values.iter_mut().zip(bytes) {
                *v = u64::from(*b != 0);
            }
        },
        encode: |values, bytes| {
            for (v, b) in values.iter().zip(bytes) {
                *b = u8::from(*v != 0);
            }
        },
    },
    flaw: |bytes| flaw::first(bytes, |b: &[u8; 1]| b[0] > 1).map(|i| (i, Flaw::Code)),
};
