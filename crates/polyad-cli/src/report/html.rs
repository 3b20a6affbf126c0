//! The report as one page: nothing is loaded, nothing runs, and without its style it is still a document.

use std::fmt::Write;

use super::layers::Layers;
use super::{Action, Document, Tensor, file_name, svg};
use crate::stats::Report;
use crate::text::{count, decibel, measure, printable, size};

const STYLE: &str = include_str!("style.css");
/// Histograms on a page, at most: more would make it slow to open.
const HISTOGRAMS: usize = 400;
/// Colours of types other than the one that was asked for.
const CLASSES: [&str; 5] = ["s3", "s5", "s4", "s2", "s7"];

/// Text of a stranger, as the text or an attribute of an element.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// The page.
pub(super) fn page(d: &Document) -> String {
    let has_layers = d.tensors.iter().any(|t| t.error.is_some() && t.layer.is_some());
    let by_layer = if has_layers { "Error by layer" } else { "Error along the file" };
    let sections: Vec<(&str, &str, String)> = [
        ("size", "Size", sizes(d)),
        ("layers", by_layer, layers(d)),
        ("tensors", "Error by tensor", tensors(d)),
        ("values", "Values before and after", histograms(d)),
        ("fallbacks", "Stored as a larger type", fallbacks(d)),
        ("kept", "Kept as they were", kept(d)),
        ("method", "How this was made", method(d)),
    ]
    .into_iter()
    .filter(|(_, _, content)| !content.is_empty())
    .collect();
    let mut body = heading(d);
    body.push_str("<nav aria-label=\"Contents\"><ul>");
    for (id, title, _) in &sections {
        let _ = write!(body, "<li><a href=\"#{id}\">{title}</a></li>");
    }
    body.push_str("</ul></nav>\n</header>\n");
    for (id, title, content) in &sections {
        let _ = write!(body, "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n{content}</section>\n");
    }
    let plots = body.matches("<svg ").count();
    let title = format!("{} as {}", escape(file_name(&d.input.path)), escape(&d.dtype));
    let version = escape(d.polyad_version);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"polyad {version}\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body data-plots=\"{plots}\">\n<main>\n<header>\n{body}<footer>Written by polyad {version}. One file, without scripts; \
         it loads nothing.</footer>\n</main>\n</body>\n</html>\n"
    )
}

fn name(text: &str) -> String {
    format!("<bdi class=\"name\">{}</bdi>", breakable(text))
}

/// A name that may go on in the next line behind its dots and underscores.
fn breakable(text: &str) -> String {
    escape(text).replace('.', ".<wbr>").replace('_', "_<wbr>")
}

/// A number with the signs of a printed page.
fn printed(number: &str) -> String {
    number.replace('-', "\u{2212}").replace("inf", "\u{221e}")
}

fn heading(d: &Document) -> String {
    let (input, dtype) = (escape(file_name(&d.input.path)), escape(&d.dtype));
    let (before, after) = (size(d.input.file_bytes), size(d.output.file_bytes));
    let (times, word) = d.times();
    let worst = d.worst_first();
    let mut out = format!(
        "<p class=\"kicker\">Quantization report</p>\n<h1><bdi>{input}</bdi> as <span class=\"type\">{dtype}</span></h1>\n\
         <p class=\"lead\">{before} became {after}, {times:.2} times {word}. "
    );
    let _ = match (d.pooled, worst.as_slice()) {
        (Some(pooled), [(first, error), ..]) => write!(
            out,
            "{} of {} got another type, at a signal-to-noise ratio of {} dB. The worst is {}, with a relative RMSE of {}.",
            worst.len(),
            count(d.tensors.len(), "tensor"),
            decibel(pooled.snr_db),
            name(&first.name),
            measure(error.relative_rmse)
        ),
        _ => write!(out, "No tensor got another type; {} kept as they were.", count(d.tensors.len(), "tensor")),
    };
    out.push_str("</p>\n<dl class=\"key\">");
    let mut key = |value: String, what: &str| {
        let _ = write!(out, "<div><dt>{what}</dt><dd>{value}</dd></div>");
    };
    let unit = |text: String| match text.rsplit_once(' ') {
        Some((number, unit)) => format!("{number} <small>{unit}</small>"),
        None => text,
    };
    key(unit(after), &format!("file size, from {before}"));
    key(format!("{times:.2}<small>\u{d7}</small>"), word);
    if let Some(pooled) = d.pooled {
        key(format!("{} <small>dB</small>", printed(&decibel(pooled.snr_db))), "signal to noise");
        key(measure(pooled.relative_rmse), "relative RMSE");
        key(d.cosine(pooled.cosine), "cosine");
    }
    key(format!("{:.2} <small>s</small>", d.seconds), &format!("on {}", count(d.threads, "thread")));
    out.push_str("</dl>\n");
    out
}

fn sizes(d: &Document) -> String {
    let types = d.types();
    if types.is_empty() {
        return String::new();
    }
    // What most bytes were before is grey: it is the other types that are new.
    let most = types.iter().filter(|(name, ..)| *name != d.dtype).max_by_key(|(_, before, _)| before.bytes);
    let mut free = CLASSES.into_iter();
    let classes: Vec<&str> = types
        .iter()
        .map(|(name, ..)| match name {
            name if *name == d.dtype => "s1",
            name if most.is_some_and(|(grey, ..)| grey == name) => "n",
            _ => free.next().unwrap_or("n"),
        })
        .collect();
    let mut out = format!("<figure>{}</figure>\n", svg::sizes(&types, &classes));
    out.push_str(
        "<div class=\"scroll\"><table>\n<caption>Bytes of values by type; the files have names and metadata beside \
         them.</caption>\n<thead><tr><th scope=\"col\">Type</th><th scope=\"col\" class=\"num\">Tensors before</th>\
         <th scope=\"col\" class=\"num\">Bytes before</th><th scope=\"col\" class=\"num\">Tensors after</th>\
         <th scope=\"col\" class=\"num\">Bytes after</th><th scope=\"col\" class=\"num\">Bits a value</th></tr></thead>\n<tbody>\n",
    );
    for ((dtype, before, after), class) in types.iter().zip(&classes) {
        let held = if after.tensors > 0 { after } else { before };
        let bits = held.bytes as f64 * 8.0 / held.elements.max(1) as f64;
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\"><span class=\"mark {class}\" aria-hidden=\"true\">\u{25a0}</span>{}</th>\
             <td class=\"num\">{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td>\
             <td class=\"num\">{bits:.2}</td></tr>",
            escape(dtype),
            before.tensors,
            size(before.bytes),
            after.tensors,
            size(after.bytes),
        );
    }
    out.push_str("</tbody>\n</table></div>\n");
    out
}

fn layers(d: &Document) -> String {
    let layers = Layers::of(d);
    let Some(plot) = svg::layers(&layers) else { return String::new() };
    let mut out = String::new();
    let prefix = layers.prefix();
    if !layers.series.is_empty() {
        out.push_str("<p class=\"note\">Each line is one role of a layer: the tensors whose names differ in their first number only.");
        if !prefix.is_empty() {
            let _ = write!(out, " All of them are in {}.", name(prefix.trim_end_matches('.')));
        }
        if !layers.others.is_empty() {
            let _ = write!(
                out,
                " The {} roles with the largest errors are in colour, {} in grey.",
                layers.series.len(),
                count(layers.others.len(), "other")
            );
        }
        out.push_str("</p>\n");
    }
    let _ = write!(out, "<figure>{plot}<figcaption><ul class=\"legend\">");
    let mut item = |class: &str, sign: char, text: &str, note: String| {
        let _ = write!(
            out,
            "<li><span class=\"mark {class}\" aria-hidden=\"true\">{sign}</span>{} <span class=\"note\">{note}</span></li>",
            name(text)
        );
    };
    for (i, series) in layers.series.iter().enumerate() {
        let note = format!("up to {}", measure(series.worst()));
        item(&format!("s{}", i + 1), svg::MARKS[i], &series.role[prefix.len()..], note);
    }
    for (i, p) in layers.apart.iter().enumerate().take_while(|_| layers.apart.len() <= svg::LETTERS) {
        item("", svg::letter(i), &p.tensor.name, measure(p.error));
    }
    out.push_str("</ul></figcaption></figure>\n");
    out
}

fn tensors(d: &Document) -> String {
    let rows = d.worst_first();
    if rows.is_empty() {
        return String::new();
    }
    let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
    let most = rows.iter().map(|(_, e)| finite(e.relative_rmse)).fold(0.0, f64::max);
    let mut out = String::from(
        "<div class=\"scroll\"><table>\n<caption>Tensors that got another type, the worst first.</caption>\n\
         <thead><tr><th scope=\"col\">Tensor</th><th scope=\"col\" class=\"error\">Relative RMSE</th>\
         <th scope=\"col\" class=\"num\">SNR, dB</th><th scope=\"col\" class=\"num\">Cosine</th>\
         <th scope=\"col\" class=\"num\">Largest error</th><th scope=\"col\">Type</th><th scope=\"col\">Shape</th>\
         <th scope=\"col\" class=\"num\">Before</th><th scope=\"col\" class=\"num\">After</th></tr></thead>\n<tbody>\n",
    );
    for (t, e) in rows {
        let share = match e.relative_rmse {
            x if !x.is_finite() => 100.0,
            x if most > 0.0 => x / most * 100.0,
            _ => 0.0,
        };
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"error\"><div><span>{}</span> <span class=\"bar\" \
             style=\"width:{share:.1}%\"></span></div></td><td class=\"num\">{}</td><td class=\"num\">{}</td>\
             <td class=\"num\">{}</td><td class=\"kind\">{}</td><td class=\"shape\">{}</td><td class=\"num\">{}</td>\
             <td class=\"num\">{}</td></tr>",
            name(&t.name),
            measure(e.relative_rmse),
            printed(&decibel(e.snr_db)),
            d.cosine(e.cosine),
            measure(e.max_abs),
            types(t),
            format_args!("{:?}", t.shape),
            size(t.before_bytes),
            size(t.after_bytes),
        );
    }
    out.push_str("</tbody>\n</table></div>\n");
    out
}

fn types(t: &Tensor) -> String {
    format!("{} \u{2192} {}", escape(&t.dtype_before), escape(&t.dtype_after))
}

fn histograms(d: &Document) -> String {
    let all: Vec<(&Tensor, Report)> = d.worst_first().into_iter().filter(|(t, _)| t.histogram.is_some()).collect();
    if all.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<p class=\"note\"><span class=\"key-of\" aria-hidden=\"true\"></span> outline: before. \
         <span class=\"key-of after\" aria-hidden=\"true\"></span> area: after. The worst first. Heights are square roots of \
         counts, so that the tails show; each plot has the range of 99.9 % of the values before, and a dotted line at \
         zero.</p>\n",
    );
    if all.len() > HISTOGRAMS {
        let _ =
            writeln!(out, "<p class=\"note\">The worst {HISTOGRAMS} of {} are drawn.</p>", count(all.len(), "tensor"));
    }
    out.push_str("<div class=\"many\">\n");
    for (t, e) in all.iter().take(HISTOGRAMS) {
        let Some(h) = &t.histogram else { continue };
        let _ = writeln!(
            out,
            "<figure>{}<div class=\"ends\"><span>{}</span><span>{}</span></div><figcaption>{}\
             <span class=\"note\">{} \u{b7} {} dB</span></figcaption></figure>",
            svg::histogram(&t.name, h),
            printed(&measure(h.low)),
            printed(&measure(h.high)),
            name(&t.name),
            measure(e.relative_rmse),
            printed(&decibel(e.snr_db)),
        );
    }
    out.push_str("</div>\n");
    out
}

fn fallbacks(d: &Document) -> String {
    let tensors = d.fallbacks();
    if tensors.is_empty() {
        return String::new();
    }
    let reason = tensors[0].reason.as_deref().unwrap_or("");
    format!(
        "<p>{} could not be stored as asked ({}) and went to the next larger type that fits.</p>\n{}",
        count(tensors.len(), "tensor"),
        escape(reason),
        list(&tensors)
    )
}

fn kept(d: &Document) -> String {
    let groups = d.kept();
    if groups.is_empty() {
        return "<p>Nothing: every tensor was stored as another type.</p>\n".to_owned();
    }
    let mut out = String::new();
    for (reason, tensors) in groups {
        let bytes = tensors.iter().map(|t| t.after_bytes).fold(0, u64::saturating_add);
        let _ = write!(
            out,
            "<h3>{} <span class=\"note\">{}, {}</span></h3>\n{}",
            escape(&capital(reason)),
            count(tensors.len(), "tensor"),
            size(bytes),
            list(&tensors)
        );
    }
    out
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn list(tensors: &[&Tensor]) -> String {
    let mut out = String::from("<ul class=\"list\">\n");
    for t in tensors {
        let dtype = if t.action == Action::Kept { escape(&t.dtype_after) } else { types(t) };
        let _ = writeln!(
            out,
            "<li>{} <span class=\"note\">{dtype}, {}, {}</span></li>",
            name(&t.name),
            format_args!("{:?}", t.shape),
            size(t.after_bytes)
        );
    }
    out.push_str("</ul>\n");
    out
}

/// The measures, in plain words.
pub(super) const MEASURES: [(&str, &str); 5] = [
    ("Largest error", "The largest absolute difference between a value before and the same value after."),
    (
        "RMSE",
        "Square the differences, take their mean, then its square root: a typical error, in the unit of the values.",
    ),
    (
        "Relative RMSE",
        "The RMSE divided by the root of the mean square of the values before: a typical error next to a typical value. 0 is \
         a perfect copy, 1 is an error as large as the values.",
    ),
    (
        "SNR",
        "Signal-to-noise ratio in decibel: 10 times the decimal logarithm of the sum of squared values over the sum of squared \
         differences. 20 dB more are a tenth of the error.",
    ),
    (
        "Cosine",
        "The cosine of the angle between the values before and after, taken as two vectors. 1 is the same direction.",
    ),
];

fn method(d: &Document) -> String {
    let command = d.command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let mut out = format!("<pre><code>{}</code></pre>\n<dl class=\"terms\">", escape(&command));
    let mut term = |what: &str, text: String| {
        let _ = writeln!(out, "<dt>{what}</dt><dd>{text}</dd>");
    };
    for (what, file) in [("Input", &d.input), ("Output", &d.output)] {
        let (path, format) = (escape(&file.path), escape(&file.format));
        term(what, format!("<code>{path}</code>, {format}, {} bytes", file.file_bytes));
    }
    term("Made by", format!("polyad {}", escape(d.polyad_version)));
    for (what, text) in MEASURES {
        term(what, text.to_owned());
    }
    out.push_str(
        "</dl>\n<p class=\"note\">Values after are those that a reader of the output decodes. The measures of the whole file are \
         taken over all values that were stored as another type, as if they were one tensor.</p>\n",
    );
    out
}

/// A word of a command line, in quotes where a shell would split it.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn hostile_text_stays_text() {
        assert_eq!(escape("<a href='x'>&\"\u{1b}\u{202e}"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\\u{1b}\\u{202e}");
        let bad = "</title><script>alert(1)</script>\" onload='x'";
        let mut document = sample::with(vec![sample::tensor(bad, 0.1), sample::kept(bad, bad)]);
        document.input.path = bad.into();
        document.command.push(bad.into());
        let page = page(&document);
        assert!(!page.contains("<script") && !page.contains("\" onload"), "{page}");
        assert!(page.contains("&lt;/title&gt;&lt;script&gt;alert(1)"), "{page}");
    }

    #[test]
    fn a_page_tells_how_many_plots_it_has() {
        let document = sample::document(&[("a.0.x", 0.1), ("a.1.x", 0.2), ("b", 0.3)]);
        let page = page(&document);
        assert!(page.contains("<body data-plots=\"5\">") && page.matches("<svg").count() == 5, "{page}");
        for name in ["a.0.x", "a.1.x", "b"] {
            let row = format!("<th scope=\"row\"><bdi class=\"name\">{name}</bdi>");
            assert!(page.replace("<wbr>", "").contains(&row), "{name}");
        }
    }

    #[test]
    fn a_page_needs_nothing_else() {
        let page = page(&sample::document(&[("a.0.x", 0.1)]));
        for word in ["http:", "https:", "src=", "url(", "@import", "<script"] {
            assert!(!page.contains(word), "{word}");
        }
    }

    #[test]
    fn only_the_worst_of_very_many_tensors_are_drawn() {
        let names: Vec<String> = (0..500).map(|i| format!("w{i}")).collect();
        let rows: Vec<(&str, f64)> = names.iter().enumerate().map(|(i, n)| (n.as_str(), 1.0 + i as f64)).collect();
        let page = page(&sample::document(&rows));
        assert!(page.contains("The worst 400 of 500 tensors are drawn"), "{}", page.len());
        assert_eq!(page.matches("data-plot=\"histogram\"").count(), HISTOGRAMS);
        assert!(page.contains("<title>w499: values") && !page.contains("<title>w99: values"));
        assert!(names.iter().all(|n| page.contains(&format!("<bdi class=\"name\">{n}</bdi>"))));
    }

    #[test]
    fn a_file_of_which_all_was_kept_has_a_page() {
        let mut document = sample::with(vec![sample::kept("bias", "rank 0 or 1")]);
        document.pooled = None;
        let page = page(&document);
        assert!(
            page.contains("1 tensor kept as they were")
                && page.contains("<h3>Rank 0 or 1 ")
                && page.contains("data-plots=\"1\"")
        );
        let nothing = super::page(&sample::with(vec![]));
        assert!(nothing.contains("data-plots=\"0\""));
    }

    #[test]
    fn words_are_quoted_as_a_shell_wants_them() {
        let cases = [("a-b.c", "a-b.c"), ("", "''"), ("a b", "'a b'"), ("^it's", "'^it'\\''s'"), ("e=q8_0", "e=q8_0")];
        for (word, expected) in cases {
            assert_eq!(quoted(word), expected);
        }
    }
}
