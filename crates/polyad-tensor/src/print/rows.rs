//! Texts of elements in brackets and lines.

use super::EDGE;

/// Characters of a line at most, but where one element is longer.
const LINE: usize = 75;
/// What stands for the elements that are left out.
const GAP: &str = "...";

/// Whether an axis of `n` elements is shown by its ends only.
pub(super) fn is_cut(n: usize, cut: bool) -> bool {
    cut && n > 2 * EDGE
}

/// The indices of an axis that are shown; `None` is the gap.
pub(super) fn shown(n: usize, cut: bool) -> impl Iterator<Item = Option<usize>> {
    let gap = is_cut(n, cut);
    let head = if gap { EDGE } else { n };
    let tail = if gap { n - EDGE } else { n };
    (0..head).map(Some).chain(gap.then_some(None)).chain((tail..n).map(Some))
}

/// The elements of a tensor of rank 1 or more, none of its axes empty.
pub(super) fn layout(shape: &[usize], cut: bool, texts: &[String]) -> String {
    let mut writer = Writer { out: String::new(), ndim: shape.len(), cut, texts: texts.iter() };
    writer.axis(shape, 0);
    writer.out
}

struct Writer<'a> {
    out: String,
    ndim: usize,
    cut: bool,
    texts: std::slice::Iter<'a, String>,
}

impl Writer<'_> {
    fn axis(&mut self, shape: &[usize], depth: usize) {
        self.out.push('[');
        match shape {
            [] => {}
            [n] => self.row(*n),
            [n, inner @ ..] => {
                for (k, i) in shown(*n, self.cut).enumerate() {
                    if k > 0 {
                        self.out.push_str(&"\n".repeat(inner.len()));
                        self.out.push_str(&" ".repeat(depth + 1));
                    }
                    match i {
                        Some(_) => self.axis(inner, depth + 1),
                        None => self.out.push_str(GAP),
                    }
                }
            }
        }
        self.out.push(']');
    }

    /// The elements of a last axis; every line leaves room for the brackets that may close behind it.
    fn row(&mut self, n: usize) {
        let (indent, room) = (self.ndim, LINE.saturating_sub(self.ndim));
        let mut at = indent;
        let mut first = true;
        for i in shown(n, self.cut) {
            let text = match i {
                Some(_) => self.texts.next().map_or("", String::as_str),
                None => GAP,
            };
            if !first && at + 1 + text.len() > room {
                // Room that keeps columns aligned is not kept at the end of a line.
                self.out.truncate(self.out.trim_end().len());
                self.out.push('\n');
                self.out.push_str(&" ".repeat(indent));
                at = indent;
            } else if !first {
                self.out.push(' ');
                at += 1;
            }
            self.out.push_str(text);
            at += text.len();
            first = false;
        }
    }
}
