//! Ranks, condition numbers and least squares: what singular values tell.

use polyad_core::{DType, Error, Kind, Result};

use super::factors::real_dtype;
use crate::{MatrixNormOptions, MaxOptions, SumOptions, Tensor};

/// A solution by least squares, as NumPy has it.
#[derive(Clone)]
pub struct LeastSquares {
    /// The solution of least norm.
    pub x: Tensor,
    /// The sums of the squared residuals of each column; none where the rank is not that of the columns, or no equation is
    /// left over.
    pub residuals: Tensor,
    /// The rank of each matrix.
    pub rank: Tensor,
    /// Its singular values.
    pub s: Tensor,
}

impl Tensor {
    /// How many singular values of each matrix are greater than `rtol` times the greatest; without one the tolerance is
    /// [`Tensor::default_rtol`].
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![[1.0, 2.0], [2.0, 4.0]].matrix_rank(None)?.item::<i64>()?, 1);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Shape: that of the tensor without its last two axes. Dtypes: any; gives int64. Errors: `ShapeMismatch`, `Broadcast`
    /// where `rtol` does not fit the leading axes, `NoConvergence`.
    ///
    /// Source: Python array API 2025.12, `linalg.matrix_rank`.
    pub fn matrix_rank(&self, rtol: Option<&Tensor>) -> Result<Tensor> {
        self.svdvals()?.rank_of_values(rtol, self.default_rtol())
    }

    /// The rank that singular values, or the magnitudes of eigenvalues, tell.
    pub fn rank_of_values(&self, rtol: Option<&Tensor>, default: f64) -> Result<Tensor> {
        if self.shape().last() == Some(&0) {
            let lead = &self.shape()[..self.ndim() - 1];
            let whole = match rtol {
                Some(rtol) => polyad_core::broadcast_shapes("matrix_rank", &[lead, rtol.shape()])?,
                None => lead.into(),
            };
            return Tensor::zeros(&whole, DType::Int64);
        }
        let greatest = self.max_with(-1, MaxOptions { keepdims: true })?;
        let cut = match rtol {
            Some(rtol) => greatest.multiply(&rtol.astype(real_dtype(self.dtype()))?.expand_dims(-1)?)?,
            None => greatest.multiply(default)?,
        };
        self.greater(&cut)?.sum(-1)
    }

    /// The condition number of each matrix: the norm `ord` times that of the inverse, infinite where there is none; `2` and
    /// `-2` are quotients of singular values, also of matrices that are not square.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[4.0, 0.0], [0.0, 2.0]];
    /// assert_eq!(x.cond("2")?.item::<f64>()?, 2.0);
    /// assert_eq!(x.cond("inf")?.item::<f64>()?, 2.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Shape: that of the tensor without its last two axes. Dtypes: any; gives real floats. Errors: `ShapeMismatch`,
    /// `BadArgument`, `NoConvergence`.
    ///
    /// Source: NumPy, `linalg.cond`.
    pub fn cond(&self, ord: &'static str) -> Result<Tensor> {
        let (m, n) = self.extents();
        if self.ndim() >= 2 && m.min(n) == 0 {
            let need = "at least one row and one column".into();
            return Err(Error::ShapeMismatch { op: "cond", got: self.shape().into(), need });
        }
        if ord == "2" || ord == "-2" {
            let values = self.svdvals()?;
            let (first, last) = (values.narrow(-1, 0, 1)?, values.narrow(-1, m.min(n) as i64 - 1, 1)?);
            let quotient = if ord == "2" { first.divide(&last)? } else { last.divide(&first)? };
            // 0 by 0 is a matrix of zeros, which has no inverse.
            let none = values.equal(0.0)?.all(-1)?;
            let infinite = Tensor::full(none.shape(), f64::INFINITY, quotient.dtype())?;
            return infinite.where_of(&none, &quotient.squeeze(-1)?);
        }
        let norm = |x: &Tensor| x.matrix_norm_with(MatrixNormOptions { ord, keepdims: false });
        let none = self.det()?.equal(0.0)?;
        let other = Tensor::identity(n, self.dtype())?.where_of(&none.expand_dims([-2, -1])?, self)?;
        let product = norm(self)?.multiply(&norm(&other.inv()?)?)?;
        Tensor::full(none.shape(), f64::INFINITY, product.dtype())?.where_of(&none, &product)
    }

    /// This where a condition holds, else another.
    pub(super) fn where_of(&self, condition: &Tensor, other: &Tensor) -> Result<Tensor> {
        condition.where_(self, other)
    }

    /// The vector or columns `x` for which the sum of the squares of `self @ x - b` is least, and of those the shortest;
    /// singular values up to `rcond` times the greatest count as 0, by default [`Tensor::default_rtol`].
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let found = tensor![[1.0], [1.0]].lstsq(&tensor![1.0, 3.0], None)?;
    /// assert!((found.x.item::<f64>()? - 2.0).abs() < 1e-12);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Shapes: `[.., m, n]` and `[m]` or `[.., m, k]`. Dtypes: any; integers and bool give float64. Errors:
    /// `ShapeMismatch`, `Broadcast`, `NoConvergence`.
    ///
    /// Source: NumPy, `linalg.lstsq`.
    pub fn lstsq(&self, b: &Tensor, rcond: Option<f64>) -> Result<LeastSquares> {
        const OP: &str = "lstsq";
        let svd = self.svd(false)?;
        let (m, n) = self.extents();
        let one = b.ndim() == 1;
        let right = if one { b.expand_dims(-1)? } else { b.clone() };
        if right.ndim() < 2 || right.extents().0 != m {
            let need = format!("{m} rows in the right-hand side, as the matrix has shape {:?}", self.shape());
            return Err(Error::ShapeMismatch { op: OP, got: b.shape().into(), need });
        }
        let tolerance = rcond.unwrap_or(self.default_rtol());
        let rank = svd.s.rank_of_values(Some(&Tensor::full(&[], tolerance, DType::Float64)?), tolerance)?;
        let place = Tensor::arange(m.min(n))?;
        let kept = place.less(&rank.expand_dims(-1)?)?;
        let zero = Tensor::zeros(&[], svd.s.dtype())?;
        let one_where = Tensor::ones(&[], svd.s.dtype())?.where_of(&kept, &zero)?;
        let inverse = one_where.divide(&svd.s.where_of(&kept, &Tensor::ones(&[], svd.s.dtype())?)?)?;
        let adjoint = |x: &Tensor| -> Result<Tensor> {
            let turned = x.matrix_transpose()?;
            if turned.dtype().kind() == Kind::Complex { turned.conj() } else { Ok(turned) }
        };
        let right = if right.dtype().is_float() { right } else { right.astype(svd.s.dtype())? };
        let inner = adjoint(&svd.u)?.matmul(&right)?.multiply(&inverse.expand_dims(-1)?)?;
        let x = adjoint(&svd.vh)?.matmul(&inner)?;
        let whole = m > n && rank.equal(n as i64)?.all(())?.item::<bool>()?;
        let residuals = if whole {
            let size = self.matmul(&x)?.subtract(&right)?.abs()?;
            let sums = size.square()?.sum_with(-2, SumOptions::default())?;
            if one { sums.squeeze(-1)?.expand_dims(-1)? } else { sums }
        } else {
            Tensor::zeros(&[0], svd.s.dtype())?
        };
        Ok(LeastSquares { x: if one { x.squeeze(-1)? } else { x }, residuals, rank, s: svd.s })
    }
}
