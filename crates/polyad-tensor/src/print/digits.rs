//! Decimal digits of floats: the fewest that tell a number from its neighbours, or so many after the point.

use polyad_core::{Codec, DType};

/// The precision that decides how many digits tell a number from its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    Half,
    Single,
    Double,
}

impl Width {
    /// The number nearest to `x`.
    pub(super) fn round(self, x: f64) -> f64 {
        match self {
            Width::Half => half(x),
            Width::Single => f64::from(x as f32),
            Width::Double => x,
        }
    }
}

fn half(x: f64) -> f64 {
    let Codec::Float { encode, decode, .. } = DType::Float16.codec() else { return x };
    let (mut bytes, mut out) = ([0; 2], [x]);
    // A plain float takes every value.
    if encode(&[x], &mut bytes).is_ok() {
        decode(&bytes, &mut out);
    }
    out[0]
}

/// The magnitude of a finite number in decimal: `0.d1d2d3... * 10^point`, without zeros at the end but for zero itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Digits {
    digits: String,
    /// How many digits stand before the point; 0 and less for numbers below 1 with zeros after the point.
    point: i32,
}

impl Digits {
    /// The fewest digits that read back as `x`.
    pub(super) fn shortest(x: f64, width: Width) -> Digits {
        let x = x.abs();
        let fewest = match width {
            Width::Double => Digits::parse(&format!("{x:e}")),
            Width::Single => Digits::parse(&format!("{:e}", x as f32)),
            Width::Half => {
                // Above a power of two the neighbour is twice as far as below: a text further off may do there.
                let mut tries = (0..5).flat_map(|n| {
                    let nearest = Digits::rounded(x, n);
                    let above = Digits::rounded(x + 0.75 * 10f64.powi(nearest.point - 1 - n as i32), n);
                    [nearest, above]
                });
                return tries.find(|d| d.read_as(x, width)).unwrap_or_else(|| Digits::parse(&format!("{x:e}")));
            }
        };
        // Of two texts that are as short and as near, NumPy takes the one that ends in an even digit.
        let even = Digits::rounded(x, fewest.digits.len() - 1);
        if even.read_as(x, width) { even } else { fewest }
    }

    /// One digit before the point and `most` after it, ties to even.
    fn rounded(x: f64, most: usize) -> Digits {
        Digits::parse(&format!("{x:.most$e}"))
    }

    /// Whether the number that is nearest to the digits is `x`.
    fn read_as(&self, x: f64, width: Width) -> bool {
        let text = format!("0.{}e{}", self.digits, self.point);
        match width {
            Width::Half => text.parse().is_ok_and(|y: f64| half(y) == x),
            Width::Single => text.parse().is_ok_and(|y: f32| f64::from(y) == x),
            Width::Double => text.parse().is_ok_and(|y: f64| y == x),
        }
    }

    /// Rust's scientific text of a number that is not negative.
    fn parse(text: &str) -> Digits {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
        let point = 1 + exponent.parse::<i32>().unwrap_or(0);
        match digits.trim_end_matches('0') {
            "" => Digits { digits: "0".to_owned(), point: 1 },
            digits => Digits { digits: digits.to_owned(), point },
        }
    }

    /// The digits before and after the point, the latter rounded to at most `most`; `x` is the number itself.
    pub(super) fn positional(&self, x: f64, most: usize) -> (String, String) {
        let before = usize::try_from(self.point).unwrap_or(0);
        let zeros = usize::try_from(-self.point).unwrap_or(0);
        let digits = self.digits.len();
        if digits.saturating_sub(before) + zeros > most {
            // Rounded from the number, not from its digits: once.
            let text = format!("{:.most$}", x.abs());
            let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
            return (whole.to_owned(), fraction.trim_end_matches('0').to_owned());
        }
        if before >= digits {
            return (format!("{:0<before$}", self.digits), String::new());
        }
        let whole = if before == 0 { "0" } else { &self.digits[..before] };
        (whole.to_owned(), "0".repeat(zeros) + &self.digits[before..])
    }

    /// How many digits stand after the first, once they are rounded to at most `most`; `x` is the number itself.
    pub(super) fn rest(&self, x: f64, most: usize) -> usize {
        let digits = if self.digits.len() > most.saturating_add(1) { &Digits::rounded(x.abs(), most) } else { self };
        digits.digits.len() - 1
    }

    /// The first digit, `n` more, and the exponent; `x` is the number itself, which has the digits that are not here.
    pub(super) fn scientific(&self, x: f64, n: usize) -> (String, String, i32) {
        if self.digits.len() == n + 1 || x == 0.0 {
            return (self.digits[..1].to_owned(), format!("{:0<n$}", &self.digits[1..]), self.point - 1);
        }
        let text = format!("{:.n$e}", x.abs());
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (first, rest) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        (first.to_owned(), rest.to_owned(), exponent.parse().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positional(x: f64, width: Width) -> String {
        let (whole, fraction) = Digits::shortest(x, width).positional(x, 8);
        format!("{whole}.{fraction}")
    }

    #[test]
    fn numbers_have_their_fewest_digits() {
        for (x, text) in [(0.0, "0."), (100.0, "100."), (0.1, "0.1"), (0.00012, "0.00012"), (12.5, "12.5")] {
            assert_eq!(positional(x, Width::Double), text);
        }
        assert_eq!(positional(1.0 / 3.0, Width::Double), "0.33333333");
        assert_eq!(positional(0.999999999, Width::Double), "1.");
        assert_eq!(positional(f64::from(0.1f32), Width::Single), "0.1");
        assert_eq!(positional(half(0.1), Width::Half), "0.1");
        assert_eq!(positional(65504.0, Width::Half), "65500.");
    }

    #[test]
    fn every_half_reads_back_in_at_most_five_digits() {
        let Codec::Float { decode, .. } = DType::Float16.codec() else { unreachable!("float16 is a float") };
        for bits in 0..0x7c00u16 {
            let mut x = [0.0];
            decode(&bits.to_le_bytes(), &mut x);
            let digits = Digits::shortest(x[0], Width::Half);
            assert!(digits.rest(x[0], 8) <= 4 && digits.read_as(x[0], Width::Half), "{bits:#x}");
        }
    }
}
