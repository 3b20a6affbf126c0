//! Tuples whose places have names.

use polyad::Tensor;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::tensor::PyTensor;

/// A tuple with names, whose class, of a module and a name, is made when it is first asked for: the import stays small.
pub(crate) fn named<'py>(
    py: Python<'py>,
    class: &'static PyOnceLock<Py<PyAny>>,
    [module, name]: [&str; 2],
    fields: &[&str],
    values: Vec<Tensor>,
) -> PyResult<Bound<'py, PyAny>> {
    let class = class.get_or_try_init(py, || {
        let options = PyDict::new(py);
        options.set_item("module", module)?;
        py.import("collections")?.call_method("namedtuple", (name, fields.to_vec()), Some(&options)).map(Bound::unbind)
    })?;
    class.bind(py).call1(PyTuple::new(py, values.into_iter().map(PyTensor))?)
}
