//! What is wrong with a file, before anybody knows which file it is.
//!
//! Parsers look at bytes alone, so they answer with a [`Fault`]; whoever opened the file adds path and format
//! and makes the error of it that callers see. Opening ends at the first fault. A check of the whole file reads on
//! where it can: that is the one difference between the two, and [`Faults`] makes it, so that every rule is written once.

use std::fmt;

use polyad_core::{Error, FormatError, FormatErrorKind};

use crate::finding::{Finding, FindingKind, Findings, Severity};

pub(crate) use polyad_core::FormatErrorKind as Word;

/// What a parser answers.
pub(crate) type Parse<T> = Result<T, Fault>;

/// A broken rule of a format: the word for it, where, which tensor it is about, and what was seen.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) word: FormatErrorKind,
    pub(crate) offset: Option<u64>,
    tensor: Option<String>,
    pub(crate) detail: String,
}

impl Fault {
    /// A fault of the file as a whole.
    pub(crate) fn new(word: FormatErrorKind, detail: impl Into<String>) -> Fault {
        Fault { word, offset: None, tensor: None, detail: detail.into() }
    }

    /// A fault at a place, counted from the start of the file.
    pub(crate) fn at(word: FormatErrorKind, offset: u64, detail: impl Into<String>) -> Fault {
        Fault { word, offset: Some(offset), tensor: None, detail: detail.into() }
    }

    /// The same fault, at `offset` unless its place is known better.
    pub(crate) fn or_at(mut self, offset: u64) -> Fault {
        self.offset.get_or_insert(offset);
        self
    }

    /// The same fault with words before its detail, such as the key that it is about.
    pub(crate) fn about(mut self, subject: impl fmt::Display) -> Fault {
        self.detail = format!("{subject}: {}", self.detail);
        self
    }

    /// The same fault, of the tensor called `name`.
    pub(crate) fn of(mut self, name: &str) -> Fault {
        self.tensor.get_or_insert_with(|| name.to_owned());
        self
    }

    /// The error for callers.
    pub(crate) fn into_error(self, path: &str, format: &'static str) -> Error {
        let detail = match &self.tensor {
            Some(name) => format!("tensor {}: {}", quoted(name), self.detail),
            None => self.detail,
        };
        FormatError { path: path.to_owned(), format, kind: self.word, offset: self.offset, detail }.into()
    }

    /// The same as a finding.
    pub(crate) fn into_finding(self) -> Finding {
        let kind = FindingKind::Format(self.word);
        Finding { severity: Severity::Error, kind, offset: self.offset, tensor: self.tensor, detail: self.detail }
    }
}

/// What becomes of the faults that a parser can read on after: opening gives the first one back, a check keeps them.
pub(crate) struct Faults(Option<Findings>);

impl Faults {
    /// For opening: every fault ends it.
    pub(crate) fn strict() -> Faults {
        Faults(None)
    }

    /// For a check of the whole file.
    pub(crate) fn lenient() -> Faults {
        Faults(Some(Findings::default()))
    }

    /// Whether faults are kept.
    pub(crate) fn is_lenient(&self) -> bool {
        self.0.is_some()
    }

    /// What was found.
    pub(crate) fn into_findings(self) -> Findings {
        self.0.unwrap_or_default()
    }

    /// A fault after which the parser reads on, if it may.
    pub(crate) fn note(&mut self, fault: Fault) -> Parse<()> {
        match &mut self.0 {
            None => Err(fault),
            Some(findings) => {
                findings.push(fault.into_finding());
                Ok(())
            }
        }
    }

    /// What was read, or `None` after a fault that is kept. The end of the file is never passed over: where it comes
    /// too early, nothing follows.
    pub(crate) fn keep<T>(&mut self, read: Parse<T>) -> Parse<Option<T>> {
        match read {
            Ok(read) => Ok(Some(read)),
            Err(fault) if fault.word == Word::Truncated => Err(fault),
            Err(fault) => self.note(fault).map(|()| None),
        }
    }

    /// [`Faults::keep`] for a part with an end of its own, behind which others follow wherever it breaks off.
    pub(crate) fn spare<T>(&mut self, read: Parse<T>) -> Parse<Option<T>> {
        read.map(Some).or_else(|fault| self.note(fault).map(|()| None))
    }

    /// Something legal that is worth a word. Made only where somebody listens: opening is not slowed.
    pub(crate) fn advise(&mut self, finding: impl FnOnce() -> Finding) {
        if let Some(findings) = &mut self.0 {
            findings.push(finding());
        }
    }

    /// Runs a part of a parser all of whose faults are about `subject`.
    pub(crate) fn about<T>(
        &mut self,
        subject: fmt::Arguments<'_>,
        part: impl FnOnce(&mut Faults) -> Parse<T>,
    ) -> Parse<T> {
        self.within(part, |_, _, detail| *detail = format!("{subject}: {detail}"))
    }

    /// Runs a part of a parser all of whose faults are of the tensor called `name`.
    pub(crate) fn of<T>(&mut self, name: &str, part: impl FnOnce(&mut Faults) -> Parse<T>) -> Parse<T> {
        self.within(part, |_, tensor, _| {
            tensor.get_or_insert_with(|| name.to_owned());
        })
    }

    /// Runs a part of a parser whose bytes lie nowhere in the file, having been unpacked from `at`.
    pub(crate) fn at<T>(&mut self, at: u64, part: impl FnOnce(&mut Faults) -> Parse<T>) -> Parse<T> {
        self.within(part, |offset, _, _| *offset = Some(at))
    }

    /// Runs a part of a parser and changes place, tensor and words of every fault that comes of it.
    fn within<T>(
        &mut self,
        part: impl FnOnce(&mut Faults) -> Parse<T>,
        change: impl Fn(&mut Option<u64>, &mut Option<String>, &mut String),
    ) -> Parse<T> {
        let before = self.0.as_ref().map_or(0, Findings::kept);
        let result = part(self);
        for found in self.0.iter_mut().flat_map(|findings| findings.since(before)) {
            change(&mut found.offset, &mut found.tensor, &mut found.detail);
        }
        result.map_err(|mut fault| {
            change(&mut fault.offset, &mut fault.tensor, &mut fault.detail);
            fault
        })
    }
}

/// Names in messages are text of a stranger: at most 80 characters of them, control characters escaped.
pub(crate) fn quoted(name: &str) -> Quoted<'_> {
    Quoted(name)
}

/// A name, written only when a message is.
pub(crate) struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(80) {
            Some((end, _)) => write!(f, "{:?}...", &self.0[..end]),
            None => write!(f, "{:?}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strict_parser_stops_where_a_lenient_one_goes_on() {
        let part = |faults: &mut Faults| {
            faults.of("w", |faults| {
                faults.note(Fault::at(Word::BadValue, 7, "one"))?;
                faults.about(format_args!("axis 2"), |faults| faults.note(Fault::new(Word::BadType, "two")))?;
                faults.keep::<()>(Err(Fault::new(Word::Truncated, "three"))).map(drop)
            })
        };
        let fault = part(&mut Faults::strict()).unwrap_err();
        assert_eq!((fault.word, fault.offset, fault.tensor.as_deref()), (Word::BadValue, Some(7), Some("w")));
        let mut faults = Faults::lenient();
        assert_eq!(part(&mut faults).unwrap_err().word, Word::Truncated);
        let details: Vec<String> = faults.into_findings().into_iter().map(|f| f.detail).collect();
        assert_eq!(details, ["one", "axis 2: two"]);
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        assert_eq!(quoted("a\n").to_string(), "\"a\\n\"");
        assert_eq!(quoted(&"\u{e9}".repeat(81)).to_string(), format!("\"{}\"...", "\u{e9}".repeat(80)));
    }
}
