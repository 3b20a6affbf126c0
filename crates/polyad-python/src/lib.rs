//! Python binding of Polyad: conversions and errors, no numerics.
//!
//! The classes are `tensor`, `scaled` and `dtype`; memory comes in through `import` and goes out
//! through `export`, both ways through `dlpack`; the
//! functions of the op table are made in `table`, the others stand in `creation`, `random` and `namespace`.

mod clip;
mod contraction;
mod creation;
mod device;
mod dlpack;
mod dtype;
mod dtypes;
mod equality;
mod errors;
mod export;
mod fft;
mod files;
mod gil;
mod import;
mod index;
mod linalg;
mod lists;
mod movement;
mod named;
mod namespace;
mod operand;
mod ordering;
mod random;
mod scaled;
mod selection;
mod special;
mod table;
mod tensor;
mod windows;

use std::path::PathBuf;

use polyad::DType;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use scaled::PyScaledTensor;
use tensor::PyTensor;

/// Anything as a tensor: tensors, whatever exports its memory (NumPy arrays of any strides), numbers and nested lists.
///
/// Shares memory where it can; copy=True always copies, copy=False never does and raises ValueError where a copy is
/// needed. Integers become int64, floats float64. The name of a scaled format ("mxfp8_e4m3", "nvfp4") gives a
/// ScaledTensor.
#[pyfunction]
#[pyo3(signature = (obj, dtype=None, copy=None, *, device=None))]
fn asarray<'py>(
    obj: &Bound<'py, PyAny>,
    dtype: Option<&Bound<'py, PyAny>>,
    copy: Option<bool>,
    device: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    device::check(device)?;
    if let Some(scaled) = scaled::asarray(obj, dtype, copy)? {
        return Ok(scaled);
    }
    let dtype = dtypes::parse_optional(dtype)?;
    if let Ok(tensor) = obj.cast::<PyTensor>()
        && copy != Some(true)
        && dtype.is_none_or(|d| d == tensor.get().0.dtype())
    {
        return Ok(tensor.clone().into_any());
    }
    PyTensor(lists::asarray(obj, dtype, copy)?).into_bound_py_any(obj.py())
}

/// Storage bytes as a tensor of any dtype, block formats too: over the memory of `raw`, read-only where that is. bool
/// and ternary are checked and copied. bit_order="big" reads packed elements whose first lies in the high bits, by
/// copying.
#[pyfunction]
#[pyo3(signature = (raw, dtype, shape, *, bit_order="little"))]
fn frombuffer(
    raw: &Bound<'_, PyAny>,
    dtype: &Bound<'_, PyAny>,
    shape: &Bound<'_, PyAny>,
    bit_order: &str,
) -> PyResult<PyTensor> {
    let order = bit_order.parse().map_err(errors::raise)?;
    let shape: Vec<usize> = match shape.extract::<usize>() {
        Ok(n) => vec![n],
        Err(_) => shape.extract()?,
    };
    import::from_storage(raw, dtypes::parse(dtype)?, &shape, order).map(PyTensor)
}

/// The values in a block format such as "q4_K" or "mxfp4"; rows (the last axis) are whole blocks. `importance` says by how much
/// the errors of each column count: a value a column, or such a list for each matrix. "iq1_s", "iq2_xxs" and "iq2_xs" need it.
#[pyfunction]
#[pyo3(signature = (x, dtype, importance=None))]
fn quantize(
    x: &Bound<'_, PyAny>,
    dtype: &Bound<'_, PyAny>,
    importance: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyTensor> {
    let py = x.py();
    if let Some(format) = scaled::format(dtype)
        && DType::from_name(format.name()).is_err()
    {
        return Err(PyTypeError::new_err(format!(
            "quantize: {format} has its scales apart and is no dtype of tensors. astype(\"{format}\") gives a ScaledTensor."
        )));
    }
    let (x, dtype) = (lists::asarray(x, None, None)?, dtypes::parse(dtype)?);
    let importance = importance.map(|weights| lists::asarray(weights, None, None)).transpose()?;
    gil::run(py, x.size_bytes(), || match &importance {
        Some(weights) => x.quantize_by(dtype, weights),
        None => x.quantize(dtype),
    })
    .map(PyTensor)
}

/// Every tensor of a file by its name: safetensors, GGUF, NPY, NPZ, TENS, told by content. The file is mapped; tensors
/// are read as they are used, and are read-only.
#[pyfunction]
fn load(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    files::load(py, path)
}

/// Writes a dict of tensors, or one tensor, in the format that the ending of `path` stands for. The file appears whole
/// or not at all. `metadata` (text, bool, int, float, lists of one of them) goes into safetensors and GGUF.
#[pyfunction]
#[pyo3(signature = (path, tensors, metadata=None))]
fn save(path: PathBuf, tensors: &Bound<'_, PyAny>, metadata: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    files::save(path, tensors, metadata)
}

/// The extension module: what the package `polyad` consists of.
#[pymodule]
fn _polyad(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    table::add(module)?;
    movement::add(module)?;
    windows::add(module)?;
    creation::add(module)?;
    namespace::add(module)?;
    dtype::add(module)?;
    random::add(module)?;
    ordering::add(module)?;
    module.add_class::<PyTensor>()?;
    module.add_class::<PyScaledTensor>()?;
    module.add("FormatError", py.get_type::<errors::FormatError>())?;
    module.add("AxisError", errors::axis_error(py)?)?;
    module.add_function(wrap_pyfunction!(clip::clip, module)?)?;
    module.add_function(wrap_pyfunction!(contraction::einsum, module)?)?;
    module.add_function(wrap_pyfunction!(contraction::tensordot, module)?)?;
    module.add_function(wrap_pyfunction!(asarray, module)?)?;
    module.add_function(wrap_pyfunction!(dlpack::from_dlpack, module)?)?;
    module.add_function(wrap_pyfunction!(equality::array_equal, module)?)?;
    module.add_function(wrap_pyfunction!(equality::array_equiv, module)?)?;
    module.add_function(wrap_pyfunction!(frombuffer, module)?)?;
    module.add_function(wrap_pyfunction!(quantize, module)?)?;
    module.add_function(wrap_pyfunction!(selection::nonzero, module)?)?;
    module.add_function(wrap_pyfunction!(selection::argwhere, module)?)?;
    module.add_function(wrap_pyfunction!(selection::compress, module)?)?;
    module.add_function(wrap_pyfunction!(selection::extract, module)?)?;
    module.add_function(wrap_pyfunction!(selection::one_hot, module)?)?;
    module.add_function(wrap_pyfunction!(load, module)?)?;
    module.add_function(wrap_pyfunction!(save, module)?)?;
    // It has functions of the main namespace, which are there by now.
    linalg::add(module)?;
    fft::add(module)?;
    special::add(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}

/// A module of this one, which `import polyad.NAME` finds too.
fn submodule<'py>(parent: &Bound<'py, PyModule>, name: &str, about: &str) -> PyResult<Bound<'py, PyModule>> {
    let (py, path) = (parent.py(), format!("polyad.{name}"));
    let module = PyModule::new(py, &path)?;
    module.setattr("__doc__", about)?;
    py.import("sys")?.getattr("modules")?.set_item(path, &module)?;
    parent.add(name, &module)?;
    Ok(module)
}
