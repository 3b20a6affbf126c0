//! Why a command did not do what it was asked.

use std::path::Path;

use polyad::Error;
use polyad::io::{self, Archive, Format};

use crate::output;

/// The exit code of [`Failure::Failed`], and of a difference that was found.
pub(crate) const FAILED: u8 = 1;
/// The exit code of [`Failure::Usage`], and of arguments that clap refuses.
pub(crate) const USAGE: u8 = 2;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments make no sense, whatever the files hold.
    Usage(String),
    /// A file, the machine, or a value stood in the way.
    Failed(String),
    /// Nobody reads standard output any more: no failure, but the end.
    ClosedPipe,
}

impl From<Error> for Failure {
    fn from(e: Error) -> Failure {
        Failure::Failed(e.to_string())
    }
}

/// Opens a file; a misleading name is worth a warning.
pub(crate) fn open(path: &Path) -> Result<Archive, Failure> {
    let archive = io::open(path)?;
    if let Some(named) = archive.misnamed() {
        let content = archive.format();
        output::warning(&format!("{}: the name says {named}, the content is {content}", path.display()));
    }
    Ok(archive)
}

/// Says that a file is one part of a split model, whose other parts are not looked at.
pub(crate) fn warn_of_parts(archive: &Archive, path: &Path) {
    if let Some(split) = archive.split() {
        let (part, count) = (split.index + 1, split.count);
        output::warning(&format!(
            "{}: part {part} of {count}; the tensors of the other parts are not in it",
            path.display()
        ));
    }
}

/// The format of an output file, by its ending. A file is never written over its own source.
pub(crate) fn target(input: &Path, output: &Path) -> Result<Format, Failure> {
    if io::same_file(input, output) {
        let (input, output) = (input.display(), output.display());
        return Err(Failure::Usage(format!("{output}: it is the input, {input}; name another file")));
    }
    Format::from_path(output).map_err(|e| Failure::Usage(e.to_string()))
}
