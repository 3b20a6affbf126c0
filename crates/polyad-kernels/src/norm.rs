//! Row kernels of two composed ops, softmax and layer normalization: the same steps, each row in cache.
//!
//! Every step rounds as the op it stands for would, and sums follow the reduction tree, so a row gets the bits
//! that the composed form gives it.

use polyad_core::DType;

use crate::math;
use crate::reduce::{self, BLOCK, Fold};
use crate::tier::multiversion;

fn fold(name: &str, dtype: DType) -> Fold {
    reduce::fold(name, dtype).expect("floats have sums and extremes")
}

/// Sums blocks by the tree, joined pairwise in index order as a binary counter counts; `block(i)` stores the sum
/// of block i.
fn sum_blocks(fold: &Fold, count: usize, mut block: impl FnMut(usize, &mut [u8])) -> f64 {
    let mut next = |i: usize| {
        let mut one = [-0.0f64];
        block(i, bytemuck::cast_slice_mut(&mut one));
        one[0]
    };
    if count <= 1 {
        return if count == 0 { -0.0 } else { next(0) };
    }
    let add = |a: f64, b: f64| {
        let mut into = [a];
        (fold.join)(bytemuck::bytes_of(&b), bytemuck::cast_slice_mut(&mut into));
        into[0]
    };
    let mut pending: Vec<f64> = Vec::new();
    for i in 0..count {
        let mut sum = next(i);
        for _ in 0..(i + 1).trailing_zeros() {
            let earlier = pending.pop().expect("a lower bit of the counter is set");
            sum = add(earlier, sum);
        }
        pending.push(sum);
    }
    pending.into_iter().rev().reduce(|later, earlier| add(earlier, later)).unwrap_or(-0.0)
}

/// Numbers that are folded side by side.
const LANES: usize = 32;

macro_rules! rows {
    (
        $t:ty, $dtype:expr, $exp:expr;
        $(#[$softmax_doc:meta])* $softmax:ident;
        $(#[$layer_norm_doc:meta])* $layer_norm:ident;
        $(#[$weights_doc:meta])* $weights:ident;
        $sum:ident $shifted_exp:ident $divide:ident $centre:ident $scale:ident
    ) => {
        $(#[$softmax_doc])*
        pub fn $softmax(x: &[$t], out: &mut [$t]) {
            assert_eq!(x.len(), out.len());
            let max = fold("max", $dtype);
            let mut top = [<$t>::NEG_INFINITY];
            for block in x.chunks(BLOCK) {
                let mut one = [<$t>::NEG_INFINITY];
                (max.block)(bytemuck::cast_slice(block), bytemuck::cast_slice_mut(&mut one));
                (max.join)(bytemuck::cast_slice(&one), bytemuck::cast_slice_mut(&mut top));
            }
            $shifted_exp(x, top[0], out);
            let total = $sum(out);
            $divide(out, total);
        }

        $(#[$layer_norm_doc])*
        pub fn $layer_norm(x: &[$t], weight: &[$t], bias: &[$t], epsilon: f64, out: &mut [$t]) {
            assert!(x.len() == out.len() && weight.len() == out.len() && bias.len() == out.len());
            let n = x.len() as $t;
            let mean = $sum(x) / n;
            let total = fold("sum", $dtype);
            let mut squares = [0.0; BLOCK];
            let variance = sum_blocks(&total, x.len().div_ceil(BLOCK), |i, one| {
                let at = i * BLOCK..((i + 1) * BLOCK).min(x.len());
                let squares = &mut squares[..at.len()];
                $centre(&x[at.clone()], mean, &mut out[at], squares);
                (total.block)(bytemuck::cast_slice(squares), one);
            }) as $t
                / n;
            $scale(out, (variance + epsilon as $t).sqrt(), weight, bias);
        }

        multiversion! {
            $(#[$weights_doc])*
            pub fn $weights(scores: &mut [$t], scale: $t, added: Option<&[$t]>) -> $t {
                if let Some(added) = added {
                    scores.iter_mut().zip(added).for_each(|(x, &add)| *x = *x * scale + add);
                } else {
                    scores.iter_mut().for_each(|x| *x *= scale);
                }
                let mut tops = [<$t>::NEG_INFINITY; LANES];
                for part in scores.chunks(LANES) {
                    tops.iter_mut().zip(part).for_each(|(top, &x)| *top = if x > *top { x } else { *top });
                }
                let top = tops.into_iter().fold(<$t>::NEG_INFINITY, <$t>::max);
                // A row of nothing but minus infinities sees nothing.
                let top = if top == <$t>::NEG_INFINITY { 0.0 } else { top };
                let mut sums = [0.0; LANES];
                for part in scores.chunks_mut(LANES) {
                    for (sum, x) in sums.iter_mut().zip(part) {
                        *x = $exp(*x - top);
                        *sum += *x;
                    }
                }
                sums.into_iter().sum()
            }
        }

        fn $sum(x: &[$t]) -> $t {
            let total = fold("sum", $dtype);
            let block = |i: usize| bytemuck::cast_slice(&x[i * BLOCK..((i + 1) * BLOCK).min(x.len())]);
            sum_blocks(&total, x.len().div_ceil(BLOCK), |i, one| (total.block)(block(i), one)) as $t
        }

        multiversion! {
            fn $shifted_exp(x: &[$t], top: $t, out: &mut [$t]) {
                for (y, &x) in out.iter_mut().zip(x) {
                    *y = $exp(x - top);
                }
            }
        }

        multiversion! {
            fn $divide(out: &mut [$t], total: $t) {
                for y in out {
                    *y /= total;
                }
            }
        }

        multiversion! {
            fn $centre(x: &[$t], mean: $t, out: &mut [$t], squares: &mut [$t]) {
                for ((y, square), &x) in out.iter_mut().zip(squares).zip(x) {
                    *y = x - mean;
                    *square = *y * *y;
                }
            }
        }

        multiversion! {
            fn $scale(out: &mut [$t], deviation: $t, weight: &[$t], bias: &[$t]) {
                for ((y, &w), &b) in out.iter_mut().zip(weight).zip(bias) {
                    *y = *y / deviation * w + b;
                }
            }
        }
    };
}

rows! {
    f32, DType::Float32, math::exp;
    /// Softmax of one row: `exp(x - max(x))` divided by its sum. Panics unless both rows have one length.
    ///
    /// ```
    /// let mut y = [0.0; 2];
    /// polyad_kernels::norm::softmax_f32(&[3e38, 3e38], &mut y);
    /// assert_eq!(y, [0.5, 0.5]);
    /// ```
    softmax_f32;
    /// Layer normalization of one row: `(x - mean) / sqrt(variance + epsilon) * weight + bias`, the variance
    /// from the deviations. Panics unless all rows have one length.
    layer_norm_f32;
    /// Scores to weights that are yet to be divided by their sum, which is given: `exp(x - max(x))` of `x = scores * scale +
    /// added`. Where all of `x` is minus infinity the weights and their sum are 0.
    ///
    /// ```
    /// let mut x = [1.0, 1.0, f32::NEG_INFINITY];
    /// assert_eq!(polyad_kernels::norm::weights_f32(&mut x, 2.0, None), 2.0);
    /// assert_eq!(x, [1.0, 1.0, 0.0]);
    /// ```
    weights_f32;
    sum_f32 shifted_exp_f32 divide_f32 centre_f32 scale_f32
}

rows! {
    f64, DType::Float64, pxfm::f_exp;
    /// As [`softmax_f32`], in float64.
    softmax_f64;
    /// As [`layer_norm_f32`], in float64.
    layer_norm_f64;
    /// Scores to weights that are yet to be divided by their sum, which is given: `exp(x - max(x))` of `x = scores * scale +
    /// added`. Where all of `x` is minus infinity the weights and their sum are 0.
    ///
    /// ```
    /// let mut x = [1.0, 1.0, f64::NEG_INFINITY];
    /// assert_eq!(polyad_kernels::norm::weights_f64(&mut x, 2.0, None), 2.0);
    /// assert_eq!(x, [1.0, 1.0, 0.0]);
    /// ```
    weights_f64;
    sum_f64 shifted_exp_f64 divide_f64 centre_f64 scale_f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    fn wave(n: usize) -> Vec<f32> {
        (0..n).map(|i| ((i * 37 % 101) as f32 - 50.0) * 0.13).collect()
    }

    #[test]
    fn softmax_follows_the_definition() {
        each_tier(|tier| {
            for n in [1, 3, 64, 100, 5000, 12345] {
                let x = wave(n);
                let mut y = vec![0f32; n];
                softmax_f32(&x, &mut y);
                let wide: Vec<f64> = x.iter().map(|&v| v.into()).collect();
                let mut wide_y = vec![0f64; n];
                softmax_f64(&wide, &mut wide_y);
                let total: f64 = wide.iter().map(|v| v.exp()).sum();
                for i in 0..n {
                    let want = wide[i].exp() / total;
                    assert!((f64::from(y[i]) - want).abs() <= 2e-6 * want, "{tier:?} {n} {i}");
                    assert!((wide_y[i] - want).abs() <= 1e-13 * want, "{tier:?} {n} {i}");
                }
            }
        });
    }

    #[test]
    fn softmax_of_extremes() {
        let mut y = [9f32; 3];
        softmax_f32(&[3e38, f32::NEG_INFINITY, 3e38], &mut y);
        assert_eq!(y, [0.5, 0.0, 0.5]);
        softmax_f32(&[1.0, f32::NAN, 2.0], &mut y);
        assert!(y.iter().all(|v| v.is_nan()));
        softmax_f32(&[], &mut []);
    }

    #[test]
    fn layer_norm_follows_the_definition() {
        each_tier(|tier| {
            for n in [1, 5, 384, 4097] {
                let (x, weight, bias) = (wave(n), wave(n + 4)[4..].to_vec(), wave(n + 9)[9..].to_vec());
                let mut y = vec![0f32; n];
                layer_norm_f32(&x, &weight, &bias, 1e-5, &mut y);
                let wide = |v: &[f32]| v.iter().map(|&v| f64::from(v)).collect::<Vec<f64>>();
                let mut wide_y = vec![0f64; n];
                layer_norm_f64(&wide(&x), &wide(&weight), &wide(&bias), 1e-5, &mut wide_y);
                let mean = wide(&x).iter().sum::<f64>() / n as f64;
                let variance = wide(&x).iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n as f64;
                for i in 0..n {
                    let unit = (f64::from(x[i]) - mean) / (variance + 1e-5).sqrt();
                    let want = unit * f64::from(weight[i]) + f64::from(bias[i]);
                    assert!((f64::from(y[i]) - want).abs() < 1e-5, "{tier:?} {n} {i}");
                    assert!((wide_y[i] - want).abs() < 1e-12, "{tier:?} {n} {i}");
                }
            }
        });
    }

    #[test]
    fn long_rows_are_summed_as_a_binary_counter() {
        let x: Vec<f64> = (0..5 * BLOCK).map(|i| 1.0 / (i as f64 + 3.0)).collect();
        let fold = fold("sum", DType::Float64);
        let blocks: Vec<f64> = x
            .chunks(BLOCK)
            .map(|b| {
                let mut one = [0.0];
                (fold.block)(bytemuck::cast_slice(b), bytemuck::cast_slice_mut(&mut one));
                one[0]
            })
            .collect();
        let want = ((blocks[0] + blocks[1]) + (blocks[2] + blocks[3])) + blocks[4];
        assert_eq!(sum_f64(&x), want);
    }
}
