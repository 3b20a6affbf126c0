//! Softmax and layer norm against plain float64 loops, on every real dtype of floats and any layout.

use polyad::{DType, Kind, LayerNormOptions, Tensor};

use crate::oracle::{Value, is_near, values};
use crate::samples::{Random, layouts, tensor};

/// Real floats. A scale has no negative numbers, and NaN in their places.
fn dtypes() -> impl Iterator<Item = DType> {
    DType::ALL.iter().copied().filter(|d| d.kind() == Kind::Float && *d != DType::Float8E8M0FNU)
}

/// How far a result may be off besides the step of a float of 8 bits.
fn tolerance(dtype: DType) -> f64 {
    match dtype {
        DType::Float16 => 1e-3,
        DType::BFloat16 => 8e-3,
        _ => 1e-5,
    }
}

fn floats(x: &Tensor) -> Vec<f64> {
    values(x).into_iter().map(|v| if let Value::F(x) = v { x } else { unreachable!() }).collect()
}

#[test]
fn softmax_along_each_axis() {
    for dtype in dtypes() {
        let mut r = Random(31);
        for (layout, x) in layouts(dtype, (-30.0, 30.0), false, &mut r).into_iter().filter(|(_, x)| x.ndim() == 2) {
            let transposed = x.mt().unwrap();
            for (x, axis) in [(&x, 1), (&transposed, 0)] {
                let got = x.softmax(axis).unwrap();
                assert_eq!(got.shape(), x.shape());
                let dtype_out = got.dtype();
                let (rows, got) = if axis == 1 { (x.clone(), got) } else { (x.mt().unwrap(), got.mt().unwrap()) };
                let n = rows.shape()[1];
                for (x, got) in floats(&rows).chunks(n).zip(floats(&got).chunks(n)) {
                    let top = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    let sum: f64 = x.iter().map(|v| (v - top).exp()).sum();
                    for (v, g) in x.iter().zip(got) {
                        let want = (v - top).exp() / sum;
                        assert!(
                            is_near(dtype_out, *g, want, tolerance(dtype_out)),
                            "{dtype} {layout}: {g}, not {want}"
                        );
                    }
                }
            }
        }
    }
    assert_eq!(Tensor::zeros(&[3, 0], DType::Float32).unwrap().softmax(1).unwrap().shape(), [3, 0]);
    assert!(Tensor::zeros(&[3], DType::Float32).unwrap().softmax(1).is_err());
}

#[test]
fn softmax_over_several_axes_is_that_of_one_long_axis() {
    for dtype in [DType::Float32, DType::Float64, DType::Float16] {
        let x = tensor(dtype, &[2, 3, 4, 5], (-20.0, 20.0), false, &mut Random(33));
        let moved = x.permute_dims(&[1, 3, 0, 2]).unwrap();
        let want = moved.reshape(&[3, 5, 8]).unwrap();
        let back = |y: Tensor| y.reshape(&[3, 5, 2, 4]).unwrap().permute_dims(&[2, 0, 3, 1]).unwrap();
        assert_eq!(x.softmax([0, 2]).unwrap(), back(want.softmax(-1).unwrap()));
        // Axes that lie apart are added up in another order.
        let tolerance = if dtype == DType::Float16 { 1e-3 } else { 1e-6 };
        let logs = x.log_softmax([-2, 0]).unwrap();
        assert_eq!((logs.shape(), logs.dtype()), (x.shape(), dtype));
        for (got, want) in floats(&logs).into_iter().zip(floats(&back(want.log_softmax(2).unwrap()))) {
            assert!((got - want).abs() <= tolerance * want.abs().max(1.0), "{dtype}: {got}, not {want}");
        }
        assert_eq!(
            x.softmax(()).unwrap(),
            x.reshape(&[-1]).unwrap().softmax(0).unwrap().reshape(&[2, 3, 4, 5]).unwrap()
        );
        let none: [i64; 0] = [];
        assert_eq!(x.softmax(none).unwrap(), Tensor::ones(&[2, 3, 4, 5], dtype).unwrap());
    }
    let x = Tensor::zeros(&[2, 3], DType::Float32).unwrap();
    assert!(x.softmax([0, -2]).unwrap_err().to_string().starts_with("softmax:"));
    assert!(Tensor::scalar(1.0, DType::Float32).unwrap().softmax(-1).is_err());
    assert_eq!(Tensor::scalar(1.0, DType::Float32).unwrap().softmax(()).unwrap().to_f64_vec().unwrap(), [1.0]);
}

#[test]
fn log_softmax_keeps_what_softmax_rounds_to_zero() {
    let inf = f64::INFINITY;
    let x = Tensor::from_slice(&[0.0, 500.0, -inf, 1.0, -inf, -inf], &[2, 3]).unwrap();
    let got = x.log_softmax(1).unwrap().to_vec::<f64>().unwrap();
    assert_eq!(got, [-500.0, 0.0, -inf, 0.0, -inf, -inf]);
    let masked = x.narrow(1, 1, 2).unwrap().narrow(0, 1, 1).unwrap();
    assert!(masked.softmax(1).unwrap().to_vec::<f64>().unwrap().iter().all(|v| v.is_nan()));
}

#[test]
fn layer_norm_of_rows() {
    let mut r = Random(32);
    for dtype in dtypes() {
        for (layout, x) in layouts(dtype, (-3.0, 5.0), false, &mut r).into_iter().filter(|(_, x)| x.ndim() == 2) {
            let n = x.shape()[1];
            let w = tensor(DType::Float32, &[n], (0.5, 1.5), false, &mut r);
            let b = tensor(DType::Float32, &[n], (-1.0, 1.0), false, &mut r);
            let got = x.layer_norm_with(&w, &b, LayerNormOptions { epsilon: 1e-3 }).unwrap();
            let (w, b, dtype_out) = (floats(&w), floats(&b), got.dtype());
            for (x, got) in floats(&x).chunks(n).zip(floats(&got).chunks(n)) {
                let mean = x.iter().sum::<f64>() / n as f64;
                let var = x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n as f64;
                for (i, g) in got.iter().enumerate() {
                    let want = (x[i] - mean) / (var + 1e-3).sqrt() * w[i] + b[i];
                    let slack = tolerance(dtype_out) * want.abs().max(1.0);
                    assert!(is_near(dtype_out, *g, want, slack), "{dtype} {layout}: {g}, not {want}");
                }
            }
        }
    }
    let x = Tensor::zeros(&[2, 3], DType::Float32).unwrap();
    assert!(x.layer_norm(&x, &x).is_err());
}
