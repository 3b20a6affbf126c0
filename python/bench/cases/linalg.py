"""Factorizations beside NumPy's."""

import numpy as np
import polyad as xp
from measure import line, race


def run(rounds):
    r = np.random.default_rng(0)
    rounds = max(3, rounds // 3)
    a = r.normal(size=(512, 512))
    symmetric = a + a.T
    b = r.normal(size=(1024, 1024))
    positive = b @ b.T + 1024 * np.eye(1024)
    right = r.normal(size=1024)
    batch = r.normal(size=(10000, 3, 3)) + 4 * np.eye(3)
    x, s, y, p, v, t = (xp.asarray(m) for m in (a, symmetric, b, positive, right, batch))
    line("svd 512", *race(lambda: xp.linalg.svd(x), lambda: np.linalg.svd(a), rounds), 0.8)
    line("svdvals 512", *race(lambda: xp.linalg.svdvals(x), lambda: np.linalg.svdvals(a), rounds), 0.8)
    line("eigh 512", *race(lambda: xp.linalg.eigh(s), lambda: np.linalg.eigh(symmetric), rounds), 0.8)
    line("cholesky 1024", *race(lambda: xp.linalg.cholesky(p), lambda: np.linalg.cholesky(positive), rounds), 0.8)
    line("solve 1024", *race(lambda: xp.linalg.solve(y, v), lambda: np.linalg.solve(b, right), rounds), 0.8)
    line("inv 1024", *race(lambda: xp.linalg.inv(y), lambda: np.linalg.inv(b), rounds), 0.8)
    line("qr 512", *race(lambda: xp.linalg.qr(x), lambda: np.linalg.qr(a), rounds), 0.8)
    line("det 10000 x 3 x 3", *race(lambda: xp.linalg.det(t), lambda: np.linalg.det(batch), rounds), 0.8)
    line("inv 10000 x 3 x 3", *race(lambda: xp.linalg.inv(t), lambda: np.linalg.inv(batch), rounds), 0.8)
