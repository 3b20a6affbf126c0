//! NPY 1.0, 2.0 and 3.0: one array behind a header, which is the text of a Python dictionary.
//!
//! The text is read by a parser of a few literals and never evaluated; object arrays are never unpickled.
//! Source: NumPy's note on the format (`numpy.lib.format`).

mod descr;
mod literal;

use crate::archive::{Entry, Parsed, Place, UNNAMED};
use crate::fault::{Fault, Faults, Parse, Word};
use crate::metadata::Metadata;
use crate::read::{Cursor, utf8};
use crate::types::{EntryType, size_bytes};
use crate::write::{Plan, Script};

pub(crate) const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// Data start at a multiple of this in the files we write, as in NumPy's.
const ALIGNMENT: usize = 64;

/// Whether the file begins as an NPY file does.
pub(crate) fn sniff(head: &[u8], _len: u64) -> bool {
    head.starts_with(MAGIC)
}

/// What a header says.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) dtype: EntryType,
    /// Bytes of the data; `None` where the dtype has no fixed size here.
    pub(crate) size_bytes: Option<u64>,
    pub(crate) shape: Vec<u64>,
    pub(crate) big_endian: bool,
    pub(crate) column_major: bool,
}

/// How many bytes lie before the data, and the version, from the first twelve bytes.
pub(crate) fn prelude(bytes: &[u8], base: u64) -> Parse<(u64, u8)> {
    let mut c = Cursor::new(bytes, base);
    if c.take(6, "the signature")? != MAGIC {
        return Err(Fault::at(Word::BadMagic, base, "it does not start with the signature of an NPY file"));
    }
    let (major, minor) = (c.u8("the version")?, c.u8("the version")?);
    let len = match (major, minor) {
        (1, 0) => u64::from(c.u16("the header length")?),
        (2 | 3, 0) => u64::from(c.u32("the header length")?),
        _ => {
            let detail = format!("version {major}.{minor}; 1.0, 2.0 and 3.0 are read");
            return Err(Fault::at(Word::UnsupportedVersion, base + 6, detail));
        }
    };
    Ok((c.offset() - base + len, major))
}

/// Reads the header; `bytes` start with it and may end anywhere behind it. No header where a fault is kept.
pub(crate) fn header(bytes: &[u8], base: u64, faults: &mut Faults) -> Parse<(u64, Option<Header>)> {
    let (end, version) = prelude(bytes, base)?;
    let start = if version == 1 { 10 } else { 12 };
    let text = Cursor::new(&bytes[start as usize..], base + start).take(end - start, "the header")?;
    if version == 3 {
        faults.keep(utf8(text, base + start, "the header"))?;
    }
    let raw = literal::parse(text, base + start, faults)?;
    let descr = match raw.descr {
        Some((at, descr)) => faults.keep(descr::parse(descr).map_err(|f| f.or_at(at)))?,
        None => None,
    };
    let (Some(descr), Some(column_major), Some(shape)) = (descr, raw.column_major, raw.shape) else {
        return Ok((end, None));
    };
    // Elements of an unknown size are counted all the same.
    let size = size_bytes(&shape, descr.block.unwrap_or((1, 1))).map_err(|f| f.or_at(base + start));
    let Some(size) = faults.keep(size)? else { return Ok((end, None)) };
    let size_bytes = descr.block.map(|_| size);
    let header = Header { dtype: descr.dtype, size_bytes, shape, big_endian: descr.big_endian, column_major };
    Ok((end, Some(header)))
}

/// Reads a file with one array; what follows the data is counted and ignored.
pub(crate) fn parse(bytes: &[u8], faults: &mut Faults) -> Parse<Parsed> {
    let (start, header) = header(bytes, 0, faults)?;
    let Some(header) = header else { return Ok(Parsed { dropped: 1, header_bytes: start, ..Parsed::default() }) };
    let size = match (&header.dtype, header.size_bytes) {
        (EntryType::Named { name, why }, _) => {
            return Err(Fault::at(Word::BadType, 10, format!("dtype {name} is not read: {why}")));
        }
        (EntryType::Known(_), size) => size.unwrap_or_default(),
    };
    let mut c = Cursor::new(bytes, 0);
    c.take(start, "the header")?;
    c.take(size, "the data")?;
    let mut parsed = Parsed { trailing_bytes: c.left() as u64, header_bytes: start, ..Parsed::default() };
    parsed.push(
        Entry {
            name: UNNAMED.to_owned(),
            dtype: header.dtype,
            shape: crate::types::to_usize(&header.shape)?,
            offset: start,
            size_bytes: size,
        },
        Place { big_endian: header.big_endian, column_major: header.column_major, ..Place::default() },
    );
    Ok(parsed)
}

/// The header of a file with the one array of the plan.
pub(crate) fn script(_metadata: &Metadata, plan: &[Plan]) -> Parse<Script> {
    let item = &plan[0];
    Ok(Script::plain(header_bytes(item)?, &[item.size_bytes()?]))
}

/// Everything before the data.
pub(crate) fn header_bytes(item: &Plan) -> Parse<Vec<u8>> {
    let descr = item.row()?.npy.unwrap_or_default();
    let extents: String = match item.shape.as_slice() {
        [] => String::new(),
        [one] => format!("{one},"),
        more => more.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
    };
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({extents}), }}");
    // The newline at the end counts; 64 axes of 20 digits stay far below the 65,535 bytes of version 1.0.
    let total = (10 + text.len() + 1).next_multiple_of(ALIGNMENT);
    let mut out = Vec::with_capacity(total);
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&[1, 0]);
    out.extend(((total - 10) as u16).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
    out.resize(total - 1, b' ');
    out.push(b'\n');
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyad_core::DType;

    #[test]
    fn a_header_that_we_write_is_read_back() {
        for shape in [&[][..], &[3], &[2, 3, 4], &[0, 5]] {
            let item = Plan::new("x", DType::Int16, shape);
            let bytes = header_bytes(&item).unwrap();
            assert_eq!(bytes.len() % ALIGNMENT, 0);
            let (end, header) = header(&bytes, 0, &mut Faults::strict()).unwrap();
            let header = header.unwrap();
            assert_eq!(end, bytes.len() as u64);
            assert_eq!(header.dtype, DType::Int16.into());
            assert_eq!(header.size_bytes, Some(item.size_bytes().unwrap()));
            assert!(!header.big_endian && !header.column_major);
        }
    }
}
