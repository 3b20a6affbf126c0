//! The pieces of `argmax` and `argmin`: where in a block its extreme stands, and rows into the best so far.
//!
//! A block is folded to its extreme first, at the speed of `max`; only a block whose extreme is ahead of all before it is
//! looked through for the place.

use bytemuck::Pod;
use polyad_core::DType;

use crate::reduce::{self, Fold};
use crate::tier::multiversion;

/// The loops of one search on one compute dtype. Slices are aligned for their element types.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// Folds a block to its extreme; the accumulator is an element.
    pub fold: Fold,
    /// Whether the first value comes before the second: strictly, so that the first of equal ones wins.
    pub ahead: fn(&[u8], &[u8]) -> bool,
    /// The first place of a value in a block: of NaN the first NaN, but for the searches that pass NaN over.
    pub position: fn(&[u8], &[u8]) -> Option<usize>,
    /// Begins with a first row: `row(x, best, places)`.
    pub start: fn(&[u8], &mut [u8], &mut [i64]),
    /// Where `x[i]` is ahead of `best[i]`, takes it, and `at` as its place: `row(x, at, best, places)`.
    pub row: fn(&[u8], i64, &mut [u8], &mut [i64]),
}

/// The loops of `argmax`, `argmin`, `nanargmax` or `nanargmin` on a compute dtype; `None` where there are none.
///
/// NaN counts as the extreme, and the first one wins; the searches that pass NaN over give the place -1 for nothing but NaN.
///
/// ```
/// use polyad_core::DType;
/// let arg = polyad_kernels::arg::arg("argmax", DType::Float32).unwrap();
/// let x = [1.0f32, 5.0, 5.0, 2.0];
/// assert_eq!((arg.position)(bytemuck::cast_slice(&x), bytemuck::bytes_of(&5.0f32)), Some(1));
/// ```
pub fn arg(name: &str, dtype: DType) -> Option<Arg> {
    match name {
        "argmax" => argmax(dtype),
        "argmin" => argmin(dtype),
        "nanargmax" => nanargmax(dtype),
        "nanargmin" => nanargmin(dtype),
        _ => None,
    }
}

fn one<T: Pod>(bytes: &[u8]) -> T {
    bytemuck::cast_slice::<u8, T>(bytes)[0]
}

/// The first element that fits, looked for by groups, which compare in lanes.
#[inline(always)]
fn find<T: Pod>(x: &[u8], value: &[u8], same: impl Fn(T, T) -> bool) -> Option<usize> {
    const GROUP: usize = 64;
    let (x, value) = (bytemuck::cast_slice::<u8, T>(x), one::<T>(value));
    let fits = |v| same(v, value);
    let (groups, _) = x.as_chunks::<GROUP>();
    // Hits are counted in integers as wide as the elements: what compares them in lanes adds them there too.
    let hit = groups.iter().position(|group| match size_of::<T>() {
        8 => group.iter().fold(0u64, |any, &v| any | u64::from(fits(v))) != 0,
        4 => group.iter().fold(0u32, |any, &v| any | u32::from(fits(v))) != 0,
        _ => group.iter().fold(false, |any, &v| any | fits(v)),
    });
    let from = hit.unwrap_or(groups.len()) * GROUP;
    x[from..].iter().position(|&v| fits(v)).map(|at| from + at)
}

#[inline(always)]
fn step<T: Pod>(x: &[u8], at: i64, best: &mut [u8], places: &mut [i64], ahead: impl Fn(T, T) -> bool) {
    let (x, best) = (bytemuck::cast_slice::<u8, T>(x), bytemuck::cast_slice_mut::<u8, T>(best));
    assert!(x.len() == best.len() && x.len() == places.len());
    for ((best, place), &v) in best.iter_mut().zip(places.iter_mut()).zip(x) {
        let wins = ahead(v, *best);
        *best = if wins { v } else { *best };
        *place = if wins { at } else { *place };
    }
}

/// One search on one type: its fold, what is ahead, what is the value that is looked for, what is no candidate.
macro_rules! make {
    ($t:ty, $fold:expr, $ahead:expr, $same:expr, $barred:expr) => {{
        fn ahead(a: &[u8], b: &[u8]) -> bool {
            ($ahead as fn($t, $t) -> bool)(one(a), one(b))
        }
        multiversion! {
            fn position(x: &[u8], value: &[u8]) -> Option<usize> {
                find::<$t>(x, value, $same)
            }
        }
        fn start(x: &[u8], best: &mut [u8], places: &mut [i64]) {
            best.copy_from_slice(x);
            for (place, &v) in places.iter_mut().zip(bytemuck::cast_slice::<u8, $t>(x)) {
                *place = if ($barred as fn($t) -> bool)(v) { -1 } else { 0 };
            }
        }
        multiversion! {
            fn row(x: &[u8], at: i64, best: &mut [u8], places: &mut [i64]) {
                step::<$t>(x, at, best, places, $ahead);
            }
        }
        Some(Arg { fold: $fold, ahead, position, start, row })
    }};
}

macro_rules! search {
    ($name:ident, $fold:literal, $ahead:tt, float: ($a:ident, $b:ident) $float:expr, $same:expr, $barred:expr) => {
        fn $name(dtype: DType) -> Option<Arg> {
            let fold = reduce::fold($fold, dtype)?;
            match dtype {
                DType::Float32 => make!(f32, fold, |$a: f32, $b: f32| $float, $same, $barred),
                DType::Float64 => make!(f64, fold, |$a: f64, $b: f64| $float, $same, $barred),
                DType::Int8 => make!(i8, fold, |a, b| a $ahead b, |a, b| a == b, |_| false),
                DType::Int16 => make!(i16, fold, |a, b| a $ahead b, |a, b| a == b, |_| false),
                DType::Int32 => make!(i32, fold, |a, b| a $ahead b, |a, b| a == b, |_| false),
                DType::Int64 => make!(i64, fold, |a, b| a $ahead b, |a, b| a == b, |_| false),
                DType::UInt8 | DType::Bool => make!(u8, fold, |a, b| a $ahead b, |a, b| a == b, |_| false),
                DType::UInt16 => make!(u16, fold, |a, b| a $ahead b, |a, b| a == b, |_| false),
                DType::UInt32 => make!(u32, fold, |a, b| a $ahead b, |a, b| a == b, |_| false),
                DType::UInt64 => make!(u64, fold, |a, b| a $ahead b, |a, b| a == b, |_| false),
                _ => None,
            }
        }
    };
}

search!(argmax, "max", >, float: (a, b) (a > b) | (a.is_nan() & !b.is_nan()),
    |v, value| (v == value) | (v.is_nan() & value.is_nan()), |_| false);
search!(argmin, "min", <, float: (a, b) (a < b) | (a.is_nan() & !b.is_nan()),
    |v, value| (v == value) | (v.is_nan() & value.is_nan()), |_| false);
search!(nanargmax, "nanmax", >, float: (a, b) (a > b) | (b.is_nan() & !a.is_nan()), |v, value| v == value, |v| v.is_nan());
search!(nanargmin, "nanmin", <, float: (a, b) (a < b) | (b.is_nan() & !a.is_nan()), |v, value| v == value, |v| v.is_nan());

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::each_tier;

    #[test]
    fn places_are_the_first_ones_at_every_length() {
        each_tier(|_| {
            let arg = arg("argmax", DType::Float32).unwrap();
            for n in [1, 2, 63, 64, 65, 500] {
                for at in [0, n / 2, n - 1] {
                    let mut x = vec![0.0f32; n];
                    x[at..].fill(1.0);
                    let place = (arg.position)(bytemuck::cast_slice(&x), bytemuck::bytes_of(&1.0f32));
                    assert_eq!(place, Some(at));
                    x[at] = f32::NAN;
                    let place = (arg.position)(bytemuck::cast_slice(&x), bytemuck::bytes_of(&f32::NAN));
                    assert_eq!(place, Some(at));
                }
            }
        });
    }

    #[test]
    fn rows_keep_the_first_extreme_and_its_place() {
        let rows = [[1.0f64, f64::NAN, 2.0, f64::NAN], [3.0, 5.0, 2.0, f64::NAN], [3.0, f64::NAN, f64::NAN, f64::NAN]];
        let of = |name| {
            let arg = arg(name, DType::Float64).unwrap();
            let (mut best, mut places) = ([0.0f64; 4], [0i64; 4]);
            (arg.start)(bytemuck::cast_slice(&rows[0]), bytemuck::cast_slice_mut(&mut best), &mut places);
            for (i, row) in rows.iter().enumerate().skip(1) {
                (arg.row)(bytemuck::cast_slice(row), i as i64, bytemuck::cast_slice_mut(&mut best), &mut places);
            }
            places
        };
        each_tier(|_| {
            assert_eq!(of("argmax"), [1, 0, 2, 0]);
            assert_eq!(of("argmin"), [0, 0, 2, 0]);
            assert_eq!(of("nanargmax"), [1, 1, 0, -1]);
            assert_eq!(of("nanargmin"), [0, 1, 0, -1]);
        });
    }
}
