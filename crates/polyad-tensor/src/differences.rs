//! Differences of neighbours with ends put on.

use polyad_core::{Result, normalize_axis};

use crate::{DiffOptions, Tensor};

impl Tensor {
    /// [`Tensor::diff_with`] of `prepend`, the tensor and `append` joined along the axis. An end without axes stands for one
    /// element on each line.
    ///
    /// ```
    /// use polyad_tensor::{DiffOptions, tensor};
    /// let (x, zero) = (tensor![2, 5, 9], polyad_tensor::Tensor::scalar(0, polyad_core::DType::Int64)?);
    /// assert_eq!(x.diff_with_ends(0, DiffOptions::default(), Some(&zero), None)?, tensor![2, 3, 4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `AxisOutOfRange`, `ShapeMismatch` for ends that do not fit, `BadArgument` for a negative `n`.
    pub fn diff_with_ends(
        &self,
        axis: i64,
        options: DiffOptions,
        prepend: Option<&Tensor>,
        append: Option<&Tensor>,
    ) -> Result<Tensor> {
        let at = normalize_axis("diff", axis, self.shape())?;
        let mut one: Vec<i64> = self.shape().iter().map(|&n| n as i64).collect();
        one[at] = 1;
        let end = |t: &Tensor| if t.ndim() == 0 { t.broadcast_to(&one) } else { Ok(t.clone()) };
        let (before, after) = (prepend.map(end).transpose()?, append.map(end).transpose()?);
        let parts: Vec<&Tensor> = [before.as_ref(), Some(self), after.as_ref()].into_iter().flatten().collect();
        match parts[..] {
            [whole] => whole.diff_with(axis, options),
            _ => parts[0].concat(&parts[1..], at as i64)?.diff_with(axis, options),
        }
    }
}
