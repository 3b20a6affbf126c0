//! Elements where a mask is true, raw elements by width alone. A mask has one byte an element, true unless 0.
//!
//! Random masks cannot be predicted, so that the loops have no branch: every element is written, and the place of the next
//! one moves only if the mask says so.

use crate::tier::multiversion;

/// How many are true.
///
/// ```
/// assert_eq!(polyad_kernels::mask::count(&[1, 0, 7]), 2);
/// ```
pub fn count(mask: &[u8]) -> usize {
    mask.chunks(1 << 20).map(count_of).sum()
}

multiversion! {
    fn count_of(mask: &[u8]) -> usize {
        // Sums of bytes stay in 8 bits for 255 rounds, which makes the loop four times as fast.
        let mut total = 0;
        for part in mask.chunks(255 * 64) {
            let mut lanes = [0u8; 64];
            let (rows, rest) = part.as_chunks::<64>();
            for row in rows {
                for (lane, &m) in lanes.iter_mut().zip(row) {
                    *lane += u8::from(m != 0);
                }
            }
            total += lanes.iter().map(|&n| usize::from(n)).sum::<usize>();
            total += rest.iter().filter(|&&m| m != 0).count();
        }
        total
    }
}

/// The elements of `src` where `mask` is true, one after the other. Panics unless `out` holds exactly those.
///
/// ```
/// let mut out = [0u8; 2];
/// polyad_kernels::mask::compress(&[1, 0, 1], &[10, 11, 12], 1, &mut out);
/// assert_eq!(out, [10, 12]);
/// ```
pub fn compress(mask: &[u8], src: &[u8], width: usize, out: &mut [u8]) {
    match width {
        1 => compress_by::<1>(mask, src, out),
        2 => compress_by::<2>(mask, src, out),
        4 => compress_by::<4>(mask, src, out),
        8 => compress_by::<8>(mask, src, out),
        16 => compress_by::<16>(mask, src, out),
        _ => runs(mask, |from, to, n| {
            out[to * width..][..n * width].copy_from_slice(&src[from * width..][..n * width]);
        }),
    }
}

/// Writes one value after the other to the elements where `mask` is true. Panics unless `values` are exactly as many.
///
/// ```
/// let mut x = [1u8, 2, 3];
/// polyad_kernels::mask::expand(&[1, 0, 1], &[8, 9], 1, &mut x);
/// assert_eq!(x, [8, 2, 9]);
/// ```
pub fn expand(mask: &[u8], values: &[u8], width: usize, dst: &mut [u8]) {
    match width {
        1 => expand_by::<1>(mask, values, dst),
        2 => expand_by::<2>(mask, values, dst),
        4 => expand_by::<4>(mask, values, dst),
        8 => expand_by::<8>(mask, values, dst),
        16 => expand_by::<16>(mask, values, dst),
        _ => runs(mask, |to, from, n| {
            dst[to * width..][..n * width].copy_from_slice(&values[from * width..][..n * width]);
        }),
    }
}

/// Writes one value to every element where `mask` is true.
///
/// ```
/// let mut x = [1u8, 2, 3];
/// polyad_kernels::mask::fill(&[1, 0, 1], &[9], &mut x);
/// assert_eq!(x, [9, 2, 9]);
/// ```
pub fn fill(mask: &[u8], value: &[u8], dst: &mut [u8]) {
    match value.len() {
        1 => fill_by::<1>(mask, value, dst),
        2 => fill_by::<2>(mask, value, dst),
        4 => fill_by::<4>(mask, value, dst),
        8 => fill_by::<8>(mask, value, dst),
        16 => fill_by::<16>(mask, value, dst),
        width => runs(mask, |to, _, n| {
            dst[to * width..][..n * width].chunks_exact_mut(width).for_each(|x| x.copy_from_slice(value));
        }),
    }
}

/// The numbers of the elements that are true, counted from `first`. Panics unless `out` holds exactly those.
pub fn positions(mask: &[u8], first: i64, out: &mut [i64]) {
    let mut k = 0;
    for (mask, first) in mask.chunks(BLOCK).zip((first..).step_by(BLOCK)) {
        if out.len() - k >= mask.len() {
            for (&m, i) in mask.iter().zip(first..) {
                // SAFETY: there is room for the whole block, and `k` moves by one an element at most.
                unsafe { *out.get_unchecked_mut(k) = i };
                k += usize::from(m != 0);
            }
        } else {
            for (_, i) in mask.iter().zip(first..).filter(|(m, _)| **m != 0) {
                out[k] = i;
                k += 1;
            }
        }
    }
    assert_eq!(k, out.len(), "positions: the output holds every true element");
}

/// Elements between two looks at the room that is left.
const BLOCK: usize = 64;

fn compress_by<const W: usize>(mask: &[u8], src: &[u8], out: &mut [u8]) {
    let (src, out) = (src.as_chunks::<W>().0, out.as_chunks_mut::<W>().0);
    assert_eq!(mask.len(), src.len(), "compress: one element for each of the mask");
    let mut k = 0;
    for (mask, src) in mask.chunks(BLOCK).zip(src.chunks(BLOCK)) {
        if out.len() - k >= mask.len() {
            for (&m, x) in mask.iter().zip(src) {
                // SAFETY: there is room for the whole block, and `k` moves by one an element at most.
                unsafe { *out.get_unchecked_mut(k) = *x };
                k += usize::from(m != 0);
            }
        } else {
            for (_, x) in mask.iter().zip(src).filter(|(m, _)| **m != 0) {
                out[k] = *x;
                k += 1;
            }
        }
    }
    assert_eq!(k, out.len(), "compress: the output holds every true element");
}

fn expand_by<const W: usize>(mask: &[u8], values: &[u8], dst: &mut [u8]) {
    let (values, dst) = (values.as_chunks::<W>().0, dst.as_chunks_mut::<W>().0);
    assert_eq!(mask.len(), dst.len(), "expand: one element for each of the mask");
    let mut k = 0;
    for (mask, dst) in mask.chunks(BLOCK).zip(dst.chunks_mut(BLOCK)) {
        if values.len() - k >= mask.len() {
            for (&m, y) in mask.iter().zip(dst) {
                // SAFETY: there are values for the whole block, and `k` moves by one an element at most.
                let value = unsafe { *values.get_unchecked(k) };
                *y = blend(m, value, *y);
                k += usize::from(m != 0);
            }
        } else {
            for (_, y) in mask.iter().zip(dst).filter(|(m, _)| **m != 0) {
                *y = values[k];
                k += 1;
            }
        }
    }
    assert_eq!(k, values.len(), "expand: a value for every true element");
}

/// `value` if `m`, else `old`, by bits: a choice between them would become a branch.
#[inline(always)]
fn blend<const W: usize>(m: u8, value: [u8; W], old: [u8; W]) -> [u8; W] {
    let keep = u8::from(m != 0).wrapping_neg();
    std::array::from_fn(|i| value[i] & keep | old[i] & !keep)
}

multiversion! {
    fn fill_by[const W: usize][W](mask: &[u8], value: &[u8], dst: &mut [u8]) {
        let (value, dst) = (value.as_chunks::<W>().0[0], dst.as_chunks_mut::<W>().0);
        assert_eq!(mask.len(), dst.len(), "fill: one element for each of the mask");
        for (y, &m) in dst.iter_mut().zip(mask) {
            *y = blend(m, value, *y);
        }
    }
}

/// Each run of true elements: where it starts, how many true ones come before, its length.
fn runs(mask: &[u8], mut f: impl FnMut(usize, usize, usize)) {
    let (mut at, mut before) = (0, 0);
    while let Some(gap) = mask[at..].iter().position(|&m| m != 0) {
        at += gap;
        let n = mask[at..].iter().position(|&m| m == 0).unwrap_or(mask.len() - at);
        f(at, before, n);
        (at, before) = (at + n, before + n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    fn masks() -> impl Iterator<Item = Vec<u8>> {
        let lengths = [0usize, 1, 2, 63, 64, 65, 200, 255 * 64 + 130];
        lengths.into_iter().flat_map(|n| {
            [0usize, 1, 2, 3, 7].map(|kind| {
                let one = |i: usize| match kind {
                    0 => 0,
                    1 => 255,
                    k => u8::from(((i * 2654435761usize) >> 7).is_multiple_of(k)),
                };
                (0..n).map(one).collect()
            })
        })
    }

    #[test]
    fn masks_read_and_write_as_one_by_one() {
        each_tier(|tier| {
            for mask in masks() {
                let trues: Vec<usize> = (0..mask.len()).filter(|&i| mask[i] != 0).collect();
                assert_eq!(count(&mask), trues.len());
                let mut at = vec![0; trues.len()];
                positions(&mask, 5, &mut at);
                assert!(at.iter().zip(&trues).all(|(&a, &t)| a == t as i64 + 5));
                for width in [1usize, 2, 3, 4, 8, 16] {
                    let src: Vec<u8> = (0..mask.len() * width).map(|i| (i * 7 + i / 251) as u8).collect();
                    let mut out = vec![0; trues.len() * width];
                    compress(&mask, &src, width, &mut out);
                    let want: Vec<u8> = trues.iter().flat_map(|&i| &src[i * width..][..width]).copied().collect();
                    assert!(out == want, "{tier:?} {width} {}", mask.len());
                    let (mut got, mut plain) = (vec![1; src.len()], vec![1; src.len()]);
                    expand(&mask, &want, width, &mut got);
                    trues.iter().for_each(|&i| plain[i * width..][..width].copy_from_slice(&src[i * width..][..width]));
                    assert!(got == plain, "{tier:?} {width} {}", mask.len());
                    let value = vec![9; width];
                    fill(&mask, &value, &mut got);
                    trues.iter().for_each(|&i| plain[i * width..][..width].copy_from_slice(&value));
                    assert!(got == plain, "{tier:?} {width} {}", mask.len());
                }
            }
        });
    }

    #[test]
    #[should_panic(expected = "holds every true element")]
    fn an_output_too_long_is_refused() {
        compress(&[1, 0], &[1, 2], 1, &mut [0; 2]);
    }
}
