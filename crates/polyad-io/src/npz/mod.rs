//! NPZ: a zip archive whose members are NPY files, stored or deflated.
//!
//! Only what is needed of zip, and that strictly: one disk, no encryption, members that do not overlap and whose
//! sizes and CRC-32 are what the directory says. Names are keys; no path is ever made of them.
//! Sources: PKWARE's application note 6.3 (zip64 included), `numpy.savez`.

mod inflate;
mod write;
mod zip;

pub(crate) use write::{Directory, script};

use crate::archive::{Entry, Parsed, Place};
use crate::fault::{Fault, Faults, Parse, Word, quoted};
use crate::npy;
use crate::types::to_usize;

/// An NPY header inside a deflated member has to be inflated to be read; real ones take 128 bytes.
const MAX_DEFLATED_HEADER: u64 = 256 << 10;

/// Bytes of a stored member that are read before `behind` is told.
const PIECE: usize = 4 << 20;

/// Whether the file begins as a zip archive does, or is an empty one.
pub(crate) fn sniff(head: &[u8], _len: u64) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

/// Where a member lies and how it is packed.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// Where the packed bytes start in the file, and how many there are.
    pub(crate) start: u64,
    pub(crate) packed: u64,
    /// Bytes of the NPY file, of which the header takes the first `lead`.
    pub(crate) size: u64,
    pub(crate) lead: u64,
    pub(crate) crc: u32,
    pub(crate) deflated: bool,
}

impl Member {
    /// The packed bytes.
    pub(crate) fn bytes<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        &file[self.start as usize..(self.start + self.packed) as usize]
    }

    /// Unpacks the data behind the NPY header into `out`, which has room for exactly that, and compares the CRC-32.
    ///
    /// `behind` is told now and then up to which byte of the file everything is read.
    pub(crate) fn inflate(&self, file: &[u8], out: &mut [u8], mut behind: impl FnMut(usize)) -> Parse<()> {
        let told = |n: usize| behind(self.start as usize + n);
        self.compare(inflate::whole(self.bytes(file), self.lead as usize, out, self.start, told)?)
    }

    /// Compares the CRC-32 of a stored member.
    pub(crate) fn check(&self, file: &[u8]) -> Parse<()> {
        self.compare(crc32fast::hash(self.bytes(file)))
    }

    /// Reads all of the member, stored or deflated, for its CRC-32 alone. `behind` as in [`Member::inflate`].
    pub(crate) fn verify(&self, file: &[u8], mut behind: impl FnMut(usize)) -> Parse<()> {
        let mut told = |n: usize| behind(self.start as usize + n);
        if self.deflated {
            return self.compare(inflate::whole(self.bytes(file), self.size as usize, &mut [], self.start, told)?);
        }
        let mut crc = crc32fast::Hasher::new();
        let mut read = 0;
        for piece in self.bytes(file).chunks(PIECE) {
            crc.update(piece);
            read += piece.len();
            told(read);
        }
        self.compare(crc.finalize())
    }

    fn compare(&self, crc: u32) -> Parse<()> {
        if crc == self.crc {
            return Ok(());
        }
        let detail = format!("CRC-32 is {crc:08x}, the directory says {:08x}: the data are damaged", self.crc);
        Err(Fault::at(Word::BadChecksum, self.start, detail))
    }
}

/// Reads the directory and the header of every array. Members that are no arrays are passed over.
pub(crate) fn parse(bytes: &[u8], faults: &mut Faults) -> Parse<Parsed> {
    let mut parsed = Parsed::default();
    let members = zip::directory(bytes, faults)?;
    let count = members.len();
    for (name, member) in members {
        let (key, is_array) = match name.strip_suffix(".npy") {
            Some(key) => (key, true),
            None => (name, false),
        };
        if !is_array && !starts_as_array(&member, bytes) {
            if faults.is_lenient() {
                parsed.others.push((name.to_owned(), member));
            }
            continue;
        }
        let subject = quoted(name);
        let read = |faults: &mut Faults| {
            let read = read_member(key, member, bytes, faults);
            faults.spare(read)
        };
        match faults.about(format_args!("member {subject}"), read)?.flatten() {
            Some((entry, place)) => parsed.push(entry, place),
            None => parsed.dropped += 1,
        }
    }
    if count > 0 && parsed.entries.is_empty() && parsed.dropped == 0 {
        let detail =
            format!("a zip archive of {count} members, none of them an NPY array (torch.save writes such files)");
        faults.note(Fault::at(Word::BadValue, 0, detail))?;
    }
    parsed.check_names(faults)?;
    Ok(parsed)
}

/// As NumPy tells them: a member without `.npy` counts as an array if it begins like one.
fn starts_as_array(member: &Member, file: &[u8]) -> bool {
    let packed = member.bytes(file);
    match member.deflated {
        true => inflate::prefix(packed, npy::MAGIC.len().min(member.size as usize), member.start)
            .is_ok_and(|head| head == npy::MAGIC),
        false => packed.starts_with(npy::MAGIC),
    }
}

fn read_member(key: &str, mut member: Member, file: &[u8], faults: &mut Faults) -> Parse<Option<(Entry, Place)>> {
    let (lead, header) = if member.deflated {
        faults.at(member.start, |faults| npy::header(&deflated_header(&member, file)?, 0, faults))?
    } else {
        npy::header(member.bytes(file), member.start, faults)?
    };
    let Some(header) = header else { return Ok(None) };
    member.lead = lead;
    let data = member.size - lead;
    if let Some(size) = header.size_bytes {
        if size > data {
            let detail =
                format!("shape {:?} takes {size} bytes, the member has {data} behind its header", header.shape);
            return Err(Fault::at(Word::Truncated, member.start, detail));
        }
        if size < data {
            let detail = format!("{} bytes behind the data of shape {:?}", data - size, header.shape);
            return Err(Fault::at(Word::TrailingBytes, member.start, detail));
        }
    }
    let entry = Entry {
        name: key.to_owned(),
        dtype: header.dtype,
        shape: to_usize(&header.shape)?,
        offset: if member.deflated { member.start } else { member.start + lead },
        size_bytes: data,
    };
    let place = Place {
        listed: member.start,
        big_endian: header.big_endian,
        column_major: header.column_major,
        member: Some(Box::new(member)),
    };
    Ok(Some((entry, place)))
}

/// The NPY header of a deflated member, and no more than that.
fn deflated_header(member: &Member, file: &[u8]) -> Parse<Vec<u8>> {
    let packed = member.bytes(file);
    let first = inflate::prefix(packed, member.size.min(256) as usize, member.start)?;
    let (end, _) = npy::prelude(&first, 0)?;
    if end <= first.len() as u64 {
        return Ok(first);
    }
    if end > member.size {
        let detail = format!("the header takes {end} bytes, the member has {}", member.size);
        return Err(Fault::at(Word::Truncated, member.start, detail));
    }
    if end > MAX_DEFLATED_HEADER {
        let detail = format!("a deflated header of {end} bytes; at most {MAX_DEFLATED_HEADER} are read");
        return Err(Fault::at(Word::Unsupported, member.start, detail));
    }
    inflate::prefix(packed, end as usize, member.start)
}
