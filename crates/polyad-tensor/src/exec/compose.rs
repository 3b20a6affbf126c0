//! Expressions, and entries composed of others, run node by node.

use polyad_core::{DType, Error, Kind, Result, View};
use polyad_ir::{Attr, Body, Expr, Meaning, Op, Source, Type};

use crate::{Scalar, Tensor};

/// Runs a composed entry: operands but indices in the compute dtype, the body, one rounding to the result's dtype.
pub(crate) fn run(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let Meaning::Composed(body) = op.meaning else { unreachable!("only composed entries come here") };
    let compute = ty.dtype.compute();
    let leaf = |(i, v): (usize, &&View)| {
        let leaf = Expr::leaf((*v).clone());
        // A real result of complex operands is found in the parts, which a cast would refuse.
        let keeps = v.dtype().kind() == Kind::Complex && compute.kind() != Kind::Complex;
        if op.is_index(i) { leaf } else { leaf.astype(if keeps { v.dtype().compute() } else { compute }) }
    };
    let x: Vec<Expr> = views.iter().enumerate().map(leaf).collect();
    eval(&body(&Body { op, x: &x, attrs }).astype(ty.dtype))
}

/// Runs a composed entry on operands in their own dtypes: where a cast beforehand would lose what counts.
pub(super) fn as_given(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let Meaning::Composed(body) = op.meaning else { unreachable!("only composed entries come here") };
    let x: Vec<Expr> = views.iter().map(|v| Expr::leaf((*v).clone())).collect();
    eval(&body(&Body { op, x: &x, attrs }).astype(ty.dtype))
}

/// The value of an expression, computed node by node; nodes keep their values. Errors: the first that was made in
/// building it, or what running a node finds wrong; [`Error::BadArgument`] for an input that was given no value.
pub fn eval(expr: &Expr) -> Result<View> {
    expr.ty()?;
    for node in expr.topological() {
        if node.value().is_some() {
            continue;
        }
        let value = match node.source() {
            Source::View(view) => view.clone(),
            Source::Scalar(x) => scalar(*x, node.dtype())?,
            Source::Input => {
                return Err(Error::BadArgument {
                    op: "eval",
                    argument: "input",
                    got: format!("no value for an input of shape {:?}", node.shape()),
                    takes: "a value for every input".into(),
                });
            }
            Source::Op(op, src, attrs) => {
                let views: Vec<&View> = src.iter().map(|s| s.value().expect("sources come first")).collect();
                super::run(op, &views, attrs)?
            }
        };
        node.set_value(value);
    }
    Ok(expr.value().expect("the last node was computed").clone())
}

/// A number of a rule or body in the dtype of its partner.
pub(super) fn scalar(x: f64, dtype: DType) -> Result<View> {
    let wide = Tensor::scalar(Scalar::Float(x), DType::Float64)?;
    super::cast("scalar", wide.view(), dtype)
}
