use crate::support::{Scratch, golden, list, manifest, numbers, refused, same_values, text, values};
use polyad_core::{DType, Error, Flags};
use polyad_io::{Format, Metadata, Plan, UNNAMED, Writer, open, read_from, write_to};
use polyad_tensor::Tensor;
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

/// Gives bytes a few at a time, and tells how many were taken.
struct Slow<'a>(&'a [u8], usize);

impl std::io::Read for Slow<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let n = to.len().min(7).min(self.0.len() - self.1);
        to[..n].copy_from_slice(&self.0[self.1..][..n]);
        self.1 += n;
        Ok(n)
    }
}

#[test]
fn tensors_one_behind_the_other_are_read_one_at_a_time() {
    let manifest = manifest("tens", "manifest.json");
    let files: Vec<_> = list(&manifest, "valid").iter().map(|file| golden("tens", text(file, "file"))).collect();
    let stream: Vec<u8> = files.iter().flat_map(|path| std::fs::read(path).unwrap()).collect();
    let (mut reader, mut again, mut taken) = (Slow(&stream, 0), vec![], 0);
    for path in &files {
        let tensor = read_from(&mut reader).unwrap();
        taken += std::fs::metadata(path).unwrap().len() as usize;
        assert_eq!(reader.1, taken, "{path:?}");
        write_to(&mut again, &tensor).unwrap();
    }
    assert!(again == stream);
}

#[test]
fn a_stream_that_ends_early_is_truncated() {
    let mut whole = vec![];
    write_to(&mut whole, &Tensor::arange(5).unwrap().astype(DType::Float32).unwrap()).unwrap();
    for n in 0..whole.len() {
        let Error::Format(fault) = read_from(&mut &whole[..n]).unwrap_err() else { panic!("{n}") };
        assert_eq!(fault.kind.to_string(), "Truncated", "{n}");
    }
    // Terabytes are announced, and a few bytes come.
    whole[12..20].copy_from_slice(&(1u64 << 40).to_le_bytes());
    let Error::Format(fault) = read_from(&mut &whole[..]).unwrap_err() else { panic!() };
    assert_eq!(fault.kind.to_string(), "Truncated");
    assert!(write_to(&mut vec![], &Tensor::ones(&[2], DType::Complex64).unwrap()).is_err());
}

#[test]
fn what_is_no_shape_dtype_or_number_is_not_stored() {
    let x = Tensor::ones(&[2, 3], DType::Float32).unwrap().with_name("w").with_flags(Flags::PARAM).unwrap();
    let mut stream = vec![];
    write_to(&mut stream, &x.mt().unwrap().with_name("w")).unwrap();
    let back = read_from(&mut &stream[..]).unwrap();
    assert_eq!((back.name(), back.flags(), back.strides()), ("", Flags::NONE, &[2, 1][..]));
}
