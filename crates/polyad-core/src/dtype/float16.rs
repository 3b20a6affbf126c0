//! float16: IEEE binary16. Rounds half to even, overflows to infinity; a NaN stays a quiet NaN of its sign.

use super::{Codec, DType, Kind, Spec, Storage, flaw, minifloat};

pub(super) static SPEC: Spec = Spec {
    name: "float16",
    aliases: &["f16", "half"],
    kind: Kind::Float,
    storage: Storage::Plain,
    block_len: 1,
    block_bytes: 2,
    compute: DType::Float32,
    codec: Codec::Float { decode: minifloat::decode::<5, 10>, encode: minifloat::encode::<5, 10> },
    flaw: |bytes| flaw::two_bytes(bytes, flaw::FLOAT16),
};
