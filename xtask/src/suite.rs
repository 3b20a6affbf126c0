//! `cargo xtask test`: every test of the project, and what `.ci/run` calls.

use crate::check::{ALL_BUT_PYTHON, lints};
use crate::step::Step;
use crate::{Result, no_arguments, python};

/// Forces a SIMD tier; the default run must not inherit one from the shell.
const TIER: &str = "POLYAD_TIER";

/// The crates whose results could differ between tiers.
const TIERED: &str = "test --package polyad-kernels --package polyad-tensor --package polyad --lib --tests";

/// `cargo xtask test`.
pub(crate) fn run(arguments: &[String]) -> Result {
    no_arguments(arguments)?;
    let python = python::test_environment()?;
    lints(&python)?;
    Step::cargo("test").args(ALL_BUT_PYTHON.split(' ')).clear_env(TIER).run()?;
    Step::cargo(TIERED).env(TIER, "baseline").run()?;
    // The profile of the tests above, so that most of the wheel is built already.
    python::install_wheel(&python, "dev")?;
    // A path from outside could put the bare sources before the installed package.
    Step::new(&python).args(["-m", "pytest", "python/tests"]).clear_env("PYTHONPATH").clear_env(TIER).run()
}
