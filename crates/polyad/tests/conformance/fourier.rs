//! Transforms against the sums of their definitions, over dtypes, lengths, layouts, axes and factors.

use std::f64::consts::PI;

use num_complex::Complex;
use polyad::ir::{Attr, Axes, Op, ops};
use polyad::{DType, DctOptions, Error, FftOptions, FftconvolveOptions, FftnOptions, IrfftOptions, Kind, Tensor};
use polyad::{exec, tensor};

use crate::samples::{Random, indices, layouts, tensor as sample};

type Numbers = Vec<Complex<f64>>;

fn numbers(x: &Tensor) -> Numbers {
    x.astype(DType::Complex128).unwrap().to_vec().unwrap()
}

/// `sum(x[j] * exp(sign * 2 pi i j k / n))`, the row cut off or continued with zeros.
fn spectrum(x: &[Complex<f64>], n: usize, sign: f64) -> Numbers {
    let term = |j: usize, k: usize| Complex::cis(sign * 2.0 * PI * (j * k % n) as f64 / n as f64);
    (0..n).map(|k| x.iter().take(n).enumerate().map(|(j, x)| x * term(j, k)).sum()).collect()
}

/// A whole spectrum from its first half, as a real signal has it.
fn mirrored(half: &[Complex<f64>], n: usize) -> Numbers {
    let at = |k: usize| half.get(k).copied().unwrap_or_default();
    (0..n)
        .map(|k| match k {
            _ if k == 0 || 2 * k == n => at(k).re.into(),
            _ if 2 * k < n => at(k),
            _ => at(n - k).conj(),
        })
        .collect()
}

/// What an entry is defined to give of a row.
fn definition(op: Op, x: &[Complex<f64>], n: usize, norm: &str) -> Numbers {
    let inverse = ["ifft", "irfft", "ihfft"].contains(&op.name);
    let factor = match norm {
        "ortho" => 1.0 / (n as f64).sqrt(),
        "forward" if !inverse => 1.0 / n as f64,
        "backward" if inverse => 1.0 / n as f64,
        _ => 1.0,
    };
    let sign = if inverse { 1.0 } else { -1.0 };
    let half = n / 2 + 1;
    let mut out = match op.name {
        "rfft" | "ihfft" => spectrum(x, n, sign)[..half].to_vec(),
        "irfft" | "hfft" => spectrum(&mirrored(x, n), n, sign),
        _ => spectrum(x, n, sign),
    };
    out.iter_mut().for_each(|x| *x *= factor);
    out
}

/// Rows along an axis, each made into another.
fn along(x: &Tensor, axis: i64, each: impl Fn(&[Complex<f64>]) -> Numbers) -> (Vec<usize>, Numbers) {
    let last = x.moveaxis(&[axis], &[-1]).unwrap();
    let (&n, lead) = last.shape().split_last().unwrap();
    let rows: Vec<Numbers> = numbers(&last).chunks(n.max(1)).map(each).collect();
    let m = rows.first().map_or(0, Vec::len);
    let made = Tensor::from_slice(&rows.concat(), &[lead, &[m]].concat()).unwrap();
    let back = made.moveaxis(&[-1], &[axis]).unwrap();
    (back.shape().to_vec(), numbers(&back))
}

fn epsilon(dtype: DType) -> f64 {
    match dtype {
        DType::Float16 | DType::Complex32 => 1e-3,
        DType::BFloat16 | DType::BComplex32 => 8e-3,
        DType::Float32 | DType::Complex64 => 3e-7,
        _ => 1e-15,
    }
}

/// Compares beside the greatest of the expected numbers.
#[track_caller]
fn near(got: &Tensor, shape: &[usize], want: &[Complex<f64>], what: &str) {
    assert_eq!(got.shape(), shape, "{what}");
    let greatest = want.iter().map(|x| x.norm()).fold(1e-3, f64::max);
    let slack = 20.0 * epsilon(got.dtype()) * greatest;
    for (i, (got, want)) in numbers(got).iter().zip(want).enumerate() {
        assert!((got - want).norm() <= slack, "{what}: element {i} is {got}, not {want}");
    }
}

fn run(op: Op, x: &[&Tensor], attrs: &[Attr]) -> polyad::Result<Tensor> {
    let views: Vec<_> = x.iter().map(|x| x.view()).collect();
    exec::run(op, &views, attrs).map(Tensor::from_view)
}

fn length(n: Option<usize>) -> Attr {
    n.map_or(Attr::None, |n| Attr::Int(n as i64))
}

const NORMS: [&str; 3] = ["backward", "ortho", "forward"];
const ONE: [Op; 6] = [&ops::FFT, &ops::IFFT, &ops::RFFT, &ops::IRFFT, &ops::HFFT, &ops::IHFFT];

/// Compares an entry of one axis with its definition; what it refuses for its dtype is passed over.
fn check(op: Op, x: &Tensor, n: Option<usize>, axis: i64, norm: &'static str, what: &str) {
    if x.dtype().kind() == Kind::Complex && ["rfft", "ihfft"].contains(&op.name) {
        return;
    }
    let extent = x.shape()[axis.rem_euclid(x.ndim() as i64) as usize];
    let half = ["irfft", "hfft"].contains(&op.name);
    let length_now = n.unwrap_or(if half { 2 * extent - 2 } else { extent });
    let (shape, want) = along(x, axis, |row| definition(op, row, length_now, norm));
    let got = run(op, &[x], &[length(n), Attr::Int(axis), Attr::Word(norm)]).unwrap();
    near(&got, &shape, &want, &format!("{} {what} n {n:?} axis {axis} {norm}", op.name));
}

#[test]
fn transforms_are_the_sums_of_their_definition_on_every_layout() {
    let dtypes = [
        DType::Float32,
        DType::Float64,
        DType::Complex64,
        DType::Complex128,
        DType::Float16,
        DType::BFloat16,
        DType::Int16,
        DType::UInt8,
    ];
    let mut r = Random(31);
    for dtype in dtypes {
        for (layout, x) in layouts(dtype, (-2.0, 2.0), false, &mut r) {
            if x.ndim() == 0 || x.size() == 0 || layout == "long" {
                continue;
            }
            for op in ONE {
                let n = [None, Some(5), Some(40)][r.below(3)];
                let (axis, norm) = ([0, -1][r.below(2)], NORMS[r.below(3)]);
                check(op, &x, n, axis, norm, &format!("{dtype} {layout}"));
            }
        }
    }
}

#[test]
fn every_length_has_a_transform() {
    let mut r = Random(32);
    for n in (1..=40).chain([49, 64, 97, 121, 128, 210, 243, 256, 509, 625, 1000, 1009]) {
        for dtype in [DType::Float32, DType::Float64, DType::Complex64, DType::Complex128] {
            let x = sample(dtype, &[n], (-1.0, 1.0), false, &mut r);
            for op in [&ops::FFT, &ops::IFFT, &ops::RFFT] {
                check(op, &x, None, 0, "backward", &format!("{dtype}"));
            }
            let half = x.narrow(0, 0, n as i64 / 2 + 1).unwrap();
            check(&ops::IRFFT, &half, Some(n), 0, "backward", &format!("{dtype}"));
        }
    }
}

#[test]
fn a_middle_axis_of_any_extents_is_transformed() {
    let mut r = Random(33);
    for shape in [[3, 7, 5], [1, 64, 33], [40, 3, 2], [2, 300, 70]] {
        for dtype in [DType::Float32, DType::Float64, DType::Complex64, DType::Complex128] {
            let x = sample(dtype, &shape, (-1.0, 1.0), false, &mut r);
            for op in [&ops::FFT, &ops::RFFT, &ops::IRFFT] {
                check(op, &x, [None, Some(12)][r.below(2)], 1, "ortho", &format!("{dtype} {shape:?}"));
            }
        }
    }
}

/// The steps of a transform along several axes as NumPy takes them.
fn steps(op: Op, x: &Tensor, axes: &[i64], s: Option<&[i64]>, norm: &'static str) -> Tensor {
    let last = axes.len() - 1;
    let one = |x: &Tensor, op: Op, i: usize, shape: &[usize]| {
        let extent = shape[axes[i].rem_euclid(shape.len() as i64) as usize];
        let own = if op == &ops::IRFFT { 2 * extent - 2 } else { extent };
        let n = s.map_or(own, |s| if s[i] == -1 { extent } else { s[i] as usize });
        run(op, &[x], &[length(Some(n)), Attr::Int(axes[i]), Attr::Word(norm)]).unwrap()
    };
    let shape = x.shape().to_vec();
    match op.name {
        "fftn" => (0..=last).rev().fold(x.clone(), |x, i| one(&x, &ops::FFT, i, &shape)),
        "ifftn" => (0..=last).rev().fold(x.clone(), |x, i| one(&x, &ops::IFFT, i, &shape)),
        "rfftn" => {
            let first = one(x, &ops::RFFT, last, &shape);
            (0..last).rev().fold(first, |x, i| one(&x, &ops::FFT, i, &shape))
        }
        _ => {
            let most = (0..last).fold(x.clone(), |x, i| one(&x, &ops::IFFT, i, &shape));
            one(&most, &ops::IRFFT, last, &shape)
        }
    }
}

#[test]
fn transforms_of_several_axes_are_one_after_the_other() {
    let mut r = Random(34);
    let cases: [(&[i64], Option<&[i64]>); 7] = [
        (&[0, 1, 2], None),
        (&[2, 0], None),
        (&[-2, -1], Some(&[4, 9])),
        (&[1, 0], Some(&[3, -1])),
        (&[1], Some(&[2])),
        (&[1, 1], None),
        (&[0, 1, 0], Some(&[3, 2, 5])),
    ];
    for dtype in [DType::Float32, DType::Float64, DType::Complex64, DType::Complex128] {
        for layout in 0..3 {
            let x = match layout {
                0 => sample(dtype, &[4, 6, 8], (-1.0, 1.0), false, &mut r),
                1 => sample(dtype, &[8, 6, 4], (-1.0, 1.0), false, &mut r).transpose().unwrap(),
                _ => sample(dtype, &[4, 1, 8], (-1.0, 1.0), false, &mut r).broadcast_to(&[4, 6, 8]).unwrap(),
            };
            for op in [&ops::FFTN, &ops::IFFTN, &ops::RFFTN, &ops::IRFFTN] {
                if op == &ops::RFFTN && dtype.kind() == Kind::Complex {
                    continue;
                }
                for (axes, s) in cases {
                    let norm = NORMS[r.below(3)];
                    let attrs = [
                        Attr::Axes(Axes::from(axes)),
                        s.map_or(Attr::None, |s| Attr::Ints(s.into())),
                        Attr::Word(norm),
                    ];
                    let want = steps(op, &x, axes, s, norm);
                    let got = run(op, &[&x], &attrs).unwrap();
                    assert_eq!(got.dtype(), want.dtype());
                    near(&got, want.shape(), &numbers(&want), &format!("{} {dtype} {layout} {axes:?} {s:?}", op.name));
                }
            }
        }
    }
    let x = sample(DType::Float64, &[2, 3, 4], (-1.0, 1.0), false, &mut r);
    assert_eq!(x.fftn(()).unwrap(), x.fftn([0, 1, 2]).unwrap());
    let options = || FftnOptions { s: Some(vec![3, 5]), norm: "backward" };
    assert_eq!(x.fftn_with((), options()).unwrap(), x.fftn_with([1, 2], options()).unwrap());
    let none = x.fftn(Axes::List(Default::default())).unwrap();
    assert_eq!(none, x.astype(DType::Complex128).unwrap());
}

#[test]
fn inverses_bring_back_what_was_transformed() {
    let mut r = Random(35);
    for n in [1, 2, 7, 30, 61] {
        let x = sample(DType::Float64, &[3, n], (-1.0, 1.0), false, &mut r);
        let z = sample(DType::Complex128, &[3, n], (-1.0, 1.0), false, &mut r);
        let want = (numbers(&x), numbers(&z));
        for norm in NORMS {
            let options = || FftOptions { norm, ..Default::default() };
            let there = z.fft_with(-1, options()).unwrap();
            let back = run(&ops::IFFT, &[&there], &[Attr::None, Attr::Int(-1), Attr::Word(norm)]).unwrap();
            near(&back, &[3, n], &want.1, "ifft");
            let there = run(&ops::RFFT, &[&x], &[Attr::None, Attr::Int(-1), Attr::Word(norm)]).unwrap();
            let back = there.irfft_with(-1, IrfftOptions { n: Some(n as i64), norm }).unwrap();
            near(&back, &[3, n], &want.0, "irfft");
        }
    }
}

/// A cosine or sine transform of a type by its definition in SciPy.
fn waves(x: &[Complex<f64>], n: usize, kind: i64, sine: bool, norm: &str) -> Numbers {
    let x = |j: usize| x.get(j).copied().unwrap_or_default();
    let ortho = norm == "ortho";
    let size = n as f64;
    let logical = match (kind, sine) {
        (1, false) => 2.0 * (size - 1.0),
        (1, true) => 2.0 * (size + 1.0),
        _ => 2.0 * size,
    };
    let ends = |j: usize| match (kind, sine) {
        (1, false) => j == 0 || j == n - 1,
        (2 | 3, false) => j == 0,
        (2 | 3, true) => j == n - 1,
        _ => false,
    };
    // What the element and the term are multiplied by in the angle, in units of pi.
    let angle = |j: usize, k: usize| {
        let (j, k) = (j as f64, k as f64);
        PI * match (kind, sine) {
            (1, false) => j * k / (size - 1.0),
            (1, true) => (j + 1.0) * (k + 1.0) / (size + 1.0),
            (2, false) => k * (2.0 * j + 1.0) / (2.0 * size),
            (2, true) => (k + 1.0) * (2.0 * j + 1.0) / (2.0 * size),
            (3, false) => j * (2.0 * k + 1.0) / (2.0 * size),
            (3, true) => (j + 1.0) * (2.0 * k + 1.0) / (2.0 * size),
            _ => (2.0 * j + 1.0) * (2.0 * k + 1.0) / (4.0 * size),
        }
    };
    (0..n)
        .map(|k| {
            let sum: Complex<f64> = (0..n)
                .map(|j| {
                    let wave = if sine { angle(j, k).sin() } else { angle(j, k).cos() };
                    // Without a mirror image a term of types 1 and 3 counts once.
                    let weight = match (kind, ends(j)) {
                        (1 | 3, true) => {
                            if ortho {
                                0.5f64.sqrt() * 2.0
                            } else {
                                1.0
                            }
                        }
                        _ => 2.0,
                    };
                    x(j) * wave * weight
                })
                .sum();
            let last = if ortho && kind < 3 && ends(k) { 0.5f64.sqrt() } else { 1.0 };
            sum * last
                * match norm {
                    "ortho" => 1.0 / logical.sqrt(),
                    "forward" => 1.0 / logical,
                    _ => 1.0,
                }
        })
        .collect()
}

#[test]
fn cosine_and_sine_transforms_are_the_sums_of_their_definition() {
    let mut r = Random(36);
    for dtype in [DType::Float32, DType::Float64, DType::Complex64, DType::Complex128, DType::Float16, DType::Int8] {
        for n in [1, 2, 3, 4, 5, 8, 9, 12, 16, 17, 32, 45] {
            for (kind, sine) in (1..5).flat_map(|kind| [(kind, false), (kind, true)]) {
                if n == 1 && kind == 1 && !sine {
                    continue;
                }
                let norm = NORMS[r.below(3)];
                let (x, axis) = match r.below(3) {
                    0 => (sample(dtype, &[2, n, 3], (-1.0, 1.0), false, &mut r), 1),
                    1 => (sample(dtype, &[n, 3], (-1.0, 1.0), false, &mut r).flip(0).unwrap(), 0),
                    _ => (sample(dtype, &[3, n + 2], (-1.0, 1.0), false, &mut r), -1),
                };
                let (there, back): (Op, Op) = if sine { (&ops::DST, &ops::IDST) } else { (&ops::DCT, &ops::IDCT) };
                let what = format!("{} {kind} {dtype} n {n} {norm}", there.name);
                let attrs = [Attr::Int(kind), length(Some(n)), Attr::Int(axis), Attr::Word(norm)];
                let got = run(there, &[&x], &attrs).unwrap();
                let (shape, want) = along(&x, axis, |row| waves(&row[..n], n, kind, sine, norm));
                near(&got, &shape, &want, &what);
                let whole = run(back, &[&got], &attrs).unwrap();
                let (shape, want) = along(&x, axis, |row| row[..n].to_vec());
                if got.dtype().compute() == got.dtype() {
                    near(&whole, &shape, &want, &format!("{what} and back"));
                }
            }
        }
    }
}

#[test]
fn bits_do_not_depend_on_layouts_or_threads() {
    let mut r = Random(37);
    for dtype in [DType::Float32, DType::Complex128] {
        let x = sample(dtype, &[300, 512], (-1.0, 1.0), false, &mut r);
        let turned = x.mt().unwrap().contiguous().unwrap().mt().unwrap();
        let all = |x: &Tensor| {
            [x.fft(0).unwrap(), x.fft(1).unwrap(), x.fftn(()).unwrap(), x.dct(0).unwrap(), x.irfft(0).unwrap()]
        };
        let want = all(&x);
        assert!(all(&turned) == want);
        assert!(x.mt().unwrap().fft(0).unwrap() == want[1].mt().unwrap(), "{dtype}: another axis");
        for threads in [1, 2, 5] {
            exec::set_threads(threads);
            assert!(all(&x) == want, "{dtype}: {threads} threads");
        }
        exec::set_threads(0);
    }
}

/// The convolution along axes by its definition, in full.
fn convolution(a: &Tensor, b: &Tensor, axes: &[usize]) -> (Vec<usize>, Numbers) {
    let size = |axis: usize| {
        let (n, m) = (a.shape()[axis], b.shape()[axis]);
        if axes.contains(&axis) { n + m - 1 } else { n.max(m) }
    };
    let shape: Vec<usize> = (0..a.ndim()).map(size).collect();
    let (x, y) = (numbers(a), numbers(b));
    let at = |index: &[usize], shape: &[usize]| index.iter().zip(shape).fold(0, |at, (i, n)| at * n + i);
    let whole = indices(&shape)
        .iter()
        .map(|index| {
            let mut sum = Complex::default();
            for from in indices(a.shape()) {
                let other: Option<Vec<usize>> = (0..a.ndim())
                    .map(|axis| match axes.contains(&axis) {
                        true => index[axis].checked_sub(from[axis]).filter(|&i| i < b.shape()[axis]),
                        false if from[axis] != index[axis] && a.shape()[axis] > 1 => None,
                        false => Some(if b.shape()[axis] == 1 { 0 } else { index[axis] }),
                    })
                    .collect();
                sum += other.map_or(Complex::default(), |i| x[at(&from, a.shape())] * y[at(&i, b.shape())]);
            }
            sum
        })
        .collect();
    (shape, whole)
}

#[test]
fn convolutions_by_transforms_are_the_sums_of_their_definition() {
    let mut r = Random(38);
    let cases: [(&[usize], &[usize], &[i64]); 7] = [
        (&[7], &[4], &[0]),
        (&[3], &[8], &[0]),
        (&[1], &[5], &[0]),
        (&[4, 5], &[3, 2], &[0, 1]),
        (&[4, 1, 6], &[1, 3, 4], &[2]),
        (&[2, 3], &[2, 5], &[-1]),
        (&[1, 1], &[1, 1], &[1, 0]),
    ];
    for dtypes in [
        [DType::Float64, DType::Float64],
        [DType::Float32, DType::Float32],
        [DType::Complex128, DType::Float64],
        [DType::Complex64, DType::Complex64],
        [DType::Int32, DType::Float32],
        [DType::Float16, DType::Float16],
    ] {
        for (s, t, axes) in cases {
            let a = sample(dtypes[0], s, (-1.0, 1.0), false, &mut r);
            let b = sample(dtypes[1], t, (-1.0, 1.0), false, &mut r).flip(-1).unwrap();
            let places: Vec<usize> = axes.iter().map(|axis| axis.rem_euclid(s.len() as i64) as usize).collect();
            let (shape, want) = convolution(&a, &b, &places);
            let full = Tensor::from_slice(&want, &shape).unwrap();
            for mode in ["full", "same", "valid"] {
                let got = a.fftconvolve_with(&b, axes, FftconvolveOptions { mode }).unwrap();
                let part = places.iter().fold(full.clone(), |out, &axis| {
                    let (n, m) = (s[axis], t[axis]);
                    let (start, length) = match mode {
                        "full" => (0, n + m - 1),
                        "same" => ((m - 1) / 2, n),
                        _ => (n.min(m) - 1, n.max(m) - n.min(m) + 1),
                    };
                    out.narrow(axis as i64, start as i64, length as i64).unwrap()
                });
                near(&got, part.shape(), &numbers(&part), &format!("{dtypes:?} {s:?} {t:?} {axes:?} {mode}"));
            }
        }
    }
}

#[test]
fn what_cannot_be_transformed_is_told_before_anything_is_computed() {
    let text = |x: polyad::Result<Tensor>| x.unwrap_err().to_string();
    let x = tensor![[1.0, 2.0, 3.0]];
    assert_eq!(text(x.fft(2)), text(x.sort(2)).replace("sort", "fft"));
    assert!(matches!(tensor![[1.0]].squeeze(()).unwrap().fft(-1), Err(Error::AxisOutOfRange { .. })));
    let n = |n| FftOptions { n: Some(n), ..Default::default() };
    assert_eq!(text(x.fft_with(-1, n(0))), "fft: n = 0; it takes at least 1.");
    assert!(text(x.fft_with(-1, n(-3))).starts_with("fft: n = -3"));
    let none = Tensor::zeros(&[2, 0], DType::Float32).unwrap();
    assert_eq!(
        text(none.rfft(1)),
        "rfft: n = 0, which follows from extent 0 of axis 1 of shape [2, 0]; it takes at least 1: name `n` to transform zeros."
    );
    assert!(text(tensor![1.0].irfft(0)).starts_with("irfft: n = 0, which follows from extent 1"));
    assert!(text(none.fftn(())).starts_with("fftn: s = 0, which"));
    assert!(text(x.fftn_with([0, 1], FftnOptions { s: Some(vec![2]), norm: "backward" })).starts_with("fftn: s = [2]"));
    assert!(text(x.fftn_with((), FftnOptions { s: Some(vec![2; 3]), norm: "backward" })).contains("shape [1, 3]"));
    assert!(text(tensor![1.0].rfftn(Axes::List(Default::default()))).starts_with("rfftn: axes = none of shape [1]"));
    for op in [&ops::FFT, &ops::IRFFT, &ops::FFTN, &ops::DCT] {
        let e = run(op, &[&tensor![true]], &op_defaults(op)).unwrap_err();
        assert!(matches!(e, Error::DTypeUnsupported { dtype: DType::Bool, .. }), "{e}");
        assert!(e.to_string().contains("astype(\"float32\")"), "{e}");
    }
    let z = x.astype(DType::Complex64).unwrap();
    assert!(text(z.rfft(-1)).starts_with("rfft: not defined for complex64. It takes real numbers; fft"));
    assert!(text(x.dct_with(-1, DctOptions { kind: 5, ..Default::default() })).starts_with("dct: type = 5"));
    assert!(
        text(tensor![1.0].dct_with(-1, DctOptions { kind: 1, ..Default::default() }))
            .contains("n = 1; it takes at least 2")
    );
    assert!(text(x.fftconvolve(&tensor![1.0], ())).contains("[1, 3]"));
    assert!(matches!(x.fftconvolve(&x, [0, -2]), Err(Error::RepeatedAxis { .. })));
    assert!(
        matches!(x.fftconvolve(&tensor![[1.0], [2.0]], 1).map(|x| x.shape().to_vec()), Ok(shape) if shape == [2, 3])
    );
    assert!(
        text(tensor![[1.0, 2.0], [1.0, 2.0]].fftconvolve(&Tensor::ones(&[3, 2], DType::Float64).unwrap(), 1))
            .contains("[3, 2]")
    );
    let valid = FftconvolveOptions { mode: "valid" };
    let e = text(Tensor::ones(&[2, 3], DType::Float32).unwrap().fftconvolve_with(
        &Tensor::ones(&[3, 2], DType::Float32).unwrap(),
        (),
        valid,
    ));
    assert!(e.contains("[2, 3]") && e.contains("[3, 2]"), "{e}");
    assert!(text(none.fftconvolve(&none, ())).contains("at least one element along axis 1"));
}

/// Attributes where a caller names none: all axes for required ones.
fn op_defaults(op: Op) -> Vec<Attr> {
    op.params.iter().map(|p| p.default.map_or(Attr::Axes(Axes::All), |d| d())).collect()
}

#[test]
fn batches_without_rows_and_lengths_past_memory_end_in_results_or_errors() {
    let none = Tensor::zeros(&[0, 8], DType::Float64).unwrap();
    assert_eq!(none.fft(1).unwrap().shape(), [0, 8]);
    assert_eq!(none.rfftn(1).unwrap().shape(), [0, 5]);
    assert_eq!(none.dct(1).unwrap().shape(), [0, 8]);
    let huge = |n| FftOptions { n: Some(n), ..Default::default() };
    // No row is there to be transformed.
    assert!(none.fft_with(1, huge(1 << 50)).is_ok_and(|x| x.size() == 0));
    let padded = Tensor::zeros(&[0], DType::Float64).unwrap().fft_with(0, huge(4)).unwrap();
    assert_eq!(padded, Tensor::zeros(&[4], DType::Complex128).unwrap());
    for n in [1 << 50, i64::MAX] {
        let e = tensor![1.0].fft_with(0, huge(n)).unwrap_err();
        assert!(matches!(e, Error::OutOfMemory { .. } | Error::SizeOverflow { .. }), "{e}");
        let e = tensor![1.0].dct_with(0, DctOptions { n: Some(n), ..Default::default() }).unwrap_err();
        assert!(matches!(e, Error::OutOfMemory { .. } | Error::SizeOverflow { .. }), "{e}");
    }
}

#[test]
fn nan_and_infinity_stay_in_their_row() {
    let x = tensor![[1.0, f64::NAN, 2.0, 0.0], [1.0, 2.0, 3.0, 4.0], [f64::INFINITY, 0.0, 0.0, 0.0]];
    for y in [x.fft(1).unwrap(), x.rfft(1).unwrap()] {
        let finite = y.isfinite().unwrap().all(1).unwrap();
        assert_eq!(finite, tensor![false, true, false]);
        assert!(y.isnan().unwrap().get::<bool>(&[0, 0]).unwrap());
    }
    assert_eq!(x.dct(1).unwrap().isfinite().unwrap().all(1).unwrap(), tensor![false, true, false]);
    // The imaginary part of what has no mirror image does not count, whatever it is.
    let half = tensor![Complex::new(3.0, f64::NAN), Complex::new(0.0, 0.0), Complex::new(1.0, f64::INFINITY)];
    assert_eq!(half.irfft(0).unwrap(), tensor![1.0, 0.5, 1.0, 0.5]);
}

#[test]
fn frequencies_and_their_order_fit_each_other() {
    for n in 1..9 {
        let f = Tensor::fftfreq(n, 0.5, DType::Float64).unwrap();
        let shifted = f.fftshift(()).unwrap();
        assert_eq!(shifted, shifted.sort(0).unwrap(), "{n}");
        assert_eq!(shifted.ifftshift(()).unwrap(), f);
        let half = Tensor::rfftfreq(n, 0.5, DType::Float64).unwrap();
        assert_eq!(half.size(), n / 2 + 1);
        // The last of an even number counts as negative in one and positive in the other.
        assert_eq!(half, f.narrow(0, 0, n as i64 / 2 + 1).unwrap().abs().unwrap());
    }
    assert_eq!(Tensor::fftfreq(3, 1.0, DType::Float32).unwrap().dtype(), DType::Float32);
    let text = |x: polyad::Result<Tensor>| x.unwrap_err().to_string();
    assert!(text(Tensor::fftfreq(0, 1.0, DType::Float64)).starts_with("fftfreq: n = 0"));
    assert!(text(Tensor::rfftfreq(3, 0.0, DType::Float64)).starts_with("rfftfreq: d = 0"));
    assert!(text(Tensor::fftfreq(3, 1.0, DType::Int32)).starts_with("fftfreq: not defined for int32"));
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(x.fftshift(1).unwrap(), tensor![[3, 1, 2], [6, 4, 5]]);
    assert_eq!(x.fftshift(()).unwrap(), tensor![[6, 4, 5], [3, 1, 2]]);
    assert_eq!(x.fftshift([0, 0]).unwrap(), x);
    assert!(matches!(x.fftshift(2), Err(Error::AxisOutOfRange { .. })));
}
