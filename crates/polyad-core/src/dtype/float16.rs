//! float16: IEEE binary16.

use super::minifloat::Minifloat;
use super::{Codec, DType, Kind, Spec, Storage};

const FORMAT: Minifloat = Minifloat { exponent_bits: 5, mantissa_bits: 10 };

pub(super) static SPEC: Spec = Spec {
    name: "float16",
    aliases: &["f16", "half"],
    kind: Kind::Float,
    storage: Storage::Plain,
    block_len: 1,
    block_bytes: 2,
    compute: DType::Float32,
    codec: Codec::Float {
        decode: |bytes, values| {
            for (v, b) in values.iter_mut().zip(bytes.as_chunks().0) {
                *v = decode(u16::from_le_bytes(*b));
            }
        },
        encode: |values, bytes| {
            for (v, b) in values.iter().zip(bytes.as_chunks_mut().0) {
                *b = encode(*v).to_le_bytes();
            }
            Ok(())
        },
    },
};

/// The code nearest to `x`, ties to even; overflow gives infinity.
pub(super) fn encode(x: f64) -> u16 {
    FORMAT.encode(x) as u16
}

/// The value of a code.
pub(super) fn decode(code: u16) -> f64 {
    FORMAT.decode(u32::from(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_survives_a_round_trip() {
        for code in 0..=u16::MAX {
            let value = decode(code);
            if value.is_nan() {
                assert!(decode(encode(value)).is_nan());
            } else {
                assert_eq!(encode(value), code);
            }
        }
        assert_eq!(encode(1.0), 0x3c00);
    }
}
