//! Order in part, membership, distinct elements, quantiles and running extremes, on every dtype and layout.

use std::cmp::Ordering;

use polyad::{
    ArgsortOptions, ArgtopkOptions, CumulativeMaxOptions, DType, Error, HistogramOptions, IsinOptions, Kind,
    QuantileOptions, SearchsortedOptions, SortOptions, Tensor, UniqueOptions, exec, tensor,
};

use crate::oracle::{Value, assert_values, values};
use crate::ordering::{compare, lines};
use crate::samples::{Random, layouts, tensor};

fn is_nan(v: Value) -> bool {
    match v {
        Value::F(x) => x.is_nan(),
        Value::C(z) => z[0].is_nan() || z[1].is_nan(),
        _ => false,
    }
}

fn equal(a: Value, b: Value) -> bool {
    !is_nan(a) && !is_nan(b) && compare(a, b) == Ordering::Equal
}

/// Views with two axes, and elements in them, of every dtype.
fn samples(seed: u64) -> impl Iterator<Item = (String, Tensor)> {
    DType::ALL.iter().flat_map(move |&dtype| {
        let all = layouts(dtype, (-4.0, 4.0), true, &mut Random(seed + dtype as u64));
        all.into_iter()
            .filter(|(_, x)| x.ndim() == 2 && x.size() > 0)
            .map(move |(name, x)| (format!("{dtype} {name}"), x))
    })
}

#[test]
fn the_k_first_are_those_of_a_stable_sort() {
    for (what, x) in samples(61) {
        for (axis, largest) in [(0, false), (1, true)] {
            let k = x.shape()[axis] as i64 / 2;
            let axis = axis as i64;
            let all = x.argsort_with(axis, ArgsortOptions { descending: largest, stable: true }).unwrap();
            let want = all.to_vec::<i64>().unwrap();
            let (vals, places) = x.topk(k, axis, ArgtopkOptions { largest, sorted: true }).unwrap();
            let want: Vec<i64> = lines(x.shape(), axis as usize)
                .iter()
                .flat_map(|line| line[..k as usize].iter().map(|&at| want[at]).collect::<Vec<_>>())
                .collect();
            let turned = if axis == 0 { places.mt().unwrap() } else { places.clone() };
            assert_eq!(turned.to_vec::<i64>().unwrap(), want, "{what} {axis}");
            assert_values(&what, &vals, &values(&x.take_along_axis(&places, axis).unwrap()), 0);
        }
        assert!(matches!(x.argtopk(1000, 0), Err(Error::BadArgument { argument: "k", .. })));
    }
}

#[test]
fn partitions_are_a_sort_at_their_places() {
    for (what, x) in samples(62) {
        for axis in [0, 1] {
            let n = x.shape()[axis];
            let kth = [n as i64 / 2, -1];
            let sorted = values(&x.sort(axis as i64).unwrap());
            let (parted, order) = (x.partition(&kth, axis as i64).unwrap(), x.argpartition(&kth, axis as i64).unwrap());
            let got = values(&parted);
            assert_values(&what, &x.take_along_axis(&order, axis as i64).unwrap(), &got, 0);
            for line in lines(x.shape(), axis) {
                for at in [n / 2, n - 1] {
                    assert_eq!(compare(got[line[at]], sorted[line[at]]), Ordering::Equal, "{what} {axis}");
                    assert!(line[..at].iter().all(|&i| compare(got[i], got[line[at]]).is_le()), "{what} {axis}");
                }
            }
        }
        assert!(matches!(x.partition(&[0, 10_000], 0), Err(Error::IndexOutOfRange { index: 10_000, axis: 0, .. })));
    }
}

#[test]
fn places_and_membership_are_those_of_a_walk_through_the_row() {
    for (what, x) in samples(63) {
        let row = x.slice(&[1.into()]).unwrap().sort(0).unwrap();
        let (all, keys) = (values(&x), values(&row));
        for (side, behind) in [("left", false), ("right", true)] {
            let got = row.searchsorted_with(&x, SearchsortedOptions { side }).unwrap();
            let before =
                |v: Value| keys.iter().filter(move |&&k| compare(k, v).is_lt() || behind && compare(k, v).is_eq());
            let want: Vec<i64> = all.iter().map(|&v| before(v).count() as i64).collect();
            assert_eq!((got.shape(), got.to_vec::<i64>().unwrap()), (x.shape(), want), "{what} {side}");
        }
        let found: Vec<bool> = all.iter().map(|&v| keys.iter().any(|&k| equal(k, v))).collect();
        assert_eq!(x.isin(&row).unwrap().to_vec::<bool>().unwrap(), found, "{what}");
        let other: Vec<bool> = found.iter().map(|f| !f).collect();
        assert_eq!(x.isin_with(&row, IsinOptions { invert: true }).unwrap().to_vec::<bool>().unwrap(), other, "{what}");
    }
}

#[test]
fn distinct_elements_come_once_and_in_order() {
    for (what, x) in samples(64) {
        let all = values(&x);
        for equal_nan in [false, true] {
            let u = x.unique_with(UniqueOptions { axis: None, equal_nan }).unwrap();
            let found = values(&u.values);
            for pair in found.windows(2) {
                let apart = compare(pair[0], pair[1]).is_lt() || is_nan(pair[0]) && !equal_nan;
                assert!(apart, "{what}: {pair:?}");
            }
            let inverse = u.inverse.to_vec::<i64>().unwrap();
            let mut counts = vec![0; found.len()];
            for (i, &group) in inverse.iter().enumerate() {
                let value = found[group as usize];
                assert!(equal(value, all[i]) || is_nan(value) && is_nan(all[i]), "{what}");
                counts[group as usize] += 1;
            }
            assert_eq!(u.counts.to_vec::<i64>().unwrap(), counts, "{what}");
            let first: Vec<i64> =
                (0..found.len()).map(|g| inverse.iter().position(|&i| i == g as i64).unwrap() as i64).collect();
            assert_eq!(u.indices.to_vec::<i64>().unwrap(), first, "{what}");
            assert_eq!(u.inverse.shape(), x.shape(), "{what}");
        }
        let (vals, counts) = x.unique_counts().unwrap();
        let u = x.unique_all().unwrap();
        assert_values(&what, &vals, &values(&u.values), 0);
        assert_eq!(counts, u.counts, "{what}");
        let rows = x.concat(&[&x], 0).unwrap().unique_with(UniqueOptions { axis: Some(0), equal_nan: true }).unwrap();
        assert!(rows.counts.to_vec::<i64>().unwrap().iter().all(|n| n % 2 == 0), "{what}");
    }
}

#[test]
fn each_nan_is_a_value_and_zeros_are_one() {
    // data-apis/array-api#249.
    let nan = f64::NAN;
    let (vals, counts) = tensor![nan, 1.0, nan, -0.0, 0.0, 1.0].unique_counts().unwrap();
    let vals = vals.to_vec::<f64>().unwrap();
    assert_eq!(vals[..2], [0.0, 1.0]);
    assert!(vals.len() == 4 && vals[2..].iter().all(|v| v.is_nan()));
    assert_eq!(counts, tensor![2, 2, 1, 1]);
}

#[test]
fn quantiles_take_elements_of_every_real_dtype() {
    for (what, x) in samples(65) {
        let lower = QuantileOptions { method: "lower", ..Default::default() };
        let q = tensor![0.0, 0.6, 1.0];
        if x.dtype().kind() == Kind::Complex {
            assert!(matches!(x.quantile(&q, 1), Err(Error::DTypeUnsupported { .. })), "{what}");
            assert!(matches!(x.median(1), Err(Error::DTypeUnsupported { .. })), "{what}");
            continue;
        }
        for axis in [0, 1] {
            let n = x.shape()[axis];
            let got = x.quantile_with(&q, axis as i64, lower).unwrap().to_f64_vec().unwrap();
            let sorted = x.sort(axis as i64).unwrap().to_f64_vec().unwrap();
            let lines = lines(x.shape(), axis);
            let places = [0, (0.6 * (n - 1) as f64) as usize, n - 1];
            let nan = |line: &[usize]| sorted[line[n - 1]].is_nan();
            let want = |line: &[usize], at: usize| if nan(line) { f64::NAN } else { sorted[line[at]] };
            let want: Vec<f64> = places.iter().flat_map(|&at| lines.iter().map(move |line| want(line, at))).collect();
            let same = got.iter().zip(&want).all(|(a, b)| a == b || a.is_nan() && b.is_nan());
            assert!(same, "{what} {axis}: {got:?} {want:?}");
        }
    }
}

#[test]
fn quantiles_asked_for_lie_in_their_range() {
    let x = tensor![1.0f32, 2.0, 4.0];
    for q in [tensor![-0.1], tensor![1.5], tensor![f64::NAN]] {
        assert!(matches!(x.quantile(&q, ()), Err(Error::BadArgument { argument: "q", .. })));
        assert!(matches!(x.nanquantile(&q, ()), Err(Error::BadArgument { argument: "q", .. })));
    }
    assert!(matches!(x.percentile(&tensor![101], ()), Err(Error::BadArgument { argument: "q", .. })));
    assert!(matches!(x.quantile(&tensor![0.5], 1), Err(Error::AxisOutOfRange { .. })));
    // In float64 beside a narrow dtype: a third is not rounded to it.
    let wide = Tensor::arange(10_001).unwrap().astype(DType::Float16).unwrap();
    let got = wide.quantile(&tensor![0.1], ()).unwrap();
    assert_eq!((got.dtype(), got.to_f64_vec().unwrap()), (DType::Float16, vec![1000.0]));
    let none = Tensor::zeros(&[2, 0], DType::Float32).unwrap();
    assert!(none.median(1).unwrap().to_f64_vec().unwrap().iter().all(|v| v.is_nan()));
    assert!(none.quantile(&tensor![0.5], 1).unwrap().to_f64_vec().unwrap().iter().all(|v| v.is_nan()));
}

#[test]
fn running_extremes_are_those_of_a_walk_along_the_line() {
    for (what, x) in samples(66) {
        if x.dtype().kind() == Kind::Complex {
            assert!(matches!(x.cumulative_max(1), Err(Error::DTypeUnsupported { .. })), "{what}");
            continue;
        }
        let all = values(&x);
        for axis in [0, 1] {
            let (mut up, mut down, mut back) = (all.clone(), all.clone(), all.clone());
            for line in lines(x.shape(), axis) {
                let step = |a: Value, b: Value, want: Ordering| {
                    let takes = !is_nan(a) && (is_nan(b) || compare(b, a) == want);
                    if takes { b } else { a }
                };
                for pair in line.windows(2) {
                    up[pair[1]] = step(up[pair[0]], all[pair[1]], Ordering::Greater);
                    down[pair[1]] = step(down[pair[0]], all[pair[1]], Ordering::Less);
                }
                for pair in line.windows(2).rev() {
                    back[pair[0]] = step(back[pair[1]], all[pair[0]], Ordering::Greater);
                }
            }
            let reverse = CumulativeMaxOptions { reverse: true, ..Default::default() };
            assert_values(&what, &x.cumulative_max(axis as i64).unwrap(), &up, 0);
            assert_values(&what, &x.cumulative_min(axis as i64).unwrap(), &down, 0);
            assert_values(&what, &x.cumulative_max_with(axis as i64, reverse).unwrap(), &back, 0);
        }
    }
}

#[test]
fn running_logarithms_of_every_real_dtype_follow_their_definition() {
    for &dtype in DType::ALL.iter().filter(|d| d.kind() != Kind::Complex) {
        let mut r = Random(67 + dtype as u64);
        let x = tensor(dtype, &[3, 40], (0.25, 4.0), false, &mut r);
        let wide = x.to_f64_vec().unwrap();
        let got = x.cumulative_logsumexp(1).unwrap();
        let slack = match got.dtype().bits() {
            b if b <= 8.0 => 0.34,
            b if b <= 16.0 => 0.02,
            b if b <= 32.0 => 1e-6,
            _ => 1e-12,
        };
        for (i, v) in got.to_f64_vec().unwrap().into_iter().enumerate() {
            let line = &wide[i / 40 * 40..=i];
            let top = line.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let want = top + line.iter().map(|v| (v - top).exp()).sum::<f64>().ln();
            // The narrowest formats end with 6.
            let past = got.dtype().bits() <= 6.0 && want > 6.0;
            assert!((v - want).abs() <= slack * want.abs().max(1.0) || past, "{dtype}: {v} {want}");
        }
    }
}

#[test]
fn long_rows_are_the_same_on_one_thread_and_two() {
    let mut r = Random(9);
    for dtype in [DType::Float32, DType::Float64, DType::Int64, DType::UInt8] {
        let x = tensor(dtype, &[300_000], (-1.0, 1.0), true, &mut r);
        let down = SortOptions { descending: true, stable: true };
        let run = || {
            let sorted = x.sort(0).unwrap();
            let places = x.argsort_with(0, ArgsortOptions { descending: true, stable: true }).unwrap();
            let found = sorted.searchsorted(&x).unwrap();
            let bytes = [sorted, x.sort_with(0, down).unwrap()].map(|t| t.to_bytes().unwrap());
            (bytes, places, found, x.topk(1000, 0, ArgtopkOptions::default()).unwrap().1, x.isin(&x).unwrap())
        };
        exec::set_threads(2);
        let two = run();
        exec::set_threads(1);
        let one = run();
        exec::set_threads(0);
        assert!(one == two, "{dtype}");
        // Stable from the other end: places of equal elements rise.
        let taken = x.take(&two.1, 0).unwrap();
        assert_eq!(taken.to_bytes().unwrap(), two.0[1], "{dtype}");
    }
}

#[test]
fn numbers_that_are_no_place_are_not_counted() {
    let bytes = tensor![3, 0, 3].astype(DType::UInt8).unwrap();
    assert_eq!(bytes.bincount(None, 0).unwrap(), tensor![1, 0, 0, 2]);
    assert_eq!(bytes.bincount(None, 6).unwrap(), tensor![1, 0, 0, 2, 0, 0]);
    assert_eq!(tensor![true, true].bincount(None, 0).unwrap(), tensor![0, 2]);
    let huge = Tensor::from_slice(&[u64::MAX], &[1]).unwrap();
    for x in [tensor![2, -1], huge] {
        assert!(matches!(x.bincount(None, 0), Err(Error::BadArgument { argument: "x", .. })));
    }
    assert!(matches!(tensor![i64::MAX - 1].bincount(None, 0), Err(Error::OutOfMemory { .. })));
    assert!(matches!(tensor![1.0].bincount(None, 0), Err(Error::DTypeUnsupported { .. })));
    assert!(matches!(tensor![[1]].bincount(None, 0), Err(Error::ShapeMismatch { .. })));
}

#[test]
fn bins_have_their_lower_edge_and_the_last_one_both() {
    let x = tensor![0.0, 1.0, 1.5, 3.0, f64::NAN, -1.0, 9.0];
    let (counts, edges) = x.histogram(&tensor![0.0, 1.0, 3.0], HistogramOptions::default()).unwrap();
    assert_eq!((counts, edges), (tensor![1, 3], tensor![0.0, 1.0, 3.0]));
    let even = HistogramOptions { range: Some((0.0, 3.0)), ..Default::default() };
    assert_eq!(x.histogram(3, even).unwrap().0, tensor![1, 2, 1]);
    let weights = tensor![1.0f32, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
    let weighed = HistogramOptions { weights: Some(&weights), ..even };
    assert_eq!(x.histogram(3, weighed).unwrap().0, tensor![1.0f32, 6.0, 8.0]);
    let density = HistogramOptions { density: true, ..even };
    assert_eq!(x.histogram(3, density).unwrap().0, tensor![0.25, 0.5, 0.25]);
    assert!(matches!(x.histogram(3, HistogramOptions::default()), Err(Error::BadArgument { argument: "range", .. })));
    assert!(matches!(x.histogram(0, even), Err(Error::BadArgument { argument: "bins", .. })));
    let short = tensor![1.0];
    let apart = HistogramOptions { weights: Some(&short), ..even };
    assert!(matches!(x.histogram(3, apart), Err(Error::ShapeMismatch { .. })));
    let z = Tensor::ones(&[2], DType::Complex64).unwrap();
    assert!(matches!(z.histogram(3, even), Err(Error::DTypeUnsupported { .. })));
}
