//! What order gives beside the entries of the table: several results, or shapes that depend on the elements.

use polyad_core::{DType, Error, Result, View, normalize_axis};
use polyad_ir::promote_all;
use polyad_kernels::keys::{Keys, nans};

use crate::{ArgsortOptions, ArgtopkOptions, SearchsortedOptions, SortOptions, Tensor, exec};

mod histogram;
mod sets;
mod unique;

pub use histogram::{Bins, HistogramOptions};
pub use unique::{Unique, UniqueOptions};

impl Tensor {
    /// The elements in order along an axis, and the index of each before; the order is that of [`Tensor::sort`].
    ///
    /// ```
    /// use polyad_tensor::{SortOptions, tensor};
    /// let (values, indices) = tensor![3, 1, 2].sort_with_indices(0, SortOptions::default())?;
    /// assert_eq!(values, tensor![1, 2, 3]);
    /// assert_eq!(indices, tensor![1, 2, 0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `AxisOutOfRange`.
    pub fn sort_with_indices(&self, axis: i64, options: SortOptions) -> Result<(Tensor, Tensor)> {
        let SortOptions { descending, stable } = options;
        let indices = self.argsort_with(axis, ArgsortOptions { descending, stable })?;
        Ok((self.take_along_axis(&indices, axis)?, indices))
    }

    /// The `k` greatest elements along an axis and their indices, or the least, as [`Tensor::argtopk`] has them: NaN counts as
    /// the greatest, and of equal elements those that come first are taken. The whole is not sorted.
    ///
    /// ```
    /// use polyad_tensor::{ArgtopkOptions, tensor};
    /// let (values, indices) = tensor![3, 9, 1, 9].topk(3, 0, ArgtopkOptions::default())?;
    /// assert_eq!(values, tensor![9, 9, 3]);
    /// assert_eq!(indices, tensor![1, 3, 0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `AxisOutOfRange`, `BadArgument` for a `k` below 0 or above the extent of the axis.
    pub fn topk(&self, k: i64, axis: i64, options: ArgtopkOptions) -> Result<(Tensor, Tensor)> {
        let indices = self.argtopk_with(k, axis, options)?;
        Ok((self.take_along_axis(&indices, axis)?, indices))
    }

    /// The indices that sort several keys of one shape along an axis: the last key counts first, an earlier one where those
    /// behind it are equal. Each key is ordered as [`Tensor::sort`] has it.
    ///
    /// ```
    /// use polyad_tensor::{Tensor, tensor};
    /// let (given, family) = (tensor![2, 1, 3], tensor![7, 9, 7]);
    /// assert_eq!(Tensor::lexsort(&[&given, &family], 0)?, tensor![0, 2, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `OperandCount` for no key, `ShapeMismatch` for keys of several shapes, `AxisOutOfRange`.
    pub fn lexsort(keys: &[&Tensor], axis: i64) -> Result<Tensor> {
        const OP: &str = "lexsort";
        let Some((first, rest)) = keys.split_first() else {
            return Err(Error::OperandCount { op: OP, got: 0, need: "at least one key" });
        };
        normalize_axis(OP, axis, first.shape())?;
        if let Some(other) = rest.iter().find(|key| key.shape() != first.shape()) {
            let need = format!("the shape of the first key, {:?}", first.shape());
            return Err(Error::ShapeMismatch { op: OP, got: other.shape().into(), need });
        }
        let mut order = first.argsort(axis)?;
        for key in rest {
            let places = key.take_along_axis(&order, axis)?.argsort(axis)?;
            order = order.take_along_axis(&places, axis)?;
        }
        Ok(order)
    }

    /// The index of the bin that each element lies in: i where `bins[i - 1] <= x < bins[i]`, and under `right` where
    /// `bins[i - 1] < x <= bins[i]`; of falling bins where `bins[i - 1] > x >= bins[i]` and `bins[i - 1] >= x > bins[i]`. NaN
    /// counts as the greatest.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![0.5, 1.0, 7.0];
    /// assert_eq!(x.digitize(&tensor![1.0, 2.0, 4.0], false)?, tensor![0, 1, 3]);
    /// assert_eq!(x.digitize(&tensor![4.0, 2.0, 1.0], true)?, tensor![3, 3, 0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `ShapeMismatch` for bins of other than one axis, `BadArgument` for bins that neither rise nor fall,
    /// `DTypeUnsupported` for complex numbers, `NoPromotion`.
    pub fn digitize(&self, bins: &Tensor, right: bool) -> Result<Tensor> {
        const OP: &str = "digitize";
        for t in [self, bins] {
            if t.dtype().kind() == polyad_core::Kind::Complex {
                let hint = "Bins are of real numbers.";
                return Err(Error::DTypeUnsupported { op: OP, dtype: t.dtype(), hint });
            }
        }
        let bins = bins.astype(decoded(bins.dtype()))?;
        let rising = Row::new(OP, &bins)?.is_sorted();
        if !rising && !Row::new(OP, &bins.flip(())?)?.is_sorted() {
            let takes = "bins that rise or fall throughout".into();
            return Err(Error::BadArgument { op: OP, argument: "bins", got: "bins out of order".into(), takes });
        }
        let side = SearchsortedOptions { side: if right { "left" } else { "right" } };
        if rising {
            return bins.searchsorted_with(self, side);
        }
        let places = bins.flip(())?.searchsorted_with(self, side)?;
        Tensor::scalar(bins.size() as i64, DType::Int64)?.subtract(&places)
    }
}

/// The dtype of elements that are taken one by one.
fn decoded(dtype: DType) -> DType {
    promote_all("decode", [dtype]).unwrap_or(dtype)
}

/// Keys of a row-major tensor, and which elements are NaN.
struct Row {
    keys: Keys,
    nans: Vec<bool>,
}

impl Row {
    /// The elements of a tensor in row-major order. Errors: those of decoding them.
    fn of(op: &'static str, x: &Tensor) -> Result<Row> {
        let compute = x.dtype().compute();
        let view: View = exec::decoded_as(op, x.view(), compute)?;
        exec::with_bytes(op, &[&view], |bytes| {
            Ok(Row { keys: Keys::new(compute, bytes[0]), nans: nans(compute, bytes[0]) })
        })
    }

    /// As [`Row::of`], of a tensor of one axis. Errors: `ShapeMismatch`.
    fn new(op: &'static str, x: &Tensor) -> Result<Row> {
        if x.ndim() != 1 {
            return Err(Error::ShapeMismatch { op, got: x.shape().into(), need: "one axis".into() });
        }
        Row::of(op, x)
    }

    fn len(&self) -> usize {
        self.keys.len()
    }

    fn is_sorted(&self) -> bool {
        (1..self.len()).all(|i| self.keys.compare(i - 1, i).is_le())
    }

    /// Whether two elements count as one: NaN with NaN only if `equal_nan`.
    fn same(&self, a: usize, b: usize, equal_nan: bool) -> bool {
        match (self.nans[a], self.nans[b]) {
            (true, true) => equal_nan,
            (a_nan, b_nan) => a_nan == b_nan && self.keys.compare(a, b).is_eq(),
        }
    }
}

/// Indices as a tensor of one axis.
fn indices(list: impl Iterator<Item = usize>) -> Result<Tensor> {
    let list: Vec<i64> = list.map(|at| at as i64).collect();
    Tensor::from_slice(&list, &[list.len()])
}
