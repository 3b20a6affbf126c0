//! Numbers and names as people read them.

use std::fmt::Write;

/// A size in bytes: `612 B`, `1.5 kB`, `90.9 MB`; a kB is 1000 bytes.
pub(crate) fn size(bytes: u64) -> String {
    let mut value = bytes as f64;
    let mut unit = 0;
    const UNITS: [&str; 6] = ["B", "kB", "MB", "GB", "TB", "PB"];
    // 999.95 would print as 1000.0.
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} B") } else { format!("{value:.1} {}", UNITS[unit]) }
}

/// How many of a thing: `1 tensor`, `3 tensors`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// An error measure with four digits; plain where it is short enough.
pub(crate) fn measure(x: f64) -> String {
    match x {
        0.0 => "0".to_owned(),
        x if !x.is_finite() => x.to_string().to_lowercase(),
        x if (1e-5..1e5).contains(&x.abs()) => {
            let digits = 3 - x.abs().log10().floor() as i32;
            format!("{x:.*}", digits.clamp(0, 8) as usize)
        }
        x => format!("{x:.3e}"),
    }
}

/// A share in percent, with no more digits than somebody looks at.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    match 100.0 * part as f64 / whole.max(1) as f64 {
        0.0 => "0 %".to_owned(),
        x if x < 0.01 => "< 0.01 %".to_owned(),
        x if x < 1.0 => format!("{x:.2} %"),
        x => format!("{x:.1} %"),
    }
}

/// A ratio in decibel.
pub(crate) fn decibel(x: f64) -> String {
    if x.is_finite() { format!("{x:.1}") } else { measure(x) }
}

/// Text of a stranger, safe for a terminal: characters that steer it are escaped.
pub(crate) fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        // Control characters, those that end a line, and those that turn the direction of what follows.
        let steers =
            matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || steers {
            let _ = write!(out, "{}", c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// The start of a text, with dots where something is left out.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_the_unit_that_keeps_them_short() {
        let cases = [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (90_868_376, "90.9 MB"), (999_960, "1.0 MB")];
        for (bytes, text) in cases {
            assert_eq!(size(bytes), text);
        }
        assert_eq!(size(u64::MAX), "18446.7 PB");
    }

    #[test]
    fn measures_have_four_digits() {
        let cases = [(0.0055124, "0.005512"), (45.183, "45.18"), (0.11671, "0.1167"), (12345.6, "12346"), (0.0, "0")];
        for (x, text) in cases {
            assert_eq!(measure(x), text);
        }
        assert_eq!(measure(f64::INFINITY), "inf");
        assert_eq!(measure(3.14159e-9), "3.142e-9");
        assert_eq!((decibel(45.183), decibel(f64::INFINITY)), ("45.2".to_owned(), "inf".to_owned()));
    }

    #[test]
    fn shares_are_in_percent() {
        let cases =
            [(0, 7, "0 %"), (1, 1_000_000, "< 0.01 %"), (1, 300, "0.33 %"), (1, 3, "33.3 %"), (7, 7, "100.0 %")];
        for (part, whole, text) in cases {
            assert_eq!(percent(part, whole), text);
        }
    }

    #[test]
    fn names_cannot_steer_a_terminal() {
        assert_eq!(printable("a\u{1b}[31mb\n\u{202e}c é"), "a\\u{1b}[31mb\\n\\u{202e}c é");
        assert_eq!(printable("\u{61c}\u{2028}\u{2069}"), "\\u{61c}\\u{2028}\\u{2069}");
        assert_eq!(shortened("éclair", 3), "écl...");
        assert_eq!(shortened("éclair", 6), "éclair");
    }
}
