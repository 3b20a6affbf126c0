//! Random numbers that take a number of tries which is not known before: each element has a stream of its own, so that no
//! other element moves. Only functions without multiply-add are used, and so every machine gives the same bits.

use std::f64::consts::{E, PI, SQRT_2};

use crate::math::double::{exp, log, log1p, turn};
use crate::philox::{Stream, below, block, pair_of, unit};

/// The bits of one element: blocks of Philox whose counter is the element's number, and the number of the try.
pub struct Own {
    of: Stream,
    element: u64,
    words: [u32; 4],
    /// Halves of the current block that are used up.
    used: usize,
}

impl Own {
    /// The bits of an element. The lower word of the stream counts blocks.
    pub fn new(of: Stream, element: u64) -> Own {
        Own { of, element, words: block(of, element), used: 0 }
    }

    fn pair(&mut self) -> [u32; 2] {
        if self.used == 2 {
            self.of.stream[0] = self.of.stream[0].wrapping_add(1);
            self.words = block(self.of, self.element);
            self.used = 0;
        }
        let at = 2 * self.used;
        self.used += 1;
        [self.words[at], self.words[at + 1]]
    }

    /// A multiple of 2^-53 in [0, 1).
    pub fn unit(&mut self) -> f64 {
        let [low, high] = self.pair();
        unit(low, high)
    }

    /// A multiple of 2^-53 in (0, 1].
    fn positive(&mut self) -> f64 {
        1.0 - self.unit()
    }

    /// An odd multiple of 2^-53 strictly between 0 and 1: without its ends, and even around the middle.
    fn inner(&mut self) -> f64 {
        let [low, high] = self.pair();
        unit(low | 1 << 11, high)
    }

    /// An integer in `0..span`, all equally likely; 0 stands for 2^64.
    pub fn below(&mut self, span: u64) -> u64 {
        loop {
            let [low, high] = self.pair();
            if let Some(x) = below(pair_of(low, high), span) {
                return x;
            }
        }
    }

    /// A standard normal number by the Box-Muller transform.
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * log(self.positive())).sqrt();
        radius * turn(self.unit()).1
    }

    /// An exponential number of mean 1.
    fn exponential(&mut self) -> f64 {
        0.0 - log(self.positive())
    }
}

/// A Laplace number about 0 of scale 1.
pub fn laplace(bits: &mut Own) -> f64 {
    let u = bits.inner();
    if u < 0.5 { log(2.0 * u) } else { 0.0 - log(2.0 * (1.0 - u)) }
}

/// A Gumbel number about 0 of scale 1: the greatest of many exponential ones, less what they grow by.
pub fn gumbel(bits: &mut Own) -> f64 {
    -log(-log(bits.inner()))
}

/// A Cauchy number about 0 of scale 1: the tangent of an angle.
pub fn cauchy(bits: &mut Own) -> f64 {
    // Half a turn from the middle, so that no cosine is 0.
    let (sine, cosine) = turn(0.5 * bits.inner());
    -cosine / sine
}

/// A number of Marsaglia and Tsang for `a >= 1`, times `d = a - 1/3`.
fn gamma_above_one(bits: &mut Own, a: f64) -> f64 {
    let d = a - 1.0 / 3.0;
    let c = 1.0 / (3.0 * d.sqrt());
    loop {
        let x = bits.normal();
        let v = 1.0 + c * x;
        if v <= 0.0 {
            continue;
        }
        let v = v * v * v;
        let u = bits.positive();
        let square = x * x;
        if u < 1.0 - 0.0331 * square * square || log(u) < 0.5 * square + d * (1.0 - v + log(v)) {
            return d * v;
        }
    }
}

/// The logarithm of a gamma number of shape `a > 0`, which a small shape makes far smaller than any float.
fn log_gamma(bits: &mut Own, a: f64) -> f64 {
    if a >= 1.0 {
        return log(gamma_above_one(bits, a));
    }
    let grown = gamma_above_one(bits, a + 1.0);
    // Kept finite, so that two of them can be compared.
    log(grown) + (log(bits.positive()) / a).max(0.25 * f64::MIN)
}

/// A gamma number of shape `a` and scale 1; 0 where `a` is 0.
///
/// Source: Marsaglia, Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000).
pub fn gamma(bits: &mut Own, a: f64) -> f64 {
    if a == 0.0 {
        0.0
    } else if a >= 1.0 {
        gamma_above_one(bits, a)
    } else {
        exp(log_gamma(bits, a))
    }
}

/// A beta number of the positive shapes `a` and `b`, as a share of two gamma numbers, by their logarithms.
pub fn beta(bits: &mut Own, a: f64, b: f64) -> f64 {
    let (x, y) = (log_gamma(bits, a), log_gamma(bits, b));
    let e = exp(-(x - y).abs());
    if x > y { 1.0 / (1.0 + e) } else { e / (1.0 + e) }
}

/// Fills `out` with shares that add up to 1, of the positive shapes.
pub fn dirichlet(bits: &mut Own, shapes: &[f64], out: &mut [f64]) {
    for (x, &a) in out.iter_mut().zip(shapes) {
        *x = log_gamma(bits, a);
    }
    let most = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    out.iter_mut().for_each(|x| *x = exp(*x - most));
    let sum: f64 = out.iter().sum();
    out.iter_mut().for_each(|x| *x /= sum);
}

/// A number of Student's t distribution of `df > 0` degrees of freedom; few of them reach beyond every float.
pub fn student_t(bits: &mut Own, df: f64) -> f64 {
    let z = bits.normal();
    let half = 0.5 * df;
    // By the logarithm, as few degrees make divisors below every float.
    z * exp(0.5 * (log(half) - log_gamma(bits, half)))
}

/// What the logarithm of `n!` has beyond Stirling's formula, `n log n - n + log(2 pi n) / 2`.
fn stirling(n: f64) -> f64 {
    const FIRST: [f64; 10] = [
        0.0,
        0.08106146679532726,
        0.0413406959554093,
        0.02767792568499834,
        0.020790672103765093,
        0.016644691189821193,
        0.013876128823070748,
        0.01189670994589177,
        0.010411265261972096,
        0.009255462182712733,
    ];
    if n < 10.0 {
        return FIRST[n as usize];
    }
    let z = 1.0 / (n * n);
    (1.0 / 12.0 - z * (1.0 / 360.0 - z * (1.0 / 1260.0 - z * (1.0 / 1680.0 - z / 1188.0)))) / n
}

/// `k log(k / mean) + mean - k`, without the cancellation.
///
/// Source: Loader, "Fast and accurate computation of binomial probabilities", 2000.
fn deviance(k: f64, mean: f64) -> f64 {
    if k == 0.0 {
        return mean;
    }
    if (k - mean).abs() >= 0.1 * (k + mean) {
        return k * log(k / mean) + mean - k;
    }
    let v = (k - mean) / (k + mean);
    let mut sum = (k - mean) * v;
    let mut power = 2.0 * k * v;
    for odd in 1..1000 {
        power *= v * v;
        let next = sum + power / f64::from(2 * odd + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// The logarithm of the Poisson probability of `k`.
fn log_poisson(k: f64, lam: f64) -> f64 {
    if k == 0.0 { -lam } else { -stirling(k) - deviance(k, lam) - 0.5 * log(2.0 * PI * k) }
}

/// The logarithm of the binomial probability of `k` of `n`, where `q = 1 - p`.
fn log_binomial(k: f64, n: f64, p: f64, q: f64) -> f64 {
    if k == 0.0 {
        n * log1p(-p)
    } else if k == n {
        n * log(p)
    } else {
        let spread = stirling(n) - stirling(k) - stirling(n - k) - deviance(k, n * p) - deviance(n - k, n * q);
        spread - 0.5 * log(2.0 * PI * k * ((n - k) / n))
    }
}

/// Means below this are drawn by adding up probabilities from 0 on.
const SMALL_MEAN: f64 = 10.0;

/// A Poisson number of mean `lam >= 0`. From 2^53 on, numbers are as far apart as floats are.
///
/// Source: Hörmann, "The transformed rejection method for generating Poisson random variables", Insurance: Mathematics and
/// Economics 12 (1993), PTRS; its probabilities by the formulas of Loader.
pub fn poisson(bits: &mut Own, lam: f64) -> f64 {
    if lam < SMALL_MEAN {
        let (mut left, mut chance, mut k) = (bits.unit(), exp(-lam), 0.0);
        while left >= chance && chance > 0.0 {
            left -= chance;
            k += 1.0;
            chance *= lam / k;
        }
        return k;
    }
    let b = 0.931 + 2.53 * lam.sqrt();
    let a = -0.059 + 0.02483 * b;
    let inverse = 1.1239 + 1.1328 / (b - 3.4);
    let quick = 0.9277 - 3.6224 / (b - 2.0);
    loop {
        let u = bits.unit() - 0.5;
        let v = bits.positive();
        let edge = 0.5 - u.abs();
        let k = ((2.0 * a / edge + b) * u + lam + 0.43).floor();
        if edge >= 0.07 && v <= quick {
            return k;
        }
        if k < 0.0 || (edge < 0.013 && v > edge) {
            continue;
        }
        if log(v * inverse / (a / (edge * edge) + b)) <= log_poisson(k, lam) {
            return k;
        }
    }
}

/// How many of `n` tries succeed, each with probability `p`: `n` an integer from 0 to 2^53, `p` in [0, 1].
///
/// Source: Hörmann, "The generation of binomial random variates", J. Stat. Comput. Simul. 46 (1993), BTRS; its probabilities
/// by the formulas of Loader.
pub fn binomial(bits: &mut Own, n: f64, p: f64) -> f64 {
    if p > 0.5 {
        return n - few(bits, n, 1.0 - p);
    }
    few(bits, n, p)
}

/// As [`binomial`], for `p <= 1/2`.
fn few(bits: &mut Own, n: f64, p: f64) -> f64 {
    let q = 1.0 - p;
    if n * p < SMALL_MEAN {
        let (mut left, mut chance, mut k) = (bits.unit(), exp(n * log1p(-p)), 0.0);
        while left >= chance && chance > 0.0 && k < n {
            left -= chance;
            k += 1.0;
            chance *= (n - k + 1.0) / k * (p / q);
        }
        return k;
    }
    let deviation = (n * p * q).sqrt();
    let b = 1.15 + 2.53 * deviation;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let centre = n * p + 0.5;
    let quick = 0.92 - 4.2 / b;
    let alpha = (2.83 + 5.1 / b) * deviation;
    let most = log_binomial(((n + 1.0) * p).floor(), n, p, q);
    loop {
        let u = bits.unit() - 0.5;
        let v = bits.positive();
        let edge = 0.5 - u.abs();
        let k = ((2.0 * a / edge + b) * u + centre).floor();
        if !(0.0..=n).contains(&k) {
            continue;
        }
        if edge >= 0.07 && v <= quick {
            return k;
        }
        if log(v * alpha / (a / (edge * edge) + b)) <= log_binomial(k, n, p, q) - most {
            return k;
        }
    }
}

/// A standard normal number between `low < high`, infinite ones too.
///
/// Source: Robert, "Simulation of truncated normal variables", Statistics and Computing 5 (1995).
pub fn truncated_normal(bits: &mut Own, low: f64, high: f64) -> f64 {
    if high <= 0.0 && low < 0.0 {
        return -beyond(bits, -high, -low);
    }
    if low >= 0.0 {
        return beyond(bits, low, high);
    }
    if high - low > SQRT_2 * PI.sqrt() {
        loop {
            let x = bits.normal();
            if (low..=high).contains(&x) {
                return x;
            }
        }
    }
    loop {
        let x = low + (high - low) * bits.unit();
        if log(bits.positive()) <= -0.5 * x * x {
            return x;
        }
    }
}

/// As [`truncated_normal`], for `low >= 0`.
fn beyond(bits: &mut Own, low: f64, high: f64) -> f64 {
    // Far out the slope is the bound itself, whose square may be no float.
    let root = if low > 1e8 { low } else { (low * low + 4.0).sqrt() };
    let rate = 0.5 * (low + root);
    let wide = if low > 1e8 { E.sqrt() * exp(-0.5) / low } else { E.sqrt() / rate * exp(0.25 * low * (low - root)) };
    if high - low > wide {
        loop {
            let step = bits.exponential() / rate;
            let off = step - (rate - low);
            if step <= high - low && log(bits.positive()) <= -0.5 * off * off {
                return low + step;
            }
        }
    }
    loop {
        let step = (high - low) * bits.unit();
        if log(bits.positive()) <= -step * (low + 0.5 * step) {
            return low + step;
        }
    }
}

/// Makes logits into the running sums of their exponentials, of which the greatest is 1.
pub fn running_weights(logits: &mut [f64]) {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for x in logits {
        sum += exp(*x - most);
        *x = sum;
    }
}

/// The time at which something of this rate comes: smaller rates come later, a rate of 0 never.
pub fn arrival(bits: &mut Own, rate: f64) -> f64 {
    if rate > 0.0 { bits.exponential() / rate } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() <= within * b.abs()
    }

    #[test]
    fn probabilities_are_those_of_their_formulas() {
        // Sums of logarithms, exact enough for small numbers.
        let factorial = |n: u32| (2..=n).map(|i| f64::from(i).ln()).sum::<f64>();
        for (n, p) in [(1, 0.5), (40, 0.3), (170, 0.02)] {
            for k in 0..=n {
                let (wide, rest) = (f64::from(n), f64::from(n - k));
                let want =
                    factorial(n) - factorial(k) - factorial(n - k) + f64::from(k) * f64::ln(p) + rest * f64::ln_1p(-p);
                assert!((log_binomial(f64::from(k), wide, p, 1.0 - p) - want).abs() < 1e-11, "{n} {p} {k}");
                let want = -p * 100.0 + f64::from(k) * (p * 100.0).ln() - factorial(k);
                assert!((log_poisson(f64::from(k), p * 100.0) - want).abs() < 1e-11, "{p} {k}");
            }
        }
        // At the mean, where the naive sum has an error of about 100: 1 / sqrt(2 pi lam).
        let far = 1e18;
        assert!(close(log_poisson(far, far), -0.5 * (2.0 * PI * far).ln(), 1e-15));
    }

    #[test]
    fn a_block_after_the_other_is_used() {
        let of = Stream { key: [1, 2], stream: [0, 7] };
        let mut own = Own::new(of, 5);
        for part in 0..3 {
            let w = block(Stream { stream: [part, 7], ..of }, 5);
            assert_eq!([own.unit(), own.unit()], [unit(w[0], w[1]), unit(w[2], w[3])]);
        }
        assert!(Own::new(of, 5).below(3) < 3);
    }

    #[test]
    fn extreme_parameters_come_to_an_end_within_their_range() {
        for element in 0..2000 {
            let own = || Own::new(Stream { key: [3, 4], stream: [0, 1] }, element);
            let far = poisson(&mut own(), 9e18);
            assert!(close(far, 9e18, 1e-8), "{far}");
            let half = binomial(&mut own(), 2f64.powi(53), 0.5);
            assert!(close(half, 2f64.powi(52), 1e-6), "{half}");
            assert_eq!((binomial(&mut own(), 7.0, 1.0), binomial(&mut own(), 7.0, 0.0)), (7.0, 0.0));
            assert_eq!((binomial(&mut own(), 0.0, 0.4), poisson(&mut own(), 0.0)), (0.0, 0.0));
            for (low, high) in
                [(1e200, f64::INFINITY), (30.0, 31.0), (5.0, 5.0 + 1e-9), (-1e-3, 1e-3), (-3.0, 8.0), (0.0, 1.0)]
            {
                let x = truncated_normal(&mut own(), low, high);
                assert!((low..=high).contains(&x), "{x} of {low}..{high}");
                let y = truncated_normal(&mut own(), -high, -low);
                assert!((-high..=-low).contains(&y), "{y} of {}..{}", -high, -low);
            }
            for a in [1e-300, 1e-3, 0.5, 1.0, 1e15, 1e300] {
                assert!(gamma(&mut own(), a).is_finite() && student_t(&mut own(), a.max(0.5)).is_finite());
                assert!((0.0..=1.0).contains(&beta(&mut own(), a, 2.0)), "{a}");
            }
            let mut shares = [0.0; 3];
            dirichlet(&mut own(), &[1e-5, 1e-4, 1e-5], &mut shares);
            assert!(close(shares.iter().sum(), 1.0, 1e-15), "{shares:?}");
        }
    }
}
