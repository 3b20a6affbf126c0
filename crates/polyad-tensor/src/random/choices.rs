//! Classes by their weights, orders, and samples of what there is.

use std::collections::HashMap;

use polyad_core::{DType, Error, Result};
use polyad_kernels::philox::{self, Stream};
use polyad_kernels::variates::{Own, arrival, running_weights};

use super::draw::check_shape;
use super::key::Draw;
use super::parameters::{place, wide};
use super::{Key, randint};
use crate::{Tensor, exec};

/// Independent places of classes along one axis of `logits`, each as likely as the softmax of the logits along it says: int64,
/// of the axes of `shape` before the other axes of the logits. A logit of minus infinity is never drawn.
///
/// ```
/// use polyad_tensor::random::{Key, categorical};
/// use polyad_tensor::tensor;
/// let never = f64::NEG_INFINITY;
/// assert_eq!(categorical(Key::new(0), &[2], &tensor![never, 0.0, never], -1)?, tensor![1, 1]);
/// # Ok::<(), polyad_core::Error>(())
/// ```
///
/// Errors: `BadArgument` where there is no class, a logit is NaN or infinite, or all logits of a row are minus infinity;
/// `AxisOutOfRange`, `SizeOverflow`, `TooManyAxes`, `OutOfMemory`.
pub fn categorical(key: Key, shape: &[usize], logits: &Tensor, axis: i64) -> Result<Tensor> {
    const OP: &str = "categorical";
    let bad = |got| {
        let takes = "rows of at least one finite number, the others finite or minus infinity".into();
        Err(Error::BadArgument { op: OP, argument: "logits", got, takes })
    };
    let logits = logits.moveaxis(&[axis], &[-1])?;
    let Some((&count, batch)) = logits.shape().split_last().filter(|(count, _)| **count > 0) else {
        return bad(format!("shape {:?}", logits.shape()));
    };
    let shape = [shape, batch].concat();
    check_shape(OP, &shape, DType::Int64)?;
    let mut sums = wide(OP, "logits", &logits)?;
    for (row, logits) in sums.chunks_mut(count).enumerate() {
        let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !most.is_finite() || logits.iter().any(|x| x.is_nan()) {
            let shown = if most.is_finite() { f64::NAN } else { most };
            return bad(format!("a row with {shown:?} as its greatest at {:?}", place(batch, row)));
        }
        running_weights(logits);
    }
    by_sums(OP, key.stream(Draw::Categorical), &shape, &sums, count)
}

/// Uniform numbers that are made at once.
const RUN: usize = 512;

/// The first place whose running sum is above a uniform share of the last one. `sums` has rows of `count`.
fn by_sums(op: &'static str, stream: Stream, shape: &[usize], sums: &[f64], count: usize) -> Result<Tensor> {
    let rows = sums.len() / count;
    let view = exec::generate(op, shape, 20.0, |first, out: &mut [i64]| {
        let mut units = [0.0; RUN];
        for (run, at) in out.chunks_mut(RUN).zip((first..).step_by(RUN)) {
            let units = &mut units[..run.len()];
            philox::uniform_f64(stream, at, units);
            for ((x, u), i) in run.iter_mut().zip(units).zip(at..) {
                let sums = &sums[i as usize % rows * count..][..count];
                let all = sums[count - 1];
                let share = *u * all;
                // A share that rounds up to all belongs to the last class that has one.
                let found = if share < all {
                    sums.partition_point(|&sum| sum <= share)
                } else {
                    sums.partition_point(|&sum| sum < all)
                };
                *x = found as i64;
            }
        }
    })?;
    Ok(Tensor::from_view(view))
}

/// The numbers from 0 up to `n`, which is left out, in random order, all orders equally likely: int64.
///
/// Errors: `SizeOverflow`, `OutOfMemory`.
///
/// Source: Fisher, Yates, by Durstenfeld, "Algorithm 235: Random permutation", CACM 7 (1964).
pub fn permutation(key: Key, n: usize) -> Result<Tensor> {
    sample("permutation", key.stream(Draw::Permutation), &[n], n)
}

/// A copy with what lies along one axis in random order, all orders equally likely.
///
/// Errors: `AxisOutOfRange`, `OutOfMemory`.
pub fn shuffled(key: Key, x: &Tensor, axis: i64) -> Result<Tensor> {
    let extent = x.moveaxis(&[axis], &[0])?.shape()[0];
    x.take(&permutation(key, extent)?, axis)
}

/// Brings what lies along one axis into random order, in place; all orders are equally likely, and that of [`shuffled`].
///
/// Errors: `AxisOutOfRange`, `ReadOnly`, `InUse`, `OutOfMemory`.
pub fn shuffle(key: Key, x: &Tensor, axis: i64) -> Result<()> {
    x.copy_from(&shuffled(key, x, axis)?)
}

/// How [`choice_with`] chooses.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceOptions<'a> {
    /// Whether one may be chosen more than once.
    pub replace: bool,
    /// The probability of each; without it all are equally likely.
    pub p: Option<&'a Tensor>,
}

impl Default for ChoiceOptions<'_> {
    fn default() -> Self {
        ChoiceOptions { replace: true, p: None }
    }
}

/// Independent places from 0 up to `n`, which is left out: int64.
///
/// Errors: those of [`choice_with`].
pub fn choice(key: Key, shape: &[usize], n: usize) -> Result<Tensor> {
    choice_with(key, shape, n, ChoiceOptions::default())
}

/// [`choice`] with options: without replacement each place comes at most once, in random order, and with probabilities as if
/// one was drawn after the other among those that are left.
///
/// Errors: `BadArgument` where there is nothing to choose from, more is to be chosen without replacement than can be, or `p`
/// has not `n` numbers from 0 on that add up to 1; `SizeOverflow`, `TooManyAxes`, `OutOfMemory`.
///
/// Source: Efraimidis, Spirakis, "Weighted random sampling with a reservoir", Inf. Process. Lett. 97 (2006).
pub fn choice_with(key: Key, shape: &[usize], n: usize, options: ChoiceOptions<'_>) -> Result<Tensor> {
    const OP: &str = "choice";
    check_shape(OP, shape, DType::Int64)?;
    let count = shape.iter().product::<usize>();
    let chances = options.p.map(|p| probabilities(p, n)).transpose()?;
    let possible = chances.as_ref().map_or(n, |p| p.iter().filter(|x| **x > 0.0).count());
    let most = if options.replace && n > 0 { usize::MAX } else { possible };
    if count > most {
        let takes = format!("at most {most} elements, as so many can be chosen");
        return Err(Error::BadArgument { op: OP, argument: "shape", got: format!("{shape:?}"), takes });
    }
    match chances {
        None if options.replace => randint(key.fold_in(n as u64), shape, 0, n.max(1) as i128, DType::Int64),
        None => sample(OP, key.stream(Draw::Choice), shape, n),
        Some(mut p) if options.replace => {
            let mut sum = 0.0;
            p.iter_mut().for_each(|x| {
                sum += *x;
                *x = sum;
            });
            by_sums(OP, key.stream(Draw::Choice), shape, &p, n.max(1))
        }
        Some(p) => {
            let stream = key.stream(Draw::Choice);
            let mut order: Vec<(f64, i64)> =
                p.iter().enumerate().map(|(i, &p)| (arrival(&mut Own::new(stream, i as u64), p), i as i64)).collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            Tensor::from_vec(order[..count].iter().map(|(_, i)| *i).collect(), shape)
        }
    }
}

/// Independent choices of what lies along one axis of a tensor; the axes of `shape` stand in its place.
///
/// Errors: those of [`choice_with`], and `AxisOutOfRange`.
pub fn choice_along(key: Key, shape: &[usize], x: &Tensor, axis: i64, options: ChoiceOptions<'_>) -> Result<Tensor> {
    let first = x.moveaxis(&[axis], &[0])?;
    let places = choice_with(key, shape, first.shape()[0], options)?;
    let taken = x.take(&places.reshape(&[-1])?, axis)?;
    let at = (if axis < 0 { axis + x.ndim() as i64 } else { axis }) as usize;
    let all: Vec<i64> = [&x.shape()[..at], shape, &x.shape()[at + 1..]].concat().iter().map(|&n| n as i64).collect();
    taken.reshape(&all)
}

/// The probabilities of `n` places.
fn probabilities(p: &Tensor, n: usize) -> Result<Vec<f64>> {
    let bad = |got| {
        let takes = format!("a vector of {n} numbers from 0 on that add up to 1");
        Err(Error::BadArgument { op: "choice", argument: "p", got, takes })
    };
    if p.shape() != [n] {
        return bad(format!("shape {:?}", p.shape()));
    }
    let numbers = wide("choice", "p", p)?;
    if let Some(at) = numbers.iter().position(|x| !(0.0..=1.5).contains(x)) {
        return bad(format!("{:?} at [{at}]", numbers[at]));
    }
    let sum: f64 = numbers.iter().sum();
    // What the rounding of float32 and narrower dtypes adds up to.
    let slack = if p.dtype() == DType::Float64 { 1e-8 } else { p.dtype().float_info().map_or(1e-8, |f| f.eps * 8.0) };
    if (sum - 1.0).abs() > slack { bad(format!("numbers of sum {sum:?}")) } else { Ok(numbers) }
}

/// Different places from 0 up to `n`, in random order. `shape` has at most `n` elements.
fn sample(op: &'static str, stream: Stream, shape: &[usize], n: usize) -> Result<Tensor> {
    check_shape(op, shape, DType::Int64)?;
    let count = shape.iter().product::<usize>();
    let mut out: Vec<i64> = Vec::new();
    let dense = n <= count.saturating_mul(4).saturating_add(1024);
    let room = if dense { n } else { count };
    out.try_reserve_exact(room).map_err(|_| Error::OutOfMemory { bytes: room.saturating_mul(8) })?;
    // Place i is exchanged with one from i on, which depends on i alone.
    let other = |i: usize| i + Own::new(stream, i as u64).below((n - i) as u64) as usize;
    if dense {
        out.extend(0..n as i64);
        (0..count).for_each(|i| out.swap(i, other(i)));
        out.truncate(count);
    } else {
        // Only places that hold another number than their own.
        let mut moved: HashMap<usize, i64> = HashMap::new();
        for i in 0..count {
            let j = other(i);
            let here = moved.get(&i).copied().unwrap_or(i as i64);
            out.push(moved.insert(j, here).unwrap_or(j as i64));
        }
    }
    Tensor::from_vec(out, shape)
}
