//! What can be odd about a file of any format.

use std::collections::BTreeMap;
use std::path::Path;

use crate::archive::Parsed;
use crate::fault::Word;
use crate::finding::{Finding, FindingKind, Findings};
use crate::format::{Format, by_extension};
use crate::seen;
use crate::types::EntryType;

pub(super) fn check(at: &Path, format: Format, bytes: &[u8], parsed: &Parsed, findings: &mut Findings) {
    if let Some(named) = by_extension(at).filter(|&named| named != format) {
        let detail = format!("the name says {named}, the content is {format}");
        findings.push(Finding::warning(FindingKind::Misnamed, None, detail));
    }
    if parsed.entries.is_empty() && parsed.dropped == 0 {
        findings.push(Finding::note(FindingKind::Empty, None, "there are no tensors in it"));
    }
    // What could not be read from the list may be what lies there.
    if parsed.trailing_bytes > 0 && parsed.dropped == 0 {
        let at = bytes.len() as u64 - parsed.trailing_bytes;
        let what = seen::describe(&bytes[at as usize..]);
        let detail =
            format!("{} bytes behind the data belong to nothing; they seem to be {what}", parsed.trailing_bytes);
        findings.push(Finding::warning(FindingKind::Format(Word::TrailingBytes), at, detail));
    }
    for (entry, place) in parsed.entries.iter().zip(&parsed.places) {
        if let Some(why) = odd_name(&entry.name) {
            findings.push(Finding::warning(FindingKind::Name, place.listed, why).of(&entry.name));
        }
        if entry.shape.contains(&0) {
            let detail = format!("shape {:?} has no elements", entry.shape);
            findings.push(Finding::note(FindingKind::Empty, entry.offset, detail).of(&entry.name));
        }
    }
    if let Some(first) = parsed.places.iter().position(|place| place.big_endian) {
        let detail = "big-endian: data are copied by readers that take this order at all";
        findings.push(Finding::note(FindingKind::Copied, parsed.entries[first].offset, detail));
    }
    let mut without: BTreeMap<&str, (usize, u64, &str)> = BTreeMap::new();
    for entry in &parsed.entries {
        if let EntryType::Named { name, why } = &entry.dtype {
            without.entry(name).or_insert((0, entry.offset, why)).0 += 1;
        }
    }
    for (name, (count, at, why)) in without {
        let detail = match count {
            1 => format!("1 tensor of {name} is not looked into: {why}"),
            _ => format!("{count} tensors of {name} are not looked into: {why}"),
        };
        findings.push(Finding::note(FindingKind::NoDecoder, at, detail));
    }
}

/// What is wrong with a name that every format allows.
fn odd_name(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return Some("the name is empty");
    }
    if name.chars().any(char::is_control) {
        return Some("there are control characters in its name");
    }
    if name.contains(['\u{61c}', '\u{200b}', '\u{200e}', '\u{200f}', '\u{feff}'])
        || name.contains(|c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
    {
        return Some("there are invisible characters in its name");
    }
    (name.trim() != name).then_some("its name begins or ends with a space")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cannot_be_told_apart_by_eye_are_odd() {
        for name in ["", " a", "a\n", "a\u{200b}", "a\u{202e}b", "\u{61c}a"] {
            assert!(odd_name(name).is_some(), "{name:?}");
        }
        for name in ["blk.0.attn_q.weight", "\u{e9} \u{4e8c}", "a b"] {
            assert_eq!(odd_name(name), None, "{name:?}");
        }
    }
}
