"""Convolutions, pooling, frames and interpolation against NumPy's own forms of them."""

import numpy as np
import polyad as xp
import pytest
from numpy.lib.stride_tricks import sliding_window_view

RNG = np.random.default_rng(7)


def layouts(a):
    """The values of an array in several layouts."""
    yield "contiguous", xp.asarray(a)
    yield "transposed", xp.asarray(np.asfortranarray(a))
    yield "reversed", xp.asarray(np.ascontiguousarray(a[..., ::-1])[..., ::-1])
    yield "strided", xp.asarray(np.repeat(a, 2, axis=-1)[..., ::2])


def correlated(x, w, stride, pad, dilation, groups, fill=0):
    """Sums over windows of NumPy's views: any number of axes."""
    n = x.ndim - 2
    x = np.pad(x, [(0, 0), (0, 0), *pad], constant_values=fill)
    spans = [(k - 1) * d + 1 for k, d in zip(w.shape[2:], dilation)]
    axes = tuple(range(2, n + 2))
    windows = sliding_window_view(x, spans, axis=axes)
    windows = windows[(slice(None), slice(None), *(slice(None, None, s) for s in stride))]
    windows = windows[(..., *(slice(None, None, d) for d in dilation))]
    outs = []
    for c, o in zip(np.split(windows, groups, axis=1), np.split(w, groups, axis=0)):
        inner = tuple(range(-n, 0))
        outs.append(np.tensordot(c, o, axes=((1, *inner), (1, *inner))))
    return np.moveaxis(np.concatenate(outs, axis=-1), -1, 1)


CASES = {
    "1d": ((2, 3, 9), (4, 3, 3), [1], [(0, 0)], [1], 1),
    "1d strided": ((2, 4, 11), (6, 2, 2), [3], [(2, 1)], [2], 2),
    "2d": ((2, 3, 7, 8), (4, 3, 3, 2), [1, 2], [(1, 1), (0, 2)], [1, 1], 1),
    "depthwise": ((2, 4, 9, 70), (8, 1, 3, 3), [1, 1], [(1, 1), (1, 1)], [1, 1], 4),
    "pointwise": ((3, 5, 4, 4), (7, 5, 1, 1), [1, 1], [(0, 0), (0, 0)], [1, 1], 1),
    "3d": ((1, 2, 4, 5, 6), (3, 2, 2, 3, 2), [1, 1, 2], [(1, 0), (0, 0), (1, 1)], [2, 1, 1], 1),
}


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "complex64"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_conv_is_numpys_windows_times_weights(case, dtype):
    x_shape, w_shape, stride, pad, dilation, groups = case
    x, w = (RNG.integers(-4, 5, size=s).astype(dtype) for s in (x_shape, w_shape))
    bias = RNG.integers(-4, 5, size=w_shape[0]).astype(dtype)
    want = correlated(x, w, stride, pad, dilation, groups) + bias.reshape(-1, *[1] * (x.ndim - 2))
    options = {"stride": stride, "padding": pad, "dilation": dilation, "groups": groups}
    for name, t in layouts(x):
        got = xp.conv(t, w, bias, **options)
        assert str(got.dtype) == dtype
        np.testing.assert_allclose(np.asarray(got), want, rtol=1e-5, atol=1e-4, err_msg=name)
    named = getattr(xp, f"conv{x.ndim - 2}d")(x, w, **options, fill=2)
    np.testing.assert_allclose(np.asarray(named), correlated(x, w, stride, pad, dilation, groups, 2), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "int8", "q8_0"])
def test_conv_decodes_narrow_weights(dtype):
    x = RNG.normal(size=(2, 32, 6)).astype("float32")
    w = xp.asarray(RNG.integers(-2, 3, size=(16, 2, 32)).astype("float32"))
    w = xp.quantize(w, dtype) if dtype == "q8_0" else xp.astype(w, dtype)
    decoded = np.asarray(xp.astype(w, "float32"))
    got = xp.conv1d(np.concatenate([x] * 8, axis=2), w, groups=16)
    want = correlated(np.concatenate([x] * 8, axis=2), decoded, [1], [(0, 0)], [1], 16)
    np.testing.assert_allclose(np.asarray(got), want, rtol=1e-4, atol=1e-4)


def test_conv_transpose_is_the_transpose_of_conv():
    x, w = RNG.normal(size=(2, 4, 5, 6)), RNG.normal(size=(6, 2, 3, 2))
    options = {"stride": [2, 1], "padding": [(1, 0), (0, 1)], "dilation": [1, 2], "groups": 2}
    y = np.asarray(xp.conv2d(x, w, **options))
    g = RNG.normal(size=y.shape)
    extra = [(5 + 1 - 3) % 2, 0]
    back = np.asarray(xp.conv_transpose2d(g, w, output_padding=extra, **options))
    assert back.shape == x.shape
    np.testing.assert_allclose((y * g).sum(), (x * back).sum())
    bias = np.asarray([1.0, 2, 3, 4])
    shifted = xp.conv_transpose2d(g, w, bias, output_padding=extra, **options)
    np.testing.assert_allclose(np.asarray(shifted), back + bias[:, None, None])
    assert xp.conv_transpose1d(np.ones((1, 2, 5)), np.ones((2, 3, 3)), stride=2, padding="same").shape == (1, 3, 10)


def nx(x, w, *args, **kwargs):
    return xp.conv(np.asarray(x, dtype=float), np.asarray(w, dtype=float), *args, **kwargs)


ROW = np.arange(1.0, 8).reshape(1, 1, 7)


@pytest.mark.parametrize("d, s", [(1, 1), (1, 2), (2, 1), (2, 3)])
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("mode", ["valid", "same", "full"])
def test_paddings_give_nxs_lengths(mode, k, s, d):
    got = nx(ROW, np.ones((1, 1, k)), padding=mode, stride=s, dilation=d).shape[2]
    span, n = d * (k - 1) + 1, 7
    assert got == {"valid": (n - span) // s + 1, "same": -(-n // s), "full": (n + d * (k - 1) - 1) // s + 1}[mode]


def test_padding_of_nx_valid():
    assert nx(ROW, np.ones((1, 1, 7)), padding="valid").tolist() == [[[28.0]]]
    with pytest.raises(ValueError, match=r"\[1, 1, 7\].*at least 8"):
        nx(ROW, np.ones((1, 1, 8)), padding="valid")


def test_padding_of_nx_same():
    even = np.asarray([[[1.0, 10]]])
    assert nx(ROW, even, padding="same").tolist()[0][0] == [21, 32, 43, 54, 65, 76, 7]
    assert nx(ROW, even, padding="same", flip=True).tolist()[0][0] == np.convolve(ROW[0, 0], even[0, 0], "same").tolist()
    # The odd total of this stride goes behind in both.
    odd = np.asarray([[[1.0, 10, 100]]])
    six = ROW[:, :, :6]
    assert nx(six, odd, padding="same", stride=2).tolist()[0][0] == [321, 543, 65]
    assert nx(six, odd, padding="same", stride=2, flip=True).tolist()[0][0] == [123, 345, 560]


def test_padding_of_nx_full():
    w = np.asarray([[[1.0, 10, 100]]])
    assert nx(ROW, w, padding="full", flip=True).tolist()[0][0] == np.convolve(ROW[0, 0], w[0, 0]).tolist()
    assert nx(ROW, w, padding="full").tolist()[0][0] == np.correlate(ROW[0, 0], w[0, 0], "full").tolist()


def wrong_calls(rank, flip):
    """Calls that the rows of Nx refuse, with what the message names."""
    x, w = np.ones((2, 4, *[6] * rank)), np.ones((6, 4, *[3] * rank))
    half = np.ones((6, 2, *[3] * rank))
    run = getattr(xp, f"conv{rank}d")
    return [
        (lambda: run(x, w, groups=3, flip=flip), "groups"),
        (lambda: run(x, np.ones((5, 2, *[3] * rank)), groups=2, flip=flip), "groups"),
        (lambda: run(x, half, flip=flip), "axis 1"),
        (lambda: run(x[0], w, flip=flip), "axes"),
        (lambda: run(x, w[0], flip=flip), "axes"),
        (lambda: run(x, w, np.ones(5), flip=flip), "bias"),
        (lambda: run(x, w, stride=0, flip=flip), "stride"),
        (lambda: run(x, w, dilation=0, flip=flip), "dilation"),
        (lambda: run(x, w, groups=0, flip=flip), "groups"),
        (lambda: run(x, np.ones((6, 4, *[9] * rank)), padding=1, flip=flip), "at least 9"),
    ]


@pytest.mark.parametrize("rank, flip", [(1, False), (2, False), (1, True)], ids=["correlate1d", "correlate2d", "convolve1d"])
def test_bad_input_of_nx_convolutions(rank, flip):
    for call, names in wrong_calls(rank, flip):
        with pytest.raises(ValueError, match=names):
            call()
    # Nx refuses dtypes that differ; they promote here.
    mixed = getattr(xp, f"conv{rank}d")(np.ones((1, 1, *[3] * rank), "int16"), np.ones((1, 1, *[2] * rank), "float32"), flip=flip)
    assert str(mixed.dtype) == "float32"


def test_nx_correlate1d():
    x, w = RNG.normal(size=(2, 4, 12)), RNG.normal(size=(6, 2, 3))
    bias = RNG.normal(size=6)
    got = xp.conv1d(x, w, bias, groups=2, stride=2, dilation=2, padding="full", fill=3.0)
    want = correlated(x, w, [2], [(4, 4)], [2], 2, 3.0) + bias[:, None]
    np.testing.assert_allclose(np.asarray(got), want)
    assert xp.conv1d(np.asarray([[[1.0, 2, 3, 4, 5]]]), np.asarray([[[1.0, 0, -1]]])).tolist() == [[[-2, -2, -2]]]


def test_nx_correlate2d():
    x, w = RNG.normal(size=(2, 4, 6, 7)), RNG.normal(size=(6, 2, 2, 3))
    got = xp.conv2d(x, w, groups=2, stride=(1, 2), padding="same", fill=-1.0)
    # The odd cell of the even kernel is at the bottom.
    want = correlated(x, w, [1, 2], [(0, 1), (1, 1)], [1, 1], 2, -1.0)
    np.testing.assert_allclose(np.asarray(got), want)
    sobel = np.asarray([[[[1.0, 0, -1], [2, 0, -2], [1, 0, -1]]]])
    assert xp.conv2d(np.ones((1, 1, 5, 5)), sobel).tolist() == np.zeros((1, 1, 3, 3)).tolist()
    x[0, 0, 0, 0] = np.inf
    assert np.isfinite(np.asarray(xp.conv2d(x, w, groups=2)))[0, :, 1:].all()


def test_nx_convolve1d():
    x, w = RNG.normal(size=(2, 4, 12)), RNG.normal(size=(6, 2, 4))
    got = xp.conv1d(x, w, groups=2, padding="same", dilation=1, flip=True)
    # The odd cell of the even kernel is on the left.
    want = correlated(x, w[:, :, ::-1], [1], [(2, 1)], [1], 2)
    np.testing.assert_allclose(np.asarray(got), want)
    assert xp.conv1d(np.asarray([[[1.0, 2, 3]]]), np.asarray([[[4.0, 5]]]), flip=True).tolist() == [[[13, 22]]]


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", "float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("name", ["convolve", "correlate"])
def test_vectors_as_numpy(name, mode, dtype):
    for n, m in [(1, 1), (5, 3), (3, 5), (7, 4), (4, 7), (4, 4), (2, 300)]:
        a, b = (RNG.integers(0, 4, size=k).astype(dtype) for k in (n, m))
        if dtype.startswith("complex"):
            a, b = a + (1j * RNG.integers(-3, 4, size=n)).astype(dtype), b + (1j * RNG.integers(-3, 4, size=m)).astype(dtype)
        got, want = getattr(xp, name)(a[::-1], b, mode=mode), getattr(np, name)(a[::-1], b, mode)
        assert str(got.dtype) == want.dtype.name
        np.testing.assert_allclose(np.asarray(got), want, rtol=1e-5, atol=1e-5)


def test_windows_over_reversed_views_share_memory():
    for key in [(slice(None), slice(None, None, -1)), (slice(None, None, -1), slice(None, None, -1))]:
        a = np.eye(3, dtype=int)
        got = xp.sliding_window_view(xp.asarray(a)[key], (2, 2))
        assert np.array_equal(np.asarray(got), sliding_window_view(a[key], (2, 2)))
        assert np.shares_memory(np.asarray(got), a)
    want = [[[[0, 0], [0, 1]], [[0, 1], [1, 0]]], [[[0, 1], [1, 0]], [[1, 0], [0, 0]]]]
    assert xp.sliding_window_view(xp.eye(3, dtype="int64")[:, ::-1], (2, 2)).tolist() == want


def test_windows_with_strides_and_dilation_as_numpy_slices_them():
    a = np.arange(60).reshape(6, 10)[::-1]
    got = xp.unfold(a, (2, 3), stride=(1, 2), dilation=(3, 2))
    want = sliding_window_view(a, (4, 5))[:, ::2, ::3, ::2]
    assert np.array_equal(np.asarray(got), want) and np.shares_memory(np.asarray(got), a)
    back = np.zeros((6, 10), int)
    for at in np.ndindex(*want.shape):
        back[at[0] + 3 * at[2], 2 * at[1] + 2 * at[3]] += want[at]
    assert np.array_equal(np.asarray(xp.fold(got, (6, 10), stride=(1, 2), dilation=(3, 2))), back)


MODES = ["edge", "reflect", "symmetric", "wrap"]


@pytest.mark.parametrize("mode", MODES)
def test_frames_as_numpy(mode):
    for shape in [(1,), (2,), (5,), (3, 4), (1, 3), (2, 3, 2)]:
        a = RNG.normal(size=shape)
        for widths in [0, 1, (2, 3), [(k, 7 - k) for k in range(len(shape))], [(9, 11)] * len(shape)]:
            got = xp.pad(a[::-1], widths, mode)
            assert np.array_equal(np.asarray(got), np.pad(a[::-1], widths, mode)), (shape, widths)
    with pytest.raises(ValueError, match="at least one element on axis 0"):
        xp.pad(np.ones((0, 2)), 1, mode)


def test_frames_of_several_constants_as_numpy():
    a = np.arange(6).reshape(2, 3)
    for values in [5, (1, 2), ((1, 2), (3, 4)), ((7,),)]:
        got = xp.pad(a, ((1, 2), (2, 1)), constant_values=values)
        assert np.array_equal(np.asarray(got), np.pad(a, ((1, 2), (2, 1)), constant_values=values)), values
    with pytest.raises(ValueError, match="mode"):
        xp.pad(a, 1, "maximum")
    with pytest.raises(ValueError, match="constant_values"):
        xp.pad(a, 1, "wrap", constant_values=3)
    with pytest.raises(ValueError, match="3 .*widths|6 constant_values"):
        xp.pad(a, 1, constant_values=((1, 2), (3, 4), (5, 6)))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int16", "uint8"])
def test_pools_as_numpys_windows(dtype):
    a = (RNG.normal(size=(2, 3, 9, 11)) * 20 + 30).astype(dtype)
    for window, stride, pad in [((2, 2), (2, 2), 0), ((3, 3), (2, 2), 1), ((1, 4), (1, 3), (0, 2)), ((3, 2), (1, 1), 0)]:
        pairs = [(pad, pad)] * 2 if isinstance(pad, int) else [(p, p) for p in pad]
        low = -np.inf if a.dtype.kind == "f" else np.iinfo(dtype).min
        view = lambda fill: sliding_window_view(  # noqa: E731
            np.pad(a, [(0, 0), (0, 0), *pairs], constant_values=fill), window, axis=(2, 3)
        )[:, :, :: stride[0], :: stride[1]]
        for name, t in layouts(a):
            got = xp.max_pool(t, window, stride=stride, padding=pad)
            assert np.array_equal(np.asarray(got), view(low).max(axis=(-2, -1))), name
            mean = xp.avg_pool(t, window, stride=stride, padding=pad)
            np.testing.assert_allclose(np.asarray(mean), view(0).astype("float64").mean(axis=(-2, -1)), rtol=1e-5)
    values, places = xp.max_pool_with_indices(a, (3, 3), stride=2)
    flat = a.reshape(2, 3, -1)
    picked = np.take_along_axis(flat, np.asarray(places).reshape(2, 3, -1), axis=2)
    assert np.array_equal(picked.reshape(values.shape), np.asarray(values))


def test_pools_pass_nan_on_and_nowhere_else():
    a = np.arange(16.0).reshape(1, 4, 4)
    a[0, 0, 1] = np.nan
    assert np.isnan(np.asarray(xp.max_pool(a, (2, 2)))).tolist() == [[[True, False], [False, False]]]
    assert np.isnan(np.asarray(xp.avg_pool(a, (2, 2)))).tolist() == [[[True, False], [False, False]]]
    assert xp.argmax_pool(a, (2, 2)).tolist() == [[[1, 7], [13, 15]]]


def test_interpolate_by_size_and_by_factor():
    a = RNG.normal(size=(2, 3, 4, 5))
    assert np.array_equal(np.asarray(xp.interpolate(a, scale_factor=2)), a.repeat(2, 2).repeat(2, 3))
    assert xp.interpolate(a, scale_factor=(1.5, 0.5)).shape == (2, 3, 6, 2)
    linear = np.asarray(xp.interpolate(a, (7, 9), mode="linear", align_corners=True))
    want = np.stack([np.interp(np.linspace(0, 4, 9), np.arange(5), row) for row in a.reshape(-1, 5)]).reshape(2, 3, 4, 9)
    want = np.moveaxis(np.moveaxis(want, 2, -1), -1, -1)
    want = np.stack([np.interp(np.linspace(0, 3, 7), np.arange(4), row) for row in want.reshape(-1, 4)])
    np.testing.assert_allclose(linear, np.moveaxis(want.reshape(2, 3, 9, 7), -1, 2))
    # Four equal neighbours give their value, whatever the weights.
    assert np.allclose(np.asarray(xp.interpolate(np.full((1, 6), 3.5), 11, mode="cubic")), 3.5)
    with pytest.raises(TypeError, match="either size or scale_factor"):
        xp.interpolate(a)
    with pytest.raises(ValueError, match="factors"):
        xp.interpolate(a, scale_factor=[2.0] * 5)
