//! Numbers whose block scales are a tensor of their own: the OCP MX formats and NVFP4.
//!
//! The same codes with the scales between them, as ggml has them, are the dtype `mxfp4` of a [`Tensor`].

use polyad_core::{Error, Kind, Result};
use polyad_kernels::scaled::ScaleRule;

use crate::{Tensor, exec};

mod blocks;
mod format;
mod views;

pub use format::ScaledFormat;

/// Elements, one scale for every block of them along the last axis, and for NVFP4 a scale of the whole.
///
/// A value is element x block scale x tensor scale. Cloning and slicing are O(1) and share the memory.
///
/// ```
/// use polyad_tensor::{ScaledFormat, ScaledTensor, Tensor};
/// let x = Tensor::from_slice(&[3.0f32; 64], &[2, 32])?;
/// let q = ScaledTensor::quantize(&x, ScaledFormat::Mxfp4)?;
/// assert_eq!((q.shape(), q.block_scales().shape()), (&[2, 32][..], &[2, 1][..]));
/// assert_eq!(q.materialize()?.to_vec::<f32>()?, [3.0; 64]);
/// # Ok::<(), polyad_core::Error>(())
/// ```
#[derive(Clone)]
pub struct ScaledTensor {
    format: ScaledFormat,
    elements: Tensor,
    block_scales: Tensor,
    tensor_scale: f32,
}

impl ScaledTensor {
    /// Real numbers in a format, by way of float32; the last axis is whole blocks. Copies; O(size).
    ///
    /// Elements round to nearest even and saturate. NaN makes its block NaN. An infinity saturates in the MX formats; in NVFP4
    /// it makes the tensor scale infinite, and with that every value NaN.
    /// Errors: `PartialScaledBlock`, `DTypeUnsupported` for complex numbers.
    ///
    /// Sources: OCP Microscaling Formats 1.0, section 6.3; NVIDIA's two scales for NVFP4.
    pub fn quantize(x: &Tensor, format: ScaledFormat) -> Result<ScaledTensor> {
        ScaledTensor::quantize_with(x, format, ScaleRule::Floor)
    }

    /// As [`ScaledTensor::quantize`], the scales of an MX format by another rule.
    ///
    /// ```
    /// use polyad_tensor::{ScaleRule, ScaledFormat, ScaledTensor, Tensor};
    /// let x = Tensor::from_slice(&[7.0f32; 32], &[32])?;
    /// let largest = |rule| ScaledTensor::quantize_with(&x, ScaledFormat::Mxfp4, rule)?.materialize()?.max(())?.item::<f32>();
    /// assert_eq!((largest(ScaleRule::Floor)?, largest(ScaleRule::Ceil)?), (6.0, 8.0));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn quantize_with(x: &Tensor, format: ScaledFormat, rule: ScaleRule) -> Result<ScaledTensor> {
        const OP: &str = "quantize";
        if x.dtype().kind() == Kind::Complex {
            let hint = "Quantize the real and imaginary parts apart.";
            return Err(Error::DTypeUnsupported { op: OP, dtype: x.dtype(), hint });
        }
        scale_shape(OP, format, x.shape())?;
        let (elements, block_scales, tensor_scale) = exec::scaled::quantize(OP, x.view(), format, rule)?;
        let (elements, block_scales) = (Tensor::from_view(elements), Tensor::from_view(block_scales));
        Ok(ScaledTensor { format, elements, block_scales, tensor_scale })
    }

    /// Parts as they are, any views of them. O(1). `tensor_scale` is NVFP4's, 1 where it is left out.
    ///
    /// Errors: `DTypeMismatch`, `PartialScaledBlock`, `ShapeMismatch` where there is not one scale a block, `BadArgument` for a
    /// tensor scale that the format lacks.
    pub fn from_parts(
        format: ScaledFormat,
        elements: Tensor,
        block_scales: Tensor,
        tensor_scale: Option<f32>,
    ) -> Result<ScaledTensor> {
        const OP: &str = "from_parts";
        for (part, need) in [(&elements, format.element_dtype()), (&block_scales, format.scale_dtype())] {
            if part.dtype() != need {
                return Err(Error::DTypeMismatch { op: OP, got: part.dtype(), need });
            }
        }
        let need = scale_shape(OP, format, elements.shape())?;
        if block_scales.shape() != need {
            let need = format!("block scales of shape {need:?} beside elements of shape {:?}", elements.shape());
            return Err(Error::ShapeMismatch { op: OP, got: block_scales.shape().into(), need });
        }
        let tensor_scale = checked_scale(OP, format, tensor_scale)?;
        Ok(ScaledTensor { format, elements, block_scales, tensor_scale })
    }

    /// The same elements and block scales under another scale of the tensor. O(1), same memory. Errors: `BadArgument` for a
    /// format that has none.
    ///
    /// ```
    /// use polyad_tensor::{ScaledFormat, ScaledTensor, Tensor};
    /// let x = Tensor::from_slice(&[6.0f32; 64], &[64])?;
    /// let q = ScaledTensor::quantize(&x, ScaledFormat::Nvfp4)?;
    /// let blocks = q.with_tensor_scale(1.0)?.to_blocks()?;
    /// let again = blocks.to_scaled()?.with_tensor_scale(q.tensor_scale().unwrap_or(1.0))?;
    /// assert_eq!(again.materialize()?.to_vec::<f32>()?, q.materialize()?.to_vec::<f32>()?);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn with_tensor_scale(&self, scale: f32) -> Result<ScaledTensor> {
        let tensor_scale = checked_scale("with_tensor_scale", self.format, Some(scale))?;
        Ok(ScaledTensor { tensor_scale, ..self.clone() })
    }

    /// The format.
    pub fn format(&self) -> ScaledFormat {
        self.format
    }

    /// The name of the format, which stands where a tensor has its dtype: `mxfp8_e4m3`.
    pub fn dtype(&self) -> &'static str {
        self.format.name()
    }

    /// The elements without their scales, in the shape of the whole.
    pub fn elements(&self) -> &Tensor {
        &self.elements
    }

    /// The scale of each block: the last axis is shorter by the block size.
    pub fn block_scales(&self) -> &Tensor {
        &self.block_scales
    }

    /// The scale of the tensor, where the format has one.
    pub fn tensor_scale(&self) -> Option<f32> {
        self.format.has_tensor_scale().then_some(self.tensor_scale)
    }

    /// Elements a block.
    pub fn block_size(&self) -> usize {
        self.format.block_size()
    }

    /// The extents, outermost first.
    pub fn shape(&self) -> &[usize] {
        self.elements.shape()
    }

    /// How many axes; at least one.
    pub fn ndim(&self) -> usize {
        self.elements.ndim()
    }

    /// How many elements.
    pub fn size(&self) -> usize {
        self.elements.size()
    }

    /// Bytes of elements and scales when they lie row-major.
    pub fn size_bytes(&self) -> usize {
        let tensor_scale = if self.format.has_tensor_scale() { size_of::<f32>() } else { 0 };
        self.elements.size_bytes() + self.block_scales.size_bytes() + tensor_scale
    }

    /// The values as float32. Copies; O(size).
    ///
    /// NVFP4: block scale x tensor scale is rounded, then element x that.
    pub fn materialize(&self) -> Result<Tensor> {
        let parts = [self.elements.view(), self.block_scales.view()];
        Ok(Tensor::from_view(exec::scaled::materialize("materialize", self.format, parts, self.tensor_scale)?))
    }

    /// A row-major copy with memory of its own.
    pub fn copy(&self) -> Result<ScaledTensor> {
        Ok(ScaledTensor { elements: self.elements.copy()?, block_scales: self.block_scales.copy()?, ..self.clone() })
    }

    /// The values in another format: those of [`ScaledTensor::materialize`], quantized. Errors: `PartialScaledBlock`.
    ///
    /// ```
    /// use polyad_tensor::{ScaledFormat, ScaledTensor, Tensor};
    /// let x = ScaledTensor::quantize(&Tensor::from_slice(&[0.75f32; 64], &[64])?, ScaledFormat::Mxfp8E4M3)?;
    /// assert_eq!(x.transcode(ScaledFormat::Nvfp4)?.block_scales().shape(), [4]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn transcode(&self, format: ScaledFormat) -> Result<ScaledTensor> {
        scale_shape("transcode", format, self.shape())?;
        ScaledTensor::quantize(&self.materialize()?, format)
    }
}

/// The tensor scale, 1 where none is given. Errors: `BadArgument` for a format that has none.
fn checked_scale(op: &'static str, format: ScaledFormat, scale: Option<f32>) -> Result<f32> {
    match scale {
        Some(scale) if !format.has_tensor_scale() => {
            let takes = format!("no number for {format}, which has block scales only");
            Err(Error::BadArgument { op, argument: "tensor_scale", got: format!("{scale:?}"), takes })
        }
        scale => Ok(scale.unwrap_or(1.0)),
    }
}

/// The shape of the block scales of a shape. Errors: `PartialScaledBlock`.
fn scale_shape(op: &'static str, format: ScaledFormat, shape: &[usize]) -> Result<Vec<usize>> {
    let block = format.block_size();
    match shape.split_last() {
        Some((n, leading)) if n.is_multiple_of(block) => Ok([leading, &[n / block]].concat()),
        _ => Err(Error::PartialScaledBlock { op, format: format.name(), block, shape: shape.into() }),
    }
}
