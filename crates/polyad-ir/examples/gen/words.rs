//! Paragraphs that several of the files share.

use polyad_ir::Op;

/// The columns that a line of text may take.
const WIDTH: usize = 118;

/// A paragraph in lines that begin with a prefix. A sign that Markdown reads as a list stays with the word before it.
pub(crate) fn wrapped(out: &mut String, prefix: &str, text: &str) {
    let mut line = String::new();
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        let glued =
            words.peek().filter(|next| matches!(**next, "-" | "+" | "*" | "=" | ">" | "**")).map_or(0, |n| 1 + n.len());
        let fits = prefix.len() + line.len() + 1 + word.len() + glued <= WIDTH;
        if !line.is_empty() && !fits && !matches!(word, "-" | "+" | "*" | "=" | ">" | "**") {
            out.push_str(&format!("{prefix}{line}\n"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    out.push_str(&format!("{prefix}{line}\n"));
}

/// What a call can give in place of a result.
pub(crate) fn errors(op: Op) -> String {
    match list(op) {
        list if list.is_empty() => "Errors: none of its own.".into(),
        list => format!("Errors: {list}."),
    }
}

/// The errors as one list.
pub(crate) fn list(op: Op) -> String {
    let list: Vec<String> = op.failures().iter().map(|(name, when)| format!("`{name}` {when}")).collect();
    list.join("; ")
}
