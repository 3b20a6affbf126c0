//! The factorization into triangles of matrices with pivots of 0, which `faer` divides by.

use super::Number;

/// As [`super::lu()`]; where a column has nothing but zeros to choose from, it stays as it is.
pub(crate) fn factor<T: Number>(a: &[T], [m, n]: [usize; 2], out: &mut [T], rows: &mut [i64]) {
    out.copy_from_slice(a);
    rows.iter_mut().zip(0..).for_each(|(row, i)| *row = i);
    for k in 0..m.min(n) {
        let best = (k..m).fold(k, |best, i| if out[i * n + k].size() > out[best * n + k].size() { i } else { best });
        if best != k {
            (0..n).for_each(|j| out.swap(k * n + j, best * n + j));
            rows.swap(k, best);
        }
        let pivot = out[k * n + k];
        if pivot == T::default() {
            continue;
        }
        for i in k + 1..m {
            let factor = out[i * n + k] / pivot;
            out[i * n + k] = factor;
            for j in k + 1..n {
                let above = out[k * n + j];
                out[i * n + j] -= factor * above;
            }
        }
    }
}
