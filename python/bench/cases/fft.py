"""Fourier transforms beside NumPy's."""

import numpy as np
import polyad as xp
from measure import line, race


def run(rounds):
    r = np.random.default_rng(0)
    for real, made in (("float64", "complex128"), ("float32", "complex64")):

        def pair(*shape, dtype=made):
            a = r.normal(size=shape) + 1j * r.normal(size=shape)
            a = (a if dtype == made else a.real).astype(dtype)
            return a, xp.asarray(a)

        def one(task, name, operand, *args, **kwargs):
            a, x = operand
            ours, theirs = getattr(xp.fft, name), getattr(np.fft, name)
            line(f"{task} {a.dtype}", *race(lambda: ours(x, *args, **kwargs), lambda: theirs(a, *args, **kwargs), rounds), 1.0)

        one("fft 2^20", "fft", pair(2**20))
        one("ifft 2^20", "ifft", pair(2**20))
        one("rfft 2^20", "rfft", pair(2**20, dtype=real))
        one("irfft 2^20", "irfft", pair(2**19 + 1))
        one("fft 1000", "fft", pair(1000))
        one("fft 16", "fft", pair(16))
        one("fft 1000 x 1000", "fft", pair(1000, 1000))
        one("rfft 1000 x 1000", "rfft", pair(1000, 1000, dtype=real))
        one("irfft 1000 x 501", "irfft", pair(1000, 501))
        one("fft 1000 x 1000, first axis", "fft", pair(1000, 1000), axis=0)
        one("fft of real 1000 x 1000", "fft", pair(1000, 1000, dtype=real))
        one("fft 100 x 1009", "fft", pair(100, 1009))
        one("rfft 100 x 999", "rfft", pair(100, 999, dtype=real))
        one("fft2 1024 x 1024", "fft2", pair(1024, 1024))
        one("rfft2 1024 x 1024", "rfft2", pair(1024, 1024, dtype=real))
        one("irfft2 1024 x 513", "irfft2", pair(1024, 513))
        one("fftn 64 x 64 x 64", "fftn", pair(64, 64, 64))
