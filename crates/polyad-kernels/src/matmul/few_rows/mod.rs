//! Products of few rows with a large matrix, which is not packed: packing would cost more than it saves.
//!
//! Two forms, by how the matrix lies: rows of weights `[n, k]` (`x @ w.T`) as dot products, and `[k, n]` as
//! sums of scaled rows. The order of additions depends on `k` alone: in the dot form element l goes to
//! lane l mod 8 (float64: 4) and the lanes are added by halves; in the other form l runs upwards.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod vector;

use bytemuck::Pod;

use super::{Element, Extents, Strided};
#[cfg(target_arch = "x86_64")]
use crate::tier::{Tier, tier};

/// A float that these kernels multiply.
#[cfg(target_arch = "x86_64")]
pub(super) trait Float: Plain {
    /// 32 bytes of them.
    type Vector: vector::Vector<Element = Self>;
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) trait Float: Plain {}

/// What the plain loops need of a float.
pub(super) trait Plain:
    Pod + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> + std::ops::AddAssign + Sync
{
    /// Lanes of a vector: the order of additions depends on them.
    const LANES: usize;
    /// Nothing.
    const ZERO: Self;
}

impl Plain for f32 {
    const LANES: usize = 8;
    const ZERO: f32 = 0.0;
}

impl Plain for f64 {
    const LANES: usize = 4;
    const ZERO: f64 = 0.0;
}

#[cfg(target_arch = "x86_64")]
impl Float for f32 {
    type Vector = std::arch::x86_64::__m256;
}
#[cfg(target_arch = "x86_64")]
impl Float for f64 {
    type Vector = std::arch::x86_64::__m256d;
}
#[cfg(not(target_arch = "x86_64"))]
impl Float for f32 {}
#[cfg(not(target_arch = "x86_64"))]
impl Float for f64 {}

/// Strips that are copied at once: a page is looked up for several lines.
const SIDE: usize = 4;
/// Rows of weights in a copied strip.
const DEEP: usize = 256;

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
    extents: [usize; 3],
    x: &[f32],
    x_stride: usize,
    w: &[f32],
    w_stride: usize,
    out: &mut [f32],
    out_stride: usize,
) {
    few_rows(extents, x, x_stride, w, w_stride, out, out_stride);
}

/// As [`few_rows_f32`].
pub fn few_rows_f64(
    extents: [usize; 3],
    x: &[f64],
    x_stride: usize,
    w: &[f64],
    w_stride: usize,
    out: &mut [f64],
    out_stride: usize,
) {
    few_rows(extents, x, x_stride, w, w_stride, out, out_stride);
}

fn few_rows<T: Float>(
    [m, n, k]: [usize; 3],
    x: &[T],
    x_stride: usize,
    w: &[T],
    w_stride: usize,
    out: &mut [T],
    out_stride: usize,
) {
    check(m, k, x_stride, x.len(), "x");
    check(n, k, w_stride, w.len(), "w");
    check(m, n, out_stride, out.len(), "out");
    // What the caches hold is read faster without being asked for; memory is not.
    const NEAR_BYTES: usize = 16 << 20;
    // So few weight rows stay in L1 beside `x`, and are a multiple of what the blocks of `x` take at once.
    let group = if m > 2 { 6 } else { 8 };
    // The next group is on its way while this one is multiplied.
    let far = n * w_stride > NEAR_BYTES / size_of::<T>();
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
                (6, 11..) => dots::<T, 6, { width(6) }, 1>(block, out, out_stride, fetch),
                (5, 11..) => dots::<T, 5, { width(5) }, 1>(block, out, out_stride, fetch),
                (4, 11..) => dots::<T, 4, { width(4) }, 1>(block, out, out_stride, fetch),
                (3, 11..) => dots::<T, 3, { width(3) }, 1>(block, out, out_stride, fetch),
                (6, _) => dots::<T, 6, { width(6) }, 2>(block, out, out_stride, fetch),
                (5, _) => dots::<T, 5, { width(5) }, 2>(block, out, out_stride, fetch),
                (4, _) => dots::<T, 4, { width(4) }, 3>(block, out, out_stride, fetch),
                (3, _) => dots::<T, 3, { width(3) }, 3>(block, out, out_stride, fetch),
                (2, _) => dots::<T, 2, { width(2) }, 4>(block, out, out_stride, fetch),
                _ => dots::<T, 1, { width(1) }, 4>(block, out, out_stride, fetch),
            }
        }
    }
}

/// Touches the pages some way behind these elements. Their addresses are looked up then, one walk for a page; left to
/// the lines themselves it keeps many of them waiting, and takes longer than the memory does.
fn find_pages<T>(w: &[T], elements: std::ops::Range<usize>) {
    let page = 4096 / size_of::<T>();
    for place in elements.step_by(page).map_while(|at| w.get(at + 8 * page)) {
        prefetch(place);
    }
}

/// Asks for the cache line of an element.
#[inline(always)]
fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction, which touches no memory that a program could see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T1>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Rows of `x` and of weights (`wide` from `j0` on) that are multiplied with each other.
#[derive(Clone, Copy)]
struct Block<'a, T> {
    k: usize,
    x: &'a [T],
    x_stride: usize,
    w: &'a [T],
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
        _ => 4,
    }
}

/// `out[i, j] = sum over l of x[i, l] * w[l, j]`: `x` is `[m, k]`, `w` is `[k, n]`, `out` is `[m, n]`.
///
/// Otherwise as [`few_rows_f32`].
pub fn few_rows_kn_f32(
    extents: [usize; 3],
    x: &[f32],
    x_stride: usize,
    w: &[f32],
    w_stride: usize,
    out: &mut [f32],
    out_stride: usize,
) {
    few_rows_kn(extents, x, x_stride, w, w_stride, out, out_stride);
}

/// As [`few_rows_kn_f32`].
pub fn few_rows_kn_f64(
    extents: [usize; 3],
    x: &[f64],
    x_stride: usize,
    w: &[f64],
    w_stride: usize,
    out: &mut [f64],
    out_stride: usize,
) {
    few_rows_kn(extents, x, x_stride, w, w_stride, out, out_stride);
}

fn few_rows_kn<T: Float>(
    [m, n, k]: [usize; 3],
    x: &[T],
    x_stride: usize,
    w: &[T],
    w_stride: usize,
    out: &mut [T],
    out_stride: usize,
) {
    check(m, k, x_stride, x.len(), "x");
    check(k, n, w_stride, w.len(), "w");
    check(m, n, out_stride, out.len(), "out");
    if m == 0 || k == 0 {
        (0..m).for_each(|i| out[i * out_stride..][..n].fill(T::ZERO));
        return;
    }
    // Columns that the registers hold sums of, and rows of weights that are read side by side.
    let (vectors, deep) = match m {
        0..=1 => (8, 8),
        2 => (4, 16),
        3 => (3, 16),
        4..=16 if stay_in_l1(w_stride * size_of::<T>()) >= 32 => (2, 32),
        4..=6 => (2, 16),
        _ if T::LANES == 8 => return packed_strips::<T, 16>([m, n, k], x, x_stride, w, w_stride, out, out_stride),
        _ => return packed_strips::<T, 8>([m, n, k], x, x_stride, w, w_stride, out, out_stride),
    };
    let (wide, tall) = (vectors * T::LANES, block_height(m));
    for l0 in (0..k).step_by(deep) {
        let deep = deep.min(k - l0);
        for j0 in (0..n).step_by(wide) {
            let wide = wide.min(n - j0);
            let w = &w[l0 * w_stride + j0..];
            let strip = Strip { wide, k: deep, x_stride, w, w_stride, out_stride, first: l0 == 0 };
            let (x, out) = (&x[l0..], &mut out[j0..]);
            match m {
                1 => strip.run::<1, 8>(x, out),
                2 => strip.run::<2, 4>(x, out),
                3 => strip.run::<3, 3>(x, out),
                4..=6 => strip.line(m, x, out),
                _ => strip.lines(m, tall, x, out),
            }
        }
    }
}

/// Rows that go into the registers at once: up to six, all blocks of about one height.
fn block_height(m: usize) -> usize {
    m.div_ceil(m.div_ceil(6).max(1)).max(1)
}

/// How many rows of one cache line each, so many bytes apart, stay in an L1 of 64 sets of eight lines.
fn stay_in_l1(stride_bytes: usize) -> usize {
    match stride_bytes % 64 {
        0 => 512 >> (stride_bytes / 64).trailing_zeros().min(6),
        _ => 512,
    }
}

/// The other form for rows that come back to the same weights: these are copied first, a cache line of columns at a time, as rows
/// that lie a power of two apart would drive each other out of L1.
fn packed_strips<T: Float, const LINE: usize>(
    [m, n, k]: [usize; 3],
    x: &[T],
    x_stride: usize,
    w: &[T],
    w_stride: usize,
    out: &mut [T],
    out_stride: usize,
) {
    let tall = block_height(m);
    let mut panel = vec![[T::ZERO; LINE]; SIDE * DEEP.min(k)];
    for l0 in (0..k).step_by(DEEP) {
        let k = DEEP.min(k - l0);
        for p0 in (0..n).step_by(SIDE * LINE) {
            let wide = (SIDE * LINE).min(n - p0);
            for l in 0..k {
                let row = &w[(l0 + l) * w_stride + p0..][..wide];
                let (lines, rest) = row.as_chunks::<LINE>();
                for (s, line) in lines.iter().enumerate() {
                    panel[s * k + l] = *line;
                }
                if !rest.is_empty() {
                    panel[lines.len() * k + l][..rest.len()].copy_from_slice(rest);
                }
            }
            for (s, lines) in panel.chunks(k).take(wide.div_ceil(LINE)).enumerate() {
                let (j0, wide) = (p0 + s * LINE, LINE.min(wide - s * LINE));
                let (w, first) = (lines.as_flattened(), l0 == 0);
                let strip = Strip { wide, k, x_stride, w, w_stride: LINE, out_stride, first };
                strip.lines(m, tall, &x[l0..], &mut out[j0..]);
            }
        }
    }
}

/// A product over any strides: rows of the left operand that are not contiguous are copied, and a right operand that is
/// contiguous neither way goes through packed GEMM.
pub(super) fn over_strides<T: Float + Element>(
    e: Extents,
    a: &[u8],
    a_at: Strided,
    b: &[u8],
    b_at: Strided,
    out: &mut [u8],
    out_at: Strided,
) {
    let Extents { m, n, k } = e;
    // Rows of `cols` elements, from start to start; where there is one row it may have any stride.
    let apart = |rows: usize, cols: usize, stride: isize| match usize::try_from(stride) {
        _ if rows == 1 => Some(cols),
        Ok(stride) if stride >= cols => Some(stride),
        _ => None,
    };
    let across = (b_at.col_stride == 1 || n == 1).then(|| apart(k, n, b_at.row_stride)).flatten();
    let down = (b_at.row_stride == 1 || k == 1).then(|| apart(n, k, b_at.col_stride)).flatten();
    let to = (out_at.col_stride == 1 || n == 1).then(|| apart(m, n, out_at.row_stride)).flatten();
    let (Some(to), true) = (to, across.is_some() || down.is_some()) else {
        return super::gemm::<T, false>(e, a, a_at, b, b_at, out, out_at);
    };
    let (a, b) = (bytemuck::cast_slice::<u8, T>(a), bytemuck::cast_slice::<u8, T>(b));
    let out = &mut bytemuck::cast_slice_mut::<u8, T>(out)[out_at.first..];
    a_at.check(m, k, a.len(), "matmul, left operand");
    let copied: Vec<T>;
    let (x, x_stride) = match apart(m, k, a_at.row_stride) {
        Some(stride) if a_at.col_stride == 1 || k == 1 => (&a[a_at.first..], stride),
        _ => {
            copied = (0..m * k).map(|at| a[a_at.at(at / k, at % k)]).collect();
            (&copied[..], k)
        }
    };
    match (down, across) {
        (Some(stride), _) => few_rows([m, n, k], x, x_stride, &b[b_at.first..], stride, out, to),
        (None, Some(stride)) => few_rows_kn([m, n, k], x, x_stride, &b[b_at.first..], stride, out, to),
        (None, None) => unreachable!("one of them was found above"),
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
fn dots<T: Float, const TALL: usize, const WIDE: usize, const FETCH: usize>(
    block: Block<T>,
    out: &mut [T],
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
            let sums = dot_block::<T, TALL, WIDE, FETCH>(k, x, x_stride, &w[at..], w_stride, ahead);
            for (i, row) in sums.iter().enumerate() {
                out[i * out_stride + j..][..WIDE].copy_from_slice(row);
            }
            j += WIDE;
        } else {
            let sums = dot_block::<T, TALL, 1, 0>(k, x, x_stride, &w[at..], w_stride, []);
            for (i, [sum]) in sums.iter().enumerate() {
                out[i * out_stride + j] = *sum;
            }
            j += 1;
        }
    }
}

fn dot_block<T: Float, const TALL: usize, const WIDE: usize, const FETCH: usize>(
    k: usize,
    x: &[T],
    x_stride: usize,
    w: &[T],
    w_stride: usize,
    ahead: [usize; FETCH],
) -> [[T; WIDE]; TALL] {
    #[cfg(not(target_arch = "x86_64"))]
    let _ = ahead;
    check(TALL, k, x_stride, x.len(), "x");
    check(WIDE, k, w_stride, w.len(), "w");
    #[cfg(target_arch = "x86_64")]
    if tier() >= Tier::Avx2 {
        let (x, w) = (x.as_ptr(), w.as_ptr());
        // SAFETY: the tier has AVX2 and FMA; the checks saw all rows inside the slices.
        return unsafe { avx2::dot_block::<T::Vector, TALL, WIDE, FETCH>(k, x, x_stride, w, w_stride, ahead) };
    }
    std::array::from_fn(|i| std::array::from_fn(|j| dot(&x[i * x_stride..][..k], &w[j * w_stride..][..k])))
}

/// The plain dot product in the order of the lanes.
fn dot<T: Plain>(x: &[T], w: &[T]) -> T {
    let mut lanes = [T::ZERO; 8];
    let lanes = &mut lanes[..T::LANES];
    for (x, w) in x.chunks(T::LANES).zip(w.chunks(T::LANES)) {
        for (lane, (&x, &w)) in lanes.iter_mut().zip(x.iter().zip(w)) {
            *lane += x * w;
        }
    }
    let mut half = T::LANES / 2;
    while half > 0 {
        for l in 0..half {
            let other = lanes[l + half];
            lanes[l] += other;
        }
        half /= 2;
    }
    lanes[0]
}

/// Columns of `w`, from the start of its slice, that meet rows of `x`.
struct Strip<'a, T> {
    wide: usize,
    k: usize,
    x_stride: usize,
    w: &'a [T],
    w_stride: usize,
    out_stride: usize,
    /// Whether sums begin here; else they go on from what `out` has.
    first: bool,
}

impl<T: Float> Strip<'_, T> {
    /// `m` rows of `x`, `tall` at a time.
    fn lines(&self, m: usize, tall: usize, x: &[T], out: &mut [T]) {
        for from in (0..m).step_by(tall) {
            self.line(tall.min(m - from), &x[from * self.x_stride..], &mut out[from * self.out_stride..]);
        }
    }

    /// Up to six rows of `x`, a cache line of columns.
    fn line(&self, rows: usize, x: &[T], out: &mut [T]) {
        match rows {
            1 => self.run::<1, 2>(x, out),
            2 => self.run::<2, 2>(x, out),
            3 => self.run::<3, 2>(x, out),
            4 => self.run::<4, 2>(x, out),
            5 => self.run::<5, 2>(x, out),
            _ => self.run::<6, 2>(x, out),
        }
    }

    /// `TALL` rows of `x`, up to `VECTORS` vectors of columns.
    fn run<const TALL: usize, const VECTORS: usize>(&self, x: &[T], out: &mut [T]) {
        let Strip { wide, k, x_stride, w, w_stride, out_stride, first } = *self;
        check(TALL, k, x_stride, x.len(), "x");
        check(k, wide, w_stride, w.len(), "w");
        check(TALL, wide, out_stride, out.len(), "out");
        #[cfg(target_arch = "x86_64")]
        if tier() >= Tier::Avx2 {
            let all = T::LANES;
            // SAFETY: the tier has AVX2 and FMA; the checks saw `wide` columns of every row inside the slices, and
            // each call takes only columns below `wide`.
            unsafe {
                let (x, w, out) = (x.as_ptr(), w.as_ptr(), out.as_mut_ptr());
                if wide == VECTORS * all {
                    return avx2::strip::<T::Vector, TALL, VECTORS, false>(
                        k, x, x_stride, w, w_stride, out, out_stride, all, first,
                    );
                }
                for j in (0..wide).step_by(all) {
                    let lanes = all.min(wide - j);
                    avx2::strip::<T::Vector, TALL, 1, true>(
                        k,
                        x,
                        x_stride,
                        w.add(j),
                        w_stride,
                        out.add(j),
                        out_stride,
                        lanes,
                        first,
                    );
                }
                return;
            }
        }
        for i in 0..TALL {
            let row = &mut out[i * out_stride..][..wide];
            if first {
                row.fill(T::ZERO);
            }
            for (l, &x) in x[i * x_stride..][..k].iter().enumerate() {
                for (sum, &w) in row.iter_mut().zip(&w[l * w_stride..]) {
                    *sum += x * w;
                }
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
    fn float64_in_both_forms() {
        let wide = |x: &[f32]| x.iter().map(|&x| f64::from(x)).collect::<Vec<f64>>();
        for m in [1, 2, 3, 7, 12, 29] {
            for (n, k) in [(1, 1), (5, 6), (13, 64), (40, 131), (100, 7), (3, 0)] {
                let (x, w, wt) = (wide(&noise(m * k, 1)), wide(&noise(n * k, 2)), n * k);
                let turned: Vec<f64> = (0..wt).map(|at| w[at % n * k + at / n]).collect();
                each_tier(|tier| {
                    let (mut dots, mut strips) = (vec![f64::NAN; m * n], vec![f64::NAN; m * n]);
                    few_rows_f64([m, n, k], &x, k, &w, k, &mut dots, n);
                    few_rows_kn_f64([m, n, k], &x, k, &turned, n, &mut strips, n);
                    for at in 0..m * n {
                        let terms = (0..k).map(|l| x[at / n * k + l] * w[at % n * k + l]);
                        let (sum, size) = terms.fold((0.0, 0.0), |(s, a): (f64, f64), t| (s + t, a + t.abs()));
                        for got in [dots[at], strips[at]] {
                            assert!((got - sum).abs() <= 1e-14 * size, "{tier:?} {m}x{n}x{k} {at}: {got}, not {sum}");
                        }
                    }
                });
            }
        }
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
