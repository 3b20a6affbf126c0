"""Who keeps what alive, on which thread it goes, and that nothing is left."""

import gc
import resource
import threading
import time
import tracemalloc
import weakref

import numpy as np
import polyad
import pytest


class Array(np.ndarray):
    """An array that can be watched."""


def watched(n=1000):
    a = np.arange(float(n)).view(Array)
    return a, weakref.ref(a)


def test_an_imported_array_lives_as_long_as_its_views():
    a, alive = watched()
    t = polyad.asarray(a)
    part = t[::-7]
    del a, t
    gc.collect()
    assert alive() is not None and part[-1].item() == 5
    del part
    gc.collect()
    assert alive() is None


def test_an_exported_view_keeps_its_tensor():
    t = polyad.asarray([1.0, 2.0, 3.0])
    alive = weakref.ref(t)
    a = np.asarray(t)[1:]
    m = memoryview(t)
    del t
    gc.collect()
    assert alive() is not None and a.tolist() == [2, 3]
    del a
    assert alive() is not None
    m.release()
    gc.collect()
    assert alive() is None


def test_a_bytearray_is_locked_while_a_tensor_looks_at_it():
    raw = bytearray(b"\1\2\3\4")
    t = polyad.asarray(raw)
    with pytest.raises(BufferError):
        raw.append(5)
    twin = t[1:]
    del t
    with pytest.raises(BufferError):
        raw.append(5)
    del twin
    raw.append(5)
    assert len(raw) == 5


def test_a_copy_lets_its_source_go():
    a, alive = watched()
    t = polyad.asarray(a, copy=True)
    u = polyad.asarray(a, dtype="float32")
    del a
    gc.collect()
    assert alive() is None and t[5].item() == u[5].item() == 5


def test_the_last_handle_may_go_on_any_thread():
    alive = []
    for _ in range(50):
        a, seen = watched()
        alive.append(seen)
        hold = [polyad.asarray(a)]
        del a

        def end(hold=hold):
            view = hold.pop()[1:]
            assert (view + 1).size == 999

        thread = threading.Thread(target=end)
        thread.start()
        thread.join()
    gc.collect()
    assert [seen() for seen in alive] == [None] * 50


def test_an_import_that_fails_lets_go():
    a, alive = watched()
    for wrong in ("float33", "q4_0x"):
        with pytest.raises(TypeError):
            polyad.asarray(a, dtype=wrong)
    raw = bytearray(7)
    with pytest.raises(ValueError):
        polyad.frombuffer(raw, "float32", (2,))
    raw.append(1)
    names = np.array(["a"]).view(Array)
    gone = weakref.ref(names)
    with pytest.raises(TypeError):
        polyad.asarray(names)
    del a, names
    gc.collect()
    assert alive() is None and gone() is None


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * resource.getpagesize()


def conversions(path):
    a = np.arange(1000.0).reshape(10, 100)
    t = polyad.asarray(a[::-1, ::2])
    np.asarray(t)
    np.asarray(t[1:])
    memoryview(t.T).release()
    polyad.asarray(a.tolist()[0][:20])
    polyad.asarray(a, dtype="bfloat16").tobytes()
    polyad.frombuffer(t.tobytes(), "float64", t.shape).tolist()
    (t + 1) @ t.T
    polyad.quantize(a[:, :96], "q4_0").astype("float32")
    polyad.load(path)
    for wrong in (lambda: t[99], lambda: t.sum(axis=9), lambda: memoryview(t.astype("bfloat16"))):
        try:
            wrong()
        except (IndexError, BufferError):
            pass


def test_ten_thousand_conversions_leave_nothing(tmp_path):
    path = tmp_path / "x.npy"
    polyad.save(path, np.arange(100.0))
    for _ in range(300):
        conversions(path)
    gc.collect()
    tracemalloc.start()
    conversions(path)
    first = tracemalloc.take_snapshot()
    for _ in range(100):
        conversions(path)
    gc.collect()
    grown = sum(s.size_diff for s in tracemalloc.take_snapshot().compare_to(first, "filename"))
    tracemalloc.stop()
    assert grown < 20_000, grown
    before = resident()
    for _ in range(1_000):
        conversions(path)
    gc.collect()
    grown = resident() - before
    assert grown < 1 << 20, grown


def test_results_of_any_size_are_given_back():
    x = polyad.asarray(np.zeros((1 << 18,), "float32"))
    for _ in range(50):
        x + 1
    before = resident()
    for _ in range(500):
        x + 1
    assert resident() - before < 16 << 20


def test_other_threads_run_while_a_kernel_does():
    x = polyad.asarray(np.random.default_rng(1).standard_normal((700, 700)))
    stop, ticks = threading.Event(), []

    def tick():
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        inside = 0
        for _ in range(20):
            start = time.perf_counter()
            x @ x
            end = time.perf_counter()
            inside += sum(start < at < end for at in ticks)
    finally:
        stop.set()
        thread.join()
    assert inside > 20


def test_threads_share_one_tensor():
    total = polyad.asarray(np.zeros(50_000))
    one = polyad.asarray(np.ones(50_000))
    done = []

    def add():
        mine = total
        for _ in range(50):
            mine += one
        done.append(True)

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 4 and total.min().item() == total.max().item() == 200
