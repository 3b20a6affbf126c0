use polyad::io::{self, Format, Metadata};
use polyad::{DType, Tensor};

use crate::support::{Folder, golden, golden_files, stored, tensor};

/// Every golden file into every format: either the same values, or an error and nothing left behind.
#[test]
fn values_pass_between_all_formats() {
    let folder = Folder::new();
    let mut converted = 0;
    for path in golden_files() {
        for format in Format::ALL {
            let out = format!("out.{}", format.extensions()[0]);
            let run = folder.run(&format!("convert {} {out}", path.display()));
            if run.code == Some(0) {
                let diff = folder.run(&format!("diff {} {out}", path.display()));
                assert_eq!(diff.code, Some(0), "{path:?} to {format}: {diff:?}");
                std::fs::remove_file(folder.path(&out)).unwrap();
                converted += 1;
            } else {
                run.fails(1, &[&out]);
            }
            assert_eq!(folder.files(), [""; 0], "{path:?} to {format}");
        }
    }
    assert!(converted > 150, "{converted}");
}

#[test]
fn bits_pass_as_they_are() {
    let folder = Folder::new();
    let bits: Vec<u8> = [0x7fc1_2345u32, 0xff80_0000, 0x8000_0000, 1].iter().flat_map(|b| b.to_le_bytes()).collect();
    folder.save("a.safetensors", &[("w", Tensor::from_bytes(&bits, DType::Float32, &[4]).unwrap())]);
    folder.run("convert a.safetensors b.gguf").done();
    folder.run("convert b.gguf c.npz").done();
    assert_eq!(stored(&folder, "c.npz", "w"), (DType::Float32, bits));
}

#[test]
fn types_pass_where_both_formats_name_them() {
    let folder = Folder::new();
    let all = golden("gguf/all_types.le.gguf");
    folder.run(&format!("convert {} out.gguf", all.display())).done();
    let (a, b) = (io::open(&all).unwrap(), io::open(folder.path("out.gguf")).unwrap());
    for (x, y) in a.entries().iter().zip(b.entries()) {
        assert_eq!((&x.name, &x.dtype, &x.shape), (&y.name, &y.dtype, &y.shape));
        assert_eq!(*a.raw(&x.name).unwrap().read().unwrap(), *b.raw(&y.name).unwrap().read().unwrap(), "{}", x.name);
    }
    folder
        .run(&format!("convert {} out.safetensors", all.display()))
        .fails(1, &["safetensors has no name for", "gguf"]);
    assert_eq!(folder.files(), ["out.gguf"]);
}

#[test]
fn types_without_a_decoder_pass_as_bytes_only() {
    let folder = Folder::new();
    folder.save_undecoded("a.gguf");
    folder.run("convert a.gguf b.gguf").done();
    let (a, b) = (io::open(folder.path("a.gguf")).unwrap(), io::open(folder.path("b.gguf")).unwrap());
    assert_eq!(*a.raw("w").unwrap().read().unwrap(), *b.raw("w").unwrap().read().unwrap());
    folder.run("convert a.gguf c.gguf --dtype f32").fails(1, &["q8_1", "activations"]);
    assert_eq!(folder.files(), ["a.gguf", "b.gguf"]);
}

#[test]
fn a_dtype_converts_floats_and_leaves_the_rest() {
    let folder = Folder::new();
    let (w, ids) = (tensor(&[3, 40_000], 1), Tensor::arange(5).unwrap());
    let q = tensor(&[2, 64], 2).quantize(DType::Q4_0).unwrap();
    folder.save("a.gguf", &[("w", w.clone()), ("ids", ids.clone()), ("q", q.clone())]);
    folder.run("convert a.gguf b.safetensors --dtype bf16").done();
    for (name, t) in [("w", &w), ("q", &q)] {
        let expected = t.astype(DType::BFloat16).unwrap().to_bytes().unwrap();
        assert_eq!(stored(&folder, "b.safetensors", name), (DType::BFloat16, expected), "{name}");
    }
    assert_eq!(stored(&folder, "b.safetensors", "ids"), (DType::Int64, ids.to_bytes().unwrap()));
    folder.run("convert a.gguf c.safetensors --dtype int8").done();
    assert_eq!(stored(&folder, "c.safetensors", "ids").1, [0, 1, 2, 3, 4]);
}

#[test]
fn a_dtype_that_does_not_fit_is_an_error_about_the_tensor() {
    let folder = Folder::new();
    folder.save("a.npy", &[("a", tensor(&[2, 33], 1))]);
    folder.run("convert a.npy b.gguf --dtype q8_0").fails(1, &["tensor \"tensor\"", "[2, 33]", "q8_0"]);
    let complex = tensor(&[2], 1).astype(DType::Complex64).unwrap();
    folder.save("c.npy", &[("c", complex)]);
    folder.run("convert c.npy d.npy --dtype int32").fails(1, &["tensor \"tensor\"", "complex64"]);
    assert_eq!(folder.files(), ["a.npy", "c.npy"]);
}

#[test]
fn metadata_go_along() {
    let folder = Folder::new();
    let mut metadata = Metadata::new();
    metadata.insert("format", "pt");
    metadata.insert("general.alignment", "64");
    folder.save_with("a.safetensors", &[("w", tensor(&[2], 1))], &metadata);
    folder.run("convert a.safetensors b.gguf").done();
    let b = io::open(folder.path("b.gguf")).unwrap();
    let pairs: Vec<(&str, String)> = b.metadata().iter().map(|(k, v)| (k, v.to_string())).collect();
    assert_eq!(pairs, [("format", "pt".to_owned()), ("general.architecture", "unknown".to_owned())]);
    folder.run("convert b.gguf c.safetensors").done();
    assert_eq!(io::open(folder.path("c.safetensors")).unwrap().metadata(), b.metadata());
}

#[test]
fn an_output_is_replaced_and_a_link_stays_a_link() {
    let folder = Folder::new();
    folder.save("a.safetensors", &[("w", tensor(&[2], 1))]);
    folder.write("real.gguf", b"old");
    #[cfg(unix)]
    std::os::unix::fs::symlink("real.gguf", folder.path("b.gguf")).unwrap();
    folder.run("convert a.safetensors b.gguf").done();
    assert_eq!(stored(&folder, "b.gguf", "w"), stored(&folder, "a.safetensors", "w"));
    #[cfg(unix)]
    assert_eq!(stored(&folder, "real.gguf", "w"), stored(&folder, "a.safetensors", "w"));
}
