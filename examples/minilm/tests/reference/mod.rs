//! BERT once more, in plain loops on float64: what the encoder is held against.

use minilm::Config;
use std::collections::HashMap;

/// Row-major values of every tensor, by name.
pub(crate) type Weights = HashMap<String, Vec<f64>>;

/// A matrix as its rows.
type Rows = Vec<Vec<f64>>;

/// The vector of a sentence.
pub(crate) fn encode(weights: &Weights, config: &Config, tokens: &[u32]) -> Vec<f64> {
    let hidden = config.hidden;
    let row = |name: &str, i: usize| &weights[name][i * hidden..(i + 1) * hidden];
    let mut x: Rows = vec![];
    for (place, &token) in tokens.iter().enumerate() {
        let word = row("embeddings.word_embeddings.weight", token as usize);
        let position = row("embeddings.position_embeddings.weight", place);
        let segment = row("embeddings.token_type_embeddings.weight", 0);
        x.push((0..hidden).map(|i| word[i] + position[i] + segment[i]).collect());
    }
    x = norm(weights, "embeddings.LayerNorm", &x, config.epsilon);
    for layer in 0..config.layers {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        let q = linear(weights, &name("attention.self.query"), &x);
        let k = linear(weights, &name("attention.self.key"), &x);
        let v = linear(weights, &name("attention.self.value"), &x);
        let mixed = attention(&q, &k, &v, config.heads);
        let out = linear(weights, &name("attention.output.dense"), &mixed);
        x = norm(weights, &name("attention.output.LayerNorm"), &sum(&x, &out), config.epsilon);
        let mut wide = linear(weights, &name("intermediate.dense"), &x);
        wide.iter_mut().flatten().for_each(|x| *x = gelu(*x));
        let out = linear(weights, &name("output.dense"), &wide);
        x = norm(weights, &name("output.LayerNorm"), &sum(&x, &out), config.epsilon);
    }
    let mean: Vec<f64> = (0..hidden).map(|i| x.iter().map(|row| row[i]).sum::<f64>() / x.len() as f64).collect();
    let length = mean.iter().map(|m| m * m).sum::<f64>().sqrt();
    mean.iter().map(|m| m / length).collect()
}

fn linear(weights: &Weights, name: &str, x: &Rows) -> Rows {
    let (weight, bias) = (&weights[&format!("{name}.weight")], &weights[&format!("{name}.bias")]);
    let product = |row: &Vec<f64>| {
        let n = row.len();
        (0..bias.len()).map(|j| bias[j] + (0..n).map(|l| row[l] * weight[j * n + l]).sum::<f64>()).collect()
    };
    x.iter().map(product).collect()
}

fn attention(q: &Rows, k: &Rows, v: &Rows, heads: usize) -> Rows {
    let width = q[0].len() / heads;
    let mut out = vec![vec![0.0; q[0].len()]; q.len()];
    for head in 0..heads {
        let part = head * width..(head + 1) * width;
        for i in 0..q.len() {
            let score = |j: usize| part.clone().map(|c| q[i][c] * k[j][c]).sum::<f64>() / (width as f64).sqrt();
            let exps: Vec<f64> = (0..k.len()).map(|j| score(j).exp()).collect();
            let total: f64 = exps.iter().sum();
            for c in part.clone() {
                out[i][c] = (0..k.len()).map(|j| exps[j] / total * v[j][c]).sum();
            }
        }
    }
    out
}

fn norm(weights: &Weights, name: &str, x: &Rows, epsilon: f64) -> Rows {
    let (weight, bias) = (&weights[&format!("{name}.weight")], &weights[&format!("{name}.bias")]);
    x.iter()
        .map(|row| {
            let n = row.len() as f64;
            let mean = row.iter().sum::<f64>() / n;
            let variance = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
            let unit = |i: usize| (row[i] - mean) / (variance + epsilon).sqrt();
            (0..row.len()).map(|i| unit(i) * weight[i] + bias[i]).collect()
        })
        .collect()
}

fn sum(a: &Rows, b: &Rows) -> Rows {
    a.iter().zip(b).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + b).collect()).collect()
}

fn gelu(x: f64) -> f64 {
    0.5 * x * (1.0 + erf(x / 2f64.sqrt()))
}

/// The Maclaurin series, which is exact enough to 5; from there on erf is 1 to 12 digits.
fn erf(x: f64) -> f64 {
    if x.abs() > 5.0 {
        return x.signum();
    }
    let (mut term, mut total) = (x, x);
    for n in 1..120 {
        term *= -x * x / f64::from(n);
        total += term / f64::from(2 * n + 1);
    }
    total * 2.0 / std::f64::consts::PI.sqrt()
}
