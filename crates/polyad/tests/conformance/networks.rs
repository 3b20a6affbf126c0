//! Norms, gated units, positions, attention and losses against plain float64 definitions, on dtypes and layouts.

use polyad::{
    BatchNormOptions, CrossEntropyOptions, DType, Error, GroupNormOptions, MaskedAttentionOptions, NllLossOptions,
    RmsNormOptions, RopeOptions, ScaledDotProductAttentionOptions, Tensor, exec, tensor,
};

use crate::samples::{Random, tensor as sample};

const FLOATS: [DType; 5] = [DType::Float64, DType::Float32, DType::Float16, DType::BFloat16, DType::Q8_0];

/// How far a result of values around 1 may be off.
fn tolerance(dtype: DType) -> f64 {
    match dtype {
        DType::Float64 => 1e-12,
        DType::Float16 => 2e-3,
        DType::BFloat16 => 2e-2,
        _ => 1e-5,
    }
}

/// The same values laid out in other ways.
fn layouts(x: &Tensor) -> Vec<Tensor> {
    if x.dtype().is_quantized() || x.ndim() < 2 {
        return vec![x.clone()];
    }
    let turned = x.mt().unwrap().copy().unwrap().mt().unwrap();
    let backwards = x.flip(-1).unwrap().copy().unwrap().flip(-1).unwrap();
    vec![x.clone(), turned, backwards]
}

#[track_caller]
fn assert_near(got: &Tensor, want: &[f64], tolerance: f64, what: &str) {
    let got = got.to_f64_vec().unwrap();
    assert_eq!(got.len(), want.len(), "{what}");
    for (i, (g, w)) in got.iter().zip(want).enumerate() {
        let near = (g - w).abs() <= tolerance * w.abs().max(1.0) || g == w || g.is_nan() && w.is_nan();
        assert!(near, "{what}: element {i} is {g}, not {w}");
    }
}

/// Rows shifted by their mean, if asked, and divided by the root of their mean square.
fn unit(row: &[f64], shift: bool, epsilon: f64) -> Vec<f64> {
    let n = row.len() as f64;
    let mean = if shift { row.iter().sum::<f64>() / n } else { 0.0 };
    let square = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    row.iter().map(|x| (x - mean) / (square + epsilon).sqrt()).collect()
}

#[test]
fn rms_and_group_norm_equal_their_definitions() {
    let r = &mut Random(1);
    for dtype in FLOATS {
        let x = sample(dtype, &[2, 6, 32], (-2.0, 3.0), false, r);
        let (values, allowed) = (x.to_f64_vec().unwrap(), tolerance(dtype));
        let weight = sample(DType::Float32, &[32], (0.5, 1.5), false, r);
        let w = weight.to_f64_vec().unwrap();
        let rows = values.chunks(32).flat_map(|row| unit(row, false, 1e-6));
        let want: Vec<f64> = rows.enumerate().map(|(i, x)| x * w[i % 32]).collect();
        for x in layouts(&x) {
            assert_near(&x.rms_norm(&weight).unwrap(), &want, allowed, &format!("rms_norm {dtype}"));
        }
        let (weight, bias) =
            (sample(DType::Float32, &[6], (0.5, 1.5), false, r), tensor![0.25].astype(DType::Float32).unwrap());
        let w = weight.to_f64_vec().unwrap();
        for groups in [1, 3, 6] {
            let rows = values.chunks(6 / groups * 32).flat_map(|row| unit(row, true, 1e-5));
            let want: Vec<f64> = rows.enumerate().map(|(i, x)| x * w[i / 32 % 6] + 0.25).collect();
            let bias = bias.reshape(&[]).unwrap();
            for x in layouts(&x) {
                let got = x.group_norm(&weight, &bias, groups as i64).unwrap();
                assert_near(&got, &want, allowed, &format!("group_norm {dtype} {groups}"));
            }
        }
    }
    let x = Tensor::ones(&[2, 4, 3], DType::Float32).unwrap();
    let one = Tensor::ones(&[], DType::Float32).unwrap();
    for groups in [0, 3, -2] {
        let e = x.group_norm_with(&one, &one, groups, GroupNormOptions { epsilon: 0.0 }).unwrap_err();
        assert!(matches!(e, Error::BadArgument { .. }) && e.to_string().contains("[2, 4, 3]"), "{e}");
    }
    let e = x.rms_norm(&Tensor::ones(&[4], DType::Float32).unwrap()).unwrap_err().to_string();
    assert!(e.contains("[4]") && e.contains("[2, 4, 3]"), "{e}");
    assert!(one.rms_norm(&one).is_err());
    let none = Tensor::ones(&[2, 0], DType::Float32).unwrap();
    assert_eq!(none.rms_norm_with(&one, RmsNormOptions { epsilon: 1.0 }).unwrap().shape(), [2, 0]);
}

#[test]
fn batch_norm_equals_its_definition() {
    let r = &mut Random(2);
    for dtype in FLOATS {
        let x = sample(dtype, &[3, 2, 32], (-2.0, 3.0), false, r);
        let [mean, variance, weight, bias] =
            [0.3f64, 1.5, 0.7, -0.2].map(|at| Tensor::from_slice(&[at as f32, 2.0 * at.abs() as f32], &[2]).unwrap());
        let value = |t: &Tensor, c: usize| t.to_f64_vec().unwrap()[c];
        let each = x.to_f64_vec().unwrap().into_iter().enumerate();
        let want: Vec<f64> = each
            .map(|(i, x)| {
                let c = i / 32 % 2;
                (x - value(&mean, c)) / (value(&variance, c) + 0.1).sqrt() * value(&weight, c) + value(&bias, c)
            })
            .collect();
        for x in layouts(&x) {
            let options = BatchNormOptions { epsilon: 0.1 };
            let got = x.batch_norm_with(&mean, &variance, &weight, &bias, options).unwrap();
            assert_near(&got, &want, tolerance(dtype), &format!("{dtype}"));
        }
        let e = x.batch_norm(&mean, &variance, &weight, &Tensor::ones(&[3], DType::Float32).unwrap()).unwrap_err();
        assert!(matches!(e, Error::ShapeMismatch { .. }), "{e}");
    }
}

#[test]
fn gated_units_equal_their_definitions() {
    let x = sample(DType::Float64, &[3, 8], (-3.0, 3.0), false, &mut Random(3));
    let (one, two) = (x.narrow(1, 0, 4).unwrap(), x.narrow(1, 4, 4).unwrap());
    let product = |a: Tensor, b: &Tensor| a.multiply(b).unwrap();
    for (got, want) in [
        (x.glu(-1), product(two.sigmoid().unwrap(), &one)),
        (x.reglu(1), product(one.relu().unwrap(), &two)),
        (x.swiglu(-1), product(one.silu().unwrap(), &two)),
        (x.geglu(-1), product(one.gelu().unwrap(), &two)),
    ] {
        assert_eq!(got.unwrap(), want);
    }
    assert_eq!(x.mt().unwrap().swiglu(0).unwrap(), x.swiglu(1).unwrap().mt().unwrap());
    let e = x.glu(0).unwrap_err();
    assert!(matches!(e, Error::ShapeMismatch { .. }) && e.to_string().contains("[3, 8]"), "{e}");
    assert!(x.glu(2).is_err());
}

#[test]
fn rope_turns_pairs_by_their_positions() {
    let x = sample(DType::Float32, &[2, 3, 8], (-1.0, 1.0), false, &mut Random(4));
    let values = x.to_f64_vec().unwrap();
    let positions = tensor![5, 0, 100_000];
    for interleaved in [false, true] {
        let mut want = values.clone();
        for (row, out) in want.chunks_mut(8).enumerate() {
            let x = &values[row * 8..][..8];
            for i in 0..4 {
                let angle = [5.0, 0.0, 1e5][row % 3] * 500f64.powf(-2.0 * i as f64 / 8.0);
                let (a, b) = if interleaved { (2 * i, 2 * i + 1) } else { (i, i + 4) };
                out[a] = x[a] * angle.cos() - x[b] * angle.sin();
                out[b] = x[b] * angle.cos() + x[a] * angle.sin();
            }
        }
        for x in layouts(&x) {
            let got = x.rope_with(&positions, RopeOptions { base: 500.0, interleaved }).unwrap();
            assert_eq!(got.dtype(), DType::Float32);
            assert_near(&got, &want, 1e-6, &format!("interleaved {interleaved}"));
        }
    }
    assert!(x.rope(&tensor![1, 2]).unwrap_err().to_string().contains("[2, 3]"));
    assert!(Tensor::ones(&[2, 3], DType::Float32).unwrap().rope(&tensor![1, 2]).is_err());
    assert_eq!(Tensor::ones(&[0, 4], DType::Float32).unwrap().rope(&tensor![0]).unwrap().shape(), [0, 4]);
}

/// Attention by its definition: `[heads, n, d]`, `[kv heads, m, d]`, `[kv heads, m, e]`, and what each row sees and adds.
fn attention(q: &Tensor, k: &Tensor, v: &Tensor, scale: f64, add: impl Fn(usize, usize, usize) -> f64) -> Vec<f64> {
    let [(heads, n, d), (kv, m, _), (_, _, e)] = [q, k, v].map(|t| (t.shape()[0], t.shape()[1], t.shape()[2]));
    let [q, k, v] = [q, k, v].map(|t| t.to_f64_vec().unwrap());
    let mut out = vec![];
    for h in 0..heads {
        let g = h / (heads / kv);
        for i in 0..n {
            let score = |j: usize| (0..d).map(|c| q[(h * n + i) * d + c] * k[(g * m + j) * d + c]).sum::<f64>() * scale;
            let scores: Vec<f64> = (0..m).map(|j| score(j) + add(h, i, j)).collect();
            let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let weights: Vec<f64> =
                scores.iter().map(|s| if top == f64::NEG_INFINITY { 0.0 } else { (s - top).exp() }).collect();
            let total = weights.iter().sum::<f64>();
            let total = if total == 0.0 { 1.0 } else { total };
            out.extend((0..e).map(|c| (0..m).map(|j| weights[j] * v[(g * m + j) * e + c]).sum::<f64>() / total));
        }
    }
    out
}

const LOW: f64 = f64::NEG_INFINITY;

#[test]
fn attention_equals_its_definition() {
    let r = &mut Random(5);
    for dtype in FLOATS {
        // More rows than a block has, and fewer.
        for (heads, kv, n, m, d, e) in [(4, 2, 130, 70, 32, 32), (2, 2, 3, 5, 32, 64), (3, 1, 1, 1, 32, 32)] {
            let [q, k, v] = [&[heads, n, d], &[kv, m, d], &[kv, m, e]].map(|s| sample(dtype, s, (-2.0, 2.0), false, r));
            let usual = 1.0 / (d as f64).sqrt();
            for (causal, scale) in [(false, 0.0), (true, 0.0), (true, 0.3)] {
                let later = |_, i: usize, j: usize| if causal && j > i { LOW } else { 0.0 };
                let want = attention(&q, &k, &v, if scale == 0.0 { usual } else { scale }, later);
                let options = ScaledDotProductAttentionOptions { causal, scale };
                let what = format!("{dtype} {heads}x{n}x{m} causal {causal} scale {scale}");
                for (q, (k, v)) in layouts(&q).into_iter().zip(layouts(&k).into_iter().zip(layouts(&v))) {
                    let got = q.scaled_dot_product_attention_with(&k, &v, options).unwrap();
                    assert_eq!(got.shape(), [heads, n, e]);
                    assert_near(&got, &want, 4.0 * tolerance(dtype), &what);
                }
            }
        }
    }
}

#[test]
fn masks_hide_or_add() {
    let r = &mut Random(6);
    let (heads, n, m) = (2, 70, 9);
    let [q, k, v] = [&[heads, n, 4], &[1, m, 4], &[1, m, 3]].map(|s| sample(DType::Float32, s, (-2.0, 2.0), false, r));
    let hidden = sample(DType::Float64, &[heads, n, m], (-1.0, 1.0), false, r).greater(0.0).unwrap();
    let added = sample(DType::Float64, &[n, 1], (-1.0, 1.0), false, r);
    let padding = sample(DType::Float64, &[m], (-1.0, 1.0), false, r);
    for (name, mask) in [
        ("bool for each score", hidden.clone()),
        ("bool for the last head", hidden.narrow(0, 1, 1).unwrap()),
        ("bool for positions", hidden.narrow(1, 0, 1).unwrap().narrow(0, 0, 1).unwrap().reshape(&[m as i64]).unwrap()),
        ("nothing is seen", Tensor::zeros(&[], DType::Bool).unwrap()),
        ("float for rows", added),
        ("float for positions", padding.clone()),
        ("backwards", padding.flip(0).unwrap()),
    ] {
        let whole = mask.broadcast_to(&[heads as i64, n as i64, m as i64]).unwrap();
        let values = whole.astype(DType::Float64).unwrap().to_f64_vec().unwrap();
        for causal in [false, true] {
            let add = |h: usize, i: usize, j: usize| {
                let mask = if mask.dtype() == DType::Bool {
                    if values[(h * n + i) * m + j] == 1.0 { 0.0 } else { LOW }
                } else {
                    values[(h * n + i) * m + j]
                };
                if causal && j > i { LOW } else { mask }
            };
            let want = attention(&q, &k, &v, 0.5, add);
            let got = q.masked_attention_with(&k, &v, &mask, MaskedAttentionOptions { causal, scale: 0.5 }).unwrap();
            assert_near(&got, &want, 1e-5, name);
        }
    }
    let e = q.masked_attention(&k, &v, &Tensor::zeros(&[n, m + 1], DType::Bool).unwrap()).unwrap_err();
    assert!(matches!(e, Error::Broadcast { .. }) && e.to_string().contains("[70, 10]"), "{e}");
}

#[test]
fn attention_at_the_edges() {
    let of = |shape: &[usize]| Tensor::ones(shape, DType::Float32).unwrap();
    let run = |q: &[usize], k: &[usize], v: &[usize]| of(q).scaled_dot_product_attention(&of(k), &of(v));
    assert_eq!(run(&[2, 3], &[0, 3], &[0, 4]).unwrap(), Tensor::zeros(&[2, 4], DType::Float32).unwrap());
    assert_eq!(run(&[2, 0], &[5, 0], &[5, 4]).unwrap(), of(&[2, 4]));
    assert_eq!(run(&[0, 3], &[2, 3], &[2, 4]).unwrap().shape(), [0, 4]);
    assert_eq!(run(&[0, 2, 3], &[0, 2, 3], &[0, 2, 4]).unwrap().shape(), [0, 2, 4]);
    assert_eq!(run(&[7, 4, 2, 3], &[7, 2, 5, 3], &[7, 2, 5, 1]).unwrap().shape(), [7, 4, 2, 1]);
    for (q, k, v) in [
        (&[3][..], &[3][..], &[3][..]),
        (&[2, 3], &[2, 4], &[2, 4]),
        (&[2, 3], &[2, 3], &[5, 3]),
        (&[3, 2, 3], &[2, 2, 3], &[2, 2, 3]),
        (&[3, 2, 3], &[0, 2, 3], &[0, 2, 3]),
        (&[2, 1, 2, 3], &[3, 1, 2, 3], &[3, 1, 2, 3]),
        (&[1, 2, 3], &[2, 3], &[2, 3]),
    ] {
        let e = run(q, k, v).unwrap_err();
        assert!(matches!(e, Error::ShapeMismatch { .. }), "{e}");
    }
    let nan = tensor![[f64::NAN]];
    assert!(nan.scaled_dot_product_attention(&nan, &nan).unwrap().item::<f64>().unwrap().is_nan());
    let x = sample(DType::Float32, &[3, 200, 16], (-2.0, 2.0), false, &mut Random(7));
    let alone = {
        exec::set_threads(1);
        x.scaled_dot_product_attention(&x, &x).unwrap()
    };
    exec::set_threads(2);
    let shared = x.scaled_dot_product_attention(&x, &x).unwrap();
    exec::set_threads(0);
    assert_eq!(alone, shared);
}

#[test]
fn losses_equal_their_definitions() {
    let r = &mut Random(8);
    let (x, t) =
        (sample(DType::Float64, &[4, 3], (0.1, 0.9), false, r), sample(DType::Float64, &[3], (0.1, 0.9), false, r));
    let (a, b) = (x.to_f64_vec().unwrap(), t.to_f64_vec().unwrap());
    let mean = |f: &dyn Fn(f64, f64) -> f64| a.iter().enumerate().map(|(i, &x)| f(x, b[i % 3])).sum::<f64>() / 12.0;
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let cross = |p: f64, t: f64| -t * p.ln() - (1.0 - t) * (1.0 - p).ln();
    for (name, got, want) in [
        ("mse", x.mse_loss(&t), mean(&|x, t| (x - t).powi(2))),
        ("l1", x.l1_loss(&t), mean(&|x, t| (x - t).abs())),
        ("bce", x.binary_cross_entropy(&t), mean(&cross)),
        ("bce of logits", x.binary_cross_entropy_with_logits(&t), mean(&|x, t| cross(logistic(x), t))),
        ("kl", x.kl_div(&t), mean(&|x, t| t * (t.ln() - x))),
    ] {
        assert_near(&got.unwrap(), &[want], 1e-12, name);
    }
    let rows = a.chunks(3).map(|row| {
        let length = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        row.iter().zip(&b).map(|(x, t)| x * t).sum::<f64>() / (length(row) * length(&b))
    });
    assert_near(&x.cosine_similarity(&t, -1).unwrap(), &rows.collect::<Vec<_>>(), 1e-12, "cosine");
    assert!(x.mse_loss(&Tensor::ones(&[2], DType::Float64).unwrap()).is_err());
}

#[test]
fn losses_of_classes_equal_their_definitions() {
    let x = sample(DType::Float64, &[2, 3, 4], (-2.0, 2.0), false, &mut Random(9));
    let target = tensor![[0, 2, -100, 1], [1, 1, 0, 2]];
    let logs = x.log_softmax(1).unwrap();
    for smoothing in [0.0, 0.3] {
        let mut want = vec![];
        for n in 0..2 {
            for i in 0..4 {
                let class = target.get::<i64>(&[n, i]).unwrap();
                let log = |c: i64| logs.get::<f64>(&[n, c, i]).unwrap();
                let all = (0..3).map(log).sum::<f64>() / 3.0;
                want.push(match class {
                    -100 => 0.0,
                    c => -(1.0 - smoothing) * log(c) - smoothing * all,
                });
            }
        }
        let options = |reduction| CrossEntropyOptions { reduction, label_smoothing: smoothing, ..Default::default() };
        let run = |reduction| x.cross_entropy_with(&target, 1, options(reduction)).unwrap();
        let sum = want.iter().sum::<f64>();
        assert_near(&run("none"), &want, 1e-12, "none");
        assert_near(&run("sum"), &[sum], 1e-12, "sum");
        assert_near(&run("mean"), &[sum / 7.0], 1e-12, "mean");
        if smoothing == 0.0 {
            let each = logs.nll_loss_with(&target, 1, NllLossOptions { reduction: "none", ..Default::default() });
            assert_near(&each.unwrap(), &want, 1e-12, "nll");
        }
    }
    let half = x.astype(DType::Float16).unwrap().cross_entropy(&target, 1).unwrap();
    assert_eq!(half.dtype(), DType::Float16);
    assert!(matches!(x.cross_entropy(&tensor![[3; 4], [0; 4]], 1), Err(Error::IndexOutOfRange { .. })));
    assert!(matches!(x.cross_entropy(&target, 2), Err(Error::ShapeMismatch { .. })));
    let floats = target.astype(DType::Float64).unwrap();
    assert!(matches!(x.cross_entropy(&floats, 1), Err(Error::DTypeMismatch { .. })));
    let options = CrossEntropyOptions { label_smoothing: 1.5, ..Default::default() };
    assert!(matches!(x.cross_entropy_with(&target, 1, options), Err(Error::BadArgument { .. })));
}
