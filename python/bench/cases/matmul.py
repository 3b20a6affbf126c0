"""Matrix products: squares, few rows, vectors, strided operands, many small ones, and equations."""

import numpy as np
import polyad as xp
from measure import line
from measure import rested as race

SIZES = [64, 128, 256, 512, 1024, 2048]
R = np.random.default_rng(0)


def numbers(dtype, *shape):
    real = R.normal(size=shape)
    return (real + 1j * R.normal(size=shape) if dtype.startswith("complex") else real).astype(dtype)


def against(name, a, b, bound, rounds):
    """One product against NumPy's, which has a place for its result."""
    x, y, out = xp.asarray(a), xp.asarray(b), np.matmul(a, b)
    theirs = (lambda: np.matmul(a, b, out=out)) if isinstance(out, np.ndarray) else (lambda: np.matmul(a, b))
    line(name, *race(lambda: x @ y, theirs, rounds), bound)


def run(rounds):
    for dtype in ["float32", "float64", "complex64", "complex128"]:
        for n in SIZES[: 5 if dtype.startswith("complex") else 6]:
            few = rounds if n < 1024 else max(3, rounds // 3)
            against(f"matmul {dtype} {n}", numbers(dtype, n, n), numbers(dtype, n, n), 1.0, few)
    for dtype in ["float32", "float64"]:
        for n in [768, 1024]:
            w = numbers(dtype, n, n)
            for m in [1, 2, 4, 8, 16, 28]:
                against(f"matmul {dtype} {m} rows, {n} x {n}", numbers(dtype, m, n), w, 1.3, rounds)
                against(f"matmul {dtype} {m} rows, ({n} x {n}).T", numbers(dtype, m, n), w.T, 1.3, rounds)
            against(f"matmul {dtype} {n} x {n}, vector", w, numbers(dtype, n), 1.0, rounds)
            against(f"matmul {dtype} vector, {n} x {n}", numbers(dtype, n), w, 1.0, rounds)
        strided(dtype, rounds)
        for side in [2, 3, 4]:
            a, b = numbers(dtype, 100_000, side, side), numbers(dtype, 100_000, side, side)
            against(f"matmul {dtype} 100,000 of {side} x {side}", a, b, 3.0, rounds)
    equations(rounds)


def strided(dtype, rounds):
    """Other strides against our own contiguous time."""
    n = 512
    x, y = (xp.asarray(numbers(dtype, n, n)) for _ in range(2))
    wide = xp.asarray(numbers(dtype, 2 * n, 2 * n))
    for name, other in [("transposed", x.mT), ("reversed", x[::-1, ::-1]), ("every second", wide[::2, ::2])]:
        for side, call in [("left", lambda o=other: o @ y), ("right", lambda o=other: y @ o)]:
            line(f"matmul {dtype} {n}, {side} {name}", *race(call, lambda: x @ y, rounds), 1 / 1.2)


def equations(rounds):
    """einsum against NumPy's with the order of products chosen."""
    for text, *shapes in [
        ("ij,jk,kl->il", (200, 300), (300, 100), (100, 200)),
        ("bij,bjk->bik", (64, 48, 48), (64, 48, 48)),
        ("abc,cbd->ad", (40, 50, 60), (60, 50, 70)),
        ("ij,ij->i", (1000, 500), (1000, 500)),
        ("i,j->ij", (1000,), (1000,)),
    ]:
        a = [numbers("float64", *s) for s in shapes]
        x = [xp.asarray(v) for v in a]
        ours = lambda: xp.einsum(text, *x)  # noqa: E731
        theirs = lambda: np.einsum(text, *a, optimize=True)  # noqa: E731
        line(f"einsum {text}", *race(ours, theirs, rounds), 1.0)
