//! Fourier transforms along one axis and along several, and the order of their results.
//!
//! Along several axes they are those along one, one after the other: so entries are composed, and executors work in place.

use polyad_core::{Dims, Error, Kind, Result, normalize_axis};
use smallvec::{SmallVec, smallvec};

use super::narrow;
use crate::attr::{
    Attr, AttrKind, Axes, LENGTH_OF_TRANSFORM, LENGTHS_OF_TRANSFORM, NORM, ONE_AXIS, Param, TRANSFORMED,
};
use crate::facts::{Failure, NO_AXIS, TOO_LARGE};
use crate::op::{BASE, Body, Call, ComplexGrad, Grad, Meaning, Op, OpDef};
use crate::promote::{complex_of, floating};
use crate::{Backward, DTypeRule, Expr, ShapeRule, ops, part};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] =
    &[&FFT, &IFFT, &RFFT, &IRFFT, &HFFT, &IHFFT, &FFTN, &IFFTN, &RFFTN, &IRFFTN, &FFTSHIFT, &IFFTSHIFT];

pub(super) const P_N: Param = Param {
    name: "n",
    kind: AttrKind::Int,
    default: Some(|| Attr::None),
    doc: "The length of the transform: a longer axis is cut off, a shorter one goes on with zeros.",
};
pub(super) const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(-1)),
    doc: "The axis; negative counts from the end.",
};
pub(super) const P_NORM: Param = Param {
    name: "norm",
    kind: AttrKind::Word(&["backward", "ortho", "forward"]),
    default: Some(|| Attr::Word("backward")),
    doc: "Which direction is divided by the number of terms: the inverse (`backward`), the other (`forward`), or both by its square root (`ortho`).",
};
const P_S: Param = Param {
    name: "s",
    kind: AttrKind::Ints,
    default: Some(|| Attr::None),
    doc: "The length of the transform along each axis, -1 for that of the axis.",
};
const P_AXES: Param = Param {
    name: "axes",
    kind: AttrKind::Axes,
    default: None,
    doc: "The axes, an axis named twice is transformed twice; none for all, or for as many at the end as `s` has lengths.",
};

pub(super) const NO_BOOL: Failure = ("DTypeUnsupported", "for bool");
pub(super) const NO_LENGTH: Failure = ("BadArgument", "for a length below 1");
const ERRORS: &[Failure] = &[NO_AXIS, NO_LENGTH, NO_BOOL, TOO_LARGE];
const ERRORS_OF_REAL: &[Failure] =
    &[NO_AXIS, NO_LENGTH, ("DTypeUnsupported", "for bool and complex numbers"), TOO_LARGE];
const ERRORS_OF_SEVERAL: &[Failure] =
    &[NO_AXIS, NO_LENGTH, ("BadArgument", "for other than one length for each axis"), NO_BOOL, TOO_LARGE];
const ERRORS_OF_SEVERAL_REAL: &[Failure] = &[
    NO_AXIS,
    NO_LENGTH,
    ("BadArgument", "for other than one length for each axis, and for no axis"),
    ("DTypeUnsupported", "for bool and complex numbers"),
    TOO_LARGE,
];

/// What the entries of one axis have in common.
const ONE: OpDef = OpDef {
    params: &[P_N, P_AXIS, P_NORM],
    dtype: DTypeRule::Complex,
    shape: ShapeRule::Custom(one_shape, "that of `x` with `n` on the axis"),
    cost: "copies; O(n * log n) for each row",
    errors: ERRORS,
    ..BASE
};

/// What the entries of several axes have in common.
const SEVERAL: OpDef = OpDef {
    params: &[P_AXES, P_S, P_NORM],
    dtype: DTypeRule::Complex,
    shape: ShapeRule::Custom(several_shape, "that of `x` with the lengths `s` on the axes"),
    meaning: Meaning::Composed(several),
    cost: "copies; O(size * log size)",
    errors: ERRORS_OF_SEVERAL,
    grad: Grad::FromMeaning,
    ..BASE
};

/// The discrete Fourier transform.
pub static FFT: OpDef = OpDef {
    name: "fft",
    summary: "The discrete Fourier transform along an axis: `y[k] = sum(x[j] * exp(-2 pi i j k / n))`.",
    source: "Python array API 2025.12, `fft.fft`",
    example: "use num_complex::Complex;
let y = tensor![1.0, 2.0, 3.0, 4.0].fft(-1)?;
assert_eq!(y.real()?, tensor![10.0, -2.0, -2.0, -2.0]);
assert_eq!(y.imag()?, tensor![0.0, 2.0, 0.0, -2.0]);
assert_eq!(tensor![1.0].fft_with(-1, FftOptions { n: Some(2), ..Default::default() })?, tensor![Complex::new(1.0, 0.0); 2]);",
    complex_grad: ComplexGrad::Rule,
    grad: Grad::Rule(|b| vec![Some(back(b, &IFFT))]),
    ..ONE
};

/// Its inverse.
pub static IFFT: OpDef = OpDef {
    name: "ifft",
    summary: "The inverse discrete Fourier transform along an axis: `y[j] = sum(x[k] * exp(2 pi i j k / n)) / n`.",
    source: "Python array API 2025.12, `fft.ifft`",
    example: "let x = tensor![1.0, 2.0, 3.0, 4.0];
assert_eq!(x.fft(-1)?.ifft(-1)?.real()?, x);",
    complex_grad: ComplexGrad::Rule,
    grad: Grad::Rule(|b| vec![Some(back(b, &FFT))]),
    ..ONE
};

/// The transform of real numbers.
pub static RFFT: OpDef = OpDef {
    name: "rfft",
    summary: "The first `n / 2 + 1` elements of the discrete Fourier transform of real numbers; the others mirror them.",
    source: "Python array API 2025.12, `fft.rfft`",
    example: "let y = tensor![1.0, 2.0, 3.0, 4.0].rfft(-1)?;
assert_eq!(y.real()?, tensor![10.0, -2.0, -2.0]);
assert_eq!(y.imag()?, tensor![0.0, 2.0, 0.0]);",
    shape: ShapeRule::Custom(one_shape, "that of `x` with `n / 2 + 1` on the axis"),
    errors: ERRORS_OF_REAL,
    complex_grad: ComplexGrad::Rule,
    grad: Grad::Rule(|b| vec![Some(back(b, &IFFT))]),
    ..ONE
};

/// The inverse of the transform of real numbers.
pub static IRFFT: OpDef = OpDef {
    name: "irfft",
    summary: "The `n` real numbers of whose discrete Fourier transform `x` is the first half; without `n` an even number of them.",
    source: "Python array API 2025.12, `fft.irfft`",
    example: "let x = tensor![1.0, 2.0, 3.0, 4.0];
assert_eq!(x.rfft(-1)?.irfft(-1)?, x);",
    dtype: DTypeRule::Magnitude,
    complex_grad: ComplexGrad::Rule,
    grad: Grad::Rule(|b| vec![Some(back_to_half(b))]),
    ..ONE
};

/// The transform of what mirrors itself.
pub static HFFT: OpDef = OpDef {
    name: "hfft",
    summary: "The `n` real numbers that are the discrete Fourier transform of a signal of which `x` is the first half, the rest its mirror image conjugated.",
    source: "Python array API 2025.12, `fft.hfft`",
    example: "let x = tensor![1.0, 2.0, 3.0, 4.0];
assert_eq!(x.ihfft(-1)?.hfft(-1)?, x);",
    dtype: DTypeRule::Magnitude,
    meaning: Meaning::Composed(|b| {
        let attrs = smallvec![b.attrs[0].clone(), b.attrs[1].clone(), Attr::Word(opposite(b.attr(NORM)))];
        Expr::apply(&IRFFT, &[&b.x[0].unary(&ops::CONJ)], attrs)
    }),
    grad: Grad::FromMeaning,
    ..ONE
};

/// Its inverse.
pub static IHFFT: OpDef = OpDef {
    name: "ihfft",
    summary: "The first `n / 2 + 1` elements of the inverse discrete Fourier transform of real numbers.",
    source: "Python array API 2025.12, `fft.ihfft`",
    example: "let y = tensor![10.0, -2.0, -2.0, -2.0].ihfft(-1)?;
assert_eq!(y.real()?, tensor![1.0, 3.0, 3.0]);",
    shape: ShapeRule::Custom(one_shape, "that of `x` with `n / 2 + 1` on the axis"),
    meaning: Meaning::Composed(|b| {
        let attrs = smallvec![b.attrs[0].clone(), b.attrs[1].clone(), Attr::Word(opposite(b.attr(NORM)))];
        Expr::apply(&RFFT, &[&b.x[0]], attrs).unary(&ops::CONJ)
    }),
    errors: ERRORS_OF_REAL,
    grad: Grad::FromMeaning,
    ..ONE
};

/// The transform along several axes.
pub static FFTN: OpDef = OpDef {
    name: "fftn",
    summary: "The discrete Fourier transform along several axes.",
    source: "Python array API 2025.12, `fft.fftn`",
    example: "let y = tensor![[1.0, 2.0], [3.0, 4.0]].fftn(())?;
assert_eq!(y.real()?, tensor![[10.0, -2.0], [-4.0, 0.0]]);",
    ..SEVERAL
};

/// Its inverse.
pub static IFFTN: OpDef = OpDef {
    name: "ifftn",
    summary: "The inverse discrete Fourier transform along several axes.",
    source: "Python array API 2025.12, `fft.ifftn`",
    example: "let x = tensor![[1.0, 2.0], [3.0, 4.0]];
assert_eq!(x.fftn(())?.ifftn(())?.real()?, x);",
    ..SEVERAL
};

/// The transform of real numbers along several axes.
pub static RFFTN: OpDef = OpDef {
    name: "rfftn",
    summary: "The discrete Fourier transform of real numbers along several axes, of the last one the first half.",
    source: "Python array API 2025.12, `fft.rfftn`",
    example: "let y = tensor![[1.0, 2.0, 0.0], [3.0, 4.0, 0.0]].rfftn(())?;
assert_eq!(y.shape(), [2, 2]);",
    shape: ShapeRule::Custom(
        several_shape,
        "that of `x` with the lengths `s` on the axes, on the last one `s / 2 + 1`",
    ),
    errors: ERRORS_OF_SEVERAL_REAL,
    ..SEVERAL
};

/// Its inverse.
pub static IRFFTN: OpDef = OpDef {
    name: "irfftn",
    summary: "The real numbers of whose discrete Fourier transform along several axes `x` is the first half; without `s` an even number along the last one.",
    source: "Python array API 2025.12, `fft.irfftn`",
    example: "let x = tensor![[1.0, 2.0], [3.0, 4.0]];
assert_eq!(x.rfftn(())?.irfftn(())?, x);",
    dtype: DTypeRule::Magnitude,
    errors: &[
        NO_AXIS,
        NO_LENGTH,
        ("BadArgument", "for other than one length for each axis, and for no axis"),
        NO_BOOL,
        TOO_LARGE,
    ],
    ..SEVERAL
};

/// What the two moves have in common.
const MOVE: OpDef = OpDef {
    params: &[Param { name: "axes", kind: AttrKind::Axes, default: None, doc: "The axes." }],
    dtype: DTypeRule::Moved,
    shape: ShapeRule::Custom(
        |call| {
            chosen(call.op, &call.attr(TRANSFORMED), call.x[0].shape)?;
            Ok(call.x[0].shape.into())
        },
        "that of `x`",
    ),
    cost: "copies; O(size of the result)",
    errors: &[NO_AXIS],
    grad: Grad::FromMeaning,
    ..BASE
};

/// Zero in the middle.
pub static FFTSHIFT: OpDef = OpDef {
    name: "fftshift",
    summary: "The second half of each axis before the first, so that the term of frequency 0 comes to lie in the middle.",
    source: "Python array API 2025.12, `fft.fftshift`",
    example: "assert_eq!(tensor![0, 1, 2, -2, -1].fftshift(())?, tensor![-2, -1, 0, 1, 2]);",
    meaning: Meaning::Composed(|b| moved(b, |n| n / 2)),
    ..MOVE
};

/// Zero back at the start.
pub static IFFTSHIFT: OpDef = OpDef {
    name: "ifftshift",
    summary: "The inverse of `fftshift`, which differs from it for odd extents.",
    source: "Python array API 2025.12, `fft.ifftshift`",
    example: "assert_eq!(tensor![-2, -1, 0, 1, 2].ifftshift(())?, tensor![0, 1, 2, -2, -1]);",
    meaning: Meaning::Composed(|b| moved(b, |n| n.div_ceil(2))),
    ..MOVE
};

fn moved(b: &Body, by: fn(usize) -> usize) -> Expr {
    let shape = b.x[0].shape();
    match chosen(b.op, &b.attr(TRANSFORMED), shape) {
        Ok(axes) => {
            let shift = axes.iter().map(|&axis| by(shape[axis]) as i64).collect();
            let axes = Axes::List(axes.iter().map(|&axis| axis as i64).collect());
            Expr::apply(&ops::ROLL, &[&b.x[0]], smallvec![Attr::Ints(shift), Attr::Axes(axes)])
        }
        Err(e) => Expr::failed(e),
    }
}

/// The axes that were named, in that order, or all of them.
fn chosen(op: Op, axes: &Axes, shape: &[usize]) -> Result<Dims> {
    match axes {
        Axes::All => Ok((0..shape.len()).collect()),
        Axes::List(list) => list.iter().map(|&axis| normalize_axis(op.name, axis, shape)).collect(),
    }
}

/// One transform along one axis.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The entry that does it alone.
    pub op: Op,
    /// The axis.
    pub axis: usize,
    /// The length: that of the spectrum, for half spectra too.
    pub n: usize,
}

impl Line {
    /// The extent of the axis afterwards.
    pub fn extent(self) -> usize {
        if [&RFFT, &IHFFT].contains(&self.op) { self.n / 2 + 1 } else { self.n }
    }

    /// It as an expression.
    fn of(self, x: &Expr, norm: &'static str) -> Expr {
        let attrs = smallvec![Attr::Int(self.n as i64), Attr::Int(self.axis as i64), Attr::Word(norm)];
        Expr::apply(self.op, &[x], attrs)
    }
}

/// A length that was given, or that of an axis. `half` says that the axis holds half a spectrum.
fn length(
    op: Op,
    given: Option<i64>,
    argument: &'static str,
    axis: usize,
    shape: &[usize],
    half: bool,
) -> Result<usize> {
    let found = if half { (2 * shape[axis] as i128) - 2 } else { shape[axis] as i128 };
    match given {
        Some(n) if n >= 1 => Ok(n as usize),
        Some(n) => Err(Error::BadArgument { op: op.name, argument, got: n.to_string(), takes: "at least 1".into() }),
        None if found >= 1 => Ok(found as usize),
        None => {
            let got = format!("{found}, which follows from extent {} of axis {axis} of shape {shape:?}", shape[axis]);
            let takes = format!("at least 1: name `{argument}` to transform zeros");
            Err(Error::BadArgument { op: op.name, argument, got, takes })
        }
    }
}

/// The transform of an entry along one axis. Errors: [`Error::AxisOutOfRange`], [`Error::BadArgument`] for a length below 1.
pub fn line(op: Op, attrs: &[Attr], shape: &[usize]) -> Result<Line> {
    let axis = normalize_axis(op.name, op.attr(attrs, ONE_AXIS), shape)?;
    let half = [&IRFFT, &HFFT].contains(&op);
    let n = length(op, op.attr(attrs, LENGTH_OF_TRANSFORM), "n", axis, shape, half)?;
    Ok(Line { op, axis, n })
}

/// The transforms along one axis that those of an entry along several are, in order: NumPy's.
///
/// Errors: [`Error::AxisOutOfRange`], [`Error::BadArgument`].
pub fn lines(op: Op, attrs: &[Attr], shape: &[usize]) -> Result<Vec<Line>> {
    let (given, named) = (op.attr(attrs, LENGTHS_OF_TRANSFORM), op.attr(attrs, TRANSFORMED));
    let bad = |got: String, takes: String| Err(Error::BadArgument { op: op.name, argument: "s", got, takes });
    let axes = match (&named, &given) {
        (Axes::All, Some(s)) if s.len() <= shape.len() => (shape.len() - s.len()..shape.len()).collect(),
        _ => chosen(op, &named, shape)?,
    };
    if let Some(s) = &given
        && s.len() != axes.len()
    {
        return bad(format!("{s:?}"), format!("one length for each of the {} axes of shape {shape:?}", axes.len()));
    }
    let (each, last) = match op {
        _ if op == &FFTN => (&FFT, &FFT),
        _ if op == &IFFTN => (&IFFT, &IFFT),
        _ if op == &RFFTN => (&FFT, &RFFT),
        _ => (&IFFT, &IRFFT),
    };
    if axes.is_empty() && each != last {
        let (got, takes) = (format!("none of shape {shape:?}"), "at least one axis".into());
        return Err(Error::BadArgument { op: op.name, argument: "axes", got, takes });
    }
    let mut out = vec![];
    for (i, &axis) in axes.iter().enumerate() {
        let op_here: Op = if i + 1 == axes.len() { last } else { each };
        let given = given.as_ref().map(|s| if s[i] == -1 { shape[axis] as i64 } else { s[i] });
        let n = length(op, given, "s", axis, shape, op_here == &IRFFT)?;
        out.push(Line { op: op_here, axis, n });
    }
    // What becomes half comes first, what was half last.
    if last != &IRFFT {
        out.reverse();
    }
    Ok(out)
}

/// The composed meaning of the entries of several axes.
fn several(b: &Body) -> Expr {
    match lines(b.op, b.attrs, b.x[0].shape()) {
        Ok(lines) if lines.is_empty() => b.x[0].astype(complex_of(part(floating(b.x[0].dtype())))),
        Ok(lines) => lines.iter().fold(b.x[0].clone(), |x, line| line.of(&x, b.attr(NORM))),
        Err(e) => Expr::failed(e),
    }
}

/// Refuses bool, and with `real` complex numbers.
pub(super) fn numbers(call: &Call, real: bool) -> Result<()> {
    for ty in call.x {
        let hint = match ty.dtype.kind() {
            Kind::Bool => "Convert with astype(\"float32\") first.",
            Kind::Complex if real => "It takes real numbers; fft, ifft and fftn take complex ones.",
            _ => continue,
        };
        return Err(Error::DTypeUnsupported { op: call.op.name, dtype: ty.dtype, hint });
    }
    Ok(())
}

/// Whether an entry takes real numbers only.
fn is_of_real(op: Op) -> bool {
    [&RFFT, &IHFFT, &RFFTN].contains(&op)
}

fn one_shape(call: &Call) -> Result<Dims> {
    numbers(call, is_of_real(call.op))?;
    let mut shape = Dims::from_slice(call.x[0].shape);
    let line = line(call.op, call.attrs, &shape)?;
    shape[line.axis] = line.extent();
    Ok(shape)
}

fn several_shape(call: &Call) -> Result<Dims> {
    numbers(call, is_of_real(call.op))?;
    let mut shape = Dims::from_slice(call.x[0].shape);
    for line in lines(call.op, call.attrs, call.x[0].shape)? {
        shape[line.axis] = line.extent();
    }
    Ok(shape)
}

/// The word for the factor of the other direction.
pub(super) fn opposite(norm: &'static str) -> &'static str {
    match norm {
        "backward" => "forward",
        "forward" => "backward",
        other => other,
    }
}

/// An axis cut off, or continued with zeros.
pub(super) fn resized(x: &Expr, axis: usize, n: usize) -> Expr {
    let Some(&have) = x.shape().get(axis) else { return x.clone() };
    if have >= n {
        return if have == n { x.clone() } else { narrow(x, axis, 0, n) };
    }
    let mut widths: SmallVec<[i64; 4]> = smallvec![0; 2 * x.shape().len()];
    widths[2 * axis + 1] = (n - have) as i64;
    Expr::apply(&ops::PAD, &[x, &Expr::scalar(0.0, part(x.dtype()))], smallvec![Attr::Ints(widths)])
}

fn line_of(b: &Backward) -> Line {
    line(b.op, b.attrs, b.x[0].shape()).expect("inference let the call through")
}

/// The gradient of a transform: the transform with the opposite exponents and the same factor. Of real numbers the walk
/// takes the real part.
fn back(b: &Backward, op: Op) -> Expr {
    let line = line_of(b);
    let whole = Line { op, ..line }.of(&b.grads[0], opposite(b.attr(NORM)));
    resized(&whole, line.axis, b.x[0].shape()[line.axis])
}

/// The gradient of `irfft`: an element with a mirror image counts twice.
fn back_to_half(b: &Backward) -> Expr {
    let line = line_of(b);
    let half = Line { op: &RFFT, ..line }.of(&b.grads[0], opposite(b.attr(NORM)));
    let single = |k: usize| k == 0 || 2 * k == line.n;
    let mut column = vec![1; half.shape().len() - line.axis];
    column[0] = line.n / 2 + 1;
    let weights = Expr::floats(column[0], |k| if single(k) { 1.0 } else { 2.0 }).reshape(&column);
    resized(&(&half * weights.astype(part(half.dtype()))), line.axis, b.x[0].shape()[line.axis])
}

/// The least product of small primes that is at least `n`: a length whose transform is fast. `None` past the address space.
pub(super) fn fast_length(n: usize) -> Option<usize> {
    let mut best = n.checked_next_power_of_two()?;
    let mut fives = 1usize;
    while fives < best {
        let mut odd = fives;
        while odd < best {
            let twos = n.div_ceil(odd).checked_next_power_of_two()?;
            if let Some(whole) = odd.checked_mul(twos) {
                best = best.min(whole);
            }
            odd = odd.checked_mul(3)?;
        }
        fives = fives.checked_mul(5)?;
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_lengths_are_the_least_products_of_two_three_and_five() {
        let smooth = |mut n: usize| {
            for p in [2, 3, 5] {
                while n.is_multiple_of(p) {
                    n /= p;
                }
            }
            n == 1
        };
        for n in 1..3000 {
            let want = (n..).find(|&m| smooth(m));
            assert_eq!(fast_length(n), want, "{n}");
        }
        assert_eq!(fast_length(usize::MAX), None);
    }
}
