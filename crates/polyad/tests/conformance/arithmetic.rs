//! Operators, numbers beside tensors, in-place forms, and what arithmetic does at the edges.

use std::panic::{AssertUnwindSafe, catch_unwind};

use polyad::{DType, Error, Kind, Scalar, Slice, Tensor, tensor};

#[test]
fn operators_are_the_methods_of_their_meaning() {
    let (x, y) = (tensor![7, -7, 5], tensor![2, 2, -3]);
    assert_eq!(&x + &y, tensor![9, -5, 2]);
    assert_eq!(&x - &y, tensor![5, -9, 8]);
    assert_eq!(&x * &y, tensor![14, -14, -15]);
    assert_eq!(&x / &y, tensor![3.5, -3.5, 5.0 / -3.0]);
    assert_eq!(&x % &y, tensor![1, 1, -1]);
    assert_eq!(&x & &y, tensor![2, 0, 5]);
    assert_eq!(&x | &y, tensor![7, -5, -3]);
    assert_eq!(&x ^ &y, tensor![5, -5, -8]);
    assert_eq!(&x << 2, tensor![28, -28, 20]);
    assert_eq!(&x >> 1, tensor![3, -4, 2]);
    assert_eq!(-&x, tensor![-7, 7, -5]);
    assert_eq!(!&x, tensor![-8, 6, -6]);
    assert_eq!(!&tensor![true, false], tensor![false, true]);
}

#[test]
fn numbers_stand_on_both_sides() {
    let x = tensor![1, 2];
    assert_eq!(10 - &x, tensor![9, 8]);
    assert_eq!(1.0 / &x, tensor![1.0, 0.5]);
    assert_eq!(7 % &x, tensor![0, 1]);
    assert_eq!(1 << &x, tensor![2, 4]);
    assert_eq!(6u8 & &x, tensor![0, 2]);
    assert_eq!(true ^ &tensor![true, false], tensor![false, true]);
    let half: Tensor = 2.5 * &x.astype(DType::Float16).unwrap();
    assert_eq!(half.dtype(), DType::Float16);
}

#[test]
fn numbers_are_weak_and_must_fit() {
    let x = Tensor::from_slice(&[1u8, 200], &[2]).unwrap();
    assert_eq!(x.add(100).unwrap(), Tensor::from_slice(&[101u8, 44], &[2]).unwrap());
    let e = x.add(300).unwrap_err();
    assert_eq!(e.to_string(), "add: 300 does not fit uint8. Take a wider dtype, or clip first.");
    assert!(matches!(x.maximum(-1), Err(Error::ValueOutOfRange { op: "maximum", .. })));
    assert!(matches!(x.multiply_assign(256), Err(Error::ValueOutOfRange { .. })));
    assert_eq!(x.multiply(0.5).unwrap(), tensor![0.5, 100.0]);
    assert_eq!(x.add(Scalar::Complex([0.0, 1.0])).unwrap().dtype(), DType::Complex128);
    assert!(catch_unwind(AssertUnwindSafe(|| &x + 300)).is_err());
}

#[test]
fn in_place_equals_out_of_place_for_every_operation() {
    type Pair =
        (&'static str, fn(&Tensor, &Tensor) -> polyad::Result<Tensor>, fn(&Tensor, &Tensor) -> polyad::Result<()>);
    macro_rules! pairs {
        ($($op:ident $assign:ident),*) => { [$((stringify!($op), |x, y| x.$op(y), |x, y| x.$assign(y))),*] };
    }
    let pairs: [Pair; 20] = pairs!(
        add add_assign, subtract subtract_assign, multiply multiply_assign, divide divide_assign,
        floor_divide floor_divide_assign, remainder remainder_assign, power power_assign, div_trunc div_trunc_assign,
        fmod fmod_assign, maximum maximum_assign, minimum minimum_assign, fmax fmax_assign, fmin fmin_assign,
        bitwise_and bitwise_and_assign, bitwise_or bitwise_or_assign, bitwise_xor bitwise_xor_assign,
        bitwise_left_shift bitwise_left_shift_assign, bitwise_right_shift bitwise_right_shift_assign,
        copysign copysign_assign, nextafter nextafter_assign
    );
    let dtypes = [DType::Int8, DType::UInt16, DType::Int64, DType::Float16, DType::Float32, DType::Float64];
    for (name, plain, assign) in pairs {
        for dtype in dtypes {
            let base = (&Tensor::arange(48).unwrap() - 7).astype(dtype).unwrap().reshape(&[6, 8]).unwrap();
            let cut = |x: &Tensor, from: i64, step: i64| {
                let rows = Slice::Range { start: Some(from), stop: None, step };
                x.slice(&[rows]).unwrap()
            };
            // A view that overlaps the target, and a row that is broadcast to it.
            for source in [cut(&base, 2, 1), cut(&base, 2, 1).flip(0).unwrap(), base.index_axis(0, 3).unwrap()] {
                let target = base.copy().unwrap();
                let moved = Tensor::from_view(target.view().with_layout(source.layout().clone()).unwrap());
                let to = cut(&target, 0, 1).slice(&[Slice::from(0..4)]).unwrap();
                let want = plain(&to, &moved);
                let done = assign(&to, &moved);
                match want {
                    Ok(want) if want.dtype() == dtype => {
                        done.unwrap();
                        assert_eq!(to.to_bytes().unwrap(), want.to_bytes().unwrap(), "{name} {dtype}");
                    }
                    _ => {
                        assert!(done.is_err(), "{name} {dtype}");
                        assert_eq!(target, base, "{name} {dtype}: an error leaves the target alone");
                    }
                }
            }
        }
    }
}

#[test]
fn compound_operators_write_into_shared_elements() {
    let mut x = tensor![[1, 2], [3, 4]];
    let seen = x.index_axis(0, 1).unwrap();
    x += 10;
    x -= &tensor![1, 2];
    x *= 2;
    assert_eq!(seen, tensor![24, 24]);
    x %= 7;
    x <<= 1;
    x |= 1;
    x ^= 2;
    x &= 6;
    x >>= 1;
    assert_eq!(x, tensor![[3, 3], [2, 2]]);
    let mut y = tensor![1.0, 2.0];
    y /= 4;
    assert_eq!(y, tensor![0.25, 0.5]);
    let mut wide = tensor![1].broadcast_to(&[3]).unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| wide += 1)).is_err());
}

#[test]
fn targets_keep_their_dtype_or_refuse() {
    let x = tensor![1, 2];
    assert!(matches!(x.divide_assign(2), Err(Error::DTypeMismatch { op: "divide", .. })));
    assert!(matches!(x.add_assign(0.5), Err(Error::DTypeMismatch { .. })));
    assert!(matches!(x.add_assign(&tensor![[1, 2], [3, 4]]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.broadcast_to(&[2, 2]).unwrap().maximum_assign(1), Err(Error::SelfOverlap { .. })));
    x.div_trunc_assign(-2).unwrap();
    assert_eq!(x, tensor![0, -1]);
}

#[test]
fn bits_are_those_of_integers() {
    for &dtype in DType::ALL.iter().filter(|d| matches!(d.kind(), Kind::Float | Kind::Complex)) {
        let x = Tensor::ones(&[1, 256], dtype).unwrap_or_else(|_| Tensor::ones(&[1, 256], DType::Float32).unwrap());
        assert!(matches!(x.bitwise_and(&x), Err(Error::DTypeUnsupported { op: "bitwise_and", .. })), "{dtype}");
        assert!(matches!(x.bitwise_invert(), Err(Error::DTypeUnsupported { .. })), "{dtype}");
        assert!(matches!(x.bitwise_left_shift(&x), Err(Error::DTypeUnsupported { .. })), "{dtype}");
    }
    let e = tensor![true].rshift_trunc(&tensor![true]).unwrap_err();
    assert!(matches!(e, Error::DTypeUnsupported { op: "rshift_trunc", .. }));
}

#[test]
fn shifts_by_any_count_are_defined() {
    let x = Tensor::from_slice(&[-128i8, -9, -1, 0, 9, 127], &[6]).unwrap();
    for count in -9..=9i8 {
        let out = |v: i8| !(0..8).contains(&count) || v == 0;
        let each = |f: fn(i64, i64) -> i64, gone: fn(i8) -> i8| -> Vec<i8> {
            let one = |v: i8| if out(v) { gone(v) } else { f(v.into(), count.into()) as i8 };
            x.to_vec::<i8>().unwrap().into_iter().map(one).collect()
        };
        let got = |y: polyad::Result<Tensor>| y.unwrap().to_vec::<i8>().unwrap();
        assert_eq!(got(x.bitwise_left_shift(count)), each(|v, c| v << c, |_| 0), "{count}");
        assert_eq!(got(x.bitwise_right_shift(count)), each(|v, c| v >> c, |v| v >> 7), "{count}");
        assert_eq!(got(x.rshift_trunc(count)), each(|v, c| v / (1 << c), |_| 0), "{count}");
    }
}

#[test]
fn neighbours_are_those_of_the_dtype() {
    for dtype in [DType::Float16, DType::BFloat16, DType::Float8E4M3FN, DType::Float8E5M2, DType::Float4E2M1FN] {
        let x = Tensor::ones(&[2], dtype).unwrap();
        let up = x.nextafter(&Tensor::full(&[2], 2.0, dtype).unwrap()).unwrap();
        assert_eq!(up.dtype(), dtype);
        let back = up.nextafter(&Tensor::zeros(&[2], dtype).unwrap()).unwrap();
        assert!(up.greater(&x).unwrap().to_vec::<bool>().unwrap()[0], "{dtype}");
        assert_eq!(back, x, "{dtype}");
    }
    let top = Tensor::full(&[1], 6.0, DType::Float4E2M1FN).unwrap();
    assert_eq!(top.nextafter(&tensor![f64::INFINITY]).unwrap().dtype(), DType::Float64);
    let most = Tensor::full(&[1], 448.0, DType::Float8E4M3FN).unwrap();
    assert_eq!(most.nextafter(&most.multiply(2).unwrap()).unwrap(), most);
}

#[test]
fn conditions_count_by_truth_value() {
    let (x, y) = (tensor![1, 2, 3], tensor![-1, -2, -3]);
    assert_eq!(tensor![0, 5, -1].where_(&x, &y).unwrap(), tensor![-1, 2, 3]);
    assert_eq!(tensor![f64::NAN, -0.0, 0.5].where_(&x, &y).unwrap(), tensor![1, -2, 3]);
    // What is not chosen does not count.
    assert_eq!(tensor![true].where_(&tensor![1.0], &tensor![f64::NAN]).unwrap(), tensor![1.0]);
}

#[test]
fn parts_of_complex_numbers_have_the_dtype_of_the_parts() {
    let parts = [
        (DType::Complex32, DType::Float16),
        (DType::BComplex32, DType::BFloat16),
        (DType::Complex64, DType::Float32),
        (DType::Complex128, DType::Float64),
    ];
    for (complex, part) in parts {
        let z = Tensor::full(&[3], Scalar::Complex([3.0, -4.0]), complex).unwrap();
        for (got, want) in [(z.abs(), 5.0), (z.real(), 3.0), (z.imag(), -4.0)] {
            assert_eq!(got.unwrap(), Tensor::full(&[3], want, part).unwrap());
        }
        assert_eq!(z.conj().unwrap(), Tensor::full(&[3], Scalar::Complex([3.0, 4.0]), complex).unwrap());
    }
}

#[test]
fn numbers_go_into_targets() {
    let x = tensor![1, 5, 9];
    x.maximum_assign(3).unwrap();
    x.minimum_assign(7).unwrap();
    assert_eq!(x, tensor![3, 5, 7]);
    x.fmod_assign(4).unwrap();
    x.div_trunc_assign(-2).unwrap();
    assert_eq!(x, tensor![-1, 0, -1]);
    for bad in [x.maximum_assign(0.5), x.minimum_assign(0.5), x.fmod_assign(0.5), x.div_trunc_assign(0.5)] {
        assert!(matches!(bad, Err(Error::DTypeMismatch { .. })));
    }
}
