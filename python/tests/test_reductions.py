"""Reductions, scans, sorting and products against NumPy, over dtypes, layouts and axes."""

import itertools

import numpy as np
import polyad
import pytest

RNG = np.random.default_rng(7)
NUMBERS = ["float64", "float32", "float16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = NUMBERS[:3]
COMPLEX = ["complex64", "complex128"]


def values(dtype, shape):
    kind = np.dtype(dtype).kind
    if kind == "c":
        return (RNG.integers(-8, 8, shape) + 1j * RNG.integers(-8, 8, shape)).astype(dtype)
    if kind == "b":
        return RNG.integers(0, 2, shape).astype(bool)
    low = 0 if kind == "u" else -8
    return (RNG.integers(low, 8, shape) * (0.5 if kind == "f" else 1)).astype(dtype)


LAYOUTS = {
    "contiguous": lambda d: values(d, (4, 3, 5)),
    "transposed": lambda d: values(d, (5, 3, 4)).T,
    "reversed": lambda d: values(d, (4, 3, 5))[::-1, :, ::-1],
    "strided": lambda d: values(d, (8, 3, 15))[::2, :, ::3],
    "broadcast": lambda d: np.broadcast_to(values(d, (4, 1, 5)), (4, 3, 5)),
    "empty": lambda d: values(d, (4, 0, 5)),
    "0-d": lambda d: values(d, ()),
}
CASES = list(itertools.product(NUMBERS + COMPLEX + ["bool"], LAYOUTS))


def axes_of(x):
    if x.ndim == 0:
        return [None, ()]
    return [None, (), 0, -1, (0, 2), (1, -1), (0, 1, 2)]


def same(ours, theirs, rtol=0.0):
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    assert ours.shape == theirs.shape
    assert ours.dtype == theirs.dtype
    np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=rtol, equal_nan=True)


def slack(x):
    return {"float16": 4e-3, "float32": 1e-6, "complex64": 1e-6}.get(x.dtype.name, 1e-12)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype, layout", CASES)
@pytest.mark.parametrize("name", ["sum", "prod", "mean", "var", "std", "all", "any", "count_nonzero", "max", "min", "ptp"])
def test_reductions_are_numpys(name, dtype, layout):
    x = LAYOUTS[layout](dtype)
    kind = x.dtype.kind
    if kind == "c" and name in ("max", "min", "ptp") or kind == "b" and name == "ptp":
        with pytest.raises(TypeError, match=name):
            getattr(polyad, name)(polyad.asarray(x))
        return
    ours, theirs = getattr(polyad, name), getattr(np, name)
    for axis, keepdims in itertools.product(axes_of(x), [False, True]):
        # NumPy multiplies narrow floats one by one, past their range; ours round once.
        wide = {"float16": "float64", "float32": "float64", "complex64": "complex128"}.get(dtype, dtype)
        try:
            want = np.asarray(theirs(x.astype(wide), axis=axis, keepdims=keepdims))
        except ValueError:
            with pytest.raises(ValueError, match=name):
                ours(polyad.asarray(x), axis=axis, keepdims=keepdims)
            continue
        if dtype != wide and name not in ("all", "any", "count_nonzero"):
            want = want.astype("float32" if dtype == "complex64" and want.dtype == "float64" else dtype)
        same(ours(polyad.asarray(x), axis=axis, keepdims=keepdims), want, slack(x))


@pytest.mark.parametrize("dtype, layout", CASES)
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_places_are_numpys(name, dtype, layout):
    x = LAYOUTS[layout](dtype)
    if x.dtype.kind == "c":
        with pytest.raises(TypeError, match=name):
            getattr(polyad, name)(polyad.asarray(x))
        return
    for axis, keepdims in itertools.product([None, *range(-x.ndim, x.ndim)], [False, True]):
        try:
            want = getattr(np, name)(x, axis=axis, keepdims=keepdims)
        except ValueError:
            with pytest.raises(ValueError, match=name):
                getattr(polyad, name)(polyad.asarray(x), axis=axis, keepdims=keepdims)
            continue
        same(getattr(polyad, name)(polyad.asarray(x), axis=axis, keepdims=keepdims), want)


@pytest.mark.parametrize("dtype, layout", CASES)
def test_sorting_is_numpys(dtype, layout):
    x = LAYOUTS[layout](dtype)
    t = polyad.asarray(x)
    if x.ndim == 0:
        with pytest.raises(polyad.AxisError):
            polyad.sort(t)
        return
    for axis in range(-x.ndim, x.ndim):
        same(polyad.sort(t, axis=axis), np.sort(x, axis=axis, kind="stable"))
        order = np.argsort(x, axis=axis, kind="stable")
        same(polyad.argsort(t, axis=axis), order)
        pair = polyad.sort_with_indices(t, axis=axis)
        assert type(pair) is tuple
        same(pair[0], np.sort(x, axis=axis))
        same(pair[1], order)
        same(polyad.take_along_axis(t, pair[1], axis=axis), np.take_along_axis(x, order, axis))
        # Stable from the other end: the reverse of sorting the reverse.
        flip = np.flip(np.argsort(np.flip(x, axis), axis=axis, kind="stable"), axis)
        same(polyad.argsort(t, axis=axis, descending=True), x.shape[axis] - 1 - flip)


@pytest.mark.parametrize("dtype, layout", CASES)
@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
def test_scans_are_numpys(name, dtype, layout):
    x = LAYOUTS[layout](dtype)
    t = polyad.asarray(x)
    for axis, initial in itertools.product(range(-x.ndim, x.ndim), [False, True]):
        want = getattr(np, name)(x.astype(np.float64) if x.dtype == "float16" else x, axis=axis, include_initial=initial)
        want = want.astype(x.dtype) if x.dtype == "float16" else want
        same(getattr(polyad, name)(t, axis=axis, include_initial=initial), want, slack(x))
    if x.ndim > 1:
        with pytest.raises(ValueError, match="axis"):
            getattr(polyad, name)(t)


@pytest.mark.parametrize("dtype, layout", CASES)
def test_differences_are_numpys(dtype, layout):
    x = LAYOUTS[layout](dtype)
    t, one = polyad.asarray(x), x.dtype.type(1)
    for axis, n in itertools.product(range(-x.ndim, x.ndim), [0, 1, 2, 9]):
        same(polyad.diff(t, axis=axis, n=n), np.diff(x, axis=axis, n=n))
        same(polyad.diff(t, axis=axis, prepend=one, append=t), np.diff(x, axis=axis, prepend=one, append=x))


@pytest.mark.parametrize("axis, keepdims", list(itertools.product([None, 0, 1, (0, 1)], [False, True])))
@pytest.mark.parametrize("name", ["nansum", "nanmax", "nanmin", "nanmean"])
def test_nan_is_passed_over_as_in_numpy(name, axis, keepdims):
    x = np.array([[1.0, np.nan, -2.0], [4.0, 5.5, np.nan]], "float32")
    for view in (x, x[::-1], x.T.copy().T):
        same(getattr(polyad, name)(view, axis=axis, keepdims=keepdims), getattr(np, name)(view, axis=axis, keepdims=keepdims))


def test_places_of_numbers_beside_nan():
    x = np.array([[np.nan, 3.0, 3.0], [np.nan, np.nan, np.nan], [-1.0, np.nan, -4.0]])
    assert polyad.nanargmax(x, axis=1).tolist() == [1, -1, 0]
    assert polyad.nanargmin(x, axis=1).tolist() == [1, -1, 2]
    assert polyad.nanargmax(x).item() == np.nanargmax(x)
    assert polyad.argmax(x, axis=0).tolist() == np.argmax(x, axis=0).tolist() == [0, 1, 1]
    assert polyad.argmin(x, axis=1).tolist() == [0, 0, 1]


def test_complex_order_has_nan_last_as_numpy():
    nan = float("nan")
    x = np.array([complex(nan, nan), complex(nan, 1), complex(1, nan), 2 - 1j, 1 + 5j, 1 - 5j, complex(nan, 0)])
    assert polyad.argsort(x).tolist() == np.argsort(x, kind="stable").tolist()


def test_zeros_and_nan_keep_their_order():
    x = np.array([0.0, -0.0, np.nan, 0.0, -np.nan, -0.0])
    assert np.asarray(polyad.sort(x)).tobytes() == np.sort(x, kind="stable").tobytes()
    assert polyad.argsort(x, descending=True).tolist() == [2, 4, 0, 1, 3, 5]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "uint8", "bool"])
def test_long_rows_sort(dtype):
    x = RNG.integers(0, 2 if dtype == "bool" else 200, (3, 5000)).astype(dtype)
    for axis in (0, 1):
        same(polyad.sort(x, axis=axis), np.sort(x, axis=axis))
        same(polyad.argsort(x, axis=axis), np.argsort(x, axis=axis, kind="stable"))


def test_means_do_not_stop_at_2_to_the_24():
    x = np.ones((20_000_000, 2), "float32")
    for view, axis in [(x, 0), (x[::-1], 0), (x.T, 1), (np.asfortranarray(x[:9_000_000]), 0)]:
        assert polyad.mean(view, axis=axis).tolist() == [1.0, 1.0]
    assert polyad.mean(x, axis=(0, 1)).item() == polyad.mean(x).item() == 1.0
    assert polyad.sum(np.broadcast_to(np.float32(1), (2**25,))).item() == 2.0**25


def test_sums_over_two_axes_of_a_large_array():
    x = (np.arange(1024 * 1024 * 3, dtype="float32") % 5).reshape(1024, 1024, 3)
    assert polyad.sum(x, axis=(0, 1)).tolist() == [2097150.0, 2097151.0, 2097152.0]


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "mean", "var", "std", "all", "any", "argmax", "argmin"])
def test_wrong_calls_are_refused(name):
    f = getattr(polyad, name)
    x = polyad.asarray(np.zeros((2, 3)))
    with pytest.raises(polyad.AxisError, match=name):
        f(x, axis=2)
    with pytest.raises(ValueError, match=name):
        f(x, axis=(0, 0))
    if name in ("max", "min", "argmax", "argmin"):
        with pytest.raises(ValueError, match="at least one element"):
            f(np.zeros((0, 3)), axis=0)
        with pytest.raises(TypeError, match=name):
            f(np.zeros(2, "complex64"))
    if name.startswith("arg"):
        with pytest.raises(ValueError, match=name):
            f(x, axis=(0, 1))
    if name in ("var", "std"):
        assert np.isnan(f(x, correction=6).item())
        assert f(np.array([0.0, 2.0]), correction=-2.0).item() == {"var": 0.5, "std": 0.5**0.5}[name]


NAN = float("nan")
A = np.array([[1.0, 5.0, 3.0], [2.0, 4.0, 6.0]], "float32")

# What a row of another library's table promises: a call, and what must come out of it (values, dtype).
PROMISES = {
    "sum": [
        (lambda f: f(A), 21.0, "float32"),
        (lambda f: f(A, axis=-1, keepdims=True), [[9.0], [12.0]], "float32"),
        (lambda f: f(A, axis=()), A.tolist(), "float32"),
        (lambda f: f(np.zeros((0, 2))), 0.0, "float64"),
        (lambda f: f(np.broadcast_to(np.float32(1), (2**25,))), 2.0**25, "float32"),
        (lambda f: f(np.full(1000, 127, "int8"), dtype="int8"), 24, "int8"),
    ],
    "prod": [
        (lambda f: f(A, axis=0), [2.0, 20.0, 18.0], "float32"),
        (lambda f: f(A, axis=()), A.tolist(), "float32"),
        (lambda f: f(np.zeros((0,))), 1.0, "float64"),
        (lambda f: f(np.full(64, 2, "int64")), 0, "int64"),
    ],
    "max": [
        (lambda f: f(A), 6.0, "float32"),
        (lambda f: f(A, axis=(0, -1), keepdims=True), [[6.0]], "float32"),
        (lambda f: f(A, axis=()), A.tolist(), "float32"),
        (lambda f: f(np.array([1, NAN])), NAN, "float64"),
    ],
    "min": [
        (lambda f: f(A), 1.0, "float32"),
        (lambda f: f(A, axis=1), [1.0, 2.0], "float32"),
        (lambda f: f(A, axis=()), A.tolist(), "float32"),
        (lambda f: f(np.array([NAN, 1])), NAN, "float64"),
    ],
    "mean": [
        (lambda f: f(A, axis=1, keepdims=True), [[3.0], [4.0]], "float32"),
        (lambda f: f(A, axis=()), A.tolist(), "float32"),
        (lambda f: f(np.array([1, 2])), 1.5, "float64"),
        (lambda f: f(np.zeros(0)), NAN, "float64"),
        (lambda f: f(np.array([1, NAN])), NAN, "float64"),
    ],
    "var": [
        (lambda f: f(np.arange(1, 6, dtype="float32")), 2.0, "float32"),
        (lambda f: f(np.arange(1, 6, dtype="float32"), correction=1), 2.5, "float32"),
        (lambda f: f(np.array([1e8, 1e8 + 2])), 1.0, "float64"),
        (lambda f: f(np.full(7, 0.1)) , 0.0, "float64"),
    ],
    "std": [
        (lambda f: f(np.array([1.0, 3.0])), 1.0, "float64"),
        (lambda f: f(np.array([[1.0, 3.0]]), axis=1, keepdims=True, correction=1), [[2.0**0.5]], "float64"),
    ],
    "all": [
        (lambda f: f(np.array([[1, 0], [1, 1]], "int32"), axis=1), [False, True], "bool"),
        (lambda f: f(np.array([NAN])), True, "bool"),
        (lambda f: f(np.zeros((0,))), True, "bool"),
    ],
    "any": [
        (lambda f: f(np.array([[0, 0], [0, 1]], "int32"), axis=1), [False, True], "bool"),
        (lambda f: f(np.zeros((0,))), False, "bool"),
    ],
    "argmax": [
        (lambda f: f(A, axis=1), [1, 2], "int64"),
        (lambda f: f(A), 5, "int64"),
        (lambda f: f(np.array([1, 7, 7])), 1, "int64"),
        (lambda f: f(np.array([1, NAN, 9, NAN])), 1, "int64"),
    ],
    "argmin": [
        (lambda f: f(A, axis=0, keepdims=True), [[0, 1, 0]], "int64"),
        (lambda f: f(np.array([3, 0, 0], "uint8")), 1, "int64"),
        (lambda f: f(np.array([0, -128, 127], "int8")), 1, "int64"),
        (lambda f: f(np.array([1, NAN, -9])), 1, "int64"),
    ],
    "sort": [
        (lambda f: f(np.array([NAN, 1.0, 2.0, -np.inf])), [-np.inf, 1.0, 2.0, NAN], "float64"),
        (lambda f: f(np.array([1.0, NAN, np.inf]), descending=True), [NAN, np.inf, 1.0], "float64"),
        (lambda f: f(np.array([[3, 1], [1, 4]]), axis=0, descending=True), [[3, 4], [1, 1]], "int64"),
    ],
    "argsort": [
        (lambda f: f(np.array([3, 1, 4, 1, 5])), [1, 3, 0, 2, 4], "int64"),
        (lambda f: f(np.array([3, 1, 4, 1, 5]), descending=True), [4, 2, 0, 1, 3], "int64"),
        (lambda f: f(np.array([0.0, -0.0, NAN, 0.0, NAN])), [0, 1, 3, 2, 4], "int64"),
    ],
    "dot": [
        (lambda f: f(np.array([1.0, 2.0]), np.array([3.0, 4.0])), 11.0, "float64"),
        (lambda f: f(A, A.T), [[35.0, 40.0], [40.0, 56.0]], "float32"),
    ],
    "matmul": [
        (lambda f: f(np.array([1.0, 2.0]), np.array([3.0, 4.0])), 11.0, "float64"),
        (lambda f: f(np.array([1.0, 1.0], "float32"), A), [3.0, 9.0, 9.0], "float32"),
        (lambda f: f(np.zeros((2, 0)), np.zeros((0, 2))), [[0.0, 0.0], [0.0, 0.0]], "float64"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", list(PROMISES))
def test_promises_hold(name):
    for call, want, dtype in PROMISES[name]:
        got = call(getattr(polyad, name))
        assert got.dtype == dtype
        np.testing.assert_array_equal(np.asarray(got), np.asarray(want))


@pytest.mark.parametrize("name", ["max", "min", "argmax", "argmin", "nanmax", "nanargmin"])
def test_extremes_of_nothing_are_refused(name):
    with pytest.raises(ValueError, match="at least one element"):
        getattr(polyad, name)(np.zeros((0, 3)), axis=0)


@pytest.mark.parametrize("name", ["sort", "argsort"])
def test_sorting_refuses_axes_that_are_not_there(name):
    with pytest.raises(polyad.AxisError, match=name):
        getattr(polyad, name)(np.zeros((2, 3)), axis=2)
    with pytest.raises(polyad.AxisError, match=name):
        getattr(polyad, name)(np.float32(1))
    # Complex numbers have an order here, NumPy's.
    assert getattr(polyad, name)(np.array([2j, 1j])).tolist() == {"sort": [1j, 2j], "argsort": [1, 0]}[name]


@pytest.mark.parametrize("name", ["var", "std"])
def test_corrections_count_and_leave_nan(name):
    x = RNG.normal(size=(3, 4)) + 1e8
    want = getattr(np, name)(x, axis=1, correction=1)
    same(getattr(polyad, name)(x, axis=1, correction=1), want, 1e-9)
    assert np.isnan(np.asarray(getattr(polyad, name)(x, axis=1, correction=4))).all()
    assert np.isnan(np.asarray(getattr(polyad, name)(x, axis=1, correction=5.5))).all()


def test_dots_are_numpys_up_to_two_axes():
    shapes = [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 4)), ((2, 3), (3, 4)), ((), (2, 3)), ((2, 3, 4), (4,))]
    for (a, b), dtype in itertools.product(shapes, ["float64", "int64", "complex128"]):
        x, y = values(dtype, a), values(dtype, b)
        same(polyad.dot(x, y), np.dot(x, y), 1e-12)
    assert polyad.dot(np.ones((2, 3, 4, 5)), np.ones((3, 5, 6))).shape == (2, 3, 4, 6)


@pytest.mark.parametrize("name", ["dot", "matmul"])
def test_products_refuse_what_does_not_fit(name):
    f = getattr(polyad, name)
    with pytest.raises(ValueError, match="2, 3"):
        f(np.ones((2, 3)), np.ones((2, 3)))
    with pytest.raises(ValueError, match="broadcast"):
        f(np.ones((2, 3, 4)), np.ones((3, 4, 5)))
    with pytest.raises(TypeError, match="uint64"):
        f(np.ones(2, "uint64"), np.ones(2, "int64"))
    if name == "dot":
        assert f(2.0, np.ones(2)).tolist() == [2.0, 2.0]
    else:
        with pytest.raises(ValueError, match="matmul"):
            f(np.float64(2), np.ones(2))


def test_vector_dots_are_numpys():
    for dtype in ["float32", "float64", "int32", "complex64", "complex128"]:
        x, y = values(dtype, (2, 3, 4)), values(dtype, (3, 4))
        same(polyad.vecdot(x, y), np.vecdot(x, y), 1e-6)
        same(polyad.vecdot(x, x, axis=0), np.vecdot(x, x, axis=0), 1e-6)
    wide = polyad.vecdot(np.full(1000, 127, "int8"), np.full(1000, 127, "int8"), dtype="int64")
    assert wide.item() == 127 * 127 * 1000


def test_logarithms_of_sums_do_not_overflow():
    x = RNG.normal(size=(3, 4)) * 500
    top = x.max(axis=1, keepdims=True)
    want = np.log(np.exp(x - top).sum(axis=1)) + top[:, 0]
    same(polyad.logsumexp(x, axis=1), want, 1e-12)
    assert polyad.logsumexp([-np.inf, -np.inf]).item() == -np.inf
