from collections.abc import Sequence
from typing import SupportsIndex, TypeAlias

from polyad import DType, Tensor

_Shape: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
_DType: TypeAlias = str | type | DType

def uniform(shape: _Shape, *, seed: int | None = None, dtype: _DType | None = None) -> Tensor:
    """Numbers uniform in [0, 1)."""

def normal(
    shape: _Shape, mean: float = 0.0, stddev: float = 1.0, *, seed: int | None = None, dtype: _DType | None = None
) -> Tensor:
    """Normal numbers, always finite."""

def randint(
    shape: _Shape,
    low: SupportsIndex,
    high: SupportsIndex = 10,
    *,
    seed: int | None = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Integers from low up to high, which is left out."""
