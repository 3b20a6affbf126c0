//! The check of a whole file, on every golden file and on files with several faults.

use std::path::{Path, PathBuf};

use polyad_io::{Finding, FindingKind, Findings, Severity, Validation, open, validate};
use serde_json::Value as Json;

use crate::support::{Scratch, golden, list, manifest, text};

/// Files that have to be refused, with the words that may be used.
fn malformed() -> Vec<(PathBuf, Json)> {
    let mut out = Vec::new();
    let gguf = manifest("gguf", "listing.json");
    for (name, file) in gguf["malformed"].as_object().unwrap() {
        out.push((golden("gguf", &format!("bad/{name}.gguf")), file["kind"].clone()));
    }
    for set in ["safetensors", "npy"] {
        for file in list(&manifest(set, "manifest.json"), "malformed") {
            out.push((golden(set, text(file, "file")), file["kind"].clone()));
        }
    }
    out
}

fn errors(validation: &Validation) -> Vec<&Finding> {
    validation.findings.iter().filter(|finding| finding.severity == Severity::Error).collect()
}

#[test]
fn every_malformed_file_has_an_error_of_its_kind_and_place() {
    let files = malformed();
    assert_eq!(files.len(), 65 + 116 + 188);
    for (path, kinds) in files {
        let validation = validate(&path).unwrap();
        let errors = errors(&validation);
        let listed = kinds.to_string();
        let mut of_kind = errors.iter().filter(|finding| listed.contains(&format!("\"{}\"", finding.kind)));
        assert!(of_kind.next().is_some(), "{path:?}: {kinds} expected, got {errors:?}");
        for finding in &errors {
            eprintln!(
                "{} {:?} {} {:?} {}",
                path.file_name().unwrap().display(),
                finding.offset,
                finding.kind,
                finding.tensor,
                finding.detail
            );
            assert!(finding.offset.is_some(), "{path:?}: {finding:?}");
            assert!(finding.offset.is_none_or(|at| at <= validation.file_bytes), "{path:?}: {finding:?}");
        }
    }
}

#[test]
fn a_file_is_valid_where_it_opens_and_reads() {
    let mut seen = 0;
    for set in ["gguf", "safetensors", "npy", "tens"] {
        for entry in std::fs::read_dir(golden(set, "")).unwrap() {
            let path = entry.unwrap().path();
            if polyad_io::Format::from_path(&path).is_err() {
                continue;
            }
            let validation = validate(&path).unwrap();
            assert_eq!(validation.is_valid(), load_all(&path), "{path:?}: {:?}", validation.findings);
            for f in validation.findings.iter() {
                eprintln!(
                    "{} {} {:?} {} {:?} {}",
                    path.file_name().unwrap().display(),
                    f.severity,
                    f.offset,
                    f.kind,
                    f.tensor,
                    f.detail
                );
            }
            seen += 1;
        }
    }
    assert!(seen > 180, "{seen}");
}

fn load_all(path: &Path) -> bool {
    open(path).is_ok_and(|archive| archive.entries().iter().all(|entry| archive.raw(&entry.name).is_ok()))
}

/// Checks these bytes as a file of this name.
fn check(name: &str, bytes: &[u8]) -> Validation {
    let file = Scratch::new(name);
    std::fs::write(&file.0, bytes).unwrap();
    validate(&file.0).unwrap()
}

/// The findings of this severity: kind, tensor, and the bytes that lie at their offset.
fn places<'a>(validation: &Validation, severity: Severity, bytes: &'a [u8]) -> Vec<(String, Option<String>, &'a [u8])> {
    let of = validation.findings.iter().filter(|finding| finding.severity == severity);
    of.map(|f| (f.kind.to_string(), f.tensor.clone(), &bytes[f.offset.unwrap() as usize..])).collect()
}

/// That they are these, each with what its place begins with.
#[track_caller]
fn assert_places(validation: &Validation, severity: Severity, bytes: &[u8], wanted: &[(&str, Option<&str>, &[u8])]) {
    let found = places(validation, severity, bytes);
    let all: Vec<&Finding> = validation.findings.iter().collect();
    assert_eq!(found.len(), wanted.len(), "{all:?}");
    for ((kind, tensor, at), (wanted_kind, wanted_tensor, beginning)) in found.iter().zip(wanted) {
        assert_eq!((kind.as_str(), tensor.as_deref()), (*wanted_kind, *wanted_tensor), "{all:?}");
        assert!(at.starts_with(beginning), "{kind} {tensor:?} at {:?}", &at[..at.len().min(16)]);
    }
}

/// A GGUF file of these keys (with kind and bytes of the value) and tensors (extents, type, offset), the data filled with
/// `fill` up to `data` bytes.
fn gguf(keys: &[(&str, u32, &[u8])], tensors: &[(&str, &[u64], u32, u64)], data: usize, fill: u8) -> Vec<u8> {
    let mut out = b"GGUF\x03\0\0\0".to_vec();
    out.extend((tensors.len() as u64).to_le_bytes());
    out.extend((keys.len() as u64).to_le_bytes());
    let push = |out: &mut Vec<u8>, name: &str| {
        out.extend((name.len() as u64).to_le_bytes());
        out.extend(name.as_bytes());
    };
    for (key, kind, value) in keys {
        push(&mut out, key);
        out.extend(kind.to_le_bytes());
        out.extend(*value);
    }
    for (name, shape, kind, offset) in tensors {
        push(&mut out, name);
        out.extend((shape.len() as u32).to_le_bytes());
        shape.iter().for_each(|n| out.extend(n.to_le_bytes()));
        out.extend(kind.to_le_bytes());
        out.extend(offset.to_le_bytes());
    }
    out.resize(out.len().next_multiple_of(32), 0);
    out.resize(out.len() + data, fill);
    out
}

#[test]
fn gguf_is_read_on_behind_each_fault() {
    let tensors: [(&str, &[u64], u32, u64); 6] = [
        ("a", &[4], 0, 0),
        ("a", &[4], 0, 32),
        ("b", &[4], 99, 64),
        ("c", &[4], 0, 72),
        ("d", &[33], 2, 0),
        ("e", &[9], 0, 96),
    ];
    let bytes = gguf(&[("k", 7, &[2]), ("k", 0, &[0])], &tensors, 96, 0);
    let validation = check("three.gguf", &bytes);
    assert_places(
        &validation,
        Severity::Error,
        &bytes,
        &[
            ("BadValue", None, &[2]),
            ("Duplicate", None, b"\x01\0\0\0\0\0\0\0k\0\0\0\0\0"),
            ("BadType", Some("b"), &99u32.to_le_bytes()),
            ("BadOffset", Some("c"), &72u64.to_le_bytes()),
            ("BadValue", Some("d"), &[1, 0, 0, 0, 33]),
            ("Duplicate", Some("a"), b"\x01\0\0\0\0\0\0\0a"),
            ("Truncated", Some("e"), &[]),
        ],
    );
    // What is sound can be read, and what depends on the rest is not guessed at.
    let names: Vec<&str> = validation.archive().unwrap().entries().iter().map(|e| e.name.as_str()).collect();
    assert_eq!((names, validation.tensors), (vec!["a", "c"], 6));
    assert_eq!(validation.archive().unwrap().raw("c").unwrap().size_bytes(), 16);
}

#[test]
fn gguf_warns_of_bytes_that_belong_to_nothing_and_of_keys_that_contradict() {
    let architecture = b"\x04\0\0\0\0\0\0\0bert".as_slice();
    let keys = [
        ("general.architecture", 8, architecture),
        ("general.file_type", 4, &[2, 0, 0, 0]),
        ("bert.block_count", 4, &[3, 0, 0, 0]),
        ("tokenizer.ggml.tokens", 9, b"\x08\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
        ("tokenizer.ggml.bos_token_id", 4, &[1, 0, 0, 0]),
    ];
    let tensors: [(&str, &[u64], u32, u64); 2] = [("blk.0.w", &[2], 0, 0), ("blk.1.w", &[2], 0, 64)];
    let bytes = gguf(&keys, &tensors, 128, 7);
    let validation = check("odd.gguf", &bytes);
    assert!(validation.is_valid());
    let key = |name: &str| [&(name.len() as u64).to_le_bytes(), name.as_bytes()].concat();
    assert_places(
        &validation,
        Severity::Warning,
        &bytes,
        &[
            ("Metadata", None, &key("tokenizer.ggml.bos_token_id")),
            ("Padding", Some("blk.1.w"), &[7; 24]),
            ("Gap", Some("blk.1.w"), &[7; 32]),
            ("Metadata", None, &key("general.file_type")),
            ("Metadata", None, &key("bert.block_count")),
            ("TrailingBytes", None, &[7; 56]),
        ],
    );
    let tidy = gguf(&keys[..1], &[("blk.0.w", &[2], 0, 0)], 32, 0);
    assert_eq!(check("tidy.gguf", &tidy).findings.iter().next(), None);
}

#[test]
fn safetensors_is_read_on_behind_each_fault() {
    let header = r#"{"__metadata__":{"a":"x","b":7},"p":{"dtype":"F99","shape":[1],"data_offsets":[0,4]},"q":{"dtype":"F32","shape":[-1],"data_offsets":[4,8]},"r":{"dtype":"F32","shape":[1],"data_offsets":[8,12]},"r":{"dtype":"F32","shape":[1],"data_offsets":[10,14]}}"#;
    let bytes = [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &[0; 14]].concat();
    let validation = check("three.safetensors", &bytes);
    assert_places(
        &validation,
        Severity::Error,
        &bytes,
        &[
            ("BadValue", None, b"7}"),
            ("BadType", Some("p"), b"\"F99\""),
            ("BadValue", Some("q"), b"-1"),
            ("Duplicate", Some("r"), b"{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[10,14]}"),
        ],
    );
    let archive = validation.archive().unwrap();
    assert_eq!((archive.len(), archive.metadata().len(), validation.tensors), (1, 1, 4));
}

#[test]
fn npy_and_tens_are_read_on_behind_each_fault() {
    let text = b"{'descr': '<f3', 'fortran_order': 1, 'shape': (-4,)}\n";
    let bytes = [b"\x93NUMPY\x01\0".as_slice(), &(text.len() as u16).to_le_bytes(), text].concat();
    let wanted: [(&str, Option<&str>, &[u8]); 3] =
        [("BadValue", None, b", 'shape'"), ("BadValue", None, b",)}"), ("BadType", None, b"'<f3'")];
    assert_places(&check("three.npy", &bytes), Severity::Error, &bytes, &wanted);

    let extents = [-2i64, 3, -5].map(i64::to_le_bytes).concat();
    let bytes = [b"TENS\x01\0\0\0\x03\0\0\0".as_slice(), &extents, &[77]].concat();
    let wanted: [(&str, Option<&str>, &[u8]); 3] = [
        ("BadValue", None, &(-2i64).to_le_bytes()),
        ("BadValue", None, &(-5i64).to_le_bytes()),
        ("BadType", None, &[77]),
    ];
    assert_places(&check("three.tens", &bytes), Severity::Error, &bytes, &wanted);
}

#[test]
fn every_member_of_an_archive_is_looked_at() {
    let whole = std::fs::read(golden("npy", "savez_compressed.npz")).unwrap();
    assert!(check("whole.npz", &whole).is_valid());
    let members: Vec<u64> = {
        let archive = open(golden("npy", "savez_compressed.npz")).unwrap();
        archive.entries().iter().map(|entry| entry.offset).collect()
    };
    // What readers of streams see is told as well.
    let mut local = whole.clone();
    local[14] ^= 1;
    let wanted: [(&str, Option<&str>, &[u8]); 1] = [("BadValue", None, b"PK\x03\x04")];
    assert_places(&check("local.npz", &local), Severity::Warning, &local, &wanted);
    let directory = whole.windows(4).position(|word| word == b"PK\x01\x02").unwrap() as u64;
    let mut bytes = whole.clone();
    // Far enough into each stream to leave the header of the array whole.
    for (at, next) in members.iter().zip(members[1..].iter().chain([&directory])) {
        let middle = (at + (next - at) / 2) as usize;
        bytes[middle] ^= 0xff;
    }
    let validation = check("damaged.npz", &bytes);
    let mut places: Vec<u64> = errors(&validation).iter().map(|finding| finding.offset.unwrap()).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places, members, "{:?}", validation.findings);
}

#[test]
fn parts_of_a_split_model_are_looked_for() {
    let folder = Scratch::new("parts");
    std::fs::create_dir_all(&folder.0).unwrap();
    let parts = |validation: &Validation| {
        let of = validation.findings.iter().filter(|f| f.kind == FindingKind::Parts);
        of.map(|f| (f.severity, f.detail.clone())).collect::<Vec<_>>()
    };
    let name = |i: u32| format!("split-0000{i}-of-00003.gguf");
    for i in 1..=3 {
        std::fs::copy(golden("gguf", &name(i)), folder.0.join(name(i))).unwrap();
    }
    assert_eq!(parts(&validate(folder.0.join(name(2))).unwrap()), []);
    std::fs::remove_file(folder.0.join(name(3))).unwrap();
    std::fs::write(folder.0.join(name(2)), b"GGUF").unwrap();
    let found = parts(&validate(folder.0.join(name(1))).unwrap());
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|(severity, _)| *severity == Severity::Warning));
    assert!(found[0].1.contains(&name(3)) && found[1].1.contains(&name(2)), "{found:?}");
    // Under another name nobody finds the others.
    std::fs::rename(folder.0.join(name(1)), folder.0.join("one.gguf")).unwrap();
    let found = parts(&validate(folder.0.join("one.gguf")).unwrap());
    assert!(found.len() == 1 && found[0].1.contains("part 1 of 3"), "{found:?}");
    std::fs::remove_dir_all(&folder.0).unwrap();
}

#[test]
fn a_file_of_nothing_but_faults_does_not_fill_the_memory() {
    let tensors: Vec<(&str, &[u64], u32, u64)> = vec![("a", &[1], 0, 0); 5000];
    let validation = check("many.gguf", &gguf(&[], &tensors, 32, 0));
    assert_eq!(validation.findings.count(Severity::Error), 4999);
    assert_eq!(errors(&validation).len() as u64, Findings::MOST);
    assert_eq!(validation.findings.left_out(), 3999);
}

#[test]
fn an_index_is_set_against_the_files_that_it_lists() {
    let folder = Scratch::new("index");
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = |names: &[&str]| {
        let one = |(i, name): (usize, &&str)| {
            format!("{name:?}:{{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[{i},{}]}}", i + 1)
        };
        let header = format!("{{{}}}", names.iter().enumerate().map(one).collect::<Vec<_>>().join(","));
        [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &vec![0; names.len()]].concat()
    };
    std::fs::write(folder.0.join("1.safetensors"), file(&["a", "b", "c"])).unwrap();
    std::fs::write(folder.0.join("2.safetensors"), file(&["c", "d"])).unwrap();
    let index = folder.0.join("m.safetensors.index.json");
    let text = r#"{"weight_map": {"a": "1.safetensors", "c": "1.safetensors", "d": "2.safetensors",
        "e": "2.safetensors", "f": "3.safetensors"}}"#;
    std::fs::write(&index, text).unwrap();
    let validation = validate(&index).unwrap();
    let found: Vec<_> = validation
        .findings
        .iter()
        .map(|f| (f.severity, f.kind.to_string(), f.tensor.as_deref().unwrap_or_default(), f.offset))
        .collect();
    let at = |part: &str| Some(text.find(part).unwrap() as u64);
    let wanted = [
        (Severity::Error, "BadValue".to_owned(), "", at("\"3.safe")),
        (Severity::Error, "Truncated".to_owned(), "e", at("\"2.safetensors\", \"f\"")),
        (Severity::Warning, "Parts".to_owned(), "b", None),
        (Severity::Error, "Duplicate".to_owned(), "c", None),
    ];
    assert_eq!(found, wanted);
    let listed: Vec<_> = validation.listed.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!((listed, validation.tensors), (vec!["1.safetensors", "2.safetensors", "3.safetensors"], 5));
    std::fs::write(&index, "{\"weight_map\": 7}").unwrap();
    let validation = validate(&index).unwrap();
    assert_eq!((errors(&validation)[0].offset, validation.listed.len()), (Some(15), 0));
    std::fs::remove_dir_all(&folder.0).unwrap();
}
