//! ternary: four codes a byte, low bits first; decoded as two's complement, encoded by sign.

use polyad_core::Reject;

use crate::tier::multiversion;

multiversion! {
    pub(super) fn decode(src: &[u8], dst: &mut [u8]) {
        let (fours, rest) = dst.as_chunks_mut::<4>();
        assert!(rest.is_empty() && fours.len() == src.len());
        for (four, &b) in fours.iter_mut().zip(src) {
            for (i, v) in four.iter_mut().enumerate() {
                *v = ((b << (6 - 2 * i)) as i8 >> 6) as u8;
            }
        }
    }
}

pub(super) fn encode(src: &[u8], dst: &mut [u8]) -> Result<(), Reject> {
    encode_all(src, dst);
    Ok(())
}

multiversion! {
    fn encode_all(src: &[u8], dst: &mut [u8]) {
        let (fours, rest) = src.as_chunks::<4>();
        assert!(rest.is_empty() && fours.len() == dst.len());
        for (four, b) in fours.iter().zip(dst) {
            let sign = |v: u8| (v as i8).signum() as u8 & 3;
            *b = sign(four[0]) | sign(four[1]) << 2 | sign(four[2]) << 4 | sign(four[3]) << 6;
        }
    }
}
