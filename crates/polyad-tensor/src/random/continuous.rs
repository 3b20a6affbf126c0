//! Exponential numbers, and those that one uniform number makes.

use polyad_core::{DType, Result};
use polyad_kernels::{philox, variates};

use super::Key;
use super::draw::{Kept, check_float, each, in_dtype};
use super::key::Draw;
use super::parameters::{Rule, values};
use crate::{Operand, Tensor, exec};

/// Independent exponential numbers of mean `scale`, a number or a tensor that broadcasts to the shape: logarithms of 53 random
/// bits, from 0 to 36.8 times the scale, in float64, then rounded. A scale of 0 gives 0.
///
/// Errors: `DTypeUnsupported` for what is no real float with elements of their own and a 0; `BadArgument` where the scale is
/// not finite or negative; `Broadcast`, `SizeOverflow`, `TooManyAxes`, `OutOfMemory`.
pub fn exponential<'a>(key: Key, shape: &[usize], scale: impl Into<Operand<'a>>, dtype: DType) -> Result<Tensor> {
    const OP: &str = "exponential";
    check_float(OP, dtype, shape, false)?;
    let scale = values(OP, shape, scale.into(), &Rule::spread("scale"))?;
    let stream = key.stream(Draw::Exponential);
    let view = exec::generate(OP, shape, 4.0, |first, out: &mut [f64]| {
        philox::exponential(stream, first, out);
        match scale.one() {
            Some(1.0) => {}
            Some(scale) => out.iter_mut().for_each(|x| *x *= scale),
            None => out.iter_mut().zip(first..).for_each(|(x, i)| *x *= scale.at(i)),
        }
    })?;
    in_dtype(OP, view, dtype)
}

/// A distribution of a place and a scale.
macro_rules! placed {
    ($(#[$doc:meta])* $name:ident $draw:ident) => {
        $(#[$doc])*
        ///
        /// `loc` and `scale` are numbers, or tensors that broadcast to the shape. Computed in float64 from 53 random bits and
        /// rounded. A scale of 0 gives `loc`.
        ///
        /// Errors: as for [`super::normal`], real dtypes only.
        pub fn $name<'a>(
            key: Key,
            shape: &[usize],
            loc: impl Into<Operand<'a>>,
            scale: impl Into<Operand<'a>>,
            dtype: DType,
        ) -> Result<Tensor> {
            const OP: &str = stringify!($name);
            check_float(OP, dtype, shape, true)?;
            let loc = values(OP, shape, loc.into(), &Rule::finite("loc"))?;
            let scale = values(OP, shape, scale.into(), &Rule::spread("scale"))?;
            let kept = Kept { op: OP, draw: Draw::$draw, cost: 30.0 };
            each(kept, key, shape, [loc, scale], dtype, |bits, [loc, scale]| loc + scale * variates::$name(bits))
        }
    };
}

placed! {
    /// Independent Laplace numbers, exponential ones to both sides of `loc`.
    laplace Laplace
}
placed! {
    /// Independent Gumbel numbers, the distribution of the greatest of many.
    gumbel Gumbel
}
placed! {
    /// Independent Cauchy numbers, which have no mean: `loc` is their median.
    cauchy Cauchy
}
