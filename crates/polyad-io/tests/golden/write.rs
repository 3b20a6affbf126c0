use std::path::Path;

use crate::support::{Scratch, golden, load};
use polyad_core::{DType, Error};
use polyad_io::{Archive, Array, EntryType, Format, Metadata, Plan, Value, Writer, open, same_file};

/// Writes what `archive` holds, in chunks of `chunk` bytes.
fn copy(archive: &Archive, to: &Path, format: Format, chunk: usize) -> polyad_core::Result<()> {
    let plan: Vec<Plan> = archive.entries().iter().map(|e| Plan::new(&*e.name, e.dtype.clone(), &e.shape)).collect();
    let mut writer = Writer::create(to, format, archive.metadata(), &plan)?;
    for entry in archive.entries() {
        let raw = archive.raw(&entry.name)?;
        for part in raw.read()?.chunks(chunk) {
            writer.write(part)?;
        }
    }
    writer.finish().map(drop)
}

fn same_tensors(a: &Archive, b: &Archive) {
    assert_eq!(a.len(), b.len());
    for (x, y) in a.entries().iter().zip(b.entries()) {
        assert_eq!((&x.name, &x.dtype, &x.shape, x.size_bytes), (&y.name, &y.dtype, &y.shape, y.size_bytes));
        let (x, y) = (a.raw(&x.name).unwrap(), b.raw(&y.name).unwrap());
        assert_eq!(x.read().unwrap()[..], y.read().unwrap()[..]);
    }
}

#[test]
fn gguf_is_written_as_the_reference_writer_does() {
    let mut same = 0;
    for file in [
        "align256.le.gguf",
        "align8.le.gguf",
        "all_types.le.gguf",
        "empty_array.le.gguf",
        "metadata_only.le.gguf",
        "minimal.le.gguf",
        "nested_array.le.gguf",
        "q1_0_q2_0.le.gguf",
        "split-00001-of-00003.gguf",
        "zero_dim_tensor.le.gguf",
        "zero_element_tensor.le.gguf",
    ] {
        let scratch = Scratch::new(file);
        let path = golden("gguf", file);
        copy(&open(&path).unwrap(), &scratch.0, Format::Gguf, 13).unwrap();
        let (ours, theirs) = (std::fs::read(&scratch.0).unwrap(), std::fs::read(&path).unwrap());
        // Files cut off by hand lack the padding at the end.
        assert_eq!(ours[..theirs.len()], theirs, "{file}");
        assert!(ours[theirs.len()..].iter().all(|&b| b == 0), "{file}");
        same += usize::from(ours == theirs);
    }
    assert!(same >= 9, "{same}");
}

#[test]
fn big_endian_and_version_2_are_written_as_current_gguf() {
    for file in ["all_types.be.gguf", "version2.le.gguf"] {
        let scratch = Scratch::new(file);
        let archive = open(golden("gguf", file)).unwrap();
        copy(&archive, &scratch.0, Format::Gguf, 4096).unwrap();
        let back = open(&scratch.0).unwrap();
        same_tensors(&archive, &back);
        assert_eq!(archive.metadata().len(), back.metadata().len());
        assert_eq!(std::fs::read(&scratch.0).unwrap()[4..8], [3, 0, 0, 0]);
    }
}

#[test]
fn what_is_written_is_read_back_in_every_format() {
    let sources = [
        ("safetensors", "plain_dtypes.safetensors", Format::Safetensors),
        ("safetensors", "narrow_dtypes.safetensors", Format::Safetensors),
        ("safetensors", "names.safetensors", Format::Safetensors),
        ("safetensors", "metadata.safetensors", Format::Safetensors),
        ("safetensors", "zero_tensors.safetensors", Format::Safetensors),
        ("safetensors", "empty_tensors.safetensors", Format::Safetensors),
        ("npy", "zero_arrays.npz", Format::Npz),
        ("safetensors", "names.safetensors", Format::Npz),
        ("safetensors", "zero_tensors.safetensors", Format::Npz),
        ("safetensors", "rank_64.safetensors", Format::Npz),
        ("npy", "unicode_names.npz", Format::Npz),
        ("npy", "savez_compressed.npz", Format::Safetensors),
        ("npy", "complex128.npy", Format::Npy),
        ("npy", "rank_0.npy", Format::Npy),
        ("npy", "int64.npy", Format::Tens),
        ("npy", "int64_big.npy", Format::Npy),
    ];
    for (set, file, format) in sources {
        for chunk in [1, 7, 1 << 20] {
            let scratch = Scratch::new(&format!("{chunk}-{file}.{}", format.extensions()[0]));
            let archive = open(golden(set, file)).unwrap();
            copy(&archive, &scratch.0, format, chunk).unwrap();
            let back = open(&scratch.0).unwrap_or_else(|e| panic!("{file}: {e}"));
            assert_eq!(back.format(), format);
            same_tensors(&archive, &back);
            if format.keeps_metadata() {
                assert_eq!(archive.metadata(), back.metadata());
            }
        }
    }
}

#[test]
fn a_written_archive_is_mapped_and_checked() {
    let scratch = Scratch::new("mapped.npz");
    let plan = [
        Plan::new("a", DType::Float64, &[3]),
        Plan::new("b", DType::UInt8, &[5]),
        Plan::new("c", DType::Float64, &[1]),
    ];
    let mut writer = Writer::create(&scratch.0, Format::Npz, &Metadata::new(), &plan).unwrap();
    writer.write(&[1; 37]).unwrap();
    writer.finish().unwrap();
    let archive = load(&scratch.0).unwrap();
    assert!(archive.entries().iter().all(|e| e.offset % 64 == 0));
    assert!(archive.view("c").unwrap().buffer().is_read_only());
    let at = archive.get("b").unwrap().offset as usize;
    drop(archive);

    let mut bytes = std::fs::read(&scratch.0).unwrap();
    bytes[at] ^= 1;
    std::fs::write(&scratch.0, bytes).unwrap();
    let archive = open(&scratch.0).unwrap();
    archive.view("a").unwrap();
    let error = archive.view("b").unwrap_err();
    assert!(matches!(&error, Error::Format(f) if f.kind.to_string() == "BadChecksum"), "{error}");
}

#[test]
fn metadata_of_other_kinds_become_text_in_safetensors() {
    let scratch = Scratch::new("kinds.safetensors");
    let mut metadata = Metadata::new();
    metadata.insert("n", 7u32);
    metadata.insert("x", 0.5f32);
    metadata.insert("list", Array::String(["a", "b\""].into_iter().collect()));
    Writer::create(&scratch.0, Format::Safetensors, &metadata, &[]).unwrap().finish().unwrap();
    let back = open(&scratch.0).unwrap();
    let text = |key| back.metadata().get(key).and_then(Value::as_str);
    assert_eq!((text("n"), text("x"), text("list")), (Some("7"), Some("0.5"), Some(r#"["a", "b\""]"#)));
}

/// The message of a plan that is refused.
fn refusal(format: Format, plan: &[Plan]) -> String {
    let scratch = Scratch::new(&format!("refused.{format}"));
    let message = Writer::create(&scratch.0, format, &Metadata::new(), plan).unwrap_err().to_string();
    assert!(!scratch.0.exists());
    message
}

#[test]
fn what_a_format_cannot_hold_is_an_error_that_names_one_that_can() {
    let one = |dtype: DType, shape: &[usize]| [Plan::new("w", dtype, shape)];
    for (message, words) in [
        (refusal(Format::Npy, &one(DType::BFloat16, &[2])), vec!["bfloat16", "safetensors", "gguf"]),
        (refusal(Format::Npy, &one(DType::Q4_0, &[32])), vec!["q4_0", "gguf"]),
        (refusal(Format::Safetensors, &one(DType::Q4_0, &[32])), vec!["q4_0", "gguf"]),
        (refusal(Format::Gguf, &one(DType::Bool, &[2])), vec!["bool", "safetensors"]),
        (refusal(Format::Gguf, &one(DType::UInt16, &[2])), vec!["uint16", "safetensors"]),
        (refusal(Format::Gguf, &one(DType::Complex64, &[2])), vec!["complex64", "safetensors"]),
        (refusal(Format::Gguf, &one(DType::Ternary, &[2])), vec!["ternary", "tens"]),
        (refusal(Format::Gguf, &one(DType::Float32, &[1; 5])), vec!["5 axes", "4 at most"]),
        (refusal(Format::Gguf, &[Plan::new("x".repeat(64), DType::Int8, &[1])]), vec!["64 bytes", "63"]),
        (refusal(Format::Gguf, &one(DType::Q4_0, &[32, 33])), vec!["33", "whole blocks"]),
        (refusal(Format::Tens, &[]), vec!["npz", "safetensors"]),
        (
            refusal(Format::Npy, &[Plan::new("a", DType::Int8, &[]), Plan::new("b", DType::Int8, &[])]),
            vec!["2 tensors", "npz"],
        ),
        (
            refusal(Format::Npz, &[Plan::new("a", DType::Int8, &[]), Plan::new("a", DType::Int8, &[])]),
            vec!["\"a\"", "twice"],
        ),
        (
            refusal(Format::Npz, &[Plan::new("a", DType::Ternary, &[]), Plan::new("b", DType::Int8, &[])]),
            vec!["alone", "tens"],
        ),
        (refusal(Format::Safetensors, &[Plan::new("__metadata__", DType::Int8, &[])]), vec!["__metadata__"]),
        (refusal(Format::Safetensors, &one(DType::Int64, &[1 << 40, 1 << 40])), vec!["63 bits"]),
        (
            refusal(Format::Gguf, &[Plan::new("w", EntryType::from_name("float8_e5m2").unwrap(), &[4])]),
            vec!["float8_e5m2", "safetensors"],
        ),
    ] {
        for word in words {
            assert!(message.contains(word), "no {word} in: {message}");
        }
    }
}

/// Names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("polyad-io-atomic-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("x.safetensors");
    std::fs::write(&path, "old").unwrap();
    let plan = [Plan::new("w", DType::Int16, &[2])];
    let begin = || Writer::create(&path, Format::Safetensors, &Metadata::new(), &plan).unwrap();

    let mut dropped = begin();
    dropped.write(&[1, 2, 3]).unwrap();
    assert_eq!(names(&folder).len(), 2);
    drop(dropped);
    let mut short = begin();
    short.write(&[1, 2, 3]).unwrap();
    assert!(short.finish().unwrap_err().to_string().contains("1 bytes of tensor \"w\""));
    let mut long = begin();
    let error = long.write(&[0; 5]).unwrap_err().to_string();
    assert!(error.contains("1 bytes more than the plan"), "{error}");
    drop(long);
    assert_eq!(names(&folder), ["x.safetensors"]);
    assert_eq!(std::fs::read(&path).unwrap(), b"old");

    let mut whole = begin();
    whole.write(&[1, 2, 3, 4]).unwrap();
    whole.finish().unwrap();
    assert_eq!(names(&folder), ["x.safetensors"]);
    assert_eq!(load(&path).unwrap().len(), 1);

    let missing = Writer::create(folder.join("no/x.npz"), Format::Npz, &Metadata::new(), &[]).unwrap_err();
    assert!(matches!(missing, Error::Io { .. }), "{missing}");
    let directory = Writer::create(&folder, Format::Npz, &Metadata::new(), &[]).unwrap_err().to_string();
    assert!(directory.contains("directory"), "{directory}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_devices_left_alone() {
    let folder = std::env::temp_dir().join(format!("polyad-io-links-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (real, link) = (folder.join("real.npz"), folder.join("link.npz"));
    std::fs::write(&real, "old").unwrap();
    std::os::unix::fs::symlink("real.npz", &link).unwrap();
    assert!(same_file(&real, &link) && same_file(&real, folder.join("./real.npz")));
    assert!(!same_file(&real, folder.join("other.npz")) && !same_file("none", "none"));
    Writer::create(&link, Format::Npz, &Metadata::new(), &[]).unwrap().finish().unwrap();
    assert!(link.is_symlink() && !real.is_symlink());
    assert_eq!(open(&real).unwrap().len(), 0);
    std::fs::remove_dir_all(&folder).unwrap();
    let device = Writer::create("/dev/null", Format::Npz, &Metadata::new(), &[]).unwrap_err().to_string();
    assert!(device.contains("device"), "{device}");
}

#[test]
fn what_cannot_be_opened_says_why() {
    let missing = open("no/such/file.gguf").unwrap_err();
    assert!(matches!(&missing, Error::Io { path, .. } if path == "no/such/file.gguf"), "{missing}");
    assert!(open(std::env::temp_dir()).unwrap_err().to_string().contains("directory"));
    for (name, bytes, words) in [
        ("pickle.pt", &b"\x80\x02}q\x00."[..], ["BadMagic", "pickle"]),
        ("empty.bin", b"", ["Truncated", "empty"]),
        ("page.safetensors", b"<!DOCTYPE html><html></html>", ["safetensors", "HTML"]),
        ("text.gguf", b"hello, world", ["BadMagic", "text"]),
        ("model.bin", b"\x7fELF\x02\x01\x01", ["BadMagic", "ELF"]),
    ] {
        let scratch = Scratch::new(name);
        std::fs::write(&scratch.0, bytes).unwrap();
        let message = open(&scratch.0).unwrap_err().to_string();
        for word in words.into_iter().chain([name]) {
            assert!(message.contains(word), "no {word} in: {message}");
        }
    }
}

#[test]
fn content_decides_and_not_the_name() {
    let scratch = Scratch::new("model.safetensors");
    std::fs::copy(golden("gguf", "align8.le.gguf"), &scratch.0).unwrap();
    let archive = load(&scratch.0).unwrap();
    assert_eq!((archive.format(), archive.misnamed()), (Format::Gguf, Some(Format::Safetensors)));
    let scratch = Scratch::new("model.bin");
    std::fs::copy(golden("safetensors", "metadata.safetensors"), &scratch.0).unwrap();
    let archive = load(&scratch.0).unwrap();
    assert_eq!((archive.format(), archive.misnamed()), (Format::Safetensors, None));
}
