"""Random programs of views, stores and operations, run on NumPy arrays and on tensors: every value must agree after
every line.

`POLYAD_PROGRAMS` says how many programs run; `POLYAD_SEED` is the first of their seeds. A failure prints the seed and
the shortest program that still fails.
"""

import os
import warnings

import numpy as np
import pytest

import polyad

COUNT = int(os.environ.get("POLYAD_PROGRAMS", "3000"))
FIRST = int(os.environ.get("POLYAD_SEED", "0"))
BATCHES = 20
LINES = 14

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float32", "float64"]
COMPLEX = ["complex64", "complex128"]
DTYPES = ["bool", *INTEGERS, *FLOATS, *COMPLEX]

# What may follow from rounding in another order, in units of the last place of the largest value.
LOOSE = {"float32": 3e-6, "float64": 1e-14, "complex64": 3e-6, "complex128": 1e-14}


class Writer:
    """Writes one program: lines that run with `x` as either library. Values are looked at to write what makes sense."""

    def __init__(self, seed):
        self.r = np.random.default_rng(seed)
        self.lines = []
        self.space = {"x": np}
        self.inputs = {}
        self.names = []

    def pick(self, items):
        return items[int(self.r.integers(len(items)))]

    def chance(self, p):
        return self.r.random() < p

    def write(self, line):
        """Adds a line, and runs it with NumPy; what fails there stays in the program too."""
        self.lines.append(line)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return attempt(line, self.space) is None

    def fresh(self, text):
        name = f"v{len(self.names)}"
        if self.write(f"{name} = {text}"):
            self.names.append(name)
        return name

    def array(self):
        """A new input array, its memory laid out in one of many ways."""
        r = self.r
        dtype = self.pick(DTYPES)
        shape = [int(n) for n in r.choice([0, 1, 2, 3, 4, 5, 8], size=r.integers(0, 4), p=[0.04, 0.16, 0.2, 0.2, 0.2, 0.1, 0.1])]
        if dtype == "bool":
            values = r.integers(0, 2, shape).astype(bool)
        elif dtype in INTEGERS:
            info = np.iinfo(dtype)
            values = r.integers(max(info.min, -9), 10, shape).astype(dtype)
            values = np.where(r.random(shape) < 0.05, np.array(self.pick([info.min, info.max]), dtype), values)
        else:
            values = np.round(r.normal(0, 3, shape), 2)
            if dtype in COMPLEX:
                values = values + 1j * np.round(r.normal(0, 3, shape), 2)
            values = values.astype(dtype)
            odd = np.array(self.pick([0.0, -0.0, np.inf, np.nan, 1e30]), dtype)
            if dtype not in COMPLEX:
                values = np.where(r.random(shape) < 0.06, odd, values)
        name = f"i{len(self.inputs)}"
        self.inputs[name] = np.ascontiguousarray(values).reshape(shape)
        self.space[name] = self.inputs[name]
        self.fresh(f"x.asarray({name}, copy=True)")

    def key(self, array):
        """A basic index of an array."""
        parts = []
        for n in array.shape[: int(self.r.integers(0, array.ndim + 1))]:
            match self.pick(["all", "slice", "slice", "reverse", "step", "at"]):
                case "all":
                    parts.append(":")
                case "reverse":
                    parts.append("::-1")
                case "slice":
                    a, b = sorted(self.r.integers(-1, n + 2, 2))
                    parts.append(f"{a}:{b}")
                case "step":
                    parts.append(self.pick(["::2", "1::2", "::-2", "::3", "-1:0:-1"]))
                case "at":
                    parts.append(str(int(self.r.integers(-n, n))) if n else ":")
        # Without it NumPy gives a number where every axis has an index, and not a view.
        if self.chance(0.2) or len(parts) == array.ndim:
            parts.append("...")
        if self.chance(0.15):
            parts.insert(int(self.r.integers(len(parts) + 1)), "None")
        return ", ".join(parts) or "..."

    def like(self, array, same_dtype=True):
        """The name of an array that broadcasts with this one."""
        def fits(name):
            other = self.space[name]
            if same_dtype and other.dtype != array.dtype:
                return False
            try:
                np.broadcast_shapes(other.shape, array.shape)
            except ValueError:
                return False
            return True
        names = [n for n in self.names if fits(n)]
        return self.pick(names)

    def scalar(self, array):
        kind = array.dtype.kind
        if kind == "b":
            return self.pick(["True", "False"])
        if kind in "iu":
            return str(int(self.r.integers(0 if kind == "u" else -3, 4)))
        return self.pick(["0.5", "-1.25", "2", "0", "3.0"])

    def step(self):
        name = self.pick(self.names)
        array = self.space[name]
        dtype = str(array.dtype)
        kind = array.dtype.kind
        n = array.ndim
        axis = int(self.r.integers(-n, n)) if n else None
        match self.pick(["view"] * 5 + ["store"] * 3 + ["update"] * 3 + ["binary"] * 4 + ["unary"] * 2 + ["reduce"] * 3
                        + ["join", "choose", "compare", "shape", "order", "wrong"]):
            case "view":
                forms = [f"{name}[{self.key(array)}]"] * 4
                if n:
                    order = [int(i) for i in self.r.permutation(n)]
                    forms += [f"x.permute_dims({name}, {tuple(order)})", f"x.flip({name}, axis={axis})",
                              f"x.moveaxis({name}, {axis}, 0)", f"x.expand_dims({name}, axis={axis})"]
                if n >= 2:
                    forms += [f"{name}.mT"]
                if n <= 3:
                    forms.append(f"x.broadcast_to({name}, {(int(self.r.integers(1, 4)), *array.shape)})")
                self.fresh(self.pick(forms))
            case "store":
                if not self.writable(array):
                    return
                part = self.key(array)
                value = self.pick([self.scalar(array), self.like(array), f"{name}[{self.key(array)}]"])
                self.write(f"{name}[{part}] = {value}")
            case "update":
                if not self.writable(array) or kind == "b":
                    return
                value = self.pick([self.scalar(array), self.like(array), f"{name}[::-1]" if n else self.scalar(array)])
                op = self.pick(["+=", "-=", "*="])
                if self.chance(0.5):
                    self.write(f"{name} {op} {value}")
                else:
                    self.write(f"{name}[{self.key(array)}] {op} {value}")
            case "binary":
                other = self.like(array)
                ops = ["add", "subtract", "multiply"] if kind != "b" else ["logical_and", "logical_or", "logical_xor"]
                if kind in "iuf":
                    ops += ["maximum", "minimum"]
                if kind in "iu":
                    ops += ["bitwise_and", "bitwise_or", "bitwise_xor"]
                if kind == "f":
                    ops += ["divide", "copysign"]
                if kind in "iuf" and (kind == "f" or np.all(self.space[other] != 0)):
                    ops += ["floor_divide", "remainder"]
                pair = [name, other]
                if kind not in "b" and self.chance(0.3):
                    pair[1] = self.scalar(array)
                    ops = [op for op in ops if op in ("add", "subtract", "multiply")]
                    symbol = {"add": "+", "subtract": "-", "multiply": "*"}[self.pick(ops)]
                    if self.chance(0.5):
                        pair.reverse()
                    self.fresh(f"{pair[0]} {symbol} {pair[1]}")
                    return
                self.fresh(f"x.{self.pick(ops)}({pair[0]}, {pair[1]})")
            case "unary":
                ops = ["positive", "negative", "square"] if kind != "b" else ["logical_not"]
                if kind in "iuf":
                    ops += ["abs", "sign"]
                if kind in "iub":
                    ops += ["bitwise_invert"]
                if kind == "f":
                    ops += ["floor", "ceil", "trunc", "round", "sqrt", "isnan", "isfinite", "signbit"]
                if kind == "c":
                    ops += ["conj"]
                    # A view in NumPy, and nothing that the standard promises.
                    if self.chance(0.3):
                        self.fresh(f"+x.{self.pick(['real', 'imag'])}({name})")
                        return
                self.fresh(f"x.{self.pick(ops)}({name})")
            case "reduce":
                ops = ["all", "any"]
                if kind in "iufc":
                    ops += ["sum", "sum", "prod"]
                if kind in "iuf" and array.size:
                    ops += ["max", "min"]
                if kind == "f":
                    ops += ["mean", "var"]
                axes = self.pick([None, axis, tuple({int(i) for i in self.r.integers(0, n, 2)}) if n else None])
                keep = self.chance(0.4)
                if kind in "iuf" and array.size and self.chance(0.2) and n:
                    self.fresh(f"x.{self.pick(['argmax', 'argmin'])}({name}, axis={axis})")
                    return
                self.fresh(f"x.{self.pick(ops)}({name}, axis={axes}, keepdims={keep})")
            case "join":
                if n:
                    self.fresh(f"x.{self.pick(['concat', 'stack'])}([{name}, {name}], axis={axis})")
            case "choose":
                self.fresh(f"x.where({name} == {name}, {name}, {self.like(array)})")
            case "compare":
                ops = ["==", "!="] + (["<", "<=", ">", ">="] if kind in "iuf" else [])
                self.fresh(f"{name} {self.pick(ops)} {self.like(array)}")
            case "shape":
                size = array.size
                shapes = [(-1,), (size,), (1, size, 1)]
                if size and size % 2 == 0:
                    shapes += [(2, size // 2), (size // 2, 2)]
                forms = [f"x.reshape({name}, {self.pick(shapes)})", f"x.reshape({name}, {self.pick(shapes)})"]
                if n:
                    forms += [f"x.roll({name}, {int(self.r.integers(-5, 6))}, axis={axis})",
                              f"x.repeat({name}, {int(self.r.integers(0, 4))}, axis={axis})",
                              f"x.tile({name}, ({int(self.r.integers(0, 3))}, 2))"]
                self.fresh(self.pick(forms))
            case "order":
                if n and kind in "iuf":
                    self.fresh(f"x.{self.pick(['sort', 'argsort'])}({name}, axis={axis}, stable=True)")
                elif n and kind == "c":
                    self.fresh(f"x.cumulative_sum({name}, axis={axis})")
            case "wrong":
                line = self.pick([
                    f"x.reshape({name}, ({array.size + 1},))",
                    f"{name}[{array.shape[0] if n else 0}]",
                    f"x.flip({name}, axis={n})",
                    f"x.permute_dims({name}, {tuple(range(n + 1))})",
                    f"x.broadcast_to({name}, (7, {array.shape[-1] + 1 if n else 1}, 9))" if n else f"{name}[0]",
                ])
                self.write(line)
        return

    @staticmethod
    def writable(array):
        """NumPy lets one write where several elements share memory; here that is an error."""
        return array.flags.writeable and all(s or n <= 1 for s, n in zip(array.strides, array.shape))


def attempt(line, space):
    """Runs a line; what it raised. NumPy's numbers become arrays without axes, as reductions give here."""
    try:
        exec(line, space)
    except Exception as e:
        return e
    except BaseException as e:
        pytest.fail(f"{line} ended in {e!r}")
    for name, value in space.items():
        if isinstance(value, np.generic):
            space[name] = np.asarray(value)
    return None


def write(seed):
    writer = Writer(seed)
    for _ in range(2):
        writer.array()
    while len(writer.lines) < LINES:
        if writer.chance(0.1):
            writer.array()
        before = len(writer.lines)
        writer.step()
        # Products of products soon leave every range.
        big = [n for n in writer.names if writer.space[n].size > 4000]
        if big and len(writer.lines) > before:
            for n in big:
                writer.names.remove(n)
        if not writer.names:
            writer.array()
    return writer.lines, writer.inputs


def values(t):
    return np.asarray(t) if isinstance(t, (np.ndarray, np.generic)) else np.asarray(polyad.asarray(t))


def differ(want, got):
    """What is different between two arrays, or nothing."""
    want, got = values(want), values(got)
    if str(want.dtype) != str(got.dtype) or want.shape != got.shape:
        return f"{want.dtype} {want.shape} and {got.dtype} {got.shape}"
    if want.dtype.kind in "fc":
        top = np.max(np.abs(want[np.isfinite(want)]), initial=0)
        same = np.isclose(got, want, rtol=LOOSE[str(want.dtype)], atol=top * LOOSE[str(want.dtype)], equal_nan=True)
        # A complex number is not a number where one part is not: which one may differ.
        same |= ~np.isfinite(want) & ~np.isfinite(got) & (want.dtype.kind == "c")
    else:
        same = want == got
    return None if np.all(same) else f"{want.tolist()} and {got.tolist()}"


def run(lines, inputs):
    """Runs a program in both; what goes apart first."""
    theirs, ours = {"x": np, **{k: v.copy() for k, v in inputs.items()}}, {"x": polyad, **inputs}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for line in lines:
            failed = [attempt(line, space) for space in (theirs, ours)]
            if (failed[0] is None) != (failed[1] is None):
                return f"{line}: {failed[0]!r} and {failed[1]!r}"
            if failed[0] is not None:
                continue
            for name in theirs:
                if name.startswith("v") and (told := differ(theirs[name], ours[name])):
                    return f"after {line}: {name} is {told}"
    return None


def shortest(lines, inputs):
    """The program without the lines that the failure does not need."""
    at = 0
    while at < len(lines):
        shorter = lines[:at] + lines[at + 1 :]
        told = run(shorter, inputs)
        if told and "NameError" not in told:
            lines = shorter
        else:
            at += 1
    return lines


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_programs_agree_with_numpy(batch):
    each = -(-COUNT // BATCHES)
    for seed in range(FIRST + batch * each, FIRST + (batch + 1) * each):
        lines, inputs = write(seed)
        if run(lines, inputs):
            lines = shortest(lines, inputs)
            shown = [f"{k} = np.array({v.tolist()}, {str(v.dtype)!r})" for k, v in inputs.items() if any(f"({k}," in l for l in lines)]
            pytest.fail("\n".join([f"seed {seed}: {run(lines, inputs)}", *shown, *lines]))
