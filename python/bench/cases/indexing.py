"""Elements by index and by mask, read and written."""

import numpy as np
import polyad as xp
from measure import line, race

N = 1_000_000


def run(rounds):
    r = np.random.default_rng(0)
    for dtype in ["float32", "float64"]:
        a = r.normal(size=N).astype(dtype)
        i = r.integers(0, N, N)
        m = r.random(N) < 0.5
        few, other = a[m].copy(), a[::-1].copy()
        x, j, k, part, y = (xp.asarray(v, copy=True) for v in (a, i, m, few, other))
        line(f"x[i] {dtype} 1e6", *race(lambda: x[j], lambda: a[i], rounds), 1.5)
        line(f"x[mask] {dtype} 1e6, half", *race(lambda: x[k], lambda: a[m], rounds), 1.5)
        line(f"x[i] = y {dtype} 1e6", *race(lambda: x.__setitem__(j, y), lambda: a.__setitem__(i, other), rounds), 1.5)
        line(f"x[mask] = 0 {dtype} 1e6, half", *race(lambda: x.__setitem__(k, 0), lambda: a.__setitem__(m, 0), rounds), 1.5)
        write = race(lambda: x.__setitem__(k, part), lambda: a.__setitem__(m, few), rounds)
        line(f"x[mask] = y {dtype} 1e6, half", *write, 1.5)
        for columns in [4, 64, 1000]:
            b, rows = a.reshape(-1, columns), r.integers(0, N // columns, N // columns)
            t, places = xp.asarray(b, copy=True), xp.asarray(rows)
            line(f"x[rows] {dtype}, {columns} columns", *race(lambda: t[places], lambda: b[rows], rounds), 1.5)
            taken = race(lambda: xp.take(t, places), lambda: np.take(b, rows, axis=0), rounds)
            line(f"take {dtype}, {columns} columns", *taken, 1.0)
    line("nonzero bool 1e6, half", *race(lambda: xp.nonzero(k), lambda: np.nonzero(m), rounds), 1.0)
