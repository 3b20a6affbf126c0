//! What the formats with blocks of 256 elements share: where bits lie.

/// The 2-bit code of element `e`: a run of 32 bytes holds 128 elements, 32 of them in each pair of bits.
pub(super) fn two_bits(bytes: &[u8], e: usize) -> u8 {
    bytes[e / 128 * 32 + e % 32] >> (e / 32 % 4 * 2) & 3
}

/// The 4-bit code of element `e`: a run of 32 bytes holds 64 elements, the first 32 of them in the low nibbles.
pub(super) fn nibble(bytes: &[u8], e: usize) -> u8 {
    bytes[e / 64 * 32 + e % 32] >> (e / 32 % 2 * 4) & 15
}

/// The `s`-th of eight 6-bit scales and of eight 6-bit minima in 12 bytes. The first four of each are the low bits of
/// a byte; the others have four bits in a byte of their own and two in the high bits left over.
pub(super) fn six_bits(words: &[u8], s: usize) -> (u8, u8) {
    match s {
        0..4 => (words[s] & 63, words[s + 4] & 63),
        _ => (words[s + 4] & 15 | words[s - 4] >> 6 << 4, words[s + 4] >> 4 | words[s] >> 6 << 4),
    }
}
