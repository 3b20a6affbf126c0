//! Values kept between bounds, and values between two others.

use crate::op::{Args, BASE, Check, Grad, Meaning, Op, OpDef};
use crate::{Attrs, Backward, DTypeRule, Expr, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&CLIP, &LERP];

/// Bounds on both sides.
pub static CLIP: OpDef = OpDef {
    name: "clip",
    aliases: &["clamp"],
    summary: "`x` raised to `min`, then lowered to `max`; NaN stays NaN.",
    source: "Python array API 2025.12, `clip`; where `min` is above `max` NumPy",
    example: "let (min, max) = (tensor![-1.0], tensor![1.0]);\n\
              assert_eq!(tensor![-3.0, 0.5, 2.0].clip(&min, &max)?, tensor![-1.0, 0.5, 1.0]);",
    args: Args::Fixed(&["x", "min", "max"]),
    dtype: DTypeRule::Real,
    meaning: Meaning::Composed(|b| b.x[0].binary(&ops::MAXIMUM, &b.x[1]).binary(&ops::MINIMUM, &b.x[2])),
    grad: Grad::Rule(clip_grad),
    check: Check {
        points: &[
            (&[5.0, 0.0, 2.0], 2.0),
            (&[-5.0, 0.0, 2.0], 0.0),
            (&[1.0, 3.0, 2.0], 2.0),
            (&[f64::NAN, 0.0, 2.0], f64::NAN),
            (&[1.0, f64::NAN, 2.0], f64::NAN),
            (&[1.0, 0.0, f64::NAN], f64::NAN),
            (&[-0.0, 0.0, 2.0], 0.0),
            (&[f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY], f64::INFINITY),
        ],
        ..BASE.check
    },
    ..BASE
};

/// The gradient goes to what was taken: the element inside the bounds and on them, as PyTorch does, else the bound.
fn clip_grad(b: &Backward) -> Vec<Option<Expr>> {
    let (x, min, max) = (&b.x[0], &b.x[1], &b.x[2]);
    let g = &b.grads[0];
    let zero = &g.with(0.0);
    let to_min = g.select(&x.binary(&ops::LESS, min), zero).select(&min.binary(&ops::LESS, max), zero);
    let to_max = g.select(&x.binary(&ops::GREATER, max), &g.select(&min.binary(&ops::GREATER, max), zero));
    let inside = g.select(&x.binary(&ops::LESS_EQUAL, max), zero).select(&x.binary(&ops::GREATER_EQUAL, min), zero);
    vec![Some(inside), Some(to_min), Some(to_max)]
}

/// `x` between two numbers, for rules.
pub(super) fn between(x: &Expr, min: f64, max: f64) -> Expr {
    Expr::apply(&CLIP, &[x, &x.with(min), &x.with(max)], Attrs::new())
}

/// Linear interpolation.
pub static LERP: OpDef = OpDef {
    name: "lerp",
    summary: "`start + weight * (end - start)`; a weight outside 0 to 1 extrapolates.",
    source: "PyTorch, `torch.lerp`",
    example: "assert_eq!(tensor![0.0, 2.0].lerp(&tensor![10.0, 4.0], &tensor![0.25, 0.5])?, tensor![2.5, 3.0]);",
    args: Args::Fixed(&["start", "end", "weight"]),
    dtype: DTypeRule::Number,
    meaning: Meaning::Composed(|b| &b.x[0] + &b.x[2] * (&b.x[1] - &b.x[0])),
    grad: Grad::Rule(|b| {
        let g = &b.grads[0];
        let to_end = g * &b.x[2];
        vec![Some(g - &to_end), Some(to_end), Some(g * (&b.x[1] - &b.x[0]))]
    }),
    check: Check {
        points: &[
            (&[1.0, 5.0, 0.25], 2.0),
            (&[1.0, 5.0, 0.0], 1.0),
            (&[1.0, 5.0, 2.0], 9.0),
            (&[f64::NAN, 1.0, 0.5], f64::NAN),
        ],
        ..BASE.check
    },
    ..BASE
};
