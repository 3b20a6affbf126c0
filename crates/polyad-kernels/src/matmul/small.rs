//! Many products of small matrices: a call, and packing, would each cost more than the matrix.

use std::ops::{Add, Mul};

use bytemuck::Pod;

use super::{Extents, Strided};
use crate::tier::multiversion;

/// Rows, columns and length of sums up to which these loops beat packed GEMM.
pub const SMALL: usize = 16;

/// Where the matrices of a run lie: each so many elements after the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    /// How many there are.
    pub count: usize,
    /// The first left operand.
    pub a: Strided,
    /// From one left operand to the next.
    pub a_step: isize,
    /// The first right operand.
    pub b: Strided,
    /// From one right operand to the next.
    pub b_step: isize,
}

/// The products of a run of matrices, row-major one behind the other in `out`; l runs upwards in each sum.
///
/// Panics for extents above [`SMALL`], and when an element of a matrix lies outside its slice.
pub type Small = fn(Extents, &Batch, a: &[u8], b: &[u8], out: &mut [u8]);

/// What is multiplied here.
pub(super) trait Number: Pod + Add<Output = Self> + Mul<Output = Self> {}
impl<T: Pod + Add<Output = T> + Mul<Output = T>> Number for T {}

pub(super) fn run<T: Number>(e: Extents, batch: &Batch, a: &[u8], b: &[u8], out: &mut [u8]) {
    let (a, b) = (bytemuck::cast_slice::<u8, T>(a), bytemuck::cast_slice::<u8, T>(b));
    let out = bytemuck::cast_slice_mut::<u8, T>(out);
    assert!(e.m.max(e.n).max(e.k) <= SMALL, "matmul: {e:?} is not small");
    if batch.count == 0 || e.m == 0 || e.n == 0 {
        return;
    }
    // The corners of the first and of the last matrix bound all others.
    let last = |at: Strided, step: isize| {
        let away = (batch.count as isize - 1).checked_mul(step).and_then(|away| at.first.checked_add_signed(away));
        Strided { first: away.expect("the last matrix lies in the address space"), ..at }
    };
    for (at, step, rows, cols, len, what) in [
        (batch.a, batch.a_step, e.m, e.k, a.len(), "matmul, left operand"),
        (batch.b, batch.b_step, e.k, e.n, b.len(), "matmul, right operand"),
    ] {
        at.check(rows, cols, len, what);
        last(at, step).check(rows, cols, len, what);
    }
    products(e, batch, a, b, &mut out[..batch.count * e.m * e.n]);
}

multiversion! {
    fn products[T: Number][T](e: Extents, batch: &Batch, a: &[T], b: &[T], out: &mut [T]) {
        let mut panel = [T::zeroed(); SMALL * SMALL];
        let direct = batch.b.col_stride == 1 && batch.b.row_stride == e.n as isize;
        for (i, out) in out.chunks_exact_mut(e.m * e.n).enumerate() {
            let start = |at: Strided, step: isize| Strided { first: at.first.wrapping_add_signed(i as isize * step), ..at };
            let (a_at, b_at) = (start(batch.a, batch.a_step), start(batch.b, batch.b_step));
            // The right operand as it lies, or its rows one behind the other.
            let w: &[T] = if direct {
                &b[b_at.first..][..e.k * e.n]
            } else {
                for l in 0..e.k {
                    for j in 0..e.n {
                        panel[l * e.n + j] = b[b_at.at(l, j)];
                    }
                }
                &panel[..e.k * e.n]
            };
            for (i, out) in out.chunks_exact_mut(e.n).enumerate() {
                let row = Strided { first: a_at.at(i, 0), ..a_at };
                let mut j = 0;
                while j < e.n {
                    let (w, out) = (&w[j..], &mut out[j..]);
                    j += match e.n - j {
                        16.. => columns::<T, 16>(e, a, row, w, out),
                        8.. => columns::<T, 8>(e, a, row, w, out),
                        4.. => columns::<T, 4>(e, a, row, w, out),
                        3 => columns::<T, 3>(e, a, row, w, out),
                        2 => columns::<T, 2>(e, a, row, w, out),
                        _ => columns::<T, 1>(e, a, row, w, out),
                    };
                }
            }
        }
    }
}

/// `N` sums of one row; how many they are.
#[inline(always)]
fn columns<T: Number, const N: usize>(e: Extents, a: &[T], row: Strided, w: &[T], out: &mut [T]) -> usize {
    let mut sums = [T::zeroed(); N];
    for l in 0..e.k {
        let x = a[row.at(0, l)];
        let w = &w[l * e.n..][..N];
        for (sum, &w) in sums.iter_mut().zip(w) {
            *sum = *sum + x * w;
        }
    }
    out[..N].copy_from_slice(&sums);
    N
}

#[cfg(test)]
mod tests {
    use super::super::product;
    use super::*;
    use crate::tier::each_tier;
    use polyad_core::DType;

    #[test]
    fn runs_of_matrices_over_any_strides() {
        let numbers =
            |n: usize, seed: usize| (0..n).map(|i| ((i * 31 + seed * 17) % 13) as f32 - 6.0).collect::<Vec<f32>>();
        for (m, k, n) in
            [(1, 1, 1), (2, 3, 2), (3, 3, 3), (4, 4, 4), (5, 7, 6), (16, 16, 16), (1, 16, 13), (9, 1, 2), (2, 0, 3)]
        {
            let (a, b) = (numbers(4096, 1), numbers(4096, 2));
            let (row, tall) = ((k.max(1)) as isize, (m.max(1)) as isize);
            let wide = n as isize;
            let forms = [
                (Strided { first: 0, row_stride: row, col_stride: 1 }, tall * row, Strided::row_major(n), wide * row),
                (
                    Strided { first: 5, row_stride: 1, col_stride: tall },
                    0,
                    Strided { first: 3, row_stride: 1, col_stride: row },
                    7,
                ),
                (
                    Strided { first: 4000, row_stride: -row, col_stride: -1 },
                    -2,
                    Strided { first: 2, row_stride: 2 * wide, col_stride: 2 },
                    2 * wide * row,
                ),
            ];
            for (a_at, a_step, b_at, b_step) in forms {
                let batch = Batch { count: 6, a: a_at, a_step, b: b_at, b_step };
                each_tier(|tier| {
                    let mut out = vec![f32::NAN; 6 * m * n];
                    let small = product(DType::Float32).unwrap().small.unwrap();
                    let (x, w) = (bytemuck::cast_slice(&a), bytemuck::cast_slice(&b));
                    small(Extents { m, n, k }, &batch, x, w, bytemuck::cast_slice_mut(&mut out));
                    for (at, got) in out.iter().enumerate() {
                        let (i, r, j) = ((at / (m * n)) as isize, at / n % m, at % n);
                        let x = |l: usize| a[a_at.at(r, l).wrapping_add_signed(i * a_step)];
                        let w = |l: usize| b[b_at.at(l, j).wrapping_add_signed(i * b_step)];
                        let want: f32 = (0..k).map(|l| x(l) * w(l)).sum();
                        assert_eq!(*got, want, "{tier:?} {m}x{k}x{n} {batch:?} {at}");
                    }
                });
            }
        }
    }

    #[test]
    fn matrices_outside_their_slices_are_refused() {
        let refused = std::panic::catch_unwind(|| {
            let at = Strided::row_major(2);
            let batch = Batch { count: 3, a: at, a_step: 4, b: at, b_step: 0 };
            let (a, b, mut out) = ([0f32; 11], [0f32; 4], [0f32; 12]);
            let (a, b) = (bytemuck::cast_slice(&a), bytemuck::cast_slice(&b));
            run::<f32>(Extents { m: 2, n: 2, k: 2 }, &batch, a, b, bytemuck::cast_slice_mut(&mut out));
        });
        assert!(refused.is_err());
    }
}
