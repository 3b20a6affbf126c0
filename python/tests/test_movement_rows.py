"""What Nx, Braid and MatX promise about views and copies, row by row of their tables."""

import gc

import numpy as np
import polyad
import pytest

# What each row promises, and the calls that it refuses, by its number.

ROWS, BAD = {}, {}


def row(name, bad=None):
    """Enters a check under a row's number; `bad` are calls that must be refused."""

    def enter(check):
        ROWS[name] = check
        if bad is not None:
            BAD[name] = bad
        return check

    return enter


def t(*values, dtype="int64"):
    return polyad.asarray(values[0] if len(values) == 1 else list(values), dtype=dtype)


def grid(*shape):
    return polyad.asarray(np.arange(np.prod(shape)).reshape(shape))


def shares(x, y):
    return np.shares_memory(np.asarray(x), np.asarray(y))


X = grid(3, 4)


@row("nx.index", [lambda: X[0, 0, 0]])
def _():
    assert X[1].tolist() == [4, 5, 6, 7] and X[1, 2].tolist() == 6 and X[1:, 0].shape == (2,)


@row("nx.index.I", [lambda: X[3], lambda: X[-4], lambda: X[0, 4]])
def _():
    assert X[-1, -1].item() == 11 and X[:, 1].tolist() == [1, 5, 9]


@row("nx.index.R", [lambda: X[::0]])
def _():
    assert X[1:3, ::-2].tolist() == [[7, 5], [11, 9]] and X[-2:-1].tolist() == [[4, 5, 6, 7]] and X[2:1].shape == (0, 4)
    # Bounds clip, as NumPy's do.
    assert X[-9:9].shape == (3, 4)


@row("nx.array_split.Count", [lambda: polyad.array_split(X, 0), lambda: polyad.array_split(X, -1)])
def _():
    assert [p.size for p in polyad.array_split(np.arange(5), 3)] == [2, 2, 1]
    assert [p.size for p in polyad.array_split(np.arange(2), 4)] == [1, 1, 0, 0]


@row("nx.array_split.Indices")
def _():
    assert [p.tolist() for p in polyad.array_split(np.arange(6), [2, 2, 4])] == [[0, 1], [], [2, 3], [4, 5]]
    # Others clip, as NumPy's do.
    assert [p.tolist() for p in polyad.array_split(np.arange(3), [2, 1, 9])] == [[0, 1], [], [1, 2], []]


@row("nx.unsafe_data", [lambda: memoryview(X.T).cast("B"), lambda: polyad.reshape(X.T, 12, copy=False)])
def _():
    part = X[1:, 2:]
    assert part.offset == 6 and part.strides == (32, 8)
    flat = np.asarray(X).reshape(-1)
    assert all(flat[part.offset + i * 4 + j] == part[i, j].item() for i in range(2) for j in range(2))
    assert shares(X.reshape(12, copy=False), X)


@row("nx.shape")
def _():
    assert X.shape == (3, 4) and X[0, 0].shape == ()


@row("nx.dtype")
def _():
    assert X.dtype == "int64" and X.astype("uint8").dtype == "uint8" and X[0].dtype == "int64"


@row("nx.strides")
def _():
    assert X.strides == (32, 8) and polyad.flip(X).strides == (-32, -8) and X.T.strides == (8, 32)
    assert polyad.broadcast_to(X[0], (5, 4)).strides == (0, 8)


@row("nx.stride", [lambda: X.strides[2]])
def _():
    assert X.strides[0] == 32 and X.strides[-1] == 8


@row("nx.dims")
def _():
    assert tuple(X.T.shape) == (4, 3)


@row("nx.dim", [lambda: X.shape[2]])
def _():
    assert X.shape[0] == 3 and len(X) == 3


@row("nx.ndim")
def _():
    assert X.ndim == 2 and X[0, 0].ndim == 0


@row("nx.itemsize")
def _():
    assert X.itemsize == 8 and X.astype("float16").itemsize == 2 and X.astype("complex64").itemsize == 8


@row("nx.size")
def _():
    assert X.size == 12 and X[0, 0].size == 1 and X[:0].size == 0


@row("nx.numel")
def _():
    assert polyad.broadcast_to(X, (2, 3, 4)).size == 24


@row("nx.nbytes")
def _():
    assert X.nbytes == 96 and polyad.broadcast_to(X, (2, 3, 4)).nbytes == 192


@row("nx.offset")
def _():
    assert X.offset == 0 and X[1].offset == 4 and X.astype("int8")[1, 1:].offset == 5


@row("nx.is_c_contiguous")
def _():
    assert X.is_contiguous() and not X.T.is_contiguous() and X[:1].T.is_contiguous() and X[:0].T.is_contiguous()


@row(
    "nx.reshape",
    [lambda: X.reshape(5), lambda: X.reshape(-1, -1), lambda: X.reshape(-2, 6), lambda: X[:0].reshape(0, -1)],
)
def _():
    assert shares(X.reshape(-1, 6), X) and X.T.reshape(12).tolist() == [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]
    assert not shares(X.T.reshape(12), X)


@row(
    "nx.broadcast_to",
    [lambda: polyad.broadcast_to(X, (3, 5)), lambda: polyad.broadcast_to(X, 4), lambda: polyad.broadcast_to(X, (-1, 4))],
)
def _():
    wide = polyad.broadcast_to(X[:, :1], (2, 3, 4))
    assert wide.strides == (0, 32, 0) and shares(wide, X) and wide[1, 2].tolist() == [8] * 4


@row("nx.broadcasted", [lambda: polyad.broadcast_arrays(X, X.T)])
def _():
    a, b = polyad.broadcast_arrays(X[:, :1], X[0])
    assert a.shape == b.shape == (3, 4) and a[1].tolist() == [4] * 4 and b[1].tolist() == [0, 1, 2, 3]


@row("nx.expand", [lambda: polyad.expand(X, (5, 4)), lambda: polyad.expand(X, (-1, 3, 4)), lambda: polyad.expand(X, (3, -2))])
def _():
    assert polyad.expand(grid(1, 4, 1), (3, -1, 5)).shape == (3, 4, 5) and polyad.expand(X, (-1, -1)).shape == (3, 4)
    assert polyad.expand(X, (2, -1, -1)).shape == (2, 3, 4)


@row("nx.flatten", [lambda: X.flatten(2), lambda: X.flatten(1, 0)])
def _():
    assert grid(2, 3, 4, 5).flatten(1, 2).shape == (2, 12, 5) and shares(X.flatten(), X)
    assert X[0, 0].flatten().shape == (1,) and X.T.flatten().tolist() == X.T.reshape(-1).tolist()


@row(
    "nx.unflatten",
    [lambda: polyad.unflatten(X, 1, (3, 2)), lambda: polyad.unflatten(X, 1, (-1, -1)), lambda: polyad.unflatten(X, 2, (1,))],
)
def _():
    assert polyad.unflatten(grid(6, 5), 0, (-1, 2)).shape == (3, 2, 5)
    assert polyad.unflatten(grid(2, 12, 5), 1, (3, 4)).flatten(1, 2).tolist() == grid(2, 12, 5).tolist()


@row("nx.ravel")
def _():
    assert shares(polyad.ravel(X), X) and polyad.ravel(X.T).is_contiguous() and not shares(polyad.ravel(X.T), X)


@row("nx.squeeze", [lambda: polyad.squeeze(X, 0), lambda: polyad.squeeze(grid(1, 3), 2), lambda: polyad.squeeze(grid(1, 3), (0, -2))])
def _():
    x = grid(1, 3, 1, 4)
    assert polyad.squeeze(x).shape == (3, 4) and polyad.squeeze(x, (0, -2)).shape == (3, 4) and shares(x.squeeze(), x)


@row(
    "nx.unsqueeze",
    [lambda: polyad.expand_dims(X, None), lambda: polyad.expand_dims(X, 3), lambda: polyad.expand_dims(X, (0, 0))],
)
def _():
    assert polyad.expand_dims(X[0], (0, 2)).shape == (1, 4, 1) and shares(polyad.expand_dims(X, 0), X)


@row("nx.squeeze_axis", [lambda: grid(1, 3).squeeze(1), lambda: grid(1, 3).squeeze(-3)])
def _():
    assert grid(1, 3).squeeze(0).shape == (3,) and grid(3, 1).squeeze(-1).shape == (3,)


@row("nx.unsqueeze_axis", [lambda: polyad.expand_dims(X, -4)])
def _():
    assert [polyad.expand_dims(X, i).shape for i in range(3)] == [(1, 3, 4), (3, 1, 4), (3, 4, 1)]


@row("nx.expand_dims", [lambda: polyad.expand_dims(X, (0, 4))])
def _():
    assert polyad.expand_dims(X, (0, -1)).shape == (1, 3, 4, 1) and polyad.expand_dims(X).shape == (1, 3, 4)


@row("nx.transpose", [lambda: X.transpose(0), lambda: X.transpose(0, 0), lambda: X.transpose(0, 2)])
def _():
    x = grid(2, 3, 4)
    assert x.transpose().shape == (4, 3, 2) and x.transpose(1, 2, 0).shape == (3, 4, 2) and shares(x.transpose(), x)
    assert polyad.transpose(x, (2, 0, 1))[3, 1, 2].item() == x[1, 2, 3].item()


@row("nx.flip", [lambda: polyad.flip(X, 2), lambda: polyad.flip(X, -3)])
def _():
    assert polyad.flip(t(1, 2, 3)).tolist() == [3, 2, 1] and polyad.flip(X, -1)[0].tolist() == [3, 2, 1, 0]


@row("nx.moveaxis", [lambda: polyad.moveaxis(X, 2, 0), lambda: polyad.moveaxis(X, 0, 2)])
def _():
    assert polyad.moveaxis(grid(2, 3, 4), 0, 2).shape == (3, 4, 2) and shares(polyad.moveaxis(X, 0, 1), X)


@row("nx.swapaxes", [lambda: X.swapaxes(0, 2), lambda: X.swapaxes(-3, 0)])
def _():
    assert grid(2, 3, 4).swapaxes(0, 2).shape == (4, 3, 2) and shares(X.swapaxes(0, 1), X)


@row("nx.roll", [lambda: polyad.roll(X, 1, axis=2), lambda: polyad.roll(X, 1, axis=-3)])
def _():
    assert polyad.roll(t(1, 2, 3, 4, 5), 2).tolist() == polyad.roll(t(1, 2, 3, 4, 5), -8).tolist() == [4, 5, 1, 2, 3]
    assert polyad.roll(t([1, 2, 3], [4, 5, 6]), 1, axis=1).tolist() == [[3, 1, 2], [6, 4, 5]]
    assert polyad.roll(t([1, 2], [3, 4]), 1).tolist() == [[4, 1], [2, 3]] and polyad.roll(t(7), 3).item() == 7


@row(
    "nx.pad",
    [
        lambda: polyad.pad(X, ((1, 1), (0, 0), (0, 0))),
        lambda: polyad.pad(X, -1),
        lambda: polyad.pad(X, 1, constant_values=0.5),
        lambda: polyad.pad(X.astype("uint8"), 1, constant_values=256),
        lambda: polyad.pad(X.astype("uint8"), 1, constant_values=-1),
    ],
)
def _():
    assert polyad.pad(t([1, 2], [3, 4]), ((1, 0), (0, 1)), constant_values=9).tolist() == [[9, 9, 9], [1, 2, 9], [3, 4, 9]]


@row(
    "nx.shrink",
    [
        lambda: polyad.shrink(X, [(0, 1)]),
        lambda: polyad.shrink(X, [(-1, 1), (0, 1)]),
        lambda: polyad.shrink(X, [(0, 4), (0, 1)]),
        lambda: polyad.shrink(X, [(2, 1), (0, 1)]),
    ],
)
def _():
    part = polyad.shrink(X, [(1, 3), (0, 2)])
    assert part.tolist() == [[4, 5], [8, 9]] and shares(part, X)


@row("nx.tile", [lambda: polyad.tile(X, -1)])
def _():
    assert polyad.tile(t([1, 2]), (2, 3)).tolist() == [[1, 2] * 3] * 2 and polyad.tile(t(1, 2), (2, 1, 3)).shape == (2, 1, 6)
    assert polyad.tile(X, 0).shape == (3, 0) and polyad.tile(X, 2).shape == (3, 8)


@row("nx.repeat", [lambda: polyad.repeat(X, -1), lambda: polyad.repeat(X, 1, axis=2)])
def _():
    assert polyad.repeat(t(1, 2), 2).tolist() == [1, 1, 2, 2] and polyad.repeat(X, 0).shape == (0,)
    assert polyad.repeat(t([1, 2], [3, 4]), 2, axis=0).tolist() == [[1, 2], [1, 2], [3, 4], [3, 4]]


@row(
    "nx.concatenate",
    [lambda: polyad.concat([]), lambda: polyad.concat([X, X[0]]), lambda: polyad.concat([X, X.T]), lambda: polyad.concat([X], axis=2)],
)
def _():
    assert polyad.concat([X, X[1:]], axis=-2).shape == (5, 4) and polyad.concat([X, X[0]], axis=None).shape == (16,)
    one = polyad.concat([X])
    assert one.tolist() == X.tolist() and not shares(one, X)
    assert polyad.concat([t([1]), t([0.5], dtype="float64")]).tolist() == [1.0, 0.5]


@row("nx.stack", [lambda: polyad.stack([]), lambda: polyad.stack([X, X.T]), lambda: polyad.stack([X], axis=3), lambda: polyad.stack([X], axis=-4)])
def _():
    assert polyad.stack([t(1, 2), t(3, 4)], axis=1).tolist() == [[1, 3], [2, 4]]
    assert polyad.stack([X, X], axis=-1).shape == (3, 4, 2)


@row("nx.vstack", [lambda: polyad.vstack([]), lambda: polyad.vstack([X, X.T])])
def _():
    assert polyad.vstack([t(1, 2), t(3, 4)]).tolist() == [[1, 2], [3, 4]] and polyad.vstack([X, X[0]]).shape == (4, 4)


@row("nx.hstack", [lambda: polyad.hstack([]), lambda: polyad.hstack([X, X.T]), lambda: polyad.hstack([X, X[0]])])
def _():
    assert polyad.hstack([t(1, 2), t(3)]).tolist() == [1, 2, 3]
    assert polyad.hstack([t([1, 2], [3, 4]), t([5], [6])]).tolist() == [[1, 2, 5], [3, 4, 6]]


@row("nx.dstack", [lambda: polyad.dstack([]), lambda: polyad.dstack([X, X.T])])
def _():
    assert polyad.dstack([t(1, 2), t(3, 4)]).tolist() == [[[1, 3], [2, 4]]]
    assert polyad.dstack([X, X]).shape == (3, 4, 2) and polyad.dstack([grid(1, 2, 3)] * 2).shape == (1, 2, 6)


@row("nx.broadcast_arrays", [lambda: polyad.broadcast_arrays(), lambda: polyad.broadcast_arrays(X, X.T)])
def _():
    a, b, c = polyad.broadcast_arrays(X, X[0], X[:, :1])
    assert a.shape == b.shape == c.shape == (3, 4) and shares(b, X) and b.strides == (0, 8)


@row("nx.array_split", [lambda: polyad.array_split(X, 2, axis=2), lambda: polyad.array_split(X, 0)])
def _():
    assert [p.shape for p in polyad.array_split(X, 3, axis=-1)] == [(3, 2), (3, 1), (3, 1)]
    assert all(shares(p, X) for p in polyad.array_split(X, [1]))


@row("nx.split", [lambda: polyad.split(X, 2), lambda: polyad.split(X, 0), lambda: polyad.split(X, 3, axis=2)])
def _():
    parts = polyad.split(X, 2, axis=1)
    assert [p.tolist() for p in parts] == [X[:, :2].tolist(), X[:, 2:].tolist()] and shares(parts[1], X)


@row("nx.contiguous")
def _():
    assert shares(X.contiguous(), X) and X.T.contiguous().is_contiguous() and X.T.contiguous().tolist() == X.T.tolist()


@row("nx.copy")
def _():
    x = X.T.copy()
    x[...] = 0
    assert x.is_contiguous() and X[1, 1].item() == 5


def writable(*shape):
    return grid(*shape).copy()


def store(x, key, value):
    x[key] = value


@row(
    "nx.blit",
    [lambda: store(writable(2, 2), ..., X), lambda: store(writable(2), ..., 0.5), lambda: store(polyad.broadcast_to(X[0], (3, 4)), ..., X)],
)
def _():
    x = writable(2, 3)
    x[...] = polyad.broadcast_to(t(7, 8, 9), (2, 3))
    assert x.tolist() == [[7, 8, 9]] * 2
    x[:, 1:] = x[:, :-1]
    assert x.tolist() == [[7, 7, 8]] * 2


@row(
    "nx.fill",
    [lambda: X.copy().fill(0.5), lambda: X.astype("uint8").copy().fill(256), lambda: X.astype("uint8").copy().fill(-1)],
)
def _():
    x = writable(3, 4)
    part = x[1:, ::2]
    assert part.fill(9) is part
    assert x.tolist() == [[0, 1, 2, 3], [9, 5, 9, 7], [9, 9, 9, 11]]


@row("nx.slice", [lambda: X[5], lambda: X[0, 0, 0], lambda: X[::0]])
def _():
    assert X[1].tolist() == [4, 5, 6, 7] and np.arange(5)[1:3].tolist() == polyad.asarray(np.arange(5))[1:3].tolist()
    assert shares(X[1:, ::-1], X)


@row(
    "nx.set_slice",
    [lambda: store(writable(3, 4), 0, [1, 2]), lambda: store(writable(3, 4), 5, 0), lambda: store(writable(3, 4), 0, [0.5] * 4)],
)
def _():
    x = writable(3, 4)
    whole = x
    x[1:, ::2] = [[1], [2]]
    assert whole.tolist() == [[0, 1, 2, 3], [1, 5, 1, 7], [2, 9, 2, 11]]


@row("nx.slice_ranges", [lambda: X[0:1:0], lambda: X[0:1, 0:1, 0:1]])
def _():
    assert X[0:2, 1:3].tolist() == [[1, 2], [5, 6]] and grid(4, 4)[0:4:2, 0:2:1].tolist() == [[0, 1], [8, 9]]


@row("nx.set_slice_ranges", [lambda: store(writable(3, 4), (slice(0, 2), slice(0, 2)), [1, 2, 3])])
def _():
    x = writable(3, 4)
    x[0:2, 1:3] = [[9]]
    assert x.tolist() == [[0, 9, 9, 3], [4, 9, 9, 7], [8, 9, 10, 11]]


@row("nx.get", [lambda: X[3, 0], lambda: X[0, 0, 0]])
def _():
    assert X[1, 1].shape == () and X[1, 1].item() == 5 and shares(X[1], X) and X[-1].tolist() == [8, 9, 10, 11]


@row("nx.set", [lambda: store(writable(2), 2, 0), lambda: store(writable(2), (0, 0), 0), lambda: store(writable(2, 2), 0, [1, 2, 3])])
def _():
    x = writable(2, 2)
    x[1] = t(8, 9)
    x[0] = t(7)
    assert x.tolist() == [[7, 7], [8, 9]]


@row("nx.unsafe_get", [lambda: X[0].item(), lambda: X[0, 4].item()])
def _():
    assert X[1, 2].item() == 6 and X[0, 0][()].item() == 0


@row("nx.unsafe_set", [lambda: store(writable(2), 2, 0), lambda: store(writable(2), 0, 0.5), lambda: store(writable(2), 0, 2**63)])
def _():
    x = writable(2, 2)
    turned = x.T
    turned[0, 1] = 9
    assert x[1, 0].item() == 9


@row("BR-M01", [lambda: X.reshape(7), lambda: X.reshape(-2, 6), lambda: X[:0].reshape(-1, 0), lambda: X.T.reshape(12, copy=False)])
def _():
    x = writable(2, 3)
    y = x.reshape(6)
    y[0] = 9
    assert x[0, 0].item() == 9 and not shares(x.T.reshape(6), x)


@row("BR-M02", [lambda: X.swapaxes(2, 0), lambda: X[0, 0].swapaxes(0, 0)])
def _():
    x = grid(2, 3)
    assert x.swapaxes(0, 1).shape == (3, 2) and x.swapaxes(0, 1).strides == (8, 24) and x.swapaxes(1, 1).strides == x.strides


@row("BR-M03", [lambda: polyad.shrink(X, [(0, 2)]), lambda: polyad.shrink(X, [(0, 2), (1, 5)]), lambda: polyad.narrow(X, 1, 2, 3)])
def _():
    part = polyad.shrink(X, [(0, 2), (0, 3)])
    assert part.tolist() == [[0, 1, 2], [4, 5, 6]] and part.strides == X.strides and shares(part, X)
    assert polyad.shrink(X, [(1, 1), (0, 4)]).shape == (0, 4)


@row("BR-M04")
def _():
    values = [1, -1, 0, 1, 1, -1, 0, 0, 1]
    x = polyad.asarray(values).astype("ternary")
    part = x[1:7]
    assert part.astype("int8").tolist() == values[1:7]
    assert polyad.frombuffer(part.tobytes(), "ternary", 6).astype("int8").tolist() == values[1:7]
    part[0] = 0
    assert x.astype("int8").tolist() == [1, 0, *values[2:]]


@row("BR-M05")
def _():
    assert X.flatten().shape == (12,) and X[0, 0].flatten().shape == (1,) and X[:0].flatten().shape == (0,)


@row("BR-M06", [lambda: polyad.expand_dims(X, 3), lambda: polyad.expand_dims(grid(*[1] * 64), 0)])
def _():
    assert polyad.expand_dims(X, 0).shape == (1, 3, 4) and polyad.expand_dims(X, 2).shape == (3, 4, 1)
    assert all(polyad.expand_dims(X, i).is_contiguous() for i in range(3))


@row("BR-M07", [lambda: polyad.squeeze(X, 1)])
def _():
    assert grid(1, 3, 1, 4).squeeze().shape == (3, 4) and grid(1, 1).squeeze().shape == () and X.squeeze().shape == (3, 4)
    assert grid(1, 0).squeeze().shape == (0,)


@row("BR-M08")
def _():
    for x in (writable(2, 3), writable(3, 2).T):
        y = x.copy()
        y[...] = 0
        assert y.is_contiguous() and x[1, 1].item() != 0


@row(
    "BR-M09",
    [lambda: polyad.broadcast_arrays(grid(3), grid(4)), lambda: polyad.broadcast_arrays(grid(0), grid(3)), lambda: polyad.broadcast_to(X[0], (3, 4)).fill(0)],
)
def _():
    a, b = polyad.broadcast_arrays(grid(3, 1), grid(1, 4))
    assert a.shape == (3, 4) and a.strides == (8, 0) and b.strides == (0, 8)
    assert polyad.broadcast_arrays(grid(0), grid(1))[1].shape == (0,)


@row("BR-M10")
def _():
    base = writable(1000)
    view = base[10:20]
    del base
    gc.collect()
    assert view.tolist() == list(range(10, 20))


@row("MX-R01", [lambda: X.shape[2], lambda: polyad.unstack(X, axis=2)])
def _():
    assert grid(2, 3).strides == (24, 8) and grid(2, 3)[0, 0].item() == 0 and grid(2, 3).astype("int8").strides == (3, 1)


@row("MX-R02")
def _():
    x = writable(2, 2)
    y = x
    y[0, 0] = 9
    z = polyad.asarray(x)
    assert x[0, 0].item() == z[0, 0].item() == 9 and shares(z, x)


@row("MX-R03")
def _():
    x = writable(4)
    views = [x.reshape(2, 2), x[::-1], polyad.permute_dims(x.reshape(2, 2), (1, 0))]
    x[3] = 9
    assert [v.tolist() for v in views] == [[[0, 1], [2, 9]], [9, 2, 1, 0], [[0, 2], [1, 9]]]
    del x
    gc.collect()
    views[0][0, 0] = 7
    assert views[1].tolist() == [9, 2, 1, 7]


@row("MX-V01", [lambda: polyad.permute_dims(X, (0, 0)), lambda: polyad.permute_dims(X, (0,)), lambda: polyad.permute_dims(X, (0, 2))])
def _():
    x = polyad.permute_dims(grid(2, 3, 4), (2, 0, 1))
    assert x.shape == (4, 2, 3) and x.strides == (8, 96, 32)
    assert polyad.permute_dims(X[0, 0], ()).shape == ()


@row("MX-V02", [lambda: X[0].mT, lambda: polyad.matrix_transpose(X[0])])
def _():
    x = grid(2, 3, 4)
    assert x.mT.shape == (2, 4, 3) and shares(x.mT, x) and (x.mT.mT.shape, x.mT.mT.strides) == (x.shape, x.strides)


@row("MX-S05", [lambda: X.strides[2], lambda: X[0, 0].strides[0]])
def _():
    assert X[:, ::2].strides[1] == 16 and polyad.broadcast_to(X[0], (2, 4)).strides[0] == 0 and X[::-1].strides[0] == -32


@row("MX-S06")
def _():
    assert X[0, 0].strides == () and X.strides == (32, 8)


@row("MX-S07")
def _():
    assert X[0, 0].size == 1 and X[:, :0].size == 0 and X.size == 12


@row("MX-S08", [lambda: X[0, 0].shape[-1]])
def _():
    assert X.shape[-1] == 4


@row("MX-S09")
def _():
    x = grid(4, 6).astype("float32")
    assert x[:, ::2].nbytes == 48 and polyad.asarray([0, 1, 0]).astype("uint1").nbytes == 1


@row("MX-S10")
def _():
    assert grid(2, 3).is_contiguous() and not grid(2, 3).mT.is_contiguous() and X[0, 0].is_contiguous()
    assert X[:0].is_contiguous()


@pytest.mark.parametrize("name", ROWS)
def test_row(name):
    ROWS[name]()


@pytest.mark.parametrize("name", BAD)
def test_bad_input_of_row(name):
    for call in BAD[name]:
        with pytest.raises((ValueError, TypeError, IndexError, OverflowError)):
            call()
