//! Folds that pass NaN over. Integers have none: theirs are the usual ones.

use polyad_core::DType;

use super::{Fold, fold_block, fold_row, fold_rows};
use crate::tier::multiversion;

/// Sum of what is not NaN.
pub(super) fn sum(dtype: DType) -> Option<Fold> {
    #[inline(always)]
    fn kept(v: f64) -> f64 {
        if v.is_nan() { 0.0 } else { v }
    }
    #[inline(always)]
    fn both(z: [f64; 2]) -> [f64; 2] {
        if z[0].is_nan() || z[1].is_nan() { [0.0; 2] } else { z }
    }
    #[inline(always)]
    fn add(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
        [a[0] + b[0], a[1] + b[1]]
    }
    match dtype {
        DType::Float32 => make!(tiers f32 => f64, Float64, -0.0, |v| kept(f64::from(v)), |a, b| a + b),
        DType::Float64 => make!(tiers f64 => f64, Float64, -0.0, kept, |a, b| a + b),
        DType::Complex64 => {
            make!(once [f32; 2] => [f64; 2], Complex128, [-0.0; 2], |z| both(z.map(f64::from)), add)
        }
        DType::Complex128 => make!(once [f64; 2] => [f64; 2], Complex128, [-0.0; 2], both, add),
        _ => super::fold("sum", dtype),
    }
}

/// Extremes: NaN is what changes nothing, so that of nothing but NaN the result is NaN.
macro_rules! extreme {
    ($name:ident $plain:literal $ahead:tt) => {
        pub(super) fn $name(dtype: DType) -> Option<Fold> {
            match dtype {
                DType::Float32 => {
                    make!(tiers f32 => f32, Float32, f32::NAN, |v| v, |a, b| if b $ahead a || a.is_nan() { b } else { a })
                }
                DType::Float64 => {
                    make!(tiers f64 => f64, Float64, f64::NAN, |v| v, |a, b| if b $ahead a || a.is_nan() { b } else { a })
                }
                _ => super::fold($plain, dtype),
            }
        }
    };
}

extreme!(max "max" >);
extreme!(min "min" <);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::fold;
    use crate::tier::each_tier;

    #[test]
    fn nan_is_passed_over_wherever_it_stands() {
        let of = |name: &str, x: &[f64]| {
            let mut acc = [0.0f64];
            (fold(name, DType::Float64).unwrap().block)(bytemuck::cast_slice(x), bytemuck::cast_slice_mut(&mut acc));
            acc[0]
        };
        each_tier(|_| {
            for n in [2, 64, 65, 200] {
                for at in [0, n / 2, n - 1] {
                    let mut x: Vec<f64> = (0..n).map(|i| i as f64 - 7.5).collect();
                    let sum: f64 = x.iter().sum::<f64>() - x[at];
                    x[at] = f64::NAN;
                    assert_eq!(of("nansum", &x), sum);
                    let rest = || x.iter().copied().filter(|v| !v.is_nan());
                    assert_eq!(of("nanmax", &x), rest().fold(f64::NEG_INFINITY, f64::max));
                    assert_eq!(of("nanmin", &x), rest().fold(f64::INFINITY, f64::min));
                }
                assert!(of("nanmax", &vec![f64::NAN; n]).is_nan());
                assert_eq!(of("nansum", &vec![f64::NAN; n]).to_bits(), 0);
                assert_eq!(of("nanmin", &vec![f64::INFINITY; n]), f64::INFINITY);
            }
        });
    }
}
