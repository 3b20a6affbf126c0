//! Parts of scaled tensors that share their memory, and the same memory under another shape.

use polyad_core::{Error, Held, Layout, Result, Slice};

use super::{ScaledTensor, scale_shape};
use crate::Tensor;

impl ScaledTensor {
    /// A part of each axis, as [`Tensor::slice`] takes it; of the last axis whole blocks, in order. O(1), same memory.
    ///
    /// Errors: `SplitBlock`, which offers [`ScaledTensor::materialize`], and as [`Tensor::slice`].
    ///
    /// ```
    /// use polyad_tensor::{ScaledFormat, ScaledTensor, Tensor};
    /// let x = Tensor::ones(&[4, 96], polyad_core::DType::Float32)?;
    /// let q = ScaledTensor::quantize(&x, ScaledFormat::Mxint8)?;
    /// let part = q.slice(&[1.into(), (32..96).into()])?;
    /// assert_eq!((part.shape(), part.block_scales().shape()), (&[64][..], &[2][..]));
    /// assert!(q.slice(&[1.into(), (16..96).into()]).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn slice(&self, parts: &[Slice]) -> Result<ScaledTensor> {
        let elements = self.elements.slice(parts)?;
        let parts = Slice::expand("slice", parts, self.shape())?;
        let mut scale_parts = parts.clone();
        let is_axis = |part: &Slice| *part != Slice::NewAxis;
        if self.ndim() > 0 {
            let last = parts.iter().rposition(is_axis).expect("there is at least one axis");
            if last + 1 < parts.len() {
                return Err(self.split("slice", "a new axis after it".into()));
            }
            scale_parts[last] = self.whole_blocks(&parts[last])?;
        }
        Ok(self.with_parts(elements, self.block_scales.slice(&scale_parts)?))
    }

    /// What a part of the last axis is, counted in blocks.
    fn whole_blocks(&self, part: &Slice) -> Result<Slice> {
        let &Slice::Range { start, stop, step } = part else {
            return match part {
                Slice::At(index) => Err(self.split("slice", format!("index {index}"))),
                Slice::List(list) => Err(self.split("slice", format!("the list {list:?}"))),
                part => Ok(part.clone()),
            };
        };
        let block = self.block_size();
        let n = self.shape()[self.ndim() - 1];
        let taken = Layout::contiguous(&[n])?.slice(std::slice::from_ref(part))?;
        let (first, count) = (taken.offset(), taken.shape()[0]);
        let aligned = first.is_multiple_of(block) && count.is_multiple_of(block);
        if count > 0 && (step != 1 || !aligned) {
            let bound = |b: Option<i64>| b.map_or(String::new(), |b| b.to_string());
            let step = if step == 1 { String::new() } else { format!(":{step}") };
            return Err(self.split("slice", format!("{}:{}{step}", bound(start), bound(stop))));
        }
        Ok((((first / block) as i64)..((first + count) / block) as i64).into())
    }

    /// One index of a leading axis, which goes away. Errors: as [`ScaledTensor::slice`], `AxisOutOfRange`.
    pub fn index_axis(&self, axis: i64, index: i64) -> Result<ScaledTensor> {
        let at = polyad_core::normalize_axis("index_axis", axis, self.shape())?;
        let mut parts = vec![Slice::All; at];
        parts.push(Slice::At(index));
        self.slice(&parts)
    }

    /// The axes in another order, the last one in its place. O(1), same memory. Errors: `SplitBlock`, and as
    /// [`Tensor::permute_dims`].
    ///
    /// ```
    /// use polyad_tensor::{ScaledFormat, ScaledTensor, Tensor};
    /// let x = Tensor::ones(&[2, 3, 32], polyad_core::DType::Float32)?;
    /// let q = ScaledTensor::quantize(&x, ScaledFormat::Mxfp8E5M2)?;
    /// assert_eq!(q.permute_dims(&[1, 0, 2])?.shape(), [3, 2, 32]);
    /// assert!(q.permute_dims(&[2, 1, 0]).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn permute_dims(&self, axes: &[i64]) -> Result<ScaledTensor> {
        let elements = self.elements.permute_dims(axes)?;
        let last = self.ndim() as i64 - 1;
        match axes.last() {
            Some(&axis) if axis == last || axis == -1 => {
                Ok(self.with_parts(elements, self.block_scales.permute_dims(axes)?))
            }
            _ => Err(self.split("permute_dims", format!("another axis (the order {axes:?})"))),
        }
    }

    /// Elements that the memory of this tensor has room for, from its first one on; [`ScaledTensor::resize`] keeps within.
    pub fn capacity(&self) -> usize {
        let room = |part: &Tensor, each: usize| {
            let blocks = part.buffer().size_bytes() / part.dtype().block_bytes();
            (blocks * part.dtype().block_len()).saturating_sub(part.layout().offset()) * each
        };
        room(&self.elements, 1).min(room(&self.block_scales, self.block_size()))
    }

    /// Takes another shape, elements and scales together, in the memory that there is. Elements stay in row-major order;
    /// those that are new are 0. O(new elements). An error changes nothing.
    ///
    /// Errors: `PartialScaledBlock`, `BadArgument` beyond the [`ScaledTensor::capacity`], `NotAView` for a view whose elements
    /// do not follow each other; and where elements are added `InUse` for memory that others have too, `ReadOnly`.
    ///
    /// ```
    /// use polyad_tensor::{ScaledFormat, ScaledTensor, Tensor};
    /// let x = Tensor::ones(&[4, 32], polyad_core::DType::Float32)?;
    /// let mut q = ScaledTensor::quantize(&x, ScaledFormat::Mxfp4)?;
    /// q.resize(&[2, 32])?;
    /// q.resize(&[96])?;
    /// assert_eq!((q.capacity(), q.materialize()?.sum(())?.item::<f32>()?), (128, 64.0));
    /// assert!(q.resize(&[5, 32]).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn resize(&mut self, shape: &[usize]) -> Result<()> {
        const OP: &str = "resize";
        let scales = scale_shape(OP, self.format, shape)?;
        let (old, new) = (self.size(), Layout::contiguous(shape)?.size());
        let capacity = self.capacity();
        if new > capacity {
            let takes = format!("at most {capacity} elements, the capacity");
            return Err(Error::BadArgument { op: OP, argument: "shape", got: format!("{shape:?}"), takes });
        }
        let apart = |part: &&Tensor| !part.view().is_whole_blocks();
        if let Some(part) = [&self.elements, &self.block_scales].into_iter().find(apart) {
            let (from, strides) = (part.shape().into(), part.strides().to_vec());
            return Err(Error::NotAView { from, strides, to: shape.into() });
        }
        if new > old {
            let parts = [&mut self.elements, &mut self.block_scales];
            if parts.iter().any(|part| part.buffer().is_read_only()) {
                return Err(Error::ReadOnly { op: OP });
            }
            let [Some(elements), Some(block_scales)] = parts.map(|part| fresh(part)) else {
                // Whoever else has the memory would see its values change.
                return Err(Error::InUse { op: OP, held: Held::Shared });
            };
            elements.fill(0);
            block_scales.fill(0);
        }
        self.elements = row_major(&self.elements, shape)?;
        self.block_scales = row_major(&self.block_scales, &scales)?;
        Ok(())
    }

    fn with_parts(&self, elements: Tensor, block_scales: Tensor) -> ScaledTensor {
        ScaledTensor { elements, block_scales, ..self.clone() }
    }

    fn split(&self, op: &'static str, got: String) -> Error {
        let (format, block) = (self.format.name(), self.block_size());
        Error::SplitBlock { op, got, format, block, shape: self.shape().into() }
    }
}

/// The bytes behind the elements of a contiguous tensor that is the only one over its memory.
fn fresh(part: &mut Tensor) -> Option<&mut [u8]> {
    let end = part.view().byte_range().end;
    part.buffer_mut().unique().map(|bytes| &mut bytes[end..])
}

/// The memory from the first element on in another shape, which fits.
fn row_major(part: &Tensor, shape: &[usize]) -> Result<Tensor> {
    let layout = Layout::contiguous(shape)?;
    part.with_layout(Layout::new(shape, layout.strides(), part.layout().offset())?)
}
