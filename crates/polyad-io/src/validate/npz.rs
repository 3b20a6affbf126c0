//! Every member of an archive: its checksum, its name, and whether anybody reads it.

use polyad_core::Buffer;

use crate::archive::{Parsed, release_behind};
use crate::fault::{Fault, Word, quoted};
use crate::finding::{Finding, FindingKind, Findings};
use crate::types::EntryType;

/// Arrays whose member is damaged are dropped.
pub(super) fn check(file: &Buffer, bytes: &[u8], parsed: &mut Parsed, findings: &mut Findings) {
    let mut damaged = Vec::new();
    for (i, (entry, place)) in parsed.entries.iter().zip(&parsed.places).enumerate() {
        let name = entry.name.as_str();
        if let EntryType::Named { name: dtype, why } = &entry.dtype
            && entry.dtype.row().is_none()
        {
            let detail = format!("dtype {dtype} is not read: {why}");
            findings.push(Fault::at(Word::BadType, entry.offset, detail).of(name).into_finding());
        }
        if climbs(name) {
            let detail = "its name is a path out of the folder that the archive is unpacked in";
            findings.push(Finding::warning(FindingKind::Name, place.listed, detail).of(name));
        }
        if let Some(Err(fault)) = place.member.as_ref().map(|member| member.verify(bytes, release_behind(file))) {
            findings.push(fault.of(name).into_finding());
            damaged.push(i as u32);
        }
    }
    for (name, member) in &parsed.others {
        let subject = quoted(name);
        if let Err(fault) = member.verify(bytes, release_behind(file)) {
            findings.push(fault.about(format_args!("member {subject}")).into_finding());
        }
        let detail = format!("member {subject} is no array and is passed over");
        findings.push(Finding::note(FindingKind::Name, member.start, detail));
    }
    parsed.drop_entries(&damaged);
}

/// Whether a name leads out of a folder on any system. Here no path is ever made of names; other programs do.
fn climbs(name: &str) -> bool {
    name.starts_with(['/', '\\']) || name.get(1..2) == Some(":") || name.split(['/', '\\']).any(|part| part == "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_out_of_a_folder_are_told_from_names_with_dots() {
        for name in ["/etc/x", "a/../../x", "..", "c:x", "\\x", "a\\..\\b"] {
            assert!(climbs(name), "{name}");
        }
        for name in ["a..b", "layers/0/weight", "...", "", "\u{e9}:"] {
            assert!(!climbs(name), "{name}");
        }
    }
}
