//! Complex elementary functions on `[re, im]`, by real functions.
//!
//! Special values (zeros with their signs, infinities, NaN) are those of C99 Annex G, which the array API repeats. The
//! formulas are W. Kahan's (Branch cuts for complex elementary functions, 1987) and written so that no square
//! overflows and no difference of near numbers is taken where it can be avoided.

mod inverse;
mod logarithm;

pub(crate) use inverse::{acos, acosh, asin, asinh, atan, atanh};
pub(crate) use logarithm::{log, log1p, log2, log10};

/// Real part, imaginary part.
type Pair = [f64; 2];

/// Below it a product with `exp` stays finite, and so does `exp` itself.
const EXP_LIMIT: f64 = 709.0;

/// `exp(x) * c` for a cosine or sine `c`; finite where only the product is.
fn exp_times(x: f64, c: f64) -> f64 {
    if x <= EXP_LIMIT { pxfm::f_exp(x) * c } else { pxfm::f_exp(x - EXP_LIMIT) * c * pxfm::f_exp(EXP_LIMIT) }
}

/// `atan2`, which has the sign of `y` also where it underflows.
pub(crate) fn angle(y: f64, x: f64) -> f64 {
    pxfm::f_atan2(y, x).copysign(y)
}

/// `sinh` of a real number, 0 with its sign.
fn real_sinh(x: f64) -> f64 {
    pxfm::f_sinh(x).copysign(x)
}

/// `i z`.
fn times_i([x, y]: Pair) -> Pair {
    [-y, x]
}

/// `-i z`.
fn over_i([x, y]: Pair) -> Pair {
    [y, -x]
}

/// `e` to the power `z`.
pub(crate) fn exp([x, y]: Pair) -> Pair {
    if y == 0.0 {
        return [pxfm::f_exp(x), y];
    }
    if y.is_finite() {
        return if x.is_nan() { [x, x] } else { [exp_times(x, pxfm::f_cos(y)), exp_times(x, pxfm::f_sin(y))] };
    }
    if x == f64::NEG_INFINITY {
        [0.0, 0.0f64.copysign(y)]
    } else if x == f64::INFINITY {
        [x, f64::NAN]
    } else {
        [f64::NAN, f64::NAN]
    }
}

/// `exp(z) - 1`.
pub(crate) fn expm1([x, y]: Pair) -> Pair {
    if x == 0.0 && y == 0.0 {
        // exp(z) is 1 there, which less 1 is no -0.
        return [0.0, y];
    }
    if y == 0.0 {
        return [pxfm::f_expm1(x), y];
    }
    if !x.is_finite() || !y.is_finite() || x > EXP_LIMIT {
        let [re, im] = exp([x, y]);
        return [re - 1.0, im];
    }
    // exp(x) cos(y) - 1 with cos(y) = 1 - 2 sin(y / 2)^2.
    let half = pxfm::f_sin(0.5 * y);
    [pxfm::f_expm1(x) * pxfm::f_cos(y) - 2.0 * half * half, pxfm::f_exp(x) * pxfm::f_sin(y)]
}

/// Square root, with a real part that is not negative.
pub(crate) fn sqrt([x, y]: Pair) -> Pair {
    if x == 0.0 && y == 0.0 {
        return [0.0, y];
    }
    if y.is_infinite() {
        return [f64::INFINITY, y];
    }
    if x == f64::INFINITY {
        return [x, if y.is_nan() { y } else { 0.0f64.copysign(y) }];
    }
    if x == f64::NEG_INFINITY {
        return if y.is_nan() { [y, f64::INFINITY] } else { [0.0, f64::INFINITY.copysign(y)] };
    }
    if x.is_nan() || y.is_nan() {
        return [f64::NAN, f64::NAN];
    }
    // Scaled by a power of 4, so that the magnitude neither overflows nor loses bits.
    let large = x.abs().max(y.abs());
    let (by, back) = if large > 1e307 {
        (0.25, 2.0)
    } else if large < 1e-290 {
        (2f64.powi(108), 2f64.powi(-54))
    } else {
        (1.0, 1.0)
    };
    let (a, b) = (x * by, y * by);
    let t = (0.5 * (a.abs() + pxfm::f_hypot(a, b))).sqrt();
    let other = 0.5 * b.abs() / t;
    let [re, im] = if a >= 0.0 { [t, other] } else { [other, t] };
    [re * back, (im * back).copysign(y)]
}

/// `exp(|x|) / 2` times the cosine and the sine of `y`: what is left of both functions far out.
fn far_out(x: f64, y: f64) -> Pair {
    [0.5 * exp_times(x.abs(), pxfm::f_cos(y)), 0.5 * exp_times(x.abs(), pxfm::f_sin(y))]
}

/// Hyperbolic sine.
pub(crate) fn sinh([x, y]: Pair) -> Pair {
    if y == 0.0 {
        return [real_sinh(x), y];
    }
    if !y.is_finite() {
        // The sign that an infinity or a zero times NaN has is open; it stays that of the operand.
        return [if x == 0.0 || x.is_infinite() { x } else { f64::NAN }, f64::NAN];
    }
    if x.abs() > EXP_LIMIT {
        let [re, im] = far_out(x, y);
        return [re * 1f64.copysign(x), im];
    }
    [real_sinh(x) * pxfm::f_cos(y), pxfm::f_cosh(x) * pxfm::f_sin(y)]
}

/// Hyperbolic cosine.
pub(crate) fn cosh([x, y]: Pair) -> Pair {
    if y == 0.0 {
        return [pxfm::f_cosh(x), y * 1f64.copysign(x)];
    }
    if !y.is_finite() {
        return [if x.is_infinite() { x.abs() } else { f64::NAN }, if x == 0.0 { x } else { f64::NAN }];
    }
    if x.abs() > EXP_LIMIT {
        let [re, im] = far_out(x, y);
        return [re, im * 1f64.copysign(x)];
    }
    [pxfm::f_cosh(x) * pxfm::f_cos(y), real_sinh(x) * pxfm::f_sin(y)]
}

/// Hyperbolic tangent.
pub(crate) fn tanh([x, y]: Pair) -> Pair {
    if x.is_nan() {
        return [x, if y == 0.0 { y } else { f64::NAN }];
    }
    if !y.is_finite() && x.is_finite() {
        return [if x == 0.0 { x } else { f64::NAN }, f64::NAN];
    }
    if x.is_infinite() {
        // C has the sign of sin(2 y) there; the array API that of y.
        return [1f64.copysign(x), 0f64.copysign(y)];
    }
    if x.abs() > 22.0 {
        // tanh(x) rounds to 1; the imaginary part is 4 sin(y) cos(y) exp(-2 |x|).
        let small = 2.0 * pxfm::f_exp(-x.abs());
        return [1f64.copysign(x), pxfm::f_sin(y) * pxfm::f_cos(y) * small * small];
    }
    let (t, s) = (pxfm::f_tan(y), real_sinh(x));
    let (beta, rho) = (1.0 + t * t, (1.0 + s * s).sqrt());
    let d = 1.0 + beta * s * s;
    [beta * rho * s / d, t / d]
}

/// Sine: `-i sinh(i z)`.
pub(crate) fn sin(z: Pair) -> Pair {
    over_i(sinh(times_i(z)))
}

/// Cosine: `cosh(i z)`.
pub(crate) fn cos(z: Pair) -> Pair {
    cosh(times_i(z))
}

/// Tangent: `-i tanh(i z)`.
pub(crate) fn tan(z: Pair) -> Pair {
    over_i(tanh(times_i(z)))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Function = fn(Pair) -> Pair;

    const ODD: [(&str, Function); 8] = [
        ("sin", sin),
        ("tan", tan),
        ("sinh", sinh),
        ("tanh", tanh),
        ("asin", asin),
        ("atan", atan),
        ("asinh", asinh),
        ("atanh", atanh),
    ];

    fn grid() -> impl Iterator<Item = Pair> {
        let values = [0.0, 1e-300, 1e-9, 0.3, 0.5, 1.0, 1.5, 3.0, 30.0, 800.0, 1e9, 1e160, f64::MAX];
        let signed = values.into_iter().flat_map(|v| [v, -v]).collect::<Vec<_>>();
        signed.clone().into_iter().flat_map(move |x| signed.clone().into_iter().map(move |y| [x, y]))
    }

    fn same(a: Pair, b: Pair) -> bool {
        (0..2).all(|i| a[i].to_bits() == b[i].to_bits() || a[i].is_nan() && b[i].is_nan())
    }

    #[test]
    fn odd_functions_are_odd_and_conjugation_passes_through() {
        let conjugate = |[x, y]: Pair| [x, -y];
        for z in grid() {
            for (name, f) in ODD {
                let minus = f(z.map(|v| -v)).map(|v| -v);
                assert!(same(minus, f(z)), "{name}{z:?} is {:?}, minus that of -z {minus:?}", f(z));
            }
            let all: [(&str, Function); 10] = [
                ("exp", exp),
                ("expm1", expm1),
                ("log", log),
                ("log1p", log1p),
                ("sqrt", sqrt),
                ("cos", cos),
                ("cosh", cosh),
                ("acos", acos),
                ("acosh", acosh),
                ("atanh", atanh),
            ];
            for (name, f) in all {
                let back = conjugate(f(conjugate(z)));
                assert!(same(back, f(z)), "{name}{z:?} is {:?}, by the conjugate {back:?}", f(z));
            }
        }
    }

    #[test]
    fn inverses_lead_back() {
        let pairs: [(&str, Function, Function); 5] =
            [("asin", sin, asin), ("acos", cos, acos), ("atan", tan, atan), ("acosh", cosh, acosh), ("log", exp, log)];
        for (name, f, inverse) in pairs {
            for z in [[0.3, 0.7], [-1.2, 0.01], [2.5, -3.0], [1.0, 1e-8], [-0.9999, -0.2]] {
                let [x, y] = f(inverse(z));
                let off = pxfm::f_hypot(x - z[0], y - z[1]) / pxfm::f_hypot(z[0], z[1]);
                assert!(off < 4e-15, "{name}{z:?}: back at {:?}", [x, y]);
            }
        }
    }

    #[test]
    fn products_that_fit_do_not_overflow_on_the_way() {
        let [re, im] = exp([710.0, 1.5]);
        assert!(re.is_finite() && im == f64::INFINITY);
        assert!(sinh([710.2, 1.0])[0].is_finite());
        assert!(sqrt([f64::MAX, f64::MAX]).iter().all(|v| v.is_finite()));
        assert!(log([f64::MAX, f64::MAX])[0] < 711.0);
        assert!(asin([f64::MAX, f64::MAX])[1] < 712.0);
        assert!(sqrt([0.0, 5e-324]).iter().all(|v| (v / 1.5717277847026288e-162 - 1.0).abs() < 1e-15));
    }
}
