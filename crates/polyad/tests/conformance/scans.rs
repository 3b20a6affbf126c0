//! Running sums and products, recurrences and differences, on every dtype and layout.

use polyad::{
    CumulativeProdOptions, CumulativeSumOptions, DType, DiffOptions, Error, Kind, LinearRecurrenceOptions, Tensor,
    tensor,
};

use crate::oracle::{Value, cast, is_near, stored, values, widest};
use crate::samples::{Random, layouts, tensor};

/// `out[k] = step(out[k - 1], x[k])` along an axis of a `[rows, columns]` tensor, in the widest type.
fn plain(x: &[Value], shape: &[usize], axis: usize, step: impl Fn(Value, Value) -> Value) -> Vec<Value> {
    let mut out = x.to_vec();
    let back = if axis == 0 { shape[1] } else { 1 };
    for at in 0..x.len() {
        let first = if axis == 0 { at < shape[1] } else { at % shape[1] == 0 };
        if !first {
            out[at] = step(out[at - back], x[at]);
        }
    }
    out
}

fn add(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::F(a), Value::F(b)) => Value::F(a + b),
        (Value::I(a), Value::I(b)) => Value::I(a.wrapping_add(b)),
        (Value::U(a), Value::U(b)) => Value::U(a.wrapping_add(b)),
        (Value::C(a), Value::C(b)) => Value::C([a[0] + b[0], a[1] + b[1]]),
        _ => unreachable!(),
    }
}

fn multiply(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::F(a), Value::F(b)) => Value::F(a * b),
        (Value::I(a), Value::I(b)) => Value::I(a.wrapping_mul(b)),
        (Value::U(a), Value::U(b)) => Value::U(a.wrapping_mul(b)),
        (Value::C(a), Value::C(b)) => Value::C([a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]),
        _ => unreachable!(),
    }
}

fn near(dtype: DType, got: Value, want: Value) -> bool {
    let close =
        |a: f64, b: f64| a.to_bits() == b.to_bits() || (a - b).abs() <= 1e-6 * b.abs() || a.is_nan() && b.is_nan();
    match (got, want) {
        (Value::F(a), Value::F(b)) if dtype.bits() <= 8.0 => is_near(dtype, a, b, 0.0),
        (Value::F(a), Value::F(b)) => {
            // Once rounded to the result's dtype, up to the last place.
            let Value::F(b) = stored(dtype, Value::F(b)) else { unreachable!() };
            let slack = if dtype.bits() <= 16.0 { 1e-2 } else { 1e-6 };
            close(a, b) || (a - b).abs() <= slack * b.abs()
        }
        (Value::C(a), Value::C(b)) => {
            let slack = if dtype.bits() <= 32.0 { 1e-2 } else { 1e-5 };
            let size = b[0].abs().max(b[1].abs()).max(1.0);
            // Past the range of the parts of complex32.
            dtype.bits() <= 32.0 && size > 6e4 || (0..2).all(|i| (a[i] - b[i]).abs() <= slack * size)
        }
        (a, b) => a == b,
    }
}

#[test]
fn every_dtype_and_layout_runs_along_both_axes() {
    for &dtype in DType::ALL {
        let mut r = Random(51 + dtype as u64);
        for (layout, x) in layouts(dtype, (0.5, 1.5), false, &mut r) {
            // Long products of the values of narrow formats leave their range; the values are those of a shorter line.
            if x.ndim() == 0 || layout == "long" {
                continue;
            }
            let all = values(&x);
            for axis in [0, 1] {
                let what = format!("{dtype} {layout} {axis}");
                let sum = x.cumulative_sum(axis as i64).unwrap();
                let product = x.cumulative_prod(axis as i64).unwrap();
                let wide: Vec<Value> = all
                    .iter()
                    .map(|&v| if sum.dtype().kind() == Kind::Float { v } else { cast(v, widest(sum.dtype())) })
                    .collect();
                for (got, want) in
                    [(&sum, plain(&wide, x.shape(), axis, add)), (&product, plain(&wide, x.shape(), axis, multiply))]
                {
                    assert_eq!(got.shape(), x.shape(), "{what}");
                    for (i, (a, b)) in values(got).into_iter().zip(want).enumerate() {
                        assert!(near(got.dtype(), a, b), "{what}: element {i} is {a:?}, not {b:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn scans_start_with_nothing_and_go_both_ways() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    let sum = |axis: i64, include_initial, reverse| {
        x.cumulative_sum_with(axis, CumulativeSumOptions { include_initial, reverse, ..Default::default() }).unwrap()
    };
    assert_eq!(sum(1, true, false), tensor![[0, 1, 3, 6], [0, 4, 9, 15]]);
    assert_eq!(sum(1, true, true), tensor![[6, 5, 3, 0], [15, 11, 6, 0]]);
    assert_eq!(sum(0, true, false), tensor![[0, 0, 0], [1, 2, 3], [5, 7, 9]]);
    assert_eq!(sum(0, false, true), tensor![[5, 7, 9], [4, 5, 6]]);
    let from_1 = CumulativeProdOptions { include_initial: true, ..Default::default() };
    assert_eq!(tensor![3, 4].cumulative_prod_with((), from_1).unwrap(), tensor![1, 3, 12]);
    let empty = Tensor::zeros(&[0], DType::Float32).unwrap();
    assert_eq!(empty.cumulative_prod_with((), from_1).unwrap(), tensor![1.0f32]);
    let one = Tensor::scalar(3, DType::Int8).unwrap().cumulative_sum(()).unwrap();
    assert_eq!((one.shape(), one.dtype()), (&[1][..], DType::Int64));
    assert!(matches!(x.cumulative_sum(()), Err(Error::BadArgument { argument: "axis", .. })));
    assert!(matches!(x.cumulative_sum([0, 1]), Err(Error::BadArgument { .. })));
    assert!(matches!(x.cumulative_prod(2), Err(Error::AxisOutOfRange { .. })));
    let narrow = CumulativeSumOptions { dtype: Some(DType::Int8), ..Default::default() };
    assert_eq!(tensor![100, 100].cumulative_sum_with((), narrow).unwrap().to_vec::<i8>().unwrap(), [100, -56]);
}

#[test]
fn recurrences_go_both_ways_and_broadcast() {
    let (a, b) = (tensor![0.0, 0.5, 2.0], tensor![[8.0, 1.0, 3.0], [0.0, 0.0, 1.0]]);
    assert_eq!(a.linear_recurrence(&b, 1).unwrap(), tensor![[8.0, 5.0, 13.0], [0.0, 0.0, 1.0]]);
    let back = LinearRecurrenceOptions { reverse: true };
    assert_eq!(a.linear_recurrence_with(&b, 1, back).unwrap(), tensor![[8.0, 2.5, 3.0], [0.0, 0.5, 1.0]]);
    let factor = tensor![[1.0], [10.0]];
    assert_eq!(factor.linear_recurrence(&b, 0).unwrap(), tensor![[8.0, 1.0, 3.0], [80.0, 10.0, 31.0]]);
}

#[test]
fn the_layout_of_a_scan_does_not_show() {
    let mut r = Random(3);
    let x = tensor(DType::Float32, &[60, 1500], (-1e6, 1e6), false, &mut r);
    for axis in [0, 1] {
        let want = x.cumulative_sum(axis).unwrap();
        let turned = x.mt().unwrap().copy().unwrap().mt().unwrap();
        assert_eq!(turned.cumulative_sum(axis).unwrap(), want);
        assert_eq!(turned.mt().unwrap().cumulative_sum(1 - axis).unwrap().mt().unwrap(), want);
    }
}

#[test]
fn differences_shrink_to_nothing_and_take_ends() {
    let x = tensor![[1, 4, 9], [16, 25, 36]];
    assert_eq!(x.diff(1).unwrap(), tensor![[3, 5], [9, 11]]);
    assert_eq!(x.diff(0).unwrap(), tensor![[15, 21, 27]]);
    assert_eq!(x.diff_with(1, DiffOptions { n: 2 }).unwrap(), tensor![[2], [2]]);
    assert_eq!(x.diff_with(1, DiffOptions { n: 0 }).unwrap(), x);
    assert_eq!(x.diff_with(1, DiffOptions { n: 7 }).unwrap().shape(), [2, 0]);
    assert!(matches!(x.diff_with(1, DiffOptions { n: -1 }), Err(Error::BadArgument { argument: "n", .. })));
    assert_eq!(tensor![true, true, false].diff(0).unwrap(), tensor![false, true]);
    let bytes = tensor![3, 1].astype(DType::UInt8).unwrap();
    assert_eq!(bytes.diff(0).unwrap().to_vec::<u8>().unwrap(), [254]);
    let (zero, column) = (Tensor::scalar(0, DType::Int64).unwrap(), tensor![[100], [200]]);
    let got = x.diff_with_ends(1, DiffOptions::default(), Some(&zero), Some(&column)).unwrap();
    assert_eq!(got, tensor![[1, 3, 5, 91], [16, 9, 11, 164]]);
}
