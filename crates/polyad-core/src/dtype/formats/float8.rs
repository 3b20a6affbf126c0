//! Floats of one byte: 8-bit ones, and 6-bit ones in the low bits of a byte.
//!
//! `fn` formats have no infinity and saturate; `fnuz` formats have one NaN, no infinity and no -0, and overflow to NaN; the
//! others are as IEEE 754 would have them. Sources: OCP 8-bit floating point (OFP8) 1.0, OCP MX 1.0, ml_dtypes.

use super::minifloat::Minifloat;
use super::{Codec, DType, Kind, Spec, Storage};

macro_rules! float8 {
    ($(#[$doc:meta])* $spec:ident, $name:literal, [$($alias:literal),*], $format:expr) => {
        $(#[$doc])*
        pub(super) static $spec: Spec = Spec {
            name: $name,
            aliases: &[$($alias),*],
            kind: Kind::Float,
            storage: Storage::Plain,
            block_len: 1,
            block_bytes: 1,
            compute: DType::Float32,
            codec: Codec::Float {
                decode: |bytes, values| $format.decode_bytes(bytes, values),
                encode: |values, bytes| $format.encode_bytes(values, bytes),
                encode_weighted: None,
            },
            flaw: |bytes| $format.first_flaw(bytes),
        };
    };
}

float8! {
    /// `Float8E4M3FN`: OCP 8-bit float to 448: no infinity, saturates.
    E4M3FN, "float8_e4m3fn", ["e4m3fn"], Minifloat::nan_only(4, 3)
}
float8! {
    /// `Float8E5M2`: OCP 8-bit float with infinity, to 57,344.
    E5M2, "float8_e5m2", ["e5m2"], Minifloat::ieee(5, 2)
}
float8! {
    /// `Float8E4M3`: 8-bit float with infinity, to 240.
    E4M3, "float8_e4m3", [], Minifloat::ieee(4, 3)
}
float8! {
    /// `Float8E3M4`: 8-bit float with infinity, to 15.5.
    E3M4, "float8_e3m4", ["e3m4"], Minifloat::ieee(3, 4)
}
float8! {
    /// `Float8E4M3FNUZ`: 8-bit float to 240: one NaN, no infinity, no -0.
    E4M3FNUZ, "float8_e4m3fnuz", ["e4m3fnuz"], Minifloat::fnuz(4, 3, 8)
}
float8! {
    /// `Float8E5M2FNUZ`: 8-bit float to 57,344: one NaN, no infinity, no -0.
    E5M2FNUZ, "float8_e5m2fnuz", ["e5m2fnuz"], Minifloat::fnuz(5, 2, 16)
}
float8! {
    /// `Float8E4M3B11FNUZ`: 8-bit float of bias 11, to 30: one NaN, no infinity, no -0.
    E4M3B11FNUZ, "float8_e4m3b11fnuz", ["e4m3b11fnuz"], Minifloat::fnuz(4, 3, 11)
}
float8! {
    /// `Float6E2M3FN`: OCP 6-bit float to 7.5, one a byte.
    E2M3FN, "float6_e2m3fn", ["e2m3", "e2m3fn"], Minifloat::finite(2, 3)
}
float8! {
    /// `Float6E3M2FN`: OCP 6-bit float to 28, one a byte.
    E3M2FN, "float6_e3m2fn", ["e3m2", "e3m2fn"], Minifloat::finite(3, 2)
}
