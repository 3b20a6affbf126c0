"""Dtypes as objects, and what the array API asks about them."""

import copy
import pickle
import sys

import ml_dtypes
import numpy as np
import polyad
import pytest

NUMPY = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
         "complex64", "complex128"]
STANDARD = [d for d in NUMPY if d != "float16"]


@pytest.mark.parametrize("name", NUMPY)
def test_a_dtype_is_equal_to_its_name_and_to_numpys(name):
    dtype, theirs = getattr(polyad, name), np.dtype(name)
    assert dtype == name and name == dtype and dtype == theirs and dtype == theirs.type and dtype == dtype
    assert hash(dtype) == hash(theirs) and {theirs: 1}[dtype] == 1 and {dtype: 1}[theirs] == 1
    assert polyad.zeros((2,), dtype=dtype).dtype is dtype
    assert np.dtype(dtype) == theirs
    assert dtype.itemsize == theirs.itemsize and dtype.name == name == str(dtype) and repr(dtype) == f"polyad.{name}"
    for other in NUMPY:
        assert (dtype == np.dtype(other)) == (name == other) == (not dtype != np.dtype(other))


def test_a_dtype_is_equal_to_nothing_else():
    for other in (None, 4, "float33", object(), polyad.zeros((2,)), [], np.dtype(">f4"), np.zeros(2, "float32")):
        assert polyad.float32 != other and not polyad.float32 == other
    assert polyad.float64 == float and polyad.bool == bool and polyad.int64 == int
    assert polyad.bfloat16 == np.dtype(ml_dtypes.bfloat16) and polyad.float8_e5m2 == ml_dtypes.float8_e5m2


def test_every_dtype_is_an_object_of_the_package():
    found = {name for name in polyad.__all__ if isinstance(getattr(polyad, name), polyad.DType)}
    assert {"float32", "bfloat16", "int4", "uint1", "ternary", "q4_K", "mxfp4", "float8_e8m0fnu", "complex32"} <= found
    assert all(getattr(polyad, name).name == name for name in found)
    assert len({hash(getattr(polyad, name)) for name in found}) == len(found)
    assert (polyad.ternary.itemsize, polyad.q4_0.itemsize, polyad.q4_0.bits, polyad.q4_0.block_size) == (None, None, 4.5, 32)
    assert f"{polyad.int8:>6}|" == "  int8|"


def test_dtypes_are_copied_as_themselves():
    for dtype in (polyad.float32, polyad.q4_K):
        assert copy.copy(dtype) is dtype and copy.deepcopy(dtype) is dtype
        assert pickle.loads(pickle.dumps(dtype)) is dtype


def test_a_dtype_stays_with_its_tensor():
    t = polyad.ones((2, 3), dtype="int16")
    for view in (t.T, t[0], t[:, ::2], polyad.broadcast_to(t, (4, 2, 3))):
        assert view.dtype == polyad.int16 and view.dtype.itemsize == 2 and view.device == t.device == "cpu"
    t[0] = 5
    t += 1
    assert t.dtype == "int16" and polyad.add(t, t).device == "cpu"


@pytest.mark.parametrize("of", NUMPY)
def test_can_cast_follows_promotion(of):
    for to in STANDARD:
        want = of == to or _promoted(of, to) == to
        assert polyad.can_cast(of, to) == want, to
        assert polyad.can_cast(polyad.zeros((1,), dtype=of), getattr(polyad, to)) == want


def _promoted(a, b):
    """The array API's lattice, where it has one: that of NumPy without the crossing of kinds."""
    kinds = {np.dtype(d).kind for d in (a, b)}
    if "b" in kinds:
        return a if b == "bool" else b
    if kinds & {"f", "c"} and kinds & {"i", "u"}:
        return a if np.dtype(a).kind in "fc" else b
    common = np.promote_types(a, b)
    return None if common.kind == "f" and not kinds & {"f", "c"} else common.name


@pytest.mark.parametrize("a", STANDARD)
def test_result_type_is_that_of_an_operation(a):
    for b in STANDARD:
        want = _promoted(a, b)
        if want is None:
            with pytest.raises(TypeError):
                polyad.result_type(a, b)
            continue
        x, y = polyad.ones((2,), dtype=a), polyad.ones((2,), dtype=b)
        assert polyad.result_type(a, b) == want == polyad.result_type(x, getattr(polyad, b)) == polyad.result_type(x, y)


def test_numbers_are_weak_in_result_type():
    t = polyad.ones((2,), dtype="float32")
    assert polyad.result_type(t, 1) == polyad.result_type(2.5, t) == polyad.result_type(True, t) == "float32"
    assert polyad.result_type("int8", 1) == "int8" and polyad.result_type(t, 1j) == "complex64"
    assert polyad.result_type("int8", 1.0) == "float64" and polyad.result_type("bool", 1) == "int64"
    assert polyad.result_type(1, 2.5) == "float64" and polyad.result_type(True) == "bool"
    assert polyad.result_type("int8", "uint8", "float16") == "float16"
    with pytest.raises(TypeError):
        polyad.result_type()


@pytest.mark.parametrize("name", ["float16", "float32", "float64", "complex64", "complex128"])
def test_finfo(name):
    ours, theirs = polyad.finfo(name), np.finfo(name)
    for key in ("bits", "eps", "max", "min", "smallest_normal"):
        assert getattr(ours, key) == getattr(theirs, key), key
    assert ours.dtype == theirs.dtype and type(ours.eps) is float and type(ours.bits) is int
    assert polyad.finfo(polyad.zeros((1,), dtype=name)).max == theirs.max == polyad.finfo(np.dtype(name)).max


@pytest.mark.parametrize(
    "name",
    ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3", "float8_e3m4", "float8_e4m3fnuz", "float8_e5m2fnuz",
     "float8_e4m3b11fnuz", "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn", "float8_e8m0fnu"],
)
def test_finfo_of_narrow_floats(name):
    ours, theirs = polyad.finfo(name), ml_dtypes.finfo(getattr(ml_dtypes, name))
    keys = ["bits", "eps", "max", "smallest_normal"] + ["min"] * (name != "float8_e8m0fnu")
    for key in keys:
        assert getattr(ours, key) == float(getattr(theirs, key)), key


@pytest.mark.parametrize("name", [n for n in NUMPY if "int" in n])
def test_iinfo(name):
    ours, theirs = polyad.iinfo(name), np.iinfo(name)
    assert (ours.bits, ours.max, ours.min, ours.dtype) == (theirs.bits, theirs.max, theirs.min, theirs.dtype)
    assert polyad.iinfo(polyad.zeros((1,), dtype=name)).max == theirs.max


def test_limits_are_of_the_right_kind():
    assert (polyad.iinfo("int4").min, polyad.iinfo("uint1").max, polyad.iinfo("ternary").min) == (-8, 1, -1)
    for call, dtype in ((polyad.finfo, "int8"), (polyad.finfo, "q4_0"), (polyad.iinfo, "float32"), (polyad.iinfo, "bool")):
        with pytest.raises(TypeError, match=dtype):
            call(dtype)


@pytest.mark.parametrize("name", STANDARD)
def test_isdtype(name):
    kinds = {
        "bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f",
        "complex floating": "c", "numeric": "iufc",
    }
    letter = np.dtype(name).kind
    for word, letters in kinds.items():
        assert polyad.isdtype(getattr(polyad, name), word) == (letter in letters), word
    assert polyad.isdtype(name, ("bool", "numeric")) and polyad.isdtype(name, getattr(polyad, name))
    assert not polyad.isdtype(name, ()) and polyad.isdtype(name, (polyad.int8, "numeric", "bool"))
    with pytest.raises(TypeError):
        polyad.isdtype(name, "number")


@pytest.mark.parametrize("name", STANDARD)
def test_astype_copies_unless_it_may_not(name):
    t = polyad.asarray([[0, 1], [1, 0]], dtype=name)
    copied = polyad.astype(t, name)
    assert copied is not t and copied.dtype == name and copied.tolist() == t.tolist()
    copied[0, 0] = True
    assert t.tolist()[0][0] == 0
    assert polyad.astype(t, name, copy=False) is t
    assert polyad.astype(t.T, "complex128", device="cpu").dtype == "complex128"
    with pytest.raises(ValueError, match="metal"):
        polyad.astype(t, name, device="metal")


def test_astype_converts_by_value():
    x = polyad.asarray([1.5, 2.7, -3.9, float("nan"), float("inf"), -300.0])
    assert polyad.astype(x, "int32").tolist() == [1, 2, -3, 0, 2**31 - 1, -300]
    assert polyad.astype(x, polyad.bool).tolist() == [True] * 6
    assert polyad.astype([1 + 2**-24, 1 + 3 * 2**-24], "float32").tolist() == [1.0, 1 + 2**-22]
    with pytest.raises(TypeError, match="real"):
        polyad.astype([1j], "float64")
    assert type(polyad.astype(polyad.ones((2, 32)), "mxfp8_e4m3")) is polyad.ScaledTensor


@pytest.mark.parametrize("shapes", [(), ((),), ((2, 3), (3,)), ((2, 1), (1, 4), (3, 1, 1)), ((0,), (1,)), (5, (2, 5))])
def test_broadcast_shapes(shapes):
    assert polyad.broadcast_shapes(*shapes) == np.broadcast_shapes(*shapes)


def test_broadcast_shapes_that_do_not_fit():
    for shapes in (((2,), (3,)), ((-1,), (1,))):
        with pytest.raises(ValueError):
            polyad.broadcast_shapes(*shapes)


def test_the_namespace_answers_for_itself():
    info = polyad.__array_namespace_info__()
    assert info.default_device() == "cpu" and info.devices() == ("cpu",)
    assert info.capabilities()["max dimensions"] == 64
    assert set(info.capabilities()) == {"boolean indexing", "data-dependent shapes", "max dimensions"}
    assert info.default_dtypes(device="cpu") == {
        "real floating": polyad.float64, "complex floating": polyad.complex128, "integral": polyad.int64, "indexing": polyad.int64,
    }
    assert info.dtypes() == {name: getattr(polyad, name) for name in STANDARD}
    assert set(info.dtypes(kind="unsigned integer")) == {"uint8", "uint16", "uint32", "uint64"}
    assert set(info.dtypes(kind=("bool", "complex floating"))) == {"bool", "complex64", "complex128"}
    with pytest.raises(ValueError, match="numerical"):
        info.dtypes(kind="numerical")
    with pytest.raises(ValueError, match="metal"):
        info.dtypes(device="metal")


def test_tensors_name_their_namespace_and_device():
    t = polyad.zeros((2,))
    assert t.__array_namespace__() is polyad and t.__array_namespace__(api_version="2025.12") is polyad
    assert polyad.__array_api_version__ == "2025.12"
    with pytest.raises(ValueError, match="1999"):
        t.__array_namespace__(api_version="1999.01")
    assert t.device == "cpu" and t.to_device("cpu") is t
    for call in (lambda: t.to_device("metal"), lambda: t.to_device("cpu", stream=1)):
        with pytest.raises(ValueError, match="metal|stream"):
            call()


@pytest.mark.parametrize("name", ["cpu", "metal", "cuda", "cpu:1", "", "no such thing", None, 7])
def test_availability_is_an_answer_for_any_name(name):
    assert polyad.is_device_available(name) == (name == "cpu")


def test_random_is_a_module_of_its_own():
    import polyad.random as random

    assert random is polyad.random is sys.modules["polyad.random"]
