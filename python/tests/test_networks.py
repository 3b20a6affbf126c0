"""Attention, norms, gated units and losses against their definitions in NumPy."""

import numpy as np
import polyad
import pytest

R = np.random.default_rng(5)


def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def close(got, want, tolerance=1e-12):
    np.testing.assert_allclose(np.asarray(got), want, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("causal", [False, True])
def test_heads_of_attention_share_keys(causal):
    q, k, v = (R.normal(size=s) for s in [(3, 4, 9, 8), (3, 2, 7, 8), (3, 2, 7, 5)])
    scores = q @ np.repeat(k, 2, axis=1).swapaxes(-1, -2) / np.sqrt(8)
    if causal:
        scores = np.where(np.tri(9, 7, dtype=bool), scores, -np.inf)
    want = softmax(scores) @ np.repeat(v, 2, axis=1)
    close(polyad.scaled_dot_product_attention(q, k, v, causal=causal), want)
    turned = [polyad.asarray(x.swapaxes(-1, -2).copy()).mT for x in (q, k, v)]
    close(polyad.scaled_dot_product_attention(*turned, causal=causal), want)


def test_a_mask_hides_or_adds():
    q, k = R.normal(size=(5, 4)), R.normal(size=(6, 4))
    hidden, added = np.tri(5, 6, 1, dtype=bool), R.normal(size=(6,))
    scores = q @ k.T * 0.5
    close(polyad.masked_attention(q, k, k, hidden), softmax(np.where(hidden, scores, -np.inf)) @ k)
    close(polyad.masked_attention(q, k, k, added), softmax(scores + added) @ k)
    assert not np.asarray(polyad.masked_attention(q, k, k, np.zeros(6, bool))).any()
    with pytest.raises(ValueError, match=r"\[5, 7\]"):
        polyad.masked_attention(q, k, k, np.ones((5, 7), bool))


def test_norms_take_weights_and_numbers():
    x, w, b = R.normal(size=(2, 6, 5)), R.normal(size=6), R.normal(size=6)
    square = (x * x).mean(axis=-1, keepdims=True)
    close(polyad.rms_norm(x, 2.0), x / np.sqrt(square + 1e-6) * 2)
    d = x - x.mean(axis=-1, keepdims=True)
    unit = d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + 1e-5)
    close(polyad.layer_norm(x, 1.0, 0.0), unit)
    column = (slice(None), None)
    each = d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + 1e-5)
    close(polyad.group_norm(x, w, b, 6), each * w[column] + b[column])
    mean, var = x.mean(axis=(0, 2)), x.var(axis=(0, 2))
    want = (x - mean[column]) / np.sqrt(var[column] + 1e-5) * w[column] + b[column]
    close(polyad.batch_norm(x, mean, var, w, b), want)
    with pytest.raises(ValueError, match="6 channels"):
        polyad.group_norm(x, w, b, 4)


def test_rope_keeps_lengths_and_turns_by_differences():
    x, y = R.normal(size=(1, 8)), R.normal(size=(1, 8))
    for interleaved in [False, True]:
        turn = lambda a, at: np.asarray(polyad.rope(a, np.array([at]), interleaved=interleaved))
        close(np.linalg.norm(turn(x, 7)), np.linalg.norm(x))
        close(turn(x, 9) @ turn(y, 5).T, turn(x, 4) @ turn(y, 0).T)


def test_gated_units_halve_an_axis():
    x = R.normal(size=(4, 6))
    first, second = x[:, :3], x[:, 3:]
    logistic = lambda x: 1 / (1 + np.exp(-x))
    close(polyad.glu(x), first * logistic(second))
    close(polyad.swiglu(x), first * logistic(first) * second)
    close(polyad.reglu(x, axis=0), np.maximum(x[:2], 0) * x[2:])
    with pytest.raises(ValueError, match=r"\[4, 6\]|even"):
        polyad.glu(np.zeros((3, 3)), axis=0)


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_losses_of_classes(reduction):
    x, target = R.normal(size=(5, 3)), np.array([0, 2, 1, 1, -100])
    each = np.where(target < 0, 0, -np.log(softmax(x))[np.arange(5), target.clip(0)])
    want = {"none": each, "sum": each.sum(), "mean": each.sum() / 4}[reduction]
    close(polyad.cross_entropy(x, target, reduction=reduction), want)
    with pytest.raises(IndexError, match="7"):
        polyad.cross_entropy(x, np.full(5, 7), reduction=reduction)


def test_losses_of_elements():
    x, t = R.uniform(0.1, 0.9, size=(4, 3)), R.uniform(0.1, 0.9, size=3)
    close(polyad.mse_loss(x, t), ((x - t) ** 2).mean())
    close(polyad.l1_loss(x, t, reduction="sum"), np.abs(x - t).sum())
    close(polyad.binary_cross_entropy(x, t, reduction="none"), -t * np.log(x) - (1 - t) * np.log(1 - x))
    far = np.array([0.5, -3.0])
    close(polyad.huber_loss(far, 0.0, reduction="none", delta=2.0), [0.125, 4.0])
    with pytest.raises(ValueError, match="reduction"):
        polyad.mse_loss(x, t, reduction="middle")
