"""Structured operations against NumPy: transforms, products, ordering, indexing, windows, networks.

Interleaved rounds, medians of the ratios (NumPy's time by ours). NumPy writes into an array that is there already where it
can; ours makes its result each time, from the pool. Both use all cores they take by themselves. `--only NAME` runs one family.
"""

import argparse
import importlib

FAMILIES = ["fft", "linalg", "matmul", "nets", "windows", "indexing", "ordering", "random"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", choices=FAMILIES)
    given = parser.parse_args()
    print(f"{'task':<44}{'ours us':>11}{'NumPy us':>11}{'ratio':>8}")
    for name in [given.only] if given.only else FAMILIES:
        importlib.import_module(f"cases.{name}").run(given.rounds)


if __name__ == "__main__":
    main()
