//! Folds of truth values: a number is true unless it is 0.

use bytemuck::Pod;
use polyad_core::DType;

use super::{BLOCK, Fold, LANES, fold_block, fold_row, fold_rows};
use crate::tier::multiversion;

/// How many elements of a block are true. A lane counts at most the rows of one block, so a byte holds it.
#[inline(always)]
fn count_block<T: Pod>(x: &[u8], acc: &mut [u8], is_true: impl Fn(T) -> bool) {
    const { assert!(BLOCK / LANES < 255) };
    let x = bytemuck::cast_slice::<u8, T>(x);
    assert!(x.len() <= BLOCK, "a block has at most {BLOCK} elements, not {}", x.len());
    let mut lanes = [0u8; LANES];
    let (rows, rest) = x.as_chunks::<LANES>();
    for row in rows {
        for (lane, &v) in lanes.iter_mut().zip(row) {
            *lane += u8::from(is_true(v));
        }
    }
    for (lane, &v) in lanes.iter_mut().zip(rest) {
        *lane += u8::from(is_true(v));
    }
    bytemuck::cast_slice_mut::<u8, i64>(acc)[0] = lanes.iter().map(|&lane| i64::from(lane)).sum();
}

/// One lookup over the compute dtypes: what a truth value is in each.
macro_rules! by_dtype {
    ($dtype:expr, $make:ident $($rest:tt)*) => {
        match $dtype {
            DType::Float32 => $make!(f32, |v| v != 0.0; $($rest)*),
            DType::Float64 => $make!(f64, |v| v != 0.0; $($rest)*),
            DType::Int8 | DType::UInt8 | DType::Bool => $make!(u8, |v| v != 0; $($rest)*),
            DType::Int16 | DType::UInt16 => $make!(u16, |v| v != 0; $($rest)*),
            DType::Int32 | DType::UInt32 => $make!(u32, |v| v != 0; $($rest)*),
            DType::Int64 | DType::UInt64 => $make!(u64, |v| v != 0; $($rest)*),
            DType::Complex64 => $make!([f32; 2], |v| v != [0.0; 2]; $($rest)*),
            DType::Complex128 => $make!([f64; 2], |v| v != [0.0; 2]; $($rest)*),
            _ => None,
        }
    };
}

macro_rules! logic {
    ($t:ty, $is_true:expr; $identity:expr, $step:expr) => {
        make!(tiers $t => u8, Bool, $identity, |v| u8::from(($is_true as fn($t) -> bool)(v)), $step)
    };
}

macro_rules! counting {
    ($t:ty, $is_true:expr;) => {{
        multiversion! {
            fn block(x: &[u8], acc: &mut [u8]) {
                count_block::<$t>(x, acc, $is_true);
            }
        }
        fn row(x: &[u8], accs: &mut [u8]) {
            fold_row::<$t, i64>(x, accs, |v| i64::from(($is_true as fn($t) -> bool)(v)), |a, b| a + b);
        }
        fn rows(x: [&[u8]; 4], accs: &mut [u8]) {
            fold_rows::<$t, i64>(x, accs, |v| i64::from(($is_true as fn($t) -> bool)(v)), |a, b| a + b);
        }
        make!(@whole i64, Int64, 0, |a, b| a + b)
    }};
}

pub(super) fn all(dtype: DType) -> Option<Fold> {
    by_dtype!(dtype, logic 1, |a, b| a & b)
}

pub(super) fn any(dtype: DType) -> Option<Fold> {
    by_dtype!(dtype, logic 0, |a, b| a | b)
}

pub(super) fn count(dtype: DType) -> Option<Fold> {
    by_dtype!(dtype, counting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::fold;
    use crate::tier::each_tier;

    fn of<T: Pod>(name: &str, dtype: DType, x: &[T]) -> i64 {
        let mut acc = [0u64];
        let f = fold(name, dtype).unwrap();
        (f.block)(bytemuck::cast_slice(x), &mut bytemuck::bytes_of_mut(&mut acc)[..f.acc.block_bytes()]);
        acc[0] as i64
    }

    #[test]
    fn nan_is_true_and_both_zeros_are_false() {
        each_tier(|_| {
            for n in [1, 63, 64, 65, 4096] {
                let mut x = vec![f32::NAN; n];
                assert_eq!([of("all", DType::Float32, &x), of("count", DType::Float32, &x)], [1, n as i64]);
                x[n - 1] = -0.0;
                assert_eq!([of("all", DType::Float32, &x), of("count", DType::Float32, &x)], [0, n as i64 - 1]);
                let mut z = vec![[0.0f64, -0.0]; n.min(100)];
                assert_eq!(of("any", DType::Complex128, &z), 0);
                z[n.min(100) - 1][1] = 1e-300;
                assert_eq!([of("any", DType::Complex128, &z), of("count", DType::Complex128, &z)], [1, 1]);
            }
            assert_eq!(of("count", DType::Bool, &[1u8; 4096]), 4096);
            assert_eq!([of::<u8>("all", DType::Bool, &[]), of::<u8>("any", DType::Bool, &[])], [1, 0]);
        });
    }
}
