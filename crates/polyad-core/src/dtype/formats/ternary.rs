//! ternary: -1, 0 or 1 in two bits, low bits first (00 = 0, 01 = 1, 11 = -1; 10 is no number).
//!
//! Code 10 is refused where bytes come in from outside; decoded all the same it reads as two's complement, -2.

use super::{Codec, DType, Flaw, Kind, Spec, Storage, flaw};

/// `Ternary`: -1, 0 or 1 in two bits.
pub(super) static SPEC: Spec = Spec {
    name: "ternary",
    aliases: &[],
    kind: Kind::Signed,
    storage: Storage::Packed,
    block_len: 4,
    block_bytes: 1,
    compute: DType::Int8,
    codec: Codec::Signed {
        decode: |bytes, values| {
            for (four, &b) in values.chunks_exact_mut(4).zip(bytes) {
                for (i, v) in four.iter_mut().enumerate() {
                    *v = i64::from((b << (6 - 2 * i)) as i8 >> 6);
                }
            }
        },
        // The sign, so that casts saturate.
        encode: |values, bytes| {
            for (four, b) in values.chunks_exact(4).zip(bytes) {
                *b = four.iter().rev().fold(0, |byte, v| byte << 2 | (v.signum() as u8 & 3));
            }
        },
    },
    flaw: |bytes| flaw::first(bytes, |b: &[u8; 1]| b[0] >> 1 & !b[0] & 0x55 != 0).map(|i| (i, Flaw::Code)),
};

/// Index of the first element whose code is no number, among `elements` packed ones.
pub(crate) fn first_invalid(bytes: &[u8], elements: usize) -> Option<usize> {
    (0..elements).find(|&i| bytes[i / 4] >> (2 * (i % 4)) & 3 == 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_lie_low_bits_first() {
        let Codec::Signed { decode, encode } = &SPEC.codec else { unreachable!() };
        let mut byte = [0];
        encode(&[1, -1, 0, -7], &mut byte);
        assert_eq!(byte, [0b11_00_11_01]);
        let mut values = [0; 4];
        decode(&byte, &mut values);
        assert_eq!(values, [1, -1, 0, -1]);
        assert_eq!(first_invalid(&[0b10_00_00_00], 4), Some(3));
        assert_eq!(first_invalid(&[0b10_00_00_00], 3), None);
    }
}
