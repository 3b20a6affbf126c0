//! Systems whose matrix is a triangle.

use faer::linalg::triangular_solve as by;
use faer::{MatMut, MatRef, Par};
use polyad_core::DType;

use super::{Fault, Number, cast, cast_mut, each};

/// The solution of `a x = b` for one triangle of `a`; with `unit` its diagonal counts as ones. Errors: [`Fault::Singular`].
pub fn solve_triangular(
    dtype: DType,
    (a, n): (&[u8], usize),
    (b, columns): (&[u8], usize),
    [upper, unit]: [bool; 2],
    out: &mut [u8],
) -> Result<(), Fault> {
    each!(dtype, T => solve_of::<T>((cast(a), n), (cast(b), columns), [upper, unit], cast_mut(out)))
}

fn solve_of<T: Number>(
    (a, n): (&[T], usize),
    (b, columns): (&[T], usize),
    [upper, unit]: [bool; 2],
    out: &mut [T],
) -> Result<(), Fault> {
    out.copy_from_slice(b);
    if n == 0 || columns == 0 {
        return Ok(());
    }
    if !unit && (0..n).any(|i| a[i * n + i] == T::default()) {
        return Err(Fault::Singular);
    }
    let (a, x) = (MatRef::from_row_major_slice(a, n, n), MatMut::from_row_major_slice_mut(out, n, columns));
    match (upper, unit) {
        (false, false) => by::solve_lower_triangular_in_place(a, x, Par::Seq),
        (false, true) => by::solve_unit_lower_triangular_in_place(a, x, Par::Seq),
        (true, false) => by::solve_upper_triangular_in_place(a, x, Par::Seq),
        (true, true) => by::solve_unit_upper_triangular_in_place(a, x, Par::Seq),
    }
    Ok(())
}
