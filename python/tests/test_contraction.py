"""Sums of products against NumPy: random equations, and every function with NumPy's arguments."""

import numpy as np
import polyad
import pytest

SEEDS = range(400)
LETTERS = "abcdeXYZ"


def same(ours, theirs, tolerance=1e-12):
    theirs = np.asarray(theirs)
    ours = np.asarray(ours)
    assert ours.shape == theirs.shape
    assert ours.dtype == theirs.dtype
    np.testing.assert_allclose(ours, theirs, rtol=tolerance, atol=tolerance)


def numbers(r, shape, dtype):
    if dtype.startswith("complex"):
        return (r.normal(size=shape) + 1j * r.normal(size=shape)).astype(dtype)
    if dtype.startswith("float"):
        return r.normal(size=shape).astype(dtype)
    return r.integers(0, 90, size=shape).astype(dtype)


def laid_out(r, a):
    """The same array by other strides."""
    kind = r.integers(0, 4)
    if kind == 1:
        return np.asfortranarray(a)
    if kind == 2 and a.ndim:
        return np.ascontiguousarray(a[::-1])[::-1]
    if kind == 3 and a.ndim:
        wide = np.zeros((*a.shape[:-1], 2 * a.shape[-1]), a.dtype)
        wide[..., ::2] = a
        return wide[..., ::2]
    return a


def random_equation(r, dtype):
    letters = list(r.permutation(list(LETTERS))[: r.integers(1, 6)])
    extents = {x: int(r.choice([1, 2, 3, 4])) for x in letters}
    dots = r.integers(0, 3) if r.random() < 0.3 else 0
    under = [int(r.choice([1, 2, 3])) for _ in range(dots)]
    terms, operands = [], []
    for _ in range(r.integers(1, 5)):
        labels = [str(x) for x in r.choice(letters, size=r.integers(0, 4))]
        narrow = set(x for x in labels if r.random() < 0.1)
        shape = [1 if x in narrow else extents[x] for x in labels]
        term = "".join(labels)
        if dots:
            at = int(r.integers(0, len(labels) + 1))
            own = under[dots - int(r.integers(0, dots + 1)) :] if r.random() < 0.7 else []
            own = [1 if r.random() < 0.2 else n for n in own]
            shape[at:at] = own
            term = term[:at] + "..." + term[at:]
        terms.append(term)
        operands.append(laid_out(r, numbers(r, tuple(shape), dtype)))
    text = ",".join(terms)
    seen = sorted({x for term in terms for x in term if x != "."})
    if r.random() < 0.7:
        kept = [str(x) for x in r.permutation(seen)[: r.integers(0, len(seen) + 1)]] if seen else []
        at = int(r.integers(0, len(kept) + 1))
        text += "->" + "".join(kept[:at]) + ("..." if dots else "") + "".join(kept[at:])
    if r.random() < 0.3:
        text = " ".join(text.replace("...", "\0").replace("->", "\1")).replace("\0", "...").replace("\1", "->")
    return text, operands


@pytest.mark.parametrize("dtype", ["float64", "complex128", "int64", "int8"])
def test_random_equations_are_numpys(dtype):
    compared = 0
    for seed in SEEDS:
        r = np.random.default_rng([seed, len(dtype)])
        text, operands = random_equation(r, dtype)
        try:
            theirs = np.einsum(text, *operands)
        except ValueError:
            with pytest.raises(ValueError):
                polyad.einsum(text, *operands)
            continue
        try:
            same(polyad.einsum(text, *operands), theirs, 1e-10)
        except Exception as e:
            raise AssertionError(f"seed {seed}: {text} {[x.shape for x in operands]}") from e
        compared += 1
    assert compared > len(SEEDS) * 3 // 4


BAD = {
    "dots": ("i.j", (2, 2)),
    "two dots": ("...i...", (2, 2)),
    "digit": ("i1", (2, 2)),
    "arrow": ("ij-", (2, 2)),
    "two arrows": ("ij->i->j", (2, 2)),
    "output twice": ("ij->ii", (2, 2)),
    "output unknown": ("ij->k", (2, 2)),
    "dots left out": ("...i->i", (2, 2)),
    "too few axes": ("ijk", (2, 2)),
    "too many axes": ("i", (2, 2)),
    "operands": ("ij,jk", (2, 2)),
    "diagonal": ("ii", (1, 2)),
    "letter": ("αβ", (2, 2)),
    "nothing": ("", (2,)),
}


@pytest.mark.parametrize("text, shape", BAD.values(), ids=BAD.keys())
def test_equations_outside_the_grammar_are_refused(text, shape):
    with pytest.raises(ValueError, match="einsum"):
        polyad.einsum(text, np.ones(shape))


def test_extents_that_differ_are_told_with_their_label():
    with pytest.raises(ValueError, match=r"extent 3 or 1 for `j` of operand 1.*\"ij,jk\""):
        polyad.einsum("ij,jk", np.ones((2, 3)), np.ones((4, 5)))


def test_axes_may_be_numbered():
    r = np.random.default_rng(1)
    a, b = r.normal(size=(2, 3)), r.normal(size=(3, 4))
    same(polyad.einsum(a, [0, 1], b, [1, 2]), np.einsum(a, [0, 1], b, [1, 2]))
    same(polyad.einsum(a, [30, 1], b, [1, 2], [2, 30]), np.einsum(a, [30, 1], b, [1, 2], [2, 30]))
    same(polyad.einsum(a, [..., 0], [0, ...]), np.einsum(a, [..., 0], [0, ...]))
    with pytest.raises(TypeError, match="0 to 51"):
        polyad.einsum(a, [0, 52])


def test_numbers_are_operands():
    a = np.arange(6.0).reshape(2, 3)
    same(polyad.einsum(",ij", 3, a), 3 * a)
    assert polyad.einsum(",i", 3, np.ones(2, "float32")).dtype == "float32"


def test_out_that_overlaps_takes_the_result_of_what_was():
    # numpy#10080.
    a = np.arange(36).reshape(3, 4, 3)
    t = polyad.asarray(a.copy())
    part = t[:, 1:, :]
    assert polyad.einsum("j,ijk->ijk", [1, 2, 3], part, out=part) is part
    want = a.copy()
    want[:, 1:] *= np.array([1, 2, 3])[:, None]
    same(t, want)
    assert t[0, 1:].tolist() == [[3, 4, 5], [12, 14, 16], [27, 30, 33]]
    square = polyad.asarray(np.arange(9.0).reshape(3, 3))
    whole = np.asarray(square).copy()
    polyad.einsum("ij,jk->ki", square, square, out=square)
    same(square, (whole @ whole).T)
    with pytest.raises(ValueError, match="out"):
        polyad.einsum("ij->i", whole, out=square)


def test_diagonals_are_views():
    t = polyad.asarray(np.zeros((3, 3)))
    polyad.einsum("ii->i", t)[...] = 1
    same(t, np.eye(3))
    same(polyad.diagonal(t, offset=1), np.zeros(2))


@pytest.mark.parametrize("axes", [0, 1, 2, (0, 1), ([0, 1], [1, 0]), ([-1], [0])], ids=str)
def test_tensordot_is_numpys(axes):
    r = np.random.default_rng(2)
    for dtype in ["float64", "int32", "complex128"]:
        a, b = numbers(r, (3, 3), dtype), numbers(r, (3, 3, 2), dtype)
        if axes == (0, 1):
            b = numbers(r, (2, 3), dtype)
        same(polyad.tensordot(a, b, axes=axes), np.tensordot(a, b, axes))


@pytest.mark.parametrize("axes", [-1, 3, ([0], [0, 1]), ([0, 0], [0, 1]), ([5], [0])], ids=str)
def test_tensordot_refuses_axes_that_are_not_there(axes):
    with pytest.raises((ValueError, IndexError), match="tensordot"):
        polyad.tensordot(np.ones((2, 2)), np.ones((2, 2)), axes=axes)


PAIRS = {
    "vectors": ((4,), (4,)),
    "matrices": ((3, 4), (2, 4)),
    "ranks": ((2, 3, 4), (4,)),
    "scalar": ((), (3, 4)),
    "empty": ((2, 0), (3, 0)),
}


@pytest.mark.parametrize("shapes", PAIRS.values(), ids=PAIRS.keys())
@pytest.mark.parametrize("name", ["inner", "outer", "kron"])
def test_products_of_two_are_numpys(name, shapes):
    r = np.random.default_rng(3)
    for dtype in ["float32", "float64", "int8", "uint64", "complex64"]:
        a, b = (laid_out(r, numbers(r, s, dtype)) for s in shapes)
        same(getattr(polyad, name)(a, b), getattr(np, name)(a, b), 1e-5 if dtype in ("float32", "complex64") else 1e-12)


def test_vdot_conjugates_the_left_operand():
    r = np.random.default_rng(4)
    for dtype in ["float64", "int16", "complex128"]:
        a, b = numbers(r, (3, 4), dtype), numbers(r, (3, 4), dtype)
        same(polyad.vdot(a, b.T.reshape(4, 3)), np.vdot(a, b.T.reshape(4, 3)))
    assert polyad.vdot(np.array([1 + 2j]), np.array([3 + 5j])).item() == 13 - 1j


def test_dots_of_nothing_are_zero():
    for dtype in ["float32", "float64", "int8", "bfloat16", "complex64"]:
        nothing = polyad.zeros((0,), dtype=dtype)
        for name in ["dot", "inner", "vdot", "vecdot", "matmul"]:
            got = getattr(polyad, name)(nothing, nothing)
            assert (got.shape, got.dtype, got.item()) == ((), dtype, 0), name
        assert polyad.einsum("i,i->", nothing, nothing).item() == 0


def test_cross_is_numpys():
    r = np.random.default_rng(5)
    for dtype in ["float64", "int32", "complex128"]:
        a, b = numbers(r, (2, 4, 3), dtype), numbers(r, (4, 3), dtype)
        same(polyad.cross(a, b), np.cross(a, b))
        a, b = numbers(r, (3, 5), dtype), numbers(r, (3, 5), dtype)
        same(polyad.cross(a, b, axis=0), np.cross(a, b, axis=0))
    assert polyad.cross([1.0, 2.0], [3.0, 5.0]).item() == -1.0
    with pytest.raises(ValueError, match="two or three"):
        polyad.cross(np.ones(4), np.ones(4))


def test_chains_and_powers_are_numpys():
    r = np.random.default_rng(6)
    chain = [r.normal(size=s) for s in [(5,), (5, 20), (20, 2), (2, 30), (30,)]]
    same(polyad.multi_dot(chain), np.linalg.multi_dot(chain))
    same(polyad.multi_dot(chain[1:4]), np.linalg.multi_dot(chain[1:4]))
    x = r.normal(size=(2, 3, 3))
    for n in [-2, -1, 0, 1, 2, 3, 7, 12]:
        same(polyad.matrix_power(x, n), np.linalg.matrix_power(x, n), 1e-9)
    with pytest.raises(ValueError, match="0 or more for integers"):
        polyad.matrix_power(np.ones((2, 2), int), -1)
    with pytest.raises(ValueError, match="square"):
        polyad.matrix_power(x[:, :2], 2)


@pytest.mark.parametrize("offset", [-9, -1, 0, 1, 3])
def test_diagonals_and_traces_are_numpys(offset):
    x = np.arange(24, dtype="int32").reshape(2, 3, 4)
    for axes in [(0, 1), (1, 2), (2, 0), (-1, -2)]:
        named = {"offset": offset, "axis1": axes[0], "axis2": axes[1]}
        same(polyad.diagonal(x, **named), np.diagonal(x, **named))
        same(polyad.trace(x, **named), np.trace(x, **named))
    with pytest.raises(ValueError, match="trace"):
        polyad.trace(x, axis1=1, axis2=-2)


def test_wide_results_of_narrow_integers():
    x = np.full(1000, 127, "int8")
    for call in [
        lambda **k: polyad.einsum("i,i", x, x, **k),
        lambda **k: polyad.tensordot(x, x, axes=1, **k),
        lambda **k: polyad.inner(x, x, **k),
        lambda **k: polyad.vdot(x, x, **k),
        lambda **k: polyad.multi_dot([x, np.ones((1000, 1), "int8"), np.ones(1, "int8")], **k),
    ]:
        assert call(dtype="int64").item() in (16_129_000, 127_000)
        assert call().dtype == "int8"


def test_blocks_are_decoded():
    r = np.random.default_rng(7)
    q = polyad.quantize(r.normal(size=(4, 64)).astype("float32"), "q8_0")
    x = r.normal(size=(3, 64)).astype("float32")
    same(polyad.einsum("bi,oi->bo", x, q), x @ np.asarray(q.astype("float32")).T, 1e-4)
    same(polyad.tensordot(x, q, axes=([1], [1])), x @ np.asarray(q.astype("float32")).T, 1e-4)
