//! Sums of products over axes that the caller chooses.

use polyad_core::{Dims, Error, MAX_NDIM, Result, broadcast_shapes, normalize_axis};
use smallvec::{SmallVec, smallvec};

use super::contraction::P_PRODUCT_DTYPE;
use super::narrow;
use crate::attr::{AXES1, AXES2, Attr, AttrKind, Axes, EQUATION, ONE_AXIS, Param};
use crate::einsum::{self, Equation, Label, Term};
use crate::facts::{APART, Failure, NO_AXIS, TWICE};
use crate::op::{Args, BASE, Body, Call, Grad, Meaning, Op, OpDef};
use crate::{DTypeRule, Expr, ShapeRule, ops};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&EINSUM, &TENSORDOT, &INNER, &VDOT, &OUTER, &KRON, &CROSS];

/// What entries of this file have in common.
const PRODUCT: OpDef = OpDef {
    args: Args::Fixed(&["x1", "x2"]),
    params: &[P_PRODUCT_DTYPE],
    dtype: DTypeRule::Product,
    grad: Grad::FromMeaning,
    ..BASE
};

const MANY: Failure = ("TooManyAxes", "for a result of more than 64 axes");

/// Any sum of products.
pub static EINSUM: OpDef = OpDef {
    name: "einsum",
    summary: "The sum of products that an equation names: a letter for each axis of each operand, summed over what the output leaves out.",
    source: "NumPy, `numpy.einsum`",
    example: "let (x, y) = (tensor![[1, 2], [3, 4]], tensor![[1, 0], [0, -1]]);
assert_eq!(x.einsum(&[&y], \"ij,jk->ik\")?, tensor![[1, -2], [3, -4]]);
assert_eq!(x.einsum(&[], \"ii\")?.item::<i64>()?, 5);
assert_eq!(x.einsum(&[], \"...ij->...j\")?, tensor![4, 6]);",
    args: Args::Many("operands"),
    params: &[
        Param {
            name: "equation",
            kind: AttrKind::Text,
            default: None,
            doc: "Terms with commas between them, then `->` and the output, which may be left out: then it is the letters that \
                  stand once, in order. `...` stands for axes without a letter, which broadcast. A letter that stands twice in a \
                  term takes the diagonal. Spaces do not count.",
        },
        P_PRODUCT_DTYPE,
    ],
    shape: ShapeRule::Custom(
        |call| equation(call.op, &call.attr(EQUATION), call.x.iter().map(|t| t.shape)).map(|e| e.shape()),
        "the extents of the labels of the output",
    ),
    meaning: Meaning::Composed(|b| {
        let equation = equation(b.op, &b.attr(EQUATION), b.x.iter().map(Expr::shape)).expect("inference has read it");
        einsum::contract(&equation, b.x)
    }),
    cost: "a view where nothing is multiplied or summed; else two operands at a time, in the order of fewest multiplications, \
           each step a matrix product",
    errors: &[
        ("BadArgument", "for an equation outside the grammar, or without a term for each operand"),
        (
            "ShapeMismatch",
            "for an operand of another number of axes than its term, and for a label of two extents other than 1",
        ),
        MANY,
    ],
    ..PRODUCT
};

fn equation<'a>(op: Op, text: &str, shapes: impl Iterator<Item = &'a [usize]>) -> Result<Equation> {
    Equation::new(op.name, text, &shapes.collect::<SmallVec<[_; 4]>>())
}

/// Products over chosen axes.
pub static TENSORDOT: OpDef = OpDef {
    name: "tensordot",
    summary: "The products over some axes of `x1` and as many of `x2`, added up; the other axes of both follow one another.",
    source: "Python array API 2025.12, `tensordot`",
    example: "let (x, y) = (tensor![[1, 2], [3, 4]], tensor![[10, 1], [0, 1]]);
assert_eq!(x.tensordot(&y, &[0, 1], &[0, 1])?.item::<i64>()?, 16);
assert_eq!(x.tensordot(&y, &[-1], &[1])?, tensor![[12, 2], [34, 4]]);",
    params: &[
        Param {
            name: "axes1",
            kind: AttrKind::Ints,
            default: None,
            doc: "The axes of `x1` that are summed over; negative counts from the end.",
        },
        Param {
            name: "axes2",
            kind: AttrKind::Ints,
            default: None,
            doc: "Those of `x2` that they meet, in the same order.",
        },
        P_PRODUCT_DTYPE,
    ],
    shape: ShapeRule::Custom(
        |call| {
            let [a, b] = paired(call)?;
            let free = |shape: &[usize], axes: &[usize]| -> Dims {
                (0..shape.len()).filter(|at| !axes.contains(at)).map(|at| shape[at]).collect()
            };
            let mut out = free(call.x[0].shape, &a);
            out.extend(free(call.x[1].shape, &b));
            if out.len() > MAX_NDIM {
                return Err(Error::TooManyAxes { op: call.op.name, ndim: out.len() });
            }
            Ok(out)
        },
        "the axes of `x1` that are left, then those of `x2`",
    ),
    meaning: Meaning::Composed(|b| {
        let x = [b.x[0].shape(), b.x[1].shape()].map(|shape| crate::Ty { shape, dtype: b.dtype() });
        let [a, c] = paired(&Call { op: b.op, attrs: b.attrs, x: &x }).expect("inference has read them");
        let left: Vec<Label> = (0..x[0].shape.len() as Label).collect();
        let mut right: Vec<Label> = (0..x[1].shape.len() as Label).map(|at| at + left.len() as Label).collect();
        for (&one, &other) in a.iter().zip(&c) {
            right[other] = left[one];
        }
        let free = |own: &[Label], axes: &[usize]| -> Vec<Label> {
            (0..own.len()).filter(|at| !axes.contains(at)).map(|at| own[at]).collect()
        };
        let output = [free(&left, &a), free(&right, &c)].concat();
        pair(b, left, right, &output)
    }),
    cost: "copies; one matrix product",
    errors: &[
        NO_AXIS,
        TWICE,
        ("BadArgument", "for another number of axes of `x2` than of `x1`"),
        ("ShapeMismatch", "where axes that meet differ in length"),
        MANY,
    ],
    ..PRODUCT
};

/// The axes that meet, counted from the start.
fn paired(call: &Call) -> Result<[SmallVec<[usize; 4]>; 2]> {
    let op = call.op.name;
    let (axes1, axes2) = (call.attr(AXES1), call.attr(AXES2));
    if axes1.len() != axes2.len() {
        let takes = format!("{} axes, as many as `axes1`", axes1.len());
        return Err(Error::BadArgument { op, argument: "axes2", got: format!("{axes2:?}"), takes });
    }
    let read = |axes: &[i64], shape: &[usize]| -> Result<SmallVec<[usize; 4]>> {
        let mut out = SmallVec::new();
        for &axis in axes {
            let at = normalize_axis(op, axis, shape)?;
            if out.contains(&at) {
                return Err(Error::RepeatedAxis { op, axis, shape: shape.into() });
            }
            out.push(at);
        }
        Ok(out)
    };
    let (a, b) = (call.x[0].shape, call.x[1].shape);
    let (one, other) = (read(&axes1, a)?, read(&axes2, b)?);
    for (&i, &j) in one.iter().zip(&other) {
        if a[i] != b[j] {
            let need = format!("{} on axis {j} of the right operand, as axis {i} of the left one, {a:?}, has", a[i]);
            return Err(Error::ShapeMismatch { op, got: b.into(), need });
        }
    }
    Ok([one, other])
}

/// The product of both operands with axes of these names, summed over what the output has not.
fn pair(b: &Body, left: Vec<Label>, right: Vec<Label>, output: &[Label]) -> Expr {
    let terms = [(0, left), (1, right)].map(|(at, labels)| Term { expr: b.x[at].clone(), labels });
    let [x1, x2] = terms;
    einsum::pair(x1, x2, einsum::set(output), output).permuted(output)
}

/// Products over the last axes.
pub static INNER: OpDef = OpDef {
    name: "inner",
    summary: "The products over the last axis of both, added up, for every line of `x1` and every one of `x2`. A tensor without axes scales.",
    source: "NumPy, `numpy.inner`",
    example: "let (x, y) = (tensor![[1, 2], [3, 4]], tensor![[10, 1], [0, 1]]);
assert_eq!(x.inner(&y)?, tensor![[12, 2], [34, 4]]);",
    shape: ShapeRule::Custom(
        |call| match [call.x[0].shape, call.x[1].shape] {
            [[], other] | [other, []] => Ok(Dims::from_slice(other)),
            [[rows @ .., k], [columns @ .., n]] => {
                if k != n {
                    let need = format!("{k} on the last axis, as the left operand has shape {:?}", call.x[0].shape);
                    return Err(Error::ShapeMismatch { op: call.op.name, got: call.x[1].shape.into(), need });
                }
                let out: Dims = rows.iter().chain(columns).copied().collect();
                if out.len() > MAX_NDIM {
                    return Err(Error::TooManyAxes { op: call.op.name, ndim: out.len() });
                }
                Ok(out)
            }
        },
        "that of `x1` without its last axis, then that of `x2` without its last; beside a tensor without axes that of the other",
    ),
    meaning: Meaning::Composed(|b| {
        let (n1, n2) = (b.x[0].shape().len() as Label, b.x[1].shape().len() as Label);
        if n1 == 0 || n2 == 0 {
            return &b.x[0] * &b.x[1];
        }
        let last = n1 + n2;
        let with_last = |labels: std::ops::Range<Label>| labels.chain([last]).collect();
        let output: Vec<Label> = (0..n1 - 1).chain(n1..last - 1).collect();
        pair(b, with_last(0..n1 - 1), with_last(n1..last - 1), &output)
    }),
    cost: "copies; one matrix product",
    errors: &[("ShapeMismatch", "where the last axes differ in length"), MANY],
    ..PRODUCT
};

/// The inner product of everything.
pub static VDOT: OpDef = OpDef {
    name: "vdot",
    summary: "The products of all elements of `x1`, conjugated, with those of `x2`, row-major, added up.",
    source: "NumPy, `numpy.vdot`",
    example: "assert_eq!(tensor![[1, 2], [3, 4]].vdot(&tensor![1, 1, 1, 10])?.item::<i64>()?, 46);",
    shape: ShapeRule::Custom(
        |call| {
            let sizes = [0, 1].map(|at| call.x[at].shape.iter().product::<usize>());
            if sizes[0] != sizes[1] {
                let need = format!("{} elements, as the left operand has shape {:?}", sizes[0], call.x[0].shape);
                return Err(Error::ShapeMismatch { op: call.op.name, got: call.x[1].shape.into(), need });
            }
            Ok(Dims::new())
        },
        "`[]`, of two operands with one number of elements",
    ),
    meaning: Meaning::Composed(|b| {
        let flat = |x: &Expr| x.reshape(&[x.shape().iter().product()]);
        flat(&Expr::apply(&ops::CONJ, &[&b.x[0]], smallvec![])).matmul(&flat(&b.x[1]))
    }),
    errors: &[("ShapeMismatch", "for different numbers of elements")],
    ..PRODUCT
};

/// Every product of two.
pub static OUTER: OpDef = OpDef {
    name: "outer",
    summary: "The product of each element of `x1` with each of `x2`; both are read row-major.",
    source: "NumPy, `numpy.outer`; of vectors Python array API 2025.12, `linalg.outer`",
    example: "assert_eq!(tensor![1, 2].outer(&tensor![10, 20, 30])?, tensor![[10, 20, 30], [20, 40, 60]]);",
    shape: ShapeRule::Custom(
        |call| Ok([0, 1].iter().map(|&at| call.x[at].shape.iter().product::<usize>()).collect()),
        "the sizes of `x1` and of `x2`",
    ),
    meaning: Meaning::Composed(|b| {
        let size = |x: &Expr| x.shape().iter().product();
        b.x[0].reshape(&[size(&b.x[0]), 1]) * b.x[1].reshape(&[1, size(&b.x[1])])
    }),
    cost: "copies; O(size of the result)",
    errors: &[crate::facts::TOO_LARGE],
    ..PRODUCT
};

/// Every product of two, as blocks.
pub static KRON: OpDef = OpDef {
    name: "kron",
    summary: "The Kronecker product: a block for each element of `x1`, which is `x2` times that element.",
    source: "NumPy, `numpy.kron`",
    example: "assert_eq!(tensor![[1, 2]].kron(&tensor![[1, 0], [0, 1]])?, tensor![[1, 0, 2, 0], [0, 1, 0, 2]]);",
    shape: ShapeRule::Custom(
        |call| {
            let (a, b) = beside(call.x[0].shape, call.x[1].shape);
            if a.len() > MAX_NDIM / 2 {
                return Err(Error::TooManyAxes { op: call.op.name, ndim: 2 * a.len() });
            }
            let too_large = || Error::SizeOverflow { op: call.op.name, shape: a[..].into(), dtype: None };
            a.iter().zip(&b).map(|(&a, &b)| a.checked_mul(b).ok_or_else(too_large)).collect()
        },
        "the extents of `x1` times those of `x2`, missing leading ones counting as 1",
    ),
    meaning: Meaning::Composed(|b| {
        let (a, c) = beside(b.x[0].shape(), b.x[1].shape());
        let blocks: Vec<usize> = a.iter().flat_map(|&n| [n, 1]).collect();
        let inside: Vec<usize> = c.iter().flat_map(|&n| [1, n]).collect();
        let whole: Vec<usize> = a.iter().zip(&c).map(|(a, b)| a * b).collect();
        (b.x[0].reshape(&blocks) * b.x[1].reshape(&inside)).reshape(&whole)
    }),
    cost: "copies; O(size of the result)",
    errors: &[("TooManyAxes", "for more than 32 axes"), crate::facts::TOO_LARGE],
    ..PRODUCT
};

/// Both shapes with equally many axes.
fn beside(a: &[usize], b: &[usize]) -> (Dims, Dims) {
    let n = a.len().max(b.len());
    let led = |shape: &[usize]| std::iter::repeat_n(1, n - shape.len()).chain(shape.iter().copied()).collect();
    (led(a), led(b))
}

/// Perpendicular vectors.
pub static CROSS: OpDef = OpDef {
    name: "cross",
    summary: "The cross products of vectors of three along an axis; of vectors of two the third part, without the axis. Other axes broadcast.",
    source: "Python array API 2025.12, `linalg.cross`; of vectors of two NumPy 1, `numpy.cross`",
    example: "assert_eq!(tensor![1, 0, 0].cross(&tensor![0, 1, 0], -1)?, tensor![0, 0, 1]);
assert_eq!(tensor![1, 0].cross(&tensor![0, 5], -1)?.item::<i64>()?, 5);",
    params: &[Param {
        name: "axis",
        kind: AttrKind::Int,
        default: Some(|| Attr::Int(-1)),
        doc: "The axis of the vectors, two or three long in both; negative counts from the end.",
    }],
    dtype: DTypeRule::Number,
    shape: ShapeRule::Custom(
        |call| {
            let (a, b, op) = (call.x[0].shape, call.x[1].shape, call.op.name);
            let axis = call.attr(ONE_AXIS);
            if axis >= 0 && a.len() != b.len() {
                let takes = format!("an axis counted from the end, as shapes {a:?} and {b:?} differ in rank");
                return Err(Error::BadArgument { op, argument: "axis", got: axis.to_string(), takes });
            }
            let (at, bt) = (normalize_axis(op, axis, a)?, normalize_axis(op, axis, b)?);
            if !matches!(a[at], 2 | 3) {
                let need = format!("vectors of two or three on axis {axis}");
                return Err(Error::ShapeMismatch { op, got: a.into(), need });
            }
            if a[at] != b[bt] {
                let need = format!("{} on axis {axis}, as the left operand has shape {a:?}", a[at]);
                return Err(Error::ShapeMismatch { op, got: b.into(), need });
            }
            let mut out = broadcast_shapes(op, &[a, b])?;
            if a[at] == 2 {
                let axis = normalize_axis(op, axis, &out)?;
                out.remove(axis);
            }
            Ok(out)
        },
        "`x1` and `x2` broadcast; of vectors of two without the axis",
    ),
    meaning: Meaning::Composed(|b| {
        let part = |x: &Expr, i: usize| {
            let at = b.attr(ONE_AXIS).rem_euclid(x.shape().len() as i64) as usize;
            narrow(x, at, i, 1)
        };
        let (x1, x2) = (&b.x[0], &b.x[1]);
        let minor = |i, j| part(x1, i) * part(x2, j) - part(x1, j) * part(x2, i);
        let at = b.attr(ONE_AXIS);
        let lengths = x1.shape()[at.rem_euclid(x1.shape().len() as i64) as usize];
        if lengths == 2 {
            return minor(0, 1).sum(&Axes::from(at), false).astype(b.dtype());
        }
        let parts = [minor(1, 2), minor(2, 0), minor(0, 1)];
        Expr::apply(&ops::CONCAT, &[&parts[0], &parts[1], &parts[2]], smallvec![Attr::Axes(Axes::from(at))])
    }),
    cost: "copies; O(size of the result)",
    errors: &[
        NO_AXIS,
        ("ShapeMismatch", "for vectors of other than two or three, or of different lengths"),
        ("BadArgument", "for an axis counted from the start where `x1` and `x2` differ in number of axes"),
        APART,
    ],
    ..PRODUCT
};
