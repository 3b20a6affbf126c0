//! Elements as references of Rust, as long as a guard of the host lives.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use bytemuck::checked;
use polyad_core::{DType, Element, Error, ReadGuard, Result, WriteGuard};

use super::Typed;
use crate::Tensor;

/// The elements for reading: [`Typed::read`].
#[derive(Debug)]
pub struct Reading<'a, T, const RANK: usize> {
    guard: ReadGuard,
    place: Place<RANK>,
    of: PhantomData<(T, &'a Tensor)>,
}

/// The elements for reading and writing: [`Typed::write`].
#[derive(Debug)]
pub struct Writing<'a, T, const RANK: usize> {
    guard: WriteGuard,
    place: Place<RANK>,
    of: PhantomData<(T, &'a Tensor)>,
}

/// Where the elements lie.
#[derive(Debug)]
struct Place<const RANK: usize> {
    shape: [usize; RANK],
    strides: [isize; RANK],
    offset: usize,
    /// The bytes of the elements where these follow each other.
    run: Option<std::ops::Range<usize>>,
}

impl<T: Element, const RANK: usize> Typed<T, RANK> {
    /// The elements for reading, shared: operations that write them fail while it lives.
    ///
    /// Errors: `InUse` where somebody writes or an exported view is alive; `BadArgument` where the memory, of a mapped file
    /// perhaps, is not aligned to `T`; `ValueOutOfRange` where it holds truth values that are neither 0 nor 1.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::from_vec(vec![1.0, 2.0, 3.0, 4.0], [2, 2])?;
    /// let view = x.permute([1, 0])?;
    /// let read = view.read()?;
    /// assert_eq!((read[[0, 1]], read.as_slice().is_err()), (3.0, true));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn read(&self) -> Result<Reading<'_, T, RANK>> {
        let guard = self.as_tensor().buffer().read()?;
        let place = self.place("read", &guard)?;
        Ok(Reading { guard, place, of: PhantomData })
    }

    /// The elements for reading and writing, exclusively: operations on them fail while it lives.
    ///
    /// Errors: `InUse`, `ReadOnly`, `SelfOverlap` for a view whose elements share memory; as [`Typed::read`].
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<i64, 2>::zeros([2, 2])?;
    /// x.write()?[[0, 1]] = 7;
    /// x.write()?.as_mut_slice()?[2] = 8;
    /// assert_eq!(x.to_vec()?, [0, 7, 8, 0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn write(&self) -> Result<Writing<'_, T, RANK>> {
        const OP: &str = "write";
        self.as_tensor().check_own_elements(OP)?;
        let guard = self.as_tensor().buffer().write()?;
        let place = self.place(OP, &guard)?;
        Ok(Writing { guard, place, of: PhantomData })
    }

    fn place(&self, op: &'static str, bytes: &[u8]) -> Result<Place<RANK>> {
        let tensor = self.as_tensor();
        if !(tensor.buffer().address()).is_multiple_of(align_of::<T>()) {
            let (got, align) = (format!("address {:#x}", tensor.buffer().address()), align_of::<T>());
            let takes = format!("a multiple of {align}; copy() is at one");
            return Err(Error::BadArgument { op, argument: "memory", got, takes });
        }
        let range = tensor.view().byte_range();
        // The bytes between the elements of a view are no elements: they may be anything.
        if T::DTYPE == DType::Bool
            && let Some(at) = tensor.layout().elements().find(|&at| bytes[at] > 1)
        {
            return Err(Error::ValueOutOfRange { op, value: format!("byte {}", bytes[at]), dtype: T::DTYPE });
        }
        let run = tensor.is_contiguous().then_some(range);
        let offset = tensor.layout().offset();
        Ok(Place { shape: self.shape(), strides: self.strides(), offset, run })
    }
}

impl<const RANK: usize> Place<RANK> {
    /// The bytes of an element.
    #[track_caller]
    fn bytes(&self, index: [usize; RANK], width: usize) -> std::ops::Range<usize> {
        let mut at = self.offset as isize;
        for ((&i, &n), &stride) in index.iter().zip(&self.shape).zip(&self.strides) {
            assert!(i < n, "index {index:?} is outside shape {:?}", self.shape);
            at += i as isize * stride;
        }
        let start = at as usize * width;
        start..start + width
    }

    fn run(&self) -> Result<std::ops::Range<usize>> {
        self.run.clone().ok_or_else(|| Error::NotAView {
            from: self.shape[..].into(),
            strides: self.strides.to_vec(),
            to: [self.shape.iter().product()][..].into(),
        })
    }
}

impl<T: Element, const RANK: usize> Reading<'_, T, RANK> {
    /// All elements in row-major order. Errors: `NotAView` where they do not follow each other.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::from_vec(vec![1.0, 2.0], [2])?;
    /// assert_eq!(x.read()?.as_slice()?, [1.0, 2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn as_slice(&self) -> Result<&[T]> {
        Ok(checked::cast_slice(&self.guard[self.place.run()?]))
    }
}

impl<T: Element, const RANK: usize> Writing<'_, T, RANK> {
    /// All elements in row-major order. Errors: `NotAView` where they do not follow each other.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::from_vec(vec![1.0, 2.0], [2])?;
    /// assert_eq!(x.write()?.as_slice()?, [1.0, 2.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn as_slice(&self) -> Result<&[T]> {
        Ok(checked::cast_slice(&self.guard[self.place.run()?]))
    }

    /// All elements in row-major order, for writing. Errors: as [`Writing::as_slice`].
    ///
    /// ```
    /// let x = polyad_tensor::Typed::from_vec(vec![1.0, 2.0], [2])?;
    /// x.write()?.as_mut_slice()?.fill(3.0);
    /// assert_eq!(x.to_vec()?, [3.0, 3.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn as_mut_slice(&mut self) -> Result<&mut [T]> {
        let run = self.place.run()?;
        Ok(checked::cast_slice_mut(&mut self.guard[run]))
    }
}

impl<T: Element, const RANK: usize> Index<[usize; RANK]> for Reading<'_, T, RANK> {
    type Output = T;

    /// # Panics
    /// For an index outside the shape; [`Typed::get`] returns the error.
    #[track_caller]
    fn index(&self, index: [usize; RANK]) -> &T {
        checked::from_bytes(&self.guard[self.place.bytes(index, size_of::<T>())])
    }
}

impl<T: Element, const RANK: usize> Index<[usize; RANK]> for Writing<'_, T, RANK> {
    type Output = T;

    /// # Panics
    /// For an index outside the shape; [`Typed::get`] returns the error.
    #[track_caller]
    fn index(&self, index: [usize; RANK]) -> &T {
        checked::from_bytes(&self.guard[self.place.bytes(index, size_of::<T>())])
    }
}

impl<T: Element, const RANK: usize> IndexMut<[usize; RANK]> for Writing<'_, T, RANK> {
    /// # Panics
    /// For an index outside the shape; [`Typed::set`] returns the error.
    #[track_caller]
    fn index_mut(&mut self, index: [usize; RANK]) -> &mut T {
        let bytes = self.place.bytes(index, size_of::<T>());
        checked::from_bytes_mut(&mut self.guard[bytes])
    }
}
