//! Where the memory of a tensor is.

use std::fmt;

use polyad_core::{DType, Error, Result};

use crate::Tensor;

/// A kind of memory. Tensors are made in it and stay there.
///
/// ```
/// use polyad_tensor::MemorySpace;
/// assert_eq!((MemorySpace::default(), MemorySpace::Device(1).to_string()), (MemorySpace::Host, "device 1".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MemorySpace {
    /// The host's own memory.
    #[default]
    Host,
    /// Host memory that a device reads on its own.
    Pinned,
    /// Memory that moves between host and devices as it is used.
    Managed,
    /// Memory of the device with this number.
    Device(usize),
    /// Memory of a device, given out and taken back in the order of a stream.
    DeviceAsync {
        /// The number of the device.
        device: usize,
        /// The number of the stream.
        stream: usize,
    },
}

impl fmt::Display for MemorySpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemorySpace::Host => write!(f, "host"),
            MemorySpace::Pinned => write!(f, "pinned"),
            MemorySpace::Managed => write!(f, "managed"),
            MemorySpace::Device(device) => write!(f, "device {device}"),
            MemorySpace::DeviceAsync { device, stream } => write!(f, "device {device}, stream {stream}"),
        }
    }
}

impl Tensor {
    /// Zeros in a memory space. Errors: `BadArgument` for a space that this build does not have (all but the host's); as
    /// [`Tensor::zeros`].
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::{MemorySpace, Tensor};
    /// let x = Tensor::new_in(&[2], DType::Float32, MemorySpace::Host)?;
    /// assert_eq!(x.space(), MemorySpace::default());
    /// let e = Tensor::new_in(&[2], DType::Float32, MemorySpace::Device(1)).unwrap_err();
    /// assert!(e.to_string().contains("device 1"));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn new_in(shape: &[usize], dtype: DType, space: MemorySpace) -> Result<Tensor> {
        if space != MemorySpace::Host {
            let takes = "host, the only memory that this build has".into();
            return Err(Error::BadArgument { op: "new_in", argument: "space", got: space.to_string(), takes });
        }
        Tensor::zeros(shape, dtype)
    }

    /// The memory space of the buffer.
    ///
    /// ```
    /// assert_eq!(polyad_tensor::tensor![1].space(), polyad_tensor::MemorySpace::Host);
    /// ```
    pub fn space(&self) -> MemorySpace {
        MemorySpace::Host
    }
}
