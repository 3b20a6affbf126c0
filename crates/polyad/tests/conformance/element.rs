//! Single elements of every dtype, and the parts of complex numbers.

use std::io::Write;

use half::f16;
use num_complex::Complex;
use polyad::{Buffer, ComplexPlanar, DType, Error, Kind, Layout, Scalar, Tensor, s, tensor};

use crate::samples::unit;

/// Numbers that every real dtype but the block formats holds.
fn small(dtype: DType) -> Tensor {
    let values: &[f64] = match dtype {
        DType::Ternary => &[1.0, 0.0, -1.0, 1.0, -1.0, 0.0],
        // Powers of two only.
        DType::Float8E8M0FNU => &[1.0, 2.0, 0.5, 4.0, 1.0, 0.25],
        DType::UInt1 | DType::Bool => &[1.0, 0.0, 1.0, 1.0, 0.0, 0.0],
        DType::Int2 => &[1.0, 0.0, -1.0, -2.0, 1.0, 0.0],
        DType::UInt2 => &[1.0, 0.0, 3.0, 2.0, 1.0, 0.0],
        _ if dtype.kind() == Kind::Unsigned || dtype == DType::Float8UE4M3 => &[1.0, 0.0, 3.0, 2.0, 4.0, 6.0],
        _ => &[1.0, 0.0, -3.0, 2.0, 4.0, -6.0],
    };
    Tensor::from_slice(values, &[2, 3]).unwrap().astype(dtype).unwrap()
}

fn real_dtypes() -> impl Iterator<Item = DType> {
    DType::ALL.iter().copied().filter(|d| d.kind() != Kind::Complex && !d.is_quantized())
}

#[test]
fn every_dtype_is_read_at_its_index() {
    for dtype in real_dtypes() {
        let x = small(dtype);
        let values = x.to_f64_vec().unwrap();
        for view in [x.clone(), x.mt().unwrap(), x.flip(1).unwrap(), x.slice(s![.., 1..; 2]).unwrap()] {
            for (flat, want) in view.to_f64_vec().unwrap().into_iter().enumerate() {
                let columns = view.shape()[1];
                let index = [flat / columns, flat % columns].map(|i| i as i64);
                assert_eq!(view.get_f64(&index).unwrap(), want, "{dtype}");
                assert_eq!(view.get_flat(flat as i64).unwrap(), want, "{dtype}");
            }
        }
        assert_eq!(x.get_f64(&[-1, -3]).unwrap(), values[3], "{dtype}");
    }
}

#[test]
fn writing_an_element_leaves_the_others() {
    for dtype in real_dtypes() {
        let x = small(dtype);
        for view in [x.clone(), x.mt().unwrap(), x.flip(1).unwrap()] {
            let mut want = view.to_f64_vec().unwrap();
            for flat in [4, 1] {
                let one = unit(dtype) as f64;
                want[flat] = one;
                view.set_flat(flat as i64, one).unwrap();
                assert_eq!(view.to_f64_vec().unwrap(), want, "{dtype}");
            }
        }
    }
}

#[test]
fn block_formats_are_read_and_not_written() {
    let x = Tensor::arange(512).unwrap().reshape(&[2, 256]).unwrap().astype(DType::Float32).unwrap();
    for dtype in [DType::Q8_0, DType::Q4K, DType::Mxfp4, DType::Tq1_0] {
        let q = x.quantize(dtype).unwrap();
        let values = q.to_f64_vec().unwrap();
        for flat in [0, 31, 32, 255, 256, 300, 511] {
            assert_eq!(q.get_flat(flat).unwrap(), values[flat as usize], "{dtype}");
            assert_eq!(q.mt().unwrap().get_f64(&[flat % 256, flat / 256]).unwrap(), values[flat as usize], "{dtype}");
        }
        let bytes = q.to_bytes().unwrap();
        assert!(matches!(q.set_f64(&[0, 0], 1.0), Err(Error::BlockWrite { .. })), "{dtype}");
        assert!(matches!(q.set_flat(0, 1.0), Err(Error::BlockWrite { .. })), "{dtype}");
        assert!(matches!(q.set_scalar(&[0, 0], 1), Err(Error::BlockWrite { .. })), "{dtype}");
        assert!(q.get::<f32>(&[0, 0]).is_err(), "{dtype}");
        assert_eq!(q.to_bytes().unwrap(), bytes, "{dtype}");
    }
}

#[test]
fn wide_numbers_become_the_nearest_float() {
    assert_eq!(tensor![(1 << 53) + 1].get_f64(&[0]).unwrap(), 2f64.powi(53));
    assert_eq!(tensor![(1 << 53) + 3].get_f64(&[0]).unwrap(), 2f64.powi(53) + 4.0);
    let tenth = f16::from_f32(0.1);
    assert_eq!(Tensor::from([tenth]).get_f64(&[0]).unwrap(), f64::from(tenth));
    let signs = small(DType::Ternary);
    assert_eq!([0, 1, 2].map(|i| signs.get_f64(&[0, i]).unwrap()), [1.0, 0.0, -1.0]);
}

#[test]
fn a_wrong_index_is_refused() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    for bad in [&[][..], &[0], &[0, 0, 0]] {
        assert!(matches!(x.get_f64(bad), Err(Error::ShapeMismatch { .. })), "{bad:?}");
        assert!(matches!(x.set_f64(bad, 0.0), Err(Error::ShapeMismatch { .. })), "{bad:?}");
        assert!(matches!(x.get::<i64>(bad), Err(Error::ShapeMismatch { .. })), "{bad:?}");
    }
    for bad in [[2, 0], [0, 3], [-3, 0], [0, i64::MAX], [i64::MIN, 0]] {
        assert!(matches!(x.get_f64(&bad), Err(Error::IndexOutOfRange { .. })), "{bad:?}");
        assert!(matches!(x.set(&bad, 0i64), Err(Error::IndexOutOfRange { .. })), "{bad:?}");
        assert!(matches!(x.set_scalar(&bad, 0), Err(Error::IndexOutOfRange { .. })), "{bad:?}");
    }
}

#[test]
fn floats_round_to_the_nearest_even_and_integers_drop_the_fraction() {
    let x = Tensor::zeros(&[1], DType::Float16).unwrap();
    for (given, stored) in [(2049.0, 2048.0), (2051.0, 2052.0), (0.1, f64::from(f16::from_f64(0.1)))] {
        x.set_f64(&[0], given).unwrap();
        assert_eq!(x.get_f64(&[0]).unwrap(), stored);
    }
    x.set_f64(&[0], f64::NEG_INFINITY).unwrap();
    assert_eq!(x.get_f64(&[0]).unwrap(), f64::NEG_INFINITY);
    for dtype in [DType::Int8, DType::Int64, DType::Int4] {
        let x = Tensor::zeros(&[1], dtype).unwrap();
        for (given, stored) in [(2.9, 2.0), (-2.9, -2.0), (-0.5, 0.0)] {
            x.set_f64(&[0], given).unwrap();
            assert_eq!(x.get_f64(&[0]).unwrap(), stored, "{dtype}");
        }
    }
}

#[test]
fn what_a_dtype_cannot_hold_changes_nothing() {
    let past = [
        (DType::Int8, &[128.0, -129.0, f64::NAN, f64::INFINITY][..]),
        (DType::UInt8, &[256.0, -1.0, f64::NAN]),
        (DType::Int64, &[2f64.powi(63), -2f64.powi(64), f64::NEG_INFINITY]),
        (DType::UInt64, &[2f64.powi(64), -1.0]),
        (DType::Int4, &[8.0, -9.0]),
        (DType::UInt1, &[2.0, -1.0]),
        (DType::Bool, &[2.0, 0.5]),
        (DType::Float16, &[1e6]),
        (DType::Float32, &[1e39]),
    ];
    for (dtype, values) in past {
        let x = Tensor::ones(&[2], dtype).unwrap();
        for &bad in values {
            assert!(matches!(x.set_f64(&[1], bad), Err(Error::ValueOutOfRange { .. })), "{dtype} {bad}");
            assert!(matches!(x.set_flat(1, bad), Err(Error::ValueOutOfRange { .. })), "{dtype} {bad}");
        }
        assert_eq!(x.to_f64_vec().unwrap(), [1.0; 2], "{dtype}");
    }
    let x = Tensor::zeros(&[1], DType::UInt64).unwrap();
    x.set_f64(&[0], 2f64.powi(63)).unwrap();
    assert_eq!(x.get::<u64>(&[0]).unwrap(), 1 << 63);
}

#[test]
fn ternary_takes_its_three_values_only() {
    let x = Tensor::ones(&[5], DType::Ternary).unwrap();
    for bad in [0.5, 2.0, -1.5, f64::NAN, f64::INFINITY] {
        assert!(matches!(x.set_f64(&[4], bad), Err(Error::ValueOutOfRange { .. })), "{bad}");
    }
    assert_eq!(x.to_f64_vec().unwrap(), [1.0; 5]);
    for (i, value) in [-1.0, 0.0, -0.0, 1.0].into_iter().enumerate() {
        x.set_f64(&[i as i64], value).unwrap();
    }
    assert_eq!(x.elements::<i8>().unwrap().collect::<Vec<_>>(), [-1, 0, 0, 1, 1]);
}

#[test]
fn the_flat_index_is_of_the_row_major_order_of_the_view() {
    let x = tensor![[1, 2, 3], [4, 5, 6]].mt().unwrap();
    assert_eq!(x.get_flat(1).unwrap(), 4.0);
    x.set_flat(1, 9.0).unwrap();
    assert_eq!(x, tensor![[1, 9], [2, 5], [3, 6]]);
    for bad in [-1, 6, i64::MAX] {
        assert!(matches!(x.get_flat(bad), Err(Error::IndexOutOfRange { .. })), "{bad}");
        assert!(matches!(x.set_flat(bad, 0.0), Err(Error::IndexOutOfRange { .. })), "{bad}");
    }
    assert!(Tensor::zeros(&[0, 3], DType::Int64).unwrap().get_flat(0).is_err());
}

#[test]
fn typed_elements_are_exact() {
    let x = tensor![0, 0];
    x.set(&[1], (1i64 << 53) + 1).unwrap();
    assert_eq!(x.get::<i64>(&[1]).unwrap(), (1 << 53) + 1);
    assert!(matches!(x.get::<f64>(&[1]), Err(Error::DTypeMismatch { .. })));
    assert!(matches!(x.set(&[1], 1i32), Err(Error::DTypeMismatch { .. })));
    let signs = small(DType::Ternary);
    signs.set(&[1, 2], -1i8).unwrap();
    assert_eq!(signs.get::<i8>(&[1, 2]).unwrap(), -1);
    assert!(matches!(signs.set(&[1, 2], 2i8), Err(Error::ValueOutOfRange { .. })));
    let z = Tensor::from([Complex::new(f16::ONE, f16::NEG_ONE)]);
    assert_eq!(
        (z.dtype(), z.get::<Complex<f16>>(&[0]).unwrap()),
        (DType::Complex32, Complex::new(f16::ONE, f16::NEG_ONE))
    );
    let quarter = Tensor::zeros(&[3], DType::Float4E2M1FN).unwrap();
    quarter.set(&[1], -1.5f32).unwrap();
    assert_eq!(quarter.get::<f32>(&[1]).unwrap(), -1.5);
    assert!(matches!(quarter.set(&[1], 1.25f32), Err(Error::ValueOutOfRange { .. })));
}

#[test]
fn a_tensor_without_axes_takes_an_empty_index() {
    let x = Tensor::scalar(2.5, DType::Float32).unwrap();
    assert_eq!((x.get_f64(&[]).unwrap(), x.get_flat(0).unwrap(), x.item::<f32>().unwrap()), (2.5, 2.5, 2.5));
    x.set_scalar(&[], 3).unwrap();
    x.set_vals(4.0f32).unwrap();
    assert_eq!(x.item::<f32>().unwrap(), 4.0);
    assert!(matches!(x.get_f64(&[0]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.get_flat(1), Err(Error::IndexOutOfRange { .. })));
    assert!(matches!(tensor![1, 2].item::<i64>(), Err(Error::ShapeMismatch { .. })));
}

#[test]
fn numbers_keep_their_kind() {
    assert_eq!(tensor![-3].get_scalar(&[0]).unwrap(), Scalar::Int(-3));
    assert_eq!(Tensor::from([u64::MAX]).get_scalar(&[0]).unwrap(), Scalar::UInt(u64::MAX));
    assert_eq!(tensor![0.5].get_scalar(&[0]).unwrap(), Scalar::Float(0.5));
    let z = tensor![Complex::new(1.0, -2.0)];
    assert_eq!(z.get_scalar(&[0]).unwrap(), Scalar::Complex([1.0, -2.0]));
    z.set_scalar(&[0], Complex::new(3.0, 4.0)).unwrap();
    assert_eq!(z.get::<Complex<f64>>(&[0]).unwrap(), Complex::new(3.0, 4.0));
    assert!(matches!(z.get_f64(&[0]), Err(Error::DTypeUnsupported { .. })));
    let narrow = Tensor::zeros(&[1], DType::Float32).unwrap();
    narrow.set_scalar(&[0], (1i64 << 54) + 1).unwrap();
    assert_eq!(narrow.get_f64(&[0]).unwrap(), 2f64.powi(54));
}

/// A view of read-only memory, and one whose elements share memory.
fn unwritable() -> [Tensor; 2] {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&[0; 16]).unwrap();
    let mapped = Buffer::map_file(&file, "x", 0, 16).unwrap();
    let mut read_only = tensor![0];
    read_only.reset_external(mapped, &[2]).unwrap();
    [read_only, tensor![1].broadcast_to(&[2]).unwrap()]
}

#[test]
fn views_that_refuse_writes_refuse_single_ones() {
    for x in unwritable() {
        let read_only = x.buffer().is_read_only();
        let before = x.to_vec::<i64>().unwrap();
        for result in [
            x.set(&[0], 9i64),
            x.set_f64(&[0], 9.0),
            x.set_flat(0, 9.0),
            x.set_scalar(&[0], 9),
            x.set_vals([9, 9]),
            x.set_vals_partial([9]),
            x.typed::<i64, 1>().unwrap().write().map(drop),
        ] {
            match result.unwrap_err() {
                Error::ReadOnly { .. } => assert!(read_only),
                Error::SelfOverlap { .. } => assert!(!read_only),
                e => panic!("{e}"),
            }
        }
        assert_eq!(x.to_vec::<i64>().unwrap(), before);
    }
}

#[test]
fn nested_lists_land_at_their_indices() {
    let x = Tensor::zeros(&[2, 2, 2, 2], DType::Int32).unwrap();
    let lists = [[[[0, 1], [2, 3]], [[4, 5], [6, 7]]], [[[8, 9], [10, 11]], [[12, 13], [14, 15]]]];
    x.set_vals(lists).unwrap();
    assert_eq!(x.to_vec::<i32>().unwrap(), (0..16).collect::<Vec<i32>>());
    // As float32, through a view's strides.
    let y = Tensor::zeros(&[4, 4], DType::Float32).unwrap();
    y.slice(s![..; 2, 1..; 2]).unwrap().mt().unwrap().set_vals([[1, 2], [3, 4]]).unwrap();
    let want = [0., 1., 0., 3., 0., 0., 0., 0., 0., 2., 0., 4., 0., 0., 0., 0.];
    assert_eq!(y.to_vec::<f32>().unwrap(), want);
    // Shorter lists leave the rest.
    x.slice(s![0, 0]).unwrap().set_vals_partial([[100], [102]]).unwrap();
    assert_eq!(x.slice(s![0, 0]).unwrap().to_vec::<i32>().unwrap(), [100, 1, 102, 3]);
}

#[test]
fn lists_of_another_shape_or_range_change_nothing() {
    let x = Tensor::zeros(&[2, 2], DType::Int8).unwrap();
    assert!(matches!(x.set_vals([[1, 2, 3], [4, 5, 6]]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.set_vals([[1, 2]]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.set_vals([1, 2]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.set_vals_partial([[1, 2, 3]]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.set_vals_partial([1]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.set_vals([[1, 2], [3, 400]]), Err(Error::ValueOutOfRange { .. })));
    assert!(matches!(x.set_vals([[1.0, 2.0], [3.0, 4.5]]), Err(Error::ValueOutOfRange { .. })));
    assert_eq!(x.to_vec::<i8>().unwrap(), [0; 4]);
}

#[test]
fn pairs_are_complex_numbers() {
    let z = Tensor::zeros(&[2], DType::Complex64).unwrap();
    z.set_vals([[1, 2], [3, 4]]).unwrap();
    assert_eq!(z.to_vec::<Complex<f32>>().unwrap(), [Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)]);
    z.set_vals([Complex::new(5.0f32, 6.0), Complex::new(7.0, 8.0)]).unwrap();
    assert_eq!(z.get::<Complex<f32>>(&[1]).unwrap(), Complex::new(7.0f32, 8.0));
    let one = z.slice(s![0]).unwrap();
    one.set_vals([0.5, 0.25]).unwrap();
    assert_eq!(z.get::<Complex<f32>>(&[0]).unwrap(), Complex::new(0.5f32, 0.25));
    assert!(matches!(z.set_vals([[1, 2, 3], [4, 5, 6]]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(z.set_vals([[1], [2]]), Err(Error::ShapeMismatch { .. })));
}

#[test]
fn parts_of_complex_numbers_are_views() {
    let z =
        tensor![[Complex::new(1.0f32, 2.0), Complex::new(3.0, 4.0)], [Complex::new(5.0, 6.0), Complex::new(7.0, 8.0)]];
    let turned = z.mt().unwrap();
    let (real, imaginary) = (turned.real_view().unwrap(), turned.imag_view().unwrap());
    assert_eq!((real.strides(), imaginary.strides()), (&[2, 4][..], &[2, 4][..]));
    assert_eq!((real.layout().offset(), imaginary.layout().offset()), (0, 1));
    assert!(real.buffer().is_same(z.buffer()));
    assert_eq!(real, tensor![[1.0f32, 5.0], [3.0, 7.0]]);
    assert_eq!(imaginary, tensor![[2.0f32, 6.0], [4.0, 8.0]]);
    imaginary.fill(-1).unwrap();
    assert_eq!(z.get::<Complex<f32>>(&[1, 0]).unwrap(), Complex::new(5.0f32, -1.0));
    let back = z.flip(0).unwrap().real_view().unwrap();
    assert_eq!(back, tensor![[5.0f32, 7.0], [1.0, 3.0]]);
    // The parts outlive the tensor.
    drop((z, turned, back, imaginary));
    assert_eq!((real.ref_count(), real.get::<f32>(&[1, 1]).unwrap()), (1, 7.0));
}

#[test]
fn parts_are_of_complex_numbers_only() {
    for dtype in DType::ALL.iter().copied().filter(|d| !d.is_quantized()) {
        let x = Tensor::zeros(&[2], dtype).unwrap();
        let complex = dtype.kind() == Kind::Complex;
        for part in [x.real_view(), x.imag_view()] {
            match part {
                Ok(part) => assert!(complex && part.dtype().bits() * 2.0 == dtype.bits(), "{dtype}"),
                Err(e) => assert!(!complex && matches!(e, Error::DTypeUnsupported { .. }), "{dtype}"),
            }
        }
    }
    // Doubled strides leave the address space.
    let far = Layout::new(&[0, 1], &[1, isize::MAX], 0).unwrap();
    let z = Tensor::from_layout(far, DType::Complex64).unwrap();
    assert!(matches!(z.real_view(), Err(Error::SizeOverflow { .. })));
}

#[test]
fn planar_complex_numbers_are_two_planes() {
    let z = tensor![[Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)]];
    let planar = ComplexPlanar::from_complex(&z).unwrap();
    assert_eq!(planar.as_tensor(), &tensor![[[1.0, 3.0]], [[2.0, 4.0]]]);
    planar.set(&[0, 1], Complex::new(5.0, 6.0)).unwrap();
    assert_eq!(planar.get(&[0, -1]).unwrap(), Complex::new(5.0, 6.0));
    assert_eq!(planar.to_complex().unwrap(), tensor![[Complex::new(1.0, 2.0), Complex::new(5.0, 6.0)]]);
    for half in [DType::Float16, DType::BFloat16] {
        let planes = planar.as_tensor().astype(half).unwrap();
        assert_eq!(ComplexPlanar::new(planes).unwrap().get(&[0, 0]).unwrap(), Complex::new(1.0, 2.0));
    }
    assert!(matches!(planar.get(&[0, 2]), Err(Error::IndexOutOfRange { .. })));
}

#[test]
fn planes_with_gaps_are_refused() {
    let x = Tensor::zeros(&[2, 4], DType::Float16).unwrap();
    assert!(ComplexPlanar::new(x.clone()).is_ok());
    assert!(matches!(ComplexPlanar::new(x.slice(s![.., ..; 2]).unwrap()), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(ComplexPlanar::new(x.mt().unwrap()), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(ComplexPlanar::new(tensor![[1, 2], [3, 4]]), Err(Error::DTypeUnsupported { .. })));
    // Half a number is never written.
    let planar = ComplexPlanar::new(x).unwrap();
    assert!(matches!(planar.set(&[0], Complex::new(1.0, 1e6)), Err(Error::ValueOutOfRange { .. })));
    assert_eq!(planar.get(&[0]).unwrap(), Complex::new(0.0, 0.0));
}
