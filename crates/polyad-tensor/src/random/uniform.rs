//! Numbers in [0, 1).

use polyad_core::{DType, Error, Result, View};
use polyad_kernels::philox;

use super::Key;
use super::key::Draw;
use crate::{Tensor, exec};

/// Independent numbers, uniform in [0, 1): 0 may occur, 1 never.
///
/// They are multiples of `2^-p`, `p` being the binary digits of the dtype just below 1 (53 for float64, 24 for float32, 11
/// for float16, 8 for bfloat16), all of them equally likely.
///
/// Errors: `DTypeUnsupported` for what is no real float with elements of their own and a 0, `SizeOverflow`, `TooManyAxes`,
/// `OutOfMemory`.
pub fn uniform(key: Key, shape: &[usize], dtype: DType) -> Result<Tensor> {
    const OP: &str = "uniform";
    let digits = dtype.unit_digits().ok_or_else(|| refused(OP, dtype))?;
    check_shape(OP, shape, dtype)?;
    let stream = key.stream(Draw::Uniform);
    let view = if dtype == DType::Float64 {
        exec::generate(OP, shape, 1.5, |first, out| philox::uniform_f64(stream, first, out))?
    } else {
        exec::generate(OP, shape, 0.7, |first, out| philox::uniform_f32(stream, first, digits, out))?
    };
    in_dtype(OP, view, dtype)
}

/// Refuses a shape before anything is allocated for it, also where numbers are drawn in a wider dtype.
pub(super) fn check_shape(op: &'static str, shape: &[usize], dtype: DType) -> Result<()> {
    if shape.len() > polyad_core::MAX_NDIM {
        return Err(Error::TooManyAxes { op, ndim: shape.len() });
    }
    dtype.tensor_bytes(op, shape).map(|_| ())
}

/// The values drawn, in the dtype asked for.
pub(super) fn in_dtype(op: &'static str, view: View, dtype: DType) -> Result<Tensor> {
    Ok(Tensor::from_view(if view.dtype() == dtype { view } else { exec::cast(op, &view, dtype)? }))
}

/// Why a dtype holds no such numbers.
pub(super) fn refused(op: &'static str, dtype: DType) -> Error {
    let hint = if dtype.is_quantized() {
        "Draw float32 and quantize."
    } else if dtype.is_integer() {
        "Integers come from randint; choose a real float here."
    } else {
        "Choose a real float that has such numbers, float32 for example."
    };
    Error::DTypeUnsupported { op, dtype, hint }
}
