//! One tensor for every number format: from float64 and complex down to ternary and the block formats of ggml.
//!
//! The same strided views, the same operations and the same errors on all of them.
//!
//! ```
//! use polyad::{DType, Tensor};
//!
//! let weights = Tensor::from_slice(&[0.5f32; 64], &[2, 32])?.quantize(DType::Q4_0)?;
//! let x = Tensor::ones(&[1, 32], DType::Float32)?;
//! assert_eq!(x.matmul(&weights.mt()?)?.to_vec::<f32>()?, [16.0, 16.0]);
//! # Ok::<(), polyad::Error>(())
//! ```
//!
//! Start with [`Tensor`]; [`io`] reads and writes files; [`DType`] lists the number formats; every mistake is an
//! [`Error`].

pub use polyad_core::{
    Buffer, Codec, Cpu, DType, Device, Element, Error, Flags, Flaw, FloatInfo, FormatError, FormatErrorKind,
    GGML_MAX_DIMS, GGML_MAX_NAME, GgmlLayout, Held, Kind, Layout, MAX_NDIM, PoolStats, Reject, Result, Shape, Slice,
    View, broadcast_shapes, device, devices, is_device_available, normalize_axis, pool,
};
pub use polyad_io as io;
pub use polyad_ir as ir;
pub use polyad_tensor::*;

/// The examples of the front page compile.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct FrontPage;
