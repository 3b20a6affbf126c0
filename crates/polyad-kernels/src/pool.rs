//! Pooling along one axis: windows of several axes go by one axis after the other.

use bytemuck::Pod;
use polyad_core::DType;

use crate::binary::{max_f32, max_f64};
use crate::tier::multiversion;

/// Windows along one axis: element `k` of window `o` lies at `o * stride + k * dilation - before`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// How many elements there are.
    pub input: usize,
    /// How many of them a window has.
    pub window: usize,
    /// How many windows there are.
    pub output: usize,
    /// From one window to the next.
    pub stride: usize,
    /// From one element of a window to the next.
    pub dilation: usize,
    /// How far the first window reaches past the start.
    pub before: usize,
}

impl Line {
    /// The windows that have their element `k` in the input, and where that of the first lies.
    #[inline(always)]
    fn inside(&self, k: usize) -> (std::ops::Range<usize>, usize) {
        let far = k * self.dilation;
        let first = self.before.saturating_sub(far).div_ceil(self.stride).min(self.output);
        let end = (self.before + self.input).saturating_sub(far).div_ceil(self.stride).clamp(first, self.output);
        (first..end, (first * self.stride + far).wrapping_sub(self.before))
    }
}

/// Folds windows along the middle axis of `[.., input, inner]` into `[.., output, inner]`; windows without elements give the
/// fold of nothing.
pub type Pool = fn(&Line, x: &[u8], inner: usize, out: &mut [u8]);

#[inline(always)]
fn fold<T: Pod>(line: &Line, x: &[u8], inner: usize, out: &mut [u8], nothing: T, step: impl Fn(T, T) -> T) {
    let (x, out) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice_mut::<u8, T>(out));
    if out.is_empty() {
        return;
    }
    for (x, out) in x.chunks(line.input * inner).zip(out.chunks_mut(line.output * inner)) {
        out.fill(nothing);
        for k in 0..line.window {
            let (windows, mut at) = line.inside(k);
            if inner == 1 && !windows.is_empty() {
                let (to, from) = (&mut out[windows], &x[at..]);
                match line.stride {
                    1 => to.iter_mut().zip(from).for_each(|(to, &x)| *to = step(*to, x)),
                    2 => {
                        // A tail of one element has no partner to be skipped.
                        let (pairs, tail) = from.as_chunks::<2>();
                        let n = to.len().min(pairs.len());
                        to.iter_mut().zip(pairs).for_each(|(to, x)| *to = step(*to, x[0]));
                        to[n..].iter_mut().zip(tail).for_each(|(to, &x)| *to = step(*to, x));
                    }
                    by => to.iter_mut().zip(from.iter().step_by(by)).for_each(|(to, &x)| *to = step(*to, x)),
                }
                continue;
            }
            for o in windows {
                let from = &x[at * inner..][..inner];
                out[o * inner..][..inner].iter_mut().zip(from).for_each(|(to, &x)| *to = step(*to, x));
                at += line.stride;
            }
        }
    }
}

macro_rules! pools {
    ($dtype:expr; $($variant:ident: $t:ty, $nothing:expr, $step:expr;)*) => {
        match $dtype {
            $(DType::$variant => {
                multiversion! {
                    fn run(line: &Line, x: &[u8], inner: usize, out: &mut [u8]) {
                        fold::<$t>(line, x, inner, out, $nothing, $step);
                    }
                }
                Some(run as Pool)
            })*
            _ => None,
        }
    };
}

/// The greatest of each window, NaN if there is one; of nothing the least value.
pub fn max(dtype: DType) -> Option<Pool> {
    pools! { dtype;
        Float32: f32, f32::NEG_INFINITY, max_f32;
        Float64: f64, f64::NEG_INFINITY, max_f64;
        Int8: i8, i8::MIN, i8::max;
        Int16: i16, i16::MIN, i16::max;
        Int32: i32, i32::MIN, i32::max;
        Int64: i64, i64::MIN, i64::max;
        UInt8: u8, 0, u8::max;
        UInt16: u16, 0, u16::max;
        UInt32: u32, 0, u32::max;
        UInt64: u64, 0, u64::max;
        Bool: u8, 0, u8::max;
    }
}

/// The sum of each window, element by element from its start; of nothing 0.
pub fn sum(dtype: DType) -> Option<Pool> {
    pools! { dtype;
        Float32: f32, 0.0, |a, b| a + b;
        Float64: f64, 0.0, |a, b| a + b;
    }
}

/// Where the greatest element of each window over several axes lies, counted row-major: the first of equals, NaN before
/// all; -1 for windows without elements. `x` and `out` are row-major.
pub type Argmax = fn(&[Line], x: &[u8], out: &mut [i64]);

fn places<T: Pod>(lines: &[Line], x: &[u8], out: &mut [i64], ahead: impl Fn(T, T) -> bool) {
    let x = bytemuck::cast_slice::<u8, T>(x);
    let mut window = vec![0; lines.len()];
    let mut o = vec![0; lines.len()];
    for out in out {
        let mut best: Option<usize> = None;
        window.fill(0);
        loop {
            let at = lines.iter().zip(&o).zip(&window).try_fold(0, |at, ((line, o), k)| {
                let place = (o * line.stride + k * line.dilation).checked_sub(line.before)?;
                (place < line.input).then_some(at * line.input + place)
            });
            if let Some(at) = at
                && best.is_none_or(|best| ahead(x[at], x[best]))
            {
                best = Some(at);
            }
            if !advance(&mut window, lines, |line| line.window) {
                break;
            }
        }
        *out = best.map_or(-1, |at| at as i64);
        advance(&mut o, lines, |line| line.output);
    }
}

/// The next index in row-major order; false after the last, which is followed by the first.
fn advance(index: &mut [usize], lines: &[Line], extent: impl Fn(&Line) -> usize) -> bool {
    for (i, line) in index.iter_mut().zip(lines).rev() {
        *i += 1;
        if *i < extent(line) {
            return true;
        }
        *i = 0;
    }
    false
}

/// The places of the greatest elements.
pub fn argmax(dtype: DType) -> Option<Argmax> {
    macro_rules! places {
        ($($variant:ident: $t:ty, $ahead:expr;)*) => {
            match dtype {
                $(DType::$variant => Some((|lines, x, out| places::<$t>(lines, x, out, $ahead)) as Argmax),)*
                _ => None,
            }
        };
    }
    places! {
        Float32: f32, |a, b| a > b || a.is_nan() && !b.is_nan();
        Float64: f64, |a, b| a > b || a.is_nan() && !b.is_nan();
        Int8: i8, |a, b| a > b;
        Int16: i16, |a, b| a > b;
        Int32: i32, |a, b| a > b;
        Int64: i64, |a, b| a > b;
        UInt8: u8, |a, b| a > b;
        UInt16: u16, |a, b| a > b;
        UInt32: u32, |a, b| a > b;
        UInt64: u64, |a, b| a > b;
        Bool: u8, |a, b| a > b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    #[test]
    fn windows_fold_as_written_out() {
        for (stride, dilation, before, inner) in [(1, 1, 1, 1), (2, 1, 0, 1), (2, 3, 2, 1), (3, 2, 1, 1), (2, 2, 1, 5)]
        {
            let (input, window) = (11, 3);
            let output = (input + 2 * before - (window - 1) * dilation - 1) / stride + 1;
            let line = Line { input, window, output, stride, dilation, before };
            let x: Vec<f64> = (0..2 * input * inner).map(|i| ((i * 37 + 5) % 23) as f64).collect();
            let inside = |o: usize, k: usize| (o * stride + k * dilation).checked_sub(before).filter(|&at| at < input);
            each_tier(|tier| {
                for (pool, nothing, step) in [
                    (max(DType::Float64), f64::NEG_INFINITY, f64::max as fn(f64, f64) -> f64),
                    (sum(DType::Float64), 0.0, |a, b| a + b),
                ] {
                    let mut out = vec![0f64; 2 * output * inner];
                    (pool.unwrap())(&line, bytemuck::cast_slice(&x), inner, bytemuck::cast_slice_mut(&mut out));
                    for (i, &got) in out.iter().enumerate() {
                        let (block, o, at) = (i / (output * inner), i / inner % output, i % inner);
                        let values = (0..window).filter_map(|k| inside(o, k));
                        let want = values.map(|p| x[(block * input + p) * inner + at]).fold(nothing, step);
                        assert_eq!(got, want, "{tier:?} {line:?} {i}");
                    }
                }
            });
        }
    }

    #[test]
    fn the_first_of_the_greatest_is_found_over_several_axes() {
        let line = |input, before| Line { input, window: 2, output: 2, stride: 2, dilation: 1, before };
        let x = [1.0f64, f64::NAN, f64::NAN, 2.0, 5.0, 5.0, 5.0, 0.0, 7.0];
        let mut out = [9; 4];
        (argmax(DType::Float64).unwrap())(&[line(3, 0), line(3, 1)], bytemuck::cast_slice(&x), &mut out);
        assert_eq!(out, [3, 1, 6, 8]);
    }

    #[test]
    fn nan_wins_and_windows_without_elements_give_the_least() {
        let line = Line { input: 2, window: 1, output: 4, stride: 1, dilation: 1, before: 1 };
        let (x, mut out) = ([f32::NAN, 3.0], [0f32; 4]);
        (max(DType::Float32).unwrap())(&line, bytemuck::cast_slice(&x), 1, bytemuck::cast_slice_mut(&mut out));
        assert!(out[0] == f32::NEG_INFINITY && out[1].is_nan() && out[2] == 3.0 && out[3] == f32::NEG_INFINITY);
        let (x, mut out) = ([-5i8, 7], [0i8; 4]);
        (max(DType::Int8).unwrap())(&line, bytemuck::cast_slice(&x), 1, bytemuck::cast_slice_mut(&mut out));
        assert_eq!(out, [i8::MIN, -5, 7, i8::MIN]);
    }
}
