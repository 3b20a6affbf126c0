//! The table: one entry an operation.

use crate::Op;

mod activations;
mod along;
mod arithmetic;
mod bitwise;
mod bounds;
mod compare;
mod complex;
mod contraction;
mod division;
mod elementary;
mod extrema;
mod joining;
mod movement;
mod nets;
mod ordering;
mod power;
mod reductions;
mod rounding;
mod scans;
mod sign;
mod skipping;
mod triangle;
mod trigonometric;

pub use activations::*;
pub use along::*;
pub use arithmetic::*;
pub use bitwise::*;
pub use bounds::*;
pub use compare::*;
pub use complex::*;
pub use contraction::*;
pub use division::*;
pub use elementary::*;
pub use extrema::*;
pub use joining::{CONCAT, PAD, REPEAT, ROLL, STACK, TILE, flat_or_axis, rolled, stack_axis, tiled};
use movement::narrow;
pub use movement::{
    BROADCAST_TO, EXPAND_DIMS, FLIP, MATRIX_TRANSPOSE, MOVEAXIS, NARROW, PERMUTE_DIMS, RESHAPE, SLIDING_WINDOW_VIEW,
    SQUEEZE, SWAPAXES,
};
pub use nets::*;
pub use ordering::*;
pub use power::*;
pub use reductions::*;
pub use rounding::*;
pub use scans::*;
pub use sign::*;
pub use skipping::*;
pub use triangle::*;
pub use trigonometric::*;

/// The files, in the order of the reference page.
const FAMILIES: &[&[Op]] = &[
    arithmetic::ENTRIES,
    division::ENTRIES,
    power::ENTRIES,
    extrema::ENTRIES,
    sign::ENTRIES,
    complex::ENTRIES,
    bitwise::ENTRIES,
    compare::ENTRIES,
    elementary::ENTRIES,
    trigonometric::ENTRIES,
    bounds::ENTRIES,
    rounding::ENTRIES,
    reductions::ENTRIES,
    skipping::ENTRIES,
    scans::ENTRIES,
    ordering::ENTRIES,
    along::ENTRIES,
    contraction::ENTRIES,
    movement::ENTRIES,
    joining::ENTRIES,
    triangle::ENTRIES,
    activations::ENTRIES,
    nets::ENTRIES,
];

const COUNT: usize = {
    let (mut count, mut i) = (0, 0);
    while i < FAMILIES.len() {
        count += FAMILIES[i].len();
        i += 1;
    }
    count
};

static TABLE: [Op; COUNT] = {
    let mut table: [Op; COUNT] = [FAMILIES[0][0]; COUNT];
    let (mut at, mut i) = (0, 0);
    while i < FAMILIES.len() {
        let mut k = 0;
        while k < FAMILIES[i].len() {
            table[at] = FAMILIES[i][k];
            at += 1;
            k += 1;
        }
        i += 1;
    }
    table
};

/// Every entry, by family.
pub static ALL: &[Op] = &TABLE;

/// The entry of a name or alias.
pub fn find(name: &str) -> Option<Op> {
    ALL.iter().copied().find(|op| op.name == name || op.aliases.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Args, Grad, Meaning};

    #[test]
    fn every_entry_is_written_whole() {
        let mut seen = std::collections::HashSet::new();
        for op in ALL {
            assert!(seen.insert(op.name), "{} stands twice", op.name);
            for alias in op.aliases {
                assert!(seen.insert(alias), "{alias} stands twice");
            }
            assert!(op.summary.ends_with('.') && !op.source.is_empty(), "{}", op.name);
            assert!(!matches!((&op.grad, &op.meaning), (Grad::FromMeaning, m) if !matches!(m, Meaning::Composed(_))));
            if let Args::Fixed(names) = op.args {
                for (operands, _) in op.check.points {
                    assert_eq!(operands.len(), names.len(), "{}", op.name);
                }
            }
            let mut optional = false;
            for p in op.params {
                optional |= p.default.is_some();
                assert!(!optional || p.default.is_some(), "{}: required parameters come first", op.name);
            }
        }
        assert_eq!(find("mul").unwrap().name, "multiply");
    }
}
