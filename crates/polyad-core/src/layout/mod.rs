//! Shape, element strides and element offset: where the elements of a view lie, in elements and not in bytes.

use smallvec::{SmallVec, smallvec};

use crate::{Error, Result};

mod broadcast;
mod overlap;
mod reshape;
mod slice;

pub use broadcast::broadcast_shapes;
pub use overlap::{MergedAxes, merge_axes};
pub use slice::{Parts, Slice};

/// The largest number of axes.
pub const MAX_NDIM: usize = 64;

/// Extents, outermost first.
pub type Dims = SmallVec<[usize; 4]>;
/// Strides in elements, signed.
pub type Strides = SmallVec<[isize; 4]>;

/// Where the elements of a view lie: element `(i, j, ..)` is number `offset + i * strides[0] + j * strides[1] + ..`.
///
/// Every product and sum that a layout implies fits an `isize`: constructors check it, so users need not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    shape: Dims,
    strides: Strides,
    offset: usize,
}

/// The product of extents, checked also where another extent is 0, so that no stride of it can overflow.
pub(crate) fn checked_size(shape: &[usize]) -> Option<usize> {
    let nonzero = shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d.max(1)))?;
    let size = if shape.contains(&0) { 0 } else { nonzero };
    (nonzero <= isize::MAX as usize).then_some(size)
}

/// An axis counted from the front, from one in `-ndim..ndim`. Errors: [`Error::AxisOutOfRange`].
pub fn normalize_axis(op: &'static str, axis: i64, shape: &[usize]) -> Result<usize> {
    let n = shape.len() as i64;
    let at = if axis < 0 { axis + n } else { axis };
    if (0..n).contains(&at) { Ok(at as usize) } else { Err(Error::AxisOutOfRange { op, axis, shape: shape.into() }) }
}

impl Layout {
    /// The row-major layout of a shape, from element 0. Errors: [`Error::SizeOverflow`], [`Error::TooManyAxes`].
    ///
    /// ```
    /// use polyad_core::Layout;
    /// assert_eq!(Layout::contiguous(&[2, 3])?.strides(), &[3, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn contiguous(shape: &[usize]) -> Result<Layout> {
        check_ndim("layout", shape.len())?;
        checked_size(shape).ok_or_else(|| Error::SizeOverflow { op: "layout", shape: shape.into(), dtype: None })?;
        Ok(Layout::row_major(Dims::from_slice(shape)))
    }

    /// The row-major layout of a shape whose size was checked.
    pub(crate) fn row_major(shape: Dims) -> Layout {
        let mut strides = Strides::new();
        if shape.len() == 1 {
            strides.push(1);
        } else {
            strides.resize(shape.len(), 0);
            let mut step = 1;
            for (stride, &n) in strides.iter_mut().zip(&shape).rev() {
                *stride = step;
                step *= n.max(1) as isize;
            }
        }
        Layout { shape, strides, offset: 0 }
    }

    /// Any layout. Errors: [`Error::TooManyAxes`], [`Error::ShapeMismatch`] where shape and strides differ in length,
    /// [`Error::SizeOverflow`] where an element would lie past the address space or before element 0.
    pub fn new(shape: &[usize], strides: &[isize], offset: usize) -> Result<Layout> {
        check_ndim("layout", shape.len())?;
        if shape.len() != strides.len() {
            return Err(Error::ShapeMismatch {
                op: "layout",
                got: shape.into(),
                need: format!("one stride an axis, not {strides:?}"),
            });
        }
        let overflow = || Error::SizeOverflow { op: "layout", shape: shape.into(), dtype: None };
        checked_size(shape).ok_or_else(overflow)?;
        let layout = Layout { shape: shape.into(), strides: strides.into(), offset };
        layout.reach().ok_or_else(overflow)?;
        Ok(layout)
    }

    /// The extents.
    #[inline]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The strides in elements.
    #[inline]
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }

    /// The number of the first element.
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// How many axes.
    #[inline]
    pub fn ndim(&self) -> usize {
        self.shape.len()
    }

    /// How many elements.
    #[inline]
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }

    /// Lowest and highest element number that the layout touches, assuming no extent is 0; `None` where a sum
    /// overflows or reaches before element 0.
    fn reach(&self) -> Option<(usize, usize)> {
        let mut low = isize::try_from(self.offset).ok()?;
        let mut high = low;
        for (&n, &stride) in self.shape.iter().zip(&self.strides) {
            // An extent of 0 counts as 1: the view itself is still a place in the buffer.
            let travel = stride.checked_mul(isize::try_from(n.max(1) - 1).ok()?)?;
            if travel < 0 {
                low = low.checked_add(travel)?;
            } else {
                high = high.checked_add(travel)?;
            }
        }
        (low >= 0).then_some((low as usize, high as usize))
    }

    /// Lowest element number touched and one past the highest; `None` for an empty layout.
    pub fn span(&self) -> Option<(usize, usize)> {
        if self.size() == 0 {
            return None;
        }
        let (low, high) = self.reach().expect("a layout stays inside the address space");
        Some((low, high + 1))
    }

    /// Whether elements lie one after the other in row-major order; axes of extent 1 and empty layouts do not matter (NumPy).
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        is_gapless(self.shape.iter().zip(&self.strides).rev())
    }

    /// Whether the strides are exactly those of [`Layout::contiguous`], axes of extent 1 included (MatX's strict test).
    pub fn is_canonical(&self) -> bool {
        let mut step = 1;
        self.shape.iter().zip(&self.strides).rev().all(|(&n, &stride)| {
            let fits = stride == step;
            step *= n.max(1) as isize;
            fits
        })
    }

    /// Whether elements lie in column-major (Fortran) order.
    pub fn is_fortran_contiguous(&self) -> bool {
        is_gapless(self.shape.iter().zip(&self.strides))
    }

    /// Axes in another order. O(ndim). Errors: [`Error::ShapeMismatch`], [`Error::AxisOutOfRange`], [`Error::RepeatedAxis`].
    pub fn permute(&self, axes: &[i64]) -> Result<Layout> {
        const OP: &str = "permute";
        if axes.len() != self.ndim() {
            let need = format!("one axis for each of its {}, not {axes:?}", self.ndim());
            return Err(Error::ShapeMismatch { op: OP, got: self.shape().into(), need });
        }
        let mut seen = 0u64;
        let mut out = Layout { shape: Dims::new(), strides: Strides::new(), offset: self.offset };
        for &axis in axes {
            let at = normalize_axis(OP, axis, &self.shape)?;
            if seen >> at & 1 == 1 {
                return Err(Error::RepeatedAxis { op: OP, axis, shape: self.shape().into() });
            }
            seen |= 1 << at;
            out.shape.push(self.shape[at]);
            out.strides.push(self.strides[at]);
        }
        Ok(out)
    }

    /// Two axes exchanged. O(ndim). Errors: [`Error::AxisOutOfRange`].
    pub fn swap_axes(&self, a: i64, b: i64) -> Result<Layout> {
        let (a, b) = (normalize_axis("swap_axes", a, &self.shape)?, normalize_axis("swap_axes", b, &self.shape)?);
        let mut out = self.clone();
        out.shape.swap(a, b);
        out.strides.swap(a, b);
        Ok(out)
    }

    /// A new axis of extent 1 before `axis`, which runs from `-ndim - 1` to `ndim`. Errors: [`Error::BadArgument`],
    /// [`Error::TooManyAxes`].
    pub fn expand_dims(&self, axis: i64) -> Result<Layout> {
        const OP: &str = "expand_dims";
        check_ndim(OP, self.ndim() + 1)?;
        let n = self.ndim() as i64 + 1;
        let at = if axis < 0 { axis + n } else { axis };
        if !(0..n).contains(&at) {
            let takes = format!("{} to {} for shape {:?}", -n, n - 1, self.shape());
            return Err(Error::BadArgument { op: OP, argument: "axis", got: axis.to_string(), takes });
        }
        let at = at as usize;
        let mut out = self.clone();
        let stride = if at < self.ndim() { self.strides[at].saturating_mul(self.shape[at].max(1) as isize) } else { 1 };
        out.shape.insert(at, 1);
        out.strides.insert(at, stride);
        Ok(out)
    }

    /// Drops an axis of extent 1. Errors: [`Error::AxisOutOfRange`], [`Error::ShapeMismatch`] where the extent is another.
    pub fn squeeze(&self, axis: i64) -> Result<Layout> {
        const OP: &str = "squeeze";
        let at = normalize_axis(OP, axis, &self.shape)?;
        if self.shape[at] != 1 {
            let need = format!("extent 1 on axis {at}");
            return Err(Error::ShapeMismatch { op: OP, got: self.shape().into(), need });
        }
        let mut out = self.clone();
        out.shape.remove(at);
        out.strides.remove(at);
        Ok(out)
    }

    /// The element number of an index, negative entries counted from the end. Errors: [`Error::ShapeMismatch`],
    /// [`Error::IndexOutOfRange`].
    pub fn element(&self, index: &[i64]) -> Result<usize> {
        const OP: &str = "index";
        if index.len() != self.ndim() {
            let need = format!("one index an axis, not {index:?}");
            return Err(Error::ShapeMismatch { op: OP, got: self.shape().into(), need });
        }
        let mut at = self.offset as isize;
        for (axis, (&i, &n)) in index.iter().zip(&self.shape).enumerate() {
            let k = if i < 0 { i.saturating_add(n as i64) } else { i };
            if k < 0 || k as u64 >= n as u64 {
                return Err(Error::IndexOutOfRange { op: OP, index: i, axis, shape: self.shape().into() });
            }
            at += k as isize * self.strides[axis];
        }
        Ok(at as usize)
    }

    /// Element numbers in row-major order. O(size); for tests, oracles and printing.
    pub fn elements(&self) -> impl Iterator<Item = usize> + '_ {
        let mut index: Dims = smallvec![0; self.ndim()];
        let mut at = self.offset as isize;
        (0..self.size()).map(move |_| {
            let here = at as usize;
            for axis in (0..index.len()).rev() {
                index[axis] += 1;
                at = at.wrapping_add(self.strides[axis]);
                if index[axis] < self.shape[axis] {
                    break;
                }
                // One past the last element may lie past the address space; it is never looked at.
                at = at.wrapping_sub(self.strides[axis].wrapping_mul(self.shape[axis] as isize));
                index[axis] = 0;
            }
            here
        })
    }
}

/// Whether elements follow each other along axes given innermost first.
#[inline]
fn is_gapless<'a>(axes: impl Iterator<Item = (&'a usize, &'a isize)>) -> bool {
    let mut step = 1isize;
    for (&n, &stride) in axes {
        if n == 0 {
            return true;
        }
        if n != 1 {
            if stride != step {
                return false;
            }
            step = step.saturating_mul(n as isize);
        }
    }
    true
}

/// Refuses more axes than [`MAX_NDIM`].
fn check_ndim(op: &'static str, ndim: usize) -> Result<()> {
    if ndim > MAX_NDIM { Err(Error::TooManyAxes { op, ndim }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_is_an_error_even_beside_an_extent_of_zero() {
        let huge = usize::MAX / 2;
        assert!(matches!(Layout::contiguous(&[huge, 3, 0]), Err(Error::SizeOverflow { .. })));
        assert!(Layout::contiguous(&[0, 3]).is_ok());
        assert!(matches!(Layout::new(&[2], &[-1], 0), Err(Error::SizeOverflow { .. })));
        assert!(Layout::new(&[2], &[-1], 1).is_ok());
    }

    #[test]
    fn rank_ends_at_64() {
        assert!(Layout::contiguous(&[1; 64]).is_ok());
        assert!(matches!(Layout::contiguous(&[1; 65]), Err(Error::TooManyAxes { .. })));
        assert!(Layout::contiguous(&[1; 64]).unwrap().expand_dims(0).is_err());
    }

    #[test]
    fn contiguity_ignores_unit_axes_and_canonical_does_not() {
        let l = Layout::new(&[2, 1, 3], &[3, 77, 1], 0).unwrap();
        assert!(l.is_contiguous() && !l.is_canonical());
        assert!(Layout::contiguous(&[2, 1, 3]).unwrap().is_canonical());
        assert!(Layout::new(&[2, 3], &[1, 2], 0).unwrap().is_fortran_contiguous());
    }

    #[test]
    fn permute_refuses_repeats() {
        let l = Layout::contiguous(&[2, 3, 4]).unwrap();
        assert_eq!(l.permute(&[2, 0, -2]).unwrap().strides(), &[1, 12, 4]);
        assert!(matches!(l.permute(&[0, 0, 1]), Err(Error::RepeatedAxis { .. })));
        assert!(matches!(l.permute(&[0, 1]), Err(Error::ShapeMismatch { .. })));
    }

    #[test]
    fn elements_walk_in_row_major_order() {
        let l = Layout::contiguous(&[2, 3]).unwrap().permute(&[1, 0]).unwrap();
        assert_eq!(l.elements().collect::<Vec<_>>(), [0, 3, 1, 4, 2, 5]);
        assert_eq!(Layout::contiguous(&[]).unwrap().elements().collect::<Vec<_>>(), [0]);
        assert_eq!(Layout::contiguous(&[0, 3]).unwrap().elements().count(), 0);
    }

    #[test]
    fn element_checks_each_axis() {
        let l = Layout::contiguous(&[4, 6]).unwrap();
        assert_eq!(l.element(&[-1, 5]).unwrap(), 23);
        assert!(matches!(l.element(&[0, 9]), Err(Error::IndexOutOfRange { axis: 1, .. })));
        assert!(l.element(&[i64::MIN, 0]).is_err());
    }
}
