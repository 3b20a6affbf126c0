//! What is wrong with a file, before anybody knows which file it is.
//!
//! Parsers look at bytes alone, so they answer with a [`Fault`]; whoever opened the file adds path and format
//! and makes the error of it that callers see.

use polyad_core::{Error, FormatError, FormatErrorKind};

pub(crate) use polyad_core::FormatErrorKind as Word;

/// What a parser answers.
pub(crate) type Parse<T> = Result<T, Fault>;

/// A broken rule of a format: the word for it, where, and what was seen.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) word: FormatErrorKind,
    pub(crate) offset: Option<u64>,
    pub(crate) detail: String,
}

impl Fault {
    /// A fault of the file as a whole.
    pub(crate) fn new(word: FormatErrorKind, detail: impl Into<String>) -> Fault {
        Fault { word, offset: None, detail: detail.into() }
    }

    /// A fault at a place, counted from the start of the file.
    pub(crate) fn at(word: FormatErrorKind, offset: u64, detail: impl Into<String>) -> Fault {
        Fault { word, offset: Some(offset), detail: detail.into() }
    }

    /// The same fault with words before its detail, such as the name of the tensor it is about.
    pub(crate) fn about(mut self, subject: impl std::fmt::Display) -> Fault {
        self.detail = format!("{subject}: {}", self.detail);
        self
    }

    /// The error for callers.
    pub(crate) fn into_error(self, path: &str, format: &'static str) -> Error {
        FormatError { path: path.to_owned(), format, kind: self.word, offset: self.offset, detail: self.detail }.into()
    }
}

/// Names in messages are text of a stranger: at most 80 characters of them, control characters escaped.
pub(crate) fn quoted(name: &str) -> String {
    let short: String = name.chars().take(80).collect();
    if short.len() < name.len() { format!("{short:?}...") } else { format!("{short:?}") }
}
