//! Every check there is of a file as a whole: the rules of its format, read on behind each broken one, and what the
//! rules allow and hardly anybody means.
//!
//! The rules themselves are in the parsers, which opening uses too; here is what opening does not ask for.

mod any;
mod gguf;
mod npy;
mod npz;
mod safetensors;

use std::fs::File;
use std::path::{Path, PathBuf};

use polyad_core::Result;

use crate::archive::{Archive, map, open_file};
use crate::fault::Faults;
use crate::finding::{Finding, FindingKind, Findings, Severity};
use crate::format::{Format, detect, explain};
use crate::split::{check_index, check_parts, is_index};

/// What a check of a file has found.
#[derive(Debug)]
#[non_exhaustive]
pub struct Validation {
    /// The path that was given.
    pub path: String,
    /// The format of the content, where it is one of those known.
    pub format: Option<Format>,
    /// Size of the file.
    pub file_bytes: u64,
    /// How many tensors the file lists, readable or not.
    pub tensors: usize,
    /// What was found, in the order in which it was.
    pub findings: Findings,
    /// Where the file is an index of safetensors files, those that it lists. They have checks of their own.
    pub listed: Vec<PathBuf>,
    archive: Option<Archive>,
}

impl Validation {
    /// Whether no rule is broken. Warnings and notes do not count.
    pub fn is_valid(&self) -> bool {
        self.findings.count(Severity::Error) == 0
    }

    /// The tensors that can be read all the same, to look at their values; `None` where the header itself is beyond
    /// reading. Where `is_valid`, this is what [`crate::open`] gives.
    pub fn archive(&self) -> Option<&Archive> {
        self.archive.as_ref()
    }
}

/// Checks a file: all rules of its format, the CRC-32 of every member of an archive, the other parts of a split model,
/// and what is legal but rarely meant. The values of tensors are not looked at. `path` may also be the index of safetensors
/// files, which is set against what they hold.
///
/// Cost: the header; of NPZ the whole file. Memory: as [`crate::open`], whatever the number of faults.
/// Errors: [`Error::Io`](polyad_core::Error::Io) where the file cannot be read. What is wrong with it are findings.
///
/// ```
/// use polyad_io::{Severity, validate};
/// let path = std::env::temp_dir().join(format!("polyad-doc-{}.npy", std::process::id()));
/// std::fs::write(&path, b"\x93NUMPY\x01\x00\x02\x00{}")?;
/// let validation = validate(&path)?;
/// let errors = validation.findings.iter().filter(|finding| finding.severity == Severity::Error);
/// let details: Vec<&str> = errors.map(|finding| finding.detail.as_str()).collect();
/// assert_eq!(details, ["the header has no descr", "the header has no fortran_order", "the header has no shape"]);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn validate(path: impl AsRef<Path>) -> Result<Validation> {
    let path = path.as_ref();
    if is_index(path) {
        return validate_index(path);
    }
    let mut validation = validate_file(&open_file(path)?, &path.display().to_string())?;
    if validation.is_valid() {
        for finding in check_parts(path)? {
            validation.findings.push(Finding { severity: Severity::Warning, kind: FindingKind::Parts, ..finding });
        }
    }
    Ok(validation)
}

fn validate_index(path: &Path) -> Result<Validation> {
    let file_bytes = open_file(path)?.metadata().map_or(0, |stat| stat.len());
    let (index, findings) = check_index(path)?;
    Ok(Validation {
        path: path.display().to_string(),
        format: None,
        file_bytes,
        tensors: index.tensors,
        findings,
        listed: index.files,
        archive: None,
    })
}

/// [`validate`] of a file that somebody has opened before, from its start, and without other parts of its model;
/// `name` is what errors call it.
pub fn validate_file(file: &File, name: &str) -> Result<Validation> {
    let file = map(file, name)?;
    let at = Path::new(name);
    let mut out = Validation {
        path: name.to_owned(),
        format: None,
        file_bytes: file.size_bytes() as u64,
        tensors: 0,
        findings: Findings::default(),
        listed: Vec::new(),
        archive: None,
    };
    let parsed = {
        let bytes = file.read()?;
        let format = match detect(at, &bytes) {
            Ok(format) => format,
            Err(fault) => {
                out.findings.push(fault.into_finding());
                return Ok(out);
            }
        };
        out.format = Some(format);
        let mut faults = Faults::lenient();
        let parsed = (format.spec().parse)(&bytes, &mut faults);
        out.findings = faults.into_findings();
        match parsed {
            Ok(mut parsed) => {
                out.tensors = parsed.entries.len() + parsed.dropped;
                let findings = &mut out.findings;
                match format {
                    Format::Gguf => gguf::check(&bytes, &parsed, findings),
                    Format::Safetensors => safetensors::check(&parsed, findings),
                    Format::Npy => npy::check(&bytes, &parsed, findings),
                    Format::Npz => npz::check(&file, &bytes, &mut parsed, findings),
                    Format::Tens => {}
                }
                any::check(at, format, &bytes, &parsed, findings);
                (format, parsed)
            }
            Err(fault) => {
                out.findings.push(explain(format, &bytes, fault).into_finding());
                return Ok(out);
            }
        }
    };
    let (format, parsed) = parsed;
    out.archive = Some(Archive::new(out.path.clone(), format, file, parsed));
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Word;

    /// Every golden file, whole and damaged: no panic, whatever is there; the fault that opening ends at is the first
    /// error of the check; what is said to be readable can be read.
    #[test]
    fn a_check_of_damage_begins_with_what_opening_says() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden");
        let mut state = 1u64;
        let mut random = |n: usize| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) as usize % n
        };
        let target = std::env::temp_dir().join(format!("polyad-io-validate-{}", std::process::id()));
        let (mut opened, mut refused) = (0, 0);
        for set in ["gguf", "gguf/bad", "tens", "safetensors", "safetensors/bad", "npy", "npy/bad"] {
            for entry in std::fs::read_dir(root.join(set)).unwrap() {
                let path = entry.unwrap().path();
                let Ok(format) = Format::from_path(&path) else { continue };
                let whole = std::fs::read(&path).unwrap();
                for round in 0..24 {
                    let mut bytes = whole.clone();
                    for _ in 0..if bytes.is_empty() { 0 } else { round % 4 } {
                        let at = if random(2) == 0 { random(bytes.len().min(512)) } else { random(bytes.len()) };
                        bytes[at] = if random(2) == 0 { bytes[at] ^ 1 << random(8) } else { random(256) as u8 };
                    }
                    bytes.truncate(if round % 8 == 7 { random(bytes.len() + 1) } else { bytes.len() });
                    let name = format!("x.{}", format.extensions()[0]);
                    std::fs::write(&target, &bytes).unwrap();
                    let validation = validate_file(&File::open(&target).unwrap(), &name).unwrap();
                    // A new file each time: the old one stays mapped.
                    std::fs::remove_file(&target).unwrap();
                    let first = validation.findings.iter().find(|finding| finding.severity == Severity::Error);
                    let format = validation.format.unwrap();
                    match (format.spec().parse)(&bytes, &mut Faults::strict()) {
                        Ok(_) => {
                            // Parsers look at no checksum, and leave members of odd types to who asks for them.
                            let kinds = [
                                Word::BadChecksum,
                                Word::BadType,
                                Word::BadValue,
                                Word::Truncated,
                                Word::TrailingBytes,
                            ];
                            let known = first.is_none_or(|f| {
                                format == Format::Npz && kinds.iter().any(|&k| f.kind == FindingKind::Format(k))
                            });
                            assert!(known, "{path:?} {round}: {first:?}");
                            opened += 1;
                        }
                        Err(fault) => {
                            let first = first.unwrap_or_else(|| panic!("{path:?} {round}: {fault:?}"));
                            assert_eq!((first.kind, first.offset), (FindingKind::Format(fault.word), fault.offset));
                            refused += 1;
                        }
                    }
                    for entry in validation.archive().map_or(&[][..], Archive::entries) {
                        let read = validation.archive().unwrap().raw(&entry.name);
                        // Big-endian blocks of some types have no known order.
                        let unsupported = read.as_ref().is_err_and(|e| e.to_string().contains("Unsupported"));
                        assert!(unsupported || read.is_ok(), "{path:?} {round}: {read:?}");
                    }
                }
            }
        }
        assert!(opened > 1_000 && refused > 8_000, "{opened} {refused}");
    }
}
