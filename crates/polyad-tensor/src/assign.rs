//! Writing into elements that others see.

use polyad_core::{Error, Result};

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

    /// Writes the elements into those of `destination`, which has the same shape and dtype: nothing is broadcast or
    /// converted. Errors: as [`Tensor::copy_from`].
    pub fn blit(&self, destination: &Tensor) -> Result<()> {
        const OP: &str = "blit";
        if self.shape() != destination.shape() {
            let need = format!("the shape of the destination, {:?}", destination.shape());
            return Err(Error::ShapeMismatch { op: OP, got: self.shape().into(), need });
        }
        if self.dtype() != destination.dtype() {
            return Err(Error::DTypeMismatch { op: OP, got: self.dtype(), need: destination.dtype() });
        }
        exec::assign(OP, destination.view(), self.view())
    }

    /// Writes one value into every element; returns the tensor itself. Errors: `ValueOutOfRange`, and as
    /// [`Tensor::copy_from`].
    pub fn fill(&self, value: impl Into<Scalar>) -> Result<&Tensor> {
        let one =
            Tensor::scalar(value, if self.dtype().is_quantized() { self.dtype().compute() } else { self.dtype() })?;
        exec::assign("fill", self.view(), one.view())?;
        Ok(self)
    }
}
