//! `polyad completions`: what a shell needs to complete our arguments.

use clap::Command;
use clap_complete::Shell;

use crate::failure::Failure;
use crate::{Status, output};

/// Write a script that completes the arguments of this program in a shell.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

const EXAMPLES: &str = "Examples:
  polyad completions bash > ~/.local/share/bash-completion/completions/polyad
  polyad completions zsh > ~/.zfunc/_polyad
  polyad completions fish > ~/.config/fish/completions/polyad.fish";

/// Runs the command.
pub(crate) fn run(args: &Args, command: &Command) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command.clone(), command.get_name(), &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Status::Done)
}
