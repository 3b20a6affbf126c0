"""Convolutions and pooling against NumPy's windows: a view of them, copied into columns, times the weights."""

import numpy as np
import polyad as xp
from measure import line
from measure import rested as race
from numpy.lib.stride_tricks import sliding_window_view


def padded(x, pads):
    return np.pad(x, [(0, 0), (0, 0), *pads])


def im2col(x, w, pads):
    """The convolution as NumPy says it: windows, reshaped (a copy), times the weights."""
    n = x.ndim - 2
    axes = tuple(range(2, n + 2))
    windows = sliding_window_view(padded(x, pads), w.shape[2:], axis=axes)
    windows = np.moveaxis(windows, 1, n + 1)
    columns = windows.reshape(-1, w[0].size)
    sums = columns @ w.reshape(len(w), -1).T
    return np.moveaxis(sums.reshape(*windows.shape[: n + 1], len(w)), -1, 1)


def depthwise(x, w, pads):
    windows = sliding_window_view(padded(x, pads), w.shape[2:], axis=(2, 3))
    return np.einsum("nchwij,cij->nchw", windows, w[:, 0])


def run(rounds):
    r = np.random.default_rng(0)

    def arrays(*shapes):
        return [r.normal(size=s).astype("float32") for s in shapes]

    for name, xs, ws, pads, goal in [
        ("conv2d 8x32x32x32 -> 64, 3x3 same", (8, 32, 32, 32), (64, 32, 3, 3), [(1, 1), (1, 1)], 4.0),
        ("conv2d 8x32x32x32 -> 64, 1x1", (8, 32, 32, 32), (64, 32, 1, 1), [(0, 0), (0, 0)], 1.0),
        ("conv1d 8x32x1024 -> 64, 5 same", (8, 32, 1024), (64, 32, 5), [(2, 2)], 1.0),
    ]:
        x, w = arrays(xs, ws)
        a, b = xp.asarray(x), xp.asarray(w)
        ours = lambda: xp.conv(a, b, padding=pads)  # noqa: E731
        np.testing.assert_allclose(np.asarray(ours()), im2col(x, w, pads), rtol=1e-3, atol=1e-3)
        line(name, *race(ours, lambda: im2col(x, w, pads), rounds), goal)
    x, w = arrays((8, 64, 32, 32), (64, 1, 3, 3))
    a, b = xp.asarray(x), xp.asarray(w)
    pads = [(1, 1), (1, 1)]
    ours = lambda: xp.conv(a, b, padding=pads, groups=64)  # noqa: E731
    np.testing.assert_allclose(np.asarray(ours()), depthwise(x, w, pads), rtol=1e-3, atol=1e-3)
    line("depthwise 8x64x32x32, 3x3 same", *race(ours, lambda: depthwise(x, w, pads), rounds), 1.0)
    x, v = arrays((10_000,), (100,))
    a, b = xp.asarray(x), xp.asarray(v)
    line("convolve 10000 by 100", *race(lambda: xp.convolve(a, b), lambda: np.convolve(x, v), rounds), 1.0)
    (x,) = arrays((8, 64, 64, 64))
    a = xp.asarray(x)
    even = x.reshape(8, 64, 32, 2, 32, 2)
    line("max_pool 8x64x64x64, 2x2", *race(lambda: xp.max_pool(a, (2, 2)), lambda: even.max(axis=(3, 5)), rounds), 1.0)
    line("avg_pool 8x64x64x64, 2x2", *race(lambda: xp.avg_pool(a, (2, 2)), lambda: even.mean(axis=(3, 5)), rounds), 1.0)
    windows = sliding_window_view(x, (3, 3), axis=(2, 3))[:, :, ::2, ::2]
    ours = lambda: xp.max_pool(a, (3, 3), stride=2)  # noqa: E731
    line("max_pool 8x64x64x64, 3x3 by 2", *race(ours, lambda: windows.max(axis=(4, 5)), rounds), 1.0)
    pairs = [(0, 0), (0, 0), (3, 3), (3, 3)]
    ours = lambda: xp.pad(a, pairs, "reflect")  # noqa: E731
    line("pad 8x64x64x64 reflect 3", *race(ours, lambda: np.pad(x, pairs, "reflect"), rounds), 1.0)
