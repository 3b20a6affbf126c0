//! Writing: members stored, so that they can be mapped, each with its data at a multiple of 64 bytes.
//!
//! Sizes are known before the data, the CRC-32 only behind them; it is written back into the local header.

use crate::fault::{Fault, Parse, Word, quoted};
use crate::metadata::Metadata;
use crate::npy;
use crate::write::{Piece, Plan, Script};

const ALIGNMENT: u64 = 64;
/// The extra field that Android's zipalign uses for padding.
const PADDING_FIELD: u16 = 0xd935;
const ZIP64_FIELD: u16 = 1;
/// 1 January 1980, the earliest date of zip: the same arrays give the same bytes.
const DATE: u16 = 0x0021;
const UTF8_NAME: u16 = 1 << 11;

/// What the directory will say.
#[derive(Debug)]
pub(crate) struct Directory {
    members: Vec<Stored>,
    end: u64,
}

#[derive(Debug)]
struct Stored {
    name: String,
    local: u64,
    size: u64,
    crc: u32,
    /// The NPY header, which the CRC covers too, is at the end of the bytes before the data.
    header_len: usize,
}

/// Local and NPY headers before each member; the directory comes when the checksums are known.
pub(crate) fn script(_metadata: &Metadata, plan: &[Plan]) -> Parse<Script> {
    let mut members = Vec::with_capacity(plan.len());
    let mut pieces = Vec::with_capacity(plan.len());
    let mut at = 0u64;
    for item in plan {
        let name = format!("{}.npy", item.name);
        if name.len() > usize::from(u16::MAX) {
            let detail =
                format!("the name {} is too long; in NPZ a name takes 65,531 bytes at most", quoted(&item.name));
            return Err(Fault::new(Word::BadValue, detail));
        }
        let header = npy::header_bytes(item)?;
        let past = || Fault::new(Word::Overflow, "more data than 64 bits can count");
        let data = item.size_bytes()?;
        let size = data.checked_add(header.len() as u64).ok_or_else(past)?;
        let mut before = local_header(&name, size, at);
        before.extend_from_slice(&header);
        members.push(Stored { name, local: at, size, crc: 0, header_len: header.len() });
        at = at.checked_add(before.len() as u64).and_then(|at| at.checked_add(data)).ok_or_else(past)?;
        pieces.push(Piece { before, data });
    }
    Ok(Script { pieces, tail: Vec::new(), archive: Some(Directory { members, end: at }) })
}

/// A length that needs zip64; all ones mean "see there" and are no length.
fn is_wide(n: u64) -> bool {
    n >= u64::from(u32::MAX)
}

fn narrow(n: u64) -> [u8; 4] {
    u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes()
}

fn local_header(name: &str, size: u64, at: u64) -> Vec<u8> {
    let wide = is_wide(size);
    let mut out = Vec::from(b"PK\x03\x04");
    out.extend(if wide { 45u16 } else { 20 }.to_le_bytes());
    out.extend(UTF8_NAME.to_le_bytes());
    out.extend(0u16.to_le_bytes());
    out.extend(0u16.to_le_bytes());
    out.extend(DATE.to_le_bytes());
    out.extend(0u32.to_le_bytes());
    for _ in 0..2 {
        out.extend(if wide { [0xff; 4] } else { narrow(size) });
    }
    out.extend((name.len() as u16).to_le_bytes());
    let zip64 = if wide { 20 } else { 0 };
    let padded = (at + 30 + name.len() as u64 + zip64 + 4).next_multiple_of(ALIGNMENT);
    let padding = (padded - at - 30 - name.len() as u64 - zip64 - 4) as u16;
    out.extend((zip64 as u16 + 4 + padding).to_le_bytes());
    out.extend_from_slice(name.as_bytes());
    if wide {
        out.extend(ZIP64_FIELD.to_le_bytes());
        out.extend(16u16.to_le_bytes());
        out.extend(size.to_le_bytes());
        out.extend(size.to_le_bytes());
    }
    out.extend(PADDING_FIELD.to_le_bytes());
    out.extend(padding.to_le_bytes());
    out.resize(out.len() + padding as usize, 0);
    out
}

impl Directory {
    /// The NPY header of member `index`, the end of the bytes before its data.
    pub(crate) fn header<'a>(&self, index: usize, before: &'a [u8]) -> &'a [u8] {
        &before[before.len() - self.members[index].header_len..]
    }

    /// Takes the checksum of member `index` and says where in the file it has to be written.
    pub(crate) fn set_crc(&mut self, index: usize, crc: u32) -> u64 {
        self.members[index].crc = crc;
        self.members[index].local + 14
    }

    /// The central directory and the end records.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for member in &self.members {
            let mut wide = Vec::new();
            if is_wide(member.size) {
                wide.extend(member.size.to_le_bytes());
                wide.extend(member.size.to_le_bytes());
            }
            if is_wide(member.local) {
                wide.extend(member.local.to_le_bytes());
            }
            out.extend_from_slice(b"PK\x01\x02");
            let version = if wide.is_empty() { 20u16 } else { 45 };
            out.extend(version.to_le_bytes());
            out.extend(version.to_le_bytes());
            out.extend(UTF8_NAME.to_le_bytes());
            out.extend([0; 4]);
            out.extend(DATE.to_le_bytes());
            out.extend(member.crc.to_le_bytes());
            out.extend(if is_wide(member.size) { [0xff; 4] } else { narrow(member.size) });
            out.extend(if is_wide(member.size) { [0xff; 4] } else { narrow(member.size) });
            out.extend((member.name.len() as u16).to_le_bytes());
            out.extend(if wide.is_empty() { 0 } else { wide.len() as u16 + 4 }.to_le_bytes());
            out.extend([0; 10]);
            out.extend(if is_wide(member.local) { [0xff; 4] } else { narrow(member.local) });
            out.extend_from_slice(member.name.as_bytes());
            if !wide.is_empty() {
                out.extend(ZIP64_FIELD.to_le_bytes());
                out.extend((wide.len() as u16).to_le_bytes());
                out.extend_from_slice(&wide);
            }
        }
        let (count, size) = (self.members.len() as u64, out.len() as u64);
        if count >= u64::from(u16::MAX) || is_wide(size) || is_wide(self.end) {
            let at = self.end + size;
            out.extend_from_slice(b"PK\x06\x06");
            out.extend(44u64.to_le_bytes());
            out.extend(45u16.to_le_bytes());
            out.extend(45u16.to_le_bytes());
            out.extend([0; 8]);
            out.extend(count.to_le_bytes());
            out.extend(count.to_le_bytes());
            out.extend(size.to_le_bytes());
            out.extend(self.end.to_le_bytes());
            out.extend_from_slice(b"PK\x06\x07");
            out.extend(0u32.to_le_bytes());
            out.extend(at.to_le_bytes());
            out.extend(1u32.to_le_bytes());
        }
        out.extend_from_slice(b"PK\x05\x06");
        out.extend([0; 4]);
        let count = u16::try_from(count).unwrap_or(u16::MAX);
        out.extend(count.to_le_bytes());
        out.extend(count.to_le_bytes());
        out.extend(narrow(size));
        out.extend(narrow(self.end));
        out.extend([0; 2]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyad_core::DType;

    #[test]
    fn large_sizes_move_into_zip64_fields() {
        let plan: Vec<Plan> = ["a", "b"].iter().map(|name| Plan::new(*name, DType::UInt8, &[5_000_000_000])).collect();
        let script = script(&Metadata::new(), &plan).unwrap();
        let directory = script.archive.unwrap();
        let size = 5_000_000_128u64;
        let before = &script.pieces[0].before;
        assert_eq!(before[18..26], [0xff; 8]);
        assert_eq!(before[30 + 5..][..4], [1, 0, 16, 0]);
        assert_eq!(before[30 + 5 + 4..][..8], size.to_le_bytes());
        let bytes = directory.bytes();
        // The second entry lies past 4 GiB, so its field has the place too.
        let second = 46 + 5 + 20;
        assert_eq!(bytes[second + 42..][..4], [0xff; 4]);
        assert_eq!(bytes[second + 46 + 5..][..4], [1, 0, 24, 0]);
        assert_eq!(bytes[second + 46 + 5 + 4 + 16..][..8], directory.members[1].local.to_le_bytes());
        let end = &bytes[bytes.len() - 22..];
        assert_eq!(end[16..20], [0xff; 4]);
        assert_eq!(&bytes[bytes.len() - 22 - 20..][..4], b"PK\x06\x07");
    }

    #[test]
    fn data_are_aligned() {
        let plan: Vec<Plan> = ["a", "longer name", ""].iter().map(|n| Plan::new(*n, DType::UInt8, &[7])).collect();
        let mut at = 0u64;
        for piece in script(&Metadata::new(), &plan).unwrap().pieces {
            at += piece.before.len() as u64;
            assert_eq!(at % ALIGNMENT, 0);
            at += piece.data;
        }
    }
}
