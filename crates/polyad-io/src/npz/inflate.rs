//! Unpacking into memory whose size is known before: a stream that has more is a fault, not a reason to grow.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use crate::fault::{Fault, Parse, Word};

/// The best ratio that a deflate stream can reach: 258 bytes for two bits.
pub(super) const MAX_RATIO: u64 = 1032;

fn run(packed: &[u8], out: &mut [u8]) -> (TINFLStatus, usize, usize) {
    let mut state = Box::<DecompressorOxide>::default();
    decompress(&mut state, packed, out, 0, inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF)
}

fn broken(status: TINFLStatus, at: u64) -> Fault {
    match status {
        TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
            Fault::at(Word::Truncated, at, "the deflate stream ends early")
        }
        _ => Fault::at(Word::BadValue, at, "not a deflate stream, or a damaged one"),
    }
}

/// The first `len` bytes, or all of them where the stream has less.
pub(super) fn prefix(packed: &[u8], len: usize, at: u64) -> Parse<Vec<u8>> {
    let mut out = vec![0; len];
    let (status, _, produced) = run(packed, &mut out);
    match status {
        TINFLStatus::Done | TINFLStatus::HasMoreOutput => {
            out.truncate(produced);
            Ok(out)
        }
        status => Err(broken(status, at)),
    }
}

/// The whole stream, which has to fill `out` and end there.
pub(super) fn whole(packed: &[u8], out: &mut [u8], at: u64) -> Parse<()> {
    let (status, consumed, produced) = run(packed, out);
    match status {
        TINFLStatus::Done if produced < out.len() => {
            let detail = format!("{produced} bytes come out, the directory says {}", out.len());
            Err(Fault::at(Word::Truncated, at, detail))
        }
        TINFLStatus::Done if consumed < packed.len() => {
            let detail = format!("{} bytes behind the end of the deflate stream", packed.len() - consumed);
            Err(Fault::at(Word::TrailingBytes, at, detail))
        }
        TINFLStatus::Done => Ok(()),
        TINFLStatus::HasMoreOutput => {
            let detail = format!("more bytes come out than the {} that the directory says", out.len());
            Err(Fault::at(Word::TrailingBytes, at, detail))
        }
        status => Err(broken(status, at)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_to_match() {
        let packed = miniz_oxide::deflate::compress_to_vec(&[7; 1000], 6);
        let fault = |len| whole(&packed, &mut vec![0; len], 0).map_err(|f| f.word);
        assert_eq!(fault(1000), Ok(()));
        assert_eq!(fault(999), Err(Word::TrailingBytes));
        assert_eq!(fault(1001), Err(Word::Truncated));
        let cut = whole(&packed[..packed.len() - 2], &mut [0; 1000], 0).map_err(|f| f.word);
        assert_eq!(cut, Err(Word::Truncated));
        assert_eq!(prefix(&packed, 10, 0).unwrap(), [7; 10]);
        assert_eq!(prefix(&packed, 2000, 0).unwrap().len(), 1000);
        assert_eq!(whole(&[0xff; 20], &mut [0; 9], 0).map_err(|f| f.word), Err(Word::BadValue));
        let empty = miniz_oxide::deflate::compress_to_vec(&[], 6);
        whole(&empty, &mut [], 0).unwrap();
    }
}
