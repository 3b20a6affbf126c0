//! Which tensors play the same part in different layers, read from their names.

use super::{Document, Tensor};
use crate::stats;

/// Series that have a colour of their own.
pub(super) const COLOURS: usize = 8;

/// The layer in a name, its first part between dots that is a number, and the name with `*` in its place.
pub(crate) fn layer(name: &str) -> (Option<u32>, String) {
    let number = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok()).flatten();
    let mut layer = None;
    let parts: Vec<&str> = name
        .split('.')
        .map(|part| match (layer, number(part)) {
            (None, Some(n)) => {
                layer = Some(n);
                "*"
            }
            _ => part,
        })
        .collect();
    (layer, parts.join("."))
}

/// A tensor's error as a point of a plot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point<'a> {
    pub(super) tensor: &'a Tensor,
    pub(super) error: f64,
}

/// The same role in all its layers, in their order.
#[derive(Debug)]
pub(super) struct Series<'a> {
    pub(super) role: &'a str,
    pub(super) points: Vec<(u32, Point<'a>)>,
}

impl Series<'_> {
    /// The largest error.
    pub(super) fn worst(&self) -> f64 {
        self.points.iter().map(|(_, p)| p.error).fold(0.0, f64::max)
    }
}

/// The errors of a document by layer: the relative RMSE of each tensor that has a finite one.
#[derive(Debug)]
pub(super) struct Layers<'a> {
    /// The roles with the largest errors, the worst first.
    pub(super) series: Vec<Series<'a>>,
    /// All other roles.
    pub(super) others: Vec<Series<'a>>,
    /// Tensors without a layer, in the order of the file.
    pub(super) apart: Vec<Point<'a>>,
}

impl<'a> Layers<'a> {
    pub(super) fn of(document: &'a Document) -> Layers<'a> {
        let mut apart = Vec::new();
        let mut points: Vec<(&str, u32, Point<'a>)> = Vec::new();
        for tensor in &document.tensors {
            let Some(stats::Report { relative_rmse: error, .. }) = tensor.error.filter(|e| e.relative_rmse.is_finite())
            else {
                continue;
            };
            let point = Point { tensor, error };
            match tensor.layer {
                Some(layer) => points.push((&tensor.role, layer, point)),
                None => apart.push(point),
            }
        }
        points.sort_by_key(|(role, layer, _)| (*role, *layer));
        let mut series: Vec<Series<'a>> = points
            .chunk_by(|a, b| a.0 == b.0)
            .map(|run| Series { role: run[0].0, points: run.iter().map(|(_, layer, p)| (*layer, *p)).collect() })
            .collect();
        series.sort_by(|a, b| b.worst().total_cmp(&a.worst()));
        let others = series.split_off(series.len().min(COLOURS));
        Layers { series, others, apart }
    }

    /// All points of series.
    pub(super) fn layered(&self) -> impl Iterator<Item = &(u32, Point<'a>)> {
        self.series.iter().chain(&self.others).flat_map(|s| &s.points)
    }

    /// The parts that the roles with a colour begin with in common, with their dots, so that names need not repeat them.
    pub(super) fn prefix(&self) -> &'a str {
        let Some(first) = self.series.first() else { return "" };
        let end = self.series.iter().fold(first.role.len(), |end, s| {
            let same = first.role.bytes().zip(s.role.bytes()).take_while(|(a, b)| a == b).count();
            end.min(same)
        });
        // A dot is one byte, so that this is no place inside a character.
        let end = first.role.as_bytes()[..end].iter().rposition(|&b| b == b'.').map_or(0, |dot| dot + 1);
        if self.series.len() < 2 { "" } else { &first.role[..end] }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn the_first_number_of_a_name_is_its_layer() {
        for (name, number, role) in [
            ("encoder.layer.3.attention.query.weight", Some(3), "encoder.layer.*.attention.query.weight"),
            ("layers.12.experts.7.w1", Some(12), "layers.*.experts.7.w1"),
            ("blk.0.ffn_up.weight", Some(0), "blk.*.ffn_up.weight"),
            ("0.weight", Some(0), "*.weight"),
            ("7", Some(7), "*"),
            ("embed.weight", None, "embed.weight"),
            ("conv1.weight", None, "conv1.weight"),
            ("a..b", None, "a..b"),
            ("a.99999999999.5", Some(5), "a.99999999999.*"),
            ("", None, ""),
            ("a.３.b", None, "a.３.b"),
        ] {
            assert_eq!(layer(name), (number, role.to_owned()), "{name}");
        }
    }

    #[test]
    fn series_are_roles_in_order_of_layers_the_worst_first() {
        let names = ["a.10.x", "a.2.x", "a.2.y", "free"];
        let document = sample::document(&names.map(|n| (n, if n.ends_with('y') { 0.5 } else { 0.1 })));
        let layers = Layers::of(&document);
        let roles: Vec<&str> = layers.series.iter().map(|s| s.role).collect();
        assert_eq!(roles, ["a.*.y", "a.*.x"]);
        assert_eq!(layers.series[1].points.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [2, 10]);
        assert_eq!((layers.apart.len(), layers.others.len(), layers.prefix()), (1, 0, "a.*."));
    }

    #[test]
    fn roles_past_the_colours_are_the_others() {
        let names: Vec<String> = (0..30).map(|i| format!("é.0.role{i}")).collect();
        let rows: Vec<(&str, f64)> = names.iter().enumerate().map(|(i, n)| (n.as_str(), i as f64)).collect();
        let document = sample::document(&rows);
        let layers = Layers::of(&document);
        assert_eq!((layers.series.len(), layers.others.len(), layers.layered().count()), (8, 22, 30));
        assert_eq!((layers.series[0].role, layers.prefix()), ("é.*.role29", "é.*."));
    }

    #[test]
    fn errors_that_are_not_finite_have_no_point() {
        let document = sample::document(&[("a.1", f64::INFINITY), ("b", f64::NAN)]);
        let layers = Layers::of(&document);
        assert_eq!((layers.layered().count(), layers.apart.len(), layers.prefix()), (0, 0, ""));
    }
}
