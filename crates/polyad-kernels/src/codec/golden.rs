//! The reference values in `golden/`, read for tests.

use std::path::PathBuf;

/// The reference formats: our dtype and the name of its files.
pub(crate) const SCALED: [&str; 6] = ["q8_0", "q4_0", "q4_1", "q5_0", "q5_1", "mxfp4"];

/// Elements a row of the reference matrices, and the row whose bytes are unspecified (subnormal float32).
pub(crate) const ROW: usize = 1024;
pub(crate) const UNSPECIFIED_ROW: usize = 11;

pub(crate) fn bytes(name: &str) -> Vec<u8> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden")).join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

pub(crate) fn text(name: &str) -> String {
    String::from_utf8(bytes(name)).expect("text")
}

/// The numbers of a float32 `.npy` file of version 1.
pub(crate) fn floats(name: &str) -> Vec<f32> {
    let file = bytes(name);
    assert_eq!(&file[..8], b"\x93NUMPY\x01\x00");
    let head = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
    assert!(String::from_utf8_lossy(&file[10..head]).contains("'descr': '<f4', 'fortran_order': False"));
    file[head..].as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect()
}

/// Rows of a tab-separated file without its header.
pub(crate) fn table(name: &str) -> Vec<Vec<String>> {
    text(name).lines().skip(1).map(|l| l.split('\t').map(String::from).collect()).collect()
}

/// A number written as `0x...`.
pub(crate) fn hex(s: &str) -> u64 {
    u64::from_str_radix(s.trim_start_matches("0x"), 16).expect("a hexadecimal number")
}
