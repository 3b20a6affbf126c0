//! Elements of a matrix written in the order of the other axis, by width alone: through squares of 8 x 8 in registers.
//!
//! Bounds are checked once, by arithmetic on the corners; then the loops run unchecked. Both sides may be unaligned.

#[cfg(target_arch = "x86_64")]
use crate::tier::{Tier, tier};

/// Where the elements of a transposed copy come from and go to, counted in elements: that of row `r` and column `c` from
/// `first + r * row_stride + c * col_stride` to `out_first + r * out_stride + c`.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    /// The first element of the source.
    pub first: usize,
    /// From row to row of the source; 1 is what this is made for.
    pub row_stride: isize,
    /// From column to column of the source.
    pub col_stride: isize,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub cols: usize,
    /// The first element of the output.
    pub out_first: usize,
    /// From row to row of the output, whose columns lie side by side.
    pub out_stride: isize,
}

/// Copies elements of `width` bytes, 1, 2, 4, 8 or 16, as an [`Area`] says.
///
/// Panics when an element lies outside its slice, or the width is another one.
///
/// ```
/// use polyad_kernels::transpose::{Area, transpose};
/// let area = Area { first: 0, row_stride: 1, col_stride: 3, rows: 3, cols: 2, out_first: 0, out_stride: 2 };
/// let mut out = [0; 6];
/// transpose(&[1, 2, 3, 4, 5, 6], &mut out, 1, area);
/// assert_eq!(out, [1, 4, 2, 5, 3, 6]);
/// ```
pub fn transpose(src: &[u8], out: &mut [u8], width: usize, area: Area) {
    if area.rows == 0 || area.cols == 0 {
        return;
    }
    match width {
        1 => transpose_by::<1>(src, area, out),
        2 => transpose_by::<2>(src, area, out),
        4 => transpose_by::<4>(src, area, out),
        8 => transpose_by::<8>(src, area, out),
        16 => transpose_by::<16>(src, area, out),
        _ => panic!("transpose: no elements of {width} bytes"),
    }
}

/// Panics unless the corners `first + i * stride + j * other`, and so all between, are below `len`.
fn check(len: usize, first: usize, [rows, cols]: [usize; 2], [stride, other]: [isize; 2]) {
    let reach = |n: usize, stride: isize| (n as i128 - 1) * stride as i128;
    let (down, right) = (reach(rows, stride), reach(cols, other));
    let low = first as i128 + down.min(0) + right.min(0);
    let high = first as i128 + down.max(0) + right.max(0);
    assert!(low >= 0 && high < len as i128, "elements {low} to {high} of a slice of {len}");
}

impl Area {
    #[inline(always)]
    fn at(self, r: usize, c: usize) -> usize {
        let away = (r as isize).wrapping_mul(self.row_stride).wrapping_add((c as isize).wrapping_mul(self.col_stride));
        self.first.wrapping_add_signed(away)
    }

    #[inline(always)]
    fn place(self, r: usize, c: usize) -> usize {
        self.out_first.wrapping_add_signed((r as isize).wrapping_mul(self.out_stride)).wrapping_add(c)
    }

    /// The rows that are walked down together: whole cache lines of each column, and several where every column is on a
    /// page of its own, whose address costs more than its bytes.
    fn band(self, width: usize) -> usize {
        let line = (64 / width).max(SIDE);
        if self.col_stride.unsigned_abs().saturating_mul(width) >= PAGE { 4 * line } else { line }
    }
}

/// Side of the squares.
const SIDE: usize = 8;
/// Bytes of the smallest page.
const PAGE: usize = 4096;
/// How many columns ahead their elements are asked for.
#[cfg(target_arch = "x86_64")]
const AHEAD: usize = 24;

fn transpose_by<const W: usize>(src: &[u8], area: Area, out: &mut [u8]) {
    let (src, out) = (src.as_chunks::<W>().0, out.as_chunks_mut::<W>().0);
    check(src.len(), area.first, [area.rows, area.cols], [area.row_stride, area.col_stride]);
    check(out.len(), area.out_first, [area.rows, area.cols], [area.out_stride, 1]);
    // Squares that are whole go through registers; what they leave at the right and at the end is moved by elements.
    #[cfg(target_arch = "x86_64")]
    let whole = if matches!(W, 4 | 8) && area.row_stride == 1 && tier() >= Tier::Avx2 {
        // SAFETY: the tier has AVX2, and the area was checked to lie in both slices.
        unsafe { avx2::squares(src, area, out) }
        [area.rows / SIDE * SIDE, area.cols / SIDE * SIDE]
    } else {
        [0, 0]
    };
    #[cfg(not(target_arch = "x86_64"))]
    let whole = [0, 0];
    for (rows, cols) in [(0..whole[0], whole[1]..area.cols), (whole[0]..area.rows, 0..area.cols)] {
        for band in rows.clone().step_by(area.band(W)) {
            for c0 in cols.clone().step_by(SIDE) {
                for r in band..rows.end.min(band + area.band(W)) {
                    for c in c0..cols.end.min(c0 + SIDE) {
                        // SAFETY: `check` saw all elements of the area inside both slices.
                        unsafe { *out.get_unchecked_mut(area.place(r, c)) = *src.get_unchecked(area.at(r, c)) };
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

    use super::{AHEAD, Area, SIDE};

    /// Moves all whole squares of an area whose columns are contiguous.
    ///
    /// # Safety
    /// The area lies inside both slices; `W` is 4 or 8.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn squares<const W: usize>(src: &[[u8; W]], area: Area, out: &mut [[u8; W]]) {
        let (rows, cols, tall) = (area.rows / SIDE * SIDE, area.cols / SIDE * SIDE, area.band(W));
        let (from, to) = (src.as_ptr(), out.as_mut_ptr());
        for band in (0..rows).step_by(tall) {
            for c in (0..cols).step_by(SIDE) {
                // Columns are too far apart for the processor to see where this goes.
                for ahead in c + AHEAD..(c + AHEAD + SIDE).min(area.cols) {
                    // SAFETY: the element is in the area; nothing is read.
                    unsafe { _mm_prefetch::<_MM_HINT_T0>(from.add(area.at(band, ahead)).cast()) }
                }
                for r in (band..rows.min(band + tall)).step_by(SIDE) {
                    // SAFETY: the square is in the area: 8 elements can be read down each column and written along each row.
                    unsafe {
                        let columns: [*const u8; SIDE] = std::array::from_fn(|i| from.add(area.at(r, c + i)).cast());
                        let places: [*mut u8; SIDE] = std::array::from_fn(|i| to.add(area.place(r + i, c)).cast());
                        if W == 4 { transpose_8x8_u32(columns, places) } else { transpose_8x8_u64(columns, places) }
                    }
                }
            }
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

    #[test]
    fn a_transposed_copy_equals_an_indexed_loop() {
        each_tier(|tier| {
            for width in [1, 2, 4, 8, 16] {
                for (rows, cols) in [(64, 64), (8, 8), (16, 8), (9, 23), (70, 3), (1, 7), (0, 4), (9, 0)] {
                    for (row_stride, pad, gap) in
                        [(1isize, 0usize, 0usize), (1, 5, 3), (-1, 2, 0), (3, 1, 1), (1, 5000, 0)]
                    {
                        let col_stride = -((rows * row_stride.unsigned_abs() + pad) as isize);
                        let len = (cols + 1) * col_stride.unsigned_abs() + 8;
                        let first = cols * col_stride.unsigned_abs() + if row_stride < 0 { rows } else { 0 };
                        // One byte in: elements need not be aligned.
                        let memory: Vec<u8> = (0..len * width + 1).map(|i| (i * 7 + i / 251) as u8).collect();
                        let src = &memory[1..];
                        let out_stride = (cols + gap) as isize;
                        let area = Area { first, row_stride, col_stride, rows, cols, out_first: 2, out_stride };
                        let mut out = vec![0xee; (2 + rows * (cols + gap)) * width];
                        let mut want = out.clone();
                        transpose(src, &mut out, width, area);
                        for r in 0..rows {
                            for c in 0..cols {
                                let from =
                                    (first as isize + r as isize * row_stride + c as isize * col_stride) as usize;
                                let to = 2 + r * (cols + gap) + c;
                                want[to * width..][..width].copy_from_slice(&src[from * width..][..width]);
                            }
                        }
                        assert!(out == want, "{tier:?} {width} {rows}x{cols} {row_stride} {pad} {gap}");
                    }
                }
            }
        });
    }

    #[test]
    fn elements_outside_are_refused_before_the_first_move() {
        let area = Area { first: 0, row_stride: 1, col_stride: 8, rows: 8, cols: 8, out_first: 0, out_stride: 8 };
        let run = |from: usize, to: usize, area: Area| {
            std::panic::catch_unwind(move || transpose(&vec![0; from], &mut vec![0; to], 1, area)).is_err()
        };
        assert!(run(63, 64, area) && run(64, 63, area));
        assert!(run(64, 64, Area { out_stride: -8, ..area }) && run(64, 64, Area { col_stride: isize::MAX, ..area }));
        assert!(!run(64, 64, area));
    }
}
