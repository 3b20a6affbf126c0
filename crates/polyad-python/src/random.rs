//! The module `polyad.random`.

use polyad::random::{self, Key};
use polyad::{DType, Error};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::raise;
use crate::tensor::PyTensor;
use crate::{creation, dtypes, gil};

type Any<'py> = Bound<'py, PyAny>;

const ABOUT: &str = "Random numbers: element i of a draw is a function of the seed and of i alone, the same on every machine \
     and any number of threads. Without a seed each call takes a fresh one from the operating system.";

/// Adds the module, which `import polyad.random` finds too.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let random = PyModule::new(py, "polyad.random")?;
    random.setattr("__doc__", ABOUT)?;
    random.add_function(wrap_pyfunction!(normal, &random)?)?;
    random.add_function(wrap_pyfunction!(randint, &random)?)?;
    random.add_function(wrap_pyfunction!(uniform, &random)?)?;
    py.import("sys")?.getattr("modules")?.set_item("polyad.random", &random)?;
    module.add("random", random)
}

/// The key of a seed: an integer of 64 bits; a fresh one where there is none.
fn key(op: &'static str, seed: Option<&Any<'_>>) -> PyResult<Key> {
    let Some(seed) = seed.filter(|s| !s.is_none()) else { return Ok(Key::fresh()) };
    let bad = |_| {
        let (got, takes) = (seed.to_string(), "an integer from 0 to 2**64 - 1, or None".into());
        raise(Error::BadArgument { op, argument: "seed", got, takes })
    };
    seed.call_method0("__index__").and_then(|n| n.extract()).map(Key::new).map_err(bad)
}

/// Independent numbers, uniform in [0, 1), float64 unless a float dtype is given: 0 may occur, 1 never.
#[pyfunction]
#[pyo3(signature = (shape, *, seed=None, dtype=None))]
fn uniform(shape: &Any<'_>, seed: Option<&Any<'_>>, dtype: Option<&Any<'_>>) -> PyResult<PyTensor> {
    const OP: &str = "uniform";
    let (extents, key) = (creation::shape(OP, shape)?, key(OP, seed)?);
    let dtype = dtypes::parse_optional(dtype)?.unwrap_or(DType::Float64);
    gil::run(shape.py(), usize::MAX, || random::uniform(key, &extents, dtype)).map(PyTensor)
}

/// Independent normal numbers, always finite, float64 unless a float dtype is given.
#[pyfunction]
#[pyo3(signature = (shape, mean=0.0, stddev=1.0, *, seed=None, dtype=None))]
fn normal(
    shape: &Any<'_>,
    mean: f64,
    stddev: f64,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    const OP: &str = "normal";
    let (extents, key) = (creation::shape(OP, shape)?, key(OP, seed)?);
    let dtype = dtypes::parse_optional(dtype)?.unwrap_or(DType::Float64);
    gil::run(shape.py(), usize::MAX, || random::normal(key, &extents, mean, stddev, dtype)).map(PyTensor)
}

/// Independent integers from low up to high, which is left out, all exactly as likely; int64 unless an integer dtype is given.
#[pyfunction]
#[pyo3(
    signature = (shape, low, high=None, *, seed=None, dtype=None),
    text_signature = "(shape, low, high=10, *, seed=None, dtype=None)"
)]
fn randint(
    shape: &Any<'_>,
    low: &Any<'_>,
    high: Option<&Any<'_>>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    const OP: &str = "randint";
    let (extents, key) = (creation::shape(OP, shape)?, key(OP, seed)?);
    let dtype = dtypes::parse_optional(dtype)?.unwrap_or(DType::Int64);
    let bound = |argument: &str, obj: &Any<'_>| -> PyResult<i128> {
        let n = obj
            .call_method0("__index__")
            .map_err(|_| PyTypeError::new_err(format!("{OP}: {argument} takes an integer, not {obj}.")))?;
        n.extract().map_err(|_| raise(Error::ValueOutOfRange { op: OP, value: n.to_string(), dtype }))
    };
    let (low, high) = (bound("low", low)?, high.map_or(Ok(10), |high| bound("high", high))?);
    gil::run(shape.py(), usize::MAX, || random::randint(key, &extents, low, high, dtype)).map(PyTensor)
}
