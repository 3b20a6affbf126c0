//! What a check of a file finds: broken rules, and what is legal but rarely meant.

use std::fmt;

use polyad_core::FormatErrorKind;

/// How bad a finding is; the worst is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Legal, and rarely meant.
    Warning,
    /// A broken rule of the format, or data that mean nothing.
    Error,
}

impl Severity {
    /// Its name: "error".
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// A rule of the format, by the word that the error of opening has; as a warning, what the format lets pass.
    Format(FormatErrorKind),
    /// The file's name stands for another format.
    Misnamed,
    /// A name that programs and people stumble over.
    Name,
    /// Bytes between tensors that belong to none.
    Gap,
    /// Padding that is not zero.
    Padding,
    /// Data that readers have to copy to use them: alignment, order of bytes.
    Copied,
    /// Tensors whose values cannot be looked at here.
    NoDecoder,
    /// Nothing where something is expected: a tensor without elements, a file without tensors.
    Empty,
    /// Metadata that are missing, or contradict the tensors or each other.
    Metadata,
    /// A model in several files whose parts do not fit together.
    Parts,
    /// NaN or infinity among plain numbers.
    NotFinite,
    /// A block whose scale is NaN or infinite: none of its elements has a value.
    Scale,
    /// Bits that stand for no value of the type.
    Code,
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingKind::Format(kind) => kind.fmt(f),
            other => fmt::Debug::fmt(other, f),
        }
    }
}

/// One thing that a check has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub kind: FindingKind,
    /// Where, in bytes from the start of the file; `None` where it is about no place.
    pub offset: Option<u64>,
    /// The tensor that it is about.
    pub tensor: Option<String>,
    /// What was seen and what would be right.
    pub detail: String,
}

impl Finding {
    /// A warning about the file.
    pub fn warning(kind: FindingKind, offset: impl Into<Option<u64>>, detail: impl Into<String>) -> Finding {
        let (offset, detail) = (offset.into(), detail.into());
        Finding { severity: Severity::Warning, kind, offset, tensor: None, detail }
    }

    /// A note about the file.
    pub fn note(kind: FindingKind, offset: impl Into<Option<u64>>, detail: impl Into<String>) -> Finding {
        Finding { severity: Severity::Note, ..Finding::warning(kind, offset, detail) }
    }

    /// The same, of the tensor called `name`.
    #[must_use]
    pub fn of(self, name: &str) -> Finding {
        Finding { tensor: Some(name.to_owned()), ..self }
    }
}

/// Findings in the order in which they came. A file of nothing but faults is no reason to fill the memory:
/// [`Findings::MOST`] of each severity are kept, the others counted.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    list: Vec<Finding>,
    /// By severity, those that were not kept among them.
    counts: [u64; 3],
}

impl Findings {
    /// How many of each severity are kept.
    pub const MOST: u64 = 1000;

    /// Adds one at the end.
    pub fn push(&mut self, finding: Finding) {
        let count = &mut self.counts[finding.severity as usize];
        *count += 1;
        if *count <= Findings::MOST {
            self.list.push(finding);
        }
    }

    /// How many of this severity there are, kept or not.
    pub fn count(&self, severity: Severity) -> u64 {
        self.counts[severity as usize]
    }

    /// How many were not kept.
    pub fn left_out(&self) -> u64 {
        self.counts.iter().sum::<u64>() - self.list.len() as u64
    }

    /// Those that were kept, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Finding> {
        self.list.iter()
    }

    pub(crate) fn kept(&self) -> usize {
        self.list.len()
    }

    /// Those that came after the first `before`.
    pub(crate) fn since(&mut self, before: usize) -> &mut [Finding] {
        &mut self.list[before..]
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = std::vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_notes_hides_no_error() {
        let mut findings = Findings::default();
        for i in 0..5000u64 {
            findings.push(Finding::note(FindingKind::Gap, i, ""));
        }
        findings.push(Finding { severity: Severity::Error, ..Finding::warning(FindingKind::Gap, 5000, "") });
        assert_eq!((findings.kept(), findings.left_out()), (1001, 4000));
        assert_eq!((findings.count(Severity::Note), findings.count(Severity::Error)), (5000, 1));
        assert_eq!(findings.iter().last().unwrap().offset, Some(5000));
    }
}
