//! The file of a report: its kind, and how it gets to its place.

use std::path::{Path, PathBuf};

use polyad::io::Model;
use polyad::{Error, io};

use super::{Document, html, markdown};
use crate::failure::Failure;
use crate::output;
use crate::text::printable;

/// A file that a report is to be written to.
#[derive(Debug)]
pub(crate) struct Target {
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Html,
    Markdown,
    Json,
}

impl Target {
    /// Checks that a report can be written to `path`, by its ending and by a try, without leaving anything there.
    ///
    /// Errors: `Usage` for an ending without a meaning and for one of the `others`, the files that the command is about;
    /// `Failed` where no file can be made.
    pub(crate) fn new(path: &Path, others: &[&Path]) -> Result<Target, Failure> {
        let shown = printable(&path.display().to_string());
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
        let kind = match ending.as_str() {
            "html" | "htm" => Kind::Html,
            "md" | "markdown" => Kind::Markdown,
            "json" => Kind::Json,
            _ => {
                let message = format!(
                    "--report {shown}: the ending tells the kind; name a file that ends in .html, .md or .json"
                );
                return Err(Failure::Usage(message));
            }
        };
        if let Some(other) = others.iter().find(|other| same_place(path, other)) {
            let message =
                format!("--report {shown}: it is {}; name another file", printable(&other.display().to_string()));
            return Err(Failure::Usage(message));
        }
        // A link to nowhere may lead to OUT once that is written.
        if path.symlink_metadata().is_ok() && !path.is_file() {
            return Err(Failure::Usage(format!(
                "--report {shown}: it is no file; name a file that ends in .html, .md or .json"
            )));
        }
        // A file without a name, which is gone when it is closed.
        tempfile::tempfile_in(folder(path)).map_err(|e| Error::io("write", shown, e))?;
        Ok(Target { path: path.to_owned(), kind })
    }

    /// A report is never written over one of the files that it is about. Errors: `Usage`.
    pub(crate) fn is_apart_from(&self, model: &Model) -> Result<(), Failure> {
        if !model.is_at(&self.path) {
            return Ok(());
        }
        let (report, input) = (printable(&self.path.display().to_string()), printable(model.path()));
        Err(Failure::Usage(format!("--report {report}: it belongs to the input, {input}; name another file")))
    }

    /// Where the report will be.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the report: whole, or not at all.
    pub(crate) fn write(&self, document: &Document) -> Result<(), Failure> {
        let text = match self.kind {
            Kind::Html => html::page(document),
            Kind::Markdown => markdown::text(document),
            Kind::Json => output::to_json(document)?,
        };
        Ok(io::write_whole(&self.path, text.as_bytes())?)
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether two paths lead to one file, or would once it is there.
fn same_place(a: &Path, b: &Path) -> bool {
    io::same_file(a, b) || a.file_name() == b.file_name() && io::same_file(folder(a), folder(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_tells_the_kind() {
        let folder = std::env::temp_dir();
        for (name, kind) in
            [("r.html", Kind::Html), ("r.HTM", Kind::Html), ("r.md", Kind::Markdown), ("r.json", Kind::Json)]
        {
            assert_eq!(Target::new(&folder.join(name), &[]).unwrap().kind, kind);
        }
        for name in ["r.pdf", "r", "html", ".html"] {
            let failure = Target::new(&folder.join(name), &[]).unwrap_err();
            assert!(matches!(&failure, Failure::Usage(m) if m.contains(".html, .md or .json")), "{name}: {failure:?}");
        }
    }

    #[test]
    fn a_file_that_the_command_is_about_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.json");
        let refused = |path: &Path, other: &Path| {
            let failure = Target::new(path, &[Path::new("other"), other]).unwrap_err();
            assert!(matches!(&failure, Failure::Usage(m) if m.contains("model.json; name another")), "{failure:?}");
        };
        refused(&path, &path);
        refused(&folder.path().join("./model.json"), &path);
        std::fs::write(&path, b"{}").unwrap();
        refused(&path, &folder.path().join("./model.json"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nowhere_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link.html");
        std::os::unix::fs::symlink("out.gguf", &link).unwrap();
        let failure = Target::new(&link, &[&folder.path().join("out.gguf")]).unwrap_err();
        assert!(matches!(&failure, Failure::Usage(m) if m.contains("it is no file")), "{failure:?}");
    }

    #[test]
    fn a_folder_that_is_not_there_is_told_at_once() {
        let failure = Target::new(Path::new("no-such-folder/r.html"), &[]).unwrap_err();
        assert!(matches!(&failure, Failure::Failed(m) if m.contains("no-such-folder/r.html")), "{failure:?}");
    }
}
