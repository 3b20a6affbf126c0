//! Inverse sine, cosine, tangent and their hyperbolic twins.

use std::f64::consts::{FRAC_PI_2, LN_2};

use super::logarithm::log;
use super::{Pair, angle, over_i, sqrt, times_i};

/// Past it 1 is nothing beside `z^2`, and the functions are a logarithm and an angle.
const FAR: f64 = 1e150;

/// Square roots of `1 - z` and `1 + z`.
fn roots([x, y]: Pair) -> [Pair; 2] {
    [sqrt([1.0 - x, -y]), sqrt([1.0 + x, y])]
}

/// `log(2 |z|)`, also where `2 z` overflows.
fn log_twice(z: Pair) -> f64 {
    log(z)[0] + LN_2
}

/// Also a NaN beside an infinity: it has no angle, but its magnitude is infinite.
fn is_far([x, y]: Pair) -> bool {
    x.abs() > FAR || y.abs() > FAR
}

/// Inverse cosine; cuts along the real axis beyond -1 and 1.
pub(crate) fn acos(z: Pair) -> Pair {
    let [x, y] = z;
    if is_far(z) {
        return [angle(y.abs(), x), -log_twice(z).copysign(y)];
    }
    if x == 0.0 && y.is_nan() {
        return [FRAC_PI_2, y];
    }
    let [minus, plus] = roots(z);
    [2.0 * angle(minus[0], plus[0]), pxfm::f_asinh(plus[0] * minus[1] - plus[1] * minus[0])]
}

/// Inverse hyperbolic cosine: `acos` turned so that the real part is not negative.
pub(crate) fn acosh(z: Pair) -> Pair {
    let [re, im] = acos(z);
    [im.abs(), if re.is_nan() { re } else { re.copysign(z[1]) }]
}

/// Inverse hyperbolic sine; cuts along the imaginary axis beyond -i and i.
pub(crate) fn asinh(z: Pair) -> Pair {
    let [x, y] = z;
    if is_far(z) {
        return [log_twice(z).copysign(x), angle(y, x.abs())];
    }
    if x.is_nan() && y == 0.0 {
        return z;
    }
    // -i asin(i z), with the roots of 1 - i z and 1 + i z.
    let [minus, plus] = roots(times_i(z));
    let re = pxfm::f_asinh(minus[0] * plus[1] - minus[1] * plus[0]);
    [re, angle(y, minus[0] * plus[0] - minus[1] * plus[1])]
}

/// Inverse sine: `-i asinh(i z)`.
pub(crate) fn asin(z: Pair) -> Pair {
    over_i(asinh(times_i(z)))
}

/// Inverse hyperbolic tangent; cuts along the real axis beyond -1 and 1.
pub(crate) fn atanh(z: Pair) -> Pair {
    let [x, y] = z;
    let infinite = x.is_infinite() || y.is_infinite();
    if (x.is_nan() || y.is_nan()) && !infinite {
        return if x == 0.0 { z } else { [f64::NAN, f64::NAN] };
    }
    if is_far(z) {
        // The real part is that of 1 / z.
        let size = pxfm::f_hypot(0.5 * x, 0.5 * y);
        let re = if infinite { 0.0f64.copysign(x) } else { 0.25 * (x / size) / size };
        return [re, if y.is_nan() { y } else { FRAC_PI_2.copysign(y) }];
    }
    let a = x.abs();
    let gap = 1.0 - a;
    let distance = pxfm::f_hypot(gap, y);
    let re = if distance < 1e-140 {
        // The square of the distance to the pole would vanish.
        0.5 * (LN_2 - pxfm::f_log(distance))
    } else {
        0.25 * pxfm::f_log1p(4.0 * a / (gap * gap + y * y))
    };
    [re.copysign(x), 0.5 * angle(2.0 * y, gap * (1.0 + a) - y * y)]
}

/// Inverse tangent: `-i atanh(i z)`.
pub(crate) fn atan(z: Pair) -> Pair {
    over_i(atanh(times_i(z)))
}
