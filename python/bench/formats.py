"""Number formats on one thread: polyad against gguf-py, ml_dtypes, NumPy and NumKong, and against a copy.

Every task is timed on the same data in one process, in interleaved rounds: each round times ours, a copy and every peer
once; speeds are medians, ratios the medians of those of the rounds. The process is bound to one core, so polyad uses one
thread as the others do. Peers write into arrays made before, where they can; polyad and gguf-py make their results anew.

GB/s count the float32 side. "/ copy" is the time in copies (`np.copyto`) that move as many bytes in and out as the task
does. Values lie in the cache (64 K elements, where each timed call follows one that is not timed) or in memory (16 M).
gguf-py has no encoders of K-quants; NumKong has casts of scalar formats only.
"""

import os

# Bound before polyad counts the cores.
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

import argparse
import statistics
import sys
import time
from importlib.metadata import version

import gguf
import gguf.quants
import ml_dtypes
import numkong
import numpy as np
import polyad

DECODED = ["q4_0", "q8_0", "q4_K", "mxfp4"]
ENCODED = ["q4_0", "q8_0", "q4_K", "q6_K"]
# Ours, the array dtype that holds it, whose that is, NumKong's name.
CAST = [
    ("bfloat16", ml_dtypes.bfloat16, "ml_dtypes", "bfloat16"),
    ("float16", np.float16, "NumPy", "float16"),
    ("float8_e4m3fn", ml_dtypes.float8_e4m3fn, "ml_dtypes", "e4m3"),
]
CACHE, MEMORY = 64 * 1024, 16 << 20


def seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def rounds(calls, warm, budget):
    """Seconds of each call, round by round, until the time is up. A warm call follows one that is not timed."""
    times = {name: [] for name in calls}
    start = time.perf_counter()
    while len(times["copy"]) < 9 or time.perf_counter() - start < budget:
        for name, call in calls.items():
            if warm or not times[name]:
                call()
            times[name].append(seconds(call))
    return times


def decode(dtype, x):
    """Ours and the peer's decoder of blocks, the bytes of the blocks."""
    kind = gguf.GGMLQuantizationType[dtype.upper()]
    ours = polyad.quantize(x, dtype)
    raw = np.frombuffer(ours.tobytes(), np.uint8).reshape(len(x), -1)
    check(dtype, np.asarray(ours.astype("float32")), gguf.quants.dequantize(raw, kind))
    calls = {"polyad": lambda: ours.astype("float32"), "gguf-py": lambda: gguf.quants.dequantize(raw, kind)}
    return calls, raw.nbytes


def encode(dtype, x):
    """Ours and, where there is one, the peer's encoder of blocks, the bytes of the blocks."""
    kind = gguf.GGMLQuantizationType[dtype.upper()]
    calls = {"polyad": lambda: polyad.quantize(tensor, dtype)}
    tensor = polyad.asarray(x)
    raw = np.frombuffer(calls["polyad"]().tobytes(), np.uint8)
    try:
        theirs = gguf.quants.quantize(x, kind)
    except NotImplementedError:
        return calls, raw.nbytes
    check(dtype, raw, theirs.ravel())
    calls["gguf-py"] = lambda: gguf.quants.quantize(x, kind)
    return calls, raw.nbytes


def casts(dtype, array_dtype, owner, kong, x):
    """Narrowing and widening, each as calls with the bytes of the narrow side."""
    wide, tensor = np.empty_like(x), polyad.asarray(x)
    narrow = x.astype(array_dtype)
    ours = tensor.astype(dtype)
    check(dtype, np.frombuffer(ours.tobytes(), np.uint8), narrow.view(np.uint8).ravel())
    check(dtype, np.asarray(ours.astype("float32")), narrow.astype(np.float32))
    raw, to_raw, to_wide = numkong.astype(x, kong), numkong.empty(x.shape, dtype=kong), numkong.empty(x.shape)
    into = np.empty_like(narrow)
    narrowing = {
        "polyad": lambda: tensor.astype(dtype),
        owner: lambda: np.copyto(into, x, casting="unsafe"),
        "NumKong": lambda: numkong.astype(x, kong, out=to_raw),
    }
    widening = {
        "polyad": lambda: ours.astype("float32"),
        owner: lambda: np.copyto(wide, narrow, casting="unsafe"),
        "NumKong": lambda: numkong.astype(raw, "float32", out=to_wide),
    }
    return {f"float32 to {dtype}": (narrowing, narrow.nbytes), f"{dtype} to float32": (widening, narrow.nbytes)}


def check(dtype, ours, theirs):
    if ours.tobytes() != theirs.tobytes():
        sys.exit(f"{dtype}: the results differ")


def race(task, calls, narrow_bytes, x, budget):
    """One line a peer."""
    moved = (x.nbytes + narrow_bytes) // 2
    source, target = x.ravel().view(np.uint8)[:moved], np.empty(moved, np.uint8)
    calls = {"copy": lambda: np.copyto(target, source), **calls}
    times = rounds(calls, x.size == CACHE, budget)
    ours, copied = times.pop("polyad"), times.pop("copy")
    speed = lambda seconds: x.nbytes / statistics.median(seconds) / 1e9
    ratio = lambda seconds, to: statistics.median(a / b for a, b in zip(seconds, to, strict=True))
    head, count = f"{task:26} {speed(ours):8.2f} {ratio(ours, copied):7.2f}", len(ours)
    for peer, theirs in times.items():
        print(f"{head:43}  {peer:10} {speed(theirs):8.3f} {ratio(theirs, ours):6.1f}x   {count}", flush=True)
        head, count = "", ""
    if not times:
        print(f"{head}  {'none':27}   {count}", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=1.0, help="time a task may take")
    given = options.parse_args()
    peers = ", ".join(f"{name} {version(name)}" for name in ("gguf", "ml_dtypes", "numpy", "numkong"))
    print(f"one core, medians of interleaved rounds; {peers}")
    for place, elements in [("in the cache", CACHE), ("in memory", MEMORY)]:
        x = np.random.default_rng(1).standard_normal((elements // 4096, 4096), dtype="float32")
        print(f"\n{elements} elements, {place}")
        print(f"{'task':26} {'GB/s':>8} {'/ copy':>7}  {'peer':10} {'GB/s':>8} {'ratio':>7}   rounds")
        if elements == CACHE:
            for dtype in DECODED:
                race(f"decode {dtype}", *decode(dtype, x), x, given.seconds)
            for dtype in ENCODED:
                race(f"encode {dtype}", *encode(dtype, x), x, given.seconds)
        for entry in CAST:
            for task, (calls, narrow_bytes) in casts(*entry, x).items():
                race(task, calls, narrow_bytes, x, given.seconds)


if __name__ == "__main__":
    main()
