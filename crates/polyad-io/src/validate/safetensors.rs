//! What safetensors allows and hardly anybody means.

use crate::archive::Parsed;
use crate::finding::{Finding, FindingKind, Findings};

pub(super) fn check(parsed: &Parsed, findings: &mut Findings) {
    let start = parsed.header_bytes;
    if !start.is_multiple_of(8) {
        let detail =
            format!("the data start at {start}, no multiple of 8, to which writers pad the header with spaces");
        findings.push(Finding::note(FindingKind::Copied, start, detail));
    }
    let is_off = |offset: u64, align: u64| !offset.is_multiple_of(align);
    let mut off = parsed
        .entries
        .iter()
        .filter(|e| is_off(e.offset, e.dtype.row().map_or(1, |row| row.align())) && e.size_bytes > 0);
    if let Some(first) = off.next() {
        let detail = match off.count() {
            0 => "it is not aligned to its elements: readers copy it".to_owned(),
            more => format!("it and {more} more are not aligned to their elements: readers copy them"),
        };
        findings.push(Finding::note(FindingKind::Copied, first.offset, detail).of(&first.name));
    }
}
