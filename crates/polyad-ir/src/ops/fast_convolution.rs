//! Convolutions of any number of axes as products of spectra.

use polyad_core::{Dims, Error, Kind, Result, broadcast_shapes, normalize_axis};
use smallvec::smallvec;

use super::fourier::{FFTN, IFFTN, IRFFTN, NO_BOOL, RFFTN, fast_length, numbers};
use super::narrow;
use crate::attr::{Attr, AttrKind, Axes, MODE, Param, TRANSFORMED};
use crate::facts::{APART, NO_AXIS, TOO_LARGE, TWICE};
use crate::op::{Args, BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&FFTCONVOLVE];

/// The convolution along axes.
pub static FFTCONVOLVE: OpDef = OpDef {
    name: "fftconvolve",
    summary: "The convolution of two tensors along axes, by Fourier transforms; other axes broadcast.",
    source: "SciPy, `signal.fftconvolve`",
    example: "let (a, b) = (tensor![1.0, 2.0, 3.0], tensor![0.0, 1.0, 10.0]);
assert_eq!(a.fftconvolve(&b, ())?.round()?, tensor![0.0, 1.0, 12.0, 23.0, 30.0]);
assert_eq!(a.fftconvolve_with(&b, (), FftconvolveOptions { mode: \"same\" })?.round()?, tensor![1.0, 12.0, 23.0]);",
    args: Args::Fixed(&["x1", "x2"]),
    params: &[
        Param { name: "axes", kind: AttrKind::Axes, default: None, doc: "The axes." },
        Param {
            name: "mode",
            kind: AttrKind::Word(&["full", "same", "valid"]),
            default: Some(|| Attr::Word("full")),
            doc: "`full` gives every place where the two meet, `same` as many in their middle as `x1` has, `valid` those where one lies in the other.",
        },
    ],
    dtype: DTypeRule::Float,
    shape: ShapeRule::Custom(
        shape,
        "`n` and `m` on an axis give `n + m - 1`, `n` or `max(n, m) - min(n, m) + 1`; other axes broadcast",
    ),
    meaning: Meaning::Composed(convolution),
    cost: "copies; O(size * log size) of the full result",
    errors: &[
        NO_AXIS,
        TWICE,
        APART,
        (
            "ShapeMismatch",
            "for other numbers of axes, for no elements along an axis, and where `valid` finds neither inside the other",
        ),
        NO_BOOL,
        TOO_LARGE,
    ],
    grad: Grad::FromMeaning,
    ..BASE
};

/// What becomes of one axis.
struct Along {
    axis: usize,
    /// How long the full result is.
    full: usize,
    /// The part that is wanted.
    start: usize,
    length: usize,
}

fn axes(op: Op, axes: &Axes, mode: &'static str, a: &[usize], b: &[usize]) -> Result<Vec<Along>> {
    let apart = |need: String| Err(Error::ShapeMismatch { op: op.name, got: b.into(), need });
    if a.len() != b.len() {
        return apart(format!("as many axes as the other operand, of shape {a:?}, has: add some with expand_dims"));
    }
    let mut list = Dims::new();
    match axes {
        Axes::All => list.extend(0..a.len()),
        Axes::List(named) => {
            for &axis in named {
                let at = normalize_axis(op.name, axis, a)?;
                if list.contains(&at) {
                    return Err(Error::RepeatedAxis { op: op.name, axis, shape: a.into() });
                }
                list.push(at);
            }
        }
    }
    if let Some(axis) = list.iter().find(|&&axis| a[axis] == 0 || b[axis] == 0) {
        return apart(format!("at least one element along axis {axis} of both operands; the other has shape {a:?}"));
    }
    let inside = |x: &[usize], y: &[usize]| list.iter().all(|&axis| x[axis] <= y[axis]);
    if mode == "valid" && !inside(a, b) && !inside(b, a) {
        return apart(format!("an operand that is along no axis {list:?} longer than the other, of shape {a:?}"));
    }
    list.iter()
        .map(|&axis| {
            let (n, m) = (a[axis], b[axis]);
            let full = n.checked_add(m - 1).ok_or_else(|| Error::SizeOverflow {
                op: op.name,
                shape: [n, m][..].into(),
                dtype: None,
            })?;
            let (start, length) = match mode {
                "full" => (0, full),
                "same" => ((full - n) / 2, n),
                _ => (n.min(m) - 1, n.max(m) - n.min(m) + 1),
            };
            Ok(Along { axis, full, start, length })
        })
        .collect()
}

fn shape(call: &Call) -> Result<Dims> {
    numbers(call, false)?;
    let (a, b) = (call.x[0].shape, call.x[1].shape);
    let along = axes(call.op, &call.attr(TRANSFORMED), call.attr(MODE), a, b)?;
    let kept = |shape: &[usize]| -> Dims {
        let one = |(axis, &n): (usize, &usize)| if along.iter().any(|x| x.axis == axis) { 1 } else { n };
        shape.iter().enumerate().map(one).collect()
    };
    let mut out =
        broadcast_shapes(call.op.name, &[&kept(a), &kept(b)]).map_err(|_| Error::broadcast(call.op.name, &[a, b]))?;
    for x in along {
        out[x.axis] = x.length;
    }
    Ok(out)
}

fn convolution(b: &Body) -> Expr {
    let (x, y) = (&b.x[0], &b.x[1]);
    let along = match axes(b.op, &b.attr(TRANSFORMED), b.attr(MODE), x.shape(), y.shape()) {
        Ok(along) => along,
        Err(e) => return Expr::failed(e),
    };
    // Beside one element along an axis a convolution is a product.
    let longer = |x: &&Along| b.x.iter().all(|e| e.shape()[x.axis] != 1);
    let real = b.x.iter().all(|e| e.dtype().kind() != Kind::Complex);
    let (mut list, mut lengths) = (smallvec![], smallvec![]);
    for x in along.iter().filter(longer) {
        // The transform of an even number of real ones is that of half as many complex ones.
        let fast =
            if real { fast_length(x.full.div_ceil(2)).and_then(|n| n.checked_mul(2)) } else { fast_length(x.full) };
        list.push(x.axis as i64);
        lengths.push(fast.unwrap_or(x.full) as i64);
    }
    let full = if lengths.is_empty() {
        x * y
    } else {
        let attrs = smallvec![Attr::Axes(Axes::List(list)), Attr::Ints(lengths), Attr::Word("backward")];
        let (there, back): (Op, Op) = if real { (&RFFTN, &IRFFTN) } else { (&FFTN, &IFFTN) };
        let spectrum = |x: &Expr| Expr::apply(there, &[x], attrs.clone());
        let product = spectrum(x) * spectrum(y);
        Expr::apply(back, &[&product], attrs)
    };
    along.iter().fold(full, |out, x| narrow(&out, x.axis, x.start, x.length))
}
