//! The class `polyad.DType`: what `Tensor.dtype` is, and the names `polyad.float32`, `polyad.q4_0`, and so on.

use polyad::{DType, Kind};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::dtypes;

type Any<'py> = Bound<'py, PyAny>;

/// A number format. Equal to its name, to NumPy's dtype of that name and to its scalar type; hashes as NumPy's dtype.
#[pyclass(name = "DType", module = "polyad", frozen, weakref)]
pub(crate) struct PyDType(pub(crate) DType);

/// The object of a dtype: one for the process.
pub(crate) fn object(py: Python<'_>, dtype: DType) -> PyResult<&Bound<'_, PyDType>> {
    static ALL: PyOnceLock<Vec<Py<PyDType>>> = PyOnceLock::new();
    let all =
        ALL.get_or_try_init(py, || DType::ALL.iter().map(|&d| Py::new(py, PyDType(d))).collect::<PyResult<_>>())?;
    let at = DType::ALL.iter().position(|&d| d == dtype).expect("every dtype is in the list");
    Ok(all[at].bind(py))
}

/// Adds the class and every dtype to a module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyDType>()?;
    for &dtype in DType::ALL {
        module.add(dtype.name(), object(module.py(), dtype)?)?;
    }
    Ok(())
}

/// What NumPy hashes of a dtype: kind, byte order, flags, size and alignment.
fn numpy_key(dtype: DType) -> Option<(u8, u8, usize, usize)> {
    let size = dtype.block_bytes();
    let kind = match dtype.kind() {
        Kind::Bool => b'b',
        Kind::Signed => b'i',
        Kind::Unsigned => b'u',
        Kind::Float => b'f',
        Kind::Complex => b'c',
    };
    dtypes::format(dtype)?;
    let order = match size {
        1 => b'|',
        _ if cfg!(target_endian = "big") => b'>',
        _ => b'<',
    };
    let alignment = if dtype.kind() == Kind::Complex { size / 2 } else { size };
    Some((kind, order, size, alignment))
}

#[pymethods]
impl PyDType {
    /// The name: "float32".
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Bytes an element; None where elements are no whole bytes of their own.
    #[getter]
    fn itemsize(&self) -> Option<usize> {
        self.0.is_plain().then(|| self.0.block_bytes())
    }

    /// Bits an element, the scales of its block included.
    #[getter]
    fn bits(&self) -> f64 {
        self.0.bits()
    }

    /// Elements of a block: 1 for plain numbers, 32 for q4_0.
    #[getter]
    fn block_size(&self) -> usize {
        self.0.block_len()
    }

    /// NumPy's dtype of that name, for `numpy.dtype`. TypeError where NumPy has none.
    #[getter(__numpy_dtype__)]
    fn numpy_dtype<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        py.import("numpy")?.call_method1("dtype", (self.0.name(),))
    }

    fn __eq__(&self, other: &Any<'_>) -> bool {
        if let Ok(dtype) = other.cast::<PyDType>() {
            return dtype.get().0 == self.0;
        }
        // Any other object may have such text by chance.
        let named = other.is_instance_of::<PyString>() || other.is_instance_of::<PyType>();
        let named = named || other.hasattr("itemsize").unwrap_or(false) && other.hasattr("byteorder").unwrap_or(false);
        named && dtypes::parse(other).is_ok_and(|dtype| dtype == self.0)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let Some((kind, order, size, alignment)) = numpy_key(self.0) else {
            return self.0.name().into_bound_py_any(py)?.hash();
        };
        let letter = |byte: u8| PyString::new(py, (byte as char).encode_utf8(&mut [0; 4])).into_any();
        let numbers = [0, size, alignment].map(|n| n.into_bound_py_any(py));
        let [flags, size, alignment] = numbers;
        PyTuple::new(py, [letter(kind), letter(order), flags?, size?, alignment?])?.hash()
    }

    fn __str__(&self) -> &'static str {
        self.0.name()
    }

    fn __repr__(&self) -> String {
        format!("polyad.{}", self.0)
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &Any<'py>) -> PyResult<Any<'py>> {
        PyString::new(py, self.0.name()).call_method1("__format__", (spec,))
    }

    /// Pickled and copied by name, so that a dtype stays one object.
    fn __reduce__(&self) -> &'static str {
        self.0.name()
    }
}
