//! One value everywhere, and values as they are given.

use polyad_core::{DType, Element, Error, MAX_NDIM, Result, View};

use crate::{Scalar, Tensor, exec};

impl Tensor {
    /// A copy of values in row-major order. Errors: `ByteLength`.
    pub fn from_slice<T: Element>(values: &[T], shape: &[usize]) -> Result<Tensor> {
        let raw: Vec<T::Raw> = values.iter().map(|&v| v.into_raw()).collect();
        Tensor::from_bytes(bytemuck::cast_slice(&raw), T::DTYPE, shape)
    }

    /// A copy of storage bytes, little-endian and row-major. Errors: `ByteLength`, `PartialBlock`, `ValueOutOfRange`.
    pub fn from_bytes(bytes: &[u8], dtype: DType, shape: &[usize]) -> Result<Tensor> {
        Ok(Tensor::from_view(View::from_bytes(bytes, dtype, shape)?))
    }

    /// A 0-d tensor. Errors: `ValueOutOfRange`.
    pub fn scalar(value: impl Into<Scalar>, dtype: DType) -> Result<Tensor> {
        Tensor::filled("scalar", &[], value.into(), dtype)
    }

    /// One value everywhere. Errors: `ValueOutOfRange` where the dtype cannot hold it, `SizeOverflow`, `PartialBlock`.
    pub fn full(shape: &[usize], value: impl Into<Scalar>, dtype: DType) -> Result<Tensor> {
        Tensor::filled("full", shape, value.into(), dtype)
    }

    /// [`Tensor::full`] for another caller.
    pub(crate) fn filled(op: &'static str, shape: &[usize], value: Scalar, dtype: DType) -> Result<Tensor> {
        if !value.fits(dtype) {
            return Err(Error::ValueOutOfRange { op, value: value.to_string(), dtype });
        }
        if shape.len() > MAX_NDIM {
            return Err(Error::TooManyAxes { op, ndim: shape.len() });
        }
        dtype.tensor_bytes(op, shape)?;
        let one = match value.encode(dtype) {
            Some((bytes, n)) => View::from_bytes(&bytes[..n], dtype, &[])?,
            // A block format, or a large integer into a narrow float: by the widest dtype of its kind.
            None => match value {
                Scalar::UInt(x) => View::from_bytes(&x.to_le_bytes(), DType::UInt64, &[])?,
                Scalar::Int(x) => View::from_bytes(&x.to_le_bytes(), DType::Int64, &[])?,
                Scalar::Bool(x) => View::from_bytes(&[u8::from(x)], DType::Bool, &[])?,
                Scalar::Float(x) | Scalar::Complex([x, _]) => View::from_bytes(&x.to_le_bytes(), DType::Float64, &[])?,
            },
        };
        if shape.is_empty() && one.dtype() == dtype {
            return Ok(Tensor::from_view(one));
        }
        let spread = one.with_layout(one.layout().broadcast_to(shape)?)?;
        Ok(Tensor::from_view(exec::cast(op, &spread, dtype)?))
    }

    /// Zeros. Errors: `SizeOverflow`, `TooManyAxes`, `PartialBlock`, `OutOfMemory`.
    pub fn zeros(shape: &[usize], dtype: DType) -> Result<Tensor> {
        Tensor::filled("zeros", shape, Scalar::Bool(false), dtype)
    }

    /// Ones. Errors: as [`Tensor::zeros`].
    pub fn ones(shape: &[usize], dtype: DType) -> Result<Tensor> {
        Tensor::filled("ones", shape, Scalar::Bool(true), dtype)
    }

    /// Elements of no particular value, for whoever writes them all: zeros where not every bit pattern is one of the dtype.
    /// Errors: as [`Tensor::zeros`].
    pub fn empty(shape: &[usize], dtype: DType) -> Result<Tensor> {
        if dtype == DType::Bool || !dtype.is_plain() {
            return Tensor::filled("empty", shape, Scalar::Bool(false), dtype);
        }
        Ok(Tensor::from_view(View::alloc("empty", shape, dtype)?))
    }

    /// One value everywhere, in shape and dtype of this tensor, row-major. Errors: as [`Tensor::full`].
    ///
    /// ```
    /// use polyad_tensor::{Tensor, tensor};
    /// let x = tensor![[1, 2], [3, 4]].mt()?;
    /// assert_eq!(x.full_like(7)?, tensor![[7, 7], [7, 7]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn full_like(&self, value: impl Into<Scalar>) -> Result<Tensor> {
        Tensor::filled("full_like", self.shape(), value.into(), self.dtype())
    }

    /// Zeros in shape and dtype of this tensor, row-major. Errors: as [`Tensor::zeros`].
    pub fn zeros_like(&self) -> Result<Tensor> {
        Tensor::filled("zeros_like", self.shape(), Scalar::Bool(false), self.dtype())
    }

    /// Ones in shape and dtype of this tensor, row-major. Errors: as [`Tensor::zeros`].
    pub fn ones_like(&self) -> Result<Tensor> {
        Tensor::filled("ones_like", self.shape(), Scalar::Bool(true), self.dtype())
    }

    /// [`Tensor::empty`] in shape and dtype of this tensor, row-major.
    pub fn empty_like(&self) -> Result<Tensor> {
        Tensor::empty(self.shape(), self.dtype())
    }

    /// A 0-d tensor of this tensor's dtype, whatever its shape. Errors: as [`Tensor::scalar`].
    pub fn scalar_like(&self, value: impl Into<Scalar>) -> Result<Tensor> {
        Tensor::filled("scalar_like", &[], value.into(), self.dtype())
    }

    /// Element at `(i, j, ..)` is `f(&[i, j, ..])`, which is called once an element in row-major order.
    /// Errors: `SizeOverflow`, `TooManyAxes`, `OutOfMemory`.
    ///
    /// ```
    /// use polyad_tensor::{Tensor, tensor};
    /// assert_eq!(Tensor::from_fn(&[2, 3], |at| 10 * at[0] as i64 + at[1] as i64)?, tensor![[0, 1, 2], [10, 11, 12]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn from_fn<T: Element>(shape: &[usize], mut f: impl FnMut(&[usize]) -> T) -> Result<Tensor> {
        let mut out = View::alloc("from_fn", shape, T::DTYPE)?;
        let bytes = out.buffer_mut().unique().expect("a fresh result is not shared");
        let mut at = vec![0; shape.len()];
        for element in bytes.chunks_exact_mut(size_of::<T::Raw>()) {
            element.copy_from_slice(bytemuck::bytes_of(&f(&at).into_raw()));
            for (i, &n) in at.iter_mut().zip(shape).rev() {
                *i += 1;
                if *i < n {
                    break;
                }
                *i = 0;
            }
        }
        Ok(Tensor::from_view(out))
    }
}
