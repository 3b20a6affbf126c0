use polyad::{DType, Tensor};
use serde_json::Value as Json;

use crate::support::{Folder, Run, numbers, tensor};

fn json(run: &Run) -> Json {
    serde_json::from_str(&run.out).unwrap_or_else(|e| panic!("{e}: {run:?}"))
}

fn close(got: &Json, expected: f64) -> bool {
    (got.as_f64().unwrap() - expected).abs() <= 1e-9 * expected.abs()
}

#[test]
fn measures_follow_their_definitions_and_the_worst_comes_first() {
    let folder = Folder::new();
    let n = 100_000;
    let (a, b) = (numbers(n, 1), numbers(n, 2));
    let shifted: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a + b * 0.25).collect();
    let t = |values: &[f32]| Tensor::from_slice(values, &[n]).unwrap();
    folder.save("a.safetensors", &[("fine", t(&b)), ("near", t(&a)), ("far", t(&a))]);
    folder.save("b.npz", &[("near", t(&a).astype(DType::Float16).unwrap()), ("far", t(&shifted)), ("fine", t(&b))]);
    let run = folder.run("diff a.safetensors b.npz --json");
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let json = json(&run);
    let names: Vec<&str> = json["tensors"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["far", "near", "fine"]);

    let pairs = || a.iter().zip(&shifted).map(|(&x, &y)| (f64::from(x), f64::from(y)));
    let sum = |f: fn((f64, f64)) -> f64| pairs().map(f).sum::<f64>();
    let (error, signal) = (sum(|(x, y)| (x - y).powi(2)), sum(|(x, _)| x * x));
    let far = &json["tensors"][0];
    assert!(close(&far["max_abs"], pairs().map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)), "{far}");
    assert!(close(&far["rmse"], (error / n as f64).sqrt()), "{far}");
    assert!(close(&far["relative_rmse"], (error / signal).sqrt()), "{far}");
    assert!(close(&far["snr_db"], 10.0 * (signal / error).log10()), "{far}");
    let cosine = sum(|(x, y)| x * y) / (signal * sum(|(_, y)| y * y)).sqrt();
    assert!(close(&far["cosine"], cosine), "{far}");
    assert_eq!((&far["dtype_a"], &far["equal"]), (&Json::from("float32"), &Json::from(false)));

    // Pooled are those whose type differs.
    assert_eq!(json["pooled"]["tensors"], 1);
    assert_eq!(json["pooled"]["rmse"], json["tensors"][1]["rmse"]);
    let fine = &json["tensors"][2];
    assert_eq!((&fine["max_abs"], &fine["snr_db"], &fine["equal"]), (&Json::from(0.0), &Json::Null, &Json::from(true)));

    let text = folder.run("diff a.safetensors b.npz").out;
    let place = |name: &str| text.find(&format!("\n{name} "));
    assert!(place("far").unwrap() < place("near").unwrap() && place("fine").is_none(), "{text}");
    assert!(text.contains("1 tensor without any difference") && text.ends_with("different\n"), "{text}");
}

#[test]
fn the_tolerance_decides_the_exit_code() {
    let folder = Folder::new();
    let t = |x: f64| Tensor::full(&[4], x, DType::Float64).unwrap();
    folder.save("a.npy", &[("a", t(1.0))]);
    folder.save("b.npy", &[("b", t(1.25))]);
    for (tol, code) in [("", 1), ("--tol 0.249", 1), ("--tol 0.25", 0), ("--tol 1", 0)] {
        assert_eq!(folder.run(&format!("diff a.npy b.npy {tol}")).code, Some(code), "{tol}");
    }
    assert!(folder.run("diff a.npy b.npy --tol 0.25").done().ends_with("equal within 0.25\n"));
    assert_eq!(folder.run("diff a.npy a.npy").done(), "1 tensor without any difference\nequal\n");
}

#[test]
fn missing_tensors_and_other_shapes_differ() {
    let folder = Folder::new();
    folder
        .save("a.safetensors", &[("same", tensor(&[6], 1)), ("shape", tensor(&[2, 3], 2)), ("left", tensor(&[1], 3))]);
    folder
        .save("b.safetensors", &[("same", tensor(&[6], 1)), ("shape", tensor(&[3, 2], 2)), ("right", tensor(&[1], 3))]);
    let run = folder.run("diff a.safetensors b.safetensors --tol 1e9");
    assert_eq!(run.code, Some(1));
    for words in ["left is only in a.safetensors", "right is only in b.safetensors", "[2, 3] -> [3, 2]"] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
    let json = json(&folder.run("diff a.safetensors b.safetensors --json"));
    assert_eq!((&json["only_in_a"][0], &json["only_in_b"][0]), (&Json::from("left"), &Json::from("right")));
    assert_eq!(json["tensors"][0]["name"], "shape");
    assert_eq!(json["tensors"][0].get("max_abs"), None);
}

#[test]
fn nan_agrees_with_nan_and_with_nothing_else() {
    let folder = Folder::new();
    let t = |x: f32| Tensor::from_slice(&[x, 1.0], &[2]).unwrap();
    folder.save("nan.npy", &[("x", t(f32::NAN))]);
    folder.save("one.npy", &[("x", t(1.0))]);
    assert_eq!(folder.run("diff nan.npy nan.npy").code, Some(0));
    let run = folder.run("diff one.npy nan.npy --tol 1e30 --json");
    assert_eq!((run.code, &json(&run)["tensors"][0]["max_abs"]), (Some(1), &Json::Null));
}

#[test]
fn types_without_a_decoder_are_compared_by_their_bytes() {
    let folder = Folder::new();
    folder.save_undecoded("a.gguf");
    folder.run("diff a.gguf a.gguf").done();
    let mut bytes = folder.read("a.gguf");
    let first = polyad::io::open(folder.path("a.gguf")).unwrap().entries()[0].offset;
    bytes[first as usize] ^= 1;
    folder.write("b.gguf", &bytes);
    let run = folder.run("diff a.gguf b.gguf");
    assert!(run.code == Some(1) && run.out.contains('w'), "{run:?}");
}
