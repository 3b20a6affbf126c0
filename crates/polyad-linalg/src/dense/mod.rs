//! Factorizations of one dense matrix by `faer`, on the calling thread: a caller with many matrices shares them out.
//!
//! Matrices are row-major, as bytes of float32, float64, complex64 or complex128, aligned to their elements. Where a result
//! is found by iteration, a matrix with a NaN or an infinity gives NaN and is not iterated on.

use std::borrow::Cow;

use bytemuck::Pod;
use faer::MatRef;
use faer::traits::ComplexField;
use num_complex::{Complex32, Complex64};

mod cholesky;
mod exponential;
mod general;
mod lu;
mod orthogonal;
mod plain_lu;
mod singular;
mod symmetric;
mod triangular;
mod tridiagonal;

pub use cholesky::cholesky;
pub use exponential::expm;
pub use general::{eig, eigvals};
pub use lu::{adjugate, det, inv, lu, slogdet, solve};
pub use orthogonal::qr;
pub use singular::{pinv, svd, svdvals};
pub use symmetric::{eigh, eigvalsh};
pub use triangular::solve_triangular;
pub use tridiagonal::solve_tridiagonal;

/// Why a matrix has no such result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A pivot is 0.
    Singular,
    /// A pivot of a Cholesky factorization is not above 0.
    NotPositiveDefinite,
    /// An iteration did not end.
    NoConvergence,
}

/// An element of a matrix.
pub(crate) trait Number:
    ComplexField
    + Pod
    + Default
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
    + std::ops::Neg<Output = Self>
{
    /// The number that a real one is.
    fn of(real: f64) -> Self;

    /// The magnitude, in which no square overflows.
    fn size(self) -> f64;

    /// The real part.
    fn re(self) -> f64;

    /// With the other sign of the imaginary part.
    fn conjugate(self) -> Self;
}

macro_rules! numbers {
    ($($real:ty, $complex:ty;)*) => {$(
        impl Number for $real {
            fn of(real: f64) -> Self {
                real as $real
            }

            fn size(self) -> f64 {
                f64::from(self.abs())
            }

            fn re(self) -> f64 {
                f64::from(self)
            }

            fn conjugate(self) -> Self {
                self
            }
        }

        impl Number for $complex {
            fn of(real: f64) -> Self {
                <$complex>::new(real as $real, 0.0)
            }

            fn size(self) -> f64 {
                f64::from(self.re).hypot(f64::from(self.im))
            }

            fn re(self) -> f64 {
                f64::from(self.re)
            }

            fn conjugate(self) -> Self {
                self.conj()
            }
        }
    )*};
}

numbers! {
    f32, Complex32;
    f64, Complex64;
}

/// Runs an expression with a name for the element type of a dtype.
macro_rules! each {
    ($dtype:expr, $T:ident => $call:expr) => {
        match $dtype {
            polyad_core::DType::Float32 => {
                type $T = f32;
                $call
            }
            polyad_core::DType::Float64 => {
                type $T = f64;
                $call
            }
            polyad_core::DType::Complex64 => {
                type $T = num_complex::Complex32;
                $call
            }
            polyad_core::DType::Complex128 => {
                type $T = num_complex::Complex64;
                $call
            }
            other => panic!("{other} is not factorized: callers convert it first"),
        }
    };
}
use each;

/// Bytes as elements.
fn cast<T: Pod>(bytes: &[u8]) -> &[T] {
    bytemuck::cast_slice(bytes)
}

/// Bytes as elements to write.
fn cast_mut<T: Pod>(bytes: &mut [u8]) -> &mut [T] {
    bytemuck::cast_slice_mut(bytes)
}

/// Whether no element is NaN or infinite.
fn all_finite<T: Number>(a: &[T]) -> bool {
    a.iter().all(|x| x.is_finite_number())
}

/// [`ComplexField`] has this for references under a name that floats have too.
trait Finite {
    fn is_finite_number(&self) -> bool;
}

impl<T: Number> Finite for T {
    fn is_finite_number(&self) -> bool {
        T::is_finite_impl(self)
    }
}

/// NaN, also where a value has two parts.
fn nan<T: Number>() -> T {
    T::nan_impl()
}

/// A matrix whose squares neither overflow nor vanish, and the power of 2 that it was divided by; 1 where it is such a one.
fn tamed<T: Number>(a: &[T]) -> (Cow<'_, [T]>, f64) {
    let greatest = a.iter().map(|x| x.size()).fold(0.0, f64::max);
    if greatest == 0.0 || (1e-10..1e10).contains(&greatest) {
        return (Cow::Borrowed(a), 1.0);
    }
    // Further the factor itself, or its inverse, would not be a number of the dtype.
    let most = if size_of::<T::Real>() == 4 { 120.0 } else { 1000.0 };
    let factor = greatest.log2().floor().clamp(-most, most).exp2();
    let by = T::of(1.0 / factor);
    (a.iter().map(|&x| x * by).collect(), factor)
}

/// What turns a vector, column `j` of rows of `stride` elements, so that its first element at least half as large as the
/// greatest is real and positive: else rounding would decide on the sign.
fn turn<T: Number>(rows: &[T], stride: usize, j: usize) -> T {
    let column = || rows.iter().skip(j).step_by(stride);
    let greatest = column().map(|x| x.size()).fold(0.0, f64::max);
    match column().find(|x| x.size() >= 0.5 * greatest) {
        Some(x) if greatest > 0.0 => x.conjugate() / T::of(x.size()),
        _ => T::one_impl(),
    }
}

/// Multiplies column `j` of rows of `stride` elements by a number.
fn scale<T: Number>(rows: &mut [T], stride: usize, j: usize, by: T) {
    rows.iter_mut().skip(j).step_by(stride).for_each(|x| *x *= by);
}

/// Writes a matrix row by row, each row at a distance of `stride` from the one before.
fn put<T: Number>(from: MatRef<'_, T>, out: &mut [T], stride: usize) {
    for i in 0..from.nrows() {
        for j in 0..from.ncols() {
            out[i * stride + j] = from[(i, j)];
        }
    }
}
