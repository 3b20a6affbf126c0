//! Tensors whose dtype and rank the compiler knows, iteration, `s![..]` and conversions.

use half::{bf16, f16};
use num_complex::Complex;
use polyad::{DType, Element, Error, Held, Slice, Tensor, Typed, s, tensor};

/// A value of each Rust type that is a dtype, and the dtype.
fn holds<T: Element + std::fmt::Debug>(value: T, dtype: DType) {
    assert_eq!(T::DTYPE, dtype);
    let x = Typed::from_vec(vec![value; 6], [2, 3]).unwrap();
    assert_eq!((x.as_tensor().dtype(), x.get([1, 2]).unwrap()), (dtype, value));
    let zero = Typed::<T, 0>::zeros([]).unwrap();
    zero.set([], value).unwrap();
    assert_eq!((zero.item().unwrap(), Typed::<T, 2>::RANK), (value, 2));
    assert_eq!(x.read().unwrap()[[0, 1]], value);
    assert_eq!(x.to_string(), x.as_tensor().to_string());
    assert_eq!(x.elements().unwrap().collect::<Vec<_>>(), [value; 6]);
}

#[test]
fn every_rust_number_is_an_element() {
    holds(true, DType::Bool);
    holds(-3i8, DType::Int8);
    holds(-3i16, DType::Int16);
    holds(-3i32, DType::Int32);
    holds(i64::MIN, DType::Int64);
    holds(3u8, DType::UInt8);
    holds(3u16, DType::UInt16);
    holds(3u32, DType::UInt32);
    holds(u64::MAX, DType::UInt64);
    holds(f16::from_f32(0.1), DType::Float16);
    holds(bf16::from_f32(0.1), DType::BFloat16);
    holds(0.1f32, DType::Float32);
    holds(0.1f64, DType::Float64);
    holds(Complex::new(f16::ONE, f16::NEG_ONE), DType::Complex32);
    holds(Complex::new(bf16::ONE, bf16::NEG_ONE), DType::BComplex32);
    holds(Complex::new(0.1f32, -0.2), DType::Complex64);
    holds(Complex::new(0.1f64, -0.2), DType::Complex128);
}

#[test]
fn dtype_and_rank_are_checked_once() {
    let x = tensor![[1, 2], [3, 4]];
    assert!(matches!(x.typed::<i32, 2>(), Err(Error::DTypeMismatch { .. })));
    assert!(matches!(x.typed::<i64, 1>(), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(Typed::<f32, 2>::zeros([usize::MAX, 2]), Err(Error::SizeOverflow { .. })));
    let typed = x.typed::<i64, 2>().unwrap();
    assert!(typed.as_tensor().is_same_view(&x) && typed.clone().into_tensor().is_same_view(&x));
    assert_eq!(format!("{typed:?}"), format!("{x:?}"));
}

#[test]
fn shape_and_strides_are_copies() {
    let x = Typed::<f32, 3>::zeros([2, 3, 4]).unwrap();
    let mut shape = x.shape();
    shape[0] = 9;
    assert_eq!(shape, [9, 3, 4]);
    assert_eq!((x.shape(), x.strides(), x.size()), ([2, 3, 4], [12, 4, 1], 24));
    assert_eq!(([0, 1, -1].map(|axis| x.extent(axis).unwrap()), x.stride(1).unwrap()), ([2, 3, 4], 4));
    let scalar = Typed::<f32, 0>::zeros([]).unwrap();
    assert_eq!((scalar.shape(), scalar.strides(), scalar.size()), ([], [], 1));
    assert_eq!(Typed::<f32, 2>::zeros([0, 3]).unwrap().size(), 0);
    let row = x.as_tensor().broadcast_to(&[5, 2, 3, 4]).unwrap();
    assert_eq!(row.stride(0).unwrap(), 0);
}

#[test]
fn an_axis_that_is_not_there_has_no_extent() {
    let x = Typed::<f32, 2>::zeros([2, 3]).unwrap();
    for bad in [2, -3, i64::MAX] {
        assert!(matches!(x.extent(bad), Err(Error::AxisOutOfRange { .. })), "{bad}");
        assert!(matches!(x.stride(bad), Err(Error::AxisOutOfRange { .. })), "{bad}");
    }
    let scalar = Typed::<f32, 0>::zeros([]).unwrap();
    for axis in [0, -1] {
        assert!(matches!(scalar.extent(axis), Err(Error::AxisOutOfRange { .. })));
        assert!(matches!(scalar.stride(axis), Err(Error::AxisOutOfRange { .. })));
    }
}

#[test]
fn bytes_are_those_of_the_elements_alone() {
    let columns = tensor![[0; 6]; 4].astype(DType::Float32).unwrap().slice(s![.., ..; 2]).unwrap();
    assert_eq!((columns.shape(), columns.size_bytes()), (&[4, 3][..], 48));
    assert_eq!(Tensor::zeros(&[5], DType::Ternary).unwrap().size_bytes(), 2);
}

#[test]
fn canonical_layouts_are_matx_contiguous() {
    let canonical = |x: &Tensor| x.layout().is_canonical();
    let x = Tensor::zeros(&[2, 3], DType::Float32).unwrap();
    assert!(canonical(&x) && !canonical(&x.mt().unwrap()));
    assert!(canonical(&Tensor::scalar(1, DType::Float32).unwrap()));
    assert!(canonical(&Tensor::zeros(&[0, 3], DType::Float32).unwrap()));
    let odd = polyad::Layout::new(&[1, 5], &[7, 1], 0).unwrap();
    assert!(!odd.is_canonical() && odd.is_contiguous());
}

#[test]
fn guards_give_references_through_the_strides() {
    let x = Typed::from_vec((0..6).collect::<Vec<i64>>(), [2, 3]).unwrap();
    let turned = x.permute([1, 0]).unwrap();
    {
        let mut write = turned.write().unwrap();
        for i in 0..3 {
            write[[i, 1]] *= 10;
        }
        assert_eq!(write[[2, 1]], 50);
        assert!(matches!(write.as_mut_slice(), Err(Error::NotAView { .. })));
    }
    assert_eq!(x.read().unwrap().as_slice().unwrap(), [0, 1, 2, 30, 40, 50]);
    let tail: Typed<i64, 1> = x.apply(|x| x.slice(s![1, 1..])).unwrap();
    tail.write().unwrap().as_mut_slice().unwrap().fill(7);
    assert_eq!(x.to_vec().unwrap(), [0, 1, 2, 30, 7, 7]);
    let flags = Typed::from_vec(vec![true, false], [2]).unwrap();
    flags.write().unwrap()[[1]] = true;
    assert_eq!(flags.to_vec().unwrap(), [true, true]);
    assert!(Typed::<f32, 1>::zeros([0]).unwrap().read().unwrap().as_slice().unwrap().is_empty());
}

#[test]
fn guards_keep_others_out() {
    let x = Typed::<f32, 1>::zeros([3]).unwrap();
    let read = x.read().unwrap();
    assert!(matches!(x.write(), Err(Error::InUse { held: Held::Reading, .. })));
    assert!(matches!(x.set([0], 1.0), Err(Error::InUse { held: Held::Reading, .. })));
    assert_eq!((x.get([0]).unwrap(), x.read().unwrap()[[0]]), (0.0, read[[0]]));
    drop(read);
    let write = x.write().unwrap();
    assert!(matches!(x.get([0]), Err(Error::InUse { held: Held::Writing, .. })));
    assert!(matches!(x.as_tensor().add(x.as_tensor()), Err(Error::InUse { held: Held::Writing, .. })));
    drop(write);
    x.set([0], 1.0).unwrap();
}

#[test]
#[should_panic(expected = "index [0, 3] is outside shape [2, 3]")]
fn a_guard_panics_with_index_and_shape() {
    let x = Typed::<f32, 2>::zeros([2, 3]).unwrap();
    let _ = x.read().unwrap()[[0, 3]];
}

#[test]
fn typed_indices_are_checked() {
    let x = Typed::<f32, 2>::zeros([2, 3]).unwrap();
    for bad in [[2, 0], [0, 3], [usize::MAX, 0]] {
        assert!(matches!(x.get(bad), Err(Error::IndexOutOfRange { .. })), "{bad:?}");
        assert!(matches!(x.set(bad, 1.0), Err(Error::IndexOutOfRange { .. })), "{bad:?}");
        assert!(matches!(x.ptr_at(bad), Err(Error::IndexOutOfRange { .. })), "{bad:?}");
    }
}

#[test]
fn pointers_are_the_places_of_elements() {
    let x = Typed::from_vec(vec![1i32, 2, 3, 4, 5, 6], [2, 3]).unwrap();
    assert_eq!(x.as_ptr() as usize, x.as_tensor().buffer().address());
    let turned = x.permute([1, 0]).unwrap();
    assert_eq!(turned.ptr_at([2, 1]).unwrap(), x.as_ptr().wrapping_add(5));
    let row = x.at(1).unwrap();
    assert_eq!(row.as_ptr(), x.ptr_at([1, 0]).unwrap());
    assert!(!Typed::<i32, 1>::zeros([0]).unwrap().as_ptr().is_null());
}

#[test]
fn results_keep_their_types() {
    let x = Typed::from_vec(vec![1.0f32, 2.0, 3.0, 4.0], [2, 2]).unwrap();
    let row = Typed::from_vec(vec![10.0f32, 20.0], [1, 2]).unwrap();
    assert_eq!((&x + &row).to_vec().unwrap(), [11.0, 22.0, 13.0, 24.0]);
    assert_eq!((&(&x - &row) * &x).to_vec().unwrap(), [-9.0, -36.0, -21.0, -64.0]);
    assert_eq!((-&(&x / &x)).to_vec().unwrap(), [-1.0; 4]);
    let mask: Typed<bool, 2> = x.less(&row).unwrap();
    assert_eq!(mask.to_vec().unwrap(), [true; 4]);
    assert_eq!(x.maximum(&x).unwrap(), x);
    let total: Typed<f32, 0> = x.apply(|x| x.sum(())).unwrap();
    assert_eq!(total.item().unwrap(), 10.0);
    assert!(matches!(x.apply::<f32, 2>(|x| x.sum(0)), Err(Error::ShapeMismatch { .. })));
    let whole = Typed::from_vec(vec![1i64], [1]).unwrap();
    assert!(matches!(whole.divide(&whole), Err(Error::DTypeMismatch { .. })));
    let three = Typed::<f32, 2>::zeros([3, 3]).unwrap();
    assert!(matches!(x.add(&three), Err(Error::Broadcast { .. })));
}

#[test]
fn outer_parts_have_one_axis_less() {
    let x = Typed::from_vec((0..24).collect::<Vec<i64>>(), [2, 3, 4]).unwrap();
    let last: Typed<i64, 2> = x.at(-1).unwrap();
    assert_eq!((last.shape(), last.get([0, 0]).unwrap()), ([3, 4], 12));
    let sums: Vec<i64> = x
        .outer()
        .rev()
        .flat_map(|plane| plane.outer().map(|row| row.elements().unwrap().sum()).collect::<Vec<i64>>())
        .collect();
    assert_eq!(sums, [54, 70, 86, 6, 22, 38]);
    assert!(matches!(x.at(2), Err(Error::IndexOutOfRange { .. })));
    assert_eq!(x.outer().len(), 2);
}

#[test]
fn permuting_is_a_view_with_each_axis_once() {
    let x = Typed::<f32, 3>::zeros([2, 3, 4]).unwrap();
    let y = x.permute([2, 0, 1]).unwrap();
    assert_eq!((y.shape(), y.strides()), ([4, 2, 3], [1, 12, 4]));
    assert!(y.as_tensor().buffer().is_same(x.as_tensor().buffer()));
    assert!(matches!(x.permute([0, 0, 1]), Err(Error::RepeatedAxis { .. })));
    assert!(matches!(x.permute([0, 1, 3]), Err(Error::AxisOutOfRange { .. })));
    assert_eq!(Typed::<f32, 0>::zeros([]).unwrap().permute([]).unwrap().shape(), []);
}

#[test]
fn parts_along_an_axis_are_views() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    for (column, want) in x.iter_axis(-1).unwrap().zip([[1, 4], [2, 5], [3, 6]]) {
        assert_eq!(column, Tensor::from(want.map(|x: i64| x)));
        column.fill(0).unwrap();
    }
    assert_eq!(x.elements::<i64>().unwrap().sum::<i64>(), 0);
    let mut rows = x.iter_axis(0).unwrap();
    assert_eq!(
        (rows.len(), rows.next_back().is_some(), rows.nth(1).is_none(), rows.next().is_none()),
        (2, true, true, true)
    );
    assert!(matches!(x.iter_axis(2), Err(Error::AxisOutOfRange { .. })));
    assert_eq!(Tensor::zeros(&[0, 3], DType::Int8).unwrap().into_iter().count(), 0);
    for (row, n) in (&x).into_iter().zip(0i64..) {
        row.fill(n).unwrap();
    }
    assert_eq!(x, tensor![[0, 0, 0], [1, 1, 1]]);
}

#[test]
#[should_panic(expected = "0-d tensor")]
fn a_tensor_without_axes_has_no_parts() {
    for _ in &Tensor::scalar(1, DType::Int8).unwrap() {}
}

#[test]
fn elements_come_in_row_major_order_under_one_guard() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    for view in [x.clone(), x.mt().unwrap(), x.flip(1).unwrap(), x.slice(s![1, new, ..; -2]).unwrap()] {
        assert_eq!(view.elements::<i64>().unwrap().collect::<Vec<_>>(), view.to_vec::<i64>().unwrap());
    }
    let mut elements = x.elements::<i64>().unwrap();
    elements.next();
    assert_eq!(elements.len(), 5);
    assert!(matches!(x.fill(0), Err(Error::InUse { held: Held::Reading, .. })));
    drop(elements);
    x.fill(0).unwrap();
    let bits = Tensor::from([1u8, 0, 1, 1, 0]).astype(DType::UInt1).unwrap().flip(0).unwrap();
    assert_eq!(bits.elements::<u8>().unwrap().collect::<Vec<_>>(), [0, 1, 1, 0, 1]);
    assert!(matches!(x.elements::<f64>(), Err(Error::DTypeMismatch { .. })));
}

#[test]
fn slices_are_written_as_in_python() {
    let x = Tensor::arange(24).unwrap().reshape(&[2, 3, 4]).unwrap();
    let (i, n, narrow) = (1usize, 3u8, -2i32);
    let range = |start, stop, step| Slice::Range { start, stop, step };
    let cases: [(&[Slice], &[Slice]); 9] = [
        (s![], &[]),
        (s![1, -1], &[Slice::At(1), Slice::At(-1)]),
        (s![i, ..n, narrow..], &[Slice::At(1), range(None, Some(3), 1), range(Some(-2), None, 1)]),
        (s![.., 1..; 2], &[Slice::All, range(Some(1), None, 2)]),
        (s![..; -1, ..-1; 2,], &[range(None, None, -1), range(None, Some(-1), 2)]),
        (s![..., 0..=2], &[Slice::All, Slice::All, range(Some(0), Some(3), 1)]),
        (s![0, ..., ..=-1], &[Slice::At(0), Slice::All, range(None, None, 1)]),
        (s![new, .., new, i + 1], &[Slice::NewAxis, Slice::All, Slice::NewAxis, Slice::At(2)]),
        (s![Slice::All, ...], &[]),
    ];
    for (written, parts) in cases {
        assert!(x.slice(written).unwrap().is_same_view(&x.slice(parts).unwrap()), "{written:?}");
    }
    assert!(matches!(x.slice(s![0, 0, 0, 0]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.slice(s![..., ...]), Err(Error::BadArgument { .. })));
    assert!(matches!(x.slice(s![..; 0]), Err(Error::BadArgument { .. })));
    assert!(matches!(x.slice(s![usize::MAX]), Err(Error::IndexOutOfRange { .. })));
}

#[test]
fn scaled_tensors_take_the_same_slices() {
    let x = Tensor::ones(&[2, 3, 64], DType::Float32).unwrap();
    let q = polyad::ScaledTensor::quantize(&x, polyad::ScaledFormat::Mxfp4).unwrap();
    assert_eq!(q.slice(s![..., 32..]).unwrap().shape(), [2, 3, 32]);
    assert_eq!(q.slice(s![1, ...]).unwrap().shape(), [3, 64]);
    assert!(matches!(q.slice(s![..., 1..]), Err(Error::SplitBlock { .. })));
}

#[test]
fn vectors_are_taken_without_a_copy() {
    let values = vec![1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0];
    let address = values.as_ptr() as usize;
    let x = Tensor::from_vec(values, &[2, 3]).unwrap();
    assert_eq!(x.buffer().address(), address);
    x.fill(0.5).unwrap();
    assert_eq!((&x + &x).to_vec::<f64>().unwrap(), [1.0; 6]);
    assert_eq!(Tensor::from(vec![true, false]), tensor![true, false]);
    assert!(matches!(Tensor::from_vec(vec![1, 2, 3], &[2, 2]), Err(Error::ByteLength { .. })));
    assert!(matches!(Tensor::from_vec(vec![1, 2, 3], &[usize::MAX, 4]), Err(Error::SizeOverflow { .. })));
    assert_eq!(Tensor::from(Vec::<f32>::new()).shape(), [0]);
}

#[test]
fn arrays_go_there_and_back() {
    let nested = [[1u16, 2, 3], [4, 5, 6]];
    let x = Tensor::from(nested);
    assert_eq!((x.shape(), x.dtype()), (&[2, 3][..], DType::UInt16));
    assert_eq!(<[[u16; 3]; 2]>::try_from(&x).unwrap(), nested);
    assert_eq!(<[[u16; 2]; 3]>::try_from(x.mt().unwrap()).unwrap(), [[1, 4], [2, 5], [3, 6]]);
    assert_eq!(Vec::<u16>::try_from(&x.mt().unwrap()).unwrap(), [1, 4, 2, 5, 3, 6]);
    assert!(matches!(<[[u16; 2]; 3]>::try_from(&x), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(<[[i16; 3]; 2]>::try_from(&x), Err(Error::DTypeMismatch { .. })));
    assert_eq!(Tensor::from(&[0.5f32, 1.5][..]), Tensor::from([0.5f32, 1.5]));
}

#[cfg(feature = "ndarray")]
mod ndarrays {
    use ndarray::{ArrayD, Axis, IxDyn, array};

    use super::*;

    #[test]
    fn arrays_of_ndarray_are_taken_without_a_copy() {
        let rows = array![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
        let address = rows.as_ptr() as usize;
        let x = Tensor::from(rows.into_dyn());
        assert_eq!((x.buffer().address(), x.strides()), (address, &[3, 1][..]));
        let mut turned = array![[1i64, 2, 3], [4, 5, 6]].reversed_axes();
        turned.invert_axis(Axis(0));
        let x = Tensor::from(turned.clone());
        assert_eq!((x.strides(), x.layout().offset()), (&[-1, 3][..], 2));
        assert_eq!(x.to_vec::<i64>().unwrap(), turned.iter().copied().collect::<Vec<_>>());
        assert_eq!(Tensor::from(array![true, false]), tensor![true, false]);
    }

    #[test]
    fn tensors_become_arrays_of_ndarray() {
        let x = tensor![[1, 2, 3], [4, 5, 6]];
        let turned = ArrayD::<i64>::try_from(&x.mt().unwrap()).unwrap();
        assert_eq!(turned, array![[1, 4], [2, 5], [3, 6]].into_dyn());
        assert_eq!(Tensor::scalar(2, DType::Int8).unwrap().to_ndarray::<i8>().unwrap().shape(), [0; 0]);
        assert_eq!(Tensor::zeros(&[0, 3], DType::Int8).unwrap().to_ndarray::<i8>().unwrap().shape(), [0, 3]);
        assert!(matches!(x.to_ndarray::<f32>(), Err(Error::DTypeMismatch { .. })));
        let deep = ArrayD::<u8>::zeros(IxDyn(&[1; 65]));
        assert!(matches!(Tensor::from_ndarray(deep), Err(Error::TooManyAxes { .. })));
    }
}
