//! Bytes of packed elements in either order of bits.

use std::str::FromStr;

use polyad_core::{DType, Error, Result};
use polyad_kernels::codec::swap_bit_order;

use crate::Tensor;

/// In which bits of a byte the first of its packed elements lies.
///
/// Tensors have it in the low ones; only what is read and written can be otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BitOrder {
    /// In the low bits, as in DLPack, PyTorch, ONNX and Arrow.
    #[default]
    Little,
    /// In the high bits, as in NumPy's `packbits` and NumKong.
    Big,
}

impl FromStr for BitOrder {
    type Err = Error;

    fn from_str(name: &str) -> Result<BitOrder> {
        match name {
            "little" => Ok(BitOrder::Little),
            "big" => Ok(BitOrder::Big),
            _ => {
                let takes = "\"little\" or \"big\"".into();
                Err(Error::BadArgument { op: "packed", argument: "bit_order", got: format!("{name:?}"), takes })
            }
        }
    }
}

impl Tensor {
    /// A copy of storage bytes, as [`Tensor::from_bytes`], whose packed elements lie in this order.
    ///
    /// Errors: `DTypeUnsupported` for another order than the own one of a dtype whose elements are whole bytes or blocks;
    /// as [`Tensor::from_bytes`].
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::{BitOrder, Tensor};
    /// let x = Tensor::from_packed(&[0x12, 0x30], DType::UInt4, &[3], BitOrder::Big)?;
    /// assert_eq!(x.to_f64_vec()?, [1.0, 2.0, 3.0]);
    /// assert_eq!(x.to_packed(BitOrder::Little)?, [0x21, 0x03]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn from_packed(bytes: &[u8], dtype: DType, shape: &[usize], order: BitOrder) -> Result<Tensor> {
        if order == BitOrder::Little {
            return Tensor::from_bytes(bytes, dtype, shape);
        }
        has_bit_order("from_packed", dtype)?;
        let mut bytes = bytes.to_vec();
        swap_bit_order(dtype, &mut bytes);
        Tensor::from_bytes(&bytes, dtype, shape)
    }

    /// The storage bytes, as [`Tensor::to_bytes`], packed elements in this order; unused bits of the last byte are 0.
    /// Errors: `DTypeUnsupported`, as [`Tensor::from_packed`]; as [`Tensor::to_bytes`].
    pub fn to_packed(&self, order: BitOrder) -> Result<Vec<u8>> {
        let mut bytes = vec![0; self.size_bytes()];
        self.copy_packed_to(&mut bytes, order)?;
        Ok(bytes)
    }

    /// As [`Tensor::to_packed`], into bytes of the caller. Errors: `ByteLength`; as [`Tensor::to_packed`].
    pub fn copy_packed_to(&self, out: &mut [u8], order: BitOrder) -> Result<()> {
        if order == BitOrder::Big {
            has_bit_order("to_packed", self.dtype())?;
        }
        self.copy_bytes_to(out)?;
        if order == BitOrder::Big {
            swap_bit_order(self.dtype(), out);
        }
        Ok(())
    }
}

fn has_bit_order(op: &'static str, dtype: DType) -> Result<()> {
    let hint = "Only elements narrower than a byte lie in an order of bits; leave it at little.";
    if dtype.is_packed() { Ok(()) } else { Err(Error::DTypeUnsupported { op, dtype, hint }) }
}
