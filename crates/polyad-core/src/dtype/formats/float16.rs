//! float16: IEEE binary16. Rounds half to even, overflows to infinity; a NaN stays a quiet NaN of its sign.

use super::minifloat::Minifloat;
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(in crate::dtype) const FORMAT: Minifloat = Minifloat::ieee(5, 10);

/// `Float16`: IEEE binary16.
pub(super) static SPEC: Spec = Spec {
    name: "float16",
    aliases: &["f16", "half"],
    kind: Kind::Float,
    storage: Storage::Plain,
    block_len: 1,
    block_bytes: 2,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |b, v| FORMAT.decode_words(b, v),
        encode: |v, b| FORMAT.encode_words(v, b),
        encode_weighted: None,
    },
    flaw: |bytes| flaw::two_bytes(bytes, flaw::FLOAT16),
};
