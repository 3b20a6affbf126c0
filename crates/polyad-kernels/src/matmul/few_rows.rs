//! Products of few rows with a large matrix, which is not packed: packing would cost more than it saves.
//!
//! Two forms, by how the matrix lies: rows of weights `[n, k]` (`x @ w.T`) as dot products, and `[k, n]` as
//! sums of scaled rows. The order of additions depends on `k` alone: in the dot form element l goes to
//! lane l mod 8 and the lanes are added by halves; in the other form l runs upwards.

#[cfg(target_arch = "x86_64")]
use crate::tier::{Tier, tier};

/// Rows of the left operand up to which these kernels beat packed GEMM.
pub const FEW_ROWS: usize = 28;

/// `out[i, j] = sum over l of x[i, l] * w[j, l]`: `x` is `[m, k]`, `w` is `[n, k]`, `out` is `[m, n]`.
///
/// Rows are contiguous and start `x_stride`, `w_stride` and `out_stride` elements apart. Meant for `m` up to
/// about [`FEW_ROWS`], right for any. Panics when a row lies outside its slice.
///
/// ```
/// let mut out = [0.0; 2];
/// polyad_kernels::matmul::few_rows_f32([1, 2, 3], &[1., 2., 3.], 3, &[1., 1., 1., 0., 0., 2.], 3, &mut out, 2);
/// assert_eq!(out, [6.0, 6.0]);
/// ```
pub fn few_rows_f32(
    [m, n, k]: [usize; 3],
    x: &[f32],
    x_stride: usize,
    w: &[f32],
    w_stride: usize,
    out: &mut [f32],
    out_stride: usize,
) {
    check(m, k, x_stride, x.len(), "x");
    check(n, k, w_stride, w.len(), "w");
    check(m, n, out_stride, out.len(), "out");
    // A multiple of all the heights that blocks of weight rows have, small enough for them to stay in L1.
    const WIDE: usize = 24;
    // A matrix that fits the second cache lies there already, if it was just decoded or used.
    const NEAR: usize = 128 << 10;
    let far = n * w_stride > NEAR;
    for j0 in (0..n).step_by(WIDE) {
        let wide = WIDE.min(n - j0);
        // The rows after these are on their way while these are multiplied.
        let next = w.get((j0 + WIDE) * w_stride..).unwrap_or_default();
        let blocks = row_blocks(m, 6).map(|(_, tall)| WIDE.div_ceil(width(tall))).sum();
        let rows = if far { WIDE.min(n - j0 - wide) } else { 0 };
        let mut ahead = Ahead::new(next, rows, k, w_stride, blocks);
        for (i0, tall) in row_blocks(m, 6) {
            let (x, w, out) = (&x[i0 * x_stride..], &w[j0 * w_stride..], &mut out[i0 * out_stride + j0..]);
            let ahead = &mut ahead;
            match tall {
                6 => dots::<6, { width(6) }>(wide, k, x, x_stride, w, w_stride, out, out_stride, ahead),
                5 => dots::<5, { width(5) }>(wide, k, x, x_stride, w, w_stride, out, out_stride, ahead),
                4 => dots::<4, { width(4) }>(wide, k, x, x_stride, w, w_stride, out, out_stride, ahead),
                3 => dots::<3, { width(3) }>(wide, k, x, x_stride, w, w_stride, out, out_stride, ahead),
                2 => dots::<2, { width(2) }>(wide, k, x, x_stride, w, w_stride, out, out_stride, ahead),
                _ => dots::<1, { width(1) }>(wide, k, x, x_stride, w, w_stride, out, out_stride, ahead),
            }
        }
    }
}

/// Rows of weights that are multiplied at once with so many rows of `x`: what the registers hold.
const fn width(tall: usize) -> usize {
    match tall {
        5.. => 2,
        3..=4 => 3,
        2 => 4,
        _ => 8,
    }
}

/// Rows of weights that are asked for before their turn, some cache lines at a time. The processor's own look-ahead ends
/// with every row, so that without this memory and arithmetic would wait for each other.
struct Ahead<'a> {
    w: &'a [f32],
    rows: usize,
    k: usize,
    stride: usize,
    /// Lines of one step.
    lines: usize,
    /// The next line: its row, and its first element there.
    at: (usize, usize),
}

impl Ahead<'_> {
    /// Elements of a cache line.
    const LINE: usize = 16;

    /// `rows` rows of `k` elements, in `steps` steps.
    fn new(w: &[f32], rows: usize, k: usize, stride: usize, steps: usize) -> Ahead<'_> {
        let lines = (rows * k.div_ceil(Self::LINE)).div_ceil(steps.max(1));
        Ahead { w, rows, k, stride, lines, at: (0, 0) }
    }

    fn step(&mut self) {
        for _ in 0..self.lines {
            let (row, first) = self.at;
            if row >= self.rows {
                return;
            }
            if let Some(place) = self.w.get(row * self.stride + first) {
                fetch(place);
            }
            self.at = if first + Self::LINE < self.k { (row, first + Self::LINE) } else { (row + 1, 0) };
        }
    }
}

/// Asks for the cache line of a place, without waiting.
#[inline]
fn fetch(place: &f32) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction, which touches no memory that a program could see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T1>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// `out[i, j] = sum over l of x[i, l] * w[l, j]`: `x` is `[m, k]`, `w` is `[k, n]`, `out` is `[m, n]`.
///
/// Otherwise as [`few_rows_f32`].
pub fn few_rows_kn_f32(
    [m, n, k]: [usize; 3],
    x: &[f32],
    x_stride: usize,
    w: &[f32],
    w_stride: usize,
    out: &mut [f32],
    out_stride: usize,
) {
    check(m, k, x_stride, x.len(), "x");
    check(k, n, w_stride, w.len(), "w");
    check(m, n, out_stride, out.len(), "out");
    const WIDE: usize = 24;
    for j0 in (0..n).step_by(WIDE) {
        let wide = WIDE.min(n - j0);
        for (i0, tall) in row_blocks(m, 4) {
            // An empty `w` (k = 0) has no columns to start at.
            let w = w.get(j0..).unwrap_or_default();
            let (x, out) = (&x[i0 * x_stride..], &mut out[i0 * out_stride + j0..]);
            match tall {
                4 => strip::<4>(wide, k, x, x_stride, w, w_stride, out, out_stride),
                3 => strip::<3>(wide, k, x, x_stride, w, w_stride, out, out_stride),
                2 => strip::<2>(wide, k, x, x_stride, w, w_stride, out, out_stride),
                _ => strip::<1>(wide, k, x, x_stride, w, w_stride, out, out_stride),
            }
        }
    }
}

/// Panics unless `rows` rows of `cols` elements, `stride` apart, lie in `len` elements.
fn check(rows: usize, cols: usize, stride: usize, len: usize, what: &str) {
    let last = rows.saturating_sub(1).checked_mul(stride).and_then(|at| at.checked_add(cols));
    assert!(
        rows == 0 || (last.is_some_and(|end| end <= len) && (rows == 1 || stride >= cols)),
        "{what}: {rows} rows of {cols}, {stride} apart, in a slice of {len}"
    );
}

/// Splits `m` rows into blocks: (first row, rows). Four rows use the registers best, so the rest, of up to
/// `most` rows, comes last.
fn row_blocks(m: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let left = m - start;
        let rows = if left <= most { left } else { 4 };
        start += rows;
        (rows > 0).then_some((start - rows, rows))
    })
}

/// `TALL` rows of `x` against `wide` rows of `w`, `WIDE` at a time.
#[allow(clippy::too_many_arguments)] // three matrices and their strides
fn dots<const TALL: usize, const WIDE: usize>(
    wide: usize,
    k: usize,
    x: &[f32],
    x_stride: usize,
    w: &[f32],
    w_stride: usize,
    out: &mut [f32],
    out_stride: usize,
    ahead: &mut Ahead,
) {
    let mut j = 0;
    while j < wide {
        ahead.step();
        let w = &w[j * w_stride..];
        // Lengths known to the compiler: a copy of a few elements must not become a call.
        if wide - j >= WIDE {
            let sums = dot_block::<TALL, WIDE>(k, x, x_stride, w, w_stride);
            for (i, row) in sums.iter().enumerate() {
                out[i * out_stride + j..][..WIDE].copy_from_slice(row);
            }
            j += WIDE;
        } else {
            let sums = dot_block::<TALL, 1>(k, x, x_stride, w, w_stride);
            for (i, [sum]) in sums.iter().enumerate() {
                out[i * out_stride + j] = *sum;
            }
            j += 1;
        }
    }
}

const LANES: usize = 8;

fn dot_block<const TALL: usize, const WIDE: usize>(
    k: usize,
    x: &[f32],
    x_stride: usize,
    w: &[f32],
    w_stride: usize,
) -> [[f32; WIDE]; TALL] {
    check(TALL, k, x_stride, x.len(), "x");
    check(WIDE, k, w_stride, w.len(), "w");
    #[cfg(target_arch = "x86_64")]
    if tier() >= Tier::Avx2 {
        // SAFETY: the tier has AVX2 and FMA; the checks saw all rows inside the slices.
        return unsafe { avx2::dot_block::<TALL, WIDE>(k, x.as_ptr(), x_stride, w.as_ptr(), w_stride) };
    }
    std::array::from_fn(|i| std::array::from_fn(|j| dot(&x[i * x_stride..][..k], &w[j * w_stride..][..k])))
}

/// The plain dot product in the order of the lanes.
fn dot(x: &[f32], w: &[f32]) -> f32 {
    let mut lanes = [0.0f32; LANES];
    let (xs, x_rest) = x.as_chunks::<LANES>();
    let (ws, w_rest) = w.as_chunks::<LANES>();
    for (x, w) in xs.iter().zip(ws) {
        for l in 0..LANES {
            lanes[l] += x[l] * w[l];
        }
    }
    for (lane, (x, w)) in lanes.iter_mut().zip(x_rest.iter().zip(w_rest)) {
        *lane += x * w;
    }
    let [a, b, c, d] = std::array::from_fn(|l| lanes[l] + lanes[l + 4]);
    (a + c) + (b + d)
}

/// `TALL` rows of `x` times a strip of up to 24 columns of `w`.
#[allow(clippy::too_many_arguments)] // three matrices and their strides
fn strip<const TALL: usize>(
    wide: usize,
    k: usize,
    x: &[f32],
    x_stride: usize,
    w: &[f32],
    w_stride: usize,
    out: &mut [f32],
    out_stride: usize,
) {
    check(TALL, k, x_stride, x.len(), "x");
    check(k, wide, w_stride, w.len(), "w");
    check(TALL, wide, out_stride, out.len(), "out");
    #[cfg(target_arch = "x86_64")]
    if tier() >= Tier::Avx2 {
        // SAFETY: the tier has AVX2 and FMA; the checks saw `wide` columns of every row inside the slices, and
        // each call takes only columns below `wide`.
        unsafe {
            let (x, w, out) = (x.as_ptr(), w.as_ptr(), out.as_mut_ptr());
            if wide == 24 {
                return avx2::strip::<TALL, 3>(k, x, x_stride, w, w_stride, out, out_stride, LANES);
            }
            for j in (0..wide).step_by(LANES) {
                let lanes = LANES.min(wide - j);
                avx2::strip::<TALL, 1>(k, x, x_stride, w.wrapping_add(j), w_stride, out.add(j), out_stride, lanes);
            }
            return;
        }
    }
    for i in 0..TALL {
        let row = &mut out[i * out_stride..][..wide];
        row.fill(0.0);
        for (l, &x) in x[i * x_stride..][..k].iter().enumerate() {
            for (sum, &w) in row.iter_mut().zip(&w[l * w_stride..]) {
                *sum += x * w;
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::LANES;

    /// # Safety
    /// `TALL` rows of `k` elements lie at `x`, `x_stride` apart, and `WIDE` rows at `w`, `w_stride` apart.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn dot_block<const TALL: usize, const WIDE: usize>(
        k: usize,
        x: *const f32,
        x_stride: usize,
        w: *const f32,
        w_stride: usize,
    ) -> [[f32; WIDE]; TALL] {
        let mut sums = [[_mm256_setzero_ps(); WIDE]; TALL];
        let whole = k / LANES * LANES;
        for l in (0..whole).step_by(LANES) {
            // SAFETY: `l + 8 <= k`, and the rows hold `k` elements by the caller's word.
            let ws: [__m256; WIDE] = std::array::from_fn(|j| unsafe { _mm256_loadu_ps(w.add(j * w_stride + l)) });
            for (i, row) in sums.iter_mut().enumerate() {
                // SAFETY: as above.
                let x = unsafe { _mm256_loadu_ps(x.add(i * x_stride + l)) };
                for (sum, &w) in row.iter_mut().zip(&ws) {
                    *sum = _mm256_fmadd_ps(x, w, *sum);
                }
            }
        }
        if whole < k {
            let mask = first_lanes(k - whole);
            // SAFETY: the mask lets only the elements below `k` be read.
            let ws: [__m256; WIDE] =
                std::array::from_fn(|j| unsafe { _mm256_maskload_ps(w.add(j * w_stride + whole), mask) });
            for (i, row) in sums.iter_mut().enumerate() {
                // SAFETY: as above.
                let x = unsafe { _mm256_maskload_ps(x.add(i * x_stride + whole), mask) };
                for (sum, &w) in row.iter_mut().zip(&ws) {
                    *sum = _mm256_fmadd_ps(x, w, *sum);
                }
            }
        }
        sums.map(|row| row.map(|sum| add_lanes(sum)))
    }

    /// (l0+l4 + l2+l6) + (l1+l5 + l3+l7), as the plain version.
    #[target_feature(enable = "avx2")]
    fn add_lanes(v: __m256) -> f32 {
        let four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps::<1>(v));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
    }

    /// All bits set in the first `count` lanes.
    #[target_feature(enable = "avx2")]
    fn first_lanes(count: usize) -> __m256i {
        _mm256_cmpgt_epi32(_mm256_set1_epi32(count as i32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
    }

    /// `VECTORS` vectors of columns; with `lanes` below 8 there is one vector, with that many lanes in use.
    ///
    /// # Safety
    /// `TALL` rows of `k` elements lie at `x`, `k` rows of `VECTORS * lanes` at `w`, `TALL` such rows at `out`.
    #[allow(clippy::too_many_arguments)] // three matrices and their strides
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn strip<const TALL: usize, const VECTORS: usize>(
        k: usize,
        x: *const f32,
        x_stride: usize,
        w: *const f32,
        w_stride: usize,
        out: *mut f32,
        out_stride: usize,
        lanes: usize,
    ) {
        let mask = first_lanes(lanes);
        let mut sums = [[_mm256_setzero_ps(); VECTORS]; TALL];
        for l in 0..k {
            let ws: [__m256; VECTORS] = std::array::from_fn(|v| {
                let at = w.wrapping_add(l * w_stride + v * LANES);
                // SAFETY: `l < k`, and row `l` holds the lanes in use, by the caller's word.
                unsafe { if VECTORS == 1 { _mm256_maskload_ps(at, mask) } else { _mm256_loadu_ps(at) } }
            });
            for (i, row) in sums.iter_mut().enumerate() {
                // SAFETY: `l < k` elements of row `i` by the caller's word.
                let x = unsafe { _mm256_set1_ps(*x.add(i * x_stride + l)) };
                for (sum, &w) in row.iter_mut().zip(&ws) {
                    *sum = _mm256_fmadd_ps(x, w, *sum);
                }
            }
        }
        for (i, row) in sums.iter().enumerate() {
            for (v, &sum) in row.iter().enumerate() {
                // SAFETY: the output rows hold the lanes in use, by the caller's word.
                unsafe { _mm256_maskstore_ps(out.add(i * out_stride + v * LANES), mask, sum) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    fn noise(n: usize, seed: u32) -> Vec<f32> {
        let mut state = seed;
        (0..n)
            .map(|_| {
                state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                (state >> 8) as f32 / (1 << 23) as f32 - 1.0
            })
            .collect()
    }

    type Form = fn([usize; 3], &[f32], usize, &[f32], usize, &mut [f32], usize);

    /// Runs one form over many shapes with gaps between rows; `at(l, j)` says where the matrix has its element.
    fn check_form(form: Form, transposed: bool) {
        for m in [0, 1, 2, 3, 4, 5, 7, 10, 13, 29] {
            for (n, k) in [(1, 1), (3, 8), (24, 384), (25, 7), (50, 33), (71, 100), (5, 0), (0, 5), (8, 9)] {
                let (rows, cols) = if transposed { (n, k) } else { (k, n) };
                let (x_stride, w_stride, out_stride) = (k + 1, cols + 3, n + 2);
                let (x, w) = (noise(m * x_stride, 1), noise(rows * w_stride, 2));
                each_tier(|tier| {
                    let mut out = vec![f32::NAN; m * out_stride];
                    form([m, n, k], &x, x_stride, &w, w_stride, &mut out, out_stride);
                    for i in 0..m {
                        for j in 0..n {
                            let at = |l: usize| if transposed { j * w_stride + l } else { l * w_stride + j };
                            let terms = (0..k).map(|l| f64::from(x[i * x_stride + l]) * f64::from(w[at(l)]));
                            let (sum, size) = terms.fold((0.0, 0.0), |(s, a), t| (s + t, a + t.abs()));
                            let off = (f64::from(out[i * out_stride + j]) - sum).abs();
                            assert!(off <= 3e-6 * size, "{tier:?} {m}x{n}x{k} {i},{j}: {off}");
                        }
                    }
                    // The gaps stay as they were, and elements do not depend on how many rows and columns there are.
                    assert!((0..m).all(|i| out[i * out_stride + n..][..2].iter().all(|v| v.is_nan())));
                    if m > 1 && n > 0 {
                        let mut one = vec![0.0; n];
                        form([1, n, k], &x[(m - 1) * x_stride..], x_stride, &w, w_stride, &mut one, n);
                        assert_eq!(one, out[(m - 1) * out_stride..][..n], "{tier:?} {m}x{n}x{k}");
                        let mut column = vec![0.0; m];
                        let w = &w[if transposed { (n - 1) * w_stride } else { n - 1 }.min(w.len())..];
                        form([m, 1, k], &x, x_stride, w, w_stride, &mut column, 1);
                        assert!((0..m).all(|i| column[i] == out[i * out_stride + n - 1]), "{tier:?} {m}x{n}x{k}");
                    }
                });
            }
        }
    }

    #[test]
    fn dot_form() {
        check_form(few_rows_f32, true);
    }

    #[test]
    fn strip_form() {
        check_form(few_rows_kn_f32, false);
    }

    #[test]
    fn rows_outside_a_slice_are_refused() {
        let refused =
            std::panic::catch_unwind(|| few_rows_f32([2, 1, 4], &[0.0; 7], 4, &[0.0; 4], 4, &mut [0.0; 2], 1));
        assert!(refused.is_err());
        let refused =
            std::panic::catch_unwind(|| few_rows_kn_f32([1, 4, 2], &[0.0; 2], 2, &[0.0; 7], 4, &mut [0.0; 4], 4));
        assert!(refused.is_err());
    }
}
