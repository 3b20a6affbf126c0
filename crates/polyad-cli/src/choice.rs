//! Which tensor of a file, and which part of it, an argument stands for: `NAME`, `NAME[0:3, -1]`, or `[0:3]` alone.

use polyad::io::{Archive, Entry, Model};

use crate::failure::Failure;
use crate::slices::Slices;
use crate::text::{printable, shortened};

/// Names that an error lists.
const LISTED: usize = 5;
/// Bytes from which on a text counts as part of another.
const PART: usize = 3;
/// Characters of a name that an error shows.
const NAME: usize = 120;
/// Longer names are compared by what they contain only, and no more than so many by their letters: both ends of a
/// comparison are a stranger's.
const LETTERS: usize = 128;
const COMPARED: usize = 10_000;

/// A tensor, and the part of it that is asked for.
pub(crate) struct Choice<'a> {
    pub(crate) archive: &'a Archive,
    pub(crate) entry: &'a Entry,
    pub(crate) slices: Option<Slices>,
}

/// Finds what an argument names in the files of a model. A name counts before an index: names may have brackets.
pub(crate) fn choose<'a>(model: &'a Model, argument: Option<&str>) -> Result<Choice<'a>, Failure> {
    let find = |name: &str| model.parts().iter().find_map(|archive| Some((archive, archive.get(name)?)));
    let chosen = |(archive, entry), slices| Ok(Choice { archive, entry, slices });
    let mut all = model.parts().iter().flat_map(|archive| archive.entries().iter().map(move |entry| (archive, entry)));
    let only = match (all.next(), all.next()) {
        (Some(first), None) => Some(first),
        _ => None,
    };
    let Some(argument) = argument else {
        return only.map_or_else(|| Err(which(model)), |found| chosen(found, None));
    };
    if let Some(found) = find(argument) {
        return chosen(found, None);
    }
    if let Some((name, index)) = argument.rsplit_once('[')
        && let Some(found) = find(name).or(only.filter(|_| name.is_empty()))
    {
        let index = index.strip_suffix(']').ok_or_else(|| "\"]\" is missing at the end".to_owned());
        let slices = index.and_then(Slices::parse).map_err(|e| Failure::Usage(format!("{}: {e}", shown(argument))))?;
        return chosen(found, Some(slices));
    }
    Err(unknown(model, argument))
}

fn shown(text: &str) -> String {
    format!("\"{}\"", printable(&shortened(text, NAME)))
}

fn names(model: &Model) -> impl Iterator<Item = &str> {
    model.parts().iter().flat_map(|archive| archive.entries().iter().map(|entry| entry.name.as_str()))
}

/// The words where a name is needed.
fn which(model: &Model) -> Failure {
    let path = model.path();
    let count = names(model).count();
    if count == 0 {
        return Failure::Failed(format!("{}: the file has no tensors", printable(path)));
    }
    let some: Vec<String> = names(model).take(LISTED).map(shown).collect();
    let more =
        if count > LISTED { format!(" and {} more (polyad ls lists them)", count - LISTED) } else { String::new() };
    Failure::Usage(format!("{}: name one of its {count} tensors: {}{more}", printable(path), some.join(", ")))
}

/// The words where there is no such name.
fn unknown(model: &Model, argument: &str) -> Failure {
    let path = printable(model.path());
    let name = argument.rsplit_once('[').map_or(argument, |(name, _)| name);
    let near: Vec<String> = near(names(model), name).into_iter().map(shown).collect();
    let hint = match near.is_empty() {
        true => "polyad ls lists its tensors".to_owned(),
        false => format!("near are {}", near.join(", ")),
    };
    Failure::Failed(format!("{path}: no tensor is called {}; {hint}", shown(argument)))
}

/// The names that are most like another, the most alike first: those that have it in them or are in it, and those that a few
/// letters make equal.
fn near<'a>(names: impl Iterator<Item = &'a str>, wanted: &str) -> Vec<&'a str> {
    let letters = |text: &str| text.to_lowercase().chars().take(LETTERS + 1).collect::<Vec<char>>();
    let small = wanted.to_lowercase();
    let wanted = letters(wanted);
    let most = (wanted.len() / 4).max(2);
    let mut compared = 0;
    let mut found: Vec<(usize, &str)> = Vec::new();
    for name in names {
        let other = letters(name);
        let difference = other.len().abs_diff(wanted.len());
        let mut distance = None;
        if difference <= most && other.len() <= LETTERS && wanted.len() <= LETTERS && compared < COMPARED {
            compared += 1;
            distance = Some(edits(&wanted, &other)).filter(|d| *d <= most);
        }
        let lower = name.to_lowercase();
        let inside = |part: &str, whole: &str| part.len() >= PART && whole.contains(part);
        let inside = inside(&small, &lower) || inside(&lower, &small);
        // A part of a name is as good as a slip or two.
        if let Some(distance) = distance.or(inside.then_some(most + difference)) {
            found.push((distance, name));
        }
    }
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().take(LISTED).map(|(_, name)| name).collect()
}

/// How many letters have to be put in, taken out or changed (Levenshtein).
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_count_letters() {
        for (a, b, n) in [("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("weight", "wieght", 2), ("a", "a", 0)]
        {
            let letters = |text: &str| text.chars().collect::<Vec<char>>();
            assert_eq!(edits(&letters(a), &letters(b)), n, "{a} {b}");
        }
    }

    #[test]
    fn near_names_are_parts_and_slips() {
        let names = ["layer.0.query.weight", "layer.0.query.bias", "layer.1.query.weight", "pooler.dense.bias", ""];
        let of = |wanted| near(names.into_iter(), wanted);
        assert_eq!(of("layer.0.qeury.weight")[0], "layer.0.query.weight");
        assert_eq!(of("query.weight"), ["layer.0.query.weight", "layer.1.query.weight"]);
        assert_eq!(of("POOLER"), ["pooler.dense.bias"]);
        assert_eq!(of("model.pooler.dense.bias"), ["pooler.dense.bias"]);
        assert_eq!(of("zzz"), [""; 0]);
        assert_eq!(near(std::iter::repeat_n("abcd", 50), "abcx").len(), LISTED);
    }
}
