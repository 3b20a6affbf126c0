"""The examples of Nx's documentation, run from `golden/parity/nx_examples.jsonl`.

Masks (uint8 there) and indices (int32 there) are compared by value. Where Nx's text and example contradict each other,
`recommended` says what holds.
"""

import json
import math
import pathlib

import numpy as np
import pytest

import polyad as xp

PATH = pathlib.Path(__file__).parents[2] / "golden" / "parity" / "nx_examples.jsonl"
EXAMPLES = [json.loads(line) for line in PATH.read_text().splitlines()]

# Nx's name, and how it is said here. Arguments come as Nx has them.
NAMES = {
    "create": lambda dtype, shape, data: xp.reshape(xp.asarray(data, dtype=dtype), shape),
    "init": lambda dtype, shape, f: xp.from_function(f, shape, dtype=dtype),
    "full": lambda dtype, shape, value: xp.full(shape, value, dtype=dtype),
    "ones": lambda dtype, shape: xp.ones(shape, dtype=dtype),
    "zeros": lambda dtype, shape: xp.zeros(shape, dtype=dtype),
    "scalar": lambda dtype, value: xp.asarray(value, dtype=dtype),
    "eye": lambda dtype, n, m=None, k=0: xp.eye(n if m is None else m, n, k=k, dtype=dtype),
    "identity": lambda dtype, n: xp.eye(n, dtype=dtype),
    "arange": lambda dtype, start, stop, step: xp.arange(start, stop, step, dtype=dtype),
    "arange_f": lambda dtype, start, stop, step: xp.arange_f(start, stop, step, dtype=dtype),
    "linspace": lambda dtype, start, stop, n, **k: xp.linspace(start, stop, n, dtype=dtype, **k),
    "logspace": lambda dtype, start, stop, n, **k: xp.logspace(start, stop, n, dtype=dtype, **k),
    "geomspace": lambda dtype, start, stop, n, **k: xp.geomspace(start, stop, n, dtype=dtype, **k),
    "meshgrid": lambda x, y, indexing="xy": xp.meshgrid(x, y, indexing=indexing),
    "of_bigarray": lambda array: xp.asarray(array, copy=False),
    "unsafe_to_bigarray": lambda t: np.array(t, order="C", copy=True),
    "unsafe_to_array": lambda t: xp.reshape(t, (-1,)).tolist(),
    "shape": lambda t: list(t.shape),
    "is_c_contiguous": lambda t: t.is_contiguous(),
    "reshape": lambda shape, t: xp.reshape(t, shape),
    "broadcast_to": lambda shape, t: xp.broadcast_to(t, shape),
    "broadcasted": lambda a, b: xp.broadcast_arrays(a, b),
    "expand": lambda shape, t: xp.expand(t, shape),
    "flatten": lambda t, start_dim=0, end_dim=-1: t.flatten(start_dim, end_dim),
    "unflatten": lambda dim, sizes, t: xp.unflatten(t, dim, sizes),
    "ravel": xp.ravel,
    "squeeze": lambda t, axes=None: xp.squeeze(t, axes) if axes else xp.squeeze(t),
    "squeeze_axis": lambda axis, t: xp.squeeze(t, axis),
    "unsqueeze": lambda t, axes: xp.expand_dims(t, axis=tuple(axes)),
    "unsqueeze_axis": lambda axis, t: xp.expand_dims(t, axis=axis),
    "expand_dims": lambda axes, t: xp.expand_dims(t, axis=tuple(axes)),
    "transpose": lambda t, axes=None: xp.permute_dims(t, axes or range(t.ndim)[::-1]),
    "flip": lambda t, axes=None: xp.flip(t, axis=None if axes is None else tuple(axes)),
    "moveaxis": lambda source, to, t: xp.moveaxis(t, source, to),
    "swapaxes": lambda a, b, t: xp.swapaxes(t, a, b),
    "roll": lambda shift, t, axis=None: xp.roll(t, shift, axis=axis),
    "pad": lambda width, value, t: xp.pad(t, width, constant_values=value),
    "shrink": lambda ranges, t: xp.shrink(t, [tuple(r) for r in ranges]),
    "tile": lambda reps, t: xp.tile(t, reps),
    "repeat": lambda n, t, axis=None: xp.repeat(t, n, axis=axis),
    "concatenate": lambda ts, axis=None: xp.concat(ts, axis=axis),
    "stack": lambda ts, axis=0: xp.stack(ts, axis=axis),
    "vstack": xp.vstack,
    "hstack": xp.hstack,
    "dstack": xp.dstack,
    "broadcast_arrays": lambda ts: xp.broadcast_arrays(*ts),
    "array_split": lambda sections, t, axis: xp.array_split(t, next(iter(sections.values())), axis=axis),
    "split": lambda n, t, axis: xp.split(t, n, axis=axis),
    "cast": lambda dtype, t: xp.astype(t, dtype),
    "contiguous": lambda t: t.contiguous(),
    "copy": lambda t: t.copy(),
    "blit": lambda source, t: t.__setitem__(..., source),
    "fill": lambda value, t: t.fill(value),
    "slice": lambda parts, t: t[tuple(parts)],
    "slice_ranges": lambda a, b, t, steps=None: t[ranges(a, b, steps)],
    "set_slice_ranges": lambda a, b, t, value, steps=None: t.__setitem__(ranges(a, b, steps), value),
    "get": lambda at, t: t[(*at, ...)],
    "set": lambda at, t, value: t.__setitem__(tuple(at), value),
    "unsafe_get": lambda at, t: t[tuple(at)].item(),
    "unsafe_set": lambda at, value, t: t.__setitem__(tuple(at), value),
    "div": xp.div_trunc,
    "round": xp.round_half_away,
    "array_equal": xp.array_equiv,
    "logical_not": xp.one_minus,
    "lshift": lambda t, n: xp.bitwise_left_shift(t, n),
    "rshift": lambda t, n: xp.rshift_trunc(t, n),
    "sum": lambda t, axes=None, **k: xp.sum(t, axis=axes, **k),
    "max": lambda t, axes=None, **k: xp.max(t, axis=axes, **k),
    "min": lambda t, axes=None, **k: xp.min(t, axis=axes, **k),
    "prod": lambda t, axes=None, **k: xp.prod(t, axis=axes, **k),
    "mean": lambda t, axes=None, **k: xp.mean(t, axis=axes, **k),
    "var": lambda t, axes=None, ddof=0, **k: xp.var(t, axis=axes, correction=ddof, **k),
    "std": lambda t, axes=None, ddof=0, **k: xp.std(t, axis=axes, correction=ddof, **k),
    "all": lambda t, axes=None, **k: xp.all(t, axis=axes, **k),
    "any": lambda t, axes=None, **k: xp.any(t, axis=axes, **k),
    "sort": lambda t, axis=-1, descending=False: xp.sort_with_indices(t, axis=axis, descending=descending),
    "softmax": lambda t, axes=(-1,): xp.softmax(t, axis=tuple(axes)),
    "gelu_approx": xp.gelu_tanh,
    "recip": xp.reciprocal,
    "sub": xp.subtract,
    "mul": xp.multiply,
    "pow": xp.power,
    "neg": xp.negative,
    "clamp": xp.clip,
    "cmplt": xp.less,
    "cmpne": xp.not_equal,
    "cmpeq": xp.equal,
    "cmpgt": xp.greater,
    "cmple": xp.less_equal,
    "cmpge": xp.greater_equal,
    "mod_": xp.fmod,
    "correlate1d": xp.conv1d,
    "correlate2d": xp.conv2d,
    "convolve1d": lambda x, w: xp.conv1d(x, w, flip=True),
}

# Words of the programs for what a host language does.
HOST = {
    "host_shape": lambda a: list(a.shape),
    "host_equal": lambda a, b: a == b,
    "host_same_tensor": lambda a, b: a is b,
    "host_array": lambda dtype, shape: np.zeros(shape, dtype),
}

NUMBERS = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


def ranges(starts, stops, steps):
    return tuple(slice(*r) for r in zip(starts, stops, steps or [1] * len(starts)))


def function(name):
    return NAMES.get(name) or HOST.get(name) or getattr(xp, name)


def value(x, space):
    """An argument: tensors, calls, variables, numbers that JSON has not."""
    match x:
        case {"var": name}:
            return space[name]
        case {"call": name}:
            return call(x | {"fn": name}, space)
        case {"dtype": dtype, "shape": shape, "data": data}:
            return xp.reshape(xp.asarray(value(data, space), dtype=dtype), shape)
        case {"index_fn": text}:
            return lambda *at: eval(text, {f"i{k}": i for k, i in enumerate(at)})
        case {"I": n}:
            return n
        case {"L": items}:
            return items
        case {"R": bounds}:
            return slice(*bounds)
        case dict():
            return x
        case list():
            return [value(item, space) for item in x]
        case str():
            return NUMBERS.get(x, x)
        case _:
            return x


def call(x, space):
    args = [value(a, space) for a in x.get("args", [])]
    return function(x["fn"])(*args, **{k: value(v, space) for k, v in x.get("kwargs", {}).items()})


def away(x):
    """Nx's host language rounds halves away from zero, and keeps the sign of zero."""
    return math.copysign(math.floor(abs(x) + 0.5), x) if math.isfinite(x) else x


def after(result, steps):
    """What an example does with a result before it is shown."""
    for step in steps:
        match step:
            case "item":
                result = result if isinstance(result, bool) else result.item()
            case "to_array":
                result = result.tolist()
            case "first":
                result = result[0]
            case "abs":
                result = abs(result)
            case "round":
                result = [away(x) for x in result] if isinstance(result, list) else away(result)
            case "is_c_contiguous":
                result = result.is_contiguous()
            case {"less_than": bound}:
                result = result < value(bound, {})
            case {"then": name}:
                result = function(name)(result)
            case _:
                raise AssertionError(f"unknown step {step}")
    return result


def close(got, want, tolerance):
    got, want = np.asarray(got), np.asarray(want)
    assert got.shape == want.shape
    if tolerance:
        np.testing.assert_allclose(got.astype(float), want, rtol=tolerance["rel"], atol=tolerance["abs"])
        return
    np.testing.assert_array_equal(got, want)
    if want.dtype.kind == "f":
        np.testing.assert_array_equal(np.signbit(got[got == 0]), np.signbit(want[want == 0]))


def same_dtype(got, want):
    """Masks are bool here and indices int64."""
    own = {"bool": "uint8", "int64": "int32"}
    assert str(got) in (want, *[k for k, v in own.items() if v == want])


def compare(got, want, tolerance, space):
    match want:
        case {"vars": names}:
            for name, each in names.items():
                compare(space[name], each, tolerance, space)
        case {"bool": truth}:
            assert bool(got) is truth
        case {"scalar": number}:
            close(np.float32(got) if want["dtype"] == "float32" else got,
                  np.asarray(value(number, {})).astype(want["dtype"]), tolerance)
        case {"array": numbers}:
            close(got, np.array(value(numbers, {})).astype(want.get("dtype", float)), tolerance)
        case {"list": each} | {"tuple": each}:
            assert len(got) == len(each)
            for a, b in zip(got, each):
                compare(a, b, tolerance, space)
        case {"shape": shape}:
            assert list(got.shape) == shape
            if "data" in want:
                same_dtype(got.dtype, want["dtype"])
                close(got, np.array(value(want["data"], {})).astype(want["dtype"]).reshape(shape), tolerance)
        case _:
            raise AssertionError(f"unknown expectation {want}")


@pytest.mark.parametrize("example", [pytest.param(e, id=e["id"]) for e in EXAMPLES])
def test_example(example):
    if example["status"] == "n/a":
        assert example["id"] == "nx.transpose.3"
        return
    space = {}
    if "program" in example:
        for line in example["program"]:
            result = call(line, space)
            if "let" in line:
                space[line["let"]] = result
    else:
        result = call(example, space)
    want = example.get("recommended", example["expect"])
    compare(after(result, example.get("post", [])), want, example.get("tol"), space)
    if example["fn"] == "of_bigarray":
        space["ba"][0, 0] = 5
        assert space["t"][0, 0].item() == 5


def test_every_example_is_run():
    assert len(EXAMPLES) == 178
    assert [e["id"] for e in EXAMPLES if e["status"] == "n/a"] == ["nx.transpose.3"]
