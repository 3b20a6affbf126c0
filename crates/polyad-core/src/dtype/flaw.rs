//! Bytes that no encoder writes: a block that holds no numbers, or none that can be computed with.

/// What can be wrong with the bytes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Flaw {
    /// A plain number that is NaN.
    Nan,
    /// A plain number that is infinite.
    Infinite,
    /// A scale or minimum that is NaN: no element of the block has a value.
    NanScale,
    /// A scale or minimum that is infinite: no element of the block has a value.
    InfiniteScale,
    /// Bits that stand for no value.
    Code,
}

/// Finds the first block with a flaw among whole blocks.
pub(super) type FindFlaw = fn(&[u8]) -> Option<(usize, Flaw)>;

/// For dtypes in which all bytes are fine.
pub(super) fn none(_: &[u8]) -> Option<(usize, Flaw)> {
    None
}

/// The first of `N` bytes each for which `is` holds.
pub(super) fn first<const N: usize>(bytes: &[u8], is: impl Fn(&[u8; N]) -> bool) -> Option<usize> {
    bytes.as_chunks().0.iter().position(is)
}

/// NaN and infinities of a two-byte float whose exponent has the bits of `exponent`.
pub(super) fn two_bytes(bytes: &[u8], exponent: u16) -> Option<(usize, Flaw)> {
    let code = |b: &[u8; 2]| u16::from_le_bytes(*b);
    let i = first(bytes, |b| code(b) & exponent == exponent)?;
    let mantissa = code(bytes[2 * i..].first_chunk()?) & !exponent & 0x7fff;
    Some((i, if mantissa == 0 { Flaw::Infinite } else { Flaw::Nan }))
}

/// The exponent of float16.
pub(super) const FLOAT16: u16 = 0x7c00;
/// The exponent of bfloat16.
pub(super) const BFLOAT16: u16 = 0x7f80;

/// Blocks of `N` bytes with float16 scales and minima at these places.
pub(super) fn scales<const N: usize>(bytes: &[u8], places: &[usize]) -> Option<(usize, Flaw)> {
    let flaw = |b: &[u8; N]| places.iter().find_map(|&at| two_bytes(&b[at..at + 2], FLOAT16));
    let i = first(bytes, |b| flaw(b).is_some())?;
    match flaw(bytes[N * i..].first_chunk()?)?.1 {
        Flaw::Nan => Some((i, Flaw::NanScale)),
        _ => Some((i, Flaw::InfiniteScale)),
    }
}

/// Blocks of `N` bytes with a scale that this function reads.
pub(super) fn first_scale<const N: usize>(bytes: &[u8], scale: impl Fn(&[u8; N]) -> f32) -> Option<(usize, Flaw)> {
    let i = first(bytes, |b| !scale(b).is_finite())?;
    let is_nan = scale(bytes[N * i..].first_chunk()?).is_nan();
    Some((i, if is_nan { Flaw::NanScale } else { Flaw::InfiniteScale }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codec, DType};

    #[test]
    fn every_code_of_the_narrow_floats_is_as_it_decodes() {
        for dtype in [DType::Float16, DType::BFloat16] {
            let Codec::Float { decode, .. } = dtype.codec() else { unreachable!() };
            for code in 0..=u16::MAX {
                let (bytes, mut value) = (code.to_le_bytes(), [0.0]);
                decode(&bytes, &mut value);
                let flaw = match value[0] {
                    x if x.is_nan() => Some((0, Flaw::Nan)),
                    x if x.is_infinite() => Some((0, Flaw::Infinite)),
                    _ => None,
                };
                assert_eq!(dtype.first_flaw(&bytes), flaw, "{dtype} {code:#x}");
            }
        }
    }

    #[test]
    fn the_first_of_many_is_found_at_every_place() {
        for at in [0, 1, 65, 200] {
            let mut values = vec![1.5f32; 201];
            values[at] = f32::NEG_INFINITY;
            values[200] = f32::NAN;
            let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
            let flaw = if at == 200 { Flaw::Nan } else { Flaw::Infinite };
            assert_eq!(DType::Float32.first_flaw(&bytes), Some((at, flaw)));
        }
        let complex: Vec<u8> = [1.0, 2.0, 3.0, f64::NAN].iter().flat_map(|x| x.to_le_bytes()).collect();
        assert_eq!(DType::Complex128.first_flaw(&complex), Some((1, Flaw::Nan)));
    }

    #[test]
    fn a_block_without_values_is_told_by_its_scale() {
        for (dtype, places) in [
            (DType::Q4_0, &[0][..]),
            (DType::Q4_1, &[0, 2]),
            (DType::Q5_0, &[0]),
            (DType::Q5_1, &[0, 2]),
            (DType::Q8_0, &[0]),
        ] {
            let n = dtype.block_bytes();
            // All codes of all ones, and the scale finite.
            let mut bytes = vec![0xff; 3 * n];
            for block in bytes.chunks_mut(n) {
                places.iter().for_each(|&at| block[at..at + 2].copy_from_slice(&[0xff, 0x7b]));
            }
            assert_eq!(dtype.first_flaw(&bytes), None, "{dtype}");
            for &at in places {
                for (high, flaw) in [(0xfe, Flaw::NanScale), (0xfc, Flaw::InfiniteScale)] {
                    let mut damaged = bytes.clone();
                    damaged[n + at..][..2].copy_from_slice(&[0, high]);
                    assert_eq!(dtype.first_flaw(&damaged), Some((1, flaw)), "{dtype} {at}");
                }
            }
        }
        let mut bytes = [0xff; 34];
        bytes[0] = 254;
        assert_eq!(DType::Mxfp4.first_flaw(&bytes), Some((1, Flaw::NanScale)));
    }

    #[test]
    fn codes_without_a_value_are_told() {
        assert_eq!(DType::Bool.first_flaw(&[0, 1, 2, 1]), Some((2, Flaw::Code)));
        assert_eq!(DType::Ternary.first_flaw(&[0b11_01_00_11, 0b00_10_00_00]), Some((1, Flaw::Code)));
        assert_eq!(DType::Int8.first_flaw(&[0x80, 0xff]), None);
    }
}
