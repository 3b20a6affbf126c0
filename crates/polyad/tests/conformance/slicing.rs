//! Parts written: by index, range, list and ellipsis.

use polyad::{Buffer, DType, Error, Layout, Slice, Tensor, View, tensor};

use crate::oracle::{assert_values, values};
use crate::samples::{Random, layouts, tensor as sample};

fn step(start: Option<i64>, stop: Option<i64>, step: i64) -> Slice {
    Slice::Range { start, stop, step }
}

/// Keys of `[6, 32]`.
fn keys() -> Vec<Vec<Slice>> {
    let back = || step(None, None, -1);
    vec![
        vec![],
        vec![Slice::Rest],
        vec![Slice::At(-2)],
        vec![Slice::Rest, Slice::At(3)],
        vec![step(Some(1), None, 1), back()],
        vec![step(None, None, 2), Slice::NewAxis, step(Some(-3), Some(2), -5)],
        vec![Slice::At(0), Slice::At(31)],
        vec![Slice::NewAxis, Slice::Rest, Slice::NewAxis],
        vec![step(Some(4), Some(2), 1)],
        vec![[4, 0, -1].into()],
        vec![back(), [7, 3].into()],
        vec![[1, 2].into(), [31, 0, 5].into()],
        vec![Slice::At(5), Slice::NewAxis, [9, 8, 7].into()],
    ]
}

#[test]
fn what_is_stored_in_a_part_is_read_from_it_and_nothing_else_changes() {
    let dtypes = DType::ALL.iter().filter(|d| !d.is_quantized());
    for &dtype in dtypes {
        let mut r = Random(71);
        for key in keys() {
            for turned in [false, true] {
                let base = sample(dtype, &[6, 32], (-4.0, 4.0), false, &mut r);
                let x = if turned { base.flip(()).unwrap() } else { base };
                let numbers = Tensor::arange(192).unwrap().reshape(&[6, 32]).unwrap();
                let part = numbers.slice(&key).unwrap();
                let value = sample(dtype, part.shape(), (-4.0, 4.0), false, &mut r);
                let mut want = values(&x);
                for (at, v) in part.to_vec::<i64>().unwrap().iter().zip(values(&value)) {
                    want[*at as usize] = v;
                }
                x.set_slice(&key, &value).unwrap();
                assert_values(&format!("{dtype} {key:?}"), &x, &want, 0);
                assert_values(&format!("{dtype} {key:?}"), &x.slice(&key).unwrap(), &values(&value), 0);
            }
        }
    }
}

#[test]
fn values_broadcast_and_take_the_dtype_of_the_target() {
    for &dtype in &[DType::Float64, DType::Float16, DType::Int32, DType::Complex64] {
        let x = Tensor::zeros(&[6, 32], dtype).unwrap();
        for key in keys() {
            x.set_slice(&key, &Tensor::scalar(3u8, DType::UInt8).unwrap()).unwrap();
            let part = x.slice(&key).unwrap();
            assert_eq!(part.dtype(), dtype);
            assert!(part.array_equiv(&tensor![3]).unwrap(), "{dtype} {key:?}");
        }
        let e = x.set_slice(&[], &tensor![[1], [2]]).unwrap_err();
        assert!(matches!(e, Error::ShapeMismatch { .. } | Error::DTypeMismatch { .. }), "{e}");
    }
    let x = Tensor::zeros(&[3], DType::Int32).unwrap();
    assert!(matches!(x.set_slice(&[[0].into()], &tensor![0.5]), Err(Error::DTypeMismatch { .. })));
    assert!(matches!(x.set_slice(&[0.into()], &tensor![1]), Err(Error::DTypeMismatch { .. })));
}

#[test]
fn a_source_that_overlaps_is_read_first() {
    let x = tensor![[0, 1, 2, 3], [4, 5, 6, 7]];
    x.set_slice(&[Slice::All, (1..).into()], &x.slice(&[Slice::All, (..3).into()]).unwrap()).unwrap();
    assert_eq!(x, tensor![[0, 0, 1, 2], [4, 4, 5, 6]]);
    let x = tensor![0, 1, 2, 3];
    x.set_slice(&[[3, 2, 1, 0].into()], &x).unwrap();
    assert_eq!(x, tensor![3, 2, 1, 0]);
    let x = tensor![0, 1, 2, 3];
    x.set_slice(&[[1, 1].into()], &x.slice(&[(2..).into()]).unwrap()).unwrap();
    assert_eq!(x, tensor![0, 3, 2, 3]);
}

#[test]
fn stores_through_reversed_views_are_in_order() {
    // mlx#3716.
    let x = Tensor::arange(6).unwrap().astype(DType::Float32).unwrap();
    let back = [step(None, None, -1)];
    let twice = &x.slice(&back).unwrap() * 2.0;
    for key in [back.clone(), [step(None, None, 2)]] {
        let b = Tensor::zeros(&[6], DType::Float32).unwrap();
        let part = b.slice(&key).unwrap();
        let source = twice.slice(&[step(None, Some(part.size() as i64), 1)]).unwrap();
        part.add_assign(&source).unwrap();
        let c = Tensor::zeros(&[6], DType::Float32).unwrap();
        c.set_slice(&key, &source).unwrap();
        assert_eq!(b, c);
    }
    let b = Tensor::zeros(&[6], DType::Float32).unwrap();
    b.slice(&back).unwrap().add_assign(&twice).unwrap();
    assert_eq!(b.to_vec::<f32>().unwrap(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
}

#[test]
fn nothing_is_written_where_a_call_is_wrong() {
    let x = tensor![[0, 1], [2, 3]];
    assert!(matches!(
        x.set_slice(&[[0, 2].into()], &tensor![9]),
        Err(Error::IndexOutOfRange { index: 2, axis: 0, .. })
    ));
    assert!(matches!(x.set_slice(&[[0, 1].into()], &tensor![9, 9, 9]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.set_slice(&[0.into(), 0.into(), 0.into()], &tensor![9]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.set_at(&[2], &tensor![9]), Err(Error::IndexOutOfRange { .. })));
    assert!(matches!(x.set_item(&[0], 9), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.set_item(&[0, 0], 0.5), Err(Error::ValueOutOfRange { .. })));
    assert!(matches!(x.get::<i64>(&[0, 2]), Err(Error::IndexOutOfRange { .. })));
    assert!(matches!(x.get::<f64>(&[0, 1]), Err(Error::DTypeMismatch { .. })));
    let wide = x.broadcast_to(&[2, 2, 2]).unwrap();
    assert!(matches!(wide.set_slice(&[], &tensor![9]), Err(Error::SelfOverlap { .. })));
    assert!(matches!(x.blit(&wide), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(wide.copy().unwrap().blit(&wide), Err(Error::SelfOverlap { .. })));
    assert!(matches!(x.blit(&Tensor::zeros(&[2, 2], DType::Int32).unwrap()), Err(Error::DTypeMismatch { .. })));
    let fixed = crate::samples::unaligned(&x);
    assert!(matches!(fixed.set_slice(&[], &fixed), Err(Error::ReadOnly { .. })));
    assert_eq!(x, tensor![[0, 1], [2, 3]]);
}

#[test]
fn single_elements_are_read_and_written_in_place() {
    let x = tensor![[0, 1], [2, 3]];
    let turned = x.mt().unwrap();
    turned.set_item(&[0, -1], 7).unwrap();
    assert_eq!(x.get::<i64>(&[1, 0]).unwrap(), 7);
    assert_eq!(x.at(&[1, 0]).unwrap().shape(), [0usize; 0]);
    x.set_at(&[0], &tensor![5, 6]).unwrap();
    assert_eq!(turned, tensor![[5, 7], [6, 3]]);
    assert!(x.fill(2).unwrap().is_same_view(&x));
    x.mt().unwrap().blit(&turned).unwrap();
    assert_eq!(x, tensor![[2, 2], [2, 2]]);
}

#[test]
fn ranges_given_as_lists_keep_to_their_axes() {
    let x = Tensor::arange(16).unwrap().reshape(&[4, 4]).unwrap();
    assert_eq!(x.slice_ranges(&[0, 0], &[4, 2], Some(&[2, 1])).unwrap(), tensor![[0, 1], [8, 9]]);
    assert_eq!(x.slice_ranges(&[-1], &[4], None).unwrap(), tensor![[12, 13, 14, 15]]);
    x.set_slice_ranges(&[1, 1], &[3, 3], None, &tensor![[0]]).unwrap();
    assert_eq!(x.slice_ranges(&[1], &[3], None).unwrap(), tensor![[4, 0, 0, 7], [8, 0, 0, 11]]);
    for bad in [
        x.slice_ranges(&[0], &[1, 2], None),
        x.slice_ranges(&[0], &[1], Some(&[1, 1])),
        x.slice_ranges(&[0], &[5], None),
        x.slice_ranges(&[-5], &[4], None),
        x.slice_ranges(&[0], &[4], Some(&[0])),
        x.slice_ranges(&[0, 0, 0], &[1, 1, 1], None),
    ] {
        assert!(matches!(bad, Err(Error::BadArgument { .. } | Error::ShapeMismatch { .. })));
    }
}

#[test]
fn queries_of_a_layout_move_nothing() {
    for &dtype in DType::ALL {
        let mut r = Random(73);
        for (layout, x) in layouts(dtype, (-1.0, 1.0), false, &mut r) {
            let what = format!("{dtype} {layout}");
            assert_eq!(x.size(), x.shape().iter().product::<usize>(), "{what}");
            for axis in 0..x.ndim() {
                assert_eq!(x.extent(axis as i64).unwrap(), x.shape()[axis], "{what}");
                assert_eq!(x.stride(axis as i64 - x.ndim() as i64).unwrap(), x.strides()[axis], "{what}");
            }
            assert!(matches!(x.extent(x.ndim() as i64), Err(Error::AxisOutOfRange { .. })));
            assert!(matches!(x.stride(-1 - x.ndim() as i64), Err(Error::AxisOutOfRange { .. })));
            assert!(x.clone().is_same_view(&x) && x.clone().shares_storage(&x), "{what}");
            let bits = (dtype.bits() * x.size() as f64 / 8.0).ceil() as usize;
            assert!(dtype.is_quantized() || x.size_bytes() == bits, "{what}");
        }
    }
}

#[test]
fn a_layout_is_a_copy_that_builds_another_tensor() {
    let x = Tensor::arange(12).unwrap().reshape(&[3, 4]).unwrap().mt().unwrap();
    let layout = x.layout().clone();
    assert_eq!((layout.shape(), layout.strides()), (&[4, 3][..], &[1, 4][..]));
    let (_, end) = layout.span().unwrap();
    let room = Buffer::zeroed(8 * end).unwrap();
    let y = Tensor::from_view(View::new(room, layout, DType::Int64).unwrap());
    y.copy_from(&x).unwrap();
    assert_eq!(y, x);
    assert!(y.layout() == x.layout() && !y.shares_storage(&x));
    assert!(matches!(Layout::new(&[3, 2], &[isize::MAX, 1], 0), Err(Error::SizeOverflow { .. })));
}

#[test]
fn the_same_view_is_told_by_place_and_not_by_value() {
    let x = tensor![[1, 2], [3, 4]];
    assert!(x.clone().is_same_view(&x) && x.mt().unwrap().mt().unwrap().is_same_view(&x));
    assert!(!x.copy().unwrap().is_same_view(&x) && !x.mt().unwrap().is_same_view(&x));
    assert!(!x.at(&[0]).unwrap().is_same_view(&x) && !x.at(&[0]).unwrap().is_same_view(&x.at(&[1]).unwrap()));
    let bits = View::new(x.buffer().clone(), x.layout().clone(), DType::UInt64).unwrap();
    assert!(!Tensor::from_view(bits).is_same_view(&x));
}

#[test]
fn the_strict_test_of_contiguity_counts_axes_of_extent_1() {
    let of = |shape: &[usize], strides: &[isize]| Layout::new(shape, strides, 0).unwrap();
    assert!(of(&[1, 5], &[7, 1]).is_contiguous() && !of(&[1, 5], &[7, 1]).is_canonical());
    assert!(of(&[0, 3], &[3, 1]).is_canonical() && of(&[], &[]).is_canonical());
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    assert!(x.layout().is_canonical() && !x.mt().unwrap().layout().is_canonical());
}

#[test]
fn a_clone_shares_the_elements_and_outlives_its_source() {
    let x = tensor![[1, 2], [3, 4]];
    let taken = x.clone();
    assert_eq!(taken.buffer().address(), x.buffer().address());
    let views = [x.reshape(&[4]).unwrap(), x.mt().unwrap().flip(0).unwrap(), x.narrow(0, 1, 1).unwrap()];
    x.set_item(&[1, 0], 9).unwrap();
    drop(x);
    assert_eq!(taken, tensor![[1, 2], [9, 4]]);
    assert_eq!(views, [tensor![1, 2, 9, 4], tensor![[2, 4], [1, 9]], tensor![[9, 4]]]);
}
