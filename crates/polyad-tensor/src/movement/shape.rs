//! Axes taken together, apart, and in another order.

use polyad_core::{Error, Result, normalize_axis};

use crate::Tensor;

impl Tensor {
    /// The last two axes exchanged, a view: [`Tensor::matrix_transpose`] by its short name.
    pub fn mt(&self) -> Result<Tensor> {
        self.matrix_transpose()
    }

    /// The axes in reverse order, a view.
    ///
    /// ```
    /// use polyad_tensor::Tensor;
    /// assert_eq!(Tensor::arange(24)?.reshape(&[2, 3, 4])?.transpose()?.shape(), [4, 3, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: NumPy, `transpose` without axes; [`Tensor::permute_dims`] takes any order.
    pub fn transpose(&self) -> Result<Tensor> {
        let axes: Vec<i64> = (0..self.ndim() as i64).rev().collect();
        self.permute_dims(&axes)
    }

    /// The axes from `start` to `end`, both included, as one; a 0-d tensor gets one axis. A view where strides allow it,
    /// else a copy.
    ///
    /// ```
    /// use polyad_tensor::Tensor;
    /// let x = Tensor::arange(120)?.reshape(&[2, 3, 4, 5])?;
    /// assert_eq!(x.flatten(0, -1)?.shape(), [120]);
    /// assert_eq!(x.flatten(1, 2)?.shape(), [2, 12, 5]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `AxisOutOfRange`, `BadArgument` where `start` is behind `end`. Source: PyTorch, `torch.flatten`.
    pub fn flatten(&self, start: i64, end: i64) -> Result<Tensor> {
        const OP: &str = "flatten";
        let shape = self.shape();
        let shape = if shape.is_empty() { &[1][..] } else { shape };
        let (first, last) = (normalize_axis(OP, start, shape)?, normalize_axis(OP, end, shape)?);
        if first > last {
            let takes = format!("an axis up to {last}, the last of those taken together");
            return Err(Error::BadArgument { op: OP, argument: "start", got: start.to_string(), takes });
        }
        let middle: usize = shape[first..=last].iter().product();
        let to = shape[..first].iter().chain([&middle]).chain(&shape[last + 1..]).map(|&n| n as i64);
        self.reshape(&to.collect::<Vec<_>>())
    }

    /// One axis, as several of these extents; one may be -1. What [`Tensor::flatten`] undoes.
    ///
    /// ```
    /// use polyad_tensor::Tensor;
    /// assert_eq!(Tensor::arange(6)?.unflatten(0, &[-1, 2])?.shape(), [3, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `AxisOutOfRange`, `Reshape`. Source: PyTorch, `torch.unflatten`.
    pub fn unflatten(&self, axis: i64, sizes: &[i64]) -> Result<Tensor> {
        let shape = self.shape();
        let at = normalize_axis("unflatten", axis, shape)?;
        let apart = polyad_core::Layout::contiguous(&[shape[at]])?.resolve_reshape(sizes)?;
        let to = shape[..at].iter().chain(&apart).chain(&shape[at + 1..]).map(|&n| n as i64);
        self.reshape(&to.collect::<Vec<_>>())
    }

    /// One axis with all elements, row-major and without gaps: a view where they are, else a copy.
    ///
    /// Errors: `BlockWrite`, as [`Tensor::contiguous`]. Source: NumPy, `ravel`.
    pub fn ravel(&self) -> Result<Tensor> {
        self.contiguous()?.reshape(&[-1])
    }

    /// The strict form of `reshape`: the same buffer, or an error. Errors: `Reshape`, `NotAView`.
    pub fn view_as(&self, shape: &[i64]) -> Result<Tensor> {
        let to = self.layout().resolve_reshape(shape)?;
        let layout = self.layout().reshape(&to).ok_or_else(|| Error::NotAView {
            from: self.shape().into(),
            strides: self.strides().to_vec(),
            to: to[..].into(),
        })?;
        self.with_layout(layout)
    }
}
