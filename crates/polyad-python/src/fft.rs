//! `polyad.fft`: the entries of the table about transforms, with the arguments of NumPy and SciPy.

use polyad::ir::{Attr, AttrKind, Axes, Op, ops};
use polyad::{DType, Error, Result, Tensor};
use pyo3::prelude::*;

use crate::creation::{extent, placed};
use crate::errors::raise;
use crate::movement::integers;
use crate::tensor::PyTensor;
use crate::{lists, submodule, table};

type Any<'py> = Bound<'py, PyAny>;

const ABOUT: &str = "\
Fourier transforms: the extension of the Python array API 2025.12, NumPy's in two dimensions, SciPy's cosine and sine transforms
and convolution.

float32 gives complex64, float64 complex128, each computed in its own precision; narrower floats are computed in float32,
integers as float64. A transform may have any length and go along any axis; rows are shared between threads, with the same
result for any number of them.";

/// Adds the module, which `import polyad.fft` finds too.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let fft = submodule(module, "fft", ABOUT)?;
    let functions = [
        wrap_pyfunction!(dct, &fft)?,
        wrap_pyfunction!(dst, &fft)?,
        wrap_pyfunction!(self::fft, &fft)?,
        wrap_pyfunction!(fft2, &fft)?,
        wrap_pyfunction!(fftconvolve, &fft)?,
        wrap_pyfunction!(fftfreq, &fft)?,
        wrap_pyfunction!(fftn, &fft)?,
        wrap_pyfunction!(fftshift, &fft)?,
        wrap_pyfunction!(hfft, &fft)?,
        wrap_pyfunction!(idct, &fft)?,
        wrap_pyfunction!(idst, &fft)?,
        wrap_pyfunction!(ifft, &fft)?,
        wrap_pyfunction!(ifft2, &fft)?,
        wrap_pyfunction!(ifftn, &fft)?,
        wrap_pyfunction!(ifftshift, &fft)?,
        wrap_pyfunction!(ihfft, &fft)?,
        wrap_pyfunction!(irfft, &fft)?,
        wrap_pyfunction!(irfft2, &fft)?,
        wrap_pyfunction!(irfftn, &fft)?,
        wrap_pyfunction!(rfft, &fft)?,
        wrap_pyfunction!(rfft2, &fft)?,
        wrap_pyfunction!(rfftfreq, &fft)?,
        wrap_pyfunction!(rfftn, &fft)?,
    ];
    for function in functions {
        fft.add_function(function)?;
    }
    Ok(())
}

/// A word of a parameter; the first one that it takes where none is given.
fn word(op: Op, name: &'static str, given: Option<&str>) -> PyResult<Attr> {
    let words = op.params.iter().find(|p| p.name == name).map_or(&[][..], |p| match p.kind {
        AttrKind::Word(words) => words,
        _ => &[],
    });
    let found = words.iter().find(|word| given.is_none_or(|given| given == **word));
    found.map(|word| Attr::Word(word)).ok_or_else(|| {
        let (got, takes) = (format!("{:?}", given.unwrap_or_default()), AttrKind::Word(words).to_string());
        raise(Error::BadArgument { op: op.name, argument: name, got, takes })
    })
}

fn one(op: Op, x: &Any<'_>, n: Option<i64>, axis: i64, norm: Option<&str>) -> PyResult<PyTensor> {
    let t = lists::asarray(x, None, None)?;
    let attrs = [n.map_or(Attr::None, Attr::Int), Attr::Int(axis), word(op, "norm", norm)?];
    table::run(x.py(), op, &[&t], &attrs).map(PyTensor)
}

fn several(op: Op, x: &Any<'_>, s: Option<&Any<'_>>, axes: Option<&Any<'_>>, norm: Option<&str>) -> PyResult<PyTensor> {
    let t = lists::asarray(x, None, None)?;
    let lengths = s.map(integers).transpose()?.map_or(Attr::None, |s| Attr::Ints(s.into()));
    table::run(x.py(), op, &[&t], &[Attr::Axes(listed(axes)?), lengths, word(op, "norm", norm)?]).map(PyTensor)
}

/// The last two axes, where none are named.
fn two(op: Op, x: &Any<'_>, s: Option<&Any<'_>>, axes: Option<&Any<'_>>, norm: Option<&str>) -> PyResult<PyTensor> {
    let last = (-2, -1).into_pyobject(x.py())?.into_any();
    several(op, x, s, Some(axes.unwrap_or(&last)), norm)
}

fn waves(op: Op, x: &Any<'_>, kind: i64, n: Option<i64>, axis: i64, norm: Option<&str>) -> PyResult<PyTensor> {
    let t = lists::asarray(x, None, None)?;
    let attrs = [Attr::Int(kind), n.map_or(Attr::None, Attr::Int), Attr::Int(axis), word(op, "norm", norm)?];
    table::run(x.py(), op, &[&t], &attrs).map(PyTensor)
}

fn moved(op: Op, x: &Any<'_>, axes: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let t = lists::asarray(x, None, None)?;
    table::run(x.py(), op, &[&t], &[Attr::Axes(listed(axes)?)]).map(PyTensor)
}

fn listed(axes: Option<&Any<'_>>) -> PyResult<Axes> {
    Ok(axes.map(integers).transpose()?.map_or(Axes::All, |axes| Axes::from(&axes[..])))
}

macro_rules! of_one_axis {
    ($($(#[$about:meta])* $name:ident $op:ident;)*) => {$(
        $(#[$about])*
        #[pyfunction]
        #[pyo3(
            signature = (x, /, n=None, axis=-1, norm=None),
            text_signature = "(x, /, n=None, axis=-1, norm='backward')"
        )]
        fn $name(x: &Any<'_>, n: Option<i64>, axis: i64, norm: Option<&str>) -> PyResult<PyTensor> {
            one(&ops::$op, x, n, axis, norm)
        }
    )*};
}

of_one_axis! {
    /// The discrete Fourier transform along an axis, of length n: a longer axis is cut off, a shorter one goes on with zeros.
    /// norm says which direction is divided by n: the inverse ("backward"), this one ("forward"), or both by its square
    /// root ("ortho").
    ///
    /// Source: Python array API 2025.12, `fft.fft`.
    fft FFT;
    /// The inverse of fft.
    ///
    /// Source: Python array API 2025.12, `fft.ifft`.
    ifft IFFT;
    /// The first n / 2 + 1 elements of the discrete Fourier transform of real numbers; the others mirror them.
    ///
    /// Source: Python array API 2025.12, `fft.rfft`.
    rfft RFFT;
    /// The n real numbers of whose discrete Fourier transform x is the first half; by default an even number of them.
    ///
    /// Source: Python array API 2025.12, `fft.irfft`.
    irfft IRFFT;
    /// The n real numbers that are the discrete Fourier transform of a signal of which x is the first half, the rest its mirror
    /// image conjugated.
    ///
    /// Source: Python array API 2025.12, `fft.hfft`.
    hfft HFFT;
    /// The inverse of hfft.
    ///
    /// Source: Python array API 2025.12, `fft.ihfft`.
    ihfft IHFFT;
}

macro_rules! of_several_axes {
    ($($(#[$about:meta])* $name:ident $run:ident $op:ident $axes:literal;)*) => {$(
        $(#[$about])*
        #[pyfunction]
        #[pyo3(
            signature = (x, /, s=None, axes=None, norm=None),
            text_signature = $axes
        )]
        fn $name(x: &Any<'_>, s: Option<&Any<'_>>, axes: Option<&Any<'_>>, norm: Option<&str>) -> PyResult<PyTensor> {
            $run(&ops::$op, x, s, axes, norm)
        }
    )*};
}

of_several_axes! {
    /// The discrete Fourier transform along several axes, of lengths s, -1 for that of the axis; by default along all axes, or
    /// as many at the end as s has lengths.
    ///
    /// Source: Python array API 2025.12, `fft.fftn`.
    fftn several FFTN "(x, /, s=None, axes=None, norm='backward')";
    /// The inverse of fftn.
    ///
    /// Source: Python array API 2025.12, `fft.ifftn`.
    ifftn several IFFTN "(x, /, s=None, axes=None, norm='backward')";
    /// The discrete Fourier transform of real numbers along several axes, of the last one the first half.
    ///
    /// Source: Python array API 2025.12, `fft.rfftn`.
    rfftn several RFFTN "(x, /, s=None, axes=None, norm='backward')";
    /// The inverse of rfftn; by default there is an even number of elements along the last axis.
    ///
    /// Source: Python array API 2025.12, `fft.irfftn`.
    irfftn several IRFFTN "(x, /, s=None, axes=None, norm='backward')";
    /// fftn along two axes.
    ///
    /// Source: NumPy, `fft.fft2`.
    fft2 two FFTN "(x, /, s=None, axes=(-2, -1), norm='backward')";
    /// ifftn along two axes.
    ///
    /// Source: NumPy, `fft.ifft2`.
    ifft2 two IFFTN "(x, /, s=None, axes=(-2, -1), norm='backward')";
    /// rfftn along two axes.
    ///
    /// Source: NumPy, `fft.rfft2`.
    rfft2 two RFFTN "(x, /, s=None, axes=(-2, -1), norm='backward')";
    /// irfftn along two axes.
    ///
    /// Source: NumPy, `fft.irfft2`.
    irfft2 two IRFFTN "(x, /, s=None, axes=(-2, -1), norm='backward')";
}

macro_rules! of_waves {
    ($($(#[$about:meta])* $name:ident $op:ident;)*) => {$(
        $(#[$about])*
        #[pyfunction]
        #[pyo3(
            signature = (x, /, r#type=2, n=None, axis=-1, norm=None),
            text_signature = "(x, /, type=2, n=None, axis=-1, norm='backward')"
        )]
        fn $name(x: &Any<'_>, r#type: i64, n: Option<i64>, axis: i64, norm: Option<&str>) -> PyResult<PyTensor> {
            waves(&ops::$op, x, r#type, n, axis, norm)
        }
    )*};
}

of_waves! {
    /// The discrete cosine transform of a type, 1 to 4, along an axis, of length n; with norm="ortho" an orthogonal matrix.
    ///
    /// Source: SciPy, `fft.dct`.
    dct DCT;
    /// The inverse of dct.
    ///
    /// Source: SciPy, `fft.idct`.
    idct IDCT;
    /// The discrete sine transform of a type, 1 to 4, along an axis, of length n; with norm="ortho" an orthogonal matrix.
    ///
    /// Source: SciPy, `fft.dst`.
    dst DST;
    /// The inverse of dst.
    ///
    /// Source: SciPy, `fft.idst`.
    idst IDST;
}

/// The second half of each axis before the first, so that the term of frequency 0 comes to lie in the middle.
///
/// Source: Python array API 2025.12, `fft.fftshift`.
#[pyfunction]
#[pyo3(signature = (x, /, axes=None))]
fn fftshift(x: &Any<'_>, axes: Option<&Any<'_>>) -> PyResult<PyTensor> {
    moved(&ops::FFTSHIFT, x, axes)
}

/// The inverse of fftshift, which differs from it for odd extents.
///
/// Source: Python array API 2025.12, `fft.ifftshift`.
#[pyfunction]
#[pyo3(signature = (x, /, axes=None))]
fn ifftshift(x: &Any<'_>, axes: Option<&Any<'_>>) -> PyResult<PyTensor> {
    moved(&ops::IFFTSHIFT, x, axes)
}

/// The convolution of two tensors along axes, by Fourier transforms: every place where the two meet ("full"), as many in their
/// middle as x1 has ("same"), or those where one lies in the other ("valid"). Other axes broadcast.
///
/// Source: SciPy, `signal.fftconvolve`.
#[pyfunction]
#[pyo3(
    signature = (x1, x2, /, mode=None, axes=None),
    text_signature = "(x1, x2, /, mode='full', axes=None)"
)]
fn fftconvolve(x1: &Any<'_>, x2: &Any<'_>, mode: Option<&str>, axes: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let op = &ops::FFTCONVOLVE;
    let (a, b) = (lists::asarray(x1, None, None)?, lists::asarray(x2, None, None)?);
    let attrs = [Attr::Axes(listed(axes)?), word(op, "mode", mode)?];
    table::run(x1.py(), op, &[&a, &b], &attrs).map(PyTensor)
}

fn frequencies(
    made: fn(usize, f64, DType) -> Result<Tensor>,
    op: &'static str,
    n: &Any<'_>,
    d: f64,
    dtype: Option<&Any<'_>>,
    device: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let dtype = placed(dtype, device)?.unwrap_or(DType::Float64);
    made(extent(op, "n", n)?, d, dtype).map(PyTensor).map_err(raise)
}

/// The frequencies of the n elements that fft gives of samples d apart: those from 0 on, then the negative ones.
///
/// Source: Python array API 2025.12, `fft.fftfreq`.
#[pyfunction]
#[pyo3(signature = (n, /, d=1.0, *, dtype=None, device=None))]
fn fftfreq(n: &Any<'_>, d: f64, dtype: Option<&Any<'_>>, device: Option<&Any<'_>>) -> PyResult<PyTensor> {
    frequencies(Tensor::fftfreq, "fftfreq", n, d, dtype, device)
}

/// The frequencies of the n / 2 + 1 elements that rfft gives of n samples d apart.
///
/// Source: Python array API 2025.12, `fft.rfftfreq`.
#[pyfunction]
#[pyo3(signature = (n, /, d=1.0, *, dtype=None, device=None))]
fn rfftfreq(n: &Any<'_>, d: f64, dtype: Option<&Any<'_>>, device: Option<&Any<'_>>) -> PyResult<PyTensor> {
    frequencies(Tensor::rfftfreq, "rfftfreq", n, d, dtype, device)
}
