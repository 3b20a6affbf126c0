"""Random numbers: reproducible by seed, of the right distribution, never outside it."""

import math
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
    if (name, dtype) == ("normal", "complex64"):
        assert polyad.random.normal(32, dtype=dtype).dtype == dtype
        return
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


random = polyad.random
ERF = np.vectorize(math.erf)


def phi(z):
    return 0.5 * (1 + ERF(z / 2**0.5))


# A draw of 40 000, and the share of numbers below x.
CONTINUOUS = {
    "uniform": (lambda s: random.uniform(s, -2, 3, seed=31), lambda x: (x + 2) / 5),
    "normal": (lambda s: random.normal(s, 1, 2, seed=31), lambda x: phi((x - 1) / 2)),
    "exponential": (lambda s: random.exponential(s, 2, seed=31), lambda x: 1 - np.exp(-x / 2)),
    "laplace": (lambda s: random.laplace(s, 1, 2, seed=31), lambda x: 0.5 + np.sign(x - 1) * (1 - np.exp(-abs(x - 1) / 2)) / 2),
    "gumbel": (lambda s: random.gumbel(s, 1, 2, seed=31), lambda x: np.exp(-np.exp(-(x - 1) / 2))),
    "cauchy": (lambda s: random.cauchy(s, 1, 2, seed=31), lambda x: 0.5 + np.arctan((x - 1) / 2) / np.pi),
    "gamma-half": (lambda s: random.gamma(s, 0.5, seed=31), lambda x: ERF(np.sqrt(x))),
    "gamma-3": (lambda s: random.gamma(s, 3, 2, seed=31), lambda x: 1 - np.exp(-x / 2) * (1 + x / 2 + x * x / 8)),
    "chisquare": (lambda s: random.chisquare(s, 4, seed=31), lambda x: 1 - np.exp(-x / 2) * (1 + x / 2)),
    "beta-2-3": (lambda s: random.beta(s, 2, 3, seed=31), lambda x: x**2 * (6 - 8 * x + 3 * x**2)),
    "beta-half": (lambda s: random.beta(s, 0.5, 0.5, seed=31), lambda x: 2 / np.pi * np.arcsin(np.sqrt(x))),
    "student-1": (lambda s: random.student_t(s, 1, seed=31), lambda x: 0.5 + np.arctan(x) / np.pi),
    "student-2": (lambda s: random.student_t(s, 2, seed=31), lambda x: 0.5 + x / (2 * np.sqrt(2 + x * x))),
    "truncated": (lambda s: random.truncated_normal(s, -1, 2, seed=31), lambda x: (phi(x) - phi(-1)) / (phi(2) - phi(-1))),
    "truncated-tail": (
        lambda s: random.truncated_normal(s, 3, 5, seed=31),
        lambda x: (phi(-3) - phi(-x)) / (phi(-3) - phi(-5)),
    ),
    "truncated-narrow": (
        lambda s: random.truncated_normal(s, -0.5, 1, 1, 2, seed=31),
        lambda x: (phi((x - 1) / 2) - phi(-0.75)) / (0.5 - phi(-0.75)),
    ),
    "dirichlet": (lambda s: random.dirichlet([2.0, 1.0, 2.0], s, seed=31)[:, 0], lambda x: x**2 * (6 - 8 * x + 3 * x**2)),
}


@pytest.mark.parametrize("name", CONTINUOUS)
def test_a_draw_has_its_distribution(name):
    draw, below = CONTINUOUS[name]
    n = 40_000
    share = np.sort(below(np.asarray(draw(n))))
    steps = np.arange(n + 1) / n
    distance = max(abs(share - steps[:-1]).max(), abs(share - steps[1:]).max())
    assert distance < 1.95 / n**0.5, distance
    assert share.min() >= 0 and share.max() <= 1


def log_choose(n, k):
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def poisson_chance(lam):
    return lambda k: math.exp(-lam + k * math.log(lam) - math.lgamma(k + 1))


def binomial_chance(n, p):
    return lambda k: math.exp(log_choose(n, k) + k * math.log(p) + (n - k) * math.log1p(-p)) if k <= n else 0.0


COUNTS = {
    "poisson-0.3": (lambda s: random.poisson(s, 0.3, seed=32), poisson_chance(0.3)),
    "poisson-9.9": (lambda s: random.poisson(s, 9.9, seed=32), poisson_chance(9.9)),
    "poisson-10": (lambda s: random.poisson(s, 10, seed=32), poisson_chance(10)),
    "poisson-200": (lambda s: random.poisson(s, 200, seed=32), poisson_chance(200)),
    "binomial-5": (lambda s: random.binomial(s, 5, 0.4, seed=32), binomial_chance(5, 0.4)),
    "binomial-30": (lambda s: random.binomial(s, 30, 0.5, seed=32), binomial_chance(30, 0.5)),
    "binomial-400": (lambda s: random.binomial(s, 400, 0.9, seed=32), binomial_chance(400, 0.9)),
    "multinomial": (lambda s: random.multinomial(50, [0.2, 0.5, 0.3], s, seed=32)[:, 1], binomial_chance(50, 0.5)),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_have_their_distribution(name):
    draw, chance = COUNTS[name]
    n = 40_000
    counts = np.bincount(np.asarray(draw(n)), minlength=600)[:600]
    expected = n * np.array([chance(k) for k in range(600)])
    often = expected > 10
    cells = np.append(counts[often], counts[~often].sum())
    wanted = np.append(expected[often], max(n - expected[often].sum(), 1))
    chi, free = ((cells - wanted) ** 2 / wanted).sum(), len(cells) - 1
    assert chi < free + 5 * (2 * free) ** 0.5 + 5, (chi, free)


def test_huge_counts_have_their_moments():
    n = 20_000
    for lam in (1e9, 1e15, 4e18):
        z = (np.asarray(random.poisson(n, lam, seed=1)).astype(float) - lam) / lam**0.5
        assert abs(z.mean()) < 5 / n**0.5 and abs(z.var() - 1) < 5 * (2 / n) ** 0.5, lam
    tries, p = 2**53, 0.7
    z = (np.asarray(random.binomial(n, tries, p, seed=1)) - tries * p) / (tries * p * (1 - p)) ** 0.5
    assert abs(z.mean()) < 5 / n**0.5 and abs(z.var() - 1) < 5 * (2 / n) ** 0.5
    assert np.asarray(random.poisson(100, 300, seed=1, dtype="int8")).tolist() == [127] * 100


def test_classes_are_as_likely_as_their_logits_say():
    logits = np.log([[0.1, 0.6, 0.3], [0.5, 0.25, 0.25]])
    x = np.asarray(random.categorical(logits, 30_000, seed=2))
    assert x.shape == (30_000, 2)
    for row in range(2):
        share = np.bincount(x[:, row], minlength=3) / 30_000
        assert abs(share - np.exp(logits[row])).max() < 0.014
    assert random.categorical(logits.T, 5, axis=0, seed=2).tolist() == x[:5].tolist()
    for bad in ([], [float("nan"), 0.0], [float("inf"), 0.0], [float("-inf")] * 2):
        with pytest.raises(ValueError, match="logits"):
            random.categorical(bad)


def test_choices_keep_to_their_probabilities():
    p = [0.1, 0.0, 0.6, 0.3]
    x = np.asarray(random.choice(4, 30_000, p=p, seed=3))
    assert abs(np.bincount(x, minlength=4) / 30_000 - p).max() < 0.014
    pairs = [random.choice(4, 2, replace=False, p=p, seed=i).tolist() for i in range(5000)]
    first = np.bincount([a for a, _ in pairs], minlength=4) / 5000
    assert abs(first - p).max() < 0.035 and all(a != b and 1 not in (a, b) for a, b in pairs)
    # The second one among those that are left.
    after = [b for a, b in pairs if a == 2]
    assert abs(np.mean(np.equal(after, 3)) - 0.75) < 0.04
    rows = polyad.asarray([[1, 2], [3, 4], [5, 6]])
    assert all(row in rows.tolist() for row in random.choice(rows, 5, seed=4).tolist())
    assert sorted(random.choice(rows, (3, 1), replace=False, seed=4).reshape(3, 2).tolist()) == rows.tolist()
    assert random.choice(7, seed=1).shape == ()
    for arguments in ({"replace": False, "shape": 4}, {"p": [0.5, 0.5]}, {"p": [0.5, 0.6, -0.1]}, {"p": [0.5, 0.1, 0.1]}):
        with pytest.raises(ValueError, match="p|shape"):
            random.choice(3, **{"shape": 2, **arguments})
    with pytest.raises(ValueError, match="shape"):
        random.choice(0, 2)


def test_orders_are_drawn_and_made():
    x = polyad.arange(10)
    assert sorted(random.permutation(10, seed=1).tolist()) == list(range(10))
    moved = random.permutation(x, seed=1).tolist()
    assert moved == random.permutation(10, seed=1).tolist() and x.tolist() == list(range(10))
    random.shuffle(x, seed=1)
    assert x.tolist() == moved
    assert random.permutation(0).shape == (0,)
    with pytest.raises(IndexError):
        random.permutation(x, axis=1)


def test_keys_split_and_fold():
    key = random.Key(7)
    a, b = key.split()
    assert a != b and key.split(3)[:2] == [a, b] and hash(a) == hash(key.split()[0])
    assert random.uniform(3, seed=a).tolist() == random.uniform(3, seed=a.seed).tolist() != random.uniform(3, seed=b).tolist()
    assert random.uniform(3, seed=key).tolist() == random.uniform(3, seed=7).tolist()
    assert key.fold_in(0) != key.fold_in(1) and key.fold_in(1) == random.Key(7).fold_in(1)
    # Words of the blocks of two streams.
    for derived, stream, number in ((a, 4, 0), (b, 4, 1), (key.fold_in(9), 5, 9)):
        low, high = random123((7, 0), (number, 0, 0, stream))[:2]
        assert derived.seed == high << 32 | low
    with pytest.raises(ValueError, match="seed"):
        random.Key(-1)


PARAMETERS = {
    "uniform": [("low", math.nan), ("high", math.inf), ("high", -1.0)],
    "bernoulli": [("p", 1.5), ("p", -0.1), ("p", math.nan)],
    "exponential": [("scale", -1.0), ("scale", math.nan)],
    "gamma": [("alpha", -1.0), ("alpha", math.nan), ("scale", math.inf)],
    "beta": [("a", 0.0), ("b", math.nan)],
    "chisquare": [("df", -2.0)],
    "student_t": [("df", 0.0), ("df", math.nan)],
    "laplace": [("loc", math.nan), ("scale", -1.0)],
    "gumbel": [("scale", -1.0)],
    "cauchy": [("scale", math.nan)],
    "poisson": [("lam", -1.0), ("lam", math.nan), ("lam", 1e19)],
    "binomial": [("n", -1), ("n", 1.5), ("p", 1.1), ("p", math.nan)],
    "truncated_normal": [("low", math.nan), ("high", -5.0), ("stddev", -1.0)],
}
GOOD = {
    "gamma": {"alpha": 1.0},
    "beta": {"a": 1.0, "b": 1.0},
    "chisquare": {"df": 1.0},
    "student_t": {"df": 1.0},
    "binomial": {"n": 3, "p": 0.5},
    "truncated_normal": {"low": 0.0, "high": 1.0},
}


@pytest.mark.parametrize(("name", "argument", "value"), [(n, a, v) for n, rules in PARAMETERS.items() for a, v in rules])
def test_what_is_no_parameter_is_named(name, argument, value):
    draw = getattr(random, name)
    with pytest.raises(ValueError, match=argument):
        draw((2, 3), **{**GOOD.get(name, {}), argument: value})
    array = np.full((2, 3), GOOD.get(name, {}).get(argument, 0.5), float)
    array[1, 2] = value
    with pytest.raises(ValueError, match=argument):
        draw((2, 3), **{**GOOD.get(name, {}), argument: array.T.copy().T})
    with pytest.raises(ValueError, match=r"\(4,\)|\[4\]"):
        draw((2, 3), **{**GOOD.get(name, {}), argument: np.full(4, GOOD.get(name, {}).get(argument, 0.5))})


@pytest.mark.parametrize("name", [n for n in PARAMETERS if n not in ("bernoulli", "poisson", "binomial")])
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16"])
def test_draws_come_in_every_float(name, dtype):
    draw = getattr(random, name)
    x = draw((50, 7), **GOOD.get(name, {}), seed=5, dtype=dtype)
    assert (x.dtype, x.shape) == (dtype, (50, 7))
    assert draw((0, 3), **GOOD.get(name, {})).shape == (0, 3)
    assert draw((), **GOOD.get(name, {})).shape == draw(None, **GOOD.get(name, {})).shape == ()
    if name != "uniform":
        wide = draw((50, 7), **GOOD.get(name, {}), seed=5)
        assert x.tolist() == wide.astype(dtype).tolist()


def test_scales_of_zero_and_certain_chances_are_exact():
    assert random.exponential(3, 0).tolist() == random.gamma(3, 0).tolist() == random.gamma(3, 2, 0).tolist() == [0.0] * 3
    for name in ("laplace", "gumbel", "cauchy"):
        assert getattr(random, name)(3, 2.5, 0).tolist() == [2.5] * 3
    assert random.truncated_normal(3, 0, 1, 0.5, 0).tolist() == [0.5] * 3
    assert random.bernoulli(1000, 0).tolist() == [False] * 1000 and random.bernoulli(1000, 1).tolist() == [True] * 1000
    assert random.bernoulli(None, [0, 1, 1]).tolist() == [False, True, True]
    assert random.poisson(3, 0).tolist() == random.binomial(3, 0, 0.5).tolist() == random.binomial(3, 9, 0).tolist() == [0] * 3
    assert random.binomial(None, [[3], [4]], [1.0, 1.0]).tolist() == [[3, 3], [4, 4]]
    assert random.uniform(3, 2, 2).tolist() == [2.0] * 3


def test_shares_and_counts_of_rows_add_up():
    shares = np.asarray(random.dirichlet([[1e-3, 1e-3, 1e-3], [1.0, 2.0, 3.0]], 500, seed=1))
    assert shares.shape == (500, 2, 3) and abs(shares.sum(-1) - 1).max() < 1e-14
    assert abs(shares[:, 1].mean(0) - np.array([1, 2, 3]) / 6).max() < 0.03
    counts = np.asarray(random.multinomial([10, 1000], [[0.2, 0.8, 0.0], [0.5, 0.25, 0.25]], 500, seed=1))
    assert counts.shape == (500, 2, 3) and (counts.sum(-1) == [10, 1000]).all()
    assert counts[:, 0, 2].max() == 0 and abs(counts[:, 1].mean(0) - [500, 250, 250]).max() < 4
    for bad in ([0.5, 0.6], [1.5, -0.5], [], 0.5):
        with pytest.raises(ValueError, match="p"):
            random.multinomial(3, bad)
    for bad in ([0.0, 1.0], [], [math.nan]):
        with pytest.raises(ValueError, match="alpha"):
            random.dirichlet(bad)


# The first numbers of seed 2026: the streams stay what they are.
FIRST = {
    "bernoulli": [False, False, False, True, False, True, False, True, True, False, True, True],
    "beta": ["0x1.9e4aa198df651p-1", "0x1.7a98de96e896ap-4", "0x1.1f2715b2b8c2fp-1"],
    "binomial": [3, 2, 1],
    "categorical": [0, 2, 2],
    "cauchy": ["0x1.2e67c90eef6e3p-2", "0x1.4823ec836dad4p+0", "0x1.fa50dd63fd8cap-1"],
    "chisquare": ["0x1.02e63dae6b852p+1", "0x1.6beab186aaeacp-1", "0x1.7d87fe0b59a47p-2"],
    "choice": [0, 8, 86],
    "dirichlet": ["0x1.1d3baf533dcaep-1", "0x1.86a8ca65e027dp-2", "0x1.f6feb79d22131p-5"],
    "exponential": ["0x1.21580b7b1cb4cp-2", "0x1.3ee866aa7dbbbp+1", "0x1.c28b054a7e401p-1"],
    "gamma": ["0x1.0b6646ae10fc1p+1", "0x1.08e581aa670a3p+0", "0x1.0812d15b6b8fcp-2"],
    "gumbel": ["0x1.803f8bb6501a2p-1", "-0x1.ea5868c6f7d6ep-3", "0x1.988cf329e0f19p-1"],
    "laplace": ["0x1.df1eddd9bb456p-6", "0x1.74b10544c5de5p-5", "-0x1.e0b8f01f641f2p-1"],
    "multinomial": [20, 30, 50],
    "normal": ["0x1.e17929c75d69ap+0", "0x1.e3ba5ea0f7be9p-1", "0x1.ec927058af77bp-3"],
    "permutation": [1, 5, 3, 4, 2, 0],
    "poisson": [1, 3, 0],
    "randint": [579, 649, 502],
    "student_t": ["-0x1.aab3e204575f1p-6", "-0x1.07d513ef60d83p+2", "-0x1.01fbf649115eap-1"],
    "truncated_normal": ["0x1.ac075423591b4p-1", "0x1.674c08a763ef0p-5", "0x1.941a355a891e8p-2"],
    "uniform": ["0x1.0b6f7cb6dcb65p-1", "0x1.2fa6fcb2cf3acp-2", "0x1.653c35abf3ffcp-2"],
}


@pytest.mark.parametrize("name", FIRST)
def test_the_numbers_of_a_seed_stay(name):
    draw = getattr(random, name)
    arguments = {"categorical": ([0.0, 1.0, 2.0], 3), "dirichlet": ([1.0, 2.0, 3.0],), "permutation": (6,), "randint": (3, 0, 1000)}
    arguments |= {"bernoulli": (12,), "choice": (100, 3), "multinomial": (100, [0.2, 0.3, 0.5])}
    x = draw(*arguments.get(name, (3,)), **GOOD.get(name, {}), seed=2026)
    assert [v.hex() if isinstance(v, float) else v for v in x.tolist()] == FIRST[name]
