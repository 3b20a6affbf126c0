//! The module `polyad.random`.

use polyad::random::{self, ChoiceOptions};
use polyad::{DType, Error, Operand, Result, Scalar, Tensor, broadcast_shapes};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::raise;
use crate::tensor::PyTensor;
use crate::{creation, dtypes, gil, lists, operand, submodule};

type Any<'py> = Bound<'py, PyAny>;

const ABOUT: &str = "\
Random numbers: element i of a draw is a function of the seed and of i alone, the same on every machine and any number of
threads. Without a seed each call takes a fresh one from the operating system.

A seed is an integer of 64 bits or a Key, which can be split. Parameters of distributions are numbers, or arrays that
broadcast to the shape; without a shape the result has theirs. NaN is no parameter: it raises ValueError.";

/// Adds the module, which `import polyad.random` finds too.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let random = submodule(module, "random", ABOUT)?;
    random.add_class::<Key>()?;
    for function in [
        wrap_pyfunction!(bernoulli, &random)?,
        wrap_pyfunction!(beta, &random)?,
        wrap_pyfunction!(binomial, &random)?,
        wrap_pyfunction!(categorical, &random)?,
        wrap_pyfunction!(cauchy, &random)?,
        wrap_pyfunction!(chisquare, &random)?,
        wrap_pyfunction!(choice, &random)?,
        wrap_pyfunction!(dirichlet, &random)?,
        wrap_pyfunction!(exponential, &random)?,
        wrap_pyfunction!(gamma, &random)?,
        wrap_pyfunction!(gumbel, &random)?,
        wrap_pyfunction!(laplace, &random)?,
        wrap_pyfunction!(multinomial, &random)?,
        wrap_pyfunction!(normal, &random)?,
        wrap_pyfunction!(permutation, &random)?,
        wrap_pyfunction!(poisson, &random)?,
        wrap_pyfunction!(randint, &random)?,
        wrap_pyfunction!(shuffle, &random)?,
        wrap_pyfunction!(student_t, &random)?,
        wrap_pyfunction!(truncated_normal, &random)?,
        wrap_pyfunction!(uniform, &random)?,
    ] {
        random.add_function(function)?;
    }
    Ok(())
}

/// What a draw is a function of: give it as a seed. Split it, or fold numbers into it, for draws of their own.
#[pyclass(module = "polyad.random", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Key(random::Key);

#[pymethods]
impl Key {
    /// The key of a seed, or a fresh one.
    #[new]
    #[pyo3(signature = (seed=None))]
    fn new(seed: Option<&Any<'_>>) -> PyResult<Key> {
        key("Key", seed).map(Key)
    }

    /// The seed that makes this key.
    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed()
    }

    /// Keys whose numbers have nothing to do with one another; the first ones are the same for any count.
    #[pyo3(signature = (count=None), text_signature = "($self, count=2)")]
    fn split(&self, count: Option<&Any<'_>>) -> PyResult<Vec<Key>> {
        let count = count.map_or(Ok(2), |count| creation::extent("split", "count", count))?;
        if count > 1 << 24 {
            let takes = "a number up to 2**24; fold_in makes keys one at a time".into();
            return Err(raise(Error::BadArgument { op: "split", argument: "count", got: count.to_string(), takes }));
        }
        Ok(self.0.split(count).into_iter().map(Key).collect())
    }

    /// The key of this key and a number, of a step for example.
    fn fold_in(&self, number: &Any<'_>) -> PyResult<Key> {
        Ok(Key(self.0.fold_in(word("fold_in", "number", number)?)))
    }

    fn __repr__(&self) -> String {
        format!("polyad.random.Key({})", self.0.seed())
    }
}

/// An integer of 64 bits.
fn word(op: &'static str, argument: &'static str, obj: &Any<'_>) -> PyResult<u64> {
    let bad = |_| {
        let takes = "an integer from 0 to 2**64 - 1, a Key or None".into();
        raise(Error::BadArgument { op, argument, got: obj.to_string(), takes })
    };
    obj.call_method0("__index__").and_then(|n| n.extract()).map_err(bad)
}

/// The key of a seed: an integer of 64 bits or a key; a fresh one where there is none.
fn key(op: &'static str, seed: Option<&Any<'_>>) -> PyResult<random::Key> {
    let Some(seed) = seed.filter(|s| !s.is_none()) else { return Ok(random::Key::fresh()) };
    match seed.cast::<Key>() {
        Ok(key) => Ok(key.get().0),
        Err(_) => word(op, "seed", seed).map(random::Key::new),
    }
}

/// A parameter of a distribution.
enum Parameter {
    Number(Scalar),
    Tensor(Tensor),
}

impl Parameter {
    fn operand(&self) -> Operand<'_> {
        match self {
            Parameter::Number(x) => (*x).into(),
            Parameter::Tensor(x) => x.into(),
        }
    }
}

/// A draw's key, shape, dtype and parameters, each with what stands where there is none.
struct Call<const N: usize> {
    key: random::Key,
    shape: Vec<usize>,
    dtype: DType,
    parameters: [Parameter; N],
}

impl<const N: usize> Call<N> {
    fn new(
        op: &'static str,
        shape: Option<&Any<'_>>,
        parameters: [(Option<&Any<'_>>, f64); N],
        seed: Option<&Any<'_>>,
        dtype: (Option<&Any<'_>>, DType),
    ) -> PyResult<Call<N>> {
        let key = key(op, seed)?;
        let dtype = dtypes::parse_optional(dtype.0)?.unwrap_or(dtype.1);
        let mut taken = Vec::with_capacity(N);
        for (obj, usual) in parameters {
            let Some(obj) = obj else {
                taken.push(Parameter::Number(Scalar::Float(usual)));
                continue;
            };
            taken.push(match operand::number(obj, DType::Float64)? {
                Some(number) => Parameter::Number(number),
                None => Parameter::Tensor(lists::asarray(obj, None, None)?),
            });
        }
        let shapes: Vec<&[usize]> = taken
            .iter()
            .filter_map(|p| match p {
                Parameter::Tensor(x) => Some(x.shape()),
                Parameter::Number(_) => None,
            })
            .collect();
        let shape = match shape.filter(|s| !s.is_none()) {
            Some(shape) => creation::shape(op, shape)?,
            None if shapes.is_empty() => Vec::new(),
            None => broadcast_shapes(op, &shapes).map_err(raise)?.to_vec(),
        };
        let Ok(parameters) = taken.try_into() else { unreachable!("one for each") };
        Ok(Call { key, shape, dtype, parameters })
    }

    fn run(&self, py: Python<'_>, draw: impl FnOnce([Operand<'_>; N]) -> Result<Tensor> + Send) -> PyResult<PyTensor> {
        let operands = self.parameters.each_ref().map(Parameter::operand);
        gil::run(py, usize::MAX, || draw(operands)).map(PyTensor)
    }
}

/// Independent truths, each with probability p; bool unless a dtype is given.
#[pyfunction]
#[pyo3(
    signature = (shape, p=None, *, seed=None, dtype=None),
    text_signature = "(shape, p=0.5, *, seed=None, dtype=None)"
)]
fn bernoulli(
    shape: &Any<'_>,
    p: Option<&Any<'_>>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let call = Call::new("bernoulli", Some(shape), [(p, 0.5)], seed, (dtype, DType::Bool))?;
    call.run(shape.py(), |[p]| random::bernoulli(call.key, &call.shape, p, call.dtype))
}

/// Independent beta numbers of the shapes a and b.
#[pyfunction]
#[pyo3(
    signature = (shape, a, b, *, seed=None, dtype=None),
    text_signature = "(shape, a, b, *, seed=None, dtype=None)"
)]
fn beta(
    shape: &Any<'_>,
    a: &Any<'_>,
    b: &Any<'_>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let call = Call::new("beta", Some(shape), [(Some(a), 0.0), (Some(b), 0.0)], seed, (dtype, DType::Float64))?;
    call.run(shape.py(), |[a, b]| random::beta(call.key, &call.shape, a, b, call.dtype))
}

/// Independent counts of how many of n tries succeed, each with probability p; int64 unless an integer dtype is given.
#[pyfunction]
#[pyo3(
    signature = (shape, n, p, *, seed=None, dtype=None),
    text_signature = "(shape, n, p, *, seed=None, dtype=None)"
)]
fn binomial(
    shape: &Any<'_>,
    n: &Any<'_>,
    p: &Any<'_>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let call = Call::new("binomial", Some(shape), [(Some(n), 0.0), (Some(p), 0.0)], seed, (dtype, DType::Int64))?;
    call.run(shape.py(), |[n, p]| random::binomial(call.key, &call.shape, n, p, call.dtype))
}

macro_rules! of_location_and_scale {
    ($($(#[$about:meta])* $name:ident $op:literal;)*) => {$(
        $(#[$about])*
        #[pyfunction]
        #[pyo3(
            signature = (shape, loc=None, scale=None, *, seed=None, dtype=None),
            text_signature = "(shape, loc=0.0, scale=1.0, *, seed=None, dtype=None)"
        )]
        fn $name(
            shape: &Any<'_>,
            loc: Option<&Any<'_>>,
            scale: Option<&Any<'_>>,
            seed: Option<&Any<'_>>,
            dtype: Option<&Any<'_>>,
        ) -> PyResult<PyTensor> {
            let call = Call::new($op, Some(shape), [(loc, 0.0), (scale, 1.0)], seed, (dtype, DType::Float64))?;
            call.run(shape.py(), |[loc, scale]| random::$name(call.key, &call.shape, loc, scale, call.dtype))
        }
    )*};
}

of_location_and_scale! {
    /// Independent Cauchy numbers about the median loc.
    cauchy "cauchy";
    /// Independent Gumbel numbers, the distribution of the greatest of many.
    gumbel "gumbel";
    /// Independent Laplace numbers, exponential ones to both sides of loc.
    laplace "laplace";
}

/// Independent chi-square numbers of df degrees of freedom.
#[pyfunction]
#[pyo3(
    signature = (shape, df, *, seed=None, dtype=None),
    text_signature = "(shape, df, *, seed=None, dtype=None)"
)]
fn chisquare(shape: &Any<'_>, df: &Any<'_>, seed: Option<&Any<'_>>, dtype: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let call = Call::new("chisquare", Some(shape), [(Some(df), 0.0)], seed, (dtype, DType::Float64))?;
    call.run(shape.py(), |[df]| random::chisquare(call.key, &call.shape, df, call.dtype))
}

/// Independent exponential numbers of mean scale.
#[pyfunction]
#[pyo3(
    signature = (shape, scale=None, *, seed=None, dtype=None),
    text_signature = "(shape, scale=1.0, *, seed=None, dtype=None)"
)]
fn exponential(
    shape: &Any<'_>,
    scale: Option<&Any<'_>>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let call = Call::new("exponential", Some(shape), [(scale, 1.0)], seed, (dtype, DType::Float64))?;
    call.run(shape.py(), |[scale]| random::exponential(call.key, &call.shape, scale, call.dtype))
}

/// Independent gamma numbers of shape alpha.
#[pyfunction]
#[pyo3(
    signature = (shape, alpha, scale=None, *, seed=None, dtype=None),
    text_signature = "(shape, alpha, scale=1.0, *, seed=None, dtype=None)"
)]
fn gamma(
    shape: &Any<'_>,
    alpha: &Any<'_>,
    scale: Option<&Any<'_>>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let call = Call::new("gamma", Some(shape), [(Some(alpha), 0.0), (scale, 1.0)], seed, (dtype, DType::Float64))?;
    call.run(shape.py(), |[alpha, scale]| random::gamma(call.key, &call.shape, alpha, scale, call.dtype))
}

/// Independent normal numbers, always finite, float64 unless a float or complex dtype is given. The variance of a complex number is half in each part.
#[pyfunction]
#[pyo3(
    signature = (shape, mean=None, stddev=None, *, seed=None, dtype=None),
    text_signature = "(shape, mean=0.0, stddev=1.0, *, seed=None, dtype=None)"
)]
fn normal(
    shape: &Any<'_>,
    mean: Option<&Any<'_>>,
    stddev: Option<&Any<'_>>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let call = Call::new("normal", Some(shape), [(mean, 0.0), (stddev, 1.0)], seed, (dtype, DType::Float64))?;
    call.run(shape.py(), |[mean, stddev]| random::normal(call.key, &call.shape, mean, stddev, call.dtype))
}

/// Independent Poisson numbers of mean lam; int64 unless an integer dtype is given.
#[pyfunction]
#[pyo3(
    signature = (shape, lam=None, *, seed=None, dtype=None),
    text_signature = "(shape, lam=1.0, *, seed=None, dtype=None)"
)]
fn poisson(
    shape: &Any<'_>,
    lam: Option<&Any<'_>>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let call = Call::new("poisson", Some(shape), [(lam, 1.0)], seed, (dtype, DType::Int64))?;
    call.run(shape.py(), |[lam]| random::poisson(call.key, &call.shape, lam, call.dtype))
}

/// Independent numbers of Student's t distribution of df degrees of freedom.
#[pyfunction]
#[pyo3(
    signature = (shape, df, *, seed=None, dtype=None),
    text_signature = "(shape, df, *, seed=None, dtype=None)"
)]
fn student_t(shape: &Any<'_>, df: &Any<'_>, seed: Option<&Any<'_>>, dtype: Option<&Any<'_>>) -> PyResult<PyTensor> {
    let call = Call::new("student_t", Some(shape), [(Some(df), 0.0)], seed, (dtype, DType::Float64))?;
    call.run(shape.py(), |[df]| random::student_t(call.key, &call.shape, df, call.dtype))
}

/// Independent normal numbers of a mean and deviation, kept to those from low to high.
#[pyfunction]
#[pyo3(
    signature = (shape, low, high, mean=None, stddev=None, *, seed=None, dtype=None),
    text_signature = "(shape, low, high, mean=0.0, stddev=1.0, *, seed=None, dtype=None)"
)]
fn truncated_normal(
    shape: &Any<'_>,
    low: &Any<'_>,
    high: &Any<'_>,
    mean: Option<&Any<'_>>,
    stddev: Option<&Any<'_>>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let call = Call::new(
        "truncated_normal",
        Some(shape),
        [(Some(low), 0.0), (Some(high), 0.0), (mean, 0.0), (stddev, 1.0)],
        seed,
        (dtype, DType::Float64),
    )?;
    call.run(shape.py(), |[low, high, mean, stddev]| {
        random::truncated_normal(call.key, &call.shape, [low, high], mean, stddev, call.dtype)
    })
}

/// Independent numbers from low up to high, which is left out, also where numbers are rounded; float64 unless a float dtype
/// is given.
#[pyfunction]
#[pyo3(
    signature = (shape, low=None, high=None, *, seed=None, dtype=None),
    text_signature = "(shape, low=0.0, high=1.0, *, seed=None, dtype=None)"
)]
fn uniform(
    shape: &Any<'_>,
    low: Option<&Any<'_>>,
    high: Option<&Any<'_>>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    let call = Call::new("uniform", Some(shape), [(low, 0.0), (high, 1.0)], seed, (dtype, DType::Float64))?;
    let is = |i: usize, x: f64| match call.parameters[i] {
        Parameter::Number(Scalar::Float(y)) => x == y,
        Parameter::Number(Scalar::Int(y)) => x == y as f64,
        _ => false,
    };
    let unit = is(0, 0.0) && is(1, 1.0);
    call.run(shape.py(), |[low, high]| {
        if unit {
            return random::uniform(call.key, &call.shape, call.dtype);
        }
        random::uniform_between(call.key, &call.shape, low, high, call.dtype)
    })
}

/// Independent integers from low up to high, which is left out, all exactly as likely; int64 unless an integer dtype is given.
#[pyfunction]
#[pyo3(
    signature = (shape, low, high=None, *, seed=None, dtype=None),
    text_signature = "(shape, low, high=10, *, seed=None, dtype=None)"
)]
fn randint(
    shape: &Any<'_>,
    low: &Any<'_>,
    high: Option<&Any<'_>>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    const OP: &str = "randint";
    let (extents, key) = (creation::shape(OP, shape)?, key(OP, seed)?);
    let dtype = dtypes::parse_optional(dtype)?.unwrap_or(DType::Int64);
    let bound = |argument: &str, obj: &Any<'_>| -> PyResult<i128> {
        let n = obj
            .call_method0("__index__")
            .map_err(|_| PyTypeError::new_err(format!("{OP}: {argument} takes an integer, not {obj}.")))?;
        n.extract().map_err(|_| raise(Error::ValueOutOfRange { op: OP, value: n.to_string(), dtype }))
    };
    let (low, high) = (bound("low", low)?, high.map_or(Ok(10), |high| bound("high", high))?);
    gil::run(shape.py(), usize::MAX, || random::randint(key, &extents, low, high, dtype)).map(PyTensor)
}

/// The axes of a shape that stand before others; none without one.
fn before(op: &'static str, shape: Option<&Any<'_>>) -> PyResult<Vec<usize>> {
    shape.filter(|s| !s.is_none()).map_or(Ok(Vec::new()), |s| creation::shape(op, s))
}

/// Independent places along an axis of logits, each as likely as their softmax says: int64, of the axes of shape before the
/// other axes of the logits.
#[pyfunction]
#[pyo3(signature = (logits, shape=None, *, axis=-1, seed=None), text_signature = "(logits, shape=None, *, axis=-1, seed=None)")]
fn categorical(logits: &Any<'_>, shape: Option<&Any<'_>>, axis: i64, seed: Option<&Any<'_>>) -> PyResult<PyTensor> {
    const OP: &str = "categorical";
    let (shape, key, x) = (before(OP, shape)?, key(OP, seed)?, lists::asarray(logits, None, None)?);
    gil::run(logits.py(), usize::MAX, || random::categorical(key, &shape, &x, axis)).map(PyTensor)
}

/// Independent rows of shares that add up to 1, of the shapes along the last axis of alpha; the axes of shape come first.
#[pyfunction]
#[pyo3(signature = (alpha, shape=None, *, seed=None, dtype=None))]
fn dirichlet(
    alpha: &Any<'_>,
    shape: Option<&Any<'_>>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    const OP: &str = "dirichlet";
    let (shape, key, x) = (before(OP, shape)?, key(OP, seed)?, lists::asarray(alpha, None, None)?);
    let dtype = dtypes::parse_optional(dtype)?.unwrap_or(DType::Float64);
    gil::run(alpha.py(), usize::MAX, || random::dirichlet(key, &shape, &x, dtype)).map(PyTensor)
}

/// Independent rows of counts that add up to n, of the probabilities along the last axis of p; the axes of shape come first.
#[pyfunction]
#[pyo3(signature = (n, p, shape=None, *, seed=None, dtype=None))]
fn multinomial(
    n: &Any<'_>,
    p: &Any<'_>,
    shape: Option<&Any<'_>>,
    seed: Option<&Any<'_>>,
    dtype: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    const OP: &str = "multinomial";
    let (shape, p) = (before(OP, shape)?, lists::asarray(p, None, None)?);
    let call = Call::new(OP, None, [(Some(n), 0.0)], seed, (dtype, DType::Int64))?;
    call.run(n.py(), |[n]| random::multinomial(call.key, &shape, n, &p, call.dtype))
}

/// The integers below x in random order, or a copy of an array with what lies along an axis in random order.
#[pyfunction]
#[pyo3(signature = (x, axis=0, *, seed=None))]
fn permutation(x: &Any<'_>, axis: i64, seed: Option<&Any<'_>>) -> PyResult<PyTensor> {
    const OP: &str = "permutation";
    let key = key(OP, seed)?;
    if let Some(Scalar::Int(_) | Scalar::UInt(_)) = operand::number(x, DType::Int64)? {
        let n = creation::extent(OP, "x", x)?;
        return gil::run(x.py(), usize::MAX, || random::permutation(key, n)).map(PyTensor);
    }
    let t = lists::asarray(x, None, None)?;
    gil::run(x.py(), usize::MAX, || random::shuffled(key, &t, axis)).map(PyTensor)
}

/// Brings what lies along an axis of a tensor into random order, in place.
#[pyfunction]
#[pyo3(signature = (x, axis=0, *, seed=None))]
fn shuffle(x: &Bound<'_, PyTensor>, axis: i64, seed: Option<&Any<'_>>) -> PyResult<()> {
    let (key, t) = (key("shuffle", seed)?, &x.get().0);
    gil::run(x.py(), usize::MAX, || random::shuffle(key, t, axis))
}

/// Independent choices of what lies along an axis of an array, or of the integers below it: one without a shape. Without
/// replacement each comes at most once. p has the probability of each.
#[pyfunction]
#[pyo3(signature = (a, shape=None, *, replace=true, p=None, axis=0, seed=None),
    text_signature = "(a, shape=None, *, replace=True, p=None, axis=0, seed=None)")]
fn choice(
    a: &Any<'_>,
    shape: Option<&Any<'_>>,
    replace: bool,
    p: Option<&Any<'_>>,
    axis: i64,
    seed: Option<&Any<'_>>,
) -> PyResult<PyTensor> {
    const OP: &str = "choice";
    let (shape, key) = (before(OP, shape)?, key(OP, seed)?);
    let p = p.filter(|p| !p.is_none()).map(|p| lists::asarray(p, None, None)).transpose()?;
    let options = ChoiceOptions { replace, p: p.as_ref() };
    if let Some(Scalar::Int(_) | Scalar::UInt(_)) = operand::number(a, DType::Int64)? {
        let n = creation::extent(OP, "a", a)?;
        return gil::run(a.py(), usize::MAX, || random::choice_with(key, &shape, n, options)).map(PyTensor);
    }
    let t = lists::asarray(a, None, None)?;
    gil::run(a.py(), usize::MAX, || random::choice_along(key, &shape, &t, axis, options)).map(PyTensor)
}
