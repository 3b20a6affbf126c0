//! Sums of products whose arguments are NumPy's own.

use polyad::ir::{Attr, ops};
use polyad::{Error, Tensor};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::raise;
use crate::movement::integers;
use crate::tensor::PyTensor;
use crate::{dtypes, gil, table};

type Any<'py> = Bound<'py, PyAny>;

/// The sum of products that an equation names: einsum("ij,jk->ik", a, b). A letter for each axis of each operand, summed over
/// what the output leaves out; without an output it is the letters that stand once, in order. "..." stands for axes without a
/// letter, which broadcast. Operands may also be followed by lists of axis numbers: einsum(a, [0, 1], b, [1, 2], [0, 2]).
///
/// out: A tensor that takes the result, as if the operands were read first, and is returned.
///
/// dtype: The dtype to multiply and add up in and to return; by default the common one.
///
/// Source: NumPy, `einsum`.
#[pyfunction]
#[pyo3(
    signature = (*operands, out=None, dtype=None),
    text_signature = "(equation, /, *operands, out=None, dtype=None)"
)]
pub(crate) fn einsum<'py>(
    operands: &Bound<'py, PyTuple>,
    out: Option<Bound<'py, PyTensor>>,
    dtype: Option<&Any<'py>>,
) -> PyResult<Bound<'py, PyTensor>> {
    let py = operands.py();
    let first = operands.get_item(0).map_err(|_| PyTypeError::new_err("einsum: no equation given."))?;
    let (equation, given) = match first.cast::<PyString>() {
        Ok(text) => (text.to_cow()?.into_owned(), operands.iter().skip(1).collect()),
        Err(_) => numbered(operands)?,
    };
    if given.is_empty() {
        return Err(raise(Error::OperandCount { op: "einsum", got: 0, need: "at least one" }));
    }
    let tensors = table::operands(&ops::EINSUM, &given)?;
    let attrs = [Attr::Text(equation.into()), wanted(dtype)?];
    let result = table::run(py, &ops::EINSUM, &tensors.iter().collect::<Vec<_>>(), &attrs)?;
    match out {
        Some(out) => {
            let to = &out.get().0;
            if to.shape() != result.shape() {
                let need = format!("`out` of the shape of the result, {:?}", result.shape());
                return Err(raise(Error::ShapeMismatch { op: "einsum", got: to.shape().into(), need }));
            }
            gil::run(py, to.size_bytes(), || to.copy_from(&result))?;
            Ok(out)
        }
        None => Bound::new(py, PyTensor(result)),
    }
}

/// An equation of operands that are followed by the numbers of their axes.
fn numbered<'py>(given: &Bound<'py, PyTuple>) -> PyResult<(String, Vec<Any<'py>>)> {
    let (mut terms, mut operands) = (vec![], vec![]);
    let all: Vec<Any<'py>> = given.iter().collect();
    let (pairs, rest) = all.as_chunks::<2>();
    for [operand, axes] in pairs {
        operands.push(operand.clone());
        terms.push(term(axes)?);
    }
    let output = rest.iter().map(|axes| term(axes).map(|term| format!("->{term}"))).collect::<PyResult<String>>()?;
    Ok((terms.join(",") + &output, operands))
}

/// Numbers of axes as letters, in NumPy's order.
fn term(axes: &Any<'_>) -> PyResult<String> {
    let one = |axis: PyResult<Any<'_>>| -> PyResult<String> {
        let axis = axis?;
        if axis.is(axis.py().Ellipsis()) {
            return Ok("...".into());
        }
        let wrong = || PyTypeError::new_err("einsum: axes are numbered from 0 to 51, or Ellipsis.");
        let letters = (b'A'..=b'Z').chain(b'a'..=b'z');
        let at: usize = axis.extract().map_err(|_| wrong())?;
        letters.map(char::from).nth(at).map(String::from).ok_or_else(wrong)
    };
    axes.try_iter()?.map(one).collect()
}

fn wanted(dtype: Option<&Any<'_>>) -> PyResult<Attr> {
    Ok(dtypes::parse_optional(dtype)?.map_or(Attr::None, Attr::DType))
}

/// The products over some axes of `x1` and as many of `x2`, added up; the other axes of both follow one another.
///
/// axes: How many, the last of `x1` and the first of `x2`; or a pair of lists, those of `x1` and those of `x2` that they meet.
///
/// dtype: The dtype to multiply and add up in and to return; by default the common one.
///
/// Source: Python array API 2025.12, `tensordot`.
#[pyfunction]
#[pyo3(signature = (x1, x2, /, *, axes=None, dtype=None), text_signature = "(x1, x2, /, *, axes=2, dtype=None)")]
pub(crate) fn tensordot(
    x1: &Any<'_>,
    x2: &Any<'_>,
    axes: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let operands = table::operands(&ops::TENSORDOT, &[x1.clone(), x2.clone()])?;
    let count = match axes {
        None => Some(2),
        Some(axes) => axes.extract::<i64>().ok(),
    };
    let (axes1, axes2): (Vec<i64>, Vec<i64>) = match (count, axes) {
        (None, Some(axes)) => {
            let wrong = |_| PyTypeError::new_err("tensordot: axes takes an integer, or a pair of lists of integers.");
            let (one, other): (Any<'_>, Any<'_>) = axes.extract().map_err(wrong)?;
            (integers(&one).map_err(wrong)?, integers(&other).map_err(wrong)?)
        }
        (count, _) => {
            let n = count.unwrap_or(2);
            let least = operands.iter().map(Tensor::ndim).min().unwrap_or(0);
            if !(0..=least as i64).contains(&n) {
                let takes = format!("0 to {least} axes of both, or two lists");
                return Err(raise(Error::BadArgument { op: "tensordot", argument: "axes", got: n.to_string(), takes }));
            }
            ((-n..0).collect(), (0..n).collect())
        }
    };
    let attrs = [Attr::Ints(axes1.into()), Attr::Ints(axes2.into()), wanted(dtype)?];
    table::run(x1.py(), &ops::TENSORDOT, &operands.iter().collect::<Vec<_>>(), &attrs).map(PyTensor)
}
