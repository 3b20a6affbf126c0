//! Sums of products over named axes: an equation is read, an order chosen, and each step made of views and one matrix
//! product.
//!
//! A label is a small number: a letter, or an axis under `...`. Sets of labels are bits of one word.

mod equation;
mod order;
mod steps;

pub(crate) use equation::Equation;
pub(crate) use steps::{Term, contract, pair};

/// An axis by name.
pub(crate) type Label = u8;

/// A set of labels.
pub(crate) type Labels = u128;

/// The set of these labels.
pub(crate) fn set(labels: &[Label]) -> Labels {
    labels.iter().fold(0, |set, &label| set | bit(label))
}

fn bit(label: Label) -> Labels {
    1 << label
}
