//! Activations, bounds and elementary functions where they bend: the slopes at kinks, and far out.

use polyad::ir::{Attrs, Expr, Op, ops, vjp};
use polyad::{DType, EluOptions, HardSigmoidOptions, Kind, LeakyReluOptions, Tensor, exec};

use crate::samples::{Random, layouts};

/// The slope of an entry of one operand at each of some points, in a dtype.
fn slopes(op: Op, attrs: &Attrs, x: &[f64], dtype: DType) -> Vec<f64> {
    let leaf = Expr::leaf(Tensor::from_slice(x, &[x.len()]).unwrap().astype(dtype).unwrap().into_view());
    let y = Expr::apply(op, &[&leaf], attrs.clone());
    let one = Expr::leaf(Tensor::ones(&[x.len()], dtype).unwrap().into_view());
    let grad = vjp(&y, &one, &[leaf]).unwrap().remove(0).unwrap();
    Tensor::from_view(exec::eval(&grad).unwrap()).to_f64_vec().unwrap()
}

/// PyTorch's choices.
#[test]
fn slopes_at_kinks() {
    let cases: [(Op, &[f64], &[f64]); 9] = [
        (&ops::RELU, &[-0.0, 0.0, 1.0], &[0.0, 0.0, 1.0]),
        (&ops::RELU6, &[0.0, 3.0, 6.0, 7.0], &[0.0, 1.0, 0.0, 0.0]),
        (&ops::HARD_TANH, &[-1.0, 0.0, 1.0], &[0.0, 1.0, 0.0]),
        (&ops::LEAKY_RELU, &[-1.0, 0.0, 1.0], &[0.01, 0.01, 1.0]),
        (&ops::ELU, &[0.0, -0.0, 1.0], &[1.0, 1.0, 1.0]),
        (&ops::HARD_SIGMOID, &[-3.0, 0.0, 3.0], &[0.0, 1.0 / 6.0, 0.0]),
        (&ops::HARD_SILU, &[-3.5, -3.0, 0.0, 3.0, 3.5], &[0.0, -0.5, 0.5, 1.5, 1.0]),
        (&ops::ABS, &[-0.0, 0.0], &[0.0, 0.0]),
        (&ops::SQRT, &[0.0, 4.0], &[f64::INFINITY, 0.25]),
    ];
    for (op, x, want) in cases {
        assert_eq!(slopes(op, &op.defaults(), x, DType::Float64), want, "{}", op.name);
    }
}

#[test]
fn slopes_far_out_are_finite() {
    let rising: [Op; 7] = [&ops::SOFTPLUS, &ops::SILU, &ops::MISH, &ops::GELU, &ops::GELU_TANH, &ops::SELU, &ops::ELU];
    for dtype in [DType::Float64, DType::Float32, DType::Float16] {
        for op in rising {
            let x = [f64::NEG_INFINITY, -3e4, -800.0, 800.0, 3e4, f64::INFINITY];
            let top = if op == &ops::SELU { 1.05 } else { 1.0 };
            let got = slopes(op, &op.defaults(), &x, dtype);
            for (got, want) in got.iter().zip([0.0, 0.0, 0.0, top, top, top]) {
                assert!((got - want).abs() < 1e-3, "{} {dtype}: {got:?}, not {want}", op.name);
            }
        }
        for op in [&ops::SIGMOID, &ops::SOFTSIGN, &ops::TANH, &ops::ATAN, &ops::ASINH] {
            let got = slopes(op, &op.defaults(), &[f64::NEG_INFINITY, f64::INFINITY], dtype);
            assert_eq!(got, [0.0, 0.0], "{} {dtype}", op.name);
        }
    }
    // Where 1 + erf(x) would have no digits left.
    let got = slopes(&ops::GELU, &Attrs::new(), &[-5.0], DType::Float32)[0];
    assert!((got / -7.146_886e-6 - 1.0).abs() < 1e-4, "{got:e}");
}

#[test]
fn the_gradient_of_clip_goes_to_what_was_taken() {
    let of = |v: &[f64]| Expr::leaf(Tensor::from_slice(v, &[v.len()]).unwrap().into_view());
    let x = of(&[-2.0, -1.0, 0.0, 1.0, 2.0, 5.0]);
    let min = of(&[-1.0, -1.0, -1.0, -1.0, -1.0, 3.0]);
    let max = of(&[1.0, 1.0, 1.0, 1.0, 1.0, 2.0]);
    let y = Expr::apply(&ops::CLIP, &[&x, &min, &max], Attrs::new());
    let grads = vjp(&y, &of(&[1.0; 6]), &[x, min, max]).unwrap();
    let values =
        |g: &Option<Expr>| Tensor::from_view(exec::eval(g.as_ref().unwrap()).unwrap()).to_vec::<f64>().unwrap();
    assert_eq!(values(&grads[0]), [0.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
    assert_eq!(values(&grads[1]), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(values(&grads[2]), [0.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
}

#[test]
fn slopes_of_pairs_at_the_origin_and_at_infinity_are_numbers() {
    let leaf = |v: &[f64]| Expr::leaf(Tensor::from_slice(v, &[v.len()]).unwrap().into_view());
    for (op, a, b, to_a, to_b) in [
        (&ops::HYPOT, 0.0, 0.0, 0.0, 0.0),
        (&ops::ATAN2, 0.0, 0.0, 0.0, 0.0),
        (&ops::ATAN2, 1e200, 0.0, 0.0, -1e-200),
        (&ops::LOGADDEXP, f64::INFINITY, f64::INFINITY, 0.5, 0.5),
        (&ops::LOGADDEXP, f64::NEG_INFINITY, f64::NEG_INFINITY, 0.5, 0.5),
        (&ops::LOGADDEXP2, f64::INFINITY, 3.0, 1.0, 0.0),
    ] {
        let (x, y) = (leaf(&[a]), leaf(&[b]));
        let grads = vjp(&x.binary(op, &y), &leaf(&[1.0]), &[x, y]).unwrap();
        for (grad, want) in grads.iter().zip([to_a, to_b]) {
            let got = Tensor::from_view(exec::eval(grad.as_ref().unwrap()).unwrap()).to_vec::<f64>().unwrap()[0];
            assert!((got - want).abs() <= 1e-15 * want.abs(), "{}({a}, {b}): {got:e}, not {want:e}", op.name);
        }
    }
}

#[test]
fn parameters_are_used() {
    let x = Tensor::from_slice(&[-1e3, -2.0, 0.5], &[3]).unwrap();
    let got = x.leaky_relu_with(LeakyReluOptions { negative_slope: 2.0 }).unwrap();
    assert_eq!(got.to_vec::<f64>().unwrap(), [-2000.0, -4.0, 0.5]);
    let got = x.elu_with(EluOptions { alpha: 3.0 }).unwrap();
    assert_eq!(got.to_vec::<f64>().unwrap(), [-3.0, 3.0 * (-2f64).exp_m1(), 0.5]);
    let got = x.hard_sigmoid_with(HardSigmoidOptions { alpha: 0.25, beta: 0.75 }).unwrap();
    assert_eq!(got.to_vec::<f64>().unwrap(), [0.0, 0.25, 0.875]);
}

#[test]
fn clip_in_one_pass_is_its_meaning_on_every_dtype_and_layout() {
    let mut r = Random(41);
    for &dtype in DType::ALL.iter().filter(|d| !matches!(d.kind(), Kind::Complex | Kind::Bool)) {
        let low = layouts(dtype, (-3.0, 0.0), false, &mut r).swap_remove(8).1;
        let high = layouts(dtype, (0.0, 3.0), true, &mut r).swap_remove(7).1;
        for (layout, x) in layouts(dtype, (-5.0, 5.0), true, &mut r) {
            if polyad::broadcast_shapes("test", &[x.shape(), low.shape(), high.shape()]).is_err() {
                continue;
            }
            let got = x.clip(&low, &high).unwrap();
            let want = x.maximum(&low).unwrap().minimum(&high).unwrap();
            assert_eq!((got.shape(), got.dtype()), (want.shape(), want.dtype()), "{dtype} {layout}");
            assert_eq!(got.to_bytes().unwrap(), want.to_bytes().unwrap(), "{dtype} {layout}");
        }
    }
}
