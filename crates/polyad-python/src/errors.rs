//! The library's errors as the exceptions that NumPy users expect, with the same text.

use std::io::ErrorKind;

use polyad::Error;
use pyo3::create_exception;
use pyo3::exceptions::{
    PyBufferError, PyFileExistsError, PyFileNotFoundError, PyIndexError, PyMemoryError, PyOSError, PyOverflowError,
    PyPermissionError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

create_exception!(
    polyad,
    FormatError,
    PyValueError,
    "A file that breaks the rules of its format.\n\n\
     `kind` is the word for the fault, `offset` its byte (or None), `path` the file, `format` what it was read as,\n\
     `detail` what was seen."
);

create_exception!(
    polyad.linalg,
    LinAlgError,
    PyValueError,
    "A matrix that has no such result: it is singular, not positive definite, or an iteration on it did not end."
);

/// `AxisError(ValueError, IndexError)`: both, as NumPy's own.
pub(crate) fn axis_error(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.get_or_try_init(py, || {
        let bases = (py.get_type::<PyValueError>(), py.get_type::<PyIndexError>());
        let body = PyDict::new(py);
        body.set_item("__module__", "polyad")?;
        body.set_item("__doc__", "An axis that a tensor does not have.")?;
        let class = py.get_type::<PyType>().call1(("AxisError", bases, body))?;
        PyResult::Ok(class.cast_into::<PyType>()?.unbind())
    })?;
    Ok(class.bind(py))
}

/// The exception for an error.
pub(crate) fn raise(e: Error) -> PyErr {
    let text = e.to_string();
    match &e {
        // A place for a new axis is bounded by the result; it is an axis all the same.
        Error::AxisOutOfRange { .. } | Error::BadArgument { argument: "axis", .. } => {
            Python::attach(|py| match axis_error(py) {
                Ok(class) => PyErr::from_type(class.clone(), text),
                Err(e) => e,
            })
        }
        Error::IndexOutOfRange { .. } | Error::SplitBlock { .. } => PyIndexError::new_err(text),
        Error::UnknownDType { .. }
        | Error::AmbiguousDType { .. }
        | Error::DTypeUnsupported { .. }
        | Error::NoPromotion { .. }
        | Error::DTypeMismatch { .. }
        | Error::OperandCount { .. } => PyTypeError::new_err(text),
        Error::Singular { .. } | Error::NotPositiveDefinite { .. } | Error::NoConvergence { .. } => {
            LinAlgError::new_err(text)
        }
        Error::ValueOutOfRange { .. } => PyOverflowError::new_err(text),
        Error::InUse { .. } => PyBufferError::new_err(text),
        Error::OutOfMemory { .. } => PyMemoryError::new_err(text),
        Error::Format(fault) => Python::attach(|py| {
            let raised = FormatError::new_err(text);
            let value = raised.value(py);
            let set = value
                .setattr("kind", fault.kind.to_string())
                .and_then(|()| value.setattr("offset", fault.offset))
                .and_then(|()| value.setattr("path", &fault.path))
                .and_then(|()| value.setattr("format", fault.format))
                .and_then(|()| value.setattr("detail", &fault.detail));
            set.err().unwrap_or(raised)
        }),
        // With its number Python picks the class: FileNotFoundError, PermissionError and the others.
        Error::Io { action, path, source } => match source.raw_os_error() {
            Some(code) => {
                let text = format!("cannot {action}: {source}");
                // Python tells the number itself.
                let text = text.strip_suffix(&format!(" (os error {code})")).unwrap_or(&text).to_string();
                PyOSError::new_err((code, text, path.clone()))
            }
            None => match source.kind() {
                ErrorKind::NotFound => PyFileNotFoundError::new_err(text),
                ErrorKind::PermissionDenied => PyPermissionError::new_err(text),
                ErrorKind::AlreadyExists => PyFileExistsError::new_err(text),
                _ => PyOSError::new_err(text),
            },
        },
        _ => PyValueError::new_err(text),
    }
}

/// The exception for an error of data that were given as bytes: a code that is no number is a bad value, not an overflow.
pub(crate) fn raise_data(e: Error) -> PyErr {
    match e {
        Error::ValueOutOfRange { .. } => PyValueError::new_err(e.to_string()),
        e => raise(e),
    }
}

/// The exception for an error of an index: too many of them is an `IndexError` too.
pub(crate) fn raise_index(e: Error) -> PyErr {
    match e {
        Error::ShapeMismatch { .. } => PyIndexError::new_err(e.to_string()),
        e => raise_stored(e),
    }
}

/// The exception for an error of a store: what is wrong with the key is an `IndexError`, what with the value another one.
pub(crate) fn raise_stored(e: Error) -> PyErr {
    match e {
        Error::ShapeMismatch { op: "index", .. }
        | Error::Broadcast { op: "index", .. }
        | Error::DTypeUnsupported { op: "index", .. } => PyIndexError::new_err(e.to_string()),
        e => raise(e),
    }
}
