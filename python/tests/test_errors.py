"""Every class of error, with the library's text."""

import numpy as np
import polyad
import pytest


def raised(error, text, call):
    with pytest.raises(error, match=text) as caught:
        call()
    assert type(caught.value) is error


def test_the_classes_are_those_numpy_users_expect():
    t = polyad.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    u64, i64 = polyad.asarray([1], dtype="uint64"), polyad.asarray([1])
    raised(ValueError, r"add: shapes \[2, 3\] and \[2\] do not broadcast", lambda: t + polyad.asarray([1, 2]))
    raised(ValueError, "reshape.*6 elements", lambda: t.reshape(4, 2))
    raised(ValueError, "address space", lambda: polyad.broadcast_to(t[:1, :1], (2**40, 2**40)))
    raised(polyad.AxisError, "axis 2 is outside", lambda: t.sum(axis=2))
    raised(ValueError, "named twice", lambda: t.sum(axis=(0, 0)))
    raised(IndexError, "outside axis 0", lambda: t[2])
    raised(IndexError, "3 axes", lambda: t[0, 0, 0])
    raised(IndexError, "7", lambda: polyad.take(t, [0, 7]))
    raised(TypeError, "Known", lambda: t.astype("float99"))
    raised(TypeError, "no common dtype", lambda: u64 + i64)
    raised(TypeError, "bool", lambda: -(t > 0))
    raised(OverflowError, "uint8", lambda: polyad.asarray([300], dtype="uint8"))
    raised(ValueError, "one value a column", lambda: polyad.quantize(t, "q4_0", importance=t))
    raised(BufferError, "bfloat16", lambda: memoryview(t.astype("bfloat16")))
    raised(MemoryError, "bytes", lambda: polyad.broadcast_to(t[:1, :1], (2**29, 2**29)).copy())
    raised(FileNotFoundError, "cannot open: No such file", lambda: polyad.load("/no/such/file.npy"))
    raised(polyad.FormatError, "ending", lambda: polyad.save("x.unknown", t))


def test_an_axis_error_is_both_of_numpys_bases():
    assert issubclass(polyad.AxisError, ValueError) and issubclass(polyad.AxisError, IndexError)
    assert issubclass(np.exceptions.AxisError, (ValueError, IndexError))


def test_a_format_error_is_a_value_error():
    assert polyad.FormatError.__mro__[1] is ValueError and polyad.FormatError.__module__ == "polyad"


def test_a_tensor_has_no_constructor_and_no_subclass():
    with pytest.raises(TypeError):
        polyad.Tensor()
    with pytest.raises(TypeError):
        type("Mine", (polyad.Tensor,), {})


def test_errors_leave_operands_as_they_were():
    a = np.arange(4.0)
    t = polyad.asarray(a)
    for fail in (lambda: t.__iadd__(polyad.asarray([1.0, 2.0])), lambda: t.__setitem__(slice(None), [1, 2, 3])):
        with pytest.raises(ValueError):
            fail()
    assert a.tolist() == [0, 1, 2, 3]
