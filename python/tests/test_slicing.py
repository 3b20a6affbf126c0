"""Keys of `x[key]`, read and written, against NumPy."""

import numpy as np
import polyad
import pytest

DTYPES = ["bool", "int8", "uint16", "int64", "float16", "float32", "float64", "complex64"]
LAYOUTS = {
    "contiguous": lambda a: a,
    "transposed": lambda a: a.T,
    "reversed": lambda a: a[::-1, ::-1],
    "strided": lambda a: a[::2, 1::3],
    "columns reversed": lambda a: a[:, ::-1],
}
KEYS = [
    (),
    ...,
    None,
    slice(None),
    2,
    -1,
    np.int64(1),
    slice(1, None),
    slice(None, None, -1),
    slice(-2, None, -2),
    slice(100, -100, -1),
    slice(3, 1),
    (slice(1, None), slice(None, None, -1)),
    (slice(None, None, 2), 1),
    (1, slice(None, None, 2)),
    (1, 2),
    (..., 1),
    (1, ...),
    (1, ..., 2),
    (..., None),
    (None, ..., slice(0, 2), None),
    (slice(None), None, -1),
    (slice(None, 10**30), slice(-(10**30), None)),
]


def array(dtype, shape=(12, 18), seed=0):
    rng = np.random.default_rng(seed)
    return (rng.integers(0, 2, shape) if dtype == "bool" else rng.integers(0, 100, shape)).astype(dtype)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_part_is_a_view_of_what_numpy_takes(dtype, layout):
    a = LAYOUTS[layout](array(dtype))
    t = polyad.asarray(a)
    for key in KEYS:
        want, got = a[key], t[key]
        np.testing.assert_array_equal(np.asarray(got), want, err_msg=str(key))
        assert np.asarray(got).dtype == want.dtype and got.shape == np.shape(want)
        if got.size:
            assert np.shares_memory(np.asarray(got), a), key


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_store_changes_what_numpys_changes(dtype, layout):
    for key in KEYS:
        mine, theirs = array(dtype), array(dtype)
        t, a = polyad.asarray(mine), theirs
        t, a = polyad.asarray(LAYOUTS[layout](mine)), LAYOUTS[layout](theirs)
        value = array(dtype, np.shape(a[key]), seed=1)
        t[key] = value
        a[key] = value
        np.testing.assert_array_equal(mine, theirs, err_msg=str(key))
        number = True if dtype == "bool" else 7
        t[key] = number
        a[key] = number
        np.testing.assert_array_equal(mine, theirs, err_msg=str(key))
        if dtype != "bool":
            t[key] += polyad.asarray(value)
            a[key] += value
            t[key] *= 2
            a[key] *= 2
            np.testing.assert_array_equal(mine, theirs, err_msg=str(key))


def test_values_broadcast_into_the_part():
    t, a = polyad.asarray(np.zeros((3, 4))), np.zeros((3, 4))
    for key, value in [(..., [1, 2, 3, 4]), (slice(1, None), [[5], [6]]), ((0, slice(None, None, -2)), [7, 8])]:
        t[key] = value
        a[key] = value
        np.testing.assert_array_equal(np.asarray(t), a)
    with pytest.raises(ValueError, match=r"\[3\].*\[3, 4\]"):
        t[...] = [1, 2, 3]


@pytest.mark.parametrize("key", [(slice(1, None), slice(None, -1)), (slice(None, None, -1),), (slice(None, -1), slice(1, None))])
def test_a_source_that_overlaps_counts_as_copied_first(key):
    a = np.arange(20.0).reshape(4, 5)
    t = polyad.asarray(a.copy())
    part = t[key]
    source = t[tuple(slice(0, n) for n in part.shape)]
    want = a.copy()
    want[key] = a[tuple(slice(0, n) for n in part.shape)].copy()
    t[key] = source
    np.testing.assert_array_equal(np.asarray(t), want)


def test_stores_through_reversed_views_are_in_order():
    """mlx#3716."""
    x = polyad.asarray(np.arange(6, dtype="float32"))
    for store in ("add", "set"):
        b = polyad.asarray(np.zeros(6, "float32"))
        if store == "add":
            b[::-1] += 2 * x[::-1]
        else:
            b[::-1] = 2 * x[::-1]
        assert b.tolist() == [0, 2, 4, 6, 8, 10]
    b[::2] += x[:3]
    assert b.tolist() == [0, 2, 5, 6, 10, 10]


def test_a_view_that_overlaps_itself_is_not_written():
    """burn#2091."""
    x = polyad.asarray(np.arange(4))
    wide = polyad.broadcast_to(x, (2, 4))
    assert (wide + 2).tolist() == [[2, 3, 4, 5]] * 2
    with pytest.raises(ValueError, match="share memory"):
        wide += 1
    with pytest.raises(ValueError, match="share memory"):
        wide[...] = 0
    with pytest.raises(ValueError, match="share memory"):
        polyad.sliding_window_view(x, 2)[...] = 9
    assert x.tolist() == [0, 1, 2, 3]


def test_the_dtype_of_the_target_stays():
    t = polyad.asarray([1, 2, 3], dtype="int8")
    t[1:] = [7, -128]
    assert (t.tolist(), t.dtype) == ([1, 7, -128], "int8")
    with pytest.raises(OverflowError, match="int8"):
        t[1:] = [1, 128]
    with pytest.raises(OverflowError, match="300"):
        t[0] = 300
    for value in (0.5, [0.5, 1.5], np.arange(2)):
        with pytest.raises((TypeError, OverflowError)):
            t[1:] = value
    assert t.tolist() == [1, 7, -128]
    f = polyad.asarray([0.0, 0.0], dtype="float32")
    f[...] = np.arange(2)
    assert (f.tolist(), f.dtype) == ([0.0, 1.0], "float32")


@pytest.mark.parametrize("dtype", ["int4", "uint1", "ternary", "float4_e2m1fn"])
def test_packed_elements_are_addressed_one_by_one(dtype):
    a = np.array([[0, 1, 0, 1, 1], [1, 0, 0, 1, 0], [1, 1, 1, 0, 0]])
    t = polyad.asarray(a).astype(dtype)
    for key in [(1, 2), (slice(1, None), slice(None, None, -2)), (..., -1)]:
        assert np.array_equal(np.asarray(t[key].astype("float32")), a[key])
        b, u = a.copy(), t.copy()
        b[key] = 1 - b[key]
        u[key] = polyad.asarray(1 - a[key]).astype(dtype)
        assert np.array_equal(np.asarray(u.astype("float32")), b)


def test_block_formats_are_read_anywhere_and_written_in_whole_blocks():
    q = polyad.quantize(np.linspace(-1, 1, 128).reshape(2, 64), "q8_0")
    values = np.asarray(q.astype("float32"))
    assert np.array_equal(np.asarray(q[::-1, 3:7].astype("float32")), values[::-1, 3:7])
    q[0] = q[1]
    assert q[0].tobytes() == q[1].tobytes()
    q[:, 32:] = q[:, :32]
    assert q[1, 32:].tobytes() == q[1, :32].tobytes()
    with pytest.raises(ValueError, match="astype"):
        q[:, 3:7] = 0.0


@pytest.mark.parametrize(
    ("key", "error"),
    [
        (3, IndexError),
        (-4, IndexError),
        ((0, 0, 0), IndexError),
        ((..., ...), IndexError),
        ("a", IndexError),
        (1.0, IndexError),
        ([True, False], IndexError),
        ([0, 3], IndexError),
        (slice(None, None, 0), ValueError),
        (10**30, IndexError),
    ],
    ids=str,
)
def test_keys_that_fit_nothing_are_told(key, error):
    t = polyad.asarray(np.arange(6).reshape(3, 2))
    with pytest.raises(error):
        t[key]
    with pytest.raises(error):
        t[key] = 0
    assert t.tolist() == [[0, 1], [2, 3], [4, 5]]
