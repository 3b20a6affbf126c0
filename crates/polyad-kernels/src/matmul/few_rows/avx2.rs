//! The blocks of both forms with AVX2 and FMA.

use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};

use super::Plain;
use super::vector::Vector;

/// Asks for the rows that begin `ahead` elements behind `w`, too, while it goes along.
///
/// # Safety
/// `TALL` rows of `k` elements lie at `x`, `x_stride` apart, and `WIDE` rows at `w`, `w_stride` apart.
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn dot_block<V: Vector, const TALL: usize, const WIDE: usize, const FETCH: usize>(
    k: usize,
    x: *const V::Element,
    x_stride: usize,
    w: *const V::Element,
    w_stride: usize,
    ahead: [usize; FETCH],
) -> [[V::Element; WIDE]; TALL] {
    let lanes = V::Element::LANES;
    let line = 2 * lanes;
    // SAFETY: this function has the instructions; so below.
    let mut sums = [[unsafe { V::zero() }; WIDE]; TALL];
    let whole = k / lanes * lanes;
    let lines = k / line * line;
    for l in (0..lines).step_by(line) {
        for row in ahead {
            _mm_prefetch::<_MM_HINT_T1>(w.wrapping_add(row + l).cast());
        }
        // SAFETY: two vectors from `l` on end below `k`, and the rows hold `k` elements by the caller's word.
        unsafe {
            step(&mut sums, x.add(l), x_stride, w.add(l), w_stride);
            step(&mut sums, x.add(l + lanes), x_stride, w.add(l + lanes), w_stride);
        }
    }
    if lines < whole {
        // SAFETY: one vector from `lines` on ends below `k`, as above.
        unsafe { step(&mut sums, x.add(lines), x_stride, w.add(lines), w_stride) };
    }
    if whole < k {
        let rest = k - whole;
        // SAFETY: only the elements below `k` are read.
        let ws: [V; WIDE] = std::array::from_fn(|j| unsafe { V::load_first(w.add(j * w_stride + whole), rest) });
        for (i, row) in sums.iter_mut().enumerate() {
            // SAFETY: as above.
            let x = unsafe { V::load_first(x.add(i * x_stride + whole), rest) };
            for (sum, &w) in row.iter_mut().zip(&ws) {
                // SAFETY: as above.
                *sum = unsafe { x.times_plus(w, *sum) };
            }
        }
    }
    let mut out = [[V::Element::ZERO; WIDE]; TALL];
    let (fours, rest) = out.as_flattened_mut().as_chunks_mut::<4>();
    let (four_sums, rest_sums) = sums.as_flattened().as_chunks::<4>();
    for (out, &sums) in fours.iter_mut().zip(four_sums) {
        // SAFETY: as above.
        *out = unsafe { V::sums(sums) };
    }
    for (out, &sum) in rest.iter_mut().zip(rest_sums) {
        // SAFETY: as above.
        *out = unsafe { sum.sum() };
    }
    out
}

/// A vector of every row.
///
/// # Safety
/// The elements lie there, and the processor has AVX2 and FMA.
#[inline(always)]
unsafe fn step<V: Vector, const TALL: usize, const WIDE: usize>(
    sums: &mut [[V; WIDE]; TALL],
    x: *const V::Element,
    x_stride: usize,
    w: *const V::Element,
    w_stride: usize,
) {
    // SAFETY: by the caller's word.
    let ws: [V; WIDE] = std::array::from_fn(|j| unsafe { V::load(w.add(j * w_stride)) });
    for (i, row) in sums.iter_mut().enumerate() {
        // SAFETY: as above.
        let x = unsafe { V::load(x.add(i * x_stride)) };
        for (sum, &w) in row.iter_mut().zip(&ws) {
            // SAFETY: as above.
            *sum = unsafe { x.times_plus(w, *sum) };
        }
    }
}

/// Adds to `VECTORS` vectors of columns of `out`, or starts them where `first`. With `PART` only the first `lanes` of each
/// vector are in use.
///
/// # Safety
/// `TALL` rows of `k` elements lie at `x`, `k` rows of so many columns at `w`, `TALL` such rows at `out`.
#[allow(clippy::too_many_arguments)] // three matrices and their strides
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn strip<V: Vector, const TALL: usize, const VECTORS: usize, const PART: bool>(
    k: usize,
    x: *const V::Element,
    x_stride: usize,
    w: *const V::Element,
    w_stride: usize,
    out: *mut V::Element,
    out_stride: usize,
    lanes: usize,
    first: bool,
) {
    // SAFETY: this function has the instructions; so below.
    let mut sums = [[unsafe { V::zero() }; VECTORS]; TALL];
    if !first {
        for (i, row) in sums.iter_mut().enumerate() {
            for (v, sum) in row.iter_mut().enumerate() {
                let at = out.wrapping_add(i * out_stride + v * V::Element::LANES);
                // SAFETY: the output rows hold the lanes in use, by the caller's word.
                *sum = unsafe { if PART { V::load_first(at, lanes) } else { V::load(at) } };
            }
        }
    }
    for l in 0..k {
        let ws: [V; VECTORS] = std::array::from_fn(|v| {
            let at = w.wrapping_add(l * w_stride + v * V::Element::LANES);
            // SAFETY: `l < k`, and row `l` holds the lanes in use, by the caller's word.
            unsafe { if PART { V::load_first(at, lanes) } else { V::load(at) } }
        });
        for (i, row) in sums.iter_mut().enumerate() {
            // SAFETY: `l < k` elements of row `i` by the caller's word.
            let x = unsafe { V::splat(*x.add(i * x_stride + l)) };
            for (sum, &w) in row.iter_mut().zip(&ws) {
                // SAFETY: as above.
                *sum = unsafe { x.times_plus(w, *sum) };
            }
        }
    }
    for (i, row) in sums.iter().enumerate() {
        for (v, &sum) in row.iter().enumerate() {
            let at = out.wrapping_add(i * out_stride + v * V::Element::LANES);
            // SAFETY: the output rows hold the lanes in use, by the caller's word.
            unsafe { if PART { sum.store_first(at, lanes) } else { sum.store(at) } };
        }
    }
}
