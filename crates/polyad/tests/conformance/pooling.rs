//! Pooling, frames that continue a tensor and interpolation, against their definitions written out.

use polyad::{
    ArgmaxPoolOptions, AvgPoolOptions, DType, Error, InterpolateOptions, Kind, MaxPoolOptions, Padding, Tensor, tensor,
};

use crate::oracle::{Value, values};
use crate::samples::{Random, indices, tensor};

fn floats(x: &Tensor) -> Vec<f64> {
    let one = |v| match v {
        Value::F(x) => x,
        Value::I(x) => x as f64,
        Value::U(x) => x as f64,
        Value::C(_) => unreachable!("no order"),
    };
    values(x).into_iter().map(one).collect()
}

/// Windows over the last two axes of `[3, h, w]`: window, stride, padding, dilation.
#[derive(Clone, Debug)]
struct Case {
    extent: [usize; 2],
    window: [usize; 2],
    stride: [usize; 2],
    padding: [[usize; 2]; 2],
    dilation: [usize; 2],
    ceil: bool,
}

impl Case {
    fn random(r: &mut Random) -> Case {
        let mut pair = |low: usize, n: usize| [low + r.below(n), low + r.below(n)];
        let (window, stride, dilation) = (pair(1, 3), pair(1, 3), pair(1, 2));
        let padding = [pair(0, 3), pair(0, 3)];
        let spare = pair(0, 6);
        let extent = [0, 1].map(|i| spare[i] + (window[i] - 1) * dilation[i] + 1);
        Case { extent, window, stride, padding, dilation, ceil: r.below(2) == 1 }
    }

    fn output(&self) -> [usize; 2] {
        [0, 1].map(|i| {
            let span = (self.window[i] - 1) * self.dilation[i] + 1;
            let [before, after] = self.padding[i];
            let room = self.extent[i] + before + after - span;
            let mut n = room / self.stride[i] + 1;
            if self.ceil {
                n = room.div_ceil(self.stride[i]) + 1;
                n -= usize::from((n - 1) * self.stride[i] >= self.extent[i] + before);
            }
            n
        })
    }

    /// Places of a window, flat; those past the ends are none, and those past the padding are left out.
    fn places(&self, o: &[usize]) -> Vec<Option<usize>> {
        let mut out = vec![];
        for k in indices(&self.window) {
            let at =
                [0, 1].map(|i| (o[i] * self.stride[i] + k[i] * self.dilation[i]) as i64 - self.padding[i][0] as i64);
            if [0, 1].iter().any(|&i| at[i] >= (self.extent[i] + self.padding[i][1]) as i64) {
                continue;
            }
            let inside = [0, 1].iter().all(|&i| (0..self.extent[i] as i64).contains(&at[i]));
            out.push(inside.then(|| at[0] as usize * self.extent[1] + at[1] as usize));
        }
        out
    }

    fn attrs(&self) -> (Vec<i64>, Vec<i64>, Padding, Vec<i64>) {
        let signed = |v: [usize; 2]| v.map(|n| n as i64).to_vec();
        let padding = Padding::from(&self.padding.concat().iter().map(|&n| n as i64).collect::<Vec<_>>()[..]);
        (signed(self.window), signed(self.stride), padding, signed(self.dilation))
    }
}

#[test]
fn max_pool_is_its_definition_over_random_windows() {
    let mut r = Random(501);
    for round in 0..120 {
        let case = Case::random(&mut r);
        let dtype =
            [DType::Float32, DType::Float64, DType::Int8, DType::UInt16, DType::Float16, DType::Bool][round % 6];
        let x = tensor(dtype, &[3, case.extent[0], case.extent[1]], (-4.0, 4.0), dtype.is_float(), &mut r);
        let x = x.flip(1).unwrap();
        let (window, stride, padding, dilation) = case.attrs();
        let options = MaxPoolOptions { stride, padding, dilation, ceil_mode: case.ceil };
        let (got, at) = x.max_pool_with_indices(&window, options).unwrap_or_else(|e| panic!("{case:?}: {e}"));
        let output = case.output();
        assert_eq!((got.shape(), got.dtype()), (&[3, output[0], output[1]][..], dtype), "{case:?}");
        let (x, got, at) = (floats(&x), floats(&got), at.to_vec::<i64>().unwrap());
        let size = case.extent[0] * case.extent[1];
        let least = match dtype {
            DType::Int8 => -128.0,
            DType::UInt16 | DType::Bool => 0.0,
            _ => f64::NEG_INFINITY,
        };
        let windows = (0..3).flat_map(|plane| indices(&output).into_iter().map(move |o| (plane, o)));
        for (i, (plane, o)) in windows.enumerate() {
            let mut best: Option<usize> = None;
            for at in case.places(&o).into_iter().flatten() {
                let (new, old) = (x[plane * size + at], best.map(|b| x[plane * size + b]));
                if old.is_none_or(|old| new > old || new.is_nan() && !old.is_nan()) {
                    best = Some(at);
                }
            }
            let want = best.map_or(least, |b| x[plane * size + b]);
            assert!(got[i] == want || got[i].is_nan() && want.is_nan(), "{dtype} {case:?}: {} not {want}", got[i]);
            assert_eq!(at[i], best.map_or(-1, |b| b as i64), "{dtype} {case:?}");
        }
    }
}

#[test]
fn avg_pool_is_its_definition_over_random_windows() {
    let mut r = Random(502);
    for round in 0..120 {
        let case = Case::random(&mut r);
        let dtype = [DType::Float64, DType::Float32, DType::Int16][round % 3];
        let x = tensor(dtype, &[3, case.extent[0], case.extent[1]], (-4.0, 4.0), false, &mut r);
        let x = x.swapaxes(1, 2).unwrap().copy().unwrap().swapaxes(1, 2).unwrap();
        let (window, stride, padding, dilation) = case.attrs();
        let count_include_pad = r.below(2) == 1;
        let options = AvgPoolOptions { stride, padding, dilation, ceil_mode: case.ceil, count_include_pad };
        let got = x.avg_pool_with(&window, options).unwrap_or_else(|e| panic!("{case:?}: {e}"));
        let (x, got, size) = (floats(&x), floats(&got), case.extent[0] * case.extent[1]);
        let windows = (0..3).flat_map(|plane| indices(&case.output()).into_iter().map(move |o| (plane, o)));
        for (i, (plane, o)) in windows.enumerate() {
            let places = case.places(&o);
            let sum: f64 = places.iter().flatten().map(|at| x[plane * size + at]).sum();
            let count = if count_include_pad { places.len() } else { places.iter().flatten().count() };
            let want = sum / count as f64;
            let near = (got[i] - want).abs() <= 1e-5 || got[i].is_nan() && want.is_nan();
            assert!(near, "{dtype} {case:?}: {}, not {want}", got[i]);
        }
    }
}

#[test]
fn large_means_add_up_in_float64() {
    let mut x = vec![1.0f32; 1 << 12];
    x[0] = 16_777_216.0;
    let x = Tensor::from_slice(&x, &[1, 1, 64, 64]).unwrap();
    let want = (16_777_216.0 + 4095.0) / 4096.0;
    for got in [x.avg_pool(&[64, 64]).unwrap(), x.adaptive_avg_pool(&[1, 1]).unwrap()] {
        assert_eq!(got.to_vec::<f32>().unwrap(), [want as f32]);
    }
}

#[test]
fn wrong_pools_are_told_and_empty_ones_are_not() {
    let x = Tensor::zeros(&[2, 3, 4], DType::Float32).unwrap();
    let text = x.max_pool(&[2, 5]).unwrap_err().to_string();
    assert!(text.contains("[2, 3, 4]") && text.contains("at least 5 elements on axis 2"), "{text}");
    assert!(matches!(x.max_pool(&[1, 1, 1, 1]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.avg_pool(&[-1]), Err(Error::BadArgument { .. })));
    assert!(x.avg_pool(&[0]).is_err());
    let huge = i64::MAX;
    for (padding, dilation) in [(huge.into(), 1), ((huge / 4).into(), 1), (Padding::Valid, huge), (Padding::Full, huge)]
    {
        let options = MaxPoolOptions { padding, dilation: vec![dilation], ..Default::default() };
        assert!(x.max_pool_with(&[2], options.clone()).is_err());
        let MaxPoolOptions { stride, padding, dilation, ceil_mode } = options;
        let options = ArgmaxPoolOptions { stride, padding: padding.clone(), dilation: dilation.clone(), ceil_mode };
        assert!(x.argmax_pool_with(&[2], options).is_err());
        let options = AvgPoolOptions { padding, dilation, ..Default::default() };
        assert!(x.avg_pool_with(&[2], options).is_err());
    }
    let none = Tensor::zeros(&[0, 3, 4], DType::Float32).unwrap();
    assert_eq!(none.max_pool(&[2, 2]).unwrap().shape(), [0, 1, 2]);
    assert_eq!(none.avg_pool(&[2, 2]).unwrap().shape(), [0, 1, 2]);
    assert_eq!(none.argmax_pool(&[2, 2]).unwrap().shape(), [0, 1, 2]);
    let flat = Tensor::zeros(&[2, 0], DType::Float32).unwrap();
    let padded = MaxPoolOptions { padding: 1.into(), ..Default::default() };
    assert!(matches!(flat.max_pool_with(&[2], padded), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(
        x.max_pool(&[2]).unwrap().astype(DType::Complex64).unwrap().max_pool(&[1]),
        Err(Error::DTypeUnsupported { .. })
    ));
    for size in [&[0][..], &[-3], &[1, 1, 1, 1], &[huge], &[1 << 60, 1 << 60]] {
        assert!(
            x.adaptive_avg_pool(size).is_err() && x.adaptive_max_pool(size).is_err() && x.interpolate(size).is_err()
        );
    }
    assert!(flat.adaptive_max_pool(&[1]).is_err() && flat.interpolate(&[2]).is_err());
}

#[test]
fn adaptive_pools_share_an_axis_out() {
    let mut r = Random(503);
    for (n, m) in [(7, 3), (5, 5), (6, 2), (3, 7), (10, 4), (1, 3)] {
        let x = tensor(DType::Float64, &[2, n, 3], (-4.0, 4.0), false, &mut r);
        let (mean, max) = (x.adaptive_avg_pool(&[m as i64, 3]).unwrap(), x.adaptive_max_pool(&[m as i64, 3]).unwrap());
        for i in 0..m {
            let (start, end) = (i * n / m, ((i + 1) * n).div_ceil(m));
            let part = x.narrow(1, start as i64, (end - start) as i64).unwrap();
            let (want, got) = (floats(&part.mean(1).unwrap()), floats(&mean.narrow(1, i as i64, 1).unwrap()));
            assert!(want.iter().zip(&got).all(|(a, b)| (a - b).abs() < 1e-14), "{n} to {m}: {got:?}, not {want:?}");
            assert_eq!(part.max(1).unwrap(), max.narrow(1, i as i64, 1).unwrap().squeeze(1).unwrap(), "{n} to {m}");
        }
    }
    // What a shorter window repeats is not in its mean, and what is outside does not spread.
    let x = tensor![[f64::INFINITY, 1.0, 3.0, 5.0]];
    assert_eq!(x.adaptive_avg_pool(&[3]).unwrap(), tensor![[f64::INFINITY, 2.0, 4.0]]);
}

#[test]
fn frames_continue_every_dtype() {
    for &dtype in DType::ALL {
        let x = tensor(dtype, &[2, 3], (-4.0, 4.0), false, &mut Random(504));
        let have = values(&x);
        let rules: [(&str, [usize; 12]); 4] = [
            ("edge", [0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2]),
            ("reflect", [0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1]),
            ("symmetric", [2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1]),
            ("wrap", [1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]),
        ];
        for (mode, places) in rules {
            let places = if mode == "edge" { places } else { std::array::from_fn(|i| place(mode, i as i64 - 5)) };
            let got = x.flip(0).unwrap().pad_edges(&[0, 0, 5, 4], mode).unwrap();
            let want: Vec<Value> = [1, 0].iter().flat_map(|row| places.map(|p| have[row * 3 + p])).collect();
            crate::oracle::assert_values(&format!("{dtype} {mode}"), &got, &want, 0);
        }
    }
    let one = tensor![7];
    assert_eq!(one.pad_edges(&[2, 3], "reflect").unwrap(), tensor![7, 7, 7, 7, 7, 7]);
    let none = Tensor::zeros(&[0, 2], DType::Float32).unwrap();
    assert_eq!(none.pad_edges(&[0, 0, 1, 1], "wrap").unwrap().shape(), [0, 4]);
    assert!(matches!(none.pad_edges(&[1, 0, 0, 0], "edge"), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(one.pad_edges(&[-1, 0], "edge"), Err(Error::BadArgument { .. })));
    assert!(matches!(one.pad_edges(&[1], "edge"), Err(Error::BadArgument { .. })));
    assert!(matches!(one.pad_edges(&[1, 0], "mean"), Err(Error::BadArgument { .. })));
    for widths in [[i64::MAX, i64::MAX], [i64::MAX, 0], [1 << 60, 1 << 60]] {
        assert!(one.pad_edges(&widths, "wrap").is_err());
    }
    let empty = Tensor::zeros(&[0, 1], DType::Int8).unwrap();
    assert_eq!(empty.pad_edges(&[0, 0, 1 << 50, 0], "wrap").unwrap().shape(), [0, (1 << 50) + 1]);
}

/// The element of three that stands at a place, walked to step by step.
fn place(mode: &str, to: i64) -> usize {
    let (mut at, mut way) = (0i64, to.signum());
    for _ in 0..to.abs() {
        let next = at + way;
        at = match (mode, (0..3).contains(&next)) {
            (_, true) => next,
            ("wrap", false) => next.rem_euclid(3),
            ("reflect", false) => {
                way = -way;
                at + way
            }
            _ => {
                way = -way;
                at
            }
        };
    }
    at as usize
}

#[test]
fn interpolation_is_made_of_neighbours_and_their_weights() {
    let mut r = Random(505);
    let x = tensor(DType::Float64, &[2, 5], (-4.0, 4.0), false, &mut r);
    let have = floats(&x);
    for m in [1, 2, 3, 5, 8, 13] {
        for align_corners in [false, true] {
            for mode in ["nearest", "nearest-exact", "linear", "cubic"] {
                let got = x.interpolate_with(&[m], InterpolateOptions { mode, align_corners }).unwrap();
                let got = floats(&got);
                for (i, g) in got.iter().enumerate() {
                    let (row, o) = (&have[i / m as usize * 5..][..5], (i % m as usize) as f64);
                    let (n, m) = (5.0, m as f64);
                    let from = match (mode, align_corners) {
                        ("nearest", _) => (o * n / m).floor(),
                        ("nearest-exact", _) => ((o + 0.5) * n / m).floor(),
                        (_, true) => {
                            if m == 1.0 {
                                0.0
                            } else {
                                o * (n - 1.0) / (m - 1.0)
                            }
                        }
                        ("linear", _) => ((o + 0.5) * n / m - 0.5).max(0.0),
                        _ => (o + 0.5) * n / m - 0.5,
                    };
                    let weight = |d: f64| match mode {
                        "cubic" if d <= 1.0 => 1.25 * d.powi(3) - 2.25 * d * d + 1.0,
                        "cubic" if d < 2.0 => -0.75 * (d.powi(3) - 5.0 * d * d + 8.0 * d - 4.0),
                        "cubic" => 0.0,
                        _ => (1.0 - d).max(0.0),
                    };
                    let at = |k: i64| row[(from.floor() as i64 + k).clamp(0, 4) as usize];
                    let want: f64 = (-1..3).map(|k| at(k) * weight((from.floor() + k as f64 - from).abs())).sum();
                    assert!((g - want).abs() < 1e-12, "{mode} {align_corners} to {m}: {g}, not {want}");
                }
            }
        }
    }
    for &dtype in DType::ALL.iter().filter(|d| d.kind() != Kind::Complex) {
        let x = tensor(dtype, &[2, 3], (0.0, 2.0), false, &mut r);
        let twice = x.interpolate(&[4, 6]).unwrap();
        let want = x.repeat(2, 0).unwrap().repeat(2, 1).unwrap();
        assert_eq!(floats(&twice), floats(&want), "{dtype}");
    }
}
