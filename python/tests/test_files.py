"""Files: written here and read by the packages that own the formats, and the other way round."""

import json
import pathlib

import gguf
import numpy as np
import polyad
import pytest
import safetensors
import safetensors.numpy

NUMPYS = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "float16", "float32", "float64", "complex64", "complex128"]  # fmt: skip
BLOCKS = ["q8_0", "q4_0", "q4_1", "q5_0", "q5_1", "mxfp4"]


def values(dtype, shape=(3, 4)):
    return (np.arange(np.prod(shape)).reshape(shape) % 7).astype(dtype)


def views():
    t = np.arange(6, dtype="float32").reshape(2, 3)
    return {"t": t.T, "step": np.arange(8)[::2], "back": np.arange(4)[::-1], "same": np.broadcast_to(t[:1], (3, 3))}


def same(loaded, arrays):
    assert list(loaded) == list(arrays)
    for name, a in arrays.items():
        b = np.asarray(loaded[name])
        assert (b.dtype, b.shape) == (a.dtype, a.shape), name
        np.testing.assert_array_equal(b, a, err_msg=name)


def test_safetensors_are_read_by_their_package(tmp_path):
    path = tmp_path / "x.safetensors"
    arrays = {d: values(d) for d in NUMPYS if d != "complex128"} | {"0d": np.array(2.5), "none": np.zeros((0, 3), "int8")}
    polyad.save(path, arrays, metadata={"format": "np", "n": 3, "yes": True})
    back = safetensors.numpy.load_file(path)
    for name, a in arrays.items():
        assert back[name].dtype == a.dtype and back[name].shape == a.shape
        np.testing.assert_array_equal(back[name], a)
    with safetensors.safe_open(path, "np") as f:
        assert f.metadata()["format"] == "np" and f.metadata()["n"] == "3"
    same(dict(sorted(polyad.load(path).items())), dict(sorted(arrays.items())))


def test_safetensors_of_their_package_are_read(tmp_path):
    arrays = {d: values(d) for d in NUMPYS if "complex" not in d}
    safetensors.numpy.save_file(arrays, tmp_path / "x.safetensors", metadata={"a": "b"})
    same(dict(sorted(polyad.load(tmp_path / "x.safetensors").items())), dict(sorted(arrays.items())))


def test_gguf_is_read_by_its_package(tmp_path):
    path = str(tmp_path / "x.gguf")
    x = np.random.default_rng(1).standard_normal((4, 64), dtype="float32")
    tensors = {"f32": polyad.asarray(x), "i8": values("int8"), "f64": values("float64"), "f16": values("float16")}
    tensors |= {d: polyad.quantize(x, d) for d in BLOCKS} | {"bf16": polyad.asarray(x).astype("bfloat16")}
    about = {"general.architecture": "test", "n": 7, "big": 2**40, "minus": -1, "eps": 0.5, "on": True,
             "words": ["a", "bc"], "counts": [1, 2], "mixed": [1, -2], "empty": []}  # fmt: skip
    polyad.save(path, tensors, about)
    reader = gguf.GGUFReader(path)
    for key, value in about.items():
        assert reader.get_field(key).contents() == value
    assert reader.get_field("n").types == [gguf.GGUFValueType.UINT32]
    by_name = {t.name: t for t in reader.tensors}
    assert list(by_name) == list(tensors)
    for name in ("f32", "i8", "f64", "f16"):
        np.testing.assert_array_equal(by_name[name].data, np.asarray(tensors[name]))
    for name in BLOCKS:
        assert by_name[name].tensor_type.name.lower() == name
        assert by_name[name].data.tobytes() == tensors[name].tobytes()
        theirs = gguf.quants.dequantize(by_name[name].data, by_name[name].tensor_type)
        np.testing.assert_array_equal(theirs, np.asarray(tensors[name].astype("float32")))
    assert by_name["bf16"].data.tobytes() == tensors["bf16"].tobytes()


def test_gguf_of_its_package_is_read(tmp_path):
    path = str(tmp_path / "x.gguf")
    x = np.random.default_rng(2).standard_normal((4, 64), dtype="float32")
    writer = gguf.GGUFWriter(path, "test")
    writer.add_tensor("f32", x)
    writer.add_tensor("i64", values("int64"))
    blocks = {}
    for dtype in BLOCKS:
        kind = gguf.GGMLQuantizationType[dtype.upper()]
        blocks[dtype] = gguf.quants.quantize(x, kind)
        writer.add_tensor(dtype, blocks[dtype], raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    loaded = polyad.load(path)
    assert list(loaded) == ["f32", "i64", *BLOCKS]
    np.testing.assert_array_equal(np.asarray(loaded["f32"]), x)
    np.testing.assert_array_equal(np.asarray(loaded["i64"]), values("int64"))
    for dtype in BLOCKS:
        q = loaded[dtype]
        assert (q.dtype, q.shape, q.name, q.tobytes()) == (dtype, (4, 64), dtype, blocks[dtype].tobytes())


@pytest.mark.parametrize("dtype", NUMPYS)
def test_npy_goes_both_ways(dtype, tmp_path):
    ours, theirs = tmp_path / "ours.npy", tmp_path / "theirs.npy"
    for a in (values(dtype), values(dtype)[:, ::-1].T, values(dtype, ()), values(dtype, (0, 2))):
        polyad.save(ours, a)
        np.save(theirs, a)
        back = np.load(ours)
        assert (back.dtype, back.shape) == (a.dtype, a.shape)
        np.testing.assert_array_equal(back, a)
        same(polyad.load(theirs), {"tensor": a})


def test_npz_goes_both_ways(tmp_path):
    arrays = {d: values(d) for d in NUMPYS} | {"dir/name": values("int8")}
    polyad.save(tmp_path / "ours.npz", arrays)
    with np.load(tmp_path / "ours.npz") as back:
        assert back.files == list(arrays)
        for name, a in arrays.items():
            assert back[name].dtype == a.dtype
            np.testing.assert_array_equal(back[name], a)
    for write in (np.savez, np.savez_compressed):
        write(tmp_path / "theirs.npz", **arrays)
        same(polyad.load(tmp_path / "theirs.npz"), arrays)


def test_tens_goes_round(tmp_path, golden):
    manifest = json.loads((golden / "tens/manifest.json").read_text())
    for name in (entry["file"] for entry in manifest["valid"]):
        path = golden / "tens" / name
        (x,) = polyad.load(path).values()
        polyad.save(tmp_path / name, x)
        assert (tmp_path / name).read_bytes() == path.read_bytes(), name
    for name in (entry["file"] for entry in manifest["malformed"]):
        with pytest.raises(polyad.FormatError):
            polyad.load(golden / "tens" / name)
    for dtype in ("ternary", "bfloat16", "float64"):
        x = polyad.asarray([[1, 0, -1], [-1, 1, 1]]).astype(dtype)
        polyad.save(tmp_path / "x.tens", x)
        back = polyad.load(tmp_path / "x.tens")["tensor"]
        assert (back.dtype, back.shape, back.tolist()) == (dtype, (2, 3), x.tolist())


@pytest.mark.parametrize("ending", ["safetensors", "gguf", "npz"])
def test_views_are_written_as_they_look(ending, tmp_path):
    path = tmp_path / f"x.{ending}"
    polyad.save(path, {k: polyad.asarray(v) for k, v in views().items()})
    loaded = polyad.load(path)
    for name, a in views().items():
        np.testing.assert_array_equal(np.asarray(loaded[name]), a, err_msg=name)
    path = tmp_path / f"blocks.{ending}"
    if ending == "gguf":
        q = polyad.quantize(np.arange(128.0).reshape(4, 32), "q4_0")
        polyad.save(path, {"odd": q[1::2]})
        assert polyad.load(path)["odd"].tobytes() == q.tobytes()[18:36] + q.tobytes()[54:]


def test_a_loaded_tensor_has_its_name_and_is_read_only(tmp_path):
    path = tmp_path / "x.safetensors"
    polyad.save(path, {"w": np.arange(4.0)})
    w = polyad.load(path)["w"]
    assert w.name == "w" and not np.asarray(w).flags.writeable
    with pytest.raises(ValueError, match="read-only.*copy"):
        w += 1
    assert (w + 1).tolist() == [1, 2, 3, 4]
    path.unlink()
    assert w.tolist() == [0, 1, 2, 3]
    polyad.save(tmp_path / "alone.safetensors", w)
    assert list(polyad.load(tmp_path / "alone.safetensors")) == ["w"]


def test_paths_may_be_text_or_pathlike(tmp_path):
    for path in (tmp_path / "a.npy", str(tmp_path / "b.npy"), pathlib.PurePath(tmp_path, "c.npy")):
        polyad.save(path, [1, 2])
        assert polyad.load(path)["tensor"].tolist() == [1, 2]
    with pytest.raises(TypeError):
        polyad.load(3)


def test_content_decides_and_not_the_name(tmp_path):
    polyad.save(tmp_path / "x.safetensors", {"a": values("int8")})
    (tmp_path / "x.safetensors").rename(tmp_path / "x.gguf")
    assert polyad.load(tmp_path / "x.gguf")["a"].tolist() == values("int8").tolist()


def test_files_of_every_format_load_as_listed(golden):
    listing = json.loads((golden / "gguf" / "listing.json").read_text())
    assert listing["files"]
    for folder in ("safetensors", "npy", "tens"):
        files = [p for p in (golden / folder).iterdir() if p.suffix in (".safetensors", ".npy", ".npz")]
        for path in files:
            try:
                polyad.load(path)
            except polyad.FormatError as e:
                assert e.kind in ("BadType", "Unsupported"), (path, e)
    a = polyad.load(golden / "npy" / "fortran_3d.npy")["tensor"]
    np.testing.assert_array_equal(np.asarray(a), np.load(golden / "npy" / "fortran_3d.npy"))


@pytest.mark.parametrize("folder", ["gguf", "safetensors", "npy"])
def test_malformed_files_are_format_errors(folder, golden):
    bad = sorted((golden / folder / "bad").iterdir())
    assert len(bad) > 5
    for path in bad:
        with pytest.raises(polyad.FormatError) as caught:
            polyad.load(path)
        e = caught.value
        assert isinstance(e, ValueError) and e.path == str(path) and e.kind in str(e) and e.detail in str(e)
        assert e.offset is None or 0 <= e.offset <= path.stat().st_size or e.kind in ("Truncated", "BadOffset")


def test_a_format_error_says_where_and_what(tmp_path):
    path = tmp_path / "x.npy"
    polyad.save(path, np.arange(10))
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(polyad.FormatError, match=r"x\.npy: npy Truncated") as caught:
        polyad.load(path)
    assert (caught.value.kind, caught.value.path, caught.value.format) == ("Truncated", str(path), "npy")
    assert caught.value.offset is None or type(caught.value.offset) is int


def test_what_cannot_be_saved_leaves_nothing_behind(tmp_path):
    q = polyad.quantize(np.zeros((1, 32)), "q4_0")
    cases = [
        ("x.safetensors", {"q": q}, None, polyad.FormatError, "gguf"),
        ("x.npy", {"a": values("int8"), "b": values("int8")}, None, polyad.FormatError, "one"),
        ("x.npy", polyad.asarray([1.0]).astype("bfloat16"), None, polyad.FormatError, "safetensors"),
        ("x.pt", values("int8"), None, polyad.FormatError, r"\.safetensors"),
        ("x.npy", values("int8"), {"a": "b"}, ValueError, "metadata"),
        ("x.gguf", {"a": values("int8")}, {"k": [1, "a"]}, ValueError, "mixes"),
        ("x.gguf", {"a": values("int8")}, {"k": object()}, TypeError, "object"),
        ("x.gguf", {"a": values("int8")}, {"k": 2**70}, OverflowError, "64"),
        ("x.gguf", {"a": values("int8")}, {3: "a"}, TypeError, "text"),
        ("x.gguf", {3: values("int8")}, None, TypeError, "text"),
        ("x.gguf", {"a": "text"}, None, TypeError, "str"),
    ]
    for name, tensors, about, error, text in cases:
        with pytest.raises(error, match=text):
            polyad.save(tmp_path / name, tensors, about)
        assert list(tmp_path.iterdir()) == []


def test_a_failed_save_keeps_the_old_file(tmp_path):
    path = tmp_path / "x.npy"
    polyad.save(path, [1, 2, 3])
    with pytest.raises(polyad.FormatError):
        polyad.save(path, polyad.asarray([1.0]).astype("bfloat16"))
    assert polyad.load(path)["tensor"].tolist() == [1, 2, 3]


def test_a_file_may_be_saved_over_itself(tmp_path):
    path = tmp_path / "x.safetensors"
    polyad.save(path, {"a": np.arange(1000.0)})
    loaded = polyad.load(path)
    polyad.save(path, {"a": loaded["a"][::-1]})
    assert loaded["a"][0].item() == 0 and polyad.load(path)["a"][0].item() == 999


def test_errors_of_the_system_are_oserrors(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        polyad.load(tmp_path / "none.gguf")
    assert caught.value.errno == 2 and caught.value.filename == str(tmp_path / "none.gguf")
    with pytest.raises(OSError, match="directory"):
        polyad.load(tmp_path)
    with pytest.raises(FileNotFoundError):
        polyad.save(tmp_path / "no" / "x.npy", [1])
    (tmp_path / "empty.gguf").touch()
    with pytest.raises(polyad.FormatError, match="Truncated"):
        polyad.load(tmp_path / "empty.gguf")
