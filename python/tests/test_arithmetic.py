"""Arithmetic, bits, comparisons and rounding against NumPy: every dtype, every layout, the values at the edges."""

import operator
import warnings

import numpy as np
import polyad
import pytest

SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
REAL = SIGNED + UNSIGNED + FLOATS
ALL = ["bool", *REAL, *COMPLEX]


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def samples(dtype):
    """The numbers of a dtype that are apt to go wrong."""
    dtype = np.dtype(dtype)
    if dtype == bool:
        return np.array([False, True, True, False])
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        values = {info.min, info.max, info.max // 2, 0, 1, 2, 3, 5, 7, 8, 9, 17, 63, 64, 100}
        if dtype.kind == "i":
            values |= {info.min + 1, -1, -2, -3, -7, -9, -64, -100}
        return np.array(sorted(values), dtype)
    if dtype.kind == "f":
        info = np.finfo(dtype)
        values = [0, 0.1, 0.5, 1, 1.5, 2, 2.5, 3, 7, 10.25, 1e3, info.tiny, info.smallest_subnormal, info.max, np.inf]
        return np.array([*values, *(-x for x in values), np.nan], dtype)
    parts = [0.0, -0.0, 1.0, -2.5, 3.0, np.inf, -np.inf, np.nan]
    out = np.empty(len(parts) ** 2, dtype)
    out.real, out.imag = (x.ravel() for x in np.meshgrid(parts, parts))
    return out


def pairs(dtype):
    x = samples(dtype)
    return np.repeat(x, len(x)), np.tile(x, len(x))


def tensor(x):
    return polyad.asarray(x)


def same(got, want, *, rtol=0.0, zeros=True):
    got = np.asarray(got)
    assert got.dtype == want.dtype
    assert got.shape == want.shape
    if got.dtype.kind not in "fc":
        np.testing.assert_array_equal(got, want)
        return
    for a, b in [(got.real, want.real), (got.imag, want.imag)]:
        np.testing.assert_array_equal(np.isnan(a), np.isnan(b))
        np.testing.assert_allclose(a, b, rtol=rtol, atol=0)
        if zeros:
            known = ~np.isnan(b) & (b == 0)
            np.testing.assert_array_equal(np.signbit(a)[known], np.signbit(b)[known])


UNARY = [
    ("abs", "absolute", ["bool", *REAL]),
    ("negative", "negative", [*REAL, *COMPLEX]),
    ("positive", "positive", [*REAL, *COMPLEX]),
    ("square", "square", REAL),
    ("reciprocal", "reciprocal", FLOATS),
    ("sign", "sign", [*REAL, *COMPLEX]),
    ("real", "real", ALL),
    ("imag", "imag", ALL),
    ("conj", "conj", [*REAL, *COMPLEX]),
    ("floor", "floor", ["bool", *REAL]),
    ("ceil", "ceil", ["bool", *REAL]),
    ("trunc", "trunc", ["bool", *REAL]),
    ("round", "round", [*REAL, *COMPLEX]),
    ("isfinite", "isfinite", ALL),
    ("isinf", "isinf", ALL),
    ("isnan", "isnan", ALL),
    ("signbit", "signbit", ["bool", *REAL]),
    ("logical_not", "logical_not", ALL),
    ("bitwise_invert", "invert", ["bool", *SIGNED, *UNSIGNED]),
]


@pytest.mark.parametrize(
    ("name", "theirs", "dtype"), [(n, t, d) for n, t, dtypes in UNARY for d in dtypes], ids=lambda x: x
)
def test_one_operand(name, theirs, dtype):
    x = samples(dtype)
    # NumPy divides a complex number by its magnitude in its own precision.
    rtol = np.finfo(dtype).eps if name == "sign" and x.dtype.kind == "c" else 0
    same(getattr(polyad, name)(tensor(x)), getattr(np, theirs)(x), rtol=rtol)


BINARY = [
    ("add", "add", [*REAL, *COMPLEX]),
    ("subtract", "subtract", [*REAL, *COMPLEX]),
    ("multiply", "multiply", REAL),
    ("divide", "divide", [*SIGNED[2:], *UNSIGNED[2:], *FLOATS]),
    ("remainder", "remainder", REAL),
    ("fmod", "fmod", REAL),
    ("maximum", "maximum", ["bool", *REAL]),
    ("minimum", "minimum", ["bool", *REAL]),
    ("fmax", "fmax", ["bool", *REAL]),
    ("fmin", "fmin", ["bool", *REAL]),
    ("copysign", "copysign", FLOATS),
    ("nextafter", "nextafter", FLOATS),
    ("equal", "equal", ALL),
    ("not_equal", "not_equal", ALL),
    ("less", "less", ["bool", *REAL]),
    ("less_equal", "less_equal", ["bool", *REAL]),
    ("greater", "greater", ["bool", *REAL]),
    ("greater_equal", "greater_equal", ["bool", *REAL]),
    ("logical_and", "logical_and", ALL),
    ("logical_or", "logical_or", ALL),
    ("logical_xor", "logical_xor", ALL),
    ("bitwise_and", "bitwise_and", ["bool", *SIGNED, *UNSIGNED]),
    ("bitwise_or", "bitwise_or", ["bool", *SIGNED, *UNSIGNED]),
    ("bitwise_xor", "bitwise_xor", ["bool", *SIGNED, *UNSIGNED]),
    ("bitwise_left_shift", "left_shift", [*SIGNED, *UNSIGNED]),
    ("bitwise_right_shift", "right_shift", [*SIGNED, *UNSIGNED]),
]


@pytest.mark.parametrize(
    ("name", "theirs", "dtype"), [(n, t, d) for n, t, dtypes in BINARY for d in dtypes], ids=lambda x: x
)
def test_two_operands(name, theirs, dtype):
    a, b = pairs(dtype)
    # Of two zeros NumPy takes either.
    zeros = name not in ("maximum", "minimum", "fmax", "fmin")
    same(getattr(polyad, name)(tensor(a), tensor(b)), getattr(np, theirs)(a, b), zeros=zeros)


@pytest.mark.parametrize("dtype", REAL)
def test_floor_divide_is_that_of_numpy_but_at_infinity(dtype):
    a, b = pairs(dtype)
    if a.dtype.kind == "f":
        # The array API keeps an infinite dividend infinite and rounds toward no whole number of infinities.
        keep = np.isfinite(a) & np.isfinite(b)
        a, b = a[keep], b[keep]
    same(polyad.floor_divide(tensor(a), tensor(b)), np.floor_divide(a, b))
    inf = np.inf
    got = polyad.floor_divide(tensor(np.array([inf, -inf, 1.0, -1.0])), tensor(np.array([2.0, 2.0, inf, inf])))
    assert got.tolist() == [inf, -inf, 0.0, 0.0]


@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED)
def test_truncating_division_of_integers(dtype):
    a, b = pairs(dtype)

    def divide(x, y):
        return 0 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)

    whole = [divide(x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    want = np.array([w & (2**64 - 1) for w in whole], "uint64").astype(dtype)
    same(polyad.div_trunc(tensor(a), tensor(b)), want)


@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED)
def test_powers_of_integers_wrap_and_negative_ones_truncate(dtype):
    a, b = pairs(dtype)
    bits = 8 * a.dtype.itemsize

    def power(x, y):
        if y < 0:
            return {1: 1, -1: 1 if y % 2 == 0 else -1}.get(x, 0)
        return pow(x, y, 2**bits)

    want = [power(x, y) & (2**bits - 1) for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    same(polyad.power(tensor(a), tensor(b)), np.array(want, "uint64").astype(dtype))


@pytest.mark.parametrize("dtype", FLOATS)
def test_powers_of_floats(dtype):
    a, b = pairs(dtype)
    want = np.power(a, b)
    same(polyad.power(tensor(a), tensor(b)), want, rtol=2 * np.finfo(dtype).eps)


@pytest.mark.parametrize("dtype", COMPLEX)
def test_complex_products_quotients_and_powers(dtype):
    x = samples(dtype)
    x = x[np.isfinite(x)]
    a, b = np.repeat(x, len(x)), np.tile(x, len(x))
    rtol = 16 * np.finfo(dtype).eps

    def close(got, want):
        got = np.asarray(got)
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(np.isnan(got), np.isnan(want))
        known = np.isfinite(want)
        size = np.abs(want[known])
        assert (np.abs(got[known] - want[known]) <= rtol * np.maximum(size, 1e-3)).all()

    close(tensor(a) * tensor(b), a * b)
    close(tensor(a) / tensor(b), a / b)
    close(polyad.square(tensor(x)), np.square(x))
    close(polyad.power(tensor(a), tensor(b)), np.power(a, b))
    close(polyad.abs(tensor(samples(dtype))), np.abs(samples(dtype)))


def test_powers_of_complex_zero_follow_numpy():
    got = (tensor(np.zeros(4, complex)) ** tensor(np.array([1 + 1j, -1, 0, 1j]))).tolist()
    assert got[:1] + got[2:3] == [0, 1]
    assert all(np.isnan(z.real) and np.isnan(z.imag) for z in (got[1], got[3]))


LAYOUTS = {
    "contiguous": lambda x: x,
    "transposed": lambda x: x.T,
    "reversed": lambda x: x[::-1, ::-1],
    "strided": lambda x: x[::2, 1::3],
    "broadcast": lambda x: np.broadcast_to(x[:1], (5, x.shape[1])),
    "empty": lambda x: x[:0],
    "0-d": lambda x: x[2, 3],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["int16", "float32", "complex128"])
def test_layouts_do_not_matter(layout, dtype):
    base = (np.arange(72).reshape(8, 9) % 11 - 4).astype(dtype)
    x = np.asarray(LAYOUTS[layout](base))
    t = polyad.asarray(x)
    for name, theirs in [("abs", "absolute"), ("sign", "sign"), ("isfinite", "isfinite"), ("real", "real")]:
        same(getattr(polyad, name)(t), np.asarray(getattr(np, theirs)(x)), zeros=False)
    same(t - x.dtype.type(2), np.asarray(x - x.dtype.type(2)))
    same(t * t, np.asarray(x * x))
    same(polyad.where(t, t, 7), np.asarray(np.where(x, x, x.dtype.type(7))))


OPERATORS = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor", "lshift", "rshift"]


@pytest.mark.parametrize("name", OPERATORS)
def test_operators_forward_reflected_and_in_place(name):
    op = getattr(operator, name)
    in_place = getattr(operator, "i" + name.rstrip("_"))
    floats = name == "truediv"
    x = np.array([[7, 2], [5, 1]], "float64" if floats else "int64")
    y = np.array([[2, 3], [1, 4]], x.dtype)
    same(op(tensor(x), tensor(y)), op(x, y))
    same(op(tensor(x), y), op(x, y))
    same(op(x, tensor(y)), op(x, y))
    t = shared = tensor(x.copy())
    t = in_place(t, tensor(y))
    assert t is shared
    same(t, op(x, y))
    if name != "matmul":
        same(op(tensor(x), 3), op(x, 3))
        same(op(3, tensor(y)), op(3, y))
        same(in_place(tensor(x.copy()), 2), op(x, 2))


def test_divmod_and_unary_operators():
    x = np.array([7, -7, 5])
    for got, want in [*zip(divmod(tensor(x), 2), divmod(x, 2), strict=True), *zip(divmod(20, tensor(x)), divmod(20, x), strict=True)]:
        same(got, want)
    same(+tensor(x), x)
    same(-tensor(x), -x)
    same(~tensor(x), ~x)
    same(abs(tensor(x)), abs(x))
    same(~tensor(np.array([True, False])), np.array([False, True]))
    assert operator.__eq__(tensor(x), "text") is False


@pytest.mark.parametrize("name", ["and_", "or_", "xor", "lshift", "rshift"])
def test_bits_of_floats_are_a_type_error(name):
    op = getattr(operator, name)
    with pytest.raises(TypeError, match="float64"):
        op(tensor(np.array([1])), 1.5)
    with pytest.raises(TypeError, match="float32"):
        op(tensor(np.array([1.0], "float32")), tensor(np.array([1], "int8")))
    with pytest.raises(TypeError):
        op(tensor(np.array([1])), "1")


def test_in_place_results_that_do_not_fit_are_refused():
    x = tensor(np.array([1, 2], "uint8"))
    for bad, error in [(1.5, TypeError), (300, OverflowError), (-1, OverflowError), (np.array([1, 2]), TypeError)]:
        with pytest.raises(error):
            x += bad
    with pytest.raises(TypeError, match="divide"):
        x /= 2
    with pytest.raises(ValueError, match="broadcast"):
        x += np.zeros((2, 2), "uint8")
    assert x.tolist() == [1, 2]


def test_comparisons_with_integers_out_of_range():
    x = tensor(np.array([0, 255], "uint8"))
    for value in (-1, 300, 2**70, -(2**70)):
        for name in ("eq", "ne", "lt", "le", "gt", "ge"):
            op = getattr(operator, name)
            assert op(x, value).tolist() == [op(0, value), op(255, value)], (name, value)
            assert op(value, x).tolist() == [op(value, 0), op(value, 255)], (name, value)


def test_tensors_of_one_element_are_numbers():
    one = tensor(np.array([[3]]))
    assert (bool(one), int(one), float(one), complex(one)) == (True, 3, 3.0, 3 + 0j)
    assert operator.index(tensor(np.array(3, "uint8"))) == 3
    assert int(tensor(np.array(-2.7))) == -2
    z = tensor(np.array(1 - 2j))
    assert complex(z) == 1 - 2j
    for to in (int, float):
        with pytest.raises(TypeError, match="complex"):
            to(z)
    for to in (int, float, complex):
        with pytest.raises(TypeError, match="no number"):
            to(tensor(np.array([1, 2])))
    for bad in (np.array(1.0), np.array([1]), np.array(True)):
        with pytest.raises(TypeError):
            operator.index(tensor(bad))
    with pytest.raises(ValueError, match="ambiguous"):
        bool(tensor(np.array([1, 2])))
    with pytest.raises(OverflowError):
        int(tensor(np.array(np.inf)))


def test_bytes_divided_by_every_number():
    x = np.arange(256, dtype="uint8")
    assert sum(int((tensor(x) // d).sum()) for d in range(1, 256)) == 170444
    y = np.arange(-128, 128).astype("int8")
    totals = {d: int((tensor(y) // d).sum()) for d in range(-128, 128) if d != 0}
    assert sum(totals.values()) == -31486
    assert (totals[-128], totals[-7], totals[7], totals[127]) == (-126, -91, -128, -128)


@pytest.mark.parametrize("dtype", SIGNED)
@pytest.mark.parametrize("n", [1, 7, 8, 31, 65])
def test_the_least_integer_by_minus_one_wraps(dtype, n):
    low = np.iinfo(dtype).min
    x = tensor(np.full(n, low, dtype))
    assert (x // -1).tolist() == (x % 1 + low).tolist() == polyad.abs(x).tolist() == [low] * n
    assert (x % -1).tolist() == (x // 0).tolist() == (x % 0).tolist() == [0] * n


def test_whole_tensors_are_compared_by_two_functions():
    x = np.array([1, 2])
    assert polyad.array_equal(x, np.array([1.0, 2.0]))
    assert not polyad.array_equal(np.array([1, 1]), np.array([1]))
    assert polyad.array_equiv(np.array([1, 1]), np.array([1]))
    assert not polyad.array_equiv(x, np.array([1, 2, 3]))
    assert not polyad.array_equal(np.array([np.nan]), np.array([np.nan]))
    assert polyad.array_equal(np.zeros(0), np.zeros(0))
    with pytest.raises(TypeError):
        polyad.array_equal(np.array([1], "uint64"), np.array([1]))


NAMED = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "div_trunc": lambda x, y: np.trunc(np.true_divide(x, y)).astype("int8"),
    "power": operator.pow,
    "fmod": np.fmod,
    "maximum": np.maximum,
    "minimum": np.minimum,
}


@pytest.mark.parametrize("name", NAMED)
def test_numbers_stand_on_both_sides_of_functions(name):
    ours, theirs = getattr(polyad, name), NAMED[name]
    x = np.array([1, 2, 3, 4], "int8")
    same(ours(tensor(x), 2), np.asarray(theirs(x, np.int8(2))))
    same(ours(2, tensor(x)), np.asarray(theirs(np.int8(2), x)))


@pytest.mark.parametrize("name", NAMED)
def test_operands_that_do_not_fit_are_refused(name):
    ours = getattr(polyad, name)
    x = tensor(np.array([1, 2, 3], "uint8"))
    for bad in (300, -1):
        with pytest.raises(OverflowError, match="uint8"):
            ours(x, bad)
        with pytest.raises(OverflowError, match="uint8"):
            ours(bad, x)
    with pytest.raises(ValueError, match=r"\[3\] and \[2\]"):
        ours(x, np.array([1, 2], "uint8"))
    with pytest.raises(TypeError, match="uint64"):
        ours(np.array([1], "uint64"), np.array([1], "int64"))


@pytest.mark.parametrize("name", ["add", "sub", "mul", "pow"])
def test_targets_do_not_grow_and_keep_their_dtype(name):
    op = getattr(operator, "i" + name)
    x = tensor(np.array([1, 2, 3], "uint8"))
    for bad, error in [(np.ones((2, 3), "uint8"), ValueError), (np.array([1.0]), TypeError), (300, OverflowError)]:
        with pytest.raises(error):
            op(x, bad)
    wide = polyad.broadcast_to(x, (2, 3))
    with pytest.raises(ValueError, match="overlap|strides|same"):
        op(wide, 1)
    assert x.tolist() == [1, 2, 3]


COMPARED = ["less", "not_equal", "equal", "greater", "less_equal", "greater_equal"]
LOGICAL = ["logical_and", "logical_or", "logical_xor"]
BITS = ["bitwise_and", "bitwise_or", "bitwise_xor"]


@pytest.mark.parametrize("name", [*COMPARED, *LOGICAL, *BITS])
def test_shapes_and_dtypes_without_a_common_one_are_refused(name):
    ours = getattr(polyad, name)
    with pytest.raises(ValueError, match=r"\[3\] and \[2\]"):
        ours(np.ones(3, "int8"), np.ones(2, "int8"))
    with pytest.raises(TypeError, match="uint64"):
        ours(np.array([1], "uint64"), np.array([1], "int64"))
    if name in BITS or name.startswith(("less", "greater")):
        with pytest.raises(TypeError, match="complex128"):
            ours(np.array([1j]), np.array([1j]))


@pytest.mark.parametrize("name", ["floor", "ceil", "trunc", "round_half_away"])
def test_rounding_refuses_complex_numbers(name):
    with pytest.raises(TypeError, match="complex128"):
        getattr(polyad, name)(np.array([1j]))


def test_halves_round_away_from_zero():
    x = np.array([2.5, -2.5, 0.5, 0.49999999999999994, 4503599627370497.0, -0.25, np.nan, -np.inf])
    same(polyad.round_half_away(x), np.array([3.0, -3.0, 1.0, 0.0, 4503599627370497.0, -0.0, np.nan, -np.inf]))
    same(polyad.round_half_away(np.float32([0.49999997, 8388609.0])), np.float32([0.0, 8388609.0]))


def test_right_shifts_toward_zero():
    same(polyad.rshift_trunc(np.array([-9, 9, -1]), np.array([2, 2, 1])), np.array([-2, 2, 0]))
    same(polyad.rshift_trunc(np.array([-9, 9], "int8"), 8), np.array([0, 0], "int8"))
    with pytest.raises(TypeError, match="float64"):
        polyad.rshift_trunc(np.array([1.0]), 1)


def test_one_minus_turns_masks_over():
    same(polyad.one_minus(np.array([0, 1, 5], "int32")), np.array([1, 0, -4], "int32"))
    same(polyad.one_minus(np.array([True, False])), np.array([False, True]))
    same(polyad.one_minus(np.array([2], "uint8")), np.array([255], "uint8"))


def test_reciprocals_of_integers_truncate():
    same(polyad.reciprocal(np.array([-2, -1, 0, 1, 2], "int16")), np.array([0, -1, 0, 1, 0], "int16"))


def test_choices_do_not_see_what_is_not_chosen():
    got = polyad.where(np.array([2, 0, -1], "int8"), np.array([1.0, np.nan, 3.0]), np.array([[np.nan, 5.0, np.nan]]))
    assert got.tolist() == [[1.0, 5.0, 3.0]]
    with pytest.raises(ValueError, match="broadcast"):
        polyad.where(np.ones(2), np.ones(3), np.ones(3))


@pytest.mark.parametrize("name", ["negative", "positive", "sign"])
def test_bool_has_no_sign(name):
    with pytest.raises(TypeError, match="bool"):
        getattr(polyad, name)(np.array([True]))
