//! Unpacking into memory whose size is known before: a stream that has more is a fault, not a reason to grow.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use crate::fault::{Fault, Parse, Word};

/// How far back a deflate stream refers.
const WINDOW: usize = 32 << 10;

/// The best ratio that a deflate stream can reach: 258 bytes for two bits.
pub(super) const MAX_RATIO: u64 = 1032;

/// Packed bytes between two reports of how many are done with.
const TOLD: usize = 4 << 20;

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
    let mut state = Box::<DecompressorOxide>::default();
    let mut out = vec![0; len];
    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, _, produced) = decompress(&mut state, packed, &mut out, 0, flags);
    match status {
        TINFLStatus::Done | TINFLStatus::HasMoreOutput => {
            out.truncate(produced);
            Ok(out)
        }
        status => Err(broken(status, at)),
    }
}

/// The whole stream: `lead` bytes that are dropped, then as many as fill `out`, and there it has to end. Gives
/// the CRC-32 of all of them. `behind` is told now and then how many packed bytes are done with.
pub(super) fn whole(packed: &[u8], lead: usize, out: &mut [u8], at: u64, mut behind: impl FnMut(usize)) -> Parse<u32> {
    let mut state = Box::<DecompressorOxide>::default();
    let mut window = vec![0; WINDOW];
    let mut crc = crc32fast::Hasher::new();
    let size = lead + out.len();
    let (mut consumed, mut total, mut told) = (0, 0, 0);
    loop {
        let from = total % WINDOW;
        let (status, read, produced) = decompress(&mut state, &packed[consumed..], &mut window, from, 0);
        consumed += read;
        if consumed - told >= TOLD {
            told = consumed;
            behind(told);
        }
        let part = &window[from..from + produced];
        if produced > size - total {
            let detail = format!("more bytes come out than the {size} that the directory says");
            return Err(Fault::at(Word::TrailingBytes, at, detail));
        }
        crc.update(part);
        let skip = lead.saturating_sub(total).min(produced);
        let place = (total + skip).saturating_sub(lead);
        out[place..place + produced - skip].copy_from_slice(&part[skip..]);
        total += produced;
        match status {
            TINFLStatus::HasMoreOutput => {}
            TINFLStatus::Done if total < size => {
                let detail = format!("{total} bytes come out, the directory says {size}");
                return Err(Fault::at(Word::Truncated, at, detail));
            }
            TINFLStatus::Done if consumed < packed.len() => {
                let detail = format!("{} bytes behind the end of the deflate stream", packed.len() - consumed);
                return Err(Fault::at(Word::TrailingBytes, at, detail));
            }
            TINFLStatus::Done => return Ok(crc.finalize()),
            status => return Err(broken(status, at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_to_match() {
        let data: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(i) >> 5) as u8).collect();
        let packed = miniz_oxide::deflate::compress_to_vec(&data, 6);
        let fault = |len| whole(&packed, 0, &mut vec![0; len], 0, |_| ()).map(drop).map_err(|f| f.word);
        assert_eq!(fault(data.len()), Ok(()));
        assert_eq!(fault(data.len() - 1), Err(Word::TrailingBytes));
        assert_eq!(fault(data.len() + 1), Err(Word::Truncated));
        assert_eq!(fault(10), Err(Word::TrailingBytes));
        let cut = whole(&packed[..packed.len() - 2], 0, &mut vec![0; data.len()], 0, |_| ()).map_err(|f| f.word);
        assert_eq!(cut, Err(Word::Truncated));
        for lead in [0, 1, 128, WINDOW, WINDOW + 1, data.len()] {
            let mut out = vec![0; data.len() - lead];
            assert_eq!(whole(&packed, lead, &mut out, 0, |_| ()).unwrap(), crc32fast::hash(&data));
            assert_eq!(out, data[lead..]);
        }
        assert_eq!(prefix(&packed, 10, 0).unwrap(), data[..10]);
        assert_eq!(prefix(&packed, 200_000, 0).unwrap(), data);
        assert_eq!(whole(&[0xff; 20], 0, &mut [0; 9], 0, |_| ()).map_err(|f| f.word), Err(Word::BadValue));
        let empty = miniz_oxide::deflate::compress_to_vec(&[], 6);
        assert_eq!(whole(&empty, 0, &mut [], 0, |_| ()).unwrap(), 0);
    }
}
