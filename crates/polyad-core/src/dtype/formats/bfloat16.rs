//! bfloat16: the upper half of binary32. Rounds half to even, overflows to infinity; a NaN stays a quiet NaN of its sign.

use super::minifloat::Minifloat;
use super::{Codec, DType, Kind, Spec, Storage, flaw};

pub(super) const FORMAT: Minifloat = Minifloat::ieee(8, 7);

/// `BFloat16`: The upper half of binary32.
pub(super) static SPEC: Spec = Spec {
    name: "bfloat16",
    aliases: &["bf16"],
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
    flaw: |bytes| flaw::two_bytes(bytes, flaw::BFLOAT16),
};
