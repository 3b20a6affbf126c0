use std::fs::File;
use std::process::Stdio;

use polyad::Tensor;
use serde_json::Value as Json;

use crate::support::{Folder, Run, golden, golden_files, numbers, tensor};

/// Standard output of a run that ends with this code and without a word on standard error.
#[track_caller]
fn out(run: Run, code: i32) -> String {
    assert_eq!((run.code, run.err.as_str()), (Some(code), ""), "{run:?}");
    run.out
}

/// What `--json` says of one file.
#[track_caller]
fn report(folder: &Folder, file: &str, code: i32) -> Json {
    let text = out(folder.run(&format!("validate {file} --json")), code);
    let mut json: Json = serde_json::from_str(&text).unwrap();
    assert_eq!(json["valid"], code == 0);
    json["files"][0].take()
}

/// Kind, offset and detail of each finding.
fn findings(report: &Json) -> Vec<(&str, Option<u64>, &str)> {
    let list = report["findings"].as_array().unwrap();
    list.iter().map(|f| (f["kind"].as_str().unwrap(), f["offset"].as_u64(), f["detail"].as_str().unwrap())).collect()
}

#[test]
fn a_sound_file_is_valid() {
    let folder = Folder::new();
    let tensors = [("w", tensor(&[64, 64], 1)), ("b", tensor(&[64], 2))];
    for name in ["m.safetensors", "m.npz"] {
        folder.save(name, &tensors);
        let format = &name[2..];
        assert_eq!(
            out(folder.run(&format!("validate {name} --strict")), 0),
            format!("{name}: {format}, 2 tensors, valid\n")
        );
    }
    for name in ["m.npy", "m.tens"] {
        folder.save(name, &tensors[..1]);
        assert_eq!(
            out(folder.run(&format!("validate {name}")), 0),
            format!("{name}: {}, 1 tensor, valid\n", &name[2..])
        );
    }
    for path in golden_files() {
        let run = folder.run(&format!("validate {}", path.display()));
        assert_eq!(run.code, Some(0), "{run:?}");
    }
}

#[test]
fn every_fault_is_told_the_worst_first() {
    let folder = Folder::new();
    let header = concat!(
        r#"{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1},"b":{"dtype":"F3","shape":[1],"data_offsets":[4,8]},"#,
        r#""a":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}}"#
    );
    let bytes = [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &[0; 12]].concat();
    folder.write("bad.safetensors", &bytes);
    let report = report(&folder, "bad.safetensors", 1);
    assert_eq!((&report["errors"], &report["warnings"], &report["tensors"]), (&2.into(), &1.into(), &3.into()));
    let list = findings(&report);
    let place = |text: &str| Some(8 + header.find(text).unwrap() as u64);
    let second = place("{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[8");
    let kinds: Vec<_> = list.iter().map(|f| (f.0, f.1)).take(3).collect();
    assert_eq!(kinds, [("BadType", place("\"F3\"")), ("Duplicate", second), ("BadHeader", place("1},"))]);
    let text = out(folder.run("validate bad.safetensors"), 1);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), list.len() + 1);
    let offset = place("\"F3\"").unwrap();
    assert!(lines[0].starts_with(&format!("error    offset {offset}   tensor \"b\": unknown dtype \"F3\"")), "{text}");
    assert!(lines[2].starts_with("warning  offset "), "{text}");
    let verdict = "bad.safetensors: safetensors, 3 tensors, invalid, 2 errors, 1 warning";
    assert!(lines.last().unwrap().starts_with(verdict), "{text}");
}

#[test]
fn nan_and_infinity_are_counted_with_the_place_of_the_first() {
    let folder = Folder::new();
    let n = 3_000_000;
    let mut values = numbers(n, 1);
    for at in [2_000_001, 2_999_999, 1_234_567] {
        values[at] = f32::NAN;
    }
    values[2_500_000] = f32::NEG_INFINITY;
    folder.save("m.safetensors", &[("w", Tensor::from_slice(&values, &[1000, 3000]).unwrap())]);
    let start = folder.read("m.safetensors").len() - 4 * n;
    let report = report(&folder, "m.safetensors", 0);
    let wanted = [
        ("NotFinite", Some((start + 4 * 1_234_567) as u64), "3 elements are NaN, the first at [411, 1567]"),
        ("NotFinite", Some((start + 4 * 2_500_000) as u64), "the element at [833, 1000] is infinite"),
    ];
    assert_eq!(findings(&report), wanted);
    let text = out(folder.run("validate m.safetensors --threads 1"), 0);
    assert_eq!(text, out(folder.run("validate m.safetensors --threads 5"), 0));
    assert!(text.ends_with("m.safetensors: safetensors, 1 tensor, valid, 2 warnings\n"), "{text}");
    let strict = out(folder.run("validate m.safetensors --strict"), 1);
    assert!(strict.ends_with("invalid by --strict, 2 warnings\n"), "{strict}");
    assert_eq!(out(folder.run("validate m.safetensors --strict --quiet"), 1), "");
}

/// An NPY file with this dtype, order and shape.
fn npy(descr: &str, column_major: bool, shape: &str, data: &[u8]) -> Vec<u8> {
    let order = if column_major { "True" } else { "False" };
    let text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
    let text = format!("{text:<117}\n");
    [b"\x93NUMPY\x01\0".as_slice(), &(text.len() as u16).to_le_bytes(), text.as_bytes(), data].concat()
}

#[test]
fn places_are_those_of_the_file_whatever_its_order() {
    let folder = Folder::new();
    let mut values = [0.5f64; 6];
    values[4] = f64::INFINITY;
    let little: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    let big: Vec<u8> = values.iter().flat_map(|x| x.to_be_bytes()).collect();
    for (name, bytes, at) in [
        ("c.npy", npy("<f8", false, "(2, 3)", &little), "[1, 1]"),
        ("f.npy", npy("<f8", true, "(2, 3)", &little), "[0, 2]"),
        ("big.npy", npy(">f8", true, "(2, 3)", &big), "[0, 2]"),
    ] {
        folder.write(name, &bytes);
        let report = report(&folder, name, 0);
        let detail = format!("the element at {at} is infinite");
        assert!(findings(&report).contains(&("NotFinite", Some(128 + 32), &detail)), "{report}");
    }
    folder.write("b.npy", &npy("|b1", false, "(4,)", &[1, 0, 7, 255]));
    let report = report(&folder, "b.npy", 0);
    let detail = "2 elements are neither 0 nor 1 and count as true, the first at [2]";
    assert_eq!(findings(&report), [("Code", Some(130), detail)]);
}

#[test]
fn a_block_without_values_is_an_error() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[4, 64], 1))]);
    for (dtype, bytes, bad, what) in
        [("q4_1", 20, [0x00, 0x7e], "NaN"), ("q8_0", 34, [0x00, 0xfc], "infinite"), ("mxfp4", 17, [0xff, 0x11], "NaN")]
    {
        folder.run(&format!("quantize m.safetensors q.gguf --type {dtype}")).done();
        out(folder.run("validate q.gguf"), 0);
        let mut file = folder.read("q.gguf");
        let start = polyad::io::open(folder.path("q.gguf")).unwrap().get("w").unwrap().offset as usize;
        for block in [3, 6] {
            file[start + block * bytes..][..2].copy_from_slice(&bad);
        }
        folder.write("q.gguf", &file);
        let report = report(&folder, "q.gguf", 1);
        let detail = format!("2 blocks have a scale that is {what}, the first is block 3, from [1, 32] on");
        assert_eq!(findings(&report)[0], ("Scale", Some((start + 3 * bytes) as u64), detail.as_str()));
    }
}

#[test]
fn values_are_looked_at_beside_faults() {
    let folder = Folder::new();
    let nan = Tensor::from_slice(&[f32::NAN], &[1]).unwrap();
    folder.save("m.npz", &[("a", tensor(&[8], 1)), ("b", nan)]);
    let mut bytes = folder.read("m.npz");
    let at = polyad::io::open(folder.path("m.npz")).unwrap().get("a").unwrap().offset as usize;
    bytes[at] ^= 1;
    folder.write("m.npz", &bytes);
    let report = report(&folder, "m.npz", 1);
    let kinds: Vec<&str> = findings(&report).iter().map(|f| f.0).collect();
    assert_eq!(kinds, ["BadChecksum", "NotFinite"]);
}

#[test]
fn one_file_that_cannot_be_read_leaves_the_others() {
    let folder = Folder::new();
    folder.save("a.npy", &[("a", tensor(&[2], 1))]);
    let run = folder.run("validate none.gguf a.npy .");
    assert_eq!((run.code, run.out.as_str()), (Some(1), "a.npy: npy, 1 tensor, valid\n"), "{run:?}");
    let errors: Vec<&str> = run.err.lines().collect();
    assert!(errors[0].starts_with("error: none.gguf: cannot open") && errors[1].contains("directory"), "{run:?}");
    let run = folder.run("validate none.gguf a.npy --json");
    let json: Json = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&json["valid"], &json["files"][0]["format"]), (&false.into(), &Json::Null));
    assert!(json["files"][0]["failure"].as_str().unwrap().contains("none.gguf"), "{json}");
    folder.run("validate").fails(2, &["FILE"]);
    folder.run("validate - -").fails(2, &["standard input"]);
    folder.write("empty.gguf", b"");
    assert!(out(folder.run("validate empty.gguf"), 1).contains("error    offset 0  "));
}

#[test]
fn standard_input_is_checked_as_a_file_is() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    let mut command = folder.command(&["validate", "-"]);
    command.stdin(Stdio::from(File::open(folder.path("m.safetensors")).unwrap()));
    let run = Run::of(command.output().unwrap());
    assert_eq!(out(run, 0), "standard input: safetensors, 1 tensor, valid\n");
}

#[test]
fn names_cannot_steer_the_terminal() {
    let folder = Folder::new();
    let header = r#"{"a\u001b[31m\n":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}      "#;
    folder.write("m.safetensors", &[&(header.len() as u64).to_le_bytes(), header.as_bytes(), &[0; 4]].concat());
    let text = out(folder.run("validate m.safetensors"), 0);
    assert!(text.contains("tensor \"a\\u{1b}[31m\\n\": there are control characters"), "{text}");
    let path = golden("gguf/bad/offset_overlap.gguf");
    let text = out(folder.run(&format!("validate {}", path.display())), 1);
    assert!(text.contains("tensor \"b\": it starts at 160 inside another, \"a\""), "{text}");
}

#[test]
fn an_index_brings_the_files_that_it_lists() {
    let folder = Folder::new();
    folder.save("1.safetensors", &[("a", tensor(&[2], 1))]);
    folder.save("2.safetensors", &[("b", tensor(&[2], 1))]);
    folder.write("m.safetensors.index.json", br#"{"weight_map": {"a": "1.safetensors", "b": "2.safetensors"}}"#);
    let text = out(folder.run("validate m.safetensors.index.json"), 0);
    let lines = ["m.safetensors.index.json: 2 tensors, valid", "1.safetensors: safetensors, 1 tensor, valid"];
    assert_eq!(text.lines().take(2).collect::<Vec<_>>(), lines);
    std::fs::remove_file(folder.path("2.safetensors")).unwrap();
    let run = folder.run("validate m.safetensors.index.json");
    assert_eq!((run.code, run.err.contains("2.safetensors: cannot open")), (Some(1), true), "{run:?}");
    assert!(run.out.contains("m.safetensors.index.json: 2 tensors, invalid, 1 error\n"), "{run:?}");
}
