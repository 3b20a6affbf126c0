//! The formats with scales inside their blocks, and the rarer ones with one scale: every tier against the reference files and the plain codecs.

use polyad_core::{DType, Reject};

use super::golden::{bytes, floats};
use super::{decode, encode, plain};
use crate::tier::each_tier;

/// Formats with loops of their own, and the names of their files.
const FORMATS: [(DType, &str); 14] = [
    (DType::Q2K, "q2_K"),
    (DType::Q3K, "q3_K"),
    (DType::Q4K, "q4_K"),
    (DType::Q5K, "q5_K"),
    (DType::Q6K, "q6_K"),
    (DType::Iq4Nl, "iq4_nl"),
    (DType::Iq4Xs, "iq4_xs"),
    (DType::Nvfp4, "nvfp4"),
    (DType::Q1_0, "q1_0"),
    (DType::Q2_0, "q2_0"),
    (DType::Q8_1, "q8_1"),
    (DType::Q8K, "q8_K"),
    (DType::Tq1_0, "tq1_0"),
    (DType::Tq2_0, "tq2_0"),
];

/// A stream of bits for made-up inputs.
fn noise(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 32) as u32
    }
}

fn values(dtype: DType, raw: &[u8], by: fn(DType, &[u8], &mut [u8])) -> Vec<f32> {
    let mut y = vec![f32::INFINITY; raw.len() / dtype.block_bytes() * dtype.block_len()];
    by(dtype, raw, bytemuck::cast_slice_mut(&mut y));
    y
}

#[test]
fn any_bytes_decode_as_the_plain_codec_does() {
    let mut next = noise(3);
    each_tier(|tier| {
        for (dtype, name) in FORMATS {
            let mut raw = bytes(&format!("ggml/{name}.random.bin"));
            raw.extend((0..200 * dtype.block_bytes()).map(|_| next() as u8));
            let (fast, slow) = (values(dtype, &raw, decode), values(dtype, &raw, plain::decode));
            for (i, (fast, slow)) in fast.iter().zip(&slow).enumerate() {
                let same = fast.to_bits() == slow.to_bits() || fast.is_nan() && slow.is_nan();
                assert!(same, "{tier:?} {dtype} element {i}: {fast} for {slow}");
            }
        }
    });
}

type Encode = fn(DType, &[u8], &mut [u8]) -> Result<(), Reject>;

fn coded(dtype: DType, x: &[f32], by: Encode) -> Result<Vec<u8>, Reject> {
    let mut raw = vec![0xa5; x.len() / dtype.block_len() * dtype.block_bytes()];
    by(dtype, bytemuck::cast_slice(x), &mut raw)?;
    Ok(raw)
}

fn assert_encoded_alike(x: &[f32]) {
    for (dtype, _) in FORMATS {
        let slow = coded(dtype, x, plain::encode);
        each_tier(|tier| {
            let fast = coded(dtype, x, encode);
            match (&fast, &slow) {
                (Ok(fast), Ok(slow)) => {
                    let block = fast.iter().zip(slow).position(|(a, b)| a != b).map(|i| i / dtype.block_bytes());
                    let of_block = |i: usize| &x[i * dtype.block_len()..][..dtype.block_len()];
                    assert_eq!(block, None, "{tier:?} {dtype}: {:?}", block.map(of_block));
                }
                (Err(a), Err(b)) => {
                    assert_eq!((a.index, a.why, a.value.to_bits()), (b.index, b.why, b.value.to_bits()), "{dtype}");
                }
                _ => panic!("{tier:?} {dtype}: {fast:?} for {slow:?} of {x:?}"),
            }
        });
    }
}

#[test]
fn weights_are_encoded_as_the_plain_codec_does() {
    assert_encoded_alike(&floats("ggml/weights.npy"));
}

#[test]
fn made_up_blocks_are_encoded_as_the_plain_codec_does() {
    let mut next = noise(5);
    let mut x = Vec::new();
    for block in 0..96 {
        let scale = 2f32.powi((next() % 24) as i32 - 14);
        let base = match block % 4 {
            0 => 0.0,
            1 => 1.0,
            2 => -1.5,
            _ => next() as i32 as f32 / 1e9,
        };
        for e in 0..256 {
            let bell = (0..3).map(|_| next() as i32 as f32 / 2e9).sum::<f32>();
            // Steps make ties of every kind, and groups of one value.
            let v = match block % 8 {
                3 => (bell * 4.0).round() / 4.0,
                4 if e / 16 % 3 == 0 => 0.0,
                5 if e / 32 % 2 == 0 => 0.25,
                6 => bell * 2f32.powi(e / 16 * 2 - 16),
                _ => bell,
            };
            x.push((v + base) * scale);
        }
    }
    assert_encoded_alike(&x);
}

#[test]
fn extreme_blocks_are_encoded_or_refused_as_the_plain_codec_does() {
    let mut next = noise(9);
    let mut constant = |v: f32| assert_encoded_alike(&[v; 256]);
    [0.0, -0.0, 1.0, -1.0, 1e-16, 1e-15, -1e-15, 1e-40, f32::MIN_POSITIVE, 65504.0, 1e6, 1e20, -1e30, 3e38]
        .into_iter()
        .for_each(&mut constant);
    for (v, at) in [(1.0, 0), (-1.0, 255), (1e-20, 17), (1e5, 31), (-1e6, 32), (1e7, 99), (3e38, 7), (f32::NAN, 200)]
        .into_iter()
        .chain([(f32::INFINITY, 3), (f32::NEG_INFINITY, 128)])
    {
        for rest in [0.0, -0.0, 1e-3] {
            let mut x = [rest; 512];
            x[256 + at] = v;
            assert_encoded_alike(&x);
        }
    }
    // Any bits at all, of a magnitude that varies by the block, from subnormal to past every scale.
    for exponent in (-148..127).step_by(5) {
        let top = 2f32.powi(exponent.max(-126)) * 2f32.powi((exponent + 126).min(0));
        let x: Vec<f32> = (0..256).map(|_| next() as i32 as f32 / 2147483648.0 * top).collect();
        assert_encoded_alike(&x);
    }
    let signs: Vec<f32> = (0..256).map(|i| if i % 3 == 0 { -0.0 } else { 0.0 }).collect();
    assert_encoded_alike(&signs);
}
