//! Rows by index, and joining.

use polyad::{DType, Error, Tensor};

use crate::oracle::{Value, assert_values, values};
use crate::samples::{Random, layouts};

#[test]
fn take_on_every_dtype_and_layout() {
    let index = Tensor::from_slice(&[2i64, -1, 0, 2], &[2, 2]).unwrap();
    let narrow = index.astype(DType::Int8).unwrap();
    for &dtype in DType::ALL {
        let mut r = Random(41);
        for (layout, x) in layouts(dtype, (-4.0, 4.0), true, &mut r).into_iter().filter(|(_, x)| x.shape() == [6, 32]) {
            let all = values(&x);
            for axis in [0i64, 1, -1] {
                let got = x.take(&index, axis).unwrap();
                let n = x.shape()[axis.rem_euclid(2) as usize] as i64;
                let shape = if axis == 0 { vec![2, 2, 32] } else { vec![6, 2, 2] };
                assert_eq!(got.shape(), shape);
                let rows = all.chunks(32);
                let chosen = [2i64, -1, 0, 2].map(|i| i.rem_euclid(n) as usize);
                let want: Vec<Value> = match axis {
                    0 => chosen.iter().flat_map(|&i| &all[32 * i..][..32]).copied().collect(),
                    _ => rows.flat_map(|row| chosen.map(|i| row[i])).collect(),
                };
                assert_values(&format!("take {dtype} {layout} {axis}"), &got, &want, 0);
                assert_eq!(x.take(&narrow, axis).unwrap().to_bytes().unwrap(), got.to_bytes().unwrap());
            }
        }
    }
}

#[test]
fn out_of_range_is_an_error_before_anything_is_written() {
    let x = Tensor::arange(5).unwrap();
    for bad in [5i64, -6, i64::MAX, i64::MIN] {
        let e = x.take(&Tensor::from_slice(&[0, bad], &[2]).unwrap(), 0).unwrap_err();
        assert!(matches!(e, Error::IndexOutOfRange { index, axis: 0, .. } if index == bad), "{e}");
    }
    assert!(x.take(&Tensor::from_slice(&[u64::MAX], &[1]).unwrap(), 0).is_err());
    let e = x.take(&Tensor::from_slice(&[5i64], &[1]).unwrap(), 0).unwrap_err();
    assert_eq!(e.to_string(), "take: 5 is outside axis 0 of shape [5]. That axis takes -5 to 4.");
    assert!(x.take(&Tensor::from_slice(&[0.5], &[1]).unwrap(), 0).is_err());
    let none = x.take(&Tensor::from_slice::<i64>(&[], &[0]).unwrap(), 0).unwrap();
    assert_eq!(none.shape(), [0]);
}

#[test]
fn rows_of_every_length_and_order_are_taken() {
    for dtype in [DType::UInt8, DType::BFloat16, DType::Float32, DType::Float64, DType::Complex128] {
        for inner in [1usize, 2, 3, 4, 5, 40] {
            let mut r = Random(inner as u64);
            let x = crate::samples::tensor(dtype, &[7, inner], (-4.0, 4.0), true, &mut r);
            let index = Tensor::from_slice(&[6i64, 0, 0, -2, 3, 1], &[6]).unwrap();
            for x in [x.clone(), x.flip(0).unwrap(), x.flip(1).unwrap(), x.narrow(0, 0, 7).unwrap()] {
                let want: Vec<_> = [6, 0, 0, 5, 3, 1].iter().flat_map(|&i| values(&x.at(&[i]).unwrap())).collect();
                assert_values(&format!("{dtype} {inner}"), &x.take(&index, 0).unwrap(), &want, 0);
            }
        }
    }
}

#[test]
fn nothing_taken_has_a_gradient_of_zero() {
    // burn#5287.
    use polyad::ir::{Attr, Expr, ops, vjp};
    let x = Expr::leaf(Tensor::ones(&[3], DType::Float64).unwrap().into_view());
    let none = Expr::leaf(Tensor::from_slice::<i64>(&[], &[0]).unwrap().into_view());
    let taken = Expr::apply(&ops::TAKE, &[&x, &none], [Attr::Int(0)].into_iter().collect());
    let sum = taken.sum(&polyad::ir::Axes::All, false);
    let seed = Expr::leaf(Tensor::ones(&[], DType::Float64).unwrap().into_view());
    let grad = vjp(&sum, &seed, &[x]).unwrap().remove(0).unwrap();
    let grad = Tensor::from_view(polyad::exec::eval(&grad).unwrap());
    assert_eq!(grad.to_vec::<f64>().unwrap(), [0.0; 3]);
}

#[test]
fn index_add_counts_duplicates() {
    let x = Tensor::zeros(&[3, 2], DType::Float32).unwrap();
    let index = Tensor::from_slice(&[1i64, 1, -1], &[3]).unwrap();
    let updates = Tensor::from_slice(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[3, 2]).unwrap();
    let y = x.index_add(&index, &updates, 0).unwrap();
    assert_eq!(y.to_vec::<f32>().unwrap(), [0.0, 0.0, 4.0, 6.0, 5.0, 6.0]);
    assert_eq!(x.to_vec::<f32>().unwrap(), [0.0; 6]);
    let turned = updates.mt().unwrap();
    assert!(matches!(x.index_add(&index, &turned, 0), Err(Error::ShapeMismatch { op: "index_add", .. })));
    let whole = x.astype(DType::Int32).unwrap();
    assert!(matches!(whole.index_add(&index, &updates, 0), Err(Error::DTypeMismatch { op: "index_add", .. })));
}

#[test]
fn concat_of_every_dtype_and_layout() {
    for &dtype in DType::ALL {
        let mut r = Random(45);
        let other = layouts(dtype, (-4.0, 4.0), true, &mut r).swap_remove(1).1;
        for (layout, x) in layouts(dtype, (-4.0, 4.0), true, &mut r) {
            if x.ndim() < 2 || x.shape()[1] != 32 {
                continue;
            }
            let c = other.concat(&[&x, &other], 0).unwrap();
            assert_eq!(c.shape(), [12 + x.shape()[0], 32]);
            let want = [values(&other), values(&x), values(&other)].concat();
            assert_values(&format!("concat {dtype} {layout}"), &c, &want, 0);
            if x.shape() == [6, 32] {
                let c = x.concat(&[&other], 1).unwrap();
                let (x, y) = (values(&x), values(&other));
                let want: Vec<Value> = x.chunks(32).zip(y.chunks(32)).flat_map(|(x, y)| [x, y].concat()).collect();
                assert_values(&format!("concat {dtype} {layout}, columns"), &c, &want, 0);
            }
        }
    }
}

#[test]
fn concat_joins_views_of_mixed_dtypes() {
    let mut r = Random(43);
    let a = layouts(DType::Int16, (0.0, 1.0), false, &mut r).swap_remove(1).1;
    let b = layouts(DType::Q4_0, (-1.0, 1.0), false, &mut r).swap_remove(2).1;
    let c = a.concat(&[&b, &a], 0).unwrap();
    assert_eq!((c.shape(), c.dtype()), (&[18, 32][..], DType::Float32));
    let want: Vec<_> = [&a, &b, &a].iter().flat_map(|t| values(&t.astype(DType::Float32).unwrap())).collect();
    assert_values("concat", &c, &want, 0);
    let wide = a.concat(&[&a], -1).unwrap();
    assert_eq!(wide.shape(), [6, 64]);
    assert!(matches!(a.concat(&[&c], 1), Err(Error::ShapeMismatch { .. })));
}
