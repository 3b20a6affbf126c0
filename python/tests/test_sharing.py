"""Memory shared with NumPy, both ways."""

import array
import ctypes

import numpy as np
import polyad
import pytest

DTYPES = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
]  # fmt: skip

# Views of a (3, 4, 5) array.
VIEWS = {
    "whole": lambda a: a,
    "transposed": lambda a: a.T,
    "permuted": lambda a: a.transpose(1, 2, 0),
    "reversed": lambda a: a[::-1, :, ::-1],
    "sliced": lambda a: a[1:, ::2, 1:4],
    "sliced backwards": lambda a: a[::-2, 3:0:-2],
    "one row": lambda a: a[1, 2],
    "one element": lambda a: a[1, 2, 3, ...],
    "new axes": lambda a: a[:, None, 1:2],
    "broadcast": lambda a: np.broadcast_to(a[:, :1], (2, 3, 4, 5)),
    "empty": lambda a: a[:0],
    "empty inside": lambda a: a[:, 2:2, ::-1],
    "Fortran order": lambda a: np.asfortranarray(a),
}


def numbers(dtype, shape=(3, 4, 5)):
    n = np.arange(np.prod(shape)).reshape(shape)
    if dtype == "bool":
        return n % 3 == 0
    if "complex" in dtype:
        return (n + 1j * (n - 7)).astype(dtype)
    return (n - (0 if dtype.startswith("uint") else 30)).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("view", VIEWS)
def test_arrays_come_in_and_go_out_without_a_copy(dtype, view):
    a = VIEWS[view](numbers(dtype))
    t = polyad.asarray(a, copy=False)
    assert (t.dtype, t.shape, t.ndim, t.size, t.nbytes) == (dtype, a.shape, a.ndim, a.size, a.nbytes)
    if a.size:
        assert t.strides == a.strides
    b = np.asarray(t)
    assert (b.dtype, b.shape) == (a.dtype, a.shape)
    np.testing.assert_array_equal(b, a)
    assert t.tobytes() == a.tobytes()
    if a.size:
        assert np.shares_memory(a, b)
        assert b.strides == a.strides


@pytest.mark.parametrize("view", [v for v in VIEWS if "empty" not in v and v != "broadcast"])
def test_a_write_on_either_side_is_seen_on_the_other(view):
    a = VIEWS[view](numbers("float32"))
    t = polyad.asarray(a)
    first, last = (0,) * a.ndim, (-1,) * a.ndim
    a[first] = 500
    assert t[first].item() == 500
    t[last] = 700
    assert a[last] == 700
    np.asarray(t)[first] = 900
    assert a[first] == 900 and t[first].item() == 900


def test_a_write_through_a_tensor_is_seen_in_every_view_of_it():
    t = polyad.asarray(list(range(12))).reshape(3, 4)
    seen = [np.asarray(t), np.asarray(t.T).T, np.asarray(t[::-1])[::-1]]
    t[1, 2] = -5
    np.asarray(t[:, ::-1])[0, 0] = -6
    for a in seen:
        assert a[1, 2] == -5 and a[0, 3] == -6


def test_a_broadcast_view_follows_its_source_and_cannot_be_written():
    a = np.zeros((3, 1), "int32")
    t = polyad.asarray(np.broadcast_to(a, (3, 4)))
    a[1] = 7
    assert t[1].tolist() == [7] * 4
    own = polyad.broadcast_to(polyad.asarray([1, 2, 3]), (2, 3))
    b = np.asarray(own)
    assert not b.flags.writeable and b.strides == (0, 8)
    with pytest.raises(ValueError, match="share memory"):
        own[:] = 3
    own[0] = 3
    assert own.tolist() == [[3, 3, 3]] * 2
    with pytest.raises(ValueError, match="read-only"):
        t[:, :1] = 1


def test_overlapping_windows_are_read_and_not_written():
    a = np.arange(6.0)
    windows = np.lib.stride_tricks.as_strided(a, (4, 3), (8, 8))
    t = polyad.asarray(windows)
    assert t.tolist() == windows.tolist()
    assert not np.asarray(t).flags.writeable
    with pytest.raises(ValueError, match="share memory"):
        t += 1


def test_read_only_memory_stays_read_only():
    a = np.arange(4.0)
    a.flags.writeable = False
    t = polyad.asarray(a)
    assert np.shares_memory(a, np.asarray(t)) and not np.asarray(t).flags.writeable
    assert memoryview(t).readonly and memoryview(polyad.asarray(b"abc")).readonly
    for write in (lambda: t.__setitem__(0, 1.0), lambda: t.__iadd__(1.0)):
        with pytest.raises(ValueError, match="read-only"):
            write()
    assert a.tolist() == [0, 1, 2, 3]
    free = t.copy()
    free += 1
    assert free.tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("dtype", DTYPES)
def test_scalars_are_0d(dtype):
    a = numbers(dtype, (2,))[1]
    for x in (a, np.array(a)):
        t = polyad.asarray(x)
        assert (t.shape, t.strides, t.dtype, t.size) == ((), (), dtype, 1)
        assert t.item() == a.item()
        b = np.asarray(t)
        assert b.shape == () and b.dtype == a.dtype and b == a


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(0,), (0, 3), (2, 0, 4), (1, 0)])
def test_nothing_keeps_its_shape(dtype, shape):
    t = polyad.asarray(np.zeros(shape, dtype))
    assert (t.shape, t.dtype, t.size, t.nbytes, t.tobytes()) == (shape, dtype, 0, 0, b"")
    assert np.asarray(t).shape == shape and np.asarray(t).dtype == dtype
    assert (t == t).shape == shape


@pytest.mark.parametrize("dtype", [d for d in DTYPES if np.dtype(d).itemsize > 1])
def test_unaligned_memory_is_shared_and_used(dtype):
    a = numbers(dtype, (40,))
    raw = bytearray(b"\0" + a.tobytes())
    u = np.frombuffer(raw, dtype, offset=1)
    assert not u.flags.aligned
    t = polyad.asarray(u, copy=False)
    np.testing.assert_array_equal(np.asarray(t), a)
    np.testing.assert_array_equal(np.asarray(t[::-3]), a[::-3])
    np.testing.assert_array_equal(np.asarray(t + t), a + a)
    np.testing.assert_array_equal(np.asarray(t == t[::-1]), a == a[::-1])
    assert t.sum().item() == pytest.approx(a.sum(dtype="float64" if dtype == "float16" else None).item())
    if np.dtype(dtype).kind != "u":
        np.testing.assert_allclose(np.asarray(t.reshape(5, 8) @ t.reshape(8, 5)), a.reshape(5, 8) @ a.reshape(8, 5))
    t += t[:1]
    np.testing.assert_array_equal(u, a + a[:1])


@pytest.mark.parametrize("dtype", [d for d in DTYPES if np.dtype(d).itemsize > 1])
def test_big_endian_values_are_copied(dtype):
    a = numbers(dtype)
    big = a.astype(np.dtype(dtype).newbyteorder(">"))
    t = polyad.asarray(big[::-1])
    assert t.dtype == dtype
    np.testing.assert_array_equal(np.asarray(t), a[::-1])
    with pytest.raises(ValueError, match="big-endian"):
        polyad.asarray(big, copy=False)


def test_fields_of_records_are_copied_where_strides_are_no_multiples():
    a = np.zeros(5, [("tag", "i1"), ("value", "f4")])
    a["value"] = range(5)
    t = polyad.asarray(a["value"])
    assert t.tolist() == [0, 1, 2, 3, 4] and t.strides == (4,)
    with pytest.raises(ValueError, match="strides"):
        polyad.asarray(a["value"], copy=False)
    even = np.zeros(5, [("tag", "f4"), ("value", "f4")])
    shared = polyad.asarray(even["value"], copy=False)
    even["value"] = 3
    assert shared.tolist() == [3] * 5


def test_other_exporters():
    numbers = array.array("h", [1, -2, 3])
    t = polyad.asarray(numbers)
    numbers[0] = 9
    assert (t.dtype, t.tolist()) == ("int16", [9, -2, 3])
    c = (ctypes.c_double * 3 * 2)()
    c[1][2] = 2.5
    assert polyad.asarray(c).tolist() == [[0, 0, 0], [0, 0, 2.5]]
    assert polyad.asarray(bytearray(b"\1\2")).tolist() == [1, 2]
    assert polyad.asarray(memoryview(b"\1\2\3\4").cast("B", (2, 2))).tolist() == [[1, 2], [3, 4]]
    for width, dtype in ((ctypes.c_long, "int64"), (ctypes.c_ubyte, "uint8"), (ctypes.c_bool, "bool")):
        assert polyad.asarray((width * 2)()).dtype == (dtype if ctypes.sizeof(width) != 4 else "int32")


def test_memoryviews_of_a_tensor():
    t = polyad.asarray([[1, 2], [3, 4]], dtype="int16")
    m = memoryview(t)
    assert (m.format, m.itemsize, m.shape, m.strides, m.readonly) == ("h", 2, (2, 2), (4, 2), False)
    assert m.tolist() == [[1, 2], [3, 4]] and bytes(m) == t.tobytes() == bytes(t)
    m[1, 0] = -7
    assert t[1, 0].item() == -7
    assert memoryview(t.T).f_contiguous and not memoryview(t.T).c_contiguous
    assert bytes(t.T) == t.T.tobytes()


def test_formats_are_numpys():
    for dtype in DTYPES:
        a = np.zeros(2, dtype)
        assert memoryview(polyad.asarray([0, 0], dtype=dtype)).format == memoryview(a).format


class Asker(ctypes.Structure):
    """Py_buffer of CPython's stable ABI."""

    _fields_ = [
        ("buf", ctypes.c_void_p), ("obj", ctypes.c_void_p), ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p), ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)), ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p),
    ]  # fmt: skip

    def ask(self, obj, flags):
        get = ctypes.pythonapi.PyObject_GetBuffer
        get.argtypes = [ctypes.py_object, ctypes.POINTER(Asker), ctypes.c_int]
        get(obj, self, flags)
        return self

    def release(self):
        ctypes.pythonapi.PyBuffer_Release(ctypes.byref(self))


WRITABLE, FORMAT, ND, STRIDES, C, F, ANY = 0x1, 0x4, 0x8, 0x18, 0x38, 0x58, 0x98


def test_a_view_has_what_was_asked_for_and_no_more():
    t = polyad.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    simple = Asker().ask(t, 0)
    assert (simple.len, simple.ndim, simple.format) == (48, 1, None)
    assert not simple.shape and not simple.strides
    simple.release()
    shaped = Asker().ask(t, ND | FORMAT)
    assert shaped.shape[:2] == [2, 3] and shaped.format == b"d" and not shaped.strides
    shaped.release()
    strided = Asker().ask(t.T, STRIDES | WRITABLE)
    assert strided.shape[:2] == [3, 2] and strided.strides[:2] == [8, 24] and not strided.readonly
    strided.release()
    for flags, x in ((C, t), (F, t.T), (ANY, t), (ANY, t.T)):
        Asker().ask(x, flags).release()


def test_a_view_that_the_asker_cannot_walk_is_refused():
    t = polyad.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    for flags, x in ((0, t.T), (ND, t.T), (C, t.T), (F, t), (ANY, t[:, ::2])):
        with pytest.raises(BufferError, match="contiguous"):
            Asker().ask(x, flags)
    with pytest.raises(BufferError, match="read-only"):
        Asker().ask(polyad.broadcast_to(t, (2, 2, 3)), STRIDES | WRITABLE)


@pytest.mark.parametrize("dtype", ["bfloat16", "ternary", "q8_0", "q4_0", "mxfp4"])
def test_dtypes_that_numpy_lacks_are_refused_with_a_way_out(dtype):
    t = polyad.asarray([[0.0] * 32])
    t = polyad.quantize(t, dtype) if dtype == "mxfp4" else t.astype(dtype)
    for use in (memoryview, np.asarray, lambda x: np.asarray(x, "float32"), bytes, np.array):
        with pytest.raises(BufferError, match=rf"no {dtype}.*astype.*tobytes\(\)"):
            use(t)


def test_numpy_leaves_operators_to_tensors():
    a, t = np.ones((2, 2), "float32"), polyad.asarray([[1.0, 2.0], [3.0, 4.0]], dtype="float32")
    for x in (a + t, t + a, a @ t, a - t, a == t, np.float32(2) * t, 2 * t, np.int64(2) * t):
        assert type(x) is polyad.Tensor
    assert (np.float32(2) * t).tolist() == [[2, 4], [6, 8]]
    assert (a - t).tolist() == [[0, -1], [-2, -3]]
    assert np.add(a, np.asarray(t)).tolist() == (a + t).tolist()
