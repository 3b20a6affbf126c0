//! Windows of one channel: sums kept in registers, no matrix product.

use super::Grid;
use crate::tier::multiversion;

/// How many sums are kept at once.
const LANES: usize = 64;

macro_rules! depthwise {
    ($(#[$meta:meta])* $name:ident $t:ty) => {
        $(#[$meta])*
        pub fn $name(grid: &Grid, channel: &[$t], weights: &[$t], bias: $t, fill: $t, out: &mut [$t]) {
            assert!(channel.len() == grid.inputs() && weights.len() == grid.windows() && out.len() == grid.outputs());
            multiversion! {
                fn run(grid: &Grid, channel: &[$t], weights: &[$t], bias: $t, fill: $t, out: &mut [$t]) {
                    let columns = grid.output[2].max(1);
                    let ([_, height, width], step) = (grid.input, grid.stride[2]);
                    for (row, out) in out.chunks_mut(columns).enumerate() {
                        let o = [row / grid.output[1], row % grid.output[1]];
                        for (block, out) in out.chunks_mut(LANES).enumerate() {
                            let places = block * LANES..block * LANES + out.len();
                            let mut sums = [bias; LANES];
                            for (k, weights) in weights.chunks(grid.window[2]).enumerate() {
                                let (i, j) = (k / grid.window[1], k % grid.window[1]);
                                let (Some(i), Some(j)) = (grid.at(0, o[0], i), grid.at(1, o[1], j)) else {
                                    for &w in weights {
                                        sums.iter_mut().for_each(|s| *s += w * fill);
                                    }
                                    continue;
                                };
                                let line = &channel[(i * height + j) * width..][..width];
                                for (k, &w) in weights.iter().enumerate() {
                                    let (inside, first) = grid.inside(k, places.clone());
                                    let (front, behind) = (inside.start - places.start, inside.end - places.start);
                                    if front > 0 || behind < out.len() {
                                        sums[..front].iter_mut().for_each(|s| *s += w * fill);
                                        sums[behind..].iter_mut().for_each(|s| *s += w * fill);
                                    }
                                    if front == behind {
                                        continue;
                                    }
                                    let from = &line[first..];
                                    match (step, from.first_chunk::<LANES>()) {
                                        (1, Some(from)) if behind - front == LANES => {
                                            sums.iter_mut().zip(from).for_each(|(s, &x)| *s += w * x);
                                        }
                                        (1, _) => {
                                            let sums = sums[front..behind].iter_mut();
                                            sums.zip(from).for_each(|(s, &x)| *s += w * x);
                                        }
                                        _ => {
                                            let sums = sums[front..behind].iter_mut();
                                            sums.zip(from.iter().step_by(step)).for_each(|(s, &x)| *s += w * x);
                                        }
                                    }
                                }
                            }
                            out.copy_from_slice(&sums[..out.len()]);
                        }
                    }
                }
            }
            run(grid, channel, weights, bias, fill, out);
        }
    };
}

depthwise! {
    /// Weighted sums of every window of a float32 channel, plus `bias`; `fill` stands past the ends. Sums in order of the
    /// window, from the bias on.
    depthwise_f32 f32
}
depthwise! {
    /// As [`depthwise_f32`], in float64.
    depthwise_f64 f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conv::columns;
    use crate::tier::each_tier;

    #[test]
    fn sums_are_those_of_the_columns() {
        for (width, step, before) in [(5, 1, 1), (200, 1, 2), (131, 2, 0), (300, 3, 4), (64, 1, 0), (1, 1, 2)] {
            let output = (width + 2 * before - 3) / step + 1;
            let grid = Grid {
                input: [2, 3, width],
                window: [2, 2, 3],
                output: [1, 3, output],
                stride: [1, 1, step],
                dilation: [1, 1, 1],
                before: [0, 1, before],
            };
            let x: Vec<f32> = (0..grid.inputs()).map(|i| (i * 31 % 17) as f32 - 8.0).collect();
            let weights: Vec<f32> = (0..12).map(|i| (i * 5 % 7) as f32 - 3.0).collect();
            let mut packed = vec![0f32; 12 * grid.outputs()];
            let to = bytemuck::cast_slice_mut(&mut packed);
            let x_bytes = bytemuck::cast_slice(&x);
            columns(4, &grid, x_bytes, 0..12, 0..grid.outputs(), &2f32.to_le_bytes(), to, grid.outputs());
            let want: Vec<f32> = (0..grid.outputs())
                .map(|p| 0.5 + (0..12).map(|k| weights[k] * packed[k * grid.outputs() + p]).sum::<f32>())
                .collect();
            each_tier(|tier| {
                let mut out = vec![0f32; grid.outputs()];
                depthwise_f32(&grid, &x, &weights, 0.5, 2.0, &mut out);
                assert_eq!(out, want, "{tier:?}, {width} by {step}");
            });
        }
    }
}
