//! The plain codecs against reference values: bytes of the ggml formats.

use std::path::PathBuf;

use polyad_core::{Codec, DType, Reject};

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../golden").join(name)
}

/// The float32 values of a little-endian, C-ordered `.npy` file.
fn npy_f32(name: &str) -> Vec<f32> {
    let raw = std::fs::read(golden(name)).unwrap();
    assert_eq!(&raw[..8], b"\x93NUMPY\x01\x00", "{name}");
    let start = 10 + usize::from(u16::from_le_bytes([raw[8], raw[9]]));
    let header = String::from_utf8(raw[10..start].to_vec()).unwrap();
    assert!(header.contains("'<f4'") && header.contains("'fortran_order': False"), "{header}");
    raw[start..].as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect()
}

fn decode(dtype: DType, bytes: &[u8]) -> Vec<f64> {
    let Codec::Float { decode, .. } = dtype.codec() else { panic!("{dtype} is a float") };
    let mut out = vec![0.0; bytes.len() / dtype.block_bytes() * dtype.block_len()];
    decode(bytes, &mut out);
    out
}

fn encode(dtype: DType, values: &[f64]) -> Vec<u8> {
    let Codec::Float { encode, .. } = dtype.codec() else { panic!("{dtype} is a float") };
    let mut out = vec![0; dtype.storage_bytes(values.len()).unwrap()];
    encode(values, &mut out).unwrap();
    out
}

/// The formats to store weights in: of the quantized ones, all but the two for activations.
fn formats() -> impl Iterator<Item = DType> {
    let blocks = DType::ALL.iter().copied().filter(|d| d.is_quantized() && !d.is_partner());
    [DType::Float16, DType::BFloat16].into_iter().chain(blocks)
}

/// Those of which decodes of the weights are at hand.
const FORMATS: [DType; 8] =
    [DType::Float16, DType::BFloat16, DType::Q8_0, DType::Q4_0, DType::Q4_1, DType::Q5_0, DType::Q5_1, DType::Mxfp4];

/// The names of the files, where they are not the dtype's.
fn stem(dtype: DType) -> &'static str {
    match dtype {
        DType::Float16 => "f16",
        DType::BFloat16 => "bf16",
        d => d.name(),
    }
}

/// The row of the weights whose bytes the reference leaves open: its scales overflow on the way.
const SUBNORMAL_ROW: usize = 11;

/// Rows of the weights in which whole groups are zero but not all. The reference's iq3_s encoder misplaces what follows such a group;
/// here it does not.
const SPARSE_ROWS: [usize; 2] = [12, 13];

#[test]
fn decodes_are_bit_exact() {
    let blocks = DType::ALL.iter().copied().filter(|d| d.is_quantized());
    for (dtypes, variant) in [(FORMATS.to_vec(), "none"), (FORMATS.into_iter().chain(blocks).collect(), "random")] {
        for dtype in dtypes {
            let bytes = std::fs::read(golden(&format!("ggml/{}.{variant}.bin", stem(dtype)))).unwrap();
            let want = npy_f32(&format!("ggml/{}.{variant}.dequant.npy", stem(dtype)));
            let got = decode(dtype, &bytes);
            assert_eq!(got.len(), want.len());
            for (i, (g, w)) in got.iter().zip(&want).enumerate() {
                // +0 and -0 count as equal, as the reference says; NaN is NaN.
                let same = *g as f32 == *w || g.is_nan() && w.is_nan();
                assert!(same, "{dtype} {variant} element {i}: {g}, not {w}");
            }
        }
    }
}

/// Rows of 1024 values against the bytes of a file, except where the reference leaves them open.
fn assert_encodes(dtype: DType, file: &str, bytes: &str, encode: impl Fn(&[f64]) -> Vec<u8>) {
    let want = std::fs::read(golden(bytes)).unwrap();
    let rows = want.len() / 16;
    for (i, (values, want)) in npy_f32(file).chunks(1024).zip(want.chunks(rows)).enumerate() {
        let values: Vec<f64> = values.iter().map(|&x| x.into()).collect();
        let got = encode(&values);
        if i == SUBNORMAL_ROW && dtype.is_quantized() && file == "ggml/weights.npy" {
            assert!(decode(dtype, &got).iter().all(|x| x.abs() <= 1e-38), "{dtype}");
        } else if SPARSE_ROWS.contains(&i) && dtype == DType::Iq3S {
            let squares = |bytes| decode(dtype, bytes).iter().zip(&values).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
            assert!(squares(&got) < squares(want), "{bytes}");
        } else {
            assert_eq!(got, want, "{bytes} row {i}");
        }
    }
}

#[test]
fn encodes_are_byte_exact() {
    for dtype in formats().filter(|d| !d.needs_importance()) {
        assert_encodes(dtype, "ggml/weights.npy", &format!("ggml/{}.none.bin", stem(dtype)), |x| encode(dtype, x));
    }
    for dtype in [DType::Q8_1, DType::Q8K] {
        assert_encodes(dtype, "ggml/activations.npy", &format!("ggml/{dtype}.act.bin"), |x| encode(dtype, x));
        assert_encodes(dtype, "ggml/weights.npy", &format!("ggml/{dtype}.wgt.bin"), |x| encode(dtype, x));
    }
}

/// Encodes a row by importance.
fn encode_weighted(dtype: DType, values: &[f64], importance: &[f32]) -> Vec<u8> {
    let Codec::Float { encode_weighted: Some(encode), .. } = dtype.codec() else { panic!("{dtype} heeds importance") };
    let mut out = vec![0; dtype.storage_bytes(values.len()).unwrap()];
    encode(values, importance, &mut out).unwrap();
    out
}

#[test]
fn encodes_by_importance_are_byte_exact() {
    let random = npy_f32("ggml/imatrix_rand.npy");
    let heeds = |d: &DType| matches!(d.codec(), Codec::Float { encode_weighted: Some(_), .. });
    assert_eq!(formats().filter(heeds).count(), 18);
    for dtype in formats().filter(heeds) {
        for (variant, importance) in [("ones", &vec![1.0; 1024]), ("rand", &random)] {
            let file = format!("ggml/{dtype}.{variant}.bin");
            assert_encodes(dtype, "ggml/weights.npy", &file, |x| encode_weighted(dtype, x, importance));
        }
    }
}

#[test]
fn a_row_past_float16_is_refused_where_the_reference_writes_damage() {
    let manifest = std::fs::read_to_string(golden("ggml/manifest.json")).unwrap();
    let verdicts = &manifest[manifest.find("\"overflow_input\"").unwrap()..];
    let is_valid = |case: &str| {
        let at = verdicts.find(&format!("\"{case}\":")).unwrap() + case.len() + 3;
        verdicts[at..].starts_with("true")
    };
    let row: Vec<f64> = npy_f32("ggml/overflow_1e6.npy").into_iter().map(f64::from).collect();
    let importance = npy_f32("ggml/imatrix_rand.npy");
    for dtype in formats() {
        let Codec::Float { encode, encode_weighted, .. } = dtype.codec() else { panic!("{dtype} is a float") };
        let mut bytes = vec![0; dtype.storage_bytes(row.len()).unwrap()];
        let check = |variant: &str, result: Result<(), Reject>| {
            let case = format!("{dtype}.{variant}");
            assert_eq!(result.is_ok(), is_valid(&case), "{case}: {result:?}");
            if let Err(reject) = result {
                assert!(reject.why.contains("float16") && reject.value == row[reject.index], "{case}: {reject:?}");
            }
        };
        if dtype.is_quantized() && !dtype.needs_importance() {
            check("none", encode(&row, &mut bytes));
        }
        if let Some(encode) = encode_weighted {
            check("rand", encode(&row, &importance, &mut bytes));
        }
    }
}

#[test]
fn what_is_no_finite_float32_is_refused_where_it_stands() {
    for dtype in DType::ALL.iter().copied().filter(|d| d.is_quantized()) {
        let Codec::Float { encode, encode_weighted, .. } = dtype.codec() else { panic!("{dtype} is a float") };
        let mut bytes = vec![0; dtype.storage_bytes(512).unwrap()];
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e39] {
            let mut row = vec![0.5; 512];
            row[301] = bad;
            if !dtype.needs_importance() {
                assert_eq!(encode(&row, &mut bytes).unwrap_err().index, 301, "{dtype}");
            }
            if let Some(encode) = encode_weighted {
                assert_eq!(encode(&row, &[1.0; 512], &mut bytes).unwrap_err().index, 301, "{dtype}");
            }
        }
        if let Some(encode) = encode_weighted {
            let mut row = vec![0.5; 512];
            row[301] = 1e30;
            let reject = encode(&row, &[1.0; 512], &mut bytes).unwrap_err();
            assert!(reject.index == 301 && reject.why.contains("float16"), "{dtype}: {reject:?}");
        }
        for bad in [f32::NAN, f32::INFINITY, -1.0] {
            let mut importance = vec![1.0; 512];
            importance[301] = bad;
            if let Some(encode) = encode_weighted {
                let reject = encode(&[0.5; 512], &importance, &mut bytes).unwrap_err();
                assert!(reject.index == 301 && reject.why.contains("importance"), "{dtype}: {reject:?}");
            }
        }
    }
}

#[test]
fn only_the_ratios_of_importance_count() {
    let mut state = 5;
    let mut uniform = || (bits(&mut state) >> 40) as f32 / (1 << 24) as f32;
    let row: Vec<f64> = (0..512).map(|_| (0..4).map(|_| f64::from(uniform())).sum::<f64>() - 2.0).collect();
    let importance: Vec<f32> = (0..512).map(|_| uniform() + 0.25).collect();
    let mut compared = 0;
    for dtype in formats().filter(|d| d.is_quantized()) {
        let Codec::Float { encode_weighted: Some(_), .. } = dtype.codec() else { continue };
        let want = encode_weighted(dtype, &row, &importance);
        for power in [-140, -120, -60, -17, 17, 60, 100, 126, 127] {
            // In two steps, as the smallest powers are no float32 of full precision; where bits are lost, ratios change.
            let (half, rest) = (2f32.powi(power / 2), 2f32.powi(power - power / 2));
            let scaled: Vec<f32> = importance.iter().map(|w| w * half * rest).collect();
            let exact = scaled.iter().zip(&importance).all(|(s, w)| s / half / rest == *w);
            let got = encode_weighted(dtype, &row, &scaled);
            assert!(!exact || got == want, "{dtype} 2^{power}");
            compared += usize::from(exact);
        }
        // The largest there is, beside columns that do not count.
        let most: Vec<f32> = (0..512).map(|i| if i % 3 == 0 { 0.0 } else { f32::MAX }).collect();
        let few: Vec<f32> = most.iter().map(|w| w / 2f32.powi(127)).collect();
        assert!(encode_weighted(dtype, &row, &most) == encode_weighted(dtype, &row, &few), "{dtype}");
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn formats_that_need_importance_say_so() {
    let all: Vec<DType> = formats().filter(|d| d.needs_importance()).collect();
    assert_eq!(all, [DType::Iq1S, DType::Iq2Xs, DType::Iq2Xxs]);
    for dtype in all {
        let Codec::Float { encode, .. } = dtype.codec() else { panic!("{dtype} is a float") };
        let reject = encode(&[0.5; 256], &mut vec![0; dtype.block_bytes()]).unwrap_err();
        assert!(reject.why.contains("importance"), "{dtype}: {reject:?}");
    }
}

#[test]
fn blocks_that_the_reference_refuses_have_a_flaw() {
    let manifest = std::fs::read_to_string(golden("ggml/manifest.json")).unwrap();
    let cases = &manifest[manifest.find("\"validate_blocks\"").unwrap()..];
    for dtype in formats().filter(|d| d.is_quantized()).chain([DType::Q8K]) {
        let key = format!("\"{dtype}\":[[\"");
        let cases = &cases[cases.find(&key).unwrap() + key.len()..];
        let cases = cases[..cases.find("]]").unwrap()].split("],[\"");
        let mut count = 0;
        for case in cases {
            let (hex, valid) = case.split_once("\",").unwrap();
            let digits = hex.as_bytes().as_chunks::<2>().0;
            let block: Vec<u8> =
                digits.iter().map(|d| u8::from_str_radix(std::str::from_utf8(d).unwrap(), 16).unwrap()).collect();
            assert_eq!(block.len(), dtype.block_bytes());
            assert_eq!(dtype.first_flaw(&block).is_none(), valid == "true", "{dtype} {case}");
            count += 1;
        }
        assert!(count >= 5, "{dtype}: {count}");
    }
}

#[test]
fn large_numbers_become_neither_0_nor_infinity() {
    let ones = [1.0; 512];
    for dtype in DType::ALL.iter().copied().filter(|d| d.is_quantized()) {
        let Codec::Float { encode, encode_weighted, .. } = dtype.codec() else { panic!("{dtype} is a float") };
        for large in [1e5, 1e6, 1e7, 1e8, 2.6e8, 1e9, 1e15, 1e20, 1e30, 1e38, f64::from(f32::MAX)] {
            let mut outlier = vec![0.5; 512];
            outlier[301] = large;
            for row in [outlier, [-large, large].repeat(256)] {
                let mut bytes = vec![0; dtype.storage_bytes(row.len()).unwrap()];
                let check = |result: Result<(), Reject>, bytes: &[u8]| {
                    let y = decode(dtype, bytes)[301] as f32;
                    assert!(result.is_err() || y > 0.0 && y.is_finite(), "{dtype} {large:e}: {y}");
                };
                check(encode(&row, &mut bytes), &bytes);
                if let Some(encode) = encode_weighted {
                    check(encode(&row, &ones, &mut bytes), &bytes);
                }
            }
        }
    }
}

/// A small generator of bits (SplitMix64).
fn bits(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[test]
fn any_row_is_encoded_without_a_flaw_or_refused() {
    let mut state = 1;
    let mut refused = 0;
    for round in 0..200 {
        // Exponents from a window of any width anywhere, zeros and equal values among them.
        let (low, width) = (bits(&mut state) % 254, 1 + bits(&mut state) % [2, 8, 40, 254][round % 4]);
        let mut one = |i: usize| {
            let b = bits(&mut state);
            let exponent = (low + (b >> 40) % width).min(254) as u32;
            match b % 16 {
                0 => 0.0,
                1 => f64::from(f32::from_bits(exponent << 23)),
                _ if round % 7 == 0 && i % 32 > 3 => 0.0,
                _ => f64::from(f32::from_bits(((b >> 8) as u32 & 0x807f_ffff) | exponent << 23)),
            }
        };
        let row: Vec<f64> = (0..512).map(&mut one).collect();
        let importance: Vec<f32> = (0..512).map(|i| one(i).abs() as f32).collect();
        for dtype in formats().chain([DType::Q8_1, DType::Q8K]).filter(|d| d.is_quantized()) {
            let Codec::Float { encode, encode_weighted, .. } = dtype.codec() else { panic!("{dtype} is a float") };
            let mut check = |result: Result<(), Reject>, bytes: &[u8]| match result {
                Ok(()) => assert_eq!(dtype.first_flaw(bytes), None, "{dtype} round {round}"),
                Err(reject) => {
                    assert_eq!(reject.value, row[reject.index], "{dtype} round {round}");
                    refused += 1;
                }
            };
            let mut bytes = vec![0; dtype.storage_bytes(row.len()).unwrap()];
            check(encode(&row, &mut bytes), &bytes);
            if let Some(encode) = encode_weighted {
                check(encode(&row, &importance, &mut bytes), &bytes);
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}
