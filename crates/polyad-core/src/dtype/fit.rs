//! Searches for the scale of a group of elements, as ggml's reference encoder makes them.
//!
//! Byte equality hangs on the order of operations: all is float32, sums run in element order, a product of three is
//! taken from the left, and nothing is fused.

use super::scaled::{argmax_abs, largest, min_max};

/// Groups of no greater magnitude count as zero.
pub(super) const TINY: f32 = 1e-15;

/// The nearest integer, ties to even: added to 1.5 * 2^23, a float32 has the integer in its mantissa. Past 2^22, which only
/// scales that overflow reach, the result means nothing.
pub(super) fn nearest(x: f32) -> i32 {
    ((x + 12_582_912.0).to_bits() & 0x7f_ffff) as i32 - 0x40_0000
}

/// Sum of squares.
pub(super) fn sum_squares(x: &[f32]) -> f32 {
    x.iter().fold(0.0, |sum, x| sum + x * x)
}

/// What an element weighs: its importance, more for large elements; `spread` is about the mean square around it.
pub(super) fn weigh(x: &[f32], importance: &[f32], spread: f32, w: &mut [f32]) {
    for ((w, x), importance) in w.iter_mut().zip(x).zip(importance) {
        *w = importance * (spread + x * x).sqrt();
    }
}

/// Weighted sums of element times code and of code times code: their quotient is the best scale for these codes.
fn sums(x: &[f32], w: &[f32], code: impl Fn(usize) -> i32) -> (f32, f32) {
    let (mut xl, mut ll) = (0.0, 0.0);
    for (i, (x, w)) in x.iter().zip(w).enumerate() {
        let l = code(i) as f32;
        xl += w * x * l;
        ll += w * l * l;
    }
    (xl, ll)
}

/// Fits `scale * code` with codes from `-n` to `n - 1`: the element of greatest magnitude gets the lowest code or one of
/// 18 fractions near it, whichever explains most.
pub(super) fn scale(x: &[f32], w: &[f32], n: i32, codes: &mut [i8]) -> f32 {
    let top = x[argmax_abs(x)];
    if top.abs() < TINY {
        codes.fill(-n as i8);
        return 0.0;
    }
    let code = |inverse: f32, x: f32| nearest(inverse * x).clamp(-n, n - 1);
    let mut best = -n as f32 / top;
    let (xl, ll) = sums(x, w, |i| code(best, x[i]));
    let mut scale = if ll == 0.0 { 0.0 } else { xl / ll };
    let mut explained = scale * xl;
    for step in (-9..=9).filter(|&step| step != 0) {
        let inverse = -(n as f32 + 0.1 * step as f32) / top;
        let (xl, ll) = sums(x, w, |i| code(inverse, x[i]));
        if ll > 0.0 && xl * xl > explained * ll {
            best = inverse;
            scale = xl / ll;
            explained = scale * xl;
        }
    }
    codes.iter_mut().zip(x).for_each(|(l, &x)| *l = code(best, x) as i8);
    scale
}

/// Fits `scale * code` with codes from `-n` to `n - 1`: the element of greatest magnitude gets the lowest code, then
/// codes move one after the other.
pub(super) fn scale_by_moves(x: &[f32], w: &[f32], n: i32, codes: &mut [i8]) -> f32 {
    let top = x[argmax_abs(x)];
    if top.abs() < TINY {
        codes.fill(-n as i8);
        return 0.0;
    }
    let inverse = -n as f32 / top;
    codes.iter_mut().zip(x).for_each(|(l, &x)| *l = nearest(inverse * x).clamp(-n, n - 1) as i8);
    moves(x, w, (-n, n - 1), true, codes)
}

/// Fits `scale * code` to values of at least 0 with codes to `n`: of nine scales the one with the least squared error,
/// then codes move one after the other.
///
/// Values below 0, which i-quants have where a sign is changed, get codes below 0. The reference holds codes in bytes, in
/// which these read as large ones, and so they do here where it reads them again.
pub(super) fn scale_of_positive(x: &[f32], w: &[f32], n: i32, codes: &mut [i8]) -> f32 {
    let top = largest(x.iter().copied());
    if top < TINY {
        codes.fill(0);
        return 0.0;
    }
    let code = |inverse: f32, x: f32| nearest(inverse * x).clamp(i8::MIN.into(), n) as i8;
    let error = |inverse: f32, held: fn(i8) -> i32| {
        let scale = 1.0 / inverse;
        x.iter().zip(w).fold(0.0, |sum, (&x, w)| {
            let off = x - scale * held(code(inverse, x)) as f32;
            sum + w * off * off
        })
    };
    let mut best = n as f32 / top;
    let mut least = error(best, unsigned);
    for step in (-4..=4).filter(|&step| step != 0) {
        let inverse = (0.1 * step as f32 + n as f32) / top;
        let e = error(inverse, i32::from);
        if e < least {
            (best, least) = (inverse, e);
        }
    }
    codes.iter_mut().zip(x).for_each(|(l, &x)| *l = code(best, x));
    moves(x, w, (i8::MIN.into(), n), false, codes)
}

/// A code as it reads from a byte.
fn unsigned(code: i8) -> i32 {
    (code as u8).into()
}

/// Moves codes to where they fit the scale that the other elements ask for, while that explains more; at most five
/// rounds. `signed` says whether codes read as signed bytes. Gives the scale.
fn moves(x: &[f32], w: &[f32], (lowest, highest): (i32, i32), signed: bool, codes: &mut [i8]) -> f32 {
    let (mut xl, mut ll) = sums(x, w, |i| codes[i].into());
    for _ in 0..5 {
        let mut moved = false;
        for ((&x, &w), code) in x.iter().zip(w).zip(&mut *codes) {
            let old = if signed { i32::from(*code) } else { unsigned(*code) };
            let (xl_others, ll_others) = (xl - w * x * old as f32, ll - w * old as f32 * old as f32);
            // Where codes are signed, sums of the others that rounding took below 0 are no hindrance to the reference.
            if !(xl_others > 0.0 && (ll_others > 0.0 || signed)) {
                continue;
            }
            let new = nearest(x * ll_others / xl_others).clamp(lowest, highest);
            if new == old {
                continue;
            }
            let l = new as f32;
            let (xl_new, ll_new) = (xl_others + w * x * l, ll_others + w * l * l);
            if ll_new > 0.0 && xl_new * xl_new * ll > xl * xl * ll_new {
                *code = new as i8;
                (xl, ll, moved) = (xl_new, ll_new, true);
            }
        }
        if !moved {
            break;
        }
    }
    if ll > 0.0 { xl / ll } else { 0.0 }
}

/// How a scale and a minimum are searched for.
pub(super) struct Search {
    /// The highest code.
    pub(super) n: i32,
    /// Trials take the range of the elements for `n + first`, `n + first + step`, ... codes.
    pub(super) first: f32,
    pub(super) step: f32,
    pub(super) trials: i32,
    /// The cost of being off by so much.
    pub(super) cost: fn(f32) -> f32,
}

impl Search {
    /// The search of encoders that are given importance.
    pub(super) const fn weighted(n: i32) -> Search {
        Search { n, first: -0.9, step: 0.05, trials: 37, cost: |off| off * off }
    }

    /// Fits `scale * code - minimum` with codes from 0 to `n`; a minimum is at least 0. Gives scale and minimum.
    pub(super) fn scale_and_minimum(&self, x: &[f32], w: &[f32], codes: &mut [i8]) -> (f32, f32) {
        let (lo, hi) = min_max(x);
        let mut low = if lo > 0.0 { 0.0 } else { lo };
        if hi == low {
            codes.fill(0);
            return (0.0, -low);
        }
        let (sum_w, sum_x) = x.iter().zip(w).fold((0.0, 0.0), |(sum_w, sum_x), (x, w)| (sum_w + w, sum_x + w * x));
        let code = |inverse: f32, low: f32, x: f32| nearest(inverse * (x - low)).clamp(0, self.n) as i8;
        let error = |scale: f32, low: f32, codes: &[i8]| {
            let off = codes.iter().zip(x).map(|(&l, x)| (self.cost)(scale * f32::from(l) + low - x));
            off.zip(w).fold(0.0, |sum, (cost, w)| sum + w * cost)
        };
        let inverse = self.n as f32 / (hi - low);
        let mut scale = 1.0 / inverse;
        codes.iter_mut().zip(x).for_each(|(l, &x)| *l = code(inverse, low, x));
        let mut least = error(scale, low, codes);
        let mut trial = [0; 32];
        let trial = &mut trial[..codes.len()];
        for step in 0..self.trials {
            let inverse = (self.first + self.step * step as f32 + self.n as f32) / (hi - low);
            let (mut sum_l, mut sum_ll, mut sum_xl) = (0.0, 0.0, 0.0);
            for ((l, &x), w) in trial.iter_mut().zip(x).zip(w) {
                *l = code(inverse, low, x);
                let wl = w * f32::from(*l);
                sum_l += wl;
                sum_ll += wl * f32::from(*l);
                sum_xl += wl * x;
            }
            let determinant = sum_w * sum_ll - sum_l * sum_l;
            if determinant <= 0.0 || determinant.is_nan() {
                continue;
            }
            let mut new_scale = (sum_w * sum_xl - sum_x * sum_l) / determinant;
            let mut new_low = (sum_ll * sum_x - sum_l * sum_xl) / determinant;
            if new_low > 0.0 {
                (new_scale, new_low) = (sum_xl / sum_ll, 0.0);
            }
            let e = error(new_scale, new_low, trial);
            if e < least {
                (least, scale, low) = (e, new_scale, new_low);
                codes.copy_from_slice(trial);
            }
        }
        (scale, -low)
    }
}
