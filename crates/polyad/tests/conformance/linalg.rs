//! Linear algebra against its definitions: factors multiply to the matrix, over dtypes, layouts and batches.

use polyad::{DType, Error, Kind, Tensor, tensor};

use crate::samples::{Random, tensor as sample};

const DTYPES: [DType; 4] = [DType::Float32, DType::Float64, DType::Complex64, DType::Complex128];

/// What rounding may cost a matrix of a few rows.
fn tolerance(dtype: DType) -> f64 {
    if [DType::Float32, DType::Complex64].contains(&dtype) { 2e-4 } else { 1e-11 }
}

/// Matrices of a shape in several layouts: row-major, transposed and reversed.
fn layouts(dtype: DType, shape: &[usize], r: &mut Random) -> Vec<Tensor> {
    let mut turned = shape.to_vec();
    turned.swap(shape.len() - 1, shape.len() - 2);
    let make = |shape: &[usize], r: &mut Random| match dtype.kind() {
        Kind::Complex => {
            let parts = [(); 2].map(|()| sample(DType::Float64, shape, (-2.0, 2.0), false, r));
            let imaginary = parts[1].multiply(&Tensor::scalar(polyad::Scalar::Complex([0.0, 1.0]), dtype).unwrap());
            parts[0].add(&imaginary.unwrap()).unwrap().astype(dtype).unwrap()
        }
        _ => sample(dtype, shape, (-2.0, 2.0), false, r),
    };
    vec![make(shape, r), make(&turned, r).matrix_transpose().unwrap(), make(shape, r).flip([-1, -2]).unwrap()]
}

fn adjoint(x: &Tensor) -> Tensor {
    let turned = x.matrix_transpose().unwrap();
    if x.dtype().kind() == Kind::Complex { turned.conj().unwrap() } else { turned }
}

fn near(got: &Tensor, need: &Tensor, what: &str) {
    assert_eq!(got.shape(), need.shape(), "{what}");
    let size = |x: &Tensor| -> f64 {
        if x.size() == 0 {
            return 0.0;
        }
        x.abs().unwrap().max(()).unwrap().astype(DType::Float64).unwrap().item().unwrap()
    };
    let off = size(&got.subtract(need).unwrap());
    assert!(off <= tolerance(got.dtype()) * size(need).max(1.0), "{what}: off by {off}");
}

fn identity(n: usize, like: &Tensor) -> Tensor {
    let shape: Vec<i64> = like.shape()[..like.ndim() - 2].iter().chain([&n, &n]).map(|&n| n as i64).collect();
    Tensor::identity(n, like.dtype()).unwrap().broadcast_to(&shape).unwrap()
}

/// Runs a check on matrices of every dtype, layout and shape.
fn each(shapes: &[&[usize]], check: impl Fn(&Tensor, &str)) {
    let mut r = Random(5);
    for dtype in DTYPES {
        for shape in shapes {
            for (at, x) in layouts(dtype, shape, &mut r).iter().enumerate() {
                check(x, &format!("{dtype} {shape:?} layout {at}"));
            }
        }
    }
}

const RECTANGLES: &[&[usize]] =
    &[&[3, 3], &[5, 2], &[2, 5], &[2, 3, 4, 3], &[1, 1], &[0, 3], &[3, 0], &[0, 2, 2], &[40, 33]];
const SQUARES: &[&[usize]] = &[&[3, 3], &[2, 3, 4, 4], &[1, 1], &[0, 0], &[0, 2, 2], &[2, 0, 0], &[40, 40]];

#[test]
fn orthogonal_factors_times_triangles_are_the_matrix() {
    each(RECTANGLES, |x, what| {
        for complete in [false, true] {
            let f = x.qr(complete).unwrap();
            let k = f.q.shape()[x.ndim() - 1];
            let (m, n) = (x.shape()[x.ndim() - 2], x.shape()[x.ndim() - 1]);
            assert_eq!(k, if complete { m } else { m.min(n) }, "{what}");
            near(&f.q.matmul(&f.r).unwrap(), x, what);
            near(&adjoint(&f.q).matmul(&f.q).unwrap(), &identity(k, x), what);
            assert_eq!(f.r, f.r.triu().unwrap(), "{what}");
        }
    });
}

#[test]
fn singular_vectors_and_values_multiply_to_the_matrix() {
    each(RECTANGLES, |x, what| {
        let (m, n) = (x.shape()[x.ndim() - 2], x.shape()[x.ndim() - 1]);
        for full in [false, true] {
            let f = x.svd(full).unwrap();
            assert_ne!(f.s.dtype().kind(), Kind::Complex, "{what}");
            near(&adjoint(&f.u).matmul(&f.u).unwrap(), &identity(f.u.shape()[x.ndim() - 1], x), what);
            near(&f.vh.matmul(&adjoint(&f.vh)).unwrap(), &identity(f.vh.shape()[x.ndim() - 2], x), what);
            let k = m.min(n) as i64;
            let (u, vh) = (f.u.narrow(-1, 0, k).unwrap(), f.vh.narrow(-2, 0, k).unwrap());
            let scaled = u.multiply(&f.s.expand_dims(-2).unwrap()).unwrap();
            near(&scaled.matmul(&vh).unwrap(), x, what);
            near(&f.s, &x.svdvals().unwrap(), what);
        }
    });
}

#[test]
fn hermitian_matrices_are_their_eigenvectors_times_their_eigenvalues() {
    each(SQUARES, |x, what| {
        let whole = x.add(&adjoint(x)).unwrap();
        for upper in [false, true] {
            // What lies in the other triangle is not read.
            let read = if upper { whole.triu() } else { whole.tril() }.unwrap();
            let f = read.eigh(upper).unwrap();
            assert_ne!(f.eigenvalues.dtype().kind(), Kind::Complex, "{what}");
            let scaled = f.eigenvectors.multiply(&f.eigenvalues.expand_dims(-2).unwrap()).unwrap();
            near(&scaled.matmul(&adjoint(&f.eigenvectors)).unwrap(), &whole, what);
            let values = read.eigvalsh_with(polyad::EigvalshOptions { upper }).unwrap();
            near(&values, &f.eigenvalues, what);
            near(&values.sort(-1).unwrap(), &values, what);
        }
    });
}

#[test]
fn eigenvectors_are_only_stretched() {
    each(SQUARES, |x, what| {
        let f = x.eig().unwrap();
        assert_eq!(f.eigenvalues.dtype().kind(), Kind::Complex, "{what}");
        let stretched = f.eigenvectors.multiply(&f.eigenvalues.expand_dims(-2).unwrap()).unwrap();
        near(&x.matmul(&f.eigenvectors).unwrap(), &stretched, what);
        let lengths = f.eigenvectors.vector_norm(-2).unwrap();
        near(&lengths, &lengths.ones_like().unwrap(), what);
        near(&x.eigvals().unwrap().sum(-1).unwrap(), &f.eigenvalues.sum(-1).unwrap(), what);
    });
}

#[test]
fn triangles_times_their_adjoints_are_positive_definite_matrices() {
    each(SQUARES, |x, what| {
        let n = x.shape()[x.ndim() - 1];
        let whole = x.matmul(&adjoint(x)).unwrap().add(&identity(n, x)).unwrap();
        let lower = whole.tril().unwrap().cholesky().unwrap();
        near(&lower.matmul(&adjoint(&lower)).unwrap(), &whole, what);
        assert_eq!(lower, lower.tril().unwrap(), "{what}");
        let upper = whole.triu().unwrap().cholesky_with(polyad::CholeskyOptions { upper: true }).unwrap();
        near(&adjoint(&upper).matmul(&upper).unwrap(), &whole, what);
    });
}

#[test]
fn solutions_and_inverses_undo_the_product() {
    each(SQUARES, |x, what| {
        let n = x.shape()[x.ndim() - 1];
        let a = x.add(&identity(n, x).multiply(6.0).unwrap()).unwrap();
        near(&a.matmul(&a.inv().unwrap()).unwrap(), &identity(n, x), what);
        let b = Tensor::ones(&[n, 2], x.dtype()).unwrap();
        let need =
            b.broadcast_to(&a.matmul(&b).unwrap().shape().iter().map(|&n| n as i64).collect::<Vec<_>>()).unwrap();
        near(&a.matmul(&a.solve(&b).unwrap()).unwrap(), &need, what);
        let vector = Tensor::ones(&[n], x.dtype()).unwrap();
        near(&a.solve(&vector).unwrap(), &a.solve(&b).unwrap().narrow(-1, 0, 1).unwrap().squeeze(-1).unwrap(), what);
        for upper in [false, true] {
            let triangle = if upper { a.triu() } else { a.tril() }.unwrap();
            let options = polyad::SolveTriangularOptions { upper, unit_diagonal: false };
            near(&triangle.matmul(&a.solve_triangular_with(&b, options).unwrap()).unwrap(), &need, what);
        }
        let f = a.slogdet().unwrap();
        near(&f.sign.multiply(&f.logabsdet.exp().unwrap()).unwrap(), &a.det().unwrap(), what);
    });
}

#[test]
fn rows_in_another_order_are_two_triangles() {
    each(RECTANGLES, |x, what| {
        let f = x.lu().unwrap();
        near(&f.p.matmul(&f.l).unwrap().matmul(&f.u).unwrap(), x, what);
        assert_eq!(f.u, f.u.triu().unwrap(), "{what}");
    });
    let zeros = tensor![[0.0, 0.0, 1.0], [0.0, 0.0, 2.0], [0.0, 3.0, 4.0]];
    let f = zeros.lu().unwrap();
    assert_eq!(f.p.matmul(&f.l).unwrap().matmul(&f.u).unwrap(), zeros);
}

#[test]
fn pseudo_inverses_obey_the_four_equations_of_penrose() {
    each(RECTANGLES, |x, what| {
        let rtol = Tensor::full(&[], x.default_rtol(), polyad::ir::part(x.dtype())).unwrap();
        let p = x.pinv(&rtol).unwrap();
        let (xp, px) = (x.matmul(&p).unwrap(), p.matmul(x).unwrap());
        near(&xp.matmul(x).unwrap(), x, what);
        near(&px.matmul(&p).unwrap(), &p, what);
        near(&adjoint(&xp), &xp, what);
        near(&adjoint(&px), &px, what);
    });
}

#[test]
fn three_diagonals_are_solved_with_rows_exchanged() {
    let (below, main, above) = (tensor![9.0, 4.0, 1.0, 3.0], tensor![0.0, 1.0, 2.0, 1.0], tensor![2.0, 1.0, 5.0, 9.0]);
    let x = tensor![[1.0, 2.0], [-1.0, 0.5], [3.0, 1.0], [2.0, -2.0]];
    let whole = tensor![[0.0, 2.0, 0.0, 0.0], [4.0, 1.0, 1.0, 0.0], [0.0, 1.0, 2.0, 5.0], [0.0, 0.0, 3.0, 1.0]];
    let got = below.solve_tridiagonal(&main, &above, &whole.matmul(&x).unwrap()).unwrap();
    near(&got, &x, "tridiagonal");
    let e = below.solve_tridiagonal(&tensor![0.0, 0.0, 0.0], &above, &x).unwrap_err();
    assert!(e.to_string().contains("diagonals of 3 elements"), "{e}");
}

#[test]
fn exponentials_of_rotations_turn() {
    let turn = tensor![[0.0, -20.0], [20.0, 0.0]].expm().unwrap();
    let (s, c) = 20f64.sin_cos();
    near(&turn, &tensor![[c, -s], [s, c]], "expm");
    assert_eq!(Tensor::zeros(&[0, 0], DType::Float32).unwrap().expm().unwrap().shape(), [0, 0]);
}

#[test]
fn matrices_without_elements_have_determinant_one() {
    let none = Tensor::zeros(&[2, 0, 0], DType::Float64).unwrap();
    assert_eq!(none.det().unwrap(), tensor![1.0, 1.0]);
    assert_eq!(none.inv().unwrap().shape(), [2, 0, 0]);
    assert_eq!(none.slogdet().unwrap().logabsdet, tensor![0.0, 0.0]);
    assert_eq!(none.matrix_rank(None).unwrap(), tensor![0, 0]);
}

#[test]
fn a_matrix_without_the_result_is_named_by_its_place() {
    let batch = tensor![[[1.0, 0.0], [0.0, 1.0]], [[1.0, 2.0], [2.0, 4.0]]];
    let e = batch.inv().unwrap_err();
    assert!(matches!(&e, Error::Singular { op: "inv", index, .. } if index == &[1]), "{e}");
    assert_eq!(
        e.to_string(),
        "inv: the matrix at [1] of shape [2, 2, 2] is singular. Take pinv, which has an answer for every matrix, or lstsq."
    );
    assert!(matches!(batch.solve(&tensor![1.0, 1.0]), Err(Error::Singular { op: "solve", .. })));
    let e = tensor![[1.0, 0.0], [0.0, -1.0]].cholesky().unwrap_err();
    assert!(matches!(&e, Error::NotPositiveDefinite { index, .. } if index.is_empty()), "{e}");
    assert_eq!(batch.det().unwrap(), tensor![1.0, 0.0]);
    assert_eq!(batch.slogdet().unwrap().logabsdet, tensor![0.0, f64::NEG_INFINITY]);
    assert_eq!(batch.cond("1").unwrap(), tensor![1.0, f64::INFINITY]);
    let e = tensor![[1.0, 2.0]].inv().unwrap_err();
    assert!(e.to_string().starts_with("inv: shape [1, 2] does not fit"), "{e}");
    assert!(tensor![1.0].det().is_err() && tensor![[1.0]].solve(&tensor![1.0, 2.0]).is_err());
}

#[test]
fn nan_gives_nan_or_an_error_and_ends() {
    for dtype in DTYPES {
        for n in [2, 5, 40] {
            let mut values = vec![1.0; n * n];
            values[n + 1] = f64::NAN;
            let x = Tensor::from_slice(&values, &[n, n]).unwrap().astype(dtype).unwrap();
            let all_nan = |x: Tensor| x.isnan().unwrap().all(()).unwrap().item::<bool>().unwrap();
            assert!(all_nan(x.svdvals().unwrap()) && all_nan(x.svd(true).unwrap().u));
            assert!(all_nan(x.eigvalsh().unwrap()) && all_nan(x.eigh(false).unwrap().eigenvectors));
            assert!(all_nan(x.eigvals().unwrap()) && all_nan(x.expm().unwrap()) && all_nan(x.det().unwrap()));
            assert!(x.cholesky().is_err());
            let _ = (x.inv(), x.qr(false).unwrap(), x.lu().unwrap(), x.slogdet().unwrap());
        }
    }
}

#[test]
fn narrow_floats_and_integers_are_computed_wider() {
    let x = tensor![[4, 1], [2, 3]];
    assert_eq!(x.det().unwrap(), tensor![[10.0]].squeeze(()).unwrap());
    let half = x.astype(DType::Float16).unwrap();
    assert_eq!(half.inv().unwrap().dtype(), DType::Float16);
    assert_eq!(half.eigvals().unwrap().dtype(), DType::Complex32);
    near(
        &half.matmul(&half.inv().unwrap()).unwrap().astype(DType::Float64).unwrap().round().unwrap(),
        &tensor![[1.0, 0.0], [0.0, 1.0]],
        "float16",
    );
}

#[test]
fn least_squares_of_lines_and_ranks_of_products() {
    let a = tensor![[0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0]];
    let f = a.lstsq(&tensor![-1.0, 0.2, 0.9, 2.1], None).unwrap();
    near(&f.x, &tensor![1.0, -0.95], "lstsq");
    near(&f.residuals, &tensor![0.05], "lstsq");
    assert_eq!(f.rank.item::<i64>().unwrap(), 2);
    let low = tensor![[1.0], [2.0]].matmul(&tensor![[3.0, 4.0]]).unwrap();
    assert_eq!(low.matrix_rank(None).unwrap().item::<i64>().unwrap(), 1);
    assert!(low.cond("2").unwrap().item::<f64>().unwrap() > 1e15);
    assert_eq!(tensor![[2.0, 0.0], [0.0, 4.0]].matrix_power(-2).unwrap(), tensor![[0.25, 0.0], [0.0, 0.0625]]);
}
