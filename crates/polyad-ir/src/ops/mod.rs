//! The table: one entry an operation.

use crate::Op;

mod activations;
mod along;
mod arithmetic;
mod attention;
mod bitwise;
mod bounds;
mod compare;
mod complex;
mod contraction;
mod convolution;
mod cosine;
mod division;
mod elementary;
mod extrema;
mod factorizations;
mod fast_convolution;
mod fourier;
mod gated;
mod indexing;
mod joining;
mod losses;
mod matrices;
mod membership;
mod movement;
mod nets;
mod norms;
mod ordering;
mod padding;
mod partial;
mod pooling;
mod power;
mod products;
mod quantiles;
mod reductions;
mod resampling;
mod rounding;
mod running;
mod scans;
mod sign;
mod skipping;
mod special;
mod systems;
mod triangle;
mod trigonometric;

pub use activations::*;
pub use along::*;
pub use arithmetic::*;
pub use attention::*;
pub use bitwise::*;
pub use bounds::*;
pub use compare::*;
pub use complex::*;
pub use contraction::*;
pub use convolution::*;
pub use cosine::{DCT, DST, IDCT, IDST, logical_length};
pub use division::*;
pub use elementary::*;
pub use extrema::*;
pub use factorizations::{CHOLESKY, EIG_PACKED, EIGH_PACKED, EIGVALS, EIGVALSH, QR_PACKED, SVD_PACKED, SVDVALS};
pub use fast_convolution::FFTCONVOLVE;
pub use fourier::*;
pub use gated::*;
pub use indexing::*;
pub use joining::{CONCAT, PAD, REPEAT, ROLL, STACK, TILE, flat_or_axis, rolled, stack_axis, tiled};
pub use losses::*;
pub use matrices::*;
pub use membership::*;
use movement::narrow;
pub use movement::{
    Along, BROADCAST_TO, EXPAND_DIMS, FLIP, FOLD, MATRIX_TRANSPOSE, MOVEAXIS, NARROW, PERMUTE_DIMS, RESHAPE,
    SLIDING_WINDOW_VIEW, SQUEEZE, SWAPAXES, folded,
};
pub use nets::*;
pub use norms::{MATRIX_NORM, VECTOR_NORM};
pub use ordering::*;
pub use padding::*;
pub use partial::*;
pub use pooling::*;
pub use power::*;
pub use products::*;
pub use quantiles::*;
pub use reductions::*;
pub use resampling::*;
pub use rounding::*;
pub use running::*;
pub use scans::*;
pub use sign::*;
pub use skipping::*;
pub use special::*;
pub use systems::{ADJUGATE, DET, EXPM, INV, PINV, SLOGDET_PACKED, SOLVE, SOLVE_TRIANGULAR, SOLVE_TRIDIAGONAL};
pub use triangle::*;
pub use trigonometric::*;

/// The entries of one file, which have a reference page together.
pub struct Family {
    /// The file, and the page.
    pub name: &'static str,
    /// The heading of the page.
    pub title: &'static str,
    /// The entries, in the order of the page.
    pub entries: &'static [Op],
}

/// The families, in the order of the index.
pub static FAMILIES: &[Family] = &[
    Family { name: "arithmetic", title: "Arithmetic", entries: arithmetic::ENTRIES },
    Family { name: "division", title: "Division with a remainder", entries: division::ENTRIES },
    Family { name: "power", title: "Powers", entries: power::ENTRIES },
    Family { name: "extrema", title: "The greater and the lesser", entries: extrema::ENTRIES },
    Family { name: "sign", title: "Signs and magnitudes", entries: sign::ENTRIES },
    Family { name: "complex", title: "Parts of complex numbers", entries: complex::ENTRIES },
    Family { name: "bitwise", title: "Bits and shifts", entries: bitwise::ENTRIES },
    Family { name: "compare", title: "Comparisons, logic and choice", entries: compare::ENTRIES },
    Family { name: "elementary", title: "Roots, exponentials and logarithms", entries: elementary::ENTRIES },
    Family { name: "trigonometric", title: "Trigonometric and hyperbolic functions", entries: trigonometric::ENTRIES },
    Family { name: "special", title: "Special functions", entries: special::ENTRIES },
    Family { name: "bounds", title: "Bounds and interpolation", entries: bounds::ENTRIES },
    Family { name: "rounding", title: "Rounding and casts", entries: rounding::ENTRIES },
    Family { name: "reductions", title: "Reductions", entries: reductions::ENTRIES },
    Family { name: "skipping", title: "Reductions and scans that pass NaN over", entries: skipping::ENTRIES },
    Family { name: "scans", title: "Running sums and differences", entries: scans::ENTRIES },
    Family { name: "running", title: "Running extremes", entries: running::ENTRIES },
    Family { name: "ordering", title: "Sorting and searching", entries: ordering::ENTRIES },
    Family { name: "indexing", title: "Elements by index", entries: indexing::ENTRIES },
    Family { name: "partial", title: "Order in part", entries: partial::ENTRIES },
    Family { name: "quantiles", title: "Quantiles", entries: quantiles::ENTRIES },
    Family { name: "membership", title: "Places in sorted rows and membership", entries: membership::ENTRIES },
    Family { name: "along", title: "Elements along an axis", entries: along::ENTRIES },
    Family { name: "contraction", title: "Products and rows", entries: contraction::ENTRIES },
    Family { name: "products", title: "Sums of products", entries: products::ENTRIES },
    Family { name: "matrices", title: "Chains, powers and diagonals of matrices", entries: matrices::ENTRIES },
    Family { name: "systems", title: "Systems of equations, inverses and determinants", entries: systems::ENTRIES },
    Family { name: "factorizations", title: "Factorizations of matrices", entries: factorizations::ENTRIES },
    Family { name: "norms", title: "Norms", entries: norms::ENTRIES },
    Family { name: "movement", title: "Shapes and views", entries: movement::ENTRIES },
    Family { name: "joining", title: "Joining, repeating and padding", entries: joining::ENTRIES },
    Family { name: "padding", title: "Padding that continues a tensor", entries: padding::ENTRIES },
    Family { name: "convolution", title: "Convolutions", entries: convolution::ENTRIES },
    Family { name: "fourier", title: "Fourier transforms", entries: fourier::ENTRIES },
    Family { name: "cosine", title: "Cosine and sine transforms", entries: cosine::ENTRIES },
    Family {
        name: "fast_convolution",
        title: "Convolutions by Fourier transforms",
        entries: fast_convolution::ENTRIES,
    },
    Family { name: "pooling", title: "Pooling", entries: pooling::ENTRIES },
    Family { name: "resampling", title: "Interpolation between grids", entries: resampling::ENTRIES },
    Family { name: "triangle", title: "Triangles of matrices", entries: triangle::ENTRIES },
    Family { name: "activations", title: "Activations", entries: activations::ENTRIES },
    Family { name: "gated", title: "Gated units", entries: gated::ENTRIES },
    Family { name: "nets", title: "Softmax and normalization", entries: nets::ENTRIES },
    Family { name: "attention", title: "Attention", entries: attention::ENTRIES },
    Family { name: "losses", title: "Losses", entries: losses::ENTRIES },
];

const COUNT: usize = {
    let (mut count, mut i) = (0, 0);
    while i < FAMILIES.len() {
        count += FAMILIES[i].entries.len();
        i += 1;
    }
    count
};

static TABLE: [Op; COUNT] = {
    let mut table: [Op; COUNT] = [FAMILIES[0].entries[0]; COUNT];
    let (mut at, mut i) = (0, 0);
    while i < FAMILIES.len() {
        let mut k = 0;
        while k < FAMILIES[i].entries.len() {
            table[at] = FAMILIES[i].entries[k];
            at += 1;
            k += 1;
        }
        i += 1;
    }
    table
};

/// Every entry, by family.
pub static ALL: &[Op] = &TABLE;

/// Whether an entry is one of linear algebra, which Python has in `polyad.linalg`.
pub fn is_linalg(op: Op) -> bool {
    [systems::ENTRIES, factorizations::ENTRIES, norms::ENTRIES].iter().any(|entries| entries.contains(&op))
}

/// Whether an entry is one of transforms, which Python has in `polyad.fft`.
pub fn is_fft(op: Op) -> bool {
    [fourier::ENTRIES, cosine::ENTRIES, fast_convolution::ENTRIES].iter().any(|entries| entries.contains(&op))
}

/// The module in which Python has an entry.
pub fn module(op: Op) -> &'static str {
    match op {
        _ if is_linalg(op) => "polyad.linalg",
        _ if is_fft(op) => "polyad.fft",
        _ => "polyad",
    }
}

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
