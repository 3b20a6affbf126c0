//! Reverse mode: the gradient of an expression as another expression, by the rules of the table.

use std::collections::HashMap;

use polyad_core::{Error, Kind, Result};

use crate::attr::{self, Attr, Key};
use crate::op::Body;
use crate::{ComplexGrad, Expr, Grad, Meaning, Op, Source, ops};

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
/// The gradient of a complex number is PyTorch's: that of its real part, plus `i` times that of its imaginary part. Of a complex
/// output the seed is such a gradient too.
///
/// An input that the output does not depend on, and one of integers or bool, has no gradient: `None`. Errors: [`Error::DTypeUnsupported`] with the
/// name of an operation on the way that has no gradient, or none for complex numbers, and the first error of the expression itself.
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
        if !src.iter().any(|s| reached.contains(&s.key())) {
            continue;
        }
        let complex = src.iter().filter(|s| reached.contains(&s.key())).chain([node]).find(|e| is_complex(e));
        if let Some(complex) = complex.filter(|_| !passes_complex(op)) {
            let hint = "It has a gradient for real numbers only; differentiate what comes before or after it.";
            return Err(Error::DTypeUnsupported { op: op.name, dtype: complex.dtype(), hint });
        }
        for (source, grad) in src.iter().zip(rule(op, src, node, &grad, attrs)?) {
            let Some(grad) = grad.filter(|_| reached.contains(&source.key())) else { continue };
            grad.ty()?;
            // Undoing a broadcast, and a promotion, is written here once and not in every rule.
            let grad = grad.sum_to(source.shape());
            let grad = if is_complex(&grad) && !is_complex(source) { grad.unary(&ops::REAL) } else { grad };
            let grad = grad.astype(source.dtype());
            let sum = match grads.remove(&source.key()) {
                Some(have) => have + grad,
                None => grad,
            };
            grads.insert(source.key(), sum);
        }
    }
    Ok(inputs.iter().map(|x| grads.get(&x.key()).cloned()).collect())
}

fn is_complex(x: &Expr) -> bool {
    x.dtype().kind() == Kind::Complex
}

fn conjugate(x: &Expr) -> Expr {
    if is_complex(x) { x.unary(&ops::CONJ) } else { x.clone() }
}

/// Whether an entry has a gradient where complex numbers are among its operands or results: one composed of others has if
/// those have.
pub fn passes_complex(op: Op) -> bool {
    matches!(op.grad, Grad::FromMeaning) || op.complex_grad != ComplexGrad::None
}

fn rule(op: Op, src: &[Expr], node: &Expr, grad: &Expr, attrs: &[Attr]) -> Result<Vec<Option<Expr>>> {
    match (&op.grad, &op.meaning) {
        (Grad::Rule(rule), _) => {
            let (y, grads) = (std::slice::from_ref(node), std::slice::from_ref(grad));
            if op.complex_grad == ComplexGrad::Analytic && src.iter().chain(y).any(is_complex) {
                // Such a rule multiplies by the derivative. The gradient wants its conjugate, which is the derivative at
                // the conjugate, as these operations map conjugates to conjugates.
                let x: Vec<Expr> = src.iter().map(conjugate).collect();
                return Ok(rule(&Backward { op, x: &x, y: &[conjugate(node)], grads, attrs }));
            }
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
