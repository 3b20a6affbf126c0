//! Python for the project: which interpreter, the virtual environment, the wheel.

use crate::step::{Step, root, target_dir};
use crate::{Result, no_arguments};
use std::fs;
use std::path::{Path, PathBuf};

/// The oldest Python that the binding supports.
const OLDEST: (u32, u32) = (3, 11);

/// Tried in this order after the variable `PYTHON`. A later one is taken only where the earlier
/// ones are missing, too old, or names without an interpreter behind them (version managers
/// leave such).
const NAMES: &[&str] = &["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];

const REQUIREMENTS: &str = "python/requirements-test.txt";

/// `cargo xtask py`: builds the wheel and installs it into `.venv`.
pub(crate) fn run(arguments: &[String]) -> Result {
    let profile = match arguments.first().map(String::as_str) {
        None | Some("--release") => "release",
        Some("--dev") => "dev",
        Some(other) => {
            return Err(format!("`{other}` is not known: `--release` (the default) or `--dev`"));
        }
    };
    no_arguments(arguments.get(1..).unwrap_or_default())?;
    install_wheel(&test_environment()?, profile)
}

/// Builds the wheel under a cargo profile and puts it in place of the installed one.
pub(crate) fn install_wheel(python: &Path, profile: &str) -> Result {
    let wheels = target_dir().join("wheels").join(profile);
    // A wheel of an earlier version would be a second candidate.
    remove_directory(&wheels)?;
    Step::new(python)
        .args(["-m", "maturin", "build", "--profile", profile, "--interpreter"])
        .arg(python)
        .arg("--out")
        .arg(&wheels)
        .run()?;
    let built = fs::read_dir(&wheels).map_err(|e| format!("{}: {e}", wheels.display()))?;
    let wheel = built
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|e| e == "whl"))
        .ok_or_else(|| format!("maturin left no wheel in {}", wheels.display()))?;
    Step::new(python)
        .args(["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--force-reinstall"])
        .arg(wheel)
        .run()
}

/// The interpreter of `.venv`, with the pinned test packages in it.
pub(crate) fn test_environment() -> Result<PathBuf> {
    let python = environment()?;
    let file = root().join(REQUIREMENTS);
    let wanted = fs::read_to_string(&file).map_err(|e| format!("{REQUIREMENTS}: {e}"))?;
    let stamp = directory().join("requirements.stamp");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    Step::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--requirement", REQUIREMENTS])
        .hint(format!(
            "pip could not install the packages of {REQUIREMENTS}. The first run needs a \
             package index: look at the network connection and at pip's settings."
        ))
        .run()?;
    fs::write(&stamp, wanted).map_err(|e| format!("{}: {e}", stamp.display()))?;
    Ok(python)
}

/// The interpreter of `.venv`, which is made if it is missing or broken.
pub(crate) fn environment() -> Result<PathBuf> {
    let directory = directory();
    let python = directory.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if usable(&python) {
        return Ok(python);
    }
    Step::new(find()?)
        .args(["-m", "venv", "--clear"])
        .arg(&directory)
        .hint("Python could not make .venv. On Debian and Ubuntu the package `python3-venv` is needed.")
        .run()?;
    if usable(&python) {
        return Ok(python);
    }
    Err(format!("{} was made, but has no Python with pip in it", directory.display()))
}

fn directory() -> PathBuf {
    root().join(".venv")
}

/// New enough, and with pip: an interrupted `venv` leaves an interpreter alone.
fn usable(python: &Path) -> bool {
    version(python, "import sys, pip").is_some_and(|found| found >= OLDEST)
}

/// The interpreter to make `.venv` with.
fn find() -> Result<PathBuf> {
    let asked = std::env::var_os("PYTHON").map(PathBuf::from);
    let names: Vec<PathBuf> = match asked {
        Some(path) => vec![path],
        None => NAMES.iter().map(PathBuf::from).collect(),
    };
    choose(&names, |name| version(name, "import sys"))
}

fn choose(names: &[PathBuf], version: impl Fn(&Path) -> Option<(u32, u32)>) -> Result<PathBuf> {
    let mut tried = Vec::new();
    for name in names {
        match version(name) {
            Some(found) if found >= OLDEST => return Ok(name.clone()),
            Some((major, minor)) => tried.push(format!("{} is {major}.{minor}", name.display())),
            None => tried.push(format!("{} does not run", name.display())),
        }
    }
    let (major, minor) = OLDEST;
    Err(format!(
        "no Python {major}.{minor} or newer here ({}). Install one, or set PYTHON to its path.",
        tried.join(", ")
    ))
}

fn version(python: &Path, imports: &str) -> Option<(u32, u32)> {
    let code = format!("{imports}; print(*sys.version_info[:2])");
    let answer = Step::new(python).args(["-c", &code]).ask()?;
    let (major, minor) = answer.split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Removes a directory and what is in it; none there is as good.
pub(crate) fn remove_directory(path: &Path) -> Result {
    match fs::remove_dir_all(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{} could not be removed: {e}", path.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(versions: &[Option<(u32, u32)>]) -> Result<PathBuf> {
        let names: Vec<PathBuf> = (0..versions.len()).map(|i| i.to_string().into()).collect();
        choose(&names, |name| versions[name.to_str()?.parse::<usize>().ok()?])
    }

    #[test]
    fn the_first_new_enough_python_is_taken() {
        assert_eq!(pick(&[Some((3, 10)), None, Some((3, 11)), Some((3, 14))]), Ok("2".into()));
        assert_eq!(pick(&[Some((4, 0))]), Ok("0".into()));
    }

    #[test]
    fn no_python_is_an_error_that_says_what_was_tried() {
        let why = pick(&[Some((3, 8)), None]).unwrap_err();
        assert!(why.contains("3.11") && why.contains("0 is 3.8") && why.contains("1 does not run"));
    }

    #[test]
    fn every_requirement_is_pinned() {
        let text = fs::read_to_string(root().join(REQUIREMENTS)).unwrap();
        let packages = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert!(packages.clone().count() > 0);
        for line in packages {
            assert!(line.contains("=="), "{line} has no version");
        }
    }

    #[test]
    fn an_unknown_profile_is_refused_before_anything_runs() {
        assert!(run(&["--fast".to_string()]).unwrap_err().contains("--release"));
    }
}
