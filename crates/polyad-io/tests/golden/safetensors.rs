use crate::support::{golden, hex, list, load, manifest, numbers, refused, same_values, text, values};
use polyad_core::Error;
use polyad_io::{EntryType, Format, Value, open};

#[test]
fn valid_files_load_as_listed() {
    let manifest = manifest("safetensors", "manifest.json");
    for file in list(&manifest, "valid") {
        let path = golden("safetensors", text(file, "file"));
        let archive = open(&path).unwrap();
        assert_eq!(archive.format(), Format::Safetensors, "{path:?}");
        let bytes = std::fs::read(&path).unwrap();
        let pairs = file["metadata"].as_object().unwrap();
        assert_eq!(archive.metadata().len(), pairs.len(), "{path:?}");
        for ((key, value), (wanted_key, wanted)) in archive.metadata().iter().zip(pairs) {
            assert_eq!((key, value), (wanted_key.as_str(), &Value::from(wanted.as_str().unwrap())));
        }
        let tensors = list(file, "tensors");
        assert_eq!(archive.len(), tensors.len(), "{path:?}");
        let data_start = file["data_start"].as_u64().unwrap();
        for (entry, wanted) in archive.entries().iter().zip(tensors) {
            let context = (&path, &entry.name);
            assert_eq!(entry.name, text(wanted, "name"));
            assert_eq!(entry.shape, numbers(&wanted["shape"]), "{context:?}");
            assert_eq!(entry.dtype.name(), our_name(text(wanted, "dtype")), "{context:?}");
            let offsets = numbers(&wanted["data_offsets"]);
            assert_eq!(entry.offset, data_start + offsets[0] as u64, "{context:?}");
            assert_eq!(entry.size_bytes as usize, offsets[1] - offsets[0], "{context:?}");
            let stored = hex(text(wanted, "bytes_hex"));
            assert_eq!(bytes[entry.offset as usize..][..entry.size_bytes as usize], stored, "{context:?}");
            // In memory 6-bit floats have a byte each.
            if !entry.dtype.name().starts_with("float6") {
                assert_eq!(*archive.raw(&entry.name).unwrap().read().unwrap(), stored, "{context:?}");
            }
            match entry.dtype {
                EntryType::Known(dtype) => {
                    let view = archive.view(&entry.name).unwrap();
                    assert_eq!((view.dtype(), view.shape()), (dtype, &entry.shape[..]), "{context:?}");
                    same_values(&values(&view), list(wanted, "values"), &context);
                }
                EntryType::Named { .. } => {
                    let Error::Format(fault) = archive.view(&entry.name).unwrap_err() else { panic!("{context:?}") };
                    assert_eq!(fault.kind.to_string(), "BadType");
                    assert!(fault.detail.contains(entry.dtype.name()), "{fault:?}");
                }
            }
        }
    }
}

fn our_name(theirs: &str) -> &str {
    match theirs {
        "F64" => "float64",
        "F32" => "float32",
        "F16" => "float16",
        "BF16" => "bfloat16",
        "I64" => "int64",
        "I32" => "int32",
        "I16" => "int16",
        "I8" => "int8",
        "U64" => "uint64",
        "U32" => "uint32",
        "U16" => "uint16",
        "U8" => "uint8",
        "BOOL" => "bool",
        "C64" => "complex64",
        "F8_E4M3" => "float8_e4m3fn",
        "F8_E5M2" => "float8_e5m2",
        "F8_E8M0" => "float8_e8m0fnu",
        "F8_E4M3FNUZ" => "float8_e4m3fnuz",
        "F8_E5M2FNUZ" => "float8_e5m2fnuz",
        "F6_E2M3" => "float6_e2m3fn",
        "F6_E3M2" => "float6_e3m2fn",
        "F4" => "float4_e2m1fn",
        other => panic!("{other} is in no list"),
    }
}

#[test]
fn malformed_files_are_refused() {
    let manifest = manifest("safetensors", "manifest.json");
    let files = list(&manifest, "malformed");
    assert_eq!(files.len(), 116);
    for file in files {
        refused(&golden("safetensors", text(file, "file")), &file["kind"]);
    }
}

#[test]
fn tensors_are_mapped_where_they_are_aligned_and_outlive_the_archive() {
    let archive = load(&golden("safetensors", "tensor_unaligned.safetensors")).unwrap();
    assert!(archive.view("b").unwrap().buffer().is_read_only());
    let copied = archive.view("d").unwrap();
    assert!(copied.buffer().address().is_multiple_of(8));
    drop(archive);
    assert_eq!(values(&copied), [1.5, -2.5]);
}
