//! Attention, and the rotation that tells it positions.

use polyad_core::{DType, Dims, Error, Result, broadcast_shapes};
use smallvec::smallvec;

use super::narrow;
use crate::attr::{Attr, AttrKind, Axes, BASE_OF_ANGLES, CAUSAL, INTERLEAVED, Param, SCALE};
use crate::facts::APART;
use crate::op::{Args, BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&ROPE, &SCALED_DOT_PRODUCT_ATTENTION, &MASKED_ATTENTION];

/// Rotary position embedding.
pub static ROPE: OpDef = OpDef {
    name: "rope",
    summary: "Pairs of elements of the last axis turned by their position times an angle of their own: `base ** (-2 * i / n)` \
              for pair `i` of an axis of `n` elements.",
    source: "Su et al., RoFormer, 2021; the halves of GPT-NeoX, the neighbours of ggml's `ggml_rope`",
    example: "let x = tensor![[1.0, 0.0], [1.0, 0.0]];
let y = x.rope(&tensor![0, 1])?;
assert_eq!(y.get::<f64>(&[0, 0])?, 1.0);
assert_eq!(y.get::<f64>(&[1, 1])?, 1f64.sin());",
    args: Args::Fixed(&["x", "positions"]),
    params: &[
        Param {
            name: "base",
            kind: AttrKind::Float,
            default: Some(|| Attr::Float(10000.0)),
            doc: "The base of the angles.",
        },
        Param {
            name: "interleaved",
            kind: AttrKind::Bool,
            default: Some(|| Attr::Bool(false)),
            doc: "Whether a pair is two neighbours; else it is an element of the first half of the axis and one of the second.",
        },
    ],
    dtype: DTypeRule::RealFloat,
    shape: ShapeRule::Custom(
        rope_shape,
        "that of `x`; `positions` broadcast to its axes but the last, which has an even length",
    ),
    meaning: Meaning::Composed(rope),
    errors: &[(
        "ShapeMismatch",
        "for a last axis of odd length, and for positions that do not broadcast to the other axes",
    )],
    grad: Grad::FromMeaning,
    ..BASE
};

fn rope_shape(call: &Call) -> Result<Dims> {
    let [x, positions] = [call.x[0].shape, call.x[1].shape];
    let mismatch = |got: &[usize], need: String| Err(Error::ShapeMismatch { op: call.op.name, got: got.into(), need });
    let Some((n, lead)) = x.split_last() else { return mismatch(x, "at least one axis".into()) };
    if !n.is_multiple_of(2) {
        return mismatch(x, "a last axis of even length, whose elements come in pairs".into());
    }
    match broadcast_shapes(call.op.name, &[positions, lead]) {
        Ok(shape) if shape[..] == *lead => Ok(Dims::from_slice(x)),
        _ => {
            mismatch(positions, format!("positions that broadcast to {lead:?}, the shape of `x` without its last axis"))
        }
    }
}

fn rope(b: &Body) -> Expr {
    let [x, positions] = [&b.x[0], &b.x[1]];
    let (shape, last) = (x.shape(), x.shape().len() - 1);
    let half = shape[last] / 2;
    // Angles of far positions need more digits than the elements have.
    let exponents = Expr::range(half).astype(DType::Float64) * (-2.0 / shape[last].max(1) as f64);
    let angles = Expr::scalar(b.attr(BASE_OF_ANGLES), DType::Float64).power(&exponents);
    let column: Vec<usize> = positions.shape().iter().copied().chain([1]).collect();
    let angles = positions.astype(DType::Float64).reshape(&column) * angles;
    let (cos, sin) = (angles.cos().astype(x.dtype()), angles.sin().astype(x.dtype()));
    let turned = |a: &Expr, b: &Expr| [a * &cos - b * &sin, b * &cos + a * &sin];
    if !b.attr(INTERLEAVED) {
        let [one, two] = turned(&narrow(x, last, 0, half), &narrow(x, last, half, half));
        return Expr::apply(&ops::CONCAT, &[&one, &two], smallvec![Attr::Axes(Axes::from(-1))]);
    }
    let paired: Vec<usize> = shape[..last].iter().copied().chain([half, 2]).collect();
    let pairs = x.reshape(&paired);
    let part = |i: usize| narrow(&pairs, last + 1, i, 1).reshape(&paired[..=last]);
    let [one, two] = turned(&part(0), &part(1));
    Expr::apply(&ops::STACK, &[&one, &two], smallvec![Attr::Int(-1)]).reshape(shape)
}

const P_CAUSAL: Param = Param {
    name: "causal",
    kind: AttrKind::Bool,
    default: Some(|| Attr::Bool(false)),
    doc: "Whether position `i` of `query` sees only the positions up to `i` of `key`.",
};
const P_SCALE: Param = Param {
    name: "scale",
    kind: AttrKind::Float,
    default: Some(|| Attr::Float(0.0)),
    doc: "The factor of the scores; 0 stands for `1 / sqrt(n)`, with `n` the length of the last axis of `query`.",
};
const MISFITS: crate::facts::Failure = (
    "ShapeMismatch",
    "for operands with different leading axes or last axes, heads of `key` that do not divide those of `query`, and \
     fewer than two axes",
);

/// What both entries have in common.
const ATTENTION: OpDef = OpDef {
    params: &[P_CAUSAL, P_SCALE],
    dtype: DTypeRule::RealFloat,
    meaning: Meaning::Composed(attention),
    cost: "copies; O(heads * n * m * (d + e)), memory beside the result linear in `n` and in `m`",
    grad: Grad::FromMeaning,
    ..BASE
};

/// Attention.
pub static SCALED_DOT_PRODUCT_ATTENTION: OpDef = OpDef {
    name: "scaled_dot_product_attention",
    summary: "The means of the rows of `value`, weighted by `softmax(query @ key.mT * scale)`; several heads of `query` may \
              share one of `key` and `value`.",
    source: "PyTorch, `torch.nn.functional.scaled_dot_product_attention` with grouped heads",
    example: "let (q, k) = (tensor![[0.0], [1e3]], tensor![[1.0], [-1.0]]);
let v = tensor![[2.0, 4.0], [4.0, 8.0]];
assert_eq!(q.scaled_dot_product_attention(&k, &v)?, tensor![[3.0, 6.0], [2.0, 4.0]]);",
    args: Args::Fixed(&["query", "key", "value"]),
    shape: ShapeRule::Custom(
        attention_shape,
        "`[.., heads, n, d]`, `[.., kv heads, m, d]` and `[.., kv heads, m, e]` give `[.., heads, n, e]`; without heads two axes",
    ),
    errors: &[MISFITS],
    ..ATTENTION
};

/// Attention under a mask.
pub static MASKED_ATTENTION: OpDef = OpDef {
    name: "masked_attention",
    summary: "`scaled_dot_product_attention` of what a mask lets through: of bool where it is true, else added to the scores; \
              a row that sees nothing gives 0.",
    source: "PyTorch, `torch.nn.functional.scaled_dot_product_attention` with `attn_mask`",
    example: "let (q, v) = (tensor![[0.0], [0.0]], tensor![[2.0], [4.0]]);
let mask = tensor![[true, true], [false, true]];
assert_eq!(q.masked_attention(&q, &v, &mask)?, tensor![[3.0], [4.0]]);",
    args: Args::Fixed(&["query", "key", "value", "mask"]),
    shape: ShapeRule::Custom(
        attention_shape,
        "as `scaled_dot_product_attention`; `mask` broadcasts to `[.., heads, n, m]`",
    ),
    errors: &[MISFITS, APART],
    ..ATTENTION
};

fn attention_shape(call: &Call) -> Result<Dims> {
    let [q, k, v] = [0, 1, 2].map(|i| call.x[i].shape);
    let mismatch = |got: &[usize], need: String| Err(Error::ShapeMismatch { op: call.op.name, got: got.into(), need });
    if q.len() < 2 {
        return mismatch(q, "at least two axes, positions and elements".into());
    }
    let n = q.len();
    let lead = |s: &[usize]| s[..n.saturating_sub(3)].to_vec();
    for other in [k, v] {
        if other.len() != n || lead(other) != lead(q) {
            return mismatch(other, format!("as many axes as the query and its leading ones, of shape {q:?}"));
        }
    }
    if k[n - 1] != q[n - 1] {
        return mismatch(k, format!("{} on the last axis, as the query has shape {q:?}", q[n - 1]));
    }
    if v[n - 2] != k[n - 2] || n > 2 && v[n - 3] != k[n - 3] {
        return mismatch(v, format!("the heads and positions of the key, of shape {k:?}"));
    }
    // No heads of the query need none of the key; else they are shared evenly.
    if n > 2 && !(q[n - 3] == k[n - 3] || k[n - 3] > 0 && q[n - 3] % k[n - 3] == 0) {
        return mismatch(k, format!("a number of heads that divides the {} of the query", q[n - 3]));
    }
    let mut scores = Dims::from_slice(q);
    scores[n - 1] = k[n - 2];
    if let Some(mask) = call.x.get(3)
        && broadcast_shapes(call.op.name, &[mask.shape, &scores]).ok().as_ref() != Some(&scores)
    {
        return Err(Error::broadcast(call.op.name, &[mask.shape, &scores]));
    }
    let mut out = Dims::from_slice(q);
    out[n - 1] = v[n - 1];
    Ok(out)
}

/// The factor of the scores for a last axis of `d` elements.
pub fn attention_scale(given: f64, d: usize) -> f64 {
    if given == 0.0 { 1.0 / (d.max(1) as f64).sqrt() } else { given }
}

fn attention(b: &Body) -> Expr {
    let [q, k, v] = [&b.x[0], &b.x[1], &b.x[2]];
    let n = q.shape().len();
    let [length, seen, d, e] = [q.shape()[n - 2], k.shape()[n - 2], q.shape()[n - 1], v.shape()[n - 1]];
    // Heads of the query that share one of the key are an axis of their own.
    let (lead, heads, shared) = match n {
        2 => (&[][..], 1, 1),
        _ => (&q.shape()[..n - 3], k.shape()[n - 3], q.shape()[n - 3] / k.shape()[n - 3].max(1)),
    };
    let split = |x: &Expr, shared: usize, last: [usize; 2]| x.reshape(&[lead, &[heads, shared], &last].concat());
    let scale = attention_scale(b.attr(SCALE), d);
    let mut scores = split(q, shared, [length, d]).matmul(&split(k, 1, [seen, d]).mt()) * scale;
    let low = scores.with(f64::NEG_INFINITY);
    if let Some(mask) = b.x.get(3) {
        let all = [lead, &[heads * shared, length, seen]].concat();
        let all = if n == 2 { &all[1..] } else { &all[..] };
        let mask = split(&mask.broadcast_to(all), shared, [length, seen]);
        scores = if mask.dtype() == DType::Bool { scores.select(&mask, &low) } else { scores + mask };
    }
    if b.attr(CAUSAL) {
        let at = Expr::range(length).reshape(&[length, 1]);
        scores = scores.select(&at.binary(&ops::GREATER_EQUAL, &Expr::range(seen)), &low);
    }
    let last = Axes::from(-1);
    let weights = if seen == 0 || scores.shape().contains(&0) {
        scores
    } else {
        // A row that sees nothing has only minus infinities, and weights of 0.
        let top = scores.max(&last, true);
        let top = top.with(0.0).select(&top.binary(&ops::EQUAL, &low), &top);
        let weights = (scores - top).exp();
        let total = weights.sum(&last, true);
        let total = total.with(1.0).select(&total.binary(&ops::EQUAL, &total.with(0.0)), &total);
        weights / total
    };
    let out = [&q.shape()[..n - 1], &[e]].concat();
    weights.matmul(&split(v, 1, [seen, e])).reshape(&out)
}
