//! Matrix products against a triple loop, over layouts, dtypes, batches and precisions.

use polyad::{DType, Error, Kind, MatmulOptions, Tensor};

use crate::decode::{decode, round};
use crate::golden;
use crate::oracle::{Value, is_near, values};
use crate::samples::{Random, layouts, tensor};

fn number(v: Value) -> [f64; 2] {
    match v {
        Value::F(x) => [x, 0.0],
        Value::I(x) => [x as f64, 0.0],
        Value::U(x) => [x as f64, 0.0],
        Value::C(z) => z,
    }
}

/// `[m, k] @ [k, n]` in wide numbers, and the sum of magnitudes of each dot.
fn plain(a: &Tensor, b: &Tensor) -> Vec<([f64; 2], f64)> {
    let (m, k, n) = (a.shape()[0], a.shape()[1], b.shape()[1]);
    let (x, y) = (values(a), values(b));
    let mut out = vec![];
    for i in 0..m {
        for j in 0..n {
            let (mut sum, mut size) = ([0.0; 2], 0.0);
            for l in 0..k {
                let (p, q) = (number(x[i * k + l]), number(y[l * n + j]));
                sum[0] += p[0] * q[0] - p[1] * q[1];
                sum[1] += p[0] * q[1] + p[1] * q[0];
                size += p[0].hypot(p[1]) * q[0].hypot(q[1]);
            }
            out.push((sum, size));
        }
    }
    out
}

#[track_caller]
fn check(what: &str, a: &Tensor, b: &Tensor) {
    let got = a.matmul(b).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert_eq!(got.shape(), [a.shape()[0], b.shape()[1]], "{what}");
    let tolerance = match got.dtype() {
        DType::Float64 | DType::Complex128 => 1e-14,
        DType::Float16 | DType::Complex32 => 2e-3,
        DType::BFloat16 | DType::BComplex32 => 1e-2,
        // One product over and over is rounded the same way each time.
        DType::Complex64 => 3e-6,
        d if d.is_float() => 1e-6,
        _ => 0.0,
    };
    for (i, (g, (w, size))) in values(&got).into_iter().zip(plain(a, b)).enumerate() {
        let g = number(g);
        if got.dtype().is_float() {
            let slack = tolerance * size.max(w[0].abs());
            let near = is_near(got.dtype(), g[0], w[0], slack)
                && (got.dtype().kind() != Kind::Complex || is_near(got.dtype(), g[1], w[1], slack));
            assert!(near, "{what}: element {i}: {g:?}, not {w:?}");
        } else {
            // Exact in 64 bits, then the dtype of the operands.
            let wrapped = Tensor::scalar(w[0] as i64, DType::Int64).unwrap().astype(got.dtype()).unwrap();
            assert_eq!(number(values(&wrapped)[0]), g, "{what}: element {i}");
        }
    }
}

#[test]
fn every_dtype_and_layout() {
    for &dtype in DType::ALL.iter().filter(|d| d.kind() != Kind::Bool) {
        let mut r = Random(21 + dtype as u64);
        let left = layouts(dtype, (-2.0, 2.0), false, &mut r);
        let right = layouts(dtype, (-2.0, 2.0), false, &mut r);
        for (la, a) in left.iter().filter(|(_, t)| t.shape() == [6, 32]) {
            for (lb, b) in right.iter().filter(|(_, t)| t.shape() == [6, 32]) {
                check(&format!("{dtype} {la} @ {lb}.T"), a, &b.mt().unwrap());
            }
        }
        let a = &left[0].1;
        for (lb, b) in layouts(dtype, (-2.0, 2.0), false, &mut r).iter().filter(|(_, t)| t.shape() == [6, 32]) {
            // Six rows by six columns over 6: the transposed left operand, the right one as it lies.
            check(&format!("{dtype} T @ {lb}"), &a.mt().unwrap(), b);
        }
    }
}

/// Two ways to one result: packed GEMM adds up in another order beside other strides.
#[track_caller]
fn assert_close(what: &str, got: &Tensor, want: &Tensor) {
    assert_eq!((got.shape(), got.dtype()), (want.shape(), want.dtype()), "{what}");
    for (g, w) in values(got).into_iter().map(number).zip(values(want).into_iter().map(number)) {
        assert!((0..2).all(|p| (g[p] - w[p]).abs() <= 1e-5 * (10.0 + w[p].abs())), "{what}: {g:?}, not {w:?}");
    }
}

/// A matrix in rows, in columns, backwards, with gaps, and of one row or one column over and over.
fn forms(dtype: DType, rows: usize, cols: usize, r: &mut Random) -> [Tensor; 6] {
    let mut make = |shape: &[usize]| tensor(dtype, shape, (-1.0, 1.0), false, r);
    let two = polyad::Slice::Range { start: None, stop: None, step: 2 };
    let whole = [rows as i64, cols as i64];
    [
        make(&[rows, cols]),
        make(&[cols, rows]).mt().unwrap(),
        make(&[rows, cols]).flip(()).unwrap(),
        make(&[2 * rows, 2 * cols]).slice(&[two.clone(), two]).unwrap(),
        make(&[1, cols]).broadcast_to(&whole).unwrap(),
        make(&[rows, 1]).broadcast_to(&whole).unwrap(),
    ]
}

/// ndarray#584, #1521, numpy#9165.
fn all_small_sizes(dtype: DType) {
    let sizes = [1, 2, 7, 8, 33];
    let mut r = Random(4);
    for m in sizes {
        for k in sizes {
            for n in sizes {
                let right = forms(dtype, k, n, &mut r);
                for a in forms(dtype, m, k, &mut r) {
                    for b in &right {
                        check(&format!("{dtype} {m} {k} {n} {:?} {:?}", a.strides(), b.strides()), &a, b);
                    }
                }
            }
        }
    }
}

#[test]
fn all_small_sizes_of_float32_in_all_layouts() {
    all_small_sizes(DType::Float32);
}

#[test]
fn all_small_sizes_of_float64_in_all_layouts() {
    all_small_sizes(DType::Float64);
}

#[test]
fn all_small_sizes_of_bfloat16_in_all_layouts() {
    all_small_sizes(DType::BFloat16);
}

#[test]
fn all_small_sizes_of_int8_in_all_layouts() {
    all_small_sizes(DType::Int8);
}

#[test]
fn all_small_sizes_of_blocks_in_all_layouts() {
    all_small_sizes(DType::Q8_0);
}

#[test]
fn all_small_sizes_of_complex_numbers_in_all_layouts() {
    all_small_sizes(DType::Complex64);
}

#[test]
fn vectors_over_any_strides_beside_matrices() {
    let mut r = Random(9);
    for dtype in [DType::Float32, DType::Float64, DType::BFloat16, DType::Int8, DType::Q8_0, DType::Complex64] {
        for (m, k) in [(1, 1), (1, 40), (33, 1), (40, 33), (70, 129)] {
            for a in forms(dtype, m, k, &mut r) {
                for v in forms(dtype, k, 1, &mut r) {
                    let flat = v.index_axis(1, 0).unwrap();
                    let what = format!("{dtype} {m} {k} {:?} {:?}", a.strides(), flat.strides());
                    check(&what, &a, &v);
                    let column = a.matmul(&v).unwrap().reshape(&[-1]).unwrap();
                    assert_close(&what, &a.matmul(&flat).unwrap(), &column);
                    let row = flat.matmul(&a.mt().unwrap()).unwrap();
                    check(&what, &flat.expand_dims(0).unwrap(), &a.mt().unwrap());
                    assert_eq!(row.shape(), [m], "{what}");
                }
            }
        }
    }
}

#[test]
fn batches_are_the_products_of_their_matrices() {
    let mut r = Random(10);
    for dtype in [DType::Float32, DType::Float64, DType::Complex64, DType::Complex128, DType::Int16] {
        for (m, k, n) in [(3, 3, 3), (1, 5, 1), (1, 40, 1), (4, 16, 2), (20, 20, 20), (2, 70, 3), (30, 18, 66)] {
            let a = tensor(dtype, &[4, 1, m, k], (-1.0, 1.0), false, &mut r);
            let b = tensor(dtype, &[3, n, k], (-1.0, 1.0), false, &mut r).mt().unwrap();
            let forms = [a.clone(), a.flip(()).unwrap(), a.broadcast_to(&[4, 3, m as i64, k as i64]).unwrap()];
            for a in &forms {
                let all = a.matmul(&b).unwrap();
                assert_eq!(all.shape(), [4, 3, m, n]);
                for i in 0..4 {
                    for j in 0..3 {
                        let of =
                            |t: &Tensor, at: [i64; 2]| t.index_axis(0, at[0]).unwrap().index_axis(0, at[1]).unwrap();
                        let own = if a.shape()[1] == 1 { 0 } else { j };
                        let (x, y) = (of(a, [i, own]), b.index_axis(0, j).unwrap());
                        let what = format!("{dtype} {m} {k} {n} [{i}, {j}]");
                        check(&what, &x, &y);
                        assert_close(&what, &of(&all, [i, j]), &x.matmul(&y).unwrap());
                    }
                }
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let mut r = Random(11);
    let before = polyad::exec::threads();
    for dtype in [DType::Float32, DType::Float64, DType::Complex64, DType::Complex128] {
        for (batch, m, k, n) in [
            (1, 57, 300, 500),
            (1, 130, 700, 40),
            (1, 66, 1500, 64),
            (3, 90, 200, 130),
            (40, 30, 90, 90),
            (1, 3000, 1100, 1),
            (1, 7, 900, 1400),
            (2000, 9, 9, 9),
        ] {
            let a = tensor(dtype, &[batch, m, k], (-1.0, 1.0), false, &mut r);
            let b = tensor(dtype, &[k, n], (-1.0, 1.0), false, &mut r);
            let b = if batch == 1 { b } else { b.broadcast_to(&[batch as i64, k as i64, n as i64]).unwrap() };
            let by = |threads| {
                polyad::exec::set_threads(threads);
                a.matmul(&b).unwrap().to_bytes().unwrap()
            };
            let one = by(1);
            for threads in [2, 3, 5] {
                assert!(by(threads) == one, "{dtype} {batch} {m} {k} {n} on {threads}");
            }
        }
    }
    polyad::exec::set_threads(before);
}

#[test]
fn large_products_and_threads() {
    let mut r = Random(8);
    for dtype in [DType::Float32, DType::Float64, DType::Complex64, DType::Int32, DType::Q8_0, DType::BFloat16] {
        let a = tensor(dtype, &[70, 320], (-1.0, 1.0), false, &mut r);
        let b = tensor(dtype, &[290, 320], (-1.0, 1.0), false, &mut r);
        check(&format!("{dtype} 70 x 320 x 290"), &a, &b.mt().unwrap());
        let few = a.slice(&[polyad::Slice::from(3..13)]).unwrap();
        check(&format!("{dtype} 10 x 320 x 290"), &few, &b.mt().unwrap());
    }
    let a = tensor(DType::Float32, &[10, 1536], (-1.0, 1.0), false, &mut r);
    let b = tensor(DType::Float32, &[1536, 1536], (-1.0, 1.0), false, &mut r);
    check("10 x 1536 x 1536", &a, &b.mt().unwrap());
    check("10 x 1536 x 1536, columns", &a, &b);
}

#[test]
fn batches_broadcast_and_vectors_lose_their_axis() {
    let arange =
        |n: usize, shape: &[i64]| Tensor::arange(n).unwrap().astype(DType::Float32).unwrap().reshape(shape).unwrap();
    let p = arange(8, &[2, 1, 2, 2]).matmul(&arange(12, &[1, 3, 2, 2])).unwrap();
    assert_eq!(p.shape(), [2, 3, 2, 2]);
    let one = p.index_axis(0, 1).unwrap().index_axis(0, 2).unwrap();
    assert_eq!(one.to_vec::<f32>().unwrap(), [82.0, 91.0, 118.0, 131.0]);
    let (v, m) = (arange(2, &[2]), arange(4, &[2, 2]));
    assert_eq!(v.matmul(&m).unwrap().to_vec::<f32>().unwrap(), [2.0, 3.0]);
    assert_eq!(m.matmul(&v).unwrap().to_vec::<f32>().unwrap(), [1.0, 3.0]);
    assert_eq!(v.matmul(&v).unwrap().item::<f32>().unwrap(), 1.0);
    let big = arange(60, &[5, 3, 4]).matmul(&arange(4, &[4])).unwrap();
    assert_eq!(big.shape(), [5, 3]);
    // A stack of vectors is a matrix too: rows of the left operand may be reversed and broadcast.
    let left = arange(24, &[2, 3, 4]).flip(0).unwrap();
    let flat = left.matmul(&arange(8, &[4, 2])).unwrap();
    let want = left.copy().unwrap().matmul(&arange(8, &[4, 2])).unwrap();
    assert_eq!(flat.to_vec::<f32>().unwrap(), want.to_vec::<f32>().unwrap());
}

#[test]
fn empty_products_are_zero() {
    let a = Tensor::zeros(&[3, 0], DType::Float32).unwrap();
    let b = Tensor::zeros(&[0, 4], DType::Float32).unwrap();
    assert_eq!(a.matmul(&b).unwrap().to_vec::<f32>().unwrap(), [0.0; 12]);
    assert_eq!(b.matmul(&Tensor::zeros(&[4, 2], DType::Float32).unwrap()).unwrap().shape(), [0, 2]);
    assert!(matches!(a.matmul(&a), Err(Error::ShapeMismatch { .. })));
    let t = Tensor::ones(&[2, 2], DType::Bool).unwrap();
    assert!(matches!(t.matmul(&t), Err(Error::DTypeUnsupported { .. })));
}

const FAST: MatmulOptions = MatmulOptions { precision: "fast" };

/// How far a fast product may be from the exact one of what it multiplies, by the sum of magnitudes.
fn bound(weights: DType) -> f64 {
    match weights {
        DType::Tq1_0 | DType::Tq2_0 => 5e-6,
        // ggml rounds the sums in q8_1 to float16.
        DType::Q4_1 | DType::Q5_1 => 3e-4,
        _ => 1e-6,
    }
}

/// Sum and sum of magnitudes of a dot in float64.
fn dot(x: &[f64], y: &[f64]) -> (f64, f64) {
    x.iter().zip(y).fold((0.0, 0.0), |(sum, size), (a, b)| (sum + a * b, size + (a * b).abs()))
}

fn reals(dtype: DType, bytes: &[u8]) -> Vec<f64> {
    decode(dtype, bytes).into_iter().map(|v| number(v)[0]).collect()
}

/// The list of numbers that the manifest has under these keys, one inside the other.
fn listed(manifest: &str, keys: &[&str]) -> Vec<f64> {
    let mut rest = manifest;
    for key in keys {
        let key = format!("\"{key}\":");
        rest = &rest[rest.find(&key).unwrap_or_else(|| panic!("{keys:?}")) + key.len()..];
    }
    let list = rest.strip_prefix('[').unwrap();
    list[..list.find(']').unwrap()].split(',').map(|x| x.trim().parse().unwrap()).collect()
}

#[test]
fn products_of_every_ggml_type_are_those_of_the_reference() {
    const K: usize = 1024;
    let manifest = String::from_utf8(golden::bytes("ggml/manifest.json")).unwrap();
    let raw = |name: &str| golden::floats(name).iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    let activations = raw("ggml/activations.npy");
    let x = Tensor::from_bytes(&activations, DType::Float32, &[16, K]).unwrap();
    let plain = reals(DType::Float32, &activations);
    // More rows than the kernels for few of them take.
    let many = x.concat(&[&x, &x], 0).unwrap();
    let mut compared = vec![];
    for dtype in DType::ALL.iter().copied().filter(|d| d.kind() == Kind::Float) {
        let (Some(name), Some(partner)) = (dtype.ggml_name(), dtype.ggml_partner()) else { continue };
        // What ggml multiplies.
        let rounded = match partner {
            // The numbers of q8_1 are those of q8_0, with sums beside them.
            DType::Q8_0 | DType::Q8_1 => reals(DType::Q8_1, &golden::bytes("ggml/q8_1.act.bin")),
            DType::Q8K => reals(DType::Q8K, &golden::bytes("ggml/q8_K.act.bin")),
            _ => plain.iter().map(|&x| round(partner, x)).collect(),
        };
        for variant in ["none", "ones", "rand"] {
            let file = format!("ggml/{name}.{variant}.bin");
            let bytes = match golden::path(&file).exists() {
                true => golden::bytes(&file),
                false if dtype == DType::Float32 && variant == "none" => raw("ggml/weights.npy"),
                false => continue,
            };
            let values = reals(dtype, &bytes);
            let weights = Tensor::from_bytes(&bytes, dtype, &[16, K]).unwrap().mt().unwrap();
            let reference = listed(&manifest, &["types", name, variant, "vec_dot_exact_f64"]);
            for (i, want) in reference.into_iter().enumerate() {
                let (sum, size) = dot(&rounded[i * K..][..K], &values[i * K..][..K]);
                assert!((sum - want).abs() <= 1e-12 * size, "{file} row {i}: {sum}, not {want}");
            }
            for x in [&x, &many] {
                let fast = x.matmul_with(&weights, FAST).unwrap().to_f64_vec().unwrap();
                let exact = x.matmul(&weights).unwrap().to_f64_vec().unwrap();
                for (at, (fast, exact)) in fast.into_iter().zip(exact).enumerate() {
                    let (i, row) = (at / 16 % 16, &values[at % 16 * K..][..K]);
                    // Beside plain floats there is nothing to gain by rounding.
                    let left = if dtype.is_quantized() { &rounded } else { &plain };
                    let (sum, size) = dot(&left[i * K..][..K], row);
                    let far = (fast - sum).abs();
                    assert!(far <= bound(dtype) * size, "{file} {i}, {}: {far:e} of {size:e}", at % 16);
                    let (sum, size) = dot(&plain[i * K..][..K], row);
                    let far = (exact - sum).abs();
                    assert!(far <= 1e-6 * size, "{file} {i}, {}, exact: {far:e} of {size:e}", at % 16);
                }
            }
            compared.push(dtype);
        }
    }
    assert_eq!(compared.len(), 61);
    compared.dedup();
    assert_eq!(compared.len(), 28);
}

#[test]
fn fast_products_stay_within_their_bound() {
    let mut r = Random(6);
    for &dtype in DType::ALL.iter().filter(|d| d.ggml_partner().is_some() || d.is_partner()) {
        for (m, k, n) in [(1, 32, 1), (3, 96, 5), (10, 384, 70), (28, 64, 130), (30, 512, 6)] {
            let x = tensor(DType::Float32, &[m, k], (-1.0, 1.0), false, &mut r);
            let w = tensor(dtype, &[n, k], (-1.0, 1.0), false, &mut r);
            let wt = w.mt().unwrap();
            let exact = x.matmul(&wt).unwrap().to_vec::<f32>().unwrap();
            let fast = x.matmul_with(&wt, FAST).unwrap().to_vec::<f32>().unwrap();
            let partner = dtype.ggml_partner().filter(|p| k.is_multiple_of(p.block_len()));
            let Some(partner) = partner.filter(|p| p.is_quantized()) else {
                assert_eq!(fast, exact, "{dtype}: there is nothing to round to");
                continue;
            };
            let bound = bound(dtype).max(2e-6);
            for (i, (f, (sum, size))) in fast.iter().zip(plain(&x.astype(partner).unwrap(), &wt)).enumerate() {
                let far = (f64::from(*f) - sum[0]).abs();
                assert!(far <= bound * size + 1e-6, "{dtype} {m} {k} {n} element {i}: {f}, not {}", sum[0]);
            }
        }
    }
    let x = Tensor::zeros(&[2, 32], DType::Float32).unwrap();
    assert!(matches!(
        x.matmul_with(&x.mt().unwrap(), MatmulOptions { precision: "wrong" }),
        Err(Error::BadArgument { .. })
    ));
}

#[test]
fn numbers_that_no_partner_holds_spoil_their_own_row_only() {
    let mut r = Random(12);
    for dtype in [DType::Q4_0, DType::Q4K, DType::Iq4Nl, DType::Q2_0] {
        let w = tensor(dtype, &[3, 256], (-1.0, 1.0), false, &mut r).mt().unwrap();
        let x = tensor(DType::Float32, &[3, 256], (-1.0, 1.0), false, &mut r);
        let whole = x.matmul_with(&w, FAST).unwrap().to_vec::<f32>().unwrap();
        for bad in [f32::NAN, f32::INFINITY, f32::MAX] {
            let mut numbers = x.to_vec::<f32>().unwrap();
            numbers[300] = bad;
            let spoilt = Tensor::from_slice(&numbers, &[3, 256]).unwrap();
            let got = spoilt.matmul_with(&w, FAST).unwrap().to_vec::<f32>().unwrap();
            assert_eq!([&got[..3], &got[6..]], [&whole[..3], &whole[6..]], "{dtype} {bad}");
            assert!(got[3..6].iter().all(|y| !y.is_finite() || bad == f32::MAX), "{dtype} {bad}: {got:?}");
        }
    }
}

#[test]
fn kept_weights_follow_what_is_written() {
    let mut w = Tensor::ones(&[8, 32], DType::Float32).unwrap().quantize(DType::Q8_0).unwrap();
    let x = Tensor::ones(&[1, 32], DType::Float32).unwrap();
    let fast = |w: &Tensor| {
        let y = x.matmul_with(&w.mt().unwrap(), FAST).unwrap();
        y.to_vec::<f32>().unwrap()[7].round()
    };
    assert_eq!(fast(&w), 32.0);
    w.fill(0.5).unwrap();
    assert_eq!(fast(&w), 16.0);
    w.buffer().write().unwrap().fill(0);
    assert_eq!(fast(&w), 0.0);
    w.fill(1.0).unwrap();
    assert_eq!(fast(&w), 32.0);
    let mut view = w.into_view();
    view.buffer_mut().unique().unwrap().fill(0);
    w = Tensor::from_view(view);
    assert_eq!(fast(&w), 0.0);
    let e = x.matmul_with(&w.mt().unwrap(), MatmulOptions { precision: "fsat" }).unwrap_err();
    assert_eq!(e.to_string(), "matmul: precision = \"fsat\"; it takes one of [\"exact\", \"fast\"].");
}
