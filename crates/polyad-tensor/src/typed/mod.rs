//! A tensor whose dtype and rank the compiler knows.

use std::fmt;
use std::marker::PhantomData;

use polyad_core::{Element, Error, Result};

use crate::{Elements, Tensor};

mod arithmetic;
mod guard;
mod ranks;

pub use guard::{Reading, Writing};

/// A [`Tensor`] of elements `T` and exactly `RANK` axes: checked once, then known to the compiler. Cloning is O(1) and
/// shares the elements.
///
/// ```
/// use polyad_tensor::{Typed, tensor};
/// let x = Typed::<f64, 2>::try_from(tensor![[1.0, 2.0], [3.0, 4.0]])?;
/// let [rows, columns] = x.shape();
/// x.write()?[[rows - 1, columns - 1]] = 5.0;
/// assert_eq!(x.get([1, 1])?, 5.0);
/// assert!(Typed::<f32, 2>::try_from(x.into_tensor()).is_err());
/// # Ok::<(), polyad_core::Error>(())
/// ```
///
/// Another number of indices than axes does not compile:
///
/// ```compile_fail
/// # use polyad_tensor::{Typed, tensor};
/// let x = Typed::<i64, 2>::try_from(tensor![[1, 2]])?;
/// x.get([0])?;
/// # Ok::<(), polyad_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Typed<T, const RANK: usize> {
    tensor: Tensor,
    of: PhantomData<T>,
}

/// Errors: `DTypeMismatch`, `ShapeMismatch` for another number of axes. O(1).
impl<T: Element, const RANK: usize> TryFrom<Tensor> for Typed<T, RANK> {
    type Error = Error;

    fn try_from(tensor: Tensor) -> Result<Typed<T, RANK>> {
        const OP: &str = "typed";
        if tensor.dtype() != T::DTYPE {
            return Err(Error::DTypeMismatch { op: OP, got: tensor.dtype(), need: T::DTYPE });
        }
        if tensor.ndim() != RANK {
            let need = format!("exactly {RANK} axes");
            return Err(Error::ShapeMismatch { op: OP, got: tensor.shape().into(), need });
        }
        Ok(Typed { tensor, of: PhantomData })
    }
}

impl<T, const RANK: usize> From<Typed<T, RANK>> for Tensor {
    fn from(x: Typed<T, RANK>) -> Tensor {
        x.tensor
    }
}

impl<T: Element, const RANK: usize> Typed<T, RANK> {
    /// How many axes.
    pub const RANK: usize = RANK;

    /// Zeros. Errors: as [`Tensor::zeros`].
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<f32, 2>::zeros([2, 3])?;
    /// assert_eq!((x.shape(), x.get([1, 2])?), ([2, 3], 0.0));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn zeros(shape: [usize; RANK]) -> Result<Self> {
        Tensor::zeros(&shape, T::DTYPE)?.try_into()
    }

    /// The values of a vector in row-major order, without a copy. Errors: as [`Tensor::from_vec`].
    ///
    /// ```
    /// let x = polyad_tensor::Typed::from_vec(vec![1u8, 2, 3, 4], [2, 2])?;
    /// assert_eq!(x.get([1, 0])?, 3);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn from_vec(values: Vec<T>, shape: [usize; RANK]) -> Result<Self> {
        Tensor::from_vec(values, &shape)?.try_into()
    }

    /// The tensor.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<f32, 2>::zeros([2, 3])?;
    /// assert_eq!(x.as_tensor().sum(())?.item::<f32>()?, 0.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn as_tensor(&self) -> &Tensor {
        &self.tensor
    }

    /// The tensor, without the types.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<f32, 2>::zeros([2, 3])?;
    /// assert_eq!(x.into_tensor().shape(), [2, 3]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn into_tensor(self) -> Tensor {
        self.tensor
    }

    /// The extents, outermost first: a copy.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<f32, 2>::zeros([2, 3])?;
    /// let [rows, columns] = x.shape();
    /// assert_eq!((rows, columns), (2, 3));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn shape(&self) -> [usize; RANK] {
        self.tensor.shape().try_into().expect("the rank was checked")
    }

    /// The strides in elements: a copy.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<f32, 2>::zeros([2, 3])?;
    /// assert_eq!(x.strides(), [3, 1]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn strides(&self) -> [isize; RANK] {
        self.tensor.strides().try_into().expect("the rank was checked")
    }

    /// The extent of one axis. Errors: as [`Tensor::extent`].
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<f32, 2>::zeros([2, 3])?;
    /// assert_eq!(x.extent(1)?, 3);
    /// assert!(x.extent(2).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn extent(&self, axis: i64) -> Result<usize> {
        self.tensor.extent(axis)
    }

    /// The stride of one axis in elements. Errors: as [`Tensor::stride`].
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<f32, 2>::zeros([2, 3])?;
    /// assert_eq!(x.stride(0)?, 3);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn stride(&self, axis: i64) -> Result<isize> {
        self.tensor.stride(axis)
    }

    /// How many elements.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<f32, 2>::zeros([2, 3])?;
    /// assert_eq!(x.size(), 6);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn size(&self) -> usize {
        self.tensor.size()
    }

    /// The element at an index, exactly. O(RANK). Errors: as [`Tensor::get`].
    ///
    /// ```
    /// let x = polyad_tensor::Typed::from_vec(vec![1i64, 2, 3], [3])?;
    /// assert_eq!(x.get([2])?, 3);
    /// assert!(x.get([3]).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn get(&self, index: [usize; RANK]) -> Result<T> {
        self.tensor.get(&signed(index))
    }

    /// Writes the element at an index, exactly. O(RANK). Errors: as [`Tensor::set`].
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<bool, 1>::zeros([3])?;
    /// x.set([1], true)?;
    /// assert_eq!(x.to_vec()?, [false, true, false]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn set(&self, index: [usize; RANK], value: T) -> Result<()> {
        self.tensor.set(&signed(index), value)
    }

    /// The address of the first element. It may be looked at, but reading through it needs `unsafe` and a guard's promises.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<f32, 2>::zeros([2, 3])?;
    /// assert_eq!(x.as_ptr() as usize, x.as_tensor().buffer().address());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn as_ptr(&self) -> *const T {
        let bytes = self.tensor.layout().offset() * size_of::<T>();
        std::ptr::with_exposed_provenance(self.tensor.buffer().address() + bytes)
    }

    /// The address of an element, as [`Typed::as_ptr`]. Errors: `IndexOutOfRange`.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<f32, 2>::zeros([2, 3])?;
    /// assert_eq!(x.ptr_at([1, 0])?, x.as_ptr().wrapping_add(3));
    /// assert!(x.ptr_at([2, 0]).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn ptr_at(&self, index: [usize; RANK]) -> Result<*const T> {
        let at = self.tensor.layout().element(&signed(index))?;
        Ok(std::ptr::with_exposed_provenance(self.tensor.buffer().address() + at * size_of::<T>()))
    }

    /// Axes in another order: a view. Errors: `AxisOutOfRange`, `RepeatedAxis`.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::<f32, 3>::zeros([2, 3, 4])?;
    /// assert_eq!(x.permute([2, 0, 1])?.strides(), [1, 12, 4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn permute(&self, axes: [usize; RANK]) -> Result<Self> {
        self.tensor.with_layout(self.tensor.layout().permute(&signed(axes))?)?.try_into()
    }

    /// The elements in row-major order. Copies. Errors: as [`Tensor::to_vec`].
    ///
    /// ```
    /// let x = polyad_tensor::Typed::from_vec(vec![1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(x.permute([1, 0])?.to_vec()?, [1, 3, 2, 4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.tensor.to_vec()
    }

    /// The elements in row-major order, one by one under one host guard. Errors: as [`Tensor::elements`].
    ///
    /// ```
    /// let x = polyad_tensor::Typed::from_vec(vec![1i64, 2, 3], [3])?;
    /// assert_eq!(x.elements()?.sum::<i64>(), 6);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn elements(&self) -> Result<Elements<T>> {
        self.tensor.elements()
    }

    /// Makes this the same view as another, as [`Tensor::rebind`]. A guard that is alive refuses at compile time:
    ///
    /// ```compile_fail
    /// # use polyad_tensor::Typed;
    /// # let (mut x, y) = (Typed::<f32, 1>::zeros([3])?, Typed::<f32, 1>::zeros([4])?);
    /// let guard = x.read()?;
    /// x.rebind(&y)?;
    /// assert_eq!(guard[[0]], 0.0);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn rebind(&mut self, other: &Self) -> Result<()> {
        self.tensor.rebind(&other.tensor)
    }
}

impl Tensor {
    /// The same tensor with dtype and rank known to the compiler. O(1). Errors: `DTypeMismatch`, `ShapeMismatch`.
    ///
    /// ```
    /// let x = polyad_tensor::tensor![[1, 2], [3, 4]].typed::<i64, 2>()?;
    /// assert_eq!(x.shape(), [2, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn typed<T: Element, const RANK: usize>(&self) -> Result<Typed<T, RANK>> {
        self.clone().try_into()
    }
}

/// Indices and axes as the layout takes them; one past 63 bits is outside every axis all the same.
fn signed<const RANK: usize>(index: [usize; RANK]) -> [i64; RANK] {
    index.map(|i| i64::try_from(i).unwrap_or(i64::MAX))
}

/// Equal shapes and elements, as between tensors.
impl<T, const RANK: usize> PartialEq for Typed<T, RANK> {
    fn eq(&self, other: &Self) -> bool {
        self.tensor == other.tensor
    }
}

impl<T, const RANK: usize> fmt::Display for Typed<T, RANK> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.tensor, f)
    }
}

impl<T, const RANK: usize> fmt::Debug for Typed<T, RANK> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.tensor, f)
    }
}
