//! Wrong answers that users met in other libraries; here each has its right one.

use polyad::ir::Axes;
use polyad::{DType, Error, Slice, Tensor};

fn floats(values: &[f32], shape: &[usize]) -> Tensor {
    Tensor::from_slice(values, shape).unwrap()
}

#[test]
fn mean_does_not_stop_at_2_to_the_24() {
    // numpy#8869: a narrow running sum stops growing.
    let x = Tensor::ones(&[1], DType::Float32).unwrap().broadcast_to(&[20_000_000, 2]).unwrap();
    assert_eq!(x.mean(0).unwrap().to_vec::<f32>().unwrap(), [1.0, 1.0]);
    assert_eq!(x.mean(()).unwrap().item::<f32>().unwrap(), 1.0);
}

#[test]
fn sum_over_two_axes_of_a_large_array() {
    // NumKong#333.
    let n = 1024 * 1024 * 3;
    let values: Vec<f32> = (0..n).map(|i| (i % 5) as f32).collect();
    let x = floats(&values, &[1024, 1024, 3]);
    assert_eq!(x.sum([0, 1]).unwrap().to_vec::<f32>().unwrap(), [2_097_150.0, 2_097_151.0, 2_097_152.0]);
}

#[test]
fn least_integer_by_minus_one_wraps() {
    // numpy#7946, #29893.
    for n in 1..65 {
        let x = Tensor::full(&[n], i64::MIN, DType::Int64).unwrap();
        let m = Tensor::scalar(-1, DType::Int64).unwrap();
        assert_eq!(x.floor_divide(&m).unwrap().to_vec::<i64>().unwrap(), vec![i64::MIN; n]);
        assert_eq!(x.remainder(&m).unwrap().to_vec::<i64>().unwrap(), vec![0; n]);
        assert_eq!(x.abs().unwrap().to_vec::<i64>().unwrap(), vec![i64::MIN; n]);
        let small = Tensor::full(&[n], -128, DType::Int8).unwrap();
        let m = Tensor::scalar(-1, DType::Int8).unwrap();
        assert_eq!(small.floor_divide(&m).unwrap().to_vec::<i8>().unwrap(), vec![-128; n]);
        let zero = Tensor::scalar(0, DType::Int8).unwrap();
        assert_eq!(small.floor_divide(&zero).unwrap().to_vec::<i8>().unwrap(), vec![0; n]);
        assert_eq!(small.remainder(&zero).unwrap().to_vec::<i8>().unwrap(), vec![0; n]);
    }
}

#[test]
fn division_of_bytes_by_each_scalar() {
    // numpy#19045, #20153.
    let x = Tensor::arange(256).unwrap().astype(DType::UInt8).unwrap();
    let total: u64 = (1..=255u8)
        .map(|d| {
            let d = Tensor::scalar(d, DType::UInt8).unwrap();
            x.floor_divide(&d).unwrap().sum(()).unwrap().item::<u64>().unwrap()
        })
        .sum();
    assert_eq!(total, 170_444);
    let x = (&Tensor::arange(256).unwrap() - 128).astype(DType::Int8).unwrap();
    let total: i64 = (-128..=127i8)
        .filter(|&d| d != 0)
        .map(|d| {
            let d = Tensor::scalar(d, DType::Int8).unwrap();
            x.floor_divide(&d).unwrap().sum(()).unwrap().item::<i64>().unwrap()
        })
        .sum();
    assert_eq!(total, -31_486);
}

#[test]
fn large_unsigned_numbers_keep_their_digits() {
    // numpy#5745.
    let x = Tensor::from_slice(&[1_400_000_002_000_000_600u64], &[1]).unwrap();
    let y = &x + 1;
    assert_eq!((y.dtype(), y.item::<u64>().unwrap()), (DType::UInt64, 1_400_000_002_000_000_601));
}

#[test]
fn stride_0_operands_of_products() {
    // numpy#9165, ndarray#173.
    let v = Tensor::scalar(3.0, DType::Float32).unwrap().broadcast_to(&[2]).unwrap();
    let m = floats(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
    assert_eq!(v.matmul(&m).unwrap().to_vec::<f32>().unwrap(), [12.0, 18.0]);
    assert_eq!(m.matmul(&v).unwrap().to_vec::<f32>().unwrap(), [9.0, 21.0]);
    for n in 1..40i64 {
        for dtype in [DType::Float32, DType::Float64, DType::BFloat16, DType::Int8] {
            let one = Tensor::scalar(2u8, dtype).unwrap();
            let (a, b) = (one.broadcast_to(&[n, n]).unwrap(), one.broadcast_to(&[n, n]).unwrap());
            let want = vec![(4 * n) as f64; (n * n) as usize];
            let got = a.matmul(&b).unwrap().to_f64_vec().unwrap();
            let wrapped: Vec<f64> =
                if dtype == DType::Int8 { want.iter().map(|&x| f64::from(x as i64 as i8)).collect() } else { want };
            assert_eq!(got, wrapped, "{dtype} {n}");
        }
    }
}

#[test]
fn bfloat16_dots_have_right_tails() {
    // NumKong#282, #301.
    for n in 1..41usize {
        let x: Vec<f32> = (0..n).map(|i| (i % 3 + 1) as f32).collect();
        let y: Vec<f32> = (0..n).map(|i| (i % 3 + 4) as f32).collect();
        let want: usize = (0..n).map(|i| [4, 10, 18][i % 3]).sum();
        let x = floats(&x, &[n]).astype(DType::BFloat16).unwrap();
        let y = floats(&y, &[n]).astype(DType::BFloat16).unwrap();
        let dot = x.flip(0).unwrap().matmul(&y.flip(0).unwrap()).unwrap().astype(DType::Float32).unwrap();
        let rounded = floats(&[want as f32], &[]).astype(DType::BFloat16).unwrap().astype(DType::Float32).unwrap();
        assert_eq!(dot.item::<f32>().unwrap(), rounded.item::<f32>().unwrap(), "{n}");
    }
}

#[test]
fn products_of_extents_do_not_wrap() {
    // numpy#7455: this product is 10 modulo 2^64.
    let x = Tensor::ones(&[20], DType::Float64)
        .unwrap()
        .slice(&[Slice::Range { start: None, stop: None, step: 2 }])
        .unwrap();
    assert!(matches!(x.reshape(&[2, 13, 419, 691, 823, 2_977_518_503]), Err(Error::Reshape { .. })));
}

#[test]
fn empties_broadcast_and_reduce() {
    // ndarray#361, burn#5287.
    let ones = |shape: &[usize]| Tensor::ones(shape, DType::Float32).unwrap();
    assert_eq!(ones(&[0]).multiply(&ones(&[1])).unwrap().shape(), [0]);
    assert_eq!(ones(&[3, 0, 2]).add(&ones(&[1, 2])).unwrap().shape(), [3, 0, 2]);
    assert_eq!(ones(&[0, 3]).sum(0).unwrap().to_vec::<f32>().unwrap(), [0.0; 3]);
    assert!(ones(&[0]).max(Axes::All).is_err());
}

#[test]
fn arithmetic_on_expanded_views() {
    // burn#2091, candle#680.
    let x = Tensor::arange(4).unwrap().broadcast_to(&[2, 4]).unwrap();
    assert_eq!((&x + 2).to_vec::<i64>().unwrap(), [2, 3, 4, 5, 2, 3, 4, 5]);
    let z = Tensor::scalar(0.0, DType::Float32).unwrap();
    let p = z.broadcast_to(&[1, 2]).unwrap().matmul(&z.broadcast_to(&[2, 2]).unwrap()).unwrap();
    assert_eq!(p.to_vec::<f32>().unwrap(), [0.0; 2]);
}

#[test]
fn block_headers_are_read_as_they_are() {
    // mlx#3664, gguf-tools#9.
    let hex =
        |s: &str| (0..s.len() / 2).map(|i| u8::from_str_radix(&s[2 * i..2 * i + 2], 16).unwrap()).collect::<Vec<_>>();
    let codes = "f0e1d2c3b4a5968778695a4b3c2d1e0f";
    let rising = |start: f32, by: f32| (0..16).map(move |i| start + by * i as f32);
    let q = Tensor::from_bytes(&hex(&format!("003800c0{codes}")), DType::Q4_1, &[32]).unwrap();
    let want: Vec<f32> = rising(-2.0, 0.5).chain(rising(-2.0, 0.5).collect::<Vec<_>>().into_iter().rev()).collect();
    assert_eq!(q.astype(DType::Float32).unwrap().to_vec::<f32>().unwrap(), want);
    let q = Tensor::from_bytes(&hex(&format!("0034{codes}")), DType::Q4_0, &[32]).unwrap();
    let want: Vec<f32> = rising(-2.0, 0.25).chain(rising(-2.0, 0.25).collect::<Vec<_>>().into_iter().rev()).collect();
    assert_eq!(q.astype(DType::Float32).unwrap().to_vec::<f32>().unwrap(), want);
}

#[test]
fn quantized_tensors_take_view_operations() {
    // burn#5005.
    let x = &(&Tensor::arange(64).unwrap().astype(DType::Float32).unwrap() - 31.5) / 8.0;
    let q = x.reshape(&[2, 32]).unwrap().quantize(DType::Q8_0).unwrap();
    let row = q.index_axis(0, 1).unwrap().astype(DType::Float32).unwrap().to_vec::<f32>().unwrap();
    assert_eq!(row[..4], [0.062_011_72, 0.186_035_16, 0.310_058_6, 0.434_082_03]);
    let sums = q.matmul(&Tensor::ones(&[32], DType::Float32).unwrap()).unwrap().to_vec::<f32>().unwrap();
    assert!((sums[0] + 63.996_094).abs() < 1e-4 && (sums[1] - 63.996_094).abs() < 1e-4, "{sums:?}");
    let columns = q.slice(&[Slice::All, Slice::from(3..7)]).unwrap();
    let all = q.astype(DType::Float32).unwrap().slice(&[Slice::All, Slice::from(3..7)]).unwrap();
    assert_eq!(columns.astype(DType::Float32).unwrap().to_bytes().unwrap(), all.to_bytes().unwrap());
    let taken = q.take(&Tensor::from_slice(&[1i64, 0, 1], &[3]).unwrap(), 0).unwrap();
    assert_eq!(taken.shape(), [3, 32]);
    assert!(matches!(columns.copy(), Err(Error::BlockWrite { .. })));
    assert_eq!(
        q.flip(0).unwrap().copy().unwrap().index_axis(0, 0).unwrap().to_bytes().unwrap(),
        q.index_axis(0, 1).unwrap().to_bytes().unwrap()
    );
}

#[test]
fn all_float16_codes_decode() {
    // NumKong#175.
    let codes: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
    let x = Tensor::from_bytes(&codes, DType::Float16, &[65536]).unwrap().astype(DType::Float32).unwrap();
    let x = x.to_vec::<f32>().unwrap();
    assert_eq!(x.iter().filter(|v| v.is_nan()).count(), 2046);
    let sum: f64 = x.iter().filter(|v| v.is_finite()).map(|v| f64::from(v.abs())).sum();
    assert_eq!(sum, 201_261_055.875);
    assert_eq!((x[1], x[0x3ff]), (5.960_464_5e-8, 6.097_555e-5));
}

#[test]
fn huge_views_are_errors_or_quick() {
    let x = Tensor::zeros(&[1], DType::Float32).unwrap();
    let huge = x.broadcast_to(&[1 << 62]).unwrap();
    assert!(matches!(huge.exp(), Err(Error::SizeOverflow { .. } | Error::OutOfMemory { .. })));
    assert!(huge.to_bytes().is_err());
    assert!(huge.to_string().contains("..."));
    assert!(Tensor::arange(1 << 60).is_err());
    assert!(Tensor::arange(1 << 50).is_err());
    assert!(matches!(x.broadcast_to(&[-5]), Err(Error::BadArgument { .. })));
    let e = x.expand_dims(7).unwrap_err();
    assert_eq!(e.to_string(), "expand_dims: axis = 7; it takes -2 to 1 for shape [1].");
}

#[test]
fn printing_beside_a_guard_says_so() {
    let x = Tensor::zeros(&[2], DType::Float32).unwrap();
    let guard = x.buffer().write().unwrap();
    assert!(x.to_string().contains("write() guard"));
    drop(guard);
    assert_eq!(x.to_string(), "[0. 0.]");
}
