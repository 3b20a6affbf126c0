//! What a tensor is made of: dtypes, layouts, buffers, views, the device trait and the one error type.
//!
//! Nothing here knows an operation. A [`Layout`] knows nothing of bytes, a [`DType`] nothing of shapes, a
//! [`Buffer`] nothing of either; a [`View`] is the three together, checked to stay inside its buffer.

mod buffer;
mod device;
mod dtype;
mod error;
mod flags;
mod ggml;
mod layout;
mod view;

pub use buffer::{Buffer, Holds, PoolStats, ReadGuard, Reading, WriteGuard, pool};
pub use device::{Cpu, Device, device, devices, is_device_available};
pub use dtype::{BLOCK_LIMIT, Codec, DType, Element, Flaw, FloatInfo, Kind, Reject};
pub use error::{Error, FormatError, FormatErrorKind, Held, Result, Shape};
pub use flags::Flags;
pub use ggml::{GGML_MAX_DIMS, GGML_MAX_NAME, GgmlLayout};
pub use layout::{
    Dims, Layout, MAX_NDIM, MergedAxes, Parts, Slice, Strides, broadcast_shapes, merge_axes, normalize_axis,
};
pub use view::View;
