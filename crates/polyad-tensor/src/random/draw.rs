//! How a draw runs: checked, then made element by element, then rounded.

use bytemuck::Pod;
use polyad_core::{DType, Element, Error, Kind, Result, View};
use polyad_kernels::variates::Own;

use super::Key;
use super::key::Draw;
use super::parameters::Values;
use crate::{Tensor, exec};

/// One kind of draw: its name, its stream, and nanoseconds an element.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    pub(super) op: &'static str,
    pub(super) draw: Draw,
    pub(super) cost: f64,
}

/// Refuses a shape before anything is allocated for it, also where numbers are drawn in a wider dtype.
pub(super) fn check_shape(op: &'static str, shape: &[usize], dtype: DType) -> Result<()> {
    if shape.len() > polyad_core::MAX_NDIM {
        return Err(Error::TooManyAxes { op, ndim: shape.len() });
    }
    dtype.tensor_bytes(op, shape).map(|_| ())
}

/// Refuses what is no real float with a 0 and elements of their own, and for numbers below 0 what has no sign.
pub(super) fn check_float(op: &'static str, dtype: DType, shape: &[usize], signed: bool) -> Result<()> {
    let least = dtype.float_info().map_or(0.0, |info| info.min);
    if dtype.unit_digits().is_none() || (signed && least >= 0.0) {
        return Err(refused(op, dtype));
    }
    check_shape(op, shape, dtype)
}

/// The values drawn, in the dtype asked for.
pub(super) fn in_dtype(op: &'static str, view: View, dtype: DType) -> Result<Tensor> {
    exec::in_dtype(op, view, dtype).map(Tensor::from_view)
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

/// Floats, each from bits of its own and its parameters, computed in float64 and rounded once.
pub(super) fn each<const N: usize>(
    kept: Kept,
    key: Key,
    shape: &[usize],
    parameters: [Values; N],
    dtype: DType,
    make: impl Fn(&mut Own, [f64; N]) -> f64 + Sync,
) -> Result<Tensor> {
    in_dtype(kept.op, own(kept, key, shape, parameters, make)?, dtype)
}

/// Counts, as [`each`]; those beyond the greatest integer of the dtype become that.
pub(super) fn counts<const N: usize>(
    kept: Kept,
    key: Key,
    shape: &[usize],
    parameters: [Values; N],
    dtype: DType,
    make: impl Fn(&mut Own, [f64; N]) -> f64 + Sync,
) -> Result<Tensor> {
    let greatest = check_integer(kept.op, dtype, shape)?;
    // The conversion saturates.
    let count = |bits: &mut Own, p| (make(bits, p) as i64).min(greatest);
    in_dtype(kept.op, own(kept, key, shape, parameters, count)?, dtype)
}

/// What is made of each element's own bits and parameters.
fn own<T: Element<Raw = T> + Pod, const N: usize>(
    kept: Kept,
    key: Key,
    shape: &[usize],
    parameters: [Values; N],
    make: impl Fn(&mut Own, [f64; N]) -> T + Sync,
) -> Result<View> {
    let stream = key.stream(kept.draw);
    exec::generate(kept.op, shape, kept.cost, |first, out: &mut [T]| {
        for (x, i) in out.iter_mut().zip(first..) {
            *x = make(&mut Own::new(stream, i), parameters.each_ref().map(|p| p.at(i)));
        }
    })
}

/// The greatest integer of an integer dtype, as far as int64 goes.
pub(super) fn check_integer(op: &'static str, dtype: DType, shape: &[usize]) -> Result<i64> {
    let Some((_, greatest)) = dtype.int_range() else {
        return Err(Error::DTypeUnsupported { op, dtype, hint: "Counts and places are integers; choose int64." });
    };
    check_shape(op, shape, dtype)?;
    Ok(i64::try_from(greatest).unwrap_or(i64::MAX))
}

/// Calls `each` with the numbers of all elements, once if no parameter is a tensor.
pub(super) fn check_elements<const N: usize>(
    shape: &[usize],
    parameters: [&Values; N],
    each: impl Fn([f64; N]) -> Result<()>,
) -> Result<()> {
    let one = parameters.iter().all(|p| p.one().is_some());
    let count = if one { 1 } else { shape.iter().product::<usize>() as u64 };
    (0..count).try_for_each(|i| each(parameters.map(|p| p.at(i))))
}

/// What a dtype has between two numbers.
pub(super) struct Grid {
    eps: f64,
    smallest: f64,
    ends: [f64; 2],
}

impl Grid {
    /// That of a real float with elements of their own.
    pub(super) fn of(op: &'static str, dtype: DType) -> Result<Grid> {
        let info = dtype.float_info().filter(|_| dtype.kind() == Kind::Float).ok_or_else(|| refused(op, dtype))?;
        Ok(Grid { eps: info.eps, smallest: info.smallest_normal, ends: [info.min.min(0.0), info.max] })
    }

    /// The distance of neighbours at a magnitude.
    fn step(&self, x: f64) -> f64 {
        let exponent = x.abs().max(self.smallest).to_bits() & f64::INFINITY.to_bits();
        f64::from_bits(exponent) * self.eps
    }

    /// The least number from `low` on, and the greatest below `high`; turned around where there is none.
    pub(super) fn between(&self, low: f64, high: f64) -> (f64, f64) {
        let (first, below) = (self.step(low), high.next_down());
        let last = self.step(below);
        ((low / first).ceil() * first, ((below / last).floor() * last).min(self.ends[1]).max(self.ends[0]))
    }
}
