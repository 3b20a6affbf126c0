//! Tensors as sets of their elements: results have one axis, in order, without repeats.

use polyad_core::Result;

use super::indices;
use crate::{IsinOptions, Tensor};

impl Tensor {
    /// The distinct elements of both, in order; NaN count as one.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![3, 1, 3].union1d(&tensor![2, 1])?, tensor![1, 2, 3]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `NoPromotion`. Source: NumPy, `union1d`.
    pub fn union1d(&self, other: &Tensor) -> Result<Tensor> {
        Ok(self.ravel()?.concat(&[&other.ravel()?], 0)?.unique_sorted(true)?.0)
    }

    /// The distinct elements that are in both, in order; NaN is in none.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![3, 1, 3].intersect1d(&tensor![2, 3])?, tensor![3]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `NoPromotion`. Source: NumPy, `intersect1d`.
    pub fn intersect1d(&self, other: &Tensor) -> Result<Tensor> {
        let common = polyad_ir::promote("intersect1d", self.dtype(), other.dtype())?;
        self.astype(common)?.distinct_in(other, false)
    }

    /// The distinct elements that are not in the other, in order; NaN is in none, and counts as one.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![3, 1, 3].setdiff1d(&tensor![2, 3])?, tensor![1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `NoPromotion`. Source: NumPy, `setdiff1d`.
    pub fn setdiff1d(&self, other: &Tensor) -> Result<Tensor> {
        self.distinct_in(other, true)
    }

    /// The distinct elements that are in one of both and not in the other, in order; NaN is in none, and counts as one.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![3, 1, 3].setxor1d(&tensor![2, 3])?, tensor![1, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `NoPromotion`. Source: NumPy, `setxor1d`.
    pub fn setxor1d(&self, other: &Tensor) -> Result<Tensor> {
        self.distinct_in(other, true)?.union1d(&other.distinct_in(self, true)?)
    }

    /// Those of the distinct elements that are in another tensor, or that are not.
    fn distinct_in(&self, other: &Tensor, invert: bool) -> Result<Tensor> {
        let values = self.unique_sorted(true)?.0;
        let found = values.isin_with(other, IsinOptions { invert })?.to_vec::<bool>()?;
        values.take(&indices((0..found.len()).filter(|&i| found[i]))?, 0)
    }
}
