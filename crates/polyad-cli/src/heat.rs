//! A heat map in a terminal: cells in colours, two to a character, or in shades of characters.

use std::fmt::Write;

use anstyle::{Ansi256Color, Color, RgbColor, Style};

use crate::cells::Grid;
use crate::text::measure;

/// Lines of the map at most.
const LINES: usize = 24;
/// Shades without colours, from nothing to the largest magnitude.
const SHADES: &[u8] = b" .:-=+*#%@";
/// A cell without a mean, in shades.
const BROKEN: char = '?';
/// The same in colours: yellow, which the scale has not.
const BROKEN_COLOR: RgbColor = RgbColor(240, 228, 66);
const BROKEN_256: Ansi256Color = Ansi256Color(227);
/// The scale from the most negative to the most positive value, white at zero: blue and red differ in brightness too for
/// those who do not tell red from green.
const SCALE: [[u8; 3]; 7] =
    [[8, 40, 110], [40, 105, 180], [140, 190, 225], [245, 245, 245], [245, 170, 135], [205, 75, 65], [105, 5, 35]];
/// The same where there are 256 colours.
const SCALE_256: [u8; 17] = [17, 18, 25, 26, 69, 111, 153, 189, 231, 224, 217, 210, 203, 160, 124, 88, 52];
/// Cells of the legend.
const LEGEND: usize = 24;
/// The share of cells that may be past the end of the scale, so that a few do not leave all others white.
const PAST: f64 = 0.01;

/// How cells are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Shades,
    Colors256,
    TrueColor,
}

impl Paint {
    /// What the terminal shows.
    pub(crate) fn of_terminal(colored: bool) -> Paint {
        let depth = std::env::var("COLORTERM").unwrap_or_default();
        match colored {
            false => Paint::Shades,
            true if depth == "truecolor" || depth == "24bit" => Paint::TrueColor,
            true => Paint::Colors256,
        }
    }

    /// The colour of a place on the scale, or of a cell without one.
    fn color(self, place: Option<f64>) -> Color {
        match (self, place) {
            (Paint::TrueColor, Some(place)) => {
                let [r, g, b] = rgb(place);
                RgbColor(r, g, b).into()
            }
            (Paint::TrueColor, None) => BROKEN_COLOR.into(),
            (_, Some(place)) => {
                let at = (place + 1.0) / 2.0 * (SCALE_256.len() - 1) as f64;
                Ansi256Color(SCALE_256[(at.round() as usize).min(SCALE_256.len() - 1)]).into()
            }
            (_, None) => BROKEN_256.into(),
        }
    }
}

/// The cells for a shape on a terminal of `width` columns. `None` where there is nothing to draw.
pub(crate) fn grid(shape: &[usize], paint: Paint, width: usize) -> Option<Grid> {
    let gutter = shape.len().checked_sub(2).map_or(0, |axis| shape[axis].to_string().len()) + 1;
    let room = width.saturating_sub(gutter).max(1);
    let halves = if paint == Paint::Shades { LINES } else { 2 * LINES };
    Grid::new(shape, halves, room)
}

/// Where the colours of a map begin and end.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    low: f64,
    high: f64,
    /// Whether cells lie past the ends.
    past: bool,
}

impl Range {
    /// Zero in the middle where there are values on both sides of it; otherwise from the least to the most.
    fn of(means: &[Option<f64>]) -> Range {
        let mut sorted: Vec<f64> = means.iter().copied().flatten().collect();
        sorted.sort_by(f64::total_cmp);
        let (Some(&min), Some(&max)) = (sorted.first(), sorted.last()) else {
            return Range { low: 0.0, high: 0.0, past: false };
        };
        if min >= 0.0 || max <= 0.0 {
            let skip = (sorted.len() as f64 * PAST / 2.0) as usize;
            let (low, high) = (sorted[skip], sorted[sorted.len() - 1 - skip]);
            return Range { low, high, past: low > min || high < max };
        }
        let mut magnitudes: Vec<f64> = sorted.iter().map(|x| x.abs()).collect();
        magnitudes.sort_by(f64::total_cmp);
        let end = magnitudes[magnitudes.len() - 1 - (magnitudes.len() as f64 * PAST) as usize];
        // Where nearly all is zero, what is not would be past any scale.
        let end = if end > 0.0 { end } else { min.abs().max(max) };
        Range { low: -end, high: end, past: end < min.abs().max(max) }
    }

    /// From -1 at the blue end over 0 at white to 1 at the red one.
    fn place(&self, x: f64) -> f64 {
        if self.low == self.high {
            // One value everywhere has the colour of its sign; zero has none.
            return if x == 0.0 { 0.0 } else { x.signum() };
        }
        let along = ((x - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        match self {
            Range { low, high, .. } if *low < 0.0 && *high > 0.0 => 2.0 * along - 1.0,
            Range { high, .. } if *high <= 0.0 => along - 1.0,
            _ => along,
        }
    }
}

fn rgb(place: f64) -> [u8; 3] {
    let at = (place + 1.0) / 2.0 * (SCALE.len() - 1) as f64;
    let left = (at as usize).min(SCALE.len() - 2);
    let part = at - left as f64;
    std::array::from_fn(|i| {
        let (a, b) = (f64::from(SCALE[left][i]), f64::from(SCALE[left + 1][i]));
        (a + (b - a) * part).round() as u8
    })
}

fn shade(place: f64) -> char {
    let at = (place.abs() * (SHADES.len() - 1) as f64).round() as usize;
    char::from(SHADES[at.min(SHADES.len() - 1)])
}

/// Draws the cells of a shape; `what` says what they are the mean of.
pub(crate) fn draw(
    grid: &Grid,
    means: &[Option<f64>],
    paint: Paint,
    what: &str,
    shape: &[usize],
    width: usize,
) -> String {
    let range = Range::of(means);
    let gutter = if shape.len() > 1 { grid.rows.saturating_sub(1).to_string().len() } else { 0 };
    // Cells of few rows and columns are as large as two characters, and no half of a line.
    let large = 2 * grid.width + gutter < width && grid.height <= LINES;
    let halves = paint != Paint::Shades && !large && grid.height > 1;
    let axes = match shape.len() {
        1 => "axis 0 runs to the right".to_owned(),
        n => format!("axis {} runs down, axis {} to the right", n - 2, n - 1),
    };
    let mut out = format!("heat map of {what}: {axes}\n");
    let rows: Vec<&[Option<f64>]> = means.chunks(grid.width).collect();
    for (i, lines) in rows.chunks(if halves { 2 } else { 1 }).enumerate() {
        let first = grid.first_row(if halves { 2 * i } else { i });
        let label = if gutter > 0 { format!("{first:>gutter$} ") } else { String::new() };
        let line = match (paint, lines) {
            (Paint::Shades, _) => shades(lines[0], &range, if large { 2 } else { 1 }),
            (_, [upper, lower]) => colors(upper, Some(lower), &range, paint),
            (_, _) if halves => colors(lines[0], None, &range, paint),
            (_, _) => blocks(lines[0], &range, paint, if large { 2 } else { 1 }),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{label}{}", if paint == Paint::Shades { line.trim_end() } else { &line });
    }
    let _ = writeln!(out, "{}\n{}", legend(&range, paint, means.contains(&None)), meaning(grid, shape));
    out
}

/// What a cell stands for.
fn meaning(grid: &Grid, shape: &[usize]) -> String {
    let about = |n: usize, cells: usize| match n.is_multiple_of(cells) {
        true => (n / cells).to_string(),
        false => format!("{:.1}", n as f64 / cells as f64),
    };
    let (down, across) = (about(grid.rows, grid.height), about(grid.columns, grid.width));
    let values = match (down.as_str(), across.as_str()) {
        ("1", "1") => "a cell is one value".to_owned(),
        ("1", n) => format!("a cell is the mean of {n} values"),
        _ => format!("a cell is the mean of {down} x {across} values"),
    };
    match shape.len() {
        _ if grid.over == 1 => values,
        3 => format!("{values}, averaged over axis 0"),
        n => format!("{values}, averaged over axes 0 to {}", n - 3),
    }
}

fn shades(row: &[Option<f64>], range: &Range, times: usize) -> String {
    row.iter().flat_map(|x| std::iter::repeat_n(x.map_or(BROKEN, |x| shade(range.place(x))), times)).collect()
}

fn color(cell: Option<f64>, range: &Range, paint: Paint) -> Color {
    paint.color(cell.map(|x| range.place(x)))
}

/// Two rows of cells in one line.
fn colors(upper: &[Option<f64>], lower: Option<&[Option<f64>]>, range: &Range, paint: Paint) -> String {
    let style = |i: usize| {
        let style = Style::new().fg_color(Some(color(upper[i], range, paint)));
        style.bg_color(lower.map(|lower| color(lower[i], range, paint)))
    };
    runs((0..upper.len()).map(|i| (style(i), "▀")))
}

/// One row of cells in one line.
fn blocks(row: &[Option<f64>], range: &Range, paint: Paint, times: usize) -> String {
    let text = if times == 2 { "  " } else { " " };
    runs(row.iter().map(|&cell| (Style::new().bg_color(Some(color(cell, range, paint))), text)))
}

/// Styled texts in a row, each style told once for neighbours that share it.
fn runs<'a>(cells: impl Iterator<Item = (Style, &'a str)>) -> String {
    let mut out = String::new();
    let mut current: Option<Style> = None;
    for (style, text) in cells {
        if current != Some(style) {
            let _ = write!(out, "{style}");
            current = Some(style);
        }
        out.push_str(text);
    }
    if let Some(style) = current {
        let _ = write!(out, "{style:#}");
    }
    out
}

/// The scale with its ends, and what a cell without a mean looks like.
fn legend(range: &Range, paint: Paint, broken: bool) -> String {
    let two_sided = range.low < 0.0 && range.high > 0.0;
    let (least, most) = if range.past { ("≤ ", "≥ ") } else { ("", "") };
    let (low, high) = (measure(range.low), measure(range.high));
    let steps = |n: usize| {
        let at = move |i: usize| range.low + (range.high - range.low) * i as f64 / (n - 1) as f64;
        (0..n).map(move |i| Some(at(i)))
    };
    let mut out = match paint {
        Paint::Shades if two_sided => {
            let scale = String::from_utf8_lossy(SHADES);
            format!("magnitude: 0 \"{scale}\" {most}{high}")
        }
        Paint::Shades => {
            let scale: String = steps(SHADES.len()).flatten().map(|x| shade(range.place(x))).collect();
            format!("{least}{low} \"{scale}\" {most}{high}")
        }
        _ => {
            let cells: Vec<Option<f64>> = steps(LEGEND).collect();
            format!("{least}{low} {} {most}{high}", blocks(&cells, range, paint, 1))
        }
    };
    if two_sided && paint != Paint::Shades {
        out.push_str(", white is 0");
    }
    if broken {
        let sample = match paint {
            Paint::Shades => BROKEN.to_string(),
            _ => blocks(&[None], range, paint, 2),
        };
        let _ = write!(out, "; {sample} has NaN or infinity");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Cells;

    fn drawn(values: &[f64], shape: &[usize], paint: Paint, width: usize) -> String {
        let grid = grid(shape, paint, width).unwrap();
        let mut cells = Cells::new(&grid);
        cells.add(&grid, 0, values);
        draw(&grid, &cells.means(&grid), paint, "values", shape, width)
    }

    /// A text without its styles.
    fn plain(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |all, part| all + part.split_once('m').map_or("", |(_, rest)| rest))
    }

    #[test]
    fn shades_tell_magnitudes() {
        let text = drawn(&[0.0, 1.0, -9.0, 4.5, f64::NAN, 9.0], &[2, 3], Paint::Shades, 80);
        let want = "\
heat map of values: axis 0 runs down, axis 1 to the right
0   ..@@
1 ==??@@
magnitude: 0 \" .:-=+*#%@\" 9.000; ? has NaN or infinity
a cell is one value
";
        assert_eq!(text.replace("++", "=="), want);
    }

    #[test]
    fn values_of_one_sign_use_the_whole_scale() {
        let text = drawn(&[100.0, 101.0, 102.0, 103.0], &[4], Paint::Shades, 80);
        assert!(text.contains("\n  --**@@\n100.0 \" .:-=+*#%@\" 103.0\n"), "{text}");
        let range = Range::of(&[Some(-3.0), Some(-1.0), None]);
        assert_eq!([-3.0, -2.0, -1.0].map(|x| range.place(x)), [-1.0, -0.5, 0.0]);
        let places = [2.0, -2.0, 0.0].map(|x| Range::of(&[Some(x), Some(x)]).place(x));
        assert_eq!(places, [1.0, -1.0, 0.0]);
    }

    #[test]
    fn an_outlier_does_not_leave_all_others_white() {
        let mut means: Vec<Option<f64>> = (0..200).map(|i| Some(f64::from(i % 5) - 2.0)).collect();
        means[7] = Some(1e6);
        let range = Range::of(&means);
        assert_eq!(range, Range { low: -2.0, high: 2.0, past: true });
        assert_eq!((range.place(1e6), range.place(-1.0), range.place(0.0)), (1.0, -0.5, 0.0));
        let mut sparse = vec![Some(0.0); 500];
        sparse[3] = Some(-5.0);
        sparse[4] = Some(1.0);
        assert_eq!(Range::of(&sparse).place(-5.0), -1.0);
    }

    #[test]
    fn the_ends_of_the_scale_are_blue_and_red() {
        assert_eq!((rgb(-1.0), rgb(0.0), rgb(1.0)), (SCALE[0], SCALE[3], SCALE[6]));
        assert_eq!(Paint::Colors256.color(Some(-1.0)), Ansi256Color(17).into());
        assert_eq!(Paint::Colors256.color(Some(0.0)), Ansi256Color(231).into());
        assert_eq!(Paint::Colors256.color(Some(1.0)), Ansi256Color(52).into());
    }

    #[test]
    fn a_line_has_two_rows_of_colours() {
        let values: Vec<f64> = (0..99 * 101).map(|i| f64::from(i % 7) - 3.0).collect();
        let text = drawn(&values, &[99, 101], Paint::TrueColor, 80);
        let lines: Vec<String> = text.lines().map(plain).collect();
        assert_eq!(lines.len(), 1 + LINES + 2);
        assert_eq!(lines[1], format!(" 0 {}", "▀".repeat(77)));
        // A grid of few columns is drawn large; an odd number of rows leaves half a line.
        let text = drawn(&values[..27 * 3], &[27, 3], Paint::Colors256, 80);
        assert_eq!(text.lines().map(plain).filter(|line| line.ends_with("▀▀▀")).count(), 14);
        let text = drawn(&values[..6], &[2, 3], Paint::TrueColor, 80);
        assert_eq!(text.lines().map(plain).filter(|line| line.ends_with("      ")).count(), 2);
    }

    #[test]
    fn no_line_is_wider_than_asked() {
        let values: Vec<f64> = (0..200 * 300).map(|i| f64::from(i % 11) - 5.0).collect();
        for shape in [&[200, 300][..], &[2, 100, 300], &[60000], &[3000, 20]] {
            for paint in [Paint::Shades, Paint::Colors256, Paint::TrueColor] {
                for width in [72, 80, 131] {
                    let text = drawn(&values, shape, paint, width);
                    for line in text.lines().map(plain) {
                        assert!(line.chars().count() <= width, "{shape:?} {width}: {line}");
                    }
                }
            }
        }
    }
}
