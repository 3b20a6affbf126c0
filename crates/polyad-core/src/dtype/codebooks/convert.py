"""Writes the codebooks beside this script from NumPy tables: `python convert.py FOLDER_OF_NPY`."""

import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
for name in ("iq1s", "iq2xxs", "iq2xs", "iq2s", "iq3xxs", "iq3s"):
    table = np.load(Path(sys.argv[1]) / f"{name}_grid.npy")
    assert table.itemsize == 1
    (HERE / f"{name}.bin").write_bytes(table.tobytes())
