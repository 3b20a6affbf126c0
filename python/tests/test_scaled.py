"""Scaled tensors: parts, views and values, byte for byte those of the reference; both orders of bits."""

import sys

import numpy as np
import polyad
import pytest

MX = ["mxfp8_e4m3", "mxfp8_e5m2", "mxfp6_e2m3", "mxfp6_e3m2", "mxfp4", "mxint8"]
FORMATS = [*MX, "nvfp4"]
ELEMENTS = {
    "mxfp8_e4m3": "float8_e4m3fn",
    "mxfp8_e5m2": "float8_e5m2",
    "mxfp6_e2m3": "float6_e2m3fn",
    "mxfp6_e3m2": "float6_e3m2fn",
    "mxfp4": "float4_e2m1fn",
    "mxint8": "int8",
    "nvfp4": "float4_e2m1fn",
}


@pytest.fixture(scope="module")
def reference(golden):
    folder = golden / "minifloat"
    sys.path.insert(0, str(folder))
    try:
        import mx_reference
    finally:
        sys.path.remove(str(folder))
    return mx_reference


@pytest.fixture
def x():
    return np.random.default_rng(3).standard_normal((3, 4, 96), dtype="float32")


def raw(tensor):
    return np.frombuffer(tensor.tobytes(), "uint8")


def codes(scaled):
    """One code a byte."""
    packed = raw(scaled.elements)
    if scaled.elements.dtype == "float4_e2m1fn":
        packed = np.stack([packed & 15, packed >> 4], -1)
    return packed.reshape(scaled.shape)


@pytest.mark.parametrize("dtype", MX)
def test_mx_bytes_and_values_are_those_of_the_reference(dtype, golden):
    def load(part):
        return np.load(golden / "minifloat" / f"{dtype}_{part}.npy")

    s = polyad.asarray(np.load(golden / "minifloat" / "mx_input.npy")).astype(dtype)
    np.testing.assert_array_equal(raw(s.block_scales), load("scales"))
    np.testing.assert_array_equal(codes(s), load("codes"))
    np.testing.assert_array_equal(np.asarray(s), load("dequant"))


@pytest.mark.parametrize("dtype", FORMATS)
def test_random_numbers_are_those_of_the_reference(dtype, reference):
    rng = np.random.default_rng(11)
    x = rng.standard_normal((8, 64), dtype="float32") * np.exp2(rng.integers(-100, 100, (8, 1))).astype("float32")
    s = polyad.astype(x, dtype)
    if dtype == "nvfp4":
        scale, scales, their_codes = reference.nvfp4_quantize(x)
        values = reference.nvfp4_dequantize(scale, scales, their_codes)
        assert s.tensor_scale == scale
    else:
        scales, their_codes = reference.mx_quantize(dtype, x.reshape(8, 2, 32))
        values = reference.mx_dequantize(dtype, scales, their_codes)
        assert s.tensor_scale is None
    np.testing.assert_array_equal(raw(s.block_scales), scales.ravel())
    np.testing.assert_array_equal(codes(s), their_codes.reshape(x.shape))
    np.testing.assert_array_equal(np.asarray(s.materialize()), values.reshape(x.shape))


@pytest.mark.parametrize("dtype", FORMATS)
def test_the_parts_are_tensors(dtype, x):
    s = polyad.asarray(x, dtype)
    block = 16 if dtype == "nvfp4" else 32
    assert type(s) is polyad.ScaledTensor
    assert (s.dtype, s.shape, s.ndim, s.size, len(s), s.block_size) == (dtype, x.shape, 3, x.size, 3, block)
    assert (s.elements.dtype, s.elements.shape) == (ELEMENTS[dtype], x.shape)
    scale = "float8_ue4m3" if dtype == "nvfp4" else "float8_e8m0fnu"
    assert (s.block_scales.dtype, s.block_scales.shape) == (scale, (3, 4, 96 // block))
    assert s.nbytes == s.elements.nbytes + s.block_scales.nbytes + (4 if dtype == "nvfp4" else 0)
    again = polyad.ScaledTensor.from_parts(dtype, s.elements, s.block_scales, s.tensor_scale)
    np.testing.assert_array_equal(np.asarray(again), np.asarray(s))
    assert f"dtype={dtype}" in repr(s)
    assert str(s) == str(s.materialize())


def test_block_formats_of_ggml_keep_their_name_in_quantize(x):
    blocks = polyad.quantize(x, "mxfp4")
    assert (type(blocks), blocks.dtype) == (polyad.Tensor, "mxfp4")
    s = blocks.to_scaled()
    assert (type(s), s.to_blocks().tobytes()) == (polyad.ScaledTensor, blocks.tobytes())
    np.testing.assert_array_equal(np.asarray(s), np.asarray(blocks.astype("float32")))
    with pytest.raises(TypeError, match=r'astype\("mxfp8_e4m3"\)'):
        polyad.quantize(x, "mxfp8_e4m3")
    with pytest.raises(TypeError, match="mxfp4"):
        polyad.asarray(x, "mxint8").to_blocks()
    s = polyad.asarray(x[..., :64], "nvfp4")
    with pytest.raises(ValueError, match="tensor_scale"):
        s.to_blocks()
    blocks = s.with_tensor_scale(1.0).to_blocks()
    assert blocks.dtype == "nvfp4"
    again = blocks.to_scaled().with_tensor_scale(s.tensor_scale)
    np.testing.assert_array_equal(np.asarray(again), np.asarray(s))


@pytest.mark.parametrize("dtype", FORMATS)
def test_views_are_those_of_the_values(dtype, x):
    s = polyad.asarray(x, dtype)
    values = np.asarray(s)
    for key in (1, (slice(None, None, -1), 2), (..., slice(32, None)), (0, None, 1, slice(-64, -32)), slice(5, 9)):
        np.testing.assert_array_equal(np.asarray(s[key]), values[key])
    np.testing.assert_array_equal(np.asarray(s.permute_dims((1, 0, 2))), values.transpose(1, 0, 2))
    for key in ((..., 5), (..., slice(8, None)), (..., slice(None, 40)), (..., slice(None, None, -1)), (0, 0, 0)):
        with pytest.raises(IndexError, match=r"materialize\(\)"):
            s[key]
    with pytest.raises(IndexError):
        s[3]


@pytest.mark.parametrize("dtype", FORMATS)
def test_astype_decodes_or_transcodes(dtype, x):
    s = polyad.asarray(x, dtype)
    assert s.astype("float32").tolist() == s.materialize().tolist()
    for dense in ("bfloat16", "float8_e5m2", "int8", "q8_0"):
        for t in (s.astype(dense), polyad.asarray(s, dense), polyad.astype(s, dense)):
            assert (t.dtype, t.tobytes()) == (dense, s.materialize().astype(dense).tobytes())
    for other in FORMATS:
        for t in (s.astype(other), s.transcode(other), polyad.astype(s, other)):
            want = s.materialize().astype(other)
            if t is not s:
                assert t.dtype == other
                np.testing.assert_array_equal(codes(t), codes(want))
                np.testing.assert_array_equal(raw(t.block_scales), raw(want.block_scales))
    assert polyad.asarray(s) is s and polyad.asarray(s, dtype) is s
    assert polyad.asarray(s, copy=True).elements.tobytes() == s.elements.tobytes()
    for wrong in (lambda: polyad.asarray(s, "float32", copy=False), lambda: polyad.asarray(x, dtype, copy=False)):
        with pytest.raises(ValueError, match="copy=False"):
            wrong()
    with pytest.raises(TypeError, match="unknown"):
        s.astype("mxfp5")


def test_operations_take_the_values(x):
    s = polyad.asarray(x, "mxfp8_e4m3")
    assert polyad.sum(s).tolist() == polyad.sum(s.materialize()).tolist()
    assert (polyad.asarray(x) + s).tolist() == (polyad.asarray(x) + s.materialize()).tolist()


def test_resizing_stays_within_the_memory(x):
    s = polyad.asarray(x[0], "mxfp4")
    values = np.asarray(s)
    assert s.capacity == s.size == 384
    assert s.resize(2, 96) is s
    assert (s.shape, s.block_scales.shape, s.capacity) == ((2, 96), (2, 3), 384)
    np.testing.assert_array_equal(np.asarray(s), values[:2])
    np.testing.assert_array_equal(np.asarray(s.resize((3, 96)))[2], np.zeros(96))
    for shape, text in (((5, 96), "capacity"), ((2, 40), "blocks"), ((), "blocks")):
        with pytest.raises(ValueError, match=text):
            s.resize(*shape)
        assert s.shape == (3, 96)
    elements = s.elements
    with pytest.raises(BufferError, match="same memory"):
        s.resize(4, 96)
    del elements
    assert s.resize(4, 96).shape == (4, 96)


def test_rows_are_whole_blocks():
    with pytest.raises(ValueError, match=r"\[2, 48\].*32"):
        polyad.asarray(np.zeros((2, 48)), "mxfp4")
    with pytest.raises(ValueError, match="whole blocks"):
        polyad.asarray(1.0).astype("nvfp4")
    with pytest.raises(TypeError, match="complex64"):
        polyad.asarray(np.zeros(32, "complex64")).astype("mxfp4")


def test_parts_that_do_not_fit_say_why(x):
    s = polyad.asarray(x, "mxfp4")
    with pytest.raises(TypeError, match="float8_e8m0fnu"):
        polyad.ScaledTensor.from_parts("mxfp4", s.elements, s.elements)
    with pytest.raises(ValueError, match="block scales of shape"):
        polyad.ScaledTensor.from_parts("mxfp4", s.elements, s.block_scales[0])
    with pytest.raises(ValueError, match="tensor_scale"):
        polyad.ScaledTensor.from_parts("mxfp4", s.elements, s.block_scales, 2.0)
    with pytest.raises(ValueError, match="mxfp6_e2m3"):
        polyad.ScaledTensor.from_parts("mxfp5", s.elements, s.block_scales)


def test_packed_elements_have_two_orders_of_bits(golden):
    lines = (golden / "minifloat" / "packed_ints.tsv").read_text().splitlines()[1:]
    for line in lines:
        dtype, count, values, low, high = line.split("\t")
        values = [int(v) for v in values.split(",") if v]
        for order, given in (("little", bytes.fromhex(low)), ("big", bytes.fromhex(high))):
            t = polyad.frombuffer(given, dtype, int(count), bit_order=order)
            assert (t.tolist(), t.tobytes(bit_order=order)) == (values, given), line
    assert len(lines) > 100


def test_an_order_of_bits_needs_packed_elements():
    for dtype in ("int8", "q8_0"):
        t = polyad.asarray(np.zeros(32)).astype(dtype)
        assert t.tobytes(bit_order="little") == t.tobytes()
        with pytest.raises(TypeError, match=dtype):
            t.tobytes(bit_order="big")
        with pytest.raises(TypeError, match=dtype):
            polyad.frombuffer(t.tobytes(), dtype, 32, bit_order="big")
    with pytest.raises(ValueError, match='"little" or "big"'):
        polyad.frombuffer(b"\0", "uint1", 8, bit_order="middle")
