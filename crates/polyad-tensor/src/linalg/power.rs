//! Powers of matrices.

use polyad_core::Result;

use crate::Tensor;

impl Tensor {
    /// Each square matrix multiplied with itself `n` times over, by squaring; of 0 the identity, of a negative power that of
    /// the inverse.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[2.0, 0.0], [0.0, 4.0]];
    /// assert_eq!(x.matpow(-1)?, tensor![[0.5, 0.0], [0.0, 0.25]]);
    /// assert_eq!(x.matpow(3)?, tensor![[8.0, 0.0], [0.0, 64.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Dtypes: numbers; an integer matrix has a float64 inverse. Cost: up to 2 log2(n) products. Errors: `ShapeMismatch`,
    /// `Singular` for a negative power of a matrix without an inverse.
    ///
    /// Source: Python array API 2025.12, `linalg.matrix_power`.
    pub fn matpow(&self, n: i64) -> Result<Tensor> {
        let mut square = if n < 0 { self.inv()? } else { self.clone() };
        let mut left = n.unsigned_abs();
        let mut out: Option<Tensor> = None;
        while left > 0 {
            if left & 1 == 1 {
                out = Some(match out {
                    Some(out) => out.matmul(&square)?,
                    None => square.clone(),
                });
            }
            left >>= 1;
            if left > 0 {
                square = square.matmul(&square)?;
            }
        }
        match out {
            Some(out) => out.copy(),
            None => {
                self.det()?;
                let shape: Vec<i64> = self.shape().iter().map(|&n| n as i64).collect();
                Tensor::identity(self.extents().0, self.dtype())?.broadcast_to(&shape)?.copy()
            }
        }
    }
}
