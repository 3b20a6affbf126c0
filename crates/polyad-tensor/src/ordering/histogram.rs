//! How many elements lie in each of several bins.

use bytemuck::Pod;
use polyad_core::{DType, Error, Kind, Result};

use super::decoded;
use crate::Tensor;
use crate::exec::{decoded_as, with_bytes};

/// The bins of a histogram.
#[derive(Clone, Copy)]
pub enum Bins<'a> {
    /// That many of equal width.
    Count(usize),
    /// Between these edges, which rise.
    Edges(&'a Tensor),
}

impl From<usize> for Bins<'_> {
    fn from(count: usize) -> Self {
        Bins::Count(count)
    }
}

impl<'a> From<&'a Tensor> for Bins<'a> {
    fn from(edges: &'a Tensor) -> Self {
        Bins::Edges(edges)
    }
}

/// Options of [`Tensor::histogram`].
#[derive(Clone, Copy, Default)]
pub struct HistogramOptions<'a> {
    /// First and last edge of a number of bins; by default the least and the greatest element.
    pub range: Option<(f64, f64)>,
    /// How much each element counts, a tensor of the same shape; by default 1.
    pub weights: Option<&'a Tensor>,
    /// Whether the result is a density, whose integral over all bins is 1.
    pub density: bool,
}

impl Tensor {
    /// How many elements lie in each bin, and the edges of the bins. A bin has its lower edge and not the upper one, but the
    /// last bin has both; what lies outside, and NaN, is in none.
    ///
    /// Counts are int64, sums of weights have their dtype, a density is float64. Edges of a number of bins have the dtype of the
    /// elements, float64 for integers and bool, float32 for floats of fewer bits.
    ///
    /// ```
    /// use polyad_tensor::{HistogramOptions, tensor};
    /// let (counts, edges) = tensor![1.0, 2.0, 2.5, 4.0].histogram(3, HistogramOptions::default())?;
    /// assert_eq!(counts, tensor![1, 2, 1]);
    /// assert_eq!(edges, tensor![1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `BadArgument` for no bins, edges that fall, a range that falls or is not finite; `ShapeMismatch` for edges of other
    /// than one axis and for weights of another shape; `DTypeUnsupported` for complex numbers.
    ///
    /// Source: NumPy, `histogram`.
    pub fn histogram<'a>(&self, bins: impl Into<Bins<'a>>, options: HistogramOptions<'a>) -> Result<(Tensor, Tensor)> {
        const OP: &str = "histogram";
        let bins = bins.into();
        let edges = self.edges(OP, bins, options.range)?;
        if let Some(weights) = options.weights
            && weights.shape() != self.shape()
        {
            let need = format!("weights of the shape of the elements, {:?}", self.shape());
            return Err(Error::ShapeMismatch { op: OP, got: weights.shape().into(), need });
        }
        let weights = options.weights.map(|w| real(OP, w)?.to_f64_vec()).transpose()?;
        let places = Places::new(edges.to_f64_vec()?, matches!(bins, Bins::Count(_)));
        // Counts below 2^53 are exact in float64.
        let mut sums = zeros(places.bins(), 0.0)?;
        each(OP, self, DType::Float64, |i, v: f64| {
            if let Some(at) = places.of(v) {
                sums[at] += weights.as_ref().map_or(1.0, |w| w[i]);
            }
            Ok(())
        })?;
        if options.density {
            let all: f64 = sums.iter().sum();
            sums.iter_mut().zip(places.0.windows(2)).for_each(|(sum, edge)| *sum /= all * (edge[1] - edge[0]));
        }
        let dtype = match options.weights {
            _ if options.density => DType::Float64,
            Some(weights) => decoded(weights.dtype()),
            None => DType::Int64,
        };
        Ok((Tensor::from_slice(&sums, &[sums.len()])?.astype(dtype)?, edges))
    }

    /// The edges of the bins of [`Tensor::histogram`].
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![0, 6, 3].histogram_bin_edges(2, None)?, tensor![0.0, 3.0, 6.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: as [`Tensor::histogram`]. Source: NumPy, `histogram_bin_edges`.
    pub fn histogram_bin_edges<'a>(&self, bins: impl Into<Bins<'a>>, range: Option<(f64, f64)>) -> Result<Tensor> {
        self.edges("histogram_bin_edges", bins.into(), range)
    }

    fn edges(&self, op: &'static str, bins: Bins, range: Option<(f64, f64)>) -> Result<Tensor> {
        real(op, self)?;
        let count = match bins {
            Bins::Count(count) => count,
            Bins::Edges(edges) => {
                if edges.ndim() != 1 {
                    return Err(Error::ShapeMismatch {
                        op,
                        got: edges.shape().into(),
                        need: "edges on one axis".into(),
                    });
                }
                let list = real(op, edges)?.to_f64_vec()?;
                if list.is_empty() || list.iter().any(|e| e.is_nan()) || !list.is_sorted() {
                    let (got, takes) = ("edges that do not".into(), "a number of bins, or edges that rise".into());
                    return Err(Error::BadArgument { op, argument: "bins", got, takes });
                }
                return Ok(edges.clone());
            }
        };
        if count == 0 {
            let takes = "a number of bins from 1 on".into();
            return Err(Error::BadArgument { op, argument: "bins", got: "0".into(), takes });
        }
        let (low, high) = match range {
            Some(range) => range,
            None if self.size() == 0 => (0.0, 1.0),
            None => (self.min(())?.to_f64_vec()?[0], self.max(())?.to_f64_vec()?[0]),
        };
        if !low.is_finite() || !high.is_finite() || low > high {
            let got = if range.is_some() {
                format!("{low:?} to {high:?}")
            } else {
                format!("elements from {low:?} to {high:?}")
            };
            let takes = "finite numbers that rise; without a range all elements are finite".into();
            return Err(Error::BadArgument { op, argument: "range", got, takes });
        }
        let (low, high) = if low == high { (low - 0.5, high + 0.5) } else { (low, high) };
        let own = decoded(self.dtype());
        let dtype = match own.kind() {
            Kind::Float if own != DType::Float64 => DType::Float32,
            _ => DType::Float64,
        };
        // One edge more than bins; a count past the address space is told by what makes them.
        Tensor::linspace(low, high, count.saturating_add(1))?.astype(dtype)
    }

    /// How often each number from 0 on comes, or the sum of the weights of its elements; at least `minlength` results. Counts are
    /// int64, sums float64.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![1, 3, 1].bincount(None, 5)?, tensor![0, 2, 0, 1, 0]);
    /// assert_eq!(tensor![1, 0, 1].bincount(Some(&tensor![0.5, 2.0, 1.0]), 0)?, tensor![2.0, 1.5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `DTypeUnsupported` for what is no integer, `ShapeMismatch` for other than one axis and for weights of another shape,
    /// `BadArgument` for a negative number, `OutOfMemory`. Source: NumPy, `bincount`.
    pub fn bincount(&self, weights: Option<&Tensor>, minlength: usize) -> Result<Tensor> {
        const OP: &str = "bincount";
        if !matches!(self.dtype().kind(), Kind::Signed | Kind::Unsigned | Kind::Bool) {
            let hint = "It counts integers: convert with astype(\"int64\").";
            return Err(Error::DTypeUnsupported { op: OP, dtype: self.dtype(), hint });
        }
        if self.ndim() != 1 {
            return Err(Error::ShapeMismatch { op: OP, got: self.shape().into(), need: "one axis".into() });
        }
        if let Some(weights) = weights
            && weights.shape() != self.shape()
        {
            let need = format!("weights of the shape of the elements, {:?}", self.shape());
            return Err(Error::ShapeMismatch { op: OP, got: weights.shape().into(), need });
        }
        let most = match self.size() {
            0 => None,
            _ => Some(self.max(())?),
        };
        let wrong = |got: String| {
            let takes = "numbers from 0 on, each a place of the result".into();
            Error::BadArgument { op: OP, argument: "x", got, takes }
        };
        // Past the signed range no place is one of an axis.
        if let Some(most) = &most
            && most.dtype().kind() == Kind::Unsigned
        {
            let most = most.astype(DType::UInt64)?.item::<u64>()?;
            i64::try_from(most).map_err(|_| wrong(most.to_string()))?;
        }
        if most.is_some() {
            let least = self.min(())?.astype(DType::Int64)?.item::<i64>()?;
            usize::try_from(least).map_err(|_| wrong(least.to_string()))?;
        }
        let most = most.map(|most| most.astype(DType::Int64)?.item::<i64>()).transpose()?;
        let n = minlength.max(most.map_or(0, |most| most as usize + 1));
        // Another thread may have written since the extremes were seen.
        let add = |place: Option<()>, at: i64| place.ok_or_else(|| wrong(at.to_string()));
        match weights {
            None => {
                let mut counts = zeros(n, 0i64)?;
                each(OP, self, DType::Int64, |_, at: i64| {
                    add(counts.get_mut(at as usize).map(|count| *count += 1), at)
                })?;
                Tensor::from_slice(&counts, &[n])
            }
            Some(weights) => {
                let (weights, mut sums) = (real(OP, weights)?.to_f64_vec()?, zeros(n, 0.0)?);
                each(OP, self, DType::Int64, |i, at: i64| {
                    add(sums.get_mut(at as usize).map(|s| *s += weights[i]), at)
                })?;
                Tensor::from_slice(&sums, &[n])
            }
        }
    }
}

/// Calls `f` with each element, row-major, in a plain dtype of its type.
fn each<T: Pod>(op: &'static str, x: &Tensor, dtype: DType, mut f: impl FnMut(usize, T) -> Result<()>) -> Result<()> {
    let x = decoded_as(op, x.view(), dtype)?;
    with_bytes(op, &[&x], |bytes| {
        bytemuck::cast_slice::<u8, T>(bytes[0]).iter().enumerate().try_for_each(|(i, &v)| f(i, v))
    })
}

/// Refuses complex numbers.
fn real<'a>(op: &'static str, x: &'a Tensor) -> Result<&'a Tensor> {
    match x.dtype().kind() {
        Kind::Complex => Err(Error::DTypeUnsupported { op, dtype: x.dtype(), hint: "It takes real numbers." }),
        _ => Ok(x),
    }
}

/// Numbers to add to, as many as the system has room for.
fn zeros<T: Copy>(n: usize, zero: T) -> Result<Vec<T>> {
    let mut list = vec![];
    list.try_reserve_exact(n).map_err(|_| Error::OutOfMemory { bytes: n.saturating_mul(8) })?;
    list.resize(n, zero);
    Ok(list)
}

/// Edges of bins, and whether they are even but for rounding.
struct Places(Vec<f64>, bool);

impl Places {
    fn new(edges: Vec<f64>, even: bool) -> Places {
        Places(edges, even)
    }

    fn bins(&self) -> usize {
        self.0.len() - 1
    }

    /// The bin of a number.
    fn of(&self, v: f64) -> Option<usize> {
        let (edges, n) = (&self.0, self.bins());
        if n == 0 || !(edges[0]..=edges[n]).contains(&v) {
            return None;
        }
        if !self.1 {
            return Some(edges.partition_point(|&edge| edge <= v).saturating_sub(1).min(n - 1));
        }
        // A guess that rounding may have put one beside its bin.
        let mut at = (((v - edges[0]) / (edges[n] - edges[0]) * n as f64) as usize).min(n - 1);
        while v < edges[at] {
            at -= 1;
        }
        while at < n - 1 && v >= edges[at + 1] {
            at += 1;
        }
        Some(at)
    }
}
