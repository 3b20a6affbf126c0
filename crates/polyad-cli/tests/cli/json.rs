//! The JSON of every command has the keys that its page lists, and no others.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::book::fixture;
use crate::support::{root, tensor};

/// Keys of an object and of all objects in it; what a file says in its metadata is not ours.
fn keys(value: &Value, out: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                out.insert(key.clone());
                if key != "metadata" {
                    keys(value, out);
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| keys(value, out)),
        _ => {}
    }
}

/// The words in backticks of a section.
fn listed(page: &str, section: &str) -> BTreeSet<String> {
    let text = page.split(&format!("\n## {section}\n")).nth(1).unwrap_or_else(|| panic!("no section {section}"));
    let text = text.split("\n## ").next().unwrap().split("\n```").next().unwrap();
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_key_of_every_command_is_on_the_page_and_none_is_there_in_vain() {
    let folder = fixture();
    folder.write("two.safetensors.index.json", br#"{"weight_map": {"x": "x.safetensors", "y": "y.safetensors"}}"#);
    folder.save("x.safetensors", &[("x", tensor(&[2], 1))]);
    folder.save("y.safetensors", &[("y", tensor(&[2], 1))]);
    let page = std::fs::read_to_string(root().join("docs/json.md")).unwrap();
    let commands = [
        ("ls", &["ls model-00001-of-00003.gguf --json", "ls two.safetensors.index.json --json"][..]),
        ("show", &["show model.safetensors embed.weight[:4] --json"]),
        ("convert", &["convert model.safetensors c.gguf --json"]),
        ("quantize", &["quantize model.safetensors q.gguf --type q4_0 --keep embed --json"]),
        ("diff", &["diff model.safetensors q.gguf --json"]),
        ("validate", &["validate damaged.safetensors --json"]),
        ("info", &["info --json"]),
    ];
    for (command, lines) in commands {
        let listed = listed(&page, command);
        let mut seen = BTreeSet::new();
        for line in lines {
            let run = folder.run(line);
            let json: Value = serde_json::from_str(&run.out).unwrap_or_else(|e| panic!("{line}: {e}: {run:?}"));
            keys(&json, &mut seen);
        }
        assert_eq!(seen.difference(&listed).collect::<Vec<_>>(), Vec::<&String>::new(), "{command}: not on the page");
        // Words that are values, options or parts of names.
        let others = [
            "null",
            "encoded",
            "fallback",
            "kept",
            "error",
            "warning",
            "note",
            "safetensors",
            "gguf",
            "npy",
            "npz",
            "tens",
            "--tol",
            "--keep",
            "--map",
            "--importance",
            "--report FILE.json",
            "*",
            "[real, imaginary]",
            "pooled",
            "min",
            "max",
        ];
        let vain: Vec<&String> = listed.difference(&seen).filter(|word| !others.contains(&word.as_str())).collect();
        assert_eq!(vain, Vec::<&String>::new(), "{command}: on the page only");
    }
}
