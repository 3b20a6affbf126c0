//! The file that a command writes.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use polyad::io::{Format, Metadata, Model, Plan, Writer};

use crate::failure::Failure;
use crate::input::is_standard;
use crate::output::Options;
use crate::text::printable;

/// Where a command writes to, and in which format.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// The file to write, or - for standard output. It appears when it is whole; a file of that name is replaced.
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The format of OUT: safetensors, gguf, npy, npz, tens [default: by the ending of OUT].
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Option<Format>,
}

fn format(name: &str) -> Result<Format, String> {
    let known: Vec<&str> = Format::ALL.iter().map(|f| f.name()).collect();
    Format::from_name(name).map_err(|_| format!("no format has this name; known: {}", known.join(", ")))
}

impl Args {
    /// Where to write what comes from `input`. A file is never written over its own source.
    pub(crate) fn target(&self, input: &Path) -> Result<Target<'_>, Failure> {
        let path = &*self.output;
        if is_standard(path) {
            let format = self.to.ok_or_else(|| {
                Failure::Usage("standard output has no ending; say which format with --to, such as --to gguf".into())
            })?;
            if io::stdout().is_terminal() {
                return Err(Failure::Usage("standard output is a terminal; send it to a file or a program".into()));
            }
            return Ok(Target { path, format });
        }
        if polyad::io::same_file(input, path) {
            let (input, output) = (shown(input), shown(path));
            return Err(Failure::Usage(format!("{output}: it is the input, {input}; name another file")));
        }
        let format = match self.to {
            Some(format) => format,
            None => Format::from_path(path).map_err(|e| Failure::Usage(e.to_string()))?,
        };
        Ok(Target { path, format })
    }
}

fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// A file to write.
pub(crate) struct Target<'a> {
    path: &'a Path,
    pub(crate) format: Format,
}

impl Target<'_> {
    /// A model is never written over one of its own files. Errors: `Usage`.
    pub(crate) fn is_apart_from(&self, model: &Model) -> Result<(), Failure> {
        if is_standard(self.path) || !model.is_at(self.path) {
            return Ok(());
        }
        let (output, input) = (shown(self.path), printable(model.path()));
        Err(Failure::Usage(format!("{output}: it belongs to the input, {input}; name another file")))
    }

    /// Begins the file. Errors: as `Writer::create`.
    pub(crate) fn create(&self, metadata: &Metadata, plan: &[Plan]) -> polyad::Result<Writer> {
        match is_standard(self.path) {
            true => Writer::to_stream(Box::new(io::stdout()), &self.name(), self.format, metadata, plan),
            false => Writer::create(self.path, self.format, metadata, plan),
        }
    }

    /// Says what was done: on standard output, or on standard error where the file goes there.
    pub(crate) fn show(
        &self,
        options: &Options,
        text: impl FnOnce() -> String,
        json: &impl serde::Serialize,
    ) -> Result<(), Failure> {
        if is_standard(self.path) { options.show_beside(text, json) } else { options.show(text, json) }
    }

    /// Where it is; `-` for standard output.
    pub(crate) fn path(&self) -> &Path {
        self.path
    }

    /// What it is called in results.
    pub(crate) fn name(&self) -> String {
        if is_standard(self.path) { "standard output".to_owned() } else { self.path.display().to_string() }
    }
}
