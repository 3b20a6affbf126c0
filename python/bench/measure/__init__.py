"""Races of two calls: interleaved rounds, medians of the ratios, one line a race that ends with its bound."""

import statistics
import time

MIDDLE = statistics.median
PAUSE = 0.08


def seconds(f, calls):
    start = time.perf_counter()
    for _ in range(calls):
        f()
    return (time.perf_counter() - start) / calls


def settled(f, calls):
    """Seconds of a call, once the threads of the other side have gone to sleep: OpenBLAS's turn on the spot for a while after
    each product, on cores that ours would use."""
    time.sleep(PAUSE)
    f()
    return seconds(f, calls)


def race(ours, theirs, rounds):
    """Median seconds of both, and the median of theirs by ours."""
    ours(), theirs()
    calls = max(1, int(2e-4 / max(seconds(theirs, 1), 1e-9)))
    times = [(settled(ours, calls), settled(theirs, calls)) for _ in range(rounds)]
    return MIDDLE(a for a, _ in times), MIDDLE(b for _, b in times), MIDDLE(b / a for a, b in times)


def line(name, a, b, ratio, bound, least=True):
    fine = ratio >= bound if least else ratio <= bound
    sign = ">=" if least else "<="
    print(f"{name:<44}{a * 1e6:>11.1f}{b * 1e6:>11.1f}{ratio:>8.2f}   {sign} {bound}{'' if fine else '   missed'}", flush=True)
