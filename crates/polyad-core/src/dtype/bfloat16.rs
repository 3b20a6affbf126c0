//! bfloat16: the upper half of binary32. Rounds half to even, overflows to infinity; a NaN stays a quiet NaN of its sign.

use super::{Codec, DType, Kind, Spec, Storage, flaw, minifloat};

pub(super) static SPEC: Spec = Spec {
    name: "bfloat16",
    aliases: &["bf16"],
    kind: Kind::Float,
    storage: Storage::Plain,
    block_len: 1,
    block_bytes: 2,
    compute: DType::Float32,
    codec: Codec::Float { decode: minifloat::decode::<8, 7>, encode: minifloat::encode::<8, 7> },
    flaw: |bytes| flaw::two_bytes(bytes, flaw::BFLOAT16),
};
