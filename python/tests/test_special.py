"""Special functions under SciPy's names: values from mpmath, dtypes, and where they are not defined."""

import math
import pathlib

import numpy as np
import polyad
import pytest
from polyad import special

GOLDEN = pathlib.Path(__file__).parents[2] / "golden/special/values.tsv"
ROWS = [line.split("\t") for line in GOLDEN.read_text().splitlines()]
NAMES = sorted({name for name, _, _ in ROWS})


@pytest.mark.parametrize("name", NAMES)
def test_values_are_those_of_mpmath(name):
    points = [([float.fromhex(x) for x in arguments.split()], float.fromhex(y)) for n, arguments, y in ROWS if n == name]
    operands = [np.array(column) for column in zip(*(x for x, _ in points), strict=True)]
    want = np.array([y for _, y in points])
    got = np.asarray(getattr(polyad, name)(*map(polyad.asarray, operands)))
    assert np.allclose(got, want, rtol=2e-13, atol=0)
    # float32 is computed wider, and rounded once.
    narrow = [polyad.asarray(x).astype("float32") for x in operands]
    single = getattr(polyad, name)(*narrow)
    double = getattr(polyad, name)(*(x.astype("float64") for x in narrow))
    assert single.dtype == "float32"
    with np.errstate(over="ignore"):
        rounded = np.asarray(double).astype("float32")
    assert np.array_equal(np.asarray(single), rounded, equal_nan=True)


def test_operands_broadcast_and_integers_become_float64():
    x = special.betainc([[1], [2]], 3, [0.25, 0.5, 1.0])
    assert (x.shape, x.dtype) == ((2, 3), "float64")
    assert np.allclose(np.asarray(x)[0], 1 - (1 - np.array([0.25, 0.5, 1.0])) ** 3, rtol=1e-14)
    assert special.gamma([1, 2, 5]).tolist() == [1.0, 1.0, 24.0]
    assert special.zeta(2.0, [1, 2]).tolist() == pytest.approx([math.pi**2 / 6, math.pi**2 / 6 - 1], rel=1e-15)
    assert special.polygamma(1, [1.0]).tolist() == pytest.approx([math.pi**2 / 6], rel=1e-15)
    with pytest.raises(ValueError, match="betainc"):
        special.betainc([1.0, 2.0], [1.0, 2.0, 3.0], 0.5)
    with pytest.raises(TypeError, match="complex128"):
        special.gamma(1j)
    with pytest.raises(TypeError, match="complex64"):
        special.betainc(1.0, 1.0, polyad.asarray([0.5], dtype="complex64"))


def test_names_of_scipy_are_those_of_the_table():
    assert special.kl_div is polyad.kl_divergence and special.expit is polyad.sigmoid
    assert special.gammaln is polyad.lgamma and special.psi is polyad.digamma and special.log_expit is polyad.log_sigmoid
    assert special.kl_div([0.0, 1.0, 0.5], [1.0, 1.0, 0.0]).tolist() == [1.0, 0.0, math.inf]
