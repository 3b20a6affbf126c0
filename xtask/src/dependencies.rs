//! House rule: every third-party crate that we name has a row in `docs/dependencies.md`, which
//! says what it is for, and every row there is a crate that we use.

use crate::arrows::is_ours;
use crate::manifest::Manifest;
use std::collections::BTreeSet;

pub(crate) const PAGE: &str = "docs/dependencies.md";

/// Crates without a row and rows without a crate, as lines for the reader.
pub(crate) fn problems(members: &[Manifest], page: &str) -> Vec<String> {
    let used: BTreeSet<&str> = members
        .iter()
        .flat_map(|member| &member.dependencies)
        .map(|dependency| dependency.package.as_str())
        .filter(|package| !is_ours(package))
        .collect();
    let rows: BTreeSet<&str> = rows(page).collect();
    let missing = used.difference(&rows).map(|name| format!("{name}: no row in {PAGE}"));
    let stale = rows.difference(&used).map(|name| format!("{name}: has a row in {PAGE}, but no user"));
    missing.chain(stale).collect()
}

/// The names in the first column, which are set in backquotes.
fn rows(page: &str) -> impl Iterator<Item = &str> {
    page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::parse;

    fn members() -> Vec<Manifest> {
        let text = "[package]\nname = \"polyad-io\"\n[dependencies]\nflate2 = \"1\"\n\
                    polyad-core.workspace = true\n[dev-dependencies]\ntempfile = \"3\"";
        vec![parse(text).unwrap()]
    }

    #[test]
    fn rows_and_users_match() {
        let page = "| crate | for |\n|---|---|\n| `flate2` | x |\n| `tempfile` | y |\n";
        assert_eq!(problems(&members(), page), Vec::<String>::new());
    }

    #[test]
    fn a_crate_without_a_row_and_a_row_without_a_crate_are_named() {
        let problems = problems(&members(), "| `flate2` | x |\n| `rand` | y |\n");
        assert_eq!(problems.len(), 2);
        assert!(problems[0].starts_with("tempfile: no row"));
        assert!(problems[1].starts_with("rand: has a row"));
    }
}
