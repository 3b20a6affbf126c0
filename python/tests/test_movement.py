"""Elements in other places, against NumPy, over dtypes and layouts."""

import numpy as np
import polyad
import pytest

DTYPES = ["bool", "uint8", "int16", "int64", "float16", "float32", "float64", "complex64", "complex128"]
LAYOUTS = {
    "contiguous": lambda a: a[:4, :6],
    "transposed": lambda a: a[:6, :4].T,
    "reversed": lambda a: a[3::-1, 5::-1],
    "strided": lambda a: a[::3, 1:12:2],
    "broadcast": lambda a: np.broadcast_to(a[:1, :6], (4, 6)),
}
VIEWS = {
    "permute_dims": (lambda x: polyad.permute_dims(x, (1, 0)), lambda a: a.transpose(1, 0)),
    "transpose": (lambda x: polyad.transpose(x), lambda a: a.T),
    "matrix_transpose": (lambda x: polyad.matrix_transpose(x), lambda a: a.T),
    "swapaxes": (lambda x: polyad.swapaxes(x, 0, -1), lambda a: a.swapaxes(0, -1)),
    "moveaxis": (lambda x: polyad.moveaxis(x, 0, -1), lambda a: np.moveaxis(a, 0, -1)),
    "moveaxis of several": (lambda x: polyad.moveaxis(x, (0, 1), (1, 0)), lambda a: np.moveaxis(a, (0, 1), (1, 0))),
    "flip": (lambda x: polyad.flip(x), np.flip),
    "flip of one": (lambda x: polyad.flip(x, axis=1), lambda a: np.flip(a, 1)),
    "expand_dims": (lambda x: polyad.expand_dims(x, axis=(0, 3)), lambda a: np.expand_dims(a, (0, 3))),
    "squeeze": (lambda x: polyad.squeeze(polyad.expand_dims(x, 1), 1), lambda a: a),
    "broadcast_to": (lambda x: polyad.broadcast_to(x, (2, 4, 6)), lambda a: np.broadcast_to(a, (2, 4, 6))),
    "sliding_window_view": (
        lambda x: polyad.sliding_window_view(x, (2, 3)),
        lambda a: np.lib.stride_tricks.sliding_window_view(a, (2, 3)),
    ),
    "windows of one axis": (
        lambda x: polyad.sliding_window_view(x, 2, axis=1),
        lambda a: np.lib.stride_tricks.sliding_window_view(a, 2, axis=1),
    ),
    "unflatten": (lambda x: polyad.unflatten(x, 1, (2, 3)), lambda a: a.reshape(4, 2, 3)),
    "narrow": (lambda x: polyad.narrow(x, 1, 2, 3), lambda a: a[:, 2:5]),
}
COPIES = {
    "concat": (lambda x: polyad.concat([x, x[1:]]), lambda a: np.concatenate([a, a[1:]])),
    "concat of columns": (lambda x: polyad.concat([x, x], axis=1), lambda a: np.concatenate([a, a], 1)),
    "concat flattened": (lambda x: polyad.concat([x, x[0]], axis=None), lambda a: np.concatenate([a, a[0]], None)),
    "stack": (lambda x: polyad.stack([x, x]), lambda a: np.stack([a, a])),
    "stack behind": (lambda x: polyad.stack([x, x], axis=-1), lambda a: np.stack([a, a], -1)),
    "vstack": (lambda x: polyad.vstack([x[0], x]), lambda a: np.vstack([a[0], a])),
    "hstack": (lambda x: polyad.hstack([x, x]), lambda a: np.hstack([a, a])),
    "dstack": (lambda x: polyad.dstack([x, x]), lambda a: np.dstack([a, a])),
    "tile": (lambda x: polyad.tile(x, (2, 1, 3)), lambda a: np.tile(a, (2, 1, 3))),
    "tile by fewer": (lambda x: polyad.tile(x, 2), lambda a: np.tile(a, 2)),
    "repeat": (lambda x: polyad.repeat(x, 3), lambda a: np.repeat(a, 3)),
    "repeat of rows": (lambda x: polyad.repeat(x, 2, axis=0), lambda a: np.repeat(a, 2, axis=0)),
    "repeat by counts": (
        lambda x: polyad.repeat(x, [0, 2, 1, 0, 3, 1], axis=1),
        lambda a: np.repeat(a, [0, 2, 1, 0, 3, 1], axis=1),
    ),
    "roll": (lambda x: polyad.roll(x, 5), lambda a: np.roll(a, 5)),
    "roll of one": (lambda x: polyad.roll(x, -2, axis=1), lambda a: np.roll(a, -2, axis=1)),
    "roll of several": (lambda x: polyad.roll(x, (9, -1), axis=(0, 1)), lambda a: np.roll(a, (9, -1), axis=(0, 1))),
    "roll of several by one": (lambda x: polyad.roll(x, 1, axis=(0, 1)), lambda a: np.roll(a, 1, axis=(0, 1))),
    "pad": (lambda x: polyad.pad(x, ((1, 2), (0, 3))), lambda a: np.pad(a, ((1, 2), (0, 3)))),
    "pad with a value": (
        lambda x: polyad.pad(x, 2, constant_values=1),
        lambda a: np.pad(a, 2, constant_values=1),
    ),
    "reshape": (lambda x: polyad.reshape(x, (3, -1)), lambda a: a.reshape(3, -1)),
    "ravel": (lambda x: polyad.ravel(x), np.ravel),
    "take": (lambda x: polyad.take(x, polyad.asarray([2, 0, -1]), axis=1), lambda a: a.take([2, 0, -1], axis=1)),
}


def array(dtype, shape=(12, 18)):
    rng = np.random.default_rng(5)
    return (rng.integers(0, 2, shape) if dtype == "bool" else rng.integers(0, 100, shape)).astype(dtype)


def same(got, want):
    got = np.asarray(got)
    assert got.dtype == want.dtype
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_views_show_what_numpys_do_in_the_same_memory(dtype, layout, name):
    a = LAYOUTS[layout](array(dtype))
    ours, numpys = VIEWS[name]
    got = ours(polyad.asarray(a))
    same(got, numpys(a))
    assert np.shares_memory(np.asarray(got), a)


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_copies_are_numpys(dtype, layout, name):
    a = LAYOUTS[layout](array(dtype))
    ours, numpys = COPIES[name]
    same(ours(polyad.asarray(a)), numpys(a))


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (1, 1)], ids=str)
def test_nothing_and_single_elements_move_as_numpys(shape):
    a = np.zeros(shape)
    x = polyad.asarray(a)
    for ours, numpys in [
        (polyad.flip, np.flip),
        (lambda x: polyad.roll(x, 3), lambda a: np.roll(a, 3)),
        (lambda x: polyad.tile(x, (2, 2)), lambda a: np.tile(a, (2, 2))),
        (lambda x: polyad.repeat(x, 2), lambda a: np.repeat(a, 2)),
        (lambda x: polyad.stack([x, x], axis=-1), lambda a: np.stack([a, a], -1)),
        (lambda x: polyad.concat([x, x], axis=None), lambda a: np.concatenate([a, a], None)),
        (lambda x: polyad.pad(x, 1), lambda a: np.pad(a, 1)),
        (polyad.squeeze, np.squeeze),
        (polyad.ravel, np.ravel),
    ]:
        same(ours(x), numpys(a))


@pytest.mark.parametrize("sections", [1, 2, 3, 7, [2], [1, 1, 4], [5, 2], [-1], [99], []], ids=str)
def test_parts_are_numpys_and_views(sections):
    a = array("int64", (6, 5))
    for axis in (0, 1):
        got = polyad.array_split(a, sections, axis=axis)
        want = np.array_split(a, sections, axis=axis)
        assert len(got) == len(want)
        for part, numpys in zip(got, want, strict=True):
            same(part, numpys)
            assert part.size == 0 or np.shares_memory(np.asarray(part), a)
    for part, numpys in zip(polyad.split(a, 3), np.split(a, 3), strict=True):
        same(part, numpys)


def test_unstack_and_broadcast_arrays_give_views():
    a, b = array("float32", (3, 1)), array("float32", (4,))
    for got, want in zip(polyad.broadcast_arrays(a, b), np.broadcast_arrays(a, b), strict=True):
        same(got, want)
        assert got.strides == want.strides
    parts = polyad.unstack(a, axis=0)
    assert [p.tolist() for p in parts] == a.tolist() and np.shares_memory(np.asarray(parts[1]), a)
    assert polyad.unstack(a, axis=-1)[0].shape == (3,)


@pytest.mark.parametrize("copy", [True, False, None])
def test_reshape_copies_as_it_is_told(copy):
    a = np.arange(6).reshape(2, 3)
    x = polyad.asarray(a)
    assert np.shares_memory(np.asarray(polyad.reshape(x, (3, 2), copy=copy)), a) == (copy is not True)
    assert np.shares_memory(np.asarray(x.reshape(3, 2, copy=copy)), a) == (copy is not True)
    if copy is False:
        with pytest.raises(ValueError, match="copy"):
            polyad.reshape(x.T, 6, copy=copy)
    else:
        same(polyad.reshape(x.T, 6, copy=copy), a.T.reshape(6))


@pytest.mark.parametrize(
    ("first", "second"), [("int8", "uint8"), ("int32", "float32"), ("bool", "int16"), ("float32", "complex64")]
)
def test_joined_dtypes_promote(first, second):
    a, b = array(first, (2, 3)), array(second, (2, 3))
    assert polyad.concat([a, b]).dtype == polyad.stack([b, a]).dtype == polyad.add(a, b).dtype
    assert polyad.concat([a, b]).tolist() == a.tolist() + b.tolist()


def test_a_saved_view_is_what_was_seen(tmp_path):
    """safetensors#469."""
    views = {
        "turned": polyad.asarray(np.arange(6, dtype="float32").reshape(2, 3)).T,
        "strided": polyad.asarray(np.arange(8))[::2],
        "reversed": polyad.asarray(np.arange(4))[::-1],
    }
    want = {"turned": [[0, 3], [1, 4], [2, 5]], "strided": [0, 2, 4, 6], "reversed": [3, 2, 1, 0]}
    polyad.save(tmp_path / "views.safetensors", views)
    assert {name: t.tolist() for name, t in polyad.load(tmp_path / "views.safetensors").items()} == want
