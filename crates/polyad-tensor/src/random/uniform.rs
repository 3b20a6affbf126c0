//! Uniform numbers.

use polyad_core::{DType, Error, Result};
use polyad_kernels::philox;

use super::Key;
use super::draw::{Grid, check_elements, check_float, in_dtype};
use super::key::Draw;
use super::parameters::{Rule, values};
use crate::{Operand, Tensor, exec};

/// Independent numbers, uniform in [0, 1): 0 may occur, 1 never.
///
/// They are multiples of `2^-p`, `p` being the binary digits of the dtype just below 1 (53 for float64, 24 for float32, 11
/// for float16, 8 for bfloat16), all of them equally likely.
///
/// Errors: `DTypeUnsupported` for what is no real float with elements of their own and a 0, `SizeOverflow`, `TooManyAxes`,
/// `OutOfMemory`.
pub fn uniform(key: Key, shape: &[usize], dtype: DType) -> Result<Tensor> {
    const OP: &str = "uniform";
    check_float(OP, dtype, shape, false)?;
    let stream = key.stream(Draw::Uniform);
    let view = if dtype == DType::Float64 {
        exec::generate(OP, shape, 1.5, |first, out| philox::uniform_f64(stream, first, out))?
    } else {
        let digits = dtype.unit_digits().unwrap_or(24);
        exec::generate(OP, shape, 0.7, |first, out| philox::uniform_f32(stream, first, digits, out))?
    };
    in_dtype(OP, view, dtype)
}

/// Independent numbers, uniform from `low` up to `high`, which is left out, also where a value rounds to the dtype: one that
/// would round to `high` or beyond, or below `low`, is the nearest number of the dtype inside. Equal bounds give that number.
/// Computed in float64 from 53 random bits, so that they are other numbers than those of [`uniform`] in narrower dtypes.
///
/// Bounds are numbers, or tensors that broadcast to the shape.
///
/// ```
/// use polyad_core::DType;
/// use polyad_tensor::random::{Key, uniform_between};
/// let x = uniform_between(Key::new(1), &[1000], -2.0, 3.0, DType::Float16)?.astype(DType::Float64)?;
/// assert!(x.min(())?.item::<f64>()? >= -2.0 && x.max(())?.item::<f64>()? < 3.0);
/// # Ok::<(), polyad_core::Error>(())
/// ```
///
/// Errors: those of [`uniform`]; `BadArgument` for bounds that are not finite, in the wrong order, farther apart than
/// float64 reaches, or without a number of the dtype between them; `Broadcast`.
pub fn uniform_between<'a>(
    key: Key,
    shape: &[usize],
    low: impl Into<Operand<'a>>,
    high: impl Into<Operand<'a>>,
    dtype: DType,
) -> Result<Tensor> {
    const OP: &str = "uniform";
    check_float(OP, dtype, shape, false)?;
    let low = values(OP, shape, low.into(), &Rule::finite("low"))?;
    let high = values(OP, shape, high.into(), &Rule::finite("high"))?;
    let grid = Grid::of(OP, dtype)?;
    check_elements(shape, [&low, &high], |[a, b]| {
        let bad = |takes: String| Error::BadArgument { op: OP, argument: "high", got: format!("{b:?}"), takes };
        if a > b || !(b - a).is_finite() {
            return Err(bad(format!("a number from low, {a:?}, on that is no farther from it than float64 reaches")));
        }
        let (first, last) = grid.between(a, b);
        if a < b && first > last {
            return Err(bad(format!("a number so far above low, {a:?}, that {dtype} has one between them")));
        }
        Ok(())
    })?;
    let stream = key.stream(Draw::Uniform);
    let fit = |u: f64, a: f64, b: f64| {
        if a == b {
            return a;
        }
        let (first, last) = grid.between(a, b);
        (a + (b - a) * u).max(first).min(last)
    };
    let view = exec::generate(OP, shape, 4.0, |first, out: &mut [f64]| {
        philox::uniform_f64(stream, first, out);
        match (low.one(), high.one()) {
            (Some(a), Some(b)) if a < b => {
                let (least, most) = grid.between(a, b);
                out.iter_mut().for_each(|x| *x = (a + (b - a) * *x).max(least).min(most));
            }
            _ => out.iter_mut().zip(first..).for_each(|(x, i)| *x = fit(*x, low.at(i), high.at(i))),
        }
    })?;
    in_dtype(OP, view, dtype)
}
