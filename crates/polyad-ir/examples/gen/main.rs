//! Writes the files that follow from the op table, or checks with `--check` that they are current.
//!
//! Run as `cargo xtask gen`. Paths are relative to the workspace.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use polyad_ir::Param;

mod methods;
mod pages;
mod stubs;
mod words;

fn main() -> ExitCode {
    let check = std::env::args().any(|a| a == "--check");
    match write(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), check) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}

/// Writes what is not current, or tells of it; whether all is well.
fn write(root: &Path, check: bool) -> Result<bool, String> {
    let pages = pages::pages(root)?;
    let strays = strays(root, &pages)?;
    let mut files = pages;
    files.push(("crates/polyad-tensor/src/methods/generated.rs".into(), methods::methods()));
    files.push(("python/polyad/_ops.pyi".into(), stubs::stubs()));
    let mut current = true;
    for (path, text) in files {
        let full = root.join(&path);
        if std::fs::read_to_string(&full).is_ok_and(|have| have == text) {
            continue;
        }
        if check {
            eprintln!("{path} is not current: run `cargo xtask gen`");
            current = false;
            continue;
        }
        std::fs::write(&full, text).map_err(|e| format!("{path}: cannot write: {e}"))?;
        println!("wrote {path}");
    }
    for stray in strays {
        if check {
            eprintln!("{} belongs to no family: run `cargo xtask gen`", stray.display());
            current = false;
            continue;
        }
        std::fs::remove_file(&stray).map_err(|e| format!("{}: cannot remove: {e}", stray.display()))?;
        println!("removed {}", stray.display());
    }
    Ok(current)
}

/// Pages of families that are no more.
fn strays(root: &Path, pages: &[(String, String)]) -> Result<Vec<PathBuf>, String> {
    let folder = root.join(pages::FOLDER);
    let list = std::fs::read_dir(&folder).map_err(|e| format!("{}: cannot read: {e}", folder.display()))?;
    let known = |path: &PathBuf| pages.iter().any(|(page, _)| root.join(page) == *path);
    Ok(list.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| !known(path)).collect())
}

/// A name of the table as a Rust identifier: `where` is a keyword.
fn identifier(name: &str) -> String {
    if name == "where" { "where_".into() } else { name.into() }
}

/// The static of an entry: `ALL` is the table itself.
fn constant(name: &str) -> String {
    if name == "all" { "ALL_".into() } else { name.to_uppercase() }
}

/// `layer_norm` as `LayerNorm`.
fn camel(name: &str) -> String {
    name.split('_').map(|w| w[..1].to_uppercase() + &w[1..]).collect()
}

/// Parameters that stand in the argument list: the required ones, and axes.
fn is_positional(p: &Param) -> bool {
    p.default.is_none() || p.name == "axis"
}
