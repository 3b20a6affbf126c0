//! The encoder against plain loops, on a small random model in every kind of file and dtype.

mod reference;

use std::path::PathBuf;

use minilm::{Config, Encoder, Error, quality};
use polyad::{DType, MatmulOptions, Tensor, io};
use reference::Weights;

const EXACT: MatmulOptions = MatmulOptions { precision: "exact" };
const FAST: MatmulOptions = MatmulOptions { precision: "fast" };

/// Every row is whole blocks of 32.
const CONFIG: Config =
    Config { vocabulary: 50, positions: 40, hidden: 64, layers: 2, heads: 4, intermediate: 128, epsilon: 1e-12 };

/// Sentences of one token, of a few, and of more than the kernels for few rows take.
fn sentences() -> [Vec<u32>; 3] {
    [vec![7], vec![1, 49, 0, 12, 12, 30, 2], (0..40).map(|i| i * 7 % 50).collect()]
}

/// Numbers between -1 and 1, the same on every run.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }
}

/// A model of random weights: name and tensor, matrices large enough that attention is far from even.
fn random_model() -> Vec<(String, Tensor)> {
    let (hidden, wide) = (CONFIG.hidden, CONFIG.intermediate);
    let mut noise = Noise(42);
    let mut model = vec![];
    let mut add = |name: String, shape: &[usize], middle: f32, spread: f32| {
        let values: Vec<f32> = (0..shape.iter().product()).map(|_| middle + spread * noise.next()).collect();
        model.push((name, Tensor::from_slice(&values, shape).unwrap()));
    };
    add("embeddings.word_embeddings.weight".into(), &[CONFIG.vocabulary, hidden], 0.0, 1.0);
    add("embeddings.position_embeddings.weight".into(), &[CONFIG.positions, hidden], 0.0, 0.5);
    add("embeddings.token_type_embeddings.weight".into(), &[2, hidden], 0.0, 0.5);
    add("embeddings.LayerNorm.weight".into(), &[hidden], 1.0, 0.3);
    add("embeddings.LayerNorm.bias".into(), &[hidden], 0.0, 0.3);
    for layer in 0..CONFIG.layers {
        for (part, inputs, outputs) in [
            ("attention.self.query", hidden, hidden),
            ("attention.self.key", hidden, hidden),
            ("attention.self.value", hidden, hidden),
            ("attention.output.dense", hidden, hidden),
            ("intermediate.dense", hidden, wide),
            ("output.dense", wide, hidden),
        ] {
            add(format!("encoder.layer.{layer}.{part}.weight"), &[outputs, inputs], 0.0, 0.3);
            add(format!("encoder.layer.{layer}.{part}.bias"), &[outputs], 0.0, 0.3);
        }
        for part in ["attention.output.LayerNorm", "output.LayerNorm"] {
            add(format!("encoder.layer.{layer}.{part}.weight"), &[hidden], 1.0, 0.3);
            add(format!("encoder.layer.{layer}.{part}.bias"), &[hidden], 0.0, 0.3);
        }
    }
    model
}

/// The model with its matrices in another dtype.
fn with_matrices_in(model: &[(String, Tensor)], dtype: DType) -> Vec<(String, Tensor)> {
    let convert = |t: &Tensor| if t.ndim() == 2 { t.astype(dtype).unwrap() } else { t.clone() };
    model.iter().map(|(name, t)| (name.clone(), convert(t))).collect()
}

fn values(model: &[(String, Tensor)]) -> Weights {
    model.iter().map(|(name, t)| (name.clone(), t.to_f64_vec().unwrap())).collect()
}

/// A file that goes away with the test.
struct Saved(PathBuf);

impl Saved {
    fn new(name: &str, model: &[(String, Tensor)]) -> Saved {
        let path = std::env::temp_dir().join(format!("minilm-{}-{name}", std::process::id()));
        io::save(&path, model, &io::Metadata::new()).unwrap();
        Saved(path)
    }

    fn encoder(&self) -> minilm::Result<Encoder> {
        Encoder::open(&self.0, &CONFIG)
    }
}

impl Drop for Saved {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The largest difference to the plain loops on the same decoded weights.
fn difference(model: &[(String, Tensor)], file: &Saved, options: MatmulOptions) -> f64 {
    let (encoder, weights) = (file.encoder().unwrap(), values(model));
    let mut most = 0f64;
    for tokens in sentences() {
        let got = encoder.encode(&tokens, options).unwrap();
        assert_eq!((got.dtype(), got.shape()), (DType::Float32, &[CONFIG.hidden][..]));
        for (got, want) in got.to_f64_vec().unwrap().iter().zip(reference::encode(&weights, &CONFIG, &tokens)) {
            most = most.max((got - want).abs());
        }
    }
    most
}

#[test]
fn float_weights_give_the_plain_result() {
    let model = random_model();
    for (dtype, name) in [
        (DType::Float32, "f32.safetensors"),
        (DType::Float16, "f16.gguf"),
        (DType::BFloat16, "bf16.safetensors"),
        (DType::Float64, "f64.npz"),
    ] {
        let model = with_matrices_in(&model, dtype);
        let file = Saved::new(name, &model);
        for options in [EXACT, FAST] {
            let off = difference(&model, &file, options);
            assert!(off < 2e-6, "{dtype} {options:?}: {off}");
        }
    }
}

#[test]
fn quantized_weights_give_the_plain_result_of_their_decoded_values() {
    let model = random_model();
    for dtype in [DType::Q8_0, DType::Q4_0, DType::Q4_1, DType::Q5_0, DType::Q5_1, DType::Mxfp4] {
        let model = with_matrices_in(&model, dtype);
        let file = Saved::new(&format!("{dtype}.gguf"), &model);
        let exact = difference(&model, &file, EXACT);
        assert!(exact < 2e-6, "{dtype} exact: {exact}");
        // Activations of 8 bits differ by up to 1/254 of the largest in their block, at each of 12 products.
        let fast = difference(&model, &file, FAST);
        assert!(fast < 2e-2, "{dtype} fast: {fast}");
    }
}

#[test]
fn fast_rounds_activations_where_weights_are_quantized() {
    let model = with_matrices_in(&random_model(), DType::Q8_0);
    let encoder = Saved::new("rounds.gguf", &model).encoder().unwrap();
    let tokens = &sentences()[1];
    let [exact, fast] = [EXACT, FAST].map(|options| encoder.encode(tokens, options).unwrap());
    assert_ne!(exact.to_vec::<f32>().unwrap(), fast.to_vec::<f32>().unwrap());
    assert!(quality::cosine(&exact, &fast).unwrap() > 0.999);
}

#[test]
fn vectors_have_length_1() {
    let encoder = Saved::new("length.safetensors", &random_model()).encoder().unwrap();
    let x = encoder.encode(&[3, 1, 4], EXACT).unwrap();
    assert!((quality::cosine(&x, &x).unwrap() - 1.0).abs() < 1e-6);
}

#[test]
fn loss_pools_the_tensors_that_changed() {
    let model = random_model();
    let smaller = with_matrices_in(&model, DType::Q8_0);
    let [a, b] = [Saved::new("loss-a.safetensors", &model), Saved::new("loss-b.gguf", &smaller)];
    let loss = quality::loss(&io::open(&a.0).unwrap(), &io::open(&b.0).unwrap()).unwrap();
    let (mut noise, mut signal, mut tensors) = (0.0, 0.0, 0);
    for ((_, a), (_, b)) in model.iter().zip(&smaller).filter(|(_, (_, b))| b.dtype() == DType::Q8_0) {
        tensors += 1;
        for (a, b) in a.to_f64_vec().unwrap().into_iter().zip(b.to_f64_vec().unwrap()) {
            (noise, signal) = (noise + (a - b) * (a - b), signal + a * a);
        }
    }
    assert_eq!((loss.tensors, tensors), (15, 15));
    assert!((loss.relative_rmse() / (noise / signal).sqrt() - 1.0).abs() < 1e-5);
}

#[test]
fn a_missing_tensor_is_named() {
    let mut model = random_model();
    model.retain(|(name, _)| name != "encoder.layer.1.output.dense.bias");
    let file = Saved::new("missing.safetensors", &model);
    let text = file.encoder().unwrap_err().to_string();
    assert!(text.contains("encoder.layer.1.output.dense.bias"), "{text}");
    assert!(text.contains("missing.safetensors"), "{text}");
}

#[test]
fn a_tensor_of_another_shape_is_named_with_both_shapes() {
    let mut model = random_model();
    let at = model.iter().position(|(name, _)| name == "encoder.layer.0.intermediate.dense.weight").unwrap();
    model[at].1 = Tensor::zeros(&[64, 128], DType::Float32).unwrap();
    let file = Saved::new("shape.safetensors", &model);
    let e = file.encoder().unwrap_err();
    assert!(matches!(&e, Error::Shape { got, need, .. } if got == &[64, 128] && need == &[128, 64]));
    let text = e.to_string();
    for part in ["shape.safetensors", "encoder.layer.0.intermediate.dense.weight", "[64, 128]", "[128, 64]"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn a_tensor_of_integers_is_refused() {
    let mut model = random_model();
    model[0].1 = Tensor::zeros(&[50, 64], DType::Int8).unwrap();
    let e = Saved::new("integers.safetensors", &model).encoder().unwrap_err();
    assert!(matches!(&e, Error::DType { dtype: DType::Int8, .. }) && e.to_string().contains("int8"), "{e}");
}

#[test]
fn tokens_that_do_not_fit_are_errors() {
    let encoder = Saved::new("tokens.safetensors", &random_model()).encoder().unwrap();
    let error = |tokens: &[u32]| encoder.encode(tokens, EXACT).unwrap_err();
    assert!(matches!(error(&[]), Error::Length { got: 0, most: 40 }));
    assert!(matches!(error(&[1; 41]), Error::Length { got: 41, most: 40 }));
    let text = error(&[1, 50]).to_string();
    assert!(text.contains("50"), "{text}");
}
