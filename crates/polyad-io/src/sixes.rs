//! 6-bit floats: one a byte in memory, four in three bytes in safetensors, low bits first.

/// Codes in so many bytes.
const GROUP: usize = 4;
const PACKED: usize = 3;

/// Spreads packed codes over a byte each: `out` has four bytes for every three of `packed`.
pub(crate) fn unpack(packed: &[u8], out: &mut [u8]) {
    for (&[a, b, c], codes) in packed.as_chunks::<PACKED>().0.iter().zip(out.as_chunks_mut::<GROUP>().0) {
        let word = u32::from_le_bytes([a, b, c, 0]);
        *codes = [0, 6, 12, 18].map(|at| (word >> at) as u8 & 63);
    }
}

/// Codes on their way to a file, which come in pieces of any length.
#[derive(Debug, Default)]
pub(crate) struct Packer {
    /// Codes that do not fill a group yet.
    rest: Vec<u8>,
}

impl Packer {
    /// How many codes still come, where so many packed bytes are missing: a multiple of three, and not none.
    pub(crate) fn room(&self, missing: usize) -> usize {
        missing / PACKED * GROUP - self.rest.len()
    }

    /// Takes further codes, and gives the bytes of all groups that are whole.
    pub(crate) fn pack(&mut self, codes: &[u8]) -> Vec<u8> {
        self.rest.extend_from_slice(codes);
        let whole = self.rest.len() / GROUP * GROUP;
        let mut out = Vec::with_capacity(whole / GROUP * PACKED);
        for codes in self.rest[..whole].as_chunks::<GROUP>().0 {
            let word = codes.iter().rev().fold(0u32, |word, &code| word << 6 | u32::from(code & 63));
            out.extend_from_slice(&word.to_le_bytes()[..PACKED]);
        }
        self.rest.drain(..whole);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_survive_in_pieces_of_any_length() {
        let codes: Vec<u8> = (0..64).collect();
        for step in [1, 3, 4, 7, 64] {
            let mut packer = Packer::default();
            let packed: Vec<u8> = codes.chunks(step).flat_map(|part| packer.pack(part)).collect();
            assert_eq!(packed.len(), 48);
            let mut back = vec![0xff; 64];
            unpack(&packed, &mut back);
            assert_eq!(back, codes);
        }
    }

    #[test]
    fn codes_lie_low_bits_first() {
        assert_eq!(Packer::default().pack(&[1, 0, 0xff, 32]), [0x01, 0xf0, 0x83]);
    }
}
