//! What can go wrong with a model and its text.

use std::fmt;
use std::path::Path;

/// `Result` with the example's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A fault of the files of a model, of a text, or of a computation.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A computation or a tensor file.
    Polyad(polyad::Error),
    /// A tensor of another shape than the configuration says.
    Shape {
        /// The tensor file.
        path: String,
        /// The tensor.
        name: String,
        /// Its shape.
        got: Vec<usize>,
        /// The shape by the configuration.
        need: Vec<usize>,
    },
    /// A tensor whose dtype holds no real numbers.
    DType {
        /// The tensor file.
        path: String,
        /// The tensor.
        name: String,
        /// Its dtype.
        dtype: polyad::DType,
    },
    /// A number of tokens that the encoder does not take.
    Length {
        /// How many there are.
        got: usize,
        /// The most it takes.
        most: usize,
    },
    /// A file beside the tensors (configuration, tokenizer, tokens) that cannot be used.
    File {
        /// The file.
        path: String,
        /// Why, and what it has to be.
        why: String,
    },
    /// A text that the tokenizer refuses.
    Text(String),
}

impl Error {
    /// A fault of a file beside the tensors.
    pub fn file(path: &Path, why: impl fmt::Display) -> Error {
        Error::File { path: path.display().to_string(), why: why.to_string() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Polyad(e) => e.fmt(f),
            Error::Shape { path, name, got, need } => {
                write!(f, "{path}: tensor {name:?} has shape {got:?}; by the model's config.json it is {need:?}.")
            }
            Error::DType { path, name, dtype } => write!(
                f,
                "{path}: tensor {name:?} is {dtype}; the encoder takes floats of any width and quantized weights."
            ),
            Error::Length { got, most } => write!(f, "encode: {got} tokens; the encoder takes 1 to {most}."),
            Error::File { path, why } => write!(f, "{path}: {why}"),
            Error::Text(why) => write!(f, "tokenizer: {why}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Polyad(e) => Some(e),
            _ => None,
        }
    }
}

impl From<polyad::Error> for Error {
    fn from(e: polyad::Error) -> Error {
        Error::Polyad(e)
    }
}
