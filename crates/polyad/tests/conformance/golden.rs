//! The reference values in `golden/`.

use std::path::PathBuf;

/// The path of a file.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../golden").join(name)
}

/// A whole file.
pub(crate) fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The rows of a table of tab-separated cells, without its heading.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let text = String::from_utf8(bytes(name)).unwrap();
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// A number written as `0x...`.
pub(crate) fn hex(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Bytes written as hexadecimal digits.
pub(crate) fn hex_bytes(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

/// The numbers of a float32 `.npy` file of version 1.
pub(crate) fn floats(name: &str) -> Vec<f32> {
    let file = bytes(name);
    assert_eq!(&file[..8], b"\x93NUMPY\x01\x00", "{name}");
    let head = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
    assert!(String::from_utf8_lossy(&file[10..head]).contains("'descr': '<f4', 'fortran_order': False"), "{name}");
    file[head..].as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect()
}
