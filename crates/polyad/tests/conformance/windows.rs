//! Convolutions against their definition, written out: random extents, strides, paddings, groups and layouts.

use polyad::ir::{Attr, Expr, ops, vjp};
use polyad::{
    ConvOptions, ConvTransposeOptions, ConvolveOptions, CorrelateOptions, DType, Error, Kind, Padding, Slice,
    SlidingWindowViewOptions, Tensor, exec, tensor,
};

use crate::oracle::{Value, values};
use crate::samples::{Random, indices, tensor};

/// Elements as float64, which holds every product of the small numbers here.
fn floats(x: &Tensor) -> Vec<f64> {
    let one = |v| match v {
        Value::F(x) => x,
        Value::I(x) => x as f64,
        Value::U(x) => x as f64,
        Value::C(_) => unreachable!("complex numbers have a test of their own"),
    };
    values(x).into_iter().map(one).collect()
}

/// The place of an index in a row-major shape.
fn flat(shape: &[usize], index: &[usize]) -> usize {
    shape.iter().zip(index).fold(0, |at, (n, i)| at * n + i)
}

/// One convolution: extents along the windowed axes, and what goes with them.
#[derive(Clone, Debug)]
struct Case {
    batch: usize,
    groups: usize,
    inputs: usize,
    outputs: usize,
    extent: Vec<usize>,
    window: Vec<usize>,
    stride: Vec<i64>,
    dilation: Vec<i64>,
    /// Before and after, axis by axis.
    padding: Vec<i64>,
    fill: f64,
}

impl Case {
    fn random(r: &mut Random) -> Case {
        let axes = 1 + r.below(3);
        let mut each = |low: usize, n: usize| -> Vec<usize> { (0..axes).map(|_| low + r.below(n)).collect() };
        let (window, stride, dilation) = (each(1, 3), each(1, 3), each(1, 2));
        let padding: Vec<usize> = [each(0, 3), each(0, 3)].concat();
        let extent = each(0, 5).iter().zip(&window).zip(&dilation).map(|((n, k), d)| n + (k - 1) * d + 1).collect();
        let signed = |v: Vec<usize>| v.into_iter().map(|n| n as i64).collect();
        Case {
            batch: 1 + r.below(3),
            groups: 1 + r.below(3),
            inputs: 1 + r.below(3),
            outputs: 1 + r.below(4),
            extent,
            window,
            stride: signed(stride),
            dilation: signed(dilation),
            padding: signed(padding),
            fill: [0.0, 0.0, 2.0][r.below(3)],
        }
    }

    fn x_shape(&self) -> Vec<usize> {
        [&[self.batch, self.groups * self.inputs], &self.extent[..]].concat()
    }

    fn weight_shape(&self) -> Vec<usize> {
        [&[self.groups * self.outputs, self.inputs], &self.window[..]].concat()
    }

    fn output(&self) -> Vec<usize> {
        let one = |i: usize| {
            let span = (self.window[i] - 1) * self.dilation[i] as usize + 1;
            let room = self.extent[i] + (self.padding[2 * i] + self.padding[2 * i + 1]) as usize;
            (room - span) / self.stride[i] as usize + 1
        };
        (0..self.extent.len()).map(one).collect()
    }

    /// The place of element `k` of window `o`, or none past the ends.
    fn at(&self, o: &[usize], k: &[usize]) -> Option<Vec<usize>> {
        let one = |i: usize| {
            let place = o[i] as i64 * self.stride[i] + k[i] as i64 * self.dilation[i] - self.padding[2 * i];
            usize::try_from(place).ok().filter(|&p| p < self.extent[i])
        };
        (0..o.len()).map(one).collect()
    }

    fn options(&self) -> ConvOptions {
        ConvOptions {
            stride: self.stride.clone(),
            padding: Padding::from(&self.padding[..]),
            dilation: self.dilation.clone(),
            groups: self.groups as i64,
            fill: self.fill,
            flip: false,
        }
    }

    /// The definition.
    fn conv(&self, x: &[f64], weight: &[f64], bias: &[f64]) -> Vec<f64> {
        let (x_shape, w_shape, output) = (self.x_shape(), self.weight_shape(), self.output());
        let mut out = vec![];
        for n in 0..self.batch {
            for channel in 0..self.groups * self.outputs {
                for o in indices(&output) {
                    let mut sum = bias[channel % bias.len()];
                    for c in 0..self.inputs {
                        for k in indices(&self.window) {
                            let from = self.at(&o, &k).map_or(self.fill, |at| {
                                let channel = channel / self.outputs * self.inputs + c;
                                x[flat(&x_shape, &[&[n, channel], &at[..]].concat())]
                            });
                            sum += from * weight[flat(&w_shape, &[&[channel, c], &k[..]].concat())];
                        }
                    }
                    out.push(sum);
                }
            }
        }
        out
    }

    /// The definition of the transpose: `y` has the shape of a convolution's result, the weights its own.
    fn transpose(&self, y: &[f64], weight: &[f64], bias: &[f64]) -> Vec<f64> {
        let (x_shape, w_shape, output) = (self.x_shape(), self.weight_shape(), self.output());
        let places: usize = self.extent.iter().product();
        let mut out: Vec<f64> =
            (0..x_shape.iter().product()).map(|i| bias[i / places % x_shape[1] % bias.len()]).collect();
        let y_shape = [&[self.batch, self.groups * self.outputs], &output[..]].concat();
        for n in 0..self.batch {
            for channel in 0..self.groups * self.outputs {
                for (c, o) in (0..self.inputs).flat_map(|c| indices(&output).into_iter().map(move |o| (c, o))) {
                    for k in indices(&self.window) {
                        let Some(at) = self.at(&o, &k) else { continue };
                        let to = channel / self.outputs * self.inputs + c;
                        out[flat(&x_shape, &[&[n, to], &at[..]].concat())] += y
                            [flat(&y_shape, &[&[n, channel], &o[..]].concat())]
                            * weight[flat(&w_shape, &[&[channel, c], &k[..]].concat())];
                    }
                }
            }
        }
        out
    }

    /// What the stride leaves over at each end.
    fn rest(&self) -> Vec<i64> {
        let one = |i: usize| {
            let span = (self.window[i] as i64 - 1) * self.dilation[i] + 1;
            (self.extent[i] as i64 + self.padding[2 * i] + self.padding[2 * i + 1] - span) % self.stride[i]
        };
        (0..self.extent.len()).map(one).collect()
    }
}

/// The same values in another layout: transposed, reversed, or every second element of a larger tensor.
fn relaid(x: &Tensor, r: &mut Random) -> Tensor {
    let axis = r.below(x.ndim()) as i64;
    match r.below(4) {
        0 => x.swapaxes(0, axis).unwrap().copy().unwrap().swapaxes(0, axis).unwrap(),
        1 => x.flip(axis).unwrap().copy().unwrap().flip(axis).unwrap(),
        2 => {
            let twice = x.repeat(2, axis).unwrap();
            let mut parts = vec![Slice::All; axis as usize];
            parts.push(Slice::Range { start: None, stop: None, step: 2 });
            twice.slice(&parts).unwrap()
        }
        _ => x.clone(),
    }
}

fn near(what: &str, got: &Tensor, want: &[f64], slack: f64) {
    let got = floats(got);
    assert_eq!(got.len(), want.len(), "{what}");
    for (i, (g, w)) in got.iter().zip(want).enumerate() {
        assert!((g - w).abs() <= slack * w.abs().max(1.0), "{what}: element {i} is {g}, not {w}");
    }
}

#[test]
fn conv_is_its_definition_over_random_shapes_and_layouts() {
    let mut r = Random(401);
    for round in 0..150 {
        let case = Case::random(&mut r);
        let dtype = [DType::Float32, DType::Float64, DType::Int16, DType::UInt8][round % 4];
        let range = if dtype == DType::UInt8 { (0.0, 3.0) } else { (-4.0, 4.0) };
        let whole = |shape: &[usize], r: &mut Random| tensor(dtype, shape, range, false, r);
        let x = relaid(&whole(&case.x_shape(), &mut r), &mut r);
        let weight = relaid(&whole(&case.weight_shape(), &mut r), &mut r);
        let bias = whole(&[case.groups * case.outputs], &mut r);
        let what = format!("{dtype} {case:?}");
        let got = x.conv_with(&weight, &bias, case.options()).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(got.shape()[2..], case.output(), "{what}");
        let want = case.conv(&floats(&x), &floats(&weight), &floats(&bias));
        // Integers wrap to their dtype, as those of `matmul` do.
        let want: Vec<f64> = match dtype {
            DType::UInt8 => want.iter().map(|&v| f64::from(v as i64 as u8)).collect(),
            DType::Int16 => want.iter().map(|&v| f64::from(v as i64 as i16)).collect(),
            _ => want,
        };
        near(&what, &got, &want, if dtype == DType::Float32 { 1e-5 } else { 1e-12 });
    }
}

#[test]
fn conv_transpose_is_the_transpose_of_conv() {
    let mut r = Random(402);
    for round in 0..120 {
        let case = Case { fill: 0.0, ..Case::random(&mut r) };
        let dtype = [DType::Float64, DType::Float32, DType::Int64][round % 3];
        let y_shape = [&[case.batch, case.groups * case.outputs], &case.output()[..]].concat();
        let y = relaid(&tensor(dtype, &y_shape, (-4.0, 4.0), false, &mut r), &mut r);
        let weight = relaid(&tensor(dtype, &case.weight_shape(), (-4.0, 4.0), false, &mut r), &mut r);
        let bias = tensor(dtype, &[case.groups * case.inputs], (-4.0, 4.0), false, &mut r);
        let options = ConvTransposeOptions {
            stride: case.stride.clone(),
            padding: Padding::from(&case.padding[..]),
            output_padding: case.rest(),
            dilation: case.dilation.clone(),
            groups: case.groups as i64,
        };
        let what = format!("{dtype} {case:?}");
        let got = y.conv_transpose_with(&weight, &bias, options).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(got.shape(), case.x_shape(), "{what}");
        let want = case.transpose(&floats(&y), &floats(&weight), &floats(&bias));
        near(&what, &got, &want, if dtype == DType::Float32 { 1e-5 } else { 1e-12 });
    }
}

#[test]
fn conv_of_every_dtype_decodes_its_operands() {
    let mut r = Random(403);
    for &dtype in DType::ALL.iter().filter(|d| !matches!(d.kind(), Kind::Bool | Kind::Complex)) {
        if dtype == DType::Float8E8M0FNU {
            continue;
        }
        let case = Case {
            batch: 2,
            groups: 1,
            inputs: 2,
            outputs: 3,
            extent: vec![3, 6],
            window: vec![2, 3],
            stride: vec![1, 2],
            dilation: vec![1, 1],
            padding: vec![1, 0, 0, 2],
            fill: 0.0,
        };
        let x = tensor(DType::Float32, &case.x_shape(), (-2.0, 2.0), false, &mut r);
        let x = if dtype.is_float() { x } else { x.astype(DType::Int64).unwrap() };
        let weight = tensor(dtype, &case.weight_shape(), (-2.0, 2.0), false, &mut r);
        let zero = Tensor::zeros(&[], DType::Bool).unwrap();
        if dtype == DType::UInt64 {
            assert!(matches!(x.conv_with(&weight, &zero, case.options()), Err(Error::NoPromotion { .. })));
            continue;
        }
        let got = x.conv_with(&weight, &zero, case.options()).unwrap_or_else(|e| panic!("{dtype}: {e}"));
        near(&dtype.to_string(), &got, &case.conv(&floats(&x), &floats(&weight), &[0.0]), 1e-4);
    }
}

#[test]
fn conv_of_complex_numbers_is_made_of_real_ones() {
    let mut r = Random(404);
    let make = |shape: &[usize], r: &mut Random| tensor(DType::Complex128, shape, (-2.0, 2.0), false, r);
    let (x, w) = (make(&[2, 3, 7], &mut r), make(&[4, 3, 2], &mut r));
    let none = Tensor::zeros(&[], DType::Float64).unwrap();
    let got = x.conv(&w, &none).unwrap();
    let part = |a: &Tensor, b: &Tensor| a.conv(b, &none).unwrap();
    let (a, b) = ((x.real().unwrap(), x.imag().unwrap()), (w.real().unwrap(), w.imag().unwrap()));
    let real = part(&a.0, &b.0).subtract(&part(&a.1, &b.1)).unwrap();
    near("real", &got.real().unwrap(), &floats(&real), 1e-12);
    let imaginary = part(&a.0, &b.1).add(&part(&a.1, &b.0)).unwrap();
    near("imaginary", &got.imag().unwrap(), &floats(&imaginary), 1e-12);
}

#[test]
fn long_windows_and_many_places_are_cut_into_tiles() {
    // 640 rows of columns are more than are multiplied at once, 3 x 1500 places more than a tile.
    let mut r = Random(405);
    let case = Case {
        batch: 3,
        groups: 1,
        inputs: 5,
        outputs: 4,
        extent: vec![1500],
        window: vec![128],
        stride: vec![1],
        dilation: vec![1],
        padding: vec![63, 64],
        fill: 0.0,
    };
    let x = tensor(DType::Float64, &case.x_shape(), (-2.0, 2.0), false, &mut r);
    let w = tensor(DType::Float64, &case.weight_shape(), (-2.0, 2.0), false, &mut r);
    let bias = tensor(DType::Float64, &[4], (-2.0, 2.0), false, &mut r);
    let got = x.conv_with(&w, &bias, case.options()).unwrap();
    near("tiles", &got, &case.conv(&floats(&x), &floats(&w), &floats(&bias)), 1e-11);
    let options = ConvOptions { padding: Padding::Same, ..Default::default() };
    assert_eq!(x.conv1d(&w, Some(&bias), options).unwrap(), got);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let mut r = Random(406);
    let x = tensor(DType::Float32, &[5, 8, 40, 40], (-2.0, 2.0), false, &mut r);
    let w = tensor(DType::Float32, &[16, 8, 3, 3], (-2.0, 2.0), false, &mut r);
    let depthwise = tensor(DType::Float32, &[8, 1, 3, 3], (-2.0, 2.0), false, &mut r);
    let all = || {
        let same = ConvOptions { padding: Padding::Same, ..Default::default() };
        let apart = ConvOptions { groups: 8, ..same.clone() };
        let back = ConvTransposeOptions { stride: vec![2], ..Default::default() };
        let turned = w.swapaxes(0, 1).unwrap();
        [
            x.conv2d(&w, None, same).unwrap(),
            x.conv2d(&depthwise, None, apart).unwrap(),
            x.conv_transpose2d(&turned, None, back).unwrap(),
            x.max_pool(&[3, 3]).unwrap(),
            x.avg_pool(&[3, 3]).unwrap(),
        ]
    };
    exec::set_threads(1);
    let one = all();
    exec::set_threads(2);
    let two = all();
    exec::set_threads(0);
    assert_eq!(one, two);
}

#[test]
fn the_three_paddings_and_flip_follow_nx() {
    let x = tensor![[[1.0, 2.0, 3.0, 4.0]]];
    let even = tensor![[[1.0, 10.0]]];
    let run = |w: &Tensor, padding, stride, flip| {
        x.conv1d(w, None, ConvOptions { padding, stride: vec![stride], flip, ..Default::default() }).unwrap()
    };
    assert_eq!(run(&even, Padding::Valid, 1, false), tensor![[[21.0, 32.0, 43.0]]]);
    assert_eq!(run(&even, Padding::Full, 1, false), tensor![[[10.0, 21.0, 32.0, 43.0, 4.0]]]);
    // The odd element of an even window stands behind, turned around in front.
    assert_eq!(run(&even, Padding::Same, 1, false), tensor![[[21.0, 32.0, 43.0, 4.0]]]);
    assert_eq!(run(&even, Padding::Same, 1, true), tensor![[[1.0 * 1.0, 12.0, 23.0, 34.0]]]);
    // An odd total that comes from the stride goes behind in both.
    let odd = tensor![[[1.0, 10.0, 100.0]]];
    assert_eq!(run(&odd, Padding::Same, 2, false), tensor![[[321.0, 43.0]]]);
    assert_eq!(run(&odd, Padding::Same, 2, true), tensor![[[123.0, 340.0]]]);
    let filled = ConvOptions { padding: 1.into(), fill: 7.0, ..Default::default() };
    assert_eq!(x.conv1d(&even, None, filled).unwrap(), tensor![[[17.0, 21.0, 32.0, 43.0, 74.0]]]);
}

#[test]
fn wrong_convolutions_are_told_with_their_shapes() {
    let x = Tensor::zeros(&[2, 4, 5], DType::Float32).unwrap();
    let make = |shape: &[usize]| Tensor::zeros(shape, DType::Float32).unwrap();
    let told = |w: &[usize], options| x.conv1d(&make(w), None, options).unwrap_err().to_string();
    let plain = ConvOptions::default;
    let text = told(&[3, 4, 9], plain());
    assert!(text.contains("[2, 4, 5]") && text.contains("at least 9 elements on axis 2"), "{text}");
    let text = told(&[3, 3, 2], plain());
    assert!(text.contains("[3, 3, 2]") && text.contains("[2, 4, 5]"), "{text}");
    assert!(told(&[3, 4, 2, 2], plain()).contains("[3, 4, 2, 2]"));
    assert!(told(&[3, 4, 0], plain()).contains("at least one element"));
    for (groups, w) in [(3, [3, 1, 2]), (4, [6, 1, 2]), (0, [3, 4, 2]), (-1, [3, 4, 2])] {
        let text = told(&w, ConvOptions { groups, ..plain() });
        assert!(text.starts_with(&format!("conv: groups = {groups}")), "{text}");
    }
    for options in [
        ConvOptions { stride: vec![0], ..plain() },
        ConvOptions { dilation: vec![-1], ..plain() },
        ConvOptions { stride: vec![1, 1], ..plain() },
        ConvOptions { padding: (-1).into(), ..plain() },
        ConvOptions { padding: [1, 2, 3].into(), ..plain() },
    ] {
        assert!(matches!(x.conv1d(&make(&[3, 4, 2]), None, options), Err(Error::BadArgument { .. })));
    }
    let bias = make(&[4]);
    let wrong = x.conv(&make(&[3, 4, 2]), &bias).unwrap_err().to_string();
    assert!(wrong.contains("[4]") && wrong.contains("[3]"), "{wrong}");
    let whole = Tensor::zeros(&[1, 1, 4], DType::UInt8).unwrap();
    for fill in [0.5, -1.0, 256.0, f64::NAN] {
        let options = ConvOptions { fill, ..plain() };
        assert!(matches!(whole.conv1d(&whole, None, options), Err(Error::BadArgument { .. })), "{fill}");
    }
    assert!(make(&[4, 5]).conv(&make(&[4, 5]), &bias).is_err());
    assert!(x.conv2d(&make(&[3, 4, 2]), None, plain()).unwrap_err().to_string().starts_with("conv2d:"));
    let back = ConvTransposeOptions { output_padding: vec![2], stride: vec![2], ..Default::default() };
    assert!(x.conv_transpose1d(&make(&[4, 3, 2]), None, back).unwrap_err().to_string().contains("output_padding"));
    let cut = ConvTransposeOptions { padding: 9.into(), ..Default::default() };
    assert!(matches!(x.conv_transpose1d(&make(&[4, 3, 2]), None, cut), Err(Error::ShapeMismatch { .. })));
}

#[test]
fn huge_numbers_are_errors_and_empty_operands_are_not() {
    let x = Tensor::zeros(&[1, 1, 4], DType::Float32).unwrap();
    let huge = i64::MAX;
    for options in [
        ConvOptions { padding: huge.into(), ..Default::default() },
        ConvOptions { dilation: vec![huge], ..Default::default() },
        ConvOptions { padding: (huge / 4).into(), ..Default::default() },
        ConvOptions { padding: (huge / 2).into(), dilation: vec![huge / 2], ..Default::default() },
    ] {
        assert!(x.conv1d(&x, None, options.clone()).is_err(), "{options:?}");
    }
    let far = ConvOptions { stride: vec![huge], padding: (huge / 4).into(), ..Default::default() };
    assert_eq!(x.conv1d(&x, None, far).unwrap().shape(), [1, 1, 1]);
    for stride in [huge, huge / 3] {
        let options = ConvTransposeOptions { stride: vec![stride], ..Default::default() };
        assert!(x.conv_transpose1d(&x, None, options).is_err());
    }
    let make = |shape: &[usize]| Tensor::zeros(shape, DType::Float32).unwrap();
    let same = || ConvOptions { padding: 1.into(), ..Default::default() };
    assert_eq!(make(&[0, 2, 5]).conv1d(&make(&[3, 2, 3]), None, same()).unwrap().shape(), [0, 3, 5]);
    let bias = tensor![1.0, 2.0, 3.0];
    let no_channels = make(&[1, 0, 2]).conv1d(&make(&[3, 0, 3]), Some(&bias), same()).unwrap();
    assert_eq!(no_channels, tensor![[[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]]);
    assert_eq!(make(&[2, 2, 5]).conv1d(&make(&[0, 2, 3]), None, same()).unwrap().shape(), [2, 0, 5]);
    let padding_alone = make(&[1, 2, 0]).conv1d(&make(&[3, 2, 2]), Some(&bias), same()).unwrap();
    assert_eq!(padding_alone, tensor![[[1.0], [2.0], [3.0]]]);
    let none = ConvTransposeOptions::default();
    assert_eq!(make(&[0, 2, 5]).conv_transpose1d(&make(&[2, 3, 3]), None, none.clone()).unwrap().shape(), [0, 3, 7]);
    let only_bias = make(&[1, 0, 1]).conv_transpose1d(&make(&[0, 3, 2]), Some(&bias), none).unwrap();
    assert_eq!(only_bias, tensor![[[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]]);
    let wide = tensor![1.0].broadcast_to(&[1, 1, 1 << 40]).unwrap();
    assert!(wide.conv1d(&x, None, ConvOptions::default()).is_err());
}

#[test]
fn zero_weights_do_not_hide_what_is_no_number() {
    let x = tensor![[[1.0, f64::INFINITY, 2.0, 3.0, 4.0]]];
    let got = x.conv(&tensor![[[0.0, 1.0]]], &tensor![0.0]).unwrap().to_vec::<f64>().unwrap();
    // Only windows that contain it meet it.
    assert!(got[0] == f64::INFINITY && got[1].is_nan() && got[2..] == [3.0, 4.0]);
}

#[test]
fn vectors_are_convolved_and_correlated_as_in_numpy() {
    let (a, b) = (tensor![1, 2, 3, 4, 5], tensor![1, 10, 100, 1000]);
    let mode = |mode| ConvolveOptions { mode };
    assert_eq!(a.convolve(&b).unwrap(), tensor![1, 12, 123, 1234, 2345, 3450, 4500, 5000]);
    assert_eq!(a.convolve_with(&b, mode("same")).unwrap(), tensor![12, 123, 1234, 2345, 3450]);
    assert_eq!(b.convolve_with(&a, mode("valid")).unwrap(), tensor![1234, 2345]);
    let mode = |mode| CorrelateOptions { mode };
    assert_eq!(a.correlate(&b).unwrap(), tensor![4321, 5432]);
    assert_eq!(b.correlate(&a).unwrap(), tensor![5432, 4321]);
    assert_eq!(a.correlate_with(&b, mode("same")).unwrap(), tensor![2100, 3210, 4321, 5432, 543]);
    assert_eq!(b.correlate_with(&a, mode("same")).unwrap(), tensor![543, 5432, 4321, 3210, 2100]);
    let truth = tensor![true, false, true].convolve(&tensor![true, true]).unwrap();
    assert_eq!(truth, tensor![true, true, true, true]);
    for (a, b) in [(&tensor![1], &Tensor::zeros(&[0], DType::Int64).unwrap()), (&tensor![[1]], &tensor![1])] {
        assert!(matches!(a.convolve(b), Err(Error::ShapeMismatch { .. })));
        assert!(matches!(b.correlate(a), Err(Error::ShapeMismatch { .. })));
    }
    let i = Tensor::ones(&[2], DType::Complex128).unwrap().multiply(&tensor![2.0, 3.0]).unwrap();
    assert_eq!(
        i.correlate(&i).unwrap(),
        i.conj().unwrap().vecdot(&i.conj().unwrap(), -1).unwrap().reshape(&[1]).unwrap()
    );
}

#[test]
fn second_derivatives_of_conv_are_those_of_differences() {
    let mut r = Random(407);
    let case = Case {
        batch: 2,
        groups: 2,
        inputs: 2,
        outputs: 1,
        extent: vec![6],
        window: vec![2],
        stride: vec![2],
        dilation: vec![2],
        padding: vec![1, 2],
        fill: 0.0,
    };
    let x = tensor(DType::Float64, &case.x_shape(), (-1.0, 1.0), false, &mut r);
    let w = tensor(DType::Float64, &case.weight_shape(), (-1.0, 1.0), false, &mut r);
    // Of the sum of squares, the gradient to `x` along a direction.
    let along = tensor(DType::Float64, &case.x_shape(), (-1.0, 1.0), false, &mut r);
    let gradient = |w: &Tensor| {
        let (x, leaf) = (Expr::leaf(x.view().clone()), Expr::leaf(w.view().clone()));
        let bias = Expr::scalar(0.0, DType::Float64);
        let attrs = vec![
            Attr::Ints(case.stride.clone().into()),
            Attr::Padding(Padding::from(&case.padding[..])),
            Attr::Ints(case.dilation.clone().into()),
            Attr::Int(2),
            Attr::Float(0.0),
            Attr::Bool(true),
        ];
        let y = Expr::apply(&ops::CONV, &[&x, &leaf, &bias], attrs.into());
        let sum = (&y * &y).sum(&polyad::ir::Axes::All, false);
        let one = Expr::scalar(1.0, DType::Float64);
        let first = vjp(&sum, &one, std::slice::from_ref(&x)).unwrap().remove(0).unwrap();
        let slope = (first * Expr::leaf(along.view().clone())).sum(&polyad::ir::Axes::All, false);
        let second = vjp(&slope, &one, &[leaf]).unwrap().remove(0).unwrap();
        [slope, second].map(|e| Tensor::from_view(exec::eval(&e).unwrap()).to_vec::<f64>().unwrap())
    };
    let [_, second] = gradient(&w);
    let base = w.to_vec::<f64>().unwrap();
    for (i, &got) in second.iter().enumerate() {
        let at = |by: f64| {
            let mut moved = base.clone();
            moved[i] += by;
            gradient(&Tensor::from_slice(&moved, w.shape()).unwrap())[0][0]
        };
        let slope = (at(1e-4) - at(-1e-4)) / 2e-4;
        assert!((slope - got).abs() < 1e-6, "{i}: {got}, {slope} by difference");
    }
}

#[test]
fn windows_with_strides_and_dilation_are_views_that_fold_undoes() {
    let x = Tensor::arange(30).unwrap().reshape(&[5, 6]).unwrap().flip(1).unwrap();
    let options = || SlidingWindowViewOptions { stride: vec![2, 1], dilation: vec![1, 3] };
    let windows = x.sliding_window_view_with(&[2, 2], (), options()).unwrap();
    assert!(windows.buffer().is_same(x.buffer()));
    assert_eq!(windows.shape(), [2, 3, 2, 2]);
    assert_eq!(windows.at(&[1, 2]).unwrap(), tensor![[15, 12], [21, 18]]);
    let fold = polyad::FoldOptions { stride: vec![2, 1], dilation: vec![1, 3] };
    let back = windows.fold_with(&[5, 6], (), fold).unwrap();
    // Each element as often as windows show it: columns 0 to 2 and 3 to 5 once, rows 0 to 3 once.
    let mut want = floats(&x);
    want[24..].fill(0.0);
    assert_eq!(floats(&back), want);
    for (window, options) in [
        ([2, 3], SlidingWindowViewOptions { stride: vec![1], dilation: vec![3] }),
        ([2, 2], SlidingWindowViewOptions { stride: vec![0], dilation: vec![1] }),
        ([2, 2], SlidingWindowViewOptions { stride: vec![1], dilation: vec![i64::MAX] }),
        ([2, 2], SlidingWindowViewOptions { stride: vec![1, 1, 1], dilation: vec![1] }),
    ] {
        assert!(matches!(x.sliding_window_view_with(&window, (), options), Err(Error::BadArgument { .. })));
    }
    let far = SlidingWindowViewOptions { stride: vec![i64::MAX], dilation: vec![1] };
    assert_eq!(x.sliding_window_view_with(&[2, 2], (), far).unwrap().shape(), [1, 1, 2, 2]);
    assert!(matches!(windows.fold(&[5, 6], ()), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(windows.fold(&[-1, 6], ()), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(windows.fold(&[5, 6], [0, 0]), Err(Error::RepeatedAxis { .. })));
}
