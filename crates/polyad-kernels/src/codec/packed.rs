//! Integers narrower than a byte, low bits first: ternary, which is encoded by sign, and those that wrap.

use polyad_core::{DType, Reject};

use crate::tier::multiversion;

multiversion! {
    fn decode_all[const BITS: usize, const PER_BYTE: usize, const SIGNED: bool][BITS, PER_BYTE, SIGNED](src: &[u8], dst: &mut [u8]) {
        let (groups, rest) = dst.as_chunks_mut::<PER_BYTE>();
        assert!(rest.is_empty() && groups.len() == src.len());
        for (group, &b) in groups.iter_mut().zip(src) {
            for (i, v) in group.iter_mut().enumerate() {
                // The element in the highest bits, so that a shift down brings its sign along.
                let top = b << (8 - BITS - i * BITS);
                *v = if SIGNED { (top as i8 >> (8 - BITS)) as u8 } else { top >> (8 - BITS) };
            }
        }
    }
}

multiversion! {
    fn encode_all[const BITS: usize, const PER_BYTE: usize, const SIGN: bool][BITS, PER_BYTE, SIGN](src: &[u8], dst: &mut [u8]) {
        let (groups, rest) = src.as_chunks::<PER_BYTE>();
        assert!(rest.is_empty() && groups.len() == dst.len());
        for (group, b) in groups.iter().zip(dst) {
            let code = |v: u8| (if SIGN { (v as i8).signum() as u8 } else { v }) & ((1 << BITS) - 1);
            *b = group.iter().enumerate().fold(0, |byte, (i, &v)| byte | code(v) << (i * BITS));
        }
    }
}

/// A decoder and an encoder of one dtype: bits, elements a byte, whether they have a sign, whether only that is kept.
macro_rules! packed {
    ($decode:ident, $encode:ident: $bits:literal, $per_byte:literal, $signed:literal, $sign:literal) => {
        pub(super) fn $decode(src: &[u8], dst: &mut [u8]) {
            decode_all::<$bits, $per_byte, $signed>(src, dst);
        }

        pub(super) fn $encode(src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
            encode_all::<$bits, $per_byte, $sign>(src, dst);
            Ok(())
        }
    };
}

packed!(decode_ternary, encode_ternary: 2, 4, true, true);
packed!(decode_int4, encode_int4: 4, 2, true, false);
packed!(decode_uint4, encode_uint4: 4, 2, false, false);
packed!(decode_int2, encode_int2: 2, 4, true, false);
packed!(decode_uint2, encode_uint2: 2, 4, false, false);
packed!(decode_uint1, encode_uint1: 1, 8, false, false);

/// Turns the packed elements of every byte around: from the low bits first to the high bits first, or back.
///
/// ```
/// use polyad_core::DType;
/// let mut bytes = [0x12, 0x34];
/// polyad_kernels::codec::swap_bit_order(DType::UInt4, &mut bytes);
/// assert_eq!(bytes, [0x21, 0x43]);
/// ```
pub fn swap_bit_order(dtype: DType, bytes: &mut [u8]) {
    assert!(dtype.is_packed());
    match dtype.block_len() {
        2 => swap_all::<4>(bytes),
        4 => swap_all::<2>(bytes),
        _ => swap_all::<1>(bytes),
    }
}

multiversion! {
    fn swap_all[const BITS: usize][BITS](bytes: &mut [u8]) {
        for b in bytes {
            let halves = b.rotate_left(4);
            let quarters = if BITS <= 2 { (halves & 0x33) << 2 | halves >> 2 & 0x33 } else { halves };
            *b = if BITS == 1 { (quarters & 0x55) << 1 | quarters >> 1 & 0x55 } else { quarters };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{decode, encode, plain};
    use crate::tier::each_tier;
    use polyad_core::DType;

    #[test]
    fn every_byte_is_as_the_plain_codec_has_it() {
        each_tier(|tier| {
            for &dtype in DType::ALL.iter().filter(|d| d.is_packed() && !d.is_float()) {
                let codes: Vec<u8> = (0..=255).collect();
                let n = 256 * dtype.block_len();
                let (mut fast, mut slow) = (vec![0; n], vec![0; n]);
                decode(dtype, &codes, &mut fast);
                plain::decode(dtype, &codes, &mut slow);
                assert_eq!(fast, slow, "{dtype} {tier:?}");
                let wide: Vec<u8> = (0..n).map(|i| (i * 37 % 256) as u8).collect();
                let (mut fast, mut slow) = (vec![0; 256], vec![0; 256]);
                encode(dtype, &wide, &mut fast).unwrap();
                plain::encode(dtype, &wide, &mut slow).unwrap();
                assert_eq!(fast, slow, "{dtype} {tier:?}");
            }
        });
    }
}
