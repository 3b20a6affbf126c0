//! When other Python threads may run meanwhile.

use polyad::Result;
use pyo3::prelude::*;

use crate::errors::raise;

/// Bytes from which on an operation takes longer than to hand over the interpreter and take it back.
const WORTH_IT: usize = 1 << 18;

/// Runs `f`, detached from the interpreter where it works on many bytes.
///
/// No lock order is broken by a short `f` that waits for a long one on another thread: that one needs the interpreter
/// only after it has given back its holds.
pub(crate) fn run<T: Send>(py: Python<'_>, bytes: usize, f: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    detached(py, bytes, f).map_err(raise)
}

/// As [`run`], for callers that raise errors in their own way.
pub(crate) fn detached<T: Send>(py: Python<'_>, bytes: usize, f: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    if bytes < WORTH_IT { f() } else { py.detach(f) }
}
