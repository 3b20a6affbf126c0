use crate::support::{Scratch, golden, list, manifest, numbers, refused, same_values, text, values};
use polyad_core::Error;
use polyad_io::{Format, Metadata, Plan, UNNAMED, Writer, open};
use serde_json::Value as Json;

#[test]
fn valid_files_load_as_listed_and_are_saved_byte_for_byte() {
    let manifest = manifest("tens", "manifest.json");
    let files = list(&manifest, "valid");
    assert_eq!(files.len(), 66);
    let scratch = Scratch::new("tens.tens");
    for file in files {
        let path = golden("tens", text(file, "file"));
        let archive = open(&path).unwrap();
        let entry = &archive.entries()[0];
        assert_eq!((archive.format(), archive.len(), entry.name.as_str()), (Format::Tens, 1, UNNAMED));
        assert_eq!(entry.dtype.name(), text(file, "dtype"), "{path:?}");
        assert_eq!(entry.shape, numbers(&file["shape"]), "{path:?}");
        assert_eq!(entry.offset, file["data_offset"].as_u64().unwrap(), "{path:?}");
        assert_eq!(entry.size_bytes, file["data_bytes"].as_u64().unwrap(), "{path:?}");
        let view = archive.view(UNNAMED).unwrap();
        same_values(&values(&view), list(file, "values"), &path);
        let raw = archive.raw(UNNAMED).unwrap();
        if let Some(bits) = file.get("bits_hex") {
            let raw = raw.read().unwrap();
            let width = view.dtype().block_bytes();
            let ours: Vec<Json> = raw
                .chunks(width)
                .map(|e| e.iter().rev().map(|b| format!("{b:02x}")).collect::<String>().into())
                .collect();
            assert_eq!(&ours, bits.as_array().unwrap(), "{path:?}");
        }

        let plan = [Plan::new(UNNAMED, entry.dtype.clone(), &entry.shape)];
        let mut writer = Writer::create(&scratch.0, Format::Tens, &Metadata::new(), &plan).unwrap();
        writer.write(&raw.read().unwrap()).unwrap();
        writer.finish().unwrap();
        assert_eq!(std::fs::read(&scratch.0).unwrap(), std::fs::read(&path).unwrap(), "{path:?}");
    }
}

#[test]
fn malformed_files_are_refused() {
    let manifest = manifest("tens", "manifest.json");
    let files = list(&manifest, "malformed");
    assert_eq!(files.len(), 35);
    for file in files {
        let kind = match text(file, "error") {
            "RankTooLarge" | "NegativeExtent" | "InvalidTernary" => "BadValue",
            "UnknownDType" => "BadType",
            "SizeOverflow" => "Overflow",
            same => same,
        };
        refused(&golden("tens", text(file, "file")), &Json::from(kind));
    }
}

#[test]
fn messages_say_what_was_seen() {
    for (file, word) in [
        ("big_endian_header.tens", "reversed"),
        ("unknown_dtype_9.tens", "9"),
        ("unknown_dtype_255.tens", "255"),
        ("ternary_code_2.tens", "element 2"),
        ("version_2.tens", "version 2"),
    ] {
        let Error::Format(fault) = open(golden("tens", file)).unwrap_err() else { panic!("{file}") };
        assert!(fault.detail.contains(word), "{fault}");
    }
}
