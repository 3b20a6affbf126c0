//! Keys with tensors of indices and masks, read and written, on every dtype and layout.

use polyad::ir::{Attr, Expr, ops, vjp};
use polyad::{Buffer, DType, Error, IndexPart, Layout, ScatterOptions, Tensor, View, exec, ix, tensor};

use crate::oracle::{Value, assert_values, values};
use crate::samples::{Random, layouts, tensor as sample};

/// A mask that is true at about half of its places.
fn mask(shape: &[usize], r: &mut Random) -> Tensor {
    let n = shape.iter().product();
    Tensor::from_slice(&(0..n).map(|_| r.below(2) == 1).collect::<Vec<_>>(), shape).unwrap()
}

/// Keys of `[6, 32]`.
fn keys(r: &mut Random) -> Vec<Vec<IndexPart>> {
    let (rows, columns) = (tensor![5i64, 0, -6, 2], tensor![[31], [0], [7]].astype(DType::UInt8).unwrap());
    vec![
        ix![&rows].to_vec(),
        ix![.., &columns].to_vec(),
        ix![&rows, &tensor![1, 2, 3, -1]].to_vec(),
        ix![&rows, &columns].to_vec(),
        ix![&rows, new, &columns].to_vec(),
        ix![2, &columns].to_vec(),
        ix![3, .., new, true].to_vec(),
        ix![..; -2, &columns].to_vec(),
        ix![&mask(&[6], r)].to_vec(),
        ix![&mask(&[6, 32], r)].to_vec(),
        ix![.., &mask(&[32], r)].to_vec(),
        ix![1..4, &mask(&[32], r), new].to_vec(),
        ix![false].to_vec(),
        ix![true, ..; 2].to_vec(),
        ix![4, ..., &mask(&[32], r)].to_vec(),
        ix![[3, 3, -1], 5].to_vec(),
        ix![&tensor![0i64; 0], ..].to_vec(),
    ]
}

/// What a key takes of numbered elements: its shape, and the number of each.
fn numbers(key: &[IndexPart]) -> (Vec<usize>, Vec<usize>) {
    let all = Tensor::arange(192).unwrap().reshape(&[6, 32]).unwrap();
    let part = all.index(key).unwrap();
    (part.shape().to_vec(), part.to_vec::<i64>().unwrap().iter().map(|&i| i as usize).collect())
}

#[test]
fn every_dtype_and_layout_is_read() {
    for &dtype in DType::ALL {
        let mut r = Random(81);
        let keys = keys(&mut r);
        for (layout, x) in layouts(dtype, (-4.0, 4.0), true, &mut r).into_iter().filter(|(_, x)| x.shape() == [6, 32]) {
            let all = values(&x);
            for key in &keys {
                let (shape, at) = numbers(key);
                let got = x.index(key).unwrap();
                let what = format!("{dtype} {layout} {key:?}");
                assert_eq!(got.shape(), shape, "{what}");
                assert_values(&what, &got, &at.iter().map(|&i| all[i]).collect::<Vec<_>>(), 0);
            }
        }
    }
}

#[test]
fn every_dtype_and_layout_is_written() {
    for &dtype in DType::ALL.iter().filter(|d| !d.is_quantized()) {
        let mut r = Random(82);
        let keys = keys(&mut r);
        for key in &keys {
            for turned in 0..3 {
                let base = sample(dtype, &[6, 32], (-4.0, 4.0), false, &mut r);
                let x = match turned {
                    0 => base,
                    1 => base.flip(()).unwrap(),
                    _ => sample(dtype, &[32, 6], (-4.0, 4.0), false, &mut r).mt().unwrap(),
                };
                let (shape, at) = numbers(key);
                let value = sample(dtype, &shape, (-4.0, 4.0), false, &mut r);
                let mut want = values(&x);
                at.iter().zip(values(&value)).for_each(|(&i, v)| want[i] = v);
                x.set_index(key, &value).unwrap();
                assert_values(&format!("{dtype} {turned} {key:?}"), &x, &want, 0);
                let one = sample(dtype, &[], (-4.0, 4.0), false, &mut r);
                at.iter().for_each(|&i| want[i] = values(&one)[0]);
                x.set_index(key, &one).unwrap();
                assert_values(&format!("{dtype} {turned} {key:?}, one value"), &x, &want, 0);
            }
        }
    }
}

#[test]
fn rows_of_blocks_are_written_whole() {
    let mut r = Random(83);
    let x = sample(DType::Q8_0, &[4, 2, 64], (-4.0, 4.0), false, &mut r);
    let mut want = values(&x);
    let rows = sample(DType::Q8_0, &[2, 64], (-1.0, 1.0), false, &mut r);
    x.set_index(ix![&tensor![2, 0], &tensor![1, 0]], &rows).unwrap();
    for (place, row) in [5, 0].iter().zip(values(&rows).chunks(64)) {
        want[place * 64..][..64].copy_from_slice(row);
    }
    assert_values("q8_0", &x, &want, 0);
    x.set_index(ix![&tensor![true, false, false, true]], &tensor![0.0f32]).unwrap();
    want[..128].fill(Value::F(0.0));
    want[384..].fill(Value::F(0.0));
    assert_values("q8_0 by a mask", &x, &want, 0);
    let e = x.set_index(ix![..., &tensor![1, 2]], &tensor![0.0f32]).unwrap_err();
    assert!(matches!(e, Error::BlockWrite { .. }), "{e}");
    let add = ScatterOptions { mode: "add" };
    assert!(matches!(x.set_index_with(ix![&tensor![1]], &tensor![0.0f32], add), Err(Error::BlockWrite { .. })));
}

#[test]
fn quantized_rows_are_taken_in_any_order() {
    // burn#5005.
    let x = (&(&Tensor::arange(64).unwrap().astype(DType::Float32).unwrap() - 31.5) / 8.0).reshape(&[2, 32]).unwrap();
    let q = x.quantize(DType::Q8_0).unwrap();
    let whole = q.astype(DType::Float32).unwrap();
    let taken = q.index(ix![&tensor![1, 0, 1]]).unwrap();
    assert_eq!(taken.dtype(), DType::Float32);
    let rows: Vec<Value> = [1, 0, 1].iter().flat_map(|&i| values(&whole.at(&[i]).unwrap())).collect();
    assert_values("rows", &taken, &rows, 0);
    let columns = q.index(ix![.., &tensor![3, 6]]).unwrap();
    assert_eq!(columns, whole.index(ix![.., &tensor![3, 6]]).unwrap());
}

#[test]
fn nothing_is_written_where_an_index_is_outside() {
    let x = Tensor::arange(6).unwrap().reshape(&[2, 3]).unwrap();
    let before = x.copy().unwrap();
    for key in [
        ix![&tensor![0, 1, 2]].to_vec(),
        ix![.., &tensor![0, -4]].to_vec(),
        ix![&tensor![0, 1], &tensor![0, 3]].to_vec(),
        ix![0, &tensor![3]].to_vec(),
        ix![&Tensor::from_slice(&[u64::MAX], &[1]).unwrap()].to_vec(),
        ix![true, 2].to_vec(),
    ] {
        let got = x.index(&key).unwrap_err();
        assert!(matches!(&got, Error::IndexOutOfRange { shape, .. } if shape.as_slice() == [2, 3]), "{got}");
        let e = x.set_index(&key, &tensor![9]).unwrap_err();
        assert_eq!(e.to_string(), got.to_string());
        assert_eq!(x, before);
    }
    let e = x.index(ix![0, &tensor![1, 3]]).unwrap_err();
    assert_eq!(e.to_string(), "index: 3 is outside axis 1 of shape [2, 3]. That axis takes -3 to 2.");
    // chainer#4648.
    let e = Tensor::arange(5).unwrap().index(ix![&tensor![0, 1, 2, 3, 4, 5, 6]]).unwrap_err();
    assert_eq!(e.to_string(), "index: 5 is outside axis 0 of shape [5]. That axis takes -5 to 4.");
    let far = x.scatter(&[&tensor![0, 2]], &tensor![[1], [1]], 0).unwrap_err();
    assert!(matches!(far, Error::IndexOutOfRange { op: "scatter", index: 2, axis: 0, .. }), "{far}");
    assert!(matches!(x.gather(&[&tensor![-3]], 0), Err(Error::IndexOutOfRange { op: "gather", .. })));
    assert!(matches!(x.put(&tensor![6], &tensor![0]), Err(Error::IndexOutOfRange { .. })));
}

#[test]
fn keys_that_fit_no_tensor_are_told() {
    let x = Tensor::arange(6).unwrap().reshape(&[2, 3]).unwrap();
    let text = |key: &[IndexPart]| x.index(key).unwrap_err().to_string();
    assert_eq!(
        text(ix![&tensor![true, false, true]]),
        "index: shape [3] does not fit; index needs a mask of shape [2], axes 0 to 0 of [2, 3]."
    );
    assert!(matches!(x.index(ix![&tensor![0, 1], &tensor![0, 1, 2]]), Err(Error::Broadcast { .. })));
    assert!(matches!(x.index(ix![&tensor![0.5]]), Err(Error::DTypeUnsupported { .. })));
    assert!(matches!(x.index(ix![0, &tensor![0], 1]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.index(ix![..., &tensor![0], ...]), Err(Error::BadArgument { .. })));
    assert!(matches!(x.set_index(ix![&tensor![0]], &tensor![[1, 2]]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.set_index(ix![&x.greater(1).unwrap()], &tensor![1, 2]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.set_index(ix![&tensor![0]], &tensor![0.5]), Err(Error::DTypeMismatch { .. })));
    let other = ScatterOptions { mode: "divide" };
    assert!(matches!(x.set_index_with(ix![0], &x, other), Err(Error::BadArgument { .. })));
    let z = x.astype(DType::Complex128).unwrap();
    let most = ScatterOptions { mode: "max" };
    assert!(matches!(z.set_index_with(ix![0], &x, most), Err(Error::DTypeUnsupported { .. })));
    // cupy#4693.
    let x = Tensor::arange(12).unwrap().reshape(&[3, 4]).unwrap();
    assert!(matches!(x.index(ix![&tensor![1, 0], &tensor![true, true]]), Err(Error::ShapeMismatch { .. })));
}

#[test]
fn masks_and_integers_are_stored_together() {
    // cupy#627.
    let d = Tensor::arange(24).unwrap().astype(DType::Float64).unwrap().reshape(&[2, 3, 4]).unwrap();
    let far = d.index(ix![..., 0]).unwrap().greater(6).unwrap();
    d.set_index(ix![&far, 3], &tensor![0]).unwrap();
    assert_eq!(d.index(ix![..., 3]).unwrap(), tensor![[3.0, 7.0, 0.0], [0.0, 0.0, 0.0]]);
}

#[test]
fn a_store_reads_its_key_and_its_value_first() {
    let x = tensor![3i64, 2, 1, 0];
    x.set_index(ix![&x], &x).unwrap();
    assert_eq!(x, tensor![0, 1, 2, 3].flip(0).unwrap().flip(0).unwrap());
    let x = tensor![1i64, 2, 3, 0];
    x.set_index(ix![&x], &tensor![10, 20, 30, 40]).unwrap();
    assert_eq!(x, tensor![40, 10, 20, 30]);
    let x = tensor![1, 2, 3, 4];
    x.set_index(ix![&tensor![1, 2, 3]], &x.narrow(0, 0, 3).unwrap()).unwrap();
    assert_eq!(x, tensor![1, 1, 2, 3]);
    let b = tensor![true, false, true];
    b.set_index(ix![&b], &tensor![false, true]).unwrap();
    assert_eq!(b, tensor![false, false, true]);
    let x = tensor![1, 2, 3, 4];
    x.set_index(ix![&tensor![false, true, true, false]], &x.narrow(0, 0, 2).unwrap()).unwrap();
    assert_eq!(x, tensor![1, 1, 2, 4]);
}

#[test]
fn memory_that_must_not_be_written_is_not() {
    let one = Tensor::arange(3).unwrap();
    let spread = one.broadcast_to(&[2, 3]).unwrap();
    let read_only =
        View::new(Buffer::from_vec(vec![1i64, 2]), Layout::contiguous(&[2]).unwrap(), DType::Int64).unwrap();
    for key in [ix![&tensor![0]].to_vec(), ix![&tensor![true, false]].to_vec()] {
        assert!(matches!(spread.set_index(&key, &tensor![7]), Err(Error::SelfOverlap { .. })));
        let guard = read_only.buffer().read().unwrap();
        assert!(matches!(Tensor::from_view(read_only.clone()).set_index(&key, &tensor![7]), Err(Error::InUse { .. })));
        drop(guard);
    }
    assert_eq!(one, tensor![0, 1, 2]);
}

#[test]
fn duplicates_count_as_the_mode_says() {
    let (x, places) = (tensor![5, 5, 5], tensor![0, 2, 0]);
    let updates = tensor![7, 1, 3];
    let with = |mode| x.scatter_with(&[&places], &updates, 0, ScatterOptions { mode }).unwrap();
    assert_eq!(with("set"), tensor![3, 5, 1]);
    assert_eq!(with("add"), tensor![15, 5, 6]);
    assert_eq!(with("max"), tensor![7, 5, 5]);
    assert_eq!(with("min"), tensor![3, 5, 1]);
    for &dtype in DType::ALL.iter().filter(|d| !d.is_quantized() && d.kind() != polyad::Kind::Complex) {
        // A scale has no zero.
        if dtype == DType::Float8E8M0FNU {
            continue;
        }
        let x = Tensor::zeros(&[2, 3], dtype).unwrap();
        let one = Tensor::scalar(crate::samples::unit(dtype), DType::Int64).unwrap().astype(dtype).unwrap();
        let key = ix![.., &tensor![1, 1]].to_vec();
        x.set_index_with(&key, &one, ScatterOptions { mode: "add" }).unwrap();
        let twice = if dtype == DType::Bool { one.clone() } else { one.add(&one).unwrap() };
        let sum = x.index(ix![0, 1]).unwrap();
        assert_values(&format!("{dtype}"), &sum, &values(&twice.astype(dtype).unwrap()), 0);
        assert!(x.index(ix![.., ..; 2]).unwrap().equal(0).unwrap().all(()).unwrap().item::<bool>().unwrap(), "{dtype}");
    }
}

#[test]
fn what_is_not_zero_is_found() {
    let x = tensor![[[0.0, f64::NAN], [-0.0, 2.0]], [[0.0, 0.0], [1.0, 0.0]]];
    assert_eq!(x.nonzero().unwrap(), [tensor![0, 0, 1], tensor![0, 1, 1], tensor![1, 1, 0]]);
    assert_eq!(x.argwhere().unwrap(), tensor![[0, 0, 1], [0, 1, 1], [1, 1, 0]]);
    assert_eq!(x.mt().unwrap().argwhere().unwrap(), tensor![[0, 1, 0], [0, 1, 1], [1, 0, 1]]);
    assert_eq!(Tensor::zeros(&[0, 3], DType::Int8).unwrap().argwhere().unwrap().shape(), [0, 2]);
    assert_eq!(tensor![1].reshape(&[]).unwrap().argwhere().unwrap().shape(), [1, 0]);
    assert!(matches!(tensor![1].reshape(&[]).unwrap().nonzero(), Err(Error::ShapeMismatch { .. })));
    let taken: Vec<IndexPart> = x.nonzero().unwrap().into_iter().map(IndexPart::from).collect();
    assert_eq!(x.index(&taken).unwrap().to_vec::<f64>().unwrap()[1..], [2.0, 1.0]);
    let long = Tensor::arange(100_000).unwrap();
    assert_eq!(
        long.remainder(7).unwrap().equal(3).unwrap().nonzero().unwrap()[0],
        &(&Tensor::arange(14286).unwrap() * 7) + 3
    );
}

#[test]
fn conditions_take_parts() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(x.compress(&tensor![1, 0, 1], 1).unwrap(), tensor![[1, 3], [4, 6]]);
    assert_eq!(x.compress(&tensor![false, true], -1).unwrap(), tensor![[2], [5]]);
    assert!(matches!(x.compress(&tensor![1, 1, 1], 0), Err(Error::IndexOutOfRange { index: 2, .. })));
    assert!(matches!(x.compress(&tensor![[1]], 0), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.compress(&tensor![1], 2), Err(Error::AxisOutOfRange { .. })));
    assert!(matches!(x.compress(&tensor![1], [0, 1]), Err(Error::BadArgument { .. })));
    assert_eq!(x.mt().unwrap().extract(&tensor![[0, 1], [0, 0], [1, 1]]).unwrap(), tensor![4, 3, 6]);
}

#[test]
fn rows_with_a_one_reach_every_class_or_are_refused() {
    for &dtype in DType::ALL.iter().filter(|d| d.block_len() <= 2) {
        let rows = tensor![[1], [-1]].one_hot(2, dtype).unwrap();
        assert_eq!((rows.shape(), rows.dtype()), (&[2, 1, 2][..], dtype));
        let one = Tensor::scalar(1, DType::Int64).unwrap().astype(dtype).unwrap();
        let zero = Tensor::zeros(&[], dtype).unwrap();
        let [one, zero] = [values(&one)[0], values(&zero)[0]];
        assert_values(&format!("{dtype}"), &rows, &[zero, one, zero, one], 0);
    }
    assert!(matches!(tensor![2].one_hot(2, DType::Int8), Err(Error::IndexOutOfRange { index: 2, .. })));
    assert!(matches!(tensor![0.5].one_hot(2, DType::Int8), Err(Error::DTypeUnsupported { .. })));
    assert!(matches!(tensor![0].one_hot(-1, DType::Int8), Err(Error::BadArgument { .. })));
}

#[test]
fn values_are_put_in_a_copy() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(x.put(&tensor![[0, -1], [1, 0]], &tensor![7, 8]).unwrap(), tensor![[8, 7, 3], [4, 5, 8]]);
    assert_eq!(x.put(&tensor![0], &tensor![7, 8]).unwrap(), tensor![[7, 2, 3], [4, 5, 6]]);
    assert!(matches!(x.put(&tensor![0], &tensor![0i64; 0]), Err(Error::ShapeMismatch { .. })));
    let places = tensor![[2, 0], [-1, -1]];
    let y = x.put_along_axis(&places, &tensor![[7, 8], [9, 0]], 1).unwrap();
    assert_eq!(y, tensor![[8, 2, 7], [4, 5, 0]]);
    let add = polyad::PutAlongAxisOptions { mode: "add" };
    assert_eq!(x.put_along_axis_with(&places, &tensor![10], 1, add).unwrap(), tensor![[11, 2, 13], [4, 5, 26]]);
    assert_eq!(x, tensor![[1, 2, 3], [4, 5, 6]]);
    let e = x.put_along_axis(&tensor![[0], [0], [0]], &tensor![0], 1).unwrap_err();
    assert!(matches!(e, Error::ShapeMismatch { op: "put_along_axis", .. }), "{e}");
}

#[test]
fn an_empty_index_has_a_gradient_of_zero() {
    // burn#5287.
    let x = Expr::leaf(Tensor::ones(&[3], DType::Float64).unwrap().into_view());
    let none = Expr::leaf(tensor![0i64; 0].into_view());
    let taken = Expr::apply(&ops::GATHER, &[&x, &none], [Attr::Int(0)].into_iter().collect());
    let seed = Expr::leaf(Tensor::ones(&[], DType::Float64).unwrap().into_view());
    let grad = vjp(&taken.sum(&polyad::ir::Axes::All, false), &seed, &[x]).unwrap().remove(0).unwrap();
    assert_eq!(Tensor::from_view(exec::eval(&grad).unwrap()), tensor![0.0, 0.0, 0.0]);
}

#[test]
fn results_do_not_depend_on_threads() {
    let n = 300_000;
    let x = Tensor::arange(n).unwrap().astype(DType::Float32).unwrap();
    let places = (&Tensor::arange(n).unwrap() * 7919).remainder(n as i64).unwrap();
    let mask = places.remainder(2).unwrap().equal(0).unwrap();
    let grid = x.reshape(&[-1, 3]).unwrap();
    let all = || {
        let y = x.copy().unwrap();
        y.set_index(ix![&mask], &x.index(ix![&mask]).unwrap().negative().unwrap()).unwrap();
        let columns = grid.index(ix![.., &tensor![2, 0]]).unwrap();
        [x.index(ix![&places]).unwrap(), x.index(ix![&mask]).unwrap(), y, columns]
    };
    exec::set_threads(1);
    let alone = all();
    exec::set_threads(2);
    let shared = all();
    exec::set_threads(0);
    assert_eq!(alone, shared);
    assert_eq!(alone[0], places.astype(DType::Float32).unwrap());
}
