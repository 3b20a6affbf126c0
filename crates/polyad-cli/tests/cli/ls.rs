use polyad::io::{Array, Metadata, Value};
use serde_json::json;

use crate::support::{Folder, golden, golden_files, tensor};

#[test]
fn a_listing_has_names_types_shapes_sizes_and_totals() {
    let folder = Folder::new();
    let mut metadata = Metadata::new();
    metadata.insert("format", "pt");
    let tensors = [("a.weight", tensor(&[3, 64], 1)), ("b", tensor(&[5], 2).astype(polyad::DType::Int64).unwrap())];
    folder.save_with("m.safetensors", &tensors, &metadata);
    let out = folder.run("ls m.safetensors").done();
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    let bytes = folder.read("m.safetensors").len();
    let head = format!(
        "m.safetensors: safetensors, 2 tensors, 197 elements, {bytes} B
"
    );
    assert!(out.starts_with(&head), "{out}");
    for line in [
        &["format", "pt"][..],
        &["a.weight", "float32", "[3,", "64]", "768", "B"],
        &["b", "int64", "[5]", "40", "B"],
        &["float32", "1", "192", "768", "B"],
        &["total", "2", "197", "808", "B"],
    ] {
        assert!(lines.iter().any(|l| l == line), "{line:?} is not in\n{out}");
    }
}

#[test]
fn json_has_everything() {
    let folder = Folder::new();
    let mut metadata = Metadata::new();
    metadata.insert("general.architecture", "bert");
    metadata.insert("x.eps", 1e-5f32);
    metadata.insert("x.tokens", Value::Array(Array::String(["a", "b"].into_iter().collect())));
    metadata.insert("split.no", 1u16);
    metadata.insert("split.count", 3u16);
    folder.save_with("m.gguf", &[("w", tensor(&[2, 32], 1))], &metadata);
    let out = folder.run("ls m.gguf --json").done();
    let listing: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(listing["path"], "m.gguf");
    assert_eq!(listing["format"], "gguf");
    assert_eq!(listing["file_bytes"], folder.read("m.gguf").len());
    assert_eq!(listing["part"], json!({"number": 2, "count": 3}));
    assert_eq!(listing["metadata"]["x.eps"], 1e-5);
    assert_eq!(listing["metadata"]["x.tokens"], json!(["a", "b"]));
    assert_eq!(listing["totals"], json!({"tensors": 1, "elements": 64, "size_bytes": 256}));
    let offset = folder.read("m.gguf").len() - 256;
    let item = json!({"name": "w", "dtype": "float32", "shape": [2, 32], "offset": offset, "size_bytes": 256});
    assert_eq!(listing["tensors"], json!([item]));
}

#[test]
fn a_part_of_a_split_model_says_so() {
    let folder = Folder::new();
    let part = golden("gguf/split-00002-of-00003.gguf");
    assert!(folder.run(&format!("ls {}", part.display())).done().contains("gguf, part 2 of 3, "));
}

#[test]
fn every_golden_file_is_listed() {
    let folder = Folder::new();
    for path in golden_files() {
        let archive = polyad::io::open(&path).unwrap();
        let out = folder.run(&format!("ls {} --json", path.display()));
        assert_eq!(out.code, Some(0), "{path:?}: {out:?}");
        let listing: serde_json::Value = serde_json::from_str(&out.out).unwrap();
        assert_eq!(listing["tensors"].as_array().unwrap().len(), archive.len(), "{path:?}");
        let table = folder.run(&format!("ls {}", path.display()));
        assert_eq!(table.code, Some(0), "{path:?}: {table:?}");
    }
}

#[test]
fn names_cannot_steer_the_terminal() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("\u{1b}[2Jw\nx", tensor(&[1], 1))]);
    let out = folder.run("ls m.safetensors").done();
    assert!(out.contains("\\u{1b}[2Jw\\nx") && !out.contains('\u{1b}'), "{out:?}");
}
