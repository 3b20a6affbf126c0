"""Order in part, sets, histograms, quantiles and running extremes against NumPy, over dtypes and layouts."""

import itertools

import numpy as np
import polyad
import pytest
from test_reductions import CASES, COMPLEX, FLOATS, LAYOUTS, NUMBERS, same, slack, values

RNG = np.random.default_rng(11)
REAL = [case for case in CASES if case[0] not in COMPLEX]


def axes(x):
    return range(-x.ndim, x.ndim)


@pytest.mark.parametrize("dtype, layout", CASES)
def test_the_k_first_are_those_of_a_stable_sort(dtype, layout):
    x = LAYOUTS[layout](dtype)
    t = polyad.asarray(x)
    for axis in axes(x):
        n = x.shape[axis]
        for k, largest in itertools.product({0, n // 2, n}, [True, False]):
            order = np.asarray(polyad.argsort(t, axis=axis, descending=largest))
            want = np.take(order, range(k), axis)
            vals, places = polyad.topk(t, k, axis=axis, largest=largest)
            same(places, want)
            same(vals, np.take_along_axis(x, want, axis))
            same(polyad.argtopk(t, k, axis=axis, largest=largest, sorted=False), np.sort(want, axis=axis))
        for k in (-1, n + 1):
            with pytest.raises(ValueError, match="k"):
                polyad.topk(t, k, axis=axis)


def test_topk_of_a_long_row_takes_the_first_of_equal_elements():
    x = RNG.integers(0, 50, 100_000).astype("float32")
    x[::97] = np.nan
    for k, largest in itertools.product([1, 10, 2000, 60_000], [True, False]):
        order = np.asarray(polyad.argsort(x, descending=largest))[:k]
        same(polyad.topk(x, k, largest=largest)[1], order)


@pytest.mark.parametrize("dtype, layout", CASES)
def test_partitions_put_places_right(dtype, layout):
    x = LAYOUTS[layout](dtype)
    t = polyad.asarray(x)
    for axis in axes(x):
        n = x.shape[axis]
        if n == 0:
            with pytest.raises(IndexError, match="partition"):
                polyad.partition(t, 0, axis=axis)
            continue
        full = np.sort(x, axis=axis, kind="stable")
        for kth in (n // 2, -1, [0, -1], [n - 1, n // 2, 0, n // 2]):
            got = np.moveaxis(np.asarray(polyad.partition(t, kth, axis=axis)), axis, -1)
            order = np.asarray(polyad.argpartition(t, kth, axis=axis))
            same(np.moveaxis(np.take_along_axis(x, order, axis), axis, -1), got)
            want = np.moveaxis(full, axis, -1)
            for k in sorted({at % n for at in np.atleast_1d(kth)}):
                same(got[..., k], want[..., k])
                same(np.sort(got[..., :k], axis=-1), want[..., :k])
        for kth in (n, -n - 1, [0, n]):
            with pytest.raises(IndexError, match="partition"):
                polyad.argpartition(t, kth, axis=axis)


def test_partitions_keep_the_order_between_places():
    x = RNG.integers(0, 30, 1000)
    order = np.asarray(polyad.argpartition(x, 400))
    assert (np.diff(order[:400]) > 0).all() and (np.diff(order[401:]) > 0).all()


@pytest.mark.parametrize("dtype", [*NUMBERS, *COMPLEX, "bool"])
def test_places_in_sorted_rows_are_numpys(dtype):
    row = np.sort(values(dtype, (40,)))
    for layout in LAYOUTS:
        x = LAYOUTS[layout](dtype)
        for side in ("left", "right"):
            same(polyad.searchsorted(row, x, side=side), np.searchsorted(row, x, side=side))
    shuffled = values(dtype, (30,))
    order = np.argsort(shuffled, kind="stable")
    same(polyad.searchsorted(shuffled, x, sorter=order), np.searchsorted(shuffled, x, sorter=order))
    with pytest.raises(ValueError, match="searchsorted"):
        polyad.searchsorted(row.reshape(5, 8), x)
    with pytest.raises(ValueError, match="side"):
        polyad.searchsorted(row, x, side="middle")


def test_nan_belongs_last_and_numbers_are_weak_in_searches():
    row = np.array([-1.0, 0.0, 2.0, np.nan, np.nan], "float32")
    for side in ("left", "right"):
        x = np.array([np.nan, np.inf, -np.inf, -0.0], "float32")
        same(polyad.searchsorted(row, x, side=side), np.searchsorted(row, x, side=side))
    assert polyad.searchsorted(row, 1).item() == 2
    assert polyad.searchsorted(np.arange(5, dtype="uint8"), 3.5).item() == 4
    same(polyad.searchsorted(np.array([]), np.array([1.0])), np.array([0]))
    big = np.sort(RNG.normal(size=70_000))
    x = RNG.normal(size=(300, 300))
    same(polyad.searchsorted(big, x), np.searchsorted(big, x))


@pytest.mark.parametrize("dtype, layout", CASES)
def test_membership_is_numpys(dtype, layout):
    x = LAYOUTS[layout](dtype)
    other = values(dtype, (2, 3))
    for invert in (False, True):
        same(polyad.isin(x, other, invert=invert), np.isin(x, other, invert=invert))
        same(polyad.isin(x, other[:0], invert=invert), np.isin(x, other[:0], invert=invert))


def test_nan_is_in_nothing_and_numbers_may_be_asked_for():
    x = np.array([np.nan, 0.0, 5.0])
    same(polyad.isin(x, np.array([np.nan, -0.0])), np.array([False, True, False]))
    assert polyad.isin(3, polyad.asarray([1, 3])).item() is True
    same(polyad.isin(polyad.asarray([1, 3]), 3), np.array([False, True]))
    wide = RNG.integers(-(2**62), 2**62, 5000)
    same(polyad.isin(wide, wide[::3]), np.isin(wide, wide[::3]))


@pytest.mark.parametrize("dtype, layout", CASES)
def test_distinct_elements_are_numpys(dtype, layout):
    x = LAYOUTS[layout](dtype)
    t = polyad.asarray(x)
    want = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
    for ours, theirs in zip(polyad.unique(t, True, True, True), want, strict=True):
        same(ours, theirs)
    for ours, theirs in zip(polyad.unique_all(t), want, strict=True):
        same(ours, theirs)
    same(polyad.unique(t), want[0])
    same(polyad.unique_values(t), want[0])
    for ours, theirs in zip(polyad.unique_counts(t), (want[0], want[3]), strict=True):
        same(ours, theirs)
    for ours, theirs in zip(polyad.unique_inverse(t), (want[0], want[2]), strict=True):
        same(ours, theirs)


@pytest.mark.parametrize("dtype", [*NUMBERS, *COMPLEX, "bool"])
def test_distinct_parts_along_an_axis_are_numpys(dtype):
    for x in (values(dtype, (6, 1)) * values(dtype, (1, 2)), np.repeat(values(dtype, (4, 3, 2)), 2, axis=1)):
        for axis in axes(x):
            ours = polyad.unique(x, True, True, True, axis)
            for a, b in zip(ours, np.unique(x, True, True, True, axis), strict=True):
                same(a, b)
    with pytest.raises(polyad.AxisError):
        polyad.unique(x, axis=3)


def test_each_nan_is_a_value_and_zeros_are_one():
    # data-apis/array-api#249.
    x = np.array([np.nan, 1, np.nan, -0.0, 0.0, 1])
    result = polyad.unique_counts(x)
    assert result._fields == ("values", "counts") and type(result).__name__ == "UniqueCounts"
    np.testing.assert_array_equal(np.asarray(result.values), [0.0, 1.0, np.nan, np.nan])
    assert result.counts.tolist() == [2, 2, 1, 1]
    everything = polyad.unique_all(x)
    assert everything._fields == ("values", "indices", "inverse_indices", "counts")
    assert everything.indices.tolist() == [3, 1, 0, 2]
    assert everything.inverse_indices.tolist() == [2, 1, 3, 0, 0, 1]
    merged = polyad.unique(x, return_counts=True)
    assert merged[1].tolist() == [2, 2, 2]
    assert polyad.unique(x, equal_nan=False).size == 4
    rows = np.array([[np.nan, 1.0], [np.nan, 1.0], [0.0, 2.0]])
    assert polyad.unique(rows, axis=0).shape == (2, 2)
    assert polyad.unique(rows, axis=0, equal_nan=False).shape == (3, 2)


@pytest.mark.parametrize("name", ["union1d", "intersect1d", "setdiff1d", "setxor1d"])
@pytest.mark.parametrize("dtype", [*NUMBERS, "bool"])
def test_sets_are_numpys(name, dtype):
    for layout in ("transposed", "reversed", "empty"):
        a, b = LAYOUTS[layout](dtype), values(dtype, (7,))
        same(getattr(polyad, name)(a, b), getattr(np, name)(a, b))
        same(getattr(polyad, name)(b, a), getattr(np, name)(b, a))


@pytest.mark.parametrize("dtype, layout", REAL)
def test_histograms_are_numpys(dtype, layout):
    x = LAYOUTS[layout](dtype)
    if dtype == "bool":
        x = x.astype("uint8")
    t = polyad.asarray(x)
    edges = np.array([-8, -3.5, -3.5, 0, 2.5, 7])
    weights = RNG.integers(1, 9, x.shape) * 0.5
    wide = x.astype("float64")
    cases = [{"bins": 7}, {"bins": 3, "range": (-2.5, 4)}, {"bins": edges}, {"bins": np.unique(edges), "density": True}]
    for options, w in itertools.product(cases, [None, weights]):
        if "density" in options and (x.size == 0 or x.ndim == 0):
            continue
        ours, theirs = polyad.histogram(t, weights=w, **options), np.histogram(wide, weights=w, **options)
        same(ours[0], theirs[0], 1e-12)
        np.testing.assert_allclose(np.asarray(ours[1]), theirs[1], rtol=1e-6, atol=1e-6)
        again = polyad.histogram_bin_edges(t, options["bins"], options.get("range"))
        np.testing.assert_allclose(np.asarray(again), theirs[1], rtol=1e-6, atol=1e-6)


def test_the_last_bin_is_closed_and_nan_is_in_none():
    x = np.array([0.0, 1.0, 2.0, 3.0, np.nan, -np.inf, np.inf])
    for bins in (np.array([0.0, 1.0, 3.0]), np.array([1.0, 3.0, 3.0])):
        same(polyad.histogram(x, bins)[0], np.histogram(x[~np.isnan(x)], bins)[0])
    counts, edges = polyad.histogram(x, 3, range=(0, 3))
    assert counts.tolist() == [1, 1, 2] and edges.tolist() == [0, 1, 2, 3]
    big = RNG.normal(size=30_000)
    for bins in (10, 999):
        same(polyad.histogram(big, bins)[0], np.histogram(big, bins)[0])
    tenths = np.arange(0, 1.05, 0.1)
    same(polyad.histogram(tenths, 10, range=(0, 1))[0], np.histogram(tenths, 10, range=(0, 1))[0])


@pytest.mark.parametrize(
    "arguments",
    [([1.0], 0), ([1.0], -3), ([1.0], [2.0, 1.0]), ([np.nan, 1.0], 3), ([1.0], 3, (2, 1)), ([1.0], 3, (0, np.inf))],
    ids=["no bins", "fewer", "falling", "nan", "falling range", "infinite range"],
)
def test_bins_that_make_no_sense_are_refused(arguments):
    with pytest.raises(ValueError, match="histogram"):
        polyad.histogram(*arguments)


def test_counts_of_integers_are_numpys():
    x = RNG.integers(0, 9, 50)
    for dtype in ("int8", "uint8", "int64", "uint64", "bool"):
        y = x.astype(dtype)
        same(polyad.bincount(y), np.bincount(y.astype("int64")))
        same(polyad.bincount(y, minlength=20), np.bincount(y.astype("int64"), minlength=20))
        w = RNG.normal(size=50)
        same(polyad.bincount(y, w), np.bincount(y.astype("int64"), w), 1e-12)
    same(polyad.bincount(x[:0]), np.bincount(x[:0]))
    with pytest.raises(ValueError, match="-1"):
        polyad.bincount([1, -1])
    with pytest.raises(TypeError, match="float64"):
        polyad.bincount([1.0])
    with pytest.raises(ValueError, match="weights"):
        polyad.bincount([1, 2], [1.0])
    with pytest.raises(MemoryError):
        polyad.bincount([2**62])


@pytest.mark.parametrize("dtype, layout", REAL)
def test_bins_of_elements_are_numpys(dtype, layout):
    x = LAYOUTS[layout](dtype)
    bins = np.array([0, 1, 1, 5]).astype(dtype) if dtype != "bool" else np.array([False, True])
    for edges, right in itertools.product([bins, bins[::-1]], [False, True]):
        whole = [v.astype("int8") if dtype == "bool" else v for v in (x, edges)]
        want = np.digitize(*whole, right)
        same(polyad.digitize(x, edges, right), np.asarray(want))
    with pytest.raises(ValueError, match="bins"):
        polyad.digitize(x, np.array([1, 0, 1]).astype(dtype))


def test_several_keys_sort_as_in_numpy():
    keys = RNG.integers(0, 3, (3, 4, 20))
    for axis in (-1, 0):
        same(polyad.lexsort(keys, axis=axis), np.lexsort(keys, axis=axis))
    same(polyad.lexsort(list(keys)), np.lexsort(list(keys)))
    with pytest.raises(ValueError, match="first key"):
        polyad.lexsort([keys[0], keys[0, 0]])


def test_nan_of_float16_comes_last_and_first_when_descending():
    # numpy#21838.
    x = np.array([3, np.nan, -1, np.inf, np.nan, -np.inf, 0], "float16")
    same(polyad.sort(x), np.array([-np.inf, -1, 0, 3, np.inf, np.nan, np.nan], "float16"))
    assert polyad.argsort(x).tolist() == [5, 2, 6, 0, 3, 1, 4]
    assert polyad.argsort(x, descending=True).tolist() == [1, 4, 3, 0, 6, 2, 5]
    assert polyad.argtopk(x, 3).tolist() == [1, 4, 3]


METHODS = [
    *["linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "averaged_inverted_cdf", "hazen", "weibull"],
    *["closest_observation", "interpolated_inverted_cdf", "median_unbiased", "normal_unbiased"],
]
PARTS = [0.5, 0.0, 1.0, [0.25, 0.9], [[0.1], [0.7]], []]


def some_axes(x):
    # NumPy fails to flatten several axes of nothing.
    return [None, *axes(x), *([(0, 2)] if x.ndim == 3 and x.size else [])]


@pytest.mark.parametrize(
    "dtype, layout, method",
    [*[(*c, "linear") for c in REAL if c[1] != "empty"], *[("float64", "transposed", method) for method in METHODS]],
)
def test_quantiles_are_numpys(dtype, layout, method):
    x = LAYOUTS[layout](dtype)
    for q, axis, keepdims in itertools.product(PARTS, some_axes(x)[:3] + some_axes(x)[-1:], [False, True]):
        want = np.quantile(x.astype("float64"), np.asarray(q, "float64"), axis=axis, keepdims=keepdims, method=method)
        ours = polyad.quantile(x, q, axis=axis, keepdims=keepdims, method=method)
        out = dtype if dtype in FLOATS else "float64"
        same(ours, np.asarray(want).astype(out), slack(np.empty(0, out)))
    same(polyad.percentile(x, 25, method=method), np.asarray(polyad.quantile(x, 0.25, method=method)))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype, layout", REAL)
def test_medians_are_numpys(dtype, layout):
    x = LAYOUTS[layout](dtype)
    out = dtype if dtype in FLOATS else "float64"
    for axis, keepdims in itertools.product(some_axes(x), [False, True]):
        want = np.median(x.astype("float64"), axis=axis, keepdims=keepdims)
        same(polyad.median(x, axis=axis, keepdims=keepdims), np.asarray(want).astype(out), slack(np.empty(0, out)))
        same(polyad.nanmedian(x, axis=axis, keepdims=keepdims), np.asarray(want).astype(out), slack(np.empty(0, out)))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("axis, keepdims", list(itertools.product([None, 0, 1, (0, 1)], [False, True])))
def test_nan_is_passed_over_in_order_too(axis, keepdims):
    nan = np.nan
    x = np.array([[1.0, nan, -2.0, 8.0], [4.0, 5.5, nan, nan], [nan, nan, nan, nan]])
    options = {"axis": axis, "keepdims": keepdims}
    for view in (x, x[::-1], x.T.copy().T, x[:2].astype("float32")):
        for name in ("nanmedian", "nanprod", "nanvar", "nanstd", "median"):
            same(getattr(polyad, name)(view, **options), getattr(np, name)(view, **options), 1e-6)
        for name, q in (("nanquantile", 0.3), ("nanpercentile", [10, 100]), ("quantile", 0.3)):
            ours, theirs = getattr(polyad, name)(view, q, **options), getattr(np, name)(view, q, **options)
            same(ours, np.asarray(theirs).astype(view.dtype), 1e-6)
    for name in ("nancumsum", "nancumprod"):
        for along in (0, 1):
            same(getattr(polyad, name)(x, along), getattr(np, name)(x, axis=along), 1e-12)
    assert polyad.nanvar(np.array([1.0, nan]), correction=1).tolist() != 0.0


def test_quantiles_hold_at_infinities_and_refuse_what_is_outside():
    inf = np.inf
    assert polyad.quantile([inf, inf, 1.0], 1.0).item() == inf
    assert polyad.quantile([-inf, -inf, inf], 0.25).item() == -inf
    assert polyad.median([inf, inf]).item() == inf
    assert polyad.quantile([0.0, inf], 0.0).item() == 0.0
    for q in (-0.1, 1.1, np.nan, [0.5, 2.0]):
        with pytest.raises(ValueError, match="quantile: q"):
            polyad.quantile([1.0, 2.0], q)
    assert polyad.percentile([1.0, 2.0], 100).item() == 2.0
    with pytest.raises(ValueError, match="percentile: q"):
        polyad.percentile([1.0], 101)
    with pytest.raises(ValueError, match="method"):
        polyad.quantile([1.0], 0.5, method="other")
    with pytest.raises(TypeError, match="complex"):
        polyad.median(np.array([1j]))
    assert np.isnan(polyad.median(np.array([])).item())


@pytest.mark.parametrize("dtype, layout", REAL)
@pytest.mark.parametrize("name", ["cumulative_max", "cumulative_min"])
def test_running_extremes_are_numpys(name, dtype, layout):
    x = LAYOUTS[layout](dtype).copy()
    if x.dtype.kind == "f" and x.size > 3:
        x.reshape(-1)[1] = np.nan
    accumulate = (np.maximum if name == "cumulative_max" else np.minimum).accumulate
    for axis in axes(x):
        same(getattr(polyad, name)(x, axis), accumulate(x, axis=axis))
        back = np.flip(accumulate(np.flip(x, axis), axis=axis), axis)
        same(getattr(polyad, name)(x, axis, reverse=True), back)
        longer = np.asarray(getattr(polyad, name)(x, axis, include_initial=True))
        same(np.delete(longer, 0, axis), accumulate(x, axis=axis))
        assert longer.shape[axis] == x.shape[axis] + 1


def test_running_extremes_begin_with_the_end_of_the_range():
    for name, dtype, first in [
        *[("cumulative_max", "int8", -128), ("cumulative_min", "int8", 127), ("cumulative_max", "bool", False)],
        *[("cumulative_max", "float32", -np.inf), ("cumulative_min", "uint8", 255), ("cumulative_min", "bool", True)],
    ]:
        x = polyad.zeros(2, dtype=dtype)
        assert getattr(polyad, name)(x, include_initial=True)[0].item() == first
    assert polyad.cummax is polyad.cumulative_max
    with pytest.raises(TypeError, match="complex"):
        polyad.cumulative_max(np.array([1j]))


@pytest.mark.parametrize("dtype", FLOATS)
def test_running_logsumexp_is_that_of_numpy_and_does_not_overflow(dtype):
    x = (RNG.normal(size=(5, 40)) * 300).astype(dtype)
    x[2, 3:5] = -np.inf
    x[3, 7] = np.inf
    x[4, 9] = np.nan
    for axis, view in itertools.product((0, 1), (x, x[:, ::-1], x.T.copy().T)):
        with np.errstate(invalid="ignore"):
            want = np.logaddexp.accumulate(view.astype("float64"), axis=axis)
        got = polyad.cumulative_logsumexp(view, axis)
        same(got, want.astype(dtype), {"float16": 2e-3, "float32": 1e-6, "float64": 1e-13}[dtype])
    back = polyad.cumulative_logsumexp(x, 1, reverse=True, include_initial=True)
    assert np.asarray(back)[0, -1] == -np.inf and back.shape == (5, 41)
