import builtins
from collections.abc import Buffer, Callable, Iterator, Mapping, Sequence
from os import PathLike
from types import EllipsisType, ModuleType
from typing import Any, Literal, NamedTuple, Protocol, SupportsIndex, TypeAlias, final, overload

from polyad import fft as fft
from polyad import linalg as linalg
from polyad import random as random
from polyad import special as special
from polyad._dtypes import *
from polyad._ops import *

__version__: str
__array_api_version__: str
e: float
pi: float
inf: float
nan: float
newaxis: None

class _NumPyDType(Protocol):
    @property
    def itemsize(self) -> int: ...

_Number: TypeAlias = builtins.bool | int | float | complex
_Nested: TypeAlias = _Number | Tensor | ScaledTensor | Buffer | Sequence[_Nested]
_Operand: TypeAlias = Tensor | ScaledTensor | Buffer | _Number
_bool: TypeAlias = builtins.bool  # `bool` is a dtype here.
_DType: TypeAlias = str | type | DType | _NumPyDType
_Device: TypeAlias = Literal["cpu"] | None
_Shape: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
_Axes: TypeAlias = int | Sequence[int] | None
_Padding: TypeAlias = (
    Literal["valid", "same", "full"] | int | Sequence[int] | Sequence[tuple[int, int]]
)
_View: TypeAlias = SupportsIndex | slice | EllipsisType | None
_Key: TypeAlias = _View | _Nested
_BitOrder: TypeAlias = Literal["little", "big"]
_Scaled: TypeAlias = Literal[
    "mxfp8_e4m3", "mxfp8_e5m2", "mxfp6_e2m3", "mxfp6_e3m2", "mxfp4", "mxint8", "nvfp4"
]
_Flag: TypeAlias = Literal["input", "output", "param", "loss"]
_Meta: TypeAlias = str | _bool | int | float | Sequence[_Meta]

class FormatError(ValueError):
    kind: str
    offset: int | None
    path: str
    format: str
    detail: str

class AxisError(ValueError, IndexError): ...

@final
class Tensor:
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> DType: ...
    @property
    def device(self) -> str: ...
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def strides(self) -> tuple[int, ...]: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def itemsize(self) -> int: ...
    @property
    def offset(self) -> int: ...
    @property
    def name(self) -> str: ...
    def with_name(self, name: str) -> Tensor: ...
    @property
    def flags(self) -> tuple[_Flag, ...]: ...
    def with_flags(self, *flags: _Flag) -> Tensor: ...
    @property
    def is_quantized(self) -> bool: ...
    def ggml_ne(self) -> tuple[int, int, int, int]: ...
    def ggml_nb(self) -> tuple[int, int, int, int]: ...
    def ggml_name(self) -> str: ...
    @property
    def T(self) -> Tensor: ...
    @property
    def mT(self) -> Tensor: ...
    def tobytes(self, *, bit_order: _BitOrder = "little") -> bytes: ...
    def tolist(self) -> Any: ...
    def item(self) -> Any: ...
    @overload
    def astype(self, dtype: _Scaled) -> ScaledTensor: ...  # type: ignore[overload-overlap]
    @overload
    def astype(self, dtype: _DType) -> Tensor: ...
    def to_scaled(self) -> ScaledTensor: ...
    def to_device(self, device: str, /, *, stream: None = None) -> Tensor: ...
    def copy(self) -> Tensor: ...
    def real_view(self) -> Tensor: ...
    def imag_view(self) -> Tensor: ...
    def is_same_view(self, other: Tensor) -> _bool: ...
    def sum(self, axis: _Axes = None, *, keepdims: _bool = False, dtype: _DType | None = None) -> Tensor: ...
    def prod(self, axis: _Axes = None, *, keepdims: _bool = False, dtype: _DType | None = None) -> Tensor: ...
    def mean(self, axis: _Axes = None, *, keepdims: _bool = False) -> Tensor: ...
    def max(self, axis: _Axes = None, *, keepdims: _bool = False) -> Tensor: ...
    def min(self, axis: _Axes = None, *, keepdims: _bool = False) -> Tensor: ...
    def var(self, axis: _Axes = None, *, keepdims: _bool = False, correction: float = 0.0) -> Tensor: ...
    @overload
    def reshape(self, shape: Sequence[int], /, *, copy: _bool | None = None) -> Tensor: ...
    @overload
    def reshape(self, *shape: int, copy: _bool | None = None) -> Tensor: ...
    def flatten(self, start_axis: int = 0, end_axis: int = -1) -> Tensor: ...
    def ravel(self) -> Tensor: ...
    def squeeze(self, axis: _Axes = None) -> Tensor: ...
    def swapaxes(self, axis1: int, axis2: int) -> Tensor: ...
    @overload
    def transpose(self, axes: Sequence[int] | None, /) -> Tensor: ...
    @overload
    def transpose(self, *axes: int) -> Tensor: ...
    def repeat(self, repeats: _Nested, axis: int | None = None) -> Tensor: ...
    def contiguous(self) -> Tensor: ...
    def is_contiguous(self) -> _bool: ...
    def fill(self, value: _Nested) -> Tensor: ...
    def permute_dims(self, axes: Sequence[int]) -> Tensor: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Tensor]: ...
    def __getitem__(self, key: _Key | tuple[_Key, ...]) -> Tensor: ...
    def __setitem__(self, key: _Key | tuple[_Key, ...], value: _Nested) -> None: ...
    def __bool__(self) -> _bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __complex__(self) -> complex: ...
    def __index__(self) -> int: ...
    def __add__(self, other: _Operand) -> Tensor: ...
    def __radd__(self, other: _Operand) -> Tensor: ...
    def __iadd__(self, other: _Operand) -> Tensor: ...
    def __sub__(self, other: _Operand) -> Tensor: ...
    def __rsub__(self, other: _Operand) -> Tensor: ...
    def __isub__(self, other: _Operand) -> Tensor: ...
    def __mul__(self, other: _Operand) -> Tensor: ...
    def __rmul__(self, other: _Operand) -> Tensor: ...
    def __imul__(self, other: _Operand) -> Tensor: ...
    def __truediv__(self, other: _Operand) -> Tensor: ...
    def __rtruediv__(self, other: _Operand) -> Tensor: ...
    def __itruediv__(self, other: _Operand) -> Tensor: ...
    def __floordiv__(self, other: _Operand) -> Tensor: ...
    def __rfloordiv__(self, other: _Operand) -> Tensor: ...
    def __ifloordiv__(self, other: _Operand) -> Tensor: ...
    def __mod__(self, other: _Operand) -> Tensor: ...
    def __rmod__(self, other: _Operand) -> Tensor: ...
    def __imod__(self, other: _Operand) -> Tensor: ...
    def __divmod__(self, other: _Operand) -> tuple[Tensor, Tensor]: ...
    def __rdivmod__(self, other: _Operand) -> tuple[Tensor, Tensor]: ...
    def __pow__(self, other: _Operand) -> Tensor: ...
    def __rpow__(self, other: _Operand) -> Tensor: ...
    def __ipow__(self, other: _Operand) -> Tensor: ...
    def __matmul__(self, other: _Operand) -> Tensor: ...
    def __rmatmul__(self, other: _Operand) -> Tensor: ...
    def __imatmul__(self, other: _Operand) -> Tensor: ...
    def __and__(self, other: _Operand) -> Tensor: ...
    def __rand__(self, other: _Operand) -> Tensor: ...
    def __iand__(self, other: _Operand) -> Tensor: ...
    def __or__(self, other: _Operand) -> Tensor: ...
    def __ror__(self, other: _Operand) -> Tensor: ...
    def __ior__(self, other: _Operand) -> Tensor: ...
    def __xor__(self, other: _Operand) -> Tensor: ...
    def __rxor__(self, other: _Operand) -> Tensor: ...
    def __ixor__(self, other: _Operand) -> Tensor: ...
    def __lshift__(self, other: _Operand) -> Tensor: ...
    def __rlshift__(self, other: _Operand) -> Tensor: ...
    def __ilshift__(self, other: _Operand) -> Tensor: ...
    def __rshift__(self, other: _Operand) -> Tensor: ...
    def __rrshift__(self, other: _Operand) -> Tensor: ...
    def __irshift__(self, other: _Operand) -> Tensor: ...
    def __neg__(self) -> Tensor: ...
    def __pos__(self) -> Tensor: ...
    def __invert__(self) -> Tensor: ...
    def __abs__(self) -> Tensor: ...
    def __eq__(self, other: _Operand) -> Tensor: ...  # type: ignore[override]
    def __ne__(self, other: _Operand) -> Tensor: ...  # type: ignore[override]
    def __lt__(self, other: _Operand) -> Tensor: ...
    def __le__(self, other: _Operand) -> Tensor: ...
    def __gt__(self, other: _Operand) -> Tensor: ...
    def __ge__(self, other: _Operand) -> Tensor: ...
    def __array_namespace__(self, *, api_version: str | None = None) -> ModuleType: ...
    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: _bool | None = None,
    ) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __array__(self, dtype: Any = None, copy: _bool | None = None) -> Any: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    __array_ufunc__: None
    __hash__: None  # type: ignore[assignment]

@final
class DType:
    @property
    def name(self) -> str: ...
    @property
    def itemsize(self) -> int | None: ...
    @property
    def bits(self) -> float: ...
    @property
    def block_size(self) -> int: ...
    @property
    def __numpy_dtype__(self) -> Any: ...
    def __eq__(self, other: object) -> _bool: ...
    def __ne__(self, other: object) -> _bool: ...
    def __hash__(self) -> int: ...
    def __format__(self, spec: str) -> str: ...
    def __reduce__(self) -> str: ...

@final
class finfo:
    """Limits of a float dtype."""

    def __new__(cls, type: _DType | Tensor | Buffer, /) -> finfo: ...
    @property
    def bits(self) -> int: ...
    @property
    def eps(self) -> float: ...
    @property
    def max(self) -> float: ...
    @property
    def min(self) -> float: ...
    @property
    def smallest_normal(self) -> float: ...
    @property
    def dtype(self) -> DType: ...

@final
class iinfo:
    """Limits of an integer dtype."""

    def __new__(cls, type: _DType | Tensor | Buffer, /) -> iinfo: ...
    @property
    def bits(self) -> int: ...
    @property
    def max(self) -> int: ...
    @property
    def min(self) -> int: ...
    @property
    def dtype(self) -> DType: ...

@final
class NamespaceInfo:
    """Answers to questions about the namespace, as the array API asks them."""

    def capabilities(self) -> dict[str, Any]: ...
    def default_device(self) -> str: ...
    def default_dtypes(self, *, device: _Device = None) -> dict[str, DType]: ...
    def devices(self) -> tuple[str, ...]: ...
    def dtypes(self, *, device: _Device = None, kind: str | tuple[str, ...] | None = None) -> dict[str, DType]: ...

@final
class ScaledTensor:
    @staticmethod
    def from_parts(
        dtype: _Scaled, elements: _Nested, block_scales: _Nested, tensor_scale: float | None = None
    ) -> ScaledTensor: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> str: ...
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def elements(self) -> Tensor: ...
    @property
    def block_scales(self) -> Tensor: ...
    @property
    def tensor_scale(self) -> float | None: ...
    @property
    def block_size(self) -> int: ...
    @property
    def capacity(self) -> int: ...
    @overload
    def resize(self, shape: Sequence[int], /) -> ScaledTensor: ...
    @overload
    def resize(self, *shape: int) -> ScaledTensor: ...
    @overload
    def astype(self, dtype: _Scaled) -> ScaledTensor: ...  # type: ignore[overload-overlap]
    @overload
    def astype(self, dtype: _DType) -> Tensor: ...
    def with_tensor_scale(self, scale: float) -> ScaledTensor: ...
    def materialize(self) -> Tensor: ...
    def transcode(self, dtype: _Scaled) -> ScaledTensor: ...
    def to_blocks(self) -> Tensor: ...
    def copy(self) -> ScaledTensor: ...
    def permute_dims(self, axes: Sequence[int]) -> ScaledTensor: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: _View | tuple[_View, ...]) -> ScaledTensor: ...
    def __array__(self, dtype: Any = None, copy: _bool | None = None) -> Any: ...

@overload
def asarray(  # type: ignore[overload-overlap]
    obj: _Nested, dtype: _Scaled, copy: _bool | None = None, *, device: _Device = None
) -> ScaledTensor: ...
@overload
def asarray(
    obj: _Nested, dtype: _DType | None = None, copy: _bool | None = None, *, device: _Device = None
) -> Tensor: ...
def arange(
    start: _Number, /, stop: _Number | None = None, step: _Number = 1, *, dtype: _DType | None = None, device: _Device = None
) -> Tensor:
    """Numbers a step apart, up to stop, which is left out."""

def arange_f(
    start: float, stop: float, step: float, /, *, dtype: _DType | None = None, device: _Device = None
) -> Tensor:
    """arange for rounded steps: rounding emits no value at or past stop."""

def create(shape: _Shape, dtype: _DType | int, /) -> Tensor:
    """Zeros of a dtype, or of a code of TENS files."""

def empty(shape: _Shape, *, dtype: _DType | None = None, device: _Device = None) -> Tensor:
    """Elements of no particular value."""

def empty_like(x: _Nested, /, *, dtype: _DType | None = None, device: _Device = None) -> Tensor:
    """Elements of no particular value in the shape of x."""

def eye(
    n_rows: SupportsIndex,
    n_cols: SupportsIndex | None = None,
    /,
    *,
    k: int = 0,
    dtype: _DType | None = None,
    device: _Device = None,
) -> Tensor:
    """A matrix with ones on diagonal k."""

def from_function(
    function: Callable[..., _Number],
    shape: _Shape,
    /,
    *,
    dtype: _DType | None = None,
    device: _Device = None,
) -> Tensor:
    """Element at (i, j, ..) is function(i, j, ..)."""

def full(
    shape: _Shape, fill_value: _Number, *, dtype: _DType | None = None, device: _Device = None
) -> Tensor:
    """One value everywhere."""

def full_like(
    x: _Nested, /, fill_value: _Number, *, dtype: _DType | None = None, device: _Device = None
) -> Tensor:
    """One value everywhere in the shape of x."""

def geomspace(
    start: _Number,
    stop: _Number,
    /,
    num: SupportsIndex = 50,
    *,
    endpoint: _bool = True,
    dtype: _DType | None = None,
    device: _Device = None,
) -> Tensor:
    """Numbers each the same multiple of the one before."""

def identity(n: SupportsIndex, *, dtype: _DType | None = None, device: _Device = None) -> Tensor:
    """The square matrix with ones on its diagonal."""

def linspace(
    start: _Number,
    stop: _Number,
    /,
    num: SupportsIndex,
    *,
    dtype: _DType | None = None,
    device: _Device = None,
    endpoint: _bool = True,
) -> Tensor:
    """Evenly spaced numbers."""

def logspace(
    start: _Number,
    stop: _Number,
    /,
    num: SupportsIndex = 50,
    *,
    endpoint: _bool = True,
    base: float = 10.0,
    dtype: _DType | None = None,
    device: _Device = None,
) -> Tensor:
    """base to the power of evenly spaced numbers."""

def meshgrid(*arrays: _Nested, indexing: Literal["xy", "ij"] = "xy") -> tuple[Tensor, ...]:
    """The coordinates of each point of a grid."""

def ones(shape: _Shape, *, dtype: _DType | None = None, device: _Device = None) -> Tensor:
    """Ones."""

def ones_like(x: _Nested, /, *, dtype: _DType | None = None, device: _Device = None) -> Tensor:
    """Ones in the shape of x."""

def scalar(value: _Number, /, *, dtype: _DType | None = None, device: _Device = None) -> Tensor:
    """A 0-d tensor."""

def scalar_like(x: _Nested, value: _Number, /, *, device: _Device = None) -> Tensor:
    """A 0-d tensor in the dtype of x."""

def zeros(shape: _Shape, *, dtype: _DType | None = None, device: _Device = None) -> Tensor:
    """Zeros."""

def zeros_like(x: _Nested, /, *, dtype: _DType | None = None, device: _Device = None) -> Tensor:
    """Zeros in the shape of x."""

def broadcast_shapes(*shapes: _Shape) -> tuple[int, ...]:
    """The shape that shapes have together by broadcasting."""

def can_cast(from_: _DType | Tensor | Buffer, to: _DType, /) -> _bool:
    """Whether a dtype becomes another one by promotion alone."""

def is_device_available(device: str, /) -> _bool:
    """Whether tensors can be made and computed on a device now."""

def isdtype(dtype: _DType, kind: _DType | str | tuple[_DType | str, ...]) -> _bool:
    """Whether a dtype is another one, or of a kind."""

def result_type(*arrays_and_dtypes: _DType | _Operand) -> DType:
    """The dtype that arrays, dtypes and numbers have together."""

def __array_namespace_info__() -> NamespaceInfo:
    """What the namespace can do."""

def array_equal(x1: _Nested, x2: _Nested, /) -> _bool: ...
def array_equiv(x1: _Nested, x2: _Nested, /) -> _bool: ...
def frombuffer(
    raw: Buffer, dtype: _DType, shape: int | Sequence[int], *, bit_order: _BitOrder = "little"
) -> Tensor: ...
def from_dlpack(x: Any, /, *, device: _Device = None, copy: _bool | None = None) -> Tensor:
    """The elements of an object that has __dlpack__, or of its capsule, over its memory."""

def quantize(x: _Nested, dtype: _DType, importance: _Nested | None = None) -> Tensor: ...
def load(path: str | PathLike[str]) -> dict[str, Tensor]: ...
def save(
    path: str | PathLike[str],
    tensors: Mapping[str, _Nested] | Tensor | Buffer,
    metadata: Mapping[str, _Meta] | None = None,
) -> None: ...
def nonzero(x: _Operand, /) -> tuple[Tensor, ...]: ...
def argwhere(x: _Operand, /) -> Tensor: ...
def compress(condition: _Nested, x: _Nested, /, axis: int | None = None) -> Tensor: ...
def extract(condition: _Nested, x: _Nested, /) -> Tensor: ...
def one_hot(indices: _Nested, /, classes: int, *, dtype: _DType | None = None) -> Tensor: ...
def sort_with_indices(
    x: _Operand, /, *, axis: int = -1, descending: _bool = False, stable: _bool = True
) -> tuple[Tensor, Tensor]: ...
def topk(
    x: _Operand, k: int, /, axis: int = -1, *, largest: _bool = True, sorted: _bool = True
) -> tuple[Tensor, Tensor]:
    """The k greatest or least elements along an axis, and their indices."""

def lexsort(keys: Sequence[_Nested] | Tensor | Buffer, /, axis: int = -1) -> Tensor:
    """The indices that sort several keys, the last of which counts first."""

def searchsorted(
    x1: _Nested,
    x2: _Nested,
    /,
    *,
    side: Literal["left", "right"] = "left",
    sorter: _Nested | None = None,
) -> Tensor:
    """Where elements would be put into a sorted row."""

def digitize(x: _Nested, bins: _Nested, right: _bool = False) -> Tensor:
    """The index of the bin that each element lies in."""

def histogram(
    x: _Nested,
    bins: int | _Nested = 10,
    range: tuple[float, float] | None = None,
    density: _bool | None = False,
    weights: _Nested | None = None,
) -> tuple[Tensor, Tensor]:
    """How many elements lie in each bin, and the edges of the bins."""

def histogram_bin_edges(
    x: _Nested, bins: int | _Nested = 10, range: tuple[float, float] | None = None
) -> Tensor:
    """The edges of the bins of histogram."""

def bincount(x: _Nested, /, weights: _Nested | None = None, minlength: int = 0) -> Tensor:
    """How often each number from 0 on comes."""

class _UniqueAll(NamedTuple):
    values: Tensor
    indices: Tensor
    inverse_indices: Tensor
    counts: Tensor

class _UniqueCounts(NamedTuple):
    values: Tensor
    counts: Tensor

class _UniqueInverse(NamedTuple):
    values: Tensor
    inverse_indices: Tensor

@overload
def unique(
    x: _Nested,
    return_index: Literal[False] = False,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    axis: int | None = None,
    *,
    equal_nan: _bool = True,
) -> Tensor: ...
@overload
def unique(
    x: _Nested,
    return_index: _bool = False,
    return_inverse: _bool = False,
    return_counts: _bool = False,
    axis: int | None = None,
    *,
    equal_nan: _bool = True,
) -> Tensor | tuple[Tensor, ...]: ...
def unique_all(x: _Nested, /) -> _UniqueAll:
    """The distinct elements, where they come first, which of them each element is, how often they come."""

def unique_counts(x: _Nested, /) -> _UniqueCounts:
    """The distinct elements, and how often they come."""

def unique_inverse(x: _Nested, /) -> _UniqueInverse:
    """The distinct elements, and which of them each element is."""

def unique_values(x: _Nested, /) -> Tensor:
    """The distinct elements."""

def union1d(x1: _Nested, x2: _Nested, /) -> Tensor:
    """The distinct elements of both."""

def intersect1d(x1: _Nested, x2: _Nested, /) -> Tensor:
    """The distinct elements that are in both."""

def setdiff1d(x1: _Nested, x2: _Nested, /) -> Tensor:
    """The distinct elements of one that are not in another."""

def setxor1d(x1: _Nested, x2: _Nested, /) -> Tensor:
    """The distinct elements that are in one of both."""

@overload
def astype(  # type: ignore[overload-overlap]
    x: _Operand, dtype: _Scaled, /, *, copy: _bool = True, device: _Device = None
) -> ScaledTensor: ...
@overload
def astype(x: _Operand, dtype: _DType, /, *, copy: _bool = True, device: _Device = None) -> Tensor: ...
def diff(
    x: _Operand,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: _Operand | None = None,
    append: _Operand | None = None,
) -> Tensor: ...
def einsum(
    equation: str | _Operand,
    /,
    *operands: _Operand | Sequence[int | EllipsisType],
    out: Tensor | None = None,
    dtype: _DType | None = None,
) -> Tensor: ...
def tensordot(
    x1: _Operand,
    x2: _Operand,
    /,
    *,
    axes: int | tuple[int | Sequence[int], int | Sequence[int]] = 2,
    dtype: _DType | None = None,
) -> Tensor: ...
def clip(x: _Operand, /, min: _Operand | None = None, max: _Operand | None = None) -> Tensor: ...
def reshape(x: _Operand, /, shape: int | Sequence[int], *, copy: _bool | None = None) -> Tensor: ...
def repeat(x: _Nested, repeats: _Nested, /, axis: int | None = None) -> Tensor: ...
def pad(
    x: _Nested,
    pad_width: int | tuple[int, int] | Sequence[tuple[int, int]],
    mode: Literal["constant", "edge", "reflect", "symmetric", "wrap"] = "constant",
    *,
    constant_values: _Operand | Sequence[_Operand] | Sequence[Sequence[_Operand]] | None = None,
) -> Tensor: ...
def conv(
    x: _Operand,
    weight: _Operand,
    /,
    bias: _Operand | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: _Padding = "valid",
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    fill: float = 0.0,
    flip: _bool = False,
) -> Tensor: ...
def conv1d(
    x: _Operand,
    weight: _Operand,
    /,
    bias: _Operand | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: _Padding = "valid",
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    fill: float = 0.0,
    flip: _bool = False,
) -> Tensor: ...
def conv2d(
    x: _Operand,
    weight: _Operand,
    /,
    bias: _Operand | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: _Padding = "valid",
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    fill: float = 0.0,
    flip: _bool = False,
) -> Tensor: ...
def conv3d(
    x: _Operand,
    weight: _Operand,
    /,
    bias: _Operand | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: _Padding = "valid",
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    fill: float = 0.0,
    flip: _bool = False,
) -> Tensor: ...
def conv_transpose(
    x: _Operand,
    weight: _Operand,
    /,
    bias: _Operand | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: _Padding = "valid",
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    output_padding: int | Sequence[int] = 0,
) -> Tensor: ...
def conv_transpose1d(
    x: _Operand,
    weight: _Operand,
    /,
    bias: _Operand | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: _Padding = "valid",
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    output_padding: int | Sequence[int] = 0,
) -> Tensor: ...
def conv_transpose2d(
    x: _Operand,
    weight: _Operand,
    /,
    bias: _Operand | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: _Padding = "valid",
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    output_padding: int | Sequence[int] = 0,
) -> Tensor: ...
def conv_transpose3d(
    x: _Operand,
    weight: _Operand,
    /,
    bias: _Operand | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: _Padding = "valid",
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    output_padding: int | Sequence[int] = 0,
) -> Tensor: ...
def max_pool_with_indices(
    x: _Operand,
    /,
    window_shape: int | Sequence[int],
    *,
    stride: int | Sequence[int] = (),
    padding: _Padding = "valid",
    dilation: int | Sequence[int] = 1,
    ceil_mode: _bool = False,
) -> tuple[Tensor, Tensor]: ...
def interpolate(
    x: _Operand,
    /,
    size: int | Sequence[int] | None = None,
    *,
    scale_factor: float | Sequence[float] | None = None,
    mode: Literal["nearest", "nearest-exact", "linear", "cubic"] = "nearest",
    align_corners: _bool = False,
) -> Tensor: ...

resize = interpolate
upsample = interpolate

def broadcast_arrays(*xs: _Nested) -> tuple[Tensor, ...]: ...
def expand(x: _Nested, /, shape: int | Sequence[int]) -> Tensor: ...
def transpose(x: _Nested, /, axes: Sequence[int] | None = None) -> Tensor: ...
def ravel(x: _Nested, /) -> Tensor: ...
def unflatten(x: _Nested, /, axis: int, sizes: int | Sequence[int]) -> Tensor: ...
def shrink(x: _Nested, /, ranges: Sequence[tuple[int, int]]) -> Tensor: ...
def unstack(x: _Nested, /, *, axis: int = 0) -> tuple[Tensor, ...]: ...
def split(x: _Nested, /, indices_or_sections: int | Sequence[int], axis: int = 0) -> tuple[Tensor, ...]: ...
def array_split(x: _Nested, /, indices_or_sections: int | Sequence[int], axis: int = 0) -> tuple[Tensor, ...]: ...
def vstack(xs: Sequence[_Nested], /) -> Tensor: ...
def hstack(xs: Sequence[_Nested], /) -> Tensor: ...
def dstack(xs: Sequence[_Nested], /) -> Tensor: ...
