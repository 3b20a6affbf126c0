"""Elementary functions, activations and bounds, held against NumPy: values, special cases, layouts, dtypes, refusals."""

import itertools
import math
import warnings

import numpy as np
import polyad
import pytest

INF, NAN = math.inf, math.nan
SPECIAL = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -3.0, 100.0, -100.0, 1e30, -1e30, 1e-30, INF, -INF, NAN]


@pytest.fixture(autouse=True)
def _quiet():
    """NumPy warns of overflow and invalid operands, which are in."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def wide_sigmoid(x):
    e = np.exp(-np.abs(x))
    return np.where(x < 0, e / (1 + e), 1 / (1 + e))


def wide_softplus(x):
    return np.where(x > 0, x, 0) + np.log1p(np.exp(-np.abs(x)))


def kept(x, share):
    """`x` times a share of it, of which 0 is 0 also at minus infinity."""
    return np.where(np.isneginf(x), -0.0, x * share)


def by_element(f):
    return lambda x: np.array([f(float(v)) for v in x.ravel()]).reshape(x.shape)


# Name: what it is by NumPy in a wider type, range, ulp of float64 by which our result may be off.
FUNCTIONS = {
    "sqrt": (np.sqrt, (0, 1e6), 0),
    "rsqrt": (lambda x: 1 / np.sqrt(x), (0, 1e6), 1),
    "reciprocal": (lambda x: 1 / x, (-1e3, 1e3), 0),
    "cbrt": (np.cbrt, (-1e6, 1e6), 1),
    "exp": (np.exp, (-90, 90), 1),
    "exp2": (np.exp2, (-120, 120), 1),
    "expm1": (np.expm1, (-30, 80), 1),
    "log": (np.log, (0, 1e6), 1),
    "log2": (np.log2, (0, 1e6), 1),
    "log10": (np.log10, (0, 1e6), 1),
    "log1p": (np.log1p, (-1, 1e3), 1),
    "sin": (np.sin, (-100, 100), 1),
    "cos": (np.cos, (-100, 100), 1),
    "tan": (np.tan, (-100, 100), 1),
    "asin": (np.arcsin, (-1, 1), 1),
    "acos": (np.arccos, (-1, 1), 1),
    "atan": (np.arctan, (-50, 50), 1),
    "sinh": (np.sinh, (-80, 80), 1),
    "cosh": (np.cosh, (-80, 80), 1),
    "tanh": (np.tanh, (-20, 20), 1),
    "asinh": (np.arcsinh, (-1e6, 1e6), 1),
    "acosh": (np.arccosh, (1, 1e6), 1),
    "atanh": (np.arctanh, (-1, 1), 1),
    "deg2rad": (lambda x: x * (math.pi / 180), (-720, 720), 1),
    "rad2deg": (lambda x: x * (180 / math.pi), (-20, 20), 1),
    "erf": (by_element(math.erf), (-6, 6), 2),
    "erfc": (by_element(math.erfc), (-6, 9), 2),
    "relu": (lambda x: np.where(x <= 0, 0, x), (-5, 5), 0),
    "relu6": (lambda x: np.where(x <= 0, 0, np.minimum(x, 6)), (-5, 9), 0),
    "leaky_relu": (lambda x: np.where(x > 0, x, x * 0.01), (-5, 5), 1),
    "elu": (lambda x: np.where(x > 0, x, np.expm1(x)), (-20, 5), 1),
    "selu": (lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x)), (-20, 5), 2),
    "gelu_tanh": (lambda x: kept(x, wide_sigmoid(1.5957691216057308 * (x + 0.044715 * x**3))), (-3, 6), 32),
    "sigmoid": (wide_sigmoid, (-30, 30), 2),
    "hard_sigmoid": (lambda x: np.clip(x.astype("float64") * (1 / 6) + 0.5, 0, 1), (-2.5, 4), 1),
    "log_sigmoid": (lambda x: -wide_softplus(-x), (-30, 30), 2),
    "silu": (lambda x: kept(x, wide_sigmoid(x)), (-30, 30), 2),
    "hard_silu": (lambda x: kept(x, np.clip(x + 3, 0, 6) / 6), (-4, 4), 2),
    "mish": (lambda x: kept(x, np.tanh(wide_softplus(np.minimum(x, 1e4)))), (-30, 30), 4),
    "softplus": (wide_softplus, (-30, 30), 2),
    "softsign": (lambda x: np.where(np.isinf(x), np.sign(x), x / (1 + np.abs(x))), (-50, 50), 1),
    "hard_tanh": (lambda x: np.clip(x, -1, 1), (-3, 3), 0),
}
PAIRS = {
    "atan2": np.arctan2,
    "hypot": np.hypot,
    "logaddexp": np.logaddexp,
    "logaddexp2": np.logaddexp2,
}


def order(x):
    """Floats as integers that count in steps of the format."""
    bits = x.view({2: "int16", 4: "int32", 8: "int64"}[x.itemsize]).astype("int64")
    return np.where(bits < 0, np.iinfo(x.dtype.str.replace("f", "i")).min - bits, bits)


def assert_near(ours, wanted, ulp, what=""):
    """Within `ulp` steps of the dtype; NaN where NaN is wanted, zeros with their signs."""
    ours = np.asarray(ours)
    wanted = np.asarray(wanted).astype(ours.dtype)
    assert ours.shape == wanted.shape, what
    nan = np.isnan(wanted)
    far = np.where(nan, np.where(np.isnan(ours), 0, 2**62), np.abs(order(ours) - order(wanted)))
    far = np.where(~nan & np.isnan(ours), 2**62, far)
    signs = nan | (wanted != 0) | (ours != 0) | (np.signbit(ours) == np.signbit(wanted))
    bad = (far > ulp) | ~signs
    assert not bad.any(), f"{what}: {ours[bad][:5]}, not {wanted[bad][:5]}, at {np.argwhere(bad)[:5].tolist()}"


def operands(low, high, dtype, n=400):
    """Special values, then random ones of a range."""
    return np.concatenate([np.array(SPECIAL), np.random.default_rng(1).uniform(low, high, n)]).astype(dtype)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values(name):
    f, (low, high), ulp = FUNCTIONS[name]
    ours = getattr(polyad, name)
    x = operands(low, high, "float64")
    assert_near(ours(x), f(x.astype("longdouble")), ulp, f"{name} float64")
    x = operands(low, high, "float32")
    assert_near(ours(x), f(x.astype("float64")), 8 if name == "hard_sigmoid" else 1, f"{name} float32")
    x = operands(low, high, "float16")
    assert_near(ours(x), f(x.astype("float64")), 1 if ulp else 0, f"{name} float16")


@pytest.mark.parametrize("name", PAIRS)
def test_values_of_two_operands(name):
    f, ours = PAIRS[name], getattr(polyad, name)
    x, y = np.array(list(itertools.product(SPECIAL, SPECIAL))).T
    random = np.random.default_rng(2)
    x, y = np.concatenate([x, random.normal(size=300)]), np.concatenate([y, random.normal(size=300)])
    for dtype, wide in (("float64", "longdouble"), ("float32", "float64"), ("float16", "float64")):
        a, b = x.astype(dtype), y.astype(dtype)
        wanted = f(a.astype(wide), b.astype(wide))
        if name.startswith("log") and dtype == "float64":
            # The terms of a sum near 1 cancel.
            np.testing.assert_allclose(ours(a, b), wanted.astype(dtype), rtol=4e-16, atol=4e-16)
        else:
            assert_near(ours(a, b), wanted, 1, f"{name} {dtype}")
    for shapes in [((3, 1), (4,)), ((), (2, 2)), ((0, 3), (3,))]:
        a, b = (random.normal(size=s) for s in shapes)
        assert_near(ours(a, b), f(a, b), 8, f"{name} {shapes}")


def layouts(x):
    """Views of a matrix."""
    yield "contiguous", x
    yield "transposed", x.T
    yield "reversed", x[::-1, ::-1]
    yield "strided", x[::2, 1::3]
    yield "broadcast", np.broadcast_to(x[:, :1], x.shape)
    yield "empty", x[:0]
    yield "0-d", x[1, 2]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_layouts(name):
    ours = getattr(polyad, name)
    low, high = FUNCTIONS[name][1]
    for dtype in ("float32", "float64", "float16"):
        base = np.random.default_rng(3).uniform(low, high, (6, 9)).astype(dtype)
        for layout, x in layouts(base):
            got = np.asarray(ours(x))
            assert (got.shape, got.dtype) == (x.shape, x.dtype), (name, layout)
            np.testing.assert_array_equal(got, np.asarray(ours(x.copy())), err_msg=f"{name} {layout} {dtype}")


@pytest.mark.parametrize("name", [n for n in FUNCTIONS if n not in ("relu", "reciprocal")])
def test_integers_and_bools_become_float64(name):
    ours = getattr(polyad, name)
    for x in (np.array([1, 0, 1], "int32"), np.array([True, False]), np.array([1, 2], "uint8")):
        got = ours(x)
        assert got.dtype == "float64"
        assert_near(got, np.asarray(ours(x.astype("float64"))), 0, name)


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_of_integers_become_float64_and_shapes_are_checked(name):
    ours = getattr(polyad, name)
    assert ours(np.array([1, 2]), np.array([3, 4])).dtype == "float64"
    assert ours(np.ones(2, "float32"), np.ones(2, "int64")).dtype == "float32"
    assert ours(np.ones(2, "float32"), 2.0).dtype == "float32"
    with pytest.raises(ValueError, match=rf"{name}: shapes \[2\] and \[3\] do not broadcast"):
        ours(np.ones(2), np.ones(3))
    with pytest.raises(TypeError, match=name):
        ours(np.ones(2, "complex128"), np.ones(2))


COMPLEX = {
    "sqrt": np.sqrt,
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "log2": np.log2,
    "log10": np.log10,
    "log1p": np.log1p,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
}
GRID = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -3.0, 1e-20, INF, -INF, NAN]


def complex_grid():
    return np.array([complex(a, b) for a, b in itertools.product(GRID, GRID)])


def fits(a, b, *, signed):
    """Whether a part is what is wanted: NaN, an infinity or a zero with its sign, a number but for rounding."""
    if math.isnan(b):
        return math.isnan(a)
    if not signed:
        a, b = abs(a), abs(b)
    return a == b and math.copysign(1, a) == math.copysign(1, b) or abs(a - b) <= 1e-15 * abs(b)


@pytest.mark.parametrize("name", [n for n in COMPLEX if n != "expm1"])
def test_complex_special_cases(name):
    """NumPy's, but for signs that the standard leaves open, and for log1p near 0, where NumPy has no digits.

    Far out tanh is 1 and a zero, whose sign NumPy takes from sin(2 y) and the standard from y; so is tan, turned.
    """
    z = complex_grid()
    if name == "log1p":
        z = z[~(np.abs(z) < 0.1)]
    if name in ("tan", "tanh"):
        z = z[~(np.isinf(z.real) | np.isinf(z.imag))]
    for z, a, b in zip(z, np.asarray(getattr(polyad, name)(z)), COMPLEX[name](z), strict=True):
        open_sign = np.isnan(b) or not (math.isfinite(z.real) or math.isfinite(z.imag))
        assert fits(a.real, b.real, signed=not open_sign) and fits(a.imag, b.imag, signed=not open_sign), (z, a, b)


@pytest.mark.parametrize(
    ("z", "wanted"),
    [
        (complex(0, 0), complex(0, 0)),
        (complex(-0.0, 0), complex(0, 0)),
        (complex(-0.0, -0.0), complex(0, -0.0)),
        (complex(1, INF), complex(NAN, NAN)),
        (complex(1, NAN), complex(NAN, NAN)),
        (complex(INF, 0), complex(INF, 0)),
        (complex(-INF, 2), complex(-1, 0)),
        (complex(INF, 2), complex(-INF, INF)),
        (complex(-INF, INF), complex(-1, 0)),
        (complex(INF, INF), complex(INF, NAN)),
        (complex(-INF, NAN), complex(-1, 0)),
        (complex(INF, NAN), complex(INF, NAN)),
        (complex(NAN, 0), complex(NAN, 0)),
        (complex(NAN, 1), complex(NAN, NAN)),
        (complex(NAN, NAN), complex(NAN, NAN)),
        (complex(1e-20, 1e-20), complex(1e-20, 1e-20)),
    ],
)
def test_special_cases_of_complex_expm1_are_the_standards(z, wanted):
    for z, wanted in ((z, wanted), (z.conjugate(), wanted.conjugate())):
        got = polyad.expm1(np.array(z)).item()
        assert fits(got.real, wanted.real, signed=True) and fits(got.imag, wanted.imag, signed=z.imag == 0), got


@pytest.mark.parametrize("y", [0.0, -0.0, 2.0, -2.0, 4.0, -4.0, 1e300])
@pytest.mark.parametrize("x", [INF, -INF])
def test_complex_tanh_far_out_has_the_sign_of_its_operand(x, y):
    tanh, tan = complex(polyad.tanh(complex(x, y))), complex(polyad.tan(complex(y, -x)))
    for re, im in [(tanh.real, tanh.imag), (-tan.imag, tan.real)]:
        assert (re, im) == (math.copysign(1, x), 0) and math.copysign(1, im) == math.copysign(1, y)


@pytest.mark.parametrize("name", COMPLEX)
def test_complex_values(name):
    random = np.random.default_rng(4)
    scale = np.exp2(random.uniform(-20, 8, 400))
    z = scale * (random.normal(size=400) + 1j * random.normal(size=400))
    for dtype, wide, ulp in (("complex64", "complex128", 1.0), ("complex128", "clongdouble", 8.0)):
        x = z.astype(dtype)
        if name in ("exp", "expm1", "sin", "cos", "sinh", "cosh"):
            x = x[np.abs(x) < 80]
        got, wanted = np.asarray(getattr(polyad, name)(x)), COMPLEX[name](x.astype(wide))
        if name == "log1p":
            # NumPy's own has no digits near 0.
            w = x.astype(wide)
            wanted = np.where(np.abs(w) < 0.5, 2 * np.arctanh(w / (2 + w)), wanted)
        assert got.dtype == dtype
        step = ulp * np.finfo(dtype).eps
        for a, b in ((got.real, wanted.real), (got.imag, wanted.imag)):
            # NumPy itself loses a part of which the other is far larger.
            assert (np.abs(a - b) <= step * np.maximum(np.abs(b), 1e-3 * np.abs(wanted))).all(), (name, dtype)


@pytest.mark.parametrize("name", [n for n in FUNCTIONS if n not in COMPLEX and n != "reciprocal"])
def test_complex_numbers_are_refused_where_there_is_no_meaning(name):
    with pytest.raises(TypeError, match=f"{name}: .*complex128"):
        getattr(polyad, name)(np.ones(2, "complex128"))


# Name: points and results that hold in every float dtype.
POINTS = {
    "sqrt": [(4, 2), (-0.0, -0.0), (-1, NAN)],
    "rsqrt": [(4, 0.5), (0, INF), (-1, NAN), (INF, 0)],
    "reciprocal": [(4, 0.25), (0, INF), (-0.0, -INF)],
    "log2": [(8, 3), (0.125, -3), (0, -INF), (-1, NAN)],
    "exp2": [(10, 1024), (-3, 0.125), (-INF, 0), (INF, INF)],
    "log": [(1, 0), (0, -INF), (-1, NAN), (INF, INF)],
    "exp": [(0, 1), (1e5, INF), (-1e5, 0)],
    "atan": [(0, 0), (-0.0, -0.0)],
    "tanh": [(1e4, 1), (-1e4, -1), (-0.0, -0.0)],
    "asinh": [(-0.0, -0.0), (-INF, -INF)],
    "acosh": [(1, 0), (0.5, NAN)],
    "atanh": [(1, INF), (-1, -INF), (2, NAN)],
    "relu": [(-1, 0), (2, 2), (NAN, NAN)],
    "relu6": [(-1, 0), (3, 3), (8, 6), (NAN, NAN)],
    "sigmoid": [(0, 0.5), (1e4, 1), (-1e4, 0)],
    "hard_sigmoid": [(-3, 0), (0, 0.5), (3, 1), (INF, 1), (NAN, NAN)],
    "softplus": [(100, 100), (1e4, 1e4), (-INF, 0), (INF, INF)],
    "silu": [(0, 0), (-INF, -0.0), (INF, INF), (100, 100)],
    "hard_silu": [(-3, -0.0), (0, 0), (3, 3), (-INF, -0.0)],
    "log_sigmoid": [(-100, -100), (-1e4, -1e4), (INF, -0.0)],
    "leaky_relu": [(2, 2), (INF, INF), (-INF, -INF), (NAN, NAN)],
    "hard_tanh": [(-2, -1), (0.5, 0.5), (2, 1), (NAN, NAN)],
    "elu": [(1, 1), (0, 0), (-INF, -1), (6e4, 6e4)],
    "selu": [(0, 0), (INF, INF)],
    "gelu": [(0, 0), (-INF, -0.0), (INF, INF)],
    "gelu_tanh": [(0, 0), (-INF, -0.0), (INF, INF)],
    "softsign": [(1, 0.5), (INF, 1), (-INF, -1)],
    "mish": [(0, 0), (-INF, -0.0), (100, 100), (INF, INF)],
}


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", POINTS)
def test_points(name, dtype):
    x, wanted = np.array(POINTS[name], dtype).T
    assert_near(getattr(polyad, name)(x), wanted, 0, name)


def test_activations_of_bfloat16_and_quantized_numbers_are_computed_in_float32():
    x = polyad.asarray([-INF, -1.0, 0.0, 100.0]).astype("bfloat16")
    got = polyad.silu(x)
    assert got.dtype == "bfloat16"
    np.testing.assert_allclose(got.astype("float32").tolist(), [-0.0, -0.26894, 0, 100], rtol=2**-8)
    rows = polyad.quantize(np.linspace(-3, 3, 32, dtype="float32"), "q8_0")
    assert_near(polyad.mish(rows), np.asarray(polyad.mish(rows.astype("float32"))), 0)


def test_clip_takes_numbers_arrays_and_none():
    x = np.array([[-3.0, -0.5, 0.5, 3.0], [NAN, INF, -INF, 0.0]], "float32")
    low, high = np.array([[-1.0], [0.0]], "float32"), np.array([0.25, 1, 1, 1], "float32")
    for bounds in [(-1, 1), (-1, None), (None, 1), (None, None), (low, high), (low, 0.5), (None, high), (-1.5, high)]:
        got = np.asarray(polyad.clip(x, *bounds))
        wanted = np.clip(x, *bounds)
        assert got.dtype == wanted.dtype
        np.testing.assert_array_equal(got, wanted)
    np.testing.assert_array_equal(polyad.clip(x, max=0.0), np.clip(x, None, 0))
    np.testing.assert_array_equal(polyad.clip(x.T[::-1], min=low.T, max=1), np.clip(x.T[::-1], low.T, 1))
    same = polyad.clip(x)
    assert not np.shares_memory(np.asarray(same), x)


def test_clip_of_integers_keeps_them_integers():
    x = np.arange(-5, 6, dtype="int8")
    got = polyad.clip(x, -2, 3)
    assert got.dtype == "int8"
    np.testing.assert_array_equal(got, np.clip(x, -2, 3))
    assert polyad.clip(x, np.int16(-300), np.int16(300)).dtype == "int16"
    wide = 2**63 - 1
    assert polyad.clip(np.array([wide]), 0, wide).item() == wide


def test_clip_where_the_bounds_cross_takes_the_upper_one_and_nan_stays():
    x = np.array([0.0, 2.0, 9.0, NAN])
    np.testing.assert_array_equal(polyad.clip(x, 5, 1), [1, 1, 1, NAN])
    np.testing.assert_array_equal(polyad.clip(x, NAN, 1), [NAN] * 4)
    np.testing.assert_array_equal(polyad.clip(x, 0, np.array([1, NAN, 1, 1])), [0, NAN, 1, NAN])


def test_clip_refuses_bounds_that_do_not_fit():
    x = np.arange(3, dtype="uint8")
    for bounds in [(-1, None), (0, 300)]:
        with pytest.raises(OverflowError):
            polyad.clip(x, *bounds)
    # A fraction makes floats of integers, as NumPy has it.
    assert polyad.clip(x, 0.5, 1.5).tolist() == [0.5, 1.0, 1.5]
    with pytest.raises(ValueError, match="broadcast"):
        polyad.clip(np.ones(3), np.ones(2), 1)
    with pytest.raises(TypeError, match="clip"):
        polyad.clip(np.ones(3, "complex64"), 0, 1)


def test_lerp_goes_from_start_to_end_and_beyond():
    start, end = np.array([1.0, 2.0], "float32"), np.array([5.0, 8.0], "float32")
    weight = np.array([[0.25, 0.5], [2.0, -1.0]], "float32")
    got = polyad.lerp(start, end, weight)
    assert got.dtype == "float32"
    assert got.tolist() == [[2.0, 5.0], [9.0, -4.0]]
    assert polyad.lerp(start[::-1], end, weight[0]).tolist() == [2.75, 4.5]
    assert polyad.lerp(np.array([0, 10]), np.array([4, 20]), np.array([1, 0])).tolist() == [4, 10]


def test_lerp_with_one_weight_for_all():
    start, end = np.array([0.0, 2.0], "float32"), np.array([10.0, 4.0], "float32")
    got = polyad.lerp(start, end, 0.5)
    assert (got.dtype, got.tolist()) == ("float32", [5.0, 3.0])
    # A fraction makes floats of integers, as in every other operation of them.
    assert polyad.lerp(np.array([0, 10]), np.array([1, 20]), 0.5).tolist() == [0.5, 15.0]
    with pytest.raises(OverflowError):
        polyad.lerp(np.zeros(2, "uint8"), np.ones(2, "uint8"), -1)


def test_lerp_refuses_shapes_that_do_not_broadcast():
    with pytest.raises(ValueError, match="lerp: "):
        polyad.lerp(np.ones(2), np.ones(3), 0.5)
    with pytest.raises(ValueError, match="lerp: "):
        polyad.lerp(np.ones(2), np.ones(2), np.ones(3))
    with pytest.raises(TypeError, match="lerp: "):
        polyad.lerp(np.ones(2, "uint64"), np.ones(2, "int64"), 0)


def wide_softmax(x, axis):
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


@pytest.mark.parametrize(
    "axis", [-1, 0, 1, (0, 2), (-1, -2), None], ids=["last", "first", "second", "two", "last_two", "all"]
)
def test_softmax_over_axes(axis):
    x = np.random.default_rng(5).normal(scale=30, size=(3, 4, 5))
    np.testing.assert_allclose(polyad.softmax(x, axis), wide_softmax(x, axis), rtol=1e-12)
    np.testing.assert_allclose(polyad.log_softmax(x, axis), np.log(wide_softmax(x, axis)), rtol=1e-12, atol=1e-12)
    for dtype in ("float16", "float32"):
        got = np.asarray(polyad.softmax(x.astype(dtype), axis))
        assert got.dtype == dtype
        np.testing.assert_allclose(got.astype("float64").sum(axis), np.ones(x.sum(axis).shape), rtol=5e-3)
    for layout, view in layouts(x[0]):
        if view.ndim == 2 and isinstance(axis, int) and axis < 1 and view.size:
            np.testing.assert_allclose(polyad.softmax(view, axis), wide_softmax(view, axis), rtol=1e-12, err_msg=layout)


def test_softmax_of_huge_and_masked_numbers():
    assert polyad.softmax(np.array([1e30, 1e30, -INF], "float32")).tolist() == [0.5, 0.5, 0.0]
    assert np.isnan(np.asarray(polyad.softmax(np.full(3, -INF)))).all()
    assert polyad.softmax(np.ones((2, 0))).shape == (2, 0)
    assert polyad.softmax(np.array([[7, 7]])).dtype == "float64"


def test_softmax_refuses_axes_that_are_not_there():
    for x, axis in [(np.ones((2, 3)), 2), (np.ones((2, 3)), (0, -3)), (np.array(1.0), -1)]:
        for f in (polyad.softmax, polyad.log_softmax):
            with pytest.raises(polyad.AxisError, match="axis"):
                f(x, axis)
    with pytest.raises(ValueError, match="softmax: "):
        polyad.softmax(np.ones((2, 3)), (1, -1))
    with pytest.raises(TypeError, match="softmax: "):
        polyad.softmax(np.ones(3, "complex64"))


def test_parameters_of_activations():
    x = np.array([-4.0, -1.0, 2.0])
    np.testing.assert_array_equal(polyad.leaky_relu(x, negative_slope=2), [-8, -2, 2])
    np.testing.assert_allclose(polyad.elu(x, alpha=0.5), [0.5 * math.expm1(-4), 0.5 * math.expm1(-1), 2], rtol=1e-15)
    np.testing.assert_array_equal(polyad.hard_sigmoid(x, alpha=0.25, beta=0.75), [0, 0.5, 1])
