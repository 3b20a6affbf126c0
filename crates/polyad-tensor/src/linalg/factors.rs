//! Factorizations with several results, taken apart.

use polyad_core::{DType, Kind, Result};

use crate::{EighPackedOptions, QrPackedOptions, SvdPackedOptions, Tensor, exec};

/// An orthogonal factor and a triangle.
#[derive(Clone)]
pub struct Qr {
    /// Orthogonal columns.
    pub q: Tensor,
    /// The upper triangle.
    pub r: Tensor,
}

/// Eigenvalues and eigenvectors.
#[derive(Clone)]
pub struct Eigen {
    /// The eigenvalues.
    pub eigenvalues: Tensor,
    /// The eigenvectors, as columns.
    pub eigenvectors: Tensor,
}

/// A singular value decomposition.
#[derive(Clone)]
pub struct Svd {
    /// The left vectors, as columns.
    pub u: Tensor,
    /// The singular values, in falling order.
    pub s: Tensor,
    /// The right vectors, as rows, conjugated.
    pub vh: Tensor,
}

/// Sign and logarithm of a determinant.
#[derive(Clone)]
pub struct Slogdet {
    /// The sign: of length 1, or 0.
    pub sign: Tensor,
    /// The logarithm of the magnitude, real.
    pub logabsdet: Tensor,
}

/// Triangles, and the order of rows.
#[derive(Clone)]
pub struct Lu {
    /// The matrix of 0 and 1 that puts the rows of `l @ u` in their places.
    pub p: Tensor,
    /// The lower triangle, with ones on the diagonal.
    pub l: Tensor,
    /// The upper triangle.
    pub u: Tensor,
}

/// The real parts of a tensor that has no others.
fn real(x: Tensor) -> Result<Tensor> {
    if x.dtype().kind() == Kind::Complex { x.real() } else { Ok(x) }
}

impl Tensor {
    /// Each matrix as `q @ r`: `q` with orthogonal columns, as many as the lesser extent or with `complete` as many as rows,
    /// and `r` an upper triangle.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    /// let qr = x.qr(false)?;
    /// assert_eq!((qr.q.shape(), qr.r.shape()), (&[3, 2][..], &[2, 2][..]));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Dtypes: any; integers and bool give float64. Cost: O(m * n * k) for each matrix. Errors: `ShapeMismatch`.
    ///
    /// Source: Python array API 2025.12, `linalg.qr`.
    pub fn qr(&self, complete: bool) -> Result<Qr> {
        let packed = self.qr_packed_with(QrPackedOptions { mode: if complete { "complete" } else { "reduced" } })?;
        let (m, n) = self.extents();
        Ok(Qr { q: packed.rows(0, m)?.contiguous()?, r: packed.rows(m, n)?.matrix_transpose()?.contiguous()? })
    }

    /// The eigenvalues of each symmetric or Hermitian matrix in rising order, and its eigenvectors, from one triangle.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let eigen = tensor![[3.0, 0.0], [0.0, 1.0]].eigh(false)?;
    /// assert_eq!(eigen.eigenvalues, tensor![1.0, 3.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Dtypes: any; integers and bool give float64; eigenvalues are real. Cost: O(n ** 3) for each matrix. Errors:
    /// `ShapeMismatch`, `NoConvergence`.
    ///
    /// Source: Python array API 2025.12, `linalg.eigh`.
    pub fn eigh(&self, upper: bool) -> Result<Eigen> {
        let found = self.eigh_packed_with(EighPackedOptions { upper })?.eigen()?;
        Ok(Eigen { eigenvalues: real(found.eigenvalues)?, ..found })
    }

    /// The eigenvalues of each square matrix, in no order, and its eigenvectors of length 1, all complex.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let eigen = tensor![[0.0, -1.0], [1.0, 0.0]].eig()?;
    /// assert_eq!(eigen.eigenvalues.abs()?.round()?, tensor![1.0, 1.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Dtypes: any; gives complex ones. Cost: O(n ** 3) for each matrix. Errors: `ShapeMismatch`, `NoConvergence`.
    ///
    /// Source: Python array API 2025.12, `linalg.eig`.
    pub fn eig(&self) -> Result<Eigen> {
        self.eig_packed()?.eigen()
    }

    /// Eigenvectors with the eigenvalues beside them, taken apart.
    fn eigen(&self) -> Result<Eigen> {
        let n = self.extents().0;
        let values = self.narrow(-1, n as i64, 1)?.squeeze(-1)?.contiguous()?;
        Ok(Eigen { eigenvalues: values, eigenvectors: self.columns(0, n)? })
    }

    /// Each matrix as `u @ diag(s) @ vh`, with square `u` and `vh` if `full_matrices`.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let svd = tensor![[0.0, 1.0], [3.0, 0.0], [0.0, 0.0]].svd(false)?;
    /// assert_eq!(svd.s, tensor![3.0, 1.0]);
    /// assert_eq!((svd.u.shape(), svd.vh.shape()), (&[3, 2][..], &[2, 2][..]));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Dtypes: any; integers and bool give float64; singular values are real. Cost: O(m * n * min(m, n)) for each matrix.
    /// Errors: `ShapeMismatch`, `NoConvergence`.
    ///
    /// Source: Python array API 2025.12, `linalg.svd`.
    pub fn svd(&self, full_matrices: bool) -> Result<Svd> {
        let packed = self.svd_packed_with(SvdPackedOptions { full_matrices })?;
        let (m, n) = self.extents();
        let k = m.min(n);
        let (left, right) = if full_matrices { (m, n) } else { (k, k) };
        Ok(Svd {
            u: packed.rows(0, m)?.columns(0, left)?,
            s: real(packed.rows(m, 1)?.columns(0, k)?.squeeze(-2)?)?.contiguous()?,
            vh: packed.rows(m + 1, n)?.columns(0, right)?.matrix_transpose()?.contiguous()?,
        })
    }

    /// The sign of the determinant of each matrix, and the logarithm of its magnitude, which overflows later.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let found = tensor![[2.0, 0.0], [0.0, -0.5]].slogdet()?;
    /// assert_eq!((found.sign.item::<f64>()?, found.logabsdet.item::<f64>()?), (-1.0, 0.0));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Dtypes: any; integers and bool give float64; the logarithm is real. Cost: O(n ** 3) for each matrix. Errors:
    /// `ShapeMismatch`.
    ///
    /// Source: Python array API 2025.12, `linalg.slogdet`.
    pub fn slogdet(&self) -> Result<Slogdet> {
        let packed = self.slogdet_packed()?;
        let one = |at| packed.narrow(-1, at, 1)?.squeeze(-1)?.contiguous();
        Ok(Slogdet { sign: one(0)?, logabsdet: real(one(1)?)?.contiguous()? })
    }

    /// Each matrix as `p @ l @ u`, rows exchanged so that no element of `l` is greater than 1.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let lu = tensor![[0.0, 2.0], [1.0, 3.0]].lu()?;
    /// assert_eq!((lu.p, lu.u), (tensor![[0.0, 1.0], [1.0, 0.0]], tensor![[1.0, 3.0], [0.0, 2.0]]));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Dtypes: any; integers and bool give float64, floats narrower than float32 give that. Cost: O(m * n * min(m, n)) for each
    /// matrix. Errors: `ShapeMismatch`.
    ///
    /// Source: SciPy, `linalg.lu`.
    pub fn lu(&self) -> Result<Lu> {
        let (both, rows) = exec::linalg::lu(self.view())?;
        let (both, rows) = (Tensor::from_view(both), Tensor::from_view(rows));
        let (m, n) = self.extents();
        let k = m.min(n);
        // Row i of l @ u is row rows[i] of the matrix, so that column i of p has its 1 there.
        let at = Tensor::arange(m)?.reshape(&[m as i64, 1])?;
        let p = at.equal(&rows.expand_dims(-2)?)?.astype(both.dtype())?;
        let ones = Tensor::eye(m, k, 0, both.dtype())?;
        let lower = both.columns(0, k)?.tril_with(crate::TrilOptions { k: -1 })?;
        Ok(Lu { p, l: lower.add(&ones)?, u: both.rows(0, k)?.triu()? })
    }
}

/// The dtype of the real numbers in a result of a dtype.
pub(super) fn real_dtype(dtype: DType) -> DType {
    let own = if dtype.is_float() { dtype } else { DType::Float64 };
    polyad_ir::part(own)
}
