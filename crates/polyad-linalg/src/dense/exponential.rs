//! The exponential of a matrix: N. J. Higham, The scaling and squaring method for the matrix exponential revisited (2005).

use faer::{Mat, MatRef};
use polyad_core::DType;

use super::{Number, all_finite, cast, cast_mut, each, nan, put};

/// The coefficients of the numerator of the Padé approximant of degree 13.
const PADE: [f64; 14] = [
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
    670442572800.0,
    33522128640.0,
    1323241920.0,
    40840800.0,
    960960.0,
    16380.0,
    182.0,
    1.0,
];

/// The greatest sum of a column at which that approximant is exact to float64.
const THETA: f64 = 5.371920351148152;

/// The exponential.
pub fn expm(dtype: DType, a: &[u8], n: usize, out: &mut [u8]) {
    each!(dtype, T => expm_of::<T>(cast(a), n, cast_mut(out)));
}

fn expm_of<T: Number>(a: &[T], n: usize, out: &mut [T]) {
    if n == 0 {
        return;
    }
    let norm = (0..n).map(|j| (0..n).map(|i| a[i * n + j].size()).sum()).fold(0.0, f64::max);
    if !all_finite(a) || !f64::is_finite(norm) {
        out.fill(nan());
        return;
    }
    let halvings = if norm > THETA { (norm / THETA).log2().ceil() as i32 } else { 0 };
    let a = MatRef::from_row_major_slice(a, n, n);
    let scale = T::of(0.5f64.powi(halvings));
    let x = Mat::from_fn(n, n, |i, j| a[(i, j)] * scale);
    let one = Mat::<T>::identity(n, n);
    let x2 = &x * &x;
    let x4 = &x2 * &x2;
    let x6 = &x4 * &x2;
    let sum = |at: [usize; 4]| {
        Mat::from_fn(n, n, |i, j| {
            let term = |k: usize, x: &Mat<T>| T::of(PADE[at[k]]) * x[(i, j)];
            term(0, &x6) + term(1, &x4) + term(2, &x2) + term(3, &one)
        })
    };
    let high = |at: [usize; 3]| {
        Mat::from_fn(n, n, |i, j| {
            let term = |k: usize, x: &Mat<T>| T::of(PADE[at[k]]) * x[(i, j)];
            term(0, &x6) + term(1, &x4) + term(2, &x2)
        })
    };
    let odd = &x * (&x6 * high([13, 11, 9]) + sum([7, 5, 3, 1]));
    let even = &x6 * high([12, 10, 8]) + sum([6, 4, 2, 0]);
    let lu = (&even - &odd).partial_piv_lu();
    let mut result = faer::linalg::solvers::Solve::solve(&lu, &even + &odd);
    for _ in 0..halvings {
        result = &result * &result;
    }
    put(result.as_ref(), out, n);
}
