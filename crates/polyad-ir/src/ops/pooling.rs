//! Pooling: one number for each window.

use polyad_core::{Dims, Error, Result};
use smallvec::{SmallVec, smallvec};

use super::convolution::{NUMBERS, P_DILATION, WINDOWS};
use crate::attr::{
    Attr, AttrKind, Attrs, Axes, CEIL_MODE, COUNT_INCLUDE_PAD, DILATION, PADDING, Padding, Param, SIZE, STRIDE,
    WINDOW_SHAPE,
};
use crate::facts::TOO_LARGE;
use crate::op::{BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::windows::{WindowAxis, Windows};
use crate::{DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&MAX_POOL, &ARGMAX_POOL, &AVG_POOL, &ADAPTIVE_MAX_POOL, &ADAPTIVE_AVG_POOL];

const P_WINDOW: Param = Param {
    name: "window_shape",
    kind: AttrKind::Ints,
    default: None,
    doc: "The extents of a window, for as many of the last axes.",
};

const P_STRIDE: Param = Param {
    name: "stride",
    kind: AttrKind::Ints,
    default: Some(|| Attr::Ints(smallvec![])),
    doc: "How far apart windows start: one number, or one for each axis; without any, windows lie side by side.",
};

const P_PADDING: Param = Param {
    name: "padding",
    kind: AttrKind::Padding,
    default: Some(|| Attr::Padding(Padding::Valid)),
    doc: "How far windows reach past the ends: `valid`, `same`, `full`, or numbers: one, one for each axis, or two for each, \
          before and after.",
};

const P_CEIL: Param = Param {
    name: "ceil_mode",
    kind: AttrKind::Bool,
    default: Some(|| Attr::Bool(false)),
    doc: "Whether a window counts that reaches past the end behind, unless it starts there.",
};

const ERRORS: &[crate::facts::Failure] = &[WINDOWS, NUMBERS, TOO_LARGE];

const WORDS: &str = "that of `x` with the number of windows on each windowed axis";

/// The windowed axes of a call, the last ones. Errors: those of the entries.
pub fn pooled(op: Op, attrs: &[Attr], x: &[usize]) -> Result<SmallVec<[WindowAxis; 3]>> {
    let extents = op.attr(attrs, WINDOW_SHAPE);
    if extents.len() > x.len() {
        let need = format!("at least {} axes, one for each extent of a window", extents.len());
        return Err(Error::ShapeMismatch { op: op.name, got: x.into(), need });
    }
    let window: Option<Dims> = extents.iter().map(|&n| usize::try_from(n).ok()).collect();
    let window = window.ok_or_else(|| Error::BadArgument {
        op: op.name,
        argument: "window_shape",
        got: format!("{extents:?}"),
        takes: "extents of at least 1".into(),
    })?;
    let stride = op.attr(attrs, STRIDE);
    let axes = Windows {
        op: op.name,
        shape: x,
        window: &window,
        stride: if stride.is_empty() { &extents } else { &stride },
        dilation: &op.attr(attrs, DILATION),
        padding: &op.attr(attrs, PADDING),
        reversed: false,
        ceil: op.attr(attrs, CEIL_MODE),
    };
    axes.axes()
}

fn pool_shape(call: &Call) -> Result<Dims> {
    let x = call.x[0].shape;
    let axes = pooled(call.op, call.attrs, x)?;
    let mut out = Dims::from_slice(x);
    let lead = x.len() - axes.len();
    for (extent, axis) in out[lead..].iter_mut().zip(&axes) {
        if axis.input == 0 && axis.output > 0 {
            let need = "at least one element on each windowed axis".into();
            return Err(Error::ShapeMismatch { op: call.op.name, got: x.into(), need });
        }
        *extent = axis.output;
    }
    Ok(out)
}

/// Greatest of each window.
pub static MAX_POOL: OpDef = OpDef {
    name: "max_pool",
    summary: "The greatest element of every window of the last axes, NaN if there is one; past the ends stands the least value.",
    source: "PyTorch, `torch.nn.functional.max_pool1d`, `max_pool2d` and `max_pool3d`",
    example: "
let x = tensor![[1, 5, 2, 0, 3]];
assert_eq!(x.max_pool(&[2])?, tensor![[5, 2]]);
let options = MaxPoolOptions { ceil_mode: true, ..Default::default() };
assert_eq!(x.max_pool_with(&[2], options)?, tensor![[5, 2, 3]]);",
    params: &[P_WINDOW, P_STRIDE, P_PADDING, P_DILATION, P_CEIL],
    dtype: DTypeRule::RealOrBool,
    shape: ShapeRule::Custom(pool_shape, WORDS),
    meaning: Meaning::Executor,
    errors: ERRORS,
    grad: Grad::Rule(|b| {
        let (x, g) = (&b.x[0], &b.grads[0]);
        let zero = |shape: &[usize]| Expr::scalar(0.0, g.dtype()).broadcast_to(shape);
        let Ok(axes) = pooled(b.op, b.attrs, x.shape()) else { return vec![None] };
        if x.shape().contains(&0) || g.shape().contains(&0) {
            return vec![Some(zero(x.shape()))];
        }
        let lead = &x.shape()[..x.shape().len() - axes.len()];
        let flat = |n: usize| -> Dims { lead.iter().copied().chain([n]).collect() };
        let (places, windows) = (axes.iter().map(|a| a.input).product(), axes.iter().map(|a| a.output).product());
        let at = Expr::apply(&ARGMAX_POOL, &[x], Attrs::from_iter(b.attrs.iter().cloned()));
        let (at, g) = (at.reshape(&flat(windows)), g.reshape(&flat(windows)));
        // A window that shows nothing but padding has index -1.
        let shown = at.binary(&ops::GREATER_EQUAL, &at.with(0.0));
        let (at, g) = (at.select(&shown, &at.with(0.0)), g.select(&shown, &g.with(0.0)));
        let attrs = smallvec![Attr::Int(-1)];
        let sums = Expr::apply(&ops::ADD_ALONG_AXIS, &[&zero(&flat(places)), &at, &g], attrs);
        vec![Some(sums.reshape(x.shape()))]
    }),
    ..BASE
};

/// Where the greatest of each window is.
pub static ARGMAX_POOL: OpDef = OpDef {
    name: "argmax_pool",
    summary: "The place of the greatest element of every window, the first of equals, NaN before all, counted row-major over the windowed axes.",
    source: "PyTorch, `torch.nn.functional.max_pool2d` with return_indices=True",
    example: "
assert_eq!(tensor![[1, 5, 2, 0, 3]].argmax_pool(&[2])?, tensor![[1, 2]]);
assert_eq!(tensor![[1, 2], [7, 3]].argmax_pool(&[2, 2])?, tensor![[2]]);",
    params: MAX_POOL_PARAMS,
    dtype: DTypeRule::OrderedIndex,
    shape: ShapeRule::Custom(pool_shape, WORDS),
    meaning: Meaning::Executor,
    errors: ERRORS,
    ..BASE
};

const MAX_POOL_PARAMS: &[Param] = &[P_WINDOW, P_STRIDE, P_PADDING, P_DILATION, P_CEIL];

/// Mean of each window.
pub static AVG_POOL: OpDef = OpDef {
    name: "avg_pool",
    summary: "The mean of every window of the last axes; past the ends stand zeros.",
    source: "PyTorch, `torch.nn.functional.avg_pool1d`, `avg_pool2d` and `avg_pool3d`",
    example: "
let x = tensor![[1.0, 5.0, 2.0, 0.0]];
assert_eq!(x.avg_pool(&[2])?, tensor![[3.0, 1.0]]);
let options = AvgPoolOptions { padding: 1.into(), count_include_pad: false, ..Default::default() };
assert_eq!(x.avg_pool_with(&[2], options)?, tensor![[1.0, 3.5, 0.0]]);",
    params: &[
        P_WINDOW,
        P_STRIDE,
        P_PADDING,
        P_DILATION,
        P_CEIL,
        Param {
            name: "count_include_pad",
            kind: AttrKind::Bool,
            default: Some(|| Attr::Bool(true)),
            doc: "Whether the padding that was asked for counts; what `ceil_mode` adds never does.",
        },
    ],
    dtype: DTypeRule::Float,
    shape: ShapeRule::Custom(pool_shape, WORDS),
    meaning: Meaning::Composed(|b: &Body| {
        let x = &b.x[0];
        let Ok(axes) = pooled(b.op, b.attrs, x.shape()) else { return x.clone() };
        let lead = x.shape().len() - axes.len();
        let out: Dims = x.shape()[..lead].iter().copied().chain(axes.iter().map(|a| a.output)).collect();
        if out.contains(&0) {
            return Expr::scalar(0.0, x.dtype()).broadcast_to(&out);
        }
        let sums = window_sums(x, &axes);
        // One division, so that there is one rounding.
        let count = |a: &WindowAxis, p| counted(a, p, b.attr(COUNT_INCLUDE_PAD)) as f64;
        let counts = axes.iter().enumerate().map(|(i, &a)| {
            let mut shape: Dims = smallvec![1; out.len() - lead - i];
            shape[0] = a.output;
            Expr::floats(a.output, |p| count(&a, p)).reshape(&shape)
        });
        let counts = counts.reduce(|a, b| a * b);
        counts.map_or(sums.clone(), |counts| sums / counts.astype(x.dtype()))
    }),
    errors: ERRORS,
    grad: Grad::FromMeaning,
    ..BASE
};

/// How many elements of a window count in its mean.
pub fn counted(axis: &WindowAxis, output: usize, padding: bool) -> usize {
    let inside = |k: &usize| match padding {
        true => output * axis.stride + k * axis.dilation < axis.before + axis.input + axis.after,
        false => axis.at(output, *k).is_some(),
    };
    (0..axis.window).filter(inside).count()
}

/// The sum of each window of the last axes.
fn window_sums(x: &Expr, axes: &[WindowAxis]) -> Expr {
    let lead = x.shape().len() - axes.len();
    let mut widths: SmallVec<[i64; 4]> = smallvec![0; 2 * lead];
    for a in axes {
        let reach = (a.output - 1) * a.stride + a.span();
        widths.extend([a.before as i64, reach.saturating_sub(a.before + a.input) as i64]);
    }
    let mut padded = x.clone();
    if widths.iter().any(|&w| w != 0) {
        padded = Expr::apply(&ops::PAD, &[x, &x.with(0.0)], smallvec![Attr::Ints(widths)]);
    }
    let each = |f: fn(&WindowAxis) -> usize| Attr::Ints(axes.iter().map(|a| f(a) as i64).collect());
    let behind = Axes::List((-(axes.len() as i64)..0).collect());
    let attrs = smallvec![each(|a| a.window), Attr::Axes(behind.clone()), each(|a| a.stride), each(|a| a.dilation)];
    Expr::apply(&ops::SLIDING_WINDOW_VIEW, &[&padded], attrs).sum(&behind, false)
}

const P_SIZE: Param = Param {
    name: "size",
    kind: AttrKind::Ints,
    default: None,
    doc: "How many windows on each of as many of the last axes.",
};

/// The extents that are asked for on the last axes, at least 1 each. Errors: [`Error::BadArgument`], [`Error::ShapeMismatch`].
pub(super) fn sizes(op: Op, attrs: &[Attr], x: &[usize]) -> Result<Dims> {
    let size = op.attr(attrs, SIZE);
    let empty = size.len() <= x.len() && x[x.len() - size.len()..].contains(&0);
    if size.len() > x.len() || empty {
        let need = format!("at least {} axes of at least one element, one for each number of {size:?}", size.len());
        return Err(Error::ShapeMismatch { op: op.name, got: x.into(), need });
    }
    let mut out = Dims::from_slice(x);
    let lead = x.len() - size.len();
    for (extent, &n) in out[lead..].iter_mut().zip(&size) {
        let n = isize::try_from(n).ok().filter(|&n| n > 0);
        *extent = n.ok_or_else(|| Error::BadArgument {
            op: op.name,
            argument: "size",
            got: format!("{size:?}"),
            takes: "extents of at least 1".into(),
        })? as usize;
    }
    Ok(out)
}

fn adaptive_shape(call: &Call) -> Result<Dims> {
    sizes(call.op, call.attrs, call.x[0].shape)
}

const ADAPTIVE_ERRORS: &[crate::facts::Failure] = &[
    ("ShapeMismatch", "for fewer axes than numbers, and for axes without elements"),
    ("BadArgument", "for numbers below 1"),
];

/// The start of window `i` of `m` over `n` elements, and the end of the one before.
fn border(i: usize, n: usize, m: usize) -> usize {
    (i as u128 * n as u128 / m as u128) as usize
}

fn window_end(i: usize, n: usize, m: usize) -> usize {
    ((i as u128 + 1) * n as u128).div_ceil(m as u128) as usize
}

/// Windows of one axis that together see all of it, as a new axis behind it, and how many elements each has. Shorter ones
/// show their first element again at their end.
fn spread(x: &Expr, axis: usize, m: usize) -> (Expr, Expr, usize) {
    let n = x.shape()[axis];
    // A border that falls between two elements gives both windows the element.
    let widest = n.div_ceil(m) + 1;
    let place = |i: usize| {
        let (start, k) = (border(i / widest, n, m), i % widest);
        if start + k < window_end(i / widest, n, m) { start + k } else { start }
    };
    let mut shape = Dims::from_slice(x.shape());
    shape[axis] = m;
    shape.insert(axis + 1, widest);
    let all = m.saturating_mul(widest);
    let windows = x.take(&Expr::integers(all, |i| place(i) as i64), axis).reshape(&shape);
    let counts = Expr::integers(m, |i| (window_end(i, n, m) - border(i, n, m)) as i64);
    let mut beside: Dims = smallvec![1; shape.len() - axis];
    beside[0] = m;
    (windows, counts.reshape(&beside), widest)
}

/// The body of an adaptive entry: axes that are cut evenly by a plain pool, the others one by one.
fn adaptive(b: &Body, even: Op, uneven: fn(&Expr, usize, &Expr, usize) -> Expr) -> Expr {
    let x = &b.x[0];
    let Ok(out) = sizes(b.op, b.attrs, x.shape()) else { return x.clone() };
    if out.contains(&0) {
        return Expr::scalar(0.0, x.dtype()).broadcast_to(&out);
    }
    let first = out.len() - b.attr(SIZE).len();
    let window: SmallVec<[i64; 4]> = (first..out.len())
        .map(|i| if x.shape()[i].is_multiple_of(out[i]) { (x.shape()[i] / out[i]) as i64 } else { 1 })
        .collect();
    let mut pooled = x.clone();
    if window.iter().any(|&n| n > 1) {
        let mut attrs = even.params[1..].iter().map(|p| p.default.expect("all but the window is optional")());
        let attrs = std::iter::once(Attr::Ints(window)).chain(&mut attrs).collect();
        pooled = Expr::apply(even, &[x], attrs);
    }
    (first..out.len()).filter(|&i| !x.shape()[i].is_multiple_of(out[i])).fold(pooled, |x, axis| {
        // Indices that find no memory are an error, which has no shape.
        if x.ty().is_err() {
            return x;
        }
        let (windows, counts, widest) = spread(&x, axis, out[axis]);
        if windows.ty().is_err() { windows } else { uneven(&windows, axis + 1, &counts, widest) }
    })
}

/// Greatest of windows of several lengths.
pub static ADAPTIVE_MAX_POOL: OpDef = OpDef {
    name: "adaptive_max_pool",
    summary: "The greatest element of each of `size` windows that share the last axes out, of lengths as even as can be.",
    source: "PyTorch, `torch.nn.functional.adaptive_max_pool1d`, `adaptive_max_pool2d` and `adaptive_max_pool3d`",
    example: "
assert_eq!(tensor![[1, 5, 2, 0, 3]].adaptive_max_pool(&[2])?, tensor![[5, 3]]);",
    params: &[P_SIZE],
    dtype: DTypeRule::RealOrBool,
    shape: ShapeRule::Custom(adaptive_shape, "that of `x` with `size` on the last axes"),
    meaning: Meaning::Composed(|b: &Body| {
        adaptive(b, &MAX_POOL, |windows, axis, _, _| windows.max(&Axes::from(axis as i64), false))
    }),
    errors: ADAPTIVE_ERRORS,
    grad: Grad::FromMeaning,
    ..BASE
};

/// Mean of windows of several lengths.
pub static ADAPTIVE_AVG_POOL: OpDef = OpDef {
    name: "adaptive_avg_pool",
    summary: "The mean of each of `size` windows that share the last axes out, of lengths as even as can be; of 1 over all.",
    source: "PyTorch, `torch.nn.functional.adaptive_avg_pool1d`, `adaptive_avg_pool2d` and `adaptive_avg_pool3d`",
    example: "
let x = tensor![[1.0, 5.0, 3.0, 0.0, 3.0]];
assert_eq!(x.adaptive_avg_pool(&[2])?, tensor![[3.0, 2.0]]);
assert_eq!(x.adaptive_avg_pool(&[1])?, tensor![[2.4]]);",
    params: &[P_SIZE],
    dtype: DTypeRule::Float,
    shape: ShapeRule::Custom(adaptive_shape, "that of `x` with `size` on the last axes"),
    meaning: Meaning::Composed(|b: &Body| {
        adaptive(b, &AVG_POOL, |windows, axis, counts, widest| {
            let own = Expr::range(widest).reshape(&Dims::from_iter(
                std::iter::once(widest).chain(std::iter::repeat_n(1, windows.shape().len() - axis - 1)),
            ));
            let shown = own.binary(&ops::LESS, counts);
            let sums = windows.select(&shown, &windows.with(0.0)).sum(&Axes::from(axis as i64), false);
            let flat: Dims = counts.shape().iter().enumerate().filter(|(i, _)| *i != 1).map(|(_, &n)| n).collect();
            sums / counts.reshape(&flat).astype(windows.dtype())
        })
    }),
    errors: ADAPTIVE_ERRORS,
    grad: Grad::FromMeaning,
    ..BASE
};
