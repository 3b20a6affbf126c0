//! The directory of a zip archive, from its end to the local header of every member.

use super::Member;
use super::inflate::MAX_RATIO;
use crate::fault::{Fault, Faults, Parse, Word, quoted};
use crate::finding::{Finding, FindingKind};
use crate::metadata::{duplicates, remove_all};
use crate::read::{Cursor, utf8};

const END: &[u8; 4] = b"PK\x05\x06";
const END64: &[u8; 4] = b"PK\x06\x06";
const LOCATOR64: &[u8; 4] = b"PK\x06\x07";
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
const LOCAL: &[u8; 4] = b"PK\x03\x04";

const END_LEN: usize = 22;
const LOCATOR64_LEN: u64 = 20;
const CENTRAL_LEN: u64 = 46;
const LOCAL_LEN: u64 = 30;

/// Every member with its name, in the order of the directory. Folders and other files are members too.
pub(super) fn directory<'a>(bytes: &'a [u8], faults: &mut Faults) -> Parse<Vec<(&'a str, Member)>> {
    let range = locate(bytes)?;
    let mut c = Cursor::new(&bytes[range.start as usize..range.end as usize], range.start);
    let mut members = Vec::with_capacity(range.count as usize);
    for _ in 0..range.count {
        members.extend(central(&mut c, faults)?);
    }
    if c.left() > 0 {
        let detail = format!("{} bytes behind the last of {} members in the directory", c.left(), range.count);
        faults.note(Fault::at(Word::BadValue, c.offset(), detail))?;
    }
    let again = duplicates(members.len(), |i| members[i].name);
    for &i in &again {
        let Central { name, at, .. } = members[i as usize];
        faults.note(Fault::at(Word::Duplicate, at, format!("member {} comes twice", quoted(name))))?;
    }
    remove_all(&mut members, &again);
    // Members in the order of the file, each of which has to end before the next begins.
    let mut order: Vec<u32> = (0..members.len() as u32).collect();
    order.sort_unstable_by_key(|&i| members[i as usize].local);
    let mut end = 0;
    let mut lost = Vec::new();
    if let Some(first) = order.first().map(|&i| members[i as usize].local).filter(|&first| first > 0) {
        faults.advise(|| Finding::warning(FindingKind::Gap, 0, format!("{first} bytes before the first member")));
    }
    for i in order {
        let central = &mut members[i as usize];
        let subject = quoted(central.name);
        if central.local < end {
            let fault = Fault::at(Word::BadOffset, central.local, "it begins inside another");
            faults.note(fault.about(format_args!("member {subject}")))?;
        }
        let read = |faults: &mut Faults| {
            let read = local(bytes, range.start, central, faults);
            faults.spare(read)
        };
        match faults.about(format_args!("member {subject}"), read)? {
            Some(behind) => end = end.max(behind),
            None => lost.push(i),
        }
    }
    lost.sort_unstable();
    remove_all(&mut members, &lost);
    Ok(members.into_iter().map(|central| (central.name, central.member)).collect())
}

/// Where the central directory lies.
struct Range {
    start: u64,
    end: u64,
    count: u64,
}

fn locate(bytes: &[u8]) -> Parse<Range> {
    let at = find_end(bytes)?;
    let mut c = Cursor::new(&bytes[at..], at as u64);
    c.take(4, "the end record")?;
    let (disk, start_disk) = (c.u16("the end record")?, c.u16("the end record")?);
    let (here, count) = (u64::from(c.u16("the end record")?), u64::from(c.u16("the end record")?));
    let (size, start) = (u64::from(c.u32("the end record")?), u64::from(c.u32("the end record")?));
    let one_disk =
        |disk: u32, start_disk: u32, here: u64, count: u64| match disk == 0 && start_disk == 0 && here == count {
            true => Ok(()),
            false => Err(Fault::at(Word::Unsupported, at as u64, "one part of an archive in several parts")),
        };
    let mut range = Range { start, end: at as u64, count };
    let mut size = size;
    if let Some((place, end64)) = find_end64(bytes, at)? {
        let mut c = Cursor::new(end64, place);
        c.take(4 + 8 + 2 + 2, "the zip64 end record")?;
        let (disk, start_disk) = (c.u32("the zip64 end record")?, c.u32("the zip64 end record")?);
        let (here, count) = (c.u64("the zip64 end record")?, c.u64("the zip64 end record")?);
        one_disk(disk, start_disk, here, count)?;
        size = c.count("the size of the directory")?;
        range = Range { start: c.count("the place of the directory")?, end: place, count };
    } else {
        one_disk(disk.into(), start_disk.into(), here, count)?;
    }
    if range.start.checked_add(size) != Some(range.end) {
        let detail = format!(
            "the directory has to fill the {} bytes before its end record, it is {size} from {}",
            range.end, range.start
        );
        return Err(Fault::at(Word::BadOffset, at as u64, detail));
    }
    if range.count > size / CENTRAL_LEN {
        let detail = format!("{} members announced, the directory has {size} bytes", range.count);
        return Err(Fault::at(Word::Truncated, at as u64, detail));
    }
    Ok(range)
}

/// The end record is the last thing in the file but for a comment, which it counts.
fn find_end(bytes: &[u8]) -> Parse<usize> {
    let last = bytes.len().checked_sub(END_LEN);
    let first = bytes.len().saturating_sub(END_LEN + u16::MAX as usize);
    let found = last.and_then(|last| {
        (first..=last).rev().find(|&at| {
            let comment = u16::from_le_bytes([bytes[at + 20], bytes[at + 21]]);
            bytes[at..].starts_with(END) && at + END_LEN + comment as usize == bytes.len()
        })
    });
    if let Some(at) = found {
        return Ok(at);
    }
    let is_zip = b"PK\x03\x04".starts_with(&bytes[..bytes.len().min(4)]) || bytes.starts_with(END);
    Err(match is_zip {
        true => Fault::at(
            Word::Truncated,
            bytes.len() as u64,
            "a zip archive without its end: it is cut or still being written",
        ),
        false => Fault::at(Word::BadMagic, 0, "no zip archive: it neither begins nor ends like one"),
    })
}

/// The zip64 end record with its place, where a locator stands before the end record.
fn find_end64(bytes: &[u8], end: usize) -> Parse<Option<(u64, &[u8])>> {
    let Some(at) = (end as u64).checked_sub(LOCATOR64_LEN) else { return Ok(None) };
    if !bytes[at as usize..].starts_with(LOCATOR64) {
        return Ok(None);
    }
    let mut c = Cursor::new(&bytes[at as usize + 4..end], at + 4);
    c.u32("the zip64 locator")?;
    let place = c.count("the place of the zip64 end record")?;
    if place >= at || !bytes[place as usize..].starts_with(END64) {
        return Err(Fault::at(Word::BadOffset, at, format!("no zip64 end record at {place}")));
    }
    Ok(Some((place, &bytes[place as usize..at as usize])))
}

/// A member as the central directory describes it.
struct Central<'a> {
    name: &'a str,
    /// Where the directory has it.
    at: u64,
    local: u64,
    member: Member,
}

/// The next entry of the directory; `None` where it makes no member and the fault is kept.
fn central<'a>(c: &mut Cursor<'a>, faults: &mut Faults) -> Parse<Option<Central<'a>>> {
    const WHAT: &str = "an entry of the directory";
    let at = c.offset();
    if c.take(4, WHAT)? != CENTRAL {
        return Err(Fault::at(Word::BadMagic, at, "an entry of the directory without its signature"));
    }
    c.take(4, WHAT)?;
    let (flags, method) = (c.u16(WHAT)?, c.u16(WHAT)?);
    c.take(4, WHAT)?;
    let crc = c.u32(WHAT)?;
    let (packed, size) = (c.u32(WHAT)?, c.u32(WHAT)?);
    let (name_len, extra_len, comment_len) = (c.u16(WHAT)?, c.u16(WHAT)?, c.u16(WHAT)?);
    let disk = c.u16(WHAT)?;
    c.take(6, WHAT)?;
    let local = c.u32(WHAT)?;
    let name_at = c.offset();
    let name = utf8(c.take(name_len.into(), WHAT)?, name_at, "a member's name");
    let extra_at = c.offset();
    let extra = c.take(extra_len.into(), WHAT)?;
    c.take(comment_len.into(), WHAT)?;
    let Some(name) = faults.keep(name)? else { return Ok(None) };
    let subject = quoted(name);
    faults.about(format_args!("member {subject}"), |faults| {
        let wide = Wide::read(Cursor::new(extra, extra_at), [size, packed, local]).map_err(|f| f.or_at(at));
        let Some(Wide([size, packed, local])) = faults.spare(wide)? else { return Ok(None) };
        let refused = if flags & 0x2041 != 0 {
            Some((Word::Unsupported, "it is encrypted".to_owned()))
        } else if disk != 0 {
            Some((Word::Unsupported, "it lies in another part of the archive".to_owned()))
        } else {
            match method {
                0 if size != packed => {
                    Some((Word::BadValue, format!("stored, but {size} bytes are packed into {packed}")))
                }
                8 if size > packed.saturating_mul(MAX_RATIO) => {
                    let detail = format!("no deflate stream of {packed} bytes holds the {size} that it promises");
                    Some((Word::BadValue, detail))
                }
                0 | 8 => None,
                _ => {
                    let detail = format!("compression method {method}; 0 (stored) and 8 (deflated) are read");
                    Some((Word::Unsupported, detail))
                }
            }
        };
        if let Some((word, detail)) = refused {
            faults.note(Fault::at(word, at, detail))?;
            return Ok(None);
        }
        let member = Member { start: 0, packed, size, lead: 0, crc, deflated: method == 8 };
        Ok(Some(Central { name, at, local, member }))
    })
}

/// Size, packed size and place, those that are all ones taken from the zip64 field.
struct Wide([u64; 3]);

impl Wide {
    fn read(mut extra: Cursor<'_>, narrow: [u32; 3]) -> Parse<Wide> {
        let mut wide = None;
        while extra.left() > 0 {
            let at = extra.offset();
            let short = |_| Fault::at(Word::BadValue, at, "an extra field longer than its space");
            let (id, len) = (extra.u16("").map_err(short)?, extra.u16("").map_err(short)?);
            let field_at = extra.offset();
            let field = extra.take(len.into(), "").map_err(short)?;
            if id == 1 && wide.is_none() {
                wide = Some(Cursor::new(field, field_at));
            }
        }
        let mut out = [0; 3];
        for (out, narrow) in out.iter_mut().zip(narrow) {
            *out = match (narrow, &mut wide) {
                (u32::MAX, None) => {
                    return Err(Fault::new(Word::BadValue, "sizes point to a zip64 field that is not there"));
                }
                (u32::MAX, Some(field)) => field.count("a zip64 field")?,
                _ => narrow.into(),
            };
        }
        Ok(Wide(out))
    }
}

/// Checks the local header and finds the data; gives where they end.
fn local(bytes: &[u8], directory: u64, central: &mut Central<'_>, faults: &mut Faults) -> Parse<u64> {
    const WHAT: &str = "the local header";
    let at = central.local;
    if at.checked_add(LOCAL_LEN).is_none_or(|end| end > directory) {
        let detail = format!("its local header, at {at}, lies outside the space before the directory");
        return Err(Fault::at(Word::BadOffset, central.at, detail));
    }
    let mut c = Cursor::new(&bytes[at as usize..directory as usize], at);
    if c.take(4, WHAT)? != LOCAL {
        return Err(Fault::at(Word::BadMagic, at, "a local header without its signature"));
    }
    c.take(2, WHAT)?;
    let (flags, method) = (c.u16(WHAT)?, c.u16(WHAT)?);
    c.take(4, WHAT)?;
    let stated = [c.u32(WHAT)?, c.u32(WHAT)?, c.u32(WHAT)?].map(u64::from);
    let (name_len, extra_len) = (c.u16(WHAT)?, c.u16(WHAT)?);
    if c.take(name_len.into(), WHAT)? != central.name.as_bytes() {
        return Err(Fault::at(Word::BadValue, at, "its local header has another name"));
    }
    if (method == 8) != central.member.deflated {
        return Err(Fault::at(Word::BadValue, at, "its local header has another compression method"));
    }
    c.take(extra_len.into(), WHAT)?;
    let Member { crc, packed, size, .. } = central.member;
    // Bit 3 says that they are behind the data instead, all ones that they are in the extra field.
    let differs = |(stated, meant): (u64, u64)| stated != meant && stated != u64::from(u32::MAX);
    if flags & 8 == 0 && stated.into_iter().zip([crc.into(), packed, size]).any(differs) {
        faults.advise(|| {
            let detail = "its local header has another CRC-32 or size; programs that read a stream go by that";
            Finding::warning(FindingKind::Format(Word::BadValue), at, detail)
        });
    }
    central.member.start = c.offset();
    c.take(central.member.packed, "its data")?;
    Ok(c.offset())
}
