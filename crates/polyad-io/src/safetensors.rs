//! safetensors: a length, a JSON header of that length, then the data, every byte of which belongs to one tensor.
//!
//! Source: the safetensors format, as its reference implementation 0.8 reads and writes it.

use crate::archive::{Entry, Parsed, Place};
use crate::fault::{Fault, Faults, Parse, Word, quoted};
use crate::finding::{Finding, FindingKind};
use crate::json::{Json, push_string};
use crate::metadata::{Metadata, Value};
use crate::read::{Cursor, utf8};
use crate::types::{Row, size_bytes, to_usize, types};
use crate::write::{Plan, Script};
use polyad_core::MAX_NDIM;

/// The reference reader's limit; real headers of the largest models have some megabytes.
const MAX_HEADER: u64 = 100_000_000;

const METADATA: &str = "__metadata__";

/// Whether the file begins as a safetensors file does.
pub(crate) fn sniff(head: &[u8], len: u64) -> bool {
    let Some((count, rest)) = head.split_first_chunk::<8>() else { return false };
    let header = u64::from_le_bytes(*count);
    header <= MAX_HEADER && header <= len - 8 && rest.first() == Some(&b'{')
}

/// Reads the header and checks that the tensors tile the data.
pub(crate) fn parse(bytes: &[u8], faults: &mut Faults) -> Parse<Parsed> {
    let mut cursor = Cursor::new(bytes, 0);
    let header_len = cursor.count("the header length")?;
    if header_len > MAX_HEADER {
        let detail = format!("a header of {header_len} bytes; at most {MAX_HEADER} are read");
        return Err(Fault::at(Word::BadValue, 0, detail));
    }
    let header = utf8(cursor.take(header_len, "the header")?, 8, "the header")?;
    if !header.starts_with('{') {
        return Err(Fault::at(Word::BadHeader, 8, "the header is no JSON object: it does not start with `{`"));
    }
    let data_start = cursor.offset();

    let mut parsed = Parsed { header_bytes: data_start, ..Parsed::default() };
    let mut pairs = None;
    let mut json = Json::new(header, 8);
    json.object(|json, name| {
        let listed = json.offset();
        if name == METADATA {
            if pairs.is_some() {
                faults.note(Fault::at(Word::Duplicate, listed, format!("{METADATA} comes twice")))?;
            }
            let read = json.keep(faults, parse_metadata)?;
            pairs = pairs.take().or(read);
            return Ok(());
        }
        let info = json.keep(faults, |json, faults| faults.of(&name, |faults| parse_info(json, faults)))?;
        match info.flatten() {
            Some((row, shape, begin, end)) => {
                let (dtype, size_bytes) = (row.entry_type(), end - begin);
                let entry = Entry { name: name.into_owned(), dtype, shape, offset: data_start + begin, size_bytes };
                parsed.push(entry, Place { listed, ..Place::default() });
            }
            None => parsed.dropped += 1,
        }
        Ok(())
    })?;
    json.end()?;
    if let Some((pairs, offsets)) = pairs {
        let within = |faults: &mut Faults| Metadata::from_pairs(pairs, offsets, faults);
        (parsed.metadata, parsed.key_offsets) = faults.about(format_args!("{METADATA}"), within)?;
    }
    parsed.check_names(faults)?;
    check_tiling(&mut parsed, bytes.len() as u64, faults)?;
    Ok(parsed)
}

/// Type, shape, and where the data begin and end.
type Info = (&'static Row, Vec<usize>, u64, u64);

/// The description of a tensor; `None` where a fault is kept.
fn parse_info(json: &mut Json<'_>, faults: &mut Faults) -> Parse<Option<Info>> {
    let (mut row, mut shape, mut offsets) = (None, None, None);
    let start = json.offset();
    json.object(|json, field| {
        let at = json.offset();
        let twice = match &*field {
            "dtype" => row.replace(json.keep(faults, |json, _| parse_dtype(json))?).is_some(),
            "shape" => shape.replace(json.keep(faults, |json, _| parse_integers(json, "an extent"))?).is_some(),
            "data_offsets" => {
                offsets.replace(json.keep(faults, |json, _| parse_integers(json, "an offset"))?).is_some()
            }
            _ => {
                faults.advise(|| {
                    let detail = format!("a field {} that the format does not have", quoted(&field));
                    Finding::warning(FindingKind::Format(Word::BadHeader), at, detail)
                });
                return json.skip();
            }
        };
        match twice {
            true => faults.note(Fault::at(Word::Duplicate, at, format!("{field} comes twice"))),
            false => Ok(()),
        }
    })?;
    for (field, is_missing) in
        [("dtype", row.is_none()), ("shape", shape.is_none()), ("data_offsets", offsets.is_none())]
    {
        if is_missing {
            faults.note(Fault::at(Word::BadValue, start, format!("no {field}")))?;
        }
    }
    let (Some(Some(row)), Some(Some(shape)), Some(Some(offsets))) = (row, shape, offsets) else { return Ok(None) };
    let checked = check_info(start, row, &shape, &offsets).map_err(|f| f.or_at(start));
    let Some((begin, end)) = faults.keep(checked)? else { return Ok(None) };
    Ok(Some((row, to_usize(&shape)?, begin, end)))
}

fn check_info(at: u64, row: &Row, shape: &[u64], offsets: &[u64]) -> Parse<(u64, u64)> {
    let size = size_bytes(shape, row.block)?;
    let &[begin, end] = offsets else {
        let detail = format!("data_offsets has {} numbers; it has a begin and an end", offsets.len());
        return Err(Fault::at(Word::BadValue, at, detail));
    };
    let Some(given) = end.checked_sub(begin) else {
        return Err(Fault::at(Word::BadOffset, at, format!("data_offsets [{begin}, {end}] end before they begin")));
    };
    if given != size || !elements(shape).is_multiple_of(row.block.0) {
        let detail = format!("shape {shape:?} of {} does not fill the {given} bytes of its data_offsets", row.name);
        return Err(Fault::at(Word::BadValue, at, detail));
    }
    Ok((begin, end))
}

/// The product that `size_bytes` has checked.
fn elements(shape: &[u64]) -> u64 {
    shape.iter().fold(1u64, |n, &extent| n.saturating_mul(extent))
}

fn parse_dtype(json: &mut Json<'_>) -> Parse<&'static Row> {
    let at = json.offset();
    let name = json.string()?;
    types().iter().find(|row| row.safetensors == Some(&name)).ok_or_else(|| {
        let known: Vec<&str> = types().iter().filter_map(|row| row.safetensors).collect();
        Fault::at(Word::BadType, at, format!("unknown dtype {}; known: {}", quoted(&name), known.join(", ")))
    })
}

fn parse_integers(json: &mut Json<'_>, what: &str) -> Parse<Vec<u64>> {
    let mut out = Vec::new();
    json.array(|json| {
        out.push(json.unsigned(what)?);
        // The file could announce more numbers than fit beside it.
        if out.len() > MAX_NDIM {
            let detail = format!("more than {MAX_NDIM} numbers in {what}; a tensor has {MAX_NDIM} axes at most");
            return Err(Fault::at(Word::BadValue, json.offset(), detail));
        }
        Ok(())
    })?;
    Ok(out)
}

/// Keys and texts, and where each text lies.
type Pairs = (Vec<(String, Value)>, Vec<u64>);

fn parse_metadata(json: &mut Json<'_>, faults: &mut Faults) -> Parse<Pairs> {
    let (mut pairs, mut offsets) = (Vec::new(), Vec::new());
    json.object(|json, key| {
        let at = json.offset();
        let subject = quoted(&key);
        let read = |faults: &mut Faults| json.keep(faults, |json, _| json.string());
        if let Some(text) = faults.about(format_args!("{METADATA} {subject}"), read)? {
            let value = Value::String(text.into_owned());
            pairs.push((key.into_owned(), value));
            offsets.push(at);
        }
        Ok(())
    })?;
    Ok((pairs, offsets))
}

/// The tensors fill the data, one behind the other, without gaps.
fn check_tiling(parsed: &mut Parsed, len: u64, faults: &mut Faults) -> Parse<()> {
    let start = parsed.header_bytes;
    let entries = &parsed.entries;
    let mut order: Vec<u32> = (0..entries.len() as u32).collect();
    let range = |i: u32| {
        let entry = &entries[i as usize];
        (entry.offset, entry.offset + entry.size_bytes)
    };
    order.sort_unstable_by_key(|&i| range(i));
    let mut next = start;
    let mut outside = Vec::new();
    for i in order {
        let (begin, end) = range(i);
        let fault = |word, at, detail| Fault::at(word, at, detail).of(&entries[i as usize].name);
        // What is missing from the list may well fill the gap.
        if begin != next && (begin < next || parsed.dropped == 0) {
            let what = if begin > next { "it leaves a gap" } else { "it overlaps another" };
            let (begins, ends) = (begin - start, next - start);
            let detail = format!("{what}: it starts at {begins} of the data, the one before ends at {ends}");
            faults.note(fault(Word::BadOffset, begin.min(next), detail))?;
        }
        if end > len {
            let detail = format!("it ends at {} of the data, the file has {} bytes of data", end - start, len - start);
            faults.note(fault(Word::Truncated, begin.min(len), detail))?;
            outside.push(i);
        }
        next = next.max(end);
    }
    if next < len && parsed.dropped == 0 {
        let detail = format!("{} bytes after the last tensor belong to none", len - next);
        faults.note(Fault::at(Word::TrailingBytes, next, detail))?;
    }
    outside.sort_unstable();
    parsed.drop_entries(&outside);
    Ok(())
}

/// The header of a file with these tensors, their data in the order of the plan. Metadata of other kinds than
/// strings become their text.
pub(crate) fn script(metadata: &Metadata, plan: &[Plan]) -> Parse<Script> {
    let mut json = String::from("{");
    if !metadata.is_empty() {
        json.push_str("\"__metadata__\":{");
        for (i, (key, value)) in metadata.iter().enumerate() {
            if i > 0 {
                json.push(',');
            }
            push_string(&mut json, key);
            json.push(':');
            match value {
                Value::String(text) => push_string(&mut json, text),
                other => push_string(&mut json, &other.to_string()),
            }
        }
        json.push('}');
    }
    let mut offset = 0u64;
    let mut sizes = Vec::with_capacity(plan.len());
    for item in plan {
        if item.name == METADATA {
            return Err(Fault::new(Word::BadValue, format!("no tensor can be called {METADATA} in safetensors")));
        }
        let row = item.row()?;
        let size = item.size_bytes()?;
        if !item.shape.iter().product::<usize>().is_multiple_of(row.block.0 as usize) {
            let (shape, name, block) = (&item.shape, row.name, row.block.0);
            let detail = format!(
                "shape {shape:?} of {name} fills no whole bytes, as safetensors needs; take a multiple of {block} elements, or \
                 float8_e4m3fn"
            );
            return Err(Fault::new(Word::BadValue, detail).of(&item.name));
        }
        if json.len() > 1 {
            json.push(',');
        }
        push_string(&mut json, &item.name);
        let dtype = row.safetensors.unwrap_or_default();
        let end =
            offset.checked_add(size).ok_or_else(|| Fault::new(Word::Overflow, "more data than 64 bits can count"))?;
        let shape = item.shape.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        json.push_str(&format!(":{{\"dtype\":\"{dtype}\",\"shape\":[{shape}],\"data_offsets\":[{offset},{end}]}}"));
        offset = end;
        sizes.push(size);
    }
    json.push('}');
    while json.len() % 8 != 0 {
        json.push(' ');
    }
    if json.len() as u64 > MAX_HEADER {
        return Err(Fault::new(
            Word::BadValue,
            format!("the header takes {} bytes; readers take {MAX_HEADER}", json.len()),
        ));
    }
    let mut head = (json.len() as u64).to_le_bytes().to_vec();
    head.extend_from_slice(json.as_bytes());
    Ok(Script::plain(head, &sizes))
}
