"""What becomes a tensor, and which dtype it gets."""

import numpy as np
import polyad
import pytest


@pytest.mark.parametrize(
    ("values", "dtype", "shape"),
    [
        (1, "int64", ()),
        (True, "bool", ()),
        (1.5, "float64", ()),
        (2j, "complex128", ()),
        ([], "float64", (0,)),
        ([[], []], "float64", (2, 0)),
        ([1, 2], "int64", (2,)),
        ([True, False], "bool", (2,)),
        ([True, 2], "int64", (2,)),
        ([1, 2.5], "float64", (2,)),
        ([1, 2.5, 1j], "complex128", (3,)),
        ([[1, 2], (3, 4)], "int64", (2, 2)),
        (((1,),), "int64", (1, 1)),
        (range(3), "int64", (3,)),
        ([range(2), [5, 6]], "int64", (2, 2)),
        ([2**63], "uint64", (1,)),
        ([-(2**63), 2**63 - 1], "int64", (2,)),
        ([float("inf"), 0], "float64", (2,)),
    ],
)
def test_python_values(values, dtype, shape):
    t = polyad.asarray(values)
    a = np.asarray(values)
    assert (t.dtype, t.shape) == (dtype, shape) == (a.dtype.name, a.shape)
    assert t.tolist() == a.tolist()
    assert np.array_equal(np.asarray(t), a)


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "int8", "uint64", "bool", "complex64", "ternary"])
def test_a_dtype_may_be_asked_for(dtype):
    t = polyad.asarray([[1, 0], [1, 1]], dtype=dtype)
    assert t.dtype == dtype and t.tolist() == [[1, 0], [1, 1]]


@pytest.mark.parametrize(
    ("dtype", "name"),
    [
        (np.dtype("float32"), "float32"),
        (np.float16, "float16"),
        (np.int64, "int64"),
        (np.bool_, "bool"),
        (float, "float64"),
        (int, "int64"),
        (bool, "bool"),
        (complex, "complex128"),
        ("f32", "float32"),
        ("<f4", "float32"),
        ("bf16", "bfloat16"),
        ("Q8_0", "q8_0"),
    ],
)
def test_dtypes_have_names_aliases_and_numpys_objects(dtype, name):
    assert polyad.asarray([0.0] * 32, dtype=dtype).dtype == name


@pytest.mark.parametrize("dtype", ["float33", "", "<f3", ">f4", object, np.dtype("M8[s]"), 4, None.__class__])
def test_unknown_dtypes_list_the_known(dtype):
    with pytest.raises(TypeError, match="unknown. Known: .*float32.*mxfp4"):
        polyad.asarray([1.0], dtype=dtype)


def test_a_dtype_that_means_two_things_is_refused():
    with pytest.raises(TypeError, match="int32.*4-bit"):
        polyad.asarray([1], dtype="i4")


def test_integers_never_wrap():
    assert polyad.asarray([0, 255], dtype="uint8").tolist() == [0, 255]
    for values, dtype in (([256], "uint8"), ([-1], "uint8"), ([1, 200], "int8"), ([2**64], None), ([-1, 2**63], None)):
        with pytest.raises(OverflowError):
            polyad.asarray(values, dtype=dtype)
    assert polyad.asarray([2**70], dtype="float32").tolist() == [2.0**70]


def test_copy_means_what_it_means_to_numpy():
    a = np.arange(4.0)
    assert np.shares_memory(np.asarray(polyad.asarray(a)), a)
    for copied in (polyad.asarray(a, copy=True), polyad.asarray(a, dtype="float64", copy=True)):
        assert not np.shares_memory(np.asarray(copied), a) and copied.tolist() == a.tolist()
    t = polyad.asarray(a)
    assert polyad.asarray(t) is t and polyad.asarray(t, dtype="float64", copy=False) is t
    twin = polyad.asarray(t, copy=True)
    twin[0] = 9
    assert a[0] == 0
    for obj, dtype in ((a, "float32"), (t, "float32"), ([1.0], None), (1.0, None)):
        with pytest.raises(ValueError, match="copy=False"):
            polyad.asarray(obj, dtype=dtype, copy=False)


def test_lists_of_arrays_are_stacked():
    a = np.arange(6, dtype="float32").reshape(2, 3)
    t = polyad.asarray([a, polyad.asarray(a + 1)])
    assert (t.dtype, t.shape) == ("float32", (2, 2, 3))
    assert np.array_equal(np.asarray(t), np.stack([a, a + 1]))
    assert polyad.asarray([np.float32(1), np.float32(2)]).dtype == "float32"
    assert polyad.asarray([[a[0], a[1]], [a[1], a[0]]]).shape == (2, 2, 3)
    with pytest.raises(ValueError, match=r"\[1, 2\]|\[2\]"):
        polyad.asarray([a[0], a[0, :2]])


@pytest.mark.parametrize(
    "values", [[1, [2]], [[1], 2], [[1, 2], [3]], [[], [1]], [[], 1], [[1], []], [[[1]], [[1, 2]]], [[1], [[1]]]]
)
def test_ragged_lists_are_an_error(values):
    with pytest.raises(ValueError, match="length or depth"):
        polyad.asarray(values)


def test_what_is_no_number_is_named():
    for obj in ("text", ["a"], None, [None], {1: 2}, object(), {1, 2}, [1, object()], (i for i in ())):
        with pytest.raises(TypeError, match="asarray"):
            polyad.asarray(obj)
    for a in (np.array(["a"]), np.array([object()]), np.zeros(2, [("a", "f4")]), np.zeros(2, "longdouble")):
        with pytest.raises(TypeError, match="format"):
            polyad.asarray(a)


def test_a_list_inside_itself_is_an_error():
    endless = []
    endless.append(endless)
    arrays = [np.zeros(2)]
    arrays += [arrays, arrays]
    for x in (endless, arrays, [endless, endless]):
        with pytest.raises(ValueError, match="64"):
            polyad.asarray(x)


def test_64_axes_are_the_most():
    deep = 1.0
    for _ in range(64):
        deep = [deep]
    assert polyad.asarray(deep).shape == (1,) * 64
    with pytest.raises(ValueError, match="65 axes"):
        polyad.asarray([deep])
    a = np.zeros((1,) * 64)
    assert np.asarray(polyad.asarray(a)).shape == a.shape


def test_objects_with_an_array_method():
    class Holder:
        def __init__(self):
            self.array = np.arange(3.0)

        def __array__(self, dtype=None, copy=None):
            return self.array

    holder = Holder()
    t = polyad.asarray(holder)
    holder.array[0] = 5
    assert t.tolist() == [5, 1, 2]


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8", "complex64", "q8_0", "mxfp4", "uint16"])
def test_storage_bytes_come_in_as_they_go_out(dtype):
    values = (np.arange(64) % 5).reshape(2, 32)
    t = polyad.asarray(values, dtype="float32")
    t = polyad.quantize(t, dtype) if dtype == "mxfp4" else t.astype(dtype)
    raw = t.tobytes()
    back = polyad.frombuffer(raw, dtype, (2, 32))
    assert (back.dtype, back.shape, back.nbytes, back.tobytes()) == (dtype, (2, 32), len(raw), raw)
    assert back.tolist() == t.tolist()
    writable = bytearray(raw)
    shared = polyad.frombuffer(writable, dtype, [2, 32])
    writable[:] = bytes(len(raw))
    assert shared.tobytes() == bytes(len(raw))
    with pytest.raises(ValueError, match="read-only"):
        back[:] = 0


def test_ternary_and_bool_bytes_are_checked():
    assert polyad.frombuffer(b"\x0d", "ternary", 4).tolist() == [1, -1, 0, 0]
    with pytest.raises(ValueError, match="ternary"):
        polyad.frombuffer(b"\x02", "ternary", 4)
    t = polyad.frombuffer(b"\0\7", "bool", 2)
    assert t.tolist() == [False, True] and t.tobytes() == b"\0\1"


def test_bytes_of_another_length_are_refused():
    for raw, dtype, shape in ((b"1234567", "float32", (2,)), (b"", "q4_0", (1, 32)), (b"12", "uint8", (1,))):
        with pytest.raises(ValueError, match=f"{len(raw)} bytes given"):
            polyad.frombuffer(raw, dtype, shape)
    with pytest.raises(ValueError, match="blocks"):
        polyad.frombuffer(bytes(18), "q4_0", (2, 16))
    with pytest.raises(ValueError, match="address space"):
        polyad.frombuffer(b"", "float32", (2**62, 2**62))
    with pytest.raises((OverflowError, TypeError)):
        polyad.frombuffer(b"", "float32", (-1,))


def test_bytes_come_from_strided_memory_too():
    raw = np.arange(16, dtype="uint8")
    t = polyad.frombuffer(raw[::2], "uint16", 4)
    assert t.tobytes() == raw[::2].tobytes()
