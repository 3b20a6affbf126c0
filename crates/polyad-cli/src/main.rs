//! The command `polyad`: shrink a model file and prove what it cost.
//!
//! This file has the arguments and the exit code; each command has a file of its own. Memory stays at the largest
//! tensor and a little more, whatever the size of the file: tensors come and go in chunks (`stream.rs`).

mod bars;
mod cells;
mod choice;
mod completions;
mod convert;
mod diff;
mod failure;
mod findings;
mod header;
mod heat;
mod histogram;
mod importance;
mod info;
mod input;
mod interrupt;
mod ls;
mod man;
mod output;
mod progress;
mod quantize;
mod report;
mod rules;
mod show;
mod slices;
mod stats;
mod stream;
mod summary;
mod table;
mod target;
mod text;
mod transfer;
mod validate;

use std::num::NonZeroUsize;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use failure::Failure;

/// Shrink a model file and prove what it cost.
///
/// Files are safetensors, GGUF, NPY, NPZ and TENS, told by their content and written by the ending of their name; - is
/// standard input or output. Files of any size pass through little memory: the largest tensor and 64 MiB.
#[derive(Parser)]
#[command(name = "polyad", version, after_help = MORE)]
struct Cli {
    /// Use so many threads [default: one a core].
    #[arg(long, value_name = "N", global = true, value_parser = threads)]
    threads: Option<NonZeroUsize>,
    #[command(subcommand)]
    command: Command,
}

const MORE: &str = "Examples:
  polyad ls model.safetensors                       what is in a file
  polyad show model.safetensors embed.weight[:4]    values, statistics, histogram
  polyad quantize model.safetensors q4.gguf --type q4_0 --report q4.html
  polyad diff model.safetensors q4.gguf             what it cost, the worst tensor first
  polyad validate q4.gguf                           every check there is
  polyad help quantize                              more about a command

Exit codes: 0 done, 1 failed or differs, 2 wrong usage, 130 interrupted.

Environment:
  NO_COLOR              no colours, also on a terminal
  POLYAD_TIER           a lower SIMD tier: baseline, avx2
  TMPDIR                where standard input is kept while it is read";

#[derive(Subcommand)]
enum Command {
    Ls(ls::Args),
    Show(show::Args),
    Convert(convert::Args),
    Quantize(quantize::Args),
    Diff(diff::Args),
    Validate(validate::Args),
    Info(info::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "it is a whole number, 1 or larger".to_owned())
}

/// How a command ended that did what it was asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Done,
    Differs,
}

fn main() -> ExitCode {
    let Cli { threads, command } = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help and version come this way too; a closed pipe is no reason to complain.
        Err(e) => {
            let _ = e.print();
            return ExitCode::from(u8::from(e.use_stderr()) * failure::USAGE);
        }
    };
    if let Some(n) = threads {
        polyad::exec::set_threads(n.get());
    }
    interrupt::watch();
    let result = match command {
        Command::Ls(args) => ls::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Quantize(args) => quantize::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Validate(args) => validate::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Completions(args) => completions::run(&args, &Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
    };
    match result {
        Ok(Status::Done) => ExitCode::SUCCESS,
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
