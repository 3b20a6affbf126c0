//! An operation and its sources, not computed yet. A node can hold its value, so one kind of node serves lazy
//! expressions and the history of gradients.

use std::sync::{Arc, OnceLock};

use polyad_core::{DType, Error, Result, View};
use smallvec::{SmallVec, smallvec};

use crate::attr::{Attr, Attrs, Axes};
use crate::{Op, Type, infer, ops};

/// An expression: a shared node. Cloning is O(1); nodes are told apart by address.
#[derive(Clone)]
pub struct Expr(Arc<Node>);

/// Where the value of a node comes from.
pub enum Source {
    /// An operation on other nodes.
    Op(Op, SmallVec<[Expr; 2]>, Attrs),
    /// A tensor's elements.
    View(View),
    /// A 0-d number.
    Scalar(f64),
    /// A value that is given later: a placeholder, a seed of a gradient.
    Input,
}

/// One node of an expression.
pub struct Node {
    source: Source,
    /// The type, or the first error made on the way here.
    ty: Result<Type>,
    value: OnceLock<View>,
}

impl Expr {
    fn new(source: Source, ty: Result<Type>) -> Expr {
        Expr(Arc::new(Node { source, ty, value: OnceLock::new() }))
    }

    /// The elements of a view. O(1).
    pub fn leaf(view: View) -> Expr {
        let ty = Type { shape: view.shape().into(), dtype: view.dtype() };
        let leaf = Expr::new(Source::View(view.clone()), Ok(ty));
        let _ = leaf.0.value.set(view);
        leaf
    }

    /// A 0-d number of a dtype.
    pub fn scalar(value: f64, dtype: DType) -> Expr {
        Expr::new(Source::Scalar(value), Ok(Type { shape: smallvec![], dtype }))
    }

    /// The square root of -1, 0-d, in a complex dtype.
    pub(crate) fn imaginary_unit(dtype: DType) -> Expr {
        let bytes = [0.0f64, 1.0].map(f64::to_le_bytes).concat();
        match View::from_bytes(&bytes, DType::Complex128, &[]) {
            Ok(view) => Expr::leaf(view).astype(dtype),
            Err(e) => Expr::failed(e),
        }
    }

    /// `0, 1, .. n - 1` as int64.
    pub fn range(n: usize) -> Expr {
        Expr::integers(n, |i| i as i64)
    }

    /// `f(0), f(1), .. f(n - 1)` as int64.
    pub fn integers(n: usize, f: impl Fn(usize) -> i64) -> Expr {
        Expr::made(n, DType::Int64, |i| f(i).to_le_bytes())
    }

    /// `f(0), f(1), .. f(n - 1)` as float64.
    pub fn floats(n: usize, f: impl Fn(usize) -> f64) -> Expr {
        Expr::made(n, DType::Float64, |i| f(i).to_le_bytes())
    }

    fn made(n: usize, dtype: DType, f: impl Fn(usize) -> [u8; 8]) -> Expr {
        let made = View::alloc("range", &[n], dtype).map(|mut view| {
            let bytes = view.buffer_mut().unique().expect("a fresh view is not shared");
            bytes.as_chunks_mut().0.iter_mut().enumerate().for_each(|(i, b)| *b = f(i));
            view
        });
        match made {
            Ok(view) => Expr::leaf(view),
            Err(e) => Expr::new(Source::Input, Err(e)),
        }
    }

    /// A value given later.
    pub fn input(ty: Type) -> Expr {
        Expr::new(Source::Input, Ok(ty))
    }

    /// An operation on sources. Never fails: the first error is kept and told when the expression is run.
    pub fn apply(op: Op, src: &[&Expr], attrs: Attrs) -> Expr {
        let failed = src.iter().find_map(|s| s.0.ty.as_ref().err());
        let ty = match failed {
            Some(e) => Err(e.clone()),
            None => {
                let types: SmallVec<[_; 3]> = src.iter().map(|s| s.known().as_ty()).collect();
                infer(op, &types, &attrs)
            }
        };
        Expr::new(Source::Op(op, src.iter().map(|&s| s.clone()).collect(), attrs), ty)
    }

    /// What stands where something cannot be: its error is told when the expression is run.
    pub(crate) fn failed(error: Error) -> Expr {
        Expr::new(Source::Input, Err(error))
    }

    fn known(&self) -> &Type {
        self.0.ty.as_ref().expect("errors were looked for first")
    }

    /// Its type, or the first error made on the way.
    pub fn ty(&self) -> Result<&Type> {
        self.0.ty.as_ref().map_err(Error::clone)
    }

    /// Its dtype; float64 where an error was made.
    pub fn dtype(&self) -> DType {
        self.0.ty.as_ref().map_or(DType::Float64, |t| t.dtype)
    }

    /// Its extents; none where an error was made.
    pub fn shape(&self) -> &[usize] {
        self.0.ty.as_ref().map_or(&[], |t| &t.shape)
    }

    /// What it is made of.
    pub fn source(&self) -> &Source {
        &self.0.source
    }

    /// The operation, if it is one.
    pub fn op(&self) -> Option<Op> {
        if let Source::Op(op, ..) = &self.0.source { Some(op) } else { None }
    }

    /// The sources, none for a leaf.
    pub fn src(&self) -> &[Expr] {
        if let Source::Op(_, src, _) = &self.0.source { src } else { &[] }
    }

    /// The value, once it is known.
    pub fn value(&self) -> Option<&View> {
        self.0.value.get()
    }

    /// Keeps the value; the first one stays.
    pub fn set_value(&self, view: View) {
        let _ = self.0.value.set(view);
    }

    /// Whether both are the same node.
    pub fn is_same(&self, other: &Expr) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The node's address, for maps.
    pub fn key(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// Every node below and itself, sources before users, each once. Iterative, so depth does not matter.
    pub fn topological(&self) -> Vec<Expr> {
        let mut seen = std::collections::HashSet::new();
        let mut out = vec![];
        let mut stack = vec![(self.clone(), false)];
        while let Some((node, expanded)) = stack.pop() {
            if expanded {
                out.push(node);
            } else if seen.insert(node.key()) {
                stack.push((node.clone(), true));
                stack.extend(node.src().iter().rev().map(|s| (s.clone(), false)));
            }
        }
        out
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // A chain of 100,000 nodes would overflow the stack by recursion.
        let Source::Op(_, src, _) = &mut self.source else { return };
        let mut stack: Vec<Expr> = src.drain(..).collect();
        while let Some(expr) = stack.pop() {
            if let Some(mut node) = Arc::into_inner(expr.0)
                && let Source::Op(_, src, _) = &mut node.source
            {
                stack.extend(src.drain(..));
            }
        }
    }
}

impl std::fmt::Debug for Expr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0.source {
            Source::Op(op, src, _) => write!(f, "{}(#{} sources)", op.name, src.len()),
            Source::View(view) => write!(f, "view {:?} {}", view.shape(), view.dtype()),
            Source::Scalar(x) => write!(f, "{x}"),
            Source::Input => write!(f, "input {:?} {}", self.shape(), self.dtype()),
        }
    }
}

/// What rules and composed entries are written with.
impl Expr {
    /// An operation of one operand without attributes.
    pub(crate) fn unary(&self, op: Op) -> Expr {
        Expr::apply(op, &[self], Attrs::new())
    }

    /// A number beside this expression: in its compute dtype, or float64 where integers cannot hold it.
    pub(crate) fn with(&self, value: f64) -> Expr {
        let own = if self.dtype().is_plain() { self.dtype() } else { self.dtype().compute() };
        Expr::scalar(value, if own.is_float() || value.fract() == 0.0 { own } else { DType::Float64 })
    }

    fn reduce(&self, op: Op, axes: &Axes, keepdims: bool, dtype: bool) -> Expr {
        let mut attrs: Attrs = smallvec![Attr::Axes(axes.clone()), Attr::Bool(keepdims)];
        if dtype {
            attrs.push(Attr::None);
        }
        Expr::apply(op, &[self], attrs)
    }

    /// Sum over axes.
    pub fn sum(&self, axes: &Axes, keepdims: bool) -> Expr {
        self.reduce(&ops::SUM, axes, keepdims, true)
    }

    /// Maximum over axes.
    pub fn max(&self, axes: &Axes, keepdims: bool) -> Expr {
        self.reduce(&ops::MAX, axes, keepdims, false)
    }

    /// Minimum over axes.
    pub fn min(&self, axes: &Axes, keepdims: bool) -> Expr {
        self.reduce(&ops::MIN, axes, keepdims, false)
    }

    /// Sum over axes of what is not NaN.
    pub fn nansum(&self, axes: &Axes, keepdims: bool) -> Expr {
        self.reduce(&ops::NANSUM, axes, keepdims, true)
    }

    /// Arithmetic mean over axes.
    pub fn mean(&self, axes: &Axes, keepdims: bool) -> Expr {
        self.reduce(&ops::MEAN, axes, keepdims, false)
    }

    /// `e` to the power.
    pub fn exp(&self) -> Expr {
        self.unary(&ops::EXP)
    }

    /// Natural logarithm.
    pub fn log(&self) -> Expr {
        self.unary(&ops::LOG)
    }

    /// Square root.
    pub fn sqrt(&self) -> Expr {
        self.unary(&ops::SQRT)
    }

    /// The error function.
    pub fn erf(&self) -> Expr {
        self.unary(&ops::ERF)
    }

    /// Sine.
    pub fn sin(&self) -> Expr {
        self.unary(&ops::SIN)
    }

    /// Cosine.
    pub fn cos(&self) -> Expr {
        self.unary(&ops::COS)
    }

    /// The sign: -1, 0 or 1.
    pub fn sign(&self) -> Expr {
        self.unary(&ops::SIGN)
    }

    /// The logistic function.
    pub fn sigmoid(&self) -> Expr {
        self.unary(&ops::SIGMOID)
    }

    /// `self ** other`.
    pub fn power(&self, other: &Expr) -> Expr {
        Expr::apply(&ops::POWER, &[self, other], Attrs::new())
    }

    /// Matrix product.
    pub fn matmul(&self, other: &Expr) -> Expr {
        Expr::apply(&ops::MATMUL, &[self, other], smallvec![Attr::Word("exact")])
    }

    /// `self` where the condition holds, else `other`.
    pub fn select(&self, condition: &Expr, other: &Expr) -> Expr {
        Expr::apply(&ops::WHERE, &[condition, self, other], Attrs::new())
    }

    /// A comparison or other operation of two operands without attributes.
    pub fn binary(&self, op: Op, other: &Expr) -> Expr {
        Expr::apply(op, &[self, other], Attrs::new())
    }

    /// The same values in another dtype.
    pub fn astype(&self, dtype: DType) -> Expr {
        if self.dtype() == dtype && self.0.ty.is_ok() {
            return self.clone();
        }
        Expr::apply(&ops::ASTYPE, &[self], smallvec![Attr::DType(dtype)])
    }

    /// Another shape of as many elements.
    pub fn reshape(&self, shape: &[usize]) -> Expr {
        let shape = shape.iter().map(|&n| n as i64).collect();
        Expr::apply(&ops::RESHAPE, &[self], smallvec![Attr::Ints(shape)])
    }

    /// A larger shape by repetition.
    pub fn broadcast_to(&self, shape: &[usize]) -> Expr {
        let shape = shape.iter().map(|&n| n as i64).collect();
        Expr::apply(&ops::BROADCAST_TO, &[self], smallvec![Attr::Ints(shape)])
    }

    /// Elements of one axis by index.
    pub fn take(&self, indices: &Expr, axis: usize) -> Expr {
        Expr::apply(&ops::TAKE, &[self, indices], smallvec![Attr::Int(axis as i64)])
    }

    /// Axes in another order.
    pub fn permute(&self, axes: &[i64]) -> Expr {
        Expr::apply(&ops::PERMUTE_DIMS, &[self], smallvec![Attr::Ints(axes.into())])
    }

    /// The last two axes exchanged.
    pub fn mt(&self) -> Expr {
        let n = self.shape().len() as i64;
        let mut axes: SmallVec<[i64; 4]> = (0..n).collect();
        if n >= 2 {
            axes.swap(n as usize - 1, n as usize - 2);
        }
        self.permute(&axes)
    }

    /// Summed down to a shape that broadcasts to its own: what undoes a broadcast in a gradient.
    pub fn sum_to(&self, shape: &[usize]) -> Expr {
        if self.shape() == shape {
            return self.clone();
        }
        let lead = self.shape().len() - shape.len();
        let axes: SmallVec<[i64; 4]> = (0..self.shape().len())
            .filter(|&i| i < lead || shape[i - lead] == 1 && self.shape()[i] != 1)
            .map(|i| i as i64)
            .collect();
        self.sum(&Axes::List(axes), false).reshape(shape)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $op:ident;)*) => {$(
        impl std::ops::$trait<&Expr> for &Expr {
            type Output = Expr;

            fn $method(self, other: &Expr) -> Expr {
                self.binary(&ops::$op, other)
            }
        }

        impl std::ops::$trait<Expr> for Expr {
            type Output = Expr;

            fn $method(self, other: Expr) -> Expr {
                self.binary(&ops::$op, &other)
            }
        }

        impl std::ops::$trait<&Expr> for Expr {
            type Output = Expr;

            fn $method(self, other: &Expr) -> Expr {
                self.binary(&ops::$op, other)
            }
        }

        impl std::ops::$trait<Expr> for &Expr {
            type Output = Expr;

            fn $method(self, other: Expr) -> Expr {
                self.binary(&ops::$op, &other)
            }
        }

        impl std::ops::$trait<f64> for &Expr {
            type Output = Expr;

            fn $method(self, other: f64) -> Expr {
                self.binary(&ops::$op, &self.with(other))
            }
        }

        impl std::ops::$trait<f64> for Expr {
            type Output = Expr;

            fn $method(self, other: f64) -> Expr {
                self.binary(&ops::$op, &self.with(other))
            }
        }

        impl std::ops::$trait<&Expr> for f64 {
            type Output = Expr;

            fn $method(self, other: &Expr) -> Expr {
                other.with(self).binary(&ops::$op, other)
            }
        }

        impl std::ops::$trait<Expr> for f64 {
            type Output = Expr;

            fn $method(self, other: Expr) -> Expr {
                other.with(self).binary(&ops::$op, &other)
            }
        }
    )*};
}

operators! {
    Add add ADD;
    Sub sub SUBTRACT;
    Mul mul MULTIPLY;
    Div div DIVIDE;
}

impl std::ops::Neg for &Expr {
    type Output = Expr;

    fn neg(self) -> Expr {
        self.unary(&ops::NEGATIVE)
    }
}

impl std::ops::Neg for Expr {
    type Output = Expr;

    fn neg(self) -> Expr {
        self.unary(&ops::NEGATIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_chain_drops_and_walks_without_recursion() {
        let mut e = Expr::scalar(1.0, DType::Float32);
        for _ in 0..200_000 {
            e = e + 1.0;
        }
        assert_eq!(e.topological().len(), 400_001);
    }

    #[test]
    fn the_first_error_is_kept() {
        let a = Expr::input(Type { shape: smallvec![2], dtype: DType::Float32 });
        let b = Expr::input(Type { shape: smallvec![3], dtype: DType::Float32 });
        let e = ((&a + &b) * 2.0).exp();
        assert!(e.ty().unwrap_err().to_string().starts_with("add: shapes [2] and [3]"));
    }
}
