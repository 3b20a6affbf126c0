"""What the array API asks of the namespace as a whole: names, constants, signatures, kinds of result."""

import inspect
import math

import numpy as np
import polyad
import pytest


def test_constants_are_numbers_of_python():
    assert (polyad.e, polyad.pi, polyad.inf) == (math.e, math.pi, math.inf)
    assert math.isnan(polyad.nan)
    assert all(type(x) is float for x in (polyad.e, polyad.pi, polyad.inf, polyad.nan))


def test_newaxis_makes_an_axis():
    assert polyad.newaxis is None
    assert polyad.zeros((2, 3))[:, polyad.newaxis].shape == (2, 1, 3)


@pytest.mark.parametrize("call", [
    lambda x: polyad.meshgrid(x, x),
    lambda x: polyad.broadcast_arrays(x, x),
    lambda x: polyad.unstack(x),
    lambda x: polyad.__array_namespace_info__().devices(),
    lambda x: polyad.broadcast_shapes((2,), (1,)),
], ids=["meshgrid", "broadcast_arrays", "unstack", "devices", "broadcast_shapes"])  # fmt: skip
def test_several_results_are_a_tuple(call):
    assert type(call(polyad.arange(3))) is tuple


# Parameters behind the operands, and whether they have names only ("*") or places too.
SIGNATURES = {
    "arange": "/ stop step * dtype device",
    "argmax": "/ * axis keepdims",
    "argsort": "/ * axis descending stable",
    "astype": "/ * copy device",
    "clip": "/ min max",
    "concat": "/ * axis",
    "cumulative_sum": "/ * axis dtype include_initial",
    "diff": "/ * axis n prepend append",
    "expand_dims": "/ axis",
    "eye": "/ * k dtype device",
    "flip": "/ * axis",
    "from_dlpack": "/ * device copy",
    "linspace": "/ num * dtype device endpoint",
    "permute_dims": "/ axes",
    "repeat": "/ * axis",
    "reshape": "/ shape * copy",
    "roll": "/ shift * axis",
    "squeeze": "/ axis",
    "std": "/ * axis correction keepdims",
    "sum": "/ * axis dtype keepdims",
    "take_along_axis": "/ * axis",
    "tril": "/ * k",
    "unstack": "/ * axis",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_parameters_can_be_given_as_the_standard_has_them(name):
    kinds = {n: p.kind for n, p in inspect.signature(getattr(polyad, name)).parameters.items()}
    places, names = (part.split() for part in (SIGNATURES[name] + " *").split("*")[:2])
    assert all(kinds[n] is inspect.Parameter.POSITIONAL_OR_KEYWORD for n in places[1:])
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    assert all(kinds[n] in named for n in names)


@pytest.mark.parametrize("name", ["add", "atan2", "maximum", "hypot", "copysign", "equal", "less"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_number_on_either_side_takes_the_dtype_of_the_array(name, dtype):
    f, x = getattr(polyad, name), polyad.asarray([1.5, -2.0], dtype=dtype)
    for got, wanted in ((f(x, 0.5), f(x, polyad.full_like(x, 0.5))), (f(0.5, x), f(polyad.full_like(x, 0.5), x))):
        assert got.dtype == wanted.dtype and got.tolist() == wanted.tolist()


@pytest.mark.parametrize("name", ["bitwise_and", "bitwise_or", "bitwise_xor", "logical_and"])
def test_a_bool_on_either_side_of_bools(name):
    f, x = getattr(polyad, name), polyad.asarray([True, False])
    assert f(x, True).dtype == f(False, x).dtype == "bool"


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize(("x", "y"), [(0.0, 0.0), (-0.0, 0.0), (0.0, -0.0), (-0.0, -0.0)])
def test_complex_expm1_of_zero_is_no_negative_zero(x, y, dtype):
    got = polyad.expm1(np.array(complex(x, y), dtype)).item()
    assert math.copysign(1, got.real) == 1 and math.copysign(1, got.imag) == math.copysign(1, y)
