//! Reverse mode: the gradient of an expression as another expression, by the rules of the table.

use std::collections::HashMap;

use polyad_core::{Error, Kind, Result};

use crate::attr::{self, Attr, Key};
use crate::op::Body;
use crate::{Expr, Grad, Meaning, Op, Source};

/// What a gradient rule sees: operands, results, the gradients of the results, attributes.
pub struct Backward<'a> {
    /// The entry.
    pub op: Op,
    /// Its operands.
    pub x: &'a [Expr],
    /// Its results.
    pub y: &'a [Expr],
    /// The gradient of each result.
    pub grads: &'a [Expr],
    /// Its attributes.
    pub attrs: &'a [Attr],
}

impl Backward<'_> {
    /// The value of an attribute.
    pub fn attr<T>(&self, key: Key<T>) -> T {
        attr::get(self.op.params, self.attrs, key)
    }
}

/// The gradients of `output` with respect to `inputs`, given that of the output (`seed`, of its shape).
///
/// An input that the output does not depend on, and one of integers or bool, has no gradient: `None`. Errors: [`Error::DTypeUnsupported`] with the
/// name of an operation on the way that has no gradient, and the first error of the expression itself.
pub fn vjp(output: &Expr, seed: &Expr, inputs: &[Expr]) -> Result<Vec<Option<Expr>>> {
    let ty = output.ty()?;
    if seed.ty()?.shape != ty.shape {
        let need = format!("a seed of the output's shape, {:?}", ty.shape);
        return Err(Error::ShapeMismatch { op: "vjp", got: seed.shape().into(), need });
    }
    let order = output.topological();
    // Integers have no slopes, whatever they choose.
    let wanted: std::collections::HashSet<usize> =
        inputs.iter().filter(|x| x.dtype().is_float()).map(Expr::key).collect();
    // Nodes that an input reaches: only their gradients are of use.
    let mut reached = std::collections::HashSet::new();
    for node in &order {
        if wanted.contains(&node.key()) || node.src().iter().any(|s| reached.contains(&s.key())) {
            reached.insert(node.key());
        }
    }
    let mut grads: HashMap<usize, Expr> = HashMap::new();
    if reached.contains(&output.key()) {
        grads.insert(output.key(), seed.clone());
    }
    for node in order.iter().rev() {
        let Source::Op(op, src, attrs) = node.source() else { continue };
        let Some(grad) = grads.get(&node.key()).cloned() else { continue };
        let Some(source) = src.iter().find(|s| reached.contains(&s.key())) else { continue };
        // The rules are those of real numbers.
        if let Some(complex) = [source, node].into_iter().find(|e| e.dtype().kind() == Kind::Complex) {
            let hint = "Gradients of complex numbers are not defined; differentiate with respect to real numbers.";
            return Err(Error::DTypeUnsupported { op: op.name, dtype: complex.dtype(), hint });
        }
        for (source, grad) in src.iter().zip(rule(op, src, node, &grad, attrs)?) {
            let Some(grad) = grad.filter(|_| reached.contains(&source.key())) else { continue };
            grad.ty()?;
            // Undoing a broadcast, and a promotion, is written here once and not in every rule.
            let grad = grad.sum_to(source.shape()).astype(source.dtype());
            let sum = match grads.remove(&source.key()) {
                Some(have) => have + grad,
                None => grad,
            };
            grads.insert(source.key(), sum);
        }
    }
    Ok(inputs.iter().map(|x| grads.get(&x.key()).cloned()).collect())
}

fn rule(op: Op, src: &[Expr], node: &Expr, grad: &Expr, attrs: &[Attr]) -> Result<Vec<Option<Expr>>> {
    match (&op.grad, &op.meaning) {
        (Grad::Rule(rule), _) => {
            let (y, grads) = (std::slice::from_ref(node), std::slice::from_ref(grad));
            Ok(rule(&Backward { op, x: src, y, grads, attrs }))
        }
        (Grad::FromMeaning, Meaning::Composed(body)) => {
            let inner = body(&Body { op, x: src, attrs });
            vjp(&inner, grad, src)
        }
        _ => Err(Error::DTypeUnsupported {
            op: op.name,
            dtype: node.dtype(),
            hint: "It has no gradient; detach its operand, or take another operation.",
        }),
    }
}
