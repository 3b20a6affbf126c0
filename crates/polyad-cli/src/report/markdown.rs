//! The report as Markdown with tables, as GitHub and most other places show it.

use std::fmt::Write;

use super::html::{MEASURES, quoted};
use super::layers::Layers;
use super::{Document, Tensor, cosine, digits_of_cosines, file_name};
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
        let [max_abs, rmse, relative, snr, cosine] = cells(pooled, digits_of_cosines([pooled.cosine].into_iter()));
        out.push_str("| SNR, dB | relative RMSE | cosine | RMSE | largest error |\n|--:|--:|--:|--:|--:|\n");
        let _ = writeln!(out, "| {snr} | {relative} | {cosine} | {rmse} | {max_abs} |\n");
    }
    sizes(&mut out, d);
    layers(&mut out, d);
    tensors(&mut out, d);
    let fallbacks = d.fallbacks();
    if let Some(first) = fallbacks.first() {
        let reason = printable(first.reason.as_deref().unwrap_or(""));
        let _ = writeln!(out, "## Stored as another type\n\nThe next larger type that fits was taken: {reason}.\n");
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

fn cells(r: Report, digits: usize) -> [String; 5] {
    [measure(r.max_abs), measure(r.rmse), measure(r.relative_rmse), decibel(r.snr_db), cosine(r.cosine, digits)]
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
    let digits = digits_of_cosines(rows.iter().map(|(_, e)| e.cosine));
    for (t, e) in rows {
        let [max_abs, _, relative, snr, cosine] = cells(e, digits);
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
