//! The registry of formats: one entry each, from which names, extensions, detection, reading and writing follow.

use std::fmt;
use std::path::Path;

use polyad_core::{Error, FormatError, FormatErrorKind, Result};

use crate::archive::Parsed;
use crate::fault::{Fault, Faults, Parse, Word};
use crate::metadata::Metadata;
use crate::seen;
use crate::types::EntryType;
use crate::write::{Plan, Script};
use crate::{gguf, npy, npz, safetensors, tens};

/// A file format for tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// A JSON header and the data; what most models are published in.
    Safetensors,
    /// Typed metadata and tensors of every ggml type.
    Gguf,
    /// One NumPy array.
    Npy,
    /// Several NumPy arrays in a zip archive.
    Npz,
    /// One tensor, ternary ones too.
    Tens,
}

/// All there is to know about a format.
pub(crate) struct Spec {
    format: Format,
    name: &'static str,
    /// The first one is written, all are recognised.
    extensions: &'static [&'static str],
    /// Whether it holds any number of named tensors, or one without a name.
    many: bool,
    metadata: bool,
    /// The format whose files are not taken under this one's name: an array where an archive is promised, or the
    /// other way round, breaks the program behind the name.
    distinct: Option<Format>,
    sniff: fn(head: &[u8], len: u64) -> bool,
    pub(crate) parse: fn(&[u8], &mut Faults) -> Parse<Parsed>,
    pub(crate) script: fn(&Metadata, &[Plan]) -> Parse<Script>,
}

/// In the order in which content is tried: signatures first, safetensors, which has none, last.
static SPECS: &[Spec] = &[
    Spec {
        format: Format::Gguf,
        name: "gguf",
        extensions: &["gguf"],
        many: true,
        metadata: true,
        distinct: None,
        sniff: gguf::sniff,
        parse: gguf::parse,
        script: gguf::script,
    },
    Spec {
        format: Format::Npy,
        name: "npy",
        extensions: &["npy"],
        many: false,
        metadata: false,
        distinct: Some(Format::Npz),
        sniff: npy::sniff,
        parse: npy::parse,
        script: npy::script,
    },
    Spec {
        format: Format::Npz,
        name: "npz",
        extensions: &["npz"],
        many: true,
        metadata: false,
        distinct: Some(Format::Npy),
        sniff: npz::sniff,
        parse: npz::parse,
        script: npz::script,
    },
    Spec {
        format: Format::Tens,
        name: "tens",
        extensions: &["tens"],
        many: false,
        metadata: false,
        distinct: None,
        sniff: tens::sniff,
        parse: tens::parse,
        script: tens::script,
    },
    Spec {
        format: Format::Safetensors,
        name: "safetensors",
        extensions: &["safetensors"],
        many: true,
        metadata: true,
        distinct: None,
        sniff: safetensors::sniff,
        parse: safetensors::parse,
        script: safetensors::script,
    },
];

impl Format {
    /// Every format.
    pub const ALL: &'static [Format] = &[Format::Safetensors, Format::Gguf, Format::Npy, Format::Npz, Format::Tens];

    pub(crate) fn spec(self) -> &'static Spec {
        SPECS.iter().find(|spec| spec.format == self).expect("every format has an entry in the registry")
    }

    /// Its name: "safetensors".
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The endings of its files' names, without the dot.
    pub fn extensions(self) -> &'static [&'static str] {
        self.spec().extensions
    }

    /// Whether it holds any number of named tensors; the others hold one that has no name.
    pub fn holds_many(self) -> bool {
        self.spec().many
    }

    /// Whether it keeps metadata (safetensors as text); the others drop them.
    pub fn keeps_metadata(self) -> bool {
        self.spec().metadata
    }

    /// Whether it has a name for elements of this type.
    pub fn can_hold(self, dtype: &EntryType) -> bool {
        dtype.row().is_some_and(|row| row.fits(self))
    }

    /// The format called `name`. Errors: [`FormatErrorKind::Unsupported`] with the list of those known.
    pub fn from_name(name: &str) -> Result<Format> {
        SPECS.iter().find(|spec| spec.name == name).map(|spec| spec.format).ok_or_else(|| {
            let names: Vec<&str> = Format::ALL.iter().map(|f| f.name()).collect();
            unsupported(name, format!("no format has this name; known: {}", names.join(", ")))
        })
    }

    /// The format that the ending of `path` stands for, upper or lower case.
    ///
    /// Errors: [`FormatErrorKind::Unsupported`] with the list of endings known.
    ///
    /// ```
    /// use polyad_io::Format;
    /// assert_eq!(Format::from_path("model.GGUF")?, Format::Gguf);
    /// assert!(Format::from_path("model.bin").is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> Result<Format> {
        let path = path.as_ref();
        by_extension(path).ok_or_else(|| {
            let known: Vec<String> =
                Format::ALL.iter().flat_map(|f| f.extensions()).map(|ext| format!(".{ext}")).collect();
            let detail = format!("no format has this ending; known: {}", known.join(", "));
            unsupported(&path.display().to_string(), detail)
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

fn unsupported(path: &str, detail: String) -> Error {
    let kind = FormatErrorKind::Unsupported;
    FormatError { path: path.to_owned(), format: "unknown", kind, offset: None, detail }.into()
}

fn by_content(bytes: &[u8]) -> Option<Format> {
    let head = &bytes[..bytes.len().min(64)];
    SPECS.iter().find(|spec| (spec.sniff)(head, bytes.len() as u64)).map(|spec| spec.format)
}

pub(crate) fn by_extension(path: &Path) -> Option<Format> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    SPECS.iter().find(|spec| spec.extensions.contains(&ending.as_str())).map(|spec| spec.format)
}

/// The format to read a file in: what its content says; what its name says where the content says nothing, so
/// that the fault is told in the words of that format.
pub(crate) fn detect(path: &Path, bytes: &[u8]) -> Result<Format, Fault> {
    match (by_content(bytes), by_extension(path)) {
        (Some(content), Some(named)) if named.spec().distinct == Some(content) => Ok(named),
        (Some(content), _) => Ok(content),
        (None, Some(named)) => Ok(named),
        (None, None) if bytes.is_empty() => Err(Fault::new(Word::Truncated, "the file is empty")),
        (None, None) => {
            let names: Vec<&str> = Format::ALL.iter().map(|f| f.name()).collect();
            Err(Fault::new(
                Word::BadMagic,
                format!("it is none of {}; it seems to be {}", names.join(", "), seen::describe(bytes)),
            ))
        }
    }
}

/// A fault of a file that is not what its name says gets the words for what it is.
pub(crate) fn explain(format: Format, bytes: &[u8], mut fault: Fault) -> Fault {
    match by_content(bytes) {
        Some(content) if content == format => {}
        Some(content) => {
            let ending = content.extensions()[0];
            fault.detail.push_str(&format!("; the content is {content}, so its name has to end in .{ending}"));
        }
        None if fault.word != Word::Truncated => {
            fault.detail.push_str(&format!("; the file seems to be {}", seen::describe(bytes)));
        }
        None => {}
    }
    fault
}

/// The formats that can hold this type, in words for a message.
pub(crate) fn able(dtype: &EntryType, count: usize) -> String {
    let able = |many: bool| {
        let fit = Format::ALL.iter().filter(|f| f.can_hold(dtype) && (f.holds_many() || !many));
        fit.map(|f| f.name()).collect::<Vec<_>>().join(", ")
    };
    match (able(count > 1), able(false)) {
        (_, one) if one.is_empty() => "no format has a name for it; convert it first".to_owned(),
        (many, one) if many.is_empty() => format!("alone it can be saved as: {one}"),
        (many, _) => format!("formats that can: {many}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_registered_under_its_name_and_endings() {
        assert_eq!(SPECS.len(), Format::ALL.len());
        for &format in Format::ALL {
            assert_eq!(Format::from_name(format.name()).unwrap(), format);
            for ending in format.extensions() {
                assert_eq!(Format::from_path(format!("dir.x/a.b.{ending}")).unwrap(), format);
            }
        }
        let message = Format::from_path("x.pt").unwrap_err().to_string();
        assert!(message.contains(".safetensors") && message.contains("x.pt"), "{message}");
    }

    /// Every parser on every golden file of its format, cut everywhere and with flipped bits: an answer, no panic.
    /// (What that costs in memory, and reading the values, is the business of `tests/memory.rs`.)
    #[test]
    fn parsers_survive_damage() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden");
        let mut state = 1u64;
        let mut random = |n: usize| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) as usize % n
        };
        let mut cases = 0;
        for set in ["gguf", "tens", "safetensors", "npy"] {
            for entry in std::fs::read_dir(root.join(set)).unwrap() {
                let path = entry.unwrap().path();
                let Ok(format) = Format::from_path(&path) else { continue };
                let parse = format.spec().parse;
                let bytes = std::fs::read(&path).unwrap();
                let parse = |bytes: &[u8]| {
                    let _ = parse(bytes, &mut Faults::strict());
                };
                for len in (0..bytes.len()).step_by(bytes.len() / 4_000 + 1) {
                    parse(&bytes[..len]);
                    cases += 1;
                }
                for _ in 0..if bytes.is_empty() { 0 } else { 300 } {
                    let mut damaged = bytes.clone();
                    for _ in 0..1 + random(4) {
                        // Most files are mostly header; of large ones, damage the start as often as the rest.
                        let at = if random(2) == 0 { random(bytes.len().min(512)) } else { random(bytes.len()) };
                        damaged[at] = if random(2) == 0 { damaged[at] ^ 1 << random(8) } else { random(256) as u8 };
                    }
                    parse(&damaged);
                    cases += 1;
                }
            }
        }
        assert!(cases > 80_000, "{cases}");
    }
}
