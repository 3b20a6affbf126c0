//! Sorting, places of extremes, and elements along an axis, on every dtype and layout.

use std::cmp::Ordering;

use polyad::ir::Axes;
use polyad::{ArgsortOptions, DType, Error, Kind, SortOptions, Tensor, exec, tensor};

use crate::oracle::{Value, assert_values, values};
use crate::samples::{Random, layouts, tensor};

/// The order of the standard: NaN last, equal to itself; complex numbers with NaN last, as in NumPy.
pub(crate) fn compare(a: Value, b: Value) -> Ordering {
    let float = |a: f64, b: f64| match (a.is_nan(), b.is_nan()) {
        (false, false) => a.partial_cmp(&b).unwrap(),
        (a, b) => a.cmp(&b),
    };
    match (a, b) {
        (Value::F(a), Value::F(b)) => float(a, b),
        (Value::I(a), Value::I(b)) => a.cmp(&b),
        (Value::U(a), Value::U(b)) => a.cmp(&b),
        (Value::C(a), Value::C(b)) => {
            let nan = |z: [f64; 2]| (z[0].is_nan(), z[1].is_nan());
            nan(a).cmp(&nan(b)).then(float(a[0], b[0])).then(float(a[1], b[1]))
        }
        _ => unreachable!("elements have one dtype"),
    }
}

/// Lines along an axis of a `[rows, columns]` tensor, as places of row-major elements.
pub(crate) fn lines(shape: &[usize], axis: usize) -> Vec<Vec<usize>> {
    let (rows, columns) = (shape[0], shape[1]);
    match axis {
        0 => (0..columns).map(|c| (0..rows).map(|r| r * columns + c).collect()).collect(),
        _ => (0..rows).map(|r| (0..columns).map(|c| r * columns + c).collect()).collect(),
    }
}

#[test]
fn every_dtype_and_layout_sorts_stably_both_ways() {
    for &dtype in DType::ALL {
        let mut r = Random(31 + dtype as u64);
        for (layout, x) in layouts(dtype, (-4.0, 4.0), true, &mut r) {
            if x.ndim() == 0 {
                assert!(matches!(x.sort(-1), Err(Error::AxisOutOfRange { .. })), "{dtype}");
                continue;
            }
            let all = values(&x);
            for (axis, descending) in [(0, false), (1, false), (0, true), (1, true)] {
                let what = format!("{dtype} {layout} {axis} {descending}");
                let mut order = vec![0; all.len()];
                let mut sorted = all.clone();
                for line in lines(x.shape(), axis) {
                    let mut places: Vec<usize> = (0..line.len()).collect();
                    places.sort_by(|&a, &b| {
                        let one = compare(all[line[a]], all[line[b]]);
                        if descending { one.reverse() } else { one }
                    });
                    for (i, place) in places.into_iter().enumerate() {
                        order[line[i]] = place as i64;
                        sorted[line[i]] = all[line[place]];
                    }
                }
                let got = x.argsort_with(axis as i64, ArgsortOptions { descending, stable: true }).unwrap();
                assert_eq!(got.to_vec::<i64>().unwrap(), order, "{what}");
                let options = SortOptions { descending, stable: true };
                let (first, places) = x.sort_with_indices(axis as i64, options).unwrap();
                assert_eq!(places.to_vec::<i64>().unwrap(), order, "{what}");
                assert_values(&what, &first, &sorted, 0);
                assert_values(&what, &x.sort_with(axis as i64, options).unwrap(), &sorted, 0);
            }
        }
    }
}

/// The place of the first extreme, NaN counting as one or passed over; -1 for nothing.
fn place(line: &[Value], least: bool, skip: bool) -> i64 {
    let number = |v: Value| !matches!(v, Value::F(x) if x.is_nan());
    let ahead = |a: Value, b: Value| match (number(a), number(b)) {
        (true, true) => compare(a, b) == if least { Ordering::Less } else { Ordering::Greater },
        (a, b) => !a && b,
    };
    let mut best: Option<usize> = None;
    for i in (0..line.len()).filter(|&i| !skip || number(line[i])) {
        if best.is_none_or(|b| ahead(line[i], line[b])) {
            best = Some(i);
        }
    }
    best.map_or(-1, |i| i as i64)
}

/// A search: whether for the least, whether NaN is passed over, the method.
type Search = (bool, bool, fn(&Tensor, Axes) -> polyad::Result<Tensor>);

#[test]
fn every_dtype_and_layout_finds_the_first_extreme() {
    let forms: [Search; 4] = [
        (false, false, |x, a| x.argmax(a)),
        (true, false, |x, a| x.argmin(a)),
        (false, true, |x, a| x.nanargmax(a)),
        (true, true, |x, a| x.nanargmin(a)),
    ];
    for &dtype in DType::ALL {
        let mut r = Random(41 + dtype as u64);
        for (layout, x) in layouts(dtype, (-4.0, 4.0), true, &mut r) {
            let all = values(&x);
            for (least, skip, f) in forms {
                let what = format!("{dtype} {layout} {least} {skip}");
                if dtype.kind() == Kind::Complex {
                    assert!(matches!(f(&x, Axes::All), Err(Error::DTypeUnsupported { .. })), "{what}");
                    continue;
                }
                if x.size() == 0 {
                    assert!(matches!(f(&x, Axes::All), Err(Error::ShapeMismatch { .. })), "{what}");
                    assert_eq!(f(&x, Axes::from(1)).unwrap().shape(), [0], "{what}");
                    continue;
                }
                assert_eq!(f(&x, Axes::All).unwrap().item::<i64>().unwrap(), place(&all, least, skip), "{what}");
                for axis in (0..2).filter(|_| x.ndim() == 2) {
                    let line = |line: Vec<usize>| {
                        let line: Vec<Value> = line.into_iter().map(|at| all[at]).collect();
                        place(&line, least, skip)
                    };
                    let want: Vec<i64> = lines(x.shape(), axis).into_iter().map(line).collect();
                    let got = f(&x, Axes::from(axis as i64)).unwrap().to_vec::<i64>().unwrap();
                    assert_eq!(got, want, "{what} {axis}");
                }
            }
        }
    }
}

#[test]
fn searches_take_one_axis_or_all() {
    let x = tensor![[[3, 1], [3, 0]]];
    assert_eq!(x.argmax_with(1, polyad::ArgmaxOptions { keepdims: true }).unwrap(), tensor![[[0, 0]]]);
    assert!(matches!(x.argmax([0, 1]), Err(Error::BadArgument { argument: "axis", .. })));
    assert!(matches!(x.argmin(3), Err(Error::AxisOutOfRange { .. })));
    let unsigned = tensor![5, 0, 7].astype(DType::UInt8).unwrap();
    assert_eq!(unsigned.argmin(()).unwrap().item::<i64>().unwrap(), 1);
    let least = Tensor::from_slice(&[0i8, i8::MIN, i8::MAX], &[3]).unwrap();
    assert_eq!(least.argmin(()).unwrap().item::<i64>().unwrap(), 1);
}

#[test]
fn long_lines_give_the_same_place_on_one_thread_and_two() {
    let mut r = Random(5);
    let x = tensor(DType::Float32, &[2, 1_000_003], (-1.0, 1.0), false, &mut r);
    let n = x.shape()[1] as i64;
    x.slice(&[polyad::Slice::All, polyad::Slice::from(n - 5..n)]).unwrap().add_assign(&tensor![9.0f32]).unwrap();
    let run = || [x.argmax(1).unwrap(), x.argmin(1).unwrap(), x.argmax(()).unwrap(), x.argsort(1).unwrap()];
    exec::set_threads(2);
    let two = run();
    exec::set_threads(1);
    let one = run();
    exec::set_threads(0);
    assert_eq!(one, two);
    assert!(two[0].to_vec::<i64>().unwrap().iter().all(|&at| at >= n - 5));
}

#[test]
fn nan_comes_last_and_first_when_descending() {
    // numpy#21838.
    let x = tensor![3.0, f64::NAN, -1.0, f64::INFINITY, f64::NAN, f64::NEG_INFINITY, 0.0];
    let x = x.astype(DType::Float16).unwrap();
    let of = |t: Tensor| t.astype(DType::Float64).unwrap().to_vec::<f64>().unwrap();
    let up = of(x.sort(0).unwrap());
    assert_eq!(up[..5], [f64::NEG_INFINITY, -1.0, 0.0, 3.0, f64::INFINITY]);
    assert!(up[5].is_nan() && up[6].is_nan());
    assert_eq!(x.argsort(0).unwrap(), tensor![5, 2, 6, 0, 3, 1, 4]);
    let down = x.argsort_with(0, ArgsortOptions { descending: true, stable: true }).unwrap();
    assert_eq!(down, tensor![1, 4, 3, 0, 6, 2, 5]);
}

#[test]
fn elements_along_an_axis_broadcast_and_count_from_the_end() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(x.take_along_axis(&tensor![[0, -1]], 1).unwrap(), tensor![[1, 3], [4, 6]]);
    assert_eq!(x.take_along_axis(&tensor![[1, 0, 1]], 0).unwrap(), tensor![[4, 2, 6]]);
    assert!(matches!(x.take_along_axis(&tensor![[3]], 1), Err(Error::IndexOutOfRange { index: 3, axis: 1, .. })));
    assert!(matches!(x.take_along_axis(&tensor![0], 1), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.take_along_axis(&tensor![[0.0]], 1), Err(Error::DTypeUnsupported { .. })));
    for &dtype in DType::ALL {
        let mut r = Random(dtype as u64);
        for (layout, x) in layouts(dtype, (-4.0, 4.0), false, &mut r) {
            if x.ndim() == 0 {
                continue;
            }
            let places = tensor![[2, 0, -1]];
            let columns = x.shape()[1];
            let all = values(&x);
            let want: Vec<Value> =
                (0..x.shape()[0]).flat_map(|r| [2, 0, columns - 1].map(|c| all[r * columns + c])).collect();
            assert_values(&format!("{dtype} {layout}"), &x.take_along_axis(&places, 1).unwrap(), &want, 0);
        }
    }
}
