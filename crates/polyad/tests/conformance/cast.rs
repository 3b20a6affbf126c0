//! Casts between all dtypes, rounding once.

use polyad::{DType, Error, Kind, Tensor};

use crate::decode::decode;
use crate::oracle::{Value, assert_values, cast, saturate, stored, values};
use crate::samples::{Random, encode, layouts, tensor};

#[test]
fn every_cast_on_every_layout() {
    for &from in DType::ALL {
        let mut r = Random(from as u64 * 31);
        let mut with_values = |special| -> Vec<(&str, Tensor, Vec<Value>)> {
            let all = layouts(from, (-300.0, 300.0), special, &mut r).into_iter();
            all.map(|(layout, x)| (layout, x.clone(), values(&x))).collect()
        };
        let (special, mut ordinary) = (with_values(true), with_values(false));
        let x = tensor(from, &[3, 512], (-300.0, 300.0), false, &mut r);
        for (layout, x) in [("rows reversed", x.flip(0).unwrap()), ("whole blocks", x)] {
            ordinary.push((layout, x.clone(), values(&x)));
        }
        for &to in DType::ALL {
            for (layout, x, elements) in if to.is_quantized() { &ordinary } else { &special } {
                let what = format!("{from} to {to} {layout}");
                let got = x.astype(to);
                if from.kind() == Kind::Complex && !matches!(to.kind(), Kind::Complex | Kind::Bool) {
                    assert!(matches!(got, Err(Error::DTypeUnsupported { .. })), "{what}");
                    continue;
                }
                if from == to {
                    assert!(got.unwrap().buffer().is_same(x.buffer()));
                    continue;
                }
                let columns = x.shape().last().copied().unwrap_or(1);
                if to.is_quantized() && !columns.is_multiple_of(to.block_len()) {
                    assert!(matches!(got, Err(Error::PartialBlock { .. })), "{what}: {got:?}");
                    continue;
                }
                // Formats with infinities or NaN round some samples to them.
                let finite = |v: &Value| !matches!(v, Value::F(x) if !x.is_finite());
                let refused = to.needs_importance() && x.size() > 0;
                if refused || to.is_quantized() && !elements.iter().all(finite) {
                    assert!(matches!(got, Err(Error::NotEncodable { .. })), "{what}: {got:?}");
                    continue;
                }
                let got = got.unwrap_or_else(|e| panic!("{what}: {e}"));
                assert!(got.is_contiguous() && got.dtype() == to);
                // From values as wide as their kind.
                let wide: Vec<Value> = elements
                    .iter()
                    .map(|&v| match (to.kind(), v) {
                        // Elements narrower than a byte: floats saturate, integers wrap (ternary takes the sign).
                        (Kind::Signed, v) if to.is_packed() => cast(saturate(v, to), DType::Int64),
                        (Kind::Unsigned, v) if to.is_packed() => cast(saturate(v, to), DType::UInt64),
                        (Kind::Signed | Kind::Unsigned | Kind::Bool, v) => cast(v, to.compute()),
                        (_, v) => v,
                    })
                    .collect();
                // Which blocks are written is the plain encoder's matter, which golden bytes are for.
                let want: Vec<Value> = match to.is_quantized() {
                    true => decode(to, &encode(to, &wide)),
                    false => wide.into_iter().map(|v| stored(to, v)).collect(),
                };
                assert_values(&what, &got, &want, 0);
            }
        }
    }
}

#[test]
fn narrow_floats_round_once_from_float64() {
    // Just above the middle of 1 and the next float16: through float32 it would become the middle, and go down.
    let x = Tensor::from_slice(&[1.0 + 2f64.powi(-11) + 2f64.powi(-40)], &[1]).unwrap();
    let y = x.astype(DType::Float16).unwrap().astype(DType::Float64).unwrap();
    assert_eq!(y.to_vec::<f64>().unwrap(), [1.0 + 2f64.powi(-10)]);
}

#[test]
fn padding_of_packed_elements_is_zero() {
    for n in 1..20usize {
        // Leave bytes behind for the pool to hand out again.
        drop(Tensor::full(&[64], 255u8, DType::UInt8).unwrap());
        let x = Tensor::ones(&[n], DType::Int8).unwrap().astype(DType::Ternary).unwrap();
        let bytes = x.to_bytes().unwrap();
        let last = if n % 4 == 0 { 0b01_01_01_01 } else { 0b01_01_01_01 & ((1 << (n % 4 * 2)) - 1) };
        assert_eq!(*bytes.last().unwrap(), last, "{n}");
    }
}

#[test]
fn float_to_integer_truncates_saturates_and_gives_0_for_nan() {
    let x = Tensor::from_slice(&[1.9, -1.9, 300.0, -300.0, f64::NAN, f64::INFINITY], &[6]).unwrap();
    assert_eq!(x.astype(DType::Int8).unwrap().to_vec::<i8>().unwrap(), [1, -1, 127, -128, 0, 127]);
    assert_eq!(x.astype(DType::UInt8).unwrap().to_vec::<u8>().unwrap(), [1, 0, 255, 0, 0, 255]);
}

#[test]
fn encoders_say_where_the_culprit_is() {
    for dtype in DType::ALL.iter().copied().filter(|d| d.is_quantized() && !d.needs_importance()) {
        let columns = dtype.block_len().max(64);
        for rows in [4, 3000 * 64 / columns] {
            let mut values = vec![0.5f32; rows * columns];
            values[(rows - 2) * columns + 37] = f32::NAN;
            let x = Tensor::from_slice(&values, &[rows, columns]).unwrap();
            match x.quantize(dtype) {
                Err(Error::NotEncodable { row, column, value, .. }) => {
                    assert!(value.is_nan() && (row, column) == (rows - 2, 37), "{dtype}: {row}, {column}");
                }
                other => panic!("{dtype}: {other:?}"),
            }
        }
        let huge = Tensor::full(&[2, columns], 1e9, DType::Float32).unwrap().quantize(dtype);
        // The scale of mxfp4 is a power of two of any size, that of nvfp4 ends with 448 all the same, and q8_K has a float32.
        assert_eq!(huge.is_ok(), [DType::Mxfp4, DType::Nvfp4, DType::Q8K].contains(&dtype), "{dtype}");
        let short = Tensor::zeros(&[2, 31], DType::Float32).unwrap().quantize(dtype);
        assert!(matches!(short, Err(Error::PartialBlock { .. })));
    }
}

#[test]
fn casts_do_not_depend_on_threads() {
    let mut r = Random(3);
    let x = tensor(DType::Float32, &[700, 1024], (-5.0, 5.0), false, &mut r);
    for &to in DType::ALL {
        if to.kind() == Kind::Complex || to.needs_importance() {
            continue;
        }
        let all = x.astype(to).unwrap().to_bytes().unwrap();
        let rows = |i: i64| x.index_axis(0, i).unwrap().astype(to).unwrap().to_bytes().unwrap();
        let size = all.len() / 700;
        for i in [0usize, 1, 349, 350, 699] {
            assert_eq!(&all[i * size..][..size], &rows(i as i64)[..], "{to} row {i}");
        }
    }
}

#[test]
fn integers_round_once_into_narrow_floats() {
    // Just above the middle of two bfloat16 numbers; float64 would round it to the middle, and that to even.
    let x = (1i64 << 60) + (1 << 52) + 1;
    let y = Tensor::from_slice(&[x, -x], &[2]).unwrap().astype(DType::BFloat16).unwrap().to_f64_vec().unwrap();
    let up = (1i64 << 60) as f64 + (1i64 << 53) as f64;
    assert_eq!(y, [up, -up]);
    let y = Tensor::from_slice(&[x as u64], &[1]).unwrap().astype(DType::BFloat16).unwrap().to_f64_vec().unwrap();
    assert_eq!(y, [up]);
}

#[test]
fn numbers_that_a_float_cannot_hold_are_refused() {
    for (value, dtype) in [(65520.0, DType::Float16), (1e39, DType::Float32), (1e39, DType::BFloat16)] {
        assert!(matches!(Tensor::full(&[1], value, dtype), Err(Error::ValueOutOfRange { .. })), "{value} {dtype}");
    }
    assert!(Tensor::full(&[1], 65519.0, DType::Float16).unwrap().to_f64_vec().unwrap()[0] == 65504.0);
    assert!(Tensor::full(&[1], f64::INFINITY, DType::Float16).is_ok());
    assert!(matches!(Tensor::full(&[1], 100_000, DType::Float16), Err(Error::ValueOutOfRange { .. })));
}

#[test]
fn copies_keep_the_payload_of_a_nan() {
    let x = Tensor::from_bytes(&[1, 0x7c, 1, 0x7d], DType::Float16, &[2]).unwrap();
    assert_eq!(x.flip(0).unwrap().copy().unwrap().to_bytes().unwrap(), [1, 0x7d, 1, 0x7c]);
}

#[test]
fn importance_gives_the_bytes_of_the_reference() {
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/ggml");
    let array = |name: &str| polyad::io::load(golden.join(name)).unwrap().remove(0).1;
    let (weights, importance) = (array("weights.npy"), array("imatrix_rand.npy"));
    let mut compared = 0;
    for &dtype in DType::ALL.iter().filter(|d| d.is_quantized()) {
        // The reference misplaces what follows a group of zeros; the tests of the core hold ours against its error.
        if dtype == DType::Iq3S {
            continue;
        }
        let Ok(want) = std::fs::read(golden.join(format!("{dtype}.rand.bin"))) else { continue };
        let got = weights.quantize_by(dtype, &importance).unwrap().to_bytes().unwrap();
        let row = want.len() / 16;
        for (i, (got, want)) in got.chunks(row).zip(want.chunks(row)).enumerate() {
            // A row of subnormal numbers, whose scales overflow on the way, is unspecified.
            assert!(got == want || i == 11, "{dtype} row {i}");
        }
        compared += 1;
    }
    assert!(compared >= 16, "{compared}");
    let negative = Tensor::full(&[1024], -1.0, DType::Float32).unwrap();
    assert!(matches!(weights.quantize_by(DType::Q4K, &negative), Err(Error::BadArgument { .. })));
    let short = Tensor::ones(&[1023], DType::Float32).unwrap();
    assert!(matches!(weights.quantize_by(DType::Q4K, &short), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(weights.quantize(DType::Iq2Xs), Err(Error::NotEncodable { .. })));
}
