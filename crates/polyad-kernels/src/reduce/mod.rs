//! The pieces of the reduction tree: folds of a block, of a row into accumulators, of accumulators.
//!
//! The order of operations is a function of the shape alone. A block of up to [`BLOCK`] elements in logical order is
//! folded through 64 interleaved lanes (element i into lane i mod 64), then the lanes by halves. Which blocks
//! there are, and the order in which their results are joined, is the engine's part of the tree.

use bytemuck::Pod;
use polyad_core::DType;

use crate::binary::{complex_multiply, max_f32, max_f64, min_f32, min_f64};
use crate::tier::multiversion;

/// Elements of a block when the last axis is reduced.
pub const BLOCK: usize = 4096;

/// Rows of a block when the last axis is kept: they are folded in order.
pub const ROWS: usize = 128;

const LANES: usize = 64;

/// The loops of one reduction on one compute dtype. Slices are aligned for their element types.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    /// The dtype of the accumulators: float64 for sums and products of floats, complex128 of complex numbers,
    /// int64 or uint64 of integers and bool; the dtype itself for `max` and `min`.
    pub acc: DType,
    /// Fills accumulators with the value that changes nothing (-0.0 for sums).
    pub identity: fn(&mut [u8]),
    /// Folds a block of at most [`BLOCK`] elements and stores the result in one accumulator; of none, the identity.
    pub block: fn(&[u8], &mut [u8]),
    /// `accs[i] op= x[i]`.
    pub row: fn(&[u8], &mut [u8]),
    /// `row` for four rows, one after the other, with one pass over the accumulators.
    pub rows: fn([&[u8]; 4], &mut [u8]),
    /// `into[i] op= other[i]`, as `join(other, into)`, between accumulators.
    pub join: fn(&[u8], &mut [u8]),
}

/// The loops of a fold on a compute dtype; `None` where there are none.
///
/// `sum` and `prod`: integers wrap. `max` and `min` give NaN if there is one; their identity is the least or the greatest
/// value. `all`, `any` and `count` look at truth values. `nansum`, `nanmax` and `nanmin` pass NaN over.
///
/// ```
/// use polyad_core::DType;
/// let sum = polyad_kernels::reduce::fold("sum", DType::Float32).unwrap();
/// let mut acc = [0.0f64];
/// (sum.block)(bytemuck::cast_slice(&[1.0f32, 2.0, 4.5]), bytemuck::cast_slice_mut(&mut acc));
/// assert_eq!((sum.acc, acc), (DType::Float64, [7.5]));
/// ```
pub fn fold(name: &str, dtype: DType) -> Option<Fold> {
    match name {
        "sum" => sum(dtype),
        "prod" => prod(dtype),
        "max" => max(dtype),
        "min" => min(dtype),
        "all" => truth::all(dtype),
        "any" => truth::any(dtype),
        "count" => truth::count(dtype),
        "nansum" => skip::sum(dtype),
        "nanmax" => skip::max(dtype),
        "nanmin" => skip::min(dtype),
        _ => None,
    }
}

#[inline(always)]
fn fold_block<T: Pod, A: Pod>(x: &[u8], acc: &mut [u8], identity: A, widen: impl Fn(T) -> A, step: impl Fn(A, A) -> A) {
    let x = bytemuck::cast_slice::<u8, T>(x);
    assert!(x.len() <= BLOCK, "a block has at most {BLOCK} elements, not {}", x.len());
    let mut lanes = [identity; LANES];
    let (rows, rest) = x.as_chunks::<LANES>();
    for row in rows {
        for (lane, &v) in lanes.iter_mut().zip(row) {
            *lane = step(*lane, widen(v));
        }
    }
    for (lane, &v) in lanes.iter_mut().zip(rest) {
        *lane = step(*lane, widen(v));
    }
    // Lanes past the elements hold the identity, so halving may start at the lanes in use.
    let mut half = x.len().min(LANES).next_power_of_two() / 2;
    while half > 0 {
        let (low, high) = lanes.split_at_mut(half);
        for (a, &b) in low.iter_mut().zip(&*high) {
            *a = step(*a, b);
        }
        half /= 2;
    }
    bytemuck::cast_slice_mut::<u8, A>(acc)[0] = lanes[0];
}

/// `accs[i] = step(accs[i], widen(x[i]))`.
#[inline(always)]
fn fold_row<T: Pod, A: Pod>(x: &[u8], accs: &mut [u8], widen: impl Fn(T) -> A, step: impl Fn(A, A) -> A) {
    let (x, accs) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice_mut::<u8, A>(accs));
    assert_eq!(x.len(), accs.len());
    for (acc, &v) in accs.iter_mut().zip(x) {
        *acc = step(*acc, widen(v));
    }
}

/// [`fold_row`] of four rows, in their order.
#[inline(always)]
fn fold_rows<T: Pod, A: Pod>(x: [&[u8]; 4], accs: &mut [u8], widen: impl Fn(T) -> A, step: impl Fn(A, A) -> A) {
    let (x, accs) = (x.map(bytemuck::cast_slice::<u8, T>), bytemuck::cast_slice_mut::<u8, A>(accs));
    let [a, b, c, d] = x.map(|row| &row[..accs.len()]);
    for (i, acc) in accs.iter_mut().enumerate() {
        *acc = step(step(step(step(*acc, widen(a[i])), widen(b[i])), widen(c[i])), widen(d[i]));
    }
}

/// One fold: element and accumulator type, identity, widening and step. `tiers` compiles a copy per tier.
macro_rules! make {
    (tiers $t:ty => $a:ty, $acc:ident, $identity:expr, $widen:expr, $step:expr) => {{
        multiversion! {
            fn block(x: &[u8], acc: &mut [u8]) {
                fold_block::<$t, $a>(x, acc, $identity, $widen, $step);
            }
        }
        multiversion! {
            fn row(x: &[u8], accs: &mut [u8]) {
                fold_row::<$t, $a>(x, accs, $widen, $step);
            }
        }
        multiversion! {
            fn rows(x: [&[u8]; 4], accs: &mut [u8]) {
                fold_rows::<$t, $a>(x, accs, $widen, $step);
            }
        }
        make!(@whole $a, $acc, $identity, $step)
    }};
    (once $t:ty => $a:ty, $acc:ident, $identity:expr, $widen:expr, $step:expr) => {{
        fn block(x: &[u8], acc: &mut [u8]) {
            fold_block::<$t, $a>(x, acc, $identity, $widen, $step);
        }
        fn row(x: &[u8], accs: &mut [u8]) {
            fold_row::<$t, $a>(x, accs, $widen, $step);
        }
        fn rows(x: [&[u8]; 4], accs: &mut [u8]) {
            fold_rows::<$t, $a>(x, accs, $widen, $step);
        }
        make!(@whole $a, $acc, $identity, $step)
    }};
    (@whole $a:ty, $acc:ident, $identity:expr, $step:expr) => {{
        fn identity(accs: &mut [u8]) {
            bytemuck::cast_slice_mut::<u8, $a>(accs).fill($identity);
        }
        fn join(other: &[u8], into: &mut [u8]) {
            fold_row::<$a, $a>(other, into, |v| v, $step);
        }
        Some(Fold { acc: DType::$acc, identity, block, row, rows, join })
    }};
}

mod skip;
mod spread;
mod truth;

pub use spread::{Spread, spread};

/// Sums and products of integers, in 64 bits.
macro_rules! wide_integer {
    ($dtype:expr, $identity:expr, $step:ident) => {
        match $dtype {
            DType::Int8 => make!(once i8 => i64, Int64, $identity, i64::from, i64::$step),
            DType::Int16 => make!(once i16 => i64, Int64, $identity, i64::from, i64::$step),
            DType::Int32 => make!(once i32 => i64, Int64, $identity, i64::from, i64::$step),
            DType::Int64 => make!(once i64 => i64, Int64, $identity, |v| v, i64::$step),
            DType::UInt8 => make!(once u8 => u64, UInt64, $identity, u64::from, u64::$step),
            DType::UInt16 => make!(once u16 => u64, UInt64, $identity, u64::from, u64::$step),
            DType::UInt32 => make!(once u32 => u64, UInt64, $identity, u64::from, u64::$step),
            DType::UInt64 => make!(once u64 => u64, UInt64, $identity, |v| v, u64::$step),
            DType::Bool => make!(once u8 => i64, Int64, $identity, i64::from, i64::$step),
            _ => None,
        }
    };
}

fn sum(dtype: DType) -> Option<Fold> {
    #[inline(always)]
    fn add(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
        [a[0] + b[0], a[1] + b[1]]
    }
    match dtype {
        DType::Float32 => make!(tiers f32 => f64, Float64, -0.0, f64::from, |a, b| a + b),
        DType::Float64 => make!(tiers f64 => f64, Float64, -0.0, |v| v, |a, b| a + b),
        DType::Complex64 => make!(once [f32; 2] => [f64; 2], Complex128, [-0.0; 2], |z| z.map(f64::from), add),
        DType::Complex128 => make!(once [f64; 2] => [f64; 2], Complex128, [-0.0; 2], |z| z, add),
        _ => wide_integer!(dtype, 0, wrapping_add),
    }
}

fn prod(dtype: DType) -> Option<Fold> {
    const ONE: [f64; 2] = [1.0, 0.0];
    match dtype {
        DType::Float32 => make!(tiers f32 => f64, Float64, 1.0, f64::from, |a, b| a * b),
        DType::Float64 => make!(tiers f64 => f64, Float64, 1.0, |v| v, |a, b| a * b),
        DType::Complex64 => make!(once [f32; 2] => [f64; 2], Complex128, ONE, |z| z.map(f64::from), complex_multiply),
        DType::Complex128 => make!(once [f64; 2] => [f64; 2], Complex128, ONE, |z| z, complex_multiply),
        _ => wide_integer!(dtype, 1, wrapping_mul),
    }
}

/// The extreme of a block of floats, as `$step` folds it, in two operations an element: comparing alone would pass NaN
/// over, but a NaN shows in the sum of its lane, and what else makes a sum NaN (two infinities) is told apart afterwards.
macro_rules! float_extreme {
    ($t:ty, $acc:ident, $worst:expr, $ahead:tt, $step:ident) => {{
        multiversion! {
            fn block(x: &[u8], acc: &mut [u8]) {
                let x = bytemuck::cast_slice::<u8, $t>(x);
                assert!(x.len() <= BLOCK, "a block has at most {BLOCK} elements, not {}", x.len());
                // Any order gives the same extreme: as many lanes as registers hold.
                const FEW: usize = 128 / size_of::<$t>();
                let (mut lanes, mut sums) = ([$worst; FEW], [0.0; FEW]);
                let (rows, rest) = x.as_chunks::<FEW>();
                for row in rows {
                    for (lane, (sum, &v)) in lanes.iter_mut().zip(sums.iter_mut().zip(row)) {
                        *lane = if *lane $ahead v { *lane } else { v };
                        *sum += v;
                    }
                }
                for (lane, (sum, &v)) in lanes.iter_mut().zip(sums.iter_mut().zip(rest)) {
                    *lane = if *lane $ahead v { *lane } else { v };
                    *sum += v;
                }
                // By halves: one chain of comparisons would wait for each of them.
                let mut half = FEW / 2;
                while half > 0 {
                    let (low, high) = lanes.split_at_mut(half);
                    for (a, &b) in low.iter_mut().zip(&*high) {
                        *a = if *a $ahead b { *a } else { b };
                    }
                    half /= 2;
                }
                let best = lanes[0];
                let nan = if sums.iter().any(|s| s.is_nan()) { x.iter().find(|v| v.is_nan()) } else { None };
                bytemuck::cast_slice_mut::<u8, $t>(acc)[0] = match nan {
                    Some(&nan) => nan,
                    // Which of the zeros it is.
                    None if best == 0.0 => x.iter().filter(|v| **v == 0.0).fold(best, |a, &b| $step(a, b)),
                    None => best,
                };
            }
        }
        multiversion! {
            fn row(x: &[u8], accs: &mut [u8]) {
                fold_row::<$t, $t>(x, accs, |v| v, $step);
            }
        }
        multiversion! {
            fn rows(x: [&[u8]; 4], accs: &mut [u8]) {
                fold_rows::<$t, $t>(x, accs, |v| v, $step);
            }
        }
        make!(@whole $t, $acc, $worst, $step)
    }};
}

macro_rules! extremes {
    ($lookup:ident, $float:ident, $ahead:tt, $integer:ident, $f32:ident, $f64:ident, $identity:ident) => {
        fn $lookup(dtype: DType) -> Option<Fold> {
            match dtype {
                DType::Float32 => float_extreme!(f32, Float32, f32::$float, $ahead, $f32),
                DType::Float64 => float_extreme!(f64, Float64, f64::$float, $ahead, $f64),
                DType::Int8 => make!(once i8 => i8, Int8, i8::$identity, |v| v, i8::$integer),
                DType::Int16 => make!(once i16 => i16, Int16, i16::$identity, |v| v, i16::$integer),
                DType::Int32 => make!(once i32 => i32, Int32, i32::$identity, |v| v, i32::$integer),
                DType::Int64 => make!(once i64 => i64, Int64, i64::$identity, |v| v, i64::$integer),
                DType::UInt8 => make!(once u8 => u8, UInt8, u8::$identity, |v| v, u8::$integer),
                DType::UInt16 => make!(once u16 => u16, UInt16, u16::$identity, |v| v, u16::$integer),
                DType::UInt32 => make!(once u32 => u32, UInt32, u32::$identity, |v| v, u32::$integer),
                DType::UInt64 => make!(once u64 => u64, UInt64, u64::$identity, |v| v, u64::$integer),
                DType::Bool => make!(once u8 => u8, Bool, u8::$identity & 1, |v| v, u8::$integer),
                _ => None,
            }
        }
    };
}

extremes!(max, NEG_INFINITY, >, max, max_f32, max_f64, MIN);
extremes!(min, INFINITY, <, min, min_f32, min_f64, MAX);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    const LENGTHS: [usize; 13] = [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 1000, 4096];

    fn block<T: Pod, A: Pod>(name: &str, dtype: DType, x: &[T]) -> A {
        let mut acc = [A::zeroed()];
        (fold(name, dtype).unwrap().block)(bytemuck::cast_slice(x), bytemuck::cast_slice_mut(&mut acc));
        acc[0]
    }

    /// The tree of a block, written out with an index for every lane.
    fn tree(x: &[f64], identity: f64, step: fn(f64, f64) -> f64) -> f64 {
        let lane = |l: usize| (l..x.len()).step_by(64).fold(identity, |a, i| step(a, x[i]));
        let mut lanes: Vec<f64> = (0..64).map(lane).collect();
        while lanes.len() > 1 {
            let half = lanes.len() / 2;
            lanes = (0..half).map(|i| step(lanes[i], lanes[i + half])).collect();
        }
        lanes[0]
    }

    #[test]
    fn blocks_follow_the_tree_on_every_tier() {
        let x: Vec<f32> = (0..BLOCK).map(|i| ((i * 7919 % 4001) as f32 - 1777.3) * 1.001f32.powi(i as i32)).collect();
        let near_one: Vec<f64> = x.iter().map(|v| 1.0 + f64::from(*v) * 1e-6).collect();
        each_tier(|tier| {
            for n in LENGTHS {
                let wide: Vec<f64> = x[..n].iter().map(|&v| v.into()).collect();
                let bits = |v: f64| v.to_bits();
                let want = tree(&wide, -0.0, |a, b| a + b);
                assert_eq!(bits(block("sum", DType::Float32, &x[..n])), bits(want), "{tier:?} sum of {n}");
                assert_eq!(bits(block("sum", DType::Float64, &wide)), bits(want), "{tier:?} sum of {n}");
                let want = tree(&near_one[..n], 1.0, |a, b| a * b);
                assert_eq!(bits(block("prod", DType::Float64, &near_one[..n])), bits(want), "{tier:?} prod of {n}");
                let top: f32 = block("max", DType::Float32, &x[..n]);
                assert_eq!(top, x[..n].iter().copied().fold(f32::NEG_INFINITY, f32::max));
                let low: f64 = block("min", DType::Float64, &wide);
                assert_eq!(low, wide.iter().copied().fold(f64::INFINITY, f64::min));
            }
        });
    }

    #[test]
    fn four_rows_at_once_are_four_rows_in_order() {
        let x: Vec<f32> = (0..4 * 70).map(|i| (i * 7919 % 4001) as f32 * 1.7 - 1e3).collect();
        let row = |i: usize| bytemuck::cast_slice::<f32, u8>(&x[i * 70..][..70]);
        each_tier(|tier| {
            for name in ["sum", "prod", "max", "nanmin", "count"] {
                let f = fold(name, DType::Float32).unwrap();
                let (mut one, mut four) = ([0u64; 70], [0u64; 70]);
                let n = 70 * f.acc.block_bytes();
                let one = &mut bytemuck::cast_slice_mut(&mut one)[..n];
                let four = &mut bytemuck::cast_slice_mut(&mut four)[..n];
                (f.identity)(one);
                (f.identity)(four);
                (0..4).for_each(|i| (f.row)(row(i), one));
                (f.rows)(std::array::from_fn(row), four);
                assert_eq!(one, four, "{tier:?} {name}");
            }
        });
    }

    #[test]
    fn sums_of_nothing_and_of_negative_zeros() {
        assert!(block::<f32, f64>("sum", DType::Float32, &[]).is_sign_negative());
        assert!(block::<f32, f64>("sum", DType::Float32, &[-0.0; 70]).is_sign_negative());
        assert!(block::<f32, f64>("sum", DType::Float32, &[-0.0, 0.0]).is_sign_positive());
        assert_eq!(block::<u8, i64>("prod", DType::Bool, &[]), 1);
    }

    #[test]
    fn infinities_are_no_nan_and_zeros_have_signs() {
        each_tier(|_| {
            for n in [2, 65, 130, 4096] {
                let mut x: Vec<f32> = (0..n).map(|i| -1.0 - i as f32).collect();
                x[n - 1] = -0.0;
                let bits = |x: &[f32]| block::<f32, f32>("max", DType::Float32, x).to_bits();
                assert_eq!(bits(&x), (-0.0f32).to_bits());
                x[0] = 0.0;
                assert_eq!(bits(&x), 0);
                let low: f32 = block("min", DType::Float32, &[0.0, -0.0, 0.0]);
                assert!(low.is_sign_negative());
                // Both in one lane: their sum is NaN.
                let wide: Vec<f64> =
                    (0..n).map(|i| if i % 128 < 64 { f64::INFINITY } else { -f64::INFINITY }).collect();
                assert_eq!(block::<f64, f64>("max", DType::Float64, &wide), f64::INFINITY);
                assert_eq!(block::<f64, f64>("min", DType::Float64, &[f64::INFINITY, f64::MAX]), f64::MAX);
            }
        });
    }

    #[test]
    fn one_nan_makes_an_extreme_nan() {
        each_tier(|_| {
            for at in [0, 1, 63, 64, 90] {
                let mut x = vec![1.0f32; 100];
                x[at] = f32::NAN;
                assert!(block::<f32, f32>("max", DType::Float32, &x).is_nan());
                assert!(block::<f32, f32>("min", DType::Float32, &x).is_nan());
            }
        });
    }

    #[test]
    fn integers_add_up_in_64_bits() {
        assert_eq!(block::<i8, i64>("sum", DType::Int8, &[127; 4096]), 127 * 4096);
        assert_eq!(block::<u32, u64>("sum", DType::UInt32, &[u32::MAX; 100]), 100 * u64::from(u32::MAX));
        assert_eq!(block::<u8, i64>("sum", DType::Bool, &[1; 65]), 65);
        assert_eq!(block::<i32, i64>("prod", DType::Int32, &[3; 41]), 3i64.wrapping_pow(41));
        assert_eq!(block::<i16, i16>("max", DType::Int16, &[-5, -9]), -5);
        assert_eq!(block::<u8, u8>("max", DType::Bool, &[]), 0);
        assert_eq!(block::<u8, u8>("min", DType::Bool, &[]), 1);
        let z = [[1.0f32, 1.0]; 4];
        assert_eq!(block::<_, [f64; 2]>("sum", DType::Complex64, &z), [4.0, 4.0]);
        assert_eq!(block::<_, [f64; 2]>("prod", DType::Complex64, &z), [-4.0, 0.0]);
    }

    #[test]
    fn rows_and_joins_go_element_by_element() {
        each_tier(|_| {
            let sum = fold("sum", DType::Float32).unwrap();
            let mut accs = [1e300f64; 37];
            (sum.identity)(bytemuck::cast_slice_mut(&mut accs));
            assert!(accs.iter().all(|a| *a == 0.0 && a.is_sign_negative()));
            let x: Vec<f32> = (0..37).map(|i| i as f32 * 0.1).collect();
            (sum.row)(bytemuck::cast_slice(&x), bytemuck::cast_slice_mut(&mut accs));
            (sum.row)(bytemuck::cast_slice(&x), bytemuck::cast_slice_mut(&mut accs));
            let other = accs;
            (sum.join)(bytemuck::cast_slice(&other), bytemuck::cast_slice_mut(&mut accs));
            for (acc, &x) in accs.iter().zip(&x) {
                let x = f64::from(x);
                assert_eq!(*acc, (x + x) + (x + x));
            }
        });
    }

    #[test]
    fn every_fold_has_the_accumulator_it_says() {
        for dtype in DType::ALL.iter().copied().filter(|d| d.compute() == *d) {
            for name in ["sum", "prod", "max", "min", "all", "any", "count", "nansum", "nanmax", "nanmin"] {
                let Some(f) = fold(name, dtype) else {
                    let unordered = name.ends_with("max") || name.ends_with("min");
                    assert!(dtype.kind() == polyad_core::Kind::Complex && unordered, "{name} of {dtype}");
                    continue;
                };
                // Alignment and width fit: these panic otherwise.
                let (mut acc, one) = ([0u64; 2], [0u64; 2]);
                let acc = &mut bytemuck::bytes_of_mut(&mut acc)[..f.acc.block_bytes()];
                let x = &bytemuck::bytes_of(&one)[..dtype.block_bytes()];
                (f.identity)(acc);
                (f.block)(x, acc);
                (f.row)(x, acc);
                (f.join)(&bytemuck::bytes_of(&one)[..f.acc.block_bytes()], acc);
            }
        }
        assert!(fold("median", DType::Float32).is_none());
    }
}
