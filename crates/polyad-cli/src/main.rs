//! The command `polyad`: shrink a model file and prove what it cost.
//!
//! This file has the arguments and the exit code; each command has a file of its own. Memory stays at the largest
//! tensor and a little more, whatever the size of the file: tensors come and go in chunks (`stream.rs`).

mod convert;
mod diff;
mod failure;
mod header;
mod info;
mod input;
mod interrupt;
mod ls;
mod output;
mod progress;
mod quantize;
mod rules;
mod stats;
mod stream;
mod table;
mod target;
mod text;
mod transfer;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

/// Shrink a model file and prove what it cost.
#[derive(Parser)]
#[command(name = "polyad", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done, 1 failed or differs, 2 wrong usage, 130 interrupted.";

#[derive(Subcommand)]
enum Command {
    Ls(ls::Args),
    Convert(convert::Args),
    Quantize(quantize::Args),
    Diff(diff::Args),
    Info(info::Args),
}

/// How a command ended that did what it was asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Done,
    Differs,
}

fn main() -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        // Help and version come this way too; a closed pipe is no reason to complain.
        Err(e) => {
            let _ = e.print();
            return ExitCode::from(u8::from(e.use_stderr()) * failure::USAGE);
        }
    };
    interrupt::watch();
    let result = match command {
        Command::Ls(args) => ls::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Quantize(args) => quantize::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Info(args) => info::run(&args),
    };
    match result {
        Ok(Status::Done) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Ok(Status::Differs) => ExitCode::from(failure::FAILED),
        Err(Failure::Failed(message)) => {
            output::error(&message);
            ExitCode::from(failure::FAILED)
        }
        Err(Failure::Usage(message)) => {
            output::error(&message);
            ExitCode::from(failure::USAGE)
        }
    }
}
