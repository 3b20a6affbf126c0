use crate::support::{Folder, Run};

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
fn info_is_json_too() {
    let json: serde_json::Value = serde_json::from_str(&Folder::new().run("info --json").done()).unwrap();
    let tiers = json["tiers"].as_array().unwrap();
    assert!(tiers.contains(&json["tier"]), "{json}");
    assert_eq!(json["dtypes"].as_array().unwrap().len(), polyad::DType::ALL.len());
    assert_eq!(json["formats"].as_array().unwrap().len(), polyad::io::Format::ALL.len());
    assert!(json["threads"].as_u64().unwrap() >= 1);
}

#[test]
fn a_tier_that_does_not_exist_is_worth_a_word() {
    let folder = Folder::new();
    let run = Run::of(folder.command(&["info"]).env("POLYAD_TIER", "sse9").output().unwrap());
    assert_eq!(run.code, Some(0));
    assert!(run.err.starts_with("warning: POLYAD_TIER is \"sse9\"") && run.err.contains("baseline"), "{run:?}");
}

#[test]
fn the_number_of_threads_can_be_chosen() {
    let folder = Folder::new();
    assert!(folder.run("info --threads 3").done().contains("threads   3\n"));
    assert!(folder.run("--threads 1 info").done().contains("threads   1\n"));
    folder.run("info --threads 0").fails(2, &["--threads"]);
}

#[test]
fn the_version_is_a_result() {
    assert_eq!(Folder::new().run("--version").done(), format!("polyad {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_usage_ends_with_code_2() {
    let folder = Folder::new();
    for line in ["", "lss x", "ls", "ls --jsonn x", "quantize a b", "diff a", "diff a b --tol -1", "diff a b --tol x"] {
        assert_eq!(folder.run(line).code, Some(2), "{line}");
    }
}

#[test]
fn no_threads_are_too_few() {
    for n in ["0", "-1", "two"] {
        Folder::new().run(&format!("info --threads={n}")).fails(2, &["--threads", "1 or larger"]);
    }
}
