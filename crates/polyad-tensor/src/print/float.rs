//! Floats in a column: one notation for all, points under each other.

use super::digits::{Digits, Width};

/// Digits after the point at most.
const PRECISION: usize = 8;

/// How a number is written before it is padded.
struct Text {
    /// Sign and digits before the point, or all of a number that is not finite.
    whole: String,
    /// Digits after the point; `None` where there is no point.
    fraction: Option<String>,
    /// The power of ten, where there is one.
    exponent: Option<i32>,
}

/// The text of each number, all of one width. With `plus`, numbers that are not negative have a sign too.
pub(super) fn texts(values: &[f64], width: Width, plus: bool) -> Vec<String> {
    // Digits after the point of the number that needs most; all others have as many.
    let digits = is_scientific(values, width).then(|| {
        let finite = values.iter().filter(|x| x.is_finite());
        finite.map(|&x| Digits::shortest(x, width).rest(x, PRECISION)).max().unwrap_or(0)
    });
    let texts: Vec<Text> = values.iter().map(|&x| text(x, width, plus, digits)).collect();
    let right = texts.iter().filter_map(|t| Some(t.fraction.as_ref()?.len())).max();
    let exponent = texts.iter().filter_map(|t| Some(t.exponent?.unsigned_abs().to_string().len())).max();
    let exponent = exponent.map(|n| n.max(2));
    // What is not finite has no point: it ends where the others end.
    let after = right.map_or(0, |n| n + 1) + exponent.map_or(0, |n| n + 2);
    let left = texts.iter().map(|t| t.whole.len().saturating_sub(if t.fraction.is_some() { 0 } else { after }));
    let left = left.max().unwrap_or(0);
    let padded = texts.iter().map(|t| match (&t.fraction, t.exponent) {
        (None, _) => format!("{:>1$}", t.whole, left + after),
        (Some(fraction), None) => format!("{:>left$}.{fraction:<1$}", t.whole, right.unwrap_or(0)),
        (Some(fraction), Some(e)) => {
            let sign = if e < 0 { '-' } else { '+' };
            format!("{:>left$}.{fraction}e{sign}{:02$}", t.whole, e.unsigned_abs(), exponent.unwrap_or(2))
        }
    });
    padded.collect()
}

/// Whether numbers are too large, too small or too far apart to stand without exponents.
///
/// Judged in the precision of the numbers, as NumPy does: a float16 takes exponents from 1000 on.
fn is_scientific(values: &[f64], width: Width) -> bool {
    let magnitudes = || values.iter().map(|x| x.abs()).filter(|x| x.is_finite() && *x != 0.0);
    let (max, min) = (magnitudes().fold(0.0, f64::max), magnitudes().fold(f64::INFINITY, f64::min));
    let limit = match width {
        Width::Half => 1e3,
        Width::Single => 1e6,
        Width::Double => 1e8,
    };
    max > 0.0 && (max >= limit || min < width.round(1e-4) || width.round(max / min) > 1000.0)
}

fn sign(x: f64, plus: bool) -> &'static str {
    match (x.is_sign_negative() && !x.is_nan(), plus) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    }
}

/// The text of a number, with `digits` after the point and an exponent where they are given.
fn text(x: f64, width: Width, plus: bool, digits: Option<usize>) -> Text {
    let sign = sign(x, plus);
    if !x.is_finite() {
        let word = if x.is_nan() { "nan" } else { "inf" };
        return Text { whole: format!("{sign}{word}"), fraction: None, exponent: None };
    }
    let shortest = Digits::shortest(x, width);
    let (whole, fraction, exponent) = match digits {
        Some(n) => {
            let (first, rest, exponent) = shortest.scientific(x, n);
            (first, rest, Some(exponent))
        }
        None => {
            let (whole, fraction) = shortest.positional(x, PRECISION);
            (whole, fraction, None)
        }
    };
    Text { whole: format!("{sign}{whole}"), fraction: Some(fraction), exponent }
}

/// A number on its own, with all its digits; `whole` follows one without a fraction.
pub(super) fn scalar(x: f64, width: Width, whole: &str) -> String {
    let sign = sign(x, false);
    if !x.is_finite() {
        return text(x, width, false, None).whole;
    }
    let limit = match width {
        Width::Half => 1e3,
        Width::Single => 1e6,
        Width::Double => 1e16,
    };
    let digits = Digits::shortest(x, width);
    if x != 0.0 && !(1e-4..limit).contains(&x.abs()) {
        let (first, rest, exponent) = digits.scientific(x, digits.rest(x, usize::MAX));
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{sign}{first}{point}{rest}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
    }
    match digits.positional(x, usize::MAX) {
        (before, after) if after.is_empty() => format!("{sign}{before}{whole}"),
        (before, after) => format!("{sign}{before}.{after}"),
    }
}
