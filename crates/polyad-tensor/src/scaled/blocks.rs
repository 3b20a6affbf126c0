//! ggml's blocks, in which the scales lie between the codes: the same numbers, moved and not rounded.

use polyad_core::{Error, Result, View};
use polyad_kernels::scaled::{join_blocks, split_blocks};

use super::{ScaledFormat, ScaledTensor, scale_shape};
use crate::{Tensor, exec};

impl ScaledTensor {
    /// The same scales and codes as blocks of ggml's dtype of that name. Copies; exact.
    ///
    /// ggml's nvfp4 has no scale of the tensor; files keep it beside the blocks. So must the caller, who takes it off first:
    /// `x.with_tensor_scale(1.0)?.to_blocks()?`.
    ///
    /// Errors: `DTypeUnsupported` for formats that ggml lacks, `BadArgument` for a tensor scale other than 1, `PartialBlock` where its blocks are longer, `NotEncodable` for
    /// a block that is NaN, which ggml reads as a number.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::{ScaledFormat, ScaledTensor, Tensor};
    /// let x = Tensor::from_slice(&[1.5f32; 64], &[2, 32])?;
    /// let q = ScaledTensor::quantize(&x, ScaledFormat::Mxfp4)?;
    /// assert_eq!(q.to_blocks()?.dtype(), DType::Mxfp4);
    /// assert_eq!(q.to_blocks()?.astype(DType::Float32)?.to_vec::<f32>()?, q.materialize()?.to_vec::<f32>()?);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn to_blocks(&self) -> Result<Tensor> {
        const OP: &str = "to_blocks";
        let Some((dtype, group)) = self.format.blocks() else {
            let hint = "ggml has blocks for mxfp4 and nvfp4; transcode to one of them first.";
            return Err(Error::DTypeUnsupported { op: OP, dtype: self.elements.dtype(), hint });
        };
        if self.tensor_scale != 1.0 {
            let (got, takes) = (format!("{:?}", self.tensor_scale), "1, as ggml's blocks have no scale of the tensor");
            let takes = format!("{takes}; keep it beside them and take with_tensor_scale(1.0) first");
            return Err(Error::BadArgument { op: OP, argument: "tensor_scale", got, takes });
        }
        let mut out = View::alloc(OP, self.shape(), dtype)?;
        let parts = [self.elements.contiguous()?, self.block_scales.contiguous()?];
        let to = out.buffer_mut().unique().expect("a fresh result is not shared");
        exec::with_bytes(OP, &parts.each_ref().map(Tensor::view), |bytes| {
            let [codes, scales] = [bytes[0], bytes[1]];
            if let Some((at, _)) = self.format.scale_dtype().first_flaw(scales) {
                let a_row = self.shape()[self.ndim() - 1] / self.block_size();
                let (row, column) = (at / a_row, at % a_row * self.block_size());
                let why = "its block is NaN, and ggml has no such block";
                return Err(Error::NotEncodable { op: OP, dtype, value: f64::NAN, row, column, why });
            }
            join_blocks(group, self.block_size(), codes, scales, to);
            Ok(())
        })?;
        Ok(Tensor::from_view(out))
    }
}

impl Tensor {
    /// Blocks of ggml's mxfp4 or nvfp4 with scales and codes apart, the tensor scale 1. Copies; exact but for scale bytes that
    /// no encoder writes (255; 127 too in nvfp4): ggml reads numbers, here the block is NaN.
    ///
    /// Errors: `DTypeUnsupported` for other dtypes, which [`ScaledTensor::quantize`] rounds; `BlockWrite` for a view that takes
    /// blocks apart.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::Tensor;
    /// let blocks = Tensor::ones(&[2, 64], DType::Float32)?.quantize(DType::Mxfp4)?;
    /// let scaled = blocks.to_scaled()?;
    /// assert_eq!((scaled.dtype(), scaled.block_scales().shape()), ("mxfp4", &[2, 2][..]));
    /// assert_eq!(scaled.to_blocks()?.to_bytes()?, blocks.to_bytes()?);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn to_scaled(&self) -> Result<ScaledTensor> {
        const OP: &str = "to_scaled";
        let mut formats =
            ScaledFormat::ALL.into_iter().filter_map(|f| f.blocks().map(|(dtype, group)| (f, dtype, group)));
        let Some((format, _, group)) = formats.find(|(_, dtype, _)| *dtype == self.dtype()) else {
            let hint =
                "It takes ggml's mxfp4 and nvfp4 apart; ScaledTensor::quantize (astype in Python) rounds other dtypes.";
            return Err(Error::DTypeUnsupported { op: OP, dtype: self.dtype(), hint });
        };
        let blocks = self.contiguous()?;
        let mut elements = View::alloc(OP, self.shape(), format.element_dtype())?;
        let mut scales = View::alloc(OP, &scale_shape(OP, format, self.shape())?, format.scale_dtype())?;
        let parts =
            [&mut elements, &mut scales].map(|v| v.buffer_mut().unique().expect("a fresh result is not shared"));
        exec::with_bytes(OP, &[blocks.view()], |bytes| {
            let [codes, scales] = parts;
            split_blocks(group, format.block_size(), bytes[0], codes, scales);
            Ok(())
        })?;
        ScaledTensor::from_parts(format, Tensor::from_view(elements), Tensor::from_view(scales), None)
    }
}
