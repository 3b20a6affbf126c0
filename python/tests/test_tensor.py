"""The class: properties, keys, operators and functions, held against NumPy."""

import inspect
import itertools

import numpy as np
import polyad
import pytest

A = np.arange(24, dtype="int32").reshape(2, 3, 4)


def both(key):
    return np.asarray(polyad.asarray(A)[key]), A[key]


KEYS = [
    0, -1, (1, 2), (1, 2, 3), (-2, -3, -4), slice(None), slice(None, None, -1), slice(1, None), slice(5, 9),
    (slice(None), 1), (slice(None), slice(None, None, 2)), (0, slice(2, 0, -1)), (Ellipsis, 0), (0, Ellipsis),
    (0, Ellipsis, 1), Ellipsis, (), None, (None, 0, None), (Ellipsis, None), (slice(None), None, 1),
    (1, 1, 1, Ellipsis), slice(-100, 100), slice(None, None, 100), slice(2**70), slice(-(2**70), None),
    slice(None, None, -(2**70)), np.int64(1), (np.uint8(1), slice(np.int32(1), None)),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_keys_are_numpys_and_give_views(key):
    ours, theirs = both(key)
    assert ours.shape == theirs.shape
    np.testing.assert_array_equal(ours, theirs)
    assert not theirs.size or np.shares_memory(ours, A)


@pytest.mark.parametrize("key", [2, -3, (0, 3), (0, 0, 0, 0), "a", 1.0, [2], (0, [3]), [0.5], [True], (Ellipsis, Ellipsis), 2**70])
def test_keys_outside_are_index_errors(key):
    with pytest.raises(IndexError):
        polyad.asarray(A)[key]


def test_step_0_is_a_value_error():
    with pytest.raises(ValueError, match="step"):
        polyad.asarray(A)[::0]


def test_a_0d_integer_tensor_is_an_index():
    t = polyad.asarray(A)
    assert t[polyad.asarray(1), 0, 0].item() == 12
    assert [10, 20, 30][polyad.asarray(2)] == 30
    for x in (polyad.asarray(1.0), polyad.asarray([1]), polyad.asarray(True)):
        with pytest.raises((TypeError, IndexError)):
            [1, 2][x]


def test_assignment_takes_numbers_tensors_arrays_and_lists():
    a = np.zeros((3, 4), "float32")
    t = polyad.asarray(a)
    t[0] = 1.5
    t[1, ::2] = polyad.asarray([2, 3])
    t[2] = np.arange(4)
    t[:, 3] = [7, 8, 9]
    t[..., 1] = np.float32(4)
    assert a.tolist() == [[1.5, 4, 1.5, 7], [2, 4, 3, 8], [0, 4, 2, 9]]
    t[:] = t[:, ::-1]
    assert a.tolist() == [[7, 1.5, 4, 1.5], [8, 3, 4, 2], [9, 2, 4, 0]]
    with pytest.raises(ValueError, match="broadcast"):
        t[0] = [1, 2]
    with pytest.raises(OverflowError):
        polyad.asarray([1, 2])[0] = 1.5
    with pytest.raises(TypeError, match="int64"):
        polyad.asarray([1, 2])[:] = [1.5, 2.5]


def test_length_and_iteration():
    t = polyad.asarray(A)
    assert len(t) == 2 and [x.tolist() for x in t] == A.tolist()
    with pytest.raises(TypeError):
        len(polyad.asarray(1))
    with pytest.raises(TypeError):
        iter(polyad.asarray(1))


def test_numbers_of_python():
    assert bool(polyad.asarray([[2]])) and not bool(polyad.asarray(0.0))
    assert int(polyad.asarray(3.7)) == 3 and float(polyad.asarray([2])) == 2.0
    assert complex(polyad.asarray(1 + 2j)) == 1 + 2j and complex(polyad.asarray(3)) == 3
    assert polyad.asarray([1.5], dtype="float16").item() == 1.5
    with pytest.raises(ValueError):
        bool(polyad.asarray([1, 2]))
    for wrong in (int, float, complex):
        with pytest.raises(TypeError):
            wrong(polyad.asarray([1, 2]))
    with pytest.raises((TypeError, AttributeError)):
        float(polyad.asarray(1j))


def test_properties():
    t = polyad.asarray(A)[:, ::2, ::-1]
    assert t.shape == (2, 2, 4) and t.ndim == 3 and t.size == 16 and t.strides == (48, 32, -4)
    assert t.nbytes == 64 and t.dtype == "int32" and t.name == ""
    assert t.mT.shape == (2, 4, 2) and t[0].T.shape == (4, 2) and t[0, 0].T.shape == (4,)
    with pytest.raises(ValueError, match="mT.*permute_dims"):
        t.T
    with pytest.raises(TypeError, match="q4_0"):
        polyad.asarray([0.0] * 32, dtype="q4_0").strides
    with pytest.raises(AttributeError):
        t.shape = (4, 4)


def test_a_tensor_prints_its_values_shape_and_dtype():
    assert repr(polyad.asarray([0.5, 2.5])) == "Tensor([0.5 2.5], shape=(2,), dtype=float64)"
    assert repr(polyad.asarray(3, dtype="int8")) == "Tensor(3, shape=(), dtype=int8)"
    assert str(polyad.asarray([[1, 20], [3, 4]])) == "[[ 1 20]\n [ 3  4]]"
    q = polyad.quantize([[0.0] * 32] * 2, "q4_0")
    assert "shape=(2, 32), dtype=q4_0" in repr(q)
    assert len(repr(polyad.asarray(np.zeros((300, 300))))) < 1000


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "uint32", "int64", "bool", "complex64", "complex128"])
def test_str_is_that_of_numpy(dtype):
    rng = np.random.default_rng(7)
    for shape in [(), (0,), (5,), (40,), (3, 7), (2, 3, 4), (2, 1, 2, 3), (1001,), (50, 60)]:
        for scale in (1e-6, 1.0, 37.0, 1e4):
            x = np.asarray(rng.normal(size=shape) * scale)
            a = (np.abs(x) if dtype == "uint32" else x).astype(dtype)
            assert str(polyad.asarray(a)) == str(a)


OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", "<=", ">", ">="]


@pytest.mark.parametrize("sign", OPERATORS)
@pytest.mark.parametrize("dtype", ["int32", "float32", "float64"])
def test_operators_are_numpys(sign, dtype):
    a = np.array([[1, 2, 3], [7, 5, 4]], dtype)
    b = np.array([3, 2, 1], dtype)
    x, y = polyad.asarray(a), polyad.asarray(b)
    pairs = [((x, y), (a, b)), ((y, x), (b, a)), ((x, 2), (a, 2)), ((3, x), (3, a)), ((x, b), (a, b)), ((b, x), (b, a))]
    if dtype != "int32" or sign != "**":
        pairs.append(((x, 2.5), (a, 2.5)))
    for (p, q), (r, s) in pairs:
        ours, theirs = eval(f"p {sign} q"), eval(f"r {sign} s")
        assert type(ours) is polyad.Tensor and ours.dtype == theirs.dtype.name, (p, q)
        np.testing.assert_allclose(np.asarray(ours), theirs, rtol=1e-6)


def test_numbers_are_weak():
    h = polyad.asarray([1, 2], dtype="float16")
    assert (h + 1).dtype == (h * 2.5).dtype == "float16" and (h + 1j).dtype == "complex64"
    i = polyad.asarray([1, 2], dtype="uint8")
    assert (i + 1).dtype == "uint8" and (i + 1.5).dtype == "float64" and (i + True).dtype == "uint8"
    with pytest.raises(OverflowError):
        i + 300
    with pytest.raises(OverflowError):
        i + 2**70
    assert (polyad.asarray([1.0]) * 2**70).tolist() == [2.0**70]
    assert (polyad.asarray([2**63 + 5], dtype="uint64") + 1).tolist() == [2**63 + 6]


def test_integers_are_compared_by_value():
    i = polyad.asarray([1, 200], dtype="uint8")
    assert (i > -1).tolist() == [True, True] and (i < 300).tolist() == [True, True]
    assert (i == 1000).tolist() == [False, False]


def test_operands_that_are_none_are_type_errors():
    t = polyad.asarray([1, 2])
    for other in (None, "a", [1, 2], object(), b"ab"):
        for f in (lambda: t + other, lambda: other * t, lambda: t @ other, lambda: t < other):
            with pytest.raises(TypeError):
                f()
        assert (t == other) is False and (t != other) is True
        with pytest.raises(TypeError):
            t += other
    with pytest.raises(TypeError, match="unhashable"):
        hash(t)


def test_in_place_operators_write_where_others_see():
    a = np.arange(6.0)
    t = polyad.asarray(a)
    same = t
    t += 1
    t *= polyad.asarray(2, dtype="float64")
    t -= np.ones(6)
    t /= 4
    assert t is same and a.tolist() == ((np.arange(6.0) + 1) * 2 - 1).__truediv__(4).tolist()
    b = np.zeros(6, "float32")
    r = polyad.asarray(b)[::-1]
    r += 2 * polyad.asarray(np.arange(6, dtype="float32"))[::-1]
    assert b.tolist() == [0, 2, 4, 6, 8, 10]
    i = polyad.asarray([1, 2])
    for wrong in (lambda: i.__iadd__(1.5), lambda: i.__itruediv__(2)):
        with pytest.raises(TypeError):
            wrong()
    assert i.tolist() == [1, 2]


def test_matrix_products():
    rng = np.random.default_rng(1)
    for m, k, n in itertools.product((1, 2, 33), repeat=3):
        a, b = rng.standard_normal((m, k)), rng.standard_normal((k, n))
        for x, y in ((a, b), (np.asfortranarray(a), b[::-1]), (a[:, ::-1], np.asfortranarray(b))):
            np.testing.assert_allclose(np.asarray(polyad.asarray(x) @ polyad.asarray(y)), x @ y, atol=1e-12)
    a = rng.standard_normal((3, 1, 2, 4))
    b = rng.standard_normal((5, 4, 6))
    np.testing.assert_allclose(np.asarray(polyad.asarray(a) @ b), a @ b, atol=1e-12)
    with pytest.raises(ValueError, match="matmul"):
        polyad.asarray(a) @ 2
    w = rng.standard_normal((8, 64)).astype("float32")
    x = rng.standard_normal((4, 64)).astype("float32")
    q = polyad.quantize(w, "q8_0")
    exact = polyad.asarray(x) @ q.T
    np.testing.assert_allclose(np.asarray(exact), x @ np.asarray(q.astype("float32")).T, atol=1e-4)
    fast = polyad.matmul(x, q.T, precision="fast")
    np.testing.assert_allclose(np.asarray(fast), np.asarray(exact), atol=0.3)


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "max", "min", "var"])
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), ()])
@pytest.mark.parametrize("keepdims", [False, True])
def test_reductions_are_numpys(name, axis, keepdims):
    a = np.linspace(-2, 3, 24).reshape(2, 3, 4)
    theirs = getattr(np, name)(a, axis=axis, keepdims=keepdims)
    for ours in (
        getattr(polyad.asarray(a), name)(axis, keepdims=keepdims),
        getattr(polyad, name)(a, axis=axis, keepdims=keepdims),
    ):
        assert ours.shape == np.shape(theirs)
        np.testing.assert_allclose(np.asarray(ours), theirs, rtol=1e-12, atol=1e-15)


def test_sums_take_a_dtype():
    t = polyad.asarray([100, 100], dtype="int8")
    assert t.sum().dtype == "int64" and t.sum().item() == 200
    assert t.sum(dtype="float32").dtype == "float32"


UNARY = ["exp", "expm1", "log", "log1p", "sin", "cos", "tanh", "sqrt", "floor", "ceil", "trunc", "round", "abs",
         "negative", "square", "reciprocal", "sign"]  # fmt: skip


@pytest.mark.parametrize("name", UNARY)
def test_functions_are_numpys(name):
    a = np.linspace(0.1, 4, 50)
    theirs = getattr(np, name)(a)
    np.testing.assert_allclose(np.asarray(getattr(polyad, name)(a)), theirs, rtol=1e-14)


def test_the_other_functions_of_the_table():
    x = np.linspace(-2, 2, 12).reshape(3, 4)
    e = np.exp(x - x.max(-1, keepdims=True))
    np.testing.assert_allclose(np.asarray(polyad.softmax(x)), e / e.sum(-1, keepdims=True))
    normed = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-3)
    ours = polyad.layer_norm(x, np.full(4, 2.0), np.ones(4), epsilon=1e-3)
    np.testing.assert_allclose(np.asarray(ours), normed * 2 + 1)
    np.testing.assert_array_equal(np.asarray(polyad.take(x, [2, 0, 2])), x[[2, 0, 2]])
    np.testing.assert_array_equal(np.asarray(polyad.take(x, 1, axis=1)), x[:, 1])
    np.testing.assert_array_equal(np.asarray(polyad.concat([x, x + 1], axis=1)), np.concatenate([x, x + 1], 1))
    np.testing.assert_array_equal(np.asarray(polyad.where(x > 0, x, 0)), np.where(x > 0, x, 0))
    np.testing.assert_array_equal(np.asarray(polyad.where(polyad.asarray(x) > 0, 1, 0)), np.where(x > 0, 1, 0))
    np.testing.assert_array_equal(np.asarray(polyad.where(True, x, 0)), x)
    np.testing.assert_array_equal(np.asarray(polyad.maximum(x, 0.5)), np.maximum(x, 0.5))
    np.testing.assert_array_equal(np.asarray(polyad.permute_dims(A, (2, 0, 1))), A.transpose(2, 0, 1))
    np.testing.assert_array_equal(np.asarray(polyad.reshape(A, (4, -1))), A.reshape(4, -1))
    np.testing.assert_array_equal(np.asarray(polyad.asarray(A).mT), A.mT)
    np.testing.assert_array_equal(np.asarray(polyad.narrow(A, 2, 1, 2)), A[:, :, 1:3])
    assert polyad.astype(x, "float32").dtype == "float32"


def test_calls_that_the_table_does_not_know_are_type_errors():
    t = polyad.asarray([[1.0, 2.0]])
    calls = [
        lambda: polyad.sum(),
        lambda: polyad.add(t),
        lambda: polyad.add(t, t, t),
        lambda: polyad.sum(t, 0, True),
        lambda: polyad.sum(t, 0, axis=0),
        lambda: polyad.sum(t, axes=0),
        lambda: polyad.sum(t, "a"),
        lambda: polyad.sum(t, keepdims=1),
        lambda: polyad.sum(t, dtype="nope"),
        lambda: polyad.narrow(t, 0, 0),
        lambda: polyad.reshape(t),
        lambda: polyad.concat(t, 0, 0),
        lambda: polyad.concat(3),
        lambda: polyad.exp("a"),
        lambda: t.sum(out=t),
        lambda: polyad.matmul(t, t, precision=1),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()
    with pytest.raises(ValueError, match='"exact" or "fast"'):
        polyad.matmul(t, t.T, precision="faster")


def test_functions_say_what_they_take_and_do():
    assert str(inspect.signature(polyad.sum)) == "(x, /, axis=None, *, keepdims=False, dtype=None)"
    assert str(inspect.signature(polyad.matmul)) == "(x1, x2, /, *, precision='exact')"
    assert "\n\nDtypes: numbers, not bool; gives the common dtype.\n\nCost: copies; " in polyad.matmul.__doc__
    for name in polyad.__all__:
        thing = getattr(polyad, name)
        assert name.startswith("__") or thing is None or thing.__doc__, name
        assert not callable(thing) or thing.__module__ in ("polyad", "polyad._polyad"), name


def test_conversions_round_once_and_saturate():
    t = polyad.asarray([1.5, -2.5, 300.0, float("nan"), float("inf")])
    assert t.astype("int8").tolist() == [1, -2, 127, 0, 127]
    assert t.astype("float64") is t
    assert t[:3].astype("bfloat16").astype("float32").tolist() == [1.5, -2.5, 300.0]
    with pytest.raises(TypeError, match="real"):
        polyad.asarray([1j]).astype("float32")


def test_wrong_answers_of_other_libraries():
    v = polyad.broadcast_to(polyad.asarray(3, dtype="float32"), (2,))
    m = polyad.asarray([[1, 2], [3, 4]], dtype="float32")
    assert (v @ m).tolist() == [12, 18] and (m @ v).tolist() == [9, 21]
    c = polyad.asarray([[1], [2], [3]])
    assert (c @ c.T).tolist() == [[1, 2, 3], [2, 4, 6], [3, 6, 9]] and (c.T @ c).tolist() == [[14]]
    low = polyad.asarray([-128], dtype="int8")
    assert (low // -1).tolist() == [-128] and (low % -1).tolist() == [0] and (low // 0).tolist() == [0]
    assert (polyad.asarray([1400000002000000600], dtype="uint64") + 1).tolist() == [1400000002000000601]
    with pytest.raises(ValueError):
        polyad.asarray(np.ones(20)[::2]).reshape(2, 13, 419, 691, 823, 2977518503)
    assert polyad.asarray(np.ones((0, 3))).sum(axis=0).tolist() == [0, 0, 0]
    with pytest.raises(ValueError):
        polyad.asarray(np.ones((0, 3))).max()
    big = polyad.asarray(np.ones((2_000_000, 2), "float32"))
    assert big.mean(axis=0).tolist() == [1, 1]


def test_names_are_of_one_handle_and_any_text():
    t = polyad.asarray([1.0, 2.0])
    assert (t.name, t.with_name(f"layer_{7}_weight").name, t.name) == ("", "layer_7_weight", "")
    named = t.with_name("é" * 32)
    assert named.name == "é" * 32 and named.with_name("a").ggml_name() == "a"
    assert named[:1].name == (named + 1).name == ""
    np.asarray(named)[0] = 5
    assert t.tolist() == [5, 2]
    with pytest.raises(ValueError, match="64 bytes"):
        named.ggml_name()
    with pytest.raises(ValueError, match="name"):
        t.with_name("a\0b").ggml_name()
    with pytest.raises(TypeError):
        t.with_name(b"a")
    with pytest.raises(AttributeError):
        t.name = "a"


def test_flags_add_up_and_say_what_they_need():
    t = polyad.asarray([[1.0]], dtype="float32")
    marked = t.with_flags("loss", "input").with_flags("param")
    assert (t.flags, marked.flags, t.with_flags().flags) == ((), ("input", "param", "loss"), ())
    with pytest.raises(ValueError, match='"input", "output", "param", "loss"'):
        t.with_flags("inputs")
    for dtype in ("int32", "bool", "ternary"):
        with pytest.raises(TypeError, match=dtype):
            polyad.asarray([1], dtype=dtype).with_flags("param")
    with pytest.raises(TypeError, match="float32"):
        t.astype("float64").with_flags("loss")
    with pytest.raises(ValueError, match="one element"):
        polyad.concat([t, t]).with_flags("loss")


def test_ggml_has_the_innermost_axis_first():
    q = polyad.quantize(np.ones((3, 64), "float32"), "q4_0")
    assert (q.ggml_ne(), q.ggml_nb(), q.is_quantized) == ((64, 3, 1, 1), (18, 36, 108, 108), True)
    t = polyad.asarray(np.zeros((3, 4), "float32"))
    assert (t.T.ggml_ne(), t.T.ggml_nb()[:2], t.is_quantized) == ((3, 4, 1, 1), (16, 4), False)
    with pytest.raises(ValueError, match="four axes"):
        t.reshape(1, 1, 1, 3, 4).ggml_ne()
