//! The dependencies that a `Cargo.toml` declares, read with as much TOML as ours need.

use crate::Result;
use crate::step::root;
use std::fs;

/// A workspace member: its name and what it depends on, in any section.
#[derive(Debug, PartialEq)]
pub(crate) struct Manifest {
    pub(crate) name: String,
    pub(crate) dependencies: Vec<Dependency>,
}

/// One dependency, by the name of the package (not the name that the crate gives it).
#[derive(Debug, PartialEq)]
pub(crate) struct Dependency {
    pub(crate) package: String,
    pub(crate) section: String,
}

/// The members of the workspace, sorted by name.
pub(crate) fn members() -> Result<Vec<Manifest>> {
    let mut manifests = vec![read("xtask")?];
    for folder in ["crates", "examples"] {
        let entries = fs::read_dir(root().join(folder)).map_err(|e| format!("{folder}: {e}"))?;
        for entry in entries {
            let name = entry.map_err(|e| format!("{folder}: {e}"))?.file_name();
            let directory = format!("{folder}/{}", name.to_string_lossy());
            if root().join(&directory).join("Cargo.toml").is_file() {
                manifests.push(read(&directory)?);
            }
        }
    }
    manifests.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(manifests)
}

fn read(directory: &str) -> Result<Manifest> {
    let path = format!("{directory}/Cargo.toml");
    let text = fs::read_to_string(root().join(&path)).map_err(|e| format!("{path}: {e}"))?;
    parse(&text).map_err(|why| format!("{path}: {why}"))
}

/// Understands what we write: sections, `name = value` lines, `name.workspace = true`, inline
/// tables, and a `[dependencies.name]` section of its own. Fails on a package without a name.
pub(crate) fn parse(text: &str) -> Result<Manifest> {
    let mut name = None;
    let mut dependencies: Vec<Dependency> = Vec::new();
    let mut section = String::new();
    // The dependency that a `[dependencies.name]` section is about.
    let mut own_section = false;
    for line in text.lines().map(without_comment).filter(|line| !line.is_empty()) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_matches(['[', ']']).trim();
            section = header.to_string();
            own_section = false;
            if let Some((before, package)) = header.rsplit_once("dependencies.") {
                section = format!("{before}dependencies");
                own_section = true;
                dependencies.push(Dependency { package: unquoted(package), section: section.clone() });
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let (key, value) = (key.trim(), value.trim());
        if section == "package" && key == "name" {
            name = Some(unquoted(value));
        } else if own_section {
            if let (true, Some(last)) = (key == "package", dependencies.last_mut()) {
                last.package = unquoted(value);
            }
        } else if section.ends_with("dependencies") {
            let package = renamed(value).unwrap_or_else(|| unquoted(key.split('.').next().unwrap_or(key)));
            dependencies.push(Dependency { package, section: section.clone() });
        }
    }
    Ok(Manifest { name: name.ok_or("no package name")?, dependencies })
}

/// The real package behind `{ package = "real", .. }`.
fn renamed(value: &str) -> Option<String> {
    let fields = value.strip_prefix('{')?.trim_end_matches('}').split(',');
    let mut pairs = fields.filter_map(|field| field.split_once('='));
    pairs.find(|(key, _)| key.trim() == "package").map(|(_, name)| unquoted(name))
}

fn unquoted(text: &str) -> String {
    text.trim().trim_matches(['"', '\'']).to_string()
}

fn without_comment(line: &str) -> &str {
    let mut in_text = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => in_text = !in_text,
            '#' if !in_text => return line[..at].trim(),
            _ => {}
        }
    }
    line.trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String)> {
        let text = format!("[package]\nname = \"x\"\n{text}");
        let manifest = parse(&text).unwrap();
        manifest.dependencies.into_iter().map(|d| (d.section, d.package)).collect()
    }

    fn pair(section: &str, package: &str) -> (String, String) {
        (section.to_string(), package.to_string())
    }

    #[test]
    fn every_way_to_write_a_dependency_is_seen() {
        let text = r#"
[dependencies] # the usual
a.workspace = true
b = "1" # not = "2"
c = { version = "1", features = ["x"] }
d = { path = "../e", package = "e" }
[dependencies.f]
version = "1"
[dependencies.g]
package = "h"
[target.'cfg(unix)'.dependencies]
libc = "0.2"
[dev-dependencies]
i.workspace = true
[build-dependencies]
j = "1"
[features]
k = []
"#;
        let expected = [
            pair("dependencies", "a"),
            pair("dependencies", "b"),
            pair("dependencies", "c"),
            pair("dependencies", "e"),
            pair("dependencies", "f"),
            pair("dependencies", "h"),
            pair("target.'cfg(unix)'.dependencies", "libc"),
            pair("dev-dependencies", "i"),
            pair("build-dependencies", "j"),
        ];
        assert_eq!(pairs(text), expected);
    }

    #[test]
    fn a_manifest_needs_a_name() {
        assert!(parse("[dependencies]\na = \"1\"\n").is_err());
    }

    #[test]
    fn the_members_of_this_workspace_are_found() {
        let members = members().unwrap();
        for name in ["minilm", "polyad", "polyad-core", "xtask"] {
            assert!(members.iter().any(|manifest| manifest.name == name), "{name}");
        }
    }
}
