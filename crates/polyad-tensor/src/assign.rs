//! Writing into elements that others see.

use polyad_core::Result;

use crate::{Scalar, Tensor, exec};

impl Tensor {
    /// Writes the values of `source`, broadcast, into this tensor's elements, as if the source were read first.
    ///
    /// Errors: `ShapeMismatch`, `DTypeMismatch` (a float into integers, wide integers into narrow ones: use `astype`),
    /// `SelfOverlap` (a broadcast view), `ReadOnly`, `InUse`, `BlockWrite`, `NotEncodable`.
    ///
    /// ```
    /// use polyad_tensor::Tensor;
    /// let x = Tensor::from_slice(&[1, 2, 3, 4], &[4])?;
    /// x.copy_from(&x.flip(0)?)?;
    /// assert_eq!(x.to_vec::<i32>()?, [4, 3, 2, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn copy_from(&self, source: &Tensor) -> Result<()> {
        exec::assign("copy_from", self.view(), source.view())
    }

    /// Writes one value into every element. Errors: `ValueOutOfRange`, and as [`Tensor::copy_from`].
    pub fn fill(&self, value: impl Into<Scalar>) -> Result<()> {
        let one =
            Tensor::scalar(value, if self.dtype().is_quantized() { self.dtype().compute() } else { self.dtype() })?;
        exec::assign("fill", self.view(), one.view())
    }
}
