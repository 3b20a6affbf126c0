//! Sorting with the places that elements came from.

use polyad_core::Result;

use crate::{SortOptions, Tensor};

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
        let indices = self.argsort_with(axis, crate::ArgsortOptions { descending, stable })?;
        Ok((self.take_along_axis(&indices, axis)?, indices))
    }
}
