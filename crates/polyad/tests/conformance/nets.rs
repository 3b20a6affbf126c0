//! Softmax and layer norm against plain float64 loops, on any layout.

use polyad::{DType, LayerNormOptions, Tensor};

use crate::oracle::{Value, values};
use crate::samples::{Random, layouts, tensor};

fn floats(x: &Tensor) -> Vec<f64> {
    values(x).into_iter().map(|v| if let Value::F(x) = v { x } else { unreachable!() }).collect()
}

#[test]
fn softmax_along_each_axis() {
    for dtype in [DType::Float32, DType::Float64, DType::Float16, DType::Q4_0] {
        let mut r = Random(31);
        for (layout, x) in layouts(dtype, (-30.0, 30.0), false, &mut r).into_iter().filter(|(_, x)| x.ndim() == 2) {
            let transposed = x.mt().unwrap();
            for (x, axis) in [(&x, 1), (&transposed, 0)] {
                let got = x.softmax(axis).unwrap();
                assert_eq!(got.shape(), x.shape());
                let (rows, got) = if axis == 1 { (x.clone(), got) } else { (x.mt().unwrap(), got.mt().unwrap()) };
                let n = rows.shape()[1];
                let tolerance = if got.dtype() == DType::Float16 { 1e-3 } else { 1e-6 };
                for (x, got) in floats(&rows).chunks(n).zip(floats(&got).chunks(n)) {
                    let top = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    let sum: f64 = x.iter().map(|v| (v - top).exp()).sum();
                    for (v, g) in x.iter().zip(got) {
                        assert!((g - (v - top).exp() / sum).abs() <= tolerance, "{dtype} {layout}");
                    }
                }
            }
        }
    }
    assert_eq!(Tensor::zeros(&[3, 0], DType::Float32).unwrap().softmax(1).unwrap().shape(), [3, 0]);
    assert!(Tensor::zeros(&[3], DType::Float32).unwrap().softmax(1).is_err());
}

#[test]
fn layer_norm_of_rows() {
    let mut r = Random(32);
    for dtype in [DType::Float32, DType::Float64, DType::BFloat16, DType::Q8_0] {
        for (layout, x) in layouts(dtype, (-3.0, 5.0), false, &mut r).into_iter().filter(|(_, x)| x.ndim() == 2) {
            let n = x.shape()[1];
            let w = tensor(DType::Float32, &[n], (0.5, 1.5), false, &mut r);
            let b = tensor(DType::Float32, &[n], (-1.0, 1.0), false, &mut r);
            let got = x.layer_norm_with(&w, &b, LayerNormOptions { epsilon: 1e-3 }).unwrap();
            let (w, b) = (floats(&w), floats(&b));
            for (x, got) in floats(&x).chunks(n).zip(floats(&got).chunks(n)) {
                let mean = x.iter().sum::<f64>() / n as f64;
                let var = x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n as f64;
                for (i, g) in got.iter().enumerate() {
                    let want = (x[i] - mean) / (var + 1e-3).sqrt() * w[i] + b[i];
                    assert!((g - want).abs() <= 1e-5 * want.abs().max(1.0), "{dtype} {layout}: {g}, not {want}");
                }
            }
        }
    }
    let x = Tensor::zeros(&[2, 3], DType::Float32).unwrap();
    assert!(x.layer_norm(&x, &x).is_err());
}
