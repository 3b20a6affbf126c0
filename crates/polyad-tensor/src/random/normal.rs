//! Normal numbers.

use polyad_core::{DType, Error, Kind, Result};
use polyad_kernels::philox;

use super::Key;
use super::key::Draw;
use super::uniform::{check_shape, in_dtype, refused};
use crate::{Tensor, create, exec};

/// Independent normal numbers of this mean and standard deviation, always finite: by the Box-Muller transform in float64,
/// then rounded. What a narrow dtype cannot reach becomes its greatest or least number.
///
/// Errors: `DTypeUnsupported` for what is no real float with a sign and elements of their own; `BadArgument` where the mean
/// is not finite, or the deviation not finite or negative; `SizeOverflow`, `TooManyAxes`, `OutOfMemory`.
///
/// Source: Box, Muller, "A note on the generation of random normal deviates", Ann. Math. Statist. 29 (1958).
pub fn normal(key: Key, shape: &[usize], mean: f64, stddev: f64, dtype: DType) -> Result<Tensor> {
    const OP: &str = "normal";
    let limits = dtype.float_info().filter(|info| dtype.kind() == Kind::Float && info.min < 0.0);
    if limits.is_none() {
        return Err(refused(OP, dtype));
    }
    for (argument, x, least) in [("mean", mean, f64::MIN), ("stddev", stddev, 0.0)] {
        if !(x.is_finite() && x >= least) {
            let takes = if argument == "mean" { "a finite number" } else { "a finite number from 0 on" };
            return Err(Error::BadArgument { op: OP, argument, got: format!("{x:?}"), takes: takes.into() });
        }
    }
    check_shape(OP, shape, dtype)?;
    let (stream, most) = (key.stream(Draw::Normal), create::largest(dtype));
    let fit = |x: f64| (mean + stddev * x).clamp(-most, most);
    let view = if dtype == DType::Float32 {
        exec::generate(OP, shape, 20.0, |first, out: &mut [f32]| {
            let mut wide = [0.0; 512];
            for (run, at) in out.chunks_mut(wide.len()).zip((first..).step_by(512)) {
                let wide = &mut wide[..run.len()];
                philox::normal(stream, at, wide);
                run.iter_mut().zip(wide).for_each(|(x, w)| *x = fit(*w) as f32);
            }
        })?
    } else {
        exec::generate(OP, shape, 20.0, |first, out: &mut [f64]| {
            philox::normal(stream, first, out);
            out.iter_mut().for_each(|x| *x = fit(*x));
        })?
    };
    in_dtype(OP, view, dtype)
}
