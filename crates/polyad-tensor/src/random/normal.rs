//! Normal numbers.

use bytemuck::Pod;
use polyad_core::{DType, Element, Error, Kind, Layout, Result, View};
use polyad_kernels::{philox, variates};

use super::Key;
use super::draw::{Kept, check_elements, check_float, check_shape, each, in_dtype};
use super::key::Draw;
use super::parameters::{Rule, Values, values};
use crate::{Operand, Tensor, create, exec};

/// Independent normal numbers of this mean and standard deviation, always finite: by the Box-Muller transform in float64 from
/// twice 53 random bits (the tails reach to 8.5 deviations), within 4 ulp of it, then rounded. What a narrow dtype cannot reach
/// becomes its greatest or least number.
///
/// A complex dtype takes real and imaginary parts that are independent and have half of the variance each; the mean is real.
/// `mean` and `stddev` are numbers, or tensors that broadcast to the shape.
///
/// Errors: `DTypeUnsupported` for what is no float with a sign and elements of their own; `BadArgument` where the mean is not
/// finite, or the deviation not finite or negative; `Broadcast`, `SizeOverflow`, `TooManyAxes`, `OutOfMemory`.
///
/// Source: Box, Muller, "A note on the generation of random normal deviates", Ann. Math. Statist. 29 (1958).
pub fn normal<'a>(
    key: Key,
    shape: &[usize],
    mean: impl Into<Operand<'a>>,
    stddev: impl Into<Operand<'a>>,
    dtype: DType,
) -> Result<Tensor> {
    const OP: &str = "normal";
    let complex = dtype.kind() == Kind::Complex;
    if complex {
        check_shape(OP, shape, dtype)?;
    } else {
        check_float(OP, dtype, shape, true)?;
    }
    let mean = values(OP, shape, mean.into(), &Rule::finite("mean"))?;
    let stddev = values(OP, shape, stddev.into(), &Rule::spread("stddev"))?;
    let scale = Scale { mean, stddev, most: create::largest(dtype), parts: if complex { 2 } else { 1 } };
    let stream = key.stream(Draw::Normal);
    let drawn = [shape, &[2]].concat();
    let drawn = if complex { &drawn[..] } else { shape };
    if dtype == DType::Float32 || dtype == DType::Complex64 {
        let view = exec::generate(OP, drawn, 6.0, |first, out: &mut [f32]| {
            let mut wide = [0.0; 512];
            for (run, at) in out.chunks_mut(wide.len()).zip((first..).step_by(512)) {
                let wide = &mut wide[..run.len()];
                philox::normal(stream, at, wide);
                scale.fit(at, wide);
                run.iter_mut().zip(wide).for_each(|(x, w)| *x = *w as f32);
            }
        })?;
        return finish::<f32>(OP, view, shape, dtype);
    }
    let view = exec::generate(OP, drawn, 6.0, |first, out: &mut [f64]| {
        philox::normal(stream, first, out);
        scale.fit(first, out);
    })?;
    finish::<f64>(OP, view, shape, dtype)
}

/// What makes normal numbers of standard ones.
struct Scale {
    mean: Values,
    stddev: Values,
    most: f64,
    /// 2 for complex numbers, whose parts lie side by side.
    parts: u64,
}

impl Scale {
    fn fit(&self, first: u64, out: &mut [f64]) {
        let most = self.most;
        match (self.mean.one(), self.stddev.one(), self.parts) {
            (Some(0.0), Some(1.0), 1) if most > 9.0 => {}
            (Some(mean), Some(stddev), 1) => {
                out.iter_mut().for_each(|x| *x = (mean + stddev * *x).clamp(-most, most));
            }
            (_, _, parts) => out.iter_mut().zip(first..).for_each(|(x, i)| {
                let (mean, stddev) = (self.mean.at(i / parts), self.stddev.at(i / parts));
                let mean = if i % parts == 0 { mean } else { 0.0 };
                let stddev = if parts == 1 { stddev } else { stddev * std::f64::consts::FRAC_1_SQRT_2 };
                *x = (mean + stddev * *x).clamp(-most, most);
            }),
        }
    }
}

/// The numbers in the dtype asked for; pairs of parts become complex numbers.
fn finish<T: Element<Raw = T> + Pod>(op: &'static str, view: View, shape: &[usize], dtype: DType) -> Result<Tensor> {
    if dtype.kind() != Kind::Complex {
        return in_dtype(op, view, dtype);
    }
    let wide = if T::DTYPE == DType::Float32 { DType::Complex64 } else { DType::Complex128 };
    in_dtype(op, View::new(view.buffer().clone(), Layout::contiguous(shape)?, wide)?, dtype)
}

/// Independent normal numbers of a mean and standard deviation before they were kept to those from `low` to `high`, by
/// rejection that stays fast far out in a tail. Computed in float64 and rounded to the dtype, at most to a bound that rounds.
/// Bounds may be infinite. A deviation of 0 gives the mean, which must then lie within the bounds.
///
/// All four are numbers, or tensors that broadcast to the shape.
///
/// Errors: as for [`normal`]; `BadArgument` where `low` is not below `high`.
///
/// Source: Robert, "Simulation of truncated normal variables", Statistics and Computing 5 (1995).
pub fn truncated_normal<'a>(
    key: Key,
    shape: &[usize],
    bounds: [Operand<'a>; 2],
    mean: impl Into<Operand<'a>>,
    stddev: impl Into<Operand<'a>>,
    dtype: DType,
) -> Result<Tensor> {
    const OP: &str = "truncated_normal";
    const BOUND: Rule = Rule { name: "low", fits: |_| true, takes: "numbers" };
    check_float(OP, dtype, shape, true)?;
    let [low, high] = bounds;
    let low = values(OP, shape, low, &BOUND)?;
    let high = values(OP, shape, high, &Rule { name: "high", ..BOUND })?;
    let mean = values(OP, shape, mean.into(), &Rule::finite("mean"))?;
    let stddev = values(OP, shape, stddev.into(), &Rule::spread("stddev"))?;
    check_elements(shape, [&low, &high, &mean, &stddev], |[a, b, mean, stddev]| {
        let bad =
            |argument, got: f64, takes| Err(Error::BadArgument { op: OP, argument, got: format!("{got:?}"), takes });
        if a >= b || a == f64::INFINITY || b == f64::NEG_INFINITY {
            return bad("high", b, format!("a number above low, {a:?}, with finite numbers between them"));
        }
        if stddev == 0.0 && !(a..=b).contains(&mean) {
            return bad("stddev", 0.0, format!("a number above 0, as the mean, {mean:?}, is outside {a:?} to {b:?}"));
        }
        Ok(())
    })?;
    let kept = Kept { op: OP, draw: Draw::TruncatedNormal, cost: 60.0 };
    each(kept, key, shape, [low, high, mean, stddev], dtype, |bits, [a, b, mean, stddev]| {
        if stddev == 0.0 {
            return mean;
        }
        let z = variates::truncated_normal(bits, (a - mean) / stddev, (b - mean) / stddev);
        (mean + stddev * z).clamp(a, b)
    })
}
