"""One tensor for every number format: from float64 and complex down to ternary and the block formats of ggml.

    >>> import polyad
    >>> x = polyad.asarray([[1.0, 2.0], [3.0, 4.0]])
    >>> (x @ x).tolist()
    [[7.0, 10.0], [15.0, 22.0]]

`Tensor` is the class for them all; `ScaledTensor` has block scales apart. `asarray`, `zeros`, `arange` and their like, `random`,
`frombuffer` and `load` make tensors; `quantize` and `astype` change the number format; every operation of the table is a
function here. Dtypes are objects equal to their names: "float32", "bfloat16", "q4_0", "mxfp4".
"""

from polyad import _polyad
from polyad._polyad import *  # noqa: F403

__all__ = _polyad.__all__
