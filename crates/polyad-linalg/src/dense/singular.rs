//! Singular values.

use faer::traits::ext::ComplexFieldExt;
use faer::{Mat, MatRef};
use polyad_core::DType;

use super::{Fault, Number, all_finite, cast, cast_mut, each, nan, put, scale, tamed, turn};

/// The rows of `u`, then the singular values in falling order as one row, then the rows of `v`, for an `m` by `n` matrix
/// `a = u s vt`: `vt` is not conjugated again, it is the third factor transposed. Rows have `width` elements, the greater
/// of `m` and `n` where all columns are wanted, else the lesser; what lies past a factor is 0.
/// Errors: [`Fault::NoConvergence`].
pub fn svd(dtype: DType, a: &[u8], [m, n]: [usize; 2], full: bool, out: &mut [u8]) -> Result<(), Fault> {
    each!(dtype, T => svd_of::<T>(cast(a), [m, n], full, cast_mut(out)))
}

/// The singular values in falling order, real. Errors: [`Fault::NoConvergence`].
pub fn svdvals(dtype: DType, a: &[u8], [m, n]: [usize; 2], out: &mut [u8]) -> Result<(), Fault> {
    each!(dtype, T => svdvals_of::<T>(cast(a), [m, n], cast_mut(out)))
}

fn svd_of<T: Number>(a: &[T], [m, n]: [usize; 2], full: bool, out: &mut [T]) -> Result<(), Fault> {
    let k = m.min(n);
    let width = if full { m.max(n) } else { k };
    out.fill(T::default());
    let (u, rest) = out.split_at_mut(m * width);
    let (s, v) = rest.split_at_mut(width);
    if k == 0 {
        (0..m.min(width)).for_each(|i| u[i * width + i] = T::one_impl());
        (0..n.min(width)).for_each(|i| v[i * width + i] = T::one_impl());
        return Ok(());
    }
    if !all_finite(a) {
        out.fill(nan());
        return Ok(());
    }
    let (a, factor) = tamed(a);
    let a = MatRef::from_row_major_slice(&a, m, n);
    let found = if full { a.svd() } else { a.thin_svd() }.map_err(|_| Fault::NoConvergence)?;
    put(found.U(), u, width);
    (0..k).for_each(|i| s[i] = found.S()[i] * T::of(factor));
    let from = found.V();
    for i in 0..from.nrows() {
        for j in 0..from.ncols() {
            v[i * width + j] = from[(i, j)].conjugate();
        }
    }
    for j in 0..k {
        let by = turn(u, width, j);
        scale(u, width, j, by);
        scale(v, width, j, by.conjugate());
    }
    Ok(())
}

fn svdvals_of<T: Number>(a: &[T], [m, n]: [usize; 2], out: &mut [T::Real]) -> Result<(), Fault> {
    if m.min(n) == 0 {
        return Ok(());
    }
    if !all_finite(a) {
        out.fill(faer::traits::math_utils::nan());
        return Ok(());
    }
    let (a, factor) = tamed(a);
    let found = MatRef::from_row_major_slice(&a, m, n).singular_values().map_err(|_| Fault::NoConvergence)?;
    let factor = T::of(factor).real();
    out.iter_mut().zip(&found).for_each(|(out, value)| *out = value * &factor);
    Ok(())
}

/// `u`, `s` and `vh` of a finite square matrix, each row-major.
pub(crate) type Parts<T> = (Vec<T>, Vec<T>, Vec<T>);

/// The factors of a finite square matrix.
pub(crate) fn parts<T: Number>(a: &[T], n: usize) -> Result<Parts<T>, Fault> {
    let found = MatRef::from_row_major_slice(a, n, n).svd().map_err(|_| Fault::NoConvergence)?;
    let (u, v) = (found.U(), found.V());
    let mut left = vec![T::default(); n * n];
    put(u, &mut left, n);
    let right = (0..n * n).map(|at| v[(at % n, at / n)].conjugate()).collect();
    Ok((left, (0..n).map(|i| found.S()[i]).collect(), right))
}

/// The Moore-Penrose inverse of an `m` by `n` matrix: singular values up to `rtol`, one element of the dtype, times the
/// greatest count as 0. Errors: [`Fault::NoConvergence`].
pub fn pinv(dtype: DType, a: &[u8], [m, n]: [usize; 2], rtol: &[u8], out: &mut [u8]) -> Result<(), Fault> {
    each!(dtype, T => pinv_of::<T>(cast(a), [m, n], cast::<T>(rtol)[0].re(), cast_mut(out)))
}

fn pinv_of<T: Number>(a: &[T], [m, n]: [usize; 2], rtol: f64, out: &mut [T]) -> Result<(), Fault> {
    if m.min(n) == 0 {
        return Ok(());
    }
    if !all_finite(a) {
        out.fill(nan());
        return Ok(());
    }
    let (a, factor) = tamed(a);
    let found = MatRef::from_row_major_slice(&a, m, n).thin_svd().map_err(|_| Fault::NoConvergence)?;
    let (u, s, v) = (found.U(), found.S(), found.V());
    let cut = rtol * s[0].re();
    let kept = (0..m.min(n)).take_while(|&k| s[k].re() > cut).count();
    let scaled = Mat::from_fn(n, kept, |i, k| v[(i, k)] / s[k] / T::of(factor));
    put((scaled * u.subcols(0, kept).adjoint()).as_ref(), out, m);
    Ok(())
}
