//! Reading: header, metadata, tensor infos; then the rules between them.

use super::values::{Reader, check_key, string};
use super::{ALIGNMENT_KEY, DEFAULT_ALIGNMENT, MAGIC, MAX_AXES, MAX_NAME, align_up};
use crate::archive::{Entry, Parsed, Place};
use crate::fault::{Fault, Parse, Word, quoted};
use crate::metadata::{Metadata, Value, first_duplicate};
use crate::read::Cursor;
use crate::types::{Row, TYPES, size_bytes, to_usize};

/// Numbers of types that were taken out of ggml and must stay refused.
static REMOVED: &[(u32, &str)] = &[
    (4, "q4_2"),
    (5, "q4_3"),
    (31, "q4_0_4_4"),
    (32, "q4_0_4_8"),
    (33, "q4_0_8_8"),
    (36, "iq4_nl_4_4"),
    (37, "iq4_nl_4_8"),
    (38, "iq4_nl_8_8"),
];

/// Least bytes of a pair (length, key, kind, value) and of a tensor info (length, axes, type, offset).
const LEAST_PAIR: usize = 8 + 1 + 4 + 1;
const LEAST_INFO: usize = 8 + 4 + 4 + 8;

/// Reads all but the data.
pub(crate) fn parse(bytes: &[u8]) -> Parse<Parsed> {
    let mut c = Cursor::new(bytes, 0);
    if c.take(4, "the signature")? != MAGIC {
        return Err(Fault::at(Word::BadMagic, 0, "the file does not start with GGUF"));
    }
    let big = version(&mut c)?;
    let infos = c.count("the number of tensors")?;
    let pairs = c.count("the number of keys")?;
    fits(&c, pairs, LEAST_PAIR, "keys")?;
    let metadata = read_metadata(&mut c, pairs)?;
    let alignment = alignment(&metadata)?;

    fits(&c, infos, LEAST_INFO, "tensors")?;
    let mut parsed = Parsed { metadata, ..Parsed::default() };
    parsed.entries.reserve_exact(infos as usize);
    for _ in 0..infos {
        let entry = read_info(&mut c, alignment)?;
        parsed.push(entry, Place { big_endian: big, ..Place::default() });
    }
    if let Some(i) = first_duplicate(parsed.entries.len(), |i| &parsed.entries[i].name) {
        let detail = format!("tensor {} comes twice", quoted(&parsed.entries[i].name));
        return Err(Fault::new(Word::Duplicate, detail));
    }
    place_data(&mut parsed, bytes, c.offset(), alignment)?;
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

fn read_metadata(c: &mut Cursor<'_>, count: u64) -> Parse<Metadata> {
    let mut reader = Reader::default();
    let mut pairs = Vec::new();
    for _ in 0..count {
        let at = c.offset();
        let key = string(c, "a key")?;
        check_key(key).map_err(|detail| Fault::at(Word::BadValue, at, detail))?;
        let kind = c.u32("the kind of a value")?;
        let value = reader.value(c, kind).map_err(|f| f.about(format_args!("key {}", quoted(key))))?;
        pairs.push((key.to_owned(), value));
    }
    Metadata::from_pairs(pairs).map_err(|key| Fault::new(Word::Duplicate, format!("key {} comes twice", quoted(&key))))
}

/// The alignment that the metadata state, or the usual one.
pub(super) fn alignment(metadata: &Metadata) -> Parse<u32> {
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

/// One tensor info. Its offset is from the start of the data, which is not known yet.
fn read_info(c: &mut Cursor<'_>, alignment: u32) -> Parse<Entry> {
    let at = c.offset();
    let name = string(c, "a tensor's name")?.to_owned();
    if name.len() > MAX_NAME {
        let detail = format!("a tensor's name of {} bytes; a name takes {MAX_NAME} at most", name.len());
        return Err(Fault::at(Word::BadValue, at, detail));
    }
    let rest = |c: &mut Cursor<'_>| {
        let at = c.offset();
        let axes = c.u32("the number of axes")? as usize;
        if axes > MAX_AXES {
            return Err(Fault::at(Word::BadValue, at, format!("{axes} axes; GGUF has {MAX_AXES} at most")));
        }
        let mut shape = Vec::with_capacity(axes);
        for _ in 0..axes {
            shape.push(c.count("an extent")?);
        }
        shape.reverse();
        let type_at = c.offset();
        let row = row_of(c.u32("a type")?, type_at)?;
        let place = |mut fault: Fault| {
            fault.offset = Some(at);
            fault
        };
        let size = size_bytes(&shape, row.block).map_err(place)?;
        check_rows(&shape, row).map_err(place)?;
        let offset_at = c.offset();
        let offset = c.count("an offset")?;
        if !offset.is_multiple_of(u64::from(alignment)) {
            let detail = format!("offset {offset} is no multiple of the alignment, {alignment}");
            return Err(Fault::at(Word::BadOffset, offset_at, detail));
        }
        Ok((row.entry_type(), to_usize(&shape)?, offset, size))
    };
    let (dtype, shape, offset, size_bytes) = rest(c).map_err(|f| f.about(format_args!("tensor {}", quoted(&name))))?;
    Ok(Entry { name, dtype, shape, offset, size_bytes })
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
    if let Some(row) = TYPES.iter().find(|row| row.gguf == Some(id)) {
        return Ok(row);
    }
    let detail = match REMOVED.iter().find(|(removed, _)| *removed == id) {
        Some((_, name)) => format!("type {id} ({name}) was removed from ggml; requantize from the original"),
        None => format!("unknown type {}; the types are 0 to 42", id as i32),
    };
    Err(Fault::at(Word::BadType, at, detail))
}

/// Turns offsets into places of the file and checks them against each other and its end.
fn place_data(parsed: &mut Parsed, bytes: &[u8], header_end: u64, alignment: u32) -> Parse<()> {
    let len = bytes.len() as u64;
    let mut end = header_end;
    if !parsed.entries.is_empty() {
        let start = align_up(header_end, alignment).filter(|&start| start <= len).ok_or_else(|| {
            let detail =
                format!("the data start after {header_end} bytes, aligned to {alignment}; the file has {len} bytes");
            Fault::at(Word::Truncated, len, detail)
        })?;
        for entry in &mut parsed.entries {
            entry.offset += start;
            let (from, size) = (entry.offset, entry.size_bytes);
            if from > len {
                let detail = format!("tensor {} starts at {from}, the file has {len} bytes", quoted(&entry.name));
                return Err(Fault::new(Word::BadOffset, detail));
            }
            if size > len - from {
                let name = quoted(&entry.name);
                let detail = format!("tensor {name} takes {size} bytes from {from}, the file has {len} bytes");
                return Err(Fault::at(Word::Truncated, len, detail));
            }
        }
        end = check_overlap(&parsed.entries, header_end)?;
    }
    let padded = align_up(end, alignment).unwrap_or(len).min(len);
    let zeros = bytes[end as usize..padded as usize].iter().all(|&b| b == 0);
    parsed.trailing_bytes = len - if zeros { padded } else { end };
    Ok(())
}

/// No two tensors share a byte; where the last one ends.
fn check_overlap(entries: &[Entry], start: u64) -> Parse<u64> {
    let mut order: Vec<u32> = (0..entries.len() as u32).collect();
    order.retain(|&i| entries[i as usize].size_bytes > 0);
    order.sort_unstable_by_key(|&i| entries[i as usize].offset);
    let mut end = start;
    for &i in &order {
        let entry = &entries[i as usize];
        if entry.offset < end {
            let detail = format!("tensor {} starts inside another", quoted(&entry.name));
            return Err(Fault::at(Word::BadOffset, entry.offset, detail));
        }
        end = entry.offset + entry.size_bytes;
    }
    Ok(end)
}
