use crate::support::Folder;

#[test]
fn info_knows_version_machine_types_and_formats() {
    let out = Folder::new().run("info").done();
    assert!(out.starts_with(&format!("polyad {}\n", env!("CARGO_PKG_VERSION"))), "{out}");
    for dtype in polyad::DType::ALL {
        assert!(out.lines().any(|line| line.split_whitespace().next() == Some(dtype.name())), "{dtype}: {out}");
    }
    for word in ["processor", "threads", "memory", ".safetensors", ".gguf"] {
        assert!(out.contains(word), "{word}: {out}");
    }
}

#[test]
fn help_and_version_are_results() {
    let folder = Folder::new();
    assert!(folder.run("--help").done().contains("quantize"));
    assert_eq!(folder.run("--version").done(), format!("polyad {}\n", env!("CARGO_PKG_VERSION")));
    for command in ["ls", "convert", "quantize", "diff"] {
        assert!(folder.run(&format!("{command} --help")).done().contains("Examples:"), "{command}");
    }
}

#[test]
fn wrong_usage_ends_with_code_2() {
    let folder = Folder::new();
    for line in ["", "lss x", "ls", "ls --jsonn x", "quantize a b", "diff a", "diff a b --tol -1", "diff a b --tol x"] {
        assert_eq!(folder.run(line).code, Some(2), "{line}");
    }
}
