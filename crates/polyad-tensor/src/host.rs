//! Elements on their way to the host.

use polyad_core::{DType, Element, Error, Holds, Result, View};

use crate::{Tensor, exec};

impl Tensor {
    /// The elements in row-major order. Copies. Errors: `DTypeMismatch` where `T` is not the tensor's own type.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        if self.dtype() != T::DTYPE {
            return Err(Error::DTypeMismatch { op: "to_vec", got: self.dtype(), need: T::DTYPE });
        }
        let bytes = self.to_bytes()?;
        Ok(bytemuck::pod_collect_to_vec::<u8, T::Raw>(&bytes).into_iter().map(T::from_raw).collect())
    }

    /// The only element. Errors: `ShapeMismatch` where there is not exactly one, `DTypeMismatch`.
    pub fn item<T: Element>(&self) -> Result<T> {
        if self.size() != 1 {
            let need = "exactly one element".into();
            return Err(Error::ShapeMismatch { op: "item", got: self.shape().into(), need });
        }
        Ok(self.to_vec()?[0])
    }

    /// The storage bytes of the elements in row-major order, little-endian. Copies.
    ///
    /// Errors: `BlockWrite` for a view of a block format that takes blocks apart.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.with_bytes(<[u8]>::to_vec)
    }

    /// As [`Tensor::to_bytes`], into bytes of the caller. Errors: `ByteLength` where they are not [`Tensor::size_bytes`];
    /// as [`Tensor::to_bytes`].
    pub fn copy_bytes_to(&self, out: &mut [u8]) -> Result<()> {
        if out.len() != self.size_bytes() {
            let (need, dtype, shape) = (self.size_bytes(), self.dtype(), self.shape().into());
            return Err(Error::ByteLength { op: "copy_bytes_to", got: out.len(), need, dtype, shape });
        }
        self.with_bytes(|bytes| out.copy_from_slice(bytes))
    }

    /// Runs `f`, which must not wait for anything, on the storage bytes in row-major order.
    fn with_bytes<R>(&self, f: impl FnOnce(&[u8]) -> R) -> Result<R> {
        let view =
            if self.view().is_whole_blocks() { self.view().clone() } else { exec::copy("to_bytes", self.view())? };
        let mut holds = Holds::take("to_bytes", &[view.buffer()], None)?;
        let (sources, _) = holds.slices();
        Ok(f(&sources[0].expect("there is no destination")[view.byte_range()]))
    }

    /// The elements row-major and without gaps: the tensor itself where they are. Errors: `BlockWrite`, as [`Tensor::copy`].
    pub fn contiguous(&self) -> Result<Tensor> {
        let whole = !self.dtype().is_quantized() || self.view().is_whole_blocks();
        if self.is_contiguous() && whole { Ok(self.clone()) } else { self.copy() }
    }

    /// A copy of its own, row-major. Errors: `BlockWrite` for a view of a block format that takes blocks apart.
    pub fn copy(&self) -> Result<Tensor> {
        Ok(Tensor::from_view(exec::copy("copy", self.view())?))
    }

    /// The same values in another dtype, block formats among them, without copying where it is that dtype already.
    ///
    /// Rounds once; float to integer truncates and saturates, NaN gives 0. Cost: a view where nothing changes, else copies;
    /// O(size). Errors: `PartialBlock`, `NotEncodable`, `DTypeUnsupported` from complex to real.
    ///
    /// ```
    /// # use polyad_tensor::*;
    /// # use polyad_core::DType;
    /// assert_eq!(tensor![1.5, -2.7].astype(DType::Int64)?, tensor![1, -2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Source: Python array API 2025.12, `astype`; for out-of-range values ours.
    pub fn astype(&self, dtype: DType) -> Result<Tensor> {
        if self.dtype() == dtype {
            return Ok(self.clone());
        }
        Ok(Tensor::from_view(exec::cast("astype", self.view(), dtype)?))
    }

    /// [`Tensor::astype`] that always copies: a fresh, row-major tensor also where the dtype stays. Errors: as there.
    pub fn cast(&self, dtype: DType) -> Result<Tensor> {
        if self.dtype() == dtype { self.copy() } else { self.astype(dtype) }
    }

    /// The values in a block format. Rows (the last axis) are whole blocks. Errors: `PartialBlock`; `NotEncodable` with row
    /// and column of the first NaN, infinity or value whose scale overflows; `DTypeUnsupported` for a plain dtype.
    pub fn quantize(&self, dtype: DType) -> Result<Tensor> {
        self.check_quantize("quantize", dtype)?;
        Ok(Tensor::from_view(exec::cast("quantize", self.view(), dtype)?))
    }

    /// [`Tensor::quantize`] where the errors of some columns count more than those of others: by how much the inputs of
    /// these weights vary, say (an "importance matrix"). Formats that make no use of it give what [`Tensor::quantize`] does.
    ///
    /// `importance` is one number a column, finite and not negative: `[columns]`, or such a list for each matrix of the
    /// leading axes. Errors: as [`Tensor::quantize`]; `ShapeMismatch`, `BadArgument`.
    ///
    /// ```
    /// use polyad_tensor::Tensor;
    /// use polyad_core::DType;
    /// let w = Tensor::arange(64)?.reshape(&[2, 32])?.astype(DType::Float32)?;
    /// let importance = Tensor::ones(&[32], DType::Float32)?;
    /// assert_eq!(w.quantize_by(DType::Q4_0, &importance)?.shape(), [2, 32]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn quantize_by(&self, dtype: DType, importance: &Tensor) -> Result<Tensor> {
        self.check_quantize("quantize_by", dtype)?;
        Ok(Tensor::from_view(exec::weighted::quantize("quantize_by", self.view(), dtype, importance.view())?))
    }

    fn check_quantize(&self, op: &'static str, dtype: DType) -> Result<()> {
        if !dtype.is_quantized() {
            let hint = "It takes a block format such as q8_0 or mxfp4; use astype for plain dtypes.";
            return Err(Error::DTypeUnsupported { op, dtype, hint });
        }
        if self.dtype().kind() != polyad_core::Kind::Float {
            let hint = "Only real floats are quantized; convert with astype(\"float32\") first.";
            return Err(Error::DTypeUnsupported { op, dtype: self.dtype(), hint });
        }
        if self.ndim() == 0 {
            return Err(Error::PartialBlock { op, dtype, shape: self.shape().into() });
        }
        Ok(())
    }

    /// Every element as float64, row-major; for printing and statistics. Copies.
    pub fn to_f64_vec(&self) -> Result<Vec<f64>> {
        let wide: View = exec::cast("to_f64_vec", self.view(), DType::Float64)?;
        Tensor::from_view(wide).to_vec()
    }
}
