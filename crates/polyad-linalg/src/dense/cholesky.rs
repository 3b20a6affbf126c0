//! Cholesky factors.

use faer::{MatRef, Side};
use polyad_core::DType;

use super::{Fault, Number, cast, cast_mut, each};

/// The lower factor `l` with `a = l lh`, or the upper one `u` with `a = uh u`, from that triangle of `a`.
/// Errors: [`Fault::NotPositiveDefinite`].
pub fn cholesky(dtype: DType, a: &[u8], n: usize, upper: bool, out: &mut [u8]) -> Result<(), Fault> {
    each!(dtype, T => cholesky_of::<T>(cast(a), n, upper, cast_mut(out)))
}

fn cholesky_of<T: Number>(a: &[T], n: usize, upper: bool, out: &mut [T]) -> Result<(), Fault> {
    out.fill(T::default());
    if n == 0 {
        return Ok(());
    }
    let side = if upper { Side::Upper } else { Side::Lower };
    let factor = MatRef::from_row_major_slice(a, n, n).llt(side).map_err(|_| Fault::NotPositiveDefinite)?;
    let lower = factor.L();
    for i in 0..n {
        for j in 0..=i {
            if upper {
                out[j * n + i] = lower[(i, j)].conjugate();
            } else {
                out[i * n + j] = lower[(i, j)];
            }
        }
    }
    Ok(())
}
