//! Linear algebra with several results, and what is measured of a matrix. What has one result is a method of the table.

mod factors;
mod measures;

pub use factors::{Eigen, Lu, Qr, Slogdet, Svd};
pub use measures::LeastSquares;

use polyad_core::{DType, Result};

use crate::Tensor;

impl Tensor {
    /// Some columns of matrices, row-major.
    fn columns(&self, start: usize, length: usize) -> Result<Tensor> {
        self.narrow(-1, start as i64, length as i64)?.contiguous()
    }

    /// Some rows of matrices.
    fn rows(&self, start: usize, length: usize) -> Result<Tensor> {
        self.narrow(-2, start as i64, length as i64)
    }

    /// The extents of the last two axes of what an entry let through.
    fn extents(&self) -> (usize, usize) {
        if let [.., m, n] = *self.shape() { (m, n) } else { (0, 0) }
    }

    /// The tolerance below which singular values count as 0 where a caller names none: the greater extent times the
    /// distance from 1 to the next number.
    pub fn default_rtol(&self) -> f64 {
        let (m, n) = self.extents();
        let epsilon = match polyad_ir::part(self.dtype().compute()) {
            DType::Float32 => f64::from(f32::EPSILON),
            _ => f64::EPSILON,
        };
        m.max(n) as f64 * epsilon
    }
}
