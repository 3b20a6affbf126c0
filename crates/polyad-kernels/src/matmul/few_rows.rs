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
    // A matrix that fits the second cache lies there already, if it was just decoded or used.
    const NEAR: usize = 128 << 10;
    // So few weight rows stay in L1 beside `x`, and are a multiple of what the blocks of `x` take at once.
    let group = if m > 2 { 6 } else { 8 };
    // The next group is on its way while this one is multiplied.
    let far = n * w_stride > NEAR;
    let ahead = if far { group } else { n };
    for j0 in (0..n).step_by(group) {
        let wide = group.min(n - j0);
        if far {
            find_pages(w, j0 * w_stride..(j0 + wide) * w_stride);
        }
        let mut fetch = Fetch { row: j0 + ahead, end: n.min(j0 + ahead + group) };
        for (i0, tall) in row_blocks(m, 6) {
            let (x, out) = (&x[i0 * x_stride..], &mut out[i0 * out_stride + j0..]);
            let block = Block { k, x, x_stride, w, w_stride, j0, wide };
            let fetch = &mut fetch;
            match (tall, m) {
                (6, 11..) => dots::<6, { width(6) }, 1>(block, out, out_stride, fetch),
                (5, 11..) => dots::<5, { width(5) }, 1>(block, out, out_stride, fetch),
                (4, 11..) => dots::<4, { width(4) }, 1>(block, out, out_stride, fetch),
                (3, 11..) => dots::<3, { width(3) }, 1>(block, out, out_stride, fetch),
                (6, _) => dots::<6, { width(6) }, 2>(block, out, out_stride, fetch),
                (5, _) => dots::<5, { width(5) }, 2>(block, out, out_stride, fetch),
                (4, _) => dots::<4, { width(4) }, 3>(block, out, out_stride, fetch),
                (3, _) => dots::<3, { width(3) }, 3>(block, out, out_stride, fetch),
                (2, _) => dots::<2, { width(2) }, 4>(block, out, out_stride, fetch),
                _ => dots::<1, { width(1) }, 8>(block, out, out_stride, fetch),
            }
        }
    }
}

/// Touches the pages some way behind these elements. Their addresses are looked up then, one walk for a page; left to
/// the lines themselves it keeps many of them waiting, and takes longer than the memory does.
fn find_pages(w: &[f32], elements: std::ops::Range<usize>) {
    const PAGE: usize = 4096 / size_of::<f32>();
    for place in elements.step_by(PAGE).map_while(|at| w.get(at + 8 * PAGE)) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every x86-64 processor has the instruction, which touches no memory that a program could see.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T1>(std::ptr::from_ref(place).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = place;
    }
}

/// Rows of `x` and of weights (`wide` from `j0` on) that are multiplied with each other.
#[derive(Clone, Copy)]
struct Block<'a> {
    k: usize,
    x: &'a [f32],
    x_stride: usize,
    w: &'a [f32],
    w_stride: usize,
    j0: usize,
    wide: usize,
}

/// Rows of weights that are asked for before their turn, `row..end`. The processor's own look-ahead ends with every row, so that
/// without this memory and arithmetic would wait for each other.
struct Fetch {
    row: usize,
    end: usize,
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

/// `TALL` rows of `x` against the rows of weights, `WIDE` at a time, asking for `FETCH` later rows on the way.
fn dots<const TALL: usize, const WIDE: usize, const FETCH: usize>(
    block: Block,
    out: &mut [f32],
    out_stride: usize,
    fetch: &mut Fetch,
) {
    let Block { k, x, x_stride, w, w_stride, j0, wide } = block;
    let mut j = 0;
    while j < wide {
        let at = (j0 + j) * w_stride;
        // Lengths known to the compiler: a copy of a few elements must not become a call.
        if wide - j >= WIDE {
            let ahead: [usize; FETCH] =
                std::array::from_fn(|f| if fetch.row + f < fetch.end { (fetch.row + f) * w_stride - at } else { 0 });
            fetch.row += FETCH;
            let sums = dot_block::<TALL, WIDE, FETCH>(k, x, x_stride, &w[at..], w_stride, ahead);
            for (i, row) in sums.iter().enumerate() {
                out[i * out_stride + j..][..WIDE].copy_from_slice(row);
            }
            j += WIDE;
        } else {
            let sums = dot_block::<TALL, 1, 0>(k, x, x_stride, &w[at..], w_stride, []);
            for (i, [sum]) in sums.iter().enumerate() {
                out[i * out_stride + j] = *sum;
            }
            j += 1;
        }
    }
}

const LANES: usize = 8;

fn dot_block<const TALL: usize, const WIDE: usize, const FETCH: usize>(
    k: usize,
    x: &[f32],
    x_stride: usize,
    w: &[f32],
    w_stride: usize,
    ahead: [usize; FETCH],
) -> [[f32; WIDE]; TALL] {
    #[cfg(not(target_arch = "x86_64"))]
    let _ = ahead;
    check(TALL, k, x_stride, x.len(), "x");
    check(WIDE, k, w_stride, w.len(), "w");
    #[cfg(target_arch = "x86_64")]
    if tier() >= Tier::Avx2 {
        // SAFETY: the tier has AVX2 and FMA; the checks saw all rows inside the slices.
        return unsafe { avx2::dot_block::<TALL, WIDE, FETCH>(k, x.as_ptr(), x_stride, w.as_ptr(), w_stride, ahead) };
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

    /// Asks for the rows that begin `ahead` elements behind `w`, too, while it goes along.
    ///
    /// # Safety
    /// `TALL` rows of `k` elements lie at `x`, `x_stride` apart, and `WIDE` rows at `w`, `w_stride` apart.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn dot_block<const TALL: usize, const WIDE: usize, const FETCH: usize>(
        k: usize,
        x: *const f32,
        x_stride: usize,
        w: *const f32,
        w_stride: usize,
        ahead: [usize; FETCH],
    ) -> [[f32; WIDE]; TALL] {
        const LINE: usize = 2 * LANES;
        let mut sums = [[_mm256_setzero_ps(); WIDE]; TALL];
        let whole = k / LANES * LANES;
        let lines = k / LINE * LINE;
        for l in (0..lines).step_by(LINE) {
            for row in ahead {
                _mm_prefetch::<_MM_HINT_T1>(w.wrapping_add(row + l).cast());
            }
            // SAFETY: `l + 16 <= k`, and the rows hold `k` elements by the caller's word.
            unsafe {
                step(&mut sums, x.add(l), x_stride, w.add(l), w_stride);
                step(&mut sums, x.add(l + LANES), x_stride, w.add(l + LANES), w_stride);
            }
        }
        if lines < whole {
            // SAFETY: `lines + 8 <= k`, as above.
            unsafe { step(&mut sums, x.add(lines), x_stride, w.add(lines), w_stride) };
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
        let mut out = [[0.0; WIDE]; TALL];
        let (fours, rest) = out.as_flattened_mut().as_chunks_mut::<4>();
        let (four_sums, rest_sums) = sums.as_flattened().as_chunks::<4>();
        for (out, &sums) in fours.iter_mut().zip(four_sums) {
            *out = add_lanes_of_four(sums);
        }
        for (out, &sum) in rest.iter_mut().zip(rest_sums) {
            *out = add_lanes(sum);
        }
        out
    }

    /// Eight elements of every row.
    ///
    /// # Safety
    /// They lie there.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    unsafe fn step<const TALL: usize, const WIDE: usize>(
        sums: &mut [[__m256; WIDE]; TALL],
        x: *const f32,
        x_stride: usize,
        w: *const f32,
        w_stride: usize,
    ) {
        // SAFETY: by the caller's word.
        let ws: [__m256; WIDE] = std::array::from_fn(|j| unsafe { _mm256_loadu_ps(w.add(j * w_stride)) });
        for (i, row) in sums.iter_mut().enumerate() {
            // SAFETY: as above.
            let x = unsafe { _mm256_loadu_ps(x.add(i * x_stride)) };
            for (sum, &w) in row.iter_mut().zip(&ws) {
                *sum = _mm256_fmadd_ps(x, w, *sum);
            }
        }
    }

    /// [`add_lanes`] of four vectors at once.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn add_lanes_of_four([a, b, c, d]: [__m256; 4]) -> [f32; 4] {
        let halves = |p, q| _mm256_add_ps(_mm256_permute2f128_ps::<0x20>(p, q), _mm256_permute2f128_ps::<0x31>(p, q));
        // a and c, four lanes each; then of a, b, c and d two lanes each.
        let (ac, bd) = (_mm256_castps_pd(halves(a, c)), _mm256_castps_pd(halves(b, d)));
        let low = _mm256_castpd_ps(_mm256_unpacklo_pd(ac, bd));
        let high = _mm256_castpd_ps(_mm256_unpackhi_pd(ac, bd));
        let twos = _mm256_add_ps(low, high);
        let (ab, cd) = (_mm256_castps256_ps128(twos), _mm256_extractf128_ps::<1>(twos));
        let sums = _mm_add_ps(_mm_shuffle_ps::<0b10_00_10_00>(ab, cd), _mm_shuffle_ps::<0b11_01_11_01>(ab, cd));
        let mut out = [0.0; 4];
        // SAFETY: four elements have room for four lanes.
        unsafe { _mm_storeu_ps(out.as_mut_ptr(), sums) };
        out
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
