//! The one door for developer commands: `cargo xtask COMMAND`.
//!
//! Plain Rust without third-party crates, so that it is up in a second on a fresh clone. Every
//! command prints the programs it starts, stops at the first that fails, and then exits with
//! status 1; an unknown command prints the usage and exits with status 2.

mod arrows;
mod bench;
mod check;
mod demo;
mod dependencies;
mod dtypes;
mod manifest;
mod outcome;
mod parity;
mod python;
mod rooms;
mod sanitize;
mod source;
mod step;
mod suite;

use std::process::ExitCode;
use std::time::Instant;

/// What can go wrong here is told to a person and nothing else, so it is a text.
type Result<T = ()> = std::result::Result<T, String>;

struct Command {
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    run: fn(&[String]) -> Result,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "demo",
        arguments: "",
        summary: "fetch a real model, shrink it to five types, judge and use the results",
        run: demo::run,
    },
    Command {
        name: "test",
        arguments: "",
        summary: "everything: check's lints, all tests of Rust and Python, both ends of the SIMD tiers",
        run: suite::run,
    },
    Command {
        name: "check",
        arguments: "",
        summary: "format, house rules, lints, documentation, fast tests",
        run: check::run,
    },
    Command {
        name: "gen",
        arguments: "[--check]",
        summary: "write the files derived from the tables of ops and dtypes, or see that they are current",
        run: check::generate,
    },
    Command {
        name: "parity",
        arguments: "",
        summary: "run all tests, and hold the rows of docs/parity.tsv against them",
        run: parity::run,
    },
    Command {
        name: "py",
        arguments: "[--release | --dev]",
        summary: "build the Python wheel and install it into .venv (release if not told)",
        run: python::run,
    },
    Command {
        name: "bench",
        arguments: "[NAME]",
        summary: "run the benchmarks, or those whose name contains NAME",
        run: bench::run,
    },
    Command {
        name: "unsafe",
        arguments: "",
        summary: "tests of the crates with unsafe code under AddressSanitizer (nightly Rust)",
        run: sanitize::run,
    },
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, arguments)) = words.split_first() else {
        eprint!("{}", usage());
        return ExitCode::from(2);
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        print!("{}", usage());
        return ExitCode::SUCCESS;
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        eprint!("xtask: no command `{name}`\n\n{}", usage());
        return ExitCode::from(2);
    };
    let start = Instant::now();
    match (command.run)(arguments) {
        Ok(()) => {
            eprintln!("xtask {name}: done in {:.1} s", start.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("xtask {name}: {why}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    let mut text = String::from("usage: cargo xtask COMMAND\n\n");
    for command in COMMANDS {
        let call = format!("{} {}", command.name, command.arguments);
        text += &format!("  {call:<26}{}\n", command.summary);
    }
    text
}

/// Refuses arguments, for the commands that take none.
fn no_arguments(arguments: &[String]) -> Result {
    match arguments.first() {
        None => Ok(()),
        Some(first) => Err(format!("`{first}` is one argument too many: this command takes none")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_names_every_command_on_a_line_of_its_own() {
        let usage = usage();
        for command in COMMANDS {
            let start = format!("  {} ", command.name);
            assert_eq!(usage.lines().filter(|line| line.starts_with(&start)).count(), 1);
        }
    }

    #[test]
    fn surplus_arguments_are_refused() {
        assert!(no_arguments(&[]).is_ok());
        assert!(no_arguments(&["x".to_string()]).is_err());
    }
}
