//! Plots as SVG that is part of a page: coordinates across are in percent and those down in pixels, so that a plot is as wide
//! as the page and its letters keep their size. Colours and strokes are those of the page's style.

use std::fmt::Write;

use super::html::escape;
use super::layers::{Layers, Point, Series};
use super::scale::Scale;
use super::{Histograms, Share};
use crate::text::{measure, size};

/// Where the lines of the plot by layer begin and end across, in percent; the numbers of its scale stand left of them.
const LEFT: f64 = 7.5;
const RIGHT: f64 = 100.0;
/// Where it begins and ends down, in pixels.
const TOP: f64 = 40.0;
const BOTTOM: f64 = 320.0;
/// Points beside each other that can be told apart by letters.
pub(super) const LETTERS: usize = 26;
/// An error so many times smaller than the largest is far from it, and left out of the scale if no more than one in `FEW` is.
const FAR: f64 = 10.0;
const FEW: usize = 4;
/// The part of a bar from which on a type is told beside it.
const TOLD: f64 = 0.005;
/// The height of a histogram, in units of its own.
const HEIGHT: f64 = 100.0;
/// The signs of the series as text; the plot has the same shapes.
pub(super) const MARKS: [char; super::layers::COLOURS] = ['●', '■', '▲', '◆', '▼', '○', '□', '△'];

/// The shapes of the signs around zero.
const SHAPES: &str = "<defs>\
    <circle id=\"m1\" r=\"4\"/>\
    <rect id=\"m2\" x=\"-3.6\" y=\"-3.6\" width=\"7.2\" height=\"7.2\"/>\
    <path id=\"m3\" d=\"M0-4.8 4.6 3.4h-9.2z\"/>\
    <path id=\"m4\" d=\"M0-5 5 0 0 5-5 0z\"/>\
    <path id=\"m5\" d=\"M0 4.8 4.6-3.4h-9.2z\"/>\
    <circle id=\"m6\" class=\"hollow\" r=\"3.6\"/>\
    <rect id=\"m7\" class=\"hollow\" x=\"-3.2\" y=\"-3.2\" width=\"6.4\" height=\"6.4\"/>\
    <path id=\"m8\" class=\"hollow\" d=\"M0-4.4 4.2 3.1h-8.4z\"/></defs>";

/// Two bars on one scale: the bytes before and after, in parts by type. Each type comes with the class of its colour.
pub(super) fn sizes(types: &[(&str, Share, Share)], classes: &[&str]) -> String {
    let sum = |of: fn(&(&str, Share, Share)) -> u64| types.iter().map(of).fold(0, u64::saturating_add);
    let totals = [sum(|t| t.1.bytes), sum(|t| t.2.bytes)];
    let full = totals[0].max(totals[1]).max(1) as f64;
    let mut bars = String::new();
    let mut told = String::new();
    for (i, (what, total)) in ["Before", "After"].into_iter().zip(totals).enumerate() {
        let y = 72 * i;
        let _ = write!(
            bars,
            "<text class=\"bar\" x=\"0\" y=\"{}\">{what} <tspan class=\"strong\">{}</tspan></text>",
            y + 14,
            size(total)
        );
        let _ = write!(told, "{what}: {} in all. ", size(total));
        let mut x = 0.0;
        let mut beside: Vec<String> = Vec::new();
        for ((name, before, after), class) in types.iter().zip(classes) {
            let bytes = if i == 0 { before.bytes } else { after.bytes };
            if bytes == 0 {
                continue;
            }
            let width = bytes as f64 / full * 100.0;
            let name = escape(name);
            let text = format!("{name} {}", size(bytes));
            let _ = write!(told, "{text}. ");
            let _ = write!(
                bars,
                "<rect class=\"{class}\" x=\"{x:.3}%\" y=\"{}\" width=\"{width:.3}%\" height=\"32\"><title>{text}</title></rect>",
                y + 22
            );
            // A name that would reach over the end of its part stands behind the bar.
            if width > 1.6 * name.chars().count() as f64 {
                let _ = write!(bars, "<text class=\"on\" x=\"{:.3}%\" y=\"{}\">{name}</text>", x + 1.2, y + 43);
            } else if bytes as f64 > TOLD * full {
                beside.push(name);
            }
            x += width;
        }
        let names = beside.join(", ");
        if x + 1.4 * names.chars().count() as f64 + 1.0 < 100.0 {
            let _ = write!(bars, "<text class=\"bar\" x=\"{:.3}%\" y=\"{}\">{names}</text>", x + 1.0, y + 43);
        }
    }
    plot("sizes", "Bytes before and after, by type", &told, 128, &bars)
}

/// The error of each tensor over its layer, a line for each role; tensors without a layer stand beside.
pub(super) fn layers(layers: &Layers<'_>) -> Option<String> {
    let (scale, left_out) = scale(layers)?;
    let y = |p: &Point<'_>| height(&scale, p.error);
    let numbers = || layers.layered().map(|(layer, _)| *layer);
    let range = numbers().min().zip(numbers().max());
    // The part of the width for what has no layer.
    let beside = match (range, layers.apart.len()) {
        (_, 0) => 0.0,
        (None, _) => RIGHT - LEFT,
        (Some(_), n) => (4.0 * n as f64).clamp(12.0, 30.0),
    };
    let end = RIGHT - beside;
    let mut out = String::from(SHAPES);
    for (value, label) in scale.ticks() {
        let y = height(&scale, value);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"tick\" x=\"0\" y=\"{:.1}\">{label}</text>",
            y - 4.0
        );
    }
    let _ = write!(
        out,
        "<text class=\"axis\" x=\"0\" y=\"12\">relative RMSE{}{}</text>",
        scale.note(),
        if left_out { ", smaller errors at the lower edge" } else { "" }
    );
    if let Some((first, last)) = range {
        let inset = 2.5;
        let across = |layer: u32| match first == last {
            true => (LEFT + end) / 2.0,
            false => LEFT + inset + (layer - first) as f64 / (last - first) as f64 * (end - LEFT - 2.0 * inset),
        };
        let step = (last - first) / 12 + 1;
        let step = [1, 2, 4, 5, 8, 10, 20, 50].into_iter().find(|s| *s >= step).unwrap_or(step);
        let whole = first.div_ceil(step);
        for layer in (whole..=last / step).map(|n| n * step) {
            let _ = write!(
                out,
                "<text class=\"tick mid\" x=\"{:.2}%\" y=\"{}\">{layer}</text>",
                across(layer),
                BOTTOM + 18.0
            );
        }
        let _ = write!(
            out,
            "<text class=\"axis mid\" x=\"{:.2}%\" y=\"{}\">layer</text>",
            (LEFT + end) / 2.0,
            BOTTOM + 36.0
        );
        for series in &layers.others {
            out.push_str("<g class=\"others\">");
            for (layer, p) in &series.points {
                let _ = write!(out, "<circle cx=\"{:.2}%\" cy=\"{:.1}\" r=\"2\"/>", across(*layer), y(p));
            }
            out.push_str("</g>");
        }
        // The worst is drawn last, over the others.
        for (i, series) in layers.series.iter().enumerate().rev() {
            line(&mut out, i + 1, series, &scale, across);
        }
    }
    if beside > 0.0 {
        if range.is_some() {
            let _ =
                write!(out, "<line class=\"border\" x1=\"{end:.2}%\" x2=\"{end:.2}%\" y1=\"{TOP}\" y2=\"{BOTTOM}\"/>");
        }
        let words = if range.is_some() { "no layer" } else { "tensors in the order of the file" };
        let _ = write!(
            out,
            "<text class=\"axis mid\" x=\"{:.2}%\" y=\"{}\">{words}</text><g class=\"apart\">",
            end + beside / 2.0,
            BOTTOM + 36.0
        );
        let step = beside / layers.apart.len() as f64;
        for (i, p) in layers.apart.iter().enumerate() {
            let (x, y) = (end + step * (i as f64 + 0.5), y(p));
            let shape = match scale.holds(p.error) {
                true => 1,
                false if y < BOTTOM => 3,
                false => 5,
            };
            let _ = write!(out, "<use href=\"#m{shape}\" x=\"{x:.2}%\" y=\"{y:.1}\">{}</use>", tip(p));
            if shape == 3 {
                let _ = write!(
                    out,
                    "<text class=\"tick mid\" x=\"{x:.2}%\" y=\"{:.1}\">{}</text>",
                    TOP - 9.0,
                    measure(p.error)
                );
            }
            if layers.apart.len() <= LETTERS {
                let _ =
                    write!(out, "<text class=\"tick mid\" x=\"{x:.2}%\" y=\"{}\">{}</text>", BOTTOM + 18.0, letter(i));
            }
        }
        out.push_str("</g>");
    }
    let told = format!(
        "The relative RMSE of {} tensors: {} with a layer, {} without.",
        layers.layered().count() + layers.apart.len(),
        layers.layered().count(),
        layers.apart.len()
    );
    Some(plot("layers", "Error by layer", &told, 364, &out))
}

/// The scale of the plot by layer, and whether tensors with a layer have no place on it.
fn scale(layers: &Layers<'_>) -> Option<(Scale, bool)> {
    let mut points: Vec<f64> = layers.layered().map(|(_, p)| p.error).collect();
    // What has no layer must not press the lines together: where it is out of their scale, its number is written.
    if points.len() < 2 {
        points.extend(layers.apart.iter().map(|p| p.error));
    }
    // Nor must a few tensors of a far better type.
    let least = points.iter().copied().fold(0.0, f64::max) / FAR;
    let far = points.iter().filter(|x| **x < least).count();
    let left_out = far > 0 && far * FEW < points.len();
    Some((Scale::of(points.into_iter().filter(|x| !left_out || *x >= least))?, left_out))
}

/// Where an error lies, in pixels from the top.
fn height(scale: &Scale, error: f64) -> f64 {
    BOTTOM - scale.place(error) * (BOTTOM - TOP)
}

fn line(out: &mut String, n: usize, series: &Series<'_>, scale: &Scale, across: impl Fn(u32) -> f64) {
    let _ = write!(out, "<g class=\"s{n}\">");
    let y = |p: &Point<'_>| height(scale, p.error);
    for pair in series.points.windows(2) {
        let [(a, p), (b, q)] = pair else { continue };
        // Along the edge there is nothing to see.
        if !scale.holds(p.error) && !scale.holds(q.error) {
            continue;
        }
        let _ = write!(
            out,
            "<line x1=\"{:.2}%\" x2=\"{:.2}%\" y1=\"{:.1}\" y2=\"{:.1}\"/>",
            across(*a),
            across(*b),
            y(p),
            y(q)
        );
    }
    for (layer, p) in &series.points {
        let _ = write!(out, "<use href=\"#m{n}\" x=\"{:.2}%\" y=\"{:.1}\">{}</use>", across(*layer), y(p), tip(p));
    }
    out.push_str("</g>");
}

/// The sign of the tensor without a layer that comes at this place.
pub(super) fn letter(i: usize) -> char {
    char::from(b'a' + (i % LETTERS) as u8)
}

fn tip(p: &Point<'_>) -> String {
    format!("<title>{}: {}</title>", escape(&p.tensor.name), measure(p.error))
}

/// The values before as an outline over those after as an area.
pub(super) fn histogram(name: &str, h: &Histograms) -> String {
    let highest = h.before.counts.iter().chain(&h.after.counts).copied().max().unwrap_or(0).max(1) as f64;
    let n = h.before.counts.len();
    let steps = |counts: &[u64]| {
        let mut path = format!("M0 {HEIGHT}");
        let mut last = f64::NAN;
        for (i, &count) in counts.iter().enumerate() {
            let y = HEIGHT - (count as f64 / highest).sqrt() * HEIGHT;
            if y != last {
                let _ = write!(path, "H{i}V{}", (y * 10.0).round() / 10.0);
            }
            last = y;
        }
        let _ = write!(path, "H{n}V{HEIGHT}");
        path
    };
    let zero = -h.low / (h.high - h.low) * n as f64;
    let line = match zero > 0.0 && zero < n as f64 {
        true => format!("<path class=\"zero\" d=\"M{zero} 0V{HEIGHT}\"/>"),
        false => String::new(),
    };
    format!(
        "<svg class=\"plot histogram\" data-plot=\"histogram\" role=\"img\" viewBox=\"0 -2 {n} 103\" preserveAspectRatio=\"none\">\
         <title>{}: values before and after</title><desc>From {} to {} in {n} bins. Outside: {} before, {} after.</desc>\
         <path class=\"after\" d=\"{}Z\"/>{line}<path class=\"before\" d=\"{}\"/></svg>",
        escape(name),
        measure(h.low),
        measure(h.high),
        h.before.below + h.before.above,
        h.after.below + h.after.above,
        steps(&h.after.counts),
        steps(&h.before.counts),
    )
}

fn plot(kind: &str, title: &str, told: &str, height: u32, content: &str) -> String {
    format!(
        "<svg class=\"plot {kind}\" data-plot=\"{kind}\" role=\"img\" width=\"100%\" height=\"{height}\">\
         <title>{title}</title><desc>{told}</desc>{content}</svg>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn bars_are_in_proportion() {
        let share = |bytes| Share { tensors: 1, elements: 1, bytes };
        let svg = sizes(&[("float32", share(800), share(100)), ("q<4", share(0), share(300))], &["n", "s1"]);
        assert_eq!(svg.matches("<rect").count(), 3);
        for part in
            ["width=\"100.000%\"", "width=\"12.500%\"", "x=\"12.500%\" y=\"94\" width=\"37.500%\"", "q&lt;4 300 B"]
        {
            assert!(svg.contains(part), "{part}: {svg}");
        }
    }

    #[test]
    fn a_line_has_a_sign_for_each_layer() {
        let document = sample::document(&[("a.0.x", 0.1), ("a.1.x", 0.2), ("a.5.x", 0.15), ("<b>", 0.12)]);
        let svg = super::layers(&Layers::of(&document)).unwrap();
        assert_eq!((svg.matches("<use").count(), svg.matches("<svg").count()), (4, 1));
        assert!(svg.contains("&lt;b&gt;: 0.1200") && svg.contains("no layer"), "{svg}");
    }

    #[test]
    fn what_has_no_layer_does_not_press_the_lines_together() {
        let document = sample::document(&[("a.0.x", 0.10), ("a.1.x", 0.11), ("far", 0.9)]);
        let svg = super::layers(&Layers::of(&document)).unwrap();
        assert!(
            svg.contains(">0.100</text>") && svg.contains("href=\"#m3\"") && svg.contains(">0.9000</text>"),
            "{svg}"
        );
    }

    #[test]
    fn a_few_far_smaller_errors_do_not_either() {
        let names: Vec<String> = (0..9).map(|i| format!("a.{i}.x")).collect();
        let rows: Vec<(&str, f64)> =
            names.iter().map(|n| (n.as_str(), if n == "a.3.x" { 1e-4 } else { 0.1 })).collect();
        let svg = super::layers(&Layers::of(&sample::document(&rows))).unwrap();
        assert!(svg.contains("at the lower edge") && !svg.contains("logarithmic"), "{svg}");
        let svg = super::layers(&Layers::of(&sample::document(&rows[..4]))).unwrap();
        assert!(svg.contains("logarithmic") && !svg.contains("at the lower edge"), "{svg}");
    }

    #[test]
    fn without_layers_tensors_come_in_the_order_of_the_file() {
        let document = sample::document(&[("x", 0.1), ("y", 0.2)]);
        let svg = super::layers(&Layers::of(&document)).unwrap();
        assert!(svg.contains("in the order of the file") && !svg.contains("no layer"), "{svg}");
        assert!(super::layers(&Layers::of(&sample::document(&[]))).is_none());
    }

    #[test]
    fn a_layer_of_billions_draws_no_billions_of_numbers() {
        let document = sample::document(&[("a.0.x", 0.1), ("a.4000000000.x", 0.2)]);
        let svg = super::layers(&Layers::of(&document)).unwrap();
        assert!(svg.len() < 20_000, "{}", svg.len());
    }

    #[test]
    fn a_histogram_is_two_paths_with_steps() {
        let t = sample::tensor("a\"b", 0.1);
        let svg = histogram(&t.name, t.histogram.as_ref().unwrap());
        assert!(svg.contains("viewBox=\"0 -2 4 103\"") && svg.contains("a&quot;b"), "{svg}");
        assert!(svg.contains("M0 100H0V58.6H1V34.5H2V0H3V56.9H4V100Z"), "{svg}");
        assert!(svg.contains("M2 0V100"), "{svg}");
    }
}
