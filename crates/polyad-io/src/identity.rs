//! Which file is which, through links and spellings of any kind: whoever writes must not take away what is read.

use std::fs::File;
use std::path::Path;

/// A file, whatever path leads to it.
#[cfg(unix)]
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    device: u64,
    inode: u64,
}

/// A file, whatever path leads to it.
#[cfg(not(unix))]
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Identity(std::path::PathBuf);

impl Identity {
    /// The file at the end of a path; `None` where there is none.
    #[cfg(unix)]
    pub(crate) fn at(path: &Path) -> Option<Identity> {
        std::fs::metadata(path).ok().map(|stat| Identity::told(&stat))
    }

    /// The file at the end of a path; `None` where there is none.
    #[cfg(not(unix))]
    pub(crate) fn at(path: &Path) -> Option<Identity> {
        std::fs::canonicalize(path).ok().map(Identity)
    }

    /// An open file, which was opened at `path` if it has one.
    #[cfg(unix)]
    pub(crate) fn of(file: &File, _path: &Path) -> Option<Identity> {
        file.metadata().ok().map(|stat| Identity::told(&stat))
    }

    /// An open file, which was opened at `path` if it has one.
    #[cfg(not(unix))]
    pub(crate) fn of(_file: &File, path: &Path) -> Option<Identity> {
        Identity::at(path)
    }

    #[cfg(unix)]
    fn told(stat: &std::fs::Metadata) -> Identity {
        use std::os::unix::fs::MetadataExt;
        Identity { device: stat.dev(), inode: stat.ino() }
    }
}

/// Whether two paths lead to one file, through links and spellings of any kind. False where one does not exist.
///
/// Files that are read stay mapped, so a writer must not write over its own input; [`crate::Writer`] replaces the
/// target by renaming, which is safe for the mapping and still takes the input away. [`crate::Model::is_at`] knows all
/// files of a model.
pub fn same_file(a: impl AsRef<Path>, b: impl AsRef<Path>) -> bool {
    Identity::at(a.as_ref()).is_some_and(|a| Some(a) == Identity::at(b.as_ref()))
}
