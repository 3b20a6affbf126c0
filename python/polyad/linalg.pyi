from collections.abc import Buffer, Sequence
from typing import Literal, NamedTuple, TypeAlias

from polyad import DType, ScaledTensor, Tensor
from polyad import cross as cross
from polyad import matmul as matmul
from polyad import matrix_transpose as matrix_transpose
from polyad import multi_dot as multi_dot
from polyad import outer as outer
from polyad import tensordot as tensordot
from polyad import vecdot as vecdot

_Number: TypeAlias = bool | int | float | complex
_Nested: TypeAlias = _Number | Tensor | ScaledTensor | Buffer | Sequence[_Nested]
_Axes: TypeAlias = int | Sequence[int] | None
_Order: TypeAlias = Literal["fro", "nuc"] | int | float | None

class LinAlgError(ValueError):
    """A matrix that has no such result: it is singular, not positive definite, or an iteration on it did not end."""

class QRResult(NamedTuple):
    Q: Tensor
    R: Tensor

class EighResult(NamedTuple):
    eigenvalues: Tensor
    eigenvectors: Tensor

class EigResult(NamedTuple):
    eigenvalues: Tensor
    eigenvectors: Tensor

class SVDResult(NamedTuple):
    U: Tensor
    S: Tensor
    Vh: Tensor

class SlogdetResult(NamedTuple):
    sign: Tensor
    logabsdet: Tensor

class LUResult(NamedTuple):
    P: Tensor
    L: Tensor
    U: Tensor

class LstsqResult(NamedTuple):
    x: Tensor
    residuals: Tensor
    rank: Tensor
    s: Tensor

def adjugate(x: _Nested, /) -> Tensor:
    """The transposed cofactors of each matrix: the determinant times the inverse, also where there is none."""

def cholesky(x: _Nested, /, *, upper: bool = False) -> Tensor:
    """The triangle L with x = L @ L^H of each positive definite matrix, or U with x = U^H @ U."""

def cond(x: _Nested, p: _Order = None) -> Tensor:
    """The condition number of each matrix; infinite where there is no inverse."""

def det(x: _Nested, /) -> Tensor:
    """The determinant of each matrix."""

def diagonal(x: _Nested, /, *, offset: int = 0) -> Tensor:
    """The elements on a diagonal of each matrix."""

def eig(x: _Nested, /) -> EigResult:
    """Complex eigenvalues and eigenvectors of each square matrix."""

def eigh(x: _Nested, /, *, upper: bool = False) -> EighResult:
    """Eigenvalues in rising order and eigenvectors of each symmetric or Hermitian matrix."""

def eigvals(x: _Nested, /) -> Tensor:
    """Complex eigenvalues of each square matrix."""

def eigvalsh(x: _Nested, /, *, upper: bool = False) -> Tensor:
    """Eigenvalues in rising order of each symmetric or Hermitian matrix."""

def expm(x: _Nested, /) -> Tensor:
    """The exponential of each matrix."""

def inv(x: _Nested, /) -> Tensor:
    """The inverse of each matrix."""

def lstsq(a: _Nested, b: _Nested, rcond: float | None = None) -> LstsqResult:
    """The solution by least squares."""

def lu(x: _Nested, /) -> LUResult:
    """Each matrix as P @ L @ U."""

def matrix_norm(x: _Nested, /, *, keepdims: bool = False, ord: _Order = "fro") -> Tensor:
    """The norm of each matrix."""

def matrix_power(x: _Nested, n: int, /) -> Tensor:
    """Each square matrix to a power, which may be negative."""

def matrix_rank(x: _Nested, /, *, rtol: _Nested | None = None, hermitian: bool = False) -> Tensor:
    """How many singular values of each matrix count."""

def norm(x: _Nested, ord: _Order = None, axis: _Axes = None, keepdims: bool = False) -> Tensor:
    """The norm of vectors or matrices, with NumPy's arguments."""

def pinv(x: _Nested, /, *, rtol: _Nested | None = None, hermitian: bool = False) -> Tensor:
    """The Moore-Penrose inverse of each matrix."""

def qr(x: _Nested, /, *, mode: Literal["reduced", "complete"] = "reduced") -> QRResult:
    """Each matrix as Q @ R."""

def slogdet(x: _Nested, /) -> SlogdetResult:
    """Sign and logarithm of the determinant of each matrix."""

def solve(x1: _Nested, x2: _Nested, /) -> Tensor:
    """The solution of x1 @ x = x2."""

def solve_triangular(x1: _Nested, x2: _Nested, /, *, upper: bool = False, unit_diagonal: bool = False) -> Tensor:
    """The solution of a triangular system."""

def solve_tridiagonal(lower: _Nested, main: _Nested, upper: _Nested, b: _Nested, /) -> Tensor:
    """The solution of a system with three diagonals."""

def svd(x: _Nested, /, *, full_matrices: bool = True) -> SVDResult:
    """Each matrix as U @ diag(S) @ Vh."""

def svdvals(x: _Nested, /) -> Tensor:
    """Singular values of each matrix in falling order."""

def trace(x: _Nested, /, *, offset: int = 0, dtype: str | type | DType | None = None) -> Tensor:
    """The sum of the elements on a diagonal of each matrix."""

def vector_norm(x: _Nested, /, axis: _Axes = None, *, keepdims: bool = False, ord: int | float = 2.0) -> Tensor:
    """The norm of the elements over axes."""
