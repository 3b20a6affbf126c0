//! The second pass of a variance: sums of squared distances from centers that are known.

use bytemuck::Pod;
use polyad_core::DType;

use super::{BLOCK, LANES};
use crate::tier::multiversion;

/// The loops of a sum of squares about centers, in float64; identity and join are those of the sum of float64.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// Folds a block of at most [`BLOCK`] elements about one center: elements, center, accumulator.
    pub block: fn(&[u8], &[u8], &mut [u8]),
    /// `accs[i] += |x[i] - centers[i]|^2`: elements, centers, accumulators.
    pub row: fn(&[u8], &[u8], &mut [u8]),
}

macro_rules! make_spread {
    ($t:ty, $c:ty, $square:expr) => {{
        multiversion! {
            fn block(x: &[u8], center: &[u8], acc: &mut [u8]) {
                spread_block::<$t, $c>(x, center, acc, $square);
            }
        }
        multiversion! {
            fn row(x: &[u8], centers: &[u8], accs: &mut [u8]) {
                spread_row::<$t, $c>(x, centers, accs, $square);
            }
        }
        Some(Spread { block, row })
    }};
}

/// The loops for a float or complex compute dtype; `None` for others. Centers are float64 or complex128.
///
/// ```
/// use polyad_core::DType;
/// let spread = polyad_kernels::reduce::spread(DType::Float32).unwrap();
/// let (x, center, mut acc) = ([1.0f32, 2.0, 6.0], [3.0f64], [0.0f64]);
/// (spread.block)(bytemuck::cast_slice(&x), bytemuck::cast_slice(&center), bytemuck::cast_slice_mut(&mut acc));
/// assert_eq!(acc, [14.0]);
/// ```
pub fn spread(dtype: DType) -> Option<Spread> {
    #[inline(always)]
    fn real(x: f64, center: f64) -> f64 {
        (x - center) * (x - center)
    }
    #[inline(always)]
    fn complex(z: [f64; 2], center: [f64; 2]) -> f64 {
        real(z[0], center[0]) + real(z[1], center[1])
    }
    match dtype {
        DType::Float32 => make_spread!(f32, f64, |x, c| real(f64::from(x), c)),
        DType::Float64 => make_spread!(f64, f64, real),
        DType::Complex64 => make_spread!([f32; 2], [f64; 2], |z: [f32; 2], c| complex(z.map(f64::from), c)),
        DType::Complex128 => make_spread!([f64; 2], [f64; 2], complex),
        _ => None,
    }
}

/// The tree of [`super::fold`], on squares.
#[inline(always)]
fn spread_block<T: Pod, C: Pod>(x: &[u8], center: &[u8], acc: &mut [u8], square: impl Fn(T, C) -> f64) {
    let (x, center) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice::<u8, C>(center)[0]);
    assert!(x.len() <= BLOCK, "a block has at most {BLOCK} elements, not {}", x.len());
    let mut lanes = [-0.0f64; LANES];
    let (rows, rest) = x.as_chunks::<LANES>();
    for row in rows {
        for (lane, &v) in lanes.iter_mut().zip(row) {
            *lane += square(v, center);
        }
    }
    for (lane, &v) in lanes.iter_mut().zip(rest) {
        *lane += square(v, center);
    }
    let mut half = LANES / 2;
    while half > 0 {
        let (low, high) = lanes.split_at_mut(half);
        for (a, &b) in low.iter_mut().zip(&*high) {
            *a += b;
        }
        half /= 2;
    }
    bytemuck::cast_slice_mut::<u8, f64>(acc)[0] = lanes[0];
}

#[inline(always)]
fn spread_row<T: Pod, C: Pod>(x: &[u8], centers: &[u8], accs: &mut [u8], square: impl Fn(T, C) -> f64) {
    let (x, centers) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice::<u8, C>(centers));
    let accs = bytemuck::cast_slice_mut::<u8, f64>(accs);
    assert!(x.len() == accs.len() && centers.len() == accs.len());
    for (acc, (&v, &c)) in accs.iter_mut().zip(x.iter().zip(centers)) {
        *acc += square(v, c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    #[test]
    fn rows_and_blocks_agree_where_sums_are_exact() {
        each_tier(|_| {
            for n in [0, 1, 63, 64, 65, 1000] {
                let x: Vec<[f32; 2]> = (0..n).map(|i| [i as f32, -2.0 * i as f32]).collect();
                let want: f64 = x.iter().map(|z| f64::from(z[0] - 3.0).powi(2) + f64::from(z[1] + 1.0).powi(2)).sum();
                let f = spread(DType::Complex64).unwrap();
                let (center, mut acc) = ([[3.0f64, -1.0]], [0.0f64]);
                (f.block)(bytemuck::cast_slice(&x), bytemuck::cast_slice(&center), bytemuck::cast_slice_mut(&mut acc));
                assert_eq!(acc[0], want);
                let mut accs = vec![0.0f64; n];
                let centers = center.repeat(n);
                let (x, centers) = (bytemuck::cast_slice(&x), bytemuck::cast_slice(&centers));
                (f.row)(x, centers, bytemuck::cast_slice_mut(&mut accs));
                assert_eq!(accs.iter().sum::<f64>(), want);
            }
        });
        assert!(spread(DType::Int32).is_none());
    }
}
