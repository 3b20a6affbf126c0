//! The fast quantized product: activations rounded to 8 bits times quantized weights, in integers.
//!
//! A block of 32 weights is unpacked to bytes once and multiplied with that block of all rows; what is summed in
//! float32 is one exact integer dot a block, times both scales. The meaning is ggml's: activations become q8_0
//! (for formats with a minimum also the sums of their codes), weights are used as stored.

use polyad_core::DType;

use crate::codec::{
    Mxfp4, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, ScaledBlock, f16_to_f32, f32_to_f16, max_abs, round_half_away,
};
use crate::tier::multiversion;
#[cfg(target_arch = "x86_64")]
use crate::tier::{Tier, tier};

const BLOCK: usize = 32;

/// Rows of activations in 8 bits: what [`few_rows_of`] multiplies.
#[derive(Clone, Debug)]
pub struct Activations {
    rows: usize,
    blocks: usize,
    /// Codes, row after row.
    codes: Vec<i8>,
    /// A scale a block, rounded to float16.
    scales: Vec<f32>,
    /// Scale times the sum of the codes, a block.
    sums: Vec<f32>,
}

impl Activations {
    /// Rounds `rows` rows of `k` values, `stride` apart. Panics unless `k` is whole blocks of 32 and all rows lie in `x`.
    ///
    /// A block with NaN or an infinity gets the scale NaN, and so makes its whole row of the product NaN.
    pub fn new(x: &[f32], rows: usize, k: usize, stride: usize) -> Activations {
        assert!(k.is_multiple_of(BLOCK), "rows of {k} values are no whole blocks of {BLOCK}");
        let blocks = k / BLOCK;
        let mut all = Activations {
            rows,
            blocks,
            codes: vec![0; rows * k],
            scales: vec![0.0; rows * blocks],
            sums: vec![0.0; rows * blocks],
        };
        for i in 0..rows {
            let (codes, at) = (&mut all.codes[i * k..][..k], i * blocks..(i + 1) * blocks);
            quantize_row(&x[i * stride..][..k], codes, &mut all.scales[at.clone()], &mut all.sums[at]);
        }
        all
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

multiversion! {
    fn quantize_row(x: &[f32], codes: &mut [i8], scales: &mut [f32], sums: &mut [f32]) {
        let blocks = x.as_chunks::<BLOCK>().0.iter().zip(codes.as_chunks_mut::<BLOCK>().0);
        for ((x, codes), (scale, sum)) in blocks.zip(scales.iter_mut().zip(sums)) {
            let top = max_abs(x);
            let exact = top / 127.0;
            // Where the inverse overflows the scale rounds to 0, and codes of 0 do as well as any.
            let inverse = if top.is_finite() && 1.0 / exact < f32::INFINITY { 1.0 / exact } else { 0.0 };
            let half = f16_to_f32(f32_to_f16(exact));
            *scale = if !top.is_finite() { f32::NAN } else if half.is_finite() { half } else { exact };
            let mut total = 0i32;
            for (code, v) in codes.iter_mut().zip(x) {
                let v = if inverse == 0.0 { 0.0 } else { v * inverse };
                let rounded = round_half_away(v);
                *code = rounded as i8;
                total += rounded;
            }
            *sum = *scale * total as f32;
        }
    }
}

/// `out[i, j] = sum over l of x[i, l] * w[j, l]` with `x` rounded to 8 bits: `x` is `[m, k]` with rows `x_stride`
/// elements apart, `w` starts with `n` rows of whole blocks as stored.
///
/// `out` is `[m, n]` with rows `out_stride` elements apart. Integer dots are exact; float32 sums run over the
/// blocks of a row. Panics on a dtype that is not quantized, and when a slice is too short.
///
/// ```
/// use polyad_core::DType;
/// use polyad_kernels::{codec, qdot};
/// let w = vec![0.5f32; 32];
/// let mut raw = [0; 34];
/// codec::encode(DType::Q8_0)(bytemuck::cast_slice(&w), &mut raw).unwrap();
/// let mut out = [0.0];
/// qdot::few_rows_q(DType::Q8_0, [1, 1, 32], &[1.0; 32], 32, &raw, &mut out, 1);
/// assert!((out[0] - 16.0).abs() < 0.01);
/// ```
pub fn few_rows_q(
    dtype: DType,
    [m, n, k]: [usize; 3],
    x: &[f32],
    x_stride: usize,
    w: &[u8],
    out: &mut [f32],
    out_stride: usize,
) {
    few_rows_of(dtype, &Activations::new(x, m, k, x_stride), w, n, out, out_stride);
}

/// [`few_rows_q`] on activations that are in 8 bits already, so that parts of the columns share the rounding.
pub fn few_rows_of(dtype: DType, x: &Activations, w: &[u8], n: usize, out: &mut [f32], out_stride: usize) {
    let need = n * x.blocks * dtype.block_bytes();
    assert!(w.len() >= need, "{n} rows of {} blocks of {dtype} are {need} bytes, not {}", x.blocks, w.len());
    let w = &w[..need];
    assert!(x.rows <= 1 || out_stride >= n, "output rows of {n} overlap at stride {out_stride}");
    assert!(x.rows == 0 || out.len() >= (x.rows - 1) * out_stride + n, "the output holds {} rows of {n}", x.rows);
    match dtype {
        DType::Q8_0 => run::<34, Q8_0>(x, w, n, out, out_stride),
        DType::Q4_0 => run::<18, Q4_0>(x, w, n, out, out_stride),
        DType::Q4_1 => run::<20, Q4_1>(x, w, n, out, out_stride),
        DType::Q5_0 => run::<22, Q5_0>(x, w, n, out, out_stride),
        DType::Q5_1 => run::<24, Q5_1>(x, w, n, out, out_stride),
        DType::Mxfp4 => run::<17, Mxfp4>(x, w, n, out, out_stride),
        _ => panic!("few_rows_q: no integer product for {dtype}"),
    }
}

/// Rows of activations whose sums stay in registers together.
const TALL: usize = 6;

fn run<const BYTES: usize, F: ScaledBlock<BYTES>>(
    x: &Activations,
    w: &[u8],
    n: usize,
    out: &mut [f32],
    out_stride: usize,
) {
    let w = w.as_chunks::<BYTES>().0;
    for j in 0..n {
        let row = &w[j * x.blocks..][..x.blocks];
        let mut i = 0;
        while i < x.rows {
            let sums: [f32; TALL];
            let tall = match x.rows - i {
                1 => {
                    sums = dots::<BYTES, F, 1>(x, i, row);
                    1
                }
                2..=3 => {
                    sums = dots::<BYTES, F, 2>(x, i, row);
                    2
                }
                4..=5 => {
                    sums = dots::<BYTES, F, 4>(x, i, row);
                    4
                }
                _ => {
                    sums = dots::<BYTES, F, 6>(x, i, row);
                    6
                }
            };
            for (t, sum) in sums[..tall].iter().enumerate() {
                out[(i + t) * out_stride + j] = *sum;
            }
            i += tall;
        }
    }
}

/// Rows `i..i + ROWS` times one row of weights, in the first places of the result.
fn dots<const BYTES: usize, F: ScaledBlock<BYTES>, const ROWS: usize>(
    x: &Activations,
    i: usize,
    w: &[[u8; BYTES]],
) -> [f32; TALL] {
    assert!(ROWS <= TALL && i + ROWS <= x.rows && w.len() == x.blocks);
    #[cfg(target_arch = "x86_64")]
    if tier() >= Tier::Avx2 {
        // SAFETY: the tier has AVX2 and FMA.
        return unsafe { avx2::dots::<BYTES, F, ROWS>(x, i, w) };
    }
    let mut sums = [0.0; TALL];
    for (b, block) in w.iter().enumerate() {
        let (scale, codes) = (F::scale(block), F::codes(block));
        for (t, sum) in sums[..ROWS].iter_mut().enumerate() {
            let at = (i + t) * x.blocks + b;
            let row = &x.codes[at * BLOCK..][..BLOCK];
            let dot: i32 = codes.iter().zip(row).map(|(&w, &x)| i32::from(w) * i32::from(x)).sum();
            *sum += dot as f32 * (scale * x.scales[at]);
            if F::HAS_MINIMUM {
                *sum += F::minimum(block) * x.sums[at];
            }
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Activations, BLOCK, ScaledBlock, TALL};

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn dots<const BYTES: usize, F: ScaledBlock<BYTES>, const ROWS: usize>(
        x: &Activations,
        i: usize,
        w: &[[u8; BYTES]],
    ) -> [f32; TALL] {
        let mut sums = [_mm256_setzero_ps(); ROWS];
        let mut minima = [0.0f32; ROWS];
        let ones = _mm256_set1_epi16(1);
        let codes: [&[[i8; BLOCK]]; ROWS] =
            std::array::from_fn(|t| &x.codes.as_chunks().0[(i + t) * x.blocks..][..w.len()]);
        let scales: [&[f32]; ROWS] = std::array::from_fn(|t| &x.scales[(i + t) * x.blocks..][..w.len()]);
        let totals: [&[f32]; ROWS] = std::array::from_fn(|t| &x.sums[(i + t) * x.blocks..][..w.len()]);
        for (b, block) in w.iter().enumerate() {
            let (scale, unpacked) = (_mm256_set1_ps(F::scale(block)), F::codes(block));
            // SAFETY: the array holds 32 bytes.
            let signed = unsafe { _mm256_loadu_si256(unpacked.as_ptr().cast()) };
            let sizes = _mm256_abs_epi8(signed);
            for (t, sum) in sums.iter_mut().enumerate() {
                // SAFETY: one block of codes holds 32 bytes.
                let x = unsafe { _mm256_loadu_si256(codes[t][b].as_ptr().cast()) };
                // |w| * (x with the sign of w): pairs stay below 2 * 128 * 127, which 16 bits hold.
                let pairs = _mm256_maddubs_epi16(sizes, _mm256_sign_epi8(x, signed));
                let dot = _mm256_cvtepi32_ps(_mm256_madd_epi16(pairs, ones));
                *sum = _mm256_fmadd_ps(dot, _mm256_mul_ps(scale, _mm256_set1_ps(scales[t][b])), *sum);
                if F::HAS_MINIMUM {
                    minima[t] = F::minimum(block).mul_add(totals[t][b], minima[t]);
                }
            }
        }
        let mut out = [0.0; TALL];
        for t in 0..ROWS {
            let four = _mm_add_ps(_mm256_castps256_ps128(sums[t]), _mm256_extractf128_ps::<1>(sums[t]));
            let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
            out[t] = _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two))) + minima[t];
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::golden::{ROW, SCALED, bytes, floats};
    use crate::codec::{decode, encode};
    use crate::tier::each_tier;

    fn decoded(dtype: DType, raw: &[u8]) -> Vec<f64> {
        let mut y = vec![0f32; raw.len() / dtype.block_bytes() * BLOCK];
        decode(dtype)(raw, bytemuck::cast_slice_mut(&mut y));
        y.into_iter().map(f64::from).collect()
    }

    /// Every reference row times every row of activations, against exact sums of the decoded operands.
    #[test]
    fn products_are_within_the_bound_of_the_reference() {
        let activations = floats("ggml/activations.npy");
        let rows = activations.len() / ROW;
        let mut raw_x = vec![0; rows * ROW / 32 * 34];
        encode(DType::Q8_0)(bytemuck::cast_slice(&activations), &mut raw_x).unwrap();
        let x = decoded(DType::Q8_0, &raw_x);
        each_tier(|tier| {
            let quantized = Activations::new(&activations, rows, ROW, ROW);
            for dtype in SCALED.map(|name| DType::from_name(name).unwrap()) {
                for variant in ["none", "random"] {
                    let raw_w = bytes(&format!("ggml/{dtype}.{variant}.bin"));
                    let w = decoded(dtype, &raw_w);
                    let n = w.len() / ROW;
                    let mut out = vec![0.0; rows * n];
                    few_rows_of(dtype, &quantized, &raw_w, n, &mut out, n);
                    for i in 0..rows {
                        for j in 0..n {
                            let terms = (0..ROW).map(|l| x[i * ROW + l] * w[j * ROW + l]);
                            let (sum, size) = terms.fold((0.0, 0.0), |(s, a), t| (s + t, a + t.abs()));
                            let off = (f64::from(out[i * n + j]) - sum).abs();
                            // Formats with a minimum sum larger terms than their values.
                            let bound = if matches!(dtype, DType::Q4_1 | DType::Q5_1) { 4e-6 } else { 1e-6 };
                            // Random scales of mxfp4 reach past float32.
                            let in_range = size < f64::from(f32::MAX);
                            assert!(
                                off <= bound * size || !in_range,
                                "{tier:?} {dtype}.{variant} {i},{j}: {off:e} of {size:e}"
                            );
                        }
                    }
                }
            }
        });
    }

    #[test]
    fn rows_do_not_depend_on_how_many_there_are() {
        let x = floats("ggml/activations.npy");
        let raw = bytes("ggml/q5_1.none.bin");
        each_tier(|_| {
            let n = 16;
            let mut all = vec![0.0; 13 * (n + 1)];
            few_rows_of(DType::Q5_1, &Activations::new(&x, 13, ROW, ROW), &raw, n, &mut all, n + 1);
            for rows in 1..=7 {
                let mut some = vec![0.0; rows * n];
                few_rows_of(DType::Q5_1, &Activations::new(&x[ROW * 3..], rows, ROW, ROW), &raw, n, &mut some, n);
                for i in 0..rows {
                    assert_eq!(some[i * n..][..n], all[(i + 3) * (n + 1)..][..n]);
                }
            }
        });
    }

    #[test]
    fn values_that_are_not_finite_make_their_row_nan() {
        let mut x = vec![1.0f32; 3 * 64];
        x[70] = f32::INFINITY;
        let raw = [0x11u8; 2 * 34];
        each_tier(|_| {
            let mut out = [0.0; 3];
            few_rows_of(DType::Q8_0, &Activations::new(&x, 3, 64, 64), &raw, 1, &mut out, 1);
            assert!(out[0].is_finite() && out[1].is_nan() && out[2].is_finite());
        });
    }

    #[test]
    fn empty_products() {
        let x = Activations::new(&[], 2, 0, 0);
        let mut out = [7.0; 6];
        few_rows_of(DType::Q4_0, &x, &[], 3, &mut out, 3);
        assert_eq!(out, [0.0; 6]);
        few_rows_of(DType::Q4_0, &Activations::new(&[], 0, 32, 32), &[0; 18], 1, &mut [], 1);
        few_rows_q(DType::Q4_0, [1, 0, 32], &[1.0; 32], 32, &[], &mut [], 0);
    }
}
