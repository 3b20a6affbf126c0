use polyad::{DType, Slice, Tensor};
use serde_json::{Value, json};

use crate::support::{Folder, Run, golden, golden_files, numbers, tensor};

/// -1.75, -1.5, ... in four rows of six.
fn quarters() -> Tensor {
    let values: Vec<f32> = (0..24).map(|i| (i - 7) as f32 / 4.0).collect();
    Tensor::from_slice(&values, &[4, 6]).unwrap()
}

/// The program with whole arguments: an index has spaces.
fn run(folder: &Folder, args: &[&str]) -> Run {
    Run::of(folder.command(args).output().unwrap())
}

fn values(folder: &Folder, file: &str, tensor: &str) -> String {
    run(folder, &["show", file, tensor, "--values"]).done()
}

fn json_of(folder: &Folder, args: &[&str]) -> Value {
    serde_json::from_str(&run(folder, &[&["show", "--json"], args].concat()).done()).unwrap()
}

#[test]
fn a_tensor_is_shown_with_values_numbers_and_plots() {
    let folder = Folder::new();
    folder.save("m.npz", &[("w", quarters()), ("b", tensor(&[2], 1))]);
    let out = run(&folder, &["show", "m.npz", "w"]).done();
    let want = "\
w: float32 [4, 6], 24 elements, 96 B

[[-1.75 -1.5  -1.25 -1.   -0.75 -0.5 ]
 [-0.25  0.    0.25  0.5   0.75  1.  ]
 [ 1.25  1.5   1.75  2.    2.25  2.5 ]
 [ 2.75  3.    3.25  3.5   3.75  4.  ]]

count            24    min   -1.75    1 %      -1.750
NaN               0    max     4.0    25 %    -0.5000
infinite          0    mean  1.125    median    1.000
zeros     1 (4.2 %)    std   1.731    75 %      2.500
                       rms   2.064    99 %      4.000

histogram of values: 9 bins, 0.6680 wide; the tallest has 12.5 %
3 ▏      █████       █████ █████ █████       █████ █████
  ▏      █████       █████ █████ █████       █████ █████
  ▏      █████       █████ █████ █████       █████ █████
  ▏▅▅▅▅▅ █████ ▅▅▅▅▅ █████ █████ █████ ▅▅▅▅▅ █████ █████
  ▏█████ █████ █████ █████ █████ █████ █████ █████ █████
  ▏█████ █████ █████ █████ █████ █████ █████ █████ █████
  ▏█████ █████ █████ █████ █████ █████ █████ █████ █████
  ▏█████ █████ █████ █████ █████ █████ █████ █████ █████
  ▏█████ █████ █████ █████ █████ █████ █████ █████ █████
  ▏█████ █████ █████ █████ █████ █████ █████ █████ █████
  ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
   -2.004            0                              4.008

heat map of values: axis 0 runs down, axis 1 to the right
0 ==----::::..
1 ..  ....::::
2 ----==++++**
3 **####%%%%@@
magnitude: 0 \" .:-=+*#%@\" 4.000
a cell is one value
";
    assert_eq!(out, want);
}

#[test]
fn an_index_is_that_of_numpy() {
    let folder = Folder::new();
    folder.save("x.npy", &[("", quarters())]);
    let of = |index: &str| values(&folder, "x.npy", index);
    assert_eq!(of("[::-1,-1:1:-2]"), "[[ 4.   3.5]\n [ 2.5  2. ]\n [ 1.   0.5]\n [-0.5 -1. ]]\n");
    assert_eq!(of("[1]"), "[-0.25  0.    0.25  0.5   0.75  1.  ]\n");
    assert_eq!(of("[0, ..., :2, None]"), "[[-1.75]\n [-1.5 ]]\n");
    assert_eq!(of("[0, 0]"), "-1.75\n");
    assert_eq!(of("tensor[..., -1]"), "[-0.5  1.   2.5  4. ]\n");
    assert_eq!(of("[4:]"), "[]\n");
    assert_eq!(of("[-100:100:3, 5:]"), "[[-0.5]\n [ 4. ]]\n");
}

#[test]
fn every_kind_of_number_prints_as_numpy_prints_it() {
    let folder = Folder::new();
    let floats = Tensor::from_slice(&[0.1f32, -2.0, 3.15], &[1, 3]).unwrap();
    let complex = [[1.5f32, -2.0], [0.0, 0.25]].map(|[re, im]| [re.to_le_bytes(), im.to_le_bytes()].concat()).concat();
    folder.save(
        "m.safetensors",
        &[
            ("bf16", floats.astype(DType::BFloat16).unwrap()),
            ("bool", Tensor::from_slice(&[true, false, false, true], &[2, 2]).unwrap()),
            ("int", Tensor::arange(12).unwrap().reshape(&[3, 4]).unwrap()),
            ("complex", Tensor::from_bytes(&complex, DType::Complex64, &[2]).unwrap()),
            ("empty", Tensor::zeros(&[0, 3], DType::Float32).unwrap()),
            ("single", Tensor::from_slice(&[0.1f32], &[]).unwrap()),
        ],
    );
    for (name, text) in [
        ("bf16", "[[ 0.10009766 -2.          3.15625   ]]\n"),
        ("bool", "[[ True False]\n [False  True]]\n"),
        ("int[:, ::-3]", "[[ 3  0]\n [ 7  4]\n [11  8]]\n"),
        ("complex", "[1.5-2.j   0. +0.25j]\n"),
        ("empty", "[]\n"),
        ("single", "0.1\n"),
    ] {
        assert_eq!(values(&folder, "m.safetensors", name), text, "{name}");
        assert!(run(&folder, &["show", "m.safetensors", name]).done().contains("count"), "{name}");
    }
}

#[test]
fn quantized_values_are_decoded_and_cost_what_they_cost() {
    let folder = Folder::new();
    let x = tensor(&[2, 64], 3).astype(DType::Q4_0).unwrap();
    folder.save("m.gguf", &[("w", x.clone())]);
    let back = Slice::Range { start: None, stop: None, step: -7 };
    let want = x.astype(DType::Float32).unwrap().slice(&[Slice::All, back]).unwrap();
    assert_eq!(values(&folder, "m.gguf", "w[:, ::-7]"), format!("{want}\n"));
    let out = run(&folder, &["show", "m.gguf", "--stats"]).done();
    assert!(out.contains("bits per value         4.5 "), "{out}");
    let json = json_of(&folder, &["m.gguf", "w[1, 3]"]);
    assert_eq!((&json["dtype"], &json["stats"]["bits_per_value"]), (&json!("q4_0"), &json!(4.5)));
}

#[test]
fn numbers_are_those_of_a_plain_count_for_any_number_of_threads() {
    let folder = Folder::new();
    let shape = [500, 700];
    let mut list = numbers(500 * 700, 5);
    list[1234] = 0.0;
    list[99] = f32::NAN;
    list[300_000] = f32::NEG_INFINITY;
    folder.save("x.npy", &[("", Tensor::from_slice(&list, &shape).unwrap())]);
    // Every second row from the last one on, without the first three columns.
    let rows = list.chunks(700).rev().step_by(2);
    let plain: Vec<f64> = rows.flat_map(|row| row[3..].iter().map(|x| f64::from(*x))).collect();
    let finite: Vec<f64> = plain.iter().copied().filter(|x| x.is_finite()).collect();
    let n = finite.len() as f64;
    let mean = finite.iter().sum::<f64>() / n;
    let std = (finite.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
    let json = json_of(&folder, &["x.npy", "[::-2, 3:]", "--threads", "1"]);
    assert_eq!(json, json_of(&folder, &["x.npy", "[::-2, 3:]", "--threads", "3"]));
    assert_eq!((&json["slice"], &json["slice_shape"]), (&json!("[::-2, 3:]"), &json!([250, 697])));
    let stats = &json["stats"];
    let count = |f: fn(&f64) -> bool| plain.iter().filter(|x| f(x)).count();
    assert_eq!(stats["count"], plain.len());
    assert_eq!(stats["nan"], count(|x| x.is_nan()));
    assert_eq!(stats["infinite"], count(|x| x.is_infinite()));
    assert_eq!(stats["zeros"], count(|x| *x == 0.0));
    assert_eq!(stats["min"], finite.iter().copied().fold(f64::INFINITY, f64::min));
    assert_eq!(stats["max"], finite.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    let close = |key: &str, want: f64, within: f64| {
        let got = stats[key].as_f64().unwrap();
        assert!((got - want).abs() <= within, "{key}: {got} {want}");
    };
    close("mean", mean, 1e-15);
    close("std", std, 1e-14);
    close("rms", (std * std + mean * mean).sqrt(), 1e-14);
    let mut sorted = finite.clone();
    sorted.sort_by(f64::total_cmp);
    for (key, share) in [("p1", 0.01), ("p25", 0.25), ("p50", 0.5), ("p75", 0.75), ("p99", 0.99)] {
        let (got, want) = (stats["percentiles"][key].as_f64().unwrap(), sorted[(n * share) as usize]);
        assert!((got - want).abs() < 2.0 / 2048.0, "{key}: {got} {want}");
    }
    let counts = json["histogram"]["counts"].as_array().unwrap();
    let inside: u64 = counts.iter().map(|n| n.as_u64().unwrap()).sum();
    let outside = json["histogram"]["below"].as_u64().unwrap() + json["histogram"]["above"].as_u64().unwrap();
    assert_eq!(inside + outside, finite.len() as u64);
    assert_eq!(json["values"], Value::Null);
}

#[test]
fn json_has_few_values_and_no_number_that_is_none() {
    let folder = Folder::new();
    let floats = Tensor::from_slice(&[0.1f32, f32::NAN, f32::INFINITY, -2.0], &[2, 2]).unwrap();
    let complex = Tensor::from_slice(&[3.0f64, -4.0], &[2]).unwrap().astype(DType::Complex128).unwrap();
    folder.save(
        "m.npz",
        &[
            ("f", floats),
            ("b", Tensor::from_slice(&[true, false], &[2]).unwrap()),
            ("u", Tensor::from_slice(&[u64::MAX], &[]).unwrap()),
            ("c", complex),
            ("e", Tensor::zeros(&[2, 0], DType::Float64).unwrap()),
        ],
    );
    let f = json_of(&folder, &["m.npz", "f"]);
    assert_eq!(f["values"], json!([[0.1, null], [null, -2.0]]));
    assert_eq!(f["stats"]["infinite"], 1);
    assert_eq!((&f["stats"]["min"], &f["slice"], &f["slice_shape"]), (&json!(-2.0), &Value::Null, &json!([2, 2])));
    let b = json_of(&folder, &["m.npz", "b"]);
    assert_eq!(
        (&b["values"], &b["stats"]["mean"], &b["stats"]["max"]),
        (&json!([true, false]), &json!(0.5), &json!(1))
    );
    let u = json_of(&folder, &["m.npz", "u"]);
    assert_eq!((&u["values"], &u["stats"]["min"]), (&json!(u64::MAX), &json!(u64::MAX)));
    let c = json_of(&folder, &["m.npz", "c"]);
    assert_eq!((&c["values"], &c["stats"]["mean"]), (&json!([[3.0, 0.0], [-4.0, 0.0]]), &json!([-0.5, 0.0])));
    assert_eq!((&c["stats"]["min"], &c["stats"]["max"]), (&json!(3.0), &json!(4.0)));
    let e = json_of(&folder, &["m.npz", "e"]);
    assert_eq!((&e["values"], &e["stats"]["count"], &e["stats"]["mean"]), (&json!([[], []]), &json!(0), &Value::Null));
    assert_eq!(e["histogram"], Value::Null);
}

#[test]
fn parts_of_the_result_can_be_picked() {
    let folder = Folder::new();
    folder.save("x.npy", &[("", tensor(&[40, 50], 2))]);
    let out = |options: &[&str]| run(&folder, &[&["show", "x.npy"], options].concat()).done();
    let starts = |options: &[&str]| {
        let out = out(options);
        ["[[", "count", "histogram of", "heat map of"].map(|word| out.lines().any(|line| line.starts_with(word)))
    };
    assert_eq!(starts(&[]), [true; 4]);
    assert_eq!(starts(&["--values"]), [true, false, false, false]);
    assert_eq!(starts(&["--stats", "--heat"]), [false, true, false, true]);
    assert_eq!(starts(&["--histogram"]), [false, false, true, false]);
    assert_eq!(out(&["--quiet"]), "");
    assert_eq!(out(&["[0, 0]", "--heat"]), "heat map: shape [] has no cells\n");
    assert_eq!(run(&folder, &["show", "x.npy", "--plots"]).code, Some(2));
    assert!(out(&[]).starts_with("tensor: float32 [40, 50], 2000 elements, 8.0 kB\n"));
    // A handful of values needs no plots.
    let few = run(&folder, &["show", "x.npy", "[0, :4]"]).done();
    assert!(few.contains("count") && !few.contains("histogram"), "{few}");
}

#[test]
fn wrong_indices_say_what_is_wrong() {
    let folder = Folder::new();
    folder.save("m.npz", &[("w", quarters()), ("b", tensor(&[2], 1))]);
    let fails = |tensor: &str, code: i32, words: &[&str]| run(&folder, &["show", "m.npz", tensor]).fails(code, words);
    fails("w[a]", 2, &["\"a\" is no index", "start:stop:step"]);
    fails("w[]", 2, &["missing"]);
    fails("w[0:3", 2, &["\"]\" is missing"]);
    fails("w[::0]", 2, &["step"]);
    fails("w[..., ...]", 2, &["only one"]);
    fails("w[9]", 1, &["\"w\"", "9 is outside axis 0", "[4, 6]"]);
    fails("w[0, -7]", 1, &["-7 is outside axis 1", "[4, 6]"]);
    fails("w[0, 0, 0]", 1, &["[4, 6]", "3 axes"]);
}

#[test]
fn names_are_found_before_indices_and_slips_are_named() {
    let folder = Folder::new();
    let named = |name: &'static str, x: f32| (name, Tensor::from_slice(&[x, 7.0], &[2]).unwrap());
    let list = ["layer.weight", "layer.bias", "x[0]", "x", "norm.weight", "head", "\u{1b}[2Jevil"];
    let list: Vec<(&str, Tensor)> =
        list.into_iter().zip([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]).map(|(n, x)| named(n, x)).collect();
    folder.save("m.safetensors", &list);
    assert_eq!(values(&folder, "m.safetensors", "x[0]"), "[3. 7.]\n");
    assert_eq!(values(&folder, "m.safetensors", "x[0][0]"), "3.0\n");
    assert_eq!(values(&folder, "m.safetensors", "x[1]"), "7.0\n");
    let fails = |tensor: &str, words: &[&str]| run(&folder, &["show", "m.safetensors", tensor]).fails(1, words);
    fails("layer.wieght", &["\"layer.wieght\"", "near are \"layer.weight\""]);
    fails("weight[0]", &["\"layer.weight\"", "\"norm.weight\""]);
    fails("zzzzzz", &["polyad ls"]);
    fails("[0]", &["\"[0]\""]);
    run(&folder, &["show", "m.safetensors"]).fails(2, &["7 tensors", "and 2 more", "layer.weight"]);
    // What steers a terminal is escaped in every line.
    let evil = run(&folder, &["show", "m.safetensors", "\u{1b}[2Jevil"]).done();
    assert!(evil.starts_with("\\u{1b}[2Jevil: float32 [2]") && !evil.contains('\u{1b}'), "{evil}");
    let near = run(&folder, &["show", "m.safetensors", "evil"]);
    assert!(near.err.contains("\\u{1b}[2Jevil") && !near.err.contains('\u{1b}'), "{near:?}");
    folder.save("none.safetensors", &[]);
    run(&folder, &["show", "none.safetensors"]).fails(1, &["no tensors"]);
}

#[test]
fn a_tensor_of_another_part_of_a_model_is_found() {
    let folder = Folder::new();
    let parts = ["gguf/split-00001-of-00003.gguf", "gguf/split-00003-of-00003.gguf"].map(golden);
    let last = polyad::io::open(&parts[1]).unwrap();
    let name = &last.entries().last().unwrap().name;
    let out = run(&folder, &["show", parts[0].to_str().unwrap(), name]).done();
    assert!(out.starts_with(&format!("{name}: ")), "{out}");
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    let folder = Folder::new();
    let mut values = numbers(40 * 50, 2);
    values[77] = f32::NAN;
    folder.save("x.npy", &[("", Tensor::from_slice(&values, &[40, 50]).unwrap())]);
    let out = |variables: &[(&str, &str)]| {
        let mut command = folder.command(&["show", "x.npy"]);
        command.env_remove("COLORTERM").env_remove("NO_COLOR").envs(variables.iter().copied());
        Run::of(command.output().unwrap()).done()
    };
    let plain = out(&[]);
    assert!(!plain.contains('\u{1b}') && plain.contains("? has NaN or infinity"), "{plain}");
    assert_eq!(out(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]), plain);
    let few = out(&[("CLICOLOR_FORCE", "1"), ("TERM", "xterm-256color")]);
    assert!(few.contains("\u{1b}[38;5;") && !few.contains("\u{1b}[38;2;") && few.contains("white is 0"), "{few}");
    let many = out(&[("CLICOLOR_FORCE", "1"), ("COLORTERM", "truecolor")]);
    assert!(many.contains("\u{1b}[38;2;") && many.contains('▀'), "{many}");
}

#[test]
fn plots_without_a_range_say_so() {
    let folder = Folder::new();
    folder.save("x.npy", &[("", Tensor::full(&[4, 10], 0.5f32, DType::Float32).unwrap())]);
    assert!(run(&folder, &["show", "x.npy"]).done().contains("\nhistogram of values: all are 0.5\n"));
    folder.save("x.npy", &[("", Tensor::from_slice(&[f32::NAN; 40], &[4, 10]).unwrap())]);
    let out = run(&folder, &["show", "x.npy"]).done();
    for words in ["NaN       40 (100.0 %)", "there are no finite ones", "????????????????????"] {
        assert!(out.contains(words), "{words}: {out}");
    }
}

#[test]
fn a_type_without_a_decoder_has_a_head_and_an_error() {
    let folder = Folder::new();
    folder.save_undecoded("a.gguf");
    let found = run(&folder, &["show", "a.gguf", "w"]);
    assert_eq!(found.code, Some(1));
    assert!(found.out.starts_with("w: q8_1 "), "{found:?}");
    assert!(found.err.contains("no decoder") && found.err.contains("q8_1"), "{found:?}");
}

#[test]
fn every_tensor_of_every_golden_file_is_shown() {
    let folder = Folder::new();
    for path in golden_files() {
        let archive = polyad::io::open(&path).unwrap();
        // No argument of a program has a NUL in it.
        for entry in archive.entries().iter().filter(|e| !e.name.contains('\0')).take(6) {
            let found = run(&folder, &["show", path.to_str().unwrap(), &entry.name]);
            // Some have no decoder, and a damaged member is found when it is read.
            let fine = found.code == Some(0) || (found.code == Some(1) && found.err.starts_with("error: tensor \""));
            assert!(fine, "{path:?} {}: {found:?}", entry.name);
            if found.code == Some(0) && entry.size() <= 1000 {
                let x = archive.tensor(&entry.name).unwrap();
                assert!(found.out.contains(&format!("\n{x}\n")), "{path:?} {}: {found:?}", entry.name);
            }
        }
    }
}
