//! Several tensors in one shape: views, O(1).

use polyad_core::{Error, Result, broadcast_shapes};

use crate::Tensor;

impl Tensor {
    /// All tensors as views of their common shape, in their order.
    ///
    /// ```
    /// use polyad_tensor::{Tensor, tensor};
    /// let both = Tensor::broadcast_arrays(&[&tensor![[1], [2]], &tensor![3, 4]])?;
    /// assert_eq!(both[0], tensor![[1, 1], [2, 2]]);
    /// assert_eq!(both[1], tensor![[3, 4], [3, 4]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `Broadcast`, `OperandCount` for no tensors. Source: Python array API 2025.12, `broadcast_arrays`.
    pub fn broadcast_arrays(tensors: &[&Tensor]) -> Result<Vec<Tensor>> {
        const OP: &str = "broadcast_arrays";
        if tensors.is_empty() {
            return Err(Error::OperandCount { op: OP, got: 0, need: "at least one" });
        }
        let shape = broadcast_shapes(OP, &tensors.iter().map(|t| t.shape()).collect::<Vec<_>>())?;
        tensors.iter().map(|t| t.with_layout(t.layout().broadcast_to(&shape)?)).collect()
    }

    /// Both tensors as views of their common shape. Errors: `Broadcast`. Source: Nx, `broadcasted`.
    pub fn broadcasted(&self, other: &Tensor) -> Result<(Tensor, Tensor)> {
        let shape = broadcast_shapes("broadcasted", &[self.shape(), other.shape()])?;
        let spread = |t: &Tensor| t.with_layout(t.layout().broadcast_to(&shape)?);
        Ok((spread(self)?, spread(other)?))
    }

    /// [`Tensor::broadcast_to`] where -1 keeps the extent of that axis, counted from the last.
    ///
    /// ```
    /// use polyad_tensor::{Tensor, tensor};
    /// assert_eq!(tensor![[1], [2]].expand(&[3, -1, 2])?.shape(), [3, 2, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `BadArgument` for -1 in front of the axes that there are, `Broadcast`. Source: PyTorch, `Tensor.expand`.
    pub fn expand(&self, shape: &[i64]) -> Result<Tensor> {
        let lead = shape.len().saturating_sub(self.ndim());
        let have = |i: usize| i.checked_sub(lead).and_then(|axis| self.shape().get(axis)).map(|&n| n as i64);
        let to: Option<Vec<i64>> =
            shape.iter().enumerate().map(|(i, &n)| if n == -1 { have(i) } else { Some(n) }).collect();
        let to = to.ok_or_else(|| Error::BadArgument {
            op: "expand",
            argument: "shape",
            got: format!("{shape:?}"),
            takes: format!("-1 only where shape {:?} has an axis", self.shape()),
        })?;
        self.broadcast_to(&to)
    }
}
