# Made from the op table by `cargo xtask gen`; edit the table instead.

from collections.abc import Sequence
from typing import Literal, overload

from polyad import ScaledTensor, Tensor, _Axes, _DType, _Operand, _Scaled

def add(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 + x2`; integers wrap."""

def subtract(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 - x2`; integers wrap."""

sub = subtract

def multiply(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 * x2`; integers wrap."""

mul = multiply

def divide(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 / x2` with IEEE results; integers give float64."""

div = divide

def positive(x: _Operand, /) -> Tensor:
    """`x` as it is, in a new tensor."""

def negative(x: _Operand, /) -> Tensor:
    """`-x`; integers wrap."""

neg = negative

def square(x: _Operand, /) -> Tensor:
    """`x * x`; integers wrap."""

def reciprocal(x: _Operand, /) -> Tensor:
    """`1 / x`; integers truncate, and 0 gives 0."""

recip = reciprocal

def one_minus(x: _Operand, /) -> Tensor:
    """`1 - x`, which turns weights of 0 and 1 over; integers wrap, bool is turned over."""

def floor_divide(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 / x2` rounded toward minus infinity; an integer by 0 gives 0."""

def remainder(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The remainder with the sign of `x2`; an integer by 0 gives 0."""

def div_trunc(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 / x2` in their dtype: integers truncate toward zero, by 0 they give 0; floats divide as IEEE 754 says."""

def fmod(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The remainder with the sign of `x1`; an integer by 0 gives 0."""

def power(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1` to the power `x2`; a negative integer exponent gives 1/x1 truncated."""

pow = power

def maximum(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The greater of `x1` and `x2`; NaN if either is."""

def minimum(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The lesser of `x1` and `x2`; NaN if either is."""

def fmax(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The greater of `x1` and `x2`; where one is NaN the other."""

def fmin(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The lesser of `x1` and `x2`; where one is NaN the other."""

def abs(x: _Operand, /) -> Tensor:
    """The magnitude, real also for complex numbers; the least integer wraps to itself."""

absolute = abs

def sign(x: _Operand, /) -> Tensor:
    """-1, 0 or 1, for complex numbers `x / abs(x)`; NaN stays NaN."""

def signbit(x: _Operand, /) -> Tensor:
    """Whether `x` is negative, -0 and NaN by their sign bit."""

def copysign(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The magnitude of `x1` with the sign of `x2`, of zeros and NaN too; integers give float64."""

def nextafter(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The number of the dtype next to `x1` in the direction of `x2`; integers give float64."""

def real(x: _Operand, /) -> Tensor:
    """The real part, in the dtype of the parts; a real number as it is."""

def imag(x: _Operand, /) -> Tensor:
    """The imaginary part, in the dtype of the parts; of a real number 0."""

def conj(x: _Operand, /) -> Tensor:
    """The complex conjugate; a real number as it is."""

conjugate = conj

def bitwise_and(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The bits that are set in both."""

def bitwise_or(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The bits that are set in at least one."""

def bitwise_xor(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The bits that are set in exactly one."""

def bitwise_invert(x: _Operand, /) -> Tensor:
    """Every bit turned over: `-x - 1` for signed integers, not for bool."""

bitwise_not = bitwise_invert

invert = bitwise_invert

def bitwise_left_shift(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1` times 2 to the power `x2`, integers wrap; a count that is negative or past the width shifts all bits out."""

left_shift = bitwise_left_shift

lshift = bitwise_left_shift

def bitwise_right_shift(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1` by 2 to the power `x2` rounded down, signs kept; a count that is negative or past the width shifts all bits out."""

right_shift = bitwise_right_shift

rshift = bitwise_right_shift

def rshift_trunc(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1` by 2 to the power `x2` rounded toward zero; a count that is negative or past the width shifts all bits out."""

def equal(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 == x2`; a NaN compares as IEEE 754 says."""

def not_equal(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 != x2`; a NaN compares as IEEE 754 says."""

def less(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 < x2`; a NaN compares as IEEE 754 says."""

def less_equal(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 <= x2`; a NaN compares as IEEE 754 says."""

def greater(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 > x2`; a NaN compares as IEEE 754 says."""

def greater_equal(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 >= x2`; a NaN compares as IEEE 754 says."""

def logical_and(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether both are true; a number is true unless it is 0."""

def logical_or(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether at least one is true; a number is true unless it is 0."""

def logical_xor(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether exactly one is true; a number is true unless it is 0."""

def logical_not(x: _Operand, /) -> Tensor:
    """Whether `x` is false; a number is true unless it is 0."""

def isfinite(x: _Operand, /) -> Tensor:
    """Whether `x` is neither infinite nor NaN, in both parts of a complex number."""

def isinf(x: _Operand, /) -> Tensor:
    """Whether `x` is infinite, in a part of a complex number."""

def isnan(x: _Operand, /) -> Tensor:
    """Whether `x` is NaN, in a part of a complex number."""

def where(condition: _Operand, x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1` where the condition is true, else `x2`; a number is true unless it is 0."""

def sqrt(x: _Operand, /) -> Tensor:
    """The square root, correctly rounded; NaN of negative numbers."""

def exp(x: _Operand, /) -> Tensor:
    """`e` to the power `x`."""

def expm1(x: _Operand, /) -> Tensor:
    """`exp(x) - 1`, keeping full precision when `x` is near zero."""

def log(x: _Operand, /) -> Tensor:
    """The natural logarithm; NaN of negative numbers."""

def log1p(x: _Operand, /) -> Tensor:
    """`log(1 + x)`, keeping full precision when `x` is near zero."""

def sin(x: _Operand, /) -> Tensor:
    """The sine of an angle in radians."""

def cos(x: _Operand, /) -> Tensor:
    """The cosine of an angle in radians."""

def tanh(x: _Operand, /) -> Tensor:
    """The hyperbolic tangent."""

def erf(x: _Operand, /) -> Tensor:
    """The error function."""

def floor(x: _Operand, /) -> Tensor:
    """The greatest integer not above `x`."""

def ceil(x: _Operand, /) -> Tensor:
    """The least integer not below `x`."""

def trunc(x: _Operand, /) -> Tensor:
    """The integer nearest to `x` that is not larger in magnitude."""

def round(x: _Operand, /) -> Tensor:
    """The nearest integer, halves to the even one; complex numbers part by part."""

def round_half_away(x: _Operand, /) -> Tensor:
    """The nearest integer, halves away from zero."""

@overload
def astype(x: _Operand, /, dtype: _Scaled) -> ScaledTensor: ...  # type: ignore[overload-overlap]
@overload
def astype(x: _Operand, /, dtype: _DType) -> Tensor:
    """The same values in another dtype, rounded once; float to integer truncates and saturates, NaN gives 0.

    dtype: The dtype wanted.
    """

def sum(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, dtype: _DType | None = None) -> Tensor:
    """The sum over axes; of nothing 0.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    dtype: The dtype to add up in and to return; by default integers take 64 bits and floats keep theirs.
    """

def prod(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, dtype: _DType | None = None) -> Tensor:
    """The product over axes; of nothing 1.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    dtype: The dtype to add up in and to return; by default integers take 64 bits and floats keep theirs.
    """

def max(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The greatest element over axes; NaN if there is one.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.
    """

def min(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The least element over axes; NaN if there is one.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.
    """

def mean(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The arithmetic mean over axes; of nothing NaN.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.
    """

def var(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, correction: float = 0.0) -> Tensor:
    """The variance over axes: mean squared distance from the mean; NaN where the count is not above the correction.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    correction: What is subtracted from the count: 1 for a sample.
    """

def matmul(x1: _Operand, x2: _Operand, /, *, precision: Literal["exact", "fast"] = "exact") -> Tensor:
    """The matrix product over the last axis of `x1` and the last but one of `x2`; leading axes broadcast.

    precision: `exact` multiplies by the decoded values; `fast` quantizes the left operand to 8 bits where the right one is quantized.
    """

def take(x: _Operand, indices: _Operand, /, axis: int = 0) -> Tensor:
    """Elements of one axis by integer index, negative ones from the end; out of range is an error.

    axis: The axis; negative counts from the end.
    """

def index_add(x: _Operand, indices: _Operand, updates: _Operand, /, axis: int = 0) -> Tensor:
    """`x` with `updates` added at the indices of one axis; an index may come more than once.

    axis: The axis; negative counts from the end.
    """

def concat(xs: Sequence[_Operand], /, axis: int = 0) -> Tensor:
    """Tensors joined along an axis; dtypes promote.

    axis: The axis; negative counts from the end.
    """

def reshape(x: _Operand, /, shape: int | Sequence[int]) -> Tensor:
    """The same elements in another shape, row-major; a view where strides allow it, else a copy.

    shape: The new extents; one may be -1.
    """

def permute_dims(x: _Operand, /, axes: int | Sequence[int]) -> Tensor:
    """Axes in another order; always a view.

    axes: Each axis once, in the new order.
    """

permute = permute_dims

def broadcast_to(x: _Operand, /, shape: int | Sequence[int]) -> Tensor:
    """The same elements repeated to a larger shape; always a view, of stride 0.

    shape: The larger shape.
    """

def narrow(x: _Operand, /, axis: int, start: int, length: int) -> Tensor:
    """`length` elements of one axis from `start` on; always a view.

    axis: The axis; negative counts from the end.

    start: The first index.

    length: How many.
    """

def sigmoid(x: _Operand, /) -> Tensor:
    """The logistic function, `1 / (1 + exp(-x))`."""

expit = sigmoid

def silu(x: _Operand, /) -> Tensor:
    """`x * sigmoid(x)`."""

swish = silu

def relu(x: _Operand, /) -> Tensor:
    """`x` where it is positive, else 0; NaN stays NaN."""

def gelu(x: _Operand, /) -> Tensor:
    """`x` times the normal distribution function of `x`, by the error function."""

def softmax(x: _Operand, /, axis: int = -1) -> Tensor:
    """Exponentials divided by their sum along an axis, shifted by the maximum so that none overflows.

    axis: The axis along which values sum to 1.
    """

def layer_norm(x: _Operand, weight: _Operand, bias: _Operand, /, *, epsilon: float = 1e-5) -> Tensor:
    """The last axis shifted and scaled to mean 0 and variance 1, then times `weight` plus `bias`.

    epsilon: Added to the variance.
    """

