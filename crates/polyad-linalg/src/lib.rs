//! Adapters to kept crates of numerics, on slices: dense factorizations and Fourier transforms.

pub mod dense;
pub mod fft;
