"""Encoding float32 weights into block formats: polyad.quantize against gguf-py's NumPy code.

Same data, same bytes out, in interleaved rounds: each round times both, and the ratio is the median over rounds. Both
run as they come: ours on all cores, NumPy's element-wise code on one. `taskset -c 0` puts both on one.
"""

import argparse
import os
import statistics
import sys
import time

import gguf
import gguf.quants
import numpy as np
import polyad

TYPES = ["q8_0", "q4_0", "q4_1", "q5_0", "q5_1", "mxfp4"]


def seconds(f):
    start = time.perf_counter()
    f()
    return time.perf_counter() - start


def race(dtype, x, rounds):
    """Median seconds of ours, of gguf-py's, and the median ratio."""
    kind = gguf.GGMLQuantizationType[dtype.upper()]
    ours, theirs = lambda: polyad.quantize(x, dtype), lambda: gguf.quants.quantize(x, kind)
    if ours().tobytes() != theirs().tobytes():
        sys.exit(f"{dtype}: the bytes differ")
    times = [(seconds(ours), seconds(theirs)) for _ in range(rounds)]
    middle = statistics.median
    return middle(a for a, _ in times), middle(b for _, b in times), middle(b / a for a, b in times)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rows", type=int, default=1024)
    options.add_argument("--columns", type=int, default=4096)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--only", choices=TYPES, action="append", help="a type; may be given several times")
    given = options.parse_args()
    x = np.random.default_rng(1).standard_normal((given.rows, given.columns), dtype="float32")
    print(f"{x.nbytes / 1e6:.1f} MB of float32, {os.cpu_count()} cores, median of {given.rounds} rounds")
    print(f"{'type':6} {'polyad GB/s':>12} {'gguf-py GB/s':>13} {'ratio':>7}")
    slow = []
    for dtype in given.only or TYPES:
        ours, theirs, ratio = race(dtype, x, given.rounds)
        print(f"{dtype:6} {x.nbytes / ours / 1e9:12.2f} {x.nbytes / theirs / 1e9:13.3f} {ratio:6.1f}x")
        slow += [dtype] if ratio < 5 else []
    if slow:
        sys.exit(f"less than 5x gguf-py: {', '.join(slow)}")


if __name__ == "__main__":
    main()
