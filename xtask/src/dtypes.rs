//! The list of dtypes, made from the files that define them, so that a new one touches its own file and no list.

use crate::Result;
use crate::step::root;
use std::fs;

/// One file a dtype, or a family of dtypes.
const FOLDER: &str = "crates/polyad-core/src/dtype/formats";

/// A dtype as its file states it, by a line `/// `Float16`: what it is.` above its `Spec`.
#[derive(Debug, PartialEq)]
struct Entry {
    variant: String,
    doc: String,
    /// The file and the static in it.
    spec: String,
}

/// Writes the list, or sees with `check` that it is current.
pub(crate) fn generate(check: bool) -> Result {
    let path = root().join(FOLDER).join("mod.rs");
    let text = list()?;
    if fs::read_to_string(&path).is_ok_and(|have| have == text) {
        return Ok(());
    }
    if check {
        return Err(format!("{FOLDER}/mod.rs is not current: run `cargo xtask gen`"));
    }
    fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    println!("wrote {FOLDER}/mod.rs");
    Ok(())
}

fn list() -> Result<String> {
    let folder = root().join(FOLDER);
    let mut files = Vec::new();
    for file in fs::read_dir(&folder).map_err(|e| format!("{FOLDER}: {e}"))? {
        let name = file.map_err(|e| format!("{FOLDER}: {e}"))?.file_name().to_string_lossy().into_owned();
        files.extend(name.strip_suffix(".rs").filter(|stem| *stem != "mod").map(str::to_string));
    }
    files.sort();
    let mut mods = String::new();
    let mut entries = Vec::new();
    for file in &files {
        let path = folder.join(format!("{file}.rs"));
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let found = entries_of(file, &text)?;
        if found.is_empty() {
            return Err(format!("{FOLDER}/{file}.rs has no dtype: a line of the form /// `Name`: what it is."));
        }
        mods += &format!("pub(super) mod {file};\n");
        entries.extend(found);
    }
    let lines: String = entries.iter().map(|e| format!("    {}: {}, \"{}\";\n", e.variant, e.spec, e.doc)).collect();
    Ok(format!(
        "//! One file a dtype, or a family of dtypes. This list of them is made by `cargo xtask gen`.\n\n\
         use super::*;\n\n{mods}\ndtypes! {{\n{lines}}}\n"
    ))
}

/// The dtypes that a file states.
fn entries_of(file: &str, text: &str) -> Result<Vec<Entry>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut out = Vec::new();
    for pair in lines.windows(2) {
        let Some((variant, doc)) = pair[0].strip_prefix("/// `").and_then(|rest| rest.split_once("`: ")) else {
            continue;
        };
        let after = pair[1].strip_prefix("pub(super) static ").unwrap_or(pair[1]);
        let name: String = after.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        if name.is_empty() || name.chars().any(|c| c.is_ascii_lowercase()) {
            return Err(format!("{FOLDER}/{file}.rs: `{variant}` stands above no Spec, but above: {}", pair[1]));
        }
        out.push(Entry { variant: variant.into(), doc: doc.into(), spec: format!("{file}::{name}") });
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dtypes_are_found_above_their_specs() {
        let text = "//! x\n/// `Int1`: one bit.\npub(super) static SPEC: Spec = Spec {\n\npacked! {\n    /// `Int2`: two.\n    INT2, 2\n}\n";
        let found = entries_of("bits", text).unwrap();
        let entry = |variant: &str, doc: &str, spec: &str| Entry {
            variant: variant.into(),
            doc: doc.into(),
            spec: spec.into(),
        };
        assert_eq!(found, [entry("Int1", "one bit.", "bits::SPEC"), entry("Int2", "two.", "bits::INT2")]);
    }

    #[test]
    fn a_line_above_nothing_is_refused() {
        assert!(entries_of("x", "/// `Int1`: one bit.\nfn f() {}\n").unwrap_err().contains("fn f"));
    }
}
