"""The package as it is installed: what it imports, how fast, and its stubs."""

import ast
import doctest
import inspect
import pathlib
import subprocess
import sys

import polyad
import pytest

PACKAGE = pathlib.Path(polyad.__file__).parent


def run(code):
    return subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True).stdout


def test_the_import_is_fast_and_needs_no_numpy():
    code = (
        "import sys, time; before = set(sys.modules); t = time.perf_counter(); import polyad;"
        "print((time.perf_counter() - t) * 1e3); print(*set(sys.modules) - before)"
    )
    runs = [run(code).splitlines() for _ in range(5)]
    assert min(float(ms) for ms, _ in runs) < 30
    ours = {"polyad", "polyad._polyad", "polyad.fft", "polyad.linalg", "polyad.random", "polyad.special"}
    assert all(set(modules.split()) <= ours for _, modules in runs)


def test_it_works_where_there_is_no_numpy():
    out = run(
        "import sys; sys.modules['numpy'] = None; import polyad;"
        "t = polyad.asarray([[1.0, 2.0]]) * 2; print(t.tolist(), memoryview(t).tolist())"
    )
    assert out.strip() == "[[2.0, 4.0]] [[2.0, 4.0]]"


def test_tensors_may_outlive_the_interpreter():
    code = (
        "import polyad, threading, builtins; a = bytearray(8); t = polyad.frombuffer(a, 'float64', 1);"
        "builtins.keep = [t, memoryview(t)]; threading.Thread(target=lambda: builtins.keep, daemon=True).start();"
        "print('fine')"
    )
    assert run(code) == "fine\n"


def test_the_examples_run():
    failed, tried = doctest.testmod(polyad)
    assert (failed, tried > 0) == (0, True)


@pytest.fixture(scope="module")
def stubs():
    return ast.parse("".join((PACKAGE / name).read_text() for name in ["__init__.pyi", "_dtypes.pyi", "_ops.pyi"]))


def signature(function):
    """Names, kinds and defaults of a function in the stubs, as `inspect` has them."""
    a = function.args
    kinds = [(x.arg, "place") for x in a.posonlyargs] + [(x.arg, "any") for x in a.args]
    values = [None] * (len(kinds) - len(a.defaults)) + a.defaults
    kinds += [(x.arg, "rest") for x in [a.vararg] if x] + [(x.arg, "name") for x in a.kwonlyargs]
    values += [None] * (a.vararg is not None) + a.kw_defaults
    return [(n, k, None if v is None else repr(ast.literal_eval(v))) for (n, k), v in zip(kinds, values, strict=True)]


def actual(function):
    kind = {"POSITIONAL_ONLY": "place", "POSITIONAL_OR_KEYWORD": "any", "VAR_POSITIONAL": "rest", "KEYWORD_ONLY": "name"}
    parameters = inspect.signature(function).parameters.values()
    return [(p.name, kind[p.kind.name], None if p.default is p.empty else repr(p.default)) for p in parameters]


def test_the_stubs_have_every_name_and_no_other(stubs):
    names = {n.name for n in stubs.body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    names |= {n.target.id for n in stubs.body if isinstance(n, ast.AnnAssign)}
    names |= {target.id for n in stubs.body if isinstance(n, ast.Assign) for target in n.targets}
    names = {n for n in names if n[0] != "_" or n[:2] == "__"}
    assert names | {"fft", "linalg", "random", "special"} == set(polyad.__all__)
    assert (PACKAGE / "py.typed").exists()


def test_functions_have_the_signatures_of_the_stubs(stubs):
    functions = [n for n in stubs.body if isinstance(n, ast.FunctionDef)]
    assert len(functions) > 50
    for function in functions:
        stubbed, found = signature(function), actual(getattr(polyad, function.name))
        if any(ast.unparse(d) == "overload" for d in function.decorator_list):
            # One form of several may need what another leaves out.
            stubbed, found = ([parameter[:2] for parameter in x] for x in (stubbed, found))
        assert stubbed == found, function.name


@pytest.mark.parametrize("name", ["fft", "random"])
def test_modules_have_the_functions_of_their_stubs(name):
    module = getattr(polyad, name)
    functions = [n for n in ast.parse((PACKAGE / f"{name}.pyi").read_text()).body if isinstance(n, ast.FunctionDef)]
    classes = {"Key"} if name == "random" else set()
    assert {n.name for n in functions} | classes == {n for n in dir(module) if n[0] != "_"}
    for function in functions:
        assert signature(function) == actual(getattr(module, function.name)), function.name


def test_linalg_has_the_functions_of_its_stubs():
    body = ast.parse((PACKAGE / "linalg.pyi").read_text()).body
    functions = [n for n in body if isinstance(n, ast.FunctionDef)]
    shared = {a.asname for n in body if isinstance(n, ast.ImportFrom) and n.module == "polyad" for a in n.names} - {None}
    assert {n.name for n in functions} | shared | {"LinAlgError"} == {n for n in dir(polyad.linalg) if n[0] != "_"}
    for function in functions:
        assert signature(function) == actual(getattr(polyad.linalg, function.name)), function.name


def test_special_has_the_functions_of_its_stubs():
    body = ast.parse((PACKAGE / "special.pyi").read_text()).body
    names = {a.asname: a.name for n in body for a in n.names}
    assert names.keys() == {n for n in dir(polyad.special) if n[0] != "_"}
    assert all(getattr(polyad.special, ours) is getattr(polyad, name) for ours, name in names.items())


@pytest.mark.parametrize("name", ["Tensor", "ScaledTensor"])
def test_classes_have_the_members_of_the_stubs(stubs, name):
    (body,) = [n.body for n in stubs.body if isinstance(n, ast.ClassDef) and n.name == name]
    stubbed = {n.name for n in body if isinstance(n, ast.FunctionDef)}
    stubbed |= {n.target.id for n in body if isinstance(n, ast.AnnAssign)}
    stubbed -= {"__buffer__"}
    # What the interpreter adds to every class, and to those with `__setitem__` and the buffer protocol.
    added = {"__new__", "__doc__", "__module__", "__repr__", "__str__", "__weakref__"}
    added |= {"__delitem__", "__buffer__", "__release_buffer__"}
    assert stubbed == set(vars(getattr(polyad, name))) - added
