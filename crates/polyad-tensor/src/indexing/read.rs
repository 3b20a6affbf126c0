//! What a key takes.

use polyad_core::{DType, Error, Result, View};
use polyad_ir::Axes;

use super::IndexPart;
use super::key::{Chosen, Key};
use crate::{Tensor, exec};

impl Tensor {
    /// The elements that a key takes, by NumPy's rules for `x[key]`: [`ix!`](crate::ix!) writes it.
    ///
    /// A view where the key has integers, ranges and new axes only; tensors of indices and masks gather a copy. They
    /// broadcast with each other and take their axes away; the axes of the indices stand where those were if tensors and
    /// integers follow each other in the key, and in front if anything lies between them. Negative indices count from the
    /// end. A mask takes as many axes as it has, in which it must have the extents of the tensor. Lists on several axes,
    /// each for itself, are [`Tensor::slice`].
    ///
    /// ```
    /// use polyad_tensor::{ix, tensor};
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.index(ix![&tensor![[1], [0]], &tensor![0, -1]])?, tensor![[4, 6], [1, 3]]);
    /// assert_eq!(x.index(ix![1, ..; -1])?, tensor![6, 5, 4]);
    /// let e = x.index(ix![.., &tensor![0, 3]]).unwrap_err();
    /// assert_eq!(e.to_string(), "index: 3 is outside axis 1 of shape [2, 3]. That axis takes -3 to 2.");
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `IndexOutOfRange`, `ShapeMismatch` for more entries than axes and for a mask of another shape, `Broadcast`
    /// for indices that do not, `DTypeUnsupported` for a tensor that is neither integer nor bool, `BadArgument` for step 0.
    pub fn index(&self, parts: &[IndexPart]) -> Result<Tensor> {
        const OP: &str = "index";
        let Key { view, axis, chosen } = Key::new(OP, self, parts)?;
        let dtype = if view.dtype().is_quantized() { view.dtype().compute() } else { view.dtype() };
        Ok(Tensor::from_view(match chosen {
            Chosen::All => view,
            Chosen::Places(places) => exec::index::gather(OP, &view, axis, &places, dtype)?,
            Chosen::Mask(mask) => exec::masks::compress(OP, &view, axis, &mask, dtype)?,
        }))
    }

    /// The indices of the elements that are not zero in row-major order: a tensor of int64 for each axis, as a key takes
    /// them.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[0, 5, 0], [6, 0, 7]];
    /// assert_eq!(x.nonzero()?, [tensor![0, 1, 1], tensor![1, 0, 2]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `ShapeMismatch` for a tensor without axes. Source: Python array API 2025.12, `nonzero`.
    pub fn nonzero(&self) -> Result<Vec<Tensor>> {
        const OP: &str = "nonzero";
        Ok(exec::masks::nonzero(OP, &truth(OP, self)?)?.into_iter().map(Tensor::from_view).collect())
    }

    /// The indices of the elements that are not zero, a row of int64 for each.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![[0, 5], [6, 0]].argwhere()?, tensor![[0, 1], [1, 0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// A tensor without axes gives rows of no index: one, or none. Source: NumPy, `argwhere`.
    pub fn argwhere(&self) -> Result<Tensor> {
        if self.ndim() == 0 {
            let truth: bool = self.astype(DType::Bool)?.item()?;
            return Tensor::zeros(&[usize::from(truth), 0], DType::Int64);
        }
        let lists = self.nonzero()?;
        lists[0].stack(&lists[1..].iter().collect::<Vec<_>>(), 1)
    }

    /// The parts of an axis, or of the elements in row-major order, where a condition holds. The condition may be shorter
    /// than the axis; it is read by truth value.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2], [3, 4], [5, 6]];
    /// assert_eq!(x.compress(&tensor![0, 1, 1], 0)?, tensor![[3, 4], [5, 6]]);
    /// assert_eq!(x.compress(&tensor![false, true], ())?, tensor![2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `ShapeMismatch` for a condition that has not one axis, `IndexOutOfRange` where it is true past the end,
    /// `AxisOutOfRange`, `BadArgument` for several axes. Source: NumPy, `compress`.
    pub fn compress(&self, condition: &Tensor, axis: impl Into<Axes>) -> Result<Tensor> {
        const OP: &str = "compress";
        if condition.ndim() != 1 {
            let need = "a condition of one axis".into();
            return Err(Error::ShapeMismatch { op: OP, got: condition.shape().into(), need });
        }
        let flat_or_axis = |axes: &Axes| match axes {
            Axes::List(list) if list.len() != 1 => {
                let (got, takes) = (format!("{list:?}"), "one axis, or none for the flattened elements".into());
                Err(Error::BadArgument { op: OP, argument: "axis", got, takes })
            }
            Axes::List(list) => polyad_core::normalize_axis(OP, list[0], self.shape()).map(Some),
            Axes::All => Ok(None),
        };
        let (x, axis) = match flat_or_axis(&axis.into())? {
            Some(axis) => (self.clone(), axis),
            None => (self.reshape(&[-1])?, 0),
        };
        let places = exec::masks::places(OP, x.shape(), &[axis], &truth(OP, condition)?)?;
        let dtype = if x.dtype().is_quantized() { x.dtype().compute() } else { x.dtype() };
        exec::index::gather(OP, x.view(), axis, &places, dtype).map(Tensor::from_view)
    }

    /// The elements where a condition of the same size holds, both in row-major order.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.extract(&tensor![[true, false], [false, true]])?, tensor![1, 4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: as [`Tensor::compress`]. Source: NumPy, `extract`.
    pub fn extract(&self, condition: &Tensor) -> Result<Tensor> {
        self.compress(&condition.reshape(&[-1])?, ())
    }
}

/// The truth values of a tensor.
fn truth(op: &'static str, x: &Tensor) -> Result<View> {
    if x.dtype() == DType::Bool { Ok(x.view().clone()) } else { exec::cast(op, x.view(), DType::Bool) }
}
