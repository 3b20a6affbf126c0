"""Every number format by its name: values there and back, and other libraries' own arrays and codecs."""

import gguf
import gguf.quants
import ml_dtypes
import numpy as np
import polyad
import pytest

BLOCKS = {
    "q8_0": 32, "q4_0": 32, "q4_1": 32, "q5_0": 32, "q5_1": 32, "mxfp4": 32, "nvfp4": 64, "q1_0": 128, "q2_0": 64,
    "q8_1": 32, "q2_K": 256, "q3_K": 256, "q4_K": 256, "q5_K": 256, "q6_K": 256, "q8_K": 256, "iq4_nl": 32,
    "iq4_xs": 256, "iq3_xxs": 256, "iq3_s": 256, "iq2_xxs": 256, "iq2_xs": 256, "iq2_s": 256, "iq1_s": 256,
    "iq1_m": 256, "tq1_0": 256, "tq2_0": 256,
}  # fmt: skip
NEED_IMPORTANCE = {"iq2_xxs", "iq2_xs", "iq1_s"}
# Those that another library has a class for: where an element takes a byte, and where several share one.
WHOLE = [
    "bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3", "float8_e3m4", "float8_e4m3fnuz", "float8_e5m2fnuz",
    "float8_e4m3b11fnuz", "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn",
]  # fmt: skip
PACKED = ["float4_e2m1fn", "int4", "uint4", "int2", "uint2"]
PLAIN = [
    "float64", "float32", "float16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool",
    "complex64", "complex128", "complex32", "bcomplex32", "int1", "uint1", "ternary", "float8_ue4m3",
]  # fmt: skip


def test_these_are_all_formats():
    with pytest.raises(TypeError) as caught:
        polyad.asarray([1.0]).astype("q9_9")
    known = str(caught.value).split("Known: ")[1].replace(".", "").replace(",", " ").split()
    assert sorted(known) == sorted([*BLOCKS, *WHOLE, *PACKED, *PLAIN])


@pytest.mark.parametrize("dtype", [*WHOLE, *PACKED, *PLAIN])
def test_numbers_go_there_and_back(dtype):
    # 0 is none of the powers of two, the unsigned formats have no -1, and one bit that is a sign no 1.
    one = -1.0 if dtype == "int1" else 1.0
    values = [1.0, 1.0, 1.0] if dtype in ("float8_e8m0fnu", "bool") else [0.0, one, one, 0.0, one]
    t = polyad.asarray(values).astype(dtype)
    assert (t.dtype, t.shape) == (dtype, (len(values),))
    assert t.tolist() == values
    assert polyad.frombuffer(t.tobytes(), dtype, t.shape).tolist() == values


@pytest.mark.parametrize("dtype", BLOCKS)
def test_blocks_go_there_and_back(dtype, golden):
    x = np.load(golden / "ggml" / "weights.npy")[:2]
    importance = np.ones(1024, "float32") if dtype in NEED_IMPORTANCE else None
    q = polyad.quantize(x, dtype, importance=importance)
    assert (q.dtype, q.shape) == (dtype, x.shape)
    decoded = np.asarray(q.astype("float32"))
    # The second row is too small for scales of nvfp4, which has none for the whole tensor here.
    limit = {"tq1_0": 0.81, "tq2_0": 0.81, "q2_0": 0.7, "q1_0": 0.6, "iq1_m": 0.55, "iq1_s": 0.5}.get(dtype, 0.35)
    assert np.linalg.norm(decoded[0] - x[0]) < limit * np.linalg.norm(x[0])
    raw = np.frombuffer(q.tobytes(), "uint8").reshape(2, -1)
    assert polyad.frombuffer(raw, dtype, x.shape).astype("float32").tolist() == decoded.tolist()
    with pytest.raises(BufferError, match="astype"):
        memoryview(q)
    with pytest.raises(ValueError, match="blocks"):
        polyad.quantize(np.ones((2, BLOCKS[dtype] + 1)), dtype)
    if dtype.upper() in gguf.GGMLQuantizationType.__members__:
        kind = gguf.GGMLQuantizationType[dtype.upper()]
        # gguf-py has the size that q8_1 had when its two scales were float32.
        size = 40 if dtype == "q8_1" else raw.shape[1] * BLOCKS[dtype] // 1024
        assert gguf.GGML_QUANT_SIZES[kind] == (BLOCKS[dtype], size)
        try:
            theirs = gguf.quants.dequantize(raw, kind)
        except NotImplementedError:
            # gguf-py decodes no formats of activations, nor the newest ones.
            assert dtype in {"q8_1", "q8_K", "q1_0"}
        else:
            np.testing.assert_array_equal(theirs + np.float32(0), decoded + np.float32(0))


@pytest.mark.parametrize("dtype", ["q4_0", "q3_K", "q4_K", "iq4_xs", "iq3_s", "iq2_xxs", "iq1_s", "iq1_m"])
def test_importance_gives_ggmls_bytes(dtype, golden):
    x, importance = (np.load(golden / "ggml" / f"{name}.npy") for name in ("weights", "imatrix_rand"))
    raw = (golden / "ggml" / f"{dtype}.rand.bin").read_bytes()
    assert polyad.quantize(x[:5], dtype, importance=importance).tobytes() == raw[: len(raw) * 5 // 16]
    each = np.stack([importance, np.ones_like(importance)])
    two = polyad.quantize(np.stack([x[:2], x[:2]]), dtype, importance=each)
    assert two[0].tobytes() == raw[: len(raw) // 8]
    assert two[1].tobytes() == (golden / "ggml" / f"{dtype}.ones.bin").read_bytes()[: len(raw) // 8]


@pytest.mark.parametrize("name", [*WHOLE, *PACKED])
def test_arrays_of_ml_dtypes_are_tensors(name):
    theirs = np.array([[1, 0.5, 2], [1, 1, 0.25]]).astype(getattr(ml_dtypes, name))
    for dtype in (getattr(ml_dtypes, name), theirs.dtype, name):
        assert polyad.asarray([1.0]).astype(dtype).dtype == name
    for array in (theirs, theirs.T, theirs[::-1, ::2], theirs[1, 2]):
        ours = polyad.asarray(array)
        assert (ours.dtype, ours.shape) == (name, array.shape)
        assert ours.tolist() == array.astype("float64").tolist()
    if name in WHOLE:
        shared = polyad.asarray(theirs, copy=False)
        theirs[0, 0] = 2
        assert shared[0, 0].item() == 2
    else:
        with pytest.raises(ValueError, match="copy=False"):
            polyad.asarray(theirs, copy=False)


@pytest.mark.parametrize("name", WHOLE)
def test_every_code_is_that_of_ml_dtypes(name):
    kind = np.dtype(getattr(ml_dtypes, name))
    bits = 6 if name.startswith("float6") else 8 * kind.itemsize
    theirs = np.arange(1 << bits, dtype=f"u{kind.itemsize}").view(kind)
    values = theirs.astype("float32")
    ours = np.asarray(polyad.asarray(theirs).astype("float32"))
    np.testing.assert_array_equal(ours, values)
    finite = np.isfinite(values)
    back = polyad.asarray(values[finite]).astype(name)
    assert back.tobytes() == theirs[finite].tobytes()
