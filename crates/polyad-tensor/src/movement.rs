//! Views: other layouts over the same elements, O(1), never a copy (but where it is said).

use polyad_core::{Result, Slice};

use crate::Tensor;

impl Tensor {
    /// A part of each axis by index, range with any step, or new axis. Errors: `ShapeMismatch`, `IndexOutOfRange`.
    ///
    /// ```
    /// use polyad_core::Slice;
    /// use polyad_tensor::Tensor;
    /// let x = Tensor::from_slice(&[1, 2, 3, 4, 5, 6], &[2, 3])?;
    /// let back = Slice::Range { start: None, stop: None, step: -1 };
    /// assert_eq!(x.slice(&[Slice::At(1), back])?.to_vec::<i32>()?, [6, 5, 4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn slice(&self, parts: &[Slice]) -> Result<Tensor> {
        self.with_layout(self.layout().slice(parts)?)
    }

    /// One index of an axis, which goes away. Errors: `AxisOutOfRange`, `IndexOutOfRange`.
    pub fn index_axis(&self, axis: i64, index: i64) -> Result<Tensor> {
        let at = polyad_core::normalize_axis("index_axis", axis, self.shape())?;
        let mut parts = vec![Slice::All; at];
        parts.push(Slice::At(index));
        self.slice(&parts)
    }

    /// The last two axes exchanged. Errors: `ShapeMismatch` below rank 2.
    pub fn mt(&self) -> Result<Tensor> {
        if self.ndim() < 2 {
            return Err(polyad_core::Error::ShapeMismatch {
                op: "mt",
                got: self.shape().into(),
                need: "at least two axes to exchange".into(),
            });
        }
        self.swap_axes(-2, -1)
    }

    /// Two axes exchanged. Errors: `AxisOutOfRange`.
    pub fn swap_axes(&self, a: i64, b: i64) -> Result<Tensor> {
        self.with_layout(self.layout().swap_axes(a, b)?)
    }

    /// A new axis of extent 1. Errors: `AxisOutOfRange`, `TooManyAxes`.
    pub fn expand_dims(&self, axis: i64) -> Result<Tensor> {
        self.with_layout(self.layout().expand_dims(axis)?)
    }

    /// An axis of extent 1 dropped. Errors: `AxisOutOfRange`, `ShapeMismatch`.
    pub fn squeeze(&self, axis: i64) -> Result<Tensor> {
        self.with_layout(self.layout().squeeze(axis)?)
    }

    /// An axis reversed. Errors: `AxisOutOfRange`.
    pub fn flip(&self, axis: i64) -> Result<Tensor> {
        self.with_layout(self.layout().flip(axis)?)
    }

    /// The strict form of `reshape`: the same buffer, or an error. Errors: `Reshape`, `NotAView`.
    pub fn view_as(&self, shape: &[i64]) -> Result<Tensor> {
        let to = self.layout().resolve_reshape(shape)?;
        let layout = self.layout().reshape(&to).ok_or_else(|| polyad_core::Error::NotAView {
            from: self.shape().into(),
            strides: self.strides().to_vec(),
            to: to[..].into(),
        })?;
        self.with_layout(layout)
    }
}
