//! Reductions: values, and the order of additions as a function of shape, axes and dtype alone.

use polyad::ir::{Axes, ops};
use polyad::{DType, Error, Kind, MaxOptions, StdOptions, SumOptions, Tensor, VarOptions, exec, tensor};

use crate::oracle::{Value, is_near, values};
use crate::samples::{Random, layouts, tensor};

/// Whether an axis is reduced, index by index, and the reduced result by a plain loop in wide numbers.
fn plain(x: &Tensor, axes: &[usize], start: f64, step: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    let shape = x.shape();
    let kept: Vec<usize> = (0..shape.len()).filter(|i| !axes.contains(i)).collect();
    let size: usize = kept.iter().map(|&i| shape[i]).product();
    let mut out = vec![start; size];
    for (flat, v) in values(x).into_iter().enumerate() {
        let mut index = vec![0; shape.len()];
        let mut rest = flat;
        for i in (0..shape.len()).rev() {
            index[i] = rest % shape[i];
            rest /= shape[i];
        }
        let at = kept.iter().fold(0, |at, &i| at * shape[i] + index[i]);
        let v = match v {
            Value::F(x) => x,
            Value::I(x) => x as f64,
            Value::U(x) => x as f64,
            Value::C(_) => unreachable!(),
        };
        out[at] = step(out[at], v);
    }
    out
}

#[test]
fn every_dtype_and_layout_and_axis() {
    for &dtype in DType::ALL.iter().filter(|d| d.kind() != Kind::Complex) {
        let mut r = Random(11 + dtype as u64);
        for (layout, x) in layouts(dtype, (-4.0, 4.0), false, &mut r) {
            let sets: Vec<Vec<usize>> = match x.ndim() {
                0 => vec![vec![]],
                _ => vec![vec![], vec![0], vec![1], vec![0, 1]],
            };
            for axes in sets {
                let list = Axes::from(&axes.iter().map(|&a| a as i64).collect::<Vec<_>>()[..]);
                let what = format!("{dtype} {layout} {axes:?}");
                let sum = x.sum_with(list.clone(), SumOptions { dtype: Some(DType::Float64), ..Default::default() });
                close(&what, &sum.unwrap(), &plain(&x, &axes, 0.0, |a, b| a + b), 1e-12);
                let own = x.sum(list.clone()).unwrap();
                let tolerance = match own.dtype() {
                    DType::Float16 => 1e-3,
                    DType::BFloat16 => 1e-2,
                    _ => 1e-6,
                };
                close(&what, &own, &plain(&x, &axes, 0.0, |a, b| a + b), tolerance);
                truths(&what, &x, &axes, &list);
                // A scale has no negative numbers, and NaN in their places; that NaN propagates is tested below.
                if dtype == DType::Float8E8M0FNU {
                    continue;
                }
                if x.size() == 0 && axes.contains(&0) {
                    assert!(matches!(x.max(list), Err(Error::ShapeMismatch { .. })), "{what}");
                    continue;
                }
                close(&what, &x.max(list.clone()).unwrap(), &plain(&x, &axes, f64::NEG_INFINITY, f64::max), 0.0);
                close(&what, &x.min(list).unwrap(), &plain(&x, &axes, f64::INFINITY, f64::min), 0.0);
            }
        }
    }
}

/// `all`, `any` and `count_nonzero` against a count of zeros.
#[track_caller]
fn truths(what: &str, x: &Tensor, axes: &[usize], list: &Axes) {
    let zeros = plain(x, axes, 0.0, |n, v| n + f64::from(u8::from(v == 0.0)));
    let total = plain(x, axes, 0.0, |n, _| n + 1.0);
    let bools = |t: Tensor| t.to_vec::<bool>().unwrap();
    let all: Vec<bool> = zeros.iter().map(|&n| n == 0.0).collect();
    let any: Vec<bool> = zeros.iter().zip(&total).map(|(n, total)| n < total).collect();
    assert_eq!(bools(x.all(list.clone()).unwrap()), all, "{what}");
    assert_eq!(bools(x.any(list.clone()).unwrap()), any, "{what}");
    let count: Vec<i64> = zeros.iter().zip(&total).map(|(n, total)| (total - n) as i64).collect();
    assert_eq!(x.count_nonzero(list.clone()).unwrap().to_vec::<i64>().unwrap(), count, "{what}");
}

#[track_caller]
fn close(what: &str, got: &Tensor, want: &[f64], tolerance: f64) {
    let dtype = got.dtype();
    let got = got.to_f64_vec().unwrap();
    assert_eq!(got.len(), want.len(), "{what}");
    for (a, b) in got.iter().zip(want) {
        assert!(is_near(dtype, *a, *b, tolerance * b.abs().max(1.0)), "{what}: {a} is not {b}");
    }
}

#[test]
fn the_order_of_additions_ignores_strides_threads_and_unit_axes() {
    let mut r = Random(2);
    for shape in [&[3, 5000][..], &[5000, 3], &[70, 90, 11], &[1, 300_000], &[300_000], &[400, 2000]] {
        let x = tensor(DType::Float32, shape, (-1e6, 1e6), false, &mut r);
        let mut turned = x.clone();
        for axis in 0..x.ndim() as i64 {
            turned = turned.flip(axis).unwrap();
        }
        let axes: Vec<i64> = (0..x.ndim() as i64).rev().collect();
        // The same values in the same logical order, in other memory orders.
        let fortran = x.permute_dims(&axes).unwrap().copy().unwrap().permute_dims(&axes).unwrap();
        let backwards = turned.copy().unwrap();
        let mut views = vec![x.clone(), fortran];
        let mut back = backwards;
        for axis in 0..x.ndim() as i64 {
            back = back.flip(axis).unwrap();
        }
        views.push(back);
        let unit: Vec<i64> = x.shape().iter().flat_map(|&n| [1, n as i64]).collect();
        for axis in 0..x.ndim() as i64 {
            let want = x.sum(axis).unwrap().to_bytes().unwrap();
            for v in &views {
                assert_eq!(v.sum(axis).unwrap().to_bytes().unwrap(), want, "{shape:?} axis {axis}");
            }
            let wide = x.reshape(&unit).unwrap().sum(2 * axis + 1).unwrap();
            assert_eq!(wide.to_bytes().unwrap(), want);
        }
        let want = x.sum(()).unwrap().to_bytes().unwrap();
        assert!(views.iter().all(|v| v.sum(()).unwrap().to_bytes().unwrap() == want));
    }
}

#[test]
fn reductions_of_nothing() {
    let x = Tensor::zeros(&[0, 3], DType::Float32).unwrap();
    assert_eq!(x.sum(0).unwrap().to_vec::<f32>().unwrap().map_bits(), [0u32; 3]);
    assert_eq!(x.prod(0).unwrap().to_vec::<f32>().unwrap(), [1.0; 3]);
    for dtype in [DType::Float32, DType::Int64, DType::Complex64] {
        let y = Tensor::zeros(&[2, 0], dtype).unwrap();
        let ones = Tensor::ones(&[2], y.prod(1).unwrap().dtype()).unwrap();
        assert_eq!(y.prod(1).unwrap().to_bytes().unwrap(), ones.to_bytes().unwrap());
    }
    assert_eq!(x.sum(1).unwrap().size(), 0);
    assert!(x.mean(0).unwrap().to_vec::<f32>().unwrap().iter().all(|m| m.is_nan()));
    assert!(x.var(0).unwrap().to_vec::<f32>().unwrap().iter().all(|m| m.is_nan()));
    assert!(matches!(x.max(0), Err(Error::ShapeMismatch { .. })));
    assert_eq!(x.max(1).unwrap().size(), 0);
}

trait Bits {
    fn map_bits(&self) -> Vec<u32>;
}

impl Bits for Vec<f32> {
    fn map_bits(&self) -> Vec<u32> {
        self.iter().map(|x| x.to_bits()).collect()
    }
}

#[test]
fn nan_propagates_and_keepdims_keeps() {
    let x = Tensor::from_slice(&[1.0, f64::NAN, 3.0, 4.0, 5.0, 6.0], &[2, 3]).unwrap();
    let m = x.max_with(1, MaxOptions { keepdims: true }).unwrap();
    assert_eq!(m.shape(), [2, 1]);
    let m = m.to_vec::<f64>().unwrap();
    assert!(m[0].is_nan() && m[1] == 6.0);
    let none: [i64; 0] = [];
    assert_eq!(x.sum(none).unwrap().shape(), [2, 3]);
    assert!(matches!(x.sum(2), Err(Error::AxisOutOfRange { .. })));
    assert!(matches!(x.sum([0, -2]), Err(Error::RepeatedAxis { .. })));
}

#[test]
fn integers_add_up_in_64_bits() {
    let x = Tensor::full(&[1000], 127, DType::Int8).unwrap();
    let s = x.sum(()).unwrap();
    assert_eq!((s.dtype(), s.item::<i64>().unwrap()), (DType::Int64, 127_000));
    let b = Tensor::ones(&[7], DType::Bool).unwrap();
    assert_eq!(b.sum(()).unwrap().item::<i64>().unwrap(), 7);
    let own = x.sum_with((), SumOptions { dtype: Some(DType::Int8), ..Default::default() }).unwrap();
    assert_eq!(own.item::<i8>().unwrap(), (127_000i64 as i8));
}

#[test]
fn one_thread_and_two_give_the_same_bits() {
    let mut r = Random(9);
    let x = tensor(DType::Float32, &[1500, 1100], (-1e3, 1e3), false, &mut r);
    let run = || {
        [0i64, 1]
            .map(|a| x.sum(a).unwrap().to_bytes().unwrap())
            .into_iter()
            .chain([x.sum(()).unwrap().to_bytes().unwrap(), x.exp().unwrap().to_bytes().unwrap()])
            .collect::<Vec<_>>()
    };
    exec::set_threads(2);
    let two = run();
    exec::set_threads(1);
    let one = run();
    exec::set_threads(0);
    assert_eq!(one, two);
    assert!(ops::find("sum").is_some());
}

#[test]
fn threads_join_long_rows_as_one_thread_does() {
    // 3 x 1,000,003 elements: many blocks a result, a short last one, more than one run for the threads.
    let mut r = Random(15);
    let x = tensor(DType::Float32, &[3, 1_000_003], (-1e6, 1e6), false, &mut r);
    let whole = x.sum(1).unwrap().to_bytes().unwrap();
    for i in 0..3 {
        let row = x.index_axis(0, i).unwrap();
        let part = row.sum(()).unwrap().to_bytes().unwrap();
        assert_eq!(&whole[4 * i as usize..][..4], &part[..]);
        exec::set_threads(1);
        assert_eq!(row.sum(()).unwrap().to_bytes().unwrap(), part);
        exec::set_threads(0);
    }
}

#[test]
fn means_and_variances_of_every_real_dtype_and_layout() {
    for &dtype in DType::ALL.iter().filter(|d| d.kind() != Kind::Complex && **d != DType::Float8E8M0FNU) {
        let mut r = Random(61 + dtype as u64);
        for (layout, x) in layouts(dtype, (-4.0, 4.0), false, &mut r) {
            let sets: &[&[usize]] = if x.ndim() == 0 { &[&[]] } else { &[&[], &[0], &[1], &[0, 1]] };
            for axes in sets.iter().filter(|axes| !(x.size() == 0 && axes.contains(&0))) {
                let list = Axes::from(&axes.iter().map(|&a| a as i64).collect::<Vec<_>>()[..]);
                let what = format!("{dtype} {layout} {axes:?}");
                let n: f64 = axes.iter().map(|&a| x.shape()[a] as f64).product();
                let mean: Vec<f64> = plain(&x, axes, 0.0, |a, b| a + b).iter().map(|sum| sum / n).collect();
                let squares = plain(&x, axes, 0.0, |a, b| a + b * b);
                let var: Vec<f64> = squares.iter().zip(&mean).map(|(s, m)| (s / n - m * m).max(0.0)).collect();
                let std: Vec<f64> = var.iter().map(|v| v.sqrt()).collect();
                let got = x.mean(list.clone()).unwrap();
                let tolerance = match got.dtype() {
                    DType::Float16 => 1e-3,
                    DType::BFloat16 => 1e-2,
                    _ => 1e-6,
                };
                close(&what, &got, &mean, tolerance);
                close(&what, &x.var(list.clone()).unwrap(), &var, tolerance);
                close(&what, &x.std(list).unwrap(), &std, 2.0 * tolerance);
            }
        }
    }
}

#[test]
fn variances_survive_a_large_offset_and_are_never_negative() {
    for dtype in [DType::Float64, DType::Float32] {
        // 2^24 + 2 k is exact in float32.
        let offset = if dtype == DType::Float64 { 1e8 } else { 16_777_216.0 };
        let x =
            (&(&Tensor::arange(1000).unwrap().astype(DType::Float64).unwrap() * 2.0) + offset).astype(dtype).unwrap();
        let want = (1000.0 * 1000.0 - 1.0) / 12.0 * 4.0;
        let got = x.var(()).unwrap().to_f64_vec().unwrap()[0];
        assert!((got - want).abs() <= 1e-6 * want, "{dtype}: {got}");
        let same = Tensor::full(&[1000], 0.1, dtype).unwrap().var(()).unwrap().to_f64_vec().unwrap()[0];
        assert!((0.0..1e-15).contains(&same), "{dtype}: {same}");
    }
}

#[test]
fn corrections_that_leave_nothing_give_nan() {
    let x = tensor![[1.0, 3.0], [5.0, 5.0]];
    let by = |correction| x.var_with(1, VarOptions { correction, ..Default::default() }).unwrap();
    assert_eq!(by(1.0), tensor![2.0, 0.0]);
    assert_eq!(by(-2.0), tensor![0.5, 0.0]);
    for correction in [2.0, 3.5] {
        assert!(by(correction).to_vec::<f64>().unwrap().iter().all(|v| v.is_nan()));
        let std = x.std_with((), StdOptions { correction: correction + 2.0, ..Default::default() }).unwrap();
        assert!(std.item::<f64>().unwrap().is_nan());
    }
}

#[test]
fn complex_means_and_variances_are_numpys() {
    let x = Tensor::from_slice(&[1.0, 1.0, 2.0, 0.0, 0.0, -4.0], &[3, 2]).unwrap();
    let bytes = x.to_bytes().unwrap();
    let z = Tensor::from_bytes(&bytes, DType::Complex128, &[3]).unwrap();
    assert_eq!(z.mean(()).unwrap().to_bytes().unwrap(), tensor![1.0, -1.0].to_bytes().unwrap());
    let var = z.var(()).unwrap();
    assert_eq!((var.dtype(), var.item::<f64>().unwrap()), (DType::Float64, 16.0 / 3.0));
    let std = z.astype(DType::Complex64).unwrap().std(()).unwrap();
    assert_eq!((std.dtype(), std.item::<f32>().unwrap()), (DType::Float32, (16.0f64 / 3.0).sqrt() as f32));
}

#[test]
fn means_of_large_float32_do_not_overflow() {
    let x = Tensor::full(&[100], 3e38, DType::Float32).unwrap();
    assert_eq!(x.mean(()).unwrap().item::<f32>().unwrap(), 3e38);
}

#[test]
fn nan_is_passed_over_where_asked() {
    let nan = f64::NAN;
    let x = tensor![[1.0, nan, 3.0], [nan, nan, nan]];
    let vec = |t: Tensor| t.to_vec::<f64>().unwrap();
    assert_eq!(x.nansum(1).unwrap(), tensor![4.0, 0.0]);
    assert_eq!(x.nansum(()).unwrap().item::<f64>().unwrap(), 4.0);
    let rows = [x.nanmax(1), x.nanmin(1), x.nanmean(1)].map(|t| vec(t.unwrap()));
    assert_eq!(rows.each_ref().map(|row| row[0]), [3.0, 1.0, 2.0]);
    assert!(rows.iter().all(|row| row[1].is_nan()));
    assert_eq!(vec(x.nanmax(0).unwrap())[0], 1.0);
    assert!(vec(x.nanmean(0).unwrap())[1].is_nan());
    assert_eq!(tensor![3, 5].nanmean(()).unwrap().item::<f64>().unwrap(), 4.0);
    assert!(matches!(Tensor::zeros(&[0], DType::Float32).unwrap().nanmax(()), Err(Error::ShapeMismatch { .. })));
}

#[test]
fn logarithms_of_sums_take_any_infinity() {
    let low = f64::NEG_INFINITY;
    let of = |x: Tensor| x.logsumexp(()).unwrap().item::<f64>().unwrap();
    assert_eq!(of(tensor![1000.0, 1000.0]), 1000.0 + 2f64.ln());
    assert_eq!(of(tensor![low, low]), low);
    assert_eq!(of(tensor![low, 5.0]), 5.0);
    assert_eq!(of(tensor![f64::INFINITY, 5.0]), f64::INFINITY);
    assert!(of(tensor![f64::NAN, 5.0]).is_nan());
    assert_eq!(of(Tensor::zeros(&[0], DType::Float64).unwrap()), low);
}

#[test]
fn products_of_vectors_follow_their_rules() {
    let ones = |shape: &[usize]| Tensor::ones(shape, DType::Float32).unwrap();
    assert_eq!(ones(&[2, 3, 4, 5]).dot(&ones(&[3, 5, 6])).unwrap().shape(), [2, 3, 4, 6]);
    assert_eq!(tensor![1, 2].dot(&tensor![3, 4]).unwrap().item::<i64>().unwrap(), 11);
    let two = Tensor::scalar(2, DType::Int64).unwrap();
    assert_eq!(two.dot(&tensor![3, 4]).unwrap(), tensor![6, 8]);
    assert!(matches!(ones(&[2, 3]).dot(&ones(&[2, 3])), Err(Error::ShapeMismatch { .. })));
    let bytes = Tensor::full(&[1000], 127, DType::Int8).unwrap();
    let wide = polyad::DotOptions { dtype: Some(DType::Int64) };
    assert_eq!(bytes.dot_with(&bytes, wide).unwrap().item::<i64>().unwrap(), 127 * 127 * 1000);
    assert_eq!(bytes.dot(&bytes).unwrap().item::<i8>().unwrap(), (127i64 * 127 * 1000) as i8);
    assert_eq!(bytes.vecdot(&bytes, -1).unwrap().item::<i8>().unwrap(), (127i64 * 127 * 1000) as i8);
    let (a, b) = (tensor![[1.0, 2.0], [3.0, 4.0]], tensor![10.0, 1.0]);
    assert_eq!(a.vecdot(&b, -1).unwrap(), tensor![12.0, 34.0]);
    assert!(matches!(a.vecdot(&b, 0), Err(Error::BadArgument { argument: "axis", .. })));
    assert!(matches!(a.vecdot(&tensor![1.0], -1), Err(Error::ShapeMismatch { .. })));
}
