//! The distinct elements of a tensor, or its distinct parts along an axis.

use std::cmp::Ordering;

use polyad_core::{Result, normalize_axis};

use super::{Row, decoded, indices};
use crate::Tensor;

/// What [`Tensor::unique_with`] gives.
#[derive(Clone)]
pub struct Unique {
    /// The distinct elements in order.
    pub values: Tensor,
    /// Where each of them comes first: its index in row-major order, or along the axis.
    pub indices: Tensor,
    /// For each element, or each part along the axis, the index of its value.
    pub inverse: Tensor,
    /// How often each of them comes.
    pub counts: Tensor,
}

/// Options of [`Tensor::unique_with`].
#[derive(Clone, Copy, Debug, Default)]
pub struct UniqueOptions {
    /// The axis along which whole parts are compared; none for the elements.
    pub axis: Option<i64>,
    /// Whether NaN are one value; else each of them is one.
    pub equal_nan: bool,
}

impl Tensor {
    /// The distinct elements in order, where each comes first, which one each element is, and how often they come. Each NaN
    /// is a value of its own, last in order; both zeros are one. `inverse` has the shape of the tensor.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let unique = tensor![[5, 2], [5, 5]].unique_all()?;
    /// assert_eq!(unique.values, tensor![2, 5]);
    /// assert_eq!(unique.indices, tensor![1, 0]);
    /// assert_eq!(unique.inverse, tensor![[1, 0], [1, 1]]);
    /// assert_eq!(unique.counts, tensor![1, 3]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `unique_all`.
    pub fn unique_all(&self) -> Result<Unique> {
        self.unique_with(UniqueOptions::default())
    }

    /// The distinct elements in order, and how often each comes, as [`Tensor::unique_all`] has them.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let (values, counts) = tensor![5, 2, 5].unique_counts()?;
    /// assert_eq!((values, counts), (tensor![2, 5], tensor![1, 2]));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `unique_counts`.
    pub fn unique_counts(&self) -> Result<(Tensor, Tensor)> {
        let (values, counts) = self.unique_sorted(false)?;
        Ok((values, counts))
    }

    /// The distinct elements in order, and which of them each element is, as [`Tensor::unique_all`] has them.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let (values, inverse) = tensor![5, 2, 5].unique_inverse()?;
    /// assert_eq!((values, inverse), (tensor![2, 5], tensor![1, 0, 1]));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `unique_inverse`.
    pub fn unique_inverse(&self) -> Result<(Tensor, Tensor)> {
        let unique = self.unique_all()?;
        Ok((unique.values, unique.inverse))
    }

    /// The distinct elements in order, as [`Tensor::unique_all`] has them.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![5, 2, 5].unique_values()?, tensor![2, 5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `unique_values`.
    pub fn unique_values(&self) -> Result<Tensor> {
        Ok(self.unique_sorted(false)?.0)
    }

    /// Distinct elements and counts from the sorted elements alone.
    pub(super) fn unique_sorted(&self, equal_nan: bool) -> Result<(Tensor, Tensor)> {
        let sorted = self.astype(decoded(self.dtype()))?.ravel()?.sort(0)?;
        let starts = Starts::new(&Row::of("unique", &sorted)?, equal_nan);
        Ok((starts.values(&sorted)?, starts.counts()?))
    }

    /// [`Tensor::unique_all`] with options: NaN may be one value, and along an axis whole parts are compared, element by
    /// element in row-major order; `indices` and `inverse` then count along the axis.
    ///
    /// ```
    /// use polyad_tensor::{UniqueOptions, tensor};
    /// let rows = UniqueOptions { axis: Some(0), ..Default::default() };
    /// let unique = tensor![[3, 1], [2, 9], [3, 1]].unique_with(rows)?;
    /// assert_eq!(unique.values, tensor![[2, 9], [3, 1]]);
    /// assert_eq!(unique.inverse, tensor![1, 0, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `AxisOutOfRange`.
    ///
    /// Source: NumPy, `unique`; along an axis `equal_nan` is ours.
    pub fn unique_with(&self, options: UniqueOptions) -> Result<Unique> {
        let x = self.astype(decoded(self.dtype()))?;
        if let Some(axis) = options.axis {
            return x.unique_along(normalize_axis("unique", axis, x.shape())?, options.equal_nan);
        }
        let flat = x.ravel()?;
        let order = flat.argsort(0)?;
        let sorted = flat.take(&order, 0)?;
        let starts = Starts::new(&Row::of("unique", &sorted)?, options.equal_nan);
        let order = order.to_vec::<i64>()?;
        Ok(Unique {
            values: starts.values(&sorted)?,
            indices: starts.indices(&order)?,
            inverse: starts.inverse(&order, self.shape())?,
            counts: starts.counts()?,
        })
    }

    fn unique_along(&self, axis: usize, equal_nan: bool) -> Result<Unique> {
        let n = self.shape()[axis];
        let row = Row::of("unique", &self.moveaxis(&[axis as i64], &[0])?)?;
        let width = row.len().checked_div(n).unwrap_or(0);
        let place = |part: usize, column: usize| part * width + column;
        let compare = |a: usize, b: usize| {
            let orders = (0..width).map(|c| row.keys.compare(place(a, c), place(b, c)));
            orders.fold(Ordering::Equal, Ordering::then)
        };
        let mut order: Vec<i64> = (0..n as i64).collect();
        order.sort_by(|&a, &b| compare(a as usize, b as usize));
        let same = |a: i64, b: i64| (0..width).all(|c| row.same(place(a as usize, c), place(b as usize, c), equal_nan));
        let first = (0..n).filter(|&i| i == 0 || !same(order[i - 1], order[i])).collect();
        let starts = Starts { first, n };
        let places = starts.indices(&order)?;
        Ok(Unique {
            values: self.take(&places, axis as i64)?,
            indices: places,
            inverse: starts.inverse(&order, &[n])?,
            counts: starts.counts()?,
        })
    }
}

/// Where runs of one value begin in a sorted row.
struct Starts {
    first: Vec<usize>,
    n: usize,
}

impl Starts {
    fn new(sorted: &Row, equal_nan: bool) -> Starts {
        let n = sorted.len();
        Starts { first: (0..n).filter(|&i| i == 0 || !sorted.same(i - 1, i, equal_nan)).collect(), n }
    }

    fn values(&self, sorted: &Tensor) -> Result<Tensor> {
        if self.first.len() == self.n {
            Ok(sorted.clone())
        } else {
            sorted.take(&indices(self.first.iter().copied())?, 0)
        }
    }

    /// From where to where each run goes.
    fn runs(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let ends = self.first.iter().skip(1).chain([&self.n]);
        self.first.iter().zip(ends).map(|(&start, &end)| start..end)
    }

    fn counts(&self) -> Result<Tensor> {
        indices(self.runs().map(|run| run.len()))
    }

    /// The first of each run in the row as it was.
    fn indices(&self, order: &[i64]) -> Result<Tensor> {
        indices(self.runs().filter_map(|run| order[run].iter().min().map(|&at| at as usize)))
    }

    fn inverse(&self, order: &[i64], shape: &[usize]) -> Result<Tensor> {
        let mut out = vec![0i64; self.n];
        for (group, run) in self.runs().enumerate() {
            order[run].iter().for_each(|&at| out[at as usize] = group as i64);
        }
        Tensor::from_slice(&out, shape)
    }
}
