//! Strided loads and stores of raw elements, by width alone: what an element means is not asked.
//!
//! Bounds are checked once, by arithmetic on the first and the last element; then the loops run
//! unchecked. Steps of 1, -1, 0, 2, 3 and 4 have loops of their own, since a plain strided loop costs
//! three times as much in cache. Sources and targets may be unaligned.

use crate::tier::multiversion;

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
    // The last element may be the last of the source, with no whole group behind it.
    let (groups, rest) = src.as_chunks::<S>();
    for (y, x) in out.iter_mut().zip(groups) {
        *y = x[0];
    }
    if let Some(y) = out.get_mut(groups.len()) {
        *y = rest[0];
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
    }
}
