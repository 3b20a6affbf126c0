//! int4, uint4, int2, uint2, int1, uint1: two's complement integers narrower than a byte, low bits first; encoding wraps.

use super::{Codec, DType, Kind, Spec, Storage, flaw};

macro_rules! packed {
    ($(#[$doc:meta])* $spec:ident, $name:literal, $bits:literal, $kind:ident, $compute:ident, $wide:ty, $value:expr) => {
        $(#[$doc])*
        pub(super) static $spec: Spec = Spec {
            name: $name,
            aliases: &[],
            kind: Kind::$kind,
            storage: Storage::Packed,
            block_len: 8 / $bits,
            block_bytes: 1,
            compute: DType::$compute,
            codec: Codec::$kind {
                decode: |bytes, values| {
                    for (group, &b) in values.chunks_exact_mut(8 / $bits).zip(bytes) {
                        for (i, v) in group.iter_mut().enumerate() {
                            // The element in the highest bits, so that a shift down brings its sign along.
                            let top: u8 = b << (8 - $bits - i * $bits);
                            *v = $value(top, 8 - $bits);
                        }
                    }
                },
                encode: |values, bytes| {
                    for (group, b) in values.chunks_exact(8 / $bits).zip(bytes) {
                        let mask: $wide = (1 << $bits) - 1;
                        *b = group.iter().rev().fold(0, |byte, v| byte << $bits | (v & mask) as u8);
                    }
                },
            },
            flaw: flaw::none,
        };
    };
}

fn signed(top: u8, down: usize) -> i64 {
    (top as i8 >> down).into()
}

fn unsigned(top: u8, down: usize) -> u64 {
    (top >> down).into()
}

packed! {
    /// `Int4`: 4-bit two's complement, two a byte.
    INT4, "int4", 4, Signed, Int8, i64, signed
}
packed! {
    /// `UInt4`: 4-bit unsigned, two a byte.
    UINT4, "uint4", 4, Unsigned, UInt8, u64, unsigned
}
packed! {
    /// `Int2`: 2-bit two's complement, four a byte.
    INT2, "int2", 2, Signed, Int8, i64, signed
}
packed! {
    /// `UInt2`: 2-bit unsigned, four a byte.
    UINT2, "uint2", 2, Unsigned, UInt8, u64, unsigned
}
packed! {
    /// `Int1`: One bit, 0 or -1, eight a byte.
    INT1, "int1", 1, Signed, Int8, i64, signed
}
packed! {
    /// `UInt1`: One bit, eight a byte.
    UINT1, "uint1", 1, Unsigned, UInt8, u64, unsigned
}
