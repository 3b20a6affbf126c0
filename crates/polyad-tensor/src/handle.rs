//! The handle itself: what it points to, who else does, and how it comes to point elsewhere.
//!
//! A `Tensor` always has a buffer. A place that has none yet is an `Option<Tensor>`, and using it too early does not
//! compile.

use polyad_core::{Buffer, DType, Error, Layout, Result, View, normalize_axis};

use crate::Tensor;

impl Tensor {
    /// The extent of one axis. Errors: `AxisOutOfRange`, for every axis of a 0-d tensor.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!((x.extent(0)?, x.extent(-1)?), (2, 3));
    /// assert!(x.extent(2).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn extent(&self, axis: i64) -> Result<usize> {
        Ok(self.shape()[normalize_axis("extent", axis, self.shape())?])
    }

    /// The stride of one axis in elements. Errors: as [`Tensor::extent`].
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!((x.stride(0)?, x.flip(0)?.stride(0)?), (3, -3));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn stride(&self, axis: i64) -> Result<isize> {
        Ok(self.strides()[normalize_axis("stride", axis, self.shape())?])
    }

    /// The name, or where none was given one that says what it is: `tensor_2_float32`.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// assert_eq!(tensor![[0.5]].label(), "tensor_2_float64");
    /// assert_eq!(tensor![[0.5]].with_name("weight").label(), "weight");
    /// ```
    pub fn label(&self) -> String {
        match self.name() {
            "" => format!("tensor_{}_{}", self.ndim(), self.dtype()),
            name => name.to_owned(),
        }
    }

    /// How many tensors, views, guards and exports share the buffer, this one included. A moment's answer where threads
    /// make and drop them.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![1, 2];
    /// let view = x.flip(0)?;
    /// assert_eq!(x.ref_count(), 2);
    /// drop(view);
    /// assert_eq!(x.ref_count(), 1);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn ref_count(&self) -> usize {
        self.buffer().ref_count()
    }

    /// Whether both are the same view: dtype, address of the first element, shape and strides. Values are not looked at.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert!(x.is_same_view(&x.mt()?.mt()?));
    /// assert!(!x.is_same_view(&x.copy()?));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn is_same_view(&self, other: &Tensor) -> bool {
        let place = |x: &Tensor| x.buffer().address() as u128 * 8 + x.first_bit();
        self.dtype() == other.dtype()
            && self.shape() == other.shape()
            && self.strides() == other.strides()
            && place(self) == place(other)
    }

    /// Bits in the buffer before the first element, scales not counted.
    fn first_bit(&self) -> u128 {
        let (at, dtype) = (self.layout().offset() as u128, self.dtype());
        at * dtype.block_bytes() as u128 * 8 / dtype.block_len() as u128
    }

    /// Zeros in a new buffer under any layout, which takes as many bytes as the layout spans.
    ///
    /// Errors: `SizeOverflow` where the layout spans more than the address space, `OutOfMemory`.
    ///
    /// ```
    /// use polyad_core::{DType, Layout};
    /// use polyad_tensor::Tensor;
    /// let x = Tensor::from_layout(Layout::new(&[2, 2], &[4, 1], 0)?, DType::Float32)?;
    /// assert_eq!((x.strides(), x.buffer().size_bytes()), (&[4, 1][..], 24));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn from_layout(layout: Layout, dtype: DType) -> Result<Tensor> {
        let elements = layout.span().map_or(0, |(_, end)| end);
        let overflow = || Error::SizeOverflow { op: "from_layout", shape: layout.shape().into(), dtype: Some(dtype) };
        let bytes = dtype.storage_bytes(elements).ok_or_else(overflow)?;
        Ok(Tensor::from_view(View::new(Buffer::zeroed(bytes)?, layout, dtype)?))
    }

    /// Makes this the same view as another: no element moves, and the old buffer loses one handle. Names stay.
    ///
    /// [`Tensor::copy_from`] copies elements into the buffer that there is; `clone` makes another handle.
    ///
    /// Errors: `DTypeMismatch`, `ShapeMismatch` for another number of axes, `InUse` while a host guard or an exported view
    /// of the old buffer is alive.
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let (mut x, y) = (tensor![1, 2], tensor![3, 4, 5]);
    /// x.rebind(&y)?;
    /// assert!(x.is_same_view(&y));
    /// assert!(x.rebind(&tensor![0.5]).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn rebind(&mut self, other: &Tensor) -> Result<()> {
        const OP: &str = "rebind";
        if self.dtype() != other.dtype() {
            return Err(Error::DTypeMismatch { op: OP, got: other.dtype(), need: self.dtype() });
        }
        if self.ndim() != other.ndim() {
            let need = format!("{} axes, as the tensor has that is rebound", self.ndim());
            return Err(Error::ShapeMismatch { op: OP, got: other.shape().into(), need });
        }
        self.replace(OP, other.view().clone())
    }

    /// Makes this a row-major view of another buffer, of memory that somebody else owns perhaps, in the same dtype.
    ///
    /// Errors: `OutOfBounds` where the buffer is too small, `SizeOverflow`, `BadArgument` for memory that is not aligned to
    /// the elements, `InUse` as [`Tensor::rebind`].
    ///
    /// ```
    /// use polyad_core::Buffer;
    /// use polyad_tensor::tensor;
    /// let mut x = tensor![0.5];
    /// x.reset_external(Buffer::from_vec(vec![1.0, 2.0, 3.0, 4.0]), &[2, 2])?;
    /// assert_eq!(x, tensor![[1.0, 2.0], [3.0, 4.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn reset_external(&mut self, buffer: Buffer, shape: &[usize]) -> Result<()> {
        let layout = Layout::contiguous(shape)?;
        self.reset("reset_external", buffer, layout)
    }

    /// As [`Tensor::reset_external`] with the layout that this has, strides and offset included.
    ///
    /// ```
    /// use polyad_core::Buffer;
    /// use polyad_tensor::tensor;
    /// let mut x = tensor![[1.0, 2.0], [3.0, 4.0]].mt()?;
    /// x.reset_external_data(Buffer::from_vec(vec![5.0, 6.0, 7.0, 8.0]))?;
    /// assert_eq!(x, tensor![[5.0, 7.0], [6.0, 8.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn reset_external_data(&mut self, buffer: Buffer) -> Result<()> {
        self.reset("reset_external_data", buffer, self.layout().clone())
    }

    /// As [`Tensor::reset_external_data`] with the first element at this byte of the buffer.
    ///
    /// Errors: `BadArgument` where that is no whole number of elements; as [`Tensor::reset_external`].
    ///
    /// ```
    /// use polyad_core::Buffer;
    /// use polyad_tensor::tensor;
    /// let mut x = tensor![1.0, 2.0];
    /// x.reset_external_at(Buffer::from_vec(vec![5.0, 6.0, 7.0, 8.0]), 16)?;
    /// assert_eq!(x, tensor![7.0, 8.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn reset_external_at(&mut self, buffer: Buffer, start_bytes: usize) -> Result<()> {
        const OP: &str = "reset_external_at";
        let (len, width) = (self.dtype().block_len(), self.dtype().block_bytes());
        if !start_bytes.is_multiple_of(width) {
            let takes = format!("a multiple of {width}, the bytes of {}", self.dtype());
            return Err(Error::BadArgument { op: OP, argument: "start_bytes", got: start_bytes.to_string(), takes });
        }
        let overflow = || Error::SizeOverflow { op: OP, shape: self.shape().into(), dtype: Some(self.dtype()) };
        let start = (start_bytes / width).checked_mul(len).ok_or_else(overflow)?;
        let layout = Layout::new(self.shape(), self.strides(), start)?;
        self.reset(OP, buffer, layout)
    }

    /// Exchanges what two handles point to; their names stay where they are. O(1).
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let (mut x, mut y) = (tensor![1].with_name("x"), tensor![[0.5]].with_name("y"));
    /// x.swap(&mut y);
    /// assert_eq!(x.name(), "x");
    /// assert_eq!(x, tensor![[0.5]]);
    /// ```
    pub fn swap(&mut self, other: &mut Tensor) {
        std::mem::swap(self.view_mut(), other.view_mut());
    }

    fn reset(&mut self, op: &'static str, buffer: Buffer, layout: Layout) -> Result<()> {
        let dtype = self.dtype();
        let (address, align) = (buffer.address(), natural_alignment(dtype));
        if !address.is_multiple_of(align) {
            let takes = format!("memory at a multiple of {align} for {dtype}; copy it first");
            return Err(Error::BadArgument { op, argument: "buffer", got: format!("address {address:#x}"), takes });
        }
        self.replace(op, View::new(buffer, layout, dtype)?)
    }

    fn replace(&mut self, op: &'static str, view: View) -> Result<()> {
        if let Some(held) = self.buffer().held().filter(|_| !self.buffer().is_same(view.buffer())) {
            return Err(Error::InUse { op, held });
        }
        *self.view_mut() = view;
        Ok(())
    }
}

/// How the numbers that make up an element are aligned; a complex number is two.
fn natural_alignment(dtype: DType) -> usize {
    match dtype.kind() {
        _ if !dtype.is_plain() => 1,
        polyad_core::Kind::Complex => dtype.block_bytes() / 2,
        _ => dtype.block_bytes(),
    }
}
