//! Counts, and yes or no.

use polyad_core::{DType, Error, Kind, Result, View};
use polyad_kernels::{philox, variates};

use super::Key;
use super::draw::{Kept, check_integer, check_shape, counts, in_dtype};
use super::key::Draw;
use super::parameters::{Rule, place, values, wide};
use crate::{Operand, Tensor, exec};

/// Where floats stop having all integers.
const MOST_TRIES: f64 = 9_007_199_254_740_992.0;
const TRIES: Rule = Rule {
    name: "n",
    fits: |n| n.fract() == 0.0 && (0.0..=MOST_TRIES).contains(&n),
    takes: "integers from 0 to 2**53",
};
/// Below 2^63 by more than numbers of this mean ever are above it.
const MOST_MEAN: f64 = 9.223_372_006_484_77e18;

/// Independent truths, each with probability `p`, a number or a tensor that broadcasts to the shape. The dtype is bool, an
/// integer or a float (1 and 0). They come from 53 random bits, so that a `p` of 0 is never and one of 1 always true.
///
/// Errors: `BadArgument` where `p` is not within 0 to 1, `DTypeUnsupported` for block formats and complex dtypes, `Broadcast`,
/// `SizeOverflow`, `TooManyAxes`, `OutOfMemory`.
pub fn bernoulli<'a>(key: Key, shape: &[usize], p: impl Into<Operand<'a>>, dtype: DType) -> Result<Tensor> {
    const OP: &str = "bernoulli";
    let float = dtype.kind() == Kind::Float && dtype.unit_digits().is_some();
    if !(dtype == DType::Bool || dtype.is_integer() || float) {
        return Err(Error::DTypeUnsupported { op: OP, dtype, hint: "Choose bool, an integer or a plain float." });
    }
    check_shape(OP, shape, dtype)?;
    let p = values(OP, shape, p.into(), &Rule::probability("p"))?;
    let stream = key.stream(Draw::Bernoulli);
    let view = exec::generate(OP, shape, 2.0, |first, out: &mut [u8]| {
        let mut wide = [0.0; 512];
        for (run, at) in out.chunks_mut(wide.len()).zip((first..).step_by(512)) {
            let wide = &mut wide[..run.len()];
            philox::uniform_f64(stream, at, wide);
            match p.one() {
                Some(p) => run.iter_mut().zip(wide).for_each(|(x, u)| *x = u8::from(*u < p)),
                None => run.iter_mut().zip(wide).zip(at..).for_each(|((x, u), i)| *x = u8::from(*u < p.at(i))),
            }
        }
    })?;
    // The bytes 1 and 0 are truths already.
    let view = View::new(view.buffer().clone(), view.layout().clone(), DType::Bool)?;
    in_dtype(OP, view, dtype)
}

/// Independent Poisson numbers of mean `lam`, a number or a tensor that broadcasts to the shape. Beyond the greatest integer
/// of the dtype they are that one; from 2^53 on they are as far apart as the floats they are computed in.
///
/// Errors: `DTypeUnsupported` for what is no integer dtype; `BadArgument` where `lam` is negative, NaN or above 9.2e18;
/// `Broadcast`, `SizeOverflow`, `TooManyAxes`, `OutOfMemory`.
pub fn poisson<'a>(key: Key, shape: &[usize], lam: impl Into<Operand<'a>>, dtype: DType) -> Result<Tensor> {
    const OP: &str = "poisson";
    const RULE: Rule =
        Rule { name: "lam", fits: |x| (0.0..=MOST_MEAN).contains(&x), takes: "numbers from 0 to 9.22337200648477e18" };
    check_integer(OP, dtype, shape)?;
    let lam = values(OP, shape, lam.into(), &RULE)?;
    let kept = Kept { op: OP, draw: Draw::Poisson, cost: 80.0 };
    counts(kept, key, shape, [lam], dtype, |bits, [lam]| variates::poisson(bits, lam))
}

/// Independent counts of how many of `n` tries succeed, each with probability `p`: numbers, or tensors that broadcast to the
/// shape. Beyond the greatest integer of the dtype they are that one.
///
/// Errors: `DTypeUnsupported` for what is no integer dtype; `BadArgument` where `n` is no integer from 0 to 2^53 or `p` not
/// within 0 to 1; `Broadcast`, `SizeOverflow`, `TooManyAxes`, `OutOfMemory`.
pub fn binomial<'a>(
    key: Key,
    shape: &[usize],
    n: impl Into<Operand<'a>>,
    p: impl Into<Operand<'a>>,
    dtype: DType,
) -> Result<Tensor> {
    const OP: &str = "binomial";
    check_integer(OP, dtype, shape)?;
    let n = values(OP, shape, n.into(), &TRIES)?;
    let p = values(OP, shape, p.into(), &Rule::probability("p"))?;
    let kept = Kept { op: OP, draw: Draw::Binomial, cost: 120.0 };
    counts(kept, key, shape, [n, p], dtype, |bits, [n, p]| variates::binomial(bits, n, p))
}

/// Independent rows of counts that add up to `n`: how often each case of probability `p` comes. `p` has the cases along its
/// last axis, each row adding up to 1; `n` is a number, or a tensor that broadcasts to the shape of the rows; the result has
/// the axes of `shape` before those of `p`. Where a row adds up to 1 but for rounding, its last case takes the rest.
///
/// Errors: as for [`binomial`]; `BadArgument` where a row of `p` adds up to something else or has no case.
pub fn multinomial<'a>(
    key: Key,
    shape: &[usize],
    n: impl Into<Operand<'a>>,
    p: &Tensor,
    dtype: DType,
) -> Result<Tensor> {
    const OP: &str = "multinomial";
    let shape = [shape, p.shape()].concat();
    let greatest = check_integer(OP, dtype, &shape)?;
    let bad =
        |got| Err(Error::BadArgument { op: OP, argument: "p", got, takes: "rows from 0 to 1 that add up to 1".into() });
    let Some((&count, outer)) = shape.split_last().filter(|(count, _)| p.ndim() > 0 && **count > 0) else {
        return bad(format!("shape {:?}", p.shape()));
    };
    let chances = wide(OP, "p", p)?;
    let n = values(OP, outer, n.into(), &TRIES)?;
    for (row, chances) in chances.chunks(count).enumerate() {
        let sum: f64 = chances.iter().sum();
        let fit = chances.iter().all(|x| (0.0..=1.0).contains(x));
        // What rows of float32 are off by.
        if !fit || (sum - 1.0).abs() > 1e-5 {
            let place = place(&p.shape()[..p.ndim() - 1], row);
            return bad(format!("a row of sum {sum:?} at {place:?}"));
        }
    }
    let (stream, rows) = (key.stream(Draw::Multinomial), chances.len() / count);
    let view = exec::rows(OP, &shape, 100.0, |row, out: &mut [i64]| {
        let bits = &mut variates::Own::new(stream, row);
        let (mut tries, mut left) = (n.at(row), 1.0);
        let chances = &chances[row as usize % rows * count..][..count];
        let last = chances.iter().rposition(|&p| p > 0.0).unwrap_or(0);
        for (i, (x, &p)) in out.iter_mut().zip(chances).enumerate() {
            let share = if i == last { 1.0 } else { (p / left).clamp(0.0, 1.0) };
            let hits = if i > last { 0.0 } else { variates::binomial(bits, tries, share) };
            (tries, left) = (tries - hits, left - p);
            *x = (hits as i64).min(greatest);
        }
    })?;
    in_dtype(OP, view, dtype)
}
