//! Reading: header, metadata, tensor infos; then the rules between them.

use super::values::{Reader, check_key, string};
use super::{ALIGNMENT_KEY, DEFAULT_ALIGNMENT, MAGIC, MAX_AXES, MAX_NAME, align_up};
use crate::archive::{Entry, Parsed, Place};
use crate::fault::{Fault, Faults, Parse, Word, quoted};
use crate::metadata::{Metadata, Value};
use crate::read::Cursor;
use crate::types::{Row, size_bytes, to_usize, types};
use polyad_core::{DType, MAX_NDIM};

/// Least bytes of a pair (length, key, kind, value) and of a tensor info (length, axes, type, offset).
const LEAST_PAIR: usize = 8 + 1 + 4 + 1;
const LEAST_INFO: usize = 8 + 4 + 4 + 8;

/// Reads all but the data.
pub(crate) fn parse(bytes: &[u8], faults: &mut Faults) -> Parse<Parsed> {
    let mut c = Cursor::new(bytes, 0);
    if c.take(4, "the signature")? != MAGIC {
        return Err(Fault::at(Word::BadMagic, 0, "the file does not start with GGUF"));
    }
    let big = version(&mut c)?;
    let infos = c.count("the number of tensors")?;
    let pairs = c.count("the number of keys")?;
    fits(&c, pairs, LEAST_PAIR, "keys")?;
    let (metadata, key_offsets) = read_metadata(&mut c, pairs, faults)?;
    let stated = metadata.iter().position(|(key, _)| key == ALIGNMENT_KEY).map_or(0, |i| key_offsets[i]);
    let alignment = faults.keep(alignment(&metadata).map_err(|f| f.or_at(stated)))?.unwrap_or(DEFAULT_ALIGNMENT);

    fits(&c, infos, LEAST_INFO, "tensors")?;
    let mut parsed = Parsed { metadata, key_offsets, ..Parsed::default() };
    parsed.entries.reserve_exact(infos as usize);
    parsed.places.reserve_exact(infos as usize);
    for _ in 0..infos {
        let listed = c.offset();
        match read_info(&mut c, alignment, faults)? {
            Some(entry) => parsed.push(entry, Place { listed, big_endian: big, ..Place::default() }),
            None => parsed.dropped += 1,
        }
    }
    parsed.header_bytes = c.offset();
    parsed.check_names(faults)?;
    place_data(&mut parsed, bytes, alignment, faults)?;
    Ok(parsed)
}

/// Whether the file is big-endian; its version tells.
fn version(c: &mut Cursor<'_>) -> Parse<bool> {
    let at = c.offset();
    let version = c.u32("the version")?;
    match (version, version.swap_bytes()) {
        (2 | 3, _) => Ok(false),
        (_, 2 | 3) => {
            c.set_big_endian(true);
            Ok(true)
        }
        (1, _) | (_, 1) => {
            let detail =
                "version 1, which no current tool writes; convert it with the tools of its time (2 and 3 are read)";
            Err(Fault::at(Word::UnsupportedVersion, at, detail))
        }
        _ => Err(Fault::at(Word::UnsupportedVersion, at, format!("version {version}; 2 and 3 are read"))),
    }
}

fn fits(c: &Cursor<'_>, count: u64, least: usize, what: &str) -> Parse<()> {
    if count > (c.left() / least) as u64 {
        let detail = format!("{count} {what} announced, {} bytes are left", c.left());
        return Err(Fault::at(Word::Truncated, c.offset(), detail));
    }
    Ok(())
}

/// The metadata, and where each key lies.
fn read_metadata(c: &mut Cursor<'_>, count: u64, faults: &mut Faults) -> Parse<(Metadata, Vec<u64>)> {
    let mut reader = Reader::default();
    let (mut pairs, mut offsets) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let at = c.offset();
        let key = string(c, "a key", faults)?;
        if let Some(Err(detail)) = key.map(check_key) {
            faults.note(Fault::at(Word::BadValue, at, detail))?;
        }
        let kind = c.u32("the kind of a value")?;
        let subject = quoted(key.unwrap_or_default());
        let value = faults.about(format_args!("key {subject}"), |faults| reader.value(c, kind, faults))?;
        if let Some(key) = key {
            pairs.push((key.to_owned(), value));
            offsets.push(at);
        }
    }
    Metadata::from_pairs(pairs, offsets, faults)
}

/// The alignment that the metadata state, or the usual one.
pub(crate) fn alignment(metadata: &Metadata) -> Parse<u32> {
    match metadata.get(ALIGNMENT_KEY) {
        None => Ok(DEFAULT_ALIGNMENT),
        Some(Value::U32(n)) if n.is_power_of_two() => Ok(*n),
        Some(Value::U32(n)) => {
            Err(Fault::new(Word::BadAlignment, format!("{ALIGNMENT_KEY} is {n}; it has to be a power of two")))
        }
        Some(other) => {
            Err(Fault::new(Word::BadType, format!("{ALIGNMENT_KEY} is of kind {}; it has to be uint32", other.kind())))
        }
    }
}

/// One tensor info, `None` where it makes no tensor and the fault is kept. Its offset is from the start of the data,
/// which is not known yet.
fn read_info(c: &mut Cursor<'_>, alignment: u32, faults: &mut Faults) -> Parse<Option<Entry>> {
    let at = c.offset();
    let name = string(c, "a tensor's name", faults)?;
    faults.of(name.unwrap_or_default(), |faults| {
        if let Some(len) = name.map(str::len).filter(|&len| len > MAX_NAME) {
            let detail = format!("a name of {len} bytes; a name takes {MAX_NAME} at most");
            faults.note(Fault::at(Word::BadValue, at, detail))?;
        }
        let shape_at = c.offset();
        let axes = c.u32("the number of axes")? as usize;
        if axes > MAX_AXES {
            let fault = Fault::at(Word::BadValue, shape_at, format!("{axes} axes; GGUF has {MAX_AXES} at most"));
            // Past what any tensor has, the number is no number of axes that could be passed over.
            if axes > MAX_NDIM {
                return Err(fault);
            }
            faults.note(fault)?;
        }
        let mut shape = Vec::with_capacity(axes);
        for _ in 0..axes {
            shape.extend(faults.keep(c.count("an extent"))?);
        }
        shape.reverse();
        let type_at = c.offset();
        let row = faults.keep(row_of(c.u32("a type")?, type_at))?;
        let size = match row {
            Some(row) if shape.len() == axes => faults.keep(check_shape(&shape, row).map_err(|f| f.or_at(shape_at)))?,
            _ => None,
        };
        let offset_at = c.offset();
        let offset = faults.keep(c.count("an offset"))?;
        if let Some(offset) = offset.filter(|offset| !offset.is_multiple_of(u64::from(alignment))) {
            let detail = format!("offset {offset} is no multiple of the alignment, {alignment}");
            faults.note(Fault::at(Word::BadOffset, offset_at, detail))?;
        }
        let (Some(name), Some(row), Some(size_bytes), Some(offset)) = (name, row, size, offset) else {
            return Ok(None);
        };
        let shape = to_usize(&shape)?;
        Ok(Some(Entry { name: name.to_owned(), dtype: row.entry_type(), shape, offset, size_bytes }))
    })
}

fn check_shape(shape: &[u64], row: &Row) -> Parse<u64> {
    let size = size_bytes(shape, row.block)?;
    check_rows(shape, row)?;
    Ok(size)
}

/// The innermost extent has to be whole blocks.
pub(super) fn check_rows(shape: &[u64], row: &Row) -> Parse<()> {
    let inner = shape.last().copied().unwrap_or(1);
    if inner.is_multiple_of(row.block.0) {
        return Ok(());
    }
    let detail =
        format!("shape {shape:?}: rows of {inner} are no whole blocks of {}, which have {}", row.name, row.block.0);
    Err(Fault::new(Word::BadValue, detail))
}

fn row_of(id: u32, at: u64) -> Parse<&'static Row> {
    if let Some(row) = types().iter().find(|row| row.gguf == Some(id)) {
        return Ok(row);
    }
    let detail = match DType::removed_ggml_type(id) {
        Some(name) => format!("type {id} ({name}) was removed from ggml; requantize from the original"),
        None => format!("unknown type {}; the types are 0 to 42", id as i32),
    };
    Err(Fault::at(Word::BadType, at, detail))
}

/// Turns offsets into places of the file and checks them against each other and its end.
fn place_data(parsed: &mut Parsed, bytes: &[u8], alignment: u32, faults: &mut Faults) -> Parse<()> {
    let (len, header) = (bytes.len() as u64, parsed.header_bytes);
    let mut end = header;
    if !parsed.entries.is_empty() {
        let Some(start) = align_up(header, alignment).filter(|&start| start <= len) else {
            let detail =
                format!("the data start after {header} bytes, aligned to {alignment}; the file has {len} bytes");
            return Err(Fault::at(Word::Truncated, len, detail));
        };
        let mut outside = Vec::new();
        for (i, (entry, place)) in parsed.entries.iter_mut().zip(&parsed.places).enumerate() {
            entry.offset += start;
            let (from, size) = (entry.offset, entry.size_bytes);
            let fault = if from > len {
                Fault::at(Word::BadOffset, place.listed, format!("it starts at {from}, the file has {len} bytes"))
            } else if size > len - from {
                Fault::at(Word::Truncated, from, format!("it takes {size} bytes from {from}, the file has {len} bytes"))
            } else {
                continue;
            };
            faults.note(fault.of(&entry.name))?;
            outside.push(i as u32);
        }
        parsed.drop_entries(&outside);
        end = check_overlap(&parsed.entries, header, faults)?;
    }
    let padded = align_up(end, alignment).unwrap_or(len).min(len);
    let zeros = bytes[end as usize..padded as usize].iter().all(|&b| b == 0);
    parsed.trailing_bytes = len - if zeros { padded } else { end };
    Ok(())
}

/// No two tensors share a byte; where the last one ends.
fn check_overlap(entries: &[Entry], start: u64, faults: &mut Faults) -> Parse<u64> {
    let mut order: Vec<u32> = (0..entries.len() as u32).collect();
    order.retain(|&i| entries[i as usize].size_bytes > 0);
    order.sort_unstable_by_key(|&i| entries[i as usize].offset);
    let (mut end, mut before) = (start, "");
    for &i in &order {
        let entry = &entries[i as usize];
        if entry.offset < end {
            let detail =
                format!("it starts at {} inside another, {}, which ends at {end}", entry.offset, quoted(before));
            faults.note(Fault::at(Word::BadOffset, entry.offset, detail).of(&entry.name))?;
        }
        if entry.offset + entry.size_bytes > end {
            (end, before) = (entry.offset + entry.size_bytes, &entry.name);
        }
    }
    Ok(end)
}
