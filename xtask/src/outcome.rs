//! What became of each test of a run: read from what cargo and pytest print.

use std::collections::HashMap;

/// Tests that ran, and whether they passed. Rust's are called `binary::module::name`, as
/// `conformance::grad::kinks` or `polyad_core::layout::slice`; Python's as pytest calls them.
#[derive(Default)]
pub(crate) struct Outcomes(HashMap<String, bool>);

impl Outcomes {
    /// Adds what a run of `cargo test` printed, both streams in one.
    pub(crate) fn read_cargo(&mut self, text: &str) {
        let mut binary = None;
        for line in text.lines() {
            let line = line.trim();
            if line.starts_with("Running ") {
                binary = binary_of(line);
            } else if line.starts_with("Doc-tests ") {
                binary = None;
            } else if let (Some(binary), Some(test)) = (&binary, line.strip_prefix("test ")) {
                let Some((name, end)) = test.rsplit_once(" ... ") else { continue };
                let name = name.trim_end_matches(" - should panic");
                self.add(format!("{binary}::{name}"), end == "ok");
            }
        }
    }

    /// Adds what `pytest -rA` or `-rp` printed.
    pub(crate) fn read_pytest(&mut self, text: &str) {
        for line in text.lines() {
            if let Some(name) = line.strip_prefix(PASSED) {
                self.add(name.trim().to_string(), true);
            }
        }
    }

    /// A test may run several times, for SIMD tiers: it has passed if it passed each time.
    fn add(&mut self, name: String, passed: bool) {
        self.0.entry(name).and_modify(|before| *before &= passed).or_insert(passed);
    }

    /// Whether a test passed; `None` where no test has that name.
    pub(crate) fn passed(&self, name: &str) -> Option<bool> {
        self.0.get(name).copied()
    }
}

/// How pytest's summary starts the line of a test that passed.
pub(crate) const PASSED: &str = "PASSED ";

/// The binary of cargo's line `Running unittests src/lib.rs (target/debug/deps/polyad_core-0123456789abcdef)`.
fn binary_of(line: &str) -> Option<String> {
    let path = line.rsplit_once('(')?.1.trim_end_matches(')');
    let file = path.rsplit(['/', '\\']).next()?.trim_end_matches(".exe");
    Some(file.rsplit_once('-')?.0.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARGO: &str = "
     Running unittests src/lib.rs (target/debug/deps/polyad_core-0123456789abcdef)

running 3 tests
test layout::slice ... ok
test layout::bounds - should panic ... ok
test buffer::races ... FAILED

     Running tests/conformance/main.rs (/t/debug/deps/conformance-00ff)
test grad::kinks ... ok
test grad::slow ... ignored
   Doc-tests polyad_core
test crates/polyad-core/src/lib.rs - (line 3) ... ok
";

    #[test]
    fn tests_are_called_by_binary_and_path() {
        let mut outcomes = Outcomes::default();
        outcomes.read_cargo(CARGO);
        assert_eq!(outcomes.passed("polyad_core::layout::slice"), Some(true));
        assert_eq!(outcomes.passed("polyad_core::layout::bounds"), Some(true));
        assert_eq!(outcomes.passed("polyad_core::buffer::races"), Some(false));
        assert_eq!(outcomes.passed("conformance::grad::kinks"), Some(true));
        assert_eq!(outcomes.passed("conformance::grad::slow"), Some(false));
        assert_eq!(outcomes.0.len(), 5);
    }

    #[test]
    fn a_test_that_failed_once_has_failed() {
        let mut outcomes = Outcomes::default();
        outcomes.read_cargo("Running a (b/c-1)\ntest x ... FAILED\nRunning a (b/c-2)\ntest x ... ok\n");
        assert_eq!(outcomes.passed("c::x"), Some(false));
    }

    #[test]
    fn pytest_names_what_passed() {
        let mut outcomes = Outcomes::default();
        outcomes.read_pytest("== short ==\nPASSED python/tests/test_a.py::test_b[c d]\nFAILED python/x.py::y - no\n");
        assert_eq!(outcomes.passed("python/tests/test_a.py::test_b[c d]"), Some(true));
        assert_eq!(outcomes.passed("python/x.py::y"), None);
    }
}
