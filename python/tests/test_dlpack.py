"""DLPack, both ways: against NumPy, and with capsules made by hand of what NumPy does not make."""

import ctypes
import gc
import weakref

import numpy as np
import polyad
import pytest

PLAIN = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
]  # fmt: skip
VIEWS = {
    "whole": lambda a: a,
    "transposed": lambda a: a.T,
    "reversed": lambda a: a[::-1, :, ::-1],
    "sliced": lambda a: a[1:, ::2, 1:4],
    "sliced backwards": lambda a: a[::-2, 3:0:-2],
    "one element": lambda a: a[1, 2, 3, ...],
    "new axes": lambda a: a[:, None, 1:2],
    "empty": lambda a: a[:0],
    "empty inside": lambda a: a[:, 2:2, ::-1],
}
READ_ONLY, COPIED, PADDED = 1, 2, 4


class Device(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("id", ctypes.c_int32)]


class Element(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class Array(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("ndim", ctypes.c_int32),
        ("element", Element),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Legacy(ctypes.Structure):
    _fields_ = [("array", Array), ("context", ctypes.c_void_p), ("deleter", DELETER)]


class Versioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", DELETER),
        ("flags", ctypes.c_uint64),
        ("array", Array),
    ]


_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
_name = ctypes.pythonapi.PyCapsule_GetName
_name.restype, _name.argtypes = ctypes.c_char_p, [ctypes.py_object]


def look(capsule):
    """What a capsule holds: flags, element and array."""
    name = _name(capsule)
    form = {b"dltensor": Legacy, b"dltensor_versioned": Versioned}[name]
    held = form.from_address(_pointer(capsule, name))
    return getattr(held, "flags", None), tuple(getattr(held.array.element, n) for n, _ in Element._fields_), held.array


class Producer:
    """A capsule by hand, over the bytes of an array; `deleted` counts how often it was given back."""

    def __init__(self, raw, code, bits, shape, strides=None, *, versioned=True, flags=0, lanes=1, offset=0, **other):
        self.raw, self.deleted = raw, 0
        self.shape = (ctypes.c_int64 * len(shape))(*shape)
        self.strides = None if strides is None else (ctypes.c_int64 * len(strides))(*strides)
        array = Array(
            other.get("data", raw.ctypes.data), Device(other.get("device", 1), 0), other.get("ndim", len(shape)),
            Element(code, bits, lanes), self.shape, self.strides, offset,
        )  # fmt: skip
        self.deleter = DELETER(self.delete)
        if versioned:
            self.held = Versioned(other.get("major", 1), 0, None, self.deleter, flags, array)
        else:
            self.held = Legacy(array, None, self.deleter)
        self.name = b"dltensor_versioned" if versioned else b"dltensor"

    def delete(self, _):
        self.deleted += 1

    def __dlpack__(self, **_):
        return _new(ctypes.addressof(self.held), self.name, None)

    def __dlpack_device__(self):
        return self.held.array.device.kind, 0


def numbers(dtype, shape=(3, 4, 5)):
    n = np.arange(np.prod(shape)).reshape(shape)
    return n % 3 == 0 if dtype == "bool" else (n - (0 if dtype.startswith("uint") else 30)).astype(dtype)


@pytest.mark.parametrize("dtype", PLAIN)
@pytest.mark.parametrize("view", VIEWS)
def test_arrays_come_in_and_go_out_without_a_copy(dtype, view):
    a = VIEWS[view](numbers(dtype))
    t = polyad.from_dlpack(a, copy=False)
    assert (t.dtype, t.shape) == (dtype, a.shape) and t.tobytes() == a.tobytes()
    b = np.from_dlpack(t)
    np.testing.assert_array_equal(b, a, strict=True)
    if a.size:
        walked = [i for i, n in enumerate(a.shape) if n > 1]
        assert np.shares_memory(a, b) and [b.strides[i] for i in walked] == [a.strides[i] for i in walked]
        b[...] = np.zeros((), dtype)
        assert not a.any() and not polyad.any(t)


def test_tensors_are_on_the_host():
    assert polyad.zeros(3).__dlpack_device__() == (1, 0)


def test_a_tensor_comes_in_as_itself():
    t = polyad.zeros((2, 3))
    assert polyad.from_dlpack(t).is_same_view(t) and polyad.from_dlpack(t, copy=False, device="cpu").is_same_view(t)
    assert not polyad.from_dlpack(t, copy=True).is_same_view(t)
    with pytest.raises(ValueError, match="metal"):
        polyad.from_dlpack(t, device="metal")


def test_copies_are_made_on_demand():
    a = np.arange(6.0)
    t = polyad.from_dlpack(a, copy=True)
    a[0] = 9
    assert t[0].item() == 0
    capsule = polyad.from_dlpack(a).__dlpack__(copy=True, max_version=(1, 0))
    assert look(capsule)[0] == COPIED
    assert not np.shares_memory(np.asarray(polyad.from_dlpack(capsule)), a)


@pytest.mark.parametrize(("version", "name"), [(None, b"dltensor"), ((0, 8), b"dltensor"), ((1, 0), b"dltensor_versioned"), ((2, 5), b"dltensor_versioned")])  # fmt: skip
def test_the_form_is_the_newest_that_a_consumer_knows(version, name):
    t = polyad.asarray([[1.0, 2.0], [3.0, 4.0]])[:, ::-1]
    capsule = t.__dlpack__(max_version=version, stream=7, dl_device=(1, 0))
    assert _name(capsule) == name
    flags, element, array = look(capsule)
    assert flags in (None, 0) and element == (2, 64, 1) and array.byte_offset == 0
    assert (array.shape[:2], array.strides[:2]) == ([2, 2], [2, -1])
    assert polyad.from_dlpack(capsule).tolist() == t.tolist()
    assert _name(capsule) == b"used_" + name


def test_a_capsule_can_be_taken_once():
    capsule = polyad.zeros(3).__dlpack__()
    polyad.from_dlpack(capsule)
    with pytest.raises(TypeError, match="taken before"):
        polyad.from_dlpack(capsule)


def test_the_memory_is_held_until_the_last_view_goes():
    class Owner(np.ndarray):
        pass

    a = np.arange(8.0).view(Owner)
    gone = weakref.ref(a)
    row = polyad.from_dlpack(a)[2:4]
    del a
    gc.collect()
    assert gone() is not None and row.tolist() == [2, 3]
    del row
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("version", [None, (1, 1)])
def test_an_export_ends_with_its_capsule_or_its_consumer(version):
    t = polyad.arange(4)
    capsule = t.__dlpack__(max_version=version)
    del capsule
    taken = polyad.from_dlpack(t.__dlpack__(max_version=version))
    del t
    assert taken.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("options", [{"max_version": 1}, {"max_version": (1,)}, {"max_version": "10"}, {"dl_device": 1}, {"copies": 1}])  # fmt: skip
def test_bad_requests_are_type_errors(options):
    with pytest.raises(TypeError):
        polyad.zeros(2).__dlpack__(**options)
    with pytest.raises(TypeError):
        polyad.zeros(2).__dlpack__(None)


def test_another_device_is_a_buffer_error():
    with pytest.raises(BufferError, match=r"\(2, 0\)"):
        polyad.zeros(2).__dlpack__(dl_device=(2, 0))


def test_read_only_memory_says_so_from_version_1_on():
    a = np.arange(3.0)
    a.flags.writeable = False
    for t in (polyad.asarray(a), polyad.broadcast_to(polyad.zeros(1), (3,))):
        assert look(t.__dlpack__(max_version=(1, 0)))[0] == READ_ONLY
        assert not np.from_dlpack(t).flags.writeable
        with pytest.raises(BufferError, match="copy=True"):
            t.__dlpack__()
        assert look(t.__dlpack__(copy=True))[0] is None
    with pytest.raises(ValueError, match="read-only"):
        polyad.from_dlpack(a)[0] = 1.0


# Code and bits of DLPack, and the dtype here.
NAMED = {
    (0, 2): "int2", (0, 4): "int4", (0, 8): "int8", (0, 16): "int16", (0, 32): "int32", (0, 64): "int64",
    (1, 1): "uint1", (1, 2): "uint2", (1, 4): "uint4", (1, 8): "uint8", (1, 16): "uint16", (1, 32): "uint32",
    (1, 64): "uint64", (2, 16): "float16", (2, 32): "float32", (2, 64): "float64", (4, 16): "bfloat16",
    (5, 32): "complex32", (5, 64): "complex64", (5, 128): "complex128", (6, 8): "bool", (7, 8): "float8_e3m4",
    (8, 8): "float8_e4m3", (9, 8): "float8_e4m3b11fnuz", (10, 8): "float8_e4m3fn", (11, 8): "float8_e4m3fnuz",
    (12, 8): "float8_e5m2", (13, 8): "float8_e5m2fnuz", (14, 8): "float8_e8m0fnu", (15, 6): "float6_e2m3fn",
    (16, 6): "float6_e3m2fn", (17, 4): "float4_e2m1fn",
}  # fmt: skip


@pytest.mark.parametrize(("code", "bits"), NAMED)
def test_every_dtype_that_dlpack_names(code, bits):
    name = NAMED[code, bits]
    raw = np.arange(2 * 16, dtype="uint8") % (2 if name == "bool" else 64)
    t = polyad.frombuffer(raw, name, len(raw) * 8 // (8 if bits == 6 else bits))
    capsule = t.__dlpack__(max_version=(1, 1))
    flags, element, array = look(capsule)
    assert element == (code, bits, 1) and flags == (PADDED if bits == 6 else 0)
    assert array.shape[0] == t.size and (array.data == raw.ctypes.data or name == "bool")
    producer = Producer(raw, code, bits, t.shape, flags=flags)
    back = polyad.from_dlpack(producer, copy=False)
    assert (back.dtype, back.shape, back.tobytes()) == (name, t.shape, raw.tobytes())
    del back
    assert producer.deleted == 1


def test_the_scale_of_nvfp4_goes_as_the_float8_that_it_is_without_a_sign():
    assert look(polyad.zeros(4, dtype="float8_ue4m3").__dlpack__())[1] == (10, 8, 1)


@pytest.mark.parametrize("dtype", ["q4_0", "mxfp4", "bcomplex32", "ternary"])
def test_what_dlpack_has_no_word_for_is_refused(dtype):
    with pytest.raises(BufferError, match=f"{dtype}.*astype"):
        polyad.zeros((2, 64), dtype=dtype).__dlpack__(max_version=(1, 1))


@pytest.mark.parametrize("dtype", ["uint1", "int2", "uint2", "int4", "uint4", "float4_e2m1fn"])
def test_packed_elements_travel_as_bytes_before_version_1(dtype):
    raw = np.arange(24, dtype="uint8")
    each = 24 // len(polyad.zeros(24, dtype=dtype).tobytes())
    t = polyad.frombuffer(raw, dtype, (3, 8 * each))
    capsule = t.__dlpack__()
    _, element, array = look(capsule)
    assert element == (0 if dtype.startswith("int") else 1, 8, 1) and array.shape[:2] == [3, 8]
    rows = polyad.from_dlpack(t[::-1, each:].__dlpack__())
    np.testing.assert_array_equal(np.asarray(rows).view("uint8"), raw.reshape(3, 8)[::-1, 1:])
    with pytest.raises(BufferError, match="whole bytes"):
        t[:, 1:].__dlpack__()
    assert polyad.from_dlpack(t[:, ::2].__dlpack__()).size == 12


@pytest.mark.parametrize("dtype", ["uint1", "int2", "int4", "float4_e2m1fn"])
def test_packed_elements_that_start_inside_a_byte_are_copied(dtype):
    whole = polyad.zeros(16, dtype=dtype)
    t = polyad.frombuffer(np.arange(50, 50 + whole.nbytes, dtype="uint8"), dtype, 16)[1:9]
    capsule = t.__dlpack__(max_version=(1, 1))
    assert look(capsule)[0] & COPIED
    assert polyad.from_dlpack(capsule).tolist() == t.tolist()
    with pytest.raises(BufferError, match="copy=False"):
        t.__dlpack__(max_version=(1, 1), copy=False)


@pytest.mark.parametrize(("code", "bits", "values"), [(0, 4, [-8, 7, -1, 0, 3]), (1, 4, [15, 1, 0, 8, 9]), (1, 1, [1, 0, 1, 1, 0]), (17, 4, [0.5, -0.5, 6, -6, 1.5])])  # fmt: skip
def test_padded_elements_are_packed(code, bits, values):
    codes = [int(c) for c in _codes(code, bits, values)]
    raw = np.array(codes, "uint8")
    producer = Producer(raw, code, bits, (5,), flags=PADDED)
    t = polyad.from_dlpack(producer)
    assert t.dtype == NAMED[code, bits] and t.tolist() == values
    assert producer.deleted == 1
    refused = Producer(raw, code, bits, (5,), flags=PADDED)
    with pytest.raises(BufferError, match="copy=False"):
        polyad.from_dlpack(refused, copy=False)


def _codes(code, bits, values):
    packed = polyad.asarray(values).astype(NAMED[code, bits]).tobytes()
    whole = int.from_bytes(packed, "little")
    return [whole >> bits * i & (1 << bits) - 1 for i in range(len(values))]


@pytest.mark.parametrize("versioned", [True, False])
def test_no_strides_are_row_major(versioned):
    raw = np.arange(24, dtype="int16")
    producer = Producer(raw, 0, 16, (2, 3, 4), versioned=versioned)
    t = polyad.from_dlpack(producer)
    np.testing.assert_array_equal(np.asarray(t), raw.reshape(2, 3, 4))
    del t
    assert producer.deleted == 1


def test_offset_and_negative_strides_start_from_the_first_element():
    raw = np.arange(24, dtype="float32")
    t = polyad.from_dlpack(Producer(raw, 2, 32, (2, 3), (12, -2), offset=4 * 7))
    assert t.tolist() == [[7, 5, 3], [19, 17, 15]]
    packed = np.arange(12, dtype="uint8")
    t = polyad.from_dlpack(Producer(packed, 1, 4, (5,), (-1,), offset=3))
    assert t.tolist() == [3, 0, 2, 0, 1]


def test_legacy_memory_is_read_only():
    raw = np.zeros(3)
    with pytest.raises(ValueError, match="read-only"):
        polyad.from_dlpack(Producer(raw, 2, 64, (3,), versioned=False)).fill(1)
    polyad.from_dlpack(Producer(raw, 2, 64, (3,))).fill(1)
    assert raw.tolist() == [1, 1, 1]


FAULTS = {
    "a newer major version": (BufferError, {"major": 2}),
    "memory of a device": (BufferError, {"device": 2}),
    "an unknown code": (TypeError, {"code": 40}),
    "a width that no float has": (TypeError, {"bits": 48}),
    "lanes": (TypeError, {"lanes": 2}),
    "six bits without padding": (TypeError, {"code": 15, "bits": 6}),
    "a negative extent": (ValueError, {"shape": (-1,)}),
    "more than the address space": (ValueError, {"shape": (2**62, 2**62), "strides": (1, 1)}),
    "strides past the address space": (ValueError, {"shape": (2, 2), "strides": (2**62, 2**62)}),
    "negative strides past the address space": (ValueError, {"shape": (3, 3), "strides": (-(2**63), -(2**63))}),
    "a negative rank": (ValueError, {"ndim": -1}),
    "too many axes": (ValueError, {"shape": (1,) * 65}),
    "no memory": (ValueError, {"data": None}),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("versioned", [True, False])
def test_what_is_wrong_is_refused_and_not_taken(fault, versioned):
    if fault == "a newer major version" and not versioned:
        pytest.skip("the old form has no version")
    error, wrong = FAULTS[fault]
    options = {"code": 2, "bits": 64, "shape": (3,), "versioned": versioned} | wrong
    producer = Producer(np.zeros(3), **options)
    capsule = producer.__dlpack__()
    with pytest.raises(error, match="from_dlpack|layout"):
        polyad.from_dlpack(capsule)
    assert _name(capsule) == producer.name and producer.deleted == 0


def test_a_device_is_asked_before_its_capsule():
    producer = Producer(np.zeros(3), 2, 64, (3,), device=2)
    producer.__dlpack__ = None
    with pytest.raises(BufferError, match="kind 2"):
        polyad.from_dlpack(producer)


def test_a_producer_without_keywords_is_asked_again():
    class Old:
        def __dlpack__(self, stream=None):
            return polyad.asarray([1, 2]).__dlpack__()

    assert polyad.from_dlpack(Old()).tolist() == [1, 2]


def test_other_things_are_type_errors():
    taken = polyad.zeros(3).__dlpack__()
    polyad.from_dlpack(taken)
    raw = np.zeros(3)
    unknown, lanes = Producer(raw, 40, 64, (3,)), Producer(raw, 2, 32, (3,), lanes=2)
    other = _new(raw.ctypes.data, b"arrow_array", None)
    for x in (taken, other, unknown, lanes, [1, 2], 3, "text", None, b"bytes"):
        with pytest.raises(TypeError, match="from_dlpack"):
            polyad.from_dlpack(x)
