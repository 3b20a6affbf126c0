//! Where text goes: results to standard output, words about them to standard error; colours where somebody sees them.

use std::io::{self, ErrorKind, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::failure::Failure;

/// Headings of tables.
pub(crate) const HEADING: Style = Style::new().bold();
/// What is as it should be.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What deserves a look.
pub(crate) const ODD: Style = AnsiColor::Yellow.on_default().bold();
/// What is wrong.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

/// Columns of text where there is no terminal to ask.
const WIDTH: usize = 80;

/// What every command may be told about its words.
#[derive(clap::Args, Clone, Copy)]
#[group(skip)]
pub(crate) struct Options {
    /// Write the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Say nothing but warnings and errors.
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl Options {
    /// Writes a result to standard output: as text, as JSON, or not at all.
    pub(crate) fn show(&self, text: impl FnOnce() -> String, json: &impl serde::Serialize) -> Result<(), Failure> {
        match self {
            Options { json: true, .. } => print(&to_json(json)?),
            Options { quiet: true, .. } => Ok(()),
            _ => print(&text()),
        }
    }

    /// [`Options::show`] for a command whose standard output is taken by the file that it writes.
    pub(crate) fn show_beside(
        &self,
        text: impl FnOnce() -> String,
        json: &impl serde::Serialize,
    ) -> Result<(), Failure> {
        match self {
            Options { json: true, .. } => tell(&to_json(json)?),
            Options { quiet: true, .. } => {}
            _ => tell(&text()),
        }
        Ok(())
    }
}

/// A result as JSON, with the end of a line.
pub(crate) fn to_json(value: &impl serde::Serialize) -> Result<String, Failure> {
    let mut text = serde_json::to_string_pretty(value)
        .map_err(|e| Failure::Failed(format!("the result cannot be written as JSON: {e}")))?;
    text.push('\n');
    Ok(text)
}

/// Writes a result to standard output, whole; styles go where they are seen.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = AutoStream::auto(io::stdout().lock());
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Nobody reads on, as behind `head`: the exit code still tells what was found.
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|e| Failure::Failed(format!("cannot write to standard output: {e}"))),
    }
}

/// Whether styles in [`print`] are seen: on a terminal, unless NO_COLOR is set.
pub(crate) fn is_colored() -> bool {
    !matches!(AutoStream::choice(&io::stdout()), ColorChoice::Never)
}

/// Columns of the terminal that results go to.
pub(crate) fn width() -> usize {
    if !io::stdout().is_terminal() {
        return WIDTH;
    }
    terminal_size::terminal_size().map_or(WIDTH, |(terminal_size::Width(columns), _)| columns.into())
}

/// A text in a style.
pub(crate) fn styled(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// Says what went wrong.
pub(crate) fn error(message: &str) {
    tell(&format!("{}: {message}\n", styled("error", BAD)));
}

/// Says what the user may want to look at.
pub(crate) fn warning(message: &str) {
    tell(&format!("{}: {message}\n", styled("warning", ODD)));
}

/// Leaves the line of a terminal that a bar, or the ^C of its user, stands in.
pub(crate) fn end_line() {
    if io::stderr().is_terminal() {
        tell("\n");
    }
}

/// Writes words to standard error.
fn tell(text: &str) {
    // Where nobody can be told that nobody can be told, the exit code still speaks.
    let _ = AutoStream::auto(io::stderr().lock()).write_all(text.as_bytes());
}
