"""Element-wise operations, reductions and layouts against NumPy, and against their own contiguous case.

Interleaved rounds, medians of the ratios. NumPy writes into an array that is there already (`out=`) where it can; ours
makes its result each time, from the pool. Both run as they come: ours on all cores, NumPy's on one; `taskset -c 0` puts
both on one. Each line ends with the bound that it is held against.
"""

import argparse

import numpy as np
import polyad as xp
from measure import line, race

UNARY = ["abs", "negative", "sqrt", "floor", "exp", "log", "sin", "tanh", "square", "isnan"]
BINARY = ["add", "multiply", "divide", "maximum", "less"]
REDUCE = ["sum", "max", "argmax"]


def against_numpy(rounds):
    print(f"{'task':<44}{'ours us':>11}{'NumPy us':>11}{'ratio':>8}")
    r = np.random.default_rng(0)
    for dtype in ["float32", "float64"]:
        for n in [10_000, 1_000_000, 10_000_000]:
            a, b = (np.abs(r.normal(size=n)).astype(dtype) + 0.1 for _ in range(2))
            x, y = xp.asarray(a, copy=True), xp.asarray(b, copy=True)
            few = rounds if n < 10_000_000 else max(3, rounds // 3)
            for name in UNARY:
                f, g = getattr(xp, name), getattr(np, name)
                out = g(a)
                line(f"{name} {dtype} {n:.0e}", *race(lambda: f(x), lambda: g(a, out=out), few), 1.0)
            for name in BINARY:
                f, g = getattr(xp, name), getattr(np, name)
                out = g(a, b)
                line(f"{name} {dtype} {n:.0e}", *race(lambda: f(x, y), lambda: g(a, b, out=out), few), 1.0)
            for name in REDUCE:
                f, g = getattr(xp, name), getattr(np, name)
                line(f"{name} {dtype} {n:.0e}", *race(lambda: f(x), lambda: g(a), few), 1.0)


def layouts(rounds):
    """Ratios of our own times an element: a layout to the contiguous case."""
    print(f"\n{'layout':<44}{'us':>11}{'plain us':>11}{'ratio':>8}")

    def against(name, f, plain, share, bound):
        a, b, ratio = race(f, plain, rounds)
        line(name, a, b, 1 / ratio / share, bound, least=False)

    for n in [512, 1000, 2048, 4096]:
        square = xp.ones((n, n), dtype="float32")
        other = xp.ones((n, n), dtype="float32")
        plain = lambda: xp.add(square, other)
        bound = 3.0 if n & (n - 1) == 0 and n > 1000 else 2.0
        against(f"transposed + contiguous {n}x{n}", lambda: xp.add(square.mT, other), plain, 1, bound)
        against(f"transposed + transposed {n}x{n}", lambda: xp.add(square.mT, other.mT), plain, 1, bound)
        against(f"reversed rows and columns {n}x{n}", lambda: xp.add(square[::-1, ::-1], other), plain, 1, 2.0)
        against(f"every second column {n}x{n}", lambda: xp.add(square[:, ::2], other[:, ::2]), plain, 0.5, 2.0)
        against(f"row broadcast {n}x{n}", lambda: xp.add(square, other[0]), plain, 1, 2.0)
        against(f"column broadcast {n}x{n}", lambda: xp.add(square, other[:, :1]), plain, 1, 2.0)
        a = np.ones((n, n), np.float32)
        target = np.empty_like(a)
        took, copied, ratio = race(lambda: square.mT.copy(), lambda: np.copyto(target, a), rounds)
        line(f"copy of a transpose to memcpy {n}x{n}", took, copied, 1 / ratio, 2.0, least=False)
        rows, columns = (lambda: xp.sum(square, axis=0)), (lambda: xp.sum(square, axis=1))
        against(f"sum over axis 0 to axis 1 {n}x{n}", rows, columns, 1, 1.2)
    points, scale = xp.ones((1_000_000, 3), dtype="float32"), xp.ones((3,), dtype="float32")
    against("(1e6, 3) * (3,) to a scalar", lambda: points * scale, lambda: points * 2.0, 1, 1.5)
    image = xp.ones((1080, 1920, 4), dtype="float32")
    cropped, a = image[:, 1:, :], np.ones((1080, 1920, 4), np.float32)[:, 1:, :]
    line("copy of a cropped image", *race(lambda: cropped.copy(), lambda: a.copy(), rounds), 1 / 1.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    against_numpy(rounds)
    layouts(rounds)


if __name__ == "__main__":
    main()
