//! Broadcasting: extents of 1 repeat by stride 0.

use super::{Dims, Layout, Strides};
use crate::{Error, Result};

/// The common shape of several, NumPy's rule. Errors: [`Error::Broadcast`] with all shapes.
///
/// ```
/// use polyad_core::broadcast_shapes;
/// assert_eq!(broadcast_shapes("add", &[&[2, 1], &[3]])?.as_slice(), &[2, 3]);
/// # Ok::<(), polyad_core::Error>(())
/// ```
pub fn broadcast_shapes(op: &'static str, shapes: &[&[usize]]) -> Result<Dims> {
    let ndim = shapes.iter().map(|s| s.len()).max().unwrap_or(0);
    let mut out: Dims = smallvec::smallvec![1; ndim];
    for shape in shapes {
        for (have, &n) in out[ndim - shape.len()..].iter_mut().zip(*shape) {
            if *have == 1 {
                *have = n;
            } else if n != 1 && n != *have {
                return Err(Error::broadcast(op, shapes));
            }
        }
    }
    Ok(out)
}

impl Layout {
    /// The same elements seen in a larger shape. O(ndim), same buffer. Errors: [`Error::Broadcast`], [`Error::SizeOverflow`].
    pub fn broadcast_to(&self, shape: &[usize]) -> Result<Layout> {
        const OP: &str = "broadcast_to";
        super::check_ndim(OP, shape.len())?;
        let fail = || Error::broadcast(OP, &[self.shape(), shape]);
        let lead = shape.len().checked_sub(self.ndim()).ok_or_else(fail)?;
        super::checked_size(shape).ok_or_else(|| Error::SizeOverflow { op: OP, shape: shape.into(), dtype: None })?;
        let mut strides: Strides = smallvec::smallvec![0; lead];
        for ((&have, &stride), &n) in self.shape.iter().zip(&self.strides).zip(&shape[lead..]) {
            match have {
                _ if have == n => strides.push(stride),
                1 => strides.push(0),
                _ => return Err(fail()),
            }
        }
        Ok(Layout { shape: shape.into(), strides, offset: self.offset })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broadcasting_takes_stride_zero() {
        let l = Layout::contiguous(&[3, 1]).unwrap().broadcast_to(&[2, 3, 4]).unwrap();
        assert_eq!(l.strides(), &[0, 1, 0]);
        assert!(matches!(l.broadcast_to(&[3]), Err(Error::Broadcast { .. })));
        assert_eq!(Layout::contiguous(&[1]).unwrap().broadcast_to(&[0]).unwrap().size(), 0);
        assert!(matches!(
            Layout::contiguous(&[1]).unwrap().broadcast_to(&[usize::MAX, 0]),
            Err(Error::SizeOverflow { .. })
        ));
    }

    #[test]
    fn zero_and_one_meet_at_zero() {
        assert_eq!(broadcast_shapes("add", &[&[0], &[1]]).unwrap().as_slice(), &[0]);
        assert!(broadcast_shapes("add", &[&[0], &[2]]).is_err());
        assert_eq!(broadcast_shapes("add", &[&[], &[]]).unwrap().len(), 0);
    }
}
