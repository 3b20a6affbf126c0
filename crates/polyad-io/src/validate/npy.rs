//! What NPY allows and NumPy does not write.

use crate::archive::Parsed;
use crate::fault::Word;
use crate::finding::{Finding, FindingKind, Findings};

pub(super) fn check(bytes: &[u8], parsed: &Parsed, findings: &mut Findings) {
    let start = parsed.header_bytes;
    if !start.is_multiple_of(64) {
        let detail =
            format!("the data start at {start}, no multiple of 64, to which NumPy pads the header with spaces");
        findings.push(Finding::note(FindingKind::Copied, start, detail));
    }
    if start.checked_sub(1).and_then(|last| bytes.get(last as usize)) != Some(&b'\n') {
        let detail = "the header does not end with a line break";
        findings.push(Finding::note(FindingKind::Format(Word::BadHeader), start, detail));
    }
}
