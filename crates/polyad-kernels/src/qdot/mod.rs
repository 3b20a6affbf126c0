//! The fast quantized product: activations rounded to 8 bits times quantized weights, in integers.
//!
//! The meaning is ggml's: activations become q8_0, weights are used as stored, and what is summed in float32, block
//! after block, is one exact integer dot times both scales. Weights are multiplied in panels of 8 columns,
//! interleaved so that one vector holds 4 elements of each; a panel is made on the fly, or once by [`repack`].
//! Every tier gives the same bits.

mod panel;

use polyad_core::DType;

use crate::codec::{Mxfp4, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, f16_to_f32, f32_to_f16, max_abs, round_half_away};
use crate::tier::multiversion;

const BLOCK: usize = 32;

/// Columns of the output, rows of stored weights, that a panel holds.
pub const PANEL: usize = 8;

/// Rows of activations in 8 bits: what [`few_rows_of`] multiplies.
#[derive(Clone, Debug)]
pub struct Activations {
    rows: usize,
    blocks: usize,
    /// Codes, row after row.
    codes: Vec<i8>,
    /// A scale a block, rounded to float16.
    scales: Vec<f32>,
    /// The sum of the codes, a block.
    sums: Vec<i32>,
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
            sums: vec![0; rows * blocks],
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
    fn quantize_row(x: &[f32], codes: &mut [i8], scales: &mut [f32], sums: &mut [i32]) {
        let blocks = x.as_chunks::<BLOCK>().0.iter().zip(codes.as_chunks_mut::<BLOCK>().0);
        for ((x, codes), (scale, sum)) in blocks.zip(scales.iter_mut().zip(sums)) {
            let top = max_abs(x);
            let exact = top / 127.0;
            // Where the inverse overflows the scale rounds to 0, and codes of 0 do as well as any.
            let inverse = if top.is_finite() && 1.0 / exact < f32::INFINITY { 1.0 / exact } else { 0.0 };
            let half = f16_to_f32(f32_to_f16(exact));
            *scale = if !top.is_finite() { f32::NAN } else if half.is_finite() { half } else { exact };
            *sum = 0;
            for (code, v) in codes.iter_mut().zip(x) {
                let v = if inverse == 0.0 { 0.0 } else { v * inverse };
                let rounded = round_half_away(v);
                *code = rounded as i8;
                *sum += rounded;
            }
        }
    }
}

/// Calls a function of the panels with the format of a dtype: `f(args)` as `f::<BYTES, Format>(args)`.
macro_rules! by_format {
    ($dtype:expr, panel::$f:ident($($arg:expr),*)) => {
        match $dtype {
            DType::Q8_0 => panel::$f::<34, Q8_0>($($arg),*),
            DType::Q4_0 => panel::$f::<18, Q4_0>($($arg),*),
            DType::Q4_1 => panel::$f::<20, Q4_1>($($arg),*),
            DType::Q5_0 => panel::$f::<22, Q5_0>($($arg),*),
            DType::Q5_1 => panel::$f::<24, Q5_1>($($arg),*),
            DType::Mxfp4 => panel::$f::<17, Mxfp4>($($arg),*),
            other => panic!("there is no integer product for {other}"),
        }
    };
}

/// Whether products by weights of this dtype can be had in integers here.
pub fn supports(dtype: DType) -> bool {
    use DType::*;
    matches!(dtype, Q8_0 | Q4_0 | Q4_1 | Q5_0 | Q5_1 | Mxfp4)
}

/// `out[i, j] = sum over l of x[i, l] * w[j, l]` with `x` rounded to 8 bits: `x` is `[m, k]` with rows `x_stride`
/// elements apart, `w` starts with `n` rows of whole blocks as stored.
///
/// `out` is `[m, n]` with rows `out_stride` elements apart. Integer dots are exact; float32 sums run over the
/// blocks of a row. Panics on a dtype that it does not support, and when a slice is too short.
///
/// ```
/// use polyad_core::DType;
/// use polyad_kernels::{codec, qdot};
/// let w = vec![0.5f32; 32];
/// let mut raw = [0; 34];
/// codec::encode(DType::Q8_0, bytemuck::cast_slice(&w), &mut raw).unwrap();
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
    check_output(x, n, out, out_stride);
    by_format!(dtype, panel::product_of(x, w, n, out, out_stride))
}

/// Weights interleaved for [`few_rows_repacked`]: `n` rows of `k` elements, [`packed_bytes`] long; `None` for a dtype
/// that products do not support. O(size); the codes take a byte each. Panics when `w` is too short.
pub fn repack(dtype: DType, w: &[u8], n: usize, k: usize) -> Option<Vec<u8>> {
    if !supports(dtype) {
        return None;
    }
    assert!(k.is_multiple_of(BLOCK), "rows of {k} values are no whole blocks of {BLOCK}");
    let (blocks, need) = (k / BLOCK, n * (k / BLOCK) * dtype.block_bytes());
    assert!(w.len() >= need, "{n} rows of {blocks} blocks of {dtype} are {need} bytes, not {}", w.len());
    let mut packed = vec![0; packed_bytes(dtype, n, k)?];
    by_format!(dtype, panel::pack(&w[..need], blocks, &mut packed));
    Some(packed)
}

/// Bytes of `n` repacked rows of `k` elements; panels of [`PANEL`] rows follow each other, so that the rows from a
/// multiple of [`PANEL`] on start at `packed_bytes` of those before. `None` for a dtype that products do not support.
pub fn packed_bytes(dtype: DType, n: usize, k: usize) -> Option<usize> {
    if !supports(dtype) {
        return None;
    }
    let block = by_format!(dtype, panel::block_bytes());
    n.div_ceil(PANEL).checked_mul(k / BLOCK)?.checked_mul(block)
}

/// [`few_rows_of`] on weights that [`repack`] made; gives the same bits. `packed` starts with `n` rows.
///
/// ```
/// use polyad_core::DType;
/// use polyad_kernels::qdot;
/// let raw = [0x3cu8; 34 * 3];
/// let x = qdot::Activations::new(&[0.5; 32], 1, 32, 32);
/// let packed = qdot::repack(DType::Q8_0, &raw, 3, 32).unwrap();
/// let (mut a, mut b) = ([0.0; 3], [0.0; 3]);
/// qdot::few_rows_of(DType::Q8_0, &x, &raw, 3, &mut a, 3);
/// qdot::few_rows_repacked(DType::Q8_0, &x, &packed, 3, &mut b, 3);
/// assert_eq!(a, b);
/// ```
pub fn few_rows_repacked(dtype: DType, x: &Activations, packed: &[u8], n: usize, out: &mut [f32], out_stride: usize) {
    check_output(x, n, out, out_stride);
    let need = packed_bytes(dtype, n, x.blocks * BLOCK).unwrap_or(usize::MAX);
    assert!(packed.len() >= need, "{n} repacked rows of {} blocks of {dtype}, not {} bytes", x.blocks, packed.len());
    by_format!(dtype, panel::product_packed(x, packed, n, out, out_stride))
}

fn check_output(x: &Activations, n: usize, out: &[f32], out_stride: usize) {
    assert!(x.rows <= 1 || out_stride >= n, "output rows of {n} overlap at stride {out_stride}");
    assert!(x.rows == 0 || out.len() >= (x.rows - 1) * out_stride + n, "the output holds {} rows of {n}", x.rows);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::golden::{ROW, SCALED, bytes, floats};
    use crate::codec::{decode, encode};
    use crate::tier::each_tier;

    fn decoded(dtype: DType, raw: &[u8]) -> Vec<f64> {
        let mut y = vec![0f32; raw.len() / dtype.block_bytes() * BLOCK];
        decode(dtype, raw, bytemuck::cast_slice_mut(&mut y));
        y.into_iter().map(f64::from).collect()
    }

    /// Every reference row times every row of activations, against exact sums of the decoded operands.
    #[test]
    fn products_are_within_the_bound_of_the_reference() {
        let activations = floats("ggml/activations.npy");
        let rows = activations.len() / ROW;
        let mut raw_x = vec![0; rows * ROW / 32 * 34];
        encode(DType::Q8_0, bytemuck::cast_slice(&activations), &mut raw_x).unwrap();
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
    fn tiers_and_repacked_weights_give_the_same_bits() {
        let x = floats("ggml/activations.npy");
        for dtype in SCALED.map(|name| DType::from_name(name).unwrap()) {
            let raw = bytes(&format!("ggml/{dtype}.none.bin"));
            for (rows, n) in [(1, 16), (5, 11), (10, 8), (3, 1)] {
                let mut first: Option<Vec<f32>> = None;
                each_tier(|tier| {
                    let x = Activations::new(&x, rows, ROW, ROW);
                    let (mut a, mut b) = (vec![9.0; rows * n], vec![9.0; rows * n]);
                    few_rows_of(dtype, &x, &raw, n, &mut a, n);
                    let packed = repack(dtype, &raw, n, ROW).unwrap();
                    few_rows_repacked(dtype, &x, &packed, n, &mut b, n);
                    assert_eq!(a, b, "{tier:?} {dtype} {rows}x{n}");
                    assert_eq!(&a, first.get_or_insert(a.clone()), "{tier:?} {dtype} {rows}x{n}");
                });
            }
        }
    }

    /// Codes at both ends: sums of pairs are as large as they get.
    #[test]
    fn extreme_codes_do_not_saturate() {
        for fill in [0x00, 0x7f, 0x80, 0xff] {
            for dtype in SCALED.map(|name| DType::from_name(name).unwrap()) {
                let mut raw = vec![fill; dtype.block_bytes()];
                raw[..2].copy_from_slice(&[0, 0x3c]);
                match dtype {
                    DType::Mxfp4 => raw[..2].copy_from_slice(&[127, fill]),
                    // A minimum of -8.
                    DType::Q4_1 | DType::Q5_1 => raw[2..4].copy_from_slice(&[0, 0xc8]),
                    _ => {}
                }
                let w = decoded(dtype, &raw);
                let x: Vec<f32> = w.iter().map(|&w| if w < 0.0 { -127.0 } else { 127.0 }).collect();
                let want = w.iter().zip(&x).map(|(w, x)| w * f64::from(*x)).sum::<f64>();
                each_tier(|tier| {
                    let mut out = [0.0];
                    few_rows_q(dtype, [1, 1, 32], &x, 32, &raw, &mut out, 1);
                    assert!((f64::from(out[0]) - want).abs() <= 1e-6 * want.abs(), "{tier:?} {dtype} {fill:#x}");
                });
            }
        }
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
