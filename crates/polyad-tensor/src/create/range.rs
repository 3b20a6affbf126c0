//! Evenly spaced numbers.

use polyad_core::{DType, Error, Kind, Result, View};

use crate::{Scalar, Tensor, exec};

/// What [`Tensor::linspace_with`], [`Tensor::logspace_with`] and [`Tensor::geomspace_with`] take besides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacing {
    /// Whether the last number is `stop`; otherwise `stop` is the first one left out.
    pub endpoint: bool,
    /// The dtype; `None` is float64, or complex128 for complex ends.
    pub dtype: Option<DType>,
    /// What a logarithmic spacing counts powers of.
    pub base: f64,
}

impl Default for Spacing {
    fn default() -> Spacing {
        Spacing { endpoint: true, dtype: None, base: 10.0 }
    }
}

/// Nanoseconds to make an element.
const COST: f64 = 0.5;

fn bad(op: &'static str, argument: &'static str, got: Scalar, takes: &str) -> Error {
    Error::BadArgument { op, argument, got: got.to_string(), takes: takes.into() }
}

impl Scalar {
    /// The number where it is an integer by kind.
    fn integer(self) -> Option<i128> {
        match self {
            Scalar::Bool(x) => Some(x.into()),
            Scalar::Int(x) => Some(x.into()),
            Scalar::UInt(x) => Some(x.into()),
            Scalar::Float(_) | Scalar::Complex(_) => None,
        }
    }

    /// Real and imaginary part.
    fn parts(self) -> [f64; 2] {
        match self {
            Scalar::Float(x) => [x, 0.0],
            Scalar::Complex(z) => z,
            _ => [self.integer().unwrap_or(0) as f64, 0.0],
        }
    }

    /// The real number; `None` for a complex one.
    fn real(self) -> Option<f64> {
        if let Scalar::Complex(_) = self { None } else { Some(self.parts()[0]) }
    }
}

/// An integer as a scalar: what is past 64 bits stays past them as a float.
fn whole(x: i128) -> Scalar {
    match (i64::try_from(x), u64::try_from(x)) {
        (Ok(x), _) => Scalar::Int(x),
        (_, Ok(x)) => Scalar::UInt(x),
        _ => Scalar::Float(x as f64),
    }
}

/// Refuses ends that a dtype cannot hold; what lies between them it can.
fn check_ends(op: &'static str, ends: impl IntoIterator<Item = Scalar>, dtype: DType) -> Result<()> {
    match ends.into_iter().find(|&end| !end.fits(dtype)) {
        Some(end) => Err(Error::ValueOutOfRange { op, value: end.to_string(), dtype }),
        None => Ok(()),
    }
}

fn checked_count(op: &'static str, count: Option<usize>, dtype: DType) -> Result<usize> {
    let n = count.ok_or(Error::SizeOverflow { op, shape: [usize::MAX][..].into(), dtype: Some(dtype) })?;
    dtype.tensor_bytes(op, &[n])?;
    Ok(n)
}

fn in_dtype(op: &'static str, view: View, dtype: DType) -> Result<Tensor> {
    exec::in_dtype(op, view, dtype).map(Tensor::from_view)
}

/// Numbers by their place, made in float64 and rounded once.
pub(super) fn floats(op: &'static str, n: usize, value: impl Fn(u64) -> f64 + Sync, dtype: DType) -> Result<Tensor> {
    let view = exec::generate(op, &[n], COST, |first, out: &mut [f64]| {
        out.iter_mut().zip(first..).for_each(|(x, i)| *x = value(i));
    })?;
    in_dtype(op, view, dtype)
}

/// Integers that the dtype can hold, the first and the last of them being the least and the greatest or the other way.
fn integers(op: &'static str, n: usize, value: impl Fn(u64) -> i128 + Sync, dtype: DType) -> Result<Tensor> {
    if n == 0 {
        return in_dtype(op, View::alloc(op, &[0], DType::Int64)?, dtype);
    }
    let ends = [value(0), value(n as u64 - 1)];
    check_ends(op, ends.map(whole), dtype)?;
    let view = if ends.iter().all(|&x| i64::try_from(x).is_ok()) {
        exec::generate(op, &[n], COST, |first, out: &mut [i64]| {
            out.iter_mut().zip(first..).for_each(|(x, i)| *x = value(i) as i64);
        })?
    } else if ends.iter().all(|&x| u64::try_from(x).is_ok()) {
        exec::generate(op, &[n], COST, |first, out: &mut [u64]| {
            out.iter_mut().zip(first..).for_each(|(x, i)| *x = value(i) as u64);
        })?
    } else {
        return floats(op, n, |i| value(i) as f64, dtype);
    };
    in_dtype(op, view, dtype)
}

/// The integer that a number is for an integer dtype; `round` says in which direction a fraction goes, if it may.
fn as_integer(op: &'static str, argument: &'static str, x: Scalar, round: Option<fn(f64) -> f64>) -> Result<i128> {
    if let Some(x) = x.integer() {
        return Ok(x);
    }
    let real = x.real().unwrap_or(f64::NAN);
    match round.map_or(real, |round| round(real)) {
        // Past 2^100 nothing is left to be counted exactly, and no dtype holds it.
        y if y.fract() == 0.0 && y.abs() < (1i128 << 100) as f64 => Ok(y as i128),
        _ => Err(bad(op, argument, x, "a whole number, as the dtype is one of integers")),
    }
}

/// The three numbers of a range, finite and with a step.
fn range(op: &'static str, numbers: [Scalar; 3]) -> Result<[f64; 3]> {
    let names = ["start", "stop", "step"];
    for (number, name) in numbers.into_iter().zip(names) {
        if !number.real().is_some_and(f64::is_finite) {
            return Err(bad(op, name, number, "a finite real number"));
        }
    }
    if numbers[2].parts()[0] == 0.0 {
        return Err(bad(op, "step", numbers[2], "any number but 0"));
    }
    Ok(numbers.map(|x| x.parts()[0]))
}

impl Tensor {
    /// `0, 1, .. n - 1` as int64. Errors: `SizeOverflow`, `OutOfMemory`.
    pub fn arange(n: usize) -> Result<Tensor> {
        integers("arange", checked_count("arange", Some(n), DType::Int64)?, i128::from, DType::Int64)
    }

    /// `start`, `start + step`, and so on up to `stop`, which is left out: `ceil((stop - start) / step)` numbers, none where
    /// `step` leads away. Element `i` is `start + i * step`, not a running sum, rounded once.
    ///
    /// Without a dtype integers give int64 and floats float64. Integers are counted exactly. For an integer dtype `start` and
    /// `step` are whole.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::{Tensor, tensor};
    /// assert_eq!(Tensor::arange_from(5, 0, -2, None)?, tensor![5, 3, 1]);
    /// assert_eq!(Tensor::arange_from(0.0, 1.0, 0.25, None)?, tensor![0.0, 0.25, 0.5, 0.75]);
    /// assert!(Tensor::arange_from(0, 300, 1, DType::UInt8).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `BadArgument` (step 0, NaN, infinity, complex), `ValueOutOfRange`, `SizeOverflow`, `OutOfMemory`.
    ///
    /// Source: Python array API 2025.12, `arange`.
    pub fn arange_from(
        start: impl Into<Scalar>,
        stop: impl Into<Scalar>,
        step: impl Into<Scalar>,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Tensor> {
        const OP: &str = "arange";
        let numbers = [start.into(), stop.into(), step.into()];
        let [from, to, by] = range(OP, numbers)?;
        let by_kind = if numbers.iter().all(|x| x.integer().is_some()) { DType::Int64 } else { DType::Float64 };
        let dtype = dtype.into().unwrap_or(by_kind);
        if by_kind == DType::Float64 && dtype.is_float() {
            let n = checked_count(OP, counted((to - from) / by), dtype)?;
            let value = |i: u64| from + i as f64 * by;
            check_ends(OP, [0, n.saturating_sub(1)].map(|i| Scalar::Float(value(i as u64))), dtype)?;
            return floats(OP, n, value, dtype);
        }
        let [start, stop, step] = numbers;
        let away: fn(f64) -> f64 = if by > 0.0 { f64::ceil } else { f64::floor };
        let (from, step) = (as_integer(OP, "start", start, None)?, as_integer(OP, "step", step, None)?);
        let span = as_integer(OP, "stop", stop, Some(away))? - from;
        let count = if span.signum() == step.signum() { span.unsigned_abs().div_ceil(step.unsigned_abs()) } else { 0 };
        let n = checked_count(OP, usize::try_from(count).ok(), dtype)?;
        integers(OP, n, |i| from + i128::from(i) * step, dtype)
    }

    /// [`Tensor::arange_from`] for steps that are rounded decimals: a quotient `(stop - start) / step` that is past a whole
    /// number by no more than 1e-9 counts as that number, so that rounding emits no value at or past `stop`.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::Tensor;
    /// assert_eq!(Tensor::arange_from(1.0, 1.3, 0.1, None)?.size(), 4);
    /// assert_eq!(Tensor::arange_f(1.0, 1.3, 0.1, DType::Float64)?.size(), 3);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: as [`Tensor::arange_from`]; `DTypeUnsupported` for integers.
    pub fn arange_f(start: f64, stop: f64, step: f64, dtype: DType) -> Result<Tensor> {
        const OP: &str = "arange_f";
        range(OP, [start, stop, step].map(Scalar::Float))?;
        if !dtype.is_float() {
            let hint = "Use arange for integers.";
            return Err(Error::DTypeUnsupported { op: OP, dtype, hint });
        }
        let n = checked_count(OP, counted((stop - start) / step - 1e-9), dtype)?;
        let value = |i: u64| start + i as f64 * step;
        check_ends(OP, [0, n.saturating_sub(1)].map(|i| Scalar::Float(value(i as u64))), dtype)?;
        floats(OP, n, value, dtype)
    }

    /// `num` evenly spaced numbers from `start` to `stop`, both exact. Errors: as [`Tensor::linspace_with`].
    pub fn linspace(start: impl Into<Scalar>, stop: impl Into<Scalar>, num: usize) -> Result<Tensor> {
        Tensor::linspace_with(start, stop, num, Spacing::default())
    }

    /// `num` evenly spaced numbers. Computed in float64 (integers between integers exactly), then rounded once; an integer
    /// dtype takes the floor.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::{Spacing, Tensor, tensor};
    /// assert_eq!(Tensor::linspace(0, 1, 5)?, tensor![0.0, 0.25, 0.5, 0.75, 1.0]);
    /// let open = Spacing { endpoint: false, dtype: Some(DType::Int64), ..Spacing::default() };
    /// assert_eq!(Tensor::linspace_with(0, 5, 4, open)?, tensor![0, 1, 2, 3]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `ValueOutOfRange`, `DTypeUnsupported` (bool; complex ends in a real dtype), `SizeOverflow`, `OutOfMemory`.
    ///
    /// Source: Python array API 2025.12, `linspace`; NumPy for integer dtypes.
    pub fn linspace_with(
        start: impl Into<Scalar>,
        stop: impl Into<Scalar>,
        num: usize,
        options: Spacing,
    ) -> Result<Tensor> {
        spaced("linspace", [start.into(), stop.into()], num, options)
    }

    /// 10 to the power of each number of [`Tensor::linspace`]. Errors: as [`Tensor::logspace_with`].
    pub fn logspace(start: impl Into<Scalar>, stop: impl Into<Scalar>, num: usize) -> Result<Tensor> {
        Tensor::logspace_with(start, stop, num, Spacing::default())
    }

    /// `base` to the power of each number of [`Tensor::linspace_with`], in float64, then rounded; an integer dtype truncates.
    ///
    /// ```
    /// use polyad_tensor::{Spacing, Tensor, tensor};
    /// let powers = Spacing { base: 2.0, ..Spacing::default() };
    /// assert_eq!(Tensor::logspace_with(0, 3, 4, powers)?, tensor![1.0, 2.0, 4.0, 8.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `BadArgument` where the base is not positive and finite or an end is complex; as [`Tensor::linspace_with`].
    ///
    /// Source: NumPy, `numpy.logspace`.
    pub fn logspace_with(
        start: impl Into<Scalar>,
        stop: impl Into<Scalar>,
        num: usize,
        options: Spacing,
    ) -> Result<Tensor> {
        const OP: &str = "logspace";
        let (base, ends) = (options.base, [start.into(), stop.into()]);
        if !(base > 0.0 && base.is_finite()) {
            return Err(bad(OP, "base", Scalar::Float(base), "a positive finite number"));
        }
        for (end, name) in ends.into_iter().zip(["start", "stop"]) {
            end.real().ok_or_else(|| bad(OP, name, end, "a real number"))?;
        }
        powers(OP, base, ends, num, options)
    }

    /// `num` numbers from `start` to `stop`, each the same multiple of the one before. Errors: as
    /// [`Tensor::geomspace_with`].
    pub fn geomspace(start: impl Into<Scalar>, stop: impl Into<Scalar>, num: usize) -> Result<Tensor> {
        Tensor::geomspace_with(start, stop, num, Spacing::default())
    }

    /// `num` numbers, each the same multiple of the one before; both ends exact. An integer dtype truncates.
    ///
    /// ```
    /// use polyad_tensor::{Tensor, tensor};
    /// assert_eq!(Tensor::geomspace(1, 1000, 4)?, tensor![1.0, 10.0, 100.0, 1000.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `BadArgument` where an end is 0, not finite or complex, or the ends differ in sign; as
    /// [`Tensor::linspace_with`].
    ///
    /// Source: NumPy, `numpy.geomspace`.
    pub fn geomspace_with(
        start: impl Into<Scalar>,
        stop: impl Into<Scalar>,
        num: usize,
        options: Spacing,
    ) -> Result<Tensor> {
        const OP: &str = "geomspace";
        let ends = [start.into(), stop.into()];
        for (end, name) in ends.into_iter().zip(["start", "stop"]) {
            if !end.real().is_some_and(|x| x != 0.0 && x.is_finite()) {
                return Err(bad(OP, name, end, "a finite real number other than 0"));
            }
        }
        let [first, last] = ends.map(|end| end.parts()[0]);
        if first.signum() != last.signum() {
            return Err(bad(OP, "stop", ends[1], "a number of the sign of start"));
        }
        let dtype = options.dtype.unwrap_or(DType::Float64);
        checked_count(OP, Some(num), dtype)?;
        check_kind(OP, ends, dtype)?;
        let exact = ends.map(|end| if dtype.is_integer() { truncated(end) } else { end });
        check_ends(OP, exact, dtype)?;
        let logs = [first, last].map(|x| Scalar::Float(x.abs().log10()));
        let magnitudes = spaced(OP, logs, num, Spacing { dtype: Some(DType::Float64), ..options })?;
        let out = Tensor::scalar(10.0, DType::Float64)?.power(&magnitudes)?;
        let out = out.multiply(&Tensor::scalar(first.signum(), DType::Float64)?)?;
        // The ends are exact in the dtype itself: float64 may not hold an integer.
        let out = if dtype.is_quantized() { out } else { out.astype(dtype)? };
        if num > 0 {
            let at = |i: i64, value: Scalar| out.index_axis(0, i)?.fill(value).map(|_| ());
            if options.endpoint && num > 1 {
                at(-1, exact[1])?;
            }
            at(0, exact[0])?;
        }
        out.astype(dtype)
    }
}

/// A whole number of elements from a quotient; `None` past the address space.
fn counted(quotient: f64) -> Option<usize> {
    let n = quotient.ceil().max(0.0);
    (n < isize::MAX as f64).then_some(n as usize)
}

/// An end without its fraction.
fn truncated(end: Scalar) -> Scalar {
    match end {
        Scalar::Float(x) => whole(x.trunc() as i128),
        end => end,
    }
}

fn check_kind(op: &'static str, ends: [Scalar; 2], dtype: DType) -> Result<()> {
    let hint = match dtype.kind() {
        Kind::Bool => "Truth values have no spacing; choose a number.",
        kind if kind != Kind::Complex && ends.iter().any(|end| end.real().is_none()) => {
            "The ends are complex; choose a complex dtype."
        }
        _ => return Ok(()),
    };
    Err(Error::DTypeUnsupported { op, dtype, hint })
}

/// The part `i / div` of the way between two numbers.
fn between(first: f64, last: f64, i: u64, div: f64) -> f64 {
    let (span, i) = (last - first, i as f64);
    if !span.is_finite() && first.is_finite() && last.is_finite() {
        // The span overflows though no number on the way does.
        let t = i / div;
        return first * (1.0 - t) + last * t;
    }
    let step = span / div;
    // A step may underflow.
    if step == 0.0 { first + i / div * span } else { first + i * step }
}

fn spaced(op: &'static str, ends: [Scalar; 2], num: usize, options: Spacing) -> Result<Tensor> {
    let complex = ends.iter().any(|end| end.real().is_none());
    let dtype = options.dtype.unwrap_or(if complex { DType::Complex128 } else { DType::Float64 });
    let n = checked_count(op, Some(num), dtype)?;
    check_kind(op, ends, dtype)?;
    let steps = (if options.endpoint { num.saturating_sub(1) } else { num }) as u64;
    let div = steps.max(1) as f64;
    let closed = |i: u64| options.endpoint && i > 0 && i == steps;
    let [first, last] = ends.map(Scalar::parts);
    let part = |i: u64, k: usize| if closed(i) { last[k] } else { between(first[k], last[k], i, div) };
    match dtype.kind() {
        Kind::Complex => {
            check_ends(op, ends, dtype)?;
            let view = exec::generate(op, &[n, 2], COST, |at, out: &mut [f64]| {
                out.iter_mut().zip(at..).for_each(|(x, i)| *x = part(i / 2, (i % 2) as usize));
            })?;
            let pairs = View::from_bytes(&Tensor::from_view(view).to_bytes()?, DType::Complex128, &[n])?;
            in_dtype(op, pairs, dtype)
        }
        Kind::Float => {
            check_ends(op, ends, dtype)?;
            floats(op, n, |i| part(i, 0), dtype)
        }
        _ => {
            if let [Some(from), Some(to)] = ends.map(Scalar::integer) {
                let steps = i128::from(steps.max(1));
                return integers(op, n, |i| from + (i128::from(i) * (to - from)).div_euclid(steps), dtype);
            }
            let floor = |i: u64| part(i, 0).floor();
            let outer = [0, num.saturating_sub(1) as u64].map(floor);
            if let Some(x) = outer.into_iter().find(|x| !x.is_finite()) {
                return Err(Error::ValueOutOfRange { op, value: format!("{x:?}"), dtype });
            }
            check_ends(op, outer.map(|x| whole(x as i128)), dtype)?;
            floats(op, n, floor, dtype)
        }
    }
}

fn powers(op: &'static str, base: f64, ends: [Scalar; 2], num: usize, options: Spacing) -> Result<Tensor> {
    let dtype = options.dtype.unwrap_or(DType::Float64);
    checked_count(op, Some(num), dtype)?;
    check_kind(op, ends, dtype)?;
    let exponents = spaced(op, ends, num, Spacing { dtype: Some(DType::Float64), ..options })?;
    let out = Tensor::scalar(base, DType::Float64)?.power(&exponents)?;
    if num > 0 {
        // A power is monotonic, so that the ends are the least and the greatest.
        for i in [0, -1] {
            let end = Scalar::Float(out.index_axis(0, i)?.item()?);
            check_ends(op, [if dtype.is_integer() { truncated(end) } else { end }], dtype)?;
        }
    }
    out.astype(dtype)
}
