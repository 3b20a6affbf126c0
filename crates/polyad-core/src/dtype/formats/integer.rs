//! int8 to int64 and uint8 to uint64: two's complement, little-endian; encoding wraps.

use super::{Codec, DType, Kind, Spec, Storage, flaw};

macro_rules! integer {
    ($(#[$doc:meta])* $spec:ident, $t:ty, $variant:ident, $kind:ident, $name:literal, [$($alias:literal),*]) => {
        $(#[$doc])*
        pub(super) static $spec: Spec = Spec {
            name: $name,
            aliases: &[$($alias),*],
            kind: Kind::$kind,
            storage: Storage::Plain,
            block_len: 1,
            block_bytes: size_of::<$t>(),
            compute: DType::$variant,
            codec: Codec::$kind {
                decode: |bytes, values| {
                    for (v, b) in values.iter_mut().zip(bytes.as_chunks().0) {
                        *v = <$t>::from_le_bytes(*b).into();
                    }
                },
                encode: |values, bytes| {
                    for (v, b) in values.iter().zip(bytes.as_chunks_mut().0) {
                        *b = (*v as $t).to_le_bytes();
                    }
                },
            },
            flaw: flaw::none,
        };
    };
}

integer! {
    /// `Int8`: 8-bit two's complement.
    INT8, i8, Int8, Signed, "int8", ["i8"]
}
integer! {
    /// `Int16`: 16-bit two's complement.
    INT16, i16, Int16, Signed, "int16", ["i16"]
}
integer! {
    /// `Int32`: 32-bit two's complement.
    INT32, i32, Int32, Signed, "int32", ["i32"]
}
integer! {
    /// `Int64`: 64-bit two's complement.
    INT64, i64, Int64, Signed, "int64", ["i64"]
}
integer! {
    /// `UInt8`: 8-bit unsigned.
    UINT8, u8, UInt8, Unsigned, "uint8", ["u8"]
}
integer! {
    /// `UInt16`: 16-bit unsigned.
    UINT16, u16, UInt16, Unsigned, "uint16", ["u16"]
}
integer! {
    /// `UInt32`: 32-bit unsigned.
    UINT32, u32, UInt32, Unsigned, "uint32", ["u32"]
}
integer! {
    /// `UInt64`: 64-bit unsigned.
    UINT64, u64, UInt64, Unsigned, "uint64", ["u64"]
}
