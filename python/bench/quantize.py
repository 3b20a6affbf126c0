"""Encoding float32 weights into block formats: polyad against gguf-py's NumPy code.

Same data, same bytes out, in interleaved rounds: each round times both, and the ratio is the median over rounds. Both
run as they come: ours on all cores, NumPy's element-wise code on one. `taskset -c 0` puts both on one.

First in memory, then, where `cargo xtask demo` has left the model, end to end: safetensors read, every matrix encoded,
GGUF written. Ours is the whole program with its start; gguf-py runs in this process, its imports done.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

import gguf
import gguf.quants
import numpy as np
import polyad
from files import MODEL, PROGRAM, write_gguf

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


def race_files(dtype, rounds):
    """Median seconds of our program, of gguf-py's, and the median ratio."""
    kind = gguf.GGMLQuantizationType[dtype.upper()]
    with tempfile.TemporaryDirectory() as folder:
        mine, other = f"{folder}/mine.gguf", f"{folder}/other.gguf"
        command = [PROGRAM, "quantize", MODEL, mine, "--type", dtype, "--quiet"]
        times = [
            (seconds(lambda: subprocess.run(command, check=True)), seconds(lambda: write_gguf(MODEL, other, kind)))
            for _ in range(rounds)
        ]
        same = subprocess.run([PROGRAM, "diff", mine, other, "--tol", "0"], stdout=subprocess.DEVNULL, check=False)
        if same.returncode != 0:
            sys.exit(f"{dtype}: the files differ")
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
    for dtype in given.only or TYPES:
        ours, theirs, ratio = race(dtype, x, given.rounds)
        print(f"{dtype:6} {x.nbytes / ours / 1e9:12.2f} {x.nbytes / theirs / 1e9:13.3f} {ratio:6.1f}x")
    if not (MODEL.exists() and PROGRAM.exists()):
        print("run `cargo xtask demo` first for the figures end to end")
        return
    print(f"end to end, {MODEL.stat().st_size / 1e6:.1f} MB\n{'type':6} {'polyad s':>12} {'gguf-py s':>13} {'ratio':>7}")
    for dtype in given.only or TYPES:
        ours, theirs, ratio = race_files(dtype, given.rounds)
        print(f"{dtype:6} {ours:12.3f} {theirs:13.3f} {ratio:6.1f}x")


if __name__ == "__main__":
    main()
