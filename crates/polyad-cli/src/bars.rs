//! A histogram in a terminal: columns of blocks, eight steps to a line.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::histogram::{Bins, Histogram};
use crate::output::styled;
use crate::text::{count, measure, percent};

/// Lines of the columns.
const LINES: usize = 10;
/// Steps of a line: the blocks that fill an eighth of it and more.
const STEPS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The share of values that may lie outside of what is drawn, so that a few outliers do not push all others into one column.
const OUTSIDE: f64 = 0.001;
/// Characters that a column is wide at most, where there are few of them.
const WIDEST: usize = 6;
const BAR: Style = AnsiColor::Cyan.on_default();

/// The bins to draw in at most `most` columns: of whole numbers one a number where there is room.
pub(crate) fn bins(histogram: &Histogram, whole: bool, most: usize) -> Bins {
    let (min, max) = (histogram.min(), histogram.max());
    // Bins of the histogram are no wider than 1 up to 2048.
    if whole && min <= max && max - min < most as f64 && min >= -2048.0 && max < 2048.0 {
        return histogram.bins(min, max + 1.0, (max - min) as usize + 1);
    }
    // More bins than twice the root of their number would show the grain of a sample, not its shape.
    let fair = 2.0 * (histogram.count() as f64).sqrt().max(4.0);
    let most = most / (most as f64 / fair).ceil().max(1.0) as usize;
    let (low, high) = histogram.window(OUTSIDE);
    let (low, high, n) = histogram.even(low.max(min), high.min(max), most);
    histogram.bins(low, high, n)
}

/// Draws bins in lines of at most `width` characters.
pub(crate) fn draw(bins: &Bins, whole: bool, what: &str, width: usize) -> String {
    let n = bins.counts.len();
    let step = (bins.high - bins.low) / n as f64;
    let tallest = bins.counts.iter().copied().max().unwrap_or(0);
    let total = (bins.counts.iter().sum::<u64>() + bins.below + bins.above).max(1);
    let gutter = tallest.to_string().len();
    let room = width.saturating_sub(gutter + 2).max(1);
    let wide = (room / n).clamp(1, WIDEST);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let share = percent(tallest, total);
    let bin = if whole && step == 1.0 { "one a number".to_owned() } else { format!("{} wide", measure(step)) };
    let _ = writeln!(out, "histogram of {what}: {}, {bin}; the tallest has {share}", count(n, "bin"));
    for line in (0..LINES).rev() {
        let columns: String = bins.counts.iter().map(|&n| column(n, tallest, line, wide)).collect();
        let label = if line == LINES - 1 { tallest.to_string() } else { String::new() };
        let _ = writeln!(out, "{label:>gutter$} ▏{}", styled(columns.trim_end(), BAR));
    }
    let _ = writeln!(out, "{:>gutter$} ▔{}", "", "▔".repeat(n * wide));
    let _ = writeln!(out, "{:gutter$}  {}", "", axis(bins, whole, n * wide));
    if bins.below + bins.above > 0 {
        let (below, above) = (percent(bins.below, total), percent(bins.above, total));
        let _ = writeln!(out, "{:gutter$}  {} below ({below}), {} above ({above})", "", bins.below, bins.above);
    }
    out
}

/// One line of a column. What is there at all shows in the lowest one; wide columns stand apart.
fn column(count: u64, tallest: u64, line: usize, wide: usize) -> String {
    let steps = STEPS.len() - 1;
    let filled = (count as f64 / tallest.max(1) as f64 * (LINES * steps) as f64).round() as usize;
    let filled = if count > 0 { filled.max(1) } else { 0 };
    let block = STEPS[filled.saturating_sub(line * steps).min(steps)];
    let gap = usize::from(wide > 2);
    format!("{}{}", String::from(block).repeat(wide - gap), " ".repeat(gap))
}

/// The numbers under the columns: both ends, and zero where it is between them and does not touch.
fn axis(bins: &Bins, whole: bool, columns: usize) -> String {
    let number = |x: f64| if x == 0.0 || (whole && x.abs() < 1e6) { x.to_string() } else { measure(x) };
    let one = whole && bins.high - bins.low == bins.counts.len() as f64;
    let (low, high) = (number(bins.low), number(if one { bins.high - 1.0 } else { bins.high }));
    let columns = columns.max(low.len() + high.len() + 1);
    let mut line: Vec<char> = format!("{low}{high:>0$}", columns - low.len()).chars().collect();
    let zero = (-bins.low / (bins.high - bins.low) * columns as f64).round();
    if bins.low < 0.0 && zero > (low.len() + 1) as f64 && zero + 2.0 < (columns - high.len()) as f64 {
        line[zero as usize] = '0';
    }
    line.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyad::Tensor;

    fn of(values: &[f32]) -> Histogram {
        Histogram::of(&Tensor::from_slice(values, &[values.len()]).unwrap()).unwrap()
    }

    #[test]
    fn columns_are_as_tall_as_their_counts() {
        assert_eq!((0..2).map(|line| column(80, 80, line, 1)).collect::<String>(), "██");
        assert_eq!((0..2).map(|line| column(12, 80, line, 1)).collect::<String>(), "█▄");
        assert_eq!(column(1, 1_000_000, 0, 1), "▁");
        assert_eq!(column(0, 1_000_000, 0, 1), " ");
        assert_eq!(column(5, 5, 0, 4), "███ ");
    }

    #[test]
    fn whole_numbers_have_a_column_each() {
        let bins = bins(&of(&[-1.0, 1.0, 1.0, 2.0]), true, 70);
        assert_eq!((bins.low, bins.high, bins.counts.as_slice()), (-1.0, 3.0, &[1, 0, 2, 1][..]));
        let text = draw(&bins, true, "values", 80);
        assert!(text.contains("4 bins, one a number"), "{text}");
        assert_eq!(axis(&bins, true, 24), "-1    0                2");
    }

    #[test]
    fn an_outlier_lies_outside() {
        let mut values: Vec<f32> = (0..3000).map(|i| i as f32 / 3000.0 - 0.5).collect();
        values.push(1e4);
        let bins = bins(&of(&values), false, 70);
        assert!(bins.high < 10.0 && bins.above == 1, "{bins:?}");
        assert!(draw(&bins, false, "values", 80).contains("0 below (0 %), 1 above (0.03 %)"));
    }

    #[test]
    fn no_line_is_wider_than_asked() {
        for n in [3, 500] {
            let values: Vec<f32> = (0..n).map(|i| i as f32 * 0.37 - 0.5).collect();
            for width in [20, 80, 133] {
                let text = draw(&bins(&of(&values), false, width - 8), false, "values", width);
                let plain = text.replace(&BAR.render().to_string(), "").replace(&BAR.render_reset().to_string(), "");
                for line in plain.lines().skip(1) {
                    assert!(line.chars().count() <= width, "{width}: {line}");
                }
            }
        }
    }
}
