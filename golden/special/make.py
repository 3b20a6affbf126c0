"""Makes values.tsv: special functions at float64 points, by mpmath 1.4 with 60 digits.

Columns: function, arguments, value, the first ones as Python writes floats in base 16. Run with mpmath installed.
"""

import pathlib
import random

import mpmath as mp

mp.mp.dps = 60
R = random.Random(7)


def spread(low, high, n=20):
    return [R.uniform(low, high) for _ in range(n)]


def logs(low, high, n=20):
    return [10 ** R.uniform(low, high) for _ in range(n)]


def both(x):
    return x + [-v for v in x]


def normal(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def quantile(p):
    """The inverse of `normal`, by Newton from a float."""
    from statistics import NormalDist

    x = mp.mpf(NormalDist().inv_cdf(float(p)))
    for _ in range(8):
        x -= (normal(x) - p) * mp.sqrt(2 * mp.pi) * mp.exp(x * x / 2)
    return x


def zeta(s, q):
    """mpmath loses as many digits as the first term has zeros."""
    with mp.workdps(250):
        return mp.zeta(s, q)


positive = logs(-8, 2) + spread(0, 20)
ONE = {
    "erfinv": (mp.erfinv, both(spread(0, 1) + logs(-12, -1) + [1 - v for v in logs(-12, -1)])),
    "erfcinv": (lambda x: -quantile(x / 2) / mp.sqrt(2), spread(0, 2) + logs(-200, -1)),
    "erfcx": (lambda x: mp.exp(x * x) * mp.erfc(x), spread(-5, 30) + logs(-8, 8)),
    "gamma": (mp.gamma, both(spread(0, 30)) + spread(30, 171) + logs(-8, 0)),
    "lgamma": (lambda x: mp.log(abs(mp.gamma(x))), spread(0, 40) + logs(-8, 8) + spread(-5, 0)),
    "digamma": (mp.digamma, positive + spread(-5, 0)),
    "rgamma": (mp.rgamma, both(spread(0, 30)) + spread(30, 175)),
    "j0": (lambda x: mp.besselj(0, x), both(positive) + logs(2, 5)),
    "j1": (lambda x: mp.besselj(1, x), both(positive) + logs(2, 5)),
    "y0": (lambda x: mp.bessely(0, x), positive + logs(2, 5)),
    "y1": (lambda x: mp.bessely(1, x), positive + logs(2, 5)),
    "i0": (lambda x: mp.besseli(0, x), positive + spread(20, 700)),
    "i1": (lambda x: mp.besseli(1, x), both(positive) + spread(20, 700)),
    "i0e": (lambda x: mp.besseli(0, x) * mp.exp(-x), positive + logs(1, 5)),
    "i1e": (lambda x: mp.besseli(1, x) * mp.exp(-x), positive + logs(1, 5)),
    "k0": (lambda x: mp.besselk(0, x), positive + spread(20, 700)),
    "k1": (lambda x: mp.besselk(1, x), positive + spread(20, 700)),
    "k0e": (lambda x: mp.besselk(0, x) * mp.exp(x), positive + logs(1, 4)),
    "k1e": (lambda x: mp.besselk(1, x) * mp.exp(x), positive + logs(1, 4)),
    "logit": (lambda x: mp.log(x / (1 - x)), spread(0, 1) + logs(-12, 0) + spread(0.49, 0.51)),
    "entr": (lambda x: -x * mp.log(x), positive),
    "ndtr": (normal, spread(-37, 8) + both(logs(-8, 0))),
    "ndtri": (quantile, spread(0, 1) + logs(-200, -1)),
    "log_ndtr": (lambda x: mp.log(normal(x)), spread(-40, 8) + [-v for v in logs(0, 3)]),
}
pairs = list(zip(logs(-1, 2, 50), logs(-1, 2, 50), strict=True))
shares = list(zip(spread(0, 1, 30), spread(0, 1, 30), strict=True))
TWO = {
    "polygamma": (lambda n, x: mp.polygamma(int(n), x), [(float(n), x) for n in range(5) for x in logs(-2, 2, 12)]),
    "gammainc": (lambda a, x: mp.gammainc(a, 0, x, regularized=True), pairs),
    "gammaincc": (lambda a, x: mp.gammainc(a, x, regularized=True), pairs),
    "beta": (mp.beta, pairs),
    "betaln": (lambda a, b: mp.log(mp.beta(a, b)), pairs),
    "xlogy": (lambda x, y: x * mp.log(y), pairs),
    "xlog1py": (lambda x, y: x * mp.log1p(y), pairs),
    "rel_entr": (lambda x, y: x * mp.log(x / y), shares),
    "zeta": (zeta, list(zip(spread(1, 30, 40), logs(-1, 3, 40), strict=True)) + [(s, 1.0) for s in spread(-30, 3, 40)]),
}
THREE = {
    "betainc": (
        lambda a, b, x: mp.betainc(a, b, 0, x, regularized=True),
        list(zip(logs(-1, 1.5, 50), logs(-1, 1.5, 50), spread(0, 1, 50), strict=True)),
    ),
}

lines = []
for name, (function, points) in (ONE | TWO | THREE).items():
    for point in points:
        point = point if isinstance(point, tuple) else (point,)
        value = float(function(*map(mp.mpf, point)))
        if value == value and 1e-300 < abs(value) < 1e300:
            lines.append("\t".join([name, " ".join(x.hex() for x in point), value.hex()]))
pathlib.Path(__file__).with_name("values.tsv").write_text("\n".join(lines) + "\n")
