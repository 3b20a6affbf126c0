//! Steps of a contraction: sums, views, and one product of two operands.

use smallvec::{SmallVec, smallvec};

use super::{Equation, Label, Labels, bit, order, set};
use crate::attr::{Attr, Axes};
use crate::{Expr, ops};

/// An expression whose axes have names.
#[derive(Clone)]
pub(crate) struct Term {
    pub(crate) expr: Expr,
    pub(crate) labels: Vec<Label>,
}

/// The value of an equation.
pub(crate) fn contract(equation: &Equation, operands: &[Expr]) -> Expr {
    let output = &equation.output;
    let named = operands.iter().zip(&equation.inputs);
    let mut terms: Vec<Term> = named
        .map(|(x, labels)| Term { expr: x.clone(), labels: labels.clone() }.diagonals().narrowed(equation))
        .collect();
    let sets: Vec<Labels> = terms.iter().map(|t| set(&t.labels)).collect();
    let extent = |label| equation.extent(label) as f64;
    for [i, j] in order::plan(&sets, set(output), &extent) {
        let b = terms.remove(j);
        let a = terms.remove(i);
        let keep = terms.iter().fold(set(output), |labels, t| labels | set(&t.labels));
        terms.push(pair(a, b, keep, output));
    }
    let last = terms.pop().expect("an equation has operands");
    last.kept(set(output)).permuted(output)
}

/// The product of two, summed over the labels that are not in `keep`; axes come in the order of `hint` where that is free.
pub(crate) fn pair(a: Term, b: Term, keep: Labels, hint: &[Label]) -> Term {
    let own = |t: &Term, other: &Term| keep | set(&other.labels) & set(&t.labels);
    let (a_keep, b_keep) = (own(&a, &b), own(&b, &a));
    let (a, b) = (a.kept(a_keep), b.kept(b_keep));
    let (in_a, in_b) = (set(&a.labels), set(&b.labels));
    let summed = in_a & in_b & !keep;
    if summed == 0 {
        return multiplied(&a, &b, hint);
    }
    // The operand whose own axes come first in the result is the left one: then the result is in order.
    let place = |only: Labels| hint.iter().position(|&l| only & bit(l) != 0).unwrap_or(usize::MAX);
    let (a, b) = if place(in_b & !in_a) < place(in_a & !in_b) { (b, a) } else { (a, b) };
    let (in_a, in_b) = (set(&a.labels), set(&b.labels));
    let chosen = |t: &Term, labels: Labels| t.labels.iter().copied().filter(|&l| labels & bit(l) != 0).collect();
    let batch: Vec<Label> = chosen(&a, in_a & in_b & keep);
    let (rows, columns): (Vec<Label>, Vec<Label>) = (chosen(&a, in_a & !in_b), chosen(&b, in_b & !in_a));
    // Axes that are merged in the order in which the larger operand has them, which then need not be copied.
    let larger = if a.size() >= b.size() { &a } else { &b };
    let inner: Vec<Label> = chosen(larger, summed);
    let left = a.matrix(&batch, &rows, &inner);
    let right = b.matrix(&batch, &inner, &columns);
    let mut shape: Vec<usize> = batch.iter().chain(&rows).map(|&l| a.extent(l)).collect();
    shape.extend(columns.iter().map(|&l| b.extent(l)));
    let expr = left.matmul(&right).reshape(&shape);
    Term { expr, labels: [batch, rows, columns].concat() }
}

/// The product of two, element by element.
fn multiplied(a: &Term, b: &Term, hint: &[Label]) -> Term {
    let all = set(&a.labels) | set(&b.labels);
    let mut labels: Vec<Label> = hint.iter().copied().filter(|&l| all & bit(l) != 0).collect();
    for &label in a.labels.iter().chain(&b.labels) {
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    Term { expr: a.beside(&labels) * b.beside(&labels), labels }
}

impl Term {
    fn size(&self) -> usize {
        self.expr.shape().iter().product()
    }

    fn extent(&self, label: Label) -> usize {
        self.labels.iter().position(|&l| l == label).map_or(1, |at| self.expr.shape()[at])
    }

    /// Labels that stand twice become those of a diagonal.
    fn diagonals(mut self) -> Term {
        let twice = |labels: &[Label]| {
            let second = (1..labels.len()).find(|&j| labels[..j].contains(&labels[j]))?;
            labels.iter().position(|l| *l == labels[second]).map(|first| (first, second))
        };
        while let Some((i, j)) = twice(&self.labels) {
            let attrs = smallvec![Attr::Int(0), Attr::Int(i as i64), Attr::Int(j as i64)];
            self.expr = Expr::apply(&ops::DIAGONAL, &[&self.expr], attrs);
            let label = self.labels.remove(j);
            self.labels.remove(i);
            self.labels.push(label);
        }
        self
    }

    /// Without the axes of extent 1 that are longer elsewhere.
    fn narrowed(self, equation: &Equation) -> Term {
        let shape = self.expr.shape();
        let fits = |at: usize| shape[at] == equation.extent(self.labels[at]);
        if (0..shape.len()).all(fits) {
            return self;
        }
        let kept: Vec<usize> = (0..shape.len()).filter(|&at| fits(at)).collect();
        let extents: Vec<usize> = kept.iter().map(|&at| shape[at]).collect();
        Term { expr: self.expr.reshape(&extents), labels: kept.iter().map(|&at| self.labels[at]).collect() }
    }

    /// Summed over the labels that are not kept.
    fn kept(self, keep: Labels) -> Term {
        let axes: SmallVec<[i64; 4]> =
            (0..self.labels.len()).filter(|&at| keep & bit(self.labels[at]) == 0).map(|at| at as i64).collect();
        if axes.is_empty() {
            return self;
        }
        // Sums of integers come in 64 bits; what wraps once may wrap before.
        let expr = self.expr.sum(&Axes::List(axes), false).astype(self.expr.dtype());
        Term { expr, labels: self.labels.into_iter().filter(|&l| keep & bit(l) != 0).collect() }
    }

    /// The axes of these labels, in their order.
    pub(crate) fn permuted(&self, labels: &[Label]) -> Expr {
        if labels == self.labels {
            return self.expr.clone();
        }
        let place =
            |label: &Label| self.labels.iter().position(|l| l == label).expect("the label is this term's") as i64;
        self.expr.permute(&labels.iter().map(place).collect::<Vec<_>>())
    }

    /// With an axis for each of these labels, of extent 1 where it has none.
    fn beside(&self, labels: &[Label]) -> Expr {
        let own: Vec<Label> = labels.iter().copied().filter(|l| self.labels.contains(l)).collect();
        let shape: Vec<usize> = labels.iter().map(|&l| self.extent(l)).collect();
        let expr = self.permuted(&own);
        if shape == expr.shape() { expr } else { expr.reshape(&shape) }
    }

    /// Matrices over the axes of a batch: rows and columns are each one axis.
    fn matrix(&self, batch: &[Label], rows: &[Label], columns: &[Label]) -> Expr {
        let expr = self.permuted(&[batch, rows, columns].concat());
        let count = |labels: &[Label]| labels.iter().map(|&l| self.extent(l)).product::<usize>();
        let mut shape: Vec<usize> = batch.iter().map(|&l| self.extent(l)).collect();
        shape.extend([count(rows), count(columns)]);
        if shape == expr.shape() { expr } else { expr.reshape(&shape) }
    }
}
