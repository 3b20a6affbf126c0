//! Logarithms: the magnitude with care, the angle by `atan2`.

use std::f64::consts::{LN_2, LOG2_E, LOG10_E};

use super::{Pair, angle};

/// `a * a` in two parts whose sum is exact.
fn square(a: f64) -> [f64; 2] {
    let high = a * a;
    [high, a.mul_add(a, -high)]
}

/// `a + b` in two parts whose sum is exact.
fn sum(a: f64, b: f64) -> [f64; 2] {
    let high = a + b;
    let part = high - a;
    [high, (a - (high - part)) + (b - part)]
}

/// `x^2 + y^2 + terms`, exact but for the last rounding: the squares may cancel against the terms.
fn squares_and(x: f64, y: f64, terms: [f64; 2]) -> f64 {
    let ([a, a_low], [b, b_low]) = (square(x), square(y));
    let (mut high, mut low) = (0.0, a_low + b_low);
    for term in [terms[0], terms[1], a, b] {
        let [s, rest] = sum(high, term);
        high = s;
        low += rest;
    }
    high + low
}

/// log |z|.
fn log_abs(x: f64, y: f64) -> f64 {
    let (large, small) = if x.abs() >= y.abs() { (x.abs(), y.abs()) } else { (y.abs(), x.abs()) };
    if x.is_infinite() || y.is_infinite() {
        f64::INFINITY
    } else if small == 0.0 {
        pxfm::f_log(large)
    } else if large > 1e300 {
        pxfm::f_log(pxfm::f_hypot(0.25 * large, 0.25 * small)) + 2.0 * LN_2
    } else if large < 1e-290 {
        pxfm::f_log(pxfm::f_hypot(large * 2f64.powi(108), small * 2f64.powi(108))) - 108.0 * LN_2
    } else if (0.5..2.0).contains(&large) && large * large + small * small < 3.0 {
        // Near 1 the logarithm is as small as |z|^2 - 1, whose leading terms cancel.
        0.5 * pxfm::f_log1p(squares_and(large, small, [-1.0, 0.0]))
    } else {
        pxfm::f_log(pxfm::f_hypot(large, small))
    }
}

/// Natural logarithm; the imaginary part is from -pi to pi.
pub(crate) fn log([x, y]: Pair) -> Pair {
    [log_abs(x, y), angle(y, x)]
}

/// `log(1 + z)`.
pub(crate) fn log1p([x, y]: Pair) -> Pair {
    if y == 0.0 && x >= -1.0 {
        return [pxfm::f_log1p(x), y];
    }
    let im = angle(y, 1.0 + x);
    if x.abs() < 1.0 && y.abs() < 1.0 {
        let grown = squares_and(x, y, [x, x]);
        if grown > -0.5 {
            return [0.5 * pxfm::f_log1p(grown), im];
        }
    }
    [log_abs(1.0 + x, y), im]
}

/// Base-2 logarithm; exact for powers of two.
pub(crate) fn log2([x, y]: Pair) -> Pair {
    let re = if y == 0.0 { pxfm::f_log2(x.abs()) } else { log_abs(x, y) * LOG2_E };
    [re, angle(y, x) * LOG2_E]
}

/// Base-10 logarithm.
pub(crate) fn log10([x, y]: Pair) -> Pair {
    let re = if y == 0.0 { pxfm::f_log10(x.abs()) } else { log_abs(x, y) * LOG10_E };
    [re, angle(y, x) * LOG10_E]
}
