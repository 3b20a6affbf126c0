"""Sorting, choosing, sets and quantiles."""

import numpy as np
import polyad as xp
from measure import line, race

N = 1_000_000


def run(rounds):
    r = np.random.default_rng(0)

    def task(name, ours, theirs, bound=1.0):
        line(name, *race(ours, theirs, rounds), bound)

    for dtype in ["float32", "float64", "int32", "int64"]:
        a = (r.normal(size=N) * 1e6).astype(dtype)
        x = xp.asarray(a)
        task(f"sort {dtype} 1e6", lambda: xp.sort(x), lambda: np.sort(a))
        task(f"argsort {dtype} 1e6", lambda: xp.argsort(x), lambda: np.argsort(a), 3.0)
        task(f"argsort {dtype} 1e6, NumPy's stable", lambda: xp.argsort(x), lambda: np.argsort(a, kind="stable"), 3.0)
    for dtype in ["float32", "float64"]:
        a = (r.normal(size=N) * 1e6).astype(dtype)
        x = xp.asarray(a)
        rows, m = xp.asarray(a.reshape(10_000, 100)), a.reshape(10_000, 100)
        task(f"sort {dtype} 1e4 x 100, last axis", lambda: xp.sort(rows), lambda: np.sort(m))
        task(f"sort {dtype} 1e4 x 100, first axis", lambda: xp.sort(rows, axis=0), lambda: np.sort(m, axis=0))
        task(f"topk {dtype} 100 of 1e6", lambda: xp.topk(x, 100), lambda: np.argpartition(a, N - 100)[-100:])
        task(f"argpartition {dtype} 1e6", lambda: xp.argpartition(x, N // 2), lambda: np.argpartition(a, N // 2))
        task(f"partition {dtype} 1e6", lambda: xp.partition(x, N // 2), lambda: np.partition(a, N // 2))
        task(f"median {dtype} 1e6", lambda: xp.median(x), lambda: np.median(a))
        task(f"quantile {dtype} 1e6", lambda: xp.quantile(x, 0.3), lambda: np.quantile(a, 0.3))
        task(f"histogram {dtype} 1e6", lambda: xp.histogram(x, 100), lambda: np.histogram(a, 100))
        task(f"cumulative_max {dtype} 1e6", lambda: xp.cumulative_max(x), lambda: np.maximum.accumulate(a))
    b = r.integers(0, 1000, N)
    y, wide = xp.asarray(b), r.integers(0, 1 << 60, N)
    z, s = xp.asarray(wide), np.sort(wide)
    t = xp.asarray(s)
    task("unique_inverse int64 1e6", lambda: xp.unique_inverse(y), lambda: np.unique(b, return_inverse=True))
    task("unique_counts int64 1e6", lambda: xp.unique_counts(y), lambda: np.unique(b, return_counts=True))
    task("bincount int64 1e6", lambda: xp.bincount(y), lambda: np.bincount(b))
    task("isin int64 1e6 of 1000", lambda: xp.isin(z, t[:1000]), lambda: np.isin(wide, s[:1000]))
    task("searchsorted int64 1e6 in 1e6", lambda: xp.searchsorted(t, z), lambda: np.searchsorted(s, wide))
