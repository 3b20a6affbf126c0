//! Eigenvalues of matrices that equal their own conjugate transpose.

use faer::traits::ext::ComplexFieldExt;
use faer::{MatRef, Side};
use polyad_core::DType;

use super::{Fault, Number, all_finite, cast, cast_mut, each, nan, put, scale, tamed, turn};

/// The eigenvectors as columns, with the eigenvalues in rising order as one more column, from one triangle of `a`.
/// Errors: [`Fault::NoConvergence`].
pub fn eigh(dtype: DType, a: &[u8], n: usize, upper: bool, out: &mut [u8]) -> Result<(), Fault> {
    each!(dtype, T => eigh_of::<T>(cast(a), n, upper, cast_mut(out)))
}

/// The eigenvalues in rising order, real. Errors: [`Fault::NoConvergence`].
pub fn eigvalsh(dtype: DType, a: &[u8], n: usize, upper: bool, out: &mut [u8]) -> Result<(), Fault> {
    each!(dtype, T => eigvalsh_of::<T>(cast(a), n, upper, cast_mut(out)))
}

fn side(upper: bool) -> Side {
    if upper { Side::Upper } else { Side::Lower }
}

fn eigh_of<T: Number>(a: &[T], n: usize, upper: bool, out: &mut [T]) -> Result<(), Fault> {
    if n == 0 {
        return Ok(());
    }
    if !all_finite(a) {
        out.fill(nan());
        return Ok(());
    }
    let (a, factor) = tamed(a);
    let found = MatRef::from_row_major_slice(&a, n, n).self_adjoint_eigen(side(upper));
    let found = found.map_err(|_| Fault::NoConvergence)?;
    put(found.U(), out, n + 1);
    for j in 0..n {
        let by = turn(out, n + 1, j);
        scale(out, n + 1, j, by);
    }
    (0..n).for_each(|i| out[i * (n + 1) + n] = T::of(found.S()[i].re() * factor));
    Ok(())
}

fn eigvalsh_of<T: Number>(a: &[T], n: usize, upper: bool, out: &mut [T::Real]) -> Result<(), Fault> {
    if n == 0 {
        return Ok(());
    }
    if !all_finite(a) {
        out.fill(faer::traits::math_utils::nan());
        return Ok(());
    }
    let (a, factor) = tamed(a);
    let found = MatRef::from_row_major_slice(&a, n, n).self_adjoint_eigenvalues(side(upper));
    let factor = T::of(factor).real();
    out.iter_mut().zip(&found.map_err(|_| Fault::NoConvergence)?).for_each(|(out, value)| *out = value * &factor);
    Ok(())
}
