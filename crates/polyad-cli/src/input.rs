//! Files that are read: a path, all parts of a split model, or standard input.

use std::fs::File;
use std::io::{self, Seek};
use std::path::Path;

use polyad::io::{Archive, Model};

use crate::failure::Failure;
use crate::output;
use crate::text::printable;

/// The name that stands for standard input, and for standard output where a file is written.
pub(crate) const STANDARD: &str = "-";
pub(crate) const STANDARD_INPUT: &str = "standard input";

/// Whether a path stands for standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// Opens a model: a file, with all parts where it is one of several, or an index of safetensors files. A misleading name
/// is worth a warning.
pub(crate) fn model(path: &Path) -> Result<Model, Failure> {
    open(path, Model::open)
}

/// Opens one file, also where it is one part of a model; of an index, all files that it lists.
pub(crate) fn part(path: &Path) -> Result<Model, Failure> {
    open(path, Model::open_part)
}

fn open<'a>(path: &'a Path, named: fn(&'a Path) -> polyad::Result<Model>) -> Result<Model, Failure> {
    let model = match is_standard(path) {
        true => Archive::of_file(&standard_input()?, STANDARD_INPUT)?.into(),
        false => named(path)?,
    };
    model.parts().iter().for_each(warn_of_name);
    Ok(model)
}

fn warn_of_name(archive: &Archive) {
    if let Some(named) = archive.misnamed() {
        let content = archive.format();
        output::warning(&format!("{}: the name says {named}, the content is {content}", printable(archive.path())));
    }
}

/// Standard input as a file that can be mapped. A pipe is first written to a file without a name, in the folder for such
/// files (TMPDIR), so that memory does not grow with it.
pub(crate) fn standard_input() -> Result<File, Failure> {
    let fail = |e: io::Error| Failure::Failed(format!("{STANDARD_INPUT}: {e}"));
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let mut file = File::from(io::stdin().as_fd().try_clone_to_owned().map_err(fail)?);
        if file.metadata().map_err(fail)?.is_file() && file.stream_position().map_err(fail)? == 0 {
            return Ok(file);
        }
    }
    if io::IsTerminal::is_terminal(&io::stdin()) {
        return Err(Failure::Usage(format!(
            "{STANDARD_INPUT} is a terminal; send a file into it, such as with `< FILE`"
        )));
    }
    let spooled = tempfile::tempfile().and_then(|mut spool| {
        io::copy(&mut io::stdin().lock(), &mut spool)?;
        Ok(spool)
    });
    spooled.map_err(|e| {
        let folder = printable(&std::env::temp_dir().display().to_string());
        Failure::Failed(format!(
            "{STANDARD_INPUT} cannot be read, or kept in {folder} (TMPDIR names another folder): {e}"
        ))
    })
}
