//! Systems whose matrix has three diagonals: elimination with rows exchanged, O(n).

use polyad_core::DType;

use super::{Fault, Number, cast, cast_mut, each};

/// The solution of `a x = b` for the matrix with `diagonals`: below the main one (row `i` has element `i`, the first is not
/// read), the main one, and above it (the last is not read). Errors: [`Fault::Singular`].
pub fn solve_tridiagonal(
    dtype: DType,
    diagonals: [&[u8]; 3],
    n: usize,
    (b, columns): (&[u8], usize),
    out: &mut [u8],
) -> Result<(), Fault> {
    each!(dtype, T => solve_of::<T>(diagonals.map(cast), n, (cast(b), columns), cast_mut(out)))
}

fn solve_of<T: Number>(
    [below, main, above]: [&[T]; 3],
    n: usize,
    (b, columns): (&[T], usize),
    x: &mut [T],
) -> Result<(), Fault> {
    x.copy_from_slice(b);
    if n == 0 {
        return Ok(());
    }
    let zero = T::default();
    // Row i of the triangle that is left: its elements at i, i + 1 and i + 2.
    let mut rows: Vec<[T; 3]> = vec![[zero; 3]; n];
    let mut open = [main[0], if n > 1 { above[0] } else { zero }, zero];
    for i in 0..n {
        let mut next = [zero; 3];
        if i + 1 < n {
            next = [below[i + 1], main[i + 1], if i + 2 < n { above[i + 1] } else { zero }];
            if next[0].size() > open[0].size() {
                std::mem::swap(&mut open, &mut next);
                (0..columns).for_each(|j| x.swap(i * columns + j, (i + 1) * columns + j));
            }
        }
        if open[0] == zero {
            return Err(Fault::Singular);
        }
        rows[i] = open;
        if i + 1 < n {
            let factor = next[0] / open[0];
            open = [next[1] - factor * open[1], next[2] - factor * open[2], zero];
            for j in 0..columns {
                let above = x[i * columns + j];
                x[(i + 1) * columns + j] -= factor * above;
            }
        }
    }
    for i in (0..n).rev() {
        for j in 0..columns {
            let mut sum = x[i * columns + j];
            for ahead in 1..=2usize.min(n - 1 - i) {
                sum -= rows[i][ahead] * x[(i + ahead) * columns + j];
            }
            x[i * columns + j] = sum / rows[i][0];
        }
    }
    Ok(())
}
