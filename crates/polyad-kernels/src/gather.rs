//! Strided loads and stores of raw elements, by width alone: what an element means is not asked.
//!
//! Bounds are checked once, by arithmetic on the first and the last element; then the loops run
//! unchecked. Steps of 1, -1, 0, 2, 3 and 4 have loops of their own, since a plain strided loop costs
//! three times as much in cache. Sources and targets may be unaligned.

use crate::tier::multiversion;
#[cfg(target_arch = "x86_64")]
use crate::tier::{Tier, tier};

/// Loads `out.len() / width` elements `src[first + i * stride]`, counted in elements of `width` bytes.
///
/// Widths are 1, 2, 4, 8 and 16. Panics when an element lies outside `src` or the width is another one.
///
/// ```
/// let mut out = [0u8; 3];
/// polyad_kernels::gather::gather(&[10, 11, 12, 13, 14], 1, 4, -2, &mut out);
/// assert_eq!(out, [14, 12, 10]);
/// ```
pub fn gather(src: &[u8], width: usize, first: usize, stride: isize, out: &mut [u8]) {
    match width {
        1 => gather_1(src, first, stride, out),
        2 => gather_2(src, first, stride, out),
        4 => gather_4(src, first, stride, out),
        8 => gather_8(src, first, stride, out),
        16 => gather_16(src, first, stride, out),
        _ => panic!("gather: no elements of {width} bytes"),
    }
}

/// Stores the elements of `src` at `dst[first + i * stride]`, the reverse of [`gather`].
///
/// With stride 0 the last element stays. Panics as [`gather`].
pub fn scatter(src: &[u8], dst: &mut [u8], width: usize, first: usize, stride: isize) {
    match width {
        1 => scatter_by::<1>(src, dst, first, stride),
        2 => scatter_by::<2>(src, dst, first, stride),
        4 => scatter_by::<4>(src, dst, first, stride),
        8 => scatter_by::<8>(src, dst, first, stride),
        16 => scatter_by::<16>(src, dst, first, stride),
        _ => panic!("scatter: no elements of {width} bytes"),
    }
}

/// A box of a matrix whose elements lie apart by `row_stride` and `col_stride`, loaded row-major into `out`:
/// `out[r * cols + c] = src[first + r * row_stride + c * col_stride]`, counted in elements.
///
/// Made for boxes that are contiguous down a column (`row_stride` 1), which it walks in blocks of 8 x 8,
/// 4- and 8-byte elements through registers. Panics when an element lies outside `src`.
#[allow(clippy::too_many_arguments)] // the geometry of a box; a struct would only rename it
pub fn transpose_block(
    src: &[u8],
    width: usize,
    first: usize,
    row_stride: isize,
    col_stride: isize,
    rows: usize,
    cols: usize,
    out: &mut [u8],
) {
    assert_eq!(out.len(), rows * cols * width, "transpose_block: the output holds rows x cols elements");
    if rows == 0 || cols == 0 {
        return;
    }
    let area = Area { first, row_stride, col_stride, rows, cols };
    match width {
        1 => transpose_by::<1>(src, area, out),
        2 => transpose_by::<2>(src, area, out),
        4 => transpose_by::<4>(src, area, out),
        8 => transpose_by::<8>(src, area, out),
        16 => transpose_by::<16>(src, area, out),
        _ => panic!("transpose_block: no elements of {width} bytes"),
    }
}

/// Panics unless all of `first + i * stride`, `i < count`, are below `len`.
#[inline(always)]
fn check(len: usize, first: usize, stride: isize, count: usize) {
    if count > 0 {
        let last = (count as i128 - 1) * stride as i128 + first as i128;
        assert!(first < len && (0..len as i128).contains(&last), "elements {first} to {last} of a slice of {len}");
    }
}

macro_rules! gathers {
    ($($name:ident: $width:literal;)*) => {$(
        multiversion! {
            fn $name(src: &[u8], first: usize, stride: isize, out: &mut [u8]) {
                gather_by::<$width>(src, first, stride, out);
            }
        }
    )*};
}

gathers! {
    gather_1: 1;
    gather_2: 2;
    gather_4: 4;
    gather_8: 8;
    gather_16: 16;
}

#[inline(always)]
fn gather_by<const W: usize>(src: &[u8], first: usize, stride: isize, out: &mut [u8]) {
    let (src, (out, rest)) = (src.as_chunks::<W>().0, out.as_chunks_mut::<W>());
    assert!(rest.is_empty(), "gather: the output is not whole elements");
    let n = out.len();
    check(src.len(), first, stride, n);
    if n == 0 {
        return;
    }
    match stride {
        0 => out.fill(src[first]),
        1 => out.copy_from_slice(&src[first..first + n]),
        -1 => {
            for (y, x) in out.iter_mut().zip(src[first + 1 - n..=first].iter().rev()) {
                *y = *x;
            }
        }
        2 => every::<W, 2>(&src[first..], out),
        3 => every::<W, 3>(&src[first..], out),
        4 => every::<W, 4>(&src[first..], out),
        _ => {
            for (i, y) in out.iter_mut().enumerate() {
                // SAFETY: `check` saw the first and the last index inside, and all others lie between.
                *y = unsafe { *src.get_unchecked(first.wrapping_add_signed(stride.wrapping_mul(i as isize))) };
            }
        }
    }
}

/// Elements 0, S, 2S, ...
#[inline(always)]
fn every<const W: usize, const S: usize>(src: &[[u8; W]], out: &mut [[u8; W]]) {
    let (last, most) = out.split_last_mut().expect("at least one element");
    *last = src[most.len() * S];
    for (y, x) in most.iter_mut().zip(src.as_chunks::<S>().0) {
        *y = x[0];
    }
}

fn scatter_by<const W: usize>(src: &[u8], dst: &mut [u8], first: usize, stride: isize) {
    let ((src, rest), dst) = (src.as_chunks::<W>(), dst.as_chunks_mut::<W>().0);
    assert!(rest.is_empty(), "scatter: the source is not whole elements");
    let n = src.len();
    check(dst.len(), first, stride, n);
    match stride {
        _ if n == 0 => {}
        1 => dst[first..first + n].copy_from_slice(src),
        -1 => {
            for (y, x) in dst[first + 1 - n..=first].iter_mut().rev().zip(src) {
                *y = *x;
            }
        }
        _ => {
            for (i, x) in src.iter().enumerate() {
                // SAFETY: `check` saw the first and the last index inside, and all others lie between.
                unsafe { *dst.get_unchecked_mut(first.wrapping_add_signed(stride.wrapping_mul(i as isize))) = *x };
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Area {
    first: usize,
    row_stride: isize,
    col_stride: isize,
    rows: usize,
    cols: usize,
}

impl Area {
    #[inline(always)]
    fn at(self, r: usize, c: usize) -> usize {
        let away = (r as isize).wrapping_mul(self.row_stride).wrapping_add((c as isize).wrapping_mul(self.col_stride));
        self.first.wrapping_add_signed(away)
    }

    /// Panics unless the whole box lies below `len`.
    fn check(self, len: usize) {
        let reach = |n: usize, stride: isize| (n as i128 - 1) * stride as i128;
        let (down, right) = (reach(self.rows, self.row_stride), reach(self.cols, self.col_stride));
        let low = self.first as i128 + down.min(0) + right.min(0);
        let high = self.first as i128 + down.max(0) + right.max(0);
        assert!(low >= 0 && high < len as i128, "elements {low} to {high} of a slice of {len}");
    }
}

/// Side of the squares that a box is walked in.
const SIDE: usize = 8;
/// How many columns ahead their elements are asked for.
#[cfg(target_arch = "x86_64")]
const AHEAD: usize = 24;

fn transpose_by<const W: usize>(src: &[u8], area: Area, out: &mut [u8]) {
    let (src, out) = (src.as_chunks::<W>().0, out.as_chunks_mut::<W>().0);
    area.check(src.len());
    assert_eq!(out.len(), area.rows * area.cols);
    #[cfg(target_arch = "x86_64")]
    let in_registers = matches!(W, 4 | 8) && area.row_stride == 1 && tier() >= Tier::Avx2;
    // Down a whole cache line of each column before the next columns: where these lie a power of two apart, their lines
    // share a place in the cache and do not stay.
    let tall = (64 / W).max(SIDE);
    for band in (0..area.rows).step_by(tall) {
        for c0 in (0..area.cols).step_by(SIDE) {
            // Columns are too far apart for the processor to see where this goes.
            #[cfg(target_arch = "x86_64")]
            for c in c0 + AHEAD..(c0 + AHEAD + SIDE).min(area.cols) {
                avx2::prefetch(src, area.at(band, c));
            }
            let c1 = (c0 + SIDE).min(area.cols);
            for r0 in (band..area.rows.min(band + tall)).step_by(SIDE) {
                let r1 = (r0 + SIDE).min(area.rows);
                #[cfg(target_arch = "x86_64")]
                if in_registers && (r1 - r0, c1 - c0) == (SIDE, SIDE) {
                    // SAFETY: the tier has AVX2; the box was checked to lie in `src` and to fill `out`, and the square is
                    // inside the box.
                    unsafe { avx2::square(src, area, r0, c0, out) }
                    continue;
                }
                for r in r0..r1 {
                    for c in c0..c1 {
                        // SAFETY: `area.check` saw the whole box inside `src`.
                        out[r * area.cols + c] = unsafe { *src.get_unchecked(area.at(r, c)) };
                    }
                }
            }
        }
    }
}

/// An 8 x 8 matrix of 4-byte elements, transposed.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn transpose_8x8_u32(columns: &[[u8; 32]; 8], out: &mut [u8; 256]) {
    let (out, _) = out.as_chunks_mut::<32>();
    let rows: [*mut u8; 8] = std::array::from_fn(|i| out[i].as_mut_ptr());
    // SAFETY: every column and every row holds 32 bytes.
    unsafe { avx2::transpose_8x8_u32(columns.each_ref().map(|c| c.as_ptr()), rows) }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Area, SIDE};

    /// Asks for the cache line of an element.
    #[inline(always)]
    pub(super) fn prefetch<T>(src: &[T], at: usize) {
        let one: *const T = &raw const src[at];
        // SAFETY: nothing is read; every x86-64 has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(one.cast()) }
    }

    /// Moves the square at row `r` and column `c` of a box whose columns are contiguous.
    ///
    /// # Safety
    /// The box lies inside `src` and has as many elements as `out`; the square lies inside the box; `W` is 4 or 8.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn square<const W: usize>(src: &[[u8; W]], area: Area, r: usize, c: usize, out: &mut [[u8; W]]) {
        let to = out.as_mut_ptr();
        // SAFETY: by the caller's word 8 elements can be read down each column and written along each row.
        unsafe {
            let columns: [*const u8; SIDE] = std::array::from_fn(|i| src.as_ptr().add(area.at(r, c + i)).cast());
            let rows: [*mut u8; SIDE] = std::array::from_fn(|i| to.add((r + i) * area.cols + c).cast());
            if W == 4 { transpose_8x8_u32(columns, rows) } else { transpose_8x8_u64(columns, rows) }
        }
    }

    /// Reads 8 elements of 4 bytes from each column, writes 8 to each row.
    ///
    /// # Safety
    /// Every pointer is good for 32 bytes; no alignment is needed.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn transpose_8x8_u32(columns: [*const u8; 8], rows: [*mut u8; 8]) {
        // SAFETY: by the caller's word.
        let c = columns.map(|p| unsafe { _mm256_loadu_ps(p.cast()) });
        let mut pairs = [_mm256_setzero_ps(); 8];
        for i in 0..4 {
            pairs[2 * i] = _mm256_unpacklo_ps(c[2 * i], c[2 * i + 1]);
            pairs[2 * i + 1] = _mm256_unpackhi_ps(c[2 * i], c[2 * i + 1]);
        }
        let mut fours = [_mm256_setzero_ps(); 8];
        for i in 0..2 {
            let p = &pairs[4 * i..4 * i + 4];
            fours[4 * i] = _mm256_shuffle_ps::<0x44>(p[0], p[2]);
            fours[4 * i + 1] = _mm256_shuffle_ps::<0xee>(p[0], p[2]);
            fours[4 * i + 2] = _mm256_shuffle_ps::<0x44>(p[1], p[3]);
            fours[4 * i + 3] = _mm256_shuffle_ps::<0xee>(p[1], p[3]);
        }
        for i in 0..4 {
            let low = _mm256_permute2f128_ps::<0x20>(fours[i], fours[i + 4]);
            let high = _mm256_permute2f128_ps::<0x31>(fours[i], fours[i + 4]);
            // SAFETY: by the caller's word.
            unsafe {
                _mm256_storeu_ps(rows[i].cast(), low);
                _mm256_storeu_ps(rows[i + 4].cast(), high);
            }
        }
    }

    /// Reads 8 elements of 8 bytes from each column, writes 8 to each row, as four blocks of 4 x 4.
    ///
    /// # Safety
    /// Every pointer is good for 64 bytes; no alignment is needed.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn transpose_8x8_u64(columns: [*const u8; 8], rows: [*mut u8; 8]) {
        for r in [0, 4] {
            for c in [0, 4] {
                // SAFETY: by the caller's word; `r` and `c` stay in the 8 elements.
                let load = |i: usize| unsafe { _mm256_loadu_pd(columns[c + i].add(8 * r).cast()) };
                let (c0, c1, c2, c3) = (load(0), load(1), load(2), load(3));
                let (lo01, hi01) = (_mm256_unpacklo_pd(c0, c1), _mm256_unpackhi_pd(c0, c1));
                let (lo23, hi23) = (_mm256_unpacklo_pd(c2, c3), _mm256_unpackhi_pd(c2, c3));
                let out = [
                    _mm256_permute2f128_pd::<0x20>(lo01, lo23),
                    _mm256_permute2f128_pd::<0x20>(hi01, hi23),
                    _mm256_permute2f128_pd::<0x31>(lo01, lo23),
                    _mm256_permute2f128_pd::<0x31>(hi01, hi23),
                ];
                for (i, row) in out.into_iter().enumerate() {
                    // SAFETY: by the caller's word.
                    unsafe { _mm256_storeu_pd(rows[r + i].add(8 * c).cast(), row) };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    const WIDTHS: [usize; 5] = [1, 2, 4, 8, 16];

    fn numbered(bytes: usize) -> Vec<u8> {
        (0..bytes).map(|i| (i * 7 + i / 251) as u8).collect()
    }

    /// Where to start so that `n` elements of a stride fit, and how many elements that takes.
    fn room(n: usize, stride: isize) -> (usize, usize) {
        let span = n.saturating_sub(1) * stride.unsigned_abs();
        (if stride < 0 { span + 2 } else { 2 }, span + 5)
    }

    #[test]
    fn gather_and_scatter_equal_an_indexed_loop() {
        each_tier(|tier| {
            for width in WIDTHS {
                for stride in [-70, -5, -4, -2, -1, 0, 1, 2, 3, 4, 5, 33] {
                    for n in [0, 1, 2, 7, 8, 9, 31, 64, 67] {
                        let (first, len) = room(n, stride);
                        // One byte in: elements need not be aligned.
                        let memory = numbered(len * width + 1);
                        let src = &memory[1..];
                        let index = |i: usize| (first as isize + i as isize * stride) as usize * width;
                        let want: Vec<u8> = (0..n).flat_map(|i| &src[index(i)..index(i) + width]).copied().collect();
                        let mut out = vec![0xee; n * width];
                        gather(src, width, first, stride, &mut out);
                        assert_eq!(out, want, "{tier:?} width {width} stride {stride} n {n}");

                        let mut back = vec![0xee; len * width + 1];
                        scatter(&out, &mut back[1..], width, first, stride);
                        let mut want = vec![0xee; len * width + 1];
                        for i in 0..n {
                            want[1..][index(i)..index(i) + width].copy_from_slice(&out[i * width..][..width]);
                        }
                        assert_eq!(back, want);
                    }
                }
            }
        });
    }

    #[test]
    fn transpose_block_equals_an_indexed_loop() {
        each_tier(|tier| {
            for width in WIDTHS {
                for (rows, cols) in [(64, 64), (8, 8), (16, 8), (9, 23), (64, 3), (1, 7), (0, 4)] {
                    for (row_stride, pad) in [(1isize, 0usize), (1, 5), (-1, 2), (3, 1)] {
                        let col_stride = -((rows * row_stride.unsigned_abs() + pad) as isize);
                        let len = (cols + 1) * col_stride.unsigned_abs() + 8;
                        let first = cols * col_stride.unsigned_abs() + if row_stride < 0 { rows } else { 0 };
                        let memory = numbered(len * width + 3);
                        let src = &memory[3..];
                        let mut out = vec![0xee; rows * cols * width];
                        transpose_block(src, width, first, row_stride, col_stride, rows, cols, &mut out);
                        for r in 0..rows {
                            for c in 0..cols {
                                let at = (first as isize + r as isize * row_stride + c as isize * col_stride) as usize;
                                let got = &out[(r * cols + c) * width..][..width];
                                assert_eq!(got, &src[at * width..][..width], "{tier:?} {width} {rows}x{cols} {r},{c}");
                            }
                        }
                    }
                }
            }
        });
    }

    #[test]
    fn elements_outside_are_refused_before_the_first_load() {
        for (first, stride, n) in
            [(5, 1, 1), (3, 1, 3), (1, -1, 3), (0, 3, 3), (0, isize::MAX, 3), (4, isize::MIN, 2), (9, 0, 2)]
        {
            let mut out = vec![0; n * 2];
            let refused = std::panic::catch_unwind(move || gather(&[0; 10], 2, first, stride, &mut out));
            assert!(refused.is_err(), "{first} {stride} {n}");
            let refused = std::panic::catch_unwind(move || scatter(&vec![0; n * 2], &mut [0; 10], 2, first, stride));
            assert!(refused.is_err(), "{first} {stride} {n}");
        }
        let outside = std::panic::catch_unwind(|| transpose_block(&[0; 63], 1, 0, 1, 8, 8, 8, &mut [0; 64]));
        assert!(outside.is_err());
    }
}
