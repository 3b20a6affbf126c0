//! Functions of windows that the table does not give by itself: a bias that may be left out, names by the number of axes,
//! and NumPy's way to say padding.

use polyad::Tensor;
use polyad::ir::{Attr, Op, ops};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::raise;
use crate::tensor::PyTensor;
use crate::{lists, operand, table};

type Any<'py> = Bound<'py, PyAny>;

/// Adds the functions of this file to a module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for function in [
        wrap_pyfunction!(conv, module)?,
        wrap_pyfunction!(conv1d, module)?,
        wrap_pyfunction!(conv2d, module)?,
        wrap_pyfunction!(conv3d, module)?,
        wrap_pyfunction!(conv_transpose, module)?,
        wrap_pyfunction!(conv_transpose1d, module)?,
        wrap_pyfunction!(conv_transpose2d, module)?,
        wrap_pyfunction!(conv_transpose3d, module)?,
        wrap_pyfunction!(max_pool_with_indices, module)?,
        wrap_pyfunction!(interpolate, module)?,
        wrap_pyfunction!(pad, module)?,
    ] {
        module.add_function(function)?;
    }
    for alias in ops::INTERPOLATE.aliases {
        module.add(*alias, module.getattr("interpolate")?)?;
    }
    Ok(())
}

/// Runs an entry of images, weights and bias; the number 0 stands for no bias. `axes` is how many there must be that windows
/// move along.
fn convolution(
    (op, name, axes): (Op, &str, Option<usize>),
    [x, weight]: [&Any<'_>; 2],
    bias: Option<&Any<'_>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyTensor> {
    let py = x.py();
    let image = lists::asarray(x, None, None)?;
    if let Some(axes) = axes.filter(|axes| image.ndim() != axes + 2) {
        let text = format!(
            "{name}: shape {:?} where {} axes are needed: images, channels and {axes} that windows move along.",
            image.shape(),
            axes + 2
        );
        return Err(PyValueError::new_err(text));
    }
    let zero = 0i64.into_pyobject(py)?.into_any();
    let image = PyTensor(image).into_pyobject(py)?.into_any();
    let operands = PyTuple::new(py, [&image, weight, bias.unwrap_or(&zero)])?;
    table::call(op, &operands, options).map(PyTensor)
}

macro_rules! convolutions {
    ($text:literal: $($(#[$meta:meta])* $name:ident $op:ident $axes:expr;)*) => {$(
        $(#[$meta])*
        #[pyfunction]
        #[pyo3(signature = (x, weight, /, bias=None, **options), text_signature = $text)]
        fn $name(
            x: &Any<'_>,
            weight: &Any<'_>,
            bias: Option<&Any<'_>>,
            options: Option<&Bound<'_, PyDict>>,
        ) -> PyResult<PyTensor> {
            convolution((&ops::$op, stringify!($name), $axes), [x, weight], bias, options)
        }
    )*};
}

convolutions! {
    "(x, weight, /, bias=None, *, stride=1, padding='valid', dilation=1, groups=1, fill=0.0, flip=False)":
    /// Weighted sums over every window of the last 1 to 3 axes, for each channel of weight, plus its bias.
    ///
    /// Options: stride, padding ("valid", "same", "full", or widths), dilation, groups, fill (the number past the ends) and
    /// flip (the weights are turned around, as in a convolution of mathematics).
    ///
    /// Source: PyTorch, `torch.nn.functional.conv1d`, `conv2d` and `conv3d`; "same", "full", fill and flip Nx.
    conv CONV None;
    /// conv along one axis: [n, c, d] and weights [o, c / groups, k].
    conv1d CONV Some(1);
    /// conv along two axes: [n, c, h, w] and weights [o, c / groups, kh, kw].
    conv2d CONV Some(2);
    /// conv along three axes: [n, c, d, h, w] and weights [o, c / groups, kd, kh, kw].
    conv3d CONV Some(3);
}
convolutions! {
    "(x, weight, /, bias=None, *, stride=1, padding='valid', dilation=1, groups=1, output_padding=0)":
    /// Each element times a window of weights, added up where the windows stand: the transpose of conv.
    ///
    /// Options: stride, padding (of the convolution that is undone), output_padding, dilation and groups.
    ///
    /// Source: PyTorch, `torch.nn.functional.conv_transpose1d`, `conv_transpose2d` and `conv_transpose3d`.
    conv_transpose CONV_TRANSPOSE None;
    /// conv_transpose along one axis: [n, c, d] and weights [c, o / groups, k].
    conv_transpose1d CONV_TRANSPOSE Some(1);
    /// conv_transpose along two axes: [n, c, h, w] and weights [c, o / groups, kh, kw].
    conv_transpose2d CONV_TRANSPOSE Some(2);
    /// conv_transpose along three axes: [n, c, d, h, w] and weights [c, o / groups, kd, kh, kw].
    conv_transpose3d CONV_TRANSPOSE Some(3);
}

/// The greatest element of every window, and where it is: max_pool and argmax_pool of the same windows, with their options.
#[pyfunction]
#[pyo3(
    signature = (x, /, window_shape, **options),
    text_signature = "(x, /, window_shape, *, stride=(), padding='valid', dilation=1, ceil_mode=False)"
)]
fn max_pool_with_indices(
    x: &Any<'_>,
    window_shape: &Any<'_>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(PyTensor, PyTensor)> {
    let x = PyTensor(lists::asarray(x, None, None)?).into_pyobject(x.py())?.into_any();
    let operands = PyTuple::new(x.py(), [&x, window_shape])?;
    let run = |op| table::call(op, &operands, options).map(PyTensor);
    Ok((run(&ops::MAX_POOL)?, run(&ops::ARGMAX_POOL)?))
}

/// The values of a grid of other extents, on the last axes: the nearest, or between neighbours, axis by axis.
///
/// size names the extents of as many of the last axes; scale_factor gives them as multiples, rounded down: one for each
/// axis, or one number for all behind the first two.
///
/// Source: PyTorch, `torch.nn.functional.interpolate`; with a scale as under recompute_scale_factor=True.
#[pyfunction]
#[pyo3(signature = (x, /, size=None, *, scale_factor=None, mode="nearest", align_corners=false))]
fn interpolate(
    x: &Any<'_>,
    size: Option<&Any<'_>>,
    scale_factor: Option<&Any<'_>>,
    mode: &str,
    align_corners: bool,
) -> PyResult<PyTensor> {
    let image = lists::asarray(x, None, None)?;
    let size: Vec<i64> = match (size, scale_factor) {
        (Some(size), None) => size.extract::<i64>().map(|n| vec![n]).or_else(|_| size.extract())?,
        (None, Some(scale)) => {
            let factors = scale
                .extract::<f64>()
                .map(|one| vec![one; image.ndim().saturating_sub(2)])
                .or_else(|_| scale.extract::<Vec<f64>>())?;
            let lead = image.ndim().checked_sub(factors.len()).ok_or_else(|| {
                let text = format!("interpolate: {} factors for shape {:?}.", factors.len(), image.shape());
                PyValueError::new_err(text)
            })?;
            image.shape()[lead..].iter().zip(&factors).map(|(&n, factor)| (n as f64 * factor).floor() as i64).collect()
        }
        _ => return Err(PyTypeError::new_err("interpolate: either size or scale_factor is needed.")),
    };
    let py = x.py();
    let options = PyDict::new(py);
    options.set_item("mode", mode)?;
    options.set_item("align_corners", align_corners)?;
    let image = PyTensor(image).into_pyobject(py)?.into_any();
    let operands = PyTuple::new(py, [image, size.into_pyobject(py)?.into_any()])?;
    table::call(&ops::INTERPOLATE, &operands, Some(&options)).map(PyTensor)
}

/// The tensor in a frame. pad_width is (before, after) for each axis, one such pair for all, or one number. mode says what
/// stands there: "constant" (constant_values, as pad_width for other values on each side), "edge", "reflect", "symmetric" or
/// "wrap".
///
/// Source: NumPy, `pad` with these modes.
#[pyfunction]
#[pyo3(signature = (x, pad_width, mode="constant", *, constant_values=None))]
fn pad(
    py: Python<'_>,
    x: &Any<'_>,
    pad_width: &Any<'_>,
    mode: &str,
    constant_values: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let x = lists::asarray(x, None, None)?;
    let wrong = || PyTypeError::new_err("pad: pad_width takes an integer, a pair of them, or a pair for each axis.");
    let widths: Vec<i64> = if let Ok(all) = pad_width.extract::<i64>() {
        vec![all; 2 * x.ndim()]
    } else if let Ok(pair) = pad_width.extract::<[i64; 2]>() {
        pair.repeat(x.ndim())
    } else {
        let pairs: Vec<[i64; 2]> = pad_width.extract().map_err(|_| wrong())?;
        if pairs.len() == 1 { pairs[0].repeat(x.ndim()) } else { pairs.concat() }
    };
    if mode != "constant" {
        let polyad::ir::AttrKind::Word(words) = ops::PAD_EDGES.params[1].kind else {
            unreachable!("the mode is a word")
        };
        let Some(word) = words.iter().find(|&&w| w == mode) else {
            let text = format!("pad: mode = {mode:?}; it takes \"constant\" or one of {words:?}.");
            return Err(PyValueError::new_err(text));
        };
        if constant_values.is_some() {
            return Err(PyValueError::new_err(format!("pad: mode {mode:?} has no constant_values.")));
        }
        let attrs = [Attr::Ints(widths.into()), Attr::Word(word)];
        return table::run(py, &ops::PAD_EDGES, &[&x], &attrs).map(PyTensor);
    }
    let dtype = if x.dtype().is_quantized() { x.dtype().compute() } else { x.dtype() };
    let one = |value: &Any<'_>| match operand::number(value, dtype)? {
        Some(number) => Tensor::scalar(number, dtype).map_err(raise),
        None => lists::asarray(value, None, None),
    };
    let run = |x: &Tensor, value: &Tensor, widths: &[i64]| {
        table::run(py, &ops::PAD, &[x, value], &[Attr::Ints(widths.into())])
    };
    let Some(values) = constant_values else {
        return run(&x, &Tensor::zeros(&[], dtype).map_err(raise)?, &widths).map(PyTensor);
    };
    let Some(sides) = sides(values, x.ndim())? else { return run(&x, &one(values)?, &widths).map(PyTensor) };
    if sides.len() != widths.len() {
        let text = format!("pad: {} constant_values for {} widths.", sides.len(), widths.len());
        return Err(PyValueError::new_err(text));
    }
    // Side by side, the axes in order, so that a later axis fills the corners as NumPy's does.
    let mut out = x;
    for (i, side) in sides.iter().enumerate() {
        let mut alone = vec![0; widths.len()];
        alone[i] = widths[i];
        out = run(&out, &one(side)?, &alone)?;
    }
    Ok(PyTensor(out))
}

/// A value for each side of each axis, or none for one value on all sides.
fn sides<'py>(values: &Any<'py>, ndim: usize) -> PyResult<Option<Vec<Any<'py>>>> {
    let Ok(outer) = values.extract::<Vec<Any<'py>>>() else { return Ok(None) };
    let pair = |value: &Any<'py>| -> PyResult<Vec<Any<'py>>> {
        match value.extract::<Vec<Any<'py>>>() {
            Ok(list) if list.len() == 1 => Ok(vec![list[0].clone(); 2]),
            Ok(list) if list.len() == 2 => Ok(list),
            _ => Err(PyTypeError::new_err("pad: constant_values takes a number, a pair, or a pair for each axis.")),
        }
    };
    let all = |pair: Vec<Any<'py>>| (0..ndim).flat_map(|_| pair.iter().cloned()).collect();
    let nested = outer.iter().any(|v| v.extract::<Vec<Any<'py>>>().is_ok());
    Ok(Some(match (nested, outer.len()) {
        (false, 1) => return Ok(None),
        (false, _) => all(pair(values)?),
        (true, 1) => all(pair(&outer[0])?),
        (true, _) => outer.iter().map(pair).collect::<PyResult<Vec<_>>>()?.concat(),
    }))
}
