"""Block formats: byte for byte what ggml makes, and gguf-py's NumPy code."""

import json

import gguf
import gguf.quants
import numpy as np
import polyad
import pytest

TYPES = ["q8_0", "q4_0", "q4_1", "q5_0", "q5_1", "mxfp4"]


@pytest.fixture(scope="module")
def ggml(golden):
    return golden / "ggml"


@pytest.fixture(scope="module")
def weights(ggml):
    return np.load(ggml / "weights.npy")


@pytest.fixture(scope="module")
def specified(ggml):
    """The rows whose bytes ggml specifies."""
    manifest = json.loads((ggml / "manifest.json").read_text())
    return [row not in manifest["unspecified_rows"] for row in manifest["rows"]]


def same_floats(ours, theirs):
    # +0 and -0 count as equal.
    np.testing.assert_array_equal((ours + np.float32(0)).view("uint32"), (theirs + np.float32(0)).view("uint32"))


@pytest.mark.parametrize("dtype", TYPES)
def test_bytes_and_values_are_ggmls(dtype, ggml, weights, specified):
    q = polyad.quantize(weights, dtype)
    assert (q.dtype, q.shape) == (dtype, weights.shape)
    theirs = np.fromfile(ggml / f"{dtype}.none.bin", "uint8").reshape(len(weights), -1)
    ours = np.frombuffer(q.tobytes(), "uint8").reshape(theirs.shape)
    np.testing.assert_array_equal(ours[specified], theirs[specified])
    decoded = polyad.frombuffer(theirs, dtype, weights.shape).astype("float32")
    same_floats(np.asarray(decoded), np.load(ggml / f"{dtype}.none.dequant.npy"))


@pytest.mark.parametrize("dtype", ["f16", "bf16", *TYPES])
def test_any_bytes_decode_as_in_ggml(dtype, ggml):
    values = np.load(ggml / f"{dtype}.random.dequant.npy")
    raw = (ggml / f"{dtype}.random.bin").read_bytes()
    ours = np.asarray(polyad.frombuffer(raw, dtype, values.shape).astype("float32"))
    finite = ~np.isnan(values)
    assert np.array_equal(np.isnan(ours), ~finite)
    same_floats(ours[finite], values[finite])


@pytest.mark.parametrize("dtype", TYPES)
def test_bytes_and_values_are_gguf_pys(dtype):
    rng = np.random.default_rng(7)
    x = rng.standard_normal((64, 256), dtype="float32") * rng.uniform(1e-3, 1e2, (64, 1)).astype("float32")
    kind = gguf.GGMLQuantizationType[dtype.upper()]
    theirs = gguf.quants.quantize(x, kind)
    q = polyad.quantize(x, dtype)
    assert q.tobytes() == theirs.tobytes()
    same_floats(np.asarray(q.astype("float32")), gguf.quants.dequantize(theirs, kind))


@pytest.mark.parametrize("dtype", TYPES)
def test_strided_and_wider_sources_give_the_same_blocks(dtype):
    x = np.random.default_rng(3).standard_normal((32, 64), dtype="float32")
    expected = polyad.quantize(x, dtype).tobytes()
    wide = np.zeros((64, 64), "float32")
    wide[::-2] = x
    for source in (np.asfortranarray(x), wide[::-2], x.astype("float64"), polyad.asarray(x.T.copy()).T, x.tolist()):
        assert polyad.quantize(source, dtype).tobytes() == expected


def test_views_of_blocks_decode():
    x = ((np.arange(64) - 31.5) / 8).reshape(2, 32)
    q = polyad.quantize(x, "q8_0")
    assert q[1].astype("float32").tolist()[:4] == [0.06201171875, 0.18603515625, 0.31005859375, 0.43408203125]
    assert (q @ np.ones(32, "float32")).tolist() == [-63.99609375, 63.99609375]
    whole = np.asarray(q.astype("float32"))
    for key in (np.s_[:, 3:7], np.s_[::-1], np.s_[0, ::-5], np.s_[:, None, 4]):
        np.testing.assert_array_equal(np.asarray(q[key].astype("float32")), whole[key])
    np.testing.assert_array_equal(np.asarray(q.T.astype("float32")), whole.T)
    np.testing.assert_array_equal(np.asarray(polyad.take(q, [1, 0, 1]).astype("float32")), whole[[1, 0, 1]])
    assert q[1].tobytes() == q.tobytes()[34:]


def test_known_blocks():
    q = polyad.frombuffer(bytes.fromhex("003800c0f0e1d2c3b4a5968778695a4b3c2d1e0f"), "q4_1", (1, 32))
    rising = [-2 + k / 2 for k in range(16)]
    assert q.astype("float32").tolist() == [rising + rising[::-1]]
    q = polyad.frombuffer(bytes.fromhex("0034f0e1d2c3b4a5968778695a4b3c2d1e0f"), "q4_0", (1, 32))
    rising = [-2 + k / 4 for k in range(16)]
    assert q.astype("float32").tolist() == [rising + rising[::-1]]


def test_what_cannot_be_quantized_says_why():
    x = np.zeros((2, 64), "float32")
    for bad, text in ((np.nan, "nan|NaN"), (np.inf, "inf"), (-np.inf, "inf")):
        x[1, 40] = bad
        with pytest.raises(ValueError, match=f"(?s)({text}).*row 1, column 40"):
            polyad.quantize(x, "q4_0")
    with pytest.raises(ValueError, match="blocks"):
        polyad.quantize(np.zeros((2, 33), "float32"), "q4_0")
    with pytest.raises(ValueError, match="blocks"):
        polyad.quantize(1.0, "q8_0")
    with pytest.raises(TypeError, match="block format"):
        polyad.quantize(np.zeros((2, 32)), "float16")
    with pytest.raises(TypeError, match="astype"):
        polyad.quantize(np.zeros((2, 32), "int32"), "q8_0")
    with pytest.raises(TypeError, match="Known: .*q5_1"):
        polyad.quantize(np.zeros((2, 32)), "q9_9")
    with pytest.raises(ValueError, match="one value a column"):
        polyad.quantize(np.zeros((2, 32)), "q4_0", importance=np.ones(31))
    with pytest.raises(ValueError, match="-1"):
        polyad.quantize(np.zeros((2, 32)), "q4_0", importance=-np.ones(32))
    with pytest.raises(ValueError, match="importance"):
        polyad.quantize(np.ones((2, 256)), "iq2_xs")
    assert polyad.quantize(np.zeros((2, 32)), "q4_0", importance=None).dtype == "q4_0"
