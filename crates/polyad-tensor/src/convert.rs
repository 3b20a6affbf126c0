//! Vectors, slices and nested arrays of Rust, both ways.

use bytemuck::allocation::try_cast_vec;
use polyad_core::{Buffer, Element, Error, Layout, Result, View};

use crate::{Nested, Tensor};

impl Tensor {
    /// The values of a vector in row-major order, without a copy. O(1); truth values are copied.
    ///
    /// Errors: `ByteLength` where shape and length differ, `SizeOverflow`.
    ///
    /// ```
    /// use polyad_tensor::{Tensor, tensor};
    /// assert_eq!(Tensor::from_vec(vec![1i64, 2, 3, 4], &[2, 2])?, tensor![[1, 2], [3, 4]]);
    /// assert!(Tensor::from_vec(vec![1i64, 2, 3], &[2, 2]).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn from_vec<T: Element>(values: Vec<T>, shape: &[usize]) -> Result<Tensor> {
        const OP: &str = "from_vec";
        let dtype = T::DTYPE;
        let layout = Layout::contiguous(shape)?;
        if layout.size() != values.len() {
            let (got, need) = (size_of_val(&values[..]), dtype.tensor_bytes(OP, shape)?);
            return Err(Error::ByteLength { op: OP, got, need, dtype, shape: shape.into() });
        }
        Ok(Tensor::from_view(View::new(buffer_of(values), layout, dtype)?))
    }
}

/// The memory of a vector.
pub(crate) fn buffer_of<T: Element>(values: Vec<T>) -> Buffer {
    match try_cast_vec::<T, T::Raw>(values) {
        Ok(raw) => Buffer::from_vec(raw),
        Err((_, values)) => Buffer::from_vec(values.into_iter().map(T::into_raw).collect::<Vec<_>>()),
    }
}

/// A vector as a tensor of one axis, without a copy. O(1).
///
/// ```
/// use polyad_tensor::{Tensor, tensor};
/// assert_eq!(Tensor::from(vec![1i64, 2]), tensor![1, 2]);
/// ```
impl<T: Element> From<Vec<T>> for Tensor {
    fn from(values: Vec<T>) -> Tensor {
        let shape = [values.len()];
        Tensor::from_vec(values, &shape).expect("a vector has the length of its tensor")
    }
}

/// A copy of a slice as a tensor of one axis. [`Tensor::from_slice`] returns the error that this panics with.
///
/// ```
/// use polyad_tensor::{Tensor, tensor};
/// assert_eq!(Tensor::from(&[1i64, 2][..]), tensor![1, 2]);
/// ```
///
/// # Panics
/// If memory runs out.
impl<T: Element> From<&[T]> for Tensor {
    fn from(values: &[T]) -> Tensor {
        Tensor::from_slice(values, &[values.len()]).unwrap_or_else(|e| panic!("{e}"))
    }
}

/// A copy of nested arrays. [`Tensor::from_nested`] returns the error that this panics with.
///
/// ```
/// use polyad_tensor::Tensor;
/// assert_eq!(Tensor::from([[1u8, 2], [3, 4], [5, 6]]).shape(), [3, 2]);
/// ```
///
/// # Panics
/// If memory runs out.
impl<N: Nested, const LEN: usize> From<[N; LEN]> for Tensor {
    fn from(values: [N; LEN]) -> Tensor {
        Tensor::from_nested(values).unwrap_or_else(|e| panic!("{e}"))
    }
}

/// The elements in row-major order, of any shape. Copies. Errors: as [`Tensor::to_vec`].
///
/// ```
/// use polyad_tensor::tensor;
/// assert_eq!(Vec::<i64>::try_from(&tensor![[1, 2], [3, 4]])?, [1, 2, 3, 4]);
/// assert!(Vec::<f32>::try_from(&tensor![1, 2]).is_err());
/// # Ok::<(), polyad_core::Error>(())
/// ```
impl<T: Element> TryFrom<&Tensor> for Vec<T> {
    type Error = Error;

    fn try_from(x: &Tensor) -> Result<Vec<T>> {
        x.to_vec()
    }
}

/// As from a reference.
impl<T: Element> TryFrom<Tensor> for Vec<T> {
    type Error = Error;

    fn try_from(x: Tensor) -> Result<Vec<T>> {
        x.to_vec()
    }
}

/// Nested arrays of the tensor's shape. Copies. Errors: `ShapeMismatch`; as [`Tensor::to_vec`].
///
/// ```
/// use polyad_tensor::tensor;
/// assert_eq!(<[[i64; 2]; 2]>::try_from(&tensor![[1, 2], [3, 4]])?, [[1, 2], [3, 4]]);
/// assert!(<[i64; 4]>::try_from(&tensor![[1, 2], [3, 4]]).is_err());
/// # Ok::<(), polyad_core::Error>(())
/// ```
impl<N: Nested, const LEN: usize> TryFrom<&Tensor> for [N; LEN] {
    type Error = Error;

    fn try_from(x: &Tensor) -> Result<[N; LEN]> {
        let mut shape = vec![];
        <[N; LEN]>::shape(&mut shape);
        if x.shape() != shape {
            let need = format!("{shape:?}, that of the arrays");
            return Err(Error::ShapeMismatch { op: "to array", got: x.shape().into(), need });
        }
        Ok(<[N; LEN]>::unflatten(&mut x.to_vec()?.into_iter()))
    }
}

/// As from a reference.
impl<N: Nested, const LEN: usize> TryFrom<Tensor> for [N; LEN] {
    type Error = Error;

    fn try_from(x: Tensor) -> Result<[N; LEN]> {
        <[N; LEN]>::try_from(&x)
    }
}
