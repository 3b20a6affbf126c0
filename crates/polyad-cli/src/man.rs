//! `polyad man`: the manual page.

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::failure::Failure;
use crate::{Status, output};

/// Write the manual page of this program, or of one of its commands.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A command, such as quantize.
    command: Option<String>,
}

const EXAMPLES: &str = "Examples:
  polyad man > ~/.local/share/man/man1/polyad.1
  polyad man quantize > ~/.local/share/man/man1/polyad-quantize.1
  polyad man quantize | man -l -";

/// Runs the command.
pub(crate) fn run(args: &Args, mut whole: Command) -> Result<Status, Failure> {
    whole.build();
    let command = match &args.command {
        None => whole,
        Some(name) => {
            let known: Vec<&str> = whole.get_subcommands().map(Command::get_name).collect();
            let found = whole.find_subcommand(name).cloned();
            found.ok_or_else(|| {
                Failure::Usage(format!("no command is called {name:?}; there are: {}", known.join(", ")))
            })?
        }
    };
    let page = render(command).map_err(|e| Failure::Failed(format!("the page cannot be made: {e}")))?;
    output::print(&page)?;
    Ok(Status::Done)
}

/// The page of a command. What its help has below the options becomes sections: each paragraph there begins with its
/// heading and a colon.
fn render(command: Command) -> std::io::Result<String> {
    let extra = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let has_commands = command.has_subcommands();
    let man = Man::new(command).source(concat!("polyad ", env!("CARGO_PKG_VERSION"))).manual("Polyad");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    man.render_options_section(&mut page)?;
    for paragraph in extra.split("\n\n") {
        let Some((heading, text)) = paragraph.split_once(':') else { continue };
        let mut roff = Roff::new();
        roff.control("SH", [heading.to_uppercase().as_str()]);
        // Lines of examples stay lines.
        let lines = text.strip_prefix('\n');
        if lines.is_some() {
            roff.control("nf", []);
        }
        roff.text([roman(lines.unwrap_or(text.trim_start()))]);
        if lines.is_some() {
            roff.control("fi", []);
        }
        roff.to_writer(&mut page)?;
    }
    Ok(String::from_utf8_lossy(&page).into_owned())
}
