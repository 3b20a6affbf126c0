//! Cosine and sine transforms of types 1 to 4, with SciPy's factors.

use polyad_core::{Dims, Error, Result};
use smallvec::smallvec;

use super::fourier::{NO_BOOL, NO_LENGTH, P_AXIS, P_N, P_NORM, line, numbers, opposite, resized};
use crate::attr::{Attr, AttrKind, KIND, NORM, Param};
use crate::facts::{NO_AXIS, TOO_LARGE};
use crate::op::{BASE, Body, Call, ComplexGrad, Grad, Meaning, Op, OpDef};
use crate::{Backward, DTypeRule, Expr, ShapeRule, part};

/// The entries of this file, in the order of the reference page.
pub(super) static ENTRIES: &[Op] = &[&DCT, &IDCT, &DST, &IDST];

const P_KIND: Param = Param {
    name: "kind",
    kind: AttrKind::Int,
    default: Some(|| Attr::Int(2)),
    doc: "The type, 1 to 4; in Python `type`.",
};

/// What the entries have in common.
const WAVES: OpDef = OpDef {
    params: &[P_KIND, P_N, P_AXIS, P_NORM],
    dtype: DTypeRule::Float,
    shape: ShapeRule::Custom(shape, "that of `x` with `n` on the axis"),
    cost: "copies; O(n * log n) for each row",
    errors: &[
        NO_AXIS,
        NO_LENGTH,
        ("BadArgument", "for other types than 1 to 4, and for one element in cosines of type 1"),
        NO_BOOL,
        TOO_LARGE,
    ],
    ..BASE
};

/// Sums of cosines.
pub static DCT: OpDef = OpDef {
    name: "dct",
    summary: "The discrete cosine transform along an axis, of complex numbers that of their parts; type 2: `y[k] = 2 * sum(x[j] * cos(pi k (2 j + 1) / (2 n)))`.",
    source: "SciPy, `fft.dct`",
    example: "let x = tensor![1.0, 1.0, 1.0, 1.0];
assert_eq!(x.dct(-1)?, tensor![8.0, 0.0, 0.0, 0.0]);
assert_eq!(x.dct_with(-1, DctOptions { norm: \"ortho\", ..Default::default() })?, tensor![2.0, 0.0, 0.0, 0.0]);",
    complex_grad: ComplexGrad::Rule,
    grad: Grad::Rule(|b| vec![Some(back(b))]),
    ..WAVES
};

/// Its inverse.
pub static IDCT: OpDef = OpDef {
    name: "idct",
    summary: "The inverse discrete cosine transform along an axis.",
    source: "SciPy, `fft.idct`",
    example: "assert_eq!(tensor![8.0, 0.0, 0.0, 0.0].idct(-1)?, tensor![1.0, 1.0, 1.0, 1.0]);",
    meaning: Meaning::Composed(|b| inverse(b, &DCT)),
    grad: Grad::FromMeaning,
    ..WAVES
};

/// Sums of sines.
pub static DST: OpDef = OpDef {
    name: "dst",
    summary: "The discrete sine transform along an axis, of complex numbers that of their parts; type 2: `y[k] = 2 * sum(x[j] * sin(pi (k + 1) (2 j + 1) / (2 n)))`.",
    source: "SciPy, `fft.dst`",
    example: "let y = tensor![1.0, -1.0].dst(-1)?.to_vec::<f64>()?;
assert!(y[0].abs() < 1e-15 && (y[1] - 4.0).abs() < 1e-15);",
    complex_grad: ComplexGrad::Rule,
    grad: Grad::Rule(|b| vec![Some(back(b))]),
    ..WAVES
};

/// Its inverse.
pub static IDST: OpDef = OpDef {
    name: "idst",
    summary: "The inverse discrete sine transform along an axis.",
    source: "SciPy, `fft.idst`",
    example: "let x = tensor![1.0, -1.0];
assert!(x.dst(-1)?.idst(-1)?.subtract(&x)?.abs()?.max(())?.item::<f64>()? < 1e-15);",
    meaning: Meaning::Composed(|b| inverse(b, &DST)),
    grad: Grad::FromMeaning,
    ..WAVES
};

/// The type that undoes one, and is its transpose but for the weights of the ends.
fn turned(kind: i64) -> i64 {
    match kind {
        2 => 3,
        3 => 2,
        other => other,
    }
}

fn inverse(b: &Body, op: Op) -> Expr {
    let attrs = smallvec![
        Attr::Int(turned(b.attr(KIND))),
        b.attrs[1].clone(),
        b.attrs[2].clone(),
        Attr::Word(opposite(b.attr(NORM)))
    ];
    Expr::apply(op, &[&b.x[0]], attrs)
}

fn shape(call: &Call) -> Result<Dims> {
    numbers(call, false)?;
    let op = call.op.name;
    let kind = call.attr(KIND);
    if !(1..=4).contains(&kind) {
        return Err(Error::BadArgument { op, argument: "type", got: kind.to_string(), takes: "1, 2, 3 or 4".into() });
    }
    let mut shape = Dims::from_slice(call.x[0].shape);
    let line = line(call.op, call.attrs, &shape)?;
    if kind == 1 && line.n < 2 && [&DCT, &IDCT].contains(&call.op) {
        let takes = format!("at least 2 in cosines of type 1, beside shape {:?}", call.x[0].shape);
        return Err(Error::BadArgument { op, argument: "n", got: line.n.to_string(), takes });
    }
    shape[line.axis] = line.n;
    Ok(shape)
}

/// By what a transform and its inverse together multiply, with the factors of `backward`.
pub fn logical_length(op: Op, kind: i64, n: usize) -> f64 {
    let sine = [&DST, &IDST].contains(&op);
    2.0 * match (kind, sine) {
        (1, false) => n as f64 - 1.0,
        (1, true) => n as f64 + 1.0,
        _ => n as f64,
    }
}

/// The transpose of a transform.
fn back(b: &Backward) -> Expr {
    let line = line(b.op, b.attrs, b.x[0].shape()).expect("inference let the call through");
    let (kind, norm, g) = (b.attr(KIND), b.attr(NORM), &b.grads[0]);
    // In sums that are no orthogonal matrix a term that is its own mirror image has half the weight, in types 1 and 3.
    let single = |k: usize| match (kind, b.op == &DST) {
        (1, false) => k == 0 || k == line.n - 1,
        (2 | 3, false) => k == 0,
        (2 | 3, true) => k == line.n - 1,
        _ => false,
    };
    let mut column = vec![1; g.shape().len() - line.axis];
    column[0] = line.n;
    let weights = |of: f64| {
        let list = Expr::floats(line.n, |k| if single(k) { of } else { 1.0 });
        list.reshape(&column).astype(part(g.dtype()))
    };
    let plain = norm != "ortho" && kind != 4;
    let g = if plain && kind != 3 { g * weights(2.0) } else { g.clone() };
    let attrs =
        smallvec![Attr::Int(turned(kind)), Attr::Int(line.n as i64), Attr::Int(line.axis as i64), Attr::Word(norm)];
    let y = Expr::apply(b.op, &[&g], attrs);
    let y = if plain && kind != 2 { y * weights(0.5) } else { y };
    resized(&y, line.axis, b.x[0].shape()[line.axis])
}
