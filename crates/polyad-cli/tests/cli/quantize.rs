use polyad::io::{self, Metadata, Value};
use polyad::{DType, Tensor};

use crate::support::{Folder, numbers, stored, tensor};

/// More than a chunk, so that several threads have a part of it.
const LARGE: [usize; 2] = [300, 512];

fn model(folder: &Folder) -> Vec<(&'static str, Tensor)> {
    let tensors = vec![
        ("embed.weight", tensor(&LARGE, 1)),
        ("layer.weight", tensor(&[64, 96], 2)),
        ("layer.odd", tensor(&[16, 33], 3)),
        ("layer.bias", tensor(&[96], 4)),
        ("scale", tensor(&[], 5)),
        ("ids", Tensor::arange(64).unwrap().reshape(&[2, 32]).unwrap()),
    ];
    folder.save("m.safetensors", &tensors);
    tensors
}

#[test]
fn matrices_are_stored_as_the_type_and_the_rest_is_kept() {
    for dtype in [DType::Q8_0, DType::Q4_0, DType::Q4_1, DType::Q5_0, DType::Q5_1, DType::Mxfp4, DType::BFloat16] {
        let folder = Folder::new();
        let tensors = model(&folder);
        let out = folder.run(&format!("quantize m.safetensors q.gguf --type {dtype}")).done();
        for (name, t) in &tensors {
            let expected = match *name {
                "layer.odd" if dtype.is_quantized() => t.astype(DType::Float16),
                "embed.weight" | "layer.weight" | "layer.odd" => t.astype(dtype),
                _ => Ok(t.clone()),
            };
            let expected = expected.unwrap();
            let bytes = expected.to_bytes().unwrap();
            assert_eq!(stored(&folder, "q.gguf", name), (expected.dtype(), bytes), "{dtype}: {name}");
            assert_eq!(io::open(folder.path("q.gguf")).unwrap().get(name).unwrap().shape, t.shape());
        }
        let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
        let line = |start: &[&str]| lines.iter().any(|line| line.starts_with(start));
        assert!(line(&[dtype.name(), if dtype.is_quantized() { "2" } else { "3" }]), "{out}");
        assert!(line(&["float16", "1"]) == dtype.is_quantized(), "{out}");
        assert!(out.contains("no whole blocks") == dtype.is_quantized(), "{out}");
        assert!(out.contains("rank 0 or 1") && out.contains("no floats"), "{out}");
    }
}

#[test]
fn the_cost_is_told_as_diff_tells_it() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&LARGE, 1))]);
    let out = folder.run("quantize m.safetensors q.gguf --type q4_0").done();
    let diff = folder.run("diff m.safetensors q.gguf --json");
    let json: serde_json::Value = serde_json::from_str(&diff.out).unwrap();
    let relative = json["pooled"]["relative_rmse"].as_f64().unwrap();
    let words: Vec<&str> = out.lines().nth(1).unwrap().split_whitespace().collect();
    let told: f64 = words[6].parse().unwrap();
    assert!((told / relative - 1.0).abs() < 0.0005, "{told} {relative}: {out}");
}

#[test]
fn patterns_keep_and_map() {
    let folder = Folder::new();
    model(&folder);
    let line = "quantize m.safetensors q.gguf --type q4_0 --keep odd$ --map embed=q8_0 --map e=f16 --quiet";
    assert_eq!(folder.run(line).done(), "");
    let dtype = |name: &str| stored(&folder, "q.gguf", name).0;
    assert_eq!(dtype("layer.odd"), DType::Float32);
    assert_eq!(dtype("embed.weight"), DType::Q8_0);
    assert_eq!(dtype("layer.weight"), DType::Float16);
    // A pattern may reach what the rule keeps, but not what holds no floats.
    assert_eq!((dtype("layer.bias"), dtype("ids")), (DType::Float16, DType::Int64));
}

#[test]
fn a_pattern_that_matches_nothing_is_warned_of() {
    let folder = Folder::new();
    model(&folder);
    let run = folder.run("quantize m.safetensors q.gguf --type q8_0 --keep lm_head --map foo=f16 --keep bias --quiet");
    let warnings = "warning: --keep \"lm_head\" matches no tensor\nwarning: --map \"foo\" matches no tensor\n";
    assert_eq!((run.code, run.err.as_str()), (Some(0), warnings));
}

#[test]
fn a_value_that_cannot_be_stored_is_told_with_its_place() {
    for (value, dtype, words) in [
        (f32::NAN, "q4_0", ["NaN", "q4_0"]),
        (f32::INFINITY, "mxfp4", ["inf", "mxfp4"]),
        (f32::NEG_INFINITY, "bf16", ["-inf", "bfloat16"]),
        (f32::NAN, "f16", ["NaN", "not finite"]),
        (1e6, "f16", ["1000000", "past its range"]),
        (1e8, "q8_0", ["100000000", "q8_0"]),
    ] {
        let folder = Folder::new();
        let mut values = numbers(300 * 512, 1);
        values[250 * 512 + 17] = value;
        let (bad, good) = (Tensor::from_slice(&values, &[3, 100, 512]).unwrap(), tensor(&[2, 32], 2));
        folder.save("m.safetensors", &[("good", good), ("bad", bad.clone())]);
        folder.write("q.gguf", b"precious");
        let line = format!("quantize m.safetensors q.gguf --type {dtype}");
        folder.run(&line).fails(1, &["tensor \"bad\"", "at [2, 50, 17]", words[0], words[1]]);
        assert_eq!(
            (folder.files(), folder.read("q.gguf")),
            (vec!["m.safetensors".into(), "q.gguf".into()], b"precious".into())
        );
        let run = folder.run(&format!("{line} --allow-nonfinite"));
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.err.starts_with("warning: tensor \"bad\"") && run.err.contains("kept"), "{run:?}");
        assert!(run.out.contains("values that the type cannot hold"), "{run:?}");
        assert_eq!(stored(&folder, "q.gguf", "bad"), (DType::Float32, bad.to_bytes().unwrap()));
        assert_eq!(stored(&folder, "q.gguf", "good").0, DType::from_name(dtype).unwrap());
    }
}

#[test]
fn what_is_kept_may_hold_anything() {
    let folder = Folder::new();
    let nan = Tensor::full(&[64], f64::NAN, DType::Float32).unwrap();
    folder.save("m.safetensors", &[("bias", nan), ("w", tensor(&[2, 32], 1))]);
    folder.run("quantize m.safetensors q.gguf --type q8_0").done();
}

#[test]
fn metadata_of_a_model_stay_and_state_the_new_type() {
    let folder = Folder::new();
    let mut metadata = Metadata::new();
    metadata.insert("general.architecture", "bert");
    metadata.insert("general.file_type", 1u32);
    metadata.insert("bert.block_count", 6u32);
    let half = tensor(&[4, 64], 1).astype(DType::Float16).unwrap();
    folder.save_with("m.gguf", &[("w", half)], &metadata);
    folder.run("quantize m.gguf q.gguf --type q8_0").done();
    let q = io::open(folder.path("q.gguf")).unwrap();
    let number = |key: &str| q.metadata().get(key).and_then(Value::as_u64);
    assert_eq!(q.metadata().get("general.architecture"), Some(&Value::from("bert")));
    assert_eq!(number("bert.block_count"), Some(6));
    assert_eq!(number("general.file_type"), Some(7));
    assert_eq!(number("general.quantization_version"), Some(2));
}

#[test]
fn quantized_weights_are_quantized_again() {
    let folder = Folder::new();
    let q8 = tensor(&LARGE, 1).quantize(DType::Q8_0).unwrap();
    folder.save("m.gguf", &[("w", q8.clone())]);
    folder.run("quantize m.gguf q.gguf --type q4_0").done();
    let expected = q8.astype(DType::Float32).unwrap().quantize(DType::Q4_0).unwrap();
    assert_eq!(stored(&folder, "q.gguf", "w"), (DType::Q4_0, expected.to_bytes().unwrap()));
    let again = folder.run("quantize q.gguf r.gguf --type q4_0").done();
    assert!(again.contains("of that type already"), "{again}");
    assert_eq!(stored(&folder, "r.gguf", "w"), stored(&folder, "q.gguf", "w"));
}

#[test]
fn column_major_and_empty_arrays_are_quantized() {
    let folder = Folder::new();
    // The elements of a row-major [64, 96] array are those of a column-major [96, 64] one.
    let t = tensor(&[64, 96], 1);
    folder.save("c.npy", &[("c", t.clone())]);
    let mut bytes = folder.read("c.npy");
    let start = bytes.iter().position(|&b| b == b'{').unwrap();
    let end = bytes.iter().position(|&b| b == b'}').unwrap();
    let header = "{'descr': '<f4', 'fortran_order': True, 'shape': (96, 64), }";
    let header = format!("{header:<width$}", width = end + 1 - start);
    bytes[start..=end].copy_from_slice(header.as_bytes());
    folder.write("f.npy", &bytes);
    folder.run("quantize f.npy q.gguf --type q8_0").done();
    let expected = t.mt().unwrap().quantize(DType::Q8_0).unwrap().to_bytes().unwrap();
    assert_eq!(stored(&folder, "q.gguf", "tensor"), (DType::Q8_0, expected));
    folder.save("e.safetensors", &[("e", tensor(&[0, 32], 1)), ("f", tensor(&[32, 0], 1))]);
    folder.run("quantize e.safetensors e.gguf --type q8_0").done();
    assert_eq!(stored(&folder, "e.gguf", "e"), (DType::Q8_0, vec![]));
}

/// Importance in both of the forms that files have, and no trace of the chunks that tensors travel in.
#[test]
fn importance_counts_by_column() {
    let folder = Folder::new();
    let (w, deep) = (tensor(&[700, 256], 1), tensor(&[3, 40, 256], 2));
    folder.save("m.safetensors", &[("w", w.clone()), ("deep", deep.clone()), ("other", tensor(&[4, 256], 3))]);
    let numbers = |n: usize, seed| {
        let positive: Vec<f32> = numbers(n, seed).iter().map(|x| x.abs()).collect();
        Tensor::from_slice(&positive, &[n]).unwrap()
    };
    let (one, three) = (numbers(256, 4), numbers(768, 5).reshape(&[3, 256]).unwrap());
    folder.save("plain.safetensors", &[("w", one.clone()), ("deep", three.clone())]);
    // Sums over 2 inputs, and a matrix that nothing went through.
    let twice = |t: &Tensor| t.add(t).unwrap();
    let counts = Tensor::from_slice(&[2.0f32, 2.0, 0.0], &[3, 1]).unwrap();
    let two = Tensor::from_slice(&[2.0f32], &[1]).unwrap();
    folder.save(
        "sums.gguf",
        &[("w.in_sum2", twice(&one)), ("w.counts", two), ("deep.in_sum2", twice(&three)), ("deep.counts", counts)],
    );
    let ones = three.slice(&[polyad::Slice::from(0..2)]).unwrap();
    let flat = Tensor::ones(&[1, 256], DType::Float32).unwrap();
    let third = ones.concat(&[&flat], 0).unwrap();
    for dtype in [DType::Q4K, DType::Q4_0, DType::Q8_0] {
        for (file, lists) in [("plain.safetensors", &three), ("sums.gguf", &third)] {
            folder.run(&format!("quantize m.safetensors q.gguf --type {dtype} --importance {file}")).done();
            let bytes = |t: Tensor| (dtype, t.to_bytes().unwrap());
            assert_eq!(stored(&folder, "q.gguf", "w"), bytes(w.quantize_by(dtype, &one).unwrap()), "{dtype} {file}");
            assert_eq!(stored(&folder, "q.gguf", "deep"), bytes(deep.quantize_by(dtype, lists).unwrap()), "{dtype}");
        }
        // What the file says nothing about is quantized without.
        let plain = tensor(&[4, 256], 3).quantize(dtype).unwrap().to_bytes().unwrap();
        assert_eq!(stored(&folder, "q.gguf", "other"), (dtype, plain));
    }
}

#[test]
fn importance_that_does_not_fit_or_is_missing_is_told() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[4, 256], 1))]);
    folder.save("wrong.safetensors", &[("w", tensor(&[255], 1))]);
    folder.save("negative.safetensors", &[("w", tensor(&[256], 1))]);
    folder.save("none.safetensors", &[("v", tensor(&[256], 1))]);
    let run = |rest: &str| folder.run(&format!("quantize m.safetensors q.gguf {rest}"));
    run("--type iq2_xs").fails(1, &["\"w\"", "iq2_xs", "--importance"]);
    run("--type iq2_xs --importance none.safetensors").fails(1, &["the file has none for it"]);
    run("--type q4_K --importance wrong.safetensors").fails(1, &["wrong.safetensors", "\"w\"", "[255]", "256"]);
    run("--type q4_K --importance negative.safetensors").fails(1, &["\"w\"", "0 or larger"]);
    let warned = run("--type q4_K --importance none.safetensors");
    assert_eq!(warned.code, Some(0));
    assert!(warned.err.starts_with("warning: none.safetensors: it has importance for none"), "{warned:?}");
}

#[test]
fn importance_is_not_written_over() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[4, 256], 1))]);
    folder.save("i.safetensors", &[("w", Tensor::ones(&[256], DType::Float32).unwrap())]);
    let line = "quantize m.safetensors i.safetensors --type q4_0 --to gguf --importance i.safetensors";
    folder.run(line).fails(2, &["i.safetensors: it belongs to the input, i.safetensors"]);
}
