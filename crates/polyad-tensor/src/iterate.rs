//! Going through a tensor: along an axis by views, or element by element.

use std::iter::FusedIterator;
use std::marker::PhantomData;

use polyad_core::{Dims, Element, Error, Layout, ReadGuard, Result, Slice};

use crate::Tensor;
use crate::element::{check_type, read};

impl Tensor {
    /// The parts of the tensor at each index of an axis, in order: views without that axis. O(ndim) a step.
    ///
    /// Errors: `AxisOutOfRange`.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let columns: Vec<_> = x.iter_axis(1)?.collect();
    /// assert_eq!(columns, [tensor![1, 4], tensor![2, 5], tensor![3, 6]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn iter_axis(&self, axis: i64) -> Result<AxisIter> {
        let axis = polyad_core::normalize_axis("iter_axis", axis, self.shape())?;
        Ok(AxisIter { tensor: self.clone(), axis, left: 0..self.shape()[axis] })
    }

    /// The elements in row-major order, read one by one under one host guard: until the iterator goes, operations that
    /// write the buffer fail with `InUse`.
    ///
    /// Errors: `DTypeMismatch` where `T` is not the type of the elements (packed ones are read as [`Tensor::get`] does),
    /// `InUse` where a write guard or an exported view is alive.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2], [3, 4]].mt()?;
    /// assert_eq!(x.elements::<i64>()?.collect::<Vec<_>>(), [1, 3, 2, 4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn elements<T: Element>(&self) -> Result<Elements<T>> {
        check_type::<T>("elements", self.dtype())?;
        let guard = self.buffer().read()?;
        let index = Dims::from_elem(0, self.ndim());
        let (layout, left) = (self.layout().clone(), self.size());
        Ok(Elements { guard, at: layout.offset() as isize, layout, dtype: self.dtype(), index, left, of: PhantomData })
    }
}

/// The parts at each index of an axis: [`Tensor::iter_axis`].
///
/// ```
/// use polyad_tensor::tensor;
/// let mut rows = tensor![[1, 2], [3, 4]].iter_axis(0)?;
/// assert_eq!((rows.next_back(), rows.len()), (Some(tensor![3, 4]), 1));
/// # Ok::<(), polyad_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct AxisIter {
    tensor: Tensor,
    axis: usize,
    left: std::ops::Range<usize>,
}

impl AxisIter {
    fn part(&self, index: usize) -> Tensor {
        let mut parts = polyad_core::Parts::from_elem(Slice::All, self.axis);
        parts.push(Slice::At(index as i64));
        self.tensor.slice(&parts).expect("the axis has this index")
    }
}

impl Iterator for AxisIter {
    type Item = Tensor;

    fn next(&mut self) -> Option<Tensor> {
        self.left.next().map(|i| self.part(i))
    }

    fn nth(&mut self, n: usize) -> Option<Tensor> {
        self.left.nth(n).map(|i| self.part(i))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl DoubleEndedIterator for AxisIter {
    fn next_back(&mut self) -> Option<Tensor> {
        self.left.next_back().map(|i| self.part(i))
    }
}

impl ExactSizeIterator for AxisIter {}
impl FusedIterator for AxisIter {}

/// The parts along the first axis. [`Tensor::iter_axis`] returns the error that this panics with.
///
/// ```
/// use polyad_tensor::tensor;
/// let mut sums = vec![];
/// for row in &tensor![[1, 2], [3, 4]] {
///     sums.push(row.sum(())?.item::<i64>()?);
/// }
/// assert_eq!(sums, [3, 7]);
/// # Ok::<(), polyad_core::Error>(())
/// ```
///
/// # Panics
/// For a 0-d tensor, which has no axis.
impl IntoIterator for &Tensor {
    type Item = Tensor;
    type IntoIter = AxisIter;

    #[track_caller]
    fn into_iter(self) -> AxisIter {
        self.iter_axis(0).unwrap_or_else(|e: Error| panic!("{e}"))
    }
}

/// The elements in row-major order, under one host guard: [`Tensor::elements`].
///
/// ```
/// use polyad_tensor::tensor;
/// assert_eq!(tensor![[1, 2], [3, 4]].elements::<i64>()?.max(), Some(4));
/// # Ok::<(), polyad_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Elements<T> {
    guard: ReadGuard,
    layout: Layout,
    dtype: polyad_core::DType,
    index: Dims,
    at: isize,
    left: usize,
    of: PhantomData<T>,
}

impl<T: Element> Iterator for Elements<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        let value = read(&self.guard, self.dtype, self.at as usize);
        for axis in (0..self.index.len()).rev() {
            let (n, stride) = (self.layout.shape()[axis], self.layout.strides()[axis]);
            self.index[axis] += 1;
            // One past the last element may lie past the address space; it is never looked at.
            self.at = self.at.wrapping_add(stride);
            if self.index[axis] < n {
                break;
            }
            self.at = self.at.wrapping_sub(stride.wrapping_mul(n as isize));
            self.index[axis] = 0;
        }
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T: Element> ExactSizeIterator for Elements<T> {}
impl<T: Element> FusedIterator for Elements<T> {}
