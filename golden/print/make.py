"""Writes cases.tsv: arrays and how NumPy prints them. Run with the NumPy that README.md names."""

import pathlib
import warnings

import numpy as np

NAN, INF = float("nan"), float("inf")
rng = np.random.default_rng(20260)
cases: list[np.ndarray] = []


def add(values, dtype, shape=None):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # values past the range of a narrow float become infinite on purpose
        a = np.asarray(values).astype(dtype)
    cases.append(a if shape is None else a.reshape(shape))


# Floats: notation, precision, padding.
for dtype in ("float16", "float32", "float64"):
    for values in (
        [1.0, -2.5, 3.0, 40.0],
        [0.0, -0.0],
        [NAN, 1.0, -INF],
        [NAN, 123.5, -INF],
        [-INF, NAN],
        [NAN],
        [INF, -1.5],
        [NAN, 1e10, -1.0],
        [999.0, 1.0],
        [1000.0, 1.0],
        [1001.0, 1.0],
        [999.5],
        [999999.0, 1000.0],
        [1e6],
        [99999999.0, 1e5],
        [1e8],
        [1e-4, 0.05],
        [9.99e-5, 0.05],
        [1e-4, 0.2],
        [1 / 3, 2 / 3, 1.0],
        [1.000000005, 1.0],
        [2.5e-9 + 1.0],
        [1e-5, 0.0],
        [0.0078125, 0.015625, 16384.0],
        [2.44140625e-4, 512.0],
        [np.finfo(dtype).max, np.finfo(dtype).tiny, np.finfo(dtype).smallest_subnormal],
        [np.finfo(dtype).smallest_subnormal],
    ):
        add(values, dtype)
    for value in (0.0, -0.0, 3.0, 0.1, 1 / 3, 12345.678, 1e3, 999999.0, 1e6, 123456789.0, 1e16, 1e-4, 9e-5, 1e-300, NAN, -INF):
        add(value, dtype)
    for shape in ((7,), (40,), (3, 5), (2, 13), (2, 1, 3), (2, 2, 2, 2), (1, 1)):
        add(rng.normal(size=shape) * 10.0 ** rng.integers(-4, 5), dtype)
    for _ in range(8):
        n = int(rng.integers(1, 12))
        add(10.0 ** rng.uniform(-9, 9, n) * rng.choice([1, -1], n), dtype)
add([1e-100, 1e100], "float64")
add([2.2494569043421e161], "float64")
add(rng.normal(size=(36, 28)), "float16")
add(np.linspace(0, 1, 1001), "float16")
add(np.zeros((8, 7, 3, 7)), "float16")

# Integers and bools.
for dtype in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
    info = np.iinfo(dtype)
    cases.append(np.array([info.max, 0, info.min], dtype))
    cases.append(np.array(info.min, dtype))
    cases.append(rng.integers(info.min, info.max, (2, 9), dtype, endpoint=True))
add(np.arange(30) * 1000, "int32")
add(np.arange(1000) % 7, "uint8", (10, 100))
add(np.arange(1001) % 101, "uint8")
add(np.arange(1001), "int16", (1001, 1))
add(np.arange(1200) % 100 - 50, "int8", (12, 10, 10))
add(True, "bool")
add([True, True], "bool")
add([[True, False], [False, True]], "bool")
add(np.arange(1100) % 3 == 0, "bool")

# Complex.
for dtype in ("complex64", "complex128"):
    for value in (1 + 2j, 1j, complex(-0.0, -0.0), complex(0, NAN), complex(NAN, -INF), 1e6, 999999, 1e16 + 1e-5j, 0.1 + 0.2j):
        add(value, dtype)
    for values in (
        [1 + 2j, 1.5 - 1000j],
        [complex(NAN, INF), -1 - 1j],
        [complex(INF, -INF)],
        [1e9 + 1j, 1 + 0.001j],
        1j * np.arange(9) * 1.123456789,
        np.full((2, 3), 1.23456789e-30 + 1e20j),
    ):
        add(values, dtype)
add(np.full(1100, 1.5 - 1j), "complex64", (1100,))

# No elements.
for shape in ((0,), (0, 3), (3, 0), (2, 0, 2)):
    cases.append(np.zeros(shape, "float32"))

lines = ["dtype\tshape\tbytes\ttext"]
for a in cases:
    shape = ",".join(map(str, a.shape))
    data = a.astype(a.dtype.newbyteorder("<")).tobytes().hex()
    lines.append("\t".join([a.dtype.name, shape, data, str(a).replace("\n", "\\n")]))
pathlib.Path(__file__).with_name("cases.tsv").write_text("\n".join(lines) + "\n")
