//! Elements in other places: on every dtype and layout, and what undoes what.

use polyad::{DType, Error, Result, Sections, Slice, Tensor, tensor};

use crate::oracle::{Value, assert_values, values};
use crate::samples::{Random, indices, layouts};

/// A movement of `[6, 32]`, the shape of its result, and the element at each index of that; `None` for the frame.
type Case = (&'static str, fn(&Tensor) -> Result<Tensor>, &'static [usize], fn(&[usize]) -> Option<[usize; 2]>);

/// Those that only change the layout.
const VIEWS: &[Case] = &[
    ("flip all", |x| x.flip(()), &[6, 32], |i| Some([5 - i[0], 31 - i[1]])),
    ("flip one", |x| x.flip(-1), &[6, 32], |i| Some([i[0], 31 - i[1]])),
    ("permute", |x| x.permute_dims(&[1, 0]), &[32, 6], |i| Some([i[1], i[0]])),
    ("mt", Tensor::mt, &[32, 6], |i| Some([i[1], i[0]])),
    ("transpose", Tensor::transpose, &[32, 6], |i| Some([i[1], i[0]])),
    ("swapaxes", |x| x.swapaxes(0, -1), &[32, 6], |i| Some([i[1], i[0]])),
    ("moveaxis", |x| x.moveaxis(&[-1], &[0]), &[32, 6], |i| Some([i[1], i[0]])),
    ("expand_dims", |x| x.expand_dims([0, -1]), &[1, 6, 32, 1], |i| Some([i[1], i[2]])),
    ("squeeze", |x| x.expand_dims([1, 2])?.squeeze(()), &[6, 32], |i| Some([i[0], i[1]])),
    ("narrow", |x| x.narrow(1, 5, 7), &[6, 7], |i| Some([i[0], i[1] + 5])),
    ("shrink", |x| x.shrink(&[(1, 3), (4, 32)]), &[2, 28], |i| Some([i[0] + 1, i[1] + 4])),
    ("broadcast_to", |x| x.broadcast_to(&[2, 6, 32]), &[2, 6, 32], |i| Some([i[1], i[2]])),
    ("expand", |x| x.expand(&[2, -1, 32]), &[2, 6, 32], |i| Some([i[1], i[2]])),
    ("windows", |x| x.sliding_window_view(&[2, 3], ()), &[5, 30, 2, 3], |i| Some([i[0] + i[2], i[1] + i[3]])),
    ("windows of one axis", |x| x.sliding_window_view(&[4], 0), &[3, 32, 4], |i| Some([i[0] + i[2], i[1]])),
    ("slice", |x| x.slice(&[Slice::Ellipsis, Slice::At(-1), Slice::NewAxis]), &[6, 1], |i| Some([i[0], 31])),
    ("at", |x| x.at(&[4]), &[32], |i| Some([4, i[0]])),
    ("unstack", |x| Ok(x.unstack(1)?.remove(3)), &[6], |i| Some([i[0], 3])),
    ("split", |x| Ok(x.split(2, 1)?.remove(1)), &[6, 16], |i| Some([i[0], i[1] + 16])),
    ("array_split", |x| Ok(x.array_split(4, 0)?.remove(1)), &[2, 32], |i| Some([i[0] + 2, i[1]])),
    ("unflatten", |x| x.unflatten(1, &[4, -1]), &[6, 4, 8], |i| Some([i[0], i[1] * 8 + i[2]])),
];

/// Those that copy.
const COPIES: &[Case] = &[
    (
        "roll flat",
        |x| x.roll(&[-35], ()),
        &[6, 32],
        |i| {
            let at = (i[0] * 32 + i[1] + 35) % 192;
            Some([at / 32, at % 32])
        },
    ),
    ("roll", |x| x.roll(&[1, -3], [0, 1]), &[6, 32], |i| Some([(i[0] + 5) % 6, (i[1] + 3) % 32])),
    ("tile", |x| x.tile(&[2, 1, 3]), &[2, 6, 96], |i| Some([i[1], i[2] % 32])),
    ("tile by fewer", |x| x.tile(&[2]), &[6, 64], |i| Some([i[0], i[1] % 32])),
    ("repeat flat", |x| x.repeat(2, ()), &[384], |i| Some([i[0] / 64, i[0] / 2 % 32])),
    ("repeat rows", |x| x.repeat(3, 0), &[18, 32], |i| Some([i[0] / 3, i[1]])),
    ("repeat columns", |x| x.repeat(3, 1), &[6, 96], |i| Some([i[0], i[1] / 3])),
    ("repeat each", |x| x.repeat_each(&tensor![0, 1, 0, 2, 0, 0], 0), &[3, 32], |i| Some([[1, 3, 3][i[0]], i[1]])),
    ("stack", |x| x.stack(&[&x.flip(0)?], -1), &[6, 32, 2], |i| Some([if i[2] == 0 { i[0] } else { 5 - i[0] }, i[1]])),
    ("stack in front", |x| x.stack(&[x, x], 0), &[3, 6, 32], |i| Some([i[1], i[2]])),
    (
        "concat",
        |x| x.concat(&[&x.narrow(1, 3, 2)?, x], 1),
        &[6, 66],
        |i| {
            Some([
                i[0],
                if i[1] < 32 {
                    i[1]
                } else if i[1] < 34 {
                    i[1] - 29
                } else {
                    i[1] - 34
                },
            ])
        },
    ),
    (
        "concat flat",
        |x| x.at(&[1])?.concat(&[x], ()),
        &[224],
        |i| Some(if i[0] < 32 { [1, i[0]] } else { [(i[0] - 32) / 32, i[0] % 32] }),
    ),
    ("vstack", |x| x.at(&[0])?.vstack(&[x]), &[7, 32], |i| Some([i[0].saturating_sub(1), i[1]])),
    ("hstack", |x| x.hstack(&[x]), &[6, 64], |i| Some([i[0], i[1] % 32])),
    ("dstack", |x| x.dstack(&[x]), &[6, 32, 2], |i| Some([i[0], i[1]])),
    (
        "pad",
        |x| x.pad(&Tensor::zeros(&[], x.dtype().compute_or_self())?, &[1, 2, 3, 0]),
        &[9, 35],
        |i| (1..7).contains(&i[0]).then(|| i[1].checked_sub(3).map(|column| [i[0] - 1, column])).flatten(),
    ),
    ("lists", |x| x.slice(&[[5, -5].into(), [0, 31, 0].into()]), &[2, 3], |i| Some([[5, 1][i[0]], [0, 31, 0][i[1]]])),
    ("list behind an index", |x| x.slice(&[Slice::At(2), [7, 6].into()]), &[2], |i| Some([2, [7, 6][i[0]]])),
];

/// The dtype of a frame: that of the decoded values.
trait Frame {
    fn compute_or_self(self) -> DType;
}

impl Frame for DType {
    fn compute_or_self(self) -> DType {
        if self.is_quantized() { self.compute() } else { self }
    }
}

fn zero(dtype: DType) -> Value {
    values(&Tensor::zeros(&[], dtype).unwrap())[0]
}

fn check(case: &Case, what: &str, x: &Tensor) -> Tensor {
    let (name, run, shape, from) = case;
    let what = format!("{name} {} {what}", x.dtype());
    let got = run(x).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert_eq!(got.shape(), *shape, "{what}");
    let have = values(x);
    let frame = zero(x.dtype().compute_or_self());
    let want: Vec<Value> =
        indices(shape).iter().map(|i| from(i).map_or(frame, |[row, column]| have[row * 32 + column])).collect();
    assert_values(&what, &got, &want, 0);
    got
}

#[test]
fn views_show_the_same_elements_without_moving_them() {
    for &dtype in DType::ALL {
        let mut r = Random(61);
        for (layout, x) in layouts(dtype, (-4.0, 4.0), true, &mut r).into_iter().filter(|(_, x)| x.shape() == [6, 32]) {
            for case in VIEWS {
                let got = check(case, layout, &x);
                assert!(got.buffer().is_same(x.buffer()), "{} {dtype} {layout} copies", case.0);
                assert_eq!(got.dtype(), dtype);
            }
        }
    }
}

#[test]
fn copies_have_the_elements_in_their_new_places() {
    for &dtype in DType::ALL {
        let mut r = Random(62);
        for (layout, x) in layouts(dtype, (-4.0, 4.0), true, &mut r).into_iter().filter(|(_, x)| x.shape() == [6, 32]) {
            for case in COPIES {
                let got = check(case, layout, &x);
                assert_eq!(got.dtype(), dtype.compute_or_self(), "{} {dtype} {layout}", case.0);
            }
        }
    }
}

#[test]
fn reshape_copies_where_no_view_can_be() {
    for &dtype in DType::ALL {
        let mut r = Random(63);
        for (layout, x) in layouts(dtype, (-4.0, 4.0), true, &mut r).into_iter().filter(|(_, x)| x.shape() == [6, 32]) {
            let what = format!("{dtype} {layout}");
            let strict = x.view_as(&[192]);
            match x.reshape(&[192]) {
                Ok(flat) => assert_values(&what, &flat, &values(&x), 0),
                // A copy of parts of blocks needs their values.
                Err(Error::BlockWrite { .. }) => assert!(dtype.is_quantized(), "{what}"),
                Err(e) => panic!("{what}: {e}"),
            }
            match strict {
                Ok(flat) => assert!(flat.buffer().is_same(x.buffer()), "{what}"),
                Err(e) => assert!(matches!(e, Error::NotAView { .. }), "{what}: {e}"),
            }
        }
    }
}

#[test]
fn what_was_moved_there_moves_back() {
    for dtype in [DType::Float32, DType::Int8, DType::Complex128, DType::UInt1, DType::Ternary, DType::Float8E4M3FN] {
        let mut r = Random(64);
        for (layout, x) in layouts(dtype, (-4.0, 4.0), false, &mut r) {
            let want = values(&x);
            let same = |name: &str, y: Tensor| {
                assert_eq!(y.shape(), x.shape(), "{name} {dtype} {layout}");
                assert_values(&format!("{name} {dtype} {layout}"), &y, &want, 0);
            };
            assert!(x.flip(()).unwrap().flip(()).unwrap().is_same_view(&x));
            assert!(x.transpose().unwrap().transpose().unwrap().is_same_view(&x));
            same("roll", x.roll(&[7], ()).unwrap().roll(&[-7], ()).unwrap());
            same("expand", x.expand_dims([0, 1]).unwrap().squeeze([0, 1]).unwrap());
            same("flatten", x.flatten(0, -1).unwrap().reshape(&signed(x.shape())).unwrap());
            if x.ndim() == 0 {
                continue;
            }
            let parts = x.array_split(4, -1).unwrap();
            same("split", parts[0].concat(&parts[1..].iter().collect::<Vec<_>>(), -1).unwrap());
            let columns = x.unstack(-1).unwrap();
            same("unstack", columns[0].stack(&columns[1..].iter().collect::<Vec<_>>(), -1).unwrap());
            same("tile", x.tile(&[2]).unwrap().split(2, -1).unwrap().remove(1));
        }
    }
}

fn signed(shape: &[usize]) -> Vec<i64> {
    shape.iter().map(|&n| n as i64).collect()
}

#[test]
fn nothing_moves_where_there_is_nothing() {
    let x = Tensor::zeros(&[0, 3], DType::Float32).unwrap();
    assert_eq!(x.roll(&[2], ()).unwrap().shape(), [0, 3]);
    assert_eq!(x.tile(&[2, 2]).unwrap().shape(), [0, 6]);
    assert_eq!(x.repeat(3, ()).unwrap().shape(), [0]);
    assert_eq!(x.stack(&[&x], 1).unwrap().shape(), [0, 2, 3]);
    assert_eq!(
        x.pad(&tensor![7.0].astype(DType::Float32).unwrap(), &[1, 0, 0, 0]).unwrap().to_f64_vec().unwrap(),
        [7.0; 3]
    );
    assert_eq!(x.concat(&[&x], ()).unwrap().shape(), [0]);
    assert_eq!(x.array_split(2, 0).unwrap().len(), 2);
    assert_eq!(x.unstack(0).unwrap().len(), 0);
    let one = tensor![1, 2, 3];
    assert_eq!(one.tile(&[0]).unwrap().shape(), [0]);
    assert_eq!(one.repeat(0, 0).unwrap().shape(), [0]);
    let scalar = Tensor::scalar(5, DType::Int64).unwrap();
    assert_eq!(scalar.roll(&[3], ()).unwrap(), scalar);
    assert_eq!(scalar.tile(&[2]).unwrap(), tensor![5, 5]);
    assert_eq!(scalar.repeat(2, ()).unwrap(), tensor![5, 5]);
    assert_eq!(scalar.stack(&[&scalar], 0).unwrap(), tensor![5, 5]);
    assert_eq!(scalar.pad(&scalar, &[]).unwrap(), scalar);
}

#[test]
fn joined_dtypes_promote_and_packed_ones_stay() {
    let of = |dtype| Tensor::ones(&[2], dtype).unwrap();
    let joined = |a, b| of(a).concat(&[&of(b)], 0).map(|t| t.dtype());
    assert_eq!(joined(DType::Int8, DType::UInt8).unwrap(), DType::Int16);
    assert_eq!(joined(DType::Float16, DType::Int64).unwrap(), DType::Float16);
    assert_eq!(joined(DType::UInt4, DType::UInt4).unwrap(), DType::UInt4);
    assert_eq!(joined(DType::UInt4, DType::UInt1).unwrap(), DType::UInt8);
    assert!(matches!(joined(DType::UInt64, DType::Int64), Err(Error::NoPromotion { op: "concat", .. })));
    let stacked = of(DType::Float32).stack(&[&of(DType::Complex64)], 0).unwrap();
    assert_eq!(stacked.dtype(), DType::Complex64);
    let big = tensor![9_007_199_254_740_993i64];
    assert_eq!(big.concat(&[&tensor![0.5]], 0).unwrap().to_vec::<f64>().unwrap(), [9_007_199_254_740_992.0, 0.5]);
}

#[test]
fn block_formats_are_stored_as_they_are_where_blocks_stay_whole() {
    let mut r = Random(65);
    for &dtype in DType::ALL.iter().filter(|d| d.is_quantized()) {
        let n = 2 * dtype.block_len();
        let x = crate::samples::tensor(dtype, &[4, n], (-2.0, 2.0), false, &mut r);
        let y = Tensor::from_bytes(&vec![0; x.size_bytes()], dtype, x.shape()).unwrap();
        y.copy_from(&x.flip(0).unwrap()).unwrap();
        assert_eq!(y.at(&[3]).unwrap().to_bytes().unwrap(), x.at(&[0]).unwrap().to_bytes().unwrap(), "{dtype}");
        let half = [(0, 4), (n / 2, n)];
        y.shrink(&half).unwrap().copy_from(&x.shrink(&half).unwrap()).unwrap();
        assert_values(&format!("{dtype}"), &y.shrink(&half).unwrap(), &values(&x.shrink(&half).unwrap()), 0);
        assert!(matches!(y.narrow(1, 1, 3).unwrap().fill(1.0), Err(Error::BlockWrite { .. })));
    }
}

#[test]
fn windows_of_reversed_views_are_views() {
    // ndarray#953, #885.
    let eye = tensor![[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let back = eye.flip(1).unwrap();
    let windows = back.sliding_window_view(&[2, 2], ()).unwrap();
    assert!(windows.buffer().is_same(eye.buffer()));
    assert_eq!(windows, tensor![[[[0, 0], [0, 1]], [[0, 1], [1, 0]]], [[[0, 1], [1, 0]], [[1, 0], [0, 0]]]]);
    let turned = eye.flip(()).unwrap().sliding_window_view(&[2, 2], ()).unwrap();
    assert_eq!(turned, eye.sliding_window_view(&[2, 2], ()).unwrap());
    assert!(matches!(windows.fill(1), Err(Error::SelfOverlap { .. })));
    for bad in [&[0, 1][..], &[4, 1], &[-1, 1], &[2]] {
        assert!(matches!(eye.sliding_window_view(bad, ()), Err(Error::BadArgument { .. })), "{bad:?}");
    }
}

#[test]
fn results_past_the_address_space_are_told() {
    let one = tensor![1];
    assert!(matches!(one.tile(&[i64::MAX, 4]), Err(Error::SizeOverflow { .. })));
    assert!(matches!(one.repeat(i64::MAX, 0), Err(Error::SizeOverflow { .. } | Error::OutOfMemory { .. })));
    assert!(matches!(one.pad(&one, &[i64::MAX, i64::MAX]), Err(Error::SizeOverflow { .. })));
    assert!(one.repeat_each(&tensor![i64::MAX], 0).is_err());
}

#[test]
fn wrong_calls_name_what_was_wrong() {
    let x = Tensor::zeros(&[2, 3], DType::Float32).unwrap();
    let told = |result: Result<Tensor>| result.unwrap_err().to_string();
    assert_eq!(
        told(x.concat(&[&x.mt().unwrap()], 0)),
        "concat: shape [3, 2] does not fit; concat needs the extents of [2, 3] but along axis 0."
    );
    assert_eq!(
        told(x.stack(&[&x.mt().unwrap()], 0)),
        "stack: shape [3, 2] does not fit; stack needs tensors of one shape, [2, 3]."
    );
    assert_eq!(told(x.stack(&[&x], 3)), "stack: axis = 3; it takes -3 to 2 for tensors of shape [2, 3].");
    assert_eq!(told(x.flip(2)), "flip: axis 2 is outside shape [2, 3]. It takes -2 to 1.");
    assert_eq!(told(x.flip([0, -2])), "flip: axis -2 of shape [2, 3] is named twice. Name each axis once.");
    assert_eq!(told(x.roll(&[1, 2], 0)), "roll: shift = [1, 2]; it takes one shift, or one for each of the axes [0].");
    assert_eq!(told(x.repeat(-1, 0)), "repeat: count = -1; it takes a number of repetitions, at least 0.");
    assert_eq!(told(x.tile(&[-1])), "tile: reps = [-1]; it takes repetitions of at least 0.");
    assert_eq!(
        told(x.pad(&tensor![0], &[1])),
        "pad: widths = [1]; it takes two counts of at least 0 for each axis of shape [2, 3]."
    );
    assert_eq!(
        told(tensor![1, 2].pad(&tensor![0.5], &[1, 1])),
        "pad: dtype float64 where int64 is needed. Convert it with astype(\"int64\")."
    );
    assert_eq!(told(x.squeeze(0)), "squeeze: shape [2, 3] does not fit; squeeze needs extent 1 on axis 0.");
    assert_eq!(told(x.expand_dims([0, 0])), "expand_dims: axis = 0; it takes -4 to 3 for shape [2, 3], each once.");
    assert_eq!(told(x.moveaxis(&[0], &[])), "moveaxis: destination = []; it takes as many axes as source, [0].");
    assert_eq!(
        told(x.split(2, 1).map(|mut parts| parts.remove(0))),
        "split: sections = 2; it takes a count that divides 3, the extent of axis 1; array_split takes any."
    );
    assert_eq!(told(x.slice(&[[0, 2].into()])), "slice: 2 is outside axis 0 of shape [2, 3]. That axis takes -2 to 1.");
    assert!(x.array_split(Sections::Count(0), 0).is_err());
    assert!(x.shrink(&[(0, 1)]).is_err() && x.shrink(&[(0, 3), (0, 1)]).is_err());
}
