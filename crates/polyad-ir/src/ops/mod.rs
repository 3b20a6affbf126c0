//! The table: one entry an operation.

use crate::Op;

mod arithmetic;
mod compare;
mod contraction;
mod elementary;
mod movement;
mod nets;
mod reductions;
mod rounding;

pub use arithmetic::*;
pub use compare::*;
pub use contraction::*;
pub use elementary::*;
use movement::narrow;
pub use movement::{BROADCAST_TO, NARROW, PERMUTE_DIMS, RESHAPE};
pub use nets::*;
pub use reductions::*;
pub use rounding::*;

/// Every entry, by family.
pub static ALL: &[Op] = &[
    &ADD,
    &SUBTRACT,
    &MULTIPLY,
    &DIVIDE,
    &FLOOR_DIVIDE,
    &REMAINDER,
    &POWER,
    &MAXIMUM,
    &MINIMUM,
    &NEGATIVE,
    &ABS,
    &SQUARE,
    &RECIPROCAL,
    &SIGN,
    &EQUAL,
    &NOT_EQUAL,
    &LESS,
    &LESS_EQUAL,
    &GREATER,
    &GREATER_EQUAL,
    &LOGICAL_AND,
    &LOGICAL_OR,
    &LOGICAL_XOR,
    &LOGICAL_NOT,
    &WHERE,
    &SQRT,
    &EXP,
    &EXPM1,
    &LOG,
    &LOG1P,
    &SIN,
    &COS,
    &TANH,
    &ERF,
    &FLOOR,
    &CEIL,
    &TRUNC,
    &ROUND,
    &ASTYPE,
    &SUM,
    &PROD,
    &MAX,
    &MIN,
    &MEAN,
    &VAR,
    &MATMUL,
    &TAKE,
    &INDEX_ADD,
    &CONCAT,
    &RESHAPE,
    &PERMUTE_DIMS,
    &BROADCAST_TO,
    &NARROW,
    &SIGMOID,
    &SILU,
    &RELU,
    &GELU,
    &SOFTMAX,
    &LAYER_NORM,
];

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
