//! Joining by rows, columns and depth; each copies.

use polyad_core::Result;

use crate::Tensor;

/// `f` of each tensor, then all joined along an axis.
fn joined(first: &Tensor, others: &[&Tensor], axis: i64, f: impl Fn(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
    let rest: Vec<Tensor> = others.iter().map(|t| f(t)).collect::<Result<_>>()?;
    f(first)?.concat(&rest.iter().collect::<Vec<_>>(), axis)
}

impl Tensor {
    /// Tensors joined along the first axis; vectors are rows.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![1, 2].vstack(&[&tensor![3, 4]])?, tensor![[1, 2], [3, 4]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `ShapeMismatch`. Source: NumPy, `vstack`.
    pub fn vstack(&self, others: &[&Tensor]) -> Result<Tensor> {
        joined(self, others, 0, |t| match t.ndim() {
            0 => t.reshape(&[1, 1]),
            1 => t.expand_dims(0),
            _ => Ok(t.clone()),
        })
    }

    /// Tensors joined along the second axis, vectors end to end.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![1, 2].hstack(&[&tensor![3]])?, tensor![1, 2, 3]);
    /// assert_eq!(tensor![[1], [2]].hstack(&[&tensor![[3], [4]]])?, tensor![[1, 3], [2, 4]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `ShapeMismatch`. Source: NumPy, `hstack`.
    pub fn hstack(&self, others: &[&Tensor]) -> Result<Tensor> {
        let axis = i64::from(self.ndim() > 1);
        joined(self, others, axis, |t| if t.ndim() == 0 { t.reshape(&[1]) } else { Ok(t.clone()) })
    }

    /// Tensors joined along the third axis, which vectors and matrices get.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![1, 2].dstack(&[&tensor![3, 4]])?, tensor![[[1, 3], [2, 4]]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `ShapeMismatch`. Source: NumPy, `dstack`.
    pub fn dstack(&self, others: &[&Tensor]) -> Result<Tensor> {
        joined(self, others, 2, |t| match t.ndim() {
            0 => t.reshape(&[1, 1, 1]),
            1 => t.expand_dims([0, 2]),
            2 => t.expand_dims(2),
            _ => Ok(t.clone()),
        })
    }
}
