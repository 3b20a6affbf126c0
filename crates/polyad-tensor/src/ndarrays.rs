//! Arrays of the crate `ndarray`, both ways; with the feature `ndarray`.

use ndarray::{Array, ArrayD, Dimension, IxDyn};
use polyad_core::{Element, Error, Layout, Result, View};

use crate::Tensor;
use crate::convert::buffer_of;

impl Tensor {
    /// An array with its memory and its strides, without a copy; arrays of truth values are copied.
    ///
    /// Errors: `TooManyAxes`.
    ///
    /// ```
    /// use polyad_tensor::{Tensor, tensor};
    /// let array = ndarray::array![[1i64, 2], [3, 4]];
    /// assert_eq!(Tensor::from_ndarray(array.reversed_axes())?, tensor![[1, 3], [2, 4]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn from_ndarray<T: Element, D: Dimension>(array: Array<T, D>) -> Result<Tensor> {
        let (shape, strides) = (array.shape().to_vec(), array.strides().to_vec());
        let (values, offset) = array.into_raw_vec_and_offset();
        let layout = Layout::new(&shape, &strides, offset.unwrap_or(0))?;
        Ok(Tensor::from_view(View::new(buffer_of(values), layout, T::DTYPE)?))
    }

    /// The elements as an array of any number of axes. Copies. Errors: as [`Tensor::to_vec`].
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let array = tensor![[1, 2], [3, 4]].mt()?.to_ndarray::<i64>()?;
    /// assert_eq!(array, ndarray::array![[1, 3], [2, 4]].into_dyn());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn to_ndarray<T: Element>(&self) -> Result<ArrayD<T>> {
        let values = self.to_vec()?;
        Ok(ArrayD::from_shape_vec(IxDyn(self.shape()), values).expect("there are as many elements as the shape has"))
    }
}

/// An array without a copy: [`Tensor::from_ndarray`], which returns the error that this panics with.
///
/// ```
/// use polyad_tensor::{Tensor, tensor};
/// assert_eq!(Tensor::from(ndarray::arr1(&[1.0, 2.0])), tensor![1.0, 2.0]);
/// ```
///
/// # Panics
/// For more than 64 axes.
impl<T: Element, D: Dimension> From<Array<T, D>> for Tensor {
    fn from(array: Array<T, D>) -> Tensor {
        Tensor::from_ndarray(array).unwrap_or_else(|e| panic!("{e}"))
    }
}

/// A copy as an array: [`Tensor::to_ndarray`].
///
/// ```
/// use ndarray::ArrayD;
/// use polyad_tensor::tensor;
/// assert_eq!(ArrayD::<f64>::try_from(&tensor![0.5])?, ndarray::arr1(&[0.5]).into_dyn());
/// # Ok::<(), polyad_core::Error>(())
/// ```
impl<T: Element> TryFrom<&Tensor> for ArrayD<T> {
    type Error = Error;

    fn try_from(x: &Tensor) -> Result<ArrayD<T>> {
        x.to_ndarray()
    }
}
