//! The definitions against reference values.

use polyad::DType;

use super::{decode, round};
use crate::golden::{bytes, floats, hex, hex_bytes, path, rows};
use crate::oracle::Value;

fn real(v: Value) -> f64 {
    let Value::F(x) = v else { panic!("{v:?} is no float") };
    x
}

/// The same number, and of 0 the same sign.
fn is_same(a: f64, b: f64) -> bool {
    a.is_nan() && b.is_nan() || a.to_bits() == b.to_bits()
}

#[test]
fn blocks_are_those_of_the_reference() {
    let mut compared = 0;
    for dtype in DType::ALL.iter().copied().filter(|d| d.is_quantized() || d.bits() == 16.0) {
        let Some(stem) = dtype.ggml_name() else { continue };
        for variant in ["none", "random"] {
            let file = format!("ggml/{stem}.{variant}.dequant.npy");
            if !path(&file).exists() {
                continue;
            }
            let got = decode(dtype, &bytes(&format!("ggml/{stem}.{variant}.bin")));
            let want = floats(&file);
            assert_eq!(got.len(), want.len(), "{dtype}");
            for (i, (g, w)) in got.into_iter().zip(want).enumerate() {
                // The reference leaves the sign of 0 open.
                let (g, w) = (real(g) + 0.0, f64::from(w) + 0.0);
                assert!(is_same(g, w), "{dtype} {variant} element {i}: {g}, not {w}");
            }
            compared += 1;
        }
    }
    // Random blocks of 29 formats, and the weights in 8.
    assert_eq!(compared, 37);
}

/// The dtype that the tables of narrow floats call so.
fn named(name: &str) -> DType {
    match name {
        // The name alone could be either of two.
        "e4m3" => DType::Float8E4M3,
        _ => DType::from_name(name).unwrap(),
    }
}

#[test]
fn codes_of_narrow_floats_are_those_of_the_reference() {
    for row in rows("minifloat/values.tsv") {
        let code = hex(&row[1]) as u8;
        let got = real(decode(named(&row[0]), &[code])[0]);
        let want = f64::from(f32::from_bits(hex(&row[2]) as u32));
        assert!(is_same(got, want), "{row:?}: {got}");
    }
    for (code, want) in floats("minifloat/values_ue4m3.npy").into_iter().enumerate() {
        let got = real(decode(DType::Float8UE4M3, &[code as u8])[0]);
        assert!(is_same(got, want.into()), "{code}: {got}");
    }
}

#[test]
fn numbers_round_as_in_the_reference() {
    let formats = [
        "f16",
        "bf16",
        "e2m1",
        "e2m3",
        "e3m2",
        "e3m4",
        "e4m3",
        "e4m3b11fnuz",
        "e4m3fn",
        "e4m3fnuz",
        "e5m2",
        "e5m2fnuz",
        "e8m0",
        "ue4m3",
    ];
    let check = |name: &str, x: f64, code: &str| {
        let dtype = named(name);
        let bytes = hex(code).to_le_bytes();
        let want = real(decode(dtype, &bytes[..dtype.block_bytes()])[0]);
        let got = round(dtype, x);
        assert!(is_same(got, want), "{name}: {x:e} becomes {got:e}, not {want:e}");
    };
    for name in formats {
        for row in rows(&format!("minifloat/round_{name}.tsv")) {
            let column = if name == "e8m0" { 2 } else { 1 };
            check(name, f32::from_bits(hex(&row[0]) as u32).into(), &row[column]);
        }
    }
    for row in rows("minifloat/round_f64.tsv") {
        check(&row[0], f64::from_bits(hex(&row[1])), &row[2]);
    }
}

#[test]
fn packed_integers_are_those_of_the_reference() {
    for row in rows("minifloat/packed_ints.tsv") {
        let values: Vec<i64> = row[2].split(',').filter(|x| !x.is_empty()).map(|x| x.parse().unwrap()).collect();
        let got = decode(named(&row[0]), &hex_bytes(&row[3])).into_iter().map(|v| match v {
            Value::I(x) => x,
            Value::U(x) => x as i64,
            other => panic!("{other:?}"),
        });
        assert_eq!(got.take(values.len()).collect::<Vec<_>>(), values, "{row:?}");
    }
}
