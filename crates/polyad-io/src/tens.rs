//! TENS version 1: one tensor, a header of a few words, the data right behind it.

use std::io::Read;

use crate::archive::{Entry, Parsed, Place, UNNAMED};
use crate::fault::{Fault, Faults, Parse, Word};
use crate::metadata::Metadata;
use crate::read::Cursor;
use crate::types::{Row, size_bytes, to_usize, types};
use crate::write::{Plan, Script};
use polyad_core::{DType, MAX_NDIM};

const MAGIC: &[u8; 4] = b"TENS";

/// Whether the file begins as a TENS file does.
pub(crate) fn sniff(head: &[u8], _len: u64) -> bool {
    head.starts_with(MAGIC)
}

/// Bytes before the number of axes and with it.
const FIXED: u64 = 12;

/// What a header announces: type, extents and bytes of the data.
type Announced = (&'static Row, Vec<u64>, u64);

/// Reads the header. `None` where it is broken and faults are kept.
fn header(c: &mut Cursor, faults: &mut Faults) -> Parse<Option<Announced>> {
    if c.take(4, "the signature")? != MAGIC {
        return Err(Fault::at(Word::BadMagic, 0, "the file does not start with TENS"));
    }
    let version = c.u32("the version")?;
    if version != 1 {
        let hint =
            if version.swap_bytes() == 1 { ": the byte order looks reversed, and TENS is little-endian" } else { "" };
        return Err(Fault::at(Word::UnsupportedVersion, 4, format!("version {version}, only 1 is read{hint}")));
    }
    let axes = c.u32("the number of axes")? as usize;
    if axes > MAX_NDIM {
        return Err(Fault::at(Word::BadValue, 8, format!("{axes} axes; a tensor has {MAX_NDIM} at most")));
    }
    let shape_at = c.offset();
    let mut words = Cursor::new(c.take(8 * axes as u64, "the shape")?, shape_at);
    let mut shape = Vec::with_capacity(axes);
    for axis in 0..axes {
        let at = words.offset();
        let extent = words.u64("an extent")? as i64;
        let extent = u64::try_from(extent)
            .map_err(|_| Fault::at(Word::BadValue, at, format!("extent {extent} of axis {axis} is negative")));
        shape.extend(faults.keep(extent)?);
    }
    let at = c.offset();
    let code = c.u8("the dtype")?;
    let row = types().iter().find(|row| row.tens == Some(code));
    let row = row.ok_or_else(|| Fault::at(Word::BadType, at, format!("unknown dtype {code}; the dtypes are 0 to 8")));
    match faults.keep(row)? {
        Some(row) if shape.len() == axes => {
            let size = faults.keep(size_bytes(&shape, row.block).map_err(|f| f.or_at(shape_at)))?;
            Ok(size.map(|size| (row, shape, size)))
        }
        _ => Ok(None),
    }
}

/// One tensor from a stream, with not a byte of what follows it: fixed part, rest of the header, data. A stream that ends
/// early gives what there is.
pub(crate) fn one(reader: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Room is made for what has arrived, not for what a header announces.
    let mut more = |bytes: &mut Vec<u8>, n: u64| reader.by_ref().take(n).read_to_end(bytes);
    more(&mut bytes, FIXED)?;
    let axes = bytes[..].last_chunk().map_or(0, |axes| u32::from_le_bytes(*axes));
    if bytes.len() as u64 == FIXED && sniff(&bytes, 0) && axes as usize <= MAX_NDIM {
        more(&mut bytes, 8 * u64::from(axes) + 1)?;
        if let Ok(Some((_, _, size))) = header(&mut Cursor::new(&bytes, 0), &mut Faults::strict()) {
            more(&mut bytes, size)?;
        }
    }
    Ok(bytes)
}

/// Reads the header; of ternary data, checks every code, as one of the four means nothing.
pub(crate) fn parse(bytes: &[u8], faults: &mut Faults) -> Parse<Parsed> {
    let mut c = Cursor::new(bytes, 0);
    let announced = header(&mut c, faults)?;
    let offset = c.offset();
    let mut parsed = Parsed { header_bytes: offset, ..Parsed::default() };
    let Some((row, shape, size)) = announced else {
        parsed.dropped = 1;
        return Ok(parsed);
    };
    let data = c.take(size, "the data")?;
    if c.left() > 0 {
        faults.note(Fault::at(Word::TrailingBytes, c.offset(), format!("{} bytes after the data", c.left())))?;
    }
    if row.dtype == Some(DType::Ternary) {
        let count = shape.iter().product();
        check_ternary(data, count, offset, faults)?;
    }
    let shape = to_usize(&shape)?;
    let entry = Entry { name: UNNAMED.to_owned(), dtype: row.entry_type(), shape, offset, size_bytes: size };
    parsed.push(entry, Place::default());
    Ok(parsed)
}

/// Two bits an element, low bits first: 0, +1, nothing, -1. Bits behind the last element are zero.
fn check_ternary(data: &[u8], count: u64, offset: u64, faults: &mut Faults) -> Parse<()> {
    // The high bit of each pair whose low bit is clear.
    let bad = |byte: u8| byte >> 1 & !byte & 0x55;
    if let Some(i) = data.iter().position(|&byte| bad(byte) != 0) {
        let element = 4 * i as u64 + u64::from(bad(data[i]).trailing_zeros() / 2);
        let mut detail = format!("element {element} has the code 10, which is no ternary value");
        let more: u64 = match faults.is_lenient() {
            true => data[i..].iter().map(|&byte| u64::from(bad(byte).count_ones())).sum(),
            false => 1,
        };
        if more > 1 {
            detail.push_str(&format!("; {more} elements have it"));
        }
        faults.note(Fault::at(Word::BadValue, offset + i as u64, detail))?;
    }
    if let (Some(&last), used @ 1..) = (data.last(), count % 4)
        && last >> (2 * used) != 0
    {
        let detail = "the bits behind the last element are not zero";
        faults.note(Fault::at(Word::BadValue, offset + data.len() as u64 - 1, detail))?;
    }
    Ok(())
}

/// The header of a file with the one tensor of the plan.
pub(crate) fn script(_metadata: &Metadata, plan: &[Plan]) -> Parse<Script> {
    let item = &plan[0];
    let row = item.row()?;
    let mut head = Vec::from(MAGIC);
    head.extend(1u32.to_le_bytes());
    head.extend((item.shape.len() as u32).to_le_bytes());
    for &extent in &item.shape {
        head.extend((extent as u64).to_le_bytes());
    }
    head.push(row.tens.unwrap_or_default());
    Ok(Script::plain(head, &[item.size_bytes()?]))
}
