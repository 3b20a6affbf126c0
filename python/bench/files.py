"""Whole files: `polyad ls`, `convert` and `quantize` against gguf-py and the safetensors package.

Interleaved rounds, medians. Each side is a program of its own: seconds with its start, and the peak of its memory as the
system counts it. "running" is theirs without its start and its imports, timed inside the program: the harder race. Ours
makes its output durable before it ends (fsync), theirs does not; `sync` runs before each program, so that nobody waits
for what another one has written. "copy" is the time to copy the input and make the copy durable: what the disk can do.

Needs the model that `cargo xtask demo` leaves; the file of 1 GB is made once, in target/bench.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import gguf
import gguf.quants
import numpy as np
import safetensors
import safetensors.numpy

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "target/demo/model.safetensors"
LARGE = ROOT / "target/bench/large.safetensors"
PROGRAM = ROOT / "target/release/polyad"
BLOCK = 1 << 22


def generate():
    """16 matrices of 16,384 x 1,024 float32, and as many vectors: 1.07 GB."""
    LARGE.parent.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(1)
    tensors = {}
    for i in range(16):
        tensors[f"blk.{i}.weight"] = rng.standard_normal((16384, 1024), dtype="float32") * np.float32(0.05)
        tensors[f"blk.{i}.bias"] = rng.standard_normal(1024, dtype="float32")
    safetensors.numpy.save_file(tensors, LARGE)


# Theirs: what a user of these packages writes.


def ls_safetensors(path, _):
    with safetensors.safe_open(path, "numpy") as file:
        slices = {name: file.get_slice(name) for name in file.keys()}
        return "\n".join(f"{name} {s.get_dtype()} {s.get_shape()}" for name, s in slices.items())


def ls_gguf(path, _):
    return "\n".join(f"{t.name} {t.tensor_type.name} {t.shape}" for t in gguf.GGUFReader(path).tensors)


def write_gguf(path, out, kind=None):
    """A model in GGUF by gguf-py: matrices encoded where there is a kind to encode them in, the rest as it is."""
    writer = gguf.GGUFWriter(out, "unknown")
    for name, array in safetensors.numpy.load_file(path).items():
        if kind is not None and array.ndim == 2 and array.dtype == np.float32:
            writer.add_tensor(name, gguf.quants.quantize(array, kind), raw_dtype=kind)
        else:
            writer.add_tensor(name, array)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def convert(path, out):
    write_gguf(path, out)


def quantize(path, out):
    write_gguf(path, out, gguf.GGMLQuantizationType.Q8_0)


THEIRS = {f.__name__: f for f in (ls_safetensors, ls_gguf, convert, quantize)}


def ours(task, path, out):
    return {
        "ls_safetensors": [PROGRAM, "ls", path],
        "ls_gguf": [PROGRAM, "ls", path],
        "convert": [PROGRAM, "convert", path, out],
        "quantize": [PROGRAM, "quantize", path, out, "--type", "q8_0"],
    }[task]


# Measuring. This process stays small: a program's peak begins with that of the process which starts it.


def program(command):
    """Seconds and peak bytes of a program, and what it prints."""
    os.sync()
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command} failed")
    return took, usage.ru_maxrss * 1024, out


def copy(path, out):
    """Seconds to copy a file and make it durable."""
    os.sync()
    start = time.perf_counter()
    with open(path, "rb") as source, open(out, "wb") as target:
        while block := source.read(BLOCK):
            target.write(block)
        target.flush()
        os.fsync(target.fileno())
    return time.perf_counter() - start


def race(task, path, folder, rounds):
    mine, other, copied = folder / "mine.gguf", folder / "other.gguf", folder / "copy"
    writes = task in ("convert", "quantize")
    rows = []
    for _ in range(rounds):
        for old in (mine, other, copied):
            old.unlink(missing_ok=True)
        a, memory, _ = program(ours(task, path, mine))
        b, their_memory, out = program([sys.executable, __file__, "--task", task, path, other])
        running = float(out.splitlines()[-1])
        rows.append((a, memory, b, their_memory, running, b / a, running / a, copy(path, copied) if writes else 0.0))
    if writes and subprocess.run([PROGRAM, "diff", mine, other, "--quiet"], check=False).returncode != 0:
        sys.exit(f"{task} of {path}: the files differ")
    return [statistics.median(column) for column in zip(*rows, strict=True)]


def run_theirs(task, path, out):
    start = time.perf_counter()
    print(THEIRS[task](path, out))
    print(time.perf_counter() - start)


HEADING = f"{'task':15} {'input':>9} {'polyad s':>9} {'MB':>5} {'theirs s':>9} {'MB':>5} {'running s':>10} {'ratios':>15} {'copy s':>7}"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--task", nargs=3, metavar=("TASK", "IN", "OUT"), help=argparse.SUPPRESS)
    options.add_argument("--generate", action="store_true", help="only make the large file")
    given = options.parse_args()
    if given.task:
        return run_theirs(*given.task)
    if given.generate:
        return generate()
    if not MODEL.exists():
        sys.exit("run `cargo xtask demo` first: it fetches the model")
    subprocess.run(["cargo", "build", "--quiet", "--release", "--package", "polyad-cli"], cwd=ROOT, check=True)
    if not LARGE.exists():
        subprocess.run([sys.executable, __file__, "--generate"], check=True)
    print(f"{os.cpu_count()} cores, median of {given.rounds} rounds; MB is the peak memory of the program\n{HEADING}")
    with tempfile.TemporaryDirectory(dir=LARGE.parent) as name:
        folder = Path(name)
        for path in (MODEL, LARGE):
            as_gguf = folder / "input.gguf"
            subprocess.run([PROGRAM, "quantize", path, as_gguf, "--type", "q8_0", "--quiet"], check=True)
            for task in THEIRS:
                source = as_gguf if task == "ls_gguf" else path
                a, memory, b, their_memory, running, whole, harder, copied = race(task, source, folder, given.rounds)
                print(
                    f"{task:15} {source.stat().st_size / 1e6:7.1f}MB {a:9.4f} {memory / 1e6:5.0f} {b:9.3f}"
                    f" {their_memory / 1e6:5.0f} {running:10.4f} {whole:6.1f}x {harder:6.2f}x {copied:7.3f}",
                    flush=True,
                )
    return None


if __name__ == "__main__":
    main()
