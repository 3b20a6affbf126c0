//! New tensors: the creation functions of the array API, NumPy's and a few more.

use polyad::{DType, Error, Indexing, Scalar, Spacing, Tensor, io};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyTuple};

use crate::errors::raise;
use crate::tensor::PyTensor;
use crate::{device, dtypes, gil, lists, operand};

type Any<'py> = Bound<'py, PyAny>;

/// Adds the functions to a module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for function in [
        wrap_pyfunction!(arange, module)?,
        wrap_pyfunction!(arange_f, module)?,
        wrap_pyfunction!(create, module)?,
        wrap_pyfunction!(empty, module)?,
        wrap_pyfunction!(empty_like, module)?,
        wrap_pyfunction!(eye, module)?,
        wrap_pyfunction!(from_function, module)?,
        wrap_pyfunction!(full, module)?,
        wrap_pyfunction!(full_like, module)?,
        wrap_pyfunction!(geomspace, module)?,
        wrap_pyfunction!(identity, module)?,
        wrap_pyfunction!(linspace, module)?,
        wrap_pyfunction!(logspace, module)?,
        wrap_pyfunction!(meshgrid, module)?,
        wrap_pyfunction!(ones, module)?,
        wrap_pyfunction!(ones_like, module)?,
        wrap_pyfunction!(scalar, module)?,
        wrap_pyfunction!(scalar_like, module)?,
        wrap_pyfunction!(zeros, module)?,
        wrap_pyfunction!(zeros_like, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}

/// An extent, a count or an index. ValueError where it is negative.
pub(crate) fn extent(op: &'static str, argument: &'static str, obj: &Any<'_>) -> PyResult<usize> {
    let n: Any<'_> = obj.call_method0("__index__").map_err(|_| {
        let found = obj.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
        PyTypeError::new_err(format!("{op}: {argument} takes integers, not {found}."))
    })?;
    n.extract().map_err(|_| {
        let takes = "integers from 0 to the address space".into();
        raise(Error::BadArgument { op, argument, got: n.to_string(), takes })
    })
}

/// The extents of a shape: a number or a sequence of them.
pub(crate) fn shape(op: &'static str, obj: &Any<'_>) -> PyResult<Vec<usize>> {
    if obj.hasattr("__index__")? && !obj.hasattr("__len__")? || obj.is_instance_of::<PyInt>() {
        return Ok(vec![extent(op, "shape", obj)?]);
    }
    let items = obj.try_iter().map_err(|_| {
        PyTypeError::new_err(format!("{op}: shape takes an integer or a sequence of integers, not {obj}."))
    })?;
    items.map(|n| extent(op, "shape", &n?)).collect()
}

/// The dtype and the device of a new tensor.
pub(crate) fn placed(dtype: Option<&Any<'_>>, device: Option<&Any<'_>>) -> PyResult<Option<DType>> {
    device::check(device)?;
    dtypes::parse_optional(dtype)
}

/// A number: Python's, or the only element of an array.
pub(crate) fn number(op: &'static str, obj: &Any<'_>, wide: DType) -> PyResult<Scalar> {
    if let Some(number) = operand::number(obj, wide)? {
        return Ok(number);
    }
    let array = lists::asarray(obj, None, None)?;
    if array.ndim() != 0 {
        return Err(raise(Error::ShapeMismatch { op, got: array.shape().into(), need: "a number".into() }));
    }
    let value = lists::item(obj.py(), &array)?;
    operand::number(&value, wide)?.ok_or_else(|| PyTypeError::new_err(format!("{op}: {value} is no number.")))
}

/// The dtype that a number has by itself.
pub(crate) fn natural(value: Scalar) -> DType {
    match value {
        Scalar::Bool(_) => DType::Bool,
        Scalar::Int(_) => DType::Int64,
        Scalar::UInt(_) => DType::UInt64,
        Scalar::Float(_) => DType::Float64,
        Scalar::Complex(_) => DType::Complex128,
    }
}

fn run(py: Python<'_>, size: &[usize], f: impl FnOnce() -> polyad::Result<Tensor> + Send) -> PyResult<PyTensor> {
    let bytes = size.iter().fold(8usize, |n, &d| n.saturating_mul(d));
    gil::run(py, bytes, f).map(PyTensor)
}

/// One value everywhere: bool, int64, float64 or complex128 by the value, unless a dtype is given. OverflowError where the
/// dtype cannot hold the value.
#[pyfunction]
#[pyo3(signature = (shape, fill_value, *, dtype=None, device=None))]
fn full(
    shape: &Any<'_>,
    fill_value: &Any<'_>,
    dtype: Option<&Any<'_>>,
    device: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let (extents, dtype) = (self::shape("full", shape)?, placed(dtype, device)?);
    let value = number("full", fill_value, dtype.unwrap_or(DType::Int64))?;
    let dtype = dtype.unwrap_or(natural(value));
    run(shape.py(), &extents, || Tensor::full(&extents, value, dtype))
}

/// One value everywhere, in the shape of x and in its dtype unless one is given; row-major.
#[pyfunction]
#[pyo3(signature = (x, /, fill_value, *, dtype=None, device=None))]
fn full_like(
    x: &Any<'_>,
    fill_value: &Any<'_>,
    dtype: Option<&Any<'_>>,
    device: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let (like, dtype) = (lists::asarray(x, None, None)?, placed(dtype, device)?);
    let dtype = dtype.unwrap_or(like.dtype());
    let value = number("full_like", fill_value, dtype)?;
    run(x.py(), like.shape(), || Tensor::full(like.shape(), value, dtype))
}

/// Zeros, float64 unless a dtype is given.
#[pyfunction]
#[pyo3(signature = (shape, *, dtype=None, device=None))]
fn zeros(shape: &Any<'_>, dtype: Option<&Any<'_>>, device: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let (extents, dtype) = (self::shape("zeros", shape)?, placed(dtype, device)?.unwrap_or(DType::Float64));
    run(shape.py(), &extents, || Tensor::zeros(&extents, dtype))
}

/// Zeros in the shape of x and in its dtype unless one is given; row-major.
#[pyfunction]
#[pyo3(signature = (x, /, *, dtype=None, device=None))]
fn zeros_like(x: &Any<'_>, dtype: Option<&Any<'_>>, device: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let (like, dtype) = (lists::asarray(x, None, None)?, placed(dtype, device)?);
    run(x.py(), like.shape(), || Tensor::zeros(like.shape(), dtype.unwrap_or(like.dtype())))
}

/// Ones, float64 unless a dtype is given.
#[pyfunction]
#[pyo3(signature = (shape, *, dtype=None, device=None))]
fn ones(shape: &Any<'_>, dtype: Option<&Any<'_>>, device: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let (extents, dtype) = (self::shape("ones", shape)?, placed(dtype, device)?.unwrap_or(DType::Float64));
    run(shape.py(), &extents, || Tensor::ones(&extents, dtype))
}

/// Ones in the shape of x and in its dtype unless one is given; row-major.
#[pyfunction]
#[pyo3(signature = (x, /, *, dtype=None, device=None))]
fn ones_like(x: &Any<'_>, dtype: Option<&Any<'_>>, device: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let (like, dtype) = (lists::asarray(x, None, None)?, placed(dtype, device)?);
    run(x.py(), like.shape(), || Tensor::ones(like.shape(), dtype.unwrap_or(like.dtype())))
}

/// Elements of no particular value, float64 unless a dtype is given.
#[pyfunction]
#[pyo3(signature = (shape, *, dtype=None, device=None))]
fn empty(shape: &Any<'_>, dtype: Option<&Any<'_>>, device: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let (extents, dtype) = (self::shape("empty", shape)?, placed(dtype, device)?.unwrap_or(DType::Float64));
    run(shape.py(), &extents, || Tensor::empty(&extents, dtype))
}

/// Elements of no particular value, in the shape of x and in its dtype unless one is given; row-major.
#[pyfunction]
#[pyo3(signature = (x, /, *, dtype=None, device=None))]
fn empty_like(x: &Any<'_>, dtype: Option<&Any<'_>>, device: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let (like, dtype) = (lists::asarray(x, None, None)?, placed(dtype, device)?);
    run(x.py(), like.shape(), || Tensor::empty(like.shape(), dtype.unwrap_or(like.dtype())))
}

/// Zeros of a dtype, which may also be the code of a TENS file: 0 is float64, 8 is ternary.
#[pyfunction]
#[pyo3(signature = (shape, dtype, /))]
fn create(shape: &Any<'_>, dtype: &Any<'_>) -> PyResult<PyTensor> {
    let extents = self::shape("create", shape)?;
    let dtype = if dtype.is_instance_of::<PyInt>() && !dtype.is_instance_of::<PyBool>() {
        io::tens_dtype(dtype.extract().unwrap_or(u64::MAX)).map_err(raise)?
    } else {
        dtypes::parse(dtype)?
    };
    run(shape.py(), &extents, || Tensor::zeros(&extents, dtype))
}

/// A 0-d tensor: bool, int64, float64 or complex128 by the value, unless a dtype is given.
#[pyfunction]
#[pyo3(signature = (value, /, *, dtype=None, device=None))]
fn scalar(value: &Any<'_>, dtype: Option<&Any<'_>>, device: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let dtype = placed(dtype, device)?;
    let value = number("scalar", value, dtype.unwrap_or(DType::Int64))?;
    Tensor::scalar(value, dtype.unwrap_or(natural(value))).map(PyTensor).map_err(raise)
}

/// A 0-d tensor in the dtype of x, whatever its shape.
#[pyfunction]
#[pyo3(signature = (x, value, /, *, device=None))]
fn scalar_like(x: &Any<'_>, value: &Any<'_>, device: Option<&Any<'_>>) -> PyResult<PyTensor> {
    device::check(device)?;
    let like = lists::asarray(x, None, None)?;
    like.scalar_like(number("scalar_like", value, like.dtype())?).map(PyTensor).map_err(raise)
}

/// Element at (i, j, ..) is function(i, j, ..), which is called once an element in row-major order.
#[pyfunction]
#[pyo3(signature = (function, shape, /, *, dtype=None, device=None))]
fn from_function(
    function: &Any<'_>,
    shape: &Any<'_>,
    dtype: Option<&Any<'_>>,
    device: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    const OP: &str = "from_function";
    let (py, extents, dtype) = (shape.py(), self::shape(OP, shape)?, placed(dtype, device)?);
    // Refuses a shape before the first call.
    dtype.unwrap_or(DType::Float64).tensor_bytes(OP, &extents).map_err(raise)?;
    let values = PyList::empty(py);
    let mut at = vec![0; extents.len()];
    for _ in 0..extents.iter().product() {
        values.append(function.call1(PyTuple::new(py, &at)?)?)?;
        for (i, &n) in at.iter_mut().zip(&extents).rev() {
            *i += 1;
            if *i < n {
                break;
            }
            *i = 0;
        }
    }
    let flat = lists::asarray(&values.into_any(), dtype.filter(|d| !d.is_quantized()), None)?;
    let extents: Vec<i64> = extents.iter().map(|&n| n as i64).collect();
    let out = flat.reshape(&extents).map_err(raise)?;
    out.astype(dtype.unwrap_or(out.dtype())).map(PyTensor).map_err(raise)
}

/// start, start + step, and so on up to stop, which is left out; arange(n) counts from 0. Integers give int64, floats
/// float64, unless a dtype is given. Element i is start + i * step, not a running sum.
#[pyfunction]
#[pyo3(
    signature = (start, /, stop=None, step=None, *, dtype=None, device=None),
    text_signature = "(start, /, stop=None, step=1, *, dtype=None, device=None)"
)]
fn arange(
    start: &Any<'_>,
    stop: Option<&Any<'_>>,
    step: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
    device: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    const OP: &str = "arange";
    let dtype = placed(dtype, device)?;
    let given = |x: &Any<'_>| number(OP, x, DType::Float64);
    let step = step.map_or(Ok(Scalar::Int(1)), given)?;
    let (first, last) = match stop {
        Some(stop) => (given(start)?, given(stop)?),
        None => (Scalar::Int(0), given(start)?),
    };
    gil::run(start.py(), usize::MAX, || Tensor::arange_from(first, last, step, dtype)).map(PyTensor)
}

/// arange for steps that are rounded decimals: rounding emits no value at or past stop. A quotient (stop - start) / step that is
/// past a whole number by no more than 1e-9 counts as that number.
#[pyfunction]
#[pyo3(signature = (start, stop, step, /, *, dtype=None, device=None))]
fn arange_f(
    py: Python<'_>,
    start: f64,
    stop: f64,
    step: f64,
    dtype: Option<&Any<'_>>,
    device: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let dtype = placed(dtype, device)?.unwrap_or(DType::Float64);
    gil::run(py, usize::MAX, || Tensor::arange_f(start, stop, step, dtype)).map(PyTensor)
}

/// What the three kinds of spacing have in common.
type Spaced = fn(Scalar, Scalar, usize, Spacing) -> polyad::Result<Tensor>;

fn spaced(op: &'static str, make: Spaced, ends: [&Any<'_>; 2], num: &Any<'_>, options: Spacing) -> PyResult<PyTensor> {
    let [start, stop] = ends.map(|end| number(op, end, DType::Float64));
    let (start, stop, n) = (start?, stop?, extent(op, "num", num)?);
    run(num.py(), &[n], || make(start, stop, n, options))
}

/// num evenly spaced numbers from start to stop, which endpoint=False leaves out. float64, or complex128 for complex ends,
/// unless a dtype is given; an integer dtype takes the floor.
#[pyfunction]
#[pyo3(signature = (start, stop, /, num, *, dtype=None, device=None, endpoint=true))]
fn linspace(
    start: &Any<'_>,
    stop: &Any<'_>,
    num: &Any<'_>,
    dtype: Option<&Any<'_>>,
    device: Option<&Any<'_>>,
    endpoint: bool,
) -> PyResult<PyTensor> {
    let options = Spacing { endpoint, dtype: placed(dtype, device)?, ..Spacing::default() };
    spaced("linspace", Tensor::linspace_with, [start, stop], num, options)
}

/// base to the power of each number of linspace(start, stop, num).
#[pyfunction]
#[pyo3(
    signature = (start, stop, /, num=None, *, endpoint=true, base=10.0, dtype=None, device=None),
    text_signature = "(start, stop, /, num=50, *, endpoint=True, base=10.0, dtype=None, device=None)"
)]
fn logspace(
    start: &Any<'_>,
    stop: &Any<'_>,
    num: Option<&Any<'_>>,
    endpoint: bool,
    base: f64,
    dtype: Option<&Any<'_>>,
    device: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let options = Spacing { endpoint, dtype: placed(dtype, device)?, base };
    let fifty = PyInt::new(start.py(), 50).into_any();
    spaced("logspace", Tensor::logspace_with, [start, stop], num.unwrap_or(&fifty), options)
}

/// num numbers from start to stop, each the same multiple of the one before; both ends are exact.
#[pyfunction]
#[pyo3(
    signature = (start, stop, /, num=None, *, endpoint=true, dtype=None, device=None),
    text_signature = "(start, stop, /, num=50, *, endpoint=True, dtype=None, device=None)"
)]
fn geomspace(
    start: &Any<'_>,
    stop: &Any<'_>,
    num: Option<&Any<'_>>,
    endpoint: bool,
    dtype: Option<&Any<'_>>,
    device: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let options = Spacing { endpoint, dtype: placed(dtype, device)?, ..Spacing::default() };
    let fifty = PyInt::new(start.py(), 50).into_any();
    spaced("geomspace", Tensor::geomspace_with, [start, stop], num.unwrap_or(&fifty), options)
}

/// A matrix with ones where column minus row is k, and zeros elsewhere.
#[pyfunction]
#[pyo3(
    signature = (n_rows, n_cols=None, /, *, k=None, dtype=None, device=None),
    text_signature = "(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None)"
)]
fn eye(
    n_rows: &Any<'_>,
    n_cols: Option<&Any<'_>>,
    k: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
    device: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let rows = extent("eye", "n_rows", n_rows)?;
    let columns = n_cols.filter(|n| !n.is_none()).map_or(Ok(rows), |n| extent("eye", "n_cols", n))?;
    let dtype = placed(dtype, device)?.unwrap_or(DType::Float64);
    let k = match k {
        None => 0,
        // A diagonal past 64 bits is past the matrix on the same side.
        Some(k) if k.is_instance_of::<PyInt>() => {
            k.extract().or_else(|_| k.lt(0).map(|below| [i64::MAX, i64::MIN][usize::from(below)]))?
        }
        Some(k) => k.extract()?,
    };
    run(n_rows.py(), &[rows, columns], || Tensor::eye(rows, columns, k, dtype))
}

/// The square matrix with ones on its diagonal.
#[pyfunction]
#[pyo3(signature = (n, *, dtype=None, device=None))]
fn identity(n: &Any<'_>, dtype: Option<&Any<'_>>, device: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let (size, dtype) = (extent("identity", "n", n)?, placed(dtype, device)?.unwrap_or(DType::Float64));
    run(n.py(), &[size, size], || Tensor::identity(size, dtype))
}

/// The coordinates of each point of a grid, a tensor for each list of coordinates. "xy" exchanges the first two axes, as on
/// paper; "ij" keeps the order, as in a matrix.
#[pyfunction]
#[pyo3(signature = (*arrays, indexing="xy"))]
fn meshgrid<'py>(arrays: &Bound<'py, PyTuple>, indexing: &str) -> PyResult<Bound<'py, PyTuple>> {
    let indexing: Indexing = indexing.parse().map_err(raise)?;
    let coordinates: Vec<Tensor> = arrays.iter().map(|x| lists::asarray(&x, None, None)).collect::<PyResult<_>>()?;
    let grids = Tensor::meshgrid(&coordinates.iter().collect::<Vec<_>>(), indexing).map_err(raise)?;
    PyTuple::new(arrays.py(), grids.into_iter().map(PyTensor))
}
