//! House rule: which crate may use which. Arrows run one way, tests included.

use crate::manifest::Manifest;

/// A member of the workspace and those of its siblings that it may depend on.
type Row = (&'static str, &'static [&'static str]);

/// The map. A member without a row is an error, so that a new crate gets its place here first.
const ARROWS: &[Row] = &[
    ("polyad-core", &[]),
    ("polyad-kernels", &["polyad-core"]),
    ("polyad-ir", &["polyad-core"]),
    ("polyad-linalg", &["polyad-core"]),
    ("polyad-tensor", &["polyad-core", "polyad-ir", "polyad-kernels", "polyad-linalg"]),
    ("polyad-io", &["polyad-core", "polyad-tensor"]),
    ("polyad", &["polyad-core", "polyad-kernels", "polyad-ir", "polyad-tensor", "polyad-io"]),
    ("polyad-cli", &["polyad"]),
    ("polyad-python", &["polyad"]),
    ("minilm", &["polyad"]),
    ("xtask", &[]),
];

/// Members that use no third-party crate either.
const ALONE: &[&str] = &["xtask"];

/// Whether a package is one of ours.
pub(crate) fn is_ours(package: &str) -> bool {
    ARROWS.iter().any(|(name, _)| *name == package)
}

/// Every arrow that runs the wrong way, as a line for the reader.
pub(crate) fn problems(members: &[Manifest]) -> Vec<String> {
    let mut problems = crossed(ARROWS, members);
    for member in members.iter().filter(|member| ALONE.contains(&member.name.as_str())) {
        problems.extend(
            member
                .dependencies
                .iter()
                .map(|dependency| format!("{}: takes no dependencies, but has {}", member.name, dependency.package)),
        );
    }
    problems
}

fn crossed(arrows: &[Row], members: &[Manifest]) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, _) in arrows {
        if !members.iter().any(|member| member.name == *name) {
            problems.push(format!("{name}: in the table of arrows, but not in the workspace"));
        }
    }
    for member in members {
        let Some((_, allowed)) = arrows.iter().find(|(name, _)| *name == member.name) else {
            problems.push(format!("{}: no row in the table of arrows", member.name));
            continue;
        };
        for dependency in &member.dependencies {
            let package = dependency.package.as_str();
            let ours = arrows.iter().any(|(name, _)| *name == package);
            // Cargo lets a crate's tests use the crate itself.
            if ours && package != member.name && !allowed.contains(&package) {
                problems.push(format!(
                    "{} -> {package} ({}): no such arrow; it may use {}",
                    member.name,
                    dependency.section,
                    if allowed.is_empty() { "no sibling".to_string() } else { allowed.join(", ") }
                ));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::parse;

    const SMALL: &[Row] = &[("core", &[]), ("tensor", &["core"]), ("cli", &["tensor"])];

    fn member(name: &str, dependencies: &str) -> Manifest {
        parse(&format!("[package]\nname = \"{name}\"\n{dependencies}")).unwrap()
    }

    fn workspace(core: &str, cli: &str) -> Vec<Manifest> {
        vec![
            member("core", core),
            member("tensor", "[dependencies]\ncore.workspace = true\nrayon = \"1\""),
            member("cli", cli),
        ]
    }

    #[test]
    fn drawn_arrows_pass() {
        let members = workspace("", "[dependencies]\ntensor.workspace = true");
        assert_eq!(crossed(SMALL, &members), Vec::<String>::new());
    }

    #[test]
    fn an_arrow_that_runs_back_is_named() {
        let members = workspace("[dependencies]\ntensor.workspace = true", "");
        let problems = crossed(SMALL, &members);
        assert_eq!(problems.len(), 1);
        assert!(problems[0].starts_with("core -> tensor (dependencies)"), "{problems:?}");
    }

    #[test]
    fn an_arrow_that_skips_the_front_door_is_named() {
        let cli = "[dependencies]\ntensor.workspace = true\ncore.workspace = true";
        assert_eq!(crossed(SMALL, &workspace("", cli)).len(), 1);
    }

    #[test]
    fn tests_builds_and_renames_are_no_way_around() {
        for section in ["dev-dependencies", "build-dependencies", "target.'cfg(unix)'.dependencies"] {
            for line in ["core.workspace = true", "c = { path = \"../core\", package = \"core\" }"] {
                let cli = format!("[{section}]\n{line}");
                assert_eq!(crossed(SMALL, &workspace("", &cli)).len(), 1, "{cli}");
            }
        }
    }

    #[test]
    fn table_and_workspace_hold_the_same_crates() {
        let mut members = workspace("", "");
        members.push(member("stranger", ""));
        assert!(crossed(SMALL, &members)[0].starts_with("stranger: no row"));
        members.truncate(2);
        assert!(crossed(SMALL, &members)[0].starts_with("cli: in the table"));
    }

    #[test]
    fn the_developer_commands_stay_without_dependencies() {
        let members = [member("xtask", "[dependencies]\nserde = \"1\"")];
        assert!(problems(&members).iter().any(|p| p.contains("serde")));
    }
}
