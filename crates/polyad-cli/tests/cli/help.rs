//! What the program says about itself: help, manual pages, completions.

use crate::support::Folder;

/// The commands that the help lists.
pub(crate) fn commands(folder: &Folder) -> Vec<String> {
    let help = folder.run("--help").done();
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A summary may go on in the next line, further in.
    let names = list
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().unwrap_or_default().to_owned());
    let names: Vec<String> = names.filter(|name| name != "help").collect();
    assert!(["ls", "convert", "quantize", "diff", "info"].iter().all(|name| names.iter().any(|n| n == name)), "{help}");
    names
}

#[test]
fn the_help_of_every_command_has_examples_of_it() {
    let folder = Folder::new();
    for command in commands(&folder) {
        let help = folder.run(&format!("{command} --help")).done();
        let examples = help.split("\nExamples:\n").nth(1).unwrap_or_default();
        assert!(examples.contains(&format!("polyad {command}")), "{help}");
    }
    assert!(folder.run("--help").done().contains("\nExit codes: 0 "));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    let whole = folder.run("man").done();
    assert!(whole.contains(".TH polyad 1") && whole.contains(".SH ENVIRONMENT"), "{whole}");
    for command in commands(&folder) {
        assert!(whole.contains(&format!("polyad\\-{command}(1)")), "{command}");
        let page = folder.run(&format!("man {command}")).done();
        for part in [&format!(".TH polyad-{command} 1"), ".SH SYNOPSIS", ".SH OPTIONS", ".SH EXAMPLES\n.nf"] {
            assert!(page.contains(part), "{command}: {part} is not in {page}");
        }
    }
    folder.run("man sort").fails(2, &["sort", "quantize"]);
}

#[test]
fn every_shell_completes_every_command() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = folder.run(&format!("completions {shell}")).done();
        for command in commands(&folder) {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
    folder.run("completions tcsh").fails(2, &["tcsh", "bash"]);
}
