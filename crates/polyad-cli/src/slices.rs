//! Parts of a tensor as NumPy's basic indexing writes them: `[0:3, ::2, -1, ..., None]`.

use polyad::Slice;

use crate::text::{printable, shortened};

/// What stands between two commas.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Slice(Slice),
    /// `...`: all the axes that nothing else names.
    Ellipsis,
}

/// An index expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slices {
    parts: Vec<Part>,
    text: String,
}

impl Slices {
    /// Reads what stands between the brackets. Errors say what is no index.
    pub(crate) fn parse(text: &str) -> Result<Slices, String> {
        let trimmed = text.trim();
        // One comma at the end is allowed, as in a tuple.
        let list = trimmed.strip_suffix(',').unwrap_or(trimmed);
        let parts = list.split(',').map(part).collect::<Result<Vec<Part>, String>>()?;
        if parts.iter().filter(|part| **part == Part::Ellipsis).count() > 1 {
            return Err("an index can have only one '...'".to_owned());
        }
        Ok(Slices { parts, text: format!("[{trimmed}]") })
    }

    /// The expression as it was given, in its brackets.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// One entry an axis, and a new one each `None`. Whether they fit the axes is for the tensor to say.
    pub(crate) fn of_rank(&self, ndim: usize) -> Vec<Slice> {
        let named = self.parts.iter().filter(|p| !matches!(p, Part::Ellipsis | Part::Slice(Slice::NewAxis))).count();
        let rest = ndim.saturating_sub(named);
        let mut slices = Vec::new();
        for part in &self.parts {
            match part {
                Part::Slice(slice) => slices.push(slice.clone()),
                Part::Ellipsis => slices.extend(std::iter::repeat_n(Slice::All, rest)),
            }
        }
        slices
    }
}

fn part(text: &str) -> Result<Part, String> {
    let text = text.trim();
    let quoted = || format!("\"{}\"", printable(&shortened(text, 40)));
    match text {
        "..." => return Ok(Part::Ellipsis),
        "None" | "newaxis" | "np.newaxis" => return Ok(Part::Slice(Slice::NewAxis)),
        "" => return Err("an index is missing; \":\" takes a whole axis".to_owned()),
        _ => {}
    }
    let number = |text: &str| match text.trim() {
        "" => Ok(None),
        digits => digits
            .parse::<i64>()
            .map(Some)
            .map_err(|_| format!("{} is no index; it takes integers, start:stop:step, \"...\" and \"None\"", quoted())),
    };
    let bounds = text.split(':').map(number).collect::<Result<Vec<Option<i64>>, String>>()?;
    let slice = match bounds[..] {
        [Some(index)] => Slice::At(index),
        [start, stop] => Slice::Range { start, stop, step: 1 },
        [_, _, Some(0)] => return Err(format!("the step of {} is 0", quoted())),
        [start, stop, step] => Slice::Range { start, stop, step: step.unwrap_or(1) },
        _ => return Err(format!("{} has more than two colons", quoted())),
    };
    Ok(Part::Slice(slice))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: Option<i64>, stop: Option<i64>, step: i64) -> Slice {
        Slice::Range { start, stop, step }
    }

    #[test]
    fn every_form_of_an_index_is_read() {
        let read = |text: &str| Slices::parse(text).unwrap().of_rank(4);
        assert_eq!(read("0:3"), [range(Some(0), Some(3), 1)]);
        assert_eq!(read(" -1 , ::-2,"), [Slice::At(-1), range(None, None, -2)]);
        assert_eq!(read("1:,:5,:"), [range(Some(1), None, 1), range(None, Some(5), 1), range(None, None, 1)]);
        assert_eq!(read("..., -1"), [Slice::All, Slice::All, Slice::All, Slice::At(-1)]);
        assert_eq!(read("0, ..., None"), [Slice::At(0), Slice::All, Slice::All, Slice::All, Slice::NewAxis]);
        assert_eq!(read("0,0,0,0,...").len(), 4);
        assert_eq!(read("0,0,0,0,0,...").len(), 5);
        assert_eq!(Slices::parse(" 0:3, ...").unwrap().text(), "[0:3, ...]");
    }

    #[test]
    fn what_is_no_index_is_named() {
        for (text, word) in [
            ("", "missing"),
            ("1,,2", "missing"),
            (",", "missing"),
            ("a", "\"a\" is no index"),
            ("1.5", "\"1.5\""),
            ("1:2:3:4", "colons"),
            ("::0", "step"),
            ("...,...", "only one"),
            ("99999999999999999999", "no index"),
            ("1 2", "\"1 2\""),
            ("\u{1b}[2J", "\\u{1b}[2J"),
        ] {
            let message = Slices::parse(text).unwrap_err();
            assert!(message.contains(word), "{text:?}: {message}");
        }
    }
}
