"""Matrix products."""

import numpy as np
import polyad as xp
from measure import line, race

SIZES = [64, 128, 256, 512, 1024, 2048]


def run(rounds):
    r = np.random.default_rng(0)
    for dtype in ["float32", "float64"]:
        for n in SIZES:
            a, b = (r.normal(size=(n, n)).astype(dtype) for _ in range(2))
            x, y, out = xp.asarray(a), xp.asarray(b), np.empty_like(a)
            few = rounds if n < 1024 else max(3, rounds // 3)
            line(f"matmul {dtype} {n}", *race(lambda: x @ y, lambda: np.matmul(a, b, out=out), few), 1.0)
