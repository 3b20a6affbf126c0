"""Keys with arrays of indices and masks, against NumPy.

`POLYAD_KEYS` says how many random keys are read and written; `POLYAD_SEED` is the first of their seeds. A failure prints the
seed, the array and the key.
"""

import operator
import os

import numpy as np
import pytest

import polyad

COUNT = int(os.environ.get("POLYAD_KEYS", "6000"))
FIRST = int(os.environ.get("POLYAD_SEED", "0"))
BATCHES = 12

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
          "complex64", "complex128"]
INDICES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


class Maker:
    """Arrays and keys from a seed."""

    def __init__(self, seed):
        self.r = np.random.default_rng(seed)

    def chance(self, p):
        return self.r.random() < p

    def pick(self, items):
        return items[int(self.r.integers(len(items)))]

    def values(self, shape, dtype):
        values = self.r.integers(0, 100, shape)
        return (values % 2 if dtype == "bool" else values).astype(dtype)

    def array(self):
        """An array in one of many layouts; a function makes it again, for two writers."""
        dtype = self.pick(DTYPES)
        shape = tuple(int(n) for n in self.r.choice([0, 1, 2, 3, 4, 5], self.r.integers(0, 5), p=[0.05, 0.15, 0.2, 0.2, 0.2, 0.2]))
        base = self.values(shape, dtype)
        order = self.r.permutation(len(shape))
        back = tuple(slice(None, None, -1) if self.chance(0.3) else slice(None) for _ in shape)
        step = tuple(slice(None, None, 2) if self.chance(0.2) else slice(None) for _ in shape)
        return lambda: base.copy().transpose(order)[(*back, ...)][(*step, ...)]

    def index(self, n):
        """Indices of an axis: now and then one that is outside."""
        shape = self.pick([(), (1,), (2,), (3,), (2, 3), (2, 1), (0,), (1, 3)])
        dtype = self.pick(INDICES)
        low, high = (0 if dtype[0] == "u" else -n), max(n, 1)
        index = self.r.integers(low, high, shape)
        if index.size and self.chance(0.02):
            index.flat[-1] = self.pick([n, n + 3])
        index = np.asarray(index).astype(dtype)
        return index.tolist() if self.chance(0.3) and shape != (0,) else index

    def key(self, shape):
        parts, axis, dotted = [], 0, False
        while axis < len(shape) and not self.chance(0.15):
            n = shape[axis]
            kind = self.pick(["all", "slice", "at", "index", "index", "index", "mask", "mask", "none", "dots", "flag", "list"])
            if kind == "none":
                parts.append(None)
            elif kind == "dots" and not dotted:
                dotted = True
                parts.append(Ellipsis)
                axis += int(self.r.integers(0, len(shape) - axis + 1))
            elif kind == "flag" and self.chance(0.3):
                parts.append(self.pick([True, False, np.True_, np.array(False)]))
            elif kind == "mask":
                rank = int(self.r.integers(1, min(3, len(shape) - axis) + 1))
                mask = self.r.random(shape[axis:axis + rank]) < self.pick([0.0, 0.5, 1.0])
                if self.chance(0.02):
                    mask = np.zeros([n + 1 for n in mask.shape], bool)
                parts.append(mask.tolist() if self.chance(0.2) and mask.size else mask)
                axis += rank
            else:
                if kind in ("index", "list"):
                    parts.append(self.index(n))
                elif kind == "at" and n:
                    parts.append(int(self.r.integers(-n, n)))
                else:
                    a, b = self.r.integers(-1, n + 2, 2)
                    parts.append(slice(int(a), int(b), self.pick([None, 1, -1, 2])))
                axis += 1
        if self.chance(0.02):
            parts.append(0)
        if len(parts) == 1 and self.chance(0.5):
            return parts[0]
        return tuple(parts)

    def mirrored(self, key):
        """The key with some arrays as tensors."""
        one = lambda part: polyad.asarray(part) if isinstance(part, np.ndarray) and self.chance(0.5) else part
        return tuple(one(part) for part in key) if isinstance(key, tuple) else one(key)


def attempt(f):
    try:
        return f(), None
    except Exception as e:
        return None, e


def same_class(ours, theirs):
    """Our error is of the class that NumPy raises."""
    return isinstance(ours, IndexError if isinstance(theirs, IndexError) else (ValueError, TypeError))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_keys_are_read_and_written_as_numpy_does(batch):
    for seed in range(FIRST + batch, FIRST + COUNT, BATCHES):
        m = Maker(seed)
        make = m.array()
        x = make()
        key = m.key(x.shape)
        own, t = m.mirrored(key), polyad.asarray(x)
        case = f"seed {seed}: {x.dtype} of shape {x.shape}, strides {x.strides}, key {key!r}"
        want, theirs = attempt(lambda: x[key])
        got, ours = attempt(lambda: t[own])
        assert (theirs is None) == (ours is None), f"{case}\nNumPy: {theirs!r}\nours: {ours!r}"
        if theirs is not None:
            assert same_class(ours, theirs), f"{case}\nNumPy: {theirs!r}\nours: {ours!r}"
            value = 1
        else:
            assert got.shape == np.shape(want), f"{case}\nNumPy: {np.shape(want)}\nours: {got.shape}"
            assert str(got.dtype) == str(np.asarray(want).dtype)
            np.testing.assert_array_equal(np.asarray(got), want, case)
            shape = np.shape(want)
            shape = shape[int(m.r.integers(0, len(shape) + 1)):]
            shape = tuple(1 if m.chance(0.2) else n for n in shape)
            value = m.values(shape, str(x.dtype))
        # One element that is named twice may be written in any order by NumPy, so both have the same value there.
        y, z = make(), make()
        u = polyad.asarray(z)
        if ours is None and np.unique(np.arange(x.size).reshape(x.shape)[key]).size < np.size(want):
            value = value.flat[0] if value.size else value
        shown = polyad.asarray(value) if isinstance(value, np.ndarray) and m.chance(0.5) else value
        _, theirs = attempt(lambda: operator.setitem(y, key, value))
        _, ours = attempt(lambda: operator.setitem(u, own, shown))
        assert (theirs is None) == (ours is None), f"{case}, value {value!r}\nNumPy: {theirs!r}\nours: {ours!r}"
        assert theirs is None or same_class(ours, theirs), f"{case}, value {value!r}\nNumPy: {theirs!r}\nours: {ours!r}"
        np.testing.assert_array_equal(np.asarray(u), y, f"{case}, value {value!r}")


def test_the_last_value_of_an_index_stays():
    x = polyad.zeros(3, dtype=polyad.int64)
    x[[0, 2, 0]] = [7, 8, 9]
    assert x.tolist() == [9, 0, 8]
    x[[0, 0]] += 1
    assert x.tolist() == [10, 0, 8]
    x[x > 5] -= 5
    assert x.tolist() == [5, 0, 3]


@pytest.mark.parametrize("key", [[0, 5], ([0, 1], [0, 1, 2]), np.array([0.5]), [0.5], "a", np.array([True, False]), (0, 0, [0]), 1.5],
                         ids=["outside", "shapes", "floats", "list of floats", "text", "mask", "axes", "float"])
def test_keys_that_do_not_fit_are_index_errors(key):
    x = polyad.reshape(polyad.arange(12), (3, 4))
    with pytest.raises(IndexError):
        x[key]
    with pytest.raises(IndexError):
        x[key] = 0
    assert x.tolist() == np.arange(12).reshape(3, 4).tolist()


def test_an_index_outside_is_named_with_its_axis():
    # chainer#4648
    with pytest.raises(IndexError, match=r"5 is outside axis 0 of shape \[5\]"):
        polyad.arange(5)[[0, 1, 2, 3, 4, 5, 6]]
    with pytest.raises(IndexError, match=r"-6 is outside axis 0 of shape \[5\]"):
        polyad.arange(5)[[-6]]


def test_masks_and_integers_are_stored_together():
    # cupy#627, #4693
    d = polyad.reshape(polyad.arange(24.0), (2, 3, 4))
    d[d[..., 0] > 6, 3] = 0
    assert d[..., 3].tolist() == [[3, 7, 0], [0, 0, 0]]
    with pytest.raises(IndexError):
        polyad.reshape(polyad.arange(12), (3, 4))[[1, 0], [True, True]]


def test_rows_of_blocks_are_taken_and_written():
    # burn#5005
    x = ((np.arange(64) - 31.5) / 8).reshape(2, 32).astype("float32")
    q = polyad.asarray(x).astype("q8_0")
    whole = np.asarray(q.astype("float32"))
    np.testing.assert_array_equal(np.asarray(q[[1, 0, 1]]), whole[[1, 0, 1]])
    np.testing.assert_array_equal(np.asarray(q[:, [3, 6]]), whole[:, [3, 6]])
    q[[1]] = 0.0
    np.testing.assert_array_equal(np.asarray(q.astype("float32")), np.stack([whole[0], whole[1] * 0]))
    with pytest.raises(ValueError, match="whole q8_0 blocks"):
        q[:, [3]] = 0.0


X = np.arange(24.0).reshape(2, 3, 4)
C = np.array([[True, False, True], [False, False, True]])


@pytest.mark.parametrize("name, args, keywords", [
    ("take", (X, np.array([2, 0, -1])), {"axis": 1}),
    ("take_along_axis", (X, np.array([[[1]], [[0]]])), {"axis": 2}),
    ("nonzero", (X % 3,), {}),
    ("nonzero", (X.T % 2,), {}),
    ("argwhere", (C,), {}),
    ("compress", (np.array([0, 1, 1]), X), {"axis": 1}),
    ("compress", (np.array([True, False, True]), X), {}),
    ("extract", (C, C * 5), {}),
], ids=lambda part: part if isinstance(part, str) else "")
def test_functions_are_numpys(name, args, keywords):
    got, want = getattr(polyad, name)(*args, **keywords), getattr(np, name)(*args, **keywords)
    if not isinstance(want, tuple):
        got, want = (got,), (want,)
    assert isinstance(got, tuple) and len(got) == len(want)
    for a, b in zip(got, want):
        assert str(a.dtype) == str(b.dtype)
        np.testing.assert_array_equal(np.asarray(a), b)


def test_stores_as_functions_leave_their_operand():
    x = polyad.asarray([[1.0, 2.0], [3.0, 4.0]], dtype=polyad.float32)
    assert polyad.put(x, [0, -1, 0], [7, 8, 9]).tolist() == [[9, 2], [3, 8]]
    assert polyad.put_along_axis(x, [[1], [0]], 0, axis=1).tolist() == [[1, 0], [0, 4]]
    assert polyad.scatter(x, ([0, 1], [1, 1]), 5).tolist() == [[1, 5], [3, 5]]
    assert polyad.scatter(x, [0, 0], 1, mode="add").tolist() == [[3, 4], [3, 4]]
    assert polyad.scatter(x, [0], [[0, 3]], mode="max").tolist() == [[1, 3], [3, 4]]
    assert polyad.gather(x, ([0, 1], [1, -1])).tolist() == [2, 4]
    assert polyad.embedding(x, [[1], [0]]).tolist() == [[[3, 4]], [[1, 2]]]
    assert x.tolist() == [[1, 2], [3, 4]] and polyad.scatter(x, [0], 1).dtype == polyad.float32
    with pytest.raises(IndexError):
        polyad.scatter(x, [2], 1)
    with pytest.raises(TypeError):
        polyad.gather(x, [0.5])


def test_rows_with_a_one():
    assert polyad.one_hot([1, -1], 3).tolist() == [[0, 1, 0], [0, 0, 1]]
    assert polyad.one_hot([1], 2).dtype == polyad.float64
    assert polyad.one_hot([[0]], 2, dtype=polyad.bool).tolist() == [[[True, False]]]
    with pytest.raises(IndexError):
        polyad.one_hot([3], 3)


def test_memory_that_is_shown_twice_is_not_written():
    x = polyad.broadcast_to(polyad.arange(3), (2, 3))
    for key in [[0], np.array([True, False])]:
        with pytest.raises(ValueError, match="share memory"):
            x[key] = 1


def test_a_store_reads_its_key_first():
    x = polyad.asarray([1, 2, 3, 0])
    x[x] = x
    y = np.array([1, 2, 3, 0])
    y[y.copy()] = y.copy()
    assert x.tolist() == y.tolist()


def row_int():
    x = polyad.reshape(polyad.arange(6), (2, 3))
    row = x[-1]
    assert row.shape == (3,) and int(row[np.int8(1)]) == 4 and row[0].shape == ()
    row[0] = 9
    assert x.tolist() == [[0, 1, 2], [9, 4, 5]]


def row_slice():
    x = polyad.arange(8, dtype=polyad.int16)
    y = x[6:1:-2]
    assert y.tolist() == [6, 4, 2] and y.strides == (-4,) and np.shares_memory(np.asarray(x), np.asarray(y))
    assert x[5:100].tolist() == [5, 6, 7] and x[100:200].shape == (0,)


def row_tuple():
    x = polyad.reshape(polyad.arange(12), (2, 3, 2))
    assert x[1, ::2].tolist() == [[6, 7], [10, 11]] and int(x[1, 2, 0]) == 10
    assert x[()].tolist() == x.tolist() and x[None, ..., 0].shape == (1, 2, 3)


def row_view():
    x = polyad.zeros((3, 4))
    chain = x[1:][:, ::2][1]
    np.asarray(chain)[:] = 5
    assert x[2].tolist() == [5, 0, 5, 0]
    del x
    assert chain.tolist() == [5, 5]


def row_len():
    assert len(polyad.zeros((3, 4))) == 3 and len(polyad.zeros((0, 2))) == 0


def row_iter():
    x = polyad.reshape(polyad.arange(4), (2, 2))
    for row in x:
        row[0] = 7
    assert x.tolist() == [[7, 1], [7, 3]] and [int(v) for v in polyad.arange(3)] == [0, 1, 2]


def row_packed():
    x = polyad.asarray([[1, -2, 3], [-4, 5, 6]]).astype("int4")
    assert int(x[1, 0]) == -4 and [row.tolist() for row in x] == [[1, -2, 3], [-4, 5, 6]]
    assert x[:, 1:].tolist() == [[-2, 3], [5, 6]] and x[:, ::-2].tolist() == [[3, 1], [6, -4]]
    assert x[[1, 0], [2, 1]].tolist() == [6, -2] and x[x > 2].tolist() == [3, 5, 6]
    x[[0], 1:] = x[[1], :2]
    assert x.tolist() == [[1, -4, 5], [-4, 5, 6]]


ROWS = {"getitem.int": row_int, "getitem.slice": row_slice, "getitem.tuple": row_tuple, "getitem.view": row_view,
        "len": row_len, "iter": row_iter, "packed.index": row_packed}


@pytest.mark.parametrize("row", ROWS)
def test_row(row):
    ROWS[row]()


BAD = {
    "getitem.int": (IndexError, lambda: polyad.arange(3)[3]),
    "getitem.slice": (ValueError, lambda: polyad.arange(3)[::0]),
    "getitem.tuple": (IndexError, lambda: polyad.zeros((2, 2))[0, 0, 0]),
    "len": (TypeError, lambda: len(polyad.asarray(1))),
    "iter": (TypeError, lambda: iter(polyad.asarray(1))),
    "packed.index": (ValueError, lambda: polyad.zeros((2, 2, 2)).astype("int4").T),
}


@pytest.mark.parametrize("row", BAD)
def test_bad_input_of_row(row):
    error, call = BAD[row]
    with pytest.raises(error):
        call()
