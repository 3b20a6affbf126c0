//! Gradient rules against central differences in float64; a walk of the table sees that none is left out.

use num_complex::Complex;
use polyad::ir::{Args, Attr, Attrs, Axes, DTypeRule, Expr, Grad, Meaning, Op, Ty, infer, ops, passes_complex, vjp};
use polyad::{DType, Padding, Scalar, Tensor, exec, tensor};

use crate::samples::{Random, tensor};

/// A call of an entry to differentiate: operands (integers are not differentiated) and attributes.
struct Case {
    op: Op,
    x: Vec<Tensor>,
    attrs: Attrs,
}

/// Every element, real ones with an imaginary part of 0.
fn numbers(x: &Tensor) -> Vec<Complex<f64>> {
    x.astype(DType::Complex128).unwrap().to_vec().unwrap()
}

/// The products of parts of weights and results, added up: of real numbers `sum(weights * op(x))`.
fn loss(case: &Case, x: &[Tensor], weights: &Tensor) -> f64 {
    let views: Vec<_> = x.iter().map(Tensor::view).collect();
    let y = Tensor::from_view(exec::run(case.op, &views, &case.attrs).unwrap());
    numbers(&y).iter().zip(numbers(weights)).map(|(y, w)| y.re * w.re + y.im * w.im).sum()
}

fn check(case: &Case, r: &mut Random) {
    let what = format!("{} {:?} {:?}", case.op.name, case.x.iter().map(Tensor::shape).collect::<Vec<_>>(), case.attrs);
    let leaves: Vec<Expr> = case.x.iter().map(|t| Expr::leaf(t.view().clone())).collect();
    let y = Expr::apply(case.op, &leaves.iter().collect::<Vec<_>>(), case.attrs.clone());
    let ty = y.ty().unwrap_or_else(|e| panic!("{what}: {e}")).clone();
    let weights = tensor(ty.dtype, &ty.shape, (0.5, 1.5), false, r);
    let grads = vjp(&y, &Expr::leaf(weights.view().clone()), &leaves).unwrap_or_else(|e| panic!("{what}: {e}"));
    for (i, (x, grad)) in case.x.iter().zip(grads).enumerate() {
        if ![DType::Float64, DType::Complex128].contains(&x.dtype()) {
            assert!(grad.is_none(), "{what}: operand {i} has no gradient");
            continue;
        }
        let grad = Tensor::from_view(exec::eval(&grad.expect("float operands have gradients")).unwrap());
        assert_eq!((grad.shape(), grad.dtype()), (x.shape(), x.dtype()), "{what}");
        let (grad, base) = (numbers(&grad), numbers(x));
        let mut directions = vec![Complex::new(1.0, 0.0)];
        directions.extend((x.dtype() == DType::Complex128).then_some(Complex::I));
        for (j, direction) in (0..base.len()).flat_map(|j| directions.iter().map(move |d| (j, *d))) {
            let at = |by: f64| {
                let mut moved = base.clone();
                moved[j] += direction * by;
                let mut all = case.x.clone();
                let moved = Tensor::from_slice(&moved, x.shape()).unwrap();
                all[i] = if x.dtype() == DType::Float64 { moved.real().unwrap() } else { moved };
                loss(case, &all, &weights)
            };
            let h = 1e-5;
            let slope = (at(h) - at(-h)) / (2.0 * h);
            let rule = if direction.re == 1.0 { grad[j].re } else { grad[j].im };
            assert!(
                (slope - rule).abs() <= 1e-6 * slope.abs().max(1.0),
                "{what}: operand {i}, element {j}, {direction}: {rule} by rule, {slope} by difference",
            );
        }
    }
}

/// Operands away from kinks: distinct, and inside the domain.
fn operands(op: Op, shapes: &[&[usize]], r: &mut Random) -> Vec<Tensor> {
    let (low, high) = op.check.range;
    let range = (low.max(-3.0) + 0.11, high.min(3.0) - 0.07);
    shapes.iter().map(|s| tensor(DType::Float64, s, range, false, r)).collect()
}

/// Matrices that are far from singular: the diagonal outweighs the rest.
fn regular(x: &Tensor) -> Tensor {
    let n = x.shape()[x.ndim() - 1];
    // Weights that differ keep eigenvalues apart.
    let weights = (&Tensor::arange(n).unwrap() * 2.0).add(5.0).unwrap();
    x.multiply(0.5).unwrap().add(&Tensor::identity(n, DType::Float64).unwrap().multiply(&weights).unwrap()).unwrap()
}

fn cases(op: Op, r: &mut Random) -> Vec<Case> {
    let case = |x: Vec<Tensor>, attrs: Vec<Attr>| Case { op, x, attrs: attrs.into() };
    let mut make = |shapes: &[&[usize]]| operands(op, shapes, r);
    let index = || Tensor::from_slice(&[2i64, 0, 2], &[3]).unwrap();
    let axes = |a: Axes, keep| vec![Attr::Axes(a), Attr::Bool(keep)];
    let ints = |v: &[i64]| vec![Attr::Ints(v.into())];
    match op.name {
        "sum" | "prod" => [(Axes::All, false), (Axes::from(1), true), (Axes::from([0, 2]), false)]
            .into_iter()
            .map(|(a, k)| case(make(&[&[2, 3, 2]]), [axes(a, k), vec![Attr::None]].concat()))
            .collect(),
        "quantile" | "nanquantile" | "percentile" | "nanpercentile" => {
            let all = if op.name.contains("percent") { 100.0 } else { 1.0 };
            let q = (&tensor![0.33, 0.77] * all).copy().unwrap();
            let methods = ["linear", "hazen", "normal_unbiased", "interpolated_inverted_cdf"];
            [(Axes::All, false), (Axes::from(1), true), (Axes::from([0, 2]), false)]
                .into_iter()
                .zip(methods)
                .map(|((a, k), method)| {
                    let x = [make(&[&[2, 3, 2]]), vec![q.clone()]].concat();
                    case(x, [axes(a, k), vec![Attr::Word(method)]].concat())
                })
                .collect()
        }
        "nansum" | "nanprod" => {
            vec![case(make(&[&[2, 3, 2]]), [axes(Axes::from([0, 2]), false), vec![Attr::None]].concat())]
        }
        "max" | "min" | "mean" | "ptp" | "logsumexp" | "nanmax" | "nanmin" | "nanmean" | "median" | "nanmedian" => {
            [(Axes::All, false), (Axes::from(-1), true), (Axes::from([0, 1]), false)]
                .into_iter()
                .map(|(a, k)| case(make(&[&[2, 3, 2]]), axes(a, k)))
                .collect()
        }
        "var" | "std" | "nanvar" | "nanstd" => [(Axes::from(1), 1.0), (Axes::All, 0.0)]
            .into_iter()
            .map(|(a, correction)| case(make(&[&[3, 4]]), [axes(a, false), vec![Attr::Float(correction)]].concat()))
            .collect(),
        "cumulative_sum"
        | "cumulative_prod"
        | "nancumsum"
        | "nancumprod"
        | "cumulative_max"
        | "cumulative_min"
        | "cumulative_logsumexp" => [(0, false, false), (1, true, false), (0, true, true), (1, false, true)]
            .into_iter()
            .map(|(axis, initial, reverse)| {
                let mut attrs = vec![Attr::Axes(axis.into()), Attr::Bool(initial), Attr::Bool(reverse)];
                if op.params.iter().any(|p| p.name == "dtype") {
                    attrs.insert(1, Attr::None);
                }
                // The initial value of logarithms and extremes is no number that moves.
                let infinite = initial && attrs.len() == 3;
                let y = make(&[&[4, 3]]);
                case(y, if infinite { [&attrs[..1], &[Attr::Bool(false)], &attrs[2..]].concat() } else { attrs })
            })
            .collect(),
        "partition" => [(0, vec![1]), (1, vec![0, -1])]
            .into_iter()
            .map(|(axis, kth)| case(make(&[&[3, 4]]), [ints(&kth), vec![Attr::Int(axis)]].concat()))
            .collect(),
        "linear_recurrence" => [(0, false), (-1, true)]
            .into_iter()
            .map(|(axis, reverse)| case(make(&[&[4, 3], &[3]]), vec![Attr::Int(axis), Attr::Bool(reverse)]))
            .collect(),
        "diff" => [(0, 1), (1, 2), (1, 9)]
            .into_iter()
            .map(|(axis, n)| case(make(&[&[3, 4]]), vec![Attr::Int(axis), Attr::Int(n)]))
            .collect(),
        "sort" => [(0, false), (1, true)]
            .into_iter()
            .map(|(axis, down)| case(make(&[&[3, 4]]), vec![Attr::Int(axis), Attr::Bool(down), Attr::Bool(true)]))
            .collect(),
        "take_along_axis" => {
            let places = Tensor::from_slice(&[2i64, 0, 2, -1], &[2, 2]).unwrap();
            vec![
                case([make(&[&[3, 2]]), vec![places.clone()]].concat(), vec![Attr::Int(0)]),
                case([make(&[&[1, 3]]), vec![places]].concat(), vec![Attr::Int(1)]),
            ]
        }
        "add_along_axis" => {
            let places = Tensor::from_slice(&[2i64, 0, 2, 2], &[2, 2]).unwrap();
            let [x, u] = make(&[&[2, 3], &[2, 1]]).try_into().unwrap();
            vec![case(vec![x, places, u], vec![Attr::Int(1)])]
        }
        "dot" => [[&[2, 3][..], &[3, 4]], [&[3], &[3]], [&[], &[2, 3]], [&[2, 2, 3], &[3, 2]]]
            .iter()
            .map(|s| case(make(s), vec![Attr::None]))
            .collect(),
        "einsum" => [
            ("ij,jk->ik", &[&[2, 3][..], &[3, 2]][..]),
            ("ij,jk,k->i", &[&[2, 3], &[3, 2], &[2]]),
            ("ii->i", &[&[3, 3]]),
            ("iij,jk->ki", &[&[2, 2, 3], &[3, 2]]),
            ("ij->", &[&[2, 3]]),
            ("ijk,jl->l", &[&[2, 3, 2], &[3, 2]]),
            ("...ij,...jk->...k", &[&[2, 2, 3], &[3, 2]]),
            ("ij,ij,i->ji", &[&[2, 3], &[1, 3], &[2]]),
            ("bij,bkj->bik", &[&[2, 2, 3], &[2, 1, 3]]),
            (",i->i", &[&[], &[3]]),
            ("ii,jj->", &[&[2, 2], &[3, 3]]),
        ]
        .iter()
        .map(|(text, shapes)| case(make(shapes), vec![Attr::Text((*text).into()), Attr::None]))
        .collect(),
        "tensordot" => vec![
            case(make(&[&[2, 3, 2], &[2, 3]]), [ints(&[1, 0]), ints(&[1, 0]), vec![Attr::None]].concat()),
            case(make(&[&[2], &[3]]), [ints(&[]), ints(&[]), vec![Attr::None]].concat()),
        ],
        "inner" => vec![case(make(&[&[2, 3], &[2, 2, 3]]), vec![Attr::None])],
        "vdot" => vec![case(make(&[&[2, 3], &[3, 2]]), vec![Attr::None])],
        "outer" | "kron" => vec![case(make(&[&[2, 3], &[3]]), vec![Attr::None])],
        "cross" => {
            vec![case(make(&[&[2, 3], &[3]]), vec![Attr::Int(-1)]), case(make(&[&[2, 3], &[2, 3]]), vec![Attr::Int(0)])]
        }
        "multi_dot" => vec![
            case(make(&[&[2, 3], &[3, 1], &[1, 2]]), vec![Attr::None]),
            case(make(&[&[2], &[2, 3], &[3, 2], &[2]]), vec![Attr::None]),
        ],
        "matrix_power" => vec![case(make(&[&[2, 2, 2]]), vec![Attr::Int(3)])],
        "diagonal" => [(0, 0, 1), (1, 2, 0), (-1, -2, -1), (9, 0, 1)]
            .map(|(k, i, j)| case(make(&[&[2, 3, 4]]), vec![Attr::Int(k), Attr::Int(i), Attr::Int(j)]))
            .into(),
        "trace" => {
            vec![case(make(&[&[2, 3, 3]]), vec![Attr::Int(1), Attr::Int(1), Attr::Int(2), Attr::None])]
        }
        "vecdot" => [(&[[2, 3], [2, 3]], 0), (&[[2, 3], [1, 3]], -1)]
            .iter()
            .map(|(s, axis)| case(make(&[&s[0][..], &s[1]]), vec![Attr::Int(*axis), Attr::None]))
            .collect(),
        "matmul" => {
            [[&[2, 3][..], &[3, 4]], [&[3], &[3]], [&[3], &[2, 3, 4]], [&[2, 2, 3], &[3]], [&[2, 1, 2, 3], &[3, 3, 2]]]
                .iter()
                .map(|s| case(make(s), vec![Attr::Word("exact")]))
                .collect()
        }
        "take" => vec![case([make(&[&[3, 2]]), vec![index()]].concat(), vec![Attr::Int(0)])],
        "gather" => {
            let column = Tensor::from_slice(&[1i64, 0, -1], &[3]).unwrap();
            vec![
                case([make(&[&[3, 2]]), vec![index()]].concat(), vec![Attr::Int(0)]),
                case([make(&[&[2, 3, 2, 2]]), vec![index(), column]].concat(), vec![Attr::Int(1)]),
            ]
        }
        "scatter" => ["set", "add", "max", "min"]
            .into_iter()
            .flat_map(|mode| {
                let column = Tensor::from_slice(&[[1i64, 0, 1], [1, 1, 0]].concat(), &[2, 3]).unwrap();
                let [x, u] = make(&[&[3, 2], &[3, 2]]).try_into().unwrap();
                let [y, v] = make(&[&[2, 3, 2, 2], &[3, 2]]).try_into().unwrap();
                [
                    case(vec![x, index(), u], vec![Attr::Int(0), Attr::Word(mode)]),
                    case(vec![y, index(), column, v], vec![Attr::Int(1), Attr::Word(mode)]),
                ]
            })
            .collect(),
        "put" => [&[2][..], &[3], &[5]]
            .iter()
            .map(|n| {
                let [x, v] = make(&[&[2, 2], n]).try_into().unwrap();
                case(vec![x, index(), v], vec![])
            })
            .collect(),
        "put_along_axis" => ["set", "max"]
            .into_iter()
            .map(|mode| {
                let places = Tensor::from_slice(&[2i64, 0, 2, 2], &[2, 2]).unwrap();
                let [x, v] = make(&[&[2, 3], &[2, 1]]).try_into().unwrap();
                case(vec![x, places, v], vec![Attr::Int(1), Attr::Word(mode)])
            })
            .collect(),
        "embedding" => vec![case([make(&[&[3, 2]]), vec![index()]].concat(), vec![])],
        "index_add" => {
            let [x, u] = make(&[&[3, 2], &[3, 2]]).try_into().unwrap();
            vec![case(vec![x, index(), u], vec![Attr::Int(0)])]
        }
        "concat" => vec![
            case(make(&[&[2, 1], &[2, 3]]), vec![Attr::Axes(1.into())]),
            case(make(&[&[2, 1], &[3]]), vec![Attr::Axes(Axes::All)]),
        ],
        "stack" => vec![case(make(&[&[2, 3], &[2, 3]]), vec![Attr::Int(-2)])],
        "swapaxes" => vec![case(make(&[&[2, 3, 4]]), vec![Attr::Int(0), Attr::Int(-1)])],
        "moveaxis" => vec![case(make(&[&[2, 3, 4]]), [ints(&[0, 1]), ints(&[-1, 0])].concat())],
        "expand_dims" => vec![case(make(&[&[2, 3]]), vec![Attr::Axes([0, 2].into())])],
        "squeeze" => vec![case(make(&[&[2, 1, 3]]), vec![Attr::Axes(Axes::All)])],
        "flip" => vec![case(make(&[&[2, 3]]), vec![Attr::Axes(1.into())])],
        "sliding_window_view" => {
            let attrs = |stride: &[i64], dilation: &[i64], axis: Axes| {
                [ints(&[2, 2]), vec![Attr::Axes(axis)], ints(stride), ints(dilation)].concat()
            };
            vec![
                case(make(&[&[4, 5]]), attrs(&[1], &[1], Axes::All)),
                case(make(&[&[5, 6]]), attrs(&[2, 1], &[1, 3], [1, 0].into())),
                case(make(&[&[6]]), attrs(&[1], &[2], [0, 0].into())),
            ]
        }
        "fold" => vec![
            case(make(&[&[2, 3, 2]]), [ints(&[6]), vec![Attr::Axes(1.into())], ints(&[2]), ints(&[1])].concat()),
            case(
                make(&[&[2, 2, 2, 2]]),
                [ints(&[3, 4]), vec![Attr::Axes(Axes::All)], ints(&[1]), ints(&[1, 2])].concat(),
            ),
        ],
        "conv" => {
            let attrs = |stride: &[i64], padding: Padding, dilation: &[i64], groups, fill, flip| {
                let rest = vec![Attr::Int(groups), Attr::Float(fill), Attr::Bool(flip)];
                [ints(stride), vec![Attr::Padding(padding)], ints(dilation), rest].concat()
            };
            vec![
                case(make(&[&[2, 3, 5], &[4, 3, 2], &[4]]), attrs(&[1], Padding::Valid, &[1], 1, 0.0, false)),
                case(make(&[&[2, 2, 6, 5], &[2, 1, 2, 3], &[]]), attrs(&[2, 3], Padding::Same, &[2, 1], 2, 0.5, true)),
                case(make(&[&[1, 4, 7], &[2, 2, 2], &[2]]), attrs(&[3], [1, 2].into(), &[1], 2, 0.0, false)),
                case(
                    make(&[&[1, 1, 2, 3, 2], &[2, 1, 2, 2, 1], &[2]]),
                    attrs(&[1], Padding::Full, &[1], 1, 0.0, false),
                ),
            ]
        }
        "conv_transpose" => {
            let attrs = |stride: &[i64], padding: Padding, extra: &[i64], dilation: &[i64], groups| {
                let rest = vec![Attr::Int(groups)];
                [ints(stride), vec![Attr::Padding(padding)], ints(extra), ints(dilation), rest].concat()
            };
            vec![
                case(make(&[&[2, 3, 4], &[3, 2, 3], &[2]]), attrs(&[2], 1.into(), &[1], &[1], 1)),
                case(make(&[&[1, 4, 2, 3], &[4, 1, 2, 2], &[]]), attrs(&[1, 2], Padding::Same, &[0], &[2, 1], 2)),
            ]
        }
        "convolve" | "correlate" => ["full", "same", "valid"]
            .into_iter()
            .flat_map(|mode| [[[5], [3]], [[2], [4]]].map(|s| (mode, s)))
            .map(|(mode, [a, b])| case(make(&[&a, &b]), vec![Attr::Word(mode)]))
            .collect(),
        "max_pool" | "avg_pool" => {
            let pool = |window: &[i64], stride: &[i64], padding: Padding, dilation: &[i64], ceil| {
                let mut attrs = [ints(window), ints(stride), vec![Attr::Padding(padding)], ints(dilation)].concat();
                attrs.push(Attr::Bool(ceil));
                if op.name == "avg_pool" {
                    attrs.push(Attr::Bool(!ceil));
                }
                attrs
            };
            vec![
                case(make(&[&[2, 5]]), pool(&[2], &[], Padding::Valid, &[1], true)),
                case(make(&[&[2, 5, 4]]), pool(&[3, 2], &[2, 1], [1, 0].into(), &[1, 2], false)),
            ]
        }
        "adaptive_max_pool" | "adaptive_avg_pool" => {
            vec![case(make(&[&[2, 5, 4]]), ints(&[3, 2])), case(make(&[&[2, 3]]), ints(&[5]))]
        }
        "interpolate" => [("nearest", false), ("nearest-exact", false), ("linear", true), ("cubic", false)]
            .into_iter()
            .map(|(mode, corners)| {
                case(make(&[&[2, 3, 4]]), [ints(&[5, 2]), vec![Attr::Word(mode), Attr::Bool(corners)]].concat())
            })
            .collect(),
        "pad_edges" => ["edge", "reflect", "symmetric", "wrap"]
            .into_iter()
            .map(|mode| case(make(&[&[2, 3]]), [ints(&[1, 0, 5, 2]), vec![Attr::Word(mode)]].concat()))
            .collect(),
        "tile" => vec![case(make(&[&[2, 3]]), ints(&[2, 1, 3])), case(make(&[&[2, 3]]), ints(&[2]))],
        "repeat" => [Axes::All, Axes::from(0)]
            .into_iter()
            .map(|a| case(make(&[&[2, 3]]), vec![Attr::Int(2), Attr::Axes(a)]))
            .collect(),
        "roll" => [(Axes::All, &[4][..]), (Axes::from([0, 1]), &[1, -1])]
            .into_iter()
            .map(|(a, by)| case(make(&[&[2, 3]]), [ints(by), vec![Attr::Axes(a)]].concat()))
            .collect(),
        "pad" => vec![case(make(&[&[2, 3], &[]]), ints(&[1, 0, 2, 1]))],
        "reshape" => vec![case(make(&[&[2, 3]]), ints(&[3, -1]))],
        "permute_dims" => vec![case(make(&[&[2, 3, 4]]), ints(&[2, 0, -2]))],
        "broadcast_to" => vec![case(make(&[&[3, 1]]), ints(&[2, 3, 4]))],
        "narrow" => vec![case(make(&[&[2, 5]]), vec![Attr::Int(1), Attr::Int(1), Attr::Int(3)])],
        "where" => {
            let c = Tensor::from_slice(&[true, false, true], &[3]).unwrap();
            let [a, b] = make(&[&[2, 3], &[3]]).try_into().unwrap();
            vec![case(vec![c, a, b], vec![])]
        }
        "astype" => vec![],
        "tril" | "triu" => [-1, 0, 2].map(|k| case(make(&[&[2, 3, 4]]), vec![Attr::Int(k)])).into(),
        "softmax" | "log_softmax" => [Axes::from(0), Axes::from(-1), Axes::from([0, 2]), Axes::All]
            .into_iter()
            .map(|a| case(make(&[&[2, 3, 2]]), vec![Attr::Axes(a)]))
            .collect(),
        "elu" => vec![case(make(&[&[2, 3]]), vec![Attr::Float(1.5)])],
        "leaky_relu" => vec![case(make(&[&[2, 3]]), vec![Attr::Float(0.1)])],
        "hard_sigmoid" => vec![case(make(&[&[2, 3]]), vec![Attr::Float(0.3), Attr::Float(0.4)])],
        "layer_norm" => vec![case(make(&[&[2, 5], &[5], &[5]]), vec![Attr::Float(1e-3)])],
        "rms_norm" => [&[5][..], &[]].map(|w| case(make(&[&[2, 5], w]), vec![Attr::Float(1e-3)])).into(),
        "group_norm" => vec![case(make(&[&[2, 4, 3], &[4], &[]]), vec![Attr::Int(2), Attr::Float(1e-3)])],
        "batch_norm" => vec![case(make(&[&[2, 3, 2], &[3], &[3], &[3], &[3]]), vec![Attr::Float(1e-3)])],
        "glu" | "reglu" | "swiglu" | "geglu" => {
            vec![case(make(&[&[2, 6]]), vec![Attr::Int(-1)]), case(make(&[&[4, 3]]), vec![Attr::Int(0)])]
        }
        "rope" => [false, true]
            .map(|neighbours| case(make(&[&[2, 3, 4], &[3]]), vec![Attr::Float(100.0), Attr::Bool(neighbours)]))
            .into(),
        "scaled_dot_product_attention" => vec![
            case(make(&[&[2, 4, 3, 2], &[2, 2, 5, 2], &[2, 2, 5, 3]]), vec![Attr::Bool(false), Attr::Float(0.0)]),
            case(make(&[&[4, 2], &[4, 2], &[4, 3]]), vec![Attr::Bool(true), Attr::Float(0.5)]),
        ],
        "masked_attention" => {
            let mask = tensor![[true, false, true], [false, false, false]];
            vec![
                case(make(&[&[2, 2, 2], &[1, 3, 2], &[1, 3, 1], &[2, 3]]), vec![Attr::Bool(false), Attr::Float(0.0)]),
                case(
                    [make(&[&[2, 2], &[3, 2], &[3, 1]]), vec![mask]].concat(),
                    vec![Attr::Bool(true), Attr::Float(0.0)],
                ),
            ]
        }
        "mse_loss" | "l1_loss" | "binary_cross_entropy" | "binary_cross_entropy_with_logits" | "kl_div" => {
            let word = |word| vec![Attr::Word(word)];
            ["mean", "sum", "none"].map(|how| case(make(&[&[2, 3], &[3]]), word(how))).into()
        }
        "huber_loss" => vec![case(make(&[&[2, 3], &[3]]), vec![Attr::Word("mean"), Attr::Float(0.7)])],
        "nll_loss" | "cross_entropy" => {
            let target = tensor![[0, 2, 1], [-1, 1, 1]];
            let mut attrs = vec![Attr::Word("mean"), Attr::Int(1), Attr::Int(-1)];
            attrs.extend((op.name == "cross_entropy").then_some(Attr::Float(0.2)));
            let mut each = attrs.clone();
            each[0] = Attr::Word("none");
            [attrs, each].map(|attrs| case([make(&[&[2, 3, 3]]), vec![target.clone()]].concat(), attrs)).into()
        }
        "cosine_similarity" => vec![case(make(&[&[2, 3], &[3]]), vec![Attr::Int(-1), Attr::Float(1e-8)])],
        "solve" | "solve_triangular" => {
            let flags = |upper, unit| vec![Attr::Bool(upper), Attr::Bool(unit)];
            let all = if op.name == "solve" { vec![vec![]] } else { vec![flags(false, false), flags(true, true)] };
            let shapes: [[&[usize]; 2]; 3] = [[&[3, 3], &[3]], [&[2, 3, 3], &[3, 2]], [&[3, 3], &[2, 3, 1]]];
            let mut out = vec![];
            for attrs in all {
                for shapes in shapes {
                    let [a, b] = make(&shapes).try_into().unwrap();
                    out.push(case(vec![regular(&a), b], attrs.clone()));
                }
            }
            out
        }
        "solve_tridiagonal" => {
            let mut x = make(&[&[4], &[2, 4], &[4], &[4, 2]]);
            x[1] = x[1].add(7.0).unwrap();
            vec![case(x, vec![])]
        }
        "det" | "inv" | "slogdet_packed" | "adjugate" => {
            vec![case(vec![regular(&make(&[&[2, 3, 3]])[0])], vec![])]
        }
        "expm" => vec![case(vec![make(&[&[2, 3, 3]])[0].multiply(0.5).unwrap()], vec![])],
        "pinv" => {
            let rtol = Tensor::scalar(0, DType::Int64).unwrap();
            [&[3, 2][..], &[2, 3]].map(|s| case(vec![make(&[s]).remove(0), rtol.clone()], vec![])).into()
        }
        "cholesky" | "eigh_packed" | "eigvalsh" => {
            [false, true].map(|upper| case(vec![regular(&make(&[&[3, 3]])[0])], vec![Attr::Bool(upper)])).into()
        }
        "qr_packed" => [(&[4, 2][..], "reduced"), (&[2, 2, 4], "reduced"), (&[3, 3], "complete")]
            .into_iter()
            .map(|(s, mode)| case(make(&[s]), vec![Attr::Word(mode)]))
            .collect(),
        "svd_packed" => [(&[4, 2][..], false), (&[2, 4], false), (&[2, 3, 3], true)]
            .into_iter()
            .map(|(s, full)| case(make(&[s]), vec![Attr::Bool(full)]))
            .collect(),
        "svdvals" => vec![case(make(&[&[2, 4, 3]]), vec![])],
        "vector_norm" => {
            let orders = [2.0, 1.0, 3.0, 0.5, f64::INFINITY, f64::NEG_INFINITY];
            let one =
                |ord| case(make(&[&[2, 3, 2]]), [axes(Axes::from([0, 2]), false), vec![Attr::Float(ord)]].concat());
            orders.map(one).into()
        }
        // Integers where the slope has no closed form.
        "polygamma" | "gammainc" | "gammaincc" | "zeta" => {
            vec![case(
                [vec![tensor![[2i64, 3, 4], [1, 5, 2]].add(i64::from(op.name == "zeta")).unwrap()], make(&[&[3]])]
                    .concat(),
                vec![],
            )]
        }
        "betainc" => vec![case([vec![tensor![[2i64], [3]], tensor![1i64, 4, 2]], make(&[&[2, 3]])].concat(), vec![])],
        "matrix_norm" => ["fro", "nuc", "1", "-1", "2", "-2", "inf", "-inf"]
            .map(|ord| case(make(&[&[2, 3, 4]]), vec![Attr::Bool(true), Attr::Word(ord)]))
            .into(),
        "fft" | "ifft" | "rfft" | "irfft" | "hfft" | "ihfft" => [
            (Attr::None, -1, "backward"),
            (Attr::Int(2), 0, "ortho"),
            (Attr::Int(7), 1, "forward"),
            (Attr::Int(4), -1, "backward"),
        ]
        .into_iter()
        .map(|(n, axis, norm)| case(make(&[&[3, 5]]), vec![n, Attr::Int(axis), Attr::Word(norm)]))
        .collect(),
        "fftn" | "ifftn" | "rfftn" | "irfftn" => [
            (Axes::All, Attr::None, "backward"),
            (Axes::from([2, 0]), Attr::Ints([5, 2].into_iter().collect()), "ortho"),
            (Axes::from([1, 1]), Attr::None, "forward"),
        ]
        .into_iter()
        .map(|(axes, s, norm)| case(make(&[&[2, 3, 3]]), vec![Attr::Axes(axes), s, Attr::Word(norm)]))
        .collect(),
        "fftshift" | "ifftshift" => vec![case(make(&[&[3, 4]]), vec![Attr::Axes(Axes::All)])],
        "dct" | "idct" | "dst" | "idst" => (1..5)
            .flat_map(|kind| ["backward", "ortho", "forward"].map(|norm| (kind, norm)))
            .zip([Attr::None, Attr::Int(3), Attr::Int(6)].into_iter().cycle())
            .map(|((kind, norm), n)| case(make(&[&[4, 2]]), vec![Attr::Int(kind), n, Attr::Int(0), Attr::Word(norm)]))
            .collect(),
        "fftconvolve" => ["full", "same", "valid"]
            .into_iter()
            .flat_map(|mode| {
                let attrs = |axes| vec![Attr::Axes(axes), Attr::Word(mode)];
                [
                    case(make(&[&[3, 4], &[2, 3]]), attrs(Axes::All)),
                    case(make(&[&[1, 2, 3], &[2, 1, 4]]), attrs(Axes::from(-1))),
                ]
            })
            .collect(),
        _ => match op.args {
            Args::Fixed([_]) => vec![case(make(&[&[2, 3]]), vec![])],
            Args::Fixed([_, _]) => vec![case(make(&[&[2, 3], &[3]]), vec![]), case(make(&[&[1, 1], &[2, 2]]), vec![])],
            Args::Fixed([_, _, _]) => vec![case(make(&[&[2, 3], &[3], &[2, 1]]), vec![])],
            _ => panic!("{}: no case of its gradient", op.name),
        },
    }
}

#[test]
fn every_rule_equals_central_differences() {
    let mut r = Random(77);
    for op in ops::ALL {
        if matches!(op.grad, Grad::None) {
            continue;
        }
        for case in cases(op, &mut r) {
            check(&case, &mut r);
        }
    }
}

#[test]
fn rules_that_take_complex_numbers_equal_central_differences() {
    let mut r = Random(78);
    let unit = Tensor::scalar(Scalar::Complex([0.0, 1.0]), DType::Complex128).unwrap();
    let mut tried = 0;
    for op in ops::ALL.iter().copied().filter(|op| passes_complex(op)) {
        if matches!(op.grad, Grad::FromMeaning) && !ops::is_fft(op) {
            continue;
        }
        for mut case in cases(op, &mut r) {
            // One operand stays real now and then.
            let real = case.x.len() == 2 && tried % 2 == 1;
            for x in case.x.iter_mut().skip(usize::from(real)).filter(|x| x.dtype() == DType::Float64) {
                let imaginary = tensor(DType::Float64, x.shape(), (0.3, 1.0), false, &mut r);
                *x = x.add(&imaginary.multiply(&unit).unwrap()).unwrap();
            }
            let types: Vec<Ty> = case.x.iter().map(|x| Ty { shape: x.shape(), dtype: x.dtype() }).collect();
            if infer(op, &types, &case.attrs).is_ok() {
                check(&case, &mut r);
                tried += 1;
            }
        }
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn gradients_go_through_spectra_and_back_to_real_numbers() {
    let mut r = Random(79);
    let x = tensor(DType::Float64, &[6], (-1.0, 1.0), false, &mut r);
    let filter = tensor(DType::Complex128, &[4], (-1.0, 1.0), false, &mut r);
    let of = |x: &Tensor| {
        let (leaf, filter) = (Expr::leaf(x.view().clone()), Expr::leaf(filter.view().clone()));
        let none = |norm| Attrs::from_iter([Attr::None, Attr::Int(-1), Attr::Word(norm)]);
        let spectrum = Expr::apply(&ops::RFFT, &[&leaf], none("backward")) * filter;
        let size = Expr::apply(&ops::ABS, &[&spectrum], Attrs::new());
        let back = Expr::apply(&ops::IRFFT, &[&spectrum], none("backward"));
        let y = (&size * &size).sum(&Axes::All, false) + (back.sin() * &back).sum(&Axes::All, false);
        (leaf, y)
    };
    let value = |x: &Tensor| Tensor::from_view(exec::eval(&of(x).1).unwrap()).item::<f64>().unwrap();
    let (leaf, y) = of(&x);
    let one = Expr::leaf(Tensor::ones(&[], DType::Float64).unwrap().into_view());
    let grad = vjp(&y, &one, &[leaf]).unwrap().remove(0).unwrap();
    let grad = Tensor::from_view(exec::eval(&grad).unwrap()).to_vec::<f64>().unwrap();
    for (j, grad) in grad.into_iter().enumerate() {
        let at = |by: f64| {
            let mut moved = x.to_vec::<f64>().unwrap();
            moved[j] += by;
            value(&Tensor::from_slice(&moved, &[6]).unwrap())
        };
        let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
        assert!((slope - grad).abs() < 1e-6 * slope.abs().max(1.0), "{j}: {grad}, {slope}");
    }
}

#[test]
fn entries_without_gradient_are_those_that_cannot_have_one() {
    for op in ops::ALL.iter().filter(|op| matches!(op.grad, Grad::None)) {
        let question = ["all", "any", "count_nonzero", "one_hot", "isin"].contains(&op.name);
        let place = op.name.starts_with("arg") || op.name.starts_with("nanarg") || op.name == "searchsorted";
        let whole = matches!(op.dtype, DTypeRule::Bits | DTypeRule::Integer);
        let truth = matches!(op.meaning, Meaning::Compare(_) | Meaning::Test(_)) || op.name.starts_with("logical_");
        // Eigenvectors of any matrix jump where eigenvalues meet.
        let complex = matches!(op.dtype, DTypeRule::Complex);
        let closed = truth || whole || question || place || complex;
        assert!(closed, "{} has no gradient", op.name);
    }
    let x = Expr::leaf(Tensor::ones(&[2], DType::Float64).unwrap().into_view());
    let y = x.binary(&ops::LESS, &(&x * 2.0)).astype(DType::Float64);
    let e = vjp(&y, &x, std::slice::from_ref(&x)).unwrap_err();
    assert!(e.to_string().starts_with("less:"), "{e}");
}

#[test]
fn parameters_without_a_slope_refuse_by_name() {
    let leaves = [tensor![1.5], tensor![0.5]].map(|t| Expr::leaf(t.into_view()));
    let y = Expr::apply(&ops::GAMMAINC, &[&leaves[0], &leaves[1]], Attrs::new());
    let seed = Expr::leaf(Tensor::ones(&[1], DType::Float64).unwrap().into_view());
    let e = vjp(&y, &seed, &leaves[..1]).unwrap_err().to_string();
    assert!(e.starts_with("gammainc: a = a gradient"), "{e}");
    assert!(vjp(&y, &seed, &leaves[1..]).unwrap()[0].is_some());
}

#[test]
fn casts_pass_gradients_straight_through() {
    let x = Tensor::from_slice(&[0.1, 0.2, 0.3], &[3]).unwrap();
    let leaf = Expr::leaf(x.view().clone());
    let y = leaf.astype(DType::Float16).astype(DType::Float64);
    let seed = Expr::leaf(Tensor::from_slice(&[1.0, 2.0, 3.0], &[3]).unwrap().into_view());
    let g = vjp(&y, &seed, &[leaf]).unwrap().remove(0).unwrap();
    let g = Tensor::from_view(exec::eval(&g).unwrap());
    assert_eq!((g.dtype(), g.to_vec::<f64>().unwrap()), (DType::Float64, vec![1.0, 2.0, 3.0]));
}

#[test]
fn second_derivatives_come_from_the_same_rules() {
    let x = Tensor::from_slice(&[0.3, -1.2], &[2]).unwrap();
    let leaf = Expr::leaf(x.view().clone());
    let one = Expr::leaf(Tensor::ones(&[2], DType::Float64).unwrap().into_view());
    let first = vjp(&leaf.sin(), &one, std::slice::from_ref(&leaf)).unwrap().remove(0).unwrap();
    let second = vjp(&first, &one, &[leaf]).unwrap().remove(0).unwrap();
    let got = Tensor::from_view(exec::eval(&second).unwrap()).to_vec::<f64>().unwrap();
    for (g, x) in got.iter().zip([0.3f64, -1.2]) {
        assert!((g + x.sin()).abs() < 1e-15);
    }
}

/// The gradient of `sum(weights * op(x))`, the weights being 1, 2, 3, ...
fn gradient(op: Op, x: &Tensor, attrs: Vec<Attr>) -> Vec<f64> {
    let leaf = Expr::leaf(x.view().clone());
    let y = Expr::apply(op, &[&leaf], attrs.into());
    let n = y.shape().iter().product();
    let shape: Vec<i64> = y.shape().iter().map(|&n| n as i64).collect();
    let weights = (&Tensor::arange(n).unwrap() + 1).astype(DType::Float64).unwrap().reshape(&shape).unwrap();
    let grad = vjp(&y, &Expr::leaf(weights.into_view()), &[leaf]).unwrap().remove(0).unwrap();
    Tensor::from_view(exec::eval(&grad).unwrap()).to_vec::<f64>().unwrap()
}

#[test]
fn slopes_of_products_are_right_with_zeros() {
    let x = tensor![[2.0, 0.0, 3.0], [0.0, 5.0, 0.0]];
    let over = |axis: Axes| vec![Attr::Axes(axis), Attr::Bool(false), Attr::None];
    assert_eq!(gradient(&ops::PROD, &x, over(Axes::from(1))), [0.0, 6.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(gradient(&ops::PROD, &x, over(Axes::from(0))), [0.0, 10.0, 0.0, 2.0, 0.0, 9.0]);
    let scan = vec![Attr::Axes(Axes::from(1)), Attr::None, Attr::Bool(false), Attr::Bool(false)];
    // 2a + ... : d/dx of x0, 2 x0 x1, 3 x0 x1 x2 and of 4 x0, 5 x0 x1, 6 x0 x1 x2.
    assert_eq!(gradient(&ops::CUMULATIVE_PROD, &x, scan), [1.0, 22.0, 0.0, 29.0, 0.0, 0.0]);
}

#[test]
fn running_extremes_and_logarithms_send_gradients_where_pytorch_does() {
    let scan = |reverse| vec![Attr::Axes(Axes::All), Attr::Bool(false), Attr::Bool(reverse)];
    let x = tensor![1.0, 3.0, 3.0, 2.0];
    assert_eq!(gradient(&ops::CUMULATIVE_MAX, &x, scan(false)), [1.0, 2.0, 7.0, 0.0]);
    assert_eq!(gradient(&ops::CUMULATIVE_MAX, &x, scan(true)), [0.0, 3.0, 3.0, 4.0]);
    assert_eq!(gradient(&ops::CUMULATIVE_MIN, &x, scan(false)), [10.0, 0.0, 0.0, 0.0]);
    let nan = tensor![1.0, f64::NAN, 3.0];
    assert_eq!(gradient(&ops::CUMULATIVE_MAX, &nan, scan(false)), [1.0, 5.0, 0.0]);
    let low = f64::NEG_INFINITY;
    assert_eq!(gradient(&ops::CUMULATIVE_LOGSUMEXP, &tensor![low, low], scan(false)), [0.0, 0.0]);
    let first = gradient(&ops::CUMULATIVE_LOGSUMEXP, &tensor![low, 0.0, low], scan(false));
    assert_eq!((first[0], first[2]), (0.0, 0.0));
    assert!((first[1] - 5.0).abs() < 1e-14);
    // The initial value is moved by nothing.
    let initial = vec![Attr::Axes(Axes::All), Attr::Bool(true), Attr::Bool(false)];
    assert_eq!(gradient(&ops::CUMULATIVE_MIN, &x, initial), [14.0, 0.0, 0.0, 0.0]);
}

#[test]
fn gradients_of_quantiles_stop_at_nan_and_pass_the_chosen() {
    let over = |method| vec![Attr::Axes(Axes::All), Attr::Bool(false), Attr::Word(method)];
    let of = |op, x: &Tensor, method| {
        let leaf = Expr::leaf(x.view().clone());
        let q = Expr::leaf(tensor![0.5f32].into_view());
        let y = Expr::apply(op, &[&leaf, &q], over(method).into());
        let one = Expr::leaf(Tensor::ones(&[1], DType::Float64).unwrap().into_view());
        let grad = vjp(&y, &one, &[leaf]).unwrap().remove(0).unwrap();
        Tensor::from_view(exec::eval(&grad).unwrap()).to_vec::<f64>().unwrap()
    };
    let x = tensor![4.0, 1.0, 9.0, 2.0];
    assert_eq!(of(&ops::QUANTILE, &x, "lower"), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(of(&ops::QUANTILE, &x, "higher"), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(of(&ops::QUANTILE, &x, "midpoint"), [0.5, 0.0, 0.0, 0.5]);
    assert_eq!(of(&ops::NANQUANTILE, &tensor![4.0, f64::NAN, 2.0], "linear"), [0.5, 0.0, 0.5]);
}

#[test]
fn kinks_of_reductions_follow_pytorch() {
    let over = || vec![Attr::Axes(Axes::All), Attr::Bool(false)];
    let x = tensor![3.0, 1.0, 3.0, 3.0];
    let third = 1.0 / 3.0;
    assert_eq!(gradient(&ops::MAX, &x, over()), [third, 0.0, third, third]);
    let same = tensor![2.0, 2.0];
    let deviation = vec![Attr::Axes(Axes::All), Attr::Bool(false), Attr::Float(0.0)];
    assert_eq!(gradient(&ops::STD, &same, deviation), [0.0, 0.0]);
    let low = f64::NEG_INFINITY;
    assert_eq!(gradient(&ops::LOGSUMEXP, &tensor![low, 0.0, low], over()), [0.0, 1.0, 0.0]);
    assert_eq!(gradient(&ops::LOGSUMEXP, &tensor![low, low], over()), [0.0, 0.0]);
    let nan = f64::NAN;
    assert_eq!(gradient(&ops::NANMAX, &tensor![nan, 4.0], over()), [0.0, 1.0]);
    assert_eq!(gradient(&ops::NANMAX, &tensor![nan, nan], over()), [0.0, 0.0]);
    assert_eq!(gradient(&ops::NANMEAN, &tensor![nan, 4.0, 5.0], over()), [0.0, 0.5, 0.5]);
}

#[test]
fn gradients_that_are_those_of_real_numbers_only_are_refused_by_name() {
    let z = Tensor::ones(&[2, 2], DType::Complex128).unwrap();
    let leaf = Expr::leaf(z.view().clone());
    let seed = Expr::leaf(Tensor::ones(&[], DType::Float64).unwrap().into_view());
    let y = Expr::apply(&ops::ABS, &[&Expr::apply(&ops::DET, &[&leaf], Attrs::new())], Attrs::new());
    let e = vjp(&y, &seed, &[leaf]).unwrap_err().to_string();
    assert!(e.starts_with("det: not defined for complex128. It has a gradient for real numbers only"), "{e}");
}

#[test]
fn gradients_of_norms_at_zeros_are_zeros() {
    let norm = |ord: f64| vec![Attr::Axes(Axes::All), Attr::Bool(false), Attr::Float(ord)];
    for ord in [2.0, 1.0, 3.0, f64::INFINITY, 0.0] {
        assert_eq!(gradient(&ops::VECTOR_NORM, &tensor![0.0, 0.0, 0.0], norm(ord)), [0.0; 3], "{ord}");
    }
    assert_eq!(gradient(&ops::VECTOR_NORM, &tensor![3.0, 4.0, 0.0], norm(2.0)), [0.6, 0.8, 0.0]);
    let matrix = |ord| vec![Attr::Bool(false), Attr::Word(ord)];
    assert_eq!(gradient(&ops::MATRIX_NORM, &tensor![[0.0, 0.0], [0.0, 0.0]], matrix("fro")), [0.0; 4]);
    let leaf = Expr::leaf(tensor![0.0, 0.0, 0.0].into_view());
    let y = Expr::apply(&ops::VECTOR_NORM, &[&leaf], norm(2.0).into());
    let seed = Expr::leaf(Tensor::ones(&[], DType::Float64).unwrap().into_view());
    let grad = vjp(&(&y * &y), &seed, &[leaf]).unwrap().remove(0).unwrap();
    assert_eq!(Tensor::from_view(exec::eval(&grad).unwrap()), tensor![0.0, 0.0, 0.0]);
}

#[test]
fn slopes_of_a_determinant_are_the_cofactors_of_a_singular_matrix_too() {
    let got = gradient(&ops::DET, &tensor![[1.0, 2.0], [2.0, 4.0]], vec![]);
    for (got, need) in got.iter().zip([4.0, -2.0, -2.0, 1.0]) {
        assert!((got - need).abs() < 1e-12, "{got} {need}");
    }
}

#[test]
fn gradients_of_square_factors_of_other_matrices_are_refused_by_name() {
    let refused = |op, attrs: Vec<Attr>| {
        let leaf = Expr::leaf(tensor![[1.0], [2.0]].into_view());
        let y = Expr::apply(op, &[&leaf], attrs.into());
        let seed = Expr::leaf(Tensor::ones(y.shape(), DType::Float64).unwrap().into_view());
        vjp(&y, &seed, &[leaf]).unwrap_err().to_string()
    };
    let e = refused(&ops::QR_PACKED, vec![Attr::Word("complete")]);
    assert!(e.starts_with("qr: mode = complete"), "{e}");
    let e = refused(&ops::SVD_PACKED, vec![Attr::Bool(true)]);
    assert!(e.starts_with("svd: full_matrices = true"), "{e}");
}

#[test]
fn gradients_at_zeros_and_ties() {
    let grads = |op, x: &Tensor, y: &Tensor| {
        let leaves = [x, y].map(|t| Expr::leaf(t.view().clone()));
        let out = Expr::apply(op, &[&leaves[0], &leaves[1]], Attrs::new());
        let seed = Expr::leaf(Tensor::ones(x.shape(), DType::Float64).unwrap().into_view());
        let grads = vjp(&out, &seed, &leaves).unwrap().into_iter();
        grads.map(|g| Tensor::from_view(exec::eval(&g.unwrap()).unwrap())).collect::<Vec<_>>()
    };
    let g = grads(&ops::POWER, &tensor![0.0, 0.0, 3.0], &tensor![0.0, 2.0, 0.0]);
    let log = tensor![1.0, 1.0, 3.0].log().unwrap();
    assert_eq!(g, [tensor![0.0, 0.0, 0.0], log]);
    let g = grads(&ops::MAXIMUM, &tensor![1.0, 2.0], &tensor![1.0, 3.0]);
    assert_eq!(g, [tensor![0.5, 0.0], tensor![0.5, 1.0]]);
    let g = grads(&ops::FMAX, &tensor![f64::NAN, 2.0], &tensor![1.0, f64::NAN]);
    assert_eq!(g, [tensor![0.0, 1.0], tensor![1.0, 0.0]]);
}
