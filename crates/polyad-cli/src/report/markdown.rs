//! The report as Markdown with tables, as GitHub and most other places show it.

use std::fmt::Write;

use super::html::{MEASURES, quoted};
use super::layers::Layers;
use super::{Document, Tensor, file_name};
use crate::stats::Report;
use crate::text::{count, decibel, measure, printable, size};

/// Parts of a histogram in a table.
const PARTS: usize = 16;
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Text of a stranger as code in a cell of a table: nothing in it means anything there.
fn code(text: &str) -> String {
    let text = printable(text).replace('|', "\\|");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // Spaces keep a backtick at an end apart from the fence; they are not shown.
    let room = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) || text.is_empty() { " " } else { "" };
    format!("{fence}{room}{text}{room}{fence}")
}

/// The report.
pub(super) fn text(d: &Document) -> String {
    let (times, word) = d.times();
    let (before, after) = (size(d.input.file_bytes), size(d.output.file_bytes));
    let mut out = format!(
        "# {} as {}\n\n{before} became {after}, {times:.2} times {word}, in {:.2} s on {}.\n\n",
        code(file_name(&d.input.path)),
        d.dtype,
        d.seconds,
        count(d.threads, "thread")
    );
    if let Some(pooled) = d.pooled {
        let [max_abs, rmse, relative, snr, cosine] = cells(d, pooled);
        out.push_str("| SNR, dB | relative RMSE | cosine | RMSE | largest error |\n|--:|--:|--:|--:|--:|\n");
        let _ = writeln!(out, "| {snr} | {relative} | {cosine} | {rmse} | {max_abs} |\n");
    }
    sizes(&mut out, d);
    layers(&mut out, d);
    tensors(&mut out, d);
    let fallbacks = d.fallbacks();
    if let Some(first) = fallbacks.first() {
        let reason = printable(first.reason.as_deref().unwrap_or(""));
        let _ = writeln!(out, "## Stored as a larger type\n\nThe next larger type that fits was taken: {reason}.\n");
        list(&mut out, &fallbacks);
    }
    out.push_str("## Kept as they were\n\n");
    for (reason, tensors) in d.kept() {
        let bytes = tensors.iter().map(|t| t.after_bytes).fold(0, u64::saturating_add);
        let _ = writeln!(out, "{}, {}: {}\n", count(tensors.len(), "tensor"), size(bytes), printable(reason));
        list(&mut out, &tensors);
    }
    method(&mut out, d);
    out
}

fn cells(d: &Document, r: Report) -> [String; 5] {
    [measure(r.max_abs), measure(r.rmse), measure(r.relative_rmse), decibel(r.snr_db), d.cosine(r.cosine)]
}

fn sizes(out: &mut String, d: &Document) {
    out.push_str(
        "## Size\n\n| type | tensors before | bytes before | tensors after | bytes after |\n|:--|--:|--:|--:|--:|\n",
    );
    for (dtype, before, after) in d.types() {
        let (all, bytes) = ([before.tensors, after.tensors], [size(before.bytes), size(after.bytes)]);
        let _ = writeln!(out, "| {} | {} | {} | {} | {} |", code(dtype), all[0], bytes[0], all[1], bytes[1]);
    }
    out.push('\n');
}

/// The worst of each layer.
fn layers(out: &mut String, d: &Document) {
    let layers = Layers::of(d);
    let mut points: Vec<_> = layers.layered().collect();
    if points.is_empty() {
        return;
    }
    points.sort_by_key(|(layer, _)| *layer);
    out.push_str("## Error by layer\n\n| layer | tensors | largest relative RMSE | in |\n|--:|--:|--:|:--|\n");
    for layer in points.chunk_by(|a, b| a.0 == b.0) {
        let Some((n, worst)) = layer.iter().max_by(|a, b| a.1.error.total_cmp(&b.1.error)) else { continue };
        let (error, name) = (measure(worst.error), code(&worst.tensor.name));
        let _ = writeln!(out, "| {n} | {} | {error} | {name} |", layer.len());
    }
    out.push('\n');
}

fn tensors(out: &mut String, d: &Document) {
    let rows = d.worst_first();
    if rows.is_empty() {
        return;
    }
    out.push_str(
        "## Error by tensor\n\nThe worst first. The values before and after are drawn over the same range, heights as square \
         roots of counts.\n\n| tensor | relative RMSE | SNR, dB | cosine | largest error | type | shape | before | after | values \
         before | values after |\n|:--|--:|--:|--:|--:|:--|:--|--:|--:|:--|:--|\n",
    );
    for (t, e) in rows {
        let [max_abs, _, relative, snr, cosine] = cells(d, e);
        let drawn = t.histogram.as_ref().map(|h| [spark(&h.before.counts), spark(&h.after.counts)]).unwrap_or_default();
        let _ = writeln!(
            out,
            "| {} | {relative} | {snr} | {cosine} | {max_abs} | {} → {} | {:?} | {} | {} | {} | {} |",
            code(&t.name),
            printable(&t.dtype_before),
            t.dtype_after,
            t.shape,
            size(t.before_bytes),
            size(t.after_bytes),
            drawn[0],
            drawn[1],
        );
    }
    out.push('\n');
}

/// Counts as a row of bars, neighbours added up.
fn spark(counts: &[u64]) -> String {
    let run = counts.len().div_ceil(PARTS).max(1);
    let parts: Vec<u64> = counts.chunks(run).map(|c| c.iter().sum()).collect();
    let most = parts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let height = |n: u64| ((n as f64 / most).sqrt() * (HEIGHTS.len() - 1) as f64).ceil() as usize;
    parts.into_iter().map(|n| HEIGHTS[height(n).min(HEIGHTS.len() - 1)]).collect()
}

fn list(out: &mut String, tensors: &[&Tensor]) {
    out.push_str("| tensor | type | shape | size |\n|:--|:--|:--|--:|\n");
    for t in tensors {
        let _ =
            writeln!(out, "| {} | {} | {:?} | {} |", code(&t.name), code(&t.dtype_after), t.shape, size(t.after_bytes));
    }
    out.push('\n');
}

fn method(out: &mut String, d: &Document) {
    let command = d.command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let _ = writeln!(out, "## How this was made\n\n{}\n", code(&command).replace("\\|", "|"));
    for (what, file) in [("Input", &d.input), ("Output", &d.output)] {
        let path = code(&file.path).replace("\\|", "|");
        let _ = writeln!(out, "- **{what}:** {path}, {}, {} bytes", printable(&file.format), file.file_bytes);
    }
    let _ = writeln!(out, "- **Made by:** polyad {}", d.polyad_version);
    for (what, words) in MEASURES {
        let _ = writeln!(out, "- **{what}:** {words}");
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn nothing_in_a_name_means_anything() {
        for (name, expected) in [
            ("a.b", "`a.b`"),
            ("a|b", "`a\\|b`"),
            ("`x` <b>", "`` `x` <b> ``"),
            ("a``b", "```a``b```"),
            ("", "`  `"),
            ("a\nb", "`a\\nb`"),
        ] {
            assert_eq!(code(name), expected);
        }
    }

    #[test]
    fn a_row_of_bars_has_the_shape_of_the_counts() {
        assert_eq!(spark(&[0, 1, 16, 49, 100]), "▁▂▄▆█");
        assert_eq!(spark(&[1; 64]).chars().count(), PARTS);
        assert_eq!(spark(&[]), "");
        assert_eq!(spark(&[u64::MAX, 0]), "█▁");
    }

    #[test]
    fn a_report_in_markdown_is_this() {
        let mut tensors = vec![sample::tensor("h.0.w", 0.1), sample::tensor("h.1.w", 0.25)];
        tensors.push(sample::kept("h.0.b|", "rank 0 or 1"));
        let text = text(&sample::with(tensors));
        let (shown, _) = text.split_once("- **Largest error:**").unwrap();
        assert_eq!(shown, EXPECTED);
    }

    const EXPECTED: &str = "\
# `model.safetensors` as q4_0

90.9 MB became 12.9 MB, 7.04 times smaller, in 0.25 s on 2 threads.

| SNR, dB | relative RMSE | cosine | RMSE | largest error |
|--:|--:|--:|--:|--:|
| 21.1 | 0.08800 | 0.9961 | 0.01000 | 0.5000 |

## Size

| type | tensors before | bytes before | tensors after | bytes after |
|:--|--:|--:|--:|--:|
| `float32` | 3 | 1.5 kB | 1 | 512 B |
| `q4_0` | 0 | 0 B | 2 | 144 B |

## Error by layer

| layer | tensors | largest relative RMSE | in |
|--:|--:|--:|:--|
| 0 | 1 | 0.1000 | `h.0.w` |
| 1 | 1 | 0.2500 | `h.1.w` |

## Error by tensor

The worst first. The values before and after are drawn over the same range, heights as square roots of counts.

| tensor | relative RMSE | SNR, dB | cosine | largest error | type | shape | before | after | values before | values after |
|:--|--:|--:|--:|--:|:--|:--|--:|--:|:--|:--|
| `h.1.w` | 0.2500 | 12.0 | 0.9961 | 0.5000 | float32 → q4_0 | [4, 32] | 512 B | 72 B | ▄██▄ | ▄▆█▅ |
| `h.0.w` | 0.1000 | 20.0 | 0.9961 | 0.5000 | float32 → q4_0 | [4, 32] | 512 B | 72 B | ▄██▄ | ▄▆█▅ |

## Kept as they were

1 tensor, 512 B: rank 0 or 1

| tensor | type | shape | size |
|:--|:--|:--|--:|
| `h.0.b\\|` | `float32` | [4, 32] | 512 B |

## How this was made

`polyad quantize in/model.safetensors out.gguf --type q4_0`

- **Input:** `in/model.safetensors`, safetensors, 90868376 bytes
- **Output:** `out.gguf`, GGUF, 12900000 bytes
- **Made by:** polyad 1.2.3
";
}
