//! A buffer, a layout and a dtype that fit each other: what every operation takes.

use std::ops::Range;

use crate::{Buffer, DType, Dims, Error, Layout, Result, dtype};

/// Elements of a dtype, laid out over a buffer, checked to stay inside it. Cloning is O(1).
#[derive(Clone, Debug)]
pub struct View {
    buffer: Buffer,
    layout: Layout,
    dtype: DType,
}

impl View {
    /// Errors: [`Error::OutOfBounds`] where the layout reaches outside the buffer.
    pub fn new(buffer: Buffer, layout: Layout, dtype: DType) -> Result<View> {
        let need = layout.span().map_or(Some(0), |(_, end)| dtype.storage_bytes(end));
        if need.is_none_or(|n| n > buffer.size_bytes()) {
            return Err(Error::OutOfBounds {
                shape: layout.shape().into(),
                strides: layout.strides().to_vec(),
                offset: layout.offset(),
                dtype,
                buffer_bytes: buffer.size_bytes(),
            });
        }
        Ok(View { buffer, layout, dtype })
    }

    /// A fresh row-major view, its elements of no particular value. Errors: [`Error::SizeOverflow`],
    /// [`Error::PartialBlock`], [`Error::OutOfMemory`].
    #[inline]
    pub fn alloc(op: &'static str, shape: &[usize], dtype: DType) -> Result<View> {
        View::with_shape(op, Dims::from_slice(shape), dtype)
    }

    /// [`View::alloc`] of a shape that is there already.
    pub fn with_shape(op: &'static str, shape: Dims, dtype: DType) -> Result<View> {
        if shape.len() > crate::MAX_NDIM {
            return Err(Error::TooManyAxes { op, ndim: shape.len() });
        }
        // Counting the bytes checks the size.
        let bytes = dtype.tensor_bytes(op, &shape)?;
        let mut buffer = Buffer::alloc(bytes)?;
        if dtype.is_packed()
            && let Some(last) = buffer.unique().and_then(<[u8]>::last_mut)
        {
            // No element covers the padding, and files and callers see it.
            *last = 0;
        }
        Ok(View { buffer, layout: Layout::row_major(shape), dtype })
    }

    /// A row-major view over a copy of storage bytes. Errors: [`Error::ByteLength`], [`Error::PartialBlock`],
    /// [`Error::ValueOutOfRange`] for a ternary code that is no number.
    pub fn from_bytes(bytes: &[u8], dtype: DType, shape: &[usize]) -> Result<View> {
        const OP: &str = "from_bytes";
        let need = dtype.tensor_bytes(OP, shape)?;
        if bytes.len() != need {
            return Err(Error::ByteLength { op: OP, got: bytes.len(), need, dtype, shape: shape.into() });
        }
        let layout = Layout::contiguous(shape)?;
        check_codes(OP, bytes, dtype, layout.size())?;
        let mut buffer = Buffer::from_slice(bytes)?;
        if dtype == DType::Bool {
            let bytes = buffer.unique().expect("it was just made");
            bytes.iter_mut().for_each(|b| *b = u8::from(*b != 0));
        }
        Ok(View { buffer, layout, dtype })
    }

    /// The buffer.
    #[inline]
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// The buffer, for [`Buffer::unique`].
    #[inline]
    pub fn buffer_mut(&mut self) -> &mut Buffer {
        &mut self.buffer
    }

    /// The layout.
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The dtype.
    #[inline]
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The extents.
    #[inline]
    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    /// The same bytes under another layout. Errors: [`Error::OutOfBounds`].
    pub fn with_layout(&self, layout: Layout) -> Result<View> {
        View::new(self.buffer.clone(), layout, self.dtype)
    }

    /// The range of bytes that hold the elements, whole blocks; empty for an empty view.
    pub fn byte_range(&self) -> Range<usize> {
        let Some((low, end)) = self.layout.span() else { return 0..0 };
        let (len, bytes) = (self.dtype.block_len(), self.dtype.block_bytes());
        low / len * bytes..end.div_ceil(len) * bytes
    }

    /// Whether two views may share bytes, by address.
    pub fn overlaps(&self, other: &View) -> bool {
        let (a, b) = (self.byte_range(), other.byte_range());
        let (x, y) = (self.buffer.address(), other.buffer.address());
        !a.is_empty() && !b.is_empty() && x + a.start < y + b.end && y + b.start < x + a.end
    }

    /// Whether the elements are the whole blocks from the start of a block to its end, in row-major order.
    pub fn is_whole_blocks(&self) -> bool {
        self.layout.is_contiguous()
            && self.layout.offset().is_multiple_of(self.dtype.block_len())
            && (self.dtype.is_plain() || self.layout.size().is_multiple_of(self.dtype.block_len()))
    }
}

/// Refuses ternary codes that are no number.
fn check_codes(op: &'static str, bytes: &[u8], dtype: DType, elements: usize) -> Result<()> {
    match dtype {
        DType::Ternary => match dtype::first_invalid_ternary(bytes, elements) {
            Some(i) => Err(Error::ValueOutOfRange { op, value: format!("code 10 of element {i}"), dtype }),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_stays_inside_its_buffer() {
        let b = Buffer::zeroed(24).unwrap();
        let l = |shape: &[usize], strides: &[isize], offset| Layout::new(shape, strides, offset).unwrap();
        assert!(View::new(b.clone(), l(&[2, 3], &[3, 1], 0), DType::Float32).is_ok());
        assert!(View::new(b.clone(), l(&[6], &[-1], 5), DType::Float32).is_ok());
        assert!(matches!(View::new(b.clone(), l(&[6], &[1], 1), DType::Float32), Err(Error::OutOfBounds { .. })));
        assert!(View::new(b.clone(), l(&[0], &[1], 99), DType::Float32).is_ok());
        assert!(View::new(b.clone(), l(&[32], &[1], 0), DType::Q4_0).is_ok());
        assert!(View::new(b, l(&[33], &[1], 0), DType::Q4_0).is_err());
    }

    #[test]
    fn bytes_must_have_the_length_of_the_shape() {
        let e = View::from_bytes(&[0; 7], DType::Float32, &[2]).unwrap_err();
        assert_eq!(e.to_string(), "from_bytes: 7 bytes given; shape [2] of float32 needs 8.");
        assert!(matches!(View::from_bytes(&[0; 18], DType::Q4_0, &[2, 16]), Err(Error::PartialBlock { .. })));
        assert!(matches!(View::from_bytes(&[2], DType::Ternary, &[3]), Err(Error::ValueOutOfRange { .. })));
        let b = View::from_bytes(&[0, 1, 7], DType::Bool, &[3]).unwrap();
        assert_eq!(&*b.buffer().read().unwrap(), &[0, 1, 1]);
    }
}
