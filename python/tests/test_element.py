"""Single elements, numbers of one element, and the parts of complex numbers, held against NumPy."""

import gc

import numpy as np
import polyad
import pytest

DTYPES = ["bool", "int8", "int64", "uint64", "float16", "float32", "float64", "complex64", "complex128"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_key_of_every_axis_gives_the_element(dtype):
    a = np.array([[0, 1, 2], [3, 4, 5]]).astype(dtype)
    for array in (a, a.T, a[::-1], a[:, ::2]):
        t = polyad.asarray(array)
        for index in np.ndindex(array.shape):
            x = t[index]
            assert (x.shape, x.dtype, x.item()) == ((), dtype, array[index].item())


@pytest.mark.parametrize("dtype", DTYPES)
def test_assignment_by_key_changes_one_element(dtype):
    a = np.zeros((2, 3), dtype)
    t = polyad.asarray(a)
    t[1, -1] = True if dtype == "bool" else 3
    assert np.flatnonzero(a).tolist() == [5]
    assert t[1, 2].item() == a[1, 2]


def test_tensors_without_axes_are_numbers():
    t = polyad.asarray(2.5)
    assert (t.item(), t[()].item(), float(t), complex(t), int(t), bool(t)) == (2.5, 2.5, 2.5, 2.5 + 0j, 2, True)
    t[()] = 4.0
    assert t.item() == 4.0
    assert float(polyad.asarray([[1.5]])) == 1.5


@pytest.mark.parametrize("call", [lambda t: t.item(), float, int, complex, bool])
def test_several_elements_are_no_number(call):
    with pytest.raises(TypeError if call in (float, int, complex) else ValueError):
        call(polyad.asarray([1, 2]))


@pytest.mark.parametrize("key", [(2, 0), (0, 3), (-3, 0), (0, 0, 0)])
def test_indices_outside_are_refused(key):
    t = polyad.asarray(np.zeros((2, 3)))
    with pytest.raises(IndexError):
        t[key]
    with pytest.raises(IndexError):
        t[key] = 1.0


@pytest.mark.parametrize("value", [300, -129])
def test_integers_out_of_range_change_nothing(value):
    t = polyad.asarray(np.ones(2, "int8"))
    with pytest.raises(OverflowError):
        t[0] = value
    assert t.tolist() == [1, 1]


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_parts_of_complex_numbers_are_views(dtype):
    a = np.array([[1 + 2j, 3 + 4j], [5 + 6j, 7 + 8j]], dtype)
    t = polyad.asarray(a).mT
    for ours, theirs in ((t.real_view(), a.T.real), (t.imag_view(), a.T.imag)):
        assert (ours.dtype, ours.strides) == (str(theirs.dtype), theirs.strides)
        np.testing.assert_array_equal(np.asarray(ours), theirs)
    t.imag_view()[0] = -1
    assert a.tolist() == [[1 - 1j, 3 + 4j], [5 - 1j, 7 + 8j]]


def test_parts_outlive_the_tensor():
    t = polyad.asarray([1 + 2j, 3 + 4j])
    part = t.imag_view()
    del t
    gc.collect()
    assert part.tolist() == [2.0, 4.0]


@pytest.mark.parametrize("dtype", ["float32", "int64", "bool"])
def test_parts_are_of_complex_numbers_only(dtype):
    t = polyad.asarray(np.ones(2, dtype))
    for part in (t.real_view, t.imag_view):
        with pytest.raises(TypeError, match="complex"):
            part()


def test_the_same_view_is_told_by_its_place():
    t = polyad.asarray([[1, 2], [3, 4]])
    assert t.is_same_view(t.mT.mT)
    assert not any(t.is_same_view(x) for x in (t.copy(), t.mT, t[0]))
