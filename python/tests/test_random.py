"""Random numbers: reproducible by seed, of the right distribution, never outside it."""

import threading

import numpy as np
import polyad
import pytest

FLOATS = ["float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "float6_e2m3fn", "float4_e2m1fn"]
INTEGERS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64, "int4": 4}
DRAWS = {
    "uniform": lambda shape, **k: polyad.random.uniform(shape, **k),
    "normal": lambda shape, **k: polyad.random.normal(shape, **k),
    "randint": lambda shape, **k: polyad.random.randint(shape, 0, 1000, **k),
}


def random123(key, counter):
    """Philox 4x32-10, written from the paper."""
    mask = 2**32 - 1
    c, k = list(counter), list(key)
    for _ in range(10):
        x, y = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [y >> 32 ^ c[1] ^ k[0], y & mask, x >> 32 ^ c[3] ^ k[1], x & mask]
        k = [k[0] + 0x9E3779B9 & mask, k[1] + 0xBB67AE85 & mask]
    return c


def test_the_generator_is_philox():
    known = random123((0xA4093822, 0x299F31D0), (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344))
    assert known == [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]
    seed = 0x0123456789ABCDEF
    key = (seed & 2**32 - 1, seed >> 32)
    words = [word for block in range(3) for word in random123(key, (block, 0, 0, 0))]
    x = polyad.random.uniform(12, seed=seed, dtype="float32").tolist()
    assert x == [(word >> 8) / 2**24 for word in words]
    doubles = [(high << 32 | low) >> 11 for low, high in zip(words[::2], words[1::2], strict=True)]
    assert polyad.random.uniform(6, seed=seed).tolist() == [bits / 2**53 for bits in doubles]


@pytest.mark.parametrize("name", DRAWS)
def test_a_seed_has_its_numbers(name):
    draw = DRAWS[name]
    t = draw((3, 5), seed=9)
    assert t.tolist() == draw((3, 5), seed=9).tolist() == draw(15, seed=9).reshape(3, 5).tolist()
    assert draw(100, seed=9)[:15].tolist() == t.reshape(15).tolist()
    assert t.tolist() != draw((3, 5), seed=10).tolist() and t.tolist() != draw((3, 5), seed=9 + 2**32).tolist()
    assert draw(4, seed=2**64 - 1).tolist() != draw(4, seed=0).tolist()


@pytest.mark.parametrize("name", DRAWS)
def test_without_a_seed_each_call_is_fresh(name):
    drawn = [DRAWS[name](8).tolist() for _ in range(5)]
    assert len({tuple(x) for x in drawn}) == 5


@pytest.mark.parametrize("name", DRAWS)
def test_seeds_have_64_bits(name):
    for seed in (-1, 2**64, "7", 1.5):
        with pytest.raises(ValueError, match="seed"):
            DRAWS[name](3, seed=seed)


@pytest.mark.parametrize("name", DRAWS)
def test_threads_do_not_change_the_numbers(name):
    out = {}

    def work(i):
        out[i] = DRAWS[name](400_000, seed=3)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    first = np.asarray(out[0])
    assert all(np.array_equal(np.asarray(x), first) for x in out.values())
    assert np.array_equal(np.asarray(DRAWS[name](1000, seed=3)), first[:1000])


@pytest.mark.parametrize("dtype", FLOATS)
def test_uniform_lies_from_zero_to_below_one(dtype):
    x = polyad.random.uniform((100, 200), seed=1, dtype=dtype)
    assert (x.dtype, x.shape) == (dtype, (100, 200))
    values = np.asarray(x.astype("float64"))
    assert values.min() >= 0 and values.max() < 1
    assert polyad.random.uniform((0, 3), dtype=dtype).shape == (0, 3)
    step = 1 - np.unique(values).max() if dtype.startswith(("float8", "float6", "float4")) else 0
    assert abs(values.mean() + step / 2 - 0.5) < 0.012


def test_uniform_float32_uses_all_its_digits_and_never_rounds_to_one():
    x = np.asarray(polyad.random.uniform(2_000_000, seed=0, dtype="float32"))
    assert x.max() < 1 and (x * 2**24 == np.floor(x * 2**24)).all()
    assert (x * 2**23 != np.floor(x * 2**23)).mean() == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("dtype", FLOATS)
def test_normal_is_finite(dtype):
    x = np.asarray(polyad.random.normal(100_000, seed=2, dtype=dtype).astype("float64"))
    assert np.isfinite(x).all()
    slack = 0.05 if dtype.startswith(("float8", "float6", "float4")) else 0.02
    assert abs(x.mean()) < slack and abs(x.std() - 1) < slack
    wide = polyad.random.normal(1000, 0.0, 1e300, seed=2, dtype=dtype)
    assert np.isfinite(np.asarray(wide.astype("float64"))).all()


def test_normal_has_mean_and_deviation():
    z = np.asarray(polyad.random.normal(1001, seed=5))
    x = np.asarray(polyad.random.normal(1001, 3.0, 2.0, seed=5))
    assert np.array_equal(x, 3 + 2 * z)
    assert polyad.random.normal(4, 2.5, 0.0).tolist() == [2.5] * 4
    million = np.asarray(polyad.random.normal(10**6, seed=6))
    n = million.size
    assert abs(million.mean()) < 5 / n**0.5 and abs(million.var() - 1) < 5 * (2 / n) ** 0.5
    centred = (million - million.mean()) / million.std()
    assert abs((centred**3).mean()) < 0.013 and abs((centred**4).mean() - 3) < 0.025


@pytest.mark.parametrize(("mean", "stddev"), [(0, -1), (float("nan"), 1), (float("inf"), 1), (0, float("inf")), (0, float("nan"))])
def test_normal_refuses_what_is_no_distribution(mean, stddev):
    with pytest.raises(ValueError, match="mean|stddev"):
        polyad.random.normal(3, mean, stddev)


@pytest.mark.parametrize("name", ["uniform", "normal"])
@pytest.mark.parametrize("dtype", ["int32", "bool", "complex64", "ternary", "q4_0", "float8_e8m0fnu"])
def test_floats_are_drawn_in_floats(name, dtype):
    with pytest.raises(TypeError, match=dtype):
        DRAWS[name](32, dtype=dtype)


@pytest.mark.parametrize(("low", "high"), [(0, 10), (-5, 3), (7, 8), (-(2**63), 2**63), (2**40, 2**40 + 3), (0, 3 * 2**61)])
def test_randint_is_even_over_its_range(low, high):
    x = polyad.random.randint(60_000, low, high, seed=4).tolist()
    assert min(x) >= low and max(x) < high
    cells = min(high - low, 12)
    counts = np.bincount([(v - low) * cells // (high - low) for v in x], minlength=cells)
    sizes = np.bincount([c * cells // (high - low) for c in range(high - low)], minlength=cells) if high - low < 100 else 1
    expected = len(x) * sizes / np.sum(np.broadcast_to(sizes, (cells,)))
    assert ((counts - expected) ** 2 / expected).sum() < 45


@pytest.mark.parametrize("dtype", INTEGERS)
def test_randint_fills_its_dtype(dtype):
    bits, signed = INTEGERS[dtype], dtype[0] == "i"
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1)) if signed else (0, 2**bits)
    x = polyad.random.randint((50, 100), low, high, seed=1, dtype=dtype)
    assert (x.dtype, x.shape) == (dtype, (50, 100))
    values = [v for row in x.tolist() for v in row]
    span = high - low
    assert min(values) < low + span // 8 + 1 and max(values) >= high - span // 8 - 1
    for ends in ((low - 1, high), (low, high + 1)):
        with pytest.raises(OverflowError, match=dtype):
            polyad.random.randint(3, *ends, dtype=dtype)


def test_high_is_ten_where_none_is_given():
    x = polyad.random.randint(5000, 3, seed=0).tolist()
    assert set(x) == set(range(3, 10))
    with pytest.raises(ValueError, match="high"):
        polyad.random.randint(3, 10)


@pytest.mark.parametrize(("low", "high"), [(3, 3), (5, 2), (2**63, 0)])
def test_an_empty_range_has_no_integers(low, high):
    with pytest.raises((ValueError, OverflowError)):
        polyad.random.randint(3, low, high)


@pytest.mark.parametrize("dtype", ["float32", "bool", "complex64", "q8_0"])
def test_integers_are_drawn_in_integers(dtype):
    with pytest.raises(TypeError, match=dtype):
        polyad.random.randint(3, 0, 2, dtype=dtype)
    with pytest.raises(TypeError):
        polyad.random.randint(3, 0.5, 2)
