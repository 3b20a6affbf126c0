//! Special functions of three operands.

use polyad_core::{DType, Result, View};
use polyad_ir::{Attr, Op, Type, special};

use super::{decoded_as, generate, in_dtype, spread_to, with_bytes};

/// The incomplete beta function of `a`, `b` and `x`, computed in float64 and rounded once.
pub(super) fn betainc(op: Op, views: &[&View], _: &[Attr], ty: Type) -> Result<View> {
    let wide = views
        .iter()
        .map(|v| decoded_as(op.name, &spread_to(op.name, v, &ty.shape)?, DType::Float64))
        .collect::<Result<Vec<View>>>()?;
    let out = with_bytes(op.name, &wide.iter().collect::<Vec<_>>(), |bytes| {
        let [a, b, x] = [0, 1, 2].map(|i| bytemuck::cast_slice::<u8, f64>(bytes[i]));
        generate(op.name, &ty.shape, 200.0, |first, out: &mut [f64]| {
            for (i, y) in (first as usize..).zip(out) {
                *y = special::betainc(a[i], b[i], x[i]);
            }
        })
    })?;
    in_dtype(op.name, out, ty.dtype)
}
