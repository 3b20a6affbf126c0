//! Adapters to kept crates of numerics, on slices: dense factorizations.

pub mod dense;
