//! New tensors: values, counts, ends, and what is refused before anything is allocated.

use polyad::{
    DType, Error, Indexing, MAX_NDIM, Scalar, Spacing, Tensor, device, devices, exec, io, is_device_available, tensor,
};

use crate::samples::unit;

/// Whether a call was refused for its shape, and not for want of memory.
fn too_large(result: polyad::Result<Tensor>) -> bool {
    matches!(result, Err(Error::SizeOverflow { .. } | Error::TooManyAxes { .. }))
}

fn bad_argument(result: polyad::Result<Tensor>) -> &'static str {
    match result {
        Err(Error::BadArgument { argument, .. }) => argument,
        other => panic!("{other:?} is no BadArgument"),
    }
}

fn out_of_range(result: polyad::Result<Tensor>) -> bool {
    matches!(result, Err(Error::ValueOutOfRange { .. }))
}

#[test]
fn zeros_ones_and_full_hold_their_value_in_every_dtype() {
    for &dtype in DType::ALL {
        let shape = [2, dtype.block_len().max(3)];
        let of = |x: Tensor| {
            assert_eq!((x.dtype(), x.shape()), (dtype, &shape[..]));
            let wide = if dtype.kind() == polyad::Kind::Complex { x.astype(DType::Complex128).unwrap() } else { x };
            (wide.dtype() != DType::Complex128).then(|| wide.to_f64_vec().unwrap())
        };
        // A power of two has no 0, and the sums of q8_1 and scales of block formats round a 1.
        let exact = !dtype.is_quantized() && dtype != DType::Float8E8M0FNU;
        for (made, value) in [(Tensor::zeros(&shape, dtype), 0.0), (Tensor::ones(&shape, dtype), 1.0)] {
            match made {
                Ok(x) => {
                    let values = of(x);
                    assert!(!exact || values.is_none_or(|v| v.iter().all(|&x| x == value)), "{dtype} {value}");
                }
                Err(e) => assert!(dtype.is_quantized() || unit(dtype) as f64 != value, "{dtype}: {e}"),
            }
        }
    }
    assert_eq!(Tensor::full(&[2], 3, DType::Complex64).unwrap().astype(DType::Complex128).unwrap().shape(), [2]);
}

#[test]
fn sizes_past_the_address_space_are_refused() {
    let huge: [&[usize]; 4] = [&[usize::MAX], &[1 << 40, 1 << 40], &[1 << 62, 2, 0], &[1; MAX_NDIM + 1]];
    for shape in huge {
        for dtype in [DType::Float64, DType::Int8, DType::Ternary, DType::Bool] {
            assert!(too_large(Tensor::zeros(shape, dtype)), "{shape:?} {dtype}");
            assert!(too_large(Tensor::ones(shape, dtype)), "{shape:?} {dtype}");
            assert!(too_large(Tensor::empty(shape, dtype)), "{shape:?} {dtype}");
            assert!(too_large(Tensor::full(shape, 1, dtype)), "{shape:?} {dtype}");
        }
        assert!(too_large(Tensor::from_fn(shape, |_| panic!("{shape:?} is too large to be asked for") as f64)));
    }
    assert!(too_large(Tensor::eye(1 << 40, 1 << 40, 0, DType::Int8)));
    assert!(too_large(Tensor::identity(usize::MAX, DType::Float32)));
    assert!(too_large(Tensor::arange(usize::MAX)));
    assert!(too_large(Tensor::arange_from(0.0, 1e300, 1.0, None)));
    assert!(too_large(Tensor::arange_from(i64::MIN, i64::MAX, 1, DType::Float64)));
    assert!(too_large(Tensor::linspace(0, 1, usize::MAX)));
    let line = Tensor::zeros(&[1], DType::Int8).unwrap().broadcast_to(&[1 << 40]).unwrap();
    assert!(matches!(Tensor::meshgrid(&[&line, &line], Indexing::Ij), Err(Error::SizeOverflow { .. })));
    // A petabyte has an address, and no memory.
    assert!(matches!(Tensor::zeros(&[1 << 50], DType::Int8), Err(Error::OutOfMemory { .. })));
}

#[test]
fn a_name_says_which_function_refused() {
    let text = Tensor::ones(&[usize::MAX, 2], DType::Int8).unwrap_err().to_string();
    assert!(text.starts_with("ones: "), "{text}");
    let text = Tensor::full(&[1], 300, DType::UInt8).unwrap_err().to_string();
    assert!(text.starts_with("full: 300") && text.contains("uint8"), "{text}");
}

#[test]
fn values_that_do_not_fit_are_refused() {
    let cases: [(Scalar, DType); 12] = [
        (1.5.into(), DType::Int32),
        ((-1).into(), DType::UInt8),
        (256.into(), DType::UInt8),
        (2.into(), DType::Bool),
        (2.into(), DType::Ternary),
        (8.into(), DType::Int4),
        (70_000.into(), DType::Float16),
        (1e39.into(), DType::Float32),
        (500.into(), DType::Float8E4M3FN),
        ((-1.0).into(), DType::Float8UE4M3),
        ((-2).into(), DType::Float8E8M0FNU),
        (Scalar::Complex([1.0, 0.0]), DType::Float64),
    ];
    for (value, dtype) in cases {
        assert!(out_of_range(Tensor::scalar(value, dtype)), "{value} {dtype}");
        assert!(out_of_range(Tensor::full(&[0], value, dtype)), "{value} {dtype}");
        let like = Tensor::zeros(&[2, 2], dtype).unwrap();
        assert!(out_of_range(like.full_like(value)) && out_of_range(like.scalar_like(value)), "{value} {dtype}");
    }
    assert_eq!(Tensor::scalar(u64::MAX, DType::UInt64).unwrap().item::<u64>().unwrap(), u64::MAX);
    assert_eq!(Tensor::scalar(i64::MIN, DType::Int64).unwrap().item::<i64>().unwrap(), i64::MIN);
}

#[test]
fn like_functions_are_row_major_whatever_they_are_like() {
    let x = Tensor::arange(24).unwrap().reshape(&[2, 3, 4]).unwrap();
    let views = [
        x.permute_dims(&[2, 0, 1]).unwrap(),
        x.flip(1).unwrap(),
        x.index_axis(0, 1).unwrap().mt().unwrap(),
        x.index_axis(0, 0).unwrap().index_axis(0, 0).unwrap().broadcast_to(&[5, 4]).unwrap(),
    ];
    for v in views {
        for like in [v.zeros_like(), v.ones_like(), v.full_like(7), v.empty_like()].map(Result::unwrap) {
            assert_eq!((like.shape(), like.dtype()), (v.shape(), DType::Int64));
            assert!(like.is_contiguous() && !like.buffer().is_same(v.buffer()));
        }
        assert!(v.full_like(7).unwrap().to_vec::<i64>().unwrap().iter().all(|&x| x == 7));
        let one = v.scalar_like(3).unwrap();
        assert_eq!((one.shape(), one.item::<i64>().unwrap()), (&[][..], 3));
    }
}

#[test]
fn empty_bools_are_truth_values() {
    drop(Tensor::full(&[4096], 255, DType::UInt8).unwrap());
    assert!(Tensor::empty(&[4096], DType::Bool).unwrap().to_bytes().unwrap().iter().all(|&b| b <= 1));
    assert_eq!(Tensor::empty(&[5], DType::Ternary).unwrap().to_f64_vec().unwrap(), [0.0; 5]);
}

#[test]
fn from_fn_asks_once_for_each_place_in_order() {
    let mut seen = vec![];
    let x = Tensor::from_fn(&[2, 0, 3], |at| {
        seen.push(at.to_vec());
        0i8
    });
    assert_eq!((x.unwrap().shape(), seen.len()), (&[2, 0, 3][..], 0));
    let x = Tensor::from_fn(&[2, 2], |at| {
        seen.push(at.to_vec());
        seen.len() as f64
    });
    assert_eq!(x.unwrap(), tensor![[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(seen, [[0, 0], [0, 1], [1, 0], [1, 1]]);
    assert!(Tensor::from_fn(&[], |at| at.is_empty()).unwrap().item::<bool>().unwrap());
}

#[test]
fn ranges_have_the_elements_strictly_before_stop() {
    for (start, stop, step, want) in [
        (0, 10, 4, vec![0, 4, 8]),
        (0, 8, 4, vec![0, 4]),
        (5, 0, -2, vec![5, 3, 1]),
        (3, 3, 1, vec![]),
        (0, 5, -1, vec![]),
    ] {
        let x = Tensor::arange_from(start, stop, step, None).unwrap();
        assert_eq!((x.dtype(), x.to_vec::<i64>().unwrap()), (DType::Int64, want));
    }
    let tenths = Tensor::arange_from(0, 1, 0.1, None).unwrap().to_vec::<f64>().unwrap();
    assert_eq!(tenths, (0..10).map(|i| f64::from(i) * 0.1).collect::<Vec<_>>());
    // A running sum would be off by then.
    let far = Tensor::arange_from(0.0, 1e5, 0.1, None).unwrap().to_vec::<f64>().unwrap();
    assert_eq!((far.len(), far[999_999]), (1_000_000, 999_999.0 * 0.1));
    for dtype in [DType::Float16, DType::BFloat16, DType::Int4, DType::UInt1, DType::Float8E5M2, DType::Complex32] {
        assert_eq!(Tensor::arange_from(0, 2, 1, dtype).unwrap().dtype(), dtype);
    }
    let ends = Tensor::arange_from(i64::MAX, i64::MIN, i64::MIN, None).unwrap();
    assert_eq!(ends.to_vec::<i64>().unwrap(), [i64::MAX, -1]);
}

#[test]
fn ranges_refuse_what_has_no_end_or_does_not_fit() {
    for step in [Scalar::Int(0), Scalar::Float(0.0), Scalar::Float(f64::NAN), Scalar::Float(f64::INFINITY)] {
        assert_eq!(bad_argument(Tensor::arange_from(0, 5, step, None)), "step");
    }
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(bad_argument(Tensor::arange_from(bad, 5, 1, None)), "start");
        assert_eq!(bad_argument(Tensor::arange_from(0, bad, 1, None)), "stop");
        assert_eq!(bad_argument(Tensor::arange_f(0.0, bad, 1.0, DType::Float64)), "stop");
    }
    assert_eq!(bad_argument(Tensor::arange_from(0.5, 5, 1, DType::Int64)), "start");
    assert_eq!(bad_argument(Tensor::arange_f(0.0, 5.0, 0.0, DType::Float64)), "step");
    assert!(out_of_range(Tensor::arange_from(0, 300, 1, DType::UInt8)));
    assert!(out_of_range(Tensor::arange_from(0, -2, -1, DType::UInt64)));
    assert!(out_of_range(Tensor::arange_from(0, 100_000, 1000, DType::Float16)));
    assert!(matches!(Tensor::arange_f(0.0, 5.0, 1.0, DType::Int8), Err(Error::DTypeUnsupported { .. })));
}

#[test]
fn rounded_steps_emit_nothing_at_stop() {
    assert_eq!(Tensor::arange_from(1.0, 1.3, 0.1, None).unwrap().size(), 4);
    for n in 1..500 {
        let x = Tensor::arange_f(1.0, 1.0 + f64::from(n) * 0.1, 0.1, DType::Float64).unwrap().to_vec::<f64>().unwrap();
        assert_eq!(x.len(), n as usize);
        assert!(x.iter().enumerate().all(|(i, x)| *x == 1.0 + i as f64 * 0.1));
    }
    assert_eq!(Tensor::arange_f(0.0, -1.0, 1.0, DType::Float32).unwrap().shape(), [0]);
}

#[test]
fn spacings_meet_their_ends() {
    for (start, stop) in [(0.1, 0.3), (-1e308, 1.7e308), (5e-324, 1e-323), (3.0, -3.0)] {
        let x = Tensor::linspace(start, stop, 7).unwrap().to_vec::<f64>().unwrap();
        assert_eq!((x[0], x[6]), (start, stop));
        assert!(x.iter().all(|x| x.is_finite()));
    }
    let x = Tensor::geomspace(1e-300, 1e300, 5).unwrap().to_vec::<f64>().unwrap();
    assert_eq!((x[0], x[4]), (1e-300, 1e300));
    assert!((x[2] - 1.0).abs() < 1e-12);
    assert_eq!(Tensor::linspace(4, 9, 1).unwrap(), tensor![4.0]);
    for make in [Tensor::linspace, Tensor::logspace, Tensor::geomspace] as [fn(i32, i32, usize) -> _; 3] {
        assert_eq!(make(1, 2, 0).unwrap().shape(), [0]);
    }
    let whole = Spacing { dtype: Some(DType::Int64), ..Spacing::default() };
    let x = Tensor::linspace_with(i64::MIN, i64::MAX, 3, whole).unwrap();
    assert_eq!(x, tensor![i64::MIN, -1, i64::MAX]);
    let x = Tensor::linspace_with(-5, 5, 4, whole).unwrap();
    assert_eq!(x, tensor![-5, -2, 1, 5]);
    let complex = Tensor::linspace(Scalar::Complex([0.0, 1.0]), Scalar::Complex([2.0, -1.0]), 3).unwrap();
    assert_eq!(complex.dtype(), DType::Complex128);
    let bytes = complex.to_bytes().unwrap();
    let parts: Vec<f64> = bytes.as_chunks().0.iter().map(|b| f64::from_le_bytes(*b)).collect();
    assert_eq!(parts, [0.0, 1.0, 1.0, 0.0, 2.0, -1.0]);
}

#[test]
fn spacings_refuse_what_they_cannot_reach() {
    let with = |dtype| Spacing { dtype: Some(dtype), ..Spacing::default() };
    assert!(out_of_range(Tensor::linspace_with(0, 300, 4, with(DType::UInt8))));
    assert!(out_of_range(Tensor::linspace_with(0.0, f64::INFINITY, 4, with(DType::Int8))));
    assert!(out_of_range(Tensor::logspace_with(0, 40, 4, with(DType::Float32))));
    assert!(out_of_range(Tensor::geomspace_with(1, 1000, 4, with(DType::Int8))));
    let unsupported = |x| matches!(x, Err(Error::DTypeUnsupported { .. }));
    assert!(unsupported(Tensor::linspace_with(0, 1, 4, with(DType::Bool))));
    assert!(unsupported(Tensor::linspace_with(Scalar::Complex([0.0, 1.0]), 1, 4, with(DType::Float64))));
    for base in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(bad_argument(Tensor::logspace_with(0, 1, 3, Spacing { base, ..Spacing::default() })), "base");
    }
    for (start, stop, argument) in [(0, 1, "start"), (1, 0, "stop"), (-1, 1, "stop"), (1, -1, "stop")] {
        assert_eq!(bad_argument(Tensor::geomspace(start, stop, 3)), argument);
    }
}

#[test]
fn powers_are_within_an_ulp() {
    // The digits of the square root of 10.
    let x = Tensor::logspace(-2.5, 2.5, 6).unwrap().to_vec::<f64>().unwrap();
    let want = [
        0.003_162_277_660_168_379_3,
        0.031_622_776_601_683_79,
        0.316_227_766_016_837_94,
        3.162_277_660_168_379_5,
        31.622_776_601_683_793,
        316.227_766_016_837_96,
    ];
    for (x, want) in x.iter().zip(want) {
        assert!((x.to_bits() as i64 - f64::to_bits(want) as i64).abs() <= 1, "{x} {want}");
    }
}

#[test]
fn unit_matrices_have_ones_on_one_diagonal() {
    // One bit that is a sign holds no 1.
    assert!(matches!(Tensor::eye(2, 2, 0, DType::Int1), Err(Error::ValueOutOfRange { .. })));
    let whole = |d: &&DType| !d.is_quantized() && **d != DType::Float8E8M0FNU && unit(**d) == 1;
    for &dtype in DType::ALL.iter().filter(whole) {
        for (rows, columns) in [(3, 3), (2, 4), (4, 2), (0, 3), (3, 0), (1, 1)] {
            for k in [i64::MIN, -4, -1, 0, 1, 3, i64::MAX] {
                let x = Tensor::eye(rows, columns, k, dtype).unwrap();
                assert_eq!((x.dtype(), x.shape()), (dtype, &[rows, columns][..]));
                let own = if dtype.kind() == polyad::Kind::Complex { DType::Complex128 } else { DType::Float64 };
                let want = Tensor::from_fn(&[rows, columns], |at| {
                    f64::from(u8::from(at[1] as i128 - at[0] as i128 == i128::from(k)))
                });
                assert_eq!(x.astype(own).unwrap(), want.unwrap().astype(own).unwrap(), "{dtype} {rows} {columns} {k}");
            }
        }
        assert_eq!(Tensor::identity(2, dtype).unwrap(), Tensor::eye(2, 2, 0, dtype).unwrap());
    }
}

#[test]
fn grids_run_along_their_axes() {
    let (x, y, z) = (tensor![1, 2, 3], tensor![0.5, 1.5], tensor![true]);
    for (indexing, shape) in [(Indexing::Xy, [2, 3, 1]), (Indexing::Ij, [3, 2, 1])] {
        let grids = Tensor::meshgrid(&[&x, &y, &z], indexing).unwrap();
        let dtypes: Vec<DType> = grids.iter().map(Tensor::dtype).collect();
        assert_eq!(dtypes, [DType::Int64, DType::Float64, DType::Bool]);
        assert!(grids.iter().all(|g| g.shape() == shape && g.is_contiguous()));
        let (along_x, along_y) = if indexing == Indexing::Xy { (1, 0) } else { (0, 1) };
        let want = Tensor::from_fn(&shape, |at| at[along_x] as i64 + 1).unwrap();
        assert_eq!(grids[0], want);
        assert_eq!(grids[1], Tensor::from_fn(&shape, |at| at[along_y] as f64 + 0.5).unwrap());
    }
    assert!(Tensor::meshgrid(&[], Indexing::Xy).unwrap().is_empty());
    let flat = Tensor::zeros(&[2, 2], DType::Int8).unwrap();
    assert!(matches!(Tensor::meshgrid(&[&x, &flat], Indexing::Xy), Err(Error::ShapeMismatch { .. })));
    let many = vec![&z; MAX_NDIM + 1];
    assert!(matches!(Tensor::meshgrid(&many, Indexing::Xy), Err(Error::TooManyAxes { .. })));
    assert!("yx".parse::<Indexing>().is_err());
}

#[test]
fn triangles_keep_one_side_of_a_diagonal() {
    for &dtype in DType::ALL.iter().filter(|d| !d.is_quantized() && d.kind() != polyad::Kind::Complex) {
        let x = Tensor::full(&[2, 3, 4], unit(dtype), dtype).unwrap();
        let one = x.to_f64_vec().unwrap()[0];
        for k in [i64::MIN, -1, 0, 2, i64::MAX] {
            let keeps = |lower: bool| {
                Tensor::from_fn(&[2, 3, 4], |at| {
                    let off = at[2] as i64 - at[1] as i64;
                    if (lower && off <= k) || (!lower && off >= k) { one } else { 0.0 }
                })
                .unwrap()
            };
            let zero_is_none = dtype == DType::Float8E8M0FNU;
            let lower = x.tril_with(polyad::TrilOptions { k }).unwrap();
            let upper = x.triu_with(polyad::TriuOptions { k }).unwrap();
            if !zero_is_none {
                assert_eq!(lower.to_f64_vec().unwrap(), keeps(true).to_f64_vec().unwrap(), "{dtype} {k}");
                assert_eq!(upper.to_f64_vec().unwrap(), keeps(false).to_f64_vec().unwrap(), "{dtype} {k}");
            }
        }
    }
    let nan = Tensor::full(&[2, 2], f64::NAN, DType::Float64).unwrap();
    assert_eq!(nan.tril().unwrap().to_vec::<f64>().unwrap()[1], 0.0);
    assert!(matches!(tensor![1, 2].triu(), Err(Error::ShapeMismatch { .. })));
    // A view that takes no memory, with a triangle that would take too much.
    let wide = Tensor::zeros(&[1, 1], DType::Int8).unwrap().broadcast_to(&[1, 1 << 50]).unwrap();
    assert!(matches!(wide.tril(), Err(Error::OutOfMemory { .. } | Error::SizeOverflow { .. })));
}

#[test]
fn a_cast_is_fresh_even_in_the_same_dtype() {
    let x = tensor![[1.5, 2.7], [-3.1, f64::NAN]];
    assert_eq!(x.cast(DType::Int64).unwrap(), tensor![[1, 2], [-3, 0]]);
    let twin = x.mt().unwrap().cast(DType::Float64).unwrap();
    assert!(!twin.buffer().is_same(x.buffer()) && twin.is_contiguous());
    twin.fill(0).unwrap();
    assert_eq!(x.to_vec::<f64>().unwrap()[0], 1.5);
    let complex = Tensor::ones(&[2], DType::Complex64).unwrap();
    assert!(matches!(complex.cast(DType::Float32), Err(Error::DTypeUnsupported { .. })));
}

#[test]
fn files_give_nine_dtypes_a_code() {
    use DType::{BFloat16, Float16, Float32, Float64, Int8, Int16, Int32, Int64, Ternary};
    let codes = [Float64, Float32, Float16, BFloat16, Int8, Int16, Int32, Int64, Ternary];
    for (code, dtype) in (0u8..).zip(codes) {
        assert_eq!(io::tens_dtype(code.into()).unwrap(), dtype);
        assert_eq!(io::tens_code(dtype), Some(code));
    }
    for code in [9, 10, 255, u64::MAX] {
        let text = io::tens_dtype(code).unwrap_err().to_string();
        assert!(text.contains(&code.to_string()), "{text}");
    }
    assert!([DType::Bool, DType::UInt8, DType::Complex64, DType::Q4_0].iter().all(|&d| io::tens_code(d).is_none()));
    let sizes = codes.map(|d| d.is_plain().then(|| d.block_bytes()));
    assert_eq!(sizes, [Some(8), Some(4), Some(2), Some(2), Some(1), Some(2), Some(4), Some(8), None]);
    let bytes: Vec<usize> = (0..10).map(|n| Tensor::zeros(&[n], Ternary).unwrap().size_bytes()).collect();
    assert_eq!(bytes, [0, 1, 1, 1, 1, 2, 2, 2, 2, 3]);
}

#[test]
fn the_host_is_the_device_of_every_tensor() {
    let x = Tensor::arange(6).unwrap().reshape(&[2, 3]).unwrap();
    for t in [&x, &x.mt().unwrap(), &x.add(&x).unwrap()] {
        assert_eq!(t.device().name(), "cpu");
    }
    assert!(std::ptr::eq(device("cpu").unwrap(), devices()[0]));
    assert!(is_device_available("cpu"));
    for name in ["metal", "cuda", "cpu:0", "", "no such thing"] {
        assert!(!is_device_available(name));
        let text = device(name).unwrap_err().to_string();
        assert!(text.contains("\"cpu\""), "{text}");
    }
    // The plain loops are there on every machine, beside the best ones.
    assert_eq!(exec::tiers().next(), Some("baseline"));
    assert!(exec::tiers().any(|tier| tier == exec::tier()));
}

#[test]
fn rank_zero_and_extents_of_zero_are_shapes() {
    let scalar = Tensor::zeros(&[], DType::Float64).unwrap();
    assert_eq!((scalar.ndim(), scalar.size(), scalar.to_vec::<f64>().unwrap()), (0, 1, vec![0.0]));
    let none = Tensor::zeros(&[2, 0, 3], DType::Float64).unwrap();
    assert_eq!((none.ndim(), none.size(), none.size_bytes(), none.strides().len()), (3, 0, 0, 3));
    let x = Tensor::zeros(&[2, 3, 4], DType::Int16).unwrap();
    assert_eq!((x.strides(), x.byte_strides()), (&[12, 4, 1][..], Some(vec![24, 8, 2])));
    assert_eq!(x.broadcast_to(&[5, 2, 3, 4]).unwrap().strides(), [0, 12, 4, 1]);
    assert_eq!(Tensor::zeros(&[2, 3], DType::Ternary).unwrap().byte_strides(), None);
    assert_eq!(Tensor::zeros(&[1; MAX_NDIM], DType::Int8).unwrap().ndim(), MAX_NDIM);
}

#[test]
fn data_of_another_length_are_refused() {
    let length = |x: polyad::Result<Tensor>| matches!(x, Err(Error::ByteLength { .. }));
    assert_eq!(Tensor::from_slice(&[7i32], &[]).unwrap().item::<i32>().unwrap(), 7);
    assert!(length(Tensor::from_slice(&[1.0, 2.0, 3.0], &[2, 2])));
    assert!(length(Tensor::from_slice::<f64>(&[], &[])));
    assert!(length(Tensor::from_bytes(&[0; 7], DType::Float32, &[2])));
    assert!(out_of_range(Tensor::from_bytes(&[0b10], DType::Ternary, &[1])));
    let mut source = [1i64, 2];
    let x = Tensor::from_slice(&source, &[2]).unwrap();
    source[0] = 9;
    assert_eq!(x, tensor![1, 2]);
    assert_eq!(source[0], 9);
}

#[test]
fn zeroing_a_view_leaves_the_rest() {
    let x = Tensor::ones(&[3, 4], DType::Float32).unwrap();
    x.index_axis(1, 2).unwrap().fill(0).unwrap();
    assert_eq!(x.sum(()).unwrap().to_f64_vec().unwrap(), [9.0]);
    x.flip(0).unwrap().index_axis(0, 0).unwrap().fill(0).unwrap();
    assert_eq!(x.sum(1).unwrap().to_f64_vec().unwrap(), [3.0, 3.0, 0.0]);
    let ternary = Tensor::ones(&[5], DType::Ternary).unwrap();
    ternary.narrow(0, 1, 3).unwrap().fill(0).unwrap();
    assert_eq!(ternary.to_bytes().unwrap(), [0b01, 0b01]);
    let spread = Tensor::ones(&[1], DType::Float32).unwrap().broadcast_to(&[4]).unwrap();
    assert!(matches!(spread.fill(0), Err(Error::SelfOverlap { .. })));
    assert_eq!(spread.to_f64_vec().unwrap(), [1.0; 4]);
}

#[test]
fn the_first_element_lies_where_layout_and_buffer_say() {
    let x = Tensor::from_slice(&[1i16, 2, 3, 4, 5, 6], &[2, 3]).unwrap();
    let view = x.mt().unwrap().narrow(0, 1, 2).unwrap();
    assert_eq!((view.layout().offset(), view.view().byte_range().start), (1, 2));
    let bytes = view.buffer().read().unwrap();
    assert_eq!((bytes.as_ptr() as usize, bytes[2]), (view.buffer().address(), 2));
    let ternary = Tensor::ones(&[9], DType::Ternary).unwrap().narrow(0, 6, 2).unwrap();
    assert_eq!((ternary.layout().offset(), ternary.view().byte_range().start), (6, 1));
}
