//! Convolutions: columns of windows packed for a matrix product, their sums put back, and windows of one channel.
//!
//! Up to three axes that windows move along; of fewer the first are 1 long. Everything here runs on the calling thread.

mod depthwise;

use std::ops::Range;

use bytemuck::Pod;
use polyad_core::DType;

pub use depthwise::{depthwise_f32, depthwise_f64};

/// Where windows stand: from place `o` of the output and element `k` of a window to place
/// `o * stride + k * dilation - before` of the input, on each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Extents of the input.
    pub input: [usize; 3],
    /// Extents of a window.
    pub window: [usize; 3],
    /// How many windows there are on each axis.
    pub output: [usize; 3],
    /// From one window to the next.
    pub stride: [usize; 3],
    /// From one element of a window to the next.
    pub dilation: [usize; 3],
    /// How far the first window reaches past the start.
    pub before: [usize; 3],
}

impl Grid {
    /// How many elements a channel of the input has.
    pub fn inputs(&self) -> usize {
        self.input.iter().product()
    }

    /// How many elements a window has.
    pub fn windows(&self) -> usize {
        self.window.iter().product()
    }

    /// How many windows there are.
    pub fn outputs(&self) -> usize {
        self.output.iter().product()
    }

    /// Whether windows are single elements in their places.
    pub fn is_pointwise(&self) -> bool {
        self.windows() == 1 && self.stride == [1; 3] && self.before == [0; 3] && self.input == self.output
    }

    /// Where element `k` of window `o` lies on an axis, if not past an end.
    #[inline(always)]
    fn at(&self, axis: usize, o: usize, k: usize) -> Option<usize> {
        let place = (o * self.stride[axis] + k * self.dilation[axis]).wrapping_sub(self.before[axis]);
        (place < self.input[axis]).then_some(place)
    }

    /// Of the windows `o` on the last axis those whose element `k` is in the input, and where that of the first lies.
    #[inline(always)]
    fn inside(&self, k: usize, o: Range<usize>) -> (Range<usize>, usize) {
        let (step, far) = (self.stride[2], k * self.dilation[2]);
        let first = self.before[2].saturating_sub(far).div_ceil(step).clamp(o.start, o.end);
        let end = (self.before[2] + self.input[2]).saturating_sub(far).div_ceil(step).clamp(first, o.end);
        (first..end, (first * step + far).wrapping_sub(self.before[2]))
    }
}

/// A stretch of the output along its last axis: its place there, and where it begins among the stretches.
fn stretches(grid: &Grid, places: Range<usize>) -> impl Iterator<Item = ([usize; 2], Range<usize>)> {
    let [_, rows, columns] = grid.output;
    let mut at = places.start;
    std::iter::from_fn(move || {
        (at < places.end).then(|| {
            let (row, column) = (at / columns, at % columns);
            let n = (columns - column).min(places.end - at);
            at += n;
            ([row / rows, row % rows], column..column + n)
        })
    })
}

/// Packs windows as columns: row `r` of `out` has, for each place of the output in `places`, element `r % windows` of its
/// window in channel `r / windows`; `fill` where that is past an end. Rows of `out` are `row_stride` elements apart.
///
/// `width` is that of an element: 1, 2, 4, 8 or 16 bytes. Panics where slices are too short.
#[allow(clippy::too_many_arguments)] // a source, two ranges and a destination
pub fn columns(
    width: usize,
    grid: &Grid,
    channels: &[u8],
    rows: Range<usize>,
    places: Range<usize>,
    fill: &[u8],
    out: &mut [u8],
    row_stride: usize,
) {
    match width {
        1 => pack::<u8>(grid, channels, rows, places, fill, out, row_stride),
        2 => pack::<u16>(grid, channels, rows, places, fill, out, row_stride),
        4 => pack::<u32>(grid, channels, rows, places, fill, out, row_stride),
        8 => pack::<u64>(grid, channels, rows, places, fill, out, row_stride),
        16 => pack::<[u64; 2]>(grid, channels, rows, places, fill, out, row_stride),
        _ => unreachable!("no element has {width} bytes"),
    }
}

fn pack<T: Pod>(
    grid: &Grid,
    channels: &[u8],
    rows: Range<usize>,
    places: Range<usize>,
    fill: &[u8],
    out: &mut [u8],
    row_stride: usize,
) {
    let (channels, out) = (bytemuck::cast_slice::<u8, T>(channels), bytemuck::cast_slice_mut::<u8, T>(out));
    let fill = bytemuck::pod_read_unaligned::<T>(fill);
    let ([_, height, width], step) = (grid.input, grid.stride[2]);
    for (r, out) in rows.zip(out.chunks_mut(row_stride)) {
        let (channel, k) = (&channels[r / grid.windows() * grid.inputs()..][..grid.inputs()], split(grid, r));
        let mut out = &mut out[..places.len()];
        for (o, columns) in stretches(grid, places.clone()) {
            let (to, rest) = out.split_at_mut(columns.len());
            out = rest;
            let (Some(i), Some(j)) = (grid.at(0, o[0], k[0]), grid.at(1, o[1], k[1])) else {
                to.fill(fill);
                continue;
            };
            let (inside, first) = grid.inside(k[2], columns.clone());
            let (front, behind) = (inside.start - columns.start, inside.end - columns.start);
            to[..front].fill(fill);
            to[behind..].fill(fill);
            if front == behind {
                continue;
            }
            let from = &channel[(i * height + j) * width + first..];
            match step {
                1 => to[front..behind].copy_from_slice(&from[..behind - front]),
                _ => to[front..behind].iter_mut().zip(from.iter().step_by(step)).for_each(|(to, &x)| *to = x),
            }
        }
    }
}

/// The place of a row of columns in its window.
fn split(grid: &Grid, row: usize) -> [usize; 3] {
    let [_, rows, columns] = grid.window;
    let k = row % grid.windows();
    [k / (rows * columns), k / columns % rows, k % columns]
}

/// Adds columns back to where [`columns`] would take them from; what lies past an end is dropped. Integers wrap.
pub fn add_columns(
    dtype: DType,
    grid: &Grid,
    columns: &[u8],
    rows: Range<usize>,
    places: Range<usize>,
    row_stride: usize,
    channels: &mut [u8],
) {
    match dtype {
        DType::Float32 => unpack::<f32>(grid, columns, rows, places, row_stride, channels, |a, b| a + b),
        DType::Float64 => unpack::<f64>(grid, columns, rows, places, row_stride, channels, |a, b| a + b),
        DType::Int64 | DType::UInt64 => {
            unpack::<u64>(grid, columns, rows, places, row_stride, channels, u64::wrapping_add);
        }
        DType::Complex64 => {
            unpack::<[f32; 2]>(grid, columns, rows, places, row_stride, channels, |a, b| [a[0] + b[0], a[1] + b[1]]);
        }
        DType::Complex128 => {
            unpack::<[f64; 2]>(grid, columns, rows, places, row_stride, channels, |a, b| [a[0] + b[0], a[1] + b[1]]);
        }
        other => unreachable!("no product is in {other}"),
    }
}

fn unpack<T: Pod>(
    grid: &Grid,
    columns: &[u8],
    rows: Range<usize>,
    places: Range<usize>,
    row_stride: usize,
    channels: &mut [u8],
    add: impl Fn(T, T) -> T,
) {
    let (columns, channels) = (bytemuck::cast_slice::<u8, T>(columns), bytemuck::cast_slice_mut::<u8, T>(channels));
    let ([_, height, width], step) = (grid.input, grid.stride[2]);
    for (r, from) in rows.zip(columns.chunks(row_stride)) {
        let (channel, k) = (&mut channels[r / grid.windows() * grid.inputs()..][..grid.inputs()], split(grid, r));
        let mut from = &from[..places.len()];
        for (o, stretch) in stretches(grid, places.clone()) {
            let (part, rest) = from.split_at(stretch.len());
            from = rest;
            let (Some(i), Some(j)) = (grid.at(0, o[0], k[0]), grid.at(1, o[1], k[1])) else { continue };
            let (inside, first) = grid.inside(k[2], stretch.clone());
            if inside.is_empty() {
                continue;
            }
            let part = &part[inside.start - stretch.start..inside.end - stretch.start];
            let to = &mut channel[(i * height + j) * width + first..];
            match step {
                1 => to.iter_mut().zip(part).for_each(|(to, &x)| *to = add(*to, x)),
                _ => to.iter_mut().step_by(step).zip(part).for_each(|(to, &x)| *to = add(*to, x)),
            }
        }
    }
}

/// Writes `x + by` for one row of sums; integers wrap.
pub fn add_scalar(dtype: DType, x: &[u8], by: &[u8], out: &mut [u8]) {
    fn each<T: Pod>(x: &[u8], by: &[u8], out: &mut [u8], add: impl Fn(T, T) -> T) {
        let by = bytemuck::pod_read_unaligned::<T>(by);
        let (x, out) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice_mut::<u8, T>(out));
        out.iter_mut().zip(x).for_each(|(out, &x)| *out = add(x, by));
    }
    match dtype {
        DType::Float32 => each::<f32>(x, by, out, |a, b| a + b),
        DType::Float64 => each::<f64>(x, by, out, |a, b| a + b),
        DType::Int64 | DType::UInt64 => each::<u64>(x, by, out, u64::wrapping_add),
        DType::Complex64 => each::<[f32; 2]>(x, by, out, |a, b| [a[0] + b[0], a[1] + b[1]]),
        DType::Complex128 => each::<[f64; 2]>(x, by, out, |a, b| [a[0] + b[0], a[1] + b[1]]),
        other => unreachable!("no product is in {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid {
        input: [2, 3, 5],
        window: [2, 2, 3],
        output: [2, 2, 4],
        stride: [1, 2, 2],
        dilation: [1, 1, 2],
        before: [1, 1, 3],
    };

    /// The element that a column has, written out.
    fn wanted(x: &[i64], r: usize, place: usize, fill: i64) -> i64 {
        let (channel, k) = (r / 12, r % 12);
        let (k, o) = ([k / 6, k / 3 % 2, k % 3], [place / 8, place / 4 % 2, place % 4]);
        let mut at = 0;
        for axis in 0..3 {
            let place = (o[axis] * GRID.stride[axis] + k[axis] * GRID.dilation[axis]) as i64 - GRID.before[axis] as i64;
            if !(0..GRID.input[axis] as i64).contains(&place) {
                return fill;
            }
            at = at * GRID.input[axis] + place as usize;
        }
        x[channel * 30 + at]
    }

    #[test]
    fn columns_hold_the_windows() {
        let x: Vec<i64> = (1..=60).collect();
        for (rows, places) in [(0..24, 0..16), (5..17, 3..14), (23..24, 15..16), (0..24, 6..6)] {
            let mut out = vec![0i64; 20 * rows.len()];
            let (x_bytes, fill) = (bytemuck::cast_slice(&x), (-7i64).to_le_bytes());
            let to = bytemuck::cast_slice_mut(&mut out);
            columns(8, &GRID, x_bytes, rows.clone(), places.clone(), &fill, to, 20);
            for (i, r) in rows.clone().enumerate() {
                for (j, place) in places.clone().enumerate() {
                    assert_eq!(out[i * 20 + j], wanted(&x, r, place, -7), "row {r}, place {place}");
                }
            }
        }
    }

    #[test]
    fn adding_columns_back_is_the_transpose() {
        // <columns(x), y> = <x, add_columns(y)>.
        let x: Vec<i64> = (0..60).map(|i| i * i % 17 - 5).collect();
        let y: Vec<i64> = (0..24 * 16).map(|i| i * 7 % 13 - 6).collect();
        let mut wide = vec![0i64; 24 * 16];
        let to = bytemuck::cast_slice_mut(&mut wide);
        columns(8, &GRID, bytemuck::cast_slice(&x), 0..24, 0..16, &[0; 8], to, 16);
        let mut back = vec![0i64; 60];
        let to = bytemuck::cast_slice_mut(&mut back);
        add_columns(DType::Int64, &GRID, bytemuck::cast_slice(&y), 0..24, 0..16, 16, to);
        let dot = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<i64>();
        assert_eq!(dot(&wide, &y), dot(&x, &back));
        assert!(dot(&wide, &y) != 0);
    }
}
