//! `cargo xtask parity`: what other libraries promise, row by row, and the test that holds us to it.
//!
//! `docs/parity.tsv` has one line a row of their tables: id, our name in Rust, our name in Python, the test that fails if
//! the contract breaks, the test of its bad input, a note. A row without a test yet says `open`.

use crate::outcome::Outcomes;
use crate::step::root;
use crate::{Result, no_arguments, suite};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

const PAGE: &str = "docs/parity.tsv";
const HEADING: &str = "id\trust\tpython\ttest\tbad_test\tnote";
/// Where the tables themselves lie, on machines that have them.
const TABLES: &str = "../shared/parity";
/// A test of more rows than this is named, as a failure of it says little.
const MANY: usize = 5;

/// One line of the page.
struct Row {
    id: String,
    test: String,
    bad_test: String,
}

/// `cargo xtask parity`.
pub(crate) fn run(arguments: &[String]) -> Result {
    no_arguments(arguments)?;
    check(&suite::tests()?)
}

/// Holds the page against the tables and against the tests of a run.
pub(crate) fn check(outcomes: &Outcomes) -> Result {
    let text = fs::read_to_string(root().join(PAGE)).map_err(|e| format!("{PAGE}: {e}"))?;
    let rows = rows(&text)?;
    let tables = root().join(TABLES);
    let promised = if tables.is_dir() { Some(promised(&tables)?) } else { None };
    let problems = problems(&rows, promised.as_ref(), outcomes);
    for problem in &problems {
        eprintln!("parity: {problem}");
    }
    for (test, count) in shared(&rows) {
        println!("{test} serves {count} rows");
    }
    let tested = rows.iter().filter(|row| row.test != "open").count();
    println!("{tested} of {} rows", rows.len());
    if problems.is_empty() { Ok(()) } else { Err(format!("{} problems in {PAGE}, see above", problems.len())) }
}

fn rows(text: &str) -> Result<Vec<Row>> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADING) {
        return Err(format!("{PAGE}: the first line is not `{HEADING}`"));
    }
    let row = |line: &str| match line.split('\t').collect::<Vec<_>>()[..] {
        [id, _, _, test, bad_test, _] => Ok(Row { id: id.into(), test: test.into(), bad_test: bad_test.into() }),
        _ => Err(format!("{PAGE}: six columns are needed: {line}")),
    };
    lines.map(row).collect()
}

/// The ids of the tables, and whether their rows state a bad input. Two tables have ids that need the table's name.
fn promised(folder: &Path) -> Result<BTreeMap<String, bool>> {
    let mut out = BTreeMap::new();
    for table in ["braid", "ggml", "ggml_types", "matx", "numkong", "numkong_dtypes", "nx"] {
        let path = folder.join(format!("{table}.tsv"));
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut lines = text.lines();
        let column = lines.next().unwrap_or("").split('\t').position(|c| c == "bad_input");
        for line in lines {
            let cells: Vec<&str> = line.split('\t').collect();
            let bad = column.and_then(|i| cells.get(i)).copied().unwrap_or("-").trim();
            let stated = !(bad.is_empty() || bad == "-" || bad.starts_with("none") || bad.starts_with("None"));
            let own = !table.contains('_');
            out.insert(if own { cells[0].into() } else { format!("{table}:{}", cells[0]) }, stated);
        }
    }
    Ok(out)
}

fn problems(rows: &[Row], promised: Option<&BTreeMap<String, bool>>, outcomes: &Outcomes) -> Vec<String> {
    let mut out = vec![];
    let mut seen = HashMap::new();
    for row in rows {
        if seen.insert(&row.id[..], ()).is_some() {
            out.push(format!("{} stands twice", row.id));
        }
        if row.test == "open" {
            continue;
        }
        let bad: &[&str] = if row.bad_test == "-" { &[] } else { &[&row.bad_test] };
        for test in [&row.test[..]].iter().chain(bad) {
            match outcomes.passed(test) {
                Some(true) => {}
                Some(false) => out.push(format!("{}: {test} did not pass", row.id)),
                None => out.push(format!("{}: no test {test} ran", row.id)),
            }
        }
        if row.bad_test == "-" && promised.and_then(|p| p.get(&row.id)) == Some(&true) {
            out.push(format!("{}: its bad input has no test", row.id));
        }
    }
    for id in promised.into_iter().flat_map(BTreeMap::keys).filter(|id| !seen.contains_key(&id[..])) {
        out.push(format!("{id} is missing"));
    }
    for row in rows.iter().filter(|row| promised.is_some_and(|p| !p.contains_key(&row.id))) {
        out.push(format!("{} is in no table", row.id));
    }
    out
}

/// Tests of many rows.
fn shared(rows: &[Row]) -> BTreeMap<&str, usize> {
    let mut count = BTreeMap::new();
    for row in rows.iter().filter(|row| row.test != "open") {
        *count.entry(&row.test[..]).or_insert(0) += 1;
    }
    count.retain(|_, n| *n > MANY);
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(lines: &[&str]) -> Vec<Row> {
        rows(&[&[HEADING], lines].concat().join("\n")).unwrap()
    }

    fn outcomes() -> Outcomes {
        let mut outcomes = Outcomes::default();
        outcomes.read_cargo("Running a (b/c-1)\ntest good ... ok\ntest bad ... FAILED\n");
        outcomes
    }

    #[test]
    fn a_row_needs_tests_that_ran_and_passed() {
        let rows =
            page(&["1\t\t\tc::good\tc::good\t", "2\t\t\tc::bad\t-\t", "3\t\t\tc::none\t-\t", "4\t\t\topen\t-\t"]);
        let told = problems(&rows, None, &outcomes());
        assert_eq!(told, ["2: c::bad did not pass", "3: no test c::none ran"]);
    }

    #[test]
    fn every_id_stands_once_and_stated_bad_input_is_tested() {
        let rows = page(&["1\t\t\tc::good\t-\t", "1\t\t\tc::good\tc::good\t", "9\t\t\topen\t-\t"]);
        let promised = BTreeMap::from([("1".into(), true), ("2".into(), false)]);
        let told = problems(&rows, Some(&promised), &outcomes());
        let want = ["1: its bad input has no test", "1 stands twice", "2 is missing", "9 is in no table"];
        assert_eq!(told, want);
    }

    #[test]
    fn tests_of_many_rows_are_named() {
        let lines: Vec<String> = (0..6).map(|i| format!("{i}\t\t\tc::good\t-\t")).collect();
        let rows = page(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(shared(&rows), BTreeMap::from([("c::good", 6)]));
        assert!(shared(&rows[1..]).is_empty());
    }

    #[test]
    fn a_page_of_another_shape_is_refused() {
        assert!(super::rows("id\n").is_err());
        assert!(super::rows(&format!("{HEADING}\na\tb\n")).is_err());
    }
}
