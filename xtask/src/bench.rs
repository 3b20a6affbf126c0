//! `cargo xtask bench`: the programs that measure, found by their place.

use crate::step::{Step, root};
use crate::{Result, python};
use std::fs;

/// The folder of the benchmarks against Python packages; every script in it is one.
const SCRIPTS: &str = "python/bench";

/// A program that measures.
#[derive(Debug, PartialEq)]
enum Bench {
    /// An example of a crate: (package, example).
    Example(String, String),
    /// A script, by the stem of its file name.
    Script(String),
}

impl Bench {
    fn name(&self) -> String {
        match self {
            Bench::Example(package, example) => format!("{package}/{example}"),
            Bench::Script(stem) => format!("python/{stem}"),
        }
    }
}

/// `cargo xtask bench [NAME]`.
pub(crate) fn run(arguments: &[String]) -> Result {
    let wanted = match arguments {
        [] => "",
        [only] => only,
        _ => return Err("it takes one name, or none for all".to_string()),
    };
    let benches = choose(find()?, wanted)?;
    for bench in &benches {
        if let Bench::Example(package, example) = bench {
            Step::cargo("run --quiet --release").args(["--package", package, "--example", example]).run()?;
        }
    }
    if !benches.iter().any(|bench| matches!(bench, Bench::Script(_))) {
        return Ok(());
    }
    let python = python::test_environment()?;
    python::install_wheel(&python, "release")?;
    for bench in &benches {
        if let Bench::Script(stem) = bench {
            let script = Step::new(&python).arg(format!("{SCRIPTS}/{stem}.py"));
            untuned(script.clear_env("PYTHONPATH")).run()?;
        }
    }
    Ok(())
}

/// NumPy's matrix library as it comes: a variable that picks its kernels or threads would decide
/// the race.
fn untuned(script: Step) -> Step {
    let names = std::env::vars_os().map(|(name, _)| name);
    names.filter(|name| name.to_string_lossy().starts_with("OPENBLAS_")).fold(script, Step::clear_env)
}

/// Every benchmark there is: examples of the crates called `speed` or `speed_*`, and the scripts.
fn find() -> Result<Vec<Bench>> {
    let mut benches = Vec::new();
    for package in names("crates", "")? {
        for example in names(&format!("crates/{package}/examples"), ".rs")? {
            if example == "speed" || example.starts_with("speed_") {
                benches.push(Bench::Example(package.clone(), example));
            }
        }
    }
    benches.extend(names(SCRIPTS, ".py")?.into_iter().map(Bench::Script));
    Ok(benches)
}

/// The names in a folder that end so, without the ending, sorted; none when there is no folder.
fn names(folder: &str, ending: &str) -> Result<Vec<String>> {
    let Ok(entries) = fs::read_dir(root().join(folder)) else { return Ok(Vec::new()) };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(|e| format!("{folder}: {e}"))?.file_name();
        names.extend(name.to_string_lossy().strip_suffix(ending).map(str::to_string));
    }
    names.sort();
    Ok(names)
}

fn choose(all: Vec<Bench>, wanted: &str) -> Result<Vec<Bench>> {
    let known: Vec<String> = all.iter().map(Bench::name).collect();
    let chosen: Vec<Bench> = all.into_iter().filter(|bench| bench.name().contains(wanted)).collect();
    if chosen.is_empty() {
        return Err(format!("no benchmark `{wanted}`; there are: {}", known.join(", ")));
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Bench> {
        vec![
            Bench::Example("polyad-io".into(), "speed".into()),
            Bench::Example("polyad-kernels".into(), "speed".into()),
            Bench::Script("encoder".into()),
        ]
    }

    #[test]
    fn a_part_of_the_name_chooses() {
        let chosen = |wanted| choose(all(), wanted).unwrap().len();
        assert_eq!([chosen(""), chosen("speed"), chosen("io/"), chosen("python/")], [3, 2, 1, 1]);
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let why = choose(all(), "gpu").unwrap_err();
        assert!(why.contains("gpu") && why.contains("python/encoder"), "{why}");
    }
}
