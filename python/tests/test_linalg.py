"""Linear algebra against NumPy: values up to signs and phases, dtypes, layouts, batches, empties, refusals."""

import numpy as np
import polyad
import pytest
from polyad import linalg

DTYPES = ["float32", "float64", "complex64", "complex128"]
SQUARES = [(3, 3), (2, 3, 4, 4), (1, 1), (0, 0), (2, 0, 0), (0, 3, 3), (17, 17)]
RECTANGLES = [*SQUARES, (4, 2), (2, 5), (3, 2, 4), (0, 3), (3, 0), (2, 0, 3)]


def made(dtype, shape, layout="plain"):
    r = np.random.default_rng(7)
    if layout == "transposed":
        shape = (*shape[:-2], shape[-1], shape[-2])
    a = r.normal(size=shape)
    if dtype.startswith("c"):
        a = a + 1j * r.normal(size=shape)
    a = a.astype(dtype)
    return {"plain": lambda: a, "transposed": lambda: a.swapaxes(-1, -2), "reversed": lambda: a[..., ::-1, ::-1]}[layout]()


def near(got, need, scale=1.0):
    got, need = np.asarray(got), np.asarray(need)
    assert got.shape == need.shape and got.dtype == need.dtype, (got.shape, need.shape, got.dtype, need.dtype)
    wide = got.dtype in ("float64", "complex128")
    np.testing.assert_allclose(got, need, rtol=1e-9 if wide else 2e-3, atol=(1e-10 if wide else 2e-3) * scale)


def adjoint(x):
    return np.conj(np.swapaxes(np.asarray(x), -1, -2))


def regular(dtype, shape, layout="plain"):
    return made(dtype, shape, layout) + np.asarray(6 * np.eye(shape[-1]), dtype)


@pytest.mark.parametrize("layout", ["plain", "transposed", "reversed"])
@pytest.mark.parametrize("shape", SQUARES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_values_of_square_matrices_are_those_of_numpy(dtype, shape, layout):
    a = regular(dtype, shape, layout)
    x = polyad.asarray(a)
    near(linalg.det(x), np.linalg.det(a), scale=abs(np.linalg.det(a)).max(initial=1))
    near(linalg.inv(x), np.linalg.inv(a))
    sign, log = linalg.slogdet(x)
    near(sign, np.linalg.slogdet(a).sign)
    near(log, np.linalg.slogdet(a).logabsdet)
    hermitian = a + adjoint(a)
    near(linalg.eigvalsh(polyad.asarray(hermitian)), np.linalg.eigvalsh(hermitian), 10)
    near(linalg.eigvalsh(polyad.asarray(np.triu(hermitian)), upper=True), np.linalg.eigvalsh(hermitian), 10)
    values, vectors = linalg.eigh(polyad.asarray(hermitian))
    near(np.asarray(vectors) * np.asarray(values)[..., None, :] @ adjoint(vectors), hermitian, 20)
    positive = a @ adjoint(a) + np.eye(shape[-1], dtype=dtype)
    near(linalg.cholesky(polyad.asarray(positive)), np.linalg.cholesky(positive), 10)
    near(linalg.cholesky(polyad.asarray(positive), upper=True), adjoint(np.linalg.cholesky(positive)), 10)
    for n in (-2, -1, 0, 1, 3):
        near(linalg.matrix_power(x, n), np.linalg.matrix_power(a, n), 1000)


@pytest.mark.parametrize("layout", ["plain", "transposed", "reversed"])
@pytest.mark.parametrize("shape", RECTANGLES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_factors_multiply_to_the_matrix(dtype, shape, layout):
    a = made(dtype, shape, layout)
    x = polyad.asarray(a)
    for mode in ("reduced", "complete"):
        q, r = linalg.qr(x, mode=mode)
        need = np.linalg.qr(a, mode=mode)
        assert (q.shape, r.shape) == (need.Q.shape, need.R.shape)
        near(np.asarray(q) @ np.asarray(r), a)
        near(adjoint(q) @ np.asarray(q), np.broadcast_to(np.eye(q.shape[-1], dtype=dtype), need.Q.shape[:-2] + (q.shape[-1],) * 2))
    k = min(shape[-2:])
    for full in (True, False):
        u, s, vh = linalg.svd(x, full_matrices=full)
        need = np.linalg.svd(a, full_matrices=full)
        assert (u.shape, vh.shape) == (need.U.shape, need.Vh.shape)
        near(s, need.S)
        near(np.asarray(u)[..., :k] * np.asarray(s)[..., None, :] @ np.asarray(vh)[..., :k, :], a)
    near(linalg.svdvals(x), need.S)
    near(linalg.pinv(x), np.linalg.pinv(a), 10)
    assert np.array_equal(linalg.matrix_rank(x), np.linalg.matrix_rank(a) if a.size else np.zeros(shape[:-2], int))
    p, lower, upper = linalg.lu(x)
    near(np.asarray(p) @ np.asarray(lower) @ np.asarray(upper), a)


@pytest.mark.parametrize("dtype", DTYPES)
def test_eigenvectors_of_any_matrix_are_stretched(dtype):
    a = made(dtype, (2, 5, 5))
    values, vectors = linalg.eig(polyad.asarray(a))
    assert str(values.dtype) == ("complex64" if dtype in ("float32", "complex64") else "complex128")
    stretched = np.asarray(vectors) * np.asarray(values)[:, None, :]
    near(a.astype(stretched.dtype) @ np.asarray(vectors), stretched)
    near(np.sort_complex(np.asarray(linalg.eigvals(polyad.asarray(a)))), np.sort_complex(np.linalg.eigvals(a).astype(stretched.dtype)))


@pytest.mark.parametrize(
    ("left", "right"),
    [((3, 3), (3,)), ((2, 3, 3), (3,)), ((3, 3), (3, 2)), ((2, 1, 3, 3), (4, 3, 2)), ((3, 3), (2, 3, 1)), ((0, 0), (0,)), ((0, 3, 3), (3, 2))],
    ids=str,
)
@pytest.mark.parametrize("dtype", DTYPES)
def test_systems_broadcast_as_those_of_numpy(dtype, left, right):
    a, b = regular(dtype, left), made(dtype, (*right, 1))[..., 0]
    near(linalg.solve(polyad.asarray(a), polyad.asarray(b)), np.linalg.solve(a, b))
    lower = np.tril(a)
    near(linalg.solve_triangular(polyad.asarray(a), polyad.asarray(b)), np.linalg.solve(lower, b))
    upper = np.triu(a)
    near(linalg.solve_triangular(polyad.asarray(a), polyad.asarray(b), upper=True), np.linalg.solve(upper, b))


@pytest.mark.parametrize("ord", [None, 0, 1, -1, 2, -2, 0.5, 3, np.inf, -np.inf])
@pytest.mark.parametrize("axis", [None, 0, -1])
@pytest.mark.parametrize("dtype", DTYPES)
def test_norms_of_vectors_are_those_of_numpy(dtype, axis, ord):
    a = made(dtype, (3, 4)) if axis is not None else made(dtype, (5, 1))[:, 0]
    for keepdims in (False, True):
        near(linalg.norm(polyad.asarray(a), ord, axis, keepdims), np.linalg.norm(a, ord, axis, keepdims))


@pytest.mark.parametrize("ord", [None, "fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf])
@pytest.mark.parametrize("axis", [(0, 1), (2, 0), (-1, -2)])
@pytest.mark.parametrize("dtype", DTYPES)
def test_norms_of_matrices_are_those_of_numpy(dtype, axis, ord):
    a = made(dtype, (3, 4, 5))
    for keepdims in (False, True):
        near(linalg.norm(polyad.asarray(a), ord, axis, keepdims), np.linalg.norm(a, ord, axis, keepdims))
    near(linalg.matrix_norm(polyad.asarray(a), ord="fro" if ord is None else ord), np.linalg.norm(a, ord, (-2, -1)))


def test_norms_take_numbers_of_any_kind_and_flatten():
    near(linalg.norm([[3, 4], [0, 0]]), np.float64(5.0))
    near(linalg.vector_norm(polyad.asarray([[3, 4], [6, 8]]), axis=1), np.array([5.0, 10.0]))
    with pytest.raises(ValueError, match="one axis or two"):
        linalg.norm(polyad.zeros((2, 2, 2)), 2)
    with pytest.raises(ValueError, match="it takes \"fro\""):
        linalg.norm(polyad.zeros((2, 2)), "x")


@pytest.mark.parametrize("p", [None, 1, -1, 2, -2, np.inf, -np.inf, "fro"])
def test_condition_numbers_are_those_of_numpy(p):
    a = np.stack([made("float64", (3, 3)), np.zeros((3, 3))])
    near(linalg.cond(polyad.asarray(a[0]), p), np.linalg.cond(a[0], p))
    if p != -2:
        assert np.isinf(np.asarray(linalg.cond(polyad.asarray(a), p))[1])


@pytest.mark.parametrize(("a", "b"), [((5, 2), (5,)), ((5, 2), (5, 3)), ((2, 5), (2, 2)), ((3, 3), (3,))], ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_least_squares_are_those_of_numpy(dtype, a, b):
    a, b = made(dtype, a), made(dtype, (*b, 1))[..., 0]
    got, need = linalg.lstsq(polyad.asarray(a), polyad.asarray(b)), np.linalg.lstsq(a, b)
    near(got.x, need[0])
    near(got.residuals, need[1])
    near(got.s, need[3])
    assert got.rank.item() == need[2]


def test_ranks_take_a_tolerance_for_each_matrix():
    a = np.stack([np.diag([1.0, 0.1]), np.diag([1.0, 0.1])])
    assert np.asarray(linalg.matrix_rank(polyad.asarray(a), rtol=polyad.asarray([0.01, 0.5]))).tolist() == [2, 1]
    assert linalg.matrix_rank(polyad.asarray(a[0]), rtol=0.5).item() == 1
    assert linalg.matrix_rank(polyad.asarray(a[0]), hermitian=True).item() == 2
    near(linalg.pinv(polyad.asarray(a), rtol=0.5), np.linalg.pinv(a, rcond=0.5))
    near(linalg.pinv(polyad.asarray(np.tril(a)), hermitian=True), np.linalg.pinv(a))


def test_exponentials_add_up_the_series():
    a = made("float64", (2, 4, 4))
    term = need = np.broadcast_to(np.eye(4), a.shape)
    for k in range(1, 60):
        term = term @ a / k
        need = need + term
    near(linalg.expm(polyad.asarray(a)), need)


def test_three_diagonals_are_a_matrix():
    r = np.random.default_rng(1)
    d = r.normal(size=(3, 6))
    a = np.diag(d[1]) + np.diag(d[0][1:], -1) + np.diag(d[2][:-1], 1)
    b = r.normal(size=(6, 2))
    near(linalg.solve_tridiagonal(*map(polyad.asarray, d), polyad.asarray(b)), np.linalg.solve(a, b))


def test_a_matrix_without_the_result_is_named_by_its_place():
    a = polyad.asarray([[[1.0, 0.0], [0.0, 1.0]], [[1.0, 2.0], [2.0, 4.0]]])
    for f in (linalg.inv, lambda a: linalg.solve(a, a), lambda a: linalg.matrix_power(a, -1)):
        with pytest.raises(linalg.LinAlgError, match=r"the matrix at \[1\] of shape \[2, 2, 2\] is singular"):
            f(a)
    with pytest.raises(linalg.LinAlgError, match="not positive definite"):
        linalg.cholesky(polyad.asarray([[1.0, 2.0], [2.0, 1.0]]))
    assert issubclass(linalg.LinAlgError, ValueError)
    with pytest.raises(ValueError, match="square matrices"):
        linalg.det(polyad.zeros((2, 3)))
    with pytest.raises(ValueError, match="at least two axes"):
        linalg.svd(polyad.zeros(3))
    with pytest.raises(ValueError, match="mode"):
        linalg.qr(polyad.zeros((2, 2)), mode="raw")


@pytest.mark.parametrize("name", ["det", "inv", "eigvals", "eigvalsh", "svdvals", "svd", "eigh", "eig", "qr", "slogdet", "pinv", "expm"])
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_gives_nan_or_an_error_and_ends(name, bad):
    a = np.ones((6, 6))
    a[2, 3] = bad
    try:
        found = getattr(linalg, name)(polyad.asarray(a))
    except linalg.LinAlgError:
        return
    found = found if isinstance(found, tuple) else (found,)
    assert not all(np.isfinite(np.asarray(x)).all() for x in found)


def test_the_extension_is_whole():
    names = """cholesky cross det diagonal eig eigh eigvals eigvalsh inv matmul matrix_norm matrix_power matrix_rank
    matrix_transpose outer pinv qr slogdet solve svd svdvals tensordot trace vecdot vector_norm""".split()
    assert [n for n in names if not hasattr(linalg, n)] == []
    import polyad.linalg as again

    assert again is linalg
