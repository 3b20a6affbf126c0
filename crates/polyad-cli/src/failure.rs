//! Why a command did not do what it was asked.

use polyad::Error;

/// The exit code of [`Failure::Failed`], and of a difference that was found.
pub(crate) const FAILED: u8 = 1;
/// The exit code of [`Failure::Usage`], and of arguments that clap refuses.
pub(crate) const USAGE: u8 = 2;

/// The exit code of a program that was interrupted: 128 and the number of the signal that Ctrl-C sends.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments make no sense, whatever the files hold.
    Usage(String),
    /// A file, the machine, or a value stood in the way.
    Failed(String),
}

impl From<Error> for Failure {
    fn from(e: Error) -> Failure {
        Failure::Failed(e.to_string())
    }
}
