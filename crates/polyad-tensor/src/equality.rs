//! Whether whole tensors are equal.

use polyad_core::{Result, broadcast_shapes};

use crate::Tensor;

impl Tensor {
    /// Whether both have the same shape and equal elements, after promotion; a NaN equals nothing. O(size).
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert!(tensor![1, 2].array_equal(&tensor![1.0, 2.0])?);
    /// assert!(!tensor![1, 2].array_equal(&tensor![[1, 2]])?);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `NoPromotion`, `InUse`. Source: NumPy, `array_equal`.
    pub fn array_equal(&self, other: &Tensor) -> Result<bool> {
        Ok(self.shape() == other.shape() && self.all_equal(other)?)
    }

    /// As [`Tensor::array_equal`], but shapes need only broadcast. Source: NumPy, `array_equiv`.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert!(tensor![1, 2].array_equiv(&tensor![[1, 2], [1, 2]])?);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn array_equiv(&self, other: &Tensor) -> Result<bool> {
        let fit = broadcast_shapes("array_equiv", &[self.shape(), other.shape()]).is_ok();
        Ok(fit && self.all_equal(other)?)
    }

    fn all_equal(&self, other: &Tensor) -> Result<bool> {
        Ok(self.equal(other)?.to_bytes()?.iter().all(|&x| x == 1))
    }
}

/// Equal dtypes, shapes and elements; a NaN equals nothing. `equal` compares element by element, and
/// [`Tensor::array_equal`] returns the error that this panics with.
///
/// # Panics
/// If the elements cannot be read: a host guard writes them, or memory runs out.
impl PartialEq for Tensor {
    fn eq(&self, other: &Tensor) -> bool {
        self.dtype() == other.dtype() && self.array_equal(other).unwrap_or_else(|e| panic!("{e}"))
    }
}
