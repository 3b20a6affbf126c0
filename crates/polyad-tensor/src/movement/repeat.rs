//! Elements repeated as often as a tensor says.

use polyad_core::{DType, Error, Kind, Result, normalize_axis};
use polyad_ir::{Axes, ops};

use crate::Tensor;

impl Tensor {
    /// Each element repeated in place along an axis, or of the flattened tensor, as often as its count says. Copies.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![5, 6, 7].repeat_each(&tensor![2, 0, 1], 0)?, tensor![5, 5, 7]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `ShapeMismatch` where there is not one count, or one for each element; `BadArgument` for a negative one;
    /// `DTypeMismatch`. Source: Python array API 2025.12, `repeat`.
    pub fn repeat_each(&self, counts: &Tensor, axis: impl Into<Axes>) -> Result<Tensor> {
        const OP: &str = "repeat";
        let axis = ops::flat_or_axis(&ops::REPEAT, &axis.into(), self.shape())?;
        let Some(axis) = axis else { return self.flatten(0, -1)?.repeat_each(counts, 0) };
        let n = self.shape()[normalize_axis(OP, axis as i64, self.shape())?];
        if !matches!(counts.dtype().kind(), Kind::Signed | Kind::Unsigned) {
            return Err(Error::DTypeMismatch { op: OP, got: counts.dtype(), need: DType::Int64 });
        }
        if counts.ndim() > 1 || counts.size() != 1 && counts.size() != n {
            let need = format!("one count, or {n}, for axis {axis} of shape {:?}", self.shape());
            return Err(Error::ShapeMismatch { op: OP, got: counts.shape().into(), need });
        }
        let counts = counts.astype(DType::Int64)?.to_vec::<i64>()?;
        if let Some(bad) = counts.iter().find(|&&c| c < 0) {
            let takes = "counts of at least 0".into();
            return Err(Error::BadArgument { op: OP, argument: "counts", got: bad.to_string(), takes });
        }
        if let [one] = counts[..] {
            return self.repeat(one, axis as i64);
        }
        let total = counts.iter().try_fold(0usize, |sum, &c| sum.checked_add(c as usize));
        let overflow = || Error::SizeOverflow { op: OP, shape: self.shape().into(), dtype: None };
        let total = total.ok_or_else(overflow)?;
        let mut list: Vec<i64> = Vec::new();
        list.try_reserve_exact(total).map_err(|_| Error::OutOfMemory { bytes: total.saturating_mul(8) })?;
        for (i, &count) in counts.iter().enumerate() {
            list.extend(std::iter::repeat_n(i as i64, count as usize));
        }
        self.take(&Tensor::from_slice(&list, &[total])?, axis as i64)
    }
}
