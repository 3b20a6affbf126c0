from collections.abc import Buffer, Sequence
from typing import Literal, TypeAlias

from polyad import DType, ScaledTensor, Tensor

_Number: TypeAlias = bool | int | float | complex
_Nested: TypeAlias = _Number | Tensor | ScaledTensor | Buffer | Sequence[_Nested]
_Axes: TypeAlias = int | Sequence[int] | None
_Norm: TypeAlias = Literal["backward", "ortho", "forward"] | None

def dct(
    x: _Nested, /, type: int = 2, n: int | None = None, axis: int = -1, norm: _Norm = "backward"
) -> Tensor:
    """The discrete cosine transform of a type along an axis."""

def dst(
    x: _Nested, /, type: int = 2, n: int | None = None, axis: int = -1, norm: _Norm = "backward"
) -> Tensor:
    """The discrete sine transform of a type along an axis."""

def fft(x: _Nested, /, n: int | None = None, axis: int = -1, norm: _Norm = "backward") -> Tensor:
    """The discrete Fourier transform along an axis."""

def fft2(x: _Nested, /, s: _Axes = None, axes: _Axes = (-2, -1), norm: _Norm = "backward") -> Tensor:
    """The discrete Fourier transform along two axes."""

def fftconvolve(
    x1: _Nested, x2: _Nested, /, mode: Literal["full", "same", "valid"] = "full", axes: _Axes = None
) -> Tensor:
    """The convolution of two tensors along axes, by Fourier transforms."""

def fftfreq(
    n: int, /, d: float = 1.0, *, dtype: str | type | DType | None = None, device: Literal["cpu"] | None = None
) -> Tensor:
    """The frequencies of the elements that fft gives of n samples."""

def fftn(x: _Nested, /, s: _Axes = None, axes: _Axes = None, norm: _Norm = "backward") -> Tensor:
    """The discrete Fourier transform along several axes."""

def fftshift(x: _Nested, /, axes: _Axes = None) -> Tensor:
    """The second half of each axis before the first."""

def hfft(x: _Nested, /, n: int | None = None, axis: int = -1, norm: _Norm = "backward") -> Tensor:
    """The real spectrum of a signal of which x is the first half."""

def idct(
    x: _Nested, /, type: int = 2, n: int | None = None, axis: int = -1, norm: _Norm = "backward"
) -> Tensor:
    """The inverse of dct."""

def idst(
    x: _Nested, /, type: int = 2, n: int | None = None, axis: int = -1, norm: _Norm = "backward"
) -> Tensor:
    """The inverse of dst."""

def ifft(x: _Nested, /, n: int | None = None, axis: int = -1, norm: _Norm = "backward") -> Tensor:
    """The inverse of fft."""

def ifft2(x: _Nested, /, s: _Axes = None, axes: _Axes = (-2, -1), norm: _Norm = "backward") -> Tensor:
    """The inverse of fft2."""

def ifftn(x: _Nested, /, s: _Axes = None, axes: _Axes = None, norm: _Norm = "backward") -> Tensor:
    """The inverse of fftn."""

def ifftshift(x: _Nested, /, axes: _Axes = None) -> Tensor:
    """The inverse of fftshift."""

def ihfft(x: _Nested, /, n: int | None = None, axis: int = -1, norm: _Norm = "backward") -> Tensor:
    """The inverse of hfft."""

def irfft(x: _Nested, /, n: int | None = None, axis: int = -1, norm: _Norm = "backward") -> Tensor:
    """The inverse of rfft."""

def irfft2(x: _Nested, /, s: _Axes = None, axes: _Axes = (-2, -1), norm: _Norm = "backward") -> Tensor:
    """The inverse of rfft2."""

def irfftn(x: _Nested, /, s: _Axes = None, axes: _Axes = None, norm: _Norm = "backward") -> Tensor:
    """The inverse of rfftn."""

def rfft(x: _Nested, /, n: int | None = None, axis: int = -1, norm: _Norm = "backward") -> Tensor:
    """The first half of the discrete Fourier transform of real numbers."""

def rfft2(x: _Nested, /, s: _Axes = None, axes: _Axes = (-2, -1), norm: _Norm = "backward") -> Tensor:
    """The discrete Fourier transform of real numbers along two axes."""

def rfftfreq(
    n: int, /, d: float = 1.0, *, dtype: str | type | DType | None = None, device: Literal["cpu"] | None = None
) -> Tensor:
    """The frequencies of the elements that rfft gives of n samples."""

def rfftn(x: _Nested, /, s: _Axes = None, axes: _Axes = None, norm: _Norm = "backward") -> Tensor:
    """The discrete Fourier transform of real numbers along several axes."""
