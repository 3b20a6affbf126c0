"""New tensors, beside NumPy's."""

import math

import numpy as np
import polyad
import pytest

REAL = ["float64", "float32", "float16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
ALL = [*REAL, "bool", "complex64", "complex128"]
OWN = ["bfloat16", "float8_e5m2", "float4_e2m1fn", "int4", "uint4", "uint2", "ternary", "complex32"]
MAKERS = {
    "zeros": lambda shape, **k: polyad.zeros(shape, **k),
    "ones": lambda shape, **k: polyad.ones(shape, **k),
    "empty": lambda shape, **k: polyad.empty(shape, **k),
    "full": lambda shape, **k: polyad.full(shape, 1, **k),
    "from_function": lambda shape, **k: polyad.from_function(lambda *at: 1, shape, **k),
    "uniform": lambda shape, **k: polyad.random.uniform(shape, **k),
    "normal": lambda shape, **k: polyad.random.normal(shape, **k),
    "randint": lambda shape, **k: polyad.random.randint(shape, 1, **k),
}


def same(ours, theirs):
    assert type(ours) is polyad.Tensor
    assert (ours.dtype, ours.shape) == (theirs.dtype.name, theirs.shape)
    np.testing.assert_array_equal(np.asarray(ours), theirs)


def contiguous(t):
    return t.shape == () or np.asarray(t).flags.c_contiguous


@pytest.mark.parametrize("dtype", ALL)
@pytest.mark.parametrize("shape", [(), 0, 3, (2, 3), (0, 4), (2, 1, 2), [4]])
@pytest.mark.parametrize("name", ["zeros", "ones"])
def test_zeros_and_ones(name, shape, dtype):
    same(getattr(polyad, name)(shape, dtype=dtype), getattr(np, name)(shape, dtype=dtype))


@pytest.mark.parametrize("name", ["zeros", "ones", "empty", "uniform", "normal"])
def test_the_default_dtype_is_float64(name):
    assert MAKERS[name]((2,)).dtype == "float64"


@pytest.mark.parametrize("dtype", OWN)
def test_dtypes_of_our_own_have_zeros_and_ones(dtype):
    for shape in ((), (5,), (3, 3)):
        n = math.prod(shape)
        for make, value in ((polyad.zeros, 0), (polyad.ones, 1)):
            t = make(shape, dtype=dtype)
            assert (t.dtype, t.shape) == (dtype, shape)
            assert np.ravel(t.tolist()).tolist() == [value] * n


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("shape", [-1, (2, -3), (-(2**70),)])
def test_negative_extents_are_refused(name, shape):
    with pytest.raises(ValueError, match=rf"{name}: shape"):
        MAKERS[name](shape)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("shape", [(2**62, 4), (2**40, 2**40), (2**63,), (1,) * 65], ids=["bytes", "product", "extent", "axes"])
def test_shapes_past_memory_are_refused_before_anything_is_made(name, shape):
    with pytest.raises(ValueError):
        MAKERS[name](shape)


@pytest.mark.parametrize("name", MAKERS)
def test_shapes_are_integers(name):
    # Draws without a shape have that of their parameters.
    for shape in (2.0, (2, 1.5), "23", *([] if name in ("uniform", "normal") else [None])):
        with pytest.raises(TypeError):
            MAKERS[name](shape)


@pytest.mark.parametrize("name", ["zeros", "ones", "empty", "full"])
def test_the_device_is_the_cpu(name):
    assert MAKERS[name]((2,), device="cpu").device == "cpu"
    with pytest.raises(ValueError, match='metal.*"cpu"'):
        MAKERS[name]((2,), device="metal")


@pytest.mark.parametrize(
    ("value", "dtype"), [(True, "bool"), (3, "int64"), (2.5, "float64"), (1j, "complex128"), (np.int64(4), "int64")]
)
def test_full_takes_the_dtype_of_its_value(value, dtype):
    t = polyad.full((2, 2), value)
    assert t.dtype == dtype and t.tolist() == [[value] * 2] * 2


@pytest.mark.parametrize("make", [polyad.full, lambda shape, x, dtype: polyad.scalar(x, dtype=dtype)], ids=["full", "scalar"])
@pytest.mark.parametrize(
    ("value", "dtype"),
    [(1.5, "int32"), (300, "uint8"), (-1, "uint8"), (1e39, "float32"), (2, "bool"), (8, "int4"), (2, "ternary"), (1j, "float64")],
)
def test_a_value_that_does_not_fit_is_refused(make, value, dtype):
    with pytest.raises(OverflowError, match=dtype):
        make((2,), value, dtype=dtype)


@pytest.mark.parametrize("dtype", ALL)
def test_like_functions_take_shape_and_dtype_and_lie_row_major(dtype):
    a = np.arange(12).reshape(3, 4).astype(dtype)
    layouts = [a, a.T, a[::-1, ::2], np.broadcast_to(a[0], (3, 4)), a[:0], a[0, 0]]
    for x in layouts:
        t = polyad.asarray(x)
        same(polyad.zeros_like(t), np.zeros_like(x))
        same(polyad.ones_like(t), np.ones_like(x))
        same(polyad.full_like(t, True), np.full_like(x, True))
        like = polyad.empty_like(t)
        assert (like.dtype, like.shape) == (dtype, x.shape)
        assert all(contiguous(f(t)) for f in (polyad.zeros_like, polyad.ones_like, polyad.empty_like))
        assert contiguous(polyad.full_like(t, 1))
        other = polyad.zeros_like(t, dtype="int16", device="cpu")
        assert (other.dtype, other.shape) == ("int16", x.shape)


def test_full_like_refuses_a_value_that_does_not_fit():
    t = polyad.zeros((2,), dtype="uint8")
    for value in (256, -1, 0.5):
        with pytest.raises(OverflowError, match="uint8"):
            polyad.full_like(t, value)
        with pytest.raises(OverflowError, match="uint8"):
            polyad.scalar_like(t, value)


def test_scalars_have_no_axes():
    assert polyad.scalar(2.5).shape == () and polyad.scalar(2.5).item() == 2.5
    t = polyad.scalar_like(polyad.zeros((2, 3), dtype="int16"), 7)
    assert (t.dtype, t.shape, t.item()) == ("int16", (), 7)


def test_empty_is_a_tensor_of_the_dtype():
    for dtype in [*ALL, *OWN]:
        t = polyad.empty((3, 5), dtype=dtype)
        assert (t.dtype, t.shape) == (dtype, (3, 5))
        # Whatever lies there is a number: bool holds 0 and 1.
        t.tolist()
    assert set(np.asarray(polyad.empty(4096, dtype="bool")).view("uint8").tolist()) <= {0, 1}


CODES = ["float64", "float32", "float16", "bfloat16", "int8", "int16", "int32", "int64", "ternary"]


@pytest.mark.parametrize(("code", "dtype"), list(enumerate(CODES)), ids=CODES)
def test_create_takes_the_codes_of_files(code, dtype):
    t = polyad.create([2, 3], code)
    assert (t.dtype, t.shape) == (dtype, (2, 3)) and t.tolist() == [[0] * 3] * 2
    assert polyad.create(4, dtype).dtype == dtype


@pytest.mark.parametrize("code", [9, -1, 255, 2**70])
def test_create_refuses_other_codes(code):
    with pytest.raises(ValueError, match="code"):
        polyad.create([2], code)


def test_from_function_calls_once_an_element_in_order():
    seen = []

    def f(i, j):
        seen.append((i, j))
        return 10 * i + j

    assert polyad.from_function(f, (2, 3)).tolist() == [[0, 1, 2], [10, 11, 12]]
    assert seen == [(i, j) for i in range(2) for j in range(3)]
    assert polyad.from_function(lambda *at: len(at), ()).tolist() == 0
    assert polyad.from_function(f, (0, 3)).shape == (0, 3)
    assert polyad.from_function(lambda i: i, 3, dtype="float32").dtype == "float32"
    with pytest.raises(ZeroDivisionError):
        polyad.from_function(lambda i: 1 / i, 3)
    with pytest.raises(OverflowError):
        polyad.from_function(lambda i: 300, 2, dtype="uint8")


@pytest.mark.parametrize(
    "args",
    [(5,), (0,), (-3,), (2, 9), (2, 9, 3), (9, 2, -2), (2, 9, -1), (0.0, 1.0, 0.1), (1.5,), (1, 2.2, 0.5), (5, 0, -0.75),
     (0, 10, 4), (-3, 3), (0, 1e-3, 1e-4), (3, 3)],
)
def test_arange(args):
    same(polyad.arange(*args), np.arange(*args))


@pytest.mark.parametrize("dtype", [*REAL, "complex64", "complex128"])
def test_arange_in_a_dtype(dtype):
    same(polyad.arange(3, 90, 7, dtype=dtype), np.arange(3, 90, 7, dtype="int64").astype(dtype))
    same(polyad.arange(0, dtype=dtype), np.arange(0, dtype=dtype))
    assert polyad.arange(3, dtype="bfloat16").tolist() == [0, 1, 2]


def test_elements_of_a_range_are_multiplied_not_summed():
    ours = polyad.arange(0.0, 100_000.0, 0.1)
    same(ours, np.arange(1_000_000) * 0.1)
    assert polyad.arange(0, 1, 0.1).size == 10
    # Past 2**53 integers are still counted one by one.
    big = 2**60
    assert polyad.arange(big, big + 4).tolist() == [big, big + 1, big + 2, big + 3]
    assert polyad.arange(2**63, 2**63 + 2, dtype="uint64").tolist() == [2**63, 2**63 + 1]
    assert polyad.arange(2**63 - 1, -(2**63), -(2**62)).size == 4


@pytest.mark.parametrize("make", [polyad.arange, polyad.arange_f], ids=["arange", "arange_f"])
@pytest.mark.parametrize("args", [(0, 5, 0), (0, math.nan, 1), (math.inf, 0, 1), (0, 1, math.nan), (0, math.inf, 1)])
def test_ranges_without_an_end_are_refused(make, args):
    with pytest.raises(ValueError, match="step|finite"):
        make(*args)


@pytest.mark.parametrize(
    ("args", "dtype", "error"),
    [
        ((0, 300), "uint8", OverflowError),
        ((-1, 3), "uint8", OverflowError),
        ((0, 1e39, 1e38), "float32", OverflowError),
        ((2**63, 2**63 + 2), None, OverflowError),
        ((0.5, 3), "int64", ValueError),
        ((0, 3, 0.5), "int64", ValueError),
        ((0, 2**62), "int64", (ValueError, MemoryError)),
        ((0, 1e300), None, ValueError),
        ((0, 1e17), None, (ValueError, MemoryError)),
        ((1j,), None, ValueError),
    ],
)
def test_ranges_that_do_not_fit_are_refused(args, dtype, error):
    with pytest.raises(error):
        polyad.arange(*args, dtype=dtype)


def test_arange_f_emits_nothing_at_stop():
    assert np.arange(1, 1.3, 0.1).size == 4 and polyad.arange(1, 1.3, 0.1).size == 4
    t = polyad.arange_f(1, 1.3, 0.1)
    assert t.tolist() == [1 + 0 * 0.1, 1 + 1 * 0.1, 1 + 2 * 0.1]
    for n in range(1, 200):
        assert polyad.arange_f(0.0, n * 0.1, 0.1).size == n
    assert polyad.arange_f(3.0, 0.0, -0.5, dtype="float32").tolist() == [3, 2.5, 2, 1.5, 1, 0.5]
    assert polyad.arange_f(0.0, -1.0, 0.5).shape == (0,)
    with pytest.raises(TypeError, match="arange"):
        polyad.arange_f(0.0, 3.0, 1.0, dtype="int64")


@pytest.mark.parametrize("endpoint", [True, False])
@pytest.mark.parametrize("num", [0, 1, 2, 3, 10, 50])
@pytest.mark.parametrize("ends", [(0, 1), (0.1, 0.7), (5, -5), (-1e308, 1e307), (3, 3), (0, 5e-324), (1j, 2 - 3j), (0, 1j)])
def test_linspace(ends, num, endpoint):
    same(polyad.linspace(*ends, num, endpoint=endpoint), np.linspace(*ends, num, endpoint=endpoint))


@pytest.mark.parametrize("dtype", [*REAL, "complex64"])
def test_linspace_in_a_dtype(dtype):
    for ends, num in (((0, 10), 4), ((1.5, 90.5), 7), ((100, 3), 6)):
        same(polyad.linspace(*ends, num, dtype=dtype), np.linspace(*ends, num, dtype=dtype))


def test_linspace_meets_its_ends():
    for start, stop, num in ((0.1, 0.3, 7), (1 / 3, 22 / 7, 1000), (-1e308, 1.7e308, 5)):
        x = polyad.linspace(start, stop, num).tolist()
        assert (x[0], x[-1]) == (start, stop) and all(map(math.isfinite, x)) and x == sorted(x)
    low, high = -(2**63), 2**63 - 1
    assert polyad.linspace(low, high, 3, dtype="int64").tolist() == [low, -1, high]


@pytest.mark.parametrize("make", [polyad.linspace, polyad.logspace, polyad.geomspace], ids=["lin", "log", "geom"])
def test_a_count_is_not_negative(make):
    for num in (-1, -(2**70)):
        with pytest.raises(ValueError, match="num"):
            make(1, 2, num)
    for num in (2**60, 2**62):
        with pytest.raises((ValueError, MemoryError)):
            make(1, 2, num)
    with pytest.raises(TypeError):
        make(1, 2, 3.0)


def test_linspace_refuses_what_its_dtype_cannot_hold():
    for ends, dtype, error in (((0, 300), "uint8", OverflowError), ((0, 1), "bool", TypeError), ((0, 1j), "float64", TypeError)):
        with pytest.raises(error):
            polyad.linspace(*ends, 3, dtype=dtype)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int64"])
@pytest.mark.parametrize("base", [10.0, 2.0, 0.5, math.e])
@pytest.mark.parametrize("endpoint", [True, False])
def test_logspace(base, endpoint, dtype):
    ours = polyad.logspace(-1.5, 2.75, 9, base=base, endpoint=endpoint, dtype=dtype)
    theirs = np.logspace(-1.5, 2.75, 9, base=base, endpoint=endpoint, dtype=dtype)
    assert (ours.dtype, ours.shape) == (dtype, theirs.shape)
    np.testing.assert_array_max_ulp(np.asarray(ours), theirs, 4) if dtype != "int64" else same(ours, theirs)
    assert polyad.logspace(0, 3, 4).tolist() == [1, 10, 100, 1000]
    assert polyad.logspace(0, 3).size == 50 and polyad.logspace(0, 3, 0).shape == (0,)


@pytest.mark.parametrize("base", [0.0, -2.0, math.inf, math.nan])
def test_logspace_has_a_positive_base(base):
    with pytest.raises(ValueError, match="base"):
        polyad.logspace(0, 1, 3, base=base)


def test_logspace_refuses_powers_past_its_dtype():
    for stop, dtype in ((40, "float32"), (3, "uint8"), (20, "int64")):
        with pytest.raises(OverflowError):
            polyad.logspace(0, stop, 3, dtype=dtype)


@pytest.mark.parametrize("ends", [(1, 1000), (1000, 1), (0.3, 77.7), (-1, -1000), (1e-300, 1e300)])
@pytest.mark.parametrize("num", [0, 1, 2, 4, 11])
def test_geomspace(ends, num):
    for endpoint in (True, False):
        ours = polyad.geomspace(*ends, num, endpoint=endpoint)
        np.testing.assert_allclose(np.asarray(ours), np.geomspace(*ends, num, endpoint=endpoint), rtol=1e-12)
    if num > 1:
        x = polyad.geomspace(*ends, num).tolist()
        assert (x[0], x[-1]) == ends
    assert polyad.geomspace(1, 256, 9, dtype="float32").tolist() == [2.0**i for i in range(9)]


@pytest.mark.parametrize("ends", [(0, 1), (1, 0), (-1, 1), (1, math.inf), (math.nan, 1), (1, 1j)])
def test_geomspace_has_ends_of_one_sign(ends):
    with pytest.raises(ValueError, match="geomspace"):
        polyad.geomspace(*ends, 3)


@pytest.mark.parametrize("dtype", ALL)
def test_eye(dtype):
    for n, m in ((3, None), (2, 4), (4, 2), (0, 3), (1, 1)):
        for k in (-5, -1, 0, 1, 2, 9):
            same(polyad.eye(n, m, k=k, dtype=dtype), np.eye(n, m, k=k, dtype=dtype))
    same(polyad.identity(3, dtype=dtype), np.identity(3, dtype=dtype))


def test_eye_of_our_own_dtypes_and_far_diagonals():
    assert polyad.eye(2, 3, k=-1).tolist() == [[0, 0, 0], [1, 0, 0]]
    for dtype in OWN:
        assert polyad.eye(3, 5, k=1, dtype=dtype).tolist() == np.eye(3, 5, k=1).tolist()
    for k in (2**63 - 1, -(2**63), 2**70, -(2**70)):
        assert polyad.eye(3, k=k).tolist() == np.zeros((3, 3)).tolist()
    blocks = polyad.eye(2, 32, dtype="q8_0").astype("float32")
    np.testing.assert_allclose(np.asarray(blocks), np.eye(2, 32), atol=1e-3)


@pytest.mark.parametrize("call", [lambda: polyad.eye(-1), lambda: polyad.eye(2, -1), lambda: polyad.identity(-2)])
def test_eye_has_no_negative_extents(call):
    with pytest.raises(ValueError, match="-"):
        call()


def test_eye_past_memory_is_refused():
    for n, m in ((2**40, 2**40), (2**63, 1)):
        with pytest.raises(ValueError):
            polyad.eye(n, m)


@pytest.mark.parametrize("indexing", ["xy", "ij"])
@pytest.mark.parametrize("sizes", [(), (3,), (3, 2), (2, 3, 4), (0, 3), (2, 1, 3, 2)])
def test_meshgrid(sizes, indexing):
    arrays = [np.arange(n, dtype=["float32", "int64", "int8", "float64"][i]) * (i + 1) for i, n in enumerate(sizes)]
    ours = polyad.meshgrid(*(polyad.asarray(a) for a in arrays), indexing=indexing)
    theirs = np.meshgrid(*arrays, indexing=indexing)
    assert len(ours) == len(theirs)
    for x, y in zip(ours, theirs, strict=True):
        same(x, np.ascontiguousarray(y))
        assert contiguous(x)


def test_meshgrid_takes_lists_of_coordinates():
    x = polyad.asarray([1, 2])
    with pytest.raises(ValueError, match="meshgrid"):
        polyad.meshgrid(x, polyad.zeros((2, 2)))
    with pytest.raises(ValueError, match='"xy" or "ij"'):
        polyad.meshgrid(x, x, indexing="yx")
    assert [g.tolist() for g in polyad.meshgrid(x[::-1], 5)] == [[[2, 1]], [[5, 5]]]


@pytest.mark.parametrize("name", ["tril", "triu"])
@pytest.mark.parametrize("dtype", ALL)
def test_triangles(name, dtype):
    a = (np.arange(24) % 100 + 1).reshape(2, 3, 4).astype(dtype)
    for x in (a, a.transpose(0, 2, 1), a[:, ::-1], a[0], a[:, :0], np.broadcast_to(a[0, 0], (3, 4))):
        for k in (-9, -1, 0, 2, 9):
            same(getattr(polyad, name)(polyad.asarray(x), k=k), getattr(np, name)(x, k=k))


def test_triangles_leave_no_nan_and_need_a_matrix():
    a = np.full((3, 3), np.nan)
    same(polyad.tril(a), np.tril(a))
    assert polyad.triu(a, k=2**63 - 1).tolist() == [[0] * 3] * 3
    with pytest.raises(ValueError, match="tril: .*two axes"):
        polyad.tril([1, 2, 3])


def test_tensors_copy_from_and_into_arrays_of_the_host():
    a = np.arange(6.0)
    wrapped = polyad.asarray(a)
    a[0] = 7
    assert wrapped.tolist()[0] == 7
    wrapped[1] = 8
    assert a[1] == 8
    t = polyad.asarray(np.arange(6).reshape(2, 3))[:, ::-1]
    copied = np.array(t)
    assert copied.shape == t.shape and copied.flags.c_contiguous and not np.shares_memory(copied, np.asarray(t))
    assert np.array(t).ravel().tolist() == [2, 1, 0, 5, 4, 3] == t.reshape(-1).tolist()
    with pytest.raises((TypeError, ValueError), match="'M'"):
        polyad.asarray(np.array(["2020-01-01"], dtype="M8[D]"))
