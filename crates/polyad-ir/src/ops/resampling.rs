//! Interpolation: a grid of other extents over the same values.

use polyad_core::Dims;
use smallvec::smallvec;

use super::pooling::sizes;
use crate::attr::{ALIGN_CORNERS, Attr, AttrKind, MODE, Param, SIZE};
use crate::op::{BASE, Body, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&INTERPOLATE];

/// Another grid.
pub static INTERPOLATE: OpDef = OpDef {
    name: "interpolate",
    aliases: &["resize", "upsample"],
    summary: "The values of a grid of other extents, on the last axes: the nearest, or between neighbours, axis by axis.",
    source: "PyTorch, `torch.nn.functional.interpolate`; with a scale as under recompute_scale_factor=True",
    example: "
let x = tensor![[1.0, 3.0]];
assert_eq!(x.interpolate(&[4])?, tensor![[1.0, 1.0, 3.0, 3.0]]);
let linear = InterpolateOptions { mode: \"linear\", ..Default::default() };
assert_eq!(x.interpolate_with(&[4], linear)?, tensor![[1.0, 1.5, 2.5, 3.0]]);
let corners = InterpolateOptions { mode: \"linear\", align_corners: true };
assert_eq!(x.interpolate_with(&[3], corners)?, tensor![[1.0, 2.0, 3.0]]);",
    params: &[
        Param {
            name: "size",
            kind: AttrKind::Ints,
            default: None,
            doc: "The extents of as many of the last axes in the result.",
        },
        Param {
            name: "mode",
            kind: AttrKind::Word(&["nearest", "nearest-exact", "linear", "cubic"]),
            default: Some(|| Attr::Word("nearest")),
            doc: "The element whose place is next below (`nearest`) or next to it (`nearest-exact`), or the two or four \
                  neighbours on each axis (`linear`, `cubic`).",
        },
        Param {
            name: "align_corners",
            kind: AttrKind::Bool,
            default: Some(|| Attr::Bool(false)),
            doc: "Whether the first and last points of both grids are the same, rather than their outer borders; of \
                  `linear` and `cubic`.",
        },
    ],
    dtype: DTypeRule::Float,
    shape: ShapeRule::Custom(
        |call| sizes(call.op, call.attrs, call.x[0].shape),
        "that of `x` with `size` on the last axes",
    ),
    meaning: Meaning::Composed(|b: &Body| {
        let x = &b.x[0];
        let Ok(out) = sizes(b.op, b.attrs, x.shape()) else { return x.clone() };
        if out.contains(&0) {
            return Expr::scalar(0.0, x.dtype()).broadcast_to(&out);
        }
        let axes = out.len() - b.attr(SIZE).len()..out.len();
        axes.fold(x.clone(), |x, axis| resampled(&x, axis, out[axis], b.attr(MODE), b.attr(ALIGN_CORNERS)))
    }),
    cost: "copies; O(size of `x` and the result)",
    errors: &[
        ("ShapeMismatch", "for fewer axes than numbers, and for axes without elements"),
        ("BadArgument", "for numbers below 1"),
    ],
    grad: Grad::FromMeaning,
    ..BASE
};

/// One axis on a grid of `m` points.
fn resampled(x: &Expr, axis: usize, m: usize, mode: &str, align_corners: bool) -> Expr {
    // Indices that find no memory are an error, which has no shape.
    let n = x.shape().get(axis).copied().unwrap_or(m);
    if n == m {
        return x.clone();
    }
    // Exactly, as floats would miss a border now and then.
    let (wide_n, wide_m) = (n as u128, m as u128);
    match mode {
        "nearest" => return x.take(&Expr::integers(m, |i| (i as u128 * wide_n / wide_m) as i64), axis),
        "nearest-exact" => {
            return x.take(&Expr::integers(m, |i| ((2 * i as u128 + 1) * wide_n / (2 * wide_m)) as i64), axis);
        }
        _ => {}
    }
    let source = |i: usize| match align_corners {
        true if m == 1 => 0.0,
        true => i as f64 * (n - 1) as f64 / (m - 1) as f64,
        false => (i as f64 + 0.5) * n as f64 / m as f64 - 0.5,
    };
    let mut beside: Dims = smallvec![1; x.shape().len() - axis];
    beside[0] = m;
    // A neighbour by its distance from the element below, and its weight by the place between the two.
    let neighbour = |by: i64, weight: fn(f64) -> f64, from: &dyn Fn(usize) -> f64| {
        let at = Expr::integers(m, |i| (from(i).floor() as i64 + by).clamp(0, n as i64 - 1));
        let weights = Expr::floats(m, |i| weight(from(i) - from(i).floor())).astype(x.dtype()).reshape(&beside);
        x.take(&at, axis) * weights
    };
    if mode == "linear" {
        let from = |i: usize| source(i).max(0.0);
        return neighbour(0, |t| 1.0 - t, &from) + neighbour(1, |t| t, &from);
    }
    neighbour(-1, |t| far(t + 1.0), &source)
        + neighbour(0, near, &source)
        + neighbour(1, |t| near(1.0 - t), &source)
        + neighbour(2, |t| far(2.0 - t), &source)
}

/// The slope of the cubic at its second zero, which the common kernel of images has.
const A: f64 = -0.75;

/// The cubic convolution kernel up to distance 1 (Keys 1981, equation 15).
fn near(t: f64) -> f64 {
    ((A + 2.0) * t - (A + 3.0)) * t * t + 1.0
}

/// The kernel from distance 1 to 2.
fn far(t: f64) -> f64 {
    ((A * t - 5.0 * A) * t + 8.0 * A) * t - 4.0 * A
}
