//! safetensors: a length, a JSON header of that length, then the data, every byte of which belongs to one tensor.
//!
//! Source: the safetensors format, as its reference implementation 0.8 reads and writes it.

use crate::archive::{Entry, Parsed, Place};
use crate::fault::{Fault, Parse, Word, quoted};
use crate::json::{Json, push_string};
use crate::metadata::{Metadata, Value, first_duplicate};
use crate::read::{Cursor, utf8};
use crate::types::{Row, TYPES, size_bytes, to_usize};
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
pub(crate) fn parse(bytes: &[u8]) -> Parse<Parsed> {
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
    let data_len = cursor.left() as u64;

    let mut infos: Vec<Info> = Vec::new();
    let mut metadata = None;
    let mut json = Json::new(header, 8);
    json.object(|json, name| {
        if name == METADATA {
            if metadata.is_some() {
                return Err(Fault::at(Word::Duplicate, json.offset(), format!("{METADATA} comes twice")));
            }
            metadata = Some(parse_metadata(json)?);
        } else {
            infos.push(Info::parse(json, name.into_owned())?);
        }
        Ok(())
    })?;
    json.end()?;

    if let Some(i) = first_duplicate(infos.len(), |i| &infos[i].name) {
        return Err(Fault::new(Word::Duplicate, format!("tensor {} comes twice", quoted(&infos[i].name))));
    }
    check_tiling(&infos, data_len)?;
    let mut parsed = Parsed { metadata: metadata.unwrap_or_default(), ..Parsed::default() };
    parsed.entries.reserve_exact(infos.len());
    for info in infos {
        let entry = Entry {
            dtype: info.row.entry_type(),
            offset: data_start + info.begin,
            size_bytes: info.end - info.begin,
            name: info.name,
            shape: info.shape,
        };
        parsed.push(entry, Place::default());
    }
    Ok(parsed)
}

struct Info {
    name: String,
    row: &'static Row,
    shape: Vec<usize>,
    begin: u64,
    end: u64,
}

impl Info {
    fn parse(json: &mut Json<'_>, name: String) -> Parse<Info> {
        let (mut row, mut shape, mut offsets) = (None, None, None);
        let start = json.offset();
        let fields = json.object(|json, field| {
            let twice = match &*field {
                "dtype" => row.replace(parse_dtype(json)?).is_some(),
                "shape" => shape.replace(parse_integers(json, "an extent")?).is_some(),
                "data_offsets" => offsets.replace(parse_integers(json, "an offset")?).is_some(),
                _ => return json.skip(),
            };
            match twice {
                true => Err(Fault::at(Word::Duplicate, json.offset(), format!("{field} comes twice"))),
                false => Ok(()),
            }
        });
        let info = fields.and_then(|()| {
            let missing = |field| Fault::at(Word::BadValue, start, format!("no {field}"));
            let row = row.ok_or_else(|| missing("dtype"))?;
            let shape = shape.ok_or_else(|| missing("shape"))?;
            let offsets = offsets.ok_or_else(|| missing("data_offsets"))?;
            Info::check(start, row, &shape, &offsets).map(|(begin, end)| (row, shape, begin, end))
        });
        let (row, shape, begin, end) = info.map_err(|f| f.about(format_args!("tensor {}", quoted(&name))))?;
        Ok(Info { name, row, shape: to_usize(&shape)?, begin, end })
    }

    fn check(at: u64, row: &Row, shape: &[u64], offsets: &[u64]) -> Parse<(u64, u64)> {
        let place = |mut fault: Fault| {
            fault.offset = Some(at);
            fault
        };
        let size = size_bytes(shape, row.block).map_err(place)?;
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
}

/// The product that `size_bytes` has checked.
fn elements(shape: &[u64]) -> u64 {
    shape.iter().fold(1u64, |n, &extent| n.saturating_mul(extent))
}

fn parse_dtype(json: &mut Json<'_>) -> Parse<&'static Row> {
    let at = json.offset();
    let name = json.string()?;
    TYPES.iter().find(|row| row.safetensors == Some(&name)).ok_or_else(|| {
        let known: Vec<&str> = TYPES.iter().filter_map(|row| row.safetensors).collect();
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

fn parse_metadata(json: &mut Json<'_>) -> Parse<Metadata> {
    let mut pairs = Vec::new();
    json.object(|json, key| {
        let text = json.string().map_err(|f| f.about(format_args!("{METADATA} {}", quoted(&key))))?;
        pairs.push((key.into_owned(), Value::String(text.into_owned())));
        Ok(())
    })?;
    Metadata::from_pairs(pairs)
        .map_err(|key| Fault::new(Word::Duplicate, format!("{METADATA} key {} comes twice", quoted(&key))))
}

fn check_tiling(infos: &[Info], data_len: u64) -> Parse<()> {
    let mut order: Vec<u32> = (0..infos.len() as u32).collect();
    order.sort_unstable_by_key(|&i| (infos[i as usize].begin, infos[i as usize].end));
    let mut next = 0;
    for i in order {
        let Info { name, begin, end, .. } = &infos[i as usize];
        if *begin != next {
            let what = if *begin > next { "leaves a gap: it starts" } else { "overlaps another: it starts" };
            let detail =
                format!("tensor {} {what} at {begin} of the data, the one before ends at {next}", quoted(name));
            return Err(Fault::new(Word::BadOffset, detail));
        }
        if *end > data_len {
            let detail =
                format!("tensor {} ends at {end} of the data, the file has {data_len} bytes of data", quoted(name));
            return Err(Fault::new(Word::Truncated, detail));
        }
        next = *end;
    }
    if next < data_len {
        let detail = format!("{} bytes after the last tensor belong to none", data_len - next);
        return Err(Fault::new(Word::TrailingBytes, detail));
    }
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
