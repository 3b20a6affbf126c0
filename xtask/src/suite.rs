//! `cargo xtask test`: every test of the project, and what `.ci/run` calls.

use crate::check::{ALL_BUT_PYTHON, lints};
use crate::outcome::{Outcomes, PASSED};
use crate::step::Step;
use crate::{Result, no_arguments, parity, python};

/// Forces a SIMD tier; the default run must not inherit one from the shell.
const TIER: &str = "POLYAD_TIER";

/// The crates whose results could differ between tiers.
const TIERED: &str =
    "test --package polyad-kernels --package polyad-tensor --package polyad --lib --tests --features polyad/ndarray";

/// `cargo xtask test`.
pub(crate) fn run(arguments: &[String]) -> Result {
    no_arguments(arguments)?;
    lints(&python::test_environment()?)?;
    parity::check(&tests()?)
}

/// Every test, each end of the tiers, and what became of it.
pub(crate) fn tests() -> Result<Outcomes> {
    let mut outcomes = Outcomes::default();
    let python = python::test_environment()?;
    let all = Step::cargo("test").args(ALL_BUT_PYTHON.split(' ')).clear_env(TIER);
    outcomes.read_cargo(&all.listen(PASSED)?);
    outcomes.read_cargo(&Step::cargo(TIERED).env(TIER, "baseline").listen(PASSED)?);
    // The profile of the tests above, so that most of the wheel is built already.
    python::install_wheel(&python, "dev")?;
    // A path from outside could put the bare sources before the installed package.
    let pytest = Step::new(&python).args(["-m", "pytest", "-rp", "python/tests"]);
    outcomes.read_pytest(&pytest.clear_env("PYTHONPATH").clear_env(TIER).listen(PASSED)?);
    Ok(outcomes)
}
