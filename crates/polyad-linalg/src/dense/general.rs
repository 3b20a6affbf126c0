//! Eigenvalues of any square matrix: complex, whatever the matrix.

use faer::MatRef;
use faer::linalg::solvers::Eigen;
use faer::traits::RealField;
use num_complex::Complex;
use polyad_core::DType;

use super::{Fault, Number, all_finite, cast, cast_mut, each, nan, tamed};

/// The eigenvectors as columns of length 1, with the eigenvalues as one more column; `out` is complex.
/// Errors: [`Fault::NoConvergence`].
pub fn eig(dtype: DType, a: &[u8], n: usize, out: &mut [u8]) -> Result<(), Fault> {
    each!(dtype, T => eig_of::<T, _>(cast(a), n, cast_mut(out)))
}

/// The eigenvalues; `out` is complex. Errors: [`Fault::NoConvergence`].
pub fn eigvals(dtype: DType, a: &[u8], n: usize, out: &mut [u8]) -> Result<(), Fault> {
    each!(dtype, T => eigvals_of::<T, _>(cast(a), n, cast_mut(out)))
}

fn eig_of<T: Number<Real = R>, R: RealField>(a: &[T], n: usize, out: &mut [Complex<R>]) -> Result<(), Fault>
where
    Complex<R>: Number<Real = R>,
{
    if n == 0 {
        return Ok(());
    }
    if !all_finite(a) {
        out.fill(nan());
        return Ok(());
    }
    let (a, factor) = tamed(a);
    let found: Eigen<R> = MatRef::from_row_major_slice(&a, n, n).eigen().map_err(|_| Fault::NoConvergence)?;
    for j in 0..n {
        let length = (0..n).fold(0.0f64, |sum, i| sum.hypot(found.U()[(i, j)].size()));
        (0..n).for_each(|i| out[i * (n + 1) + j] = found.U()[(i, j)] / Complex::<R>::of(length));
        out[j * (n + 1) + n] = found.S()[j] * Complex::<R>::of(factor);
    }
    Ok(())
}

fn eigvals_of<T: Number<Real = R>, R: RealField>(a: &[T], n: usize, out: &mut [Complex<R>]) -> Result<(), Fault>
where
    Complex<R>: Number<Real = R>,
{
    if n == 0 {
        return Ok(());
    }
    if !all_finite(a) {
        out.fill(nan());
        return Ok(());
    }
    let (a, factor) = tamed(a);
    let found = MatRef::from_row_major_slice(&a, n, n).eigenvalues().map_err(|_| Fault::NoConvergence)?;
    out.iter_mut().zip(&found).for_each(|(out, value)| *out = *value * Complex::<R>::of(factor));
    Ok(())
}
