//! Writing: little-endian version 3, as upstream reads it.

use super::read::{alignment, check_rows};
use super::values::{check_key, check_nesting, kind, push_string, push_value};
use super::{MAGIC, MAX_AXES, MAX_NAME, align_up};
use crate::fault::{Fault, Parse, Word, quoted};
use crate::metadata::Metadata;
use crate::write::{Piece, Plan, Script};

/// Padding is made before it is written, so its size is bounded.
const MAX_ALIGNMENT: u32 = 1 << 16;

/// The header, and the padding before each tensor and after the last.
pub(crate) fn script(metadata: &Metadata, plan: &[Plan]) -> Parse<Script> {
    let alignment = alignment(metadata)?;
    if alignment > MAX_ALIGNMENT {
        let detail = format!("general.alignment {alignment}: files are written with at most {MAX_ALIGNMENT}");
        return Err(Fault::new(Word::BadAlignment, detail));
    }
    let mut head = Vec::from(MAGIC);
    head.extend(3u32.to_le_bytes());
    head.extend((plan.len() as u64).to_le_bytes());
    head.extend((metadata.len() as u64).to_le_bytes());
    for (key, value) in metadata.iter() {
        check_key(key).map_err(|detail| Fault::new(Word::BadValue, detail))?;
        check_nesting(value).map_err(|f| f.about(format_args!("key {}", quoted(key))))?;
        push_string(&mut head, key);
        head.extend(kind(value).to_le_bytes());
        push_value(&mut head, value);
    }
    let mut offset = 0u64;
    let mut padding = Vec::with_capacity(plan.len());
    let mut pieces = Vec::with_capacity(plan.len());
    for item in plan {
        let past = || Fault::new(Word::Overflow, "more data than 64 bits can count");
        let size = push_info(&mut head, item, offset)?;
        let end = offset.checked_add(size).ok_or_else(past)?;
        offset = align_up(end, alignment).ok_or_else(past)?;
        padding.push((offset - end) as usize);
        pieces.push(Piece { before: Vec::new(), data: size });
    }
    let start = align_up(head.len() as u64, alignment).unwrap_or_default();
    head.resize(start as usize, 0);
    // Each tensor's padding goes before its successor, the last one's to the end.
    let mut before = head;
    for (piece, padding) in pieces.iter_mut().zip(padding) {
        piece.before = std::mem::replace(&mut before, vec![0; padding]);
    }
    Ok(Script { pieces, tail: before, archive: None })
}

fn push_info(head: &mut Vec<u8>, item: &Plan, offset: u64) -> Parse<u64> {
    let about = |f: Fault| f.of(&item.name);
    if item.name.len() > MAX_NAME {
        let detail = format!("its name takes {} bytes; in GGUF a name takes {MAX_NAME} at most", item.name.len());
        return Err(about(Fault::new(Word::BadValue, detail)));
    }
    if item.shape.len() > MAX_AXES {
        let detail = format!("shape {:?} has {} axes; GGUF has {MAX_AXES} at most", item.shape, item.shape.len());
        return Err(about(Fault::new(Word::BadValue, detail)));
    }
    let row = item.row()?;
    let size = item.size_bytes()?;
    let shape: Vec<u64> = item.shape.iter().map(|&n| n as u64).collect();
    check_rows(&shape, row).map_err(about)?;
    push_string(head, &item.name);
    head.extend((shape.len() as u32).to_le_bytes());
    for extent in shape.iter().rev() {
        head.extend(extent.to_le_bytes());
    }
    head.extend(row.gguf.unwrap_or_default().to_le_bytes());
    head.extend(offset.to_le_bytes());
    Ok(size)
}
