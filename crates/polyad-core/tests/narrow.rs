//! The plain codecs of narrow floats and packed integers against reference values.

use std::path::PathBuf;

use polyad_core::{Codec, DType};

/// The formats with their names in the reference files.
const FLOATS: [(DType, &str); 14] = [
    (DType::Float16, "f16"),
    (DType::BFloat16, "bf16"),
    (DType::Float8E4M3FN, "e4m3fn"),
    (DType::Float8E5M2, "e5m2"),
    (DType::Float8E4M3, "e4m3"),
    (DType::Float8E3M4, "e3m4"),
    (DType::Float8E4M3FNUZ, "e4m3fnuz"),
    (DType::Float8E5M2FNUZ, "e5m2fnuz"),
    (DType::Float8E4M3B11FNUZ, "e4m3b11fnuz"),
    (DType::Float8E8M0FNU, "e8m0"),
    (DType::Float8UE4M3, "ue4m3"),
    (DType::Float6E2M3FN, "e2m3"),
    (DType::Float6E3M2FN, "e3m2"),
    (DType::Float4E2M1FN, "e2m1"),
];

fn read(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../golden/minifloat").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The rows of a table without its heading.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect())
}

fn hex(field: &str) -> u64 {
    u64::from_str_radix(field.strip_prefix("0x").expect("bit patterns are written in hex"), 16).unwrap()
}

/// The value of a code.
fn decode(dtype: DType, code: u16) -> f64 {
    let Codec::Float { decode, .. } = dtype.codec() else { panic!("{dtype} is a float") };
    let mut out = vec![0.0; dtype.block_len()];
    decode(&code.to_le_bytes()[..dtype.block_bytes()], &mut out);
    out[0]
}

/// The code of a value.
fn encode(dtype: DType, value: f64) -> u16 {
    let Codec::Float { encode, .. } = dtype.codec() else { panic!("{dtype} is a float") };
    let mut values = vec![0.0; dtype.block_len()];
    values[0] = value;
    let mut out = [0; 2];
    encode(&values, &mut out[..dtype.block_bytes()]).unwrap();
    u16::from_le_bytes(out)
}

/// The same code, or a NaN of the same sign: its payload is free.
fn agree(dtype: DType, got: u16, want: u16) -> bool {
    let (x, y) = (decode(dtype, got), decode(dtype, want));
    got == want || x.is_nan() && y.is_nan() && x.is_sign_negative() == y.is_sign_negative()
}

#[test]
fn every_code_has_its_value() {
    let text = read("values.tsv");
    for (dtype, name) in &FLOATS[2..] {
        if *name == "ue4m3" {
            continue;
        }
        let mut count = 0;
        for row in rows(&text).filter(|row| row[0] == *name) {
            let (code, want) = (hex(row[1]) as u16, f32::from_bits(hex(row[2]) as u32));
            let got = decode(*dtype, code) as f32;
            assert!(got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(), "{dtype} {row:?}: {got}");
            count += 1;
        }
        assert!([16, 64, 256].contains(&count), "{dtype}: {count}");
    }
}

#[test]
fn bits_that_mean_nothing_are_ignored() {
    for code in 0..=255u16 {
        let (all, low) = (decode(DType::Float8UE4M3, code), decode(DType::Float8E4M3FN, code & 0x7f));
        assert!(all == low || all.is_nan() && low.is_nan(), "{code:#x}");
        for dtype in [DType::Float6E2M3FN, DType::Float6E3M2FN] {
            assert_eq!(decode(dtype, code).to_bits(), decode(dtype, code & 0x3f).to_bits(), "{dtype} {code:#x}");
        }
    }
}

#[test]
fn floats_round_once() {
    let wide = read("round_f64.tsv");
    for (dtype, name) in FLOATS {
        let text = read(&format!("round_{name}.tsv"));
        // The one format without an agreed answer follows ml_dtypes.
        let column = if name == "e8m0" { 2 } else { 1 };
        let mut count = 0;
        for row in rows(&text) {
            let value = f64::from(f32::from_bits(hex(row[0]) as u32));
            let (got, want) = (encode(dtype, value), hex(row[column]) as u16);
            assert!(agree(dtype, got, want), "{dtype} {row:?}: {got:#x}");
            count += 1;
        }
        assert!(count > 100, "{dtype}: {count} rows");
        for row in rows(&wide).filter(|row| row[0] == name) {
            let (got, want) = (encode(dtype, f64::from_bits(hex(row[1]))), hex(row[2]) as u16);
            assert!(agree(dtype, got, want), "{dtype} {row:?}: {got:#x}");
        }
    }
}

#[test]
fn every_code_survives_a_round_trip() {
    for (dtype, _) in FLOATS {
        let bits = 8 * dtype.block_bytes() / dtype.block_len();
        for code in 0..=u16::MAX >> (16 - bits) {
            let value = decode(dtype, code);
            let back = decode(dtype, encode(dtype, value));
            assert!(back.to_bits() == value.to_bits() || back.is_nan() && value.is_nan(), "{dtype} {code:#x}");
        }
    }
}

/// Packs and unpacks integers of any kind.
fn packed(dtype: DType, values: &[i64]) -> (Vec<u8>, Vec<i64>) {
    let padded = values.len().next_multiple_of(dtype.block_len());
    let mut bytes = vec![0; padded / dtype.block_len()];
    let mut given: Vec<i64> = values.to_vec();
    given.resize(padded, 0);
    match dtype.codec() {
        Codec::Signed { encode, decode } => {
            encode(&given, &mut bytes);
            given.fill(99);
            decode(&bytes, &mut given);
        }
        Codec::Unsigned { encode, decode } => {
            let mut wide: Vec<u64> = given.iter().map(|&x| x as u64).collect();
            encode(&wide, &mut bytes);
            wide.fill(99);
            decode(&bytes, &mut wide);
            given = wide.iter().map(|&x| x as i64).collect();
        }
        _ => panic!("{dtype} is an integer"),
    }
    given.truncate(values.len());
    (bytes, given)
}

#[test]
fn integers_are_packed_low_bits_first() {
    let text = read("packed_ints.tsv");
    for &dtype in DType::ALL.iter().filter(|d| d.is_packed() && d.is_integer()) {
        let name = dtype.name();
        let mut count = 0;
        for row in rows(&text).filter(|row| row[0] == name) {
            let values: Vec<i64> = row[2].split(',').filter(|s| !s.is_empty()).map(|s| s.parse().unwrap()).collect();
            let (bytes, back) = packed(dtype, &values);
            let text: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
            assert_eq!(text, row[3], "{row:?}");
            assert_eq!(back, values, "{row:?}");
            count += 1;
        }
        assert!(count > 3, "{name}: {count}");
    }
}

#[test]
fn packed_integers_wrap() {
    for (name, given, want) in
        [("int4", 8, -8), ("int4", -9, 7), ("uint4", 16, 0), ("uint2", -1, 3), ("uint1", 2, 0), ("int2", 2, -2)]
    {
        assert_eq!(packed(DType::from_name(name).unwrap(), &[given]).1, [want], "{name} {given}");
    }
}
