"""Sorting, choosing, sets and quantiles."""

import numpy as np
import polyad as xp
from measure import line, race

N = 1_000_000


def run(rounds):
    r = np.random.default_rng(0)
    few = max(3, rounds // 3)
    for dtype in ["float32", "float64", "int32", "int64"]:
        a = (r.normal(size=N) * 1e6).astype(dtype)
        x = xp.asarray(a)
        line(f"sort {dtype} 1e6", *race(lambda: xp.sort(x), lambda: np.sort(a), rounds), 1.0)
        line(f"argsort {dtype} 1e6", *race(lambda: xp.argsort(x), lambda: np.argsort(a), rounds), 3.0)
        stable = race(lambda: xp.argsort(x), lambda: np.argsort(a, kind="stable"), few)
        line(f"argsort {dtype} 1e6, NumPy's stable", *stable, 3.0)
    for dtype in ["float32", "float64"]:
        a = (r.normal(size=N) * 1e6).astype(dtype)
        x = xp.asarray(a)
        rows, m = xp.asarray(a.reshape(10_000, 100)), a.reshape(10_000, 100)
        line(f"sort {dtype} 1e4 x 100, last axis", *race(lambda: xp.sort(rows), lambda: np.sort(m), rounds), 1.0)
        line(f"sort {dtype} 1e4 x 100, first axis", *race(lambda: xp.sort(rows, axis=0), lambda: np.sort(m, axis=0), rounds), 1.0)
        line(f"topk {dtype} 100 of 1e6", *race(lambda: xp.topk(x, 100), lambda: np.argpartition(a, N - 100)[-100:], rounds), 1.0)
        line(f"argpartition {dtype} 1e6", *race(lambda: xp.argpartition(x, N // 2), lambda: np.argpartition(a, N // 2), rounds), 1.0)
        line(f"partition {dtype} 1e6", *race(lambda: xp.partition(x, N // 2), lambda: np.partition(a, N // 2), rounds), 1.0)
        line(f"median {dtype} 1e6", *race(lambda: xp.median(x), lambda: np.median(a), rounds), 1.0)
        line(f"quantile {dtype} 1e6", *race(lambda: xp.quantile(x, 0.3), lambda: np.quantile(a, 0.3), rounds), 1.0)
        line(f"histogram {dtype} 1e6", *race(lambda: xp.histogram(x, 100), lambda: np.histogram(a, 100), few), 1.0)
        line(f"cumulative_max {dtype} 1e6", *race(lambda: xp.cumulative_max(x), lambda: np.maximum.accumulate(a), rounds), 1.0)
    b = r.integers(0, 1000, N)
    y, wide = xp.asarray(b), r.integers(0, 1 << 60, N)
    z, s = xp.asarray(wide), np.sort(wide)
    t = xp.asarray(s)
    line("unique_inverse int64 1e6", *race(lambda: xp.unique_inverse(y), lambda: np.unique(b, return_inverse=True), few), 1.0)
    line("unique_counts int64 1e6", *race(lambda: xp.unique_counts(y), lambda: np.unique(b, return_counts=True), few), 1.0)
    line("bincount int64 1e6", *race(lambda: xp.bincount(y), lambda: np.bincount(b), rounds), 1.0)
    line("isin int64 1e6 of 1000", *race(lambda: xp.isin(z, t[:1000]), lambda: np.isin(wide, s[:1000]), few), 1.0)
    line("searchsorted int64 1e6 in 1e6", *race(lambda: xp.searchsorted(t, z), lambda: np.searchsorted(s, wide), few), 1.0)
