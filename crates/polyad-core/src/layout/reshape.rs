//! Reshaping without a copy, where the strides allow it.

use super::{Dims, Layout, Strides};
use crate::{Error, Result};

impl Layout {
    /// The extents that a reshape asks for, with one -1 filled in. Errors: [`Error::Reshape`], [`Error::TooManyAxes`].
    pub fn resolve_reshape(&self, to: &[i64]) -> Result<Dims> {
        super::check_ndim("reshape", to.len())?;
        let fail = || Error::Reshape { from: self.shape().into(), to: to.to_vec() };
        let size = self.size();
        let mut known = 1usize;
        let mut infer = None;
        let mut out = Dims::new();
        for (i, &n) in to.iter().enumerate() {
            if n == -1 && infer.replace(i).is_none() {
                out.push(1);
            } else {
                let n = usize::try_from(n).map_err(|_| fail())?;
                known = known.checked_mul(n).ok_or_else(fail)?;
                out.push(n);
            }
        }
        if let Some(i) = infer {
            if known == 0 || !size.is_multiple_of(known) {
                return Err(fail());
            }
            out[i] = size / known;
        } else if known != size {
            return Err(fail());
        }
        super::checked_size(&out).ok_or_else(fail)?;
        Ok(out)
    }

    /// The same elements in another shape over the same buffer, or `None` where that needs a copy. O(ndim).
    ///
    /// `shape` must have as many elements as the layout.
    pub fn reshape(&self, shape: &[usize]) -> Option<Layout> {
        debug_assert_eq!(shape.iter().product::<usize>(), self.size());
        let mut out = Layout::contiguous(shape).ok()?;
        out.offset = self.offset;
        if self.size() == 0 {
            return Some(out);
        }
        // Merge axes whose elements follow each other, then split each merged run anew.
        let runs = self.merged();
        let mut strides: Strides = smallvec::smallvec![0; shape.len()];
        let mut axis = shape.len();
        for &(len, step) in runs.iter().rev() {
            let (mut left, mut stride) = (len, step);
            while left != 1 {
                axis = axis.checked_sub(1)?;
                let n = shape[axis];
                strides[axis] = stride;
                if !left.is_multiple_of(n) {
                    return None;
                }
                left /= n;
                stride = stride.saturating_mul(n as isize);
            }
        }
        // Axes of extent 1 get the stride they would have in a fresh layout over their right neighbour.
        for i in (0..shape.len()).rev().filter(|&i| shape[i] == 1) {
            strides[i] = match shape.get(i + 1) {
                Some(&n) => strides[i + 1].saturating_mul(n as isize),
                None => 1,
            };
        }
        out.strides = strides;
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_keep_their_elements() {
        let l = Layout::contiguous(&[4, 6]).unwrap();
        let cases: &[(Layout, &[usize], bool)] = &[
            (l.clone(), &[2, 2, 3, 2], true),
            (l.flip(1).unwrap(), &[4, 3, 2], true),
            (l.flip(1).unwrap(), &[24], false),
            (l.flip(0).unwrap().flip(1).unwrap(), &[24], true),
            (l.permute(&[1, 0]).unwrap(), &[6, 2, 2], true),
            (l.permute(&[1, 0]).unwrap(), &[24], false),
            (l.broadcast_to(&[3, 4, 6]).unwrap(), &[3, 24], true),
            (l.broadcast_to(&[3, 4, 6]).unwrap(), &[72], false),
            (l.clone(), &[1, 4, 1, 6, 1], true),
        ];
        for (from, to, view) in cases {
            let got = from.reshape(to);
            assert_eq!(got.is_some(), *view, "{from:?} {to:?}");
            if let Some(got) = got {
                assert!(got.elements().eq(from.elements()));
            }
        }
    }

    #[test]
    fn minus_one_is_inferred_once() {
        let l = Layout::contiguous(&[4, 6]).unwrap();
        assert_eq!(l.resolve_reshape(&[3, -1]).unwrap().as_slice(), &[3, 8]);
        for bad in [&[-1, -1][..], &[5, -1], &[-2, 12], &[0, -1], &[25], &[i64::MAX, i64::MAX]] {
            assert!(matches!(l.resolve_reshape(bad), Err(Error::Reshape { .. })), "{bad:?}");
        }
        let empty = Layout::contiguous(&[0, 3]).unwrap();
        assert_eq!(empty.resolve_reshape(&[-1]).unwrap().as_slice(), &[0]);
    }

    #[test]
    fn scalar_and_ones() {
        let l = Layout::contiguous(&[]).unwrap();
        assert!(l.reshape(&[1, 1]).unwrap().is_contiguous());
        assert!(l.reshape(&[1]).unwrap().reshape(&[]).is_some());
    }
}
