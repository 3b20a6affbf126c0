"""Races of two calls: interleaved rounds, medians of the ratios, one line a race that ends with its bound."""

import functools
import statistics
import time

MIDDLE = statistics.median
REST, WARM = 0.25, 0.02


def seconds(f, calls):
    start = time.perf_counter()
    for _ in range(calls):
        f()
    return (time.perf_counter() - start) / calls


def settled(f, calls, rest):
    """Seconds of a call, once the other side has come to rest and this one is at full speed again."""
    if rest:
        time.sleep(rest)
        start = time.perf_counter()
        while time.perf_counter() - start < WARM:
            f()
    return seconds(f, calls)


def race(ours, theirs, rounds, rest=0.0):
    """Median seconds of both, and the median of theirs by ours."""
    ours(), theirs()
    calls = max(1, int((1e-3 if rest else 2e-4) / max(seconds(theirs, 1), 1e-9)))
    times = [(settled(ours, calls, rest), settled(theirs, calls, rest)) for _ in range(rounds)]
    return MIDDLE(a for a, _ in times), MIDDLE(b for _, b in times), MIDDLE(b / a for a, b in times)


# Beside OpenBLAS, whose threads turn on the spot for a while after each product, on cores that ours would use.
rested = functools.partial(race, rest=REST)


def line(name, a, b, ratio, bound, least=True):
    fine = ratio >= bound if least else ratio <= bound
    sign = ">=" if least else "<="
    print(f"{name:<44}{a * 1e6:>11.1f}{b * 1e6:>11.1f}{ratio:>8.2f}   {sign} {bound}{'' if fine else '   missed'}", flush=True)
