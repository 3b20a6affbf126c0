"""Attention and the rows that nets normalize."""

import numpy as np
import polyad as xp
from measure import line
from measure import rested as race


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def attention(q, k, v):
    return softmax(q @ k.swapaxes(-1, -2) * np.float32(1 / np.sqrt(q.shape[-1]))) @ v


def layer_norm(x, w, b):
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + np.float32(1e-5)) * w + b


def run(rounds):
    r = np.random.default_rng(0)
    q, k, v = (r.normal(size=(16, 512, 64)).astype(np.float32) for _ in range(3))
    x, y, z = (xp.asarray(a) for a in (q, k, v))
    np.testing.assert_allclose(np.asarray(xp.scaled_dot_product_attention(x, y, z)), attention(q, k, v), atol=1e-5)
    line("attention 16 x 512 x 64", *race(lambda: xp.scaled_dot_product_attention(x, y, z), lambda: attention(q, k, v), rounds), 2.0)
    a = r.normal(size=(4096, 1024)).astype(np.float32)
    w, b = (r.normal(size=1024).astype(np.float32) for _ in range(2))
    rows, weight, bias = xp.asarray(a), xp.asarray(w), xp.asarray(b)
    line("softmax 4096 x 1024", *race(lambda: xp.softmax(rows), lambda: softmax(a), rounds), 1.0)
    line("layer_norm 4096 x 1024", *race(lambda: xp.layer_norm(rows, weight, bias), lambda: layer_norm(a, w, b), rounds), 1.0)
