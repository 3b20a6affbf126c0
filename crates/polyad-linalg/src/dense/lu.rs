//! What comes from a factorization into triangles, with rows exchanged.

use faer::linalg::solvers::{DenseSolveCore, PartialPivLu, Solve};
use faer::{MatMut, MatRef};
use polyad_core::DType;

use super::{Fault, Number, all_finite, cast, cast_mut, each, nan, plain_lu, put, singular};

/// The solution of `a x = b` for `b` of `columns` columns. Errors: [`Fault::Singular`].
pub fn solve(dtype: DType, a: &[u8], n: usize, b: &[u8], columns: usize, out: &mut [u8]) -> Result<(), Fault> {
    each!(dtype, T => solve_of::<T>(cast(a), n, cast(b), columns, cast_mut(out)))
}

/// The inverse. Errors: [`Fault::Singular`].
pub fn inv(dtype: DType, a: &[u8], n: usize, out: &mut [u8]) -> Result<(), Fault> {
    each!(dtype, T => inv_of::<T>(cast(a), n, cast_mut(out)))
}

/// The determinant; 1 of nothing.
pub fn det(dtype: DType, a: &[u8], n: usize, out: &mut [u8]) {
    each!(dtype, T => cast_mut::<T>(out)[0] = det_of::<T>(cast(a), n));
}

/// The sign of the determinant and the logarithm of its magnitude.
pub fn slogdet(dtype: DType, a: &[u8], n: usize, out: &mut [u8]) {
    each!(dtype, T => slogdet_of::<T>(cast(a), n, cast_mut(out)));
}

/// The determinant times the inverse, also where there is no inverse: the gradient of the determinant, transposed.
/// Errors: [`Fault::NoConvergence`].
pub fn adjugate(dtype: DType, a: &[u8], n: usize, out: &mut [u8]) -> Result<(), Fault> {
    each!(dtype, T => adjugate_of::<T>(cast(a), n, cast_mut(out)))
}

/// The factors of an `m` by `n` matrix side by side, `l` below the diagonal with ones on it and `u` above, and for each of
/// their rows the row of `a` that it stands for.
pub fn lu(dtype: DType, a: &[u8], [m, n]: [usize; 2], out: &mut [u8], rows: &mut [i64]) {
    each!(dtype, T => lu_of::<T>(cast(a), [m, n], cast_mut(out), rows));
}

fn factor<T: Number>(a: &[T], n: usize) -> PartialPivLu<T> {
    MatRef::from_row_major_slice(a, n, n).partial_piv_lu()
}

fn is_singular<T: Number>(lu: &PartialPivLu<T>, n: usize) -> bool {
    (0..n).any(|i| lu.U()[(i, i)] == T::default())
}

fn solve_of<T: Number>(a: &[T], n: usize, b: &[T], columns: usize, out: &mut [T]) -> Result<(), Fault> {
    out.copy_from_slice(b);
    if n == 0 || columns == 0 {
        return Ok(());
    }
    let lu = factor(a, n);
    if is_singular(&lu, n) {
        return Err(Fault::Singular);
    }
    lu.solve_in_place(MatMut::from_row_major_slice_mut(out, n, columns));
    Ok(())
}

fn inv_of<T: Number>(a: &[T], n: usize, out: &mut [T]) -> Result<(), Fault> {
    if n == 0 {
        return Ok(());
    }
    let lu = factor(a, n);
    if is_singular(&lu, n) {
        return Err(Fault::Singular);
    }
    put(lu.inverse().as_ref(), out, n);
    Ok(())
}

/// The pivots in order, and whether an odd number of rows was exchanged.
fn pivots<T: Number>(a: &[T], n: usize) -> (Vec<T>, bool) {
    if n == 0 {
        return (vec![], false);
    }
    let lu = factor(a, n);
    let places = lu.P().arrays().0;
    let (mut seen, mut cycles) = (vec![false; n], 0);
    for start in 0..n {
        let mut at = start;
        cycles += usize::from(!seen[at]);
        while !std::mem::replace(&mut seen[at], true) {
            at = places[at];
        }
    }
    ((0..n).map(|i| lu.U()[(i, i)]).collect(), (n - cycles) % 2 == 1)
}

fn det_of<T: Number>(a: &[T], n: usize) -> T {
    let (pivots, odd) = pivots(a, n);
    let mut out = if odd { -T::one_impl() } else { T::one_impl() };
    for pivot in pivots {
        out *= pivot;
        // What comes after a pivot of 0 was divided by it.
        if pivot == T::default() {
            return if all_finite(a) { out } else { nan() };
        }
    }
    out
}

fn slogdet_of<T: Number>(a: &[T], n: usize, out: &mut [T]) {
    let (pivots, odd) = pivots(a, n);
    let (mut sign, mut log) = (if odd { -T::one_impl() } else { T::one_impl() }, 0.0);
    for pivot in pivots {
        let size = pivot.size();
        if size == 0.0 {
            (sign, log) = (T::default(), if all_finite(a) { f64::NEG_INFINITY } else { f64::NAN });
            break;
        }
        sign *= pivot / T::of(size);
        log += size.ln();
    }
    if log.is_nan() {
        sign = nan();
    }
    out.copy_from_slice(&[sign, T::of(log)]);
}

fn adjugate_of<T: Number>(a: &[T], n: usize, out: &mut [T]) -> Result<(), Fault> {
    if n <= 1 {
        out.fill(T::one_impl());
        return Ok(());
    }
    if !all_finite(a) {
        out.fill(nan());
        return Ok(());
    }
    // With a = u s vh the adjugate is det(u) det(vh) v adj(s) uh, and adj(s) has the products of all other values.
    let (u, s, vh) = singular::parts(a, n)?;
    let turn = det_of(&u, n) * det_of(&vh, n);
    for i in 0..n {
        for j in 0..n {
            let term = |k: usize| {
                let others = (0..n).filter(|&l| l != k).fold(T::one_impl(), |product, l| product * s[l]);
                vh[k * n + i].conjugate() * others * u[j * n + k].conjugate()
            };
            out[i * n + j] = turn * (0..n).fold(T::default(), |sum, k| sum + term(k));
        }
    }
    Ok(())
}

fn lu_of<T: Number>(a: &[T], [m, n]: [usize; 2], out: &mut [T], rows: &mut [i64]) {
    let k = m.min(n);
    if k == 0 {
        rows.iter_mut().zip(0..).for_each(|(row, i)| *row = i);
        return;
    }
    let lu = MatRef::from_row_major_slice(a, m, n).partial_piv_lu();
    let usable = (0..k).all(|i| lu.U()[(i, i)] != T::default());
    if !usable {
        plain_lu::factor(a, [m, n], out, rows);
        return;
    }
    for i in 0..m {
        for j in 0..n {
            out[i * n + j] = if j < i { lu.L()[(i, j)] } else { lu.U()[(i, j)] };
        }
    }
    rows.iter_mut().zip(lu.P().arrays().0).for_each(|(row, &from)| *row = from as i64);
}
