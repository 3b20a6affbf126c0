//! Every tier against the reference files and against the plain codecs of the core.

use polyad_core::{Codec, DType, Kind};

use super::golden::{ROW, SCALED, UNSPECIFIED_ROW, bytes, floats, hex, table};
use super::{decode, encode, plain};
use crate::tier::each_tier;

fn dtype(name: &str) -> DType {
    DType::from_name(name).expect("a known dtype")
}

fn decoded(dtype: DType, raw: &[u8]) -> Vec<f32> {
    let mut y = vec![f32::NAN; raw.len() / dtype.block_bytes() * dtype.block_len()];
    decode(dtype, raw, bytemuck::cast_slice_mut(&mut y));
    y
}

fn encoded(dtype: DType, x: &[f32]) -> Result<Vec<u8>, polyad_core::Reject> {
    let mut raw = vec![0xa5; x.len() / dtype.block_len() * dtype.block_bytes()];
    encode(dtype, bytemuck::cast_slice(x), &mut raw)?;
    Ok(raw)
}

fn plainly(dtype: DType, x: &[f32]) -> Result<Vec<u8>, polyad_core::Reject> {
    let Codec::Float { encode, .. } = dtype.codec() else { panic!("{dtype} holds floats") };
    let mut raw = vec![0; x.len() / dtype.block_len() * dtype.block_bytes()];
    encode(&x.iter().map(|&v| v.into()).collect::<Vec<f64>>(), &mut raw)?;
    Ok(raw)
}

/// Equal bits, +0 and -0 alike, any NaN equal to any.
fn same(a: f32, b: f32) -> bool {
    (a + 0.0).to_bits() == (b + 0.0).to_bits() || (a.is_nan() && b.is_nan())
}

/// A stream of bits for made-up inputs.
fn noise(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 32) as u32
    }
}

#[test]
fn decodes_equal_the_reference() {
    each_tier(|tier| {
        for name in SCALED.into_iter().chain(["f16", "bf16"]) {
            for variant in ["none", "random"] {
                let y = decoded(dtype(name), &bytes(&format!("ggml/{name}.{variant}.bin")));
                let want = floats(&format!("ggml/{name}.{variant}.dequant.npy"));
                assert_eq!(y.len(), want.len());
                for (i, (y, want)) in y.iter().zip(&want).enumerate() {
                    assert!(same(*y, *want), "{tier:?} {name}.{variant} element {i}: {y} for {want}");
                }
            }
        }
    });
}

#[test]
fn encodes_equal_the_reference() {
    let weights = floats("ggml/weights.npy");
    each_tier(|tier| {
        for name in SCALED.into_iter().chain(["f16", "bf16"]) {
            let raw = encoded(dtype(name), &weights).unwrap();
            let want = bytes(&format!("ggml/{name}.none.bin"));
            let row_bytes = want.len() / (weights.len() / ROW);
            assert_eq!(raw.len(), want.len());
            for (r, (raw, want)) in raw.chunks(row_bytes).zip(want.chunks(row_bytes)).enumerate() {
                if r != UNSPECIFIED_ROW || !dtype(name).is_quantized() {
                    assert!(raw == want, "{tier:?} {name} row {r}");
                }
            }
        }
    });
}

#[test]
fn odd_blocks_are_encoded_or_refused_as_the_plain_codec_does() {
    let mut next = noise(7);
    let mut inputs: Vec<Vec<f32>> = vec![floats("ggml/overflow_1e6.npy"), vec![0.0; 64], vec![-0.0; 64]];
    let weights = floats("ggml/weights.npy");
    inputs.push(weights[UNSPECIFIED_ROW * ROW..][..ROW].to_vec());
    for (odd, at) in
        [(f32::NAN, 3), (f32::INFINITY, 40), (f32::NEG_INFINITY, 63), (9e6, 5), (-9e6, 33), (3e38, 7), (-3e38, 8)]
    {
        let mut x = vec![0.25; 64];
        x[at] = odd;
        inputs.push(x);
    }
    // Any bits at all, a magnitude class a block, with equal extremes of either sign and mixed zeros.
    for _ in 0..400 {
        let shift = next() % 60;
        let mut x: Vec<f32> = (0..32).map(|_| (next() as i32 as f32 / 2e9) * 2f32.powi(30 - shift as i32)).collect();
        if next().is_multiple_of(2) {
            let top = x.iter().fold(0.0f32, |a, b| a.max(b.abs()));
            x[next() as usize % 32] = top;
            x[next() as usize % 32] = -top;
        }
        if next().is_multiple_of(4) {
            x.iter_mut().for_each(|v| *v = v.max(0.0));
            x[next() as usize % 32] = -0.0;
            x[next() as usize % 32] = 0.0;
        }
        if next().is_multiple_of(4) {
            x.iter_mut().for_each(|v| *v = (*v * 8.0).round() / 8.0);
        }
        inputs.push(x);
    }
    each_tier(|tier| {
        for name in SCALED {
            for (i, x) in inputs.iter().enumerate() {
                let (ours, plain) = (encoded(dtype(name), x), plainly(dtype(name), x));
                match (&ours, &plain) {
                    (Ok(a), Ok(b)) => assert!(a == b, "{tier:?} {name} input {i}: {x:?}"),
                    (Err(a), Err(b)) => {
                        assert_eq!((a.index, a.why), (b.index, b.why));
                        assert!(a.value == b.value || a.value.is_nan() && b.value.is_nan());
                    }
                    _ => panic!("{tier:?} {name} input {i}: {ours:?} for {plain:?}"),
                }
            }
        }
    });
}

#[test]
fn every_code_decodes_as_the_plain_codec_does() {
    let codes: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
    each_tier(|tier| {
        for d in [DType::Float16, DType::BFloat16] {
            let Codec::Float { decode, .. } = d.codec() else { unreachable!() };
            let mut want = vec![0.0; codes.len() / 2];
            decode(&codes, &mut want);
            for (i, (y, want)) in decoded(d, &codes).iter().zip(&want).enumerate() {
                let want = *want as f32;
                let fits = if want.is_nan() { y.is_nan() } else { y.to_bits() == want.to_bits() };
                assert!(fits && y.is_sign_negative() == want.is_sign_negative(), "{tier:?} {d} code {i:#06x}: {y}");
            }
        }
        let all: Vec<u8> = (0..=u8::MAX).collect();
        let mut y = vec![0i8; 1024];
        decode(DType::Ternary, &all, bytemuck::cast_slice_mut(&mut y));
        let Codec::Signed { decode, .. } = DType::Ternary.codec() else { unreachable!() };
        let mut want = vec![0; 1024];
        decode(&all, &mut want);
        assert!(y.iter().zip(&want).all(|(y, want)| i64::from(*y) == *want));
    });
}

#[test]
fn halves_round_as_the_reference_table() {
    for (d, file) in [(DType::Float16, "minifloat/round_f16.tsv"), (DType::BFloat16, "minifloat/round_bf16.tsv")] {
        let rows = table(file);
        let x: Vec<f32> = rows.iter().map(|r| f32::from_bits(hex(&r[0]) as u32)).collect();
        assert!(x.len() > 1000);
        each_tier(|tier| {
            let raw = encoded(d, &x).unwrap();
            for ((code, row), x) in raw.as_chunks().0.iter().zip(&rows).zip(&x) {
                let (code, want) = (u16::from_le_bytes(*code), hex(&row[1]) as u16);
                let nan = d.name() == "float16" && code & 0x7fff == 0x7e00 || code & 0x7fff == 0x7fc0;
                assert!(
                    if x.is_nan() { nan && code >> 15 == want >> 15 } else { code == want },
                    "{tier:?} {d}: {x:e} gives {code:#06x}, not {want:#06x}"
                );
            }
        });
    }
}

#[test]
fn halves_round_as_the_plain_codec_at_any_bits() {
    let mut next = noise(11);
    let x: Vec<f32> = (0..200_003).map(|_| f32::from_bits(next())).collect();
    each_tier(|tier| {
        for d in [DType::Float16, DType::BFloat16] {
            assert!(encoded(d, &x).unwrap() == plainly(d, &x).unwrap(), "{tier:?} {d}");
        }
    });
}

#[test]
fn ternary_packs_as_the_reference_table() {
    let rows: Vec<_> = table("minifloat/packed_ints.tsv").into_iter().filter(|r| r[0] == "ternary").collect();
    assert!(rows.len() > 10);
    each_tier(|_| {
        for row in &rows {
            let n: usize = row[1].parse().unwrap();
            let mut values: Vec<i8> = row[2].split(',').filter_map(|v| v.parse().ok()).collect();
            assert_eq!(values.len(), n);
            values.resize(n.next_multiple_of(4), 0);
            let want: Vec<u8> =
                row[3].as_bytes().chunks(2).map(|p| hex(std::str::from_utf8(p).unwrap()) as u8).collect();
            let mut raw = vec![0; want.len()];
            // The sign counts, not the size.
            let large: Vec<i8> = values.iter().map(|v| v * 77).collect();
            encode(DType::Ternary, bytemuck::cast_slice(&large), &mut raw).unwrap();
            assert_eq!(raw, want);
            let mut back = vec![9i8; values.len()];
            decode(DType::Ternary, &raw, bytemuck::cast_slice_mut(&mut back));
            assert_eq!(back, values);
        }
    });
}

/// Loops take so many elements at once; what is left over, from nothing on, goes another way. Storage lies anywhere.
#[test]
fn any_number_of_blocks_at_any_address_is_as_the_plain_codec_has_it() {
    let mut next = noise(13);
    let numbers: Vec<f32> = (0..8192).map(|_| next() as i32 as f32 / 1e9).collect();
    let integers: Vec<u8> = (0..8192).map(|_| next() as u8).collect();
    let has_own = |d: &DType| d.compute() != *d && !d.needs_importance();
    let mut compared = 0;
    for &dtype in DType::ALL.iter().filter(|d| has_own(d)) {
        let source: &[u8] = if matches!(dtype.kind(), Kind::Float | Kind::Complex) {
            bytemuck::cast_slice(&numbers)
        } else {
            &integers
        };
        let computed = dtype.compute().block_bytes() * dtype.block_len();
        let counts: &[usize] = match dtype.block_len() {
            256 => &[0, 1, 3],
            32.. => &[0, 1, 7, 8, 9, 17],
            _ => &[0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100],
        };
        for &count in counts {
            let x = &source[..count * computed];
            let mut want = vec![0; count * dtype.block_bytes()];
            plain::encode(dtype, x, &mut want).unwrap();
            let mut wide = vec![0f32; x.len().div_ceil(4)];
            plain::decode(dtype, &want, &mut bytemuck::cast_slice_mut(&mut wide)[..x.len()]);
            each_tier(|tier| {
                let mut room = vec![0; want.len() + 1];
                encode(dtype, x, &mut room[1..]).unwrap();
                assert!(room[1..] == want, "{tier:?} {dtype}, {count} blocks");
                let mut back = vec![0f32; wide.len()];
                decode(dtype, &room[1..], &mut bytemuck::cast_slice_mut(&mut back)[..x.len()]);
                assert!(
                    bytemuck::cast_slice::<f32, u8>(&back) == bytemuck::cast_slice::<f32, u8>(&wide),
                    "{tier:?} {dtype}, {count} blocks"
                );
                compared += 1;
            });
        }
    }
    assert!(compared > 500, "{compared}");
}
