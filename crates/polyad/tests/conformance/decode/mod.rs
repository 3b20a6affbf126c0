//! Whole tensors decoded from their bytes by the definitions of the formats, one element after the other: what the oracle
//! reads. It calls nothing of the library, whose dtypes are names here.

use polyad::DType;

use crate::oracle::Value;

mod floats;
mod ggml;
mod golden;
mod ints;
mod iq;

pub(crate) use floats::round;
pub(crate) use ints::wrap;

/// The element at a place of a block of bytes.
type Read = fn(&[u8], usize) -> Value;

/// Elements a block, bytes a block, and how an element is read.
fn format(dtype: DType) -> (usize, usize, Read) {
    floats::format(dtype)
        .or_else(|| ints::format(dtype))
        .or_else(|| ggml::format(dtype))
        .or_else(|| iq::format(dtype))
        .unwrap_or_else(|| panic!("{dtype} has no definition here"))
}

/// Every element of whole blocks.
pub(crate) fn decode(dtype: DType, bytes: &[u8]) -> Vec<Value> {
    let (len, size, read) = format(dtype);
    bytes.chunks_exact(size).flat_map(|block| (0..len).map(move |e| read(block, e))).collect()
}

fn u16_at(b: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([b[at], b[at + 1]])
}

fn u32_at(b: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([b[at], b[at + 1], b[at + 2], b[at + 3]])
}

#[test]
fn every_dtype_has_a_definition_of_its_size() {
    for &dtype in DType::ALL {
        let (len, size, _) = format(dtype);
        assert_eq!((len, size), (dtype.block_len(), dtype.block_bytes()), "{dtype}");
        assert_eq!(decode(dtype, &vec![0; 3 * size]).len(), 3 * len, "{dtype}");
    }
}
