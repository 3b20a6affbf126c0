//! A matrix as one with orthogonal columns times a triangle.

use faer::MatRef;
use polyad_core::DType;

use super::{Number, cast, cast_mut, each, put};

/// `q` of `k` columns and `r` of `k` rows with `a = q r`, for an `m` by `n` matrix: `k` is `m`, or the lesser of both.
pub fn qr(dtype: DType, a: &[u8], [m, n]: [usize; 2], k: usize, q: &mut [u8], r: &mut [u8]) {
    each!(dtype, T => qr_of::<T>(cast(a), [m, n], k, cast_mut(q), cast_mut(r)));
}

fn qr_of<T: Number>(a: &[T], [m, n]: [usize; 2], k: usize, q: &mut [T], r: &mut [T]) {
    r.fill(T::default());
    if m.min(n) == 0 {
        q.fill(T::default());
        (0..k.min(m)).for_each(|i| q[i * k + i] = T::one_impl());
        return;
    }
    let qr = MatRef::from_row_major_slice(a, m, n).qr();
    let columns = if k == m { qr.compute_Q() } else { qr.compute_thin_Q() };
    put(columns.as_ref(), q, k);
    let triangle = qr.thin_R();
    for i in 0..m.min(n) {
        for j in i..n {
            r[i * n + j] = triangle[(i, j)];
        }
    }
}
