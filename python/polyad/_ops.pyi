# Made from the op table by `cargo xtask gen`; edit the table instead.

from collections.abc import Sequence
from typing import Literal

from polyad import Tensor, _Axes, _DType, _Operand, _Padding

def add(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 + x2`; integers wrap.

    Shape: `x1` and `x2` broadcast.
    Dtypes: numbers, not bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def subtract(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 - x2`; integers wrap.

    Shape: `x1` and `x2` broadcast.
    Dtypes: numbers, not bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

sub = subtract

def multiply(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 * x2`; integers wrap.

    Shape: `x1` and `x2` broadcast.
    Dtypes: numbers, not bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

mul = multiply

def divide(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 / x2` with IEEE results; integers give float64.

    Shape: `x1` and `x2` broadcast.
    Dtypes: any; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

div = divide

def positive(x: _Operand, /) -> Tensor:
    """`x` as it is, in a new tensor.

    Shape: that of `x`.
    Dtypes: numbers, not bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def negative(x: _Operand, /) -> Tensor:
    """`-x`; integers wrap.

    Shape: that of `x`.
    Dtypes: numbers, not bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

neg = negative

def square(x: _Operand, /) -> Tensor:
    """`x * x`; integers wrap.

    Shape: that of `x`.
    Dtypes: numbers, not bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def reciprocal(x: _Operand, /) -> Tensor:
    """`1 / x`; integers truncate, and 0 gives 0.

    Shape: that of `x`.
    Dtypes: numbers, not bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

recip = reciprocal

def one_minus(x: _Operand, /) -> Tensor:
    """`1 - x`, which turns weights of 0 and 1 over; integers wrap, bool is turned over.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def floor_divide(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 / x2` rounded toward minus infinity; an integer by 0 gives 0.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers, not bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def remainder(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The remainder of `x1 / x2` with the sign of `x2`; an integer by 0 gives 0.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers, not bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def div_trunc(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1 / x2` in their dtype: integers truncate toward zero, by 0 they give 0; floats divide as IEEE 754 says.

    Shape: `x1` and `x2` broadcast.
    Dtypes: numbers, not bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def fmod(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The remainder of `x1 / x2` with the sign of `x1`; an integer by 0 gives 0.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers, not bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def power(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1` to the power `x2`; a negative integer exponent gives the exact result truncated, of 0 it gives 0.

    Shape: `x1` and `x2` broadcast.
    Dtypes: numbers, not bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

pow = power

def maximum(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The greater of `x1` and `x2`; NaN if either is.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def minimum(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The lesser of `x1` and `x2`; NaN if either is.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def fmax(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The greater of `x1` and `x2`; where one is NaN the other.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def fmin(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The lesser of `x1` and `x2`; where one is NaN the other.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def abs(x: _Operand, /) -> Tensor:
    """The magnitude, real also for complex numbers; the least integer wraps to itself.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, for complex numbers the dtype of their parts.
    Cost: copies; O(size of the result).
    """

absolute = abs

def sign(x: _Operand, /) -> Tensor:
    """The sign: -1, 0 or 1, for complex numbers `x / abs(x)`; NaN stays NaN.

    Shape: that of `x`.
    Dtypes: numbers, not bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def signbit(x: _Operand, /) -> Tensor:
    """Whether `x` is negative, -0 and NaN by their sign bit.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives bool.
    Cost: copies; O(size of the result).
    """

def copysign(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The magnitude of `x1` with the sign of `x2`, of zeros and NaN too; integers give float64.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def nextafter(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The number of the dtype next to `x1` in the direction of `x2`; integers give float64.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def real(x: _Operand, /) -> Tensor:
    """The real part, in the dtype of the parts; a real number as it is.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, for complex numbers the dtype of their parts.
    Cost: copies; O(size of the result).
    """

def imag(x: _Operand, /) -> Tensor:
    """The imaginary part, in the dtype of the parts; of a real number 0.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, for complex numbers the dtype of their parts.
    Cost: copies; O(size of the result).
    """

def conj(x: _Operand, /) -> Tensor:
    """The complex conjugate; a real number as it is.

    Shape: that of `x`.
    Dtypes: numbers, not bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

conjugate = conj

def bitwise_and(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The bits that are set in both `x1` and `x2`.

    Shape: `x1` and `x2` broadcast.
    Dtypes: integers and bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def bitwise_or(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The bits that are set in `x1`, `x2` or both.

    Shape: `x1` and `x2` broadcast.
    Dtypes: integers and bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def bitwise_xor(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The bits that are set in exactly one of `x1` and `x2`.

    Shape: `x1` and `x2` broadcast.
    Dtypes: integers and bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def bitwise_invert(x: _Operand, /) -> Tensor:
    """Every bit turned over: `-x - 1` for signed integers, logical not for bool.

    Shape: that of `x`.
    Dtypes: integers and bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

bitwise_not = bitwise_invert

invert = bitwise_invert

def bitwise_left_shift(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1` times 2 to the power `x2`, integers wrap; a count that is negative or past the width shifts all bits out.

    Shape: `x1` and `x2` broadcast.
    Dtypes: integers; gives the common dtype.
    Cost: copies; O(size of the result).
    """

left_shift = bitwise_left_shift

lshift = bitwise_left_shift

def bitwise_right_shift(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1` divided by 2 to the power `x2` and rounded down, signs kept; a count that is negative or past the width
    shifts all bits out.

    Shape: `x1` and `x2` broadcast.
    Dtypes: integers; gives the common dtype.
    Cost: copies; O(size of the result).
    """

right_shift = bitwise_right_shift

rshift = bitwise_right_shift

def rshift_trunc(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1` divided by 2 to the power `x2` and rounded toward zero; a count that is negative or past the width shifts
    all bits out.

    Shape: `x1` and `x2` broadcast.
    Dtypes: integers; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def equal(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 == x2`; a NaN compares as IEEE 754 says.

    Shape: `x1` and `x2` broadcast.
    Dtypes: any; gives bool.
    Cost: copies; O(size of the result).
    """

def not_equal(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 != x2`; a NaN compares as IEEE 754 says.

    Shape: `x1` and `x2` broadcast.
    Dtypes: any; gives bool.
    Cost: copies; O(size of the result).
    """

def less(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 < x2`; a NaN compares as IEEE 754 says.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives bool.
    Cost: copies; O(size of the result).
    """

def less_equal(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 <= x2`; a NaN compares as IEEE 754 says.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives bool.
    Cost: copies; O(size of the result).
    """

def greater(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 > x2`; a NaN compares as IEEE 754 says.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives bool.
    Cost: copies; O(size of the result).
    """

def greater_equal(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1 >= x2`; a NaN compares as IEEE 754 says.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives bool.
    Cost: copies; O(size of the result).
    """

def logical_and(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1` and `x2` are both true; a number is true unless it is 0.

    Shape: `x1` and `x2` broadcast.
    Dtypes: any; gives bool.
    Cost: copies; O(size of the result).
    """

def logical_or(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether `x1`, `x2` or both are true; a number is true unless it is 0.

    Shape: `x1` and `x2` broadcast.
    Dtypes: any; gives bool.
    Cost: copies; O(size of the result).
    """

def logical_xor(x1: _Operand, x2: _Operand, /) -> Tensor:
    """Whether exactly one of `x1` and `x2` is true; a number is true unless it is 0.

    Shape: `x1` and `x2` broadcast.
    Dtypes: any; gives bool.
    Cost: copies; O(size of the result).
    """

def logical_not(x: _Operand, /) -> Tensor:
    """Whether `x` is false; a number is true unless it is 0.

    Shape: that of `x`.
    Dtypes: any; gives bool.
    Cost: copies; O(size of the result).
    """

def isfinite(x: _Operand, /) -> Tensor:
    """Whether `x` is neither infinite nor NaN, for a complex number in both parts.

    Shape: that of `x`.
    Dtypes: any; gives bool.
    Cost: copies; O(size of the result).
    """

def isinf(x: _Operand, /) -> Tensor:
    """Whether `x` is infinite, for a complex number in either part.

    Shape: that of `x`.
    Dtypes: any; gives bool.
    Cost: copies; O(size of the result).
    """

def isnan(x: _Operand, /) -> Tensor:
    """Whether `x` is NaN, for a complex number in either part.

    Shape: that of `x`.
    Dtypes: any; gives bool.
    Cost: copies; O(size of the result).
    """

def where(condition: _Operand, x1: _Operand, x2: _Operand, /) -> Tensor:
    """`x1` where the condition is true, else `x2`; a number is true unless it is 0.

    Shape: `condition`, `x1` and `x2` broadcast.
    Dtypes: any; gives the common dtype of `x1` and `x2`.
    Cost: copies; O(size of the result).
    """

def sqrt(x: _Operand, /) -> Tensor:
    """The square root, correctly rounded; NaN of negative real numbers.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def rsqrt(x: _Operand, /) -> Tensor:
    """`1 / sqrt(x)`; infinite at 0, NaN of negative numbers.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def cbrt(x: _Operand, /) -> Tensor:
    """The cube root, which negative numbers have too.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def exp(x: _Operand, /) -> Tensor:
    """`e` to the power `x`.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def exp2(x: _Operand, /) -> Tensor:
    """2 to the power `x`, exact for integers.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def expm1(x: _Operand, /) -> Tensor:
    """`exp(x) - 1`, keeping full precision when `x` is near zero.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

exp_m1 = expm1

def log(x: _Operand, /) -> Tensor:
    """The natural logarithm; NaN of negative real numbers.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

ln = log

def log2(x: _Operand, /) -> Tensor:
    """The base-2 logarithm, exact for powers of two; NaN of negative real numbers.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def log10(x: _Operand, /) -> Tensor:
    """The base-10 logarithm; NaN of negative real numbers.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def log1p(x: _Operand, /) -> Tensor:
    """`log(1 + x)`, keeping full precision when `x` is near zero.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

ln_1p = log1p

def logaddexp(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`log(exp(x1) + exp(x2))`, without overflow on the way.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def logaddexp2(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`log2(2 ** x1 + 2 ** x2)`, without overflow on the way.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def erf(x: _Operand, /) -> Tensor:
    """The error function.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def erfc(x: _Operand, /) -> Tensor:
    """`1 - erf(x)`, keeping full precision where `erf(x)` is near 1.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def sin(x: _Operand, /) -> Tensor:
    """The sine of an angle in radians.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def cos(x: _Operand, /) -> Tensor:
    """The cosine of an angle in radians.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def tan(x: _Operand, /) -> Tensor:
    """The tangent of an angle in radians.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def asin(x: _Operand, /) -> Tensor:
    """The inverse sine in radians, from -pi/2 to pi/2; NaN of real numbers beyond -1 and 1.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

arcsin = asin

def acos(x: _Operand, /) -> Tensor:
    """The inverse cosine in radians, from 0 to pi; NaN of real numbers beyond -1 and 1.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

arccos = acos

def atan(x: _Operand, /) -> Tensor:
    """The inverse tangent in radians, from -pi/2 to pi/2.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

arctan = atan

def atan2(x1: _Operand, x2: _Operand, /) -> Tensor:
    """The angle of the point (`x2`, `x1`) in radians, from -pi to pi, by both signs.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

arctan2 = atan2

def hypot(x1: _Operand, x2: _Operand, /) -> Tensor:
    """`sqrt(x1 ** 2 + x2 ** 2)` without overflow or underflow on the way; infinite if either is.

    Shape: `x1` and `x2` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def sinh(x: _Operand, /) -> Tensor:
    """The hyperbolic sine.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def cosh(x: _Operand, /) -> Tensor:
    """The hyperbolic cosine.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def tanh(x: _Operand, /) -> Tensor:
    """The hyperbolic tangent.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def asinh(x: _Operand, /) -> Tensor:
    """The inverse hyperbolic sine.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

arcsinh = asinh

def acosh(x: _Operand, /) -> Tensor:
    """The inverse hyperbolic cosine; NaN of real numbers below 1.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

arccosh = acosh

def atanh(x: _Operand, /) -> Tensor:
    """The inverse hyperbolic tangent; NaN of real numbers beyond -1 and 1.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

arctanh = atanh

def sinc(x: _Operand, /) -> Tensor:
    """The normalized sinc, `sin(pi * x) / (pi * x)`; 1 at 0.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def deg2rad(x: _Operand, /) -> Tensor:
    """Degrees as radians: `x * pi / 180`.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

radians = deg2rad

def rad2deg(x: _Operand, /) -> Tensor:
    """Radians as degrees: `x * 180 / pi`.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

degrees = rad2deg

def erfinv(x: _Operand, /) -> Tensor:
    """The inverse of `erf`; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def erfcinv(x: _Operand, /) -> Tensor:
    """The inverse of `erfc`; within 8 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def erfcx(x: _Operand, /) -> Tensor:
    """`exp(x * x) * erfc(x)`, without underflow; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def gamma(x: _Operand, /) -> Tensor:
    """The gamma function, infinite at 0, NaN at negative integers; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

tgamma = gamma

def lgamma(x: _Operand, /) -> Tensor:
    """The logarithm of the magnitude of the gamma function, infinite at 0 and negative integers; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

gammaln = lgamma

def digamma(x: _Operand, /) -> Tensor:
    """The slope of the logarithm of the gamma function, infinite at 0, NaN at negative integers; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

psi = digamma

def polygamma(n: _Operand, x: _Operand, /) -> Tensor:
    """Derivative `n` of `digamma` at `x`, NaN unless `n` is an integer from 0 on, and for `x` below -1000; within 1
    ulp.

    Shape: `n` and `x` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def gammasgn(x: _Operand, /) -> Tensor:
    """The sign of the gamma function, NaN at negative integers.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def rgamma(x: _Operand, /) -> Tensor:
    """`1 / gamma(x)`, 0 at 0 and at negative integers; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def gammainc(a: _Operand, x: _Operand, /) -> Tensor:
    """The lower incomplete gamma function, as a share of the gamma function; within 150 ulp.

    Shape: `a` and `x` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def gammaincc(a: _Operand, x: _Operand, /) -> Tensor:
    """The upper incomplete gamma function, as a share of the gamma function; within 32 ulp.

    Shape: `a` and `x` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def beta(a: _Operand, b: _Operand, /) -> Tensor:
    """The beta function, `gamma(a) * gamma(b) / gamma(a + b)`; within 300 ulp.

    Shape: `a` and `b` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def betaln(a: _Operand, b: _Operand, /) -> Tensor:
    """The logarithm of the magnitude of the beta function; within 500 ulp.

    Shape: `a` and `b` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def betainc(a: _Operand, b: _Operand, x: _Operand, /) -> Tensor:
    """The incomplete beta function up to `x`, as a share of the beta function of `a` and `b`; within 64 ulp.

    Shape: `a`, `b` and `x` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size).
    """

def j0(x: _Operand, /) -> Tensor:
    """The Bessel function of the first kind, order 0; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def j1(x: _Operand, /) -> Tensor:
    """The Bessel function of the first kind, order 1; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def y0(x: _Operand, /) -> Tensor:
    """The Bessel function of the second kind, order 0; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def y1(x: _Operand, /) -> Tensor:
    """The Bessel function of the second kind, order 1; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def i0(x: _Operand, /) -> Tensor:
    """The modified Bessel function of the first kind, order 0; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def i1(x: _Operand, /) -> Tensor:
    """The modified Bessel function of the first kind, order 1; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def i0e(x: _Operand, /) -> Tensor:
    """The modified Bessel function of the first kind, order 0, times `exp(-abs(x))`; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def i1e(x: _Operand, /) -> Tensor:
    """The modified Bessel function of the first kind, order 1, times `exp(-abs(x))`; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def k0(x: _Operand, /) -> Tensor:
    """The modified Bessel function of the second kind, order 0; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def k0e(x: _Operand, /) -> Tensor:
    """The modified Bessel function of the second kind, order 0, times `exp(x)`; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def k1(x: _Operand, /) -> Tensor:
    """The modified Bessel function of the second kind, order 1; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def k1e(x: _Operand, /) -> Tensor:
    """The modified Bessel function of the second kind, order 1, times `exp(x)`; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def logit(x: _Operand, /) -> Tensor:
    """The logarithm of the odds, `log(x / (1 - x))`; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def xlogy(x: _Operand, y: _Operand, /) -> Tensor:
    """`x * log(y)`, 0 where `x` is 0; within 1 ulp.

    Shape: `x` and `y` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def xlog1py(x: _Operand, y: _Operand, /) -> Tensor:
    """`x * log(1 + y)`, 0 where `x` is 0; within 1 ulp.

    Shape: `x` and `y` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def entr(x: _Operand, /) -> Tensor:
    """The entropy of one share, `-x * log(x)`; 0 at 0, minus infinity below; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def rel_entr(x: _Operand, y: _Operand, /) -> Tensor:
    """`x * log(x / y)`, 0 where `x` is 0, infinite where a share is negative; within 1 ulp.

    Shape: `x` and `y` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def kl_divergence(x: _Operand, y: _Operand, /) -> Tensor:
    """`x * log(x / y) - x + y` of single shares, infinite where one is negative.

    Shape: `x` and `y` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def zeta(s: _Operand, q: _Operand, /) -> Tensor:
    """The zeta function of Hurwitz, the sum of `(q + k) ** -s` over `k` from 0 on; with a `q` of 1 that of Riemann,
    below an `s` of 1 too; NaN for a `q` below -1000; within 16 ulp.

    Shape: `s` and `q` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def ndtr(x: _Operand, /) -> Tensor:
    """The share of the normal distribution below `x`; within 1 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def ndtri(x: _Operand, /) -> Tensor:
    """The number below which a share `x` of the normal distribution lies; within 8 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def log_ndtr(x: _Operand, /) -> Tensor:
    """The logarithm of `ndtr`, exact where that is 0; within 16 ulp.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def lerp(start: _Operand, end: _Operand, weight: _Operand, /) -> Tensor:
    """`start + weight * (end - start)`; a weight outside 0 to 1 extrapolates.

    Shape: `start`, `end` and `weight` broadcast.
    Dtypes: numbers, not bool; gives the common dtype.
    Cost: copies; O(size of operands and result).
    """

def floor(x: _Operand, /) -> Tensor:
    """The greatest integer not above `x`.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def ceil(x: _Operand, /) -> Tensor:
    """The least integer not below `x`.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def trunc(x: _Operand, /) -> Tensor:
    """The integer nearest to `x` that is not larger in magnitude.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def round(x: _Operand, /) -> Tensor:
    """The nearest integer, halves to the even one; complex numbers part by part.

    Shape: that of `x`.
    Dtypes: numbers, not bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def round_half_away(x: _Operand, /) -> Tensor:
    """The nearest integer, halves away from zero.

    Shape: that of `x`.
    Dtypes: real numbers, not bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def sum(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, dtype: _DType | None = None) -> Tensor:
    """The sum over axes; of nothing 0.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    dtype: The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones, else that of
    `x`.
    Cost: copies; O(size of operands and result).
    """

def prod(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, dtype: _DType | None = None) -> Tensor:
    """The product over axes; of nothing 1.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    dtype: The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones, else that of
    `x`.
    Cost: copies; O(size of operands and result).
    """

def max(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The greatest element over axes; NaN if there is one.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`.
    Cost: copies; O(size of operands and result).
    """

amax = max

def min(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The least element over axes; NaN if there is one.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`.
    Cost: copies; O(size of operands and result).
    """

amin = min

def ptp(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The distance from the least to the greatest element over axes; integers wrap.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers, not bool; gives that of `x`.
    Cost: copies; O(size of operands and result).
    """

def mean(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The arithmetic mean over axes, added up in float64; of nothing NaN.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def var(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, correction: float = 0.0) -> Tensor:
    """The variance over axes: mean squared distance from the mean, in float64 and two passes; NaN where the count is
    not above the correction.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    correction: What is subtracted from the count: 1 for a sample.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: any; gives that of `x`, float64 for integers and bool, for complex numbers the dtype of their parts.
    Cost: copies; O(size of `x`), twice.
    """

def std(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, correction: float = 0.0) -> Tensor:
    """The standard deviation over axes: the square root of `var`.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    correction: What is subtracted from the count: 1 for a sample.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: any; gives that of `x`, float64 for integers and bool, for complex numbers the dtype of their parts.
    Cost: copies; O(size of `x`), twice.
    """

def all(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """Whether all elements over axes are true; a number is true unless it is 0; of nothing true.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: any; gives bool.
    Cost: copies; O(size of operands and result).
    """

def any(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """Whether any element over axes is true; a number is true unless it is 0; of nothing false.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: any; gives bool.
    Cost: copies; O(size of operands and result).
    """

def count_nonzero(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """How many elements over axes are not 0; NaN counts.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: any; gives int64.
    Cost: copies; O(size of operands and result).
    """

def logsumexp(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """`log(sum(exp(x)))` over axes, shifted by the maximum so that nothing overflows; of nothing -inf.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def nansum(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, dtype: _DType | None = None) -> Tensor:
    """The sum over axes of what is not NaN; of nothing 0.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    dtype: The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones, else that of
    `x`.
    Cost: copies; O(size of operands and result).
    """

def nanprod(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, dtype: _DType | None = None) -> Tensor:
    """The product over axes of what is not NaN; of nothing 1.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    dtype: The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones, else that of
    `x`.
    Cost: copies; O(size of operands and result).
    """

def nanmax(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The greatest element over axes that is not NaN; NaN where there is none.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`.
    Cost: copies; O(size of operands and result).
    """

def nanmin(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The least element over axes that is not NaN; NaN where there is none.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`.
    Cost: copies; O(size of operands and result).
    """

def nanmean(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The arithmetic mean over axes of what is not NaN; NaN where there is nothing.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def nanvar(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, correction: float = 0.0) -> Tensor:
    """The variance over axes of what is not NaN, in float64 and two passes; NaN where the count is not above the
    correction.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    correction: What is subtracted from the count: 1 for a sample.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of `x`), twice.
    """

def nanstd(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, correction: float = 0.0) -> Tensor:
    """The standard deviation over axes of what is not NaN: the square root of `nanvar`.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    correction: What is subtracted from the count: 1 for a sample.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of `x`), twice.
    """

def nanargmax(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The index of the greatest element that is not NaN, the first one on ties; -1 where there is none.

    axis: The axis to search; all of them for the index in row-major order.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axis, which stays with extent 1 under `keepdims`; of all axes none is left.
    Dtypes: real numbers and bool; gives int64.
    Cost: copies; O(size of operands and result).
    """

def nanargmin(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The index of the least element that is not NaN, the first one on ties; -1 where there is none.

    axis: The axis to search; all of them for the index in row-major order.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axis, which stays with extent 1 under `keepdims`; of all axes none is left.
    Dtypes: real numbers and bool; gives int64.
    Cost: copies; O(size of operands and result).
    """

def nancumsum(x: _Operand, /, axis: _Axes = None, *, dtype: _DType | None = None, include_initial: bool = False, reverse: bool = False) -> Tensor:
    """The running sum along an axis, NaN counting as 0.

    axis: The axis to go along; a tensor of one axis needs none.

    dtype: The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.

    include_initial: Whether the result begins with the value of nothing, and is longer by it.

    reverse: Whether to go from the end of the axis to its start.

    Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    element.
    Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones, else that of
    `x`.
    Cost: copies; O(size of operands and result).
    """

def nancumprod(x: _Operand, /, axis: _Axes = None, *, dtype: _DType | None = None, include_initial: bool = False, reverse: bool = False) -> Tensor:
    """The running product along an axis, NaN counting as 1.

    axis: The axis to go along; a tensor of one axis needs none.

    dtype: The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.

    include_initial: Whether the result begins with the value of nothing, and is longer by it.

    reverse: Whether to go from the end of the axis to its start.

    Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    element.
    Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones, else that of
    `x`.
    Cost: copies; O(size of operands and result).
    """

def cumulative_sum(x: _Operand, /, axis: _Axes = None, *, dtype: _DType | None = None, include_initial: bool = False, reverse: bool = False) -> Tensor:
    """The running sum along an axis, added up in float64 where elements are floats; integers wrap.

    axis: The axis to go along; a tensor of one axis needs none.

    dtype: The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.

    include_initial: Whether the result begins with the value of nothing, and is longer by it.

    reverse: Whether to go from the end of the axis to its start.

    Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    element.
    Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones, else that of
    `x`.
    Cost: copies; O(size of operands and result).
    """

cumsum = cumulative_sum

def cumulative_prod(x: _Operand, /, axis: _Axes = None, *, dtype: _DType | None = None, include_initial: bool = False, reverse: bool = False) -> Tensor:
    """The running product along an axis, multiplied in float64 where elements are floats; integers wrap.

    axis: The axis to go along; a tensor of one axis needs none.

    dtype: The dtype to compute in and to return; by default integers take 64 bits and floats keep theirs.

    include_initial: Whether the result begins with the value of nothing, and is longer by it.

    reverse: Whether to go from the end of the axis to its start.

    Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    element.
    Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones, else that of
    `x`.
    Cost: copies; O(size of operands and result).
    """

cumprod = cumulative_prod

def linear_recurrence(a: _Operand, b: _Operand, /, axis: int = -1, *, reverse: bool = False) -> Tensor:
    """`h[k] = a[k] * h[k - 1] + b[k]` along an axis, with `h[0] = b[0]`; in float64 where elements are floats.

    axis: The axis to go along; negative counts from the end.

    reverse: Whether to go from the end of the axis to its start.

    Shape: `a` and `b` broadcast.
    Dtypes: numbers, not bool; gives the common dtype.
    Cost: copies; O(size of operands and result).
    """

def cumulative_max(x: _Operand, /, axis: _Axes = None, *, include_initial: bool = False, reverse: bool = False) -> Tensor:
    """The greatest element so far along an axis, NaN from the first one on; of nothing the least of the dtype.

    axis: The axis to go along; a tensor of one axis needs none.

    include_initial: Whether the result begins with the value of nothing, and is longer by it.

    reverse: Whether to go from the end of the axis to its start.

    Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    element.
    Dtypes: real numbers and bool; gives that of `x`.
    Cost: copies; O(size of operands and result).
    """

cummax = cumulative_max

def cumulative_min(x: _Operand, /, axis: _Axes = None, *, include_initial: bool = False, reverse: bool = False) -> Tensor:
    """The least element so far along an axis, NaN from the first one on; of nothing the greatest of the dtype.

    axis: The axis to go along; a tensor of one axis needs none.

    include_initial: Whether the result begins with the value of nothing, and is longer by it.

    reverse: Whether to go from the end of the axis to its start.

    Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    element.
    Dtypes: real numbers and bool; gives that of `x`.
    Cost: copies; O(size of operands and result).
    """

cummin = cumulative_min

def cumulative_logsumexp(x: _Operand, /, axis: _Axes = None, *, include_initial: bool = False, reverse: bool = False) -> Tensor:
    """`log(cumulative_sum(exp(x)))` along an axis, shifted by the maximum so far so that nothing overflows; of
    nothing -inf.

    axis: The axis to go along; a tensor of one axis needs none.

    include_initial: Whether the result begins with the value of nothing, and is longer by it.

    reverse: Whether to go from the end of the axis to its start.

    Shape: that of `x`, longer by 1 along the axis under `include_initial`; a tensor without axes counts as one
    element.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

logcumsumexp = cumulative_logsumexp

def argmax(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The index of the greatest element, the first one on ties; NaN counts as the greatest.

    axis: The axis to search; all of them for the index in row-major order.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axis, which stays with extent 1 under `keepdims`; of all axes none is left.
    Dtypes: real numbers and bool; gives int64.
    Cost: copies; O(size of operands and result).
    """

def argmin(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The index of the least element, the first one on ties; NaN counts as the least.

    axis: The axis to search; all of them for the index in row-major order.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axis, which stays with extent 1 under `keepdims`; of all axes none is left.
    Dtypes: real numbers and bool; gives int64.
    Cost: copies; O(size of operands and result).
    """

def sort(x: _Operand, /, axis: int = -1, *, descending: bool = False, stable: bool = True) -> Tensor:
    """The elements in order along an axis, NaN last (first if descending); equal ones keep their order.

    axis: The axis to sort along; negative counts from the end.

    descending: Whether the greatest comes first, NaN before it.

    stable: Whether equal elements keep their order; they do in any case.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of `x` times the logarithm of the axis).
    """

def argsort(x: _Operand, /, axis: int = -1, *, descending: bool = False, stable: bool = True) -> Tensor:
    """The indices that sort along an axis, NaN last (first if descending); equal elements keep their order.

    axis: The axis to sort along; negative counts from the end.

    descending: Whether the greatest comes first, NaN before it.

    stable: Whether equal elements keep their order; they do in any case.

    Shape: that of `x`.
    Dtypes: any; gives int64.
    Cost: copies; O(size of `x` times the logarithm of the axis).
    """

def gather(x: _Operand, indices: _Operand | tuple[_Operand, ...], /, axis: int = 0) -> Tensor:
    """Elements by one index for each of some axes that follow each other; the indices broadcast, negative ones count
    from the end.

    axis: The axis of the first index, which those of the others follow; negative counts from the end.

    Shape: that of `x` with the axes of the broadcast `indices` in place of those that are indexed.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def scatter(x: _Operand, indices: _Operand | tuple[_Operand, ...], updates: _Operand, /, axis: int = 0, *, mode: Literal["set", "add", "max", "min"] = "set") -> Tensor:
    """`x` with `updates` written, added or compared at the elements that `gather` reads; of an index that comes more
    than once the last update stays under `set`, and all count else.

    axis: The axis of the first index, which those of the others follow; negative counts from the end.

    mode: What happens to the element at an index: it is replaced, added to, or the greater or lesser one stays.

    Shape: that of `x`; `updates` broadcast to the shape that `gather` gives.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of `x` and of the elements written).
    """

def put(x: _Operand, indices: _Operand, values: _Operand, /) -> Tensor:
    """A copy of `x` with `values` at indices into its elements in row-major order; fewer values repeat, and of an
    index that comes more than once the last value stays.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of `x` and `indices`).
    """

def put_along_axis(x: _Operand, indices: _Operand, values: _Operand, /, axis: int = -1, *, mode: Literal["set", "add", "max", "min"] = "set") -> Tensor:
    """A copy of `x` with values at the elements that `take_along_axis` reads; `mode` as in `scatter`.

    axis: The axis that the indices are of; negative counts from the end.

    mode: What happens to the element at an index: it is replaced, added to, or the greater or lesser one stays.

    Shape: that of `x`; `indices` broadcast to its extents but along the axis, and `values` to those.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of `x` and of the elements written).
    """

def embedding(weights: _Operand, indices: _Operand, /) -> Tensor:
    """The rows of a table of weights by integer index: `take` along the first axis.

    Shape: that of `indices`, followed by that of a row.
    Dtypes: any; gives that of `weights`.
    Cost: copies; O(size of the result), as only rows that are taken are decoded.
    """

def argtopk(x: _Operand, /, k: int, axis: int = -1, *, largest: bool = True, sorted: bool = True) -> Tensor:
    """The indices of the `k` greatest elements along an axis, NaN counting as the greatest, or of the least; of equal
    ones those that come first.

    k: How many elements.

    axis: The axis to go along; negative counts from the end.

    largest: Whether the greatest are taken, else the least, NaN after all others.

    sorted: Whether they come in order, the greatest or the least first; else as they stand in `x`.

    Shape: that of `x` with `k` along the axis.
    Dtypes: any; gives int64.
    Cost: copies; O(size of `x`, and `k` times its logarithm).
    """

def partition(x: _Operand, /, kth: int | Sequence[int], axis: int = -1) -> Tensor:
    """The elements along an axis with those of the places `kth` where `sort` would put them, lesser ones before and
    greater ones behind; between places as they come.

    kth: Places along the axis, in any order; negative counts from the end.

    axis: The axis to go along; negative counts from the end.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of `x` times the logarithm of the number of places).
    """

def argpartition(x: _Operand, /, kth: int | Sequence[int], axis: int = -1) -> Tensor:
    """The indices that `partition` puts the elements along an axis in order by.

    kth: Places along the axis, in any order; negative counts from the end.

    axis: The axis to go along; negative counts from the end.

    Shape: that of `x`.
    Dtypes: any; gives int64.
    Cost: copies; O(size of `x` times the logarithm of the number of places).
    """

def quantile(x: _Operand, q: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, method: Literal["linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased"] = "linear") -> Tensor:
    """The elements over axes that lie a part `q`, 0 to 1, of the way through them in order, or between two of them;
    NaN where there is one, and of nothing.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    method: How a value between two elements is found, by the names of NumPy.

    Shape: that of `q`, then that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of `x` times the logarithm of what is reduced).
    """

def percentile(x: _Operand, q: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, method: Literal["linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased"] = "linear") -> Tensor:
    """The elements over axes that lie `q` percent of the way through them in order, or between two of them; NaN where
    there is one, and of nothing.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    method: How a value between two elements is found, by the names of NumPy.

    Shape: that of `q`, then that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of `x` times the logarithm of what is reduced).
    """

def median(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """The middle element over axes in order, or the mean of the two in the middle; NaN where there is one, and of
    nothing.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def nanquantile(x: _Operand, q: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, method: Literal["linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased"] = "linear") -> Tensor:
    """As `quantile`, of what is not NaN; NaN where there is nothing.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    method: How a value between two elements is found, by the names of NumPy.

    Shape: that of `q`, then that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of `x` times the logarithm of what is reduced).
    """

def nanpercentile(x: _Operand, q: _Operand, /, axis: _Axes = None, *, keepdims: bool = False, method: Literal["linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased"] = "linear") -> Tensor:
    """As `percentile`, of what is not NaN; NaN where there is nothing.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    method: How a value between two elements is found, by the names of NumPy.

    Shape: that of `q`, then that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of `x` times the logarithm of what is reduced).
    """

def nanmedian(x: _Operand, /, axis: _Axes = None, *, keepdims: bool = False) -> Tensor:
    """As `median`, of what is not NaN; NaN where there is nothing.

    axis: The axes to reduce: all, one, or a list; an empty list reduces none.

    keepdims: Whether reduced axes stay with extent 1.

    Shape: that of `x` without the axes, which stay with extent 1 under `keepdims`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def isin(x1: _Operand, x2: _Operand, /, *, invert: bool = False) -> Tensor:
    """Whether each element of `x1` equals some element of `x2`; NaN equals nothing, both zeros are one.

    invert: Whether to ask if it is in none of them.

    Shape: that of `x1`.
    Dtypes: any; gives bool.
    Cost: copies; O(size of both times the logarithm of that of `x2`).
    """

def take_along_axis(x: _Operand, indices: _Operand, /, axis: int = -1) -> Tensor:
    """Elements of an axis by one index for each result; the other axes broadcast, negative indices count from the
    end.

    axis: The axis that the indices are of; negative counts from the end.

    Shape: `x` and `indices` broadcast, but along the axis, where it is that of `indices`.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def add_along_axis(x: _Operand, indices: _Operand, updates: _Operand, /, axis: int = -1) -> Tensor:
    """`x` with each update, cast to its dtype, added at its index along an axis; an index may come more than once.

    axis: The axis that the indices are of; negative counts from the end.

    Shape: that of `x`; `indices` and `updates` broadcast to its extents but along the axis.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of `x` and `updates`).
    """

scatter_add = add_along_axis

def matmul(x1: _Operand, x2: _Operand, /, *, precision: Literal["exact", "fast"] = "exact") -> Tensor:
    """The matrix product over the last axis of `x1` and the last but one of `x2`; leading axes broadcast.

    precision: `exact` multiplies by the decoded values; `fast` quantizes the left operand to 8 bits where the right
    one is quantized.

    Shape: `[.., m, k]` and `[.., k, n]` give `[.., m, n]`, leading axes broadcast; a vector is one row on the left,
    one column on the right, and that axis is dropped.
    Dtypes: numbers, not bool; gives the common dtype.
    Cost: copies; O(m * k * n) for each matrix.
    """

def dot(x1: _Operand, x2: _Operand, /, *, dtype: _DType | None = None) -> Tensor:
    """The products over the last axis of `x1` and the only or last but one of `x2`, added up; leading axes broadcast.
    A tensor without axes scales.

    dtype: The dtype to multiply and add up in and to return; by default the common one.

    Shape: as `matmul`; beside a tensor without axes that of the other.
    Dtypes: numbers, and bool where `dtype` is given; gives `dtype`, by default the common dtype.
    Cost: copies; O(m * k * n) for each matrix.
    """

def vecdot(x1: _Operand, x2: _Operand, /, axis: int = -1, *, dtype: _DType | None = None) -> Tensor:
    """The inner products of vectors along an axis, `x1` conjugated; floats multiply and add up in float64, the other
    axes broadcast.

    axis: The axis of the vectors, which has one length in both; negative counts from the end.

    dtype: The dtype to multiply and add up in and to return; by default the common one.

    Shape: `x1` and `x2` broadcast, without the axis.
    Dtypes: numbers, and bool where `dtype` is given; gives `dtype`, by default the common dtype.
    Cost: copies; O(size of operands and result).
    """

def take(x: _Operand, indices: _Operand, /, axis: int = 0) -> Tensor:
    """Elements of one axis by integer index, negative ones from the end; out of range is an error.

    axis: The axis; negative counts from the end.

    Shape: that of `x` with the axes of `indices` in place of the axis.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def index_add(x: _Operand, indices: _Operand, updates: _Operand, /, axis: int = 0) -> Tensor:
    """`x` with `updates` added at the indices of one axis; an index may come more than once.

    axis: The axis; negative counts from the end.

    Shape: that of `x`; `updates` have the shape that `take` gives.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of `x` and `updates`).
    """

def inner(x1: _Operand, x2: _Operand, /, *, dtype: _DType | None = None) -> Tensor:
    """The products over the last axis of both, added up, for every line of `x1` and every one of `x2`. A tensor
    without axes scales.

    dtype: The dtype to multiply and add up in and to return; by default the common one.

    Shape: that of `x1` without its last axis, then that of `x2` without its last; beside a tensor without axes that
    of the other.
    Dtypes: numbers, and bool where `dtype` is given; gives `dtype`, by default the common dtype.
    Cost: copies; one matrix product.
    """

def vdot(x1: _Operand, x2: _Operand, /, *, dtype: _DType | None = None) -> Tensor:
    """The products of all elements of `x1`, conjugated, with those of `x2`, row-major, added up.

    dtype: The dtype to multiply and add up in and to return; by default the common one.

    Shape: `[]`, of two operands with one number of elements.
    Dtypes: numbers, and bool where `dtype` is given; gives `dtype`, by default the common dtype.
    Cost: copies; O(size of operands and result).
    """

def outer(x1: _Operand, x2: _Operand, /, *, dtype: _DType | None = None) -> Tensor:
    """The product of each element of `x1` with each of `x2`; both are read row-major.

    dtype: The dtype to multiply and add up in and to return; by default the common one.

    Shape: the sizes of `x1` and of `x2`.
    Dtypes: numbers, and bool where `dtype` is given; gives `dtype`, by default the common dtype.
    Cost: copies; O(size of the result).
    """

def kron(x1: _Operand, x2: _Operand, /, *, dtype: _DType | None = None) -> Tensor:
    """The Kronecker product: a block for each element of `x1`, which is `x2` times that element.

    dtype: The dtype to multiply and add up in and to return; by default the common one.

    Shape: the extents of `x1` times those of `x2`, missing leading ones counting as 1.
    Dtypes: numbers, and bool where `dtype` is given; gives `dtype`, by default the common dtype.
    Cost: copies; O(size of the result).
    """

def cross(x1: _Operand, x2: _Operand, /, axis: int = -1) -> Tensor:
    """The cross products of vectors of three along an axis; of vectors of two the third part, without the axis. Other
    axes broadcast.

    axis: The axis of the vectors, two or three long in both; negative counts from the end.

    Shape: `x1` and `x2` broadcast; of vectors of two without the axis.
    Dtypes: numbers, not bool; gives the common dtype.
    Cost: copies; O(size of the result).
    """

def multi_dot(arrays: Sequence[_Operand], /, *, dtype: _DType | None = None) -> Tensor:
    """The product of a chain of matrices, in the order that takes the fewest multiplications; the first may be a row,
    the last a column.

    dtype: The dtype to multiply and add up in and to return; by default the common one.

    Shape: the rows of the first by the columns of the last, without the axis that a vector lacks.
    Dtypes: numbers, and bool where `dtype` is given; gives `dtype`, by default the common dtype.
    Cost: copies; one matrix product for each operand after the first.
    """

def matrix_power(x: _Operand, /, n: int) -> Tensor:
    """Each square matrix multiplied with itself `n` times over, by squaring; of 0 the identity, of a negative power
    that of the inverse.

    n: The power; of integers 0 or more.

    Shape: that of `x`.
    Dtypes: numbers, not bool; gives that of `x`.
    Cost: copies; up to 2 log2(n) matrix products.
    """

def diagonal(x: _Operand, /, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The elements of a diagonal of two axes, as the last axis; always a view.

    offset: The diagonal: 0 is the main one, positive ones lie above it.

    axis1: The axis of the rows; negative counts from the end.

    axis2: The axis of the columns; negative counts from the end.

    Shape: that of `x` without the two axes, then the length of the diagonal.
    Dtypes: any, block formats too; gives that of `x`.
    Cost: a view; nothing is copied.
    """

def trace(x: _Operand, /, *, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: _DType | None = None) -> Tensor:
    """The sum of the elements on a diagonal of two axes.

    offset: The diagonal: 0 is the main one, positive ones lie above it.

    axis1: The axis of the rows; negative counts from the end.

    axis2: The axis of the columns; negative counts from the end.

    dtype: The dtype to add up in and to return; by default that of a sum.

    Shape: that of `x` without the two axes.
    Dtypes: any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones, else that of
    `x`.
    Cost: copies; O(size of operands and result).
    """

def permute_dims(x: _Operand, /, axes: int | Sequence[int]) -> Tensor:
    """Axes in another order; always a view.

    axes: Each axis once, in the new order.

    Shape: that of `x` in the order of `axes`.
    Dtypes: any, block formats too; gives that of `x`.
    Cost: a view; nothing is copied.
    """

permute = permute_dims

def matrix_transpose(x: _Operand, /) -> Tensor:
    """The last two axes exchanged; always a view.

    Shape: `[.., m, n]` gives `[.., n, m]`.
    Dtypes: any, block formats too; gives that of `x`.
    Cost: a view; nothing is copied.
    """

permute_matrix = matrix_transpose

def swapaxes(x: _Operand, /, axis1: int, axis2: int) -> Tensor:
    """Two axes exchanged; always a view.

    axis1: One axis; negative counts from the end.

    axis2: The other.

    Shape: that of `x` with the two extents exchanged.
    Dtypes: any, block formats too; gives that of `x`.
    Cost: a view; nothing is copied.
    """

swap_axes = swapaxes

def moveaxis(x: _Operand, /, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
    """Some axes moved to other places, the rest in their order; always a view.

    source: The axes that move.

    destination: Their places in the result.

    Shape: that of `x` with the extents in their new order.
    Dtypes: any, block formats too; gives that of `x`.
    Cost: a view; nothing is copied.
    """

def expand_dims(x: _Operand, /, axis: _Axes = 0) -> Tensor:
    """New axes of extent 1; always a view.

    axis: Where the new axes stand in the result; negative counts from its end.

    Shape: that of `x` with extents of 1 put in.
    Dtypes: any, block formats too; gives that of `x`.
    Cost: a view; nothing is copied.
    """

unsqueeze = expand_dims

def squeeze(x: _Operand, /, axis: _Axes = None) -> Tensor:
    """Axes of extent 1 dropped: those that are named, or all there are; always a view.

    axis: The axes, each of extent 1; all of them if none is named.

    Shape: that of `x` without the axes.
    Dtypes: any, block formats too; gives that of `x`.
    Cost: a view; nothing is copied.
    """

def flip(x: _Operand, /, axis: _Axes = None) -> Tensor:
    """The elements in reverse order along axes; always a view.

    axis: The axes; all of them if none is named.

    Shape: that of `x`.
    Dtypes: any, block formats too; gives that of `x`.
    Cost: a view; nothing is copied.
    """

def broadcast_to(x: _Operand, /, shape: int | Sequence[int]) -> Tensor:
    """The same elements repeated to a larger shape; always a view, of stride 0.

    shape: The larger shape.

    Shape: `shape`.
    Dtypes: any, block formats too; gives that of `x`.
    Cost: a view; nothing is copied.
    """

def narrow(x: _Operand, /, axis: int, start: int, length: int) -> Tensor:
    """`length` elements of one axis from `start` on; always a view.

    axis: The axis; negative counts from the end.

    start: The first index.

    length: How many.

    Shape: that of `x` with `length` on the axis.
    Dtypes: any, block formats too; gives that of `x`.
    Cost: a view; nothing is copied.
    """

def sliding_window_view(x: _Operand, /, window_shape: int | Sequence[int], axis: _Axes = None, *, stride: int | Sequence[int] = 1, dilation: int | Sequence[int] = 1) -> Tensor:
    """Every window of a shape, each a stride further along its axes; always a view, whose windows share elements.

    window_shape: The extents of a window, which become the last axes.

    axis: The axis of each extent; all of them if none is named.

    stride: How far apart windows start: one number, or one for each axis.

    dilation: How far apart the elements of a window lie: one number, or one for each axis.

    Shape: that of `x`, the number of windows on each windowed axis, followed by `window_shape`.
    Dtypes: any, block formats too; gives that of `x`.
    Cost: a view; nothing is copied.
    """

unfold = sliding_window_view

im2col = sliding_window_view

def fold(x: _Operand, /, size: int | Sequence[int], axis: _Axes = None, *, stride: int | Sequence[int] = 1, dilation: int | Sequence[int] = 1) -> Tensor:
    """Windows put back where they were and added up where they overlap: the transpose of `sliding_window_view`.

    size: The extents of the windowed axes in the result; the last axes, as many, are those of a window.

    axis: The axis of each extent; all but a window's if none is named.

    stride: How far apart windows start: one number, or one for each axis.

    dilation: How far apart the elements of a window lie: one number, or one for each axis.

    Shape: that of `x` without its last axes, and with `size` on the windowed ones.
    Dtypes: numbers, not bool; gives that of `x`.
    Cost: copies; O(size of `x` and the result).
    """

col2im = fold

def concat(xs: Sequence[_Operand], /, axis: _Axes = 0) -> Tensor:
    """Tensors joined along an axis, or flattened and then joined; dtypes promote.

    axis: The axis, which all have; none flattens each tensor first.

    Shape: that of the tensors, whose extents add up along the axis and are equal else; without an axis the sum of
    their sizes.
    Dtypes: any; gives their own where it is one, else the common dtype.
    Cost: copies; O(size of the result).
    """

concatenate = concat

def stack(xs: Sequence[_Operand], /, axis: int = 0) -> Tensor:
    """Tensors of one shape joined along a new axis; dtypes promote.

    axis: The place of the new axis in the result; negative counts from its end.

    Shape: that of the tensors, with a new axis of their number.
    Dtypes: any; gives their own where it is one, else the common dtype.
    Cost: copies; O(size of the result).
    """

def tile(x: _Operand, /, reps: int | Sequence[int]) -> Tensor:
    """The whole tensor repeated along each axis.

    reps: How often along each axis; more of them than axes put new axes in front, fewer stand for the last axes.

    Shape: each extent times its repetitions.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def roll(x: _Operand, /, shift: int | Sequence[int], axis: _Axes = None) -> Tensor:
    """Elements moved along axes; those that leave at the end come in at the start.

    shift: How far, one for all axes or one for each.

    axis: The axes; none rolls the flattened tensor.

    Shape: that of `x`.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def pad_edges(x: _Operand, /, widths: int | Sequence[int], mode: Literal["edge", "reflect", "symmetric", "wrap"]) -> Tensor:
    """The tensor in a frame that continues it: by its edges, mirrored, or from the other side.

    widths: How many before and after, for each axis; more than an axis has go on by the same rule.

    mode: The nearest element (`edge`), a mirror on it (`reflect`) or behind it (`symmetric`), or the other side
    (`wrap`).

    Shape: each extent of `x` plus its two widths.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def convolve(x1: _Operand, x2: _Operand, /, *, mode: Literal["full", "same", "valid"] = "full") -> Tensor:
    """Products of two vectors added up by the sum of their places, as polynomials are multiplied.

    mode: Every place where the two overlap (`full`), as many as the longer has (`same`), or those where they overlap
    wholly (`valid`).

    Shape: `[n]` and `[m]` give `[n + m - 1]`, `[max(n, m)]` or `[max(n, m) - min(n, m) + 1]`.
    Dtypes: any; gives the common dtype.
    Cost: copies; O(n * m).
    """

def correlate(x1: _Operand, x2: _Operand, /, *, mode: Literal["full", "same", "valid"] = "valid") -> Tensor:
    """Inner products of `x1` with `x2` conjugated, at every place of `x2` along it.

    mode: Every place where the two overlap (`full`), as many as the longer has (`same`), or those where they overlap
    wholly (`valid`).

    Shape: `[n]` and `[m]` give `[n + m - 1]`, `[max(n, m)]` or `[max(n, m) - min(n, m) + 1]`.
    Dtypes: any; gives the common dtype.
    Cost: copies; O(n * m).
    """

def max_pool(x: _Operand, /, window_shape: int | Sequence[int], *, stride: int | Sequence[int] = (), padding: _Padding = "valid", dilation: int | Sequence[int] = 1, ceil_mode: bool = False) -> Tensor:
    """The greatest element of every window of the last axes, NaN if there is one; past the ends stands the least
    value.

    window_shape: The extents of a window, for as many of the last axes.

    stride: How far apart windows start: one number, or one for each axis; without any, windows lie side by side.

    padding: How far windows reach past the ends: `valid`, `same`, `full`, or numbers: one, one for each axis, or two
    for each, before and after.

    dilation: How far apart the elements of a window lie: one number, or one for each axis.

    ceil_mode: Whether a window counts that reaches past the end behind, unless it starts there.

    Shape: that of `x` with the number of windows on each windowed axis.
    Dtypes: real numbers and bool; gives that of `x`.
    Cost: copies; O(size of operands and result).
    """

def argmax_pool(x: _Operand, /, window_shape: int | Sequence[int], *, stride: int | Sequence[int] = (), padding: _Padding = "valid", dilation: int | Sequence[int] = 1, ceil_mode: bool = False) -> Tensor:
    """The place of the greatest element of every window, the first of equals, NaN before all, counted row-major over
    the windowed axes.

    window_shape: The extents of a window, for as many of the last axes.

    stride: How far apart windows start: one number, or one for each axis; without any, windows lie side by side.

    padding: How far windows reach past the ends: `valid`, `same`, `full`, or numbers: one, one for each axis, or two
    for each, before and after.

    dilation: How far apart the elements of a window lie: one number, or one for each axis.

    ceil_mode: Whether a window counts that reaches past the end behind, unless it starts there.

    Shape: that of `x` with the number of windows on each windowed axis.
    Dtypes: real numbers and bool; gives int64.
    Cost: copies; O(size of operands and result).
    """

def avg_pool(x: _Operand, /, window_shape: int | Sequence[int], *, stride: int | Sequence[int] = (), padding: _Padding = "valid", dilation: int | Sequence[int] = 1, ceil_mode: bool = False, count_include_pad: bool = True) -> Tensor:
    """The mean of every window of the last axes; past the ends stand zeros.

    window_shape: The extents of a window, for as many of the last axes.

    stride: How far apart windows start: one number, or one for each axis; without any, windows lie side by side.

    padding: How far windows reach past the ends: `valid`, `same`, `full`, or numbers: one, one for each axis, or two
    for each, before and after.

    dilation: How far apart the elements of a window lie: one number, or one for each axis.

    ceil_mode: Whether a window counts that reaches past the end behind, unless it starts there.

    count_include_pad: Whether the padding that was asked for counts; what `ceil_mode` adds never does.

    Shape: that of `x` with the number of windows on each windowed axis.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def adaptive_max_pool(x: _Operand, /, size: int | Sequence[int]) -> Tensor:
    """The greatest element of each of `size` windows that share the last axes out, of lengths as even as can be.

    size: How many windows on each of as many of the last axes.

    Shape: that of `x` with `size` on the last axes.
    Dtypes: real numbers and bool; gives that of `x`.
    Cost: copies; O(size of operands and result).
    """

def adaptive_avg_pool(x: _Operand, /, size: int | Sequence[int]) -> Tensor:
    """The mean of each of `size` windows that share the last axes out, of lengths as even as can be; of 1 over all.

    size: How many windows on each of as many of the last axes.

    Shape: that of `x` with `size` on the last axes.
    Dtypes: any; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def tril(x: _Operand, /, *, k: int = 0) -> Tensor:
    """The elements of each matrix on a diagonal and below it, zeros above.

    k: The diagonal: 0 is the main one, positive ones lie above it.

    Shape: that of `x`, which has at least two axes.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def triu(x: _Operand, /, *, k: int = 0) -> Tensor:
    """The elements of each matrix on a diagonal and above it, zeros below.

    k: The diagonal: 0 is the main one, positive ones lie above it.

    Shape: that of `x`, which has at least two axes.
    Dtypes: any; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def relu(x: _Operand, /) -> Tensor:
    """`x` where it is positive, else 0; NaN stays NaN.

    Shape: that of `x`.
    Dtypes: real numbers, not bool; gives that of `x`.
    Cost: copies; O(size of the result).
    """

def relu6(x: _Operand, /) -> Tensor:
    """`x` kept between 0 and 6; NaN stays NaN.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def leaky_relu(x: _Operand, /, *, negative_slope: float = 0.01) -> Tensor:
    """`x` where it is positive, else `negative_slope * x`.

    negative_slope: The slope below 0.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def elu(x: _Operand, /, *, alpha: float = 1.0) -> Tensor:
    """`x` where it is positive, else `alpha * (exp(x) - 1)`.

    alpha: How far below 0 it goes.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def selu(x: _Operand, /) -> Tensor:
    """1.0507 times `elu` with an alpha of 1.6733, constants of self-normalizing networks.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def gelu(x: _Operand, /) -> Tensor:
    """`x` times the normal distribution function of `x`, by the error function.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def gelu_tanh(x: _Operand, /) -> Tensor:
    """`gelu` approximated by `0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))`.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

gelu_approx = gelu_tanh

def sigmoid(x: _Operand, /) -> Tensor:
    """The logistic function, `1 / (1 + exp(-x))`.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

expit = sigmoid

def hard_sigmoid(x: _Operand, /, *, alpha: float = 0.16666666666666666, beta: float = 0.5) -> Tensor:
    """`alpha * x + beta` kept between 0 and 1.

    alpha: The slope of the line.

    beta: Its value at 0.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def log_sigmoid(x: _Operand, /) -> Tensor:
    """`log(sigmoid(x))`, near `x` far below 0 and near 0 far above.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

logsigmoid = log_sigmoid

def silu(x: _Operand, /) -> Tensor:
    """`x * sigmoid(x)`.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

swish = silu

def hard_silu(x: _Operand, /) -> Tensor:
    """`x` times `(x + 3) / 6` kept between 0 and 1.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

hard_swish = hard_silu

hardswish = hard_silu

def mish(x: _Operand, /) -> Tensor:
    """`x * tanh(softplus(x))`.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def softplus(x: _Operand, /) -> Tensor:
    """`log(1 + exp(x))` without overflow: near `x` far above 0.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def softsign(x: _Operand, /) -> Tensor:
    """`x / (1 + |x|)`, from -1 to 1.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

def hard_tanh(x: _Operand, /) -> Tensor:
    """`x` kept between -1 and 1; NaN stays NaN.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of the result).
    """

hardtanh = hard_tanh

def glu(x: _Operand, /, axis: int = -1) -> Tensor:
    """The first half of an axis times `sigmoid` of the second.

    axis: The axis that is cut in two; negative counts from the end.

    Shape: that of `x` with half as many elements on the axis.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def reglu(x: _Operand, /, axis: int = -1) -> Tensor:
    """`relu` of the first half of an axis times the second.

    axis: The axis that is cut in two; negative counts from the end.

    Shape: that of `x` with half as many elements on the axis.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def swiglu(x: _Operand, /, axis: int = -1) -> Tensor:
    """`silu` of the first half of an axis times the second.

    axis: The axis that is cut in two; negative counts from the end.

    Shape: that of `x` with half as many elements on the axis.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def geglu(x: _Operand, /, axis: int = -1) -> Tensor:
    """`gelu` of the first half of an axis times the second.

    axis: The axis that is cut in two; negative counts from the end.

    Shape: that of `x` with half as many elements on the axis.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def softmax(x: _Operand, /, axis: _Axes = -1) -> Tensor:
    """Exponentials divided by their sum over axes, shifted by the maximum so that none overflows.

    axis: The axes along which values sum to 1 together: one, a list, or all.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def log_softmax(x: _Operand, /, axis: _Axes = -1) -> Tensor:
    """The logarithm of `softmax`, exact where that is 0 in its dtype.

    axis: The axes along which values sum to 1 together: one, a list, or all.

    Shape: that of `x`.
    Dtypes: real numbers and bool; gives that of `x`, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def layer_norm(x: _Operand, weight: _Operand, bias: _Operand, /, *, epsilon: float = 1e-5) -> Tensor:
    """The last axis shifted and scaled to mean 0 and variance 1, then times `weight` plus `bias`.

    epsilon: Added to the variance.

    Shape: that of `x`; the other operands have the length of its last axis, or no axes.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def rms_norm(x: _Operand, weight: _Operand, /, *, epsilon: float = 1e-6) -> Tensor:
    """The last axis scaled so that the mean of its squares is 1, then times `weight`.

    epsilon: Added to the mean of the squares.

    Shape: that of `x`; the other operands have the length of its last axis, or no axes.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def group_norm(x: _Operand, weight: _Operand, bias: _Operand, /, groups: int, *, epsilon: float = 1e-5) -> Tensor:
    """Groups of channels shifted and scaled to mean 0 and variance 1, then times `weight` plus `bias`; as many groups
    as channels are instance normalization.

    groups: How many; they divide the channels evenly.

    epsilon: Added to the variance.

    Shape: that of `x`, `[batch, channels, ..]`; `weight` and `bias` have one element for each channel, or no axes.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def batch_norm(x: _Operand, mean: _Operand, variance: _Operand, weight: _Operand, bias: _Operand, /, *, epsilon: float = 1e-5) -> Tensor:
    """Channels shifted and scaled by the mean and variance given for each, then times `weight` plus `bias`.

    epsilon: Added to the variance.

    Shape: that of `x`, `[batch, channels, ..]`; the other operands have one element for each channel, or no axes.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def rope(x: _Operand, positions: _Operand, /, *, base: float = 10000.0, interleaved: bool = False) -> Tensor:
    """Pairs of elements of the last axis turned by their position times an angle of their own: `base ** (-2 * i / n)`
    for pair `i` of an axis of `n` elements.

    base: The base of the angles.

    interleaved: Whether a pair is two neighbours; else it is an element of the first half of the axis and one of the
    second.

    Shape: that of `x`; `positions` broadcast to its axes but the last, which has an even length.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands and result).
    """

def scaled_dot_product_attention(query: _Operand, key: _Operand, value: _Operand, /, *, causal: bool = False, scale: float = 0.0) -> Tensor:
    """The means of the rows of `value`, weighted by `softmax(query @ key.mT * scale)`; several heads of `query` may
    share one of `key` and `value`.

    causal: Whether position `i` of `query` sees only the positions up to `i` of `key`.

    scale: The factor of the scores; 0 stands for `1 / sqrt(n)`, with `n` the length of the last axis of `query`.

    Shape: `[.., heads, n, d]`, `[.., kv heads, m, d]` and `[.., kv heads, m, e]` give `[.., heads, n, e]`; without
    heads two axes.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(heads * n * m * (d + e)), memory beside the result linear in `n` and in `m`.
    """

def masked_attention(query: _Operand, key: _Operand, value: _Operand, mask: _Operand, /, *, causal: bool = False, scale: float = 0.0) -> Tensor:
    """`scaled_dot_product_attention` of what a mask lets through: of bool where it is true, else added to the scores;
    a row that sees nothing gives 0.

    causal: Whether position `i` of `query` sees only the positions up to `i` of `key`.

    scale: The factor of the scores; 0 stands for `1 / sqrt(n)`, with `n` the length of the last axis of `query`.

    Shape: as `scaled_dot_product_attention`; `mask` broadcasts to `[.., heads, n, m]`.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(heads * n * m * (d + e)), memory beside the result linear in `n` and in `m`.
    """

def mse_loss(x: _Operand, target: _Operand, /, *, reduction: Literal["mean", "sum", "none"] = "mean") -> Tensor:
    """The mean of the squared differences.

    reduction: Whether the mean of the losses is given, their sum, or each.

    Shape: no axes; with `reduction` "none" `x` and `target` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands).
    """

def l1_loss(x: _Operand, target: _Operand, /, *, reduction: Literal["mean", "sum", "none"] = "mean") -> Tensor:
    """The mean of the absolute differences.

    reduction: Whether the mean of the losses is given, their sum, or each.

    Shape: no axes; with `reduction` "none" `x` and `target` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands).
    """

def huber_loss(x: _Operand, target: _Operand, /, *, reduction: Literal["mean", "sum", "none"] = "mean", delta: float = 1.0) -> Tensor:
    """The mean of half the squared differences, from `delta` on of `delta * (|difference| - delta / 2)`.

    reduction: Whether the mean of the losses is given, their sum, or each.

    delta: The difference from which the loss is a straight line.

    Shape: no axes; with `reduction` "none" `x` and `target` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands).
    """

def binary_cross_entropy(x: _Operand, target: _Operand, /, *, reduction: Literal["mean", "sum", "none"] = "mean") -> Tensor:
    """The mean of `-target * log(x) - (1 - target) * log(1 - x)`, logarithms being kept above -100.

    reduction: Whether the mean of the losses is given, their sum, or each.

    Shape: no axes; with `reduction` "none" `x` and `target` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands).
    """

def binary_cross_entropy_with_logits(x: _Operand, target: _Operand, /, *, reduction: Literal["mean", "sum", "none"] = "mean") -> Tensor:
    """`binary_cross_entropy` of `sigmoid(x)`, exact where that is 0 or 1 in its dtype.

    reduction: Whether the mean of the losses is given, their sum, or each.

    Shape: no axes; with `reduction` "none" `x` and `target` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands).
    """

def kl_div(x: _Operand, target: _Operand, /, *, reduction: Literal["mean", "sum", "none"] = "mean") -> Tensor:
    """The mean of `target * (log(target) - x)`, with `x` the logarithm of a probability; 0 where `target` is 0.

    reduction: Whether the mean of the losses is given, their sum, or each.

    Shape: no axes; with `reduction` "none" `x` and `target` broadcast.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands).
    """

def nll_loss(x: _Operand, target: _Operand, /, *, reduction: Literal["mean", "sum", "none"] = "mean", axis: int = -1, ignore_index: int = -100) -> Tensor:
    """The mean of `-x` at the class that `target` names, with `x` the logarithms of probabilities.

    reduction: Whether the mean of the losses is given, their sum, or each.

    axis: The axis of the classes; negative counts from the end.

    ignore_index: The class that stands for no loss, and does not count in the mean.

    Shape: no axes; with `reduction` "none" that of `target`, which is that of `x` without the axis.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of `x`).
    """

def cross_entropy(x: _Operand, target: _Operand, /, *, reduction: Literal["mean", "sum", "none"] = "mean", axis: int = -1, ignore_index: int = -100, label_smoothing: float = 0.0) -> Tensor:
    """`nll_loss` of `log_softmax(x)`.

    reduction: Whether the mean of the losses is given, their sum, or each.

    axis: The axis of the classes; negative counts from the end.

    ignore_index: The class that stands for no loss, and does not count in the mean.

    label_smoothing: The share of the target, 0 to 1, that is spread evenly over all classes.

    Shape: no axes; with `reduction` "none" that of `target`, which is that of `x` without the axis.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of `x`).
    """

def cosine_similarity(x1: _Operand, x2: _Operand, /, axis: int = -1, *, epsilon: float = 1e-8) -> Tensor:
    """The inner product of vectors along an axis divided by their lengths; with a vector of length 0 it is 0.

    axis: The axis of the vectors; negative counts from the end.

    epsilon: The least length that a vector counts as.

    Shape: `x1` and `x2` broadcast, without the axis.
    Dtypes: real numbers and bool; gives the common dtype, float64 for integers and bool.
    Cost: copies; O(size of operands).
    """

