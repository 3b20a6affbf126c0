//! Convolutions by the number of their axes, with a bias that may be left out.

use polyad_core::{Error, Result};

use crate::{ConvOptions, ConvTransposeOptions, MaxPoolOptions, Tensor};

impl Tensor {
    /// Refuses another number of axes than images, channels and `axes` that windows move along.
    fn check_axes(&self, op: &'static str, axes: usize) -> Result<()> {
        if self.ndim() == axes + 2 {
            return Ok(());
        }
        let need = format!("{} axes: images, channels and {axes} that windows move along", axes + 2);
        Err(Error::ShapeMismatch { op, got: self.shape().into(), need })
    }

    /// The bias, or the 0 that stands for none.
    fn bias(&self, bias: Option<&Tensor>) -> Result<Tensor> {
        let dtype = self.dtype();
        bias.map_or_else(
            || Tensor::zeros(&[], if dtype.is_quantized() { dtype.compute() } else { dtype }),
            |b| Ok(b.clone()),
        )
    }

    /// [`Tensor::conv_with`] along one axis: `[n, c, d]` and weights `[o, c / groups, k]`.
    ///
    /// ```
    /// use polyad_tensor::{ConvOptions, Padding, tensor};
    /// let (x, weight) = (tensor![[[1.0, 2.0, 3.0]]], tensor![[[1.0, 1.0]]]);
    /// let options = ConvOptions { padding: Padding::Full, ..Default::default() };
    /// assert_eq!(x.conv1d(&weight, None, options)?, tensor![[[1.0, 3.0, 5.0, 3.0]]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn conv1d(&self, weight: &Tensor, bias: Option<&Tensor>, options: ConvOptions) -> Result<Tensor> {
        self.check_axes("conv1d", 1)?;
        self.conv_with(weight, &self.bias(bias)?, options)
    }

    /// [`Tensor::conv_with`] along two axes: `[n, c, h, w]` and weights `[o, c / groups, kh, kw]`.
    pub fn conv2d(&self, weight: &Tensor, bias: Option<&Tensor>, options: ConvOptions) -> Result<Tensor> {
        self.check_axes("conv2d", 2)?;
        self.conv_with(weight, &self.bias(bias)?, options)
    }

    /// [`Tensor::conv_with`] along three axes: `[n, c, d, h, w]` and weights `[o, c / groups, kd, kh, kw]`.
    pub fn conv3d(&self, weight: &Tensor, bias: Option<&Tensor>, options: ConvOptions) -> Result<Tensor> {
        self.check_axes("conv3d", 3)?;
        self.conv_with(weight, &self.bias(bias)?, options)
    }

    /// [`Tensor::conv_transpose_with`] along one axis: `[n, c, d]` and weights `[c, o / groups, k]`.
    pub fn conv_transpose1d(
        &self,
        weight: &Tensor,
        bias: Option<&Tensor>,
        options: ConvTransposeOptions,
    ) -> Result<Tensor> {
        self.check_axes("conv_transpose1d", 1)?;
        self.conv_transpose_with(weight, &self.bias(bias)?, options)
    }

    /// [`Tensor::conv_transpose_with`] along two axes: `[n, c, h, w]` and weights `[c, o / groups, kh, kw]`.
    pub fn conv_transpose2d(
        &self,
        weight: &Tensor,
        bias: Option<&Tensor>,
        options: ConvTransposeOptions,
    ) -> Result<Tensor> {
        self.check_axes("conv_transpose2d", 2)?;
        self.conv_transpose_with(weight, &self.bias(bias)?, options)
    }

    /// [`Tensor::conv_transpose_with`] along three axes: `[n, c, d, h, w]` and weights `[c, o / groups, kd, kh, kw]`.
    pub fn conv_transpose3d(
        &self,
        weight: &Tensor,
        bias: Option<&Tensor>,
        options: ConvTransposeOptions,
    ) -> Result<Tensor> {
        self.check_axes("conv_transpose3d", 3)?;
        self.conv_transpose_with(weight, &self.bias(bias)?, options)
    }

    /// [`Tensor::max_pool_with`] and [`Tensor::argmax_pool`] of the same windows.
    ///
    /// ```
    /// use polyad_tensor::{MaxPoolOptions, tensor};
    /// let x = tensor![[1, 5], [7, 3]];
    /// assert_eq!(x.max_pool_with_indices(&[2, 1], MaxPoolOptions::default())?, (tensor![[7, 5]], tensor![[2, 1]]));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn max_pool_with_indices(&self, window_shape: &[i64], options: MaxPoolOptions) -> Result<(Tensor, Tensor)> {
        let values = self.max_pool_with(window_shape, options.clone())?;
        let MaxPoolOptions { stride, padding, dilation, ceil_mode } = options;
        let options = crate::ArgmaxPoolOptions { stride, padding, dilation, ceil_mode };
        Ok((values, self.argmax_pool_with(window_shape, options)?))
    }
}
