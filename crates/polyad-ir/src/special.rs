//! Special functions of float64: those of `pxfm` with their special values, and the few that it lacks.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, LN_2, PI, SQRT_2};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// What `FRAC_1_SQRT_2` rounded away.
const FRAC_1_SQRT_2_LOW: f64 = -4.833_646_656_726_457e-17;

fn is_pole(x: f64) -> bool {
    x <= 0.0 && (x.fract() == 0.0 || x == -INF)
}

/// The gamma function: infinite at zeros by their sign, NaN at negative integers.
pub(crate) fn gamma(x: f64) -> f64 {
    if x == 0.0 {
        1.0 / x
    } else if is_pole(x) {
        NAN
    } else {
        pxfm::f_tgamma(x)
    }
}

/// The logarithm of the magnitude of the gamma function.
pub(crate) fn lgamma(x: f64) -> f64 {
    if is_pole(x) { INF } else { pxfm::f_lgamma(x) }
}

/// The sign of the gamma function.
pub(crate) fn gamma_sign(x: f64) -> f64 {
    if x.is_nan() || (x != 0.0 && is_pole(x)) {
        NAN
    } else if x > 0.0 || (x == 0.0 && x.is_sign_positive()) || (x < 0.0 && x.floor() % 2.0 == 0.0) {
        1.0
    } else {
        -1.0
    }
}

/// `1 / gamma(x)`, 0 at the poles.
pub(crate) fn rgamma(x: f64) -> f64 {
    if is_pole(x) && x != -INF {
        0.0
    } else if x > 170.0 {
        // Where the gamma function is infinite its reciprocal is not yet 0.
        pxfm::f_exp(-pxfm::f_lgamma(x))
    } else {
        1.0 / gamma(x)
    }
}

/// The slope of the logarithm of the gamma function.
pub(crate) fn digamma(x: f64) -> f64 {
    if x == 0.0 {
        -1.0 / x
    } else if is_pole(x) {
        NAN
    } else {
        pxfm::f_digamma(x)
    }
}

/// Derivative `n` of [`digamma`].
pub(crate) fn polygamma(n: f64, x: f64) -> f64 {
    if n < 0.0 || n.fract() != 0.0 || n.is_nan() {
        return NAN;
    }
    if n == 0.0 {
        return digamma(x);
    }
    let size = pxfm::f_tgamma(n + 1.0) * zeta(n + 1.0, x);
    if n % 2.0 == 0.0 { -size } else { size }
}

/// How far below zero the terms of [`zeta`] are added up; beyond it is NaN.
const LEAST: f64 = -1000.0;

/// The Hurwitz zeta function, the sum of `(q + k)^-s` over `k` from 0 on; with a `q` of 1 that of Riemann, for all `s`.
pub(crate) fn zeta(s: f64, q: f64) -> f64 {
    if s.is_nan() || q.is_nan() {
        NAN
    } else if s == 1.0 {
        INF
    } else if s < 1.0 {
        if q == 1.0 { riemann_below_one(s) } else { NAN }
    } else if q <= 0.0 {
        if q.fract() == 0.0 && q != -INF {
            INF
        } else if s.fract() == 0.0 && q > LEAST {
            sum(s, q)
        } else {
            NAN
        }
    } else if s == INF {
        if q > 1.0 {
            0.0
        } else if q == 1.0 {
            1.0
        } else {
            INF
        }
    } else if q == INF {
        0.0
    } else {
        sum(s, q)
    }
}

/// By the functional equation where the sum has no meaning.
fn riemann_below_one(s: f64) -> f64 {
    if s >= 0.0 {
        return sum(s, 1.0);
    }
    if s == -INF {
        return NAN;
    }
    let sine = pxfm::f_sinpi(0.5 * s);
    if sine == 0.0 {
        return 0.0;
    }
    let other = sum(1.0 - s, 1.0);
    if s > -150.0 {
        return 2.0 * pxfm::f_pow(2.0 * PI, s - 1.0) * sine * pxfm::f_tgamma(1.0 - s) * other;
    }
    let size = pxfm::f_lgamma(1.0 - s) + s * LN_2 + (s - 1.0) * PI.ln();
    pxfm::f_exp(size) * sine * other
}

/// The sum by Euler and Maclaurin: terms up to where the rest is that of an integral.
fn sum(s: f64, q: f64) -> f64 {
    /// `B(2j) / (2j)!`.
    const B: [f64; 10] = [
        8.333_333_333_333_333e-2,
        -1.388_888_888_888_889e-3,
        3.306_878_306_878_307e-5,
        -8.267_195_767_195_768e-7,
        2.087_675_698_786_81e-8,
        -5.284_190_138_687_493e-10,
        1.338_253_653_068_467_9e-11,
        -3.389_680_296_322_583e-13,
        8.586_062_056_277_845e-15,
        -2.174_868_698_558_062e-16,
    ];
    let power = |x: f64| if x < 0.0 && s.fract() == 0.0 { signed_power(x, s) } else { pxfm::f_pow(x, -s) };
    let (mut total, mut lost, mut a) = (0.0f64, 0.0, q);
    while a < 10.0 || a < s {
        let term = power(a) - lost;
        let next = total + term;
        if !next.is_finite() {
            return next;
        }
        lost = (next - total) - term;
        total = next;
        a += 1.0;
        // Not only less: terms that are 0 end it too, however many there are.
        if s > 1.0 && a > 1.0 && term.abs() <= 1e-19 * total.abs() {
            return total;
        }
    }
    let last = power(a);
    // Without the parts of `a` that cancel: `a * last / (s - 1) + last / 2`.
    let mut rest = 0.0;
    let mut factor = s * last / a;
    for (j, b) in B.iter().enumerate() {
        rest += b * factor;
        let k = 2.0 * j as f64 + 1.0;
        factor *= (s + k) * (s + k + 1.0) / (a * a);
    }
    total + (a * last / (s - 1.0) + (0.5 * last + (rest - lost)))
}

/// A negative number to a whole negative power.
fn signed_power(x: f64, s: f64) -> f64 {
    let size = pxfm::f_pow(-x, -s);
    if s % 2.0 == 0.0 { size } else { -size }
}

/// The lower regularized incomplete gamma function.
pub(crate) fn gammainc(a: f64, x: f64) -> f64 {
    gamma_edges(a, x, [1.0, 0.0]).unwrap_or_else(|| pxfm::f_gamma_p(a, x))
}

/// The upper regularized incomplete gamma function.
pub(crate) fn gammaincc(a: f64, x: f64) -> f64 {
    gamma_edges(a, x, [0.0, 1.0]).unwrap_or_else(|| pxfm::f_gamma_q(a, x))
}

/// Values outside the numbers from 0 on and at their ends: `[all, nothing]` of the function's part of the integral.
fn gamma_edges(a: f64, x: f64, [all, nothing]: [f64; 2]) -> Option<f64> {
    if a.is_nan() || x.is_nan() || a < 0.0 || x < 0.0 {
        Some(NAN)
    } else if a == 0.0 {
        Some(if x > 0.0 { all } else { NAN })
    } else if a == INF {
        Some(if x == INF { NAN } else { nothing })
    } else if x == 0.0 {
        Some(nothing)
    } else {
        (x == INF).then_some(all)
    }
}

/// The beta function.
pub(crate) fn beta(a: f64, b: f64) -> f64 {
    if a > 0.0 && b > 0.0 && a < INF && b < INF {
        return pxfm::f_beta(a, b);
    }
    gamma_sign(a) * gamma_sign(b) * gamma_sign(a + b) * pxfm::f_exp(betaln(a, b))
}

/// The logarithm of the magnitude of the beta function.
pub(crate) fn betaln(a: f64, b: f64) -> f64 {
    if a > 0.0 && b > 0.0 && a < INF && b < INF {
        return pxfm::f_lnbeta(a, b);
    }
    if (a == INF && b > 0.0) || (b == INF && a > 0.0) {
        return -INF;
    }
    lgamma(a) + lgamma(b) - lgamma(a + b)
}

/// The regularized incomplete beta function.
pub fn betainc(a: f64, b: f64, x: f64) -> f64 {
    if !(a > 0.0 && b > 0.0 && a < INF && b < INF && (0.0..=1.0).contains(&x)) {
        NAN
    } else if x == 0.0 || x == 1.0 {
        x
    } else {
        pxfm::f_betainc_reg(a, b, x)
    }
}

/// NaN outside of the domain, which ends with infinities.
pub(crate) fn inverse_error(x: f64) -> f64 {
    if x == 0.0 {
        x
    } else if x.abs() == 1.0 {
        INF.copysign(x)
    } else if x.abs() < 1.0 {
        pxfm::f_erfinv(x)
    } else {
        NAN
    }
}

/// As [`inverse_error`], of `1 - x`.
pub(crate) fn inverse_complement(x: f64) -> f64 {
    match x {
        0.0 => INF,
        1.0 => 0.0,
        2.0 => -INF,
        _ if 0.0 < x && x < 1e-5 => far_complement(x),
        _ if 0.0 < x && x < 2.0 => pxfm::f_erfcinv(x),
        _ => NAN,
    }
}

/// `erfcinv` of small numbers: what `pxfm` has is nine digits far out, and a step of Newton makes them sixteen.
fn far_complement(x: f64) -> f64 {
    let y = pxfm::f_erfcinv(x);
    let off = pxfm::f_erfc(y) / x - 1.0;
    y + off * pxfm::f_erfcx(y) / FRAC_2_SQRT_PI
}

/// The logarithm of the odds.
pub(crate) fn logit(p: f64) -> f64 {
    if p < 0.25 {
        pxfm::f_log(p) - pxfm::f_log1p(-p)
    } else if p < 0.75 {
        // The difference is exact.
        2.0 * pxfm::f_atanh(2.0 * p - 1.0)
    } else {
        pxfm::f_log(p / (1.0 - p))
    }
}

/// The share of the normal distribution below `x`.
pub(crate) fn ndtr(x: f64) -> f64 {
    let t = -x * FRAC_1_SQRT_2;
    let value = 0.5 * pxfm::f_erfc(t);
    if !(1.0..=40.0).contains(&t) {
        return value;
    }
    // Far out a rounding error of `t` grows by its square.
    let low = (-x).mul_add(FRAC_1_SQRT_2, -t) - x * FRAC_1_SQRT_2_LOW;
    value - value * low * FRAC_2_SQRT_PI / pxfm::f_erfcx(t)
}

/// The logarithm of [`ndtr`].
pub(crate) fn log_ndtr(x: f64) -> f64 {
    if x < -1.0 {
        pxfm::f_log(0.5 * pxfm::f_erfcx(-x * FRAC_1_SQRT_2)) - 0.5 * x * x
    } else {
        // Without the sign of the -0 far out.
        0.0 + pxfm::f_log1p(-0.5 * pxfm::f_erfc(x * FRAC_1_SQRT_2))
    }
}

/// The inverse of [`ndtr`].
pub(crate) fn ndtri(p: f64) -> f64 {
    match p {
        0.0 => -INF,
        1.0 => INF,
        _ if !(0.0..=1.0).contains(&p) => NAN,
        _ => 0.0 - SQRT_2 * inverse_complement(2.0 * p),
    }
}

/// `x log(y)`, 0 where `x` is 0.
pub(crate) fn xlogy(x: f64, y: f64) -> f64 {
    if x == 0.0 && !y.is_nan() { 0.0 } else { x * pxfm::f_log(y) }
}

/// `x log(1 + y)`, 0 where `x` is 0.
pub(crate) fn xlog1py(x: f64, y: f64) -> f64 {
    if x == 0.0 && !y.is_nan() { 0.0 } else { x * pxfm::f_log1p(y) }
}

/// `-x log(x)`, minus infinity below 0.
pub(crate) fn entr(x: f64) -> f64 {
    if x < 0.0 { -INF } else { 0.0 - xlogy(x, x) }
}

/// `x log(x / y)`, infinite where that has no meaning.
pub(crate) fn rel_entr(x: f64, y: f64) -> f64 {
    if x > 0.0 && y > 0.0 {
        let ratio = x / y;
        if 0.5 < ratio && ratio < 2.0 {
            return x * pxfm::f_log1p((x - y) / y);
        }
        if ratio > 1e-300 && ratio < 1e300 {
            return x * pxfm::f_log(ratio);
        }
        return x * (pxfm::f_log(x) - pxfm::f_log(y));
    }
    if x.is_nan() || y.is_nan() {
        NAN
    } else if x == 0.0 && y >= 0.0 {
        0.0
    } else {
        INF
    }
}

/// `x log(x / y) - x + y`.
pub(crate) fn kl_divergence(x: f64, y: f64) -> f64 {
    if x == 0.0 && y >= 0.0 { y } else { rel_entr(x, y) - x + y }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::{Meaning, ops};

    /// A float as Python writes it in base 16.
    fn hex(text: &str) -> f64 {
        let (sign, text) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
        let (digits, exponent) = text.trim_start_matches("0x").split_once('p').expect("a power of two");
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let bits = u64::from_str_radix(&format!("{whole}{part}"), 16).expect("digits");
        let exponent: i32 = exponent.parse().expect("a whole exponent");
        // In two steps, as the power alone may be subnormal.
        let scale = exponent - 4 * part.len() as i32;
        sign * bits as f64 * 2f64.powi(scale / 2) * 2f64.powi(scale - scale / 2)
    }

    fn value(name: &str, x: &[f64]) -> f64 {
        match (ops::find(name).expect("an entry").meaning, x) {
            (Meaning::Unary(f), [x]) => f.float.expect("floats")(*x),
            (Meaning::Binary(f), [x, y]) => f.float.expect("floats")(*x, *y),
            (_, [a, b, x]) => super::betainc(*a, *b, *x),
            _ => panic!("{name}"),
        }
    }

    #[test]
    fn sums_of_extreme_arguments_come_to_an_end() {
        assert_eq!((super::zeta(1e300, 3.3), super::zeta(1e300, 0.5)), (0.0, f64::INFINITY));
        assert_eq!(super::zeta(1e300, 1e200), 0.0);
        assert!(super::zeta(3.0, -2000.5).is_nan() && super::polygamma(1e300, 2.5).is_nan());
    }

    #[test]
    fn functions_are_as_near_as_their_summaries_say() {
        let mut worst: BTreeMap<&str, (f64, String)> = BTreeMap::new();
        for line in include_str!("../../../golden/special/values.tsv").lines() {
            let [name, arguments, want] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let (x, want): (Vec<f64>, f64) = (arguments.split(' ').map(hex).collect(), hex(want));
            let got = value(name, &x);
            let far = (got - want).abs() / (want.abs().next_up() - want.abs());
            let entry = worst.entry(name).or_default();
            if far.is_nan() || far > entry.0 {
                *entry = (if far.is_nan() { f64::INFINITY } else { far }, format!("{x:?}: {got:e}, not {want:e}"));
            }
        }
        for (name, (far, place)) in &worst {
            println!("{name} {far} {place}");
            let said = ops::find(name).expect("an entry").summary;
            let ulp = said.split_once("within ").and_then(|(_, rest)| rest.split_once(" ulp"));
            let ulp: f64 = ulp.and_then(|(n, _)| n.parse().ok()).unwrap_or_else(|| panic!("{name}: {said}"));
            assert!(*far <= ulp, "{name} {place}: {far} ulp");
        }
        assert_eq!(worst.len(), 34);
    }
}
