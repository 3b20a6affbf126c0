//! Sums of products against their plain definition: a loop over the values of every label.

use polyad::ir::ops;
use polyad::{
    DType, DiagonalOptions, EinsumOptions, Error, InnerOptions, Kind, Slice, Tensor, TraceOptions, VdotOptions, einsum,
    exec, tensor,
};

use crate::oracle::{Value, is_near, values};
use crate::samples::{Random, tensor as random};

fn number(v: Value) -> [f64; 2] {
    match v {
        Value::F(x) => [x, 0.0],
        Value::I(x) => [x as f64, 0.0],
        Value::U(x) => [x as f64, 0.0],
        Value::C(z) => z,
    }
}

/// What an equation with an output and without `...` says: shape, sums, and sums of magnitudes.
fn plain(equation: &str, operands: &[&Tensor]) -> (Vec<usize>, Vec<([f64; 2], f64)>) {
    let (left, right) = equation.split_once("->").unwrap();
    let terms: Vec<Vec<char>> = left.split(',').map(|t| t.chars().collect()).collect();
    let mut labels: Vec<char> = right.chars().collect();
    for label in terms.iter().flatten() {
        if !labels.contains(label) {
            labels.push(*label);
        }
    }
    let place = |label: &char| labels.iter().position(|l| l == label).unwrap();
    let mut extents = vec![1; labels.len()];
    for (term, x) in terms.iter().zip(operands) {
        for (label, &n) in term.iter().zip(x.shape()) {
            extents[place(label)] = if n == 1 { extents[place(label)] } else { n };
        }
    }
    let shape: Vec<usize> = extents[..right.len()].to_vec();
    let all: Vec<Vec<Value>> = operands.iter().map(|x| values(x)).collect();
    let mut out = vec![([0.0; 2], 0.0); shape.iter().product()];
    for at in 0..extents.iter().product::<usize>() {
        let mut index = vec![0; labels.len()];
        let mut rest = at;
        for (i, &n) in index.iter_mut().zip(&extents).rev() {
            *i = rest % n;
            rest /= n;
        }
        let mut product = [1.0, 0.0];
        for ((term, x), values) in terms.iter().zip(operands).zip(&all) {
            let flat = term.iter().zip(x.shape()).fold(0, |flat, (label, &n)| flat * n + index[place(label)] % n);
            let [a, b] = number(values[flat]);
            product = [product[0] * a - product[1] * b, product[0] * b + product[1] * a];
        }
        let to = shape.iter().zip(&index).fold(0, |flat, (&n, &i)| flat * n + i);
        let (sum, size) = &mut out[to];
        *sum = [sum[0] + product[0], sum[1] + product[1]];
        *size += product[0].hypot(product[1]);
    }
    (shape, out)
}

#[track_caller]
fn check(equation: &str, operands: &[&Tensor]) {
    let what = format!("{equation} {:?}", operands.iter().map(|x| (x.dtype(), x.shape())).collect::<Vec<_>>());
    let got = einsum(equation, operands).unwrap_or_else(|e| panic!("{what}: {e}"));
    let (shape, want) = plain(equation, operands);
    assert_eq!(got.shape(), shape, "{what}");
    let tolerance = match got.dtype() {
        DType::Float64 | DType::Complex128 => 1e-14,
        DType::BFloat16 => 1e-2,
        d if d.is_float() => 3e-6,
        _ => 0.0,
    };
    for (i, (g, (w, size))) in values(&got).into_iter().zip(want).enumerate() {
        let g = number(g);
        if got.dtype().is_float() {
            let slack = tolerance * size;
            let near = is_near(got.dtype(), g[0], w[0], slack)
                && (got.dtype().kind() != Kind::Complex || is_near(got.dtype(), g[1], w[1], slack));
            assert!(near, "{what}: element {i} is {g:?}, not {w:?}");
        } else {
            let wrapped = Tensor::scalar(w[0] as i64, DType::Int64).unwrap().astype(got.dtype()).unwrap();
            assert_eq!(number(values(&wrapped)[0]), g, "{what}: element {i}");
        }
    }
}

#[test]
fn equations_on_every_kind_of_dtype_and_layout() {
    let mut r = Random(3);
    for dtype in [
        DType::Float32,
        DType::Float64,
        DType::BFloat16,
        DType::Int8,
        DType::UInt64,
        DType::Int4,
        DType::Complex64,
        DType::Complex128,
        DType::Q8_0,
    ] {
        for (equation, shapes) in [
            ("ij,jk->ik", &[&[3, 4][..], &[4, 5]][..]),
            ("ij,jk->ki", &[&[3, 4], &[4, 5]]),
            ("ij,kj->ik", &[&[3, 4], &[5, 4]]),
            ("ijk,kl->jli", &[&[2, 3, 4], &[4, 5]]),
            ("bij,bjk->bik", &[&[2, 3, 4], &[2, 4, 5]]),
            ("ijb,jkb->kbi", &[&[3, 4, 2], &[4, 5, 2]]),
            ("ij,jk,kl->il", &[&[3, 4], &[4, 2], &[2, 5]]),
            ("i,j,k,l,m,n->mn", &[&[2], &[3], &[2], &[2], &[3], &[2]]),
            ("abcd,cdef,efab->", &[&[2, 2, 3, 2], &[3, 2, 2, 2], &[2, 2, 2, 2]]),
            ("ii->i", &[&[4, 4]]),
            ("iji->ij", &[&[3, 2, 3]]),
            ("iii,i->", &[&[3, 3, 3], &[3]]),
            ("ij->", &[&[3, 4]]),
            ("ij->ji", &[&[3, 4]]),
            ("ij,ij->", &[&[3, 4], &[3, 4]]),
            ("ij,i->j", &[&[1, 4], &[5]]),
            ("ij,jk->ik", &[&[3, 1], &[4, 5]]),
            ("i,ij,ij->ji", &[&[3], &[1, 4], &[3, 4]]),
            (",ij,->ij", &[&[], &[2, 3], &[]]),
            ("ij,jk->ik", &[&[3, 0], &[0, 5]]),
            ("ab,cd->dbca", &[&[2, 3], &[2, 2]]),
        ] {
            // A block format has no scalars.
            if dtype.is_quantized() && shapes.iter().any(|s| s.is_empty() || s.contains(&0)) {
                continue;
            }
            let made: Vec<Tensor> = shapes.iter().map(|s| random(dtype, s, (-1.0, 1.0), false, &mut r)).collect();
            check(equation, &made.iter().collect::<Vec<_>>());
            // The same shapes by other strides.
            let turned: Vec<Tensor> = shapes
                .iter()
                .map(|s| {
                    let back: Vec<usize> = s.iter().rev().copied().collect();
                    let axes: Vec<i64> = (0..s.len() as i64).rev().collect();
                    random(dtype, &back, (-1.0, 1.0), false, &mut r).permute_dims(&axes).unwrap().flip(()).unwrap()
                })
                .collect();
            check(equation, &turned.iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn axes_under_dots_broadcast() {
    let (x, y) = (
        Tensor::arange(24).unwrap().reshape(&[4, 2, 3]).unwrap(),
        Tensor::arange(30).unwrap().reshape(&[5, 1, 3, 2]).unwrap(),
    );
    let got = einsum("...ij,...jk->ik...", &[&x, &y]).unwrap();
    assert_eq!(got, x.matmul(&y).unwrap().permute_dims(&[2, 3, 0, 1]).unwrap());
    assert_eq!(einsum("...", &[&x]).unwrap(), x);
    assert_eq!(einsum("...i", &[&x]).unwrap(), x);
    assert_eq!(einsum("i...->...", &[&x]).unwrap(), x.sum(0).unwrap());
}

#[test]
fn what_is_neither_multiplied_nor_summed_is_a_view() {
    let x = Tensor::arange(9).unwrap().reshape(&[3, 3]).unwrap();
    for equation in ["ii->i", "ij->ji", "ji", "..."] {
        assert!(einsum(equation, &[&x]).unwrap().shares_storage(&x), "{equation}");
    }
    einsum("ii->i", &[&x]).unwrap().fill(-1).unwrap();
    assert_eq!(x, tensor![[-1, 1, 2], [3, -1, 5], [6, 7, -1]]);
}

#[test]
fn integers_wrap_once_or_come_out_wide() {
    let x = Tensor::from_slice(&[127i8; 1000], &[1000]).unwrap();
    let wide = Some(DType::Int64);
    let narrow = (1000 * 127 * 127) as i8;
    assert_eq!(einsum("i,i", &[&x, &x]).unwrap().item::<i8>().unwrap(), narrow);
    assert_eq!(x.einsum_with(&[&x], "i,i", EinsumOptions { dtype: wide }).unwrap().item::<i64>().unwrap(), 16_129_000);
    assert_eq!(x.vdot_with(&x, VdotOptions { dtype: wide }).unwrap().item::<i64>().unwrap(), 16_129_000);
    assert_eq!(x.inner_with(&x, InnerOptions { dtype: wide }).unwrap().item::<i64>().unwrap(), 16_129_000);
    assert_eq!(x.vdot(&x).unwrap().item::<i8>().unwrap(), narrow);
    // Past float64: 2^60 + 1 and its like are exact.
    let big = Tensor::from_slice(&[(1i64 << 60) + 1, 1], &[2]).unwrap();
    assert_eq!(einsum("i,i->i", &[&big, &tensor![1, 1]]).unwrap().to_vec::<i64>().unwrap(), [(1 << 60) + 1, 1]);
    assert_eq!(einsum("i->", &[&big]).unwrap().item::<i64>().unwrap(), (1 << 60) + 2);
    let truth = Tensor::ones(&[2], DType::Bool).unwrap();
    assert!(matches!(einsum("i,i", &[&truth, &truth]), Err(Error::DTypeUnsupported { .. })));
    let counted = truth.einsum_with(&[&truth], "i,i", EinsumOptions { dtype: wide }).unwrap();
    assert_eq!(counted.item::<i64>().unwrap(), 2);
}

#[test]
fn results_go_over_what_they_were_made_of() {
    // numpy#10080.
    let a = Tensor::arange(36).unwrap().reshape(&[3, 4, 3]).unwrap();
    let part = a.slice(&[Slice::All, Slice::Range { start: Some(1), stop: None, step: 1 }]).unwrap();
    part.copy_from(&einsum("j,ijk->ijk", &[&tensor![1, 2, 3], &part]).unwrap()).unwrap();
    let rows = |i: i64| part.index_axis(0, i).unwrap();
    assert_eq!(rows(0), tensor![[3, 4, 5], [12, 14, 16], [27, 30, 33]]);
    assert_eq!(rows(2), tensor![[27, 28, 29], [60, 62, 64], [99, 102, 105]]);
}

#[test]
fn errors_come_before_anything_is_computed() {
    let (x, y) = (Tensor::zeros(&[2, 3], DType::Float32).unwrap(), Tensor::zeros(&[5, 4], DType::Float32).unwrap());
    let e = einsum("ij,jk", &[&x, &y]).unwrap_err().to_string();
    assert_eq!(
        e,
        "einsum: shape [5, 4] does not fit; einsum needs extent 3 or 1 for `j` of operand 1, as an operand before it has, by \"ij,jk\"."
    );
    assert!(matches!(einsum("ij", &[&x, &y]), Err(Error::BadArgument { .. })));
    assert!(matches!(einsum("", &[]), Err(Error::OperandCount { .. })));
    assert!(matches!(x.tensordot(&y, &[0, 0], &[0, 1]), Err(Error::RepeatedAxis { .. })));
    assert!(matches!(x.tensordot(&y, &[0], &[0, 1]), Err(Error::BadArgument { .. })));
    assert!(matches!(x.tensordot(&y, &[1], &[0]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.inner(&y), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.vdot(&y), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.cross(&y, 0), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.cross(&Tensor::zeros(&[3], DType::Float32).unwrap(), 1), Err(Error::BadArgument { .. })));
    assert!(matches!(x.multi_dot(&[&y]), Err(Error::ShapeMismatch { .. })));
    assert!(matches!(x.matrix_power(2), Err(Error::ShapeMismatch { .. })));
    let square = Tensor::ones(&[2, 2], DType::Int64).unwrap();
    let e = square.matrix_power(-1).unwrap_err().to_string();
    assert_eq!(
        e,
        "matrix_power: n = -1; it takes 0 or more for integers, whose inverse is none; convert with astype(\"float64\")."
    );
    assert!(matches!(x.trace_with(TraceOptions { axis2: 0, ..Default::default() }), Err(Error::RepeatedAxis { .. })));
    let deep = Tensor::zeros(&[1; 33], DType::Float32).unwrap();
    assert!(matches!(deep.kron(&deep), Err(Error::TooManyAxes { .. })));
    assert!(matches!(deep.inner(&deep.reshape(&[&[1; 34][..]].concat()).unwrap()), Err(Error::TooManyAxes { .. })));
}

#[test]
fn products_with_names_are_their_equations() {
    let mut r = Random(8);
    for dtype in [DType::Int32, DType::Float64] {
        let mut make = |shape: &[usize]| random(dtype, shape, (-1.0, 1.0), false, &mut r);
        let same = |got: Tensor, want: Tensor| {
            assert_eq!((got.shape(), got.dtype()), (want.shape(), want.dtype()));
            for (g, w) in got.to_f64_vec().unwrap().iter().zip(want.to_f64_vec().unwrap()) {
                assert!((g - w).abs() <= 1e-13 * (1.0 + w.abs()), "{g} {w}");
            }
        };
        let (x, y) = (make(&[2, 3, 4]), make(&[4, 3, 5]));
        same(x.tensordot(&y, &[1, 2], &[1, 0]).unwrap(), einsum("iab,baj->ij", &[&x, &y]).unwrap());
        same(x.tensordot(&y, &[], &[]).unwrap(), einsum("ijk,lmn->ijklmn", &[&x, &y]).unwrap());
        let z = make(&[5, 4]);
        same(x.inner(&z).unwrap(), einsum("ija,ka->ijk", &[&x, &z]).unwrap());
        let flat = x.reshape(&[-1]).unwrap();
        same(x.outer(&z).unwrap(), einsum("i,j->ij", &[&flat, &z.reshape(&[-1]).unwrap()]).unwrap());
        same(x.vdot(&x.flip(()).unwrap()).unwrap(), flat.dot(&flat.flip(()).unwrap()).unwrap());
        let chain = [make(&[2, 7]), make(&[7, 3]), make(&[3, 6]), make(&[6, 2])];
        let [a, b, c, d] = chain.each_ref();
        same(a.multi_dot(&[b, c, d]).unwrap(), a.matmul(b).unwrap().matmul(c).unwrap().matmul(d).unwrap());
        let (row, column) = (make(&[7]), make(&[6]));
        same(row.multi_dot(&[b, c, &column]).unwrap(), einsum("a,ab,bc,c->", &[&row, b, c, &column]).unwrap());
        let square = make(&[2, 3, 3]);
        let five = (0..4).fold(square.clone(), |p, _| p.matmul(&square).unwrap());
        same(square.matrix_power(5).unwrap(), five);
        same(
            square
                .trace_with(TraceOptions { axis1: 1, axis2: 2, ..Default::default() })
                .unwrap()
                .astype(dtype)
                .unwrap(),
            einsum("bii->b", &[&square]).unwrap(),
        );
        let (p, q) = (make(&[4, 3]), make(&[3]));
        let part = |t: &Tensor, i: i64| t.index_axis(-1, i).unwrap();
        let got = p.cross(&q, -1).unwrap();
        for (i, j, k) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            same(part(&got, i), &(&part(&p, j) * &part(&q, k)) - &(&part(&p, k) * &part(&q, j)));
        }
        let (p, q) = (make(&[2, 4]), make(&[2, 4]));
        let row = |t: &Tensor, i: i64| t.index_axis(0, i).unwrap();
        same(p.cross(&q, 0).unwrap(), &(&row(&p, 0) * &row(&q, 1)) - &(&row(&p, 1) * &row(&q, 0)));
    }
    let z = Tensor::ones(&[1], DType::Complex128).unwrap();
    let i = Tensor::from_bytes(&[0f64, 1.0].map(f64::to_le_bytes).concat(), DType::Complex128, &[1]).unwrap();
    // The left operand is conjugated: 1 times i, and -i times 1.
    assert_eq!(values(&z.vdot(&i).unwrap()), [Value::C([0.0, 1.0])]);
    assert_eq!(values(&i.vdot(&z).unwrap()), [Value::C([0.0, -1.0])]);
}

#[test]
fn diagonals_lie_where_numpy_has_them() {
    let x = Tensor::arange(24).unwrap().reshape(&[2, 3, 4]).unwrap();
    let of = |offset, axis1, axis2| x.diagonal_with(DiagonalOptions { offset, axis1, axis2 }).unwrap();
    assert_eq!(of(0, 0, 1), tensor![[0, 16], [1, 17], [2, 18], [3, 19]]);
    assert_eq!(of(1, 1, 2), tensor![[1, 6, 11], [13, 18, 23]]);
    assert_eq!(of(-1, -2, -1), tensor![[4, 9], [16, 21]]);
    assert_eq!(of(2, 2, 1), tensor![[8], [20]].slice(&[Slice::All]).unwrap());
    assert_eq!(of(i64::MIN, 0, 1).shape(), [4, 0]);
    assert_eq!(of(i64::MAX, 0, 1).shape(), [4, 0]);
    assert!(of(1, 1, 2).shares_storage(&x));
    let q = random(DType::Q8_0, &[32, 32], (-1.0, 1.0), false, &mut Random(1));
    assert_eq!(
        q.diagonal().unwrap().astype(DType::Float32).unwrap(),
        q.astype(DType::Float32).unwrap().diagonal().unwrap()
    );
}

#[test]
fn a_chain_makes_no_intermediate_larger_than_it_needs() {
    // 1,000,000 x 1 times 1 x 1,000,000 would take terabytes: the vectors are multiplied first.
    let long = Tensor::ones(&[1_000_000], DType::Float32).unwrap();
    let got = einsum("i,j,j->i", &[&long, &long, &long]).unwrap();
    assert_eq!((got.shape(), got.slice(&[Slice::At(7)]).unwrap().item::<f32>().unwrap()), (&[1_000_000][..], 1e6));
    let (column, row) = (long.expand_dims(1).unwrap(), long.expand_dims(0).unwrap());
    assert_eq!(column.multi_dot(&[&row, &column]).unwrap().shape(), [1_000_000, 1]);
    // What stands in one operand only is summed before anything is multiplied.
    let wide = Tensor::ones(&[1000, 1000], DType::Float32).unwrap();
    assert_eq!(einsum("ij,kl->", &[&wide, &wide]).unwrap().item::<f32>().unwrap(), 1e12);
}

#[test]
fn numbers_of_threads_do_not_change_a_sum_of_products() {
    let mut r = Random(5);
    let before = exec::threads();
    let make = |shape: &[usize], r: &mut Random| random(DType::Float32, shape, (-1.0, 1.0), false, r);
    let (a, b) = (make(&[60, 70, 80], &mut r), make(&[80, 60, 90], &mut r));
    let by = |threads| {
        exec::set_threads(threads);
        einsum("abk,kac->bc", &[&a, &b]).unwrap().to_bytes().unwrap()
    };
    assert!(by(1) == by(2) && by(1) == by(5));
    exec::set_threads(before);
    assert!(ops::find("einsum").is_some());
}
