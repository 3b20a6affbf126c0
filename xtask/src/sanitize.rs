//! `cargo xtask unsafe`: tests of the crates that hold unsafe code, and of the files that reach
//! them first, under AddressSanitizer.

use crate::step::{Step, target_dir};
use crate::{Result, no_arguments};

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Documentation tests stay out: their binaries are built without the flags of the others.
const TESTS: &str = "+nightly test --package polyad-core --package polyad-kernels --package polyad-tensor --package polyad-io --lib --tests";

/// `cargo xtask unsafe`.
pub(crate) fn run(arguments: &[String]) -> Result {
    no_arguments(arguments)?;
    if Step::cargo("+nightly --version").ask().is_none() {
        return Err("AddressSanitizer needs nightly Rust, which is not installed. \
                    `rustup toolchain install nightly` gets it."
            .to_string());
    }
    // With a target given, build scripts and macros of the host are built without the sanitizer;
    // a folder of its own keeps the ordinary builds as they are.
    Step::cargo(TESTS)
        .args(["--target", TARGET, "--target-dir"])
        .arg(target_dir().join("sanitizer"))
        .env("RUSTFLAGS", "-Zsanitizer=address")
        .run()
}
