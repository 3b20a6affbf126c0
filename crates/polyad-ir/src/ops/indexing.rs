//! Elements by indices of several axes, read and written: what `x[i, j]` and `x[i, j] = y` mean.

use polyad_core::{Dims, Error, Result, broadcast_shapes, normalize_axis};
use smallvec::{SmallVec, smallvec};

use crate::attr::{Attr, AttrKind, DTYPE, Key, MODE, ONE_AXIS, Param};
use crate::facts::{APART, Failure, NO_AXIS, TOO_LARGE};
use crate::op::{Args, BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::promote::holds;
use crate::{Backward, DTypeRule, Expr, ShapeRule, Ty, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&GATHER, &SCATTER, &PUT, &PUT_ALONG_AXIS, &EMBEDDING, &ONE_HOT];

const P_AXIS: Param = Param {
    name: "axis",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(0)),
    doc: "The axis of the first index, which those of the others follow; negative counts from the end.",
};
const P_MODE: Param = Param {
    name: "mode",
    kind: AttrKind::Word(&["set", "add", "max", "min"]),
    default: Some(|| Attr::Word("set")),
    doc: "What happens to the element at an index: it is replaced, added to, or the greater or lesser one stays.",
};
const NO_INDEX: Failure = ("DTypeUnsupported", "for indices that are no integers");
const OUTSIDE: Failure = ("IndexOutOfRange", "for an index outside its axis");

fn check_integer(op: Op, index: Ty) -> Result<()> {
    if index.dtype.is_integer() {
        return Ok(());
    }
    let hint = "Indices are integers: convert with astype(\"int64\"), and a mask with nonzero().";
    Err(Error::DTypeUnsupported { op: op.name, dtype: index.dtype, hint })
}

/// The shape that the index operands take together in place of their axes.
fn indexed(call: &Call, indices: &[Ty]) -> Result<Dims> {
    let (op, x) = (call.op.name, call.x[0].shape);
    indices.iter().try_for_each(|index| check_integer(call.op, *index))?;
    let axis = normalize_axis(op, call.attr(ONE_AXIS), x)?;
    let Some(inner) = x.get(axis + indices.len()..) else {
        let need = format!("an axis for each of {} indices, from axis {axis} on", indices.len());
        return Err(Error::ShapeMismatch { op, got: x.into(), need });
    };
    let places = broadcast_shapes(op, &indices.iter().map(|t| t.shape).collect::<Vec<_>>())?;
    Ok(x[..axis].iter().chain(&places[..]).chain(inner).copied().collect())
}

/// Refuses updates that do not broadcast to what is written, or that the dtype cannot hold.
fn check_updates(op: Op, x: Ty, updates: Ty, need: &[usize]) -> Result<()> {
    let fits = broadcast_shapes(op.name, &[need, updates.shape]).is_ok_and(|all| all[..] == *need);
    if !fits {
        let need = format!("updates that broadcast to {need:?}, the elements written of {:?}", x.shape);
        return Err(Error::ShapeMismatch { op: op.name, got: updates.shape.into(), need });
    }
    let own = if x.dtype.is_quantized() { x.dtype.compute() } else { x.dtype };
    if !holds(own, updates.dtype) {
        return Err(Error::DTypeMismatch { op: op.name, got: updates.dtype, need: own });
    }
    Ok(())
}

/// Elements by one index for each of some axes.
pub static GATHER: OpDef = OpDef {
    name: "gather",
    summary: "Elements by one index for each of some axes that follow each other; the indices broadcast, negative ones count \
              from the end.",
    source: "NumPy, indexing with integer arrays",
    example: "let x = tensor![[1, 2, 3], [4, 5, 6]];
assert_eq!(x.gather(&[&tensor![1, 0], &tensor![2, -1]], 0)?, tensor![6, 3]);
assert_eq!(x.gather(&[&tensor![[2], [0]]], 1)?, tensor![[[3], [1]], [[6], [4]]]);
assert!(x.gather(&[&tensor![2]], 0).is_err());",
    args: Args::Indexed("x", "indices", &[]),
    params: &[P_AXIS],
    dtype: DTypeRule::Moved,
    shape: ShapeRule::Custom(
        |call| indexed(call, &call.x[1..]),
        "that of `x` with the axes of the broadcast `indices` in place of those that are indexed",
    ),
    cost: "copies; O(size of the result)",
    errors: &[NO_AXIS, NO_INDEX, ("ShapeMismatch", "for more indices than axes"), APART, OUTSIDE],
    grad: Grad::Rule(|b| {
        let zeros = Expr::scalar(0.0, b.grads[0].dtype()).broadcast_to(b.x[0].shape());
        let grad = scatter(&zeros, &b.x[1..], &b.grads[0], b.attr(ONE_AXIS), "add");
        std::iter::once(Some(grad)).chain(b.x[1..].iter().map(|_| None)).collect()
    }),
    ..BASE
};

/// Updates written by one index for each of some axes.
pub static SCATTER: OpDef = OpDef {
    name: "scatter",
    summary: "`x` with `updates` written, added or compared at the elements that `gather` reads; of an index that comes more \
              than once the last update stays under `set`, and all count else.",
    source: "NumPy, assignment to integer arrays and `ufunc.at`; the transpose of `gather`",
    example: "let x = tensor![1, 2, 3];
let places = tensor![0, 2, 0];
assert_eq!(x.scatter(&[&places], &tensor![7, 8, 9], 0)?, tensor![9, 2, 8]);
let add = ScatterOptions { mode: \"add\" };
assert_eq!(x.scatter_with(&[&places], &tensor![7, 8, 9], 0, add)?, tensor![17, 2, 11]);",
    args: Args::Indexed("x", "indices", &["updates"]),
    params: &[P_AXIS, P_MODE],
    dtype: DTypeRule::Moved,
    shape: ShapeRule::Custom(
        |call| {
            let (updates, rest) = call.x.split_last().expect("updates are the last operand");
            let need = indexed(call, &rest[1..])?;
            check_updates(call.op, call.x[0], *updates, &need)?;
            Ok(Dims::from_slice(call.x[0].shape))
        },
        "that of `x`; `updates` broadcast to the shape that `gather` gives",
    ),
    cost: "copies; O(size of `x` and of the elements written)",
    errors: &[
        NO_AXIS,
        ("DTypeUnsupported", "for indices that are no integers, and for `max` and `min` of complex numbers"),
        ("DTypeMismatch", "for updates that the dtype of `x` does not hold"),
        ("ShapeMismatch", "for more indices than axes, and for updates that do not broadcast to what is written"),
        APART,
        OUTSIDE,
    ],
    grad: Grad::Rule(|b| {
        let (last, indices) = (b.x.len() - 1, &b.x[1..b.x.len() - 1]);
        let (axis, grad) = (b.attr(ONE_AXIS), &b.grads[0]);
        let [x, updates] = match b.attr(MODE) {
            "add" => [grad.clone(), gather(grad, indices, axis)],
            "set" => {
                let zeros = Expr::scalar(0.0, grad.dtype()).broadcast_to(b.x[last].shape());
                let kept = Expr::scalar(0.0, grad.dtype());
                let own = gather(grad, indices, axis).select(&stayed(b, indices, axis), &kept);
                [scatter(grad, indices, &zeros, axis, "set"), own]
            }
            _ => extreme(b, indices, axis),
        };
        let none = indices.iter().map(|_| None);
        std::iter::once(Some(x)).chain(none).chain([Some(updates)]).collect()
    }),
    ..BASE
};

/// `gather` for rules.
fn gather(x: &Expr, indices: &[Expr], axis: i64) -> Expr {
    let operands: Vec<&Expr> = std::iter::once(x).chain(indices).collect();
    Expr::apply(&GATHER, &operands, smallvec![Attr::Int(axis)])
}

/// `scatter` for rules.
fn scatter(x: &Expr, indices: &[Expr], updates: &Expr, axis: i64, mode: &'static str) -> Expr {
    let operands: Vec<&Expr> = std::iter::once(x).chain(indices).chain([updates]).collect();
    Expr::apply(&SCATTER, &operands, smallvec![Attr::Int(axis), Attr::Word(mode)])
}

/// Which updates of a `set` were not replaced by later ones, in a shape that broadcasts to theirs.
fn stayed(b: &Backward, indices: &[Expr], axis: i64) -> Expr {
    let x = b.x[0].shape();
    let shapes: Vec<&[usize]> = indices.iter().map(Expr::shape).collect();
    // The forward operation has these axes and shapes already.
    let places = broadcast_shapes(b.op.name, &shapes).unwrap_or_default();
    let axis = normalize_axis(b.op.name, axis, x).unwrap_or(0);
    let inner = &x[axis + indices.len()..];
    let numbers = Expr::range(places.iter().product()).reshape(&places);
    let none = Expr::scalar(-1.0, numbers.dtype()).broadcast_to(&x[axis..axis + indices.len()]);
    let winners = scatter(&none, indices, &numbers, 0, "set");
    let stay = gather(&winners, indices, 0).binary(&ops::EQUAL, &numbers);
    let shape: Dims = places.iter().copied().chain(inner.iter().map(|_| 1)).collect();
    stay.reshape(&shape)
}

/// The gradients of `max` and `min`: those that are the result share it evenly.
fn extreme(b: &Backward, indices: &[Expr], axis: i64) -> [Expr; 2] {
    let (x, updates, y, grad) = (&b.x[0], &b.x[b.x.len() - 1], &b.y[0], &b.grads[0]);
    let hit = |e: &Expr, y: &Expr| e.astype(y.dtype()).binary(&ops::EQUAL, y).astype(grad.dtype());
    let (own, theirs) = (hit(x, y), hit(updates, &gather(y, indices, axis)));
    let count = scatter(&own, indices, &theirs, axis, "add");
    // NaN equals nothing, so there the count is 0.
    let share = grad / &count.binary(&ops::MAXIMUM, &count.with(1.0));
    [&share * &own, gather(&share, indices, axis) * theirs]
}

/// Values written by place in row-major order.
pub static PUT: OpDef = OpDef {
    name: "put",
    summary: "A copy of `x` with `values` at indices into its elements in row-major order; fewer values repeat, and of an \
              index that comes more than once the last value stays.",
    source: "NumPy, `put`, which writes in place; so does `set_index`",
    example: "let x = tensor![[1, 2], [3, 4]];
assert_eq!(x.put(&tensor![0, -1, 1], &tensor![7, 8])?, tensor![[7, 7], [3, 8]]);",
    args: Args::Fixed(&["x", "indices", "values"]),
    dtype: DTypeRule::Moved,
    shape: ShapeRule::Custom(
        |call| {
            let (x, indices, values) = (call.x[0], call.x[1], call.x[2]);
            check_integer(call.op, indices)?;
            if values.shape.contains(&0) && !indices.shape.contains(&0) {
                let need = "at least one value for the indices".into();
                return Err(Error::ShapeMismatch { op: call.op.name, got: values.shape.into(), need });
            }
            let overflow = |shape: &[usize]| Error::SizeOverflow { op: call.op.name, shape: shape.into(), dtype: None };
            for t in call.x {
                let size = t.shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d));
                size.ok_or_else(|| overflow(t.shape))?;
            }
            check_updates(call.op, x, Ty { shape: &[], dtype: values.dtype }, &[])?;
            Ok(Dims::from_slice(x.shape))
        },
        "that of `x`",
    ),
    meaning: Meaning::Composed(|b| {
        let [x, indices, values] = [0, 1, 2].map(|i| &b.x[i]);
        let [all, count, given] = [x, indices, values].map(|e| e.shape().iter().product::<usize>());
        let mut values = values.reshape(&[given]);
        if given != count {
            let reps = smallvec![count.div_ceil(given.max(1)) as i64];
            values = ops::narrow(&Expr::apply(&ops::TILE, &[&values], smallvec![Attr::Ints(reps)]), 0, 0, count);
        }
        let indices = indices.reshape(&[count]);
        scatter(&x.reshape(&[all]), &[indices], &values, 0, "set").reshape(x.shape())
    }),
    cost: "copies; O(size of `x` and `indices`)",
    errors: &[
        NO_INDEX,
        ("DTypeMismatch", "for values that the dtype of `x` does not hold"),
        ("ShapeMismatch", "where there are indices and no values"),
        TOO_LARGE,
        OUTSIDE,
    ],
    grad: Grad::FromMeaning,
    ..BASE
};

/// One value by each index along an axis.
pub static PUT_ALONG_AXIS: OpDef = OpDef {
    name: "put_along_axis",
    summary: "A copy of `x` with values at the elements that `take_along_axis` reads; `mode` as in `scatter`.",
    source: "NumPy, `put_along_axis`, which writes in place; PyTorch, `torch.scatter` and `torch.scatter_reduce`",
    example: "let x = tensor![[10, 30, 20], [60, 40, 50]];
let most = x.argmax_with(1, ArgmaxOptions { keepdims: true })?;
assert_eq!(x.put_along_axis(&most, &tensor![0], 1)?, tensor![[10, 0, 20], [0, 40, 50]]);",
    args: Args::Fixed(&["x", "indices", "values"]),
    params: &[
        Param {
            default: Some(|| Attr::Int(-1)),
            doc: "The axis that the indices are of; negative counts from the end.",
            ..P_AXIS
        },
        P_MODE,
    ],
    dtype: DTypeRule::Moved,
    shape: ShapeRule::Custom(
        |call| {
            let (op, x, indices) = (call.op.name, call.x[0], call.x[1]);
            check_integer(call.op, indices)?;
            let axis = normalize_axis(op, call.attr(ONE_AXIS), x.shape)?;
            let apart = || Error::ShapeMismatch {
                op,
                got: indices.shape.into(),
                need: format!("indices of the extents of {:?}, or 1, but along axis {axis}", x.shape),
            };
            if indices.shape.len() != x.shape.len() {
                return Err(apart());
            }
            let mut places = Dims::from_slice(x.shape);
            places[axis] = indices.shape[axis];
            let whole = broadcast_shapes(op, &[&places, indices.shape]).map_err(|_| apart())?;
            if whole != places {
                return Err(apart());
            }
            check_updates(call.op, x, call.x[2], &places)?;
            Ok(Dims::from_slice(x.shape))
        },
        "that of `x`; `indices` broadcast to its extents but along the axis, and `values` to those",
    ),
    meaning: Meaning::Composed(|b| {
        let (x, axis) = (&b.x[0], b.attr(ONE_AXIS));
        let ndim = x.shape().len();
        let at = normalize_axis(b.op.name, axis, x.shape()).unwrap_or(0);
        // Every other axis is indexed by its own numbers.
        let own = |i: usize| {
            let mut shape: Dims = smallvec![1; ndim];
            shape[i] = x.shape()[i];
            Expr::range(x.shape()[i]).reshape(&shape)
        };
        let indices: Vec<Expr> = (0..ndim).map(|i| if i == at { b.x[1].clone() } else { own(i) }).collect();
        scatter(x, &indices, &b.x[2], 0, b.attr(MODE))
    }),
    cost: "copies; O(size of `x` and of the elements written)",
    errors: &[
        NO_AXIS,
        NO_INDEX,
        ("DTypeMismatch", "for values that the dtype of `x` does not hold"),
        ("ShapeMismatch", "for indices or values of other extents"),
        OUTSIDE,
    ],
    grad: Grad::FromMeaning,
    ..BASE
};

/// Rows of a table of weights.
pub static EMBEDDING: OpDef = OpDef {
    name: "embedding",
    summary: "The rows of a table of weights by integer index: `take` along the first axis.",
    source: "PyTorch, `torch.nn.functional.embedding`",
    example: "let weights = tensor![[0.5, 1.0], [2.0, 3.0]];
assert_eq!(weights.embedding(&tensor![1, 1, 0])?, tensor![[2.0, 3.0], [2.0, 3.0], [0.5, 1.0]]);",
    args: Args::Fixed(&["weights", "indices"]),
    dtype: DTypeRule::Moved,
    shape: ShapeRule::Custom(
        |call| {
            check_integer(call.op, call.x[1])?;
            normalize_axis(call.op.name, 0, call.x[0].shape)?;
            Ok(call.x[1].shape.iter().chain(&call.x[0].shape[1..]).copied().collect())
        },
        "that of `indices`, followed by that of a row",
    ),
    meaning: Meaning::Composed(|b| gather(&b.x[0], &b.x[1..], 0)),
    cost: "copies; O(size of the result), as only rows that are taken are decoded",
    errors: &[("AxisOutOfRange", "for weights without axes"), NO_INDEX, OUTSIDE],
    grad: Grad::FromMeaning,
    ..BASE
};

/// How many classes there are.
const CLASSES: Key<i64> = Key { name: "classes", get: |a| if let Attr::Int(x) = a { Some(*x) } else { None } };

/// Indices as rows of zeros with a one.
pub static ONE_HOT: OpDef = OpDef {
    name: "one_hot",
    summary: "A row for each index: zeros, and 1 at the index; negative ones count from the end, and those outside are an error.",
    source: "PyTorch, `torch.nn.functional.one_hot`",
    example: "let rows = tensor![2, 0, -1].one_hot(3, DType::Int64)?;
assert_eq!(rows, tensor![[0, 0, 1], [1, 0, 0], [0, 0, 1]]);
assert!(tensor![3].one_hot(3, DType::Int64).is_err());",
    args: Args::Fixed(&["indices"]),
    params: &[
        Param { name: "classes", kind: AttrKind::Int, default: None, doc: "The length of a row." },
        Param { name: "dtype", kind: AttrKind::DType, default: None, doc: "The dtype of the rows." },
    ],
    dtype: DTypeRule::Cast,
    shape: ShapeRule::Custom(
        |call| {
            check_integer(call.op, call.x[0])?;
            let n = call.attr(CLASSES);
            let bad = |_| Error::BadArgument {
                op: call.op.name,
                argument: "classes",
                got: n.to_string(),
                takes: "a number of at least 0".into(),
            };
            Ok(call.x[0].shape.iter().copied().chain([usize::try_from(n).map_err(bad)?]).collect())
        },
        "that of `indices`, followed by `classes`",
    ),
    meaning: Meaning::Composed(one_hot),
    errors: &[NO_INDEX, ("BadArgument", "for a negative number of classes"), TOO_LARGE, OUTSIDE],
    ..BASE
};

fn one_hot(b: &Body) -> Expr {
    let dtype = b.attr(DTYPE).map_or(b.dtype(), |d| d.compute());
    let size: usize = b.x[0].shape().iter().product();
    let n = b.attr(CLASSES) as usize;
    let zeros = Expr::scalar(0.0, dtype).broadcast_to(&[size, n]);
    let indices = [Expr::range(size), b.x[0].reshape(&[size])];
    let shape: SmallVec<[usize; 4]> = b.x[0].shape().iter().copied().chain([n]).collect();
    scatter(&zeros, &indices, &Expr::scalar(1.0, dtype), 0, "set").reshape(&shape)
}
