//! Matrix products: packed GEMM over any strides, and kernels of our own for few rows.
//!
//! Everything here runs on the calling thread; whoever wants threads splits the output.

mod few_rows;
mod integer;
mod small;

use bytemuck::Pod;
use polyad_core::DType;

pub use small::{Batch, SMALL, Small};

pub use few_rows::{FEW_ROWS, few_rows_f32, few_rows_f64, few_rows_kn_f32, few_rows_kn_f64};

/// Where the elements of a matrix lie in a slice: `first + i * row_stride + j * col_stride`, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strided {
    /// Index of element (0, 0).
    pub first: usize,
    /// From one row to the next.
    pub row_stride: isize,
    /// From one column to the next.
    pub col_stride: isize,
}

impl Strided {
    /// A row-major matrix without gaps, from the start of its slice.
    pub fn row_major(cols: usize) -> Strided {
        Strided { first: 0, row_stride: cols as isize, col_stride: 1 }
    }

    /// Panics unless all of rows x cols lies below `len`; a matrix without elements needs no room.
    fn check(self, rows: usize, cols: usize, len: usize, what: &str) {
        if rows == 0 || cols == 0 {
            return;
        }
        let reach = |n: usize, stride: isize| (n as i128 - 1) * stride as i128;
        let (down, right) = (reach(rows, self.row_stride), reach(cols, self.col_stride));
        let low = self.first as i128 + down.min(0) + right.min(0);
        let high = self.first as i128 + down.max(0) + right.max(0);
        assert!(low >= 0 && high < len as i128, "{what}: elements {low} to {high} of a slice of {len}");
    }

    fn at(self, i: usize, j: usize) -> usize {
        let away = (i as isize).wrapping_mul(self.row_stride).wrapping_add((j as isize).wrapping_mul(self.col_stride));
        self.first.wrapping_add_signed(away)
    }
}

/// Rows and columns of the output, and the length of the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extents {
    /// Rows of the left operand and of the output.
    pub m: usize,
    /// Columns of the right operand and of the output.
    pub n: usize,
    /// Columns of the left operand, rows of the right one.
    pub k: usize,
}

/// `out[i, j] = sum over l of a[i, l] * b[l, j]`; slices aligned for the element types, `out` overwritten.
///
/// Panics when an element of a matrix lies outside its slice.
pub type Gemm = fn(Extents, a: &[u8], a_at: Strided, b: &[u8], b_at: Strided, out: &mut [u8], out_at: Strided);

/// A matrix product on one compute dtype.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// The dtype of the output: int64 or uint64 for integers (exact, then wrapping), else the dtype itself.
    pub out: DType,
    /// The loop.
    pub run: Gemm,
    /// The loop for up to [`FEW_ROWS`] rows, where there is one of its own.
    pub few_rows: Option<Gemm>,
    /// The loop over many matrices of up to [`SMALL`] rows and columns, where there is one.
    pub small: Option<Small>,
    /// The same, added to what `out` holds; of bool "any of both" too.
    pub add: Gemm,
}

/// The matrix product of a compute dtype; of bool it is "any of both".
///
/// Floats and complex numbers go through packed GEMM and sum in their own precision, so results
/// differ between processors in the last bits; integers are exact.
///
/// ```
/// use polyad_core::DType;
/// use polyad_kernels::matmul::{Extents, Strided, product};
/// let (a, b) = ([1.0f64, 2.0, 3.0, 4.0], [5.0f64, 6.0]);
/// let mut out = [0.0f64; 2];
/// (product(DType::Float64).unwrap().run)(
///     Extents { m: 2, n: 1, k: 2 },
///     bytemuck::cast_slice(&a),
///     Strided::row_major(2),
///     bytemuck::cast_slice(&b),
///     Strided::row_major(1),
///     bytemuck::cast_slice_mut(&mut out),
///     Strided::row_major(1),
/// );
/// assert_eq!(out, [17.0, 39.0]);
/// ```
pub fn product(dtype: DType) -> Option<Product> {
    macro_rules! of {
        ($t:ty, $few_rows:expr) => {
            Product {
                out: dtype,
                run: gemm::<$t, false>,
                add: gemm::<$t, true>,
                few_rows: $few_rows,
                small: Some(small::run::<$t>),
            }
        };
    }
    Some(match dtype {
        DType::Float32 => of!(f32, Some(few_rows::over_strides::<f32>)),
        DType::Float64 => of!(f64, Some(few_rows::over_strides::<f64>)),
        DType::Complex64 => of!(Complex<f32>, None),
        DType::Complex128 => of!(Complex<f64>, None),
        _ => return integer::product(dtype),
    })
}

/// The element type of complex GEMM: `gemm` takes pairs with this layout by their type.
type Complex<T> = num_complex::Complex<T>;

/// A type that the packed GEMM takes.
trait Element: Pod {
    const ONE: Self;
}

impl Element for f32 {
    const ONE: f32 = 1.0;
}
impl Element for f64 {
    const ONE: f64 = 1.0;
}
impl Element for Complex<f32> {
    const ONE: Complex<f32> = Complex::new(1.0, 0.0);
}
impl Element for Complex<f64> {
    const ONE: Complex<f64> = Complex::new(1.0, 0.0);
}

fn gemm<T: Element, const ADD: bool>(
    e: Extents,
    a: &[u8],
    a_at: Strided,
    b: &[u8],
    b_at: Strided,
    out: &mut [u8],
    out_at: Strided,
) {
    let (a, b) = (bytemuck::cast_slice::<u8, T>(a), bytemuck::cast_slice::<u8, T>(b));
    let out = bytemuck::cast_slice_mut::<u8, T>(out);
    a_at.check(e.m, e.k, a.len(), "matmul, left operand");
    b_at.check(e.k, e.n, b.len(), "matmul, right operand");
    out_at.check(e.m, e.n, out.len(), "matmul, output");
    if e.m == 0 || e.n == 0 {
        return;
    }
    if e.k == 0 {
        for i in 0..if ADD { 0 } else { e.m } {
            for j in 0..e.n {
                out[out_at.at(i, j)] = T::zeroed();
            }
        }
        return;
    }
    // SAFETY: the three checks saw every element that the extents and strides name inside its slice, and the
    // slices do not overlap, being borrowed apart. The element type is one of the four that `gemm` knows.
    unsafe {
        gemm::gemm(
            e.m,
            e.n,
            e.k,
            out.as_mut_ptr().add(out_at.first),
            out_at.col_stride,
            out_at.row_stride,
            ADD,
            a.as_ptr().add(a_at.first),
            a_at.col_stride,
            a_at.row_stride,
            b.as_ptr().add(b_at.first),
            b_at.col_stride,
            b_at.row_stride,
            if ADD { T::ONE } else { T::zeroed() },
            T::ONE,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Operands of small integers, so that every sum is exact in every dtype.
    fn numbers(n: usize, seed: usize) -> Vec<i64> {
        (0..n).map(|i| ((i * 31 + seed * 17) % 13) as i64 - 6).collect()
    }

    fn plain(e: Extents, a: &[i64], a_at: Strided, b: &[i64], b_at: Strided) -> Vec<i64> {
        let mut out = Vec::new();
        for i in 0..e.m {
            for j in 0..e.n {
                out.push((0..e.k).map(|l| a[a_at.at(i, l)] * b[b_at.at(l, j)]).sum());
            }
        }
        out
    }

    /// Runs a product of `T` made by `from` and compares what `back` makes of the output.
    fn check<T: Pod, R: Pod>(dtype: DType, from: impl Fn(i64) -> T, back: impl Fn(R) -> i64) {
        let product = product(dtype).unwrap();
        for (m, n, k) in [(1, 1, 1), (3, 5, 7), (8, 16, 9), (33, 17, 20), (2, 3, 0), (0, 3, 2), (1, 64, 40), (40, 1, 5)]
        {
            let e = Extents { m, n, k };
            let len = |r: usize, c: usize| 2 * r * c + 8;
            let (a, b) = (numbers(len(m, k), 1), numbers(len(k, n), 2));
            let strides = |r: usize, c: usize| {
                [
                    Strided::row_major(c),
                    Strided { first: 3, row_stride: 1, col_stride: r as isize },
                    Strided { first: (r * c).saturating_sub(1), row_stride: -(c as isize), col_stride: -1 },
                    Strided { first: 1, row_stride: 2 * c as isize, col_stride: 2 },
                ]
            };
            for (a_at, b_at) in strides(m, k).into_iter().zip(strides(k, n).into_iter().rev()) {
                let want = plain(e, &a, a_at, &b, b_at);
                let typed = |v: &[i64]| v.iter().map(|&v| from(v)).collect::<Vec<T>>();
                for out_at in strides(m, n) {
                    let mut out = vec![R::zeroed(); len(m, n)];
                    (product.run)(
                        e,
                        bytemuck::cast_slice(&typed(&a)),
                        a_at,
                        bytemuck::cast_slice(&typed(&b)),
                        b_at,
                        bytemuck::cast_slice_mut(&mut out),
                        out_at,
                    );
                    for i in 0..m {
                        for j in 0..n {
                            assert_eq!(back(out[out_at.at(i, j)]), want[i * n + j], "{dtype} {e:?} {i},{j}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn floats_and_complex_numbers_over_any_strides() {
        check(DType::Float32, |v| v as f32, |v: f32| v as i64);
        check(DType::Float64, |v| v as f64, |v: f64| v as i64);
        // Real parts only, then imaginary ones, whose products are the negative numbers.
        check(
            DType::Complex64,
            |v| [v as f32, 0.0],
            |v: [f32; 2]| {
                assert_eq!(v[1], 0.0);
                v[0] as i64
            },
        );
        check(DType::Complex128, |v| [0.0, v as f64], |v: [f64; 2]| -v[0] as i64);
    }

    #[test]
    fn integers_are_exact() {
        check(DType::Int8, |v| v as i8, |v: i64| v);
        check(DType::Int16, |v| v as i16, |v: i64| v);
        check(DType::Int32, |v| v as i32, |v: i64| v);
        check(DType::Int64, |v| v, |v: i64| v);
        check(DType::UInt64, |v| v as u64, |v: u64| v as i64);
    }

    #[test]
    fn bool_products_are_any_of_both() {
        let p = product(DType::Bool).unwrap();
        let mut out = [9u8; 4];
        let at = Strided::row_major(2);
        (p.run)(Extents { m: 2, n: 2, k: 2 }, &[1, 1, 0, 1], at, &[1, 0, 1, 0], at, &mut out, at);
        assert_eq!((p.out, out), (DType::Bool, [1, 0, 1, 0]));
    }

    #[test]
    fn matrices_past_their_slices_are_refused() {
        for (len, at) in [(3, Strided::row_major(2)), (8, Strided { first: 1, row_stride: -2, col_stride: 1 })] {
            let refused = std::panic::catch_unwind(|| {
                let (a, b) = (vec![0f32; len], [0f32; 4]);
                let mut out = [0f32; 4];
                (product(DType::Float32).unwrap().run)(
                    Extents { m: 2, n: 2, k: 2 },
                    bytemuck::cast_slice(&a),
                    at,
                    bytemuck::cast_slice(&b),
                    Strided::row_major(2),
                    bytemuck::cast_slice_mut(&mut out),
                    Strided::row_major(2),
                );
            });
            assert!(refused.is_err(), "{len} {at:?}");
        }
    }
}
