//! ggml's block formats with codebooks: an index stands for the magnitudes of 4 or 8 elements, or for uneven values.

use std::path::Path;
use std::sync::LazyLock;

use polyad::DType;

use super::ggml::{half, nibble, read, word};
use super::{Read, u16_at, u32_at};
use crate::oracle::Value;

pub(super) fn format(dtype: DType) -> Option<(usize, usize, Read)> {
    Some(match dtype {
        DType::Iq4Nl => (32, 18, read!(|b, e| half(b, 0) * uneven(nibble(&b[2..], e)))),
        DType::Iq4Xs => (256, 136, read!(iq4_xs)),
        DType::Iq3Xxs => (256, 98, read!(iq3_xxs)),
        DType::Iq3S => (256, 110, read!(iq3_s)),
        DType::Iq2Xxs => (256, 66, read!(iq2_xxs)),
        DType::Iq2Xs => (256, 74, read!(iq2_xs)),
        DType::Iq2S => (256, 82, read!(iq2_s)),
        DType::Iq1S => (256, 50, read!(iq1_s)),
        DType::Iq1M => (256, 56, read!(iq1_m)),
        _ => return None,
    })
}

/// A codebook, a byte a number.
type Book = LazyLock<Vec<u8>>;

static IQ1: Book = LazyLock::new(|| book("iq1s"));
static IQ2XXS: Book = LazyLock::new(|| book("iq2xxs"));
static IQ2XS: Book = LazyLock::new(|| book("iq2xs"));
static IQ2S: Book = LazyLock::new(|| book("iq2s"));
static IQ3XXS: Book = LazyLock::new(|| book("iq3xxs"));
static IQ3S: Book = LazyLock::new(|| book("iq3s"));

fn book(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../polyad-core/src/dtype/codebooks");
    std::fs::read(folder.join(format!("{name}.bin"))).unwrap()
}

/// The values of a 4-bit code.
fn uneven(code: f32) -> f32 {
    const VALUES: [i8; 16] = [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113];
    f32::from(VALUES[code as usize])
}

/// The 4-bit number `i`, low bits first.
fn four_bits(b: &[u8], i: usize) -> u8 {
    b[i / 2] >> (4 * (i % 2)) & 15
}

/// -1 where bit `j` says so.
fn sign(bits: u8, j: usize) -> f32 {
    if bits >> j & 1 == 1 { -1.0 } else { 1.0 }
}

/// The signs of 8 elements in 7 bits: the eighth makes the number of negative ones even.
fn even_signs(bits: u32) -> u8 {
    let seven = (bits & 127) as u8;
    if seven.count_ones() % 2 == 1 { seven | 128 } else { seven }
}

fn iq4_xs(b: &[u8], e: usize) -> f32 {
    let g = e / 32;
    let scale = four_bits(&b[4..], g) | ((u16_at(b, 2) >> (2 * g)) as u8 & 3) << 4;
    half(b, 0) * (f32::from(scale) - 32.0) * uneven(nibble(&b[8 + 16 * g..], e % 32))
}

fn iq3_xxs(b: &[u8], e: usize) -> f32 {
    let (g, k, l) = (e / 32, e % 32 / 4, e % 32 / 8);
    let word = u32_at(b, 66 + 4 * g);
    let magnitude = IQ3XXS[4 * usize::from(b[2 + 8 * g + k]) + e % 4];
    let scale = half(b, 0) * (0.5 + (word >> 28) as f32) * 0.5;
    scale * f32::from(magnitude) * sign(even_signs(word >> (7 * l)), e % 8)
}

fn iq3_s(b: &[u8], e: usize) -> f32 {
    let (g, k) = (e / 32, e % 32 / 4);
    let index = usize::from(b[2 + 8 * g + k]) | usize::from(b[66 + g] >> k & 1) << 8;
    let scale = half(b, 0) * (1.0 + 2.0 * f32::from(four_bits(&b[106..], g)));
    scale * f32::from(IQ3S[4 * index + e % 4]) * sign(b[74 + e / 8], e % 8)
}

fn iq2_xxs(b: &[u8], e: usize) -> f32 {
    let (g, l) = (e / 32, e % 32 / 8);
    let word = u32_at(b, 2 + 8 * g + 4);
    let magnitude = IQ2XXS[8 * usize::from(b[2 + 8 * g + l]) + e % 8];
    let scale = half(b, 0) * (0.5 + (word >> 28) as f32) * 0.25;
    scale * f32::from(magnitude) * sign(even_signs(word >> (7 * l)), e % 8)
}

fn iq2_xs(b: &[u8], e: usize) -> f32 {
    let word = word(b, 2 + 2 * (e / 8));
    let scale = half(b, 0) * (0.5 + f32::from(four_bits(&b[66..], e / 16))) * 0.25;
    scale * f32::from(IQ2XS[8 * (word & 511) + e % 8]) * sign(even_signs((word >> 9) as u32), e % 8)
}

fn iq2_s(b: &[u8], e: usize) -> f32 {
    let (g, l) = (e / 32, e % 32 / 8);
    let index = usize::from(b[2 + e / 8]) | usize::from(b[66 + g] >> (2 * l) & 3) << 8;
    let scale = half(b, 0) * (0.5 + f32::from(four_bits(&b[74..], e / 16))) * 0.25;
    scale * f32::from(IQ2S[8 * index + e % 8]) * sign(b[34 + e / 8], e % 8)
}

/// An entry of -1, 0 and 1, moved by an eighth down or up.
fn moved(index: usize, j: usize, down: bool) -> f32 {
    f32::from(IQ1[8 * index + j] as i8) + if down { -0.125 } else { 0.125 }
}

fn iq1_s(b: &[u8], e: usize) -> f32 {
    let (g, l) = (e / 32, e % 32 / 8);
    let word = word(b, 34 + 2 * g);
    let index = usize::from(b[2 + e / 8]) | (word >> (3 * l) & 7) << 8;
    let scale = half(b, 0) * (2 * (word >> 12 & 7) + 1) as f32;
    scale * moved(index, e % 8, word >> 15 == 1)
}

/// The bits of `d` are the highest four of each word of scales.
fn iq1_m(b: &[u8], e: usize) -> f32 {
    let words = [0, 1, 2, 3].map(|i| word(b, 48 + 2 * i));
    let d = words.iter().rev().fold(0, |bits, word| bits << 4 | word >> 12) as u16;
    let (g, l) = (e / 32, e % 32 / 8);
    let bits = b[32 + e / 16] >> (4 * (l % 2));
    let index = usize::from(b[e / 8]) | usize::from(bits & 7) << 8;
    let scale = words[g / 2] >> (6 * (g % 2) + 3 * (l / 2)) & 7;
    half(&d.to_le_bytes(), 0) * (2 * scale + 1) as f32 * moved(index, e % 8, bits & 8 != 0)
}
