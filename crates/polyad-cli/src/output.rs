//! Where text goes: results to standard output, words about them to standard error.

use std::io::{self, ErrorKind, Write};

use crate::failure::Failure;

/// Writes a result to standard output, whole.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|e| match e.kind() {
        ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::Failed(format!("cannot write to standard output: {e}")),
    })
}

/// Writes a result to standard output as JSON.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let mut text = serde_json::to_string_pretty(value)
        .map_err(|e| Failure::Failed(format!("the result cannot be written as JSON: {e}")))?;
    text.push('\n');
    print(&text)
}

/// Says what went wrong.
pub(crate) fn error(message: &str) {
    say("error", message);
}

/// Says what the user may want to look at.
pub(crate) fn warning(message: &str) {
    say("warning", message);
}

fn say(kind: &str, message: &str) {
    // Where nobody can be told that nobody can be told, the exit code still speaks.
    let _ = writeln!(io::stderr().lock(), "{kind}: {message}");
}
