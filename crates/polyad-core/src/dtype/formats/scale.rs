//! The formats of block scales: float8_e8m0fnu, powers of two, and float8_ue4m3, the magnitudes of float8_e4m3fn.

use super::minifloat::Minifloat;
use super::{Codec, DType, Flaw, Kind, Spec, Storage, flaw};

/// 2^-127 to 2^127 by their exponent; 255 is NaN. Numbers between two powers go to the nearer one, from the middle on to
/// the larger; what is larger than all and what is not positive becomes NaN. Sources: OCP MX 1.0, ml_dtypes.
/// `Float8E8M0FNU`: A power of two: the scale of an OCP MX block.
pub(super) static E8M0FNU: Spec = Spec {
    name: "float8_e8m0fnu",
    aliases: &["e8m0", "e8m0fnu", "float8_e8m0"],
    kind: Kind::Float,
    storage: Storage::Plain,
    block_len: 1,
    block_bytes: 1,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            for (v, &b) in values.iter_mut().zip(bytes) {
                *v = if b == 255 { f64::NAN } else { 2f64.powi(i32::from(b) - 127) };
            }
        },
        encode: |values, bytes| {
            for (&v, b) in values.iter().zip(bytes) {
                *b = power(v);
            }
            Ok(())
        },
        encode_weighted: None,
    },
    flaw: |bytes| flaw::first(bytes, |b: &[u8; 1]| b[0] == 255).map(|i| (i, Flaw::Nan)),
};

fn power(x: f64) -> u8 {
    if x.is_nan() || x <= 0.0 {
        return 255;
    }
    // Below the normal numbers of binary32 the reference rounds up.
    if x < f64::from(f32::MIN_POSITIVE) {
        return u8::from(x > 2f64.powi(-127));
    }
    // The upper half of a binade carries into the exponent.
    let exponent = ((x.to_bits() + (1 << 51)) >> 52) as i32 - 1023;
    u8::try_from(exponent + 127).unwrap_or(255)
}

/// The magnitude of float8_e4m3fn; the highest bit is 0 and means nothing. Negative numbers become 0, what is too large 448.
/// Source: NVIDIA's NVFP4 scales.
/// `Float8UE4M3`: The magnitude of float8_e4m3fn: the scale of an NVFP4 block.
pub(super) static UE4M3: Spec = Spec {
    name: "float8_ue4m3",
    aliases: &["ue4m3"],
    kind: Kind::Float,
    storage: Storage::Plain,
    block_len: 1,
    block_bytes: 1,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            for (v, b) in values.iter_mut().zip(bytes) {
                *v = MAGNITUDE.decode((b & 0x7f).into());
            }
        },
        encode: |values, bytes| {
            for (&v, b) in values.iter().zip(bytes) {
                // A NaN of any sign is one; all else below zero is zero.
                *b = MAGNITUDE.encode(if v.is_nan() { f64::NAN } else { v.max(0.0) }) as u8 & 0x7f;
            }
            Ok(())
        },
        encode_weighted: None,
    },
    flaw: |bytes| flaw::first(bytes, |b: &[u8; 1]| b[0] & 0x7f == 0x7f).map(|i| (i, Flaw::Nan)),
};

const MAGNITUDE: Minifloat = Minifloat::nan_only(4, 3);
