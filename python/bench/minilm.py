"""One sentence through MiniLM: Polyad against NumPy, float32, one thread each.

Both compute the same: the same weights, the same tokens, one sentence at a time. NumPy gets what a careful
programmer gives it: weights laid out once, results written in place, erf by a short formula. The two take turns,
so that both see the same machine.

    python python/bench/minilm.py [FOLDER]

FOLDER holds what `cargo xtask demo` made there (by default target/demo).
"""

import os

# NumPy's matrix library reads these when it is loaded: one thread, and kernels of its own choice.
for _name in [name for name in os.environ if name.startswith("OPENBLAS_")]:
    del os.environ[_name]
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OMP_NUM_THREADS"] = "1"

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 9
HEADS = 12


def read_safetensors(path):
    """Tensors of a safetensors file as float32 arrays, by name."""
    raw = np.fromfile(path, np.uint8)
    size = int(raw[:8].view("<u8")[0])
    header = json.loads(raw[8 : 8 + size].tobytes())
    data = raw[8 + size :]
    return {
        name: np.array(data[slice(*entry["data_offsets"])].view("<f4")).reshape(entry["shape"])
        for name, entry in header.items()
        if name != "__metadata__" and entry["dtype"] == "F32"
    }


def erf(x):
    """Abramowitz and Stegun 7.1.26: within 1.5e-7, which is float32's own step near 1."""
    t = np.abs(x)
    y = np.exp(-(t * t))
    t *= np.float32(0.3275911)
    t += np.float32(1)
    np.reciprocal(t, out=t)
    p = np.float32(1.061405429) * t
    for c in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        p += np.float32(c)
        p *= t
    p *= y
    np.subtract(np.float32(1), p, out=p)
    return np.copysign(p, x, out=p)


def gelu(x):
    y = erf(x * np.float32(0.5**0.5))
    y += np.float32(1)
    y *= x
    y *= np.float32(0.5)
    return y


def softmax(x):
    x -= x.max(-1, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(-1, keepdims=True)
    return x


class Encoder:
    """The encoder in NumPy."""

    def __init__(self, weights, columns):
        self.words, self.places = (weights[f"embeddings.{n}_embeddings.weight"] for n in ("word", "position"))
        self.segment = weights["embeddings.token_type_embeddings.weight"][0]
        self.weights = weights
        self.layers = 1 + max(int(n.split(".")[2]) for n in weights if n.startswith("encoder.layer."))
        # The matrices as [inputs, outputs]: either seen so, or laid out so.
        lay = np.ascontiguousarray if columns else lambda w: w
        self.matrices = {n: lay(w.T) for n, w in weights.items() if n.startswith("encoder") and w.ndim == 2}

    def linear(self, name, x):
        y = x @ self.matrices[f"{name}.weight"]
        y += self.weights[f"{name}.bias"]
        return y

    def norm(self, name, x):
        x -= x.mean(-1, keepdims=True)
        x /= np.sqrt(np.einsum("ij,ij->i", x, x)[:, None] / np.float32(x.shape[-1]) + np.float32(1e-12))
        x *= self.weights[f"{name}.weight"]
        x += self.weights[f"{name}.bias"]
        return x

    def __call__(self, tokens):
        n = len(tokens)
        x = self.norm("embeddings.LayerNorm", self.words[tokens] + self.places[:n] + self.segment)
        width = x.shape[1] // HEADS
        for i in range(self.layers):
            at = f"encoder.layer.{i}"
            split = lambda x: x.reshape(n, HEADS, width).transpose(1, 0, 2)
            q, k, v = (split(self.linear(f"{at}.attention.self.{part}", x)) for part in ("query", "key", "value"))
            q *= np.float32(width**-0.5)
            mixed = softmax(q @ k.transpose(0, 2, 1)) @ v
            y = self.linear(f"{at}.attention.output.dense", mixed.transpose(1, 0, 2).reshape(n, -1))
            y += x
            x = self.norm(f"{at}.attention.output.LayerNorm", y)
            y = self.linear(f"{at}.output.dense", gelu(self.linear(f"{at}.intermediate.dense", x)))
            y += x
            x = self.norm(f"{at}.output.LayerNorm", y)
        mean = x.mean(0)
        return mean / np.linalg.norm(mean)


class Polyad:
    """The encoder of `examples/minilm`, as a process that answers lines of tokens."""

    def __init__(self, program, model, precision):
        command = [program, "time", model, "--precision", precision, "--threads", "1"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, tokens):
        self.process.stdin.write(f"{tokens}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit("minilm time ended early; its message is above")
        answer = json.loads(line)
        return answer["ms"], np.array(answer["embedding"], np.float32)


def timed(encoder):
    """The encoder with its own time, as Polyad answers."""

    def run(tokens):
        start = time.perf_counter()
        vector = encoder(tokens)
        return (time.perf_counter() - start) * 1e3, vector

    return run


def build():
    """Builds the example and says where its program is."""
    command = ["cargo", "build", "--quiet", "--release", "--package", "minilm", "--message-format", "json"]
    lines = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    programs = [message.get("executable") for message in map(json.loads, lines)]
    return next(program for program in programs if program)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "target" / "demo"
    model, smaller = folder / "model.safetensors", folder / "model-q8_0.gguf"
    for path in (model, smaller):
        if not path.exists():
            sys.exit(f"{path} is not there: `cargo xtask demo` fetches and makes it")
    program = build()
    answer = subprocess.run([program, "tokens", "--dir", folder], check=True, stdout=subprocess.PIPE, text=True)
    sentences = json.loads(answer.stdout)["tokens"]

    weights = read_safetensors(model)
    runs = {
        "NumPy f32, weights as stored": timed(Encoder(weights, columns=False)),
        "NumPy f32, weights laid out": timed(Encoder(weights, columns=True)),
        "Polyad f32": Polyad(program, model, "exact"),
        "Polyad q8_0 exact": Polyad(program, smaller, "exact"),
        "Polyad q8_0 fast": Polyad(program, smaller, "fast"),
    }
    # One pass for nothing, in which all have to agree.
    vectors = {name: [run(tokens)[1] for tokens in sentences] for name, run in runs.items()}
    for name, found in vectors.items():
        cosine = min(float(a @ b) for a, b in zip(found, vectors["NumPy f32, weights as stored"]))
        if cosine < (0.999 if "q8_0" in name else 0.999999):
            sys.exit(f"{name} computes something else: cosine {cosine}")

    times = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            times[name].append(statistics.mean(run(tokens)[0] for tokens in sentences))
    medians = {name: statistics.median(values) for name, values in times.items()}
    numpy = min(ms for name, ms in medians.items() if name.startswith("NumPy"))

    lengths = [len(tokens) for tokens in sentences]
    print(f"{len(sentences)} sentences of {min(lengths)} to {max(lengths)} tokens, one thread,", end=" ")
    print(f"median of {ROUNDS} interleaved rounds; NumPy {np.__version__}")
    for name, ms in medians.items():
        print(f"  {name:<30}{ms:7.2f} ms a sentence   {numpy / ms:5.2f} x NumPy")


if __name__ == "__main__":
    main()
