"""Transforms against NumPy and against definitions: dtypes, layouts, axes, lengths, factors, refusals."""

import numpy as np
import polyad
import pytest
from polyad import fft

REAL = ["float32", "float64"]
COMPLEX = ["complex64", "complex128"]
NORMS = [None, "backward", "ortho", "forward"]
LAYOUTS = ["plain", "transposed", "reversed", "strided", "broadcast"]


def made(dtype, shape, layout="plain"):
    r = np.random.default_rng(11)

    def fresh(shape):
        a = r.normal(size=shape)
        if np.dtype(dtype).kind == "c":
            a = a + 1j * r.normal(size=shape)
        return (a * 8).astype(dtype)

    if layout == "transposed":
        return fresh(shape[::-1]).T
    if layout == "reversed":
        return fresh(shape)[(slice(None, None, -1),) * len(shape)]
    if layout == "strided":
        return fresh([2 * n for n in shape])[(slice(None, None, 2),) * len(shape)]
    if layout == "broadcast":
        return np.broadcast_to(fresh((*shape[:-1], 1)), shape)
    return fresh(shape)


def near(got, need):
    got, need = np.asarray(got), np.asarray(need)
    assert (got.shape, got.dtype) == (need.shape, need.dtype)
    scale = np.abs(need).max(initial=1e-3)
    assert np.abs(got - need).max(initial=0) <= scale * (1e-13 if got.dtype in ("float64", "complex128") else 3e-6)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", REAL + COMPLEX)
@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
def test_transforms_of_one_axis_are_those_of_numpy(name, dtype, layout):
    if name in ("rfft", "ihfft") and dtype in COMPLEX:
        with pytest.raises(TypeError, match=f"{name}: not defined for {dtype}"):
            getattr(fft, name)(polyad.asarray(made(dtype, (4,))))
        return
    a = made(dtype, (4, 6, 5), layout)
    for axis in (0, 1, -1):
        for n in (None, 1, 3, 8, 17):
            for norm in NORMS:
                need = getattr(np.fft, name)(a, n=n, axis=axis, norm=norm)
                near(getattr(fft, name)(polyad.asarray(a), n=n, axis=axis, norm=norm), need)
    near(getattr(fft, name)(polyad.asarray(a), 6, 0), getattr(np.fft, name)(a, 6, 0))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("name", "dtype"), [(name, d) for name in ["fft", "ifft", "irfft"] for d in REAL + COMPLEX] + [("rfft", d) for d in REAL]
)
def test_transforms_of_several_axes_are_those_of_numpy(name, dtype, layout):
    a = made(dtype, (4, 6, 5), layout)
    x = polyad.asarray(a)
    ours, theirs = getattr(fft, f"{name}n"), getattr(np.fft, f"{name}n")
    near(ours(x), theirs(a))
    for s, axes in [(None, (0,)), (None, (2, 0)), ((3, 9), (0, 1)), ((5, -1, 2), (2, 1, 0)), (None, (1, 1)), ((2,), (-2,))]:
        for norm in NORMS:
            near(ours(x, s=s, axes=axes, norm=norm), theirs(a, s=s, axes=axes, norm=norm))
    ours, theirs = getattr(fft, f"{name}2"), getattr(np.fft, f"{name}2")
    near(ours(x), theirs(a))
    near(ours(x, s=(2, 7), axes=(0, 1), norm="ortho"), theirs(a, s=(2, 7), axes=(0, 1), norm="ortho"))
    near(fft.fftn(x, s=(3, 4)), np.fft.fftn(a, s=(3, 4), axes=(1, 2)))


@pytest.mark.parametrize("n", [1, 2, 3, 5, 16, 31, 97, 210, 1009, 4096])
def test_every_length_is_numpys(n):
    for dtype in COMPLEX:
        a = made(dtype, (n,))
        near(fft.fft(polyad.asarray(a)), np.fft.fft(a))
        near(fft.ifft(polyad.asarray(a)), np.fft.ifft(a))
        near(fft.rfft(polyad.asarray(a.real)), np.fft.rfft(a.real))
        near(fft.irfft(polyad.asarray(a), n=n), np.fft.irfft(a, n=n))


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int64"])
def test_integers_count_as_float64(dtype):
    a = made(dtype, (3, 8))
    near(fft.fft(polyad.asarray(a)), np.fft.fft(a))
    near(fft.rfftn(polyad.asarray(a)), np.fft.rfftn(a))
    near(fft.irfft([1, 2, 3]), np.fft.irfft([1, 2, 3]))


@pytest.mark.parametrize(("dtype", "made_of"), [("float16", "complex32"), ("bfloat16", "bcomplex32"), ("q8_0", "complex64")])
def test_narrow_floats_are_computed_in_float32(dtype, made_of):
    x = polyad.asarray(made("float32", (2, 32))).astype(dtype)
    y = fft.fft(x)
    assert y.dtype == made_of
    need = np.fft.fft(np.asarray(x.astype("float32")))
    step = {"float16": 1e-3, "bfloat16": 8e-3}.get(dtype, 1e-6)
    assert np.abs(np.asarray(y.astype("complex64")) - need).max() <= step * np.abs(need).max()


@pytest.mark.parametrize("n", range(1, 10))
def test_frequencies_and_shifts_are_numpys(n):
    for d in (1.0, 0.1, -3):
        np.testing.assert_array_equal(np.asarray(fft.fftfreq(n, d=d)), np.fft.fftfreq(n, d=d))
        np.testing.assert_array_equal(np.asarray(fft.rfftfreq(n, d)), np.fft.rfftfreq(n, d))
    assert fft.fftfreq(n, dtype="float32").dtype == polyad.float32
    a = np.arange(2 * n).reshape(2, n)
    for axes in (None, 0, (1,), (0, 1), (1, 1)):
        for name in ("fftshift", "ifftshift"):
            got = getattr(fft, name)(polyad.asarray(a), axes=axes)
            np.testing.assert_array_equal(np.asarray(got), getattr(np.fft, name)(a, axes=axes))


def matrix(n, kind, sine, norm):
    """The transform as a matrix, from the definitions of SciPy."""
    k, j = np.arange(n)[:, None], np.arange(n)[None]
    end = n - 1 if sine else 0
    if kind == 1:
        angle = (k + 1) * (j + 1) / (n + 1) if sine else k * j / max(n - 1, 1)
    elif kind == 2:
        angle = (k + sine) * (2 * j + 1) / (2 * n)
    elif kind == 3:
        angle = (j + sine) * (2 * k + 1) / (2 * n)
    else:
        angle = (2 * k + 1) * (2 * j + 1) / (4 * n)
    m = 2 * (np.sin if sine else np.cos)(np.pi * angle)
    if kind == 1 and not sine:
        m[:, [0, n - 1]] /= 2
    if kind == 3:
        m[:, end] /= 2
    length = 2 * (n + (kind == 1) * (1 if sine else -1))
    if norm == "ortho":
        m /= np.sqrt(length)
        if kind == 1 and not sine:
            m[:, [0, n - 1]] *= np.sqrt(2)
            m[[0, n - 1]] /= np.sqrt(2)
        elif kind == 2:
            m[end] /= np.sqrt(2)
        elif kind == 3:
            m[:, end] *= np.sqrt(2)
        np.testing.assert_allclose(m @ m.T, np.eye(n), atol=1e-12)
    return m / length if norm == "forward" else m


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("kind", [1, 2, 3, 4])
@pytest.mark.parametrize("sine", [False, True])
def test_cosine_and_sine_transforms_are_their_matrices(kind, sine, norm):
    there, back = (fft.dst, fft.idst) if sine else (fft.dct, fft.idct)
    for dtype in REAL + COMPLEX:
        for n in (2, 3, 8, 12, 17):
            for layout in LAYOUTS:
                a = made(dtype, (n, 5), layout)
                x = polyad.asarray(a)
                m = matrix(n, kind, sine, norm)
                near(there(x, type=kind, axis=0, norm=norm), (m @ a).astype(dtype))
                near(back(x, kind, axis=0, norm=norm), (np.linalg.inv(m) @ a).astype(dtype))
            long = np.concatenate([a, np.zeros((4, 5), dtype)])
            near(there(x, kind, n + 4, 0, norm), (matrix(n + 4, kind, sine, norm) @ long).astype(dtype))
            near(there(x, kind, 2, 0, norm), (matrix(2, kind, sine, norm) @ a[:2]).astype(dtype))


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("dtypes", [("float64",) * 2, ("float32",) * 2, ("complex128", "float64"), ("complex64",) * 2], ids=str)
def test_convolutions_are_numpys(dtypes, mode):
    for n, m in [(1, 1), (9, 4), (16, 5), (7, 7), (100, 31)]:
        a, b = made(dtypes[0], (n,)), made(dtypes[1], (m,), "reversed")
        near(fft.fftconvolve(polyad.asarray(a), polyad.asarray(b), mode), np.convolve(a, b, mode))
    rows, b = made(dtypes[0], (3, 20), "transposed"), made(dtypes[1], (1, 6))
    need = np.stack([np.convolve(row, b[0], mode) for row in rows])
    near(fft.fftconvolve(polyad.asarray(rows), polyad.asarray(b), mode=mode, axes=1), need)
    if mode == "full":
        a, b = made(dtypes[0], (4, 6)), made(dtypes[1], (3, 2))
        need = sum(np.pad(a * b[i, j], ((i, 2 - i), (j, 1 - j))) for i in range(3) for j in range(2))
        near(fft.fftconvolve(polyad.asarray(a), polyad.asarray(b)), need)


def test_bits_do_not_depend_on_layouts():
    x = polyad.asarray(made("float32", (400, 500)))
    first = [np.asarray(f(x)).tobytes() for f in (fft.fft, fft.rfft2, fft.dct)]
    turned = polyad.asarray(np.asarray(x).T.copy().T)
    again = [np.asarray(f(turned)).tobytes() for f in (fft.fft, fft.rfft2, fft.dct)]
    assert first == again


REFUSED = {
    "axis": (lambda: fft.fft(polyad.zeros((2, 3)), axis=2), IndexError, r"fft: axis 2 .*\[2, 3\]"),
    "no axes": (lambda: fft.fft(polyad.asarray(1.0)), IndexError, "fft: axis -1"),
    "length": (lambda: fft.ifft(polyad.zeros(3), n=0), ValueError, "ifft: n = 0; it takes at least 1"),
    "negative": (lambda: fft.rfft(polyad.zeros(3), n=-2), ValueError, "rfft: n = -2"),
    "empty": (lambda: fft.fft(polyad.zeros((3, 0))), ValueError, r"extent 0 of axis 1 of shape \[3, 0\]"),
    "half": (lambda: fft.irfft(polyad.zeros(1)), ValueError, "irfft: n = 0, which follows from extent 1"),
    "norm": (lambda: fft.fft(polyad.zeros(3), norm="unitary"), ValueError, 'fft: norm = "unitary"'),
    "bool": (lambda: fft.fft(polyad.zeros(3, dtype="bool")), TypeError, r'not defined for bool. Convert with astype\("float32"\)'),
    "lengths": (lambda: fft.fftn(polyad.zeros((2, 3)), s=(2,), axes=(0, 1)), ValueError, r"fftn: s = \[2\]"),
    "none": (lambda: fft.rfftn(polyad.zeros((2, 3)), axes=()), ValueError, "rfftn: axes = none"),
    "type": (lambda: fft.dct(polyad.zeros(3), type=5), ValueError, "dct: type = 5; it takes 1, 2, 3 or 4"),
    "short": (lambda: fft.dct(polyad.zeros(1), type=1), ValueError, "dct: n = 1; it takes at least 2"),
    "huge": (lambda: fft.fft(polyad.zeros(3), n=2**50), MemoryError, "no .* bytes"),
    "mode": (lambda: fft.fftconvolve([1.0], [1.0], "circular"), ValueError, 'fftconvolve: mode = "circular"'),
    "ranks": (lambda: fft.fftconvolve([1.0], [[1.0]]), ValueError, r"\[1, 1\].*\[1\]"),
    "nothing": (lambda: fft.fftconvolve(polyad.zeros(0), [1.0]), ValueError, "at least one element along axis 0"),
    "samples": (lambda: fft.fftfreq(0), ValueError, "fftfreq: n = 0"),
    "frequency": (lambda: fft.rfftfreq(4, dtype="int64"), TypeError, "rfftfreq: not defined for int64"),
}


@pytest.mark.parametrize(("call", "error", "text"), REFUSED.values(), ids=REFUSED)
def test_calls_without_an_answer_say_why(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_batches_without_rows_stay_so():
    near(fft.fft(polyad.zeros((0, 4))), np.fft.fft(np.zeros((0, 4))))
    near(fft.rfft2(polyad.zeros((0, 4, 6))), np.fft.rfft2(np.zeros((0, 4, 6))))
    near(fft.fft(polyad.zeros(0), n=4), np.fft.fft(np.zeros(0), n=4))


def test_nan_reaches_its_row_alone():
    a = np.ones((3, 8))
    a[1, 2] = np.nan
    got = np.isnan(np.asarray(fft.rfft(polyad.asarray(a)))).all(axis=1)
    assert got.tolist() == [False, True, False]
