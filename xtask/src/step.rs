//! A program that is printed, started and waited for.

use crate::Result;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the repository; every step runs there.
pub(crate) fn root() -> PathBuf {
    // Cargo says where the package is when it runs it; the directory of the build is the answer
    // for a binary that is started by hand.
    let here =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.parent().map_or(here.clone(), Path::to_path_buf)
}

/// Where cargo puts what it builds.
pub(crate) fn target_dir() -> PathBuf {
    // A relative path counts from the directory of the steps, and `join` keeps an absolute one.
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// One command line, with the changes to its environment.
pub(crate) struct Step {
    program: OsString,
    arguments: Vec<OsString>,
    set: Vec<(OsString, OsString)>,
    cleared: Vec<OsString>,
    hint: Option<String>,
}

impl Step {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Step {
        Step {
            program: program.as_ref().into(),
            arguments: Vec::new(),
            set: Vec::new(),
            cleared: Vec::new(),
            hint: None,
        }
    }

    /// Cargo with a line of arguments, split at spaces.
    pub(crate) fn cargo(line: &str) -> Step {
        Step::new("cargo").args(line.split_whitespace())
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Step {
        self.arguments.push(argument.as_ref().into());
        self
    }

    pub(crate) fn args<S: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = S>) -> Step {
        self.arguments.extend(arguments.into_iter().map(|a| a.as_ref().into()));
        self
    }

    pub(crate) fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Step {
        self.set.push((name.as_ref().into(), value.as_ref().into()));
        self
    }

    pub(crate) fn clear_env(mut self, name: impl AsRef<OsStr>) -> Step {
        self.cleared.push(name.as_ref().into());
        self
    }

    /// What to tell the reader to look at when the program fails.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Step {
        self.hint = Some(hint.into());
        self
    }

    /// Prints the command line, runs it, and turns a failure into an error that names it.
    pub(crate) fn run(&self) -> Result {
        eprintln!("$ {}", self.shown());
        let status = self.command().status().map_err(|e| self.unstarted(&e))?;
        if status.success() {
            return Ok(());
        }
        let mut why = format!("`{}` failed: {status}", self.shown());
        if let Some(hint) = &self.hint {
            why = format!("{why}\n{hint}");
        }
        Err(why)
    }

    /// As [`Step::run`], and gives back what the program printed on both streams, in the order in which it did. Lines
    /// that start with `hushed` are not shown.
    pub(crate) fn listen(&self, hushed: &str) -> Result<String> {
        eprintln!("$ {}", self.shown());
        let (reader, writer) = std::io::pipe().map_err(|e| format!("no pipe: {e}"))?;
        let errors = writer.try_clone().map_err(|e| format!("no pipe: {e}"))?;
        // The command goes with the statement, and with it our ends of the pipe: else it would never run dry.
        let started = self.command().stdout(writer).stderr(errors).spawn();
        let mut child = started.map_err(|e| self.unstarted(&e))?;
        let mut text = String::new();
        for line in BufReader::new(reader).split(b'\n') {
            let line = line.map_err(|e| format!("`{}`: {e}", self.shown()))?;
            let line = String::from_utf8_lossy(&line);
            if !line.starts_with(hushed) {
                eprintln!("{line}");
            }
            text += &line;
            text.push('\n');
        }
        let status = child.wait().map_err(|e| format!("`{}`: {e}", self.shown()))?;
        if status.success() { Ok(text) } else { Err(format!("`{}` failed: {status}", self.shown())) }
    }

    /// What the program prints, without a word on the terminal: for asking, not for doing.
    /// `None` when it cannot be started, fails, or prints something that is no text.
    pub(crate) fn ask(&self) -> Option<String> {
        let output = self.command().stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_string())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).current_dir(root());
        for name in &self.cleared {
            command.env_remove(name);
        }
        command.envs(self.set.iter().map(|(name, value)| (name, value)));
        command
    }

    fn unstarted(&self, error: &std::io::Error) -> String {
        let program = self.program.to_string_lossy();
        match error.kind() {
            std::io::ErrorKind::NotFound => {
                format!("`{program}` is not on this machine or not on PATH")
            }
            _ => format!("`{program}` could not be started: {error}"),
        }
    }

    /// The command line as one would type it in a shell.
    fn shown(&self) -> String {
        let cleared = self.cleared.iter().filter(|name| std::env::var_os(name).is_some());
        let words: Vec<String> = cleared
            .map(|name| format!("{}=", name.to_string_lossy()))
            .chain(
                self.set
                    .iter()
                    .map(|(name, value)| format!("{}={}", name.to_string_lossy(), quoted(&value.to_string_lossy()))),
            )
            .chain([quoted(&self.program.to_string_lossy())])
            .chain(self.arguments.iter().map(|a| quoted(&a.to_string_lossy())))
            .collect();
        words.join(" ")
    }
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_shown_as_a_shell_would_take_it() {
        let step = Step::cargo("test  --lib").arg("it's").env("FLAGS", "-D warnings");
        assert_eq!(step.shown(), r"FLAGS='-D warnings' cargo test --lib 'it'\''s'");
    }

    #[test]
    fn a_failing_program_is_an_error_that_names_it_and_gives_the_hint() {
        let step = Step::new("sh").args(["-c", "exit 3"]).hint("look there");
        let why = step.run().unwrap_err();
        assert!(why.starts_with("`sh -c 'exit 3'` failed") && why.ends_with("look there"), "{why}");
        assert_eq!(step.ask(), None);
    }

    #[test]
    fn both_streams_are_heard_in_order() {
        let step = Step::new("sh").args(["-c", "echo one; echo two >&2; echo three"]);
        assert_eq!(step.listen("\0").unwrap(), "one\ntwo\nthree\n");
        assert!(Step::new("sh").args(["-c", "exit 3"]).listen("\0").unwrap_err().contains("failed"));
    }

    #[test]
    fn a_missing_program_is_an_error_that_names_it() {
        let why = Step::new("no-such-program-here").run().unwrap_err();
        assert!(why.contains("no-such-program-here") && why.contains("PATH"), "{why}");
    }

    #[test]
    fn ask_returns_what_was_printed() {
        assert!(Step::cargo("--version").ask().unwrap().starts_with("cargo "));
    }

    #[test]
    fn steps_run_in_the_root_of_the_repository() {
        assert!(root().join("xtask/Cargo.toml").is_file());
    }
}
