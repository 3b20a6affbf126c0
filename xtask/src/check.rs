//! `cargo xtask check`: what has to hold before a commit, and the generated files.

use crate::step::{Step, root};
use crate::{Result, arrows, dependencies, dtypes, manifest, no_arguments, python, rooms};
use std::fs;
use std::path::Path;

/// The programs that write what is derived from the op table and from the list of dtypes. With `--check` they write
/// nothing and fail when a file is not what they would write.
const GENERATORS: [&str; 2] =
    ["run --quiet --package polyad-ir --example gen --", "run --quiet --package polyad-tensor --example formats --"];

/// The Python binding is linked by an interpreter, so cargo alone cannot link a test binary of it;
/// `python/tests` tests it. The features are those that users switch on.
pub(crate) const ALL_BUT_PYTHON: &str = "--workspace --exclude polyad-python --features polyad/ndarray";

/// `cargo xtask check`.
pub(crate) fn run(arguments: &[String]) -> Result {
    no_arguments(arguments)?;
    lints(&python::environment()?)?;
    Step::cargo("test --lib --bins").args(ALL_BUT_PYTHON.split(' ')).run()
}

/// `cargo xtask gen`.
pub(crate) fn generate(arguments: &[String]) -> Result {
    match arguments {
        [] => {
            dtypes::generate(false)?;
            GENERATORS.iter().try_for_each(|generator| Step::cargo(generator).run())
        }
        [only] if only == "--check" => generated_files_are_current(),
        _ => Err("it takes nothing, or `--check`".to_string()),
    }
}

/// Everything of `check` but the tests, cheapest first.
pub(crate) fn lints(python: &Path) -> Result {
    house()?;
    Step::cargo("fmt --all --check").hint("`cargo fmt --all` puts it right.").run()?;
    generated_files_are_current()?;
    // The interpreter is named so that the binding's build script asks the one that will load it.
    Step::cargo("clippy --workspace --all-targets --features polyad/ndarray -- -D warnings")
        .env("PYO3_PYTHON", python)
        .run()?;
    // Libraries only: the binary `polyad` and the crate `polyad` would write the same page.
    Step::cargo("doc --workspace --no-deps --lib --features polyad/ndarray")
        .env("RUSTDOCFLAGS", "-D warnings")
        .env("PYO3_PYTHON", python)
        .run()
}

fn generated_files_are_current() -> Result {
    let hint = "`cargo xtask gen` writes the generated files anew.";
    dtypes::generate(true)?;
    GENERATORS.iter().try_for_each(|generator| Step::cargo(generator).arg("--check").hint(hint).run())
}

/// The rules that only we have; all that is broken is told at once.
fn house() -> Result {
    let members = manifest::members()?;
    let page =
        fs::read_to_string(root().join(dependencies::PAGE)).map_err(|e| format!("{}: {e}", dependencies::PAGE))?;
    let rules = [
        ("arrows between crates", arrows::problems(&members)),
        ("third-party crates", dependencies::problems(&members, &page)),
        ("rooms of unsafe code", rooms::problems()?),
    ];
    let mut broken = 0;
    for (rule, problems) in &rules {
        eprintln!("house rule: {rule}: {}", if problems.is_empty() { "kept" } else { "broken" });
        for problem in problems {
            eprintln!("  {problem}");
        }
        broken += problems.len();
    }
    if broken > 0 {
        return Err(format!("house rules broken in {broken} places, see above and CONTRIBUTING.md"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gen_refuses_what_it_does_not_know() {
        assert!(generate(&["--chekc".to_string()]).is_err());
        assert!(generate(&["--check".to_string(), "x".to_string()]).is_err());
    }
}
