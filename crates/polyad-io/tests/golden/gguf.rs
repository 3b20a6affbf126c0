use crate::support::{golden, load, manifest, numbers, refused, same_values, text, values};
use md5::{Digest, Md5};
use polyad_core::Error;
use polyad_io::{Archive, Array, EntryType, Format, Split, Value, open};
use serde_json::Value as Json;

fn md5_hex(bytes: &[u8]) -> String {
    Md5::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

/// The listing's names of a value's kinds, outermost first.
fn kinds(value: &Value) -> Vec<String> {
    match value {
        Value::Array(array) => {
            let mut out = vec!["ARRAY".to_owned()];
            match array {
                Array::Array(inner) => out.extend(kinds(&Value::Array(inner[0].clone()))),
                other => out.push(other.kind().to_uppercase()),
            }
            out
        }
        other => vec![other.kind().to_uppercase()],
    }
}

fn to_json(value: &Value) -> Json {
    let float = |x: f64| match x {
        _ if x.is_nan() => Json::from("nan"),
        f64::INFINITY => Json::from("inf"),
        f64::NEG_INFINITY => Json::from("-inf"),
        _ => Json::from(x),
    };
    match value {
        Value::U8(v) => (*v).into(),
        Value::I8(v) => (*v).into(),
        Value::U16(v) => (*v).into(),
        Value::I16(v) => (*v).into(),
        Value::U32(v) => (*v).into(),
        Value::I32(v) => (*v).into(),
        Value::U64(v) => (*v).into(),
        Value::I64(v) => (*v).into(),
        Value::F32(v) => float((*v).into()),
        Value::F64(v) => float(*v),
        Value::Bool(v) => (*v).into(),
        Value::String(v) => v.as_str().into(),
        Value::Array(v) => (0..v.len()).map(|i| to_json(&v.get(i).unwrap())).collect::<Vec<_>>().into(),
    }
}

fn check_metadata(archive: &Archive, wanted: &Json) {
    let wanted = wanted.as_object().unwrap();
    assert_eq!(archive.metadata().len(), wanted.len(), "{}", archive.path());
    for ((key, value), (wanted_key, wanted)) in archive.metadata().iter().zip(wanted) {
        assert_eq!(key, wanted_key, "{}", archive.path());
        let wanted_kinds: Vec<&str> = wanted["type"].as_array().unwrap().iter().map(|k| k.as_str().unwrap()).collect();
        assert_eq!(kinds(value), wanted_kinds, "{} {key}", archive.path());
        same_values(&[to_json(value)], &[wanted["value"].clone()], &(archive.path(), key));
    }
}

#[test]
fn valid_files_load_as_listed() {
    let manifest = manifest("gguf", "listing.json");
    let files = manifest["files"].as_object().unwrap();
    assert_eq!(files.len(), 17);
    for (file, listing) in files {
        let path = golden("gguf", file);
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(md5_hex(&bytes), text(listing, "md5"));
        let archive = open(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        assert_eq!(archive.format(), Format::Gguf);
        check_metadata(&archive, &listing["kv"]);
        let tensors = listing["tensors"].as_array().unwrap();
        assert_eq!(archive.len(), tensors.len(), "{path:?}");
        for (entry, wanted) in archive.entries().iter().zip(tensors) {
            let context = (&path, &entry.name);
            assert_eq!(entry.name, text(wanted, "name"));
            assert_eq!(our_name(text(wanted, "type")), entry.dtype.name(), "{context:?}");
            let mut ne = entry.shape.clone();
            ne.reverse();
            assert_eq!(ne, numbers(&wanted["ne"]), "{context:?}");
            assert_eq!(entry.offset, wanted["file_offset"].as_u64().unwrap(), "{context:?}");
            assert_eq!(entry.size_bytes, wanted["nbytes"].as_u64().unwrap(), "{context:?}");
            let stored = &bytes[entry.offset as usize..][..entry.size_bytes as usize];
            assert_eq!(md5_hex(stored), text(wanted, "md5"), "{context:?}");
            match &entry.dtype {
                EntryType::Known(_) => {
                    let view = archive.view(&entry.name).unwrap();
                    assert_eq!(view.shape(), entry.shape, "{context:?}");
                }
                EntryType::Named { name, .. } => {
                    let Error::Format(fault) = archive.view(&entry.name).unwrap_err() else { panic!("{context:?}") };
                    assert_eq!(fault.kind.to_string(), "BadType");
                    assert!(fault.detail.contains(name.as_str()), "{fault}");
                    archive.raw(&entry.name).unwrap();
                }
            }
        }
        let trailing = listing.get("trailing_bytes").map_or(0, |n| n.as_u64().unwrap());
        assert_eq!(archive.trailing_bytes(), trailing, "{path:?}");
    }
}

fn our_name(theirs: &str) -> String {
    match theirs {
        "F64" => "float64".into(),
        "F32" => "float32".into(),
        "F16" => "float16".into(),
        "BF16" => "bfloat16".into(),
        "I8" => "int8".into(),
        "I16" => "int16".into(),
        "I32" => "int32".into(),
        "I64" => "int64".into(),
        other => {
            let lower = other.to_lowercase();
            // The k of k-quants is a capital letter everywhere.
            lower.strip_suffix("_k").map_or(lower.clone(), |stem| format!("{stem}_K"))
        }
    }
}

/// Row-major values of the array in the golden set, as JSON.
fn decoded(file: &str, index: usize) -> Vec<Json> {
    let all = open(golden("gguf", file)).unwrap();
    let view = all.view(polyad_io::UNNAMED).unwrap();
    let (rows, values) = (view.shape()[0], values(&view));
    let len = values.len() / rows;
    values[index * len..(index + 1) * len].to_vec()
}

#[test]
fn big_endian_values_are_as_listed() {
    let manifest = manifest("gguf", "listing.json");
    let archive = open(golden("gguf", "all_types.be.gguf")).unwrap();
    let mut checked = 0;
    for (entry, wanted) in
        archive.entries().iter().zip(manifest["files"]["all_types.be.gguf"]["tensors"].as_array().unwrap())
    {
        let EntryType::Known(dtype) = entry.dtype else { continue };
        let ours = values(&archive.view(&entry.name).unwrap());
        let wanted = &wanted["decoded"];
        match wanted.get("npy") {
            None => same_values(&ours, wanted["values"].as_array().unwrap(), &entry.name),
            Some(file) => {
                let theirs = decoded(file.as_str().unwrap(), wanted["index"].as_u64().unwrap() as usize);
                assert!(dtype.is_quantized());
                for (a, b) in ours.iter().zip(&theirs) {
                    assert_eq!(a.as_f64(), b.as_f64(), "{}", entry.name);
                }
                assert_eq!(ours.len(), theirs.len());
            }
        }
        checked += 1;
    }
    assert_eq!(checked, 14);
}

#[test]
fn big_endian_bytes_become_the_little_endian_ones() {
    let archive = open(golden("gguf", "all_types.be.gguf")).unwrap();
    let swapped = archive.raw("blk.0.q4_K.weight").unwrap();
    let swapped = swapped.read().unwrap();
    let entry = archive.get("blk.0.q4_K.weight").unwrap();
    let file = std::fs::read(golden("gguf", "all_types.be.gguf")).unwrap();
    let stored = &file[entry.offset as usize..][..entry.size_bytes as usize];
    for (ours, theirs) in swapped.chunks(144).zip(stored.chunks(144)) {
        assert_eq!(ours[..4], [theirs[1], theirs[0], theirs[3], theirs[2]]);
        assert_eq!(ours[4..], theirs[4..]);
    }
}

#[test]
fn malformed_files_are_refused() {
    let manifest = manifest("gguf", "listing.json");
    let files = manifest["malformed"].as_object().unwrap();
    assert_eq!(files.len(), 65);
    for (name, file) in files {
        refused(&golden("gguf", &format!("bad/{name}.gguf")), &file["kind"]);
    }
}

#[test]
fn split_files_say_which_part_they_are() {
    for index in 0..3 {
        let archive = load(&golden("gguf", &format!("split-0000{}-of-00003.gguf", index + 1))).unwrap();
        assert_eq!(archive.split(), Some(Split { index, count: 3, tensors: Some(9) }));
    }
    assert_eq!(open(golden("gguf", "align8.le.gguf")).unwrap().split(), None);
}

#[test]
fn removed_types_are_named() {
    let Error::Format(fault) = open(golden("gguf", "bad/type_31_removed.gguf")).unwrap_err() else { panic!() };
    assert!(fault.detail.contains("q4_0_4_4") && fault.detail.contains("removed"), "{fault}");
}
