//! A cursor over untrusted bytes, in either byte order: every read is checked, none allocates.

use crate::fault::{Fault, Parse, Word};

/// A place in a byte slice. `base` is where the slice lies in its file, so that faults name places of the file.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    base: u64,
    big: bool,
}

impl<'a> Cursor<'a> {
    /// Little-endian, from the start of `bytes`, which start at `base` in the file.
    pub(crate) fn new(bytes: &'a [u8], base: u64) -> Cursor<'a> {
        Cursor { bytes, at: 0, base, big: false }
    }

    /// Reads numbers high byte first from here on.
    pub(crate) fn set_big_endian(&mut self, big: bool) {
        self.big = big;
    }

    pub(crate) fn is_big_endian(&self) -> bool {
        self.big
    }

    /// Where the next byte lies in the file.
    pub(crate) fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    /// How many bytes are left.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next `len` bytes; `what` names them in the fault when the file ends before.
    pub(crate) fn take(&mut self, len: u64, what: &str) -> Parse<&'a [u8]> {
        let left = self.left();
        match usize::try_from(len) {
            Ok(len) if len <= left => {
                let part = &self.bytes[self.at..self.at + len];
                self.at += len;
                Ok(part)
            }
            _ => Err(Fault::at(
                Word::Truncated,
                self.offset(),
                format!("{what} takes {len} bytes, {left} are left before the end of the file"),
            )),
        }
    }

    fn array<const N: usize>(&mut self, what: &str) -> Parse<[u8; N]> {
        let part = self.take(N as u64, what)?;
        let mut out = [0; N];
        out.copy_from_slice(part);
        if self.big {
            out.reverse();
        }
        Ok(out)
    }

    pub(crate) fn u8(&mut self, what: &str) -> Parse<u8> {
        Ok(self.array::<1>(what)?[0])
    }

    pub(crate) fn u16(&mut self, what: &str) -> Parse<u16> {
        Ok(u16::from_le_bytes(self.array(what)?))
    }

    pub(crate) fn u32(&mut self, what: &str) -> Parse<u32> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    pub(crate) fn u64(&mut self, what: &str) -> Parse<u64> {
        Ok(u64::from_le_bytes(self.array(what)?))
    }

    /// A count or length: 64 bits in the file, of which 63 may be used.
    pub(crate) fn count(&mut self, what: &str) -> Parse<u64> {
        let at = self.offset();
        let n = self.u64(what)?;
        if n > i64::MAX as u64 {
            return Err(Fault::at(Word::Overflow, at, format!("{what} is {n}, past 63 bits")));
        }
        Ok(n)
    }
}

/// `bytes` as text; `at` is where they lie in the file.
pub(crate) fn utf8<'a>(bytes: &'a [u8], at: u64, what: &str) -> Parse<&'a str> {
    std::str::from_utf8(bytes)
        .map_err(|e| Fault::at(Word::BadUtf8, at + e.valid_up_to() as u64, format!("{what} is not UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_both_byte_orders() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2];
        let mut c = Cursor::new(&bytes, 0);
        assert_eq!(c.u32("a").unwrap(), 0x0403_0201);
        c.set_big_endian(true);
        assert_eq!(c.u32("b").unwrap(), 0x0506_0708);
        assert_eq!(c.u16("c").unwrap(), 0x0102);
        let fault = c.u8("d").unwrap_err();
        assert_eq!((fault.word, fault.offset), (Word::Truncated, Some(10)));
    }

    #[test]
    fn lengths_past_the_end_or_past_63_bits_are_faults() {
        let mut bytes = vec![0xff; 8];
        bytes.extend([9, 9]);
        let mut c = Cursor::new(&bytes, 100);
        assert_eq!(c.clone().take(11, "x").unwrap_err().word, Word::Truncated);
        assert_eq!(c.clone().take(u64::MAX, "x").unwrap_err().word, Word::Truncated);
        let fault = c.count("n").unwrap_err();
        assert_eq!((fault.word, fault.offset), (Word::Overflow, Some(100)));
        assert_eq!(c.left(), 2);
    }
}
