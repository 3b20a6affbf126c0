"""Random numbers beside NumPy's Generator, which is PCG64 with a ziggurat for normal and exponential numbers."""

import numpy as np
import polyad as xp
from measure import line, race

N = 10_000_000


def run(rounds):
    g = np.random.default_rng(0)
    rounds = max(3, rounds // 2)
    for dtype in ("float32", "float64"):
        out = np.empty(N, dtype)
        line(
            f"uniform {dtype} 1e7",
            *race(lambda: xp.random.uniform(N, seed=1, dtype=dtype), lambda: g.random(dtype=dtype, out=out), rounds),
            2,
        )
        line(
            f"normal {dtype} 1e7",
            *race(lambda: xp.random.normal(N, seed=1, dtype=dtype), lambda: g.standard_normal(dtype=dtype, out=out), rounds),
            2,
        )
    n = N // 10
    line("exponential 1e6", *race(lambda: xp.random.exponential(n, seed=1), lambda: g.standard_exponential(n), rounds), 1)
    line("integers below 1000 1e6", *race(lambda: xp.random.randint(n, 0, 1000, seed=1), lambda: g.integers(0, 1000, n), rounds), 1)
    line("gamma 2.5 1e6", *race(lambda: xp.random.gamma(n, 2.5, seed=1), lambda: g.standard_gamma(2.5, n), rounds), 0.5)
    line("poisson 100 1e6", *race(lambda: xp.random.poisson(n, 100, seed=1), lambda: g.poisson(100, n), rounds), 0.5)
    line("binomial 1000 1e6", *race(lambda: xp.random.binomial(n, 1000, 0.3, seed=1), lambda: g.binomial(1000, 0.3, n), rounds), 0.5)
    line("permutation 1e6", *race(lambda: xp.random.permutation(n, seed=1), lambda: g.permutation(n), rounds), 0.5)
