from collections.abc import Buffer, Sequence
from typing import Any, SupportsIndex, TypeAlias, final

from polyad import DType, Tensor

_Shape: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
_DType: TypeAlias = str | type | DType
_Seed: TypeAlias = Key | SupportsIndex | None
_Values: TypeAlias = float | Tensor | Buffer | Sequence[Any]

@final
class Key:
    """What a draw is a function of; give it as a seed."""

    def __init__(self, seed: _Seed = None) -> None: ...
    @property
    def seed(self) -> int: ...
    def split(self, count: SupportsIndex = 2) -> list[Key]: ...
    def fold_in(self, number: SupportsIndex) -> Key: ...

def bernoulli(
    shape: _Shape | None,
    p: _Values = 0.5,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Truths, each with probability p."""

def beta(
    shape: _Shape | None,
    a: _Values,
    b: _Values,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Beta numbers of the shapes a and b."""

def binomial(
    shape: _Shape | None,
    n: _Values,
    p: _Values,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Counts of how many of n tries succeed."""

def cauchy(
    shape: _Shape | None,
    loc: _Values = 0.0,
    scale: _Values = 1.0,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Cauchy numbers about the median loc."""

def chisquare(
    shape: _Shape | None,
    df: _Values,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Chi-square numbers of df degrees of freedom."""

def exponential(
    shape: _Shape | None,
    scale: _Values = 1.0,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Exponential numbers of mean scale."""

def gamma(
    shape: _Shape | None,
    alpha: _Values,
    scale: _Values = 1.0,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Gamma numbers of shape alpha."""

def gumbel(
    shape: _Shape | None,
    loc: _Values = 0.0,
    scale: _Values = 1.0,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Gumbel numbers."""

def laplace(
    shape: _Shape | None,
    loc: _Values = 0.0,
    scale: _Values = 1.0,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Laplace numbers."""

def normal(
    shape: _Shape | None,
    mean: _Values = 0.0,
    stddev: _Values = 1.0,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Normal numbers, always finite."""

def poisson(
    shape: _Shape | None,
    lam: _Values = 1.0,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Poisson numbers of mean lam."""

def student_t(
    shape: _Shape | None,
    df: _Values,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Numbers of Student's t distribution."""

def truncated_normal(
    shape: _Shape | None,
    low: _Values,
    high: _Values,
    mean: _Values = 0.0,
    stddev: _Values = 1.0,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Normal numbers kept to those from low to high."""

def uniform(
    shape: _Shape | None,
    low: _Values = 0.0,
    high: _Values = 1.0,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Numbers from low up to high, which is left out."""

def randint(
    shape: _Shape,
    low: SupportsIndex,
    high: SupportsIndex = 10,
    *,
    seed: _Seed = None,
    dtype: _DType | None = None,
) -> Tensor:
    """Integers from low up to high, which is left out."""

def categorical(logits: _Values, shape: _Shape | None = None, *, axis: int = -1, seed: _Seed = None) -> Tensor:
    """Places along an axis, as likely as the softmax of the logits says."""

def choice(
    a: SupportsIndex | _Values,
    shape: _Shape | None = None,
    *,
    replace: bool = True,
    p: _Values | None = None,
    axis: int = 0,
    seed: _Seed = None,
) -> Tensor:
    """Choices of what lies along an axis, or of the integers below a."""

def dirichlet(
    alpha: _Values, shape: _Shape | None = None, *, seed: _Seed = None, dtype: _DType | None = None
) -> Tensor:
    """Rows of shares that add up to 1."""

def multinomial(
    n: _Values, p: _Values, shape: _Shape | None = None, *, seed: _Seed = None, dtype: _DType | None = None
) -> Tensor:
    """Rows of counts that add up to n."""

def permutation(x: SupportsIndex | _Values, axis: int = 0, *, seed: _Seed = None) -> Tensor:
    """The integers below x, or a copy of x along an axis, in random order."""

def shuffle(x: Tensor, axis: int = 0, *, seed: _Seed = None) -> None:
    """Brings what lies along an axis into random order, in place."""
