//! Rust source with its comments and texts told apart from its code, as far as a search for
//! words needs it.

/// A source file in two copies of the same shape: in `code` every character of a comment, text or
/// character literal is a space, in `comments` everything else is. Line ends stay in both.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) code: String,
    pub(crate) comments: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Code,
    Comment,
    Text,
}

/// Splits a source file. Source that does not compile (a text that never ends) gives some split,
/// never a panic.
pub(crate) fn split(text: &str) -> Source {
    let chars: Vec<char> = text.chars().collect();
    let mut source = Source { code: String::new(), comments: String::new() };
    let mut at = 0;
    while at < chars.len() {
        let (part, len) = piece(&chars, at);
        for &c in &chars[at..(at + len).min(chars.len())] {
            let space = if c == '\n' { '\n' } else { ' ' };
            source.code.push(if part == Part::Code { c } else { space });
            source.comments.push(if part == Part::Comment { c } else { space });
        }
        at += len;
    }
    source
}

/// What starts at a place, and how many characters of it there are (at least one).
fn piece(chars: &[char], at: usize) -> (Part, usize) {
    let rest = &chars[at..];
    let next = rest.get(1).copied();
    match rest[0] {
        '/' if next == Some('/') => (Part::Comment, rest.iter().position(|&c| c == '\n').unwrap_or(rest.len())),
        '/' if next == Some('*') => (Part::Comment, block_comment(rest)),
        '"' => (Part::Text, text(rest)),
        '\'' => character(rest).map_or((Part::Code, 1), |len| (Part::Text, len)),
        c if is_word(c) => {
            let word = rest.iter().position(|&c| !is_word(c)).unwrap_or(rest.len());
            let prefix = matches!(rest[..word], ['r'] | ['b' | 'c', 'r']);
            match raw_text(&rest[word..]) {
                Some(len) if prefix => (Part::Text, word + len),
                _ => (Part::Code, word),
            }
        }
        _ => (Part::Code, 1),
    }
}

/// Block comments nest.
fn block_comment(rest: &[char]) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        match (rest[at], rest.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

fn text(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// The length of `#"..."#` with any number of signs; `None` for a raw name like `r#type`.
fn raw_text(rest: &[char]) -> Option<usize> {
    let signs = rest.iter().take_while(|&&c| c == '#').count();
    if rest.get(signs) != Some(&'"') {
        return None;
    }
    let closes =
        |at: usize| rest[at] == '"' && rest[at + 1..].iter().take(signs).filter(|&&c| c == '#').count() == signs;
    let end = (signs + 1..rest.len()).find(|&at| closes(at));
    Some(end.map_or(rest.len(), |at| at + 1 + signs))
}

/// The length of a character literal; `None` for a lifetime.
fn character(rest: &[char]) -> Option<usize> {
    match (rest.get(1)?, rest.get(2)?) {
        ('\\', _) => Some(rest.iter().skip(3).position(|&c| c == '\'')? + 4),
        (_, '\'') => Some(3),
        _ => None,
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where a word stands by itself in a line of code, in bytes.
pub(crate) fn words<'a>(line: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    line.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |&at| !line[..at].ends_with(is_word) && !line[at + word.len()..].starts_with(is_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_code(text: &str) -> usize {
        words(&split(text).code, "unsafe").count()
    }

    #[test]
    fn a_word_in_code_is_found() {
        assert_eq!(in_code("fn f() { unsafe { g() } }"), 1);
        assert_eq!(in_code("fn f<'a>(x: &'a u8) { unsafe {} }"), 1);
        assert_eq!(in_code("let c = ['\"', '\\'', '\\u{41}', 'x']; unsafe {}"), 1);
        assert_eq!(in_code("let r#type = br; unsafe {}"), 1);
        assert_eq!(in_code("#[unsafe(no_mangle)]"), 1);
        assert_eq!(in_code("/* a /* b */ c */ unsafe {} // unsafe"), 1);
        assert_eq!(in_code(r#"f("\\"); unsafe {}"#), 1);
    }

    #[test]
    fn a_word_in_comments_and_texts_is_not_code() {
        for text in [
            "// unsafe",
            "/* /* */ unsafe */",
            "/// unsafe\n//! unsafe",
            "\"unsafe\"",
            "\"\\\" unsafe\"",
            "b\"unsafe\"",
            "r\"\\\" ; r#\"\" unsafe\"#",
            "br##\"\"# unsafe\"##",
            "c\"unsafe\"",
            "\"unsafe",
            "r#\"unsafe",
            "/* unsafe",
        ] {
            assert_eq!(in_code(text), 0, "{text}");
        }
    }

    #[test]
    fn longer_words_are_other_words() {
        assert_eq!(in_code("#![allow(unsafe_code)] fn not_unsafe() {}"), 0);
    }

    #[test]
    fn both_copies_keep_the_lines() {
        let text = "a // b\n/* c\nd */ \"e\nf\"\n";
        let source = split(text);
        assert_eq!(source.code.lines().count(), text.lines().count());
        assert_eq!(source.comments.lines().count(), text.lines().count());
        assert!(source.comments.contains("// b") && !source.comments.contains('e'));
    }
}
